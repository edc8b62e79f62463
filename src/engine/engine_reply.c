/* engine_reply.c: the building blocks of replies: refusals, texts, status, events (engine_int.h). Knows no command
 * and no game. */
#include "engine/engine_int.h"
#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/utf8.h"

#include <stdarg.h>
#include <stdlib.h>

bool engine_refuse(struct request *r, const char *code, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    casata_vprint(r->message, sizeof r->message, format, ap);
    va_end(ap);
    r->code = code;
    return false;
}

/* Makes room for n more bytes. False: out of memory. */
bool engine_reserve(struct engine *e, size_t n) {
    size_t need = e->w.len + n + 1;
    if (need <= e->w.cap) return true;
    char *buf = realloc(e->w.buf, 2 * need);
    if (!buf) return false;
    e->w.buf = buf;
    e->w.cap = 2 * need;
    return true;
}

bool engine_no_memory(struct request *r) {
    return engine_refuse(r, "out_of_memory", "there is not enough memory");
}

void engine_put_action(struct casata_writer *w, const struct casata_rules *rules, casata_action a) {
    char text[CASATA_ACTION_TEXT];
    casata_action_text(rules, a, text);
    casata_w_key_str(w, "action", text);
}

void engine_put_decimal(struct casata_writer *w, int64_t n, int digits) {
    uint64_t abs = (uint64_t)(n < 0 ? -n : n), one = 1;
    for (int i = 0; i < digits; i++) one *= 10;
    casata_w_json(w, n < 0 ? "-" : "", n < 0);
    casata_w_dec(w, (int64_t)(abs / one));
    casata_w_raw(w, ".", 1);
    for (uint64_t rest = abs % one; one > 1; rest %= one) {
        one /= 10;
        casata_w_dec(w, (int64_t)(rest / one));
    }
}

void engine_put_base64(struct casata_writer *w, const char *key, const uint8_t *bytes, size_t n) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    casata_w_key(w, key);
    casata_w_json(w, "\"", 1);
    for (size_t i = 0; i < n; i += 3) {
        uint32_t bits = (uint32_t)bytes[i] << 16;
        if (i + 1 < n) bits |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < n) bits |= bytes[i + 2];
        char four[4] = {digit[bits >> 18], digit[bits >> 12 & 63], digit[bits >> 6 & 63], digit[bits & 63]};
        if (i + 1 >= n) four[2] = '=';
        if (i + 2 >= n) four[3] = '=';
        casata_w_raw(w, four, sizeof four);
    }
    casata_w_raw(w, "\"", 1);
}

/* The text of a message, in the language of the request. */
static void say(const struct request *r, const struct casata_rules *rules, const struct casata_msg *msg,
                char out[SAY_MAX]) {
    const struct casata_match *m = &r->e->match;
    const char *name[CASATA_MAX_SEATS] = {0};
    out[0] = 0;
    if (!msg->id) return;
    for (int i = 0; i < m->seats; i++) name[i] = m->seat[i].name[0] ? m->seat[i].name : NULL;
    casata_say(r->lang, rules, msg, name, out, SAY_MAX);
    out[casata_utf8_fit(out, SAY_MAX - 1)] = 0; /* a longer text is cut between characters */
}

void engine_put_said(const struct request *r, const struct casata_rules *rules, const char *key,
                     const struct casata_msg *msg) {
    char text[SAY_MAX];
    if (!casata_lang_ready(r->lang)) return;
    say(r, rules, msg, text);
    casata_w_key_str(&r->e->w, key, text);
}

void engine_put_msg(const struct request *r, const struct casata_rules *rules, const struct casata_msg *msg) {
    struct casata_writer *w = &r->e->w;
    casata_msg_json(msg, w);
    w->len--; /* open the object again for the prose */
    engine_put_said(r, rules, "text", msg);
    casata_w_close(w, '}');
}

void engine_put_amounts(const struct request *r, const struct casata_rules *rules, const char *key,
                        const struct casata_arg *amount, int n) {
    struct casata_writer *w = &r->e->w;
    char text[SAY_MAX];
    if (n == 0) return;
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; i < n; i++) {
        struct casata_arg size = amount[i];
        if (size.n < 0) size.n = -size.n; /* the sign is in the number: something taken on */
        casata_arg_json(&amount[i], w);
        w->len--; /* open the object again for the prose */
        if (casata_lang_ready(r->lang)) {
            casata_say_arg(r->lang, rules, &size, NULL, text, sizeof text);
            casata_w_key_str(w, "text", text);
        }
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

/* Decisions that `undo` can take back: those of seats and, with manual chance, those of chance too. */
int engine_count_plies(const struct casata_match *m) {
    int n = 0;
    for (int i = 0; i < m->n_log; i++) n += m->manual_chance || m->log[i].seat != CASATA_CHANCE;
    return n;
}

void engine_put_status(struct engine *e) {
    const struct casata_match *m = &e->match;
    struct casata_writer *w = &e->w;
    unsigned to_act = casata_match_deciders(m);
    casata_w_key_str(w, "game", m->game.rules->id);
    casata_w_key_int(w, "seats", m->seats);
    casata_w_key_int(w, "ply", engine_count_plies(m));
    casata_w_key_int(w, "entries", m->n_log);
    casata_w_key_bool(w, "over", to_act == 0);
    casata_w_key(w, "to_act");
    casata_w_open(w, '[');
    for (int seat = 0; to_act >> seat; seat++)
        if (to_act >> seat & 1) casata_decider_json(seat, w);
    casata_w_close(w, ']');
    casata_w_key_str(w, "phase", casata_phase_name(&m->game, m->state));
    casata_w_key_hex64(w, "hash", casata_hash(&m->game, m->state));
}

void engine_put_event(struct casata_sink *sink, const struct casata_msg *event) {
    const struct event_sink *to = (const struct event_sink *)sink;
    if (to->viewer >= 0 && !(event->seen >> to->viewer & 1)) return;
    if (!engine_reserve(to->r->e, ITEM_MAX)) return; /* the event is left out; the decision stands */
    engine_put_msg(to->r, to->r->e->match.game.rules, event);
}
