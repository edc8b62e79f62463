/* test_game.c: the course of a game in the core, shown on the example: frames, decisions of all seats at once,
 * forced decisions, refusals, playouts. */
#include "casata/rules.h"
#include "harness.h"
#include "example/example.h"

static void play_text(struct fiera *s, int seat, const char *text) {
    struct casata_game g = example_game();
    if (casata_play(&g, s, seat, casata_action_parse(&fiera_rules, text), NULL) != CASATA_OK)
        test_fail(__FILE__, __LINE__, text);
}

/* A game of `seats` in which seat k holds the wares k, k + seats, ... */
static void deal_all(struct fiera *s, int seats) {
    struct casata_game g = example_game();
    CHECK_INT(casata_init(&g, s, seats, NULL), CASATA_OK);
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < 3; i++)
            CHECK_INT(casata_play(&g, s, CASATA_CHANCE,
                                  casata_act(FIERA_A_DEAL, (unsigned)seat, (unsigned)(seat + i * seats), 0),
                                  NULL),
                      CASATA_OK);
}

static void frames(void) {
    struct fiera s = {0};
    struct casata_frame *f = casata_push(&s, 3, 2);
    CHECK_INT(s.head.depth, 1);
    CHECK(casata_top(&s) == f);
    CHECK_INT(f->phase, 3);
    CHECK_INT(f->seat, 2);
    CHECK(!f->mask);
    for (int i = 0; i < CASATA_MAX_LOCALS; i++) CHECK(!f->local[i]);
    f->local[0] = f->local[CASATA_MAX_LOCALS - 1] = 9;
    casata_push(&s, 1, 0)->local[1] = 7;
    CHECK_INT(s.head.depth, 2);
    casata_pop(&s);
    CHECK(casata_top(&s) == f && f->local[0] == 9);
    casata_pop(&s);
    static const struct fiera zero;
    CHECK(memcmp(&s, &zero, sizeof s) == 0); /* a popped frame leaves no bytes */
}

static void init_refuses(void) {
    struct casata_game g = example_game();
    struct fiera s;
    const uint8_t good[] = {1, 1}, bad[] = {0, 2};
    CHECK_INT(casata_init(&g, &s, 1, NULL), CASATA_BAD_SEATS);
    CHECK_INT(casata_init(&g, &s, 4, NULL), CASATA_BAD_SEATS);
    CHECK_INT(casata_init(&g, &s, -1, NULL), CASATA_BAD_SEATS);
    CHECK_INT(casata_init(&g, &s, 2, bad), CASATA_BAD_OPTION);
    CHECK_INT(casata_init(&g, &s, 2, good), CASATA_OK);
    CHECK_INT(s.head.option[0], 1);
    CHECK_INT(s.head.option[1], 1);
}

/* An option for two seats only keeps its default at other tables. */
static void init_refuses_options_of_other_tables(void) {
    struct casata_game g = example_game();
    struct casata_game_option options[] = {g.rules->options[0], g.rules->options[1]};
    struct casata_rules rules = *g.rules;
    struct fiera s;
    const uint8_t first[] = {1, 0}, second[] = {0, 1};
    options[1].max_seats = 2;
    rules.options = options;
    g.rules = &rules;
    CHECK_INT(casata_option_values(&options[1], 2), options[1].values->n);
    CHECK_INT(casata_option_values(&options[1], 3), 1);
    CHECK(casata_option_unfit(&rules, 3, second) == &options[1]);
    CHECK(casata_option_unfit(&rules, 3, first) == NULL);
    CHECK_INT(casata_init(&g, &s, 3, second), CASATA_OPTION_SEATS);
    CHECK_INT(casata_init(&g, &s, 3, first), CASATA_OK);
    CHECK_INT(casata_init(&g, &s, 2, second), CASATA_OK);
    CHECK(casata_check(&g, &s) == NULL);
    options[1].max_seats = 0;
    options[1].min_seats = 3;
    CHECK_INT(casata_init(&g, &s, 2, second), CASATA_OPTION_SEATS);
    CHECK_STR(casata_check(&g, &s), "option not for this number of seats");
}

static void all_at_once(void) {
    struct casata_game g = example_game();
    struct fiera s;
    casata_action out[CASATA_MAX_CHOICES];
    deal_all(&s, 3);
    CHECK_STR(casata_phase_name(&g, &s), "roll");
    CHECK_INT(casata_to_act(&g, &s), 1 << CASATA_CHANCE);
    CHECK_INT(casata_play(&g, &s, 0, casata_act(FIERA_A_ROLL, 0, 0x12, 0), NULL), CASATA_NOT_YOUR_TURN);
    play_text(&s, CASATA_CHANCE, "roll red 12");
    CHECK_INT(casata_to_act(&g, &s), 7);
    CHECK_INT(casata_legal(&g, &s, 1, out), 3);
    play_text(&s, 1, "offer wine");
    CHECK_INT(casata_to_act(&g, &s), 5);
    CHECK_INT(casata_legal(&g, &s, 1, out), 0);
    CHECK_INT(casata_play(&g, &s, 1, casata_act(FIERA_A_OFFER, 1, 0, 0), NULL), CASATA_NOT_YOUR_TURN);
    CHECK_INT(casata_play(&g, &s, 0, casata_act(FIERA_A_OFFER, 1, 0, 0), NULL), CASATA_ILLEGAL);
    play_text(&s, 2, "offer oil");
    play_text(&s, 0, "offer wool");
    CHECK_STR(casata_phase_name(&g, &s), "prize");
    CHECK_INT(casata_to_act(&g, &s), 2);
    CHECK_INT(casata_score(&g, &s, 1, false), 4 + 5 + 3);
}

/* With two seats the gift has one target: the engine gives it by itself and goes on. */
static void forced(void) {
    struct casata_game g = example_game();
    struct fiera s;
    for (int seats = 2; seats <= 3; seats++) {
        deal_all(&s, seats);
        play_text(&s, CASATA_CHANCE, "roll red 33");
        for (int seat = 0; seat < seats; seat++)
            CHECK_INT(casata_play(&g, &s, seat, casata_act(FIERA_A_OFFER, (unsigned)seat, 0, 0), NULL),
                      CASATA_OK);
        play_text(&s, seats - 1, "take");
        play_text(&s, CASATA_CHANCE, "roll red 12");
        for (int seat = 0; seat < seats; seat++)
            CHECK_INT(
                casata_play(&g, &s, seat, casata_act(FIERA_A_OFFER, (unsigned)(seat + seats), 0, 0), NULL),
                CASATA_OK);
        play_text(&s, seats - 1, "give 4");
        if (seats == 3) {
            CHECK_STR(casata_phase_name(&g, &s), "gift");
            CHECK_INT(s.head.depth, 3);
            play_text(&s, 2, "to 0");
        }
        CHECK_STR(casata_phase_name(&g, &s), "roll");
        CHECK_INT(s.p[0].coins, 4);
        CHECK_INT(s.p[seats - 1].coins, 2);
        CHECK_INT(s.p[seats - 1].gifts, 8);
    }
}

static void nested_draw(void) {
    struct casata_game g = example_game();
    struct fiera s;
    deal_all(&s, 2);
    play_text(&s, CASATA_CHANCE, "roll red 11");
    play_text(&s, 0, "offer wine");
    play_text(&s, 1, "offer honey");
    play_text(&s, 1, "draw");
    CHECK_INT(s.head.depth, 3);
    CHECK_STR(casata_phase_name(&g, &s), "deal");
    struct casata_outcome out[CASATA_MAX_CHOICES];
    CHECK_INT(casata_outcomes(&g, &s, out), 6);
    play_text(&s, CASATA_CHANCE, "deal 1 silk");
    CHECK_INT(s.p[1].held, 3);
    CHECK_STR(casata_phase_name(&g, &s), "roll");
}

static void over(void) {
    struct casata_game g = example_game();
    struct fiera s;
    struct casata_rng rng;
    struct casata_playout count = {0};
    casata_action out[CASATA_MAX_CHOICES];
    struct casata_outcome outcome[CASATA_MAX_CHOICES];
    casata_rng_seed(&rng, 3);
    CHECK_INT(casata_init(&g, &s, 2, NULL), CASATA_OK);
    CHECK(casata_playout(&g, &s, &rng, 1000, &count));
    CHECK_INT(casata_to_act(&g, &s), 0);
    CHECK_STR(casata_phase_name(&g, &s), "over");
    CHECK_INT(casata_legal(&g, &s, 0, out), 0);
    CHECK_INT(casata_outcomes(&g, &s, outcome), 0);
    CHECK_INT(casata_play(&g, &s, 0, casata_act(FIERA_A_DRAW, 0, 0, 0), NULL), CASATA_NOT_YOUR_TURN);
    CHECK(casata_check(&g, &s) == NULL);
}

static void playouts(void) {
    struct casata_game g = example_game();
    struct fiera s, t;
    struct casata_rng rng;
    struct casata_playout count = {0}, first;
    for (int i = 0; i < 2; i++) { /* the same seed, the same game */
        casata_rng_seed(&rng, 42);
        casata_init(&g, i ? &t : &s, 3, NULL);
        first = count;
        CHECK(casata_playout(&g, i ? &t : &s, &rng, 1000, &count));
    }
    CHECK(memcmp(&s, &t, sizeof s) == 0);
    CHECK_INT(count.decisions, 2 * first.decisions); /* counts add up over calls */
    CHECK_INT(count.chances, 2 * first.chances);
    CHECK(count.options >= count.decisions && count.options_max >= 2);
    casata_init(&g, &s, 3, NULL);
    CHECK(!casata_playout(&g, &s, &rng, 5, NULL));
    CHECK_INT(s.p[0].held + s.p[1].held, 5); /* stopped after five deals */
}

/* Any bytes: a verdict, and for sound ones a state that can be played. */
static void check_any_bytes(void) {
    struct casata_game g = example_game();
    struct casata_rng rng;
    struct fiera s, base;
    int accepted = 0;
    casata_rng_seed(&rng, 8);
    for (int i = 0; i < 20000; i++) {
        if (i % 100 == 0) {
            casata_init(&g, &base, 2 + i / 100 % 2, NULL);
            casata_playout(&g, &base, &rng, casata_rng_below(&rng, 30), NULL);
        }
        s = base;
        unsigned char *bytes = (unsigned char *)&s;
        for (unsigned k = casata_rng_below(&rng, 4); k-- > 0;)
            bytes[casata_rng_below(&rng, sizeof s)] = (unsigned char)casata_rng_next(&rng);
        if (casata_check(&g, &s) != NULL) continue;
        accepted++;
        CHECK(casata_playout(&g, &s, &rng, 200, NULL));
    }
    CHECK(accepted > 1000);
    for (int i = 0; i < 2000; i++) {
        for (size_t k = 0; k < sizeof s; k++) ((unsigned char *)&s)[k] = (unsigned char)casata_rng_next(&rng);
        s.head.seats = 2;
        s.head.depth = (uint8_t)casata_rng_below(&rng, 14);
        CHECK(casata_check(&g, &s) != NULL);
    }
}

static void check_names(void) {
    struct casata_game g = example_game();
    struct fiera sound, s;
    deal_all(&sound, 2);
    CHECK(casata_check(&g, &sound) == NULL);
    s = sound, s.head.seats = 4;
    CHECK_STR(casata_check(&g, &s), "number of seats");
    s = sound, s.head.option[1] = 2;
    CHECK_STR(casata_check(&g, &s), "option out of range");
    s = sound, s.head.option[7] = 1;
    CHECK_STR(casata_check(&g, &s), "option out of range");
    s = sound, s.head.depth = 13;
    CHECK_STR(casata_check(&g, &s), "too many frames");
    s = sound, s.head.frame[5].local[0] = 1;
    CHECK_STR(casata_check(&g, &s), "bytes above the top frame");
    s = sound, s.head.frame[1].phase = FIERA_PHASE_COUNT;
    CHECK_STR(casata_check(&g, &s), "unknown phase");
    s = sound, s.head.frame[1].phase = FIERA_PH_GIFT;
    CHECK_STR(casata_check(&g, &s), "frame on a wrong frame");
    s = sound, s.head.frame[1].seat = 2;
    CHECK_STR(casata_check(&g, &s), "seat of a frame");
    s = sound, s.head.frame[1].mask = 4;
    CHECK_STR(casata_check(&g, &s), "mask of a frame");
    s = sound, casata_locals(fiera_fair, &s.head.frame[0])->part = 3;
    CHECK_STR(casata_check(&g, &s), "locals of a frame");
    s = sound, s.deck = 0;
    CHECK_STR(casata_check(&g, &s), "every ware once");
    s = sound, s.head.depth = 1, memset(&s.head.frame[1], 0, sizeof s.head.frame[1]);
    CHECK_STR(casata_check(&g, &s), "nobody has to decide");
}

struct heard {
    struct casata_sink sink;
    int n;
    struct casata_msg last;
};
static void hear(struct casata_sink *sink, const struct casata_msg *event) {
    struct heard *h = (struct heard *)sink;
    h->n++;
    h->last = *event;
}

static void events(void) {
    struct casata_game g = example_game();
    struct fiera s;
    struct heard h = {.sink = {.emit = hear}};
    casata_init(&g, &s, 2, NULL);
    CHECK_INT(casata_play(&g, &s, CASATA_CHANCE, casata_act(FIERA_A_DEAL, 0, 5, 0), &h.sink), CASATA_OK);
    CHECK_INT(h.n, 2); /* one for the player who learns the ware, one for the others */
    CHECK_STR(h.last.id, "event.deal");
    CHECK_INT(h.last.seen & 1, 0);
    CHECK_INT(h.last.n, 1);
    CHECK_INT(h.last.arg[0].type, CASATA_ARG_SEAT);
    CHECK(h.sink.revealed);
    CHECK_INT(casata_play(&g, &s, CASATA_CHANCE, casata_act(FIERA_A_DEAL, 0, 5, 0), &h.sink), CASATA_ILLEGAL);
    CHECK_INT(h.n, 2);
}

static bool features_differ(const struct casata_bot_sheet *r) {
    for (int k = 0; k < r->n_features; k++) {
        if (!r->feature_name(k)) return false;
        for (int j = 0; j < k; j++)
            if (strcmp(r->feature_name(k), r->feature_name(j)) == 0) return false;
    }
    return r->n_features <= CASATA_MAX_FEATURES;
}

static void registry(void) {
    struct casata_game g;
    CHECK(!casata_find("go", &g));
    CHECK(!casata_find("", &g));
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *r = casata_all_rules[i];
        CHECK(casata_find(r->id, &g));
        CHECK(g.rules == r && g.data == r->data);
        CHECK(r->state_size <= CASATA_MAX_STATE && r->max_seats <= CASATA_MAX_SEATS);
        CHECK(strlen(r->id) <= 12);
        for (int k = 1; k < r->n_forms; k++) CHECK(r->forms[k].verb && r->forms[k].message);
        CHECK(features_differ(r->bots));
        CHECK(!casata_rules_fault(r));
    }
    struct fiera_data figures = *(const struct fiera_data *)fiera_rules.data;
    uint64_t builtin = casata_edition(&fiera_rules, &figures).edition;
    CHECK_HEX(builtin, example_game().edition);
    figures.wares[3].value++;
    CHECK(casata_edition(&fiera_rules, &figures).edition != builtin);
}

/* Every phase on every phase, as a position from outside may claim: refused or not by the list of parents, also where a
 * game has more phases than a word has bits. */
static void parents_of_every_phase(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        const struct casata_rules *r = casata_all_rules[i];
        struct casata_game g = casata_edition(r, r->data);
        CASATA_STATE_BUFFER(state) = {0};
        struct casata_head *h = (struct casata_head *)state;
        h->seats = r->min_seats;
        for (int below = 0; below < r->n_phases; below++)
            for (int top = 0; top < r->n_phases; top++) {
                h->depth = 2;
                h->frame[0].phase = (uint8_t)below;
                h->frame[1].phase = (uint8_t)top;
                const char *wrong = casata_check_view(&g, state);
                bool fits =
                    r->phases[below]->parents & CASATA_BOTTOM && r->phases[top]->parents & CASATA_ON(below);
                CHECK(fits ? !wrong : wrong && strcmp(wrong, "frame on a wrong frame") == 0);
            }
    }
}

/* Something that an author forgets has a name, and is no crash. */
static void forgotten(void) {
    const struct casata_rules *whole = casata_all_rules[0];
    struct casata_rules r = *whole;
    struct casata_bot_sheet bots = *whole->bots;
    r.bots = NULL;
    CHECK_STR(casata_rules_fault(&r), "bots");
    r.bots = &bots;
    CHECK(!casata_rules_fault(&r));
    bots.eval_ns = 0;
    CHECK_STR(casata_rules_fault(&r), "bots->eval_ns");
    bots = *whole->bots, bots.eval = NULL;
    CHECK_STR(casata_rules_fault(&r), "bots->eval");
    bots = *whole->bots, r.n_phases = CASATA_MAX_PHASES + 1;
    CHECK_STR(casata_rules_fault(&r), "n_phases");
    r = *whole, r.scene = NULL;
    CHECK(casata_rules_fault(&r) != NULL);
    r = *whole, r.balance = NULL;
    CHECK_STR(casata_rules_fault(&r), "balance");
    struct casata_thing unknown[] = {{"no_such_verb", 0, NULL, NULL}, {0}};
    struct casata_balance_sheet sheet = *whole->balance;
    sheet.things = unknown, r.balance = &sheet;
    CHECK_STR(casata_rules_fault(&r), "balance->things");
}

/* An earlier edition is found by its hash, and only then. */
static void editions(void) {
    struct casata_game now = example_game(), g = now;
    const struct casata_older *older = fiera_rules.older;
    if (!CHECK(older && older->data && !older[1].data)) return;
    CHECK_HEX(casata_hash_bytes(older->data, fiera_rules.data_size, 0), older->edition);
    CHECK(casata_use_edition(&g, now.edition) && g.data == now.data);
    CHECK(casata_use_edition(&g, older->edition) && g.data == older->data && g.edition == older->edition);
    CHECK(!casata_use_edition(&g, 1) && g.edition == older->edition);
    CHECK(casata_use_edition(&g, now.edition) && g.data == now.data);
    struct fiera_data corrected = fiera_builtin;
    corrected.wares[FIERA_WARE_COUNT - 1].value++;
    struct casata_game own = casata_edition(&fiera_rules, &corrected);
    CHECK(casata_use_edition(&own, own.edition));
    CHECK(!casata_use_edition(&own, now.edition) && own.data == &corrected);
    const struct fiera_data *then = older->data, *today = now.data;
    CHECK_INT(then->dice[0].face_3, today->dice[0].face_3 + 1);
    CHECK(memcmp(then->wares, today->wares, sizeof then->wares) ==
          0); /* tables that the folder does not have */
}

static const struct test tests[] = {
    {"editions: an earlier one by its hash", editions},
    {"frames: push and pop", frames},
    {"frames: every phase on every phase", parents_of_every_phase},
    {"rules: what is forgotten is named", forgotten},
    {"init: seats and options", init_refuses},
    {"an option that does not fit the number of seats keeps its default",
     init_refuses_options_of_other_tables},
    {"a decision of all seats at once", all_at_once},
    {"forced decisions are made by the engine", forced},
    {"frames on frames", nested_draw},
    {"nothing after the end", over},
    {"playouts: seeded and counted", playouts},
    {"check: survives any bytes", check_any_bytes},
    {"check: names what is broken", check_names},
    {"events go to the sink", events},
    {"registry: every game is complete", registry},
};
TEST_SUITE(game, tests);
