/* metrics.c: figures as text for Prometheus (metrics.h). */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/server_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void metrics_refuse(struct metrics *m, const char *code) {
    for (int i = 0; i < METRICS_CODES; i++) {
        if (!m->refused[i].code) m->refused[i].code = code;
        if (strcmp(m->refused[i].code, code) != 0) continue;
        m->refused[i].n++;
        return;
    }
}

void metrics_move(struct metrics *m, const char *game, int level, int64_t us) {
    int i = 0;
    while (casata_all_rules[i] && strcmp(casata_all_rules[i]->id, game) != 0) i++;
    if (i < METRICS_GAMES) m->moves[i]++;
    if (level >= 0 && level < CASATA_LEVEL_COUNT)
        m->bot_moves[level]++;
    else
        histogram_add(&m->move, histogram_us, us);
}

/* --- text ------------------------------------------------------------------------------------------------------------- */

static void begin(FILE *f, const char *name, const char *type, const char *help) {
    fprintf(f, "# HELP casata_%s %s\n# TYPE casata_%s %s\n", name, help, name, type);
}

static void put_number(FILE *f, const char *name, const char *type, const char *help, double value) {
    begin(f, name, type, help);
    fprintf(f, "casata_%s %.15g\n", name, value);
}
static void put_count(FILE *f, const char *name, const char *help, uint64_t n) {
    put_number(f, name, "counter", help, (double)n);
}
static void put_gauge(FILE *f, const char *name, const char *help, double value) {
    put_number(f, name, "gauge", help, value);
}

/* The buckets of one histogram; label: `level="duca",` or nothing. unit: this many of the values make 1. */
static void put_buckets(FILE *f, const char *name, const char *label, const struct histogram *h,
                        const int64_t bound[HISTOGRAM_BOUNDS], double unit) {
    size_t n = strlen(label);
    uint64_t sum = 0;
    char alone[60] = "";
    if (n) snprintf(alone, sizeof alone, "{%.*s}", (int)n - 1, label);
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
        sum += h->count[i];
        fprintf(f, "casata_%s_bucket{%sle=\"%g\"} %llu\n", name, label, (double)bound[i] / unit,
                (unsigned long long)sum);
    }
    sum += h->count[HISTOGRAM_BOUNDS];
    fprintf(f, "casata_%s_bucket{%sle=\"+Inf\"} %llu\n", name, label, (unsigned long long)sum);
    fprintf(f, "casata_%s_sum%s %.15g\n", name, alone, (double)h->sum / unit);
    fprintf(f, "casata_%s_count%s %llu\n", name, alone, (unsigned long long)sum);
}

static void put_seconds(FILE *f, const char *name, const char *help, const struct histogram *h) {
    begin(f, name, "histogram", help);
    put_buckets(f, name, "", h, histogram_us, 1e6);
}

/* --- the figures ----------------------------------------------------------------------------------------------------- */

static void put_play(FILE *f, const struct metrics *m) {
    begin(f, "moves_total", "counter", "decisions stored here, of people and bots");
    for (int i = 0; casata_all_rules[i] && i < METRICS_GAMES; i++)
        fprintf(f, "casata_moves_total{game=\"%s\"} %llu\n", casata_all_rules[i]->id,
                (unsigned long long)m->moves[i]);
    begin(f, "bot_moves_total", "counter", "of these, decisions of bots");
    for (int i = 0; i < CASATA_LEVEL_COUNT; i++)
        fprintf(f, "casata_bot_moves_total{level=\"%s\"} %llu\n", casata_level_words.word[i],
                (unsigned long long)m->bot_moves[i]);
    put_seconds(f, "move_seconds", "from a person's decision until its view is sent", &m->move);
    put_seconds(f, "room_load_seconds", "until a table is read", &m->room_load);
    begin(f, "refused_total", "counter", "errors sent to clients, by their code");
    for (int i = 0; i < METRICS_CODES && m->refused[i].code; i++)
        fprintf(f, "casata_refused_total{code=\"%s\"} %llu\n", m->refused[i].code,
                (unsigned long long)m->refused[i].n);
}

static void put_bots(FILE *f, const struct bots_stats *b) {
    put_gauge(f, "bot_queue", "bots waiting for a thread", b->waiting);
    put_gauge(f, "bots_thinking", "bots that think", b->thinking);
    begin(f, "bot_seconds", "histogram", "time of a thought");
    for (int i = 0; i < CASATA_LEVEL_COUNT; i++) {
        char label[40];
        snprintf(label, sizeof label, "level=\"%s\",", casata_level_words.word[i]);
        put_buckets(f, "bot_seconds", label, &b->seconds[i], histogram_us, 1e6);
    }
}

static void put_store(FILE *f, const struct store_stats *t) {
    put_seconds(f, "store_batch_seconds", "until a batch of changes is on the disk", &t->batch);
    begin(f, "store_batch_changes", "histogram", "changes of a batch");
    put_buckets(f, "store_batch_changes", "", &t->changes, histogram_number, 1);
    put_gauge(f, "store_queue", "unanswered requests to the store", t->queue);
    put_count(f, "store_conflicts_total", "changes that another server made first", t->conflicts);
    put_count(f, "store_failures_total", "requests that the store could not carry out", t->failures);
    put_count(f, "store_reconnects_total", "reconnections to the database", t->reconnects);
    begin(f, "store_unknown_total", "counter", "changes whose COMMIT got no answer, by outcome");
    fprintf(f, "casata_store_unknown_total{outcome=\"stored\"} %llu\n",
            (unsigned long long)t->unknown_stored);
    fprintf(f, "casata_store_unknown_total{outcome=\"lost\"} %llu\n", (unsigned long long)t->unknown_lost);
}

static void put_servers(FILE *f, const struct server *s, const struct store_stats *t) {
    const struct metrics *m = &s->metrics;
    put_seconds(f, "feed_seconds", "from a change on another server until it is shown here", &m->feed);
    put_count(f, "feed_gaps_total", "news that did not follow the table in memory", m->feed_gaps);
    put_count(f, "feed_late_total", "changes found without news", t->late);
    put_count(f, "bot_rescued_total", "tables of dead servers whose bots this server took over", m->rescued);
    put_gauge(f, "clock_skew_seconds", "by how much the clock of the database is ahead",
              (double)store_clock_skew(s->store) / 1e3);
}

char *metrics_text(struct server *s, size_t *n) {
    struct store_stats store;
    struct bots_stats bots;
    char *text = NULL;
    const char *wrong = server_health(s);
    FILE *f = open_memstream(&text, n);
    if (!f) return NULL;
    store_get_stats(s->store, &store);
    bots_get_stats(s->bots, &bots);
    begin(f, "build_info", "gauge", "program, schema of the database and name of this server");
    fprintf(f, "casata_build_info{version=\"%s\",schema=\"%d\",node=\"%s\"} 1\n", s->config.version,
            store.schema, s->name);
    put_gauge(f, "healthy", "whether /health says ok", wrong == NULL);
    begin(f, "health", "gauge", "the word at /health");
    fprintf(f, "casata_health{state=\"%s\"} 1\n", wrong ? wrong : "ok");
    put_gauge(f, "sockets", "open WebSockets", net_count(s->net));
    put_gauge(f, "rooms", "tables in memory", s->n_rooms);
    put_play(f, &s->metrics);
    put_bots(f, &bots);
    put_store(f, &store);
    if (s->shared) put_servers(f, s, &store);
    fclose(f);
    return text;
}
