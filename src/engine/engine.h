/* engine.h: the protocol of docs/protocol.md as a function from a line to a line. No input or output of its
 * own, so that a fuzzer, a test or another front end can drive it. */
#ifndef CASATA_ENGINE_H
#define CASATA_ENGINE_H

#include "casata/game.h"

enum { ENGINE_MAX_LINE = 1 << 20 }; /* bytes of a request without its newline */
struct engine;
/* Shared by engines that answer one request at a time: the mind, its nets, room for a scene. */
struct engine_tools;

struct engine_tools *engine_tools_new(void); /* NULL: out of memory */
void engine_tools_free(struct engine_tools *tools);
/* games: the games to serve, with their figures (which must outlive the engine). tools: NULL: its own. NULL: out of
 * memory. */
struct engine *engine_new(const struct casata_game *games, int n, struct engine_tools *tools);
void engine_free(struct engine *e);
/* The reply to one request: malloc'ed, one line without the newline. NULL: out of memory. Any n bytes may be
 * given; more than ENGINE_MAX_LINE get the error too_long. */
char *engine_line(struct engine *e, const char *line, size_t n);
/* Goes on with the thought that a request with "later" began, at most n paths into the future. false: it is complete;
 * `thought` has the reply. */
bool engine_think(struct engine *e, uint32_t paths);
/* Bytes for the next request (docs/protocol.md says which requests take them); they stay the caller's. */
void engine_data(struct engine *e, const void *bytes, size_t n);
/* The list of games, as in the reply to `games`. */
struct casata_writer;
void engine_games_json(const struct casata_game *games, int n, struct casata_writer *w);
/* Was `quit` requested? */
bool engine_done(const struct engine *e);

#endif
