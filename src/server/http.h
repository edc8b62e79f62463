/* http.h: reads the head of an HTTP/1.x request. Knows no socket and keeps nothing: everything points into the given
 * text. */
#ifndef CASATA_SERVER_HTTP_H
#define CASATA_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HTTP_HEAD_MAX = 8192, /* bytes of a head */
    HTTP_PATH_MAX = 1024, /* of a path, decoded, the 0 included */
};

struct http_text {
    const char *p;
    size_t n;
};
/* Those that matter here. ORDER http header */
enum http_header {
    HTTP_HOST,
    HTTP_ORIGIN,
    HTTP_CONNECTION,
    HTTP_UPGRADE,
    HTTP_ACCEPT_ENCODING,
    HTTP_IF_NONE_MATCH,
    HTTP_CONTENT_LENGTH,
    HTTP_TRANSFER_ENCODING,
    HTTP_X_FORWARDED_FOR,
    HTTP_WS_KEY,
    HTTP_WS_VERSION,
    HTTP_HEADERS
};
struct http_request {
    struct http_text method;
    char path[HTTP_PATH_MAX];              /* decoded, without the query */
    struct http_text header[HTTP_HEADERS]; /* the last of that name; p NULL: none */
    bool keep_alive;                       /* another request may follow on the connection */
    bool has_body;
};

/* Bytes of the head, including the empty line; 0: incomplete; -1: not a request. */
int http_read(const char *text, size_t n, struct http_request *request);
/* Is the word in a comma-separated list, ignoring case? */
bool http_lists(struct http_text list, const char *word);
bool http_equals(struct http_text text, const char *word); /* ignoring case */
/* Copies it with a final 0; "" if it does not fit. */
const char *http_copy(struct http_text text, char *out, size_t cap);

#endif
