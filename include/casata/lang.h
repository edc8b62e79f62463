/* lang.h: the texts of the program, in each of its languages. The translations (po/<lang>/) are .mo catalogues: linked
 * into the program, so that one process serves all languages at once, or handed over at run time, one at a time (in
 * WebAssembly). Nothing depends on the process's locale. Knows no game: games speak in message ids. */
#ifndef CASATA_LANG_H
#define CASATA_LANG_H

#include "casata/game.h"

/* ORDER lang: the catalogues in cmake/lang.cmake */
enum casata_lang { CASATA_EN, CASATA_PL, CASATA_HU, CASATA_LANG_COUNT };

int casata_lang_find(const char *code);   /* "pl", "pl_PL.UTF-8"; -1: unknown */
const char *casata_lang_code(int lang);   /* "pl" */
int casata_lang_plural(int lang, long n); /* index of the plural form for n */
/* The rule of casata_lang_plural as the header of a PO file writes it, blanks apart. */
const char *casata_lang_plural_forms(int lang);

/* Is there a catalogue of the language? */
bool casata_lang_ready(int lang);
/* Takes a catalogue, or a part of one, of a language that is not linked in; words of another language taken before are
 * dropped. NULL, or the error. The bytes are copied. */
const char *casata_lang_take(int lang, const void *mo, size_t n);

/* The raw template of a message (form for n where it has plural forms), NULL: none. */
const char *casata_template(int lang, const char *id, long n);

/* --- messages of games ---------------------------------------------------------------------------------
 * In a template {0}, {1} ... are the arguments; {1|acc} is a word or a count in the form "acc", which is the message
 * "<game>.<list>.<word>|acc", or the plain one where a language has no such message.
 * In Hungarian {1|-t} is an argument with a suffix, and "a(z) {1}" has the article that its sound asks for
 * (docs/translations.md). A template with plural forms takes the form for the first
 * NUMBER argument. A missing translation shows as the id in angle brackets: ⟨signorie.event.pay⟩.
 * Returns the length of the whole text; out is cut at cap - 1 bytes and always terminated if cap > 0.
 * seat_name: a name for each seat; NULL, or NULL in it: the seat's letter, A for seat 0. */
size_t casata_say(int lang, const struct casata_rules *rules, const struct casata_msg *msg,
                  const char *const seat_name[], char *out, size_t cap);
/* One argument alone, such as a cost: "2 Florins". */
size_t casata_say_arg(int lang, const struct casata_rules *rules, const struct casata_arg *arg,
                      const char *const seat_name[], char *out, size_t cap);
/* "<game>.<list>.<word>" alone. */
size_t casata_say_word(int lang, const struct casata_rules *rules, const struct casata_words *words,
                       unsigned index, char *out, size_t cap);
/* "<game>.<list>.<word>|<form>" alone, or the plain word where the language has no such form. */
size_t casata_say_form(int lang, const struct casata_rules *rules, const struct casata_words *words,
                       unsigned index, const char *form, char *out, size_t cap);

/* --- messages of the program itself -------------------------------------------------------------------- */
const char *casata_ui(int lang, const char *id); /* text without arguments; the id itself if there is none */
struct casata_text {                             /* an argument: text, or if that is NULL the number n */
    const char *text;
    long n;
};
/* As casata_say; a template with plural forms takes the form for the first number. */
size_t casata_ui_say(int lang, const char *id, int n, const struct casata_text *arg, char *out, size_t cap);

#endif
