/* server_int.h: the structs of the server, for the files in this folder only.
 *
 *   talk.c    client messages: limits, which handler; message.c: their fields
 *   room.c    tables in memory: found, made, forgotten; room_load.c: read from the store; room_commit.c: changed;
 *             room_watch.c: watchers
 *   restore.c a table out of its rows
 *   news.c    changes by other servers on the same database
 *   nodes.c   this server among those of a database
 *   repair.c  snapshots for tables that a crash left without
 *   play.c    decisions: of people, bots and chance; undo and takeback
 *   create.c  new tables, rematches
 *   seats.c   who sits where: sitting down, names, bots for people
 *   watch.c   opening and leaving a table
 *   history.c earlier positions, the record of a match that is over
 *   chat.c    chat
 *   lobby.c   a person's tables
 *   invites.c invitations: shown, renewed, withdrawn, and for a seat whose owner lost it
 *   devices.c a seat on another device
 *   hands.c   spectators with the hand of a seat
 *   say.c     messages to clients (view.c: about a match)
 *
 * A change of a table is made in memory, sent to the store and announced only once stored; until then
 * all other requests to that table wait. If storing fails, the table is read back from the store; if that
 * fails too, its watchers are informed and wait with the server until it can be read. */
#ifndef CASATA_SERVER_INT_H
#define CASATA_SERVER_INT_H

#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"
#include "server/bots.h"
#include "server/log.h"
#include "server/message.h"
#include "server/metrics.h"
#include "server/net.h"
#include "server/secret.h"
#include "server/server.h"
#include "store/store.h"

enum {
    MAX_WATCHES = 16,         /* tables that one connection watches */
    MAX_SPECTATORS = 64,      /* of one table; they must never keep its players out */
    MAX_WINDOWS = 8,          /* connections of one seat */
    MAX_ID = 200,             /* bytes of a request's id as JSON */
    MAX_TOKENS = 64,          /* of one `tables` */
    MAX_EXCESS = 100,         /* refused messages before a client is disconnected */
    TABLES_WAITING = 16,      /* one `tables` counts as this many of them: its answer takes much memory */
    MAX_WAITING = 64,         /* messages of one client that wait for busy tables, ... */
    WAITING_BYTES = 8192,     /* ... their bytes (in memory twice that, and 150 for each), ... */
    WAITING_ALL = 2 << 20,    /* ... and of all clients */
    ANSWER_BYTES = 16 * 1024, /* of answers count as one message */
    CHAT_CHARS = 500,
    CHATS_PER_MINUTE = 20, /* of one seat, ... */
    CHATS_BURST = 5,
    CHATS_PER_TABLE = 60, /* ... of one table, and of one address */
    CHATS_TABLE_BURST = 20,
    STORE_REST_MS = 3000, /* bots rest this long after a store failure */
    SCRATCH = 512 * 1024, /* bytes of the largest message */
};

struct room;
struct client { /* a connection; kept until the last reference goes */
    struct server *server;
    struct net_conn *conn; /* NULL: gone */
    int refs;
    struct bucket messages;
    int excess;
    int n_waiting;        /* messages that wait for tables */
    size_t waiting_bytes; /* of these messages as received */
    int n_watch;
    struct room *watch[MAX_WATCHES];
    struct store_id sat[MAX_WATCHES]; /* the last tables at which it had a seat */
    unsigned n_sat;                   /* how many in all */
};
struct watcher {
    struct client *client;
    int seat;             /* -1: spectator, ... */
    int hand;             /* ... who sees this seat's view, -1: none */
    struct store_key key; /* both while the seat has this token, or this link to its hand */
};

/* A request to a busy table: a message, or a bot's decision. */
struct waiting {
    struct waiting *next;
    struct client *client; /* NULL: a bot */
    struct message *msg;
    size_t bytes; /* of the message, as counted for the limits */
    struct bot_tag tag;
    casata_action action;
    bool told; /* knows that the table cannot be read now */
    int tries; /* how often another server was faster */
};

/* The messages sent when a change has been stored. */
enum { TELL_TABLE = 1, TELL_LOG = 2, TELL_STATE = 4, TELL_CHAT = 8 };
struct pending {
    struct client *who;   /* who gets the reply; NULL: nobody */
    struct message *msg;  /* the request; NULL: none */
    int tries;            /* how often another server was faster */
    unsigned tell;        /* to all watchers */
    unsigned carrier;     /* the message of `tell` with the id; 0: the state, else the chat, else the table */
    bool stays;           /* `who` keeps the seat, which has a new token */
    int from;             /* TELL_LOG: first new entry */
    char *reply;          /* to `who` before that; NULL: the first message carries the id */
    struct store_id next; /* of a rematch: the new table, which waits for it */
    struct store_chat *say; /* a chat message; NULL: none */
    bool forget;            /* the table leaves memory then */
    int decider;            /* 1 + the seat that decided; 0: nobody */
    int64_t began;          /* us: when that was requested */
    bool upgrade; /* its row says then that it goes on under other rules; nothing may happen before */
};

struct mark {
    int64_t time;   /* date of the decision */
    uint8_t to_act; /* who decides after it */
};
struct absence {   /* since when a seat's owner counts as away; meaningless while the owner is here */
    int64_t since; /* ms of clock_now: this one decides */
    int64_t date;  /* the same moment for people */
};
/* ROOM_UNREAD: the store could not read it, and tries again at retry_at */
struct elsewhere {
    uint32_t node;
    unsigned seats; /* bit set */
    int spectators;
    int64_t until; /* ms: unless announced again */
};
enum room_phase { ROOM_LOADING, ROOM_READY, ROOM_SAVING, ROOM_UNREAD };
struct room {
    struct room *next;
    struct server *server;
    struct store_id id;
    char name[SECRET_ID_TEXT];
    enum room_phase phase;
    const char *refused; /* why this table cannot be played; NULL: it can */
    struct casata_match match;
    struct mark *mark; /* one for each entry of the match's log */
    int cap_mark;
    unsigned char *prior; /* the state before entry prior_ply: the live log is sent from there */
    int prior_ply;
    struct store_table row;
    struct store_version version; /* of the last stored change, ... */
    struct store_version saving;  /* ... and of the one on its way */
    int64_t time;                 /* of the last change, or the one on its way */
    int stored_ply;               /* length of the stored log */
    bool cutting;                 /* the change on its way has cut that log */
    uint32_t heard;               /* number of the last change reported by another server */
    int heard_chat;               /* the same of a chat message */
    int tries;                    /* of the change being handled: how often another server was faster */
    struct elsewhere *elsewhere;  /* who is at the table on other servers */
    int n_elsewhere;
    unsigned seats_told; /* as last announced to the others */
    int spectators_told;
    int64_t tell_at;         /* ms: next announcement */
    bool presence_due;       /* presence changed while the table was busy; its watchers do not know yet */
    struct store_chat *chat; /* the last STORE_CHATS */
    int n_chat;
    struct watcher *watcher;
    int n_watcher;
    struct waiting *first, **last;
    struct pending pending;
    struct pending lost; /* request that lost to another server; answered when the table has caught up */
    int lost_ply;        /* and the table's state then */
    uint32_t lost_undos;
    bool thinking; /* a bot is, about `asked` */
    struct bot_tag asked;
    uint8_t owner[16];  /* address that made the table or last played at it: its thoughts count for it */
    int64_t watched;    /* ms: when it was last watched */
    bool fresh;         /* not in the store yet */
    bool unread;        /* its watchers know that it cannot be read */
    bool resend;        /* watchers get all of it once it has been read */
    int64_t retry_at;   /* ms */
    int64_t rest_until; /* ms */
    int64_t loading;    /* us: when reading began */
    int saved_ply;      /* of the snapshot in the store, -1: none */
    int64_t used;       /* ms */
    struct bucket chats, seat_chats[STORE_SEATS];
    struct absence absence[STORE_SEATS];
    unsigned absence_guessed; /* bit set: counted from when the table was read; others may know more */
    int64_t helps_until;      /* ms: another server asked for help with its bots, and a person waits there */
};

/* The walk over all tables after the start (repair.c). */
struct repair {
    struct store_id last;             /* all up to this one have been checked, ... */
    struct store_id next;             /* ... and up to this one with the list */
    struct store_id list[STORE_SCAN]; /* tables that lack a snapshot */
    int n, at;
    int asked; /* unanswered requests */
    bool failed;
    int tries;     /* of this list */
    int64_t pause; /* ms: not before */
    int stored, unplayable, bad_here;
    bool done;
};

struct server {
    struct server_config config;
    struct net *net;
    struct store *store;
    bool shared; /* other servers use the same database */
    struct bots *bots;
    struct files *files;
    struct room *rooms[4096];
    int n_rooms;
    size_t waiting_bytes;      /* of messages that wait for tables */
    struct store_entry *entry; /* for a change */
    int cap_entry;
    int64_t draining;              /* when the proxy was asked to turn away, 0: not yet */
    int64_t stopping;              /* when it began, 0: not */
    bool closing;                  /* all is stored, connections are being closed */
    const char *trouble;           /* of the store, as last reported */
    bool clock_is_wrong;           /* the same of the clock */
    uint32_t node;                 /* random number of this server among those of a database */
    char name[40];                 /* of this server for its operator */
    char rules[2000];              /* the games and their rules, as other servers compare them */
    int64_t began_now, began_date; /* both clocks at the start */
    bool waiting;                  /* until no server with other rules is left, ... */
    bool has_waited;               /* ... and the operator knows */
    bool beating;                  /* the last heartbeat has no answer yet */
    int64_t beat_at;               /* ms: the next one */
    struct metrics metrics;
    int64_t swept; /* ms: last search for bots of dead servers */
    int sweeping;  /* outstanding answers */
    struct repair repair;
    char scratch[SCRATCH];
};

/* --- talk.c ------------------------------------------------------------------------------------------------ */
void talk_opened(void *server, struct net_conn *c);
void talk_message(void *server, struct net_conn *c, const char *text, size_t n);
void talk_frame(void *server, struct net_conn *c);
void talk_closed(void *server, struct net_conn *c);
enum net_use talk_use(void *server, struct net_conn *c);
/* Answers cost by size: bytes sent since net_sent() was `before` count as messages of the client. */
void talk_charge(struct client *c, uint64_t before);
/* A message for a table that is ready. */
void talk_to_room(struct room *r, struct client *c, struct message *msg);
void client_keep(struct client *c);
void client_drop(struct client *c);
/* Handlers of one message; the room is ready and can be played. */
typedef void talk_handler(struct room *r, struct client *c, struct message *msg);
/* The client's place at a table, NULL: the client does not watch it. */
struct watcher *room_watcher(struct room *r, const struct client *c);

/* --- room*.c ----------------------------------------------------------------------------------------------- */
struct room *room_find(struct server *s, const struct store_id *id); /* in memory; NULL: not there */
struct room *room_get(struct server *s, const struct store_id *id);  /* or being loaded */
struct room *room_new(struct server *s, const struct store_id *id);
void room_wait(struct room *r, struct waiting *w);
/* Sends a change to the store and, once it is stored, `pending`, which it takes over. Fills in the id and the entries
 * of the log from ply `from` on (-1: none). */
void room_commit(struct room *r, struct store_change *change, int from, const struct pending *pending);
/* The same for a change of the row together with a new table: both are stored, or neither. */
void room_commit_rematch(struct room *r, struct room *next, const struct pending *pending);
/* Stores a chat message, then sends it. */
void room_say(struct room *r, const struct store_chat *chat, const struct pending *pending);
/* Notes date and next seats for the last entry of the log. */
void room_mark(struct room *r);
void room_tick(struct server *s);
/* Stores snapshots of all tables; true: nothing is left to store. */
bool room_save_all(struct server *s);
void room_free_all(struct server *s);
int room_ply(const struct room *r);
int room_watching(const struct room *r, int seat); /* connections; seat -1: spectators */
bool room_online(const struct room *r, int seat);  /* here or at another server */
bool room_owned(const struct room *r,
                int seat); /* it is some person's, even while a bot plays it; not after giving up */
/* The owner's absence counts from now on: the seat was taken or left, or the table has just been loaded. */
void room_begin_absence(struct room *r, int seat);
/* Applies the resigned seats of the row to the match. */
void room_set_resigned(struct room *r);
int room_away_s(const struct room *r); /* after how many seconds a seat counts as left */
/* Has the owner been away for the table's time, as far as this server knows? */
bool room_long_away(const struct room *r, int seat);
/* Since when the owner has been away; 0: here, or the seat is nobody's. */
int64_t room_away_date(const struct room *r, int seat);
void room_watch(struct room *r, struct client *c, int seat);
void room_unwatch(struct room *r, struct client *c);

/* Windows of seats with a new owner become spectators, as far as there is room; true: there were some. */
bool room_evict(struct room *r);
/* Sends all watchers the changes named in `pending`, which also says who asked. */
void room_tell(struct room *r, const struct pending *p);
/* Reads the whole table again; everything waits until then. resend: watchers get all of it. */
void room_load(struct room *r, bool resend);
/* The store could not read it: its watchers are informed, and the table is read again after a rest. */
void room_rest_unread(struct room *r, const char *why);
/* The table is free: waiting messages, then bots. */
void room_proceed(struct room *r);
void room_add_chat(struct room *r, const struct store_chat *chat);
void room_free_pending(struct pending *p);

/* Answers messages waiting for a table in ROOM_UNREAD: watchers get a message and stay, others are refused. */
void room_unread(struct room *r);

/* --- restore.c --------------------------------------------------------------------------------------------- */
/* Row, match and marks of a loaded table. NULL, or its fault; then the match must still be freed. *changed: its rules
 * or figures are now other ones, or it could not be converted to them. */
const char *restore_table(struct room *r, const struct store_loaded *l, bool *changed);
/* Plays entries stored by another server; NULL, or the error. */
const char *restore_entries(struct room *r, const struct store_entry *entry, int n);
/* The position as JSON: the only part of a match that later rules can read. Lives until the next call; NULL: too
 * long. */
const char *restore_snapshot(const struct room *r);
/* The snapshot that a table lacks, NULL if it lacks none; lives until the next call. Returns NULL, or why the table cannot
 * be played. */
const char *restore_lacking(const struct store_loaded *l, const char **snapshot, int *ply);
/* "id=value id=value" into the numbers of a game; false: something in it is unknown. */
bool restore_options(const struct casata_rules *rules, const char *text, uint8_t *option);

/* --- nodes.c ----------------------------------------------------------------------------------------------- */
void nodes_begin(struct server *s);
void nodes_tick(struct server *s);
void nodes_end(struct server *s);

/* --- server.c ---------------------------------------------------------------------------------------------- */
void server_stop(struct server *s);                /* cleanly, at once */
const char *server_health(const struct server *s); /* a word for the trouble; NULL: all is well */

/* --- repair.c ---------------------------------------------------------------------------------------------- */
void repair_tick(struct server *s);
void repair_end(const struct server *s); /* reports if it was not finished */

/* --- news.c ------------------------------------------------------------------------------------------------ */
/* Notes how far the table is known, whenever that changes. */
void news_known(struct room *r);
void news_loaded(struct room *r); /* the same after it has been read */
/* The table matches the store: answers the request that lost to another server, and goes on with waiting ones. */
void news_settle(struct room *r);
void news_heard(void *server, const struct store_news *n);
/* Another server was faster than the change on its way: the table catches up, and the request is answered. */
void news_conflict(struct room *r);
/* The table catches up with the changes it has heard of; false: there are none. */
bool news_catch_up(struct room *r);
/* The client knows more than this server: the table catches up, and the message is handled again.
 * False: it has been already. */
bool news_behind(struct room *r, struct client *c, struct message *msg);
/* Announces who is here to the others if that has changed or is due again. */
void news_presence(struct room *r, bool ask);
unsigned
news_seats_elsewhere(const struct room *r); /* bit set of the seats with a connection at another server */
int news_spectators_elsewhere(const struct room *r);
void news_tick(struct server *s);
/* This server's bots are overloaded: another may think about this table too. */
void news_ask_help(const struct room *r, bool person);
void news_tick_room(struct room *r, int64_t now);

/* --- play.c ------------------------------------------------------------------------------------------------ */
talk_handler play_act, play_undo, play_takeback, play_answer;
bool play_end_question(struct room *r); /* of a takeback; true: there was one */
/* Bit set of the seats that still have to agree to it. */
unsigned play_waiting(const struct room *r);
void play_begin(struct room *r);                             /* draws the opening chance decisions */
int play_undo_limit(const struct room *r, int seat);         /* ply to which the seat may go back freely */
enum casata_level play_level(const struct store_seat *seat); /* of a bot */
bool play_bot_is_next(const struct room *r);                 /* some bot has to decide */
/* Remembers the current state, so that the following events can be sent from here. */
void play_remember(struct room *r);
void play_wake_bots(struct room *r);
/* Bots rest until then (0: no longer); thoughts about an older position end. */
void play_rest(struct room *r, int64_t until);
void play_bot_decided(void *server, const struct bot_tag *tag, casata_action a);
void play_bot(struct room *r, const struct bot_tag *tag, casata_action a);

/* --- create.c, seats.c, watch.c, history.c, chat.c, lobby.c -------------------------------------------------- */
void create_table(struct client *c, struct message *msg);
void lobby_tables(struct client *c, struct message *msg);
talk_handler create_rematch, seats_sit, seats_rename, seats_to_bot, seats_to_human, seats_resign, watch_table,
    watch_leave, history_at, history_record, chat_post;
/* The seat that a code opens; -1: none, and *wrong says why. */
int seats_of_code(const struct room *r, const char *text, const char **wrong);

/* --- invites.c --------------------------------------------------------------------------------------------- */
struct codes {                                /* as they are sent once */
    char seat[STORE_SEATS][SECRET_CODE_TEXT]; /* "": none */
    char any[SECRET_CODE_TEXT];
};
void invites_write(struct casata_writer *w, const struct codes *codes);
talk_handler invites_renew, invites_withdraw, invites_reinvite, invites_show;

/* --- devices.c --------------------------------------------------------------------------------------------- */
talk_handler devices_link, devices_take, devices_alone;
void devices_end_link(struct store_seat *seat);
/* Answers the question whether a seat may be invited again; false: the client has no such question. */
bool invites_answer(struct room *r, struct client *c, struct message *msg, uint32_t question, bool yes);

/* --- hands.c ----------------------------------------------------------------------------------------------- */
enum { HAND_NONE = -1, HAND_UNKNOWN = -2 };
talk_handler hands_link, hands_close;
bool hands_open(const struct store_seat *seat);
void hands_close_seat(struct store_seat *seat);
/* The seat of the link in a message; HAND_NONE: no link in it, HAND_UNKNOWN: it opens no hand. */
int hands_of_code(const struct room *r, const struct message *msg);
void hands_show(struct room *r, struct watcher *w, int seat);
/* The seat whose hand a spectator sees; HAND_NONE: none, or it was closed. */
int hands_shown(const struct room *r, const struct watcher *w);
/* Makes it a plain spectator, and sends a spectator's view; false: it was one. */
bool hands_end(struct room *r, struct watcher *w);
/* The connection has or takes a seat: it may never watch with a hand at this table. */
void hands_note_seat(struct room *r, struct client *c);
bool hands_had_seat(const struct room *r, const struct client *c);

/* --- say.c ------------------------------------------------------------------------------------------------- */
void say_error(struct client *c, const char *id, const struct room *r, const char *code, const char *message);
void say_text(struct client *c, const char *text);
/* The table of a watcher cannot be shown; retry: only for now, the client stays its watcher. */
void say_unavailable(struct room *r, struct client *c, const char *code, bool retry);
/* Begins {"t":…,"table":…; r NULL: without a table. */
struct casata_writer say_begin(struct server *s, const char *type, const struct room *r);
/* Ends it with the id (NULL: none) and sends it. */
void say_end(struct client *c, struct casata_writer *w, const char *id);
/* The same as a malloc'ed text. */
char *say_end_text(struct casata_writer *w, const char *id);
void say_table(struct room *r, const struct watcher *to, const char *id);
void say_log(struct room *r, const struct watcher *to, int from);
void say_state(struct room *r, const struct watcher *to, const char *id);
void say_chat(struct room *r, const struct watcher *to, int from, const char *id); /* chat[from..] */
void say_presence(struct room *r); /* now, or when the table is no longer busy */
void say_presence_to(struct room *r, const struct watcher *to);
void say_seats(struct casata_writer *w, const struct store_table *t);
int say_viewer(const struct room *r, const struct watcher *w); /* the seat, or CASATA_SPECTATOR */

#endif
