/* toy_scene.c: the table of the toy game for a viewer. It sees a redacted state only. */
#include "casata/rules.h"
#include "core/stage.h"
#include "toy/toy.h"

#define TOY_KINDS(X) X(TOY_CARD, "card") X(TOY_BACK, "back")
enum { TOY_KINDS(CASATA_ENUM) TOY_KIND_COUNT };
CASATA_WORDS(toy_kinds, "kind", TOY_KINDS);

const struct casata_family toy_families[] = {
    {"hand", CASATA_FAN, NULL, "T1"},
    {"bid", CASATA_FIXED, NULL, "T2"},
    {"deck", CASATA_STACK, NULL, "T1"},
    {"spent", CASATA_ROW, NULL, "T3"},
};

/* Piece ids: cards by their number; backs of a hand, a bid and the deck behind them. */
enum { ID_HAND = 20, ID_BID = 30, ID_DECK = 40 };

static int add_slot(struct casata_scene *scene, int family, int seat) {
    scene->slot[scene->n_slots] = (struct casata_slot){
        .family = (uint8_t)family, .row = 0, .col = -1, .seat = (int8_t)seat, .value = -1};
    return scene->n_slots++;
}

static void add_piece(struct casata_scene *scene, int id, int slot, int kind, int value, int count) {
    if (count == 0) return;
    scene->piece[scene->n_pieces++] = (struct casata_piece){.id = (uint16_t)id,
                                                            .slot = (uint16_t)slot,
                                                            .seat = scene->slot[slot].seat,
                                                            .index = (uint8_t)kind,
                                                            .value = (int16_t)value,
                                                            .count = (int16_t)count};
}

/* Known cards lie open; returns how many they are. */
static int add_cards(struct casata_scene *scene, const struct toy_data *d, unsigned set, int slot) {
    int n = 0;
    for (int card = 0; card < TOY_CARDS; card++) {
        if (!(set >> card & 1)) continue;
        add_piece(scene, card, slot, TOY_CARD, d->value[card], 1);
        n++;
    }
    return n;
}

/* Binds a bid to the card that one would touch. */
void toy_describe_bid(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                      struct casata_choice *c) {
    const struct casata_scene *scene = stage->scene;
    (void)f;
    for (int i = 0; i < scene->n_pieces; i++) {
        const struct casata_piece *piece = &scene->piece[i];
        if (piece->seat != seat || piece->index != TOY_CARD || piece->id != casata_a(c->action)) continue;
        c->slot = (int16_t)piece->slot;
        c->piece = (int16_t)i;
        c->rule = "T2";
        return;
    }
}

void toy_scene(struct casata_stage *stage) {
    const struct toy_state *s = stage->state;
    const struct toy_data *data = stage->data;
    struct casata_scene *scene = stage->scene;
    int hand[TOY_SEATS];
    for (int seat = 0; seat < s->head.seats; seat++) {
        hand[seat] = add_slot(scene, TOY_FAMILY_HAND, seat);
        int open = add_cards(scene, data, s->seat[seat].hand, hand[seat]);
        add_piece(scene, ID_HAND + seat, hand[seat], TOY_BACK, -1, s->seat[seat].held - open);
        scene->counter[scene->n_counters++] = (struct casata_counter){(uint8_t)seat, 0, s->seat[seat].coins};
    }
    for (int seat = 0; seat < s->head.seats; seat++) {
        int slot = add_slot(scene, TOY_FAMILY_BID, seat);
        uint8_t bid = s->seat[seat].bid;
        if (bid == TOY_FACE_DOWN)
            add_piece(scene, ID_BID + seat, slot, TOY_BACK, -1, 1);
        else if (bid)
            add_cards(scene, data, 1u << (bid - 1), slot);
    }
    add_piece(scene, ID_DECK, add_slot(scene, TOY_FAMILY_DECK, -1), TOY_BACK, -1, toy_deck_size(s));
    add_cards(scene, data, s->spent, add_slot(scene, TOY_FAMILY_SPENT, -1));
    if (s->head.depth) /* what is asked has no words here */
        scene->prompt = (struct casata_msg){.id = toy_rules.phases[casata_top_of(s)->phase]->name};
}
