/* game.c: the course of any game: the stack of frames run by its phase table. Knows no game. */
#include "casata/rules.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static const struct casata_phase *phase_of(const struct casata_game *g, const struct casata_head *h) {
    return g->rules->phases[h->frame[h->depth - 1].phase];
}

/* Runs automatic steps until somebody has to decide, the game is over or the sink wants a pause. Returns the number of
 * options of the deciding seat, listed in `legal`, if it had to compute them; 0: ask casata_legal(). */
static int advance(const struct casata_game *g, void *state, struct casata_sink *sink, casata_action *legal) {
    struct casata_head *h = state;
    while (h->depth > 0 && !(sink && sink->pause)) {
        const struct casata_phase *p = phase_of(g, h);
        struct casata_frame *f = casata_top(state);
        assert(h->depth <= CASATA_MAX_FRAMES);
        if (p->step && p->step(g->data, state, f, sink)) continue;
        if (!p->forced) return 0;
        int n = p->legal(g->data, state, f, f->seat, legal);
        if (n != 1 || !p->forced(g->data, state, f, legal[0], sink)) return f->mask ? 0 : n;
        p->apply(g->data, state, f, f->seat, legal[0], sink);
    }
    return 0;
}

int casata_option_values(const struct casata_game_option *option, int seats) {
    bool applies = seats >= option->min_seats && (!option->max_seats || seats <= option->max_seats);
    return applies ? option->values->n : 1;
}
const struct casata_game_option *casata_option_unfit(const struct casata_rules *rules, int seats,
                                                     const uint8_t *option) {
    for (int i = 0; i < rules->n_options; i++)
        if (option[i] >= casata_option_values(&rules->options[i], seats)) return &rules->options[i];
    return NULL;
}

enum casata_status casata_init(const struct casata_game *g, void *state, int seats, const uint8_t *option) {
    const struct casata_rules *r = g->rules;
    struct casata_head *h = state;
    casata_action legal[CASATA_MAX_CHOICES];
    if (seats < r->min_seats || seats > r->max_seats) return CASATA_BAD_SEATS;
    for (int i = 0; option && i < r->n_options; i++)
        if (option[i] >= r->options[i].values->n) return CASATA_BAD_OPTION;
    if (option && casata_option_unfit(r, seats, option)) return CASATA_OPTION_SEATS;
    memset(state, 0, r->state_size);
    h->seats = (uint8_t)seats;
    if (option) memcpy(h->option, option, r->n_options);
    r->init(g->data, state);
    advance(g, state, NULL, legal);
    return CASATA_OK;
}

unsigned casata_to_act(const struct casata_game *g, const void *state) {
    const struct casata_head *h = state;
    if (h->depth == 0) return 0;
    const struct casata_frame *f = &h->frame[h->depth - 1];
    if (g->rules->phases[f->phase]->outcomes) return 1u << CASATA_CHANCE;
    return f->mask ? f->mask : 1u << f->seat;
}

int casata_legal(const struct casata_game *g, const void *state, int seat, casata_action *out) {
    const struct casata_head *h = state;
    if (!(casata_to_act(g, state) >> seat & 1) || seat == CASATA_CHANCE) return 0;
    return phase_of(g, h)->legal(g->data, state, &h->frame[h->depth - 1], seat, out);
}

int casata_legal_distinct(const struct casata_game *g, const void *state, int seat, casata_action *out) {
    const struct casata_head *h = state;
    int n = casata_legal(g, state, seat, out), kept = 0;
    const struct casata_phase *p = n > 1 ? phase_of(g, h) : NULL;
    if (!p || !p->redundant) return n;
    const struct casata_frame *f = &h->frame[h->depth - 1];
    for (int i = 0; i < n; i++)
        if (!p->redundant(g->data, state, f, seat, out[i])) out[kept++] = out[i];
    return kept ? kept : n;
}

void casata_forget_order(const struct casata_game *g, void *state) {
    struct casata_head *h = state;
    for (int i = 0; i < h->depth; i++)
        for (unsigned order = g->rules->phases[h->frame[i].phase]->order; order; order &= order - 1)
            h->frame[i].local[__builtin_ctz(order)] = 0;
}

bool casata_unasked(const void *data, const void *state, const struct casata_frame *f, casata_action only,
                    struct casata_sink *sink) {
    (void)data, (void)state, (void)f, (void)only, (void)sink;
    return true;
}

int casata_outcomes(const struct casata_game *g, const void *state, struct casata_outcome *out) {
    const struct casata_head *h = state;
    if (h->depth == 0 || !phase_of(g, h)->outcomes) return 0;
    return phase_of(g, h)->outcomes(g->data, state, &h->frame[h->depth - 1], out);
}

casata_action casata_sample(const struct casata_game *g, const void *state, struct casata_rng *rng) {
    const struct casata_head *h = state;
    return phase_of(g, h)->sample(g->data, state, &h->frame[h->depth - 1], rng);
}

static int apply_and_list(const struct casata_game *g, void *state, int seat, casata_action a,
                          struct casata_sink *sink, casata_action *legal) {
    struct casata_head *h = state;
    phase_of(g, h)->apply(g->data, state, casata_top(state), seat, a, sink);
    return advance(g, state, sink, legal);
}
void casata_apply(const struct casata_game *g, void *state, int seat, casata_action a,
                  struct casata_sink *sink) {
    casata_action legal[CASATA_MAX_CHOICES];
    apply_and_list(g, state, seat, a, sink, legal);
}

bool casata_is_legal(const struct casata_game *g, const void *state, int seat, casata_action a) {
    bool found = false;
    if (seat == CASATA_CHANCE) {
        struct casata_outcome out[CASATA_MAX_CHOICES];
        for (int i = casata_outcomes(g, state, out); i-- > 0;) found |= out[i].action == a;
    } else {
        casata_action out[CASATA_MAX_CHOICES];
        for (int i = casata_legal(g, state, seat, out); i-- > 0;) found |= out[i] == a;
    }
    return found;
}

enum casata_status casata_play(const struct casata_game *g, void *state, int seat, casata_action a,
                               struct casata_sink *sink) {
    if (seat < 0 || seat > CASATA_CHANCE || !(casata_to_act(g, state) >> seat & 1))
        return CASATA_NOT_YOUR_TURN;
    if (!casata_is_legal(g, state, seat, a)) return CASATA_ILLEGAL;
    casata_apply(g, state, seat, a, sink);
    return CASATA_OK;
}

bool casata_playout(const struct casata_game *g, void *state, struct casata_rng *rng, uint32_t limit,
                    struct casata_playout *count) {
    casata_action out[CASATA_MAX_CHOICES];
    struct casata_playout c = {0};
    unsigned to_act;
    int n = 0;
    for (; (to_act = casata_to_act(g, state)) != 0 && c.decisions + c.chances < limit;) {
        if (to_act >> CASATA_CHANCE) {
            n = apply_and_list(g, state, CASATA_CHANCE, casata_sample(g, state, rng), NULL, out);
            c.chances++;
            continue;
        }
        int seat = casata_first_seat(to_act);
        if (!n) n = casata_legal(g, state, seat, out);
        assert(n > 0 && n <= CASATA_MAX_CHOICES);
        c.decisions++;
        c.options += (unsigned)n;
        if ((unsigned)n > c.options_max) c.options_max = (unsigned)n;
        n = apply_and_list(g, state, seat, out[casata_rng_below(rng, (uint32_t)n)], NULL, out);
    }
    if (count) {
        count->decisions += c.decisions;
        count->chances += c.chances;
        count->options += c.options;
        if (c.options_max > count->options_max) count->options_max = c.options_max;
    }
    return to_act == 0;
}

int32_t casata_score(const struct casata_game *g, const void *state, int seat, bool projected) {
    int32_t part[CASATA_MAX_PARTS] = {0}, sum = 0;
    g->rules->parts_of(g->data, state, seat, projected, part);
    for (int i = 0; i < g->rules->n_parts; i++) sum += part[i];
    return sum;
}

bool casata_out(const struct casata_game *g, const void *state, int seat, bool projected) {
    return g->rules->out && g->rules->out(g->data, state, seat, projected);
}

void casata_eval(const struct casata_game *g, const void *state, int32_t *value) {
    g->rules->bots->eval(g->data, state, (1u << ((const struct casata_head *)state)->seats) - 1, value, NULL);
}

int32_t casata_eval_seat(const struct casata_game *g, const void *state, int seat) {
    int32_t value[CASATA_MAX_SEATS];
    g->rules->bots->eval(g->data, state, 1u << seat, value, NULL);
    return value[seat];
}

void casata_terms(const struct casata_game *g, const void *state, int32_t (*term)[CASATA_MAX_TERMS]) {
    int32_t value[CASATA_MAX_SEATS];
    g->rules->bots->eval(g->data, state, (1u << ((const struct casata_head *)state)->seats) - 1, value, term);
}

void casata_redact(const struct casata_game *g, void *state, int viewer) {
    if (g->rules->redact) g->rules->redact(g->data, state, viewer);
}

void casata_view(const struct casata_game *g, const void *state, int viewer, void *view) {
    memcpy(view, state, g->rules->state_size);
    casata_redact(g, view, viewer);
}

void casata_resample(const struct casata_game *g, void *state, int viewer, struct casata_rng *rng) {
    if (g->rules->resample) g->rules->resample(g->data, state, viewer, rng);
}

uint64_t casata_hash(const struct casata_game *g, const void *state) {
    return casata_hash_bytes(state, g->rules->state_size, g->rules->rules_version);
}

const char *casata_phase_name(const struct casata_game *g, const void *state) {
    const struct casata_head *h = state;
    return h->depth ? phase_of(g, h)->name : "over";
}

/* Locals without a name in the phase row are not part of a position. */
static bool unnamed_locals(const struct casata_phase *p, const struct casata_frame *f) {
    int named = 0;
    for (const char *c = p->locals; c && *c; c++) named += *c == ' ';
    for (int i = named; i < CASATA_MAX_LOCALS; i++)
        if (f->local[i]) return true;
    return false;
}

/* The frames of a position from outside: known phases, each on a phase that may lie below it, locals in
 * range, nothing left over above the top, a decision due. */
const char *casata_check_view(const struct casata_game *g, const void *state) {
    static const struct casata_frame unused;
    const struct casata_rules *r = g->rules;
    const struct casata_head *h = state;
    if (h->seats < r->min_seats || h->seats > r->max_seats) return "number of seats";
    for (int i = 0; i < CASATA_MAX_GAME_OPTIONS; i++)
        if (h->option[i] >= (i < r->n_options ? r->options[i].values->n : 1)) return "option out of range";
    if (casata_option_unfit(r, h->seats, h->option)) return "option not for this number of seats";
    if (h->depth > CASATA_MAX_FRAMES) return "too many frames";
    for (int i = h->depth; i < CASATA_MAX_FRAMES; i++)
        if (memcmp(&h->frame[i], &unused, sizeof unused) != 0) return "bytes above the top frame";
    for (int i = 0; i < h->depth; i++) {
        const struct casata_frame *f = &h->frame[i];
        if (f->phase >= r->n_phases) return "unknown phase";
        const struct casata_phase *p = r->phases[f->phase];
        if (!(p->parents & (i ? CASATA_ON(h->frame[i - 1].phase) : CASATA_BOTTOM)))
            return "frame on a wrong frame";
        if (f->seat >= h->seats) return "seat of a frame";
        if (f->mask >> h->seats || (f->mask && !(p->flags & CASATA_SEVERAL))) return "mask of a frame";
        if (unnamed_locals(p, f)) return "locals of a frame";
    }
    return NULL;
}

const char *casata_check(const struct casata_game *g, const void *state) {
    const struct casata_rules *r = g->rules;
    const struct casata_head *h = state;
    const char *broken = casata_check_view(g, state);
    if (broken || (broken = r->check(g->data, state))) return broken;
    for (int i = 0; i < h->depth; i++) {
        const struct casata_phase *p = r->phases[h->frame[i].phase];
        if (p->valid && !p->valid(g->data, state, &h->frame[i])) return "locals of a frame";
    }
    if (h->depth == 0) return NULL;
    const struct casata_phase *p = phase_of(g, h);
    if (!p->legal && !p->outcomes) return "nobody has to decide";
    if (p->outcomes) {
        struct casata_outcome out[CASATA_MAX_CHOICES];
        return casata_outcomes(g, state, out) > 0 ? NULL : "no outcome of chance";
    }
    casata_action out[CASATA_MAX_CHOICES];
    unsigned seats = casata_to_act(g, state);
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1 && casata_legal(g, state, seat, out) < 1) return "no legal action";
    return NULL;
}

static void emit(struct casata_sink *sink, unsigned seen, const char *id, int n, va_list args) {
    struct casata_msg m = {.id = id, .n = (uint8_t)n, .seen = (uint8_t)seen};
    assert(n <= CASATA_MAX_ARGS);
    for (int i = 0; i < n; i++) m.arg[i] = va_arg(args, struct casata_arg);
    sink->emit(sink, &m);
}

void(casata_emit_to)(struct casata_sink *sink, unsigned seen, const char *id, int n, ...) {
    if (!sink) return;
    va_list args;
    va_start(args, n);
    emit(sink, seen, id, n, args);
    va_end(args);
}

void(casata_emit)(struct casata_sink *sink, const char *id, int n, ...) {
    if (!sink) return;
    va_list args;
    va_start(args, n);
    emit(sink, CASATA_EVERYBODY, id, n, args);
    va_end(args);
}
