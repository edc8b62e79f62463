/* hint_text.c: the reasons of a hint as people read them: "+6 alliance rows, −2 initiative". Knows no game. */
#include "casata/lang.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"

size_t casata_hint_text(int lang, const struct casata_rules *rules, const struct casata_hint *hint, char *out,
                        size_t cap) {
    struct casata_writer w = casata_writer_on(out, cap);
    for (int i = 0; i < hint->n_reasons; i++) {
        char word[200];
        int32_t value = hint->reason[i].value, whole = ((value < 0 ? -value : value) + 50) / 100;
        casata_say_word(lang, rules, rules->bots->terms, hint->reason[i].term, word, sizeof word);
        casata_w_text(&w, i ? ", " : "");
        casata_w_text(&w, value < 0 ? "−" : "+");
        casata_w_dec(&w, whole);
        casata_w_text(&w, " ");
        casata_w_text(&w, word);
    }
    return w.len;
}
