/* hungarian.h: the forms of Hungarian that depend on the sound of an inserted text. Knows no message and no game. */
#ifndef CASATA_HUNGARIAN_H
#define CASATA_HUNGARIAN_H

#include <stdbool.h>

#include "casata/writer.h"

/* Does the text begin with a vowel when it is read aloud, so that its article is "az" and not "a"? Figures and single
 * letters count as they are spoken: az 5. (öt), a 15. (tizenöt), az F (ef). */
bool casata_hu_az(const char *text);

/* Writes the text with a suffix, which is named by its back form: t, n, ba, ban, ból, ra, ról, nak, hoz, nál, tól, val,
 * ért, ig. Vowel harmony, linking vowel and assimilation follow the text: Florint, Rómába, Velencével, 3-at, GyP-t.
 * An unknown suffix is written as it is, after a hyphen. */
void casata_hu_suffixed(const char *text, const char *suffix, struct casata_writer *w);

#endif
