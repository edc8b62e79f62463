/* store.h: where tables are kept for good. A change is told as done only when it is safely on the disk.
 * Knows no rules, no sockets and no clients; every backend (sqlite.c) keeps its own language behind this.
 *
 * One thread of its own does all the work. It takes whatever was asked meanwhile as one transaction (group
 * commit): the more is asked, the more is saved with one wait for the disk. Requests are carried out in their
 * order. Answers are given on the caller's thread, in store_deliver(), after `wake` said that there are some. */
#ifndef CASATA_STORE_H
#define CASATA_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_SEATS = 6,
    STORE_NAME = 32, /* bytes of a name, the 0 included */
    STORE_WORD = 16, /* of a game's id, a level */
    STORE_OPTIONS = 256,
    STORE_CHAT = 2001,
    STORE_CHATS = 100,        /* so many of the last chat messages are loaded with a table, ... */
    STORE_CHATS_KEPT = 300,   /* ... and so many are kept */
    STORE_POSITION = 1 << 20, /* bytes of a position, at most */
    STORE_PLIES = 1 << 24,    /* of a log, at most; also chat messages */
    STORE_SCAN = 64,          /* tables of one store_scan */
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
    struct store_key token;  /* whose seat it is, kept while a bot plays for him */
    struct store_key invite; /* who may sit down */
    uint32_t reinvite;       /* number of the open question to its owner: may the seat be given to whoever
                                has the invitation? 0: none */
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
    int settled; /* the log is not taken back below this ply: a seat lost its owner there, who was not asked */
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
    int n; /* counts up from 0 */
    int seat;
    int64_t time; /* ms */
    char name[STORE_NAME];
    char text[STORE_CHAT];
};

/* What happens to one table, all of it or nothing. */
struct store_change {
    struct store_id id;
    bool create;                     /* `table` is new */
    const struct store_table *table; /* new contents of its row and seats; NULL: as they are */
    int cut;                         /* the log loses its entries from this ply on; -1: none */
    int from, n;                     /* n entries are appended, the first at ply `from` */
    const struct store_entry *entry;
    const struct store_chat *chat; /* one more, old ones are deleted; NULL: none */
    const char *start;             /* position at ply `first`; NULL: as it is */
    const char *snapshot;          /* position at snapshot_ply; NULL: as it is */
    int snapshot_ply;
};

/* STORE_DAMAGED: the rows of this one table make no sense; everything else works. */
enum store_status { STORE_OK, STORE_NONE, STORE_FAILED, STORE_DAMAGED };

/* Answer to store_load. entry[0] is at ply table.first. */
struct store_loaded {
    struct store_table table;
    struct store_entry *entry;
    int n;
    struct store_chat *chat;
    int n_chat;
    char *start, *snapshot; /* NULL: none */
    int snapshot_ply;
};
/* Answer to store_find: the seats of some tokens with how their tables stand; without tables that are damaged. */
struct store_found {
    struct store_table table;
    int seat, ply;
    uint8_t to_act;
    int64_t time; /* of the last decision */
};
/* Answer to store_scan: how far a table and its snapshot have come. */
struct store_scanned {
    struct store_id id;
    int ply, snapshot_ply; /* -1: there is no snapshot */
};

struct store;
/* path: of the database file. NULL after a message in err. wake is called on the store's thread. */
struct store *store_open(const char *path, void (*wake)(void *arg), void *arg, char err[STORE_ERROR]);
/* Carries out what was asked before, gives no more answers. */
void store_close(struct store *s);
/* The end is near: what waits for a lock of another program waits at most so long in all. */
void store_hurry(struct store *s, int ms);
/* NULL while writing works; otherwise why the last write failed, in one word: "full", "locked", "read-only", "gone" (the
 * file is not in its place any more) or "failed". The store tries a small write every few seconds when nothing else is
 * written, so this finds out and recovers by itself. */
const char *store_trouble(const struct store *s);

/* What is asked is copied. Every request gets exactly one answer, in the order of the requests; what it
 * points to lives during the call. `why` is a sentence if the status is STORE_FAILED or STORE_DAMAGED. */
typedef void store_done(void *arg, enum store_status status, const char *why);
void store_write(struct store *s, const struct store_change *change, store_done *done, void *arg);
typedef void store_loaded_done(void *arg, enum store_status status, const char *why,
                               const struct store_loaded *loaded);
void store_load(struct store *s, const struct store_id *id, store_loaded_done *done, void *arg);
typedef void store_found_done(void *arg, enum store_status status, const struct store_found *found, int n);
void store_find(struct store *s, const struct store_key *token, int n, store_found_done *done, void *arg);
/* Tables in the order of their ids, from the one behind `after` (NULL: the first) on; none: that was all. */
typedef void store_scanned_done(void *arg, enum store_status status, const struct store_scanned *scanned,
                                int n);
void store_scan(struct store *s, const struct store_id *after, store_scanned_done *done, void *arg);

/* Gives the answers that are there. */
void store_deliver(struct store *s);
/* Requests without an answer yet. */
int store_pending(const struct store *s);

#endif
