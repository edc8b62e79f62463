/* engine_say.c: the commands that make sentences (docs/protocol.md). They change nothing but the catalogues. */
#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/utf8.h"
#include "engine/engine_int.h"

#include <stdlib.h>
#include <string.h>

enum { SENTENCE_MAX = 12 * 1024 }; /* bytes; a longer one is cut */

/* Catalogues are handed over part by part, one language at a time. */
bool engine_do_words(struct request *r) {
    struct engine *e = r->e;
    if (!e->data) return engine_refuse(r, "no_data", "no bytes were handed over");
    const char *wrong = casata_lang_take(r->lang, e->data, e->n_data);
    return wrong ? engine_refuse(r, "bad_data", "%s", wrong) : true;
}

bool engine_do_template(struct request *r) {
    const char *id = NULL;
    if (!engine_want_text(r, "message", &id)) return false;
    if (!id) return engine_refuse(r, "bad_request", "\"message\" is missing");
    const char *text = casata_template(r->lang, id, 1);
    if (text && !engine_reserve(r->e, 6 * strlen(text) + ITEM_MAX)) return engine_no_memory(r);
    casata_w_key(&r->e->w, "template");
    if (text)
        casata_w_str(&r->e->w, text);
    else
        casata_w_json(&r->e->w, "null", 4);
    return true;
}

/* --- messages of games ------------------------------------------------------------------------------------- */

/* "list.word" of a request, as a list of one word; a word may stand alone. */
struct one_word {
    char text[100];
    const char *word;
    struct casata_words words;
};

static bool read_word(struct casata_json v, struct one_word *one) {
    size_t n = casata_json_text(v, one->text, sizeof one->text);
    if (n == 0 || n >= sizeof one->text) return false;
    char *dot = strchr(one->text, '.');
    if (dot) *dot = 0;
    one->word = dot ? dot + 1 : one->text;
    one->words = (struct casata_words){.name = dot ? one->text : NULL, .n = 1, .word = &one->word};
    return true;
}

static bool read_arg(struct casata_json v, struct casata_arg *arg, struct one_word *one) {
    struct casata_json seat = casata_json_get(v, "seat"), n = casata_json_get(v, "n");
    if (casata_json_type(v) == CASATA_JSON_WHOLE) {
        *arg = (struct casata_arg){.type = CASATA_ARG_NUMBER, .n = (int32_t)casata_json_whole(v)};
        return true;
    }
    if (seat.at) {
        *arg = (struct casata_arg){.type = CASATA_ARG_SEAT, .n = (int32_t)casata_json_whole(seat)};
        return true;
    }
    if (!read_word(casata_json_get(v, "word"), one)) return false;
    *arg = (struct casata_arg){.type = n.at ? CASATA_ARG_COUNT : CASATA_ARG_WORD,
                               .words = &one->words,
                               .n = (int32_t)casata_json_whole(n)};
    return true;
}

struct names {
    char text[CASATA_MAX_SEATS][sizeof(((struct casata_seat_info *)0)->name)];
    const char *name[CASATA_MAX_SEATS];
};

static void read_names(struct casata_json list, struct names *names) {
    struct casata_json_walk walk = casata_json_members(list);
    memset(names->name, 0, sizeof names->name);
    for (int i = 0; i < CASATA_MAX_SEATS && casata_json_next(&walk); i++)
        if (casata_json_text(walk.element, names->text[i], sizeof names->text[i]) > 0)
            names->name[i] = names->text[i];
}

static bool say_msg(struct request *r, const struct casata_rules *rules, struct casata_json v,
                    const char *const names[], char out[SENTENCE_MAX]) {
    struct one_word one[CASATA_MAX_ARGS];
    struct casata_msg msg = {0};
    char id[160];
    if (casata_json_text(casata_json_get(v, "id"), id, sizeof id) >= sizeof id) return false;
    struct casata_json_walk walk = casata_json_members(casata_json_get(v, "args"));
    for (; casata_json_next(&walk); msg.n++)
        if (msg.n == CASATA_MAX_ARGS || !read_arg(walk.element, &msg.arg[msg.n], &one[msg.n])) return false;
    msg.id = id[0] ? id : NULL;
    out[0] = 0;
    casata_say(r->lang, rules, &msg, names, out, SENTENCE_MAX);
    return true;
}

static bool say_arg(struct request *r, const struct casata_rules *rules, struct casata_json v,
                    const char *const names[], char out[SENTENCE_MAX]) {
    struct one_word one;
    struct casata_arg arg;
    if (!read_arg(v, &arg, &one)) return false;
    casata_say_arg(r->lang, rules, &arg, names, out, SENTENCE_MAX);
    return true;
}

/* "terms" as in the replies of `hint` and `review`, with values rounded to points. */
static bool say_reasons(struct request *r, const struct casata_rules *rules, struct casata_json terms,
                        char out[SENTENCE_MAX]) {
    const struct casata_words *words = rules->bots->terms;
    struct casata_hint hint = {0};
    struct casata_json_walk walk = casata_json_members(terms);
    for (; casata_json_next(&walk); hint.n_reasons++) {
        struct casata_json value = casata_json_get(walk.element, "value");
        int term = words->n;
        char id[100];
        if (casata_json_text(casata_json_get(walk.element, "term"), id, sizeof id) < sizeof id)
            for (term = 0; term < words->n && strcmp(words->word[term], id) != 0;) term++;
        int64_t points = casata_json_whole(value);
        if (hint.n_reasons == CASATA_REASONS || term == words->n ||
            casata_json_type(value) != CASATA_JSON_WHOLE || points < -10000 || points > 10000)
            return false;
        hint.reason[hint.n_reasons] = (struct casata_reason){(uint8_t)term, (int32_t)points * 100};
    }
    out[0] = 0;
    casata_hint_text(r->lang, rules, &hint, out, SENTENCE_MAX);
    return true;
}

/* --- messages of the front end ------------------------------------------------------------------------------ */

static bool say_ui(struct request *r, char out[SENTENCE_MAX]) {
    enum { MOST = 10 };
    struct casata_text arg[MOST] = {{0}};
    const char *id = engine_text(r, casata_json_get(r->root, "message"));
    int n = 0;
    struct casata_json_walk walk = casata_json_members(casata_json_get(r->root, "args"));
    for (; casata_json_next(&walk); n++) {
        if (!id || n == MOST) return false;
        arg[n].n = (long)casata_json_whole(walk.element);
        if (casata_json_type(walk.element) == CASATA_JSON_WHOLE) continue;
        arg[n].text = engine_text(r, walk.element);
    }
    if (id) casata_ui_say(r->lang, id, n, arg, out, SENTENCE_MAX);
    return id != NULL;
}

bool engine_do_say(struct request *r) {
    struct casata_json msg = casata_json_get(r->root, "msg"), arg = casata_json_get(r->root, "arg"),
                       terms = casata_json_get(r->root, "terms");
    const struct casata_game *g = NULL;
    struct names names;
    char out[SENTENCE_MAX];
    bool ok;
    if (engine_has(r, "message")) {
        ok = say_ui(r, out);
    } else {
        if (!engine_want_game(r, &g)) return false;
        read_names(casata_json_get(r->root, "names"), &names);
        ok = msg.at     ? say_msg(r, g->rules, msg, names.name, out)
             : terms.at ? say_reasons(r, g->rules, terms, out)
                        : say_arg(r, g->rules, arg, names.name, out);
    }
    if (!ok) return engine_refuse(r, "bad_request", "\"msg\", \"arg\", \"terms\" or \"message\" is not one");
    out[casata_utf8_fit(out, SENTENCE_MAX - 1)] = 0;
    if (!engine_reserve(r->e, 6 * strlen(out) + ITEM_MAX)) return engine_no_memory(r);
    casata_w_key_str(&r->e->w, "text", out);
    return true;
}
