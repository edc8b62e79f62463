/* rigged_server.c: the server with the games of the tests, with everything random under control and a slow disk if wanted, for server_leak_test, server_crash_test and server_seats_test. The linker puts the functions
 * __wrap_x in the place of x.
 *
 *   CASATA_TEST_SEED=N      ids, tokens and chance are drawn from this seed; the date stands still
 *   CASATA_TEST_DATE=FILE   the date is what stands in the file, in ms since 1970
 *   CASATA_TEST_RESAMPLE=N  before anything is sent to a viewer, everything that the viewer may not know is dealt again
 *   CASATA_TEST_LEAK=1      and the truth leaks: the test must notice
 *   CASATA_TEST_COMMIT_MS=N a commit takes this much longer
 *
 * At its end it writes how much of the truth was changed. */
#include "casata/rules.h"
#include "server/server.h"
#include "server/view.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIES = 40 };

static struct casata_rng chance, hidden;
static bool resampling, leaking;
static long commit_ms;
static long positions, entries, changed_positions, changed_entries;

void __wrap_randombytes_buf(void *const out, const size_t n);
int64_t __wrap_clock_date(void);
int __real_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_step(sqlite3_stmt *statement);
void __real_view_position(struct casata_writer *w, const struct casata_game *g, const void *truth,
                          const int *resigned, int viewer);
void __wrap_view_position(struct casata_writer *w, const struct casata_game *g, const void *truth,
                          const int *resigned, int viewer);
void __real_view_entry(struct casata_writer *w, const struct casata_game *g, void *before,
                       const struct casata_entry *entry, int ply, int64_t time, int viewer);
void __wrap_view_entry(struct casata_writer *w, const struct casata_game *g, void *before,
                       const struct casata_entry *entry, int ply, int64_t time, int viewer);

void __wrap_randombytes_buf(void *const out, const size_t n) {
    for (size_t i = 0; i < n; i++) ((uint8_t *)out)[i] = (uint8_t)(casata_rng_next(&chance) >> 56);
}

int64_t __wrap_clock_date(void) {
    long long date = 1700000000000;
    const char *name = getenv("CASATA_TEST_DATE");
    FILE *f = name ? fopen(name, "r") : NULL;
    if (f && fscanf(f, "%lld", &date) != 1) date = 0;
    if (f) fclose(f);
    return date;
}

int __wrap_sqlite3_step(sqlite3_stmt *statement) {
    if (commit_ms && strcmp(sqlite3_sql(statement), "COMMIT") == 0)
        nanosleep(&(struct timespec){0, commit_ms * 1000000}, NULL);
    return __real_sqlite3_step(statement);
}

/* --- the truth replaced by one that the viewer cannot tell from it ------------------------------------------- */

union state {
    unsigned char bytes[CASATA_MAX_STATE];
    uint64_t align;
};

void __wrap_view_position(struct casata_writer *w, const struct casata_game *g, const void *truth,
                          const int *resigned, int viewer) {
    union state other;
    memcpy(other.bytes, truth, g->rules->state_size);
    if (resampling) casata_resample(g, other.bytes, viewer, &hidden);
    positions++;
    changed_positions += memcmp(other.bytes, truth, g->rules->state_size) != 0;
    __real_view_position(w, g, other.bytes, resigned, viewer);
    if (!leaking) return;
    casata_w_key(w, "leak");
    casata_w_hex64(w, casata_hash(g, other.bytes));
}

/* The viewer's position and events after an action. */
struct outcome {
    struct casata_sink sink;
    int viewer;
    struct casata_writer w;
    char events[4096];
    union state view;
};

static void hear(struct casata_sink *sink, const struct casata_msg *event) {
    struct outcome *o = (struct outcome *)sink;
    if (event->seen >> o->viewer & 1) casata_msg_json(event, &o->w);
}

static void ignore(struct casata_sink *sink, const struct casata_msg *event) {
    (void)sink;
    (void)event;
}

static void act(const struct casata_game *g, const union state *from, int seat, casata_action a, int viewer,
                bool with_events, struct outcome *o) {
    o->sink = (struct casata_sink){.emit = with_events ? hear : ignore};
    o->viewer = viewer;
    o->w = casata_writer_on(o->events, sizeof o->events);
    memcpy(&o->view, from, sizeof o->view);
    casata_apply(g, o->view.bytes, seat, a, &o->sink);
    casata_redact(g, o->view.bytes, viewer);
}

/* Does the viewer see the same after this? What reveals something may tell it; anything else must be told alike,
 * which the test shall find out. */
static bool looks_alike(const struct casata_game *g, const union state *from, int seat, casata_action a,
                        const struct outcome *seen) {
    struct outcome o;
    act(g, from, seat, a, seen->viewer, false, &o);
    if (memcmp(o.view.bytes, seen->view.bytes, g->rules->state_size) != 0) return false;
    if (!o.sink.revealed && !seen->sink.revealed) return true;
    act(g, from, seat, a, seen->viewer, true, &o);
    return strcmp(o.events, seen->events) == 0;
}

/* A decision of that seat, in another state, after which the viewer sees the same: the same one if possible, as
 * many decisions are public; another one where hidden things make the difference. 0: none was found. */
static casata_action equivalent(const struct casata_game *g, const union state *other, int seat,
                                casata_action a, const struct outcome *seen) {
    casata_action list[CASATA_MAX_CHOICES];
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int n = seat == CASATA_CHANCE ? casata_outcomes(g, other->bytes, out)
                                  : casata_legal(g, other->bytes, seat, list);
    for (int i = 0; seat == CASATA_CHANCE && i < n; i++) list[i] = out[i].action;
    for (int i = 0; i < n; i++)
        if (list[i] == a && looks_alike(g, other, seat, a, seen)) return a;
    if (seat == seen->viewer || n == 0) return 0;
    for (int i = 0, first = (int)casata_rng_below(&hidden, (uint32_t)n); i < n; i++) {
        casata_action x = list[(first + i) % n];
        if (looks_alike(g, other, seat, x, seen)) return x;
    }
    return 0;
}

void __wrap_view_entry(struct casata_writer *w, const struct casata_game *g, void *before,
                       const struct casata_entry *entry, int ply, int64_t time, int viewer) {
    union state truth = {{0}}, other, found;
    struct outcome seen;
    struct casata_entry told = *entry;
    bool changed = false;
    memcpy(truth.bytes, before, g->rules->state_size);
    memcpy(&found, &truth, sizeof found);
    act(g, &truth, entry->seat, entry->action, viewer, true, &seen);
    for (int i = 0; resampling && g->rules->resample && !changed && i < TRIES; i++) {
        memcpy(&other, &truth, sizeof other);
        casata_resample(g, other.bytes, viewer, &hidden);
        casata_action a = equivalent(g, &other, entry->seat, entry->action, &seen);
        if (!a) continue;
        changed = a != entry->action || memcmp(other.bytes, truth.bytes, g->rules->state_size) != 0;
        memcpy(&found, &other, sizeof found);
        told.action = a;
        told.hash = casata_rng_next(&hidden);
    }
    entries++;
    changed_entries += changed;
    __real_view_entry(w, g, found.bytes, &told, ply, time, viewer);
    casata_apply(g, before, entry->seat, entry->action, NULL);
}

/* --- the program ------------------------------------------------------------------------------------------------ */

static uint64_t number_from(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static void ready(const char *listen, int port) {
    printf("listens on http://%s:%d/\n", listen, port);
    fflush(stdout);
}

/* Takes the options that the kit gives to every server; only these matter here. */
int main(int argc, char **argv) {
    struct server_config c = server_defaults();
    char err[SERVER_ERROR];
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--db") == 0) c.db = argv[i + 1];
        if (strcmp(argv[i], "--away") == 0) c.away_s = atoi(argv[i + 1]);
    }
    c.port = 0;
    c.rate = c.address_rate = 100000;
    c.address_sockets = 1000;
    c.address_tables = 1000000;
    casata_rng_seed(&chance, number_from("CASATA_TEST_SEED"));
    casata_rng_seed(&hidden, number_from("CASATA_TEST_RESAMPLE"));
    resampling = number_from("CASATA_TEST_RESAMPLE") != 0;
    leaking = number_from("CASATA_TEST_LEAK") != 0;
    commit_ms = (long)number_from("CASATA_TEST_COMMIT_MS") % 1000;
    if (!c.db || server_run(&c, ready, err) != 0) {
        fprintf(stderr, "rigged_server: %s\n", c.db ? err : "--db is needed");
        return 1;
    }
    fprintf(stderr, "changed %ld of %ld positions and %ld of %ld entries\n", changed_positions, positions,
            changed_entries, entries);
    return 0;
}
