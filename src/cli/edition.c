/* edition.c: reads the tables of a folder with the same checks as the generator. Knows no command. */
#include "cli/edition.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "casata/rules.h"
#include "casata/writer.h"
#include "terminal/file.h"

static const struct edition_text *find(const char *id) {
    for (const struct edition_text *t = edition_texts; t->schema; t++)
        if (strcmp(t->schema->id, id) == 0) return t;
    return NULL;
}

const struct casata_schema *edition_schema(const char *id) {
    const struct edition_text *found = find(id);
    return found ? found->schema : NULL;
}

const struct casata_csv_text *edition_builtin(const char *id) {
    const struct edition_text *found = find(id);
    return found ? found->text : NULL;
}

/* A sentence with the folder in front; a long path is cut on the left, its least useful end. */
__attribute__((format(printf, 3, 4))) static void say(char err[256], const char *dir, const char *format,
                                                      ...) {
    char rest[224];
    va_list ap;
    va_start(ap, format);
    vsnprintf(rest, sizeof rest, format, ap);
    va_end(ap);
    size_t room = 255 - strlen(rest), n = strlen(dir);
    bool cut = n > room;
    if (cut) dir += n - room + strlen("...");
    struct casata_writer w = casata_writer_on(err, 256);
    if (cut) casata_w_text(&w, "...");
    casata_w_text(&w, dir);
    casata_w_text(&w, rest);
}

static bool is_folder(const char *dir, char err[256]) {
    struct stat st;
    if (stat(dir, &st) != 0)
        say(err, dir, ": %s", errno == ENOENT ? "there is no such folder" : strerror(errno));
    else if (!S_ISDIR(st.st_mode))
        say(err, dir, ": not a folder");
    else
        return true;
    return false;
}

/* "dir/name", to be freed; NULL: out of memory. */
static char *path_in(const char *dir, const char *name) {
    size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", dir, name);
    return path;
}

static bool read_file(const char *dir, struct casata_csv_text *text, char err[256]) {
    char *path = path_in(dir, text->file);
    if (!path) {
        say(err, dir, ": out of memory");
        return false;
    }
    text->text = file_read(path, EDITION_MAX_FILE, &text->len, err);
    free(path);
    return text->text != NULL;
}

static bool read_tables(const struct casata_schema *s, const char *dir, void *data,
                        struct casata_csv_text *text, char err[256]) {
    for (int i = 0; i < s->n_tables; i++) {
        struct casata_csv_error e;
        text[i].file = s->table[i].file;
        if (!read_file(dir, &text[i], err)) return false;
        if (casata_csv_read(&s->table[i], text[i].text, text[i].len, data, &e)) continue;
        if (e.column)
            say(err, dir, "/%s:%d: column %s: %s", e.file, e.line, e.column, e.message);
        else
            say(err, dir, "/%s:%d: %s", e.file, e.line, e.message);
        return false;
    }
    const char *mistake = s->check(data);
    if (mistake) say(err, dir, "/%s", mistake);
    if (!mistake && s->derive) s->derive(data);
    return !mistake;
}

struct casata_csv_text *edition_read(const struct casata_schema *schema, const char *dir, void *data,
                                     char err[256]) {
    if (!is_folder(dir, err)) return NULL;
    struct casata_csv_text *text = calloc((size_t)schema->n_tables + 1, sizeof *text);
    void *figures = calloc(1, schema->data_size);
    bool read = false;
    if (!text || !figures)
        say(err, dir, ": out of memory");
    else
        read = read_tables(schema, dir, figures, text, err);
    if (read && data) memcpy(data, figures, schema->data_size);
    free(figures);
    if (read) return text;
    edition_free(text);
    return NULL;
}

void edition_free(struct casata_csv_text *text) {
    for (int i = 0; text && text[i].file; i++) free((char *)text[i].text);
    free(text);
}

/* Does the folder hold every table of a game? */
static bool holds(const char *id, const char *dir) {
    const struct casata_schema *schema = edition_schema(id);
    if (!schema) return false;
    for (int i = 0; i < schema->n_tables; i++) {
        char *path = path_in(dir, schema->table[i].file);
        bool there = path && access(path, F_OK) == 0;
        free(path);
        if (!there) return false;
    }
    return true;
}

/* Figures in use: they outlive every game made with them. */
static struct loaded {
    struct loaded *next;
    _Alignas(max_align_t) unsigned char data[];
} * loaded;

static bool load(const char *id, const char *dir, struct casata_game *game, char err[256]) {
    struct casata_game found;
    if (!casata_find(id, &found)) {
        say(err, dir, ": there is no game \"%s\"", id);
        return false;
    }
    const struct casata_schema *schema = edition_schema(id);
    assert(schema->data_size == found.rules->data_size);
    struct loaded *l = malloc(sizeof *l + schema->data_size);
    if (!l) {
        say(err, dir, ": out of memory");
        return false;
    }
    struct casata_csv_text *text = edition_read(schema, dir, l->data, err);
    if (!text) {
        free(l);
        return false;
    }
    edition_free(text);
    l->next = loaded;
    loaded = l;
    *game = casata_edition(found.rules, l->data);
    return true;
}

/* The folder of a game inside a folder, to be freed; NULL: there is none. */
static char *folder_of(const char *id, const char *dir) {
    struct stat st;
    char *path = path_in(dir, id);
    if (path && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return path;
    free(path);
    return NULL;
}

bool edition_load(const char *id, const char *dir, struct casata_game *game, char err[256]) {
    char *inner = folder_of(id, dir);
    bool ok = load(id, inner ? inner : dir, game, err);
    free(inner);
    return ok;
}

/* The folders of games inside a folder; -1: err has the error. */
static int load_folders(const char *dir, struct casata_game *game, int n, char err[256]) {
    int folders = 0;
    for (int i = 0; i < n; i++) {
        char *inner = folder_of(game[i].rules->id, dir);
        bool ok = !inner || load(game[i].rules->id, inner, &game[i], err);
        folders += inner != NULL;
        free(inner);
        if (!ok) return -1;
    }
    return folders;
}

bool edition_load_all(const char *dir, struct casata_game *game, int n, char err[256]) {
    int found = -1;
    if (!is_folder(dir, err)) return false;
    int folders = load_folders(dir, game, n, err);
    if (folders) return folders > 0;
    for (int i = 0; i < n; i++)
        if (holds(game[i].rules->id, dir)) found = i;
    if (found >= 0) return load(game[found].rules->id, dir, &game[found], err);
    say(err, dir, ": neither the tables of one game nor a folder with the name of a game");
    return false;
}
