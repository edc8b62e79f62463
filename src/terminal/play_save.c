/* play_save.c: match files of the terminal: names, saving, finding the last one. Knows no game. */
#include "casata/rules.h"
#include "terminal/play.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "terminal/file.h"

enum { MAX_MATCH_FILE = 16 << 20, LISTED = 8 };

bool play_save(struct play *p, const char *path) {
    char *text = casata_match_save(&p->match);
    const char *wrong = text ? file_write_atomic(path, text) : "out of memory";
    free(text);
    if (wrong) PLAY_TELL(p, "ui.play.not_saved", PLAY_TEXT(wrong));
    return !wrong;
}

/* $XDG_STATE_HOME/casata, by default ~/.local/state/casata. */
static bool state_folder(char out[PATH_MAX]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') return snprintf(out, PATH_MAX, "%s/casata", state) < PATH_MAX - 64;
    if (!home || !*home) return false;
    return snprintf(out, PATH_MAX, "%s/.local/state/casata", home) < PATH_MAX - 64;
}

static bool make_folders(char *path) {
    for (char *p = path + 1;; p++) {
        if (*p && *p != '/') continue;
        char cut = *p;
        *p = 0;
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        *p = cut;
        if (!ok) return false;
        if (!cut) return true;
    }
}

bool play_state_path(const char *name, char out[PATH_MAX]) {
    char folder[PATH_MAX];
    if (!state_folder(folder) || !make_folders(folder)) return false;
    return snprintf(out, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

bool play_new_path(struct play *p, const char *command) {
    char folder[PATH_MAX], stamp[32];
    if (!state_folder(folder)) {
        cli_fail(CLI_FAILED, command,
                 "no folder for saved games: set HOME or XDG_STATE_HOME, or use --save FILE");
        return false;
    }
    if (!make_folders(folder)) {
        cli_fail(CLI_FAILED, command, "cannot make the folder %s: %s; use --save FILE", folder,
                 strerror(errno));
        return false;
    }
    time_t now = time(NULL);
    struct tm tm;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &tm));
    size_t used =
        (size_t)snprintf(p->path, sizeof p->path, "%s/%s-%s", folder, p->match.game.rules->id, stamp);
    if (used + 16 > sizeof p->path) {
        cli_fail(CLI_FAILED, command, "the name of the folder %s is too long", folder);
        return false;
    }
    strcpy(p->path + used, ".json");
    for (int i = 2; access(p->path, F_OK) == 0 && i < 1000; i++) sprintf(p->path + used, "-%d.json", i);
    return true;
}

static bool load(struct play *p, const char *path, const struct casata_game *game, char err[512]) {
    char reason[256];
    size_t n;
    char *text = file_read(path, MAX_MATCH_FILE, &n, reason);
    if (!text) {
        snprintf(err, 512, "%s", reason);
        return false;
    }
    bool ok = casata_match_load(&p->match, text, n, game, reason);
    free(text);
    if (!ok) snprintf(err, 512, "%s: %s", path, reason);
    return ok;
}

struct saved {
    char name[256];
    time_t time;
};

static int younger_first(const void *a, const void *b) {
    const struct saved *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? 1 : -1;
    return strcmp(y->name, x->name);
}

static int list_saved(const char *folder, struct saved **out) {
    DIR *dir = opendir(folder);
    int n = 0;
    *out = NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[PATH_MAX + 256];
        struct stat st;
        size_t len = strlen(e->d_name);
        if (len < 6 || strcmp(e->d_name + len - 5, ".json") || e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (stat(path, &st) || !S_ISREG(st.st_mode)) continue;
        struct saved *more = realloc(*out, (size_t)(n + 1) * sizeof **out);
        if (!more) break;
        *out = more;
        snprintf(more[n].name, sizeof more[n].name, "%s", e->d_name);
        more[n++].time = st.st_mtime;
    }
    if (dir) closedir(dir);
    if (n) qsort(*out, (size_t)n, sizeof **out, younger_first);
    return n;
}

/* Loads the most recent unfinished match; files that cannot be loaded are reported and left alone. */
static bool resume_last(struct play *p, const char *command, const char *folder,
                        const struct casata_game *game) {
    struct saved *saved;
    int n = list_saved(folder, &saved), listed = 0;
    bool found = false;
    for (int i = 0; i < n && (!found || listed < LISTED); i++) {
        char path[PATH_MAX + 256], err[512], when[32];
        struct tm tm;
        struct play other = {0};
        snprintf(path, sizeof path, "%s/%s", folder, saved[i].name);
        if (!load(&other, path, game, err)) {
            fprintf(stderr, "%s: %s\n", command, err);
            continue;
        }
        bool open = casata_match_to_act(&other.match) >= 0, take = open && !found && strlen(path) < PATH_MAX;
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime_r(&saved[i].time, &tm));
        if (listed++ == 0) play_line(p, "ui.play.saved_games");
        fprintf(p->view.out, " %s %s  %s  %s\n", take ? "→" : " ", when, saved[i].name,
                casata_ui(p->view.lang, open ? "ui.play.running" : "ui.play.finished"));
        if (take) {
            p->match = other.match;
            memcpy(p->path, path, strlen(path) + 1);
            found = true;
        } else {
            casata_match_free(&other.match);
        }
    }
    free(saved);
    if (!found)
        cli_fail(CLI_FAILED, command, "%s: %s", folder, casata_ui(p->view.lang, "ui.play.nothing_saved"));
    return found;
}

bool play_resume(struct play *p, const char *command, const char *path, const struct casata_game *game) {
    char folder[PATH_MAX], err[512];
    if (!path) {
        if (state_folder(folder)) return resume_last(p, command, folder, game);
        cli_fail(CLI_FAILED, command,
                 "no folder for saved games: set HOME or XDG_STATE_HOME, or name the file");
        return false;
    }
    if (!load(p, path, game, err)) {
        cli_fail(CLI_FAILED, command, "%s", err);
        return false;
    }
    snprintf(p->path, sizeof p->path, "%s", path);
    return true;
}
