/* backend.h: what store.c needs from a database. */
#ifndef CASATA_STORE_BACKEND_H
#define CASATA_STORE_BACKEND_H

#include "store/store.h"

enum {
    STORE_MAX_FOUND = 256, /* tables of one store_find */
    STORE_LOOK = 1024,     /* watched tables looked up at once */
    STORE_BATCH = 1024,    /* writes of one turn */
};

#define STORE_NO_POSTGRES "this program was built without PostgreSQL: install libpq-dev and build again"

/* A watched table, and how far it is known. */
struct store_known {
    struct store_id id;
    struct store_version version;
    int chat;
};

enum store_job_kind {
    JOB_CHANGE, /* writes */
    JOB_SNAPSHOT,
    JOB_CHAT,
    JOB_LOAD, /* reads */
    JOB_TAIL,
    JOB_FIND,
    JOB_SCAN,
    JOB_LOOK,
    JOB_SWEEP,
    JOB_BEAT,
};
enum store_job_state {
    JOB_OPEN,    /* nothing done yet */
    JOB_UNKNOWN, /* it may have been stored; the backend finds out */
    JOB_DECIDED, /* `status` is the answer */
};
struct store_job {
    struct store_job *next;
    enum store_job_kind kind;
    enum store_job_state state;
    enum store_status status;
    char why[STORE_ERROR];
    int64_t asked;   /* ms */
    uint64_t number; /* in order of request */
    void *arg;
    union {
        store_done *write;
        store_chat_done *chat;
        store_loaded_done *load;
        store_found_done *find;
        store_scanned_done *scan;
        store_swept_done *sweep;
        store_beat_done *beat;
    } done;
    union {
        struct {
            struct store_change change;
            void *copies[8];
        } write;
        struct {
            struct store_id id;
            uint32_t n;
            int ply;
            char *text;
        } snapshot;
        struct {
            struct store_id id;
            uint64_t by; /* random, of this message */
            struct store_chat *chat;
        } chat;
        struct {
            struct store_id id;
            struct store_version known; /* JOB_TAIL: and this much, ... */
            int chat;                   /* ... is known */
            struct store_loaded loaded;
        } load;
        struct {
            struct store_key *token;
            int n_token, n;
            struct store_found *found;
        } find;
        struct {
            struct store_id after;
            struct store_scanned scanned[STORE_SCAN];
            int n;
        } scan;
        struct {
            int64_t from, until;
            struct store_id id[STORE_SCAN];
            int n;
        } sweep;
        struct {
            struct store_node node;
            char *copies[2];
            bool let_in;
        } beat;
        struct {
            struct store_known *known; /* afterwards: those that have changed, as they are */
            struct store_version *was; /* afterwards: as they were known */
            int n;
        } look;
    } u;
};

/* Reports of a backend to its store, from any thread. */
struct store_feed {
    void (*news)(void *arg, const struct store_news *news, int n);
    void (*lost)(void *arg);
    void *arg;
};

struct store_backend {
    /* Reads have their own thread; otherwise one thread does everything. */
    bool reads_apart;
    bool shared; /* other servers may use the database */
    /* Opens, and brings an older schema up to date. NULL after a message in err. */
    void *(*open)(const char *where, const struct store_feed *feed, char err[STORE_ERROR]);
    void (*close)(void *db);
    /* How long writes from now on may wait for locks of other programs, in total. */
    void (*patience)(void *db, int ms);
    /* From any thread: nothing waits longer than this from now on, whatever the patience. */
    void (*hurry)(void *db, int ms);
    /* Decides writes, as one transaction where it can. Jobs that it leaves open or unknown, because the database is away
     * or they have to follow others, are given again, before later ones. Returns soon, and not at once if the database
     * is away. */
    void (*write)(void *db, struct store_job *first);
    /* Decides reads, or leaves them open because the database is away. */
    void (*read)(void *db, struct store_job *first);
    void (*probe)(void *db);                               /* a small write */
    void (*tell)(void *db, const struct store_news *news); /* NULL: no other servers; from any thread */
    int64_t (*skew)(void *db); /* NULL: it has the machine's clock; from any thread */
    int (*schema)(void);
    void (*stats)(void *db, struct store_stats *out); /* NULL: nothing to add; from any thread */
    /* From any thread: the word for the last failure, of store_trouble(); NULL: writing works. */
    const char *(*trouble)(void *db);
};
extern const struct store_backend store_sqlite, store_postgres;

#endif
