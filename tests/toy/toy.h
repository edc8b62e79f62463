/* toy.h: a small card game that uses everything the rules interface has: hidden hands, a decision of all
 * seats at once, chance with and without weights, options, nested frames, forced decisions. For tests of the
 * generic machinery only; it must not be registered as a game.
 *
 * Each seat is dealt cards face down. Every round two dice set the stake, all seats bid a card face down, the
 * highest card takes the cards bid and its seat a prize: the stake in coins, a card from the deck, or a gift
 * of its coins to another seat, which is worth double. */
#ifndef TESTS_TOY_H
#define TESTS_TOY_H

#include "casata/rules.h"
#include "casata/scene.h"

enum { TOY_CARDS = 12, TOY_SEATS = 3, TOY_ROUNDS = 3, TOY_FACE_DOWN = 255 };

#define TOY_PHASES(X)     \
    X(TOY_ROUND, "round") \
    X(TOY_DEAL, "deal") X(TOY_ROLL, "roll") X(TOY_BID, "bid") X(TOY_PRIZE, "prize") X(TOY_TARGET, "target")
enum { TOY_PHASES(CASATA_ENUM) TOY_PHASE_COUNT };

/* ORDER toy form */
enum {
    TOY_DO_DEAL = 1,
    TOY_DO_ROLL,
    TOY_DO_BID,
    TOY_DO_TAKE,
    TOY_DO_DRAW,
    TOY_DO_GIVE,
    TOY_DO_TO,
    TOY_FORM_COUNT
};

#define TOY_PARTS(X) X(TOY_WON, "won") X(TOY_COINS, "coins") X(TOY_GIFTS, "gifts")
enum { TOY_PARTS(CASATA_ENUM) TOY_PART_COUNT };

enum { TOY_OPTION_HAND, TOY_OPTION_DICE, TOY_OPTION_COUNT };

struct toy_seat {
    uint16_t hand; /* bit set of the cards that the holder of the state knows of */
    uint8_t bid;   /* card + 1 while bidding, TOY_FACE_DOWN if not known; 0: none */
    uint8_t held;  /* cards in hand */
    uint8_t coins;
    uint8_t won;    /* values of the cards won */
    uint8_t gifts;  /* points for gifts made */
    uint8_t unused; /* 0 */
};
struct toy_state {
    struct casata_head head;
    uint16_t deck;   /* bit set: a deck is a set, its order does not exist */
    uint16_t hidden; /* cards whose place is not known; 0 in the truth */
    uint16_t spent;
    uint8_t round; /* rounds played */
    uint8_t stake; /* 2..6 */
    struct toy_seat seat[TOY_SEATS];
};
struct toy_data {
    uint8_t hand[2];          /* cards dealt to each seat, by option: as many rounds are played */
    uint8_t value[TOY_CARDS]; /* ascending */
};

#define TOY_ROUND_LOCALS(X) X(dealt) X(part)
CASATA_LOCALS(toy_round, TOY_ROUND_LOCALS);
#define TOY_DEAL_LOCALS(X) X(left)
CASATA_LOCALS(toy_deal, TOY_DEAL_LOCALS);
#define TOY_PRIZE_LOCALS(X) X(paid)
CASATA_LOCALS(toy_prize, TOY_PRIZE_LOCALS);
#define TOY_TARGET_LOCALS(X) X(coins)
CASATA_LOCALS(toy_target, TOY_TARGET_LOCALS);

extern const struct casata_rules toy_rules;
extern const struct casata_words toy_kinds;
extern const struct casata_family toy_families[];
/* ORDER toy family */
enum { TOY_FAMILY_HAND, TOY_FAMILY_BID, TOY_FAMILY_DECK, TOY_FAMILY_SPENT, TOY_FAMILY_COUNT };

int toy_deck_size(const struct toy_state *s); /* also where the deck is hidden */
void toy_scene(struct casata_stage *stage);
void toy_describe_bid(const struct casata_stage *stage, const struct casata_frame *f, int seat,
                      struct casata_choice *c);

/* Rules with one fault each, and the property that must find it. */
struct toy_variant {
    const char *name, *property;
    struct casata_rules rules;
    struct casata_phase phase[TOY_PHASE_COUNT];
    const struct casata_phase *phases[TOY_PHASE_COUNT];
    struct casata_action_form forms[TOY_FORM_COUNT];
    struct casata_fields fields[2];
};
/* Fills variant i; false: there are no more. */
bool toy_variant(int i, struct toy_variant *variant);

#endif
