/* zhanguo_check.c: the state described field by field, and the invariants of every state. Survives any bytes. */
#include "games/zhanguo/zhanguo.h"

/* --- fields for position JSON --------------------------------------------------------------------------------- */
#define NONE_AND(LIST) \
    { "none", LIST(CASATA_WORD) }
static const char *const board_text[] = NONE_AND(ZG_BOARDS);
static const char *const criterion_text[] = NONE_AND(ZG_CRITERIA);
static const char *const task_text[] = NONE_AND(ZG_TASKS);
static const char *const owner_text[] = {"none", "0", "1", "2", "3"};
static const struct casata_words boards = {"board", ZG_BOARD_COUNT + 1, board_text};
static const struct casata_words criteria = {"criterion", ZG_CRITERION_COUNT + 1, criterion_text};
static const struct casata_words tasks = {"task", ZG_TASK_COUNT + 1, task_text};
static const struct casata_words owners = {"owner", ZG_MAX_SEATS + 1, owner_text};

#define STORED_PARTS(X) \
    X(, "start")        \
    X(, "markers") X(, "squares") X(, "palaces") X(, "cards") X(, "board")
static const char *const stored_text[] = {STORED_PARTS(CASATA_WORD)};
static const struct casata_words stored_parts = {"part", ZG_STORED_PARTS, stored_text};

#define TEN(t) t "0", t "1", t "2", t "3", t "4", t "5", t "6", t "7", t "8", t "9"
static const char *const number_text[] = {"1",       "2",       "3",      "4",      "5",      "6",
                                          "7",       "8",       "9",      TEN("1"), TEN("2"), TEN("3"),
                                          TEN("4"),  TEN("5"),  TEN("6"), TEN("7"), TEN("8"), TEN("9"),
                                          TEN("10"), TEN("11"), "120"};
static const struct casata_words numbers = {"card", ZG_CARDS, number_text};
_Static_assert(sizeof number_text / sizeof *number_text == ZG_CARDS, "cards");

#define P(member) offsetof(struct zhanguo_player, member)
#define S(member) offsetof(struct zhanguo, member)
#define BY(list) \
    { &list, NULL }
#define BY2(list, other) \
    { &list, &other }
#define LIST \
    { NULL, NULL }
#define ONE \
    { 0, 0 }
static const struct casata_field player_fields[] = {
    {"points", P(vp), 2, {ZG_STORED_PARTS, 0}, BY(stored_parts), NULL},
    {"board", P(board), 1, ONE, LIST, &boards},
    {"hand", P(hand), 1, {ZG_MAX_HAND, 0}, LIST, NULL},
    {"aside", P(aside), 1, {ZG_COLOUR_COUNT, 0}, BY(zg_colours), NULL},
    {"tableau", P(tableau), 1, {ZG_REGION_COUNT, ZG_REGION_CARDS}, BY(zg_regions), NULL},
    {"governors_area", P(up), 1, {ZG_REGION_COUNT, ZG_OFFICIAL_COUNT}, BY2(zg_regions, zg_officials), NULL},
    {"workers_area", P(down), 1, {ZG_REGION_COUNT, ZG_OFFICIAL_COUNT}, BY2(zg_regions, zg_officials), NULL},
    {"workers", P(workers), 1, {ZG_REGION_COUNT, 0}, BY(zg_regions), NULL},
    {"unrest", P(level), 1, {ZG_REGION_COUNT, 0}, BY(zg_regions), NULL},
    {"markers", P(um1), 1, {ZG_COLOUR_COUNT, 0}, BY(zg_colours), NULL},
    {"palaces", P(palaces), 1, {ZG_REGION_COUNT, 0}, BY(zg_regions), NULL},
    {"governors_beside", P(beside), 1, {ZG_REGION_COUNT, 0}, BY(zg_regions), NULL},
};
static const struct casata_field table_fields[] = {
    {"round", S(round), 1, ONE, LIST, NULL},
    {"stage", S(stage), 1, ONE, LIST, &zg_stages},
    {"court", S(court), 1, ONE, LIST, NULL},
    {"boards_out", S(boards_out), 1 + CASATA_SET, ONE, LIST, &zg_boards},
    {"order", S(order), 1, {ZG_MAX_SEATS, 0}, LIST, NULL},
    {"taken", S(taken), 1, {ZG_ASPECT_COUNT, 0}, BY(zg_aspects), &owners},
    {"great_markers", S(um3), 1, {ZG_COLOUR_COUNT, 0}, BY(zg_colours), &owners},
    {"cards", S(card), 1, {ZG_CARDS, 0}, BY(numbers), &zg_card_states},
    {"squares", S(square), 1, {ZG_REGION_COUNT, ZG_SQUARES}, BY(zg_regions), &owners},
    {"walls", S(wall), 1, {ZG_SECTION_COUNT, ZG_WALL_SPACES}, BY(zg_sections), &owners},
    {"wall_tiles", S(wall_tile), 1, {ZG_SECTION_COUNT, 0}, BY(zg_sections), &criteria},
    {"task_tiles", S(task_tile), 1, {ZG_TASK_PLACE_COUNT, 0}, BY(zg_task_places), &tasks},
    {"discs", S(disc), 1, {ZG_TASK_PLACE_COUNT, ZG_TASK_SPACES}, BY(zg_task_places), &owners},
    {"steps", S(step), 1, {ZG_STEPS, 0}, LIST, NULL},
    {"steps_onward", S(onward), 1, ONE, LIST, NULL},
};
const struct casata_fields zg_fields[ZG_FIELD_GROUPS] = {
    {"players", S(p), sizeof(struct zhanguo_player), sizeof player_fields / sizeof *player_fields,
     player_fields},
    {NULL, 0, 0, sizeof table_fields / sizeof *table_fields, table_fields},
};

/* --- invariants ----------------------------------------------------------------------------------------------- */
/* The first n entries are 0..n-1 in some order, the others 0. */
static bool is_permutation(const uint8_t *x, unsigned n) {
    unsigned seen = 0;
    for (unsigned i = 0; i < ZG_MAX_SEATS; i++) {
        if (i < n ? x[i] >= n : x[i] != 0) return false;
        if (i < n) seen |= 1u << x[i];
    }
    return seen == (1u << n) - 1;
}

static const struct casata_frame *top_of(const struct zhanguo *s) {
    return s->head.depth ? casata_top_of(s) : NULL;
}

static bool chooses_boards(const struct zhanguo *s) {
    if (s->head.depth < 2) return false;
    unsigned phase = zg_part_frame(s)->phase;
    return phase == ZG_PH_BOARDS || phase == ZG_PH_AUCTION || phase == ZG_PH_LOT;
}

/* Boards: all have one, or they are being chosen. */
static const char *check_boards(const struct zhanguo *s) {
    unsigned seen = s->boards_out;
    bool choosing = s->stage == ZG_STAGE_SETUP && zg_side(s), early = choosing && !chooses_boards(s);
    if (s->boards_out >> ZG_BOARD_COUNT) return "unknown board";
    if (s->boards_out && !zg_auction(s)) return "boards out of the game";
    unsigned out = (unsigned)__builtin_popcount(s->boards_out), due = ZG_BOARD_COUNT - s->head.seats;
    bool discarded =
        zg_auction(s) && (s->round > 0 || (s->head.depth > 1 && zg_part_frame(s)->phase == ZG_PH_AUCTION));
    if (out != (discarded ? due : 0)) return "boards out of the game"; /* R23.5 */
    for (int i = 0; i < s->head.seats; i++) {
        unsigned board = s->p[i].board;
        if (board > ZG_BOARD_COUNT) return "unknown board";
        if (!board && !choosing) return "a player without a board";
        if (board && early) return "a board before the boards are chosen";
        if (board && seen >> (board - 1) & 1) return "two players on one board";
        if (board) seen |= 1u << (board - 1);
        if (!zg_side(s) && board != i + 1u) return "boards of side A";
        if (board && board != i + 1u && s->head.option[ZG_OPT_BOARDS] == ZG_BOARDS_BY_SEAT)
            return "boards by seat";
    }
    return NULL;
}

/* --- cards: each is in one place, and as many were drawn as the rules say (R4.1, G3) ---------------------------- */
struct cards {
    uint8_t hand[ZG_COLOUR_COUNT], played[ZG_COLOUR_COUNT], tableau;
    uint8_t in[ZG_CARDS]; /* 1: in a hand or tableau */
};

static const char *check_hand(const struct zhanguo *s, int seat, struct cards *c) {
    const struct zhanguo_player *p = &s->p[seat];
    const struct casata_frame *top = top_of(s);
    bool choosing = top && top->phase == ZG_PH_ASIDE;
    unsigned last = 0;
    bool end = false;
    for (int i = 0; i < ZG_MAX_HAND; i++) {
        unsigned card = p->hand[i];
        if (card && (end || card <= last || card > ZG_CARDS)) return "cards of a hand";
        end |= !card;
        if (!card) continue;
        if (s->card[card - 1] >= ZG_CARD_PLAYED || c->in[card - 1]++) return "a card in two places";
        c->hand[zg_colour_of(card)]++;
        last = card;
    }
    for (unsigned i = 0; i < ZG_COLOUR_COUNT; i++) { /* R23.1 */
        unsigned card = p->aside[i];
        if (!card) continue;
        if (!choosing || card > ZG_CARDS || zg_colour_of(card) != i ||
            !memchr(p->hand, (int)card, ZG_MAX_HAND))
            return "cards set aside";
        if (i > 0 && !p->aside[i - 1]) return "cards set aside";
    }
    return NULL;
}
static const char *check_tableau(const struct zhanguo *s, int seat, struct cards *c) {
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) { /* R6.1 */
        const uint8_t *t = s->p[seat].tableau[r];
        for (int i = 0; i < ZG_REGION_CARDS; i++) {
            if (!t[i]) continue;
            if (t[i] > ZG_CARDS || (i > 0 && t[i - 1] >= t[i]) || (i > 0 && !t[i - 1]))
                return "cards of a region";
            if (s->card[t[i] - 1] != ZG_CARD_PLAYED || c->in[t[i] - 1]++) return "a card in two places";
            c->tableau++;
        }
    }
    return NULL;
}

/* Cards in the hand of a seat, of one colour: the number due at this point of the round; -1: any. */
static int hand_due(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    unsigned drawn = zg_cards_drawn(d, s) * ZG_COLOUR_COUNT;
    if (s->stage == ZG_STAGE_SETUP || s->stage == ZG_STAGE_REWARDS || s->head.depth < 2) return 0;
    const struct casata_frame *f = zg_part_frame(s);
    if (s->stage == ZG_STAGE_DRAW) {
        const struct zg_deal *deal = casata_locals(zg_deal, f);
        if (f->phase != ZG_PH_DEAL) return (int)drawn;
        unsigned i = (unsigned)(seat + s->head.seats - s->order[0]) % s->head.seats;
        return i < deal->players ? (int)drawn : i == deal->players ? deal->cards : 0;
    }
    unsigned n = s->head.seats, place = 0;
    if (s->head.option[ZG_OPT_ORDER] == ZG_ORDER_TRACK)
        while (s->order[place] != seat) place++;
    else
        place = (unsigned)(seat + (int)n - s->order[0]) % n;
    unsigned turns = casata_locals(zg_actions, f)->turns;
    unsigned begun = turns > place ? (turns - place + n - 1) / n : 0; /* by this seat */
    const struct casata_frame *turn = casata_above(f);
    bool open = s->head.depth > 2 && turn->phase == ZG_PH_TURN && turn->seat == seat &&
                !casata_locals(zg_turn, turn)->played;
    return ZG_HAND - (int)begun + open;
}

/* A hand holds at most two cards of a colour (R4.1), three until one is set aside, in the order of the deal. */
static bool hand_colours_fit(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    unsigned n[ZG_COLOUR_COUNT] = {0}, per = s->stage == ZG_STAGE_DRAW ? zg_cards_drawn(d, s) : 2, total = 0;
    for (int i = 0; i < ZG_MAX_HAND && s->p[seat].hand[i]; i++)
        n[zg_colour_of(s->p[seat].hand[i])]++, total++;
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) {
        unsigned due = total > per * c ? total - per * c : 0;
        if (s->stage == ZG_STAGE_DRAW ? n[c] != (due < per ? due : per) : n[c] > per) return false;
    }
    return true;
}

static const char *check_cards(const struct zhanguo_data *d, const struct zhanguo *s) {
    struct cards c = {0};
    const char *broken;
    unsigned layers = s->head.option[ZG_OPT_DRAW] != ZG_DRAW_THREE ? 0
                      : s->stage >= ZG_STAGE_PLAY                  ? s->round
                      : s->round                                   ? s->round - 1u
                                                                   : 0;
    if (layers > zg_constant(d, ZG_K_DRAW3_ROUNDS)) layers = zg_constant(d, ZG_K_DRAW3_ROUNDS);
    for (int i = 0; i < ZG_CARDS; i++) {
        if (s->card[i] > ZG_CARD_PLAYED || (s->card[i] < ZG_CARD_PLAYED && s->card[i] > layers))
            return "layer of a card";
        c.played[i / ZG_CARDS_OF_COLOUR] =
            (uint8_t)(c.played[i / ZG_CARDS_OF_COLOUR] + (s->card[i] == ZG_CARD_PLAYED));
    }
    unsigned played = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if ((broken = check_hand(s, seat, &c)) || (broken = check_tableau(s, seat, &c))) return broken;
        if ((int)zg_hand_size(&s->p[seat]) != hand_due(d, s, seat)) return "number of cards in a hand";
        if (!hand_colours_fit(d, s, seat)) return "colours of a hand";
    }
    for (int i = 0; i < ZG_COLOUR_COUNT; i++) {
        unsigned all = 2u * s->head.seats * s->round; /* drawn by the end of this round */
        played += c.played[i];
        if (s->stage == ZG_STAGE_DRAW || s->stage == ZG_STAGE_SETUP) {
            if (s->round) all -= 2u * s->head.seats;
            if (c.played[i] != all) return "number of cards played";
        } else if (c.played[i] + c.hand[i] != all) {
            return "number of cards drawn";
        }
    }
    if (s->court > ZG_CARDS || (played > c.tableau) != (s->court != 0)) return "court pile";
    if (s->court && (s->card[s->court - 1] != ZG_CARD_PLAYED || c.in[s->court - 1])) return "court pile";
    return NULL;
}

/* --- boards of the players --------------------------------------------------------------------------------------- */
static const char *check_points(const struct zhanguo_data *d, const struct zhanguo *s,
                                const struct zhanguo_player *p) {
    for (int i = 0; i < ZG_STORED_PARTS; i++)
        if (p->vp[i] > ZG_MAX_VP) return "victory points out of range";
    unsigned start = zg_constant(d, zg_auction(s) ? ZG_K_AUCTION_VP : ZG_K_START_VP);
    if (p->vp[ZG_VP_START] > start) return "victory points out of range";
    if (s->stage == ZG_STAGE_SETUP && !chooses_boards(s) && p->vp[ZG_VP_START] != start)
        return "points paid before the auction";
    return NULL;
}
static const char *check_officials(const struct zhanguo_data *d, const struct zhanguo *s,
                                   const struct zhanguo_player *p) {
    static const uint8_t nobody[ZG_SPOTS];
    /* Before the boards are chosen nothing stands anywhere. */
    if (!p->board && memcmp(zg_spots_of(p), nobody, ZG_SPOTS) != 0) return "officials without a board";
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) { /* R1.6 */
        unsigned n = 0;
        for (unsigned i = colour; i < ZG_SPOTS; i += ZG_OFFICIAL_COUNT) n += zg_spots_of(p)[i];
        if (n > zg_supply_of(d, s, ZG_S_OFF_R + colour)) return "number of officials";
    }
    return NULL;
}
/* Is the seat carrying an official through the region right now? */
static bool passes_through(const struct zhanguo *s, int seat, unsigned region) {
    const struct casata_frame *top = top_of(s);
    if (!top || top->phase != ZG_PH_MOVE || top->seat != seat) return false;
    const struct zg_move *move = casata_locals(zg_move, top);
    return move->passing && zg_passing_region(move) == region;
}
static const char *check_player(const struct zhanguo_data *d, const struct zhanguo *s, int seat) {
    const struct zhanguo_player *p = &s->p[seat];
    unsigned cap = zg_constant(d, ZG_K_WORKERS_CAP), palaces = 0;
    if (p->unused) return "bytes not in use";
    const char *broken = check_points(d, s, p);
    if (!broken) broken = check_officials(d, s, p);
    if (broken) return broken;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (zg_officials_below(p, r) > cap + passes_through(s, seat, r))
            return "officials in a workers area"; /* R10.3 */
        if (p->level[r] > (p->board ? zg_max_level(d, s, p, r) : 0))
            return "unrest above its maximum"; /* R7.5 */
        palaces += p->palaces[r];
    }
    if (palaces > zg_supply_of(d, s, ZG_S_PALACE)) return "number of palaces"; /* R1.5 */
    if (zg_governors_placed(s, seat) > zg_supply_of(d, s, ZG_S_GOVERNOR)) return "number of governors";
    if (zg_walls_placed(s, seat) > zg_supply_of(d, s, ZG_S_WALL)) return "number of walls";
    return NULL;
}

/* --- the main board ------------------------------------------------------------------------------------------------ */
static bool owners_known(const struct zhanguo *s, const uint8_t *owner, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (owner[i] > s->head.seats) return false;
    return true;
}
/* R14.1: nobody has two walls in a section. */
static bool walls_sound(const uint8_t wall[ZG_WALL_SPACES]) {
    for (int i = 0; i < ZG_WALL_SPACES; i++)
        for (int k = 0; k < i; k++)
            if (wall[i] && wall[i] == wall[k]) return false;
    return true;
}
/* R20.3: from the left, at most one per player. */
static bool discs_sound(const uint8_t disc[ZG_TASK_SPACES]) {
    unsigned seen = 0;
    for (int i = 0; i < ZG_TASK_SPACES; i++) {
        if (disc[i] && ((i > 0 && !disc[i - 1]) || seen >> disc[i] & 1)) return false;
        if (disc[i]) seen |= 1u << disc[i];
    }
    return true;
}
static const char *check_main_board(const struct zhanguo_data *d, const struct zhanguo *s) {
    if (!owners_known(s, s->taken, sizeof s->taken) || !owners_known(s, s->um3, sizeof s->um3) ||
        !owners_known(s, s->square[0], sizeof s->square) || !owners_known(s, s->wall[0], sizeof s->wall) ||
        !owners_known(s, s->disc[0], sizeof s->disc))
        return "piece of an absent player";
    for (unsigned c = 0; c < ZG_COLOUR_COUNT; c++) { /* R2.5 */
        unsigned n = 0;
        for (int i = 0; i < s->head.seats; i++) n += s->p[i].um1[c];
        if (n > zg_supply_of(d, s, ZG_S_UM1_I + c)) return "number of markers";
        if (s->taken[c] && s->stage != ZG_STAGE_REWARDS) return "a reward taken before its phase";
    }
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        if (zg_palaces_in(s, r) > zg_palace_spaces(d, s, r)) return "palaces of a region"; /* R13.3 */
    for (unsigned i = 0; i < ZG_SECTION_COUNT; i++)
        if (!walls_sound(s->wall[i])) return "two walls in a section";
    for (int i = 0; i < ZG_TASK_PLACE_COUNT; i++)
        if (!discs_sound(s->disc[i])) return "discs of a task";
    return NULL;
}

/* The tiles of the set-up: known, no duplicates, present when due. */
static const char *check_tiles(const struct zhanguo_data *d, const struct zhanguo *s) {
    const struct casata_frame *top = top_of(s);
    unsigned walls = ZG_SECTION_COUNT, kinds = ZG_TASK_KIND_COUNT, seen = 0;
    if (s->stage == ZG_STAGE_SETUP && top) {
        if (top->phase == ZG_PH_ORDER) walls = 0;
        if (top->phase == ZG_PH_WALL_TILES) walls = casata_locals(zg_wall_tiles, top)->section;
        if (top->phase == ZG_PH_ORDER || top->phase == ZG_PH_WALL_TILES) kinds = 0;
        if (top->phase == ZG_PH_TASKS) kinds = casata_locals(zg_tasks, top)->kind;
    }
    for (unsigned i = 0; i < ZG_SECTION_COUNT; i++) { /* R2.9 */
        unsigned c = s->wall_tile[i];
        if (c > ZG_CRITERION_COUNT || (c != 0) != (i < walls)) return "wall tiles";
        if (c && seen >> d->wall_tiles[c - 1].tile & 1) return "a wall tile twice";
        if (c) seen |= 1u << d->wall_tiles[c - 1].tile;
    }
    for (unsigned i = 0; i < ZG_TASK_PLACE_COUNT; i++) { /* R2.10 */
        unsigned t = s->task_tile[i], kind = i % ZG_TASK_KIND_COUNT;
        if (t > ZG_TASK_COUNT || (t != 0) != (kind < kinds)) return "task tiles";
        if (t && (t - 1) / ZG_TASKS_OF_KIND != kind) return "task tile of another kind";
        if (t && i >= ZG_TASK_KIND_COUNT && s->task_tile[kind] == t) return "a task tile twice";
    }
    return NULL;
}

/* Before round 1 nothing has happened. */
static const char *check_setup(const struct zhanguo *s) {
    if (s->stage != ZG_STAGE_SETUP) return NULL;
    for (int seat = 0; seat < s->head.seats; seat++) {
        struct zhanguo_player rest = s->p[seat];
        static const struct zhanguo_player nothing;
        rest.board = 0;
        rest.vp[ZG_VP_START] = 0;
        if (memcmp(&rest, &nothing, sizeof nothing) != 0) return "something before the first round";
    }
    static const uint8_t zero[sizeof s->wall + sizeof s->square + sizeof s->disc];
    if (memcmp(s->wall, zero, sizeof s->wall) || memcmp(s->square, zero, sizeof s->square) ||
        memcmp(s->disc, zero, sizeof s->disc) || memcmp(s->um3, zero, sizeof s->um3))
        return "something before the first round";
    return NULL;
}

/* Positions before version 4 of the rules kept the order of steps; it is not needed. */
void zg_derive(const void *data, void *state) {
    struct zhanguo *s = state;
    (void)data;
    memset(s->step, 0, sizeof s->step);
    s->onward = 0;
    for (int i = 0; i < CASATA_MAX_FRAMES; i++) {
        struct casata_frame *f = &s->head.frame[i];
        struct zg_abilities *l = casata_locals(zg_abilities, f);
        if (f->phase == ZG_PH_ABILITIES) l->side = l->side % (1u << ZG_SIDE_ITEMS);
    }
}

const char *zg_check(const void *data, const void *state) {
    const struct zhanguo_data *d = data;
    const struct zhanguo *s = state;
    const char *broken;
    if (s->stage >= ZG_STAGE_COUNT || (s->stage == ZG_STAGE_SETUP) != (s->round == 0))
        return "stage and round";
    if (s->round > ZG_ROUND_COUNT) return "round";
    if (s->head.depth == 0 && (s->round != ZG_ROUND_COUNT || s->stage != ZG_STAGE_REWARDS)) return "round";
    for (int i = 0; i < ZG_STEPS; i++)
        if (s->step[i] || s->onward) return "steps of a movement";
    if (!is_permutation(s->order, s->head.seats)) return "discs on the Reward track";
    if ((broken = check_boards(s)) || (broken = check_cards(d, s)) || (broken = check_main_board(d, s)))
        return broken;
    for (int seat = 0; seat < ZG_MAX_SEATS; seat++) {
        if (seat < s->head.seats) {
            if ((broken = check_player(d, s, seat))) return broken;
            continue;
        }
        static const struct zhanguo_player absent;
        if (memcmp(&s->p[seat], &absent, sizeof absent) != 0)
            return "an absent player has something"; /* R2.14 */
    }
    if ((broken = check_setup(s))) return broken;
    return check_tiles(d, s);
}
