/* progress.c: the file "lessons" of the state folder. A line "game lesson" for each finished lesson, a line
 * "game lesson: move; move" for each unfinished one. Knows no game. */
#include "terminal/progress.h"
#include "casata/rules.h"
#include "terminal/file.h"
#include "terminal/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PROGRESS = 1 << 20, LINE = 128, MOVES = CASATA_LESSON_MOVES * (CASATA_ACTION_TEXT + 2) };

static bool progress_path(char out[PATH_MAX]) { return play_state_path("lessons", out); }

char *progress_read(void) {
    char path[PATH_MAX], err[256];
    size_t n;
    return progress_path(path) ? file_read(path, MAX_PROGRESS, &n, err) : NULL;
}

static size_t name_of(const char *game, const char *lesson, const char *end, char out[LINE]) {
    return (size_t)snprintf(out, LINE, "%s %s%s", game, lesson, end);
}
static size_t name_here(const struct casata_lesson *l, const char *end, char out[LINE]) {
    return name_of(l->game.rules->id, casata_course_name(l->course, l->index), end, out);
}

/* The line with this prefix; NULL: none. */
static char *find_line(char *text, const char *beginning) {
    size_t n = strlen(beginning);
    for (char *at = text; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, beginning, n) == 0) return at;
    return NULL;
}

bool progress_finished(const char *progress, const char *game, const char *lesson) {
    char line[LINE];
    name_of(game, lesson, "\n", line);
    return find_line((char *)(uintptr_t)progress, line) != NULL;
}

/* The line of an unfinished lesson; "": nothing to resume. */
static void write_place(const struct casata_lesson *l, char *out, size_t cap) {
    size_t n = name_here(l, ":", out);
    for (int i = 0; i < l->n_moves && n < cap; i++) {
        char move[CASATA_ACTION_TEXT];
        casata_lesson_move_text(l, i, move);
        n += (size_t)snprintf(out + n, cap - n, "%s %s", i ? ";" : "", move);
    }
    if (casata_lesson_over(l) || !l->n_moves || n + 1 >= cap)
        *out = 0;
    else
        strcpy(out + n, "\n");
}

void progress_keep(const struct casata_lesson *l) {
    char path[PATH_MAX], place[LINE], done[LINE], left[LINE + MOVES];
    char *old = progress_read();
    size_t n = (old ? strlen(old) : 0) + sizeof left + sizeof done;
    char *text = malloc(n);
    name_here(l, ":", place);
    name_here(l, "\n", done);
    write_place(l, left, sizeof left);
    char *at = find_line(old, place);
    if (at) {
        char *next = strchr(at, '\n');
        memmove(at, next ? next + 1 : "", next ? strlen(next + 1) + 1 : 1);
    }
    bool add = casata_lesson_over(l) && !find_line(old, done);
    if (text && progress_path(path)) {
        snprintf(text, n, "%s%s%s", old ? old : "", add ? done : "", left);
        file_write_atomic(path, text);
    }
    free(text);
    free(old);
}

bool progress_resume(struct casata_lesson *l) {
    char place[LINE];
    char *progress = progress_read();
    size_t n = name_here(l, ":", place);
    char *at = find_line(progress, place), *rest = at ? at + n : NULL;
    if (rest) rest[strcspn(rest, "\n")] = 0;
    while (rest) {
        char *move = rest + strspn(rest, " ");
        rest = strchr(move, ';');
        if (rest) *rest++ = 0;
        if (casata_lesson_move(l, move) != CASATA_LESSON_ON) break;
    }
    free(progress);
    return l->n_moves > 0;
}
