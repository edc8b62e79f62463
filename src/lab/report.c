/* report.c: reviews a match, with its progress on the screen (report.h). */
#include "lab/report.h"

#include "casata/rules.h"
#include "cli/cli.h"

#include <stdlib.h>

enum { PORTION = 1 << 20 };

bool report_make(struct casata_review *r, const struct casata_match *m, uint32_t think) {
    void *memory = aligned_alloc(16, CASATA_MIND_USUAL);
    if (!memory) return false;
    struct casata_mind *mind = casata_mind_on(memory, CASATA_MIND_USUAL);
    bool ok = casata_review_open(r, m, think, mind, casata_net_find(m->game.rules, m->seats));
    double start = cli_seconds();
    while (ok && casata_review_run(r, PORTION))
        cli_progress("looking back", (uint64_t)r->ply, (uint64_t)m->n_log, start);
    cli_progress("looking back", 1, 1, start);
    free(memory);
    return ok;
}
