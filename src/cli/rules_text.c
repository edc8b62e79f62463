/* rules_text.c: finds a numbered rule in the linked rules documents. A rule is a paragraph that begins with
 * its number; knows no game. */
#include "cli/rules_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Where the rule number of a line begins, NULL: the line begins no rule. Marks of Markdown may stand before
 * it. */
static const char *number_of(const char *line) {
    line += strspn(line, "#*-|> ");
    if (!isupper((unsigned char)line[0]) || !isdigit((unsigned char)line[1])) return NULL;
    return line;
}

static size_t number_length(const char *number) {
    size_t n = 1;
    while (isdigit((unsigned char)number[n]) || (number[n] == '.' && isdigit((unsigned char)number[n + 1])))
        n++;
    return n;
}

static bool same_number(const char *number, const char *rule) {
    size_t n = number_length(number);
    return strlen(rule) == n && toupper((unsigned char)rule[0]) == number[0] &&
           !memcmp(rule + 1, number + 1, n - 1);
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

/* The rule ends where the next one or a heading begins. */
static size_t paragraph(const char *from) {
    const char *p = next_line(from);
    while (*p && *p != '#' && !number_of(p) && strncmp(p, "---", 3)) p = next_line(p);
    while (p > from && isspace((unsigned char)p[-1])) p--;
    return (size_t)(p - from);
}

const char *rules_text_find(const char *game, const char *rule, size_t *n) {
    const struct rules_text *t = rules_texts;
    while (t->id && strcmp(t->id, game)) t++;
    if (!t->id) return NULL;
    for (const char *line = (const char *)t->text; *line; line = next_line(line)) {
        const char *number = number_of(line);
        if (!number || !same_number(number, rule)) continue;
        *n = paragraph(number);
        return number;
    }
    return NULL;
}
