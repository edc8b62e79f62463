/* zhanguo_abilities.c: what a court action sets off: cards of the tableau (R15, R16) and the ability of side B
 * (R17), each once, in an order of choice (G49). What could not be used yet stays open. Of two that do the same only
 * the first is offered. */
#include "games/zhanguo/zhanguo.h"

enum { CARD_ITEMS = ZG_REGION_COUNT * ZG_REGION_CARDS, SIDE_ITEMS = 3, ITEMS = CARD_ITEMS + SIDE_ITEMS };
/* Effects: the card bonuses, then those that only side B has. */
enum { EFFECT_EXTRA = ZG_BONUS_COUNT, EFFECT_MOV1, EFFECT_CALM, EFFECT_TRANSFER, EFFECT_NONE };

struct item {
    uint8_t effect, region; /* region of the card; of side B: of the workers just hired */
};

static unsigned first_part(unsigned ability) { /* row of board_abilities.csv */
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

/* The frame's locals: a court action, b c open cards (bit region * 3 + place), d open parts of side B + 8 * the
 * next shift, e 1 + region of Hire Workers. */
static unsigned open_items(const struct casata_frame *f) {
    return f->b | (unsigned)f->c << 8 | (f->d & 7u) << CARD_ITEMS;
}
static void set_open(struct casata_frame *f, unsigned open) {
    f->b = (uint8_t)open;
    f->c = (uint8_t)(open >> 8 & 0x7f);
    f->d = (uint8_t)((f->d & ~7u) | open >> CARD_ITEMS);
}

static struct item item_of(const struct zhanguo_data *d, const struct zhanguo *s,
                           const struct casata_frame *f, int seat, unsigned i) {
    if (i < CARD_ITEMS)
        return (struct item){d->cards[ZG_FLAT(s->p[seat].tableau)[i] - 1].bonus,
                             (uint8_t)(i / ZG_REGION_CARDS)};
    unsigned row = first_part(ability_of(d, s, seat)) + i - CARD_ITEMS;
    return (struct item){(uint8_t)side_effect(d->board_abilities[row].effect_code),
                         (uint8_t)(f->e ? f->e - 1 : 0)};
}

static bool any_of(const uint8_t *n) { return (n[0] | n[1] | n[2] | n[3] | n[4]) != 0; }
static bool is_per_worker(const struct zhanguo *s) {
    return s->head.option[ZG_OPT_UNREST] == ZG_UNREST_PER_WORKER;
}

/* Would it do something now? A card at the maximum level is blocked (R7.8, R15.2, G23, G25). */
static bool is_usable(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned i,
                      struct item item) {
    const struct zhanguo_player *p = &s->p[seat];
    unsigned r = item.region;
    if (i < CARD_ITEMS && p->level[r] >= d->unrest_tracks[zg_track(s, p, r)].ability_block_from) return false;
    switch (item.effect) {
    case ZG_B_VPC_I:
    case ZG_B_VPC_O:
    case ZG_B_VPC_B: return zg_tableau_colour(p, item.effect - ZG_B_VPC_I) > 0;
    case ZG_B_UNR_ANY:
    case EFFECT_CALM: return any_of(p->level);
    case ZG_B_UNR_HERE: return p->level[r] > 0;
    case ZG_B_MVW: return any_of(p->workers);
    case ZG_B_OFF_R:
    case ZG_B_OFF_G:
    case ZG_B_OFF_W: return zg_officials_left(d, s, p, item.effect - ZG_B_OFF_R) > 0;
    case ZG_B_MOV2:
    case EFFECT_MOV1: return zg_has_officials(p);
    case EFFECT_EXTRA: /* G31 */
        return !is_per_worker(s) ||
               p->level[r] + zg_constant(d, ZG_K_UNREST_WORKER) <= zg_max_level(d, s, p, r);
    case EFFECT_TRANSFER: return zg_governors_placed(s, seat) > 0;
    default: return true; /* points, a worker, a marker or the point for it */
    }
}

static unsigned usable_items(const struct zhanguo_data *d, const struct zhanguo *s,
                             const struct casata_frame *f, int seat) {
    unsigned usable = 0;
    for (unsigned open = open_items(f); open; open &= open - 1) {
        unsigned i = (unsigned)__builtin_ctz(open);
        usable |= (unsigned)is_usable(d, s, seat, i, item_of(d, s, f, seat, i)) << i;
    }
    return usable;
}

static bool is_local(unsigned effect) { /* does it depend on where the card lies? */
    return effect == ZG_B_WRK || effect == ZG_B_UNR_HERE || (effect >= ZG_B_OFF_R && effect <= ZG_B_OFF_W);
}
static unsigned offered_items(const struct zhanguo_data *d, const struct zhanguo *s,
                              const struct casata_frame *f, int seat) {
    uint8_t seen[EFFECT_NONE] = {0}; /* bit set of regions, bit 7: anywhere */
    unsigned offered = 0;
    for (unsigned left = usable_items(d, s, f, seat); left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        struct item item = item_of(d, s, f, seat, i);
        unsigned bit = is_local(item.effect) ? 1u << item.region : 128u;
        if (seen[item.effect] & bit) continue;
        seen[item.effect] = (uint8_t)(seen[item.effect] | bit);
        offered |= 1u << i;
    }
    return offered;
}

unsigned zg_firing(const struct zhanguo_data *d, const struct zhanguo_player *p, unsigned court,
                   bool relation) {
    unsigned mask = 0;
    for (unsigned i = 0; i < CARD_ITEMS && relation; i++)
        if (ZG_FLAT(p->tableau)[i] && d->cards[ZG_FLAT(p->tableau)[i] - 1].trigger == court)
            mask |= 1u << i; /* R15.1 a */
    return mask;
}

/* R15.5: without the relation no card fires. R17.1, R17.6: side B fires whatever the numbers are. */
void zg_begin_abilities(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned court,
                        bool relation) {
    struct casata_frame *f = casata_push(s, ZG_PH_ABILITIES, (unsigned)seat);
    unsigned open = zg_firing(d, &s->p[seat], court, relation), ability = ability_of(d, s, seat);
    for (unsigned row = first_part(ability), i = CARD_ITEMS;
         ability && row < ZG_ABILITY_ROWS && d->board_abilities[row].ability == ability; row++, i++)
        if (d->board_abilities[row].trigger == court) open |= 1u << i;
    f->a = (uint8_t)court;
    set_open(f, open);
}

static bool abilities_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)sink;
    if (open_items(f) && usable_items(data, state, f, f->seat)) return false;
    casata_pop(state);
    return true;
}
/* G27: every use is optional. */
static int abilities_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action *out) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    const struct zhanguo_player *p = &s->p[seat];
    unsigned offered = offered_items(d, s, f, seat), effects = 0;
    int n = 0;
    out[n++] = casata_act(ZG_A_DONE, 0, 0, 0);
    int first = n;
    for (unsigned left = offered & ((1u << CARD_ITEMS) - 1); left; left &= left - 1) {
        casata_action a = casata_act(ZG_A_USE, ZG_FLAT(p->tableau)[__builtin_ctz(left)], 0, 0);
        int i = n++;
        for (; i > first && out[i - 1] > a; i--) out[i] = out[i - 1];
        out[i] = a;
    }
    unsigned row = first_part(ability_of(d, s, seat));
    for (unsigned i = 0; i < SIDE_ITEMS; i++)
        if (offered >> (CARD_ITEMS + i) & 1) effects |= 1u << d->board_abilities[row + i].effect_code;
    for (; effects; effects &= effects - 1)
        out[n++] = casata_act(ZG_A_ABILITY, (unsigned)__builtin_ctz(effects), 0, 0);
    return n + zg_list_shifts(d, s, p, f->d >> 3, out + n); /* R5.4 a */
}

static unsigned item_at(const struct zhanguo_data *d, const struct zhanguo *s, const struct casata_frame *f,
                        int seat, casata_action a) {
    unsigned i = 0;
    if (casata_kind(a) == ZG_A_USE) {
        while (ZG_FLAT(s->p[seat].tableau)[i] != casata_a(a)) i++;
        return i;
    }
    unsigned offered = offered_items(d, s, f, seat), row = first_part(ability_of(d, s, seat));
    while (!(offered >> (CARD_ITEMS + i) & 1) || d->board_abilities[row + i].effect_code != casata_a(a)) i++;
    return CARD_ITEMS + i;
}

/* R16, R17 */
static void use(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned part, struct item item,
                struct casata_sink *sink) {
    struct zhanguo_player *p = &s->p[seat];
    unsigned r = item.region, u = (unsigned)seat;
    switch (item.effect) {
    case ZG_B_UM1: zg_begin_marker(d, s, seat, part, sink); break;                      /* R16.1 */
    case ZG_B_MOV2: zg_begin_move(s, seat, d->bonuses[ZG_B_MOV2].amount, false); break; /* R16.2 */
    case EFFECT_MOV1: zg_begin_move(s, seat, 1, false); break;                          /* R17.2 */
    case ZG_B_VP2:
    case ZG_B_VP3: zg_gain_vp(s, seat, part, d->bonuses[item.effect].amount, sink); break; /* R16.3 */
    case ZG_B_WRK: zg_gain_workers(s, seat, r, 1, sink); break;                            /* R16.4 */
    case ZG_B_VPC_I:
    case ZG_B_VPC_O:
    case ZG_B_VPC_B: /* R16.5, G26: itself included */
        zg_gain_vp(s, seat, part, zg_tableau_colour(p, item.effect - ZG_B_VPC_I), sink);
        break;
    case ZG_B_UNR_ANY: casata_push(s, ZG_PH_CALM, u); break;        /* R16.6 */
    case EFFECT_CALM: casata_push(s, ZG_PH_CALM, u)->a = 1; break;  /* R17.4, G29 */
    case ZG_B_UNR_HERE: zg_lower(s, seat, r, sink); break;          /* R16.7 */
    case ZG_B_MVW: casata_push(s, ZG_PH_CARRY, u); break;           /* R16.8, R17.3 */
    case EFFECT_TRANSFER: casata_push(s, ZG_PH_TRANSFER, u); break; /* R17.5 */
    case EFFECT_EXTRA:                                              /* R17.2, G31 */
        zg_gain_workers(s, seat, r, 1, sink);
        if (!is_per_worker(s)) break;
        p->level[r] = (uint8_t)(p->level[r] + zg_constant(d, ZG_K_UNREST_WORKER)); /* G28 */
        casata_emit(sink, "event.unrest", 3, casata_seat(seat), casata_word(&zg_regions, r),
                    casata_number(p->level[r]));
        break;
    default: zg_place_official(s, seat, item.effect - ZG_B_OFF_R, r, 1, sink); /* R16.9 */
    }
}
static void abilities_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    if (casata_kind(a) == ZG_A_DONE) {
        casata_pop(s);
        return;
    }
    if (casata_kind(a) == ZG_A_SHIFT) {
        f->d = (uint8_t)((f->d & 7u) | zg_shift_index(a) << 3);
        zg_shift(s, seat, casata_a(a), casata_b(a), sink);
        return;
    }
    unsigned i = item_at(d, s, f, seat, a);
    struct item item = item_of(d, s, f, seat, i);
    f->d &= 7; /* a new run of shifts */
    unsigned gone = 1u << i;
    if (item.effect == EFFECT_MOV1) gone |= 1u << CARD_ITEMS; /* R17.2: the worker comes before the point */
    set_open(f, open_items(f) & ~gone);
    if (i < CARD_ITEMS)
        casata_emit(sink, "event.use", 3, casata_seat(seat), casata_number((int)casata_a(a)),
                    casata_word(&zg_bonuses, item.effect));
    else
        casata_emit(sink, "event.ability", 2, casata_seat(seat),
                    casata_word(&zg_ability_effects, casata_a(a)));
    use(d, s, seat, i < CARD_ITEMS ? ZG_VP_CARDS : ZG_VP_BOARD, item, sink);
}
static bool abilities_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    unsigned open = open_items(f), side = f->d & 7u, ability, row;
    bool on_top = f == casata_top((void *)(uintptr_t)s);
    if (f->a >= ZG_COURT_COUNT || f->c > 0x7f || f->d >> 3 >= ZG_OFFICIAL_COUNT * ZG_REGION_COUNT)
        return false;
    if (f->e > ZG_REGION_COUNT || (f->e && f->a != ZG_DO_HIRE)) return false;
    if (f->a == ZG_DO_HIRE && !f->e && (on_top || f[1].phase != ZG_PH_HIRE)) return false;
    if (open & ((1u << CARD_ITEMS) - 1) & ~zg_firing(d, &s->p[f->seat], f->a, true)) return false;
    if (!s->p[f->seat].board) return false;
    ability = ability_of(d, s, f->seat);
    row = first_part(ability);
    for (unsigned i = 0; side >> i; i++)
        if (side >> i & 1 &&
            (!ability || row + i >= ZG_ABILITY_ROWS || d->board_abilities[row + i].ability != ability ||
             d->board_abilities[row + i].trigger != f->a))
            return false;
    return !on_top || (open && usable_items(d, s, f, f->seat));
}
const struct casata_phase zg_phase_abilities = {.name = "abilities",
                                                .locals = "action cards cards_high side hired",
                                                .parents = 1u << ZG_PH_TURN,
                                                .legal = abilities_legal,
                                                .apply = abilities_apply,
                                                .step = abilities_step,
                                                .valid = abilities_valid};

/* --- a marker of choice (R16.1, R17.3, G22) ------------------------------------------------------------------ */
void zg_begin_marker(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned part,
                     struct casata_sink *sink) {
    if (zg_um1_left(d, s, 0) || zg_um1_left(d, s, 1) || zg_um1_left(d, s, 2))
        casata_push(s, ZG_PH_MARKER, (unsigned)seat);
    else
        zg_gain_vp(s, seat, part, zg_constant(d, ZG_K_VP_MISSING_UM), sink);
}
static int marker_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    int n = 0;
    (void)f, (void)seat;
    for (unsigned colour = 0; colour < ZG_COLOUR_COUNT; colour++)
        if (zg_um1_left(data, state, colour)) out[n++] = casata_act(ZG_A_MARKER, colour, 0, 0);
    return n;
}
static void marker_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    (void)f;
    casata_pop(state);
    zg_take_markers(data, state, seat, casata_a(a), 1, sink);
}
const struct casata_phase zg_phase_marker = {.name = "marker",
                                             .parents = 1u << ZG_PH_ABILITIES,
                                             .flags = CASATA_AUTO_SINGLE,
                                             .legal = marker_legal,
                                             .apply = marker_apply};

/* --- unrest lowered in a region of choice (R16.6, R17.4). Local: 1 if a worker comes with it ------------------- */
static int calm_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)data, (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (s->p[seat].level[r]) out[n++] = casata_act(ZG_A_CALM, r, 0, 0);
    return n;
}
static void calm_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    bool worker = f->a;
    (void)data;
    casata_pop(state);
    zg_lower(state, seat, casata_a(a), sink);
    if (worker) zg_gain_workers(state, seat, casata_a(a), 1, sink);
}
static bool calm_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a <= 1;
}
const struct casata_phase zg_phase_calm = {.name = "calm",
                                           .locals = "worker",
                                           .parents = 1u << ZG_PH_ABILITIES,
                                           .flags = CASATA_AUTO_SINGLE,
                                           .legal = calm_legal,
                                           .apply = calm_apply,
                                           .valid = calm_valid};

/* --- a worker to an adjacent region (R16.8, R17.3) ------------------------------------------------------------- */
static int carry_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned to = s->p[seat].workers[r] ? zg_near(data, r) : 0; to; to &= to - 1)
            out[n++] = casata_act(ZG_A_CARRY, r, (unsigned)__builtin_ctz(to), 0);
    return n;
}
static void carry_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct zhanguo *s = state;
    (void)data, (void)f;
    casata_pop(s);
    s->p[seat].workers[casata_a(a)]--;
    s->p[seat].workers[casata_b(a)]++;
    casata_emit(sink, "event.carry", 3, casata_seat(seat), casata_word(&zg_regions, casata_a(a)),
                casata_word(&zg_regions, casata_b(a)));
}
const struct casata_phase zg_phase_carry = {.name = "carry",
                                            .parents = 1u << ZG_PH_ABILITIES,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = carry_legal,
                                            .apply = carry_apply};

/* --- a governor to an adjacent region (R17.5, G30, G41) -------------------------------------------------------- */
static unsigned stands_in(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region) {
    unsigned stands = s->p[seat].beside[region] ? 1u << ZG_BESIDE : 0;
    for (unsigned i = 0; i < ZG_SQUARES; i++)
        if (s->square[region][i] == seat + 1)
            stands |= 2u << d->governor_squares[region * ZG_SQUARES + i].bonus;
    return stands;
}
static int transfer_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned stands = stands_in(data, state, seat, r);
        for (unsigned to = stands ? zg_near(data, r) : 0; to; to &= to - 1)
            for (unsigned left = stands; left; left &= left - 1)
                out[n++] =
                    casata_act(ZG_A_TRANSFER, r, (unsigned)__builtin_ctz(to), (unsigned)__builtin_ctz(left));
    }
    return n;
}
static void transfer_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    unsigned from = casata_a(a), to = casata_b(a), stand = casata_c(a);
    (void)f;
    casata_pop(s);
    if (stand == ZG_BESIDE) {
        s->p[seat].beside[from]--;
    } else {
        unsigned i = 0;
        while (s->square[from][i] != seat + 1 ||
               d->governor_squares[from * ZG_SQUARES + i].bonus + 1u != stand)
            i++;
        s->square[from][i] = 0; /* G30: empty again */
    }
    s->p[seat].beside[to]++;
    casata_emit(sink, "event.transfer", 3, casata_seat(seat), casata_word(&zg_regions, from),
                casata_word(&zg_regions, to));
}
const struct casata_phase zg_phase_transfer = {.name = "transfer",
                                               .parents = 1u << ZG_PH_ABILITIES,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = transfer_legal,
                                               .apply = transfer_apply};
