/* tree.c: a search tree over the decisions of all seats, grown one way into the future at a time. Works over the rules
 * interface and the game's evaluation; it must not know any game.
 *
 * A way begins at the decision that is asked for, with what the seat does not know drawn anew. A node stands for the
 * decisions that led to it, not for a state: what is hidden and what chance brings may differ each time, so each time
 * only the edges that are legal then are looked at. Where a way leaves the tree, nodes are added to the end of the
 * turn that it is in, and the position there is judged by the evaluation: nothing is played out. A seat chooses by
 * what an option brought it so far, and among what was seen little by how it looked at first sight.
 *
 * Only single IEEE operations are used, in a fixed order, and no function of the C library, so that equal arguments
 * give equal decisions on every machine. */
#include "ai/tree.h"

#include <string.h>

/* --- numbers ----------------------------------------------------------------------------------------------- */
static float squash(float x) { return x / (1.0f + (x < 0 ? -x : x)); }

/* e to the power of x, x <= 0, to some three digits. */
static float power(float x) {
    float y = 1.0f + x / 256.0f;
    if (y <= 0) return 0;
    for (int i = 0; i < 8; i++) y *= y;
    return y;
}

/* Square root of n >= 1, by Newton's steps from above. */
static float root_of(float n) {
    float x = n > 4096 ? n / 64 : n > 64 ? n / 8 : n > 4 ? n / 2 : n;
    for (int i = 0; i < 6; i++) x = 0.5f * (x + n / x);
    return x;
}

/* --- judging ----------------------------------------------------------------------------------------------- */
static float ahead(const struct tree *t, const int32_t *value, int seat) {
    return (float)ai_margin(value, ((const struct casata_head *)t->view.bytes)->seats, seat);
}

/* What a position is worth to each seat, -1 to 1. */
static void judge(const struct tree *t, const void *state, float *worth) {
    const struct casata_head *h = state;
    int32_t value[CASATA_MAX_SEATS];
    casata_eval(&t->game, state, value);
    for (int i = 0; i < h->seats; i++)
        worth[i] = squash((ahead(t, value, i) - t->base[i]) / (float)t->skill.squash);
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

/* The edge of an action from *link on, which is moved behind it; made anew where there is none. 0: no memory. */
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

float tree_sight(const struct tree *t, const void *state, int seat, casata_action a) {
    ai_state child;
    int32_t value[CASATA_MAX_SEATS];
    memcpy(child.bytes, state, t->game.rules->state_size);
    casata_apply(&t->game, child.bytes, seat, a, NULL);
    casata_eval(&t->game, child.bytes, value);
    return ahead(t, value, seat);
}

/* Edges for the legal actions; those that were not there are looked at. edge[i] is the edge of action[i]. false: no
 * memory. */
static bool meet(struct tree *t, uint32_t node, const void *state, int seat, const casata_action *action,
                 int n, uint32_t *edge) {
    uint32_t *link = &t->node[node].edges;
    float look[CASATA_MAX_CHOICES], best = -1e9f, sum = 0;
    bool made, any = false;
    if (t->n_edges + (uint32_t)n > t->cap_edges) return false;
    for (int i = 0; i < n; i++) {
        edge[i] = edge_for(t, &link, action[i], &made);
        struct edge *e = &t->edge[edge[i]];
        if (made) e->first = tree_sight(t, state, seat, action[i]);
        any |= made;
        look[i] = e->first;
        if (look[i] > best) best = look[i];
    }
    if (!any) return true;
    for (int i = 0; i < n; i++) sum += look[i] = power((look[i] - best) / (float)t->skill.temper);
    float spread = (float)t->skill.spread / 100.0f;
    for (int i = 0; i < n; i++) t->edge[edge[i]].prior = (1.0f - spread) * look[i] / sum + spread / (float)n;
    return true;
}

/* --- choosing ---------------------------------------------------------------------------------------------- */
/* Of the edges that are legal now: what it brought, or for one that was not tried what the node brought less what it
 * looked worse than the best; and more for what was tried little. */
static int choose(const struct tree *t, const uint32_t *edge, int n) {
    float sum = 0, best_first = -1e9f, best = -1e9f;
    uint32_t visits = 0;
    int chosen = 0;
    for (int i = 0; i < n; i++) {
        const struct edge *e = &t->edge[edge[i]];
        sum += e->sum;
        visits += e->visits;
        if (e->first > best_first) best_first = e->first;
    }
    float mean = visits ? sum / (float)visits : 0;
    float explore = (float)t->skill.explore / 100.0f * root_of(visits ? (float)visits : 1.0f);
    for (int i = 0; i < n; i++) {
        const struct edge *e = &t->edge[edge[i]];
        float worth = e->visits ? e->sum / (float)e->visits
                                : mean - squash((best_first - e->first) / (float)t->skill.squash);
        worth += explore * e->prior / (float)(1 + e->visits);
        if (worth > best) best = worth, chosen = i;
    }
    return chosen;
}

/* --- a way ------------------------------------------------------------------------------------------------- */
static void note(struct tree *t, uint32_t edge, int seat) {
    t->path[t->depth++] = (struct step){edge, (uint8_t)seat};
}

/* Outcomes of a chance that is due, up to WIDE + 1. Apart, for its list is large. */
__attribute__((noinline)) static bool is_wide(const struct tree *t, const void *state) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    return casata_outcomes(&t->game, state, out) > WIDE;
}

/* Draws what chance brings and returns the edge behind it; 0: no memory. */
static uint32_t pass_chance(struct tree *t, uint32_t node, void *state) {
    casata_action a = casata_sample(&t->game, state, &t->rng);
    uint32_t *link = &t->node[node].edges;
    bool made;
    uint32_t e = edge_for(t, &link, t->node[node].wide ? 0 : a, &made);
    casata_apply(&t->game, state, CASATA_CHANCE, a, NULL);
    return e;
}

/* A decision of a seat: chooses, applies, and returns the edge; 0: no memory. */
static uint32_t pass_decision(struct tree *t, uint32_t node, void *state, int seat,
                              const casata_action *action, int n) {
    uint32_t edge[CASATA_MAX_CHOICES];
    if (!meet(t, node, state, seat, action, n, edge)) return 0;
    int i = choose(t, edge, n);
    casata_apply(&t->game, state, seat, action[i], NULL);
    return edge[i];
}

/* From the root to a position that is judged. */
static void descend(struct tree *t, void *state) {
    const struct casata_head *h = state;
    casata_action action[CASATA_MAX_CHOICES];
    uint32_t *link = &t->root;
    int actor = t->seat, fresh_actor = -1;
    unsigned turn = h->turn, fresh_turn = 0, to_act;
    while ((to_act = casata_to_act(&t->game, state)) != 0 && t->depth < DEPTH) {
        bool chance = to_act >> CASATA_CHANCE;
        int seat = chance ? CHANCE_NODE : to_act >> actor & 1 ? actor : ai_first(to_act);
        int n = chance ? 0 : casata_legal(&t->game, state, seat, action);
        if (n == 1) {
            casata_apply(&t->game, state, seat, action[0], NULL);
            continue;
        }
        if (fresh_actor >= 0 && (h->turn != fresh_turn || (!chance && seat != fresh_actor))) return;
        if (!*link) {
            uint32_t made = new_node(t, seat);
            if (!made) return;
            *link = made;
            if (chance) t->node[made].wide = is_wide(t, state);
            if (!chance && fresh_actor < 0) fresh_actor = seat, fresh_turn = h->turn;
        }
        uint32_t node = *link, e;
        if (t->node[node].seat != seat) return; /* what is hidden may change who is next: judge here */
        if (chance) {
            if (t->node[node].wide && h->turn != turn) return; /* between turns: judged before it falls */
            e = pass_chance(t, node, state);
        } else {
            actor = seat;
            turn = h->turn;
            e = pass_decision(t, node, state, seat, action, n);
        }
        if (!e) return;
        note(t, e, seat);
        link = &t->edge[e].child;
    }
}

void tree_walk(struct tree *t) {
    ai_state state;
    float worth[CASATA_MAX_SEATS];
    memcpy(state.bytes, t->view.bytes, t->game.rules->state_size);
    casata_resample(&t->game, state.bytes, t->seat, &t->rng);
    t->depth = 0;
    descend(t, state.bytes);
    judge(t, state.bytes, worth);
    for (int i = 0; i < t->depth; i++) {
        struct edge *e = &t->edge[t->path[i].edge];
        e->visits++;
        if (t->path[i].seat != CHANCE_NODE) e->sum += worth[t->path[i].seat];
    }
    t->walks++;
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

/* Forgets unless all fits: the same seat of the same game, at a decision where `decided` was possible, and now what
 * that led to. */
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
        /* From a whole state, for an action may open what is hidden; then the view is another one. */
        casata_resample(g, t->view.bytes, seat, &t->rng);
        casata_apply(g, t->view.bytes, seat, decided, NULL);
        casata_redact(g, t->view.bytes, seat);
        if (memcmp(t->view.bytes, state, g->rules->state_size) == 0) return;
    }
    t->root = 0;
    t->game.rules = NULL;
}

void tree_begin(struct tree *t, const struct casata_game *g, const void *state, int seat,
                const struct casata_skill *skill, uint64_t seed) {
    /* With half of the memory used up a fresh tree is better than one that cannot grow. */
    if (t->n_edges > t->cap_edges / 2 || t->n_nodes > t->cap_nodes / 2 ||
        memcmp(&t->skill, skill, sizeof *skill) != 0)
        t->root = 0;
    t->game = *g;
    t->skill = *skill;
    t->seat = seat;
    memcpy(t->view.bytes, state, g->rules->state_size);
    casata_rng_seed(&t->rng, seed);
    t->walks = 0;
    if (t->root) {
        for (uint32_t e = t->node[t->root].edges; e; e = t->edge[e].next) t->walks += t->edge[e].visits;
        return;
    }
    t->n_nodes = t->n_edges = 1;
    int32_t value[CASATA_MAX_SEATS];
    ai_state whole;
    memcpy(whole.bytes, state, g->rules->state_size);
    casata_resample(g, whole.bytes, seat, &t->rng);
    casata_eval(g, whole.bytes, value);
    for (int i = 0; i < ((const struct casata_head *)state)->seats; i++) t->base[i] = ahead(t, value, i);
}

uint32_t tree_walks(const struct tree *t) { return t->walks; }

/* An option that was tried more often is the better one; what was never tried goes by its first sight. */
static int32_t points(const struct tree *t, float worth) {
    float size = worth < 0 ? -worth : worth;
    if (size > 0.98f) worth = worth < 0 ? -0.98f : 0.98f, size = 0.98f;
    return (int32_t)(t->base[t->seat] + worth / (1.0f - size) * (float)t->skill.squash);
}

void tree_advice(const struct tree *t, struct casata_advice *advice) {
    casata_action action[CASATA_MAX_CHOICES];
    int n = casata_legal(&t->game, t->view.bytes, t->seat, action);
    uint32_t e = t->root ? t->node[t->root].edges : 0;
    advice->n = n;
    advice->nodes = t->walks;
    for (int i = 0; i < n; i++) {
        while (e && t->edge[e].action < action[i]) e = t->edge[e].next;
        bool there = e && t->edge[e].action == action[i];
        struct casata_advice_line line = {action[i], 0, there ? t->edge[e].visits : 0};
        if (there)
            line.value =
                line.looks ? points(t, t->edge[e].sum / (float)line.looks) : (int32_t)t->edge[e].first;
        int j = i;
        for (; j > 0 && (advice->line[j - 1].looks < line.looks ||
                         (advice->line[j - 1].looks == line.looks && advice->line[j - 1].value < line.value));
             j--)
            advice->line[j] = advice->line[j - 1];
        advice->line[j] = line;
    }
    /* What was looked at less is not told to be worth more: it only looks so. */
    for (int i = 1; i < n; i++)
        if (advice->line[i].value > advice->line[i - 1].value)
            advice->line[i].value = advice->line[i - 1].value;
}

void tree_merge(struct tree *t, const struct tree *other) {
    if (!t->root || !other->root) return;
    uint32_t *link = &t->node[t->root].edges;
    for (uint32_t e = other->node[other->root].edges; e; e = other->edge[e].next) {
        bool made;
        uint32_t mine = edge_for(t, &link, other->edge[e].action, &made);
        if (!mine) return;
        t->edge[mine].visits += other->edge[e].visits;
        t->edge[mine].sum += other->edge[e].sum;
        if (made) t->edge[mine].first = other->edge[e].first, t->edge[mine].prior = other->edge[e].prior;
    }
    t->walks += other->walks;
}
