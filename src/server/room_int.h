/* room_int.h: what the files room*.c share; nobody else includes it. */
#ifndef CASATA_ROOM_INT_H
#define CASATA_ROOM_INT_H

#include "server/must.h"
#include "server/server_int.h"

void room_free(struct room *r);
void room_free_match(struct room *r); /* with what belongs to its log */
void room_free_pending(struct pending *p);
struct waiting *room_next_waiting(struct room *r); /* takes it off the list; NULL: none */
void room_free_waiting(struct waiting *w);
void room_proceed(struct room *r);

/* --- room_load.c ------------------------------------------------------------------------------------------- */
void room_load(struct room *r);
void room_give_up(struct room *r, const char *code, const char *message);
void room_rest_unread(struct room *r, const char *why);
void room_read_again(struct room *r); /* after a rest, if somebody still waits for it */

#endif
