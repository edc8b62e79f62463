/* train_play.c: self-play games for training (train_play.h). Knows no game. */
#include "casata/rules.h"
#include "lab/train_play.h"

#include <string.h>

const struct casata_skill train_player = {
    .think = 1500, .explore = 100, .temper = 12, .squash = 100, .spread = 15, .win = 50, .alone = 1};
static const uint32_t random_part = 40; /* one decision in this many is random */

/* --- playing ------------------------------------------------------------------------------------------------------- */
static casata_action choose(const struct casata_match *m, int seat, struct casata_mind *mind,
                            const struct casata_skill *skill, struct casata_rng *rng) {
    CASATA_STATE_BUFFER(view);
    casata_action option[CASATA_MAX_CHOICES];
    if (casata_rng_below(rng, random_part) == 0)
        return option[casata_rng_below(rng,
                                       (uint32_t)casata_legal_distinct(&m->game, m->state, seat, option))];
    casata_view(&m->game, m->state, seat, view);
    return casata_decide(mind, &m->game, view, seat, skill, casata_rng_next(rng));
}

bool train_play(const struct casata_game *g, int seats, const struct casata_net *net,
                const struct casata_skill *skill, uint64_t seed, struct casata_mind *mind,
                struct casata_match *m) {
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    casata_mind_net(mind, net);
    if (casata_match_new(m, g, seats, NULL, 0)) return false;
    m->manual_chance = true;
    for (int seat; (seat = casata_match_to_act(m)) >= 0;) {
        casata_action a =
            seat == CASATA_CHANCE ? casata_sample(g, m->state, &rng) : choose(m, seat, mind, skill, &rng);
        if (casata_match_play(m, seat, a, NULL)) {
            casata_match_free(m);
            return false;
        }
    }
    return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------- */
static void record(const struct trainer *t, const void *state, struct train_game *game) {
    int16_t in[CASATA_MAX_SEATS][NET_INPUTS];
    if (game->n == TRAIN_POSITIONS) return;
    size_t seats = (size_t)t->seats, inputs = (size_t)t->inputs, at = (size_t)game->n++ * seats;
    net_read(&t->game, state, in, game->margin + at);
    for (size_t s = 0; s < seats; s++) memcpy(game->in + (at + s) * inputs, in[s], inputs * sizeof in[0][0]);
}

static void finish(const struct trainer *t, const void *state, struct train_game *game) {
    int32_t value[CASATA_MAX_SEATS];
    casata_eval(&t->game, state, value);
    for (int s = 0; s < t->seats; s++) game->result[s] = (float)ai_margin(value, t->seats, s);
    ai_win_shares(&t->game, state, game->won);
}

void train_read(const struct trainer *t, const struct casata_match *m, struct train_game *game) {
    CASATA_STATE_BUFFER(state);
    const struct casata_head *h = (const struct casata_head *)(const void *)state;
    unsigned turn = 0;
    int actor = -1;
    game->n = 0;
    memcpy(state, m->start, m->game.rules->state_size);
    for (int i = 0; i < m->n_log; i++) {
        const struct casata_entry *e = &m->log[i];
        if (actor >= 0 && (h->turn != turn || (e->seat != actor && e->seat != CASATA_CHANCE)))
            record(t, state, game), actor = -1;
        if (e->seat != CASATA_CHANCE) actor = e->seat, turn = h->turn;
        casata_apply(&t->game, state, e->seat, e->action, NULL);
    }
    finish(t, state, game);
}
