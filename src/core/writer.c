/* writer.c: JSON and text into a fixed buffer (writer.h). Knows no game. */
#include "casata/writer.h"

#include <string.h>

void casata_w_raw(struct casata_writer *w, const char *text, size_t n) {
    if (w->len < w->cap) {
        size_t room = w->cap - w->len - 1, fit = n < room ? n : room;
        memcpy(w->buf + w->len, text, fit);
        w->buf[w->len + fit] = 0;
    }
    w->len += n;
}

void casata_w_text(struct casata_writer *w, const char *text) { casata_w_raw(w, text, strlen(text)); }

void casata_w_dec(struct casata_writer *w, int64_t n) {
    char digit[24];
    int at = sizeof digit;
    uint64_t u = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do digit[--at] = (char)('0' + u % 10);
    while (u /= 10);
    if (n < 0) digit[--at] = '-';
    casata_w_raw(w, digit + at, sizeof digit - (size_t)at);
}

static void value(struct casata_writer *w) {
    if (w->comma) casata_w_raw(w, ",", 1);
    w->comma = true;
}

void casata_w_open(struct casata_writer *w, char bracket) {
    value(w);
    casata_w_raw(w, &bracket, 1);
    w->comma = false;
}

void casata_w_close(struct casata_writer *w, char bracket) {
    casata_w_raw(w, &bracket, 1);
    w->comma = true;
}

void casata_w_key(struct casata_writer *w, const char *key) {
    casata_w_str(w, key);
    casata_w_raw(w, ":", 1);
    w->comma = false;
}

void casata_w_int(struct casata_writer *w, int64_t n) {
    value(w);
    casata_w_dec(w, n);
}

void casata_w_bool(struct casata_writer *w, bool b) {
    value(w);
    casata_w_text(w, b ? "true" : "false");
}

void casata_w_str(struct casata_writer *w, const char *text) { casata_w_strn(w, text, strlen(text)); }

void casata_w_strn(struct casata_writer *w, const char *text, size_t n) {
    size_t from = 0;
    value(w);
    casata_w_raw(w, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        casata_w_raw(w, text + from, i - from);
        from = i + 1;
        char escape[6] = {'\\', 'u', '0', '0', "0123456789abcdef"[c >> 4], "0123456789abcdef"[c & 15]};
        if (c == '"' || c == '\\')
            casata_w_raw(w, (char[]){'\\', (char)c}, 2);
        else if (c == '\n')
            casata_w_raw(w, "\\n", 2);
        else
            casata_w_raw(w, escape, 6);
    }
    casata_w_raw(w, text + from, n - from);
    casata_w_raw(w, "\"", 1);
}

void casata_w_hex64(struct casata_writer *w, uint64_t n) {
    char hex[16];
    for (int i = 0; i < 16; i++) hex[i] = "0123456789abcdef"[n >> (60 - 4 * i) & 15];
    casata_w_strn(w, hex, 16);
}

void casata_w_json(struct casata_writer *w, const char *json, size_t n) {
    value(w);
    casata_w_raw(w, json, n);
}

void casata_w_key_int(struct casata_writer *w, const char *key, int64_t n) {
    casata_w_key(w, key);
    casata_w_int(w, n);
}
void casata_w_key_bool(struct casata_writer *w, const char *key, bool b) {
    casata_w_key(w, key);
    casata_w_bool(w, b);
}
void casata_w_key_str(struct casata_writer *w, const char *key, const char *text) {
    casata_w_key(w, key);
    casata_w_str(w, text);
}
void casata_w_key_hex64(struct casata_writer *w, const char *key, uint64_t n) {
    casata_w_key(w, key);
    casata_w_hex64(w, n);
}
