/* manners.c: how often the coach speaks (coach.h). */
#include "casata/coach.h"
#include "casata/rules.h"
#include "casata/writer.h"

#include <stdlib.h>
#include <string.h>

enum {
    TIPS = 3,     /* times that a note is given in a match ... */
    PATIENCE = 2, /* ... unless it was ignored this many times */
    PREFIX = sizeof "coach." - 1,
};

CASATA_WORDS(casata_coach_level_words, "coach", CASATA_COACH_LEVELS);

bool casata_coach_speaks(enum casata_coach_level level, const struct casata_rules *rules, int32_t cost) {
    enum casata_grade grade = casata_grade(rules, cost);
    return level == CASATA_COACH_MISTAKES ? grade >= CASATA_MISTAKE
                                          : level == CASATA_COACH_BLUNDERS && grade == CASATA_BLUNDER;
}

/* The turn or round that a note belongs to, + 1. */
static uint16_t now(const struct casata_rules *rules, const void *state, unsigned often) {
    const struct casata_head *h = state;
    return (uint16_t)(1 + (often == CASATA_ONCE_A_ROUND ? rules->balance->round(state) : h->turn));
}

static bool is_silent(const struct casata_manners *m, const struct casata_rules *rules, const void *state,
                      unsigned i) {
    const struct casata_coach_row *row = &rules->coach[i];
    if (row->often == CASATA_EVERY_TIME && row->kind == CASATA_STOP) return false;
    if (m->note[i].kept >= PATIENCE) return true;
    if (row->often == CASATA_EVERY_TIME) return false;
    if (m->note[i].said >= (row->often == CASATA_ONCE_A_GAME ? 1 : TIPS)) return true;
    return m->note[i].when == now(rules, state, row->often);
}

uint32_t casata_manners_silent(const struct casata_manners *m, const struct casata_game *g,
                               const void *state) {
    uint32_t set = 0;
    const struct casata_coach_row *row = g->rules->coach;
    for (unsigned i = 0; row && row[i].id; i++) set |= (uint32_t)is_silent(m, g->rules, state, i) << i;
    return set;
}

void casata_manners_said(struct casata_manners *m, const struct casata_game *g, const void *state,
                         const struct casata_note *note) {
    if (m->note[note->row].said < UINT8_MAX) m->note[note->row].said++;
    m->note[note->row].when = now(g->rules, state, note->often);
}

void casata_manners_kept(struct casata_manners *m, unsigned row) {
    if (m->note[row].kept < UINT8_MAX) m->note[row].kept++;
}

void casata_manners_write(const struct casata_manners *m, const struct casata_rules *rules,
                          struct casata_writer *w) {
    const struct casata_coach_row *row = rules->coach;
    bool any = false;
    for (unsigned i = 0; row && row[i].id; i++) {
        if (!m->note[i].said && !m->note[i].kept) continue;
        if (any) casata_w_text(w, " ");
        any = true;
        casata_w_text(w, row[i].id + PREFIX);
        const int number[3] = {m->note[i].said, m->note[i].kept, m->note[i].when};
        for (int k = 0; k < 3; k++) {
            casata_w_text(w, ":");
            casata_w_dec(w, number[k]);
        }
    }
}

/* "over:1:0:3" of one note; numbers too large are clamped. */
static void read_one(struct casata_manners *m, const struct casata_rules *rules, const char *text,
                     size_t len) {
    const struct casata_coach_row *row = rules->coach;
    size_t name = strcspn(text, ":");
    unsigned long number[3] = {0};
    if (name >= len) return;
    char *p = (char *)(uintptr_t)text + name;
    for (int k = 0; k < 3 && *p == ':'; k++) number[k] = strtoul(p + 1, &p, 10);
    for (unsigned i = 0; row && row[i].id; i++) {
        if (strlen(row[i].id + PREFIX) != name || strncmp(row[i].id + PREFIX, text, name) != 0) continue;
        m->note[i].said = (uint8_t)(number[0] < UINT8_MAX ? number[0] : UINT8_MAX);
        m->note[i].kept = (uint8_t)(number[1] < UINT8_MAX ? number[1] : UINT8_MAX);
        m->note[i].when = (uint16_t)(number[2] < UINT16_MAX ? number[2] : UINT16_MAX);
    }
}
void casata_manners_read(struct casata_manners *m, const struct casata_rules *rules, const char *text) {
    *m = (struct casata_manners){0};
    while (*text) {
        size_t len = strcspn(text, " ");
        read_one(m, rules, text, len);
        text += len;
        text += strspn(text, " ");
    }
}
