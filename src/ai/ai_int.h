/* ai_int.h: what the files of the opponents share. */
#ifndef CASATA_AI_INT_H
#define CASATA_AI_INT_H

#include "casata/ai.h"
#include "casata/rules.h"

enum { AI_NODE_LOOKS = 2 }; /* the evaluation of all seats takes so many looks at an option */
typedef struct {
    CASATA_STATE_BUFFER(bytes);
} ai_state;

/* e to the power of x, x <= 0, to some three digits. */
static inline float ai_power(float x) {
    float y = 1.0f + x / 256.0f;
    if (y <= 0) return 0;
    for (int i = 0; i < 8; i++) y *= y;
    return y;
}

/* What a seat is ahead of the others, half against the best of them and half against their mean. */
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

/* What people are told of a lead or a loss, in 1/100 points. A seat that is out of a game is worth so little to the search
 * that points have no meaning: it counts as three times what decides a game. */
static inline int32_t ai_told(const struct casata_game *g, int32_t value) {
    int32_t most = 3 * g->rules->bots->margin;
    if (!g->rules->out || value >= -most) return value;
    return -most;
}

/* Part of the win that each seat got, at the end of a game. */
static inline void ai_won(const struct casata_game *g, const void *state, float *win) {
    uint8_t rank[CASATA_MAX_SEATS];
    int seats = ((const struct casata_head *)state)->seats, winners = 0;
    g->rules->ranks(g->data, state, rank);
    for (int i = 0; i < seats; i++) winners += rank[i] == 1;
    for (int i = 0; i < seats; i++) win[i] = rank[i] == 1 ? 1.0f / (float)winners : 0;
}

/* What a position is worth to each seat: chance to win, 0 to 1, and margin in 1/100 points. Without a net a lead by what
 * decides a game makes a win e times as likely. */
void ai_judge(const struct casata_game *g, const struct casata_net *net, const void *state, float *win,
              float *margin);

/* The same margin for one seat alone, which takes less. */
float ai_judge_seat(const struct casata_game *g, const struct casata_net *net, const void *state, int seat);

/* What a net takes to judge for so many seats beside the evaluation, in looks at options (rules->bots->look_ns), about. */
static inline uint32_t ai_net_looks(const struct casata_game *g, const struct casata_net *net, int seats) {
    enum { SEAT_NS = 1500 };
    return net ? (uint32_t)seats * SEAT_NS / g->rules->bots->look_ns : 0;
}

/* Does the action take on a burden (casata_folly)? Nobody does so by mistake. */
bool ai_is_burden(const struct casata_game *g, casata_action a);
/* The action, or a better one where it is plainly foolish: ends with less than is certain, pays for nothing. */
casata_action ai_mend(const struct casata_game *g, const void *view, int seat, struct casata_rng *rng,
                      casata_action a);

#endif
