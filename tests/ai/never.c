/* never.c: what must never be decided (never.h): rules that hold in every game, and for each game which decisions are a
 * refusal, what is money and what is ruin. */
#include "never.h"

#include "games/legacy/legacy.h"
#include "games/signorie/signorie.h"
#include "games/virtu/virtu.h"

#include <stdio.h>
#include <string.h>

CASATA_WORDS(never_words, "never", NEVERS);

enum { END_NODES = 400 /* a longer ending is not looked at */, PASS_NODES = 4000 };

/* --- what the games differ in ----------------------------------------------------------------------------------- */
struct subject {
    const char *id;
    const char *refusals;   /* verbs, each between blanks */
    size_t money, money_of; /* uint16_t of seat 0 and bytes to that of the next seat; 0: none */
    int32_t ruin;           /* a score that nobody may end with */
};
#define MONEY(type, field) offsetof(struct type, p[0].field), sizeof(((struct type *)0)->p[0])
static const struct subject subjects[] = {
    {"signorie", " pass stop skip decline ", MONEY(signorie, florins), 30},
    {"zhanguo", " pass stop decline ", 0, 0, 20},
    {"legacy", " pass stop skip decline later ", MONEY(legacy, gold),
     0}, /* a family that dies out has -3000 */
    {"virtu", " pass stop forgo give_up keep ", MONEY(virtu, florins), -10},
};

static const struct subject *subject_of(const struct casata_game *g) {
    static const struct subject other = {"", " ", 0, 0, INT32_MIN};
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(subjects[i].id, g->rules->id) == 0) return &subjects[i];
    return &other;
}

static uint16_t money(const struct subject *u, const void *state, int seat) {
    uint16_t n = 0;
    if (u->money) memcpy(&n, (const char *)state + u->money + (size_t)seat * u->money_of, sizeof n);
    return n;
}
static void set_money(const struct subject *u, void *state, int seat, uint16_t n) {
    if (u->money) memcpy((char *)state + u->money + (size_t)seat * u->money_of, &n, sizeof n);
}

struct state {
    uint64_t w[CASATA_MAX_STATE / 8];
};
static void after(const struct casata_game *g, struct state *to, const void *state, int seat,
                  casata_action a) {
    memcpy(to, state, g->rules->state_size);
    casata_apply(g, to, seat, a, NULL);
}

static void tell(const struct casata_game *g, casata_action played, casata_action better, char text[160]) {
    char a[CASATA_ACTION_TEXT], b[CASATA_ACTION_TEXT];
    casata_action_text(g->rules, played, a);
    casata_action_text(g->rules, better, b);
    snprintf(text, 160, "%.70s, better %.70s", a, b);
}

/* --- the end ------------------------------------------------------------------------------------------------------ */
/* Points ahead of the others. */
static int32_t lead(const struct casata_game *g, const void *state, int seat) {
    int seats = ((const struct casata_head *)state)->seats;
    int32_t others = INT32_MIN;
    for (int i = 0; i < seats; i++)
        if (i != seat && casata_score(g, state, i, false) > others) others = casata_score(g, state, i, false);
    return casata_score(g, state, seat, false) - (seats > 1 ? others : 0);
}

/* The best lead that the seat can end with if nobody else and no chance decides any more. false: somebody does, or it is
 * too long. */
static bool certain(const struct casata_game *g, const void *state, int seat, int *nodes, int32_t *best) {
    casata_action option[CASATA_MAX_CHOICES];
    struct state child;
    unsigned to_act = casata_to_act(g, state);
    if (to_act == 0) {
        *best = lead(g, state, seat);
        return true;
    }
    if (to_act != 1u << seat) return false;
    int n = casata_legal(g, state, seat, option);
    *best = INT32_MIN;
    for (int i = 0; i < n; i++) {
        int32_t value;
        after(g, &child, state, seat, option[i]);
        if (++*nodes > END_NODES || !certain(g, &child, seat, nodes, &value)) return false;
        if (value > *best) *best = value;
    }
    return true;
}

static bool ends_badly(const struct casata_game *g, const void *state, int seat, casata_action played,
                       const casata_action *option, int n, char text[160]) {
    int32_t best = INT32_MIN, own = INT32_MIN;
    casata_action better = 0;
    int nodes = 0;
    for (int i = 0; i < n; i++) {
        struct state child;
        int32_t value;
        after(g, &child, state, seat, option[i]);
        if (!certain(g, &child, seat, &nodes, &value)) return false;
        if (value > best) best = value, better = option[i];
        if (option[i] == played) own = value;
    }
    if (own >= best) return false;
    tell(g, played, better, text);
    return true;
}

/* --- paying for nothing --------------------------------------------------------------------------------------------- */
static bool pays_for_nothing(const struct casata_game *g, const struct subject *u, const void *state,
                             int seat, casata_action played, const casata_action *option, int n,
                             char text[160]) {
    struct state own, other;
    after(g, &own, state, seat, played);
    for (int i = 0; i < n; i++) {
        after(g, &other, state, seat, option[i]);
        if (money(u, &other, seat) <= money(u, &own, seat)) continue;
        set_money(u, &other, seat, money(u, &own, seat));
        if (memcmp(&own, &other, g->rules->state_size) != 0) continue;
        tell(g, played, option[i], text);
        return true;
    }
    return false;
}

/* --- passing -------------------------------------------------------------------------------------------------------- */
static bool is_refusal(const struct casata_game *g, const struct subject *u, casata_action a) {
    char text[CASATA_ACTION_TEXT], verb[CASATA_ACTION_TEXT + 2];
    casata_action_text(g->rules, a, text);
    snprintf(verb, sizeof verb, " %.*s ", (int)strcspn(text, " "), text);
    return strstr(u->refusals, verb) != NULL;
}

static bool refuses_a_gift(const struct casata_game *g, const struct subject *u, const void *state, int seat,
                           casata_action played, char text[160]) {
    static struct casata_advice advice;
    struct state view, child;
    struct casata_rng rng;
    int32_t own = INT32_MAX;
    if (!is_refusal(g, u, played)) return false;
    memcpy(&view, state, g->rules->state_size);
    casata_redact(g, &view, seat);
    casata_rng_seed(&rng, 1);
    casata_advise(g, &view, seat, PASS_NODES, &rng, &advice);
    for (int i = 0; i < advice.n; i++)
        if (advice.line[i].action == played) own = advice.line[i].value;
    for (int i = 0; i < advice.n && advice.line[i].value > own + g->rules->margin / 2; i++) {
        after(g, &child, state, seat, advice.line[i].action);
        if (money(u, &child, seat) < money(u, state, seat)) continue; /* not for nothing */
        tell(g, played, advice.line[i].action, text);
        return true;
    }
    return false;
}

/* --- all of it -------------------------------------------------------------------------------------------------------- */
enum never never_look(const struct casata_game *g, const void *state, int seat, casata_action played,
                      char text[160]) {
    const struct subject *u = subject_of(g);
    casata_action option[CASATA_MAX_CHOICES];
    int n = casata_legal(g, state, seat, option);
    if (n < 2) return NEVER_COUNT;
    if (ends_badly(g, state, seat, played, option, n, text)) return NEVER_END;
    if (u->money && pays_for_nothing(g, u, state, seat, played, option, n, text)) return NEVER_PAY;
    if (refuses_a_gift(g, u, state, seat, played, text)) return NEVER_PASS;
    return NEVER_COUNT;
}

enum never never_end(const struct casata_game *g, const void *state, int seat, char text[160]) {
    int32_t score = casata_score(g, state, seat, false);
    if (score >= subject_of(g)->ruin) return NEVER_COUNT;
    snprintf(text, 160, "seat %d has %d points", seat, (int)score);
    return NEVER_RUIN;
}
