/* file.h: whole files as text, for every command. Ignores their content. */
#ifndef CASATA_FILE_H
#define CASATA_FILE_H

#include <stddef.h>

/* Replaces the file's content atomically: it is always entirely old or entirely new (even after
 * a crash or on a full disk). NULL, or a sentence that names the file and the reason, valid
 * until the next call in the same thread. */
const char *file_write_atomic(const char *path, const char *text);

/* The whole file as malloc'ed, 0-terminated bytes; *n is their number. NULL: err names the file and the
 * reason (even if it has more than max bytes). */
char *file_read(const char *path, size_t max, size_t *n, char err[256]);

#endif
