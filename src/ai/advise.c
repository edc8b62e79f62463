/* advise.c: judges the options of a seat by following them to the end of its own turn. Works over the rules interface
 * and the game's own evaluation; it must not know any game.
 *
 * A turn is over when head.turn changes, when another seat has to decide or when the game ends: there the
 * position is a leaf. Before that the seat takes the best of its options and chance is averaged. Where the
 * budget is too small for all options of a decision, the most promising by the evaluation are followed. */
#include "casata/rules.h"
#include "ai/ai_int.h"

#include <string.h>

enum {
    STATE_BYTES = 96 * 1024, /* states on the way down: 24 of the largest games, some hundred of the usual */
    STATE_ALIGN = 16,
    WORDS = 6144,      /* options and their values on the way down */
    FEW_OUTCOMES = 8,  /* chance with up to this many outcomes is expanded in full, ... */
    SAMPLES = 6,       /* ... otherwise this many are drawn */
    NODES_TO_END = 32, /* rough cost of playing a turn out: with less an option is not opened */
    WORLDS = 6,        /* samples of the hidden parts */
};

struct search {
    const struct casata_game *g;
    const struct casata_net *net; /* NULL: none */
    uint32_t net_nodes;           /* its cost on top of the evaluation, in nodes */
    struct casata_rng *rng;
    int seat;
    unsigned turn;
    uint64_t nodes;
    bool cut; /* an option was left out for want of nodes or memory */
    size_t used_bytes;
    int used_words;
    uint32_t word[WORDS];
    _Alignas(STATE_ALIGN) unsigned char bytes[STATE_BYTES];
};

static int32_t judge(struct search *x, const void *state, uint64_t budget);

/* Value of a position for the seat against the mean of the others. */
static int32_t look(struct search *x, const void *state) {
    const struct casata_head *h = state;
    int32_t value[CASATA_MAX_SEATS];
    int64_t others = 0;
    x->nodes++;
    casata_eval(x->g, state, value);
    for (int i = 0; i < h->seats; i++) others += i == x->seat ? 0 : value[i];
    return value[x->seat] - (int32_t)(h->seats > 1 ? others / (h->seats - 1) : 0);
}

/* The same at the end of the turn, where a net judges better. */
static int32_t look_at_leaf(struct search *x, const void *state) {
    if (!x->net) return look(x, state);
    x->nodes += 1 + x->net_nodes;
    return (int32_t)ai_judge_seat(x->g, x->net, state, x->seat);
}

static bool is_leaf(const struct search *x, const void *state) {
    const struct casata_head *h = state;
    unsigned to_act = casata_to_act(x->g, state);
    return h->turn != x->turn || !(to_act >> x->seat & 1 || to_act >> CASATA_CHANCE & 1);
}

static size_t stride(const struct search *x) {
    return (x->g->rules->state_size + STATE_ALIGN - 1u) / STATE_ALIGN * STATE_ALIGN;
}

static void follow(const struct search *x, void *child, const void *state, int seat, casata_action a) {
    memcpy(child, state, x->g->rules->state_size);
    casata_apply(x->g, child, seat, a, NULL);
}

/* --- chance ------------------------------------------------------------------------------------------------ */
/* Never inlined: the large list must not be on the stack at every level. 0: too many outcomes. */
__attribute__((noinline)) static int few_outcomes(const struct search *x, const void *state,
                                                  struct casata_outcome few[FEW_OUTCOMES]) {
    struct casata_outcome all[CASATA_MAX_CHOICES];
    int n = casata_outcomes(x->g, state, all);
    if (n > FEW_OUTCOMES) return 0;
    memcpy(few, all, (size_t)n * sizeof *few);
    return n;
}

static int32_t average(struct search *x, const void *state, void *child, uint64_t budget) {
    struct casata_outcome few[FEW_OUTCOMES];
    int n = few_outcomes(x, state, few);
    int64_t sum = 0, weights = 0;
    int most = budget < SAMPLES ? 1 : SAMPLES; /* a long chain of draws must not outrun the budget */
    if (budget < SAMPLES && n != 1) x->cut = true;
    if (n == 0 || (n > 1 && most == 1))
        for (n = 0; n < most; n++) few[n] = (struct casata_outcome){casata_sample(x->g, state, x->rng), 1};
    for (int i = 0; i < n; i++) {
        follow(x, child, state, CASATA_CHANCE, few[i].action);
        sum += (int64_t)few[i].weight * judge(x, child, budget / (unsigned)n);
        weights += few[i].weight;
    }
    return (int32_t)(sum / weights);
}

/* --- decisions --------------------------------------------------------------------------------------------- */
/* Every option to the end of the turn; unused budget passes to the later ones. */
static int32_t best_of_all(struct search *x, const void *state, void *child, const casata_action *a, int n,
                           uint64_t budget) {
    int32_t best = INT32_MIN;
    for (int i = 0; i < n; i++) {
        uint64_t before = x->nodes;
        follow(x, child, state, x->seat, a[i]);
        int32_t value = judge(x, child, budget / (unsigned)(n - i));
        uint64_t used = x->nodes - before;
        budget -= used < budget ? used : budget;
        if (value > best) best = value;
    }
    return best;
}

/* Options by static value: final for those that end the turn; of the others the best are opened. */
static int32_t best_of_promising(struct search *x, const void *state, void *child, const casata_action *a,
                                 int n, int32_t *looks, uint64_t budget) {
    int32_t best = INT32_MIN;
    int open = 0;
    for (int i = 0; i < n; i++) {
        follow(x, child, state, x->seat, a[i]);
        bool leaf = is_leaf(x, child);
        looks[i] = leaf ? look_at_leaf(x, child) : look(x, child);
        if (leaf) {
            if (looks[i] > best) best = looks[i];
            looks[i] = INT32_MIN;
        } else
            open++;
    }
    budget -= (unsigned)n < budget ? (unsigned)n : budget;
    int most = 1 + (int)(budget / NODES_TO_END < (unsigned)n ? budget / NODES_TO_END : (unsigned)n);
    if (open > most) {
        open = most;
        x->cut = true;
    }
    for (; open > 0; open--) {
        int next = 0;
        for (int i = 1; i < n; i++)
            if (looks[i] > looks[next]) next = i;
        uint64_t before = x->nodes;
        follow(x, child, state, x->seat, a[next]);
        looks[next] = INT32_MIN;
        int32_t value = judge(x, child, budget / (unsigned)open);
        uint64_t used = x->nodes - before;
        budget -= used < budget ? used : budget;
        if (value > best) best = value;
    }
    return best;
}

static int32_t choose(struct search *x, const void *state, void *child, uint64_t budget) {
    casata_action *a = &x->word[x->used_words];
    int n = casata_legal_distinct(x->g, state, x->seat, a);
    x->used_words += n;
    if (n == 1 || budget / (unsigned)n >= NODES_TO_END) return best_of_all(x, state, child, a, n, budget);
    int32_t *looks = (int32_t *)&x->word[x->used_words]; /* the signed twin of a type may share its memory */
    x->used_words += n;
    return best_of_promising(x, state, child, a, n, looks, budget);
}

static int32_t judge(struct search *x, const void *state, uint64_t budget) {
    size_t bytes = x->used_bytes;
    int words = x->used_words;
    if (is_leaf(x, state)) return look_at_leaf(x, state);
    if (bytes + stride(x) > STATE_BYTES || words + 2 * CASATA_MAX_CHOICES > WORDS) {
        x->cut = true;
        return look_at_leaf(x, state);
    }
    void *child = &x->bytes[bytes];
    x->used_bytes += stride(x);
    int32_t value = casata_to_act(x->g, state) >> CASATA_CHANCE & 1 ? average(x, state, child, budget)
                                                                    : choose(x, state, child, budget);
    x->used_bytes = bytes;
    x->used_words = words;
    return value;
}

/* --- the root ---------------------------------------------------------------------------------------------- */
/* Half of the budget in equal shares; the rest to the options that were cut short, in equal shares again, so
 * that no option looks better only because it was visited more. */
static void judge_all(struct search *x, const void *state, uint64_t budget,
                      const struct casata_advice *advice, int32_t *value) {
    uint64_t start = x->nodes, share = budget / 2 / (unsigned)advice->n;
    uint8_t unseen[CASATA_MAX_CHOICES];
    unsigned n_unseen = 0;
    void *child = &x->bytes[x->used_bytes];
    x->used_bytes += stride(x);
    for (int i = 0; i < advice->n; i++) {
        x->cut = false;
        follow(x, child, state, x->seat, advice->line[i].action);
        casata_forget_order(x->g, child); /* anything may follow an option, in any order */
        value[i] = judge(x, child, share);
        unseen[i] = x->cut;
        n_unseen += x->cut;
    }
    uint64_t used = x->nodes - start, more = used < budget && n_unseen ? (budget - used) / n_unseen : 0;
    for (int i = 0; i < advice->n && more > share; i++) {
        if (!unseen[i]) continue;
        follow(x, child, state, x->seat, advice->line[i].action);
        casata_forget_order(x->g, child);
        value[i] = judge(x, child, more);
    }
    x->used_bytes -= stride(x);
}

static void sort_best_first(struct casata_advice *advice) {
    for (int i = 1; i < advice->n; i++) { /* equal values stay in the order of the actions */
        struct casata_advice_line line = advice->line[i];
        int j = i;
        for (; j > 0 && advice->line[j - 1].value < line.value; j--) advice->line[j] = advice->line[j - 1];
        advice->line[j] = line;
    }
}

void casata_advise(const struct casata_game *g, const struct casata_net *net, const void *state, int seat,
                   uint32_t nodes, struct casata_rng *rng, struct casata_advice *advice) {
    struct search x;
    int32_t value[CASATA_MAX_CHOICES];
    casata_action action[CASATA_MAX_CHOICES];
    int worlds = g->rules->resample ? WORLDS : 1;
    x.g = g;
    x.net = net;
    x.net_nodes = ai_net_evals(g, net, 1) / AI_NODE_EVALS;
    x.rng = rng;
    x.seat = seat;
    x.turn = ((const struct casata_head *)state)->turn;
    x.nodes = 0;
    x.used_bytes = stride(&x);
    x.used_words = 0;
    advice->n = casata_legal(g, state, seat, action);
    for (int i = 0; i < advice->n; i++) advice->line[i] = (struct casata_advice_line){action[i], 0, 0};
    for (int w = 0; w < worlds && advice->n > 0; w++) {
        memcpy(x.bytes, state, g->rules->state_size);
        casata_forget_order(g, x.bytes);
        casata_resample(g, x.bytes, seat, rng);
        judge_all(&x, x.bytes, nodes / (unsigned)worlds, advice, value);
        for (int i = 0; i < advice->n; i++) advice->line[i].value += value[i];
    }
    for (int i = 0; i < advice->n; i++) advice->line[i].value /= worlds;
    advice->nodes = x.nodes;
    sort_best_first(advice);
}
