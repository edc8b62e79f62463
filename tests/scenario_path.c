/* scenario_path.c: finds, replaces and compares values of position JSON by path. Knows no game. */
#include "scenario_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a step of the path leads: the container and its key or index. */
struct place {
    json_t *in;
    const char *key;
    size_t index;
};

static json_t *value_at(const struct place *p) {
    return p->key ? json_object_get(p->in, p->key) : json_array_get(p->in, p->index);
}

/* Reads one step of *path; false: it leads nowhere. */
static int step(json_t *in, const char **path, struct place *out) {
    const char *at = *path;
    if (json_is_array(in)) {
        char *end;
        if (*at != '[') return 0;
        out->index = strtoul(at + 1, &end, 10);
        if (end == at + 1 || *end != ']' || out->index >= json_array_size(in)) return 0;
        *out = (struct place){in, NULL, out->index};
        *path = end + 1;
        return 1;
    }
    const char *key, *best = NULL;
    json_t *value;
    if (*at == '.') at++;
    json_object_foreach(in, key, value) {
        size_t n = strlen(key);
        if (strncmp(at, key, n) != 0 || !strchr(".[", at[n])) continue;
        if (!best || n > strlen(best)) best = key;
    }
    if (!best) return 0;
    *out = (struct place){in, best, 0};
    *path = at + strlen(best);
    return 1;
}

static int find(json_t *root, const char *path, struct place *out) {
    json_t *in = root;
    do {
        if (!step(in, &path, out)) return 0;
        in = value_at(out);
    } while (*path);
    return 1;
}

json_t *path_get(json_t *root, const char *path) {
    struct place p;
    return find(root, path, &p) ? value_at(&p) : NULL;
}

int path_set(json_t *root, const char *path, json_t *value) {
    struct place p;
    if (!find(root, path, &p)) {
        json_decref(value);
        return -1;
    }
    return p.key ? json_object_set_new(p.in, p.key, value) : json_array_set_new(p.in, p.index, value);
}

json_t *path_value(const char *text) {
    return json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
}

struct comparison {
    char path[256];
    void (*differs)(void *context, const char *path, json_t *before, json_t *after);
    void *context;
};

static void compare(struct comparison *c, json_t *before, json_t *after) {
    size_t len = strlen(c->path);
    if (json_equal(before, after)) return;
    if (json_is_array(before) && json_is_array(after) && json_array_size(before) == json_array_size(after)) {
        for (size_t i = 0; i < json_array_size(before); i++) {
            snprintf(c->path + len, sizeof c->path - len, "[%zu]", i);
            compare(c, json_array_get(before, i), json_array_get(after, i));
        }
    } else if (json_is_object(before) && json_is_object(after)) {
        const char *key;
        json_t *value;
        json_object_foreach(before, key, value) {
            snprintf(c->path + len, sizeof c->path - len, "%s%s", len ? "." : "", key);
            compare(c, value, json_object_get(after, key));
        }
    } else {
        c->differs(c->context, c->path, before, after);
    }
    c->path[len] = 0;
}

void path_compare(json_t *before, json_t *after,
                  void (*differs)(void *context, const char *path, json_t *before, json_t *after),
                  void *context) {
    struct comparison c = {.path = "", .differs = differs, .context = context};
    compare(&c, before, after);
}
