/* blunder.c: the blunder check: decisions that no competent player makes. Works over the rules interface and the
 * game's sheet (casata_blunder_sheet); it must not know any game. */
#include "casata/rules.h"
#include "ai/ai_int.h"

#include <string.h>

CASATA_WORDS(casata_blunder_words, "blunder", CASATA_BLUNDERS);

enum {
    END_NODES = 400, /* longer endings are not searched */
    PASS_NODES = 4000,
    PAIRS = 12,    /* games played on after each of two options ... */
    ON_NODES = 60, /* ... by casata_advise with this many nodes */
    FIXES = 8
};

static uint16_t money(const struct casata_blunder_sheet *u, const void *state, int seat) {
    uint16_t n = 0;
    if (u->money) memcpy(&n, (const char *)state + u->money + (size_t)seat * u->money_step, sizeof n);
    return n;
}
static void set_money(const struct casata_blunder_sheet *u, void *state, int seat, uint16_t n) {
    if (u->money) memcpy((char *)state + u->money + (size_t)seat * u->money_step, &n, sizeof n);
}

static void after(const struct casata_game *g, ai_state *to, const void *state, int seat, casata_action a) {
    memcpy(to->bytes, state, g->rules->state_size);
    casata_apply(g, to->bytes, seat, a, NULL);
}

/* --- the end ------------------------------------------------------------------------------------------------------ */
/* Points at the end; a seat that is out of the game ranks below all others. */
static int32_t points(const struct casata_game *g, const void *state, int seat) {
    return casata_out(g, state, seat, false) ? INT16_MIN : casata_score(g, state, seat, false);
}
/* Points ahead of the others. */
static int32_t lead(const struct casata_game *g, const void *state, int seat) {
    int seats = ((const struct casata_head *)state)->seats;
    int32_t others = INT32_MIN;
    for (int i = 0; i < seats; i++)
        if (i != seat && points(g, state, i) > others) others = points(g, state, i);
    return points(g, state, seat) - (seats > 1 ? others : 0);
}

/* The best final lead of the seat if all remaining decisions are its own. false: they are not, or there are too
 * many. */
static bool certain(const struct casata_game *g, const void *state, int seat, int *nodes, int32_t *best) {
    casata_action option[CASATA_MAX_CHOICES];
    ai_state child;
    unsigned to_act = casata_to_act(g, state);
    if (to_act == 0) {
        *best = lead(g, state, seat);
        return true;
    }
    if (to_act != 1u << seat) return false;
    int n = casata_legal_distinct(g, state, seat, option);
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
                       const casata_action *option, int n, casata_action *better) {
    int32_t best = INT32_MIN, own = INT32_MIN;
    int nodes = 0;
    for (int i = 0; i < n; i++) {
        ai_state child;
        int32_t value;
        after(g, &child, state, seat, option[i]);
        casata_forget_order(g, &child);
        if (!certain(g, &child, seat, &nodes, &value)) return false;
        if (value > best) best = value, *better = option[i];
        if (option[i] == played) own = value;
    }
    return own < best;
}

/* --- paying for nothing --------------------------------------------------------------------------------------------- */
/* The same position except for more money, and worth more for it? */
static bool is_only_richer(const struct casata_game *g, const ai_state *than, const ai_state *other,
                           int seat) {
    const struct casata_blunder_sheet *u = &g->rules->bots->blunders;
    ai_state poorer;
    if (money(u, other, seat) <= money(u, than, seat)) return false;
    if (casata_eval_seat(g, other, seat) <= casata_eval_seat(g, than, seat)) return false; /* worth nothing */
    memcpy(poorer.bytes, other->bytes, g->rules->state_size);
    set_money(u, &poorer, seat, money(u, than, seat));
    return memcmp(poorer.bytes, than->bytes, g->rules->state_size) == 0;
}
/* Does the option lead to the same position with more money, alone or with the played action after it? */
static bool leaves_more(const struct casata_game *g, const ai_state *own, const void *state, int seat,
                        casata_action option, casata_action played) {
    const struct casata_blunder_sheet *u = &g->rules->bots->blunders;
    ai_state other;
    after(g, &other, state, seat, option);
    if (money(u, &other, seat) <= money(u, own, seat)) return false;
    if (is_only_richer(g, own, &other, seat)) return true;
    if (casata_to_act(g, &other) != 1u << seat || !casata_is_legal(g, &other, seat, played)) return false;
    casata_apply(g, &other, seat, played, NULL);
    return is_only_richer(g, own, &other, seat);
}
static bool pays_for_nothing(const struct casata_game *g, const void *state, int seat, casata_action played,
                             const casata_action *option, int n, casata_action *better) {
    ai_state own;
    after(g, &own, state, seat, played);
    for (int i = 0; i < n; i++) {
        if (!leaves_more(g, &own, state, seat, option[i], played)) continue;
        *better = option[i];
        return true;
    }
    return false;
}

bool ai_is_burden(const struct casata_game *g, casata_action a) {
    const char *begin = g->rules->bots->blunders.burdens;
    char text[CASATA_ACTION_TEXT];
    if (!begin) return false;
    casata_action_text(g->rules, a, text);
    for (size_t n; n = strcspn(begin, ";"), n; begin += n + (begin[n] == ';'))
        if (strncmp(text, begin, n) == 0 && (text[n] == 0 || text[n] == ' ')) return true;
    return false;
}

/* --- passing -------------------------------------------------------------------------------------------------------- */
bool ai_is_refusal(const struct casata_game *g, const void *state, casata_action a) {
    const struct casata_head *head = state;
    char text[CASATA_ACTION_TEXT];
    const char *word = g->rules->bots->blunders.refusals;
    if (g->rules->bots->blunders.choosing >> head->frame[head->depth - 1].phase & 1) return false;
    casata_action_text(g->rules, a, text);
    size_t n = strcspn(text, " ");
    for (; word && *word; word += strcspn(word, " ")) {
        word += strspn(word, " ");
        if (strcspn(word, " ") == n && memcmp(word, text, n) == 0) return true;
    }
    return false;
}

/* The options judged to the end of the turn. */
static void advise_turn(const struct casata_game *g, const struct casata_net *net, const void *view, int seat,
                        struct casata_advice *advice) {
    struct casata_rng rng;
    casata_rng_seed(&rng, 1);
    casata_advise(g, net, view, seat, PASS_NODES, &rng, advice);
}

static int32_t value_of(const struct casata_advice *advice, casata_action a) {
    int i = 0;
    while (i < advice->n - 1 && advice->line[i].action != a) i++;
    return advice->line[i].value;
}

/* The choice of a player who looks ahead only to the end of the turn. */
static casata_action plain_choice(const struct casata_game *g, const struct casata_net *net,
                                  const void *state, int seat, struct casata_rng *rng) {
    casata_action option[CASATA_MAX_CHOICES];
    struct casata_advice advice;
    ai_state view;
    if (casata_legal(g, state, seat, option) == 1) return option[0];
    casata_view(g, state, seat, &view);
    casata_advise(g, net, &view, seat, ON_NODES, rng, &advice);
    return advice.line[0].action;
}

/* The final lead of the seat after an action, if everybody continues like this. */
static int32_t play_on(const struct casata_game *g, const struct casata_net *net, const void *view, int seat,
                       casata_action a, uint64_t seed) {
    struct casata_rng chance, rng;
    ai_state state;
    int32_t value[CASATA_MAX_SEATS];
    casata_rng_seed(&chance, seed);
    casata_rng_seed(&rng, ~seed);
    memcpy(&state, view, g->rules->state_size);
    casata_resample(g, &state, seat, &chance);
    casata_apply(g, &state, seat, a, NULL);
    for (unsigned to_act; (to_act = casata_to_act(g, &state)) != 0;) {
        int who = casata_first_seat(to_act);
        a = who == CASATA_CHANCE ? casata_sample(g, &state, &chance)
                                 : plain_choice(g, net, &state, who, &rng);
        casata_apply(g, &state, who, a, NULL);
    }
    casata_eval(g, &state, value);
    return ai_margin(value, ((const struct casata_head *)view)->seats, seat);
}

/* Is an option better by at least `much` in playouts? */
static bool keeps(const struct casata_game *g, const struct casata_net *net, const void *view, int seat,
                  casata_action better, casata_action than, int32_t much) {
    int64_t sum = 0;
    for (uint64_t i = 0; i < PAIRS; i++) /* both with the same luck */
        sum += play_on(g, net, view, seat, better, i) - play_on(g, net, view, seat, than, i);
    return sum >= (int64_t)much * PAIRS;
}

/* Both evaluations must agree, where there are two, and playouts must confirm half of the gain: an evaluation has its
 * blind spots. */
static bool refuses_a_gift(const struct casata_game *g, const void *state, int seat, casata_action played,
                           casata_action *better) {
    const struct casata_blunder_sheet *u = &g->rules->bots->blunders;
    const struct casata_net *net = casata_net_find(g->rules, ((const struct casata_head *)state)->seats);
    struct casata_advice hand, learned;
    ai_state view, child;
    int32_t much = g->rules->bots->margin / 2;
    if (!ai_is_refusal(g, state, played)) return false;
    casata_view(g, state, seat, &view);
    advise_turn(g, NULL, &view, seat, &hand);
    if (hand.line[0].value <= value_of(&hand, played) + much) return false;
    if (net) advise_turn(g, net, &view, seat, &learned);
    for (int i = 0; i < hand.n && hand.line[i].value > value_of(&hand, played) + much; i++) {
        *better = hand.line[i].action;
        after(g, &child, state, seat, *better);
        if (money(u, &child, seat) < money(u, state, seat)) continue; /* not free */
        if (net && value_of(&learned, *better) <= value_of(&learned, played) + much) continue;
        if (keeps(g, net, &view, seat, *better, played, much / 2)) return true;
    }
    return false;
}

/* --- all of it -------------------------------------------------------------------------------------------------------- */
/* Blunders that need no judgement. */
static enum casata_blunder obvious_blunder(const struct casata_game *g, const void *state, int seat,
                                           casata_action played, casata_action *better) {
    casata_action option[CASATA_MAX_CHOICES];
    ai_state root;
    int n = casata_legal(g, state, seat, option);
    if (n < 2) return CASATA_BLUNDER_COUNT;
    memcpy(root.bytes, state, g->rules->state_size);
    casata_forget_order(g, root.bytes);
    if (ends_badly(g, root.bytes, seat, played, option, n, better)) return CASATA_BLUNDER_END;
    if (g->rules->bots->blunders.money && pays_for_nothing(g, root.bytes, seat, played, option, n, better))
        return CASATA_BLUNDER_PAY;
    return CASATA_BLUNDER_COUNT;
}

enum casata_blunder casata_blunder_check(const struct casata_game *g, const void *state, int seat,
                                         casata_action played, casata_action *better) {
    enum casata_blunder what = obvious_blunder(g, state, seat, played, better);
    if (what == CASATA_BLUNDER_COUNT && refuses_a_gift(g, state, seat, played, better))
        return CASATA_BLUNDER_PASS;
    return what;
}

enum casata_blunder casata_blunder_at_end(const struct casata_game *g, const void *state, int seat) {
    return points(g, state, seat) < g->rules->bots->blunders.ruin ? CASATA_BLUNDER_RUIN
                                                                  : CASATA_BLUNDER_COUNT;
}

casata_action ai_fix_blunder(const struct casata_game *g, const void *view, int seat, struct casata_rng *rng,
                             casata_action a) {
    ai_state whole;
    memcpy(whole.bytes, view, g->rules->state_size);
    casata_resample(g, whole.bytes, seat, rng);
    casata_action better = a;
    /* Each is better than the last; the bound is for rules where that would run in a circle. */
    for (int i = 0; i < FIXES && obvious_blunder(g, whole.bytes, seat, a, &better) != CASATA_BLUNDER_COUNT;
         i++)
        a = better;
    return a;
}
