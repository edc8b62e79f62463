/* gentables.c: turns the CSV tables of a game into C at build time, or rejects them. Knows schemas, no rules.
 *
 *   gentables signorie data/signorie signorie_builtin.c signorie_text.c
 *
 * A folder data/<id>/editions/<hash> is an earlier edition: the tables that differed; the others are in data/<id>.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "casata/game.h"
#include "core/csv.h"

extern const struct casata_schema *const casata_all_schemas[]; /* cmake/registry.cmake */

enum { MAX_TABLES = 64, MAX_TEXT = 1 << 22 };
struct text {
    const char *bytes;
    size_t len;
};
static char pool[MAX_TEXT]; /* the texts of all tables, concatenated */
static size_t pool_used;
static _Alignas(8) unsigned char data[UINT16_MAX]; /* bounds schema->data_size */

static const struct casata_schema *find_schema(const char *id) {
    for (int i = 0; casata_all_schemas[i]; i++)
        if (strcmp(casata_all_schemas[i]->id, id) == 0) return casata_all_schemas[i];
    return NULL;
}

static bool read_text(const char *path, struct text *text) {
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    text->bytes = pool + pool_used;
    text->len = fread(pool + pool_used, 1, sizeof pool - pool_used, f);
    pool_used += text->len;
    bool whole = !ferror(f) && pool_used < sizeof pool;
    fclose(f);
    return whole;
}

/* older: NULL, or the folder of an earlier edition, whose tables come before those of dir. */
static bool read_tables(const struct casata_schema *s, const char *dir, const char *older,
                        struct text *texts) {
    char path[2048];
    memset(data, 0, sizeof data);
    for (int i = 0; i < s->n_tables; i++) {
        const struct casata_csv_table *t = &s->table[i];
        struct casata_csv_error err;
        snprintf(path, sizeof path, "%s/%s", older ? older : dir, t->file);
        if (older && access(path, F_OK) != 0) snprintf(path, sizeof path, "%s/%s", dir, t->file);
        if (!read_text(path, &texts[i])) {
            fprintf(stderr, "%s: cannot be read\n", path);
            return false;
        }
        if (casata_csv_read(t, texts[i].bytes, texts[i].len, data, &err)) continue;
        fprintf(stderr, "%s:%d: ", path, err.line);
        if (err.column) fprintf(stderr, "column %s: ", err.column);
        fprintf(stderr, "%s\n", err.message);
        return false;
    }
    const char *mistake = s->check(data);
    if (mistake) fprintf(stderr, "%s/%s\n", older ? older : dir, mistake);
    if (!mistake && s->derive) s->derive(data);
    return !mistake;
}

static unsigned stored(const struct casata_csv_table *t, int row, const struct casata_column *c) {
    const unsigned char *at = data + t->offset + row * t->row_size + c->offset;
    uint16_t two;
    if (c->size == 1) return *at;
    memcpy(&two, at, 2);
    return two;
}

/* As bytes: build and target machines are all little-endian. */
static void write_derived(FILE *f, const struct casata_schema *s) {
    fprintf(f, "    .%s = {", s->derived);
    for (int i = 0; i < s->derived_size; i++)
        fprintf(f, "%s%u,", i % 32 ? "" : "\n        ", (unsigned)data[s->derived_offset + i]);
    fprintf(f, "\n    },\n");
}

static void write_figures(FILE *f, const struct casata_schema *s) {
    for (int i = 0; i < s->n_tables; i++) {
        const struct casata_csv_table *t = &s->table[i];
        if (!t->member) continue;
        fprintf(f, "    .%s = {\n", t->member);
        for (int row = 0; row < t->rows; row++) {
            fprintf(f, "        {");
            for (int c = 0; c < t->n_columns; c++)
                if (t->column[c].size)
                    fprintf(f, ".%s = %u, ", t->column[c].name, stored(t, row, &t->column[c]));
            fprintf(f, "},\n");
        }
        fprintf(f, "    },\n");
    }
    if (s->derive) write_derived(f, s);
    fprintf(f, "};\n");
}

/* --- earlier editions ------------------------------------------------------------------------------------------ */
static int is_edition(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* The expected hash of the figures, which reveals a forgotten table: the folder's name or, if the layout of the figures
 * has changed since, the content of its file `hash`. */
static uint64_t hash_of(const char *folder, const char *name) {
    char path[2048], text[32] = "";
    snprintf(path, sizeof path, "%s/hash", folder);
    FILE *f = fopen(path, "r");
    if (f && !fgets(text, sizeof text, f)) text[0] = 0;
    if (f) fclose(f);
    return strtoull(f ? text : name, NULL, 16);
}

static bool write_older(FILE *f, const struct casata_schema *s, const char *dir, const char *name) {
    static struct text texts[MAX_TABLES];
    char folder[1536];
    snprintf(folder, sizeof folder, "%s/editions/%s", dir, name);
    pool_used = 0;
    if (!read_tables(s, dir, folder, texts)) return false;
    uint64_t edition = casata_hash_bytes(data, s->data_size, 0);
    if (strlen(name) != 16 || strspn(name, "0123456789abcdef") != 16 || hash_of(folder, name) != edition) {
        fprintf(stderr, "%s: its figures are those of %016" PRIx64 "\n", folder, edition);
        return false;
    }
    fprintf(f, "\nstatic const %s older_%s = {\n", s->data_type, name);
    write_figures(f, s);
    return true;
}

static bool write_all_older(FILE *f, const struct casata_schema *s, const char *dir) {
    char path[1024];
    struct dirent **entry = NULL;
    bool ok = true;
    snprintf(path, sizeof path, "%s/editions", dir);
    int n = scandir(path, &entry, is_edition, alphasort);
    for (int i = 0; i < n && ok; i++) ok = write_older(f, s, dir, entry[i]->d_name);
    fprintf(f, "\nconst struct casata_older %s_older[] = {\n", s->id);
    for (int i = 0; i < n; i++)
        fprintf(f, "    {UINT64_C(0x%s), &older_%s},\n", entry[i]->d_name, entry[i]->d_name);
    fprintf(f, "    {0},\n};\n");
    for (int i = 0; i < n; i++) free(entry[i]);
    free(entry);
    return ok;
}

static void write_data(FILE *f, const struct casata_schema *s) {
    fprintf(f,
            "/* Made by tools/gentables.c from data/%s. */\n#include \"casata/rules.h\"\n#include \"%s\"\n\n",
            s->id, s->header);
    fprintf(f, "const %s %s_builtin = {\n", s->data_type, s->id);
    write_figures(f, s);
}

/* As characters, not as a string: compilers need not accept strings above 4095 bytes. */
static void write_bytes(FILE *f, const struct text *text) {
    for (size_t i = 0; i < text->len; i++) {
        unsigned char c = (unsigned char)text->bytes[i];
        if (c < 32 || c > 126 || c == '\'' || c == '\\')
            fprintf(f, "'\\%03o',", c);
        else
            fprintf(f, "'%c',", c);
        if (c == '\n') fprintf(f, "\n");
    }
}

static void write_texts(FILE *f, const struct casata_schema *s, const struct text *texts) {
    fprintf(f, "/* Made by tools/gentables.c from data/%s. */\n#include \"core/csv.h\"\n\n", s->id);
    for (int i = 0; i < s->n_tables; i++) {
        fprintf(f, "static const char text_%d[] = {\n", i);
        write_bytes(f, &texts[i]);
        fprintf(f, "0};\n");
    }
    fprintf(f, "extern const struct casata_csv_text %s_table_text[];\n", s->id);
    fprintf(f, "const struct casata_csv_text %s_table_text[] = {\n", s->id);
    for (int i = 0; i < s->n_tables; i++)
        fprintf(f, "    {\"%s\", text_%d, sizeof text_%d - 1},\n", s->table[i].file, i, i);
    fprintf(f, "    {0},\n};\n");
}

static FILE *create(const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f) fprintf(stderr, "%s: cannot be written\n", path);
    return f;
}

static bool finish(FILE *f, const char *path) {
    bool whole = !ferror(f);
    if (fclose(f) != 0) whole = false;
    if (!whole) fprintf(stderr, "%s: cannot be written\n", path);
    return whole;
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: gentables <game> <data-dir> <out.c> [<out_text.c>]\n"
                        "example: gentables signorie data/signorie signorie_builtin.c signorie_text.c\n");
        return 2;
    }
    const struct casata_schema *s = find_schema(argv[1]);
    if (!s) {
        fprintf(stderr, "gentables: no game \"%s\"\n", argv[1]);
        return 2;
    }
    struct text texts[MAX_TABLES] = {0};
    assert(s->n_tables <= MAX_TABLES);
    if (!read_tables(s, argv[2], NULL, texts)) return 1;

    FILE *f;
    if (argc == 5) {
        if (!(f = create(argv[4]))) return 1;
        write_texts(f, s, texts);
        if (!finish(f, argv[4])) return 1;
    }
    if (!(f = create(argv[3]))) return 1;
    write_data(f, s);
    bool older = write_all_older(f, s, argv[2]);
    if (!finish(f, argv[3])) return 1;
    if (!older) remove(argv[3]);
    return older ? 0 : 1;
}
