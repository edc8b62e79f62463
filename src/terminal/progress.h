/* progress.h: what somebody has learned in the terminal: the lessons that were finished, and where others were left. Lessons are worth
 * no error: where progress cannot be kept, it is not. Knows no game. */
#ifndef CASATA_PROGRESS_H
#define CASATA_PROGRESS_H

#include "casata/lesson.h"

/* A copy of all of it for the questions below; NULL: there is none. To be freed. */
char *progress_read(void);
bool progress_finished(const char *progress, const char *game, const char *lesson);
/* The lesson is left where it is: finished, at its beginning, or in between. */
void progress_keep(const struct casata_lesson *l);
/* Takes a lesson that has just begun to where it was left; false: it begins at its beginning. */
bool progress_resume(struct casata_lesson *l);

#endif
