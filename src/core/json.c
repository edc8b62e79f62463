/* json.c: JSON read in place (json.h). Knows no game. */
#include "casata/json.h"
#include "casata/utf8.h"
#include "casata/writer.h"

#include <string.h>

/* --- characters of texts ------------------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One literal character of a text, or one escape. */
struct character {
    size_t written; /* bytes of it in the text; 0: there is no character */
    size_t n;       /* bytes of it as UTF-8 */
    char utf8[4];
    const char *wrong; /* without a character: why */
};

static struct character no_character(const char *why) { return (struct character){.wrong = why}; }

/* The number of "\u1234" at p; 0: none, or it is 0. */
static uint32_t unit_at(const char *p, size_t left) {
    uint32_t unit = 0;
    if (left < 6 || p[0] != '\\' || p[1] != 'u') return 0;
    for (int i = 2; i < 6; i++) {
        int digit = hex_value(p[i]);
        if (digit < 0) return 0;
        unit = unit << 4 | (uint32_t)digit;
    }
    return unit;
}

static struct character numbered_character(const char *p, size_t left) {
    struct character c = {.written = 6};
    uint32_t code = unit_at(p, left);
    if (code == 0) return no_character("an escape is invalid, or is U+0000");
    if (code >= 0xd800 && code < 0xe000) {
        uint32_t low = unit_at(p + 6, left - 6);
        if (code >= 0xdc00 || low < 0xdc00 || low >= 0xe000) return no_character("half a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        c.written = 12;
    }
    c.n = casata_utf8_put(code, c.utf8);
    return c;
}

static struct character escaped_character(const char *p, size_t left) {
    static const char name[] = "\"\\/bfnrt", value[] = "\"\\/\b\f\n\r\t"; /* ORDER each other */
    if (left >= 2 && p[1] == 'u') return numbered_character(p, left);
    const char *found = left >= 2 && p[1] ? strchr(name, p[1]) : NULL;
    if (!found) return no_character("an escape is invalid");
    return (struct character){.written = 2, .n = 1, .utf8 = {value[found - name]}};
}

static struct character character_at(const char *p, size_t left) {
    if (left == 0) return no_character("the end comes too early");
    if (*p == '\\') return escaped_character(p, left);
    if (*p >= ' ' && *p < 127) return (struct character){.written = 1, .n = 1, .utf8 = {*p}}; /* most are */
    if ((unsigned char)*p < ' ') return no_character("a control character in a text");
    struct character c = {.n = casata_utf8_size(p, left)};
    if (c.n == 0) return no_character("a text is not UTF-8");
    c.written = c.n;
    memcpy(c.utf8, p, c.n);
    return c;
}

/* A character of a proved text: reading stops at the closing quote at the latest. */
static struct character proved_character(const char *p) { return character_at(p, 12); }

/* --- proving that a text is JSON ---------------------------------------------------------------------------- */

/* A key of an object that is not closed yet. */
struct open_key {
    uint32_t hash;
    const char *at;
};
struct proof {
    const char *p, *end;
    const char *wrong; /* the first fault */
    int keys;
    struct open_key key[CASATA_JSON_KEYS];
};

static bool fail(struct proof *x, const char *wrong) {
    x->wrong = wrong;
    return false;
}

static void skip_blanks(struct proof *x) {
    while (x->p < x->end && is_blank(*x->p)) x->p++;
}

/* Takes the character if it is there. */
static bool take(struct proof *x, char c) {
    if (x->p == x->end || *x->p != c) return false;
    x->p++;
    return true;
}

/* hash: of its characters. */
static bool prove_text(struct proof *x, uint32_t *hash) {
    if (!take(x, '"')) return fail(x, "a text is needed");
    *hash = 2166136261u;
    while (x->p == x->end || *x->p != '"') {
        struct character c = character_at(x->p, (size_t)(x->end - x->p));
        if (c.written == 0) return fail(x, c.wrong);
        for (size_t i = 0; i < c.n; i++) *hash = (*hash ^ (unsigned char)c.utf8[i]) * 16777619u;
        x->p += c.written;
    }
    return take(x, '"');
}

static bool same_text(const char *a, const char *b) {
    for (a++, b++; *a != '"' && *b != '"';) {
        struct character x = proved_character(a), y = proved_character(b);
        if (x.n != y.n || memcmp(x.utf8, y.utf8, x.n) != 0) return false;
        a += x.written;
        b += y.written;
    }
    return *a == *b;
}

/* A key; the object's own begin at key[first]. */
static bool prove_key(struct proof *x, int first) {
    struct open_key new = {.at = x->p};
    if (!prove_text(x, &new.hash)) return false;
    for (int i = first; i < x->keys; i++) {
        if (x->key[i].hash != new.hash || !same_text(x->key[i].at, new.at)) continue;
        x->p = new.at;
        return fail(x, "a key is repeated");
    }
    if (x->keys == CASATA_JSON_KEYS) return fail(x, "too many keys");
    x->key[x->keys++] = new;
    return true;
}

static bool prove_digits(struct proof *x) {
    const char *first = x->p;
    while (x->p < x->end && is_digit(*x->p)) x->p++;
    return x->p > first ? true : fail(x, "a value is needed");
}

/* Do these digits fit into 64 bits? INT64_MIN is left out, so that the sign does not matter. */
static bool fits(const char *digit, const char *end) {
    uint64_t n = 0;
    for (; digit < end; digit++) {
        if (n > INT64_MAX / 10 || 10 * n > INT64_MAX - (uint64_t)(*digit - '0')) return false;
        n = 10 * n + (uint64_t)(*digit - '0');
    }
    return true;
}

static bool prove_number(struct proof *x) {
    take(x, '-');
    const char *first = x->p;
    if (!take(x, '0') && !prove_digits(x)) return false;
    bool fit = fits(first, x->p);
    if (take(x, '.')) {
        fit = true;
        if (!prove_digits(x)) return false;
    }
    if (!take(x, 'e') && !take(x, 'E')) return fit ? true : fail(x, "a whole number is too large");
    if (!take(x, '+')) take(x, '-');
    return prove_digits(x);
}

static bool prove_word(struct proof *x, const char *word) {
    for (; *word; word++)
        if (!take(x, *word)) return fail(x, "a value is needed");
    return true;
}

static bool prove_value(struct proof *x, int depth);

static bool prove_member(struct proof *x, char close, int first, int depth) {
    skip_blanks(x);
    if (close == '}') {
        if (!prove_key(x, first)) return false;
        skip_blanks(x);
        if (!take(x, ':')) return fail(x, "a colon is needed");
        skip_blanks(x);
    }
    if (!prove_value(x, depth + 1)) return false;
    skip_blanks(x);
    return true;
}

static bool prove_members(struct proof *x, char close, int depth) {
    int first = x->keys;
    if (depth == CASATA_JSON_DEPTH) return fail(x, "values are nested too deep");
    x->p++;
    skip_blanks(x);
    if (take(x, close)) return true;
    do
        if (!prove_member(x, close, first, depth)) return false;
    while (take(x, ','));
    x->keys = first;
    return take(x, close) || fail(x, close == '}' ? "a comma or } is needed" : "a comma or ] is needed");
}

static bool prove_value(struct proof *x, int depth) {
    uint32_t hash;
    if (x->p == x->end) return fail(x, "the end comes too early");
    switch (*x->p) {
    case '{': return prove_members(x, '}', depth);
    case '[': return prove_members(x, ']', depth);
    case '"': return prove_text(x, &hash);
    case 't': return prove_word(x, "true");
    case 'f': return prove_word(x, "false");
    case 'n': return prove_word(x, "null");
    default: return prove_number(x);
    }
}

static const char no_container[] = "an object or a list is needed";

/* Only objects and lists delimit themselves: a number needs the end of the text. */
static bool prove_whole(struct proof *x) {
    skip_blanks(x);
    const char *first = x->p;
    if (!prove_value(x, 0)) return false;
    skip_blanks(x);
    if (x->p != x->end) return fail(x, "there is something after the end");
    if (*first == '{' || *first == '[') return true;
    x->p = first;
    return fail(x, no_container);
}

static void locate(const char *text, struct casata_json_error *error) {
    error->line = error->column = 1;
    for (size_t i = 0; i < error->at; i++) {
        error->column = text[i] == '\n' ? 1 : error->column + 1;
        error->line += text[i] == '\n';
    }
}

bool casata_json_read(const char *text, size_t n, struct casata_json *value,
                      struct casata_json_error *error) {
    struct proof x;
    x.p = text;
    x.end = text + n;
    x.keys = 0;
    if (prove_whole(&x)) {
        for (value->at = text; is_blank(*value->at);) value->at++;
        return true;
    }
    error->at = (size_t)(x.p - text);
    error->what = x.wrong;
    error->plain = x.wrong == no_container;
    locate(text, error);
    return false;
}

/* --- reading proved text ------------------------------------------------------------------------------------ */

static const char *behind_blanks(const char *p) {
    while (is_blank(*p)) p++;
    return p;
}

static const char *behind_text(const char *p) {
    for (p++; *p != '"'; p++)
        if (*p == '\\') p++;
    return p + 1;
}

/* A number or a word: more of the enclosing object or list follows. */
static const char *behind_plain(const char *p) {
    while (!is_blank(*p) && *p != ',' && *p != ']' && *p != '}') p++;
    return p;
}

/* The first byte after a value: brackets in texts do not count. */
static const char *behind(const char *p) {
    int depth = 0;
    if (*p != '{' && *p != '[') return *p == '"' ? behind_text(p) : behind_plain(p);
    do {
        if (*p == '"') {
            p = behind_text(p);
            continue;
        }
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
        p++;
    } while (depth > 0);
    return p;
}

enum casata_json_type casata_json_type(struct casata_json value) {
    if (!value.at) return CASATA_JSON_NOTHING;
    switch (*value.at) {
    case '{': return CASATA_JSON_OBJECT;
    case '[': return CASATA_JSON_LIST;
    case '"': return CASATA_JSON_TEXT;
    case 't':
    case 'f': return CASATA_JSON_TRUTH;
    case 'n': return CASATA_JSON_NULL;
    default: break;
    }
    const char *p = value.at + (*value.at == '-');
    while (is_digit(*p)) p++;
    return *p == '.' || *p == 'e' || *p == 'E' ? CASATA_JSON_FRACTION : CASATA_JSON_WHOLE;
}

const char *casata_json_type_name(struct casata_json value) {
    static const char *const name[] = {
        /* ORDER casata_json_type */
        "nothing",       "an object", "a list", "a text", "a whole number", "a number with a fraction",
        "true or false", "null"};
    return name[casata_json_type(value)];
}

size_t casata_json_size(struct casata_json value) {
    return value.at ? (size_t)(behind(value.at) - value.at) : 0;
}

struct casata_json_walk casata_json_members(struct casata_json value) {
    bool has = value.at && (*value.at == '{' || *value.at == '[');
    return (struct casata_json_walk){.at = has ? behind_blanks(value.at + 1) : "]"};
}

bool casata_json_next(struct casata_json_walk *walk) {
    const char *p = walk->at;
    if (*p == '}' || *p == ']') return false;
    if (*p == ',') p = behind_blanks(p + 1);
    const char *after = behind(p);
    const char *colon = behind_blanks(after);
    walk->key.at = NULL;
    if (*p == '"' && *colon == ':') {
        walk->key.at = p;
        p = behind_blanks(colon + 1);
        after = behind(p);
    }
    walk->element.at = p;
    walk->at = behind_blanks(after);
    return true;
}

int casata_json_count(struct casata_json value) {
    int n = 0;
    for (struct casata_json_walk walk = casata_json_members(value); casata_json_next(&walk);) n++;
    return n;
}

struct casata_json casata_json_get(struct casata_json object, const char *key) {
    size_t n = strlen(key);
    for (struct casata_json_walk walk = casata_json_members(object); casata_json_next(&walk);)
        if (casata_json_is(walk.key, key, n)) return walk.element;
    return (struct casata_json){NULL};
}

struct casata_json casata_json_at(struct casata_json list, int index) {
    for (struct casata_json_walk walk = casata_json_members(list); casata_json_next(&walk); index--)
        if (index == 0) return walk.element;
    return (struct casata_json){NULL};
}

size_t casata_json_text(struct casata_json value, char *out, size_t cap) {
    size_t n = 0, kept = 0;
    if (casata_json_type(value) == CASATA_JSON_TEXT) {
        for (const char *p = value.at + 1; *p != '"';) {
            struct character c = proved_character(p);
            if (n == kept && n + c.n < cap) memcpy(out + n, c.utf8, c.n), kept += c.n;
            n += c.n;
            p += c.written;
        }
    }
    if (cap) out[kept] = 0;
    return n;
}

bool casata_json_is(struct casata_json value, const char *text, size_t n) {
    if (casata_json_type(value) != CASATA_JSON_TEXT) return false;
    for (const char *p = value.at + 1; *p != '"';) {
        if (*p != '\\' && n > 0 && *p != *text) return false; /* most keys differ */
        struct character c = proved_character(p);
        if (c.n > n || memcmp(c.utf8, text, c.n) != 0) return false;
        p += c.written;
        text += c.n;
        n -= c.n;
    }
    return n == 0;
}

int64_t casata_json_whole(struct casata_json value) {
    if (casata_json_type(value) != CASATA_JSON_WHOLE) return 0;
    bool minus = *value.at == '-';
    uint64_t n = 0;
    for (const char *p = value.at + minus; is_digit(*p); p++) n = 10 * n + (uint64_t)(*p - '0');
    return minus ? -(int64_t)n : (int64_t)n;
}

bool casata_json_true(struct casata_json value) { return value.at && *value.at == 't'; }

void casata_json_write(struct casata_json value, struct casata_writer *w) {
    const char *p = value.at, *end = p + casata_json_size(value);
    casata_w_json(w, "", 0);
    while (p < end) {
        const char *next = *p == '"' ? behind_text(p) : p + 1;
        if (!is_blank(*p)) casata_w_raw(w, p, (size_t)(next - p));
        p = next;
    }
}
