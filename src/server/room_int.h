/* room_int.h: shared by room*.c; nobody else includes it. */
#ifndef CASATA_ROOM_INT_H
#define CASATA_ROOM_INT_H

#include "server/must.h"
#include "server/server_int.h"

void room_free(struct room *r);
void room_free_match(struct room *r);              /* with the data of its log */
struct waiting *room_next_waiting(struct room *r); /* takes it off the list; NULL: none */
void room_free_waiting(struct waiting *w);

/* --- room_load.c ------------------------------------------------------------------------------------------- */
void room_give_up(struct room *r, const char *code, const char *message);
void room_read_again(struct room *r); /* after a rest, if somebody still waits for it */

/* --- room_commit.c ----------------------------------------------------------------------------------------- */
void room_commit_snapshot(struct room *r, const char *text, const struct pending *pending);

#endif
