/* zhanguo_move.c: movement points, spent one at a time (R10), and free shifts between them.
 *
 * All steps are legal in any order (G50). Most steps of different officials commute, so a search that looked at every
 * order would see the same positions again and again. A mere reordering is redundant: of all orders of the
 * same steps the one with the smallest codes (below) stays. A step is redundant if a greater one was made already and
 * it could have been made before every step so far, with the same result:
 *
 * - its official was there from the beginning: none of its colour came to the region since ("fresh");
 * - if it goes into a workers area, nobody left that area since, so there was room all the time.
 *
 * Example: two points; a red official in the governors area of region 1, a white one in that of region 3.
 *
 *     r = "move red 1 2", code 17          w = "move white 3 4", code 79
 *     after r:  w is searched, because 79 > 17
 *     after w:  r is redundant, because 17 < 79 and the red official was in region 1 before w already
 *
 * Bringing a redundant step forward makes the codes smaller at the first difference, so this ends, with an order of the
 * same steps in which none is redundant: no result is lost. A walk through a full workers area is one unit with the
 * next step and is never redundant by its codes. The memory (the greatest code and a set of fresh places)
 * does not depend on the order of the steps. The points are at most four and each workers area has two places, so every
 * movement ends. */
#include "games/zhanguo/zhanguo_scene.h"

/* Codes 1..180: shifts, moves above, moves below, climbs. */
enum { CODE_SHIFT = 1, CODE_MOVE = 16, CODE_WALK = 91, CODE_CLIMB = 166 };
struct zg_step {
    uint8_t code, from, to; /* from, to: spots */
};

static unsigned up_spot(unsigned region, unsigned colour) { return region * ZG_OFFICIAL_COUNT + colour; }

static struct zg_step step_of(casata_action a) {
    unsigned colour = casata_a(a), r = casata_b(a), to = casata_c(a);
    unsigned code = colour * ZG_REGION_COUNT + r, up = up_spot(r, colour), down = up + ZG_DOWN;
    switch (casata_kind(a)) {
    case ZG_A_SHIFT: return (struct zg_step){(uint8_t)(CODE_SHIFT + code), (uint8_t)up, (uint8_t)down};
    case ZG_A_CLIMB: return (struct zg_step){(uint8_t)(CODE_CLIMB + code), (uint8_t)down, (uint8_t)up};
    default: code = code * ZG_REGION_COUNT + to;
    }
    if (casata_kind(a) == ZG_A_MOVE)
        return (struct zg_step){(uint8_t)(CODE_MOVE + code), (uint8_t)up, (uint8_t)up_spot(to, colour)};
    return (struct zg_step){(uint8_t)(CODE_WALK + code), (uint8_t)down,
                            (uint8_t)(ZG_DOWN + up_spot(to, colour))};
}

/* The inputs that decide the options of a movement. */
struct zg_movement {
    const struct zhanguo_player *p;
    unsigned cap, points;
    uint8_t below[ZG_REGION_COUNT]; /* officials in the workers areas */
    uint8_t near[ZG_REGION_COUNT];  /* bit sets */
};
static void look(const struct zhanguo_data *d, const struct zhanguo *s, const struct zg_move *l, int seat,
                 struct zg_movement *m) {
    m->p = &s->p[seat];
    m->cap = zg_constant(d, ZG_K_WORKERS_CAP);
    m->points = zg_points_left(l);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        m->below[r] = (uint8_t)zg_officials_below(m->p, r);
        m->near[r] = (uint8_t)zg_near(d, r);
    }
}

/* R10.2 b, R10.3, G5: into a full workers area only with a further point to go on. */
static bool may_enter(const struct zg_movement *m, unsigned region) {
    return m->below[region] < m->cap || m->points >= 2;
}
static unsigned open_areas(const struct zg_movement *m) { /* bit set of regions */
    unsigned open = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) open |= (unsigned)may_enter(m, r) << r;
    return open;
}

/* An official passing through a full area: on to a further one, or up (G5). */
static int list_passing(const struct zg_movement *m, unsigned region, unsigned colour, casata_action *out) {
    int n = 0;
    for (unsigned to = m->near[region] & open_areas(m); to; to &= to - 1)
        out[n++] = casata_act(ZG_A_WALK, colour, region, (unsigned)__builtin_ctz(to));
    out[n++] = casata_act(ZG_A_CLIMB, colour, region, 0);
    return n;
}

/* From the regions of each colour to the neighbours that are in `to`. */
static int list_moves(const struct zg_movement *m, unsigned kind, const uint8_t *regions, unsigned open,
                      casata_action *out) {
    int n = 0;
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = regions[colour]; left; left &= left - 1) {
            unsigned r = (unsigned)__builtin_ctz(left);
            for (unsigned to = m->near[r] & open; to; to &= to - 1)
                out[n++] = casata_act(kind, colour, r, (unsigned)__builtin_ctz(to));
        }
    return n;
}
static int list_points(const struct zg_movement *m, casata_action *out) {
    uint8_t up[ZG_OFFICIAL_COUNT] = {0}, down[ZG_OFFICIAL_COUNT] = {0}; /* regions with an official */
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) {
            up[colour] = (uint8_t)(up[colour] | (m->p->up[r][colour] > 0) << r);
            down[colour] = (uint8_t)(down[colour] | (m->p->down[r][colour] > 0) << r);
        }
    int n = list_moves(m, ZG_A_MOVE, up, ZG_ALL_REGIONS, out);
    n += list_moves(m, ZG_A_WALK, down, open_areas(m), out + n);
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = down[colour]; left; left &= left - 1)
            out[n++] = casata_act(ZG_A_CLIMB, colour, (unsigned)__builtin_ctz(left), 0);
    return n;
}

/* --- the decision (R10.2 a, b, c and R10.4) ---------------------------------------------------------------------
 * When the points are spent, officials may still be shifted, until "stop". */
static int move_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zg_move *l = casata_locals(zg_move, f);
    struct zg_movement m;
    int n = 0;
    look(data, state, l, seat, &m);
    if (l->passing) return list_passing(&m, zg_passing_region(l), zg_passing_official(l), out);
    if (zg_may_stop(l)) out[n++] = casata_act(ZG_A_STOP, 0, 0, 0); /* R10.1, R10.9 */
    if (m.points) n += list_points(&m, out + n);
    return n + zg_list_shifts(data, m.p, out + n); /* R10.6, G6: also for the points of a reward */
}

/* A step that enters a full workers area is one unit with the next step. Moving one of its colour out of that
 * area first, which makes room for it, has the same result. */
static bool repeats_walk(const struct zhanguo_data *d, const struct zhanguo_player *p, casata_action a,
                         unsigned fresh, bool late) {
    unsigned to = casata_c(a), left = zg_all_colours(to);
    if (zg_officials_below(p, to) >= zg_constant(d, ZG_K_WORKERS_CAP)) return p->down[to][casata_a(a)] > 0;
    return late && (fresh & left) != left;
}
static bool move_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                           casata_action a) {
    const struct zg_move *l = casata_locals(zg_move, f);
    const struct zhanguo *s = state;
    if (casata_kind(a) == ZG_A_STOP || l->passing) return false;
    unsigned fresh = zg_fresh(s), place = casata_a(a) * ZG_REGION_COUNT + casata_b(a);
    bool late = step_of(a).code < l->top && !(fresh >> place & 1);
    if (casata_kind(a) == ZG_A_SHIFT) return late || zg_redundant_shift(data, s, f, seat, a);
    return casata_kind(a) == ZG_A_WALK ? repeats_walk(data, &s->p[seat], a, fresh, late) : late;
}

static void report_step(int seat, casata_action a, struct casata_sink *sink) {
    struct casata_arg who = casata_seat(seat), official = casata_word(&zg_officials, casata_a(a));
    struct casata_arg from = casata_word(&zg_regions, casata_b(a)),
                      to = casata_word(&zg_regions, casata_c(a));
    if (casata_kind(a) == ZG_A_CLIMB)
        casata_emit(sink, "event.climb", 3, who, official, from);
    else
        casata_emit(sink, casata_kind(a) == ZG_A_MOVE ? "event.move" : "event.walk", 4, who, official, from,
                    to);
}

/* New steps become possible where an official arrived and in a workers area that one left. */
static void spend(struct zhanguo *s, struct zg_move *l, int seat, casata_action a, struct zg_step step) {
    unsigned to = casata_kind(a) == ZG_A_CLIMB ? casata_b(a) : casata_c(a);
    l->points = (uint8_t)((zg_points_left(l) - 1) | ZG_MAY_STOP);
    zg_spots(&s->p[seat])[step.from]--;
    zg_spots(&s->p[seat])[step.to]++;
    zg_mark_fresh(s, 1u << (casata_a(a) * ZG_REGION_COUNT + to) |
                         (step.from >= ZG_DOWN ? zg_all_colours(casata_b(a)) : 0));
}

static void move_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zg_move *l = casata_locals(zg_move, f);
    struct zhanguo *s = state;
    if (casata_kind(a) == ZG_A_STOP) {
        casata_pop(s);
        return;
    }
    struct zg_step step = step_of(a);
    if (!l->passing) { /* nothing else could have come before the second half of a walk through an area */
        if (step.code > l->top) l->top = step.code;
        if (zg_take_shift(s, seat, a, sink)) return;
    }
    l->passing = 0;
    spend(s, l, seat, a, step);
    report_step(seat, a, sink);
    if (casata_kind(a) == ZG_A_WALK &&
        zg_officials_below(&s->p[seat], casata_c(a)) > zg_constant(data, ZG_K_WORKERS_CAP))
        l->passing = (uint8_t)(1 + up_spot(casata_c(a), casata_a(a)));
}
/* Ends when nothing is left to do. */
static bool is_over(const struct zhanguo_data *d, const struct zhanguo *s, const struct casata_frame *f) {
    casata_action shifts[ZG_SHIFTS];
    return !zg_points_left(casata_locals(zg_move, f)) && !zg_list_shifts(d, &s->p[f->seat], shifts);
}
static bool move_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)sink;
    if (!is_over(data, state, f)) return false;
    casata_pop(state);
    return true;
}
static bool move_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_move *l = casata_locals(zg_move, f);
    const struct zhanguo *s = state;
    const struct zhanguo_player *p = &s->p[f->seat];
    unsigned points = zg_points_left(l);
    if (l->points >= 2 * ZG_MAY_STOP || points > 9 || l->passing > ZG_DOWN || !zg_has_officials(p))
        return false;
    if (l->top >= CODE_CLIMB + ZG_SHIFTS || l->fresh_high >> 7) return false;
    if (points == 0 && (!zg_may_stop(l) || l->passing || is_over(data, s, f))) return false;
    if (!l->passing) return true;
    return ZG_FLAT(p->down)[l->passing - 1] && zg_may_stop(l) &&
           zg_officials_below(p, zg_passing_region(l)) == zg_constant(data, ZG_K_WORKERS_CAP) + 1;
}
static struct casata_msg move_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    const struct zg_move *l = casata_locals(zg_move, f);
    (void)build;
    if (!zg_points_left(l)) return casata_message("prompt.move_over", 1, casata_seat(seat));
    return casata_message(l->passing ? "prompt.passing" : "prompt.move", 2, casata_seat(seat),
                          zg_unit(ZG_U_POINT, zg_points_left(l)));
}
static void move_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) == ZG_A_STOP)
        c->rule = "R10.9";
    else
        zg_describe_step(build, c, seat);
}
/* Walks into a full workers area for which a further point is missing, and shifts into one. */
static void move_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct zg_move *l = casata_locals(zg_move, f);
    const struct zhanguo *s = build->state;
    struct zg_movement m;
    look(build->data, s, l, seat, &m);
    for (unsigned to = 0; to < ZG_REGION_COUNT && m.points && !l->passing; to++) {
        unsigned from = 0;
        while (from < ZG_REGION_COUNT && !(m.near[to] >> from & 1 && m.below[from])) from++;
        if (may_enter(&m, to) || from == ZG_REGION_COUNT) continue;
        zg_block(build, ZG_AREA_FULL, casata_slot_at(build, ZG_F_DOWN, seat, to),
                 casata_message("act.walk_any", 1, zg_region(to)), "R10.3");
    }
    if (!l->passing) zg_block_shifts(build, seat);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned family = ZG_F_UP; family <= ZG_F_DOWN; family++)
            casata_add_vain(build, casata_slot_at(build, family, seat, r),
                            l->passing ? "vain.move_passing"
                            : m.points ? "vain.move_official"
                                       : "vain.move_spent",
                            l->passing ? "R10.3" : "R10.1");
}
const struct casata_phase zg_phase_move = {
    .name = "move",
    .locals = CASATA_LOCAL_NAMES(ZG_MOVE_LOCALS),
    .order = CASATA_ORDER(zg_move, top) | CASATA_ORDER(zg_move, fresh) | CASATA_ORDER(zg_move, fresh_high),
    .parents = CASATA_ON(ZG_PH_ABILITIES) | CASATA_ON(ZG_PH_REWARDS),
    .legal = move_legal,
    .redundant = move_redundant,
    .apply = move_apply,
    .step = move_step,
    .valid = move_valid,
    .prompt = move_prompt,
    .describe = move_describe,
    .explain = move_explain,
};

void zg_begin_move(struct zhanguo *s, int seat, unsigned points, bool may_stop) {
    casata_begin(zg_move, s, ZG_PH_MOVE, (unsigned)seat)->points =
        (uint8_t)(points | (may_stop ? ZG_MAY_STOP : 0));
}

/* --- steps shown, here and where only shifts are offered ------------------------------------------------------- */
void zg_describe_step(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    casata_action a = c->action;
    unsigned kind = casata_kind(a), from = casata_b(a), to = casata_c(a);
    bool above = kind == ZG_A_SHIFT || kind == ZG_A_MOVE, below = kind == ZG_A_SHIFT || kind == ZG_A_WALK;
    if (kind == ZG_A_SHIFT || kind == ZG_A_CLIMB) to = from;
    zg_at_slot(build, c, below ? ZG_F_DOWN : ZG_F_UP, seat, to, kind == ZG_A_SHIFT ? "R10.6" : "R10.2");
    c->piece = casata_piece_at(build, casata_slot_at(build, above ? ZG_F_UP : ZG_F_DOWN, seat, from),
                               ZG_P_OFFICIAL, CASATA_ANY, (int)casata_a(a), CASATA_ANY);
    if (kind != ZG_A_SHIFT) casata_add_cost(c, zg_unit(ZG_U_POINT, 1));
}
bool zg_describe_shift(const struct casata_scene_builder *build, struct casata_choice *c, int seat) {
    if (casata_kind(c->action) != ZG_A_SHIFT) return false;
    zg_describe_step(build, c, seat);
    return true;
}
/* R10.6: officials above a full workers area. */
void zg_block_shifts(struct casata_scene_builder *build, int seat) {
    static const uint8_t area[] = {ZG_F_UP, ZG_F_DOWN}; /* wherever a person touches */
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (!zg_officials_above(p, r) ||
            zg_officials_below(p, r) < zg_constant(build->data, ZG_K_WORKERS_CAP))
            continue;
        for (unsigned i = 0; i < sizeof area; i++)
            zg_block(build, ZG_AREA_FULL, casata_slot_at(build, area[i], seat, r),
                     casata_message("act.shift_any", 1, zg_region(r)), "R10.6");
    }
}
void zg_explain_shifts(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    if (!zg_turn_of(build->state)) return;
    zg_block_shifts(build, seat);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        casata_add_vain(build, casata_slot_at(build, ZG_F_DOWN, seat, r), "vain.shift_nobody", "R10.6");
}
