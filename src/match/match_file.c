/* match_file.c: a match as JSON text and back (docs/match-file.md); what it reads it proves by replaying.
 * Knows no game and no file system. */
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_VERSION = 1 };
static const char *const kind_word[] = {"human", "bot"}; /* ORDER casata_seat_kind */

/* --- save ---------------------------------------------------------------------------------------------- */

static void line(struct casata_writer *w, const char *indent) {
    if (w->comma) casata_w_text(w, ",");
    casata_w_text(w, "\n");
    casata_w_text(w, indent);
    w->comma = false;
}

void casata_match_options_json(const struct casata_match *m, struct casata_writer *w) {
    const struct casata_rules *rules = m->game.rules;
    casata_w_key(w, "options");
    casata_w_open(w, '{');
    for (int i = 0; i < rules->n_options; i++) {
        casata_w_key(w, rules->options[i].id);
        casata_w_str(w, rules->options[i].values->word[m->option[i]]);
    }
    casata_w_close(w, '}');
}

static void write_seat(struct casata_writer *w, const struct casata_seat_info *seat) {
    casata_w_open(w, '{');
    casata_w_key_str(w, "kind", kind_word[seat->kind]);
    if (seat->kind == CASATA_BOT) {
        casata_w_key_str(w, "level", casata_level_words.word[seat->level]);
    }
    casata_w_key_str(w, "name", seat->name);
    casata_w_close(w, '}');
}

static void write_decider(struct casata_writer *w, int seat) {
    if (seat == CASATA_CHANCE)
        casata_w_str(w, "chance");
    else
        casata_w_int(w, seat);
}

static void write_past(struct casata_writer *w, const struct casata_match *m) {
    line(w, " ");
    casata_w_key(w, "past");
    casata_w_open(w, '[');
    for (int i = 0; i < m->n_past; i++) {
        line(w, "  ");
        casata_w_open(w, '[');
        write_decider(w, m->past[i].seat);
        casata_w_str(w, m->past[i].text);
        casata_w_close(w, ']');
    }
    w->comma = false;
    line(w, " ");
    casata_w_close(w, ']');
}

static void write_log(struct casata_writer *w, const struct casata_match *m) {
    line(w, " ");
    casata_w_key(w, "log");
    casata_w_open(w, '[');
    for (int i = 0; i < m->n_log; i++) {
        char text[CASATA_ACTION_TEXT];
        casata_action_text(m->game.rules, m->log[i].action, text);
        line(w, "  ");
        casata_w_open(w, '[');
        write_decider(w, m->log[i].seat);
        casata_w_str(w, text);
        casata_w_hex64(w, m->log[i].hash);
        casata_w_close(w, ']');
    }
    w->comma = false;
    line(w, " ");
    casata_w_close(w, ']');
}

static void write_match(struct casata_writer *w, const struct casata_match *m) {
    casata_w_open(w, '{');
    casata_w_key_int(w, "casata_match", FORMAT_VERSION);
    line(w, " ");
    casata_w_key_str(w, "game", m->game.rules->id);
    line(w, " ");
    casata_w_key_int(w, "rules_version", m->game.rules->rules_version);
    line(w, " ");
    casata_w_key_hex64(w, "edition", m->game.edition);
    line(w, " ");
    casata_match_options_json(m, w);
    line(w, " ");
    casata_w_key(w, "seats");
    casata_w_open(w, '[');
    for (int i = 0; i < m->seats; i++) {
        line(w, "  ");
        write_seat(w, &m->seat[i]);
    }
    w->comma = false;
    line(w, " ");
    casata_w_close(w, ']');
    if (m->n_past > 0) write_past(w, m);
    if (m->from_position) {
        line(w, " ");
        casata_w_key(w, "start");
        casata_position_json(&m->game, m->start, w);
    }
    write_log(w, m);
    line(w, " ");
    casata_w_key(w, "snapshot");
    casata_w_open(w, '{');
    casata_w_key_int(w, "ply", m->n_log);
    casata_w_key(w, "position");
    casata_position_json(&m->game, m->state, w);
    casata_w_close(w, '}');
    w->comma = false;
    line(w, "");
    casata_w_close(w, '}');
    casata_w_text(w, "\n");
}

char *casata_match_save(const struct casata_match *m) {
    struct casata_writer w = casata_writer_on(NULL, 0);
    write_match(&w, m);
    size_t cap = w.len + 1;
    char *text = malloc(cap);
    if (!text) return NULL;
    w = casata_writer_on(text, cap);
    write_match(&w, m);
    return text;
}

/* --- load ---------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool fail(char err[200], const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(err, 200, format, ap);
    va_end(ap);
    return false;
}

static bool read_hex64(const json_t *v, uint64_t *out) {
    const char *text = json_string_value(v);
    if (!text || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
    *out = strtoull(text, NULL, 16);
    return true;
}

static bool known_keys_only(const json_t *file, char err[200]) {
    static const char *const known[] = {"casata_match", "game", "rules_version", "edition", "options",
                                        "seats",        "past", "start",         "log",     "snapshot"};
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)file, key, v) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++)
            found = strcmp(key, known[i]) == 0;
        if (!found) return fail(err, "unknown key \"%.60s\"", key);
    }
    return true;
}

/* Which game with which figures; *version is the rules version that the match was played under. */
static bool read_identity(const json_t *file, const struct casata_game *edition, struct casata_game *g,
                          int64_t *version, char err[200]) {
    const json_t *format = json_object_get(file, "casata_match"), *v;
    uint64_t hash;
    if (!json_is_object(file) || !format) return fail(err, "not a match file: \"casata_match\" is missing");
    if (!json_is_integer(format) || json_integer_value(format) != FORMAT_VERSION)
        return fail(err, "casata_match: only version %d of match files can be read", FORMAT_VERSION);
    if (!known_keys_only(file, err)) return false;
    const char *id = json_string_value(json_object_get(file, "game"));
    if (!id) return fail(err, "game: the id of the game is missing");
    if (edition && strcmp(edition->rules->id, id) != 0)
        return fail(err, "game: the match is one of \"%.40s\", not of %s", id, edition->rules->id);
    if (edition)
        *g = *edition;
    else if (!casata_find(id, g))
        return fail(err, "game: there is no game \"%.40s\"", id);
    v = json_object_get(file, "rules_version");
    *version = json_integer_value(v);
    if (!json_is_integer(v) || *version < 1)
        return fail(err, "rules_version: a whole number from 1 is needed");
    if (*version > g->rules->rules_version)
        return fail(err, "rules_version: the match needs rules version %lld, this program has %d",
                    (long long)*version, g->rules->rules_version);
    if (!read_hex64(json_object_get(file, "edition"), &hash))
        return fail(err, "edition: 16 hexadecimal digits are needed");
    if (hash != g->edition && *version == g->rules->rules_version)
        return fail(err, "edition: the match was played with figures %016llx, these are %016llx (see --data)",
                    (unsigned long long)hash, (unsigned long long)g->edition);
    return true;
}

static bool read_seat(const json_t *v, int i, struct casata_seat_info *seat, char err[200]) {
    const char *kind = json_string_value(json_object_get(v, "kind"));
    const char *name = json_string_value(json_object_get(v, "name"));
    const json_t *level = json_object_get(v, "level");
    size_t known = 2;
    if (!kind || (strcmp(kind, kind_word[0]) != 0 && strcmp(kind, kind_word[1]) != 0))
        return fail(err, "seats[%d].kind: \"human\" or \"bot\" is needed", i);
    if (!name || strlen(name) >= sizeof seat->name)
        return fail(err, "seats[%d].name: a text of at most %d bytes is needed", i,
                    (int)sizeof seat->name - 1);
    *seat = (struct casata_seat_info){.kind = strcmp(kind, kind_word[CASATA_BOT]) == 0 ? CASATA_BOT
                                                                                       : CASATA_HUMAN};
    memcpy(seat->name, name, strlen(name) + 1);
    if (seat->kind == CASATA_BOT) {
        int found =
            level && json_is_string(level)
                ? casata_word_find(&casata_level_words, json_string_value(level), json_string_length(level))
                : -1;
        if (found < 0) return fail(err, "seats[%d].level: unknown level", i);
        seat->level = (enum casata_level)found;
        known++;
    }
    if (json_object_size(v) != known) return fail(err, "seats[%d]: unknown key", i);
    return true;
}

static bool read_options(const json_t *file, const struct casata_rules *rules, uint8_t *option,
                         char err[200]) {
    const json_t *object = json_object_get(file, "options");
    if (!json_is_object(object)) return fail(err, "options: an object is needed");
    for (int i = 0; i < rules->n_options; i++) {
        const json_t *v = json_object_get(object, rules->options[i].id);
        if (!v) return fail(err, "options: \"%s\" is missing", rules->options[i].id);
        int value = casata_option_find(&rules->options[i], json_string_value(v), json_string_length(v), err);
        if (value < 0) return false;
        option[i] = (uint8_t)value;
    }
    if (json_object_size(object) != rules->n_options) return fail(err, "options: unknown key");
    return true;
}

/* Who decided: a seat, or "chance". -1: neither. */
static int read_decider(const json_t *v, int seats) {
    if (json_is_string(v)) return strcmp(json_string_value(v), "chance") == 0 ? CASATA_CHANCE : -1;
    if (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) >= seats) return -1;
    return (int)json_integer_value(v);
}

/* Replays one entry and proves it. */
static bool read_entry(struct casata_match *m, const json_t *entry, int i, char err[200]) {
    uint64_t hash;
    int seat = read_decider(json_array_get(entry, 0), m->seats);
    const char *text = json_string_value(json_array_get(entry, 1));
    if (json_array_size(entry) != 3 || seat < 0 || !text || !read_hex64(json_array_get(entry, 2), &hash))
        return fail(err, "log entry %d: [seat or \"chance\", \"action\", \"hash\"] is needed", i + 1);
    casata_action a = casata_action_parse(m->game.rules, text);
    if (!a) return fail(err, "log entry %d: \"%.60s\" is not an action", i + 1, text);
    const char *wrong = casata_match_play(m, seat, a, NULL);
    if (wrong) return fail(err, "log entry %d: \"%.60s\": %s", i + 1, text, wrong);
    uint64_t got = m->log[m->n_log - 1].hash;
    if (got == hash) return true;
    return fail(err, "log entry %d: after \"%.60s\" the hash is %016llx, the file says %016llx", i + 1, text,
                (unsigned long long)got, (unsigned long long)hash);
}

static bool read_log(struct casata_match *m, const json_t *file, char err[200]) {
    const json_t *log = json_object_get(file, "log");
    if (!json_is_array(log)) return fail(err, "log: a list is needed");
    int n = (int)json_array_size(log);
    for (int i = 0; i < n; i++)
        if (!read_entry(m, json_array_get(log, (size_t)i), i, err)) return false;
    return true;
}

/* Adds a list of entries to the past, without judging them. */
static bool append_past(struct casata_match *m, const json_t *list, const char *name, char err[200]) {
    if (!list) return true;
    if (!json_is_array(list)) return fail(err, "%s: a list is needed", name);
    int n = (int)json_array_size(list);
    struct casata_past *past = realloc(m->past, ((size_t)m->n_past + (size_t)n + 1) * sizeof *past);
    if (!past) return fail(err, "out of memory");
    m->past = past;
    for (int i = 0; i < n; i++) {
        const json_t *entry = json_array_get(list, (size_t)i);
        int seat = read_decider(json_array_get(entry, 0), m->seats);
        const char *text = json_string_value(json_array_get(entry, 1));
        if (seat < 0 || !text || strlen(text) >= sizeof past->text)
            return fail(err, "%s entry %d: [seat or \"chance\", \"action\"] is needed", name, i + 1);
        past[m->n_past].seat = (uint8_t)seat;
        memcpy(past[m->n_past++].text, text, strlen(text) + 1);
    }
    return true;
}

/* Positions are read by the core, from their text. */
static bool read_position(const struct casata_game *g, const json_t *position, void *state, char err[200]) {
    char *text = json_dumps(position, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text) return fail(err, "out of memory");
    bool ok = casata_position_read(g, text, strlen(text), state, err);
    free(text);
    return ok;
}

/* The match begins at a position of the file. */
static bool start_at(struct casata_match *m, const struct casata_game *g, const json_t *position,
                     const char *name, char err[200]) {
    _Alignas(8) unsigned char state[CASATA_MAX_STATE];
    char why[200];
    if (!position) return fail(err, "%s: a position is missing", name);
    if (!read_position(g, position, state, why)) return fail(err, "%s: %.180s", name, why);
    const char *wrong = casata_match_from_position(m, g, state, 0);
    return wrong ? fail(err, "%s: %s", name, wrong) : true;
}

/* The snapshot must be what the log leads to: it is what goes on when the rules have changed. */
static bool snapshot_agrees(const struct casata_match *m, const json_t *file, char err[200]) {
    _Alignas(8) unsigned char state[CASATA_MAX_STATE];
    char why[200];
    const json_t *snapshot = json_object_get(file, "snapshot");
    if (!snapshot) return fail(err, "snapshot: is missing");
    if (json_integer_value(json_object_get(snapshot, "ply")) != m->n_log)
        return fail(err, "snapshot.ply: the log has %d entries", m->n_log);
    const json_t *position = json_object_get(snapshot, "position");
    if (!position) return fail(err, "snapshot.position: is missing");
    if (!read_position(&m->game, position, state, why)) return fail(err, "snapshot.position.%.180s", why);
    if (memcmp(state, m->state, m->game.rules->state_size) != 0)
        return fail(err, "snapshot.position: is not the position after the log");
    return true;
}

static bool load_current(struct casata_match *m, const struct casata_game *g, const json_t *file, int seats,
                         const uint8_t *option, char err[200]) {
    const json_t *start = json_object_get(file, "start");
    const char *wrong = NULL;
    if (start && !start_at(m, g, start, "start", err)) return false;
    if (!start && (wrong = casata_match_new(m, g, seats, option, 0))) return fail(err, "seats: %s", wrong);
    if (m->seats != seats) return fail(err, "seats: the position has %d seats, not %d", m->seats, seats);
    if (memcmp(m->option, option, sizeof m->option) != 0)
        return fail(err, "options: the position has other options");
    m->manual_chance = true; /* the log holds every outcome */
    return append_past(m, json_object_get(file, "past"), "past", err) && read_log(m, file, err) &&
           snapshot_agrees(m, file, err);
}

/* Rules have changed since: the log is only shown, the state comes from the snapshot. */
static bool load_older(struct casata_match *m, const struct casata_game *g, const json_t *file, int seats,
                       char err[200]) {
    const json_t *position = json_object_get(json_object_get(file, "snapshot"), "position");
    if (!start_at(m, g, position, "snapshot", err)) return false;
    if (m->seats != seats) return fail(err, "seats: the snapshot has %d seats, not %d", m->seats, seats);
    return append_past(m, json_object_get(file, "past"), "past", err) &&
           append_past(m, json_object_get(file, "log"), "log", err);
}

static bool load_json(struct casata_match *m, const json_t *file, const struct casata_game *edition,
                      char err[200]) {
    struct casata_game g;
    struct casata_seat_info seat[CASATA_MAX_SEATS] = {0};
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int64_t version = 0;
    if (!read_identity(file, edition, &g, &version, err)) return false;
    const json_t *seats = json_object_get(file, "seats");
    int n = (int)json_array_size(seats);
    if (n < g.rules->min_seats || n > g.rules->max_seats)
        return fail(err, "seats: %s is for %d to %d, not %d", g.rules->id, g.rules->min_seats,
                    g.rules->max_seats, n);
    for (int i = 0; i < n; i++)
        if (!read_seat(json_array_get(seats, (size_t)i), i, &seat[i], err)) return false;
    if (version < g.rules->rules_version) {
        if (!load_older(m, &g, file, n, err)) return false;
    } else {
        if (!read_options(file, g.rules, option, err)) return false;
        if (!load_current(m, &g, file, n, option, err)) return false;
    }
    memcpy(m->seat, seat, sizeof seat);
    m->manual_chance = false;
    casata_rng_seed(&m->rng, casata_hash(&g, m->state));
    return true;
}

bool casata_match_load(struct casata_match *m, const char *json, size_t n, const struct casata_game *edition,
                       char err[200]) {
    struct casata_match new = {0};
    json_error_t where;
    json_t *file = json_loadb(json, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (!file) return fail(err, "not JSON: line %d, column %d: %.120s", where.line, where.column, where.text);
    bool ok = load_json(&new, file, edition, err);
    json_decref(file);
    if (ok)
        *m = new;
    else
        casata_match_free(&new);
    return ok;
}

enum casata_file_kind casata_file_peek(const char *json, size_t n, char game[32]) {
    enum casata_file_kind kind = CASATA_FILE_NEITHER;
    json_t *file = json_loadb(json, n, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(file, "game"));
    game[0] = 0;
    if (id && strlen(id) < 32) {
        memcpy(game, id, strlen(id) + 1);
        if (json_object_get(file, "casata_match"))
            kind = CASATA_FILE_MATCH;
        else if (json_object_get(file, "frames"))
            kind = CASATA_FILE_POSITION;
    }
    json_decref(file);
    return kind;
}
