/* signorie_choices.c: the prompt, what each legal action costs and brings, and why others are not possible.
 * Legality itself comes from the phases and the sig_need functions. */
#include "games/signorie/signorie_scene.h"
#include "games/games.h"

static struct casata_arg florins(unsigned n) { return casata_count(&sig_units, SIG_U_FLORIN, (int)n); }
static struct casata_arg pawns(unsigned gender, unsigned n) {
    return casata_count(&sig_units, gender == SIG_MAN ? SIG_U_MAN : SIG_U_WOMAN, (int)n);
}
static struct casata_arg points(unsigned n) { return casata_count(&sig_units, SIG_U_POINT, (int)n); }
static struct casata_arg vp(unsigned n) { return casata_count(&sig_units, SIG_U_VP, (int)n); }
static struct casata_arg tiles(unsigned n) { return casata_count(&sig_units, SIG_U_TILE, (int)n); }

/* --- prompt --------------------------------------------------------------------------------------------- */
static void set_prompt(struct sig_builder *b) {
    const struct signorie *s = b->s;
    struct casata_scene *scene = b->stage.scene;
    if (scene->seat < 0) {
        scene->prompt = casata_message("prompt.over", 0);
        return;
    }
    if (scene->seat == CASATA_CHANCE) {
        scene->prompt = casata_message("prompt.chance", 0);
        return;
    }
    const struct casata_frame *f = casata_top_of(s);
    struct casata_arg who = casata_seat(scene->seat);
    switch (f->phase) {
    case SIG_PH_TURN: scene->prompt = casata_message("prompt.turn", 2, who, casata_number(s->round)); break;
    case SIG_PH_MAIN:
        scene->prompt = casata_message("prompt.main_action", 2, who, casata_word(&sig_colours, f->a));
        break;
    case SIG_PH_POINTS: scene->prompt = casata_message("prompt.points", 2, who, points(f->a)); break;
    case SIG_PH_MISSION:
        scene->prompt = casata_message(f->a ? "prompt.mission_face_down" : "prompt.mission", 1, who);
        break;
    case SIG_PH_MARRIAGE:
        scene->prompt = casata_message(f->a ? "prompt.marriage_face_down" : "prompt.marriage", 1, who);
        break;
    case SIG_PH_ROW: scene->prompt = casata_message("prompt.row", 1, who); break;
    case SIG_PH_PAWN: scene->prompt = casata_message("prompt.pawn", 2, who, casata_number(f->a)); break;
    case SIG_PH_HELPERS:
        scene->prompt = casata_message("prompt.helpers", 2, who, casata_word(&sig_helpers, f->a * 3u + f->c));
        break;
    case SIG_PH_ANY_TASK: scene->prompt = casata_message("prompt.any_task", 1, who); break;
    case SIG_PH_REWARD:
        scene->prompt =
            casata_message("prompt.reward", 2, who, casata_word(&sig_rewards, s->reward[s->round - 1] - 1u));
        break;
    case SIG_PH_BONUS_DIE: scene->prompt = casata_message("prompt.bonus_die", 1, who); break;
    case SIG_PH_FREE_HELPER: scene->prompt = casata_message("prompt.free_helper", 1, who); break;
    default: scene->prompt = casata_message("prompt.buy", 1, who);
    }
}

/* --- choices ------------------------------------------------------------------------------------------- */
static void describe_signoria(struct sig_builder *b, struct casata_choice *c, int seat) {
    unsigned colour = casata_top_of(b->s)->a, action = b->d->action_columns[colour].signoria_action;
    unsigned amount = b->d->action_columns[colour].signoria_amount;
    c->slot = (int16_t)sig_slot(b, SIG_F_DIE, seat, colour);
    c->text = casata_message("act.signoria_of", 1, casata_word(&sig_signoria, action));
    if (action == SIG_DO_FLORINS) casata_add_gain(c, florins(amount));
    if (action == SIG_DO_TRACKS) casata_add_gain(c, points(amount));
    if (action == SIG_DO_OFFSPRING)
        casata_add_gain(c, casata_count(&sig_units, SIG_U_DIE, 1 + b->s->p[seat].brides));
    c->rule = "R8.1";
}

static void describe_task(struct sig_builder *b, struct casata_choice *c, unsigned space, unsigned n) {
    unsigned tile = b->s->task[space] - 1u, gender = b->d->task_spaces[space].pawn_gender;
    unsigned amount = b->d->task_tiles[tile].per_pawn * n;
    c->slot = (int16_t)sig_slot(b, SIG_F_TASK, -1, space);
    c->text = casata_message("act.task_of", 2, casata_word(&sig_tasks, tile), pawns(gender, n));
    casata_add_cost(c, pawns(gender, n));
    switch (b->d->task_tiles[tile].effect) {
    case SIG_TE_TRACK: casata_add_gain(c, points(amount)); break;
    case SIG_TE_FLORINS: casata_add_gain(c, florins(amount)); break;
    case SIG_TE_TILE: casata_add_gain(c, tiles(amount)); break;
    case SIG_TE_THRESHOLD: casata_add_gain(c, casata_count(&sig_units, SIG_U_THRESHOLD, (int)amount)); break;
    default: break;
    }
    c->rule = "R7.3";
}

static void describe_step(struct sig_builder *b, struct casata_choice *c, int seat, unsigned track,
                          unsigned from) {
    if (track == SIG_INITIATIVE) {
        c->slot = (int16_t)sig_slot(b, SIG_F_INITIATIVE, -1, from + 1);
        c->piece = casata_piece_at(&b->stage, sig_slot(b, SIG_F_INITIATIVE, -1, from), SIG_K_DISC, seat,
                                   CASATA_ANY, CASATA_ANY);
        c->text = casata_message("act.raise", 1, casata_number((int)from + 1));
        c->rule = "R10.1";
        return;
    }
    unsigned at = (track - 1) * SIG_CAREER_SPACES + from;
    c->slot = (int16_t)sig_slot(b, SIG_F_TRACK, -1, at);
    c->piece = casata_piece_at(
        &b->stage, from ? sig_slot(b, SIG_F_TRACK, -1, at - 1) : sig_slot(b, SIG_F_RESERVE, seat, 0),
        SIG_K_MAN, seat, CASATA_ANY, CASATA_ANY);
    c->text =
        from ? casata_message("act.advance", 2, casata_word(&sig_tracks, track), casata_number((int)from + 1))
             : casata_message("act.enter", 1, casata_word(&sig_tracks, track));
    if (b->d->career_tracks[at].bonus == SIG_BONUS_FLORINS)
        casata_add_gain(c, florins(b->d->career_tracks[at].bonus_amount));
    if (b->d->career_tracks[at].bonus == SIG_BONUS_INITIATIVE)
        casata_add_gain(c, points(b->d->career_tracks[at].bonus_amount));
    c->rule = "R9.2";
}

/* The tile that the pawn would bring home, or the face-down one instead. */
static void gain_tile(struct sig_builder *b, struct casata_choice *c, int seat, unsigned city, unsigned space,
                      unsigned row) {
    const struct signorie *s = b->s;
    unsigned house = s->tile_house[city][space];
    bool face_down = casata_top_of(s)->a;
    casata_add_gain(
        c, tiles(face_down ? s->stack > 0 : house && sig_fit(b->d, &s->p[seat], row, house - 1) >= 0));
}

static void describe_city(struct sig_builder *b, struct casata_choice *c, int seat, casata_action a) {
    bool mission = casata_kind(a) == SIG_A_SEND;
    unsigned city = mission ? casata_c(a) : casata_a(a);
    c->slot = (int16_t)sig_slot(b, SIG_F_CITY, -1, city * SIG_CITY_SPACES + sig_city_pawns(b->s, city));
    if (mission) {
        unsigned row = casata_a(a) - 1, at = row * SIG_CAREER_SPACES + casata_b(a) - 1;
        c->piece = casata_piece_at(&b->stage, sig_slot(b, SIG_F_TRACK, -1, at), SIG_K_MAN, seat, CASATA_ANY,
                                   CASATA_ANY);
        casata_add_gain(c, vp(b->d->career_tracks[at].vp));
        gain_tile(b, c, seat, city, SIG_FOR_MISSION, row);
        c->rule = "R8.4";
        return;
    }
    c->piece = casata_piece_at(&b->stage, sig_slot(b, SIG_F_RESERVE, seat, 0), SIG_K_WOMAN, seat, CASATA_ANY,
                               CASATA_ANY);
    casata_add_cost(c, florins(casata_b(a)));
    casata_add_gain(c, vp(SIG_VP_PER_DOWRY_FLORIN * casata_b(a)));
    gain_tile(b, c, seat, city, SIG_FOR_MARRIAGE, SIG_ROW_MARRIAGE);
    c->rule = "R8.5";
}

/* A helper with what it does, from the figures in use: id, or id_track with the track of its points. */
static struct casata_msg helper_text(const struct sig_builder *b, const char *id, const char *id_track,
                                     unsigned helper) {
    unsigned track = b->d->helper_spaces[helper].track;
    bool tracked = track < sig_tracks.n;
    struct casata_msg m =
        casata_message(tracked ? id_track : id, 2, casata_word(&sig_helpers, helper),
                       casata_word(&sig_helper_effects, b->d->helper_spaces[helper].effect));
    if (tracked) m.arg[m.n++] = casata_word(&sig_tracks, track);
    return m;
}

static void describe_hire(struct sig_builder *b, struct casata_choice *c, int seat, unsigned helper) {
    const struct casata_frame *f = casata_top_of(b->s);
    c->slot = (int16_t)sig_slot(b, SIG_F_HELPER, seat, helper);
    c->text = helper_text(b, "act.hire_of", "act.hire_track", helper);
    if (f->phase == SIG_PH_MAIN) casata_add_cost(c, florins(b->d->action_columns[f->a].hire_cost));
    c->rule = f->phase == SIG_PH_MAIN ? "R6.1" : "R15.7";
}

static void describe_use(struct sig_builder *b, struct casata_choice *c, int seat, unsigned helper) {
    unsigned amount = b->d->helper_spaces[helper].amount;
    c->slot = (int16_t)sig_slot(b, SIG_F_HELPER, seat, helper);
    c->text = helper_text(b, "act.use_of", "act.use_track", helper);
    switch (b->d->helper_spaces[helper].effect) {
    case SIG_H_FLORINS: casata_add_gain(c, florins(amount)); break;
    case SIG_H_VP: casata_add_gain(c, vp(amount)); break;
    case SIG_H_TRACK_DIE: casata_add_gain(c, points(casata_top_of(b->s)->b)); break;
    case SIG_H_TRACK_POINTS: casata_add_gain(c, points(amount)); break;
    case SIG_H_TILE: casata_add_gain(c, tiles(amount)); break;
    case SIG_H_OFFSPRING: casata_add_gain(c, casata_count(&sig_units, SIG_U_DIE, (int)amount)); break;
    case SIG_H_VP_PER_MAN: casata_add_gain(c, vp(amount * sig_pawns_in_cities(b->s, seat, SIG_MAN))); break;
    default: break;
    }
    c->rule = "R12.3";
}

static void describe_take(struct sig_builder *b, struct casata_choice *c, casata_action a) {
    c->slot = (int16_t)sig_slot(b, SIG_F_AREA, -1, casata_a(a));
    c->piece = casata_piece_at(&b->stage, c->slot, SIG_K_DIE, -1, CASATA_ANY, (int)casata_b(a));
    if (casata_top_of(b->s)->phase == SIG_PH_TURN)
        casata_add_cost(c, florins(sig_placement_cost(b->d, casata_a(a), casata_b(a))));
    c->rule = "R5.3";
}

static void describe(struct sig_builder *b, struct casata_choice *c, int seat) {
    const struct signorie_data *d = b->d;
    casata_action a = c->action;
    unsigned round = b->s->round - 1u;
    switch (casata_kind(a)) {
    case SIG_A_TAKE: describe_take(b, c, a); break;
    case SIG_A_SIGNORIA: describe_signoria(b, c, seat); break;
    case SIG_A_TASK: describe_task(b, c, casata_top_of(b->s)->a * 2u + casata_a(a), casata_b(a)); break;
    case SIG_A_ANY_TASK: describe_task(b, c, casata_a(a), 1); break;
    case SIG_A_HIRE: describe_hire(b, c, seat, casata_a(a)); break;
    case SIG_A_STEP:
        describe_step(b, c, seat, casata_a(a), casata_b(a));
        casata_add_cost(c, points(sig_points_lost(d, b->s, seat, a)));
        break;
    case SIG_A_SEND:
    case SIG_A_MARRY: describe_city(b, c, seat, a); break;
    case SIG_A_ROW: c->slot = (int16_t)sig_slot(b, SIG_F_DOWN, seat, casata_a(a)), c->rule = "R11.3"; break;
    case SIG_A_GAIN:
        c->slot = (int16_t)sig_slot(b, SIG_F_SUPPLY, seat, 0);
        c->piece = casata_piece_at(&b->stage, c->slot, SIG_K_MAN + casata_a(a), seat, CASATA_ANY, CASATA_ANY);
        casata_add_gain(c, pawns(casata_a(a), 1));
        c->rule = "R13.5";
        break;
    case SIG_A_USE: describe_use(b, c, seat, casata_a(a)); break;
    case SIG_A_COINS:
        casata_add_gain(c, florins(d->round_rewards[round].alternative_florins)), c->rule = "R14.4";
        break;
    case SIG_A_CLAIM: c->slot = (int16_t)sig_slot(b, SIG_F_REWARD, -1, round), c->rule = "R14.4"; break;
    case SIG_A_BUY:
        casata_add_cost(c, florins(d->round_rewards[round].buy_vp_cost));
        casata_add_gain(c, vp(d->round_rewards[round].buy_vp_gain));
        c->rule = "R14.6";
        break;
    case SIG_A_PASS: c->rule = "R5.8"; break;
    default: break;
    }
}

/* --- what is not possible, and why --------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    SIG_REASONS(REASON_ID)};

/* need: Florins or SIG_NEVER + reason; cost: what is to be paid before. Adds nothing if it is possible. */
static void block(struct sig_builder *b, int seat, unsigned need, unsigned before, int slot,
                  struct casata_msg text, const char *rule) {
    unsigned have = b->s->p[seat].florins;
    if (need + before <= have && need < SIG_NEVER) return;
    casata_add_blocked(&b->stage, slot, text,
                       need >= SIG_NEVER ? casata_message(reason_id[need - SIG_NEVER], 0)
                                         : casata_message("reason.no_florins", 2, florins(need + before),
                                                          casata_number((int)have)),
                       rule);
}

static void block_turn(struct sig_builder *b, int seat) {
    for (unsigned colour = 0; colour < SIG_COLOUR_COUNT; colour++) {
        struct casata_arg name = casata_word(&sig_colours, colour);
        int slot = sig_slot(b, SIG_F_AREA, -1, colour);
        if (b->s->p[seat].dice[colour]) {
            block(b, seat, SIG_NEVER + SIG_USED, 0, slot, casata_message("act.take_any", 1, name), "R5.3");
            continue;
        }
        unsigned need = sig_need_column(b->d, b->s, seat, colour);
        for (unsigned value = 1; value <= 6; value++)
            if (b->s->area[colour][value - 1])
                block(b, seat, need, sig_placement_cost(b->d, colour, value), slot,
                      casata_message("act.take", 2, name, casata_number((int)value)), "R5.4");
    }
}

static void block_task(struct sig_builder *b, int seat, unsigned space, unsigned need) {
    block(b, seat, need, 0, sig_slot(b, SIG_F_TASK, -1, space),
          casata_message("act.task_any", 1, casata_word(&sig_tasks, b->s->task[space] - 1u)), "R7.2");
}

static void block_main(struct sig_builder *b, int seat, unsigned colour) {
    const struct signorie_data *d = b->d;
    block(b, seat, sig_need_signoria(d, b->s, seat, colour), 0, sig_slot(b, SIG_F_DIE, seat, colour),
          casata_message("act.signoria_of", 1,
                         casata_word(&sig_signoria, d->action_columns[colour].signoria_action)),
          "R8.1");
    for (unsigned space = colour * 2; space < colour * 2 + 2; space++)
        block_task(b, seat, space,
                   sig_need_task(d, b->s, seat, space, d->task_tiles[b->s->task[space] - 1].min_pawns));
    unsigned into = d->action_columns[colour].hire_into_colour;
    block(b, seat, sig_need_hire(d, b->s, seat, colour), 0, sig_slot(b, SIG_F_HELPER, seat, into * 3),
          casata_message("act.hire_any", 1, casata_word(&sig_colours, into)), "R6.4");
}

/* Steps that a person may look for in vain: points are spent in a fixed order (signorie_tracks.c). */
static void block_points(struct sig_builder *b, int seat) {
    casata_action passed[CASATA_MAX_CHOICES];
    int n = sig_points_passed(b->d, b->s, seat, passed);
    for (int i = 0; i < n; i++) {
        struct casata_choice c = {.slot = -1, .piece = -1};
        describe_step(b, &c, seat, casata_a(passed[i]), casata_b(passed[i]));
        block(b, seat, SIG_NEVER + SIG_IN_ORDER, 0, c.slot, c.text, "R8.3");
    }
}

static void list_blocked(struct sig_builder *b, int seat) {
    const struct casata_frame *f = casata_top_of(b->s);
    if (f->phase == SIG_PH_TURN) block_turn(b, seat);
    if (f->phase == SIG_PH_MAIN) block_main(b, seat, f->a);
    if (f->phase == SIG_PH_POINTS) block_points(b, seat);
    if (f->phase == SIG_PH_ANY_TASK)
        for (unsigned space = 0; space < SIG_TASK_SPACE_COUNT; space++)
            block_task(b, seat, space, sig_need_any_task(b->d, b->s, seat, space));
}

static int legal_now(const struct sig_builder *b, int seat, casata_action *out) {
    const struct casata_frame *f = casata_top_of(b->s);
    return signorie_rules.phases[f->phase]->legal(b->d, b->s, f, seat, out);
}

void sig_scene_choices(struct sig_builder *b, int viewer) {
    casata_action legal[CASATA_MAX_CHOICES];
    set_prompt(b);
    if (b->stage.scene->seat < 0 || viewer != b->stage.scene->seat) return;
    int n = legal_now(b, viewer, legal);
    for (int i = 0; i < n; i++) {
        struct casata_choice *c = &b->stage.scene->choice[b->stage.scene->n_choices++];
        *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
        describe(b, c, viewer);
    }
    list_blocked(b, viewer);
}
