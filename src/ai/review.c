/* review.c: looking back on a game: the value of positions, luck, the cost of decisions. Works over the rules
 * interface; it must not know any game. */
#include "casata/rules.h"
#include "ai/net.h"

#include <string.h>

enum { SAMPLES = 48 /* outcomes drawn if there are more */, WIN = 10000 };

void casata_judge(const struct casata_game *g, const struct casata_net *net, const void *state, int32_t *win,
                  int32_t *margin) {
    float chance[CASATA_MAX_SEATS], ahead[CASATA_MAX_SEATS];
    ai_judge(g, net, state, chance, ahead);
    int seats = ((const struct casata_head *)state)->seats;
    for (int i = 0; i < seats; i++) {
        margin[i] = ai_shown(g, (int32_t)ahead[i]);
        if (seats > 1) margin[i] = -ai_shown(g, -margin[i]); /* ahead of a seat that is out */
        win[i] = (int32_t)(chance[i] * WIN + 0.5f);
    }
}

static void margins_after(const struct casata_game *g, const struct casata_net *net, const void *state,
                          casata_action a, int32_t *margin) {
    ai_state child;
    int32_t win[CASATA_MAX_SEATS];
    memcpy(child.bytes, state, g->rules->state_size);
    casata_apply(g, child.bytes, CASATA_CHANCE, a, NULL);
    casata_judge(g, net, child.bytes, win, margin);
}

void casata_luck(const struct casata_game *g, const struct casata_net *net, const void *state,
                 casata_action a, struct casata_rng *rng, int32_t *luck) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int seats = ((const struct casata_head *)state)->seats, n = casata_outcomes(g, state, out);
    int32_t margin[CASATA_MAX_SEATS];
    int64_t sum[CASATA_MAX_SEATS] = {0}, weights = 0;
    bool all = n <= SAMPLES;
    for (int i = 0; i < (all ? n : SAMPLES); i++) {
        int64_t weight = all ? out[i].weight : 1;
        margins_after(g, net, state, all ? out[i].action : casata_sample(g, state, rng), margin);
        for (int s = 0; s < seats; s++) sum[s] += weight * margin[s];
        weights += weight;
    }
    margins_after(g, net, state, a, margin);
    for (int s = 0; s < seats; s++) luck[s] = margin[s] - (int32_t)(sum[s] / weights);
}

CASATA_WORDS(casata_grade_words, "grade", CASATA_GRADES);
enum casata_grade casata_grade(const struct casata_rules *rules, int32_t cost) {
    enum { BLUNDER_PART = 4, MISTAKE_PART = 10 };
    int32_t margin = rules->bots->margin;
    if (cost * BLUNDER_PART >= margin) return CASATA_BLUNDER;
    return cost * MISTAKE_PART >= margin ? CASATA_MISTAKE : CASATA_SOUND;
}
