/* no_postgres.c: the store of a program that was built without libpq: SQLite works, and PostgreSQL is refused in words. */
#include "harness.h"
#include "store/maintain.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char elsewhere[] = "postgres://casata@db.example/casata";

static void woken(void *arg) { (void)arg; }

static void test_store(void) {
    char err[STORE_ERROR] = "", file[] = "/tmp/casata-XXXXXX/tables.db";
    struct store_config config = {.where = elsewhere, .hooks.wake = woken};
    CHECK(!store_open(&config, err));
    CHECK_PART("this program was built without PostgreSQL", err);
    CHECK(store_is_file("tables.db") && !store_is_file(elsewhere));
    file[18] = 0;
    if (!CHECK(mkdtemp(file))) return;
    file[18] = '/';
    config.where = file;
    struct store *s = store_open(&config, err);
    if (!CHECK(s)) return;
    CHECK(!store_is_shared(s));
    store_close(s);
    struct maintain *m = maintain_open(file, false, err);
    if (CHECK(m)) maintain_close(m);
    char command[80];
    file[18] = 0;
    snprintf(command, sizeof command, "rm -r %s", file);
    CHECK(system(command) == 0);
}

static void test_tools(void) {
    char err[STORE_ERROR] = "";
    struct maintain_copied copied;
    CHECK(!maintain_open(elsewhere, true, err));
    CHECK_PART("this program was built without PostgreSQL", err);
    err[0] = 0;
    CHECK(!maintain_copy(elsewhere, "/nonexistent/x.db", NULL, &copied, err));
    CHECK_PART("this program was built without PostgreSQL", err);
}

int main(void) {
    test_begin("the store");
    test_store();
    test_end();
    test_begin("casata store");
    test_tools();
    test_end();
    return test_report();
}
