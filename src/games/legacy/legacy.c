/* legacy.c: the rules table of Legacy: first state, the course of generations and rounds, text forms. */
#include "games/legacy/legacy.h"

CASATA_WORDS(leg_parts, "part", LEG_PARTS);
CASATA_WORDS(leg_units, "unit", LEG_UNITS);
CASATA_WORDS(leg_kinds, "kind", LEG_KINDS);
CASATA_WORDS(leg_wheres, "where", LEG_WHERES);
CASATA_WORDS(leg_mission_wheres, "mission_where", LEG_MISSION_WHERES);
CASATA_WORDS(leg_grant_wheres, "grant_where", LEG_GRANT_WHERES);
CASATA_WORDS(leg_hint_wheres, "hint_where", LEG_HINT_WHERES);
CASATA_WORDS(leg_solo_option, "solo", LEG_SOLO_OPTION);
CASATA_WORDS(leg_heads_option, "heads", LEG_HEADS_OPTION);
CASATA_WORDS(leg_reasons, "reason", LEG_REASONS);
#define CARDS(X) X(, "none") LEG_TRAITS(X) LEG_SIDES(X) LEG_FRIENDS(X)
CASATA_WORDS(leg_cards, "card", CARDS);
#define PAWN_CHOICE(X) X(, "own") X(, "extra")
CASATA_WORDS(leg_pawn_choice, "pawn_choice", PAWN_CHOICE);
#define WISHES(X) X(, "any") X(, "son") X(, "daughter")
CASATA_WORDS(leg_wishes, "wish", WISHES);
#define PILES(X) X(, "deck") X(, "shuffled")
static const char *const pile_text[] = {PILES(CASATA_WORD)};
static const struct casata_words piles = {"pile", 2, pile_text};
_Static_assert(LEG_CARD_COUNT == 1 + LEG_TRAIT_COUNT + 2 + LEG_FRIEND_COUNT, "ORDER card");

/* R3, R27.1: the deterministic part. */
static void init(const void *data, void *state) {
    const struct legacy_data *d = data;
    struct legacy *s = state;
    unsigned row = leg_setup_row(s);
    bool testament = leg_testament(s), alone = s->head.seats == 1;
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) /* R3.5, R26.2 */
        if (!alone || (testament ? d->friends[i].testament : d->friends[i].std_solo)) {
            s->at[i] = LEG_DECK;
            s->deck_left++;
        }
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) /* R3.4 */
        if (!alone || (testament ? d->missions[m].testament : d->missions[m].std_solo))
            s->mission[m] = LEG_M_DECK;
    for (unsigned t = 0; t < LEG_TRAIT_COUNT; t++) /* R3.2, R27.1 */
        if (!testament || d->children[t].kind != LEG_KIND_COMPLICATION) s->mixed[t] = d->children[t].count;
    s->back[0] = (uint8_t)leg_constant(d, LEG_K_RESERVE_SONS); /* G6 */
    s->back[1] = (uint8_t)leg_constant(d, LEG_K_RESERVE_DAUGHTERS);
    for (int i = 0; i < LEG_PAWN_COUNT; i++) s->pool[i] = d->pawns[i].count; /* R1.4, R3.12 */
    /* R3.6: the bank is unlimited, so it is not in the state */
    s->mansions = d->setup[row].mansions; /* R3.3, R26.1, G2 */
    s->ventures = d->setup[row].ventures;
    casata_push(s, LEG_PH_GAME, 0);
}

/* R3.1, R5.2: the titles and philanthropy cards of a generation; the rest of the last one goes. */
static void lay_out_grants(const struct legacy_data *d, struct legacy *s) {
    for (unsigned i = 0; i < LEG_TITLE_COUNT; i++) {
        if (s->title[i] == LEG_G_OPEN) s->title[i] = LEG_G_GONE;
        if (d->titles[i].gen == s->gen) s->title[i] = LEG_G_OPEN;
        if (s->phil[i] == LEG_G_OPEN) s->phil[i] = LEG_G_GONE;
        if (d->philanthropy[i].gen == s->gen) s->phil[i] = LEG_G_OPEN;
    }
}

/* R6.1, R4.1 */
static void begin_round(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    s->round++;
    s->head.turn++;
    if (s->round > 1) s->first = (uint8_t)leg_next_living(s, s->first);
    for (int i = 0; i < s->head.seats; i++) {
        s->p[i].passed = 0;
        if (leg_seat_lives(s, i)) s->p[i].own = (uint8_t)leg_constant(d, LEG_K_OWN_PAWNS);
    }
    casata_emit(sink, "event.round", 2, casata_number(s->round), casata_number(s->gen));
}

/* R20.1: income (not in the last round; G9), R20.2, R20.3: pawns come back. */
static void end_round(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    for (int i = 0; i < s->head.seats; i++) {
        struct legacy_player *p = &s->p[i];
        p->own = 0;
        if (!leg_seat_lives(s, i) || s->round == d->generations[LEG_GENERATIONS - 1].last_round) continue;
        int n = p->income;
        if (n < 0 && -n > p->gold) n = -p->gold;
        if (n)
            casata_emit(sink, n > 0 ? "event.income_due" : "event.income_owed", 2, casata_seat(i),
                        casata_count(&leg_units, LEG_U_INCOME, p->income));
        leg_gold(s, i, n, sink);
    }
    for (unsigned i = 0; i < LEG_SPACES; i++) { /* R20.3 */
        if (leg_pawn_is_extra(s, i)) s->pool[leg_colour_of(LEG_DO_TITLE + i)]++;
        s->space[i] = 0;
    }
}

/* G45: the hand goes to the discards, openly; the pawns go back anyway (R21.4). The tree and everything in
 * it stay where they are, out of the game: nothing counts them, nothing comes back. */
static void die_out(struct legacy *s, int seat, struct casata_sink *sink) {
    struct legacy_player *p = &s->p[seat];
    struct leg_set hand = s->hand[seat];
    casata_emit(sink, "event.extinct", 1, casata_seat(seat));
    if (sink && p->held) sink->revealed = true;
    for (int i; (i = leg_set_next(&hand)) >= 0;) leg_discard(s, seat, (unsigned)i, sink);
    p->out = s->gen;
}

/* R21.1 to R21.5, R27.14. R21.1: Prestige; R21.2: children */
static void end_generation(struct legacy *s, struct casata_sink *sink) {
    bool testament = leg_testament(s);
    casata_emit(sink, "event.generation_end", 1, casata_number(s->gen));
    for (int i = 0; i < s->head.seats; i++) {
        struct legacy_player *p = &s->p[i];
        if (!leg_seat_lives(s, i)) continue;
        leg_honour(s, i, LEG_H_PRESTIGE, p->prestige, sink);
        if (!testament) leg_honour(s, i, LEG_H_CHILDREN, p->born, sink);
        for (int c = 0; c < LEG_PAWN_COUNT; c++) { /* R21.4 */
            s->pool[c] = (uint8_t)(s->pool[c] + p->extra[c]);
            p->extra[c] = 0;
        }
        memset(p->mod, 0, sizeof p->mod); /* R21.5 */
        memset(p->cond_mod, 0, sizeof p->cond_mod);
        p->deck_choice = 0;
        if (!testament && !p->born) die_out(s, i, sink); /* R21.3 */
        p->born = 0;
    }
}

/* R5.3, R5.4 a, b: effects that need no decision and meet no other apply at once. */
static void grow_up(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    for (int i = 0; i < s->head.seats; i++) {
        if (s->p[i].complication) s->dropped[LEG_C_COMPLICATION]++;
        s->p[i].complication = 0;
    }
    for (unsigned i = s->adults; i < s->minors; i++) {
        unsigned trait = leg_trait_of(s->card[i]);
        if (trait == LEG_TRAIT_COUNT || d->children[trait].when != LEG_W_ADULT) continue;
        struct legacy_player *p = &s->p[s->owner[i]];
        unsigned a = d->children[trait].a, n = d->children[trait].n;
        bool mod = d->children[trait].eff == LEG_E_GEN_MOD;
        if (!mod && (d->children[trait].eff != LEG_E_GAIN || a != LEG_X_HONOUR)) {
            s->flags[i] |= LEG_PENDING;
            continue;
        }
        casata_emit(sink, "event.grown", 2, casata_seat(s->owner[i]), casata_word(&leg_traits, trait));
        if (mod) /* G31 */
            p->mod[a - LEG_X_FRIENDS_PLUS] = (uint8_t)(p->mod[a - LEG_X_FRIENDS_PLUS] + n);
        else /* G30 */
            leg_honour(s, s->owner[i], LEG_H_EFFECTS, (int)n, sink);
    }
}

/* R4.2: set-up, then generations of rounds. */
enum {
    PART_DISPLAY,
    PART_PATRONS,
    PART_HEADS,
    PART_SIDES,
    PART_FIRST,
    PART_GENERATION,
    PART_PAWNS,
    PART_GRANTS,
    PART_GROW,
    PART_ROUND,
    PART_ACTIONS,
    PART_END_ROUND,
    PART_COUNT
};
/* `part` is the next one, `served` the number of seats done with it. */
#define LEG_GAME_LOCALS(X) X(part) X(served)
CASATA_LOCALS(leg_game, LEG_GAME_LOCALS);
/* A frame for the next seat from `from` on, clockwise; after the last one the next part is due. */
static void each_seat(struct legacy *s, struct leg_game *l, unsigned phase, unsigned from) {
    while (l->served < s->head.seats) {
        unsigned seat = (from + l->served++) % s->head.seats;
        if (!leg_seat_lives(s, (int)seat)) continue;
        casata_push(s, phase, seat);
        return;
    }
    l->served = 0;
    l->part++;
}
static void begin_generation(struct legacy *s, struct casata_sink *sink) {
    s->gen++;
    s->head.turn++;
    if (!leg_testament(s)) { /* R2.2, R5.4 a: the children grow up */
        s->adults = s->minors;
        s->minors = s->nodes;
    }
    casata_emit(sink, "event.generation", 1, casata_number(s->gen));
}
/* R21, R22, G45, R26.4, G46 (alone there is no target): after the last round of a generation; true: the game is over. */
static bool close_generation(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    end_generation(s, sink);
    unsigned living = leg_seats_living(s);
    if (living == 0) casata_emit(sink, s->head.seats > 1 ? "event.nobody_wins" : "event.lost", 0);
    if (living == 0 || (living == 1 && s->head.seats > 1)) return true;
    if (s->gen < LEG_GENERATIONS) return false;
    leg_final_scoring(d, s, sink);
    return true;
}
/* R3.8, G75 */
static void step_heads(struct legacy *s, struct leg_game *l, struct casata_sink *sink) {
    unsigned how = s->head.option[LEG_OPT_HEADS];
    if (how != LEG_HEADS_BY_SEAT) {
        each_seat(s, l, how == LEG_HEADS_CHOSEN ? LEG_PH_HEAD : LEG_PH_HEADS, 0);
        return;
    }
    for (unsigned seat = 0; seat < s->head.seats; seat++) leg_deal_head(s, seat, seat, sink);
    l->part++;
}
static void step_setup(const struct legacy_data *d, struct legacy *s, struct leg_game *l,
                       struct casata_sink *sink) {
    switch (l->part) {
    case PART_DISPLAY:
        l->part++;
        leg_begin_display(d, s, 0);
        break;
    case PART_PATRONS: /* R27.1: none in Testament */
        if (leg_testament(s))
            l->part = PART_SIDES;
        else
            each_seat(s, l, LEG_PH_PATRONS, 0);
        break;
    case PART_HEADS: step_heads(s, l, sink); break;
    case PART_SIDES: each_seat(s, l, LEG_PH_SIDE, 0); break; /* G55: in seat order */
    default:
        l->part++;
        if (s->head.seats > 1) casata_push(s, LEG_PH_FIRST, 0);
    }
}
/* R5.1: not in generation I. G45: if the holder of the first-player card is out, the next player begins. */
static void begin_pawns(struct legacy *s) {
    if (s->gen == 1) return;
    int seat = leg_seat_lives(s, s->first) ? s->first : leg_next_living(s, s->first);
    casata_begin(leg_pawns, s, LEG_PH_PAWNS, (unsigned)seat)->left = (uint8_t)leg_seats_living(s);
}
/* R5.2, then R27.6 or R5.3 */
static void begin_grants(const struct legacy_data *d, struct legacy *s, struct casata_sink *sink) {
    lay_out_grants(d, s);
    if (leg_testament(s))
        casata_begin(leg_hints, s, LEG_PH_HINTS, 0)->left = (uint8_t)leg_constant(d, LEG_K_HINTS_DRAWN);
    else if (s->gen > 1)
        grow_up(d, s, sink);
}
static void finish_round(const struct legacy_data *d, struct legacy *s, struct leg_game *l,
                         struct casata_sink *sink) {
    end_round(d, s, sink);
    l->part = PART_ROUND;
    if (s->round < d->generations[s->gen - 1].last_round) return;
    l->part = PART_GENERATION;
    if (close_generation(d, s, sink)) casata_pop(s);
}
static bool game_step(const void *data, void *state, struct casata_frame *f, struct casata_sink *sink) {
    struct leg_game *l = casata_locals(leg_game, f);
    const struct legacy_data *d = data;
    struct legacy *s = state;
    switch (l->part) {
    case PART_GENERATION:
        l->part++;
        begin_generation(s, sink);
        break;
    case PART_PAWNS:
        l->part++;
        begin_pawns(s);
        break;
    case PART_GRANTS:
        l->part++;
        begin_grants(d, s, sink);
        break;
    case PART_GROW:
        if (s->gen == 1 || leg_testament(s)) /* R27.12: nobody grows up there */
            l->part++;
        else
            each_seat(s, l, LEG_PH_GROW, s->first);
        break;
    case PART_ROUND:
        l->part++;
        begin_round(d, s, sink);
        break;
    case PART_ACTIONS:
        l->part++;
        casata_begin(leg_round, s, LEG_PH_ROUND, 0)->next = s->first;
        break;
    case PART_END_ROUND: finish_round(d, s, l, sink); break;
    default: step_setup(d, s, l, sink);
    }
    return true;
}
/* R3.7, R3.8: before the first generation the game's frame says how far a part is, later ones have not begun. */
static bool is_dealt(const struct legacy *s, const struct leg_game *l) {
    for (unsigned i = 0; !s->gen && !leg_testament(s) && i < s->head.seats; i++) {
        bool patron = l->part > PART_PATRONS || i + 1 < l->served;
        bool head = l->part > PART_HEADS || (l->part == PART_HEADS && i + 1 < l->served);
        if ((s->p[i].patron != 0) != patron || (s->p[i].head != 0) != head) return false;
    }
    return true;
}
/* The frame above is that of the part before the next one, and the state is at that point. */
static bool game_valid(const void *data, const void *state, const struct casata_frame *f) {
    static const uint8_t next_part[LEG_PHASE_COUNT] = {
        [LEG_PH_DEAL] = PART_PATRONS,   [LEG_PH_PATRONS] = PART_PATRONS, [LEG_PH_HEADS] = PART_HEADS,
        [LEG_PH_HEAD] = PART_HEADS,     [LEG_PH_SIDE] = PART_SIDES,      [LEG_PH_FIRST] = PART_GENERATION,
        [LEG_PH_PAWNS] = PART_GRANTS,   [LEG_PH_HINTS] = PART_GROW,      [LEG_PH_GROW] = PART_GROW,
        [LEG_PH_ROUND] = PART_END_ROUND};
    const struct leg_game *l = casata_locals(leg_game, f);
    const struct legacy_data *d = data;
    const struct legacy *s = state;
    if (s->head.depth < 2 || l->served > s->head.seats || !is_dealt(s, l)) return false;
    const struct casata_frame *on = casata_above(f);
    bool start = s->gen && s->round + 1 == d->generations[s->gen - 1].first_round;
    if (l->part != next_part[on->phase]) return false;
    switch (on->phase) {
    case LEG_PH_DEAL: return !s->gen;
    case LEG_PH_PATRONS:
    case LEG_PH_HEADS:
    case LEG_PH_HEAD:
    case LEG_PH_SIDE: return !s->gen && l->served == on->seat + 1;
    case LEG_PH_FIRST: return !s->gen && !l->served;
    case LEG_PH_PAWNS:
    case LEG_PH_HINTS: return start && !l->served;
    case LEG_PH_GROW: return start && l->served;
    default: return s->round && !l->served;
    }
}
const struct casata_phase leg_phase_game = {
    .name = "game",
    .locals = CASATA_LOCAL_NAMES(LEG_GAME_LOCALS),
    .parents = CASATA_BOTTOM,
    .step = game_step,
    .valid = game_valid,
};

static const struct casata_phase *const phases[] = {LEG_PHASES(CASATA_PHASE_ROW)};

#define NUM \
    { CASATA_OPERAND_NUMBER, NULL }
#define WORD(list) \
    { CASATA_OPERAND_WORD, &list }
static const struct casata_action_form forms[LEG_A_COUNT] = {
    /* ORDER kind: the decisions of R28 and chance events (R24) */
    [LEG_A_PATRON] = {"patron", "act.patron", {WORD(leg_patrons)}},
    [LEG_A_HEAD] = {"head", "act.head", {WORD(leg_colours)}},
    [LEG_A_SIDE] = {"side", "act.side", {WORD(leg_sides)}},
    [LEG_A_DRAW] = {"draw", "act.draw", {WORD(leg_friends)}},
    [LEG_A_KEEP] = {"keep", "act.keep", {{0}}},
    [LEG_A_MULLIGAN] = {"mulligan", "act.mulligan", {{0}}},
    [LEG_A_FIRST] = {"first", "act.first", {NUM}},
    [LEG_A_HINT] = {"hint", "act.hint", {WORD(leg_hints)}},
    [LEG_A_RECEIVE] = {"receive", "act.receive", {WORD(leg_pawns)}},
    [LEG_A_GROW] = {"grow", "act.grow", {WORD(leg_traits)}},
    [LEG_A_WED] = {"wed", "act.wed", {NUM}},
    [LEG_A_PASS] = {"pass", "act.pass", {{0}}, CASATA_PASS},
    [LEG_A_DO] = {"do", "act.do", {WORD(leg_actions), WORD(leg_pawn_choice)}},
    [LEG_A_FREE] = {"free", "act.free", {WORD(leg_friends), WORD(leg_actions)}},
    [LEG_A_COMPLETE] = {"complete", "act.complete", {WORD(leg_missions)}},
    [LEG_A_LATER] = {"later", "act.later", {{0}}, CASATA_DONE},
    [LEG_A_FRIEND] = {"friend", "act.friend", {WORD(leg_friends), WORD(leg_actions)}},
    [LEG_A_MARRY] = {"marry", "act.marry", {NUM}},
    [LEG_A_ARRANGE] = {"arrange", "act.arrange", {NUM}},
    [LEG_A_BESIDE] = {"beside", "act.beside", {NUM}},
    [LEG_A_REPLACE] = {"replace", "act.replace", {NUM}},
    [LEG_A_TAKE] = {"take", "act.take", {WORD(leg_friends)}},
    [LEG_A_DECK] = {"deck", "act.deck", {{0}}},
    [LEG_A_DISCARD] = {"discard", "act.discard", {WORD(leg_friends)}},
    [LEG_A_STOP] = {"stop", "act.stop", {{0}}, CASATA_DONE},
    [LEG_A_LEVEL] = {"level", "act.level", {WORD(leg_actions), NUM}},
    [LEG_A_SKIP] = {"skip", "act.skip", {{0}}, CASATA_DONE},
    [LEG_A_COUPLE] = {"couple", "act.couple", {NUM, WORD(leg_wishes)}},
    [LEG_A_CHILD] = {"child", "act.child", {WORD(leg_traits), WORD(piles)}},
    [LEG_A_CHOOSE] = {"choose", "act.choose", {WORD(leg_traits)}},
    [LEG_A_LOSE_CHILD] = {"lose_child", "act.lose_child", {{0}}},
    [LEG_A_LOSE_MOTHER] = {"lose_mother", "act.lose_mother", {{0}}},
    [LEG_A_TITLE] = {"title", "act.title", {WORD(leg_titles)}},
    [LEG_A_PHIL] = {"philanthropy", "act.philanthropy", {WORD(leg_philanthropies)}},
    [LEG_A_UNIT] = {"unit", "act.unit", {NUM}},
    [LEG_A_MISSION] = {"mission", "act.mission", {WORD(leg_missions)}},
    [LEG_A_CHOICE] = {"choice", "act.choice", {WORD(leg_missions)}},
    [LEG_A_RANDOM] = {"random", "act.random", {WORD(leg_friends)}},
    [LEG_A_BUY] = {"buy", "act.buy", {{0}}},
    [LEG_A_ALL] = {"all", "act.all", {{0}}},
};

static const struct casata_game_option options[LEG_OPTION_COUNT] = {
    [LEG_OPT_SOLO] = {"solo", &leg_solo_option, 1, 1},
    [LEG_OPT_HEADS] = {"heads", &leg_heads_option, 0, 0},
};

static const struct casata_bot_sheet bots = {
    .blunders = {.refusals = "pass stop skip decline later",
                 .money = offsetof(struct legacy, p[0].gold),
                 .money_step = sizeof(((struct legacy *)0)->p[0]),
                 .ruin = 0},
    .eval_ns = 330,
    .margin = 2000,
    .noise = {448, 224, 210, 112},
    .n_features = LEG_FEATURES,
    .terms = &leg_terms,
    .features = leg_features,
    .feature_name = leg_feature_name,
    .eval = leg_eval,
};

const struct casata_rules legacy_rules = {
    .id = "legacy",
    .name = "Legacy: The Testament of Duke de Crecy",
    .shelf = 3,
    .rules_version = 2,
    .min_seats = 1,
    .max_seats = LEG_MAX_SEATS,
    .state_size = sizeof(struct legacy),
    .data_size = sizeof(struct legacy_data),
    /* 9 rounds of at most 4 * 2 own pawns, 15 extra pawns and 3 free marriages; a turn draws, takes or discards at
     * most 75 cards and has at most about 30 other steps */
    .max_decisions = 25000,
    .n_options = LEG_OPTION_COUNT,
    .n_phases = LEG_PHASE_COUNT,
    .n_forms = LEG_A_COUNT,
    .n_fields = LEG_FIELD_GROUPS,
    .n_parts = LEG_PART_COUNT,
    .n_families = LEG_FAMILY_COUNT,
    .options = options,
    .phases = phases,
    .forms = forms,
    .fields = leg_fields,
    .families = leg_families,
    .parts = &leg_parts,
    .kinds = &leg_kinds,
    .units = &leg_units,
    .round_event = "event.round",
    .out_event = "event.extinct",
    .bots = &bots,
    .balance = &leg_balance,
    .coach = leg_coach,
    .data = &legacy_builtin,
    .older = legacy_older,
    .init = init,
    .derive = leg_derive,
    .parts_of = leg_parts_of,
    .ranks = leg_ranks,
    .out = leg_out,
    .redact = leg_redact,
    .resample = leg_resample,
    .check = leg_check,
    .scene = leg_scene,
};
