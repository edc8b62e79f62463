/* fiera_hidden.c: what a viewer may not know (G1, R5.2): the deck, the hands and the face-down offers of others. */
#include "games/fiera/fiera.h"

void fiera_redact(const void *data, void *state, int viewer) {
    struct fiera *s = state;
    (void)data;
    s->hidden |= s->deck;
    s->deck = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct fiera_player *p = &s->p[seat];
        if (seat == viewer) continue;
        s->hidden |= p->hand;
        p->hand = 0;
        if (p->offer == 0 || p->offer == FIERA_FACE_DOWN) continue;
        s->hidden |= (uint16_t)(1u << (p->offer - 1));
        p->offer = FIERA_FACE_DOWN;
    }
}

/* Takes a random ware out of a set. */
static unsigned draw(uint16_t *set, struct casata_rng *rng) {
    unsigned skip = casata_rng_below(rng, (uint32_t)fiera_count(*set)), ware = 0;
    for (;; ware++)
        if (*set >> ware & 1 && skip-- == 0) break;
    *set &= (uint16_t) ~(1u << ware);
    return ware;
}

void fiera_resample(const void *data, void *state, int viewer, struct casata_rng *rng) {
    struct fiera *s = state;
    fiera_redact(data, s, viewer);
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct fiera_player *p = &s->p[seat];
        if (p->offer == FIERA_FACE_DOWN) p->offer = (uint8_t)(1 + draw(&s->hidden, rng));
        while (fiera_count(p->hand) < p->held) p->hand |= (uint16_t)(1u << draw(&s->hidden, rng));
    }
    s->deck = s->hidden;
    s->hidden = 0;
}
