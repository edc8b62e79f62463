/* ai.h: opponents. A bot gets a state redacted for its seat and never the truth; it samples the hidden parts
 * with casata_resample. Nothing here allocates, reads a clock or starts a thread: a caller who wants a time
 * limit or several threads lets a mind think in portions. */
#ifndef CASATA_AI_H
#define CASATA_AI_H

#include "casata/game.h"

/* --- the options of a turn, judged ------------------------------------------------------------------------- */
struct casata_net; /* a learned evaluation, below */
struct casata_advice_line {
    casata_action action;
    int32_t value;   /* expected result for the seat against the others, in 1/100 points */
    uint32_t visits; /* by the search; 0 where every option was judged once */
};
struct casata_advice {
    int n; /* all legal actions, best first */
    struct casata_advice_line line[CASATA_MAX_CHOICES];
    uint64_t nodes; /* states evaluated; by a net, each counts for its cost */
};
/* Judges every legal action of `seat` by the evaluation at the end of its turn (net NULL: the hand-written one): the
 * maximum over its own further decisions, the average over chance and over a few samples of the hidden parts. `state`
 * must be redacted for the seat. nodes: about how many states may be evaluated; each option is followed to the end of
 * the turn at least once in any case. A node costs about 1 microsecond; the cost of a net counts in nodes too. n is 0
 * if the seat has nothing to decide. Allocates nothing, needs some 160 KB of stack, and depends only on its arguments. */
void casata_advise(const struct casata_game *g, const struct casata_net *net, const void *state, int seat,
                   uint32_t nodes, struct casata_rng *rng, struct casata_advice *advice);

/* --- a learned evaluation ----------------------------------------------------------------------------------- */
/* NULL if these bytes of a `casata train` file can judge the game with that number of seats: then they are a net;
 * otherwise the fault. */
const char *casata_net_check(const void *bytes, size_t n, const struct casata_rules *rules, int seats);
/* The built-in net for the game and number of seats; NULL: none. */
const struct casata_net *casata_net_find(const struct casata_rules *rules, int seats);

/* --- how a bot thinks -------------------------------------------------------------------------------------- */
struct casata_skill {
    /* Microseconds for a turn, counted in evaluations and not by a clock; its decisions share them, and clear ones
     * take less. 0: no search, only casata_advise over its own turn. */
    uint32_t think;
    uint32_t nodes;    /* for casata_advise, at each decision */
    uint32_t noise;    /* about the standard error added to the value of an option, in 1/100 points */
    uint32_t explore;  /* tuning of the search, in 1/100: exploration constant of PUCT, ... */
    uint32_t temper;   /* ... temperature of the softmax that makes priors of static values, of margin, ... */
    uint32_t squash;   /* ... points at which the squashed margin reaches a half, of margin, ... */
    uint32_t spread;   /* ... uniform share of the prior, ... */
    uint32_t win;      /* ... weight of the win probability against the margin, with a learned evaluation */
    uint32_t hand;     /* 1: the hand-written evaluation, even where there is a net */
    uint32_t alone;    /* 1: `think` is for each decision, not for a turn */
    uint32_t complete; /* 1: the search includes redundant options, for comparison */
};
/* A level, with its noise from the game's sheet; rules NULL: without noise. */
struct casata_skill casata_skill_of(enum casata_level level, const struct casata_rules *rules);
/* "duca", "duca*4" (four times as long), "duca/think=500/explore=80": a level with some of its numbers changed.
 * NULL, or the fault of the text. */
const char *casata_skill_parse(const char *text, const struct casata_rules *rules,
                               struct casata_skill *skill);

/* --- a mind: thinks in portions, keeps its tree within a turn ---------------------------------------------------- */
struct casata_mind;
enum { CASATA_MIND_MIN = 1 << 19, CASATA_MIND_USUAL = 32 << 20 };
/* Makes a mind in the caller's memory, aligned to 16 bytes, at least CASATA_MIND_MIN bytes; with more its tree can
 * grow longer. */
struct casata_mind *casata_mind_on(void *memory, size_t bytes);
/* Memory in which the tree of this skill hardly ever stops growing: CASATA_MIND_USUAL for every level, more for longer
 * thinking, up to 16 times as much. */
size_t casata_mind_size(const struct casata_skill *skill);
/* A net to use instead of the built-in one; NULL: the built-in one. It must outlive the mind. */
void casata_mind_net(struct casata_mind *m, const struct casata_net *net);
/* Begins a decision of `seat`, from a state redacted for it. The tree of the previous decision is reused where this
 * state follows from it by the action decided; equal calls in the same order give equal decisions. false: the seat
 * has nothing to decide. */
bool casata_mind_begin(struct casata_mind *m, const struct casata_game *g, const void *state, int seat,
                       const struct casata_skill *skill, uint64_t seed);
/* Searches on, at most `iterations` more. false: the skill's thinking is used up. The decision does not depend on the
 * size of the portions. */
bool casata_mind_run(struct casata_mind *m, uint32_t iterations);
/* The decision so far; one of the legal actions. */
casata_action casata_mind_best(struct casata_mind *m);
/* Informs the mind that an action other than its own was played, so that it can continue from there. */
void casata_mind_play(struct casata_mind *m, casata_action a);
/* All of it at once: begins, thinks as long as the skill allows and decides. 0: the seat has nothing to decide. */
casata_action casata_decide(struct casata_mind *m, const struct casata_game *g, const void *state, int seat,
                            const struct casata_skill *skill, uint64_t seed);
/* The options as judged so far, best first. */
void casata_mind_advice(const struct casata_mind *m, struct casata_advice *advice);

/* A hint: an option with its expected value and the reasons: the changes of its turn for the seat in the terms of the
 * evaluation, in 1/100 points, the largest first. Gains common to all good options are left out. */
enum { CASATA_HINTS = 3, CASATA_REASONS = 3 };
struct casata_reason {
    uint8_t term; /* in rules->terms */
    int32_t value;
};
struct casata_hint {
    casata_action action;
    int32_t value;   /* as in advice */
    uint32_t visits; /* as in advice */
    int n_reasons;
    struct casata_reason reason[CASATA_REASONS];
};
/* The best options so far, best first; returns how many. */
int casata_mind_hints(struct casata_mind *m, struct casata_hint hint[CASATA_HINTS]);

/* --- several minds for one decision ------------------------------------------------------------------------------
 * Each searches it from a seed of its own, on its own thread or in its own process; one adds up the tallies of the others. */
/* The options that a mind has visited, in no order, each with its mean value and visits. */
void casata_mind_tally(const struct casata_mind *m, struct casata_advice *tally);
/* After thinking: adds a tally of the same decision. */
void casata_mind_add(struct casata_mind *m, const struct casata_advice *tally);
/* Tells the mind how many nodes the others have evaluated: it evaluates that many fewer, but at least half of them all,
 * because separate trees are worth less than a shared one. */
void casata_mind_others(struct casata_mind *m, uint64_t nodes);
int casata_mind_part(const struct casata_mind *m); /* of its thinking that is done, in % */

/* --- looking back ------------------------------------------------------------------------------------------------
 * With everything known: states are the truth. net: NULL for the hand-written evaluation. */
/* The value of a position to each seat: chance to win in 1/10000, margin over the others in 1/100 points. */
void casata_judge(const struct casata_game *g, const struct casata_net *net, const void *state, int32_t *win,
                  int32_t *margin);
/* The gain of each seat by an outcome of the due chance event, against its expectation, in 1/100 points. */
void casata_luck(const struct casata_game *g, const struct casata_net *net, const void *state,
                 casata_action a, struct casata_rng *rng, int32_t *luck);
/* The loss by an action against the best one, after thinking about the decision. */
struct casata_verdict {
    int32_t cost; /* 1/100 points of margin; 0: the action is as good as the best */
    /* The best one; its reasons: its gains over the action by the end of the turn, none if it pays only later. The
     * action itself where nothing is better. */
    struct casata_hint better;
};
/* For a legal action and a level that searches; others know no cost. */
void casata_mind_verdict(struct casata_mind *m, casata_action a, struct casata_verdict *verdict);

/* ORDER grade: the one grading of decisions by cost: 1/4 of the margin that decides a game among equals
 * (bots->margin) is a blunder, 1/10 a mistake. */
#define CASATA_GRADES(X)         \
    X(CASATA_SOUND, "sound")     \
    X(CASATA_MISTAKE, "mistake") \
    X(CASATA_BLUNDER, "blunder")
enum casata_grade { CASATA_GRADES(CASATA_ENUM) CASATA_GRADE_COUNT };
extern const struct casata_words casata_grade_words;
enum casata_grade casata_grade(const struct casata_rules *rules, int32_t cost);

/* --- blunder check ---------------------------------------------------------------------------------------------- */
/* ORDER blunder */
#define CASATA_BLUNDERS(X)                                                                                  \
    X(CASATA_BLUNDER_END, "ends the game with less than is certain")                                        \
    X(CASATA_BLUNDER_PAY, "pays for what another option gives for less")                                    \
    X(CASATA_BLUNDER_PASS, "passes where something that costs nothing is worth half of what decides games") \
    X(CASATA_BLUNDER_RUIN, "ends in ruin")
enum casata_blunder { CASATA_BLUNDERS(CASATA_ENUM) CASATA_BLUNDER_COUNT };
extern const struct casata_words casata_blunder_words;
/* Classifies a decision of a seat, with everything known, and finds the better option; CASATA_BLUNDER_COUNT: no
 * blunder. */
enum casata_blunder casata_blunder_check(const struct casata_game *g, const void *state, int seat,
                                         casata_action played, casata_action *better);
enum casata_blunder casata_blunder_at_end(const struct casata_game *g, const void *state,
                                          int seat); /* of a game */

#endif
