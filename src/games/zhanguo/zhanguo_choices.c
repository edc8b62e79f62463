/* zhanguo_choices.c: the prompt, what each legal action costs and brings, and why others are not possible.
 * Legality itself comes from the phases and the zg_need functions. */
#include "games/games.h"
#include "games/zhanguo/zhanguo_scene.h"

static struct casata_arg unit(unsigned u, unsigned n) { return casata_count(&zg_units, u, (int)n); }
/* Unrest is taken on: a negative cost. */
static struct casata_arg unrest(unsigned n) { return casata_count(&zg_units, ZG_U_UNREST, -(int)n); }
static struct casata_arg region(unsigned r) { return casata_word(&zg_regions, r); }

/* --- prompt ------------------------------------------------------------------------------------------------------- */
static void prompt_card(struct zg_builder *b, struct casata_arg who, int viewer) {
    const struct zhanguo *s = b->s;
    unsigned card = casata_top_of(s)->a;
    if (viewer != b->stage.scene->seat) {
        b->stage.scene->prompt = casata_message("prompt.card_hidden", 1, who);
    } else if (s->court) {
        b->stage.scene->prompt = casata_message(card > s->court ? "prompt.card_higher" : "prompt.card_lower",
                                                3, who, casata_number((int)card), casata_number(s->court));
    } else {
        b->stage.scene->prompt = casata_message("prompt.card_first", 2, who, casata_number((int)card));
    }
}
static void prompt_reward(struct zg_builder *b, struct casata_arg who, unsigned aspect) {
    unsigned row = (b->s->round - 1u) * ZG_ASPECT_COUNT + aspect;
    struct casata_arg what = casata_word(&zg_reward_types, b->d->rewards[row].type),
                      where = zg_reward_place(b->d, row);
    b->stage.scene->prompt =
        where.words
            ? casata_message("prompt.reward_at", 4, who, casata_word(&zg_aspects, aspect), what, where)
            : casata_message("prompt.reward", 3, who, casata_word(&zg_aspects, aspect), what);
}
static void set_prompt(struct zg_builder *b, int viewer) {
    const struct zhanguo *s = b->s;
    struct casata_scene *scene = b->stage.scene;
    if (scene->seat < 0 || scene->seat == CASATA_CHANCE) {
        scene->prompt = casata_message(scene->seat < 0 ? "prompt.over" : "prompt.chance", 0);
        return;
    }
    const struct casata_frame *f = casata_top_of(s);
    struct casata_arg who = casata_seat(scene->seat);
    switch (f->phase) {
    case ZG_PH_AUCTION:
        scene->prompt = f->a ? casata_message("prompt.auction", 2, who, unit(ZG_U_VP, f->a))
                             : casata_message("prompt.auction_open", 1, who);
        break;
    case ZG_PH_BOARD: scene->prompt = casata_message("prompt.board", 1, who); break;
    case ZG_PH_ASIDE: scene->prompt = casata_message("prompt.aside", 1, who); break;
    case ZG_PH_TURN: scene->prompt = casata_message("prompt.turn", 2, who, casata_number(s->round)); break;
    case ZG_PH_CARD: prompt_card(b, who, viewer); break;
    case ZG_PH_RECRUIT: scene->prompt = casata_message("prompt.recruit", 1, who); break;
    case ZG_PH_HIRE: scene->prompt = casata_message("prompt.hire", 1, who); break;
    case ZG_PH_INSTALL: scene->prompt = casata_message("prompt.install", 1, who); break;
    case ZG_PH_PALACE: scene->prompt = casata_message("prompt.palace", 1, who); break;
    case ZG_PH_WALL: scene->prompt = casata_message("prompt.wall", 1, who); break;
    case ZG_PH_WORKERS:
        scene->prompt =
            casata_message("prompt.workers", 3, who, casata_word(&zg_sections, f->a), casata_number(f->b));
        break;
    case ZG_PH_SEAL: scene->prompt = casata_message("prompt.seal", 1, who); break;
    case ZG_PH_ABILITIES:
        scene->prompt = casata_message("prompt.abilities", 2, who, casata_word(&zg_court, f->a));
        break;
    case ZG_PH_MARKER: scene->prompt = casata_message("prompt.marker", 1, who); break;
    case ZG_PH_CALM:
        scene->prompt = casata_message(f->a ? "prompt.calm_worker" : "prompt.calm", 1, who);
        break;
    case ZG_PH_CARRY: scene->prompt = casata_message("prompt.carry", 1, who); break;
    case ZG_PH_TRANSFER: scene->prompt = casata_message("prompt.transfer", 1, who); break;
    case ZG_PH_OFFICIAL: scene->prompt = casata_message("prompt.official", 1, who); break;
    case ZG_PH_MOVE:
        scene->prompt =
            casata_message(f->b ? "prompt.passing" : "prompt.move", 2, who, unit(ZG_U_POINT, f->a & 15u));
        break;
    case ZG_PH_REWARD: prompt_reward(b, who, f->a); break;
    case ZG_PH_ERECT: scene->prompt = casata_message("prompt.erect", 1, who); break;
    default: scene->prompt = casata_message("prompt.raise", 1, who);
    }
}

/* --- choices ------------------------------------------------------------------------------------------------------ */
static void at_slot(const struct zg_builder *b, struct casata_choice *c, unsigned family, int seat,
                    unsigned offset, const char *rule) {
    c->slot = (int16_t)zg_slot(b, family, seat, offset);
    c->rule = rule;
}

static int16_t card_at(const struct zg_builder *b, int slot, unsigned card) {
    return casata_piece_at(&b->stage, slot, ZG_P_CARD + zg_colour_of(card), CASATA_ANY, CASATA_ANY,
                           (int)card);
}

/* R6: markers, points for those that are missing, unrest. */
static void describe_unify(struct zg_builder *b, struct casata_choice *c, int seat, unsigned card,
                           unsigned r) {
    unsigned n = zg_cards_in(&b->s->p[seat], r), want = zg_constant(b->d, ZG_K_UM_1 + n);
    unsigned left = zg_um1_left(b->d, b->s, zg_colour_of(card)), got = want < left ? want : left;
    at_slot(b, c, ZG_F_CARD, seat, r * ZG_REGION_CARDS + n, "R6.1");
    c->piece = card_at(b, zg_slot(b, ZG_F_HAND, seat, 0), card);
    casata_add_cost(c, unrest(zg_constant(b->d, ZG_K_UNREST_1 + n)));
    casata_add_gain(c, unit(ZG_U_IVORY + zg_colour_of(card), got));
    casata_add_gain(c, unit(ZG_U_VP, (want - got) * zg_constant(b->d, ZG_K_VP_MISSING_UM)));
}

/* Lights the tableau cards of a set (bit region * 3 + place) that unrest does not block (R15.2). In one region the
 * level may be another one by then: where workers were hired or a governor was installed (G24). */
static void light_cards(struct zg_builder *b, struct casata_choice *c, int seat, unsigned mask,
                        unsigned changed, unsigned level) {
    const struct zhanguo_player *p = &b->s->p[seat];
    for (; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask), r = i / ZG_REGION_CARDS;
        if ((r == changed ? level : p->level[r]) >=
            b->d->unrest_tracks[zg_track(b->s, p, r)].ability_block_from)
            continue;
        casata_add_light(c, card_at(b, zg_slot(b, ZG_F_CARD, seat, i), ZG_FLAT(p->tableau)[i]));
    }
}
/* What this card could fire with a court action, by its number (R15.1) and the unrest now. */
static void light_court(struct zg_builder *b, struct casata_choice *c, int seat, unsigned card,
                        unsigned court) {
    unsigned mask = zg_firing(b->d, &b->s->p[seat], court, zg_relation(b->d, b->s, card, court));
    light_cards(b, c, seat, mask, ZG_REGION_COUNT, 0);
}
/* The card lies on the Court already: what waits below the decision where the action is carried out. Told again only
 * where it depends on the region. */
static void light_waiting(struct zg_builder *b, struct casata_choice *c, int seat, unsigned changed,
                          unsigned level) {
    const struct casata_head *h = &b->s->head;
    if (h->depth < 2 || h->frame[h->depth - 2].phase != ZG_PH_ABILITIES) return;
    const struct casata_frame *f = &h->frame[h->depth - 2];
    light_cards(b, c, seat, f->b | (unsigned)f->c << 8, changed, level);
}
static void describe_court(struct zg_builder *b, struct casata_choice *c, int seat, unsigned card,
                           unsigned court) {
    static const char *const rule[ZG_COURT_COUNT] = {
        [ZG_DO_WALL] = "R14.1", [ZG_DO_PALACE] = "R13.1", [ZG_DO_HIRE] = "R12.1",
        [ZG_DO_MOVE] = "R10.1", [ZG_DO_RECRUIT] = "R9.1", [ZG_DO_GOVERNOR] = "R11.1",
    };
    at_slot(b, c, ZG_F_ACTION, -1, court, rule[court]);
    c->piece = card_at(b, zg_slot(b, ZG_F_HAND, seat, 0), card);
    light_court(b, c, seat, card, court);
}

/* Place of the next palace of a region in its family; the last one if all are taken. */
static unsigned palace_space(const struct zg_builder *b, unsigned r) {
    unsigned first = 0, taken = zg_palaces_in(b->s, r), most = zg_palace_spaces(b->d, b->s, r);
    for (unsigned i = 0; i < r; i++) first += zg_palace_spaces(b->d, b->s, i);
    return first + (taken < most ? taken : most - 1);
}
static void describe_palace(struct zg_builder *b, struct casata_choice *c, int seat, unsigned r, bool gift) {
    at_slot(b, c, ZG_F_PALACE, -1, palace_space(b, r), gift ? "R19.6" : "R13.2");
    casata_add_gain(c, unit(ZG_U_VP, zg_tableau_size(&b->s->p[seat]) * zg_constant(b->d, ZG_K_PALACE_VP)));
    if (gift) return;
    casata_add_cost(
        c, unit(ZG_U_WORKER, zg_constant(b->d, ZG_K_PALACE_HERE) + zg_constant(b->d, ZG_K_PALACE_OTHER)));
    casata_add_gain(c, unit(ZG_U_MARKER3, !b->s->um3[0] || !b->s->um3[1] || !b->s->um3[2]));
}

static unsigned officials_on_board(const struct zhanguo_player *p) {
    unsigned n = 0;
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) n += zg_officials_above(p, r) + zg_officials_below(p, r);
    return n;
}
static void describe_install(struct zg_builder *b, struct casata_choice *c, int seat, unsigned r,
                             unsigned stand) {
    const struct zhanguo *s = b->s;
    bool gift = casata_top_of(s)->a;
    at_slot(b, c, ZG_F_BESIDE, -1, r, gift ? "R19.4" : "R11.2");
    for (unsigned i = 0; i < ZG_SQUARES && stand; i++)
        if (!s->square[r][i] && b->d->governor_squares[r * ZG_SQUARES + i].bonus + 1u == stand) {
            c->slot = (int16_t)zg_slot(b, ZG_F_SQUARE, -1, r * ZG_SQUARES + i);
            break;
        }
    for (unsigned i = 0; i < ZG_OFFICIAL_COUNT && !gift; i++) casata_add_cost(c, unit(ZG_U_RED + i, 1));
    if (stand == 1u + ZG_GB_VP) casata_add_gain(c, unit(ZG_U_VP, b->d->governor_bonuses[ZG_GB_VP].amount));
    /* The three that are paid do not move any more (G7). */
    if (stand == 1u + ZG_GB_MOV && officials_on_board(&s->p[seat]) > (gift ? 0u : ZG_OFFICIAL_COUNT))
        casata_add_gain(c, unit(ZG_U_POINT, b->d->governor_bonuses[ZG_GB_MOV].amount));
    light_waiting(b, c, seat, r, 0);
}

/* Tells what the wall would score as things stand: it is the reason for building it. */
static void describe_wall(struct zg_builder *b, struct casata_choice *c, int seat, unsigned section,
                          unsigned lines, bool gift) {
    unsigned at = section * ZG_WALL_SPACES + lines - 1, criterion = b->s->wall_tile[section] - 1u;
    at_slot(b, c, ZG_F_WALL, -1, at, gift ? "R19.5" : "R14.1");
    int worth = zg_wall_worth(b->d, &b->s->p[seat], criterion, lines - 1);
    c->text = casata_message(gift ? "act.raise_of" : "act.wall_of", 4, casata_word(&zg_sections, section),
                             casata_number((int)lines), casata_word(&zg_criteria, criterion),
                             casata_count(&zg_units, ZG_U_VP, worth));
    if (!gift) casata_add_cost(c, unit(ZG_U_WORKER, b->d->wall_spaces[at].workers));
}

/* Tells the level too: between two abilities of a turn it is not where the board last showed it. */
static void describe_calm(struct zg_builder *b, struct casata_choice *c, int seat, unsigned r,
                          unsigned workers) {
    unsigned level = b->s->p[seat].level[r];
    at_slot(b, c, ZG_F_UNREST, seat, b->unrest[seat][r] + level - 1u, "R16.6");
    c->text =
        casata_message("act.calm_of", 3, region(r), casata_number((int)level), casata_number((int)level - 1));
    casata_add_gain(c, unit(ZG_U_WORKER, workers));
}

/* Card and bonus as texts of their own: the action names only the number. */
static void describe_use(struct zg_builder *b, struct casata_choice *c, int seat, unsigned card) {
    unsigned i = 0, bonus = b->d->cards[card - 1].bonus;
    while (ZG_FLAT(b->s->p[seat].tableau)[i] != card) i++;
    at_slot(b, c, ZG_F_CARD, seat, i, "R15.1");
    c->piece = card_at(b, c->slot, card);
    c->text = casata_message("act.use_of", 3, casata_number((int)card), casata_word(&zg_bonuses, bonus),
                             region(i / ZG_REGION_CARDS));
    if (bonus == ZG_B_VP2 || bonus == ZG_B_VP3)
        casata_add_gain(c, unit(ZG_U_VP, b->d->bonuses[bonus].amount));
    if (bonus >= ZG_B_VPC_I && bonus <= ZG_B_VPC_B)
        casata_add_gain(c, unit(ZG_U_VP, zg_tableau_colour(&b->s->p[seat], bonus - ZG_B_VPC_I)));
    if (bonus == ZG_B_WRK) casata_add_gain(c, unit(ZG_U_WORKER, 1));
    if (bonus == ZG_B_MOV2) casata_add_gain(c, unit(ZG_U_POINT, b->d->bonuses[bonus].amount));
    if (bonus >= ZG_B_OFF_R) casata_add_gain(c, unit(ZG_U_RED + bonus - ZG_B_OFF_R, 1));
}

static void describe_hand_card(struct zg_builder *b, struct casata_choice *c, int seat, unsigned card,
                               bool play) {
    at_slot(b, c, ZG_F_HAND, seat, 0, play ? "R5.1" : "R23.1");
    c->piece = card_at(b, c->slot, card);
    for (unsigned court = 0; court < ZG_COURT_COUNT && play; court++)
        if (zg_need_court(b->d, b->s, seat, court) == ZG_FINE) light_court(b, c, seat, card, court);
    c->text = casata_message(
        play ? "act.play_of" : "act.aside_of", 2, casata_number((int)card),
        casata_word(&zg_faces, b->d->cards[card - 1].trigger * ZG_BONUS_COUNT + b->d->cards[card - 1].bonus));
}

/* An official goes from one place of the own board to another. */
static void describe_step(struct zg_builder *b, struct casata_choice *c, int seat, casata_action a) {
    unsigned kind = casata_kind(a), from = casata_b(a), to = casata_c(a);
    bool above = kind == ZG_A_SHIFT || kind == ZG_A_MOVE, below = kind == ZG_A_SHIFT || kind == ZG_A_WALK;
    if (kind == ZG_A_SHIFT || kind == ZG_A_CLIMB) to = from;
    at_slot(b, c, below ? ZG_F_DOWN : ZG_F_UP, seat, to, kind == ZG_A_SHIFT ? "R10.6" : "R10.2");
    c->piece = casata_piece_at(&b->stage, zg_slot(b, above ? ZG_F_UP : ZG_F_DOWN, seat, from), ZG_P_OFFICIAL,
                               CASATA_ANY, (int)casata_a(a), CASATA_ANY);
    if (kind != ZG_A_SHIFT) casata_add_cost(c, unit(ZG_U_POINT, 1));
}

static void describe_hire(struct zg_builder *b, struct casata_choice *c, int seat, unsigned r) {
    unsigned n = zg_officials_below(&b->s->p[seat], r);
    bool each = b->s->head.option[ZG_OPT_UNREST] == ZG_UNREST_PER_WORKER;
    at_slot(b, c, ZG_F_DOWN, seat, r, "R12.1");
    casata_add_gain(c, unit(ZG_U_WORKER, n));
    unsigned rise = each ? n * zg_constant(b->d, ZG_K_UNREST_WORKER) : zg_constant(b->d, ZG_K_HIRE_UNREST);
    casata_add_cost(c, unrest(rise));
    light_waiting(b, c, seat, r, b->s->p[seat].level[r] + rise);
}

static void describe_transfer(struct zg_builder *b, struct casata_choice *c, int seat, casata_action a) {
    int slot = zg_slot(b, ZG_F_BESIDE, -1, casata_a(a));
    for (unsigned i = 0; i < ZG_SQUARES && casata_c(a); i++)
        if (b->s->square[casata_a(a)][i] == seat + 1 &&
            b->d->governor_squares[casata_a(a) * ZG_SQUARES + i].bonus + 1u == casata_c(a))
            slot = zg_slot(b, ZG_F_SQUARE, -1, casata_a(a) * ZG_SQUARES + i);
    at_slot(b, c, ZG_F_BESIDE, -1, casata_b(a), "R17.5");
    for (int i = 0; i < b->stage.scene->n_pieces; i++)
        if (b->stage.scene->piece[i].slot == slot && b->stage.scene->piece[i].seat == seat)
            c->piece = (int16_t)i;
}

static void describe_marker(struct zg_builder *b, struct casata_choice *c, unsigned colour, bool great) {
    at_slot(b, c, ZG_F_SUPPLY, -1, colour, great ? "R13.4" : "R16.1");
    c->piece = casata_piece_at(&b->stage, c->slot, great ? ZG_P_MARKER3 : ZG_P_MARKER, CASATA_ANY, CASATA_ANY,
                               CASATA_ANY);
}

/* The reward itself is in the prompt; here is what can be counted. */
static void describe_accept(struct zg_builder *b, struct casata_choice *c, int seat, unsigned aspect) {
    const struct zhanguo_player *p = &b->s->p[seat];
    unsigned row = (b->s->round - 1u) * ZG_ASPECT_COUNT + aspect, amount = b->d->rewards[row].amount;
    at_slot(b, c, ZG_F_REWARD, -1, aspect * ZG_ROUND_COUNT + b->s->round - 1u, "R18.4");
    casata_add_cost(c, unit(ZG_U_IVORY + aspect, p->um1[aspect]));
    casata_add_cost(c, unit(ZG_U_MARKER3, b->s->um3[aspect] == seat + 1));
    switch (b->d->rewards[row].type) {
    case ZG_RW_OFF_RED: casata_add_gain(c, unit(ZG_U_RED, amount)); break;
    case ZG_RW_OFF_GREY: casata_add_gain(c, unit(ZG_U_GREY, amount)); break;
    case ZG_RW_WORKERS: casata_add_gain(c, unit(ZG_U_WORKER, amount)); break;
    case ZG_RW_PALACE:
        casata_add_gain(c, unit(ZG_U_VP, zg_tableau_size(p) * zg_constant(b->d, ZG_K_PALACE_VP)));
        break;
    default: break; /* chosen afterwards */
    }
}

static void describe(struct zg_builder *b, struct casata_choice *c, int seat) {
    const struct casata_frame *f = casata_top_of(b->s);
    casata_action a = c->action;
    switch (casata_kind(a)) {
    case ZG_A_BOARD:
        at_slot(b, c, ZG_F_OFFER, -1, casata_a(a), "R17.1");
        c->piece = casata_piece_at(&b->stage, c->slot, ZG_P_BOARD, CASATA_ANY, CASATA_ANY, CASATA_ANY);
        c->text = casata_message(
            "act.board_of", 2, casata_word(&zg_boards, casata_a(a)),
            casata_word(&zg_abilities, b->d->player_boards[ZG_BOARD_COUNT + casata_a(a)].ability));
        break;
    case ZG_A_BID: casata_add_cost(c, unit(ZG_U_VP, casata_a(a))), c->rule = "R23.5"; break;
    case ZG_A_PASS:
    case ZG_A_DECLINE:
    case ZG_A_STOP:
        c->rule = f->phase == ZG_PH_REWARD ? "R18.5" : f->phase == ZG_PH_MOVE ? "R10.9" : "G7";
        break;
    case ZG_A_DONE: c->rule = "G27"; break;
    case ZG_A_ASIDE: describe_hand_card(b, c, seat, casata_a(a), false); break;
    case ZG_A_PLAY: describe_hand_card(b, c, seat, casata_a(a), true); break;
    case ZG_A_UNIFY: describe_unify(b, c, seat, f->a, casata_a(a)); break;
    case ZG_A_COURT: describe_court(b, c, seat, f->a, casata_a(a)); break;
    case ZG_A_RECRUIT:
    case ZG_A_OFFICIAL: at_slot(b, c, ZG_F_UP, seat, casata_b(a), "R9.1"); break;
    case ZG_A_HIRE: describe_hire(b, c, seat, casata_a(a)); break;
    case ZG_A_INSTALL: describe_install(b, c, seat, casata_a(a), casata_b(a)); break;
    case ZG_A_PALACE: describe_palace(b, c, seat, casata_a(a), false); break;
    case ZG_A_ERECT: describe_palace(b, c, seat, casata_a(a), true); break;
    case ZG_A_WALL: describe_wall(b, c, seat, casata_a(a), casata_b(a), false); break;
    case ZG_A_RAISE: describe_wall(b, c, seat, casata_a(a), casata_b(a), true); break;
    case ZG_A_WORKERS: c->rule = "R14.2"; break;
    case ZG_A_SEAL: describe_marker(b, c, casata_a(a), true); break;
    case ZG_A_MARKER: describe_marker(b, c, casata_a(a), false); break;
    case ZG_A_USE: describe_use(b, c, seat, casata_a(a)); break;
    case ZG_A_ABILITY: at_slot(b, c, ZG_F_BOARD, seat, 0, "R17.1"); break;
    case ZG_A_CALM: describe_calm(b, c, seat, casata_a(a), f->a); break;
    case ZG_A_CARRY:
        at_slot(b, c, ZG_F_DOWN, seat, casata_b(a), "R16.8");
        c->piece = casata_piece_at(&b->stage, zg_slot(b, ZG_F_DOWN, seat, casata_a(a)), ZG_P_WORKER,
                                   CASATA_ANY, CASATA_ANY, CASATA_ANY);
        break;
    case ZG_A_TRANSFER: describe_transfer(b, c, seat, a); break;
    case ZG_A_ACCEPT: describe_accept(b, c, seat, f->a); break;
    default: describe_step(b, c, seat, a); /* officials on their way */
    }
}

/* --- what is not possible, and why ---------------------------------------------------------------------------------- */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    ZG_REASONS(REASON_ID)};

static void block(struct zg_builder *b, unsigned need, int slot, struct casata_msg text, const char *rule) {
    if (need != ZG_FINE) casata_add_blocked(&b->stage, slot, text, casata_message(reason_id[need], 0), rule);
}
static void block_card(struct zg_builder *b, int seat) {
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++)
        block(b, zg_need_unify(b->d, b->s, seat, r),
              zg_slot(b, ZG_F_CARD, seat,
                      r * ZG_REGION_CARDS + zg_cards_in(&b->s->p[seat], r) % ZG_REGION_CARDS),
              casata_message("act.unify", 1, region(r)), "R6.5");
    for (unsigned court = 0; court < ZG_COURT_COUNT; court++)
        block(b, zg_need_court(b->d, b->s, seat, court), zg_slot(b, ZG_F_ACTION, -1, court),
              casata_message("act.court", 1, casata_word(&zg_court, court)), "R5.3");
}
/* Cards of the court action that lie under the maximum of unrest. */
static void block_abilities(struct zg_builder *b, int seat, const struct casata_frame *f) {
    const struct zhanguo_player *p = &b->s->p[seat];
    unsigned open = f->b | (unsigned)f->c << 8;
    for (; open; open &= open - 1) {
        unsigned i = (unsigned)__builtin_ctz(open), r = i / ZG_REGION_CARDS, card = ZG_FLAT(p->tableau)[i];
        bool blocked = p->level[r] >= b->d->unrest_tracks[zg_track(b->s, p, r)].ability_block_from;
        block(b, blocked ? ZG_BLOCKED : ZG_FINE, zg_slot(b, ZG_F_CARD, seat, i),
              casata_message("act.use_of", 3, casata_number((int)card),
                             casata_word(&zg_bonuses, b->d->cards[card - 1].bonus), region(r)),
              "R15.2");
    }
}
/* G47, G50: what would be possible but for the order in which shifts and points are asked for. */
static void block_late(struct zg_builder *b, int seat) {
    casata_action all[CASATA_MAX_CHOICES];
    struct zhanguo anyhow = *b->s;
    struct casata_frame f = *casata_top_of(b->s);
    if (f.phase == ZG_PH_TURN) f.b = 0;
    if (f.phase == ZG_PH_HIRE) f.a = 0;
    if (f.phase == ZG_PH_ABILITIES) f.d &= 7;
    if (memcmp(&f, casata_top_of(b->s), sizeof f) == 0 && !anyhow.step[0]) return;
    memset(anyhow.step, 0, sizeof anyhow.step);
    int n = zhanguo_rules.phases[f.phase]->legal(b->d, &anyhow, &f, seat, all);
    for (int i = 0, k = 0; i < n; i++) { /* both lists ascend */
        while (k < b->stage.scene->n_choices && b->stage.scene->choice[k].action < all[i]) k++;
        if (k < b->stage.scene->n_choices && b->stage.scene->choice[k].action == all[i]) continue;
        struct casata_choice c = {.action = all[i], .slot = -1, .piece = -1};
        describe_step(b, &c, seat, all[i]);
        block(b, ZG_LATE, c.slot, casata_action_msg(&zhanguo_rules, all[i]), "G50");
    }
}
static void list_blocked(struct zg_builder *b, int seat) {
    const struct casata_frame *f = casata_top_of(b->s);
    if (f->phase == ZG_PH_CARD) block_card(b, seat);
    if (f->phase == ZG_PH_ABILITIES) block_abilities(b, seat, f);
    block_late(b, seat);
    for (unsigned r = 0; r < ZG_REGION_COUNT; r++) {
        if (f->phase == ZG_PH_HIRE)
            block(b, zg_need_hire(b->d, b->s, seat, r, 0), zg_slot(b, ZG_F_DOWN, seat, r),
                  casata_message("act.hire", 1, region(r)), "R12.3");
        if (f->phase == ZG_PH_INSTALL && f->b >> r & 1)
            block(b, zg_need_install(b->d, b->s, seat, r, f->a), zg_slot(b, ZG_F_BESIDE, -1, r),
                  casata_message("act.install_any", 1, region(r)), "R11.1");
        if (f->phase == ZG_PH_PALACE || f->phase == ZG_PH_ERECT)
            block(b, zg_need_palace(b->d, b->s, seat, r, f->phase == ZG_PH_ERECT),
                  zg_slot(b, ZG_F_PALACE, -1, palace_space(b, r)),
                  casata_message("act.palace_any", 1, region(r)), "R13.1");
    }
    for (unsigned i = 0; i < ZG_SECTION_COUNT * ZG_WALL_SPACES; i++)
        if (f->phase == ZG_PH_WALL || f->phase == ZG_PH_RAISE)
            block(b,
                  zg_need_wall(b->d, b->s, seat, i / ZG_WALL_SPACES, i % ZG_WALL_SPACES,
                               f->phase == ZG_PH_RAISE),
                  zg_slot(b, ZG_F_WALL, -1, i),
                  casata_message("act.wall", 2, casata_word(&zg_sections, i / ZG_WALL_SPACES),
                                 casata_number((int)(i % ZG_WALL_SPACES) + 1)),
                  "R14.3");
}

void zg_scene_choices(struct zg_builder *b, int viewer) {
    casata_action legal[CASATA_MAX_CHOICES];
    const struct casata_game g = {&zhanguo_rules, b->d, 0};
    set_prompt(b, viewer);
    if (viewer >= b->s->head.seats || b->stage.scene->seat != viewer) return;
    int n = casata_legal(&g, b->s, viewer, legal);
    for (int i = 0; i < n; i++) {
        struct casata_choice *c = &b->stage.scene->choice[b->stage.scene->n_choices++];
        *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
        describe(b, c, viewer);
    }
    list_blocked(b, viewer);
}
