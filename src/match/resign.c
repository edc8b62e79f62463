/* resign.c: seats that resigned: when that ends a match, and how they rank then (match.h). Games know nothing of
 * it: their rules have no such move. */
#include "casata/match.h"
#include "casata/rules.h"

/* Seats that have not resigned. */
static int count_left(const int *resigned, int seats) {
    int left = 0;
    for (int i = 0; i < seats; i++) left += !resigned[i];
    return left;
}

bool casata_given_up(const int *resigned, int seats) {
    int left = count_left(resigned, seats);
    return left < seats && left <= 1;
}

void casata_ranks(const struct casata_game *g, const void *state, const int *resigned, uint8_t *rank) {
    const struct casata_head *h = state;
    uint8_t played[CASATA_MAX_SEATS] = {0}, best = UINT8_MAX;
    int left = count_left(resigned, h->seats);
    g->rules->ranks(g->data, state, played);
    for (int i = 0; i < h->seats; i++)
        if (played[i] < best) best = played[i];
    /* In a game without a winner, resignations make none; but the last seat left wins. */
    int above = casata_given_up(resigned, h->seats) ? left == 0 : best > 1;
    for (int i = 0; i < h->seats; i++) {
        int before = resigned[i] ? left : 0;
        for (int k = 0; k < h->seats; k++)
            before += resigned[i] ? resigned[k] > resigned[i] : !resigned[k] && played[k] < played[i];
        rank[i] = (uint8_t)(1 + above + before);
    }
}

void casata_match_resigned(const struct casata_match *m, int *resigned) {
    for (int i = 0; i < m->seats; i++) resigned[i] = m->seat[i].resigned;
}

static bool is_given_up(const struct casata_match *m) {
    int resigned[CASATA_MAX_SEATS];
    casata_match_resigned(m, resigned);
    return casata_given_up(resigned, m->seats);
}

unsigned casata_match_deciders(const struct casata_match *m) {
    return is_given_up(m) ? 0 : casata_to_act(&m->game, m->state);
}

void casata_match_ranks(const struct casata_match *m, uint8_t *rank) {
    int resigned[CASATA_MAX_SEATS];
    casata_match_resigned(m, resigned);
    casata_ranks(&m->game, m->state, resigned, rank);
}

const char *casata_match_resign(struct casata_match *m, int seat) {
    if (!casata_match_deciders(m)) return "the game is over";
    if (m->seat[seat].resigned) return "the seat has already resigned";
    m->seat[seat].resigned = 1 + m->n_log;
    return NULL;
}
