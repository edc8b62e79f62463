/* cmd_replay.c: `casata replay`: a saved match step by step, verified, as prose or as the table at one point.
 * Knows no game by name. */
#include "casata/lang.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "cli/cli.h"
#include "terminal/scene_view.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: casata replay FILE [--log] [--at N] [--lang LANG] [--data DIR]\n"
    "\n"
    "Replays a saved match from its log and verifies every position against the saved one. Stops\n"
    "at the first difference, names it and ends with status 1.\n"
    "\n"
    "  --log        print what happened, step by step\n"
    "  --at N       print the table after N entries of the log (0: the beginning)\n"
    "  --lang LANG  en, pl or hu (default en)\n"
    "  --data DIR   the match was played with the corrected figures in DIR\n"
    "\n"
    "example:\n"
    "  casata replay match.json --log --lang pl\n";

enum { WIDTH = 100 };

struct request {
    struct cli_saved saved;
    int64_t at; /* -1: not given */
    bool log;
};

/* Prints events as they are replayed. */
struct printer {
    struct casata_sink sink;
    const struct casata_match *m;
    const char *const *seat_name;
    int lang;
};

static void print_event(struct casata_sink *sink, const struct casata_msg *event) {
    const struct printer *p = (const struct printer *)sink;
    char text[1024];
    casata_say(p->lang, p->m->game.rules, event, p->seat_name, text, sizeof text);
    printf("        %s\n", text);
}

static const char *decider(int seat, const char *const seat_name[], char letter[2]) {
    if (seat == CASATA_CHANCE) return "chance";
    if (seat_name[seat]) return seat_name[seat];
    letter[0] = (char)('A' + seat);
    letter[1] = 0;
    return letter;
}

/* The whole log: each decision in its text form, then its events as prose. */
static void print_log(const struct casata_match *m, const char *const seat_name[], int lang) {
    CASATA_STATE_BUFFER(state);
    struct printer printer = {{.emit = print_event}, m, seat_name, lang};
    char letter[2];
    for (int i = 0; i < m->n_past; i++)
        printf("earlier %s: %s\n", decider(m->past[i].seat, seat_name, letter), m->past[i].text);
    casata_match_state_at(m, 0, state, NULL);
    for (int i = 0; i < m->n_log; i++) {
        char text[CASATA_ACTION_TEXT];
        casata_action_text(m->game.rules, m->log[i].action, text);
        printf("%6d  %s: %s\n", i + 1, decider(m->log[i].seat, seat_name, letter), text);
        casata_apply(&m->game, state, m->log[i].seat, m->log[i].action, &printer.sink);
    }
}

static bool print_table(const struct casata_match *m, int n, const char *const seat_name[], int lang) {
    CASATA_STATE_BUFFER(state);
    struct casata_scene *scene = calloc(1, sizeof *scene);
    struct scene_view view = {stdout, m->game.rules, seat_name, lang, WIDTH, false};
    if (!scene) return false;
    casata_match_state_at(m, n, state, NULL);
    casata_scene_build(&m->game, state, CASATA_SPECTATOR, scene);
    scene_view_board(&view, scene, (1u << m->seats) - 1, true);
    if (scene->prompt.id) scene_view_say(&view, &scene->prompt, 0);
    free(scene);
    return true;
}

static void print_verdict(const char *path, const struct casata_match *m) {
    const struct casata_rules *rules = m->game.rules;
    int to_act = casata_match_to_act(m);
    if (m->n_past > 0)
        printf("%s: %d earlier decisions were made under older rules and are not replayed; the match goes on "
               "from "
               "its saved position\n",
               path, m->n_past);
    for (int i = 0; i < m->seats; i++)
        if (m->seat[i].resigned)
            printf("%s: seat %d resigned after entry %d of the log\n", path, i, m->seat[i].resigned - 1);
    printf("%s: %s, %d seats: all %d decisions are legal and lead to the saved positions; the game %s; hash "
           "%016llx\n",
           path, rules->name, m->seats, m->n_log, to_act < 0 ? "is over" : "goes on",
           (unsigned long long)casata_hash(&m->game, m->state));
}

/* The exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {
        {"log", no_argument, NULL, 'l'},        {"at", required_argument, NULL, 'a'},
        {"lang", required_argument, NULL, 'L'}, {"data", required_argument, NULL, 'd'},
        {"help", no_argument, NULL, 'h'},       {0}};
    for (int o, status; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'l': q->log = true; break;
        case 'a':
            if (!cli_number(argv[0], "--at", optarg, 0, INT32_MAX, &q->at)) return CLI_USAGE;
            break;
        default:
            status = cli_saved_option(argv[0], help, o, &q->saved);
            if (status >= 0) return status;
        }
    }
    return cli_saved_file(argc, argv, &q->saved);
}

int cmd_replay(int argc, char **argv) {
    struct request q = {.saved = {.lang = CASATA_EN}, .at = -1};
    struct casata_match m;
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_match(argv[0], q.saved.path, q.saved.data, &m)) return CLI_FAILED;
    const char *seat_name[CASATA_MAX_SEATS] = {0};
    for (int i = 0; i < m.seats; i++) seat_name[i] = m.seat[i].name[0] ? m.seat[i].name : NULL;
    status = CLI_OK;
    if (q.at > m.n_log) {
        status = cli_fail(CLI_USAGE, argv[0], "--at: the log has %d entries", m.n_log);
    } else {
        if (q.log) print_log(&m, seat_name, q.saved.lang);
        if (q.at >= 0 && !print_table(&m, (int)q.at, seat_name, q.saved.lang))
            status = cli_fail(CLI_FAILED, argv[0], "there is not enough memory");
        print_verdict(q.saved.path, &m);
    }
    casata_match_free(&m);
    return status;
}
