/* suites.c: main() of a program of suites: unit_test, ai_test, match_test. usage: PROGRAM [-v] [SUITE]
 * It must not know any suite by name; the build lists them. */
#include "harness.h"

#include <stdio.h>

int main(int argc, char **argv) {
    const char *filter = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            test_verbose = true;
        else if (strcmp(argv[i], "--help") == 0)
            return puts("usage: PROGRAM [-v] [SUITE]: runs the suites whose name contains SUITE"), 0;
        else
            filter = argv[i];
    }
    test_run(test_suites, n_test_suites, filter);
    return test_report();
}
