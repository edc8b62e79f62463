/* scenario.c: runs scenario files (docs/testing.md): positions, decisions and what must hold after them.
 * Knows no game; the name of a scenario's folder is the id of its game. */
#include "casata/rules.h"
#include "scenario.h"

#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILES = 512, MAX_BASES = 128, MAX_NESTING = 24 };

static struct block base[MAX_BASES];
static int n_bases, n_shared_bases;
static bool verbose;

/* Cuts the text into lines; a comment begins a line or follows a blank. */
static void split_lines(struct file *f) {
    int number = 0;
    for (char *at = f->text, *next; at; at = next) {
        next = strchr(at, '\n');
        if (next) *next++ = 0;
        number++;
        for (char *c = strchr(at, '#'); c; c = strchr(c + 1, '#'))
            if (c == at || isspace((unsigned char)c[-1])) {
                *c = 0;
                break;
            }
        char *text = scenario_trim(at);
        if (*text) f->line[f->n++] = (struct line){text, number};
    }
}

static bool read_file(const char *path, struct file *f) {
    FILE *in = fopen(path, "rb");
    struct stat st;
    if (!in) return false;
    *f = (struct file){0};
    snprintf(f->path, sizeof f->path, "%s", path);
    size_t size = fstat(fileno(in), &st) == 0 && S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
    f->text = calloc(size + 1, 1);
    f->line = calloc(size + 1, sizeof *f->line);
    bool ok = f->text && f->line && fread(f->text, 1, size, in) == size;
    fclose(in);
    if (ok) split_lines(f);
    return ok;
}

static void free_file(struct file *f) {
    free(f->text);
    free(f->line);
}

/* --- one scenario -------------------------------------------------------------------------------------- */
static bool is_expected(struct run *r, const char *message) {
    for (int i = 0; i < r->n_expected; i++)
        if (!(r->occurred >> i & 1) && strcmp(r->expected[i], message) == 0) {
            r->occurred |= 1u << i;
            return true;
        }
    return false;
}

bool scenario_fail(struct run *r, const char *format, ...) {
    char message[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    if (is_expected(r, message)) return false;
    r->failures++;
    printf("%s:%d: %s\n", r->block->file->path, r->at, message);
    if (verbose && r->started && r->shown_at != r->at) scenario_print(r);
    r->shown_at = r->at;
    return false;
}

static bool run_block(struct run *r, const struct block *b);

static const struct block *find_base(const char *name) {
    for (int i = n_bases; i-- > 0;)
        if (strcmp(base[i].name, name) == 0) return &base[i];
    return NULL;
}

static bool do_base(struct run *r, char *name) {
    const struct block *b = find_base(name), *back = r->block;
    int at = r->at, failures = r->failures;
    if (!b) return scenario_fail(r, "there is no base \"%s\"", name);
    if (r->depth == MAX_NESTING) return scenario_fail(r, "bases begin with each other");
    r->depth++;
    bool ok = run_block(r, b) && r->failures == failures;
    r->depth--;
    r->block = back;
    r->at = at;
    return ok ? true : scenario_fail(r, "the base \"%s\" failed", name);
}

static bool do_rules(struct run *r, char *rest) {
    r->rules++;
    return *rest ? true : scenario_fail(r, "no rule is named");
}

/* For scenarios that test the driver: this failure must occur. */
static bool do_fails(struct run *r, char *rest) {
    if (r->n_expected == SCENARIO_FAILURES) return scenario_fail(r, "too many fails: lines");
    snprintf(r->expected[r->n_expected++], sizeof *r->expected, "%s", rest);
    r->checks++;
    return true;
}

static const struct verb own_verbs[] = {
    {"rules:", do_rules, VERB_NEW | VERB_CHECK},
    {"fails:", do_fails, VERB_NEW | VERB_KEEP},
    {"base:", do_base, VERB_NEW},
    {NULL, NULL, 0},
};

static const struct verb *find_verb(const char *name) {
    const struct verb *const table[] = {own_verbs, scenario_steps, scenario_checks};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (const struct verb *v = table[i]; v->name; v++)
            if (strcmp(v->name, name) == 0) return v;
    return NULL;
}

/* False: what follows would make no sense. */
static bool run_line(struct run *r, const char *text) {
    char *copy = strdup(text), *rest = copy;
    const char *name = scenario_word(&rest);
    const struct verb *v = find_verb(name);
    bool ok = false;
    if (!v)
        scenario_fail(r, "unknown word: %s", name);
    else if (!r->started && !(v->flags & VERB_NEW))
        scenario_fail(r, "no start: or base: before it");
    else if (v->flags & VERB_KEEP || scenario_load_edit(r, NULL))
        ok = v->run(r, rest) || v->flags & VERB_CHECK;
    free(copy);
    return ok;
}

static bool run_block(struct run *r, const struct block *b) {
    r->block = b;
    for (int i = b->first; i < b->end; i++) {
        r->at = b->file->line[i].number;
        if (!run_line(r, b->file->line[i].text)) return false;
        r->block = b;
    }
    return scenario_load_edit(r, NULL);
}

static bool run_scenario(const struct casata_game *g, const struct block *b) {
    static struct run r;
    memset(&r, 0, sizeof r);
    r.g = g;
    bool complete = run_block(&r, b);
    for (int i = 0; i < r.n_expected; i++)
        if (!(r.occurred >> i & 1)) {
            complete = false;
            scenario_fail(&r, "it did not fail: %s", r.expected[i]);
        }
    if (complete && r.rules == 0) scenario_fail(&r, "the scenario \"%s\" names no rule", b->name);
    if (complete && r.checks == 0) scenario_fail(&r, "the scenario \"%s\" checks nothing", b->name);
    json_decref(r.edit);
    return r.failures == 0;
}

/* --- files and folders --------------------------------------------------------------------------------- */
struct tally {
    int passed, failed;
};

static const char *heading(const char *text, bool *is_base) {
    *is_base = strncmp(text, "base ", 5) == 0;
    if (*is_base) return text + 5;
    return strncmp(text, "== ", 3) == 0 ? text + 3 : NULL;
}

static bool stray_lines(const struct file *f, int end) {
    if (end > 0) printf("%s:%d: this line is before the first heading\n", f->path, f->line[0].number);
    return end > 0;
}

/* The bases of a file are known from here on; with `scenarios` its scenarios are run. False: the file is not
 * well formed. */
static bool run_file(const struct casata_game *g, const struct file *f, bool scenarios, struct tally *t) {
    int first = 0;
    while (first < f->n) {
        bool is_base;
        const char *name = heading(f->line[first].text, &is_base);
        if (!name) return !stray_lines(f, first + 1);
        struct block b = {f, name, first + 1, first + 1};
        bool other;
        while (b.end < f->n && !heading(f->line[b.end].text, &other)) b.end++;
        first = b.end;
        if (is_base) {
            if (n_bases == MAX_BASES) return false;
            base[n_bases++] = b;
        } else if (scenarios) {
            bool ok = run_scenario(g, &b);
            *(ok ? &t->passed : &t->failed) += 1;
            if (!ok) printf("%s: FAILED: %s\n", f->path, name);
        }
    }
    return true;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Names of the scenario files of a folder, sorted; the caller frees them. */
static int list_folder(const char *path, char **name) {
    DIR *dir = opendir(path);
    int n = 0;
    if (!dir) return -1;
    for (const struct dirent *e; n < MAX_FILES && (e = readdir(dir)) != NULL;) {
        size_t len = strlen(e->d_name);
        if (len > 4 && strcmp(e->d_name + len - 4, ".txt") == 0) name[n++] = strdup(e->d_name);
    }
    closedir(dir);
    qsort(name, (size_t)n, sizeof *name, by_name);
    return n;
}

static bool game_of(const char *folder, struct casata_game *g) {
    const char *end = folder + strlen(folder);
    while (end > folder && end[-1] == '/') end--;
    const char *id = end;
    while (id > folder && id[-1] != '/') id--;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(end - id), id);
    if (casata_find(name, g)) return true;
    fprintf(stderr, "scenario_test: %s: there is no game \"%s\"\n", folder, name);
    return false;
}

/* `only`: one file of the folder, NULL: all. _bases.txt is read before them. */
static bool run_folder(const char *folder, const char *only, struct tally *t) {
    static const char bases[] = "_bases.txt";
    struct casata_game g;
    char *name[MAX_FILES], path[1024];
    struct file shared = {0}, f;
    bool ok = true;
    if (!game_of(folder, &g)) return false;
    n_bases = 0;
    snprintf(path, sizeof path, "%s/%s", folder, bases);
    if (read_file(path, &shared)) ok = run_file(&g, &shared, false, t);
    n_shared_bases = n_bases;
    int n = list_folder(folder, name);
    if (n < 0) fprintf(stderr, "scenario_test: %s cannot be read\n", folder);
    for (int i = 0; i < n; i++) {
        bool wanted = strcmp(name[i], bases) != 0 && (!only || strcmp(only, name[i]) == 0);
        snprintf(path, sizeof path, "%s/%s", folder, name[i]);
        free(name[i]);
        if (!wanted) continue;
        if (!read_file(path, &f)) {
            fprintf(stderr, "scenario_test: %s cannot be read\n", path);
            ok = false;
            continue;
        }
        n_bases = n_shared_bases; /* bases of a file are known in that file alone */
        ok &= run_file(&g, &f, true, t);
        free_file(&f);
    }
    free_file(&shared);
    return ok && n >= 0;
}

static const char usage[] =
    "usage: scenario_test [--verbose] FOLDER|FILE...\n"
    "Runs the scenarios of tests/scenarios/<game> (docs/testing.md) and ends with \"N passed, N failed\".\n"
    "  --verbose  shows phase, legal actions, events and position at each line that fails\n"
    "Example: scenario_test --verbose tests/scenarios/signorie/a_r5.txt\n";

static bool run_path(char *path, struct tally *t) {
    struct stat st;
    if (stat(path, &st) != 0) {
        fprintf(stderr, "scenario_test: %s: there is no such file or folder\n", path);
        return false;
    }
    if (S_ISDIR(st.st_mode)) return run_folder(path, NULL, t);
    char *slash = strrchr(path, '/');
    if (!slash) {
        fprintf(stderr, "scenario_test: %s: name it with its folder, which names the game\n", path);
        return false;
    }
    *slash = 0;
    return run_folder(path, slash + 1, t);
}

int main(int argc, char **argv) {
    struct tally t = {0, 0};
    bool ok = true, known = true;
    int paths = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return fputs(usage, stdout) < 0;
        if (argv[i][0] != '-') paths++;
        verbose |= strcmp(argv[i], "--verbose") == 0;
        known &= argv[i][0] != '-' || strcmp(argv[i], "--verbose") == 0;
    }
    if (!known || paths == 0) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-') ok &= run_path(argv[i], &t);
    if (!ok) t.failed++;
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed == 0 && t.passed > 0 ? 0 : 1;
}
