/* server_net_test.c: the network side of the real process: files and their headers, where it listens, who may
 * connect, limits, clients that misbehave, and how it begins and ends. */
#define _GNU_SOURCE
#include "server/kit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct kit kit;
static struct casata_game game;
static char web[100];

/* --- HTTP ------------------------------------------------------------------------------------------------------- */

/* One request as it is, the whole answer as text. */
static char *http(const char *request) {
    static char answer[1 << 20];
    size_t n = 0;
    int fd = ws_tcp("127.0.0.1", kit.process.port);
    answer[0] = 0;
    if (!CHECK(fd >= 0)) return answer;
    send(fd, request, strlen(request), MSG_NOSIGNAL);
    struct pollfd p = {fd, POLLIN, 0};
    while (n < sizeof answer - 1 && poll(&p, 1, 5000) == 1) {
        ssize_t got = recv(fd, answer + n, sizeof answer - 1 - n, 0);
        if (got <= 0) break;
        n += (size_t)got;
    }
    answer[n] = 0;
    close(fd);
    return answer;
}

static char *get(const char *method, const char *path, const char *headers) {
    char request[1000];
    snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n", method,
             path, headers);
    return http(request);
}

static void write_file(const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", web, name);
    FILE *f = fopen(path, "w");
    if (CHECK(f != NULL)) {
        fputs(text, f);
        fclose(f);
    }
}

static void make_web(void) {
    char path[240];
    snprintf(web, sizeof web, "/tmp/casata-web-XXXXXX");
    CHECK(mkdtemp(web) != NULL);
    snprintf(path, sizeof path, "%s/assets", web);
    CHECK(mkdir(path, 0700) == 0);
    write_file("index.html", "<!doctype html><title>Casata</title>");
    write_file("engine.wasm", "wasm");
    write_file("app.webmanifest", "{}");
    write_file("assets/index-Ab_-1234.js", "plain");
    write_file("assets/index-Ab_-1234.js.gz", "packed");
    write_file("assets/index-Ab_-1234.js.br", "brotli");
    write_file("assets/short.css", "css");
    char *big = malloc(300001);
    memset(big, 'x', 300000);
    big[300000] = 0;
    write_file("big.txt", big);
    free(big);
    snprintf(path, sizeof path, "%s/link.txt", web);
    CHECK(symlink("/etc/passwd", path) == 0);
}

static void remove_web(void) {
    char command[200];
    snprintf(command, sizeof command, "rm -r '%s'", web);
    CHECK_INT(system(command), 0);
}

static void test_files(void) {
    char *a = get("GET", "/", "");
    CHECK_PART("HTTP/1.1 200", a);
    CHECK_PART("content-type: text/html; charset=utf-8", a);
    CHECK_PART("cache-control: no-cache", a);
    CHECK_PART("<title>Casata</title>", a);
    a = get("GET", "/assets/index-Ab_-1234.js", "Accept-Encoding: gzip, deflate\r\n");
    CHECK_PART("content-encoding: gzip", a);
    CHECK_PART("immutable", a);
    CHECK_PART("vary: accept-encoding", a);
    CHECK_PART("content-type: text/javascript", a);
    CHECK_PART("\r\n\r\npacked", a);
    a = get("GET", "/assets/index-Ab_-1234.js", "Accept-Encoding: gzip, br;q=1.0\r\n");
    CHECK_PART("content-encoding: br", a);
    a = get("GET", "/assets/index-Ab_-1234.js", "Accept-Encoding: br;q=0, gzip;q=0.0\r\n");
    CHECK(!strstr(a, "content-encoding"));
    CHECK_PART("\r\n\r\nplain", a);
    CHECK_PART("cache-control: no-cache", get("GET", "/assets/short.css", ""));
    CHECK_PART("content-type: application/wasm", get("GET", "/engine.wasm", ""));
    CHECK_PART("content-type: application/manifest+json", get("GET", "/app.webmanifest?x=1", ""));
    a = get("GET", "/big.txt", "");
    CHECK_PART("content-length: 300000", a);
    CHECK_INT(strlen(strstr(a, "\r\n\r\n") + 4), 300000);
    CHECK_PART("ok\n", get("GET", "/health", ""));
}

static void test_fallback_and_errors(void) {
    CHECK_PART("<title>", get("GET", "/table/abc", "")); /* an address of the client's own */
    CHECK_PART("HTTP/1.1 404", get("GET", "/missing.js", ""));
    CHECK_PART("HTTP/1.1 404", get("GET", "/assets/index-Ab_-1234.js.gz", ""));
    CHECK_PART("HTTP/1.1 404", get("GET", "/link.txt", "")); /* only files of the folder itself */
    static const char *const tricks[] = {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                                         "//etc/passwd",      "/assets/../../../etc/passwd",
                                         "/.hidden",          "/%00"};
    for (size_t i = 0; i < sizeof tricks / sizeof *tricks; i++)
        CHECK(!strstr(get("GET", tricks[i], ""), "root:"));
    CHECK_PART("HTTP/1.1 405", get("POST", "/", "Content-Length: 3\r\n"));
    CHECK_PART("HTTP/1.1 405", get("DELETE", "/index.html", ""));
    CHECK_PART("HTTP/1.1 426", get("GET", "/ws", ""));
    CHECK(!strstr(http("nonsense\r\n\r\n"), "200 OK"));
    CHECK_PART("ok\n", get("GET", "/health", "")); /* still there */
}

static void test_headers(void) {
    static const char *const paths[] = {"/", "/missing.js", "/health", "/assets/short.css"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const char *a = get("GET", paths[i], "");
        CHECK_PART("content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval';", a);
        CHECK_PART("frame-ancestors 'none'", a);
        CHECK(!strstr(a, "unsafe-inline") && !strstr(a, "'unsafe-eval'"));
        CHECK_PART("x-content-type-options: nosniff", a);
        CHECK_PART("referrer-policy: no-referrer", a);
        CHECK_PART("cross-origin-opener-policy: same-origin", a);
        CHECK_PART("permissions-policy:", a);
    }
    char *a = get("HEAD", "/", "");
    CHECK_PART("HTTP/1.1 200", a);
    CHECK_PART("content-length: 36", a);
    CHECK(!strstr(a, "<title>"));
}

static void test_etag(void) {
    char headers[100];
    const char *at = strstr(get("GET", "/", ""), "etag: ");
    if (!CHECK(at != NULL)) return;
    snprintf(headers, sizeof headers, "If-None-Match: %.18s\r\n", at + 6);
    const char *a = get("GET", "/", headers);
    CHECK_PART("HTTP/1.1 304", a);
    CHECK(!strstr(a, "<title>"));
    CHECK_PART("HTTP/1.1 200", get("GET", "/", "If-None-Match: \"0\"\r\n"));
}

/* Many requests over one connection. */
static void test_keep_alive(void) {
    char answer[8192];
    int fd = ws_tcp("127.0.0.1", kit.process.port), ok = 0;
    for (int i = 0; i < 20 && fd >= 0; i++) {
        const char *request = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
        size_t n = 0;
        send(fd, request, strlen(request), MSG_NOSIGNAL);
        struct pollfd p = {fd, POLLIN, 0};
        answer[0] = 0;
        while (!strstr(answer, "ok\n") && poll(&p, 1, 2000) == 1) {
            ssize_t got = recv(fd, answer + n, sizeof answer - 1 - n, 0);
            if (got <= 0) break;
            answer[n += (size_t)got] = 0;
        }
        ok += strstr(answer, "ok\n") != NULL;
    }
    CHECK_INT(ok, 20);
    close(fd);
}

/* --- who may connect ------------------------------------------------------------------------------------------- */

static int status_with(const char *headers) {
    struct ws ws;
    ws_open(&ws, "127.0.0.1", kit.process.port, headers);
    int status = ws.status;
    ws_end(&ws);
    return status;
}

static void test_origin(void) {
    char own[100];
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", kit.process.port);
    CHECK_INT(status_with(own), 101);
    CHECK_INT(status_with(""), 101);                                  /* a program, no page */
    CHECK_INT(status_with("Origin: https://table.example\r\n"), 101); /* --origin */
    CHECK_INT(status_with("Origin: https://evil.example\r\n"), 403);
    CHECK_INT(status_with("Origin: http://127.0.0.1\r\n"), 403);
    CHECK_INT(status_with("Origin: https://table.example.evil\r\n"), 403);
    CHECK_INT(status_with("Origin: null\r\n"), 403);
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d.evil.example\r\n", kit.process.port);
    CHECK_INT(status_with(own), 403);
}

/* The addresses on which anybody listens on our port, from the kernel's table. */
static void test_listens_on_loopback_only(void) {
    static const char *const tables[] = {"/proc/net/tcp", "/proc/net/tcp6"};
    int n = 0;
    char line[300], address[64];
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(tables[i], "r");
        unsigned port, state;
        while (f && fgets(line, sizeof line, f)) {
            if (sscanf(line, " %*d: %63[0-9A-F]:%x %*[0-9A-F]:%*x %x", address, &port, &state) != 3) continue;
            if (state != 10 || (int)port != kit.process.port) continue;
            n++;
            CHECK_INT(i, 0);
            CHECK_STR(address, "0100007F");
        }
        if (f) fclose(f);
    }
    CHECK_INT(n, 1);
}

/* --- clients that misbehave ------------------------------------------------------------------------------------- */

static int close_code(struct ws *ws) {
    size_t n;
    while (ws_wait(ws, &n, 5000)) continue;
    int code = ws->close_code;
    ws_end(ws);
    return code;
}

static void test_bad_frames(void) {
    struct ws ws;
    char *big = malloc(20000);
    memset(big, ' ', 20000);
    if (CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, ""))) ws_send(&ws, big, 16384 + 1);
    CHECK_INT(close_code(&ws), 1009);
    if (CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, "")))
        for (int i = 0; i < 20; i++) ws_frame(&ws, i ? 0 : WS_TEXT, big, 1000); /* never ends */
    CHECK_INT(close_code(&ws), 1009);
    if (CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, ""))) ws_frame(&ws, WS_FINAL | WS_BINARY, "{}", 2);
    CHECK_INT(close_code(&ws), 1003);
    if (CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, ""))) ws_send(&ws, "{\"t\":\"\xff\xfe\"}", 10);
    CHECK_INT(close_code(&ws), 1007);
    if (CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, ""))) ws_frame(&ws, WS_FINAL | 0x73, "x", 1);
    CHECK(close_code(&ws) != 0); /* reserved bits and kind */
    if (CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, ""))) {
        memset(big, '[', 16000);
        ws_send(&ws, big, 16000); /* deep, not long */
        size_t n;
        CHECK_PART("bad_json", ws_wait(&ws, &n, 5000));
        ws_end(&ws);
    }
    free(big);
    CHECK_PART("ok\n", get("GET", "/health", ""));
}

/* Random bytes instead of frames: nothing but the connection ends. */
static void test_noise(void) {
    struct casata_rng rng;
    casata_rng_seed(&rng, 3);
    for (int i = 0; i < 60; i++) {
        struct ws ws;
        unsigned char bytes[600];
        if (!CHECK(ws_open(&ws, "127.0.0.1", kit.process.port, ""))) return;
        for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (unsigned char)casata_rng_next(&rng);
        if (i % 2) bytes[0] = 0x81, bytes[1] = 0xfe; /* begins like a frame */
        send(ws.fd, bytes, sizeof bytes, MSG_NOSIGNAL);
        ws_end(&ws);
    }
    CHECK_PART("ok\n", get("GET", "/health", ""));
}

/* The messages that clients may send and the names of their fields, as docs/protocol.md lists them: | `sit {table, code}` | */
enum { MAX_TYPES = 60, MAX_FIELDS = 60, WORD = 24 };
static char types[MAX_TYPES][WORD], fields[MAX_FIELDS][WORD];
static int n_types, n_fields;

static void add_field(const char *word) {
    for (int i = 0; i < n_fields; i++)
        if (strcmp(fields[i], word) == 0) return;
    if (CHECK(n_fields < MAX_FIELDS)) snprintf(fields[n_fields++], WORD, "%s", word);
}

static void read_protocol_line(char *line) {
    static const char between[] = " ,?";
    const char *end = line + strcspn(line, "}");
    char name[WORD];
    int at = 0;
    if (sscanf(line, "| `%23[a-z_] {%n", name, &at) != 1 || !at || !*end || !CHECK(n_types < MAX_TYPES))
        return;
    snprintf(types[n_types++], WORD, "%s", name);
    for (char *word = strtok(line + at, between); word && word <= end; word = strtok(NULL, between)) {
        word[strcspn(word, ":}")] = 0;
        if (*word) add_field(word);
    }
}

static void read_protocol(void) {
    n_types = n_fields = 0;
    FILE *f = fopen(TESTS_DIR "/../docs/protocol.md", "r");
    char line[4096];
    bool client = false;
    while (f && fgets(line, sizeof line, f)) {
        if (line[0] == '#') client = strcmp(line, "## From the client\n") == 0;
        if (client) read_protocol_line(line);
    }
    if (f) fclose(f);
    CHECK(n_types > 20 && n_fields > 15);
}

/* A message of that type with random fields, most of them with wrong values. */
static void say_mutilated(struct person *p, const char *type, struct casata_rng *rng) {
    char text[4000], values[8][64];
    int n = snprintf(text, sizeof text, "{\"t\":\"%s\"", type);
    snprintf(values[0], 64, "\"%s\"", p->table);
    snprintf(values[1], 64, "%d", (int)casata_rng_below(rng, 40) - 5);
    snprintf(values[2], 64, "\"signorie\"");
    snprintf(values[3], 64, "[{\"kind\":\"open\"},{\"kind\":\"bot\",\"level\":\"paggio\"}]");
    snprintf(values[4], 64, "null");
    snprintf(values[5], 64, "\"%s\"", p->token);
    snprintf(values[6], 64, "true");
    snprintf(values[7], 64, "{\"x\":1e300}");
    for (int k = 0; k < n_fields; k++)
        if (casata_rng_below(rng, 2)) {
            bool right = strcmp(fields[k], "table") == 0 && casata_rng_below(rng, 4);
            n += snprintf(text + n, sizeof text - (size_t)n, ",\"%s\":%s", fields[k],
                          values[right ? 0 : casata_rng_below(rng, 8)]);
        }
    n += snprintf(text + n, sizeof text - (size_t)n, "}");
    ws_send(&p->ws, text, (size_t)n);
}

/* Mutilated messages of the protocol: every one is answered or ignored, the server stays whole. At several tables, because some
 * messages end a seat. */
static void test_mutilated_messages(void) {
    enum { TABLES = 6, MESSAGES = 500 };
    struct casata_rng rng;
    casata_rng_seed(&rng, 5);
    read_protocol();
    for (int t = 0; t < TABLES && !test_failed(); t++) {
        struct person p;
        if (!CHECK(person_open(&p, &kit, &game, 1))) return;
        CHECK(person_create(&p, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]") &&
              person_watch(&p));
        for (int i = 0; i < MESSAGES; i++) {
            say_mutilated(&p, types[casata_rng_below(&rng, (uint32_t)n_types)], &rng);
            if (i % 50 == 49) person_listen(&p, 1);
        }
        CHECK_STR(person_try(&p, "{'t':'ping'}"), "pong");
        person_close(&p);
    }
}

/* The server knows every message of docs/protocol.md. */
static void test_protocol_is_known(void) {
    struct person p;
    read_protocol();
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    CHECK_STR(person_try(&p, "{'t':'no_such_message'}"), "unknown_type");
    for (int i = 0; i < n_types; i++)
        if (strcmp(person_try(&p, "{'t':'%s'}", types[i]), "unknown_type") == 0)
            test_fail(__FILE__, __LINE__, types[i]);
    person_close(&p);
}

/* A client that asks for much and reads nothing is dropped, and the server's memory stays small. */
static void test_slow_client(void) {
    struct person p;
    int small = 4096;
    if (!CHECK(person_open(&p, &kit, &game, 1))) return;
    CHECK(person_create(&p, "signorie", "[{'kind':'me','name':'A'},{'kind':'bot','level':'paggio'}]"));
    CHECK(person_watch(&p));
    setsockopt(p.ws.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    char text[200];
    int n =
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\",\"token\":\"%s\"}", p.table, p.token);
    long before = process_memory(kit.process.pid);
    bool open = true;
    fcntl(p.ws.fd, F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 20000 && open; i++) open = ws_send(&p.ws, text, (size_t)n);
    int64_t end = kit_ms() + 20000;
    while (open && kit_ms() < end) { /* found out by writing */
        usleep(20000);
        open = ws_send(&p.ws, text, (size_t)n);
    }
    CHECK(!open);
    CHECK(kit_is_slow() || process_memory(kit.process.pid) - before < 20 * 1024);
    person_close(&p);
    CHECK_PART("ok\n", get("GET", "/health", ""));
}

/* Headers that come byte by byte, or never. */
static void test_slow_headers(void) {
    int fd[30];
    for (int i = 0; i < 30; i++) {
        fd[i] = ws_tcp("127.0.0.1", kit.process.port);
        CHECK(fd[i] >= 0 && send(fd[i], "GET / HT", 8, MSG_NOSIGNAL) == 8);
    }
    CHECK_PART("ok\n", get("GET", "/health", "")); /* others are served meanwhile */
    int closed = 0;
    int64_t end = kit_ms() + 20000;
    while (closed < 30 && kit_ms() < end) {
        closed = 0;
        for (int i = 0; i < 30; i++) {
            char byte;
            closed +=
                recv(fd[i], &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0 || (errno != EAGAIN && errno != EINTR);
        }
        usleep(100000);
    }
    CHECK_INT(closed, 30);
    for (int i = 0; i < 30; i++) close(fd[i]);
}

/* --- limits: a server with narrow ones ---------------------------------------------------------------------------- */

static void test_limits(void) {
    struct kit narrow;
    struct person p[6];
    static const char *const options[] = {"--rate",
                                          "5",
                                          "--address-rate",
                                          "1000",
                                          "--address-tables",
                                          "12",
                                          "--address-sockets",
                                          "4",
                                          "--sockets",
                                          "50",
                                          NULL};
    if (!CHECK(kit_start(&narrow, kit_program("casata"), options))) return;
    for (int i = 0; i < 4; i++) CHECK(person_open(&p[i], &narrow, &game, 1));
    CHECK(!person_open(&p[4], &narrow, &game, 1));
    CHECK_INT(p[4].ws.status, 429);
    person_close(&p[3]);
    usleep(200000);
    CHECK(person_open(&p[3], &narrow, &game, 1)); /* a place is free again */
    /* Messages: 5 a second, 10 at once. */
    for (int i = 0; i < 30; i++) person_say(&p[0], "{'t':'ping'}");
    int pongs = 0, refused = 0;
    for (json_t *msg; pongs + refused < 30; json_decref(msg)) {
        size_t n;
        const char *text = ws_wait(&p[0].ws, &n, 3000);
        if (!text) break;
        msg = json_loadb(text, n, 0, NULL);
        pongs += strcmp(text_of(msg, "t"), "pong") == 0;
        refused += strcmp(text_of(msg, "code"), "rate") == 0;
    }
    CHECK(pongs >= 10 && refused >= 5); /* a slow machine may get some more */
    CHECK_INT(pongs + refused, 30);
    for (int i = 0; i < 200; i++) person_say(&p[0], "{'t':'ping'}"); /* goes on */
    CHECK_INT(close_code(&p[0].ws), 1008);
    /* New tables: 12 an hour, 2 at once. */
    const char *seats = "[{'kind':'me','name':'A'},{'kind':'open'}]";
    CHECK(person_create(&p[1], "signorie", seats));
    CHECK(person_create(&p[1], "signorie", seats));
    CHECK(!person_create(&p[1], "signorie", seats));
    CHECK_STR(person_try(&p[2], "{'t':'create','game':'signorie','seats':[{'kind':'open'},{'kind':'open'}]}"),
              "rate"); /* the address, not the connection */
    for (int i = 0; i < 5; i++) person_close(&p[i]);
    CHECK_INT(kit_stop(&narrow, SIGTERM), 0);
    kit_remove(&narrow);
}

/* Behind a proxy the limits are those of the clients that it speaks for. */
static void test_behind_proxy(void) {
    struct kit narrow;
    struct ws ws[5];
    static const char *const options[] = {"--behind-proxy", "--address-sockets", "2", NULL};
    static const char *const from[] = {
        "X-Forwarded-For: 192.0.2.1\r\n", "X-Forwarded-For: 192.0.2.1\r\n", "X-Forwarded-For: 192.0.2.1\r\n",
        "X-Forwarded-For: 192.0.2.1, 192.0.2.2\r\n", "X-Forwarded-For: 2001:db8::1\r\n"};
    static const int expected[] = {101, 101, 429, 101, 101};
    if (!CHECK(kit_start(&narrow, kit_program("casata"), options))) return;
    for (int i = 0; i < 5; i++) {
        ws_open(&ws[i], "127.0.0.1", narrow.process.port, from[i]);
        CHECK_INT(ws[i].status, expected[i]);
    }
    for (int i = 0; i < 5; i++) ws_end(&ws[i]);
    CHECK_INT(kit_stop(&narrow, SIGTERM), 0);
    kit_remove(&narrow);
}

/* --- the beginning and the end -------------------------------------------------------------------------------------- */

/* `casata serve` with these options must fail with that status and say that. */
static void fails(int status, const char *says, const char *const *options) {
    char *argv[20] = {(char *)kit_program("casata"), "serve"}, text[4096];
    for (int i = 0; options[i]; i++) argv[2 + i] = (char *)options[i];
    CHECK_INT(process_run(argv, text, sizeof text), status);
    CHECK_PART(says, text);
    CHECK_PART("casata serve: ", text);
}
#define FAILS(status, says, ...) fails(status, says, (const char *const[]){__VA_ARGS__, NULL})

static void test_bad_starts(void) {
    char port[16], other[100], empty[100], *db = kit.db;
    snprintf(port, sizeof port, "%d", kit.process.port);
    snprintf(other, sizeof other, "%s/other.db", kit.dir);
    snprintf(empty, sizeof empty, "%s/empty", kit.dir);
    CHECK_INT(mkdir(empty, 0700), 0);
    FAILS(1, "is in use", "--port", port, "--db", other, "--no-web");
    FAILS(1, "in use by another server", "--port", "0", "--db", db, "--no-web");
    FAILS(1, "cannot be written", "--port", "0", "--db", "/nowhere/x.db", "--no-web");
    FAILS(1, "cannot be", "--port", "0", "--db", kit.dir, "--no-web");
    FAILS(1, "web folder /nowhere", "--port", "0", "--db", other, "--web", "/nowhere");
    FAILS(1, "no index.html", "--port", "0", "--db", other, "--web", empty);
    CHECK_INT(rmdir(empty), 0);
    FAILS(1, "not an address", "--port", "0", "--db", other, "--no-web", "--listen", "everywhere");
    FAILS(2, "0 to 65535", "--port", "70000");
    FAILS(2, "0 to 65535", "--port", "x");
    FAILS(2, "1 to 64", "--threads", "0");
    FAILS(2, "--origin", "--origin", "table.example");
    FAILS(2, "unexpected argument", "here");
    char *argv[] = {(char *)kit_program("casata"), "serve", "--help", NULL}, text[8192];
    CHECK_INT(process_run(argv, text, sizeof text), 0);
    CHECK_PART("usage: casata serve", text);
    CHECK_PART("example", text);
    char *bad[] = {(char *)kit_program("casata"), "serve", "--fly", NULL};
    CHECK_INT(process_run(bad, text, sizeof text), 2);
}

/* A file that is not one of our databases is left alone. */
static void test_foreign_files(void) {
    char path[240], text[64] = "";
    snprintf(path, sizeof path, "%s/notes.txt", kit.dir);
    FILE *f = fopen(path, "w");
    for (int i = 0; i < 400; i++) fputs("my precious notes\n", f);
    fclose(f);
    FAILS(1, "cannot be used", "--port", "0", "--db", path, "--no-web");
    f = fopen(path, "r");
    CHECK(fgets(text, sizeof text, f) != NULL);
    CHECK_STR(text, "my precious notes\n");
    fclose(f);
}

static void test_stop(void) {
    struct kit k;
    struct person p;
    size_t n;
    for (int i = 0; i < 2; i++) {
        if (!CHECK(kit_start(&k, kit_program("casata"), NULL))) return;
        CHECK(person_open(&p, &k, &game, 1));
        CHECK(person_create(&p, "signorie", "[{'kind':'me','name':'A'},{'kind':'bot','level':'paggio'}]"));
        CHECK(person_watch(&p));
        kill(k.process.pid, i ? SIGINT : SIGTERM);
        while (ws_wait(&p.ws, &n, 5000)) continue;
        CHECK_INT(p.ws.close_code, 1001);
        person_close(&p); /* the server need not wait for the answer to its close */
        CHECK_INT(kit_stop(&k, 0), 0);
        CHECK(access(k.db, F_OK) == 0);
        char wal[240];
        snprintf(wal, sizeof wal, "%s-wal", k.db);
        CHECK(access(wal, F_OK) != 0); /* everything is in the database itself */
        kit_remove(&k);
    }
}

static const struct test tests[] = {
    {"files", test_files},
    {"fallback and errors", test_fallback_and_errors},
    {"security headers", test_headers},
    {"etag", test_etag},
    {"keep-alive", test_keep_alive},
    {"origin", test_origin},
    {"listens on loopback only", test_listens_on_loopback_only},
    {"bad frames", test_bad_frames},
    {"noise", test_noise},
    {"mutilated messages", test_mutilated_messages},
    {"the protocol is known", test_protocol_is_known},
    {"a slow client", test_slow_client},
    {"slow headers", test_slow_headers},
    {"limits", test_limits},
    {"behind a proxy", test_behind_proxy},
    {"bad starts", test_bad_starts},
    {"foreign files", test_foreign_files},
    {"the end", test_stop},
};

int main(int argc, char **argv) {
    kit_options(argc, argv);
    test_begin("the server");
    make_web();
    const char *options[] = {"--web", web, "--origin", "https://table.example", NULL};
    bool up = CHECK(casata_find("signorie", &game)) && CHECK(kit_start(&kit, kit_program("casata"), options));
    test_end();
    if (up) kit_run(tests, sizeof tests / sizeof *tests);
    test_begin("the end of the server");
    CHECK_INT(kit_stop(&kit, SIGTERM), 0);
    remove_web();
    test_end();
    kit_remove(&kit);
    return test_report();
}
