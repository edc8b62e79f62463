/* match.h: a table: who sits where, the log of decisions, undo, replay, save and resume.
 * The log is the truth; states are caches. It allocates. */
#ifndef CASATA_MATCH_H
#define CASATA_MATCH_H

#include "casata/ai.h"
#include "casata/game.h"

enum casata_seat_kind { CASATA_HUMAN, CASATA_BOT };
struct casata_seat_info {
    enum casata_seat_kind kind;
    enum casata_level level; /* of a bot */
    char name[96];           /* UTF-8; the browser takes 24 letters of any script */
    int resigned;            /* 1 + length of the log when the seat resigned; 0: still in */
};
struct casata_entry {
    uint64_t hash; /* of the state after it */
    casata_action action;
    uint8_t seat; /* CASATA_CHANCE for chance */
    bool reveals; /* nothing before it may be undone freely */
};
struct casata_pool;
struct casata_match {
    struct casata_game game;
    int seats;
    uint8_t option[CASATA_MAX_GAME_OPTIONS];
    struct casata_seat_info seat[CASATA_MAX_SEATS];
    struct casata_rng rng; /* for chance and bots; not part of the log */
    bool manual_chance;    /* chance is played by the caller */
    struct casata_entry *log;
    int n_log, cap_log;
    unsigned char *state; /* after the whole log */
    unsigned char *start; /* before log[0]: the first state, or a given position */
    bool from_position;   /* start is not casata_init's */
    /* Decisions before `start` under an older rules version: shown, not replayed. */
    struct casata_past *past;
    int n_past;
    struct casata_pool *pool; /* thinks for the bots; made on first use */
    void (*close_pool)(struct casata_pool *pool);
    int threads; /* per bot decision; 0 is 1, the only number that is reproducible from a seed */
};
struct casata_past {
    uint8_t seat;
    char text[CASATA_ACTION_TEXT]; /* the action in the words of those rules */
};

/* All return NULL for success or a sentence about the error; then the match is as before.
 * new, from_position and load overwrite *m without reading it: it is new or was freed. The
 * figures (g->data) must outlive the match. */
const char *casata_match_new(struct casata_match *m, const struct casata_game *g, int seats,
                             const uint8_t *option, uint64_t seed);
const char *casata_match_from_position(struct casata_match *m, const struct casata_game *g, const void *state,
                                       uint64_t seed);
void casata_match_free(struct casata_match *m);
/* One decision, checked and logged. Then, unless manual_chance, chance is drawn and logged until a seat has
 * to decide. Events of all of it go to the sink. */
const char *casata_match_play(struct casata_match *m, int seat, casata_action a, struct casata_sink *sink);
/* Draws due chance decisions, whatever manual_chance says (after casata_match_new; play does it by itself). */
void casata_match_chance(struct casata_match *m, struct casata_sink *sink);
/* Lets the bot of `seat` (or the given level) choose; does not play. 0: out of memory. */
casata_action casata_match_bot(struct casata_match *m, int seat, enum casata_level level);
/* Bit set of the seats that have to decide, as casata_to_act; 0: over, also because all but one seat resigned. */
unsigned casata_match_deciders(const struct casata_match *m);
int casata_match_to_act(
    const struct casata_match *m); /* lowest seat that has to decide, CASATA_CHANCE, -1: over */
/* The person at a shared screen: whose decision is due, else the last to decide, else the first; CASATA_SPECTATOR:
 * only bots play. */
int casata_match_person(const struct casata_match *m);
/* Length of the log to which `seat` may undo freely: after the last entry that revealed something or was
 * another seat's decision. Equal to n_log: nothing to undo. Where all agree (one person, one screen) the
 * caller may go back further: undo itself has no limit but the log. */
int casata_match_undo_limit(const struct casata_match *m, int seat);
/* The seat resigns: no matter who plays it from now on, it ranks last, below those who resign later. With at most one
 * seat left the match is over. Undoing past this point takes it back. */
const char *casata_match_resign(struct casata_match *m, int seat);
/* Ranks by the rules, 1 the winner, with those who resigned after the others; `resigned` as in seat_info, one per
 * seat. */
void casata_ranks(const struct casata_game *g, const void *state, const int *resigned, uint8_t *rank);
void casata_match_ranks(const struct casata_match *m, uint8_t *rank);
void casata_match_resigned(const struct casata_match *m, int *resigned);
/* Have enough seats resigned to end the match? */
bool casata_given_up(const int *resigned, int seats);
/* Goes back to a log of n entries. */
const char *casata_match_undo(struct casata_match *m, int n);
/* State after n entries of the log; `out` has state_size bytes. With a sink: the events of entry n - 1. */
void casata_match_state_at(const struct casata_match *m, int n, void *out, struct casata_sink *sink);

/* The minds that think for the bots and for hints; NULL: out of memory. They need threads: not in WebAssembly. */
struct casata_pool *casata_match_pool(struct casata_match *m);

/* --- several minds for one decision ------------------------------------------------------------------------- */
enum { CASATA_POOL_MAX = 16 };
struct casata_pool *casata_pool_open(int threads); /* NULL: out of memory */
void casata_pool_close(struct casata_pool *t);
/* Thinks as long as the skill allows; `state` is redacted for the seat. false: it has nothing to decide. */
bool casata_pool_think(struct casata_pool *t, const struct casata_game *g, const void *state, int seat,
                       const struct casata_skill *skill, uint64_t seed);
casata_action casata_pool_best(struct casata_pool *t);       /* the decision, after thinking */
struct casata_mind *casata_pool_mind(struct casata_pool *t); /* their merged result, after thinking */
/* The reasons of a hint: "worth about 6 points from alliance rows, costs 2 in initiative". Returns the length as snprintf. */
size_t casata_hint_text(int lang, const struct casata_rules *rules, const struct casata_hint *hint, char *out,
                        size_t cap);

/* Match files: JSON (docs/match-file.md). save returns malloc'ed text. load replays and verifies every hash;
 * err (size 200) names the first entry that differs. edition: the game with the figures to use, NULL: the
 * built-in ones of the game that the file names. A match of an older rules version continues from its snapshot
 * (then n_past > 0). The rng is seeded from the state: reseed it for surprises. */
char *casata_match_save(const struct casata_match *m);
bool casata_match_load(struct casata_match *m, const char *json, size_t n, const struct casata_game *edition,
                       char err[200]);
/* The same for a short form: entries without hashes, no snapshot; only of the current rules version. */
bool casata_match_load_short(struct casata_match *m, const char *json, size_t n,
                             const struct casata_game *edition, char err[200]);
/* The key "options" with the value of every option. */
void casata_match_options_json(const struct casata_match *m, struct casata_writer *w);
/* The kind of file that a JSON text claims to be, and its game. */
enum casata_file_kind { CASATA_FILE_NEITHER, CASATA_FILE_MATCH, CASATA_FILE_POSITION };
enum casata_file_kind casata_file_peek(const char *json, size_t n, char game[32]);

#endif
