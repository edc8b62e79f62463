/* verify.c: the invariants of every position of every game (verify.h). Knows no game. */
#include "lab/verify.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verifier {
    char message[400];
    char json[1 << 18];
    uint8_t snapshot[CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE];
    CASATA_STATE_BUFFER(copy);
    casata_action legal[CASATA_MAX_CHOICES], seen[CASATA_MAX_CHOICES];
    struct casata_outcome outcome[CASATA_MAX_CHOICES];
    struct casata_scene scene;
};

struct verifier *verifier_new(void) {
    return calloc(1, sizeof(struct verifier));
}
void verifier_free(struct verifier *v) { free(v); }

__attribute__((format(printf, 2, 3))) static const char *broken(struct verifier *v, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(v->message, sizeof v->message, format, ap);
    va_end(ap);
    return v->message;
}

static const char *verify_text(struct verifier *v, const struct casata_rules *rules, casata_action a) {
    char text[CASATA_ACTION_TEXT];
    if (casata_action_text(rules, a, text) <= 0) return broken(v, "action %08x has no text", a);
    if (casata_action_parse(rules, text) != a)
        return broken(v, "\"%s\" does not read back as its action", text);
    return NULL;
}

static const char *verify_outcomes(struct verifier *v, const struct casata_game *g, const void *state,
                                   bool deep) {
    int n = casata_outcomes(g, state, v->outcome);
    if (n < 1 || n > CASATA_MAX_CHOICES) return broken(v, "chance has %d outcomes", n);
    for (int i = 0; i < n; i++) {
        if (v->outcome[i].action == 0 || v->outcome[i].weight == 0)
            return broken(v, "an outcome of chance is zero");
        if (i > 0 && v->outcome[i - 1].action >= v->outcome[i].action)
            return broken(v, "outcomes are not ascending and unique");
        const char *wrong = deep ? verify_text(v, g->rules, v->outcome[i].action) : NULL;
        if (wrong) return wrong;
    }
    return NULL;
}

/* The view of a seat is enough to determine its options. */
static const char *verify_view(struct verifier *v, const struct casata_game *g, const void *state, int seat,
                               int n) {
    casata_view(g, state, seat, v->copy);
    int seen = casata_legal(g, v->copy, seat, v->seen);
    if (seen != n || memcmp(v->seen, v->legal, (size_t)n * sizeof *v->seen) != 0)
        return broken(v, "seat %d has other legal actions in its own view", seat);
    casata_scene_build(g, state, seat, &v->scene);
    if (v->scene.n_choices != n)
        return broken(v, "the scene offers %d choices, %d are legal", v->scene.n_choices, n);
    return NULL;
}

static const char *verify_legal(struct verifier *v, const struct casata_game *g, const void *state, int seat,
                                bool deep) {
    int n = casata_legal(g, state, seat, v->legal);
    if (n < 1 || n > CASATA_MAX_CHOICES) return broken(v, "seat %d has %d legal actions", seat, n);
    for (int i = 0; i < n; i++) {
        if (v->legal[i] == 0) return broken(v, "action 0 is legal");
        if (i > 0 && v->legal[i - 1] >= v->legal[i])
            return broken(v, "legal actions are not ascending and unique");
        const char *wrong = deep ? verify_text(v, g->rules, v->legal[i]) : NULL;
        if (wrong) return wrong;
    }
    return deep ? verify_view(v, g, state, seat, n) : NULL;
}

static const char *verify_round_trips(struct verifier *v, const struct casata_game *g, const void *state) {
    char err[200];
    struct casata_writer w = casata_writer_on(v->json, sizeof v->json);
    casata_position_json(g, state, &w);
    if (!casata_writer_ok(&w)) return broken(v, "the position has %zu bytes of JSON", w.len);
    if (!casata_position_read(g, v->json, w.len, v->copy, err))
        return broken(v, "the position does not read back: %s", err);
    if (memcmp(v->copy, state, g->rules->state_size) != 0)
        return broken(v, "the position reads back differently");
    size_t n = casata_snapshot_write(g, state, v->snapshot);
    const char *wrong = casata_snapshot_read(g, v->snapshot, n, v->copy);
    if (wrong) return broken(v, "the snapshot does not read back: %s", wrong);
    if (memcmp(v->copy, state, g->rules->state_size) != 0)
        return broken(v, "the snapshot reads back differently");
    return NULL;
}

const char *verify_position(struct verifier *v, const struct casata_game *g, const void *state, bool deep) {
    const char *wrong = casata_check(g, state);
    if (wrong) return broken(v, "invariant: %s", wrong);
    unsigned to_act = casata_to_act(g, state);
    if (to_act >> CASATA_CHANCE & 1) {
        if ((wrong = verify_outcomes(v, g, state, deep))) return wrong;
    } else {
        for (int seat = 0; to_act >> seat; seat++)
            if (to_act >> seat & 1 && (wrong = verify_legal(v, g, state, seat, deep))) return wrong;
    }
    return deep ? verify_round_trips(v, g, state) : NULL;
}

const char *verify_result(struct verifier *v, const struct casata_game *g, const void *state) {
    const struct casata_head *h = state;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    bool winner = false, anybody = false;
    g->rules->ranks(g->data, state, rank);
    for (int i = 0; i < h->seats; i++) anybody |= !casata_out(g, state, i, false);
    for (int i = 0; i < h->seats; i++) {
        if (rank[i] < 1 || rank[i] > h->seats + !anybody) return broken(v, "seat %d has rank %d", i, rank[i]);
        if (rank[i] == 1 && casata_out(g, state, i, false)) return broken(v, "seat %d won and is out", i);
        winner |= rank[i] == 1;
    }
    return winner == anybody ? NULL : broken(v, "nobody has won");
}
