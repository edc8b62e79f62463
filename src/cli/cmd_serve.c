/* cmd_serve.c: `casata serve`: tables in the browser for people and bots. Knows no game. */
#include "cli/cli.h"
#include "server/log.h"
#include "server/server.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: casata serve [OPTION]...\n"
    "\n"
    "Serves tables to browsers: against bots, or with friends through a link. Everything is kept\n"
    "in one database file; a move is acknowledged once it is stored there. Press Ctrl-C to stop.\n"
    "\n"
    "  --port N             port (default 8080; 0: any free port)\n"
    "  --listen ADDRESS     address to listen on (default 127.0.0.1: this computer only)\n"
    "  --db FILE            the database, created if missing (default casata.db); or\n"
    "                       postgres://USER@HOST/NAME, which many servers can share\n"
    "  --web DIR            the built client (default web/dist)\n"
    "  --no-web             serve no files, only the WebSocket at /ws\n"
    "  --threads N          processors that bots may use at once (default: all)\n"
    "\n"
    "for a server on the internet (docs/operations.md):\n"
    "  --origin URL         also accept pages of this origin, such as https://table.example; may be\n"
    "                       repeated\n"
    "  --behind-proxy       take the client's address from X-Forwarded-For\n"
    "  --sockets N          connections at once (default 4000)\n"
    "  --address-sockets N  connections from one address (default 64)\n"
    "  --rate N             messages per second from a connection (default 30)\n"
    "  --address-rate N     messages per second from an address (default 300)\n"
    "  --address-tables N   new tables per hour from an address (default 120)\n"
    "  --idle SECONDS       how long a table that nobody watches stays in memory (default 600)\n"
    "  --alone SECONDS      how long bots play on at a table without people that nobody watches;\n"
    "                       they resume when somebody does (default 600)\n"
    "  --metrics PORT       metrics for Prometheus at http://127.0.0.1:PORT/metrics; ADDRESS:PORT for\n"
    "                       another address. Only the operator should be able to reach it\n"
    "  --log json           each line of the log is a JSON object (default: text)\n"
    "  --node NAME          name of this server in log and metrics (default: a random number)\n"
    "  --store-wait SECONDS how long a request waits for a PostgreSQL that is away (default 15)\n"
    "  --away SECONDS       how long a player must be away before the others may hand the seat to\n"
    "                       a bot, and the host may invite somebody else to it (default 600)\n"
    "\n"
    "examples:\n"
    "  casata serve\n"
    "  casata serve --port 9000 --db /var/lib/casata/tables.db --web /usr/share/casata/web\n"
    "  casata serve --db 'postgres://casata@db.example/casata' --behind-proxy\n";

/* Numeric options: where they are stored, and their bounds. */
struct number {
    const char *name;
    int *to;
    int64_t min, max;
};

static int read_number(char **argv, const struct number *n) {
    int64_t value;
    char name[40];
    snprintf(name, sizeof name, "--%s", n->name);
    if (!cli_number(argv[0], name, optarg, n->min, n->max, &value)) return CLI_USAGE;
    *n->to = (int)value;
    return -1;
}

/* PORT, ADDRESS:PORT or [ADDRESS]:PORT */
static int read_metrics(const char *command, struct server_config *c) {
    static char address[64];
    const char *colon = strrchr(optarg, ':');
    int64_t port;
    if (!cli_number(command, "--metrics", colon ? colon + 1 : optarg, 1, 65535, &port)) return CLI_USAGE;
    c->metrics_port = (int)port;
    if (!colon) return -1;
    bool brackets = optarg[0] == '[' && colon > optarg && colon[-1] == ']';
    const char *from = brackets ? optarg + 1 : optarg;
    snprintf(address, sizeof address, "%.*s", (int)(colon - from - brackets), from);
    c->metrics_listen = address;
    return -1;
}

static int read_log(const char *command, struct server_config *c) {
    c->log_json = strcmp(optarg, "json") == 0;
    if (c->log_json || strcmp(optarg, "text") == 0) return -1;
    return cli_fail(CLI_USAGE, command, "--log: text or json, not \"%s\"", optarg);
}

static int read_node(const char *command, struct server_config *c) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    size_t n = strspn(optarg, allowed);
    c->node = optarg;
    if (n > 0 && n <= 32 && !optarg[n]) return -1;
    return cli_fail(CLI_USAGE, command, "--node: up to 32 letters, digits, dots, hyphens and underscores");
}

static int read_text(const char *command, int which, struct server_config *c) {
    switch (which) {
    case 'l': c->listen = optarg; return -1;
    case 'd': c->db = optarg; return -1;
    case 'w': c->web = optarg; return -1;
    case 'W': c->web = NULL; return -1;
    case 'x': c->behind_proxy = true; return -1;
    case 'm': return read_metrics(command, c);
    case 'L': return read_log(command, c);
    case 'n': return read_node(command, c);
    case 'o':
        if (!strstr(optarg, "://") || optarg[strlen(optarg) - 1] == '/')
            return cli_fail(CLI_USAGE, command, "--origin: an origin like https://table.example is needed");
        if (c->n_origin == SERVER_ORIGINS) return cli_fail(CLI_USAGE, command, "--origin: too many");
        c->origin[c->n_origin++] = optarg;
        return -1;
    case 'h': fputs(help, stdout); return CLI_OK;
    default: return CLI_USAGE;
    }
}

/* Usage or help: the exit status; -1: go on. */
static int read_options(int argc, char **argv, struct server_config *c) {
    const struct number numbers[] = {
        {"port", &c->port, 0, 65535},
        {"threads", &c->threads, 1, 64},
        {"sockets", &c->sockets, 1, 100000},
        {"address-sockets", &c->address_sockets, 1, 100000},
        {"rate", &c->rate, 1, 1000000},
        {"address-rate", &c->address_rate, 1, 1000000},
        {"address-tables", &c->address_tables, 1, 100000000},
        {"idle", &c->idle_s, 0, 1000000},
        {"alone", &c->alone_s, 0, 1000000},
        {"away", &c->away_s, 0, 1000000},
        {"store-wait", &c->store_wait_s, 1, 1000000},
    };
    enum { NUMBERS = sizeof numbers / sizeof *numbers, TEXTS = 10 };
    struct option options[NUMBERS + TEXTS + 1] = {
        {"listen", required_argument, NULL, 'l'}, {"db", required_argument, NULL, 'd'},
        {"web", required_argument, NULL, 'w'},    {"no-web", no_argument, NULL, 'W'},
        {"origin", required_argument, NULL, 'o'}, {"behind-proxy", no_argument, NULL, 'x'},
        {"help", no_argument, NULL, 'h'},         {"metrics", required_argument, NULL, 'm'},
        {"log", required_argument, NULL, 'L'},    {"node", required_argument, NULL, 'n'},
    };
    for (int i = 0; i < NUMBERS; i++)
        options[TEXTS + i] = (struct option){numbers[i].name, required_argument, NULL, 256 + i};
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        int status = o >= 256 ? read_number(argv, &numbers[o - 256]) : read_text(argv[0], o, c);
        if (status >= 0) return status;
    }
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    return -1;
}

static bool as_json;

static void ready(const char *listen, int port) {
    bool v6 = strchr(listen, ':') != NULL;
    char text[200], line[LOG_LINE_MAX];
    snprintf(text, sizeof text, "Casata listens on http://%s%s%s:%d/", v6 ? "[" : "", listen, v6 ? "]" : "",
             port);
    if (as_json) log_json(line, LOG_NOTE, "listening", NULL, text);
    puts(as_json ? line : text);
    fflush(stdout);
}

static int fail(const char *command, const struct server_config *c, const char *err) {
    if (!c->log_json) return cli_fail(CLI_FAILED, command, "%s", err);
    log_line(LOG_FAIL, "start", NULL, "%s", err);
    return CLI_FAILED;
}

int cmd_serve(int argc, char **argv) {
    struct server_config c = server_defaults();
    char err[SERVER_ERROR];
    c.db = "casata.db";
    c.web = "web/dist";
    int status = read_options(argc, argv, &c);
    if (status >= 0) return status;
    c.version = CASATA_VERSION;
    as_json = c.log_json;
    return server_run(&c, ready, err) == 0 ? CLI_OK : fail(argv[0], &c, err);
}
