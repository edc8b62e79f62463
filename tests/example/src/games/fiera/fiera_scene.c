/* fiera_scene.c: what lies on the table. It sees a state that is redacted for its viewer. */
#include "games/fiera/fiera.h"

const struct casata_family fiera_families[FIERA_FAMILY_COUNT] = {
    [FIERA_FAMILY_HAND] = {"hand", CASATA_FAN, NULL, "R2.1"},
    [FIERA_FAMILY_OFFER] = {"offer", CASATA_FIXED, NULL, "R5.1"},
    [FIERA_FAMILY_DECK] = {"deck", CASATA_STACK, NULL, "R2.3"},
    [FIERA_FAMILY_SPENT] = {"spent", CASATA_ROW, NULL, "R5.4"},
    [FIERA_FAMILY_PURSE] = {"purse", CASATA_FIXED, NULL, "R4.1"},
};

/* Wares that the viewer knows, each with its own id, its name and its value. Returns how many they are. */
static int add_wares(struct casata_scene_builder *build, unsigned set, int seat, int slot) {
    const struct fiera_data *d = build->data;
    for (unsigned ware = 0; ware < FIERA_WARE_COUNT; ware++) {
        if (!(set >> ware & 1)) continue;
        struct casata_piece *piece = casata_add_piece(build, FIERA_KIND_WARE, seat, slot);
        piece->id = (uint16_t)(CASATA_FREE_ID + ware);
        piece->face = casata_word(&fiera_wares, ware);
        piece->value = d->wares[ware].value;
    }
    return fiera_count(set);
}

static int add_place(struct casata_scene_builder *build, unsigned family, int seat, int value) {
    casata_add_slot(build, family, seat, 0, -1, value);
    return casata_slot_at(build, family, seat, 0);
}

void fiera_scene(struct casata_scene_builder *build) {
    const struct fiera *s = build->state;
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct fiera_player *p = &s->p[seat];
        int hand = add_place(build, FIERA_FAMILY_HAND, seat, -1);
        int known = add_wares(build, p->hand, seat, hand);
        casata_add_pile(build, FIERA_KIND_BACK, seat, hand, (unsigned)(p->held - known));
        casata_add_counter(build, seat, FIERA_UNIT_COIN, p->coins);
        casata_add_counter(build, seat, FIERA_UNIT_WARE, p->held);
    }
    for (int seat = 0; seat < s->head.seats; seat++) {
        int offer = add_place(build, FIERA_FAMILY_OFFER, seat, -1);
        if (s->p[seat].offer == FIERA_FACE_DOWN)
            casata_add_piece(build, FIERA_KIND_BACK, seat, offer);
        else if (s->p[seat].offer)
            add_wares(build, 1u << (s->p[seat].offer - 1), seat, offer);
    }
    casata_add_pile(build, FIERA_KIND_BACK, -1, add_place(build, FIERA_FAMILY_DECK, -1, -1),
                    (unsigned)fiera_deck_size(s));
    add_wares(build, s->spent, -1, add_place(build, FIERA_FAMILY_SPENT, -1, -1));
    add_place(build, FIERA_FAMILY_PURSE, -1, s->purse);
}
