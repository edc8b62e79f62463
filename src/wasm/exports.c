/* exports.c: the engine for a WebAssembly host: one table, played through 32-bit numbers and one text buffer.
 * It imports nothing and must not know any game, storage or clock; chance and bots are seeded by the host.
 *
 *   const { exports: c } = (await WebAssembly.instantiate(bytes, {})).instance;
 *   c._initialize();
 *   c.game_new(0, 3, seedLow, seedHigh);            // 0: ok
 *   while (c.to_act()) {                            // bit set of seats; 128: chance; 0: over
 *     if (c.to_act() === 128) { c.play_chance(); continue; }
 *     const seat = 31 - Math.clz32(c.to_act() & -c.to_act());
 *     const n = c.legal(seat);                      // n actions at actions()
 *     const list = new Uint32Array(c.memory.buffer, c.actions(), n);
 *     c.play(seat, list[0]);                        // 0: ok
 *     const json = text(c.scene(seat));             // bytes of JSON at buffer()
 *   }
 *
 * Functions that write text return its length and leave it, 0-terminated, at buffer(); -1: it does not fit.
 * Statuses are enum casata_status. A seat is 0..5, 6 a spectator, 7 chance. 64-bit numbers come in halves. */
#include "wasm/exports.h"

#include "casata/ai.h"
#include "casata/rules.h"
#include "casata/scene.h"
#include "casata/writer.h"

#include <string.h>

enum { BUFFER_BYTES = 1 << 17, MIND_BYTES = 24 << 20, NET_BYTES = 1 << 17 };

static struct casata_game game;
static bool open_table; /* a game was started or loaded */
static uint64_t state[CASATA_MAX_STATE / 8];
static struct casata_rng rng;
static uint8_t option[CASATA_MAX_GAME_OPTIONS];
static casata_action list[CASATA_MAX_CHOICES];
static char buffer_bytes[BUFFER_BYTES];
static struct casata_scene table;
static struct casata_writer events;
static int listener = -1; /* who hears the events; -1: everything is told */
static bool last_revealed;

static int finish(const struct casata_writer *w) { return casata_writer_ok(w) ? (int)w->len : -1; }
static struct casata_writer begin(void) { return casata_writer_on(buffer_bytes, BUFFER_BYTES); }

static int count_games(void) {
    int n = 0;
    while (casata_all_rules[n]) n++;
    return n;
}

/* --- memory -------------------------------------------------------------------------------------------- */

/* Texts and snapshots are exchanged here. */
char *EXPORT(buffer)(void) { return buffer_bytes; }
int EXPORT(buffer_size)(void) { return BUFFER_BYTES; }
/* The list that legal() and outcomes() leave. */
casata_action *EXPORT(actions)(void) { return list; }

/* --- games --------------------------------------------------------------------------------------------- */

static void write_words(struct casata_writer *w, const struct casata_words *words) {
    casata_w_open(w, '[');
    for (int i = 0; i < words->n; i++) casata_w_str(w, words->word[i]);
    casata_w_close(w, ']');
}

static void write_game(struct casata_writer *w, const struct casata_rules *r) {
    casata_w_open(w, '{');
    casata_w_key_str(w, "id", r->id);
    casata_w_key_str(w, "name", r->name);
    casata_w_key_int(w, "rules_version", r->rules_version);
    casata_w_key_hex64(w, "edition", casata_edition(r, r->data).edition);
    casata_w_key_bool(w, "hidden", r->redact != NULL);
    casata_w_key(w, "seats");
    casata_w_open(w, '[');
    casata_w_int(w, r->min_seats);
    casata_w_int(w, r->max_seats);
    casata_w_close(w, ']');
    casata_w_key(w, "options");
    casata_w_open(w, '[');
    for (int k = 0; k < r->n_options; k++) {
        casata_w_open(w, '{');
        casata_w_key_str(w, "id", r->options[k].id);
        casata_w_key_str(w, "list", r->options[k].values->name);
        casata_w_key(w, "values");
        write_words(w, r->options[k].values);
        casata_w_key(w, "seats");
        casata_w_open(w, '[');
        for (int seats = r->min_seats; seats <= r->max_seats; seats++)
            if (casata_option_values(&r->options[k], seats) > 1) casata_w_int(w, seats);
        casata_w_close(w, ']');
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    casata_w_close(w, '}');
}

/* JSON: [{"id", "name", "rules_version", "edition", "hidden", "seats": [min, max],
 *         "options": [{"id", "list", "values", "seats"}]}]
 * hidden: seats know different things; list: the words of the values, for their message ids; seats of an option: the
 * numbers of seats that it is for. */
int EXPORT(games)(void) {
    struct casata_writer w = begin();
    casata_w_open(&w, '[');
    for (int i = 0; i < count_games(); i++) write_game(&w, casata_all_rules[i]);
    casata_w_close(&w, ']');
    return finish(&w);
}

/* JSON: the levels of bots, weakest first. */
int EXPORT(levels)(void) {
    struct casata_writer w = begin();
    write_words(&w, &casata_level_words);
    return finish(&w);
}

/* Chooses the value of an option for the next game_new(); options keep their value until then. */
void EXPORT(set_option)(uint32_t index, uint32_t value) {
    if (index < CASATA_MAX_GAME_OPTIONS) option[index] = (uint8_t)value;
}

/* Starts game number `index` of games() with the options set; -1: no such game, otherwise a status. */
int EXPORT(game_new)(int index, int seats, uint32_t seed_low, uint32_t seed_high) {
    if (index < 0 || index >= count_games()) return -1;
    const struct casata_rules *r = casata_all_rules[index];
    struct casata_game chosen = casata_edition(r, r->data);
    uint64_t fresh[CASATA_MAX_STATE / 8];
    enum casata_status status = casata_init(&chosen, fresh, seats, option);
    if (status != CASATA_OK) return (int)status;
    game = chosen;
    memcpy(state, fresh, r->state_size);
    memset(option, 0, sizeof option);
    casata_rng_seed(&rng, (uint64_t)seed_high << 32 | seed_low);
    open_table = true;
    return CASATA_OK;
}

/* --- the course of the game ---------------------------------------------------------------------------- */

int EXPORT(to_act)(void) { return open_table ? (int)casata_to_act(&game, state) : 0; }

int EXPORT(legal)(int seat) {
    if (!open_table || seat < 0 || seat >= CASATA_MAX_SEATS) return 0;
    return casata_legal(&game, state, seat, list);
}

/* Who hears the events of play() and play_chance(): a seat, a spectator; -1: everything is told. */
void EXPORT(listen)(int viewer) { listener = viewer; }

/* Did the last decision show something that was not known before? */
int EXPORT(revealed)(void) { return last_revealed; }

static void tell(struct casata_sink *sink, const struct casata_msg *event) {
    (void)sink;
    if (listener < 0 || event->seen >> listener & 1) casata_msg_json(event, &events);
}

static int play_telling(int seat, casata_action a) {
    struct casata_sink sink = {tell, false};
    events = begin();
    casata_w_open(&events, '[');
    enum casata_status status = casata_play(&game, state, seat, a, &sink);
    casata_w_close(&events, ']');
    last_revealed = sink.revealed || seat == CASATA_CHANCE;
    return (int)status;
}

/* Plays a decision of a seat or of chance; the events lie at buffer() as a JSON list. */
int EXPORT(play)(int seat, casata_action a) {
    return open_table ? play_telling(seat, a) : CASATA_NOT_YOUR_TURN;
}

/* Draws a due chance decision; returns it, 0: chance is not due. Events as with play(). */
casata_action EXPORT(play_chance)(void) {
    if (!open_table || casata_to_act(&game, state) != 1u << CASATA_CHANCE) return 0;
    casata_action a = casata_sample(&game, state, &rng);
    play_telling(CASATA_CHANCE, a);
    return a;
}

/* Would the turn of `seat` be over after this legal action: chance, another seat or nobody decides next?
 * Judged from what the seat may know; nothing changes. */
int EXPORT(ends_turn)(int seat, casata_action a) {
    uint64_t view[CASATA_MAX_STATE / 8];
    struct casata_rng draw = rng;
    if (!open_table || seat < 0 || seat >= CASATA_MAX_SEATS) return 0;
    memcpy(view, state, game.rules->state_size);
    casata_redact(&game, view, seat);
    casata_resample(&game, view, seat, &draw);
    if (casata_play(&game, view, seat, a, NULL) != CASATA_OK) return 0;
    return casata_to_act(&game, view) != 1u << seat;
}

/* Text form of an action. */
int EXPORT(action_text)(casata_action a) {
    return open_table ? casata_action_text(game.rules, a, buffer_bytes) : -1;
}

/* The action whose text form lies, 0-terminated, at buffer(); 0: none. */
casata_action EXPORT(action_parse)(void) {
    buffer_bytes[BUFFER_BYTES - 1] = 0;
    return open_table ? casata_action_parse(game.rules, buffer_bytes) : 0;
}

/* --- what is seen -------------------------------------------------------------------------------------- */
/* Scene JSON for a viewer. */
int EXPORT(scene)(int viewer) {
    if (!open_table || viewer < 0 || viewer > CASATA_SPECTATOR) return -1;
    struct casata_writer w = begin();
    casata_scene_build(&game, state, viewer, &table);
    casata_scene_json(&game, &table, &w);
    return finish(&w);
}

/* Position JSON: the whole truth. */
int EXPORT(position)(void) {
    if (!open_table) return -1;
    struct casata_writer w = begin();
    casata_position_json(&game, state, &w);
    return finish(&w);
}

int EXPORT(score)(int seat, int projected) {
    if (!open_table || seat < 0 || seat >= ((struct casata_head *)state)->seats) return 0;
    return casata_score(&game, state, seat, projected != 0);
}

static void write_parts(struct casata_writer *w, const char *key, const void *view, bool projected) {
    int32_t part[CASATA_MAX_PARTS];
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int seat = 0; seat < ((const struct casata_head *)view)->seats; seat++) {
        memset(part, 0, sizeof part);
        game.rules->parts_of(game.data, view, seat, projected, part);
        casata_w_open(w, '[');
        for (int i = 0; i < game.rules->n_parts; i++) casata_w_int(w, part[i]);
        casata_w_close(w, ']');
    }
    casata_w_close(w, ']');
}

static void write_out(struct casata_writer *w, const char *key, const void *view, bool projected) {
    casata_w_key(w, key);
    casata_w_open(w, '[');
    for (int i = 0; i < ((const struct casata_head *)view)->seats; i++)
        casata_w_bool(w, casata_out(&game, view, i, projected));
    casata_w_close(w, ']');
}

/* Scores as a viewer may know them. JSON: {"parts": [word], "now": [[points of each part] of each seat],
 * "projected": the same as if the game ended now, "ranks": [1 = winner; nobody has it where nobody wins],
 * "out": [who is out of the game], "out_projected": [who would be, if it ended now]} */
int EXPORT(scores)(int viewer) {
    uint64_t view[CASATA_MAX_STATE / 8];
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    if (!open_table || viewer < 0 || viewer > CASATA_SPECTATOR) return -1;
    memcpy(view, state, game.rules->state_size);
    casata_redact(&game, view, viewer);
    game.rules->ranks(game.data, view, rank);
    struct casata_writer w = begin();
    casata_w_open(&w, '{');
    casata_w_key(&w, "parts");
    write_words(&w, game.rules->parts);
    write_parts(&w, "now", view, false);
    write_parts(&w, "projected", view, true);
    casata_w_key(&w, "ranks");
    casata_w_open(&w, '[');
    for (int i = 0; i < ((struct casata_head *)view)->seats; i++) casata_w_int(&w, rank[i]);
    casata_w_close(&w, ']');
    write_out(&w, "out", view, false);
    write_out(&w, "out_projected", view, true);
    casata_w_close(&w, '}');
    return finish(&w);
}

uint32_t EXPORT(hash_low)(void) { return open_table ? (uint32_t)casata_hash(&game, state) : 0; }
uint32_t EXPORT(hash_high)(void) { return open_table ? (uint32_t)(casata_hash(&game, state) >> 32) : 0; }

/* --- snapshots ----------------------------------------------------------------------------------------- */
/* Leaves a snapshot of n bytes at buffer(); returns n. */
int EXPORT(snapshot_write)(void) {
    return open_table ? (int)casata_snapshot_write(&game, state, (uint8_t *)buffer_bytes) : -1;
}

typedef const char *read_state(const struct casata_game *g, const uint8_t *bytes, size_t n, void *out);

/* Reads n bytes at buffer() as the table of game `index`. */
static int take_state(int index, uint32_t n, read_state *read) {
    const char *wrong = "no such game";
    if (index >= 0 && index < count_games()) {
        const struct casata_rules *r = casata_all_rules[index];
        struct casata_game chosen = casata_edition(r, r->data);
        wrong = read(&chosen, (uint8_t *)buffer_bytes, n <= BUFFER_BYTES ? n : 0, state);
        if (!wrong) game = chosen, open_table = true;
    }
    if (!wrong) return 0;
    struct casata_writer w = begin();
    casata_w_text(&w, wrong);
    return finish(&w);
}

static const char *read_position(const struct casata_game *g, const uint8_t *bytes, size_t n, void *out) {
    static char err[200];
    return casata_position_read(g, (const char *)bytes, n, out, err) ? NULL : err;
}

/* Takes the snapshot of n bytes at buffer() as the table of game `index`. 0: ok; otherwise the length of the
 * sentence at buffer() that says what is wrong, and the table is as before. */
int EXPORT(snapshot_read)(int index, uint32_t n) { return take_state(index, n, casata_snapshot_read); }

/* The same for what a server sends to a viewer: a redacted state, to be looked at by that viewer alone. */
int EXPORT(snapshot_view)(int index, uint32_t n) { return take_state(index, n, casata_snapshot_view); }

/* The same for position JSON, perhaps an edited one. */
int EXPORT(position_read)(int index, uint32_t n) { return take_state(index, n, read_position); }

/* Chance and bots follow this seed from now on. */
void EXPORT(seed)(uint32_t low, uint32_t high) { casata_rng_seed(&rng, (uint64_t)high << 32 | low); }

/* --- opponents -----------------------------------------------------------------------------------------
 * A thought is begun, thought on in portions between which the host may do other things, even play on, and asked for
 * its result. There is one at a time: a new one takes the place of the one before. */
static _Alignas(16) unsigned char mind_memory[MIND_BYTES];
static struct casata_mind *mind;   /* made when it is first needed */
static struct casata_game thinker; /* the game that is thought about */
static int thought;                /* number of the last one */

/* The learned evaluation that the host brought, and what it is for; a game without one is judged by hand. */
static _Alignas(16) unsigned char net_bytes[NET_BYTES];
static const struct casata_rules *net_game;
static int net_seats;

static const struct casata_net *net_now(void) {
    bool fits = net_game == game.rules && net_seats == ((const struct casata_head *)state)->seats;
    return fits ? (const struct casata_net *)(const void *)net_bytes : NULL;
}

/* Begins a thought for a seat, from what that seat may see. 0: it has nothing to decide; otherwise its number. */
static int think(int seat, const struct casata_skill *skill, uint64_t seed_number) {
    uint64_t view[CASATA_MAX_STATE / 8];
    if (legal(seat) == 0) return 0;
    if (!mind) mind = casata_mind_on(mind_memory, sizeof mind_memory);
    thinker = game;
    memcpy(view, state, game.rules->state_size);
    casata_redact(&game, view, seat);
    casata_mind_net(mind, net_now());
    casata_mind_begin(mind, &game, view, seat, skill, seed_number);
    return ++thought;
}

/* What a bot of this level would decide. */
int EXPORT(think_bot)(int seat, int level) {
    if (level < 0 || level >= CASATA_LEVEL_COUNT) return 0;
    struct casata_skill skill = casata_skill_of((enum casata_level)level);
    return think(seat, &skill, casata_rng_next(&rng));
}

static struct casata_skill strongest(uint32_t ms) {
    struct casata_skill skill = casata_skill_of(CASATA_LEVEL_COUNT - 1);
    skill.think = 1000 * (ms < 1 ? 1 : ms > 60000 ? 60000 : ms);
    skill.alone = 1;
    return skill;
}

/* What the strongest level thinks of the options, for about so many milliseconds. */
int EXPORT(think_hint)(int seat, uint32_t ms) {
    struct casata_skill skill = strongest(ms);
    return think(seat, &skill, casata_rng_next(&rng));
}

/* Thinks on, at most so many ways. 1: there is more to think about; 0: done; -1: another thought took its place. */
int EXPORT(think_on)(int number, uint32_t paths) {
    if (number != thought || number == 0) return -1;
    return casata_mind_run(mind, paths);
}

/* The decision of a thought; 0: another took its place. */
casata_action EXPORT(think_best)(int number) {
    return number == thought && number ? casata_mind_best(mind) : 0;
}

static void write_hint(struct casata_writer *w, const struct casata_hint *hint) {
    char text[CASATA_ACTION_TEXT];
    casata_w_open(w, '{');
    casata_w_key(w, "action");
    casata_action_text(thinker.rules, hint->action, text);
    casata_w_str(w, text);
    casata_w_key_int(w, "value", hint->value);
    casata_w_key(w, "reasons");
    casata_w_open(w, '[');
    for (int i = 0; i < hint->n_reasons; i++) {
        casata_w_open(w, '{');
        casata_w_key_str(w, "term", thinker.rules->bots->terms->word[hint->reason[i].term]);
        casata_w_key_int(w, "value", hint->reason[i].value);
        casata_w_close(w, '}');
    }
    casata_w_close(w, ']');
    casata_w_close(w, '}');
}

/* The best options of a thought. JSON: [{"action", "value", "reasons": [{"term", "value"}]}], best first, values in
 * 1/100 points; -1: another took its place. */
int EXPORT(think_hints)(int number) {
    struct casata_hint hint[CASATA_HINTS];
    if (number != thought || number == 0) return -1;
    struct casata_writer w = begin();
    casata_w_open(&w, '[');
    for (int i = 0, n = casata_mind_hints(mind, hint); i < n; i++) write_hint(&w, &hint[i]);
    casata_w_close(&w, ']');
    return finish(&w);
}

/* --- looking back ---------------------------------------------------------------------------------------
 * Nothing here draws from the table's own chance: the same position, number and milliseconds give the same result. */

/* What the strongest level thinks of a decision that was made. number: of the entry in the log. */
int EXPORT(think_back)(int seat, uint32_t ms, uint32_t number) {
    struct casata_skill skill = strongest(ms);
    return think(seat, &skill, number);
}

/* After think_back: what the decision that was made gives away against the best one. JSON: {"cost", "better": as in
 * think_hints}, in 1/100 points; cost 0: nothing; -1: another thought took its place. The next one may go on from there. */
int EXPORT(think_verdict)(int number, casata_action a) {
    struct casata_verdict verdict;
    if (number != thought || number == 0) return -1;
    casata_mind_verdict(mind, a, &verdict);
    casata_mind_play(mind, a);
    struct casata_writer w = begin();
    casata_w_open(&w, '{');
    casata_w_key_int(&w, "cost", verdict.cost);
    casata_w_key(&w, "better");
    write_hint(&w, &verdict.better);
    casata_w_close(&w, '}');
    return finish(&w);
}

static void write_numbers(struct casata_writer *w, const int32_t *list, int n) {
    casata_w_open(w, '[');
    for (int i = 0; i < n; i++) casata_w_int(w, list[i]);
    casata_w_close(w, ']');
}

/* What the position is worth to everybody, with all that is hidden. JSON: {"turn", "win": [1/10000], "margin": [1/100
 * points]} */
int EXPORT(judge)(void) {
    int32_t win[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS];
    const struct casata_head *h = (const struct casata_head *)state;
    if (!open_table) return -1;
    casata_judge(&game, net_now(), state, win, margin);
    struct casata_writer w = begin();
    casata_w_open(&w, '{');
    casata_w_key_int(&w, "turn", h->turn);
    casata_w_key(&w, "win");
    write_numbers(&w, win, h->seats);
    casata_w_key(&w, "margin");
    write_numbers(&w, margin, h->seats);
    casata_w_close(&w, '}');
    return finish(&w);
}

/* What an outcome of the chance that is due gives to each seat. JSON: [1/100 points]; -1: chance is not due. number: of
 * the entry in the log. */
int EXPORT(luck)(casata_action a, uint32_t number) {
    int32_t gift[CASATA_MAX_SEATS];
    if (!open_table || casata_to_act(&game, state) != 1u << CASATA_CHANCE) return -1;
    struct casata_rng draw;
    casata_rng_seed(&draw, number);
    casata_luck(&game, net_now(), state, a, &draw, gift);
    struct casata_writer w = begin();
    write_numbers(&w, gift, ((const struct casata_head *)state)->seats);
    return finish(&w);
}

/* Takes the n bytes at buffer() as the learned evaluation of game `index` with so many seats, for all thoughts to come.
 * 0: ok; otherwise the length of the sentence at buffer() that says what is wrong. */
int EXPORT(net_take)(int index, int seats, uint32_t n) {
    const char *wrong = "no such game";
    if (index >= 0 && index < count_games() && n <= sizeof net_bytes) {
        memcpy(net_bytes, buffer_bytes, n);
        net_game = NULL;
        wrong = casata_net_check(net_bytes, n, casata_all_rules[index], seats);
    }
    if (wrong) {
        struct casata_writer w = begin();
        casata_w_text(&w, wrong);
        return finish(&w);
    }
    net_game = casata_all_rules[index];
    net_seats = seats;
    return 0;
}

/* Expected final result of a seat in 1/100 points, from what it may see. */
int EXPORT(eval)(int seat) {
    uint64_t view[CASATA_MAX_STATE / 8];
    int32_t value[CASATA_MAX_SEATS] = {0};
    if (!open_table || seat < 0 || seat >= ((struct casata_head *)state)->seats) return 0;
    memcpy(view, state, game.rules->state_size);
    casata_redact(&game, view, seat);
    casata_eval(&game, view, value);
    return value[seat];
}

/* Plays n random games from the position on the table, which stays; returns the decisions made. */
uint32_t EXPORT(playouts)(uint32_t n) {
    uint64_t copy[CASATA_MAX_STATE / 8];
    struct casata_playout count = {0};
    for (uint32_t i = 0; open_table && i < n; i++) {
        memcpy(copy, state, game.rules->state_size);
        casata_playout(&game, copy, &rng, game.rules->max_decisions, &count);
    }
    return count.decisions + count.chances;
}
