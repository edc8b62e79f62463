/* exports.c: the engine for a WebAssembly host: requests of docs/protocol.md as lines. It imports nothing; chance and
 * bots are seeded by the host.
 *
 *   const { exports: c } = (await WebAssembly.instantiate(bytes, {})).instance;
 *   c._initialize();
 *   const e = c.engine_open();                    // one match; 0: out of memory
 *   const ask = (request) => {
 *     const line = new TextEncoder().encode(JSON.stringify(request));
 *     const to = c.input(line.length);
 *     new Uint8Array(c.memory.buffer, to, line.length).set(line);
 *     const at = c.ask(e, line.length);           // the reply, until the next one
 *     return JSON.parse(new TextDecoder().decode(new Uint8Array(c.memory.buffer, at, c.reply_size())));
 *   };
 *   ask({ cmd: 'new', game: 'signorie', seats: 3, seed: 7 });
 *   ask({ cmd: 'bot', level: 'duca', later: true });
 *   while (c.think(e, 24)) ;                      // in portions, between which the host may do other things
 *   ask({ cmd: 'thought' });
 *
 * Engines share one mind: a new thought replaces the one before. */
#include "wasm/exports.h"

#include "casata/rules.h"
#include "engine/engine.h"

#include <stdlib.h>
#include <string.h>

static struct engine_tools *tools; /* of all engines */
static char *input_bytes, *data_bytes, *reply;
static size_t input_room;

/* 0: out of memory. */
struct engine *EXPORT(engine_open)(void) {
    struct casata_game games[32];
    int n = 0;
    for (; casata_all_rules[n] && n < 32; n++)
        games[n] = casata_edition(casata_all_rules[n], casata_all_rules[n]->data);
    if (!tools) tools = engine_tools_new();
    return tools ? engine_new(games, n, tools) : NULL;
}

void EXPORT(engine_close)(struct engine *e) { engine_free(e); }

/* Room for n bytes that the host writes; 0: out of memory. */
char *EXPORT(input)(size_t n) {
    if (n < input_room) return input_bytes;
    free(input_bytes);
    input_room = n + 1;
    input_bytes = malloc(input_room);
    if (!input_bytes) input_room = 0;
    return input_bytes;
}

/* Answers the request of n bytes at input(). Returns the reply, valid until the next one; 0: out of memory. */
const char *EXPORT(ask)(struct engine *e, size_t n) {
    free(reply);
    reply = engine_line(e, input_bytes, n);
    free(data_bytes);
    data_bytes = NULL;
    return reply;
}

size_t EXPORT(reply_size)(void) { return reply ? strlen(reply) : 0; }

/* Hands the n bytes at input() over to the next request. 0: out of memory. */
int EXPORT(hand_over)(struct engine *e, size_t n) {
    free(data_bytes);
    data_bytes = malloc(n ? n : 1);
    if (!data_bytes) return 0;
    memcpy(data_bytes, input_bytes, n);
    engine_data(e, data_bytes, n);
    return 1;
}

/* Thinks on, at most n paths. 1: there is more to think about. */
int EXPORT(think)(struct engine *e, uint32_t paths) { return engine_think(e, paths); }
