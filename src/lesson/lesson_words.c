/* lesson_words.c: figures that are written as words ("three gold"). Each language lists its number words, and the
 * phrases that may hold one, in messages. Knows no game. */
#include "casata/lang.h"
#include "lesson/lesson_int.h"

#include <string.h>

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
static bool is_letter(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || (unsigned char)c >= 0x80; }

/* Length of an entry at the beginning of the text, 0: not there. It ends a word there, or ends in "*". */
static size_t entry_at(const char *text, const char *entry, size_t n) {
    bool any_ending = n > 0 && entry[n - 1] == '*';
    if (any_ending) n--;
    for (size_t i = 0; i < n; i++)
        if (lower(text[i]) != entry[i]) return 0;
    if (any_ending)
        while (is_letter(text[n])) n++;
    return is_letter(text[n]) ? 0 : n;
}

/* The longest entry of a list, separated by vertical bars, at the beginning of the text. */
static size_t listed_at(const char *text, const char *list) {
    size_t longest = 0;
    while (list && *list) {
        size_t n = strcspn(list, "|"), there = entry_at(text, list, n);
        if (there > longest) longest = there;
        list += n + (list[n] == '|');
    }
    return longest;
}

bool lesson_number_word(int lang, const char *text, char word[32]) {
    const char *numbers = casata_template(lang, "ui.check.numbers", 1);
    const char *phrases = casata_template(lang, "ui.check.number_phrases", 1);
    for (bool inside = false; *text; text++) {
        bool begins = !inside && is_letter(*text);
        size_t phrase = begins ? listed_at(text, phrases) : 0, number = begins ? listed_at(text, numbers) : 0;
        if (number > phrase) {
            size_t n = number < 31 ? number : 31;
            memcpy(word, text, n);
            word[n] = 0;
            return true;
        }
        if (phrase) text += phrase - 1;
        inside = is_letter(*text);
    }
    return false;
}
