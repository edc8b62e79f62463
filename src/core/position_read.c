/* position_read.c: position JSON into a state, by the field tables of its game; strict, so that a typo in an
 * edited position is reported, not guessed at. Knows no game. */
#include "casata/rules.h"
#include "casata/writer.h"
#include "casata/json.h"
#include "casata/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

enum { MAX_KEYS = 256, ERR = 200, SHOWN = 40 };
struct reader {
    const struct casata_game *g;
    unsigned char *state;
    char path[80]; /* of the value being read: "players[1].florins" */
    size_t n_path;
    char *err;
};
/* An object whose known members are each read once; any other member is an error. */
struct object {
    struct casata_json value;
    struct casata_json_walk next; /* where the writer of positions would have put the next member */
    bool in_order;                /* all found there so far */
    int n;                        /* keys read */
    const char *key[MAX_KEYS];
    size_t len[MAX_KEYS];
};
/* A text of the position; no game has a longer word. */
struct word {
    char text[128];
    size_t n; /* bytes, also of a longer one */
};

/* --- errors ------------------------------------------------------------------------------------------------- */

struct part { /* of a message: a text or, without one, a number */
    const char *text;
    size_t n;
    int64_t number;
};
static struct part part_n(const char *text, size_t n) {
    return (struct part){text, n < SHOWN ? n : SHOWN, 0};
}
static struct part part(const char *text) { return part_n(text, strlen(text)); }
static struct part part_word(const struct word *word) {
    return part_n(word->text, casata_utf8_fit(word->text, SHOWN));
}
static struct part number(int64_t n) { return (struct part){NULL, 0, n}; }

/* Each % of the pattern is a struct part. Returns false. */
static bool fail(struct reader *r, const char *pattern, ...) {
    struct casata_writer w = casata_writer_on(r->err, ERR);
    va_list parts;
    va_start(parts, pattern);
    casata_w_raw(&w, r->path, r->n_path);
    if (r->n_path) casata_w_text(&w, ": ");
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            casata_w_raw(&w, pattern, 1);
            continue;
        }
        struct part p = va_arg(parts, struct part);
        if (p.text)
            casata_w_raw(&w, p.text, p.n);
        else
            casata_w_dec(&w, p.number);
    }
    va_end(parts);
    return false;
}

/* Goes down the path; returns the length to go back to. */
static size_t down(struct reader *r, const char *between, const char *step, size_t n, const char *after) {
    size_t before = r->n_path;
    struct casata_writer w = {r->path, sizeof r->path, r->n_path, false};
    if (before || *between == '[') casata_w_text(&w, between);
    casata_w_raw(&w, step, n);
    casata_w_text(&w, after);
    r->n_path = w.len < sizeof r->path ? w.len : sizeof r->path - 1;
    return before;
}
static size_t down_key(struct reader *r, const char *key, size_t n) { return down(r, ".", key, n, ""); }
static size_t down_index(struct reader *r, int i) {
    char digits[8];
    struct casata_writer w = casata_writer_on(digits, sizeof digits);
    casata_w_dec(&w, i);
    return down(r, "[", digits, w.len, "]");
}
static void up(struct reader *r, size_t length) { r->path[r->n_path = length] = 0; }

static struct word word_of(struct casata_json v) {
    struct word word;
    word.n = casata_json_text(v, word.text, sizeof word.text);
    return word;
}

/* --- members of objects ------------------------------------------------------------------------------------- */

static bool need(struct reader *r, struct casata_json v, enum casata_json_type type) {
    if (casata_json_type(v) == type) return true;
    const char *what = type == CASATA_JSON_OBJECT ? "an object"
                       : type == CASATA_JSON_LIST ? "a list"
                       : type == CASATA_JSON_TEXT ? "a text"
                                                  : "a whole number";
    return fail(r, "% is needed, not %", part(what), part(casata_json_type_name(v)));
}

static bool open_object(struct reader *r, struct casata_json v, struct object *o) {
    if (!need(r, v, CASATA_JSON_OBJECT)) return false;
    o->value = v;
    o->next = casata_json_members(v);
    o->in_order = true;
    o->n = 0;
    return true;
}

/* The value of a key, usually the next one; false: it is missing. */
static bool find_n(struct object *o, const char *key, size_t len, struct casata_json *v) {
    assert(o->n < MAX_KEYS);
    o->key[o->n] = key;
    o->len[o->n++] = len;
    o->in_order = o->in_order && casata_json_next(&o->next) && casata_json_is(o->next.key, key, len);
    *v = o->next.element;
    if (o->in_order) return true;
    for (struct casata_json_walk walk = casata_json_members(o->value); casata_json_next(&walk);) {
        if (!casata_json_is(walk.key, key, len)) continue;
        *v = walk.element;
        return true;
    }
    o->n--;
    return false;
}
/* The value of a key, which must be there. */
static bool get_n(struct reader *r, struct object *o, const char *key, size_t len, struct casata_json *v) {
    return find_n(o, key, len, v) || fail(r, "\"%\" is missing", part_n(key, len));
}
static bool get(struct reader *r, struct object *o, const char *key, struct casata_json *v) {
    return get_n(r, o, key, strlen(key), v);
}

static bool was_asked(const struct object *o, struct casata_json key) {
    for (int i = 0; i < o->n; i++)
        if (casata_json_is(key, o->key[i], o->len[i])) return true;
    return false;
}

static bool no_other_key(struct reader *r, const struct object *o) {
    struct casata_json_walk walk = o->next;
    if (o->in_order && !casata_json_next(&walk)) return true;
    for (walk = casata_json_members(o->value); casata_json_next(&walk);) {
        struct word key = word_of(walk.key);
        if (!was_asked(o, walk.key)) return fail(r, "unknown key \"%\"", part_word(&key));
    }
    return true;
}

/* --- numbers and words -------------------------------------------------------------------------------------- */

static bool read_between(struct reader *r, struct casata_json v, int64_t min, int64_t max, int64_t *out) {
    if (!need(r, v, CASATA_JSON_WHOLE)) return false;
    int64_t n = casata_json_whole(v);
    if (n < min) return fail(r, "% is below %", number(n), number(min));
    if (n > max) return fail(r, "% is above %", number(n), number(max));
    *out = n;
    return true;
}

static bool read_int(struct reader *r, struct casata_json v, int64_t max, int64_t *out) {
    return read_between(r, v, 0, max, out);
}

static bool read_word(struct reader *r, const struct casata_words *words, struct casata_json v,
                      int64_t *out) {
    struct word word = word_of(v);
    *out = casata_word_find(words, word.text, word.n < sizeof word.text ? word.n : 0);
    return *out >= 0 || fail(r, "\"%\" is not a %", part_word(&word), part(words->name));
}

/* One element of a bit set: a word, or the number of a seat. */
static bool read_bit(struct reader *r, const struct casata_words *words, struct casata_json v, int64_t *bit) {
    if (words == &casata_seat_words) return read_int(r, v, words->n - 1, bit);
    return need(r, v, CASATA_JSON_TEXT) && read_word(r, words, v, bit);
}

/* A bit set: a list of words, each at most once, in any order; or the bare number that older positions have, in long sets
 * the list of its bytes. */
static bool read_set(struct reader *r, const struct casata_words *words, struct casata_json v, unsigned size,
                     unsigned char *out) {
    int64_t n;
    memset(out, 0, size);
    if (size <= 4 && casata_json_type(v) != CASATA_JSON_LIST) {
        if (!read_int(r, v, ((int64_t)1 << 8 * size) - 1, &n)) return false;
        for (unsigned i = 0; i < size; i++) out[i] = (unsigned char)(n >> 8 * i);
        return true;
    }
    if (!need(r, v, CASATA_JSON_LIST)) return false;
    struct casata_json_walk walk = casata_json_members(v);
    bool bytes = size > 4 && casata_json_count(v) == (int)size;
    for (unsigned i = 0; casata_json_next(&walk); i++) {
        size_t back = down_index(r, (int)i);
        bytes = bytes && casata_json_type(walk.element) == CASATA_JSON_WHOLE;
        if (bytes) {
            if (!read_int(r, walk.element, 255, &n)) return false;
            out[i] = (unsigned char)n;
        } else {
            if (!read_bit(r, words, walk.element, &n)) return false;
            if (n >= 8 * (int64_t)size) return fail(r, "\"%\" cannot be in it", part(words->word[n]));
            if (out[n / 8] >> n % 8 & 1) return fail(r, "\"%\" is there twice", part(words->word[n]));
            out[n / 8] = (unsigned char)(out[n / 8] | 1u << n % 8);
        }
        up(r, back);
    }
    return true;
}

/* A number that stands for a word may be written as a number only if it has no word (255: none). */
static bool read_number(struct reader *r, const struct casata_field *f, struct casata_json v,
                        unsigned char *at) {
    if (casata_field_is_set(f)) return read_set(r, f->value, v, casata_field_size(f), at);
    int64_t n = 0, values = (int64_t)1 << 8 * casata_field_size(f);
    uint32_t stored = 0;
    if (f->value && casata_json_type(v) == CASATA_JSON_TEXT) {
        if (!read_word(r, f->value, v, &n)) return false;
    } else if (f->size & CASATA_SIGNED) {
        if (!read_between(r, v, -values / 2, values / 2 - 1, &n)) return false;
    } else {
        if (!read_int(r, v, values - 1, &n)) return false;
        if (f->value && n < f->value->n)
            return fail(r, "% is written \"%\"", number(n), part(f->value->word[n]));
    }
    stored = (uint32_t)n;
    memcpy(at, &stored, casata_field_size(f));
    return true;
}

/* --- fields ------------------------------------------------------------------------------------------------- */

static size_t level_size(const struct casata_field *f, int level) {
    size_t size = casata_field_size(f);
    for (; level < 2 && f->dim[level]; level++) size *= f->dim[level];
    return size;
}

static bool read_level(struct reader *r, const struct casata_field *f, int level, struct casata_json v,
                       unsigned char *at);

static bool read_keyed(struct reader *r, const struct casata_field *f, int level, struct casata_json v,
                       unsigned char *at) {
    const struct casata_words *key = f->key[level];
    struct object o;
    struct casata_json element;
    if (!open_object(r, v, &o)) return false;
    for (int i = 0; i < f->dim[level]; i++) {
        if (!get(r, &o, key->word[i], &element)) return false;
        size_t back = down_key(r, key->word[i], strlen(key->word[i]));
        if (!read_level(r, f, level + 1, element, at + (size_t)i * level_size(f, level + 1))) return false;
        up(r, back);
    }
    return no_other_key(r, &o);
}

static bool read_level(struct reader *r, const struct casata_field *f, int level, struct casata_json v,
                       unsigned char *at) {
    if (level == 2 || f->dim[level] == 0) return read_number(r, f, v, at);
    if (f->key[level]) return read_keyed(r, f, level, v, at);
    if (!need(r, v, CASATA_JSON_LIST)) return false;
    if (casata_json_count(v) != f->dim[level])
        return fail(r, "% values are needed, not %", number(f->dim[level]), number(casata_json_count(v)));
    struct casata_json_walk walk = casata_json_members(v);
    for (int i = 0; casata_json_next(&walk); i++) {
        size_t back = down_index(r, i);
        if (!read_level(r, f, level + 1, walk.element, at + (size_t)i * level_size(f, level + 1)))
            return false;
        up(r, back);
    }
    return true;
}

static bool read_fields(struct reader *r, const struct casata_fields *group, struct object *o,
                        unsigned char *base) {
    struct casata_json v;
    for (int i = 0; i < group->n; i++) {
        const struct casata_field *f = &group->field[i];
        if (!find_n(o, f->name, strlen(f->name), &v)) {
            if (f->size & CASATA_LATER) continue;
            return fail(r, "\"%\" is missing", part(f->name));
        }
        size_t back = down_key(r, f->name, strlen(f->name));
        if (!read_level(r, f, 0, v, base + f->offset)) return false;
        up(r, back);
    }
    return true;
}

/* One object for each seat. */
static bool read_seats(struct reader *r, const struct casata_fields *group, struct casata_json list) {
    int seats = ((const struct casata_head *)(const void *)r->state)->seats;
    struct object o;
    if (!need(r, list, CASATA_JSON_LIST)) return false;
    if (casata_json_count(list) != seats)
        return fail(r, "one entry for each of the % seats is needed, not %", number(seats),
                    number(casata_json_count(list)));
    unsigned char *base = r->state + group->offset;
    struct casata_json_walk walk = casata_json_members(list);
    for (int seat = 0; casata_json_next(&walk); seat++, base += group->stride) {
        size_t back = down_index(r, seat);
        if (!open_object(r, walk.element, &o)) return false;
        if (!read_fields(r, group, &o, base) || !no_other_key(r, &o)) return false;
        up(r, back);
    }
    return true;
}

static bool read_body(struct reader *r, struct object *o) {
    const struct casata_rules *rules = r->g->rules;
    struct casata_json list;
    for (int i = 0; i < rules->n_fields; i++) {
        const struct casata_fields *group = &rules->fields[i];
        if (!group->name) {
            if (!read_fields(r, group, o, r->state + group->offset)) return false;
            continue;
        }
        if (!get(r, o, group->name, &list)) return false;
        size_t back = down_key(r, group->name, strlen(group->name));
        if (!read_seats(r, group, list)) return false;
        up(r, back);
    }
    return true;
}

/* --- the head ----------------------------------------------------------------------------------------------- */

/* A word or, as in older positions, its number. */
static bool read_local_word(struct reader *r, const struct casata_local_words *l, struct casata_json v,
                            uint8_t *out) {
    bool or_none = l->as == CASATA_AS_WORD_OR_NONE;
    int64_t n = -1;
    if (!l->words || casata_json_type(v) != CASATA_JSON_TEXT) {
        if (!read_int(r, v, 255, &n)) return false;
    } else if (!or_none || !casata_json_is(v, CASATA_NONE, strlen(CASATA_NONE))) {
        if (!read_word(r, l->words, v, &n)) return false;
        n += or_none;
    } else
        n = 0;
    *out = (uint8_t)n;
    return true;
}
static bool read_byte(struct reader *r, struct casata_json v, const char *key, size_t len,
                      const struct casata_local_words *l, uint8_t *out) {
    size_t back = down_key(r, key, len);
    if (l->words && l->as == CASATA_AS_SET ? !read_set(r, l->words, v, 1, out)
                                           : !read_local_word(r, l, v, out))
        return false;
    up(r, back);
    return true;
}

static bool read_frame_number(struct reader *r, struct object *o, const char *key,
                              const struct casata_words *set, uint8_t *out) {
    struct casata_local_words l = {set, CASATA_AS_SET};
    struct casata_json v;
    return get(r, o, key, &v) && read_byte(r, v, key, strlen(key), &l, out);
}
/* An absent local is 0: positions of older rules have fewer. */
static bool read_local(struct reader *r, struct object *o, const char *key, size_t len,
                       const struct casata_local_words *l, uint8_t *out) {
    struct casata_json v;
    return !find_n(o, key, len, &v) || read_byte(r, v, key, len, l, out);
}

static bool read_phase(struct reader *r, struct object *o, uint8_t *phase) {
    const struct casata_rules *rules = r->g->rules;
    struct casata_json name;
    if (!get(r, o, "phase", &name)) return false;
    size_t back = down_key(r, "phase", 5);
    if (!need(r, name, CASATA_JSON_TEXT)) return false;
    for (int i = 0; i < rules->n_phases; i++) {
        if (!casata_json_is(name, rules->phases[i]->name, strlen(rules->phases[i]->name))) continue;
        *phase = (uint8_t)i;
        up(r, back);
        return true;
    }
    struct word word = word_of(name);
    return fail(r, "\"%\" is not a phase of %", part_word(&word), part(rules->id));
}

static bool read_frame(struct reader *r, struct casata_json v, struct casata_frame *f) {
    struct object o;
    if (!open_object(r, v, &o) || !read_phase(r, &o, &f->phase)) return false;
    if (!read_frame_number(r, &o, "seat", NULL, &f->seat)) return false;
    if (!read_frame_number(r, &o, "mask", &casata_seat_words, &f->mask)) return false;
    const struct casata_phase *phase = r->g->rules->phases[f->phase];
    const char *key = phase->locals;
    for (int i = 0; key && *key && i < CASATA_MAX_LOCALS; i++) {
        size_t n = strcspn(key, " ");
        if (!read_local(r, &o, key, n, &phase->words[i], &f->local[i])) return false;
        key += n + 1;
    }
    return no_other_key(r, &o);
}

static bool read_frames(struct reader *r, struct casata_json list, struct casata_head *h) {
    if (!need(r, list, CASATA_JSON_LIST)) return false;
    int n = casata_json_count(list);
    if (n > CASATA_MAX_FRAMES)
        return fail(r, "% frames are more than %", number(n), number(CASATA_MAX_FRAMES));
    h->depth = (uint8_t)n;
    struct casata_json_walk walk = casata_json_members(list);
    for (int i = 0; casata_json_next(&walk); i++) {
        size_t back = down_index(r, i);
        if (!read_frame(r, walk.element, &h->frame[i])) return false;
        up(r, back);
    }
    return true;
}

int casata_option_find(const struct casata_game_option *option, const char *text, size_t n, char err[200]) {
    int found = text ? casata_word_find(option->values, text, n) : -1;
    if (found >= 0) return found;
    struct casata_writer w = casata_writer_on(err, ERR);
    casata_w_text(&w, "options.");
    casata_w_text(&w, option->id);
    casata_w_text(&w, text ? ": \"" : ": a text is needed, one of");
    if (text) casata_w_raw(&w, text, casata_utf8_fit(text, n < SHOWN ? n : SHOWN));
    if (text) casata_w_text(&w, "\" is not one of");
    for (int i = 0; i < option->values->n; i++) {
        casata_w_text(&w, i ? ", " : " ");
        casata_w_text(&w, option->values->word[i]);
    }
    return -1;
}

static bool read_options(struct reader *r, struct casata_json v, struct casata_head *h) {
    const struct casata_rules *rules = r->g->rules;
    struct object o;
    struct casata_json value;
    if (!open_object(r, v, &o)) return false;
    for (int i = 0; i < rules->n_options; i++) {
        const char *id = rules->options[i].id;
        if (!find_n(&o, id, strlen(id), &value)) continue; /* the default: older games have fewer options */
        struct word word = word_of(value);
        const char *text = casata_json_type(value) == CASATA_JSON_TEXT ? word.text : NULL;
        int found = casata_option_find(&rules->options[i], text, strlen(word.text), r->err);
        if (found < 0) return false;
        h->option[i] = (uint8_t)found;
    }
    return no_other_key(r, &o);
}

static bool read_game(struct reader *r, struct casata_json v) {
    const char *id = r->g->rules->id;
    if (!need(r, v, CASATA_JSON_TEXT)) return false;
    if (casata_json_is(v, id, strlen(id))) return true;
    struct word word = word_of(v);
    return fail(r, "the position is one of \"%\", not of %", part_word(&word), part(id));
}

static bool read_seat_count(struct reader *r, struct casata_json v, struct casata_head *h) {
    const struct casata_rules *rules = r->g->rules;
    int64_t n;
    if (!read_int(r, v, rules->max_seats, &n)) return false;
    if (n < rules->min_seats) return fail(r, "% is below %", number(n), number(rules->min_seats));
    h->seats = (uint8_t)n;
    return true;
}

static bool read_turn(struct reader *r, struct casata_json v, struct casata_head *h) {
    int64_t n;
    if (!read_int(r, v, UINT16_MAX, &n)) return false;
    h->turn = (uint16_t)n;
    return true;
}

static bool read_head(struct reader *r, struct object *o, struct casata_head *h) {
    static const char *const key[] = {"game", "seats", "turn", "options", "frames"};
    struct casata_json v;
    for (int i = 0; i < 5; i++) {
        if (!get(r, o, key[i], &v)) return false;
        size_t back = down_key(r, key[i], strlen(key[i]));
        bool ok = i == 0   ? read_game(r, v)
                  : i == 1 ? read_seat_count(r, v, h)
                  : i == 2 ? read_turn(r, v, h)
                  : i == 3 ? read_options(r, v, h)
                           : read_frames(r, v, h);
        if (!ok) return false;
        up(r, back);
    }
    return true;
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

static bool not_json(struct reader *r, const struct casata_json_error *error) {
    return fail(r, "not JSON: line %, column %: %", number(error->line), number(error->column),
                part(error->what));
}

bool casata_position_read(const struct casata_game *g, const char *json, size_t n, void *state,
                          char err[200]) {
    CASATA_STATE_BUFFER(bytes) = {0};
    struct reader r = {.g = g, .state = bytes, .err = err};
    struct casata_json position;
    struct object o;
    struct casata_json_error error;
    if (!casata_json_read(json, n, &position, &error)) return not_json(&r, &error);
    if (*position.at != '{') return fail(&r, "a position is an object");
    if (!open_object(&r, position, &o) || !read_head(&r, &o, (struct casata_head *)(void *)bytes))
        return false;
    if (!read_body(&r, &o) || !no_other_key(&r, &o)) return false;
    if (g->rules->derive) g->rules->derive(g->data, bytes);
    const char *broken = casata_check(g, bytes);
    if (broken) return fail(&r, "the position cannot be: %", part_n(broken, strlen(broken)));
    memcpy(state, bytes, g->rules->state_size);
    return true;
}
