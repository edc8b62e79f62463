/* cmd_engine.c: `casata engine`: lines from standard input to the engine, its replies to standard output.
 * Ignores their content. */
#include "cli/cli.h"
#include "engine/engine.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: casata engine [--data DIR [--game ID]]\n"
    "\n"
    "For programs: reads JSON requests from standard input, one per line, and answers each with\n"
    "one line on standard output, until `quit` or the end of the input. See docs/protocol.md.\n"
    "\n"
    "  --data DIR  play with the corrected figures in DIR: the tables of one game, or a folder\n"
    "              for each game, named by its id\n"
    "  --game ID   take the figures of this game only\n"
    "\n"
    "example:\n"
    "  printf '%s\\n' '{\"cmd\":\"new\",\"game\":\"signorie\",\"seats\":3}' '{\"cmd\":\"legal\"}' | casata "
    "engine\n";

/* The line being read; excess bytes are dropped and counted. */
struct line {
    char *text;
    size_t n;
    bool too_long;
};

static bool write_all(const char *text, size_t n) {
    while (n > 0) {
        ssize_t put = write(STDOUT_FILENO, text, n);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        n -= (size_t)put;
    }
    return true;
}

/* Answers the line and clears it. False: the reply cannot be written. */
static bool answer(struct engine *e, struct line *line) {
    char *reply = engine_line(e, line->text, line->too_long ? (size_t)ENGINE_MAX_LINE + 1 : line->n);
    line->n = 0;
    line->too_long = false;
    if (!reply) {
        static const char no_memory[] = "{\"ok\":false,\"error\":{\"code\":\"out_of_memory\",\"message\":"
                                        "\"there is not enough memory\"}}\n";
        return write_all(no_memory, sizeof no_memory - 1);
    }
    size_t n = strlen(reply);
    reply[n] = '\n';
    bool ok = write_all(reply, n + 1);
    free(reply);
    return ok;
}

static void append(struct line *line, const char *bytes, size_t n) {
    if (line->too_long || n > (size_t)ENGINE_MAX_LINE - line->n) {
        line->too_long = true;
        return;
    }
    memcpy(line->text + line->n, bytes, n);
    line->n += n;
}

/* Answers every line completed by these bytes and keeps the start of the next. */
static bool take_bytes(struct engine *e, struct line *line, const char *bytes, size_t n) {
    while (n > 0 && !engine_done(e)) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end ? (size_t)(end - bytes) : n;
        append(line, bytes, part);
        if (!end) return true;
        if (!answer(e, line)) return false;
        bytes += part + 1;
        n -= part + 1;
    }
    return true;
}

static int serve(const char *command, struct engine *e, struct line *line) {
    static char bytes[1 << 16];
    while (!engine_done(e)) {
        ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return cli_fail(CLI_FAILED, command, "cannot read: %s", strerror(errno));
        bool last = n == 0 && (line->n > 0 || line->too_long); /* a last line without a newline */
        if (last ? !answer(e, line) : !take_bytes(e, line, bytes, (size_t)n))
            return cli_fail(CLI_FAILED, command, "cannot write: %s", strerror(errno));
        if (n == 0) return CLI_OK;
    }
    return CLI_OK;
}

int cmd_engine(int argc, char **argv) {
    static const struct option options[] = {{"data", required_argument, NULL, 'd'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    struct casata_game games[CLI_MAX_GAMES];
    const char *data = NULL, *id = NULL;
    for (int o; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'd': data = optarg; break;
        case 'g': id = optarg; break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (optind < argc) return cli_fail(CLI_USAGE, argv[0], "unexpected argument \"%s\"", argv[optind]);
    int n = cli_games(argv[0], id, data, games);
    if (n < 0) return CLI_FAILED;
    signal(SIGPIPE, SIG_IGN); /* a closed pipe becomes an error of write(), with a message */
    struct line line = {.text = malloc(ENGINE_MAX_LINE)};
    struct engine *e = engine_new(games, n, NULL);
    int status = CLI_FAILED;
    if (line.text && e)
        status = serve(argv[0], e, &line);
    else
        cli_fail(CLI_FAILED, argv[0], "there is not enough memory");
    engine_free(e);
    free(line.text);
    return status;
}
