/* virtu.c: the rules table of Virtù: first state, the course of the Years, text forms. */
#include "games/virtu/virtu.h"
#include "games/virtu/virtu_eval.h"
#include "games/virtu/virtu_scene.h"

CASATA_WORDS(vt_parts, "part", VT_PARTS);
CASATA_WORDS(vt_units, "unit", VT_UNITS);
CASATA_WORDS(vt_kinds, "kind", VT_KINDS);
CASATA_WORDS(vt_seasons, "season", VT_SEASONS);
CASATA_WORDS(vt_power_option, "powers", VT_POWER_OPTION);
CASATA_WORDS(vt_placement_option, "placement", VT_PLACEMENT_OPTION);
CASATA_WORDS(vt_switch, "switch", VT_SWITCH);
CASATA_WORDS(vt_years_option, "years", VT_YEARS_OPTION);
CASATA_WORDS(vt_reasons, "reason", VT_REASONS);
#define DISCOUNTS(X) VT_SYMBOLS(X) X(, "full")
CASATA_WORDS(discounts, "discount", DISCOUNTS);

/* --- set-up (R2, R20.1, R20.2, R20.3) ------------------------------------------------------------------------------- */
static bool in_play(const struct virtu_data *d, const struct virtu *s, unsigned power) {
    return d->powers[power].in[s->head.seats - 2];
}
static void give_home(struct virtu *s, int seat, unsigned city, unsigned soldiers) {
    s->owner[city] = (uint8_t)(seat + 1);
    s->p[seat].cities |= vt_bit(city);
    s->soldiers[seat][city] = (uint8_t)soldiers;
}
/* R2.5, R2.6, R2.7, R2.8: everything that depends on the powers of the seats. R1.2, R1.3, R1.4, R1.5, R1.6 and R1.7
 * are figures of the tables; pieces that may run out (R1.9, R18.1, G34) are counted, florins and tokens are not. */
static void set_up_player(const struct virtu_data *d, struct virtu *s, int seat) {
    struct virtu_player *p = &s->p[seat];
    const unsigned side = p->power == VT_MILAN ? 0 : 1;
    p->marker = VT_NO_CHAMBER;
    p->florins = vt_two(s) ? d->setup_2p[side].florins : d->components[VT_N_START_FLORINS].count;
    p->agents = vt_two(s) ? d->setup_2p[side].agents : d->powers[p->power].start_agents; /* R2.8, G37 */
    if (vt_two(s)) p->tiles = 1u << VT_T_SPECIAL;
    give_home(s, seat, d->powers[p->power].capital, vt_two(s) ? d->setup_2p[side].soldiers_capital : 1);
    give_home(s, seat, d->powers[p->power].home2, vt_two(s) ? d->setup_2p[side].soldiers_home2 : 1);
}
static void set_up_majors(const struct virtu_data *d, struct virtu *s) {
    for (unsigned m = 0; m < VT_MAJOR_COUNT; m++) {
        unsigned capital = d->major_cities_2p[m].capital, second = d->major_cities_2p[m].dependency;
        s->owner[capital] = s->owner[second] = (uint8_t)(VT_MAJOR_OWNER + m);
        if (d->major_cities_2p[m].garrison_capital) s->garrison |= vt_bit(capital);
        if (d->major_cities_2p[m].garrison_dependency) s->garrison |= vt_bit(second);
        s->influence[m] = d->major_cities_2p[m].start_space;
    }
}
static void set_up(const struct virtu_data *d, struct virtu *s) {
    uint8_t power[VT_MAX_SEATS];
    for (int i = 0; i < s->head.seats; i++) power[i] = s->p[i].power;
    memset(s->p, 0, sizeof s->p);
    memset(s->owner, 0, sizeof s->owner);
    memset(s->soldiers, 0, sizeof s->soldiers);
    for (int i = 0; i < s->head.seats; i++) {
        s->p[i].power = power[i];
        set_up_player(d, s, i);
    }
    if (vt_two(s)) set_up_majors(d, s);
    for (int i = 0; i < s->head.seats; i++) vt_count_ready(d, s, i);
}
/* R2.9, G3: clockwise from the first player, who lies on top of the piles. */
static void begin_with(struct virtu *s, unsigned first) {
    unsigned n = s->head.seats;
    for (unsigned i = 0; i < n; i++) {
        s->order[i] = (uint8_t)((first + i) % n);
        s->pile[n - 1 - i] = s->order[i];
    }
}
static void init(const void *data, void *state) {
    const struct virtu_data *d = data;
    struct virtu *s = state;
    unsigned seat = 0;
    for (unsigned power = 0; power < VT_POWER_COUNT; power++) /* R2.1, G1 */
        if (in_play(d, s, power)) s->p[seat++].power = (uint8_t)power;
    for (unsigned i = 0; i < VT_DIGNITARY_COUNT; i++) s->supply[i] = d->dignitaries[i].copies;
    set_up(d, s);
    begin_with(s, 0);
    casata_push(s, VT_PH_GAME, 0);
}

/* G1: powers are drawn seat by seat. */
#define VT_POWERS_LOCALS(X) X(drawing) /* seat */
CASATA_LOCALS(vt_powers, VT_POWERS_LOCALS);
static int powers_outcomes(const void *data, const void *state, const struct casata_frame *f,
                           struct casata_outcome *out) {
    const struct vt_powers *l = casata_locals(vt_powers, f);
    const struct virtu *s = state;
    int n = 0;
    (void)data;
    for (unsigned power = 0; power < VT_POWER_COUNT; power++)
        for (unsigned i = l->drawing; i < s->head.seats; i++)
            if (s->p[i].power == power)
                out[n++] = (struct casata_outcome){casata_act(VT_A_POWER, l->drawing, power, 0), 1};
    return n;
}
static casata_action powers_sample(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    const struct vt_powers *l = casata_locals(vt_powers, f);
    const struct virtu *s = state;
    (void)data;
    unsigned seat = l->drawing + casata_rng_below(rng, s->head.seats - l->drawing);
    return casata_act(VT_A_POWER, l->drawing, s->p[seat].power, 0);
}
/* A seat takes a power; its present holder gets the one given up. */
static void give_power(const struct virtu_data *d, struct virtu *s, unsigned to, unsigned power,
                       struct casata_sink *sink) {
    unsigned from = 0;
    while (s->p[from].power != power) from++;
    s->p[from].power = s->p[to].power;
    s->p[to].power = (uint8_t)power;
    set_up(d, s);
    casata_emit(sink, "event.power", 2, casata_seat((int)to), casata_word(&vt_powers, power));
}
static void powers_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct vt_powers *l = casata_locals(vt_powers, f);
    struct virtu *s = state;
    (void)seat;
    give_power(data, s, l->drawing, casata_b(a), sink);
    if (++l->drawing + 1 < s->head.seats) return;
    casata_emit(sink, "event.power", 2, casata_seat(s->head.seats - 1),
                casata_word(&vt_powers, s->p[s->head.seats - 1].power));
    casata_pop(s);
}
static bool powers_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_powers *l = casata_locals(vt_powers, f);
    const struct virtu *s = state;
    (void)data;
    return l->drawing + 1 < s->head.seats && s->season == VT_SETUP;
}
const struct casata_phase vt_phase_powers = {
    .name = "powers",
    .locals = CASATA_LOCAL_NAMES(VT_POWERS_LOCALS),
    .parents = CASATA_ON(VT_PH_GAME),
    .outcomes = powers_outcomes,
    .sample = powers_sample,
    .apply = powers_apply,
    .valid = powers_valid,
};

/* R2.9: who begins is drawn. */
static int first_outcomes(const void *data, const void *state, const struct casata_frame *f,
                          struct casata_outcome *out) {
    const struct virtu *s = state;
    (void)data, (void)f;
    for (unsigned i = 0; i < s->head.seats; i++)
        out[i] = (struct casata_outcome){casata_act(VT_A_FIRST, i, 0, 0), 1};
    return s->head.seats;
}
static casata_action first_sample(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    (void)data, (void)f;
    return casata_act(VT_A_FIRST, casata_rng_below(rng, ((const struct virtu *)state)->head.seats), 0, 0);
}
static void first_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                        struct casata_sink *sink) {
    struct virtu *s = state;
    (void)data, (void)f, (void)seat;
    begin_with(s, casata_a(a));
    casata_emit(sink, "event.first", 1, casata_seat((int)casata_a(a)));
    casata_pop(s);
}
static bool first_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct virtu *s = state;
    (void)data, (void)f;
    return s->season == VT_SETUP && !vt_two(s);
}
const struct casata_phase vt_phase_first = {
    .name = "first",
    .parents = CASATA_ON(VT_PH_GAME),
    .outcomes = first_outcomes,
    .sample = first_sample,
    .apply = first_apply,
    .valid = first_valid,
};

/* G1: or everybody chooses one, in turn order; the last takes the remaining one. */
#define VT_CHOOSE_LOCALS(X) X(chosen) /* how many seats have */
CASATA_LOCALS(vt_choose, VT_CHOOSE_LOCALS);
static int choose_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                        casata_action *out) {
    const struct vt_choose *l = casata_locals(vt_choose, f);
    const struct virtu *s = state;
    int n = 0;
    (void)data, (void)seat;
    for (unsigned power = 0; power < VT_POWER_COUNT; power++)
        for (unsigned i = l->chosen; i < s->head.seats; i++)
            if (s->p[s->order[i]].power == power) out[n++] = casata_act(VT_A_CHOOSE, power, 0, 0);
    return n;
}
static void choose_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                         struct casata_sink *sink) {
    struct vt_choose *l = casata_locals(vt_choose, f);
    struct virtu *s = state;
    give_power(data, s, (unsigned)seat, casata_a(a), sink);
    f->seat = s->order[++l->chosen];
    if (l->chosen + 1 < s->head.seats) return;
    casata_emit(sink, "event.power_left", 2, casata_seat(f->seat),
                casata_word(&vt_powers, s->p[f->seat].power));
    casata_pop(s);
}
static bool choose_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_choose *l = casata_locals(vt_choose, f);
    const struct virtu *s = state;
    (void)data;
    return s->season == VT_SETUP && l->chosen + 1 < s->head.seats && f->seat == s->order[l->chosen];
}
static void choose_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                            struct casata_choice *c) {
    (void)f;
    c->slot = (int16_t)casata_slot_at(build, VT_F_POWER, seat, 0);
    c->rule = "R2.1";
}
const struct casata_phase vt_phase_choose = {
    .name = "choose",
    .locals = CASATA_LOCAL_NAMES(VT_CHOOSE_LOCALS),
    .parents = CASATA_ON(VT_PH_GAME),
    .legal = choose_legal,
    .apply = choose_apply,
    .valid = choose_valid,
    .ask = "prompt.choose",
    .prompt = vt_prompt,
    .describe = choose_describe,
};

/* --- the course of the Years (R5, R14) --------------------------------------------------------------------------- */
unsigned vt_last_year(const struct virtu *s) /* G31, G58, R20.14 e */ {
    static const uint8_t years[] = {VT_LAST_YEAR, 20, 12}; /* ORDER years option */
    return vt_two(s) ? VT_LAST_YEAR_2P : years[s->head.option[VT_OPT_YEARS]];
}
static bool neutral_left(const struct virtu_data *d, const struct virtu *s) {
    return vt_board(d, s) & ~vt_some(VT_BYTES(s, owner));
}
/* Why the next Winter is the last one (R14.1); *seat is set where one player is the reason. NULL: it is not. */
static const char *end_event(const struct virtu_data *d, const struct virtu *s, int *seat) {
    if (s->year >= vt_last_year(s)) return "event.end_year";
    if (!neutral_left(d, s)) return "event.end_map"; /* R20.14 d */
    for (int i = 0; i < s->head.seats; i++) {
        unsigned n = vt_count(s->p[i].cities);
        bool cities = vt_two(s) ? d->city_track_2p[n < VT_CITY_TRACK_2P ? n : VT_CITY_TRACK_2P - 1].end
                                : d->city_track[n < VT_CITY_TRACK ? n : VT_CITY_TRACK - 1].end;
        if (!cities && (vt_two(s) || !d->patronage_track[s->p[i].patronage].end)) continue;
        *seat = i;
        return cities ? "event.end_cities" : "event.end_patronage";
    }
    if (!vt_two(s)) return NULL;
    for (int m = 0; m < VT_MAJOR_COUNT; m++)
        if (s->influence[m] != VT_TRACK_CLOSED) return NULL;
    return "event.end_influence"; /* R20.14 c */
}
bool vt_is_end(const struct virtu_data *d, const struct virtu *s) {
    int seat = 0;
    return end_event(d, s, &seat);
}
static void tell_end(const struct virtu_data *d, const struct virtu *s, struct casata_sink *sink) {
    int seat = 0;
    const char *event = end_event(d, s, &seat);
    if (s->year == VT_LAST_YEAR)
        casata_emit(sink, "event.bound", 1, casata_number(s->year));
    else if (event)
        casata_emit(sink, event, 3, casata_seat(seat), casata_number(s->year),
                    vt_amount(VT_U_CITY, vt_count(s->p[seat].cities)));
}
/* R20.14 a: exactly one player holds the other's capital. */
static int conqueror(const struct virtu_data *d, const struct virtu *s) {
    if (!vt_two(s)) return -1;
    bool holds[2];
    for (int i = 0; i < 2; i++) holds[i] = s->p[i].cities >> d->powers[s->p[!i].power].capital & 1;
    return holds[0] == holds[1] ? -1 : holds[0] ? 0 : 1;
}
static void begin_year(struct virtu *s, struct casata_sink *sink) {
    s->year++;
    s->season = VT_SPRING;
    s->head.turn++;
    for (int i = 0; i < s->head.seats; i++) s->p[i].indulged = 0; /* R7.1 */
    if (vt_two(s)) {                                              /* R20.5 */
        unsigned naples = s->p[0].power == VT_MILAN ? 1 : 0;
        bool swap = s->head.option[VT_OPT_ALTERNATE] == VT_ON && s->year % 2 == 0;
        s->order[0] = (uint8_t)(swap ? naples : !naples);
        s->order[1] = (uint8_t)!s->order[0];
    }
    if (s->year == 1 && vt_two(s)) casata_emit(sink, "event.two", 0); /* R20 is a reconstruction */
    casata_emit(sink, "event.year", 1, casata_number(s->year));
}
static void begin_house(struct virtu *s) /* R2.10, R20.2 */ {
    bool secret = !vt_two(s) && s->head.option[VT_OPT_PLACEMENT] == VT_PLACE_HIDDEN;
    struct casata_frame *f = casata_push(s, VT_PH_HOUSE, secret ? 0 : s->order[0]);
    if (secret) f->mask = (uint8_t)((1u << s->head.seats) - 1);
}
enum { PART_POWERS, PART_FIRST, PART_HOUSE, PART_SPRING, PART_SIEGES, PART_WINTER, PART_END };
#define VT_GAME_LOCALS(X) X(part) X(chosen) /* the next one; 1: the powers are chosen, or being chosen */
CASATA_LOCALS(vt_game, VT_GAME_LOCALS);
static bool game_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct vt_game *l = casata_locals(vt_game, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    switch (l->part++) {
    case PART_POWERS:
        if (s->head.option[VT_OPT_POWERS] == VT_POWERS_RANDOM) casata_push(s, VT_PH_POWERS, 0);
        break;
    case PART_FIRST:
        if (!vt_two(s)) casata_push(s, VT_PH_FIRST, 0); /* R20.5: France is first */
        break;
    case PART_HOUSE:
        if (s->head.option[VT_OPT_POWERS] == VT_POWERS_CHOSEN && !l->chosen) {
            l->chosen = 1;
            l->part = PART_HOUSE;
            casata_push(s, VT_PH_CHOOSE, s->order[0]);
            break;
        }
        if (vt_two(s)) begin_with(s, s->p[0].power == VT_MILAN ? 0 : 1);
        begin_house(s);
        break;
    case PART_SPRING:
        begin_year(s, sink);
        casata_push(s, VT_PH_SPRING, 0);
        break;
    case PART_SIEGES:
        s->season = VT_SIEGES;
        casata_push(s, VT_PH_WAR, 0);
        break;
    case PART_WINTER: { /* R5.2, R11.2, R14.1 */
        int winner = conqueror(d, s);
        vt_new_order(s);
        s->season = VT_WINTER;
        if (winner >= 0) {
            s->conqueror = (uint8_t)(winner + 1);
            casata_emit(sink, "event.conquest", 1, casata_seat(winner));
            casata_pop(s);
            break;
        }
        s->ending = vt_is_end(d, s); /* R14.2: the Winter is still played */
        tell_end(d, s, sink);
        casata_emit(sink, s->ending ? "event.last_winter" : "event.winter", 1, casata_seat(s->order[0]));
        casata_push(s, VT_PH_WINTER, 0);
        break;
    }
    default:
        if (s->ending)
            casata_pop(s);
        else
            l->part = PART_SPRING;
    }
    return true;
}
static bool game_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_game *l = casata_locals(vt_game, f);
    static const struct {
        uint8_t phase, season;
    } part[PART_END] = {/* ORDER part */
                        {VT_PH_POWERS, VT_SETUP},  {VT_PH_FIRST, VT_SETUP}, {VT_PH_HOUSE, VT_SETUP},
                        {VT_PH_SPRING, VT_SPRING}, {VT_PH_WAR, VT_SIEGES},  {VT_PH_WINTER, VT_WINTER}};
    const struct virtu *s = state;
    const struct casata_frame *above = vt_above(s, f);
    (void)data;
    if (!above || l->part == 0 || l->part > PART_END || l->chosen > 1) return false;
    if (above->phase == VT_PH_CHOOSE) return l->part == PART_HOUSE && l->chosen && s->season == VT_SETUP;
    return above->phase == part[l->part - 1].phase && s->season == part[l->part - 1].season;
}
const struct casata_phase vt_phase_game = {
    .name = "game",
    .locals = CASATA_LOCAL_NAMES(VT_GAME_LOCALS),
    .parents = CASATA_BOTTOM,
    .step = game_step,
    .valid = game_valid,
};

static const struct casata_phase *const phases[VT_PHASE_COUNT] = {VT_PHASES(CASATA_PHASE_ROW)};

#define NUM \
    { CASATA_OPERAND_NUMBER, NULL }
#define WORD(list) \
    { CASATA_OPERAND_WORD, &list }
static const struct casata_action_form forms[VT_A_COUNT] = {
    /* ORDER kind */
    [VT_A_POWER] = {"power", "act.power", {NUM, WORD(vt_powers)}},
    [VT_A_FIRST] = {"first", "act.first", {NUM}},
    [VT_A_ROOM] = {"room", "act.room", {WORD(vt_cards), NUM}},
    [VT_A_UNDER] = {"under", "act.under", {WORD(vt_cards), NUM}},
    [VT_A_COURT] = {"court", "act.court", {WORD(vt_cards), WORD(vt_edges)}},
    [VT_A_MARKER] = {"marker", "act.marker", {NUM}},
    [VT_A_COLLECT] = {"collect", "act.collect", {WORD(vt_sources)}},
    [VT_A_STEP] = {"step", "act.step", {{0}}},
    [VT_A_STEP_FLORINS] = {"step_florins", "act.step_florins", {{0}}},
    [VT_A_STEP_ARROW] = {"step_arrow", "act.step_arrow", {WORD(vt_sources)}},
    [VT_A_STOP] = {"stop", "act.stop", {{0}}, CASATA_DONE},
    [VT_A_KEEP] = {"keep", "act.keep", {{0}}},
    [VT_A_ABSOLVE] = {"absolve", "act.absolve", {WORD(vt_symbols)}},
    [VT_A_INDULGE] = {"indulge", "act.indulge", {{0}}},
    [VT_A_USE] = {"use", "act.use", {WORD(vt_roles), WORD(vt_symbols), NUM}},
    [VT_A_PAY] = {"pay", "act.pay", {WORD(vt_sources)}},
    [VT_A_TURN] = {"turn", "act.turn", {WORD(vt_sources)}},
    [VT_A_REVIVE] = {"revive", "act.revive", {WORD(vt_alliances)}},
    [VT_A_ADVANCE] = {"advance", "act.advance", {{0}}},
    [VT_A_BONUS] = {"bonus", "act.bonus", {WORD(vt_bonuses)}},
    [VT_A_ANNEX] = {"annex", "act.annex", {WORD(vt_cities)}},
    [VT_A_ROAD] = {"road", "act.road", {WORD(vt_cities), WORD(vt_cities)}},
    [VT_A_SEA] = {"sea", "act.sea", {WORD(vt_cities), WORD(vt_cities)}},
    [VT_A_REMOVE] = {"remove", "act.remove", {WORD(vt_places)}},
    [VT_A_AGENT] = {"agent", "act.agent", {WORD(vt_places)}},
    [VT_A_TO] = {"to", "act.to", {WORD(vt_places)}},
    [VT_A_INFLUENCE] = {"influence", "act.influence", {WORD(vt_majors), NUM}},
    [VT_A_SIEGE] = {"siege", "act.siege", {WORD(vt_cities)}},
    [VT_A_PASS] = {"pass", "act.pass", {{0}}, CASATA_DONE},
    [VT_A_DECLARE] = {"declare", "act.declare", {WORD(vt_sources), NUM}},
    [VT_A_BESIEGE] = {"besiege", "act.besiege", {{0}}},
    [VT_A_GIVE_UP] = {"give_up", "act.give_up", {{0}}},
    [VT_A_RETREAT] = {"retreat", "act.retreat", {WORD(vt_cities)}},
    [VT_A_SAIL] = {"sail", "act.sail", {WORD(vt_cities)}},
    [VT_A_DISBAND] = {"disband", "act.disband", {WORD(vt_cities)}},
    [VT_A_PAYDAY] = {"payday", "act.payday", {{0}}},
    [VT_A_SHIFT] = {"shift", "act.shift", {WORD(vt_spaces)}},
    [VT_A_DISCARD] = {"discard", "act.discard", {WORD(vt_spaces)}},
    [VT_A_ENTER] = {"enter", "act.enter", {WORD(vt_spaces), NUM}},
    [VT_A_LEAVE] = {"leave", "act.leave", {NUM, WORD(vt_roles), WORD(vt_edges)}},
    [VT_A_PLACE] = {"place", "act.place", {WORD(vt_edges)}},
    [VT_A_FORGO] = {"forgo", "act.forgo", {{0}}},
    [VT_A_BUY] = {"buy", "act.buy", {WORD(vt_items)}},
    [VT_A_CATHEDRAL] = {"cathedral", "act.cathedral", {WORD(vt_cities)}},
    [VT_A_RECRUIT] = {"recruit", "act.recruit", {WORD(vt_cities)}},
    [VT_A_ALLY] = {"ally", "act.ally", {WORD(vt_alliances), WORD(discounts)}},
    [VT_A_TURN_ALL] = {"turn_all", "act.turn_all", {{0}}},
    [VT_A_CHOOSE] = {"choose", "act.choose", {WORD(vt_powers)}},
};

/* R16.1, G4, G31, R20.5; two players place in the open and have their own last Year (R20.14). */
static const struct casata_game_option options[VT_OPTION_COUNT] = {{"powers", &vt_power_option, 0, 0},
                                                                   {"placement", &vt_placement_option, 3, 5},
                                                                   {"one_agent", &vt_switch, 0, 0},
                                                                   {"max_years", &vt_years_option, 3, 5},
                                                                   {"alternate_first", &vt_switch, 2, 2}};

static const struct casata_ordered ordered[] = {
    /* a payment is over as soon as it is complete, so is that of a Govern when everything can be turned */
    {VT_PH_PAY, "pay", "pay", "R4.1, G62"},
    {VT_PH_GOVERN, "pay", "pay", "R8.1, G61"},
    /* florins that one card of the chamber gives can pay for the war tokens of the other */
    {VT_PH_CHAMBER, "use", "use", "R8.16"},
    /* the arrows of a tile are used one after the other; a step refreshes the courtiers of an edge */
    {VT_PH_MOVE, "step_arrow", "step_arrow", "R6.3"},
    {VT_PH_MOVE, "collect", "step_arrow", "R6.4"},
    /* each beaten army retreats by itself: the same words may be about the next one */
    {VT_PH_RETREAT, "", "", "R10.10"},
    {0},
};

static const struct casata_bot_sheet bots = {
    .blunders = {.refusals = "pass stop forgo give_up keep",
                 .burdens = "indulge;pay indulgence;discard;disband",
                 .money = offsetof(struct virtu, p[0].florins),
                 .money_step = sizeof(((struct virtu *)0)->p[0]),
                 .ruin = -10,
                 .choosing = CASATA_ON(VT_PH_MOVE)}, /* the marker stops: an action begins */
    .eval_ns = 500,
    .margin = 400,
    .noise = {30, 12, 52, 32}, /* a turn has many small decisions, and a loss in one is for good */
    .n_features = VT_FEATURES,
    .terms = &vt_terms,
    .features = vt_features,
    .feature_name = vt_feature_name,
    .eval = vt_eval,
};

const struct casata_rules virtu_rules = {
    .id = "virtu",
    .name = "Virtù",
    .shelf = 4,
    .rules_version = 3,
    .min_seats = 2,
    .max_seats = VT_MAX_SEATS,
    .state_size = sizeof(struct virtu),
    .data_size = sizeof(struct virtu_data),
    /* 64 Years (G58) of 5 players, each with fewer than 200 decisions: every step of a turn uses something up */
    .max_decisions = 64000,
    .n_options = VT_OPTION_COUNT,
    .n_phases = VT_PHASE_COUNT,
    .n_forms = VT_A_COUNT,
    .n_fields = VT_FIELD_GROUPS,
    .n_parts = VT_PART_COUNT,
    .n_families = VT_FAMILY_COUNT,
    .options = options,
    .phases = phases,
    .forms = forms,
    .fields = vt_fields,
    .families = vt_families,
    .parts = &vt_parts,
    .kinds = &vt_kinds,
    .units = &vt_units,
    .round_event = "event.year",
    .bots = &bots,
    .balance = &vt_balance,
    .coach = vt_coach,
    .ordered = ordered,
    .data = &virtu_builtin,
    .older = virtu_older,
    .init = init,
    .parts_of = vt_parts_of,
    .ranks = vt_ranks,
    .redact = vt_redact,
    .resample = vt_resample,
    .check = vt_check,
    .derive = vt_derive,
    .scene = vt_scene,
};
