/* registry.c: game lookup. The list is generated at build time from the folders next to this file
 * (cmake/registry.cmake). */
#include "casata/rules.h"

#include <string.h>

struct casata_game casata_edition(const struct casata_rules *rules, const void *data) {
    bool builtin = memcmp(data, rules->data, rules->data_size) == 0;
    uint64_t edition =
        builtin && rules->edition ? rules->edition : casata_hash_bytes(data, rules->data_size, 0);
    for (const struct casata_older *o = rules->older; o && o->data; o++)
        if (o->data == data) edition = o->edition;
    return (struct casata_game){rules, data, edition};
}

bool casata_find(const char *id, struct casata_game *game) {
    for (int i = 0; casata_all_rules[i]; i++)
        if (strcmp(casata_all_rules[i]->id, id) == 0) {
            *game = casata_edition(casata_all_rules[i], casata_all_rules[i]->data);
            return true;
        }
    return false;
}

/* The built-in edition with that number; false: none. */
static bool find_edition(const struct casata_rules *rules, uint64_t edition, struct casata_game *game) {
    *game = casata_edition(rules, rules->data);
    if (game->edition == edition) return true;
    for (const struct casata_older *o = rules->older; o && o->data; o++)
        if (o->edition == edition) {
            *game = (struct casata_game){rules, o->data, edition};
            return true;
        }
    return false;
}

bool casata_use_edition(struct casata_game *game, uint64_t edition) {
    struct casata_game own, wanted;
    if (game->edition == edition) return true;
    if (!find_edition(game->rules, game->edition, &own)) return false;
    if (!find_edition(game->rules, edition, &wanted)) return false;
    *game = wanted;
    return true;
}

/* A phase is a decision, a chance event or an automatic step; a decision has a prompt. */
static bool phase_is_whole(const struct casata_phase *p) {
    if (!p || !p->name || !p->parents) return false;
    if (p->outcomes) return p->sample && p->apply;
    return p->legal ? p->apply && (p->ask || p->prompt) : p->step != NULL;
}

static const char *bots_fault(const struct casata_bot_sheet *b) {
    if (!b) return "bots";
    if (!b->eval_ns) return "bots->eval_ns";
    if (!b->margin) return "bots->margin";
    if (!b->noise[CASATA_PAGGIO]) return "bots->noise";
    if (!b->terms || b->terms->n > CASATA_MAX_TERMS) return "bots->terms";
    if (!b->features || !b->feature_name || b->n_features > CASATA_MAX_FEATURES) return "bots->features";
    return b->eval ? NULL : "bots->eval";
}

/* Every kind of thing has an action, and words or an operand to identify it. */
static const char *balance_fault(const struct casata_rules *r) {
    const struct casata_balance_sheet *b = r->balance;
    if (!b || !b->round || !b->place) return "balance";
    for (const struct casata_trait *t = b->traits; t && t->words; t++)
        if (!t->of) return "balance->traits";
    for (const struct casata_thing *t = b->things; t && t->verb; t++) {
        int kind = 1;
        while (kind < r->n_forms && !(r->forms[kind].verb && strcmp(r->forms[kind].verb, t->verb) == 0))
            kind++;
        if (kind == r->n_forms || t->operand > 2 || !t->of != !t->words) return "balance->things";
        if (!t->of && !r->forms[kind].operand[t->operand].type) return "balance->things";
    }
    return NULL;
}

/* Every note has a unique name, a rule, a condition and a phase to apply in. */
static const char *coach_fault(const struct casata_rules *r) {
    const struct casata_coach_row *row = r->coach;
    for (int i = 0; row && row[i].id; i++) {
        if (strncmp(row[i].id, "coach.", 6) != 0 || !row[i].id[6] || !row[i].rule || !row[i].applies)
            return "coach";
        if (i == CASATA_MAX_NOTES || !row[i].phases || row[i].phases >> (r->n_phases - 1) > 1) return "coach";
        for (int k = 0; k < i; k++)
            if (strcmp(row[k].id, row[i].id) == 0) return "coach";
    }
    return NULL;
}

static const char *numbers_fault(const struct casata_rules *r) {
    if (!r->id || !r->name) return "id, name";
    if (!r->rules_version) return "rules_version";
    if (r->min_seats < 1 || r->max_seats < r->min_seats || r->max_seats > CASATA_MAX_SEATS)
        return "min_seats, max_seats";
    if (r->state_size < sizeof(struct casata_head) || r->state_size > CASATA_MAX_STATE) return "state_size";
    if (!r->max_decisions) return "max_decisions";
    if (r->n_options > CASATA_MAX_GAME_OPTIONS || r->n_parts > CASATA_MAX_PARTS) return "n_options, n_parts";
    return r->n_phases && r->n_phases <= CASATA_MAX_PHASES ? NULL : "n_phases";
}

static const char *phases_fault(const struct casata_rules *r) {
    for (int i = 0; i < r->n_phases; i++)
        if (!phase_is_whole(r->phases[i]))
            return r->phases[i] && r->phases[i]->name ? r->phases[i]->name : "phases";
    return NULL;
}

static const char *tables_fault(const struct casata_rules *r) {
    if (!r->forms || !r->fields || !r->families || !r->parts || !r->kinds || !r->units)
        return "forms, fields, families, parts, kinds, units";
    if (!r->data || !r->init || !r->parts_of || !r->ranks || !r->check || !r->scene)
        return "data, init, parts_of, ranks, check, scene";
    return !r->redact == !r->resample ? NULL : "redact and resample belong together";
}

const char *casata_rules_fault(const struct casata_rules *r) {
    const char *fault = numbers_fault(r);
    if (!fault) fault = phases_fault(r);
    if (!fault) fault = tables_fault(r);
    if (!fault) fault = bots_fault(r->bots);
    if (!fault) fault = balance_fault(r);
    return fault ? fault : coach_fault(r);
}
