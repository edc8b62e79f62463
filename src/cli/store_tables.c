/* store_tables.c: the tables of a database, for `casata store` (store_tables.h). Knows no game and no SQL. */
#include "cli/store_tables.h"
#include "casata/writer.h"
#include "server/secret.h"
#include "store/maintain.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PACK_DAYS = 30, MAX_DAYS = 100000 };
static const int64_t day_ms = INT64_C(86400000);

static const char *const state_word[MAINTAIN_STATES] = {"waiting", "playing",
                                                        "over"}; /* ORDER maintain_state */

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static double started;
static void show_progress(const char *what, int64_t done, int64_t total) {
    cli_progress(what, (uint64_t)done, (uint64_t)total, started);
}

/* --- arguments ------------------------------------------------------------------------------------------------------ */

struct arguments {
    const char *db;
    struct maintain_filter filter;
    struct store_id *id;
    bool json, yes;
    bool any; /* filter or table */
};

static int read_state(const char *command, const char *word, unsigned *states) {
    for (int i = 0; i < MAINTAIN_STATES; i++)
        if (strcmp(word, state_word[i]) == 0) {
            *states |= 1u << i;
            return -1;
        }
    return cli_fail(CLI_USAGE, command, "--state: waiting, playing or over, not \"%s\"", word);
}

/* ms of the date n days ago. */
static int read_days(const char *command, const char *option, int64_t *date) {
    int64_t days;
    if (!cli_number(command, option, optarg, 0, MAX_DAYS, &days)) return CLI_USAGE;
    *date = now_ms() - days * day_ms;
    return -1;
}

static int read_option(const char *command, int option, struct arguments *a) {
    a->any = a->any || strchr("gson", option);
    switch (option) {
    case 'g': a->filter.game = optarg; return -1;
    case 's': return read_state(command, optarg, &a->filter.states);
    case 'o': return read_days(command, "--older", &a->filter.before);
    case 'n': return read_days(command, "--newer", &a->filter.after);
    case 'd': return read_days(command, "--days", &a->filter.before);
    case 'j': a->json = true; return -1;
    case 'y': a->yes = true; return -1;
    default: return CLI_USAGE;
    }
}

static int read_tables(char **argv, int n, struct arguments *a) {
    a->id = calloc((size_t)n + 1, sizeof *a->id);
    if (!a->id) return cli_fail(CLI_FAILED, argv[0], "out of memory");
    for (int i = 0; i < n; i++)
        if (!secret_id_parse(argv[optind + i], &a->id[i]))
            return cli_fail(CLI_USAGE, argv[0], "\"%s\" is not the id of a table", argv[optind + i]);
    a->filter.id = n > 0 ? a->id : NULL;
    a->filter.n_id = n;
    a->any = a->any || n > 0;
    return -1;
}

/* Usage: the exit status; -1: go on. */
static int read_arguments(int argc, char **argv, const struct option *options, bool tables,
                          struct arguments *a) {
    optind = 2;
    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        int status = read_option(argv[0], o, a);
        if (status >= 0) return status;
    }
    int left = argc - optind;
    if (left < 1) return cli_fail(CLI_USAGE, argv[0], "%s needs a database", argv[1]);
    a->db = argv[optind++];
    if (left > 1 && !tables) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    return tables ? read_tables(argv, left - 1, a) : -1;
}

#define FILTER_OPTIONS                                                               \
    {"game", required_argument, NULL, 'g'}, {"state", required_argument, NULL, 's'}, \
        {"older", required_argument, NULL, 'o'}, {                                   \
        "newer", required_argument, NULL, 'n'                                        \
    }

/* --- printing ------------------------------------------------------------------------------------------------------- */

static void print_json(const struct maintain_table *t) {
    char line[400], id[SECRET_ID_TEXT];
    struct casata_writer w = casata_writer_on(line, sizeof line);
    secret_id_text(&t->id, id);
    casata_w_open(&w, '{');
    casata_w_key_str(&w, "table", id);
    casata_w_key_str(&w, "game", t->game);
    casata_w_key_str(&w, "state", state_word[t->state]);
    casata_w_key_int(&w, "seats", t->seats);
    casata_w_key_int(&w, "people", t->people);
    casata_w_key_int(&w, "bots", t->bots);
    casata_w_key_int(&w, "ply", t->ply);
    casata_w_key_int(&w, "created", t->created);
    casata_w_key_int(&w, "changed", t->time);
    casata_w_close(&w, '}');
    puts(line);
}

static void print_date(char out[20], int64_t ms) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm date;
    if (!gmtime_r(&seconds, &date) || !strftime(out, 20, "%Y-%m-%d %H:%M", &date)) strcpy(out, "?");
}

static void print_text(const struct maintain_table *t) {
    char id[SECRET_ID_TEXT], created[20], changed[20];
    secret_id_text(&t->id, id);
    print_date(created, t->created);
    print_date(changed, t->time);
    printf("%-22s  %-10s %-8s %6d %6d %4d  %-16s  %s\n", id, t->game, state_word[t->state], t->people,
           t->bots, t->ply, created, changed);
}

static void print_tables(const struct maintain_table *list, int n, bool json) {
    if (!json && n > 0)
        printf("%-22s  %-10s %-8s %6s %6s %4s  %-16s  %s\n", "table", "game", "state", "people", "bots",
               "ply", "created (UTC)", "changed");
    for (int i = 0; i < n; i++)
        if (json)
            print_json(&list[i]);
        else
            print_text(&list[i]);
}

static void print_summary(const struct maintain_table *list, int n) {
    int count[MAINTAIN_STATES] = {0};
    for (int i = 0; i < n; i++) count[list[i].state]++;
    printf("%d tables: %d %s, %d %s, %d %s\n", n, count[0], state_word[0], count[1], state_word[1], count[2],
           state_word[2]);
}

/* --- actions -------------------------------------------------------------------------------------------------------- */

int store_tables_copy(int argc, char **argv) {
    struct maintain_copied copied;
    char err[STORE_ERROR];
    if (argc != 4) return cli_fail(CLI_USAGE, argv[0], "copy needs a database and a new one");
    started = cli_seconds();
    if (!maintain_copy(argv[2], argv[3], show_progress, &copied, err))
        return cli_fail(CLI_FAILED, argv[0], "%s", err);
    printf("%lld tables copied and compared, %lld rows\n", (long long)copied.tables, (long long)copied.rows);
    return CLI_OK;
}

int store_tables_list(int argc, char **argv) {
    static const struct option options[] = {
        FILTER_OPTIONS, {"json", no_argument, NULL, 'j'}, {NULL, 0, NULL, 0}};
    struct arguments a = {0};
    struct maintain_table *list = NULL;
    char err[STORE_ERROR];
    int n, status = read_arguments(argc, argv, options, false, &a);
    if (status >= 0) return status;
    struct maintain *m = maintain_open(a.db, false, err);
    bool ok = m && maintain_list(m, &a.filter, &list, &n, err);
    if (ok) print_tables(list, n, a.json);
    if (ok && !a.json) print_summary(list, n);
    if (m) maintain_close(m);
    free(list);
    return ok ? CLI_OK : cli_fail(CLI_FAILED, argv[0], "%s", err);
}

/* Skips tables that are packed already. */
static int still_long(struct maintain_table *list, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (list[i].changes > 1) list[kept++] = list[i];
    return kept;
}

int store_tables_pack(int argc, char **argv) {
    static const struct option options[] = {{"days", required_argument, NULL, 'd'}, {NULL, 0, NULL, 0}};
    struct arguments a = {.filter = {.states = 1u << MAINTAIN_OVER, .before = now_ms() - PACK_DAYS * day_ms}};
    struct maintain_table *list = NULL;
    char err[STORE_ERROR];
    int n = 0, done = 0, status = read_arguments(argc, argv, options, false, &a);
    if (status >= 0) return status;
    started = cli_seconds();
    struct maintain *m = maintain_open(a.db, true, err);
    bool ok = m && maintain_list(m, &a.filter, &list, &n, err);
    if (ok) n = still_long(list, n);
    ok = ok && maintain_pack(m, list, n, show_progress, &done, err) && (done == 0 || maintain_shrink(m, err));
    if (m) maintain_close(m);
    free(list);
    if (!ok) return cli_fail(CLI_FAILED, argv[0], "%s", err);
    printf("%d tables packed\n", done);
    if (done < n) printf("%d were left as they are: casata store check says why\n", n - done);
    return CLI_OK;
}

/* Asks for confirmation at the terminal. */
static bool is_confirmed(int n) {
    char line[20] = "";
    printf("Delete %d table%s with everything that belongs to %s, for good? (yes/no) ", n, n == 1 ? "" : "s",
           n == 1 ? "it" : "them");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) && strcmp(line, "yes\n") == 0;
}

static int delete_tables(const char *command, const struct arguments *a, struct maintain *m,
                         const struct maintain_table *list, int n) {
    char err[STORE_ERROR];
    int done;
    print_tables(list, n, false);
    print_summary(list, n);
    if (n == 0) return CLI_OK;
    if (!a->yes && !isatty(STDIN_FILENO))
        return cli_fail(CLI_USAGE, command, "nothing is deleted: --yes is needed where nobody can be asked");
    if (!a->yes && !is_confirmed(n)) {
        puts("nothing was deleted");
        return CLI_FAILED;
    }
    started = cli_seconds();
    if (!maintain_delete(m, &a->filter, list, n, show_progress, &done, err) || !maintain_shrink(m, err))
        return cli_fail(CLI_FAILED, command, "%s", err);
    printf("%d tables deleted\n", done);
    if (done < n) printf("%d were kept, because somebody has played there since\n", n - done);
    return CLI_OK;
}

int store_tables_delete(int argc, char **argv) {
    static const struct option options[] = {
        FILTER_OPTIONS, {"yes", no_argument, NULL, 'y'}, {NULL, 0, NULL, 0}};
    struct arguments a = {0};
    struct maintain_table *list = NULL;
    char err[STORE_ERROR];
    int n, status = read_arguments(argc, argv, options, true, &a);
    if (status < 0 && !a.any)
        status = cli_fail(CLI_USAGE, argv[0], "delete which tables? A filter or the id of a table is needed");
    if (status < 0) {
        struct maintain *m = maintain_open(a.db, true, err);
        if (m && maintain_list(m, &a.filter, &list, &n, err))
            status = delete_tables(argv[0], &a, m, list, n);
        else
            status = cli_fail(CLI_FAILED, argv[0], "%s", err);
        if (m) maintain_close(m);
        free(list);
    }
    free(a.id);
    return status;
}
