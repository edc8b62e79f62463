/* legacy_hidden.c: the parts hidden from a viewer, and a state that the viewer cannot distinguish from the truth (R23). */
#include "games/legacy/legacy.h"

/* Hands in which the viewer knows the card to be, as a bit set; 0 = unknown. */
static unsigned holders(const struct legacy *s, unsigned friend, int viewer) {
    unsigned row = 0;
    if (viewer < LEG_MAX_SEATS) return s->known[friend] >> viewer * 4 & 15u & ~(1u << viewer);
    for (unsigned i = 0; i < LEG_MAX_SEATS; i++) row |= (s->known[friend] >> i * 5 & 1u) << i;
    return row;
}
static bool is_single(unsigned set) { return set && !(set & (set - 1)); }

enum { OPEN_BITS = 0x8421 }; /* spectators' knowledge is public */

/* R23.1: other hands, as far as their cards were not seen (G65), and other patrons; R23.2: the order of the deck.
 * After the game patrons are open (R22.1). */
void leg_redact(const void *data, void *state, int viewer) {
    struct legacy *s = state;
    (void)data;
    unsigned keep = OPEN_BITS | (viewer < LEG_MAX_SEATS ? 15u << viewer * 4 : 0);
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        unsigned at = s->at[i];
        s->known[i] = (uint16_t)(s->known[i] & keep);
        if (at == LEG_DECK) s->at[i] = LEG_HIDDEN;
        if (at < LEG_HAND || (int)(at - LEG_HAND) == viewer || is_single(holders(s, i, viewer))) continue;
        s->at[i] = LEG_HIDDEN;
        if (leg_is_stale(s, i)) s->p[at - LEG_HAND].held_old++;
    }
    for (int i = 0; i < s->head.seats && s->head.depth; i++)
        if (i != viewer) s->p[i].patron = 0;
    leg_derive_sets(s);
}

struct room { /* for hidden cards: from before the last shuffle, and from the deck since then */
    uint8_t left[2][LEG_MAX_SEATS];
};
static void put(struct legacy *s, struct room *room, unsigned friend, unsigned seat) {
    s->at[friend] = (uint8_t)(LEG_HAND + seat);
    room->left[!leg_is_stale(s, friend)][seat]--;
}
/* Finds a hand with room for a card by moving others of its kind along, at most `depth` of them. */
static bool seat_card(struct legacy *s, struct room *room, unsigned friend, int viewer, unsigned visited,
                      struct casata_rng *rng) {
    unsigned pile = !leg_is_stale(s, friend), may = holders(s, friend, viewer) & ~visited;
    unsigned turn = casata_rng_below(rng, LEG_MAX_SEATS);
    for (unsigned k = 0; k < LEG_MAX_SEATS; k++) {
        unsigned seat = (turn + k) % LEG_MAX_SEATS;
        if (may >> seat & 1 && room->left[pile][seat]) {
            put(s, room, friend, seat);
            return true;
        }
    }
    for (unsigned seat = 0; seat < LEG_MAX_SEATS; seat++) {
        if (!(may >> seat & 1)) continue;
        for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
            if (i == friend || s->at[i] != LEG_HAND + seat || !leg_is_stale(s, i) != (int)pile ||
                is_single(holders(s, i, viewer)) || !holders(s, i, viewer))
                continue;
            s->at[i] = LEG_HIDDEN;
            room->left[pile][seat]++;
            if (seat_card(s, room, i, viewer, visited | 1u << seat, rng)) {
                put(s, room, friend, seat);
                return true;
            }
            put(s, room, i, seat);
        }
    }
    return false;
}
/* Hidden cards of one kind in random order. */
static unsigned list_hidden(const struct legacy *s, bool stale, int viewer, bool traced,
                            struct casata_rng *rng, uint8_t *out) {
    unsigned n = 0;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++)
        if (s->at[i] == LEG_HIDDEN && leg_is_stale(s, i) == stale && (holders(s, i, viewer) != 0) == traced)
            out[n++] = (uint8_t)i;
    for (unsigned i = n; i > 1; i--) {
        unsigned j = casata_rng_below(rng, i);
        uint8_t t = out[i - 1];
        out[i - 1] = out[j];
        out[j] = t;
    }
    return n;
}
static void deal_hidden(struct legacy *s, struct room *room, int viewer, struct casata_rng *rng) {
    uint8_t card[LEG_FRIEND_COUNT];
    for (unsigned pile = 0; pile < 2; pile++) {
        unsigned n = list_hidden(s, !pile, viewer, true, rng, card), next = 0;
        for (unsigned i = 0; i < n; i++) seat_card(s, room, card[i], viewer, 0, rng);
        n = list_hidden(s, !pile, viewer, false, rng, card);
        for (unsigned seat = 0; seat < LEG_MAX_SEATS; seat++)
            while (room->left[pile][seat] && next < n) put(s, room, card[next++], seat);
        for (; next < n; next++) s->at[card[next]] = LEG_DECK;
    }
}
/* Of the others' knowledge of each other's hands, only the public part is drawn. */
static void share_knowledge(struct legacy *s, int viewer) {
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) {
        unsigned open = holders(s, i, CASATA_SPECTATOR), at = s->at[i];
        if (at < LEG_HAND) continue;
        for (unsigned other = 0; other < s->head.seats || (open && other < LEG_MAX_SEATS); other++) {
            if ((int)other == viewer || other == at - LEG_HAND || other >= LEG_MAX_SEATS) continue;
            s->known[i] = (uint16_t)(s->known[i] | (open & ~(1u << other)) << other * 4);
        }
    }
}
void leg_resample(const void *data, void *state, int viewer, struct casata_rng *rng) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    struct room room = {{{0}}};
    leg_redact(d, s, viewer);
    for (unsigned seat = 0; seat < s->head.seats; seat++) {
        unsigned seen = 0;
        for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) seen += s->at[i] == LEG_HAND + seat;
        room.left[0][seat] = s->p[seat].held_old;
        room.left[1][seat] = (uint8_t)(s->p[seat].held - seen - s->p[seat].held_old);
        s->p[seat].held_old = 0;
    }
    deal_hidden(s, &room, viewer, rng);
    share_knowledge(s, viewer);
    leg_derive_sets(s);
    if (leg_testament(s) || s->head.depth == 0) return;
    unsigned left = (1u << LEG_PATRON_COUNT) - 1, dealt = s->head.seats;
    if (!s->gen) { /* set-up: as many as were dealt */
        const struct casata_frame *top = casata_top_of(s);
        if (top->phase == LEG_PH_PATRONS) dealt = top->seat;
        if (s->head.depth > 1 && s->head.frame[1].phase == LEG_PH_DEAL) dealt = 0;
    }
    for (unsigned i = 0; i < s->head.seats; i++)
        if (s->p[i].patron) left &= ~(1u << (s->p[i].patron - 1));
    for (unsigned i = 0; i < dealt; i++) {
        if (s->p[i].patron) continue;
        unsigned k = casata_rng_below(rng, (uint32_t)__builtin_popcount(left)), set = left;
        for (; k > 0; k--) set &= set - 1;
        s->p[i].patron = (uint8_t)(__builtin_ctz(set) + 1);
        left &= ~(1u << (s->p[i].patron - 1));
    }
}
