/* fuzz_game.c: bytes choose the game, seats, options and every decision; invariants hold on each step. */
#include "casata/rules.h"
#include "fuzz/fuzz.h"

struct bytes {
    const uint8_t *at;
    size_t left;
};

static unsigned next(struct bytes *b) {
    if (!b->left) return 0;
    b->left--;
    return *b->at++;
}

/* Two bytes where there are many options. */
static casata_action choose(const casata_action *list, int n, struct bytes *b) {
    unsigned pick = next(b);
    if (n > 256) pick = pick << 8 | next(b);
    return list[pick % (unsigned)n];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    struct bytes b = {data, n};
    struct casata_game g = fuzz_game(next(&b));
    const struct casata_rules *r = g.rules;
    CASATA_STATE_BUFFER(state);
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    casata_action list[CASATA_MAX_CHOICES];
    struct casata_outcome out[CASATA_MAX_CHOICES];
    int seats = r->min_seats + (int)(next(&b) % (unsigned)(r->max_seats - r->min_seats + 1));
    for (int i = 0; i < r->n_options; i++)
        option[i] = (uint8_t)(next(&b) % (unsigned)casata_option_values(&r->options[i], seats));
    fuzz_require(casata_init(&g, state, seats, option) == CASATA_OK, "init refused", r->id);
    unsigned to_act;
    for (int ply = 0; (to_act = casata_to_act(&g, state)) != 0; ply++) {
        fuzz_require(ply < r->max_decisions, "too many decisions", r->id);
        fuzz_check(&g, state);
        int seat = casata_first_seat(to_act), options;
        if (seat == CASATA_CHANCE) {
            options = casata_outcomes(&g, state, out);
            for (int i = 0; i < options; i++) list[i] = out[i].action;
        } else {
            options = casata_legal(&g, state, seat, list);
        }
        fuzz_require(options > 0, "dead end in phase", casata_phase_name(&g, state));
        casata_apply(&g, state, seat, choose(list, options, &b), NULL);
    }
    fuzz_check(&g, state);
    return 0;
}
