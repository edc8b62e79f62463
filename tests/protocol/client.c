/* client.c: a child process `casata engine` and JSON over its pipes (client.h). */
#include "client.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool client_start(struct client *c, const char *casata) {
    int in[2], out[2];
    *c = (struct client){0};
    if (pipe(in) != 0 || pipe(out) != 0) return false;
    signal(SIGPIPE, SIG_IGN);
    c->pid = fork();
    if (c->pid < 0) return false;
    if (c->pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execl(casata, casata, "engine", (char *)NULL);
        perror(casata);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    c->to = in[1];
    c->from = fdopen(out[0], "r");
    return c->from != NULL;
}

int client_end(struct client *c) {
    int status = 0;
    if (c->to >= 0) close(c->to);
    if (c->from) fclose(c->from);
    free(c->line);
    c->line = NULL;
    if (waitpid(c->pid, &status, 0) != c->pid) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool client_send(struct client *c, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t put = write(c->to, bytes, n);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        n -= (size_t)put;
    }
    return true;
}

json_t *client_reply(struct client *c) {
    ssize_t n = getline(&c->line, &c->cap, c->from);
    return n > 0 ? json_loadb(c->line, (size_t)n, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

json_t *client_ask(struct client *c, const char *format, ...) {
    char line[4096];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(line, sizeof line - 1, format, ap);
    va_end(ap);
    if (n < 0 || (size_t)n >= sizeof line - 1) return NULL;
    line[n] = '\n';
    return client_send(c, line, (size_t)n + 1) ? client_reply(c) : NULL;
}

json_t *client_request(struct client *c, json_t *request) {
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    if (!text) return NULL;
    size_t n = strlen(text);
    text[n] = '\n';
    bool sent = client_send(c, text, n + 1);
    free(text);
    return sent ? client_reply(c) : NULL;
}

const char *client_last(const struct client *c) { return c->line ? c->line : ""; }

bool reply_ok(const json_t *reply) { return json_is_true(json_object_get(reply, "ok")); }

const char *reply_code(const json_t *reply) {
    const char *code = json_string_value(json_object_get(json_object_get(reply, "error"), "code"));
    return code && json_is_false(json_object_get(reply, "ok")) ? code : "";
}
