/* signorie_coach.c: the coach's advice before a decision of Signorie (docs/coach.md). Decides nothing. */
#include "games/signorie/signorie.h"

/* --- the pending decision ------------------------------------------------------------------------------------ */
struct asked {
    const struct signorie_data *d;
    const struct signorie *s;
    const struct signorie_player *p;
    int seat;
    unsigned kind, a, b, c; /* of the action */
    unsigned sum, threshold, dice;
    bool last; /* round of the game */
};
static struct asked ask(const struct casata_coached *c) {
    const struct signorie *s = c->state;
    const struct signorie_player *p = &s->p[c->seat];
    return (struct asked){.d = c->data,
                          .s = s,
                          .p = p,
                          .seat = c->seat,
                          .kind = casata_kind(c->action),
                          .a = casata_a(c->action),
                          .b = casata_b(c->action),
                          .c = casata_c(c->action),
                          .sum = sig_dice_sum(p),
                          .threshold = sig_threshold(c->data, s, c->seat),
                          .dice = sig_dice_on_board(p),
                          .last = s->round == sig_setup_of(c->data, s, SIG_ROUNDS)};
}
static unsigned most_dice(const struct asked *q) { return sig_setup_of(q->d, q->s, SIG_MAX_DICE); }
static bool is_free_die(const struct asked *q, casata_action a) {
    return casata_kind(a) == SIG_A_TAKE && !sig_placement_cost(q->d, casata_a(a), casata_b(a));
}
static unsigned signoria_of(const struct asked *q, unsigned colour) {
    return q->d->action_columns[colour].signoria_action;
}
static struct casata_arg number(unsigned n) { return casata_number((int)n); }
/* Does the seat have a helper with this effect in a column? */
static bool has_helper(const struct asked *q, unsigned colour, unsigned effect) {
    for (unsigned h = colour * 3; h < colour * 3 + 3; h++)
        if (q->p->helpers >> h & 1 && q->d->helper_spaces[h].effect == effect) return true;
    return false;
}
static unsigned tiles(const struct asked *q, unsigned row) {
    unsigned n = q->p->down[row];
    for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) n += q->p->shield[i] != 0;
    return n;
}
static unsigned reward_effect(const struct asked *q, unsigned round) {
    return q->s->reward[round - 1] ? q->d->reward_tiles[q->s->reward[round - 1] - 1].effect : UINT8_MAX;
}
static unsigned career(const struct asked *q, unsigned track, unsigned space) {
    return q->d->career_tracks[(track - 1) * SIG_CAREER_SPACES + space - 1].vp;
}

/* --- taking a die ------------------------------------------------------------------------------------------------ */
/* Can a task of this column raise the threshold that far? One pawn with the helper for any task. */
static bool can_raise(const struct asked *q, unsigned colour, unsigned to) {
    bool any = has_helper(q, colour, SIG_H_ANY_TASK);
    for (unsigned space = 0; space < SIG_TASK_SPACE_COUNT; space++) {
        bool here = space / 2 == colour;
        if (q->s->task[space] != SIG_T_THRESHOLD + 1 || (!here && !any)) continue;
        unsigned per = q->d->task_tiles[SIG_T_THRESHOLD].per_pawn,
                 most = q->d->task_tiles[SIG_T_THRESHOLD].max_pawns;
        for (unsigned n = 1; n <= (here ? most : 1); n++)
            if (q->threshold + per * n >= to && sig_need_task(q->d, q->s, q->seat, space, n) <= q->p->florins)
                return true;
    }
    return false;
}
/* Points that the round's tile brings now; -1: it brings something else. */
static int reward_points(const struct asked *q) {
    unsigned tile = q->s->reward[q->s->round - 1] - 1u, n = q->d->reward_tiles[tile].amount;
    unsigned target = q->d->reward_tiles[tile].target;
    switch (q->d->reward_tiles[tile].effect) {
    case SIG_RE_VP_PER_HELPER: return (int)(n * (unsigned)__builtin_popcount(q->p->helpers));
    case SIG_RE_VP_PER_CITY: return (int)(n * sig_cities_with(q->s, q->seat, target));
    case SIG_RE_VP_PER_PAWN: return (int)(n * sig_pawns_in_cities(q->s, q->seat, target));
    default: return -1;
    }
}
static bool over(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_TAKE || q.sum > q.threshold || q.sum + q.b <= q.threshold) return false;
    if (can_raise(&q, q.a, q.sum + q.b)) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++) /* a free die that keeps the reward */
        if (is_free_die(&q, c->legal[i]) && q.sum + casata_b(c->legal[i]) <= q.threshold)
            note->better = c->legal[i];
    int points = reward_points(&q);
    if (points < 0) return casata_note_say(note, 2, number(q.sum + q.b), number(q.threshold));
    unsigned buy = q.d->round_rewards[q.s->round - 1].buy_vp_cost;
    if (!points && q.p->florins < buy) return false;
    return casata_note_as(note, "coach.over_points", 3, number(q.sum + q.b), number(q.threshold),
                          casata_number(points));
}
/* The free die that is worth more than passing; 0: none. */
static casata_action worth_taking(const struct asked *q, const struct casata_coached *c) {
    bool within = q->sum <= q->threshold;
    for (int i = 0; i < c->n_legal; i++) {
        casata_action a = c->legal[i];
        unsigned colour = casata_a(a);
        bool keeps = q->sum + casata_b(a) <= q->threshold;
        if (!is_free_die(q, a) || (within && !keeps)) continue;
        if (!q->last) return a;
        bool scores = signoria_of(q, colour) == SIG_DO_MISSION || signoria_of(q, colour) == SIG_DO_MARRIAGE;
        if (keeps && scores && sig_need_signoria(q->d, q->s, q->seat, colour) <= q->p->florins) return a;
    }
    return 0;
}
static bool pass(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_PASS) return false;
    note->better = worth_taking(&q, c);
    if (!note->better) return false;
    struct casata_arg colour = casata_word(&sig_colours, casata_a(note->better)),
                      value = number(casata_b(note->better));
    if (q.last) return casata_note_as(note, "coach.pass_last", 2, colour, value);
    if (q.sum > q.threshold)
        return casata_note_as(note, "coach.pass_over", 3, colour, value, number(q.threshold));
    return casata_note_say(note, 2, colour, value);
}
static bool low_die(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_TAKE || q.sum > q.threshold || has_helper(&q, q.a, SIG_H_TRACK_DIE)) return false;
    if (q.dice + 1 == most_dice(&q) && q.sum + q.b <= q.threshold) return false;
    for (unsigned value = q.d->action_columns[q.a].space_value; value < q.b; value++) {
        note->better = casata_act(SIG_A_TAKE, q.a, value, 0);
        if (q.sum + value > q.threshold || !casata_coach_offers(c, note->better)) continue;
        return casata_note_say(note, 2, casata_word(&sig_colours, q.a), number(value));
    }
    return false;
}
/* The lack of the column's action once the die is paid: 0, Florins, or SIG_NEVER + the reason. */
static unsigned lacks(const struct asked *q) {
    unsigned need = sig_need_signoria(q->d, q->s, q->seat, q->a), cost = sig_placement_cost(q->d, q->a, q->b);
    return need + cost > q->p->florins ? need : 0;
}
static bool no_mission(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_TAKE || signoria_of(&q, q.a) != SIG_DO_MISSION || lacks(&q) < SIG_NEVER) return false;
    return casata_note_say(note, 1, casata_word(&sig_reasons, lacks(&q) - SIG_NEVER));
}
static bool no_marriage(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_TAKE || signoria_of(&q, q.a) != SIG_DO_MARRIAGE || !lacks(&q)) return false;
    if (lacks(&q) < SIG_NEVER)
        return casata_note_as(note, "coach.no_marriage_florins", 1,
                              casata_count(&sig_units, SIG_U_FLORIN, (int)lacks(&q)));
    return casata_note_say(note, 1, casata_word(&sig_reasons, lacks(&q) - SIG_NEVER));
}

/* --- missions and marriages -------------------------------------------------------------------------------------- */
static bool is_face_down(const struct casata_coached *c) { return casata_locals(sig_visit, c->f)->face_down; }
/* Points of the tile that the pawn of this action wins; 0: none. */
static unsigned tile_of(const struct asked *q, casata_action a) {
    bool mission = casata_kind(a) == SIG_A_SEND;
    unsigned city = mission ? casata_c(a) : casata_a(a), row = mission ? casata_a(a) - 1 : SIG_ROW_MARRIAGE;
    unsigned space = mission ? SIG_FOR_MISSION : SIG_FOR_MARRIAGE, house = q->s->tile_house[city][space];
    return house && sig_fit(q->d, q->p, row, house - 1) >= 0 ? q->s->tile_vp[city][space] : 0;
}
static unsigned city_of(casata_action a) { return casata_kind(a) == SIG_A_SEND ? casata_c(a) : casata_a(a); }
/* A later round's tile counts cities with own pawns, and this one would be new. */
static bool counts_cities(const struct asked *q, unsigned city, unsigned gender) {
    if (memchr(q->s->city[city], 1 + q->seat * 2 + (int)gender, SIG_CITY_SPACES)) return false;
    for (unsigned round = q->s->round; round <= SIG_ROUND_COUNT; round++)
        if (reward_effect(q, round) == SIG_RE_VP_PER_CITY &&
            q->d->reward_tiles[q->s->reward[round - 1] - 1].target == gender)
            return true;
    return false;
}
static bool tile_elsewhere(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    bool mission = q.kind == SIG_A_SEND;
    unsigned best = 0;
    if (is_face_down(c) || tile_of(&q, c->action)) return false;
    if (counts_cities(&q, city_of(c->action), mission ? SIG_MAN : SIG_WOMAN)) return false;
    for (int i = 0; i < c->n_legal; i++) {
        casata_action a = c->legal[i];
        if (mission && (casata_a(a) != q.a || casata_b(a) != q.b)) continue;
        if (tile_of(&q, a) <= best) continue;
        best = tile_of(&q, a);
        note->better = a;
    }
    if (!best) return false;
    unsigned city = city_of(note->better);
    struct casata_arg house =
        casata_word(&sig_houses, q.s->tile_house[city][mission ? SIG_FOR_MISSION : SIG_FOR_MARRIAGE] - 1u);
    if (!mission)
        return casata_note_as(note, "coach.tile_elsewhere_she", 3, casata_word(&sig_cities, city), house,
                              number(best));
    return casata_note_say(note, 3, casata_word(&sig_cities, city), house, number(best));
}
static bool too_young(const struct casata_coached *c, struct casata_note *note) {
    enum { YOUNG = 4, LATE = 5, LATER = 6 };
    struct asked q = ask(c);
    unsigned top = q.d->derived[SIG_TOP_CAREER];
    if (q.kind != SIG_A_SEND || is_face_down(c) || q.b > YOUNG || q.s->round > LATE || top < LATER)
        return false;
    if (tile_of(&q, c->action) && tiles(&q, q.a - 1) == 2) return false;
    return casata_note_say(note, 3, number(career(&q, q.a, q.b)), number(career(&q, q.a, LATER)),
                           number(career(&q, q.a, top)));
}
/* The points of the best man who can be sent at all, 0: none. */
static unsigned best_man(const struct asked *q) {
    unsigned least = UINT8_MAX, vp = 0;
    for (unsigned city = 0; city < SIG_CITY_COUNT; city++) {
        unsigned value = sig_city_value(q->d, q->s, city);
        if (value && value < least) least = value;
    }
    for (unsigned i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++) {
        unsigned t = i / SIG_CAREER_SPACES, x = i % SIG_CAREER_SPACES;
        if (q->p->track[t][x] && q->d->career_tracks[i].rank >= least && q->d->career_tracks[i].vp > vp)
            vp = q->d->career_tracks[i].vp;
    }
    return vp;
}
enum { MUCH = 4 /* points of a man that are worth a note */ };
static bool last_die(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned vp = best_man(&q);
    if (!q.last || q.kind != SIG_A_TAKE || q.dice + 1 != most_dice(&q) ||
        signoria_of(&q, q.a) == SIG_DO_MISSION)
        return false;
    for (int i = 0; i < c->n_legal && !note->better; i++)
        if (casata_kind(c->legal[i]) == SIG_A_TAKE &&
            signoria_of(&q, casata_a(c->legal[i])) == SIG_DO_MISSION)
            note->better = c->legal[i];
    if (!note->better || vp - vp / 2 < MUCH) return false;
    return casata_note_say(note, 2, number(vp), number(vp / 2));
}
/* The helper of the column sends another man afterwards. */
static bool sends_two(const struct casata_coached *c, const struct asked *q) {
    const struct casata_frame *below = casata_below(c->f);
    return below->phase == SIG_PH_HELPERS &&
           has_helper(q, casata_locals(sig_helpers, below)->colour, SIG_H_MISSION);
}
static bool better_man(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (!q.last || q.kind != SIG_A_SEND || sends_two(c, &q)) return false;
    unsigned best = career(&q, q.a, q.b) + MUCH - 1, own = is_face_down(c) ? 0 : tile_of(&q, c->action);
    for (int i = 0; i < c->n_legal; i++) {
        casata_action a = c->legal[i];
        unsigned vp = career(&q, casata_a(a), casata_b(a));
        if (vp <= best || (!is_face_down(c) && tile_of(&q, a) < own)) continue;
        best = vp;
        note->better = a;
    }
    if (!note->better) return false;
    return casata_note_say(note, 2, number(best), number(career(&q, q.a, q.b)));
}
static bool dowry(const struct casata_coached *c, struct casata_note *note) {
    enum { LATE = 5, ENOUGH = 6 };
    struct asked q = ask(c);
    unsigned most = q.p->florins < SIG_MAX_DOWRY ? q.p->florins : SIG_MAX_DOWRY;
    if (q.kind != SIG_A_MARRY || q.b >= most) return false;
    if (q.s->round < LATE && q.p->florins < q.b + ENOUGH) return false;
    note->better = casata_act(SIG_A_MARRY, q.a, most, 0);
    return casata_note_say(note, 2, number(SIG_VP_PER_DOWRY_FLORIN), number(most));
}

/* --- rows, helpers, steps, tasks ----------------------------------------------------------------------------------- */
static bool third_tile(const struct casata_coached *c, struct casata_note *note) {
    enum { LATE = 5, SCORES = 3 };
    struct asked q = ask(c);
    if (q.kind != SIG_A_ROW || q.s->round < LATE || tiles(&q, q.a) == SCORES - 1) return false;
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++) {
        if (tiles(&q, row) != SCORES - 1) continue;
        unsigned points = (q.p->down[row] + 1u) * q.d->alliance_tiles[0].vp_back;
        for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) points += q.p->shield[i];
        note->better = casata_act(SIG_A_ROW, row, 0, 0);
        return casata_note_say(note, 2, casata_word(&sig_rows, row), number(points));
    }
    return false;
}
static bool skip(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_SKIP) return false;
    note->better = casata_coach_first(c, SIG_A_USE);
    unsigned helper = casata_a(note->better);
    bool idle = q.last && q.dice == most_dice(&q); /* pawns and Florins are useless by now */
    switch (q.d->helper_spaces[helper].effect) {
    case SIG_H_VP:
    case SIG_H_TILE: return casata_note_say(note, 0);
    case SIG_H_FLORINS:
    case SIG_H_OFFSPRING:
    case SIG_H_PAWN: return !idle && casata_note_say(note, 0);
    case SIG_H_VP_PER_MAN: return sig_pawns_in_cities(q.s, q.seat, SIG_MAN) && casata_note_say(note, 0);
    case SIG_H_TRACK_POINTS:
        return q.d->helper_spaces[helper].track == SIG_INITIATIVE && casata_note_say(note, 0);
    default: return false;
    }
}
static bool stop(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_STOP) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++) {
        casata_action a = c->legal[i];
        if (casata_kind(a) != SIG_A_STEP) continue;
        if (casata_a(a) == SIG_INITIATIVE || (!q.last && casata_b(a))) note->better = a;
    }
    return note->better && casata_note_say(note, 1, number(casata_locals(sig_points, c->f)->left));
}
/* Steps that the men of a track, and those of the reserve after paying, could take; of the disc. */
static unsigned room(const struct asked *q, unsigned track, unsigned men) {
    unsigned steps = 0, top = q->d->derived[SIG_TOP_CAREER];
    if (track == SIG_INITIATIVE) return q->d->derived[SIG_TOP_INITIATIVE] - q->p->initiative;
    for (unsigned x = 0; x < top; x++) steps += q->p->track[track - 1][x] * (top - 1 - x);
    return steps + men * top;
}
static bool too_many(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != SIG_A_TASK || q.b < 2) return false; /* only then a is a space */
    unsigned space = casata_locals(sig_main, c->f)->colour * 2u + q.a, tile = q.s->task[space] - 1u;
    if (q.d->task_tiles[tile].effect != SIG_TE_TRACK) return false;
    unsigned men = q.p->reserve[SIG_MAN] - (q.d->task_spaces[space].pawn_gender == SIG_MAN ? q.b : 0);
    unsigned per = q.d->task_tiles[tile].per_pawn, steps = room(&q, q.d->task_tiles[tile].track, men);
    if (steps > per * (q.b - 1)) return false;
    unsigned enough = (steps + per - 1) / per;
    note->better = casata_act(SIG_A_TASK, q.a, enough ? enough : 1, 0);
    return casata_note_say(note, 3, number(per * q.b), number(steps), number(enough ? enough : 1));
}
static bool scales(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned space = casata_locals(sig_main, c->f)->colour * 2u + q.a;
    if (q.kind != SIG_A_TASK || q.s->task[space] != SIG_T_THRESHOLD + 1) return false;
    unsigned after = q.threshold + q.d->task_tiles[SIG_T_THRESHOLD].per_pawn * q.b;
    if (q.sum > after) return casata_note_say(note, 3, number(q.sum), number(q.b), number(after));
    if (q.dice < most_dice(&q) || q.sum > q.threshold) return false;
    return casata_note_as(note, "coach.scales_idle", 1, number(q.threshold));
}
static bool idle_helper(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (!q.last || q.kind != SIG_A_HIRE || (!q.p->dice[q.a / 3] && q.dice < most_dice(&q))) return false;
    if (reward_effect(&q, q.s->round) == SIG_RE_VP_PER_HELPER && q.sum <= q.threshold) return false;
    return casata_note_say(note, 0);
}
static bool keep_money(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned round = q.s->round - 1u;
    if (!q.last || q.kind != SIG_A_DECLINE) return false;
    note->better = casata_coach_first(c, SIG_A_BUY);
    return casata_note_say(note, 2,
                           casata_count(&sig_units, SIG_U_FLORIN, q.d->round_rewards[round].buy_vp_cost),
                           number(q.d->round_rewards[round].buy_vp_gain));
}

#define TURN    CASATA_ON(SIG_PH_TURN)
#define MAIN    CASATA_ON(SIG_PH_MAIN)
#define MISSION CASATA_ON(SIG_PH_MISSION)
#define WEDDING CASATA_ON(SIG_PH_MARRIAGE)
const struct casata_coach_row sig_coach[] = {
    {"coach.over", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R14.3", over, 150, false},
    {"coach.pass", CASATA_TIP, CASATA_ONCE_A_ROUND, TURN, "R5.8", pass, 30, false},
    {"coach.low_die", CASATA_TIP, CASATA_ONCE_A_TURN, TURN, "R14.3", low_die, 30, false},
    {"coach.no_mission", CASATA_TIP, CASATA_ONCE_A_GAME, TURN, "R8.4", no_mission, 190, false},
    {"coach.no_marriage", CASATA_TIP, CASATA_ONCE_A_GAME, TURN, "R8.5", no_marriage, 190, false},
    {"coach.tile_elsewhere", CASATA_TIP, CASATA_ONCE_A_TURN, MISSION | WEDDING, "R8.6", tile_elsewhere, 30,
     false},
    {"coach.too_young", CASATA_TIP, CASATA_ONCE_A_TURN, MISSION, "R8.4", too_young, 30, false},
    {"coach.last_die", CASATA_TIP, CASATA_ONCE_A_TURN, TURN, "R16.1", last_die, 30, false},
    {"coach.better_man", CASATA_TIP, CASATA_ONCE_A_TURN, MISSION, "R16.1", better_man, 30, false},
    {"coach.dowry", CASATA_TIP, CASATA_ONCE_A_TURN, WEDDING, "R8.5", dowry, 30, false},
    {"coach.third_tile", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(SIG_PH_ROW), "R16.2", third_tile, 30,
     false},
    {"coach.skip", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(SIG_PH_HELPERS), "R12.1", skip, 30, false},
    {"coach.stop", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(SIG_PH_POINTS), "R8.3", stop, 30, false},
    {"coach.too_many", CASATA_TIP, CASATA_ONCE_A_TURN, MAIN, "R7.3", too_many, 30, false},
    {"coach.scales", CASATA_TIP, CASATA_ONCE_A_TURN, MAIN, "R13.6", scales, 30, false},
    {"coach.idle_helper", CASATA_TIP, CASATA_ONCE_A_TURN, MAIN, "R6.3", idle_helper, 30, false},
    {"coach.keep_money", CASATA_TIP, CASATA_ONCE_A_GAME, CASATA_ON(SIG_PH_BUY), "R14.6", keep_money, 30,
     false},
    {0},
};
