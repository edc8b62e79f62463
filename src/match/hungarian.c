/* hungarian.c: articles and suffixes by sound. Knows no message and no game. */
#include "match/hungarian.h"

#include <string.h>

enum harmony { BACK, FRONT, ROUNDED };
enum vowel { NO_VOWEL, BACK_VOWEL, FRONT_VOWEL, ROUNDED_VOWEL, NEUTRAL_VOWEL };

/* --- letters ------------------------------------------------------------------------------------------- */

/* The vowels of Hungarian and of foreign names, each with its class. */
static const struct {
    const char *letters;
    enum vowel vowel;
} vowels[] = {
    {"aáàâãåAÁÀÂÃÅoóòôõOÓÒÔÕuúùûUÚÙÛ", BACK_VOWEL},
    {"eèêëEÈÊË", FRONT_VOWEL},
    {"öőøüűÖŐØÜŰ", ROUNDED_VOWEL},
    {"iíìîïIÍÌÎÏéÉ", NEUTRAL_VOWEL},
};

static size_t letter_bytes(const char *at) {
    size_t n = 1;
    while (((unsigned char)at[n] & 0xc0) == 0x80) n++;
    return n;
}

static enum vowel vowel_at(const char *at) {
    if (!*at) return NO_VOWEL;
    size_t n = letter_bytes(at);
    for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++)
        for (const char *l = vowels[i].letters; *l; l += letter_bytes(l))
            if (letter_bytes(l) == n && !memcmp(l, at, n)) return vowels[i].vowel;
    return NO_VOWEL;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
/* Any byte of a letter outside ASCII counts; punctuation outside ASCII begins with 0xe2. */
static bool is_letter(char c) {
    unsigned char byte = (unsigned char)c;
    return (c >= 'a' && c <= 'z') || is_capital(c) || (byte >= 0x80 && byte != 0xe2);
}

/* --- how figures and letters are spoken ---------------------------------------------------------------- */

static const char *const ones[] = {"nulla", "egy", "kettő", "három", "négy",
                                   "öt",    "hat", "hét",   "nyolc", "kilenc"};
static const char *const tens[] = {"nulla", "tíz",    "húsz",   "harminc",  "negyven",
                                   "ötven", "hatvan", "hetven", "nyolcvan", "kilencven"};
static const char *const letter_names[] = {"á",  "bé", "cé", "dé", "e",  "ef",   "gé",       "há", "i",
                                           "jé", "ká", "el", "em", "en", "o",    "pé",       "kú", "er",
                                           "es", "té", "u",  "vé", "vé", "iksz", "ipszilon", "zé"};

/* The last word of a spoken number whose n digits end at end. */
static const char *last_spoken(const char *end, size_t n) {
    size_t zeros = 0;
    while (zeros < n && end[-1 - (long)zeros] == '0') zeros++;
    if (zeros == n) return ones[0];
    int digit = end[-1 - (long)zeros] - '0';
    if (zeros == 0) return ones[digit];
    if (zeros == 1) return tens[digit];
    return zeros == 2 ? "száz" : zeros < 6 ? "ezer" : "millió";
}

/* The number of a Roman ordinal ("IV. nemzedék"), 0: the text does not begin with one. */
static int roman_ordinal(const char *text) {
    int sum = 0, last = 0;
    for (; *text == 'I' || *text == 'V' || *text == 'X'; text++) {
        int digit = *text == 'I' ? 1 : *text == 'V' ? 5 : 10;
        sum += digit > last ? digit - 2 * last : digit;
        last = digit;
    }
    return *text == '.' ? sum : 0;
}

bool casata_hu_az(const char *text) {
    /* opening quotes and brackets are silent; a sign is spoken: plusz, mínusz */
    while (*text && !is_digit(*text) && !is_letter(*text) && *text != '+' && strncmp(text, "−", 3))
        text += letter_bytes(text);
    if (is_digit(*text)) {
        size_t n = strspn(text, "0123456789");
        return *text == '5' || (*text == '1' && n % 3 == 1);
    }
    int ordinal = roman_ordinal(text);
    if (ordinal) return ordinal == 1 || ordinal == 5;
    if (is_capital(*text) && !is_letter(text[1])) return vowel_at(letter_names[*text - 'A']) != NO_VOWEL;
    return vowel_at(text) != NO_VOWEL;
}

/* --- suffixes ------------------------------------------------------------------------------------------ */

enum linking { PLAIN, LINKED_T, LINKED_N, ASSIMILATED };

/* The forms after back vowels, after front ones and, where different, after rounded ones. */
static const struct suffix {
    const char *form[3];
    enum linking linking;
} suffixes[] = {
    {{"t", "t", "t"}, LINKED_T},    {{"n", "n", "n"}, LINKED_N},    {{"ba", "be", "be"}, PLAIN},
    {{"ban", "ben", "ben"}, PLAIN}, {{"ból", "ből", "ből"}, PLAIN}, {{"ra", "re", "re"}, PLAIN},
    {{"ról", "ről", "ről"}, PLAIN}, {{"nak", "nek", "nek"}, PLAIN}, {{"hoz", "hez", "höz"}, PLAIN},
    {{"nál", "nél", "nél"}, PLAIN}, {{"tól", "től", "től"}, PLAIN}, {{"val", "vel", "vel"}, ASSIMILATED},
    {{"ért", "ért", "ért"}, PLAIN}, {{"ig", "ig", "ig"}, PLAIN},
};

/* Words whose accusative does not follow from their sounds, by ending: bytes cut off, text added. */
static const struct {
    const char *end;
    size_t cut;
    const char *add;
} accusatives[] = {
    {"arany", 0, "at"}, {"fal", 0, "at"},    {"ház", 0, "at"},    {"hely", 0, "et"},   {"jel", 0, "et"},
    {"díj", 0, "at"},   {"nyíl", 3, "ilat"}, {"delem", 2, "met"}, {"terem", 2, "met"}, {"három", 0, "at"},
    {"hét", 0, "et"},   {"nyolc", 0, "at"},  {"tíz", 0, "et"},    {"húsz", 0, "at"},   {"harminc", 0, "at"},
    {"tven", 0, "et"},  {"yven", 0, "et"},   {"cven", 0, "et"},   {"tvan", 0, "at"},   {"cvan", 0, "at"},
    {"száz", 0, "at"},  {"ezer", 0, "et"},
};
/* Words of neutral vowels that take back suffixes. */
static const char *const back_words[] = {"férfi", "nyíl", "cél", "díj"};
static const char *const digraphs[] = {"cs", "gy", "ly", "ny", "sz", "ty", "zs"};

/* How a suffix follows a text: n bytes of the text are cut off, then come a linking vowel or the consonant taken
 * over, and the rest. */
struct joint {
    size_t cut, link_bytes;
    const char *link, *rest;
};

static bool ends_with(const char *text, size_t n, const char *end) {
    size_t m = strlen(end);
    return m <= n && !memcmp(text + n - m, end, m);
}

/* Where the last letter begins. */
static size_t last_letter(const char *text, size_t n) {
    do n--;
    while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80);
    return n;
}

static enum vowel last_sound(const char *text, size_t n) {
    size_t at = last_letter(text, n);
    /* y is a vowel except in gy, ly, ny, ty */
    if (text[at] == 'y') return at > 0 && strchr("glnt", text[at - 1]) ? NO_VOWEL : NEUTRAL_VOWEL;
    return vowel_at(text + at);
}

/* The last vowel of the last word decides; i, í and é give way to the vowel before them. */
static enum harmony harmony_of(const char *text, size_t n) {
    for (size_t i = 0; i < sizeof back_words / sizeof *back_words; i++)
        if (ends_with(text, n, back_words[i])) return BACK;
    while (n > 0 && text[n - 1] != ' ' && text[n - 1] != '-') {
        n = last_letter(text, n);
        enum vowel v = vowel_at(text + n);
        if (v == BACK_VOWEL) return BACK;
        if (v == FRONT_VOWEL) return FRONT;
        if (v == ROUNDED_VOWEL) return ROUNDED;
    }
    return FRONT;
}

/* A suffix of one consonant needs no linking vowel: after a vowel, and -t after a single l, r, j, n, s, z. */
static bool links(const char *text, size_t n, enum linking linking) {
    if (last_sound(text, n) != NO_VOWEL) return false;
    if (linking == LINKED_N) return true;
    size_t at = last_letter(text, n);
    if (ends_with(text, n, "sz") || ends_with(text, n, "zs") || ends_with(text, n, "ny") ||
        ends_with(text, n, "ly"))
        at--;
    else if (!strchr("lrjnsz", text[at]))
        return true;
    return at == 0 || last_sound(text, at) == NO_VOWEL;
}

static struct joint linked(const char *text, size_t n, const struct suffix *s, enum harmony h) {
    static const char *const link[] = {"o", "e", "ö"};
    for (size_t i = 0; s->linking == LINKED_T && i < sizeof accusatives / sizeof *accusatives; i++)
        if (ends_with(text, n, accusatives[i].end))
            return (struct joint){.cut = accusatives[i].cut, .link = "", .rest = accusatives[i].add};
    if (!links(text, n, s->linking)) return (struct joint){.link = "", .rest = s->form[h]};
    return (struct joint){0, strlen(link[h]), link[h], s->form[h]};
}

/* -val takes over the consonant before it: Florinnal, arannyal, 3-mal. */
static struct joint assimilated(const char *text, size_t n, const struct suffix *s, enum harmony h) {
    const char *al = s->form[h] + 1;
    size_t at = last_letter(text, n);
    if (last_sound(text, n) != NO_VOWEL) return (struct joint){.link = "", .rest = s->form[h]};
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++)
        if (ends_with(text, n, digraphs[i])) return (struct joint){1, 2, digraphs[i], al};
    bool is_long = at > 0 && text[at - 1] == text[at];
    return (struct joint){0, is_long ? 0 : n - at, text + at, al};
}

static struct joint join(const char *text, size_t n, const struct suffix *s) {
    enum harmony h = harmony_of(text, n);
    if (s->linking == ASSIMILATED) return assimilated(text, n, s, h);
    if (s->linking != PLAIN) return linked(text, n, s, h);
    return (struct joint){.link = "", .rest = s->form[h]};
}

static void write_joint(struct joint j, struct casata_writer *w) {
    casata_w_raw(w, j.link, j.link_bytes);
    casata_w_text(w, j.rest);
}

static const struct suffix *find_suffix(const char *name) {
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (!strcmp(suffixes[i].form[BACK], name)) return &suffixes[i];
    return NULL;
}

/* The spoken form of the end of the text, where it differs from it: figures, capitals. */
static const char *spoken_end(const char *text, size_t n) {
    size_t digits = 0;
    while (digits < n && is_digit(text[n - 1 - digits])) digits++;
    if (digits) return last_spoken(text + n, digits);
    return n > 0 && is_capital(text[n - 1]) ? letter_names[text[n - 1] - 'A'] : NULL;
}

/* Final a, e, o and ö grow long before every suffix: Róma, Rómába; Torino, Torinóban. NULL: the letter stays. */
static const char *grown(const char *letter) {
    static const char *const pairs[][2] = {{"a", "á"}, {"e", "é"}, {"o", "ó"}, {"ö", "ő"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strncmp(letter, pairs[i][0], letter_bytes(letter))) return pairs[i][1];
    return NULL;
}

static void write_word(const char *text, size_t n, const struct suffix *s, struct casata_writer *w) {
    struct joint j = join(text, n, s);
    size_t last = last_letter(text, n);
    const char *longer = grown(text + last);
    casata_w_raw(w, text, longer ? last : n - j.cut);
    if (longer) casata_w_text(w, longer);
    write_joint(j, w);
}

void casata_hu_suffixed(const char *text, const char *suffix, struct casata_writer *w) {
    const struct suffix *s = find_suffix(suffix);
    size_t n = strlen(text);
    while (n > 0 && !is_letter(text[last_letter(text, n)]) && !is_digit(text[n - 1]))
        n = last_letter(text, n);
    const char *spoken = spoken_end(text, n);
    if (s && n > 0 && !spoken && !text[n]) {
        write_word(text, n, s, w);
        return;
    }
    casata_w_text(w, text);
    casata_w_text(w, "-");
    if (s && spoken)
        write_joint(join(spoken, strlen(spoken), s), w);
    else if (s && n > 0)
        write_joint(join(text, n, s), w);
    else
        casata_w_text(w, suffix);
}
