/* files.h: the built client as it is served: every file of a folder, read once into memory, with its type,
 * its compressed forms and how long it may be kept. No request ever reaches the file system. */
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
    uint8_t *body[FILE_ENCODINGS]; /* NULL: there is no such form */
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
/* The file of a path; "/" and paths of the client's own ("/table/…", no dot in the last part) are
 * "/index.html". NULL: there is none. */
const struct file *files_find(const struct files *f, const char *path);
/* The best form that an Accept-Encoding header allows. */
enum file_encoding files_encoding(const struct file *file, const char *accept);

#endif
