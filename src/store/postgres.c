/* postgres.c: the store in a PostgreSQL database that many servers share (backend.h): opening and trouble. Only
 * postgres*.c know libpq.
 *
 * The database has to keep fsync and synchronous_commit on, as they are by default. A server has four connections, all
 * direct: a pooler that switches them per transaction breaks LISTEN. */
#include "store/postgres_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AWAY_MS = 5000 }; /* shorter outages are not worth reporting */

void postgres_note_error(struct postgres *q, const char *text) {
    pthread_mutex_lock(&q->lock);
    snprintf(q->error, sizeof q->error, "%.*s", (int)strcspn(text, "\n"), text);
    pthread_mutex_unlock(&q->lock);
}

void postgres_note_away(struct postgres *q, int64_t since) {
    int64_t none = 0;
    atomic_compare_exchange_strong(&q->away_since, &none, since);
}

static void patience_postgres(void *db, int ms) {
    (void)db; /* the database waits for locks, not we */
    (void)ms;
}

static void hurry_postgres(void *db, int ms) { ((struct postgres *)db)->latest = rows_now_ms() + ms; }

static const char *trouble_postgres(void *db) {
    struct postgres *q = db;
    int64_t since = q->away_since;
    if (!since) since = q->asked_since;
    return since && rows_now_ms() - since >= AWAY_MS ? "away" : q->trouble;
}

static void tell_postgres(void *db, const struct store_news *news) {
    feed_tell(((struct postgres *)db)->feed, news);
}

static void stats_postgres(void *db, struct store_stats *out) {
    struct postgres *q = db;
    out->reconnects = q->reconnects;
    out->unknown_stored = q->unknown_stored;
    out->unknown_lost = q->unknown_lost;
}

static int64_t skew_postgres(void *db) { return ((struct postgres *)db)->skew; }

static void close_postgres(void *db) {
    struct postgres *q = db;
    if (q->feed) feed_close(q->feed);
    link_drop(&q->writer);
    link_drop(&q->reader);
    pthread_mutex_destroy(&q->lock);
    free(q->where);
    free(q);
}

/* At the start the database must be there: a wrong address should be seen at once. */
static bool open_all(struct postgres *q, const struct store_feed *feed, char err[STORE_ERROR]) {
    PGconn *c = link_connect(q->where, "casata", err);
    bool ok = c && postgres_prepare_schema(c, err);
    if (c) PQfinish(c);
    if (!ok) return false;
    if (!link_ready(&q->writer) || !link_ready(&q->reader)) {
        snprintf(err, STORE_ERROR, "%s", q->error);
        return false;
    }
    q->feed = feed_open(q, feed);
    if (!q->feed) snprintf(err, STORE_ERROR, "a thread cannot be started");
    return q->feed != NULL;
}

static void *open_postgres(const char *where, const struct store_feed *feed, char err[STORE_ERROR]) {
    struct postgres *q = rows_must(calloc(1, sizeof *q));
    q->where = rows_must(strdup(where));
    q->latest = INT64_MAX;
    q->writer = (struct link){.all = q,
                              .name = "casata writer",
                              .writes = true,
                              .sql = postgres_write_sql,
                              .n_sql = postgres_n_write_sql};
    q->reader = (struct link){
        .all = q, .name = "casata reader", .sql = postgres_read_sql, .n_sql = postgres_n_read_sql};
    pthread_mutex_init(&q->lock, NULL);
    if (open_all(q, feed, err)) return q;
    close_postgres(q);
    return NULL;
}

const struct store_backend store_postgres = {
    .reads_apart = true,
    .shared = true,
    .open = open_postgres,
    .close = close_postgres,
    .patience = patience_postgres,
    .hurry = hurry_postgres,
    .write = postgres_write,
    .read = postgres_read,
    .probe = postgres_probe,
    .tell = tell_postgres,
    .skew = skew_postgres,
    .schema = postgres_schema_version,
    .stats = stats_postgres,
    .trouble = trouble_postgres,
};
