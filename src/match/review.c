/* review.c: looks back on a match (review.h). */
#include "casata/review.h"
#include "casata/rules.h"
#include "casata/scene.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_LUCK = 5 /* 1/100 points: less is not worth a line */ };

struct casata_review_work {
    const struct casata_net *net;
    struct casata_mind *mind;
    struct casata_skill skill;
    bool thinking; /* about the current entry */
    _Alignas(16) unsigned char state[CASATA_MAX_STATE], view[CASATA_MAX_STATE];
};

void casata_review_free(struct casata_review *r) {
    free(r->point);
    free(r->decision);
    free(r->draw);
    free(r->work);
    *r = (struct casata_review){0};
}

static void add_point(struct casata_review *r, int ply) {
    struct casata_review_point *p = &r->point[r->n_points++];
    p->ply = ply;
    casata_judge(&r->match->game, r->work->net, r->work->state, p->win, p->margin);
}

bool casata_review_open(struct casata_review *r, const struct casata_match *m, uint32_t think,
                        struct casata_mind *mind, const struct casata_net *net) {
    size_t n = (size_t)m->n_log + 1;
    *r = (struct casata_review){.match = m, .think = think, .over = casata_match_to_act(m) < 0};
    r->point = malloc(n * sizeof *r->point);
    r->decision = malloc(n * sizeof *r->decision);
    r->draw = malloc(n * sizeof *r->draw);
    r->work = aligned_alloc(16, (sizeof *r->work + 15) / 16 * 16);
    if (!r->point || !r->decision || !r->draw || !r->work) {
        casata_review_free(r);
        return false;
    }
    *r->work = (struct casata_review_work){
        .net = net, .mind = mind, .skill = casata_skill_of(CASATA_LEVEL_COUNT - 1, NULL)};
    r->work->skill.think = think;
    r->work->skill.alone = 1;
    casata_mind_net(mind, net);
    casata_match_state_at(m, 0, r->work->state, NULL);
    add_point(r, 0);
    return true;
}

static void add_draw(struct casata_review *r, casata_action a) {
    const struct casata_match *m = r->match;
    struct casata_review_draw *d = &r->draw[r->n_draws++];
    struct casata_rng rng;
    casata_rng_seed(&rng, (uint64_t)r->ply);
    d->ply = r->ply;
    d->action = a;
    casata_luck(&m->game, r->work->net, r->work->state, a, &rng, d->luck);
    for (int s = 0; s < m->seats; s++) r->luck[s] += d->luck[s];
}

/* The seat is judged from its own view. false: it had no choice. */
static bool begin_decision(struct casata_review *r, int seat, casata_action a) {
    const struct casata_match *m = r->match;
    struct casata_review_work *work = r->work;
    casata_action option[CASATA_MAX_CHOICES];
    if (casata_legal(&m->game, work->state, seat, option) < 2) return false;
    memcpy(work->view, work->state, m->game.rules->state_size);
    casata_redact(&m->game, work->view, seat);
    r->decision[r->n_decisions] = (struct casata_review_decision){.ply = r->ply, .seat = seat, .played = a};
    return casata_mind_begin(work->mind, &m->game, work->view, seat, &work->skill, (uint64_t)r->ply);
}

static void end_decision(struct casata_review *r) {
    struct casata_review_decision *d = &r->decision[r->n_decisions++];
    casata_mind_verdict(r->work->mind, d->played, &d->verdict);
    casata_mind_play(r->work->mind, d->played);
    r->cost[d->seat] += d->verdict.cost;
    r->choices[d->seat]++;
    r->best[d->seat] += d->verdict.cost == 0;
}

/* Moves past the current entry. */
static void step(struct casata_review *r) {
    const struct casata_match *m = r->match;
    const struct casata_entry *e = &m->log[r->ply];
    const struct casata_head *h = (const struct casata_head *)(const void *)r->work->state;
    unsigned turn = h->turn;
    casata_apply(&m->game, r->work->state, e->seat, e->action, NULL);
    r->ply++;
    if (h->turn != turn || h->depth == 0 || r->ply == m->n_log) add_point(r, r->ply);
}

bool casata_review_run(struct casata_review *r, uint32_t paths) {
    const struct casata_match *m = r->match;
    if (r->ply == m->n_log) return false;
    const struct casata_entry *e = &m->log[r->ply];
    if (e->seat == CASATA_CHANCE)
        add_draw(r, e->action);
    else if (!r->work->thinking)
        r->work->thinking = begin_decision(r, e->seat, e->action);
    if (r->work->thinking) {
        if (casata_mind_run(r->work->mind, paths)) return true;
        end_decision(r);
        r->work->thinking = false;
    }
    step(r);
    return r->ply < m->n_log;
}

/* Indices by size, largest first, equal ones in order; those of size 0 are left out. */
static int rank(int n, int32_t (*size)(const struct casata_review *r, int i), const struct casata_review *r,
                int *index, int most) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (size(r, i) == 0) continue;
        int at = found < most ? found++ : most;
        for (; at > 0 && size(r, index[at - 1]) < size(r, i); at--)
            if (at < most) index[at] = index[at - 1];
        if (at < most) index[at] = i;
    }
    return found;
}

static int32_t cost_of(const struct casata_review *r, int i) { return r->decision[i].verdict.cost; }

static int32_t luck_of(const struct casata_review *r, int i) {
    int32_t most = 0;
    for (int s = 0; s < r->match->seats; s++)
        if (abs(r->draw[i].luck[s]) > most) most = abs(r->draw[i].luck[s]);
    return most >= LEAST_LUCK ? most : 0;
}

int casata_review_costliest(const struct casata_review *r, int *index, int most) {
    return rank(r->n_decisions, cost_of, r, index, most);
}

int casata_review_luckiest(const struct casata_review *r, int *index, int most) {
    return rank(r->n_draws, luck_of, r, index, most);
}

/* --- words ---------------------------------------------------------------------------------------------- */

struct catcher {
    struct casata_sink sink;
    struct casata_msg first;
};
static void catch_first(struct casata_sink *sink, const struct casata_msg *event) {
    struct catcher *c = (struct catcher *)sink;
    if (!c->first.id) c->first = *event;
}

struct casata_msg casata_review_msg(const struct casata_review *r, int ply, int seat, casata_action a,
                                    struct casata_scene *scene) {
    CASATA_STATE_BUFFER(state);
    const struct casata_match *m = r->match;
    struct casata_msg msg = casata_action_msg(m->game.rules, a);
    if (seat == CASATA_CHANCE) {
        struct catcher c = {.sink = {.emit = catch_first}};
        casata_match_state_at(m, ply + 1, state, &c.sink);
        return c.first.id ? c.first : msg;
    }
    casata_match_state_at(m, ply, state, NULL);
    casata_scene_build(&m->game, state, seat, scene);
    for (int i = 0; i < scene->n_choices; i++)
        if (scene->choice[i].action == a) msg = scene->choice[i].text;
    return msg;
}
