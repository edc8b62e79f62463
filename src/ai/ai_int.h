/* ai_int.h: shared by the files of the opponents. */
#ifndef CASATA_AI_INT_H
#define CASATA_AI_INT_H

#include "casata/ai.h"
#include "casata/rules.h"

enum { AI_NODE_EVALS = 2 }; /* cost of evaluating all seats, in evaluations of one seat */
typedef struct {
    CASATA_STATE_BUFFER(bytes);
} ai_state;

/* exp(x) for x <= 0, to some three digits: (1 + x/256)^256. */
static inline float ai_exp(float x) {
    float y = 1.0f + x / 256.0f;
    if (y <= 0) return 0;
    for (int i = 0; i < 8; i++) y *= y;
    return y;
}

/* The lead of a seat: half over the best opponent and half over the mean of the others. */
static inline int32_t ai_margin(const int32_t *value, int seats, int seat) {
    int32_t best = INT32_MIN;
    int64_t sum = 0;
    if (seats < 2) return value[seat];
    for (int i = 0; i < seats; i++) {
        if (i == seat) continue;
        if (value[i] > best) best = value[i];
        sum += value[i];
    }
    return value[seat] - (int32_t)((best + sum / (seats - 1)) / 2);
}

/* A lead or a loss as shown to people, in 1/100 points. The search gives a seat that is out of a game so low a value
 * that points have no meaning: it counts as three times the deciding margin. */
static inline int32_t ai_shown(const struct casata_game *g, int32_t value) {
    int32_t most = 3 * g->rules->bots->margin;
    if (!g->rules->out || value >= -most) return value;
    return -most;
}

/* Share of the win of each seat, at the end of a game. */
static inline void ai_win_shares(const struct casata_game *g, const void *state, float *win) {
    uint8_t rank[CASATA_MAX_SEATS];
    int seats = ((const struct casata_head *)state)->seats, winners = 0;
    g->rules->ranks(g->data, state, rank);
    for (int i = 0; i < seats; i++) winners += rank[i] == 1;
    for (int i = 0; i < seats; i++) win[i] = rank[i] == 1 ? 1.0f / (float)winners : 0;
}

/* Win probability, 0 to 1, and margin in 1/100 points of each seat. Without a net the probabilities are a softmax of the
 * margins with the deciding margin as temperature. */
void ai_judge(const struct casata_game *g, const struct casata_net *net, const void *state, float *win,
              float *margin);

/* The same margin for one seat alone, which costs less. */
float ai_judge_seat(const struct casata_game *g, const struct casata_net *net, const void *state, int seat);

/* The cost of a net on top of the evaluation for this many seats, in evaluations of one seat (rules->bots->eval_ns). */
static inline uint32_t ai_net_evals(const struct casata_game *g, const struct casata_net *net, int seats) {
    enum { SEAT_NS = 1500 };
    return net ? (uint32_t)seats * SEAT_NS / g->rules->bots->eval_ns : 0;
}

/* Does the action take on a burden or give something away (casata_blunder_sheet)? No bot does so by noise. */
bool ai_is_burden(const struct casata_game *g, casata_action a);
/* Does the action forgo something in this position? Noise never passes up something free. */
bool ai_is_refusal(const struct casata_game *g, const void *state, casata_action a);
/* The action, or a better one if it is an obvious blunder: gives up a certain result or pays for nothing. */
casata_action ai_fix_blunder(const struct casata_game *g, const void *view, int seat, struct casata_rng *rng,
                             casata_action a);

#endif
