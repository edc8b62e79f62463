/* engine_tally.c: several engines think about one decision of a bot (docs/protocol.md): those that help report what they have
 * found as tallies, and the one with the match adds them up. */
#include "casata/lang.h"
#include "casata/rules.h"
#include "engine/engine_int.h"

enum {
    TALLIES_MAX = 16,      /* in a request */
    VISITS_MAX = 500000,   /* of an option; those of all tallies fit into 32 bits */
    VALUE_MAX = 100000000, /* 1/100 points */
    NODES_MAX = 2000000000,
};

/* --- helping ---------------------------------------------------------------------------------------------- */

void engine_put_share(struct request *r, const struct subject *s, int seat, enum casata_level level) {
    struct casata_writer *w = &r->e->w;
    CASATA_STATE_BUFFER(view);
    uint8_t bytes[CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE];
    casata_view(s->game, s->state, seat, view);
    casata_w_key(w, "share");
    casata_w_open(w, '{');
    casata_w_key_str(w, "game", s->game->rules->id);
    engine_put_base64(w, "snapshot", bytes, casata_snapshot_write(s->game, view, bytes));
    casata_w_key_int(w, "seats", s->seats);
    casata_w_key_int(w, "seat", seat);
    casata_w_key_bool(w, "net", engine_net(r->e, s->game->rules, s->seats) != NULL);
    casata_w_key_str(w, "level", casata_level_words.word[level]);
    casata_w_close(w, '}');
    casata_w_key_int(w, "ms", casata_skill_of(level, s->game->rules).think / 1000);
}

bool engine_do_tally(struct request *r) {
    enum casata_level level = CASATA_LEVEL_COUNT - 1;
    struct subject s;
    const char *played = NULL;
    int64_t seed = 0;
    int seat;
    if (!engine_want_level(r, &level) || !engine_want_int(r, "seed", 0, INT64_MAX, &seed)) return false;
    if (!engine_want_subject(r, &s) || !engine_want_thinker(r, &s, &seat)) return false;
    if (!engine_want_text(r, "played", &played)) return false;
    casata_action a = played ? casata_action_parse(s.game->rules, played) : 0;
    if (played && !a)
        return engine_refuse(r, "illegal_action", "\"%.60s\" is not an action of %s", played,
                             s.game->rules->id);
    struct casata_skill skill = casata_skill_of(level, s.game->rules);
    if (!skill.think)
        return engine_refuse(r, "bad_request", "%s does not search", casata_level_words.word[level]);
    bool net = engine_net(r->e, s.game->rules, s.seats) != NULL, wanted = net;
    if (!engine_want_truth(r, "net", &wanted)) return false;
    if (net != wanted) return engine_refuse(r, "no_data", "this engine %s", net ? "has a net" : "has no net");
    r->e->thought.action = a;
    return engine_begin_thought(r, THOUGHT_TALLY, &s, seat, &skill, (uint64_t)seed);
}

bool engine_put_tally(struct request *r) {
    struct engine *e = r->e;
    struct casata_writer *w = &e->w;
    struct casata_advice *tally = &e->tools->advice;
    char text[CASATA_ACTION_TEXT];
    casata_mind_tally(e->tools->mind, tally);
    if (!engine_reserve(e, ITEM_MAX + (size_t)tally->n * 2 * sizeof text)) return engine_no_memory(r);
    casata_w_key(w, "tally");
    casata_w_open(w, '{');
    casata_w_key_int(w, "nodes", (int64_t)tally->nodes);
    casata_w_key(w, "options");
    casata_w_open(w, '[');
    for (int i = 0; i < tally->n; i++) {
        casata_action_text(e->thought.game.rules, tally->line[i].action, text);
        casata_w_open(w, '[');
        casata_w_str(w, text);
        casata_w_int(w, tally->line[i].visits);
        casata_w_int(w, tally->line[i].value);
        casata_w_close(w, ']');
    }
    casata_w_close(w, ']');
    casata_w_close(w, '}');
    return true;
}

/* --- being helped -------------------------------------------------------------------------------------------- */

static bool is_whole(struct casata_json v, int64_t min, int64_t max) {
    return casata_json_type(v) == CASATA_JSON_WHOLE && casata_json_whole(v) >= min &&
           casata_json_whole(v) <= max;
}

/* A line of a tally: ["take red 4", visits, value]. false: it is none. */
static bool read_line(const struct casata_rules *rules, struct casata_json v,
                      struct casata_advice_line *line) {
    char text[CASATA_ACTION_TEXT];
    if (casata_json_type(v) != CASATA_JSON_LIST || casata_json_count(v) != 3) return false;
    struct casata_json visits = casata_json_at(v, 1), value = casata_json_at(v, 2);
    if (!is_whole(visits, 1, VISITS_MAX) || !is_whole(value, -VALUE_MAX, VALUE_MAX)) return false;
    casata_json_text(casata_json_at(v, 0), text, sizeof text);
    *line = (struct casata_advice_line){casata_action_parse(rules, text), (int32_t)casata_json_whole(value),
                                        (uint32_t)casata_json_whole(visits)};
    return true;
}

/* A tally whose lines are among these options, each at most once. */
static bool read_tally(struct request *r, struct casata_json v, const casata_action *option, int n,
                       struct casata_advice *tally) {
    const struct casata_rules *rules = r->e->thought.game.rules;
    struct casata_json nodes = casata_json_get(v, "nodes"), lines = casata_json_get(v, "options");
    if (!is_whole(nodes, 0, NODES_MAX) || casata_json_type(lines) != CASATA_JSON_LIST)
        return engine_refuse(r, "bad_request", "a tally has \"nodes\" and \"options\"");
    bool seen[CASATA_MAX_CHOICES] = {0};
    struct casata_json_walk walk = casata_json_members(lines);
    tally->nodes = (uint64_t)casata_json_whole(nodes);
    for (tally->n = 0; casata_json_next(&walk); tally->n++) {
        struct casata_advice_line line;
        int i = 0;
        if (!read_line(rules, walk.element, &line))
            return engine_refuse(r, "bad_request", "an option of a tally is [action, visits, value]");
        while (i < n && option[i] != line.action) i++;
        if (i == n || seen[i])
            return engine_refuse(r, "illegal_action", "a tally names each legal action at most once");
        seen[i] = true;
        tally->line[tally->n] = line;
    }
    return true;
}

/* Reads all tallies of the request; NULL: without adding them to the mind. */
static bool read_tallies(struct request *r, struct casata_mind *mind, uint64_t *nodes) {
    const struct engine_thought *t = &r->e->thought;
    struct casata_advice *tally = &r->e->tools->advice;
    casata_action option[CASATA_MAX_CHOICES];
    int n = casata_legal(&t->game, t->state, t->seat, option);
    struct casata_json_walk walk = casata_json_members(casata_json_get(r->root, "tallies"));
    while (casata_json_next(&walk)) {
        if (!read_tally(r, walk.element, option, n, tally)) return false;
        *nodes += tally->nodes;
        if (mind) casata_mind_add(mind, tally);
    }
    return true;
}

bool engine_take_tallies(struct request *r) {
    struct casata_json list = casata_json_get(r->root, "tallies");
    uint64_t nodes = 0;
    if (!list.at) return true;
    if (r->e->thought.kind != THOUGHT_BOT)
        return engine_refuse(r, "bad_request", "tallies are for the thought of a bot");
    if (casata_json_type(list) != CASATA_JSON_LIST || casata_json_count(list) > TALLIES_MAX)
        return engine_refuse(r, "bad_request", "\"tallies\" must be a list of at most %d", TALLIES_MAX);
    if (!read_tallies(r, NULL, &nodes)) return false;
    casata_mind_others(r->e->tools->mind, nodes);
    return true;
}

void engine_add_tallies(struct request *r) {
    uint64_t nodes = 0;
    read_tallies(r, r->e->tools->mind, &nodes);
}
