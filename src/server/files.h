/* files.h: the built client as served: every file of a folder, read into memory once, with its type, compressed forms
 * and cache lifetime. No request ever reaches the file system. */
#ifndef CASATA_SERVER_FILES_H
#define CASATA_SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ORDER encoding: best first */
enum file_encoding { FILE_BR, FILE_GZIP, FILE_PLAIN, FILE_ENCODINGS };
struct file {
    char *path; /* "/assets/index-a1b2c3d4.js" */
    const char *type;
    uint8_t *body[FILE_ENCODINGS]; /* NULL: no such form */
    size_t size[FILE_ENCODINGS];
    char etag[20];  /* quoted, from the contents */
    bool immutable; /* its name changes with its contents */
};
struct files {
    struct file *file; /* by path, ascending */
    int n;
};

/* NULL after a message in err (size 300). */
struct files *files_open(const char *folder, char err[300]);
void files_free(struct files *f);
/* The file at a path; "/" and the client's own paths ("/table/…", no dot in the last part) give "/index.html". NULL:
 * none. */
const struct file *files_find(const struct files *f, const char *path);
/* The best form that an Accept-Encoding header allows. */
enum file_encoding files_encoding(const struct file *file, const char *accept);

#endif
