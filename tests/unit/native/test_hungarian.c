/* test_hungarian.c: Hungarian articles and suffixes: numbers, letters, and words of the games. */
#include <stdio.h>
#include <string.h>

#include "match/hungarian.h"
#include "harness.h"

static void check_suffix(const char *text, const char *suffix, const char *want) {
    char out[128];
    struct casata_writer w = casata_writer_on(out, sizeof out);
    casata_hu_suffixed(text, suffix, &w);
    CHECK_STR(out, want);
}

/* Of the numbers up to 200 egy, öt and ötven to ötvenkilenc begin with a vowel. */
static void test_article_of_numbers(void) {
    for (int n = 0; n <= 200; n++) {
        char text[16];
        snprintf(text, sizeof text, "%d.", n);
        if (casata_hu_az(text) != (n == 1 || n == 5 || (n >= 50 && n <= 59)))
            test_fail(__FILE__, __LINE__, text);
    }
    static const char *const az[] = {"500", "599", "1000", "1789", "5000", "1000000"};
    static const char *const a[] = {"100", "150", "999", "2000", "10000", "15000", "100000", "+5", "−1"};
    for (size_t i = 0; i < sizeof az / sizeof *az; i++) CHECK(casata_hu_az(az[i]));
    for (size_t i = 0; i < sizeof a / sizeof *a; i++) CHECK(!casata_hu_az(a[i]));
}

static void test_article_of_words(void) {
    static const char *const az[] = {"Este", "Orsini",  "Ágyúk",       "Udvar",       "Elöljáró", "Ottavio",
                                     "írás", "Özvegy",  "„Anna”",      "(egyházi",    "A",        "F",
                                     "E 5",  "arany 1", "I. nemzedék", "V. Ferdinánd"};
    static const char *const a[] = {
        "Medici",      "Nápoly",  "Velence",       "„Béla”",       "B",          "GyP",
        "türkizkék 1", "Játékos", "II. Ferdinánd", "IV. nemzedék", "VI. Sándor", "VIII. Károly",
        "X. Leó",      ""};
    for (size_t i = 0; i < sizeof az / sizeof *az; i++)
        if (!casata_hu_az(az[i])) test_fail(__FILE__, __LINE__, az[i]);
    for (size_t i = 0; i < sizeof a / sizeof *a; i++)
        if (casata_hu_az(a[i])) test_fail(__FILE__, __LINE__, a[i]);
}

/* -t, -ba, -hoz and -val after the last word of a spoken number. */
struct endings {
    const char *t, *ba, *hoz, *val;
};
static const struct endings ones[] = {
    {"t", "ba", "hoz", "val"},  {"et", "be", "hez", "gyel"}, {"t", "be", "höz", "vel"},
    {"at", "ba", "hoz", "mal"}, {"et", "be", "hez", "gyel"}, {"öt", "be", "höz", "tel"},
    {"ot", "ba", "hoz", "tal"}, {"et", "be", "hez", "tel"},  {"at", "ba", "hoz", "cal"},
    {"et", "be", "hez", "cel"},
};
static const struct endings tens[] = {
    {"at", "ba", "hoz", "zal"}, /* száz */
    {"et", "be", "hez", "zel"}, {"at", "ba", "hoz", "szal"}, {"at", "ba", "hoz", "cal"},
    {"et", "be", "hez", "nel"}, {"et", "be", "hez", "nel"},  {"at", "ba", "hoz", "nal"},
    {"et", "be", "hez", "nel"}, {"at", "ba", "hoz", "nal"},  {"et", "be", "hez", "nel"},
};

static void check_number(const char *number, const struct endings *e) {
    const char *const name[] = {"t", "ba", "hoz", "val"}, *const want[] = {e->t, e->ba, e->hoz, e->val};
    for (int i = 0; i < 4; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s-%s", number, want[i]);
        check_suffix(number, name[i], text);
    }
}

static void test_suffixes_of_numbers(void) {
    for (int n = 0; n <= 200; n++) {
        char number[16];
        snprintf(number, sizeof number, "%d", n);
        check_number(number, n == 0 || n % 10 ? &ones[n % 10] : &tens[n / 10 % 10]);
    }
    check_number("1000", &(struct endings){"et", "be", "hez", "rel"});
    check_number("1000000", &(struct endings){"t", "ba", "hoz", "val"});
}

static void test_suffixes_of_words(void) {
    static const struct {
        const char *text, *suffix, *want;
    } cases[] = {
        /* counted things */
        {"3 Florin", "t", "3 Florint"},
        {"2 GyP", "t", "2 GyP-t"},
        {"1 nő", "t", "1 nőt"},
        {"1 férfi", "t", "1 férfit"},
        {"1 férfi", "nak", "1 férfinak"},
        {"2 haladáspont", "t", "2 haladáspontot"},
        {"1 szövetséglapka", "t", "1 szövetséglapkát"},
        {"4 arany", "t", "4 aranyat"},
        {"4 arany", "val", "4 arannyal"},
        {"2 jövedelem", "t", "2 jövedelmet"},
        {"3 védelem", "t", "3 védelmet"},
        {"3 becsület", "t", "3 becsületet"},
        {"3 becsület", "val", "3 becsülettel"},
        {"5 tekintély", "t", "5 tekintélyt"},
        {"1 gyermek", "t", "1 gyermeket"},
        {"2 lap", "t", "2 lapot"},
        {"2 munkás", "t", "2 munkást"},
        {"1 szürke hivatalnok", "t", "1 szürke hivatalnokot"},
        {"1 fal", "t", "1 falat"},
        {"2 ügynök", "t", "2 ügynököt"},
        {"2 nyíl", "t", "2 nyilat"},
        {"2 lovasság", "t", "2 lovasságot"},
        {"1 álarc", "t", "1 álarcot"},
        {"1 kereszt", "val", "1 kereszttel"},
        {"3 város", "t", "3 várost"},
        /* places and names */
        {"Milánó", "ba", "Milánóba"},
        {"Velence", "ba", "Velencébe"},
        {"Róma", "ra", "Rómára"},
        {"Nápoly", "ban", "Nápolyban"},
        {"Nápoly", "val", "Nápollyal"},
        {"Firenze", "tól", "Firenzétől"},
        {"Torino", "ban", "Torinóban"},
        {"Malmö", "tól", "Malmőtől"},
        {"Trieszt", "hoz", "Trieszthez"},
        {"Tunisz", "ból", "Tuniszból"},
        {"1. régió", "ba", "1. régióba"},
        {"Medici-ház", "t", "Medici-házat"},
        {"Ludovico Sforza", "t", "Ludovico Sforzát"},
        {"Orgyilkos", "t", "Orgyilkost"},
        {"Nagykövet", "t", "Nagykövetet"},
        {"Céh", "t", "Céhet"},
        {"Dózse", "t", "Dózsét"},
        {"Székesegyház", "t", "Székesegyházat"},
        {"Német-római Birodalom", "val", "Német-római Birodalommal"},
        {"Jadwiga", "nak", "Jadwigának"},
        {"Nancy", "t", "Nancyt"},
        {"Hans Heinrich", "t", "Hans Heinrichet"},
        {"Anett", "val", "Anettel"},
        {"György", "hoz", "Györgyhöz"},
        {"mező", "n", "mezőn"},
        {"kör", "n", "körön"},
        {"karriersáv", "n", "karriersávon"},
        {"Anna", "ért", "Annáért"},
        {"Béla", "ig", "Béláig"},
        {"A", "nak", "A-nak"},
        {"B", "nak", "B-nek"},
        {"„Anna”", "t", "„Anna”-t"},
        {"Anna", "xyz", "Anna-xyz"},
        {"", "t", "-t"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_suffix(cases[i].text, cases[i].suffix, cases[i].want);
}

static const struct test tests[] = {
    {"the article of 0 to 200 and of larger numbers", test_article_of_numbers},
    {"the article of words, names and letters", test_article_of_words},
    {"suffixes of 0 to 200 and of larger numbers", test_suffixes_of_numbers},
    {"suffixes of counted things, places and names", test_suffixes_of_words},
};
TEST_SUITE(hungarian, tests);
