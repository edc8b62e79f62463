/* cli.c: shared by the commands: messages, numbers, languages, games, progress. Knows no command and no game. */
#include "casata/lang.h"
#include "casata/rules.h"
#include "cli/cli.h"
#include "cli/edition.h"
#include "terminal/file.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int cli_fail(int status, const char *command, const char *format, ...) {
    va_list ap;
    fprintf(stderr, "%s: ", command);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    if (status == CLI_USAGE) fprintf(stderr, "Try: %s --help\n", command);
    return status;
}

bool cli_number(const char *command, const char *option, const char *text, int64_t min, int64_t max,
                int64_t *out) {
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (end != text && !*end && errno == 0 && n >= min && n <= max) {
        *out = n;
        return true;
    }
    if (max == INT64_MAX && min == INT64_MIN)
        cli_fail(CLI_USAGE, command, "%s: a whole number is needed, not \"%s\"", option, text);
    else if (max == INT64_MAX)
        cli_fail(CLI_USAGE, command, "%s: a whole number from %lld is needed, not \"%s\"", option,
                 (long long)min, text);
    else
        cli_fail(CLI_USAGE, command, "%s: a whole number from %lld to %lld is needed, not \"%s\"", option,
                 (long long)min, (long long)max, text);
    return false;
}

bool cli_lang(const char *command, const char *text, int *lang) {
    if ((*lang = casata_lang_find(text)) >= 0) return true;
    cli_fail(CLI_USAGE, command, "--lang: there is no language \"%s\"", text);
    return false;
}

bool cli_game(const char *command, const char *id, const char *data, struct casata_game *g) {
    char err[256];
    if (!casata_find(id, g)) {
        fprintf(stderr, "%s: there is no game \"%s\"; the games are", command, id);
        for (int i = 0; casata_all_rules[i]; i++)
            fprintf(stderr, "%s %s", i ? "," : "", casata_all_rules[i]->id);
        fputc('\n', stderr);
        return false;
    }
    if (!data || edition_load(id, data, g, err)) return true;
    cli_fail(CLI_FAILED, command, "%s", err);
    return false;
}

bool cli_options(const char *command, const char *text, const struct casata_rules *r,
                 uint8_t value[CASATA_MAX_GAME_OPTIONS], uint8_t *any) {
    for (const char *p = text; p && *p;) {
        size_t len = strcspn(p, ","), key = strcspn(p, "=,");
        int option = 0, word = -1;
        while (option < r->n_options &&
               (strlen(r->options[option].id) != key || memcmp(r->options[option].id, p, key)))
            option++;
        bool known = option < r->n_options && key < len;
        bool drawn = known && any && len - key - 1 == 3 && memcmp(p + key + 1, "any", 3) == 0;
        if (known && !drawn) word = casata_word_find(r->options[option].values, p + key + 1, len - key - 1);
        if (word < 0 && !drawn) {
            cli_fail(CLI_USAGE, command,
                     "--options: %s does not know \"%.*s\"; \"casata games\" lists its options", r->name,
                     (int)len, p);
            return false;
        }
        if (drawn)
            *any = (uint8_t)(*any | 1u << option);
        else
            value[option] = (uint8_t)word;
        p += len + (p[len] == ',');
    }
    return true;
}

bool cli_options_fit(const char *command, const struct casata_rules *r, int seats, const uint8_t *value) {
    const struct casata_game_option *unfit = casata_option_unfit(r, seats, value);
    if (unfit)
        cli_fail(CLI_USAGE, command, "--options: %s is not for %d seats; \"casata games\" lists for how many",
                 unfit->id, seats);
    return !unfit;
}

struct casata_net *cli_net(const char *command, const char *path, const struct casata_game *g, int seats) {
    size_t n;
    char err[256], *bytes = file_read(path, CLI_MAX_FILE, &n, err);
    const char *wrong = bytes ? casata_net_check(bytes, n, g->rules, seats) : NULL;
    if (bytes && !wrong) return (struct casata_net *)(void *)bytes;
    if (bytes)
        cli_fail(CLI_FAILED, command, "%s: %s", path, wrong);
    else
        cli_fail(CLI_FAILED, command, "%s", err);
    free(bytes);
    return NULL;
}

int cli_games(const char *command, const char *id, const char *data, struct casata_game g[CLI_MAX_GAMES]) {
    int n = 0;
    struct casata_game chosen;
    if (id && !cli_game(command, id, NULL, &chosen)) return -1;
    for (; casata_all_rules[n] && n < CLI_MAX_GAMES; n++) {
        bool replaced = data && id && strcmp(id, casata_all_rules[n]->id) == 0;
        if (!cli_game(command, casata_all_rules[n]->id, replaced ? data : NULL, &g[n])) return -1;
    }
    char err[256];
    if (!data || id || edition_load_all(data, g, n, err)) return n;
    cli_fail(CLI_FAILED, command, "%s", err);
    return -1;
}

/* Parses text, read from path, as a match. */
static bool match_from_text(const char *command, const char *path, const char *text, size_t n,
                            const char *data, struct casata_match *m) {
    struct casata_game g;
    char id[32], err[200];
    bool known = casata_file_peek(text, n, id) == CASATA_FILE_MATCH && casata_find(id, &g);
    if (known && data && !cli_game(command, id, data, &g)) return false;
    if (casata_match_load(m, text, n, known ? &g : NULL, err)) return true;
    cli_fail(CLI_FAILED, command, "%s: %s", path, err);
    return false;
}

bool cli_match(const char *command, const char *path, const char *data, struct casata_match *m) {
    char err[256];
    size_t n;
    char *text = file_read(path, CLI_MAX_FILE, &n, err);
    if (!text) {
        cli_fail(CLI_FAILED, command, "%s", err);
        return false;
    }
    bool ok = match_from_text(command, path, text, n, data, m);
    free(text);
    return ok;
}

int cli_saved_option(const char *command, const char *help, int option, struct cli_saved *saved) {
    switch (option) {
    case 'L': return cli_lang(command, optarg, &saved->lang) ? -1 : CLI_USAGE;
    case 'd': saved->data = optarg; return -1;
    case 'h': fputs(help, stdout); return CLI_OK;
    default: return CLI_USAGE;
    }
}

int cli_saved_file(int argc, char **argv, struct cli_saved *saved) {
    if (optind + 1 != argc) return cli_fail(CLI_USAGE, argv[0], "one file is needed");
    saved->path = argv[optind];
    return -1;
}

double cli_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cli_progress(const char *what, uint64_t done, uint64_t total, double started) {
    static double last;
    double now = cli_seconds();
    if (!isatty(STDERR_FILENO)) return;
    if (done >= total) {
        fputs("\r\033[K", stderr);
        last = 0;
        return;
    }
    if (now - last < 0.25) return;
    last = now;
    double left = done ? (now - started) * (double)(total - done) / (double)done : 0;
    fprintf(stderr, "\r\033[K%s: %llu of %llu", what, (unsigned long long)done, (unsigned long long)total);
    if (done) fprintf(stderr, ", %.0f s left", left);
    fflush(stderr);
}
