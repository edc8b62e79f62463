/* virtu_fight.c: one fight: the strength of war bonuses, both sides declaring them in turn, the outcome of a siege or
 * battle (R10.2 to R10.13). The sieges and their order are in virtu_war.c. */
#include "games/virtu/virtu_scene.h"

/* --- defence ---------------------------------------------------------------------------------------------------- */
/* R10.3, R10.10, R20.10: who may use war bonuses for a city. */
int vt_defender(const struct virtu *s, unsigned city) {
    if (!s->owner[city]) return -1;
    if (s->owner[city] < VT_MAJOR_OWNER) return s->owner[city] - 1;
    return s->friend_of[s->owner[city] - VT_MAJOR_OWNER] - 1;
}
static unsigned defending_soldiers(const struct virtu *s, unsigned city) {
    int defender = vt_defender(s, city);
    return (defender >= 0 ? s->soldiers[defender][city] : 0u) + (s->garrison >> city & 1);
}
/* R10.3, R9.4, R9.5; Star Fort is always on (R10.4, G19). */
unsigned vt_defence(const struct virtu_data *d, const struct virtu *s, int attacker, unsigned city) {
    unsigned n = d->cities[city].value;
    if (s->agent[city] == attacker + 1)
        n--;
    else if (!s->owner[city] && s->agent[city])
        n++;
    int owner = s->owner[city] && s->owner[city] < VT_MAJOR_OWNER ? s->owner[city] - 1 : -1;
    if (owner >= 0 && vt_has(&s->p[owner], VT_B_STAR_FORT))
        n += d->patronage_bonuses[VT_B_STAR_FORT].war_plus;
    return n + defending_soldiers(s, city);
}

/* --- results ---------------------------------------------------------------------------------------------------- */
struct strengths {
    unsigned attack, defence;
};
void vt_lose_soldiers(struct virtu *s, int seat, unsigned city, unsigned n) {
    uint8_t *have = &s->soldiers[seat][city];
    *have = (uint8_t)(*have > n ? *have - n : 0);
    if (!*have) s->p[seat].routed &= ~vt_bit(city);
}
/* The same in a fight, where it is announced. */
static void lose(struct virtu *s, int seat, unsigned city, unsigned n, struct casata_sink *sink) {
    unsigned have = s->soldiers[seat][city], lost = have < n ? have : n;
    vt_lose_soldiers(s, seat, city, n);
    if (lost)
        casata_emit(sink, "event.losses", 3, casata_seat(seat),
                    casata_count(&vt_units, VT_U_SOLDIER, (int)lost), casata_word(&vt_cities, city));
}
static void rout(struct virtu *s, int seat, unsigned city) {
    if (s->soldiers[seat][city]) s->p[seat].routed |= vt_bit(city);
}
static unsigned power_of_city(const struct virtu *s, unsigned city) {
    static const uint8_t major_power[VT_MAJOR_COUNT] = {VT_FLORENCE, VT_VENICE, VT_ROME};
    unsigned owner = s->owner[city];
    return owner < VT_MAJOR_OWNER ? s->p[owner - 1].power : major_power[owner - VT_MAJOR_OWNER];
}
static void take_trophy(struct virtu *s, int seat, unsigned power, struct casata_sink *sink) /* R10.9 */ {
    if (s->p[seat].trophies >> power & 1) return;
    s->p[seat].trophies |= (uint8_t)(1u << power);
    casata_emit(sink, "event.trophy", 2, casata_seat(seat), casata_word(&vt_powers, power));
}
/* R10.6 to R10.9, G21, G47 */
static void settle_siege(const struct virtu_data *d, struct virtu *s, int seat, unsigned city,
                         struct strengths total, struct casata_sink *sink) {
    int defender = vt_defender(s, city);
    unsigned soldiers = defending_soldiers(s, city);
    bool won = total.attack > total.defence;
    casata_emit(sink, won ? "event.siege_won" : "event.siege_lost", 4, casata_seat(seat),
                casata_word(&vt_cities, city), casata_number((int)total.attack),
                casata_number((int)total.defence));
    if (!won) { /* R10.10 */
        lose(s, seat, city, 1, sink);
        rout(s, seat, city);
        return;
    }
    lose(s, seat, city, (total.defence >= 3) + soldiers, sink);
    if (defender >= 0) lose(s, defender, city, 99, sink);
    if (s->garrison >> city & 1) casata_emit(sink, "event.garrison_lost", 1, casata_word(&vt_cities, city));
    s->garrison &= ~vt_bit(city);
    if (s->owner[city]) take_trophy(s, seat, power_of_city(s, city), sink);
    vt_take_city(d, s, seat, city, true, sink);
}
/* R10.11 to R10.13. The siege below goes on if the attacker can. */
static void settle_battle(struct virtu *s, int seat, int rival, unsigned city, struct strengths total,
                          struct casata_sink *sink) {
    unsigned mine = s->soldiers[seat][city], theirs = s->soldiers[rival][city];
    bool draw = total.attack == total.defence, won = total.attack > total.defence;
    int winner = won ? seat : rival, loser = won ? rival : seat;
    unsigned more = won ? total.attack : total.defence, less = won ? total.defence : total.attack;
    unsigned lost = draw ? 1 : won ? theirs : mine;
    casata_emit(sink, draw ? "event.battle_drawn" : "event.battle_won", 5, casata_seat(winner),
                casata_seat(loser), casata_word(&vt_cities, city), casata_number((int)more),
                casata_number((int)less));
    lose(s, loser, city, lost, sink);
    lose(s, winner, city, lost, sink);
    if (draw) rout(s, seat, city), rout(s, rival, city);
    if (s->soldiers[seat][city] && !(s->p[seat].routed >> city & 1))
        casata_locals(vt_siege, casata_top(s))->won_battle = 1;
    else
        casata_pop(s);
}

/* --- war bonuses: their sources (R10.4) ------------------------------------------------------------------------- */
static const uint8_t bonus_sources[] = {
    0, 1, 2, 3, 4, 5, VT_S_TILE + VT_T_CANNONS, VT_S_ALLIANCE + VT_FRANCE, VT_S_LEONARDO, VT_S_TOKEN};
static bool is_courtier(unsigned source) { return source < VT_S_CITY; }

struct bonus {
    unsigned strength; /* 0: it adds nothing */
    unsigned cost;     /* florins: of a courtier for each point of strength, of others for the whole */
};
/* The most that a source can add. A courtier may also add less. */
static struct bonus bonus_of(const struct virtu_data *d, const struct virtu *s, int seat, unsigned source,
                             bool leonardo_used) {
    const struct virtu_player *p = &s->p[seat];
    const struct bonus none = {0, 0};
    if (is_courtier(source)) {
        if (!p->courtier[source] || p->courtier_used >> source & 1) return none;
        const struct virtu_card *card = vt_card(d, p->courtier[source] - 1u);
        return (struct bonus){card->W, card->war_cost};
    }
    switch (source) {
    case VT_S_TILE + VT_T_CANNONS:
        if (!((p->tiles & ~p->tiles_used) >> VT_T_CANNONS & 1)) return none;
        return (struct bonus){d->patronage_bonuses[VT_B_CANNONS].war_plus,
                              d->patronage_bonuses[VT_B_CANNONS].war_cost};
    case VT_S_ALLIANCE + VT_FRANCE:
        return (struct bonus){vt_alliance_ready(s, seat, VT_FRANCE) ? d->alliances[VT_FRANCE].bonus_n : 0u,
                              0};
    case VT_S_LEONARDO:
        if (!vt_has(p, VT_B_LEONARDO) || leonardo_used) return none;
        return (struct bonus){d->patronage_bonuses[VT_B_LEONARDO].war_plus,
                              d->patronage_bonuses[VT_B_LEONARDO].war_cost};
    default: return (struct bonus){p->tokens ? 1 : 0, 0};
    }
}
unsigned vt_war_reach(const struct virtu_data *d, const struct virtu *s, int seat, bool leonardo_used) {
    unsigned purse = vt_purse(s, seat), sum = s->p[seat].tokens, dear = 0;
    for (size_t i = 0; i < sizeof bonus_sources; i++) {
        unsigned source = bonus_sources[i];
        struct bonus bonus = bonus_of(d, s, seat, source, leonardo_used);
        if (!bonus.strength || source == VT_S_TOKEN) continue;
        if (!bonus.cost)
            sum += bonus.strength;
        else if (is_courtier(source) || bonus.strength == 1) /* a florin for each */
            dear += bonus.strength;
        else if (bonus.cost <= purse)
            sum += bonus.strength, purse -= bonus.cost;
    }
    return sum + (dear < purse ? dear : purse);
}

/* --- war bonuses: declared in turn, by each side in any order (R10.5, G19, G20, G55) ---------------------------------
 * attack, defence: strength added by the attacker and by the other side. against: the seat of the other side + 1;
 * 0: nobody defends. */
#define VT_DECLARE_LOCALS(X) X(attack) X(defence) X(passes) X(battle) X(against)
CASATA_LOCALS(vt_declare, VT_DECLARE_LOCALS);

/* `passes` holds the passes in a row (0..1), and who has used Leonardo in this fight. */
enum { PASSES_IN_A_ROW = 3, LEONARDO_OF_ATTACKER = 4, LEONARDO_OF_OTHER = 8, ALL_OF_PASSES = 15 };
static unsigned passes_in_a_row(const struct vt_declare *l) { return l->passes & PASSES_IN_A_ROW; }
static void set_passes_in_a_row(struct vt_declare *l, unsigned n) {
    l->passes = (uint8_t)((l->passes & ~PASSES_IN_A_ROW) | n);
}
/* A fight lies on the siege that it belongs to. */
static int attacker_of(const struct casata_frame *f) { return casata_below(f)->seat; }
static unsigned city_of(const struct casata_frame *f) {
    return casata_locals(vt_siege, casata_below(f))->city;
}
static unsigned leonardo_of(const struct casata_frame *f, int seat) {
    return seat == attacker_of(f) ? LEONARDO_OF_ATTACKER : LEONARDO_OF_OTHER;
}
/* R10.4, R10.12, G23: it serves once in a siege and the battles before it. */
static bool has_used_leonardo(const struct casata_frame *f, int seat) {
    bool before = seat == attacker_of(f) && casata_locals(vt_siege, casata_below(f))->leonardo;
    return before || casata_locals(vt_declare, f)->passes & leonardo_of(f, seat);
}

void vt_begin_fight(struct virtu *s, int seat, bool battle, int against) {
    struct vt_declare *l = casata_begin(vt_declare, s, VT_PH_DECLARE, (unsigned)seat);
    l->battle = battle;
    l->against = (uint8_t)(against + 1);
}
/* R10.2, R10.3: soldiers and bonuses so far. */
static struct strengths strengths_of(const struct virtu_data *d, const struct virtu *s,
                                     const struct casata_frame *f) {
    const struct vt_declare *l = casata_locals(vt_declare, f);
    int attacker = attacker_of(f);
    unsigned city = city_of(f);
    unsigned base = l->battle ? s->soldiers[l->against - 1][city] : vt_defence(d, s, attacker, city);
    return (struct strengths){.attack = s->soldiers[attacker][city] + l->attack,
                              .defence = base + (l->against ? l->defence : 0u)};
}
/* f: the top frame, which ends; it lies on the siege, which ends too unless this was a battle. */
static void settle(const struct virtu_data *d, struct virtu *s, const struct casata_frame *f,
                   struct casata_sink *sink) {
    const struct vt_declare *l = casata_locals(vt_declare, f);
    struct strengths total = strengths_of(d, s, f);
    int attacker = attacker_of(f), other = l->against - 1;
    unsigned city = city_of(f);
    bool battle = l->battle;
    casata_pop(s);
    if (battle) {
        settle_battle(s, attacker, other, city, total, sink);
        return;
    }
    casata_pop(s);
    settle_siege(d, s, attacker, city, total, sink);
}
/* G61: florins for an indulgence, as long as they can pay for a war bonus. */
static bool florins_help(const struct virtu_data *d, const struct virtu *s, const struct casata_frame *f,
                         int seat) {
    if (!vt_may_indulge(d, s, seat)) return false;
    for (size_t i = 0; i < sizeof bonus_sources; i++) {
        struct bonus bonus = bonus_of(d, s, seat, bonus_sources[i], has_used_leonardo(f, seat));
        if (bonus.strength && bonus.cost) return true;
    }
    return false;
}
static int declare_legal(const void *data, const void *state, const struct casata_frame *f, int seat,
                         casata_action *out) {
    const struct virtu_data *d = data;
    const struct virtu *s = state;
    unsigned purse = vt_purse(s, seat);
    int n = 0;
    if (florins_help(d, s, f, seat)) out[n++] = casata_act(VT_A_INDULGE, 0, 0, 0);
    out[n++] = casata_act(VT_A_PASS, 0, 0, 0);
    for (size_t i = 0; i < sizeof bonus_sources; i++) {
        unsigned source = bonus_sources[i];
        struct bonus bonus = bonus_of(d, s, seat, source, has_used_leonardo(f, seat));
        if (!bonus.strength) continue;
        if (!is_courtier(source)) {
            if (bonus.cost <= purse) out[n++] = casata_act(VT_A_DECLARE, source, bonus.strength, 0);
            continue;
        }
        unsigned own = bonus.cost ? vt_card(d, s->p[seat].courtier[source] - 1u)->F : 0;
        for (unsigned k = 1; k <= bonus.strength && k * bonus.cost <= purse - own; k++)
            out[n++] = casata_act(VT_A_DECLARE, source, k, 0);
    }
    return n;
}
static unsigned cost_of(const struct virtu_data *d, const struct virtu *s, int seat, casata_action a) {
    unsigned cost = bonus_of(d, s, seat, casata_a(a), false).cost;
    return is_courtier(casata_a(a)) ? cost * casata_b(a) : cost;
}
/* Against a neutral city nobody answers, so that the order does not matter; that of the payments does, if florins must be
 * collected. */
static bool declare_redundant(const void *data, const void *state, const struct casata_frame *f, int seat,
                              casata_action a) {
    unsigned declared = casata_locals(vt_siege, casata_below(f))->declared;
    const struct virtu *s = state;
    if (casata_locals(vt_declare, f)->against) return false;
    return casata_kind(a) == VT_A_DECLARE && casata_a(a) + 1 < declared &&
           cost_of(data, s, seat, a) <= s->p[seat].florins;
}
static bool declare_forced(const void *data, const void *state, const struct casata_frame *f,
                           casata_action only, struct casata_sink *sink) {
    (void)data, (void)state;
    if (casata_kind(only) != VT_A_PASS) return false;
    casata_emit(sink, "event.pass_forced", 1, casata_seat(f->seat));
    return true;
}
static void use_bonus(const struct virtu_data *d, struct virtu *s, struct casata_frame *f, int seat,
                      unsigned source, struct casata_sink *sink) {
    struct vt_siege *siege = casata_locals(vt_siege, casata_below(f));
    if (source == VT_S_LEONARDO && seat == attacker_of(f))
        siege->leonardo = 1;
    else if (source == VT_S_LEONARDO)
        casata_locals(vt_declare, f)->passes |= LEONARDO_OF_OTHER;
    else if (source == VT_S_TOKEN)
        s->p[seat].tokens--;
    else
        vt_use_source(d, s, seat, source, sink);
    if (!casata_locals(vt_declare, f)->against && source >= siege->declared)
        siege->declared = (uint8_t)(source + 1);
}
static void declare_apply(const void *data, void *state, struct casata_frame *f, int seat, casata_action a,
                          struct casata_sink *sink) {
    struct vt_declare *l = casata_locals(vt_declare, f);
    const struct virtu_data *d = data;
    struct virtu *s = state;
    bool attacker = seat == attacker_of(f);
    if (casata_kind(a) == VT_A_INDULGE) { /* R7.2, G12: no declaration */
        vt_take_florins(d, s, seat, sink);
        return;
    }
    if (l->against) f->seat = (uint8_t)(attacker ? l->against - 1 : attacker_of(f)); /* whose turn is next */
    if (casata_kind(a) == VT_A_PASS) {
        set_passes_in_a_row(l, passes_in_a_row(l) + 1);
        casata_action legal[CASATA_MAX_CHOICES];
        if (sink && declare_legal(data, state, f, seat, legal) > 1) /* or it was told with its reason */
            casata_emit(sink, "event.pass", 1, casata_seat(seat));
        if (!l->against || passes_in_a_row(l) == 2) settle(d, s, f, sink);
        return;
    }
    unsigned source = casata_a(a), strength = casata_b(a);
    unsigned cost = cost_of(d, s, seat, a);
    set_passes_in_a_row(l, 0);
    use_bonus(d, s, f, seat, source, sink);
    if (attacker)
        l->attack = (uint8_t)(l->attack + strength);
    else
        l->defence = (uint8_t)(l->defence + strength);
    casata_emit(sink, "event.declare", 3, casata_seat(seat), vt_source_arg(s, seat, source),
                casata_number((int)strength));
    vt_begin_pay(s, seat, (struct vt_cost){.florins = (uint8_t)cost}, sink);
}
static bool declare_valid(const void *data, const void *state, const struct casata_frame *f) {
    const struct vt_declare *l = casata_locals(vt_declare, f);
    const struct virtu *s = state;
    int attacker = attacker_of(f);
    unsigned city = city_of(f);
    if (l->attack > 60 || l->defence > 60 || l->passes > ALL_OF_PASSES || passes_in_a_row(l) > 1)
        return false;
    int rival = vt_next_rival(data, s, attacker, city), other = rival >= 0 ? rival : vt_defender(s, city);
    if (l->battle != (rival >= 0) || l->against != other + 1) return false;
    if (!l->against) return !passes_in_a_row(l) && f->seat == attacker;
    return f->seat == attacker || f->seat == other;
}

/* The strengths so far, and how much each side can still add. */
static struct casata_msg declare_prompt(const struct casata_scene_builder *build,
                                        const struct casata_frame *f, int seat) {
    const struct vt_declare *l = casata_locals(vt_declare, f);
    const struct virtu_data *d = build->data;
    const struct virtu *s = build->state;
    int attacker = attacker_of(f), other = l->against - 1;
    unsigned city = city_of(f);
    struct strengths now = strengths_of(d, s, f);
    unsigned more = vt_war_reach(d, s, attacker, has_used_leonardo(f, attacker));
    unsigned theirs = other < 0 ? 0 : vt_war_reach(d, s, other, has_used_leonardo(f, other));
    return casata_message(l->battle ? "prompt.battle" : "prompt.declare", 6, casata_seat(seat),
                          casata_word(&vt_cities, city), casata_number((int)now.attack),
                          casata_number((int)now.defence), casata_number((int)more),
                          casata_number((int)theirs));
}
static void declare_describe(const struct casata_scene_builder *build, const struct casata_frame *f, int seat,
                             struct casata_choice *c) {
    unsigned source = casata_a(c->action), strength = casata_b(c->action);
    if (casata_kind(c->action) == VT_A_PASS) {
        c->slot = (int16_t)vt_city_slot(build, city_of(f));
        c->rule = "R10.5";
        return;
    }
    if (casata_kind(c->action) == VT_A_INDULGE) {
        vt_describe_usual(build, c, seat);
        return;
    }
    vt_touch_source(build, c, seat, source);
    casata_add_cost(c, vt_amount(VT_U_FLORIN, cost_of(build->data, build->state, seat, c->action)));
    casata_add_gain(c, vt_amount(VT_U_STRENGTH, strength));
    c->text = casata_message("act.declare", 2, vt_source_arg(build->state, seat, source),
                             casata_number((int)strength));
    c->rule = "R10.4";
}
static void declare_explain(struct casata_scene_builder *build, const struct casata_frame *f, int seat) {
    (void)f;
    vt_explain_courtiers(build, seat, 1u << VT_WAR);
}
static const struct casata_vain declare_vain[] = {
    {VT_F_CITY, "vain.war_bonus", "R10.5"},
    {VT_F_COURTIER, "vain.war_bonus", "R10.5"},
    {VT_F_AREA, "vain.war_bonus", "R10.5"},
    {0},
};
const struct casata_phase vt_phase_declare = {
    .name = "declare",
    .vain = declare_vain,
    .locals = CASATA_LOCAL_NAMES(VT_DECLARE_LOCALS),
    .parents = CASATA_ON(VT_PH_SIEGE),
    .forced = declare_forced,
    .legal = declare_legal,
    .redundant = declare_redundant,
    .apply = declare_apply,
    .valid = declare_valid,
    .prompt = declare_prompt,
    .describe = declare_describe,
    .explain = declare_explain,
    .rank = vt_rank,
};
