/* game.h: the rules interface. A game is a flat state and pure functions over it.
 *
 * The state is one POD struct that begins with struct casata_head; memcpy clones it, its bytes are its
 * identity (no padding, unused parts zero). Nothing here allocates, prints, reads a clock or keeps a
 * mutable global, so the same code runs in the server, in a search, in a fuzzer and in WebAssembly.
 *
 * A turn is a stack of frames inside the state. Every phase of a game is one row of its phase table:
 * what may be decided (legal or outcomes), what a decision does (apply), what happens by itself (step).
 */
#ifndef CASATA_GAME_H
#define CASATA_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CASATA_MAX_SEATS = 6,
    CASATA_SPECTATOR = 6,   /* a viewer who sits nowhere */
    CASATA_CHANCE = 7,      /* chance decides as if it were a player; its bit in to_act is 1 << 7 */
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

/* The text form is "verb operand operand ...", made from this table; row = kind, row 0 is unused.
 * An operand is a word of its list, a decimal number, or DIGITS: b and c together as up to four hex
 * digits without trailing zeros ("roll red 1336"). */
enum casata_operand_type {
    CASATA_OPERAND_NONE,
    CASATA_OPERAND_NUMBER,
    CASATA_OPERAND_WORD,
    CASATA_OPERAND_DIGITS,
    CASATA_OPTIONAL = 8 /* added to a number or word at the end: may be CASATA_ABSENT and is then left out */
};
struct casata_operand {
    uint8_t type;
    const struct casata_words *words;
};
struct casata_action_form {
    const char *verb;
    const char *message; /* id of its prose: "act.<verb>" */
    struct casata_operand operand[3];
};
enum { CASATA_ABSENT = 255 };

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

/* --- frames -------------------------------------------------------------------------------------------- */
enum { CASATA_MAX_LOCALS = 5 };
struct casata_frame {
    uint8_t phase;                    /* row of the phase table */
    uint8_t seat;                     /* who decides, where one seat does */
    uint8_t mask;                     /* seats that still have to answer, where several do; 0 otherwise */
    uint8_t local[CASATA_MAX_LOCALS]; /* what the phase remembers; named by CASATA_LOCALS */
};
/* The locals of a phase, named once for the code, for position JSON and for whoever reads the row:
 *     #define POINTS(X) X(left) X(tracks)
 *     CASATA_LOCALS(sig_points, POINTS);                                      struct sig_points
 *     struct sig_points *l = casata_locals(sig_points, f);                    of a frame; const if the frame is
 *     ... .locals = CASATA_LOCAL_NAMES(POINTS), ...                           in the row
 * Each is one byte; unused ones are 0. */
#define CASATA_LOCAL_FIELD(name) uint8_t name;
#define CASATA_LOCAL_NAME(name)  #name " "
#define CASATA_LOCALS(type, LIST) \
    struct type {                 \
        LIST(CASATA_LOCAL_FIELD)  \
    };                            \
    _Static_assert(sizeof(struct type) <= CASATA_MAX_LOCALS, "a frame has five locals")
#define CASATA_LOCAL_NAMES(LIST) LIST(CASATA_LOCAL_NAME)
#define casata_locals(type, f) \
    _Generic((f), const struct casata_frame *: (const struct type *)(f)->local, \
             struct casata_frame *: (struct type *)(uintptr_t)(f)->local)
struct casata_head {
    uint8_t seats; /* players at the table */
    uint8_t depth; /* frames in use; 0 = the game is over */
    uint16_t turn; /* goes up whenever a player's turn or a new part of the round begins */
    uint8_t option[CASATA_MAX_GAME_OPTIONS]; /* index of the chosen value of each option of the game */
    struct casata_frame frame[CASATA_MAX_FRAMES];
};
static inline struct casata_frame *casata_top(void *state) {
    struct casata_head *h = state;
    return &h->frame[h->depth - 1];
}
static inline const struct casata_frame *casata_top_of(const void *state) {
    const struct casata_head *h = state;
    return &h->frame[h->depth - 1];
}
/* The frame that this one lies on: what it was begun for. And the one that lies on it; frames are side by side. */
#define casata_below(f) ((f)-1)
#define casata_above(f) ((f) + 1)
static inline struct casata_frame *casata_push(void *state, unsigned phase,
                                               unsigned seat) /* zeroed locals */ {
    struct casata_head *h = state;
    struct casata_frame *f = &h->frame[h->depth++];
    *f = (struct casata_frame){.phase = (uint8_t)phase, .seat = (uint8_t)seat};
    return f;
}
/* The same, for its locals: casata_begin(sig_points, s, SIG_PH_POINTS, seat)->left = 4; */
#define casata_begin(type, state, phase, seat) casata_locals(type, casata_push(state, phase, seat))
static inline void casata_pop(void *state) /* the freed frame is zeroed: bytes are identity */ {
    struct casata_head *h = state;
    h->frame[--h->depth] = (struct casata_frame){0};
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

/* Where apply() tells what it does. NULL = nobody listens. */
struct casata_sink {
    void (*emit)(struct casata_sink *sink, const struct casata_msg *event);
    bool revealed; /* set by apply when a hidden thing became known (see undo) */
};
enum { CASATA_EVERYBODY = 255 };
/* Sends an event of n arguments to those who may know it; does nothing without a sink. What seats know
 * differently is two events: the full one for those who know, a vague one for the others. */
void casata_emit_to(struct casata_sink *sink, unsigned seen, const char *id, int n, ...);
void casata_emit(struct casata_sink *sink, const char *id, int n, ...); /* to everybody */
/* In a search nobody listens: then not even the arguments are made. */
#define casata_emit_to(sink, ...) ((sink) ? (casata_emit_to)(sink, __VA_ARGS__) : (void)0)
#define casata_emit(sink, ...)    ((sink) ? (casata_emit)(sink, __VA_ARGS__) : (void)0)

/* --- the scene: what lies on the table, for every front end ------------------------------------------
 * A slot is a named place "<family>[.<row>][.<col>]"; a piece lies in one slot. Front ends know slots and
 * pieces, not games: the browser places slots by name, the terminal prints a family as a grid with a line
 * for each row and a cell for each column. */
enum casata_layout {
    CASATA_FIXED, /* one place on a board */
    CASATA_ROW,   /* container: pieces side by side */
    CASATA_STACK, /* container: pieces on top of each other */
    CASATA_FAN,   /* container: a hand */
    CASATA_TRACK, /* one space of a track */
    CASATA_TREE   /* container: a family tree */
};
struct casata_family {               /* all slots of one kind; rules->families lists them */
    const char *name;                /* "city": title in message "slot.city", explanation in "help.city" */
    uint8_t layout;                  /* enum casata_layout */
    const struct casata_words *rows; /* words of the row part, NULL: none */
    const char *rule;                /* rule number: "R8.6" */
};
struct casata_slot {
    uint8_t family; /* index into rules->families */
    uint8_t row;    /* index into the family's rows */
    int8_t col;     /* column part, -1: none */
    int8_t seat;    /* whose board it is on, -1: the common board; otherwise the name begins "p<seat>." */
    int16_t value;  /* figure printed there, -1: none */
    uint16_t
        above; /* of a tree: 1 + index of the slot that this one hangs on, which comes before it; 0: none */
    struct casata_arg print; /* word printed there; words NULL: none */
    struct casata_arg also;  /* a second word, only beside the first; words NULL: none */
    bool open; /* what is printed stays in sight, whatever lies there (tracks are so by themselves) */
};
struct casata_piece {
    uint16_t id;   /* unique in the scene; stable through the game for pieces that can be told apart. Alike
                      pieces of   one owner (pawns) are matched by kind, seat and face when a move is animated */
    uint16_t slot; /* index into slots */
    int8_t seat;   /* owner, -1: none */
    uint8_t index; /* kind, in the words list `kinds` of the rules */
    int16_t value; /* number shown on it, -1: none */
    int16_t count; /* how many alike pieces this one stands for, normally 1 */
    struct casata_arg face; /* a word printed on it; words NULL: none */
};
struct casata_counter {
    uint8_t seat;
    uint8_t index; /* word of the rules' `units` list */
    int32_t n;
};
enum { CASATA_MAX_LIGHTS = 16 };
struct casata_choice {
    casata_action action;
    int16_t slot, piece; /* what a person would touch, -1: only a button */
    uint8_t n_cost, n_gain, n_lights;
    /* Known before acting, as counts of units. A negative cost is something unwanted that one takes on. */
    struct casata_arg cost[3], gain[4];
    /* Pieces that come into play with it, to be shown before acting; message "lights" says in what way. */
    int16_t light[CASATA_MAX_LIGHTS];
    struct casata_msg text;
    const char *rule;
};
struct casata_blocked { /* something a person might try, and why it cannot be done */
    int16_t slot, piece;
    struct casata_msg text, reason;
    const char *rule;
};
enum { CASATA_MAX_SLOTS = 640, CASATA_MAX_PIECES = 768, CASATA_MAX_COUNTERS = 96, CASATA_MAX_BLOCKED = 64 };
struct casata_scene {
    int n_slots, n_pieces, n_counters, n_choices, n_blocked;
    int seat; /* who decides what `choices` lists; CASATA_CHANCE while chance is due; -1: over */
    struct casata_msg prompt; /* what is asked, in one sentence */
    struct casata_slot slot[CASATA_MAX_SLOTS];
    struct casata_piece piece[CASATA_MAX_PIECES];
    struct casata_counter counter[CASATA_MAX_COUNTERS];
    struct casata_choice choice[CASATA_MAX_CHOICES];
    struct casata_blocked blocked[CASATA_MAX_BLOCKED];
};

/* --- the state described, for position JSON in and out ------------------------------------------------- */
enum { CASATA_SIGNED = 64 };
struct casata_field {
    const char *name;
    uint16_t offset;
    uint8_t size;   /* of one number: 1, 2 or 4 bytes; + CASATA_SIGNED if it may be below 0 */
    uint8_t dim[2]; /* 0 = no such dimension; dim {0,0} is a single number */
    const struct casata_words *key[2]; /* names of the indices: an object instead of a list */
    const struct casata_words *value;  /* the number is an index into these words */
};
static inline unsigned casata_field_size(const struct casata_field *f) { return f->size % CASATA_SIGNED; }
struct casata_fields {       /* a struct, or an array of them with one element for each seat */
    const char *name;        /* NULL: the state itself */
    uint16_t offset, stride; /* stride 0: not an array */
    uint16_t n;
    const struct casata_field *field;
};

/* --- the phase table ----------------------------------------------------------------------------------- */
enum {
    CASATA_AUTO_SINGLE = 1, /* a single legal action is applied by the engine */
    CASATA_SEVERAL = 2,     /* several seats decide: those of the frame's mask */
};
/* Bits of `parents`. */
#define CASATA_ON(phase) (UINT64_C(1) << (phase))
#define CASATA_BOTTOM    (UINT64_C(1) << 63)
enum { CASATA_MAX_PHASES = 63 };
struct casata_stage; /* core/stage.h: a scene while a game sets it up */
struct casata_phase {
    const char *name;
    const char *locals; /* CASATA_LOCAL_NAMES: names in position JSON, a blank after each; NULL: none */
    uint64_t
        parents; /* phases that may lie below: CASATA_ON(phase) | ...; CASATA_BOTTOM: may be the bottom */
    unsigned flags;
    /* Decision of a seat: writes the options ascending and unique, returns how many (>= 1). */
    int (*legal)(const void *data, const void *state, const struct casata_frame *f, int seat,
                 casata_action *out);
    /* Decision of chance: all outcomes ascending, or one drawn by weight. */
    int (*outcomes)(const void *data, const void *state, const struct casata_frame *f,
                    struct casata_outcome *out);
    casata_action (*sample)(const void *data, const void *state, const struct casata_frame *f,
                            struct casata_rng *rng);
    /* Carries out a decision; f is the top frame, it stays unless apply pops it. */
    void (*apply)(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                  struct casata_sink *sink);
    /* What happens by itself while f is on top. True: the stack changed, look again. False: a decision is
     * due. */
    bool (*step)(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink);
    /* Locals in range? For positions from outside. */
    bool (*valid)(const void *data, const void *state, const struct casata_frame *f);

    /* How the decision is shown. Data and state are in the stage; the state is redacted for the viewer. */
    const char *ask; /* message of the prompt with the seat as its argument; `prompt` where it needs more */
    struct casata_msg (*prompt)(const struct casata_stage *stage, const struct casata_frame *f, int seat);
    /* Completes an option: what a person would touch, what it costs and brings, its words if they are not those of
     * the action, its rule. */
    void (*describe)(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                     struct casata_choice *c);
    /* Where an option stands in the list, smallest first; NULL: as legal() lists them. */
    unsigned (*rank)(const struct casata_frame *f, casata_action a);
    /* Adds what a person might try in vain, and why. */
    void (*explain)(struct casata_stage *stage, const struct casata_frame *f, int seat);
};
/* Phase tables are made from one list, X(id, row): the enum by CASATA_ENUM, and: */
#define CASATA_PHASE_DECLARE(id, row) extern const struct casata_phase row;
#define CASATA_PHASE_ROW(id, row)     [id] = &row,

struct casata_game_option {
    const char *id;
    const struct casata_words *values; /* value 0 is the default */
    uint8_t min_seats, max_seats;      /* for how many seats it can be chosen; 0: no bound */
};

/* What nobody who can play does, for the checks of bots (casata_never_look). */
struct casata_folly {
    const char *refusals; /* verbs of actions that forgo something; NULL: none */
    uint16_t money,
        money_step;    /* where a seat's money lies: uint16_t of seat 0, bytes to that of the next; 0: none */
    int16_t ruin;      /* a score that nobody may end with less than */
    uint64_t choosing; /* phases, as bits, in which such a verb forgoes nothing but chooses what to do */
};

/* --- the rules table ----------------------------------------------------------------------------------- */
struct casata_schema; /* src/core/table.h */
struct casata_rules {
    const char *id, *name;
    uint16_t rules_version;
    uint8_t min_seats, max_seats;
    uint16_t state_size, data_size;
    uint16_t max_decisions; /* no game has more decisions, chance included */
    uint16_t look_ns;       /* what a bot takes for a look at an option, about: by this it counts its time */
    uint16_t margin;        /* 1/100 points that decide a game among equals, about: what points weigh by */
    uint16_t slip; /* 1/100 points: a tenth of it in each judgement makes a bot lose clearly more often */
    struct casata_folly folly;
    uint8_t n_options, n_phases, n_forms, n_fields, n_parts, n_families;
    uint16_t n_features;
    const struct casata_game_option *options;
    const struct casata_phase *const *phases; /* ORDER phase: each is one const row beside its functions */
    const struct casata_action_form *forms;
    const struct casata_fields *fields;
    const struct casata_family *families; /* of slots; a scene lists the slots of a family together */
    const struct casata_words *parts;     /* of a score */
    const struct casata_words *kinds;     /* of pieces */
    const struct casata_words *units;     /* of counters, costs and gains */
    const struct casata_words *terms;     /* of the evaluation, in words that a player is told */
    const void *data;                     /* the built-in edition, rules->data_size bytes */
    const struct casata_schema *schema;

    /* Writes the first state into zeroed memory; head.seats and head.option are set already. */
    void (*init)(const void *data, void *state);
    /* NULL, or makes what follows from the other fields and is in the state only for speed; such fields are not listed
     * in `fields`. Called after a position was read; must survive any bytes. */
    void (*derive)(const void *data, void *state);
    /* Points of a seat by part; `projected`: as if the game ended now. */
    void (*parts_of)(const void *data, const void *state, int seat, bool projected, int32_t *part);
    /* Rank of each seat, 1 = winner, while the game goes on as if it ended now; ties after the tie break share a rank. */
    void (*ranks)(const void *data, const void *state, uint8_t *rank);
    /* Removes what `viewer` may not know; NULL: nothing in the state is hidden from anybody. */
    void (*redact)(const void *data, void *state, int viewer);
    /* Draws anew what `viewer` does not know, consistent with what he knows; NULL as above. */
    void (*resample)(const void *data, void *state, int viewer, struct casata_rng *rng);
    /* NULL, or the name of the broken invariant. Must survive any bytes. Frames are checked by the core. */
    const char *(*check)(const void *data, const void *state);
    /* NULL, or fills in what `fields` leave out because it follows from the rest, for a position from outside. Must
     * survive any bytes. */
    void (*complete)(const void *data, void *state);
    /* Lays slots, pieces and counters on an empty stage, whose state is redacted for its viewer. The core adds the
     * prompt and the legal actions from the phase row. */
    void (*scene)(struct casata_stage *stage);
    /* Named numbers for learning, from the view of a seat. */
    void (*features)(const void *data, const void *state, int seat, int16_t *out);
    const char *(*feature_name)(int i);
    /* Expected final result in 1/100 points, as a sum of the named terms: what bots judge by and what their reasons are
     * made of. At the end of a game it is the score times 100. seats: bit set of those that are asked for; nothing is
     * written for others. term: NULL where only the sums are wanted, which is the usual case and must be quick;
     * otherwise all terms of each seat, which add up to its value exactly. */
    void (*eval)(const void *data, const void *state, unsigned seats, int32_t *value,
                 int32_t (*term)[CASATA_MAX_TERMS]);
};

/* A game with its edition of the figures. */
struct casata_game {
    const struct casata_rules *rules;
    const void *data;
    uint64_t edition; /* hash of the figures */
};

/* --- registry ------------------------------------------------------------------------------------------ */
extern const struct casata_rules *const casata_all_rules[]; /* NULL-terminated */
/* The game with its built-in figures; false if the id is unknown. */
bool casata_find(const char *id, struct casata_game *game);
/* The same rules with other figures (size rules->data_size), which must outlive the game. */
struct casata_game casata_edition(const struct casata_rules *rules, const void *data);

/* --- the course of a game ------------------------------------------------------------------------------ */
enum casata_status {
    CASATA_OK,
    CASATA_BAD_SEATS,
    CASATA_BAD_OPTION,
    CASATA_OPTION_SEATS, /* an option that is not for that number of seats has another value than its default */
    CASATA_NOT_YOUR_TURN,
    CASATA_ILLEGAL
};

/* Starts a game. option: an index for each option of the rules, or NULL for the defaults. */
enum casata_status casata_init(const struct casata_game *g, void *state, int seats, const uint8_t *option);
/* How many values of an option can be chosen at a table of so many seats; 1: it does not apply there. */
int casata_option_values(const struct casata_game_option *option, int seats);
/* The first option that would have to have its default with so many seats and has not; NULL: none. */
const struct casata_game_option *casata_option_unfit(const struct casata_rules *rules, int seats,
                                                     const uint8_t *option);
unsigned casata_to_act(const struct casata_game *g, const void *state); /* bit set; 0 = over */
int casata_legal(const struct casata_game *g, const void *state, int seat, casata_action *out);
int casata_outcomes(const struct casata_game *g, const void *state, struct casata_outcome *out);
casata_action casata_sample(const struct casata_game *g, const void *state, struct casata_rng *rng);
/* Trusts its caller: the action is one of legal() or outcomes(). */
void casata_apply(const struct casata_game *g, void *state, int seat, casata_action a,
                  struct casata_sink *sink);
/* The checked entry for untrusted input. The state is unchanged unless CASATA_OK is returned. */
enum casata_status casata_play(const struct casata_game *g, void *state, int seat, casata_action a,
                               struct casata_sink *sink);

int32_t casata_score(const struct casata_game *g, const void *state, int seat, bool projected);
/* Expected final result of each seat at the table in 1/100 points; of one of them; by its terms (rules->terms). */
void casata_eval(const struct casata_game *g, const void *state, int32_t *value);
int32_t casata_eval_seat(const struct casata_game *g, const void *state, int seat);
void casata_terms(const struct casata_game *g, const void *state, int32_t (*term)[CASATA_MAX_TERMS]);
void casata_redact(const struct casata_game *g, void *state, int viewer);
void casata_resample(const struct casata_game *g, void *state, int viewer, struct casata_rng *rng);
uint64_t casata_hash(const struct casata_game *g, const void *state);
uint64_t casata_hash_bytes(const void *bytes, size_t n, uint64_t seed);
/* NULL, or the name of the broken invariant; survives any state_size bytes. */
const char *casata_check(const struct casata_game *g, const void *state);
/* The part of it that holds of a redacted state too, where hidden things are missing: seats, options, frames. */
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

/* --- snapshots: a state as bytes, with a header that tells what it is ---------------------------------- */
enum { CASATA_SNAPSHOT_HEADER = 40 };
size_t casata_snapshot_write(const struct casata_game *g, const void *state,
                             uint8_t *out); /* header + state_size */
/* NULL, or what is wrong. The state is written only on success, after all checks. */
const char *casata_snapshot_read(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state);
/* The same for a redacted state, from a server that is trusted: the checksum tells that it is as it was sent,
 * but the invariants of a whole state are not asked for. Only for looking at and for what starts from a view. */
const char *casata_snapshot_view(const struct casata_game *g, const uint8_t *bytes, size_t n, void *state);

/* --- scene and position as JSON ------------------------------------------------------------------------ */
struct casata_writer; /* writer.h */
/* Redacts a copy for the viewer, lets the game draw it and adds every legal action of `viewer`
 * (of the seat to act for a spectator: none). */
void casata_scene_build(const struct casata_game *g, const void *state, int viewer,
                        struct casata_scene *scene);
void casata_scene_json(const struct casata_game *g, const struct casata_scene *scene,
                       struct casata_writer *w);
int casata_slot_name(const struct casata_rules *rules, const struct casata_slot *slot, char out[64]);
void casata_msg_json(const struct casata_msg *msg,
                     struct casata_writer *w); /* ids without "<game>." in front */
void casata_position_json(const struct casata_game *g, const void *state, struct casata_writer *w);
/* Position JSON into a state, which is written only on success, after all checks. False: err says what is wrong. */
bool casata_position_read(const struct casata_game *g, const char *json, size_t n, void *state,
                          char err[200]);
/* The value of an option by its word (NULL: something else was given); -1 with a message in err. */
int casata_option_find(const struct casata_game_option *option, const char *text, size_t n, char err[200]);

#endif
