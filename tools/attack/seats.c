/* seats.c: tricks to cheat a player out of a seat or a game: each is "possible" or "refused"
 * (attack.h). */
#include "attack/attack.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { AWAY_MS = 1500, MOST_MOVES = 5000, FIRST_MOVES = 12 };
/* A player counts as away after a second, so that the tricks do not take ten minutes. */
static const char *const short_away[] = {"--away", "1", NULL};
static const char hiding_game[] = "zhanguo"; /* one with hidden information */

static struct kit kit;

static void figure_trick(const char *name, bool ready, bool worked) {
    figure_text(!ready ? "could not be tried" : worked ? "possible" : "refused", "%s", name);
}

static bool sit_two(struct person *a, struct person *b, const char *id) {
    struct casata_game g;
    return casata_find(id, &g) && person_open(a, &kit, &g, 1) && person_open(b, &kit, &g, 2) &&
           person_create(a, id, "[{'kind':'me','name':'A'},{'kind':'open'}]") &&
           person_sit(b, a->table, a->any, "B");
}

static bool hand_over(struct person *p, int seat) {
    return strcmp(person_try(p, "{'t':'to_bot','table':'%s','seat':%d,'level':'paggio'}", p->table, seat),
                  "table") == 0;
}

static void close_two(struct person *a, struct person *b) {
    person_close(a);
    person_close(b);
}

/* --- a seat whose player has only just got it ------------------------------------------------------------------------ */

static void bot_after_sitting(void) {
    struct person a, b;
    bool ready = sit_two(&a, &b, "signorie") && person_watch(&a);
    figure_trick("bot_after_sitting", ready, ready && hand_over(&a, 1));
    close_two(&a, &b);
}

static void bot_after_rematch(void) {
    struct person a, b, *both[] = {&a, &b};
    bool ready = sit_two(&a, &b, "signorie") && person_watch(&a) && person_watch(&b);
    if (ready) kit_play(both, 2, MOST_MOVES);
    ready = ready && a.over;
    json_t *msg = ready ? person_ask(&a, "{'t':'rematch','table':'%s'}", a.table) : NULL;
    snprintf(a.table, sizeof a.table, "%s", text_of(msg, "rematch"));
    json_decref(msg);
    ready = ready && person_watch(&a);
    figure_trick("bot_after_rematch", ready, ready && hand_over(&a, 1));
    close_two(&a, &b);
}

/* --- going back without those who decided -------------------------------------------------------------------------------- */

/* B has played, leaves, and is away long enough for a bot to take over. */
static bool play_and_leave(struct person *a, struct person *b, const char *id, int *left_at) {
    struct person *both[] = {a, b};
    if (!sit_two(a, b, id) || !person_watch(a) || !person_watch(b)) return false;
    kit_play(both, 2, FIRST_MOVES);
    *left_at = a->ply;
    ws_end(&b->ws);
    pause_ms(AWAY_MS);
    return !a->over && hand_over(a, 1);
}

/* Did one person alone cut the log there? */
static bool goes_back_alone(struct person *a, int ply) {
    int undos = a->undos;
    person_try(a, "{'t':'takeback','table':'%s','ply':%d}", a->table, ply);
    return a->undos > undos;
}

static void takeback_alone(void) {
    struct person a, b;
    int left_at = 0;
    bool ready = play_and_leave(&a, &b, "signorie", &left_at);
    figure_trick("takeback_alone", ready, ready && goes_back_alone(&a, left_at / 2));
    close_two(&a, &b);
}

static void takeback_after_record(void) {
    struct person a, b, *alone[] = {&a};
    int left_at = 0;
    bool ready = play_and_leave(&a, &b, hiding_game, &left_at);
    if (ready) kit_play(alone, 1, MOST_MOVES);
    ready = ready && a.over && strcmp(person_try(&a, "{'t':'record','table':'%s'}", a.table), "record") == 0;
    figure_trick("takeback_after_record", ready, ready && goes_back_alone(&a, left_at));
    close_two(&a, &b);
}

/* --- a question that is swapped after the answer ------------------------------------------------------------------------- */

/* The question in the next state that has one, as the fields for an answer; "" if none comes. */
static const char *hear_question(struct person *p) {
    static char text[200];
    const char *key;
    json_t *v, *msg;
    text[0] = 0;
    while (!text[0] && (msg = person_hear(p, "state", KIT_MS))) {
        json_object_foreach(json_object_get(msg, "takeback"), key, v) {
            size_t n = strlen(text);
            if (json_is_integer(v))
                snprintf(text + n, sizeof text - n, ",\"%s\":%lld", key, (long long)json_integer_value(v));
        }
        json_decref(msg);
    }
    return text;
}

static void swapped_question(void) {
    struct person a, b, *both[] = {&a, &b};
    bool ready = sit_two(&a, &b, "signorie") && person_watch(&a) && person_watch(&b);
    if (ready) kit_play(both, 2, FIRST_MOVES);
    if (ready) person_say(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, a.ply - 1);
    const char *question = ready ? hear_question(&b) : "";
    ready = ready && *question;
    int undos = b.undos;
    if (ready) {
        person_try(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, a.ply / 2);
        person_try(&b, "{'t':'answer','table':'%s','yes':true%s}", b.table, question);
    }
    figure_trick("swapped_question", ready, ready && b.undos > undos);
    ready = ready && person_watch(&a) && person_watch(&b);
    undos = b.undos;
    if (ready) person_say(&a, "{'t':'takeback','table':'%s','ply':%d}", a.table, a.ply - 1);
    question = ready ? hear_question(&b) : "";
    person_try(&b, "{'t':'answer','table':'%s','yes':true%s}", b.table, question);
    figure_text(b.undos > undos ? "works" : "fails", "honest_answer");
    close_two(&a, &b);
}

void attack_seats(void) {
    kit_own_limits = false; /* rate limits are not under test here */
    target_start(&kit, NULL);
    bot_after_sitting();
    bot_after_rematch();
    swapped_question();
    target_end(&kit);
    target_start(&kit, short_away);
    takeback_alone();
    takeback_after_record();
    target_end(&kit);
    kit_own_limits = true;
}
