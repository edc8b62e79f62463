/* progress.h: progress in the lessons at the terminal: the finished ones, and the moves of the unfinished. Failures
 * are ignored: lessons are not worth an error. Knows no game. */
#ifndef CASATA_PROGRESS_H
#define CASATA_PROGRESS_H

#include "casata/lesson.h"

/* A copy of the file for the queries below, to be freed; NULL: none. */
char *progress_read(void);
bool progress_finished(const char *progress, const char *game, const char *lesson);
/* Saves the state of the lesson: finished, at its start, or in between. */
void progress_keep(const struct casata_lesson *l);
/* Takes a fresh lesson to its saved move; false: it starts from the beginning. */
bool progress_resume(struct casata_lesson *l);

#endif
