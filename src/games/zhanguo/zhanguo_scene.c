/* zhanguo_scene.c: things on the table: slots, pieces, counters. Draws nothing and decides nothing. */
#include "games/zhanguo/zhanguo_scene.h"

const struct casata_family zg_families[ZG_FAMILY_COUNT] = {
    /* ORDER family */
    [ZG_F_ROUND] = {"round", CASATA_TRACK, NULL, "R3.1"},
    [ZG_F_TRACK] = {"track", CASATA_TRACK, NULL, "R18.6"},
    [ZG_F_REWARD] = {"reward", CASATA_FIXED, &zg_aspects, "R18.4"},
    [ZG_F_COURT] = {"court", CASATA_STACK, NULL, "R8.1"},
    [ZG_F_ACTION] = {"action", CASATA_FIXED, &zg_court, "R8.1"},
    [ZG_F_DECK] = {"deck", CASATA_STACK, &zg_colours, "R4.1"},
    [ZG_F_SUPPLY] = {"supply", CASATA_ROW, &zg_colours, "R6.2"},
    [ZG_F_PALACE] = {"palace", CASATA_FIXED, &zg_regions, "R13.3"},
    [ZG_F_SQUARE] = {"square", CASATA_FIXED, &zg_regions, "R11.2"},
    [ZG_F_BESIDE] = {"beside", CASATA_ROW, &zg_regions, "R11.2"},
    [ZG_F_WALL] = {"wall", CASATA_FIXED, &zg_sections, "R14.1"},
    [ZG_F_WALL_TILE] = {"wall_tile", CASATA_FIXED, &zg_sections, "R22.1"},
    [ZG_F_TASK] = {"task", CASATA_TRACK, &zg_task_places, "R20.3"},
    [ZG_F_TASK_TILE] = {"task_tile", CASATA_FIXED, &zg_task_places, "R20.1"},
    [ZG_F_OFFER] = {"offer", CASATA_FIXED, &zg_boards, "R17.1"},
    [ZG_F_CARD] = {"card", CASATA_FIXED, &zg_regions, "R6.1"},
    [ZG_F_UP] = {"governors", CASATA_ROW, &zg_regions, "R9.1"},
    [ZG_F_DOWN] = {"workers", CASATA_ROW, &zg_regions, "R12.1"},
    [ZG_F_UNREST] = {"unrest", CASATA_TRACK, &zg_regions, "R7.1"},
    [ZG_F_HAND] = {"hand", CASATA_FAN, NULL, "R4.3"},
    [ZG_F_MARKERS] = {"markers", CASATA_ROW, NULL, "R18.2"},
    [ZG_F_BOARD] = {"board", CASATA_FIXED, NULL, "R17.1"},
};

/* --- slots ------------------------------------------------------------------------------------------------------- */
/* Points under the lines of a section, by its tile. */
static int wall_value(const struct casata_scene_builder *build, unsigned section, unsigned space) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    unsigned c = s->wall_tile[section];
    return c ? zg_wall_value(d, c - 1, space) : -1;
}

struct casata_arg zg_reward_place(const struct zhanguo_data *d, unsigned row) {
    unsigned regions = zg_reward_regions(d, row);
    for (unsigned i = 0; i < ZG_REGION_SET_COUNT; i++)
        if (zg_region_set(i) == regions) return casata_word(&zg_region_sets, i);
    return (struct casata_arg){0};
}

static void add_reward_slots(struct casata_scene_builder *build) {
    const struct zhanguo_data *d = build->data;
    for (unsigned aspect = 0; aspect < ZG_ASPECT_COUNT; aspect++)
        for (unsigned i = 0; i < ZG_ROUND_COUNT; i++) {
            unsigned row = i * ZG_ASPECT_COUNT + aspect;
            struct casata_slot *slot = casata_add_slot(build, ZG_F_REWARD, -1, aspect, (int)i + 1, -1);
            slot->print = casata_word(&zg_reward_types, d->rewards[row].type);
            slot->also = zg_reward_place(d, row);
        }
}

/* R2.11, R23.5: bit set of the boards of side B that can still be taken; later the others are in the box. */
static unsigned boards_on_offer(const struct zhanguo *s) {
    unsigned offer = ((1u << ZG_BOARD_COUNT) - 1) & ~(unsigned)s->boards_out;
    if (s->stage != ZG_STAGE_SETUP || !zg_side(s)) return 0;
    for (unsigned seat = 0; seat < s->head.seats; seat++)
        if (s->p[seat].board) offer &= ~(1u << (s->p[seat].board - 1));
    return offer;
}

static void add_common_slots(struct casata_scene_builder *build) {
    const struct zhanguo *s = build->state;
    const struct zhanguo_data *d = build->data;
    for (int i = 0; i < ZG_ROUND_COUNT; i++) casata_add_slot(build, ZG_F_ROUND, -1, 0, i + 1, i + 1);
    for (int i = 0; i < s->head.seats; i++) casata_add_slot(build, ZG_F_TRACK, -1, 0, i + 1, -1);
    add_reward_slots(build);
    casata_add_rows(build, ZG_F_COURT, -1);
    for (unsigned i = 0; i < ZG_COURT_COUNT; i++)
        casata_add_slot(build, ZG_F_ACTION, -1, i, -1, -1)->print =
            casata_word(&zg_compares, d->court_actions[i].compare);
    casata_add_rows(build, ZG_F_DECK, -1);
    casata_add_rows(build, ZG_F_SUPPLY, -1);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned i = 0; i < zg_palace_spaces(d, s, r); i++)
            casata_add_slot(build, ZG_F_PALACE, -1, r, (int)i + 1, -1);
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_SQUARES; i++)
        casata_add_slot(build, ZG_F_SQUARE, -1, i / ZG_SQUARES, (int)(i % ZG_SQUARES) + 1, -1)->print =
            casata_word(&zg_square_bonuses, d->governor_squares[i].bonus);
    casata_add_rows(build, ZG_F_BESIDE, -1);
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++)
        casata_add_slot(build, ZG_F_WALL, -1, i / ZG_WALL_SPACES, (int)(i % ZG_WALL_SPACES) + 1,
                        wall_value(build, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES));
    casata_add_rows(build, ZG_F_WALL_TILE, -1);
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT * ZG_TASK_SPACES; i++)
        casata_add_slot(build, ZG_F_TASK, -1, i / ZG_TASK_SPACES, (int)(i % ZG_TASK_SPACES) + 1,
                        d->task_spaces[i].vp);
    casata_add_rows(build, ZG_F_TASK_TILE, -1);
    for (unsigned i = 0; i < ZG_BOARD_COUNT && zg_side(s); i++) { /* R2.11: only side B is chosen */
        struct casata_slot *slot = casata_add_slot(build, ZG_F_OFFER, -1, i, -1, -1);
        if (boards_on_offer(s) >> i & 1)
            slot->print = casata_word(&zg_abilities, d->player_boards[ZG_BOARD_COUNT + i].ability);
    }
}

/* The spaces of an unrest track, as many as the board has (R7.2), and their bans. */
static void add_unrest_slots(struct casata_scene_builder *build, int seat) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    for (unsigned r = 0, n = 0; r < ZG_REGION_COUNT; r++) {
        unsigned most = p->board ? zg_max_level(d, s, p, r) : 1;
        build->mark[seat * ZG_REGION_COUNT + (int)r] = (int16_t)n;
        for (unsigned level = 1; level <= most; level++, n++) {
            struct casata_slot *slot = casata_add_slot(build, ZG_F_UNREST, seat, r, (int)level, -1);
            if (p->board && level >= d->unrest_tracks[zg_track(s, p, r)].palace_block_from)
                slot->print = casata_word(&zg_unrest_marks, ZG_MARK_PALACE);
            if (p->board && level >= d->unrest_tracks[zg_track(s, p, r)].ability_block_from)
                slot->print = casata_word(&zg_unrest_marks, ZG_MARK_ABILITY);
        }
    }
}

static void add_player_slots(struct casata_scene_builder *build, int seat) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_REGION_CARDS; i++)
        casata_add_slot(build, ZG_F_CARD, seat, i / ZG_REGION_CARDS, (int)(i % ZG_REGION_CARDS) + 1, -1);
    casata_add_rows(build, ZG_F_UP, seat);
    casata_add_rows(build, ZG_F_DOWN, seat);
    add_unrest_slots(build, seat);
    casata_add_rows(build, ZG_F_HAND, seat);
    casata_add_rows(build, ZG_F_MARKERS, seat);
    struct casata_slot *board = casata_add_slot(build, ZG_F_BOARD, seat, 0, -1, -1);
    unsigned ability =
        p->board ? d->player_boards[zg_side(s) * ZG_BOARD_COUNT + p->board - 1u].ability : ZG_AB_NONE;
    if (ability != ZG_AB_NONE) board->print = casata_word(&zg_abilities, ability);
}

/* --- pieces ------------------------------------------------------------------------------------------------------ */
/* A card with its number, court action and bonus; face down only the colour. */
static void add_card(struct casata_scene_builder *build, unsigned card, int slot) {
    struct casata_piece *piece = casata_add_piece(build, ZG_P_CARD + zg_colour_of(card), -1, slot);
    piece->id = (uint16_t)(CASATA_FREE_ID + card);
    piece->value = (int16_t)card;
    piece->face = zg_face(build->data, card);
}
static void add_hand(struct casata_scene_builder *build, int seat) {
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    int slot = casata_slot_at(build, ZG_F_HAND, seat, 0);
    unsigned backs[ZG_COLOUR_COUNT] = {0};
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) {
        if (p->hand[i] < ZG_BACK)
            add_card(build, p->hand[i], slot);
        else
            backs[(p->hand[i] - ZG_BACK) / ZG_LAYERS]++; /* R4.3 */
    }
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++)
        casata_add_pile(build, ZG_P_BACK + c, seat, slot, backs[c]);
}

static void add_discs(struct casata_scene_builder *build) {
    const struct zhanguo *s = build->state;
    unsigned moved = 0;
    for (unsigned aspect = ZG_ASPECT_COUNT;
         aspect-- > 0;) { /* a disc stands on the last reward taken (R18.7) */
        unsigned seat = s->taken[aspect];
        if (!seat || moved >> (seat - 1) & 1) continue;
        moved |= 1u << (seat - 1);
        casata_add_piece(build, ZG_P_DISC, (int)seat - 1,
                         casata_slot_at(build, ZG_F_REWARD, -1, aspect * ZG_ROUND_COUNT + s->round - 1u));
    }
    for (unsigned i = 0; i < s->head.seats; i++)
        if (!(moved >> s->order[i] & 1))
            casata_add_piece(build, ZG_P_DISC, s->order[i], casata_slot_at(build, ZG_F_TRACK, -1, i));
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT * ZG_TASK_SPACES; i++)
        if (ZG_FLAT(s->disc)[i])
            casata_add_piece(build, ZG_P_DISC, ZG_FLAT(s->disc)[i] - 1,
                             casata_slot_at(build, ZG_F_TASK, -1, i));
}

static void add_common_pieces(struct casata_scene_builder *build) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    if (s->round)
        casata_add_piece(build, ZG_P_ROUND, -1, casata_slot_at(build, ZG_F_ROUND, -1, s->round - 1u));
    add_discs(build);
    if (s->court) add_card(build, s->court, casata_slot_at(build, ZG_F_COURT, -1, 0));
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) {
        int slot = casata_slot_at(build, ZG_F_SUPPLY, -1, c);
        casata_add_pile(build, ZG_P_BACK + c, -1, casata_slot_at(build, ZG_F_DECK, -1, c),
                        zg_deck_size(s, c));
        casata_add_faced(build, ZG_P_MARKER, -1, slot, casata_word(&zg_colours, c), zg_um1_left(d, s, c));
        casata_add_faced(build, ZG_P_MARKER3, -1, slot, casata_word(&zg_colours, c), !s->um3[c]);
    }
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_SQUARES; i++)
        if (ZG_FLAT(s->square)[i])
            casata_add_piece(build, ZG_P_GOVERNOR, ZG_FLAT(s->square)[i] - 1,
                             casata_slot_at(build, ZG_F_SQUARE, -1, i));
    for (unsigned r = 0, first = 0; r < ZG_REGION_COUNT; first += zg_palace_spaces(d, s, r), r++)
        for (unsigned seat = 0, k = 0; seat < s->head.seats; seat++) {
            casata_add_pile(build, ZG_P_GOVERNOR, (int)seat, casata_slot_at(build, ZG_F_BESIDE, -1, r),
                            s->p[seat].beside[r]);
            for (unsigned i = 0; i < s->p[seat].palaces[r]; i++, k++)
                casata_add_piece(build, ZG_P_PALACE, (int)seat,
                                 casata_slot_at(build, ZG_F_PALACE, -1, first + k));
        }
    for (unsigned i = 0; i < ZG_SECTION_COUNT; i++) {
        if (s->wall_tile[i])
            casata_add_faced(build, ZG_P_WALL_TILE, -1, casata_slot_at(build, ZG_F_WALL_TILE, -1, i),
                             casata_word(&zg_criteria, s->wall_tile[i] - 1u), 1);
        for (unsigned k = 0; k < ZG_WALL_SPACES; k++)
            if (s->wall[i][k])
                casata_add_piece(build, ZG_P_WALL, s->wall[i][k] - 1,
                                 casata_slot_at(build, ZG_F_WALL, -1, i * ZG_WALL_SPACES + k));
    }
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT; i++)
        if (s->task_tile[i])
            casata_add_faced(build, ZG_P_TASK_TILE, -1, casata_slot_at(build, ZG_F_TASK_TILE, -1, i),
                             casata_word(&zg_tasks, s->task_tile[i] - 1u), 1);
}

static void add_offer(struct casata_scene_builder *build) {
    const struct zhanguo *s = build->state;
    for (unsigned left = boards_on_offer(s); left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        casata_add_faced(build, ZG_P_BOARD, -1, casata_slot_at(build, ZG_F_OFFER, -1, i),
                         casata_word(&zg_boards, i), 1);
    }
}

static void add_player_pieces(struct casata_scene_builder *build, int seat) {
    const struct zhanguo *s = build->state;
    const struct zhanguo_player *p = &s->p[seat];
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_REGION_CARDS; i++)
        if (ZG_FLAT(p->tableau)[i])
            add_card(build, ZG_FLAT(p->tableau)[i], casata_slot_at(build, ZG_F_CARD, seat, i));
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        int up = casata_slot_at(build, ZG_F_UP, seat, r), down = casata_slot_at(build, ZG_F_DOWN, seat, r);
        for (unsigned c = 0; c < ZG_OFFICIAL_COUNT; c++) {
            casata_add_faced(build, ZG_P_OFFICIAL, seat, up, casata_word(&zg_officials, c), p->up[r][c]);
            casata_add_faced(build, ZG_P_OFFICIAL, seat, down, casata_word(&zg_officials, c), p->down[r][c]);
        }
        casata_add_pile(build, ZG_P_WORKER, seat, down, p->workers[r]);
        if (p->level[r])
            casata_add_piece(
                build, ZG_P_CUBE, seat,
                casata_slot_at(build, ZG_F_UNREST, seat, zg_unrest_space(build, seat, r, p->level[r])));
    }
    add_hand(build, seat);
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) {
        int slot = casata_slot_at(build, ZG_F_MARKERS, seat, 0);
        casata_add_faced(build, ZG_P_MARKER, seat, slot, casata_word(&zg_colours, c), p->um1[c]);
        casata_add_faced(build, ZG_P_MARKER3, seat, slot, casata_word(&zg_colours, c), s->um3[c] == seat + 1);
    }
    if (p->board)
        casata_add_faced(build, ZG_P_BOARD, seat, casata_slot_at(build, ZG_F_BOARD, seat, 0),
                         casata_word(&zg_boards, p->board - 1u), 1);
}

/* R24.1: all of it is public. */
static void add_counters(struct casata_scene_builder *build, int seat) {
    const struct zhanguo_data *d = build->data;
    const struct zhanguo *s = build->state;
    int32_t part[ZG_PART_COUNT], vp = 0;
    zg_parts_of(d, s, seat, false, part);
    for (int i = 0; i < ZG_PART_COUNT; i++) vp += part[i];
    const struct {
        uint8_t unit;
        unsigned n;
    } counter[] = {
        {ZG_U_RED, zg_officials_left(d, s, &s->p[seat], ZG_RED)},
        {ZG_U_GREY, zg_officials_left(d, s, &s->p[seat], ZG_GREY)},
        {ZG_U_WHITE, zg_officials_left(d, s, &s->p[seat], ZG_WHITE)},
        {ZG_U_GOVERNOR, zg_supply_of(d, s, ZG_S_GOVERNOR) - zg_governors_placed(s, seat)},
        {ZG_U_PALACE, zg_supply_of(d, s, ZG_S_PALACE) - zg_palaces_placed(s, seat)},
        {ZG_U_WALL, zg_supply_of(d, s, ZG_S_WALL) - zg_walls_placed(s, seat)},
    };
    casata_add_counter(build, seat, ZG_U_VP, vp);
    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        casata_add_counter(build, seat, counter[i].unit, (int)counter[i].n);
}

/* --- blocked options, and why ----------------------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    ZG_REASONS(REASON_ID)};

void zg_block(struct casata_scene_builder *build, unsigned need, int slot, struct casata_msg text,
              const char *rule) {
    if (need != ZG_FINE) casata_add_blocked(build, slot, text, casata_message(reason_id[need], 0), rule);
}

void zg_scene(struct casata_scene_builder *build) {
    const struct zhanguo *s = build->state;
    add_common_slots(build);
    for (int seat = 0; seat < s->head.seats; seat++) add_player_slots(build, seat);
    add_common_pieces(build);
    add_offer(build);
    for (int seat = 0; seat < s->head.seats; seat++) {
        add_player_pieces(build, seat);
        add_counters(build, seat);
    }
}
