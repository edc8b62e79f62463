/* faults.c: the example game with one fault at a time. The property tests must find each of them: these are the tests
 * of the tests. */
#include "casata/rules.h"
#include "core/scene_build.h"
#include "example/example.h"

#include <string.h>

#define PHASE(p) (*fiera_rules.phases[p])

/* --- faulty parts, each a twist of the sound one ------------------------------------------------------- */

static int legal_unsorted(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    int n = PHASE(FIERA_PH_OFFER).legal(data, state, f, seat, out);
    casata_action first = out[0];
    out[0] = out[n - 1];
    out[n - 1] = first;
    return n;
}

static int legal_twice(const void *data, const void *state, const struct casata_frame *f, int seat,
                       casata_action *out) {
    int n = PHASE(FIERA_PH_OFFER).legal(data, state, f, seat, out);
    out[n] = out[n - 1];
    return n + 1;
}

static int legal_dead_end(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct fiera *s = state;
    return s->purse == 2 ? 0 : PHASE(FIERA_PH_PRIZE).legal(data, state, f, seat, out);
}

/* Offers the draw only if the deck holds the dearest ware: the choice reveals what nobody may know. */
static int legal_telltale(const void *data, const void *state, const struct casata_frame *f, int seat,
                          casata_action *out) {
    const struct fiera *s = state;
    int n = PHASE(FIERA_PH_PRIZE).legal(data, state, f, seat, out);
    if (n < 2 || casata_kind(out[1]) != FIERA_A_DRAW || s->deck >> (FIERA_WARE_COUNT - 1)) return n;
    memmove(out + 1, out + 2, (size_t)(n - 2) * sizeof *out);
    return n - 1;
}

static casata_action sample_biased(const void *data, const void *state, const struct casata_frame *f,
                                   struct casata_rng *rng) {
    struct casata_outcome out[FIERA_WARE_COUNT];
    int n = PHASE(FIERA_PH_ROLL).outcomes(data, state, f, out);
    return out[casata_rng_below(rng, (uint32_t)n)].action;
}

static casata_action sample_alien(const void *data, const void *state, const struct casata_frame *f,
                                  struct casata_rng *rng) {
    return PHASE(FIERA_PH_ROLL).sample(data, state, f, rng) + 1;
}

static int outcomes_weightless(const void *data, const void *state, const struct casata_frame *f,
                               struct casata_outcome *out) {
    int n = PHASE(FIERA_PH_ROLL).outcomes(data, state, f, out);
    out[n - 1].weight = 0;
    return n;
}

/* Where the state lies in memory becomes part of it. */
static void apply_address(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct fiera *s = state;
    PHASE(FIERA_PH_ROLL).apply(data, state, f, seat, a, sink);
    s->purse = (uint8_t)(2 + (uintptr_t)state / 16 % 5);
}

static void apply_loses_ware(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                             struct casata_sink *sink) {
    struct fiera *s = state;
    int held = s->p[seat].held;
    PHASE(FIERA_PH_OFFER).apply(data, state, f, seat, a, sink);
    if (held > 1) s->p[seat].hand &= (uint16_t)(s->p[seat].hand - 1);
}

static void apply_tells_ware(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                             struct casata_sink *sink) {
    casata_emit(sink, "event.deal", 1, casata_number((int)casata_b(a)));
    PHASE(FIERA_PH_DEAL).apply(data, state, f, seat, a, sink);
}

static void redact_leaky(const void *data, void *state, int viewer) {
    struct fiera *s = state;
    uint16_t hand = s->p[0].hand;
    fiera_rules.redact(data, state, viewer);
    s->p[0].hand = hand;
    s->hidden &= (uint16_t)~hand;
}

/* Forgets the viewer's own wares too. */
static void redact_greedy(const void *data, void *state, int viewer) {
    (void)viewer;
    fiera_rules.redact(data, state, CASATA_SPECTATOR);
}

/* Removes what the frames need. */
static void redact_blunt(const void *data, void *state, int viewer) {
    struct fiera *s = state;
    fiera_rules.redact(data, state, viewer);
    if (s->head.depth) s->head.frame[0].seat = CASATA_MAX_SEATS;
}

static void resample_forgetful(const void *data, void *state, int viewer, struct casata_rng *rng) {
    (void)viewer;
    fiera_rules.resample(data, state, CASATA_SPECTATOR, rng);
}

static void resample_lossy(const void *data, void *state, int viewer, struct casata_rng *rng) {
    struct fiera *s = state;
    fiera_rules.resample(data, state, viewer, rng);
    s->deck &= (uint16_t)(s->deck - 1);
}

static void parts_wishful(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    fiera_rules.parts_of(data, state, seat, projected, part);
    if (projected) part[FIERA_COINS] += 1;
}

static void parts_stray(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    fiera_rules.parts_of(data, state, seat, projected, part);
    part[FIERA_PART_COUNT] = 1;
}

static void ranks_from_zero(const void *data, const void *state, uint8_t *rank) {
    const struct fiera *s = state;
    fiera_rules.ranks(data, state, rank);
    for (int seat = 0; seat < s->head.seats; seat++) rank[seat]--;
}

static void ranks_upside_down(const void *data, const void *state, uint8_t *rank) {
    const struct fiera *s = state;
    fiera_rules.ranks(data, state, rank);
    for (int seat = 0; seat < s->head.seats; seat++) rank[seat] = (uint8_t)(s->head.seats + 1 - rank[seat]);
}

static void scene_twins(struct casata_scene_builder *build) {
    struct casata_scene *scene = build->scene;
    fiera_scene(build);
    scene->piece[scene->n_pieces] = scene->piece[0];
    scene->n_pieces++;
}

static void scene_lost_piece(struct casata_scene_builder *build) {
    struct casata_scene *scene = build->scene;
    fiera_scene(build);
    scene->piece[0].slot = (uint16_t)scene->n_slots;
}

static void scene_same_slot(struct casata_scene_builder *build) {
    struct casata_scene *scene = build->scene;
    fiera_scene(build);
    scene->slot[scene->n_slots] = scene->slot[0];
    scene->n_slots++;
}

static void describe_falsely(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    PHASE(FIERA_PH_OFFER).describe(build, f, seat, c);
    c->action = casata_act(FIERA_A_TAKE, 99, 0, 0);
}

/* --- variants ------------------------------------------------------------------------------------------ */
static void offer_unsorted(struct example_fault *v) { v->phase[FIERA_PH_OFFER].legal = legal_unsorted; }
static void offer_twice(struct example_fault *v) { v->phase[FIERA_PH_OFFER].legal = legal_twice; }
static void prize_dead_end(struct example_fault *v) { v->phase[FIERA_PH_PRIZE].legal = legal_dead_end; }
static void prize_telltale(struct example_fault *v) { v->phase[FIERA_PH_PRIZE].legal = legal_telltale; }
static void roll_biased(struct example_fault *v) { v->phase[FIERA_PH_ROLL].sample = sample_biased; }
static void roll_alien(struct example_fault *v) { v->phase[FIERA_PH_ROLL].sample = sample_alien; }
static void roll_weightless(struct example_fault *v) {
    v->phase[FIERA_PH_ROLL].outcomes = outcomes_weightless;
}
static void roll_address(struct example_fault *v) { v->phase[FIERA_PH_ROLL].apply = apply_address; }
static void offer_loses_ware(struct example_fault *v) { v->phase[FIERA_PH_OFFER].apply = apply_loses_ware; }
static void deal_tells_ware(struct example_fault *v) { v->phase[FIERA_PH_DEAL].apply = apply_tells_ware; }
static void leaky_redact(struct example_fault *v) { v->rules.redact = redact_leaky; }
static void greedy_redact(struct example_fault *v) { v->rules.redact = redact_greedy; }
static void blunt_redact(struct example_fault *v) { v->rules.redact = redact_blunt; }
static void forgetful_resample(struct example_fault *v) { v->rules.resample = resample_forgetful; }
static void lossy_resample(struct example_fault *v) { v->rules.resample = resample_lossy; }
static void wishful_parts(struct example_fault *v) { v->rules.parts_of = parts_wishful; }
static void stray_parts(struct example_fault *v) { v->rules.parts_of = parts_stray; }
static void zero_ranks(struct example_fault *v) { v->rules.ranks = ranks_from_zero; }
static void upside_ranks(struct example_fault *v) { v->rules.ranks = ranks_upside_down; }
static void twin_pieces(struct example_fault *v) { v->rules.scene = scene_twins; }
static void lost_piece(struct example_fault *v) { v->rules.scene = scene_lost_piece; }
static void same_slot(struct example_fault *v) { v->rules.scene = scene_same_slot; }
static void false_choice(struct example_fault *v) { v->phase[FIERA_PH_OFFER].describe = describe_falsely; }
static void long_game(struct example_fault *v) { v->rules.max_decisions = 12; }
static void ambiguous_text(struct example_fault *v) {
    v->forms[FIERA_A_OFFER].operand[0].type = CASATA_OPERAND_NONE;
}
static void missing_field(struct example_fault *v) { v->fields[1].n--; }

/* The properties are named in tests/props/props.h. */
static const struct fault {
    const char *name, *property;
    void (*put)(struct example_fault *v);
} faults[] = {
    {"offers out of order", "legal ascending", offer_unsorted},
    {"an offer made twice", "legal ascending", offer_twice},
    {"no prize for a purse of 2", "check", prize_dead_end},
    {"a prize that depends on the deck", "legal from the redacted state", prize_telltale},
    {"dice without weights", "sample frequencies", roll_biased},
    {"dice with a wrong face", "sample among outcomes", roll_alien},
    {"an outcome of weight 0", "outcomes", roll_weightless},
    {"a purse taken from the address", "clone", roll_address},
    {"a ware lost", "check", offer_loses_ware},
    {"a deal that names the ware", "events tell nothing hidden", deal_tells_ware},
    {"a hand not redacted", "resample keeps the view", leaky_redact},
    {"own wares redacted", "events tell nothing hidden", greedy_redact},
    {"frames redacted", "a view can be read", blunt_redact},
    {"own wares resampled", "resample keeps the view", forgetful_resample},
    {"a ware lost in resample", "resample check", lossy_resample},
    {"a projection that differs at the end", "score", wishful_parts},
    {"a part beyond the last", "score", stray_parts},
    {"ranks from 0", "ranks", zero_ranks},
    {"ranks upside down", "ranks", upside_ranks},
    {"two pieces with one id", "scene pieces", twin_pieces},
    {"a piece in no slot", "scene pieces", lost_piece},
    {"two slots with one name", "scene slots", same_slot},
    {"a choice that is not legal", "scene choices", false_choice},
    {"a game too long", "length", long_game},
    {"offers with one text", "action text", ambiguous_text},
    {"a field left out of the position", "position", missing_field},
};

bool example_fault(int i, struct example_fault *v) {
    if (i >= (int)(sizeof faults / sizeof *faults)) return false;
    v->name = faults[i].name;
    v->property = faults[i].property;
    v->rules = fiera_rules;
    for (int p = 0; p < FIERA_PHASE_COUNT; p++) {
        v->phase[p] = *fiera_rules.phases[p];
        v->phases[p] = &v->phase[p];
    }
    memcpy(v->forms, fiera_rules.forms, sizeof v->forms);
    memcpy(v->fields, fiera_rules.fields, sizeof v->fields);
    v->rules.phases = v->phases;
    v->rules.forms = v->forms;
    v->rules.fields = v->fields;
    faults[i].put(v);
    return true;
}
