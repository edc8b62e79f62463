/* test_text.c: words and the text form of actions, with bad input. */
#include "casata/rules.h"
#include "harness.h"
#include "example/example.h"

static const char *text_of(casata_action a) {
    static char text[CASATA_ACTION_TEXT];
    int n = casata_action_text(&fiera_rules, a, text);
    CHECK_INT(n, strlen(text));
    return text;
}

static void words(void) {
    const struct casata_words *dice = fiera_rules.options[FIERA_OPTION_DICE].values;
    CHECK_INT(casata_word_find(dice, "red", 3), 0);
    CHECK_INT(casata_word_find(dice, "blue", 4), 1);
    CHECK_INT(casata_word_find(dice, "bluebird", 4), 1);
    CHECK_INT(casata_word_find(dice, "bluebird", 8), -1);
    CHECK_INT(casata_word_find(dice, "blu", 3), -1);
    CHECK_INT(casata_word_find(dice, "", 0), -1);
    CHECK_INT(casata_word_find(dice, "Red", 3), -1);
}

static void forms(void) {
    CHECK_STR(text_of(casata_act(FIERA_A_DEAL, 2, 11, 0)), "deal 2 pearl");
    CHECK_STR(text_of(casata_act(FIERA_A_ROLL, 1, 0x23, 0)), "roll blue 23");
    CHECK_STR(text_of(casata_act(FIERA_A_DRAW, 0, 0, 0)), "draw");
    CHECK_STR(text_of(casata_act(FIERA_A_GIVE, 255, 0, 0)), "give 255");
    CHECK_STR(text_of(0), "");
    CHECK_STR(text_of(casata_act(FIERA_A_COUNT, 0, 0, 0)), "");
    CHECK_STR(text_of(casata_act(255, 0, 0, 0)), "");
    CHECK_HEX(casata_action_parse(&fiera_rules, "deal 2 pearl"), casata_act(FIERA_A_DEAL, 2, 11, 0));
    CHECK_HEX(casata_action_parse(&fiera_rules, "roll blue 23"), casata_act(FIERA_A_ROLL, 1, 0x23, 0));
    CHECK_HEX(casata_action_parse(&fiera_rules, "roll red 1336"), casata_act(FIERA_A_ROLL, 0, 0x13, 0x36));
    CHECK_HEX(casata_action_parse(&fiera_rules, "draw"), casata_act(FIERA_A_DRAW, 0, 0, 0));
}

static void bad_texts(void) {
    static const char *const bad[] = {
        "",
        " ",
        "dea",
        "deals 1 salt",
        "deal",
        "deal 1",
        "deal 1 salt 3",
        "deal  1 salt",
        " deal 1 salt",
        "deal 1 salt ",
        "deal 1\tsalt",
        "deal 1 x",
        "deal 1 1",
        "deal -1 salt",
        "deal +1 salt",
        "deal 01 salt",
        "deal 256 salt",
        "deal 1000 salt",
        "deal 1 salt\n",
        "Deal 1 salt",
        "draw 0",
        "roll green 23",
        "roll red",
        "roll red 0",
        "roll red 10",
        "roll red 12345",
        "roll red 1g",
        "roll red ",
        "roll 0 23",
        "deal 99999999999999999999 salt",
        "\xff\xfe",
        "roll red 23 1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (casata_action_parse(&fiera_rules, bad[i]) != 0) test_fail(__FILE__, __LINE__, bad[i]);
}

/* Whatever text an action has, it is read back as that action or refused. */
static void any_action(void) {
    struct casata_rng rng;
    casata_rng_seed(&rng, 11);
    for (int i = 0; i < 20000; i++) {
        casata_action a = (casata_action)casata_rng_next(&rng) % ((FIERA_A_COUNT + 1u) << 24);
        const char *text = text_of(a);
        casata_action back = casata_action_parse(&fiera_rules, text);
        if (back == 0) continue;
        char again[CASATA_ACTION_TEXT];
        casata_action_text(&fiera_rules, back, again);
        CHECK_STR(again, text);
    }
}

static void messages(void) {
    struct casata_msg m = casata_action_msg(&fiera_rules, casata_act(FIERA_A_ROLL, 1, 0x23, 0));
    CHECK_STR(m.id, "act.roll");
    CHECK_INT(m.n, 3);
    CHECK_INT(m.arg[0].type, CASATA_ARG_WORD);
    CHECK_STR(m.arg[0].words->word[m.arg[0].index], "blue");
    CHECK_INT(m.arg[1].n, 2);
    CHECK_INT(m.arg[2].n, 3);
    m = casata_action_msg(&fiera_rules, casata_act(FIERA_A_DRAW, 0, 0, 0));
    CHECK_STR(m.id, "act.draw");
    CHECK_INT(m.n, 0);
}

static const struct test tests[] = {
    {"words: found whole and exact", words}, {"action text: forms", forms},
    {"action text: bad input", bad_texts},   {"action text: any action", any_action},
    {"action as a message", messages},
};
TEST_SUITE(text, tests);
