/* signorie_scene.c: things on the table: slots, pieces, counters. Draws nothing and decides nothing. */
#include "games/signorie/signorie.h"
#include "games/signorie/signorie_scene.h"

const struct casata_family sig_families[SIG_FAMILY_COUNT] = {
    /* ORDER family */
    [SIG_F_ORDER] = {"order", CASATA_TRACK, NULL, "R14.2"},
    [SIG_F_PASSED] = {"passed", CASATA_ROW, NULL, "R5.8"},
    [SIG_F_INITIATIVE] = {"initiative", CASATA_TRACK, NULL, "R10.1"},
    [SIG_F_TRACK] = {"track", CASATA_TRACK, &sig_careers, "R9.1"},
    [SIG_F_CITY] = {"city", CASATA_FIXED, &sig_cities, "R8.6"},
    [SIG_F_CITY_TILE] = {"city_tile", CASATA_FIXED, &sig_cities, "R4.1"},
    [SIG_F_AREA] = {"area", CASATA_ROW, &sig_colours, "R4.2"},
    [SIG_F_TASK] = {"task", CASATA_FIXED, &sig_colours, "R7.1"},
    [SIG_F_REWARD] = {"reward", CASATA_FIXED, NULL, "R14.4"},
    [SIG_F_STACK] = {"stack", CASATA_STACK, NULL, "R2.8"},
    [SIG_F_HELPER_SUPPLY] = {"helper_supply", CASATA_STACK, NULL, "R6.4"},
    [SIG_F_THRESHOLD] = {"threshold", CASATA_ROW, NULL, "R13.6"},
    [SIG_F_DIE] = {"die", CASATA_FIXED, &sig_colours, "R5.3"},
    [SIG_F_ACTION] = {"action", CASATA_FIXED, &sig_colours, "R8.1"},
    [SIG_F_HIRE] = {"hire", CASATA_FIXED, &sig_colours, "R6.1"},
    [SIG_F_HELPER] = {"helper", CASATA_FIXED, &sig_colours, "R12.3"},
    [SIG_F_PORTRAIT] = {"portrait", CASATA_FIXED, NULL, "R14.5"},
    [SIG_F_ROW] = {"row", CASATA_FIXED, &sig_rows, "R11.2"},
    [SIG_F_DOWN] = {"down", CASATA_STACK, &sig_rows, "R11.3"},
    [SIG_F_RESERVE] = {"reserve", CASATA_ROW, NULL, "R2.1"},
    [SIG_F_SUPPLY] = {"supply", CASATA_ROW, NULL, "R2.1"},
};

/* --- slots --------------------------------------------------------------------------------------------- */
int sig_track_slot(const struct casata_scene_builder *build, unsigned career, unsigned space) {
    const struct signorie_data *d = build->data;
    return casata_slot_at(build, SIG_F_TRACK, -1, career * d->derived[SIG_TOP_CAREER] + space);
}

/* --- figures printed on boards and tiles; -1: none --------------------------------------------------------- */
static int helper_figure(const struct signorie_data *d, unsigned i) {
    unsigned effect = d->helper_spaces[i].effect;
    bool shown = effect == SIG_H_FLORINS || effect == SIG_H_VP || effect == SIG_H_TRACK_POINTS ||
                 effect == SIG_H_VP_PER_MAN;
    return shown ? d->helper_spaces[i].amount : -1;
}

/* Florins or points of a column's own action. */
static int action_figure(const struct signorie_data *d, unsigned colour) {
    unsigned action = d->action_columns[colour].signoria_action;
    bool shown = action == SIG_DO_FLORINS || action == SIG_DO_TRACKS;
    return shown ? d->action_columns[colour].signoria_amount : -1;
}

static int task_figure(const struct signorie_data *d, unsigned i) {
    unsigned effect = d->task_tiles[i].effect;
    bool shown = effect == SIG_TE_TRACK || effect == SIG_TE_THRESHOLD || effect == SIG_TE_FLORINS;
    return shown ? d->task_tiles[i].per_pawn : -1;
}

static int reward_figure(const struct signorie_data *d, unsigned i) {
    unsigned effect = d->reward_tiles[i].effect;
    bool shown = effect == SIG_RE_PAWNS || effect == SIG_RE_TRACK || effect == SIG_RE_VP_PER_HELPER ||
                 effect == SIG_RE_VP_PER_CITY || effect == SIG_RE_VP_PER_PAWN;
    return shown ? d->reward_tiles[i].amount : -1;
}

/* Florins that a round gives besides its tile, or takes for points. */
static int round_figure(const struct signorie_data *d, int i) {
    int florins = d->round_rewards[i].extra_florins ? d->round_rewards[i].extra_florins
                                                    : d->round_rewards[i].buy_vp_cost;
    return florins ? florins : -1;
}

static void add_track(struct casata_scene_builder *build, unsigned track) {
    const struct signorie_data *d = build->data;
    for (int x = 0; x < d->derived[SIG_TOP_CAREER]; x++) {
        unsigned i = track * SIG_CAREER_SPACES + (unsigned)x;
        casata_add_slot(build, SIG_F_TRACK, -1, track, x + 1, d->career_tracks[i].vp)->print =
            casata_word(&sig_rank_words, d->career_tracks[i].rank - 1u);
    }
}

static void add_common_slots(struct casata_scene_builder *build) {
    const struct signorie *s = build->state;
    const struct signorie_data *d = build->data;
    for (int i = 0; i < s->head.seats; i++) casata_add_slot(build, SIG_F_ORDER, -1, 0, i + 1, -1);
    casata_add_rows(build, SIG_F_PASSED, -1);
    for (int i = 0; i <= d->derived[SIG_TOP_INITIATIVE]; i++)
        casata_add_slot(build, SIG_F_INITIATIVE, -1, 0, i, d->initiative_track[i].vp);
    for (unsigned t = 0; t < SIG_CAREER_COUNT; t++) add_track(build, t);
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++)
        for (int i = 0; i < SIG_CITY_SPACES; i++)
            casata_add_slot(build, SIG_F_CITY, -1, city, i,
                            d->city_spaces[city * SIG_CITY_SPACES + (unsigned)i].value);
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++)
        for (int i = 0; i < 2; i++)
            casata_add_slot(build, SIG_F_CITY_TILE, -1, city, i, -1)->print =
                casata_word(&sig_city_tiles, (unsigned)i);
    casata_add_rows(build, SIG_F_AREA, -1);
    for (unsigned i = 0; i < SIG_TASK_SPACE_COUNT; i++)
        casata_add_slot(build, SIG_F_TASK, -1, i / 2, (int)(i % 2) + 1, -1)->print =
            casata_word(&sig_task_rows, i % 2);
    for (int i = 0; i < SIG_ROUND_COUNT; i++)
        casata_add_slot(build, SIG_F_REWARD, -1, 0, i + 1, round_figure(d, i));
    casata_add_rows(build, SIG_F_STACK, -1);
    casata_add_rows(build, SIG_F_HELPER_SUPPLY, -1);
    casata_add_rows(build, SIG_F_THRESHOLD, -1);
}

static void add_player_slots(struct casata_scene_builder *build, int seat) {
    const struct signorie *s = build->state;
    const struct signorie_data *d = build->data;
    for (unsigned i = 0; i < SIG_COLOUR_COUNT; i++)
        casata_add_slot(build, SIG_F_DIE, seat, i, -1, d->action_columns[i].space_value)->print =
            casata_word(&sig_signoria, d->action_columns[i].signoria_action);
    for (unsigned i = 0; i < SIG_COLOUR_COUNT; i++)
        casata_add_slot(build, SIG_F_ACTION, seat, i, -1, action_figure(d, i));
    for (unsigned i = 0; i < SIG_COLOUR_COUNT; i++)
        casata_add_slot(build, SIG_F_HIRE, seat, i, -1, d->action_columns[i].hire_cost);
    for (unsigned i = 0; i < SIG_HELPER_COUNT; i++)
        casata_add_slot(build, SIG_F_HELPER, seat, i / 3, (int)(i % 3) + 1, helper_figure(d, i))->print =
            casata_word(&sig_helpers, i);
    for (unsigned i = 0; i < SIG_PORTRAIT_COUNT; i++)
        casata_add_slot(build, SIG_F_PORTRAIT, seat, 0, (int)i,
                        d->portraits[i].wedding_vp ? d->portraits[i].wedding_vp : -1)
            ->print = casata_word(&sig_portraits, i);
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++)
        for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++)
            casata_add_slot(build, SIG_F_ROW, seat, row, (int)(i - sig_row_start[row]), -1)->print =
                casata_word(&sig_houses, sig_house_at(d, s->p[seat].board, i));
    casata_add_rows(build, SIG_F_DOWN, seat);
    casata_add_rows(build, SIG_F_RESERVE, seat);
    casata_add_rows(build, SIG_F_SUPPLY, seat);
}

/* --- pieces -------------------------------------------------------------------------------------------- */
static void add_faced(struct casata_scene_builder *build, unsigned kind, int slot,
                      const struct casata_words *words, unsigned face, int value) {
    struct casata_piece *piece = casata_add_piece(build, kind, -1, slot);
    piece->face = casata_word(words, face);
    piece->value = (int16_t)value;
}

static void add_discs(struct casata_scene_builder *build) {
    const struct signorie *s = build->state;
    for (int i = 0; i < s->head.seats; i++) {
        int seat = s->order[i];
        int slot = s->p[seat].passed ? casata_slot_at(build, SIG_F_PASSED, -1, 0)
                                     : casata_slot_at(build, SIG_F_ORDER, -1, (unsigned)i);
        casata_add_piece(build, SIG_K_DISC, seat, slot);
    }
    for (int i = 0; i < s->head.seats; i++) /* lowest of a pile first */
        casata_add_piece(build, SIG_K_DISC, s->pile[i],
                         casata_slot_at(build, SIG_F_INITIATIVE, -1, s->p[s->pile[i]].initiative));
}

static void add_cities(struct casata_scene_builder *build) {
    const struct signorie *s = build->state;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        for (unsigned i = 0; i < SIG_CITY_SPACES; i++)
            if (s->city[city][i])
                casata_add_piece(build, (s->city[city][i] - 1) % 2 ? SIG_K_WOMAN : SIG_K_MAN,
                                 (s->city[city][i] - 1) / 2,
                                 casata_slot_at(build, SIG_F_CITY, -1, city * SIG_CITY_SPACES + i));
        for (unsigned i = 0; i < 2; i++) {
            int slot = casata_slot_at(build, SIG_F_CITY_TILE, -1, city * 2 + i);
            if (!(s->cities >> city & 1))
                casata_add_piece(build, SIG_K_CLOSED, -1, slot);
            else if (s->tile_house[city][i])
                add_faced(build, SIG_K_TILE, slot, &sig_houses, s->tile_house[city][i] - 1u,
                          s->tile_vp[city][i]);
        }
    }
}

static void add_common_pieces(struct casata_scene_builder *build) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    add_discs(build);
    add_cities(build);
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++)
        for (unsigned value = 1; value <= 6; value++)
            for (unsigned i = 0; i < s->area[colour][value - 1]; i++)
                add_faced(build, SIG_K_DIE, casata_slot_at(build, SIG_F_AREA, -1, colour), &sig_colours,
                          colour, (int)value);
    for (unsigned i = 0; i < SIG_TASK_SPACE_COUNT; i++)
        if (s->task[i])
            add_faced(build, SIG_K_TASK, casata_slot_at(build, SIG_F_TASK, -1, i), &sig_tasks,
                      s->task[i] - 1u, task_figure(d, s->task[i] - 1u));
    for (unsigned i = 0; i < SIG_ROUND_COUNT; i++)
        if (s->reward[i])
            add_faced(build, SIG_K_REWARD, casata_slot_at(build, SIG_F_REWARD, -1, i), &sig_rewards,
                      s->reward[i] - 1u, reward_figure(d, s->reward[i] - 1u));
    casata_add_pile(build, SIG_K_TILE_DOWN, -1, casata_slot_at(build, SIG_F_STACK, -1, 0), s->stack);
    casata_add_pile(build, SIG_K_HELPER, -1, casata_slot_at(build, SIG_F_HELPER_SUPPLY, -1, 0),
                    s->helper_supply);
}

static void add_player_pieces(struct casata_scene_builder *build, int seat) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    const struct signorie_player *p = &s->p[seat];
    for (unsigned t = 0; t < SIG_CAREER_COUNT; t++)
        for (unsigned x = 0; x < SIG_CAREER_SPACES; x++)
            for (unsigned i = 0; i < p->track[t][x]; i++)
                casata_add_piece(build, SIG_K_MAN, seat, sig_track_slot(build, t, x));
    for (unsigned gender = 0; gender < 2; gender++) { /* ORDER gender: the kinds man and woman */
        casata_add_pile(build, SIG_K_MAN + gender, seat, casata_slot_at(build, SIG_F_THRESHOLD, -1, 0),
                        p->threshold[gender]);
        casata_add_pile(build, SIG_K_MAN + gender, seat, casata_slot_at(build, SIG_F_RESERVE, seat, 0),
                        p->reserve[gender]);
        casata_add_pile(build, SIG_K_MAN + gender, seat, casata_slot_at(build, SIG_F_SUPPLY, seat, 0),
                        p->supply[gender]);
    }
    for (unsigned i = 0; i < SIG_COLOUR_COUNT; i++)
        if (p->dice[i])
            add_faced(build, SIG_K_DIE, casata_slot_at(build, SIG_F_DIE, seat, i), &sig_colours, i,
                      p->dice[i]);
    for (unsigned i = 0; i < SIG_HELPER_COUNT; i++)
        if (p->helpers >> i & 1)
            casata_add_piece(build, SIG_K_HELPER, seat, casata_slot_at(build, SIG_F_HELPER, seat, i));
    for (unsigned i = 1; i <= p->brides; i++)
        casata_add_piece(build, SIG_K_BRIDE, seat, casata_slot_at(build, SIG_F_PORTRAIT, seat, i));
    for (unsigned i = 0; i < SIG_PLAN_SLOTS; i++)
        if (p->shield[i])
            add_faced(build, SIG_K_TILE, casata_slot_at(build, SIG_F_ROW, seat, i), &sig_houses,
                      sig_house_at(d, p->board, i), p->shield[i]);
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++)
        casata_add_pile(build, SIG_K_TILE_DOWN, seat, casata_slot_at(build, SIG_F_DOWN, seat, row),
                        p->down[row]);
}

static void add_counters(struct casata_scene_builder *build, int seat) {
    const struct signorie_data *d = build->data;
    const struct signorie *s = build->state;
    const struct signorie_player *p = &s->p[seat];
    int32_t part[SIG_PART_COUNT], vp = 0;
    sig_parts_of(d, s, seat, false, part);
    for (int i = 0; i < SIG_PART_COUNT; i++) vp += part[i];
    const struct {
        uint8_t unit;
        int32_t n;
    } counter[] = {
        /* R17.1, G30: all of it is public */
        {SIG_U_VP, vp},
        {SIG_U_FLORIN, p->florins},
        {SIG_U_MAN, p->reserve[SIG_MAN]},
        {SIG_U_WOMAN, p->reserve[SIG_WOMAN]},
        {SIG_U_MAN_SUPPLY, p->supply[SIG_MAN]},
        {SIG_U_WOMAN_SUPPLY, p->supply[SIG_WOMAN]},
        {SIG_U_SUM, (int32_t)sig_dice_sum(p)},
        {SIG_U_THRESHOLD, (int32_t)sig_threshold(d, s, seat)},
    };
    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        casata_add_counter(build, seat, counter[i].unit, counter[i].n);
}

/* --- blocked options, and why -------------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    SIG_REASONS(REASON_ID)};

void sig_block(struct casata_scene_builder *build, int seat, unsigned need, unsigned before, int slot,
               struct casata_msg text, const char *rule) {
    const struct signorie *s = build->state;
    unsigned have = s->p[seat].florins;
    if (need + before <= have && need < SIG_NEVER) return;
    casata_add_blocked(build, slot, text,
                       need >= SIG_NEVER ? casata_message(reason_id[need - SIG_NEVER], 0)
                                         : casata_message("reason.no_florins", 2, sig_florins(need + before),
                                                          casata_number((int)have)),
                       rule);
}

void sig_scene(struct casata_scene_builder *build) {
    const struct signorie *s = build->state;
    add_common_slots(build);
    for (int seat = 0; seat < s->head.seats; seat++) add_player_slots(build, seat);
    add_common_pieces(build);
    for (int seat = 0; seat < s->head.seats; seat++) {
        add_player_pieces(build, seat);
        add_counters(build, seat);
        casata_set_colour(build, seat, casata_word(&sig_boards, s->p[seat].board)); /* G47 */
    }
}
