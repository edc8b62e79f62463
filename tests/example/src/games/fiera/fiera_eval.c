/* fiera_eval.c: what bots judge by. Knows what everybody knows: points, and how many wares a player holds. */
#include "games/fiera/fiera.h"

enum {
    SPARE = 60, /* 1/100 points: a ware more than there are days left, which leaves a choice */
};

/* R7.1: at the end only points count. */
static int spare_wares(const struct fiera_data *d, const struct fiera *s, int seat) {
    int left = fiera_days(d, s) - s->day, more = s->p[seat].held + (s->p[seat].offer != 0) - left;
    return left > 0 && more > 0 ? more : 0;
}

static void eval(const void *data, const void *state, unsigned seats, int32_t *value,
                 int32_t (*term)[CASATA_MAX_TERMS]) {
    const struct fiera *s = state;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!(seats >> seat & 1)) continue;
        const int32_t points = 100 * fiera_points(&s->p[seat]), spare = SPARE * spare_wares(data, s, seat);
        value[seat] = points + spare;
        if (!term) continue;
        term[seat][FIERA_TERM_POINTS] = points;
        term[seat][FIERA_TERM_SPARE] = spare;
    }
}

/* ORDER feature */
static const char *const feature_names[] = {"day", "purse", "held", "coins", "won", "gifts"};

static void features(const void *data, const void *state, int seat, int16_t *out) {
    const struct fiera *s = state;
    const struct fiera_player *p = &s->p[seat];
    (void)data;
    *out++ = s->day;
    *out++ = s->purse;
    *out++ = p->held;
    *out++ = p->coins;
    *out++ = p->won;
    *out++ = p->gifts;
}
static const char *feature_name(int i) { return feature_names[i]; }

const struct casata_bot_sheet fiera_bots = {
    .eval_ns = 100,
    .margin = 1500,
    .noise = {384, 176, 144, 64},
    .n_features = sizeof feature_names / sizeof *feature_names,
    .terms = &fiera_terms,
    .features = features,
    .feature_name = feature_name,
    .eval = eval,
};
