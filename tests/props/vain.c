/* vain.c: counts what a person touches in vain, by phase and family of slots: of the families that carry options in a phase,
 * the places that carry none and say nothing about it, or only what holds for all places of their family: those on which
 * something lies, and those that are empty, which few people touch. (Elsewhere on the board front ends answer with the
 * prompt, what the place is for, and its rule.) It must not know any game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casata/rules.h"

struct tally {
    uint32_t positions; /* decisions in this phase */
    /* ORDER family: places without an option; of them those without a reason, those with one for all of the family: with
     * something on them, and empty */
    uint32_t touched[64], mute[64], general[64], empty[64];
};
static struct tally tally[CASATA_MAX_PHASES];
static bool carries[CASATA_MAX_PHASES][64]; /* phase, family: some option lay there */
static struct casata_scene scene;

static bool is_told(int slot) {
    for (int i = 0; i < scene.n_blocked; i++)
        if (scene.blocked[i].slot == slot) return true;
    for (int i = 0; i < scene.n_vain_at; i++)
        if (scene.vain_at[i].slot == slot) return true;
    return false;
}
static bool is_told_with_others(int slot) {
    for (const struct casata_vain *v = scene.vain; v && v->reason; v++)
        if (v->family == scene.slot[slot].family) return true;
    return false;
}
static bool is_empty(int slot) {
    for (int i = 0; i < scene.n_pieces; i++)
        if (scene.piece[i].slot == slot) return false;
    return true;
}
static bool has_option(int slot) {
    for (int i = 0; i < scene.n_choices; i++)
        if (scene.choice[i].slot == slot) return true;
    for (int i = 0; i < scene.n_runs; i++)
        if (scene.run[i].whole.slot == slot) return true;
    return false;
}

static void look(const struct casata_game *g, const void *state, int seat, bool counting) {
    unsigned phase = casata_top_of(state)->phase;
    struct tally *t = &tally[phase];
    casata_scene_build(g, state, seat, &scene);
    for (int i = 0; i < scene.n_choices; i++)
        if (scene.choice[i].slot >= 0) carries[phase][scene.slot[scene.choice[i].slot].family] = true;
    if (!counting) return;
    t->positions++;
    for (int i = 0; i < scene.n_slots; i++) {
        const struct casata_slot *slot = &scene.slot[i];
        if (!carries[phase][slot->family] || (slot->seat >= 0 && slot->seat != seat) || has_option(i))
            continue;
        t->touched[slot->family]++;
        if (is_told(i)) continue;
        uint32_t *kind = !is_told_with_others(i) ? t->mute : is_empty(i) ? t->empty : t->general;
        kind[slot->family]++;
    }
}

static void play(const struct casata_game *g, int seats, uint64_t seed, bool counting) {
    CASATA_STATE_BUFFER(state);
    casata_action out[CASATA_MAX_CHOICES];
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    casata_init(g, state, seats, NULL);
    for (unsigned to_act; (to_act = casata_to_act(g, state)) != 0;) {
        if (to_act >> CASATA_CHANCE) {
            casata_apply(g, state, CASATA_CHANCE, casata_sample(g, state, &rng), NULL);
            continue;
        }
        int seat = casata_first_seat(to_act), n = casata_legal(g, state, seat, out);
        look(g, state, seat, counting);
        casata_apply(g, state, seat, out[casata_rng_below(&rng, (uint32_t)n)], NULL);
    }
}

static uint64_t sum(const uint32_t *n) {
    uint64_t all = 0;
    for (int f = 0; f < 64; f++) all += n[f];
    return all;
}
static void print_families(const struct casata_rules *rules, const char *what, const uint32_t *n,
                           uint32_t positions) {
    if (!sum(n)) return;
    printf("; %s:", what);
    for (int f = 0; f < rules->n_families; f++)
        if (n[f]) printf(" %s %.1f", rules->families[f].name, (double)n[f] / positions);
}
static void print(const struct casata_rules *rules) {
    uint64_t all = 0, mute = 0, general = 0, empty = 0;
    for (int p = 0; p < rules->n_phases; p++) {
        const struct tally *t = &tally[p];
        uint64_t touched = sum(t->touched);
        all += touched, mute += sum(t->mute), general += sum(t->general), empty += sum(t->empty);
        if (!touched) continue;
        printf("%-9s %-12s %6u decisions, each with %5.1f places without an option", rules->id,
               rules->phases[p]->name, t->positions, (double)touched / t->positions);
        print_families(rules, "without a reason", t->mute, t->positions);
        print_families(rules, "with a general one", t->general, t->positions);
        print_families(rules, "empty with a general one", t->empty, t->positions);
        putchar('\n');
    }
    const double percent = all ? 100.0 / (double)all : 0.0;
    printf(
        "%-9s in all: %.1f%% without a reason, %.1f%% with a general one, %.1f%% empty with a general one\n",
        rules->id, percent * (double)mute, percent * (double)general, percent * (double)empty);
}

int main(int argc, char **argv) {
    struct casata_game g;
    int games = argc == 3 ? atoi(argv[2]) : 10;
    if (argc < 2 || argc > 3 || !casata_find(argv[1], &g) || games < 1) {
        fputs("usage: vain GAME [GAMES]\nCounts in random games what a person touches in vain without a "
              "reason, or with one for many places.\n"
              "example: vain legacy 20\n",
              argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
        return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    for (int counting = 0; counting < 2; counting++)
        for (int i = 0; i < games; i++) {
            int seats = g.rules->min_seats + i % (g.rules->max_seats - g.rules->min_seats + 1);
            play(&g, seats, (uint64_t)i + 1, counting);
        }
    print(g.rules);
    return 0;
}
