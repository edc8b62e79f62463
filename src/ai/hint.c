/* hint.c: the gains of an option by the end of the turn, in the named terms of the evaluation. Works over the rules
 * interface; it must not know any game. */
#include "casata/rules.h"
#include "ai/tree.h"

#include <string.h>

enum {
    WORLDS = 6,       /* samples of hidden parts and chance */
    COMPARED = 6,     /* best options: a gain common to all of them is no reason for one */
    SEEN_PART = 12,   /* an option counts from 1/SEEN_PART of the visits of the best */
    REASON_LEAST = 50 /* 1/100 points: less is no reason */
};

/* The seat's choice on the way to the end of the turn: the most visited option, else the best static value. */
static casata_action choose(struct tree *t, uint32_t node, const void *state, uint32_t *child) {
    casata_action action[CASATA_MAX_CHOICES], best = 0;
    int n = casata_legal_distinct(&t->game, state, t->seat, action);
    uint32_t e = node && t->node[node].seat == t->seat ? t->node[node].edges : 0, most = 0;
    *child = 0;
    for (int i = 0; i < n; i++) {
        while (e && t->edge[e].action < action[i]) e = t->edge[e].next;
        if (!e || t->edge[e].action != action[i] || t->edge[e].visits <= most) continue;
        most = t->edge[e].visits;
        best = action[i];
        *child = t->edge[e].child;
    }
    float best_value = -1e9f;
    for (int i = 0; i < n && !most; i++) {
        float value = n > 1 ? tree_static_eval(t, state, t->seat, action[i]) : 0;
        if (value > best_value) best_value = value, best = action[i];
    }
    if (n == 1) *child = node; /* a single option has no node */
    return best;
}

/* Plays an option and the rest of the turn. */
static void finish_turn(struct tree *t, void *state, casata_action a) {
    const struct casata_head *h = state;
    unsigned turn = h->turn, to_act;
    uint32_t e = t->root ? t->node[t->root].edges : 0, node;
    while (e && t->edge[e].action != a) e = t->edge[e].next;
    node = e ? t->edge[e].child : 0;
    casata_apply(&t->game, state, t->seat, a, NULL);
    casata_forget_order(&t->game, state);
    for (int i = 0; i < MAX_DEPTH && h->turn == turn; i++) {
        to_act = casata_to_act(&t->game, state);
        if (to_act >> CASATA_CHANCE & 1) {
            casata_apply(&t->game, state, CASATA_CHANCE, casata_sample(&t->game, state, &t->rng), NULL);
            node = 0;
        } else if (to_act >> t->seat & 1)
            casata_apply(&t->game, state, t->seat, choose(t, node, state, &node), NULL);
        else
            return;
    }
}

struct gains {
    int32_t of[CASATA_MAX_TERMS];
};
/* Change in the terms of the seat by the end of its turn. */
static void gains_of_turn(struct tree *t, casata_action a, int32_t *gain) {
    int32_t now[CASATA_MAX_SEATS][CASATA_MAX_TERMS], then[CASATA_MAX_SEATS][CASATA_MAX_TERMS];
    int n = t->game.rules->bots->terms->n;
    ai_state state;
    memset(gain, 0, CASATA_MAX_TERMS * sizeof *gain);
    for (int w = 0; w < WORLDS; w++) {
        memcpy(state.bytes, t->view.bytes, t->game.rules->state_size);
        casata_resample(&t->game, state.bytes, t->seat, &t->rng);
        casata_terms(&t->game, state.bytes, now);
        finish_turn(t, state.bytes, a);
        casata_terms(&t->game, state.bytes, then);
        for (int i = 0; i < n; i++) gain[i] += then[t->seat][i] - now[t->seat][i];
    }
    for (int i = 0; i < n; i++) gain[i] /= WORLDS;
}

/* The common part of all gains: the one nearest to 0 if all have the same sign. */
static int32_t common(const struct gains *gain, int n, int term) {
    int32_t least = gain[0].of[term];
    for (int i = 1; i < n; i++) {
        int32_t g = gain[i].of[term];
        if ((g < 0) != (least < 0)) return 0;
        if (g < 0 ? g > least : g < least) least = g;
    }
    return least;
}

static void add_reason(struct casata_hint *hint, int term, int32_t value) {
    int32_t size = value < 0 ? -value : value;
    if (size < REASON_LEAST) return;
    int at = hint->n_reasons < CASATA_REASONS ? hint->n_reasons++ : CASATA_REASONS;
    for (; at > 0; at--) {
        int32_t other = hint->reason[at - 1].value;
        if ((other < 0 ? -other : other) >= size) break;
        if (at < CASATA_REASONS) hint->reason[at] = hint->reason[at - 1];
    }
    if (at < CASATA_REASONS) hint->reason[at] = (struct casata_reason){(uint8_t)term, value};
}

int tree_hints(struct tree *t, const struct casata_advice *advice, struct casata_hint hint[CASATA_HINTS]) {
    struct gains gain[COMPARED];
    int seen = 0, n = advice->n < CASATA_HINTS ? advice->n : CASATA_HINTS;
    while (seen < COMPARED && seen < advice->n &&
           (seen < n || advice->line[seen].visits * SEEN_PART > advice->line[0].visits))
        gains_of_turn(t, advice->line[seen].action, gain[seen].of), seen++;
    for (int i = 0; i < n; i++) {
        const struct casata_advice_line *line = &advice->line[i];
        hint[i] =
            (struct casata_hint){line->action, ai_shown(&t->game, line->value), line->visits, 0, {{0, 0}}};
        for (int k = 0; k < t->game.rules->bots->terms->n; k++)
            add_reason(&hint[i], k, gain[i].of[k] - (seen > 1 ? common(gain, seen, k) : 0));
    }
    return n;
}

void tree_reasons(struct tree *t, casata_action than, struct casata_hint *hint) {
    struct gains own, other;
    struct casata_rng same = t->rng; /* the same worlds for both */
    gains_of_turn(t, hint->action, own.of);
    t->rng = same;
    gains_of_turn(t, than, other.of);
    int32_t sum = 0;
    for (int k = 0; k < t->game.rules->bots->terms->n; k++) sum += own.of[k] - other.of[k];
    hint->n_reasons = 0;
    for (int k = 0; sum > 0 && k < t->game.rules->bots->terms->n; k++)
        add_reason(hint, k, own.of[k] - other.of[k]);
}
