/* fiera_schema.c: the form of the tables in data/fiera and how they must agree with each other. Knows the figures, not
 * what the rules do with them. */
#define SCHEMA_DATA struct fiera_data
#include "core/schema.h"
#include "games/fiera/fiera_data.h"

static const struct casata_column wares[] = {
    KEY("ware", fiera_wares, 0, 0, 0, NULL),
    INT(wares, value, 1, 20),
};
static const struct casata_column dice[] = {
    KEY("die", fiera_dice, 0, 0, 0, NULL),
    INT(dice, face_1, 1, 9),
    INT(dice, face_2, 1, 9),
    INT(dice, face_3, 1, 9),
};
static const struct casata_column hands[] = {
    KEY("hand", fiera_hands, 0, 0, 0, NULL),
    INT(hands, wares, 1, 3),
};
static const struct casata_csv_table tables[] = {
    TABLE(wares),
    TABLE(dice),
    TABLE(hands),
};

static const char *check(const void *data) {
    const struct fiera_data *d = data;
    for (unsigned i = 1; i < FIERA_WARE_COUNT; i++)
        if (d->wares[i].value < d->wares[i - 1].value)
            return "wares.csv: a dearer ware must not be worth less than a cheaper one";
    for (unsigned i = 0; i < FIERA_DIE_COUNT; i++)
        if (d->dice[i].face_1 >= d->dice[i].face_2 || d->dice[i].face_2 >= d->dice[i].face_3)
            return "dice.csv: the faces of a die must ascend";
    return NULL;
}

const struct casata_schema fiera_schema = {
    .id = "fiera",
    .data_type = "struct fiera_data",
    .header = "games/fiera/fiera_data.h",
    .n_tables = LEN(tables),
    .data_size = sizeof(struct fiera_data),
    .table = tables,
    .check = check,
};
