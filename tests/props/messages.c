/* messages.c: plays random games and hands on everything that they say. */
#include "props/messages.h"

#include <stdio.h>
#include <stdlib.h>

#include "casata/rules.h"
#include "casata/scene.h"

struct event_sink {
    struct casata_sink sink;
    const struct casata_rules *rules;
    struct listener *listener;
};

static void hear(struct listener *l, const struct casata_rules *rules, const struct casata_msg *msg) {
    if (msg->id) l->message(l, rules, msg);
}

static void hear_word(struct listener *l, const struct casata_rules *rules, const struct casata_arg *arg) {
    if (arg->words) l->word(l, rules, arg);
}

static void hear_event(struct casata_sink *sink, const struct casata_msg *event) {
    struct event_sink *s = (struct event_sink *)sink;
    hear(s->listener, s->rules, event);
}

static void hear_choices(const struct casata_rules *rules, const struct casata_scene *s, struct listener *l) {
    for (int i = 0; i < s->n_choices; i++) {
        const struct casata_choice *c = &s->choice[i];
        hear(l, rules, &c->text);
        for (int k = 0; k < c->n_cost; k++) hear_word(l, rules, &c->cost[k]);
        for (int k = 0; k < c->n_gain; k++) hear_word(l, rules, &c->gain[k]);
    }
    for (int i = 0; i < s->n_vain_at; i++) {
        struct casata_msg reason = {.id = s->vain_at[i].reason};
        hear(l, rules, &reason);
    }
    for (const struct casata_vain *v = s->vain; v && v->reason; v++) {
        struct casata_msg reason = {.id = v->reason};
        hear(l, rules, &reason);
    }
    for (int i = 0; i < s->n_blocked; i++) {
        hear(l, rules, &s->blocked[i].text);
        hear(l, rules, &s->blocked[i].reason);
    }
}

/* All notes of the coach on an option, one row after the other. */
static void hear_notes(const struct casata_game *g, const void *state, int seat, casata_action a,
                       struct listener *l) {
    struct casata_note note;
    for (uint32_t heard = 0; casata_coach(g, state, seat, a, heard, &note); heard |= 1u << note.row)
        hear(l, g->rules, &note.text);
}

static void hear_scene(const struct casata_game *g, const void *state, int viewer, struct casata_scene *s,
                       struct listener *l) {
    casata_scene_build(g, state, viewer, s);
    hear(l, g->rules, &s->prompt);
    hear_choices(g->rules, s, l);
    for (int i = 0; i < s->n_pieces; i++) hear_word(l, g->rules, &s->piece[i].face);
    for (int i = 0; i < s->n_slots; i++) {
        hear_word(l, g->rules, &s->slot[i].print);
        hear_word(l, g->rules, &s->slot[i].also);
    }
    for (int i = 0; i < s->n_counters; i++) {
        struct casata_arg arg = casata_count(g->rules->units, s->counter[i].index, s->counter[i].n);
        hear_word(l, g->rules, &arg);
    }
}

/* Chance actions are shown to programs that play chance themselves. */
static void hear_outcomes(const struct casata_game *g, const void *state, struct listener *l) {
    static struct casata_outcome outcome[CASATA_MAX_CHOICES];
    int n = casata_outcomes(g, state, outcome);
    for (int i = 0; i < n; i += 1 + n / 8) {
        struct casata_msg m = casata_action_msg(g->rules, outcome[i].action);
        hear(l, g->rules, &m);
    }
}

int messages_of_game(const struct casata_game *g, int seats, const uint8_t *option, uint64_t seed,
                     struct listener *l) {
    CASATA_STATE_BUFFER(state);
    struct casata_scene *scene = calloc(1, sizeof *scene);
    struct casata_rng rng;
    struct event_sink sink = {{.emit = hear_event}, g->rules, l};
    int decisions = 0;
    casata_rng_seed(&rng, seed);
    casata_init(g, state, seats, option);
    for (unsigned to_act; (to_act = casata_to_act(g, state));) {
        casata_action legal[CASATA_MAX_CHOICES], a;
        int seat = casata_first_seat(to_act);
        if (seat == CASATA_CHANCE) {
            hear_outcomes(g, state, l);
            a = casata_sample(g, state, &rng);
        } else {
            hear_scene(g, state, seat, scene, l);
            for (int i = 0; i < scene->n_choices; i++) hear_notes(g, state, seat, scene->choice[i].action, l);
            decisions++;
            a = legal[casata_rng_below(&rng, (uint32_t)casata_legal(g, state, seat, legal))];
        }
        casata_apply(g, state, seat, a, &sink.sink);
    }
    hear_scene(g, state, CASATA_SPECTATOR, scene, l);
    free(scene);
    return decisions;
}

static void hear_id(const struct casata_rules *rules, const char *list, const char *word,
                    struct listener *l) {
    char id[128];
    struct casata_msg m = {.id = id};
    snprintf(id, sizeof id, "%s.%s", list, word);
    l->message(l, rules, &m);
}

static void hear_list(const struct casata_rules *rules, const struct casata_words *words,
                      struct listener *l) {
    for (int i = 0; words && i < words->n; i++) hear_id(rules, words->name, words->word[i], l);
}

void messages_of_rules(const struct casata_rules *rules, struct listener *l) {
    hear_list(rules, rules->parts, l);
    hear_list(rules, rules->bots->terms, l);
    hear_list(rules, rules->kinds, l);
    for (int i = 0; i < rules->n_families; i++) {
        hear_id(rules, "slot", rules->families[i].name, l);
        hear_id(rules, "help", rules->families[i].name, l);
        hear_list(rules, rules->families[i].rows, l);
    }
    for (int i = 0; i < rules->n_options; i++) hear_list(rules, rules->options[i].values, l);
    struct casata_msg tie = {.id = "tie_break"};
    l->message(l, rules, &tie);
}
