/* props_order.c: steps that may be taken in any order (phases with `redundant`): the order of clicks loses nothing, and
 * neither does leaving redundant options out. */
#include "props/props_int.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAIRS = 4,    /* of steps that are tried at a position */
    SEARCHES = 8, /* all ends are searched at one position in this many */
    NODES = 1500, /* more would take too long: given up */
    CELLS = 4096, /* of a set of hashes, a power of two */
};

static uint64_t positions;
uint64_t props_order_positions(void) { return positions; }

/* --- a sequence: the decisions of one frame ------------------------------------------------------------- */
enum course { OPEN, NESTED, ENDED };
static enum course course_of(const void *state, const struct casata_head *start) {
    const struct casata_head *h = state;
    const struct casata_frame *f = &start->frame[start->depth - 1], *now = &h->frame[start->depth - 1];
    if (h->depth < start->depth || now->phase != f->phase || now->seat != f->seat || h->turn != start->turn)
        return ENDED;
    return h->depth > start->depth ? NESTED : OPEN;
}

/* "stop", "done", "pass": what ends a sequence on purpose has no operands. */
static bool is_closing(const struct casata_rules *rules, casata_action a) {
    return rules->forms[casata_kind(a)].operand[0].type == CASATA_OPERAND_NONE;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* Does the order of the two matter by a rule of the game? */
static bool is_ordered(const struct props_run *r, casata_action a, casata_action b) {
    char x[CASATA_ACTION_TEXT], y[CASATA_ACTION_TEXT];
    unsigned phase = casata_top_of(r->state)->phase;
    casata_action_text(r->g->rules, a, x);
    casata_action_text(r->g->rules, b, y);
    for (const struct casata_ordered *o = r->g->rules->ordered; o && o->rule; o++) {
        if (o->phase != phase) continue;
        if ((begins(x, o->first) && begins(y, o->second)) || (begins(y, o->first) && begins(x, o->second)))
            return true;
    }
    return false;
}

/* --- if a, b can be played, then b, a --------------------------------------------------------------------- */
/* Plays a, then b if it is still there to be taken; OPEN: both were. */
static enum course play_both(const struct props_run *r, int seat, casata_action a, casata_action b,
                             union props_state *to) {
    memcpy(to->bytes, r->state, r->g->rules->state_size);
    casata_apply(r->g, to->bytes, seat, a, NULL);
    enum course course = course_of(to->bytes, r->state);
    if (course != OPEN) return course;
    if (!casata_is_legal(r->g, to->bytes, seat, b)) return ENDED;
    casata_apply(r->g, to->bytes, seat, b, NULL);
    return OPEN;
}

/* A sequence of a fixed number of steps counts them down in the local `left`. */
static bool is_used_up(const struct casata_phase *p, const struct casata_frame *f) {
    const char *name = p->locals ? p->locals : "";
    for (int i = 0; *name; i++, name += strcspn(name, " ") + 1)
        if (begins(name, "left ")) return f->local[i] == 0;
    return false;
}

/* Does the sequence end by itself after a, although b, which was legal before a, would still be legal? */
static bool ends_early(const struct props_run *r, int seat, casata_action a, casata_action b) {
    union props_state to;
    memcpy(to.bytes, r->state, r->g->rules->state_size);
    const struct casata_phase *p = r->g->rules->phases[casata_top_of(r->state)->phase];
    p->apply(r->g->data, to.bytes, casata_top(to.bytes), seat, a, NULL); /* without what follows by itself */
    if (course_of(to.bytes, r->state) != OPEN || is_used_up(p, casata_top(to.bytes))) return false;
    if (!casata_is_legal(r->g, to.bytes, seat, b)) return false;
    memcpy(to.bytes, r->state, r->g->rules->state_size);
    casata_apply(r->g, to.bytes, seat, a, NULL);
    return course_of(to.bytes, r->state) == ENDED;
}

static bool pair_holds(struct props_run *r, int seat, casata_action a, casata_action b) {
    union props_state one, other;
    char text[2 * CASATA_ACTION_TEXT + 4];
    enum course first = play_both(r, seat, a, b, &one), second = play_both(r, seat, b, a, &other);
    if (first == NESTED || second == NESTED || is_ordered(r, a, b)) return true;
    int n = casata_action_text(r->g->rules, a, text);
    memcpy(text + n, ", ", 2);
    casata_action_text(r->g->rules, b, text + n + 2);
    if (first != second) return props_fail(r, "any order", text, first == OPEN);
    if (ends_early(r, seat, a, b))
        return props_fail(r, "any order", "a step that was still possible is lost", b);
    if (first == OPEN && memcmp(one.bytes, other.bytes, r->g->rules->state_size) != 0)
        return props_fail(r, "any order", "other bytes after the same steps", a);
    return true;
}

static bool pairs_hold(struct props_run *r, int seat, const casata_action *legal, int n) {
    for (int i = 0; i < PAIRS; i++) {
        casata_action a = legal[casata_rng_below(&r->rng, (uint32_t)n)];
        casata_action b = legal[casata_rng_below(&r->rng, (uint32_t)n)];
        if (a == b || is_closing(r->g->rules, a) || is_closing(r->g->rules, b)) continue;
        if (!pair_holds(r, seat, a, b)) return false;
    }
    return true;
}

/* --- without the redundant options the same positions are reached ------------------------------------------ */
struct set {
    uint64_t cell[CELLS]; /* 0: free */
};
static bool add(struct set *set, uint64_t hash) /* false: it was there */ {
    uint64_t i = hash % CELLS;
    for (hash |= hash == 0; set->cell[i]; i = (i + 1) % CELLS)
        if (set->cell[i] == hash) return false;
    set->cell[i] = hash;
    return true;
}
static bool has(const struct set *set, uint64_t hash) {
    for (uint64_t i = hash % CELLS; set->cell[i]; i = (i + 1) % CELLS)
        if (set->cell[i] == hash) return true;
    return false;
}

typedef int list_legal(const struct casata_game *g, const void *state, int seat, casata_action *out);
struct search {
    const struct casata_game *g;
    const struct casata_head *start;
    list_legal *list;
    struct set seen, ends;
    int seat, nodes;
};

/* Where the sequence can end, or where something else begins on it. False: too many nodes. */
static bool find_ends(struct search *x, const void *state) {
    casata_action out[CASATA_MAX_CHOICES];
    int n = x->list(x->g, state, x->seat, out);
    for (int i = 0; i < n; i++) {
        union props_state child;
        if (++x->nodes > NODES) return false;
        memcpy(child.bytes, state, x->g->rules->state_size);
        casata_apply(x->g, child.bytes, x->seat, out[i], NULL);
        if (course_of(child.bytes, x->start) != OPEN)
            add(&x->ends, casata_hash(x->g, child.bytes));
        else if (add(&x->seen, casata_hash(x->g, child.bytes)) && !find_ends(x, child.bytes))
            return false;
    }
    return true;
}

static bool same_ends(struct props_run *r, const void *start, struct search *all, struct search *some) {
    if (!find_ends(all, start) || !find_ends(some, start)) return true;
    for (int i = 0; i < CELLS; i++)
        if (all->ends.cell[i] && !has(&some->ends, all->ends.cell[i]))
            return props_fail(r, "redundant", "a position is lost without what is redundant", all->nodes);
    return true;
}

static bool ends_hold(struct props_run *r, int seat) {
    union props_state start;
    memcpy(start.bytes, r->state, r->g->rules->state_size);
    casata_forget_order(r->g, start.bytes);
    struct search *x = calloc(2, sizeof *x);
    if (!x) return props_fail(r, "redundant", "out of memory", 0);
    const struct casata_head *head = (const struct casata_head *)(const void *)start.bytes;
    x[0] = (struct search){.g = r->g, .start = head, .list = casata_legal, .seat = seat};
    x[1] = (struct search){.g = r->g, .start = head, .list = casata_legal_distinct, .seat = seat};
    bool ok = same_ends(r, start.bytes, &x[0], &x[1]);
    free(x);
    return ok;
}

static bool distinct_holds(struct props_run *r, int seat, const casata_action *legal, int n) {
    casata_action distinct[CASATA_MAX_CHOICES];
    int kept = casata_legal_distinct(r->g, r->state, seat, distinct);
    if (kept < 1 || kept > n) return props_fail(r, "redundant", "options that are left", kept);
    for (int i = 0, j = 0; j < kept; i++) {
        if (i == n) return props_fail(r, "redundant", "an option that is not legal", distinct[j]);
        j += legal[i] == distinct[j];
    }
    return true;
}

bool props_order(struct props_run *r) {
    const struct casata_head *h = r->state;
    if (h->depth == 0) return true;
    const struct casata_phase *p = r->g->rules->phases[h->frame[h->depth - 1].phase];
    if (!p->redundant) return true;
    casata_action legal[CASATA_MAX_CHOICES];
    int seat = casata_first_seat(casata_to_act(r->g, r->state)),
        n = casata_legal(r->g, r->state, seat, legal);
    positions++;
    if (!distinct_holds(r, seat, legal, n) || !pairs_hold(r, seat, legal, n)) return false;
    return casata_rng_below(&r->rng, SEARCHES) != 0 || ends_hold(r, seat);
}
