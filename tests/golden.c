/* golden.c: golden_test DIR, golden_test --update DIR GAME: one seeded random game of every registered game, seat count and
 * some combinations of options, written as text and compared with DIR/<game>/<seats>-<options>.txt line by line. It
 * knows no game: whatever a change alters in any of them shows as a difference. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "terminal/file.h"
#include "harness.h"
#include "props/props.h"
#include "props/props_native.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
    DETAIL_EVERY = 3,     /* decisions: what could be chosen, events and scores */
    POSITION_EVERY = 120, /* decisions: the whole position */
    LIST_LENGTH = 12,     /* options shown by name; all of them are in the hash of every line */
    FEW = 4,              /* combinations of options for each seat count, others for the next one */
    SEED = 20150,
    MAX_FILE = 1 << 20,
};

/* --- text of a game ------------------------------------------------------------------------------------ */

struct listener {
    struct casata_sink sink;
    FILE *out;
};

static void print_arg(FILE *out, const struct casata_arg *arg) {
    switch (arg->type) {
    case CASATA_ARG_NUMBER: fprintf(out, " %d", arg->n); break;
    case CASATA_ARG_SEAT: fprintf(out, " seat:%d", arg->n); break;
    case CASATA_ARG_COUNT: fprintf(out, " %d*%s", arg->n, arg->words->word[arg->index]); break;
    default: fprintf(out, " %s", arg->words->word[arg->index]);
    }
}

static void print_event(struct casata_sink *sink, const struct casata_msg *event) {
    FILE *out = ((struct listener *)sink)->out;
    fprintf(out, "    %s", event->id);
    for (int i = 0; i < event->n; i++) print_arg(out, &event->arg[i]);
    fputc('\n', out);
}

/* The first options by name, with the weights of chance. */
static void print_options(FILE *out, const struct casata_rules *rules, const struct casata_outcome *option,
                          int n) {
    for (int i = 0; i < n && i < LIST_LENGTH; i++) {
        char text[CASATA_ACTION_TEXT];
        casata_action_text(rules, option[i].action, text);
        fprintf(out, "%s%s", i ? "; " : "  of ", text);
        if (option[i].weight > 1) fprintf(out, " *%" PRIu32, option[i].weight);
    }
    fputs(n > LIST_LENGTH ? "; ...\n" : "\n", out);
}

static void print_scores(FILE *out, const struct casata_game *g, const void *state) {
    const struct casata_head *h = state;
    fputs("  scores", out);
    for (int seat = 0; seat < h->seats; seat++)
        fprintf(out, " %d (%d)", (int)casata_score(g, state, seat, false),
                (int)casata_score(g, state, seat, true));
    fputc('\n', out);
}

static void print_position(FILE *out, const struct casata_game *g, const void *state) {
    static char json[CASATA_MAX_STATE * 16];
    struct casata_writer w = casata_writer_on(json, sizeof json);
    casata_position_json(g, state, &w);
    fprintf(out, "  position %s\n", json);
}

static void print_result(FILE *out, const struct casata_game *g, const void *state) {
    const struct casata_rules *rules = g->rules;
    const struct casata_head *h = state;
    uint8_t rank[CASATA_MAX_SEATS];
    rules->ranks(g->data, state, rank);
    for (int seat = 0; seat < h->seats; seat++) {
        int32_t part[CASATA_MAX_PARTS] = {0};
        rules->parts_of(g->data, state, seat, false, part);
        fprintf(out, "seat %d rank %d score %d:", seat, rank[seat], (int)casata_score(g, state, seat, false));
        for (int i = 0; i < rules->n_parts; i++) fprintf(out, " %s %d", rules->parts->word[i], (int)part[i]);
        fputc('\n', out);
    }
}

/* All options of who is due, ascending; the weight is 0 for a decision of a seat. */
static int list_options(const struct casata_game *g, const void *state, int seat,
                        struct casata_outcome *option) {
    casata_action legal[CASATA_MAX_CHOICES];
    if (seat == CASATA_CHANCE) return casata_outcomes(g, state, option);
    int n = casata_legal(g, state, seat, legal);
    for (int i = 0; i < n; i++) option[i] = (struct casata_outcome){legal[i], 0};
    return n;
}

static void print_game(FILE *out, const struct casata_game *g, int seats, const uint8_t *options,
                       uint64_t seed) {
    static CASATA_STATE_BUFFER(state);
    static struct casata_outcome option[CASATA_MAX_CHOICES];
    struct casata_rng rng;
    unsigned to_act;
    int decision = 0;
    casata_rng_seed(&rng, seed);
    casata_init(g, state, seats, options);
    fprintf(out, "game %s rules %d edition %016" PRIx64 " seats %d seed %" PRIu64 "\n", g->rules->id,
            g->rules->rules_version, g->edition, seats, seed);
    for (; (to_act = casata_to_act(g, state)) != 0 && decision < g->rules->max_decisions; decision++) {
        struct listener listener = {{.emit = print_event}, out};
        bool detail = decision % DETAIL_EVERY == 0;
        char text[CASATA_ACTION_TEXT];
        int seat = __builtin_ctz(to_act);
        int n = list_options(g, state, seat, option);
        casata_action a = seat == CASATA_CHANCE ? casata_sample(g, state, &rng)
                                                : option[casata_rng_below(&rng, (uint32_t)n)].action;
        casata_action_text(g->rules, a, text);
        if (decision % POSITION_EVERY == 0) print_position(out, g, state);
        fprintf(out, "%d %016" PRIx64 " %s, %d options %016" PRIx64 ", ", decision, casata_hash(g, state),
                casata_phase_name(g, state), n, casata_hash_bytes(option, (size_t)n * sizeof *option, 0));
        if (seat == CASATA_CHANCE)
            fprintf(out, "chance %s\n", text);
        else
            fprintf(out, "%d %s\n", seat, text);
        if (detail) print_options(out, g->rules, option, n);
        casata_apply(g, state, seat, a, detail ? &listener.sink : NULL);
        if (detail) print_scores(out, g, state);
    }
    fprintf(out, "%d %016" PRIx64 " %s\n", decision, casata_hash(g, state), casata_phase_name(g, state));
    print_position(out, g, state);
    print_result(out, g, state);
}

static char *game_text(const struct casata_game *g, int seats, const uint8_t *options, uint64_t seed) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out) return NULL;
    print_game(out, g, seats, options, seed);
    return fclose(out) == 0 ? text : NULL;
}

/* --- files --------------------------------------------------------------------------------------------- */

/* Shows the first line that differs; true: there is none. */
static bool same_lines(const char *path, const char *want, const char *got) {
    for (int line = 1; *want || *got; line++) {
        size_t n_want = strcspn(want, "\n"), n_got = strcspn(got, "\n");
        if (n_want != n_got || memcmp(want, got, n_want) != 0) {
            char message[2048];
            snprintf(message, sizeof message, "differs\n  file %.*s\n  game %.*s",
                     (int)(n_want < 900 ? n_want : 900), want, (int)(n_got < 900 ? n_got : 900), got);
            test_fail(path, line, message);
            return false;
        }
        want += n_want + (want[n_want] == '\n');
        got += n_got + (got[n_got] == '\n');
    }
    return true;
}

static void file_name(const struct casata_rules *rules, int seats, const uint8_t *options, char out[256]) {
    int n = snprintf(out, 256, "%d", seats);
    for (int i = 0; i < rules->n_options; i++)
        n += snprintf(out + n, 256 - (size_t)n, "-%s", rules->options[i].values->word[options[i]]);
    snprintf(out + n, 256 - (size_t)n, ".txt");
}

static void compare(const char *path, const char *text) {
    char err[256];
    size_t n;
    char *file = file_read(path, MAX_FILE, &n, err);
    test_begin(path);
    if (!file)
        test_fail(path, 0, err);
    else
        same_lines(path, file, text);
    test_end();
    free(file);
}

/* Every game of one rules table; returns how many files there are. */
static int run_games(const struct casata_rules *rules, const char *folder, bool update) {
    struct casata_game g;
    uint8_t options[CASATA_MAX_GAME_OPTIONS];
    int files = 0;
    casata_find(rules->id, &g);
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++)
        for (int k = 0; k < FEW && k < props_combinations(rules, seats); k++, files++) {
            char name[256], path[1024];
            const char *wrong = NULL;
            props_options(rules, seats,
                          (k + FEW * (seats - rules->min_seats)) % props_combinations(rules, seats), options);
            file_name(rules, seats, options, name);
            snprintf(path, sizeof path, "%s/%s", folder, name);
            char *text = game_text(&g, seats, options, SEED + (uint64_t)seats * 100 + (uint64_t)k);
            if (!text)
                wrong = "out of memory";
            else if (update)
                wrong = file_write_atomic(path, text);
            else
                compare(path, text);
            free(text);
            if (!wrong) continue;
            fprintf(stderr, "golden_test: %s\n", wrong);
            exit(2);
        }
    return files;
}

/* A file that no game writes would never be compared. */
static void check_number_of_files(const char *folder, int files) {
    DIR *dir = opendir(folder);
    int found = 0;
    test_begin(folder);
    for (const struct dirent *e; dir && (e = readdir(dir)) != NULL;) found += e->d_name[0] != '.';
    if (dir) closedir(dir);
    CHECK_INT(found, files);
    test_end();
}

int main(int argc, char **argv) {
    static const char usage[] =
        "usage: golden_test DIR\n"
        "       golden_test --update DIR GAME\n"
        "Compares a seeded random game of every game, seat count and options with the texts in DIR/<game>;\n"
        "--update writes those of one game.\n"
        "example: golden_test tests/golden\n";
    bool update = argc == 4 && strcmp(argv[1], "--update") == 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (!update && (argc != 2 || argv[1][0] == '-')) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *rules = casata_all_rules[i];
        char folder[512];
        if (update && strcmp(rules->id, argv[3]) != 0) continue;
        props_folder(argv[1 + update], rules->id, folder);
        if (update && mkdir(folder, 0777) != 0 && errno != EEXIST) {
            fprintf(stderr, "golden_test: %s: %s\n", folder, strerror(errno));
            return 2;
        }
        int files = run_games(rules, folder, update);
        if (!update) {
            check_number_of_files(folder, files);
            continue;
        }
        printf("%s: %d files written\n", folder, files);
        return 0;
    }
    if (!update) return test_report();
    fprintf(stderr, "golden_test: there is no game %s\n", argv[3]);
    return 2;
}
