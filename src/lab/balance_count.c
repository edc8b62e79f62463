/* balance_count.c: the counts of one finished game: what each seat had, could take and took (balance.h). */
#include "casata/rules.h"
#include "lab/balance.h"

#include <string.h>

enum { WHOLE_WIN = 60 };

/* Collected while a log is replayed. */
struct reading {
    const struct casata_game *game;
    const struct casata_balance_sheet *sheet;
    bool could[BALANCE_THINGS][BALANCE_VALUES][CASATA_MAX_SEATS];
    bool took[BALANCE_THINGS][BALANCE_VALUES][CASATA_MAX_SEATS];
    uint16_t times[BALANCE_THINGS][BALANCE_VALUES];
    uint8_t place[CASATA_MAX_SEATS];
    uint8_t leaders[BALANCE_ROUNDS]; /* bit sets of seats, at the start of each round */
    unsigned round, rounds;
};

/* Which thing of its kind an action takes; -1: none. */
static int thing_of(const struct casata_game *g, const struct casata_thing *t, const void *state,
                    casata_action a) {
    if (strcmp(g->rules->forms[casata_kind(a)].verb, t->verb) != 0) return -1;
    if (t->of) return t->of(g->data, state, a);
    return (int)(t->operand == 0 ? casata_a(a) : t->operand == 1 ? casata_b(a) : casata_c(a));
}

/* A forced action is no choice and does not count. */
static void note_choice(struct reading *r, const void *state, int seat, casata_action played) {
    casata_action option[CASATA_MAX_CHOICES];
    int n = casata_legal(r->game, state, seat, option);
    if (n < 2) return;
    for (int k = 0; k < BALANCE_THINGS && r->sheet->things && r->sheet->things[k].verb; k++) {
        const struct casata_thing *t = &r->sheet->things[k];
        for (int i = 0; i < n; i++) {
            int which = thing_of(r->game, t, state, option[i]);
            if (which >= 0 && which < BALANCE_VALUES) r->could[k][which][seat] = true;
        }
        int taken = thing_of(r->game, t, state, played);
        if (taken < 0 || taken >= BALANCE_VALUES) continue;
        r->took[k][taken][seat] = true;
        r->times[k][taken]++;
    }
}

static void note_round(struct reading *r, const void *state) {
    const struct casata_head *head = state;
    unsigned round = r->sheet->round(state);
    uint8_t rank[CASATA_MAX_SEATS], best = UINT8_MAX;
    if (round == r->round) return;
    if (r->rounds == 0) /* gcc 14 does not see that there are at most CASATA_MAX_SEATS */
        for (int seat = 0; seat < CASATA_MAX_SEATS && seat < head->seats; seat++)
            r->place[seat] = (uint8_t)r->sheet->place(state, seat);
    r->round = round;
    if (r->rounds == BALANCE_ROUNDS) return;
    r->game->rules->ranks(r->game->data, state, rank);
    for (int seat = 0; seat < head->seats; seat++)
        if (rank[seat] < best) best = rank[seat];
    for (int seat = 0; seat < head->seats; seat++)
        if (rank[seat] == best) r->leaders[r->rounds] |= (uint8_t)(1u << seat);
    r->rounds++;
}

static void read_log(struct reading *r, const struct casata_match *m) {
    CASATA_STATE_BUFFER(state);
    memcpy(state, m->start, m->game.rules->state_size);
    note_round(r, state);
    for (int i = 0; i < m->n_log; i++) {
        const struct casata_entry *e = &m->log[i];
        if (e->seat != CASATA_CHANCE) note_choice(r, state, e->seat, e->action);
        casata_apply(&m->game, state, e->seat, e->action, NULL);
        note_round(r, state);
    }
}

/* --- adding up ---------------------------------------------------------------------------------------------- */
static void add(struct balance_cell *cell, const struct balance_cell *seat) {
    cell->seats += seat->seats;
    cell->wins += seat->wins;
    cell->points += seat->points;
    cell->points_squares += seat->points_squares;
    cell->ahead += seat->ahead;
    cell->ahead_squares += seat->ahead_squares;
}

static struct balance_cell cell_of(const struct arena *a, const struct arena_game *game, int seat) {
    int64_t all = 0, points = game->score[seat];
    for (int i = 0; i < a->seats; i++) all += game->score[i];
    int64_t ahead = points * a->seats - all;
    return (struct balance_cell){1,      (uint64_t)(WHOLE_WIN * arena_win(a, game, seat) + 0.5),
                                 points, points * points,
                                 ahead,  ahead * ahead};
}

static void add_things(struct balance *b, const struct reading *r, int seat,
                       const struct balance_cell *cell) {
    for (int k = 0; k < BALANCE_THINGS; k++)
        for (int v = 0; v < BALANCE_VALUES; v++) {
            if (r->could[k][v][seat]) add(&b->thing[k][v].could, cell);
            if (r->took[k][v][seat]) add(&b->thing[k][v].took, cell);
        }
}

static void add_seat(struct balance *b, const struct reading *r, const struct casata_match *m, int seat,
                     const struct balance_cell *cell) {
    add(&b->seat[seat], cell);
    if (r->rounds) add(&b->place[r->place[seat]], cell);
    for (int k = 0; k < BALANCE_TRAITS && r->sheet->traits && r->sheet->traits[k].words; k++) {
        int value = r->sheet->traits[k].of(m->game.data, m->state, seat);
        if (value >= 0 && value < BALANCE_VALUES) add(&b->trait[k][value], cell);
    }
    add_things(b, r, seat, cell);
}

static struct balance_game course_of(const struct arena *a, const struct arena_game *game,
                                     const struct reading *r, const struct casata_match *m) {
    struct balance_game g = {.winner = INT32_MIN, .rounds = (uint16_t)r->rounds};
    int32_t second = INT32_MIN;
    int leaders = 0;
    unsigned half = r->rounds ? r->leaders[r->rounds / 2] : 0;
    memcpy(g.option, m->option, sizeof g.option);
    for (int seat = 0; seat < a->seats; seat++) {
        int32_t score = game->score[seat];
        g.points += score;
        if (score > g.winner)
            second = g.winner, g.winner = score;
        else if (score > second)
            second = score;
        if (half >> seat & 1) g.half += arena_win(a, game, seat), leaders++;
    }
    g.lead = g.winner - second;
    if (leaders) g.half /= leaders;
    return g;
}

void balance_count(struct balance *b, uint64_t i, const struct arena_game *game, const struct casata_match *m,
                   pthread_mutex_t *lock) {
    struct reading r = {.game = &m->game, .sheet = m->game.rules->balance};
    read_log(&r, m);
    pthread_mutex_lock(lock);
    b->game[i] = course_of(b->arena, game, &r, m);
    for (int seat = 0; seat < b->arena->seats; seat++) {
        struct balance_cell cell = cell_of(b->arena, game, seat);
        add_seat(b, &r, m, seat, &cell);
    }
    for (int k = 0; k < BALANCE_THINGS; k++)
        for (int v = 0; v < BALANCE_VALUES; v++) b->thing[k][v].times += r.times[k][v];
    pthread_mutex_unlock(lock);
}
