/* signorie_cities.c: diplomatic missions, marriages, offspring, face-down tiles and chosen pawns. */
#include "games/signorie/signorie_scene.h"

#include <limits.h>

/* R8.4 b, R8.5 a: onto the first empty space, one of the lowest value. Men and women share the spaces (R8.6,
 * G46) and stay to the end. */
static void enter_city(struct signorie *s, int seat, unsigned city, unsigned gender) {
    s->city[city][sig_city_pawns(s, city)] = (uint8_t)(1 + seat * 2 + (int)gender);
}

/* R8.4 d, R8.5 d, G12, G39: a tile that fits is taken, any other stays; G50: each space has its own tile. */
static void take_tile(const struct signorie_data *d, struct signorie *s, int seat, unsigned city,
                      unsigned space, unsigned row, struct casata_sink *sink) {
    struct signorie_player *p = &s->p[seat];
    if (s->tile_house[city][space] == 0) return;
    unsigned house = s->tile_house[city][space] - 1u;
    int slot = sig_fit(d, p, row, house);
    if (slot < 0) {
        casata_emit(sink, "event.tile_stays", 2, casata_seat(seat), casata_word(&sig_houses, house));
        return;
    }
    p->shield[slot] = s->tile_vp[city][space]; /* R11.5: for good */
    s->tile_house[city][space] = 0;
    s->tile_vp[city][space] = 0;
    casata_emit(sink, "event.tile_up", 4, casata_seat(seat), casata_word(&sig_houses, house),
                casata_number(p->shield[slot]), casata_word(&sig_rows, row));
}

/* The tile that the pawn would bring home, or the face-down one instead. */
static void gain_tile(const struct casata_scene_builder *build, const struct sig_visit *l,
                      struct casata_choice *c, int seat, unsigned city, unsigned space, unsigned row) {
    const struct signorie *s = build->state;
    unsigned house = s->tile_house[city][space];
    bool fits = house && sig_fit(build->data, &s->p[seat], row, house - 1) >= 0;
    casata_add_gain(c, sig_tiles(l->face_down ? s->stack > 0 : fits));
}
/* The first free space of a city (R8.4 b, R8.5 a). */
static int free_space(const struct casata_scene_builder *build, unsigned city) {
    return casata_slot_at(build, SIG_F_CITY, -1, city * SIG_CITY_SPACES + sig_city_pawns(build->state, city));
}

/* Says why a city cannot be chosen; need: Florins, or SIG_NEVER + the reason. */
static void block_city(struct casata_scene_builder *build, int seat, unsigned city, unsigned need,
                       const char *rule) {
    unsigned pawns = sig_city_pawns(build->state, city), last = SIG_CITY_SPACES - 1;
    int slot = casata_slot_at(build, SIG_F_CITY, -1, city * SIG_CITY_SPACES + (pawns < last ? pawns : last));
    sig_block(build, seat, need, 0, slot, casata_message("act.to_city", 1, casata_word(&sig_cities, city)),
              rule);
}

/* A city without a free space, or not in play. */
static unsigned why_closed(const struct signorie *s, unsigned city) {
    return SIG_NEVER + (s->cities >> city & 1 ? SIG_CITY_FULL : SIG_CITY_OUT);
}
/* The other spaces of the cities: pawns go to the first free one. */
static void explain_spaces(struct casata_scene_builder *build) {
    const struct signorie *s = build->state;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++)
        for (unsigned i = 0; i < SIG_CITY_SPACES; i++) {
            int slot = casata_slot_at(build, SIG_F_CITY, -1, city * SIG_CITY_SPACES + i);
            if (!(s->cities >> city & 1))
                casata_add_vain(build, slot, "vain.city_out", "R2.9");
            else
                casata_add_vain(build, slot, s->city[city][i] ? "vain.city_taken" : "vain.city_later",
                                "R8.6");
        }
}

/* --- Q4: mission (R8.4) ------------------------------------------------------------------------------ */
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
            unsigned x = (unsigned)__builtin_ctzll(men) / 8; /* G43: rank and points of the man's space */
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
    struct sig_visit *l = casata_locals(sig_visit, f);
    const struct signorie_data *d = data;
    struct signorie *s = state;
    unsigned row = casata_a(a) - 1, space = casata_b(a) - 1, city = casata_c(a);
    bool face_down = l->face_down;
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
    const struct sig_visit *l = casata_locals(sig_visit, f);
    (void)data, (void)state;
    return l->face_down <= 1;
}
static struct casata_msg mission_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    (void)build;
    return casata_message(casata_locals(sig_visit, f)->face_down ? "prompt.mission_face_down"
                                                                 : "prompt.mission",
                          1, casata_seat(seat));
}
static void mission_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    const struct signorie_data *d = build->data;
    unsigned row = casata_a(c->action) - 1, at = row * SIG_CAREER_SPACES + casata_b(c->action) - 1;
    unsigned city = casata_c(c->action);
    c->slot = (int16_t)free_space(build, city);
    c->piece = casata_piece_at(build, sig_track_slot(build, row, casata_b(c->action) - 1u), SIG_K_MAN, seat,
                               CASATA_ANY, CASATA_ANY);
    c->text = casata_message("act.send_from", 3, casata_word(&sig_tracks, row + 1),
                             casata_number(d->career_tracks[at].vp), casata_word(&sig_cities, city));
    casata_add_gain(c, sig_vp(d->career_tracks[at].vp));
    gain_tile(build, casata_locals(sig_visit, f), c, seat, city, SIG_FOR_MISSION, row);
    c->rule = "R8.4";
}
/* Cities that are full or ask for more than any man has; men no city would take. */
static void mission_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    unsigned best = 0, least = UINT_MAX;
    (void)f;
    for (unsigned i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++)
        if (s->p[seat].track[i / SIG_CAREER_SPACES][i % SIG_CAREER_SPACES] && d->career_tracks[i].rank > best)
            best = d->career_tracks[i].rank;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = sig_city_value(d, s, city);
        if (value && value < least) least = value;
        if (value && value <= best) continue;
        block_city(build, seat, city, value ? SIG_NEVER + SIG_NO_RANK : why_closed(s, city), "R8.4");
    }
    for (unsigned i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++) {
        unsigned track = i / SIG_CAREER_SPACES;
        if (!s->p[seat].track[track][i % SIG_CAREER_SPACES] || d->career_tracks[i].rank >= least) continue;
        sig_block(build, seat, SIG_NEVER + SIG_NO_RANK, 0,
                  sig_track_slot(build, track, i % SIG_CAREER_SPACES),
                  casata_message("act.send_man", 1, casata_word(&sig_tracks, track + 1)), "R8.4");
    }
    explain_spaces(build);
}
const struct casata_phase sig_phase_mission = {
    .name = "mission",
    .locals = CASATA_LOCAL_NAMES(SIG_VISIT_LOCALS),
    .parents = CASATA_ON(SIG_PH_HELPERS) | CASATA_ON(SIG_PH_REWARDS),
    .legal = mission_legal,
    .apply = mission_apply,
    .valid = flag_valid,
    .prompt = mission_prompt,
    .describe = mission_describe,
    .explain = mission_explain,
};

/* --- Q5: marriage (R8.5, G13) ----------------------------------------------------------------------- */
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
    struct sig_visit *l = casata_locals(sig_visit, f);
    struct signorie *s = state;
    unsigned city = casata_a(a), dowry = casata_b(a);
    bool face_down = l->face_down;
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
    const struct sig_visit *l = casata_locals(sig_visit, f);
    const struct signorie *s = state;
    (void)data;
    return l->face_down <= 1 && s->p[f->seat].reserve[SIG_WOMAN] > 0;
}
static struct casata_msg marriage_prompt(const struct casata_scene_builder *build,
                                         const struct casata_frame *f, int seat) {
    (void)build;
    return casata_message(casata_locals(sig_visit, f)->face_down ? "prompt.marriage_face_down"
                                                                 : "prompt.marriage",
                          1, casata_seat(seat));
}
static void marriage_describe(const struct casata_scene_builder *build, const struct casata_frame *f,
                              int seat, struct casata_choice *c) {
    unsigned city = casata_a(c->action), dowry = casata_b(c->action);
    c->slot = (int16_t)free_space(build, city);
    c->piece = casata_piece_at(build, casata_slot_at(build, SIG_F_RESERVE, seat, 0), SIG_K_WOMAN, seat,
                               CASATA_ANY, CASATA_ANY);
    casata_add_cost(c, sig_pawns(SIG_WOMAN, 1));
    casata_add_cost(c, sig_florins(dowry));
    casata_add_gain(c, sig_vp(SIG_VP_PER_DOWRY_FLORIN * dowry));
    gain_tile(build, casata_locals(sig_visit, f), c, seat, city, SIG_FOR_MARRIAGE, SIG_ROW_MARRIAGE);
    c->rule = "R8.5";
}
static void marriage_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = sig_city_value(build->data, build->state, city);
        block_city(build, seat, city, value ? value : why_closed(build->state, city), "R8.5");
    }
    explain_spaces(build);
}
const struct casata_phase sig_phase_marriage = {
    .name = "marriage",
    .locals = CASATA_LOCAL_NAMES(SIG_VISIT_LOCALS),
    .parents = CASATA_ON(SIG_PH_HELPERS) | CASATA_ON(SIG_PH_REWARDS),
    .legal = marriage_legal,
    .apply = marriage_apply,
    .valid = marriage_valid,
    .prompt = marriage_prompt,
    .describe = marriage_describe,
    .explain = marriage_explain,
};

/* --- offspring (R8.7): 1-3 a woman, 4-6 a man; only the counts matter ---------------------------------- */
void sig_begin_offspring(struct signorie *s, int seat, unsigned dice) {
    casata_locals(sig_offspring, casata_push(s, SIG_PH_OFFSPRING, (unsigned)seat))->dice = (uint8_t)dice;
}
static int offspring_outcomes(const void *data, const void *state, const struct casata_frame *f,
                              struct casata_outcome *out) {
    const struct sig_offspring *l = casata_locals(sig_offspring, f);
    uint32_t ways = 1; /* l->dice over `women` */
    (void)data, (void)state;
    for (unsigned women = 0; women <= l->dice; women++) {
        out[women] = (struct casata_outcome){casata_act(SIG_A_BIRTHS, women, l->dice - women, 0), ways};
        ways = ways * (l->dice - women) / (women + 1);
    }
    return l->dice + 1;
}
static casata_action offspring_sample(const void *data, const void *state, const struct casata_frame *f,
                                      struct casata_rng *rng) {
    const struct sig_offspring *l = casata_locals(sig_offspring, f);
    unsigned bits = (unsigned)(casata_rng_next(rng) >> 32) & ((1u << l->dice) - 1), women = 0;
    (void)data, (void)state;
    for (; bits; bits &= bits - 1) women++;
    return casata_act(SIG_A_BIRTHS, women, l->dice - women, 0);
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
    const struct sig_offspring *l = casata_locals(sig_offspring, f);
    (void)data, (void)state;
    return l->dice >= 1 && l->dice <= SIG_PORTRAIT_COUNT;
}
const struct casata_phase sig_phase_offspring = {
    .name = "offspring",
    .locals = CASATA_LOCAL_NAMES(SIG_OFFSPRING_LOCALS),
    .parents = CASATA_ON(SIG_PH_HELPERS),
    .outcomes = offspring_outcomes,
    .sample = offspring_sample,
    .apply = offspring_apply,
    .valid = offspring_valid,
};

/* --- Q6: a face-down tile into any row (R11.3) --------------------------------------------------------- */
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
static void row_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                         struct casata_choice *c) {
    (void)f;
    c->slot = (int16_t)casata_slot_at(build, SIG_F_DOWN, seat, casata_a(c->action));
    c->rule = "R11.3";
}
const struct casata_phase sig_phase_row = {
    .name = "row",
    .parents = CASATA_ON(SIG_PH_HELPERS) | CASATA_ON(SIG_PH_REWARDS),
    .legal = row_legal,
    .apply = row_apply,
    .valid = row_valid,
    .ask = "prompt.row",
    .describe = row_describe,
};

/* --- Q7: chosen pawns, one by one (R13.5, G17) ---------------------------------------------------------- */
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
    struct sig_pawn *l = casata_locals(sig_pawn, f);
    (void)data;
    if (--l->left == 0) casata_pop(state);
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
    const struct sig_pawn *l = casata_locals(sig_pawn, f);
    (void)data, (void)state;
    return l->left >= 1 && l->left <= 3;
}
/* Only one gender left in the supply: nothing to choose. */
static bool pawn_forced(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                        struct casata_sink *sink) {
    (void)data, (void)state;
    casata_emit(sink, "event.one_gender", 2, casata_seat(f->seat), casata_word(&sig_genders, casata_a(only)));
    return true;
}
static struct casata_msg pawn_prompt(const struct casata_scene_builder *build, const struct casata_frame *f,
                                     int seat) {
    (void)build;
    return casata_message("prompt.pawn", 2, casata_seat(seat),
                          casata_number(casata_locals(sig_pawn, f)->left));
}
static void pawn_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                          struct casata_choice *c) {
    unsigned gender = casata_a(c->action);
    (void)f;
    c->slot = (int16_t)casata_slot_at(build, SIG_F_SUPPLY, seat, 0);
    c->piece = casata_piece_at(build, c->slot, SIG_K_MAN + gender, seat, CASATA_ANY, CASATA_ANY);
    casata_add_gain(c, sig_pawns(gender, 1));
    c->rule = "R13.5";
}
const struct casata_phase sig_phase_pawn = {
    .name = "pawn",
    .locals = CASATA_LOCAL_NAMES(SIG_PAWN_LOCALS),
    .parents = CASATA_ON(SIG_PH_HELPERS),
    .forced = pawn_forced,
    .legal = pawn_legal,
    .apply = pawn_apply,
    .step = pawn_step,
    .valid = pawn_valid,
    .prompt = pawn_prompt,
    .describe = pawn_describe,
};
