/* props_native.c: properties that need more than the engine, and folders (props_native.h). Knows no game. */
#include "props/props_native.h"
#include "casata/ai.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *position_round_trip(const struct casata_game *g, const void *state, char detail[200]) {
    static char json[CASATA_MAX_STATE * 16];
    static CASATA_STATE_BUFFER(copy);
    struct casata_writer w = casata_writer_on(json, sizeof json);
    casata_position_json(g, state, &w);
    if (!casata_writer_ok(&w)) return "position";
    if (!casata_position_read(g, json, w.len, copy, detail)) return "position";
    if (casata_hash(g, copy) == casata_hash(g, state)) return NULL;
    snprintf(detail, 200, "read back with another hash");
    return "position";
}

/* Bots of every level choose a legal action from what their seat may see, and the same one again. */
enum { MOST = 300 /* microseconds */ };
static _Alignas(16) unsigned char memory[CASATA_MIND_MIN];
static const char *bots_legal(const struct casata_game *g, const void *state, uint64_t seed,
                              char detail[200]) {
    casata_action legal[CASATA_MAX_CHOICES];
    unsigned to_act = casata_to_act(g, state);
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        if (!(to_act >> seat & 1)) continue;
        CASATA_STATE_BUFFER(view);
        casata_view(g, state, seat, view);
        int n = casata_legal(g, view, seat, legal);
        for (int level = 0; level < CASATA_LEVEL_COUNT; level++) {
            casata_action a[2];
            for (int i = 0; i < 2; i++) {
                struct casata_skill skill = casata_skill_of((enum casata_level)level, g->rules);
                if (skill.think > MOST) skill.think = MOST;
                a[i] = casata_decide(casata_mind_on(memory, sizeof memory), g, view, seat, &skill, seed);
            }
            bool found = false;
            for (int i = 0; i < n; i++) found |= legal[i] == a[0];
            if (found && a[0] == a[1]) continue;
            snprintf(detail, 200, "%s chose %08x, then %08x", casata_level_words.word[level], (unsigned)a[0],
                     (unsigned)a[1]);
            return "bots";
        }
    }
    return NULL;
}

const char *props_native(const struct casata_game *g, const void *state, struct casata_rng *rng,
                         char detail[200]) {
    const char *broken = position_round_trip(g, state, detail);
    if (broken || casata_rng_below(rng, 8) != 0) return broken;
    return bots_legal(g, state, casata_rng_next(rng), detail);
}

void props_folder(const char *dir, const char *game, char out[512]) {
    struct stat found;
    const char *slash = strrchr(dir, '/'), *name = slash ? slash + 1 : dir;
    snprintf(out, 512, "%.*sexample/src/games/%s", (int)(name - dir), dir, game);
    if (stat(out, &found) == 0)
        snprintf(out, 512, "%.*sexample/tests/%s/%s", (int)(name - dir), dir, name, game);
    else
        snprintf(out, 512, "%s/%s", dir, game);
}
