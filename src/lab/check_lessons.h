/* check_lessons.h: the lessons of the games, played through on every path (docs/lessons.md). */
#ifndef CASATA_CHECK_LESSONS_H
#define CASATA_CHECK_LESSONS_H

/* For one game (id NULL: all), from a file (path NULL: built in), texts of one language (-1: all). Returns the exit
 * status; prints "N passed, N failed" at the end. */
int check_lessons(const char *command, const char *id, const char *data, const char *path, int lang);

#endif
