/* log.c: lines for the operator (log.h). */
#include "server/log.h"
#include "casata/writer.h"
#include "server/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static bool as_json;
static char node_name[40];

void log_start(bool json, const char *node) {
    as_json = json;
    snprintf(node_name, sizeof node_name, "%s", node);
}

/* "2026-01-31T12:00:00.123Z" */
static void write_date(char out[32]) {
    int64_t now = clock_date();
    time_t seconds = (time_t)(now / 1000);
    struct tm date;
    gmtime_r(&seconds, &date);
    size_t n = strftime(out, 32, "%Y-%m-%dT%H:%M:%S", &date);
    snprintf(out + n, 32 - n, ".%03dZ", (int)(now % 1000));
}

void log_json(char out[LOG_LINE_MAX], enum log_level level, const char *event, const char *table,
              const char *message) {
    static const char *const word[] = {"info", "warning", "error"}; /* ORDER log_level */
    struct casata_writer w = casata_writer_on(out, LOG_LINE_MAX);
    char date[32], clean[600];
    casata_print(clean, sizeof clean, "%s", message); /* database messages may contain anything */
    write_date(date);
    casata_w_open(&w, '{');
    casata_w_key_str(&w, "time", date);
    casata_w_key_str(&w, "level", word[level]);
    casata_w_key_str(&w, "node", node_name);
    casata_w_key_str(&w, "event", event);
    if (table) casata_w_key_str(&w, "table", table);
    casata_w_key_str(&w, "message", clean);
    casata_w_close(&w, '}');
}

void log_line(enum log_level level, const char *event, const char *table, const char *format, ...) {
    char message[600], line[LOG_LINE_MAX];
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, sizeof message, format, ap);
    va_end(ap);
    if (as_json) {
        log_json(line, level, event, table, message);
        fprintf(stderr, "%s\n", line);
    } else {
        fprintf(stderr, "casata serve: %s\n", message);
    }
}
