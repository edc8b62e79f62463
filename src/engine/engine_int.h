/* engine_int.h: what the files of the engine share; nobody else includes it. */
#ifndef CASATA_ENGINE_INT_H
#define CASATA_ENGINE_INT_H

#include "casata/match.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"
#include "core/json.h"
#include "engine/engine.h"

enum {
    SAY_MAX = 2048,       /* bytes of one text for people; a longer one is cut */
    ITEM_MAX = 16 * 1024, /* reply bytes of one action or event, escaped */
    SCENE_MAX = 4 << 20,  /* reply bytes of a scene or a position */
};

struct engine {
    struct casata_game game[32];
    int n_games;
    struct casata_match match;
    bool running; /* there is a match */
    bool done;
    struct casata_scene scene;
    struct casata_advice advice;
    struct casata_writer w; /* the reply that is being written */
};
struct request {
    struct engine *e;
    struct casata_json root;
    char *
        texts; /* room for the texts of the request, which without their escapes need no more than its own bytes */
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
void engine_put_json(struct casata_writer *w, struct casata_json value); /* on one line */
void engine_put_action(struct casata_writer *w, const struct casata_rules *rules, casata_action a);
void engine_put_decider(struct casata_writer *w, int seat);
void engine_put_said(const struct request *r, const char *key, const struct casata_msg *msg);
/* Decisions that `undo` can take back: those of seats and, with manual chance, those of chance too. */
int engine_count_plies(const struct casata_match *m);
void engine_put_status(struct engine *e);
/* Events go into the reply as they happen. */
struct event_sink {
    struct casata_sink sink;
    const struct request *r;
};
void engine_put_event(struct casata_sink *sink, const struct casata_msg *event);

/* --- engine_ask.c: false after a refusal; what is absent stays as it is ------------------------------------ */

bool engine_has(const struct request *r, const char *key);
bool engine_is(const struct request *r, const char *key, const char *word);
bool engine_want_int(struct request *r, const char *key, int64_t min, int64_t max, int64_t *out);
bool engine_want_text(struct request *r, const char *key, const char **out);
bool engine_want_truth(struct request *r, const char *key, bool *out);
bool engine_want_match(struct request *r);
bool engine_want_decision(struct request *r);
bool engine_want_seat_due(struct request *r, int *seat);
bool engine_want_level(struct request *r, enum casata_level *level);
const struct casata_game *engine_find_game(const struct engine *e, const char *id);
bool engine_want_game(struct request *r, const struct casata_game **g);
bool engine_want_chance(struct request *r, bool inherit, bool *manual);
bool engine_want_options(struct request *r, const struct casata_rules *rules, int seats, uint8_t *option);

/* --- commands: false after a refusal, with nothing changed -------------------------------------------------- */

typedef bool engine_command(struct request *r);
/* engine_match.c */
engine_command engine_do_new, engine_do_setup, engine_do_load, engine_do_save, engine_do_status,
    engine_do_position, engine_do_view, engine_do_scores, engine_do_games;
/* engine_play.c */
engine_command engine_do_legal, engine_do_outcomes, engine_do_play, engine_do_random, engine_do_undo,
    engine_do_hint, engine_do_bot;

#endif
