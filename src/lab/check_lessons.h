/* check_lessons.h: the lessons of the games, played through on every way (docs/lessons.md). */
#ifndef CASATA_CHECK_LESSONS_H
#define CASATA_CHECK_LESSONS_H

/* Of one game (id NULL: of all), from a file (path NULL: built in), texts of one language (-1: of all). The status of the
 * command; prints "N passed, N failed" at the end. */
int check_lessons(const char *command, const char *id, const char *data, const char *path, int lang);

#endif
