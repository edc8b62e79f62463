/* game.h: play a game. A game is a flat state and pure functions over it: see casata_init(), casata_legal(),
 * casata_play(). rules.h is for those who write a game, scene.h for those who draw one.
 *
 * The state is one POD struct that begins with struct casata_head; memcpy clones it, its bytes are its
 * identity (no padding, unused parts zero). Nothing here allocates, prints, reads a clock or keeps a
 * mutable global, so the same code runs in the server, in a search, in a fuzzer and in WebAssembly.
 */
#ifndef CASATA_GAME_H
#define CASATA_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CASATA_MAX_SEATS = 6,
    CASATA_SPECTATOR = 6, /* a viewer without a seat */
    CASATA_CHANCE = 7,    /* chance decides as if it were a player; its bit in to_act is 1 << 7 */
    CASATA_MAX_LOCALS = 5,
    CASATA_MAX_FRAMES = 12, /* deepest nesting of any game */
    CASATA_MAX_GAME_OPTIONS = 8,
    CASATA_MAX_CHOICES = 512, /* bound of legal() and outcomes() in every game */
    CASATA_MAX_STATE = 4096,  /* bytes; see architecture */
    CASATA_MAX_ARGS = 6,
    CASATA_MAX_PARTS = 16, /* named parts of a score */
    CASATA_MAX_TERMS = 24, /* named terms of the evaluation */
    CASATA_MAX_FEATURES = 512
};

/* --- words ------------------------------------------------------------------------------------------
 * A closed vocabulary: an enum and its text, made from one X-macro so that they cannot drift. The same
 * words stand in CSV tables, the text form of actions, position JSON and slot names; with the game's id
 * and the list's name in front they are message ids ("signorie.colour.red") of the translations. */
struct casata_words {
    const char *name; /* of the list: "colour" */
    uint8_t n;
    const char *const *word; /* no blanks inside a word */
};
#define CASATA_ENUM(id, word) id,
#define CASATA_WORD(id, word) word,
#define CASATA_WORDS(var, name, LIST)                            \
    static const char *const var##_text[] = {LIST(CASATA_WORD)}; \
    const struct casata_words var = {name, sizeof var##_text / sizeof *var##_text, var##_text}
int casata_word_find(const struct casata_words *words, const char *text, size_t len); /* -1: unknown */

/* --- levels of bots (ai.h) -------------------------------------------------------------------------------------- */
/* ORDER level: weakest first. */
#define CASATA_LEVELS(X)             \
    X(CASATA_PAGGIO, "paggio")       \
    X(CASATA_SCUDIERO, "scudiero")   \
    X(CASATA_CAVALIERE, "cavaliere") \
    X(CASATA_CONTE, "conte")         \
    X(CASATA_DUCA, "duca")
enum casata_level { CASATA_LEVELS(CASATA_ENUM) CASATA_LEVEL_COUNT };
extern const struct casata_words casata_level_words;

/* --- actions ----------------------------------------------------------------------------------------
 *   31      24 23      16 15       8 7        0
 *  |   kind   |    a     |    b     |    c     |     0 is never a legal action
 */
typedef uint32_t casata_action;
static inline casata_action casata_act(unsigned kind, unsigned a, unsigned b, unsigned c) {
    return kind << 24 | a << 16 | b << 8 | c;
}
static inline unsigned casata_kind(casata_action x) { return x >> 24; }
static inline unsigned casata_a(casata_action x) { return x >> 16 & 255; }
static inline unsigned casata_b(casata_action x) { return x >> 8 & 255; }
static inline unsigned casata_c(casata_action x) { return x & 255; }

struct casata_outcome {
    casata_action action;
    uint32_t weight; /* > 0; probability is weight / sum of weights */
};

/* --- random numbers: xoshiro256**, seeded by splitmix64 ------------------------------------------------ */
struct casata_rng {
    uint64_t s[4];
};
void casata_rng_seed(struct casata_rng *rng, uint64_t seed);
static inline uint64_t casata_rng_next(struct casata_rng *rng) {
    uint64_t *s = rng->s, x = s[1] * 5, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return (x << 7 | x >> 57) * 9;
}
static inline uint32_t casata_rng_below(struct casata_rng *rng, uint32_t n) /* 0..n-1, n > 0 */ {
    return (uint32_t)((casata_rng_next(rng) >> 32) * n >> 32);
}

/* --- messages ---------------------------------------------------------------------------------------
 * Engines speak in message ids with arguments; the prose is in the translations. The id is looked up as
 * "<game>.<id>", e.g. "signorie.event.pay". In a template {0}, {1} ... are the arguments. */
enum casata_arg_type {
    CASATA_ARG_NUMBER, /* n */
    CASATA_ARG_WORD,   /* words, index: "<game>.<list>.<word>" */
    CASATA_ARG_COUNT, /* words, index, n: the same message in the plural form for n, which it prints as {n} */
    CASATA_ARG_SEAT,  /* n: the name of that seat */
};
struct casata_arg {
    const struct casata_words *words;
    int32_t n;
    uint8_t type, index;
};
struct casata_msg {
    const char *id; /* NULL: no message */
    uint8_t n;
    uint8_t seen; /* of an event: bit set of the viewers who may know it, CASATA_SPECTATOR included */
    struct casata_arg arg[CASATA_MAX_ARGS];
};
static inline struct casata_arg casata_number(int n) {
    return (struct casata_arg){NULL, n, CASATA_ARG_NUMBER, 0};
}
static inline struct casata_arg casata_word(const struct casata_words *w, unsigned i) {
    return (struct casata_arg){w, 0, CASATA_ARG_WORD, (uint8_t)i};
}
static inline struct casata_arg casata_count(const struct casata_words *w, unsigned i, int n) {
    return (struct casata_arg){w, n, CASATA_ARG_COUNT, (uint8_t)i};
}
static inline struct casata_arg casata_seat(int seat) {
    return (struct casata_arg){NULL, seat, CASATA_ARG_SEAT, 0};
}

/* Receives the effects of a decision. NULL = no listener. */
struct casata_sink {
    void (*emit)(struct casata_sink *sink, const struct casata_msg *event);
    bool revealed; /* set by apply when a hidden thing became known (see undo) */
    bool pause; /* set by emit: automatic steps stop at the next boundary of frames (casata_scene_between) */
};
enum { CASATA_EVERYBODY = 255 };

/* --- a game --------------------------------------------------------------------------------------------- */
struct casata_rules; /* rules.h */
struct casata_game_option;
/* A game with its edition of the figures. */
struct casata_game {
    const struct casata_rules *rules;
    const void *data;
    uint64_t edition; /* hash of the figures */
};

/* Earlier figures of a game, so that matches begun with them can continue (docs/data.md). */
struct casata_older {
    uint64_t edition;
    const void *data;
};

/* The beginning of every state. */
struct casata_frame {
    uint8_t phase;                    /* row of the phase table */
    uint8_t seat;                     /* who decides, where one seat does */
    uint8_t mask;                     /* seats still to answer, where several decide; 0 otherwise */
    uint8_t local[CASATA_MAX_LOCALS]; /* memory of the phase; named by CASATA_LOCALS in rules.h */
};
struct casata_head {
    uint8_t seats; /* players at the table */
    uint8_t depth; /* frames in use; 0 = the game is over */
    uint16_t turn; /* goes up whenever a player's turn or a new part of the round begins */
    uint8_t option[CASATA_MAX_GAME_OPTIONS]; /* index of the chosen value of each option of the game */
    struct casata_frame frame[CASATA_MAX_FRAMES];
};

/* Room for a state of any game: CASATA_STATE_BUFFER(view); */
#define CASATA_STATE_BUFFER(name) _Alignas(16) unsigned char name[CASATA_MAX_STATE]

/* --- registry ------------------------------------------------------------------------------------------ */
extern const struct casata_rules *const casata_all_rules[]; /* NULL-terminated */
/* The game with its built-in figures; false if the id is unknown. */
bool casata_find(const char *id, struct casata_game *game);
/* The same rules with other figures (size rules->data_size), which must outlive the game. */
struct casata_game casata_edition(const struct casata_rules *rules, const void *data);
/* Gives the game the figures of a built-in edition, current or earlier. false, with the game unchanged: no such
 * edition, or the game has corrected figures by request. */
bool casata_use_edition(struct casata_game *game, uint64_t edition);

/* --- the course of a game ------------------------------------------------------------------------------ */
enum casata_status {
    CASATA_OK,
    CASATA_BAD_SEATS,
    CASATA_BAD_OPTION,
    CASATA_OPTION_SEATS, /* an option not for that number of seats differs from its default */
    CASATA_NOT_YOUR_TURN,
    CASATA_ILLEGAL
};

/* Starts a game. option: an index for each option of the rules, or NULL for the defaults. */
enum casata_status casata_init(const struct casata_game *g, void *state, int seats, const uint8_t *option);
/* Number of values of an option that can be chosen with that many seats; 1: it does not apply there. */
int casata_option_values(const struct casata_game_option *option, int seats);
/* The first option that must have its default with that many seats but has not; NULL: none. */
const struct casata_game_option *casata_option_unfit(const struct casata_rules *rules, int seats,
                                                     const uint8_t *option);
unsigned casata_to_act(const struct casata_game *g, const void *state); /* bit set; 0 = over */
/* The lowest seat of a bit set, or CASATA_CHANCE; -1: the set is empty. */
static inline int casata_first_seat(unsigned set) { return set ? __builtin_ctz(set) : -1; }
/* All legal actions of a seat, ascending. */
int casata_legal(const struct casata_game *g, const void *state, int seat, casata_action *out);
/* The same without steps that only reorder others, by a fixed ranking: for use inside a search. Never empty where
 * something is legal. */
int casata_legal_distinct(const struct casata_game *g, const void *state, int seat, casata_action *out);
/* Forgets the order of the steps taken so far: from here nothing is redundant. For the root of a search. */
void casata_forget_order(const struct casata_game *g, void *state);
int casata_outcomes(const struct casata_game *g, const void *state, struct casata_outcome *out);
/* Is it one of them? seat may be CASATA_CHANCE. */
bool casata_is_legal(const struct casata_game *g, const void *state, int seat, casata_action a);
casata_action casata_sample(const struct casata_game *g, const void *state, struct casata_rng *rng);
/* Trusts its caller: the action is one of legal() or outcomes(). */
void casata_apply(const struct casata_game *g, void *state, int seat, casata_action a,
                  struct casata_sink *sink);
/* The checked entry for untrusted input. The state is unchanged unless CASATA_OK is returned. */
enum casata_status casata_play(const struct casata_game *g, void *state, int seat, casata_action a,
                               struct casata_sink *sink);

int32_t casata_score(const struct casata_game *g, const void *state, int seat, bool projected);
/* Is the seat out of the game (`projected`: if it ended now)? Then it has lost, whatever its score. */
bool casata_out(const struct casata_game *g, const void *state, int seat, bool projected);
/* Expected final result of each seat at the table in 1/100 points; of one of them; by its terms (rules->terms). */
void casata_eval(const struct casata_game *g, const void *state, int32_t *value);
int32_t casata_eval_seat(const struct casata_game *g, const void *state, int seat);
void casata_terms(const struct casata_game *g, const void *state, int32_t (*term)[CASATA_MAX_TERMS]);
void casata_redact(const struct casata_game *g, void *state, int viewer);
/* A copy redacted for the viewer, into a buffer for states. */
void casata_view(const struct casata_game *g, const void *state, int viewer, void *view);
void casata_resample(const struct casata_game *g, void *state, int viewer, struct casata_rng *rng);
uint64_t casata_hash(const struct casata_game *g, const void *state);
uint64_t casata_hash_bytes(const void *bytes, size_t n, uint64_t seed);
/* NULL, or the name of the broken invariant; survives any state_size bytes. */
const char *casata_check(const struct casata_game *g, const void *state);
/* The part of it that holds for redacted states too, whose hidden things are missing: seats, options, frames. */
const char *casata_check_view(const struct casata_game *g, const void *state);
const char *casata_phase_name(const struct casata_game *g, const void *state); /* of the top frame; "over" */

/* --- text form ----------------------------------------------------------------------------------------- */
enum { CASATA_ACTION_TEXT = 80 };
int casata_action_text(const struct casata_rules *rules, casata_action a,
                       char out[CASATA_ACTION_TEXT]);                                  /* length */
casata_action casata_action_parse(const struct casata_rules *rules, const char *text); /* 0: not an action */
/* The action as a message with its operands as arguments. */
struct casata_msg casata_action_msg(const struct casata_rules *rules, casata_action a);

/* --- playouts ------------------------------------------------------------------------------------------ */
struct casata_playout {
    uint32_t decisions; /* of seats */
    uint32_t chances;
    uint64_t options; /* legal actions summed over the decisions */
    uint32_t options_max;
};
/* Plays uniformly random legal actions to the end, at most `limit` decisions; true if the game ended. */
bool casata_playout(const struct casata_game *g, void *state, struct casata_rng *rng, uint32_t limit,
                    struct casata_playout *count);

/* --- snapshots: a state as bytes, with a header that identifies it ---------------------------------- */
enum { CASATA_SNAPSHOT_HEADER = 40 };
size_t casata_snapshot_write(const struct casata_game *g, const void *state,
                             uint8_t *out); /* header + state_size */
uint64_t casata_snapshot_edition(const uint8_t *bytes,
                                 size_t n); /* of the figures, not checked; 0: cut off */
/* NULL, or the error. The state is written only on success, after all checks. */
const char *casata_snapshot_read(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state);
/* The same for a redacted state, from a trusted server: the checksum shows that it arrived intact, but the
 * invariants of a whole state are not checked. Only for display and for code that starts from a view. */
const char *casata_snapshot_view(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state);

/* --- messages and positions as JSON ---------------------------------------------------------------------- */
struct casata_writer; /* writer.h */
void casata_msg_json(const struct casata_msg *msg,
                     struct casata_writer *w); /* ids without "<game>." in front */
/* A number, {"seat":n}, {"word":"list.word"} or {"word":…,"n":n}. */
void casata_arg_json(const struct casata_arg *arg, struct casata_writer *w);
/* The number of a seat, or "chance". */
void casata_decider_json(int seat, struct casata_writer *w);
void casata_position_json(const struct casata_game *g, const void *state, struct casata_writer *w);
/* Position JSON into a state, which is written only on success, after all checks. False: err has the error. */
bool casata_position_read(const struct casata_game *g, const char *json, size_t n, void *state,
                          char err[200]);
/* The value of an option by its word (NULL: not a text); -1 with a message in err. */
int casata_option_find(const struct casata_game_option *option, const char *text, size_t n, char err[200]);

#endif
