/* rules_text.c: finds a numbered rule in the linked rules documents and renders it as prose. A rule is a paragraph
 * that begins with its number; knows no game. */
#include "terminal/rules_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "casata/lang.h"

/* Start of the rule number of a line, NULL: none. Markdown marks may precede
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

/* Anything after the number in `rule` is ignored: "R8.4 c" is in R8.4. */
static bool same_number(const char *number, const char *rule) {
    size_t n = number_length(number);
    return *rule && number_length(rule) == n && toupper((unsigned char)rule[0]) == number[0] &&
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

static const char *text_of(const char *game, const char *lang) {
    const struct rules_text *t = rules_texts;
    while (t->id && (strcmp(t->id, game) || strcmp(t->lang, lang))) t++;
    return (const char *)t->text;
}

const char *rules_text_find(int lang, const char *game, const char *rule, size_t *n) {
    const char *text = text_of(game, casata_lang_code(lang));
    if (!text) text = text_of(game, casata_lang_code(CASATA_EN));
    if (!text) return NULL;
    for (const char *line = text; *line; line = next_line(line)) {
        const char *number = number_of(line);
        if (!number || !same_number(number, rule)) continue;
        *n = paragraph(number);
        return number;
    }
    return NULL;
}

static char *without_blanks(char *from, char *to) {
    while (to > from && isspace((unsigned char)to[-1])) to--;
    return to;
}

static char *plain_line(char *out, const char *p, const char *end) {
    char *from = out;
    while (end > p && (end[-1] == ' ' || end[-1] == '|')) end--;
    if (p < end && *p == '|') p += strspn(p, "| ");
    for (; p < end; p++) {
        if (*p == '|') {
            out = without_blanks(from, out);
            memcpy(out, " –", strlen(" –"));
            out += strlen(" –");
        } else if (*p != '*' && *p != '`') {
            *out++ = *p;
        }
    }
    return out;
}

char *rules_text_plain(const char *text, size_t n) {
    const char *end = text + n;
    char *plain = malloc(4 * n + 2), *out = plain; /* a cell mark expands to 4 bytes */
    if (!plain) abort();
    for (const char *line = text; line < end;) {
        const char *stop = line + strcspn(line, "\n");
        if (stop > end) stop = end;
        if (*line != '|' || line + strspn(line, "|-: ") < stop) { /* skips the line below a table's header */
            out = plain_line(out, line, stop);
            *out++ = '\n';
        }
        line = stop + 1;
    }
    *without_blanks(plain, out) = 0;
    return plain;
}
