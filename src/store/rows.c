/* rows.c: rows of a database into structs and back (rows.h). */
#define _GNU_SOURCE
#include "store/rows.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *rows_must(void *p) {
    if (p) return p;
    fputs("casata: out of memory\n", stderr);
    abort(); /* nothing acknowledged is lost: that is in the database */
}

static int64_t capacity(int64_t n) {
    int64_t cap = 64;
    while (cap < n) cap *= 2;
    return cap;
}

void *rows_grow(void *list, int n, int more, size_t size) {
    int64_t need = (int64_t)n + more;
    if (n > 0 && capacity(need) == capacity(n)) return list;
    return rows_must(realloc(list, (size_t)capacity(need) * size));
}

int64_t rows_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- columns --------------------------------------------------------------------------------------------------- */

/* Dates in ms, and everything else JSON must carry exactly. */
static const int64_t longest = INT64_C(1) << 53;

void rows_damage(struct damage *d, const char *format, ...) {
    va_list ap;
    if (d->found) return;
    d->found = true;
    va_start(ap, format);
    vsnprintf(d->text, sizeof d->text, format, ap);
    va_end(ap);
}

int64_t row_int(const struct row *r, int column, int64_t min, int64_t max) {
    int64_t n = r->number(r, column);
    if (n >= min && n <= max) return n;
    rows_damage(r->damage, "%s is %lld", r->name(r, column), (long long)n);
    return min;
}

void row_blob(const struct row *r, int column, uint8_t *out, size_t n) {
    size_t size = 0;
    const void *blob = r->bytes(r, column, &size);
    memset(out, 0, n);
    if (blob && size == n)
        memcpy(out, blob, n);
    else if (!r->is_null(r, column))
        rows_damage(r->damage, "%s has %zu bytes", r->name(r, column), size);
}

/* Length of the UTF-8 character at p, with `left` bytes remaining; 0: there is none. Control characters do not count:
 * no name or message that this program keeps has them. */
static size_t char_size(const unsigned char *p, size_t left) {
    static const uint32_t least[] = {0, 0x20, 0x80, 0x800, 0x10000};
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    if (n > left || (p[0] >= 0x80 && p[0] < 0xc2) || p[0] > 0xf4) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (p[i] & 0x3fu);
    }
    return c < least[n] || c == 0x7f || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff ? 0 : n;
}

static void row_text(const struct row *r, int column, char *out, size_t cap) {
    size_t n = 0, i = 0;
    const unsigned char *text = r->bytes(r, column, &n);
    out[0] = 0;
    if (n >= cap) {
        rows_damage(r->damage, "%s has %zu bytes", r->name(r, column), n);
        return;
    }
    for (size_t size; i < n && (size = char_size(text + i, n - i)) > 0;) i += size;
    if (i < n) rows_damage(r->damage, "%s is not plain text", r->name(r, column));
    if (text) memcpy(out, text, n);
    out[n] = 0;
}

/* --- tables, seats, chat ----------------------------------------------------------------------------------------- */

void row_table(const struct row *r, struct store_table *t) {
    /* ORDER table columns */
    row_blob(r, 0, t->id.b, sizeof t->id.b);
    row_text(r, 1, t->game, sizeof t->game);
    t->rules_version = (int)row_int(r, 2, 0, INT_MAX);
    t->edition = (uint64_t)r->number(r, 3);
    row_text(r, 4, t->options, sizeof t->options);
    t->seats = (int)row_int(r, 5, 1, STORE_SEATS);
    t->host = (int)row_int(r, 6, -1, t->seats - 1);
    row_blob(r, 7, t->any.b, sizeof t->any.b);
    row_blob(r, 8, t->rematch.b, sizeof t->rematch.b);
    t->created = row_int(r, 9, 0, longest);
    t->undos = (uint32_t)row_int(r, 10, 0, UINT32_MAX);
    t->first = (int)row_int(r, 11, 0, STORE_PLIES);
    t->takeback_seat = (int)row_int(r, 12, -1, t->seats - 1);
    t->takeback_ply = (int)row_int(r, 13, 0, STORE_PLIES);
    t->takeback_yes = (unsigned)row_int(r, 14, 0, (1 << t->seats) - 1);
    t->questions = (uint32_t)row_int(r, 15, 0, UINT32_MAX);
    t->takeback_question = (uint32_t)row_int(r, 16, 0, t->questions);
    t->record_open = row_int(r, 17, 0, 1);
    t->settled = (int)row_int(r, 18, 0, STORE_PLIES);
    t->away = (int)row_int(r, 19, 0, STORE_AWAY);
    t->hints = row_int(r, 20, 0, 1);
}

void row_seat(const struct row *r, struct store_table *t, int *n) {
    struct store_seat *seat = &t->seat[row_int(r, 0, 0, t->seats - 1)];
    ++*n;
    seat->kind = (enum store_kind)row_int(r, 1, STORE_OPEN, STORE_BOT);
    row_text(r, 2, seat->level, sizeof seat->level);
    row_text(r, 3, seat->name, sizeof seat->name);
    row_blob(r, 4, seat->token.b, sizeof seat->token.b);
    row_blob(r, 5, seat->invite.b, sizeof seat->invite.b);
    seat->reinvite = (uint32_t)row_int(r, 6, 0, t->questions);
    seat->resigned = (int)row_int(r, 7, 0, STORE_PLIES + 1);
    row_blob(r, 8, seat->link.b, sizeof seat->link.b);
    row_blob(r, 9, seat->link_token.b, sizeof seat->link_token.b);
    seat->link_until = row_int(r, 10, 0, longest);
    row_blob(r, 11, seat->hand.b, sizeof seat->hand.b);
    seat->hand_time = row_int(r, 12, 0, longest);
}

void rows_check_seats(struct damage *d, const struct store_table *t, int n) {
    if (n != t->seats) rows_damage(d, "%d of %d seats are there", n, t->seats);
}

void row_chat(const struct row *r, struct store_loaded *l) {
    l->chat = rows_grow(l->chat, l->n_chat, 1, sizeof *l->chat);
    struct store_chat *c = &l->chat[l->n_chat++];
    c->n = (int)row_int(r, 0, 0, STORE_PLIES);
    c->seat = (int)row_int(r, 1, 0, l->table.seats - 1);
    row_text(r, 2, c->name, sizeof c->name);
    row_text(r, 3, c->text, sizeof c->text);
    c->time = row_int(r, 4, 0, longest);
}

void rows_oldest_first(struct store_loaded *l) {
    for (int i = 0, k = l->n_chat - 1; i < k; i++, k--) {
        struct store_chat c = l->chat[i];
        l->chat[i] = l->chat[k];
        l->chat[k] = c;
    }
}

void row_scanned(const struct row *r, struct store_scanned *s) {
    row_blob(r, 0, s->id.b, sizeof s->id.b);
    s->ply = (int)row_int(r, 1, 0, STORE_PLIES);
    s->snapshot_ply = (int)row_int(r, 2, -1, STORE_PLIES);
}

void row_last(const struct row *r, struct store_found *f) {
    f->ply = (int)row_int(r, 0, 0, STORE_PLIES);
    f->to_act = (uint8_t)row_int(r, 1, 0, UINT8_MAX);
    f->time = row_int(r, 2, 0, longest);
}

static int latest_first(const void *a, const void *b) {
    const struct store_found *x = a, *y = b;
    return (x->time < y->time) - (x->time > y->time);
}

void rows_sort_found(struct store_found *found, int n) {
    if (n > 1) qsort(found, (size_t)n, sizeof *found, latest_first);
}

/* --- entries ----------------------------------------------------------------------------------------------------- */

static uint8_t *put(uint8_t *out, uint64_t number, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) *out++ = (uint8_t)(number >> 8 * i);
    return out;
}

static uint64_t get(const uint8_t *bytes, int n) {
    uint64_t number = 0;
    for (int i = 0; i < n; i++) number = number << 8 | bytes[i];
    return number;
}

void entry_pack(const struct store_entry *e, int n, uint8_t *out) {
    for (int i = 0; i < n; i++) {
        out = put(out, e[i].hash, 8);
        out = put(out, (uint64_t)e[i].time, 8);
        out = put(out, e[i].action, 4);
        *out++ = e[i].seat;
        *out++ = e[i].to_act;
    }
}

void entry_unpack(const uint8_t *bytes, int n, struct store_entry *out) {
    for (int i = 0; i < n; i++, bytes += PACKED_ENTRY)
        out[i] = (struct store_entry){
            .hash = get(bytes, 8),
            .time = (int64_t)get(bytes + 8, 8),
            .action = (uint32_t)get(bytes + 16, 4),
            .seat = bytes[20],
            .to_act = bytes[21],
        };
}

int change_flags(const struct store_change *c) {
    return (c->bot ? CHANGE_BOT : 0) | (c->table ? CHANGE_TABLE : 0);
}

/* --- the log ------------------------------------------------------------------------------------------------------- */

struct log_reader log_reader_on(struct store_loaded *l, struct damage *d) {
    return (struct log_reader){.l = l, .damage = d, .ply = -1, .snapshot_n = -1};
}

/* Columns: kind, ply, n, text. A strict reader parses the text later; here only its size must be sensible. */
void log_read_position(struct log_reader *g, const struct row *r) {
    char kind[STORE_WORD];
    size_t n = 0;
    row_text(r, 0, kind, sizeof kind);
    int ply = (int)row_int(r, 1, 0, STORE_PLIES);
    const char *text = r->bytes(r, 3, &n);
    bool start = strcmp(kind, "start") == 0;
    if (n > STORE_POSITION) {
        rows_damage(r->damage, "the %s has %zu bytes", kind, n);
        return;
    }
    if (start && ply != g->l->table.first) rows_damage(r->damage, "the start is of ply %d", ply);
    char **out = start ? &g->l->start : &g->l->snapshot;
    free(*out);
    *out = rows_must(strndup(text ? text : "", n));
    if (start) return;
    g->l->snapshot_ply = ply;
    g->snapshot_n = row_int(r, 2, 0, STORE_PLIES);
}

/* Appends a change's entries; `from` is the ply of the first. */
static void append_entries(struct log_reader *g, int from, const void *bytes, int n) {
    struct store_loaded *l = g->l;
    if (g->ply < 0 || from < l->from) {
        l->from = from;
        l->n = 0;
    }
    l->n = from - l->from;
    l->entry = rows_grow(l->entry, l->n, n, sizeof *l->entry);
    entry_unpack(bytes, n, l->entry + l->n);
    for (int i = l->n; i < l->n + n; i++)
        if (l->entry[i].time < 0 || l->entry[i].time > longest)
            rows_damage(g->damage, "the time of ply %d makes no sense", l->from + i);
    l->n += n;
    g->ply = from + n;
}

/* Columns: n, by, ply, entry. */
void log_read_packed(struct log_reader *g, const struct row *r) {
    size_t size = 0;
    const void *bytes = r->bytes(r, 3, &size);
    g->l->version =
        (struct store_version){(uint32_t)row_int(r, 0, 0, STORE_PLIES), (uint64_t)r->number(r, 1)};
    g->any = g->packed = true;
    if (size % PACKED_ENTRY || size / PACKED_ENTRY > STORE_PLIES ||
        (int64_t)(size / PACKED_ENTRY) != row_int(r, 2, 0, STORE_PLIES)) {
        rows_damage(g->damage, "the packed log has %zu bytes", size);
        return;
    }
    append_entries(g, 0, bytes, (int)(size / PACKED_ENTRY));
}

/* Who decides after a change: those the rules name after its last entry, minus resigned seats. */
static void check_to_act(struct log_reader *g, const struct row *r, int n_entry) {
    const struct store_loaded *l = g->l;
    unsigned to_act = (unsigned)row_int(r, 6, 0, UINT8_MAX), seats = (1u << l->table.seats) - 1;
    unsigned possible = n_entry > 0 ? l->entry[l->n - 1].to_act : seats;
    if (to_act & ~possible) rows_damage(g->damage, "to_act is %u", to_act);
}

/* Columns: n, by, time, cut, ply, entry, to_act. */
void log_read_change(struct log_reader *g, const struct row *r) {
    struct store_loaded *l = g->l;
    size_t size = 0;
    const void *bytes = r->bytes(r, 5, &size);
    int64_t n = row_int(r, 0, 0, STORE_PLIES), expected = g->any ? (int64_t)l->version.n + 1 : 0;
    int cut = (int)row_int(r, 3, -1, STORE_PLIES), ply = (int)row_int(r, 4, 0, STORE_PLIES);
    int64_t time = row_int(r, 2, 0, longest), from = ply - (int64_t)(size / PACKED_ENTRY);
    int before = g->any ? g->ply : 0;
    if (g->packed && n <= l->version.n) { /* the last one stays next to the packed log */
        l->time = time;
        return;
    }
    if (g->damage->found) return;
    if (n != expected) rows_damage(g->damage, "change %lld is missing", (long long)expected);
    bool fits = from >= 0 && (cut >= 0 ? from == cut : before < 0 || from == before);
    if (size % PACKED_ENTRY || !fits || (before >= 0 && from > before))
        rows_damage(g->damage, "the log has a gap at change %lld", (long long)n);
    if (g->damage->found) return;
    if (cut >= 0 && l->snapshot && n > g->snapshot_n &&
        cut < l->snapshot_ply) { /* it shows a position cut away */
        free(l->snapshot);
        l->snapshot = NULL;
        l->snapshot_ply = 0;
    }
    append_entries(g, (int)from, bytes, ply - (int)from);
    check_to_act(g, r, ply - (int)from);
    l->version = (struct store_version){(uint32_t)n, (uint64_t)r->number(r, 1)};
    l->time = time;
    g->any = true;
}

void log_read_tail(struct log_reader *g, const struct row *r, const struct store_version *known) {
    if (g->known_is_there) {
        log_read_change(g, r);
        return;
    }
    g->known_is_there = r->number(r, 0) == known->n && (uint64_t)r->number(r, 1) == known->by;
    if (!g->known_is_there) return;
    g->l->version = *known;
    g->l->time = row_int(r, 2, 0, longest);
    g->l->from = (int)row_int(r, 4, 0, STORE_PLIES);
    g->ply = g->l->from;
    g->any = true;
}

/* The log of older rules, before `first`, is not wanted. */
void log_end(struct log_reader *g) {
    struct store_loaded *l = g->l;
    int drop = l->table.first - l->from;
    if (!g->any) rows_damage(g->damage, "the log is missing");
    if (l->table.first > 0 && !l->start)
        rows_damage(g->damage, "the position at ply %d, with which the log begins, is missing",
                    l->table.first);
    if (g->damage->found) return;
    if (drop > l->n) {
        rows_damage(g->damage, "the log ends before ply %d, with which it begins", l->table.first);
    } else if (drop > 0) {
        memmove(l->entry, l->entry + drop, (size_t)(l->n - drop) * sizeof *l->entry);
        l->n -= drop;
        l->from = l->table.first;
    }
}

/* --- into the database --------------------------------------------------------------------------------------------- */

static struct param *next_param(struct params *p, enum param_kind kind) {
    p->p[p->n] = (struct param){.kind = kind};
    return &p->p[p->n++];
}

void params_int(struct params *p, int64_t number) { next_param(p, PARAM_INT)->number = number; }

void params_text(struct params *p, const char *text) {
    struct param *q = next_param(p, PARAM_TEXT);
    q->bytes = text;
    q->size = strlen(text);
}

void params_bytes(struct params *p, const void *bytes, size_t n) {
    struct param *q = next_param(p, PARAM_BYTES);
    q->bytes = bytes;
    q->size = n;
}

static void params_or_null(struct params *p, const uint8_t *bytes, size_t n) {
    static const uint8_t none[sizeof(struct store_key)];
    if (memcmp(bytes, none, n) == 0)
        next_param(p, PARAM_NULL);
    else
        params_bytes(p, bytes, n);
}

void params_id(struct params *p, const struct store_id *id) { params_or_null(p, id->b, sizeof id->b); }
void params_key(struct params *p, const struct store_key *key) { params_or_null(p, key->b, sizeof key->b); }

void params_table(struct params *p, const struct store_table *t) {
    /* ORDER table columns */
    params_id(p, &t->id);
    params_text(p, t->game);
    params_int(p, t->rules_version);
    params_int(p, (int64_t)t->edition);
    params_text(p, t->options);
    params_int(p, t->seats);
    params_int(p, t->host);
    params_key(p, &t->any);
    params_id(p, &t->rematch);
    params_int(p, t->created);
    params_int(p, t->undos);
    params_int(p, t->first);
    params_int(p, t->takeback_seat);
    params_int(p, t->takeback_ply);
    params_int(p, t->takeback_yes);
    params_int(p, t->questions);
    params_int(p, t->takeback_question);
    params_int(p, t->record_open);
    params_int(p, t->settled);
    params_int(p, t->away);
    params_int(p, t->hints);
}

void params_seat(struct params *p, const struct store_table *t, int seat) {
    const struct store_seat *s = &t->seat[seat];
    params_id(p, &t->id);
    params_int(p, seat);
    params_int(p, s->kind);
    params_text(p, s->level);
    params_text(p, s->name);
    params_key(p, &s->token);
    params_key(p, &s->invite);
    params_int(p, s->reinvite);
    params_int(p, s->resigned);
    params_key(p, &s->link);
    params_key(p, &s->link_token);
    params_int(p, s->link_until);
    params_key(p, &s->hand);
    params_int(p, s->hand_time);
}

void params_chat(struct params *p, const struct store_id *id, uint64_t by, const struct store_chat *c) {
    params_id(p, id);
    params_int(p, c->seat);
    params_text(p, c->name);
    params_text(p, c->text);
    params_int(p, c->time);
    params_int(p, (int64_t)by);
}

void params_position(struct params *p, const struct store_id *id, const char *kind, int ply, uint32_t n,
                     const char *text) {
    params_id(p, id);
    params_text(p, kind);
    params_int(p, ply);
    params_int(p, n);
    params_text(p, text);
}
