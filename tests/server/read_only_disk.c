/* read_only_disk.c: a file system that becomes read-only under a running server. Loaded with LD_PRELOAD; while the file
 * named by CASATA_TEST_READ_ONLY exists, writing to a database fails as it does there. A real one cannot be made so:
 * the kernel refuses while files are open for writing, and only disk errors do it all the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static ssize_t write_at(int fd, const void *bytes, size_t n, off64_t at) {
    const char *name = getenv("CASATA_TEST_READ_ONLY");
    if (!name || access(name, F_OK) != 0) return syscall(SYS_pwrite64, fd, bytes, n, at);
    errno = EROFS;
    return -1;
}

/* SQLite calls one or the other, depending on how it was built. */
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) { return write_at(fd, bytes, n, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) { return write_at(fd, bytes, n, at); }
