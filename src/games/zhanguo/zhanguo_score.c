/* zhanguo_score.c: the end of the game: majorities, tasks, wall tiles, ranks (R21, R22). */
#include "games/zhanguo/zhanguo.h"

/* R21.1, G18: the leaders of a region share 9 and 3 for each of their governors, rounded down. */
unsigned zg_governor_points(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned region,
                            unsigned more) {
    unsigned own = zg_governors_in(s, seat, region) + more, leaders = 1;
    if (own == 0) return 0;
    for (int i = 0; i < s->head.seats; i++) {
        unsigned n = i == seat ? 0 : zg_governors_in(s, i, region);
        if (n > own) return 0;
        leaders += n == own;
    }
    return (zg_constant(d, ZG_K_MAJORITY_BASE) + zg_constant(d, ZG_K_MAJORITY_EACH) * own) / leaders;
}

/* R21.2, G17: most in value, at least one marker; ties by the discs, whose order is given. */
static bool leads_markers(const struct zhanguo_data *d, const struct zhanguo *s, int seat, unsigned colour,
                          const uint8_t order[ZG_MAX_SEATS]) {
    unsigned own = zg_strength(d, s, seat, colour);
    bool before = true;
    if (own == 0) return false;
    for (int i = 0; i < s->head.seats; i++) {
        if (order[i] == seat) {
            before = false;
            continue;
        }
        unsigned n = zg_strength(d, s, order[i], colour);
        if (n > own || (n == own && before)) return false;
    }
    return true;
}

/* R21.3: in each section the points under the discs times their number. */
struct tasks {
    unsigned sum, discs;
};
static struct tasks tasks_in(const struct zhanguo_data *d, const struct zhanguo *s, int seat,
                             unsigned section) {
    struct tasks t = {0};
    unsigned first = section * ZG_TASK_KIND_COUNT;
    for (unsigned i = first * ZG_TASK_SPACES; i < (first + ZG_TASK_KIND_COUNT) * ZG_TASK_SPACES; i++)
        if (ZG_FLAT(s->disc)[i] == seat + 1) t.sum += d->task_spaces[i].vp, t.discs++;
    return t;
}
static unsigned task_points(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    unsigned points = 0;
    for (unsigned section = 0; section < ZG_TASK_SECTION_COUNT; section++) {
        struct tasks t = tasks_in(d, s, seat, section);
        points += t.sum * t.discs;
    }
    return points;
}

static unsigned colours_in(const struct zhanguo_player *p, unsigned region, unsigned colour) {
    unsigned n = 0;
    for (int i = 0; i < ZG_REGION_CARDS; i++)
        n += p->tableau[region][i] && zg_colour_of(p->tableau[region][i]) == colour;
    return n;
}

/* R22.3 for one region. */
static bool region_counts(const struct zhanguo_player *p, unsigned criterion, unsigned r) {
    switch (criterion) {
    case ZG_C_EMPTY: return p->level[r] == 0;
    case ZG_C_OFFGE: return zg_officials_above(p, r) + zg_officials_below(p, r) >= p->level[r]; /* G19 */
    case ZG_C_CARDS3: return zg_cards_in(p, r) == ZG_REGION_CARDS;
    case ZG_C_GREY: return p->up[r][ZG_GREY] + p->down[r][ZG_GREY] > 0;
    case ZG_C_RED: return p->up[r][ZG_RED] + p->down[r][ZG_RED] > 0;
    case ZG_C_WHITE: return p->up[r][ZG_WHITE] + p->down[r][ZG_WHITE] > 0;
    case ZG_C_SAME2: return colours_in(p, r, 0) >= 2 || colours_in(p, r, 1) >= 2 || colours_in(p, r, 2) >= 2;
    case ZG_C_ORANGE: return colours_in(p, r, ZG_ORANGE) > 0;
    case ZG_C_BROWN: return colours_in(p, r, ZG_BROWN) > 0;
    default: return colours_in(p, r, ZG_IVORY) > 0;
    }
}
unsigned zg_criterion_count(const struct zhanguo_player *p, unsigned criterion) {
    unsigned n = 0;
    if (criterion == ZG_C_SETS) {
        unsigned least = zg_tableau_colour(p, 0);
        for (unsigned colour = 1; colour < ZG_COLOUR_COUNT; colour++)
            if ((n = zg_tableau_colour(p, colour)) < least) least = n;
        return least;
    }
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        n += criterion == ZG_C_MINUS ? p->level[r] : region_counts(p, criterion, r);
    return n;
}

int zg_wall_value(const struct zhanguo_data *d, unsigned criterion, unsigned space) {
    return space == 0   ? d->wall_tiles[criterion].vp_1line
           : space == 1 ? d->wall_tiles[criterion].vp_2lines
                        : d->wall_tiles[criterion].vp_3lines;
}
/* R22.2, G35 */
int zg_wall_worth(const struct zhanguo_data *d, const struct zhanguo_player *p, unsigned criterion,
                  unsigned space) {
    int value = zg_wall_value(d, criterion, space), count = (int)zg_criterion_count(p, criterion);
    return d->wall_tiles[criterion].mode == ZG_LESS ? value - count : value * count;
}

/* R14.4, R21.4, R22.1 */
static int wall_points(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    int points = 0;
    for (unsigned section = 0; section < ZG_SECTION_COUNT; section++)
        for (unsigned i = 0; i < ZG_WALL_SPACES; i++)
            if (s->wall[section][i] == seat + 1)
                points += zg_wall_worth(d, &s->p[seat], s->wall_tile[section] - 1u, i);
    return points;
}

/* --- the end as messages: who scores where, in the order of R21 ------------------------------------------------------------ */
static struct casata_arg points_arg(int n) { return casata_count(&zg_units, ZG_U_VP, n); }
static void report_regions(const struct zhanguo_data *d, const struct zhanguo *s, struct casata_sink *sink) {
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        bool won = false;
        for (int seat = 0; seat < s->head.seats; seat++) {
            unsigned n = zg_governor_points(d, s, seat, r, 0);
            if (!n) continue;
            won = true;
            casata_emit(sink, "event.region_won", 4, casata_seat(seat), casata_word(&zg_regions, r),
                        casata_count(&zg_units, ZG_U_GOVERNOR, (int)zg_governors_in(s, seat, r)),
                        points_arg((int)n));
        }
        if (!won) casata_emit(sink, "event.region_empty", 1, casata_word(&zg_regions, r));
    }
}
static void report_aspects(const struct zhanguo_data *d, const struct zhanguo *s, struct casata_sink *sink) {
    uint8_t order[ZG_MAX_SEATS];
    zg_tie_order(s, order);
    for (unsigned c = 0; c < ZG_ASPECT_COUNT; c++) {
        int seat = 0;
        while (seat < s->head.seats && !leads_markers(d, s, seat, c, order)) seat++;
        if (seat == s->head.seats)
            casata_emit(sink, "event.aspect_empty", 1, casata_word(&zg_aspects, c));
        else
            casata_emit(sink, "event.aspect_won", 4, casata_seat(seat), casata_word(&zg_aspects, c),
                        casata_number((int)zg_strength(d, s, seat, c)),
                        points_arg((int)zg_constant(d, ZG_K_UM_WRITING + c)));
    }
}
static void report_tasks(const struct zhanguo_data *d, const struct zhanguo *s, struct casata_sink *sink) {
    for (unsigned section = 0; section < ZG_TASK_SECTION_COUNT; section++)
        for (int seat = 0; seat < s->head.seats; seat++) {
            struct tasks t = tasks_in(d, s, seat, section);
            if (t.discs)
                casata_emit(sink, "event.section_scored", 5, casata_seat(seat),
                            casata_word(&zg_task_sections, section), casata_number((int)t.sum),
                            casata_number((int)t.discs), points_arg((int)(t.sum * t.discs)));
        }
}
static void report_walls(const struct zhanguo_data *d, const struct zhanguo *s, struct casata_sink *sink) {
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++) {
        unsigned section = i / ZG_WALL_SPACES, criterion = s->wall_tile[section] - 1u;
        int seat = s->wall[section][i % ZG_WALL_SPACES] - 1;
        if (seat >= 0)
            casata_emit(sink, "event.wall_scored", 4, casata_seat(seat), casata_word(&zg_sections, section),
                        casata_word(&zg_criteria, criterion),
                        points_arg(zg_wall_worth(d, &s->p[seat], criterion, i % ZG_WALL_SPACES)));
    }
}
void zg_report_end(const struct zhanguo_data *d, const struct zhanguo *s, struct casata_sink *sink) {
    if (!sink) return;
    report_regions(d, s, sink);
    report_aspects(d, s, sink);
    report_tasks(d, s, sink);
    report_walls(d, s, sink);
}

/* The final scoring follows from the last position, so it is not stored: it counts once the game is over. */
void zg_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    uint8_t order[ZG_MAX_SEATS];
    for (int i = 0; i < ZG_PART_COUNT; i++) part[i] = i < ZG_STORED_PARTS ? s->p[seat].vp[i] : 0;
    if (!projected && s->head.depth > 0) return;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        part[ZG_VP_GOVERNORS] += (int32_t)zg_governor_points(d, s, seat, r, 0);
    zg_tie_order(s, order);
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++)
        if (leads_markers(d, s, seat, c, order))
            part[ZG_VP_MAJORITIES] += (int32_t)zg_constant(d, ZG_K_UM_WRITING + c);
    part[ZG_VP_TASKS] = (int32_t)task_points(d, s, seat);
    part[ZG_VP_WALLS] = wall_points(d, s, seat);
}

/* R3.3, R21.5: ties go to the disc higher on the Reward track. */
void zg_ranks(const void *data, const void *state, uint8_t *rank) {
    const struct zhanguo *s = state;
    int n = s->head.seats;
    int32_t key[ZG_MAX_SEATS], part[ZG_PART_COUNT];
    for (int i = 0; i < n; i++) {
        int seat = s->order[i];
        zg_parts_of(data, s, seat, true, part);
        key[seat] = n - i;
        for (int k = 0; k < ZG_PART_COUNT; k++) key[seat] += part[k] * 8;
    }
    for (int i = 0; i < n; i++) {
        rank[i] = 1;
        for (int k = 0; k < n; k++) rank[i] = (uint8_t)(rank[i] + (key[k] > key[i]));
    }
}
