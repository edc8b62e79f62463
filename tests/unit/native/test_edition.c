/* test_edition.c: the built-in figures are those of the tables, and editions are read from a folder. Needs a
 * file system. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/data_view.h"
#include "cli/edition.h"
#include "games/signorie/signorie_data.h"
#include "harness.h"

static char dir[64];
static char err[256];

static void file_path(const char *file, char path[128]) { snprintf(path, 128, "%s/%s", dir, file); }

static void write_file(const char *file, const char *text, size_t len) {
    char path[128];
    file_path(file, path);
    FILE *f = fopen(path, "wb");
    if (!CHECK(f != NULL)) return;
    CHECK_INT(fwrite(text, 1, len, f), len);
    fclose(f);
}

static const struct casata_csv_text *builtin_table(const char *file) {
    const struct casata_csv_text *t = edition_builtin("signorie");
    while (t->file && strcmp(t->file, file) != 0) t++;
    return t;
}

/* A folder with the built-in tables. */
static void begin(void) {
    snprintf(dir, sizeof dir, "/tmp/casata-edition-XXXXXX");
    CHECK(mkdtemp(dir) != NULL);
    for (const struct casata_csv_text *t = edition_builtin("signorie"); t->file; t++)
        write_file(t->file, t->text, t->len);
}

static void end(void) {
    char path[128];
    for (const struct casata_csv_text *t = edition_builtin("signorie"); t->file; t++) {
        file_path(t->file, path);
        remove(path);
    }
    rmdir(dir);
}

/* Replaces the first `from` in a table of the folder. */
static void edit(const char *file, const char *from, const char *to) {
    const struct casata_csv_text *t = builtin_table(file);
    const char *at = strstr(t->text, from);
    if (!CHECK(at != NULL)) return;
    char *text = NULL;
    int n = asprintf(&text, "%.*s%s%s", (int)(at - t->text), t->text, to, at + strlen(from));
    if (CHECK(n > 0)) write_file(file, text, (size_t)n);
    free(text);
}

static bool load(struct casata_game *g) {
    err[0] = 0;
    return edition_load("signorie", dir, g, err);
}

static void refused(const char *where, const char *what) {
    struct casata_game g = {0};
    CHECK(!load(&g));
    CHECK(g.rules == NULL);
    CHECK_PART(dir, err);
    CHECK_PART(where, err);
    CHECK_PART(what, err);
}

static void test_generated(void) {
    struct signorie_data d = {0};
    struct casata_csv_error e;
    const struct casata_csv_text *text = edition_builtin("signorie");
    for (int i = 0; i < signorie_schema.n_tables; i++) {
        CHECK_STR(text[i].file, signorie_schema.table[i].file);
        CHECK(casata_csv_read(&signorie_schema.table[i], text[i].text, text[i].len, &d, &e));
    }
    CHECK(text[signorie_schema.n_tables].file == NULL);
    signorie_schema.derive(&d);
    CHECK(memcmp(&d, &signorie_builtin, sizeof d) == 0);
    CHECK(edition_builtin("chess") == NULL);
}

static void test_same(void) {
    struct casata_game built, g;
    CHECK(casata_find("signorie", &built));
    begin();
    if (CHECK(load(&g))) {
        CHECK_HEX(g.edition, built.edition);
        CHECK(g.data != built.data);
        CHECK(memcmp(g.data, built.data, sizeof(struct signorie_data)) == 0);
    }
    end();
}

static void test_corrected(void) {
    struct casata_game built, g;
    CHECK(casata_find("signorie", &built));
    begin();
    edit("initiative_track.csv", "\n3,3,", "\r\n\"3\",\"4\",");
    if (CHECK(load(&g))) {
        CHECK(g.edition != built.edition);
        CHECK_INT(((const struct signorie_data *)g.data)->initiative_track[3].vp, 4);
        CHECK_INT(signorie_builtin.initiative_track[3].vp, 3);
    }
    struct data_view v = {.game = built};
    struct data_cell *cell;
    if (CHECK(data_open(&v, dir, NULL, err) == DATA_OK)) {
        CHECK_INT(data_differences(&v, &cell), 1);
        CHECK_INT(cell[0].row, 3);
        CHECK_INT(cell[0].column, 1);
        free(cell);
        data_close(&v);
    }
    end();
}

static void test_refused(void) {
    begin();
    edit("city_spaces.csv", "\n0,2,2,", "\n0,2,9,");
    refused("/city_spaces.csv:4: column value: ", "9 is out of range 1 to 4");
    edit("city_spaces.csv", "\n0,2,2,", "\n0,2,1,");
    struct casata_game g;
    CHECK(load(&g));
    edit("setup.csv", "max_threshold,22", "max_threshold,23");
    refused("/setup.csv: ", "max_threshold");
    edit("setup.csv", "rounds,7", "rounds,x");
    refused("/setup.csv:9: column players_2: ", "not a whole number");
    char path[128];
    file_path("setup.csv", path);
    remove(path);
    refused("setup.csv", "No such file");
    end();
    refused("", "no such folder");

    CHECK(!edition_load("chess", dir, &g, err));
    CHECK_PART("there is no game \"chess\"", err);
    CHECK(!edition_load("signorie", "/dev/null", &g, err));
    CHECK_PART("not a folder", err);
}

static void test_long_path(void) {
    static char path[1200];
    memset(path, 'x', sizeof path - 1);
    for (size_t i = 0; i < sizeof path - 1; i += 100) path[i] = '/';
    struct casata_game g;
    CHECK(!edition_load("signorie", path, &g, err));
    CHECK(strlen(err) < sizeof err);
    CHECK_PART("no such folder", err);
}

static void test_designed(void) {
    struct data_view v = {0};
    struct data_cell *cell;
    CHECK(casata_find("signorie", &v.game));
    if (!CHECK(data_open(&v, NULL, NULL, err) == DATA_OK)) return;
    CHECK_INT(v.n, signorie_schema.n_tables);
    CHECK_INT(data_marks(&v, 'S'), 278);
    CHECK_INT(data_marks(&v, 'P'), 53);
    CHECK_INT(data_marks(&v, 'K'), 0);
    CHECK_INT(data_marks(&v, 'I'), 52);
    CHECK_INT(data_marks(&v, 'D'), 161);
    int n = data_designed(&v, &cell), shields = 0;
    for (int i = 0; i < n; i++) shields += strcmp(cell[i].shown->table->file, "plan_rows.csv") == 0;
    CHECK_INT(shields, 48);
    free(cell);
    CHECK_INT(data_differences(&v, &cell), 0);
    free(cell);
    data_close(&v);
    CHECK(data_open(&v, NULL, "cities", err) == DATA_OK && v.n == 1);
    data_close(&v);
    CHECK(data_open(&v, NULL, "nothing", err) == DATA_NO_TABLE);
}

static const struct test tests[] = {
    {"generated figures are the tables", test_generated},
    {"a copy is the same edition", test_same},
    {"a corrected figure", test_corrected},
    {"mistakes are refused with their place", test_refused},
    {"a long path", test_long_path},
    {"designed figures and marks", test_designed},
};
TEST_SUITE(edition, tests);
