/* zhanguo_coach.c: the coach's advice before a decision of ZhanGuo (docs/coach.md). Decides nothing. */
#include "games/zhanguo/zhanguo.h"

/* --- the pending decision ----------------------------------------------------------------------------------------- */
struct asked {
    const struct zhanguo_data *d;
    const struct zhanguo *s;
    const struct zhanguo_player *p;
    int seat;
    unsigned kind, a, b; /* of the action */
    bool last;           /* round */
};
static struct asked ask(const struct casata_coached *c) {
    const struct zhanguo *s = c->state;
    return (struct asked){c->data,
                          s,
                          &s->p[c->seat],
                          c->seat,
                          casata_kind(c->action),
                          casata_a(c->action),
                          casata_b(c->action),
                          s->round == ZG_ROUND_COUNT};
}
static struct casata_arg number(unsigned n) { return casata_number((int)n); }
static struct casata_arg region(unsigned r) { return casata_word(&zg_regions, r); }
static unsigned block_of(const struct asked *q, unsigned r) {
    return q->d->unrest_tracks[zg_track(q->s, q->p, r)].ability_block_from;
}
static bool is_silent(const struct asked *q, unsigned r) { return q->p->level[r] >= block_of(q, r); }
/* Cards that fire with a court action if the number fits, except those blocked by unrest. */
static unsigned fires(const struct asked *q, unsigned court, bool relation) {
    unsigned n = 0;
    for (unsigned set = zg_firing(q->d, q->p, court, relation); set; set &= set - 1)
        n += !is_silent(q, (unsigned)__builtin_ctz(set) / ZG_REGION_CARDS);
    return n;
}
static unsigned rise_of(const struct asked *q, unsigned r) /* with one more card */ {
    return zg_constant(q->d, ZG_K_UNREST_1 + zg_cards_in(q->p, r));
}
/* Red, grey and white above: ready for a governor (R11.1). */
static bool is_full_set(const struct asked *q, unsigned r) {
    return q->p->up[r][ZG_RED] && q->p->up[r][ZG_GREY] && q->p->up[r][ZG_WHITE];
}
/* The colour that the upper part lacks for a full set, if it has the two others; ZG_OFFICIAL_COUNT: there is none. */
static unsigned lacking(const struct asked *q, unsigned r) {
    unsigned colours = 0, lacks = ZG_OFFICIAL_COUNT;
    for (unsigned c = 0; c < ZG_OFFICIAL_COUNT; c++) {
        colours += q->p->up[r][c] != 0;
        if (!q->p->up[r][c]) lacks = c;
    }
    return colours == ZG_OFFICIAL_COUNT - 1 ? lacks : ZG_OFFICIAL_COUNT;
}
static bool has_governors(const struct asked *q) {
    return zg_governors_placed(q->s, q->seat) < zg_supply_of(q->d, q->s, ZG_S_GOVERNOR);
}

/* --- the card ------------------------------------------------------------------------------------------------------- */
static bool wrong_number(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned card = casata_locals(zg_card, c->f)->card, n = fires(&q, q.a, true);
    if (q.kind != ZG_A_COURT || q.a == ZG_DO_MOVE || !q.s->court || !n || zg_relation(q.d, q.s, card, q.a))
        return false;
    unsigned fit = 0;
    for (int i = 0; i < c->n_legal; i++) {
        if (casata_kind(c->legal[i]) != ZG_A_PLAY || !zg_relation(q.d, q.s, casata_a(c->legal[i]), q.a))
            continue;
        if (!fit++) note->better = c->legal[i];
    }
    if (fit < (n == 1 ? 2 : 1))
        return false; /* to save the only card that fits may be worth the loss of one */
    return casata_note_as(note, card > q.s->court ? "coach.number_higher" : "coach.number_lower", 5,
                          number(card), number(q.s->court), casata_word(&zg_court, q.a),
                          number(casata_a(note->better)), number(n));
}
static bool move_nothing(const struct casata_coached *c, struct casata_note *note) {
    enum { MANY = 2 };
    struct asked q = ask(c);
    unsigned card = casata_locals(zg_card, c->f)->card, most = MANY - 1;
    if (q.kind != ZG_A_COURT || q.a != ZG_DO_MOVE) return false;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) { /* completing a set is worth the detour */
        unsigned lacks = lacking(&q, r);
        for (unsigned from = 0; lacks < ZG_OFFICIAL_COUNT && from < ZG_REGION_COUNT; from++)
            if (q.p->up[from][lacks] + q.p->down[from][lacks]) return false;
    }
    for (unsigned court = 0; court < ZG_COURT_COUNT; court++) {
        unsigned n = fires(&q, court, zg_relation(q.d, q.s, card, court));
        if (court == ZG_DO_MOVE || n <= most || zg_need_court(q.d, q.s, q.seat, court) != ZG_FINE) continue;
        most = n;
        note->better = casata_act(ZG_A_COURT, court, 0, 0);
    }
    return note->better &&
           casata_note_say(note, 2, casata_word(&zg_court, casata_a(note->better)), number(most));
}
static bool empty_board(const struct casata_coached *c, struct casata_note *note) {
    enum { FEW = 2, MANY = 4 };
    struct asked q = ask(c);
    if (q.kind != ZG_A_COURT || q.s->round != 1) return false;
    if (zg_tableau_size(q.p) >= FEW || zg_hand_size(q.p) < MANY) return false;
    note->better = casata_coach_first(c, ZG_A_UNIFY);
    return note->better && casata_note_say(note, 1, number(zg_tableau_size(q.p)));
}
static bool many_silent(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    unsigned n = 0;
    if (zg_hand_size(q.p) < ZG_HAND) return false; /* before the first card of the round */
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) n += zg_cards_in(q.p, r) && is_silent(&q, r);
    return q.kind == ZG_A_PLAY && !q.last && n >= 2 && casata_note_say(note, 1, number(n));
}

/* --- unrest ----------------------------------------------------------------------------------------------------------- */
static bool unrest_last(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != ZG_A_UNIFY || q.last || is_silent(&q, q.a) || is_full_set(&q, q.a)) return false;
    return q.p->level[q.a] + rise_of(&q, q.a) >= block_of(&q, q.a) && casata_note_say(note, 1, region(q.a));
}
static bool unrest_palace(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != ZG_A_UNIFY || q.p->workers[q.a] < zg_constant(q.d, ZG_K_PALACE_HERE)) return false;
    unsigned from = q.d->unrest_tracks[zg_track(q.s, q.p, q.a)].palace_block_from;
    unsigned level = q.p->level[q.a], then = level + rise_of(&q, q.a);
    if (level >= from || then < from || then >= block_of(&q, q.a)) return false;
    if (zg_palaces_placed(q.s, q.seat) >= zg_supply_of(q.d, q.s, ZG_S_PALACE)) return false;
    if (zg_palaces_in(q.s, q.a) >= zg_palace_spaces(q.d, q.s, q.a)) return false;
    return !(q.last && zg_hand_size(q.p) == 1) && casata_note_say(note, 1, region(q.a));
}

/* --- officials and workers ---------------------------------------------------------------------------------------------- */
static bool counts_officials(const struct asked *q, unsigned colour) {
    static const uint8_t criterion[ZG_OFFICIAL_COUNT] = {
        [ZG_RED] = ZG_C_RED, [ZG_GREY] = ZG_C_GREY, [ZG_WHITE] = ZG_C_WHITE};
    for (unsigned section = 0; section < ZG_SECTION_COUNT; section++)
        if (q->s->wall_tile[section] == criterion[colour] + 1 && zg_has_wall(q->s, q->seat, section))
            return true;
    return false;
}
static bool set_missed(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != ZG_A_RECRUIT || lacking(&q, q.b) == q.a || !has_governors(&q)) return false;
    if (counts_officials(&q, q.a) && !q.p->up[q.b][q.a] && !q.p->down[q.b][q.a]) return false;
    if (q.last && zg_hand_size(q.p) <= 1) return false;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        unsigned lacks = lacking(&q, r);
        note->better = casata_act(ZG_A_RECRUIT, lacks, r, 0);
        if (lacks < ZG_OFFICIAL_COUNT && casata_coach_offers(c, note->better))
            return casata_note_say(note, 2, region(r), casata_word(&zg_officials, lacks));
    }
    return false;
}
static bool break_set(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    bool shift = q.kind == ZG_A_SHIFT;
    if ((!shift && q.kind != ZG_A_MOVE) || q.s->round < 2 || !is_full_set(&q, q.b) || q.p->up[q.b][q.a] != 1)
        return false;
    if (zg_need_install(q.d, q.s, q.seat, q.b, false) != ZG_FINE || (q.last && !zg_hand_size(q.p)))
        return false;
    return casata_note_say(note, 1, region(q.b));
}
static bool one_worker(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != ZG_A_HIRE || zg_officials_below(q.p, q.a) != 1) return false;
    unsigned max = zg_max_level(q.d, q.s, q.p, q.a);
    if (zg_per_worker(q.s) && q.p->level[q.a] + zg_hire_unrest(q.d, q.s, 2) > max) return false;
    for (unsigned colour = 0; colour < ZG_OFFICIAL_COUNT; colour++) {
        bool needed = is_full_set(&q, q.a) && q.p->up[q.a][colour] == 1;
        note->better = casata_act(ZG_A_SHIFT, colour, q.a, 0);
        if (!needed && casata_coach_offers(c, note->better)) return casata_note_say(note, 1, region(q.a));
    }
    return false;
}
static bool hire_last(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != ZG_A_HIRE || !zg_cards_in(q.p, q.a) || is_silent(&q, q.a)) return false;
    unsigned below = zg_officials_below(q.p, q.a);
    if (q.p->level[q.a] + zg_hire_unrest(q.d, q.s, below) < block_of(&q, q.a)) return false;
    unsigned here = 7u << q.a * ZG_REGION_CARDS; /* cards of the region that would fire now */
    bool fires_here = zg_open_cards(casata_locals(zg_abilities, casata_below(c->f))) & here;
    if (q.last && !zg_hand_size(q.p) && !fires_here) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++) {
        unsigned r = casata_a(c->legal[i]);
        if (casata_kind(c->legal[i]) != ZG_A_HIRE || r == q.a) continue;
        if (q.p->level[r] + zg_hire_unrest(q.d, q.s, zg_officials_below(q.p, r)) < block_of(&q, r))
            note->better = c->legal[i];
    }
    return (note->better || fires_here) && casata_note_say(note, 1, region(q.a));
}
static bool nobody_to_move(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    bool gift = casata_locals(zg_install, c->f)->gift;
    unsigned officials = 0;
    if (q.kind != ZG_A_INSTALL || q.b != 1 + ZG_GB_MOV) return false;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        officials += zg_officials_above(q.p, r) + zg_officials_below(q.p, r);
    if (officials > (gift ? 0 : ZG_OFFICIAL_COUNT)) return false;
    for (int i = 0; i < c->n_legal && !note->better; i++) {
        casata_action a = c->legal[i];
        bool square = casata_kind(a) == ZG_A_INSTALL && casata_b(a) && casata_b(a) != q.b;
        if (square && casata_a(a) == q.a) note->better = a;
    }
    return note->better && casata_note_say(note, 0);
}
/* Cards that can still fire at no cost. */
static bool left_over(const struct casata_coached *c, struct casata_note *note) {
    struct asked q = ask(c);
    if (q.kind != ZG_A_DONE) return false;
    for (int i = 0; i < c->n_legal; i++) {
        if (casata_kind(c->legal[i]) != ZG_A_USE) continue;
        unsigned card = casata_a(c->legal[i]), bonus = q.d->cards[card - 1].bonus;
        if (bonus == ZG_B_MOV2 || bonus == ZG_B_MVW) continue;
        note->better = c->legal[i];
        return casata_note_say(note, 2, number(card), casata_word(&zg_bonuses, bonus));
    }
    return false;
}

/* --- walls and rewards ---------------------------------------------------------------------------------------------------- */
/* A task of a kind that the seat has not fulfilled; *lacks: its regions or areas. Returns the missing places, 0: done. */
static int open_task(const struct asked *q, unsigned place, unsigned *lacks) {
    for (int i = 0; i < ZG_TASK_SPACES; i++)
        if (q->s->disc[place][i] == q->seat + 1) return 0;
    return q->s->task_tile[place] ? zg_task_missing(q->d, q->s, q->seat, q->s->task_tile[place] - 1u, lacks)
                                  : 0;
}
static int wall_worth(const struct asked *q, casata_action a) {
    return zg_wall_worth(q->d, q->p, q->s->wall_tile[casata_a(a)] - 1u, casata_b(a) - 1);
}
static bool poor_wall(const struct casata_coached *c, struct casata_note *note) {
    enum { FROM = 3, MUCH = 4 };
    struct asked q = ask(c);
    if (q.kind != ZG_A_WALL || q.s->round < FROM) return false;
    for (unsigned place = ZG_TK_WALL; place < ZG_TASK_PLACE_COUNT; place += ZG_TASK_KIND_COUNT) {
        unsigned lacks = 0;
        if (open_task(&q, place, &lacks) && lacks >> q.a / 2 & 1) return false;
    }
    int own = wall_worth(&q, c->action), best = own + MUCH - 1;
    for (int i = 0; i < c->n_legal; i++) {
        casata_action a = c->legal[i];
        if (casata_kind(a) != ZG_A_WALL || casata_b(a) > q.b || wall_worth(&q, a) <= best) continue;
        best = wall_worth(&q, a);
        note->better = a;
    }
    if (!note->better) return false;
    return casata_note_say(note, 3, casata_number(own), casata_word(&zg_sections, casata_a(note->better)),
                           casata_number(best));
}
static unsigned row_of(const struct asked *q, unsigned aspect) {
    return (q->s->round - 1u) * ZG_ASPECT_COUNT + aspect;
}
/* Does the reward give what an open task still lacks? */
static bool completes_task(const struct asked *q, unsigned type) {
    unsigned kind = type == ZG_RW_WALL     ? ZG_TK_WALL
                    : type == ZG_RW_PALACE ? ZG_TK_PALACE
                                           : ZG_TK_GOVERNOR,
             lacks;
    for (unsigned place = kind; type >= ZG_RW_GOVERNOR && place < ZG_TASK_PLACE_COUNT;
         place += ZG_TASK_KIND_COUNT)
        if (open_task(q, place, &lacks) == 1) return true;
    return false;
}
static int governor_worth(const struct asked *q, unsigned row) {
    int best = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (!(zg_reward_regions(q->d, row) >> r & 1)) continue;
        int gain = (int)zg_governor_points(q->d, q->s, q->seat, r, 1) -
                   (int)zg_governor_points(q->d, q->s, q->seat, r, 0);
        for (unsigned i = 0; i < q->d->regions[r].governor_squares; i++)
            if (!q->s->square[r][i] && q->d->governor_squares[r * ZG_SQUARES + i].bonus == ZG_GB_VP) {
                gain += q->d->governor_bonuses[ZG_GB_VP].amount;
                break;
            }
        if (gain > best) best = gain;
    }
    return best;
}
/* Points that the reward brings in the last round. */
static int reward_worth(const struct asked *q, unsigned row) {
    int best = 0;
    switch (q->d->rewards[row].type) {
    case ZG_RW_PALACE: return (int)(zg_tableau_size(q->p) * zg_constant(q->d, ZG_K_PALACE_VP));
    case ZG_RW_GOVERNOR: return governor_worth(q, row);
    case ZG_RW_WALL:
        for (unsigned open = zg_open_walls(q->d, q->s, q->seat, true); open; open &= open - 1) {
            unsigned i = (unsigned)__builtin_ctz(open);
            int worth =
                zg_wall_worth(q->d, q->p, q->s->wall_tile[i / ZG_WALL_SPACES] - 1u, i % ZG_WALL_SPACES);
            if (worth > best) best = worth;
        }
        return best;
    default: return 0;
    }
}
static bool last_reward(const struct casata_coached *c, struct casata_note *note) {
    enum { MUCH = 2 };
    struct asked q = ask(c);
    unsigned aspect = casata_locals(zg_reward, c->f)->aspect, row = row_of(&q, aspect);
    if (!q.last || completes_task(&q, q.d->rewards[row].type)) return false;
    bool most = zg_next_to_decide(q.d, q.s, aspect, 0) == q.seat;
    int keep = most ? (int)zg_constant(q.d, ZG_K_UM_WRITING + aspect) : 0, take = reward_worth(&q, row);
    bool accept = q.kind == ZG_A_ACCEPT;
    if (accept ? keep < take + MUCH : take < keep + MUCH) return false;
    note->better = casata_coach_first(c, accept ? ZG_A_PASS : ZG_A_ACCEPT);
    if (!accept)
        return casata_note_as(note, "coach.last_reward_take", 2, casata_number(take), casata_number(keep));
    return casata_note_say(note, 3, casata_word(&zg_aspects, aspect), casata_number(keep),
                           casata_number(take));
}
static bool reward_price(const struct casata_coached *c, struct casata_note *note) {
    enum { EARLY = 2, DEAR = 6, CHEAP = 3 };
    struct asked q = ask(c);
    unsigned aspect = casata_locals(zg_reward, c->f)->aspect, n = zg_strength(q.d, q.s, q.seat, aspect);
    struct casata_arg type = casata_word(&zg_reward_types, q.d->rewards[row_of(&q, aspect)].type);
    if (q.last) return false;
    if (q.kind == ZG_A_ACCEPT) {
        note->better = casata_coach_first(c, ZG_A_PASS);
        return q.s->round <= EARLY && n >= DEAR && casata_note_say(note, 1, number(n));
    }
    note->better = casata_coach_first(c, ZG_A_ACCEPT);
    return q.s->round > EARLY && n <= CHEAP &&
           casata_note_as(note, "coach.reward_bargain", 2, type, number(n));
}

#define CARD   CASATA_ON(ZG_PH_CARD)
#define HIRE   CASATA_ON(ZG_PH_HIRE)
#define REWARD CASATA_ON(ZG_PH_REWARD)
/* Where officials can be shifted, except when choosing a region to hire in: sliding down to hire is often right. */
#define SHIFTS                                                                         \
    (CASATA_ON(ZG_PH_TURN) | CARD | CASATA_ON(ZG_PH_MOVE) | CASATA_ON(ZG_PH_RECRUIT) | \
     CASATA_ON(ZG_PH_ABILITIES) | CASATA_ON(ZG_PH_INSTALL) | CASATA_ON(ZG_PH_PALACE) | \
     CASATA_ON(ZG_PH_WALL))
const struct casata_coach_row zg_coach[] = {
    {"coach.number", CASATA_TIP, CASATA_ONCE_A_TURN, CARD, "R15.1", wrong_number, 50, false},
    {"coach.last_reward", CASATA_TIP, CASATA_ONCE_A_TURN, REWARD, "R18.4", last_reward, 10, false},
    {"coach.unrest_last", CASATA_TIP, CASATA_ONCE_A_TURN, CARD, "R7.8", unrest_last, 60, false},
    {"coach.unrest_palace", CASATA_TIP, CASATA_ONCE_A_TURN, CARD, "R7.7", unrest_palace, 60, false},
    {"coach.many_silent", CASATA_TIP, CASATA_ONCE_A_ROUND, CASATA_ON(ZG_PH_TURN), "R7.8", many_silent, 10,
     false},
    {"coach.move_nothing", CASATA_TIP, CASATA_ONCE_A_TURN, CARD, "R15.5", move_nothing, 10, false},
    {"coach.left_over", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(ZG_PH_ABILITIES), "R15.1", left_over, 220,
     false},
    {"coach.empty_board", CASATA_TIP, CASATA_ONCE_A_TURN, CARD, "R15.1", empty_board, 10, false},
    {"coach.set_missed", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(ZG_PH_RECRUIT), "R11.1", set_missed, 60,
     false},
    {"coach.break_set", CASATA_TIP, CASATA_ONCE_A_TURN, SHIFTS, "R11.1", break_set, 60, false},
    {"coach.one_worker", CASATA_TIP, CASATA_ONCE_A_TURN, HIRE, "R12.1", one_worker, 10, false},
    {"coach.hire_last", CASATA_TIP, CASATA_ONCE_A_TURN, HIRE, "R7.8", hire_last, 40, false},
    {"coach.nobody_to_move", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(ZG_PH_INSTALL), "R11.6",
     nobody_to_move, 10, false},
    {"coach.poor_wall", CASATA_TIP, CASATA_ONCE_A_TURN, CASATA_ON(ZG_PH_WALL), "R22.1", poor_wall, 10, false},
    {"coach.reward_price", CASATA_TIP, CASATA_ONCE_A_TURN, REWARD, "R18.4", reward_price, 10, false},
    {0},
};
