/* main.c: ai_test [-v] [SUITE]: the tests of the opponents and of what they judge by. */
#include "harness.h"

extern const struct test_suite suite_eval, suite_advise, suite_bots, suite_mind, suite_games, suite_virtu,
    suite_zhanguo, suite_net, suite_review, suite_never;

int main(int argc, char **argv) {
    static const struct test_suite *const suites[] = {
        &suite_eval,  &suite_advise,  &suite_bots, &suite_mind,   &suite_games,
        &suite_virtu, &suite_zhanguo, &suite_net,  &suite_review, &suite_never};
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
