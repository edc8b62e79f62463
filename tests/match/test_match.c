/* test_match.c: play, log, undo and replay of matches, on the example game. */
#include "casata/rules.h"
#include "example/example.h"
#include "match_test.h"

static void test_new_refuses(void) {
    struct casata_match m = {.seats = 77};
    struct casata_game g = example_game();
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {9};
    CHECK(casata_match_new(&m, &g, 1, NULL, 1) != NULL);
    CHECK(casata_match_new(&m, &g, 6, NULL, 1) != NULL);
    CHECK(casata_match_new(&m, &g, 3, option, 1) != NULL);
    CHECK_INT(m.seats, 77); /* as before */
}

static void test_log_holds_chance(void) {
    struct casata_match m;
    new_match(&m, 5);
    CHECK_INT(m.n_log, 3 * 3 + 1); /* cards dealt, dice rolled */
    for (int i = 0; i < m.n_log; i++) {
        CHECK_INT(m.log[i].seat, CASATA_CHANCE);
        CHECK(m.log[i].reveals);
    }
    CHECK_HEX(m.log[m.n_log - 1].hash, casata_hash(&m.game, m.state));
    play_to_end(&m);
    CHECK_INT(casata_match_to_act(&m), -1);
    CHECK_STR(casata_match_play(&m, 0, casata_act(FIERA_A_OFFER, 0, 0, 0), NULL), "the game is over");
    casata_match_free(&m);
}

/* Behind the others, the first who gave up last; the last one who is left wins. */
static void test_resigning(void) {
    struct casata_match m;
    uint8_t rank[CASATA_MAX_SEATS], by_rules[CASATA_MAX_SEATS];
    new_match(&m, 5);
    play_any(&m);
    CHECK(casata_match_resign(&m, 1) == NULL);
    CHECK_STR(casata_match_resign(&m, 1), "the seat has already resigned");
    CHECK(casata_match_to_act(&m) >= 0);
    casata_match_ranks(&m, rank);
    m.game.rules->ranks(m.game.data, m.state, by_rules);
    CHECK_INT(rank[1], 3);
    CHECK_INT(rank[0] < rank[2], by_rules[0] < by_rules[2]);
    CHECK(rank[0] < 3 && rank[2] < 3);
    play_any(&m);
    int before = m.n_log;
    CHECK(casata_match_resign(&m, 0) == NULL);
    CHECK_INT(casata_match_to_act(&m), -1);
    CHECK_INT(casata_match_deciders(&m), 0);
    CHECK_STR(casata_match_play(&m, 2, casata_act(FIERA_A_OFFER, 0, 0, 0), NULL), "the game is over");
    CHECK_STR(casata_match_resign(&m, 2), "the game is over");
    casata_match_ranks(&m, rank);
    CHECK_INT(rank[0], 2);
    CHECK_INT(rank[1], 3);
    CHECK_INT(rank[2], 1);
    CHECK(casata_match_undo(&m, before - 1) == NULL); /* and everything goes on */
    CHECK(casata_match_to_act(&m) >= 0);
    play_to_end(&m);
    CHECK_STR(casata_match_resign(&m, 2), "the game is over");
    casata_match_free(&m);
}

static void test_manual_chance(void) {
    struct casata_match m;
    struct casata_game g = example_game();
    struct casata_outcome out[CASATA_MAX_CHOICES];
    CHECK(casata_match_new(&m, &g, 2, NULL, 1) == NULL);
    m.manual_chance = true;
    for (int i = 0; i < 6; i++) {
        CHECK_INT(casata_match_to_act(&m), CASATA_CHANCE);
        CHECK(casata_outcomes(&g, m.state, out) > 0);
        CHECK(casata_match_play(&m, CASATA_CHANCE, out[0].action, NULL) == NULL);
        CHECK_INT(m.n_log, i + 1);
    }
    CHECK_STR(casata_phase_name(&g, m.state), "roll");
    casata_match_free(&m);
}

static void test_illegal_changes_nothing(void) {
    struct casata_match m;
    new_match(&m, 5);
    uint64_t hash = casata_hash(&m.game, m.state);
    int n = m.n_log;
    CHECK(casata_match_play(&m, 0, 0, NULL) != NULL);
    CHECK(casata_match_play(&m, 0, casata_act(FIERA_A_TAKE, 3, 0, 0), NULL) != NULL);
    CHECK(casata_match_play(&m, 5, casata_act(FIERA_A_OFFER, 0, 0, 0), NULL) != NULL);
    CHECK(casata_match_play(&m, -1, casata_act(FIERA_A_OFFER, 0, 0, 0), NULL) != NULL);
    CHECK(casata_match_play(&m, CASATA_CHANCE, casata_act(FIERA_A_ROLL, 0, 0x11, 0), NULL) != NULL);
    CHECK_HEX(casata_hash(&m.game, m.state), hash);
    CHECK_INT(m.n_log, n);
    casata_match_free(&m);
}

/* Free back to where nothing was revealed: not past a draw, not past another seat. */
static void test_undo_limit(void) {
    struct casata_match m;
    new_match(&m, 5);
    int dealt = m.n_log;
    CHECK_INT(casata_match_undo_limit(&m, 0), dealt);
    play_any(&m); /* seat 0 bids */
    CHECK_INT(m.n_log, dealt + 1);
    CHECK_INT(casata_match_undo_limit(&m, 0), dealt);
    CHECK_INT(casata_match_undo_limit(&m, 1), dealt + 1);
    play_any(&m); /* seat 1 bids: seat 0 can no longer take its bid back */
    CHECK_INT(casata_match_undo_limit(&m, 0), dealt + 2);
    CHECK_INT(casata_match_undo_limit(&m, 1), dealt + 1);
    play_any(&m); /* the last bid opens all */
    CHECK(m.log[dealt + 2].reveals);
    CHECK_INT(casata_match_undo_limit(&m, 2), m.n_log);
    casata_match_free(&m);
}

static void test_undo_goes_back(void) {
    struct casata_match m;
    new_match(&m, 9);
    int dealt = m.n_log;
    uint64_t hash = casata_hash(&m.game, m.state);
    play_any(&m);
    play_any(&m);
    CHECK(casata_match_undo(&m, dealt) == NULL);
    CHECK_INT(m.n_log, dealt);
    CHECK_HEX(casata_hash(&m.game, m.state), hash);
    CHECK(casata_match_undo(&m, dealt + 1) != NULL);
    CHECK(casata_match_undo(&m, -1) != NULL);
    CHECK_INT(m.n_log, dealt);
    CHECK(casata_match_undo(&m, 0) == NULL);
    CHECK_INT(casata_match_to_act(&m), CASATA_CHANCE);
    casata_match_chance(&m, NULL);
    play_to_end(&m);
    casata_match_free(&m);
}

struct counter {
    struct casata_sink sink;
    int n;
};
static void count_event(struct casata_sink *sink, const struct casata_msg *event) {
    ((struct counter *)sink)->n += event->id != NULL;
}

static void test_replay_any_ply(void) {
    struct casata_match m;
    CASATA_STATE_BUFFER(state);
    int all = 0;
    new_match(&m, 3);
    play_to_end(&m);
    for (int n = 0; n <= m.n_log; n++) {
        struct counter events = {{.emit = count_event}, 0};
        casata_match_state_at(&m, n, state, &events.sink);
        CHECK_HEX(casata_hash(&m.game, state), n ? m.log[n - 1].hash : casata_hash(&m.game, m.start));
        all += events.n;
        if (n == 0) CHECK_INT(events.n, 0);
    }
    CHECK(all > m.n_log / 2);
    casata_match_free(&m);
}

/* The same seed gives the same match; another seed another. */
static void test_seeds(void) {
    struct casata_match a, b, c;
    new_match(&a, 3);
    new_match(&b, 3);
    new_match(&c, 4);
    play_to_end(&a);
    play_to_end(&b);
    play_to_end(&c);
    CHECK_HEX(casata_hash(&a.game, a.state), casata_hash(&b.game, b.state));
    CHECK(casata_hash(&a.game, a.state) != casata_hash(&c.game, c.state));
    casata_match_free(&a);
    casata_match_free(&b);
    casata_match_free(&c);
}

static void test_from_position(void) {
    struct casata_match m, again;
    CASATA_STATE_BUFFER(state);
    new_match(&m, 3);
    play_any(&m);
    CHECK(casata_match_from_position(&again, &m.game, m.state, 1) == NULL);
    CHECK(again.from_position);
    CHECK_INT(again.n_log, 0);
    CHECK_INT(again.seats, 3);
    CHECK_HEX(casata_hash(&again.game, again.state), casata_hash(&m.game, m.state));
    play_to_end(&again);
    casata_match_state_at(&again, 0, state, NULL);
    CHECK_HEX(casata_hash(&again.game, state), casata_hash(&m.game, m.state));
    casata_match_free(&again);
    memcpy(state, m.state, m.game.rules->state_size);
    ((struct fiera *)(void *)state)->spent ^= 1;
    CHECK(casata_match_from_position(&again, &m.game, state, 1) != NULL);
    casata_match_free(&m);
}

/* A bot is given what its seat may see: what others hold changes nothing. */
static void test_bot_sees_its_view(void) {
    struct casata_match m;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        new_match(&m, seed);
        struct fiera *s = (struct fiera *)(void *)m.state;
        casata_rng_seed(&m.rng, 7);
        casata_action before = casata_match_bot(&m, 0, CASATA_SCUDIERO);
        uint16_t hand = s->p[1].hand; /* the hands of the others change places */
        s->p[1].hand = s->p[2].hand;
        s->p[2].hand = hand;
        casata_rng_seed(&m.rng, 7);
        CHECK_HEX(casata_match_bot(&m, 0, CASATA_SCUDIERO), before);
        casata_match_free(&m);
    }
}

static const struct test tests[] = {
    {"a match refuses wrong seats and options", test_new_refuses},
    {"the log holds what chance drew", test_log_holds_chance},
    {"manual chance waits for the caller", test_manual_chance},
    {"giving up", test_resigning},
    {"an illegal decision changes nothing", test_illegal_changes_nothing},
    {"undo is free back to the last revelation", test_undo_limit},
    {"undo goes back and the match goes on", test_undo_goes_back},
    {"every ply can be replayed with its events", test_replay_any_ply},
    {"a seed makes the match", test_seeds},
    {"a match begins at a position", test_from_position},
    {"a bot sees only its own view", test_bot_sees_its_view},
};
TEST_SUITE(match, tests);
