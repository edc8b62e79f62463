/* text.c: words and the text form of actions, "verb operand operand". Table-driven; knows no game. */
#include "casata/rules.h"

#include <string.h>

int casata_word_find(const struct casata_words *words, const char *text, size_t len) {
    for (int i = 0; i < words->n; i++)
        if (strlen(words->word[i]) == len && memcmp(words->word[i], text, len) == 0) return i;
    return -1;
}

static int put_number(char *out, unsigned n) {
    char digit[4];
    int len = 0;
    do digit[len++] = (char)('0' + n % 10);
    while (n /= 10);
    for (int i = 0; i < len; i++) out[i] = digit[len - 1 - i];
    return len;
}

static int put_digits(char *out, unsigned bc) {
    int len = 0;
    for (; bc; bc = bc << 4 & 0xffff) out[len++] = "0123456789abcdef"[bc >> 12];
    return len;
}

static int put_operand(char *out, const struct casata_operand *o, unsigned value, unsigned rest) {
    if (!o->words && o->type != CASATA_OPERAND_DIGITS) return put_number(out, value);
    if (o->type == CASATA_OPERAND_DIGITS) return put_digits(out, rest);
    if (value >= o->words->n) return put_number(out, value);
    size_t n = strlen(o->words->word[value]);
    memcpy(out, o->words->word[value], n);
    return (int)n;
}

static int operands_of(const struct casata_action_form *form) {
    int n = 0;
    while (n < 3 && form->operand[n].type != CASATA_OPERAND_NONE) n++;
    return n;
}

static bool may_be_absent(const struct casata_operand *o) { return o->type & CASATA_OPTIONAL; }

/* Number of operands present: the last ones may be absent. */
static int present(const struct casata_action_form *form, const unsigned value[3]) {
    int n = operands_of(form);
    while (n > 0 && may_be_absent(&form->operand[n - 1]) && value[n - 1] == CASATA_ABSENT) n--;
    return n;
}

int casata_action_text(const struct casata_rules *rules, casata_action a, char out[CASATA_ACTION_TEXT]) {
    unsigned value[3] = {casata_a(a), casata_b(a), casata_c(a)};
    int len = 0;
    out[0] = 0;
    if (casata_kind(a) == 0 || casata_kind(a) >= rules->n_forms) return 0;
    const struct casata_action_form *form = &rules->forms[casata_kind(a)];
    for (const char *p = form->verb; *p; p++) out[len++] = *p;
    for (int i = 0; i < present(form, value); i++) {
        out[len++] = ' ';
        len += put_operand(out + len, &form->operand[i], value[i], a & 0xffff);
    }
    out[len] = 0;
    return len;
}

/* Length of the token at text, which ends at a blank or at the end. */
static size_t token(const char *text) { return strcspn(text, " "); }

static bool get_number(const char *t, size_t n, unsigned *value) {
    if (n == 0 || n > 3 || (n > 1 && t[0] == '0')) return false;
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (t[i] < '0' || t[i] > '9') return false;
        *value = *value * 10 + (unsigned)(t[i] - '0');
    }
    return *value <= 255;
}

static bool get_digits(const char *t, size_t n, unsigned value[3]) {
    unsigned bc = 0;
    if (n == 0 || n > 4 || t[n - 1] == '0') return false;
    for (size_t i = 0; i < 4; i++) {
        const char *hex = "0123456789abcdef", *at = i < n ? memchr(hex, t[i], 16) : hex;
        if (!at) return false;
        bc = bc << 4 | (unsigned)(at - hex);
    }
    value[1] = bc >> 8;
    value[2] = bc & 255;
    return true;
}

static bool get_operand(const struct casata_operand *o, const char *t, size_t n, int i, unsigned value[3]) {
    if (!o->words && o->type != CASATA_OPERAND_DIGITS) return get_number(t, n, &value[i]);
    if (o->type == CASATA_OPERAND_DIGITS) return get_digits(t, n, value);
    int word = casata_word_find(o->words, t, n);
    value[i] = (unsigned)word;
    return word >= 0;
}

casata_action casata_action_parse(const struct casata_rules *rules, const char *text) {
    size_t n = token(text);
    for (unsigned kind = 1; kind < rules->n_forms; kind++) {
        const struct casata_action_form *form = &rules->forms[kind];
        if (strlen(form->verb) != n || memcmp(form->verb, text, n) != 0) continue;
        unsigned value[3] = {0, 0, 0};
        const char *p = text + n;
        int all = operands_of(form);
        for (int i = 0; i < all; i++) {
            if (!*p && may_be_absent(&form->operand[i])) {
                value[i] = CASATA_ABSENT;
                continue;
            }
            if (*p++ != ' ' || !get_operand(&form->operand[i], p, token(p), i, value)) return 0;
            p += token(p);
        }
        return *p ? 0 : casata_act(kind, value[0], value[1], value[2]);
    }
    return 0;
}

struct casata_msg casata_action_msg(const struct casata_rules *rules, casata_action a) {
    const struct casata_action_form *form = &rules->forms[casata_kind(a)];
    unsigned value[3] = {casata_a(a), casata_b(a), casata_c(a)};
    struct casata_msg m = {.id = form->message};
    for (int i = 0; i < present(form, value); i++) {
        if (form->operand[i].type == CASATA_OPERAND_DIGITS) { /* each digit is an argument of its own */
            for (unsigned bc = a & 0xffff; bc; bc = bc << 4 & 0xffff)
                m.arg[m.n++] = casata_number((int)(bc >> 12));
            break;
        }
        m.arg[m.n++] = form->operand[i].words ? casata_word(form->operand[i].words, value[i])
                                              : casata_number((int)value[i]);
    }
    return m;
}
