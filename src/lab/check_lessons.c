/* check_lessons.c: `casata check --lessons`. Knows no game by name. */
#include "lab/check_lessons.h"
#include "casata/guide.h"
#include "casata/lang.h"
#include "casata/rules.h"
#include "cli/cli.h"
#include "terminal/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_A_MINUTE = 180 };

struct printer {
    struct casata_lesson_report report;
    const char *game;
};

static void print_failure(struct casata_lesson_report *r, const char *what) {
    printf("FAIL %s: %s\n", ((struct printer *)r)->game, what);
}

static void print_times(const struct printer *p) {
    const struct casata_lesson_report *r = &p->report;
    for (int i = 0; i < CASATA_LANG_COUNT; i++)
        if (r->words[i])
            printf("%s, %s: %d words, %.1f minutes of reading, first own decision after %d seconds\n",
                   p->game, casata_lang_code(i), r->words[i], (double)r->words[i] / WORDS_A_MINUTE,
                   r->first[i] * 60 / WORDS_A_MINUTE);
}

/* c: the parsed course; NULL: see err. */
static void check_course(const struct casata_game *g, struct casata_course *c, const char *err, int lang,
                         int *passed, int *failed) {
    struct printer p = {.report = {.fail = print_failure, .lang = lang}, .game = g->rules->id};
    if (c) {
        if (casata_course_count(c)) {
            casata_course_check(c, g, &p.report);
            print_times(&p);
        }
        casata_guide_check(c, g, &p.report);
    } else {
        print_failure(&p.report, err);
        p.report.failed++;
    }
    *passed += p.report.passed;
    *failed += p.report.failed;
    casata_course_free(c);
}

int check_lessons(const char *command, const char *id, const char *data, const char *path, int lang) {
    int passed = 0, failed = 0;
    char err[256];
    for (int i = 0; casata_all_rules[i]; i++) {
        struct casata_game g;
        struct casata_course *c;
        size_t n = 0;
        if (id && strcmp(id, casata_all_rules[i]->id)) continue;
        if (!cli_game(command, casata_all_rules[i]->id, data, &g)) return CLI_FAILED;
        char *file = path ? file_read(path, CLI_MAX_FILE, &n, err) : NULL;
        if (path && !file) return cli_fail(CLI_FAILED, command, "%s", err);
        c = file ? casata_course_read(file, n, err) : casata_guide_load(g.rules->id, err);
        bool any = file || casata_course_file(g.rules->id, &n) || casata_guide_file(g.rules->id, &n);
        if (any) check_course(&g, c, err, lang, &passed, &failed);
        free(file);
    }
    if (!passed && !failed) return cli_fail(CLI_FAILED, command, "there are no lessons to check");
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? CLI_FAILED : CLI_OK;
}
