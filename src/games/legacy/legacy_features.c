/* legacy_features.c: named numbers of a position from the view of a seat, for learning. Decides nothing. */
#include "games/legacy/legacy_eval.h"

/* Of the table; of the seat's own secrets; of each seat from the own one on, clockwise; of the own evaluation. Words of
 * the vocabularies keep their names. */
#define NUMBERS(X)        \
    X("seats")            \
    X("testament")        \
    X("gen")              \
    X("round")            \
    X("pawns_left")       \
    X("first_is_me")      \
    X("mansions")         \
    X("ventures")         \
    X("friend_deck")      \
    X("friend_discards")  \
    X("display")          \
    X("display_women")    \
    X("display_prestige") \
    X("display_income")   \
    X("sons_left")        \
    X("daughters_left")   \
    X("complications_left") X("missions_left") X("hints_open") X("hints_done")
#define OWN(X)        \
    X("hand_women")   \
    X("hand_matches") \
    X("hand_cost")    \
    X("hand_dowry")   \
    X("hand_income")  \
    X("hand_cards")   \
    X("hand_prestige") X("main_goal_sixteenths") X("minor_goals")
#define SEAT(X)            \
    X("honour")            \
    X("projected")         \
    X("prestige")          \
    X("income")            \
    X("gold")              \
    X("cards")             \
    X("own_pawns")         \
    X("passed")            \
    X("out")               \
    X("complication")      \
    X("under_patron")      \
    X("born")              \
    X("deck_choice")       \
    X("conditional")       \
    X("titles")            \
    X("mansions")          \
    X("ventures")          \
    X("works")             \
    X("nations")           \
    X("unmarried_men")     \
    X("unmarried_women")   \
    X("couples")           \
    X("couples_room")      \
    X("widowed")           \
    X("sons")              \
    X("daughters")         \
    X("promised")          \
    X("promised_prestige") \
    X("promised_income")   \
    X("big_couples")       \
    X("missions_held")     \
    X("missions_sixteenths") X("missions_done")
#define NAME(name)  name,
#define COUNT(name) +1
enum {
    N_NUMBERS = 0 NUMBERS(COUNT),
    FIRST_SPACES = N_NUMBERS,
    FIRST_GRANTS = FIRST_SPACES + LEG_SPACES,
    FIRST_DISPLAY = FIRST_GRANTS + 6,
    FIRST_OWN = FIRST_DISPLAY + LEG_PROF_COUNT,
    FIRST_PATRONS = FIRST_OWN + (0 OWN(COUNT)),
    FIRST_HELD = FIRST_PATRONS + LEG_PATRON_COUNT,
    FIRST_HAND_PROFS = FIRST_HELD + LEG_MISSION_COUNT,
    FIRST_HAND_NATIONS = FIRST_HAND_PROFS + LEG_PROF_COUNT,
    FIRST_SEATS = FIRST_HAND_NATIONS + LEG_NATION_COUNT,
    N_SEAT = (0 SEAT(COUNT)) + LEG_PAWN_COUNT + LEG_MOD_COUNT + LEG_PROF_COUNT + LEG_NATION_COUNT,
    FIRST_TERMS = FIRST_SEATS + LEG_MAX_SEATS * N_SEAT,
    N_ALL = FIRST_TERMS + LEG_WORTH_COUNT
};
_Static_assert((int)N_ALL == (int)LEG_FEATURES, "features");

/* ORDER feature */
#define NAMED(prefix, id, word) prefix word,
#define HELD(id, word)          NAMED("held ", id, word)
#define PATRON(id, word)        NAMED("patron ", id, word)
#define HAND(id, word)          NAMED("hand ", id, word)
#define OPEN(id, word)          NAMED("display ", id, word)
#define SPACES(X)               X("title") X("midwife") X("mansion") X("venture") X("mission") X("philanthropy")
#define TAKEN(word)             "taken " word,
#define SEAT_WORDS(who)                                                                      \
    who "pawn yellow", who "pawn green", who "pawn orange", who "pawn red", who "pawn blue", \
        who "friends_plus", who "loan_plus", who "mansion_less", who "midwife_less", who "phil_less"
#define ME(name)                               "me " name,
#define NEXT(name)                             "next " name,
#define SECOND(name)                           "second " name,
#define THIRD(name)                            "third " name,
#define ME_WORD(id, word)                      "me " word,
#define NEXT_WORD(id, word)                    "next " word,
#define SECOND_WORD(id, word)                  "second " word,
#define THIRD_WORD(id, word)                   "third " word,
#define TERM(id, text, k0, k1, k2, k3, k4, k5) "term " text,
static const char *const name[LEG_FEATURES] = {
    NUMBERS(NAME) SPACES(TAKEN) "title 1 open",
    "title 2 open",
    "title 3 open",
    "philanthropy 1 open",
    "philanthropy 2 open",
    "philanthropy 3 open",
    LEG_PROFS(OPEN) OWN(NAME) LEG_PATRONS(PATRON) LEG_MISSIONS(HELD) LEG_PROFS(HAND) LEG_NATIONS(HAND)
        SEAT(ME) SEAT_WORDS("me "),
    LEG_PROFS(ME_WORD) LEG_NATIONS(ME_WORD) SEAT(NEXT) SEAT_WORDS("next "),
    LEG_PROFS(NEXT_WORD) LEG_NATIONS(NEXT_WORD) SEAT(SECOND) SEAT_WORDS("second "),
    LEG_PROFS(SECOND_WORD) LEG_NATIONS(SECOND_WORD) SEAT(THIRD) SEAT_WORDS("third "),
    LEG_PROFS(THIRD_WORD) LEG_NATIONS(THIRD_WORD) LEG_WORTHS(TERM)};

const char *leg_feature_name(int i) { return name[i]; }

static int16_t *put(int16_t *out, int n) {
    *out = (int16_t)n;
    return out + 1;
}
static unsigned members(unsigned set) {
    unsigned n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

/* --- the table ----------------------------------------------------------------------------------------------------- */
static int16_t *put_numbers(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *out) {
    struct leg_set display = s->display;
    int discards = 0, women = 0, prestige = 0, income = 0, open = 0, done = 0;
    unsigned last = d->generations[LEG_GENERATIONS - 1].last_round, own = leg_constant(d, LEG_K_OWN_PAWNS);
    for (unsigned i = 0; i < LEG_FRIEND_COUNT; i++) discards += s->at[i] == LEG_DISCARD;
    for (int i; (i = leg_set_next(&display)) >= 0;) {
        women += d->friends[i].sex == LEG_SEX_WOMAN;
        prestige += leg_signed(d->friends[i].prestige);
        income += d->friends[i].income;
    }
    for (unsigned i = 0; i < LEG_HINT_COUNT; i++) {
        open += s->hint[i] == LEG_HINT_OPEN;
        done += s->hint[i] == LEG_HINT_DONE;
    }
    out = put(put(put(put(out, s->head.seats), leg_testament(s)), s->gen), s->round);
    out = put(out, (int)(s->p[seat].own + own * (s->round ? last - s->round : last)));
    out = put(put(put(out, s->first == seat), s->mansions), s->ventures);
    out = put(put(put(put(out, s->deck_left), discards), s->display_n), women);
    out = put(put(out, prestige), income);
    for (unsigned kind = 0; kind < 3; kind++) out = put(out, (int)leg_child_cards(s, kind));
    return put(put(put(out, (int)leg_missions_left(s)), open), done);
}
static int16_t *put_table(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *out) {
    struct leg_set display = s->display;
    int prof[LEG_PROF_COUNT] = {0};
    out = put_numbers(d, s, seat, out);
    for (unsigned i = 0; i < LEG_SPACES; i++) out = put(out, s->space[i] != 0);
    unsigned first = s->gen ? s->gen * 3u - 3 : 0; /* three a generation */
    for (unsigned i = first; i < first + 3; i++) out = put(out, s->title[i] == LEG_G_OPEN);
    for (unsigned i = first; i < first + 3; i++) out = put(out, s->phil[i] == LEG_G_OPEN);
    for (int i; (i = leg_set_next(&display)) >= 0;) prof[d->friends[i].profession]++;
    for (unsigned i = 0; i < LEG_PROF_COUNT; i++) out = put(out, prof[i]);
    return out;
}

/* --- the own hand and patron --------------------------------------------------------------------------------------- */
static int16_t *put_own(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *out) {
    struct leg_set hand = s->hand[seat];
    struct leg_look look = leg_look(d, s, seat);
    int prof[LEG_PROF_COUNT] = {0}, nation[LEG_NATION_COUNT] = {0}, main = 0, minor = 0, part = 0;
    int women = 0, matches = 0, cost = 0, dowry = 0, income = 0, cards = 0, prestige = 0;
    for (int i; (i = leg_set_next(&hand)) >= 0;) {
        int gold = leg_signed(d->friends[i].gold);
        women += d->friends[i].sex == LEG_SEX_WOMAN;
        matches += leg_need_friend(d, LEG_DO_MARRY, (unsigned)i, &look) == LEG_FINE;
        cost += gold < 0 ? -gold : 0;
        dowry += gold > 0 ? gold : 0;
        income += d->friends[i].income;
        cards += d->friends[i].cards;
        prestige += leg_signed(d->friends[i].prestige);
        prof[d->friends[i].profession]++;
        nation[d->friends[i].nationality]++;
    }
    if (s->p[seat].patron) {
        leg_patron_points(d, s, seat, &main, &minor);
        part = (int)leg_goal_progress(d, s, seat, (s->p[seat].patron - 1u) * LEG_GOALS_EACH);
    }
    out = put(put(put(put(out, women), matches), cost), dowry);
    out = put(put(put(put(put(out, income), cards), prestige), part), minor);
    for (unsigned i = 0; i < LEG_PATRON_COUNT; i++) out = put(out, s->p[seat].patron == i + 1);
    for (unsigned m = 0; m < LEG_MISSION_COUNT; m++) out = put(out, s->held[seat] >> m & 1);
    for (unsigned i = 0; i < LEG_PROF_COUNT; i++) out = put(out, prof[i]);
    for (unsigned i = 0; i < LEG_NATION_COUNT; i++) out = put(out, nation[i]);
    return out;
}

/* --- a seat -------------------------------------------------------------------------------------------------------- */
static int16_t *put_family(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *out) {
    struct leg_set adults = leg_adults(s, seat), minors = leg_minors(s, seat);
    unsigned most = leg_constant(d, LEG_K_MOST_CHILDREN);
    int single[2] = {0}, kid[2] = {0}, couples = 0, room = 0, widowed = 0, promised = 0, prestige = 0,
        income = 0;
    for (int i; (i = leg_set_next(&adults)) >= 0;) {
        single[leg_sex(d, s, (unsigned)i)] += !s->spouse[i];
        couples += leg_is_couple(s, (unsigned)i);
        room += leg_is_couple(s, (unsigned)i) && s->kids[i] < most;
        widowed += (s->flags[i] & LEG_DEAD) != 0;
    }
    for (int i; (i = leg_set_next(&minors)) >= 0;) {
        kid[leg_sex(d, s, (unsigned)i)]++;
        if (!s->spouse[i]) continue;
        promised++;
        prestige += leg_signed(d->friends[s->spouse[i] - 1].prestige);
        income += d->friends[s->spouse[i] - 1].income;
    }
    out = put(put(put(put(put(out, single[0]), single[1]), couples), room), widowed);
    out = put(put(put(put(put(out, kid[0]), kid[1]), promised), prestige), income);
    return put(out, (int)leg_big_couples(d, s, seat));
}
static int16_t *put_seat(const struct legacy_data *d, const struct legacy *s, int seat, int16_t *out) {
    const struct legacy_player *p = &s->p[seat];
    int32_t part[LEG_PART_COUNT], projected = 0, sixteenths = 0;
    leg_parts_of(d, s, seat, true, part);
    for (int i = 0; i < LEG_PART_COUNT; i++) projected += part[i];
    for (unsigned left = s->held[seat]; left; left &= left - 1)
        sixteenths += (int32_t)leg_mission_progress(d, s, seat, (unsigned)__builtin_ctz(left));
    out = put(put(put(put(out, leg_honour_of(p)), projected), p->prestige), p->income);
    out = put(put(put(put(put(out, p->gold), p->held), p->own), p->passed), p->out);
    out = put(put(put(put(out, p->complication), p->under), p->born), p->deck_choice);
    out = put(out, p->cond_mod[0] != 0);
    for (unsigned i = 0; i < LEG_ASSET_COUNT; i++) out = put(out, (int)leg_owned(s, seat, i));
    out = put(out, (int)leg_nations_of(p));
    out = put_family(d, s, seat, out);
    out = put(put(put(out, (int)members(s->held[seat])), sixteenths), (int)members(s->done[seat]));
    for (unsigned i = 0; i < LEG_PAWN_COUNT; i++) out = put(out, p->extra[i]);
    for (unsigned i = 0; i < LEG_MOD_COUNT; i++) out = put(out, p->mod[i]);
    for (unsigned i = 0; i < LEG_PROF_COUNT; i++) out = put(out, p->prof[i]);
    for (unsigned i = 0; i < LEG_NATION_COUNT; i++) out = put(out, p->nation[i]);
    return out;
}

void leg_features(const void *data, const void *state, int seat, int16_t *out) {
    const struct legacy *s = state;
    unsigned left;
    memset(out, 0, LEG_FEATURES * sizeof *out);
    int16_t *at = put_own(data, s, seat, put_table(data, s, seat, out));
    for (int i = 0; i < s->head.seats; i++) at = put_seat(data, s, (seat + i) % s->head.seats, at);
    leg_amounts(data, s, seat, out + FIRST_TERMS, &left);
}
