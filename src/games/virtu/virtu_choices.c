/* virtu_choices.c: the prompt, what each legal action costs and brings, and why others are not possible. Legality
 * itself comes from the phases and the vt_why_not functions. */
#include "games/games.h"
#include "games/virtu/virtu_scene.h"

static const struct casata_frame *top_of(const struct virtu *s) { return &s->head.frame[s->head.depth - 1]; }
static struct casata_arg units(unsigned unit, unsigned n) { return casata_count(&vt_units, unit, (int)n); }

static struct casata_msg message(const char *id, int n, struct casata_arg a, struct casata_arg b,
                                 struct casata_arg c) {
    struct casata_msg m = {.id = id, .n = (uint8_t)n};
    m.arg[0] = a;
    m.arg[1] = b;
    m.arg[2] = c;
    return m;
}
#define NO                casata_number(0)
#define MSG0(id)          message(id, 0, NO, NO, NO)
#define MSG1(id, a)       message(id, 1, a, NO, NO)
#define MSG2(id, a, b)    message(id, 2, a, b, NO)
#define MSG3(id, a, b, c) message(id, 3, a, b, c)

static void cost(struct casata_choice *c, struct casata_arg a) {
    if (a.n && c->n_cost < 3) c->cost[c->n_cost++] = a;
}
static void gain(struct casata_choice *c, struct casata_arg a) {
    if (a.n && c->n_gain < 4) c->gain[c->n_gain++] = a;
}
static unsigned unit_of(unsigned set) /* crown or cross: either symbol */ {
    return set & (set - 1) ? VT_U_SYMBOL : VT_U_FLORIN + vt_lowest(set);
}
static void costs(struct casata_choice *c, struct vt_cost x) {
    for (int i = 0; i < 2; i++)
        if (x.need[i]) cost(c, units(unit_of(x.set[i]), x.need[i]));
    cost(c, units(VT_U_FLORIN, x.florins));
}

/* --- prompt ---------------------------------------------------------------------------------------------------- */
static const char *const prompt_id[VT_PHASE_COUNT] = {
#define PROMPT_ID(id, word) [id] = "prompt." word,
    VT_PHASES(PROMPT_ID)};

static void set_prompt(struct vt_builder *b) {
    const struct virtu *s = b->s;
    struct casata_scene *scene = b->scene;
    if (scene->seat < 0) {
        scene->prompt = MSG0("prompt.over");
        return;
    }
    if (scene->seat == CASATA_CHANCE) {
        scene->prompt = MSG0("prompt.chance");
        return;
    }
    const struct casata_frame *f = top_of(s);
    struct casata_arg who = casata_seat(scene->seat);
    scene->prompt = MSG2(prompt_id[f->phase], who, casata_number(s->year));
    if (f->phase == VT_PH_PAY) scene->prompt = MSG2("prompt.pay", who, units(unit_of(f->a), f->b));
    if (f->phase == VT_PH_TURN) scene->prompt = MSG2("prompt.turn", who, units(VT_U_SYMBOL, f->a));
    if (f->phase == VT_PH_PLACE) scene->prompt = MSG2("prompt.place", who, casata_word(&vt_cards, f->a));
    if (f->phase == VT_PH_RETREAT) scene->prompt = MSG2("prompt.retreat", who, casata_word(&vt_cities, f->a));
    if (f->phase == VT_PH_SIEGE) scene->prompt = MSG2("prompt.siege", who, casata_word(&vt_cities, f->a));
    if (f->phase == VT_PH_DECLARE) { /* what the fight would come to now */
        unsigned city = f[-1].a, attack = s->soldiers[city][f[-1].seat] + f->a;
        unsigned defence = f->d ? s->soldiers[city][f->e - 1] : vt_defence(b->d, s, f[-1].seat, city);
        scene->prompt = MSG2(f->d ? "prompt.battle" : "prompt.declare", who, casata_word(&vt_cities, city));
        scene->prompt.n = 4;
        scene->prompt.arg[2] = casata_number((int)attack);
        scene->prompt.arg[3] = casata_number((int)(defence + (f->e ? f->b : 0u)));
    }
}

/* --- choices --------------------------------------------------------------------------------------------------- */
static int16_t piece_with_face(const struct vt_builder *b, int slot, const struct casata_words *words,
                               unsigned face) {
    for (int i = 0; i < b->scene->n_pieces; i++) {
        const struct casata_piece *p = &b->scene->piece[i];
        if (p->slot == slot && p->face.words == words && p->face.index == face) return (int16_t)i;
    }
    return -1;
}
static void touch_source(const struct vt_builder *b, struct casata_choice *c, int seat, unsigned source) {
    int zone = vt_slot(b, VT_F_ZONE, seat, 0);
    c->slot = (int16_t)zone;
    if (source < VT_S_CITY) {
        c->slot = (int16_t)vt_slot(b, VT_F_COURTIER, seat, source);
        c->piece = piece_with_face(b, c->slot, &vt_cards, b->s->p[seat].courtier[source] - 1u);
        c->text.id = NULL;
    } else if (source < VT_S_TILE)
        c->piece = piece_with_face(b, zone, &vt_cities, source - VT_S_CITY);
    else if (source < VT_S_ALLIANCE)
        c->piece = piece_with_face(b, zone, &vt_tiles, source - VT_S_TILE);
    else if (source < VT_S_INDULGENCE)
        c->slot = (int16_t)vt_slot(b, VT_F_ALLIANCE, -1, 2 * (source - VT_S_ALLIANCE));
    else
        c->slot = (int16_t)vt_slot(b, VT_F_AREA, seat, 0);
}
static struct casata_arg source_arg(const struct vt_builder *b, int seat,
                                    unsigned source) /* a courtier by his name */ {
    if (source < VT_S_CITY && b->s->p[seat].courtier[source])
        return casata_word(&vt_cards, b->s->p[seat].courtier[source] - 1u);
    return casata_word(&vt_sources, source);
}
static void touch_place(const struct vt_builder *b, struct casata_choice *c, unsigned place,
                        const char *in_city, const char *in_chamber) {
    if (place < VT_P_CHAMBER) {
        c->slot = (int16_t)vt_slot(b, VT_F_CITY, -1, place);
        c->text = MSG1(in_city, casata_word(&vt_places, place));
    } else if (place < VT_P_ALLIANCE) {
        unsigned k = place - VT_P_CHAMBER, seat = k / VT_CHAMBER_COUNT, chamber = k % VT_CHAMBER_COUNT;
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, (int)seat, chamber);
        c->text = MSG3(in_chamber, casata_number((int)chamber + 1), casata_seat((int)seat),
                       casata_word(&vt_actions, vt_chamber_action(b->d, b->s, (int)seat, chamber)));
    } else {
        if (place < VT_P_RESERVE)
            c->slot = (int16_t)vt_slot(b, VT_F_ALLIANCE, -1, 2 * (place - VT_P_ALLIANCE));
        c->text = MSG1(in_city, casata_word(&vt_places, place));
    }
}
static void describe_march(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    unsigned from = casata_a(a), to = casata_b(a);
    bool road = casata_kind(a) == VT_A_ROAD;
    c->slot = (int16_t)vt_slot(b, VT_F_CITY, -1, to);
    cost(c, road ? units(VT_U_CAVALRY, 1) : units(VT_U_SHIP, vt_seas_crossed(b->d, from, to)));
    c->rule = road ? "R8.12" : "R8.13";
    if (vt_friendly(b->d, b->s, seat) >> to & 1) return;
    c->text =
        MSG3(road ? "act.road_siege" : "act.sea_siege", casata_word(&vt_cities, from),
             casata_word(&vt_cities, to), casata_number((int)vt_defence(b->d, b->s, seat, to))); /* R8.15 */
}
static void describe_source(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    const struct casata_frame *f = top_of(b->s);
    unsigned source = casata_a(a);
    touch_source(b, c, seat, source);
    if (casata_kind(a) == VT_A_COLLECT) {
        c->text = MSG1("act.collect", source_arg(b, seat, source));
        gain(c, units(VT_U_FLORIN, vt_gives(b->d, b->s, seat, source, 1u << VT_FLORIN)));
        c->rule = "R4.2";
    } else if (casata_kind(a) == VT_A_TURN) {
        c->rule = "R8.1";
    } else if (casata_kind(a) == VT_A_STEP_ARROW) {
        c->rule = "R6.3";
    } else if (casata_kind(a) == VT_A_DECLARE) {
        c->text = MSG2("act.declare", source_arg(b, seat, source), casata_number((int)casata_b(a)));
        c->rule = "R10.4";
    } else {
        unsigned set = f->phase == VT_PH_PAY     ? f->a
                       : f->phase == VT_PH_TRADE ? 1u << VT_SHIP
                                                 : 1u << VT_CROWN | 1u << VT_CROSS;
        c->text = MSG1("act.pay", source_arg(b, seat, source));
        gain(c, units(unit_of(set), vt_gives(b->d, b->s, seat, source, set)));
        c->rule = "R4.3";
    }
}
static void describe_palace(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    const struct virtu_player *p = &b->s->p[seat];
    unsigned chamber;
    switch (casata_kind(a)) {
    case VT_A_SHIFT:
    case VT_A_DISCARD:
        c->slot = (int16_t)vt_slot(b, VT_F_COURTIER, seat, casata_a(a));
        c->text = MSG1(casata_kind(a) == VT_A_SHIFT ? "act.shift_card" : "act.discard_card",
                       casata_word(&vt_cards, p->courtier[casata_a(a)] - 1u));
        c->rule = "R3.10";
        break;
    case VT_A_ENTER:
        chamber = casata_b(a);
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, chamber);
        c->text = MSG3(p->chamber[chamber] ? "act.enter_under" : "act.enter_card",
                       casata_word(&vt_cards, p->courtier[casata_a(a)] - 1u), casata_number((int)chamber + 1),
                       casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, chamber)));
        c->rule = "R12.2";
        break;
    case VT_A_LEAVE:
        chamber = casata_a(a);
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, chamber);
        c->text = MSG3(
            "act.leave_card",
            casata_word(&vt_cards, (casata_b(a) == VT_AS_ACTION ? p->chamber : p->upgrade)[chamber] - 1u),
            casata_number((int)chamber + 1), casata_word(&vt_edges, casata_c(a)));
        c->rule = "R12.2";
        break;
    case VT_A_PLACE:
        c->slot = (int16_t)vt_slot(b, VT_F_COURTIER, seat, casata_a(a) * VT_EDGE_SPACES), c->rule = "R12.6";
        break;
    case VT_A_COURT:
        c->slot = (int16_t)vt_slot(b, VT_F_COURTIER, seat, casata_b(a) * VT_EDGE_SPACES), c->rule = "R2.10";
        break;
    default: /* house cards and the marker */
        chamber = casata_kind(a) == VT_A_MARKER ? casata_a(a) : casata_b(a);
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, chamber);
        c->text = casata_kind(a) == VT_A_MARKER
                      ? MSG2("act.marker_in", casata_number((int)chamber + 1),
                             casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, chamber)))
                      : MSG2(casata_kind(a) == VT_A_ROOM ? "act.room_in" : "act.under_in",
                             casata_word(&vt_cards, casata_a(a)), casata_number((int)chamber + 1));
        c->rule = casata_kind(a) == VT_A_MARKER ? "R6.1" : "R2.10";
    }
}
static void describe_city(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    struct vt_cost x = {0};
    unsigned city = casata_a(a);
    c->slot = (int16_t)vt_slot(b, VT_F_CITY, -1, city);
    switch (casata_kind(a)) {
    case VT_A_ANNEX:
        vt_why_not_annex(b->d, b->s, seat, city, &x);
        costs(c, x);
        gain(c, units(VT_U_CITY, 1));
        c->rule = "R8.8";
        break;
    case VT_A_RECRUIT:
        cost(c, units(VT_U_FLORIN, b->d->cities[city].home == b->s->p[seat].power ? 1 : 3));
        gain(c, units(VT_U_SOLDIER, 1));
        c->rule = "R12.11";
        break;
    case VT_A_SAIL:
        cost(c, units(VT_U_SHIP, vt_seas_crossed(b->d, top_of(b->s)->a, city))), c->rule = "R10.10";
        break;
    case VT_A_SIEGE: c->rule = "R10.1"; break;
    case VT_A_CATHEDRAL: c->rule = "R12.9"; break;
    default: c->rule = "R10.10";
    }
}
static void describe_turn(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    const struct virtu_player *p = &b->s->p[seat];
    switch (casata_kind(a)) {
    case VT_A_STEP_FLORINS: cost(c, units(VT_U_FLORIN, 2)); /* fall through */
    case VT_A_STEP: {
        unsigned next = (p->marker + 1u) % VT_CHAMBER_COUNT;
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, next);
        c->text = MSG1(casata_kind(a) == VT_A_STEP ? "act.step_to" : "act.step_florins_to",
                       casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, next)));
        c->rule = "R6.2";
        break;
    }
    case VT_A_STOP:
        if (top_of(b->s)->phase != VT_PH_MOVE) break;
        c->slot = (int16_t)vt_slot(b, VT_F_CHAMBER, seat, p->marker);
        c->text =
            MSG1("act.stop_at", casata_word(&vt_actions, vt_chamber_action(b->d, b->s, seat, p->marker)));
        c->rule = "R6.6";
        break;
    case VT_A_ABSOLVE:
        cost(c, units(VT_U_FLORIN + casata_a(a), casata_a(a) == VT_CROSS ? b->d->indulgences[0].remove_X
                                                                         : b->d->indulgences[0].remove_C));
        c->rule = "R7.5";
        break;
    case VT_A_INDULGE: gain(c, units(VT_U_FLORIN, b->d->indulgences[0].gain_F)), c->rule = "R7.3"; break;
    case VT_A_USE: gain(c, units(VT_U_FLORIN + casata_b(a), casata_c(a))), c->rule = "R4.5"; break;
    case VT_A_ADVANCE: {
        unsigned space = p->patronage + 1u;
        cost(c, units(VT_U_SYMBOL, b->d->patronage_track[space].cost_CX));
        cost(c, units(VT_U_FLORIN, b->d->patronage_track[space].cost_F));
        c->slot = (int16_t)vt_slot(b, VT_F_PATRONAGE, -1, space);
        c->rule = "R8.3";
        break;
    }
    case VT_A_BONUS:
        c->slot = (int16_t)vt_slot(b, VT_F_BONUSES, -1, 0);
        c->piece = piece_with_face(b, c->slot, &vt_bonuses, casata_a(a));
        c->rule = "R8.4";
        break;
    case VT_A_PAYDAY:
        cost(c, units(VT_U_FLORIN, vt_pay_due(b->d, vt_soldiers_of(b->s, seat)))), c->rule = "R12.1";
        break;
    default: break;
    }
}
static void describe_deal(struct vt_builder *b, struct casata_choice *c, int seat, casata_action a) {
    if (casata_kind(a) == VT_A_BUY) {
        struct virtu_price price = vt_price(b->d, &b->s->p[seat], casata_a(a));
        cost(c, units(VT_U_CROWN, price.cost_C));
        cost(c, units(VT_U_CROSS, price.cost_X));
        cost(c, units(VT_U_FLORIN, price.cost_F));
        c->slot = (int16_t)vt_slot(b, VT_F_MARKET, -1, casata_a(a));
        c->rule = "R12.5";
        return;
    }
    unsigned alliance = casata_a(a);
    c->slot = (int16_t)vt_slot(b, VT_F_ALLIANCE, -1, 2 * alliance);
    c->rule = casata_kind(a) == VT_A_ALLY ? "R13.2" : "R8.1";
    if (casata_kind(a) == VT_A_ALLY) costs(c, vt_ally_cost(b->d, alliance, casata_b(a)));
}
static void describe(struct vt_builder *b, struct casata_choice *c, int seat) {
    casata_action a = c->action;
    switch (casata_kind(a)) {
    case VT_A_COLLECT:
    case VT_A_STEP_ARROW:
    case VT_A_PAY:
    case VT_A_TURN:
    case VT_A_DECLARE: describe_source(b, c, seat, a); break;
    case VT_A_ROAD:
    case VT_A_SEA: describe_march(b, c, seat, a); break;
    case VT_A_REMOVE:
        touch_place(b, c, casata_a(a), "act.remove", "act.remove_chamber"), c->rule = "R8.17";
        break;
    case VT_A_AGENT:
        touch_place(b, c, casata_a(a), "act.agent", "act.agent_chamber"), c->rule = "R8.17";
        break;
    case VT_A_TO: touch_place(b, c, casata_a(a), "act.to", "act.to_chamber"), c->rule = "R8.17"; break;
    case VT_A_ROOM:
    case VT_A_UNDER:
    case VT_A_COURT:
    case VT_A_MARKER:
    case VT_A_SHIFT:
    case VT_A_DISCARD:
    case VT_A_ENTER:
    case VT_A_LEAVE:
    case VT_A_PLACE: describe_palace(b, c, seat, a); break;
    case VT_A_ANNEX:
    case VT_A_SIEGE:
    case VT_A_RETREAT:
    case VT_A_SAIL:
    case VT_A_DISBAND:
    case VT_A_CATHEDRAL:
    case VT_A_RECRUIT: describe_city(b, c, seat, a); break;
    case VT_A_BUY:
    case VT_A_REVIVE:
    case VT_A_ALLY: describe_deal(b, c, seat, a); break;
    case VT_A_INFLUENCE:
        c->slot = (int16_t)vt_slot(b, VT_F_INFLUENCE, -1,
                                   casata_a(a) * VT_INFLUENCE_SPACES + b->s->influence[casata_a(a)]);
        c->rule = "R20.7";
        break;
    default: describe_turn(b, c, seat, a);
    }
}

/* --- what is not possible, and why ------------------------------------------------------------------------------ */
static const char *const reason_id[] = {
#define REASON_ID(id, word) "reason." word,
    VT_REASONS(REASON_ID)};

static bool is_listed(const struct vt_builder *b, casata_action a) {
    for (int i = 0; i < b->scene->n_choices; i++)
        if (b->scene->choice[i].action >> 16 == a >> 16) return true;
    return false;
}
static void block(struct vt_builder *b, int slot, struct casata_msg text, unsigned reason, const char *rule) {
    if (b->scene->n_blocked == CASATA_MAX_BLOCKED) return;
    b->scene->blocked[b->scene->n_blocked++] =
        (struct casata_blocked){.slot = (int16_t)slot,
                                .piece = -1,
                                .text = text,
                                .reason = MSG0(reason_id[reason == VT_CAN ? VT_TOO_DEAR : reason]),
                                .rule = rule};
}
static void list_blocked(struct vt_builder *b, int seat) {
    struct vt_cost x;
    switch (top_of(b->s)->phase) {
    case VT_PH_ANNEX:
        for (unsigned i = 0; i < VT_CITY_COUNT; i++) {
            if (b->s->owner[i] == seat + 1 || !(b->s->board >> i & 1) ||
                is_listed(b, casata_act(VT_A_ANNEX, i, 0, 0)))
                continue;
            block(b, vt_slot(b, VT_F_CITY, -1, i), MSG1("act.annex", casata_word(&vt_cities, i)),
                  vt_why_not_annex(b->d, b->s, seat, i, &x), "R8.8");
        }
        break;
    case VT_PH_BUY:
        for (unsigned i = 0; i < VT_ITEM_COUNT; i++)
            if (!(b->s->basket >> i & 1) && !is_listed(b, casata_act(VT_A_BUY, i, 0, 0)))
                block(b, vt_slot(b, VT_F_MARKET, -1, i), MSG1("act.buy", casata_word(&vt_items, i)),
                      vt_why_not_buy(b->d, b->s, seat, i), "R12.5");
        break;
    case VT_PH_ALLY:
        for (unsigned i = 0; i < VT_ALLIANCE_COUNT; i++)
            if (!is_listed(b, casata_act(VT_A_ALLY, i, 0, 0)))
                block(b, vt_slot(b, VT_F_ALLIANCE, -1, 2 * i),
                      MSG1("act.ally_any", casata_word(&vt_alliances, i)),
                      vt_why_not_ally(b->d, b->s, seat, i), "R13.2");
        break;
    default: break;
    }
}

void vt_scene_choices(struct vt_builder *b, int viewer) {
    casata_action legal[CASATA_MAX_CHOICES];
    set_prompt(b);
    if (b->scene->seat < 0 || viewer != b->scene->seat) return;
    const struct casata_frame *f = top_of(b->s);
    int n = virtu_rules.phases[f->phase]->legal(b->d, b->s, f, viewer, legal);
    for (int i = 0; i < n; i++) {
        struct casata_choice *c = &b->scene->choice[b->scene->n_choices++];
        *c = (struct casata_choice){.action = legal[i], .slot = -1, .piece = -1};
        describe(b, c, viewer);
    }
    list_blocked(b, viewer);
}
