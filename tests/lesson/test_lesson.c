/* test_lesson.c: the runner of lessons and their checker, on the course of the example game. */
#include "casata/lang.h"
#include "casata/lesson.h"
#include "casata/rules.h"
#include "example/example.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

/* --- the course with a change -------------------------------------------------------------------------------- */

/* The file of the course, `old` replaced by `new` once; NULL as `old`: as it is. To be freed. */
static char *course_text(const char *old, const char *new) {
    size_t n;
    const char *text = casata_course_file("fiera", &n);
    char *out = malloc(n + (new ? strlen(new) : 0) + 1);
    const char *at = old ? strstr(text, old) : text;
    if (!out || !text || !at) abort();
    size_t head = (size_t)(at - text);
    memcpy(out, text, head);
    strcpy(out + head, old ? new : "");
    strcat(out + head, at + (old ? strlen(old) : 0));
    return out;
}

static struct casata_course *read_course(const char *old, const char *new, char err[200]) {
    char *text = course_text(old, new);
    struct casata_course *c = casata_course_read(text, strlen(text), err);
    free(text);
    return c;
}

/* --- the runner ------------------------------------------------------------------------------------------------ */

static struct casata_match match;
static struct casata_lesson lesson;
static struct casata_course *course;

static void begin_with(const char *old, const char *new) {
    char err[200];
    struct casata_game g = example_game();
    course = read_course(old, new, err);
    match = (struct casata_match){0};
    CHECK(course != NULL);
    CHECK(casata_lesson_begin(&lesson, course, &g, 0, &match));
}

static void begin(void) { begin_with(NULL, NULL); }

static void end(void) {
    casata_lesson_end(&lesson);
    casata_match_free(&match);
    casata_course_free(course);
}

static int act(const char *text) {
    return casata_lesson_act(&lesson, casata_action_parse(&fiera_rules, text));
}

static const char *text_now(void) {
    static char text[CASATA_LESSON_TEXT];
    casata_lesson_text(&lesson, CASATA_EN, text, sizeof text);
    return text;
}

static void test_wrong_is_not_played(void) {
    char reply[CASATA_LESSON_TEXT];
    begin();
    uint64_t hash = casata_hash(&match.game, match.state);
    CHECK_STR(text_now(), "The purse holds 4 coins. Offer a good ware.");
    CHECK_INT(act("offer straw"), CASATA_LESSON_WRONG);
    CHECK_INT(act("offer straw"), CASATA_LESSON_WRONG);
    CHECK_INT(lesson.wrong, 2);
    casata_lesson_reply(&lesson, CASATA_EN, reply, sizeof reply);
    CHECK_STR(reply, "Of your 3 wares straw is the cheapest.");
    CHECK_HEX(casata_hash(&match.game, match.state), hash);
    CHECK_INT(match.n_log, 0);
    CHECK_INT(casata_lesson_next(&lesson), CASATA_LESSON_WRONG); /* something is to be decided */
    end();
}

static void test_course_of_a_lesson(void) {
    begin();
    CHECK_INT(act("offer silver"), CASATA_LESSON_ON);
    CHECK_STR(text_now(), "Both wares are open, and you score 13.");
    CHECK(casata_lesson_waits(&lesson));
    CHECK_INT(casata_lesson_next(&lesson), CASATA_LESSON_ON);
    CHECK_STR(text_now(), "Choose your prize: 4 coins or a ware.");
    CHECK_INT(act("take"), CASATA_LESSON_ON);
    CHECK_STR(text_now(), "Another day against B. Offer what you like.");
    CHECK_INT(act("offer straw"), CASATA_LESSON_ON);
    CHECK(casata_lesson_over(&lesson));
    CHECK_STR(text_now(), "You have 4 coins now.");
    end();
}

/* The step stops where a ware was offered, before what follows by itself. */
static void test_pause_between_frames(void) {
    begin_with("with event(win, 1)\n  during win", "with pieces(p0.hand)\n  during offer");
    act("offer silver");
    CHECK(lesson.between);
    const struct casata_scene *s = casata_lesson_scene(&lesson);
    CHECK_INT(s->n_choices, 0);
    CHECK(s->prompt.id == NULL);
    CHECK(casata_hash(&match.game, lesson.shown) != casata_hash(&match.game, match.state));
    casata_lesson_next(&lesson);
    CHECK(!lesson.between);
    CHECK(casata_lesson_scene(&lesson)->n_choices > 0);
    end();
}

static void test_back(void) {
    begin();
    CHECK(!casata_lesson_back(&lesson));
    uint64_t first = casata_hash(&match.game, match.state);
    snprintf(match.seat[1].name, sizeof match.seat[1].name, "Ada");
    act("offer wine");
    casata_lesson_next(&lesson);
    uint64_t prize = casata_hash(&match.game, match.state);
    act("draw");
    CHECK(casata_lesson_back(&lesson));
    CHECK_HEX(casata_hash(&match.game, match.state), prize);
    CHECK_INT(lesson.step, 2);
    CHECK(casata_lesson_back(&lesson));
    CHECK(lesson.between); /* at the pause again */
    CHECK(casata_lesson_back(&lesson));
    CHECK_HEX(casata_hash(&match.game, match.state), first);
    CHECK_STR(match.seat[1].name, "Ada");
    end();
}

static void test_lights_and_touches(void) {
    struct casata_lesson_lights lit;
    begin();
    casata_lesson_lit(&lesson, &lit);
    CHECK_INT(lit.n_pieces, 1);
    CHECK_INT(lit.n_counters, 1);
    CHECK(!casata_lesson_touch(&lesson, 0, -1));
    act("offer silver");
    casata_lesson_next(&lesson);
    casata_lesson_lit(&lesson, &lit);
    CHECK_INT(lit.n_slots + lit.n_pieces, 2); /* where the two prizes are touched */
    const struct casata_scene *s = casata_lesson_scene(&lesson);
    for (int i = 0; i < s->n_slots; i++) {
        char name[64];
        casata_slot_name(&fiera_rules, &s->slot[i], name);
        if (strcmp(name, "spent") == 0) CHECK(casata_lesson_touch(&lesson, i, -1));
    }
    end();
}

/* --- files that are not a course ---------------------------------------------------------------------------------- */

static void test_bad_files(void) {
    static const struct {
        const char *old, *new, *what;
    } bad[] = {
        {"lesson fair", "lesson fair\nlesson fair", "there already"},
        {"  lit p0.hand:silver", "  light p0.hand:silver", "unknown word \"light\""},
        {"  next\n", "", "needs either"},
        {"close taken", "step taken", "needs either"},
        {"lesson fair", "lesson 'x", "not a name"},
        {"about minute", "lit p0.hand", "not here"},
        {"  optional", "  optional now", "nothing follows"},
    };
    char err[200];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct casata_course *c = read_course(bad[i].old, bad[i].new, err);
        CHECK(c == NULL);
        if (!c) CHECK_PART(bad[i].what, err);
        casata_course_free(c);
    }
}

/* --- the checker finds what is planted ------------------------------------------------------------------------------ */

struct collector {
    struct casata_lesson_report report;
    char first[400];
};
static void collect(struct casata_lesson_report *r, const char *what) {
    struct collector *to = (struct collector *)r;
    if (!to->first[0]) snprintf(to->first, sizeof to->first, "%s", what);
}

static void check_planted(const char *old, const char *new, const char *what) {
    struct collector to = {.report = {.fail = collect, .lang = -1}};
    struct casata_game g = example_game();
    char err[200];
    struct casata_course *c = read_course(old, new, err);
    if (!CHECK(c != NULL)) return;
    casata_course_check(c, &g, &to.report);
    if (what) {
        CHECK(to.report.failed > 0);
        CHECK_PART(what, to.first);
    } else {
        CHECK_STR(to.first, "");
        CHECK_INT(to.report.failed, 0);
        CHECK(to.report.passed > 100);
        CHECK(to.report.words[CASATA_EN] > 20);
    }
    casata_course_free(c);
}

static void test_course_is_good(void) { check_planted(NULL, NULL, NULL); }

static void test_planted_figures(void) {
    check_planted("score(0, won) = event(win, 1)", "score(0, won) = event(win, 1) + 1", "does not hold");
    check_planted("with event(win, 1)", "with event(won, 1)", "no such event: won");
    check_planted("with @unit.coin slot(purse)", "with 4", "comes from nowhere");
    check_planted("with @unit.coin slot(purse)", "", "arguments do not fit");
    check_planted("with @unit.coin slot(purse)", "with @unit.penny slot(purse)",
                  "a word that does not exist");
    check_planted("set purse -= 1", "set purses -= 1", "no such place");
    check_planted("gain(take, coin)", "gain(take, ware)", "no ware in the gain of take");
    check_planted("with pieces(p0.hand)", "with slots(p0.hold)", "no such slot: p0.hold");
}

static void test_planted_names(void) {
    check_planted("lit p0.offer spent", "lit p0.offer spend", "nothing there to light: spend");
    check_planted("lit p0.hand:silver", "lit p0.hand:pearl", "nothing there to light");
    check_planted("counter:coin", "counter:florin", "nothing there to light");
    check_planted("wrong at spent", "wrong at spend", "never legal");
    check_planted("during win", "during victory", "no event victory");
    check_planted("use p2", "use p3", "there is no base p3");
}

static void test_planted_steps(void) {
    check_planted("accept take | draw", "accept take | draw | give 1",
                  "never legal, or answered before: give 1");
    check_planted("accept take | draw", "accept give 1", "nothing that is accepted is legal");
    check_planted("then 1 offer salt", "then 1 offer silver", "the script is not legal");
    check_planted("then 1 offer salt", "", "");
    check_planted("step next_day with @seat 1", "step next_day with @seat 1 when 1 = 2", "no way leads to");
    check_planted("when played(take) = 0", "when played(take) > 5", "no close applies");
    check_planted("wrong * -> light\n\nlesson fair\nuse p2\nset purse -= 1\nwrong offer straw -> cheap with "
                  "pieces(p0.hand)\n",
                  "\nlesson fair\nuse p2\n", "no answer to");
    check_planted("chance roll red 23\n", "", "");
}

static void test_planted_texts(void) {
    check_planted("step prize", "step price", "no text fiera.lesson.fair.price (en)");
    check_planted("-> cheap", "-> cheep", "no text fiera.lesson.fair.cheep (en)");
    check_planted("about minute", "about hour", "no text fiera.lesson.course.hour (en)");
}

static void test_planted_number_words(void) {
    check_planted("miss keep", "miss counted_en",
                  "a figure as a word in the text fiera.lesson.course.counted_en (en): Three");
    check_planted("miss keep", "miss counted_pl",
                  "a figure as a word in the text fiera.lesson.course.counted_pl (pl): cztery");
    check_planted("miss keep", "miss counted_hu",
                  "a figure as a word in the text fiera.lesson.course.counted_hu (hu): Öt");
    check_planted("miss keep", "miss phrases", NULL); /* the phrases that are listed are no figures */
}

static const struct test tests[] = {
    {"a wrong choice is answered, not played", test_wrong_is_not_played},
    {"a lesson from its beginning to its end", test_course_of_a_lesson},
    {"a step stops between two frames", test_pause_between_frames},
    {"going back", test_back},
    {"lights, and answers to touches", test_lights_and_touches},
    {"files that are no course", test_bad_files},
    {"the example's course is good", test_course_is_good},
    {"planted figures are found", test_planted_figures},
    {"planted names are found", test_planted_names},
    {"planted steps are found", test_planted_steps},
    {"missing texts are found", test_planted_texts},
    {"figures that are written as words are found", test_planted_number_words},
};
TEST_SUITE(lesson, tests);
