/* cmd_play.c: `casata play`: reads the arguments and sets the table. Knows no game. */
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "casata/rules.h"
#include "cli/cli.h"
#include "terminal/play.h"

enum { DEFAULT_SEATS = 3, MIN_WIDTH = 40, DEFAULT_WIDTH = 100, MAX_WIDTH = 400 };

struct args {
    const char *command;
    const char *game, *data, *resume, *save, *bots, *options, *coach;
    const char *name[CASATA_MAX_SEATS];
    int n_names;
    int64_t seats, humans, seat; /* 0, -1, 0: not given */
    int64_t seed;
    bool has_seed, resuming, plain, guided, help;
    int lang;
};

int play_default_lang(void) {
    static const char *const variable[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variable[i]);
        if (!value || !*value) continue;
        int lang = casata_lang_find(value);
        return lang < 0 ? CASATA_EN : lang;
    }
    return CASATA_EN;
}

/* --- arguments ----------------------------------------------------------------------------------------- */

enum {
    OPT_SEATS = 256,
    OPT_BOTS,
    OPT_SEAT,
    OPT_SEED,
    OPT_LANG,
    OPT_OPTIONS,
    OPT_DATA,
    OPT_RESUME,
    OPT_SAVE,
    OPT_HUMANS,
    OPT_NAME,
    OPT_PLAIN,
    OPT_COACH,
    OPT_GUIDED,
    OPT_HELP
};
static const struct option long_options[] = {
    {"seats", required_argument, NULL, OPT_SEATS}, {"bots", required_argument, NULL, OPT_BOTS},
    {"seat", required_argument, NULL, OPT_SEAT},   {"seed", required_argument, NULL, OPT_SEED},
    {"lang", required_argument, NULL, OPT_LANG},   {"options", required_argument, NULL, OPT_OPTIONS},
    {"data", required_argument, NULL, OPT_DATA},   {"resume", optional_argument, NULL, OPT_RESUME},
    {"save", required_argument, NULL, OPT_SAVE},   {"humans", required_argument, NULL, OPT_HUMANS},
    {"name", required_argument, NULL, OPT_NAME},   {"plain", no_argument, NULL, OPT_PLAIN},
    {"coach", required_argument, NULL, OPT_COACH}, {"guided", no_argument, NULL, OPT_GUIDED},
    {"help", no_argument, NULL, OPT_HELP},         {0},
};

static int take_lang(struct args *a, const char *code) {
    a->lang = casata_lang_find(code);
    if (a->lang >= 0) return CLI_OK;
    return cli_fail(CLI_USAGE, a->command, "--lang: en, pl or hu is needed, not \"%s\"", code);
}

static int take_name(struct args *a, const char *name) {
    if (a->n_names == CASATA_MAX_SEATS) return cli_fail(CLI_USAGE, a->command, "--name: too many names");
    if (!*name || strlen(name) >= sizeof((struct casata_seat_info *)0)->name)
        return cli_fail(CLI_USAGE, a->command, "--name: 1 to %zu bytes are needed",
                        sizeof((struct casata_seat_info *)0)->name - 1);
    a->name[a->n_names++] = name;
    return CLI_OK;
}

static int take_number(struct args *a, const char *option, int64_t min, int64_t max, int64_t *out) {
    return cli_number(a->command, option, optarg, min, max, out) ? CLI_OK : CLI_USAGE;
}

static int take_option(struct args *a, int option) {
    switch (option) {
    case OPT_SEATS: return take_number(a, "--seats", 1, CASATA_MAX_SEATS, &a->seats);
    case OPT_HUMANS: return take_number(a, "--humans", 0, CASATA_MAX_SEATS, &a->humans);
    case OPT_SEAT: return take_number(a, "--seat", 1, CASATA_MAX_SEATS, &a->seat);
    case OPT_SEED: a->has_seed = true; return take_number(a, "--seed", 0, INT64_MAX, &a->seed);
    case OPT_LANG: return take_lang(a, optarg);
    case OPT_NAME: return take_name(a, optarg);
    case OPT_BOTS: a->bots = optarg; break;
    case OPT_OPTIONS: a->options = optarg; break;
    case OPT_DATA: a->data = optarg; break;
    case OPT_SAVE: a->save = optarg; break;
    case OPT_RESUME: a->resuming = true, a->resume = optarg; break;
    case OPT_GUIDED: a->guided = true; break;
    case OPT_COACH: a->coach = optarg; break;
    case OPT_PLAIN: a->plain = true; break;
    case OPT_HELP: a->help = true; break;
    default:
        fprintf(stderr, "Try: %s --help\n", a->command);
        return CLI_USAGE; /* getopt has printed the error */
    }
    return CLI_OK;
}

/* With --resume, a word that is not a game is the file. */
static int take_word(struct args *a, const char *word) {
    struct casata_game g;
    if (!a->game && casata_find(word, &g))
        a->game = word;
    else if (a->resuming && !a->resume)
        a->resume = word;
    else if (!a->game)
        return cli_game(a->command, word, NULL, &g) ? CLI_OK : CLI_USAGE;
    else
        return cli_fail(CLI_USAGE, a->command, "unexpected argument \"%s\"", word);
    return CLI_OK;
}

static int read_args(struct args *a, int argc, char **argv) {
    int option;
    optind = 0;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        int status = take_option(a, option);
        if (status) return status;
    }
    for (; optind < argc; optind++) {
        int status = take_word(a, argv[optind]);
        if (status) return status;
    }
    if (!a->game && !a->resuming && !a->help) {
        bool only_one = casata_all_rules[0] && !casata_all_rules[1];
        if (!only_one) return cli_fail(CLI_USAGE, a->command, "which game? \"casata games\" lists them");
        a->game = casata_all_rules[0]->id;
    }
    if (a->data && !a->game) return cli_fail(CLI_USAGE, a->command, "--data: name the game too");
    return CLI_OK;
}

/* --- who sits where ------------------------------------------------------------------------------------ */

/* "paggio,2xscudiero" into levels; the number of them, -1 after a message. *exact: a number was given. */
static int read_bots(const struct args *a, enum casata_level level[CASATA_MAX_SEATS], bool *exact) {
    int n = 0;
    for (const char *p = a->bots; p && *p;) {
        size_t len = strcspn(p, ",");
        const char *word = p, *end = p + len;
        long times = 1;
        if (*p >= '0' && *p <= '9') {
            times = strtol(p, (char **)&word, 10);
            word += !strncmp(word, "×", 2) ? 2 : *word == 'x' || *word == '*';
            *exact = true;
        }
        int found = casata_word_find(&casata_level_words, word, (size_t)(end - word));
        if (found < 0 || times < 1 || n + times > CASATA_MAX_SEATS) {
            cli_fail(CLI_USAGE, a->command,
                     "--bots: levels like paggio,scudiero or 2xscudiero are needed, not \"%.*s\"", (int)len,
                     p);
            return -1;
        }
        while (times-- > 0) level[n++] = (enum casata_level)found;
        p = end + (*end == ',');
    }
    *exact |= n > 1;
    return n;
}

static void name_seat(struct casata_match *m, const struct args *a, int seat, int human) {
    struct casata_seat_info *info = &m->seat[seat];
    char letter[2] = {scene_view_letter(seat), 0};
    struct casata_text arg = PLAY_TEXT(letter);
    if (info->kind == CASATA_HUMAN && human < a->n_names) {
        snprintf(info->name, sizeof info->name, "%s", a->name[human]);
    } else if (info->kind == CASATA_HUMAN) {
        casata_ui_say(a->lang, "ui.play.player", 1, &arg, info->name, sizeof info->name);
    } else {
        const char *level = casata_level_words.word[info->level];
        snprintf(info->name, sizeof info->name, "%c%s %s", level[0] - 'a' + 'A', level + 1, letter);
    }
}

/* People from seat `first` on, bots on the others; a short list of levels repeats its last one. */
static void seat_all(struct casata_match *m, const struct args *a, int humans, const enum casata_level *level,
                     int n_levels) {
    int first = a->seat ? (int)a->seat - 1 : 0, bot = 0;
    for (int seat = 0; seat < m->seats; seat++) {
        int human = (seat - first + m->seats) % m->seats;
        m->seat[seat].kind = human < humans ? CASATA_HUMAN : CASATA_BOT;
        if (m->seat[seat].kind == CASATA_BOT) {
            m->seat[seat].level = n_levels ? level[bot < n_levels ? bot : n_levels - 1] : CASATA_SCUDIERO;
            bot++;
        }
        name_seat(m, a, seat, human);
    }
}

/* The number of players; 0 after a message. */
static int count_seats(const struct args *a, const struct casata_rules *r, int humans, int bots, bool exact) {
    int seats = a->seats ? (int)a->seats : exact ? humans + bots : DEFAULT_SEATS;
    if (!a->seats && !exact && seats < humans) seats = humans;
    if (!a->seats && !exact && seats < r->min_seats) seats = r->min_seats;
    if (!a->seats && !exact && seats > r->max_seats) seats = r->max_seats;
    if (seats < r->min_seats || seats > r->max_seats) {
        cli_fail(CLI_USAGE, a->command, "%s is for %d to %d players, not %d", r->name, r->min_seats,
                 r->max_seats, seats);
        return 0;
    }
    if (humans > seats || (exact && humans + bots > seats)) {
        cli_fail(CLI_USAGE, a->command, "%d people and %d bots do not fit on %d seats", humans, bots, seats);
        return 0;
    }
    if (a->seat > seats) {
        cli_fail(CLI_USAGE, a->command, "--seat: the seats are 1 to %d", seats);
        return 0;
    }
    return seats;
}

/* --- a new match --------------------------------------------------------------------------------------- */

static uint64_t random_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) == sizeof seed) return seed;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000007u + (uint64_t)t.tv_nsec;
}

static int new_match(struct play *p, const struct args *a) {
    struct casata_game g;
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    enum casata_level level[CASATA_MAX_SEATS];
    bool exact = false;
    if (!cli_game(a->command, a->game, a->data, &g)) return CLI_FAILED;
    if (!cli_options(a->command, a->options, g.rules, option, NULL)) return CLI_USAGE;
    int bots = read_bots(a, level, &exact);
    if (bots < 0) return CLI_USAGE;
    int humans = a->humans >= 0 ? (int)a->humans : 1;
    int seats = count_seats(a, g.rules, humans, bots, exact);
    if (!seats) return CLI_USAGE;
    if (!cli_options_fit(a->command, g.rules, seats, option)) return CLI_USAGE;
    const char *wrong =
        casata_match_new(&p->match, &g, seats, option, a->has_seed ? (uint64_t)a->seed : random_seed());
    if (wrong) return cli_fail(CLI_FAILED, a->command, "%s", wrong);
    seat_all(&p->match, a, humans, level, bots);
    if (a->save)
        snprintf(p->path, sizeof p->path, "%s", a->save);
    else if (!play_new_path(p, a->command))
        return CLI_FAILED;
    return CLI_OK;
}

static int old_match(struct play *p, const struct args *a) {
    struct casata_game g;
    if (a->seats || a->humans >= 0 || a->bots || a->options || a->seat || a->n_names)
        return cli_fail(CLI_USAGE, a->command,
                        "--resume goes on as the game was begun: no seats, bots, names or options");
    if (a->data && !cli_game(a->command, a->game, a->data, &g)) return CLI_FAILED;
    if (!play_resume(p, a->command, a->resume, a->data ? &g : NULL)) return CLI_FAILED;
    casata_rng_seed(&p->match.rng, a->has_seed ? (uint64_t)a->seed : random_seed());
    if (a->save) snprintf(p->path, sizeof p->path, "%s", a->save);
    return CLI_OK;
}

/* --- the terminal -------------------------------------------------------------------------------------- */

static int terminal_width(void) {
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    int width = columns ? atoi(columns) : 0;
    if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    if (width <= 0) width = DEFAULT_WIDTH;
    return width < MIN_WIDTH ? MIN_WIDTH : width > MAX_WIDTH ? MAX_WIDTH : width;
}

/* Line editing accepts accented letters only in a UTF-8 locale; nothing else here depends on the locale. */
static void use_utf8(void) {
    if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    setlocale(LC_CTYPE, "C.UTF-8");
}

void play_set_view(struct play *p, int lang, bool plain) {
    const char *no_colour = getenv("NO_COLOR");
    p->view.out = stdout;
    p->view.lang = lang;
    p->view.width = terminal_width();
    p->view.colour = isatty(STDOUT_FILENO) && !plain && !(no_colour && *no_colour);
    p->edit = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (p->edit) use_utf8();
}

static int cores(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 4 ? 4 : (int)n;
}

/* Everything is set except the view of the match. */
static int run(struct play *p) {
    p->scene = calloc(1, sizeof *p->scene);
    if (!p->scene) abort();
    p->view.rules = p->match.game.rules;
    for (int i = 0; i < CASATA_MAX_SEATS; i++) p->seat_name[i] = p->match.seat[i].name;
    p->view.seat_name = p->seat_name;
    p->board_seat = -1;
    int status = play_run(p);
    free(p->scene);
    p->scene = NULL;
    return status;
}

int play_on(struct play *p, const char *command) {
    const struct args a = {.command = command, .lang = p->view.lang};
    const enum casata_level gentle = CASATA_PAGGIO;
    casata_rng_seed(&p->match.rng, random_seed());
    p->match.manual_chance = false;
    p->match.threads = cores();
    seat_all(&p->match, &a, 1, &gentle, 1);
    p->guided = true;
    p->coach = CASATA_COACH_MISTAKES;
    return play_new_path(p, command) ? run(p) : CLI_FAILED;
}

/* At a terminal the coach is on unless turned off; with piped input it is on demand. */
static int set_coach(struct play *p, const struct args *a) {
    p->guided = a->guided;
    p->coach = p->edit ? CASATA_COACH_BLUNDERS : CASATA_COACH_OFF;
    if (!a->coach || play_coach_level(a->coach, &p->coach)) return CLI_OK;
    return cli_fail(CLI_USAGE, a->command, "--coach: off, blunders or mistakes is needed, not \"%s\"",
                    a->coach);
}

int cmd_play(int argc, char **argv) {
    struct args a = {.command = argv[0], .humans = -1, .lang = play_default_lang()};
    struct play *p = calloc(1, sizeof *p);
    int status = read_args(&a, argc, argv);
    if (!p) abort();
    play_set_view(p, a.lang, a.plain);
    if (status == CLI_OK && a.help) {
        puts(casata_ui(a.lang, "ui.play.usage"));
    } else if (status == CLI_OK && (status = set_coach(p, &a)) == CLI_OK) {
        status = a.resuming ? old_match(p, &a) : new_match(p, &a);
        if (status == CLI_OK) {
            p->data = a.data;
            if (!a.has_seed) p->match.threads = cores(); /* one thread with a seed, to be reproducible */
            status = run(p);
        }
    }
    casata_match_free(&p->match);
    free(p);
    return status;
}
