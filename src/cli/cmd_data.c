/* cmd_data.c: `casata data`: the figures of a game with their provenance. Knows schemas, no game. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casata/rules.h"
#include "cli/cli.h"
#include "terminal/columns.h"
#include "cli/data_view.h"
#include "cli/edition.h"

static const char help[] =
    "usage: casata data GAME [OPTION]...\n"
    "\n"
    "Prints the figures of a game: the contents of every table and the source of each figure.\n"
    "\n"
    "  --designed    only the figures that this project designed, because no source gives them\n"
    "  --table NAME  only this table\n"
    "  --data DIR    the figures in DIR, and how they differ from the built-in ones\n"
    "  --json        print one JSON object\n"
    "  --help        print this text\n"
    "\n"
    "Each figure is followed by a letter:\n"
    "  S  stated in a rulebook       I  inferred from stated facts\n"
    "  P  found on a public page     D  designed by this project\n"
    "  K  known in general\n"
    "\n"
    "To correct a figure, copy the folder data/GAME, edit its tables in a spreadsheet, check them with\n"
    "--data and play with `casata play GAME --data DIR`.\n"
    "\n"
    "examples:\n"
    "  casata data signorie\n"
    "  casata data signorie --designed\n"
    "  casata data signorie --table career_tracks\n"
    "  casata data signorie --data my-signorie --json\n";

enum { WIDTH = 100 };

/* --- one table ----------------------------------------------------------------------------------------- */

static void cell_text(const struct data_table *s, int row, int column, char *text, size_t cap) {
    struct casata_mark mark;
    const char *value = data_text(s, row, column);
    if (data_is_figure(s, row, column, &mark))
        snprintf(text, cap, "%s %c", *value ? value : "-", mark.code);
    else
        snprintf(text, cap, "%s", value);
}

static void print_cells(const struct data_table *s) {
    char text[CASATA_MAX_FIELD + 4];
    int width[64];
    for (int c = 0; c < s->table->n_columns; c++) {
        width[c] = columns_width(s->table->column[c].name);
        for (int row = 0; row < s->table->rows; row++) {
            cell_text(s, row, c, text, sizeof text);
            if (columns_width(text) > width[c]) width[c] = columns_width(text);
        }
    }
    for (int row = -1; row < s->table->rows; row++) {
        int blanks = 2; /* pending until the next cell, so that no line ends in blanks */
        for (int c = 0; c < s->table->n_columns; c++) {
            if (row < 0)
                snprintf(text, sizeof text, "%s", s->table->column[c].name);
            else
                cell_text(s, row, c, text, sizeof text);
            if (*text) printf("%*s%s", blanks, "", text);
            blanks = (*text ? 0 : blanks) + width[c] - columns_width(text) + 2;
        }
        putchar('\n');
    }
}

/* The rows that share a mark, by name if they are few. */
static size_t rows_text(const struct data_table *s, const struct data_origin *o, char *text, size_t cap) {
    char key[DATA_KEY];
    if (o->n_rows == s->table->rows) return (size_t)snprintf(text, cap, "all rows");
    if (o->n_rows > DATA_ORIGIN_ROWS) return (size_t)snprintf(text, cap, "%d rows", o->n_rows);
    size_t n = 0;
    for (int i = 0; i < o->n_rows && n < cap; i++) {
        data_key(s, o->row[i], key);
        n += (size_t)snprintf(text + n, cap - n, i ? ", %s" : "%s", key);
    }
    return n;
}

static void print_origins(const struct data_table *s) {
    struct data_origin *origin;
    int n = data_origins(s, &origin);
    char text[2 * CASATA_MAX_FIELD], rows[DATA_ORIGIN_ROWS * (DATA_KEY + 2)];
    for (int i = 0; i < n; i++) {
        const struct casata_mark *m = &origin[i].mark;
        rows_text(s, &origin[i], rows, sizeof rows);
        const char *rest = origin[i].alone ? "all" : "the rest";
        bool star = *m->columns == '*';
        snprintf(text, sizeof text, "  %c %.*s: %s%s%.*s (%s)", m->code,
                 star ? (int)strlen(rest) : (int)m->columns_len, star ? rest : m->columns,
                 data_code_word(m->code), m->detail_len ? ", " : "", (int)m->detail_len,
                 m->detail_len ? m->detail : "", rows);
        columns_wrap(stdout, text, WIDTH, 0, 6);
    }
    free(origin);
}

static void print_table(const struct data_table *s) {
    char name[DATA_KEY];
    data_name(s->table, name);
    printf("%s (%d rows)\n", name, s->table->rows);
    print_cells(s);
    print_origins(s);
    putchar('\n');
}

/* --- lists over all tables ----------------------------------------------------------------------------- */

static void print_designed(const struct data_view *v) {
    struct data_cell *cell;
    int n = data_designed(v, &cell), table = 0, key = 0, column = 0;
    char name[DATA_KEY], row[DATA_KEY];
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++) {
            const struct data_table *s = cell[i].shown;
            const char *heading = s->table->column[cell[i].column].name;
            data_name(s->table, name);
            data_key(s, cell[i].row, row);
            if (pass == 0) {
                if (columns_width(name) > table) table = columns_width(name);
                if (columns_width(row) > key) key = columns_width(row);
                if (columns_width(heading) > column) column = columns_width(heading);
                continue;
            }
            columns_pad(stdout, name, table + 2);
            columns_pad(stdout, row, key + 2);
            columns_pad(stdout, heading, column + 2);
            printf("%s\n", data_text(s, cell[i].row, cell[i].column));
        }
    }
    printf("%s%d designed figures\n\n", n ? "\n" : "", n);
    free(cell);
}

/* "name (column, column), name" of the tables where the code occurs (some) or where only S and P occur. */
static void print_tables(const struct data_view *v, const char *heading, char code, bool columns) {
    char text[8192], name[DATA_KEY];
    size_t n = (size_t)snprintf(text, sizeof text, "%s:", heading), empty = n;
    for (int i = 0; i < v->n; i++) {
        const struct data_table *s = &v->shown[i];
        uint64_t with = data_columns(s, code);
        bool sure = !data_columns(s, 'K') && !data_columns(s, 'I') && !data_columns(s, 'D');
        if (columns ? with == 0 : !sure) continue;
        data_name(s->table, name);
        n += (size_t)snprintf(text + n, sizeof text - n, n == empty ? " %s" : ", %s", name);
        for (int c = 0, seen = 0; columns && c < s->table->n_columns; c++) {
            if (!(with >> c & 1)) continue;
            n += (size_t)snprintf(text + n, sizeof text - n, seen++ ? " %s" : " (%s",
                                  s->table->column[c].name);
        }
        if (columns) n += (size_t)snprintf(text + n, sizeof text - n, ")");
    }
    if (n > empty) columns_wrap(stdout, text, WIDTH, 0, 2);
}

static void print_summary(const struct data_view *v) {
    int total = 0;
    for (const char *c = data_codes; *c; c++) total += data_marks(v, *c);
    printf("%d marks of provenance:", total);
    for (const char *c = data_codes; *c; c++)
        printf("%s %d %s", c == data_codes ? "" : ",", data_marks(v, *c), data_code_word(*c));
    printf("\n");
    print_tables(v, "Certain, stated or public throughout", 0, false);
    print_tables(v, "Known in general", 'K', true);
    print_tables(v, "Inferred, likely right", 'I', true);
    print_tables(v, "Designed, may differ from the printed game", 'D', true);
}

static void print_differences(const struct data_view *v) {
    struct data_cell *cell;
    int n = data_differences(v, &cell), marks = 0, figures = 0;
    char name[DATA_KEY], key[DATA_KEY];
    for (int i = 0; i < n; i++) {
        const struct data_table *s = cell[i].shown;
        if (cell[i].column == s->table->n_columns) {
            marks++;
            continue;
        }
        if (!figures++) printf("\nDiffers from the built-in figures:\n");
        data_name(s->table, name);
        data_key(s, cell[i].row, key);
        const char *before = data_text(cell[i].base, cell[i].row, cell[i].column);
        const char *after = data_text(s, cell[i].row, cell[i].column);
        printf("  %s, %s: %s %s -> %s\n", name, key, s->table->column[cell[i].column].name,
               *before ? before : "-", *after ? after : "-");
    }
    if (!figures) printf("\nThe same figures as the built-in ones.\n");
    if (marks) printf("Provenance differs in %d row%s.\n", marks, marks == 1 ? "" : "s");
    free(cell);
}

/* --- the command --------------------------------------------------------------------------------------- */

struct options {
    const char *game, *table, *data;
    bool designed, json, help;
};

static int read_options(int argc, char **argv, struct options *o) {
    static const struct option long_options[] = {
        {"designed", no_argument, NULL, 'd'},   {"table", required_argument, NULL, 't'},
        {"data", required_argument, NULL, 'D'}, {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},       {0},
    };
    opterr = 0;
    optind = 0; /* reset getopt: a program may call more than one command */
    for (int c; (c = getopt_long(argc, argv, ":h", long_options, NULL)) != -1;) {
        switch (c) {
        case 'd': o->designed = true; break;
        case 't': o->table = optarg; break;
        case 'D': o->data = optarg; break;
        case 'j': o->json = true; break;
        case 'h': o->help = true; break;
        case ':': return cli_fail(CLI_USAGE, argv[0], "%s needs a value", argv[optind - 1]);
        default: return cli_fail(CLI_USAGE, argv[0], "unknown option %s", argv[optind - 1]);
        }
    }
    if (o->help) return CLI_OK;
    if (optind == argc) return cli_fail(CLI_USAGE, argv[0], "which game?");
    if (optind + 1 < argc)
        return cli_fail(CLI_USAGE, argv[0], "one game at a time, not also \"%s\"", argv[optind + 1]);
    o->game = argv[optind];
    return CLI_OK;
}

static int no_table(const char *command, const struct casata_schema *schema, const char *table) {
    char name[DATA_KEY];
    fprintf(stderr, "%s: there is no table \"%s\"; the tables are", command, table);
    for (int i = 0; i < schema->n_tables; i++) {
        data_name(&schema->table[i], name);
        fprintf(stderr, "%s %s", i ? "," : "", name);
    }
    fputc('\n', stderr);
    return CLI_FAILED;
}

static int print_json(const char *command, const struct data_view *v, bool designed) {
    size_t cap = 1 << 16;
    for (;;) {
        char *buf = malloc(cap);
        if (!buf) return cli_fail(CLI_FAILED, command, "out of memory");
        struct casata_writer w = casata_writer_on(buf, cap);
        data_json(v, designed, &w);
        bool whole = casata_writer_ok(&w);
        cap = w.len + 1;
        if (whole) puts(buf);
        free(buf);
        if (whole) return CLI_OK;
    }
}

static void print_legend(void) {
    for (const char *c = data_codes; *c; c++)
        printf("%s%c %s", c == data_codes ? "" : ", ", *c, data_code_word(*c));
    printf(" (docs/data.md)\n\n");
}

static void print_text(const struct data_view *v, bool designed) {
    if (!designed) print_legend();
    if (designed) print_designed(v);
    for (int i = 0; i < v->n && !designed; i++) print_table(&v->shown[i]);
    print_summary(v);
    if (v->base) print_differences(v);
}

int cmd_data(int argc, char **argv) {
    struct options o = {0};
    int status = read_options(argc, argv, &o);
    if (status != CLI_OK) return status;
    if (o.help) {
        fputs(help, stdout);
        return CLI_OK;
    }
    struct data_view v = {0};
    if (!cli_game(argv[0], o.game, o.data, &v.game)) return CLI_FAILED;
    char err[256];
    switch (data_open(&v, o.data, o.table, err)) {
    case DATA_OK: break;
    case DATA_NO_TABLE: return no_table(argv[0], edition_schema(v.game.rules->id), o.table);
    default: return cli_fail(CLI_FAILED, argv[0], "%s", err);
    }
    if (o.json)
        status = print_json(argv[0], &v, o.designed);
    else
        print_text(&v, o.designed);
    data_close(&v);
    if (fflush(stdout) != 0) return cli_fail(CLI_FAILED, argv[0], "the output cannot be written");
    return status;
}
