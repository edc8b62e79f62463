/* say_all.c: prints every message of a game with every kind of argument, for whoever reads a translation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "casata/rules.h"
#include "props/messages.h"

/* Hashes of messages with arguments already printed: a message is printed when one of its arguments is new to it. */
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
    bool page;   /* each message once: only its first text is kept */
    char **line; /* what is to be printed */
    size_t n, room;
};

static void keep(struct printer *p, const char *id, const char *text) {
    size_t size = strlen(id) + strlen(text) + 2;
    if (p->n == p->room) p->line = realloc(p->line, (p->room += 1024) * sizeof *p->line);
    p->line[p->n] = malloc(size);
    snprintf(p->line[p->n++], size, "%s\t%s", id, text);
}
/* Everything, or so many lines, spread evenly over all. */
static void print(const struct printer *p, size_t wanted) {
    if (!wanted || wanted > p->n) wanted = p->n;
    for (size_t i = 0; i < wanted; i++) puts(p->line[i * p->n / wanted]);
    for (size_t i = 0; i < p->n; i++) free(p->line[i]);
    free(p->line);
}

static uint64_t hash_arg(int lang, uint64_t h, const struct casata_arg *arg) {
    h = hash_number(h, arg->type + 1);
    if (arg->words) h = hash_number(hash_text(h, arg->words->name), arg->index + 1);
    if (arg->type != CASATA_ARG_SEAT && arg->type != CASATA_ARG_WORD)
        h = hash_number(h, 1 + casata_lang_plural(lang, arg->n));
    return h | 1;
}

static void print_new(struct printer *p, const struct casata_rules *rules, const struct casata_msg *msg) {
    uint64_t h = hash_number(hash_text(0xcbf29ce484222325, msg->id), p->page ? 0 : msg->n);
    bool wanted = is_new(h | 1);
    for (int i = 0; i < msg->n && !p->page; i++)
        wanted |= is_new(hash_arg(p->lang, hash_number(h, i + 1), &msg->arg[i]));
    if (!wanted) return;
    char id[128], text[1024];
    static const char *const name[CASATA_MAX_SEATS] = {"Anna", "Bartek", "Csilla", "Dániel", "Ewa", "Franek"};
    snprintf(id, sizeof id, "%s.%s", rules->id, msg->id);
    casata_say(p->lang, rules, msg, name, text, sizeof text);
    keep(p, id, text);
}

/* As it was said, and with a number for each plural form. */
static void print_message(struct listener *l, const struct casata_rules *rules,
                          const struct casata_msg *msg) {
    static const int sample[] = {1, 2, 5};
    struct printer *p = (struct printer *)l;
    print_new(p, rules, msg);
    if (p->page) return;
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
    struct printer *p = (struct printer *)l;
    char id[128], text[256];
    if (p->page || !is_new(hash_arg(p->lang, 3, arg))) return;
    snprintf(id, sizeof id, "%s.%s.%s", rules->id, arg->words->name, arg->words->word[arg->index]);
    casata_say_arg(p->lang, rules, arg, NULL, text, sizeof text);
    keep(p, id, text);
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
    int lines = argc > 4 ? atoi(argv[4]) : 0;
    if (lang < 0 || argc > 5 || argc < 3 || !casata_find(argv[2], &g) || games < 1 || lines < 0) {
        puts("usage: say_all LANG GAME [GAMES [LINES]]\n"
             "Prints the messages of random games (100) with every kind of argument: id, tab, text.\n"
             "With LINES a page to read: that many messages as they were said, each of another id.\n"
             "example: say_all pl signorie | sort\n"
             "         say_all hu virtu 20 60");
        return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    struct printer p = {{print_message, print_word}, lang, lines > 0, NULL, 0, 0};
    if (!p.page) messages_of_rules(g.rules, &p.listener);
    int kinds = g.rules->max_seats - g.rules->min_seats + 1;
    for (int i = 0; i < games; i++) play(&g, g.rules->min_seats + i % kinds, (uint64_t)i + 1, &p);
    print(&p, (size_t)lines);
    return 0;
}
