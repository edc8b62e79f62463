/* floods.c: attacks by excessive traffic: chat, control frames, fragments, watch (attack.h). */
#define _GNU_SOURCE
#include "attack/attack.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct kit kit;

/* --- chat -------------------------------------------------------------------------------------------------------------- */

enum {
    CHAT_NET = 5,
    CHAT_SEATS = 4,
    CHAT_LINES = 8, /* concurrent connections, each from its own address */
    CHAT_BURST = 5, /* messages a connection may send at once; then the next one continues */
    CHAT_S = 10,
    CHAT_CHARS = 500, /* the longest allowed */
};
static char chat_table[24], chat_token[CHAT_SEATS][48], chat_text[4 * CHAT_CHARS + 1];

static bool fill_table(void) {
    struct person p[CHAT_SEATS];
    bool ok = person_open(&p[0], &kit, &attack_game, 1) &&
              person_create(&p[0], "signorie",
                            "[{'kind':'me','name':'A'},{'kind':'open'},{'kind':'open'},{'kind':'open'}]");
    for (int i = 0; ok && i < CHAT_SEATS; i++) {
        if (i > 0)
            ok = person_open(&p[i], &kit, &attack_game, 1) && person_sit(&p[i], p[0].table, p[0].any, "B");
        memcpy(chat_token[i], p[i].token, sizeof chat_token[i]);
    }
    memcpy(chat_table, p[0].table, sizeof chat_table);
    for (int i = 0; ok && i < CHAT_SEATS; i++) person_close(&p[i]);
    for (int i = 0; i < CHAT_CHARS; i++) memcpy(chat_text + 4 * i, "\xf0\x9f\x91\x91", 4);
    return ok;
}

/* A number from the running server's database; -1: unreadable. */
static long from_database(const char *sql) {
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    long value = -1;
    if (sqlite3_open_v2(kit.db, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        value = (long)sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return value;
}

static double database_mb(void) {
    static const char *const ending[] = {"", "-wal"};
    double bytes = 0;
    struct stat st;
    char path[240];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", kit.db, ending[i]);
        if (stat(path, &st) == 0) bytes += (double)st.st_size;
    }
    return bytes / 1e6;
}

static void begin_chat(struct person *p, int line, int seats) {
    if (!person_open_from(p, &kit, NULL, 1, address_of(CHAT_NET, 1 + line))) return;
    person_say(p, "{'t':'watch','table':'%s','token':'%s'}", chat_table, chat_token[line % seats]);
    for (int i = 0; i < CHAT_BURST; i++)
        person_say(p, "{'t':'chat','table':'%s','text':'%s','id':%d}", chat_table, chat_text, 1 + i);
}

/* Waits for the responses, so that closing loses nothing. */
static void end_chat(struct person *p) {
    double end = now_ms() + 1000;
    for (int left = CHAT_BURST; left > 0 && now_ms() < end && p->ws.fd >= 0 && !p->ws.close_code;) {
        json_t *msg = person_hear(p, "chat", 200);
        if (int_of(msg, "id") > 0) left--;
        if (!msg) break;
        json_decref(msg);
    }
    person_close(p);
}

static void flood_chat(const char *name, int seats) {
    struct person p[CHAT_LINES];
    target_start(&kit, NULL);
    if (!fill_table()) figure_text("not possible", "%s", name);
    double before = database_mb(), start = now_ms();
    while (now_ms() - start < 1000 * CHAT_S) {
        for (int i = 0; i < CHAT_LINES; i++) begin_chat(&p[i], i, seats);
        for (int i = 0; i < CHAT_LINES; i++) end_chat(&p[i]);
    }
    double seconds = (now_ms() - start) / 1000;
    double stored = (double)from_database("SELECT max(n)+1 FROM chat");
    figure(seconds, "%s_seconds", name);
    figure(stored, "%s_stored", name);
    figure(stored * 60 / seconds, "%s_stored_per_minute", name);
    figure((double)from_database("SELECT count(*) FROM chat"), "%s_rows", name);
    figure((database_mb() - before) / seconds, "%s_database_mb_per_s", name);
    target_end(&kit);
}

void attack_chat(void) {
    flood_chat("one_seat", 1);
    flood_chat("four_seats", CHAT_SEATS);
}

/* --- frames --------------------------------------------------------------------------------------------------------------- */

enum { FLOOD_S = 5, FLOOD_FRAMES = 2000 };

struct flood {
    const unsigned char *frames; /* concatenated, sent over and over */
    size_t frame, n;             /* bytes of one, of all */
    double per_s;                /* frames a second; 0: as fast as possible */
    size_t sent, received;       /* bytes */
    double seconds;              /* until the server ended it, at most FLOOD_S */
    bool small;                  /* the server sends nothing but control frames */
    bool ended;
};

static void drain(const struct ws *ws, struct flood *f) {
    static char sink[1 << 16];
    for (ssize_t got; (got = recv(ws->fd, sink, sizeof sink, MSG_DONTWAIT)) != 0;) {
        if (got < 0) {
            f->ended = f->ended || (errno != EAGAIN && errno != EINTR);
            return;
        }
        f->received += (size_t)got;
        f->ended = f->ended || (f->small && memchr(sink, WS_FINAL | WS_CLOSE, (size_t)got));
    }
    f->ended = true;
}

/* The number of bytes that may be sent now. */
static size_t allowance(const struct flood *f, double elapsed_ms) {
    size_t offset = f->sent % f->n, most = f->n - offset;
    if (f->per_s == 0) return most;
    size_t due = (1 + (size_t)(f->per_s * elapsed_ms / 1000)) * f->frame;
    return due <= f->sent ? 0 : due - f->sent < most ? due - f->sent : most;
}

static void flood(const struct ws *ws, struct flood *f) {
    double start = now_ms();
    while (!f->ended && now_ms() - start < 1000 * FLOOD_S) {
        size_t n = allowance(f, now_ms() - start);
        struct pollfd p = {ws->fd, n ? POLLIN | POLLOUT : POLLIN, 0};
        poll(&p, 1, 10);
        if (n && p.revents & POLLOUT) {
            ssize_t put = send(ws->fd, f->frames + f->sent % f->n, n, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (put > 0) f->sent += (size_t)put;
            if (put < 0 && errno != EAGAIN && errno != EINTR) f->ended = true;
        }
        drain(ws, f);
    }
    f->seconds = (now_ms() - start) / 1000;
}

static void figure_flood(struct ws *ws, struct flood *f) {
    double cpu = process_seconds(kit.process.pid);
    flood(ws, f);
    cpu = process_seconds(kit.process.pid) - cpu;
    figure((double)(f->sent / f->frame), "frames_sent");
    figure_text(f->ended ? "disconnected" : "served to the end", "outcome");
    figure(f->seconds, "seconds");
    figure(100 * cpu / f->seconds, "cpu_percent");
    figure(f->sent ? (double)f->received / (double)f->sent : 0, "bytes_out_per_in");
    figure((double)f->received / 1e6 / f->seconds, "mb_out_per_s");
    figure((double)process_memory(kit.process.pid) / 1024, "memory_mb");
}

/* A first frame, then the same small frame over and over. */
static void flood_frames(int first, int again) {
    static unsigned char frames[6 * FLOOD_FRAMES];
    struct ws ws;
    target_start(&kit, NULL);
    if (ws_open(&ws, "127.0.0.1", kit.process.port, "")) {
        for (int i = 0; i < FLOOD_FRAMES; i++)
            memcpy(frames + (size_t)6 * (size_t)i, (unsigned char[]){(unsigned char)again, 128, 0, 0, 0, 0},
                   6);
        ws_frame(&ws, first, "", 0);
        struct flood f = {.frames = frames, .frame = 6, .n = sizeof frames, .small = true};
        figure_flood(&ws, &f);
    }
    ws_end(&ws);
    target_end(&kit);
}

void attack_pings(void) { flood_frames(WS_FINAL | WS_PING, WS_FINAL | WS_PING); }
void attack_fragments(void) { flood_frames(WS_TEXT, 0); }

/* --- watch ------------------------------------------------------------------------------------------------------------------ */

enum { WATCH_PER_S = 29, LOG_S = 30 }; /* just below the rate limit of a connection */

void attack_watch(void) {
    struct person p;
    unsigned char frame[120] = {WS_FINAL | WS_TEXT};
    target_start(&kit, NULL);
    person_open(&p, &kit, NULL, 1);
    person_create(&p, "signorie", seats_of_bots("", 4, "paggio"));
    person_watch(&p);
    for (double end = now_ms() + 1000 * LOG_S; !p.over && now_ms() < end;) person_listen(&p, 50);
    figure(p.ply, "log_entries");
    int n = snprintf((char *)frame + 6, sizeof frame - 6, "{\"t\":\"watch\",\"table\":\"%s\"}", p.table);
    frame[1] = (unsigned char)(128 | n);
    struct flood f = {.frames = frame, .frame = (size_t)n + 6, .n = (size_t)n + 6, .per_s = WATCH_PER_S};
    figure_flood(&p.ws, &f);
    person_close(&p);
    target_end(&kit);
}
