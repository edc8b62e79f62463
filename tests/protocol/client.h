/* client.h: a program's end of docs/protocol.md: a child process `casata engine` and JSON over its pipes.
 * It must not include anything of Casata: it knows only the protocol. */
#ifndef TESTS_CLIENT_H
#define TESTS_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct client {
    pid_t pid;
    int to;     /* its standard input */
    FILE *from; /* its standard output */
    char *line;
    size_t cap;
};

bool client_start(struct client *c, const char *casata);
/* Closes the input and waits; the exit status, -1 if it did not end by itself. */
int client_end(struct client *c);
/* Sends n bytes as they are. */
bool client_send(struct client *c, const char *bytes, size_t n);
/* The next reply, NULL if there is none or it is not one JSON object. */
json_t *client_reply(struct client *c);
/* Sends one line (printf) and returns the reply. */
__attribute__((format(printf, 2, 3))) json_t *client_ask(struct client *c, const char *format, ...);
/* Sends a request object, which is released, and returns the reply. */
json_t *client_request(struct client *c, json_t *request);
/* The last reply as text, for messages. */
const char *client_last(const struct client *c);

bool reply_ok(const json_t *reply);
const char *reply_code(const json_t *reply); /* of an error; "" if it is none */

#endif
