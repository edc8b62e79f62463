/* files.c: reads the built client into memory and finds its files (files.h). Knows no HTTP library. */
#define _GNU_SOURCE
#include "server/files.h"

#include "casata/game.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 4096, MAX_BYTES = 64 << 20, MAX_DEPTH = 8 };

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".wasm", "application/wasm"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".wav", "audio/wav"},
};

static const char *const encoding_ending[FILE_ENCODINGS] = {".br", ".gz", ""}; /* ORDER encoding */
static const char *const encoding_name[FILE_ENCODINGS] = {"br", "gzip", ""};

static bool ends_with(const char *text, const char *ending) {
    size_t n = strlen(text), k = strlen(ending);
    return n > k && strcmp(text + n - k, ending) == 0;
}

static const char *type_of(const char *path) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends_with(path, types[i].ending)) return types[i].type;
    return "application/octet-stream";
}

/* "/assets/<name>-<8 of letters, digits, _ and ->.<ending>": the build puts a hash into the name. */
static bool has_hashed_name(const char *path) {
    const char *name = strrchr(path, '/') + 1, *dot = strchr(name, '.');
    if (strncmp(path, "/assets/", 8) != 0 || !dot || dot - name < 10 || dot[-9] != '-') return false;
    for (const char *p = dot - 8; p < dot; p++)
        if (!isalnum((unsigned char)*p) && *p != '_' && *p != '-') return false;
    return true;
}

/* --- reading -------------------------------------------------------------------------------------------- */

struct reader {
    struct files *f;
    size_t bytes;
    char *err;
};

static bool fail(struct reader *r, const char *what, const char *path) {
    snprintf(r->err, 300, "the web folder: %.200s: %.80s", path, what);
    return false;
}

static bool read_body(struct reader *r, int folder, const char *name, const char *path, uint8_t **body,
                      size_t *size) {
    struct stat st;
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return fail(r, strerror(errno), path);
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (ok && (r->bytes += (size_t)st.st_size) > MAX_BYTES) {
        close(fd);
        return fail(r, "the files are too large together", path);
    }
    *size = ok ? (size_t)st.st_size : 0;
    *body = malloc(*size + 1);
    for (size_t at = 0; ok && *body && at < *size;) {
        ssize_t got = read(fd, *body + at, *size - at);
        if (got <= 0)
            ok = false;
        else
            at += (size_t)got;
    }
    close(fd);
    if (ok && *body) return true;
    free(*body);
    *body = NULL;
    return fail(r, "cannot be read", path);
}

static bool add_file(struct reader *r, int folder, const char *name, const char *path) {
    if (r->f->n == MAX_FILES) return fail(r, "too many files", path);
    struct file *more = realloc(r->f->file, (size_t)(r->f->n + 1) * sizeof *more);
    if (!more) return fail(r, "out of memory", path);
    r->f->file = more;
    struct file *file = &more[r->f->n];
    *file = (struct file){.path = strdup(path), .type = type_of(path), .immutable = has_hashed_name(path)};
    if (!file->path) return fail(r, "out of memory", path);
    r->f->n++;
    if (!read_body(r, folder, name, path, &file->body[FILE_PLAIN], &file->size[FILE_PLAIN])) return false;
    snprintf(file->etag, sizeof file->etag, "\"%016llx\"",
             (unsigned long long)casata_hash_bytes(file->body[FILE_PLAIN], file->size[FILE_PLAIN], 0));
    for (int e = 0; e < FILE_PLAIN; e++) {
        char packed[300];
        snprintf(packed, sizeof packed, "%s%s", name, encoding_ending[e]);
        if (faccessat(folder, packed, F_OK, 0) != 0) continue;
        if (!read_body(r, folder, packed, path, &file->body[e], &file->size[e])) return false;
    }
    return true;
}

static bool add_folder(struct reader *r, int folder, const char *path, int depth);

static bool add_entry(struct reader *r, int folder, const char *name, const char *path, int depth) {
    char below[1024];
    struct stat st;
    if (name[0] == '.' || ends_with(name, ".br") || ends_with(name, ".gz")) return true;
    if ((size_t)snprintf(below, sizeof below, "%s/%s", path, name) >= sizeof below)
        return fail(r, "the name is too long", path);
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0) return fail(r, strerror(errno), below);
    if (S_ISREG(st.st_mode)) return add_file(r, folder, name, below);
    if (!S_ISDIR(st.st_mode)) return true;
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    return inner >= 0 ? add_folder(r, inner, below, depth + 1) : fail(r, strerror(errno), below);
}

/* Takes over the descriptor. */
static bool add_folder(struct reader *r, int folder, const char *path, int depth) {
    DIR *dir = fdopendir(folder);
    bool ok = true;
    if (!dir) {
        close(folder);
        return fail(r, strerror(errno), path);
    }
    if (depth > MAX_DEPTH) ok = fail(r, "folders too deep", path);
    for (struct dirent *e; ok && (e = readdir(dir));) ok = add_entry(r, dirfd(dir), e->d_name, path, depth);
    closedir(dir);
    return ok;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

struct files *files_open(const char *folder, char err[300]) {
    struct files *f = calloc(1, sizeof *f);
    struct reader r = {f, 0, err};
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (!f || fd < 0) {
        snprintf(err, 300, "the web folder %.200s cannot be read: %s", folder, strerror(errno));
        free(f);
        return NULL;
    }
    bool ok = add_folder(&r, fd, "", 0);
    if (f->n) qsort(f->file, (size_t)f->n, sizeof *f->file, by_path);
    if (ok && !files_find(f, "/")) {
        snprintf(err, 300, "the web folder %.200s has no index.html: build the client first", folder);
        ok = false;
    }
    if (ok) return f;
    files_free(f);
    return NULL;
}

void files_free(struct files *f) {
    for (int i = 0; f && i < f->n; i++) {
        for (int e = 0; e < FILE_ENCODINGS; e++) free(f->file[i].body[e]);
        free(f->file[i].path);
    }
    if (f) free(f->file);
    free(f);
}

/* --- finding --------------------------------------------------------------------------------------------- */

static const struct file *find_exactly(const struct files *f, const char *path) {
    struct file key = {.path = (char *)path};
    return f->n ? bsearch(&key, f->file, (size_t)f->n, sizeof *f->file, by_path) : NULL;
}

const struct file *files_find(const struct files *f, const char *path) {
    const struct file *file = find_exactly(f, path);
    const char *last = strrchr(path, '/');
    if (file || !last || strchr(last, '.')) return file;
    return find_exactly(f, "/index.html");
}

/* Is the coding named, and not with quality 0? */
static bool allows(const char *accept, const char *coding) {
    size_t n = strlen(coding);
    for (const char *p = accept; (p = strstr(p, coding)); p += n) {
        bool begins = p == accept || p[-1] == ' ' || p[-1] == ',';
        const char *q = p + n;
        if (!begins || (*q && *q != ',' && *q != ';' && *q != ' ')) continue;
        q += strspn(q, " ");
        if (*q != ';') return true;
        q += 1 + strspn(q + 1, " ");
        return strncmp(q, "q=0", 3) != 0 || strspn(q + 3, ".0") != strcspn(q + 3, ", ");
    }
    return false;
}

enum file_encoding files_encoding(const struct file *file, const char *accept) {
    for (int e = 0; e < FILE_PLAIN; e++)
        if (file->body[e] && allows(accept, encoding_name[e])) return (enum file_encoding)e;
    return FILE_PLAIN;
}
