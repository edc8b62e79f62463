/* position.c: position JSON into a state, by the field tables of its game; strict, so that a slip of the pen
 * in an edited position is named instead of guessed at. Knows no game. */
#include "match/position.h"
#include "casata/match.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_KEYS = 256 };
struct reader {
    const struct casata_game *g;
    unsigned char *state;
    char path[120]; /* of the value that is being read: "players[1].florins" */
    char *err;
};
/* The keys of an object that were asked for; whatever else it has is unknown. */
struct keys {
    const char *key[MAX_KEYS];
    size_t len[MAX_KEYS];
    int n;
};

__attribute__((format(printf, 2, 3))) static bool fail(struct reader *r, const char *format, ...) {
    char message[120];
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    snprintf(r->err, 200, "%.78s%s%s", r->path, r->path[0] ? ": " : "", message);
    return false;
}

/* Goes down the path; returns the length to go back to with `up`. */
static size_t down_key(struct reader *r, const char *key, size_t n) {
    size_t len = strlen(r->path);
    snprintf(r->path + len, sizeof r->path - len, "%s%.*s", len ? "." : "", (int)n, key);
    return len;
}
static size_t down_index(struct reader *r, int i) {
    size_t len = strlen(r->path);
    snprintf(r->path + len, sizeof r->path - len, "[%d]", i);
    return len;
}
static void up(struct reader *r, size_t len) { r->path[len] = 0; }

static const char *type_name(const json_t *v) {
    switch (json_typeof(v)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "a list";
    case JSON_STRING: return "a text";
    case JSON_INTEGER: return "a whole number";
    case JSON_REAL: return "a number with a fraction";
    case JSON_NULL: return "null";
    default: return "true or false";
    }
}

/* The value of a key, which must be there; NULL with the error set. */
static const json_t *get(struct reader *r, const json_t *object, struct keys *seen, const char *key,
                         size_t len) {
    char name[64];
    assert(seen->n < MAX_KEYS && len < sizeof name);
    memcpy(name, key, len);
    name[len] = 0;
    seen->key[seen->n] = key;
    seen->len[seen->n++] = len;
    const json_t *v = json_object_get(object, name);
    if (!v) fail(r, "\"%s\" is missing", name);
    return v;
}

static bool was_seen(const struct keys *seen, const char *key) {
    for (int i = 0; i < seen->n; i++)
        if (strlen(key) == seen->len[i] && memcmp(key, seen->key[i], seen->len[i]) == 0) return true;
    return false;
}

static bool no_other_key(struct reader *r, const json_t *object, const struct keys *seen) {
    if (json_object_size(object) == (size_t)seen->n) return true;
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)object, key, v) {
        if (!was_seen(seen, key)) return fail(r, "unknown key \"%.60s\"", key);
    }
    return true;
}

static bool read_between(struct reader *r, const json_t *v, int64_t min, int64_t max, int64_t *out) {
    if (!json_is_integer(v)) return fail(r, "a whole number is needed, not %s", type_name(v));
    int64_t n = json_integer_value(v);
    if (n < min) return fail(r, "%lld is below %lld", (long long)n, (long long)min);
    if (n > max) return fail(r, "%lld is above %lld", (long long)n, (long long)max);
    *out = n;
    return true;
}

static bool read_int(struct reader *r, const json_t *v, int64_t max, int64_t *out) {
    return read_between(r, v, 0, max, out);
}

static bool read_word(struct reader *r, const json_t *v, const struct casata_words *words, int64_t *out) {
    int i = casata_word_find(words, json_string_value(v), json_string_length(v));
    if (i < 0) return fail(r, "\"%.40s\" is not a %s", json_string_value(v), words->name);
    *out = i;
    return true;
}

/* A number that stands for a word may be written as a number only where there is no word for it (255: none).
 */
static bool read_number(struct reader *r, const struct casata_field *f, const json_t *v, unsigned char *at) {
    int64_t n = 0, values = (int64_t)1 << 8 * casata_field_size(f);
    if (f->value && json_is_string(v)) {
        if (!read_word(r, v, f->value, &n)) return false;
    } else if (f->size >= CASATA_SIGNED) {
        if (!read_between(r, v, -values / 2, values / 2 - 1, &n)) return false;
    } else {
        if (!read_int(r, v, values - 1, &n)) return false;
        if (f->value && n < f->value->n)
            return fail(r, "%lld is written \"%s\"", (long long)n, f->value->word[n]);
    }
    uint32_t stored = (uint32_t)n;
    memcpy(at, &stored, casata_field_size(f));
    return true;
}

static size_t level_size(const struct casata_field *f, int level) {
    size_t size = casata_field_size(f);
    for (; level < 2 && f->dim[level]; level++) size *= f->dim[level];
    return size;
}

static bool read_level(struct reader *r, const struct casata_field *f, int level, const json_t *v,
                       unsigned char *at);

static bool read_keyed(struct reader *r, const struct casata_field *f, int level, const json_t *v,
                       unsigned char *at) {
    const struct casata_words *key = f->key[level];
    struct keys seen = {.n = 0};
    if (!json_is_object(v)) return fail(r, "an object is needed, not %s", type_name(v));
    for (int i = 0; i < f->dim[level]; i++) {
        const json_t *element = get(r, v, &seen, key->word[i], strlen(key->word[i]));
        if (!element) return false;
        size_t len = down_key(r, key->word[i], strlen(key->word[i]));
        if (!read_level(r, f, level + 1, element, at + (size_t)i * level_size(f, level + 1))) return false;
        up(r, len);
    }
    return no_other_key(r, v, &seen);
}

static bool read_level(struct reader *r, const struct casata_field *f, int level, const json_t *v,
                       unsigned char *at) {
    if (level == 2 || f->dim[level] == 0) return read_number(r, f, v, at);
    if (f->key[level]) return read_keyed(r, f, level, v, at);
    if (!json_is_array(v)) return fail(r, "a list is needed, not %s", type_name(v));
    if (json_array_size(v) != f->dim[level])
        return fail(r, "%d values are needed, not %zu", f->dim[level], json_array_size(v));
    for (int i = 0; i < f->dim[level]; i++) {
        size_t len = down_index(r, i);
        if (!read_level(r, f, level + 1, json_array_get(v, (size_t)i),
                        at + (size_t)i * level_size(f, level + 1)))
            return false;
        up(r, len);
    }
    return true;
}

static bool read_fields(struct reader *r, const struct casata_fields *group, const json_t *object,
                        struct keys *seen, unsigned char *base) {
    for (int i = 0; i < group->n; i++) {
        const struct casata_field *f = &group->field[i];
        const json_t *v = get(r, object, seen, f->name, strlen(f->name));
        if (!v) return false;
        size_t len = down_key(r, f->name, strlen(f->name));
        if (!read_level(r, f, 0, v, base + f->offset)) return false;
        up(r, len);
    }
    return true;
}

/* One object for each seat. */
static bool read_seats(struct reader *r, const struct casata_fields *group, const json_t *list) {
    const struct casata_head *h = (const struct casata_head *)(const void *)r->state;
    if (!json_is_array(list)) return fail(r, "a list is needed, not %s", type_name(list));
    if (json_array_size(list) != h->seats)
        return fail(r, "one entry for each of the %d seats is needed, not %zu", h->seats,
                    json_array_size(list));
    for (int seat = 0; seat < h->seats; seat++) {
        const json_t *object = json_array_get(list, (size_t)seat);
        struct keys seen = {.n = 0};
        size_t len = down_index(r, seat);
        if (!json_is_object(object)) return fail(r, "an object is needed, not %s", type_name(object));
        unsigned char *base = r->state + group->offset + (size_t)seat * group->stride;
        if (!read_fields(r, group, object, &seen, base) || !no_other_key(r, object, &seen)) return false;
        up(r, len);
    }
    return true;
}

static int find_phase(const struct casata_rules *rules, const json_t *name) {
    for (int i = 0; i < rules->n_phases; i++)
        if (strcmp(rules->phases[i]->name, json_string_value(name)) == 0) return i;
    return -1;
}

static bool read_frame_number(struct reader *r, const json_t *object, struct keys *seen, const char *key,
                              size_t len, uint8_t *out) {
    const json_t *v = get(r, object, seen, key, len);
    int64_t n;
    if (!v) return false;
    size_t back = down_key(r, key, len);
    if (!read_int(r, v, 255, &n)) return false;
    up(r, back);
    *out = (uint8_t)n;
    return true;
}

static bool read_frame(struct reader *r, const json_t *object, struct casata_frame *f) {
    const struct casata_rules *rules = r->g->rules;
    struct keys seen = {.n = 0};
    if (!json_is_object(object)) return fail(r, "an object is needed, not %s", type_name(object));
    const json_t *name = get(r, object, &seen, "phase", 5);
    if (!name) return false;
    size_t len = down_key(r, "phase", 5);
    if (!json_is_string(name)) return fail(r, "a text is needed, not %s", type_name(name));
    int phase = find_phase(rules, name);
    if (phase < 0) return fail(r, "\"%.40s\" is not a phase of %s", json_string_value(name), rules->id);
    up(r, len);
    f->phase = (uint8_t)phase;
    if (!read_frame_number(r, object, &seen, "seat", 4, &f->seat)) return false;
    if (!read_frame_number(r, object, &seen, "mask", 4, &f->mask)) return false;
    uint8_t *const local[5] = {&f->a, &f->b, &f->c, &f->d, &f->e};
    const char *key = rules->phases[phase]->locals ? rules->phases[phase]->locals : "";
    for (int i = 0; *key && i < 5; i++) {
        size_t n = strcspn(key, " ");
        if (!read_frame_number(r, object, &seen, key, n, local[i])) return false;
        key += n + (key[n] == ' ');
    }
    return no_other_key(r, object, &seen);
}

static bool read_frames(struct reader *r, const json_t *list, struct casata_head *h) {
    if (!json_is_array(list)) return fail(r, "a list is needed, not %s", type_name(list));
    if (json_array_size(list) > CASATA_MAX_FRAMES)
        return fail(r, "%zu frames are more than %d", json_array_size(list), CASATA_MAX_FRAMES);
    h->depth = (uint8_t)json_array_size(list);
    for (int i = 0; i < h->depth; i++) {
        size_t len = down_index(r, i);
        if (!read_frame(r, json_array_get(list, (size_t)i), &h->frame[i])) return false;
        up(r, len);
    }
    return true;
}

int casata_option_from_json(const struct casata_game_option *option, const json_t *value, char err[200]) {
    const char *text = json_string_value(value);
    int i = text ? casata_word_find(option->values, text, json_string_length(value)) : -1;
    if (i >= 0) return i;
    snprintf(err, 200, "options.%s: ", option->id);
    size_t len = strlen(err);
    if (text)
        len += (size_t)snprintf(err + len, 200 - len, "\"%.40s\" is not one of", text);
    else
        len += (size_t)snprintf(err + len, 200 - len, "a text is needed, not %s:", type_name(value));
    for (int k = 0; k < option->values->n && len < 199; k++)
        len += (size_t)snprintf(err + len, 200 - len, "%s %s", k ? "," : "", option->values->word[k]);
    return -1;
}

static bool read_options(struct reader *r, const json_t *object, struct casata_head *h) {
    const struct casata_rules *rules = r->g->rules;
    struct keys seen = {.n = 0};
    if (!json_is_object(object)) return fail(r, "an object is needed, not %s", type_name(object));
    for (int i = 0; i < rules->n_options; i++) {
        const char *id = rules->options[i].id;
        const json_t *v = get(r, object, &seen, id, strlen(id));
        if (!v) return false;
        int value = casata_option_from_json(&rules->options[i], v, r->err);
        if (value < 0) return false;
        h->option[i] = (uint8_t)value;
    }
    return no_other_key(r, object, &seen);
}

static bool read_head(struct reader *r, const json_t *object, struct keys *seen, struct casata_head *h) {
    const struct casata_rules *rules = r->g->rules;
    const json_t *game = get(r, object, seen, "game", 4), *v;
    int64_t n;
    size_t len;
    if (!game) return false;
    len = down_key(r, "game", 4);
    if (!json_is_string(game)) return fail(r, "a text is needed, not %s", type_name(game));
    if (strcmp(json_string_value(game), rules->id) != 0)
        return fail(r, "the position is one of \"%.40s\", not of %s", json_string_value(game), rules->id);
    up(r, len);
    if (!(v = get(r, object, seen, "seats", 5))) return false;
    len = down_key(r, "seats", 5);
    if (!read_int(r, v, rules->max_seats, &n)) return false;
    if (n < rules->min_seats) return fail(r, "%d is below %d", (int)n, rules->min_seats);
    h->seats = (uint8_t)n;
    up(r, len);
    if (!(v = get(r, object, seen, "turn", 4))) return false;
    len = down_key(r, "turn", 4);
    if (!read_int(r, v, UINT16_MAX, &n)) return false;
    h->turn = (uint16_t)n;
    up(r, len);
    if (!(v = get(r, object, seen, "options", 7))) return false;
    len = down_key(r, "options", 7);
    if (!read_options(r, v, h)) return false;
    up(r, len);
    if (!(v = get(r, object, seen, "frames", 6))) return false;
    len = down_key(r, "frames", 6);
    if (!read_frames(r, v, h)) return false;
    up(r, len);
    return true;
}

static bool read_body(struct reader *r, const json_t *object, struct keys *seen) {
    const struct casata_rules *rules = r->g->rules;
    for (int i = 0; i < rules->n_fields; i++) {
        const struct casata_fields *group = &rules->fields[i];
        if (!group->name) {
            if (!read_fields(r, group, object, seen, r->state + group->offset)) return false;
            continue;
        }
        const json_t *list = get(r, object, seen, group->name, strlen(group->name));
        if (!list) return false;
        size_t len = down_key(r, group->name, strlen(group->name));
        if (!read_seats(r, group, list)) return false;
        up(r, len);
    }
    return true;
}

bool casata_position_from_json(const struct casata_game *g, const json_t *position, void *state,
                               char err[200]) {
    _Alignas(8) unsigned char bytes[CASATA_MAX_STATE] = {0};
    struct reader r = {.g = g, .state = bytes, .err = err};
    struct keys seen = {.n = 0};
    if (!json_is_object(position)) return fail(&r, "a position is an object, not %s", type_name(position));
    if (!read_head(&r, position, &seen, (struct casata_head *)(void *)bytes)) return false;
    if (!read_body(&r, position, &seen) || !no_other_key(&r, position, &seen)) return false;
    if (g->rules->complete) g->rules->complete(g->data, bytes);
    const char *broken = casata_check(g, bytes);
    if (broken) return fail(&r, "the position cannot be: %s", broken);
    memcpy(state, bytes, g->rules->state_size);
    return true;
}

bool casata_position_read(const struct casata_game *g, const char *json, size_t n, void *state,
                          char err[200]) {
    json_error_t where;
    json_t *position = json_loadb(json, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (!position) {
        snprintf(err, 200, "not JSON: line %d, column %d: %.120s", where.line, where.column, where.text);
        return false;
    }
    bool ok = casata_position_from_json(g, position, state, err);
    json_decref(position);
    return ok;
}
