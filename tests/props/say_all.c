/* say_all.c: prints every message of a game with every kind of argument, for whoever reads a translation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "casata/rules.h"
#include "props/messages.h"

/* What was heard already, as hashes: a message is printed when one of its arguments is new to it. */
enum { SEEN = 1 << 20 };
static uint64_t seen[SEEN];

static bool is_new(uint64_t key) {
    size_t at = key % SEEN;
    for (; seen[at]; at = (at + 1) % SEEN)
        if (seen[at] == key) return false;
    seen[at] = key;
    return true;
}

static uint64_t hash_text(uint64_t h, const char *text) {
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3;
    return h;
}
static uint64_t hash_number(uint64_t h, long n) { return (h ^ (uint64_t)n) * 0x9e3779b97f4a7c15; }

struct printer {
    struct listener listener;
    int lang;
};

static uint64_t hash_arg(int lang, uint64_t h, const struct casata_arg *arg) {
    h = hash_number(h, arg->type + 1);
    if (arg->words) h = hash_number(hash_text(h, arg->words->name), arg->index + 1);
    if (arg->type != CASATA_ARG_SEAT && arg->type != CASATA_ARG_WORD)
        h = hash_number(h, 1 + casata_lang_plural(lang, arg->n));
    return h | 1;
}

static void print_new(const struct printer *p, const struct casata_rules *rules,
                      const struct casata_msg *msg) {
    uint64_t h = hash_number(hash_text(0xcbf29ce484222325, msg->id), msg->n);
    bool wanted = is_new(h | 1);
    for (int i = 0; i < msg->n; i++) wanted |= is_new(hash_arg(p->lang, hash_number(h, i + 1), &msg->arg[i]));
    if (!wanted) return;
    char text[1024];
    static const char *const name[CASATA_MAX_SEATS] = {"Anna", "Bartek"};
    casata_say(p->lang, rules, msg, name, text, sizeof text);
    printf("%s.%s\t%s\n", rules->id, msg->id, text);
}

/* As it was said, and with a number for each plural form. */
static void print_message(struct listener *l, const struct casata_rules *rules,
                          const struct casata_msg *msg) {
    static const int sample[] = {1, 2, 5};
    const struct printer *p = (const struct printer *)l;
    print_new(p, rules, msg);
    for (int i = 0; i < msg->n; i++) {
        if (msg->arg[i].type != CASATA_ARG_NUMBER && msg->arg[i].type != CASATA_ARG_COUNT) continue;
        struct casata_msg other = *msg;
        for (size_t k = 0; k < sizeof sample / sizeof *sample; k++) {
            other.arg[i].n = sample[k];
            print_new(p, rules, &other);
        }
    }
}

static void print_word(struct listener *l, const struct casata_rules *rules, const struct casata_arg *arg) {
    const struct printer *p = (const struct printer *)l;
    char text[256];
    if (!is_new(hash_arg(p->lang, 3, arg))) return;
    casata_say_arg(p->lang, rules, arg, NULL, text, sizeof text);
    printf("%s.%s.%s\t%s\n", rules->id, arg->words->name, arg->words->word[arg->index], text);
}

/* Random values of all options: some messages belong to a variant. */
static void play(const struct casata_game *g, int seats, uint64_t seed, struct printer *p) {
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    for (int i = 0; i < g->rules->n_options; i++)
        option[i] =
            (uint8_t)casata_rng_below(&rng, (uint32_t)casata_option_values(&g->rules->options[i], seats));
    bool fits = !casata_option_unfit(g->rules, seats, option);
    messages_of_game(g, seats, fits ? option : NULL, seed, &p->listener);
}

int main(int argc, char **argv) {
    struct casata_game g;
    int lang = argc > 1 ? casata_lang_find(argv[1]) : -1, games = argc > 3 ? atoi(argv[3]) : 100;
    if (lang < 0 || argc > 4 || argc < 3 || !casata_find(argv[2], &g) || games < 1) {
        puts("usage: say_all LANG GAME [GAMES]\n"
             "Prints the messages of random games (100) with every kind of argument: id, tab, text.\n"
             "example: say_all pl signorie | sort");
        return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    struct printer p = {{print_message, print_word}, lang};
    messages_of_rules(g.rules, &p.listener);
    int kinds = g.rules->max_seats - g.rules->min_seats + 1;
    for (int i = 0; i < games; i++) play(&g, g.rules->min_seats + i % kinds, (uint64_t)i + 1, &p);
    return 0;
}
