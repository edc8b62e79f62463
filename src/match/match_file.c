/* match_file.c: a match as JSON text and back (docs/match-file.md); loading verifies it by replay.
 * Knows no game and no file system. */
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"
#include "casata/json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_VERSION = 1, LONGEST = 1 << 24 /* entries of a log */ };
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
    if (seat->resigned) {
        casata_w_key_int(w, "resigned", seat->resigned - 1);
    }
    casata_w_close(w, '}');
}

static void write_past(struct casata_writer *w, const struct casata_match *m) {
    line(w, " ");
    casata_w_key(w, "past");
    casata_w_open(w, '[');
    for (int i = 0; i < m->n_past; i++) {
        line(w, "  ");
        casata_w_open(w, '[');
        casata_decider_json(m->past[i].seat, w);
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
        casata_decider_json(m->log[i].seat, w);
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
    casata_vprint(err, 200, format, ap);
    va_end(ap);
    return false;
}

static bool read_hex64(struct casata_json v, uint64_t *out) {
    char text[17];
    if (casata_json_text(v, text, sizeof text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
    *out = strtoull(text, NULL, 16);
    return true;
}

static bool known_keys_only(struct casata_json file, char err[200]) {
    static const char *const known[] = {"casata_match", "game", "rules_version", "edition", "options",
                                        "seats",        "past", "start",         "log",     "snapshot"};
    for (struct casata_json_walk walk = casata_json_members(file); casata_json_next(&walk);) {
        bool found = false;
        char key[80];
        for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++)
            found = casata_json_is(walk.key, known[i], strlen(known[i]));
        casata_json_text(walk.key, key, sizeof key);
        if (!found) return fail(err, "unknown key \"%.60s\"", key);
    }
    return true;
}

/* The game that the file names, with the figures of `edition` if it is the same. */
static bool read_game(struct casata_json file, const struct casata_game *edition, struct casata_game *g,
                      char err[200]) {
    char id[80];
    struct casata_json v = casata_json_get(file, "game");
    if (casata_json_type(v) != CASATA_JSON_TEXT) return fail(err, "game: the id of the game is missing");
    casata_json_text(v, id, sizeof id);
    if (edition && strcmp(edition->rules->id, id) != 0)
        return fail(err, "game: the match is one of \"%.40s\", not of %s", id, edition->rules->id);
    if (edition)
        *g = *edition;
    else if (!casata_find(id, g))
        return fail(err, "game: there is no game \"%.40s\"", id);
    return true;
}

/* The game and its figures; *version is the rules version that the match was played under. */
static bool read_identity(struct casata_json file, const struct casata_game *edition, struct casata_game *g,
                          int64_t *version, char err[200]) {
    struct casata_json format = casata_json_get(file, "casata_match"), v;
    uint64_t hash;
    if (!format.at) return fail(err, "not a match file: \"casata_match\" is missing");
    if (casata_json_whole(format) != FORMAT_VERSION)
        return fail(err, "casata_match: only version %d of match files can be read", FORMAT_VERSION);
    if (!known_keys_only(file, err) || !read_game(file, edition, g, err)) return false;
    v = casata_json_get(file, "rules_version");
    *version = casata_json_whole(v);
    if (*version < 1) return fail(err, "rules_version: a whole number from 1 is needed");
    if (*version > g->rules->rules_version)
        return fail(err, "rules_version: the match needs rules version %lld, this program has %d",
                    (long long)*version, g->rules->rules_version);
    if (!read_hex64(casata_json_get(file, "edition"), &hash))
        return fail(err, "edition: 16 hexadecimal digits are needed");
    if (!casata_use_edition(g, hash) && *version == g->rules->rules_version)
        return fail(err, "edition: the match was played with figures %016llx, these are %016llx (see --data)",
                    (unsigned long long)hash, (unsigned long long)g->edition);
    return true;
}

static bool read_level(struct casata_json v, enum casata_level *level) {
    char word[40];
    size_t n = casata_json_text(v, word, sizeof word);
    int found = n < sizeof word ? casata_word_find(&casata_level_words, word, n) : -1;
    *level = (enum casata_level)(found < 0 ? 0 : found);
    return found >= 0;
}

static bool read_seat(struct casata_json v, int i, struct casata_seat_info *seat, char err[200]) {
    struct casata_json kind = casata_json_get(v, "kind"), name = casata_json_get(v, "name");
    bool bot = casata_json_is(kind, kind_word[CASATA_BOT], strlen(kind_word[CASATA_BOT]));
    if (!bot && !casata_json_is(kind, kind_word[CASATA_HUMAN], strlen(kind_word[CASATA_HUMAN])))
        return fail(err, "seats[%d].kind: \"human\" or \"bot\" is needed", i);
    *seat = (struct casata_seat_info){.kind = bot ? CASATA_BOT : CASATA_HUMAN};
    if (casata_json_type(name) != CASATA_JSON_TEXT ||
        casata_json_text(name, seat->name, sizeof seat->name) >= sizeof seat->name)
        return fail(err, "seats[%d].name: a text of at most %d bytes is needed", i,
                    (int)sizeof seat->name - 1);
    if (bot && !read_level(casata_json_get(v, "level"), &seat->level))
        return fail(err, "seats[%d].level: unknown level", i);
    struct casata_json resigned = casata_json_get(v, "resigned");
    int64_t at = resigned.at ? casata_json_whole(resigned) : -1;
    if (resigned.at && (casata_json_type(resigned) != CASATA_JSON_WHOLE || at < 0 || at > LONGEST))
        return fail(err, "seats[%d].resigned: a length of the log is needed", i);
    seat->resigned = (int)at + 1;
    if (casata_json_count(v) != 2 + bot + (resigned.at != NULL))
        return fail(err, "seats[%d]: unknown key", i);
    return true;
}

/* A seat resigned during the log, or before it under older rules. */
static bool resigned_in_log(const struct casata_match *m, struct casata_seat_info *seat, char err[200]) {
    for (int i = 0; i < m->seats; i++) {
        if (seat[i].resigned <= m->n_log + 1) continue;
        if (m->n_past == 0) return fail(err, "seats[%d].resigned: the log has %d entries", i, m->n_log);
        seat[i].resigned = m->n_log + 1;
    }
    return true;
}

static bool read_options(struct casata_json file, const struct casata_rules *rules, uint8_t *option,
                         char err[200]) {
    struct casata_json object = casata_json_get(file, "options");
    if (casata_json_type(object) != CASATA_JSON_OBJECT) return fail(err, "options: an object is needed");
    for (int i = 0; i < rules->n_options; i++) {
        struct casata_json v = casata_json_get(object, rules->options[i].id);
        char word[80];
        if (!v.at) return fail(err, "options: \"%s\" is missing", rules->options[i].id);
        casata_json_text(v, word, sizeof word);
        const char *text = casata_json_type(v) == CASATA_JSON_TEXT ? word : NULL;
        int value = casata_option_find(&rules->options[i], text, strlen(word), err);
        if (value < 0) return false;
        option[i] = (uint8_t)value;
    }
    if (casata_json_count(object) != rules->n_options) return fail(err, "options: unknown key");
    return true;
}

/* Who decided: a seat, or "chance". -1: neither. */
static int read_decider(struct casata_json v, int seats) {
    if (casata_json_is(v, "chance", 6)) return CASATA_CHANCE;
    int64_t seat = casata_json_whole(v);
    return casata_json_type(v) == CASATA_JSON_WHOLE && seat >= 0 && seat < seats ? (int)seat : -1;
}

/* An entry: decider, action and, in the WHOLE form, a hash. */
struct file_entry {
    int seat;
    char text[CASATA_ACTION_TEXT];
    uint64_t hash;
};

enum form { WHOLE, SHORT, PAST }; /* of a list of entries */

static bool read_file_entry(struct casata_json v, int seats, enum form form, struct file_entry *entry) {
    struct casata_json action = casata_json_at(v, 1);
    bool list = casata_json_type(v) == CASATA_JSON_LIST;
    entry->seat = list ? read_decider(casata_json_at(v, 0), seats) : -1;
    if (entry->seat < 0 || casata_json_type(action) != CASATA_JSON_TEXT) return false;
    if (form == WHOLE && casata_json_count(v) != 3) return false;
    if (form == WHOLE && !read_hex64(casata_json_at(v, 2), &entry->hash)) return false;
    return casata_json_text(action, entry->text, sizeof entry->text) < sizeof entry->text || form != PAST;
}

/* Replays one entry and verifies its hash. */
static bool read_entry(struct casata_match *m, struct casata_json v, int i, enum form form, char err[200]) {
    struct file_entry entry;
    if (!read_file_entry(v, m->seats, form, &entry))
        return fail(err, "log entry %d: [seat or \"chance\", \"action\", \"hash\"] is needed", i + 1);
    casata_action a = casata_action_parse(m->game.rules, entry.text);
    if (!a) return fail(err, "log entry %d: \"%.60s\" is not an action", i + 1, entry.text);
    const char *wrong = casata_match_play(m, entry.seat, a, NULL);
    if (wrong) return fail(err, "log entry %d: \"%.60s\": %s", i + 1, entry.text, wrong);
    uint64_t got = m->log[m->n_log - 1].hash;
    if (form == SHORT || got == entry.hash) return true;
    return fail(err, "log entry %d: after \"%.60s\" the hash is %016llx, the file says %016llx", i + 1,
                entry.text, (unsigned long long)got, (unsigned long long)entry.hash);
}

static bool read_log(struct casata_match *m, struct casata_json file, enum form form, char err[200]) {
    struct casata_json log = casata_json_get(file, "log");
    if (casata_json_type(log) != CASATA_JSON_LIST) return fail(err, "log: a list is needed");
    struct casata_json_walk walk = casata_json_members(log);
    for (int i = 0; casata_json_next(&walk); i++)
        if (!read_entry(m, walk.element, i, form, err)) return false;
    return true;
}

/* Adds a list of entries to the past, without judging them. */
static bool append_past(struct casata_match *m, struct casata_json file, const char *name, char err[200]) {
    struct casata_json list = casata_json_get(file, name);
    if (!list.at) return true;
    if (casata_json_type(list) != CASATA_JSON_LIST) return fail(err, "%s: a list is needed", name);
    size_t n = (size_t)casata_json_count(list);
    struct casata_past *past = realloc(m->past, ((size_t)m->n_past + n + 1) * sizeof *past);
    if (!past) return fail(err, "out of memory");
    m->past = past;
    struct casata_json_walk walk = casata_json_members(list);
    for (int i = 0; casata_json_next(&walk); i++) {
        struct file_entry entry;
        if (!read_file_entry(walk.element, m->seats, PAST, &entry))
            return fail(err, "%s entry %d: [seat or \"chance\", \"action\"] is needed", name, i + 1);
        past[m->n_past].seat = (uint8_t)entry.seat;
        memcpy(past[m->n_past++].text, entry.text, sizeof entry.text);
    }
    return true;
}

/* Positions are read by the core, from their text. */
static bool read_position(const struct casata_game *g, struct casata_json position, void *state,
                          char err[200]) {
    if (casata_json_type(position) != CASATA_JSON_OBJECT) return fail(err, "a position is an object");
    return casata_position_read(g, position.at, casata_json_size(position), state, err);
}

/* The match begins at a position of the file. */
static bool start_at(struct casata_match *m, const struct casata_game *g, struct casata_json position,
                     const char *name, char err[200]) {
    CASATA_STATE_BUFFER(state);
    char why[200];
    if (!position.at) return fail(err, "%s: a position is missing", name);
    if (!read_position(g, position, state, why)) return fail(err, "%s: %.180s", name, why);
    const char *wrong = casata_match_from_position(m, g, state, 0);
    return wrong ? fail(err, "%s: %s", name, wrong) : true;
}

/* The snapshot must match the end of the log: the match continues from it when the rules have changed. */
static bool snapshot_agrees(const struct casata_match *m, struct casata_json file, char err[200]) {
    CASATA_STATE_BUFFER(state);
    char why[200];
    struct casata_json snapshot = casata_json_get(file, "snapshot"), ply = casata_json_get(snapshot, "ply");
    if (!snapshot.at) return fail(err, "snapshot: is missing");
    if (casata_json_type(ply) != CASATA_JSON_WHOLE || casata_json_whole(ply) != m->n_log)
        return fail(err, "snapshot.ply: the log has %d entries", m->n_log);
    struct casata_json position = casata_json_get(snapshot, "position");
    if (!position.at) return fail(err, "snapshot.position: is missing");
    if (!read_position(&m->game, position, state, why)) return fail(err, "snapshot.position.%.180s", why);
    if (memcmp(state, m->state, m->game.rules->state_size) != 0)
        return fail(err, "snapshot.position: is not the position after the log");
    return true;
}

static bool load_current(struct casata_match *m, const struct casata_game *g, struct casata_json file,
                         int seats, const uint8_t *option, enum form form, char err[200]) {
    struct casata_json start = casata_json_get(file, "start");
    const char *wrong = NULL;
    if (start.at && !start_at(m, g, start, "start", err)) return false;
    if (!start.at && (wrong = casata_match_new(m, g, seats, option, 0))) return fail(err, "seats: %s", wrong);
    if (m->seats != seats) return fail(err, "seats: the position has %d seats, not %d", m->seats, seats);
    if (memcmp(m->option, option, sizeof m->option) != 0)
        return fail(err, "options: the position has other options");
    m->manual_chance = true; /* the log holds every outcome */
    return append_past(m, file, "past", err) && read_log(m, file, form, err) &&
           (form == SHORT || snapshot_agrees(m, file, err));
}

/* Rules have changed since: the log is only shown, the state comes from the snapshot. */
static bool load_older(struct casata_match *m, const struct casata_game *g, struct casata_json file,
                       int seats, char err[200]) {
    struct casata_json position = casata_json_get(casata_json_get(file, "snapshot"), "position");
    if (!start_at(m, g, position, "snapshot", err)) return false;
    if (m->seats != seats) return fail(err, "seats: the snapshot has %d seats, not %d", m->seats, seats);
    return append_past(m, file, "past", err) && append_past(m, file, "log", err);
}

static bool load_json(struct casata_match *m, struct casata_json file, const struct casata_game *edition,
                      enum form form, char err[200]) {
    struct casata_game g;
    struct casata_seat_info seat[CASATA_MAX_SEATS] = {0};
    uint8_t option[CASATA_MAX_GAME_OPTIONS] = {0};
    int64_t version = 0;
    if (!read_identity(file, edition, &g, &version, err)) return false;
    struct casata_json seats = casata_json_get(file, "seats");
    int n = casata_json_type(seats) == CASATA_JSON_LIST ? casata_json_count(seats) : 0;
    if (n < g.rules->min_seats || n > g.rules->max_seats)
        return fail(err, "seats: %s is for %d to %d, not %d", g.rules->id, g.rules->min_seats,
                    g.rules->max_seats, n);
    for (int i = 0; i < n; i++)
        if (!read_seat(casata_json_at(seats, i), i, &seat[i], err)) return false;
    if (version < g.rules->rules_version) {
        if (form == SHORT) return fail(err, "rules_version: a short form of older rules cannot be replayed");
        if (!load_older(m, &g, file, n, err)) return false;
    } else {
        if (!read_options(file, g.rules, option, err)) return false;
        if (!load_current(m, &g, file, n, option, form, err)) return false;
    }
    if (!resigned_in_log(m, seat, err)) return false;
    memcpy(m->seat, seat, sizeof seat);
    m->manual_chance = false;
    casata_rng_seed(&m->rng, casata_hash(&g, m->state));
    return true;
}

static bool load_text(struct casata_match *m, const char *json, size_t n, const struct casata_game *edition,
                      enum form form, char err[200]) {
    struct casata_match new = {0};
    struct casata_json file;
    struct casata_json_error error;
    if (!casata_json_read(json, n, &file, &error))
        return fail(err, "not JSON: line %d, column %d: %s", error.line, error.column, error.what);
    bool ok = load_json(&new, file, edition, form, err);
    if (ok)
        *m = new;
    else
        casata_match_free(&new);
    return ok;
}

bool casata_match_load(struct casata_match *m, const char *json, size_t n, const struct casata_game *edition,
                       char err[200]) {
    return load_text(m, json, n, edition, WHOLE, err);
}

bool casata_match_load_short(struct casata_match *m, const char *json, size_t n,
                             const struct casata_game *edition, char err[200]) {
    return load_text(m, json, n, edition, SHORT, err);
}

enum casata_file_kind casata_file_peek(const char *json, size_t n, char game[32]) {
    struct casata_json file;
    struct casata_json_error error;
    game[0] = 0;
    if (!casata_json_read(json, n, &file, &error)) return CASATA_FILE_NEITHER;
    struct casata_json id = casata_json_get(file, "game");
    if (casata_json_type(id) != CASATA_JSON_TEXT || casata_json_text(id, game, 32) >= 32) {
        game[0] = 0;
        return CASATA_FILE_NEITHER;
    }
    if (casata_json_get(file, "casata_match").at) return CASATA_FILE_MATCH;
    return casata_json_get(file, "frames").at ? CASATA_FILE_POSITION : CASATA_FILE_NEITHER;
}
