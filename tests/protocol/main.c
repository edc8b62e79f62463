/* main.c: plays whole games over `casata engine` and sends it everything a careless or hostile
 * program might. It knows docs/protocol.md and nothing else: no header of Casata, no game.
 *
 *     protocol_test CASATA [-v] [--games N]        N games for each game and number of seats (default 1000)
 */
#include "client.h"
#include "harness.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *casata;
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef SANITIZED
static int n_games = 50; /* the engine that this test runs is slow then */
#else
static int n_games = 1000;
#endif
static struct client c;

/* --- small things -------------------------------------------------------------------------------------- */

static uint64_t random_state = 88172645463325252u;
static unsigned random_below(unsigned n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 32) * n >> 32);
}

/* A failure with the reply that caused it. */
static void blame(int line, const char *what) {
    char text[1400];
    snprintf(text, sizeof text, "%s; the reply was: %.800s", what, client_last(&c));
    test_fail(__FILE__, line, text);
}
#define NEED(cond, what) ((cond) ? true : (blame(__LINE__, what), false))

static int number(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}
static const char *text(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

/* The fields of a status, copied so that the reply can go. */
struct status {
    int ply, to_act; /* first who has to act; -1: nobody, -2: chance */
    bool over;
    char hash[17];
};

static bool read_status(const json_t *reply, struct status *s) {
    const json_t *to_act = json_object_get(reply, "to_act"), *over = json_object_get(reply, "over");
    const json_t *first = json_array_get(to_act, 0);
    if (!NEED(reply_ok(reply), "not ok")) return false;
    if (!NEED(json_is_integer(json_object_get(reply, "ply")) && json_is_boolean(over) &&
                  json_is_array(to_act),
              "status fields"))
        return false;
    if (!NEED(strspn(text(reply, "hash"), "0123456789abcdef") == 16 && strlen(text(reply, "hash")) == 16,
              "hash"))
        return false;
    *s = (struct status){.ply = number(reply, "ply"), .over = json_is_true(over)};
    memcpy(s->hash, text(reply, "hash"), 17);
    s->to_act = !first ? -1 : json_is_integer(first) ? (int)json_integer_value(first) : -2;
    return NEED(s->over == (first == NULL), "over, but somebody has to act");
}

static bool ask_status(struct status *s, json_t *reply) {
    bool ok = read_status(reply, s);
    json_decref(reply);
    return ok;
}

/* The reply, which is released, must be the error with that code. */
static void expect_code(const char *code, json_t *reply, const char *line) {
    if (strcmp(reply_code(reply), code) != 0) {
        char what[300];
        snprintf(what, sizeof what, "expected %s after %.200s", code, line);
        blame(__LINE__, what);
    } else if (!json_string_value(json_object_get(json_object_get(reply, "error"), "message"))) {
        blame(__LINE__, "an error without a message");
    }
    json_decref(reply);
}

/* --- whole games --------------------------------------------------------------------------------------- */

/* Cost or gain of an option: units with their numbers and words. */
static bool check_amounts(const json_t *amounts) {
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(amounts); i++) {
        const json_t *amount = json_array_get(amounts, i);
        ok = NEED(strncmp(text(amount, "word"), "unit.", 5) == 0 && text(amount, "text")[0] &&
                      json_integer_value(json_object_get(amount, "n")) != 0,
                  "an amount without unit, number or words");
    }
    return ok;
}

/* Text, cost, gain and place together distinguish any two options. */
static bool alike(const json_t *a, const json_t *b) {
    static const char *const read[] = {"text", "cost", "gain", "at"};
    for (int i = 0; i < 4; i++) {
        const json_t *x = json_object_get(a, read[i]), *y = json_object_get(b, read[i]);
        if ((x || y) && !json_equal(x, y)) return false;
    }
    return true;
}

static bool check_options(const json_t *actions) {
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(actions); i++) {
        const json_t *a = json_array_get(actions, i);
        ok = NEED(text(a, "action")[0] && text(a, "text")[0], "an action without its texts") &&
             check_amounts(json_object_get(a, "cost")) && check_amounts(json_object_get(a, "gain"));
        for (size_t k = 0; ok && k < i; k++)
            ok = NEED(!alike(a, json_array_get(actions, k)), "two options that read alike");
        if (!ok) printf("  option: %s (%s)\n", text(a, "action"), text(a, "text"));
    }
    return ok;
}

/* A random action out of a reply to `legal`, which is released. */
static bool choose(json_t *legal, const struct status *s, char action[128]) {
    const json_t *actions = json_object_get(legal, "actions"), *who = json_object_get(legal, "seat");
    size_t n = json_array_size(actions);
    bool ok = NEED(reply_ok(legal) && n > 0, "no legal action") &&
              NEED((s->to_act == -2 && strcmp(text(legal, "seat"), "chance") == 0) ||
                       (json_is_integer(who) && json_integer_value(who) == s->to_act),
                   "seat") &&
              NEED(json_is_string(json_object_get(legal, "prompt")), "prompt") && check_options(actions);
    if (ok) {
        const json_t *chosen = json_array_get(actions, random_below((unsigned)n));
        snprintf(action, 128, "%s", text(chosen, "action"));
    }
    json_decref(legal);
    return ok;
}

/* The reply to `play`, which is released: one more ply. */
static bool check_played(json_t *played, struct status *s) {
    int ply = s->ply;
    bool ok = read_status(played, s) && NEED(json_is_array(json_object_get(played, "events")), "events") &&
              NEED(s->ply == ply + 1, "ply");
    json_decref(played);
    return ok;
}

/* One decision by legal and play. */
static bool play_one(struct status *s) {
    char action[128];
    if (!choose(client_ask(&c, "{\"cmd\":\"legal\"}"), s, action)) return false;
    return check_played(client_ask(&c, "{\"cmd\":\"play\",\"action\":\"%s\"}", action), s);
}

/* The position out, and in again: the same hash. */
static bool load_position(const char *game, struct status *s) {
    struct status again;
    json_t *reply = client_ask(&c, "{\"cmd\":\"position\"}");
    json_t *position = json_incref(json_object_get(reply, "position"));
    json_decref(reply);
    if (!NEED(json_is_object(position), "position")) return false;
    json_t *setup = json_pack("{s:s, s:s, s:o, s:i}", "cmd", "setup", "game", game, "position", position,
                              "seed", (int)random_below(1 << 30));
    if (!ask_status(&again, client_request(&c, setup))) return false;
    bool ok = NEED(strcmp(s->hash, again.hash) == 0, "the position has another hash after setup") &&
              NEED(s->to_act == again.to_act && s->over == again.over, "to_act after setup");
    *s = again;
    return ok;
}

static bool check_scores(int seats) {
    json_t *reply = client_ask(&c, "{\"cmd\":\"scores\"}");
    const json_t *scores = json_object_get(reply, "scores"), *ranks = json_object_get(reply, "ranks");
    const json_t *breakdown = json_object_get(reply, "breakdown"), *out = json_object_get(reply, "out");
    bool ok = NEED((int)json_array_size(scores) == seats && (int)json_array_size(ranks) == seats &&
                       (int)json_array_size(breakdown) == seats && (int)json_array_size(out) == seats,
                   "scores of all seats");
    int winners = 0, lost = 0;
    for (int i = 0; ok && i < seats; i++) {
        json_int_t sum = 0;
        const char *part;
        json_t *points;
        json_object_foreach(json_array_get(breakdown, (size_t)i), part, points) sum +=
            json_integer_value(points);
        ok =
            NEED(sum == json_integer_value(json_array_get(scores, (size_t)i)), "the parts are not the score");
        winners += json_integer_value(json_array_get(ranks, (size_t)i)) == 1;
        lost += json_is_true(json_array_get(out, (size_t)i));
    }
    ok = ok && NEED(lost == seats ? winners == 0 : winners >= 1, "winners");
    json_decref(reply);
    return ok;
}

/* A whole game. `legal` for the next decision goes out together with `play`: lines may be sent ahead. */
static bool play_game(const char *game, int seats, const char *chance, long *decisions, long *positions) {
    struct status s;
    char action[128];
    json_t *reply =
        client_ask(&c, "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":%d,\"seed\":%u,\"chance\":\"%s\"}", game,
                   seats, random_below(1u << 31), chance);
    if (!ask_status(&s, reply) || !NEED(!s.over && s.ply == 0, "a new game")) return false;
    json_t *legal = client_ask(&c, "{\"cmd\":\"legal\"}");
    for (long n = 0; !s.over; n++) {
        if (!choose(legal, &s, action) || !NEED(n < 100000, "the game does not end")) return false;
        if (n % 10 == 9) {
            if (!load_position(game, &s)) return false;
            ++*positions;
        }
        reply = client_ask(&c, "{\"cmd\":\"play\",\"action\":\"%s\"}\n{\"cmd\":\"legal\"}", action);
        if (!check_played(reply, &s)) return false;
        legal = client_reply(&c);
        ++*decisions;
    }
    expect_code("over", legal, "legal after the end");
    return check_scores(seats);
}

/* N games in a process of their own, with an engine of their own; the exit status says whether all went
 * well. */
static int play_games(const char *game, int seats) {
    long decisions = 0, positions = 0;
    int played = 0;
    test_begin(game);
    random_state += (uint64_t)seats << 32;
    if (!NEED(client_start(&c, casata), "cannot start the engine")) return 1;
    while (played < n_games && play_game(game, seats, "auto", &decisions, &positions)) played++;
    bool ok = played == n_games;
    for (int i = 0; ok && i < 3; i++) /* and some where this side plays chance */
        ok = play_game(game, seats, "manual", &decisions, &positions);
    ok = client_end(&c) == 0 && ok;
    printf("%s with %d seats: %d games, %ld decisions, %ld positions set up again\n", game, seats, played,
           decisions, positions);
    fflush(stdout);
    return !ok;
}

static void test_all_games(void) {
    struct {
        char name[120];
        pid_t pid;
    } run[64];
    int n = 0;
    if (!client_start(&c, casata)) return;
    json_t *reply = client_ask(&c, "{\"cmd\":\"games\"}");
    client_end(&c);
    const json_t *games = json_object_get(reply, "games");
    fflush(stdout);
    for (size_t i = 0; i < json_array_size(games); i++) {
        const json_t *game = json_array_get(games, i), *seats = json_object_get(game, "seats");
        for (size_t k = 0; k < json_array_size(seats) && n < 64; k++, n++) {
            int players = (int)json_integer_value(json_array_get(seats, k));
            snprintf(run[n].name, sizeof run[n].name, "%d games of %s with %d seats", n_games,
                     text(game, "id"), players);
            run[n].pid = fork();
            if (run[n].pid == 0) _exit(play_games(text(game, "id"), players));
        }
    }
    json_decref(reply);
    for (int i = 0; i < n; i++) {
        int status = -1;
        test_begin(run[i].name);
        CHECK(run[i].pid > 0 && waitpid(run[i].pid, &status, 0) == run[i].pid);
        CHECK_INT(status, 0);
        test_end();
    }
}

/* --- single commands ----------------------------------------------------------------------------------- */

static char first_game[64];
static int first_seats;

static bool learn_first_game(void) {
    json_t *reply = client_ask(&c, "{\"cmd\":\"games\"}");
    const json_t *game = json_array_get(json_object_get(reply, "games"), 0);
    snprintf(first_game, sizeof first_game, "%s", text(game, "id"));
    first_seats = (int)json_integer_value(json_array_get(json_object_get(game, "seats"), 0));
    bool ok = NEED(first_game[0] && text(game, "name")[0] && first_seats > 0, "a game") &&
              NEED(json_is_integer(json_object_get(game, "rules_version")) && text(game, "edition")[0],
                   "its version") &&
              NEED(json_is_array(json_object_get(game, "options")), "its options");
    json_decref(reply);
    return ok;
}

static json_t *new_match(const char *more) {
    return client_ask(&c, "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":%d,\"seed\":7%s}", first_game,
                      first_seats, more);
}

/* Every command that needs a match, before there is one. */
static void test_out_of_order(void) {
    static const char *const commands[] = {"status",   "legal",    "play\",\"action\":\"x",
                                           "outcomes", "random",   "scores",
                                           "view",     "position", "undo",
                                           "save",     "hint",     "bot"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        expect_code("no_match", client_ask(&c, "{\"cmd\":\"%s\"}", commands[i]), commands[i]);
}

/* Lines that are wrong whatever the match; %s is the game. */
static const struct {
    const char *code, *line;
} bad_lines[] = {
    {"bad_json", ""},
    {"bad_json", " "},
    {"bad_json", "{"},
    {"bad_json", "}"},
    {"bad_json", "hello"},
    {"bad_json", "{\"cmd\":\"status\"} {\"cmd\":\"status\"}"},
    {"bad_json", "{\"cmd\":\"status\",}"},
    {"bad_json", "{'cmd':'status'}"},
    {"bad_json", "{\"cmd\":\"status\",\"cmd\":\"quit\"}"},
    {"bad_json", "{\"cmd\":\"\xff\xfe\"}"},
    {"bad_json", "{\"cmd\":\"\xed\xa0\x80\"}"},
    {"bad_json", "{\"cmd\":\"\\ud800\"}"},
    {"bad_json", "{\"cmd\":\"a\\u0000b\"}"},
    {"bad_json", "{\"cmd\":\"new\",\"seed\":123456789012345678901234567890}"},
    {"bad_request", "[]"},
    {"bad_request", "7"},
    {"bad_request", "null"},
    {"bad_request", "\"quit\""},
    {"bad_request", "{}"},
    {"bad_request", "{\"cmd\":7}"},
    {"bad_request", "{\"cmd\":null}"},
    {"bad_request", "{\"cmd\":[\"quit\"]}"},
    {"unknown_command", "{\"cmd\":\"\"}"},
    {"unknown_command", "{\"cmd\":\"QUIT\"}"},
    {"unknown_command", "{\"cmd\":\"status \"}"},
    {"unknown_command", "{\"cmd\":\"żółć-żółć-żółć-żółć-żółć-żółć-żółć-żółć\"}"},
    {"bad_request", "{\"cmd\":\"status\",\"lang\":\"xx\"}"},
    {"bad_request", "{\"cmd\":\"status\",\"lang\":5}"},
    {"bad_request", "{\"cmd\":\"new\"}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":5,\"seats\":2}"},
    {"unknown_game", "{\"cmd\":\"new\",\"game\":\"tic-tac-toe\",\"seats\":2}"},
    {"unknown_game", "{\"cmd\":\"new\",\"game\":\"../../etc/passwd\",\"seats\":2}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\"}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":0}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":99}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":-1}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":2.5}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":\"2\"}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":3,\"seed\":\"x\"}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":3,\"options\":[]}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":3,\"options\":{\"no_such_option\":\"x\"}}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"legacy\",\"seats\":2,\"options\":{\"solo\":\"testament\"}}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":3,\"chance\":\"loaded\"}"},
    {"bad_request", "{\"cmd\":\"new\",\"game\":\"%s\",\"seats\":3,\"chance\":1}"},
    {"bad_request", "{\"cmd\":\"play\"}"},
    {"bad_request", "{\"cmd\":\"play\",\"action\":3}"},
    {"illegal_action", "{\"cmd\":\"play\",\"action\":\"\"}"},
    {"illegal_action", "{\"cmd\":\"play\",\"action\":\"no such verb\"}"},
    {"illegal_action",
     "{\"cmd\":\"play\",\"action\":\"ééééééééééééééééééééééééééééééééééééééééééééééééééééééé\"}"},
    {"bad_request", "{\"cmd\":\"play\",\"action\":\"x\",\"seat\":77}"},
    {"bad_request", "{\"cmd\":\"play\",\"action\":\"x\",\"seat\":-1}"},
    {"bad_request", "{\"cmd\":\"play\",\"action\":\"x\",\"seat\":\"me\"}"},
    {"not_your_turn", "{\"cmd\":\"play\",\"action\":\"x\",\"seat\":\"chance\"}"},
    {"not_your_turn", "{\"cmd\":\"outcomes\"}"},
    {"not_your_turn", "{\"cmd\":\"legal\",\"seat\":\"chance\"}"},
    {"bad_request", "{\"cmd\":\"legal\",\"seat\":1.5}"},
    {"bad_request", "{\"cmd\":\"legal\",\"seat\":99999999999}"},
    {"bad_request", "{\"cmd\":\"random\",\"plies\":-1}"},
    {"bad_request", "{\"cmd\":\"random\",\"plies\":\"all\"}"},
    {"bad_request", "{\"cmd\":\"undo\",\"plies\":0}"},
    {"bad_request", "{\"cmd\":\"undo\",\"plies\":[]}"},
    {"nothing_to_undo", "{\"cmd\":\"undo\",\"plies\":1000000}"},
    {"bad_request", "{\"cmd\":\"view\",\"seat\":17}"},
    {"bad_request", "{\"cmd\":\"view\",\"seat\":\"chance\"}"},
    {"bad_request", "{\"cmd\":\"scores\",\"projected\":1}"},
    {"bad_request", "{\"cmd\":\"hint\",\"level\":\"no such level\"}"},
    {"bad_request", "{\"cmd\":\"hint\",\"ms\":0}"},
    {"bad_request", "{\"cmd\":\"hint\",\"ms\":\"fast\"}"},
    {"bad_request", "{\"cmd\":\"bot\",\"level\":3}"},
    {"bad_request", "{\"cmd\":\"setup\",\"game\":\"%s\"}"},
    {"bad_request", "{\"cmd\":\"setup\",\"position\":{}}"},
    {"bad_request", "{\"cmd\":\"setup\",\"game\":\"%s\",\"position\":[]}"},
    {"bad_position", "{\"cmd\":\"setup\",\"game\":\"%s\",\"position\":{}}"},
    {"bad_position", "{\"cmd\":\"setup\",\"game\":\"%s\",\"position\":{\"game\":\"%s\",\"seats\":3}}"},
    {"bad_request", "{\"cmd\":\"load\"}"},
    {"bad_request", "{\"cmd\":\"load\",\"match\":\"file.json\"}"},
    {"bad_match", "{\"cmd\":\"load\",\"match\":{}}"},
    {"bad_match", "{\"cmd\":\"load\",\"match\":{\"casata_match\":1,\"game\":\"%s\"}}"},
    {"bad_match", "{\"cmd\":\"load\",\"match\":{\"casata_match\":1,\"game\":\"chess\"}}"},
};

static void send_bad_line(const char *code, const char *line) {
    char filled[512];
    size_t n = 0;
    for (const char *p = line; *p; p++) {
        bool game = p[0] == '%' && p[1] == 's';
        n += (size_t)snprintf(filled + n, sizeof filled - n, "%.*s", game ? 64 : 1, game ? first_game : p);
        p += game;
    }
    filled[n++] = '\n';
    if (!NEED(client_send(&c, filled, n), "the engine is gone")) return;
    expect_code(code, client_reply(&c), line);
}

static void test_bad_lines(void) {
    struct status before, after;
    if (!ask_status(&before, new_match(""))) return;
    json_decref(client_ask(&c, "{\"cmd\":\"random\",\"plies\":20}"));
    if (!ask_status(&before, client_ask(&c, "{\"cmd\":\"status\"}"))) return;
    for (size_t i = 0; i < sizeof bad_lines / sizeof *bad_lines; i++) {
        send_bad_line(bad_lines[i].code, bad_lines[i].line);
        if (!ask_status(&after, client_ask(&c, "{\"cmd\":\"status\"}"))) return;
        if (strcmp(before.hash, after.hash) != 0 || before.ply != after.ply)
            blame(__LINE__, bad_lines[i].line); /* a bad line changed the match */
    }
}

/* Bytes that are no text at all, each line answered by an error. */
static void test_noise(void) {
    for (int i = 0; i < 500; i++) {
        char line[200];
        size_t n = random_below(sizeof line - 1);
        for (size_t k = 0; k < n; k++) do
                line[k] = (char)random_below(256);
            while (line[k] == '\n');
        line[n] = '\n';
        if (!NEED(client_send(&c, line, n + 1), "the engine is gone")) return;
        json_t *reply = client_reply(&c);
        if (!NEED(reply_code(reply)[0], "noise got no error")) i = 500;
        json_decref(reply);
    }
}

static void test_oversized(void) {
    enum { BIG = 9 << 20 };
    char *big = malloc(BIG + 1);
    struct status s;
    memset(big, 'x', BIG);
    big[BIG] = '\n';
    CHECK(client_send(&c, big, BIG + 1));
    expect_code("too_long", client_reply(&c), "9 MiB of x");
    memset(big, ' ', BIG); /* a good request after too many blanks */
    memcpy(big + BIG - 16, "{\"cmd\":\"status\"}", 16);
    CHECK(client_send(&c, big, BIG + 1));
    expect_code("too_long", client_reply(&c), "9 MiB of blanks");
    memset(big, '[', 1 << 20); /* deep, but not too long */
    big[1 << 20] = '\n';
    CHECK(client_send(&c, big, (1 << 20) + 1));
    expect_code("bad_json", client_reply(&c), "[[[[");
    free(big);
    ask_status(&s, client_ask(&c, "{\"cmd\":\"status\"}"));
}

static void test_id_is_echoed(void) {
    static const char *const ids[] = {"7",    "-1",      "2.5",           "\"x\"", "null",
                                      "true", "[1,[2]]", "{\"a\":\"ż\"}", "\"\""};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        static const char *const commands[] = {"status", "nonsense"};
        for (int k = 0; k < 2; k++) {
            json_t *want = json_loads(ids[i], JSON_DECODE_ANY, NULL);
            json_t *reply = client_ask(&c, "{\"cmd\":\"%s\",\"id\":%s}", commands[k], ids[i]);
            NEED(json_equal(json_object_get(reply, "id"), want), "id");
            json_decref(want);
            json_decref(reply);
        }
    }
    json_t *reply = client_ask(&c, "{\"cmd\":\"status\"}");
    NEED(!json_object_get(reply, "id"), "an id that nobody sent");
    json_decref(reply);
}

static void test_undo_and_save(void) {
    struct status s[8], back;
    if (!ask_status(&s[0], new_match(""))) return;
    expect_code("nothing_to_undo", client_ask(&c, "{\"cmd\":\"undo\"}"), "undo in a new match");
    for (int i = 1; i < 8; i++) {
        s[i] = s[i - 1];
        if (!play_one(&s[i])) return;
    }
    json_t *saved = client_ask(&c, "{\"cmd\":\"save\"}");
    json_t *match = json_incref(json_object_get(saved, "match"));
    json_decref(saved);
    if (!ask_status(&back, client_ask(&c, "{\"cmd\":\"undo\"}"))) return;
    NEED(strcmp(back.hash, s[6].hash) == 0 && back.ply == s[6].ply, "undo of one");
    if (!ask_status(&back, client_ask(&c, "{\"cmd\":\"undo\",\"plies\":6}"))) return;
    NEED(strcmp(back.hash, s[0].hash) == 0 && back.ply == 0, "undo of all");
    if (!ask_status(&back, client_request(&c, json_pack("{s:s, s:O}", "cmd", "load", "match", match))))
        return;
    NEED(strcmp(back.hash, s[7].hash) == 0 && back.ply == s[7].ply, "load of what was saved");
    if (!ask_status(&back, client_ask(&c, "{\"cmd\":\"undo\",\"plies\":7}"))) return;
    NEED(strcmp(back.hash, s[0].hash) == 0, "undo in a loaded match");
    json_t *log = json_object_get(match, "log");
    json_array_set_new(json_array_get(log, json_array_size(log) - 1), 2, json_string("0000000000000000"));
    json_t *reply = client_request(&c, json_pack("{s:s, s:o}", "cmd", "load", "match", match));
    expect_code("bad_match", reply, "a changed hash");
}

static void test_manual_chance(void) {
    struct status s;
    if (!ask_status(&s, new_match(",\"chance\":\"manual\""))) return;
    for (int i = 0; i < 400 && !s.over; i++) {
        if (s.to_act == -2) {
            json_t *reply = client_ask(&c, "{\"cmd\":\"outcomes\"}");
            const json_t *outcomes = json_object_get(reply, "outcomes");
            bool ok = NEED(json_array_size(outcomes) > 0, "outcomes");
            for (size_t k = 0; k < json_array_size(outcomes); k++)
                ok = ok && NEED(number(json_array_get(outcomes, k), "weight") > 0, "weight");
            json_decref(reply);
            expect_code("not_your_turn", client_ask(&c, "{\"cmd\":\"bot\"}"), "bot while chance is due");
            if (!ok) return;
        }
        if (!play_one(&s)) return;
    }
    if (!ask_status(&s, client_ask(&c, "{\"cmd\":\"random\"}"))) return;
    NEED(s.over, "random plays to the end");
    expect_code("over", client_ask(&c, "{\"cmd\":\"legal\"}"), "legal");
    expect_code("over", client_ask(&c, "{\"cmd\":\"play\",\"action\":\"x\"}"), "play");
    expect_code("over", client_ask(&c, "{\"cmd\":\"hint\"}"), "hint");
    expect_code("over", client_ask(&c, "{\"cmd\":\"bot\"}"), "bot");
}

static void test_random_follows_seed(void) {
    struct status a, b;
    ask_status(&a, new_match(""));
    ask_status(&b, client_ask(&c, "{\"cmd\":\"random\",\"plies\":50}"));
    NEED(b.ply == 50, "50 plies");
    ask_status(&a, new_match(""));
    ask_status(&a, client_ask(&c, "{\"cmd\":\"random\",\"plies\":50}"));
    NEED(strcmp(a.hash, b.hash) == 0, "the same seed gave another game");
    ask_status(&b, client_ask(&c, "{\"cmd\":\"random\",\"plies\":0}"));
    NEED(strcmp(a.hash, b.hash) == 0, "no plies changed something");
}

static void test_views(void) {
    struct status s;
    if (!ask_status(&s, new_match(""))) return;
    for (int seat = -1; seat < first_seats; seat++) {
        char who[16];
        snprintf(who, sizeof who, "%d", seat);
        json_t *reply = client_ask(&c, "{\"cmd\":\"view\",\"seat\":%s}", seat < 0 ? "\"spectator\"" : who);
        const json_t *view = json_object_get(reply, "view"), *choices = json_object_get(view, "choices");
        NEED(json_array_size(json_object_get(view, "slots")) > 0, "slots");
        NEED(json_array_size(json_object_get(view, "pieces")) > 0, "pieces");
        NEED((json_array_size(choices) > 0) == (seat == s.to_act), "choices are for the seat to act");
        NEED(strlen(client_last(&c)) <= 33 * 1024, "a view of more than 32 KB");
        json_decref(reply);
    }
}

static json_t *without_prose(const json_t *amounts) {
    json_t *copy = json_deep_copy(amounts);
    for (size_t i = 0; i < json_array_size(copy); i++) json_object_del(json_array_get(copy, i), "text");
    return copy;
}

/* `legal` says what an option costs and brings in the figures of the scene. */
static void test_bills(void) {
    struct status s;
    int bills = 0;
    if (!ask_status(&s, new_match(""))) return;
    for (int n = 0; n < 60 && !s.over; n++) {
        json_t *legal = client_ask(&c, "{\"cmd\":\"legal\"}");
        json_t *view = client_ask(&c, "{\"cmd\":\"view\",\"seat\":%d}", s.to_act);
        const json_t *actions = json_object_get(legal, "actions");
        const json_t *choices = json_object_get(json_object_get(view, "view"), "choices");
        for (size_t i = 0; i < json_array_size(actions); i++) {
            const json_t *a = json_array_get(actions, i), *choice = NULL;
            for (size_t k = 0; k < json_array_size(choices) && !choice; k++)
                if (strcmp(text(json_array_get(choices, k), "action"), text(a, "action")) == 0)
                    choice = json_array_get(choices, k);
            json_t *cost = without_prose(json_object_get(a, "cost"));
            json_t *gain = without_prose(json_object_get(a, "gain"));
            const json_t *cost_shown = json_object_get(choice, "cost"),
                         *gain_shown = json_object_get(choice, "gain");
            NEED(cost || cost_shown ? json_equal(cost, cost_shown) : true, "cost as in the scene");
            NEED(gain || gain_shown ? json_equal(gain, gain_shown) : true, "gain as in the scene");
            bills += cost || gain;
            json_decref(cost);
            json_decref(gain);
        }
        json_decref(legal);
        json_decref(view);
        if (!play_one(&s)) return;
    }
    NEED(bills > 0, "an option with a cost or a gain");
}

/* The steps of the last run of a view, if there is one: each is legal after the one before. */
static bool play_run(const json_t *view, struct status *s) {
    const json_t *runs = json_object_get(json_object_get(view, "view"), "runs");
    const json_t *steps = json_object_get(json_array_get(runs, json_array_size(runs) - 1), "actions");
    bool ok = !json_array_size(runs) || NEED(json_array_size(steps) > 1, "a run has several steps");
    for (size_t i = 0; ok && i < json_array_size(steps); i++)
        ok = check_played(client_ask(&c, "{\"cmd\":\"play\",\"action\":\"%s\"}",
                                     json_string_value(json_array_get(steps, i))),
                          s);
    return ok;
}

static void test_runs(void) {
    struct status s;
    bool ok = ask_status(&s, new_match(""));
    for (int n = 0; ok && n < 200 && !s.over; n++) {
        json_t *view = client_ask(&c, "{\"cmd\":\"view\",\"seat\":%d}", s.to_act);
        ok = play_run(view, &s) && (s.over || play_one(&s));
        json_decref(view);
    }
}

static void test_languages(void) {
    static const char *const langs[] = {"en", "pl", "hu"};
    char prompt[3][1024];
    json_decref(new_match(""));
    for (int i = 0; i < 3; i++) {
        json_t *reply = client_ask(&c, "{\"cmd\":\"legal\",\"lang\":\"%s\"}", langs[i]);
        snprintf(prompt[i], sizeof prompt[i], "%s", text(reply, "prompt"));
        NEED(prompt[i][0], "prompt");
        json_decref(reply);
    }
    CHECK(strcmp(prompt[0], prompt[1]) != 0 && strcmp(prompt[1], prompt[2]) != 0);
}

static void test_bots(void) {
    struct status s, again;
    if (!ask_status(&s, new_match(""))) return;
    json_t *games = client_ask(&c, "{\"cmd\":\"games\"}");
    const json_t *levels = json_object_get(games, "levels");
    NEED(json_array_size(levels) > 0, "levels");
    for (size_t i = 0; i < 4 * json_array_size(levels) && !s.over; i++) {
        const char *level = json_string_value(json_array_get(levels, i % json_array_size(levels)));
        json_t *hint = client_ask(&c, "{\"cmd\":\"hint\",\"level\":\"%s\",\"ms\":20}", level);
        const json_t *best = json_object_get(hint, "best");
        NEED(json_array_size(best) > 0 && json_is_integer(json_object_get(hint, "nodes")), "hint");
        for (size_t k = 0; k < json_array_size(best); k++) {
            const json_t *line = json_array_get(best, k), *last = json_array_get(best, k ? k - 1 : 0);
            NEED(text(line, "action")[0] && text(line, "text")[0], "a hint without its texts");
            NEED(k >= 3 || (json_is_string(json_object_get(line, "reason")) &&
                            json_is_array(json_object_get(line, "terms"))),
                 "a hint without its reasons");
            NEED(json_number_value(json_object_get(line, "value")) <=
                     json_number_value(json_object_get(last, "value")),
                 "best first");
        }
        json_decref(hint);
        if (!ask_status(&again, client_ask(&c, "{\"cmd\":\"status\"}"))) break;
        NEED(strcmp(s.hash, again.hash) == 0, "a hint changed the match");
        json_t *bot = client_ask(&c, "{\"cmd\":\"bot\",\"level\":\"%s\"}", level);
        NEED(text(bot, "action")[0], "the action of the bot");
        bool ok = read_status(bot, &s);
        json_decref(bot);
        if (!ok) break;
    }
    json_decref(games);
}

/* --- several engines for one decision --- */

static json_t *command(const char *cmd) { return json_pack("{s:s}", "cmd", cmd); }

/* Begins the bot's thought again, in the same position with the same luck; what other engines need to know of it. */
static json_t *begin_shared(void) {
    struct status s;
    if (!ask_status(&s, new_match(""))) return NULL;
    json_decref(client_ask(&c, "{\"cmd\":\"hint\",\"ms\":1}")); /* it forgets what it has thought */
    json_t *begun = client_ask(&c, "{\"cmd\":\"bot\",\"level\":\"conte\",\"later\":true,\"share\":true}");
    json_t *share = json_incref(json_object_get(begun, "share"));
    NEED(share && number(begun, "ms") > 0, "what to share");
    json_decref(begun);
    return share;
}

/* The nodes that the bot needs with these tallies, which are released; the visits of the decision in `action`. */
static int decide_with(json_t *tallies, char action[100]) {
    json_decref(begin_shared());
    json_t *request = command("thought");
    if (tallies) json_object_set_new(request, "tallies", tallies);
    json_t *reply = client_request(&c, request);
    NEED(reply_ok(reply), "a decision with tallies");
    snprintf(action, 100, "%s", text(reply, "action"));
    int nodes = number(reply, "nodes");
    json_decref(reply);
    return nodes;
}

/* A tally that a helper makes of the decision. */
static json_t *tally_of(struct client *helper, json_t *share, int seed) {
    json_t *request = json_copy(share);
    json_object_set_new(request, "cmd", json_string("tally"));
    json_object_set_new(request, "seed", json_integer(seed));
    json_t *reply = client_request(helper, request), *tally = json_incref(json_object_get(reply, "tally"));
    NEED(tally && json_array_size(json_object_get(tally, "options")) > 0 && number(tally, "nodes") > 0,
         "a tally");
    json_decref(reply);
    return tally;
}

static void test_tallies(void) {
    char alone[100], helped[100], again[100], told[100];
    struct client helper;
    json_t *share = begin_shared();
    bool started = share && client_start(&helper, casata);
    CHECK(started);
    if (!started) return;
    json_t *one = tally_of(&helper, share, 1), *same = tally_of(&helper, share, 1);
    json_t *two = tally_of(&helper, share, 2);
    CHECK(json_equal(one, same) && !json_equal(one, two));
    CHECK_INT(client_end(&helper), 0);
    /* With the work of others it needs less, but at least half of it; the same tallies, the same decision. */
    int nodes = decide_with(NULL, alone), less = decide_with(json_pack("[OO]", one, two), helped);
    CHECK_INT(decide_with(json_pack("[OO]", one, two), again), less);
    CHECK(strcmp(helped, again) == 0 && less < nodes && less > nodes / 4);
    /* The visits of a tally count: enough of them decide, if they are among the options. */
    json_t *last = json_array_get(json_object_get(one, "options"), 0);
    for (size_t i = 0; i < json_array_size(json_object_get(one, "options")); i++) {
        json_t *option = json_array_get(json_object_get(one, "options"), i);
        if (strcmp(json_string_value(json_array_get(option, 0)), alone) != 0) last = option;
    }
    snprintf(told, sizeof told, "%s", json_string_value(json_array_get(last, 0)));
    CHECK_INT(decide_with(json_pack("[{s:i,s:[[s,i,i]]}]", "nodes", 0, "options", told, 500000, 9000), again),
              nodes);
    CHECK(strcmp(told, again) == 0 && strcmp(told, alone) != 0);
    json_decref(one), json_decref(same), json_decref(two), json_decref(share);
}

static void test_bad_tallies(void) {
    static const struct {
        const char *code, *tallies;
    } bad[] = {
        {"bad_request", "1"},
        {"bad_request", "{}"},
        {"bad_request", "[1]"},
        {"bad_request", "[{}]"},
        {"bad_request", "[{\"nodes\":1}]"},
        {"bad_request", "[{\"options\":[]}]"},
        {"bad_request", "[{\"nodes\":-1,\"options\":[]}]"},
        {"bad_request", "[{\"nodes\":1.5,\"options\":[]}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":{}}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":[1]}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":[[\"A\",1]]}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":[[\"A\",0,1]]}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":[[\"A\",500001,1]]}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":[[\"A\",1,100000001]]}]"},
        {"bad_request", "[{\"nodes\":1,\"options\":[[\"A\",1,1,1]]}]"},
        {"illegal_action", "[{\"nodes\":1,\"options\":[[\"no such thing\",1,1]]}]"},
        {"illegal_action", "[{\"nodes\":1,\"options\":[[1,1,1]]}]"},
        {"illegal_action", "[{\"nodes\":1,\"options\":[[\"A\",1,1],[\"A\",1,1]]}]"},
        {"bad_request", "[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]"},
    };
    char alone[100], after[100], request[400];
    struct status s;
    int nodes = decide_with(NULL, alone);
    json_t *share = begin_shared();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t n = (size_t)snprintf(request, sizeof request, "{\"cmd\":\"thought\",\"tallies\":");
        for (const char *p = bad[i].tallies; *p && n < sizeof request - 100; p++) /* A: a legal action */
            n += (size_t)snprintf(request + n, sizeof request - n, *p == 'A' ? "%s" : "%.1s",
                                  *p == 'A' ? alone : p);
        expect_code(bad[i].code, client_ask(&c, "%s}", request), bad[i].tallies);
    }
    /* None of them changed anything. */
    json_t *reply = client_ask(&c, "{\"cmd\":\"thought\"}");
    snprintf(after, sizeof after, "%s", text(reply, "action"));
    CHECK(strcmp(alone, after) == 0);
    CHECK_INT(number(reply, "nodes"), nodes);
    json_decref(reply);
    expect_code("no_thought", client_ask(&c, "{\"cmd\":\"thought\",\"tallies\":[]}"), "nothing thinks");
    /* Of a bot only, and by levels that search; a tally needs an engine that judges alike. */
    static const struct {
        const char *code, *key, *value;
    } wrong[] = {
        {"bad_request", "level", "\"paggio\""},
        {"bad_request", "level", "\"no such level\""},
        {"bad_request", "seed", "-1"},
        {"bad_request", "net", "1"},
        {"illegal_action", "played", "\"no action\""},
        {"bad_position", "snapshot", "\"Q0FT\""},
        {"not_your_turn", "seat", "\"spectator\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *tally = json_copy(share), *value = json_loads(wrong[i].value, JSON_DECODE_ANY, NULL);
        json_object_set_new(tally, "cmd", json_string("tally"));
        json_object_set_new(tally, wrong[i].key, value);
        expect_code(wrong[i].code, client_request(&c, tally), wrong[i].key);
    }
    json_t *tally = json_copy(share);
    json_object_set_new(tally, "cmd", json_string("tally"));
    json_object_set_new(tally, "net", json_boolean(!json_is_true(json_object_get(share, "net"))));
    expect_code("no_data", client_request(&c, tally), "another judgement");
    if (!ask_status(&s, new_match(""))) return;
    json_decref(client_ask(&c, "{\"cmd\":\"hint\",\"ms\":5,\"later\":true}"));
    expect_code("bad_request", client_ask(&c, "{\"cmd\":\"thought\",\"tallies\":[]}"), "tallies of a hint");
    json_decref(share);
}

static void test_quit(void) {
    json_t *reply = client_ask(&c, "{\"cmd\":\"quit\",\"id\":1}");
    NEED(reply_ok(reply), "quit");
    json_decref(reply);
    CHECK(client_reply(&c) == NULL); /* nothing more */
    CHECK_INT(client_end(&c), 0);
}

static void test_end_of_input(void) {
    if (!NEED(client_start(&c, casata), "cannot start the engine")) return;
    CHECK(client_send(&c, "{\"cmd\":\"games\"}", 15)); /* no newline: still a line */
    close(c.to);
    c.to = -1;
    json_t *reply = client_reply(&c);
    NEED(reply_ok(reply), "a last line without a newline");
    json_decref(reply);
    CHECK_INT(client_end(&c), 0);
}

static void run(const char *name, void (*test)(void)) {
    test_begin(name);
    test();
    test_end();
}

/* The program that was built together with this one. */
static const char *beside(const char *self) {
    static char path[4096];
    const char *slash = strrchr(self, '/');
    snprintf(path, sizeof path, "%.*s/casata_example", slash ? (int)(slash - self) : 1, slash ? self : ".");
    return path;
}

int main(int argc, char **argv) {
    casata = beside(argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            test_verbose = true;
        else if (strcmp(argv[i], "--games") == 0 && i + 1 < argc)
            n_games = atoi(argv[++i]);
        else
            casata = argv[i];
    }
    if (n_games < 1) return puts("protocol_test [CASATA] [-v] [--games N]"), 2;
    if (!client_start(&c, casata) || !learn_first_game()) return puts("cannot start the engine"), 1;
    run("commands before a match", test_out_of_order);
    run("bad lines", test_bad_lines);
    run("noise", test_noise);
    run("oversized lines", test_oversized);
    run("id is echoed", test_id_is_echoed);
    run("undo, save and load", test_undo_and_save);
    run("manual chance", test_manual_chance);
    run("random follows the seed", test_random_follows_seed);
    run("views", test_views);
    run("cost and gain of options", test_bills);
    run("runs of steps", test_runs);
    run("languages", test_languages);
    run("hints and bots", test_bots);
    run("several engines think about a decision", test_tallies);
    run("bad tallies change nothing", test_bad_tallies);
    run("quit", test_quit);
    run("end of input", test_end_of_input);
    test_all_games();
    return test_report();
}
