/* test_lang.c: plural forms, templates and catalogues; every message of every game that random games show. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "harness.h"
#include "props/messages.h"

/* --- languages and plurals ----------------------------------------------------------------------------- */

static void test_codes(void) {
    CHECK_INT(casata_lang_find("en"), CASATA_EN);
    CHECK_INT(casata_lang_find("pl_PL.UTF-8"), CASATA_PL);
    CHECK_INT(casata_lang_find("hu"), CASATA_HU);
    CHECK_INT(casata_lang_find("plx"), -1);
    CHECK_INT(casata_lang_find(""), -1);
    CHECK_INT(casata_lang_find(NULL), -1);
    for (int i = 0; i < CASATA_LANG_COUNT; i++) CHECK_INT(casata_lang_find(casata_lang_code(i)), i);
}

static void test_plural(void) {
    static const struct {
        int n, en, pl;
    } want[] = {{0, 1, 2},   {1, 0, 0},   {2, 1, 1},   {4, 1, 1},  {5, 1, 2},  {11, 1, 2},
                {12, 1, 2},  {14, 1, 2},  {21, 1, 2},  {22, 1, 1}, {24, 1, 1}, {25, 1, 2},
                {101, 1, 2}, {102, 1, 1}, {112, 1, 2}, {122, 1, 1}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        CHECK_INT(casata_lang_plural(CASATA_EN, want[i].n), want[i].en);
        CHECK_INT(casata_lang_plural(CASATA_PL, want[i].n), want[i].pl);
        CHECK_INT(casata_lang_plural(CASATA_HU, want[i].n), 0);
        CHECK_INT(casata_lang_plural(CASATA_PL, -want[i].n), want[i].pl);
    }
}

static void squeeze(const char *text, char *out, size_t cap) {
    size_t n = 0;
    for (; *text && *text != '\n' && n + 1 < cap; text++)
        if (!isspace((unsigned char)*text)) out[n++] = *text;
    out[n] = 0;
}

/* The header of the catalogue is the text of the empty id. */
static void test_plural_header(void) {
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++) {
        char in_file[256], in_code[256];
        const char *header = casata_template(lang, "", 1),
                   *rule = header ? strstr(header, "Plural-Forms:") : NULL;
        if (!CHECK(rule != NULL)) continue;
        squeeze(rule + strlen("Plural-Forms:"), in_file, sizeof in_file);
        squeeze(casata_lang_plural_forms(lang), in_code, sizeof in_code);
        CHECK_STR(in_file, in_code);
    }
}

/* --- templates ----------------------------------------------------------------------------------------- */

static const char *const unit_text[] = {"florin", "nothing_like_that", "woman"};
static const struct casata_words units = {"unit", 3, unit_text};
static const struct casata_rules rules = {.id = "signorie", .units = &units};

static void test_units(void) {
    static const struct {
        int lang, n;
        const char *text;
    } want[] = {{CASATA_EN, 1, "1 Florin"},    {CASATA_EN, 2, "2 Florins"},  {CASATA_PL, 1, "1 Floren"},
                {CASATA_PL, 3, "3 Floreny"},   {CASATA_PL, 5, "5 Florenów"}, {CASATA_PL, 12, "12 Florenów"},
                {CASATA_PL, 22, "22 Floreny"}, {CASATA_HU, 1, "1 Florin"},   {CASATA_HU, 7, "7 Florin"},
                {CASATA_EN, -2, "−2 Florins"}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        char text[64];
        struct casata_arg arg = casata_count(&units, 0, want[i].n);
        casata_say_arg(want[i].lang, &rules, &arg, NULL, text, sizeof text);
        CHECK_STR(text, want[i].text);
    }
    char text[64];
    struct casata_arg arg = casata_number(-3);
    casata_say_arg(CASATA_PL, &rules, &arg, NULL, text, sizeof text);
    CHECK_STR(text, "−3");
}

static void test_message(void) {
    static const char *const name[CASATA_MAX_SEATS] = {"Anna"};
    struct casata_msg m = {.id = "event.pay", .n = 2, .arg = {casata_seat(0), casata_count(&units, 0, 3)}};
    char text[80];
    CHECK_INT(casata_say(CASATA_EN, &rules, &m, name, text, sizeof text), strlen("Anna pays 3 Florins."));
    CHECK_STR(text, "Anna pays 3 Florins.");
    casata_say(CASATA_PL, &rules, &m, name, text, sizeof text);
    CHECK_STR(text, "Anna płaci 3 Floreny.");
    m.arg[0] = casata_seat(2); /* has no name: the letter */
    casata_say(CASATA_EN, &rules, &m, name, text, sizeof text);
    CHECK_STR(text, "C pays 3 Florins.");
    CHECK_INT(casata_say(CASATA_EN, &rules, &m, NULL, text, 8), strlen("C pays 3 Florins."));
    CHECK_STR(text, "C pays ");
}

/* {1|acc} is the accusative where the language has one, the plain word elsewhere. */
static void test_declined(void) {
    static const struct {
        int lang, unit, n;
        const char *text;
    } want[] = {{CASATA_PL, 2, 1, "1 Kobietę"},
                {CASATA_PL, 2, 3, "3 Kobiety"},
                {CASATA_PL, 2, 5, "5 Kobiet"},
                {CASATA_PL, 0, 5, "5 Florenów"},
                {CASATA_PL, 1, 1, "⟨signorie.unit.nothing_like_that⟩"}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        char text[160];
        struct casata_arg arg = casata_count(&units, (unsigned)want[i].unit, want[i].n);
        struct casata_msg m = {.id = "event.pawns", .n = 2, .arg = {casata_seat(0), arg}};
        casata_say(want[i].lang, &rules, &m, NULL, text, sizeof text);
        CHECK(strstr(text, want[i].text) != NULL);
    }
}

/* The article and the suffix of an argument follow its sound. */
static void test_hungarian(void) {
    static const struct {
        const char *id;
        struct casata_arg arg[2];
        const char *text;
    } want[] = {
        {"event.round", {{.type = CASATA_ARG_NUMBER, .n = 4}}, "Kezdődik a 4. forduló."},
        {"event.round", {{.type = CASATA_ARG_NUMBER, .n = 5}}, "Kezdődik az 5. forduló."},
        {"event.florins",
         {{.type = CASATA_ARG_SEAT}, {.type = CASATA_ARG_COUNT, .words = &units, .n = 3}},
         "Anna kap 3 Florint."},
    };
    static const char *const name[CASATA_MAX_SEATS] = {"Anna"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct casata_msg m = {
            .id = want[i].id, .n = want[i].arg[1].words ? 2 : 1, .arg = {want[i].arg[0], want[i].arg[1]}};
        char text[80];
        casata_say(CASATA_HU, &rules, &m, name, text, sizeof text);
        CHECK_STR(text, want[i].text);
    }
}

static void test_missing(void) {
    struct casata_msg m = {.id = "event.nothing_like_that"};
    struct casata_arg arg = casata_word(&units, 1);
    char text[80];
    casata_say(CASATA_HU, &rules, &m, NULL, text, sizeof text);
    CHECK_STR(text, "⟨signorie.event.nothing_like_that⟩");
    casata_say_arg(CASATA_PL, &rules, &arg, NULL, text, sizeof text);
    CHECK_STR(text, "⟨signorie.unit.nothing_like_that⟩");
    casata_ui_say(CASATA_EN, "ui.nothing_like_that", 0, NULL, text, sizeof text);
    CHECK_STR(text, "⟨ui.nothing_like_that⟩");
    CHECK_STR(casata_ui(CASATA_EN, "ui.nothing_like_that"), "ui.nothing_like_that");
    CHECK(casata_template(CASATA_EN, "ui.nothing_like_that", 1) == NULL);
}

static void test_ui(void) {
    char text[80];
    struct casata_text arg[3] = {{"2", 0}, {"Anna", 0}, {NULL, 22}};
    casata_ui_say(CASATA_PL, "ui.play.rank", 3, arg, text, sizeof text);
    CHECK_STR(text, "2. Anna: 22 punkty");
    casata_ui_say(CASATA_EN, "ui.play.rank", 3, arg, text, sizeof text);
    CHECK_STR(text, "2. Anna: 22 points");
}

/* --- every message of random games --------------------------------------------------------------------- */

struct reader {
    struct listener listener;
    int said;
};

static void read_out(struct listener *l, const struct casata_rules *r, const struct casata_msg *msg) {
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++) {
        char text[1024];
        size_t n = casata_say(lang, r, msg, NULL, text, sizeof text);
        ++((struct reader *)l)->said;
        if (n == 0 || n >= sizeof text || strstr(text, "⟨") || strchr(text, '{')) {
            char what[1200];
            snprintf(what, sizeof what, "%s in %s: %s", msg->id, casata_lang_code(lang), text);
            test_fail(__FILE__, __LINE__, what);
        }
    }
}

static void read_word(struct listener *l, const struct casata_rules *r, const struct casata_arg *arg) {
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++) {
        char text[256];
        casata_say_arg(lang, r, arg, NULL, text, sizeof text);
        ++((struct reader *)l)->said;
        if (strstr(text, "⟨") || strchr(text, '{')) test_fail(__FILE__, __LINE__, text);
    }
}

static void check_glyphs(const struct casata_rules *r) {
    for (int lang = 0; lang < CASATA_LANG_COUNT; lang++)
        for (int i = 0; i < r->kinds->n; i++) {
            char id[128];
            snprintf(id, sizeof id, "%s.glyph.%s", r->id, r->kinds->word[i]);
            if (!casata_template(lang, id, 1)) test_fail(__FILE__, __LINE__, id);
        }
}

static void add_reason(struct casata_hint *hint, const struct casata_words *terms, const char *term,
                       int32_t value) {
    int i = 0;
    while (i < terms->n && strcmp(terms->word[i], term) != 0) i++;
    if (!CHECK(i < terms->n)) return;
    hint->reason[hint->n_reasons++] = (struct casata_reason){(uint8_t)i, value};
}

/* Reasons are points, gains before costs; a term can read differently where it costs points. */
static void test_reasons(void) {
    struct casata_game g;
    struct casata_hint hint = {0}, alone = {0};
    char text[400];
    casata_find("zhanguo", &g);
    const struct casata_words *terms = g.rules->bots->terms;
    add_reason(&hint, terms, "unrest", -450);
    add_reason(&hint, terms, "walls", 149);
    add_reason(&hint, terms, "workers", 120);
    CHECK_INT(casata_hint_text(CASATA_EN, g.rules, &hint, text, sizeof text), 65);
    CHECK_STR(text, "worth about 1 point from walls, 1 from workers, costs 5 in unrest");
    casata_hint_text(CASATA_PL, g.rules, &hint, text, sizeof text);
    CHECK_STR(text, "daje około 1 punktu za Mury, 1 za Robotników, odbiera 5 za Zamieszki");
    casata_hint_text(CASATA_HU, g.rules, &hint, text, sizeof text);
    CHECK_STR(text,
              "kb. 1 pontot ad a falakért, 1 pontot a munkásokért, 5 pontot levon az elégedetlenség miatt");
    add_reason(&alone, terms, "unrest", 300);
    casata_hint_text(CASATA_EN, g.rules, &alone, text, sizeof text);
    CHECK_STR(text, "worth about 3 points from less unrest");
    alone.reason[0].value = -200;
    casata_hint_text(CASATA_EN, g.rules, &alone, text, sizeof text);
    CHECK_STR(text, "costs about 2 points in unrest");
    alone.n_reasons = 0;
    CHECK_INT(casata_hint_text(CASATA_EN, g.rules, &alone, text, sizeof text), 0);
}

static void test_all_messages(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g;
        struct reader reader = {{read_out, read_word}, 0};
        int decisions = 0;
        casata_find(casata_all_rules[i]->id, &g);
        messages_of_rules(g.rules, &reader.listener);
        check_glyphs(g.rules);
        for (int seats = g.rules->min_seats; seats <= g.rules->max_seats; seats++)
            for (uint64_t seed = 1; seed <= 3; seed++)
                decisions += messages_of_game(&g, seats, NULL, seed, &reader.listener);
        /* at least what is asked and one option, in every language */
        CHECK(reader.said > 2 * CASATA_LANG_COUNT * decisions);
    }
}

static const struct test tests[] = {
    {"language codes", test_codes},
    {"plural forms", test_plural},
    {"plural rule of code and PO header agree", test_plural_header},
    {"units in the plural form of their number", test_units},
    {"a message with seats and counts", test_message},
    {"a word in a declined form", test_declined},
    {"Hungarian articles and suffixes in a message", test_hungarian},
    {"a missing translation is visible", test_missing},
    {"messages of the program", test_ui},
    {"reasons of a hint are points", test_reasons},
    {"every message of random games in every language", test_all_messages},
};
TEST_SUITE(lang, tests);
