/* log.h: messages for the operator, one line each: a sentence, or a JSON object. Never names, addresses, chat or
 * tokens. */
#ifndef CASATA_SERVER_LOG_H
#define CASATA_SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum { LOG_LINE_MAX = 1000 };
enum log_level { LOG_NOTE, LOG_WARN, LOG_FAIL }; /* ORDER log_level */

/* Call this first; node: name of this server among others. */
void log_start(bool json, const char *node);
/* A line on standard error. event: a word that programs can look for; table: its id, NULL: none. */
__attribute__((format(printf, 4, 5))) void log_line(enum log_level level, const char *event,
                                                    const char *table, const char *format, ...);
/* The same line as JSON, without its end. */
void log_json(char out[LOG_LINE_MAX], enum log_level level, const char *event, const char *table,
              const char *message);

#endif
