/* test_json.c: JSON proved and read in place. */
#include "casata/json.h"
#include "casata/utf8.h"
#include "casata/writer.h"
#include "harness.h"

static struct casata_json_error error;

static bool reads(const char *text, struct casata_json *value) {
    return casata_json_read(text, strlen(text), value, &error);
}

static struct casata_json read(const char *text) {
    struct casata_json value = {NULL};
    if (!reads(text, &value)) test_fail(__FILE__, __LINE__, text);
    return value;
}

static void refused(const char *text, const char *what) {
    struct casata_json value;
    if (reads(text, &value))
        test_fail(__FILE__, __LINE__, text);
    else if (!CHECK_STR(error.what, what))
        test_fail(__FILE__, __LINE__, text);
}

static void values(void) {
    struct casata_json v = read(" {\"a\" : [1,-2.5e+3 ,true,false, null,\"x\"], \"b\":{} } ");
    struct casata_json list = casata_json_get(v, "a");
    CHECK_INT(casata_json_type(v), CASATA_JSON_OBJECT);
    CHECK_INT(casata_json_count(v), 2);
    CHECK_INT(casata_json_count(list), 6);
    CHECK_INT(casata_json_type(casata_json_at(list, 0)), CASATA_JSON_WHOLE);
    CHECK_INT(casata_json_type(casata_json_at(list, 1)), CASATA_JSON_FRACTION);
    CHECK_INT(casata_json_size(casata_json_at(list, 1)), 7);
    CHECK(casata_json_true(casata_json_at(list, 2)) && !casata_json_true(casata_json_at(list, 3)));
    CHECK_INT(casata_json_type(casata_json_at(list, 4)), CASATA_JSON_NULL);
    CHECK(casata_json_is(casata_json_at(list, 5), "x", 1));
    CHECK_INT(casata_json_type(casata_json_at(list, 6)), CASATA_JSON_NOTHING);
    CHECK_INT(casata_json_count(casata_json_get(v, "b")), 0);
    CHECK_INT(casata_json_type(casata_json_get(v, "c")), CASATA_JSON_NOTHING);
}

/* An absent value, or one of another kind, has no members, no text and no number. */
static void nothing(void) {
    char out[8] = "#";
    struct casata_json v = read("{\"n\":7}"), none = casata_json_get(v, "x"), n = casata_json_get(v, "n");
    CHECK_INT(casata_json_type(casata_json_get(none, "y")), CASATA_JSON_NOTHING);
    CHECK_INT(casata_json_type(casata_json_at(none, 0)), CASATA_JSON_NOTHING);
    CHECK_INT(casata_json_type(casata_json_get(n, "y")), CASATA_JSON_NOTHING);
    CHECK_INT(casata_json_count(none) + casata_json_count(n), 0);
    CHECK_INT(casata_json_size(none), 0);
    CHECK_INT(casata_json_text(n, out, sizeof out), 0);
    CHECK_STR(out, "");
    CHECK_INT(casata_json_whole(v) + casata_json_whole(none), 0);
    CHECK(!casata_json_is(none, "", 0) && !casata_json_is(n, "7", 1) && !casata_json_true(none));
}

static void wholes(void) {
    struct casata_json v = read("[0,-0,9223372036854775799,-7,9223372036854775807,-9223372036854775807,10]");
    static const int64_t want[] = {0, 0, INT64_C(9223372036854775799), -7, INT64_MAX, -INT64_MAX, 10};
    for (int i = 0; i < 7; i++) CHECK_INT(casata_json_whole(casata_json_at(v, i)), want[i]);
}

static void texts(void) {
    char out[64];
    struct casata_json v =
        read("{\"t\":\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00f9\\uD83D\\ude00\xc3\xb9z\",\"\":\"\"}");
    struct casata_json t = casata_json_get(v, "t");
    const char *plain = "a\"\\/\b\f\n\r\t\xc3\xb9\xf0\x9f\x98\x80\xc3\xb9z";
    CHECK_INT(casata_json_text(t, out, sizeof out), strlen(plain));
    CHECK_STR(out, plain);
    CHECK(casata_json_is(t, plain, strlen(plain)));
    CHECK(!casata_json_is(t, plain, strlen(plain) - 1));
    CHECK_INT(casata_json_text(casata_json_get(v, ""), out, sizeof out), 0);
    CHECK(casata_json_is(casata_json_get(v, ""), "", 0));
    CHECK_INT(casata_json_whole(casata_json_get(read("{\"\\u0061b\":5}"), "ab")), 5); /* keys too */
}

/* Cut before a character that does not fit; nothing after it is taken. */
static void cut_texts(void) {
    char out[16];
    struct casata_json v = casata_json_at(read("[\"ab\\u00f9c\xf0\x9f\x98\x80z\"]"), 0);
    static const char *const want[] = {"",
                                       "",
                                       "a",
                                       "ab",
                                       "ab",
                                       "ab\xc3\xb9",
                                       "ab\xc3\xb9"
                                       "c",
                                       "ab\xc3\xb9"
                                       "c",
                                       "ab\xc3\xb9"
                                       "c"};
    for (size_t cap = 1; cap < 9; cap++) {
        memset(out, '#', sizeof out);
        CHECK_INT(casata_json_text(v, out, cap), 10);
        CHECK_STR(out, want[cap]);
        CHECK_INT(out[cap], '#');
    }
    CHECK_INT(casata_json_text(v, NULL, 0), 10);
}

static void mistakes(void) {
    static const char *const early[] = {"[", "[1", "{", "{\"a\"", "{\"a\":", "[\"", "[\"\\", "[\"\\u00"};
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        struct casata_json v;
        if (reads(early[i], &v)) test_fail(__FILE__, __LINE__, early[i]);
        CHECK_INT(error.line, 1);
    }
    refused("", "the end comes too early");
    CHECK(!error.plain);
    refused("7", "an object or a list is needed");
    CHECK(error.plain);
    refused("[9223372036854775808]", "a whole number is too large");
    refused("[-99999999999999999999]", "a whole number is too large");
    refused("\"x\"", "an object or a list is needed");
    refused("[01]", "a comma or ] is needed");
    refused("[1,]", "a value is needed");
    refused("[+1]", "a value is needed");
    refused("[.5]", "a value is needed");
    refused("[1.]", "a value is needed");
    refused("[1e]", "a value is needed");
    refused("[nul]", "a value is needed");
    refused("[truE]", "a value is needed");
    refused("{\"a\":1,}", "a text is needed");
    refused("{a:1}", "a text is needed");
    refused("{\"a\" 1}", "a colon is needed");
    refused("{\"a\":1 \"b\":2}", "a comma or } is needed");
    refused("{} x", "there is something after the end");
    refused("[] []", "there is something after the end");
    refused("[\"a\nb\"]", "a control character in a text");
    refused("[\"\\x41\"]", "an escape is invalid");
    refused("[\"\\u12g4\"]", "an escape is invalid, or is U+0000");
    refused("[\"\\u0000\"]", "an escape is invalid, or is U+0000");
    refused("[\"\\ud83d\"]", "half a surrogate pair");
    refused("[\"\\ud83dx\"]", "half a surrogate pair");
    refused("[\"\\ud83d\\u0041\"]", "half a surrogate pair");
    refused("[\"\\ude00\\ud83d\"]", "half a surrogate pair");
    refused("[\"\xff\"]", "a text is not UTF-8");
    refused("[\"\xc0\xaf\"]", "a text is not UTF-8");
    refused("[\"\xed\xa0\x80\"]", "a text is not UTF-8");
    refused("[\"\xc3\"]", "a text is not UTF-8");
}

static void a_zero_byte_is_no_end(void) {
    struct casata_json v;
    CHECK(!casata_json_read("[]\0", 3, &v, &error));
    CHECK(!casata_json_read("[\"a\0b\"]", 7, &v, &error));
    CHECK(!casata_json_read("[\0]", 3, &v, &error));
}

static void places(void) {
    refused("{\"a\":1,\n \"b\":x}", "a value is needed");
    CHECK_INT(error.line, 2);
    CHECK_INT(error.column, 6);
    CHECK_INT(error.at, 13);
}

static void keys_once(void) {
    refused("{\"a\":1,\"b\":2,\"a\":3}", "a key is repeated");
    CHECK_INT(error.column, 14);
    refused("{\"a\":1,\"\\u0061\":3}", "a key is repeated");
    refused("[{\"x\":{\"a\":1,\"a\":1}}]", "a key is repeated");
    refused("{\"\":1,\"\":1}", "a key is repeated");
    CHECK_INT(casata_json_count(read("{\"a\":{\"a\":{\"a\":1}},\"b\":{\"a\":1}}")), 2); /* others' keys */
    CHECK_INT(casata_json_count(read("[{\"a\":1},{\"a\":1}]")), 2);
    CHECK_INT(casata_json_count(read("{\"a\":1,\"ab\":1,\"b\":1}")), 3);
}

/* n different keys: 10 digits each. */
static size_t many_keys(char *out, int n) {
    size_t at = 0;
    out[at++] = '{';
    for (int i = 0; i < n; i++) {
        if (i) out[at++] = ',';
        out[at++] = '"';
        for (int digit = 0, k = i; digit < 5; digit++, k /= 10) out[at++] = (char)('0' + k % 10);
        memcpy(out + at, "\":1", 3);
        at += 3;
    }
    out[at++] = '}';
    out[at] = 0;
    return at;
}

static void bounds(void) {
    static char text[CASATA_JSON_KEYS * 10 + 100];
    struct casata_json v;
    many_keys(text, CASATA_JSON_KEYS);
    CHECK_INT(casata_json_count(read(text)), CASATA_JSON_KEYS);
    many_keys(text, CASATA_JSON_KEYS + 1);
    refused(text, "too many keys");
    for (int depth = CASATA_JSON_DEPTH; depth <= CASATA_JSON_DEPTH + 1; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        CHECK_INT(casata_json_read(text, 2 * (size_t)depth, &v, &error), depth == CASATA_JSON_DEPTH);
    }
    CHECK_STR(error.what, "values are nested too deep");
    memset(text, '[', sizeof text);
    CHECK(!casata_json_read(text, sizeof text, &v, &error));
}

/* Every character there can be is written and found again. */
static void characters(void) {
    for (uint32_t c = 1; c < 0x110000; c += c < 0x900 ? 1 : 97) {
        char bytes[5] = "";
        if (c >= 0xd800 && c < 0xe000) continue;
        size_t n = casata_utf8_put(c, bytes);
        if (casata_utf8_size(bytes, n) != n || casata_utf8_size(bytes, n - 1) != 0) CHECK_INT(c, 0);
    }
}

static void whole_characters(void) {
    CHECK_INT(casata_utf8_fit("abc", 9), 3);
    CHECK_INT(casata_utf8_fit("abc", 2), 2);
    CHECK_INT(casata_utf8_fit("a\xc3\xb9z", 2), 1);
    CHECK_INT(casata_utf8_fit("a\xc3\xb9z", 3), 3);
    CHECK_INT(casata_utf8_fit("a\xffz", 3), 1);
    CHECK_INT(casata_utf8_fit("", 0), 0);
}

/* As it stands there, but on one line: blanks in texts stay. */
static void written_again(void) {
    char out[200];
    struct casata_writer w = casata_writer_on(out, sizeof out);
    struct casata_json v = read("[ {\"a \\\" b\" :\t-1.50e+3 ,\n \"\\u0141\": [ ] } , null,\r\"\\\\\" ]");
    casata_json_write(v, &w);
    CHECK_STR(out, "[{\"a \\\" b\":-1.50e+3,\"\\u0141\":[]},null,\"\\\\\"]");
    w = casata_writer_on(out, 5); /* the rest is counted */
    casata_json_write(v, &w);
    CHECK_STR(out, "[{\"a");
    CHECK_INT(w.len, 43);
}

static const struct test tests[] = {
    {"values", values},
    {"what is absent has nothing", nothing},
    {"whole numbers", wholes},
    {"texts and their escapes", texts},
    {"texts that do not fit", cut_texts},
    {"mistakes are named", mistakes},
    {"a zero byte is no end", a_zero_byte_is_no_end},
    {"mistakes are placed", places},
    {"a key is there once", keys_once},
    {"bounds", bounds},
    {"values written again", written_again},
    {"characters of UTF-8", characters},
    {"texts are cut between characters", whole_characters},
};
TEST_SUITE(json, tests);
