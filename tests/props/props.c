/* props.c: the course of a random game and what must hold on each step of it (props.h). It must not know any
 * game. */
#include "props/props_int.h"

#include "casata/rules.h"
#include "casata/writer.h"

#include <string.h>

bool props_fail(struct props_run *r, const char *property, const char *detail, int64_t n) {
    struct casata_writer w = casata_writer_on(r->failure->detail, sizeof r->failure->detail);
    r->failure->property = property;
    casata_w_text(&w, r->g->rules->id);
    casata_w_text(&w, ", ");
    casata_w_dec(&w, r->seats);
    casata_w_text(&w, " seats, seed ");
    casata_w_dec(&w, (int64_t)r->seed);
    casata_w_text(&w, ", ply ");
    casata_w_dec(&w, r->ply);
    casata_w_text(&w, ", phase ");
    casata_w_text(&w, casata_phase_name(r->g, r->state));
    casata_w_text(&w, ": ");
    casata_w_text(&w, property);
    casata_w_text(&w, ": ");
    casata_w_text(&w, detail);
    casata_w_text(&w, " ");
    casata_w_dec(&w, n);
    return false;
}

static int common_divisor(int a, int b) { return b ? common_divisor(b, a % b) : a; }

int props_combinations(const struct casata_rules *rules, int seats) {
    int all = 1;
    for (int k = 0; k < rules->n_options; k++) all *= casata_option_values(&rules->options[k], seats);
    return all;
}

bool props_options(const struct casata_rules *rules, int seats, int i,
                   uint8_t option[CASATA_MAX_GAME_OPTIONS]) {
    int all = props_combinations(rules, seats), stride = all * 5 / 8, at;
    while (stride > 1 && common_divisor(all, stride) > 1) stride--;
    at = i % all * (stride > 1 ? stride : 1) % all;
    memset(option, 0, CASATA_MAX_GAME_OPTIONS);
    for (int k = 0; k < rules->n_options; k++) {
        int values = casata_option_values(&rules->options[k], seats);
        option[k] = (uint8_t)(at % values);
        at /= values;
    }
    return i < all;
}

bool props_games(const struct casata_game *g, int seats, int games, uint64_t seed,
                 const struct props_config *config, struct props_failure *failure) {
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    for (int i = 0; i < games; i++) {
        props_options(g->rules, seats, (i + seats) % props_combinations(g->rules, seats), option);
        if (!props_game(g, seats, option, seed + (uint64_t)i, config, failure)) return false;
    }
    return true;
}

/* --- decisions ----------------------------------------------------------------------------------------- */

static bool text_round_trip(struct props_run *r, casata_action a) {
    char text[CASATA_ACTION_TEXT];
    int n = casata_action_text(r->g->rules, a, text);
    if (n <= 0 || n >= CASATA_ACTION_TEXT || (size_t)n != strlen(text))
        return props_fail(r, "action text", "length of the text of action", a);
    if (casata_action_parse(r->g->rules, text) != a) return props_fail(r, "action text", text, a);
    struct casata_msg msg = casata_action_msg(r->g->rules, a);
    if (!msg.id || msg.n > CASATA_MAX_ARGS) return props_fail(r, "action text", "message of action", a);
    return true;
}

static bool legal_holds(struct props_run *r, unsigned to_act) {
    casata_action out[CASATA_MAX_CHOICES];
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        int n = casata_legal(r->g, r->state, seat, out);
        if (!(to_act >> seat & 1)) {
            if (n != 0) return props_fail(r, "legal ascending", "options for a seat that does not act", seat);
            continue;
        }
        if (n < 1 || n > CASATA_MAX_CHOICES) return props_fail(r, "legal ascending", "number of options", n);
        for (int i = 0; i < n; i++) {
            if (out[i] <= (i ? out[i - 1] : 0)) return props_fail(r, "legal ascending", "at option", i);
            if (!text_round_trip(r, out[i])) return false;
        }
    }
    return true;
}

static bool among(const struct casata_outcome *out, int n, casata_action a) {
    for (int i = 0; i < n; i++)
        if (out[i].action == a) return true;
    return false;
}

static bool outcomes_hold(struct props_run *r) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int n = casata_outcomes(r->g, r->state, out);
    if (n < 1 || n > CASATA_MAX_CHOICES) return props_fail(r, "outcomes", "number", n);
    for (int i = 0; i < n; i++) {
        if (out[i].action <= (i ? out[i - 1].action : 0)) return props_fail(r, "outcomes", "order at", i);
        if (out[i].weight == 0) return props_fail(r, "outcomes", "weight 0 at", i);
        if (!text_round_trip(r, out[i].action)) return false;
    }
    casata_action a = casata_sample(r->g, r->state, &r->rng);
    return among(out, n, a) || props_fail(r, "sample among outcomes", "action", a);
}

/* A loose chi-square test in whole numbers: neighbouring outcomes are pooled until 8 draws are expected, and
 * the sum may exceed its mean by far (a sound sampler fails once in many millions). */
static bool frequencies_hold(struct props_run *r) {
    enum { DRAWS = 720, EXPECTED = 8 };
    struct casata_outcome out[CASATA_MAX_CHOICES];
    uint32_t seen[CASATA_MAX_CHOICES] = {0};
    int n = casata_outcomes(r->g, r->state, out), cells = 0;
    uint64_t total = 0, weight = 0, count = 0;
    for (int i = 0; i < n; i++) total += out[i].weight;
    for (int k = 0; k < DRAWS; k++) {
        casata_action a = casata_sample(r->g, r->state, &r->rng);
        int low = 0, high = n - 1;
        while (low < high) {
            int mid = (low + high) / 2;
            if (out[mid].action < a)
                low = mid + 1;
            else
                high = mid;
        }
        if (out[low].action != a) return props_fail(r, "sample among outcomes", "action", a);
        seen[low]++;
    }
    uint64_t chi = 0; /* in 1/1000 */
    for (int i = 0; i < n; i++) {
        weight += out[i].weight;
        count += seen[i];
        if (weight * DRAWS < EXPECTED * total && i < n - 1) continue;
        uint64_t expected = weight * DRAWS * 1000 / total; /* in 1/1000 */
        int64_t off = (int64_t)(count * 1000) - (int64_t)expected;
        if (expected) chi += (uint64_t)(off * off) / expected;
        weight = count = 0;
        cells++;
    }
    uint64_t bound = 30000 + (uint64_t)cells * 3000; /* mean: cells - 1, deviation: sqrt(2 cells) */
    return chi <= bound || props_fail(r, "sample frequencies", "chi-square in 1/1000:", (int64_t)chi);
}

static bool refused(struct props_run *r, int seat, casata_action a) {
    union props_state copy;
    memcpy(copy.bytes, r->state, r->g->rules->state_size);
    if (casata_play(r->g, copy.bytes, seat, a, NULL) == CASATA_OK)
        return props_fail(r, "play refuses", "accepted action", a);
    if (memcmp(copy.bytes, r->state, r->g->rules->state_size) != 0)
        return props_fail(r, "play refuses", "state changed by a refused action", a);
    return true;
}

/* Junk, near misses of the action that will be played, and the right action by the wrong seat. */
static bool refuses_junk(struct props_run *r, int seat, casata_action played) {
    casata_action legal[CASATA_MAX_CHOICES];
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int n = seat == CASATA_CHANCE ? casata_outcomes(r->g, r->state, out)
                                  : casata_legal(r->g, r->state, seat, legal);
    for (int i = 0; seat == CASATA_CHANCE && i < n; i++) legal[i] = out[i].action;
    const uint64_t random = casata_rng_next(&r->rng);
    const casata_action junk[] = {0, (casata_action)random, played ^ 1u << (random >> 59),
                                  played ^ (casata_action)(random >> 32 & 0xffffff), ~played};
    for (size_t k = 0; k < sizeof junk / sizeof *junk; k++) {
        bool is_legal = false;
        for (int i = 0; i < n; i++) is_legal |= legal[i] == junk[k];
        if (!is_legal && !refused(r, seat, junk[k])) return false;
    }
    unsigned to_act = casata_to_act(r->g, r->state);
    for (int other = -1; other <= CASATA_CHANCE + 1; other++)
        if ((other < 0 || !(to_act >> other & 1)) && !refused(r, other, played)) return false;
    return true;
}

/* --- states -------------------------------------------------------------------------------------------- */

static bool snapshot_round_trip(struct props_run *r) {
    uint8_t bytes[CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE];
    union props_state copy;
    size_t n = casata_snapshot_write(r->g, r->state, bytes);
    const char *wrong = casata_snapshot_read(r->g, bytes, n, copy.bytes);
    if (wrong) return props_fail(r, "snapshot", wrong, (int64_t)n);
    return memcmp(copy.bytes, r->state, r->g->rules->state_size) == 0 ||
           props_fail(r, "snapshot", "other bytes", (int64_t)n);
}

/* A state from outside may hold any bytes: it is judged without harm, and what passes is playable to its end. */
static bool damage_holds(struct props_run *r) {
    union props_state copy;
    const uint16_t size = r->g->rules->state_size;
    for (uint32_t i = 0; i < r->config->damages; i++) {
        memcpy(copy.bytes, r->state, size);
        for (uint32_t n = 1 + casata_rng_below(&r->rng, 3); n; n--)
            copy.bytes[casata_rng_below(&r->rng, size)] = (unsigned char)casata_rng_below(&r->rng, 256);
        if (casata_check(r->g, copy.bytes)) continue;
        if (!casata_playout(r->g, copy.bytes, &r->rng, r->g->rules->max_decisions, NULL))
            return props_fail(r, "damage", "does not end", i);
    }
    return true;
}

static bool scores_hold(struct props_run *r, bool over) {
    const struct casata_rules *rules = r->g->rules;
    for (int seat = 0; seat < r->seats; seat++) {
        int32_t part[2][CASATA_MAX_PARTS] = {{0}}, sum[2] = {0, 0};
        for (int projected = 0; projected < 2; projected++) {
            rules->parts_of(r->g->data, r->state, seat, projected, part[projected]);
            for (int i = 0; i < rules->n_parts; i++) sum[projected] += part[projected][i];
            for (int i = rules->n_parts; i < CASATA_MAX_PARTS; i++)
                if (part[projected][i]) return props_fail(r, "score", "a part without name", i);
            if (casata_score(r->g, r->state, seat, projected) != sum[projected])
                return props_fail(r, "score", "parts do not add up for seat", seat);
        }
        if (over && memcmp(part[0], part[1], sizeof part[0]) != 0)
            return props_fail(r, "score", "the projection is not the result for seat", seat);
    }
    return true;
}

/* The evaluation: the same with and without reasons, which add up to it; at the end it is the score. */
static bool eval_holds(struct props_run *r, bool over) {
    int32_t value[CASATA_MAX_SEATS] = {0}, again[CASATA_MAX_SEATS] = {0};
    int32_t term[CASATA_MAX_SEATS][CASATA_MAX_TERMS];
    if (r->g->rules->bots->terms->n > CASATA_MAX_TERMS)
        return props_fail(r, "evaluation", "number of terms", r->g->rules->bots->terms->n);
    memset(term, 0x55, sizeof term);
    casata_eval(r->g, r->state, value);
    r->g->rules->bots->eval(r->g->data, r->state, (1u << r->seats) - 1, again, term);
    if (memcmp(value, again, sizeof value) != 0)
        return props_fail(r, "evaluation", "another with terms than without", 0);
    for (int seat = 0; seat < r->seats; seat++) {
        if (casata_eval_seat(r->g, r->state, seat) != value[seat])
            return props_fail(r, "evaluation", "another alone than with the others: seat", seat);
        for (int i = 0; i < r->g->rules->bots->terms->n; i++) again[seat] -= term[seat][i];
        if (again[seat]) return props_fail(r, "evaluation", "terms do not add up for seat", seat);
        int32_t score = 100 * casata_score(r->g, r->state, seat, false);
        bool out = casata_out(r->g, r->state, seat, false);
        if (over && (out ? value[seat] >= score : value[seat] != score))
            return props_fail(r, "evaluation", "is not the score at the end for seat", seat);
    }
    return true;
}

/* Does the first seat end before the second one: who is out of the game never does? */
static bool ends_before(const struct props_run *r, int seat, int other) {
    bool out = casata_out(r->g, r->state, seat, true), lost = casata_out(r->g, r->state, other, true);
    if (out || lost) return lost && !out;
    return casata_score(r->g, r->state, seat, true) > casata_score(r->g, r->state, other, true);
}
static bool ranks_hold(struct props_run *r) {
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    bool anybody = false;
    r->g->rules->ranks(r->g->data, r->state, rank);
    for (int seat = 0; seat < r->seats; seat++) anybody |= !casata_out(r->g, r->state, seat, true);
    for (int seat = 0; seat < r->seats; seat++) {
        int better = 0;
        for (int other = 0; other < r->seats; other++) {
            better += rank[other] < rank[seat];
            if (ends_before(r, other, seat) && rank[other] >= rank[seat])
                return props_fail(r, "ranks", "more points and no better rank: seat", other);
        }
        if (rank[seat] != better + (anybody ? 1 : 2)) return props_fail(r, "ranks", "rank of seat", seat);
    }
    return true;
}

/* Properties of the position itself. */
static bool position_holds(struct props_run *r) {
    const char *broken = casata_check(r->g, r->state);
    if (broken) return props_fail(r, "check", broken, 0);
    unsigned to_act = casata_to_act(r->g, r->state);
    if (to_act >> CASATA_CHANCE ? to_act != 1u << CASATA_CHANCE : to_act >> r->seats)
        return props_fail(r, "to act", "bit set", to_act);
    if (!legal_holds(r, to_act)) return false;
    if (to_act >> CASATA_CHANCE && !outcomes_hold(r)) return false;
    if (!props_hidden(r) || !props_order(r)) return false;
    if (r->config->heavy == 0 || casata_rng_below(&r->rng, r->config->heavy) != 0) return true;
    if (to_act >> CASATA_CHANCE && !frequencies_hold(r)) return false;
    if (!snapshot_round_trip(r) || !damage_holds(r) || !scores_hold(r, to_act == 0) ||
        !eval_holds(r, to_act == 0) || !props_scenes(r))
        return false;
    char detail[200] = "";
    const char *more = r->config->more ? r->config->more(r->g, r->state, &r->rng, detail) : NULL;
    return !more || props_fail(r, more, detail, 0);
}

/* Plays `a` through the checked entry, and also on copies at two addresses. */
static bool clone_holds(struct props_run *r, int seat, casata_action a, void *state) {
    union props_state copy;
    const uint16_t size = r->g->rules->state_size;
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        unsigned char *at = copy.bytes + 16 * i;
        memcpy(at, state, size);
        if (casata_hash(r->g, at) != casata_hash(r->g, state))
            return props_fail(r, "clone", "hash of a copy", i);
        casata_apply(r->g, at, seat, a, NULL);
        hash[i] = casata_hash(r->g, at);
    }
    const uint16_t turn = ((struct casata_head *)state)->turn;
    enum casata_status status = casata_play(r->g, state, seat, a, NULL);
    if (status != CASATA_OK) return props_fail(r, "play refuses", "a legal action, status", status);
    if (hash[0] != hash[1] || hash[0] != casata_hash(r->g, state))
        return props_fail(r, "clone", "after action", a);
    return ((struct casata_head *)state)->turn >= turn || props_fail(r, "turn", "goes back from", turn);
}

bool props_game(const struct casata_game *g, int seats, const uint8_t *option, uint64_t seed,
                const struct props_config *config, struct props_failure *failure) {
    union props_state s;
    struct props_run r = {g, config, failure, {{0}}, seed, seats, 0, s.bytes};
    *failure = (struct props_failure){0};
    casata_rng_seed(&r.rng, seed);
    enum casata_status status = casata_init(g, s.bytes, seats, option);
    if (status != CASATA_OK) return props_fail(&r, "init", "status", status);
    for (unsigned to_act; (to_act = casata_to_act(g, s.bytes)) != 0; r.ply++) {
        if (r.ply >= g->rules->max_decisions)
            return props_fail(&r, "length", "bound", g->rules->max_decisions);
        if (!position_holds(&r)) return false;
        int seat = casata_first_seat(to_act);
        while (to_act >> CASATA_CHANCE == 0 && casata_rng_below(&r.rng, 2) && to_act & (to_act - 1))
            seat = casata_first_seat(to_act &= to_act - 1); /* any order of answers */
        casata_action legal[CASATA_MAX_CHOICES], a;
        if (seat == CASATA_CHANCE)
            a = casata_sample(g, s.bytes, &r.rng);
        else
            a = legal[casata_rng_below(&r.rng, (uint32_t)casata_legal(g, s.bytes, seat, legal))];
        if (!refuses_junk(&r, seat, a) || !clone_holds(&r, seat, a, s.bytes)) return false;
    }
    return position_holds(&r) && scores_hold(&r, true) && eval_holds(&r, true) && ranks_hold(&r);
}
