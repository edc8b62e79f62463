/* attack.c: replays known attacks on a server of this machine and measures their effect (attack.h). */
#define _GNU_SOURCE
#include "attack/attack.h"

#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char help[] =
    "usage: attack [OPTION]... ATTACK...\n\n"
    "Starts `casata serve` on a free port of 127.0.0.1 with a database of its own, attacks it from\n"
    "addresses of 127.0.0.0/8 and reports what happened, one name=value a line. It connects to\n"
    "nothing else and ends by itself.\n\n"
    "  --server FILE  the program casata (default: the one next to this program)\n"
    "  --count N      how often a thing is tried where that matters (default 3)\n"
    "  --json         the figures as one JSON object\n\n"
    "attacks:\n";
static const char examples[] = "  all        all of them\n\n"
                               "examples:\n"
                               "  attack --server build/casata all\n"
                               "  attack --json bots chat > figures.json\n";

static const struct attack {
    const char *name, *about;
    void (*run)(void);
} attacks[] = {
    {"stop", "SIGTERM and SIGINT while bots of each level think", attack_stop},
    {"chat", "chat over many connections of a seat, and of all seats of a table", attack_chat},
    {"bots", "0, 20 and 200 tables of strong bots while a person plays against a quick one", attack_bots},
    {"headers", "three addresses send their request headers slowly while visitors come", attack_headers},
    {"idle", "as many connections as there are descriptors, without a word", attack_idle},
    {"pings", "ping frames as fast as possible", attack_pings},
    {"fragments", "a message in empty fragments without an end", attack_fragments},
    {"watch", "a long game opened again and again over one connection", attack_watch},
    {"slow", "clients that ask for much and read nothing", attack_slow},
    {"seats", "playing others out of their seats and games", attack_seats},
    {"store", "wrong rows, and a database that is gone, full, locked or shared", attack_store},
};
enum { ATTACKS = sizeof attacks / sizeof *attacks, LONGEST_S = 1500 };

struct casata_game attack_game;
int attack_count = 3;
static const char *running; /* name of the attack */
static json_t *collected;   /* NULL: figures are printed */

/* --- figures -------------------------------------------------------------------------------------------------------- */

static void put(json_t *value, const char *text, const char *name) {
    if (!collected) {
        printf("%s.%s=%s\n", running, name, text);
        fflush(stdout);
        json_decref(value);
        return;
    }
    json_t *own = json_object_get(collected, running);
    json_object_set_new(own, name, value);
}

void figure(double value, const char *format, ...) {
    char name[200], text[40];
    va_list ap;
    va_start(ap, format);
    vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    snprintf(text, sizeof text, value == (double)(long)value ? "%.0f" : "%.2f", value);
    put(json_real(value), text, name);
}

void figure_text(const char *value, const char *format, ...) {
    char name[200];
    va_list ap;
    va_start(ap, format);
    vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    put(json_string(value), value, name);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void figure_times(double *ms, int n, const char *name) {
    qsort(ms, (size_t)n, sizeof *ms, ascending);
    figure(n, "%s_answers", name);
    if (!n) return;
    figure(ms[n / 2], "%s_ms_p50", name);
    figure(ms[(n * 99 + 99) / 100 - 1], "%s_ms_p99", name);
    figure(ms[n - 1], "%s_ms_max", name);
}

/* --- the program ------------------------------------------------------------------------------------------------------ */

static void silence(const char *text) { (void)text; }

static void print_help(void) {
    fputs(help, stdout);
    for (int i = 0; i < ATTACKS; i++) printf("  %-10s %s\n", attacks[i].name, attacks[i].about);
    fputs(examples, stdout);
}

static const struct attack *find_attack(const char *name) {
    for (int i = 0; i < ATTACKS; i++)
        if (strcmp(attacks[i].name, name) == 0) return &attacks[i];
    return NULL;
}

static void run_attack(const struct attack *a) {
    running = a->name;
    if (collected) json_object_set_new(collected, a->name, json_object());
    a->run();
}

/* Index of the first attack among the arguments. */
static int read_options(int argc, char **argv) {
    static const struct option options[] = {{"server", required_argument, NULL, 's'},
                                            {"count", required_argument, NULL, 'c'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 's': kit_options(3, (char *[]){argv[0], "--server", optarg}); break;
        case 'c': attack_count = atoi(optarg); break;
        case 'j': collected = json_object(); break;
        case 'h': print_help(); exit(0);
        default: exit(2);
        }
    }
    if (attack_count < 1 || attack_count > 100) {
        fputs("attack: --count: a number from 1 to 100 is needed\n", stderr);
        exit(2);
    }
    for (int i = optind; i < argc; i++)
        if (strcmp(argv[i], "all") != 0 && !find_attack(argv[i])) {
            fprintf(stderr, "attack: unexpected argument \"%s\"\nTry: attack --help\n", argv[i]);
            exit(2);
        }
    if (optind < argc) return optind;
    fputs("attack: which one?\nTry: attack --help\n", stderr);
    exit(2);
}

int main(int argc, char **argv) {
    struct rlimit files;
    int first = read_options(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    alarm(LONGEST_S);
    test_print = silence; /* in an attack a client may receive anything */
    kit_on_disk = kit_own_limits = true;
    casata_find("signorie", &attack_game);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    for (int i = first; i < argc; i++) {
        if (strcmp(argv[i], "all") != 0) {
            run_attack(find_attack(argv[i]));
            continue;
        }
        for (int k = 0; k < ATTACKS; k++) run_attack(&attacks[k]);
    }
    if (collected) {
        json_dumpf(collected, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(collected);
    }
    return 0;
}
