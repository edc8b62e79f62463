/* virtu_winter.c: Winter: pay, purchases, recruits, alliances (R12, R13). Reorganising is in virtu_palace.c. */
#include "games/virtu/virtu.h"

/* --- one player after the other, all steps each (R5.3, R12). Locals: place in the turn order, next step ------------ */
static const uint8_t winter_step_phase[] = {VT_PH_PAYDAY, VT_PH_REORG, VT_PH_BUY, VT_PH_RECRUIT, VT_PH_ALLY};
enum { WINTER_STEPS = sizeof winter_step_phase };

/* Steps in which nothing can be done: everything has a price (virtu_schema.c). */
static bool is_idle(const struct virtu_data *d, const struct virtu *s, int seat, unsigned phase) {
    const struct virtu_player *p = &s->p[seat];
    if (phase == VT_PH_PAYDAY) return !vt_stationed(s, seat) && !vt_may_indulge(d, s, seat);
    if (phase == VT_PH_REORG) {
        uint64_t cards[2]; /* all cards of the palace */
        _Static_assert(offsetof(struct virtu_player, courtier) + VT_SPACE_COUNT ==
                           offsetof(struct virtu_player, chamber) + sizeof cards,
                       "chambers, upgrades and courtiers side by side");
        memcpy(cards, (const unsigned char *)p + offsetof(struct virtu_player, chamber), sizeof cards);
        return !(cards[0] | cards[1]);
    }
    if (phase == VT_PH_RECRUIT) return !vt_purse(s, seat);
    if (p->ready[VT_CROWN] || p->ready[VT_CROSS] || vt_may_indulge(d, s, seat)) return false;
    return phase == VT_PH_ALLY ? !p->ready[VT_SHIP] && !p->ready[VT_CAVALRY]
                               : !vt_purse(s, seat) && !vt_alliance_ready(s, seat, VT_EMPIRE);
}
static bool winter_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)sink;
    vt_clear_pool(s);
    for (;;) {
        if (f->b == WINTER_STEPS) f->a++, f->b = 0;
        if (f->a == s->head.seats) {
            casata_pop(s);
            return true;
        }
        if (f->b == 0) s->head.turn++;
        unsigned phase = winter_step_phase[f->b++], seat = s->order[f->a];
        if (is_idle(data, s, (int)seat, phase)) continue;
        casata_push(s, phase, seat);
        return true;
    }
}
static bool winter_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data;
    return s->season == VT_WINTER && f->a < s->head.seats && f->b > 0 && f->b <= WINTER_STEPS && !f->c &&
           !f->d && !f->e && s->head.depth > 2 && f[1].seat == s->order[f->a] &&
           (f[1].phase == winter_step_phase[f->b - 1] || /* soldiers are paid for when the step is over */
            (f[1].phase == VT_PH_PAY && (f->b == 1 || f->b == 4)));
}
const struct casata_phase vt_phase_winter = {.name = "winter",
                                             .locals = "place step",
                                             .parents = 1u << VT_PH_GAME,
                                             .step = winter_step,
                                             .valid = winter_valid};

/* --- pay (R12.1, R20.13, G26). Local a: city of the last soldier sent away + 1 ---------------------------------------- */
unsigned vt_pay_due(const struct virtu_data *d, unsigned soldiers) {
    for (int i = 0; i < VT_PAY_ROWS; i++)
        if (soldiers >= d->soldier_pay[i].min_soldiers && soldiers <= d->soldier_pay[i].max_soldiers)
            return d->soldier_pay[i].florins;
    return 0;
}
/* Soldiers that cannot be paid for. */
static unsigned unpaid(const struct virtu_data *d, const struct virtu *s, int seat, unsigned purse) {
    unsigned n = vt_soldiers_of(s, seat), keep = n;
    while (vt_pay_due(d, keep) > purse) keep--;
    return n - keep;
}
/* Soldiers are sent away by rising city, as long as those behind are enough to make the rest payable. */
static int payday_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    unsigned purse = vt_purse(s, seat), excess = unpaid(d, s, seat, purse), left = 0;
    int n = 0;
    if (!f->a && vt_may_indulge(d, s, seat)) out[n++] = casata_act(VT_A_INDULGE, 0, 0, 0); /* R12.13 */
    uint32_t cities = vt_stationed(s, seat) & ~(f->a ? vt_bit(f->a - 1u) - 1 : 0);
    for (uint32_t rest = cities; rest; rest &= rest - 1) left += s->soldiers[seat][vt_lowest(rest)];
    for (; cities && left >= excess; cities &= cities - 1) {
        unsigned city = vt_lowest(cities);
        out[n++] = casata_act(VT_A_DISBAND, city, 0, 0);
        left -= s->soldiers[seat][city];
    }
    if (!excess) out[n++] = casata_act(VT_A_PAYDAY, 0, 0, 0);
    return n;
}
static void payday_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned city = casata_a(a);
    switch (casata_kind(a)) {
    case VT_A_INDULGE: vt_take_florins(d, s, seat, sink); break;
    case VT_A_DISBAND:
        s->soldiers[seat][city]--;
        f->a = (uint8_t)(city + 1);
        casata_emit(sink, "event.disband", 2, casata_seat(seat), casata_word(&vt_cities, city));
        break;
    default:
        casata_pop(s);
        vt_begin_pay(d, s, seat, (struct vt_cost){.florins = (uint8_t)vt_pay_due(d, vt_soldiers_of(s, seat))},
                     sink);
    }
}
static bool payday_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a <= VT_CITY_COUNT && !f->b && !f->c && !f->d && !f->e;
}
const struct casata_phase vt_phase_payday = {.name = "payday",
                                             .locals = "last_city",
                                             .parents = 1u << VT_PH_WINTER,
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = payday_legal,
                                             .apply = payday_apply,
                                             .valid = payday_valid};

/* --- buying (R12.5 to R12.10, G28, G29, G30, G46) -------------------------------------------------------------------
 * First what is bought, by rising item, into the basket; then one payment for all; then all of it is taken. Locals:
 * item chosen last + 1; stage; next item to be taken. */
enum { CHOOSING, PAYING, TAKING };

struct virtu_price vt_price(const struct virtu_data *d, const struct virtu_player *p, unsigned item) {
    return d->facts.price[p->power][item];
}
static uint32_t cathedral_cities(const struct virtu_data *d, const struct virtu *s, int seat) /* R12.9 */ {
    uint32_t set = 0;
    for (uint32_t left = s->p[seat].cities & ~s->cathedral; left; left &= left - 1)
        if (d->cities[vt_lowest(left)].value >= d->cathedrals[0].min_city_value) set |= left & -left;
    return set;
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
/* Courtier spaces there will be (or, if fewer cards are wanted, at least that many), for the cards in the basket: others
 * can be discarded (R12.6). */
static unsigned spaces_then(const struct virtu_data *d, const struct virtu *s, int seat) {
    const struct virtu_player *p = &s->p[seat];
    unsigned dark = d->facts.dark[VT_LEFT] + d->facts.dark[VT_RIGHT];
    if (vt_count(s->basket) < dark) return dark; /* the usual case: more is not asked */
    unsigned extra = vt_extra_spaces(d, s, seat);
    for (unsigned title = 0; title < VT_TITLE_COUNT; title++)
        if (s->basket >> (VT_I_TITLE + title) & 1) extra += d->titles[vt_title_row(p, title)].courtier_slots;
    return dark + (extra < VT_SPACE_COUNT - dark ? extra : VT_SPACE_COUNT - dark);
}
unsigned vt_why_not_buy(const struct virtu_data *d, const struct virtu *s, int seat, unsigned item) {
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
    return vt_count(s->basket & (vt_bit(VT_I_TITLE) - 1)) < spaces_then(d, s, seat) ? VT_CAN : VT_NO_ROOM;
}
struct vt_cost vt_basket_cost(const struct virtu_data *d, const struct virtu *s, int seat) {
    struct vt_cost cost = {.set = {1 << VT_CROWN, 1 << VT_CROSS},
                           .with = VT_WITH_EMPIRE | VT_WITH_INDULGENCE};
    for (uint32_t left = s->basket; left; left &= left - 1) {
        struct virtu_price price = vt_price(d, &s->p[seat], vt_lowest(left));
        cost.need[0] = (uint8_t)(cost.need[0] + price.cost_C);
        cost.need[1] = (uint8_t)(cost.need[1] + price.cost_X);
        cost.florins = (uint8_t)(cost.florins + price.cost_F);
    }
    return cost;
}
/* Titles come first, since the space of a title can hold a card (G28): ORDER of buying, items by this list. */
static const uint8_t buy_order[VT_ITEM_COUNT] = {VT_I_TITLE,
                                                 VT_I_TITLE + 1,
                                                 VT_I_TITLE + 2,
                                                 VT_I_TITLE + 3,
                                                 VT_I_GUILD,
                                                 VT_I_CATHEDRAL,
                                                 0,
                                                 1,
                                                 2,
                                                 3,
                                                 4,
                                                 5,
                                                 6,
                                                 7,
                                                 8,
                                                 9,
                                                 10,
                                                 11};
unsigned vt_buy_rank(unsigned item) { return item < VT_I_TITLE ? item + 6 : item - VT_I_TITLE; }

/* Items that could be added to the basket, as far as each symbol by itself goes. */
static uint32_t affordable(const struct virtu_data *d, const struct virtu *s, int seat, unsigned from,
                           const struct vt_cost *sum) {
    const struct virtu_player *p = &s->p[seat];
    int crowns =
        p->ready[VT_CROWN] - sum->need[0] + (vt_may_indulge(d, s, seat) ? d->indulgences[0].gain_C : 0);
    int crosses = (int)vt_total(d, s, seat, VT_CROSS, VT_WITH_EMPIRE) - sum->need[1];
    int florins = (int)vt_purse(s, seat) - sum->florins;
    uint32_t set = 0;
    for (unsigned rank = from; rank < VT_ITEM_COUNT; rank++) {
        struct virtu_price price = vt_price(d, p, buy_order[rank]);
        if (price.cost_C <= crowns && price.cost_X <= crosses && price.cost_F <= florins)
            set |= vt_bit(buy_order[rank]);
    }
    return set;
}
static int buy_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    struct vt_cost sum = vt_basket_cost(d, s, seat), shape = sum;
    struct vt_fund fund;
    int n = 0;
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    uint32_t left = affordable(d, s, seat, f->a, &sum);
    if (!left) return n;
    shape.florins = 1;
    vt_gather(d, s, seat, &shape, &fund);
    for (; left; left &= left - 1) {
        unsigned item = vt_lowest(left);
        struct virtu_price price = vt_price(d, &s->p[seat], item);
        if (vt_why_not_buy(d, s, seat, item) == VT_CAN &&
            vt_covers(&fund, sum.need[0] + price.cost_C, sum.need[1] + price.cost_X,
                      sum.florins + price.cost_F))
            out[n++] = casata_act(VT_A_BUY, item, 0, 0);
    }
    return n;
}
static void buy_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_BUY) {
        s->basket |= vt_bit(casata_a(a));
        f->a = (uint8_t)(vt_buy_rank(casata_a(a)) + 1);
        return;
    }
    if (!s->basket) {
        casata_pop(s);
        return;
    }
    f->b = PAYING;
    vt_begin_pay(d, s, seat, vt_basket_cost(d, s, seat), sink);
}
/* Takes one thing; true if somebody has to decide where it goes. */
static bool take_item(const struct virtu_data *d, struct virtu *s, int seat, unsigned item,
                      struct casata_sink *sink) {
    casata_emit(sink, "event.buy", 2, casata_seat(seat), casata_word(&vt_items, item));
    if (item < VT_I_TITLE) {
        s->supply[item]--;
        if (d->dignitaries[item].agent) vt_gain_agent(d, s, seat, sink);
        casata_push(s, VT_PH_PLACE, (unsigned)seat)->a = (uint8_t)(VT_K_ADVISOR + item);
        return true;
    }
    if (item == VT_I_CATHEDRAL) {
        casata_push(s, VT_PH_CATHEDRAL, (unsigned)seat);
        return true;
    }
    vt_gain_tile(d, &s->p[seat], item - VT_I_TITLE); /* ORDER tile: titles, then the guild */
    return false;
}
static bool buy_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    if (f->b == CHOOSING) return false;
    vt_clear_pool(s);
    f->b = TAKING;
    while (f->c < VT_ITEM_COUNT) {
        unsigned item = buy_order[f->c++];
        if (!(s->basket >> item & 1)) continue;
        s->basket &= ~vt_bit(item);
        if (take_item(data, s, f->seat, item, sink)) return true;
    }
    casata_pop(s);
    return true;
}
static bool buy_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    bool top = f == &s->head.frame[s->head.depth - 1];
    if (f->a > VT_ITEM_COUNT || f->b > TAKING || f->c > VT_ITEM_COUNT || f->d || f->e ||
        s->basket >> VT_ITEM_COUNT)
        return false;
    for (unsigned rank = 0; rank < VT_ITEM_COUNT; rank++)
        if (s->basket >> buy_order[rank] & 1 && (rank >= f->a || rank < f->c)) return false;
    for (uint32_t left = s->basket; left; left &= left - 1) {
        unsigned why = vt_why_not_buy(data, s, f->seat, vt_lowest(left));
        if (why != VT_CAN && why != VT_NO_ROOM)
            return false; /* that there is room was asked before it was added */
    }
    if (vt_count(s->basket & (vt_bit(VT_I_TITLE) - 1)) > spaces_then(data, s, f->seat)) return false;
    if (f->b == TAKING) return !top && f->c && (f[1].phase == VT_PH_PLACE || f[1].phase == VT_PH_CATHEDRAL);
    if (f->c || top != (f->b == CHOOSING) || (f->b == PAYING) != vt_pays_above(s, f)) return false;
    return f->b == PAYING || vt_can_pay(data, s, f->seat, vt_basket_cost(data, s, f->seat));
}
const struct casata_phase vt_phase_buy = {.name = "buy",
                                          .locals = "last stage next",
                                          .parents = 1u << VT_PH_WINTER,
                                          .flags = CASATA_AUTO_SINGLE,
                                          .legal = buy_legal,
                                          .apply = buy_apply,
                                          .step = buy_step,
                                          .valid = buy_valid};

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
    const struct virtu *s = state;
    return !f->a && !f->b && !f->c && !f->d && !f->e && f[-1].b == TAKING &&
           cathedral_cities(data, s, f->seat) &&
           vt_count(s->cathedral) < ((const struct virtu_data *)data)->components[VT_N_CATHEDRALS].count;
}
const struct casata_phase vt_phase_cathedral = {.name = "cathedral",
                                                .parents = 1u << VT_PH_BUY,
                                                .flags = CASATA_AUTO_SINGLE,
                                                .legal = cathedral_legal,
                                                .apply = cathedral_apply,
                                                .valid = cathedral_valid};

/* --- recruits (R12.11, G36, G56) ------------------------------------------------------------------------------------------
 * By rising city; they are paid for together (G62). Locals: last city; florins owed. */
enum { RECRUIT_AT_HOME = 1, RECRUIT_ELSEWHERE = 3 };

unsigned vt_recruit_price(const struct virtu_data *d, const struct virtu_player *p, unsigned city) {
    return city == d->powers[p->power].capital || city == d->powers[p->power].home2 ? RECRUIT_AT_HOME
                                                                                    : RECRUIT_ELSEWHERE;
}
static int recruit_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    const struct virtu_player *p = &s->p[seat];
    int n = 0;
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    uint32_t cities = p->cities & ~(vt_bit(f->a) - 1);
    if (!cities || vt_soldiers_of(s, seat) >= vt_max_soldiers(d, s, seat)) return n;
    unsigned purse = vt_purse(s, seat);
    for (; cities; cities &= cities - 1)
        if (f->b + vt_recruit_price(d, p, vt_lowest(cities)) <= purse)
            out[n++] = casata_act(VT_A_RECRUIT, vt_lowest(cities), 0, 0);
    return n;
}
static void recruit_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct virtu *s = state;
    unsigned city = casata_a(a), owed = f->b;
    if (casata_kind(a) == VT_A_STOP) {
        casata_pop(s);
        vt_begin_pay(data, s, seat, (struct vt_cost){.florins = (uint8_t)owed}, sink);
        return;
    }
    f->a = (uint8_t)city;
    f->b = (uint8_t)(owed + vt_recruit_price(data, &s->p[seat], city));
    s->soldiers[seat][city]++;
    casata_emit(sink, "event.recruit", 2, casata_seat(seat), casata_word(&vt_cities, city));
}
static bool recruit_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data;
    return f->a < VT_CITY_COUNT && f->b <= vt_purse(state, f->seat) && !f->c && !f->d && !f->e;
}
const struct casata_phase vt_phase_recruit = {.name = "recruit",
                                              .locals = "last owed",
                                              .parents = 1u << VT_PH_WINTER,
                                              .flags = CASATA_AUTO_SINGLE,
                                              .legal = recruit_legal,
                                              .apply = recruit_apply,
                                              .valid = recruit_valid};

/* --- alliances (R12.12, R13, G42, G43). Local a: alliance being paid + 1 --------------------------------------------- */
unsigned vt_why_not_ally(const struct virtu_data *d, const struct virtu *s, int seat, unsigned alliance) {
    (void)d;
    if (vt_two(s) && alliance == VT_FRANCE) return VT_NOT_IN_PLAY; /* R20.4 */
    if (s->ally[alliance] == seat + 1) return VT_OWN_ALLIANCE;
    return !s->ally[alliance] || s->ally_agent[alliance] == seat + 1 ? VT_CAN
                                                                     : VT_AGENT_MISSING; /* R13.3, R9.7 */
}
/* R13.2: crowns and one other symbol; with his agent there one symbol less. */
struct vt_cost vt_ally_cost(const struct virtu_data *d, unsigned alliance, unsigned discount) {
    unsigned second = d->alliances[alliance].cost_X   ? VT_CROSS
                      : d->alliances[alliance].cost_S ? VT_SHIP
                                                      : VT_CAVALRY;
    unsigned n =
        d->alliances[alliance].cost_X + d->alliances[alliance].cost_S + d->alliances[alliance].cost_H;
    unsigned crowns = d->alliances[alliance].cost_C;
    if (discount == VT_CROWN && crowns) crowns--;
    if (discount == second && n) n--;
    return (struct vt_cost){.set = {1 << VT_CROWN, (uint8_t)(1u << second)},
                            .need = {(uint8_t)crowns, (uint8_t)n},
                            .with = VT_WITH_INDULGENCE};
}
static bool could_pay(const struct virtu_data *d, const struct virtu *s, int seat, struct vt_cost cost) {
    const uint8_t *ready = s->p[seat].ready; /* as far as each symbol by itself goes */
    if (ready[vt_lowest(cost.set[1])] < cost.need[1] ||
        ready[VT_CROWN] + d->indulgences[0].gain_C < cost.need[0])
        return false;
    return vt_can_pay(d, s, seat, cost);
}
static int ally_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    int n = 0;
    (void)f;
    out[n++] = casata_act(VT_A_STOP, 0, 0, 0);
    for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++) {
        if (vt_why_not_ally(d, s, seat, i) != VT_CAN) continue;
        struct vt_cost full = vt_ally_cost(d, i, VT_SYMBOL_COUNT), cost;
        if (s->ally[i] || s->ally_agent[i] != seat + 1) { /* R13.2, R13.3 */
            if (could_pay(d, s, seat, full)) out[n++] = casata_act(VT_A_ALLY, i, VT_SYMBOL_COUNT, 0);
            continue;
        }
        for (unsigned symbol = VT_CROWN; symbol < VT_SYMBOL_COUNT;
             symbol++) { /* one symbol less, of his choice */
            cost = vt_ally_cost(d, i, symbol);
            if (cost.need[0] + cost.need[1] < full.need[0] + full.need[1] && could_pay(d, s, seat, cost))
                out[n++] = casata_act(VT_A_ALLY, i, symbol, 0);
        }
    }
    return n;
}
static void ally_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct virtu *s = state;
    if (casata_kind(a) == VT_A_STOP) {
        casata_pop(s);
        return;
    }
    f->a = (uint8_t)(casata_a(a) + 1);
    vt_begin_pay(data, s, seat, vt_ally_cost(data, casata_a(a), casata_b(a)), sink);
}
/* R13.1, R13.3, R13.4: one in a Winter; the agent stays. */
static bool ally_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data;
    if (!f->a) return false;
    unsigned alliance = f->a - 1u;
    casata_emit(sink, s->ally[alliance] ? "event.take_over" : "event.ally", 2, casata_seat(f->seat),
                casata_word(&vt_alliances, alliance));
    s->ally[alliance] = (uint8_t)(f->seat + 1);
    s->ally_used[alliance] = 0;
    casata_pop(s);
    return true;
}
static bool ally_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    if (f->a > VT_ALLIANCE_COUNT || (f->a != 0) != vt_pays_above(s, f) || f->b || f->c || f->d || f->e)
        return false;
    return !f->a || vt_why_not_ally(data, s, f->seat, f->a - 1u) == VT_CAN;
}
const struct casata_phase vt_phase_ally = {.name = "ally",
                                           .locals = "paying",
                                           .parents = 1u << VT_PH_WINTER,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = ally_legal,
                                           .apply = ally_apply,
                                           .step = ally_step,
                                           .valid = ally_valid};
