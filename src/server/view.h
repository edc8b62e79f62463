/* view.h: the part of a match that one viewer gets. Everything sent of a state or a log is written here, from a state
 * redacted for the viewer and the events visible to the viewer, and nothing else of the truth. Only the record of a
 * finished match (history_record) is the full truth. */
#ifndef CASATA_SERVER_VIEW_H
#define CASATA_SERVER_VIEW_H

#include "casata/match.h"
#include "casata/writer.h"

enum { VIEW_LOG_BYTES = 32 * 1024 }; /* a log message ends with the entry that reaches this size */

/* The fields of `state` and `at` that come from the position: to_act, snapshot, hash, over, and at the end
 * scores and ranks. viewer: a seat or CASATA_SPECTATOR. `truth` is the whole state; resigned: who has resigned by then, as
 * in casata_seat_info, one a seat. */
void view_position(struct casata_writer *w, const struct casata_game *g, const void *truth,
                   const int *resigned, int viewer);

/* One entry of `log`. `before` is the whole state before it and becomes the one after it. ply: the length of
 * the log after it. */
void view_entry(struct casata_writer *w, const struct casata_game *g, void *before,
                const struct casata_entry *entry, int ply, int64_t time, int viewer);

#endif
