/* fiera_check.c: the fields of a position and every invariant. Positions come from outside: it must survive any bytes. */
#include "games/fiera/fiera.h"

#include <string.h>

#define AT(member)        offsetof(struct fiera, member)
#define PLAYER_AT(member) offsetof(struct fiera_player, member)
#define COUNT(list)       (sizeof(list) / sizeof *(list))
static const struct casata_field state_fields[] = {
    {"deck", AT(deck), 2 | CASATA_SET, {0, 0}, {NULL, NULL}, &fiera_wares},
    {"hidden", AT(hidden), 2 | CASATA_SET, {0, 0}, {NULL, NULL}, &fiera_wares},
    {"spent", AT(spent), 2 | CASATA_SET, {0, 0}, {NULL, NULL}, &fiera_wares},
    {"day", AT(day), 1, {0, 0}, {NULL, NULL}, NULL},
    {"purse", AT(purse), 1, {0, 0}, {NULL, NULL}, NULL},
};
static const struct casata_field player_fields[] = {
    {"hand", PLAYER_AT(hand), 2 | CASATA_SET, {0, 0}, {NULL, NULL}, &fiera_wares},
    {"offer", PLAYER_AT(offer), 1, {0, 0}, {NULL, NULL}, NULL},
    {"held", PLAYER_AT(held), 1, {0, 0}, {NULL, NULL}, NULL},
    {"coins", PLAYER_AT(coins), 1, {0, 0}, {NULL, NULL}, NULL},
    {"won", PLAYER_AT(won), 1, {0, 0}, {NULL, NULL}, NULL},
    {"gifts", PLAYER_AT(gifts), 1, {0, 0}, {NULL, NULL}, NULL},
    {"days", PLAYER_AT(days), 1, {0, 0}, {NULL, NULL}, NULL},
};
const struct casata_fields fiera_fields[FIERA_FIELD_GROUPS] = {
    {NULL, 0, 0, COUNT(state_fields), state_fields},
    {"players", AT(p), sizeof(struct fiera_player), COUNT(player_fields), player_fields},
};

static const struct casata_frame *top_of(const struct fiera *s) {
    return s->head.depth ? casata_top_of(s) : NULL;
}

/* R1.1: every ware is in one place. */
static const char *check_wares(const struct fiera *s) {
    const struct casata_frame *top = top_of(s);
    unsigned seen = s->deck | s->spent;
    int wares = fiera_count(s->deck) + fiera_count(s->spent);
    if (s->hidden) return "hidden wares";
    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct fiera_player *p = &s->p[seat];
        bool offers = top && top->phase == FIERA_PH_OFFER && !(top->mask >> seat & 1);
        if (p->held != fiera_count(p->hand)) return "wares held";
        if (p->offer > FIERA_WARE_COUNT || (p->offer != 0) != offers) return "offers";
        seen |= p->hand | (p->offer ? 1u << (p->offer - 1) : 0);
        wares += p->held + (p->offer != 0);
    }
    return seen == (1u << FIERA_WARE_COUNT) - 1 && wares == FIERA_WARE_COUNT ? NULL : "every ware once";
}

/* R5.4: what was won are the wares that are out of the game. */
static const char *check_won(const struct fiera_data *d, const struct fiera *s) {
    unsigned value = 0, won = 0, days = 0;
    for (int ware = 0; ware < FIERA_WARE_COUNT; ware++)
        value += s->spent >> ware & 1 ? d->wares[ware].value : 0;
    for (int seat = 0; seat < s->head.seats; seat++) won += s->p[seat].won, days += s->p[seat].days;
    if (fiera_count(s->spent) != s->day * s->head.seats) return "wares out of the game";
    if (won != value) return "wares won";
    return days == s->day ? NULL : "days won";
}

/* R6.2, R6.4: every prize paid so far was at most a full purse, or a gift of all the coins there are. */
static const char *check_coins(const struct fiera_data *d, const struct fiera *s) {
    const uint8_t die = s->head.option[FIERA_OPTION_DICE];
    const unsigned least = 2u * d->dice[die].face_1, most = 2u * d->dice[die].face_3;
    const struct casata_frame *prize = s->head.depth > 1 ? &s->head.frame[1] : NULL;
    unsigned coins = 0, gifts = 0, paid = s->day;
    if (prize && prize->phase == FIERA_PH_PRIZE && paid) {
        bool open = !casata_locals(fiera_prize, prize)->paid || casata_top_of(s)->phase == FIERA_PH_GIFT;
        paid -= open;
    }
    for (int seat = 0; seat < s->head.seats; seat++) coins += s->p[seat].coins, gifts += s->p[seat].gifts;
    if (coins > most * paid || gifts > 2 * most * (unsigned)fiera_days(d, s) * paid) return "coins and gifts";
    if (s->purse ? s->purse < least || s->purse > most : s->day) return "purse";
    return NULL;
}

/* R5.1: there is a ware for every day to come. */
static const char *check_supply(const struct fiera_data *d, const struct fiera *s) {
    const struct casata_frame *top = top_of(s);
    const int days = fiera_days(d, s), dealt = casata_locals(fiera_fair, &s->head.frame[0])->dealt;
    int deck = fiera_count(s->deck);
    for (int seat = 0; seat < s->head.seats; seat++) {
        int due = seat >= dealt ? days : 0; /* still to be dealt */
        if (top->phase == FIERA_PH_DEAL && top->seat == seat) due += casata_locals(fiera_deal, top)->left;
        deck -= due;
        if (s->p[seat].held + (s->p[seat].offer != 0) + due < days - s->day)
            return "wares for the days to come";
    }
    return deck < 0 ? "wares for the deal" : NULL;
}

const char *fiera_check(const void *data, const void *state) {
    static const struct fiera_player absent;
    const struct fiera_data *d = data;
    const struct fiera *s = state;
    const char *broken;
    for (int seat = s->head.seats; seat < FIERA_MAX_SEATS; seat++)
        if (memcmp(&s->p[seat], &absent, sizeof absent) != 0) return "absent player";
    if (s->day > fiera_days(d, s)) return "days";
    if ((broken = check_wares(s)) || (broken = check_won(d, s)) || (broken = check_coins(d, s)))
        return broken;
    if (s->head.depth == 0) return s->day == fiera_days(d, s) ? NULL : "days played"; /* R7.1 */
    return check_supply(d, s);
}
