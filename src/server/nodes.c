/* nodes.c: this server among others on the same database: it announces itself and its rules, and waits while servers
 * with other rules are alive (server_int.h). */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/server_int.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FIRST_ANSWER_MS = 10000 };

/* "signorie 3 0123456789abcdef; virtu ..." */
static void write_rules(struct server *s) {
    size_t n = 0;
    for (int i = 0; casata_all_rules[i] && n < sizeof s->rules; i++) {
        struct casata_game g;
        if (!casata_find(casata_all_rules[i]->id, &g)) continue;
        n += (size_t)snprintf(s->rules + n, sizeof s->rules - n, "%s%s %d %016llx", n ? "; " : "",
                              g.rules->id, g.rules->rules_version, (unsigned long long)g.edition);
    }
}

/* Others may have opened its tables under their rules since: it must not touch them any more. */
static void be_left_out(struct server *s) {
    log_line(LOG_FAIL, "left_out", NULL,
             "servers with other rules have begun while this one was silent; it stops, and waits after its "
             "next start");
    server_stop(s);
}

static void answered(void *arg, enum store_status status, bool let_in) {
    struct server *s = arg;
    s->beating = false;
    if (status != STORE_OK || s->stopping) return;
    bool was_in = !s->waiting;
    if (was_in && !let_in) {
        be_left_out(s);
    } else if (!was_in && let_in) {
        s->waiting = false;
        if (s->has_waited)
            log_line(LOG_NOTE, "let_in", NULL, "no server with other rules is left: this one begins");
    } else if (!let_in && !s->has_waited) {
        s->has_waited = true;
        log_line(LOG_NOTE, "waiting", NULL,
                 "servers with other rules are at work: this one waits until they are gone");
    }
}

static void beat(struct server *s, bool gone) {
    char program[80];
    struct store_node node = {
        .number = s->node, .rules = s->rules, .stopping = s->draining || s->stopping, .gone = gone};
    snprintf(program, sizeof program, "%s %s", s->config.version, s->name);
    node.program = program;
    s->beat_at = clock_now() + STORE_BEAT_MS;
    s->beating = true;
    store_beat(s->store, &node, answered, s);
}

void nodes_begin(struct server *s) {
    if (!s->shared) return;
    write_rules(s);
    s->waiting = true;
    beat(s, false);
    for (int64_t end = clock_now() + FIRST_ANSWER_MS; s->beating && clock_now() < end;) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        store_deliver(s->store);
    }
}

void nodes_tick(struct server *s) {
    if (s->shared && !s->beating && clock_now() >= s->beat_at) beat(s, false);
}

void nodes_end(struct server *s) {
    if (s->shared && s->rules[0]) beat(s, true);
}
