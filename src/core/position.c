/* position.c: a state as readable JSON, by the field tables of its game. Knows no game. */
#include "casata/rules.h"
#include "casata/writer.h"

#include <string.h>

#define SEATS(X) X(, "0") X(, "1") X(, "2") X(, "3") X(, "4") X(, "5")
CASATA_WORDS(casata_seat_words, "seat", SEATS);
_Static_assert(sizeof casata_seat_words_text / sizeof *casata_seat_words_text == CASATA_MAX_SEATS, "seats");

static uint32_t load(const void *at, unsigned size) {
    uint32_t n = 0;
    memcpy(&n, at, size);
    return n;
}

/* A bit set as the list of its words, of seats as the list of their numbers. Bits without a word, which no sound state
 * has, are kept by the bare numbers of its bytes. */
static void write_set(struct casata_writer *w, const struct casata_words *words, const unsigned char *set,
                      unsigned size) {
    bool unknown = false;
    for (unsigned i = words->n; i < 8 * size; i++) unknown |= set[i / 8] >> i % 8 & 1;
    if (unknown && size <= 4) {
        casata_w_int(w, load(set, size));
        return;
    }
    casata_w_open(w, '[');
    for (unsigned i = 0; i < size && unknown; i++) casata_w_int(w, set[i]);
    for (unsigned i = 0; i < words->n && i < 8 * size && !unknown; i++) {
        if (!(set[i / 8] >> i % 8 & 1)) continue;
        if (words == &casata_seat_words)
            casata_w_int(w, i);
        else
            casata_w_str(w, words->word[i]);
    }
    casata_w_close(w, ']');
}

static void write_number(struct casata_writer *w, const struct casata_field *f, const unsigned char *at) {
    if (casata_field_is_set(f)) {
        write_set(w, f->value, at, casata_field_size(f));
        return;
    }
    uint32_t n = load(at, casata_field_size(f));
    if (f->size & CASATA_SIGNED) {
        int64_t sign = (int64_t)1 << (8 * casata_field_size(f) - 1);
        casata_w_int(w, n >= sign ? (int64_t)n - 2 * sign : (int64_t)n);
        return;
    }
    if (f->value && n < f->value->n)
        casata_w_str(w, f->value->word[n]);
    else
        casata_w_int(w, n);
}

/* Writes dimension `level` and those below; returns the end of the written part. */
static const unsigned char *write_level(struct casata_writer *w, const struct casata_field *f, int level,
                                        const unsigned char *at) {
    if (level == 2 || f->dim[level] == 0) {
        write_number(w, f, at);
        return at + casata_field_size(f);
    }
    const struct casata_words *key = f->key[level];
    casata_w_open(w, key ? '{' : '[');
    for (int i = 0; i < f->dim[level]; i++) {
        if (key) casata_w_key(w, key->word[i]);
        at = write_level(w, f, level + 1, at);
    }
    casata_w_close(w, key ? '}' : ']');
    return at;
}

static void write_fields(struct casata_writer *w, const struct casata_fields *group,
                         const unsigned char *base) {
    for (int i = 0; i < group->n; i++) {
        casata_w_key(w, group->field[i].name);
        write_level(w, &group->field[i], 0, base + group->field[i].offset);
    }
}

static void write_local(struct casata_writer *w, const struct casata_local_words *l, uint8_t n) {
    unsigned index = l->as == CASATA_AS_WORD_OR_NONE ? n - 1u : n;
    if (l->words && l->as == CASATA_AS_SET)
        write_set(w, l->words, &n, 1);
    else if (l->words && l->as == CASATA_AS_WORD_OR_NONE && !n)
        casata_w_str(w, CASATA_NONE);
    else if (l->words && index < l->words->n)
        casata_w_str(w, l->words->word[index]);
    else
        casata_w_int(w, n);
}
static void write_frame(struct casata_writer *w, const struct casata_phase *p, const struct casata_frame *f) {
    casata_w_open(w, '{');
    casata_w_key_str(w, "phase", p->name);
    casata_w_key_int(w, "seat", f->seat);
    casata_w_key(w, "mask");
    write_set(w, &casata_seat_words, &f->mask, 1);
    const char *name = p->locals ? p->locals : "";
    for (int i = 0; *name && i < CASATA_MAX_LOCALS; i++) {
        size_t n = strcspn(name, " ");
        casata_w_strn(w, name, n);
        casata_w_raw(w, ":", 1);
        w->comma = false;
        write_local(w, &p->words[i], f->local[i]);
        name += n + 1;
    }
    casata_w_close(w, '}');
}

void casata_position_json(const struct casata_game *g, const void *state, struct casata_writer *w) {
    const struct casata_rules *r = g->rules;
    const struct casata_head *h = state;
    casata_w_open(w, '{');
    casata_w_key_str(w, "game", r->id);
    casata_w_key_int(w, "seats", h->seats);
    casata_w_key_int(w, "turn", h->turn);
    casata_w_key(w, "options");
    casata_w_open(w, '{');
    for (int i = 0; i < r->n_options; i++) {
        casata_w_key(w, r->options[i].id);
        casata_w_str(w, r->options[i].values->word[h->option[i]]);
    }
    casata_w_close(w, '}');
    casata_w_key(w, "frames");
    casata_w_open(w, '[');
    for (int i = 0; i < h->depth; i++) write_frame(w, r->phases[h->frame[i].phase], &h->frame[i]);
    casata_w_close(w, ']');
    for (int i = 0; i < r->n_fields; i++) {
        const struct casata_fields *group = &r->fields[i];
        const unsigned char *base = (const unsigned char *)state + group->offset;
        if (!group->name) {
            write_fields(w, group, base);
            continue;
        }
        casata_w_key(w, group->name);
        casata_w_open(w, '[');
        for (int seat = 0; seat < h->seats; seat++) {
            casata_w_open(w, '{');
            write_fields(w, group, base + (size_t)seat * group->stride);
            casata_w_close(w, '}');
        }
        casata_w_close(w, ']');
    }
    casata_w_close(w, '}');
}
