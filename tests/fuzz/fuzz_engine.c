/* fuzz_engine.c: bytes as lines of the engine protocol. Each line gets one reply of one line that is JSON
 * with "ok", whatever came before it. */
#include "fuzz/fuzz.h"

#include "engine/engine.h"

#include <jansson.h>
#include <string.h>

static void require_reply(char *reply) {
    json_error_t error;
    fuzz_require(reply != NULL, "no reply", NULL);
    fuzz_require(!strchr(reply, '\n'), "more than a line", reply);
    json_t *json = json_loads(reply, 0, &error);
    fuzz_require(json && json_is_boolean(json_object_get(json, "ok")), "not a reply", reply);
    fuzz_require(json_is_true(json_object_get(json, "ok")) || json_is_object(json_object_get(json, "error")),
                 "an error without reason", reply);
    json_decref(json);
    free(reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct casata_game game = fuzz_game(1);
    struct engine *e = engine_new(&game, 1, NULL);
    const char *at = (const char *)bytes;
    for (int lines = 0; lines < 20 && !engine_done(e); lines++) {
        const char *end = n ? memchr(at, '\n', n) : NULL;
        size_t length = end ? (size_t)(end - at) : n;
        require_reply(engine_line(e, at, length));
        if (!end) break;
        n -= length + 1;
        at = end + 1;
    }
    engine_free(e);
    return 0;
}
