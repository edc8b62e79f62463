/* test_net.c: learned evaluations: the file format, the input from a position, and that training works. */
#include "casata/rules.h"
#include "ai/net.h"
#include "ai_test.h"
#include "lab/train.h"
#include "example/example.h"

enum { HIDDEN = 5, SEATS = 3 };
static union {
    struct casata_net net;
    uint64_t align;
    unsigned char bytes[1 << 15];
} made;
static size_t made_bytes;

static int32_t below(struct casata_rng *rng, int32_t size) {
    return (int32_t)casata_rng_below(rng, 2 * (uint32_t)size + 1) - size;
}
static void seal(void) {
    made.net.head.check = casata_hash_bytes(made.bytes + sizeof made.net, made_bytes - sizeof made.net, 0);
}

/* A net of the example game with weights up to `size`, drawn from a seed. */
static void make_net(uint64_t seed, int32_t size) {
    const struct casata_rules *rules = &fiera_rules;
    struct casata_rng rng;
    int inputs = net_inputs(rules), padded = (inputs + 15) / 16 * 16;
    made_bytes = net_bytes(padded, HIDDEN);
    memset(&made, 0, sizeof made);
    made.net.head = (struct net_head){.magic = "CASNET",
                                      .version = NET_VERSION,
                                      .seats = SEATS,
                                      .features = rules->bots->n_features,
                                      .terms = rules->bots->terms->n,
                                      .inputs = (uint16_t)inputs,
                                      .hidden = HIDDEN,
                                      .padded = (uint16_t)padded,
                                      .gain = 6553};
    memcpy(made.net.head.game, rules->id, strlen(rules->id));
    struct net_parts p = net_parts_of(&made.net.head);
    casata_rng_seed(&rng, seed);
    for (int i = 0; i < inputs; i++) {
        ((int32_t *)p.mean)[i] = below(&rng, 3);
        ((int32_t *)p.scale)[i] = 1 << 17;
    }
    for (int i = 0; i < HIDDEN; i++) ((int32_t *)p.bias)[i] = below(&rng, size);
    for (int16_t *w = (int16_t *)p.hidden; w < p.direct + NET_OUTPUTS * padded; w++)
        *w = (int16_t)below(&rng, size);
    seal();
}

/* --- refused files -------------------------------------------------------------------------------------------- */
static const char *check(void) { return casata_net_check(made.bytes, made_bytes, &fiera_rules, SEATS); }
static void test_refused(void) {
    struct net_head *h = &made.net.head;
    make_net(1, 300);
    CHECK(check() == NULL);
    CHECK_PART("another number of seats", casata_net_check(made.bytes, made_bytes, &fiera_rules, 2));
    CHECK_PART("not a net", casata_net_check(made.bytes, 10, &fiera_rules, SEATS));
    CHECK_PART("incomplete", casata_net_check(made.bytes, made_bytes - 2, &fiera_rules, SEATS));
    CHECK_PART("multiple of 8", casata_net_check(made.bytes + 1, made_bytes, &fiera_rules, SEATS));
    made.bytes[made_bytes - 1] ^= 1;
    CHECK_PART("damaged", check());
    make_net(1, 300), h->magic[0] = 'X';
    CHECK_PART("not a net", check());
    make_net(1, 300), h->version++;
    CHECK_PART("not a net", check());
    make_net(1, 300), h->game[0] = 'X';
    CHECK_PART("another game", check());
    make_net(1, 300), h->features++;
    CHECK_PART("other features", check());
    make_net(1, 300), h->hidden = NET_HIDDEN + 1;
    CHECK_PART("impossible size", check());
    make_net(1, 300), h->padded = 8;
    CHECK_PART("impossible size", check());
    make_net(1, NET_WEIGHT_CLIP * NET_WEIGHT + 400), seal(); /* sums could leave 32 bits */
    CHECK_PART("impossible numbers", check());
    CHECK(casata_net_find(&fiera_rules, SEATS) == NULL); /* none is built in */
}

/* --- what it makes of a position ------------------------------------------------------------------------------- */
/* The same by the definition in net.h, in floating point and without whole numbers in between. */
static void plain_outputs(const int16_t *in, double out[NET_OUTPUTS]) {
    const struct net_head *h = &made.net.head;
    struct net_parts p = net_parts_of(h);
    double x[NET_INPUTS] = {0};
    for (int i = 0; i < h->inputs; i++) {
        x[i] = (double)(in[i] - p.mean[i]) * p.scale[i] / (1 << NET_SCALE_BITS) / NET_ONE;
        x[i] = x[i] > NET_CLIP ? NET_CLIP : x[i] < -NET_CLIP ? -NET_CLIP : x[i];
    }
    for (int k = 0; k < NET_OUTPUTS; k++) {
        out[k] = (double)p.out_bias[k] / NET_WEIGHT / NET_ONE;
        for (int i = 0; i < h->inputs; i++) out[k] += (double)p.direct[k * h->padded + i] / NET_WEIGHT * x[i];
    }
    for (int j = 0; j < HIDDEN; j++) {
        double sum = (double)p.bias[j] / NET_WEIGHT / NET_ONE;
        for (int i = 0; i < h->inputs; i++) sum += (double)p.hidden[j * h->padded + i] / NET_WEIGHT * x[i];
        sum = sum < 0 ? 0 : sum > NET_TOP ? NET_TOP : sum;
        for (int k = 0; k < NET_OUTPUTS; k++) out[k] += (double)p.out[k * HIDDEN + j] / NET_WEIGHT * sum;
    }
}

static int judged;
static uint64_t path;
static void check_judgement(const struct casata_game *g, const void *state) {
    float win[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS], sum = 0;
    int16_t in[CASATA_MAX_SEATS][NET_INPUTS];
    int32_t hand[CASATA_MAX_SEATS];
    if (((const struct casata_head *)state)->depth == 0) return; /* the end needs no net */
    ai_judge(g, &made.net, state, win, margin);
    net_read(g, state, in, hand);
    for (int s = 0; s < SEATS; s++) {
        double out[NET_OUTPUTS], off;
        plain_outputs(in[s], out);
        off = hand[s] + NET_MARGIN * out[1] - (double)margin[s];
        CHECK(off > -60 && off < 60); /* 1/100 points: rounding to whole numbers */
        CHECK(win[s] >= 0 && win[s] <= 1);
        CHECK(ai_judge_seat(g, &made.net, state, s) == margin[s]); /* one seat alone, the same */
        sum += win[s];
    }
    CHECK(sum > 0.999f && sum < 1.001f);
    path = casata_hash_bytes(margin, SEATS * sizeof *margin, path);
    path = casata_hash_bytes(win, SEATS * sizeof *win, path);
    judged++;
}

/* The hash is the same with vectors (-O3), without (-O0), and with either compiler. */
static void test_judgement(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = example_game();
    make_net(2, 300);
    judged = 0;
    path = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) ai_play(&g, SEATS, anything, seed, check_judgement);
    CHECK(judged > 50);
    CHECK_HEX(path, 0xfd1e44fa63c320cd);
}

/* Without weights it equals the hand-written evaluation. */
static void check_hand(const struct casata_game *g, const void *state) {
    float win[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS];
    int32_t value[CASATA_MAX_SEATS];
    casata_eval(g, state, value);
    if (((const struct casata_head *)state)->depth == 0) return; /* the end needs no net */
    ai_judge(g, &made.net, state, win, margin);
    for (int s = 0; s < SEATS; s++) {
        CHECK_INT((int32_t)margin[s], ai_margin(value, SEATS, s));
        for (int i = 0; i < s; i++) CHECK((value[i] > value[s]) == (win[i] > win[s]));
    }
}
static void test_empty_net(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = example_game();
    make_net(3, 0);
    ai_play(&g, SEATS, anything, 1, check_hand);
}

/* --- a mind that judges by it ----------------------------------------------------------------------------------- */
static _Alignas(16) unsigned char memory[CASATA_MIND_MIN];
static int different;
static void check_minds(const struct casata_game *g, const void *state) {
    struct casata_skill skill = {
        .think = 300, .explore = 70, .temper = 10, .squash = 100, .spread = 10, .win = 50};
    CASATA_STATE_BUFFER(view);
    casata_action decided[4];
    int seat = ai_to_act(g, state);
    if (seat < 0 || seat == CASATA_CHANCE) return;
    casata_view(g, state, seat, view);
    for (int i = 0; i < 4; i++) { /* with the net twice, without it, with it but by hand */
        struct casata_mind *mind = casata_mind_on(memory, sizeof memory);
        casata_mind_net(mind, i == 2 ? NULL : &made.net);
        skill.hand = i == 3;
        decided[i] = casata_decide(mind, g, view, seat, &skill, 5);
    }
    CHECK_HEX(decided[0], decided[1]);
    CHECK_HEX(decided[2], decided[3]);
    different += decided[0] != decided[2];
}
static void test_minds(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = example_game();
    make_net(4, 2000);
    different = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) ai_play(&g, SEATS, anything, seed, check_minds);
    CHECK(different > 3);
}

/* --- learning --------------------------------------------------------------------------------------------------- */
enum { GAMES = 24, POSITIONS = 200 };
static struct train_game games[GAMES];
static int16_t inputs[GAMES][POSITIONS * SEATS * 64];
static int32_t margins[GAMES][POSITIONS * SEATS];
static struct train_game *filling;

static void note_position(const struct casata_game *g, const void *state) {
    int16_t in[CASATA_MAX_SEATS][NET_INPUTS];
    int32_t value[CASATA_MAX_SEATS];
    size_t n = (size_t)net_inputs(g->rules);
    if (((const struct casata_head *)state)->depth == 0) {
        casata_eval(g, state, value);
        for (int s = 0; s < SEATS; s++) filling->result[s] = (float)ai_margin(value, SEATS, s);
        ai_win_shares(g, state, filling->won);
        return;
    }
    size_t at = (size_t)filling->n++ * SEATS;
    net_read(g, state, in, filling->margin + at);
    for (size_t s = 0; s < SEATS; s++) memcpy(filling->in + (at + s) * n, in[s], n * sizeof(int16_t));
}

static struct train_error error_of(const struct trainer *t) {
    struct train_error e = {0};
    for (int i = GAMES / 2; i < GAMES; i++) trainer_test(t, &games[i], &e); /* games it did not learn from */
    return e;
}

/* After some steps it foretells games that it has not seen better; what it comes to can be stored and read, and the net
 * in whole numbers is accepted. */
static void test_learning(void) {
    static const int anything[] = {AI_RANDOM, AI_RANDOM, AI_RANDOM};
    struct casata_game g = example_game();
    struct trainer t, again;
    for (int i = 0; i < GAMES; i++) {
        filling = &games[i];
        *filling = (struct train_game){.in = inputs[i], .margin = margins[i]};
        ai_play(&g, SEATS, anything, 100u + (unsigned)i, note_position);
    }
    if (!CHECK(trainer_open(&t, &g, SEATS, 8, 1)) || !CHECK(trainer_open(&again, &g, SEATS, 8, 2))) return;
    trainer_scale(&t, games, GAMES / 2);
    struct train_error before = error_of(&t);
    for (int pass = 0; pass < 40; pass++)
        for (int i = 0, n = 0; i < GAMES / 2; i++, n = 0)
            trainer_learn(&t, &games[i], &n), trainer_step(&t, n);
    struct train_error after = error_of(&t);
    CHECK(after.win < before.win);
    CHECK(after.margin < before.margin);
    FILE *file = tmpfile();
    size_t size[2];
    if (CHECK(file && trainer_save(&t, file))) {
        rewind(file);
        CHECK(trainer_load(&again, file) == NULL);
        void *net[2] = {trainer_net(&t, &size[0]), trainer_net(&again, &size[1])};
        CHECK(net[0] && casata_net_check(net[0], size[0], &fiera_rules, SEATS) == NULL);
        CHECK(net[1] && size[0] == size[1] && memcmp(net[0], net[1], size[0]) == 0);
        free(net[1]);
        trainer_close(&again); /* and the way back from a net */
        if (CHECK(trainer_open(&again, &g, SEATS, 8, 3)) && net[0]) {
            size_t head = sizeof(struct net_head);
            trainer_from(&again, net[0]);
            net[1] = trainer_net(&again, &size[1]);
            CHECK(net[1] && memcmp((char *)net[0] + head, (char *)net[1] + head, size[0] - head) == 0);
            free(net[1]);
        }
        free(net[0]);
        fseek(file, 40, SEEK_SET);
        CHECK_PART("not a training file", trainer_load(&again, file));
        fseek(file, 0, SEEK_END);
        putc('x', file);
        rewind(file);
        CHECK_PART("incomplete", trainer_load(&again, file));
    }
    if (file) fclose(file);
    trainer_close(&t);
    trainer_close(&again);
}

static const struct test tests[] = {
    {"a net that does not fit is refused", test_refused},
    {"a net is summed up as it is defined, the same everywhere", test_judgement},
    {"a net without weights is the hand-written evaluation", test_empty_net},
    {"a mind judges by the net that it was given", test_minds},
    {"learning makes the net better and can be stored", test_learning},
};
TEST_SUITE(net, tests);
