/* test_guide.c: guides and worked examples, and the checker of guides, on the guide of the example game. */
#include "casata/guide.h"
#include "casata/lang.h"
#include "example/example.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

/* The guide with its lessons, `old` replaced by `new` once; NULL as `old`: as it is. */
static struct casata_course *read_guide(const char *old, const char *new, char err[200]) {
    size_t n, n_course;
    const char *guide = casata_guide_file("fiera", &n), *course = casata_course_file("fiera", &n_course);
    char *text = malloc(n + n_course + (new ? strlen(new) : 0) + 2);
    const char *at = old ? strstr(guide, old) : guide;
    if (!text || !at) abort();
    sprintf(text, "%.*s%s%s\n%s", (int)(at - guide), guide, old ? new : "", at + (old ? strlen(old) : 0),
            course);
    struct casata_course *c = casata_course_read(text, strlen(text), err);
    free(text);
    return c;
}

/* --- what a front end is given --------------------------------------------------------------------------------- */

static void test_guide_says(void) {
    static char buf[1 << 16];
    char err[200], fault[200];
    struct casata_game g = example_game();
    struct casata_course *c = casata_guide_load("fiera", err);
    struct casata_writer w = casata_writer_on(buf, sizeof buf);
    CHECK(c != NULL);
    casata_w_open(&w, '{');
    CHECK(casata_guide_write(c, &g, CASATA_EN, &w, fault));
    CHECK(casata_writer_ok(&w));
    CHECK_PART("\"title\":\"A day at the fair\"", buf);
    CHECK_PART("The purse holds 5 coins.", buf);
    CHECK_PART("{\"is\":\"item\",\"icons\":[\"piece-back\"]", buf);
    CHECK_PART("\"of\":\"p0\",\"crop\":[]", buf);
    CHECK_PART("\"text\":\"Your hand\",\"at\":[\"p0.hand\"]", buf);
    CHECK_PART("{\"is\":\"each\",\"on\":\"ware\",\"symbols\":[\"face-ware.*\"]}", buf);
    CHECK_PART("{\"is\":\"note\",\"text\":\"A number", buf);
    CHECK_PART("{\"is\":\"place\",\"places\":[\"", buf);
    casata_course_free(c);
}

static void test_picture(void) {
    char err[200], fault[200];
    struct casata_game g = example_game();
    struct casata_course *c = casata_guide_load("fiera", err);
    struct casata_match m = {0};
    CHECK(casata_guide_picture(c, &g, "table", &m, fault));
    CHECK_INT(m.n_log, 0);
    CHECK_INT(m.seats, 2);
    CHECK(!casata_guide_picture(c, &g, "chair", &m, fault));
    CHECK_PART("there is no \"chair\"", fault);
    casata_match_free(&m);
    casata_course_free(c);
}

/* --- worked examples ------------------------------------------------------------------------------------------------ */

static void test_example(void) {
    static const char text[] = "base start\nnew seats=2\nchance *\n"
                               "example X1\nrules X1 R5.1\nuse start\nset purse += 1\n"
                               "play 0 offer straw\nplay 1 offer wool\nchance *\n"
                               "example X2\nrules R5.1\nuse start\nplay 0 offer pearl\n";
    char err[200], fault[200], buf[400];
    struct casata_game g = example_game();
    struct casata_course *c = casata_course_read(text, strlen(text), err);
    struct casata_match m = {0};
    struct casata_writer w = casata_writer_on(buf, sizeof buf);
    if (!CHECK(c != NULL)) return;
    casata_w_open(&w, '{');
    casata_guide_examples(c, &w);
    CHECK_PART("{\"id\":\"X1\",\"rules\":[\"X1\",\"R5.1\"]}", buf);
    bool played = casata_guide_example(c, &g, "X1", &m, fault);
    if (!CHECK(played)) printf("%s\n", fault);
    CHECK(m.n_log >= 2); /* the log begins after the last change */
    CHECK(!casata_guide_example(c, &g, "X2", &m, fault));
    CHECK_PART("not legal: 0 offer pearl", fault);
    casata_match_free(&m);
    casata_course_free(c);
}

/* --- the checker finds what is planted ------------------------------------------------------------------------------- */

struct collector {
    struct casata_lesson_report report;
    char first[420];
};
static void collect(struct casata_lesson_report *r, const char *what) {
    struct collector *to = (struct collector *)r;
    if (!to->first[0]) snprintf(to->first, sizeof to->first, "%s", what);
}

static void check_planted(const char *old, const char *new, const char *what) {
    struct collector to = {.report = {.fail = collect, .lang = -1}};
    struct casata_game g = example_game();
    char err[200];
    struct casata_course *c = read_guide(old, new, err);
    if (!CHECK(c != NULL)) return;
    casata_guide_check(c, &g, &to.report);
    CHECK_INT(to.report.failed > 0, what != NULL);
    if (what)
        CHECK_PART(what, to.first);
    else
        CHECK(to.report.passed > 40);
    casata_course_free(c);
}

static void test_guide_is_good(void) { check_planted(NULL, NULL, NULL); }

static void test_planted_guide(void) {
    check_planted("with @unit.coin slot(purse)", "", "arguments do not fit");
    check_planted("with @unit.coin slot(purse)", "with 4", "comes from nowhere");
    check_planted("with @unit.coin slot(purse)", "with slot(purses)", "no slot with a figure");
    check_planted("text offer", "text offered", "no text");
    check_planted("section day\nuse p2", "section day", "figures without a position");
    check_planted("section day\nuse p2", "section day\nuse p9", "there is no base p9");
    check_planted("show table", "show chair", "there is no picture chair");
    check_planted("show table\n", "", "no section shows table");
    check_planted("crop p0", "crop p7", "neither common nor");
    check_planted("crop p0\n", "", "one \"crop\" in each picture");
    check_planted("mark hand p0.hand", "mark hand p0.hat", "not there: p0.hat");
    check_planted("note worth", "note worthy", "no text");
    check_planted("place hand", "place head", "no family of places: head");
    check_planted("mark ware p0.hand:silver", "mark ware p0.hand:pearl", "not there: p0.hand:pearl");
}

static void test_bad_guides(void) {
    char err[200];
    CHECK(read_guide("show table", "lit p0.hand", err) == NULL);
    CHECK_PART("not here", err);
    CHECK(read_guide("section day", "section day\nsection day", err) == NULL);
    CHECK_PART("there already", err);
}

static const struct test tests[] = {
    {"what a page is given", test_guide_says},        {"the position of a picture", test_picture},
    {"a worked example is played", test_example},     {"the example's guide is good", test_guide_is_good},
    {"what is planted is found", test_planted_guide}, {"files that are no guide", test_bad_guides},
};
TEST_SUITE(guide, tests);
