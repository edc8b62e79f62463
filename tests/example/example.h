/* example.h: the example game for tests of the generic machinery, and its variants with one fault each, which the
 * properties must find. A test that includes this is left out of the build where there is no example game. */
#ifndef TESTS_EXAMPLE_H
#define TESTS_EXAMPLE_H

#include "games/fiera/fiera.h"

static inline struct casata_game example_game(void) { return casata_edition(&fiera_rules, fiera_rules.data); }

/* Rules with one fault, and the property that must find it. */
struct example_fault {
    const char *name, *property;
    struct casata_rules rules;
    struct casata_phase phase[FIERA_PHASE_COUNT];
    const struct casata_phase *phases[FIERA_PHASE_COUNT];
    struct casata_action_form forms[FIERA_A_COUNT];
    struct casata_fields fields[FIERA_FIELD_GROUPS];
};
/* Fills fault i; false: there are no more. */
bool example_fault(int i, struct example_fault *fault);

#endif
