/* test_file.c: whole files in and out: what is written is there, and what cannot be written harms nothing. */
#include "terminal/file.h"
#include "harness.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void make_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/casata-test-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
}

/* Removes the folder, in which nothing but these names may be left (no temporary file). */
static void remove_folder(const char *const *names) {
    for (; *names; names++) unlink(in_folder(*names));
    CHECK_INT(rmdir(folder), 0);
}

static void check_content(const char *path, const char *want) {
    char err[256] = "";
    size_t n = 0;
    char *text = file_read(path, 1 << 20, &n, err);
    CHECK_STR(text ? text : err, want);
    if (text) CHECK_INT(n, strlen(want));
    free(text);
}

static void test_write_and_replace(void) {
    struct stat st;
    make_folder();
    CHECK(file_write_atomic(in_folder("a"), "first\n") == NULL);
    check_content(in_folder("a"), "first\n");
    chmod(in_folder("a"), 0640);
    CHECK(file_write_atomic(in_folder("a"), "") == NULL);
    check_content(in_folder("a"), "");
    CHECK(stat(in_folder("a"), &st) == 0);
    CHECK_INT(st.st_mode & 0777, 0640);
    CHECK_INT(symlink("a", in_folder("link")), 0);
    CHECK(file_write_atomic(in_folder("link"), "through the link") == NULL);
    check_content(in_folder("a"), "through the link");
    CHECK(lstat(in_folder("link"), &st) == 0 && S_ISLNK(st.st_mode));
    remove_folder((const char *const[]){"a", "link", NULL});
}

/* A disk without room, played by a limit on the size of files. */
static void test_full_disk_keeps_the_old_file(void) {
    struct rlimit old, small;
    static char big[1 << 16];
    memset(big, 'x', sizeof big - 1);
    make_folder();
    CHECK(file_write_atomic(in_folder("a"), "old") == NULL);
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 4096;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    const char *wrong = file_write_atomic(in_folder("a"), big);
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    CHECK_PART("cannot write", wrong);
    CHECK_PART(in_folder("a"), wrong);
    check_content(in_folder("a"), "old");
    remove_folder((const char *const[]){"a", NULL});
}

static void test_places_that_cannot_be_written(void) {
    char longest[6000];
    CHECK_PART("No space left", file_write_atomic("/dev/full", "x"));
    CHECK_PART("No such file", file_write_atomic("/nonexistent/folder/file", "x"));
    CHECK_PART("directory", file_write_atomic("/tmp", "x"));
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    CHECK_PART("too long", file_write_atomic(longest, "x"));
    CHECK(file_write_atomic("/dev/null", "x") == NULL);
}

static void test_read_refuses(void) {
    char err[256];
    size_t n;
    make_folder();
    CHECK(file_read(in_folder("none"), 100, &n, err) == NULL);
    CHECK_PART("No such file", err);
    CHECK(file_read(folder, 100, &n, err) == NULL);
    CHECK_PART("directory", err);
    CHECK(file_write_atomic(in_folder("a"), "0123456789") == NULL);
    CHECK(file_read(in_folder("a"), 9, &n, err) == NULL);
    CHECK_PART("too large", err);
    CHECK(file_read("/dev/zero", 100000, &n, err) == NULL);
    check_content(in_folder("a"), "0123456789");
    remove_folder((const char *const[]){"a", NULL});
}

static const struct test tests[] = {
    {"a file is written and replaced", test_write_and_replace},
    {"a full disk keeps the old file", test_full_disk_keeps_the_old_file},
    {"a place that cannot be written is named", test_places_that_cannot_be_written},
    {"a file that cannot be read is named", test_read_refuses},
};
TEST_SUITE(file, tests);
