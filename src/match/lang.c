/* lang.c: reads .mo catalogues and fills templates. Knows no game and no process locale. */
#include "casata/lang.h"
#include "casata/rules.h"

#include <stdlib.h>
#include <string.h>

#include "casata/writer.h"
#include "match/hungarian.h"

/* --- languages ----------------------------------------------------------------------------------------- */

/* The plural rule of each language, once: it is compiled, and as text it must equal the PO files' headers. */
#define PLURALS_EN 2
#define PLURAL_EN  (n != 1)
#define PLURALS_PL 3
#define PLURAL_PL  (n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)
#define PLURALS_HU 1
#define PLURAL_HU  0

#define AS_TEXT(x)         #x
#define FORMS(count, rule) "nplurals=" AS_TEXT(count) ";plural=" AS_TEXT(rule) ";"

static unsigned long plural_en(unsigned long n) { return PLURAL_EN; }
static unsigned long plural_pl(unsigned long n) { return PLURAL_PL; }
static unsigned long plural_hu(unsigned long n) { return (void)n, PLURAL_HU; }

#ifdef __wasm__ /* the host hands the words over */
#define LINKED(array) NULL
#else
#define LINKED(array) array
extern const unsigned char casata_mo_en[], casata_mo_pl[], casata_mo_hu[];
#endif

static const struct language {
    const char *code, *forms;
    unsigned long (*plural)(unsigned long n);
    const unsigned char *mo;
    /* NULL: the language has no such forms. */
    bool (*az)(const char *text);
    void (*suffixed)(const char *text, const char *suffix, struct casata_writer *w);
} languages[CASATA_LANG_COUNT] = {
    /* ORDER lang */
    {"en", FORMS(PLURALS_EN, PLURAL_EN), plural_en, LINKED(casata_mo_en), NULL, NULL},
    {"pl", FORMS(PLURALS_PL, PLURAL_PL), plural_pl, LINKED(casata_mo_pl), NULL, NULL},
    {"hu", FORMS(PLURALS_HU, PLURAL_HU), plural_hu, LINKED(casata_mo_hu), casata_hu_az, casata_hu_suffixed},
};

static const struct language *language(int lang) {
    return &languages[lang >= 0 && lang < CASATA_LANG_COUNT ? lang : CASATA_EN];
}

int casata_lang_find(const char *code) {
    if (!code) return -1;
    for (int i = 0; i < CASATA_LANG_COUNT; i++) {
        size_t n = strlen(languages[i].code);
        if (strncmp(code, languages[i].code, n)) continue;
        if (!code[n] || strchr("_-.@", code[n])) return i;
    }
    return -1;
}
const char *casata_lang_code(int lang) { return language(lang)->code; }
const char *casata_lang_plural_forms(int lang) { return language(lang)->forms; }
int casata_lang_plural(int lang, long n) {
    return (int)language(lang)->plural(n < 0 ? -(unsigned long)n : (unsigned long)n);
}

/* --- catalogues: the GNU .mo format, little-endian ----------------------------------------------------- */

enum { MO_MAGIC = 0, MO_COUNT = 8, MO_IDS = 12, MO_TEXTS = 16 };

static size_t number_at(const unsigned char *p) {
    return (size_t)p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 | (size_t)p[3] << 24;
}

/* Catalogues handed over: parts of one language. */
enum { MAX_PARTS = 32 };
static struct {
    int lang, n;
    unsigned char *mo[MAX_PARTS];
} taken;

/* The catalogue is made by msgfmt: ids ascending by strcmp, every text terminated. */
static const char *lookup_in(const unsigned char *mo, const char *id, size_t *len) {
    size_t low = 0, high = number_at(mo + MO_COUNT);
    size_t ids = number_at(mo + MO_IDS), texts = number_at(mo + MO_TEXTS);
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = strcmp(id, (const char *)mo + number_at(mo + ids + 8 * mid + 4));
        if (order == 0) {
            *len = number_at(mo + texts + 8 * mid);
            return (const char *)mo + number_at(mo + texts + 8 * mid + 4);
        }
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

static const char *lookup(const struct language *l, const char *id, size_t *len) {
    const char *text = l->mo ? lookup_in(l->mo, id, len) : NULL;
    for (int i = 0; !l->mo && !text && l == language(taken.lang) && i < taken.n; i++)
        text = lookup_in(taken.mo[i], id, len);
    return text;
}

bool casata_lang_ready(int lang) {
    return language(lang)->mo || (taken.n > 0 && language(lang) == language(taken.lang));
}

/* A list of a catalogue: count × (length, offset), every text inside and terminated. */
static bool texts_fit(const unsigned char *mo, size_t n, size_t list, size_t count) {
    if (list > n || count > (n - list) / 8) return false;
    for (size_t i = 0; i < count; i++) {
        size_t len = number_at(mo + list + 8 * i), at = number_at(mo + list + 8 * i + 4);
        if (at >= n || len >= n - at || mo[at + len] != 0) return false;
    }
    return true;
}

const char *casata_lang_take(int lang, const void *bytes, size_t n) {
    const unsigned char *mo = bytes;
    if (language(lang)->mo) return "the words of this language are built in";
    if (n < MO_TEXTS + 4 || number_at(mo + MO_MAGIC) != 0x950412de) return "not a catalogue of messages";
    if (!texts_fit(mo, n, number_at(mo + MO_IDS), number_at(mo + MO_COUNT)) ||
        !texts_fit(mo, n, number_at(mo + MO_TEXTS), number_at(mo + MO_COUNT)))
        return "the catalogue is damaged";
    if (taken.lang != lang)
        while (taken.n > 0) free(taken.mo[--taken.n]);
    if (taken.n == MAX_PARTS) return "too many parts of a catalogue";
    unsigned char *copy = malloc(n);
    if (!copy) return "out of memory";
    memcpy(copy, mo, n);
    taken.lang = lang;
    taken.mo[taken.n++] = copy;
    return NULL;
}

const char *casata_template(int lang, const char *id, long n) {
    size_t len;
    const char *text = lookup(language(lang), id, &len);
    if (!text) return NULL;
    const char *end = text + len;
    /* Plural forms follow one another; a text without them is its own only form. */
    for (int form = casata_lang_plural(lang, n); form > 0; form--) {
        const char *next = text + strlen(text) + 1;
        if (next > end) break;
        text = next;
    }
    return text;
}

/* --- filling templates --------------------------------------------------------------------------------- */

enum { ID_BYTES = 160 };

static void write_missing(struct casata_writer *w, const char *id) {
    casata_w_text(w, "⟨");
    casata_w_text(w, id);
    casata_w_text(w, "⟩");
}

static const char *game_id(const struct casata_rules *rules, const char *list, const char *word,
                           char id[ID_BYTES]) {
    struct casata_writer w = casata_writer_on(id, ID_BYTES);
    casata_w_text(&w, rules->id);
    casata_w_text(&w, ".");
    if (list) {
        casata_w_text(&w, list);
        casata_w_text(&w, ".");
    }
    casata_w_text(&w, word);
    return id;
}

/* A placeholder of a template: {1} or {1|acc}, where "acc" names a declined form of the word. */
struct placeholder {
    char key;
    const char *form; /* not terminated */
    size_t n_form;    /* 0: the plain word */
};

/* Writes the value of a placeholder, or returns false to leave the braces as they are. */
struct filler {
    bool (*fill)(const struct filler *f, struct placeholder at, struct casata_writer *w);
    int lang;
    const struct casata_rules *rules;
    const struct casata_arg *arg;
    const struct casata_text *text;
    const char *const *seat_name;
    int n;
    long count; /* {n} */
};

/* Returns the text after the placeholder that begins at a brace, NULL: none begins there. */
static const char *read_placeholder(const char *brace, struct placeholder *at) {
    const char *end = strchr(brace, '}');
    if (!end || end < brace + 2 || (brace[2] != '|' && end != brace + 2)) return NULL;
    *at = (struct placeholder){.key = brace[1]};
    if (brace[2] == '|') {
        at->form = brace + 3;
        at->n_form = (size_t)(end - at->form);
    }
    return end + 1;
}

enum { INSERTED_BYTES = 512, SUFFIX_BYTES = 8 };

/* The text between two placeholders. An article at its end, "a(z) ", becomes "az " or "a " by the sound of what comes
 * next; an opening quotation mark may stand between. */
static void write_between(const struct filler *f, const char *t, const char *brace, struct casata_writer *w) {
    static const char article[] = "(z) ", quote[] = "„";
    const struct language *l = language(f->lang);
    const size_t n = sizeof article - 1, quoted = sizeof quote - 1;
    const char *end = brace;
    if ((size_t)(end - t) >= quoted && !memcmp(end - quoted, quote, quoted)) end -= quoted;
    if (!l->az || (size_t)(end - t) < n || memcmp(end - n, article, n) != 0) {
        casata_w_raw(w, t, (size_t)(brace - t));
        return;
    }
    char next[INSERTED_BYTES];
    struct casata_writer peek = casata_writer_on(next, sizeof next);
    f->fill(f, (struct placeholder){.key = brace[1]}, &peek);
    casata_w_raw(w, t, (size_t)(end - t) - n);
    casata_w_text(w, l->az(next) ? "z " : " ");
    casata_w_raw(w, end, (size_t)(brace - end));
}

/* {1|-t}: the plain text with a suffix, in a language that has them. */
static bool fill_suffixed(const struct filler *f, struct placeholder at, struct casata_writer *w) {
    const struct language *l = language(f->lang);
    char inserted[INSERTED_BYTES], suffix[SUFFIX_BYTES] = "";
    struct casata_writer on_inserted = casata_writer_on(inserted, sizeof inserted);
    if (!l->suffixed || at.n_form < 2 || at.n_form > SUFFIX_BYTES || at.form[0] != '-')
        return f->fill(f, at, w);
    memcpy(suffix, at.form + 1, at.n_form - 1);
    at.n_form = 0;
    if (!f->fill(f, at, &on_inserted)) return false;
    if (!casata_writer_ok(&on_inserted)) return f->fill(f, at, w);
    l->suffixed(inserted, suffix, w);
    return true;
}

static void fill_template(const struct filler *f, const char *t, struct casata_writer *w) {
    while (*t) {
        const char *brace = strchr(t, '{'), *after;
        struct placeholder at;
        if (!brace) break;
        after = read_placeholder(brace, &at);
        if (after)
            write_between(f, t, brace, w);
        else
            casata_w_raw(w, t, (size_t)(brace - t));
        if (after && fill_suffixed(f, at, w)) {
            t = after;
        } else {
            casata_w_raw(w, brace, 1);
            t = brace + 1;
        }
    }
    casata_w_text(w, t);
}

/* A number in a sentence has a minus sign before it, not a hyphen. */
static void write_number(int64_t n, struct casata_writer *w) {
    if (n < 0) casata_w_text(w, "−");
    casata_w_dec(w, n < 0 ? -n : n);
}

static bool fill_count(const struct filler *f, struct placeholder at, struct casata_writer *w) {
    if (at.key != 'n') return false;
    write_number(f->count, w);
    return true;
}

/* The template of a word in a declined form; the plain one where a language declines nothing. */
static const char *word_template(int lang, const char *id, const struct placeholder *at, long count) {
    const char *t = NULL;
    if (at->n_form) {
        char declined[ID_BYTES];
        struct casata_writer w = casata_writer_on(declined, sizeof declined);
        casata_w_text(&w, id);
        casata_w_text(&w, "|");
        casata_w_raw(&w, at->form, at->n_form);
        t = casata_template(lang, declined, count);
    }
    return t ? t : casata_template(lang, id, count);
}

static void write_word(int lang, const struct casata_rules *rules, const struct casata_arg *arg, long count,
                       const struct placeholder *at, struct casata_writer *w) {
    char id[ID_BYTES];
    const struct casata_words *words = arg->words;
    game_id(rules, words->name, arg->index < words->n ? words->word[arg->index] : "?", id);
    const char *t = word_template(lang, id, at, count);
    struct filler f = {.fill = fill_count, .count = count};
    if (t)
        fill_template(&f, t, w);
    else
        write_missing(w, id);
}

static void write_seat(const char *const seat_name[], int seat, struct casata_writer *w) {
    char letter = (char)('A' + seat);
    bool named = seat_name && seat >= 0 && seat < CASATA_MAX_SEATS && seat_name[seat];
    if (named)
        casata_w_text(w, seat_name[seat]);
    else
        casata_w_raw(w, &letter, 1);
}

static void write_arg(int lang, const struct casata_rules *rules, const struct casata_arg *arg,
                      const struct placeholder *at, const char *const seat_name[], struct casata_writer *w) {
    switch (arg->type) {
    case CASATA_ARG_NUMBER: write_number(arg->n, w); break;
    case CASATA_ARG_WORD: write_word(lang, rules, arg, 1, at, w); break;
    case CASATA_ARG_COUNT: write_word(lang, rules, arg, arg->n, at, w); break;
    case CASATA_ARG_SEAT: write_seat(seat_name, arg->n, w); break;
    }
}

static const struct placeholder plain = {0};

static bool fill_msg(const struct filler *f, struct placeholder at, struct casata_writer *w) {
    int k = at.key - '0';
    if (k < 0 || k >= CASATA_MAX_ARGS) return false;
    if (k >= f->n) return true; /* an action with fewer digits than its form allows */
    write_arg(f->lang, f->rules, &f->arg[k], &at, f->seat_name, w);
    return true;
}

size_t casata_say(int lang, const struct casata_rules *rules, const struct casata_msg *msg,
                  const char *const seat_name[], char *out, size_t cap) {
    struct casata_writer w = casata_writer_on(out, cap);
    if (!msg->id) return 0;
    long count = 1;
    for (int i = msg->n; i-- > 0;)
        if (msg->arg[i].type == CASATA_ARG_NUMBER) count = msg->arg[i].n;
    char id[ID_BYTES];
    const char *t = casata_template(lang, game_id(rules, NULL, msg->id, id), count);
    struct filler f = {
        .fill = fill_msg, .lang = lang, .rules = rules, .arg = msg->arg, .seat_name = seat_name, .n = msg->n};
    if (t)
        fill_template(&f, t, &w);
    else
        write_missing(&w, id);
    return w.len;
}

size_t casata_say_arg(int lang, const struct casata_rules *rules, const struct casata_arg *arg,
                      const char *const seat_name[], char *out, size_t cap) {
    struct casata_writer w = casata_writer_on(out, cap);
    write_arg(lang, rules, arg, &plain, seat_name, &w);
    return w.len;
}

size_t casata_say_form(int lang, const struct casata_rules *rules, const struct casata_words *words,
                       unsigned index, const char *form, char *out, size_t cap) {
    struct casata_writer w = casata_writer_on(out, cap);
    struct casata_arg arg = casata_word(words, index);
    struct placeholder at = {.form = form, .n_form = strlen(form)};
    write_word(lang, rules, &arg, 1, &at, &w);
    return w.len;
}

size_t casata_say_word(int lang, const struct casata_rules *rules, const struct casata_words *words,
                       unsigned index, char *out, size_t cap) {
    return casata_say_form(lang, rules, words, index, "", out, cap);
}

const char *casata_ui(int lang, const char *id) {
    const char *t = casata_template(lang, id, 1);
    return t ? t : id;
}

static bool fill_text(const struct filler *f, struct placeholder at, struct casata_writer *w) {
    int k = at.key - '0';
    if (k < 0 || k >= f->n) return false;
    if (f->text[k].text)
        casata_w_text(w, f->text[k].text);
    else
        casata_w_dec(w, f->text[k].n);
    return true;
}

size_t casata_ui_say(int lang, const char *id, int n, const struct casata_text *arg, char *out, size_t cap) {
    struct casata_writer w = casata_writer_on(out, cap);
    long count = 1;
    for (int i = n; i-- > 0;)
        if (!arg[i].text) count = arg[i].n;
    const char *t = casata_template(lang, id, count);
    struct filler f = {.fill = fill_text, .lang = lang, .text = arg, .n = n};
    if (t)
        fill_template(&f, t, &w);
    else
        write_missing(&w, id);
    return w.len;
}
