/* signorie.c: the rules table of Signorie: first state, the course of the rounds, text forms. */
#include "games/signorie/signorie.h"
#include "games/signorie/signorie_eval.h"

CASATA_WORDS(sig_parts, "part", SIG_PARTS);
CASATA_WORDS(sig_units, "unit", SIG_UNITS);
CASATA_WORDS(sig_kinds, "kind", SIG_KINDS);
CASATA_WORDS(sig_city_tiles, "city_tile", SIG_CITY_TILES);
CASATA_WORDS(sig_stages, "stage", SIG_STAGES);
CASATA_WORDS(sig_board_option, "boards", SIG_BOARD_OPTION);
CASATA_WORDS(sig_reasons, "reason", SIG_REASONS);

#define CAREERS(X) X(, "politics") X(, "church") X(, "military")
CASATA_WORDS(sig_careers, "track", CAREERS);
#define PLACES(X) X(, "first") X(, "second") X(, "third") X(, "fourth")
CASATA_WORDS(sig_places, "place", PLACES);

/* R2: the deterministic part. R2.2, R2.3 and R2.10 are figures of setup.csv; R2.12: no variant. */
static void init(const void *data, void *state) {
    const struct signorie_data *d = data;
    struct signorie *s = state;
    for (int i = 0; i < s->head.seats; i++) { /* R2.1, R2.11, G29: absent players have nothing */
        struct signorie_player *p = &s->p[i];
        p->florins = (uint16_t)sig_setup_of(d, s, SIG_START_FLORINS);
        p->reserve[SIG_MAN] = (uint8_t)sig_setup_of(d, s, SIG_MEN_RESERVE);
        p->reserve[SIG_WOMAN] = (uint8_t)sig_setup_of(d, s, SIG_WOMEN_RESERVE);
        p->supply[SIG_MAN] = (uint8_t)sig_setup_of(d, s, SIG_MEN_SUPPLY);
        p->supply[SIG_WOMAN] = (uint8_t)sig_setup_of(d, s, SIG_WOMEN_SUPPLY);
        p->vp[SIG_VP_START] = (uint16_t)sig_setup_of(d, s, SIG_START_VP);
        p->initiative = (uint8_t)sig_setup_of(d, s, SIG_START_INITIATIVE);
        p->board = (uint8_t)i; /* G47: until drawn */
        s->order[i] = s->pile[i] = (uint8_t)i;
    }
    s->cities = (1 << SIG_CITY_COUNT) - 1;
    s->stack = (uint8_t)sig_setup_of(d, s, SIG_TILES_IN_STACK); /* R2.8 */
    s->helper_supply = d->components[SIG_C_HELPER].count_total; /* R2.10, G28 */
    for (int i = 0; i < SIG_TILES; i++)
        s->unseen[d->alliance_tiles[i].house][d->alliance_tiles[i].vp_front - 1]++;
    casata_push(s, SIG_PH_GAME, 0);
}

/* R4: the dice leave the boards (R4.2, R5.6), the task tiles their spaces (R4.3). */
static void begin_round(struct signorie *s, struct casata_sink *sink) {
    s->round++;
    s->stage = SIG_STAGE_PREPARATION;
    s->head.turn++;
    memset(s->area, 0, sizeof s->area);
    memset(s->task, 0, sizeof s->task);
    for (int i = 0; i < s->head.seats; i++) {
        memset(s->p[i].dice, 0, sizeof s->p[i].dice);
        s->p[i].passed = 0;
    }
    casata_emit(sink, "event.round", 1, casata_number(s->round));
}

/* R14.7: the round's tile leaves the game, threshold pawns go home. */
static void end_round(struct signorie *s) {
    s->reward[s->round - 1] = 0;
    for (int i = 0; i < s->head.seats; i++)
        for (int gender = 0; gender < 2; gender++) {
            s->p[i].supply[gender] = (uint8_t)(s->p[i].supply[gender] + s->p[i].threshold[gender]);
            s->p[i].threshold[gender] = 0;
        }
}

/* R3.1: set-up, then seven rounds of three phases, then the final scoring. `part`: the next one. */
enum {
    PART_BOARDS,
    PART_ORDER,
    PART_CITIES,
    PART_REWARD_TILES,
    PART_ROUND,
    PART_ROLL,
    PART_DEAL,
    PART_ACTIONS,
    PART_REWARDS,
    PART_END,
    PART_COUNT
};
#define SIG_GAME_LOCALS(X) X(part)
CASATA_LOCALS(sig_game, SIG_GAME_LOCALS);
static bool game_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct sig_game *l = casata_locals(sig_game, f);
    const struct signorie_data *d = data;
    struct signorie *s = state;
    switch (l->part++) {
    case PART_BOARDS:
        if (s->head.option[SIG_OPT_BOARDS] == SIG_BOARDS_RANDOM) casata_push(s, SIG_PH_BOARDS, 0);
        break;
    case PART_ORDER: /* G47: boards are chosen in the order drawn */
        if (s->head.option[SIG_OPT_BOARDS] == SIG_BOARDS_CHOSEN) casata_push(s, SIG_PH_CHOOSE, 0);
        casata_push(s, SIG_PH_ORDER, 0);
        break;
    case PART_CITIES:
        if (sig_setup_of(d, s, SIG_CITIES_IN_PLAY) < SIG_CITY_COUNT) casata_push(s, SIG_PH_CITIES, 0);
        break;
    case PART_REWARD_TILES: casata_push(s, SIG_PH_REWARD_TILES, 0); break;
    case PART_ROUND:
        begin_round(s, sink);
        casata_push(s, SIG_PH_REVEAL, 0);
        break;
    case PART_ROLL: casata_push(s, SIG_PH_ROLL, 0); break;
    case PART_DEAL: casata_push(s, SIG_PH_DEAL, 0); break;
    case PART_ACTIONS:
        s->stage = SIG_STAGE_ACTIONS;
        casata_push(s, SIG_PH_ACTIONS, 0);
        break;
    case PART_REWARDS: {
        s->stage = SIG_STAGE_REWARDS;
        s->head.turn++;
        unsigned eligible = sig_settle_round(d, s, sink);
        casata_begin(sig_rewards, s, SIG_PH_REWARDS, 0)->eligible = (uint8_t)eligible;
        break;
    }
    default:
        end_round(s);
        if (s->round < sig_setup_of(d, s, SIG_ROUNDS))
            l->part = PART_ROUND;
        else {
            sig_final_scoring(d, s, sink);
            casata_pop(s);
        }
    }
    return true;
}
/* The frame above is that of the part before the next one, and the state is at that point. */
static bool game_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct sig_game *l = casata_locals(sig_game, f);
    static const struct {
        uint8_t phase, stage;
    } part[PART_END] = {/* ORDER part */
                        {SIG_PH_BOARDS, SIG_STAGE_SETUP},       {SIG_PH_ORDER, SIG_STAGE_SETUP},
                        {SIG_PH_CITIES, SIG_STAGE_SETUP},       {SIG_PH_REWARD_TILES, SIG_STAGE_SETUP},
                        {SIG_PH_REVEAL, SIG_STAGE_PREPARATION}, {SIG_PH_ROLL, SIG_STAGE_PREPARATION},
                        {SIG_PH_DEAL, SIG_STAGE_PREPARATION},   {SIG_PH_ACTIONS, SIG_STAGE_ACTIONS},
                        {SIG_PH_REWARDS, SIG_STAGE_REWARDS}};
    const struct signorie *s = state;
    if (s->head.depth < 2 || l->part == 0 || l->part > PART_END) return false;
    unsigned above = casata_above(f)->phase;
    if (above == SIG_PH_CHOOSE) above = SIG_PH_ORDER; /* the order is drawn on top of it */
    if (above != part[l->part - 1].phase || s->stage != part[l->part - 1].stage) return false;
    unsigned cities = l->part <= PART_CITIES + 1 ? SIG_CITY_COUNT : sig_setup_of(data, s, SIG_CITIES_IN_PLAY);
    return (unsigned)__builtin_popcount(s->cities) == cities; /* R2.9 */
}
const struct casata_phase sig_phase_game = {
    .name = "game",
    .locals = CASATA_LOCAL_NAMES(SIG_GAME_LOCALS),
    .parents = CASATA_BOTTOM,
    .step = game_step,
    .valid = game_valid,
};

static const struct casata_phase *const phases[] = {SIG_PHASES(CASATA_PHASE_ROW)};

#define NUM \
    { CASATA_OPERAND_NUMBER, NULL }
#define WORD(list) \
    { CASATA_OPERAND_WORD, &list }
#define MAYBE(list) \
    { CASATA_OPERAND_WORD | CASATA_OPTIONAL, &list }
static const struct casata_action_form forms[SIG_A_COUNT] = {
    /* ORDER kind */
    [SIG_A_BOARDS] = {"boards", "act.boards", {WORD(sig_boards), WORD(sig_boards), MAYBE(sig_boards)}},
    [SIG_A_ORDER] = {"order", "act.order", {NUM, NUM, {CASATA_OPERAND_NUMBER | CASATA_OPTIONAL, NULL}}},
    [SIG_A_REMOVE] = {"remove", "act.remove", {WORD(sig_cities), MAYBE(sig_cities)}},
    [SIG_A_DRAW] = {"draw", "act.draw", {WORD(sig_rewards)}},
    [SIG_A_REVEAL] = {"reveal", "act.reveal", {WORD(sig_houses), NUM}},
    [SIG_A_ROLL] = {"roll", "act.roll", {WORD(sig_colours), {CASATA_OPERAND_DIGITS, NULL}}},
    [SIG_A_DEAL] = {"deal", "act.deal", {WORD(sig_colours), WORD(sig_tasks), WORD(sig_tasks)}},
    [SIG_A_BIRTHS] = {"births", "act.births", {NUM, NUM}},
    [SIG_A_PASS] = {"pass", "act.pass", {{0}}, CASATA_PASS},
    [SIG_A_TAKE] = {"take", "act.take", {WORD(sig_colours), NUM}},
    [SIG_A_SIGNORIA] = {"signoria", "act.signoria", {{0}}},
    [SIG_A_TASK] = {"task", "act.task", {WORD(sig_task_rows), NUM}},
    [SIG_A_HIRE] = {"hire", "act.hire", {WORD(sig_helpers)}},
    [SIG_A_STOP] = {"stop", "act.stop", {{0}}, CASATA_DONE},
    [SIG_A_STEP] = {"step", "act.step", {WORD(sig_tracks), NUM}},
    [SIG_A_SEND] = {"send", "act.send", {WORD(sig_tracks), NUM, WORD(sig_cities)}},
    [SIG_A_MARRY] = {"marry", "act.marry", {WORD(sig_cities), NUM}},
    [SIG_A_ROW] = {"row", "act.row", {WORD(sig_rows)}},
    [SIG_A_GAIN] = {"gain", "act.gain", {WORD(sig_genders)}},
    [SIG_A_SKIP] = {"skip", "act.skip", {{0}}, CASATA_DONE},
    [SIG_A_USE] = {"use", "act.use", {WORD(sig_helpers)}},
    [SIG_A_ANY_TASK] = {"any_task", "act.any_task", {WORD(sig_task_spaces)}},
    [SIG_A_COINS] = {"coins", "act.coins", {{0}}},
    [SIG_A_CLAIM] = {"claim", "act.claim", {{0}}},
    [SIG_A_DECLINE] = {"decline", "act.decline", {{0}}, CASATA_DONE},
    [SIG_A_BUY] = {"buy", "act.buy", {{0}}},
    [SIG_A_BOARD] = {"board", "act.board", {WORD(sig_boards)}},
};

static const struct casata_game_option options[] = {{"boards", &sig_board_option, 0, 0}};

static const struct casata_ordered ordered[] = {
    /* a man who reaches space 6 moves the disc, and the action names the space of the disc */
    {SIG_PH_POINTS, "step initiative", "step politics 5", "R9.5"},
    {SIG_PH_POINTS, "step initiative", "step church 5", "R9.5"},
    {SIG_PH_POINTS, "step initiative", "step military 5", "R9.5"},
    {0},
};

static const struct casata_bot_sheet bots = {
    .eval_ns = 220,
    .margin = 2000,
    .noise = {170, 48, 144, 64},
    .n_features = SIG_FEATURES,
    .blunders = {.refusals = "pass stop skip decline",
                 .money = offsetof(struct signorie, p[0].florins),
                 .money_step = sizeof(((struct signorie *)0)->p[0]),
                 .ruin = 30},
    .terms = &sig_eval_terms,
    .features = sig_features,
    .feature_name = sig_feature_name,
    .eval = sig_eval,
};

const struct casata_rules signorie_rules = {
    .id = "signorie",
    .name = "Signorie",
    .shelf = 1,
    .rules_version = 2,
    .min_seats = 2,
    .max_seats = SIG_MAX_SEATS,
    .state_size = sizeof(struct signorie),
    .data_size = sizeof(struct signorie_data),
    .edition = UINT64_C(0x06bf892f3d1962db),
    /* 7 rounds of 16 turns with at most 29 decisions, 28 rewards, about 150 by chance */
    .max_decisions = 4000,
    .n_options = 1,
    .n_phases = SIG_PHASE_COUNT,
    .n_forms = SIG_A_COUNT,
    .n_fields = SIG_FIELD_GROUPS,
    .n_parts = SIG_PART_COUNT,
    .n_families = SIG_FAMILY_COUNT,
    .options = options,
    .phases = phases,
    .forms = forms,
    .fields = sig_fields,
    .families = sig_families,
    .parts = &sig_parts,
    .kinds = &sig_kinds,
    .units = &sig_units,
    .round_event = "event.round",
    .bots = &bots,
    .balance = &sig_balance,
    .coach = sig_coach,
    .ordered = ordered,
    .data = &signorie_builtin,
    .older = signorie_older,
    .init = init,
    .parts_of = sig_parts_of,
    .ranks = sig_ranks,
    .redact = NULL,
    .resample = NULL, /* R17: the state holds nothing hidden from anybody */
    .check = sig_check,
    .scene = sig_scene,
};
