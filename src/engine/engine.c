/* engine.c: turns one request of docs/protocol.md into one reply. Checks everything before it changes anything;
 * does no input or output of its own and knows no game. */
#include "engine/engine_int.h"
#include "casata/lang.h"

#include <stdlib.h>
#include <string.h>

static bool do_quit(struct request *r) {
    r->e->done = true;
    return true;
}

/* --- dispatch ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    bool (*run)(struct request *r);
} commands[] = {
    {"play", engine_do_play}, /* the most frequent first */
    {"legal", engine_do_legal},
    {"status", engine_do_status},
    {"new", engine_do_new},
    {"games", engine_do_games},
    {"about", engine_do_about},
    {"seat", engine_do_seat},
    {"log", engine_do_log},
    {"chance", engine_do_chance},
    {"ends_turn", engine_do_ends_turn},
    {"review", engine_do_review},
    {"thought", engine_do_thought},
    {"tally", engine_do_tally},
    {"net", engine_do_net},
    {"words", engine_do_words},
    {"say", engine_do_say},
    {"template", engine_do_template},
    {"random", engine_do_random},
    {"undo", engine_do_undo},
    {"outcomes", engine_do_outcomes},
    {"view", engine_do_view},
    {"scores", engine_do_scores},
    {"setup", engine_do_setup},
    {"save", engine_do_save},
    {"position", engine_do_position},
    {"load", engine_do_load},
    {"hint", engine_do_hint},
    {"bot", engine_do_bot},
    {"try", engine_do_try},
    {"lessons", engine_do_lessons},
    {"learn", engine_do_learn},
    {"lesson", engine_do_lesson},
    {"guide", engine_do_guide},
    {"picture", engine_do_picture},
    {"examples", engine_do_examples},
    {"example", engine_do_example},
    {"coach", engine_do_coach},
    {"quit", do_quit},
};

static bool run_request(struct request *r) {
    const char *cmd = NULL, *lang = "en";
    if (casata_json_type(r->root) != CASATA_JSON_OBJECT)
        return engine_refuse(r, "bad_request", "a request is a JSON object");
    if (!engine_want_text(r, "cmd", &cmd)) return false;
    if (!cmd) return engine_refuse(r, "bad_request", "\"cmd\" is missing");
    if (!engine_want_text(r, "lang", &lang)) return false;
    if ((r->lang = casata_lang_find(lang)) < 0)
        return engine_refuse(r, "bad_request", "there is no language \"%.20s\"", lang);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, cmd) == 0) return commands[i].run(r);
    return engine_refuse(r, "unknown_command", "there is no command \"%.40s\"", cmd);
}

static void begin_reply(struct engine *e, bool ok) {
    char *buf = e->w.buf;
    e->w = casata_writer_on(buf, e->w.cap);
    casata_w_open(&e->w, '{');
    casata_w_key_bool(&e->w, "ok", ok);
}

static char *end_reply(struct engine *e, struct casata_json id) {
    if (id.at && engine_reserve(e, casata_json_size(id) + 16)) {
        casata_w_key(&e->w, "id");
        casata_json_write(id, &e->w);
    }
    casata_w_close(&e->w, '}');
    return casata_writer_ok(&e->w) ? strdup(e->w.buf) : NULL;
}

static char *refusal(struct engine *e, struct casata_json id, const char *code, const char *message) {
    begin_reply(e, false);
    casata_w_key(&e->w, "error");
    casata_w_open(&e->w, '{');
    casata_w_key_str(&e->w, "code", code);
    casata_w_key_str(&e->w, "message", message);
    casata_w_close(&e->w, '}');
    return end_reply(e, id);
}

char *engine_line(struct engine *e, const char *line, size_t n) {
    struct request r = {.e = e, .room = n};
    struct casata_json_error error;
    e->w.len = 0;
    if (!engine_reserve(e, ITEM_MAX)) return NULL;
    if (n > ENGINE_MAX_LINE) {
        engine_refuse(&r, "too_long", "a line has at most %d bytes", ENGINE_MAX_LINE);
        return refusal(e, r.root, r.code, r.message);
    }
    if (!casata_json_read(line, n, &r.root, &error)) {
        if (error.plain)
            engine_refuse(&r, "bad_request", "a request is a JSON object");
        else
            engine_refuse(&r, "bad_json", "column %d: %s", error.column, error.what);
        return refusal(e, (struct casata_json){NULL}, r.code, r.message);
    }
    char *texts = r.texts = malloc(n);
    if (!texts) return NULL;
    struct casata_json id = casata_json_get(r.root, "id");
    begin_reply(e, true);
    char *reply = run_request(&r) ? end_reply(e, id) : refusal(e, id, r.code, r.message);
    free(texts);
    engine_data(e, NULL, 0);
    return reply;
}

void engine_data(struct engine *e, const void *bytes, size_t n) {
    e->data = bytes;
    e->n_data = n;
}

bool engine_done(const struct engine *e) { return e->done; }

struct engine_tools *engine_tools_new(void) {
    return calloc(1, sizeof(struct engine_tools));
}

void engine_tools_free(struct engine_tools *tools) {
    for (int i = 0; tools && i < tools->n_nets; i++) free(tools->net[i].bytes);
    if (tools) free(tools->mind);
    free(tools);
}

struct engine *engine_new(const struct casata_game *games, int n, struct engine_tools *tools) {
    struct engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->own_tools = !tools;
    e->tools = tools ? tools : engine_tools_new();
    if (!e->tools) {
        free(e);
        return NULL;
    }
    for (; e->n_games < n && e->n_games < (int)(sizeof e->game / sizeof *e->game); e->n_games++)
        e->game[e->n_games] = games[e->n_games];
    return e;
}

void engine_free(struct engine *e) {
    if (!e) return;
    engine_stop_thinking(e);
    engine_end_lesson(e);
    casata_course_free(e->course);
    if (e->running) casata_match_free(&e->match);
    if (e->own_tools) engine_tools_free(e->tools);
    free(e->w.buf);
    free(e);
}
