/* net.c: judges positions by a learned evaluation (net.h) or the hand-written one. Works over the rules interface; it
 * must not know any game. Sums are integers and so the same on every machine. */
#include "casata/rules.h"
#include "ai/net.h"

#include <string.h>

/* --- the file ------------------------------------------------------------------------------------------------ */
size_t net_bytes(int padded, int hidden) {
    size_t p = (size_t)padded, h = (size_t)hidden;
    return sizeof(struct net_head) + 4 * (2 * p + h + NET_OUTPUTS) +
           2 * (h * p + NET_OUTPUTS * h + NET_OUTPUTS * p);
}

static const char *check_head(const struct net_head *h, size_t n, const struct casata_rules *rules,
                              int seats) {
    if (n < sizeof *h || memcmp(h->magic, "CASNET\0", 8) != 0 || h->version != NET_VERSION)
        return "this is not a net";
    if (strncmp(h->game, rules->id, sizeof h->game) != 0) return "the net is of another game";
    if (h->seats != seats) return "the net is for another number of seats";
    if (h->features != rules->bots->n_features || h->terms != rules->bots->terms->n ||
        h->inputs != net_inputs(rules))
        return "the net was made for other features";
    if (h->hidden < 1 || h->hidden > NET_HIDDEN || h->padded % 16 || h->padded < h->inputs ||
        h->padded > NET_INPUTS)
        return "the net has an impossible size";
    return n == net_bytes(h->padded, h->hidden) ? NULL : "the net is incomplete";
}

static bool within(const int32_t *list, int n, int32_t most) {
    for (int i = 0; i < n; i++)
        if (list[i] < -most || list[i] > most) return false;
    return true;
}

/* Within these bounds no sum overflows 32 bits (see the static assertion next to `dot`). */
static const char *check_numbers(const struct net_head *h) {
    enum { MOST = NET_WEIGHT_CLIP * NET_WEIGHT };
    struct net_parts p = net_parts_of(h);
    const int16_t *end = p.direct + NET_OUTPUTS * h->padded;
    bool ok = within(p.mean, h->padded, INT16_MAX) && within(p.scale, h->padded, 1 << 24) &&
              within(p.bias, h->hidden, MOST * NET_ONE) && within(p.out_bias, NET_OUTPUTS, MOST * NET_ONE);
    for (const int16_t *w = p.hidden; ok && w < end; w++) ok = *w >= -MOST && *w <= MOST;
    return ok ? NULL : "the net has impossible numbers";
}

const char *casata_net_check(const void *bytes, size_t n, const struct casata_rules *rules, int seats) {
    const struct net_head *h = bytes;
    if ((uintptr_t)bytes % 8) return "a net must lie at a multiple of 8";
    const char *wrong = check_head(h, n, rules, seats);
    if (wrong) return wrong;
    if (casata_hash_bytes(h + 1, n - sizeof *h, 0) != h->check) return "the net is damaged";
    return check_numbers(h);
}

const struct casata_net *casata_net_find(const struct casata_rules *rules, int seats) {
    for (const struct net_built_in *b = net_list; b->game; b++)
        if (strcmp(b->game, rules->id) == 0 && b->seats == seats) {
            const void *net = b->bytes;
            return check_head(net, *b->size, rules, seats) ? NULL : net;
        }
    return NULL;
}

/* --- inputs -------------------------------------------------------------------------------------------------- */
static int16_t fit(int64_t n) { return (int16_t)(n > INT16_MAX ? INT16_MAX : n < INT16_MIN ? INT16_MIN : n); }

/* Terms and values in 1/10 points, so that they fit. */
static void read_seat(const struct casata_rules *rules, const int32_t (*term)[CASATA_MAX_TERMS],
                      const int32_t *value, int seats, int seat, int16_t *out) {
    int32_t best = INT32_MIN;
    for (int k = 0; k < rules->bots->terms->n; k++) {
        int64_t others = 0;
        for (int i = 0; i < seats; i++) others += i == seat ? 0 : term[i][k];
        *out++ = fit(term[seat][k] / 10);
        *out++ = fit(seats > 1 ? others / (seats - 1) / 10 : 0);
    }
    for (int i = 0; i < seats; i++)
        if (i != seat && value[i] > best) best = value[i];
    *out++ = fit(value[seat] / 10);
    *out++ = fit(seats > 1 ? best / 10 : 0);
}

typedef int32_t seat_terms[CASATA_MAX_SEATS][CASATA_MAX_TERMS];

/* Inputs of a seat, from the evaluation of all seats; returns its margin. */
static int32_t read_one(const struct casata_game *g, const void *state, const int32_t *value,
                        const seat_terms *term, int seat, int16_t *in) {
    int seats = ((const struct casata_head *)state)->seats;
    g->rules->bots->features(g->data, state, seat, in);
    read_seat(g->rules, *term, value, seats, seat, in + g->rules->bots->n_features);
    return ai_margin(value, seats, seat);
}

void net_read(const struct casata_game *g, const void *state, int16_t in[][NET_INPUTS], int32_t *margin) {
    int32_t value[CASATA_MAX_SEATS];
    seat_terms term;
    int seats = ((const struct casata_head *)state)->seats;
    g->rules->bots->eval(g->data, state, (1u << seats) - 1, value, term);
    for (int seat = 0; seat < seats; seat++)
        margin[seat] = read_one(g, state, value, (const seat_terms *)&term, seat, in[seat]);
}

/* --- sums ---------------------------------------------------------------------------------------------------- */
/* Compilers turn eight of these products into one instruction (pmaddwd, i32x4.dot_i16x8_s); where they do not, the sum
 * is the same, as integers may be added in any order. */
_Static_assert((int64_t)NET_WEIGHT_CLIP *NET_WEIGHT *(NET_INPUTS *NET_CLIP *NET_ONE +
                                                      NET_HIDDEN * NET_TOP * NET_ONE + NET_ONE) < INT32_MAX,
               "a sum must fit 32 bits");
static int32_t dot(const int16_t *a, const int16_t *b, int n) {
    int32_t sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Outputs of a seat in 1/32768. */
static void outputs(const struct casata_net *net, const struct net_parts *p, const int16_t *in,
                    int32_t out[NET_OUTPUTS]) {
    int16_t x[NET_INPUTS], hidden[NET_HIDDEN];
    const struct net_head *h = &net->head;
    memset(x + h->inputs, 0, (size_t)(h->padded - h->inputs) * sizeof *x);
    for (int i = 0; i < h->inputs; i++) {
        float n = (float)(in[i] - p->mean[i]) * (float)p->scale[i] * (1.0f / (1 << NET_SCALE_BITS));
        n = n > NET_CLIP * NET_ONE ? NET_CLIP * NET_ONE : n;
        x[i] = (int16_t)(n < -NET_CLIP * NET_ONE ? -NET_CLIP * NET_ONE : n);
    }
    for (int j = 0; j < h->hidden; j++) {
        int32_t n = (p->bias[j] + dot(p->hidden + (size_t)j * h->padded, x, h->padded)) / NET_WEIGHT;
        hidden[j] = (int16_t)(n < 0 ? 0 : n > NET_TOP * NET_ONE ? NET_TOP * NET_ONE : n);
    }
    for (int k = 0; k < NET_OUTPUTS; k++)
        out[k] = p->out_bias[k] + dot(p->out + k * h->hidden, hidden, h->hidden) +
                 dot(p->direct + k * h->padded, x, h->padded);
}

static void softmax(float *win, int seats) {
    float best = win[0], sum = 0;
    for (int i = 1; i < seats; i++) best = win[i] > best ? win[i] : best;
    for (int i = 0; i < seats; i++) sum += win[i] = ai_exp(win[i] - best);
    for (int i = 0; i < seats; i++) win[i] /= sum;
}

/* The margin of the hand-written evaluation, corrected by the net. */
static float learned_margin(int32_t hand, const int32_t out[NET_OUTPUTS]) {
    return (float)hand + (float)out[1] * ((float)NET_MARGIN / 32768.0f);
}

static void judge_learned(const struct casata_net *net, const struct casata_game *g, const void *state,
                          float *win, float *margin) {
    int16_t in[CASATA_MAX_SEATS][NET_INPUTS];
    int32_t hand[CASATA_MAX_SEATS], out[NET_OUTPUTS];
    int seats = ((const struct casata_head *)state)->seats;
    struct net_parts p = net_parts_of(&net->head);
    net_read(g, state, in, hand);
    for (int i = 0; i < seats; i++) {
        outputs(net, &p, in[i], out);
        margin[i] = learned_margin(hand[i], out);
        win[i] = margin[i] * ((float)net->head.gain / 6553600.0f) + (float)out[0] / 32768.0f;
    }
    softmax(win, seats);
}

void ai_judge(const struct casata_game *g, const struct casata_net *net, const void *state, float *win,
              float *margin) {
    const struct casata_head *h = state;
    if (net && h->depth > 0) {
        judge_learned(net, g, state, win, margin);
        return;
    }
    int32_t value[CASATA_MAX_SEATS];
    casata_eval(g, state, value);
    for (int i = 0; i < h->seats; i++) {
        margin[i] = (float)ai_margin(value, h->seats, i);
        win[i] = margin[i] / (float)g->rules->bots->margin;
    }
    if (h->depth > 0)
        softmax(win, h->seats);
    else
        ai_win_shares(g, state, win);
}

float ai_judge_seat(const struct casata_game *g, const struct casata_net *net, const void *state, int seat) {
    const struct casata_head *h = state;
    int32_t value[CASATA_MAX_SEATS], out[NET_OUTPUTS];
    int16_t in[NET_INPUTS];
    seat_terms term;
    g->rules->bots->eval(g->data, state, (1u << h->seats) - 1, value, term);
    if (!net || h->depth == 0) return (float)ai_margin(value, h->seats, seat);
    int32_t hand = read_one(g, state, value, (const seat_terms *)&term, seat, in);
    struct net_parts p = net_parts_of(&net->head);
    outputs(net, &p, in, out);
    return learned_margin(hand, out);
}
