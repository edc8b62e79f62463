/* kit.c: a server process and people at its tables, for tests (kit.h). It must not look into the server. */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/kit.h"
#include "server/pg.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <libgen.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool kit_on_disk, kit_own_limits;
static const char *chosen_server, *filter;
static bool on_postgres;
static struct pg pg;

int64_t kit_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the server -------------------------------------------------------------------------------------------- */

void kit_options(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--server") == 0 && i + 1 < argc)
            chosen_server = argv[++i];
        else if (strcmp(argv[i], "--postgres") == 0)
            on_postgres = true;
        else if (strcmp(argv[i], "--verbose") == 0)
            test_verbose = true;
        else
            filter = argv[i];
    }
}

const char *kit_filter(void) { return filter; }

const char *kit_program(const char *name) {
    static char path[2][4096];
    static int turn;
    char self[4000];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (chosen_server && strcmp(name, "casata") == 0) return chosen_server;
    self[n > 0 ? n : 0] = 0;
    char *out = path[turn ^= 1];
    snprintf(out, sizeof path[0], "%s/%s", dirname(self), name);
    return out;
}

bool kit_is_slow(void) {
    FILE *f = fopen(kit_program("casata"), "rb");
    char *text = malloc(1 << 26);
    size_t n = f && text ? fread(text, 1, 1 << 26, f) : 0;
    bool slow = n > 0 && (memmem(text, n, "__tsan_init", 11) || memmem(text, n, "__asan_init", 11));
    if (f) fclose(f);
    free(text);
    return slow;
}

bool kit_restart(struct kit *k, const char *program, const char *const *extra) {
    char *argv[64] = {(char *)program, "serve", "--port", "0", "--db", k->db};
    int n = 6;
    static const char *const wide[] = {"--rate",           "100000",  "--address-rate",    "100000",
                                       "--address-tables", "1000000", "--address-sockets", "1000"};
    for (size_t i = 0; !kit_own_limits && i < sizeof wide / sizeof *wide; i++) argv[n++] = (char *)wide[i];
    bool web = false;
    for (int i = 0; extra && extra[i]; i++) {
        argv[n++] = (char *)extra[i];
        web = web || strcmp(extra[i], "--web") == 0;
    }
    if (!web) argv[n++] = "--no-web";
    return process_start(&k->process, argv, k->log);
}

static void end_postgres(void) { pg_remove(&pg); }

/* A new database for a server in this folder. */
static bool new_database(struct kit *k) {
    if (!on_postgres) {
        snprintf(k->db, sizeof k->db, "%s/tables.db", k->dir);
        return true;
    }
    if (!pg.pid) atexit(end_postgres);
    if (!pg.pid && !pg_start(&pg, kit_on_disk)) return false;
    snprintf(k->db, sizeof k->db, "%s", pg_database(&pg));
    return true;
}

bool kit_start(struct kit *k, const char *program, const char *const *extra) {
    return kit_start_at(k, program, NULL, extra);
}

bool kit_start_at(struct kit *k, const char *program, const char *where, const char *const *extra) {
    *k = (struct kit){0};
    /* In memory where there is such a place: the tests wait for thousands of commits. */
    bool memory = !kit_on_disk && access("/dev/shm", W_OK) == 0;
    snprintf(k->dir, sizeof k->dir, "%s/casata-test-XXXXXX", memory ? "/dev/shm" : "/tmp");
    if (!mkdtemp(k->dir)) return false;
    if (where) snprintf(k->db, sizeof k->db, "%s", where);
    if (!where && !new_database(k)) return false;
    snprintf(k->log, sizeof k->log, "%s/log", k->dir);
    return kit_restart(k, program, extra);
}

int kit_stop(struct kit *k, int signal) { return process_end(&k->process, signal); }

void kit_remove(struct kit *k) {
    char path[400];
    if (k->process.pid > 0) kit_stop(k, SIGKILL);
    DIR *dir = opendir(k->dir);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", k->dir, e->d_name);
        unlink(path);
    }
    if (dir) closedir(dir);
    rmdir(k->dir);
}

void kit_end(struct kit *k) {
    CHECK_INT(kit_stop(k, SIGTERM), 0);
    kit_remove(k);
}

int kit_free_port(void) {
    enum { FIRST = 20000, PORTS = 12000, TRIES = 100 };
    int found = 0;
    for (int i = 0; i < TRIES && !found; i++) {
        int port = FIRST + (int)randombytes_uniform(PORTS), fd = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in at = {.sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)port),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        if (fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0) found = port;
        if (fd >= 0) close(fd);
    }
    return found;
}

void kit_limit_files(const struct kit *k, int64_t bytes) {
    struct rlimit limit = {bytes == KIT_UNLIMITED ? RLIM_INFINITY : (rlim_t)bytes, RLIM_INFINITY};
    CHECK(prlimit(k->process.pid, RLIMIT_FSIZE, &limit, NULL) == 0);
}

int64_t kit_file_size(const struct kit *k, const char *ending) {
    char path[200];
    struct stat st = {0};
    snprintf(path, sizeof path, "%s%s", k->db, ending);
    stat(path, &st);
    return st.st_size;
}

void kit_run(const struct test *test, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (filter && !strstr(test[i].name, filter)) continue;
        test_begin(test[i].name);
        test[i].run();
        test_end();
    }
}

long long kit_sql(const char *path, const char *text) {
    sqlite3 *db;
    sqlite3_stmt *st = NULL;
    long long number = -1;
    if (strncmp(path, "postgres", 8) == 0) return pg_sql(path, text);
    if (sqlite3_open(path, &db) == SQLITE_OK) {
        sqlite3_busy_timeout(db, 5000);
        int rc = sqlite3_prepare_v2(db, text, -1, &st, NULL);
        if (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) number = sqlite3_column_int64(st, 0);
        if (rc != SQLITE_ROW && rc != SQLITE_DONE) test_fail(__FILE__, __LINE__, sqlite3_errmsg(db));
    }
    sqlite3_finalize(st);
    sqlite3_close(db);
    return number;
}

const char *kit_health(const struct kit *k, int *status) {
    static const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    static char answer[4096];
    size_t n = 0;
    int fd = ws_tcp("127.0.0.1", k->process.port);
    bool sent = fd >= 0 && send(fd, request, sizeof request - 1, MSG_NOSIGNAL) > 0;
    for (ssize_t got = 1; sent && got > 0 && n<sizeof answer - 1; n += got> 0 ? (size_t)got : 0)
        got = recv(fd, answer + n, sizeof answer - 1 - n, 0);
    if (fd >= 0) close(fd);
    answer[n] = 0;
    *status = strncmp(answer, "HTTP/1.1 ", 9) == 0 ? atoi(answer + 9) : 0;
    const char *body = strstr(answer, "\r\n\r\n");
    return body ? body + 4 : "";
}

bool kit_reach_health(const struct kit *k, const char *body) {
    int status = 0, wanted = strcmp(body, "ok\n") == 0 ? 200 : 503;
    for (int64_t end = kit_ms() + KIT_MS; kit_ms() < end; usleep(50000))
        if (strcmp(kit_health(k, &status), body) == 0 && status == wanted) return true;
    return false;
}

/* --- messages ------------------------------------------------------------------------------------------------ */

const char *text_of(const json_t *msg, const char *key) {
    const char *text = json_string_value(json_object_get(msg, key));
    return text ? text : "";
}

int int_of(const json_t *msg, const char *key) {
    const json_t *v = json_object_get(msg, key);
    return json_is_integer(v) ? (int)json_integer_value(v) : -1;
}

static void note_state(struct person *p, const json_t *msg) {
    uint8_t bytes[CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE];
    const char *text = text_of(msg, "snapshot");
    size_t n = 0, i;
    json_t *seat;
    if (strcmp(text_of(msg, "table"), p->table) != 0) return;
    p->ply = int_of(msg, "ply");
    p->undo = int_of(msg, "undo");
    p->undos = int_of(msg, "undos");
    const json_t *takeback = json_object_get(msg, "takeback");
    p->question = takeback ? int_of(takeback, "question") : 0;
    p->over = json_is_true(json_object_get(msg, "over"));
    snprintf(p->hash, sizeof p->hash, "%s", text_of(msg, "hash"));
    p->to_act = 0;
    json_array_foreach(json_object_get(msg, "to_act"), i, seat) p->to_act |= 1u << json_integer_value(seat);
    if (!p->game.rules) return;
    CHECK(sodium_base642bin(bytes, sizeof bytes, text, strlen(text), NULL, &n, NULL,
                            sodium_base64_VARIANT_ORIGINAL) == 0);
    casata_use_edition(&p->game, casata_snapshot_edition(bytes, n)); /* older tables keep their figures */
    const char *wrong = casata_snapshot_view(&p->game, bytes, n, p->state);
    if (wrong) test_fail(__FILE__, __LINE__, wrong);
}

static void keep_text(struct person *p, const char *text, size_t n) {
    char *more = realloc(p->transcript, p->n_transcript + n + 2);
    if (!more) abort();
    p->transcript = more;
    memcpy(more + p->n_transcript, text, n);
    more[p->n_transcript + n] = '\n';
    p->n_transcript += n + 1;
    more[p->n_transcript] = 0;
}

/* The next message whatever it is. */
static json_t *hear_any(struct person *p, int timeout_ms) {
    size_t n;
    const char *text = ws_wait(&p->ws, &n, timeout_ms);
    if (!text) return NULL;
    if (p->keep) keep_text(p, text, n);
    json_t *msg = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (!msg) test_fail(__FILE__, __LINE__, text);
    if (strcmp(text_of(msg, "t"), "state") == 0) note_state(p, msg);
    return msg;
}

json_t *person_hear(struct person *p, const char *type, int timeout_ms) {
    int64_t end = kit_ms() + timeout_ms;
    for (int64_t left; (left = end - kit_ms()) >= 0;) {
        json_t *msg = hear_any(p, (int)left);
        if (!msg) return NULL;
        if (!type || strcmp(text_of(msg, "t"), type) == 0) return msg;
        json_decref(msg);
    }
    return NULL;
}

void person_listen(struct person *p, int timeout_ms) {
    for (json_t *msg; (msg = hear_any(p, timeout_ms));) json_decref(msg);
}

static void say(struct person *p, const char *format, va_list ap, unsigned id) {
    char quoted[4096], text[8192];
    size_t n = strlen(format);
    if (n >= sizeof quoted) abort();
    for (size_t i = 0; i <= n; i++) quoted[i] = format[i] == '\'' ? '"' : format[i];
    int size = vsnprintf(text, sizeof text - 40, quoted, ap);
    if (size < 1 || (size_t)size >= sizeof text - 40) abort();
    if (id) size += snprintf(text + size - 1, 40, ",\"id\":%u}", id) - 1;
    ws_send(&p->ws, text, (size_t)size);
}

void person_say(struct person *p, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    say(p, format, ap, 0);
    va_end(ap);
}

static json_t *ask(struct person *p, const char *format, va_list ap) {
    unsigned id = ++p->last_id;
    say(p, format, ap, id);
    int64_t end = kit_ms() + KIT_MS;
    for (int64_t left; (left = end - kit_ms()) >= 0;) {
        json_t *msg = hear_any(p, (int)left);
        if (!msg || int_of(msg, "id") == (int)id) return msg;
        json_decref(msg);
    }
    return NULL;
}

json_t *person_ask(struct person *p, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    json_t *msg = ask(p, format, ap);
    va_end(ap);
    return msg;
}

static const char *kind_of(json_t *msg) {
    static char kind[40];
    const char *type = text_of(msg, "t");
    snprintf(kind, sizeof kind, "%s", strcmp(type, "error") == 0 ? text_of(msg, "code") : type);
    json_decref(msg);
    return kind;
}

const char *person_try(struct person *p, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    json_t *msg = ask(p, format, ap);
    va_end(ap);
    return kind_of(msg);
}

/* --- people --------------------------------------------------------------------------------------------------- */

bool person_open_from(struct person *p, const struct kit *k, const struct casata_game *g, uint64_t seed,
                      const char *from) {
    *p = (struct person){.seat = -1};
    if (g) p->game = *g;
    casata_rng_seed(&p->rng, seed);
    return ws_open_from(&p->ws, from, "127.0.0.1", k->process.port, "");
}

bool person_open(struct person *p, const struct kit *k, const struct casata_game *g, uint64_t seed) {
    return person_open_from(p, k, g, seed, NULL);
}

void person_close(struct person *p) {
    ws_end(&p->ws);
    json_decref(p->invites);
    free(p->transcript);
    p->invites = NULL;
    p->transcript = NULL;
}

bool person_come_back(struct person *p, const struct kit *k) {
    struct person old = *p;
    json_incref(old.invites);
    person_close(p);
    bool ok = person_open(p, k, &old.game, 9);
    memcpy(p->table, old.table, sizeof p->table);
    memcpy(p->token, old.token, sizeof p->token);
    memcpy(p->any, old.any, sizeof p->any);
    p->invites = old.invites;
    p->seat = old.seat;
    return ok && person_watch(p);
}

static bool note_seat(struct person *p, json_t *msg, const char *type) {
    bool ok = strcmp(text_of(msg, "t"), type) == 0;
    if (ok) {
        snprintf(p->table, sizeof p->table, "%s", text_of(msg, "table"));
        snprintf(p->token, sizeof p->token, "%s", text_of(msg, "token"));
        p->seat = int_of(msg, "seat");
    }
    return ok;
}

bool person_create(struct person *p, const char *game, const char *seats) {
    char quoted[1000];
    snprintf(quoted, sizeof quoted, "%s", seats);
    for (char *c = quoted; *c; c++)
        if (*c == '\'') *c = '"';
    json_t *msg = person_ask(p, "{'t':'create','game':'%s','seats':%s}", game, quoted);
    bool ok = note_seat(p, msg, "created");
    snprintf(p->any, sizeof p->any, "%s", text_of(msg, "any"));
    json_decref(p->invites);
    p->invites = json_incref(json_object_get(msg, "invites"));
    json_decref(msg);
    return ok;
}

bool person_sit(struct person *p, const char *table, const char *code, const char *name) {
    json_t *msg = person_ask(p, "{'t':'sit','table':'%s','code':'%s','name':'%s'}", table, code, name);
    bool ok = note_seat(p, msg, "seated");
    json_decref(msg);
    return ok;
}

bool person_watch(struct person *p) {
    const char *kind = p->token[0]
                           ? person_try(p, "{'t':'watch','table':'%s','token':'%s'}", p->table, p->token)
                           : person_try(p, "{'t':'watch','table':'%s'}", p->table);
    return strcmp(kind, "state") == 0;
}

bool person_choose(struct person *p, char text[CASATA_ACTION_TEXT]) {
    casata_action legal[CASATA_MAX_CHOICES];
    if (p->seat < 0 || !(p->to_act >> p->seat & 1)) return false;
    int n = casata_legal(&p->game, p->state, p->seat, legal);
    if (n < 1) return false;
    casata_action_text(p->game.rules, legal[casata_rng_below(&p->rng, (uint32_t)n)], text);
    return true;
}

const char *person_play(struct person *p) {
    char text[CASATA_ACTION_TEXT];
    if (!person_choose(p, text)) return "";
    return person_try(p, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", p->table, p->ply, text);
}

bool person_reach(struct person *p, int ply) {
    int64_t end = kit_ms() + KIT_MS;
    while (p->ply < ply && kit_ms() < end) {
        json_t *msg = hear_any(p, KIT_MS);
        if (!msg) return false;
        json_decref(msg);
    }
    return p->ply >= ply;
}

/* Everybody knows what the one who knows most does. */
static bool sync_all(struct person *const *people, int n) {
    int ply = 0;
    for (int i = 0; i < n; i++)
        if (people[i]->ply > ply) ply = people[i]->ply;
    for (int i = 0; i < n; i++)
        if (!person_reach(people[i], ply)) return false;
    return true;
}

bool kit_two_seated(const struct kit *k, const struct casata_game *g, struct person *anna,
                    struct person *bela) {
    return CHECK(person_open(anna, k, g, 1)) && CHECK(person_open(bela, k, g, 2)) &&
           CHECK(person_create(anna, g->rules->id, "[{'kind':'me','name':'Anna'},{'kind':'open'}]")) &&
           CHECK(person_sit(bela, anna->table, anna->any, "Bela")) && CHECK(person_watch(anna));
}

bool kit_two(const struct kit *k, const struct casata_game *g, struct person *anna, struct person *bela) {
    return kit_two_seated(k, g, anna, bela) && CHECK(person_watch(bela));
}

void kit_part(struct person *a, struct person *b) {
    person_close(a);
    person_close(b);
}

int kit_play(struct person *const *people, int n, int moves) {
    int made = 0;
    while (made < moves && sync_all(people, n)) {
        struct person *mover = NULL;
        for (int i = 0; i < n && !mover; i++)
            if (people[i]->to_act >> people[i]->seat & 1) mover = people[i];
        if (mover) {
            if (strcmp(person_play(mover), "state") != 0) break;
            made++;
        } else if (people[0]->over || !person_reach(people[0], people[0]->ply + 1)) { /* else a bot's turn */
            break;
        }
    }
    sync_all(people, n);
    return made;
}

const char *kit_get(int port, const char *host, const char *path) {
    static char answer[1 << 17];
    char request[200];
    size_t n = 0;
    int fd = ws_tcp("127.0.0.1", port);
    int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                        path, host);
    bool sent = fd >= 0 && send(fd, request, (size_t)size, MSG_NOSIGNAL) == size;
    for (ssize_t got = 1; sent && got > 0 && n < sizeof answer - 1;) {
        got = recv(fd, answer + n, sizeof answer - 1 - n, 0);
        if (got > 0) n += (size_t)got;
    }
    if (fd >= 0) close(fd);
    answer[n] = 0;
    return answer;
}
