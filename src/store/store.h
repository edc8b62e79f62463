/* store.h: permanent storage of tables. A change is answered only once it is safely on disk.
 * Knows no rules, no sockets and no clients; each backend (sqlite.c, postgres.c) keeps its own SQL to itself.
 *
 * Every modification of a table is one numbered change: 0 creates the table, and each next one is one higher. A change
 * names its predecessor, and is stored only if exactly that one is the last in the store: no fork and no gap can arise,
 * however many servers share the database. An undo is a change like any other; it deletes nothing.
 *
 * The store's threads do all the work. Pending writes go into one transaction (group commit): the higher the load, the
 * more is saved with one wait for the disk. Writes are carried out in order; a read sees every write answered before it
 * was requested. Answers are delivered on the caller's thread, in store_deliver(), after `wake` has announced them. */
#ifndef CASATA_STORE_H
#define CASATA_STORE_H

#include "store/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_SEATS = 6,
    STORE_NAME = 32, /* bytes of a name, the 0 included */
    STORE_WORD = 16, /* of a game's id, a level */
    STORE_OPTIONS = 256,
    STORE_CHAT = 2001,
    STORE_CHATS = 100,            /* this many of the last chat messages are loaded with a table, ... */
    STORE_CHATS_KEPT = 300,       /* ... and this many are kept */
    STORE_POSITION = 1 << 20,     /* bytes of a position, at most */
    STORE_PLIES = 1 << 24,        /* of a log, at most; also changes and chat messages */
    STORE_SCAN = 64,              /* tables of one store_scan */
    STORE_NEWS_ENTRIES = 4,       /* entries that news carries, at most */
    STORE_WAIT_MS = 15000,        /* default of store_config.wait_ms */
    STORE_AWAY = 366 * 24 * 3600, /* s: the longest time of store_table.away */
    STORE_ERROR = 320,
};
struct store_id { /* of a table: random */
    uint8_t b[16];
};
struct store_key { /* hash of a secret; all zero: there is none */
    uint8_t b[32];
};

/* ORDER store_kind: the numbers are in databases. */
enum store_kind { STORE_OPEN, STORE_HUMAN, STORE_BOT };
struct store_seat {
    enum store_kind kind;
    char level[STORE_WORD]; /* of a bot */
    char name[STORE_NAME];
    struct store_key token;      /* whose seat it is, kept while a bot plays for the owner */
    struct store_key invite;     /* who may sit down */
    uint32_t reinvite;           /* number of the open question to its owner: may the seat be given to the
                                holder of the invitation? 0: none */
    int resigned;                /* 1 + length of the log when it resigned; 0: it has not */
    struct store_key link;       /* who may bring the seat to another device, ... */
    struct store_key link_token; /* ... and the token for that device, sealed by the link's code */
    int64_t link_until;          /* ms: expiry */
    struct store_key hand;       /* who may watch with the seat's hand */
    int64_t hand_time;           /* ms: when it was last opened or closed; 0: never */
};
struct store_table {
    struct store_id id;
    char game[STORE_WORD];
    int rules_version; /* of the log from ply `first` on */
    uint64_t edition;
    char options[STORE_OPTIONS]; /* "id=value id=value" */
    int seats;
    int host;             /* the seat that made the table, -1: none */
    struct store_key any; /* who may sit down on any open seat */
    struct store_id rematch;
    int64_t created; /* ms */
    uint32_t undos;  /* how often the log was cut */
    int first;       /* ply at which the log of these rules begins: 0, or the match outlived other rules */
    int takeback_seat, takeback_ply; /* an open question; seat -1: none */
    unsigned takeback_yes;           /* bit set of the seats that agreed */
    uint32_t questions;              /* asked so far: each question has its number, from 1 on */
    uint32_t takeback_question;      /* number of the open one, 0: none */
    bool record_open;                /* somebody has read the record of the finished game */
    int away; /* s: so long the owner of a seat is away before others may give it to a bot; 0: the server's time */
    bool hints;  /* people may get help from the program even against each other */
    int settled; /* no takeback below this ply: a seat lost its owner there, who was not asked */
    struct store_seat seat[STORE_SEATS];
};
struct store_entry { /* one decision; its place in the log is its ply */
    uint64_t hash;   /* of the state after it */
    int64_t time;    /* ms */
    uint32_t action;
    uint8_t seat;
    uint8_t to_act; /* bit set: who decides next; 0: the game is over */
};
struct store_chat {
    int n; /* counts up from 0; the store gives it */
    int seat;
    int64_t time; /* ms */
    char name[STORE_NAME];
    char text[STORE_CHAT];
};

/* The change a table is at. */
struct store_version {
    uint32_t n;  /* its number */
    uint64_t by; /* and a random number that sets it apart from others with that number */
};

/* An atomic change of one table. */
struct store_change {
    struct store_id id;
    struct store_version version;    /* of this change; n 0: it creates the table */
    uint64_t prev;                   /* `by` of change n - 1 as the caller knows it */
    int64_t time;                    /* ms; not before that of change n - 1 */
    const struct store_table *table; /* new contents of its row and seats; NULL: unchanged */
    int cut;                         /* the log loses its entries from this ply on; -1: none */
    int ply;                         /* length of the log after the change */
    uint8_t to_act;                  /* bit set: who decides after it */
    bool bot;                        /* a bot decides next */
    int n_entry;                     /* this many entries are appended, the last at ply - 1 */
    const struct store_entry *entry;
    const char *start; /* position at ply `first`; NULL: unchanged */
    /* Creates another table, stored with this change or not at all; NULL: none. */
    const struct store_change *also;
};

/* STORE_CONFLICT: another change has the number, or the predecessor is another one; nothing happened, and nothing is
 * wrong. STORE_DAMAGED: the rows of this one table make no sense; everything else works. */
enum store_status { STORE_OK, STORE_NONE, STORE_FAILED, STORE_DAMAGED, STORE_CONFLICT };

/* Answer to store_load and store_tail. entry[0] is at ply `from`: after store_load this is table.first. After
 * store_tail only the log from there on differs from the caller's, and only newer chat is there; no positions. */
struct store_loaded {
    struct store_table table;
    struct store_version version;
    int64_t time; /* of the last change */
    struct store_entry *entry;
    int from, n;
    struct store_chat *chat;
    int n_chat;
    char *start, *snapshot; /* NULL: none */
    int snapshot_ply;
};
/* Answer to store_find: the seats of some tokens with the state of their tables; without damaged tables. */
struct store_found {
    struct store_table table;
    int seat, ply;
    uint8_t to_act;
    int64_t time; /* of the last change */
};
/* Answer to store_scan: how far a table and its snapshot have come. */
struct store_scanned {
    struct store_id id;
    int ply, snapshot_ply; /* -1: no snapshot */
};

/* Changes by other servers on the same database. */
enum store_news_kind {
    STORE_NEWS_CHANGE,   /* the table is now at `version` */
    STORE_NEWS_CHAT,     /* it has chat up to number `chat` */
    STORE_NEWS_PRESENCE, /* who is at the table there; not stored */
    STORE_NEWS_BOT,      /* a bot has to decide, and its server is overloaded; to all, watched or not */
};
struct store_news {
    enum store_news_kind kind;
    struct store_id id;
    int chat;
    struct store_version version;
    int64_t time;
    uint8_t to_act;
    bool bot;
    bool whole; /* the whole change is here; otherwise store_tail has it */
    int cut, ply, n_entry;
    struct store_entry entry[STORE_NEWS_ENTRIES];
    uint32_t node;  /* STORE_NEWS_PRESENCE: number of the server, ... */
    unsigned seats; /* ... bit set of the seats that have a connection there, ... */
    int spectators; /* ... and the number of spectators */
    /* ... since when (ms) owners of other seats have been away; 0: unknown, or not away. */
    int64_t away[STORE_SEATS];
    bool ask; /* the server wants to know the same of others; STORE_NEWS_BOT: a person waits */
};

struct store_hooks {
    void (*wake)(void *arg); /* on a thread of the store */
    /* In store_deliver(), only for watched tables. A hint: it may come late, twice, or not at all; missed news come
     * again within some seconds, and at once where many may have been missed: after a lost connection, or when the
     * database was replaced. A table that no longer exists has version 0. NULL: not wanted. */
    void (*news)(void *arg, const struct store_news *news);
};
struct store_config {
    const char *where; /* name of a SQLite file, or postgres://... */
    int wait_ms;       /* how long a request waits for a database that is away; 0: STORE_WAIT_MS */
    struct store_hooks hooks;
    void *arg;
};

struct store;
/* NULL after a message in err. */
struct store *store_open(const struct store_config *config, char err[STORE_ERROR]);
/* Carries out pending requests, gives no more answers. */
void store_close(struct store *s);
/* Shutting down: requests waiting for another program's lock, or for a database that is away, wait at most this long
 * in all. */
void store_hurry(struct store *s, int ms);
/* NULL while writing works; otherwise why the last write failed, in one word: "full", "locked", "read-only", "gone"
 * (the file is no longer in its place), "away" (no database for some seconds) or "failed". The store tries a small
 * write every few seconds when nothing else is written, so this notices and recovers by itself. */
const char *store_trouble(const struct store *s);

/* Requests are copied. Each gets exactly one answer, whose pointers are valid during the call. `why` is a
 * sentence if the status is STORE_FAILED or STORE_DAMAGED. After STORE_FAILED it is certain that nothing was stored. */
typedef void store_done(void *arg, enum store_status status, const char *why);
void store_write(struct store *s, const struct store_change *change, store_done *done, void *arg);
/* A position that later rules can read, after change n; not a change. An older one does not replace a newer one. */
void store_snapshot(struct store *s, const struct store_id *id, uint32_t n, int ply, const char *text,
                    store_done *done, void *arg);
/* One more chat message; old ones are deleted. n: its number. */
typedef void store_chat_done(void *arg, enum store_status status, const char *why, int n);
void store_chat(struct store *s, const struct store_id *id, const struct store_chat *chat,
                store_chat_done *done, void *arg);
typedef void store_loaded_done(void *arg, enum store_status status, const char *why,
                               const struct store_loaded *loaded);
void store_load(struct store *s, const struct store_id *id, store_loaded_done *done, void *arg);
/* Everything since the table was at `known`, with chat up to number `chat` (-1: none). STORE_CONFLICT: it was never
 * there in this database; load it. */
void store_tail(struct store *s, const struct store_id *id, struct store_version known, int chat,
                store_loaded_done *done, void *arg);
typedef void store_found_done(void *arg, enum store_status status, const struct store_found *found, int n);
void store_find(struct store *s, const struct store_key *token, int n, store_found_done *done, void *arg);
/* Tables ordered by id, starting after `after` (NULL: from the first); none: that was all. */
typedef void store_scanned_done(void *arg, enum store_status status, const struct store_scanned *scanned,
                                int n);
void store_scan(struct store *s, const struct store_id *after, store_scanned_done *done, void *arg);

/* Subscribes to news of this table; also updates how far the caller knows it, if already watched. */
void store_watch(struct store *s, const struct store_id *id, struct store_version known, int chat);
void store_unwatch(struct store *s, const struct store_id *id);
/* Call several times a second: looks up a part of the watched tables, so that nothing is missed for long. */
void store_tick(struct store *s);
/* Sends the other servers STORE_NEWS_PRESENCE or STORE_NEWS_BOT. */
void store_tell(struct store *s, const struct store_news *news);
/* Tables with people at which a bot has had to decide since some time from `from` to `until` (ms), at most
 * STORE_SCAN: their server may have died. None if another server looks after them. */
typedef void store_swept_done(void *arg, enum store_status status, const struct store_id *id, int n);
void store_sweep(struct store *s, int64_t from, int64_t until, store_swept_done *done, void *arg);
/* Heartbeat of a server on a database that others may share, due every STORE_BEAT_MS. A server whose rules differ
 * from those of a live one must wait until that is gone, so that no table is open under two rules. Once let in, a
 * server stays in as long as its heartbeat goes on. */
enum { STORE_BEAT_MS = 2000, STORE_SILENT_MS = 10000 }; /* a server silent this long is taken for dead */
struct store_node {
    uint32_t number;     /* random */
    const char *program; /* for the operator: version and name */
    const char *rules;   /* games with the versions of their rules */
    bool stopping;
    bool gone; /* it has ended: others need not wait for it */
};
typedef void store_beat_done(void *arg, enum store_status status, bool let_in);
void store_beat(struct store *s, const struct store_node *node, store_beat_done *done, void *arg);
/* How far the clock of the database is ahead of this machine's, in ms; 0 if they are the same. */
int64_t store_clock_skew(const struct store *s);
/* Whether other servers may use the same database. */
bool store_is_shared(const struct store *s);
/* Whether `where` names a file rather than a PostgreSQL database. */
bool store_is_file(const char *where);

/* Figures since the store was opened, for the operator. */
struct store_stats {
    int schema;               /* schema version that this program knows */
    struct histogram batch;   /* us: until a batch of writes was decided */
    struct histogram changes; /* writes of a batch */
    int queue;                /* unanswered requests */
    uint64_t conflicts, failures;
    uint64_t late;                         /* news that nobody reported */
    uint64_t reconnects;                   /* to a remote database */
    uint64_t unknown_stored, unknown_lost; /* writes whose COMMIT got no answer */
};
void store_get_stats(struct store *s, struct store_stats *out);

/* Whether two rows are equal. */
bool store_same_table(const struct store_table *a, const struct store_table *b);

/* Delivers pending answers and news. */
void store_deliver(struct store *s);
/* Unanswered requests. */
int store_pending(const struct store *s);

#endif
