/* pg.c: a PostgreSQL of the tests' own (pg.h). */
#define _GNU_SOURCE
#include "server/pg.h"
#include "harness.h"

#include <dirent.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- what libpq is needed for ---------------------------------------------------------------------------------------- */

#ifdef CASATA_POSTGRES
#include <libpq-fe.h>

bool pg_has_libpq(void) { return true; }
static bool answers(const char *where) { return PQping(where) == PQPING_OK; }

static void ignore(void *arg, const char *text) {
    (void)arg;
    (void)text;
}

long long pg_sql(const char *where, const char *text) {
    PGconn *c = PQconnectdb(where);
    PQsetNoticeProcessor(c, ignore, NULL);
    PGresult *r = PQexec(c, text);
    ExecStatusType status = PQresultStatus(r);
    bool rows = status == PGRES_TUPLES_OK && PQntuples(r) > 0;
    long long number = rows ? atoll(PQgetvalue(r, 0, 0)) : -1;
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        test_fail(__FILE__, __LINE__, PQerrorMessage(c));
    PQclear(r);
    PQfinish(c);
    return number;
}
#else
bool pg_has_libpq(void) {
    puts("not checked: PostgreSQL; this was built without libpq");
    if (test_passed() + test_failed() > 0) return false;
    puts("0 passed, 0 failed");
    exit(0);
}
static bool answers(const char *where) { return !where; }
long long pg_sql(const char *where, const char *text) { return where && text ? -1 : 0; }
#endif

/* --- a PostgreSQL ------------------------------------------------------------------------------------------------------ */

/* The newest that is installed. */
static bool find_programs(struct pg *p) {
    glob_t found;
    bool ok = glob("/usr/lib/postgresql/*/bin/postgres", 0, NULL, &found) == 0;
    if (ok) snprintf(p->bin, sizeof p->bin, "%s", found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
    if (ok) *strrchr(p->bin, '/') = 0;
    if (!ok) test_fail(__FILE__, __LINE__, "PostgreSQL is not installed (postgresql-15 or newer)");
    return ok;
}

/* Whom root becomes for it; NULL: nobody is root. */
static const struct passwd *user(void) {
    if (getuid() != 0) return NULL;
    const struct passwd *u = getpwnam("postgres");
    return u ? u : getpwnam("nobody");
}

/* Starts a program of PostgreSQL, which ends with this one. */
static pid_t start(const struct pg *p, const char *name, const char *const *argument) {
    char path[300], *argv[32] = {path}, log[100];
    snprintf(path, sizeof path, "%s/%s", p->bin, name);
    snprintf(log, sizeof log, "%s/log", p->dir);
    for (int i = 0; argument[i]; i++) argv[i + 1] = (char *)argument[i];
    fflush(stdout);
    pid_t parent = getpid(), pid = fork();
    if (pid != 0) return pid;
    const struct passwd *u = user();
    if (u && (setgroups(0, NULL) != 0 || setgid(u->pw_gid) != 0 || setuid(u->pw_uid) != 0)) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (getppid() != parent) _exit(126);
    setpgid(0, 0);
    setenv("LC_ALL", "C", 1);
    if (!freopen(log, "a", stdout) || dup2(1, 2) < 0 || chdir(p->dir) != 0) _exit(126);
    execv(path, argv);
    _exit(127);
}

static int run(const struct pg *p, const char *name, const char *const *argument) {
    int status = -1;
    pid_t pid = start(p, name, argument);
    return pid > 0 && waitpid(pid, &status, 0) == pid ? status : -1;
}

static void address(const struct pg *p, const char *name, char out[200]) {
    snprintf(out, 200, "postgres://casata@/%s?host=%s", name, p->dir);
}

bool pg_wait(const struct pg *p) {
    char where[200];
    address(p, "postgres", where);
    for (int i = 0; i < 1500 && p->pid > 0; i++) {
        if (answers(where)) return true;
        if (waitpid(p->pid, NULL, WNOHANG) == p->pid) break;
        usleep(20000);
    }
    test_fail(__FILE__, __LINE__, "PostgreSQL does not answer");
    return false;
}

bool pg_restart(struct pg *p) {
    char data[80];
    snprintf(data, sizeof data, "%s/data", p->dir);
    const char *const argument[] = {"-D", data, "-k", p->dir, "-c", "listen_addresses=", NULL};
    p->pid = start(p, "postgres", argument);
    return pg_wait(p);
}

void pg_signal_all(const struct pg *p, int signal) {
    DIR *dir = opendir("/proc");
    char path[300];
    kill(p->pid, signal);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        int pid = atoi(e->d_name), parent = 0;
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        FILE *f = pid > 0 ? fopen(path, "r") : NULL;
        if (f && fscanf(f, "%*d (%*[^)]) %*c %d", &parent) == 1 && parent == p->pid) kill(pid, signal);
        if (f) fclose(f);
    }
    if (dir) closedir(dir);
}

static void write_settings(const struct pg *p, bool on_disk) {
    char name[100];
    snprintf(name, sizeof name, "%s/data/postgresql.conf", p->dir);
    FILE *f = fopen(name, "a");
    if (!f) return;
    fprintf(f, "max_connections=100\nshared_buffers=32MB\nlog_checkpoints=off\n");
    if (!on_disk) fprintf(f, "fsync=off\nfull_page_writes=off\n");
    fclose(f);
}

/* Room for several databases side by side; containers often have 64 MB there. */
static bool has_room(const char *folder) {
    struct statvfs v;
    return access(folder, W_OK) == 0 && statvfs(folder, &v) == 0 && v.f_bavail >= ((1u << 30) / v.f_frsize);
}

static bool make_folder(struct pg *p, bool on_disk) {
    *p = (struct pg){0};
    bool memory = !on_disk && has_room("/dev/shm");
    snprintf(p->dir, sizeof p->dir, "%s/casata-pg-XXXXXX", memory ? "/dev/shm" : "/tmp");
    if (!pg_has_libpq() || !find_programs(p) || !mkdtemp(p->dir)) return false;
    const struct passwd *u = user();
    return !u || chown(p->dir, u->pw_uid, u->pw_gid) == 0;
}

bool pg_start(struct pg *p, bool on_disk) {
    char data[80];
    if (!make_folder(p, on_disk)) return false;
    snprintf(data, sizeof data, "%s/data", p->dir);
    const char *const argument[] = {"-N",   "-A",         "trust", "-U", "casata", "-E",
                                    "UTF8", "--locale=C", "-D",    data, NULL};
    if (run(p, "initdb", argument) != 0) {
        test_fail(__FILE__, __LINE__, "initdb fails");
        return false;
    }
    write_settings(p, on_disk);
    return pg_restart(p);
}

bool pg_start_standby(struct pg *standby, struct pg *primary) {
    char data[80];
    if (!make_folder(standby, false)) return false;
    snprintf(data, sizeof data, "%s/data", standby->dir);
    const char *const argument[] = {"-h", primary->dir, "-U", "casata", "-D",        data, "-R",
                                    "-c", "fast",       "-X", "stream", "--no-sync", NULL};
    if (run(standby, "pg_basebackup", argument) == 0) return pg_restart(standby);
    test_fail(__FILE__, __LINE__, "pg_basebackup fails");
    return false;
}

bool pg_promote(struct pg *standby) {
    char data[80];
    snprintf(data, sizeof data, "%s/data", standby->dir);
    const char *const argument[] = {"promote", "-D", data, "-w", NULL};
    return run(standby, "pg_ctl", argument) == 0;
}

const char *pg_either(const struct pg *p, const struct pg *other, const char *where) {
    static char either[300];
    char database[40] = "";
    sscanf(where, "postgres://casata@/%39[^?]", database);
    snprintf(either, sizeof either, "postgres://casata@/%s?host=%s,%s", database, p->dir, other->dir);
    return either;
}

void pg_stop(struct pg *p, int signal) {
    if (p->pid <= 0) return;
    kill(signal == SIGKILL ? -p->pid : p->pid, signal);
    waitpid(p->pid, NULL, 0);
    p->pid = 0;
}

void pg_remove(struct pg *p) {
    char command[120];
    pg_stop(p, SIGQUIT);
    snprintf(command, sizeof command, "rm -rf '%s'", p->dir);
    if (*p->dir && system(command) != 0) test_fail(__FILE__, __LINE__, command);
}

const char *pg_database(struct pg *p) {
    static char where[200];
    char sql[60], name[20];
    snprintf(name, sizeof name, "t%d", ++p->databases);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s", name);
    address(p, "postgres", where);
    pg_sql(where, sql);
    address(p, name, where);
    return where;
}

int pg_main(int argc, char **argv, const struct test *tests, size_t n, struct pg *pg,
            struct casata_game *game) {
    kit_options(argc, argv);
    if (CHECK(casata_find("signorie", game)) && pg_start(pg, false)) kit_run(tests, n);
    pg_remove(pg);
    return test_report();
}
