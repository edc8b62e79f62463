/* server_proxy_test.c: the example configurations of deploy/ for HAProxy and nginx, each started in front of two servers:
 * people who play through the proxy at different servers, addresses that stay at one, a server that hangs, one that goes, and
 * the proxy's own end. Only names, ports and certificates are replaced, and a door without TLS is added for the people of the
 * tests. */
#define _GNU_SOURCE
#include "casata/rules.h"
#include "server/kit.h"
#include "server/pg.h"

#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NODES = 2, GUESTS = 16 };

static struct pg pg;
static struct casata_game game;
static struct kit node[NODES], door; /* door: what people connect to */
static int metrics_port[NODES], tls_port, other_port;
static char dir[64];
static struct {
    pid_t pid;
    char program[600];
    const char *const *argument;
} proxy;

/* The output of a program without its last newline, and its status. */
static int ask_program(char *const argv[], char *text, size_t cap) {
    int status = process_run(argv, text, cap);
    text[strcspn(text, "\n")] = 0;
    return status;
}

/* --- the servers and their proxy -------------------------------------------------------------------------------------- */

static bool start_nodes(void) {
    char where[200];
    snprintf(where, sizeof where, "%s", pg_database(&pg));
    for (int i = 0; i < NODES; i++) {
        char port[10];
        const char *const extra[] = {"--behind-proxy", "--metrics", port, NULL};
        metrics_port[i] = kit_free_port();
        snprintf(port, sizeof port, "%d", metrics_port[i]);
        if (!CHECK(kit_start_at(&node[i], kit_program("casata"), where, extra))) return false;
    }
    return true;
}

static void run_shell(const char *text) {
    if (system(text) != 0) test_fail(__FILE__, __LINE__, text);
}

/* Makes the configuration of an example; names and ports of this machine instead of its own. */
static void adapt(const char *example, const char *edits) {
    char command[4000];
    snprintf(
        command, sizeof command,
        "cd '%s' && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=table.example -keyout key.pem"
        " -out cert.pem 2>/dev/null && cat cert.pem key.pem >both.pem && sed -e 's/node-a:8080/127.0.0.1:%d/'"
        " -e 's/node-b:8080/127.0.0.1:%d/' -e '/node-c:8080/d' %s '%s/../deploy/%s' >conf",
        dir, node[0].process.port, node[1].process.port, edits, TESTS_DIR, example);
    run_shell(command);
}

static void adapt_haproxy(void) {
    char edits[600];
    snprintf(edits, sizeof edits,
             "-e 's/bind :80$/bind 127.0.0.1:%d/' -e 's#bind :443 ssl crt [^ ]*#bind 127.0.0.1:%d ssl crt "
             "%s/both.pem#'"
             " -e '/redirect scheme/d' -e 's/maxconn 20000/maxconn 500/'",
             door.process.port, tls_port, dir);
    adapt("haproxy.cfg", edits);
}

static void adapt_nginx(void) {
    char edits[900], command[1200];
    snprintf(edits, sizeof edits,
             "-e '/listen \\[::\\]/d' -e 's/listen 80;/listen 127.0.0.1:%d;/'"
             " -e 's/listen 443 ssl http2;/listen 127.0.0.1:%d ssl http2; listen 127.0.0.1:%d;/'"
             " -e 's#/etc/letsencrypt.*/fullchain.pem#%s/cert.pem#' -e "
             "'s#/etc/letsencrypt.*/privkey.pem#%s/key.pem#'",
             other_port, tls_port, door.process.port, dir, dir);
    adapt("nginx.conf", edits);
    /* The context that Debian's /etc/nginx/nginx.conf provides, in the folder of the test. */
    snprintf(
        command, sizeof command,
        "cd '%s' && { echo 'daemon off; pid %s/pid; error_log %s/error.log; worker_processes 2; events { }"
        " http { client_body_temp_path %s/a; proxy_temp_path %s/b; fastcgi_temp_path %s/c; uwsgi_temp_path "
        "%s/d;"
        " scgi_temp_path %s/e; access_log off;'; cat conf; echo '}'; } >whole",
        dir, dir, dir, dir, dir, dir, dir, dir);
    run_shell(command);
}

static void start_proxy(void) {
    char *argv[12] = {proxy.program}, log[100];
    snprintf(log, sizeof log, "%s/log", dir);
    for (int i = 0; proxy.argument[i]; i++) argv[i + 1] = (char *)proxy.argument[i];
    fflush(stdout);
    pid_t parent = getpid();
    proxy.pid = fork();
    if (proxy.pid != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || !freopen(log, "a", stdout) || dup2(1, 2) < 0) _exit(126);
    execv(proxy.program, argv);
    _exit(127);
}

static void stop_proxy(void) {
    if (proxy.pid <= 0) return;
    kill(proxy.pid, SIGTERM);
    waitpid(proxy.pid, NULL, 0);
    proxy.pid = 0;
}

static void stop_all(void) {
    stop_proxy();
    for (int i = 0; i < NODES; i++) {
        if (node[i].process.pid > 0) kill(node[i].process.pid, SIGTERM);
        usleep(50000);
        if (node[i].process.pid > 0) CHECK_INT(kit_stop(&node[i], SIGTERM), 0);
        kit_remove(&node[i]);
    }
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    run_shell(command);
}

/* --- what is checked -------------------------------------------------------------------------------------------------- */

static bool reach(int port, const char *path, const char *status) {
    for (int64_t end = kit_ms() + KIT_MS; kit_ms() < end; usleep(50000))
        if (strncmp(kit_get(port, "table.example", path) + 9, status, 3) == 0) return true;
    return false;
}

/* Over TLS too; what openssl said is shown if not. */
static void check_tls(void) {
    char command[500];
    snprintf(command, sizeof command,
             "cd '%s' && printf 'GET /health HTTP/1.1\\r\\nHost: table.example\\r\\nConnection: "
             "close\\r\\n\\r\\n' |"
             " timeout 60 openssl s_client -quiet -connect 127.0.0.1:%d >tls 2>&1;"
             " grep -q '^HTTP/1.1 200' tls || { cat tls log; false; }",
             dir, tls_port);
    run_shell(command);
}

static int sockets_of(int i) {
    const char *at = strstr(kit_get(metrics_port[i], "table.example", "/metrics"), "\ncasata_sockets ");
    return at ? atoi(at + 16) : -1;
}

static int node_of_next = -1;
/* Opens a connection from an address, and notes at which server it arrived. */
static bool open_from(struct person *p, int number) {
    char from[20];
    int before = sockets_of(0);
    snprintf(from, sizeof from, "127.0.0.%d", number);
    if (!CHECK(person_open_from(p, &door, &game, (uint64_t)number, from))) return false;
    person_try(p, "{'t':'ping'}");
    node_of_next = sockets_of(0) > before ? 0 : 1;
    return true;
}

/* An address comes to the same server again; all of them use both. Two addresses at different servers. */
static bool check_sticky(int at[NODES]) {
    int count[NODES] = {0};
    for (int i = 0; i < GUESTS; i++) {
        struct person p;
        if (!open_from(&p, 10 + i)) return false;
        int first = node_of_next;
        count[first]++;
        at[first] = 10 + i;
        struct person again;
        if (open_from(&again, 10 + i)) CHECK_INT(node_of_next, first);
        person_close(&again);
        person_close(&p);
        for (int64_t end = kit_ms() + KIT_MS; sockets_of(0) + sockets_of(1) > 0 && kit_ms() < end;)
            usleep(20000);
    }
    return CHECK(count[0] > 0 && count[1] > 0);
}

/* The connection ends without the person's doing. */
static bool is_cut_off(struct person *p) {
    for (int64_t end = kit_ms() + KIT_MS; !p->ws.close_code && kit_ms() < end;) person_listen(p, 100);
    return p->ws.close_code != 0;
}

/* A page tries until somebody answers. */
static void come_back(struct person *p) {
    int64_t end = kit_ms() + KIT_MS;
    bool back = false;
    while (!back && kit_ms() < end) {
        back = person_come_back(p, &door);
        if (!back) usleep(100000);
    }
    CHECK(back);
}

/* Back from an address whose server is known. */
static void come_back_from(struct person *p, int number) {
    struct person old = *p;
    person_close(p);
    if (!open_from(p, number)) return;
    memcpy(p->table, old.table, sizeof p->table);
    memcpy(p->token, old.token, sizeof p->token);
    p->seat = old.seat;
    CHECK(person_watch(p));
}

/* A server hangs: the proxy notices by /health, ends its sessions, and the people go on at the other. */
static void check_hang(struct person *a, struct person *b, int number) {
    struct person *at[] = {a, b};
    kill(node[0].process.pid, SIGSTOP);
    CHECK(is_cut_off(a));
    come_back(a);
    CHECK_INT(kit_play(at, 2, 10), 10);
    kill(node[0].process.pid, SIGCONT);
    CHECK(kit_reach_health(&node[0], "ok\n"));
    for (int64_t end = kit_ms() + KIT_MS; sockets_of(0) != 1 && kit_ms() < end; usleep(100000))
        come_back_from(a, number); /* until the proxy has noticed */
    CHECK_INT(sockets_of(0), 1);
    CHECK_INT(kit_play(at, 2, 10), 10);
}

/* The proxy ends: everybody is cut off, and plays on when there is one again. */
static void check_proxy_ends(struct person *a, struct person *b) {
    struct person *at[] = {a, b};
    stop_proxy();
    CHECK(is_cut_off(a));
    CHECK(is_cut_off(b));
    start_proxy();
    come_back(a);
    come_back(b);
    CHECK_INT(kit_play(at, 2, 10), 10);
}

static void check_play(const int from[NODES], bool proxy_asks) {
    struct person a, b, *at[] = {&a, &b};
    if (!open_from(&a, from[0]) || !open_from(&b, from[1])) return;
    CHECK_INT(sockets_of(0), 1);
    CHECK_INT(sockets_of(1), 1);
    CHECK(person_create(&a, "signorie", "[{'kind':'me','name':'Anna'},{'kind':'open'}]"));
    CHECK(person_sit(&b, a.table, a.any, "Bela"));
    CHECK(person_watch(&a));
    CHECK(person_watch(&b));
    CHECK_INT(kit_play(at, 2, 30), 30);
    CHECK(person_reach(&b, a.ply) && person_reach(&a, b.ply));
    CHECK_STR(a.hash, b.hash);
    if (proxy_asks) check_hang(&a, &b, from[0]);
    /* The server of one goes: the proxy picks the other. */
    kill(node[0].process.pid, SIGTERM);
    CHECK_INT(kit_stop(&node[0], 0), 0);
    come_back(&a);
    CHECK_INT(sockets_of(1), 2);
    CHECK_INT(kit_play(at, 2, 10), 10);
    check_proxy_ends(&a, &b);
    kit_part(&a, &b);
}

static void check_proxy(const char *name, void (*make)(void), const char *const *argument, bool asks) {
    char folder[600], self[500];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    snprintf(folder, sizeof folder, "%s/proxies", dirname(self));
    char *find[] = {TESTS_DIR "/../tools/proxy_program", (char *)name, folder, NULL};
    int at[NODES];
    proxy.argument = argument;
    if (ask_program(find, proxy.program, sizeof proxy.program) != 0) {
        printf("not checked: %s\n", proxy.program);
        return;
    }
    snprintf(dir, sizeof dir, "/tmp/casata-proxy-XXXXXX");
    if (!CHECK(mkdtemp(dir)) || !CHECK(chmod(dir, 0755) == 0) || !start_nodes()) return;
    door.process.port = kit_free_port();
    tls_port = kit_free_port();
    other_port = kit_free_port();
    make();
    start_proxy();
    if (CHECK(reach(door.process.port, "/health", "200"))) {
        check_tls();
        CHECK(strncmp(kit_get(door.process.port, "table.example", "/metrics") + 9, "200", 3) != 0);
        if (check_sticky(at)) check_play(at, asks);
    }
    stop_all();
}

static void test_haproxy(void) {
    static const char *const argument[] = {"-C", dir, "-f", "conf", "-db", NULL};
    check_proxy("haproxy", adapt_haproxy, argument, true);
}
static void test_nginx(void) {
    static const char *const argument[] = {"-p", dir, "-c", "whole", NULL};
    check_proxy("nginx", adapt_nginx, argument, false);
}

static const struct test tests[] = {{"haproxy", test_haproxy}, {"nginx", test_nginx}};

int main(int argc, char **argv) {
    return pg_main(argc, argv, tests, sizeof tests / sizeof *tests, &pg, &game);
}
