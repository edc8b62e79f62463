/* coach.h: the coach of a person: how often it speaks, and its memory of that. Its advice comes from the game
 * (casata_coach in scene.h) and from the verdicts of a mind (casata_mind_verdict in ai.h). Knows no game. */
#ifndef CASATA_COACH_H
#define CASATA_COACH_H

#include "casata/ai.h"
#include "casata/scene.h"

/* Comments that a person wants besides the standing notes: none, on blunders, on mistakes too. */
#define CASATA_COACH_LEVELS(X)           \
    X(CASATA_COACH_OFF, "off")           \
    X(CASATA_COACH_BLUNDERS, "blunders") \
    X(CASATA_COACH_MISTAKES, "mistakes")
enum casata_coach_level { CASATA_COACH_LEVELS(CASATA_ENUM) CASATA_COACH_LEVEL_COUNT };
extern const struct casata_words casata_coach_level_words;
/* Is a decision of this cost worth a comment? */
bool casata_coach_speaks(enum casata_coach_level level, const struct casata_rules *rules, int32_t cost);

/* Manners: the notes given to one person in one match. All zeros: none yet. */
struct casata_manners {
    struct {
        uint8_t said, kept; /* how often; how often the person did it anyway */
        uint16_t when;      /* turn or round in which it was said last, + 1 */
    } note[CASATA_MAX_NOTES];
};
/* Rows that were given often enough, as a bit set for casata_coach; never a stop that is due every time. */
uint32_t casata_manners_silent(const struct casata_manners *m, const struct casata_game *g,
                               const void *state);
void casata_manners_said(struct casata_manners *m, const struct casata_game *g, const void *state,
                         const struct casata_note *note);
/* The person did it anyway. */
void casata_manners_kept(struct casata_manners *m, unsigned row);
/* As a line of text, to be stored: "over:1:0:3 pass:2:1:5". */
void casata_manners_write(const struct casata_manners *m, const struct casata_rules *rules,
                          struct casata_writer *w);
/* Notes missing from the text count as never said; notes that no longer exist are ignored. */
void casata_manners_read(struct casata_manners *m, const struct casata_rules *rules, const char *text);

#endif
