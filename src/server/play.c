/* play.c: decisions at a table: of people, bots and chance; free undo and takeback by consent
 * (server_int.h). Knows no game. */
#include "casata/rules.h"
#include "server/clock.h"
#include "server/server_int.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- one decision ------------------------------------------------------------------------------------------- */

void play_remember(struct room *r) {
    size_t size = r->match.game.rules->state_size;
    if (!r->prior) r->prior = malloc(size);
    if (!r->prior) return; /* the log is then sent by a replay */
    memcpy(r->prior, r->match.state, size);
    r->prior_ply = room_ply(r);
}

static void draw_chance(struct room *r) {
    while (casata_match_to_act(&r->match) == CASATA_CHANCE) {
        casata_action a = secret_chance(&r->match.game, r->match.state);
        const char *wrong = casata_match_play(&r->match, CASATA_CHANCE, a, NULL);
        assert(!wrong);
        (void)wrong;
        room_mark(r);
    }
}

void play_begin(struct room *r) {
    r->match.manual_chance = true;
    draw_chance(r);
}

bool play_end_question(struct room *r) {
    bool was = r->row.takeback_seat >= 0;
    r->row.takeback_seat = -1;
    r->row.takeback_ply = 0;
    r->row.takeback_yes = 0;
    r->row.takeback_question = 0;
    return was;
}

/* A legal decision: played, followed by chance, stored. */
static const char *decide(struct room *r, int seat, casata_action a, struct client *who,
                          struct message *msg) {
    int from = room_ply(r);
    play_remember(r);
    const char *wrong = casata_match_play(&r->match, seat, a, NULL);
    if (wrong) return wrong;
    room_mark(r);
    draw_chance(r);
    bool asked = play_end_question(r);
    bool over = casata_match_to_act(&r->match) < 0;
    struct store_change change = {.table = asked ? &r->row : NULL, .cut = -1};
    struct pending p = {.who = who, .msg = msg, .tell = TELL_LOG | TELL_STATE, .from = from};
    if (over) p.tell |= TELL_TABLE;
    p.decider = 1 + seat;
    p.began = clock_us();
    room_commit(r, &change, from, &p);
    return NULL;
}

/* --- people --------------------------------------------------------------------------------------------------- */

static bool is_stale(struct room *r, const struct watcher *w, int64_t ply, const char *hash) {
    CASATA_STATE_BUFFER(view);
    char now[20];
    if (ply != room_ply(r)) return true;
    if (!hash) return false;
    casata_view(&r->match.game, r->match.state, say_viewer(r, w), view);
    snprintf(now, sizeof now, "%016llx", (unsigned long long)casata_hash(&r->match.game, view));
    return strcmp(now, hash) != 0;
}

/* May this seat be played by its person? */
static bool is_own_play(struct room *r, struct client *c, const struct message *msg, int seat) {
    if (r->row.seat[seat].kind == STORE_HUMAN) return true;
    say_error(c, msg->id, r, "not_allowed", "a bot plays this seat; take it back first");
    return false;
}

/* The ply at which the seat itself wants to act. False after an error; `complete`: the message's other fields are
 * there. */
static bool read_ply(struct room *r, struct client *c, const struct message *msg, bool complete,
                     const char *needs, int64_t *ply) {
    if (!message_int(msg, "ply", 0, INT32_MAX, ply) || !complete) {
        say_error(c, msg->id, r, "bad_request", needs);
        return false;
    }
    return is_own_play(r, c, msg, room_watcher(r, c)->seat);
}

void play_act(struct room *r, struct client *c, struct message *msg) {
    const struct watcher *w = room_watcher(r, c);
    const char *text = message_text(msg, "action"), *hash = message_text(msg, "hash");
    int64_t ply;
    if (!read_ply(r, c, msg, text, "act needs ply (a number) and action (a text)", &ply)) return;
    if (is_stale(r, w, ply, hash)) {
        say_error(c, msg->id, r, "stale", "the table has moved on");
        say_state(r, w, NULL);
        return;
    }
    unsigned to_act = casata_match_deciders(&r->match);
    if (!to_act)
        say_error(c, msg->id, r, "over", "the game is over");
    else if (!(to_act >> w->seat & 1))
        say_error(c, msg->id, r, "not_your_turn", "another seat has to decide");
    else {
        casata_action a = casata_action_parse(r->match.game.rules, text);
        if (!a || decide(r, w->seat, a, c, msg))
            say_error(c, msg->id, r, "illegal_action", "the action is not legal now");
    }
}

/* --- back ------------------------------------------------------------------------------------------------------ */

/* Goes back to a log of `ply` entries; chance decides there again. */
static void go_back(struct room *r, int ply, struct client *who, struct message *msg) {
    const char *wrong = casata_match_undo(&r->match, ply - r->row.first);
    assert(!wrong);
    (void)wrong;
    play_remember(r);
    draw_chance(r);
    play_end_question(r);
    r->row.undos++;
    if (r->row.settled > ply) r->row.settled = ply;
    for (int i = 0; i < r->row.seats; i++) /* resigned seats stay so */
        if (r->row.seat[i].resigned > ply + 1) r->row.seat[i].resigned = ply + 1;
    room_set_resigned(r);
    if (r->saved_ply > ply) r->saved_ply = -1;
    struct store_change change = {.table = &r->row, .cut = ply};
    struct pending p = {.who = who, .msg = msg, .tell = TELL_TABLE | TELL_LOG | TELL_STATE, .from = ply};
    room_commit(r, &change, ply, &p);
}

int play_undo_limit(const struct room *r, int seat) {
    /* The end of a game with hidden parts opens its record: nobody goes back from there alone. */
    bool over = casata_match_to_act(&r->match) < 0, by_rules = !casata_to_act(&r->match.game, r->match.state);
    bool closed =
        over && (r->match.game.rules->redact || !by_rules); /* nobody takes back another's resignation */
    return closed ? room_ply(r) : r->row.first + casata_match_undo_limit(&r->match, seat);
}

void play_undo(struct room *r, struct client *c, struct message *msg) {
    const struct watcher *w = room_watcher(r, c);
    int64_t ply;
    if (!read_ply(r, c, msg, true, "undo needs ply (a number)", &ply)) return;
    if (ply < play_undo_limit(r, w->seat) || ply >= room_ply(r))
        say_error(c, msg->id, r, "nothing_to_undo", "the log cannot be cut there freely");
    else
        go_back(r, (int)ply, c, msg);
}

/* The owners of seats that bots play now, if going back to `ply` concerns them: their seat has decided since, or
 * something was revealed or drawn that nobody may choose again without them. */
static bool concerns_absent(const struct room *r, int seat, int ply) {
    for (int i = ply - r->row.first; i < r->match.n_log; i++)
        if (r->match.log[i].seat == seat || r->match.log[i].reveals) return true;
    return false;
}

/* The people who have to agree. */
static unsigned voters(const struct room *r) {
    unsigned set = 0;
    for (int i = 0; i < r->row.seats; i++) {
        bool person = r->row.seat[i].kind == STORE_HUMAN;
        if (i == r->row.takeback_seat || !(person || room_owned(r, i))) continue;
        if (person || concerns_absent(r, i, r->row.takeback_ply)) set |= 1u << i;
    }
    return set;
}

unsigned play_waiting(const struct room *r) { return voters(r) & ~r->row.takeback_yes; }

/* Nobody sees hidden information and then plays on from before: the record has been read, or the end showed it. */
static bool is_shown(const struct room *r) {
    if (!r->match.game.rules->redact || casata_match_to_act(&r->match) >= 0) return false;
    return r->row.record_open || (r->match.n_log > 0 && r->match.log[r->match.n_log - 1].reveals);
}

static void tell_question(struct room *r, struct client *c, struct message *msg) {
    struct store_change change = {.table = &r->row, .cut = -1};
    room_commit(r, &change, -1, &(struct pending){.who = c, .msg = msg, .tell = TELL_STATE});
}

void play_takeback(struct room *r, struct client *c, struct message *msg) {
    const struct watcher *w = room_watcher(r, c);
    int64_t ply;
    if (!read_ply(r, c, msg, true, "takeback needs ply (a number)", &ply)) return;
    if (ply < r->row.first || ply < r->row.settled || ply >= room_ply(r)) {
        say_error(c, msg->id, r, "nothing_to_undo", "the log cannot be cut there");
        return;
    }
    if (is_shown(r)) {
        say_error(c, msg->id, r, "not_allowed", "the game is over and what was hidden has been shown");
        return;
    }
    r->row.takeback_seat = w->seat;
    r->row.takeback_ply = (int)ply;
    r->row.takeback_yes = 0;
    r->row.takeback_question = ++r->row.questions;
    if (voters(r))
        tell_question(r, c, msg);
    else
        go_back(r, (int)ply, c, msg);
}

/* False: not for this seat to answer. */
static bool answer_takeback(struct room *r, struct client *c, struct message *msg, bool yes) {
    int seat = room_watcher(r, c)->seat;
    bool asker = seat == r->row.takeback_seat, voter = voters(r) >> seat & 1;
    if (asker ? yes : !voter) return false;
    if (!yes || is_shown(r)) {
        play_end_question(r);
        tell_question(r, c, msg);
        return true;
    }
    r->row.takeback_yes |= 1u << seat;
    if (play_waiting(r))
        tell_question(r, c, msg);
    else
        go_back(r, r->row.takeback_ply, c, msg);
    return true;
}

void play_answer(struct room *r, struct client *c, struct message *msg) {
    bool yes;
    int64_t question;
    if (!message_truth(msg, "yes", &yes) || !message_int(msg, "question", 1, UINT32_MAX, &question)) {
        say_error(c, msg->id, r, "bad_request", "answer needs question (its number) and yes (true or false)");
        return;
    }
    bool takeback = r->row.takeback_seat >= 0 && question == r->row.takeback_question;
    bool answered =
        takeback ? answer_takeback(r, c, msg, yes) : invites_answer(r, c, msg, (uint32_t)question, yes);
    if (!answered) say_error(c, msg->id, r, "no_question", "there is no such question for you to answer");
}

/* --- bots --------------------------------------------------------------------------------------------------------- */

enum casata_level play_level(const struct store_seat *seat) {
    int level = casata_word_find(&casata_level_words, seat->level, strlen(seat->level));
    return level < 0 ? (enum casata_level)0 : (enum casata_level)level;
}

static bool has_person(const struct room *r) {
    for (int i = 0; i < r->row.seats; i++)
        if (r->row.seat[i].kind == STORE_HUMAN) return true;
    return false;
}

/* Bots play on by themselves for a while; then they wait until somebody watches. */
static bool is_left_alone(const struct room *r) {
    return !r->n_watcher && !has_person(r) &&
           clock_now() - r->watched >= (int64_t)r->server->config.alone_s * 1000;
}

/* Is this the current position, with a bot to decide? */
static bool is_current(const struct room *r, const struct bot_tag *tag) {
    return tag->ply == room_ply(r) && tag->undos == r->row.undos && r->row.seat[tag->seat].kind == STORE_BOT;
}

/* A person looks on, here or at the server that asked for help. */
static bool is_waited_for(const struct room *r) {
    return has_person(r) && (r->n_watcher || clock_now() < r->helps_until);
}

static void ask_bot(struct room *r, int seat) {
    struct bot_order order = {.tag = {r->id, room_ply(r), r->row.undos, seat},
                              .background = !is_waited_for(r),
                              .level = play_level(&r->row.seat[seat])};
    memcpy(order.owner, r->owner, sizeof order.owner);
    secret_bytes(&order.seed, sizeof order.seed);
    r->thinking = true;
    r->asked = order.tag;
    if (r->server->shared && bots_busy(r->server->bots)) news_ask_help(r, !order.background);
    bots_think(r->server->bots, &order, &r->match.game, r->match.state);
}

/* The first seat of a bot that has to decide, -1: none. */
static int bot_to_act(const struct room *r) {
    unsigned to_act = casata_match_deciders(&r->match);
    for (int seat = 0; seat < r->row.seats; seat++)
        if (to_act >> seat & 1 && r->row.seat[seat].kind == STORE_BOT) return seat;
    return -1;
}

bool play_bot_is_next(const struct room *r) { return bot_to_act(r) >= 0; }

void play_rest(struct room *r, int64_t until) {
    r->rest_until = until;
    if (!r->thinking || is_current(r, &r->asked)) return;
    bots_forget(r->server->bots, &r->id);
    r->thinking = false;
}

void play_wake_bots(struct room *r) {
    struct server *s = r->server;
    if (r->rest_until || s->stopping || !s->bots) return;
    if (r->thinking && is_current(r, &r->asked)) {
        if (r->n_watcher && has_person(r)) bots_hurry(s->bots, &r->id);
        return;
    }
    if (r->thinking) bots_forget(s->bots, &r->id);
    r->thinking = false;
    if (is_left_alone(r)) return;
    int seat = bot_to_act(r);
    if (seat >= 0) ask_bot(r, seat); /* one at a time: the next sees this one's decision */
}

void play_bot_decided(void *server, const struct bot_tag *tag, casata_action a) {
    struct room *r = room_find(server, &tag->table);
    if (!r) return;
    r->thinking = false;
    if (r->phase == ROOM_READY) {
        play_bot(r, tag, a);
        if (r->phase == ROOM_READY) play_wake_bots(r);
        return;
    }
    struct waiting *w = calloc(1, sizeof *w);
    if (!w) return; /* the bot is asked again when the table is free */
    w->tag = *tag;
    w->action = a;
    room_wait(r, w);
}

/* A decision for an obsolete position is dropped. */
void play_bot(struct room *r, const struct bot_tag *tag, casata_action a) {
    if (!is_current(r, tag) || r->server->stopping) return;
    const char *wrong = decide(r, tag->seat, a, NULL, NULL);
    if (!wrong) return;
    log_line(LOG_FAIL, "bot", r->name, "table %s: the bot of seat %d: %s", r->name, tag->seat, wrong);
    r->rest_until = clock_now() + STORE_REST_MS;
}
