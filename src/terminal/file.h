/* file.h: files as whole texts, for every command. Knows nothing of their content. */
#ifndef CASATA_FILE_H
#define CASATA_FILE_H

#include <stddef.h>

/* Replaces the file by text so that at every moment either the old or the new whole content is there (also
 * after a crash or on a full disk). NULL, or a sentence that names the file and the reason; it stays valid
 * until the next call in the same thread. */
const char *file_write_atomic(const char *path, const char *text);

/* The whole file as malloc'ed, 0-terminated bytes; *n is their number. NULL: err names the file and the
 * reason (also when it has more than max bytes). */
char *file_read(const char *path, size_t max, size_t *n, char err[256]);

#endif
