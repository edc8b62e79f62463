/* test_csv.c: the table reader refuses every mistake and says where it is; the figures of Signorie agree
 * with each other. Knows no files. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "core/csv.h"
#include "games/signorie/signorie_data.h"
#include "harness.h"

/* --- a small table with every type of column ----------------------------------------------------------- */

#define COLOURS(X) X(YELLOW, "yellow") X(RED, "red")
enum { COLOURS(CASATA_ENUM) COLOUR_COUNT };
static const char *const colour_text[] = {COLOURS(CASATA_WORD)};
static const struct casata_words colours = {"colour", COLOUR_COUNT, colour_text};

struct row {
    uint8_t kind, n, none;
    uint16_t big;
};
enum { ROWS = 4, HEADER = 0 };
static const uint8_t odd[2] = {1, 3};
static const struct casata_column columns[] = {
    {.name = "id", .type = CASATA_COL_INDEX, .min = 1},
    {.name = "kind",
     .type = CASATA_COL_KEY,
     .size = 1,
     .offset = offsetof(struct row, kind),
     .words = &colours,
     .each = 2},
    {.name = "place", .type = CASATA_COL_INDEX, .of = 2, .pattern = odd},
    {.name = "n", .type = CASATA_COL_INT, .size = 1, .offset = offsetof(struct row, n), .min = 0, .max = 1},
    {.name = "name", .type = CASATA_COL_NAME, .words = &colours},
    {.name = "none",
     .type = CASATA_COL_WORD,
     .size = 1,
     .offset = offsetof(struct row, none),
     .min = -1,
     .words = &colours},
    {.name = "big",
     .type = CASATA_COL_INT,
     .size = 2,
     .offset = offsetof(struct row, big),
     .min = -5,
     .max = 999},
    {.name = "note", .type = CASATA_COL_TEXT},
};
static const struct casata_csv_table table = {
    .file = "small.csv",
    .member = "rows",
    .row_size = sizeof(struct row),
    .rows = ROWS,
    .n_columns = sizeof columns / sizeof *columns,
    .column = columns,
};
static const char *const good[ROWS + 1] = {
    "id,kind,place,n,name,none,big,note,src",
    "1,yellow,1,0,yellow,,999,,*=S:1",
    "2,yellow,3,1,red,red,7,a note,kind+n=S:1-2|none=P:example.org/a=b|*=D",
    "3,red,1,0,yellow,,0,,*=K",
    "4,red,3,1,red,,300,,kind=K|n=I:so|none=D:why|big=S:3",
};

static char text[4096];
static struct row rows[ROWS];
static struct casata_csv_error err;

/* The good table with one line replaced, lines ended by `end`. */
static void compose(int line, const char *other, const char *end) {
    struct casata_writer w = casata_writer_on(text, sizeof text);
    for (int i = 0; i <= ROWS; i++) {
        casata_w_text(&w, i == line ? other : good[i]);
        casata_w_text(&w, end);
    }
    CHECK(casata_writer_ok(&w));
}

static bool read_text(const char *whole) {
    memset(rows, 0, sizeof rows);
    memset(&err, 0, sizeof err);
    return casata_csv_read(&table, whole, strlen(whole), rows, &err);
}

static void accept(int line, const char *other, const char *end) {
    compose(line, other, end);
    if (!CHECK(read_text(text))) CHECK_STR(err.message, "");
    CHECK_INT(rows[1].n, 1);
    CHECK_INT(rows[3].big, 300);
}

/* Line as in the file: 1 = header. */
static void refuse(int line, const char *other, const char *column, const char *part) {
    compose(line - 1, other, "\n");
    if (!CHECK(!read_text(text))) return;
    CHECK_STR(err.file, "small.csv");
    CHECK_INT(err.line, line);
    CHECK_STR(err.column ? err.column : "", column);
    CHECK_PART(part, err.message);
}

static void test_good(void) {
    accept(-1, "", "\n");
    CHECK_INT(rows[0].kind, YELLOW);
    CHECK_INT(rows[2].kind, RED);
    CHECK_INT(rows[0].n, 0);
    CHECK_INT(rows[0].none, UINT8_MAX);
    CHECK_INT(rows[1].none, RED);
    CHECK_INT(rows[0].big, 999);
}

static void test_spreadsheets(void) {
    accept(-1, "", "\r\n");
    accept(0, "\xef\xbb\xbfid,kind,place,n,name,none,big,note,src", "\r\n");
    accept(2, "\"2\",\"yellow\",\"3\",1,red,\"red\",7,\"a, \"\"note\"\"\",\"*=S:1, 2\"", "\n");
    compose(-1, "", "\n");
    text[strlen(text) - 1] = 0; /* no line end at the end */
    CHECK(read_text(text));
    compose(4, "4,red,3,1,red,,300,,*=K\n\r\n\n", "\n");
    CHECK(read_text(text));
    CHECK(read_text("id;kind;place;n;name;none;big;note;src\n1;yellow;1;0;yellow;;999;a, b;*=K\n"
                    "2;yellow;3;1;red;;7;;*=K\n3;red;1;0;yellow;;0;;*=K\n4;red;3;1;red;;3;\"a;b\";*=K\n"));
    CHECK(read_text(
        "id,kind,place,n,name,none,big,note,src\n1,yellow,1,0,yellow,,999,Gr\xc3\xb6\xc3\x9f\x65,*=K\n"
        "2,yellow,3,1,red,,7,\xf0\x9f\x8e\xb2,*=K\n3,red,1,0,yellow,,0,,*=K\n4,red,3,1,red,,3,,*=K\n"));
}

static void test_header(void) {
    refuse(1, "id,kind,place,n,name,none,big,src", "note", "\"src\"");
    refuse(1, "id,kind,place,n,name,none,big,note", "src", "ends before");
    refuse(1, "id,kind,place,n,name,none,big,note,more,src", "src", "\"more\"");
    refuse(1, "id,kind,place,n,name,none,big,note,src,more", "src", "goes on");
    refuse(1, "id,kind,place,N,name,none,big,note,src", "n", "\"N\"");
    CHECK(!read_text(""));
    CHECK_INT(err.line, 0);
    CHECK_PART("empty", err.message);
    CHECK(!read_text("\n\n"));
    CHECK(!read_text("\xef\xbb\xbf"));
}

static void test_rows(void) {
    refuse(3, "3,red,1,0,yellow,,0,,*=K", "id", "where 2 belongs");
    refuse(3, "2,red,3,1,red,,7,,*=K", "kind", "where yellow belongs");
    refuse(3, "2,yellow,2,1,red,,7,,*=K", "place", "where 3 belongs");
    refuse(3, "", "kind", "ends before");
}

static void test_row_count(void) {
    compose(-1, "", "\n");
    char *last = strstr(text, "4,red");
    *last = 0;
    CHECK(!read_text(text));
    CHECK_INT(err.line, 4);
    CHECK(err.column == NULL);
    CHECK_PART("ends too early; rows needed: 4", err.message);
    compose(4, "4,red,3,1,red,,300,,*=K\n5,red,1,1,red,,1,,*=K", "\n");
    CHECK(!read_text(text));
    CHECK_INT(err.line, 6);
    CHECK_PART("more rows than the table has: 4", err.message);
}

/* Two groups of three rows, of which two must be there, and a column that older tables lack. */
static const struct casata_column lane_columns[] = {
    {.name = "lane", .type = CASATA_COL_KEY, .words = &colours, .each = 3},
    {.name = "space", .type = CASATA_COL_INDEX, .min = 1, .of = 3},
    {.name = "n", .type = CASATA_COL_INT, .size = 1, .offset = offsetof(struct row, n), .min = 1, .max = 9},
    {.name = "none",
     .type = CASATA_COL_LATER,
     .size = 1,
     .offset = offsetof(struct row, none),
     .min = 0,
     .max = 9},
};
static const struct casata_csv_table lanes = {
    .file = "lanes.csv",
    .member = "rows",
    .row_size = sizeof(struct row),
    .rows = 6,
    .n_columns = sizeof lane_columns / sizeof *lane_columns,
    .column = lane_columns,
    .group = 3,
    .least = 2,
};
static struct row lane[6];

static const char *read_lanes(const char *whole) {
    memset(lane, 0, sizeof lane);
    memset(&err, 0, sizeof err);
    return casata_csv_read(&lanes, whole, strlen(whole), lane, &err) ? "" : err.message;
}

static void test_groups(void) {
    CHECK_STR(read_lanes("lane,space,n,none,src\nyellow,1,1,,*=K\nyellow,2,2,7,*=K\nyellow,3,3,,*=K\n"
                         "red,1,4,,*=K\nred,2,5,,*=K\nred,3,6,,*=K\n"),
              "");
    CHECK_INT(lane[1].none, 7);
    CHECK_INT(lane[2].none, UINT8_MAX);
    CHECK_INT(lane[5].n, 6);
    CHECK_STR(
        read_lanes("lane,space,n,none,src\nyellow,1,1,,*=K\nyellow,2,2,,*=K\nred,1,4,,*=K\nred,2,5,,*=K\n"),
        "");
    CHECK_INT(lane[1].n, 2);
    CHECK_INT(lane[2].n, 0); /* not there */
    CHECK_INT(lane[3].n, 4);
    CHECK_INT(lane[5].n, 0);
    CHECK_PART(
        "where 2 belongs",
        read_lanes("lane,space,n,none,src\nyellow,1,1,,*=K\nyellow,3,3,,*=K\nred,1,4,,*=K\nred,2,5,,*=K\n"));
    CHECK_PART("where yellow belongs",
               read_lanes("lane,space,n,none,src\nyellow,1,1,,*=K\nred,1,4,,*=K\nred,2,5,,*=K\n"));
    CHECK_PART("ends too early",
               read_lanes("lane,space,n,none,src\nyellow,1,1,,*=K\nyellow,2,2,,*=K\nred,1,4,,*=K\n"));
    CHECK_PART("more rows",
               read_lanes("lane,space,n,none,src\nyellow,1,1,,*=K\nyellow,2,2,,*=K\nred,1,4,,*=K\n"
                          "red,2,5,,*=K\nred,3,6,,*=K\nred,4,6,,*=K\n"));
}

static void test_later_column(void) {
    CHECK_STR(read_lanes("lane,space,n,src\nyellow,1,1,n=K\nyellow,2,2,*=K\nred,1,4,*=K\nred,2,5,*=K\n"), "");
    CHECK_INT(lane[0].none, UINT8_MAX);
    CHECK_INT(lane[4].n, 5);
    CHECK_PART("out of range 0 to 9", read_lanes("lane,space,n,none,src\nyellow,1,1,10,*=K\n"));
    CHECK_PART("no provenance for column none", read_lanes("lane,space,n,none,src\nyellow,1,1,3,n=K\n"));
    CHECK_PART("\"other\"", read_lanes("lane,space,n,other,src\nyellow,1,1,3,*=K\n"));
}

static void test_fields(void) {
    refuse(2, "1,yellow,1,2,yellow,,9,,*=K", "n", "2 is out of range 0 to 1");
    refuse(2, "1,yellow,1,-1,yellow,,9,,*=K", "n", "-1 is out of range");
    refuse(2, "1,yellow,1,0,yellow,,1000,,*=K", "big", "out of range -5 to 999");
    refuse(2, "1,yellow,1,x,yellow,,9,,*=K", "n", "\"x\" is not a whole number");
    refuse(2, "1,yellow,1,,yellow,,9,,*=K", "n", "\"\" is not a whole number");
    refuse(2, "1,yellow,1,-,yellow,,9,,*=K", "n", "not a whole number");
    refuse(2, "1,yellow,1,1.0,yellow,,9,,*=K", "n", "not a whole number");
    refuse(2, "1,yellow,1, 1,yellow,,9,,*=K", "n", "not a whole number");
    refuse(2, "1,yellow,1,0,yellow,,99999999999,,*=K", "big", "not a whole number");
    refuse(2, "1,yellow,1,0,yellow,blue,9,,*=K", "none", "\"blue\" is not one of yellow red");
    refuse(2, "1,Yellow,1,0,yellow,,9,,*=K", "kind", "is not one of");
    refuse(2, "1,,1,0,yellow,,9,,*=K", "kind", "is not one of");
    refuse(2, "1,yellow,1,0,red,,9,,*=K", "name", "yellow is the name of the number");
    refuse(2, "1,yellow,1,0,,,9,,*=K", "name", "is not one of");
    refuse(2, "1,yellow,1,0,yellow,,9,*=K", "src", "ends before");
    refuse(2, "1,yellow,1,0,yellow,,9,,*=K,", "src", "goes on");
    accept(1, "1,yellow,1,0,yellow,,-5,,*=K", "\n");
}

static void test_csv(void) {
    refuse(2, "1,yellow,1,0,yellow,,9,\"a,*=K", "note", "does not end");
    refuse(2, "1,yellow,1,0,yellow,,9,\"a\"b,*=K", "note", "follows a quoted");
    refuse(2, "1,yellow,1,0,yellow,,9,a\"b,*=K", "note", "a quote stands inside");
    refuse(2, "1,yellow,1,0,yellow,,9,\xe9t\xe9,*=K", "note", "not UTF-8");
    refuse(2, "1,yellow,1,0,yellow,,9,\xc0\xaf,*=K", "note", "not UTF-8");
    refuse(2, "1,yellow,1,0,yellow,,9,\xed\xa0\x80,*=K", "note", "not UTF-8");
    refuse(2, "1,yellow,1,0,yellow,,9,\xe2\x82,*=K", "note", "not UTF-8");
    refuse(2, "1,yellow,1,0,yellow,,9,a\tb,*=K", "note", "control");
    refuse(2, "1,yellow,1,0,yellow,,9,a\rb,*=K", "note", "control");

    compose(-1, "", "\n");
    size_t n = strlen(text);
    text[n - 2] = 0; /* a NUL byte inside */
    CHECK(!casata_csv_read(&table, text, n, rows, &err));
    CHECK_STR(err.column, "src");

    static char field[CASATA_MAX_FIELD + 40];
    struct casata_writer w = casata_writer_on(field, sizeof field);
    casata_w_text(&w, "1,yellow,1,0,yellow,,9,");
    while (w.len < CASATA_MAX_FIELD + 30) casata_w_text(&w, "x");
    refuse(2, field, "note", "too long");
}

static void test_long_words(void) {
    refuse(2,
           "1,"
           "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
           "\xc3\xa9"
           "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9,1,0,yellow,,9,,*=K",
           "kind", "...\" is not one of yellow red");
}

/* Every prefix of a table is read or refused, never more than its bytes. */
static void test_prefixes(void) {
    static char part[sizeof text];
    compose(-1, "", "\r\n");
    size_t whole = strlen(text);
    int accepted = 0;
    for (size_t n = 0; n <= whole; n++) {
        memset(part, 'x', sizeof part);
        memcpy(part, text, n);
        accepted += casata_csv_read(&table, part, n, rows, &err);
    }
    CHECK_INT(accepted, 2); /* the whole text, and without its last CRLF */
}

/* --- provenance ---------------------------------------------------------------------------------------- */

static bool is_mark(const char *src) {
    struct casata_mark mark;
    size_t n = strlen(src);
    const char *at = src;
    bool read = casata_mark_next(&at, &n, &mark);
    CHECK(read || at == src);
    return read;
}

static void test_mark_grammar(void) {
    static const char *const fine[] = {"*=D", "a=K", "a+b_2=S:003:44", "*=D:why", "Ab=I:a=b+c:d", "*=P:x"};
    static const char *const wrong[] = {"",      "D",     "=D",   "a",    "a=",   "a=X",   "a=DD",   "a=D:",
                                        "a=S",   "a=P",   "a=I",  "a=S:", "+a=D", "a+=D",  "a++b=D", "a b=D",
                                        "*+a=D", "a+*=D", "**=D", "a=D|", "|a=D", "a;b=D", "a-b=D"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (!is_mark(fine[i])) test_fail(__FILE__, __LINE__, fine[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (is_mark(wrong[i])) test_fail(__FILE__, __LINE__, wrong[i]);
}

static void test_mark_list(void) {
    const char *src = "vp+rank=S:003:525|*=D", *at = src;
    size_t n = strlen(src);
    struct casata_mark mark;
    CHECK(casata_mark_next(&at, &n, &mark));
    CHECK_INT(mark.columns_len, 7);
    CHECK_INT(mark.detail_len, 7);
    CHECK(memcmp(mark.detail, "003:525", 7) == 0);
    CHECK_INT(mark.code, 'S');
    CHECK(casata_mark_next(&at, &n, &mark));
    CHECK_INT(*mark.columns, '*');
    CHECK_INT(mark.detail_len, 0);
    CHECK_INT(mark.code, 'D');
    CHECK(!casata_mark_next(&at, &n, &mark));
    CHECK_INT(n, 0);
}

static char code_of(const char *src, const char *column) {
    struct casata_mark mark;
    return casata_mark_of(src, strlen(src), column, &mark) ? mark.code : '-';
}

static void test_mark_of(void) {
    CHECK_INT(code_of("*=D|vp+rank=S:1", "vp"), 'S');
    CHECK_INT(code_of("*=D|vp+rank=S:1", "rank"), 'S');
    CHECK_INT(code_of("*=D|vp+rank=S:1", "ran"), 'D');
    CHECK_INT(code_of("vp=S:1", "rank"), '-');
    CHECK_INT(code_of("*=D|bad", "vp"), '-');
    CHECK_INT(code_of("", "vp"), '-');
}

static void test_src(void) {
    refuse(2, "1,yellow,1,0,yellow,,9,,", "src", "no provenance");
    refuse(2, "1,yellow,1,0,yellow,,9,,S:1", "src", "is not a mark");
    refuse(2, "1,yellow,1,0,yellow,,9,,*=S", "src", "is not a mark");
    refuse(2, "1,yellow,1,0,yellow,,9,,*=D|n=X", "src", "\"n=X\" is not a mark");
    refuse(2, "1,yellow,1,0,yellow,,9,,*=D|m=K", "src", "no column is called \"m\"");
    refuse(2, "1,yellow,1,0,yellow,,9,,*=D|src=K", "src", "no column is called \"src\"");
    refuse(2, "1,yellow,1,0,yellow,,9,,n+n=K", "src", "more than one mark for \"n\"");
    refuse(2, "1,yellow,1,0,yellow,,9,,n=K|big+n=K", "src", "more than one mark for \"n\"");
    refuse(2, "1,yellow,1,0,yellow,,9,,*=D|*=K", "src", "two marks");
    refuse(2, "1,yellow,1,0,yellow,,9,,kind+n+none=K", "src", "no provenance for column big");
    accept(1, "1,yellow,1,0,yellow,,9,,kind+n+none+big=K|note+id=D", "\n");
}

/* --- Signorie ------------------------------------------------------------------------------------------ */

static const char *mistake(const struct signorie_data *d) {
    const char *m = signorie_schema.check(d);
    return m ? m : "";
}
static struct signorie_data d;

/* Breaks one figure of the built-in edition. */
#define BREAK(field, value, part)      \
    do {                               \
        d = signorie_builtin;          \
        d.field = (value);             \
        CHECK_PART(part, mistake(&d)); \
    } while (0)
#define BREAK_TWO(field, value, field2, value2, part) \
    do {                                              \
        d = signorie_builtin;                         \
        d.field = (value);                            \
        d.field2 = (value2);                          \
        CHECK_PART(part, mistake(&d));                \
    } while (0)

static void test_builtin(void) {
    d = signorie_builtin;
    CHECK_STR(mistake(&d), "");
    CHECK_INT(signorie_schema.data_size, sizeof d);
}

static void test_box(void) {
    BREAK(components[SIG_C_MAN].count_total, 47, "components.csv: count_total");
    BREAK_TWO(components[SIG_C_PLAYER_BOARD].count_total, 8,
              components[SIG_C_PLAYER_BOARD].count_per_player_colour, 2, "player_board");
    BREAK_TWO(components[SIG_C_MAN].count_total, 0, components[SIG_C_MAN].count_per_player_colour, 0,
              "men and women");
    BREAK(components[SIG_C_REWARD].count_total, 13, "reward_tile");
    BREAK(components[SIG_C_ALLIANCE].count_total, 53, "alliance_tile");
    BREAK(components[SIG_C_TASK].count_total, 9, "task_tile");
    BREAK(components[SIG_C_BRIDE].count_total, 15, "bride");
    BREAK(components[SIG_C_HELPER].count_total, 14, "helper must be enough");
    BREAK(components[SIG_C_HELPER].count_total, 61, "helper is more");
}

static void test_dice(void) {
    BREAK(dice[SIG_RED].count_3p, 2, "dice.csv: the count of an action die");
    BREAK(dice[SIG_COLOUR_COUNT].count_2p, 4, "dice.csv: the count of the white die");
    d = signorie_builtin;
    for (int c = 0; c < SIG_COLOUR_COUNT; c++) d.dice[c].count_4p = 3;
    d.setup[SIG_DICE_PER_COLOUR].players_4 = 3;
    CHECK_PART("at least the number of players and at most 4", mistake(&d));
    BREAK(components[SIG_C_ACTION_DIE].count_total, 19, "more dice than action_die");
    BREAK(components[SIG_C_OFFSPRING].count_total, 4, "more than offspring_die");
    BREAK_TWO(setup[SIG_OFFSPRING_DICE].players_3, 4, dice[SIG_COLOUR_COUNT].count_3p, 4,
              "one for each portrait");
    BREAK(setup[SIG_MAX_DICE].players_2, 5, "max_dice_per_round");
    BREAK(setup[SIG_MAX_DICE].players_2, 0, "max_dice_per_round");
}

static void test_players(void) {
    BREAK(setup[SIG_CITIES_IN_PLAY].players_4, 6, "cities_in_play");
    BREAK(setup[SIG_CITIES_IN_PLAY].players_2, 2, "cities_in_play");
    BREAK(setup[SIG_MEN_RESERVE].players_3, 5, "start_men_personal");
    BREAK(setup[SIG_WOMEN_SUPPLY].players_4, 7, "start_women_general");
    BREAK(setup[SIG_START_FLORINS].players_2, 31, "start_florins");
    BREAK(setup[SIG_EXTRA_2ND].players_2, 16, "extra florins must be at most");
    BREAK(setup[SIG_EXTRA_3RD].players_2, 1, "does not take part");
    BREAK(setup[SIG_START_INITIATIVE].players_2, 1, "start_initiative_space");
}

static void test_tiles(void) {
    BREAK(alliance_tiles[0].house, SIG_ORSINI, "column house must give each house the same");
    BREAK(alliance_tiles[9].vp_back, 2, "vp_back");
    BREAK(setup[SIG_TILES_REMOVED].players_2, 9, "must leave tiles");
    BREAK(setup[SIG_TILES_IN_STACK].players_3, 47, "alliance_tiles_in_stack must be 54 less");
    BREAK_TWO(setup[SIG_TILES_REMOVED].players_4, 8, setup[SIG_TILES_IN_STACK].players_4, 6,
              "two tiles in each city");
}

static void test_plan(void) {
    d = signorie_builtin;
    d.plan_rows[SIG_PLAN_SLOTS + 17].house = SIG_MEDICI;
    CHECK_PART("each house once in a marriage row", mistake(&d));
    d = signorie_builtin;
    d.plan_rows[1].house = SIG_ORSINI; /* four houses */
    CHECK_PART("two of one house", mistake(&d));
    d = signorie_builtin;
    d.plan_rows[2].house = d.plan_rows[3].house; /* two and two */
    CHECK_PART("two of one house", mistake(&d));
}

static void test_tracks(void) {
    BREAK(career_tracks[9].vp, 0, "career_tracks.csv: vp");
    BREAK(career_tracks[10].rank, 1, "career_tracks.csv: rank");
    BREAK(career_tracks[3].bonus_amount, 0, "bonus_amount");
    BREAK(career_tracks[4].bonus_amount, 1, "bonus_amount");
    BREAK_TWO(career_tracks[8].bonus, SIG_BONUS_FLORINS, career_tracks[8].bonus_amount, 1, "first space");
    BREAK(career_tracks[15].rank, 0, "the same number of spaces");
    BREAK(initiative_track[2].vp, 0, "initiative_track.csv: vp");
    d = signorie_builtin;
    memset(d.initiative_track, 0, sizeof d.initiative_track);
    CHECK_PART("vp of the top space", mistake(&d));
    BREAK(city_spaces[9].value, 3, "city_spaces.csv: value must not fall");
    d = signorie_builtin;
    for (int i = 0; i < SIG_CAREER_COUNT * SIG_CAREER_SPACES; i++)
        if (d.career_tracks[i].rank > 3) d.career_tracks[i].rank = 3;
    CHECK_PART("above the highest rank", mistake(&d));
}

static void test_columns(void) {
    BREAK(action_columns[SIG_RED].hire_into_colour, SIG_RED, "must be another column");
    BREAK(action_columns[SIG_RED].hire_into_colour, SIG_GREY, "hire_into_colour must name each colour once");
    BREAK(action_columns[SIG_PURPLE].signoria_amount, 2, "OFFSPRING must be 0");
    BREAK(action_columns[SIG_RED].signoria_amount, 2, "MARRIAGE and MISSION must be 1");
    BREAK(action_columns[SIG_TURQUOISE].signoria_amount, 0, "FLORINS and TRACKS");
    BREAK(action_columns[SIG_YELLOW].space_value, 2, "space_value of the FLORINS column");
    d = signorie_builtin;
    d.action_columns[SIG_TURQUOISE].signoria_action = SIG_DO_FLORINS;
    d.action_columns[SIG_TURQUOISE].space_value = 1;
    CHECK_PART("signoria_action must name each action once", mistake(&d));
}

static void test_helpers(void) {
    BREAK(helper_spaces[SIG_HR1].colour, SIG_GREY, "colour must be that of the id");
    BREAK(helper_spaces[SIG_HY1].track, SIG_CHURCH, "track must be given exactly");
    BREAK(helper_spaces[SIG_HY3].track, UINT8_MAX, "track must be given exactly");
    BREAK(helper_spaces[SIG_HY3].amount, 1, "amount must be 0 exactly for TRACK_DIE");
    BREAK(helper_spaces[SIG_HY1].amount, 0, "amount must be 0 exactly for TRACK_DIE");
    BREAK(helper_spaces[SIG_HR1].row_rule, SIG_TO_ANY, "row_rule");
    BREAK(helper_spaces[SIG_HY1].row_rule, SIG_TO_ANY, "row_rule");
    BREAK(helper_spaces[SIG_HR2].amount, 2, "amount must be 1");
    BREAK(helper_spaces[SIG_HP1].amount, 2, "amount must be 1");
    BREAK(portraits[SIG_SON_1].married_at_start, 1, "married_at_start");
    BREAK(portraits[SIG_SIGNORE].married_at_start, 0, "married_at_start");
    BREAK(portraits[SIG_SIGNORE].wedding_vp, 1, "wedding_vp");
}

static void test_tasks(void) {
    BREAK(task_spaces[SIG_TS_YU].pawn_gender, SIG_MAN, "pawn_gender");
    BREAK(task_tiles[SIG_T_POLITICS].min_pawns, 2, "min_pawns must be 1 or equal");
    BREAK(task_tiles[SIG_T_SECRET].min_pawns, 2, "min_pawns is more");
    BREAK(task_tiles[SIG_T_POLITICS].track, SIG_CHURCH, "those of the tile's name");
    BREAK(task_tiles[SIG_T_FLORINS].effect, SIG_TE_THRESHOLD, "those of the tile's name");
    BREAK(task_tiles[SIG_T_MARRIAGE].per_pawn, 1, "per_pawn must be 0 exactly");
    BREAK(task_tiles[SIG_T_FLORINS].per_pawn, 0, "per_pawn must be 0 exactly");
    BREAK(task_tiles[SIG_T_MISSION].min_pawns, 1, "fixed number");
    BREAK(task_tiles[SIG_T_SECRET].max_pawns, 2, "one tile for one pawn");
    BREAK(task_tiles[SIG_T_EXCHANGE].per_pawn, 2, "one pawn for one pawn");
    BREAK(task_tiles[SIG_T_MARRIAGE].usable_by_any_task_helper, 1, "usable_by_any_task_helper");
    BREAK(task_tiles[SIG_T_FLORINS].usable_by_any_task_helper, 0, "usable_by_any_task_helper");
    BREAK(setup[SIG_MAX_THRESHOLD].players_2, 21, "steps of the threshold tile");
    BREAK(setup[SIG_MAX_THRESHOLD].players_2, 12, "steps of the threshold tile");
    BREAK(setup[SIG_MAX_THRESHOLD].players_2, 25, "more pawns than max_pawns");
}

static void test_rewards(void) {
    BREAK(reward_tiles[SIG_RW_MISSION].kind, SIG_RK_VP, "those of the tile's name");
    BREAK(reward_tiles[SIG_RW_MISSION].effect, SIG_RE_MARRIAGE, "those of the tile's name");
    BREAK(reward_tiles[SIG_RW_MEN].target, SIG_TARGET_WOMAN, "those of the tile's name");
    BREAK(reward_tiles[SIG_RW_DIE].amount, 2, "amount must be 1");
    BREAK(setup[SIG_ROUNDS].players_2, 6, "rounds must be the number of rows");
    BREAK(setup[SIG_VP_TILES].players_2, 3, "rounds of that tile_kind");
    d = signorie_builtin;
    for (int i = 0; i < SIG_ROUND_COUNT; i++) d.round_rewards[i] = d.round_rewards[SIG_ROUND_COUNT - 1];
    d.setup[SIG_BONUS_TILES].players_2 = 0;
    d.setup[SIG_VP_TILES].players_2 = SIG_ROUND_COUNT;
    CHECK_PART("more reward tiles used", mistake(&d));
    d = signorie_builtin;
    d.round_rewards[0] = signorie_builtin.round_rewards[6];
    d.round_rewards[6] = signorie_builtin.round_rewards[0];
    CHECK_PART("bonus first", mistake(&d));
    BREAK(round_rewards[5].wedding, 1, "a vp round has no");
    BREAK(round_rewards[0].buy_vp_gain, 5, "a bonus round has no");
    BREAK(round_rewards[6].buy_vp_cost, 0, "without buy_vp_cost");
}

static const struct test tests[] = {
    {"a good table is read", test_good},
    {"what spreadsheets write is read", test_spreadsheets},
    {"a wrong header is refused", test_header},
    {"a row out of place is refused", test_rows},
    {"a wrong number of rows is refused", test_row_count},
    {"groups of rows", test_groups},
    {"a later column", test_later_column},
    {"a wrong field is refused", test_fields},
    {"broken CSV is refused", test_csv},
    {"a message cuts between characters", test_long_words},
    {"every prefix is read or refused", test_prefixes},
    {"the grammar of a mark", test_mark_grammar},
    {"a list of marks", test_mark_list},
    {"the mark of a column", test_mark_of},
    {"wrong provenance is refused", test_src},
    {"the built-in figures agree", test_builtin},
    {"pieces in the box", test_box},
    {"dice", test_dice},
    {"what players begin with", test_players},
    {"alliance tiles", test_tiles},
    {"plans", test_plan},
    {"tracks and cities", test_tracks},
    {"columns", test_columns},
    {"helpers and portraits", test_helpers},
    {"tasks and threshold", test_tasks},
    {"rewards and rounds", test_rewards},
};
TEST_SUITE(csv, tests);
