/* load.c: plays many tables at once over real WebSockets and measures how the server answers.
 *
 * On a busy machine every answer is late, which says nothing about the server. So the
 * machine is measured too, while the server is idle (noise.h): if a wake-up and a write take f times as long as
 * on a quiet machine, the tables are played f times slower, answers may take f times longer, and a move may
 * cost f times the processor time. If this program waits for a processor longer than it runs, times are not
 * judged at all. The bound on memory is always the same.
 *
 * If the system does not allow a descriptor for every seat, a connection plays the same seat at several tables, as
 * the protocol permits. */
#define _GNU_SOURCE
#include "casata/ai.h"
#include "casata/match.h"
#include "casata/rules.h"
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
    "usage: load --server CASATA [OPTION]...\n"
    "       load --at ADDRESS:PORT [--at ADDRESS:PORT]... [OPTION]...\n\n"
    "Starts `CASATA serve` with a new database, opens tables with a WebSocket for every seat and\n"
    "plays random legal moves on all of them. Reports acknowledged moves a second and the time\n"
    "from sending a move to its own player's new view. Where the system allows too few open\n"
    "files, a WebSocket plays at several tables.\n\n"
    "  --server FILE    the program casata\n"
    "  --at ADDRESS:PORT\n"
    "                   plays on a running server instead, whose limits apply; with several, the\n"
    "                   seats of a table are at different ones\n"
    "  --tables N       tables (default 1000)\n"
    "  --seats N        seats of each (default 2)\n"
    "  --rate N         moves a second over all tables (default 2200; 0: as fast as it goes)\n"
    "  --seconds N      how long to measure (default 15)\n"
    "  --game ID        default signorie\n"
    "  --bot-tables N   tables of three bots that play meanwhile (default 0), created from other\n"
    "                   loopback addresses and watched\n"
    "  --bot-level ID   their level (default duca)\n"
    "  --db FILE        the database; it must not exist (default: in a new temporary folder)\n"
    "  --nodes N        servers on one database, which --db names as postgres://...; the seats of a\n"
    "                   table are at different ones\n"
    "  --json           the figures as one JSON object\n"
    "  --check          status 1 unless: 2000 moves a second, 99 % within 50 ms, 300 MB of memory,\n"
    "                   0.16 ms of processor time a move for the network and the store; with\n"
    "                   --nodes 0.25 ms, and 99 % shown to another seat within 60 ms; on a\n"
    "                   machine that is busy with other things fewer moves are asked for and\n"
    "                   later and dearer answers allowed, as measured; status 3 if it is too busy to\n"
    "                   judge times and the rest is good\n\n"
    "examples:\n"
    "  load --server build/casata --tables 1000 --rate 2200 --check\n"
    "  load --server build/casata --tables 10000 --bot-tables 200 --check\n"
    "  load --at 10.0.0.11:8080 --at 10.0.0.12:8080 --tables 5 --rate 10\n";

enum { MAX_SAMPLES = 1 << 22, SETUP_SECONDS = 120, WARM_UP_S = 3, DRAIN_S = 3 };
enum {
    SHARED_TABLES = 12, /* tables over one WebSocket at most: the server allows 16, a rematch needs two */
    DESCRIPTORS_BESIDE = 1000,  /* per process, besides the players' */
    BOT_SEATS = 3,              /* per table of bots */
    BOT_TABLES_PER_SOCKET = 10, /* created and watched by one WebSocket */
    BOT_TABLES_PER_ADDRESS = 20,
    MAX_NODES = 16,
};
/* The targets of --check. */
static const double least_rate = 2000, most_p99_ms = 50, most_mb = 300, most_cpu_ms = 0.16;
/* With several servers each receives the others' moves, and the other seat is at another server. */
static const double most_cpu_ms_nodes = 0.25, most_other_p99_ms = 60;

struct conn {
    struct ws ws;
    struct player *player[SHARED_TABLES];
    int n_player; /* 0: it watches bots */
};
struct player {
    struct conn *conn;
    struct table *table;
    int seat;
    char token[48];
    int64_t sent; /* us: when the unanswered move was sent; 0: none */
    int64_t due;  /* us: when the chosen move may be sent; 0: none */
    int ply;
    unsigned id;
    char action[CASATA_ACTION_TEXT];
    bool watching;
};
struct table {
    char id[24], any[24];
    struct player *player;
    int64_t last; /* us: of the last move */
    int64_t sent; /* us: the same until another seat has seen it, then 0 */
    int ply;      /* before it */
    const struct player *mover;
};

static struct {
    const char *server, *game_id, *db, *bot_level;
    long tables, seats, rate, seconds, bot_tables, nodes, at; /* at: servers that were running already */
    bool json, check;
} want = {.game_id = "signorie",
          .bot_level = "duca",
          .tables = 1000,
          .seats = 2,
          .rate = 2200,
          .seconds = 15,
          .nodes = 1};

static struct casata_game game;
static struct casata_rng rng;
static struct table *tables;
static struct player *players;
static struct conn *conns; /* of the players, then of the spectators of bots */
static long n_players, n_conns, n_bot_conns, per_socket = 1;
static struct process server[MAX_NODES]; /* pid 0: it was running already */
static char host[MAX_NODES][64];         /* of a server that was running already */
static int poller;
struct samples {
    uint32_t *us;
    long n;
};
static struct samples own, others; /* from sending a move to its player's new view, and to another's */
static long n_moves, n_errors, n_over, n_bot_moves, n_bots_begun;
static bool measuring, playing;
static char folder[64];
static double noise = 1; /* slowdown of this machine against a quiet one; only measured for --check */

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void remove_database(void) {
    static const char *const ending[] = {"", "-wal", "-shm", ".lock"};
    char path[100];
    if (!folder[0]) return;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        snprintf(path, sizeof path, "%s/load.db%s", folder, ending[i]);
        unlink(path);
    }
    rmdir(folder);
}

__attribute__((noreturn, format(printf, 1, 2))) static void stop_with(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "load: ");
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    for (int i = 0; i < MAX_NODES; i++)
        if (server[i].pid > 0) process_end(&server[i], SIGKILL);
    remove_database();
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

static void say(struct conn *c, const char *text) {
    if (!ws_send(&c->ws, text, strlen(text)))
        stop_with("the server closed a connection (%d)", c->ws.close_code);
}

static void say_watch(struct player *p) {
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\",\"token\":\"%s\"}", p->table->id,
             p->token);
    say(p->conn, text);
}

/* Time between two moves of a table. */
static int64_t pause_us(void) {
    return want.rate ? (int64_t)(1e6 * noise * (double)want.tables / (double)want.rate) : 1;
}

/* Chooses a move if the player is to act; it is sent when due. */
static void choose(struct player *p, const char *state) {
    CASATA_STATE_BUFFER(view);
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

static void take_sample(struct samples *s, int64_t us) {
    if (measuring && s->n < MAX_SAMPLES) s->us[s->n++] = (uint32_t)us;
}

/* Notes when the first other player sees a move. */
static void note_seen(const struct player *p) {
    struct table *t = p->table;
    if (!t->sent || p == t->mover || p->ply <= t->ply) return;
    take_sample(&others, now_us() - t->sent);
    t->sent = 0;
}

static void take_state(struct player *p, const char *text) {
    const char *ply = value_of(text, "\"ply\":"), *id = value_of(text, ",\"id\":");
    p->ply = ply ? atoi(ply) : 0;
    p->watching = true;
    note_seen(p);
    if (p->sent && id && (unsigned)atoi(id) == p->id) {
        int64_t took = now_us() - p->sent;
        p->sent = 0;
        n_moves += measuring;
        take_sample(&own, took);
    }
    if (strstr(text, "\"over\":true")) {
        n_over += p->seat == 0;
        if (p->seat == 0) {
            char again[100];
            snprintf(again, sizeof again, "{\"t\":\"rematch\",\"table\":\"%s\"}", p->table->id);
            say(p->conn, again);
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
    say(p->conn, leave);
}

static void take_seat(struct player *p, const char *text) {
    copy_text(text, "\"token\":\"", p->token, sizeof p->token);
    p->seat = atoi(value_of(text, "\"seat\":"));
    say_watch(p);
}

static void take_created(struct player *p, const char *text) {
    copy_text(text, "\"table\":\"", p->table->id, sizeof p->table->id);
    copy_text(text, "\"any\":\"", p->table->any, sizeof p->table->any);
    take_seat(p, text);
    for (long i = 1; i < want.seats; i++) {
        struct player *other = &p->table->player[i];
        char sit[160];
        snprintf(sit, sizeof sit, "{\"t\":\"sit\",\"table\":\"%s\",\"code\":\"%s\",\"name\":\"P%ld\"}",
                 p->table->id, p->table->any, i);
        say(other->conn, sit);
    }
}

static void take_error(struct conn *c, const char *text) {
    if (n_errors++ == 0) fprintf(stderr, "load: %s\n", text);
    for (int i = 0; i < c->n_player; i++) c->player[i]->sent = 0;
}

/* A table of bots: watches it and counts its decisions. */
static void take_as_spectator(struct conn *c, const char *text) {
    char table[24], watch[100];
    if (strncmp(text, "{\"t\":\"created\"", 14) == 0) {
        copy_text(text, "\"table\":\"", table, sizeof table);
        snprintf(watch, sizeof watch, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
        say(c, watch);
        n_bots_begun++;
    } else if (strncmp(text, "{\"t\":\"state\"", 12) == 0) {
        n_bot_moves += measuring;
    } else if (strncmp(text, "{\"t\":\"error\"", 12) == 0) {
        take_error(c, text);
    }
}

/* The player a message is for: by its table or, while that is being created, by the id. */
static struct player *player_of(const struct conn *c, const char *text) {
    const char *table = value_of(text, "\"table\":\""), *id = value_of(text, ",\"id\":");
    if (strncmp(text, "{\"t\":\"created\"", 14) == 0 && id) return c->player[atoi(id) % c->n_player];
    for (int i = 0; table && i < c->n_player; i++)
        if (strncmp(table, c->player[i]->table->id, strlen(c->player[i]->table->id)) == 0)
            return c->player[i];
    return NULL;
}

static void take(struct conn *c, const char *text) {
    if (strncmp(text, "{\"t\":\"error\"", 12) == 0) {
        take_error(c, text);
        return;
    }
    struct player *p = player_of(c, text);
    if (!p) return; /* from a table since left */
    if (strncmp(text, "{\"t\":\"state\"", 12) == 0)
        take_state(p, text);
    else if (strncmp(text, "{\"t\":\"created\"", 14) == 0)
        take_created(p, text);
    else if (strncmp(text, "{\"t\":\"seated\"", 13) == 0)
        take_seat(p, text);
    else if (strncmp(text, "{\"t\":\"table\"", 12) == 0)
        take_table(p, text);
}

/* --- the loop --------------------------------------------------------------------------------------------------- */

static void receive(struct conn *c) {
    size_t n;
    bool open = ws_read(&c->ws);
    for (const char *text; (text = ws_next(&c->ws, &n));) {
        if (c->n_player)
            take(c, text);
        else
            take_as_spectator(c, text);
    }
    if (!open) stop_with("the server closed a connection (%d)", c->ws.close_code);
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
        p->sent = p->table->sent = now_us();
        p->table->ply = p->ply;
        p->table->mover = p;
        say(p->conn, text);
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

static bool all_bots_begun(void) { return n_bots_begun == want.bot_tables; }

static bool all_answered(void) {
    for (long i = 0; i < n_players; i++)
        if (players[i].sent) return false;
    return true;
}

/* --- set-up ------------------------------------------------------------------------------------------------------ */

static void start_server(struct process *node) {
    char sockets[24], db[100];
    snprintf(db, sizeof db, "%s/load.db", folder);
    snprintf(sockets, sizeof sockets, "%ld", n_conns + n_bot_conns + 16);
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
    if (!process_start(node, argv, NULL)) stop_with("the server did not start");
}

static void connect_from(struct conn *c, const char *from) {
    const struct process *node =
        &server[(c - conns) % want.nodes]; /* the seats of a table at different ones */
    const char *at = host[node - server];
    if (!ws_open_from(&c->ws, from, *at ? at : "127.0.0.1", node->port, ""))
        stop_with("no connection %ld (%d)", (long)(c - conns), c->ws.status);
    fcntl(c->ws.fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(poller, EPOLL_CTL_ADD, c->ws.fd, &event);
}

/* Seat s of tables t, t+1, … is played over one connection, so that no connection has two seats of a table. */
static void seat_players(void) {
    for (long i = 0; i < n_players; i++) {
        struct player *p = &players[i];
        long t = i / want.seats, seat = i % want.seats;
        p->conn = &conns[t / per_socket * want.seats + seat];
        p->conn->player[p->conn->n_player++] = p;
        p->table = &tables[t];
        p->table->player = &players[t * want.seats];
    }
}

static void open_tables(void) {
    char text[600], open[400] = "";
    for (long i = 1; i < want.seats; i++) strcat(open, ",{\"kind\":\"open\"}");
    seat_players();
    for (long i = 0; i < n_conns; i++) {
        connect_from(&conns[i], NULL);
        if (i % 100 == 99) run(0.001, NULL); /* the server pings idle clients */
    }
    for (long i = 0; i < want.tables; i++) {
        snprintf(
            text, sizeof text,
            "{\"t\":\"create\",\"game\":\"%s\",\"seats\":[{\"kind\":\"me\",\"name\":\"P0\"}%s],\"id\":%ld}",
            want.game_id, open, i % per_socket);
        say(players[i * want.seats].conn, text);
        if (i % 50 == 49) run(0.05, NULL);
    }
    if (!run(SETUP_SECONDS, all_watch)) stop_with("not all players could sit down");
}

static void open_bot_tables(void) {
    char text[600], bots[400] = "", from[32];
    for (int i = 0; i < BOT_SEATS; i++) {
        size_t n = strlen(bots);
        snprintf(bots + n, sizeof bots - n, "%s{\"kind\":\"bot\",\"level\":\"%s\"}", i ? "," : "",
                 want.bot_level);
    }
    snprintf(text, sizeof text, "{\"t\":\"create\",\"game\":\"%s\",\"seats\":[%s]}", want.game_id, bots);
    for (long i = 0; i < want.bot_tables; i++) {
        struct conn *c = &conns[n_conns + i / BOT_TABLES_PER_SOCKET];
        long address = i / BOT_TABLES_PER_ADDRESS;
        snprintf(from, sizeof from, "127.0.%ld.%ld", 1 + address / 250, 1 + address % 250);
        if (i % BOT_TABLES_PER_SOCKET == 0) connect_from(c, from);
        say(c, text);
    }
    if (!run(SETUP_SECONDS, all_bots_begun)) stop_with("not all bots could begin");
}

/* Spreads the tables' first moves evenly over one pause, not in waves. */
static void spread_out(void) {
    for (long i = 0; i < n_players; i++)
        if (players[i].due)
            players[i].due = now_us() + (int64_t)casata_rng_below(&rng, (uint32_t)pause_us() + 1);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* ms */
static double percentile(const struct samples *s, double share) {
    long at = (long)(share * (double)s->n);
    return s->n ? s->us[at < s->n ? at : s->n - 1] / 1000.0 : 0;
}

/* MB, for the largest server. */
static double memory_mb(void) {
    double most = 0;
    for (long i = 0; i < want.nodes; i++) {
        double mb = (double)process_memory(server[i].pid) / 1024;
        if (mb > most) most = mb;
    }
    return most;
}

/* Other processes keep the processors busy: this program waited for one longer than it ran. The cost of a move can
 * still be judged, its latency cannot. */
static bool too_busy;

/* Processor seconds by thread. Time neither of the network nor of bots counts as the store's. */
struct cost {
    double net, store, bots;
};

static struct cost cost_so_far(void) {
    struct cost c = {0};
    for (long i = 0; i < want.nodes; i++) {
        double net = process_thread_seconds(server[i].pid, ""),
               bots = process_thread_seconds(server[i].pid, "bot");
        c.net += net;
        c.bots += bots;
        c.store += process_seconds(server[i].pid) - net - bots;
    }
    return c;
}

static struct cost cost_since(const struct cost *before) {
    struct cost now = cost_so_far();
    return (struct cost){now.net - before->net, now.store - before->store, now.bots - before->bots};
}

static void print_json(double seconds, const struct cost *cost, double per_move, bool good) {
    printf("{\"tables\":%ld,\"sockets\":%ld,\"bot_tables\":%ld,\"seconds\":%.2f,\"moves_per_s\":%.0f,"
           "\"ms_p50\":%.2f,\"ms_p95\":%.2f,\"ms_p99\":%.2f,\"ms_max\":%.2f,\"memory_mb\":%.1f,",
           want.tables, n_conns, want.bot_tables, seconds, (double)n_moves / seconds, percentile(&own, 0.5),
           percentile(&own, 0.95), percentile(&own, 0.99), percentile(&own, 1), memory_mb());
    printf("\"cpu_share\":%.2f,\"net_ms_per_move\":%.3f,\"store_ms_per_move\":%.3f,\"cpu_ms_per_move\":%.3f,"
           "\"other_ms_p50\":%.2f,\"other_ms_p99\":%.2f,\"nodes\":%ld,\"bot_cpu_share\":%.2f,\"bot_moves\":%"
           "ld,\"errors\":%ld,\"games_over\":%ld,\"noise\":%.2f,"
           "\"too_busy\":%s,\"good\":%s}\n",
           (cost->net + cost->store + cost->bots) / seconds, cost->net * per_move, cost->store * per_move,
           (cost->net + cost->store) * per_move, percentile(&others, 0.5), percentile(&others, 0.99),
           want.nodes, cost->bots / seconds, n_bot_moves, n_errors, n_over, noise,
           too_busy ? "true" : "false", good ? "true" : "false");
}

static void print_text(double seconds, const struct cost *cost, double per_move) {
    printf("%ld tables, %ld sockets, %.1f s: %.0f acknowledged moves a second\n"
           "send to own view: median %.2f ms, 95 %% %.2f ms, 99 %% %.2f ms, longest %.2f ms\n",
           want.tables, n_conns, seconds, (double)n_moves / seconds, percentile(&own, 0.5),
           percentile(&own, 0.95), percentile(&own, 0.99), percentile(&own, 1));
    printf("to another seat's view: median %.2f ms, 99 %% %.2f ms, longest %.2f ms\n",
           percentile(&others, 0.5), percentile(&others, 0.99), percentile(&others, 1));
    printf("%ld errors, %ld games ended\n", n_errors, n_over);
    if (!want.at)
        printf("server: %.1f MB, %.0f %% of one core, %.3f ms of it a move (network %.3f, store %.3f)\n",
               memory_mb(), 100 * (cost->net + cost->store) / seconds, (cost->net + cost->store) * per_move,
               cost->net * per_move, cost->store * per_move);
    if (want.bot_tables)
        printf("bots: %ld tables of %d %s, %.0f %% of one core, %.1f decisions a second\n", want.bot_tables,
               BOT_SEATS, want.bot_level, 100 * cost->bots / seconds, (double)n_bot_moves / seconds);
    if (want.check && too_busy)
        puts("not checked: times, because other programs keep the processors busy");
    else if (want.check && noise > 1)
        printf("the machine is busy: everything takes %.1f times as long, and is judged so\n", noise);
}

static bool in_time(double seconds) {
    return (double)n_moves / seconds * noise >= least_rate && percentile(&own, 0.99) <= most_p99_ms * noise &&
           (want.nodes == 1 || percentile(&others, 0.99) <= most_other_p99_ms * noise);
}

static bool is_good(double seconds, double cpu_ms) {
    return (too_busy || in_time(seconds)) && n_moves && memory_mb() <= most_mb &&
           cpu_ms <= (want.nodes > 1 ? most_cpu_ms_nodes : most_cpu_ms) * noise && n_errors == 0;
}

static int report(double seconds, const struct cost *cost) {
    double per_move = n_moves ? 1000 / (double)n_moves : 0; /* ms */
    qsort(own.us, (size_t)own.n, sizeof *own.us, ascending);
    qsort(others.us, (size_t)others.n, sizeof *others.us, ascending);
    bool good = is_good(seconds, (cost->net + cost->store) * per_move);
    if (want.json)
        print_json(seconds, cost, per_move, good);
    else
        print_text(seconds, cost, per_move);
    if (!want.check) return 0;
    if (!want.json) puts(!good ? "not good enough" : too_busy ? "good as far as it can be judged" : "good");
    return good && too_busy ? 3 : !good;
}

static long number(const char *name, long min, long max) {
    char *end;
    long n = strtol(optarg, &end, 10);
    if (end != optarg && !*end && n >= min && n <= max) return n;
    fprintf(stderr, "load: --%s: a number from %ld to %ld is needed, not \"%s\"\n", name, min, max, optarg);
    exit(2);
}

static void add_running(const char *address) {
    const char *colon = strrchr(address, ':');
    int port = colon ? atoi(colon + 1) : 0;
    if (want.at == MAX_NODES || port < 1 || port > 65535 || colon - address >= (long)sizeof *host) {
        fprintf(stderr, "load: --at: up to %d times ADDRESS:PORT, not \"%s\"\n", MAX_NODES, address);
        exit(2);
    }
    snprintf(host[want.at], sizeof *host, "%.*s", (int)(colon - address), address);
    server[want.at++].port = port;
    want.nodes = want.at;
}

/* Figures of the server's process and the origin of its bots are known only if this program started it. */
static void check_options(bool extra) {
    if (extra || !want.server == !want.at) {
        fputs("load: --server or --at is needed, and nothing besides options\nTry: load --help\n", stderr);
        exit(2);
    }
    if (want.at && (want.check || want.db || want.bot_tables || want.nodes != want.at)) {
        fputs("load: --at goes without --check, --db, --nodes and --bot-tables\n", stderr);
        exit(2);
    }
}

static void read_options(int argc, char **argv) {
    static const struct option options[] = {{"server", required_argument, NULL, 's'},
                                            {"at", required_argument, NULL, 'a'},
                                            {"tables", required_argument, NULL, 't'},
                                            {"seats", required_argument, NULL, 'n'},
                                            {"rate", required_argument, NULL, 'r'},
                                            {"seconds", required_argument, NULL, 'd'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"bot-tables", required_argument, NULL, 'B'},
                                            {"bot-level", required_argument, NULL, 'L'},
                                            {"db", required_argument, NULL, 'b'},
                                            {"nodes", required_argument, NULL, 'N'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"check", no_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 's': want.server = optarg; break;
        case 'a': add_running(optarg); break;
        case 't': want.tables = number("tables", 1, 20000); break;
        case 'n': want.seats = number("seats", 2, CASATA_MAX_SEATS); break;
        case 'r': want.rate = number("rate", 0, 1000000); break;
        case 'd': want.seconds = number("seconds", 1, 3600); break;
        case 'g': want.game_id = optarg; break;
        case 'B': want.bot_tables = number("bot-tables", 0, 10000); break;
        case 'L': want.bot_level = optarg; break;
        case 'b': want.db = optarg; break;
        case 'N': want.nodes = number("nodes", 1, MAX_NODES); break;
        case 'j': want.json = true; break;
        case 'c': want.check = true; break;
        case 'h': fputs(help, stdout); exit(0);
        default: exit(2);
        }
    }
    check_options(optind < argc);
    if (!casata_find(want.game_id, &game) || want.seats < game.rules->min_seats ||
        want.seats > game.rules->max_seats) {
        fputs("load: there is no such game with that number of seats\n", stderr);
        exit(2);
    }
    if (casata_word_find(&casata_level_words, want.bot_level, strlen(want.bot_level)) < 0) {
        fputs("load: --bot-level: there is no such level\n", stderr);
        exit(2);
    }
}

/* As few tables per connection as the system's limit of open files allows. */
static void plan_sockets(void) {
    struct rlimit files = {0};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    n_bot_conns = (want.bot_tables + BOT_TABLES_PER_SOCKET - 1) / BOT_TABLES_PER_SOCKET;
    long most = (long)files.rlim_max - n_bot_conns - DESCRIPTORS_BESIDE;
    do {
        n_conns = (want.tables + per_socket - 1) / per_socket * want.seats;
    } while (n_conns > most && per_socket++ < SHARED_TABLES);
    if (n_conns > most) stop_with("the system allows only %ld open files", (long)files.rlim_max);
}

static void prepare(void) {
    n_players = want.tables * want.seats;
    plan_sockets();
    tables = calloc((size_t)want.tables, sizeof *tables);
    players = calloc((size_t)n_players, sizeof *players);
    conns = calloc((size_t)(n_conns + n_bot_conns), sizeof *conns);
    own.us = malloc(MAX_SAMPLES * sizeof *own.us);
    others.us = malloc(MAX_SAMPLES * sizeof *others.us);
    poller = epoll_create1(0);
    if (!tables || !players || !conns || !own.us || !others.us || poller < 0) stop_with("out of memory");
    casata_rng_seed(&rng, 1);
    snprintf(folder, sizeof folder, "/tmp/casata-load-XXXXXX");
    if (!mkdtemp(folder)) stop_with("no temporary folder: %s", strerror(errno));
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    prepare();
    if (want.check) noise = noise_of_machine(folder);
    for (long i = 0; i < want.nodes; i++)
        if (!want.at) start_server(&server[i]);
    open_tables();
    open_bot_tables();
    spread_out();
    playing = true;
    run(WARM_UP_S, NULL);
    struct cost cost = cost_so_far();
    int64_t start = now_us();
    measuring = true;
    struct waiting before = process_waiting();
    run((double)want.seconds, NULL);
    measuring = playing = false;
    struct waiting after = process_waiting();
    /* Its own server's bots make it wait too. */
    too_busy = !want.bot_tables && after.waited - before.waited > after.ran - before.ran;
    double seconds = (double)(now_us() - start) / 1e6;
    cost = cost_since(&cost);
    run(DRAIN_S, all_answered);
    if (want.check && !want.bot_tables) { /* bots still think: they would count as noise */
        double noise_after = noise_of_machine(folder);
        if (noise_after > noise) noise = noise_after;
    }
    int status = report(seconds, &cost);
    for (long i = 0; i < n_conns + n_bot_conns; i++) ws_end(&conns[i].ws);
    for (long i = 0; i < want.nodes; i++)
        if (!want.at && process_end(&server[i], SIGTERM) != 0) stop_with("the server did not end well");
    remove_database();
    return status;
}
