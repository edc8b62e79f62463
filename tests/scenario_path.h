/* scenario_path.h: values inside position JSON by a written path, for the scenario driver. Knows no game. */
#ifndef TESTS_SCENARIO_PATH_H
#define TESTS_SCENARIO_PATH_H

#include <jansson.h>

/* A path is names and indices: players[1].reserve.man, tasks.yellow.upper, rewards[0]. Of an object's keys
 * the longest that fits is meant, so that a key may contain dots. NULL: there is no such value. */
json_t *path_get(json_t *root, const char *path);
/* Puts value (stolen) in the place of an existing one; -1: there is none. */
int path_set(json_t *root, const char *path, json_t *value);
/* A value as it is written in a scenario; NULL: it is not JSON. */
json_t *path_value(const char *text);

/* Calls `differs` for each number or text that is not the same in both, with its path. */
void path_compare(json_t *before, json_t *after,
                  void (*differs)(void *context, const char *path, json_t *before, json_t *after),
                  void *context);

#endif
