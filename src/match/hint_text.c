/* hint_text.c: the reasons of a hint in words: "worth about 6 points from alliance rows, costs 2 in initiative".
 * Knows no game. */
#include "casata/lang.h"
#include "casata/match.h"
#include "casata/rules.h"
#include "casata/writer.h"

/* One reason; before: reasons of the same sign already written. A term may read differently where it costs points:
 * "from less unrest", "in unrest". */
static void write_reason(int lang, const struct casata_rules *rules, const struct casata_reason *reason,
                         int before, bool gains, struct casata_writer *w) {
    char word[200], text[400];
    bool loss = reason->value < 0;
    long whole = ((loss ? -reason->value : reason->value) + 50) / 100;
    const char *id = !loss    ? before ? "ui.reason.gain_more" : "ui.reason.gain"
                     : before ? "ui.reason.loss_more"
                     : gains  ? "ui.reason.loss"
                              : "ui.reason.loss_only";
    casata_say_form(lang, rules, rules->bots->terms, reason->term, loss ? "loss" : "", word, sizeof word);
    casata_ui_say(lang, id, 2, (struct casata_text[]){{NULL, whole}, {word, 0}}, text, sizeof text);
    casata_w_text(w, text);
}

size_t casata_hint_text(int lang, const struct casata_rules *rules, const struct casata_hint *hint, char *out,
                        size_t cap) {
    struct casata_writer w = casata_writer_on(out, cap);
    int said[2] = {0}; /* gains, losses */
    for (int loss = 0; loss < 2; loss++)
        for (int i = 0; i < hint->n_reasons; i++) {
            if ((hint->reason[i].value < 0) != loss) continue;
            if (w.len) casata_w_text(&w, ", ");
            write_reason(lang, rules, &hint->reason[i], said[loss]++, said[0] > 0, &w);
        }
    return w.len;
}
