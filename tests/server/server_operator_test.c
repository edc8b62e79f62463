/* server_operator_test.c: what the operator of a server gets to see: /metrics and the log. */
#define _GNU_SOURCE
#include "casata/json.h"
#include "casata/rules.h"
#include "server/kit.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct casata_game game;

/* --- /metrics --------------------------------------------------------------------------------------------------------- */

static const char *body_of(const char *answer) {
    const char *body = strstr(answer, "\r\n\r\n");
    return body ? body + 4 : "";
}

/* The value of a series, by its name with labels; -1: there is none. */
static double value_of(const char *text, const char *series) {
    size_t n = strlen(series);
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, series, n) == 0 && at[n] == ' ') return atof(at + n + 1);
    return -1;
}

/* A name, perhaps labels, a number. */
static bool is_sample(const char *line) {
    size_t n = strspn(line, "abcdefghijklmnopqrstuvwxyz_0123456789");
    char *end;
    if (n == 0 || strncmp(line, "casata_", 7) != 0) return false;
    if (line[n] == '{') {
        const char *close = strchr(line, '}');
        if (!close || close[-1] != '"') return false;
        n = (size_t)(close - line) + 1;
    }
    if (line[n] != ' ') return false;
    strtod(line + n + 1, &end);
    return end > line + n + 1 && *end == 0;
}

/* Every line is a comment or a sample of the family that was announced last; buckets count up. */
static void check_format(const char *body) {
    char *text = strdup(body), *rest = NULL, family[80] = "", kind[20] = "";
    double last = 0;
    int samples = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (sscanf(line, "# TYPE %79s %19s", family, kind) == 2 || strncmp(line, "# HELP ", 7) == 0) continue;
        samples++;
        if (!CHECK(is_sample(line)) || !CHECK(strncmp(line, family, strlen(family)) == 0))
            printf("    %s\n", line);
        if (!strstr(line, "_bucket{")) continue;
        double now = atof(strrchr(line, ' ') + 1);
        CHECK_STR(kind, "histogram");
        CHECK(strstr(line, "le=\"0.0005\"") || strstr(line, "le=\"1\"") || now >= last);
        last = now;
    }
    CHECK(samples > 100);
    free(text);
}

static void check_figures(const char *text, int moves) {
    CHECK(value_of(text, "casata_moves_total{game=\"signorie\"}") >= moves);
    CHECK(value_of(text, "casata_move_seconds_count") >= moves);
    CHECK(value_of(text, "casata_move_seconds_bucket{le=\"+Inf\"}") >= moves);
    CHECK(value_of(text, "casata_move_seconds_sum") > 0);
    CHECK(value_of(text, "casata_store_batch_seconds_count") >= moves);
    CHECK(value_of(text, "casata_store_batch_changes_sum") >= moves);
    CHECK(value_of(text, "casata_store_queue") >= 0);
    CHECK_INT(value_of(text, "casata_store_conflicts_total"), 0);
    CHECK_INT(value_of(text, "casata_sockets"), 2);
    CHECK_INT(value_of(text, "casata_rooms"), 1);
    CHECK_INT(value_of(text, "casata_healthy"), 1);
    CHECK_INT(value_of(text, "casata_health{state=\"ok\"}"), 1);
    CHECK_INT(value_of(text, "casata_refused_total{code=\"stale\"}"), 1);
    CHECK(value_of(text, "casata_bot_queue") >= 0);
    CHECK(value_of(text, "casata_bots_thinking") >= 0);
    CHECK(value_of(text, "casata_bot_seconds_count{level=\"duca\"}") >= 0);
    CHECK_PART("casata_build_info{version=\"", text);
    CHECK_PART("node=\"club-1\"} 1\n", text);
}

static void test_metrics(void) {
    struct kit k;
    struct person a, b, *at[] = {&a, &b};
    char port[10];
    snprintf(port, sizeof port, "%d", kit_free_port());
    const char *const extra[] = {"--metrics", port, "--node", "club-1", NULL};
    if (!CHECK(kit_start(&k, kit_program("casata"), extra)) || !CHECK(kit_two(&k, &game, &a, &b))) return;
    CHECK_INT(kit_play(at, 2, 20), 20);
    CHECK_STR(person_try(&a, "{'t':'act','table':'%s','ply':0,'action':'pass'}", a.table), "stale");
    const char *answer = kit_get(atoi(port), "x", "/metrics");
    CHECK_PART("HTTP/1.1 200 ", answer);
    CHECK_PART("content-type: text/plain; version=0.0.4", answer);
    check_format(body_of(answer));
    check_figures(body_of(answer), 20);
    CHECK(!strstr(answer, a.table)); /* nothing that names a table or a person */
    CHECK(!strstr(answer, "Anna"));
    CHECK(!strstr(answer, "127.0.0.1"));
    CHECK_PART("HTTP/1.1 404 ", kit_get(atoi(port), "x", "/"));
    CHECK_PART("HTTP/1.1 404 ", kit_get(atoi(port), "x", "/health"));
    CHECK_PART("HTTP/1.1 404 ", kit_get(k.process.port, "x", "/metrics")); /* not where everybody comes in */
    struct ws ws;
    CHECK(!ws_open(&ws, "127.0.0.1", atoi(port), ""));
    ws_end(&ws);
    kit_part(&a, &b);
    kit_end(&k);
}

/* --- the log ---------------------------------------------------------------------------------------------------------- */

static char *read_log(const struct kit *k) {
    FILE *f = fopen(k->log, "r");
    char *text = calloc(1, 1 << 16);
    size_t n = f && text ? fread(text, 1, (1 << 16) - 1, f) : 0;
    (void)n;
    if (f) fclose(f);
    return text;
}

static bool has(struct casata_json line, const char *key, const char *value) {
    return casata_json_is(casata_json_get(line, key), value, strlen(value));
}

/* Each line is an object with a date, a level, an event and a message; the last one is given. */
static int check_lines(char *text, const char *event, char message[200]) {
    char *rest = NULL;
    int n = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), n++) {
        struct casata_json value;
        struct casata_json_error error;
        char date[40] = "";
        if (!CHECK(casata_json_read(line, strlen(line), &value, &error))) continue;
        casata_json_text(casata_json_get(value, "time"), date, sizeof date);
        CHECK(strlen(date) == 24 && date[10] == 'T' && date[23] == 'Z');
        CHECK(has(value, "level", "info") || has(value, "level", "warning") || has(value, "level", "error"));
        CHECK(has(value, "node", "club-1"));
        CHECK(casata_json_type(casata_json_get(value, "message")) == CASATA_JSON_TEXT);
        if (has(value, "event", event)) casata_json_text(casata_json_get(value, "message"), message, 200);
    }
    return n;
}

/* A full disk and a table whose rows make no sense give lines of several kinds. */
static void test_log_json(void) {
    struct kit k;
    struct person a, b, *at[] = {&a, &b};
    static const char *const extra[] = {"--log", "json", "--node", "club-1", NULL};
    char message[200] = "";
    if (!CHECK(kit_start(&k, kit_program("casata"), extra)) || !CHECK(kit_two(&k, &game, &a, &b))) return;
    CHECK_INT(kit_play(at, 2, 4), 4);
    kit_limit_files(&k, kit_file_size(&k, "-wal"));
    while (strcmp(person_play(&a), "store") != 0 && strcmp(person_play(&b), "store") != 0) continue;
    kit_limit_files(&k, KIT_UNLIMITED);
    CHECK(kit_reach_health(&k, "ok\n"));
    kit_part(&a, &b);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    kit_sql(k.db, "UPDATE change SET ply=99 WHERE n=2");
    CHECK(kit_restart(&k, kit_program("casata"), extra));
    CHECK(person_open(&a, &k, &game, 1));
    json_t *answer = person_ask(&a, "{'t':'watch','table':'%s'}", b.table);
    CHECK_STR(text_of(answer, "code"), "damaged");
    json_decref(answer);
    person_close(&a);
    CHECK_INT(kit_stop(&k, SIGTERM), 0);
    char *text = read_log(&k);
    CHECK_PART("\"event\":\"not_stored\",\"table\":\"", text);
    CHECK_PART("\"event\":\"store\"", text);
    CHECK(check_lines(text, "unplayable", message) >= 3);
    CHECK_PART("cannot be played: ", message);
    free(text);
    kit_remove(&k);
}

/* Messages before a server runs, and after a wrong option. */
static void test_log_start(void) {
    char text[2000], message[200] = "";
    char *argv[] = {
        (char *)kit_program("casata"), "serve",  "--log", "json", "--node", "club-1", "--no-web", "--db",
        "/nonexistent/x.db",           "--port", "0",     NULL};
    CHECK_INT(process_run(argv, text, sizeof text), 1);
    CHECK_INT(check_lines(text, "start", message), 1);
    CHECK_PART("/nonexistent/x.db cannot be written", message);
    argv[3] = "loud";
    CHECK_INT(process_run(argv, text, sizeof text), 2);
    CHECK_PART("--log: text or json", text);
    argv[3] = "text";
    argv[5] = "a b";
    CHECK_INT(process_run(argv, text, sizeof text), 2);
    CHECK_PART("--node: ", text);
    argv[5] = "a";
    CHECK_INT(process_run(argv, text, sizeof text), 1);
    CHECK_PART("casata serve: the database", text);
}

static const struct test tests[] = {
    {"metrics", test_metrics},
    {"the log as JSON", test_log_json},
    {"a start that fails", test_log_start},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    if (CHECK(casata_find("signorie", &game))) kit_run(tests, sizeof tests / sizeof *tests);
    return test_report();
}
