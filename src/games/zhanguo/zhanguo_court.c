/* zhanguo_court.c: court actions with officials: Recruit, Hire Workers, Install a Governor (R9, R11, R12), and the same
 * pieces as bonuses and rewards (R11.6, R19.1, R19.4). */
#include "games/zhanguo/zhanguo_scene.h"

/* --- Recruit 1 Official (R9) -------------------------------------------------------------------------------- */
static int list_officials(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned kind,
                          unsigned regions, casata_action *out) {
    int n = 0;
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) {
        if (!zg_officials_left(d, s, &s->p[seat], colour)) continue; /* R9.3, G8 */
        for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
            if (regions >> r & 1) out[n++] = casata_act(kind, colour, r, 0);
    }
    return n;
}
static int recruit_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    (void)f;
    return zg_and_shifts(data, state, seat, out,
                         list_officials(data, state, seat, ZG_A_RECRUIT, ZG_ALL_REGIONS, out));
}
static void recruit_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    (void)data, (void)f;
    if (zg_take_shift(state, seat, a, sink)) return;
    casata_pop(state);
    zg_place_official(state, seat, casata_a(a), casata_b(a), 1, sink); /* R9.1 */
}
static void describe_official(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    zg_at_slot(build, c, ZG_F_UP, seat, casata_b(c->action), "R9.1");
    casata_add_gain(c, zg_unit(ZG_U_RED + casata_a(c->action), 1));
}
static void recruit_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    (void)f;
    if (!zg_describe_shift(build, c, seat)) describe_official(build, c, seat);
}
const struct casata_phase zg_phase_recruit = {
    .name = "recruit",
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .legal = recruit_legal,
    .redundant = zg_redundant_shift,
    .apply = recruit_apply,
    .valid = zg_can_decide,
    .ask = "prompt.recruit",
    .describe = recruit_describe,
    .explain = zg_explain_shifts,
};

/* --- an official as a bonus (R11.6, G7, G8) or reward (R19.1) -------------------------------------------------- */
static int official_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct zg_official *l = casata_locals(zg_official, f);
    int n = 0;
    if (l->optional) out[n++] = casata_act(ZG_A_DECLINE, 0, 0, 0);
    n += list_officials(data, state, seat, ZG_A_OFFICIAL, l->regions, out + n);
    return zg_and_shifts(data, state, seat, out, n);
}
static void official_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    (void)data, (void)f;
    if (zg_take_shift(state, seat, a, sink)) return;
    casata_pop(state);
    if (casata_kind(a) == ZG_A_OFFICIAL) zg_place_official(state, seat, casata_a(a), casata_b(a), 1, sink);
}
static bool official_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_official *l = casata_locals(zg_official, f);
    return l->regions && l->regions >> ZG_REGION_COUNT == 0 && l->optional <= 1 &&
           zg_need_recruit(data, state, f->seat) == ZG_FINE;
}
static void official_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                              int seat, struct casata_choice *c) {
    (void)f;
    if (zg_describe_shift(build, c, seat)) return;
    if (casata_kind(c->action) == ZG_A_OFFICIAL)
        describe_official(build, c, seat);
    else
        c->rule = "G7";
}
static const struct casata_vain official_vain[] = {
    {ZG_F_UP, "vain.official_region", "R11.6"},
    {0},
};
const struct casata_phase zg_phase_official = {
    .name = "official",
    .vain = official_vain,
    .locals = CASATA_LOCAL_NAMES(ZG_OFFICIAL_LOCALS),
    .words = {CASATA_LOCAL_SET(zg_official, regions, zg_regions)},
    .parents = CASATA_ON(ZG_PH_ABILITIES) | CASATA_ON(ZG_PH_REWARDS),
    .forced = zg_only_way,
    .legal = official_legal,
    .redundant = zg_redundant_shift,
    .apply = official_apply,
    .valid = official_valid,
    .ask = "prompt.official",
    .describe = official_describe,
};

/* --- Hire Workers (R12) --------------------------------------------------------------------------------------
 * Shifts after which nobody could be hired are not offered (R5.3, G32). `shift`: only in positions before version 4. */
#define ZG_HIRE_LOCALS(X) X(shift)
CASATA_LOCALS(zg_hire, ZG_HIRE_LOCALS);
static bool can_hire_after(const struct zhanguo_data *d, const struct zhanguo *s, int seat, casata_action a) {
    if (!zg_per_worker(s)) return true;
    struct zhanguo then = *s;
    then.p[seat].up[casata_b(a)][casata_a(a)]--;
    then.p[seat].down[casata_b(a)][casata_a(a)]++;
    return zg_need_court(d, &then, seat, ZG_DO_HIRE) == ZG_FINE;
}
static int hire_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zhanguo *s = state;
    int n = 0;
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (zg_need_hire(data, s, seat, r, 0) == ZG_FINE) out[n++] = casata_act(ZG_A_HIRE, r, 0, 0);
    int first = n, all = zg_and_shifts(data, s, seat, out, n);
    for (int i = first; i < all; i++)
        if (can_hire_after(data, s, seat, out[i])) out[n++] = out[i];
    return n;
}
static void hire_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zhanguo *s = state;
    unsigned r = casata_a(a);
    (void)f;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_pop(s);
    struct zg_abilities *l = casata_locals(zg_abilities, casata_top(s));
    unsigned n = zg_officials_below(&s->p[seat], r); /* R12.1, R12.2: all of them count and stay (R12.4) */
    unsigned extra = zg_extra_worker(data, s, seat, r, n);
    l->hired = (uint8_t)(r + 1);
    zg_close_extra(l, data, s, seat);
    zg_mark_fresh(s, zg_all_colours(r)); /* officials shifted now come too late to be counted */
    zg_gain_workers(s, seat, r, n, sink);
    if (extra) {
        casata_emit(sink, "event.ability", 2, casata_seat(seat),
                    casata_word(&zg_ability_effects, ZG_AE_EXTRA));
        zg_gain_workers(s, seat, r, extra, sink); /* R17.2 */
    }
    zg_raise(s, seat, r, zg_hire_unrest(data, s, n + extra), sink);
}
static bool hire_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_hire *l = casata_locals(zg_hire, f);
    return l->shift < ZG_SHIFTS && zg_need_court(data, state, f->seat, ZG_DO_HIRE) == ZG_FINE;
}
static void hire_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    const struct zhanguo *s = build->state;
    if (zg_describe_shift(build, c, seat)) return;
    unsigned r = casata_a(c->action), n = zg_officials_below(&s->p[seat], r);
    n += zg_extra_worker(build->data, s, seat, r, n);
    unsigned rise = zg_hire_unrest(build->data, s, n);
    zg_at_slot(build, c, ZG_F_DOWN, seat, r, "R12.1");
    casata_add_gain(c, zg_unit(ZG_U_WORKER, n));
    casata_add_cost(c, zg_unrest(rise));
    zg_light_waiting(build, f, c, seat, r, s->p[seat].level[r] + rise);
}
static void hire_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        zg_block(build, zg_need_hire(build->data, build->state, seat, r, 0),
                 casata_slot_at(build, ZG_F_DOWN, seat, r), casata_message("act.hire", 1, zg_region(r)),
                 "R12.3");
    zg_block_shifts(build, seat);
}
const struct casata_phase zg_phase_hire = {
    .name = "hire",
    .locals = CASATA_LOCAL_NAMES(ZG_HIRE_LOCALS),
    .order = CASATA_ORDER(zg_hire, shift),
    .parents = CASATA_ON(ZG_PH_ABILITIES),
    .legal = hire_legal,
    .redundant = zg_redundant_shift,
    .apply = hire_apply,
    .valid = hire_valid,
    .ask = "prompt.hire",
    .describe = hire_describe,
    .explain = hire_explain,
};

/* --- Install 1 Governor (R11, R19.4) --------------------------------------------------------------------------- */
static bool square_offered(const struct zhanguo_data *d, const struct zhanguo *s, unsigned region,
                           unsigned i) {
    if (s->square[region][i]) return false;
    for (unsigned j = 0; j < i; j++) /* of identical squares only the first */
        if (!s->square[region][j] && d->governor_squares[region * ZG_SQUARES + j].bonus ==
                                         d->governor_squares[region * ZG_SQUARES + i].bonus)
            return false;
    return true;
}
static bool can_install_after(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                              casata_action shift) {
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        bool goes = r == casata_b(shift) && s->p[seat].up[r][casata_a(shift)] == 1;
        if (!goes && zg_need_install(d, s, seat, r, false) == ZG_FINE) return true;
    }
    return false;
}
static int install_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct zg_install *l = casata_locals(zg_install, f);
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    int n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (!(l->regions >> r & 1) || zg_need_install(d, s, seat, r, l->gift) != ZG_FINE) continue;
        unsigned stands = 0; /* R11.2, G7: an empty square must be taken */
        for (unsigned i = 0; i < ZG_SQUARES; i++)
            if (square_offered(d, s, r, i)) stands |= 2u << d->governor_squares[r * ZG_SQUARES + i].bonus;
        if (!stands) stands = 1u << ZG_BESIDE;
        for (; stands; stands &= stands - 1)
            out[n++] = casata_act(ZG_A_INSTALL, r, (unsigned)__builtin_ctz(stands), 0);
    }
    int first = n, all = zg_and_shifts(d, s, seat, out, n); /* R5.3: one region must stay possible */
    for (int i = first; i < all; i++)
        if (can_install_after(d, s, seat, out[i])) out[n++] = out[i];
    return n;
}
/* The first empty square of this kind, -1: none, as for ZG_BESIDE. */
static int free_square(const struct zhanguo_data *d, const struct zhanguo *s, unsigned region,
                       unsigned stand) {
    for (unsigned i = 0; i < ZG_SQUARES; i++)
        if (!s->square[region][i] && d->governor_squares[region * ZG_SQUARES + i].bonus + 1u == stand)
            return (int)i;
    return -1;
}
/* On the square, or next to them (R11.3). */
static void place_governor(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned region,
                           unsigned stand) {
    int square = free_square(d, s, region, stand);
    if (square < 0)
        s->p[seat].beside[region]++;
    else
        s->square[region][square] = (uint8_t)(seat + 1);
}
/* R11.6, G7, G8 */
static void square_bonus(const struct zhanguo_data *d, struct zhanguo *s, int seat, unsigned stand,
                         struct casata_sink *sink) {
    if (stand == ZG_BESIDE) return;
    unsigned bonus = stand - 1, amount = d->governor_bonuses[bonus].amount;
    if (bonus == ZG_GB_VP) zg_gain_vp(s, seat, ZG_VP_SQUARES, amount, sink);
    if (bonus == ZG_GB_MOV && zg_need_move(s, seat) == ZG_FINE) zg_begin_move(s, seat, amount, true);
    if (bonus == ZG_GB_OFF && zg_need_recruit(d, s, seat) == ZG_FINE) {
        struct zg_official *l = casata_begin(zg_official, s, ZG_PH_OFFICIAL, (unsigned)seat);
        l->regions = ZG_ALL_REGIONS;
        l->optional = 1;
    }
}
static void install_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct zg_install *l = casata_locals(zg_install, f);
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    struct zhanguo_player *p = &s->p[seat];
    unsigned r = casata_a(a), stand = casata_b(a);
    bool gift = l->gift;
    if (zg_take_shift(s, seat, a, sink)) return;
    casata_pop(s);
    for (int colour = 0; colour < ZG_OFFICIAL_COUNT && !gift; colour++) p->up[r][colour]--; /* R11.1 */
    if (!gift)
        casata_emit(sink, "event.pay_officials", 5, casata_seat(seat), casata_count(&zg_units, ZG_U_RED, 1),
                    casata_count(&zg_units, ZG_U_GREY, 1), casata_count(&zg_units, ZG_U_WHITE, 1),
                    casata_word(&zg_regions, r));
    place_governor(d, s, seat, r, stand);
    casata_emit(sink, "event.governor", 3, casata_seat(seat), casata_word(&zg_regions, r),
                casata_word(&zg_stands, stand));
    zg_pacify(s, seat, r, sink); /* R11.5; G9: the order of bonus and reset makes no difference */
    square_bonus(d, s, seat, stand, sink);
}
static bool install_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_install *l = casata_locals(zg_install, f);
    const struct zhanguo *s = state;
    return l->gift == (zg_part_frame(s)->phase == ZG_PH_REWARDS) && l->regions &&
           l->regions >> ZG_REGION_COUNT == 0 && zg_can_decide(data, s, f);
}
static unsigned officials_on_board(const struct zhanguo_player *p) {
    unsigned n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) n += zg_officials_above(p, r) + zg_officials_below(p, r);
    return n;
}
static void install_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    if (zg_describe_shift(build, c, seat)) return;
    unsigned r = casata_a(c->action), stand = casata_b(c->action);
    bool gift = casata_locals(zg_install, f)->gift;
    int square = free_square(d, s, r, stand);
    zg_at_slot(build, c, ZG_F_BESIDE, -1, r, gift ? "R19.4" : "R11.2");
    if (square >= 0)
        c->slot = (int16_t)casata_slot_at(build, ZG_F_SQUARE, -1, r * ZG_SQUARES + (unsigned)square);
    if (s->p[seat].level[r])
        c->text = casata_message("act.install_calm", 3, zg_region(r), casata_word(&zg_stands, stand),
                                 casata_number(s->p[seat].level[r]));
    for (unsigned i = 0; i < ZG_OFFICIAL_COUNT && !gift; i++) casata_add_cost(c, zg_unit(ZG_U_RED + i, 1));
    if (stand == 1u + ZG_GB_VP) casata_add_gain(c, zg_unit(ZG_U_VP, d->governor_bonuses[ZG_GB_VP].amount));
    /* The three that are paid no longer move (G7). */
    if (stand == 1u + ZG_GB_MOV && officials_on_board(&s->p[seat]) > (gift ? 0u : ZG_OFFICIAL_COUNT))
        casata_add_gain(c, zg_unit(ZG_U_POINT, d->governor_bonuses[ZG_GB_MOV].amount));
    zg_light_waiting(build, f, c, seat, r, 0);
}
/* Regions and squares where no governor can go. */
static void install_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct zg_install *l = casata_locals(zg_install, f);
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        struct casata_msg text = casata_message("act.install_any", 1, zg_region(r));
        unsigned need = l->regions >> r & 1 ? zg_need_install(d, s, seat, r, l->gift) : ZG_OTHER_REGION;
        zg_block(build, need, casata_slot_at(build, ZG_F_BESIDE, -1, r), text, "R11.1");
        for (unsigned i = 0; i < ZG_SQUARES; i++) {
            bool taken = s->square[r][i] != 0;
            zg_block(build,
                     taken                         ? ZG_SQUARE_TAKEN
                     : need != ZG_FINE             ? need
                     : !square_offered(d, s, r, i) ? ZG_SQUARE_ALIKE
                                                   : ZG_FINE,
                     casata_slot_at(build, ZG_F_SQUARE, -1, r * ZG_SQUARES + i), text,
                     taken ? "R11.2" : "R11.1");
        }
    }
}
/* Officials are never paid unasked. */
static bool install_forced(const void *data, const void *state, const struct casata_frame *f,
                           casata_action only, struct casata_sink *sink) {
    return casata_locals(zg_install, f)->gift && zg_only_way(data, state, f, only, sink);
}
static const struct casata_vain install_vain[] = {
    {ZG_F_SQUARE, "vain.install_square", "R11.2"},
    {ZG_F_BESIDE, "vain.install_beside", "R11.2"},
    {0},
};
const struct casata_phase zg_phase_install = {
    .name = "install",
    .vain = install_vain,
    .locals = "free regions ", /* ZG_INSTALL_LOCALS; in positions the gift is called free */
    .words = {CASATA_LOCAL_SET(zg_install, regions, zg_regions)},
    .parents = CASATA_ON(ZG_PH_ABILITIES) | CASATA_ON(ZG_PH_REWARDS),
    .forced = install_forced,
    .legal = install_legal,
    .redundant = zg_redundant_shift,
    .apply = install_apply,
    .valid = install_valid,
    .ask = "prompt.install",
    .describe = install_describe,
    .explain = install_explain,
};
