/* props_view.c: what a viewer may know: redact, resample, scenes and events (props.h). It must not know any
 * game. */
#include "props/props_int.h"

#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"

#include <stdlib.h>
#include <string.h>

enum { SCENE_BYTES = 32768, EVENT_BYTES = 4096 };

/* --- events -------------------------------------------------------------------------------------------- */

struct recorder {
    struct casata_sink sink;
    int viewer;    /* gets only the events meant for this viewer */
    uint64_t hash; /* of the events in their order */
};

static void record(struct casata_sink *sink, const struct casata_msg *event) {
    struct recorder *rec = (struct recorder *)sink;
    char text[EVENT_BYTES];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    if (!(event->seen >> rec->viewer & 1)) return;
    casata_msg_json(event, &w);
    rec->hash = casata_hash_bytes(text, w.len, rec->hash);
}

/* Applies an action to a copy of `from` and records the events for the viewer. */
static void apply_recorded(const struct casata_game *g, const void *from, int viewer, int seat,
                           casata_action a, void *to, struct recorder *rec) {
    memcpy(to, from, g->rules->state_size);
    rec->sink = (struct casata_sink){.emit = record};
    rec->viewer = viewer;
    rec->hash = 0;
    casata_apply(g, to, seat, a, &rec->sink);
}

static struct recorder told[2];

static bool told_alike(void) { return told[0].hash == told[1].hash; }

/* The viewer's own decision, in the truth and in a state that looks the same to the viewer: unless it reveals
 * something, the events are the same. */
static bool own_events(struct props_run *r, int viewer, const void *other) {
    casata_action legal[CASATA_MAX_CHOICES];
    union props_state next;
    int n = casata_legal(r->g, r->state, viewer, legal);
    if (n == 0) return true;
    casata_action a = legal[casata_rng_below(&r->rng, (uint32_t)n)];
    apply_recorded(r->g, r->state, viewer, viewer, a, next.bytes, &told[0]);
    apply_recorded(r->g, other, viewer, viewer, a, next.bytes, &told[1]);
    return told[0].sink.revealed || told[1].sink.revealed || told_alike() ||
           props_fail(r, "events tell nothing hidden", "to the seat that acts, action", a);
}

/* Two decisions of somebody else that differ in what they lead to, but leave the viewer with the same view: he is
 * told the same. (Two open ways to one and the same position may well be told differently.) */
static bool others_events(struct props_run *r, int viewer) {
    const uint16_t size = r->g->rules->state_size;
    casata_action choice[CASATA_MAX_CHOICES];
    struct casata_outcome out[CASATA_MAX_CHOICES];
    union props_state next[2], whole[2];
    unsigned to_act = casata_to_act(r->g, r->state);
    if (viewer < CASATA_MAX_SEATS) to_act &= ~(1u << viewer);
    if (!to_act) return true;
    int seat = casata_first_seat(to_act);
    int n = seat == CASATA_CHANCE ? casata_outcomes(r->g, r->state, out)
                                  : casata_legal(r->g, r->state, seat, choice);
    for (int i = 0; seat == CASATA_CHANCE && i < n; i++) choice[i] = out[i].action;
    for (int k = 0; k < 2; k++) {
        casata_action a = choice[casata_rng_below(&r->rng, (uint32_t)n)];
        apply_recorded(r->g, r->state, viewer, seat, a, next[k].bytes, &told[k]);
        memcpy(whole[k].bytes, next[k].bytes, size);
        casata_redact(r->g, next[k].bytes, viewer);
    }
    return memcmp(whole[0].bytes, whole[1].bytes, size) == 0 ||
           memcmp(next[0].bytes, next[1].bytes, size) != 0 || told_alike() ||
           props_fail(r, "events tell nothing hidden", "to viewer", viewer);
}

/* --- redact and resample ------------------------------------------------------------------------------- */

static bool redact_holds(struct props_run *r, int viewer, void *view) {
    const uint16_t size = r->g->rules->state_size;
    casata_action legal[CASATA_MAX_CHOICES], seen[CASATA_MAX_CHOICES];
    union props_state twice;
    memcpy(view, r->state, size);
    casata_redact(r->g, view, viewer);
    memcpy(twice.bytes, view, size);
    casata_redact(r->g, twice.bytes, viewer);
    if (memcmp(twice.bytes, view, size) != 0)
        return props_fail(r, "redact", "twice is not once, viewer", viewer);
    if (casata_to_act(r->g, view) != casata_to_act(r->g, r->state))
        return props_fail(r, "redact", "other seats act, viewer", viewer);
    const char *broken = casata_check_view(r->g, view);
    if (broken) return props_fail(r, "a view can be read", broken, viewer);
    if (viewer == CASATA_SPECTATOR) return true;
    int n = casata_legal(r->g, r->state, viewer, legal), n_seen = casata_legal(r->g, view, viewer, seen);
    return (n == n_seen && memcmp(legal, seen, (size_t)n * sizeof *legal) == 0) ||
           props_fail(r, "legal from the redacted state", "viewer", viewer);
}

/* From the truth and, as a bot does it, from the view. */
static bool resample_holds(struct props_run *r, int viewer, const void *from, const void *view, void *other) {
    const uint16_t size = r->g->rules->state_size;
    union props_state again;
    memcpy(other, from, size);
    casata_resample(r->g, other, viewer, &r->rng);
    const char *broken = casata_check(r->g, other);
    if (broken) return props_fail(r, "resample check", broken, viewer);
    memcpy(again.bytes, other, size);
    casata_redact(r->g, again.bytes, viewer);
    return memcmp(again.bytes, view, size) == 0 || props_fail(r, "resample keeps the view", "viewer", viewer);
}

bool props_hidden(struct props_run *r) {
    union props_state view, other;
    if (!r->g->rules->redact != !r->g->rules->resample)
        return props_fail(r, "redact", "only one of redact and resample", 0);
    if (!r->g->rules->redact) return true;
    for (int viewer = 0; viewer <= CASATA_SPECTATOR; viewer++) {
        if (viewer >= r->seats && viewer != CASATA_SPECTATOR) continue;
        if (!redact_holds(r, viewer, view.bytes)) return false;
        if (!resample_holds(r, viewer, r->state, view.bytes, other.bytes)) return false;
        if (!resample_holds(r, viewer, view.bytes, view.bytes, other.bytes)) return false;
        if (viewer != CASATA_SPECTATOR && !own_events(r, viewer, other.bytes)) return false;
        if (!others_events(r, viewer)) return false;
    }
    return true;
}

/* --- scenes -------------------------------------------------------------------------------------------- */

static struct casata_scene scene;

static bool in_range(int index, int n) { return index >= -1 && index < n; }

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static bool slots_hold(struct props_run *r) {
    static char name[CASATA_MAX_SLOTS][64];
    const struct casata_rules *rules = r->g->rules;
    if (scene.n_slots < 1 || scene.n_slots > CASATA_MAX_SLOTS)
        return props_fail(r, "scene slots", "number", scene.n_slots);
    for (int i = 0; i < scene.n_slots; i++) {
        const struct casata_slot *slot = &scene.slot[i];
        if (slot->family >= rules->n_families) return props_fail(r, "scene slots", "family of slot", i);
        const struct casata_words *rows = rules->families[slot->family].rows;
        if (slot->row >= (rows ? rows->n : 1)) return props_fail(r, "scene slots", "row of slot", i);
        if (!in_range(slot->seat, r->seats)) return props_fail(r, "scene slots", "seat of slot", i);
        if ((slot->print.words && slot->print.index >= slot->print.words->n) ||
            (slot->also.words && (slot->also.index >= slot->also.words->n || !slot->print.words)))
            return props_fail(r, "scene slots", "words of slot", i);
        int n = casata_slot_name(rules, slot, name[i]);
        if (n <= 0 || n >= 64) return props_fail(r, "scene slots", "name of slot", i);
    }
    qsort(name, (size_t)scene.n_slots, sizeof name[0], by_name);
    for (int i = 1; i < scene.n_slots; i++)
        if (strcmp(name[i - 1], name[i]) == 0) return props_fail(r, "scene slots", name[i], i);
    return true;
}

static bool pieces_hold(struct props_run *r) {
    static uint8_t seen[65536 / 8];
    memset(seen, 0, sizeof seen);
    if (scene.n_pieces < 0 || scene.n_pieces > CASATA_MAX_PIECES)
        return props_fail(r, "scene pieces", "number", scene.n_pieces);
    for (int i = 0; i < scene.n_pieces; i++) {
        const struct casata_piece *p = &scene.piece[i];
        if (seen[p->id / 8] >> p->id % 8 & 1) return props_fail(r, "scene pieces", "id twice:", p->id);
        seen[p->id / 8] |= (uint8_t)(1u << p->id % 8);
        if (p->slot >= scene.n_slots) return props_fail(r, "scene pieces", "slot of piece", p->id);
        if (p->index >= r->g->rules->kinds->n) return props_fail(r, "scene pieces", "kind of piece", p->id);
        if (!in_range(p->seat, r->seats)) return props_fail(r, "scene pieces", "owner of piece", p->id);
        if (p->count < 1) return props_fail(r, "scene pieces", "count of piece", p->id);
        if (p->face.words && p->face.index >= p->face.words->n)
            return props_fail(r, "scene pieces", "face of piece", p->id);
    }
    return true;
}

/* Colours that the game gives: to seats at the table, to each its own. */
static bool colours_hold(struct props_run *r) {
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++) {
        const struct casata_arg *a = &scene.colour[seat];
        if (!a->words) continue;
        if (seat >= r->seats || a->index >= a->words->n)
            return props_fail(r, "scene colours", "colour of seat", seat);
        for (int other = 0; other < seat; other++)
            if (scene.colour[other].words == a->words && scene.colour[other].index == a->index)
                return props_fail(r, "scene colours", "two seats of one colour: seat", seat);
    }
    return true;
}

/* Every legal action of the viewer exactly once, and nothing else. */
static bool choices_hold(struct props_run *r, int viewer) {
    casata_action legal[CASATA_MAX_CHOICES];
    int n = viewer == CASATA_SPECTATOR ? 0 : casata_legal(r->g, r->state, viewer, legal);
    if (scene.n_choices != n) return props_fail(r, "scene choices", "number", scene.n_choices);
    for (int i = 0; i < n; i++) {
        const struct casata_choice *c = &scene.choice[i];
        int times = 0;
        for (int k = 0; k < n; k++) times += scene.choice[k].action == legal[i];
        if (times != 1) return props_fail(r, "scene choices", "listed not once: option", i);
        if (!in_range(c->slot, scene.n_slots) || !in_range(c->piece, scene.n_pieces))
            return props_fail(r, "scene choices", "place of choice", i);
        if (!c->text.id || c->text.n > CASATA_MAX_ARGS)
            return props_fail(r, "scene choices", "words of choice", i);
        if (c->n_cost >= CASATA_MAX_COSTS || c->n_gain >= CASATA_MAX_GAINS) /* one more may have been lost */
            return props_fail(r, "scene choices", "too long a bill: choice", i);
        for (int k = 0; k < c->n_lights; k++)
            if (c->light[k] < 0 || c->light[k] >= scene.n_pieces)
                return props_fail(r, "scene choices", "lights of choice", i);
    }
    return true;
}

static bool numbers_hold(struct props_run *r) {
    unsigned to_act = casata_to_act(r->g, r->state);
    if (to_act ? scene.seat < 0 || !(to_act >> scene.seat & 1) : scene.seat != -1)
        return props_fail(r, "scene numbers", "who decides:", scene.seat);
    if (scene.n_counters < 0 || scene.n_counters > CASATA_MAX_COUNTERS || scene.n_blocked < 0 ||
        scene.n_blocked > CASATA_MAX_BLOCKED)
        return props_fail(r, "scene numbers", "counters", scene.n_counters);
    if (scene.n_blocked == CASATA_MAX_BLOCKED || scene.n_vain_at == CASATA_MAX_VAIN ||
        scene.n_runs == CASATA_MAX_RUNS)
        return props_fail(r, "scene numbers", "no room for more reasons or runs:", scene.n_blocked);
    for (int i = 0; i < scene.n_counters; i++)
        if (scene.counter[i].seat >= r->seats || scene.counter[i].index >= r->g->rules->units->n)
            return props_fail(r, "scene numbers", "counter", i);
    for (int i = 0; i < scene.n_blocked; i++) {
        const struct casata_blocked *b = &scene.blocked[i];
        if (!in_range(b->slot, scene.n_slots) || !in_range(b->piece, scene.n_pieces) || !b->text.id ||
            !b->reason.id)
            return props_fail(r, "scene numbers", "blocked", i);
    }
    for (int i = 0; i < scene.n_vain_at; i++)
        if (scene.vain_at[i].slot < 0 || scene.vain_at[i].slot >= scene.n_slots)
            return props_fail(r, "scene numbers", "place without an option", i);
    return true;
}

static bool scene_text(struct props_run *r, const void *state, int viewer, char text[SCENE_BYTES]) {
    casata_scene_build(r->g, state, viewer, &scene);
    struct casata_writer w = casata_writer_on(text, SCENE_BYTES);
    casata_scene_json(r->g, &scene, &w);
    return casata_writer_ok(&w) || props_fail(r, "scene size", "bytes of JSON:", (int64_t)w.len);
}

bool props_scenes(struct props_run *r) {
    static char text[2][SCENE_BYTES];
    union props_state other;
    for (int viewer = 0; viewer <= CASATA_SPECTATOR; viewer++) {
        if (viewer >= r->seats && viewer != CASATA_SPECTATOR) continue;
        casata_scene_build(r->g, r->state, viewer, &scene);
        if (!slots_hold(r) || !pieces_hold(r) || !colours_hold(r) || !choices_hold(r, viewer) ||
            !numbers_hold(r))
            return false;
        if (!scene_text(r, r->state, viewer, text[0])) return false;
        memcpy(other.bytes, r->state, r->g->rules->state_size);
        casata_resample(r->g, other.bytes, viewer, &r->rng);
        if (!scene_text(r, other.bytes, viewer, text[1])) return false;
        if (strcmp(text[0], text[1]) != 0)
            return props_fail(r, "scene tells nothing hidden", "viewer", viewer);
    }
    return true;
}
