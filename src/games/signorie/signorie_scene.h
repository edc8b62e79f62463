/* signorie_scene.h: shared by the two halves of the scene: what lies there, and what may be done. */
#ifndef SIGNORIE_SCENE_H
#define SIGNORIE_SCENE_H

#include "games/signorie/signorie.h"

struct sig_builder {
    const struct signorie_data *d;
    const struct signorie *s;
    struct casata_scene *scene;
    int16_t first[SIG_FAMILY_COUNT]
                 [SIG_MAX_SEATS + 1]; /* first slot of a family on the board of seat - 1; [0]: common */
    uint8_t alike[SIG_K_CLOSED + 1][SIG_MAX_SEATS + 1]; /* pieces of a kind and owner so far */
};
/* Index of a slot: `offset` counts the slots of the family on that board (seat -1: the common one). */
int sig_slot(const struct sig_builder *b, unsigned family, int seat, unsigned offset);
/* Prompt, choices with cost and gain, and what is not possible and why. */
void sig_scene_choices(struct sig_builder *b, int viewer);

#endif
