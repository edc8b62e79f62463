/* scene_build.c: slots, pieces, counters, bills and messages of a scene. Knows no game and decides nothing. */
#include "casata/rules.h"
#include "core/scene_build.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

_Static_assert(CASATA_FREE_ID + 4096 <= UINT16_MAX, "ids of games fit after those of alike pieces");

void casata_scene_begin(struct casata_scene_builder *build, const struct casata_game *g, const void *state,
                        int viewer, struct casata_scene *scene) {
    const struct casata_rules *rules = g->rules;
    assert(rules->n_families <= CASATA_MAX_FAMILIES && rules->kinds->n <= CASATA_MAX_KINDS);
    build->rules = rules;
    build->data = g->data;
    build->state = state;
    build->viewer = viewer;
    build->scene = scene;
    memset(build->first, -1, sizeof build->first);
    memset(build->mark, -1, sizeof build->mark);
    memset(build->alike, 0, sizeof build->alike);
}

/* --- slots ----------------------------------------------------------------------------------------------- */
struct casata_slot *casata_add_slot(struct casata_scene_builder *build, unsigned family, int seat,
                                    unsigned row, int col, int value) {
    struct casata_scene *scene = build->scene;
    struct casata_slot *slot = &scene->slot[scene->n_slots];
    assert(scene->n_slots < CASATA_MAX_SLOTS);
    *slot = (struct casata_slot){.family = (uint8_t)family,
                                 .row = (uint8_t)row,
                                 .col = (int8_t)col,
                                 .seat = (int8_t)seat,
                                 .value = (int16_t)value};
    int16_t *first = &build->first[family][seat + 1];
    if (*first < 0) *first = (int16_t)scene->n_slots;
    scene->n_slots++;
    return slot;
}

void casata_add_rows(struct casata_scene_builder *build, unsigned family, int seat) {
    unsigned n = build->rules->families[family].rows ? build->rules->families[family].rows->n : 1;
    for (unsigned row = 0; row < n; row++) casata_add_slot(build, family, seat, row, -1, -1);
}

int casata_slot_at(const struct casata_scene_builder *build, unsigned family, int seat, unsigned offset) {
    int first = build->first[family][seat + 1];
    return first < 0 ? -1 : first + (int)offset;
}

/* --- pieces and counters --------------------------------------------------------------------------------- */
struct casata_piece *casata_add_piece(struct casata_scene_builder *build, unsigned kind, int seat, int slot) {
    struct casata_scene *scene = build->scene;
    struct casata_piece *piece = &scene->piece[scene->n_pieces];
    unsigned number = build->alike[kind][seat + 1]++;
    assert(scene->n_pieces < CASATA_MAX_PIECES && slot >= 0 && number < CASATA_MAX_ALIKE);
    *piece = (struct casata_piece){
        .id = (uint16_t)((kind * 8u + (unsigned)(seat + 1)) * CASATA_MAX_ALIKE + number),
        .slot = (uint16_t)slot,
        .seat = (int8_t)seat,
        .index = (uint8_t)kind,
        .value = -1,
        .count = 1};
    scene->n_pieces++;
    return piece;
}

void casata_add_pile(struct casata_scene_builder *build, unsigned kind, int seat, int slot, unsigned count) {
    if (count) casata_add_piece(build, kind, seat, slot)->count = (int16_t)count;
}

void casata_add_faced(struct casata_scene_builder *build, unsigned kind, int seat, int slot,
                      struct casata_arg face, unsigned count) {
    if (!count) return;
    struct casata_piece *piece = casata_add_piece(build, kind, seat, slot);
    piece->face = face;
    piece->count = (int16_t)count;
}

void casata_add_counter(struct casata_scene_builder *build, int seat, unsigned unit, int n) {
    struct casata_scene *scene = build->scene;
    assert(scene->n_counters < CASATA_MAX_COUNTERS);
    scene->counter[scene->n_counters++] = (struct casata_counter){(uint8_t)seat, (uint8_t)unit, n};
}

int16_t casata_piece_at(const struct casata_scene_builder *build, int slot, unsigned kind, int seat, int face,
                        int value) {
    for (int i = 0; i < build->scene->n_pieces; i++) {
        const struct casata_piece *p = &build->scene->piece[i];
        if (p->slot == slot && p->index == kind && (seat == CASATA_ANY || p->seat == seat) &&
            (face == CASATA_ANY || (p->face.words && p->face.index == face)) &&
            (value == CASATA_ANY || p->value == value))
            return (int16_t)i;
    }
    return -1;
}

/* --- choices --------------------------------------------------------------------------------------------- */
void casata_set_colour(struct casata_scene_builder *build, int seat, struct casata_arg colour) {
    build->scene->colour[seat] = colour;
}

void casata_add_cost(struct casata_choice *choice, struct casata_arg amount) {
    assert(choice->n_cost < CASATA_MAX_COSTS);
    if (amount.n && choice->n_cost < CASATA_MAX_COSTS) choice->cost[choice->n_cost++] = amount;
}

void casata_add_gain(struct casata_choice *choice, struct casata_arg amount) {
    assert(choice->n_gain < CASATA_MAX_GAINS);
    if (amount.n && choice->n_gain < CASATA_MAX_GAINS) choice->gain[choice->n_gain++] = amount;
}

void casata_add_light(struct casata_choice *choice, int piece) {
    if (piece < 0 || choice->n_lights == CASATA_MAX_LIGHTS) return;
    for (int i = 0; i < choice->n_lights; i++)
        if (choice->light[i] == piece) return;
    choice->light[choice->n_lights++] = (int16_t)piece;
}

struct casata_choice *casata_add_run(struct casata_scene_builder *build, const casata_action *step,
                                     unsigned n) {
    struct casata_scene *scene = build->scene;
    if (scene->n_runs == CASATA_MAX_RUNS || n > CASATA_MAX_RUN_STEPS) return NULL;
    struct casata_run *run = &scene->run[scene->n_runs++];
    run->whole = (struct casata_choice){.action = step[0], .slot = -1, .piece = -1};
    run->n = (uint8_t)n;
    memcpy(run->step, step, n * sizeof *step);
    return &run->whole;
}

void casata_add_blocked(struct casata_scene_builder *build, int slot, struct casata_msg text,
                        struct casata_msg reason, const char *rule) {
    struct casata_scene *scene = build->scene;
    if (scene->n_blocked == CASATA_MAX_BLOCKED) return;
    scene->blocked[scene->n_blocked++] = (struct casata_blocked){
        .slot = (int16_t)slot, .piece = -1, .text = text, .reason = reason, .rule = rule};
}

static bool is_answered(const struct casata_scene *scene, int slot) {
    for (int i = 0; i < scene->n_choices; i++)
        if (scene->choice[i].slot == slot) return true;
    for (int i = 0; i < scene->n_runs; i++)
        if (scene->run[i].whole.slot == slot) return true;
    for (int i = 0; i < scene->n_blocked; i++)
        if (scene->blocked[i].slot == slot) return true;
    for (int i = 0; i < scene->n_vain_at; i++)
        if (scene->vain_at[i].slot == slot) return true;
    return false;
}
void casata_add_vain(struct casata_scene_builder *build, int slot, const char *reason, const char *rule) {
    struct casata_scene *scene = build->scene;
    if (slot < 0 || is_answered(scene, slot)) return;
    assert(scene->n_vain_at < CASATA_MAX_VAIN);
    if (scene->n_vain_at < CASATA_MAX_VAIN)
        scene->vain_at[scene->n_vain_at++] =
            (struct casata_vain_at){.slot = (int16_t)slot, .reason = reason, .rule = rule};
}

struct casata_msg casata_message(const char *id, int n, ...) {
    struct casata_msg m = {.id = id, .n = (uint8_t)n};
    va_list args;
    assert(n <= CASATA_MAX_ARGS);
    va_start(args, n);
    for (int i = 0; i < n; i++) m.arg[i] = va_arg(args, struct casata_arg);
    va_end(args);
    return m;
}
