/* cmd_games.c: `casata games`: lists the games. Knows no game by name. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "cli/cli.h"
#include "engine/engine.h"

#include <getopt.h>
#include <stdio.h>

static const char help[] =
    "usage: casata games [--json] [--data DIR [--game ID]]\n"
    "\n"
    "Lists the games with their seats, options, rules version and edition of the figures (a hash:\n"
    "equal editions have equal figures).\n"
    "\n"
    "  --json      print JSON, as in the reply of `casata engine`\n"
    "  --data DIR  take the corrected figures in DIR: the tables of one game, or a folder for each\n"
    "              game, named by its id\n"
    "  --game ID   take the figures of this game only\n"
    "\n"
    "example:\n"
    "  casata games --json\n";

/* Only for options that do not fit every table of the game. */
static void print_seats(const struct casata_rules *rules, const struct casata_game_option *o) {
    int min = o->min_seats ? o->min_seats : rules->min_seats;
    int max = o->max_seats ? o->max_seats : rules->max_seats;
    if (min == max)
        printf("; only for %d seat%s", min, min == 1 ? "" : "s");
    else if (min > rules->min_seats || max < rules->max_seats)
        printf("; only for %d to %d seats", min, max);
    putchar('\n');
}
static void print_game(const struct casata_game *g) {
    const struct casata_rules *rules = g->rules;
    printf("%-10s %s, %d", rules->id, rules->name, rules->min_seats);
    if (rules->max_seats > rules->min_seats) printf(" to %d", rules->max_seats);
    printf(" seats, rules version %d, edition %016llx\n", rules->rules_version,
           (unsigned long long)g->edition);
    for (const struct casata_older *o = rules->older; o && o->data; o++)
        printf("           earlier edition %016llx\n", (unsigned long long)o->edition);
    for (int i = 0; i < rules->n_options; i++) {
        const struct casata_words *values = rules->options[i].values;
        printf("           option %s:", rules->options[i].id);
        for (int k = 0; k < values->n; k++)
            printf("%s %s%s", k ? "," : "", values->word[k], k ? "" : " (default)");
        print_seats(rules, &rules->options[i]);
    }
}

static int print_json(const struct casata_game *games, int n) {
    static char text[1 << 16];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    engine_games_json(games, n, &w);
    if (!casata_writer_ok(&w)) return cli_fail(CLI_FAILED, "casata games", "the list is too long");
    printf("{\"games\":%s}\n", text);
    return CLI_OK;
}

int cmd_games(int argc, char **argv) {
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"data", required_argument, NULL, 'd'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    struct casata_game games[CLI_MAX_GAMES];
    const char *data = NULL, *id = NULL;
    bool json = false;
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'j': json = true; break;
        case 'd': data = optarg; break;
        case 'g': id = optarg; break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    int n = cli_games(argv[0], id, data, games);
    if (n < 0) return CLI_FAILED;
    if (json) return print_json(games, n);
    for (int i = 0; i < n; i++) print_game(&games[i]);
    return CLI_OK;
}
