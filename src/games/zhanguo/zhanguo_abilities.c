/* zhanguo_abilities.c: abilities set off by a court action: cards of the tableau (R15, R16) and the ability of side B
 * (R17), each once, in any order (G49). Unusable ones stay open. The decisions they lead to are in
 * zhanguo_bonuses.c. */
#include "games/zhanguo/zhanguo_scene.h"

/* Effects: the card bonuses, then those that only side B has. */
enum { EFFECT_EXTRA = ZG_BONUS_COUNT, EFFECT_MOV1, EFFECT_CALM, EFFECT_TRANSFER, EFFECT_NONE };

struct item {
    uint8_t effect, region; /* region of the card; of side B: of the workers just hired */
};

static unsigned first_part(unsigned ability) { /* row of board_abilities.csv; G53: which board has which */
    static const uint8_t first[] = {
        [ZG_AB_NONE] = 0, [ZG_AB_CIRCLE] = 0, [ZG_AB_SQUARE] = 2, [ZG_AB_TRIANGLE] = 5, [ZG_AB_STAR] = 6};
    return first[ability];
}
static unsigned ability_of(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    return d->player_boards[zg_side(s) * ZG_BOARD_COUNT + s->p[seat].board - 1u].ability;
}
static unsigned side_effect(unsigned code) {
    static const uint8_t effect[ZG_ABILITY_EFFECT_COUNT] = {[ZG_AE_EXTRA] = EFFECT_EXTRA,
                                                            [ZG_AE_MOV1] = EFFECT_MOV1,
                                                            [ZG_AE_MVW] = ZG_B_MVW,
                                                            [ZG_AE_UM1] = ZG_B_UM1,
                                                            [ZG_AE_CALM] = EFFECT_CALM,
                                                            [ZG_AE_MOV2] = ZG_B_MOV2,
                                                            [ZG_AE_TRANSFER] = EFFECT_TRANSFER};
    return effect[code];
}

static void set_open(struct zg_abilities *l, unsigned items) {
    l->cards = (uint8_t)items;
    l->cards_high = (uint8_t)(items >> 8 & 0x7f);
    l->side = (uint8_t)(items >> ZG_CARD_ITEMS);
}

static struct item item_of(const struct zhanguo_data *d, const struct zhanguo *s,
                           const struct zg_abilities *l, int seat, unsigned i) {
    if (i < ZG_CARD_ITEMS)
        return (struct item){d->cards[ZG_FLAT(s->p[seat].tableau)[i] - 1].bonus,
                             (uint8_t)(i / ZG_REGION_CARDS)};
    unsigned row = first_part(ability_of(d, s, seat)) + i - ZG_CARD_ITEMS;
    return (struct item){(uint8_t)side_effect(d->board_abilities[row].effect_code),
                         (uint8_t)(l->hired ? l->hired - 1 : 0)};
}

static bool any_of(const uint8_t *n) { return (n[0] | n[1] | n[2] | n[3] | n[4]) != 0; }

/* R7.8, R15.2, G23, G25: at the maximum level the cards of a region are blocked. */
static bool blocks_cards(const struct zhanguo_data *d, const struct zhanguo *s,
                         const struct zhanguo_player *p, unsigned region, unsigned level) {
    return level >= d->unrest_tracks[zg_track(s, p, region)].ability_block_from;
}

static unsigned card_item(const struct zhanguo *s, int seat, unsigned card) {
    unsigned i = 0;
    while (ZG_FLAT(s->p[seat].tableau)[i] != card) i++;
    return i;
}

/* Would it do something now, or what is missing? */
static unsigned need_item(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned i,
                          struct item item) {
    const struct zhanguo_player *p = &s->p[seat];
    unsigned r = item.region;
    if (i < ZG_CARD_ITEMS && blocks_cards(d, s, p, r, p->level[r])) return ZG_BLOCKED;
    switch (item.effect) {
    case ZG_B_VPC_I:
    case ZG_B_VPC_O:
    case ZG_B_VPC_B: return zg_tableau_colour(p, item.effect - ZG_B_VPC_I) ? ZG_FINE : ZG_NO_SUCH_CARD;
    case ZG_B_UNR_ANY:
    case EFFECT_CALM: return any_of(p->level) ? ZG_FINE : ZG_NO_UNREST;
    case ZG_B_UNR_HERE: return p->level[r] ? ZG_FINE : ZG_NO_UNREST;
    case ZG_B_MVW: return any_of(p->workers) ? ZG_FINE : ZG_NO_WORKER;
    case ZG_B_OFF_R:
    case ZG_B_OFF_G:
    case ZG_B_OFF_W: return zg_officials_left(d, s, p, item.effect - ZG_B_OFF_R) ? ZG_FINE : ZG_NO_TWO;
    case ZG_B_MOV2:
    case EFFECT_MOV1: return zg_has_officials(p) ? ZG_FINE : ZG_NOBODY;
    case EFFECT_EXTRA: return zg_extra_worker(d, s, seat, r, 0) ? ZG_FINE : ZG_UNREST_HIGH;
    case EFFECT_TRANSFER: return zg_governors_placed(s, seat) ? ZG_FINE : ZG_NOBODY_GOVERNS;
    default: return ZG_FINE; /* points, a worker, a marker or the point for it */
    }
}

static unsigned usable_items(const struct zhanguo_data *d, const struct zhanguo *s,
                             const struct zg_abilities *l, int seat) {
    unsigned usable = 0;
    for (unsigned open = zg_open_items(l); open; open &= open - 1) {
        unsigned i = (unsigned)__builtin_ctz(open);
        usable |= (unsigned)(need_item(d, s, seat, i, item_of(d, s, l, seat, i)) == ZG_FINE) << i;
    }
    return usable;
}

unsigned zg_firing(const struct zhanguo_data *d, const struct zhanguo_player *p, unsigned court,
                   bool relation) {
    unsigned mask = 0;
    for (unsigned i = 0; i < ZG_CARD_ITEMS && relation; i++)
        if (ZG_FLAT(p->tableau)[i] && d->cards[ZG_FLAT(p->tableau)[i] - 1].trigger == court)
            mask |= 1u << i; /* R15.1 a */
    return mask;
}

/* R15.5: without the relation no card fires. R17.1, R17.6: side B fires whatever the numbers. */
void zg_begin_abilities(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned court,
                        bool relation) {
    struct zg_abilities *l = casata_begin(zg_abilities, s, ZG_PH_ABILITIES, (unsigned)seat);
    unsigned open = zg_firing(d, &s->p[seat], court, relation), ability = ability_of(d, s, seat);
    for (unsigned row = first_part(ability), i = ZG_CARD_ITEMS;
         ability && row < ZG_ABILITY_ROWS && d->board_abilities[row].ability == ability; row++, i++)
        if (d->board_abilities[row].trigger == court && d->board_abilities[row].effect_code != ZG_AE_EXTRA)
            open |= 1u << i; /* R17.2: the worker of the circle is part of the hire */
    l->action = (uint8_t)court;
    set_open(l, open);
}

void zg_close_extra(struct zg_abilities *l, const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    if (ability_of(d, s, seat) == ZG_AB_CIRCLE) l->side = l->side & ~1u; /* its first part */
}

static bool abilities_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    const struct zg_abilities *l = casata_locals(zg_abilities, f);
    (void)sink;
    if (zg_open_items(l) && usable_items(data, state, l, f->seat)) return false;
    casata_pop(state);
    return true;
}
/* G27: every use is optional. */
static int abilities_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    const struct zg_abilities *l = casata_locals(zg_abilities, f);
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    const struct zhanguo_player *p = &s->p[seat];
    unsigned offered = usable_items(d, s, l, seat), effects = 0;
    int n = 0;
    out[n++] = casata_act(ZG_A_DONE, 0, 0, 0);
    int first = n;
    for (unsigned left = offered & ((1u << ZG_CARD_ITEMS) - 1); left; left &= left - 1) {
        casata_action a = casata_act(ZG_A_USE, ZG_FLAT(p->tableau)[__builtin_ctz(left)], 0, 0);
        int i = n++;
        for (; i > first && out[i - 1] > a; i--) out[i] = out[i - 1];
        out[i] = a;
    }
    unsigned row = first_part(ability_of(d, s, seat));
    for (unsigned i = 0; i < ZG_SIDE_ITEMS; i++)
        if (offered >> (ZG_CARD_ITEMS + i) & 1) effects |= 1u << d->board_abilities[row + i].effect_code;
    for (; effects; effects &= effects - 1)
        out[n++] = casata_act(ZG_A_ABILITY, (unsigned)__builtin_ctz(effects), 0, 0);
    return zg_and_shifts(d, s, seat, out, n); /* R5.4 a */
}

static unsigned item_at(const struct zhanguo_data *d, const struct zhanguo *s, const struct zg_abilities *l,
                        int seat, casata_action a) {
    if (casata_kind(a) == ZG_A_USE) return card_item(s, seat, casata_a(a));
    unsigned i = 0, offered = usable_items(d, s, l, seat), row = first_part(ability_of(d, s, seat));
    while (!(offered >> (ZG_CARD_ITEMS + i) & 1) || d->board_abilities[row + i].effect_code != casata_a(a))
        i++;
    return ZG_CARD_ITEMS + i;
}

/* R16, R17; unrest never rises (G28). */
static void use(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned part, struct item item,
                struct casata_sink *sink) {
    struct zhanguo_player *p = &s->p[seat];
    unsigned r = item.region, u = (unsigned)seat;
    switch (item.effect) {
    case ZG_B_UM1: zg_begin_marker(d, s, seat, part, sink); break;                     /* R16.1 */
    case ZG_B_MOV2: zg_begin_move(s, seat, d->bonuses[ZG_B_MOV2].amount, true); break; /* R16.2, R10.9 */
    case EFFECT_MOV1: zg_begin_move(s, seat, 1, true); break;                          /* R17.2 */
    case ZG_B_VP2:
    case ZG_B_VP3: zg_gain_vp(s, seat, part, d->bonuses[item.effect].amount, sink); break; /* R16.3 */
    case ZG_B_WRK: zg_gain_workers(s, seat, r, 1, sink); break;                            /* R16.4 */
    case ZG_B_VPC_I:
    case ZG_B_VPC_O:
    case ZG_B_VPC_B: /* R16.5, G26: itself included */
        zg_gain_vp(s, seat, part, zg_tableau_colour(p, item.effect - ZG_B_VPC_I), sink);
        break;
    case ZG_B_UNR_ANY: casata_push(s, ZG_PH_CALM, u); break;                      /* R16.6 */
    case EFFECT_CALM: casata_begin(zg_calm, s, ZG_PH_CALM, u)->worker = 1; break; /* R17.4, G29 */
    case ZG_B_UNR_HERE: zg_lower(s, seat, r, sink); break;                        /* R16.7 */
    case ZG_B_MVW: casata_push(s, ZG_PH_CARRY, u); break;                         /* R16.8, R17.3 */
    case EFFECT_TRANSFER: casata_push(s, ZG_PH_TRANSFER, u); break;               /* R17.5 */
    case EFFECT_EXTRA: /* only in positions of older rules */
        zg_gain_workers(s, seat, r, 1, sink);
        zg_raise(s, seat, r, zg_per_worker(s) ? zg_hire_unrest(d, s, 1) : 0, sink);
        break;
    default: zg_place_official(s, seat, item.effect - ZG_B_OFF_R, r, 1, sink); /* R16.9 */
    }
}
static void abilities_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct zg_abilities *l = casata_locals(zg_abilities, f);
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    if (zg_take_shift(s, seat, a, sink)) return;
    if (casata_kind(a) == ZG_A_DONE) {
        casata_pop(s);
        return;
    }
    unsigned i = item_at(d, s, l, seat, a);
    struct item item = item_of(d, s, l, seat, i);
    set_open(l, zg_open_items(l) & ~(1u << i));
    if (i < ZG_CARD_ITEMS)
        casata_emit(sink, "event.use", 3, casata_seat(seat), casata_number((int)casata_a(a)),
                    casata_word(&zg_bonuses, item.effect));
    else
        casata_emit(sink, "event.ability", 2, casata_seat(seat),
                    casata_word(&zg_ability_effects, casata_a(a)));
    use(d, s, seat, i < ZG_CARD_ITEMS ? ZG_VP_CARDS : ZG_VP_BOARD, item, sink);
}
static bool abilities_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_abilities *l = casata_locals(zg_abilities, f);
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    unsigned open = zg_open_items(l), side = l->side, ability, row;
    bool on_top = f == casata_top_of(s);
    if (l->action >= ZG_COURT_COUNT || zg_open_cards(l) >> ZG_CARD_ITEMS || side >> ZG_SIDE_ITEMS)
        return false;
    if (l->hired > ZG_REGION_COUNT || (l->hired && l->action != ZG_DO_HIRE)) return false;
    if (l->action == ZG_DO_HIRE && !l->hired && (on_top || casata_above(f)->phase != ZG_PH_HIRE))
        return false;
    if (zg_open_cards(l) & ~zg_firing(d, &s->p[f->seat], l->action, true)) return false;
    if (!s->p[f->seat].board) return false;
    ability = ability_of(d, s, f->seat);
    row = first_part(ability);
    for (unsigned i = 0; side >> i; i++)
        if (side >> i & 1 &&
            (!ability || row + i >= ZG_ABILITY_ROWS || d->board_abilities[row + i].ability != ability ||
             d->board_abilities[row + i].trigger != l->action))
            return false;
    return !on_top || (open && usable_items(d, s, l, f->seat));
}
static struct casata_msg abilities_prompt(const struct casata_scene_builder *build,
                                          const struct casata_frame *f, int seat) {
    (void)build;
    return casata_message("prompt.abilities", 2, casata_seat(seat),
                          casata_word(&zg_court, casata_locals(zg_abilities, f)->action));
}
/* A card with its bonus and region: the action names only its number. */
static struct casata_msg use_text(const struct zhanguo_data *d, unsigned card, unsigned region) {
    return casata_message("act.use_of", 3, casata_number((int)card),
                          casata_word(&zg_bonuses, d->cards[card - 1].bonus), zg_region(region));
}
static void describe_use(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                         unsigned card) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    unsigned i = 0, bonus = d->cards[card - 1].bonus;
    while (ZG_FLAT(s->p[seat].tableau)[i] != card) i++;
    zg_at_slot(build, c, ZG_F_CARD, seat, i, "R15.1");
    c->piece = zg_card_at(build, c->slot, card);
    c->text = use_text(d, card, i / ZG_REGION_CARDS);
    if (bonus == ZG_B_VP2 || bonus == ZG_B_VP3)
        casata_add_gain(c, zg_unit(ZG_U_VP, d->bonuses[bonus].amount));
    if (bonus >= ZG_B_VPC_I && bonus <= ZG_B_VPC_B)
        casata_add_gain(c, zg_unit(ZG_U_VP, zg_tableau_colour(&s->p[seat], bonus - ZG_B_VPC_I)));
    if (bonus == ZG_B_WRK) casata_add_gain(c, zg_unit(ZG_U_WORKER, 1));
    if (bonus == ZG_B_MOV2) casata_add_gain(c, zg_unit(ZG_U_POINT, d->bonuses[bonus].amount));
    if (bonus >= ZG_B_OFF_R) casata_add_gain(c, zg_unit(ZG_U_RED + bonus - ZG_B_OFF_R, 1));
}
static void abilities_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                               int seat, struct casata_choice *c) {
    (void)f;
    switch (casata_kind(c->action)) {
    case ZG_A_DONE: c->rule = "G27"; break;
    case ZG_A_USE: describe_use(build, c, seat, casata_a(c->action)); break;
    case ZG_A_ABILITY: zg_at_slot(build, c, ZG_F_BOARD, seat, 0, "R17.1"); break;
    default: zg_describe_step(build, c, seat);
    }
}
/* Cards of other actions, and those of this one that would do nothing. */
static void abilities_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct zg_abilities *l = casata_locals(zg_abilities, f);
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    for (unsigned i = 0; i < ZG_CARD_ITEMS; i++) {
        unsigned card = ZG_FLAT(s->p[seat].tableau)[i], need = ZG_FINE;
        if (!card) {
            casata_add_vain(build, casata_slot_at(build, ZG_F_CARD, seat, i), "vain.card_none", "R15.1");
            continue;
        }
        if (d->cards[card - 1].trigger != l->action)
            need = ZG_OTHER_ACTION;
        else if (zg_open_cards(l) >> i & 1)
            need = need_item(d, s, seat, i, item_of(d, s, l, seat, i));
        zg_block(build, need, casata_slot_at(build, ZG_F_CARD, seat, i),
                 use_text(d, card, i / ZG_REGION_CARDS), need == ZG_BLOCKED ? "R15.2" : "R15.1");
        if (zg_open_cards(l)) /* the number played fires all cards of the action, or none (R15.5) */
            casata_add_vain(build, casata_slot_at(build, ZG_F_CARD, seat, i), "vain.card_used", "R15.1");
    }
    zg_explain_shifts(build, f, seat);
}
/* Cards of the tableau in positions: region and place. */
static const char *const card_text[] = {"1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2",
                                        "3.3", "4.1", "4.2", "4.3", "5.1", "5.2", "5.3"};
static const struct casata_words low_cards = {"card", 8, card_text};
static const struct casata_words high_cards = {"card", ZG_CARD_ITEMS - 8, card_text + 8};
/* Parts of the ability of side B, as numbered in board_abilities.csv. */
static const char *const part_text[] = {"part_1", "part_2", "part_3"};
static const struct casata_words side_parts = {"part", ZG_SIDE_ITEMS, part_text};
_Static_assert(sizeof part_text / sizeof *part_text == ZG_SIDE_ITEMS, "a word for each part");
static const struct casata_vain abilities_vain[] = {
    {ZG_F_CARD, "vain.card_quiet", "R15.1"},
    {0},
};
const struct casata_phase zg_phase_abilities = {
    .name = "abilities",
    .vain = abilities_vain,
    .locals = CASATA_LOCAL_NAMES(ZG_ABILITIES_LOCALS),
    .words = {CASATA_LOCAL_WORD(zg_abilities, action, zg_court),
              CASATA_LOCAL_SET(zg_abilities, cards, low_cards),
              CASATA_LOCAL_SET(zg_abilities, cards_high, high_cards),
              CASATA_LOCAL_SET(zg_abilities, side, side_parts)},
    .parents = CASATA_ON(ZG_PH_TURN),
    .legal = abilities_legal,
    .redundant = zg_redundant_shift,
    .apply = abilities_apply,
    .step = abilities_step,
    .valid = abilities_valid,
    .prompt = abilities_prompt,
    .describe = abilities_describe,
    .explain = abilities_explain,
};

/* --- cards that an option would fire --------------------------------------------------------------------------- */
void zg_light_cards(const struct casata_scene_builder *build, struct casata_choice *c, int seat,
                    unsigned cards, unsigned changed, unsigned level) {
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    for (; cards; cards &= cards - 1) {
        unsigned i = (unsigned)__builtin_ctz(cards), r = i / ZG_REGION_CARDS;
        int slot = casata_slot_at(build, ZG_F_CARD, seat, i);
        if (blocks_cards(build->data, s, p, r, r == changed ? level : p->level[r])) continue;
        casata_add_light(c, zg_card_at(build, slot, ZG_FLAT(p->tableau)[i]));
    }
}
void zg_light_waiting(const struct casata_scene_builder *build, const struct casata_frame *f,
                      struct casata_choice *c, int seat, unsigned changed, unsigned level) {
    const struct casata_frame *below = casata_below(f);
    if (below->phase == ZG_PH_ABILITIES)
        zg_light_cards(build, c, seat, zg_open_cards(casata_locals(zg_abilities, below)), changed, level);
}
