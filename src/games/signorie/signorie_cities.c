/* signorie_cities.c: diplomatic missions, marriages, offspring, face-down tiles and pawns of choice. */
#include "games/signorie/signorie.h"

/* R8.4 b, R8.5 a: onto the first empty space, one of the lowest value. Men and women share the spaces (R8.6,
 * G46) and stay to the end. */
static void enter_city(struct signorie *s, int seat, unsigned city, unsigned gender) {
    s->city[city][sig_city_pawns(s, city)] = (uint8_t)(1 + seat * 2 + (int)gender);
}

/* R8.4 d, R8.5 d, G12, G39: a fitting tile is taken, another stays; G50: each space has its own tile. */
static void take_tile(const struct signorie_data *d, struct signorie *s, int seat, unsigned city,
                      unsigned space, unsigned row, struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    if (s->tile_house[city][space] == 0) return;
    unsigned house = s->tile_house[city][space] - 1u;
    int slot = sig_fit(d, p, row, house);
    if (slot < 0) return;
    p->shield[slot] = s->tile_vp[city][space]; /* R11.5: for good */
    s->tile_house[city][space] = 0;
    s->tile_vp[city][space] = 0;
    casata_emit(sink, "event.tile_up", 4, casata_seat(seat), casata_word(&sig_houses, house),
                casata_number(p->shield[slot]), casata_word(&sig_rows, row));
}

/* --- Q4: mission (R8.4). Local a: 1 = with a face-down tile instead of the city's (R12.3)
 * ------------------- */
static int mission_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct signorie_data *d = data;
    const struct signorie *s = state;
    unsigned value[SIG_CITY_COUNT];
    int n = 0;
    (void)f;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) value[city] = sig_city_value(d, s, city);
    for (unsigned t = 0; t < SIG_CAREER_COUNT; t++)
        for (uint64_t men = sig_eight(s->p[seat].track[t]); men;) {
            unsigned x =
                (unsigned)__builtin_ctzll(men) / 8; /* G43: rank and points of the space he stands on */
            unsigned rank = d->career_tracks[t * SIG_CAREER_SPACES + x].rank;
            men &= ~(UINT64_C(255) << x * 8);
            for (unsigned city = 0; city < SIG_CITY_COUNT; city++)
                if (value[city] && value[city] <= rank) /* R8.4 a, G51 */
                    out[n++] = casata_act(SIG_A_SEND, t + 1, x + 1, city);
        }
    return n;
}
static void mission_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    unsigned row = casata_a(a) - 1, space = casata_b(a) - 1, city = casata_c(a);
    bool face_down = f->a;
    casata_pop(s);
    s->p[seat].track[row][space]--; /* R9.6 */
    enter_city(s, seat, city, SIG_MAN);
    casata_emit(sink, "event.mission", 3, casata_seat(seat), casata_word(&sig_tracks, row + 1),
                casata_word(&sig_cities, city));
    sig_gain_vp(s, seat, SIG_VP_MISSIONS, d->career_tracks[row * SIG_CAREER_SPACES + space].vp,
                sink); /* R8.4 c */
    if (face_down)
        sig_add_face_down(s, seat, row, sink); /* R12.3, G10, G11: the row of the man's career */
    else
        take_tile(d, s, seat, city, SIG_FOR_MISSION, row, sink);
}
static bool flag_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a <= 1;
}
const struct casata_phase sig_phase_mission = {.name = "mission",
                                               .locals = "face_down",
                                               .parents = 1u << SIG_PH_HELPERS | 1u << SIG_PH_REWARDS,
                                               .flags = CASATA_AUTO_SINGLE,
                                               .legal = mission_legal,
                                               .apply = mission_apply,
                                               .valid = flag_valid};

/* --- Q5: marriage (R8.5, G13). Local a as above
 * --------------------------------------------------------------- */
static int marriage_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct signorie *s = state;
    unsigned most = s->p[seat].florins < SIG_MAX_DOWRY ? s->p[seat].florins : SIG_MAX_DOWRY;
    int n = 0;
    (void)f;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = sig_city_value(data, s, city);
        for (unsigned dowry = value; value && dowry <= most; dowry++) /* R8.5 b */
            out[n++] = casata_act(SIG_A_MARRY, city, dowry, 0);
    }
    return n;
}
static void marriage_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                           struct casata_sink *sink) {
    struct signorie *s = state;
    unsigned city = casata_a(a), dowry = casata_b(a);
    bool face_down = f->a;
    casata_pop(s);
    s->p[seat].reserve[SIG_WOMAN]--;
    enter_city(s, seat, city, SIG_WOMAN);
    casata_emit(sink, "event.marriage", 2, casata_seat(seat), casata_word(&sig_cities, city));
    sig_pay(s, seat, dowry, sink);
    sig_gain_vp(s, seat, SIG_VP_DOWRIES, SIG_VP_PER_DOWRY_FLORIN * dowry, sink); /* R8.5 c */
    if (face_down)
        sig_add_face_down(s, seat, SIG_ROW_MARRIAGE, sink); /* R12.3 */
    else
        take_tile(data, s, seat, city, SIG_FOR_MARRIAGE, SIG_ROW_MARRIAGE, sink);
}
static bool marriage_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    (void)data;
    return f->a <= 1 && s->p[f->seat].reserve[SIG_WOMAN] > 0;
}
const struct casata_phase sig_phase_marriage = {.name = "marriage",
                                                .locals = "face_down",
                                                .parents = 1u << SIG_PH_HELPERS | 1u << SIG_PH_REWARDS,
                                                .flags = CASATA_AUTO_SINGLE,
                                                .legal = marriage_legal,
                                                .apply = marriage_apply,
                                                .valid = marriage_valid};

/* --- offspring (R8.7): 1-3 a woman, 4-6 a man; only how many of each matters. Local a: dice
 * ------------------- */
void sig_begin_offspring(struct signorie *s, int seat, unsigned dice) {
    casata_push(s, SIG_PH_OFFSPRING, (unsigned)seat)->a = (uint8_t)dice;
}
static int offspring_outcomes(const void *data, const void *state, const struct casata_frame *f,
                              struct casata_outcome *out) {
    uint32_t ways = 1; /* f->a over `women` */
    (void)data, (void)state;
    for (unsigned women = 0; women <= f->a; women++) {
        out[women] = (struct casata_outcome){casata_act(SIG_A_BIRTHS, women, f->a - women, 0), ways};
        ways = ways * (f->a - women) / (women + 1);
    }
    return f->a + 1;
}
static casata_action offspring_sample(const void *data, const void *state, const struct casata_frame *f,
                                      struct casata_rng *rng) {
    unsigned bits = (unsigned)(casata_rng_next(rng) >> 32) & ((1u << f->a) - 1), women = 0;
    (void)data, (void)state;
    for (; bits; bits &= bits - 1) women++;
    return casata_act(SIG_A_BIRTHS, women, f->a - women, 0);
}
static void offspring_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                            struct casata_sink *sink) {
    struct signorie *s = state;
    int parent = f->seat;
    (void)data, (void)seat;
    casata_pop(s);
    casata_emit(sink, "event.births", 3, casata_seat(parent),
                casata_count(&sig_units, SIG_U_WOMAN, (int)casata_a(a)),
                casata_count(&sig_units, SIG_U_MAN, (int)casata_b(a)));
    sig_gain_pawns(s, parent, SIG_WOMAN, casata_a(a), sink); /* G35: taken without asking */
    sig_gain_pawns(s, parent, SIG_MAN, casata_b(a), sink);
}
static bool offspring_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a >= 1 && f->a <= SIG_PORTRAIT_COUNT;
}
const struct casata_phase sig_phase_offspring = {.name = "offspring",
                                                 .locals = "dice",
                                                 .parents = 1u << SIG_PH_HELPERS,
                                                 .outcomes = offspring_outcomes,
                                                 .sample = offspring_sample,
                                                 .apply = offspring_apply,
                                                 .valid = offspring_valid};

/* --- Q6: a face-down tile into any row (R11.3)
 * --------------------------------------------------------------- */
static int row_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                     casata_action *out) {
    (void)data, (void)state, (void)f, (void)seat;
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++) out[row] = casata_act(SIG_A_ROW, row, 0, 0);
    return SIG_ROW_COUNT;
}
static void row_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                      struct casata_sink *sink) {
    (void)data, (void)f;
    casata_pop(state);
    sig_add_face_down(state, seat, casata_a(a), sink);
}
static bool row_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct signorie *s = state;
    (void)data, (void)f;
    return s->stack > 0;
}
const struct casata_phase sig_phase_row = {.name = "row",
                                           .parents = 1u << SIG_PH_HELPERS | 1u << SIG_PH_REWARDS,
                                           .legal = row_legal,
                                           .apply = row_apply,
                                           .valid = row_valid};

/* --- Q7: pawns of choice, one by one (R13.5, G17). Local a: how many are left
 * --------------------------------- */
static int pawn_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action *out) {
    const struct signorie *s = state;
    int n = 0;
    (void)data, (void)f;
    for (unsigned gender = 0; gender < 2; gender++)
        if (s->p[seat].supply[gender]) out[n++] = casata_act(SIG_A_GAIN, gender, 0, 0);
    return n;
}
static void pawn_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                       struct casata_sink *sink) {
    (void)data;
    if (--f->a == 0) casata_pop(state);
    sig_gain_pawns(state, seat, casata_a(a), 1, sink);
}
static bool pawn_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct signorie *s = state;
    (void)data, (void)sink;
    if (s->p[f->seat].supply[SIG_MAN] || s->p[f->seat].supply[SIG_WOMAN]) return false;
    casata_pop(s); /* R19 */
    return true;
}
static bool pawn_valid(const void *data, const void *state, const struct casata_frame *f) {
    (void)data, (void)state;
    return f->a >= 1 && f->a <= 3;
}
const struct casata_phase sig_phase_pawn = {.name = "pawn",
                                            .locals = "left",
                                            .parents = 1u << SIG_PH_HELPERS,
                                            .flags = CASATA_AUTO_SINGLE,
                                            .legal = pawn_legal,
                                            .apply = pawn_apply,
                                            .step = pawn_step,
                                            .valid = pawn_valid};
