/* main.c: match_test [-v] [SUITE]: the tests of the match layer and of files. */
#include "harness.h"

extern const struct test_suite suite_match, suite_match_file, suite_position_read, suite_file, suite_engine;

int main(int argc, char **argv) {
    static const struct test_suite *const suites[] = {&suite_match, &suite_match_file, &suite_position_read,
                                                      &suite_file, &suite_engine};
    const char *filter = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            test_verbose = true;
        else
            filter = argv[i];
    }
    test_run(suites, sizeof suites / sizeof *suites, filter);
    return test_report();
}
