/* engine_int.h: internal to the engine. */
#ifndef CASATA_ENGINE_INT_H
#define CASATA_ENGINE_INT_H

#include "casata/coach.h"
#include "casata/lesson.h"
#include "casata/match.h"
#include "casata/review.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"
#include "casata/json.h"
#include "engine/engine.h"

enum {
    SAY_MAX = 2048,       /* bytes of one text for people; a longer one is cut */
    ITEM_MAX = 16 * 1024, /* reply bytes of one action or event, escaped */
    SCENE_MAX = 4 << 20,  /* reply bytes of a scene or a position */
};

enum { MAX_NETS = 32 };
struct engine_tools {
    struct casata_scene scene;
    struct casata_advice advice;
    struct casata_mind *mind; /* also its memory block; made on first use */
    struct engine_net {
        const struct casata_rules *rules;
        int seats;
        void *bytes;
    } net[MAX_NETS]; /* handed over by the host */
    int n_nets;
    struct engine *thinker; /* owner of the mind's thought */
};
/* Begun by a request with "later", ended by `thought`. */
struct engine_thought {
    enum engine_thought_kind {
        THOUGHT_NONE,
        THOUGHT_BOT,
        THOUGHT_HINT,
        THOUGHT_REVIEW,
        THOUGHT_COACH,
        THOUGHT_TALLY
    } kind;
    bool more; /* it is not complete */
    int seat;
    struct casata_game game;
    CASATA_STATE_BUFFER(state); /* the position, hidden parts included */
    struct casata_review review;
    casata_action action; /* of the coach: the one chosen; of a tally: the one decided before, 0: none */
    enum casata_coach_level level; /* of the coach: from which to comment */
};
struct engine {
    struct casata_game game[32];
    int n_games;
    struct casata_match match;
    bool running; /* there is a match */
    bool done;
    struct engine_tools *tools;
    bool own_tools;
    struct engine_thought thought;
    struct casata_course *course; /* of lessons, the last one read; NULL: none */
    struct casata_game course_game;
    struct casata_lesson lesson; /* played over the match; its course NULL: none */
    const void *data;            /* handed over */
    size_t n_data;
    struct casata_writer w; /* the reply being written */
};
/* The subject of a request: the position of the match, an earlier one, or one sent by a server. */
struct subject {
    const struct casata_game *game;
    struct casata_game of_snapshot; /* with the figures that the snapshot names */
    const void *state;
    int seats;
    int resigned[CASATA_MAX_SEATS];   /* as in casata_seat_info */
    const struct casata_match *match; /* NULL: not the current position of the match */
    bool between;                     /* a lesson shows automatic steps: nobody decides */
    CASATA_STATE_BUFFER(buffer);
};
struct request {
    struct engine *e;
    struct casata_json root;
    char *texts; /* of the request; without their escapes they need no more than its own bytes */
    size_t room;
    int lang;
    const char *code; /* of the refusal; NULL: none */
    char message[256];
};

/* --- engine_reply.c ------------------------------------------------------------------------------------- */

/* Refuses the request; false, so that a check can end with it. */
__attribute__((format(printf, 3, 4))) bool engine_refuse(struct request *r, const char *code,
                                                         const char *format, ...);
bool engine_no_memory(struct request *r);
/* Makes room for n more bytes. False: out of memory. */
bool engine_reserve(struct engine *e, size_t n);
void engine_put_action(struct casata_writer *w, const struct casata_rules *rules, casata_action a);
/* The message as prose, if it has a translation. */
void engine_put_said(const struct request *r, const struct casata_rules *rules, const char *key,
                     const struct casata_msg *msg);
/* The message with its prose. */
void engine_put_msg(const struct request *r, const struct casata_rules *rules, const struct casata_msg *msg);
/* Counts of units, each with its prose; omitted if there are none. */
void engine_put_amounts(const struct request *r, const struct casata_rules *rules, const char *key,
                        const struct casata_arg *amount, int n);
/* Decisions that `undo` can take back: those of seats and, with manual chance, those of chance too. */
int engine_count_plies(const struct casata_match *m);
void engine_put_status(struct engine *e);
/* Events go into the reply as they happen. */
struct event_sink {
    struct casata_sink sink;
    const struct request *r;
    int viewer; /* who sees them; -1: all events */
};
void engine_put_event(struct casata_sink *sink, const struct casata_msg *event);

/* --- engine_ask.c: false after a refusal; absent keys change nothing ----------------------------------- */

bool engine_has(const struct request *r, const char *key);
bool engine_is(const struct request *r, const char *key, const char *word);
bool engine_want_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out);
/* A text with its escapes resolved, valid as long as the request; NULL: the same ones were read too often. */
const char *engine_text(struct request *r, struct casata_json v);
bool engine_want_text(struct request *r, const char *key, const char **out);
bool engine_want_truth(struct request *r, const char *key, bool *out);
bool engine_want_match(struct request *r);
bool engine_want_decision(struct request *r);
bool engine_want_subject(struct request *r, struct subject *s);
/* The viewer: a seat, "spectator" (also if absent), or "person": the one at a shared screen. */
bool engine_want_viewer(struct request *r, const struct subject *s, int *viewer);
bool engine_want_action(struct request *r, const struct casata_rules *rules, casata_action *a);
bool engine_want_seat_due(struct request *r, int *seat);
bool engine_want_level(struct request *r, enum casata_level *level);
const struct casata_game *engine_find_game(const struct engine *e, const char *id);
bool engine_want_game(struct request *r, const struct casata_game **g);
bool engine_want_chance(struct request *r, bool inherit, bool *manual);
bool engine_want_options(struct request *r, const struct casata_rules *rules, int seats, uint8_t *option);

/* --- commands: false after a refusal, with nothing changed -------------------------------------------------- */

typedef bool engine_command(struct request *r);
/* engine_match.c */
engine_command engine_do_new, engine_do_setup, engine_do_try, engine_do_load, engine_do_save,
    engine_do_status, engine_do_about, engine_do_seat, engine_do_games;
/* engine_view.c */
engine_command engine_do_position, engine_do_view, engine_do_scores, engine_do_log;
/* engine_play.c */
engine_command engine_do_legal, engine_do_outcomes, engine_do_play, engine_do_random, engine_do_undo,
    engine_do_chance, engine_do_ends_turn;
/* engine_think.c */
engine_command engine_do_hint, engine_do_bot, engine_do_review, engine_do_thought, engine_do_net;
const struct casata_net *engine_net(struct engine *e, const struct casata_rules *rules,
                                    int seats); /* or NULL */
/* engine_tally.c: several engines think about one decision */
engine_command engine_do_tally;
/* What another engine needs to know for a tally of the bot's decision, as the key "share". */
void engine_put_share(struct request *r, const struct subject *s, int seat, enum casata_level level);
bool engine_put_tally(struct request *r);
/* The "tallies" of other engines, if the request has any, spare the bot that thinks work. false: refused. */
bool engine_take_tallies(struct request *r);
void engine_add_tallies(struct request *r); /* after engine_take_tallies */
/* Drops the thought. */
void engine_stop_thinking(struct engine *e);
/* Begins a thought of a seat about a position, from its view; replies now, or later if the request says so. */
bool engine_begin_thought(struct request *r, enum engine_thought_kind kind, const struct subject *s, int seat,
                          const struct casata_skill *skill, uint64_t seed);
/* A seat, not chance, with a decision due. */
bool engine_want_thinker(struct request *r, const struct subject *s, int *seat);
void engine_put_reasons(struct request *r, const struct casata_rules *rules, const struct casata_hint *hint);
/* engine_coach.c */
engine_command engine_do_coach;
/* Writes the coach's note on an option as the key "note", or nothing. */
struct engine_coaching {
    bool on;
    uint32_t silent;
};
bool engine_want_coaching(struct request *r, const struct subject *s, struct engine_coaching *coaching);
void engine_put_note(struct request *r, const struct casata_game *g, const void *state, int seat,
                     casata_action a, uint32_t silent);
bool engine_put_verdict(struct request *r, struct casata_mind *mind);
/* engine_learn.c */
engine_command engine_do_lessons, engine_do_learn, engine_do_lesson;
/* Sets e->course to the course of the game: handed over, last read, or built in. */
bool engine_want_course(struct request *r, const struct casata_game *g);
/* The members "about" and "misses". */
void engine_put_about(struct request *r);
/* engine_guide.c */
engine_command engine_do_guide, engine_do_picture, engine_do_examples, engine_do_example;
/* The match leaves its lesson: it is played freely, or replaced. */
void engine_end_lesson(struct engine *e);
/* engine_say.c */
engine_command engine_do_words, engine_do_say, engine_do_template;

/* --- shared by commands --------------------------------------------------------------------------------------- */

bool engine_put_choice(struct request *r, const struct casata_rules *rules, casata_action a,
                       const uint32_t *weight);
/* Plays for a seat that has to decide, with the events and the status in the reply. */
bool engine_play(struct request *r, int seat, casata_action a);
/* A number in 1/10 to the power of `digits`: 125 with 2 digits is 1.25. */
void engine_put_decimal(struct casata_writer *w, int64_t n, int digits);
void engine_put_base64(struct casata_writer *w, const char *key, const uint8_t *bytes, size_t n);

#endif
