/* mind.c: how a bot decides: by its own turn alone (casata_advise) or by tree search, with noise where its skill has
 * some. Works over the rules interface; it must not know any game. */
#include "casata/rules.h"
#include "ai/tree.h"

#include <string.h>

struct casata_mind {
    struct casata_game game;
    struct casata_skill skill;
    struct casata_rng rng;
    int seat, n;           /* n: options */
    casata_action only;    /* the first of them */
    casata_action decided; /* 0: nothing yet */
    unsigned turn;         /* of the state */
    uint32_t goal;         /* evaluations for this decision */
    uint32_t others;       /* those that other minds do of them */
    uint64_t left;         /* evaluations left for this turn */
    bool searching;        /* the tree grows for this decision */
    bool judged;           /* advice is there */
    struct casata_advice advice;
    struct tree *tree;
    const struct casata_net *net; /* NULL: the built-in one */
    ai_state view;
};

/* --- deciding ---------------------------------------------------------------------------------------------- */
struct casata_mind *casata_mind_on(void *memory, size_t bytes) {
    struct casata_mind *m = memory;
    size_t used = (sizeof *m + 15) / 16 * 16;
    memset(m, 0, sizeof *m);
    m->tree = tree_on((unsigned char *)memory + used, bytes - used);
    return m;
}

size_t casata_mind_size(const struct casata_skill *skill) {
    enum { MOST = 16 };
    const uint32_t usual = casata_skill_of(CASATA_DUCA, NULL).think;
    uint32_t times = (skill->think + usual - 1) / usual;
    return (size_t)CASATA_MIND_USUAL * (times < 1 ? 1 : times < MOST ? times : MOST);
}

void casata_mind_net(struct casata_mind *m, const struct casata_net *net) { m->net = net; }

static const struct casata_net *net_of(const struct casata_mind *m, const struct casata_game *g,
                                       const void *state, const struct casata_skill *skill) {
    if (skill->hand) return NULL;
    return m->net ? m->net : casata_net_find(g->rules, ((const struct casata_head *)state)->seats);
}

enum { LARGEST = INT32_MAX / 8 }; /* points of a skill */

/* The skill with temper and squash in 1/100 points. */
static struct casata_skill scaled(const struct casata_skill *skill, const struct casata_rules *rules) {
    struct casata_skill s = *skill;
    uint32_t *const of_margin[] = {&s.temper, &s.squash};
    for (int i = 0; i < 2; i++) {
        uint64_t n = (uint64_t)*of_margin[i] * rules->bots->margin / 100;
        *of_margin[i] = n > LARGEST ? LARGEST : n == 0 && *of_margin[i] ? 1 : (uint32_t)n;
    }
    if (s.noise > LARGEST) s.noise = LARGEST;
    return s;
}

/* Evaluations for a turn. With more seats paths are longer and leaves cost more: in proportion to seats + 2, where
 * eval_ns is the cost with two seats. */
static uint64_t evals_of_turn(const struct casata_game *g, const void *state,
                              const struct casata_skill *skill) {
    enum { NS = 1000 /* of a microsecond */, MORE = 2 };
    unsigned seats = ((const struct casata_head *)state)->seats;
    return (uint64_t)skill->think * NS * (2 + MORE) / g->rules->bots->eval_ns / (seats + MORE);
}

/* Evaluations for a decision: half of those left in the turn, fewer where a subtree was kept, but never so few that a
 * long turn ends blindly. */
static uint32_t share(struct casata_mind *m, bool kept) {
    enum { FRESH = 3, LEAST = 24 }; /* of a turn: at least 1/3 without a subtree, 1/24 in any case */
    uint64_t all = evals_of_turn(&m->game, m->view.bytes, &m->skill);
    if (!kept && m->left < all / FRESH)
        m->left = all / FRESH; /* chance fell, or it is another table's turn */
    uint64_t part = m->left / (kept ? 3 : 2);
    if (part < all / LEAST) part = all / LEAST;
    if (m->skill.alone) part = all;
    return part < 1 ? 1 : part < UINT32_MAX / 2 ? (uint32_t)part : UINT32_MAX / 2;
}

/* The time left in the turn, at the beginning of another decision. */
static void count_evals(struct casata_mind *m, const void *state, int seat,
                        const struct casata_skill *skill) {
    unsigned turn = ((const struct casata_head *)state)->turn;
    uint64_t used = (uint64_t)tree_evals(m->tree) + m->others;
    if (turn != m->turn || seat != m->seat || memcmp(skill, &m->skill, sizeof *skill) != 0 || m->left == 0 ||
        m->decided == 0)
        m->left = evals_of_turn(&m->game, state, skill);
    else if (m->searching)
        m->left -= used < m->left ? used : m->left - 1;
    m->turn = turn;
    m->others = 0;
}

/* Some of the evaluations go to the turn as a whole: a search that samples one step at a time seldom finds decisions that
 * are good only together. With two seats the net judges here too: options that the hand-written evaluation underrates
 * would hardly be searched otherwise. With more seats it gained nothing (docs/bots.md). */
static void prime(struct casata_mind *m) {
    enum { PART = 6, MOST = 30000 };
    uint32_t nodes = m->goal / PART < MOST ? m->goal / PART : MOST;
    const struct casata_head *h = (const struct casata_head *)(const void *)m->view.bytes;
    const struct casata_net *net = h->seats == 2 ? m->tree->net : NULL;
    casata_advise(&m->game, net, m->view.bytes, m->seat, nodes, &m->rng, &m->advice);
    tree_prime(m->tree, &m->advice);
    uint32_t used = tree_evals(m->tree); /* each option is evaluated once, however little time there is */
    if (used + m->goal / 2 > m->goal) m->goal += used - m->goal / 2;
}

bool casata_mind_begin(struct casata_mind *m, const struct casata_game *g, const void *state, int seat,
                       const struct casata_skill *skill, uint64_t seed) {
    casata_action option[CASATA_MAX_CHOICES];
    int n = casata_legal(g, state, seat, option);
    if (n == 0) return false;
    struct casata_skill own = scaled(skill, g->rules);
    m->game = *g;
    count_evals(m, state, seat, &own);
    m->skill = own;
    m->seat = seat;
    m->n = n;
    m->only = option[0];
    m->judged = false;
    memcpy(m->view.bytes, state, g->rules->state_size);
    casata_forget_order(g, m->view.bytes); /* this turn may have begun in an odd order */
    casata_rng_seed(&m->rng, seed);
    tree_follow(m->tree, g, m->view.bytes, seat, m->decided);
    m->searching = n > 1 && skill->think;
    if (m->searching) {
        tree_begin(m->tree, g, net_of(m, g, state, skill), m->view.bytes, seat, &own, seed);
        m->goal = share(m, tree_iterations(m->tree) > 0);
        prime(m);
    }
    m->decided = 0;
    return true;
}

static uint32_t own_goal(const struct casata_mind *m) { return m->goal - m->others; }

bool casata_mind_run(struct casata_mind *m, uint32_t iterations) {
    if (m->n == 1) return false;
    if (m->skill.think == 0) {
        if (!m->judged)
            casata_advise(&m->game, NULL, m->view.bytes, m->seat, m->skill.nodes, &m->rng, &m->advice);
        m->judged = true;
        return false;
    }
    while (tree_evals(m->tree) < own_goal(m) && iterations-- > 0) {
        tree_iterate(m->tree);
        if (tree_is_clear(m->tree, own_goal(m))) m->goal = tree_evals(m->tree) + m->others;
    }
    return tree_evals(m->tree) < own_goal(m);
}

int casata_mind_part(const struct casata_mind *m) {
    enum { ALL = 100 };
    if (!m->searching) return m->n == 1 || m->judged ? ALL : 0;
    uint64_t done = (uint64_t)tree_evals(m->tree) * ALL / own_goal(m);
    return done < ALL ? (int)done : ALL;
}

void casata_mind_advice(const struct casata_mind *m, struct casata_advice *advice) {
    if (m->n > 1 && m->skill.think)
        tree_advice(m->tree, advice);
    else if (m->n > 1 && m->judged)
        *advice = m->advice;
    else {
        advice->n = m->n;
        advice->nodes = 0;
        advice->line[0] = (struct casata_advice_line){m->only, 0, 0};
    }
}

/* About normal, from three draws. */
static int32_t noise(struct casata_rng *rng, uint32_t size) {
    int64_t sum = 0;
    for (int i = 0; i < 3; i++) sum += casata_rng_below(rng, 2 * size + 1);
    return (int32_t)(sum - 3 * (int64_t)size);
}

/* Moves that look broken, not just weak: ruining oneself or passing up something free. */
static bool is_never_noise(const struct casata_mind *m, casata_action a) {
    return ai_is_burden(&m->game, a) || ai_is_refusal(&m->game, m->view.bytes, a);
}

casata_action casata_mind_best(struct casata_mind *m) {
    if (m->n == 1) return m->decided = m->only;
    if (!m->judged) casata_mind_run(m, 1); /* makes sure there are values */
    casata_mind_advice(m, &m->advice);
    int best = 0;
    int64_t best_value = INT64_MIN;
    for (int i = 0; m->skill.noise && i < m->advice.n; i++) {
        const struct casata_advice_line *line = &m->advice.line[i];
        if (line->visits < m->advice.line[0].visits / 100)
            break; /* too few visits for its value to mean anything */
        if (line->value < m->advice.line[0].value - 2 * (int64_t)m->skill.noise)
            continue; /* too obvious a mistake */
        if (i > 0 && is_never_noise(m, line->action)) continue;
        int64_t value = line->value + noise(&m->rng, m->skill.noise);
        if (value > best_value) best_value = value, best = i;
    }
    return m->decided =
               ai_fix_blunder(&m->game, m->view.bytes, m->seat, &m->rng, m->advice.line[best].action);
}

void casata_mind_play(struct casata_mind *m, casata_action a) { m->decided = a; }

int casata_mind_hints(struct casata_mind *m, struct casata_hint hint[CASATA_HINTS]) {
    if (m->n > 1 && !m->judged) casata_mind_run(m, 1);
    casata_mind_advice(m, &m->advice);
    if (m->n == 1 || m->skill.think == 0) /* no tree: the rest of the turn by static values */
        tree_begin(m->tree, &m->game, NULL, m->view.bytes, m->seat, &m->skill, 0);
    return tree_hints(m->tree, &m->advice, hint);
}

void casata_mind_verdict(struct casata_mind *m, casata_action a, struct casata_verdict *verdict) {
    enum { VISITS = 60 };
    *verdict = (struct casata_verdict){0, {.action = a}};
    if (m->n == 1 || m->skill.think == 0) return;
    casata_action best = casata_mind_best(m);
    if (best == a) return;
    tree_try(m->tree, a, VISITS);
    tree_try(m->tree, best, VISITS);
    int32_t value = tree_margin(m->tree, best), cost = value - tree_margin(m->tree, a);
    if (cost <= 0) return;
    *verdict = (struct casata_verdict){-ai_shown(&m->game, -cost),
                                       {.action = best, .value = ai_shown(&m->game, value)}};
    tree_reasons(m->tree, a, &verdict->better);
}

void casata_mind_tally(const struct casata_mind *m, struct casata_advice *tally) {
    tally->n = 0;
    tally->nodes = 0;
    if (m->searching) tree_tally(m->tree, tally);
}

void casata_mind_add(struct casata_mind *m, const struct casata_advice *tally) {
    if (m->searching) tree_add(m->tree, tally);
}

void casata_mind_others(struct casata_mind *m, uint64_t nodes) {
    m->others = !m->searching ? 0 : nodes < m->goal / 2 ? (uint32_t)nodes : m->goal / 2;
}

casata_action casata_decide(struct casata_mind *m, const struct casata_game *g, const void *state, int seat,
                            const struct casata_skill *skill, uint64_t seed) {
    if (!casata_mind_begin(m, g, state, seat, skill, seed)) return 0;
    while (casata_mind_run(m, 64)) {
    }
    return casata_mind_best(m);
}
