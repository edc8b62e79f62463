/* zhanguo_scene.c: what lies on the table: slots, pieces, counters. Draws nothing and decides nothing. */
#include "games/zhanguo/zhanguo_scene.h"

const struct casata_family zg_families[ZG_FAMILY_COUNT] = {
    /* ORDER family */
    [ZG_F_ROUND] = {"round", CASATA_TRACK, NULL, "R3.1"},
    [ZG_F_TRACK] = {"track", CASATA_TRACK, NULL, "R18.6"},
    [ZG_F_REWARD] = {"reward", CASATA_FIXED, &zg_aspects, "R19.1"},
    [ZG_F_COURT] = {"court", CASATA_STACK, NULL, "R8.1"},
    [ZG_F_DECK] = {"deck", CASATA_STACK, &zg_colours, "R4.1"},
    [ZG_F_SUPPLY] = {"supply", CASATA_ROW, &zg_colours, "R6.2"},
    [ZG_F_PALACE] = {"palace", CASATA_FIXED, &zg_regions, "R13.3"},
    [ZG_F_SQUARE] = {"square", CASATA_FIXED, &zg_regions, "R11.2"},
    [ZG_F_BESIDE] = {"beside", CASATA_ROW, &zg_regions, "R11.2"},
    [ZG_F_WALL] = {"wall", CASATA_FIXED, &zg_sections, "R14.1"},
    [ZG_F_WALL_TILE] = {"wall_tile", CASATA_FIXED, &zg_sections, "R22.1"},
    [ZG_F_TASK] = {"task", CASATA_TRACK, &zg_task_places, "R20.3"},
    [ZG_F_TASK_TILE] = {"task_tile", CASATA_FIXED, &zg_task_places, "R20.1"},
    [ZG_F_CARD] = {"card", CASATA_FIXED, &zg_regions, "R6.1"},
    [ZG_F_UP] = {"governors", CASATA_ROW, &zg_regions, "R9.1"},
    [ZG_F_DOWN] = {"workers", CASATA_ROW, &zg_regions, "R12.1"},
    [ZG_F_UNREST] = {"unrest", CASATA_TRACK, &zg_regions, "R7.1"},
    [ZG_F_HAND] = {"hand", CASATA_FAN, NULL, "R4.3"},
    [ZG_F_MARKERS] = {"markers", CASATA_ROW, NULL, "R18.2"},
    [ZG_F_BOARD] = {"board", CASATA_FIXED, NULL, "R17.1"},
};

/* --- slots ------------------------------------------------------------------------------------------------------- */
static struct casata_slot *add_slot(struct zg_builder *b, unsigned family, int seat, unsigned row, int col,
                                    int value) {
    struct casata_slot *slot = &b->scene->slot[b->scene->n_slots];
    assert(b->scene->n_slots < CASATA_MAX_SLOTS);
    *slot = (struct casata_slot){.family = (uint8_t)family,
                                 .row = (uint8_t)row,
                                 .col = (int8_t)col,
                                 .seat = (int8_t)seat,
                                 .value = (int16_t)value};
    int16_t *first = &b->first[family][seat + 1];
    if (*first < 0) *first = (int16_t)b->scene->n_slots;
    b->scene->n_slots++;
    return slot;
}

/* A family without rows and columns, or with one slot for each of its rows. */
static void add_rows(struct zg_builder *b, unsigned family, int seat) {
    unsigned n = zg_families[family].rows ? zg_families[family].rows->n : 1;
    for (unsigned row = 0; row < n; row++) add_slot(b, family, seat, row, -1, -1);
}

/* Points under the lines of a section, by its tile. */
static int wall_value(const struct zg_builder *b, unsigned section, unsigned space) {
    unsigned c = b->s->wall_tile[section];
    if (!c) return -1;
    return space == 0   ? b->d->wall_tiles[c - 1].vp_1line
           : space == 1 ? b->d->wall_tiles[c - 1].vp_2lines
                        : b->d->wall_tiles[c - 1].vp_3lines;
}

static void add_common_slots(struct zg_builder *b) {
    const struct zhanguo_data *d = b->d;
    for (int i = 0; i < ZG_ROUND_COUNT; i++) add_slot(b, ZG_F_ROUND, -1, 0, i + 1, i + 1);
    for (int i = 0; i < b->s->head.seats; i++) add_slot(b, ZG_F_TRACK, -1, 0, i + 1, -1);
    for (unsigned aspect = 0; aspect < ZG_ASPECT_COUNT; aspect++)
        for (unsigned i = 0; i < ZG_ROUND_COUNT; i++)
            add_slot(b, ZG_F_REWARD, -1, aspect, (int)i + 1, -1)->print =
                casata_word(&zg_reward_types, d->rewards[i * ZG_ASPECT_COUNT + aspect].type);
    add_rows(b, ZG_F_COURT, -1);
    add_rows(b, ZG_F_DECK, -1);
    add_rows(b, ZG_F_SUPPLY, -1);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        for (unsigned i = 0; i < zg_palace_spaces(d, b->s, r); i++)
            add_slot(b, ZG_F_PALACE, -1, r, (int)i + 1, -1);
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_SQUARES; i++)
        add_slot(b, ZG_F_SQUARE, -1, i / ZG_SQUARES, (int)(i % ZG_SQUARES) + 1, -1)->print =
            casata_word(&zg_square_bonuses, d->governor_squares[i].bonus);
    add_rows(b, ZG_F_BESIDE, -1);
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++)
        add_slot(b, ZG_F_WALL, -1, i / ZG_WALL_SPACES, (int)(i % ZG_WALL_SPACES) + 1,
                 wall_value(b, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES));
    add_rows(b, ZG_F_WALL_TILE, -1);
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT * ZG_TASK_SPACES; i++)
        add_slot(b, ZG_F_TASK, -1, i / ZG_TASK_SPACES, (int)(i % ZG_TASK_SPACES) + 1, d->task_spaces[i].vp);
    add_rows(b, ZG_F_TASK_TILE, -1);
}

static void add_player_slots(struct zg_builder *b, int seat) {
    const struct zhanguo_player *p = &b->s->p[seat];
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_REGION_CARDS; i++)
        add_slot(b, ZG_F_CARD, seat, i / ZG_REGION_CARDS, (int)(i % ZG_REGION_CARDS) + 1, -1);
    add_rows(b, ZG_F_UP, seat);
    add_rows(b, ZG_F_DOWN, seat);
    for (unsigned r = 0, n = 0; r < ZG_REGION_COUNT; r++) {
        unsigned most = p->board ? zg_max_level(b->d, b->s, p, r) : 1;
        b->unrest[seat][r] = (uint8_t)n;
        for (unsigned i = 0; i < most; i++, n++) add_slot(b, ZG_F_UNREST, seat, r, (int)i + 1, -1);
    }
    add_rows(b, ZG_F_HAND, seat);
    add_rows(b, ZG_F_MARKERS, seat);
    add_rows(b, ZG_F_BOARD, seat);
}

int zg_slot(const struct zg_builder *b, unsigned family, int seat, unsigned offset) {
    return b->first[family][seat + 1] + (int)offset;
}

/* --- pieces ------------------------------------------------------------------------------------------------------ */
enum { CARD_IDS = 20000 }; /* above the ids of all other pieces */

static struct casata_piece *add_piece(struct zg_builder *b, unsigned kind, int seat, int slot) {
    struct casata_scene *scene = b->scene;
    struct casata_piece *piece = &scene->piece[scene->n_pieces];
    assert(scene->n_pieces < CASATA_MAX_PIECES);
    *piece = (struct casata_piece){
        .id = (uint16_t)((kind * 8u + (unsigned)(seat + 1)) * 128u + b->alike[kind][seat + 1]++),
        .slot = (uint16_t)slot,
        .seat = (int8_t)seat,
        .index = (uint8_t)kind,
        .value = -1,
        .count = 1};
    scene->n_pieces++;
    return piece;
}
static void add_pile(struct zg_builder *b, unsigned kind, int seat, int slot,
                     const struct casata_words *words, unsigned face, unsigned count) {
    if (!count) return;
    struct casata_piece *piece = add_piece(b, kind, seat, slot);
    piece->count = (int16_t)count;
    if (words) piece->face = casata_word(words, face);
}

/* A card with its number, court action and bonus; from behind only the colour. */
static void add_card(struct zg_builder *b, unsigned card, int slot) {
    struct casata_piece *piece = add_piece(b, ZG_P_CARD, -1, slot);
    piece->id = (uint16_t)(CARD_IDS + card);
    piece->value = (int16_t)card;
    piece->face =
        casata_word(&zg_faces, b->d->cards[card - 1].trigger * ZG_BONUS_COUNT + b->d->cards[card - 1].bonus);
}
static void add_hand(struct zg_builder *b, int seat) {
    const struct zhanguo_player *p = &b->s->p[seat];
    int slot = zg_slot(b, ZG_F_HAND, seat, 0);
    unsigned backs[ZG_COLOUR_COUNT] = {0};
    for (int i = 0; i < ZG_MAX_HAND && p->hand[i]; i++) {
        if (p->hand[i] < ZG_BACK)
            add_card(b, p->hand[i], slot);
        else
            backs[(p->hand[i] - ZG_BACK) / ZG_LAYERS]++; /* R4.3 */
    }
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++)
        add_pile(b, ZG_P_BACK, seat, slot, &zg_colours, c, backs[c]);
}

static void add_discs(struct zg_builder *b) {
    const struct zhanguo *s = b->s;
    unsigned moved = 0;
    for (unsigned aspect = ZG_ASPECT_COUNT;
         aspect-- > 0;) { /* a disc stands on the last reward taken (R18.7) */
        unsigned seat = s->taken[aspect];
        if (!seat || moved >> (seat - 1) & 1) continue;
        moved |= 1u << (seat - 1);
        add_piece(b, ZG_P_DISC, (int)seat - 1,
                  zg_slot(b, ZG_F_REWARD, -1, aspect * ZG_ROUND_COUNT + s->round - 1u));
    }
    for (unsigned i = 0; i < s->head.seats; i++)
        if (!(moved >> s->order[i] & 1)) add_piece(b, ZG_P_DISC, s->order[i], zg_slot(b, ZG_F_TRACK, -1, i));
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT * ZG_TASK_SPACES; i++)
        if (ZG_FLAT(s->disc)[i])
            add_piece(b, ZG_P_DISC, ZG_FLAT(s->disc)[i] - 1, zg_slot(b, ZG_F_TASK, -1, i));
}

static void add_common_pieces(struct zg_builder *b) {
    const struct zhanguo *s = b->s;
    if (s->round) add_piece(b, ZG_P_ROUND, -1, zg_slot(b, ZG_F_ROUND, -1, s->round - 1u));
    add_discs(b);
    if (s->court) add_card(b, s->court, zg_slot(b, ZG_F_COURT, -1, 0));
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) {
        int slot = zg_slot(b, ZG_F_SUPPLY, -1, c);
        add_pile(b, ZG_P_BACK, -1, zg_slot(b, ZG_F_DECK, -1, c), &zg_colours, c, zg_deck_size(s, c));
        add_pile(b, ZG_P_MARKER, -1, slot, &zg_colours, c, zg_um1_left(b->d, s, c));
        add_pile(b, ZG_P_MARKER3, -1, slot, &zg_colours, c, !s->um3[c]);
    }
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_SQUARES; i++)
        if (ZG_FLAT(s->square)[i])
            add_piece(b, ZG_P_GOVERNOR, ZG_FLAT(s->square)[i] - 1, zg_slot(b, ZG_F_SQUARE, -1, i));
    for (unsigned r = 0, first = 0; r < ZG_REGION_COUNT; first += zg_palace_spaces(b->d, s, r), r++)
        for (unsigned seat = 0, k = 0; seat < s->head.seats; seat++) {
            add_pile(b, ZG_P_GOVERNOR, (int)seat, zg_slot(b, ZG_F_BESIDE, -1, r), NULL, 0,
                     s->p[seat].beside[r]);
            for (unsigned i = 0; i < s->p[seat].palaces[r]; i++, k++)
                add_piece(b, ZG_P_PALACE, (int)seat, zg_slot(b, ZG_F_PALACE, -1, first + k));
        }
    for (unsigned i = 0; i < ZG_SECTION_COUNT; i++) {
        if (s->wall_tile[i])
            add_pile(b, ZG_P_WALL_TILE, -1, zg_slot(b, ZG_F_WALL_TILE, -1, i), &zg_criteria,
                     s->wall_tile[i] - 1u, 1);
        for (unsigned k = 0; k < ZG_WALL_SPACES; k++)
            if (s->wall[i][k])
                add_piece(b, ZG_P_WALL, s->wall[i][k] - 1, zg_slot(b, ZG_F_WALL, -1, i * ZG_WALL_SPACES + k));
    }
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT; i++)
        if (s->task_tile[i])
            add_pile(b, ZG_P_TASK_TILE, -1, zg_slot(b, ZG_F_TASK_TILE, -1, i), &zg_tasks,
                     s->task_tile[i] - 1u, 1);
}

static void add_player_pieces(struct zg_builder *b, int seat) {
    const struct zhanguo_player *p = &b->s->p[seat];
    for (unsigned i = 0; i < ZG_REGION_COUNT * ZG_REGION_CARDS; i++)
        if (ZG_FLAT(p->tableau)[i]) add_card(b, ZG_FLAT(p->tableau)[i], zg_slot(b, ZG_F_CARD, seat, i));
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        int up = zg_slot(b, ZG_F_UP, seat, r), down = zg_slot(b, ZG_F_DOWN, seat, r);
        for (unsigned c = 0; c < ZG_OFFICIAL_COUNT; c++) {
            add_pile(b, ZG_P_OFFICIAL, seat, up, &zg_officials, c, p->up[r][c]);
            add_pile(b, ZG_P_OFFICIAL, seat, down, &zg_officials, c, p->down[r][c]);
        }
        add_pile(b, ZG_P_WORKER, seat, down, NULL, 0, p->workers[r]);
        if (p->level[r])
            add_piece(b, ZG_P_CUBE, seat,
                      zg_slot(b, ZG_F_UNREST, seat, b->unrest[seat][r] + p->level[r] - 1u));
    }
    add_hand(b, seat);
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) {
        int slot = zg_slot(b, ZG_F_MARKERS, seat, 0);
        add_pile(b, ZG_P_MARKER, seat, slot, &zg_colours, c, p->um1[c]);
        add_pile(b, ZG_P_MARKER3, seat, slot, &zg_colours, c, b->s->um3[c] == seat + 1);
    }
    if (p->board)
        add_pile(b, ZG_P_BOARD, seat, zg_slot(b, ZG_F_BOARD, seat, 0), &zg_boards, p->board - 1u, 1);
}

/* R24.1: all of it is open. */
static void add_counters(struct zg_builder *b, int seat) {
    const struct zhanguo_data *d = b->d;
    const struct zhanguo *s = b->s;
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
    b->scene->counter[b->scene->n_counters++] = (struct casata_counter){(uint8_t)seat, ZG_U_VP, vp};
    for (size_t i = 0; i < sizeof counter / sizeof *counter; i++)
        b->scene->counter[b->scene->n_counters++] =
            (struct casata_counter){(uint8_t)seat, counter[i].unit, (int32_t)counter[i].n};
}

void zg_scene(const void *data, const void *state, int viewer, struct casata_scene *scene) {
    struct zg_builder b = {.d = data, .s = state, .scene = scene};
    memset(b.first, -1, sizeof b.first);
    add_common_slots(&b);
    for (int seat = 0; seat < b.s->head.seats; seat++) add_player_slots(&b, seat);
    add_common_pieces(&b);
    for (int seat = 0; seat < b.s->head.seats; seat++) {
        add_player_pieces(&b, seat);
        add_counters(&b, seat);
    }
    zg_scene_choices(&b, viewer);
}
