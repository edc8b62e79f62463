/* cmd_report.c: `casata report`: reviews a saved match. Knows no game by name. */
#include "casata/lang.h"
#include "cli/cli.h"
#include "lab/report.h"

#include <getopt.h>

static const char help[] =
    "usage: casata report FILE [--json | --svg] [--think MS] [--lang LANG] [--data DIR]\n"
    "\n"
    "Reviews a saved match, finished or not: the chances to win over the match, the most costly decisions "
    "with\n"
    "better options and the reasons, and the luck of dice and draws. A decision is judged by the strongest "
    "bot\n"
    "from what its player knew at the time. The same file and options give the same report.\n"
    "\n"
    "  --json       print JSON (docs/protocol.md)\n"
    "  --svg        print a picture\n"
    "  --think MS   milliseconds for each decision, counted in positions and not by a clock (1 to 10000,\n"
    "               default 10: some seconds for a match of four)\n"
    "  --lang LANG  en, pl or hu (default en)\n"
    "  --data DIR   the match was played with the corrected figures in DIR\n"
    "\n"
    "examples:\n"
    "  casata report match.json --lang pl\n"
    "  casata report match.json --think 100 --svg > match.svg\n";

struct request {
    struct cli_saved saved;
    int64_t think;
    void (*print)(FILE *out, const struct casata_review *r, int lang);
};

/* The exit status; -1: go on. */
static int read_request(int argc, char **argv, struct request *q) {
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"svg", no_argument, NULL, 's'},
                                            {"think", required_argument, NULL, 't'},
                                            {"lang", required_argument, NULL, 'L'},
                                            {"data", required_argument, NULL, 'd'},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int o, status; (o = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (o) {
        case 'j':
        case 's':
            if (q->print != report_text)
                return cli_fail(CLI_USAGE, argv[0], "either --json or --svg, and once");
            q->print = o == 'j' ? report_json : report_svg;
            break;
        case 't':
            if (!cli_number(argv[0], "--think", optarg, 1, 10000, &q->think)) return CLI_USAGE;
            break;
        default:
            status = cli_saved_option(argv[0], help, o, &q->saved);
            if (status >= 0) return status;
        }
    }
    return cli_saved_file(argc, argv, &q->saved);
}

int cmd_report(int argc, char **argv) {
    struct request q = {.saved = {.lang = CASATA_EN}, .think = 10, .print = report_text};
    struct casata_match m;
    struct casata_review r;
    int status = read_request(argc, argv, &q);
    if (status >= 0) return status;
    if (!cli_match(argv[0], q.saved.path, q.saved.data, &m)) return CLI_FAILED;
    if (m.n_log == 0)
        status = cli_fail(CLI_FAILED, argv[0], "%s: nothing was decided in this match", q.saved.path);
    else if (!report_make(&r, &m, (uint32_t)q.think * 1000))
        status = cli_fail(CLI_FAILED, argv[0], "there is not enough memory");
    else {
        q.print(stdout, &r, q.saved.lang);
        casata_review_free(&r);
        status = CLI_OK;
    }
    casata_match_free(&m);
    return status;
}
