/* registry.c: which games there are. */
#include "casata/game.h"
#include "games/games.h"

#include <string.h>

const struct casata_rules *const casata_all_rules[] = {
    &signorie_rules, &zhanguo_rules, &legacy_rules, &virtu_rules, NULL,
};

struct casata_game casata_edition(const struct casata_rules *rules, const void *data) {
    return (struct casata_game){rules, data, casata_hash_bytes(data, rules->data_size, 0)};
}

bool casata_find(const char *id, struct casata_game *game) {
    for (int i = 0; casata_all_rules[i]; i++)
        if (strcmp(casata_all_rules[i]->id, id) == 0) {
            *game = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
            return true;
        }
    return false;
}
