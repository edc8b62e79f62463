/* postgres_feed.c: news between the servers of a database (postgres_int.h).
 *
 * NOTIFY holds a database-wide lock until its transaction is on disk, so it is never part of one that matters: it
 * comes after the commit, on its own connection, which does not wait for the disk. It is a hint; a server
 * that misses it finds the change by itself (store_tick).
 *
 * A message is base64 of a list of news:
 *
 *   kind 1, id 16, then of a chat message: its number 4
 *                  of a bot: whether a person waits 4
 *                  of presence: node 4, seats 1, spectators 2, ask 1, six times away 8
 *                  of a change: n 4, by 8, time 8, to_act 1, flags 1, cut 4, ply 4, entries 1, each entry 22 */
#define _GNU_SOURCE
#include "store/postgres_int.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    RAW = 5900,  /* bytes of a message before base64; PostgreSQL takes 8,000 of them */
    TEXT = 8000, /* bytes of it then */
    ITEM = 17 + 31 + STORE_NEWS_ENTRIES * PACKED_ENTRY, /* of the longest news */
    PING_MS = 2000,     /* the listener asks for a sign of life this often, ... */
    SILENT_MS = 6000,   /* ... and is given up after this long without one */
    RETRY_MS = 500,     /* between attempts to connect */
    MOST_OUT = 1 << 20, /* bytes of news waiting for a database; more are not worth it */
    FLAG_BOT = 1,
    FLAG_WHOLE = 2,
};

struct feed {
    struct postgres *all;
    struct store_feed to;
    pthread_t thread;
    int wake; /* eventfd: there is something to announce, or the end */
    PGconn *listener, *notifier;
    bool was_listening;
    int64_t heard;  /* ms: the last sign of life of the listener */
    int64_t pinged; /* ms */
    int64_t told;   /* ms: last message given to the notifier */
    int64_t try_at; /* ms: the next attempt to connect */
    pthread_mutex_t lock;
    /* under the lock */
    uint8_t *out; /* news as bytes */
    size_t n_out, cap_out;
    bool closing;
};

/* --- news as bytes ------------------------------------------------------------------------------------------------ */

static uint8_t *put(uint8_t *out, uint64_t number, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) *out++ = (uint8_t)(number >> 8 * i);
    return out;
}

static uint64_t get(const uint8_t **in, int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number = number << 8 | *(*in)++;
    return number;
}

static size_t write_news(const struct store_news *n, uint8_t out[ITEM]) {
    uint8_t *at = put(out, n->kind, 1);
    memcpy(at, n->id.b, sizeof n->id.b);
    at += sizeof n->id.b;
    if (n->kind == STORE_NEWS_CHAT) return (size_t)(put(at, (uint32_t)n->chat, 4) - out);
    if (n->kind == STORE_NEWS_BOT) return (size_t)(put(at, n->ask, 4) - out);
    if (n->kind == STORE_NEWS_PRESENCE) {
        at = put(at, n->node, 4);
        at = put(at, n->seats, 1);
        at = put(at, (uint64_t)n->spectators, 2);
        at = put(at, n->ask, 1);
        for (int i = 0; i < STORE_SEATS; i++) at = put(at, (uint64_t)n->away[i], 8);
        return (size_t)(at - out);
    }
    int entries = n->whole ? n->n_entry : 0;
    at = put(at, n->version.n, 4);
    at = put(at, n->version.by, 8);
    at = put(at, (uint64_t)n->time, 8);
    at = put(at, n->to_act, 1);
    at = put(at, (n->bot ? FLAG_BOT : 0u) | (n->whole ? FLAG_WHOLE : 0u), 1);
    at = put(at, (uint32_t)n->cut, 4);
    at = put(at, (uint32_t)n->ply, 4);
    at = put(at, (uint64_t)entries, 1);
    entry_pack(n->entry, entries, at);
    return (size_t)(at - out) + (size_t)entries * PACKED_ENTRY;
}

enum { CHAT_BYTES = 21, PRESENCE_BYTES = 25 + 8 * STORE_SEATS, CHANGE_BYTES = 48 };

/* Bytes of the change at `at`, after its kind and id; 0: it is none. */
static size_t read_change(const uint8_t *at, size_t left, struct store_news *n) {
    if (left < CHANGE_BYTES) return 0;
    n->version.n = (uint32_t)get(&at, 4);
    n->version.by = get(&at, 8);
    n->time = (int64_t)get(&at, 8);
    n->to_act = (uint8_t)get(&at, 1);
    unsigned flags = (unsigned)get(&at, 1);
    n->bot = flags & FLAG_BOT;
    n->whole = flags & FLAG_WHOLE;
    n->cut = (int)get(&at, 4);
    n->ply = (int)get(&at, 4);
    n->n_entry = (int)get(&at, 1);
    if (n->n_entry > STORE_NEWS_ENTRIES || left < CHANGE_BYTES + (size_t)n->n_entry * PACKED_ENTRY) return 0;
    entry_unpack(at, n->n_entry, n->entry);
    return CHANGE_BYTES + (size_t)n->n_entry * PACKED_ENTRY;
}

static size_t read_presence(const uint8_t *at, size_t left, struct store_news *n) {
    if (left < PRESENCE_BYTES) return 0;
    n->node = (uint32_t)get(&at, 4);
    n->seats = (unsigned)get(&at, 1);
    n->spectators = (int)get(&at, 2);
    n->ask = get(&at, 1);
    for (int i = 0; i < STORE_SEATS; i++) n->away[i] = (int64_t)get(&at, 8);
    return PRESENCE_BYTES;
}

/* Bytes of the news at `in`; 0: these are none. */
static size_t read_news(const uint8_t *in, size_t left, struct store_news *n) {
    const uint8_t *at = in;
    *n = (struct store_news){.cut = -1};
    if (left < CHAT_BYTES) return 0;
    n->kind = (enum store_news_kind)get(&at, 1);
    memcpy(n->id.b, at, sizeof n->id.b);
    at += sizeof n->id.b;
    switch (n->kind) {
    case STORE_NEWS_CHAT: n->chat = (int)get(&at, 4); return CHAT_BYTES;
    case STORE_NEWS_BOT: n->ask = get(&at, 4); return CHAT_BYTES;
    case STORE_NEWS_PRESENCE: return read_presence(at, left, n);
    case STORE_NEWS_CHANGE: return read_change(at, left, n);
    default: return 0;
    }
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void to_base64(const uint8_t *in, size_t n, char *out) {
    unsigned bits = 0;
    int have = 0;
    for (size_t i = 0; i < n; i++) {
        bits = bits << 8 | in[i];
        for (have += 8; have >= 6; have -= 6) *out++ = digits[bits >> (have - 6) & 63];
    }
    if (have) *out++ = digits[bits << (6 - have) & 63];
    *out = 0;
}

static size_t from_base64(const char *in, uint8_t *out, size_t cap) {
    unsigned bits = 0;
    int have = 0;
    size_t n = 0;
    for (const char *digit; *in && (digit = strchr(digits, *in)); in++) {
        bits = bits << 6 | (unsigned)(digit - digits);
        have += 6;
        if (have < 8) continue;
        have -= 8;
        if (n < cap) out[n++] = (uint8_t)(bits >> have);
    }
    return n;
}

/* --- out ------------------------------------------------------------------------------------------------------------ */

void feed_tell(struct feed *f, const struct store_news *news) {
    uint8_t item[ITEM];
    size_t n = write_news(news, item);
    pthread_mutex_lock(&f->lock);
    if (f->n_out + n > MOST_OUT) f->n_out = 0; /* servers that miss them look them up */
    if (f->n_out + n > f->cap_out) {
        f->cap_out = 2 * (f->n_out + n);
        f->out = rows_must(realloc(f->out, f->cap_out));
    }
    memcpy(f->out + f->n_out, item, n);
    f->n_out += n;
    pthread_mutex_unlock(&f->lock);
    if (eventfd_write(f->wake, 1) != 0) abort(); /* cannot happen: the counter is far from its end */
}

/* Takes as many whole news as fit into a message; 0: there are none. */
static size_t take_out(struct feed *f, uint8_t raw[RAW]) {
    struct store_news news;
    size_t n = 0, size;
    pthread_mutex_lock(&f->lock);
    while (n < f->n_out && (size = read_news(f->out + n, f->n_out - n, &news)) > 0 && n + size <= RAW)
        n += size;
    if (n > 0) {
        memcpy(raw, f->out, n);
        memmove(f->out, f->out + n, f->n_out - n);
        f->n_out -= n;
    }
    pthread_mutex_unlock(&f->lock);
    return n;
}

static void tell_more(struct feed *f) {
    uint8_t raw[RAW];
    char text[TEXT];
    const char *value[] = {text};
    size_t n = take_out(f, raw);
    if (!n) return;
    to_base64(raw, n, text);
    f->told = rows_now_ms();
    PQsendQueryParams(f->notifier, "SELECT pg_notify('casata', $1)", 1, NULL, value, NULL, NULL, 0);
}

/* --- in --------------------------------------------------------------------------------------------------------------- */

static void hear(struct feed *f, const char *text) {
    uint8_t raw[RAW];
    struct store_news news[RAW / CHAT_BYTES];
    size_t n = from_base64(text, raw, sizeof raw), at = 0, size;
    int count = 0;
    while (at < n && (size = read_news(raw + at, n - at, &news[count])) > 0) {
        at += size;
        count++;
    }
    if (count) f->to.news(f->to.arg, news, count);
}

static void hear_all(struct feed *f) {
    int own = f->notifier ? PQbackendPID(f->notifier) : 0;
    for (PGnotify *n; (n = PQnotifies(f->listener)); PQfreemem(n))
        if (n->be_pid != own) hear(f, n->extra);
}

/* --- connections -------------------------------------------------------------------------------------------------------- */

static void drop(PGconn **c) {
    if (*c) PQfinish(*c);
    *c = NULL;
}

/* After a gap in listening, news have been missed. */
static void connect_all(struct feed *f) {
    char err[STORE_ERROR];
    int64_t now = rows_now_ms();
    if ((f->listener && f->notifier) || now < f->try_at) return;
    f->try_at = now + RETRY_MS;
    if (!f->listener && (f->listener = link_connect(f->all->where, "casata listener", err))) {
        if (!link_run(f->listener, "LISTEN casata")) drop(&f->listener);
        if (f->listener && f->was_listening) f->to.lost(f->to.arg);
        f->was_listening = f->was_listening || f->listener;
        f->heard = f->pinged = rows_now_ms();
    }
    if (!f->notifier && (f->notifier = link_connect(f->all->where, "casata notifier", err))) {
        if (!link_run(f->notifier, "SET synchronous_commit=off")) drop(&f->notifier);
    }
    if (!f->listener || !f->notifier) postgres_note_away(f->all, now);
}

/* Reads the pending input; false: the connection is gone. */
static bool take_in(PGconn *c) {
    if (PQconsumeInput(c) != 1) return false;
    for (PGresult *r; !PQisBusy(c) && (r = PQgetResult(c));) PQclear(r);
    return PQstatus(c) == CONNECTION_OK;
}

static void serve_listener(struct feed *f, bool ready) {
    int64_t now = rows_now_ms();
    if (ready && !take_in(f->listener)) {
        drop(&f->listener);
        return;
    }
    if (ready) f->heard = now;
    hear_all(f);
    if (now - f->pinged >= PING_MS && PQtransactionStatus(f->listener) == PQTRANS_IDLE) {
        f->pinged = now;
        if (PQsendQuery(f->listener, "") != 1) drop(&f->listener);
    } else if (f->pinged > f->heard && now - f->pinged >= SILENT_MS) {
        drop(&f->listener);
    }
}

static void serve_notifier(struct feed *f, bool ready) {
    if (ready && !take_in(f->notifier)) {
        drop(&f->notifier);
        return;
    }
    if (PQtransactionStatus(f->notifier) == PQTRANS_IDLE)
        tell_more(f);
    else if (rows_now_ms() - f->told >= SILENT_MS)
        drop(&f->notifier);
}

static bool is_closing(struct feed *f) {
    pthread_mutex_lock(&f->lock);
    bool closing = f->closing;
    pthread_mutex_unlock(&f->lock);
    return closing;
}

static void *run(void *arg) {
    struct feed *f = arg;
    pthread_setname_np(pthread_self(), "feed");
    while (!is_closing(f)) {
        connect_all(f);
        struct pollfd fd[] = {{f->wake, POLLIN, 0},
                              {f->listener ? PQsocket(f->listener) : -1, POLLIN, 0},
                              {f->notifier ? PQsocket(f->notifier) : -1, POLLIN, 0}};
        eventfd_t count;
        poll(fd, 3, f->listener && f->notifier ? PING_MS / 4 : RETRY_MS / 4);
        if (fd[0].revents) eventfd_read(f->wake, &count);
        if (f->listener) serve_listener(f, fd[1].revents != 0);
        if (f->notifier) serve_notifier(f, fd[2].revents != 0);
    }
    return NULL;
}

struct feed *feed_open(struct postgres *q, const struct store_feed *to) {
    struct feed *f = rows_must(calloc(1, sizeof *f));
    f->all = q;
    f->to = *to;
    f->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&f->lock, NULL);
    connect_all(f); /* servers hear of all changes of tables read from now on */
    if (f->wake >= 0 && pthread_create(&f->thread, NULL, run, f) == 0) return f;
    drop(&f->listener);
    drop(&f->notifier);
    pthread_mutex_destroy(&f->lock);
    if (f->wake >= 0) close(f->wake);
    free(f);
    return NULL;
}

void feed_close(struct feed *f) {
    pthread_mutex_lock(&f->lock);
    f->closing = true;
    pthread_mutex_unlock(&f->lock);
    eventfd_write(f->wake, 1);
    pthread_join(f->thread, NULL);
    drop(&f->listener);
    drop(&f->notifier);
    pthread_mutex_destroy(&f->lock);
    close(f->wake);
    free(f->out);
    free(f);
}
