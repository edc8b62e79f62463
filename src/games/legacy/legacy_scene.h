/* legacy_scene.h: what the files of Legacy's scene share; private to them. */
#ifndef LEGACY_SCENE_H
#define LEGACY_SCENE_H

#include "core/stage.h"
#include "games/legacy/legacy.h"

extern const struct casata_words leg_spaces, leg_market, leg_decks, leg_relations;

struct leg_builder {
    const struct legacy_data *d;
    const struct legacy *s;
    struct casata_stage stage;
    int16_t node[LEG_NODES]; /* slot of each person, -1: none */
};
/* Pieces that can be told apart. */
enum {
    LEG_ID_FRIEND = CASATA_FREE_ID,
    LEG_ID_PERSON = LEG_ID_FRIEND + LEG_PLACES,
    LEG_ID_MANSION = LEG_ID_PERSON + LEG_NODES,
    LEG_ID_VENTURE = LEG_ID_MANSION + LEG_NODES,
    LEG_ID_TITLE = LEG_ID_VENTURE + LEG_NODES,
    LEG_ID_PHIL = LEG_ID_TITLE + LEG_TITLE_COUNT,
    LEG_ID_MISSION = LEG_ID_PHIL + LEG_PHIL_COUNT,
    LEG_ID_HINT = LEG_ID_MISSION + LEG_MISSION_COUNT,
    LEG_ID_PATRON = LEG_ID_HINT + LEG_HINT_COUNT
};
static inline int leg_slot(const struct leg_builder *b, unsigned family, int seat, unsigned offset) {
    return casata_slot_at(&b->stage, family, seat, offset);
}
/* Slot of an action: a space of the main board, or of the seat's own board. */
int leg_slot_of_action(const struct leg_builder *b, unsigned action, int seat);
/* Prompt, choices with cost and gain, and what is not possible. */
void leg_describe(struct leg_builder *b, int viewer);

#endif
