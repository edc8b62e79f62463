/* zhanguo_move.c: movement points, spent one at a time (R10).
 *
 * G50: steps of different officials mostly commute, so the same result could be reached in many orders. The state
 * remembers the steps of a movement, each with a code; a step is not offered where it was possible earlier, in front of
 * a step with a greater code, and would lead to the same place. So of the orders that arise by bringing a step forward
 * only the smallest remains; its codes are smaller at the first difference, so there is always one. Shifts have the
 * smallest codes: one comes as early as it can, at the beginning or directly after the point that made it possible, so a
 * point is followed by at most one, and of the shifts before the first point only the last one needs to be known.
 * Walking through a full workers area is one thing and counts as greater than every step, since what follows decides
 * where it ends. The points are at most four and each area below has two places, so every movement ends. */
#include "games/zhanguo/zhanguo.h"

/* Codes 1..180: shifts, moves above, moves below, climbs. */
enum { CODE_SHIFT = 1, CODE_MOVE = 16, CODE_WALK = 91, CODE_CLIMB = 166 };
struct step {
    uint8_t code, from, to; /* from, to: spots */
};

static unsigned up_spot(unsigned region, unsigned colour) { return region * ZG_OFFICIAL_COUNT + colour; }

static struct step make(unsigned kind, unsigned colour, unsigned r, unsigned to) {
    unsigned code = colour * ZG_REGION_COUNT + r, up = up_spot(r, colour), down = up + ZG_DOWN;
    switch (kind) {
    case ZG_A_SHIFT: return (struct step){(uint8_t)(CODE_SHIFT + code), (uint8_t)up, (uint8_t)down};
    case ZG_A_CLIMB: return (struct step){(uint8_t)(CODE_CLIMB + code), (uint8_t)down, (uint8_t)up};
    default: code = code * ZG_REGION_COUNT + to;
    }
    if (kind == ZG_A_MOVE)
        return (struct step){(uint8_t)(CODE_MOVE + code), (uint8_t)up, (uint8_t)up_spot(to, colour)};
    return (struct step){(uint8_t)(CODE_WALK + code), (uint8_t)down,
                         (uint8_t)(ZG_DOWN + up_spot(to, colour))};
}
static struct step step_of(casata_action a) {
    return make(casata_kind(a), casata_a(a), casata_b(a), casata_c(a));
}
static struct step decode(unsigned code) {
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

struct context {
    const struct zhanguo_player *p;
    unsigned cap, points;
    uint8_t below[ZG_REGION_COUNT]; /* officials in the workers areas */
    uint8_t near[ZG_REGION_COUNT];  /* bit sets */
    struct step last[ZG_STEPS];     /* latest first */
    int n_last;
    unsigned onward;
};

/* Could this step have stood in front of a greater one? Goes back over the last steps while its official was there
 * already and there was room for him. */
static bool is_late(const struct context *c, struct step a) {
    unsigned area = area_of(a.to);
    int there = zg_spots_of(c->p)[a.from], below = area < ZG_REGION_COUNT ? c->below[area] : 0;
    bool through = false; /* within a walk through full areas: only before all of it */
    for (int i = 0; i < c->n_last; i++) {
        struct step b = c->last[i];
        if (b.to == a.from && there == 1) return false; /* the same official goes on */
        if (area < ZG_REGION_COUNT) {
            below += (area_of(b.from) == area) - (area_of(b.to) == area);
            if ((unsigned)below >= c->cap) return false; /* b made room */
        }
        bool goes_on = c->onward >> i & 1;
        if (!goes_on && (through || a.code < b.code)) return true;
        through = goes_on;
        there += (b.from == a.from) - (b.to == a.from);
    }
    return false;
}

/* Down and up again brings nothing: does this step take back an earlier one whose official nobody needed meanwhile? */
static bool takes_back(const struct context *c, struct step a) {
    int there = zg_spots_of(c->p)[a.from];
    for (int i = 0; i < c->n_last; i++) {
        struct step b = c->last[i];
        if (b.to == a.from && b.from == a.to) return true;
        there += (b.from == a.from) - (b.to == a.from);
        if (b.from == a.from && there < 2) return false; /* he was needed */
    }
    return false;
}

static void look(const struct zhanguo_data *d, const struct zhanguo *s, const struct casata_frame *f,
                 int seat, struct context *c) {
    c->p = &s->p[seat];
    c->cap = zg_constant(d, ZG_K_WORKERS_CAP);
    c->points = f->a & 15u;
    c->onward = s->onward;
    c->n_last = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        c->below[r] = (uint8_t)zg_officials_below(c->p, r);
        c->near[r] = (uint8_t)zg_near(d, r);
    }
    while (c->n_last < ZG_STEPS && s->step[c->n_last]) {
        c->last[c->n_last] = decode(s->step[c->n_last]);
        c->n_last++;
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
static bool may_enter(const struct context *c, unsigned region) {
    return c->below[region] < c->cap || c->points >= 2;
}

/* An official on his way through a full area: on to a further one, or up (G5). */
static int list_passing(const struct context *c, unsigned region, unsigned colour, casata_action *out) {
    int n = 0;
    for (unsigned to = 0; to < ZG_REGION_COUNT; to++)
        if (c->near[region] >> to & 1 && may_enter(c, to))
            out[n++] = casata_act(ZG_A_WALK, colour, region, to);
    out[n++] = casata_act(ZG_A_CLIMB, colour, region, 0);
    return n;
}

static inline int add_unless_late(const struct context *c, unsigned kind, unsigned colour, unsigned r,
                                  unsigned to, casata_action *out) {
    *out = casata_act(kind, colour, r, to);
    if (!c->n_last) return 1;
    struct step step = make(kind, colour, r, to);
    /* The last point ends the movement: no shift could follow if it had come earlier. */
    bool stays = c->points == 1 && kind != ZG_A_SHIFT && is_shift(c->last[0].code);
    if (!stays && is_late(c, step)) return 0;
    return !((kind == ZG_A_SHIFT || kind == ZG_A_CLIMB) && takes_back(c, step));
}

static int list_walks(const struct context *c, unsigned colour, unsigned from, casata_action *out) {
    int n = 0;
    for (unsigned left = c->near[from]; left; left &= left - 1) {
        unsigned to = (unsigned)__builtin_ctz(left);
        if (!may_enter(c, to)) continue;
        if (c->below[to] < c->cap)
            n += add_unless_late(c, ZG_A_WALK, colour, from, to, out + n);
        else if (!c->p->down[to][colour]) /* one of the same colour there would rather make room for him */
            out[n++] = casata_act(ZG_A_WALK, colour, from, to);
    }
    return n;
}
/* R10.2 a, b, c and R10.4; locals: a points left + 16 if one may stop, b official on his way through a full area
 * (1 + region * 3 + official). */
static int move_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    struct context c;
    uint8_t up[ZG_OFFICIAL_COUNT] = {0}, down[ZG_OFFICIAL_COUNT] = {0}; /* regions with an official */
    unsigned room = 0;
    int n = 0;
    look(data, state, f, seat, &c);
    if (f->b) return list_passing(&c, (f->b - 1u) / ZG_OFFICIAL_COUNT, (f->b - 1u) % ZG_OFFICIAL_COUNT, out);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) {
            up[colour] = (uint8_t)(up[colour] | (c.p->up[r][colour] > 0) << r);
            down[colour] = (uint8_t)(down[colour] | (c.p->down[r][colour] > 0) << r);
        }
        room |= (unsigned)(c.below[r] < c.cap) << r;
    }
    if (f->a & 16) out[n++] = casata_act(ZG_A_STOP, 0, 0, 0); /* R10.1, R10.9 */
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = up[colour]; left; left &= left - 1) {
            unsigned r = (unsigned)__builtin_ctz(left);
            for (unsigned to = c.near[r]; to; to &= to - 1)
                n += add_unless_late(&c, ZG_A_MOVE, colour, r, (unsigned)__builtin_ctz(to), out + n);
        }
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = down[colour]; left; left &= left - 1)
            n += list_walks(&c, colour, (unsigned)__builtin_ctz(left), out + n);
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++)
        for (unsigned left = down[colour]; left; left &= left - 1)
            n += add_unless_late(&c, ZG_A_CLIMB, colour, (unsigned)__builtin_ctz(left), 0, out + n);
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) /* R10.6 */
        for (unsigned left = up[colour] & room; left; left &= left - 1)
            n += add_unless_late(&c, ZG_A_SHIFT, colour, (unsigned)__builtin_ctz(left), 0, out + n);
    return n;
}

static void tell(int seat, casata_action a, struct casata_sink *sink) {
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
    struct zhanguo *s = state;
    struct zhanguo_player *p = &s->p[seat];
    if (casata_kind(a) == ZG_A_STOP) {
        end_move(s);
        return;
    }
    struct step step = step_of(a);
    remember(s, step.code, f->b != 0);
    f->b = 0;
    if (casata_kind(a) == ZG_A_SHIFT) {
        zg_shift(s, seat, casata_a(a), casata_b(a), sink);
    } else {
        f->a = (uint8_t)(((f->a & 15u) - 1) | 16u);
        zg_spots(p)[step.from]--;
        zg_spots(p)[step.to]++;
        tell(seat, a, sink);
        if (casata_kind(a) == ZG_A_WALK &&
            zg_officials_below(p, casata_c(a)) > zg_constant(data, ZG_K_WORKERS_CAP))
            f->b = (uint8_t)(1 + up_spot(casata_c(a), casata_a(a)));
    }
}
static bool move_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    (void)data, (void)sink;
    if (f->a & 15) return false;
    end_move(state);
    return true;
}
static bool move_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zhanguo *s = state;
    const struct zhanguo_player *p = &s->p[f->seat];
    unsigned points = f->a & 15u;
    if (f->a >> 5 || points == 0 || points > 9 || f->b > ZG_DOWN || !zg_has_officials(p)) return false;
    if (f->c || f->d || f->e) return false;
    if (!f->b) return true;
    return ZG_FLAT(p->down)[f->b - 1] && f->a & 16 &&
           zg_officials_below(p, (f->b - 1u) / ZG_OFFICIAL_COUNT) == zg_constant(data, ZG_K_WORKERS_CAP) + 1;
}
const struct casata_phase zg_phase_move = {.name = "move",
                                           .locals = "points passing",
                                           .parents = 1u << ZG_PH_ABILITIES | 1u << ZG_PH_REWARDS,
                                           .legal = move_legal,
                                           .apply = move_apply,
                                           .step = move_step,
                                           .valid = move_valid};

void zg_begin_move(struct zhanguo *s, int seat, unsigned points, bool may_stop) {
    casata_push(s, ZG_PH_MOVE, (unsigned)seat)->a = (uint8_t)(points | (may_stop ? 16u : 0));
}
