/* scene.c: a scene completed with the legal actions, and as JSON. Knows slots and pieces, not games. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "core/scene_build.h"

#include <string.h>

static unsigned ending_of(const struct casata_rules *rules, casata_action a) {
    return rules->forms[casata_kind(a)].ending;
}

/* Taking the first option listed must not end anything. */
static void endings_last(const struct casata_rules *rules, casata_action *list, int n) {
    casata_action last[CASATA_MAX_CHOICES];
    int kept = 0, ends = 0;
    for (int i = 0; i < n; i++)
        if (ending_of(rules, list[i]))
            last[ends++] = list[i];
        else
            list[kept++] = list[i];
    memcpy(list + kept, last, (size_t)ends * sizeof *last);
}

/* The legal actions in the display order of the phase, those that take nothing last. */
static int list_choices(const struct casata_game *g, const void *state, const struct casata_phase *p,
                        int seat, casata_action *list) {
    const struct casata_frame *f = casata_top_of(state);
    int n = casata_legal(g, state, seat, list);
    for (int i = 1; p->rank && i < n; i++) {
        casata_action a = list[i];
        int at = i;
        for (; at > 0 && p->rank(f, list[at - 1]) > p->rank(f, a); at--) list[at] = list[at - 1];
        list[at] = a;
    }
    endings_last(g->rules, list, n);
    return n;
}

static void add_choices(const struct casata_game *g, struct casata_scene_builder *build, int seat) {
    const struct casata_frame *f = casata_top_of(build->state);
    const struct casata_phase *p = g->rules->phases[f->phase];
    struct casata_scene *scene = build->scene;
    casata_action legal[CASATA_MAX_CHOICES];
    int n = list_choices(g, build->state, p, seat, legal);
    for (int i = 0; i < n; i++) {
        struct casata_choice *c = &scene->choice[scene->n_choices++];
        *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
        if (p->describe) p->describe(build, f, seat, c);
        if (!c->text.id) c->text = casata_action_msg(g->rules, legal[i]);
    }
    if (p->runs) p->runs(build, f, seat);
    if (p->explain) p->explain(build, f, seat);
    scene->vain = p->vain;
}

static struct casata_msg prompt_of(const struct casata_scene_builder *build) {
    int seat = build->scene->seat;
    if (seat < 0) return casata_message("prompt.over", 0);
    if (seat == CASATA_CHANCE) return casata_message("prompt.chance", 0);
    const struct casata_frame *f = casata_top_of(build->state);
    const struct casata_phase *p = build->rules->phases[f->phase];
    return p->prompt ? p->prompt(build, f, seat) : casata_message(p->ask, 1, casata_seat(seat));
}

/* to_act: bit set of the deciders; 0: no decision. */
static void build_scene(const struct casata_game *g, const void *state, unsigned to_act, int viewer,
                        struct casata_scene_builder *build, struct casata_scene *scene) {
    scene->n_slots = scene->n_pieces = scene->n_counters = scene->n_choices = scene->n_runs =
        scene->n_blocked = scene->n_vain_at = 0;
    scene->prompt = (struct casata_msg){0};
    scene->vain = NULL;
    memset(scene->colour, 0, sizeof scene->colour);
    scene->seat = -1;
    for (int seat = 0; to_act >> seat; seat++)
        if (to_act >> seat & 1 && (scene->seat < 0 || seat == viewer)) scene->seat = seat;
    casata_scene_begin(build, g, state, viewer, scene);
    g->rules->scene(build);
}

void casata_scene_build(const struct casata_game *g, const void *state, int viewer,
                        struct casata_scene *scene) {
    CASATA_STATE_BUFFER(copy);
    struct casata_scene_builder build;
    unsigned to_act = casata_to_act(g, state);
    casata_view(g, state, viewer, copy);
    build_scene(g, copy, to_act, viewer, &build, scene);
    if (viewer < CASATA_MAX_SEATS && to_act >> viewer & 1 && !scene->n_choices)
        add_choices(g, &build, viewer);
    if (!scene->prompt.id) scene->prompt = prompt_of(&build); /* unless the game has its own for the end */
}

void casata_scene_between(const struct casata_game *g, const void *state, int viewer,
                          struct casata_scene *scene) {
    CASATA_STATE_BUFFER(copy);
    struct casata_scene_builder build;
    casata_view(g, state, viewer, copy);
    build_scene(g, copy, 0, viewer, &build, scene);
    scene->n_choices = scene->n_runs = scene->n_blocked = scene->n_vain_at = 0;
    scene->prompt = (struct casata_msg){0};
}

int casata_slot_name(const struct casata_rules *rules, const struct casata_slot *slot, char out[64]) {
    const struct casata_family *family = &rules->families[slot->family];
    struct casata_writer w = casata_writer_on(out, 64);
    if (slot->seat >= 0) {
        casata_w_text(&w, "p");
        casata_w_dec(&w, slot->seat);
        casata_w_text(&w, ".");
    }
    casata_w_text(&w, family->name);
    if (family->rows) {
        casata_w_text(&w, ".");
        casata_w_text(&w, family->rows->word[slot->row]);
    }
    if (slot->col >= 0) {
        casata_w_text(&w, ".");
        casata_w_dec(&w, slot->col);
    }
    return (int)w.len;
}

static void word_id(const struct casata_arg *a, struct casata_writer *w) {
    char id[96];
    struct casata_writer t = casata_writer_on(id, sizeof id);
    casata_w_text(&t, a->words->name);
    casata_w_text(&t, ".");
    casata_w_text(&t, a->words->word[a->index]);
    casata_w_str(w, id);
}

void casata_arg_json(const struct casata_arg *a, struct casata_writer *w) {
    if (a->type == CASATA_ARG_NUMBER) {
        casata_w_int(w, a->n);
        return;
    }
    casata_w_open(w, '{');
    if (a->type == CASATA_ARG_SEAT) {
        casata_w_key_int(w, "seat", a->n);
    } else {
        casata_w_key(w, "word");
        word_id(a, w);
        if (a->type == CASATA_ARG_COUNT) {
            casata_w_key_int(w, "n", a->n);
        }
    }
    casata_w_close(w, '}');
}

static void write_args(const char *key, const struct casata_arg *a, int n, struct casata_writer *w) {
    if (n == 0) return;
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; i < n; i++) casata_arg_json(&a[i], w);
    casata_w_close(w, ']');
}

void casata_msg_json(const struct casata_msg *m, struct casata_writer *w) {
    casata_w_open(w, '{');
    casata_w_key_str(w, "id", m->id ? m->id : "");
    write_args("args", m->arg, m->n, w);
    casata_w_close(w, '}');
}

void casata_decider_json(int seat, struct casata_writer *w) {
    if (seat == CASATA_CHANCE)
        casata_w_str(w, "chance");
    else
        casata_w_int(w, seat);
}

static void key_int(struct casata_writer *w, const char *key, int n, int absent) {
    if (n != absent) casata_w_key_int(w, key, n);
}

static void key_str(struct casata_writer *w, const char *key, const char *text) {
    if (text) casata_w_key_str(w, key, text);
}

static void write_family(const struct casata_family *f, struct casata_writer *w) {
    static const char *const layout[] = {"fixed", "row", "stack", "fan", "track", "tree"}; /* ORDER layout */
    casata_w_open(w, '{');
    key_str(w, "name", f->name);
    key_str(w, "layout", layout[f->layout]);
    key_str(w, "rows", f->rows ? f->rows->name : NULL);
    key_str(w, "rule", f->rule);
    casata_w_close(w, '}');
}

/* "city.Milano.3", or ["city.Milano.3", 2, "house.Este"] with the print there: figure (-1: none), one or two
 * words. A slot of a tree adds the index of the slot it hangs on, with "" for no word. */
static void write_slot(const struct casata_rules *r, const struct casata_slot *s, struct casata_writer *w) {
    char name[64];
    casata_slot_name(r, s, name);
    if (s->value < 0 && !s->print.words && !s->above) {
        casata_w_str(w, name);
        return;
    }
    casata_w_open(w, '[');
    casata_w_str(w, name);
    casata_w_int(w, s->value);
    if (s->print.words)
        word_id(&s->print, w);
    else if (s->above)
        casata_w_str(w, "");
    if (s->also.words) word_id(&s->also, w);
    if (s->above) casata_w_int(w, s->above - 1);
    casata_w_close(w, ']');
}

static void write_piece(const struct casata_game *g, const struct casata_piece *p, struct casata_writer *w) {
    casata_w_open(w, '{');
    key_int(w, "id", p->id, -1);
    key_int(w, "slot", p->slot, -1);
    key_str(w, "kind", g->rules->kinds->word[p->index]);
    key_int(w, "seat", p->seat, -1);
    key_int(w, "value", p->value, -1);
    key_int(w, "count", p->count, 1);
    if (p->face.words) {
        casata_w_key(w, "face");
        word_id(&p->face, w);
    }
    casata_w_close(w, '}');
}

static void write_description(const struct casata_choice *c, struct casata_writer *w) {
    key_int(w, "slot", c->slot, -1);
    key_int(w, "piece", c->piece, -1);
    casata_w_key(w, "text");
    casata_msg_json(&c->text, w);
    write_args("cost", c->cost, c->n_cost, w);
    write_args("gain", c->gain, c->n_gain, w);
    if (c->n_lights) {
        casata_w_key(w, "lights");
        casata_w_open(w, '[');
        for (int i = 0; i < c->n_lights; i++) casata_w_int(w, c->light[i]);
        casata_w_close(w, ']');
    }
    key_str(w, "rule", c->rule);
}

static void write_choice(const struct casata_game *g, const struct casata_choice *c,
                         struct casata_writer *w) {
    char text[CASATA_ACTION_TEXT];
    casata_action_text(g->rules, c->action, text);
    casata_w_open(w, '{');
    key_str(w, "action", text);
    if (ending_of(g->rules, c->action))
        key_str(w, "ending", ending_of(g->rules, c->action) == CASATA_PASS ? "pass" : "done");
    write_description(c, w);
    casata_w_close(w, '}');
}

static void write_run(const struct casata_game *g, const struct casata_run *run, struct casata_writer *w) {
    char text[CASATA_ACTION_TEXT];
    casata_w_open(w, '{');
    casata_w_key(w, "actions");
    casata_w_open(w, '[');
    for (int i = 0; i < run->n; i++) {
        casata_action_text(g->rules, run->step[i], text);
        casata_w_str(w, text);
    }
    casata_w_close(w, ']');
    write_description(&run->whole, w);
    casata_w_close(w, '}');
}

static void write_blocked(const struct casata_blocked *b, struct casata_writer *w) {
    casata_w_open(w, '{');
    key_int(w, "slot", b->slot, -1);
    key_int(w, "piece", b->piece, -1);
    casata_w_key(w, "text");
    casata_msg_json(&b->text, w);
    casata_w_key(w, "reason");
    casata_msg_json(&b->reason, w);
    key_str(w, "rule", b->rule);
    casata_w_close(w, '}');
}

static void write_reason(const char *id, const char *rule, struct casata_writer *w) {
    const struct casata_msg reason = casata_message(id, 0);
    casata_w_key(w, "reason");
    casata_msg_json(&reason, w);
    key_str(w, "rule", rule);
}
/* Of single places, then by family: where a place has no option and no reason of its own. */
static void write_vain(const struct casata_rules *rules, const struct casata_scene *s,
                       struct casata_writer *w) {
    casata_w_key(w, "vain");
    casata_w_open(w, '[');
    for (int i = 0; i < s->n_vain_at; i++) {
        casata_w_open(w, '{');
        key_int(w, "slot", s->vain_at[i].slot, -1);
        write_reason(s->vain_at[i].reason, s->vain_at[i].rule, w);
        casata_w_close(w, '}');
    }
    for (const struct casata_vain *v = s->vain; v && v->reason; v++) {
        casata_w_open(w, '{');
        key_str(w, "family", rules->families[v->family].name);
        write_reason(v->reason, v->rule, w);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
}

/* By seat; "": the game gives it none. */
static void write_colours(const struct casata_scene *s, struct casata_writer *w) {
    int n = CASATA_MAX_SEATS;
    while (n > 0 && !s->colour[n - 1].words) n--;
    if (!n) return;
    casata_w_key(w, "colours");
    casata_w_open(w, '[');
    for (int seat = 0; seat < n; seat++) {
        const struct casata_arg *a = &s->colour[seat];
        casata_w_str(w, a->words ? a->words->word[a->index] : "");
    }
    casata_w_close(w, ']');
}

void casata_scene_json(const struct casata_game *g, const struct casata_scene *s, struct casata_writer *w) {
    casata_w_open(w, '{');
    casata_w_key(w, "seat");
    casata_decider_json(s->seat, w);
    if (s->prompt.id) {
        casata_w_key(w, "prompt");
        casata_msg_json(&s->prompt, w);
    }
    write_colours(s, w);
    casata_w_key(w, "families");
    casata_w_open(w, '[');
    for (int i = 0; i < g->rules->n_families; i++) write_family(&g->rules->families[i], w);
    casata_w_close(w, ']');
    casata_w_key(w, "slots");
    casata_w_open(w, '[');
    for (int i = 0; i < s->n_slots; i++) write_slot(g->rules, &s->slot[i], w);
    casata_w_close(w, ']');
    casata_w_key(w, "pieces");
    casata_w_open(w, '[');
    for (int i = 0; i < s->n_pieces; i++) write_piece(g, &s->piece[i], w);
    casata_w_close(w, ']');
    casata_w_key(w, "counters");
    casata_w_open(w, '[');
    for (int i = 0; i < s->n_counters; i++) {
        casata_w_open(w, '{');
        key_int(w, "seat", s->counter[i].seat, -1);
        key_str(w, "unit", g->rules->units->word[s->counter[i].index]);
        casata_w_key_int(w, "n", s->counter[i].n);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    casata_w_key(w, "choices");
    casata_w_open(w, '[');
    for (int i = 0; i < s->n_choices; i++) write_choice(g, &s->choice[i], w);
    casata_w_close(w, ']');
    if (s->n_runs) {
        casata_w_key(w, "runs");
        casata_w_open(w, '[');
        for (int i = 0; i < s->n_runs; i++) write_run(g, &s->run[i], w);
        casata_w_close(w, ']');
    }
    casata_w_key(w, "blocked");
    casata_w_open(w, '[');
    for (int i = 0; i < s->n_blocked; i++) write_blocked(&s->blocked[i], w);
    casata_w_close(w, ']');
    if (s->vain || s->n_vain_at) write_vain(g->rules, s, w);
    casata_w_close(w, '}');
}
