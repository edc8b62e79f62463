/* zhanguo.c: the rules table of ZhanGuo: first state, the course of the rounds, text forms. */
#include "games/zhanguo/zhanguo.h"
#include "games/zhanguo/zhanguo_eval.h"
#include "games/zhanguo/zhanguo_scene.h"

CASATA_WORDS(zg_parts, "part", ZG_PARTS);
CASATA_WORDS(zg_units, "unit", ZG_UNITS);
CASATA_WORDS(zg_kinds, "kind", ZG_KINDS);
CASATA_WORDS(zg_stages, "stage", ZG_STAGES);
CASATA_WORDS(zg_card_states, "card_state", ZG_CARD_STATES);
CASATA_WORDS(zg_board_option, "boards", ZG_BOARD_OPTION);
CASATA_WORDS(zg_draw_option, "draw", ZG_DRAW_OPTION);
CASATA_WORDS(zg_order_option, "order", ZG_ORDER_OPTION);
CASATA_WORDS(zg_unrest_option, "unrest", ZG_UNREST_OPTION);
CASATA_WORDS(zg_reasons, "reason", ZG_REASONS);
#define PLACES(X) X(, "first") X(, "second") X(, "third") X(, "fourth")
CASATA_WORDS(zg_places, "place", PLACES);

/* The face of a card: its court action and its bonus, ORDER court * ZG_BONUS_COUNT + ORDER bonus. */
#define FACES_OF(X, court) \
    X(, court "_UM1")      \
    X(, court "_MOV2")     \
    X(, court "_VP2")      \
    X(, court "_VP3")      \
    X(, court "_WRK")      \
    X(, court "_VPC_I")    \
    X(, court "_VPC_O")    \
    X(, court "_VPC_B")    \
    X(, court "_UNR_ANY")  \
    X(, court "_UNR_HERE") X(, court "_MVW") X(, court "_OFF_R") X(, court "_OFF_G") X(, court "_OFF_W")
#define FACES(X)          \
    FACES_OF(X, "wall")   \
    FACES_OF(X, "palace") \
    FACES_OF(X, "hire") FACES_OF(X, "move") FACES_OF(X, "recruit") FACES_OF(X, "governor")
CASATA_WORDS(zg_faces, "face", FACES);
_Static_assert(sizeof zg_faces_text / sizeof *zg_faces_text == ZG_COURT_COUNT * ZG_BONUS_COUNT, "faces");

/* R2.12: the officials that the own board shows; R2.15, R7.1: the regions are otherwise empty. */
static void place_first_officials(const struct zhanguo_data *d, struct zhanguo *s) {
    for (int i = 0; i < s->head.seats; i++) {
        struct zhanguo_player *p = &s->p[i];
        unsigned row = zg_side(s) * ZG_BOARD_COUNT + p->board - 1u;
        uint8_t *up = p->up[d->player_boards[row].init_region - 1];
        up[ZG_RED] = d->player_boards[row].init_red;
        up[ZG_GREY] = d->player_boards[row].init_grey;
        up[ZG_WHITE] = d->player_boards[row].init_white;
    }
}

/* R2: the deterministic part. R1.4 to R1.7, R2.1, R2.4, R2.5 are figures of supplies.csv; absent players
 * have nothing (R2.14); nothing lies in the Court, no unrest (R2.3, R2.13). R1.1, R1.2, G52: side A is the same on
 * all boards, so the seats take them in turn. R23.6: 2 to 4 players. */
static void init(const void *data, void *state) {
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    bool auction = zg_auction(s);
    for (int i = 0; i < s->head.seats; i++) {
        s->order[i] = (uint8_t)i;
        s->p[i].vp[ZG_VP_START] =
            (uint16_t)zg_constant(d, auction ? ZG_K_AUCTION_VP : ZG_K_START_VP); /* R2.8 */
        if (!zg_side(s)) s->p[i].board = (uint8_t)(i + 1);
    }
    casata_push(s, ZG_PH_GAME, 0);
}

/* R3.1, R3.2: set-up, then five rounds of three phases. `part` is the next one. G42: nothing else happens. */
enum {
    PART_ORDER,
    PART_WALL_TILES,
    PART_TASKS,
    PART_DISCARD,
    PART_BOARDS,
    PART_ROUND,
    PART_ASIDE,
    PART_PLAY,
    PART_REWARDS,
    PART_END
};
static void begin_round(const struct zhanguo_data *d, struct zhanguo *s, struct casata_sink *sink) {
    if (s->round == 0) place_first_officials(d, s);
    s->round++;
    s->stage = ZG_STAGE_DRAW;
    s->head.turn++;
    casata_emit(sink, "event.round", 1, casata_number(s->round));
    casata_push(s, ZG_PH_DEAL, s->order[0]);
}
/* The phase that gives the players their boards; 0: none needed. */
static unsigned boards_phase(const struct zhanguo *s) {
    static const uint8_t phase[] = {/* ORDER boards option */
                                    [ZG_BOARDS_B] = ZG_PH_BOARDS,
                                    [ZG_BOARDS_AUCTION] = ZG_PH_AUCTION,
                                    [ZG_BOARDS_AGREED] = ZG_PH_AUCTION,
                                    [ZG_BOARDS_DRAWN] = ZG_PH_LOT,
                                    [ZG_BOARDS_BY_SEAT] = 0};
    return phase[s->head.option[ZG_OPT_BOARDS]];
}
static void begin_boards(struct zhanguo *s, struct casata_sink *sink) {
    unsigned phase = boards_phase(s);
    if (zg_auction(s)) /* opened by the first player */
        casata_begin(zg_auction, s, ZG_PH_AUCTION, s->order[0])->opener = s->order[0];
    else if (phase)
        casata_push(s, phase, 0);
    else if (zg_side(s)) /* G38: by seat */
        for (unsigned i = 0; i < s->head.seats; i++) zg_give_board(s, (int)i, i, sink);
}
#define ZG_GAME_LOCALS(X) X(part)
CASATA_LOCALS(zg_game, ZG_GAME_LOCALS);
static bool game_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct zg_game *l = casata_locals(zg_game, f);
    const struct zhanguo_data *d = data;
    struct zhanguo *s = state;
    switch (l->part++) {
    case PART_ORDER: casata_push(s, ZG_PH_ORDER, 0); break;
    case PART_WALL_TILES: casata_push(s, ZG_PH_WALL_TILES, 0); break;
    case PART_TASKS: casata_push(s, ZG_PH_TASKS, 0); break;
    case PART_DISCARD:
        if (zg_auction(s) && s->head.seats < ZG_BOARD_COUNT) zg_begin_discard(s);
        break;
    case PART_BOARDS: begin_boards(s, sink); break;
    case PART_ROUND: begin_round(d, s, sink); break;
    case PART_ASIDE:
        if (zg_cards_drawn(d, s) > zg_constant(d, ZG_K_DRAW))
            casata_push(s, ZG_PH_ASIDE, 0)->mask = (uint8_t)((1u << s->head.seats) - 1);
        break;
    case PART_PLAY:
        s->stage = ZG_STAGE_PLAY;
        casata_push(s, ZG_PH_ACTIONS, 0);
        break;
    case PART_REWARDS:
        s->stage = ZG_STAGE_REWARDS;
        s->head.turn++;
        casata_push(s, ZG_PH_REWARDS, 0);
        break;
    default:
        l->part = PART_ROUND;
        if (s->round == zg_constant(d, ZG_K_ROUNDS)) {
            casata_pop(s);
            casata_emit(sink, "event.over", 0);
            zg_report_end(d, s, sink);
        }
    }
    return true;
}
/* The frame above is that of the part before the next one, and the state is at that point. */
static bool game_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct zg_game *l = casata_locals(zg_game, f);
    static const struct {
        uint8_t phase, stage;
    } part[PART_END] = {/* ORDER part */
                        {ZG_PH_ORDER, ZG_STAGE_SETUP},    {ZG_PH_WALL_TILES, ZG_STAGE_SETUP},
                        {ZG_PH_TASKS, ZG_STAGE_SETUP},    {ZG_PH_DISCARD, ZG_STAGE_SETUP},
                        {ZG_PH_BOARDS, ZG_STAGE_SETUP},   {ZG_PH_DEAL, ZG_STAGE_DRAW},
                        {ZG_PH_ASIDE, ZG_STAGE_DRAW},     {ZG_PH_ACTIONS, ZG_STAGE_PLAY},
                        {ZG_PH_REWARDS, ZG_STAGE_REWARDS}};
    const struct zhanguo *s = state;
    (void)data;
    if (s->head.depth < 2 || l->part == 0 || l->part > PART_END) return false;
    unsigned phase = part[l->part - 1].phase;
    if (phase == ZG_PH_BOARDS && !(phase = boards_phase(s))) return false;
    if (phase == ZG_PH_DISCARD && !zg_auction(s)) return false;
    if (phase == ZG_PH_DISCARD && casata_above(f)->phase == ZG_PH_AGREE) phase = ZG_PH_AGREE;
    return casata_above(f)->phase == phase && s->stage == part[l->part - 1].stage;
}
const struct casata_phase zg_phase_game = {
    .name = "game",
    .locals = CASATA_LOCAL_NAMES(ZG_GAME_LOCALS),
    .parents = CASATA_BOTTOM,
    .step = game_step,
    .valid = game_valid,
};

static const struct casata_phase *const phases[] = {ZG_PHASES(CASATA_PHASE_ROW)};

#define NUM \
    { CASATA_OPERAND_NUMBER, NULL }
#define WORD(list) \
    { CASATA_OPERAND_WORD, &list }
static const struct casata_action_form forms[ZG_A_COUNT] = {
    /* ORDER kind */
    [ZG_A_ORDER] = {"order", "act.order", {NUM, NUM, {CASATA_OPERAND_NUMBER | CASATA_OPTIONAL, NULL}}},
    [ZG_A_TILE] = {"tile", "act.tile", {WORD(zg_criteria)}},
    [ZG_A_TASKS] = {"tasks", "act.tasks", {WORD(zg_tasks), WORD(zg_tasks)}},
    [ZG_A_DISCARD] = {"discard",
                      "act.discard",
                      {WORD(zg_boards), {CASATA_OPERAND_WORD | CASATA_OPTIONAL, &zg_boards}}},
    [ZG_A_DEAL] = {"deal", "act.deal", {NUM, NUM}},
    [ZG_A_PASS] = {"pass", "act.pass", {{0}}, CASATA_PASS},
    [ZG_A_BID] = {"bid", "act.bid", {NUM}},
    [ZG_A_BOARD] = {"board", "act.board", {WORD(zg_boards)}},
    [ZG_A_ASIDE] = {"aside", "act.aside", {NUM}},
    [ZG_A_DONE] = {"done", "act.done", {{0}}, CASATA_DONE},
    [ZG_A_STOP] = {"stop", "act.stop", {{0}}, CASATA_DONE},
    [ZG_A_DECLINE] = {"decline", "act.decline", {{0}}, CASATA_DONE},
    [ZG_A_PLAY] = {"play", "act.play", {NUM}},
    [ZG_A_UNIFY] = {"unify", "act.unify", {WORD(zg_regions)}},
    [ZG_A_COURT] = {"court", "act.court", {WORD(zg_court)}},
    [ZG_A_RECRUIT] = {"recruit", "act.recruit", {WORD(zg_officials), WORD(zg_regions)}},
    [ZG_A_HIRE] = {"hire", "act.hire", {WORD(zg_regions)}},
    [ZG_A_INSTALL] = {"install", "act.install", {WORD(zg_regions), WORD(zg_stands)}},
    [ZG_A_PALACE] = {"palace", "act.palace", {WORD(zg_regions), WORD(zg_regions)}},
    [ZG_A_WALL] = {"wall", "act.wall", {WORD(zg_sections), NUM}},
    [ZG_A_WORKERS] = {"workers", "act.workers", {WORD(zg_region_sets)}},
    [ZG_A_SEAL] = {"seal", "act.seal", {WORD(zg_colours)}},
    [ZG_A_USE] = {"use", "act.use", {NUM}},
    [ZG_A_ABILITY] = {"ability", "act.ability", {WORD(zg_ability_effects)}},
    [ZG_A_MARKER] = {"marker", "act.marker", {WORD(zg_colours)}},
    [ZG_A_CALM] = {"calm", "act.calm", {WORD(zg_regions)}},
    [ZG_A_CARRY] = {"carry", "act.carry", {WORD(zg_regions), WORD(zg_regions)}},
    [ZG_A_TRANSFER] = {"transfer", "act.transfer", {WORD(zg_regions), WORD(zg_regions), WORD(zg_stands)}},
    [ZG_A_OFFICIAL] = {"official", "act.official", {WORD(zg_officials), WORD(zg_regions)}},
    [ZG_A_MOVE] = {"move", "act.move", {WORD(zg_officials), WORD(zg_regions), WORD(zg_regions)}},
    [ZG_A_WALK] = {"walk", "act.walk", {WORD(zg_officials), WORD(zg_regions), WORD(zg_regions)}},
    [ZG_A_CLIMB] = {"climb", "act.climb", {WORD(zg_officials), WORD(zg_regions)}},
    [ZG_A_ACCEPT] = {"accept", "act.accept", {{0}}},
    [ZG_A_ERECT] = {"erect", "act.erect", {WORD(zg_regions)}},
    [ZG_A_RAISE] = {"raise", "act.raise", {WORD(zg_sections), NUM}},
    [ZG_A_SHIFT] = {"shift", "act.shift", {WORD(zg_officials), WORD(zg_regions)}},
};

/* R23: each may be used alone or with others; the auction is one of side B. */
static const struct casata_game_option options[ZG_OPTION_COUNT] = {{"boards", &zg_board_option, 0, 0},
                                                                   {"draw", &zg_draw_option, 0, 0},
                                                                   {"order", &zg_order_option, 0, 0},
                                                                   {"unrest", &zg_unrest_option, 0, 0}};

static const struct casata_ordered ordered[] = {
    /* decisions that a free shift may precede: the decision itself ends the phase or the turn */
    {ZG_PH_RECRUIT, "shift", "recruit", "G47"},
    {ZG_PH_HIRE, "shift", "hire", "G47"},
    {ZG_PH_INSTALL, "shift", "install", "G47"},
    {ZG_PH_PALACE, "shift", "palace", "G47"},
    {ZG_PH_WALL, "shift", "wall", "G47"},
    {ZG_PH_WORKERS, "shift", "workers", "G47"},
    {ZG_PH_SEAL, "shift", "seal", "G47"},
    {ZG_PH_MARKER, "shift", "marker", "G47"},
    {ZG_PH_CALM, "shift", "calm", "G47"},
    {ZG_PH_CARRY, "shift", "carry", "G47"},
    {ZG_PH_TRANSFER, "shift", "transfer", "G47"},
    {ZG_PH_OFFICIAL, "shift", "official", "G47"},
    {ZG_PH_CARD, "shift", "unify", "G47"},
    {ZG_PH_CARD, "shift", "court", "G47"},
    /* one shift may be the last that leaves the action possible */
    {ZG_PH_HIRE, "shift", "shift", "G47"},
    {ZG_PH_INSTALL, "shift", "shift", "G47"},
    /* the order of abilities is free because it matters: one gives what another one moves */
    {ZG_PH_ABILITIES, "use", "", "G49"},
    {ZG_PH_ABILITIES, "ability", "", "G49"},
    /* only one card is played: the last one chosen */
    {ZG_PH_CARD, "play", "", "G51"},
    /* an official entering a full workers area moves on at once */
    {ZG_PH_MOVE, "walk", "", "G5"},
    {0},
};

static const struct casata_bot_sheet bots = {
    .eval_ns = 450,
    .margin = 4000,
    .noise = {360, 60, 540, 240},
    .n_features = ZG_FEATURES,
    .blunders = {.refusals = "pass stop decline done",
                 .money = offsetof(struct zhanguo, p) + offsetof(struct zhanguo_player, vp) +
                          ZG_VP_CARDS * sizeof(uint16_t), /* points of cards are never forgone */
                 .money_step = sizeof(struct zhanguo_player),
                 .ruin = 20},
    .terms = &zg_eval_terms,
    .features = zg_features,
    .feature_name = zg_feature_name,
    .eval = zg_eval,
};

const struct casata_rules zhanguo_rules = {
    .id = "zhanguo",
    .name = "ZhanGuo",
    .shelf = 2,
    .rules_version = 4,
    .min_seats = 2,
    .max_seats = ZG_MAX_SEATS,
    .state_size = sizeof(struct zhanguo),
    .data_size = sizeof(struct zhanguo_data),
    /* 120 turns of at most 150 decisions (18 abilities of up to 5, shifts bounded by the places below and by the
     * points that bring officials up again), and about 500 for set-up, cards, auction and rewards */
    .max_decisions = 20000,
    .n_options = ZG_OPTION_COUNT,
    .n_phases = ZG_PHASE_COUNT,
    .n_forms = ZG_A_COUNT,
    .n_fields = ZG_FIELD_GROUPS,
    .n_parts = ZG_PART_COUNT,
    .n_families = ZG_FAMILY_COUNT,
    .options = options,
    .phases = phases,
    .forms = forms,
    .fields = zg_fields,
    .families = zg_families,
    .parts = &zg_parts,
    .kinds = &zg_kinds,
    .units = &zg_units,
    .round_event = "event.round",
    .bots = &bots,
    .balance = &zg_balance,
    .coach = zg_coach,
    .ordered = ordered,
    .data = &zhanguo_builtin,
    .older = zhanguo_older,
    .init = init,
    .derive = zg_derive,
    .parts_of = zg_parts_of,
    .ranks = zg_ranks,
    .redact = zg_redact,
    .resample = zg_resample,
    .check = zg_check,
    .scene = zg_scene,
};
