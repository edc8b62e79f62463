/* bot.c: the opponents by level. Works over the rules interface; it must not know any game. */
#include "casata/ai.h"

CASATA_WORDS(casata_level_words, "level", CASATA_LEVELS);

enum {
    PAGGIO_NODES = 1500,
    PAGGIO_MARGIN = 1200, /* 1/100 points behind the best at which an option is no longer sensible */
    SCUDIERO_NODES = 8000,
};

casata_action casata_bot(const struct casata_game *g, const void *state, int seat, enum casata_level level,
                         struct casata_rng *rng) {
    struct casata_advice advice;
    casata_action only[CASATA_MAX_CHOICES];
    int n = casata_legal(g, state, seat, only);
    if (n <= 1) return n ? only[0] : 0;
    casata_advise(g, state, seat, level == CASATA_PAGGIO ? PAGGIO_NODES : SCUDIERO_NODES, rng, &advice);
    if (level != CASATA_PAGGIO) return advice.line[0].action;
    int sensible = 1; /* of the better half, all that are not far behind the best */
    while (sensible < (n + 1) / 2 && advice.line[sensible].value >= advice.line[0].value - PAGGIO_MARGIN)
        sensible++;
    return advice.line[casata_rng_below(rng, (uint32_t)sensible)].action;
}
