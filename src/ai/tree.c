/* tree.c: information-set Monte Carlo tree search over the decisions of all seats. Works over the rules interface and the
 * game's evaluation; it must not know any game.
 *
 * Each iteration samples the hidden parts of the root (casata_resample) and selects a path by PUCT: the mean utility of an
 * option so far plus an exploration term weighted by its prior, which is a softmax of static values. A node stands for
 * the decisions that led to it, not for a state: hidden parts and chance differ between iterations, and only the edges
 * legal in an iteration take part in it. Where the path leaves the tree, nodes are added to the end of the turn it is
 * in, and the position there is judged by the evaluation: there are no rollouts.
 *
 * Only single IEEE operations are used, in a fixed order, and no function of the C library, so that equal arguments
 * give equal decisions on every machine. */
#include "casata/rules.h"
#include "ai/tree.h"

#include <string.h>

/* --- numbers ----------------------------------------------------------------------------------------------- */
static float squash(float x) { return x / (1.0f + (x < 0 ? -x : x)); }

/* Square root of n >= 1, by Newton's method from above. */
static float root_of(float n) {
    float x = n > 4096 ? n / 64 : n > 64 ? n / 8 : n > 4 ? n / 2 : n;
    for (int i = 0; i < 6; i++) x = 0.5f * (x + n / x);
    return x;
}

/* --- judging ----------------------------------------------------------------------------------------------- */
/* Utility of a position for each seat, -1 to 1; returns the margin of the searching seat. */
static float judge(const struct tree *t, const void *state, float *worth) {
    const struct casata_head *h = state;
    float win[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS], part = (float)t->skill.win / 100.0f;
    ai_judge(&t->game, t->net, state, win, margin);
    for (int i = 0; i < h->seats; i++) {
        worth[i] = squash((margin[i] - t->base[i]) / (float)t->skill.squash);
        if (t->net) worth[i] = (1.0f - part) * worth[i] + part * (2.0f * win[i] - 1.0f);
    }
    return margin[t->seat];
}

/* --- growing ----------------------------------------------------------------------------------------------- */
static uint32_t new_edge(struct tree *t, casata_action a) {
    if (t->n_edges == t->cap_edges) return 0;
    t->edge[t->n_edges] = (struct edge){.action = a};
    return t->n_edges++;
}

static uint32_t new_node(struct tree *t, int seat) {
    if (t->n_nodes == t->cap_nodes) return 0;
    t->node[t->n_nodes] = (struct node){.seat = (uint8_t)seat};
    return t->n_nodes++;
}

/* Finds or creates the edge of an action from *link on and moves *link past it. 0: no memory. */
static uint32_t edge_for(struct tree *t, uint32_t **link, casata_action a, bool *made) {
    while (**link && t->edge[**link].action < a) *link = &t->edge[**link].next;
    *made = !**link || t->edge[**link].action != a;
    if (*made) {
        uint32_t e = new_edge(t, a);
        if (!e) return 0;
        t->edge[e].next = **link;
        **link = e;
    }
    uint32_t found = **link;
    *link = &t->edge[found].next;
    return found;
}

float tree_static_eval(struct tree *t, const void *state, int seat, casata_action a) {
    ai_state child;
    t->evals++;
    memcpy(child.bytes, state, t->game.rules->state_size);
    casata_apply(&t->game, child.bytes, seat, a, NULL);
    return (float)casata_eval_seat(&t->game, child.bytes, seat);
}

/* Priors: softmax of the static values, mixed with a uniform share. */
static void set_priors(struct tree *t, const uint32_t *edge, int n) {
    float part[CASATA_MAX_CHOICES], best = -1e9f, sum = 0, spread = (float)t->skill.spread / 100.0f;
    for (int i = 0; i < n; i++)
        if (t->edge[edge[i]].static_value > best) best = t->edge[edge[i]].static_value;
    for (int i = 0; i < n; i++)
        sum += part[i] = ai_exp((t->edge[edge[i]].static_value - best) / (float)t->skill.temper);
    for (int i = 0; i < n; i++) t->edge[edge[i]].prior = (1.0f - spread) * part[i] / sum + spread / (float)n;
}

/* Edges for the legal actions; new ones get their static value. edge[i] is the edge of action[i]. false: no memory. */
static bool expand(struct tree *t, uint32_t node, const void *state, int seat, const casata_action *action,
                   int n, uint32_t *edge) {
    uint32_t *link = &t->node[node].edges;
    bool made, any = false;
    if (t->n_edges + (uint32_t)n > t->cap_edges) return false;
    for (int i = 0; i < n; i++) {
        edge[i] = edge_for(t, &link, action[i], &made);
        if (made) t->edge[edge[i]].static_value = tree_static_eval(t, state, seat, action[i]);
        any |= made;
    }
    if (any) set_priors(t, edge, n);
    return true;
}

void tree_prime(struct tree *t, const struct casata_advice *advice) {
    uint32_t edge[CASATA_MAX_CHOICES];
    bool made;
    t->evals += (uint32_t)(advice->nodes * AI_NODE_EVALS);
    if (!t->root) t->root = new_node(t, t->seat);
    if (!t->root || t->n_edges + (uint32_t)t->n_options > t->cap_edges) return;
    uint32_t *link = &t->node[t->root].edges;
    for (int i = 0; i < t->n_options; i++) {
        edge[i] = edge_for(t, &link, t->option[i], &made);
        for (int k = 0; k < advice->n; k++)
            if (advice->line[k].action == t->option[i])
                t->edge[edge[i]].static_value = (float)advice->line[k].value;
    }
    set_priors(t, edge, t->n_options);
}

/* --- selection ---------------------------------------------------------------------------------------------- */
/* PUCT over the edges that are legal now. An unvisited edge starts with the mean of the node, less the gap between its
 * static value and the best. */
static int select_edge(const struct tree *t, const uint32_t *edge, int n) {
    float sum = 0, best_static = -1e9f, best = -1e9f;
    uint32_t visits = 0;
    int chosen = 0;
    for (int i = 0; i < n; i++) {
        const struct edge *e = &t->edge[edge[i]];
        sum += e->sum;
        visits += e->visits;
        if (e->static_value > best_static) best_static = e->static_value;
    }
    float mean = visits ? sum / (float)visits : 0;
    float explore = (float)t->skill.explore / 100.0f * root_of(visits ? (float)visits : 1.0f);
    for (int i = 0; i < n; i++) {
        const struct edge *e = &t->edge[edge[i]];
        float worth = e->visits ? e->sum / (float)e->visits
                                : mean - squash((best_static - e->static_value) / (float)t->skill.squash);
        worth += explore * e->prior / (float)(1 + e->visits);
        if (worth > best) best = worth, chosen = i;
    }
    return chosen;
}

/* --- one iteration ------------------------------------------------------------------------------------------------- */
static void record(struct tree *t, uint32_t edge, int seat) {
    t->path[t->depth++] = (struct tree_step){edge, (uint8_t)seat};
}

/* A separate function because its list is large. */
__attribute__((noinline)) static bool has_many_outcomes(const struct tree *t, const void *state) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    return casata_outcomes(&t->game, state, out) > MANY_OUTCOMES;
}

/* Samples chance and returns the edge of the outcome; 0: no memory. */
static uint32_t take_chance(struct tree *t, uint32_t node, void *state) {
    casata_action a = casata_sample(&t->game, state, &t->rng);
    uint32_t *link = &t->node[node].edges;
    bool made;
    uint32_t e = edge_for(t, &link, t->node[node].wide ? 0 : a, &made);
    casata_apply(&t->game, state, CASATA_CHANCE, a, NULL);
    return e;
}

/* A decision inside the tree: selects, applies, and returns the edge; 0: no memory. */
static uint32_t take_decision(struct tree *t, uint32_t node, void *state, int seat,
                              const casata_action *action, int n) {
    uint32_t edge[CASATA_MAX_CHOICES];
    if (n < 1 || !expand(t, node, state, seat, action, n, edge)) return 0;
    int i = select_edge(t, edge, n);
    if (t->depth == 0 && t->forced)
        for (int k = 0; k < n; k++)
            if (action[k] == t->forced) i = k;
    casata_apply(&t->game, state, seat, action[i], NULL);
    return edge[i];
}

/* A decision outside the tree: the best static value. */
static void decide_greedily(struct tree *t, void *state, int seat, const casata_action *action, int n) {
    float best = -1e9f;
    int chosen = 0;
    for (int i = 0; i < n; i++) {
        float value = tree_static_eval(t, state, seat, action[i]);
        if (value > best) best = value, chosen = i;
    }
    casata_apply(&t->game, state, seat, action[chosen], NULL);
}

/* The node at a place of the tree, created if missing; 0: outside the tree. */
static uint32_t node_at(struct tree *t, uint32_t *link, int seat, const void *state, bool *made) {
    *made = false;
    if (!link) return 0;
    if (*link) return t->node[*link].seat == seat ? *link : 0; /* hidden parts may change who is next */
    uint32_t node = new_node(t, seat);
    if (!node) return 0;
    *made = true;
    *link = node;
    if (seat == CHANCE_NODE) t->node[node].wide = has_many_outcomes(t, state);
    return node;
}

/* A path from the root to the evaluated leaf. It ends with the turn in which it leaves the tree. */
struct descent {
    uint32_t *link; /* place of the next node; NULL: outside the tree */
    int actor;      /* who decided last, and in which turn */
    unsigned turn;
    int left_seat; /* whose turn it was when the path left the tree as it stood; -1: it has not */
    unsigned left_turn;
};

/* Redundant options are left out where the tree has been before, and may look at every order. Where the path has left the
 * tree the best step comes first, whatever its rank, and lower ones may still follow: otherwise the rest of a turn
 * would look worse than it is. Only where the list is short, or a path would take too long. */
enum { FEW_OPTIONS = 8 };
static int list_options(const struct tree *t, const struct descent *d, const void *state, int seat,
                        casata_action *out) {
    int n = t->skill.complete || d->left_seat >= 0 ? casata_legal(&t->game, state, seat, out) : 0;
    bool all = t->skill.complete || (n > 0 && n <= FEW_OPTIONS);
    return all ? n : casata_legal_distinct(&t->game, state, seat, out);
}

static bool has_ended(const struct descent *d, unsigned turn, int seat) {
    return d->left_seat >= 0 && (turn != d->left_turn || (seat != CHANCE_NODE && seat != d->left_seat));
}

static uint32_t follow_chance(struct tree *t, uint32_t node, void *state) {
    if (node) return take_chance(t, node, state);
    casata_apply(&t->game, state, CASATA_CHANCE, casata_sample(&t->game, state, &t->rng), NULL);
    return 0;
}

static uint32_t follow_seat(struct tree *t, struct descent *d, uint32_t node, bool made, void *state,
                            int seat, const casata_action *action, int n) {
    d->actor = seat;
    d->turn = ((const struct casata_head *)state)->turn;
    uint32_t e = node ? take_decision(t, node, state, seat, action, n) : 0;
    if (!e) decide_greedily(t, state, seat, action, n);
    if (d->left_seat < 0 && (made || !e)) d->left_seat = seat, d->left_turn = d->turn;
    /* An option of the root is judged by anything that may follow it, in any order. */
    if (d->link == &t->root) casata_forget_order(&t->game, state);
    return e;
}

static void descend(struct tree *t, void *state) {
    const struct casata_head *h = state;
    casata_action action[CASATA_MAX_CHOICES];
    struct descent d = {.link = &t->root, .actor = t->seat, .turn = h->turn, .left_seat = -1};
    for (unsigned to_act; (to_act = casata_to_act(&t->game, state)) != 0 && t->depth < MAX_DEPTH;) {
        bool chance = to_act >> CASATA_CHANCE, made;
        int seat = chance ? CHANCE_NODE : to_act >> d.actor & 1 ? d.actor : casata_first_seat(to_act);
        int n = chance ? 0 : list_options(t, &d, state, seat, action);
        if (n == 1) {
            casata_apply(&t->game, state, seat, action[0], NULL);
            continue;
        }
        if (has_ended(&d, h->turn, seat)) return;
        uint32_t node = node_at(t, d.link, seat, state, &made);
        if (chance && node && t->node[node].wide && h->turn != d.turn) return; /* judged before the draw */
        uint32_t e =
            chance ? follow_chance(t, node, state) : follow_seat(t, &d, node, made, state, seat, action, n);
        d.link = e ? &t->edge[e].child : NULL;
        if (e) record(t, e, seat);
    }
}

/* Index of an option of the root decision; -1: none. */
static int option_of(const struct tree *t, casata_action a) {
    int low = 0, high = t->n_options - 1;
    while (low < high) {
        int mid = (low + high) / 2;
        if (t->option[mid] < a)
            low = mid + 1;
        else
            high = mid;
    }
    return t->n_options && t->option[low] == a ? low : -1;
}

void tree_iterate(struct tree *t) {
    ai_state state;
    float worth[CASATA_MAX_SEATS];
    memcpy(state.bytes, t->view.bytes, t->game.rules->state_size);
    casata_resample(&t->game, state.bytes, t->seat, &t->rng);
    t->depth = 0;
    descend(t, state.bytes);
    float margin = judge(t, state.bytes, worth);
    int at = t->depth ? option_of(t, t->edge[t->path[0].edge].action) : -1;
    if (at >= 0) t->root_visits[at]++, t->root_margin[at] += margin;
    for (int i = 0; i < t->depth; i++) {
        struct edge *e = &t->edge[t->path[i].edge];
        e->visits++;
        if (t->path[i].seat != CHANCE_NODE) e->sum += worth[t->path[i].seat];
    }
    t->iterations++;
    t->evals += 1 + (uint32_t)t->depth / 2 + t->leaf_evals; /* moving along the path costs time too */
}

/* --- a decision -------------------------------------------------------------------------------------------- */
struct tree *tree_on(void *memory, size_t bytes) {
    struct tree *t = memory;
    size_t left = bytes - sizeof *t;
    memset(t, 0, sizeof *t);
    /* about one node for five edges */
    t->cap_nodes = (uint32_t)(left / (sizeof(struct node) + 5 * sizeof(struct edge)));
    t->node = (struct node *)((unsigned char *)memory + sizeof *t);
    t->edge = (struct edge *)(t->node + t->cap_nodes);
    t->cap_edges = (uint32_t)((left - t->cap_nodes * sizeof(struct node)) / sizeof(struct edge));
    return t;
}

/* Is the tree of this seat and game, at a decision where `decided` was legal? */
static bool fits(const struct tree *t, const struct casata_game *g, int seat, casata_action decided, int *n) {
    casata_action option[CASATA_MAX_CHOICES];
    if (t->game.rules != g->rules || t->game.data != g->data || t->seat != seat) return false;
    *n = casata_legal(&t->game, t->view.bytes, seat, option);
    for (int i = 0; i < *n; i++)
        if (option[i] == decided) return true;
    return false;
}

void tree_follow(struct tree *t, const struct casata_game *g, const void *state, int seat,
                 casata_action decided) {
    int n;
    if (t->game.rules && fits(t, g, seat, decided, &n)) {
        uint32_t e = t->root ? t->node[t->root].edges : 0;
        while (n > 1 && e && t->edge[e].action != decided) e = t->edge[e].next;
        if (n > 1) t->root = e ? t->edge[e].child : 0; /* a single option has no node */
        /* Applied to a sampled full state, because an action may reveal hidden parts; then the view differs. */
        casata_resample(g, t->view.bytes, seat, &t->rng);
        casata_apply(g, t->view.bytes, seat, decided, NULL);
        casata_redact(g, t->view.bytes, seat);
        casata_forget_order(g, t->view.bytes);
        if (memcmp(t->view.bytes, state, g->rules->state_size) == 0) return;
    }
    t->root = 0;
    t->game.rules = NULL;
}

void tree_begin(struct tree *t, const struct casata_game *g, const struct casata_net *net, const void *state,
                int seat, const struct casata_skill *skill, uint64_t seed) {
    /* With half of the memory used a fresh tree is better than one that cannot grow. */
    if (t->n_edges > t->cap_edges / 2 || t->n_nodes > t->cap_nodes / 2 || t->net != net ||
        memcmp(&t->skill, skill, sizeof *skill) != 0)
        t->root = 0;
    t->net = net;
    t->leaf_evals = ai_net_evals(g, net, ((const struct casata_head *)state)->seats);
    t->game = *g;
    t->skill = *skill;
    t->seat = seat;
    memcpy(t->view.bytes, state, g->rules->state_size);
    casata_rng_seed(&t->rng, seed);
    t->iterations = t->kept = 0;
    t->evals = 0;
    t->n_options = casata_legal(g, state, seat, t->option);
    memset(t->root_visits, 0, sizeof t->root_visits);
    memset(t->root_margin, 0, sizeof t->root_margin);
    if (t->root) {
        for (uint32_t e = t->node[t->root].edges; e; e = t->edge[e].next) t->iterations += t->edge[e].visits;
        t->kept = t->iterations;
        return;
    }
    t->n_nodes = t->n_edges = 1;
    ai_state whole;
    float win[CASATA_MAX_SEATS];
    memcpy(whole.bytes, state, g->rules->state_size);
    casata_resample(g, whole.bytes, seat, &t->rng);
    ai_judge(g, net, whole.bytes, win, t->base);
}

uint32_t tree_iterations(const struct tree *t) { return t->iterations; }
uint32_t tree_evals(const struct tree *t) { return t->evals; }

bool tree_is_clear(const struct tree *t, uint32_t goal) {
    enum { PERIOD = 32, CLEAR = 12 /* times as often as the second */ };
    uint32_t own = t->iterations - t->kept, first = 0, second = 0;
    if (own % PERIOD || own == 0 || !t->root || t->evals >= goal) return false;
    for (uint32_t e = t->node[t->root].edges; e; e = t->edge[e].next) {
        uint32_t n = t->edge[e].visits;
        if (n > first)
            second = first, first = n;
        else if (n > second)
            second = n;
    }
    uint64_t to_come = (uint64_t)(goal - t->evals) * own / t->evals;
    return first > second + to_come || (t->evals > goal / 4 && first > (uint64_t)CLEAR * second);
}

/* More visits first; among equals the higher value. */
static bool is_before(const struct casata_advice_line *a, const struct casata_advice_line *b) {
    return a->visits != b->visits ? a->visits > b->visits : a->value > b->value;
}

void tree_advice(const struct tree *t, struct casata_advice *advice) {
    uint32_t e = t->root ? t->node[t->root].edges : 0, most = 0;
    float first = 0; /* static value of the most visited option */
    for (uint32_t i = e; i; i = t->edge[i].next)
        if (t->edge[i].visits > most) most = t->edge[i].visits, first = t->edge[i].static_value;
    advice->n = t->n_options;
    advice->nodes = t->evals;
    for (int i = 0; i < t->n_options; i++) {
        while (e && t->edge[e].action < t->option[i]) e = t->edge[e].next;
        bool there = e && t->edge[e].action == t->option[i];
        struct casata_advice_line line = {t->option[i], (int32_t)t->base[t->seat],
                                          there ? t->edge[e].visits : 0};
        if (t->root_visits[i])
            line.value = (int32_t)(t->root_margin[i] / (float)t->root_visits[i]);
        else if (there && first > t->edge[e].static_value) /* lower by the difference of static values */
            line.value -= (int32_t)(first - t->edge[e].static_value);
        int j = i;
        for (; j > 0 && is_before(&line, &advice->line[j - 1]); j--) advice->line[j] = advice->line[j - 1];
        advice->line[j] = line;
    }
    /* Never report a less visited option as better: its value is less reliable. */
    for (int i = 1; i < advice->n; i++)
        if (advice->line[i].value > advice->line[i - 1].value)
            advice->line[i].value = advice->line[i - 1].value;
}

void tree_try(struct tree *t, casata_action a, uint32_t visits) {
    int at = option_of(t, a);
    t->forced = a;
    for (uint32_t i = 0; at >= 0 && i < 4 * visits && t->root_visits[at] < visits; i++) tree_iterate(t);
    t->forced = 0;
}

int32_t tree_margin(const struct tree *t, casata_action a) {
    int at = option_of(t, a);
    return at >= 0 && t->root_visits[at] ? (int32_t)(t->root_margin[at] / (float)t->root_visits[at])
                                         : (int32_t)t->base[t->seat];
}

static struct edge *root_edge(struct tree *t, casata_action a) {
    uint32_t e = t->root ? t->node[t->root].edges : 0;
    while (e && t->edge[e].action != a) e = t->edge[e].next;
    return e ? &t->edge[e] : NULL;
}

void tree_tally(const struct tree *t, struct casata_advice *tally) {
    tally->n = 0;
    tally->nodes = t->evals;
    for (uint32_t e = t->root ? t->node[t->root].edges : 0; e; e = t->edge[e].next) {
        casata_action a = t->edge[e].action;
        int i = option_of(t, a);
        if (i >= 0 && t->root_visits[i])
            tally->line[tally->n++] = (struct casata_advice_line){a, tree_margin(t, a), t->edge[e].visits};
    }
}

void tree_add(struct tree *t, const struct casata_advice *tally) {
    for (int k = 0; k < tally->n; k++) {
        const struct casata_advice_line *line = &tally->line[k];
        struct edge *e = root_edge(t, line->action);
        int i = option_of(t, line->action);
        if (!e || i < 0) continue;
        if (e->visits) e->sum += e->sum / (float)e->visits * (float)line->visits; /* the same mean */
        e->visits += line->visits;
        t->root_visits[i] += line->visits;
        t->root_margin[i] += (float)line->value * (float)line->visits;
    }
}
