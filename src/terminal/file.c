/* file.c: reads and writes whole files, never half of one. Ignores their content. */
#include "terminal/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static _Thread_local char write_message[400];

static const char *write_failed(const char *path, int error) {
    snprintf(write_message, sizeof write_message, "cannot write %.300s: %s", path, strerror(error));
    return write_message;
}

/* 0, or errno. */
static int write_all(int fd, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t n = write(fd, text, left);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        text += n;
        left -= (size_t)n;
    }
    return 0;
}

/* A device or a pipe cannot be replaced by renaming; it gets the bytes themselves. */
static const char *write_special(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return write_failed(path, errno);
    int error = write_all(fd, text);
    if (close(fd) != 0 && !error) error = errno;
    return error ? write_failed(path, error) : NULL;
}

/* Makes the new name survive a power cut. File systems that cannot do this are tolerated. */
static void sync_folder_of(const char *path) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (slash == path)
        snprintf(folder, sizeof folder, "/");
    else if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    else
        snprintf(folder, sizeof folder, ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

static mode_t new_file_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

const char *file_write_atomic(const char *path, const char *text) {
    /* A link stays a link: its target is replaced. */
    char real[PATH_MAX], temp[PATH_MAX + 16];
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) return write_special(path, text);
    if (exists && access(path, W_OK) != 0) return write_failed(path, errno);
    if (!exists || !realpath(path, real)) {
        if (strlen(path) >= sizeof real) return write_failed(path, ENAMETOOLONG);
        memcpy(real, path, strlen(path) + 1);
    }
    snprintf(temp, sizeof temp, "%s.XXXXXX", real);
    int fd = mkstemp(temp);
    if (fd < 0) return write_failed(path, errno);
    int error = write_all(fd, text);
    if (!error && fchmod(fd, exists ? st.st_mode & 07777 : new_file_mode()) != 0) error = errno;
    if (!error && fsync(fd) != 0) error = errno;
    if (close(fd) != 0 && !error) error = errno;
    if (!error && rename(temp, real) != 0) error = errno;
    if (error) {
        unlink(temp);
        return write_failed(path, error);
    }
    sync_folder_of(real);
    return NULL;
}

static char *read_failed(const char *path, const char *why, char err[256]) {
    snprintf(err, 256, "cannot read %.190s: %s", path, why);
    return NULL;
}

/* Reads to the end of fd; NULL with errno set (EFBIG: more than max bytes). */
static char *read_all(int fd, size_t max, size_t *n) {
    size_t cap = 1 << 16, len = 0;
    char *text = malloc(cap);
    while (text) {
        ssize_t got = read(fd, text + len, cap - len - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) {
            text[len] = 0;
            *n = len;
            return text;
        }
        if (got > 0) len += (size_t)got;
        if (len > max) errno = EFBIG;
        if (got < 0 || len > max) break;
        if (len + 1 < cap) continue;
        char *larger = realloc(text, cap *= 2);
        if (!larger) break;
        text = larger;
    }
    int error = errno;
    free(text);
    errno = error;
    return NULL;
}

char *file_read(const char *path, size_t max, size_t *n, char err[256]) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return read_failed(path, strerror(errno), err);
    char *text = read_all(fd, max, n);
    int error = errno;
    close(fd);
    if (text) return text;
    return read_failed(path, error == EFBIG ? "it is too large for what it should be" : strerror(error), err);
}
