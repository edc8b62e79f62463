/* fiera_data.h: the figures of Fiera, one array of rows for each table in data/fiera. */
#ifndef FIERA_DATA_H
#define FIERA_DATA_H

#include "core/csv.h"
#include "games/fiera/fiera_words.h"

enum { FIERA_FACES = 3 };

struct fiera_data {
    struct {
        uint8_t value; /* points, 1..20, ascending; R1.1 */
    } wares[FIERA_WARE_COUNT];
    struct {
        uint8_t face_1, face_2, face_3; /* coins, 1..9, ascending; R1.2 */
    } dice[FIERA_DIE_COUNT];
    struct {
        uint8_t wares; /* dealt to each player, 1..3: as many days are played; R2.1 */
    } hands[FIERA_HAND_COUNT];
};

extern const struct fiera_data fiera_builtin;   /* made by the generator */
extern const struct casata_older fiera_older[]; /* from data/fiera/editions */
extern const struct casata_schema fiera_schema;

#endif
