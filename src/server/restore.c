/* restore.c: a table from its stored rows, which are not trusted, and its log, which is replayed and checked
 * (server_int.h). Knows no client and no network. */
#include "casata/rules.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

/* --- options ------------------------------------------------------------------------------------------------- */

static int find_option(const struct casata_rules *rules, const char *id, size_t n) {
    for (int i = 0; i < rules->n_options; i++)
        if (strlen(rules->options[i].id) == n && memcmp(rules->options[i].id, id, n) == 0) return i;
    return -1;
}

/* One "id=value" of n bytes. */
static bool read_option(const struct casata_rules *rules, const char *text, size_t n, uint8_t *option,
                        unsigned *seen) {
    const char *equals = memchr(text, '=', n);
    if (!equals) return false;
    int i = find_option(rules, text, (size_t)(equals - text));
    if (i < 0 || *seen >> i & 1) return false;
    size_t rest = n - (size_t)(equals + 1 - text);
    int value = casata_word_find(rules->options[i].values, equals + 1, rest);
    if (value < 0) return false;
    *seen |= 1u << i;
    option[i] = (uint8_t)value;
    return true;
}

bool restore_options(const struct casata_rules *rules, const char *text, uint8_t *option) {
    unsigned seen = 0;
    memset(option, 0, CASATA_MAX_GAME_OPTIONS);
    while (*text) {
        size_t n = strcspn(text, " ");
        if (!read_option(rules, text, n, option, &seen)) return false;
        text += n;
        if (*text && !*++text) return false; /* a blank at the end */
    }
    return true;
}

/* --- the match ----------------------------------------------------------------------------------------------- */

/* The state at the beginning of the log. */
static const char *restore_start(struct room *r, const struct casata_game *g, const char *start) {
    CASATA_STATE_BUFFER(state);
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    char err[200];
    if (!start && !restore_options(g->rules, r->row.options, option))
        return "it has an option that the game does not know";
    if (!start) return casata_match_new(&r->match, g, r->row.seats, option, 0);
    if (!casata_position_read(g, start, strlen(start), state, err)) return "its position cannot be read";
    const char *wrong = casata_match_from_position(&r->match, g, state, 0);
    if (!wrong && r->match.seats != r->row.seats) wrong = "its position has another number of seats";
    return wrong;
}

/* Every entry must be legal and lead to the state, and to the players to act, that were stored. */
const char *restore_entries(struct room *r, const struct store_entry *entry, int n) {
    for (int i = 0; i < n; i++) {
        const struct store_entry *e = &entry[i];
        const char *wrong = casata_match_play(&r->match, e->seat, e->action, NULL);
        if (wrong) return wrong;
        int last = r->match.n_log - 1;
        if (r->match.log[last].hash != e->hash) return "its log leads to another position";
        room_mark(r);
        if (r->mark[last].to_act != e->to_act) return "its log names the wrong players to act";
        r->mark[last].time = e->time;
    }
    return NULL;
}

static const char *restore_log(struct room *r, const struct store_loaded *l) {
    r->match.manual_chance = true;
    return restore_entries(r, l->entry, l->n);
}

/* A table of older rules or figures continues from its snapshot. */
static const char *restore_old(struct room *r, const struct casata_game *g, const struct store_loaded *l) {
    if (!l->snapshot || l->snapshot_ply != r->row.first + l->n)
        return "it was played under other rules and has no snapshot to go on from";
    const char *wrong = restore_start(r, g, l->snapshot);
    if (wrong) return wrong;
    r->match.manual_chance = true;
    r->row.first = l->snapshot_ply;
    r->row.rules_version = g->rules->rules_version;
    r->row.edition = g->edition;
    r->row.takeback_seat = -1;
    return NULL;
}

/* --- the rest of the row --------------------------------------------------------------------------------------- */

static const char *check_row(const struct room *r) {
    const struct store_table *t = &r->row;
    for (int i = 0; i < t->seats; i++) {
        const char *level = t->seat[i].level;
        if (t->seat[i].kind == STORE_BOT && casata_word_find(&casata_level_words, level, strlen(level)) < 0)
            return "it has a bot of an unknown level";
    }
    if (t->takeback_seat >= 0 && (t->takeback_ply < t->first || t->takeback_ply >= room_ply(r)))
        return "somebody asks for a takeback to a ply that is not there";
    if (t->takeback_seat >= 0 && !t->takeback_question) return "its open question has no number";
    if (t->settled > room_ply(r)) return "it is settled beyond its last decision";
    for (int i = 0; i < t->seats; i++)
        if (t->seat[i].resigned > room_ply(r) + 1) return "a seat resigned beyond its last decision";
    if (casata_match_to_act(&r->match) == CASATA_CHANCE) return "its log ends before chance has decided";
    return NULL;
}

static const char *restore_match(struct room *r, const struct store_loaded *l, bool *changed) {
    struct casata_game g;
    r->row = l->table;
    *changed = true;
    if (!casata_find(r->row.game, &g)) return "this server does not have its game";
    casata_use_edition(
        &g, r->row.edition); /* a table keeps the figures that it was begun with, where they are known */
    *changed = r->row.rules_version != g.rules->rules_version || r->row.edition != g.edition;
    if (*changed) return restore_old(r, &g, l);
    const char *wrong = restore_start(r, &g, l->start);
    return wrong ? wrong : restore_log(r, l);
}

const char *restore_table(struct room *r, const struct store_loaded *l, bool *changed) {
    const char *wrong = restore_match(r, l, changed);
    if (!wrong) wrong = check_row(r);
    if (wrong) return wrong;
    room_set_resigned(r);
    r->saved_ply = l->snapshot && l->snapshot_ply == room_ply(r) ? l->snapshot_ply : -1;
    return NULL;
}

const char *restore_snapshot(const struct room *r) {
    static char text[STORE_POSITION];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_position_json(&r->match.game, r->match.state, &w);
    return casata_writer_ok(&w) ? text : NULL;
}

const char *restore_lacking(const struct store_loaded *l, const char **snapshot, int *ply) {
    struct room r = {.id = l->table.id};
    bool changed;
    const char *wrong = restore_table(&r, l, &changed);
    *snapshot = !wrong && r.saved_ply < 0 ? restore_snapshot(&r) : NULL;
    *ply = *snapshot ? room_ply(&r) : 0;
    casata_match_free(&r.match);
    free(r.mark);
    return wrong;
}
