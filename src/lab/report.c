/* report.c: looks back on a match (report.h). */
#include "casata/rules.h"
#include "lab/report.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_LUCK = 5 /* 1/100 points: less is not worth a line */ };

void report_free(struct report *r) {
    free(r->point);
    free(r->decision);
    free(r->draw);
    *r = (struct report){0};
}

static bool make_room(struct report *r, int entries) {
    size_t n = (size_t)entries + 1;
    r->point = malloc(n * sizeof *r->point);
    r->decision = malloc(n * sizeof *r->decision);
    r->draw = malloc(n * sizeof *r->draw);
    return r->point && r->decision && r->draw;
}

struct looker {
    struct report *r;
    const struct casata_net *net;
    struct casata_mind *mind;
    struct casata_skill skill;
    CASATA_STATE_BUFFER(state);
    CASATA_STATE_BUFFER(view);
};

static void add_point(struct looker *l, int ply) {
    struct report_point *p = &l->r->point[l->r->n_points++];
    p->ply = ply;
    casata_judge(&l->r->match->game, l->net, l->state, p->win, p->margin);
}

static void add_draw(struct looker *l, int ply, casata_action a) {
    const struct casata_match *m = l->r->match;
    struct report_draw *d = &l->r->draw[l->r->n_draws++];
    struct casata_rng rng;
    casata_rng_seed(&rng, (uint64_t)ply);
    d->ply = ply;
    d->action = a;
    casata_luck(&m->game, l->net, l->state, a, &rng, d->luck);
    for (int s = 0; s < m->seats; s++) l->r->luck[s] += d->luck[s];
}

/* The seat is judged by what it knew. */
static void add_decision(struct looker *l, int ply, int seat, casata_action a) {
    const struct casata_match *m = l->r->match;
    casata_action option[CASATA_MAX_CHOICES];
    if (casata_legal(&m->game, l->state, seat, option) < 2) return;
    casata_view(&m->game, l->state, seat, l->view);
    struct report_decision *d = &l->r->decision[l->r->n_decisions++];
    *d = (struct report_decision){.ply = ply, .seat = seat, .played = a};
    casata_mind_begin(l->mind, &m->game, l->view, seat, &l->skill, (uint64_t)ply);
    while (casata_mind_run(l->mind, 64)) continue;
    casata_mind_verdict(l->mind, a, &d->verdict);
    casata_mind_play(l->mind, a);
    l->r->cost[seat] += d->verdict.cost;
    l->r->choices[seat]++;
    l->r->best[seat] += d->verdict.cost == 0;
}

static void look_back(struct looker *l) {
    const struct casata_match *m = l->r->match;
    const struct casata_head *h = (const struct casata_head *)(const void *)l->state;
    double start = cli_seconds();
    l->r->over = casata_match_to_act(m) < 0;
    casata_match_state_at(m, 0, l->state, NULL);
    add_point(l, 0);
    for (int i = 0; i < m->n_log; i++) {
        const struct casata_entry *e = &m->log[i];
        unsigned turn = h->turn;
        if (e->seat == CASATA_CHANCE)
            add_draw(l, i, e->action);
        else
            add_decision(l, i, e->seat, e->action);
        casata_apply(&m->game, l->state, e->seat, e->action, NULL);
        if (h->turn != turn || h->depth == 0) add_point(l, i + 1);
        cli_progress("looking back", (uint64_t)i + 1, (uint64_t)m->n_log, start);
    }
    if (l->r->point[l->r->n_points - 1].ply < m->n_log) add_point(l, m->n_log);
    cli_progress("looking back", 1, 1, start);
}

bool report_make(struct report *r, const struct casata_match *m, uint32_t think) {
    void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
    struct looker *l = aligned_alloc(16, (sizeof *l + 15) / 16 * 16);
    *r = (struct report){.match = m, .think = think};
    bool ok = memory && l && make_room(r, m->n_log);
    if (ok) {
        l->r = r;
        l->net = casata_net_find(m->game.rules, m->seats);
        l->mind = casata_mind_on(memory, CASATA_MIND_USUAL);
        l->skill = casata_skill_of(CASATA_LEVEL_COUNT - 1);
        l->skill.think = think;
        l->skill.alone = 1;
        look_back(l);
    }
    free(memory);
    free(l);
    return ok;
}

/* Index of what is largest, largest first and the earlier one before its equal; what has no size is left out. */
static int rank(int n, int32_t (*size)(const struct report *r, int i), const struct report *r, int *index,
                int most) {
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

static int32_t cost_of(const struct report *r, int i) { return r->decision[i].verdict.cost; }

static int32_t luck_of(const struct report *r, int i) {
    int32_t most = 0;
    for (int s = 0; s < r->match->seats; s++)
        if (abs(r->draw[i].luck[s]) > most) most = abs(r->draw[i].luck[s]);
    return most >= LEAST_LUCK ? most : 0;
}

int report_costliest(const struct report *r, int *index, int most) {
    return rank(r->n_decisions, cost_of, r, index, most);
}

int report_luckiest(const struct report *r, int *index, int most) {
    return rank(r->n_draws, luck_of, r, index, most);
}
