/* scenario_text.c: reads words, seats and values of a scenario's lines and prints situations. Knows no game.
 */
#include "scenario.h"
#include "casata/writer.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *scenario_trim(char *text) {
    while (isspace((unsigned char)*text)) text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) end--;
    *end = 0;
    return text;
}

char *scenario_word(char **rest) {
    char *word = scenario_trim(*rest), *end = word + strcspn(word, " \t");
    *rest = *end ? scenario_trim(end + 1) : end;
    *end = 0;
    return word;
}

/* A seat's number or "chance"; -1: neither. */
static int read_who(const struct run *r, const char *text) {
    const struct casata_head *h = (const void *)r->state.bytes;
    if (strcmp(text, "chance") == 0) return CASATA_CHANCE;
    if (text[0] < '0' || text[0] > '9' || text[1]) return -1;
    return text[0] - '0' < h->seats ? text[0] - '0' : -1;
}

int scenario_who(struct run *r, char **rest) {
    const char *word = scenario_word(rest);
    int who = read_who(r, word);
    if (who < 0) scenario_fail(r, "\"%s\" is neither a seat of this game nor chance", word);
    return who;
}

char scenario_split(char *text, char **path, char **value) {
    char *eq = strchr(text, '=');
    if (!eq || eq == text) return 0;
    char op = strchr("+-!", eq[-1]) ? eq[-1] : '=';
    *(op == '=' ? eq : eq - 1) = 0;
    *path = scenario_trim(text);
    *value = scenario_trim(eq + 1);
    return op;
}

json_t *scenario_position(const struct run *r, const void *state) {
    static char text[1 << 17];
    struct casata_writer w = casata_writer_on(text, sizeof text);
    casata_position_json(r->g, state, &w);
    assert(casata_writer_ok(&w));
    json_t *position = json_loads(text, 0, NULL);
    assert(position);
    return position;
}

void scenario_choices(const struct run *r, int who, struct choices *c) {
    if (who == CASATA_CHANCE) {
        c->n = casata_outcomes(r->g, r->state.bytes, c->it);
        return;
    }
    casata_action out[CASATA_MAX_CHOICES];
    c->n = casata_legal(r->g, r->state.bytes, who, out);
    for (int i = 0; i < c->n; i++) c->it[i] = (struct casata_outcome){out[i], 0};
}

const char *scenario_action(const struct run *r, casata_action a) {
    static char text[CASATA_ACTION_TEXT];
    casata_action_text(r->g->rules, a, text);
    return text;
}

static void print_choices(const struct run *r, int who) {
    struct choices c;
    scenario_choices(r, who, &c);
    if (who == CASATA_CHANCE)
        printf("    legal chance:");
    else
        printf("    legal %d:", who);
    for (int i = 0; i < c.n; i++) {
        printf("%s%s", i ? "; " : " ", scenario_action(r, c.it[i].action));
        if (c.it[i].weight) printf(" *%u", c.it[i].weight);
    }
    printf("\n");
}

void scenario_print(const struct run *r) {
    json_t *position = scenario_position(r, r->state.bytes);
    char *text = json_dumps(position, JSON_COMPACT | JSON_PRESERVE_ORDER);
    printf("    phase: %s\n", casata_phase_name(r->g, r->state.bytes));
    unsigned to_act = casata_to_act(r->g, r->state.bytes);
    for (int who = 0; who <= CASATA_CHANCE; who++)
        if (to_act >> who & 1) print_choices(r, who);
    for (int i = 0; i < r->n_events; i++) printf("    event %s\n", r->event[i]);
    printf("    position: %s\n", text);
    free(text);
    json_decref(position);
}
