/* peek.c: finds the id of a message without parsing it (peek.h). */
#include "server/peek.h"

#include <stdbool.h>
#include <string.h>

/* The index of the quote that ends the string beginning at `at`; n: none. */
static size_t string_end(const char *text, size_t n, size_t at) {
    for (at++; at < n && text[at] != '"'; at++)
        if (text[at] == '\\') at++;
    return at < n ? at : n;
}

static size_t skip(const char *text, size_t n, size_t at, const char *these) {
    while (at < n && text[at] && strchr(these, text[at])) at++;
    return at;
}

/* The index of the comma or bracket that ends the value beginning at `at`; n: none. */
static size_t value_end(const char *text, size_t n, size_t at) {
    int depth = 0;
    for (; at < n; at++) {
        char c = text[at];
        if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
        if (c == '"') at = string_end(text, n, at);
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
    return n;
}

const char *peek_id(const char *text, size_t n, size_t *size) {
    static const char key[] = "\"id\"", blanks[] = " \t\r\n";
    size_t at = skip(text, n, 0, blanks);
    if (at == n || text[at] != '{') return NULL;
    while (at < n && text[at] != '}') { /* a bracket or a comma: a key follows */
        at = skip(text, n, at + 1, blanks);
        if (at >= n || text[at] != '"') return NULL;
        size_t end = string_end(text, n, at);
        bool found = end - at == sizeof key - 2 && end < n && memcmp(text + at, key, sizeof key - 1) == 0;
        at = skip(text, n, end + 1, blanks);
        if (at >= n || text[at] != ':') return NULL;
        at = skip(text, n, at + 1, blanks);
        end = value_end(text, n, at);
        *size = end - at;
        if (found) return end < n ? text + at : NULL;
        at = end;
    }
    return NULL;
}
