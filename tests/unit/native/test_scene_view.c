/* test_scene_view.c: the terminal's drawing of scenes: wrapping, grids, panels, choices, and that no line is
 * wider than the terminal. The scene is hand-written, with the words of a game that has translations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "terminal/columns.h"
#include "terminal/scene_view.h"
#include "harness.h"

/* --- columns ------------------------------------------------------------------------------------------- */

static char *wrapped(const char *text, int width, int used, int indent) {
    struct sheet s;
    sheet_open(&s);
    columns_wrap(s.f, text, width, used, indent);
    return sheet_close(&s);
}

static void check_wrap(const char *text, int width, int used, int indent, const char *want) {
    char *got = wrapped(text, width, used, indent);
    CHECK_STR(got, want);
    free(got);
}

static void test_wrap(void) {
    CHECK_INT(columns_width("zażółć"), 6);
    CHECK_INT(columns_width("\033[1mab\033[0m♂"), 3);
    check_wrap("one two three", 20, 0, 2, "one two three\n");
    check_wrap("one two three", 8, 0, 2, "one two\n  three\n");
    check_wrap("one two three", 8, 5, 2, "one\n  two\n  three\n");
    check_wrap("abcdefghij", 4, 0, 1, "abcd\n efg\n hij\n");
    check_wrap("żółw żółw", 5, 0, 0, "żółw\nżółw\n");
    check_wrap("a\nb c", 3, 0, 2, "a\nb c\n");
    check_wrap("", 3, 0, 2, "\n");
}

static void test_shelves(void) {
    struct block in[3] = {{0}, {0}, {0}}, out = {0};
    block_add(&in[0], strdup("aa"));
    block_add(&in[0], strdup("a"));
    block_add(&in[1], strdup("b"));
    block_add(&in[2], strdup("cccc"));
    block_shelve(&out, in, 3, 6, 1);
    if (CHECK_INT(out.n, 3)) {
        CHECK_STR(out.line[0], "aa b");
        CHECK_STR(out.line[1], "a");
        CHECK_STR(out.line[2], "cccc");
    }
    CHECK_INT(out.width, 4);
    block_free(&out);
}

/* --- a hand-written scene ------------------------------------------------------------------------------ */

static const char *const city_text[] = {"Milano", "Venezia", "Firenze"};
static const char *const row_text[] = {"politics", "church"};
static const char *const kind_text[] = {"man", "woman", "disc", "die"};
static const char *const unit_text[] = {"florin", "vp"};
static const struct casata_words cities = {"city", 3, city_text}, rows = {"row", 2, row_text},
                                 kinds = {"kind", 4, kind_text}, units = {"unit", 2, unit_text};
enum { F_CITY, F_MISSION, F_INITIATIVE, F_RESERVE, F_PLAN, F_COUNT };
static const struct casata_family families[F_COUNT] = {
    {"city", CASATA_FIXED, &cities, "R1"},    {"city_tile", CASATA_FIXED, &cities, "R2"},
    {"initiative", CASATA_TRACK, NULL, "R3"}, {"reserve", CASATA_ROW, NULL, "R4"},
    {"row", CASATA_FIXED, &rows, "R5"},
};
static const struct casata_rules rules = {
    .id = "signorie", .n_families = F_COUNT, .families = families, .kinds = &kinds, .units = &units};
static const char *const names[CASATA_MAX_SEATS] = {"Anna", "Béla", "Cezary"};

static void add_slot(struct casata_scene *s, int family, int row, int col, int seat, int value) {
    s->slot[s->n_slots++] = (struct casata_slot){.family = (uint8_t)family,
                                                 .row = (uint8_t)row,
                                                 .col = (int8_t)col,
                                                 .seat = (int8_t)seat,
                                                 .value = (int16_t)value};
}
static void add_piece(struct casata_scene *s, int slot, int kind, int seat, int value, int count) {
    s->piece[s->n_pieces] =
        (struct casata_piece){(uint16_t)s->n_pieces, (uint16_t)slot, (int8_t)seat, (uint8_t)kind,
                              (int16_t)value,        (int16_t)count, {0}};
    s->n_pieces++;
}

static struct casata_scene *make_scene(void) {
    struct casata_scene *s = calloc(1, sizeof *s);
    s->seat = 0;
    for (int city = 0; city < 3; city++)
        for (int col = 0; col < 8; col++) add_slot(s, F_CITY, city, col, -1, 1 + col / 2);
    for (int city = 0; city < 3; city++) add_slot(s, F_MISSION, city, -1, -1, -1);
    for (int col = 0; col < 8; col++) add_slot(s, F_INITIATIVE, 0, col, -1, col);
    add_piece(s, 0, 0, 0, -1, 1);  /* a man of A in the first space of the first city */
    add_piece(s, 1, 1, 1, -1, 1);  /* a woman of B next to him */
    add_piece(s, 27, 2, 0, -1, 1); /* two discs on the first space of the track */
    add_piece(s, 27, 2, 2, -1, 1);
    for (int seat = 0; seat < 3; seat++) {
        add_slot(s, F_RESERVE, 0, -1, seat, -1);
        add_piece(s, s->n_slots - 1, 0, seat, -1, 4);
        for (int row = 0; row < 2; row++)
            for (int col = 0; col < 4; col++) add_slot(s, F_PLAN, row, col, seat, -1);
        s->counter[s->n_counters++] = (struct casata_counter){(uint8_t)seat, 0, 5 + seat};
        s->counter[s->n_counters++] = (struct casata_counter){(uint8_t)seat, 1, 100 * seat};
    }
    s->n_choices = 2;
    s->choice[0] = (struct casata_choice){.action = 1, .slot = -1, .piece = -1, .text = {.id = "act.pass"}};
    s->choice[1] = (struct casata_choice){.action = 2,
                                          .slot = 2,
                                          .piece = -1,
                                          .n_cost = 1,
                                          .n_gain = 1,
                                          .cost = {casata_count(&units, 0, 1)},
                                          .gain = {casata_count(&units, 1, 3)},
                                          .text = {.id = "act.signoria"}};
    return s;
}

static char *draw(int lang, int width, bool colour, bool choices) {
    struct sheet sheet;
    struct casata_scene *s = make_scene();
    sheet_open(&sheet);
    struct scene_view v = {sheet.f, &rules, names, lang, width, colour};
    if (choices)
        scene_view_choices(&v, s);
    else
        scene_view_board(&v, s, 7, true);
    free(s);
    return sheet_close(&sheet);
}

static void test_board(void) {
    char *text = draw(CASATA_EN, 100, false, false);
    CHECK_PART("1  1  2 2 3 3 4 4", text); /* figures of the columns above them */
    CHECK_PART("Milan", text);
    CHECK_PART("A♂ B♀ ·", text);
    CHECK_PART("0:AC  1  2", text); /* on a track the figure stays */
    CHECK_PART("B Béla · 6 Florins · 100 VP", text);
    CHECK_PART("A Anna ◀ · 5 Florins", text);
    CHECK_PART("A♂×4", text);
    CHECK(strstr(text, "⟨") == NULL);
    free(text);
}

static void test_widths(void) {
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++)
        for (int width = 40; width <= 160; width += 7)
            for (int colour = 0; colour < 2; colour++) {
                char *text = draw(lang, width, colour, false);
                for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
                    if (columns_width(line) <= width) continue;
                    test_fail(__FILE__, __LINE__, line);
                }
                free(text);
            }
}

static void test_colour(void) {
    char *plain = draw(CASATA_EN, 100, false, false), *colour = draw(CASATA_EN, 100, true, false);
    CHECK(strchr(plain, '\033') == NULL);
    CHECK(strchr(colour, '\033') != NULL);
    free(plain);
    free(colour);
}

static void test_choices(void) {
    char *text = draw(CASATA_EN, 100, false, true);
    CHECK_STR(text, " 1  Pass\n 2  Signoria action (−1 Florin, +3 VP)\n");
    free(text);
    text = draw(CASATA_PL, 100, false, true);
    CHECK_PART(" 1  Spasuj\n", text);
    free(text);
}

static const struct test tests[] = {
    {"text is wrapped by columns", test_wrap},
    {"blocks stand side by side where they fit", test_shelves},
    {"a board with grids, a track and panels", test_board},
    {"no line is wider than the terminal", test_widths},
    {"escapes only with colour", test_colour},
    {"numbered choices with cost and gain", test_choices},
};
TEST_SUITE(scene_view, tests);
