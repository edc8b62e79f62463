/* match.c: a match as a log of decisions with the state as a cache: play, undo, replay.
 * Knows no game, no file format and no front end. */
#include "casata/match.h"
#include "casata/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char out_of_memory[] = "out of memory";

/* Records whether something was revealed, even with no listener for the events. */
struct watch {
    struct casata_sink sink;
    struct casata_sink *outer;
};

static void pass_on(struct casata_sink *sink, const struct casata_msg *event) {
    struct casata_sink *outer = ((struct watch *)sink)->outer;
    if (outer) outer->emit(outer, event);
}

static const char *start_match(struct casata_match *m, const struct casata_game *g, const void *state,
                               uint64_t seed) {
    const struct casata_head *h = state;
    struct casata_match new = {.game = *g, .seats = h->seats};
    new.start = malloc(g->rules->state_size);
    new.state = malloc(g->rules->state_size);
    if (!new.start || !new.state) {
        casata_match_free(&new);
        return out_of_memory;
    }
    memcpy(new.start, state, g->rules->state_size);
    memcpy(new.state, state, g->rules->state_size);
    memcpy(new.option, h->option, sizeof new.option);
    casata_rng_seed(&new.rng, seed);
    *m = new;
    return NULL;
}

const char *casata_match_new(struct casata_match *m, const struct casata_game *g, int seats,
                             const uint8_t *option, uint64_t seed) {
    CASATA_STATE_BUFFER(state);
    switch (casata_init(g, state, seats, option)) {
    case CASATA_OK: return start_match(m, g, state, seed);
    case CASATA_BAD_SEATS: return "the game is not for that number of seats";
    case CASATA_OPTION_SEATS: return "an option is not for that number of seats";
    default: return "an option has a value that the game does not know";
    }
}

const char *casata_match_from_position(struct casata_match *m, const struct casata_game *g, const void *state,
                                       uint64_t seed) {
    const char *broken = casata_check(g, state);
    if (!broken) broken = start_match(m, g, state, seed);
    if (!broken) m->from_position = true;
    return broken;
}

void casata_match_free(struct casata_match *m) {
    free(m->log);
    free(m->state);
    free(m->start);
    free(m->past);
    if (m->pool) m->close_pool(m->pool);
    *m = (struct casata_match){0};
}

static bool make_room(struct casata_match *m) {
    if (m->n_log < m->cap_log) return true;
    int cap = m->cap_log ? 2 * m->cap_log : 256;
    struct casata_entry *log = realloc(m->log, (size_t)cap * sizeof *log);
    if (!log) return false;
    m->log = log;
    m->cap_log = cap;
    return true;
}

/* One decision of a seat or of chance, checked and logged. */
static const char *play_one(struct casata_match *m, int seat, casata_action a, struct casata_sink *sink) {
    struct watch watch = {{.emit = pass_on}, sink};
    if (!casata_match_deciders(m)) return "the game is over";
    if (!make_room(m)) return out_of_memory;
    switch (casata_play(&m->game, m->state, seat, a, &watch.sink)) {
    case CASATA_OK: break;
    case CASATA_NOT_YOUR_TURN: return "it is not that seat's turn";
    default: return "the action is not legal now";
    }
    if (sink) sink->revealed |= watch.sink.revealed;
    m->log[m->n_log++] = (struct casata_entry){
        .hash = casata_hash(&m->game, m->state),
        .action = a,
        .seat = (uint8_t)seat,
        .reveals = seat == CASATA_CHANCE || watch.sink.revealed,
    };
    return NULL;
}

void casata_match_chance(struct casata_match *m, struct casata_sink *sink) {
    while (casata_match_to_act(m) == CASATA_CHANCE) {
        casata_action a = casata_sample(&m->game, m->state, &m->rng);
        const char *wrong = play_one(m, CASATA_CHANCE, a, sink);
        if (wrong == out_of_memory) return; /* chance stays due: nothing is lost */
        assert(!wrong && "sample draws one of the outcomes");
    }
}

const char *casata_match_play(struct casata_match *m, int seat, casata_action a, struct casata_sink *sink) {
    const char *wrong = play_one(m, seat, a, sink);
    if (!wrong && !m->manual_chance) casata_match_chance(m, sink);
    return wrong;
}

int casata_match_to_act(const struct casata_match *m) { return casata_first_seat(casata_match_deciders(m)); }

static bool is_person(const struct casata_match *m, int seat) {
    return seat < m->seats && m->seat[seat].kind == CASATA_HUMAN;
}

int casata_match_person(const struct casata_match *m) {
    unsigned to_act = casata_match_deciders(m);
    for (int seat = 0; seat < m->seats; seat++)
        if (to_act >> seat & 1 && is_person(m, seat)) return seat;
    for (int i = m->n_log; i-- > 0;)
        if (is_person(m, m->log[i].seat)) return m->log[i].seat;
    for (int seat = 0; seat < m->seats; seat++)
        if (is_person(m, seat)) return seat;
    return CASATA_SPECTATOR;
}

int casata_match_undo_limit(const struct casata_match *m, int seat) {
    int n = m->n_log;
    while (n > 0 && !m->log[n - 1].reveals && m->log[n - 1].seat == seat) n--;
    return n;
}

void casata_match_state_at(const struct casata_match *m, int n, void *out, struct casata_sink *sink) {
    assert(n >= 0 && n <= m->n_log);
    memcpy(out, m->start, m->game.rules->state_size);
    for (int i = 0; i < n; i++)
        casata_apply(&m->game, out, m->log[i].seat, m->log[i].action, i == n - 1 ? sink : NULL);
}

const char *casata_match_undo(struct casata_match *m, int n) {
    if (n < 0 || n > m->n_log) return "the log is shorter than that";
    casata_match_state_at(m, n, m->state, NULL);
    m->n_log = n;
    for (int i = 0; i < m->seats; i++)
        if (m->seat[i].resigned > n + 1) m->seat[i].resigned = 0;
    return NULL;
}
