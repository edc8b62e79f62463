/* train_share.c: a folder in which workers leave games and one learner takes them (train_share.h). Knows no game by name. */
#include "lab/train_share.h"
#include "cli/cli.h"
#include "terminal/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char message[SHARE_PATH + 100];

static const char *failed(const char *path) {
    snprintf(message, sizeof message, "%s: %s", path, strerror(errno));
    return message;
}

void share_path(const struct share *s, const char *name, char path[SHARE_PATH]) {
    snprintf(path, SHARE_PATH, "%s/%s", s->dir, name);
}

const char *share_open(struct share *s, const char *dir) {
    static const char *const part[] = {"", "new", "games", "damaged"};
    *s = (struct share){.dir = dir, .lock = -1};
    if (strlen(dir) > SHARE_PATH - 300) return "the name of the folder is too long";
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        char path[SHARE_PATH];
        share_path(s, part[i], path);
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return failed(path);
    }
    return NULL;
}

const char *share_lock(struct share *s) {
    char path[SHARE_PATH];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    share_path(s, "learner", path);
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lock < 0) return failed(path);
    if (fcntl(s->lock, F_SETLK, &whole) == 0) return NULL;
    if (errno != EACCES && errno != EAGAIN) return failed(path);
    snprintf(message, sizeof message, "%s: another learner is at work there", s->dir);
    return message;
}

/* --- games ----------------------------------------------------------------------------------------------------- */
static bool is_game(const char *name) {
    size_t n = strlen(name);
    return n > 5 && n < 200 && name[0] != '.' && strcmp(name + n - 5, ".json") == 0;
}
static int games_only(const struct dirent *entry) { return is_game(entry->d_name); }

int share_waiting(const struct share *s) {
    char path[SHARE_PATH];
    int n = 0;
    share_path(s, "new", path);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) n += is_game(e->d_name);
    if (dir) closedir(dir);
    return n;
}

bool share_finished(const struct share *s) {
    char path[SHARE_PATH];
    share_path(s, "finished", path);
    return access(path, F_OK) == 0;
}

const char *share_finish(const struct share *s, bool finished) {
    char path[SHARE_PATH];
    share_path(s, "finished", path);
    if (finished) return file_write_atomic(path, "");
    return unlink(path) == 0 || errno == ENOENT ? NULL : failed(path);
}

const char *share_leave(const struct share *s, uint64_t worker, uint64_t i, const struct casata_match *m) {
    char name[100], path[SHARE_PATH];
    snprintf(name, sizeof name, "new/%016" PRIx64 "-%06" PRIu64 ".json", worker, i);
    share_path(s, name, path);
    char *text = casata_match_save(m);
    const char *wrong = text ? file_write_atomic(path, text) : "there is not enough memory";
    free(text);
    return wrong;
}

/* NULL, or why the file is not a game of this training; verifies every hash. */
static const char *load(const struct trainer *t, const char *path, struct casata_match *m) {
    static char err[256];
    size_t n;
    char *text = file_read(path, CLI_MAX_FILE, &n, err);
    bool ok = text && casata_match_load(m, text, n, &t->game, err);
    free(text);
    if (!ok) return err;
    const char *wrong = m->game.edition != t->game.edition ? "it was played with other figures"
                        : m->seats != t->seats             ? "it is for another number of seats"
                        : m->from_position || m->n_past    ? "it does not begin at the beginning"
                        : casata_match_to_act(m) >= 0      ? "it is not over"
                                                           : NULL;
    if (wrong) casata_match_free(m);
    return wrong;
}

static void game_path(const struct share *s, uint32_t n, char path[SHARE_PATH]) {
    char name[40];
    snprintf(name, sizeof name, "games/%" PRIu32 ".json", n);
    share_path(s, name, path);
}

bool share_again(const struct share *s, const struct trainer *t, uint32_t n, struct casata_match *m) {
    char path[SHARE_PATH];
    game_path(s, n, path);
    return load(t, path, m) == NULL;
}

static bool put_aside(const struct share *s, const char *path, const char *name, const char *why) {
    char to[SHARE_PATH], part[320];
    snprintf(part, sizeof part, "damaged/%s", name);
    share_path(s, part, to);
    fprintf(stderr, "casata train: %s is put into damaged: %s\n", name, why);
    return rename(path, to) == 0;
}

/* Renames the first new game to `to`. SHARE_FAILED: errno says why. */
static enum share_took fetch(const struct share *s, const char *to, char name[300]) {
    char path[SHARE_PATH], from[SHARE_PATH];
    struct dirent **entry;
    share_path(s, "new", path);
    int n = scandir(path, &entry, games_only, alphasort);
    enum share_took took = n < 0 ? SHARE_FAILED : SHARE_NONE;
    if (n > 0) {
        char part[300];
        snprintf(name, 300, "%s", entry[0]->d_name);
        snprintf(part, sizeof part, "new/%.250s", entry[0]->d_name);
        share_path(s, part, from);
        took = rename(from, to) == 0 ? SHARE_GAME : SHARE_FAILED;
    }
    int error = errno;
    for (int i = 0; i < n; i++) free(entry[i]);
    if (n >= 0) free(entry);
    errno = error;
    return took;
}

enum share_took share_take(const struct share *s, const struct trainer *t, uint32_t n, struct casata_match *m,
                           const char **wrong) {
    char path[SHARE_PATH], name[300];
    game_path(s, n, path);
    for (;;) {
        snprintf(name, sizeof name, "game-%" PRIu32 ".json", n);
        enum share_took took = access(path, F_OK) == 0 ? SHARE_GAME : fetch(s, path, name);
        const char *why = took == SHARE_GAME ? load(t, path, m) : NULL;
        if (why && !put_aside(s, path, name, why)) took = SHARE_FAILED;
        if (took == SHARE_FAILED) *wrong = failed(path);
        if (!why || took == SHARE_FAILED) return took;
    }
}
