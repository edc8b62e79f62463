/* test_writer.c: JSON and text into a fixed buffer. */
#include "casata/writer.h"
#include "harness.h"

static void nested(void) {
    char buf[200];
    struct casata_writer w = casata_writer_on(buf, sizeof buf);
    casata_w_open(&w, '{');
    casata_w_key(&w, "a");
    casata_w_open(&w, '[');
    casata_w_int(&w, 1);
    casata_w_int(&w, -2);
    casata_w_bool(&w, true);
    casata_w_bool(&w, false);
    casata_w_open(&w, '{');
    casata_w_close(&w, '}');
    casata_w_close(&w, ']');
    casata_w_key(&w, "b");
    casata_w_str(&w, "x");
    casata_w_key(&w, "c");
    casata_w_json(&w, "[3]", 3);
    casata_w_close(&w, '}');
    CHECK_STR(buf, "{\"a\":[1,-2,true,false,{}],\"b\":\"x\",\"c\":[3]}");
    CHECK(casata_writer_ok(&w));
    CHECK_INT(w.len, strlen(buf));
}

static void escapes(void) {
    char buf[100];
    struct casata_writer w = casata_writer_on(buf, sizeof buf);
    casata_w_str(&w, "a\"b\\c\nd\te\x01z");
    CHECK_STR(buf, "\"a\\\"b\\\\c\\nd\\u0009e\\u0001z\"");
    w = casata_writer_on(buf, sizeof buf);
    casata_w_str(&w, "Virt\xc3\xb9"); /* UTF-8 passes */
    CHECK_STR(buf, "\"Virt\xc3\xb9\"");
    w = casata_writer_on(buf, sizeof buf);
    casata_w_strn(&w, "abcdef", 3);
    CHECK_STR(buf, "\"abc\"");
    w = casata_writer_on(buf, sizeof buf);
    casata_w_strn(&w, "a\0b", 3);
    CHECK_STR(buf, "\"a\\u0000b\"");
}

static void numbers(void) {
    char buf[100];
    struct casata_writer w = casata_writer_on(buf, sizeof buf);
    casata_w_dec(&w, INT64_MIN);
    casata_w_text(&w, " ");
    casata_w_dec(&w, INT64_MAX);
    casata_w_text(&w, " ");
    casata_w_dec(&w, 0);
    CHECK_STR(buf, "-9223372036854775808 9223372036854775807 0");
    w = casata_writer_on(buf, sizeof buf);
    casata_w_hex64(&w, UINT64_C(0x0123456789abcdef));
    CHECK_STR(buf, "\"0123456789abcdef\"");
}

/* A text of every length around the capacity: cut, counted, terminated, nothing written beyond. */
static void overflow(void) {
    for (size_t n = 0; n < 20; n++) {
        char buf[16];
        memset(buf, '#', sizeof buf);
        struct casata_writer w = casata_writer_on(buf, 10);
        for (size_t i = 0; i < n; i++) casata_w_raw(&w, "x", 1);
        CHECK_INT(w.len, n);
        CHECK_INT(casata_writer_ok(&w), n < 10);
        CHECK_INT(strlen(buf), n < 10 ? n : 9);
        for (size_t i = 10; i < sizeof buf; i++) CHECK_INT(buf[i], '#');
    }
}

static void overflow_in_one(void) {
    char buf[8] = "#######";
    struct casata_writer w = casata_writer_on(buf, 5);
    casata_w_str(&w, "long\ntext");
    CHECK_STR(buf, "\"lon");
    CHECK_INT(w.len, 12);
    CHECK_INT(buf[5], '#');
    w = casata_writer_on(NULL, 0);
    casata_w_str(&w, "abc");
    CHECK_INT(w.len, 5);
    CHECK(!casata_writer_ok(&w));
}

static const struct test tests[] = {
    {"writer: nested values and commas", nested},
    {"writer: escapes", escapes},
    {"writer: extreme numbers", numbers},
    {"writer: overflow byte by byte", overflow},
    {"writer: overflow in one call", overflow_in_one},
};
TEST_SUITE(writer, tests);
