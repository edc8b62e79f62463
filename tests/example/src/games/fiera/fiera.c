/* fiera.c: the rules table of Fiera, the first state and the result. */
#include "games/fiera/fiera.h"

/* R2.3: all wares are in the deck until they are dealt. */
static void init(const void *data, void *state) {
    struct fiera *s = state;
    (void)data;
    s->deck = (1u << FIERA_WARE_COUNT) - 1;
    casata_push(s, FIERA_PH_FAIR, 0);
}

/* R7.1: nothing is counted at the end only, so the projection is what there is now. */
static void parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    const struct fiera *s = state;
    (void)data;
    (void)projected;
    part[FIERA_WON] = s->p[seat].won;
    part[FIERA_COINS] = s->p[seat].coins;
    part[FIERA_GIFTS] = s->p[seat].gifts;
}

/* R7.2: points, then days won; who is still level shares the place. */
static void ranks(const void *data, const void *state, uint8_t *rank) {
    const struct fiera *s = state;
    int result[FIERA_MAX_SEATS];
    (void)data;
    for (int seat = 0; seat < s->head.seats; seat++)
        result[seat] = 4 * fiera_points(&s->p[seat]) + s->p[seat].days;
    for (int seat = 0; seat < s->head.seats; seat++) {
        rank[seat] = 1;
        for (int other = 0; other < s->head.seats; other++) rank[seat] += result[other] > result[seat];
    }
}

static const struct casata_phase *const phases[] = {FIERA_PHASES(CASATA_PHASE_ROW)};

#define NUMBER \
    { CASATA_OPERAND_NUMBER, NULL }
#define WORD(list) \
    { CASATA_OPERAND_WORD, &list }
#define DIGITS \
    { CASATA_OPERAND_DIGITS, NULL }
static const struct casata_action_form forms[FIERA_A_COUNT] = {
    /* ORDER kind of action */
    [FIERA_A_DEAL] = {"deal", "act.deal", {NUMBER, WORD(fiera_wares)}},
    [FIERA_A_ROLL] = {"roll", "act.roll", {WORD(fiera_dice), DIGITS}},
    [FIERA_A_OFFER] = {"offer", "act.offer", {WORD(fiera_wares)}},
    [FIERA_A_TAKE] = {"take", "act.take", {{0}}},
    [FIERA_A_DRAW] = {"draw", "act.draw", {{0}}},
    [FIERA_A_GIVE] = {"give", "act.give", {NUMBER}},
    [FIERA_A_TO] = {"to", "act.to", {NUMBER}},
};

/* R2.1, R2.2: value 0 is the default. */
static const struct casata_game_option options[FIERA_OPTION_COUNT] = {
    [FIERA_OPTION_HAND] = {"hand", &fiera_hands, 0, 0},
    [FIERA_OPTION_DICE] = {"dice", &fiera_dice, 0, 0},
};

const struct casata_rules fiera_rules = {
    .id = "fiera",
    .name = "Fiera",
    .shelf = 99,
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = FIERA_MAX_SEATS, /* R1.3 */
    .state_size = sizeof(struct fiera),
    .data_size = sizeof(struct fiera_data),
    .max_decisions = 30, /* 9 deals, then 3 days of a roll, 3 offers, a prize, and a draw or a gift */
    .n_options = FIERA_OPTION_COUNT,
    .n_phases = FIERA_PHASE_COUNT,
    .n_forms = FIERA_A_COUNT,
    .n_fields = FIERA_FIELD_GROUPS,
    .n_parts = FIERA_PART_COUNT,
    .n_families = FIERA_FAMILY_COUNT,
    .options = options,
    .phases = phases,
    .forms = forms,
    .fields = fiera_fields,
    .families = fiera_families,
    .parts = &fiera_parts,
    .kinds = &fiera_kinds,
    .units = &fiera_units,
    .bots = &fiera_bots,
    .balance = &fiera_balance,
    .coach = fiera_coach,
    .round_event = "event.day",
    .data = &fiera_builtin,
    .older = fiera_older,
    .init = init,
    .parts_of = parts_of,
    .ranks = ranks,
    .redact = fiera_redact,
    .resample = fiera_resample,
    .check = fiera_check,
    .scene = fiera_scene,
};
