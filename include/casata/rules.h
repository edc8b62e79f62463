/* rules.h: write a game: the tables and functions that make one (docs/new-game.md).
 *
 * A turn is a stack of frames inside the state. Every phase of a game is one row of its phase table:
 * the possible decisions (legal or outcomes), their effect (apply), automatic steps (step), and
 * how the decision is shown (prompt, describe, explain). */
#ifndef CASATA_RULES_H
#define CASATA_RULES_H

#include "casata/scene.h"

/* --- the text form of actions ----------------------------------------------------------------------------- */
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
/* Options that take nothing come last in scenes. A pass gives up other options: front ends ask first. */
enum casata_ending { CASATA_GOES_ON, CASATA_DONE, CASATA_PASS };
struct casata_action_form {
    const char *verb;
    const char *message; /* id of its prose: "act.<verb>" */
    struct casata_operand operand[3];
    uint8_t ending; /* enum casata_ending */
};
enum { CASATA_ABSENT = 255 };

/* --- frames -------------------------------------------------------------------------------------------- */
/* The locals of a phase, named once for the code, for position JSON and for readers of the row:
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
/* For `words`: .words = {CASATA_LOCAL_SET(sig_points, tracks, sig_tracks)}. A bit set; a word; 0 or a word's index + 1. */
#define CASATA_LOCAL_SET(type, name, words)  [offsetof(struct type, name)] = {&(words), CASATA_AS_SET}
#define CASATA_LOCAL_WORD(type, name, words) [offsetof(struct type, name)] = {&(words), CASATA_AS_WORD}
#define CASATA_LOCAL_OR_NONE(type, name, words) \
    [offsetof(struct type, name)] = {&(words), CASATA_AS_WORD_OR_NONE}
enum { CASATA_AS_SET, CASATA_AS_WORD, CASATA_AS_WORD_OR_NONE };
#define CASATA_NONE "none" /* the word for 0 where the others begin with 1 */
struct casata_local_words {
    const struct casata_words *words; /* NULL: a number */
    uint8_t as;
};
/* A local as a bit, for `order`. */
#define CASATA_ORDER(type, name) (1u << offsetof(struct type, name))
#define casata_locals(type, f) \
    _Generic((f), const struct casata_frame *: (const struct type *)(f)->local, \
             struct casata_frame *: (struct type *)(uintptr_t)(f)->local)
static inline struct casata_frame *casata_top(void *state) {
    struct casata_head *h = state;
    return &h->frame[h->depth - 1];
}
static inline const struct casata_frame *casata_top_of(const void *state) {
    const struct casata_head *h = state;
    return &h->frame[h->depth - 1];
}
/* The frame below this one, for which it was begun, and the one above; frames are contiguous. */
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

/* --- events ---------------------------------------------------------------------------------------------- */
/* Sends an event of n arguments to those who may know it; does nothing without a sink. Partly
 * hidden events are sent twice: in full to those who know, vague to the others. */
void casata_emit_to(struct casata_sink *sink, unsigned seen, const char *id, int n, ...);
void casata_emit(struct casata_sink *sink, const char *id, int n, ...); /* to everybody */
/* In a search there is no sink: then not even the arguments are evaluated. */
#define casata_emit_to(sink, ...) ((sink) ? (casata_emit_to)(sink, __VA_ARGS__) : (void)0)
#define casata_emit(sink, ...)    ((sink) ? (casata_emit)(sink, __VA_ARGS__) : (void)0)

extern const struct casata_words casata_seat_words; /* "0" to "5": sets of seats */

/* --- the state described, for position JSON in and out ------------------------------------------------- */
/* Added to the size of a number: it is a bit set of that many bytes, with bits named by `value`, written as a list of
 * those words; it may be negative; older positions lack it, it was 0. */
enum { CASATA_SET = 32, CASATA_SIGNED = 64, CASATA_LATER = 128 };
struct casata_field {
    const char *name;
    uint16_t offset;
    uint8_t size;                      /* of one number: 1, 2 or 4 bytes (a set: 1 to 31), plus flags */
    uint8_t dim[2];                    /* 0 = no such dimension; dim {0,0} is a single number */
    const struct casata_words *key[2]; /* names of the indices: an object instead of a list */
    const struct casata_words *value;  /* the number is an index into these words */
};
static inline unsigned casata_field_size(const struct casata_field *f) { return f->size % CASATA_SET; }
static inline bool casata_field_is_set(const struct casata_field *f) { return f->size & CASATA_SET; }
struct casata_fields {       /* a struct, or an array of them with one element for each seat */
    const char *name;        /* NULL: the state itself */
    uint16_t offset, stride; /* stride 0: not an array */
    uint16_t n;
    const struct casata_field *field;
};

/* --- the phase table ----------------------------------------------------------------------------------- */
enum {
    CASATA_SEVERAL = 1, /* several seats decide: those of the frame's mask */
};
/* Bits of `parents`. */
#define CASATA_ON(phase) (UINT64_C(1) << (phase))
#define CASATA_BOTTOM    (UINT64_C(1) << 63)
enum { CASATA_MAX_PHASES = 63 };
struct casata_scene_builder; /* core/scene_build.h: a scene while a game sets it up */
struct casata_phase {
    const char *name;
    const char *locals; /* CASATA_LOCAL_NAMES: names in position JSON, a blank after each; NULL: none */
    struct casata_local_words words[CASATA_MAX_LOCALS]; /* of the locals, for position JSON */
    uint64_t parents; /* phases that may lie below: CASATA_ON(phase) | ..., CASATA_BOTTOM for none */
    unsigned flags;
    /* Decision of a seat: writes the options ascending and unique, returns how many (>= 1). */
    int (*legal)(const void *data, const void *state, const struct casata_frame *f, int seat,
                 casata_action *out);
    /* Decision of chance: all outcomes ascending, or one drawn by weight. */
    int (*outcomes)(const void *data, const void *state, const struct casata_frame *f,
                    struct casata_outcome *out);
    casata_action (*sample)(const void *data, const void *state, const struct casata_frame *f,
                            struct casata_rng *rng);
    /* May the only legal option be carried out unasked? Only if it costs nothing, takes on nothing, reveals nothing and
     * ends no turn that the seat could still shape; anything the log would not explain is emitted here, with its
     * reason. NULL: always asked. casata_unasked: never. */
    bool (*forced)(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                   struct casata_sink *sink);
    /* Of steps that may be taken in any order: is the same position also reached by an order that comes first in a fixed
     * ranking? (An action ranks below the highest one that was taken.) NULL: never. `order`: the locals that only this
     * function reads, as bits (CASATA_ORDER): the memory of the ranking, where 0 makes nothing redundant. All orders
     * of the same steps leave the same bytes. */
    bool (*redundant)(const void *data, const void *state, const struct casata_frame *f, int seat,
                      casata_action a);
    uint8_t order;
    /* Carries out a decision; f is the top frame, it stays unless apply pops it. */
    void (*apply)(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                  struct casata_sink *sink);
    /* Automatic steps while f is on top. True: the stack changed, look again. False: a decision is due. */
    bool (*step)(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink);
    /* Locals in range? For positions from outside. */
    bool (*valid)(const void *data, const void *state, const struct casata_frame *f);

    /* How the decision is shown. Data and state are in the builder; the state is redacted for the viewer. */
    const char *ask; /* message of the prompt with the seat as its argument; `prompt` where it needs more */
    struct casata_msg (*prompt)(const struct casata_scene_builder *build, const struct casata_frame *f,
                                int seat);
    /* Completes an option: where a person would touch, costs and gains, its text if not the action's own, its
     * rule. */
    void (*describe)(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                     struct casata_choice *c);
    /* Where an option stands in the list, smallest first; NULL: as legal() lists them. */
    unsigned (*rank)(const struct casata_frame *f, casata_action a);
    /* Adds runs of steps that a person may take with one touch (casata_add_run); NULL: none. */
    void (*runs)(struct casata_scene_builder *build, const struct casata_frame *f, int seat);
    /* General reasons for places of families that carry options; NULL: none. */
    const struct casata_vain *vain;
    /* Adds things a person might try in vain, and why: reasons of single places. */
    void (*explain)(struct casata_scene_builder *build, const struct casata_frame *f, int seat);
};
/* For `forced`: a single option is never worth a question. */
bool casata_unasked(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink);
/* Phase tables are made from one list, X(id, row): the enum by CASATA_ENUM, and: */
#define CASATA_PHASE_DECLARE(id, row) extern const struct casata_phase row;
#define CASATA_PHASE_ROW(id, row)     [id] = &row,

struct casata_game_option {
    const char *id;
    const struct casata_words *values; /* value 0 is the default */
    uint8_t min_seats, max_seats;      /* for how many seats it can be chosen; 0: no bound */
};

/* Two kinds of steps of a phase with `redundant` whose order matters by a rule of the game: prefixes of their texts
 * ("": any). For tests, which require all others to work in any order. */
struct casata_ordered {
    uint8_t phase;
    const char *first, *second, *rule;
};

/* --- for bots only --------------------------------------------------------------------------------------- */
/* Moves that no competent player makes, for the checks of bots (casata_blunder_check). */
struct casata_blunder_sheet {
    const char *refusals; /* verbs of actions that forgo something; NULL: none */
    /* Prefixes of actions that take on a burden or give something away, separated by semicolons: bots never choose one
     * by noise, only where it is best. NULL: none. */
    const char *burdens;
    /* Offset of a seat's money: the uint16_t of seat 0, bytes to that of the next; 0: none. */
    uint16_t money, money_step;
    int16_t ruin;      /* nobody may end with a score below this */
    uint64_t choosing; /* phases, as bits, in which a refusal is a choice and forgoes nothing */
};

struct casata_bot_sheet {
    uint16_t eval_ns; /* rough cost of evaluating an option: bots count their time by it */
    uint16_t margin;  /* 1/100 points that roughly decide a game among equals: the scale of points */
    /* Noise of each level in 1/100 points, so that each wins 65 to 85 % against the one below with two seats. */
    uint16_t noise[CASATA_LEVEL_COUNT]; /* ORDER level */
    uint16_t n_features;
    struct casata_blunder_sheet blunders;
    const struct casata_words *terms; /* of the evaluation, as shown to players */
    /* Named numbers for learning, from the view of a seat. */
    void (*features)(const void *data, const void *state, int seat, int16_t *out);
    const char *(*feature_name)(int i);
    /* Expected final result in 1/100 points, as a sum of the named terms: the basis of bots' judgement and of their
     * reasons. At the end of a game it is the score times 100, less for a seat that is out. seats: bit set of the
     * seats wanted; nothing is written for others. term: NULL where only the sums are wanted, the usual case, which
     * must be quick; otherwise all terms of each seat, which add up to its value exactly. */
    void (*eval)(const void *data, const void *state, unsigned seats, int32_t *value,
                 int32_t (*term)[CASATA_MAX_TERMS]);
};

/* --- statistics of `casata balance` ------------------------------------------------------------------------- */
struct casata_trait {                 /* something that distinguishes a seat: a power, a board */
    const struct casata_words *words; /* its values; the name of the list is its name */
    int (*of)(const void *data, const void *state, int seat); /* asked when the game is over; -1: none */
};
struct casata_thing { /* something a seat can take by an action: a card, a tile, a bonus */
    const char *verb;
    uint8_t operand; /* 0 to 2: the operand of the action that names it */
    /* Where no operand names it: its words, and the one an option takes, asked before `state` changes; -1: none. */
    const struct casata_words *words;
    int (*of)(const void *data, const void *state, casata_action a);
};
struct casata_balance_sheet {
    unsigned (*round)(const void *state); /* how many rounds or Years have begun; 0 during set-up */
    /* In the order of play, 0 is first; asked in the first round. */
    int (*place)(const void *state, int seat);
    const struct casata_trait *traits; /* ends with a row without words; NULL: none */
    const struct casata_thing *things; /* ends with a row without a verb; NULL: none */
};
/* The place of a seat in a list of seats. */
static inline int casata_place_in(const uint8_t *order, int seat) {
    int place = 0;
    while (place < CASATA_MAX_SEATS && order[place] != seat) place++;
    return place;
}

/* --- the coach ---------------------------------------------------------------------------------------------- */
/* An option of a seat, before it is chosen. The state is redacted for the seat. */
struct casata_coached {
    const void *data, *state;
    const struct casata_frame *f; /* of the decision */
    int seat;
    casata_action action;
    const casata_action *legal; /* all options of the seat, at least two */
    int n_legal;
};
/* A standing note. Stops come before tips, each kind in table order (docs/coach.md). */
struct casata_coach_row {
    const char *id;  /* "coach.<name>": its message, unless `applies` gives another; NULL ends the table */
    uint8_t kind;    /* enum casata_note_kind */
    uint8_t often;   /* enum casata_note_often */
    uint64_t phases; /* in which it can apply, CASATA_ON(phase) | ... */
    const char *rule;
    /* Does it apply? Then it adds the arguments of the message (casata_note_say) and the better option. It sees the
     * seat's view, uses the game's own needs and figures, and may change the message and the kind. */
    bool (*applies)(const struct casata_coached *c, struct casata_note *note);
    uint16_t rare; /* measured in strong play: at most this often, in 1/100 for each player and game */
    bool out;      /* it warns of going out of the game (rules->out) */
};
/* For `applies`: gives the note its arguments; true. */
bool casata_note_say(struct casata_note *note, int n, ...);
/* The same with a message of its own. */
bool casata_note_as(struct casata_note *note, const char *id, int n, ...);
/* Is the action one of the options? And the first option of a kind; 0: there is none. */
bool casata_coach_offers(const struct casata_coached *c, casata_action a);
casata_action casata_coach_first(const struct casata_coached *c, unsigned kind);

/* --- the rules table ----------------------------------------------------------------------------------- */
struct casata_rules {
    const char *id, *name;
    uint8_t shelf; /* order in the list of games: 1 comes first (cmake/registry.cmake) */
    uint16_t rules_version;
    uint8_t min_seats, max_seats;
    uint16_t state_size, data_size;
    uint16_t max_decisions; /* no game has more decisions, chance included */
    uint8_t n_options, n_phases, n_forms, n_fields, n_parts, n_families;
    const struct casata_game_option *options;
    const struct casata_phase *const *phases; /* ORDER phase: each is one const row next to its functions */
    const struct casata_action_form *forms;
    const struct casata_fields *fields;
    const struct casata_family *families; /* of slots; a scene lists the slots of a family together */
    const struct casata_words *parts;     /* of a score */
    const struct casata_words *kinds;     /* of pieces */
    const struct casata_words *units;     /* of counters, costs and gains */
    const struct casata_bot_sheet *bots;
    const struct casata_balance_sheet *balance;
    const struct casata_ordered *ordered; /* ends with a row without a rule; NULL: none */
    const struct casata_coach_row *coach; /* ends with a row without an id; NULL: none */
    /* Messages whose meaning front ends know; NULL: none. One begins a round, whose number is its first argument; one
     * reports that the seat in its first argument is out of the game, and why. */
    const char *round_event, *out_event;
    const void *data; /* the built-in edition, rules->data_size bytes */
    /* Number of the built-in edition where its figures are those of an older layout; 0: their hash. */
    uint64_t edition;
    const struct casata_older *older; /* earlier editions; ends with a row without figures */

    /* Writes the first state into zeroed memory; head.seats and head.option are set already. */
    void (*init)(const void *data, void *state);
    /* NULL, or fills in derived data that `fields` leave out. Called after a position was read; must survive any
     * bytes. */
    void (*derive)(const void *data, void *state);
    /* Points of a seat by part; `projected`: as if the game ended now. */
    void (*parts_of)(const void *data, const void *state, int seat, bool projected, int32_t *part);
    /* Rank of each seat, 1 = winner, while the game goes on as if it ended now; ties after the tie break share a rank.
     * Where nobody wins, because all are out, the best rank is 2. */
    void (*ranks)(const void *data, const void *state, uint8_t *rank);
    /* NULL: nobody ever is; or: is the seat out of the game? `projected`: would it be, if the game ended now? A seat
     * that is out has lost, whatever its points. */
    bool (*out)(const void *data, const void *state, int seat, bool projected);
    /* Removes everything hidden from `viewer`; NULL: nothing in the state is hidden from anybody. */
    void (*redact)(const void *data, void *state, int viewer);
    /* Redeals the parts hidden from `viewer`, consistent with the visible ones; NULL as above. */
    void (*resample)(const void *data, void *state, int viewer, struct casata_rng *rng);
    /* NULL, or the name of the broken invariant. Must survive any bytes. Frames are checked by the core. */
    const char *(*check)(const void *data, const void *state);
    /* Lays slots, pieces and counters on an empty scene, whose state is redacted for its viewer. The core adds the
     * prompt and the legal actions from the phase row. */
    void (*scene)(struct casata_scene_builder *build);
};
/* NULL, or the entry missing or out of bounds in a table, as "bots->eval_ns" or "phases: points". */
const char *casata_rules_fault(const struct casata_rules *rules);

#endif
