/* json.c: JSON read in place (json.h). Knows no game. */
#include "core/json.h"

#include <string.h>

enum { MAX_DEPTH = 16 };

/* --- proving that a text is JSON ---------------------------------------------------------------------------- */

struct proof {
    const char *p, *end;
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_hex(char c) { return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

static void skip_blanks(struct proof *x) {
    while (x->p < x->end && is_blank(*x->p)) x->p++;
}

static bool prove_char(struct proof *x, char c) {
    if (x->p == x->end || *x->p != c) return false;
    x->p++;
    return true;
}

static bool prove_escape(struct proof *x) {
    if (x->p == x->end || !*x->p || !strchr("\"\\/bfnrtu", *x->p)) return false;
    if (*x->p++ != 'u') return true;
    for (int i = 0; i < 4; i++, x->p++)
        if (x->p == x->end || !is_hex(*x->p)) return false;
    return true;
}

static bool prove_text(struct proof *x) {
    if (!prove_char(x, '"')) return false;
    while (x->p < x->end && *x->p != '"') {
        char c = *x->p++;
        if ((unsigned char)c < ' ') return false;
        if (c == '\\' && !prove_escape(x)) return false;
    }
    return prove_char(x, '"');
}

static bool prove_digits(struct proof *x) {
    const char *first = x->p;
    while (x->p < x->end && is_digit(*x->p)) x->p++;
    return x->p > first;
}

static bool prove_number(struct proof *x) {
    prove_char(x, '-');
    if (!prove_char(x, '0') && !prove_digits(x)) return false;
    if (prove_char(x, '.') && !prove_digits(x)) return false;
    if (!prove_char(x, 'e') && !prove_char(x, 'E')) return true;
    if (!prove_char(x, '+')) prove_char(x, '-');
    return prove_digits(x);
}

static bool prove_word(struct proof *x, const char *word) {
    for (; *word; word++)
        if (!prove_char(x, *word)) return false;
    return true;
}

static bool prove_value(struct proof *x, int depth);

static bool prove_members(struct proof *x, char close, int depth) {
    x->p++;
    skip_blanks(x);
    if (prove_char(x, close)) return true;
    do {
        skip_blanks(x);
        if (close == '}') {
            if (!prove_text(x)) return false;
            skip_blanks(x);
            if (!prove_char(x, ':')) return false;
            skip_blanks(x);
        }
        if (!prove_value(x, depth + 1)) return false;
        skip_blanks(x);
    } while (prove_char(x, ','));
    return prove_char(x, close);
}

static bool prove_value(struct proof *x, int depth) {
    if (x->p == x->end || depth > MAX_DEPTH) return false;
    switch (*x->p) {
    case '{': return prove_members(x, '}', depth);
    case '[': return prove_members(x, ']', depth);
    case '"': return prove_text(x);
    case 't': return prove_word(x, "true");
    case 'f': return prove_word(x, "false");
    case 'n': return prove_word(x, "null");
    default: return prove_number(x);
    }
}

bool casata_json_read(const char *text, size_t n, struct casata_json *value, size_t *wrong) {
    struct proof x = {text, text + n};
    skip_blanks(&x);
    value->at = x.p;
    bool ok = prove_value(&x, 0);
    if (ok) skip_blanks(&x);
    *wrong = (size_t)(x.p - text);
    return ok && x.p == x.end;
}

/* --- reading what was proved -------------------------------------------------------------------------------- */

static const char *behind_blanks(const char *p) {
    while (is_blank(*p)) p++;
    return p;
}

static const char *behind_text(const char *p) {
    for (p++; *p != '"'; p++)
        if (*p == '\\') p++;
    return p + 1;
}

/* Behind a value: brackets in texts do not count. */
static const char *behind(const char *p) {
    int depth = 0;
    do {
        if (*p == '"') {
            p = behind_text(p);
            continue;
        }
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
        p++;
        if (depth == 0) /* a number or a word goes on to its end */
            while (*p && !is_blank(*p) && !strchr(",]}", *p) && p[-1] != '}' && p[-1] != ']') p++;
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

struct casata_json_walk casata_json_members(struct casata_json value) {
    return (struct casata_json_walk){.at = behind_blanks(value.at + 1)};
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

const char *casata_json_text(struct casata_json value, size_t *n) {
    *n = (size_t)(behind_text(value.at) - value.at) - 2;
    return value.at + 1;
}

bool casata_json_is(struct casata_json value, const char *text, size_t n) {
    size_t len;
    if (casata_json_type(value) != CASATA_JSON_TEXT) return false;
    const char *own = casata_json_text(value, &len);
    return len == n && memcmp(own, text, n) == 0;
}

int64_t casata_json_whole(struct casata_json value) {
    bool minus = *value.at == '-';
    uint64_t n = 0;
    for (const char *p = value.at + minus; is_digit(*p); p++) {
        if (n > (INT64_MAX - 9) / 10) return minus ? INT64_MIN : INT64_MAX;
        n = 10 * n + (uint64_t)(*p - '0');
    }
    return minus ? -(int64_t)n : (int64_t)n;
}
