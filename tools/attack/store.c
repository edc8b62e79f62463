/* store.c: attacks on stored data: rows with wrong values, and a database that is unlinked, replaced, full, locked or
 * shared while the server runs (attack.h). */
#define _GNU_SOURCE
#include "attack/attack.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { HEALTH_MS = 5000, SETTLE_MS = 200 };

static struct kit kit;
static struct person person;
static char other_table[24]; /* with untouched rows */

static bool run_sql(const char *sql) {
    sqlite3 *db = NULL;
    bool ok = sqlite3_open(kit.db, &db) == SQLITE_OK && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    return ok;
}

static const char *beside(const char *ending) {
    static char path[240];
    snprintf(path, sizeof path, "%s%s", kit.db, ending);
    return path;
}

static void remove_files(bool database) {
    static const char *const ending[] = {"-wal", "-shm"};
    for (int i = 0; i < 2; i++) unlink(beside(ending[i]));
    if (database) unlink(kit.db);
}

/* A server with two tables; the person has played at one. */
static void begin(void) {
    struct person *alone[] = {&person};
    target_start(&kit, NULL);
    person_open(&person, &kit, &attack_game, 3);
    person_create(&person, "signorie", "[{'kind':'me','name':'A'},{'kind':'open'}]");
    memcpy(other_table, person.table, sizeof other_table);
    person_create(
        &person, "signorie",
        "[{'kind':'me','name':'A'},{'kind':'bot','level':'paggio'},{'kind':'bot','level':'paggio'}]");
    person_watch(&person);
    person_try(&person, "{'t':'chat','table':'%s','text':'hello'}", person.table);
    kit_play(alone, 1, 6);
    while (!(person.to_act >> person.seat & 1) && person_reach(&person, person.ply + 1)) continue;
}

static void end(void) {
    person_close(&person);
    target_end(&kit);
}

/* --- rows ----------------------------------------------------------------------------------------------------------------- */

static const struct edit {
    const char *name, *sql; /* for the rows of one table, see apply_edit */
} edits[] = {
    {"seats_kind_99", "UPDATE seats SET kind=99 WHERE seat=1"},
    {"seats_kind_negative", "UPDATE seats SET kind=-7 WHERE seat=1"},
    {"seats_kind_huge", "UPDATE seats SET kind=4294967297000 WHERE seat=0"},
    {"seats_level_unknown", "UPDATE seats SET level='imperatore' WHERE seat=1"},
    {"seats_number", "UPDATE seats SET seat=77 WHERE seat=1"},
    {"seats_missing", "DELETE FROM seats WHERE seat=1"},
    {"seats_name_bytes", "UPDATE seats SET name=CAST(x'ff22fe' AS TEXT) WHERE seat=0"},
    {"seats_token_short", "UPDATE seats SET token=x'00'"},
    {"tables_seats_200", "UPDATE tables SET seats=200"},
    {"tables_seats_0", "UPDATE tables SET seats=0"},
    {"tables_seats_6", "UPDATE tables SET seats=6"},
    {"tables_host_99", "UPDATE tables SET host=99"},
    {"tables_game_unknown", "UPDATE tables SET game='chess'"},
    {"tables_game_other", "UPDATE tables SET game='virtu'"},
    {"tables_options", "UPDATE tables SET options='x=y ='"},
    {"tables_rules_version", "UPDATE tables SET rules_version=-1"},
    {"tables_first_negative", "UPDATE tables SET first=-5"},
    {"tables_first_huge", "UPDATE tables SET first=2147483647"},
    {"tables_takeback_seat_40", "UPDATE tables SET takeback_seat=40, takeback_ply=1"},
    {"tables_takeback_ply", "UPDATE tables SET takeback_seat=1, takeback_ply=-9"},
    {"tables_takeback_yes", "UPDATE tables SET takeback_seat=1, takeback_ply=1, takeback_yes=-1"},
    {"tables_undos", "UPDATE tables SET undos=-1"},
    {"tables_rematch", "UPDATE tables SET rematch=x'0102'"},
    {"log_seat_200", "UPDATE change SET entry=CAST(substr(entry, 1, 20)||x'c8'||substr(entry, 22) AS BLOB)"
                     " WHERE entry<>x''"},
    {"log_action",
     "UPDATE change SET entry=CAST(substr(entry, 1, 16)||x'ffffffff'||substr(entry, 21) AS BLOB)"
     " WHERE entry<>x''"},
    {"log_hash", "UPDATE change SET entry=CAST(x'00'||substr(entry, 2) AS BLOB) WHERE entry<>x''"},
    {"log_to_act", "UPDATE change SET to_act=255"},
    {"log_time", "UPDATE change SET time=-9223372036854775807"},
    {"log_gap", "DELETE FROM change WHERE n=2"},
    {"chat_seat_99", "UPDATE chat SET seat=99"},
    {"chat_n", "UPDATE chat SET n=2147483647"},
    {"chat_name_bytes", "UPDATE chat SET name=CAST(x'ff22fe' AS TEXT)"},
    {"positions_text",
     "INSERT OR REPLACE INTO positions(id, kind, ply, text) SELECT id,'start',0,'{\"game\":9}' FROM tables"},
};
enum { EDITS = sizeof edits / sizeof *edits };

/* Only the rows of the person's table, the only one with chat. */
static bool apply_edit(const struct edit *e) {
    char sql[500];
    bool narrowed = strstr(e->sql, "WHERE") != NULL;
    snprintf(sql, sizeof sql, "%s %s id=(SELECT id FROM chat LIMIT 1)", e->sql, narrowed ? "AND" : "WHERE");
    return run_sql(sql);
}

static const char *outcome_of_edit(void) {
    static char text[80];
    struct person p, other;
    if (!kit_restart(&kit, kit_program("casata"), NULL)) return "the server does not start";
    person_open(&p, &kit, &attack_game, 4);
    memcpy(p.table, person.table, sizeof p.table);
    memcpy(p.token, person.token, sizeof p.token);
    p.seat = person.seat;
    snprintf(text, sizeof text, "%s",
             person_try(&p, "{'t':'watch','table':'%s','token':'%s'}", p.table, p.token));
    person_try(&p, "{'t':'tables','tokens':['%s']}", p.token);
    if (strcmp(text, "state") == 0) {
        person_play(&p);
        pause_ms(SETTLE_MS);
    }
    person_open(&other, &kit, &attack_game, 5);
    memcpy(other.table, other_table, sizeof other.table);
    bool others = person_watch(&other);
    person_close(&p);
    person_close(&other);
    if (!target_lives(&kit)) return "crash";
    if (!others) return "other tables suffer";
    if (strcmp(text, "state") == 0) return "served";
    if (!*text) return "no readable answer";
    memmove(text + 9, text, strlen(text) + 1);
    memcpy(text, "refused: ", 9);
    return text;
}

static bool copy_file(const char *from, const char *to) {
    char bytes[65536];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool ok = in && out;
    for (size_t n; ok && (n = fread(bytes, 1, sizeof bytes, in)) > 0;) ok = fwrite(bytes, 1, n, out) == n;
    if (in) fclose(in);
    if (out) fclose(out);
    return ok;
}

static void edit_rows(void) {
    char good[260], sql[320];
    int crashes = 0;
    begin();
    snprintf(good, sizeof good, "%s", beside(".good"));
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", good);
    figure_text(run_sql(sql) ? "works" : "fails", "live_backup");
    kit_stop(&kit, SIGKILL);
    for (int i = 0; i < EDITS; i++) {
        remove_files(true);
        const char *outcome = "could not be tried";
        if (copy_file(good, kit.db) && apply_edit(&edits[i])) outcome = outcome_of_edit();
        crashes += strcmp(outcome, "crash") == 0;
        figure_text(outcome, "row_%s", edits[i].name);
        kit_stop(&kit, SIGKILL);
    }
    figure(EDITS, "rows_edited");
    figure(crashes, "rows_crashes");
    end();
}

/* --- a file that is gone ----------------------------------------------------------------------------------------------------- */

/* A move, and its state after a restart. */
static const char *outcome_of_move(void) {
    static char text[80];
    int ply = person.ply;
    char answer[40];
    snprintf(answer, sizeof answer, "%s", person_play(&person));
    if (!target_lives(&kit)) return "crash";
    if (strcmp(answer, "state") != 0) {
        snprintf(text, sizeof text, "refused: %s", *answer ? answer : "no answer");
        return text;
    }
    kit_stop(&kit, SIGKILL);
    if (!kit_restart(&kit, kit_program("casata"), NULL)) return "acknowledged and lost: no start";
    struct person p;
    person_open(&p, &kit, &attack_game, 6);
    memcpy(p.table, person.table, sizeof p.table);
    bool kept = person_watch(&p) && p.ply > ply;
    person_close(&p);
    return kept ? "kept" : "acknowledged and lost";
}

static void figure_move(const char *name) {
    const char *outcome = outcome_of_move();
    if (strncmp(outcome, "refused", 7) == 0)
        figure_text(target_health(&kit, NULL, HEALTH_MS), "%s_health", name);
    figure_text(outcome, "%s_move", name);
    end();
}

static void unlink_database(void) {
    begin();
    remove_files(true);
    figure_move("unlinked");
}

static void replace_database(void) {
    char copy[260], sql[320];
    begin();
    snprintf(copy, sizeof copy, "%s", beside(".copy"));
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", copy);
    if (run_sql(sql)) rename(copy, kit.db);
    remove_files(false);
    figure_move("replaced");
}

/* --- a file that cannot be written ----------------------------------------------------------------------------------------------- */

static void fill_disk(void) {
    begin();
    prlimit(kit.process.pid, RLIMIT_FSIZE, &(struct rlimit){1000, RLIM_INFINITY}, NULL);
    figure_move("full");
}

static void lock_database(void) {
    sqlite3 *db = NULL;
    double ms;
    begin();
    sqlite3_open(kit.db, &db);
    sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    double start = now_ms();
    figure_text(person_play(&person), "locked_move");
    figure(now_ms() - start, "locked_move_ms");
    figure_text(target_health(&kit, NULL, HEALTH_MS), "locked_health");
    person_watch(&person);
    char action[CASATA_ACTION_TEXT];
    if (person_choose(&person, action))
        person_say(&person, "{'t':'act','table':'%s','ply':%d,'action':'%s'}", person.table, person.ply,
                   action);
    pause_ms(SETTLE_MS);
    figure(target_stop(&kit, SIGTERM, &person, &ms), "locked_stop_status");
    figure(ms, "locked_stop_ms");
    sqlite3_close(db);
    target_end(&kit);
}

/* --- two servers --------------------------------------------------------------------------------------------------------------------- */

static void start_second(void) {
    struct kit second;
    begin();
    unlink(beside(".lock"));
    second = kit;
    bool started = kit_restart(&second, kit_program("casata"), NULL);
    figure_text(started ? "started" : "refused", "second_server_without_lock");
    if (started) kit_stop(&second, SIGKILL);
    figure_text(person_play(&person), "first_server_move");
    end();
}

void attack_store(void) {
    kit_own_limits = false; /* rate limits are not under test here */
    edit_rows();
    unlink_database();
    replace_database();
    fill_disk();
    lock_database();
    start_second();
    kit_own_limits = true;
}
