/* server_unit_test.c: parts of the server by themselves: texts, messages, rates, addresses, requests, frames,
 * files, bots, secrets, chance and options. */
#include "casata/rules.h"
#include "harness.h"
#include "server/address.h"
#include "server/bots.h"
#include "server/files.h"
#include "server/frame.h"
#include "server/http.h"
#include "server/peek.h"
#include "server/plain.h"
#include "server/secret.h"
#include "server/server_int.h"
#include "server/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_plain(void) {
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"Anna", "Anna"},
        {"  Anna \t M.\n", "Anna M."},
        {"a\x01"
         "b\x7f"
         "c\x1b[31m",
         "abc[31m"},
        {"\xc2\x85x\xc2\xa0y", "x y"}, /* C1 control, hard blank */
        {"\xe2\x80\xae"
         "evil\xe2\x80\xac \xe2\x81\xa6x\xe2\x81\xa9",
         "evil x"},                           /* direction overrides */
        {"\xe2\x80\x8bz\xef\xbb\xbfw", "zw"}, /* zero width */
        {"\xf0\x9f\x8e\xb2 \xc5\x81\xc5\x91", "\xf0\x9f\x8e\xb2 \xc5\x81\xc5\x91"},
        {"<b>&\"'", "<b>&\"'"}, /* data, not markup */
        {"0123456789012345678901234567890123", "0123456789012345678901234567890"},
        {"\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81"
         "\xc5\x81"
         "\xc5\x81\xc5\x81\xc5\x81",
         "\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81\xc5\x81"
         "\xc5\x81"
         "\xc5\x81\xc5\x81"}, /* cut between characters */
    };
    char out[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(plain_text(cases[i].in, out, sizeof out));
        CHECK_STR(out, cases[i].out);
    }
    CHECK(!plain_text("", out, sizeof out));
    CHECK(!plain_text(" \x02\xe2\x80\x8b ", out, sizeof out));
    CHECK_INT(plain_count("a\xc5\x81\xf0\x9f\x8e\xb2"), 3);
}

/* The id of a message that nobody parses. */
static void test_peek(void) {
    static const struct {
        const char *text, *id; /* NULL: none */
    } cases[] = {
        {"{\"t\":\"act\",\"id\":7}", "7"},
        {"{\"id\":7,\"t\":\"act\"}", "7"},
        {" {\n\"t\" : \"a\" ,\t\"id\" : \"x\" }", "\"x\" "},
        {"{\"a\":{\"id\":1},\"b\":[{\"id\":2}],\"id\":{\"x\":[1,\"},\"]}}", "{\"x\":[1,\"},\"]}"},
        {"{\"text\":\"\\\",\\\"id\\\":3\",\"id\":4}", "4"},
        {"{\"text\":\"\\\\\",\"id\":5}", "5"},
        {"{\"t\":\"id\",\"idx\":1}", NULL},
        {"{\"id\":1", NULL},
        {"{\"id\":\"1}", NULL},
        {"{\"id\"", NULL},
        {"{\"id", NULL},
        {"{\"a\":\"\\", NULL},
        {"[\"id\",1]", NULL},
        {"{}", NULL},
        {"{", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = 0, n = strlen(cases[i].text);
        char *text = malloc(n + !n), id[40] = ""; /* of exactly this size: a sanitizer sees one byte more */
        memcpy(text, cases[i].text, n);
        const char *found = peek_id(text, n, &size);
        CHECK((found != NULL) == (cases[i].id != NULL));
        if (found) snprintf(id, sizeof id, "%.*s", (int)size, found);
        CHECK_STR(id, cases[i].id ? cases[i].id : "");
        free(text);
    }
}

/* --- messages ------------------------------------------------------------------------------------------------ */

/* Of exactly this size: a sanitizer sees one byte more. */
static struct message *read_message(const char *json) {
    size_t n = strlen(json);
    char *exact = malloc(n + !n);
    memcpy(exact, json, n);
    struct message *m = message_read(exact, n);
    free(exact);
    return m;
}

/* A reply carries the id as it came, whatever it is, without the blanks between its parts. */
static void test_message_ids(void) {
    static const struct {
        const char *json, *id;
    } cases[] = {
        {"{\"id\":7}", "7"},
        {"{\"id\" : -0.50e+3 }", "-0.50e+3"},
        {"{\"id\":9223372036854775807}", "9223372036854775807"},
        {"{\"id\":null}", "null"},
        {"{\"id\":false\n}", "false"},
        {"{\"id\":\"\"}", "\"\""},
        {"{\"id\":\" \\u0141 \\\"\\\\\"}", "\" \\u0141 \\\"\\\\\""},
        {"{\"id\": { \"x\" : [ 1 , \" }\" ] } }", "{\"x\":[1,\" }\"]}"},
        {"{\"i\\u0064\":1}", "1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct message *m = read_message(cases[i].json);
        if (CHECK(m != NULL)) CHECK_STR(m->id, cases[i].id);
        message_drop(m);
    }
    struct message *m = read_message(" {} ");
    CHECK(m && !m->id && !m->type);
    message_drop(m);
}

static void test_message_fields(void) {
    struct message *m =
        read_message("{\"t\":\"\\u0061ct\",\"table\":\"a\\n\\ud83c\\udfb2\",\"n\":-7,\"x\":7.0,"
                     "\"yes\":true,\"no\":false,\"level\":\"duca\",\"seats\":[{\"kind\":\"bot\"}]}");
    int64_t n = 0;
    bool yes = false, no = true;
    if (!CHECK(m != NULL)) return;
    const char *table = message_text(m, "table");
    CHECK_STR(m->type, "act");
    CHECK(message_int(m, "n", -7, 0, &n) && n == -7);
    CHECK(!message_int(m, "n", -6, 0, &n) && !message_int(m, "n", -9, -8, &n));
    CHECK(!message_int(m, "x", 0, 9, &n) && !message_int(m, "table", 0, 9, &n));
    CHECK(!message_int(m, "none", 0, 9, &n) && n == -7);
    CHECK(message_truth(m, "yes", &yes) && yes && message_truth(m, "no", &no) && !no);
    CHECK(!message_truth(m, "n", &no) && !message_truth(m, "none", &no));
    CHECK_INT(message_level(m, m->root), CASATA_DUCA);
    struct casata_json seat = casata_json_at(casata_json_get(m->root, "seats"), 0);
    CHECK_STR(message_text_of(m, casata_json_get(seat, "kind")), "bot");
    CHECK_INT(message_level(m, seat), -1);
    CHECK(!message_text(m, "n") && !message_text(m, "none"));
    message_drop(message_keep(m)); /* another holder comes and goes */
    CHECK(message_text(m, "table") == table);
    CHECK_STR(table, "a\n\xf0\x9f\x8e\xb2"); /* texts are not in each other's way */
    message_drop(m);
}

static void test_refused_messages(void) {
    static const char *const bad[] = {"",
                                      "{",
                                      "[]",
                                      "7",
                                      "null",
                                      "{}{}",
                                      "{\"a\":1,\"a\":1}",
                                      "{\"a\":{\"b\":1,\"\\u0062\":2}}",
                                      "{\"a\":\"\\u0000\"}",
                                      "{\"a\":\"\\ud800\"}",
                                      "{\"a\":\"\xff\"}",
                                      "{\"a\":9223372036854775808}",
                                      "{\"a\":01}",
                                      "{\"a\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (read_message(bad[i])) test_fail(__FILE__, __LINE__, bad[i]);
}

static void test_bucket(void) {
    struct bucket b = {0};
    int taken = 0;
    for (int i = 0; i < 100; i++) taken += bucket_take(&b, 1000, 3600, 10); /* one a second, ten at once */
    CHECK_INT(taken, 10);
    CHECK(!bucket_take(&b, 1900, 3600, 10));
    CHECK(bucket_take(&b, 2000, 3600, 10));
    CHECK(!bucket_take(&b, 2000, 3600, 10));
    taken = 0;
    for (int i = 0; i < 100; i++) taken += bucket_take(&b, 3600000, 3600, 10); /* never more than the burst */
    CHECK_INT(taken, 10);
    struct bucket fast = {0};
    CHECK(bucket_take(&fast, 1, INT64_C(4000000000000), 5));
}

static void test_addresses(void) {
    struct addresses all = {.salt = 5};
    uint8_t a[16], b[16];
    CHECK(address_parse("192.0.2.1", a) && address_parse("::ffff:192.0.2.1", b));
    CHECK(memcmp(a, b, 16) == 0);
    CHECK(address_parse("2001:db8::1", a) && address_parse("2001:db8::ffff", b));
    CHECK(memcmp(a, b, 16) == 0); /* one network */
    CHECK(address_parse("2001:db8:0:1::1", b) && memcmp(a, b, 16) != 0);
    CHECK(!address_parse("table.example", a) && !address_parse("", a) && !address_parse("1.2.3", a));
    for (unsigned i = 0; i < 5000; i++) {
        memcpy(a, &i, sizeof i);
        struct address *x = address_get(&all, a, 10);
        CHECK(x && x == address_get(&all, a, 10));
        if (i == 7) address_count(x, ADDRESS_WEBSOCKET, 1);
    }
    int n = all.n;
    CHECK(n > 5000); /* with their groups */
    address_sweep(&all, 3600 * 1000);
    CHECK_INT(all.n, n);
    address_sweep(&all, 3600 * 1000 + 11);
    address_sweep(&all, 3600 * 1000 + 11);
    CHECK_INT(all.n, 2); /* the one with a connection, and its group */
    address_free(&all);
}

static struct address *address_of(struct addresses *all, const char *text) {
    uint8_t key[16];
    CHECK(address_parse(text, key));
    return address_get(all, key, 1000);
}

/* A /64 network is one address; a /56 may have four times as much as one of them, however many it holds. */
static void test_networks(void) {
    struct addresses all = {.salt = 9};
    struct address *a = address_of(&all, "2001:db8:0:100::1"), *b = address_of(&all, "2001:db8:0:1ff::1");
    CHECK(a && b && a != b && a->group && a->group == b->group);
    CHECK(a == address_of(&all, "2001:db8:0:100:ffff::2"));
    CHECK(address_of(&all, "2001:db8:0:200::1")->group != a->group);
    CHECK(address_of(&all, "2001:db8:0:0::1")->group !=
          address_of(&all, "2001:db8:0:0::1")); /* ends with 0 */
    CHECK(!address_of(&all, "192.0.2.1")->group && !address_of(&all, "::ffff:192.0.2.1")->group);
    int taken = 0, most = 0;
    char text[64];
    for (int net = 0; net < 256; net++) { /* all networks of one /56 */
        snprintf(text, sizeof text, "2001:db8:1:3%02x::1", net);
        struct address *x = address_of(&all, text);
        for (int i = 0; i < 20; i++) {
            taken += address_take(x, ADDRESS_MESSAGES, 1000, 3600, 10);
            if (!address_has_room(x, ADDRESS_WEBSOCKET, 8)) continue;
            address_count(x, ADDRESS_WEBSOCKET, 1);
            most++;
        }
    }
    CHECK_INT(taken, ADDRESS_GROUP * 10);
    CHECK_INT(most, ADDRESS_GROUP * 8);
    CHECK_INT(address_weight(address_of(&all, "2001:db8:1:300::1")), 8);
    CHECK_INT(address_weight(address_of(&all, "2001:db8:1:3ff::1")), 8); /* the share of its group */
    address_free(&all);
}

static void test_charge(void) {
    struct bucket b = {0};
    bucket_charge(&b, 1000, 3600, 30); /* thirty seconds' worth, ten of them allowed at once */
    CHECK(!bucket_take(&b, 1000, 3600, 10));
    CHECK(bucket_owes(&b, 1000, 3600, 10) && !bucket_owes(&b, 21000, 3600, 10));
    CHECK(!bucket_take(&b, 21000, 3600, 10));
    CHECK(bucket_take(&b, 22000, 3600, 10));
}

/* --- requests ----------------------------------------------------------------------------------------------- */

static int read_request(const char *text, struct http_request *r) { return http_read(text, strlen(text), r); }

static void test_requests(void) {
    struct http_request r;
    char text[100];
    const char *good =
        "GET /a%20b/c?x=1 HTTP/1.1\r\nHost: table.example:8080\r\nX-Other: 1\r\n"
        "Connection: keep-alive, Upgrade\r\nupgrade: WebSocket\r\nORIGIN:\t http://x \r\n\r\nrest";
    CHECK_INT(read_request(good, &r), (int)strlen(good) - 4);
    CHECK(http_equals(r.method, "GET") && r.keep_alive && !r.has_body);
    CHECK_STR(r.path, "/a b/c");
    CHECK_STR(http_copy(r.header[HTTP_HOST], text, sizeof text), "table.example:8080");
    CHECK_STR(http_copy(r.header[HTTP_ORIGIN], text, sizeof text), "http://x");
    CHECK(http_lists(r.header[HTTP_CONNECTION], "upgrade") &&
          !http_lists(r.header[HTTP_CONNECTION], "close"));
    CHECK(http_equals(r.header[HTTP_UPGRADE], "websocket"));
    CHECK_STR(http_copy(r.header[HTTP_HOST], text, 5), ""); /* does not fit */
    for (size_t n = 0; n < strlen(good) - 4; n++) CHECK_INT(http_read(good, n, &r), 0);
    CHECK(read_request("GET / HTTP/1.0\r\n\r\n", &r) > 0 && !r.keep_alive);
    CHECK(read_request("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", &r) > 0 && !r.keep_alive);
    CHECK(read_request("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n", &r) > 0 && r.has_body &&
          !r.keep_alive);
    CHECK(read_request("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", &r) > 0 && r.has_body);
    static const char *const bad[] = {
        "\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/1.1 \r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET x HTTP/1.1\r\n\r\n",
        "G(T / HTTP/1.1\r\n\r\n",
        "GET /%zz HTTP/1.1\r\n\r\n",
        "GET /%0 HTTP/1.1\r\n\r\n",
        "GET /%00 HTTP/1.1\r\n\r\n",
        "GET /\x7f HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 9\r\n\r\n",
        "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\n: empty\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nb\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CHECK_INT(read_request(bad[i], &r), -1);
}

/* --- frames ------------------------------------------------------------------------------------------------- */

/* Reads frames in pieces of `step` bytes and writes what came: text in brackets, controls by their number. */
static const char *read_frames(const uint8_t *frames, size_t n, size_t step) {
    static char out[400];
    uint8_t copy[400];
    struct frame_reader r = {0};
    struct frame_piece piece;
    size_t used = 0;
    memcpy(copy, frames, n);
    for (size_t from = 0; from < n; from += step) {
        uint8_t *at = copy + from, *end = copy + (from + step < n ? from + step : n);
        for (enum frame_event e; (e = frame_read(&r, &at, end, &piece)) != FRAME_NOTHING;) {
            if (e == FRAME_WRONG) return "wrong";
            if (e == FRAME_WHOLE) used += (size_t)snprintf(out + used, sizeof out - used, "<%d:", r.kind);
            used +=
                (size_t)snprintf(out + used, sizeof out - used, "%.*s", (int)piece.n, (char *)piece.bytes);
            if (e == FRAME_WHOLE || piece.ends_frame)
                used += (size_t)snprintf(out + used, sizeof out - used,
                                         e == FRAME_WHOLE     ? ">"
                                         : piece.ends_message ? "."
                                                              : "/");
        }
    }
    out[used] = 0;
    return out;
}

static void test_frames(void) {
    /* With the mask 0, so that the payload can be read here; one has another. */
    static const uint8_t good[] = {
        0x81, 0x82, 0,    0,    0, 0, 'h', 'i', 0x01, 0x81, 0,    0, 0, 0, 'a',     0x89, 0x81, 0,  0, 0,
        0,    'p',  0x00, 0x80, 1, 2, 3,   4,   0x80, 0x81, 1,    2, 3, 4, 'b' ^ 1, 0x8a, 0x80, 9,  9, 9,
        9,    0x88, 0x82, 0,    0, 0, 0,   '0', '1',  0x81, 0xfe, 0, 1, 0, 0,       0,    0,    'z'};
    for (size_t step = 1; step <= sizeof good; step++)
        CHECK_STR(read_frames(good, sizeof good, step), "hi.a/<9:p>/b.<10:><8:01>z.");
    static const uint8_t bad[][12] = {
        {0x91, 0x80},                                  /* reserved bits */
        {0x83, 0x80},                                  /* an unknown kind */
        {0x8b, 0x80},                                  /* an unknown control */
        {0x81, 0x02},                                  /* not masked */
        {0x09, 0x80},                                  /* a ping in parts */
        {0x89, 0xfe},                                  /* a long ping */
        {0x80, 0x80},                                  /* goes on with nothing */
        {0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0}, /* a length of 64 bits; ends with the mask below */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint8_t frame[16] = {0};
        memcpy(frame, bad[i], sizeof bad[i]);
        CHECK_STR(read_frames(frame, sizeof frame, 3), "wrong");
    }
    static const uint8_t nested[] = {0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0};
    CHECK_STR(read_frames(nested, sizeof nested, 12), "wrong"); /* a message within a message */
    uint8_t head[FRAME_HEAD_MAX];
    CHECK_INT(frame_head(head, FRAME_TEXT, 125), 2);
    CHECK(frame_head(head, FRAME_TEXT, 126) == 4 && head[1] == 126 && head[2] == 0 && head[3] == 126);
    CHECK(frame_head(head, FRAME_TEXT, 65536) == 10 && head[1] == 127 && head[7] == 1 && head[9] == 0);
    char accept[FRAME_ACCEPT_TEXT];
    frame_accept("dGhlIHNhbXBsZSBub25jZQ==", 24, accept); /* the example of RFC 6455 */
    CHECK_STR(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

static void test_utf8(void) {
    static const char *const good[] = {"",
                                       "a",
                                       "\xc5\x81",
                                       "\xe2\x82\xac",
                                       "\xf0\x9f\x8e\xb2",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc5",
                                      "a\xc5",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xe2\x82",
                                      "\xe2\x28\xa1",
                                      "\xf0\x9f\x8e"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(frame_utf8((const uint8_t *)good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!frame_utf8((const uint8_t *)bad[i], strlen(bad[i])));
}

static void test_encodings(void) {
    uint8_t x = 0;
    struct file f = {.body = {&x, &x, &x}}, plain = {.body = {NULL, NULL, &x}};
    CHECK_INT(files_encoding(&f, "gzip, deflate, br"), FILE_BR);
    CHECK_INT(files_encoding(&f, "gzip"), FILE_GZIP);
    CHECK_INT(files_encoding(&f, "x-gzip"), FILE_PLAIN);
    CHECK_INT(files_encoding(&f, "brotli"), FILE_PLAIN);
    CHECK_INT(files_encoding(&f, ""), FILE_PLAIN);
    CHECK_INT(files_encoding(&f, "br; q=0, gzip; q=0.5"), FILE_GZIP);
    CHECK_INT(files_encoding(&f, "br;q=0.000,gzip;q=0.001"), FILE_GZIP);
    CHECK_INT(files_encoding(&plain, "gzip, br"), FILE_PLAIN);
}

static void test_secrets(void) {
    char a[SECRET_TOKEN_TEXT], b[SECRET_TOKEN_TEXT];
    struct store_key x, y, none = {{0}};
    struct store_id id, again;
    char text[SECRET_ID_TEXT];
    secret_token(a, &x);
    secret_token(b, &y);
    CHECK_INT(strlen(a), 43);
    CHECK(strcmp(a, b) != 0 && !secret_equal(&x, &y));
    secret_hash(a, &y);
    CHECK(secret_equal(&x, &y));
    CHECK(!secret_equal(&none, &none)); /* no secret opens nothing */
    secret_id(&id);
    secret_id_text(&id, text);
    CHECK(secret_id_parse(text, &again) && memcmp(&id, &again, sizeof id) == 0);
    for (int i = 0; i < 2000; i++) { /* can be an argument of a command */
        secret_id(&id);
        secret_id_text(&id, text);
        if (!CHECK(text[0] != '-')) break;
    }
    CHECK(!secret_id_parse("", &again) && !secret_id_parse("AAAAAAAAAAAAAAAAAAAAA", &again));
    CHECK(!secret_id_parse("AAAAAAAAAAAAAAAAAAAA+A", &again)); /* only letters, digits, - and _ */
    CHECK(!secret_id_parse("AAAAAAAAAAAAAAAAAAAAAAA", &again));
}

static void test_below(void) {
    int count[3] = {0};
    for (int i = 0; i < 30000; i++) count[secret_below(3)]++;
    for (int i = 0; i < 3; i++) CHECK(count[i] > 9600 && count[i] < 10400);
    CHECK_INT(secret_below(1), 0);
    int high = 0; /* where a remainder would favour the low half two to one */
    for (int i = 0; i < 20000; i++) high += secret_below(UINT64_C(3) << 62) >= UINT64_C(3) << 61;
    CHECK(high > 9600 && high < 10400);
}

/* Draws of chance follow the weights: chi-square over the outcomes of the first draws of every game. */
static void check_chance(const struct casata_game *g, const void *state) {
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int count[CASATA_MAX_CHOICES] = {0}, n = casata_outcomes(g, state, out), draws = 200 * n;
    double weights = 0, chi = 0;
    for (int i = 0; i < n; i++) weights += out[i].weight;
    for (int k = 0; k < draws; k++) {
        casata_action a = secret_chance(g, state);
        int i = 0;
        while (i < n && out[i].action != a) i++;
        if (!CHECK(i < n)) return;
        count[i]++;
    }
    for (int i = 0; i < n; i++) {
        double expected = draws * (out[i].weight / weights), off = count[i] - expected;
        chi += off * off / expected;
    }
    double free = n - 1, bound = free + 6 * (free > 0 ? free : 1); /* far beyond six deviations for any n */
    CHECK(chi <= bound + 20);
}

static void test_chance(void) {
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
        CASATA_STATE_BUFFER(state);
        if (!CHECK_INT(casata_init(&g, state, g.rules->min_seats, NULL), CASATA_OK)) return;
        for (int k = 0; k < 6 && casata_to_act(&g, state) == 1u << CASATA_CHANCE; k++) {
            check_chance(&g, state);
            casata_apply(&g, state, CASATA_CHANCE, secret_chance(&g, state), NULL);
        }
    }
}

/* Options of a stored table: whole words, each known and at most once. */
static void test_options(void) {
    static const char *const boards_text[] = {"random", "in_order"}, *const order_text[] = {"track",
                                                                                            "clockwise"};
    static const struct casata_words boards = {"boards", 2, boards_text}, order = {"order", 2, order_text};
    static const struct casata_game_option options[] = {{"boards", &boards, 0, 0}, {"order", &order, 0, 0}};
    static const struct casata_rules rules = {.n_options = 2, .options = options};
    static const struct {
        const char *text;
        int boards, order; /* -1: refused */
    } cases[] = {
        {"", 0, 0},
        {"boards=random order=track", 0, 0},
        {"boards=in_order order=clockwise", 1, 1},
        {"order=clockwise boards=random", 0, 1},
        {"order=clockwise", 0, 1},
        {"in_order=clockwise", -1, -1},
        {"border=clockwise", -1, -1},
        {"boards=in_order=clockwise", -1, -1},
        {"boards=random order=clockwisely", -1, -1},
        {"boards=random boards=in_order", -1, -1},
        {"boards=random unknown=1", -1, -1},
        {"boards", -1, -1},
        {"boards=", -1, -1},
        {"boards=random ", -1, -1},
        {" boards=random", -1, -1},
        {"boards=random  order=track", -1, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t option[CASATA_MAX_GAME_OPTIONS];
        bool ok = restore_options(&rules, cases[i].text, option);
        if (!CHECK_INT(ok, cases[i].boards >= 0)) test_fail(__FILE__, __LINE__, cases[i].text);
        if (!ok) continue;
        CHECK_INT(option[0], cases[i].boards);
        CHECK_INT(option[1], cases[i].order);
    }
}

/* --- bots --------------------------------------------------------------------------------------------------- */

/* Decisions as they come: the first byte of each table's id. */
struct decided {
    struct bots *bots;
    int n;
    uint8_t table[100];
};

static void wake(void *arg) { (void)arg; }

static void note_decided(void *arg, const struct bot_tag *tag, casata_action a) {
    struct decided *d = arg;
    CHECK(a != 0);
    if (d->n < 100) d->table[d->n++] = tag->table.b[0];
}

/* Waits until n decisions have come. */
static bool wait_for(struct decided *d, int n) {
    for (int i = 0; d->n < n && i < 60000; i++) {
        usleep(1000);
        bots_deliver(d->bots, note_decided, d);
    }
    return CHECK(d->n >= n);
}

static int place_in(const struct decided *d, int table) {
    for (int i = 0; i < d->n; i++)
        if (d->table[i] == table) return i;
    return 1000;
}

/* A thought of a table about the first decision of a game. */
static void think(struct decided *d, int table, int owner, enum casata_level level, bool background) {
    static CASATA_STATE_BUFFER(state);
    static struct casata_game g;
    if (!g.rules) {
        CHECK(casata_find("signorie", &g) && casata_init(&g, state, 3, NULL) == CASATA_OK);
        while (casata_to_act(&g, state) == 1u << CASATA_CHANCE)
            casata_apply(&g, state, CASATA_CHANCE, secret_chance(&g, state), NULL);
    }
    struct bot_order order = {.owner = {(uint8_t)owner}, .background = background, .level = level};
    order.tag.table = (struct store_id){{(uint8_t)table}};
    while (!(casata_to_act(&g, state) >> order.tag.seat & 1)) order.tag.seat++;
    bots_think(d->bots, &order, &g, state);
}

static const struct store_id *table_id(int table) {
    static struct store_id id;
    id = (struct store_id){{(uint8_t)table}};
    return &id;
}

/* Who comes last is not last: owners take turns, and people come before the background. */
static void test_fair_bots(void) {
    struct decided d = {.bots = bots_open(1, wake, NULL)};
    if (!CHECK(d.bots != NULL)) return;
    for (int i = 1; i <= 30; i++) think(&d, i, 1, CASATA_CAVALIERE, true);
    think(&d, 40, 2, CASATA_CAVALIERE, true);
    think(&d, 41, 3, CASATA_PAGGIO, false);
    think(&d, 30 + 12, 3, CASATA_CAVALIERE, false);
    wait_for(&d, 33);
    CHECK(place_in(&d, 40) <= 6);
    CHECK(place_in(&d, 41) <= 4 && place_in(&d, 42) <= 8);
    for (int i = 1; i < 30; i++) CHECK(place_in(&d, i) < place_in(&d, i + 1)); /* in their order */
    bots_close(d.bots);
}

/* Who has had less time is before who has had more. */
static void test_short_bots_first(void) {
    struct decided d = {.bots = bots_open(1, wake, NULL)};
    if (!CHECK(d.bots != NULL)) return;
    for (int i = 1; i <= 8; i++) think(&d, i, 1, CASATA_CONTE, true);
    for (int i = 11; i <= 20; i++) think(&d, i, 2, CASATA_PAGGIO, true);
    wait_for(&d, 18);
    CHECK(place_in(&d, 20) < place_in(&d, 3));
    bots_close(d.bots);
}

static void test_forgotten_thoughts(void) {
    struct decided d = {.bots = bots_open(1, wake, NULL)};
    if (!CHECK(d.bots != NULL)) return;
    for (int i = 1; i <= 20; i++) think(&d, i, 1, CASATA_DUCA, i > 10);
    bots_forget(d.bots, table_id(99)); /* there is none */
    for (int i = 1; i <= 20; i++)
        if (i != 7) bots_forget(d.bots, table_id(i));
    think(&d, 1, 1, CASATA_PAGGIO, false); /* another position of the same table */
    wait_for(&d, 2);
    CHECK(place_in(&d, 1) < 2 && place_in(&d, 7) < 2);
    usleep(20000);
    bots_deliver(d.bots, note_decided, &d);
    CHECK_INT(d.n, 2);
    bots_close(d.bots);
}

/* A table that somebody looks at now does not wait for the rest of the background. */
static void test_hurried_bots(void) {
    struct decided d = {.bots = bots_open(1, wake, NULL)};
    if (!CHECK(d.bots != NULL)) return;
    for (int i = 1; i <= 20; i++) think(&d, i, 1, CASATA_CONTE, true);
    bots_hurry(d.bots, table_id(20));
    bots_hurry(d.bots, table_id(1)); /* has begun: it stays where it is */
    bots_hurry(d.bots, table_id(99));
    bots_deliver(d.bots, note_decided, &d);
    int before = d.n; /* on a busy machine some are done by now */
    for (int i = 0; i < 60000 && place_in(&d, 20) == 1000; i++) {
        usleep(1000);
        bots_deliver(d.bots, note_decided, &d);
    }
    CHECK(place_in(&d, 20) < before + 5);
    bots_close(d.bots); /* the rest is forgotten */
}

static const struct test tests[] = {
    {"plain text", test_plain},
    {"ids of refused messages", test_peek},
    {"ids of messages", test_message_ids},
    {"fields of messages", test_message_fields},
    {"messages that are refused", test_refused_messages},
    {"rates", test_bucket},
    {"debts", test_charge},
    {"addresses", test_addresses},
    {"networks of IPv6", test_networks},
    {"requests", test_requests},
    {"frames", test_frames},
    {"UTF-8", test_utf8},
    {"encodings", test_encodings},
    {"bots share", test_fair_bots},
    {"short thoughts", test_short_bots_first},
    {"forgotten thoughts", test_forgotten_thoughts},
    {"hurried thoughts", test_hurried_bots},
    {"secrets", test_secrets},
    {"numbers below", test_below},
    {"chance by its weights", test_chance},
    {"options of a stored table", test_options},
};
static TEST_SUITE(server_unit, tests);

int main(int argc, char **argv) {
    const struct test_suite *suites[] = {&suite_server_unit};
    test_verbose = argc > 1 && strcmp(argv[1], "--verbose") == 0;
    if (!secret_start()) return 1;
    test_run(suites, 1, NULL);
    return test_report();
}
