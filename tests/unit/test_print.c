/* test_print.c: sentences by patterns. */
#include "casata/writer.h"
#include "harness.h"

static void patterns(void) {
    char out[200];
    casata_print(out, sizeof out, "%d %lld %zu %016llx %s %.3s 100%%|", -7, (long long)INT64_MIN, (size_t)9,
                 0x1234abcdull, "text", "abcdef");
    CHECK_STR(out, "-7 -9223372036854775808 9 000000001234abcd text abc 100%|");
    casata_print(out, sizeof out, "plain");
    CHECK_STR(out, "plain");
}

/* Whatever is quoted, a sentence is UTF-8 without control characters. */
static void foreign_texts(void) {
    char out[200];
    casata_print(out, sizeof out, "<%s>", "a\n\x1b[31m\x7f\xff\xc3z");
    CHECK_STR(out, "<a??[31m???z>");
    casata_print(out, sizeof out, "<%.3s>", "ab\xc3\xb9z");
    CHECK_STR(out, "<ab>");
    casata_print(out, sizeof out, "<%.4s>", "ab\xc3\xb9z");
    CHECK_STR(out, "<ab\xc3\xb9>");
}

static void cut(void) {
    char out[6] = "#####";
    casata_print(out, 5, "%s", "abc\xc3\xb9z");
    CHECK_STR(out, "abc");
    CHECK_INT(out[5], 0);
    casata_print(out, 5, "%s", "abcdefgh");
    CHECK_STR(out, "abcd");
}

static const struct test tests[] = {
    {"patterns", patterns},
    {"foreign texts", foreign_texts},
    {"cut between characters", cut},
};
TEST_SUITE(print, tests);
