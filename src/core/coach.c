/* coach.c: checks an option against the standing notes of a game. Knows no game. */
#include "casata/rules.h"

#include <stdarg.h>
#include <string.h>

enum { PREFIX = sizeof "coach." - 1 };

static void take_args(struct casata_msg *text, int n, va_list args) {
    text->n = (uint8_t)n;
    for (int i = 0; i < n; i++) text->arg[i] = va_arg(args, struct casata_arg);
}
bool casata_note_say(struct casata_note *note, int n, ...) {
    va_list args;
    va_start(args, n);
    take_args(&note->text, n, args);
    va_end(args);
    return true;
}
bool casata_note_as(struct casata_note *note, const char *id, int n, ...) {
    va_list args;
    note->text.id = id;
    va_start(args, n);
    take_args(&note->text, n, args);
    va_end(args);
    return true;
}
bool casata_coach_offers(const struct casata_coached *c, casata_action a) {
    bool found = false;
    for (int i = 0; i < c->n_legal; i++) found |= c->legal[i] == a;
    return found;
}
casata_action casata_coach_first(const struct casata_coached *c, unsigned kind) {
    for (int i = 0; i < c->n_legal; i++)
        if (casata_kind(c->legal[i]) == kind) return c->legal[i];
    return 0;
}

static bool asks(const struct casata_coach_row *row, unsigned i, const struct casata_coached *c,
                 struct casata_note *note) {
    if (!(row->phases >> c->f->phase & 1)) return false;
    *note = (struct casata_note){.name = row->id + PREFIX,
                                 .row = (uint8_t)i,
                                 .kind = row->kind,
                                 .often = row->often,
                                 .text = {.id = row->id},
                                 .rule = row->rule};
    return row->applies(c, note);
}

bool casata_coach(const struct casata_game *g, const void *state, int seat, casata_action a, uint32_t silent,
                  struct casata_note *note) {
    CASATA_STATE_BUFFER(view);
    casata_action legal[CASATA_MAX_CHOICES];
    const struct casata_coach_row *row = g->rules->coach;
    struct casata_note tip = {0}, one;
    if (!row || !(casata_to_act(g, state) >> seat & 1)) return false;
    casata_view(g, state, seat, view);
    int n = casata_legal(g, view, seat, legal);
    struct casata_coached c = {g->data, view, casata_top_of(view), seat, a, legal, n};
    if (n < 2 || !casata_coach_offers(&c, a)) return false;
    for (unsigned i = 0; row[i].id; i++) {
        if (silent >> i & 1 || !asks(&row[i], i, &c, &one)) continue;
        if (!tip.name || one.kind == CASATA_STOP) tip = one;
        if (one.kind == CASATA_STOP) break;
    }
    if (tip.name) *note = tip;
    return tip.name != NULL;
}
