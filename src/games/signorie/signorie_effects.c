/* signorie_effects.c: money, points, pawns, tiles: the small effects shared by several phases, and their
 * preconditions (G2). Decides nothing. */
#include "games/signorie/signorie.h"

/* --- effects ------------------------------------------------------------------------------------------- */
void sig_gain_vp(struct signorie *s, int seat, unsigned part, unsigned n, struct casata_sink *sink) {
    s->p[seat].vp[part] = (uint16_t)(s->p[seat].vp[part] + n);
    if (n)
        casata_emit(sink, "event.vp", 3, casata_seat(seat), casata_count(&sig_units, SIG_U_VP, (int)n),
                    casata_word(&sig_parts, part));
}

void sig_gain_florins(struct signorie *s, int seat, unsigned n, struct casata_sink *sink) {
    s->p[seat].florins = (uint16_t)(s->p[seat].florins + n); /* R1.6: the bank never runs dry */
    if (n)
        casata_emit(sink, "event.florins", 2, casata_seat(seat),
                    casata_count(&sig_units, SIG_U_FLORIN, (int)n));
}

void sig_pay(struct signorie *s, int seat, unsigned n, struct casata_sink *sink) {
    assert(s->p[seat].florins >= n); /* G53 */
    s->p[seat].florins = (uint16_t)(s->p[seat].florins - n);
    if (n)
        casata_emit(sink, "event.pay", 2, casata_seat(seat), casata_count(&sig_units, SIG_U_FLORIN, (int)n));
}

/* R8.7, R15.3, R19: as many as there are, no other gender instead (G36). */
void sig_gain_pawns(struct signorie *s, int seat, unsigned gender, unsigned n, struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    if (n > p->supply[gender]) n = p->supply[gender];
    p->supply[gender] = (uint8_t)(p->supply[gender] - n);
    p->reserve[gender] = (uint8_t)(p->reserve[gender] + n);
    if (n)
        casata_emit(sink, "event.pawns", 2, casata_seat(seat),
                    casata_count(&sig_units, gender == SIG_MAN ? SIG_U_MAN : SIG_U_WOMAN, (int)n));
}

/* R10.1, R10.2, G7: up one space, on top of the discs there. On the top space nothing happens (G6). */
void sig_raise_initiative(const struct signorie_data *d, struct signorie *s, int seat,
                          struct casata_sink *sink) {
    int n = s->head.seats, i = 0;
    if (s->p[seat].initiative == d->derived[SIG_TOP_INITIATIVE]) return;
    s->p[seat].initiative++;
    while (s->pile[i] != seat) i++;
    for (; i < n - 1; i++) s->pile[i] = s->pile[i + 1];
    s->pile[n - 1] = (uint8_t)seat;
    /* the figure that the board shows at the space, not its index */
    casata_emit(sink, "event.initiative", 2, casata_seat(seat),
                casata_number(d->initiative_track[s->p[seat].initiative].vp));
}

/* R11.3, R11.6: drawn unseen; none if the stack is empty (G10). */
void sig_add_face_down(struct signorie *s, int seat, unsigned row, struct casata_sink *sink) {
    if (s->stack == 0) return;
    s->stack--;
    s->p[seat].down[row]++;
    casata_emit(sink, "event.tile_down", 2, casata_seat(seat), casata_word(&sig_rows, row));
}

int sig_fit(const struct signorie_data *d, const struct signorie_player *p, unsigned row, unsigned house) {
    for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) /* R11.2, R11.4 */
        if (p->shield[i] == 0 && sig_house_at(d, p->board, i) == house) return (int)i;
    return -1;
}

unsigned sig_dice_sum(const struct signorie_player *p) {
    unsigned sum = 0;
    for (int i = 0; i < SIG_COLOUR_COUNT; i++) sum += p->dice[i];
    return sum;
}

/* R13.6, G40: 13 + 3 for each own pawn in the threshold area */
unsigned sig_threshold(const struct signorie_data *d, const struct signorie *s, int seat) {
    const struct signorie_player *p = &s->p[seat];
    return sig_setup_of(d, s, SIG_BASE_THRESHOLD) +
           d->task_tiles[SIG_T_THRESHOLD].per_pawn *
               (unsigned)(p->threshold[SIG_MAN] + p->threshold[SIG_WOMAN]);
}

unsigned sig_pawns_in_cities(const struct signorie *s, int seat, unsigned gender) {
    unsigned n = 0;
    for (int city = 0; city < SIG_CITY_COUNT; city++)
        for (int i = 0; i < SIG_CITY_SPACES; i++) n += s->city[city][i] == 1 + (unsigned)seat * 2 + gender;
    return n;
}

unsigned sig_cities_with(const struct signorie *s, int seat, unsigned gender) /* G45: each city once */ {
    unsigned n = 0;
    for (int city = 0; city < SIG_CITY_COUNT; city++)
        n += memchr(s->city[city], 1 + seat * 2 + (int)gender, SIG_CITY_SPACES) != NULL;
    return n;
}

/* --- preconditions of effects (G2) --------------------------------------------------------------------- */
/* R8.5, G2, G13, G37: a woman in the reserve, an open city, its lowest value in Florins. */
unsigned sig_need_marriage(const struct signorie_data *d, const struct signorie *s, int seat,
                           unsigned women_spent) {
    unsigned least = SIG_NEVER + SIG_NO_CITY;
    if (s->p[seat].reserve[SIG_WOMAN] <= women_spent) return SIG_NEVER + SIG_NO_WOMEN;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = sig_city_value(d, s, city);
        if (value && value < least) least = value;
    }
    return least;
}

/* R8.4 a, G2: a man on a career track whose rank opens a city. Ranks never fall on the way up (checked in the
 * tables), so the furthest man of each track decides. */
unsigned sig_need_mission(const struct signorie_data *d, const struct signorie *s, int seat) {
    unsigned rank = 0, least = SIG_NEVER;
    for (unsigned t = 0; t < SIG_CAREER_COUNT; t++) {
        uint64_t men = sig_eight(s->p[seat].track[t]);
        if (!men) continue;
        unsigned r =
            d->career_tracks[t * SIG_CAREER_SPACES + (63u - (unsigned)__builtin_clzll(men)) / 8].rank;
        if (r > rank) rank = r;
    }
    if (rank == 0) return SIG_NEVER + SIG_NO_ENVOY;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = sig_city_value(d, s, city);
        if (value && value < least) least = value;
    }
    return least == SIG_NEVER ? SIG_NEVER + SIG_NO_CITY : least > rank ? SIG_NEVER + SIG_NO_RANK : 0;
}

/* R9.2, R9.3, R10.1: at least one step on one of the tracks, after some men of the reserve were spent. */
unsigned sig_need_points(const struct signorie_data *d, const struct signorie *s, int seat, unsigned tracks,
                         unsigned men_spent) {
    const struct signorie_player *p = &s->p[seat];
    if (tracks & 1u << SIG_INITIATIVE && p->initiative < d->derived[SIG_TOP_INITIATIVE]) return 0;
    if (tracks == 1u << SIG_INITIATIVE) return SIG_NEVER + SIG_AT_TOP;
    if (p->reserve[SIG_MAN] > men_spent) return 0;
    for (unsigned t = 0; t < SIG_CAREER_COUNT; t++)
        if (tracks & 2u << t && sig_below_top(d, p->track[t])) return 0;
    return SIG_NEVER + SIG_NO_STEP;
}

unsigned sig_need_tile(const struct signorie *s) { return s->stack ? 0 : SIG_NEVER + SIG_NO_TILE; }
