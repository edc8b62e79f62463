/* news.c: changes by other servers on the same database to a table in memory here (server_int.h). A table is a cache
 * of the store: it plays reported changes, looks up missed ones, and gives way where another server was faster. Also
 * who is at a table elsewhere, and bots whose server has died. */
#include "server/clock.h"
#include "server/server_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TRIES = 3,           /* of a request, while other servers are faster */
    RESCUE_MS = 5000,        /* a bot that another server should ask is asked here after this, ... */
    RESCUE_SPREAD_MS = 3000, /* ... plus up to this, so that not all servers ask it */
    HELP_MS = 30000,         /* a table another server asked help for stays out of the background this long */
    BEAT_MS = 4000,          /* between announcements of who is here, ... */
    SILENT_MS = 10000,       /* ... which are believed for this long */
    MAX_ELSEWHERE = 64,      /* servers tracked for one table */
    SWEEP_MS = 2000,
    SWEEP_OVERLAP_MS = 500,
    SWEEP_MOST_MS = 20000,
};

static bool is_shared(const struct room *r) { return r->server->shared; }
/* -1: none; also if the database was edited and its numbers are lower. */
static int last_chat(const struct room *r) {
    int n = r->n_chat ? r->chat[r->n_chat - 1].n : -1;
    return n < -1 ? -1 : n;
}

void news_known(struct room *r) {
    r->stored_ply = room_ply(r);
    if (is_shared(r)) store_watch(r->server->store, &r->id, r->version, last_chat(r));
}

/* --- bots that another server asks --------------------------------------------------------------------------------- */

static int64_t rescue_ms(void) { return RESCUE_MS + (int64_t)secret_below(RESCUE_SPREAD_MS); }

/* The server that made it a bot's turn runs the bot. */
static void leave_bots(struct room *r) { play_rest(r, play_bot_is_next(r) ? clock_now() + rescue_ms() : 0); }

/* A table just read: another server may be at it. */
void news_loaded(struct room *r) {
    int64_t age = clock_date() - r->time;
    news_known(r);
    news_presence(r, true);
    if (is_shared(r) && age < RESCUE_MS && play_bot_is_next(r) && !r->helps_until)
        r->rest_until = clock_now() + rescue_ms() - age;
}

void news_ask_help(const struct room *r, bool person) {
    store_tell(r->server->store, &(struct store_news){.kind = STORE_NEWS_BOT, .id = r->id, .ask = person});
}

/* Two servers may help with the same table: one of their decisions is stored. */
static void hear_help(struct server *s, const struct store_news *n) {
    if (s->waiting || s->draining || s->stopping || !s->bots || !bots_idle(s->bots)) return;
    struct room *r = room_get(s, &n->id);
    r->helps_until = clock_now() + (n->ask ? HELP_MS : 0);
    if (r->phase == ROOM_READY) play_rest(r, 0);
    if (r->phase == ROOM_READY) play_wake_bots(r);
}

/* --- changes ---------------------------------------------------------------------------------------------------------- */

/* About the position at the time. */
static bool is_about_position(const char *type) {
    return strcmp(type, "act") == 0 || strcmp(type, "undo") == 0 || strcmp(type, "answer") == 0;
}

/* Handles a message again when the table is free. */
static void put_again(struct room *r, struct client *c, struct message *msg, int tries) {
    struct waiting *again = calloc(1, sizeof *again);
    if (!again) return;
    *again = (struct waiting){.client = c, .msg = message_keep(msg), .tries = tries};
    client_keep(c);
    c->n_waiting++; /* its bytes no longer count: it was admitted before */
    room_wait(r, again);
}

/* A request that lost to another server: a decision for a past position is stale; anything else goes to its handler
 * again. */
static void answer_lost(struct room *r) {
    struct pending p = r->lost;
    r->lost = (struct pending){0};
    bool moved = r->lost_ply != room_ply(r) || r->lost_undos != r->row.undos;
    if (p.msg && p.who && ((moved && is_about_position(p.msg->type)) || p.tries >= MAX_TRIES)) {
        const struct watcher *w = room_watcher(r, p.who);
        say_error(p.who, p.msg->id, r, "stale", "the table has moved on");
        if (w) say_state(r, w, NULL);
    } else if (p.msg && p.who) {
        put_again(r, p.who, p.msg, p.tries + 1);
    }
    room_free_pending(&p);
}

/* The table matches the store. */
void news_settle(struct room *r) {
    answer_lost(r);
    if (!news_catch_up(r)) room_proceed(r);
}

static void tell_new_chat(struct room *r, const struct store_loaded *l) {
    int64_t now = clock_now();
    for (int i = 0; i < l->n_chat; i++) {
        room_add_chat(r, &l->chat[i]);
        bucket_charge(&r->chats, now, CHATS_PER_TABLE * 60, 1); /* limits count messages on all nodes */
        bucket_charge(&r->seat_chats[l->chat[i].seat], now, CHATS_PER_MINUTE * 60, 1);
    }
    int from = r->n_chat > l->n_chat ? r->n_chat - l->n_chat : 0;
    for (int i = 0; l->n_chat && i < r->n_watcher; i++) say_chat(r, &r->watcher[i], from, NULL);
}

/* NULL, or why the whole table must be reloaded. */
static const char *follow(struct room *r, const struct store_loaded *l) {
    const struct store_table *t = &l->table;
    if (t->first != r->row.first || t->rules_version != r->row.rules_version || t->edition != r->row.edition)
        return "other rules";
    if (l->from < t->first || l->from > room_ply(r)) return "a gap";
    if (l->from < room_ply(r)) {
        const char *wrong = casata_match_undo(&r->match, l->from - t->first);
        if (wrong) return wrong;
        if (r->saved_ply > l->from) r->saved_ply = -1;
    }
    play_remember(r);
    return restore_entries(r, l->entry, l->n);
}

static void caught_up(void *arg, enum store_status status, const char *why, const struct store_loaded *l) {
    struct room *r = arg;
    int before = room_ply(r);
    if (status == STORE_FAILED) {
        room_rest_unread(r, why);
        return;
    }
    const char *wrong = status == STORE_OK ? follow(r, l) : why;
    if (status != STORE_OK || wrong) {
        room_load(r, true);
        return;
    }
    bool row = !store_same_table(&r->row, &l->table), moved = l->n > 0 || l->from < before;
    struct pending p = {.from = l->from};
    if (moved) p.tell |= TELL_LOG | TELL_STATE;
    if (row || (moved && casata_match_to_act(&r->match) < 0)) p.tell |= TELL_TABLE | TELL_STATE;
    r->row = l->table;
    room_set_resigned(r);
    r->version = l->version;
    r->time = l->time;
    r->phase = ROOM_READY;
    room_tell(r, &p);
    tell_new_chat(r, l);
    news_known(r);
    if (moved || row) leave_bots(r);
    news_settle(r);
}

static void ask_tail(struct room *r) {
    r->heard = 0;
    r->heard_chat = -1;
    r->phase = ROOM_LOADING;
    store_tail(r->server->store, &r->id, r->version, last_chat(r), caught_up, r);
}

bool news_catch_up(struct room *r) {
    if (r->heard <= r->version.n && r->heard_chat <= last_chat(r)) return false;
    ask_tail(r);
    return true;
}

bool news_behind(struct room *r, struct client *c, struct message *msg) {
    if (!is_shared(r) || r->tries > 0) return false;
    put_again(r, c, msg, 1);
    ask_tail(r);
    return true;
}

void news_conflict(struct room *r) {
    room_free_pending(&r->lost);
    r->lost = r->pending;
    r->lost_ply = r->stored_ply;
    r->lost_undos = r->cutting ? r->row.undos - 1 : r->row.undos;
    r->pending = (struct pending){0};
    int stored = r->stored_ply - r->row.first;
    bool back = r->match.n_log <= stored || !casata_match_undo(&r->match, stored);
    if (r->cutting || r->lost.upgrade || !back)
        room_load(r, !r->lost.upgrade);
    else
        ask_tail(r);
}

/* Plays a decision that came with the news. False: it does not follow on here. */
static bool play_news(struct room *r, const struct store_news *n) {
    int from = room_ply(r);
    if (!n->whole || n->version.n != r->version.n + 1 || n->cut >= 0 || n->ply != from + n->n_entry)
        return false;
    play_remember(r);
    const char *wrong = restore_entries(r, n->entry, n->n_entry);
    if (wrong) {
        log_line(LOG_FAIL, "bad_news", r->name, "table %s: news that cannot be played: %s", r->name, wrong);
        room_load(r, true);
        return true;
    }
    r->version = n->version;
    r->time = n->time;
    news_known(r);
    struct pending p = {.tell = TELL_LOG | TELL_STATE, .from = from};
    if (casata_match_to_act(&r->match) < 0) p.tell |= TELL_TABLE;
    room_tell(r, &p);
    leave_bots(r);
    room_proceed(r);
    return true;
}

static void hear_change(struct room *r, const struct store_news *n) {
    bool other =
        n->version.n < r->version.n || (n->version.n == r->version.n && n->version.by != r->version.by);
    struct metrics *m = &r->server->metrics;
    if (n->version.n > r->heard) r->heard = n->version.n;
    if (n->time) histogram_add(&m->feed, histogram_us, (clock_date() - n->time) * 1000);
    if (r->phase != ROOM_READY) return;
    if (other) /* another database, without the latest changes */
        room_load(r, true);
    else if (!play_news(r, n)) {
        m->feed_gaps++;
        news_catch_up(r);
    }
}

static void hear_chat(struct room *r, const struct store_news *n) {
    if (n->chat > r->heard_chat) r->heard_chat = n->chat;
    if (r->phase == ROOM_READY) news_catch_up(r);
}

/* --- who is there ---------------------------------------------------------------------------------------------------------- */

unsigned news_seats_elsewhere(const struct room *r) {
    unsigned seats = 0;
    for (int i = 0; i < r->n_elsewhere; i++) seats |= r->elsewhere[i].seats;
    return seats;
}

int news_spectators_elsewhere(const struct room *r) {
    int n = 0;
    for (int i = 0; i < r->n_elsewhere; i++) n += r->elsewhere[i].spectators;
    return n;
}

void news_presence(struct room *r, bool ask) {
    int64_t now = clock_now();
    if (!is_shared(r)) return;
    struct store_news news = {.kind = STORE_NEWS_PRESENCE,
                              .id = r->id,
                              .node = r->server->node,
                              .spectators = room_watching(r, -1),
                              .ask = ask};
    for (int i = 0; i < r->n_watcher; i++)
        if (r->watcher[i].seat >= 0) news.seats |= 1u << r->watcher[i].seat;
    for (int i = 0; i < r->row.seats; i++)
        if (!(r->absence_guessed >> i & 1)) news.away[i] = room_away_date(r, i);
    bool same = news.seats == r->seats_told && news.spectators == r->spectators_told;
    bool nobody = !news.seats && !news.spectators;
    if (!ask && same && (nobody || now < r->tell_at)) return;
    r->seats_told = news.seats;
    r->spectators_told = news.spectators;
    r->tell_at = now + BEAT_MS;
    store_tell(r->server->store, &news);
}

/* Owners who were online before, here or elsewhere, and no longer are. */
static void end_presence(struct room *r, unsigned before) {
    for (int i = 0; i < r->row.seats; i++)
        if (before >> i & 1 && !room_online(r, i)) room_begin_absence(r, i);
    say_presence(r);
}

static struct elsewhere *find_elsewhere(struct room *r, uint32_t node) {
    for (int i = 0; i < r->n_elsewhere; i++)
        if (r->elsewhere[i].node == node) return &r->elsewhere[i];
    if (r->n_elsewhere == MAX_ELSEWHERE) return NULL;
    struct elsewhere *more = realloc(r->elsewhere, (size_t)(r->n_elsewhere + 1) * sizeof *more);
    if (!more) return NULL;
    r->elsewhere = more;
    more[r->n_elsewhere] = (struct elsewhere){.node = node};
    return &more[r->n_elsewhere++];
}

/* A server that has had the table for longer knows since when an owner is away. True: that time has changed. */
static bool learn_absence(struct room *r, const struct store_news *n) {
    bool learned = false;
    for (int i = 0; i < r->row.seats && r->phase == ROOM_READY; i++) {
        struct absence *a = &r->absence[i];
        if (!(r->absence_guessed >> i & 1) || !n->away[i] || n->away[i] >= a->date) continue;
        a->since -= a->date - n->away[i];
        a->date = n->away[i];
        r->absence_guessed &= ~(1u << i);
        learned = true;
    }
    return learned;
}

static void hear_presence(struct room *r, const struct store_news *n) {
    unsigned before = news_seats_elsewhere(r);
    struct elsewhere *e = n->node == r->server->node ? NULL : find_elsewhere(r, n->node);
    if (!e) return;
    bool changed = e->seats != n->seats || e->spectators != n->spectators;
    e->seats = n->seats;
    e->spectators = n->spectators;
    e->until = clock_now() + SILENT_MS;
    changed = learn_absence(r, n) || changed;
    if (changed) end_presence(r, before);
    if (n->ask) r->tell_at = 0;
    if (n->ask) news_presence(r, false);
}

/* Servers silent for too long are gone. */
void news_tick_room(struct room *r, int64_t now) {
    unsigned before = news_seats_elsewhere(r);
    bool changed = false;
    news_presence(r, false);
    for (int i = r->n_elsewhere - 1; i >= 0; i--) {
        if (r->elsewhere[i].until > now) continue;
        changed = changed || r->elsewhere[i].seats || r->elsewhere[i].spectators;
        r->elsewhere[i] = r->elsewhere[--r->n_elsewhere];
    }
    if (changed) end_presence(r, before);
}

/* --- all tables ------------------------------------------------------------------------------------------------------------ */

void news_heard(void *server, const struct store_news *n) {
    struct room *r = room_find(server, &n->id);
    if (n->kind == STORE_NEWS_BOT) hear_help(server, n);
    if (!r) return;
    switch (n->kind) {
    case STORE_NEWS_CHANGE: hear_change(r, n); break;
    case STORE_NEWS_CHAT: hear_chat(r, n); break;
    case STORE_NEWS_PRESENCE: hear_presence(r, n); break;
    case STORE_NEWS_BOT: break;
    }
}

/* Bots of a dead server are asked by any server that reads their table. */
static void swept(void *arg, enum store_status status, const struct store_id *id, int n) {
    struct server *s = arg;
    s->sweeping--;
    for (int i = 0; status == STORE_OK && i < n && !s->stopping; i++) {
        struct room *r = room_get(s, &id[i]);
        s->metrics.rescued++;
        if (r->phase == ROOM_READY) play_wake_bots(r);
    }
}

void news_tick(struct server *s) {
    static const int age_s[] = {5, 30, 300, 3600};
    int64_t now = clock_now(), date = clock_date();
    store_tick(s->store);
    if (!s->shared || s->waiting || s->sweeping > 0 || now - s->swept < SWEEP_MS) return;
    int64_t span = now - s->swept + SWEEP_OVERLAP_MS; /* a late sweep looks further back */
    if (span > SWEEP_MOST_MS) span = SWEEP_MOST_MS;
    s->swept = now;
    for (size_t i = 0; i < sizeof age_s / sizeof *age_s; i++) {
        int64_t until = date - (int64_t)age_s[i] * 1000;
        s->sweeping++;
        store_sweep(s->store, until - span, until, swept, s);
    }
}
