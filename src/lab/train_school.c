/* train_school.c: training round by round (train_school.h). Knows no game. */
#include "lab/train_school.h"

#include "casata/game.h"
#include "lab/train_play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PASSES = 6,  /* approximate number of times each game is used */
    AT_ONCE = 4, /* games per step */
};
const char school_no_memory[] = "there is not enough memory";
static char unwritable[4300];

static const char *cannot_write(const struct school *s) {
    snprintf(unwritable, sizeof unwritable, "%s or a file next to it cannot be written", s->path[0]);
    return unwritable;
}

static bool can_write(const char *path) {
    FILE *out = fopen(path, "a");
    if (out) fclose(out);
    return out;
}

const char *school_open(struct school *s, const char *out) {
    static const char *const ending[] = {"", ".train", ".csv"};
    size_t seats = (size_t)s->t.seats, inputs = (size_t)s->t.inputs;
    for (int i = 0; i < 3; i++) snprintf(s->path[i], sizeof s->path[i], "%s%s", out, ending[i]);
    for (int i = 0; i < SCHOOL_ROUND; i++) {
        s->next[i].in = malloc(TRAIN_POSITIONS * seats * inputs * sizeof(int16_t));
        s->next[i].margin = malloc(TRAIN_POSITIONS * seats * sizeof(int32_t));
        if (!s->next[i].in || !s->next[i].margin) return school_no_memory;
    }
    return can_write(s->path[2]) ? NULL : cannot_write(s); /* checked before hours of play */
}

void school_close(struct school *s) {
    for (int i = 0; i < SCHOOL_ROUND; i++) free(s->next[i].in), free(s->next[i].margin);
    for (int i = 0; i < SCHOOL_KEPT; i++) free(s->game[i].in), free(s->game[i].margin);
    trainer_close(&s->t);
}

const char *school_resume(struct school *s) {
    static char unreadable[4200];
    FILE *in = fopen(s->path[1], "rb");
    if (!in) {
        snprintf(unreadable, sizeof unreadable, "%s cannot be read", s->path[1]);
        return unreadable;
    }
    const char *wrong = trainer_load(&s->t, in);
    fclose(in);
    if (!wrong) return NULL;
    snprintf(unreadable, sizeof unreadable, "%s: %s", s->path[1], wrong);
    return unreadable;
}

bool school_remember(struct school *s, const struct train_game *game) {
    struct train_game *to = &s->game[s->played++ % SCHOOL_KEPT];
    size_t n = (size_t)game->n * (size_t)s->t.seats, inputs = (size_t)s->t.inputs;
    free(to->in);
    free(to->margin);
    *to = *game;
    to->in = malloc(n * inputs * sizeof(int16_t) + 1);
    to->margin = malloc(n * sizeof(int32_t) + 1);
    if (!to->in || !to->margin) return false;
    memcpy(to->in, game->in, n * inputs * sizeof(int16_t));
    memcpy(to->margin, game->margin, n * sizeof(int32_t));
    return true;
}

/* Steps get smaller, down to 5e-5 at the end. */
static void learn(struct school *s, double part) {
    struct trainer *t = &s->t;
    struct casata_rng rng;
    uint32_t kept = s->played < SCHOOL_KEPT ? s->played : SCHOOL_KEPT;
    uint64_t mark = t->games;
    casata_rng_seed(&rng, casata_hash_bytes(&mark, sizeof mark, t->seed ^ 0x7ea5));
    t->rate = (float)(s->first_rate * pow(5e-5 / s->first_rate, part));
    for (int k = 0, n = 0; k < SCHOOL_ROUND * PASSES; k++) {
        trainer_learn(t, &s->game[casata_rng_below(&rng, kept)], &n);
        if (k % AT_ONCE == AT_ONCE - 1) trainer_step(t, n), n = 0;
    }
}

static bool write_file(const char *path, const struct trainer *t, bool net) {
    char part[4200];
    size_t size = 0;
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "wb");
    if (!out) return false;
    void *bytes = net ? trainer_net(t, &size) : NULL;
    bool ok = net ? bytes && fwrite(bytes, 1, size, out) == size : trainer_save(t, out);
    free(bytes);
    ok = fclose(out) == 0 && ok;
    return ok && rename(part, path) == 0;
}

/* Adds a line about a round, as the net predicted it before learning from it; the first rounds only set the scale. */
static bool note_curve(const struct school *s, const struct train_error *e, double seconds) {
    bool first = s->t.games == SCHOOL_ROUND;
    FILE *out = fopen(s->path[2], first ? "w" : "a");
    if (!out) return false;
    if (first) fputs("games,win_error,margin_error,hand_margin_error,seconds\n", out);
    if (e->positions > 0)
        fprintf(out, "%u,%.4f,%.2f,%.2f,%.1f\n", s->t.games, e->win * s->t.seats / e->positions,
                e->margin / e->positions, e->hand / e->positions, seconds);
    return fclose(out) == 0;
}

const char *school_learn(struct school *s, uint64_t goal, double seconds) {
    struct trainer *t = &s->t;
    struct train_error e = {0};
    for (int i = 0; i < SCHOOL_ROUND; i++) {
        if (t->scaled) trainer_test(t, &s->next[i], &e);
        if (!school_remember(s, &s->next[i])) return school_no_memory;
    }
    t->games += SCHOOL_ROUND;
    if (!t->scaled && s->played >= SCHOOL_SCALED) trainer_scale(t, s->game, SCHOOL_SCALED);
    if (t->scaled) learn(s, (double)t->games / (double)goal);
    bool ok = note_curve(s, &e, seconds);
    if (ok && t->scaled) ok = write_file(s->path[0], t, true) && write_file(s->path[1], t, false);
    return ok ? NULL : cannot_write(s);
}
