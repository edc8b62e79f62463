/* server.c: sets the server up, runs it and shuts it down cleanly (server.h). */
#include "server/server.h"
#include "server/clock.h"
#include "server/server_int.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CLOSE_MS = 1000,
    STOP_MS = 10000,
    STOP_LOCK_MS = 5000,
    DRAIN_MS = 3000, /* how long before the end a proxy is asked to use its other servers */
    MAX_SKEW_MS = 1000,
};

struct server_config server_defaults(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return (struct server_config){
        .listen = "127.0.0.1",
        .port = 8080,
        .version = "",
        .threads = cores > 0 && cores < 64 ? (int)cores : 2,
        .sockets = 4000,
        .address_sockets = 64,
        .rate = 30,
        .address_rate = 300,
        .address_tables = 120,
        .idle_s = 600,
        .alone_s = 600,
        .away_s = 600,
        .store_wait_s = 15,
    };
}

/* --- shutdown ----------------------------------------------------------------------------------------------- */

/* First stores changes in progress and a snapshot of every table; then closes connections. */
static void continue_stopping(struct server *s) {
    int64_t now = clock_now();
    if (!s->closing && (room_save_all(s) || now - s->stopping > STOP_MS)) {
        s->closing = true;
        s->stopping = now;
        net_close_all(s->net, NET_GOING_AWAY, "the server stops");
    }
    if (s->closing && (net_count(s->net) == 0 || now - s->stopping > CLOSE_MS)) net_stop(s->net);
}

/* A second signal does not wait for the proxy. */
static void stop(void *arg) {
    struct server *s = arg;
    if (s->stopping) return;
    if (s->shared && !s->draining) {
        s->draining = clock_now();
        return;
    }
    server_stop(s);
}

void server_stop(struct server *s) {
    if (s->stopping) return;
    s->stopping = clock_now();
    net_refuse(s->net);
    store_hurry(s->store, STOP_LOCK_MS);
    continue_stopping(s);
}

/* --- the loop ------------------------------------------------------------------------------------------------- */

static void woken(void *arg) {
    struct server *s = arg;
    store_deliver(s->store);
    bots_deliver(s->bots, play_bot_decided, s);
    if (s->stopping) continue_stopping(s);
}

/* Reports once when writing fails, and once when it works again. */
static void watch_store(struct server *s) {
    const char *trouble = store_trouble(s->store);
    if (trouble == s->trouble) return;
    s->trouble = trouble;
    log_line(trouble ? LOG_FAIL : LOG_NOTE, "store", NULL, "writing to the database %s%s",
             trouble ? "fails: " : "works again", trouble ? trouble : "");
}

/* Reports once when the clocks differ, and once when they no longer do. */
static void watch_clock(struct server *s) {
    int64_t skew = store_clock_skew(s->store);
    bool wrong = skew > MAX_SKEW_MS || skew < -MAX_SKEW_MS;
    if (wrong == s->clock_is_wrong) return;
    s->clock_is_wrong = wrong;
    log_line(wrong ? LOG_WARN : LOG_NOTE, "clock", NULL,
             "the clocks of this machine and the database %s (%+lld ms)", wrong ? "differ" : "agree again",
             (long long)skew);
}

static void tick(void *arg) {
    struct server *s = arg;
    watch_store(s);
    watch_clock(s);
    nodes_tick(s);
    if (s->stopping)
        continue_stopping(s);
    else if (s->draining && clock_now() - s->draining >= DRAIN_MS)
        stop(s);
    else {
        room_tick(s);
        repair_tick(s);
        news_tick(s);
    }
}

const char *server_health(const struct server *s) {
    int64_t skew = store_clock_skew(s->store);
    if (s->draining) return "stopping";
    if (s->waiting) return "wait";
    if (skew > MAX_SKEW_MS || skew < -MAX_SKEW_MS) return "wait";
    return store_trouble(s->store);
}

static bool is_waiting(void *arg) { return ((struct server *)arg)->waiting; }
static const char *health(void *arg) { return server_health(arg); }
static char *metrics(void *arg, size_t *n) { return metrics_text(arg, n); }

static void closed(void *arg, struct net_conn *c) {
    struct server *s = arg;
    talk_closed(s, c);
}

static void wake(void *arg) {
    struct server *s = arg;
    net_wake(s->net);
}

/* --- startup ---------------------------------------------------------------------------------------------------- */

static bool start_net(struct server *s, char err[SERVER_ERROR]) {
    static const struct net_hooks hooks = {
        .opened = talk_opened,
        .message = talk_message,
        .frame = talk_frame,
        .closed = closed,
        .woken = woken,
        .tick = tick,
        .stopping = stop,
        .use = talk_use,
        .health = health,
        .is_waiting = is_waiting,
        .metrics = metrics,
    };
    struct net_config net = {
        .listen = s->config.listen,
        .port = s->config.port,
        .metrics_listen = s->config.metrics_listen,
        .metrics_port = s->config.metrics_port,
        .files = s->files,
        .origin = s->config.origin,
        .n_origin = s->config.n_origin,
        .behind_proxy = s->config.behind_proxy,
        .sockets = s->config.sockets,
        .address_sockets = s->config.address_sockets,
        .address_rate = s->config.address_rate,
    };
    s->net = net_open(&net, &hooks, s, err);
    return s->net != NULL;
}

static bool start(struct server *s, char err[SERVER_ERROR]) {
    if (!secret_start()) {
        snprintf(err, SERVER_ERROR, "the system has no source of random numbers");
        return false;
    }
    secret_bytes(&s->node, sizeof s->node);
    snprintf(s->name, sizeof s->name, "%08x", (unsigned)s->node);
    if (s->config.node) snprintf(s->name, sizeof s->name, "%s", s->config.node);
    log_start(s->config.log_json, s->name);
    if (s->config.web && !(s->files = files_open(s->config.web, err))) return false;
    if (!start_net(s, err)) return false;
    struct store_config store = {.where = s->config.db,
                                 .wait_ms = s->config.store_wait_s * 1000,
                                 .hooks = {.wake = wake, .news = news_heard},
                                 .arg = s};
    s->store = store_open(&store, err);
    if (!s->store) return false;
    s->shared = s->repair.done = store_is_shared(s->store); /* tables may be in others' memory */
    nodes_begin(s);
    s->bots = bots_open(s->config.threads, wake, s);
    if (!s->bots) snprintf(err, SERVER_ERROR, "%d threads cannot be started", s->config.threads);
    return s->bots != NULL;
}

/* The threads first: they wake the loop. Then the network, which reports every connection that it closes; then the
 * receivers of these reports. */
static void end(struct server *s) {
    if (s->bots) bots_close(s->bots);
    if (s->store) nodes_end(s);
    if (s->store) store_close(s->store);
    s->shared = false;
    if (s->net) net_free(s->net);
    room_free_all(s);
    files_free(s->files);
    free(s);
}

int server_run(const struct server_config *config, void (*ready)(const char *listen, int port),
               char err[SERVER_ERROR]) {
    struct server *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(err, SERVER_ERROR, "out of memory");
        return 1;
    }
    s->config = *config;
    s->began_now = clock_now();
    s->began_date = clock_date();
    log_start(config->log_json, config->node ? config->node : "");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is a failure of the store, not the end */
    bool ok = start(s, err);
    if (ok) {
        ready(config->listen, net_port(s->net));
        net_run(s->net);
        repair_end(s);
    }
    end(s);
    return ok ? 0 : 1;
}
