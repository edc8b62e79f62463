/* zhanguo_move.c: movement points, spent one at a time (R10).
 *
 * Order of the steps (G50). Steps of different officials mostly commute: the same result could be reached in many
 * orders, and a search would look at every one. The cure is partial-order reduction: of all orders of commuting
 * steps only their lexicographic normal form is offered, the one with the smallest codes. Each kind of step has its
 * codes (below), and the state remembers those of the current movement. A step is late, and not offered, if it
 * could have been made earlier, in front of a step with a greater code, with the same result.
 *
 * Example: two points; a red official in the governors area of region 1, a white one in that of region 3.
 *
 *     r = "move red 1 2", code 17          w = "move white 3 4", code 79
 *     after r:  w is offered, because 79 > 17
 *     after w:  r is late, because 17 < 79 and the red official was in region 1 before w already
 *
 * So "r w" is offered and "w r" is not. Never late is a step that could not have been made earlier: one that goes
 * on from where the last one ended ("move white 2 1", 71, after "move white 3 2", 77), or one that there was no
 * room for. With two officials in the workers area of region 2, "walk red 1 2" (92) may follow "walk white 2 3"
 * (148), which made room.
 *
 * No result is lost: bringing a late step forward makes the codes smaller at the first difference, so this ends,
 * with an order of the same steps in which none is late.
 *
 * Shifts have the smallest codes: one comes as early as it can, at the beginning or directly after the point that
 * made it possible. So a point is followed by at most one, and of the shifts before the first point only the last
 * one needs to be known. A walk through a full workers area is one thing and counts as greater than every step,
 * whatever the codes of its parts, since only what follows decides where it ends. The points are at most four and
 * each workers area has two places, so every movement ends. */
#include "games/zhanguo/zhanguo_scene.h"

/* Codes 1..180: shifts, moves above, moves below, climbs. */
enum { CODE_SHIFT = 1, CODE_MOVE = 16, CODE_WALK = 91, CODE_CLIMB = 166 };
struct zg_step {
    uint8_t code, from, to; /* from, to: spots */
};

static unsigned up_spot(unsigned region, unsigned colour) { return region * ZG_OFFICIAL_COUNT + colour; }

static struct zg_step make(unsigned kind, unsigned colour, unsigned r, unsigned to) {
    unsigned code = colour * ZG_REGION_COUNT + r, up = up_spot(r, colour), down = up + ZG_DOWN;
    switch (kind) {
    case ZG_A_SHIFT: return (struct zg_step){(uint8_t)(CODE_SHIFT + code), (uint8_t)up, (uint8_t)down};
    case ZG_A_CLIMB: return (struct zg_step){(uint8_t)(CODE_CLIMB + code), (uint8_t)down, (uint8_t)up};
    default: code = code * ZG_REGION_COUNT + to;
    }
    if (kind == ZG_A_MOVE)
        return (struct zg_step){(uint8_t)(CODE_MOVE + code), (uint8_t)up, (uint8_t)up_spot(to, colour)};
    return (struct zg_step){(uint8_t)(CODE_WALK + code), (uint8_t)down,
                            (uint8_t)(ZG_DOWN + up_spot(to, colour))};
}
static struct zg_step step_of(casata_action a) {
    return make(casata_kind(a), casata_a(a), casata_b(a), casata_c(a));
}
static struct zg_step decode(unsigned code) {
    unsigned kind = code >= CODE_CLIMB  ? ZG_A_CLIMB
                    : code >= CODE_WALK ? ZG_A_WALK
                    : code >= CODE_MOVE ? ZG_A_MOVE
                                        : ZG_A_SHIFT;
    unsigned base = kind == ZG_A_CLIMB  ? CODE_CLIMB
                    : kind == ZG_A_WALK ? CODE_WALK
                    : kind == ZG_A_MOVE ? CODE_MOVE
                                        : CODE_SHIFT;
    unsigned x = code - base, to = 0;
    if (kind == ZG_A_MOVE || kind == ZG_A_WALK) to = x % ZG_REGION_COUNT, x /= ZG_REGION_COUNT;
    return make(kind, x / ZG_REGION_COUNT, x % ZG_REGION_COUNT, to);
}

static bool is_shift(unsigned code) { return code < CODE_MOVE; }

/* The workers area that a spot belongs to, ZG_REGION_COUNT: none. */
static unsigned area_of(unsigned spot) {
    return spot < ZG_DOWN ? ZG_REGION_COUNT : (spot - ZG_DOWN) / ZG_OFFICIAL_COUNT;
}

/* What the options of a movement depend on. */
struct zg_movement {
    const struct zhanguo_player *p;
    unsigned cap, points;
    uint8_t below[ZG_REGION_COUNT]; /* officials in the workers areas */
    uint8_t near[ZG_REGION_COUNT];  /* bit sets */
    struct zg_step last[ZG_STEPS];  /* latest first */
    int n_last;
    unsigned onward;
};

/* Could this step have been made earlier, in front of a greater one? Goes back over the last steps for as long as
 * it could have been made before them. Invariant at the head of the loop: `there` officials at a.from and `below`
 * officials in the workers area that it enters are the numbers right after last[i], with there >= 1 and below <
 * cap: the step could have been made then, and the later ones after it. So if the answer is yes, the same steps
 * with this one in front of last[i] are legal, end in the same place and have smaller codes at the first
 * difference. */
static bool is_late(const struct zg_movement *m, struct zg_step a) {
    unsigned area = area_of(a.to);
    int there = zg_spots_of(m->p)[a.from], below = area < ZG_REGION_COUNT ? m->below[area] : 0;
    bool through = false; /* within a walk through full areas: only before all of it */
    for (int i = 0; i < m->n_last; i++) {
        struct zg_step b = m->last[i];
        if (b.to == a.from && there == 1) return false; /* the same official goes on */
        if (area < ZG_REGION_COUNT) {
            below += (area_of(b.from) == area) - (area_of(b.to) == area);
            if ((unsigned)below >= m->cap) return false; /* b made room */
        }
        bool goes_on = m->onward >> i & 1;
        if (!goes_on && (through || a.code < b.code)) return true;
        through = goes_on;
        there += (b.from == a.from) - (b.to == a.from);
    }
    return false;
}

/* Down and up again brings nothing: does this step take back an earlier one whose official nobody needed meanwhile? */
static bool takes_back(const struct zg_movement *m, struct zg_step a) {
    int there = zg_spots_of(m->p)[a.from];
    for (int i = 0; i < m->n_last; i++) {
        struct zg_step b = m->last[i];
        if (b.to == a.from && b.from == a.to) return true;
        there += (b.from == a.from) - (b.to == a.from);
        if (b.from == a.from && there < 2) return false; /* he was needed */
    }
    return false;
}

static void look(const struct zhanguo_data *d, const struct zhanguo *s, const struct zg_move *l, int seat,
                 struct zg_movement *m) {
    m->p = &s->p[seat];
    m->cap = zg_constant(d, ZG_K_WORKERS_CAP);
    m->points = zg_points_left(l);
    m->onward = s->onward;
    m->n_last = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        m->below[r] = (uint8_t)zg_officials_below(m->p, r);
        m->near[r] = (uint8_t)zg_near(d, r);
    }
    while (m->n_last < ZG_STEPS && s->step[m->n_last]) {
        m->last[m->n_last] = decode(s->step[m->n_last]);
        m->n_last++;
    }
}

static void remember(struct zhanguo *s, unsigned code, bool onward) {
    bool before = is_shift(s->step[0]) && !s->step[1]; /* nothing, or the shifts before the first point */
    for (int i = ZG_STEPS - 1; i > 0; i--) s->step[i] = before ? 0 : s->step[i - 1];
    s->step[0] = (uint8_t)code;
    s->onward = before ? 0 : (uint8_t)(s->onward << 1 | onward);
}

bool zg_steps_valid(const struct zhanguo *s) {
    bool end = false;
    for (int i = 0; i < ZG_STEPS; i++) {
        if (s->step[i] >= CODE_CLIMB + 15 || (end && s->step[i])) return false;
        end = end || !s->step[i];
        if (s->onward >> i & 1 && is_shift(s->step[i])) return false;
    }
    return true;
}

/* R10.2 b, R10.3, G5: into a full workers area only with a further point to go on. */
static bool may_enter(const struct zg_movement *m, unsigned region) {
    return m->below[region] < m->cap || m->points >= 2;
}

/* An official on his way through a full area: on to a further one, or up (G5). */
static int list_passing(const struct zg_movement *m, unsigned region, unsigned colour, casata_action *out) {
    int n = 0;
    for (unsigned to = 0; to < ZG_REGION_COUNT; to++)
        if (m->near[region] >> to & 1 && may_enter(m, to))
            out[n++] = casata_act(ZG_A_WALK, colour, region, to);
    out[n++] = casata_act(ZG_A_CLIMB, colour, region, 0);
    return n;
}

static inline int add_unless_late(const struct zg_movement *m, unsigned kind, unsigned colour, unsigned r,
                                  unsigned to, casata_action *out) {
    *out = casata_act(kind, colour, r, to);
    if (!m->n_last) return 1;
    struct zg_step step = make(kind, colour, r, to);
    /* The last point ends the movement: no shift could follow if it had come earlier. */
    bool stays = m->points == 1 && kind != ZG_A_SHIFT && is_shift(m->last[0].code);
    if (!stays && is_late(m, step)) return 0;
    return !((kind == ZG_A_SHIFT || kind == ZG_A_CLIMB) && takes_back(m, step));
}

static int list_walks(const struct zg_movement *m, unsigned colour, unsigned from, casata_action *out) {
    int n = 0;
    for (unsigned left = m->near[from]; left; left &= left - 1) {
        unsigned to = (unsigned)__builtin_ctz(left);
        if (!may_enter(m, to)) continue;
        if (m->below[to] < m->cap)
            n += add_unless_late(m, ZG_A_WALK, colour, from, to, out + n);
        else if (!m->p->down[to][colour]) /* one of the same colour there would rather make room for him */
            out[n++] = casata_act(ZG_A_WALK, colour, from, to);
    }
    return n;
}

/* --- the decision (R10.2 a, b, c and R10.4) --------------------------------------------------------------------- */
static int move_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct zg_move *l = casata_locals(zg_move, f);
    struct zg_movement m;
    uint8_t up[ZG_OFFICIAL_COUNT] = {0}, down[ZG_OFFICIAL_COUNT] = {0}; /* regions with an official */
    unsigned room = 0;
    int n = 0;
    look(data, state, l, seat, &m);
    if (l->passing) return list_passing(&m, zg_passing_region(l), zg_passing_official(l), out);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) {
            up[colour] = (uint8_t)(up[colour] | (m.p->up[r][colour] > 0) << r);
            down[colour] = (uint8_t)(down[colour] | (m.p->down[r][colour] > 0) << r);
        }
        room |= (unsigned)(m.below[r] < m.cap) << r;
    }
    if (zg_may_stop(l)) out[n++] = casata_act(ZG_A_STOP, 0, 0, 0); /* R10.1, R10.9 */
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = up[colour]; left; left &= left - 1) {
            unsigned r = (unsigned)__builtin_ctz(left);
            for (unsigned to = m.near[r]; to; to &= to - 1)
                n += add_unless_late(&m, ZG_A_MOVE, colour, r, (unsigned)__builtin_ctz(to), out + n);
        }
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = down[colour]; left; left &= left - 1)
            n += list_walks(&m, colour, (unsigned)__builtin_ctz(left), out + n);
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = down[colour]; left; left &= left - 1)
            n += add_unless_late(&m, ZG_A_CLIMB, colour, (unsigned)__builtin_ctz(left), 0, out + n);
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) /* R10.6 */
        for (unsigned left = up[colour] & room; left; left &= left - 1)
            n += add_unless_late(&m, ZG_A_SHIFT, colour, (unsigned)__builtin_ctz(left), 0, out + n);
    return n;
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

static void end_move(struct zhanguo *s) {
    memset(s->step, 0, sizeof s->step);
    s->onward = 0;
    casata_pop(s);
}

static void move_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    struct zg_move *l = casata_locals(zg_move, f);
    struct zhanguo *s = state;
    struct zhanguo_player *p = &s->p[seat];
    if (casata_kind(a) == ZG_A_STOP) {
        end_move(s);
        return;
    }
    struct zg_step step = step_of(a);
    remember(s, step.code, l->passing != 0);
    l->passing = 0;
    if (casata_kind(a) == ZG_A_SHIFT) {
        zg_shift(s, seat, casata_a(a), casata_b(a), sink);
    } else {
        l->points = (uint8_t)((zg_points_left(l) - 1) | ZG_MAY_STOP);
        zg_spots(p)[step.from]--;
        zg_spots(p)[step.to]++;
        report_step(seat, a, sink);
        if (casata_kind(a) == ZG_A_WALK &&
            zg_officials_below(p, casata_c(a)) > zg_constant(data, ZG_K_WORKERS_CAP))
            l->passing = (uint8_t)(1 + up_spot(casata_c(a), casata_a(a)));
    }
}
static bool move_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)data, (void)sink;
    if (zg_points_left(casata_locals(zg_move, f))) return false;
    end_move(state);
    return true;
}
static bool move_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_move *l = casata_locals(zg_move, f);
    const struct zhanguo *s = state;
    const struct zhanguo_player *p = &s->p[f->seat];
    unsigned points = zg_points_left(l);
    if (l->points >= 2 * ZG_MAY_STOP || points == 0 || points > 9 || l->passing > ZG_DOWN ||
        !zg_has_officials(p))
        return false;
    if (!l->passing) return true;
    return ZG_FLAT(p->down)[l->passing - 1] && zg_may_stop(l) &&
           zg_officials_below(p, zg_passing_region(l)) == zg_constant(data, ZG_K_WORKERS_CAP) + 1;
}
static struct casata_msg move_prompt(const struct casata_stage *stage, const struct casata_frame *f,
                                     int seat) {
    const struct zg_move *l = casata_locals(zg_move, f);
    (void)stage;
    return casata_message(l->passing ? "prompt.passing" : "prompt.move", 2, casata_seat(seat),
                          zg_unit(ZG_U_POINT, zg_points_left(l)));
}
static void move_describe(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    (void)f;
    if (casata_kind(c->action) == ZG_A_STOP)
        c->rule = "R10.9";
    else
        zg_describe_step(stage, c, seat);
}
static void move_explain(struct casata_stage *stage, const struct casata_frame *f, int seat) {
    zg_block_late(stage, f, seat);
}
const struct casata_phase zg_phase_move = {
    .name = "move",
    .locals = CASATA_LOCAL_NAMES(ZG_MOVE_LOCALS),
    .parents = CASATA_ON(ZG_PH_ABILITIES) | CASATA_ON(ZG_PH_REWARDS),
    .legal = move_legal,
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
void zg_describe_step(const struct casata_stage *stage, struct casata_choice *c, int seat) {
    casata_action a = c->action;
    unsigned kind = casata_kind(a), from = casata_b(a), to = casata_c(a);
    bool above = kind == ZG_A_SHIFT || kind == ZG_A_MOVE, below = kind == ZG_A_SHIFT || kind == ZG_A_WALK;
    if (kind == ZG_A_SHIFT || kind == ZG_A_CLIMB) to = from;
    zg_at_slot(stage, c, below ? ZG_F_DOWN : ZG_F_UP, seat, to, kind == ZG_A_SHIFT ? "R10.6" : "R10.2");
    c->piece = casata_piece_at(stage, casata_slot_at(stage, above ? ZG_F_UP : ZG_F_DOWN, seat, from),
                               ZG_P_OFFICIAL, CASATA_ANY, (int)casata_a(a), CASATA_ANY);
    if (kind != ZG_A_SHIFT) casata_add_cost(c, zg_unit(ZG_U_POINT, 1));
}
void zg_block_late(struct casata_stage *stage, const struct casata_frame *unordered, int seat) {
    const struct casata_scene *scene = stage->scene;
    const struct zhanguo *s = stage->state;
    casata_action all[CASATA_MAX_CHOICES];
    if (memcmp(unordered, casata_top_of(s), sizeof *unordered) == 0 && !s->step[0]) return;
    struct zhanguo forgetful = *s; /* as if no step had been made */
    memset(forgetful.step, 0, sizeof forgetful.step);
    int n = stage->rules->phases[unordered->phase]->legal(stage->data, &forgetful, unordered, seat, all);
    for (int i = 0, k = 0; i < n; i++) { /* both lists ascend */
        while (k < scene->n_choices && scene->choice[k].action < all[i]) k++;
        if (k < scene->n_choices && scene->choice[k].action == all[i]) continue;
        struct casata_choice c = {.action = all[i], .slot = -1, .piece = -1};
        zg_describe_step(stage, &c, seat);
        zg_block(stage, ZG_LATE, c.slot, casata_action_msg(stage->rules, all[i]), "G50");
    }
}
