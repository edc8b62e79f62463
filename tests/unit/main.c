/* main.c: runs the unit suites: unit_test [-v] [SUITE]. It must not know any suite by name; the build lists
 * them. */
#include "harness.h"

#include <stdio.h>

extern const struct test_suite *const unit_suites[]; /* generated */
extern const int n_unit_suites;

int main(int argc, char **argv) {
    const char *filter = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            test_verbose = true;
        else if (strcmp(argv[i], "--help") == 0)
            return puts("unit_test [-v] [SUITE]"), 0;
        else
            filter = argv[i];
    }
    test_run(unit_suites, n_unit_suites, filter);
    return test_report();
}
