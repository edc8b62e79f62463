/* main.c: example_test [-v]: tests of the tests: each fault planted in the example game must be found by the property that
 * is there for it. */
#include "example/example.h"
#include "harness.h"
#include "props/props.h"
#include "props/props_native.h"

#include <stdio.h>

/* A fault counts as found if its property fails within a few games. */
static void run_fault(const struct example_fault *fault) {
    struct casata_game g = casata_edition(&fault->rules, fault->rules.data);
    const struct props_config config = {1, 0, props_native};
    struct props_failure failure = {0};
    char text[500];
    test_begin(fault->name);
    for (int i = 0; i < 60 && !failure.property; i++)
        props_game(&g, 2 + i % 2, NULL, (uint64_t)i, &config, &failure);
    snprintf(text, sizeof text, "must be found by '%s': %s", fault->property,
             failure.property ? failure.detail : "nothing was found");
    if (!failure.property || strcmp(failure.property, fault->property) != 0)
        test_fail(__FILE__, __LINE__, text);
    test_end();
}

int main(int argc, char **argv) {
    static struct example_fault fault;
    test_verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    for (int i = 0; example_fault(i, &fault); i++) run_fault(&fault);
    return test_report();
}
