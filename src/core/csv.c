/* csv.c: reads a CSV table by its schema into a flat struct and rejects everything else.
 * Knows no game and no file system: the caller brings the text. */
#include <assert.h>
#include <string.h>

#include "casata/game.h"
#include "casata/writer.h"
#include "core/csv.h"
#include "casata/utf8.h"

/* --- CSV ----------------------------------------------------------------------------------------------- */

struct casata_csv casata_csv_on(const char *text, size_t len) {
    struct casata_csv csv = {text, text + len, 0, ',', true, NULL};
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) csv.at += 3;
    size_t head = 0, n = (size_t)(csv.end - csv.at);
    while (head < n && csv.at[head] != '\n') head++;
    if (!memchr(csv.at, ',', head) && memchr(csv.at, ';', head)) csv.separator = ';';
    return csv;
}

static bool at_line_end(const struct casata_csv *csv) {
    if (csv->at == csv->end || *csv->at == '\n') return true;
    return *csv->at == '\r' && csv->at + 1 < csv->end && csv->at[1] == '\n';
}

static bool only_empty_lines(const char *at, const char *end) {
    while (at < end && (*at == '\n' || *at == '\r')) at++;
    return at == end;
}

/* Bytes of the UTF-8 character at p, 0 if it is none or a control character. */
static size_t character(const char *p, const char *end) {
    size_t n = casata_utf8_size(p, (size_t)(end - p));
    return n == 1 && ((unsigned char)*p < 0x20 || *p == 0x7f) ? 0 : n;
}

static enum casata_csv_kind bad(struct casata_csv *csv, const char *mistake) {
    csv->mistake = mistake;
    return CASATA_CSV_BAD;
}

enum casata_csv_kind casata_csv_next(struct casata_csv *csv, char *buf) {
    size_t len = 0;
    buf[0] = 0;
    if (csv->fresh) {
        if (only_empty_lines(csv->at, csv->end)) return CASATA_CSV_END;
        csv->line++;
        csv->fresh = false;
    }
    bool quoted = csv->at < csv->end && *csv->at == '"';
    if (quoted) csv->at++;
    while (quoted || !(at_line_end(csv) || *csv->at == csv->separator)) {
        if (csv->at == csv->end || *csv->at == '\n')
            return bad(csv, "a quoted field does not end on its line");
        if (quoted && *csv->at == '"') {
            csv->at++;
            if (csv->at == csv->end || *csv->at != '"') break;
        } else if (*csv->at == '"') {
            return bad(csv, "a quote stands inside a field that is not quoted");
        }
        size_t n = character(csv->at, csv->end);
        if (n == 0) return bad(csv, "a control character, or text that is not UTF-8");
        if (len + n >= CASATA_MAX_FIELD) return bad(csv, "a field is too long");
        memcpy(buf + len, csv->at, n);
        len += n;
        csv->at += n;
    }
    buf[len] = 0;
    if (!at_line_end(csv)) {
        if (*csv->at != csv->separator) return bad(csv, "text follows a quoted field");
        csv->at++;
        return CASATA_CSV_FIELD;
    }
    if (csv->at < csv->end) csv->at += *csv->at == '\r' ? 2 : 1;
    csv->fresh = true;
    return CASATA_CSV_LAST;
}

/* --- provenance ---------------------------------------------------------------------------------------- */

static bool is_name(const char *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bool letter = (p[i] >= 'a' && p[i] <= 'z') || (p[i] >= 'A' && p[i] <= 'Z');
        if (!letter && !(p[i] >= '0' && p[i] <= '9') && p[i] != '_') return false;
    }
    return n > 0;
}

/* The next name of a list joined by '+'; false at its end. */
static bool next_name(const char **at, size_t *n, const char **name, size_t *len) {
    if (*n == 0) return false;
    const char *plus = memchr(*at, '+', *n);
    *name = *at;
    *len = plus ? (size_t)(plus - *at) : *n;
    size_t used = plus ? *len + 1 : *len;
    *at += used;
    *n -= used;
    return true;
}

static bool are_names(const char *at, size_t n) {
    if (n == 1 && *at == '*') return true;
    if (n == 0 || at[n - 1] == '+') return false;
    const char *name;
    size_t len;
    while (next_name(&at, &n, &name, &len))
        if (!is_name(name, len)) return false;
    return true;
}

bool casata_mark_next(const char **text, size_t *n, struct casata_mark *mark) {
    if (*n == 0) return false;
    const char *p = *text, *bar = memchr(p, '|', *n);
    size_t len = bar ? (size_t)(bar - p) : *n;
    const char *equal = memchr(p, '=', len);
    if (!equal || (bar && len + 1 == *n)) return false; /* a trailing bar with no mark after it */

    struct casata_mark m = {p, NULL, (size_t)(equal - p), 0, 0};
    size_t rest = len - m.columns_len - 1;
    if (rest == 0 || !equal[1] || !strchr("SPKID", equal[1]) || !are_names(p, m.columns_len)) return false;
    m.code = equal[1];
    if (rest > 1) {
        if (equal[2] != ':' || rest == 2) return false;
        m.detail = equal + 3;
        m.detail_len = rest - 2;
    } else if (m.code == 'S' || m.code == 'P' || m.code == 'I') {
        return false;
    }
    *mark = m;
    len += bar ? 1 : 0;
    *text += len;
    *n -= len;
    return true;
}

static bool names_column(const struct casata_mark *mark, const char *column) {
    const char *at = mark->columns, *name;
    size_t n = mark->columns_len, len;
    while (next_name(&at, &n, &name, &len))
        if (strlen(column) == len && memcmp(column, name, len) == 0) return true;
    return false;
}

bool casata_mark_of(const char *src, size_t n, const char *column, struct casata_mark *mark) {
    bool found = false;
    struct casata_mark m;
    while (casata_mark_next(&src, &n, &m)) {
        if (names_column(&m, column)) {
            *mark = m;
            return true;
        }
        if (*m.columns == '*') {
            *mark = m;
            found = true;
        }
    }
    return n == 0 && found;
}

/* --- tables -------------------------------------------------------------------------------------------- */

struct reader {
    const struct casata_csv_table *table;
    struct casata_csv_error *err;
    int line;
    int absent; /* a later column that the table does not have yet, -1: none */
};

/* Starts a refusal; the caller writes the sentence. */
static struct casata_writer refuse(const struct reader *r, const char *column) {
    r->err->file = r->table->file;
    r->err->line = r->line;
    r->err->column = column;
    return casata_writer_on(r->err->message, sizeof r->err->message);
}

static bool refuse_text(const struct reader *r, const char *column, const char *sentence) {
    struct casata_writer w = refuse(r, column);
    casata_w_text(&w, sentence);
    return false;
}

/* The field verbatim, cut if it would fill the message. */
static void quote(struct casata_writer *w, const char *field) {
    enum { SHOWN = 40 };
    const char *end = field + strlen(field), *p = field;
    while (p < end && (size_t)(p - field) < SHOWN) p += character(p, end);
    casata_w_text(w, "\"");
    casata_w_raw(w, field, (size_t)(p - field));
    casata_w_text(w, p < end ? "...\"" : "\"");
}

static bool refuse_field(const struct reader *r, const char *column, const char *field, const char *why) {
    struct casata_writer w = refuse(r, column);
    quote(&w, field);
    casata_w_text(&w, why);
    return false;
}

static bool refuse_word(const struct reader *r, const struct casata_column *c, const char *field) {
    struct casata_writer w = refuse(r, c->name);
    quote(&w, field);
    casata_w_text(&w, " is not one of");
    for (int i = 0; i < c->words->n; i++) {
        size_t room = sizeof r->err->message - w.len, next = strlen(c->words->word[i]);
        if (next + 6 > room) {
            casata_w_text(&w, " ...");
            break;
        }
        casata_w_text(&w, " ");
        casata_w_text(&w, c->words->word[i]);
    }
    return false;
}

static bool parse_int(const char *field, int *value) {
    const char *p = field + (*field == '-');
    size_t digits = strlen(p);
    if (digits == 0 || digits > 5) return false;
    int n = 0;
    for (; *p; p++) {
        if (*p < '0' || *p > '9') return false;
        n = n * 10 + (*p - '0');
    }
    *value = *field == '-' ? -n : n;
    return true;
}

static bool read_int(const struct reader *r, const struct casata_column *c, const char *field, int *value) {
    *value = UINT8_MAX;
    if (!*field && c->type == CASATA_COL_LATER) return true;
    if (!parse_int(field, value)) return refuse_field(r, c->name, field, " is not a whole number");
    if (c->type == CASATA_COL_INDEX || (*value >= c->min && *value <= c->max)) return true;
    struct casata_writer w = refuse(r, c->name);
    casata_w_dec(&w, *value);
    casata_w_text(&w, " is out of range ");
    casata_w_dec(&w, c->min);
    casata_w_text(&w, " to ");
    casata_w_dec(&w, c->max);
    return false;
}

static bool read_word(const struct reader *r, const struct casata_column *c, const char *field, int *value) {
    *value = UINT8_MAX;
    if (!*field && c->min < 0) return true;
    *value = casata_word_find(c->words, field, strlen(field));
    return *value >= 0 || refuse_word(r, c, field);
}

/* The number that INDEX and KEY require of a row. */
static int asked(const struct casata_column *c, int row) {
    int i = row / (c->each ? c->each : 1);
    if (c->of) i %= c->of;
    return c->min + (c->pattern ? c->pattern[i] : i);
}

static bool refuse_row(const struct reader *r, const struct casata_column *c, const char *field, int want) {
    struct casata_writer w = refuse(r, c->name);
    quote(&w, field);
    casata_w_text(&w, " where ");
    if (c->words)
        casata_w_text(&w, c->words->word[want]);
    else
        casata_w_dec(&w, want);
    casata_w_text(&w, c->type == CASATA_COL_NAME ? " is the name of the number before it"
                                                 : " belongs: a row is missing, repeated or out of order");
    return false;
}

/* before: the number in the column on the left. */
static bool read_field(const struct reader *r, int column, int row, const char *field, int before,
                       int *value) {
    const struct casata_column *c = &r->table->column[column];
    switch (c->type) {
    case CASATA_COL_INT:
    case CASATA_COL_LATER: return read_int(r, c, field, value);
    case CASATA_COL_WORD: return read_word(r, c, field, value);
    case CASATA_COL_TEXT: *value = 0; return true;
    case CASATA_COL_INDEX:
        if (!read_int(r, c, field, value)) return false;
        return *value == asked(c, row) || refuse_row(r, c, field, asked(c, row));
    case CASATA_COL_KEY:
        if (!read_word(r, c, field, value)) return false;
        return *value == asked(c, row) || refuse_row(r, c, field, asked(c, row));
    default:
        assert(c->type == CASATA_COL_NAME && before >= 0 && before < c->words->n);
        if (!read_word(r, c, field, value)) return false;
        return *value == before || refuse_row(r, c, field, before);
    }
}

static void store(const struct casata_csv_table *t, int column, int row, int value, void *data) {
    const struct casata_column *c = &t->column[column];
    unsigned char *at = (unsigned char *)data + t->offset + (size_t)row * t->row_size + c->offset;
    if (c->size == 1) *at = (unsigned char)value;
    if (c->size == 2) memcpy(at, &(uint16_t){(uint16_t)value}, 2);
}

static const char *column_name(const struct casata_csv_table *t, int column) {
    return column < t->n_columns ? t->column[column].name : "src";
}

static bool check_mark(const struct reader *r, const struct casata_mark *mark, uint64_t *named, bool *star) {
    if (*mark->columns == '*') {
        if (*star) return refuse_text(r, "src", "two marks for the columns that are left (*)");
        *star = true;
        return true;
    }
    const char *at = mark->columns, *name;
    size_t n = mark->columns_len, len;
    while (next_name(&at, &n, &name, &len)) {
        int c = 0;
        while (c < r->table->n_columns &&
               !(strlen(r->table->column[c].name) == len && memcmp(r->table->column[c].name, name, len) == 0))
            c++;
        bool unknown = c == r->table->n_columns;
        if (unknown || (*named >> c & 1)) {
            struct casata_writer w = refuse(r, "src");
            casata_w_text(&w, unknown ? "no column is called \"" : "more than one mark for \"");
            casata_w_raw(&w, name, len < 40 ? len : 40);
            casata_w_text(&w, "\"");
            return false;
        }
        *named |= (uint64_t)1 << c;
    }
    return true;
}

static bool check_src(const struct reader *r, const char *src) {
    size_t n = strlen(src);
    if (n == 0) return refuse_text(r, "src", "no provenance");
    uint64_t named = 0;
    bool star = false;
    struct casata_mark mark;
    while (casata_mark_next(&src, &n, &mark))
        if (!check_mark(r, &mark, &named, &star)) return false;
    if (n > 0)
        return refuse_field(r, "src", src,
                            " is not a mark: columns=CODE or columns=CODE:detail, CODE S P K I D");
    for (int c = 0; c < r->table->n_columns && !star; c++) {
        if (r->table->column[c].size == 0 || c == r->absent || (named >> c & 1)) continue;
        struct casata_writer w = refuse(r, "src");
        casata_w_text(&w, "no provenance for column ");
        casata_w_text(&w, r->table->column[c].name);
        return false;
    }
    return true;
}

/* Reads the fields of one line: the header (row -1) or a row. */
static bool read_line(struct reader *r, struct casata_csv *csv, int row, void *data) {
    const struct casata_csv_table *t = r->table;
    char field[CASATA_MAX_FIELD];
    int value = -1;
    for (int c = 0; c <= t->n_columns; c++) {
        if (c == r->absent) {
            if (row >= 0) store(t, c, row, UINT8_MAX, data);
            continue;
        }
        enum casata_csv_kind kind = casata_csv_next(csv, field);
        const char *name = column_name(t, c);
        r->line = csv->line;
        if (kind == CASATA_CSV_BAD) return refuse_text(r, name, csv->mistake);
        if (row < 0 && strcmp(field, name) != 0) {
            struct casata_writer w = refuse(r, name);
            casata_w_text(&w, "this column belongs here, the header has ");
            quote(&w, field);
            return false;
        }
        if (kind == CASATA_CSV_LAST && c < t->n_columns) {
            return refuse_text(r, column_name(t, c + 1), "the line ends before this column");
        }
        if (kind == CASATA_CSV_FIELD && c == t->n_columns)
            return refuse_text(r, "src", "the line goes on after its last column");
        if (row < 0) continue;
        if (c == t->n_columns) return check_src(r, field);
        int before = value;
        if (!read_field(r, c, row, field, before, &value)) return false;
        store(t, c, row, value, data);
    }
    return true;
}

int casata_table_absent(const struct casata_csv_table *t, struct casata_csv *csv) {
    char field[CASATA_MAX_FIELD];
    int absent = -1;
    for (int c = 0; c <= t->n_columns; c++) {
        enum casata_csv_kind kind = casata_csv_next(csv, field);
        if (kind != CASATA_CSV_FIELD && kind != CASATA_CSV_LAST) break;
        if (absent < 0 && c < t->n_columns && t->column[c].type == CASATA_COL_LATER &&
            strcmp(field, t->column[c].name) != 0)
            absent = c++; /* the field is that of the column after it */
        if (kind == CASATA_CSV_LAST) break;
    }
    return absent;
}

int casata_table_row(const struct casata_csv_table *t, const struct casata_csv *csv, int row) {
    if (!t->group || row % t->group < t->least) return row;
    struct casata_csv ahead = *csv;
    char field[CASATA_MAX_FIELD];
    const struct casata_column *c = &t->column[0];
    bool ends = casata_csv_next(&ahead, field) == CASATA_CSV_END ||
                (c->type == CASATA_COL_KEY && strcmp(field, c->words->word[asked(c, row)]) != 0);
    return ends ? (row / t->group + 1) * t->group : row;
}

bool casata_csv_read(const struct casata_csv_table *table, const char *text, size_t len, void *data,
                     struct casata_csv_error *err) {
    assert(table->n_columns <= 64);
    struct casata_csv csv = casata_csv_on(text, len), header = csv;
    struct reader r = {table, err, 0, casata_table_absent(table, &header)};
    char field[CASATA_MAX_FIELD];
    for (int row = -1; row < table->rows; row++) {
        if (row >= 0 && (row = casata_table_row(table, &csv, row)) >= table->rows) break;
        struct casata_csv ahead = csv;
        if (casata_csv_next(&ahead, field) == CASATA_CSV_END) {
            r.line = row < 0 ? 0 : csv.line;
            struct casata_writer w = refuse(&r, NULL);
            casata_w_text(&w, row < 0 ? "the table is empty; rows needed: "
                                      : "the table ends too early; rows needed: ");
            casata_w_dec(&w, table->rows);
            return false;
        }
        if (!read_line(&r, &csv, row, data)) return false;
    }
    if (casata_csv_next(&csv, field) == CASATA_CSV_END) return true;
    r.line = csv.line;
    struct casata_writer w = refuse(&r, NULL);
    casata_w_text(&w, "more rows than the table has: ");
    casata_w_dec(&w, table->rows);
    return false;
}
