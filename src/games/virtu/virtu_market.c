/* virtu_market.c: Winter: buying dignitaries, titles, the guild and cathedrals (R12.5 to R12.10). */
#include "games/virtu/virtu_scene.h"

/* --- goods and prices (G28, G29, G30, G46) --------------------------------------------------------------- */
static struct virtu_price price_of(const struct virtu_data *d, const struct virtu_player *p, unsigned item) {
    return d->facts.price[p->power][item];
}
static uint32_t cathedral_cities(const struct virtu_data *d, const struct virtu *s, int seat) /* R12.9 */ {
    uint32_t set = 0;
    for (uint32_t left = s->p[seat].cities & ~s->cathedral; left; left &= left - 1)
        if (d->cities[vt_lowest(left)].value >= d->cathedrals[0].min_city_value) set |= left & -left;
    return set;
}
static unsigned cards_in_basket(const struct virtu *s) {
    return vt_count(s->basket & (vt_bit(VT_I_TITLE) - 1));
}
static unsigned title_owners(const struct virtu *s, unsigned title) {
    unsigned n = 0;
    for (int i = 0; i < s->head.seats; i++) n += s->p[i].tiles >> title & 1;
    return n;
}
/* R12.8: a Doge and a Duke for each power, two of each form of government; R12.9, R20.4. */
unsigned vt_copies_left(const struct virtu_data *d, const struct virtu *s, unsigned item) {
    enum { FORM_COPIES = 2 };
    if (item < VT_I_TITLE) return s->supply[item];
    if (item == VT_I_CATHEDRAL)
        return vt_two(s) ? 0 : d->components[VT_N_CATHEDRALS].count - vt_count(s->cathedral);
    unsigned tile = item - VT_I_TITLE; /* ORDER tile: titles, then the guild */
    bool form = tile == VT_T_REPUBLIC || tile == VT_T_MONARCHY;
    unsigned copies = form                 ? FORM_COPIES
                      : tile == VT_T_GUILD ? sizeof d->guilds / sizeof *d->guilds
                                           : s->head.seats;
    return copies - title_owners(s, tile);
}
static unsigned why_not_title(const struct virtu_data *d, const struct virtu *s, int seat, unsigned title) {
    const struct virtu_player *p = &s->p[seat];
    unsigned excludes = d->titles[vt_title_row(p, title)].excludes;
    if (p->tiles >> title & 1) return VT_ONLY_ONE; /* R12.7 */
    if (!vt_copies_left(d, s, VT_I_TITLE + title)) return VT_NO_COPY;
    if (excludes < VT_TITLE_COUNT && (p->tiles >> excludes & 1 || s->basket >> (VT_I_TITLE + excludes) & 1))
        return VT_EXCLUDED;
    return VT_CAN;
}
/* Courtier spaces for the cards in the basket once everything in it is taken; cards that lie there now can be discarded
 * (R12.6). If fewer cards are wanted than there are dark spaces, the lighter ones are not counted. */
static unsigned spaces_then(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned dark = d->facts.dark[VT_LEFT] + d->facts.dark[VT_RIGHT];
    if (vt_count(s->basket) < dark) return dark; /* the usual case: more is not asked */
    unsigned extra = vt_extra_spaces(d, s, seat);
    for (unsigned title = 0; title < VT_TITLE_COUNT; title++)
        if (s->basket >> (VT_I_TITLE + title) & 1) extra += d->titles[vt_title_row(p, title)].courtier_slots;
    return dark + (extra < VT_SPACE_COUNT - dark ? extra : VT_SPACE_COUNT - dark);
}
static unsigned why_not_buy(const struct virtu_data *d, const struct virtu *s, int seat, unsigned item) {
    const struct virtu_player *p = &s->p[seat];
    if (item >= VT_I_TITLE && item < VT_I_GUILD) return why_not_title(d, s, seat, item - VT_I_TITLE);
    if (item == VT_I_GUILD) return p->tiles >> VT_T_GUILD & 1 ? VT_ONLY_ONE : VT_CAN;
    if (item == VT_I_CATHEDRAL) {
        if (vt_two(s)) return VT_NOT_IN_PLAY; /* R20.4 */
        if (!vt_copies_left(d, s, item)) return VT_NO_COPY;
        return cathedral_cities(d, s, seat) ? VT_CAN : VT_NO_CATHEDRAL_CITY;
    }
    if (!s->supply[item]) return VT_NO_COPY; /* R18.1 */
    if (d->dignitaries[item].limit1 && vt_owned(p, VT_K_ADVISOR + item)) return VT_ONLY_ONE;
    return cards_in_basket(s) < spaces_then(d, s, seat) ? VT_CAN : VT_NO_ROOM;
}
static void add_price(struct vt_cost *cost, struct virtu_price price) {
    cost->need[0] = (uint8_t)(cost->need[0] + price.cost_C);
    cost->need[1] = (uint8_t)(cost->need[1] + price.cost_X);
    cost->florins = (uint8_t)(cost->florins + price.cost_F);
}
static struct vt_cost basket_cost(const struct virtu_data *d, const struct virtu *s, int seat) {
    struct vt_cost cost = {.set = {1 << VT_CROWN, 1 << VT_CROSS},
                           .with = VT_WITH_EMPIRE | VT_WITH_INDULGENCE};
    for (uint32_t left = s->basket; left; left &= left - 1)
        add_price(&cost, price_of(d, &s->p[seat], vt_lowest(left)));
    return cost;
}

/* --- buying ------------------------------------------------------------------------------------------------------------
 * First items are chosen into the basket, in any order; then there is one payment for all; then all of them are taken.
 * Titles rank first, since the space of a title can hold a card (G28); the guild, the cathedral and the cards follow.
 * last: the last rank chosen + 1 (order); next: rank to be taken next. */
#define VT_BUY_LOCALS(X) X(last) X(stage) X(next)
CASATA_LOCALS(vt_buy, VT_BUY_LOCALS);
enum { CHOOSING, PAYING, TAKING }; /* the build */

enum { RANK_OF_CARDS = VT_ITEM_COUNT - VT_I_TITLE };
unsigned vt_buy_rank(unsigned item) { return item < VT_I_TITLE ? item + RANK_OF_CARDS : item - VT_I_TITLE; }
static unsigned item_of_rank(unsigned rank) {
    return rank < RANK_OF_CARDS ? rank + VT_I_TITLE : rank - RANK_OF_CARDS;
}

/* Items that could be added to the basket, as far as each symbol by itself goes. */
static uint32_t affordable(const struct virtu_data *d, const struct virtu *s, int seat,
                           const struct vt_cost *sum) {
    const struct virtu_player *p = &s->p[seat];
    int crowns =
        p->ready[VT_CROWN] - sum->need[0] + (vt_may_indulge(d, s, seat) ? d->indulgences[0].gain_C : 0);
    int crosses = (int)vt_total(d, s, seat, VT_CROSS, VT_WITH_EMPIRE) - sum->need[1];
    int florins = (int)vt_purse(s, seat) - sum->florins;
    uint32_t set = 0;
    for (unsigned item = 0; item < VT_ITEM_COUNT; item++) {
        struct virtu_price price = price_of(d, p, item);
        if (price.cost_C <= crowns && price.cost_X <= crosses && price.cost_F <= florins) set |= vt_bit(item);
    }
    return set & ~s->basket;
}
/* R7.1: florins or a crown. The basket may need the crown. */
static bool can_do_without_crown(const struct virtu_data *d, const struct virtu *s, int seat,
                                 struct vt_cost sum) {
    if (!s->basket) return true;
    sum.with &= (uint8_t)~VT_WITH_INDULGENCE;
    sum.florins =
        (uint8_t)(sum.florins > d->indulgences[0].gain_F ? sum.florins - d->indulgences[0].gain_F : 0);
    return vt_can_pay(d, s, seat, sum);
}
static int buy_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    struct vt_cost sum = basket_cost(d, s, seat), shape = sum;
    struct vt_fund fund;
    int n = vt_list_stop(d, s, seat, out); /* R12.13 */
    (void)f;
    if (n > 1 && !can_do_without_crown(d, s, seat, sum)) n = 1;
    uint32_t left = affordable(d, s, seat, &sum);
    if (!left) return n;
    shape.florins = 1;
    vt_gather(d, s, seat, &shape, &fund);
    for (; left; left &= left - 1) {
        unsigned item = vt_lowest(left);
        struct virtu_price price = price_of(d, &s->p[seat], item);
        if (why_not_buy(d, s, seat, item) == VT_CAN &&
            vt_covers(&fund, sum.need[0] + price.cost_C, sum.need[1] + price.cost_X,
                      sum.florins + price.cost_F))
            out[n++] = casata_act(VT_A_BUY, item, 0, 0);
    }
    return n;
}
static bool buy_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action a) {
    const struct vt_buy *l = casata_locals(vt_buy, f);
    (void)data, (void)state, (void)seat;
    if (casata_kind(a) == VT_A_INDULGE) return l->last || vt_indulge_asked(f);
    return casata_kind(a) == VT_A_BUY && vt_buy_rank(casata_a(a)) < l->last;
}
static void buy_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    struct vt_buy *l = casata_locals(vt_buy, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_BUY) {
        s->basket |= vt_bit(casata_a(a));
        if (vt_buy_rank(casata_a(a)) >= l->last) l->last = (uint8_t)(vt_buy_rank(casata_a(a)) + 1);
        return;
    }
    if (casata_kind(a) == VT_A_INDULGE) {
        vt_take_florins(d, s, seat, sink);
        return;
    }
    struct vt_cost cost = basket_cost(d, s, seat);
    vt_leave_step(s, cost.florins);
    if (!s->basket) {
        casata_pop(s);
        return;
    }
    l->stage = PAYING;
    vt_begin_pay(s, seat, cost, sink);
}
/* Takes one thing; true if its place has to be chosen. */
static bool take_item(const struct virtu_data *d, struct virtu *s, int seat, unsigned item,
                      struct casata_sink *sink) {
    casata_emit(sink, "event.buy", 2, casata_seat(seat), casata_word(&vt_items, item));
    if (item < VT_I_TITLE) {
        s->supply[item]--;
        if (d->dignitaries[item].agent) vt_gain_agent(d, s, seat, sink);
        casata_begin(vt_place, s, VT_PH_PLACE, (unsigned)seat)->card = (uint8_t)(VT_K_ADVISOR + item);
        return true;
    }
    if (item == VT_I_CATHEDRAL) {
        casata_push(s, VT_PH_CATHEDRAL, (unsigned)seat);
        return true;
    }
    unsigned tile = item - VT_I_TITLE; /* ORDER tile: titles, then the guild */
    s->p[seat].tiles |= (uint8_t)(1u << tile);
    s->p[seat].tiles_used |= (uint8_t)(1u << tile);
    casata_locals(vt_winter, &s->head.frame[1])->new_tiles |= (uint8_t)(1u << tile); /* G64 */
    return false;
}
static bool buy_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_buy *l = casata_locals(vt_buy, f);
    struct virtu *s = state;
    if (l->stage == CHOOSING) return false;
    vt_clear_pool(s);
    l->stage = TAKING;
    while (l->next < VT_ITEM_COUNT) {
        unsigned item = item_of_rank(l->next++);
        if (!(s->basket >> item & 1)) continue;
        s->basket &= ~vt_bit(item);
        if (take_item(data, s, f->seat, item, sink)) return true;
    }
    casata_pop(s);
    return true;
}
/* Everything in the basket could have been chosen and is not taken yet. */
static bool is_basket_valid(const struct virtu_data *d, const struct virtu *s, const struct vt_buy *l,
                            int seat) {
    if (s->basket >> VT_ITEM_COUNT) return false;
    for (unsigned rank = 0; rank < VT_ITEM_COUNT; rank++)
        if (s->basket >> item_of_rank(rank) & 1 && rank < l->next) return false;
    for (uint32_t left = s->basket; left; left &= left - 1) {
        unsigned why = why_not_buy(d, s, seat, vt_lowest(left));
        if (why != VT_CAN && why != VT_NO_ROOM)
            return false; /* that there is room was asked before it was added */
    }
    return cards_in_basket(s) <= spaces_then(d, s, seat);
}
static bool buy_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_buy *l = casata_locals(vt_buy, f);
    const struct virtu *s = state;
    const struct casata_frame *above = vt_above(s, f);
    if (l->last > VT_ITEM_COUNT || l->stage > TAKING || l->next > VT_ITEM_COUNT ||
        !is_basket_valid(data, s, l, f->seat))
        return false;
    if (l->stage == TAKING)
        return above && l->next && (above->phase == VT_PH_PLACE || above->phase == VT_PH_CATHEDRAL);
    if (l->next) return false;
    if (l->stage == PAYING) return vt_pays_above(s, f);
    return !above && vt_can_pay(data, s, f->seat, basket_cost(data, s, f->seat));
}
/* What was bought lies at court, so far as it has room (G28). */
static unsigned free_places(const struct virtu_data *d, const struct virtu *s, int seat) {
    struct virtu then = *s;
    then.p[seat].tiles |= (uint8_t)(s->basket >> VT_I_TITLE & ((1u << VT_TITLE_COUNT) - 1));
    unsigned cards = cards_in_basket(s), room = vt_room_at_court(d, &then, seat);
    return room > cards ? room - cards : 0;
}
static struct casata_msg buy_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                    int seat) {
    const struct virtu *s = build->state;
    struct vt_cost sum = basket_cost(build->data, s, seat);
    struct casata_arg who = casata_seat(seat), left = casata_number((int)free_places(build->data, s, seat));
    struct casata_arg crowns = vt_amount(VT_U_CROWN, sum.need[0]),
                      crosses = vt_amount(VT_U_CROSS, sum.need[1]),
                      florins = vt_amount(VT_U_FLORIN, sum.florins);
    (void)f;
    if (!s->basket) return casata_message("prompt.buy", 2, who, left);
    if (!sum.need[1]) return casata_message("prompt.buy_more", 4, who, left, crowns, florins);
    return casata_message("prompt.buy_more_cross", 5, who, left, crowns, florins, crosses);
}
/* The gain from a purchase besides the symbols printed on it. */
static void add_lasting_gains(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                              unsigned item) {
    const struct virtu *s = build->state;
    const struct virtu_data *d = build->data;
    const struct virtu_player *p = &s->p[seat];
    if (item < VT_I_TITLE) {
        if (p->agents < d->powers[p->power].max_agents)
            casata_add_gain(c, vt_amount(VT_U_AGENT, d->dignitaries[item].agent));
        casata_add_gain(c, vt_amount(VT_U_POINT, d->dignitaries[item].pp));
        return;
    }
    if (item == VT_I_CATHEDRAL) casata_add_gain(c, vt_amount(VT_U_POINT, d->cathedrals[0].pp));
    if (item >= VT_I_GUILD) return;
    unsigned row = vt_title_row(p, item - VT_I_TITLE);
    casata_add_gain(c, vt_amount(VT_U_SPACE, d->titles[row].courtier_slots));
    casata_add_gain(c, vt_amount(VT_U_POINT, d->titles[row].pp));
}
static void describe_item(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                          unsigned item) {
    const struct virtu *s = build->state;
    struct virtu_price price = price_of(build->data, &s->p[seat], item);
    struct vt_cost sum = basket_cost(build->data, s, seat);
    casata_add_cost(c, vt_amount(VT_U_CROWN, price.cost_C));
    casata_add_cost(c, vt_amount(VT_U_CROSS, price.cost_X));
    casata_add_cost(c, vt_amount(VT_U_FLORIN, price.cost_F));
    add_lasting_gains(build, c, seat, item);
    add_price(&sum, price);
    vt_warn_of_indulgence(build, c, seat, sum);
    c->slot = (int16_t)casata_slot_at(build, VT_F_MARKET, -1, item);
    c->piece = casata_piece_at(build, c->slot, item < VT_I_TITLE ? VT_KIND_CARD : VT_KIND_TILE, CASATA_ANY,
                               CASATA_ANY, CASATA_ANY);
    c->rule = "R12.5";
    if (item < VT_I_TITLE && !free_places(build->data, s, seat))
        c->text = casata_message("act.buy_full", 1, casata_word(&vt_items, item));
}
static void buy_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                         struct casata_choice *c) {
    const struct virtu *s = build->state;
    (void)f;
    if (casata_kind(c->action) == VT_A_BUY)
        describe_item(build, c, seat, casata_a(c->action));
    else if (casata_kind(c->action) == VT_A_INDULGE)
        vt_describe_usual(build, c, seat);
    else
        c->text = casata_message(s->basket ? "act.pay_basket" : "act.go_on", 0);
}
static unsigned buy_rank(const struct casata_frame *f, casata_action a) {
    return casata_kind(a) == VT_A_BUY ? vt_buy_rank(casata_a(a)) : vt_rank(f, a);
}
static void buy_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct virtu *s = build->state;
    (void)f;
    for (unsigned item = 0; item < VT_ITEM_COUNT; item++) {
        if (s->basket >> item & 1 || vt_is_listed(build, VT_A_BUY, item)) continue;
        vt_block(build, casata_slot_at(build, VT_F_MARKET, -1, item),
                 casata_message("act.buy", 1, casata_word(&vt_items, item)),
                 why_not_buy(build->data, s, seat, item), "R12.5");
    }
}
static const struct casata_vain buy_vain[] = {
    {VT_F_MARKET, "vain.market_gone", "R12.5"},
    {0},
};
const struct casata_phase vt_phase_buy = {
    .name = "buy",
    .vain = buy_vain,
    .locals = CASATA_LOCAL_NAMES(VT_BUY_LOCALS),
    .parents = CASATA_ON(VT_PH_WINTER),
    .forced = vt_forced_step,
    .legal = buy_legal,
    .redundant = buy_redundant,
    .order = CASATA_ORDER(vt_buy, last),
    .apply = buy_apply,
    .step = buy_step,
    .valid = buy_valid,
    .prompt = buy_prompt,
    .describe = buy_describe,
    .rank = buy_rank,
    .explain = buy_explain,
};

/* --- where a cathedral goes --------------------------------------------------------------------------------------------- */
/* R12.9, R3.9: the tile comes in exhausted, the marker goes to the city. */
static int cathedral_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    int n = 0;
    (void)f;
    for (uint32_t left = cathedral_cities(data, state, seat); left; left &= left - 1)
        out[n++] = casata_act(VT_A_CATHEDRAL, vt_lowest(left), 0, 0);
    return n;
}
static void cathedral_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data, (void)f;
    casata_pop(s);
    s->cathedral |= vt_bit(casata_a(a));
    s->p[seat].cathedrals++;
    s->p[seat].cathedrals_used++;
    casata_emit(sink, "event.cathedral", 2, casata_seat(seat), casata_word(&vt_cities, casata_a(a)));
}
static bool cathedral_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_buy *below = casata_locals(vt_buy, casata_below(f));
    const struct virtu *s = state;
    return below->stage == TAKING && cathedral_cities(data, s, f->seat) &&
           vt_count(s->cathedral) < ((const struct virtu_data *)data)->components[VT_N_CATHEDRALS].count;
}
static void cathedral_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                               int seat, struct casata_choice *c) {
    (void)f, (void)seat;
    c->slot = (int16_t)vt_city_slot(build, casata_a(c->action));
    c->rule = "R12.9";
}
const struct casata_phase vt_phase_cathedral = {
    .name = "cathedral",
    .parents = CASATA_ON(VT_PH_BUY),
    .forced = casata_unasked,
    .legal = cathedral_legal,
    .apply = cathedral_apply,
    .valid = cathedral_valid,
    .ask = "prompt.cathedral",
    .prompt = vt_prompt,
    .describe = cathedral_describe,
};
