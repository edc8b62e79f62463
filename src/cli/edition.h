/* edition.h: editions of a game's figures: the built-in tables as text, and corrected ones read from a folder
 * (docs/data.md). Knows schemas, no game. */
#ifndef CASATA_EDITION_H
#define CASATA_EDITION_H

#include "casata/game.h"
#include "core/csv.h"

enum { EDITION_MAX_FILE = 1 << 20 }; /* bytes of one table */

/* The game `id` with the figures of the tables in `dir`, or in its folder `id`. They stay in memory until exit.
 * False: err names the file, line and column at fault; game is untouched. */
bool edition_load(const char *id, const char *dir, struct casata_game *game, char err[256]);
/* Figures for games from a folder, which holds the tables of one game or a folder per game, named by id ("signorie").
 * Games without tables there keep their built-in figures. False: err has the error. */
bool edition_load_all(const char *dir, struct casata_game *game, int n, char err[256]);

/* Schema and built-in text of every game's tables, ended by schema NULL; made at build time (cmake/registry.cmake). */
struct edition_text {
    const struct casata_schema *schema;
    const struct casata_csv_text *text;
};
extern const struct edition_text edition_texts[];

const struct casata_schema *edition_schema(const char *id); /* NULL: no such game */
/* The text of every table in the order of the schema, ended by file NULL. */
const struct casata_csv_text *edition_builtin(const char *id); /* NULL: no such game */
/* The same for a folder, malloc'ed; the tables are checked and, if data is not NULL, stored there
 * (schema->data_size bytes). NULL: err has the error. */
struct casata_csv_text *edition_read(const struct casata_schema *schema, const char *dir, void *data,
                                     char err[256]);
void edition_free(struct casata_csv_text *text);

#endif
