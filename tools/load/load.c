/* load.c: plays many tables at once over real WebSockets and measures how the server answers.
 *
 * On a machine that is busy with other things every answer is late, and that says nothing about the server. So
 * the machine is measured too, while the server rests (noise.h): if a wake-up and a write take f times as long as
 * on a quiet machine, the tables are played f times slower and answers may take f times longer. What the
 * server costs, processor time for a move and memory, is judged by the same bounds everywhere. */
#define _GNU_SOURCE
#include "casata/match.h"
#include "casata/writer.h"
#include "load/noise.h"
#include "load/process.h"
#include "load/ws.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: load --server CASATA [OPTION]...\n\n"
    "Starts `CASATA serve` with a new database, opens tables with a WebSocket for every seat and\n"
    "plays random legal moves on all of them. Reports acknowledged moves a second and the time\n"
    "from sending a move to its own player's new view.\n\n"
    "  --server FILE   the program casata\n"
    "  --tables N      tables (default 1000)\n"
    "  --seats N       seats of each (default 2)\n"
    "  --rate N        moves a second over all tables (default 2200; 0: as fast as it goes)\n"
    "  --seconds N     how long to measure (default 15)\n"
    "  --game ID       default signorie\n"
    "  --db FILE       the database; it must not exist (default: in a new temporary folder)\n"
    "  --json          the figures as one JSON object\n"
    "  --check         status 1 unless: 2000 moves a second, 99 % within 50 ms, 300 MB of memory,\n"
    "                  0.4 ms of processor time a move; on a machine that is busy with other\n"
    "                  things fewer moves are asked for and later answers allowed, as measured\n\n"
    "example:\n  load --server build/casata --tables 1000 --rate 2200 --check\n";

enum { MAX_SAMPLES = 1 << 22, SETUP_SECONDS = 120, WARM_UP_S = 3, DRAIN_S = 3 };
/* What --check asks for. */
static const double least_rate = 2000, most_p99_ms = 50, most_mb = 300, most_cpu_ms = 0.4;

struct player {
    struct ws ws;
    struct table *table;
    int seat;
    char token[48];
    int64_t sent; /* us: when the move without an answer was sent; 0: none */
    int64_t due;  /* us: when the chosen move may be sent; 0: none is chosen */
    int ply;
    unsigned id;
    char action[CASATA_ACTION_TEXT];
    bool watching;
};
struct table {
    char id[24], any[24];
    struct player *player;
    int64_t last; /* us: of the last move */
};

static struct {
    const char *server, *game_id, *db;
    long tables, seats, rate, seconds;
    bool json, check;
} want = {.game_id = "signorie", .tables = 1000, .seats = 2, .rate = 2200, .seconds = 15};

static struct casata_game game;
static struct casata_rng rng;
static struct table *tables;
static struct player *players;
static long n_players;
static struct process server;
static int poller;
static uint32_t *sample; /* us */
static long n_sample, n_moves, n_errors, n_over;
static bool measuring, playing;
static char folder[64];
static double noise =
    1; /* how many times slower than a quiet machine this one is; only measured for --check */

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

__attribute__((noreturn, format(printf, 1, 2))) static void stop_with(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "load: ");
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    if (server.pid > 0) process_end(&server, SIGKILL);
    exit(1);
}

/* --- messages: read by searching, so that the load tool costs less than the server ---------------------------- */

static const char *value_of(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? at + strlen(key) : NULL;
}

static void copy_text(const char *text, const char *key, char *out, size_t cap) {
    const char *at = value_of(text, key);
    size_t n = at ? strcspn(at, "\"") : 0;
    if (!at || n >= cap) stop_with("no %s in %.200s", key, text);
    memcpy(out, at, n);
    out[n] = 0;
}

static void say(struct player *p, const char *text) {
    if (!ws_send(&p->ws, text, strlen(text)))
        stop_with("the server closed a connection (%d)", p->ws.close_code);
}

static void say_watch(struct player *p) {
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\",\"token\":\"%s\"}", p->table->id,
             p->token);
    say(p, text);
}

/* Between two moves of a table. */
static int64_t pause_us(void) {
    return want.rate ? (int64_t)(1e6 * noise * (double)want.tables / (double)want.rate) : 1;
}

/* Chooses a move if the player is to act; it is sent when its time comes. */
static void choose(struct player *p, const char *state) {
    _Alignas(8) unsigned char view[CASATA_MAX_STATE];
    uint8_t bytes[CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE];
    casata_action legal[CASATA_MAX_CHOICES];
    size_t size = 0;
    const char *text = value_of(state, "\"snapshot\":\""), *wrong;
    if (!text || sodium_base642bin(bytes, sizeof bytes, text, strcspn(text, "\""), NULL, &size, NULL,
                                   sodium_base64_VARIANT_ORIGINAL) != 0)
        stop_with("no snapshot in %.200s", state);
    if ((wrong = casata_snapshot_view(&game, bytes, size, view))) stop_with("a snapshot: %s", wrong);
    int n = casata_legal(&game, view, p->seat, legal);
    if (n == 0) return;
    casata_action_text(game.rules, legal[casata_rng_below(&rng, (uint32_t)n)], p->action);
    p->due = p->table->last + pause_us();
}

static void take_state(struct player *p, const char *text) {
    const char *ply = value_of(text, "\"ply\":"), *id = value_of(text, ",\"id\":");
    p->ply = ply ? atoi(ply) : 0;
    p->watching = true;
    if (p->sent && id && (unsigned)atoi(id) == p->id) {
        int64_t took = now_us() - p->sent;
        p->sent = 0;
        n_moves += measuring;
        if (measuring && n_sample < MAX_SAMPLES) sample[n_sample++] = (uint32_t)took;
    }
    if (strstr(text, "\"over\":true")) {
        n_over += p->seat == 0;
        if (p->seat == 0) {
            char again[100];
            snprintf(again, sizeof again, "{\"t\":\"rematch\",\"table\":\"%s\"}", p->table->id);
            say(p, again);
        }
        return;
    }
    if (!p->sent) choose(p, text);
}

static void take_table(struct player *p, const char *text) {
    if (!strstr(text, "\"rematch\":\"")) return;
    char old[24], leave[100];
    copy_text(text, "\"table\":\"", old, sizeof old);
    copy_text(text, "\"rematch\":\"", p->table->id, sizeof p->table->id);
    say_watch(p);
    snprintf(leave, sizeof leave, "{\"t\":\"leave_table\",\"table\":\"%s\"}", old);
    say(p, leave);
}

static void take_seat(struct player *p, const char *text) {
    copy_text(text, "\"token\":\"", p->token, sizeof p->token);
    p->seat = atoi(value_of(text, "\"seat\":"));
    say_watch(p);
}

static void take(struct player *p, const char *text) {
    if (strncmp(text, "{\"t\":\"state\"", 12) == 0) {
        take_state(p, text);
    } else if (strncmp(text, "{\"t\":\"created\"", 14) == 0) {
        copy_text(text, "\"table\":\"", p->table->id, sizeof p->table->id);
        copy_text(text, "\"any\":\"", p->table->any, sizeof p->table->any);
        take_seat(p, text);
        for (long i = 1; i < want.seats; i++) {
            char sit[160];
            snprintf(sit, sizeof sit, "{\"t\":\"sit\",\"table\":\"%s\",\"code\":\"%s\",\"name\":\"P%ld\"}",
                     p->table->id, p->table->any, i);
            say(&p->table->player[i], sit);
        }
    } else if (strncmp(text, "{\"t\":\"seated\"", 13) == 0) {
        take_seat(p, text);
    } else if (strncmp(text, "{\"t\":\"table\"", 12) == 0) {
        take_table(p, text);
    } else if (strncmp(text, "{\"t\":\"error\"", 12) == 0) {
        if (n_errors++ == 0) fprintf(stderr, "load: %s\n", text);
        p->sent = 0;
    }
}

/* --- the loop --------------------------------------------------------------------------------------------------- */

static void receive(struct player *p) {
    size_t n;
    bool open = ws_read(&p->ws);
    for (const char *text; (text = ws_next(&p->ws, &n));) take(p, text);
    if (!open) stop_with("the server closed a connection (%d)", p->ws.close_code);
}

static void send_due(int64_t now) {
    char text[200];
    for (long i = 0; i < n_players; i++) {
        struct player *p = &players[i];
        if (!p->due || p->due > now || p->sent) continue;
        p->due = 0;
        p->id++;
        p->table->last = now;
        snprintf(text, sizeof text, "{\"t\":\"act\",\"table\":\"%s\",\"ply\":%d,\"action\":\"%s\",\"id\":%u}",
                 p->table->id, p->ply, p->action, p->id);
        p->sent = now_us();
        say(p, text);
    }
}

/* Runs for a time, or until `done` holds. */
static bool run(double seconds, bool (*done)(void)) {
    struct epoll_event event[256];
    int64_t end = now_us() + (int64_t)(1e6 * seconds);
    for (int64_t now; (now = now_us()) < end;) {
        if (done && done()) return true;
        if (playing) send_due(now);
        int n = epoll_wait(poller, event, 256, 1);
        for (int i = 0; i < n; i++) receive(event[i].data.ptr);
    }
    return !done || done();
}

static bool all_watch(void) {
    for (long i = 0; i < n_players; i++)
        if (!players[i].watching) return false;
    return true;
}

static bool all_answered(void) {
    for (long i = 0; i < n_players; i++)
        if (players[i].sent) return false;
    return true;
}

/* --- set-up ------------------------------------------------------------------------------------------------------ */

static void start_server(void) {
    char sockets[24], db[100];
    snprintf(db, sizeof db, "%s/load.db", folder);
    snprintf(sockets, sizeof sockets, "%ld", n_players + 16);
    if (want.db && access(want.db, F_OK) == 0) stop_with("%s exists already", want.db);
    char *argv[] = {(char *)want.server,
                    "serve",
                    "--port",
                    "0",
                    "--no-web",
                    "--db",
                    want.db ? (char *)want.db : db,
                    "--sockets",
                    sockets,
                    "--address-sockets",
                    sockets,
                    "--address-rate",
                    "1000000",
                    "--address-tables",
                    "100000000",
                    "--rate",
                    "1000",
                    NULL};
    if (!process_start(&server, argv, NULL)) stop_with("the server did not start");
}

static void open_tables(void) {
    char text[600], open[400] = "";
    for (long i = 1; i < want.seats; i++) strcat(open, ",{\"kind\":\"open\"}");
    snprintf(text, sizeof text,
             "{\"t\":\"create\",\"game\":\"%s\",\"seats\":[{\"kind\":\"me\",\"name\":\"P0\"}%s]}",
             want.game_id, open);
    for (long i = 0; i < n_players; i++) {
        struct player *p = &players[i];
        p->table = &tables[i / want.seats];
        p->table->player = &players[i / want.seats * want.seats];
        if (!ws_open(&p->ws, "127.0.0.1", server.port, ""))
            stop_with("no connection %ld (%d)", i, p->ws.status);
        fcntl(p->ws.fd, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
        epoll_ctl(poller, EPOLL_CTL_ADD, p->ws.fd, &event);
    }
    for (long i = 0; i < want.tables; i++) {
        say(&players[i * want.seats], text);
        if (i % 50 == 49) run(0.05, NULL);
    }
    if (!run(SETUP_SECONDS, all_watch)) stop_with("not all players could sit down");
}

/* The tables' first moves evenly over one pause: not in waves. */
static void spread_out(void) {
    for (long i = 0; i < n_players; i++)
        if (players[i].due)
            players[i].due = now_us() + (int64_t)casata_rng_below(&rng, (uint32_t)pause_us() + 1);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double percentile(double share) {
    long at = (long)(share * (double)n_sample);
    return n_sample ? sample[at < n_sample ? at : n_sample - 1] / 1000.0 : 0;
}

static int report(double seconds, double cpu) {
    double rate = (double)n_moves / seconds, mb = (double)process_memory(server.pid) / 1024;
    double cpu_ms = n_moves ? 1000 * cpu / (double)n_moves : 0;
    qsort(sample, (size_t)n_sample, sizeof *sample, ascending);
    double p50 = percentile(0.5), p95 = percentile(0.95), p99 = percentile(0.99), most = percentile(1);
    bool good = rate * noise >= least_rate && p99 <= most_p99_ms * noise && mb <= most_mb &&
                cpu_ms <= most_cpu_ms && n_errors == 0;
    if (want.json)
        printf("{\"tables\":%ld,\"sockets\":%ld,\"seconds\":%.2f,\"moves_per_s\":%.0f,\"ms_p50\":%.2f,"
               "\"ms_p95\":%.2f,\"ms_p99\":%.2f,\"ms_max\":%.2f,\"memory_mb\":%.1f,\"cpu_share\":%.2f,"
               "\"cpu_ms_per_move\":%.3f,\"errors\":%ld,\"games_over\":%ld,\"noise\":%.2f,\"good\":%s}\n",
               want.tables, n_players, seconds, rate, p50, p95, p99, most, mb, cpu / seconds, cpu_ms,
               n_errors, n_over, noise, good ? "true" : "false");
    else
        printf("%ld tables, %ld sockets, %.1f s: %.0f acknowledged moves a second\n"
               "send to own view: median %.2f ms, 95 %% %.2f ms, 99 %% %.2f ms, longest %.2f ms\n"
               "server: %.1f MB, %.0f %% of one core, %.3f ms of it a move; %ld errors; %ld games ended\n",
               want.tables, n_players, seconds, rate, p50, p95, p99, most, mb, 100 * cpu / seconds, cpu_ms,
               n_errors, n_over);
    if (!want.check) return 0;
    if (!want.json && noise > 1)
        printf("the machine is busy: everything takes %.1f times as long, and is judged so\n", noise);
    if (!want.json) printf("%s\n", good ? "good" : "not good enough");
    return !good;
}

static long number(const char *name, long min, long max) {
    char *end;
    long n = strtol(optarg, &end, 10);
    if (end != optarg && !*end && n >= min && n <= max) return n;
    fprintf(stderr, "load: --%s: a number from %ld to %ld is needed, not \"%s\"\n", name, min, max, optarg);
    exit(2);
}

static void read_options(int argc, char **argv) {
    static const struct option options[] = {{"server", required_argument, NULL, 's'},
                                            {"tables", required_argument, NULL, 't'},
                                            {"seats", required_argument, NULL, 'n'},
                                            {"rate", required_argument, NULL, 'r'},
                                            {"seconds", required_argument, NULL, 'd'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"db", required_argument, NULL, 'b'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"check", no_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 's': want.server = optarg; break;
        case 't': want.tables = number("tables", 1, 20000); break;
        case 'n': want.seats = number("seats", 2, CASATA_MAX_SEATS); break;
        case 'r': want.rate = number("rate", 0, 1000000); break;
        case 'd': want.seconds = number("seconds", 1, 3600); break;
        case 'g': want.game_id = optarg; break;
        case 'b': want.db = optarg; break;
        case 'j': want.json = true; break;
        case 'c': want.check = true; break;
        case 'h': fputs(help, stdout); exit(0);
        default: exit(2);
        }
    }
    if (!want.server || optind < argc) {
        fputs("load: --server is needed, and nothing beside options\nTry: load --help\n", stderr);
        exit(2);
    }
    if (!casata_find(want.game_id, &game) || want.seats < game.rules->min_seats ||
        want.seats > game.rules->max_seats) {
        fputs("load: there is no such game with that number of seats\n", stderr);
        exit(2);
    }
}

static void remove_database(void) {
    static const char *const ending[] = {"", "-wal", "-shm", ".lock"};
    char path[100];
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        snprintf(path, sizeof path, "%s/load.db%s", folder, ending[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(int argc, char **argv) {
    struct rlimit files;
    read_options(argc, argv);
    n_players = want.tables * want.seats;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    tables = calloc((size_t)want.tables, sizeof *tables);
    players = calloc((size_t)n_players, sizeof *players);
    sample = malloc(MAX_SAMPLES * sizeof *sample);
    poller = epoll_create1(0);
    if (!tables || !players || !sample || poller < 0) stop_with("out of memory");
    casata_rng_seed(&rng, 1);
    snprintf(folder, sizeof folder, "/tmp/casata-load-XXXXXX");
    if (!mkdtemp(folder)) stop_with("no temporary folder: %s", strerror(errno));
    if (want.check) noise = noise_of_machine(folder);
    start_server();
    open_tables();
    spread_out();
    playing = true;
    run(WARM_UP_S, NULL);
    double cpu = process_seconds(server.pid);
    int64_t start = now_us();
    measuring = true;
    run((double)want.seconds, NULL);
    measuring = playing = false;
    double seconds = (double)(now_us() - start) / 1e6;
    cpu = process_seconds(server.pid) - cpu;
    run(DRAIN_S, all_answered);
    if (want.check) {
        double after = noise_of_machine(folder);
        if (after > noise) noise = after;
    }
    int status = report(seconds, cpu);
    for (long i = 0; i < n_players; i++) ws_end(&players[i].ws);
    if (process_end(&server, SIGTERM) != 0) stop_with("the server did not end well");
    remove_database();
    return status;
}
