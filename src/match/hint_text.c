/* hint_text.c: the reasons of a hint as people read them: "+6 alliance rows, −2 initiative". Knows no game. */
#include "casata/lang.h"
#include "casata/match.h"
#include "casata/rules.h"

#include <stdio.h>
#include <string.h>

size_t casata_hint_text(int lang, const struct casata_rules *rules, const struct casata_hint *hint, char *out,
                        size_t cap) {
    size_t n = 0;
    if (cap) out[0] = 0;
    for (int i = 0; i < hint->n_reasons && n < cap; i++) {
        char word[200];
        int32_t value = hint->reason[i].value, whole = ((value < 0 ? -value : value) + 50) / 100;
        casata_say_word(lang, rules, rules->bots->terms, hint->reason[i].term, word, sizeof word);
        n += (size_t)snprintf(out + n, cap - n, "%s%s%d %s", n ? ", " : "", value < 0 ? "−" : "+", (int)whole,
                              word);
    }
    return n;
}
