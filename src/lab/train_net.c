/* train_net.c: training a network (train.h). Knows no game and no file names. */
#include "casata/rules.h"
#include "lab/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float beta1 = 0.9f, beta2 = 0.999f, margin_weight = 0.5f;
enum { SAVE_MAGIC = 0x4e54434a };

/* --- weights -------------------------------------------------------------------------------------------------- */
struct view { /* of one array of weights */
    float *hidden, *bias, *out, *direct, *out_bias, *gain;
};
static struct view view_of(const struct trainer *t, float *list) {
    struct view v = {.hidden = list};
    v.bias = v.hidden + (size_t)t->hidden * (size_t)t->inputs;
    v.out = v.bias + t->hidden;
    v.direct = v.out + NET_OUTPUTS * t->hidden;
    v.out_bias = v.direct + NET_OUTPUTS * t->inputs;
    v.gain = v.out_bias + NET_OUTPUTS;
    return v;
}

static float uniform(struct casata_rng *rng, float size) {
    return size * ((float)(casata_rng_next(rng) >> 40) / (float)(1 << 23) - 1.0f);
}

bool trainer_open(struct trainer *t, const struct casata_game *g, int seats, int hidden, uint64_t seed) {
    *t = (struct trainer){
        .game = *g, .seats = seats, .hidden = hidden, .seed = seed, .rate = 1e-3f, .lambda = 0.8f};
    t->inputs = net_inputs(g->rules);
    t->n_weights = hidden * t->inputs + hidden + NET_OUTPUTS * (hidden + t->inputs + 1) + 1;
    t->mean = calloc((size_t)t->inputs, sizeof(float));
    t->deviation = calloc((size_t)t->inputs, sizeof(float));
    t->weight = calloc((size_t)t->n_weights, sizeof(float));
    t->gradient = calloc((size_t)t->n_weights, sizeof(float));
    t->first = calloc((size_t)t->n_weights, sizeof(float));
    t->second = calloc((size_t)t->n_weights, sizeof(float));
    if (!t->mean || !t->deviation || !t->weight || !t->gradient || !t->first || !t->second) {
        trainer_close(t);
        return false;
    }
    /* The hidden layer starts at random, the outputs at the hand-written evaluation. */
    struct view v = view_of(t, t->weight);
    struct casata_rng rng;
    casata_rng_seed(&rng, seed);
    for (int i = 0; i < hidden * t->inputs; i++) v.hidden[i] = uniform(&rng, 1.0f / sqrtf((float)t->inputs));
    for (int j = 0; j < hidden; j++) v.bias[j] = 0.2f;
    return true;
}

void trainer_close(struct trainer *t) {
    float *all[] = {t->mean, t->deviation, t->weight, t->gradient, t->first, t->second};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    *t = (struct trainer){0};
}

void trainer_scale(struct trainer *t, const struct train_game *game, int n) {
    double sum[2 * NET_INPUTS] = {0}, count = 0, spread = 0;
    for (int g = 0; g < n; g++) {
        for (int s = 0; s < t->seats; s++)
            spread += (double)game[g].result[s] * game[g].result[s] / t->seats / n;
        for (int p = 0; p < game[g].n * t->seats; p++, count++)
            for (int i = 0; i < t->inputs; i++) {
                double x = game[g].in[(size_t)p * (size_t)t->inputs + (size_t)i];
                sum[2 * i] += x;
                sum[2 * i + 1] += x * x;
            }
    }
    for (int i = 0; i < t->inputs; i++) {
        double mean = sum[2 * i] / count, square = sum[2 * i + 1] / count - mean * mean;
        t->mean[i] = (float)lround(mean);
        t->deviation[i] = square > 1e-3 ? (float)sqrt(square) : 0; /* 0: it never changed */
    }
    t->spread = (float)fmax(100, sqrt(spread));
    *view_of(t, t->weight).gain = 100.0f / t->spread; /* a lead of one deviation usually wins */
    t->scaled = true;
}

/* --- a position -------------------------------------------------------------------------------------------------- */
struct pass { /* of one seat */
    float x[NET_INPUTS], h[NET_HIDDEN], out[NET_OUTPUTS], margin, logit, win;
};

static void forward(const struct trainer *t, const int16_t *in, int32_t hand, struct pass *p) {
    struct view v = view_of(t, t->weight);
    for (int i = 0; i < t->inputs; i++) {
        float x = t->deviation[i] > 0 ? ((float)in[i] - t->mean[i]) / t->deviation[i] : 0;
        p->x[i] = x > NET_CLIP ? NET_CLIP : x < -NET_CLIP ? -NET_CLIP : x;
    }
    for (int j = 0; j < t->hidden; j++) {
        const float *w = v.hidden + (size_t)j * (size_t)t->inputs;
        float sum = v.bias[j];
        for (int i = 0; i < t->inputs; i++) sum += w[i] * p->x[i];
        p->h[j] = sum < 0 ? 0 : sum > NET_TOP ? NET_TOP : sum;
    }
    for (int k = 0; k < NET_OUTPUTS; k++) {
        float sum = v.out_bias[k];
        for (int j = 0; j < t->hidden; j++) sum += v.out[k * t->hidden + j] * p->h[j];
        for (int i = 0; i < t->inputs; i++) sum += v.direct[k * t->inputs + i] * p->x[i];
        p->out[k] = sum;
    }
    p->margin = (float)hand + NET_MARGIN * p->out[1];
    p->logit = *v.gain * p->margin / 100.0f + p->out[0];
}

/* Win probabilities and margins of all seats in a position. */
static void judge(const struct trainer *t, const struct train_game *game, int at, struct pass *pass) {
    float best = -1e9f, sum = 0;
    for (int s = 0; s < t->seats; s++) {
        size_t i = (size_t)at * (size_t)t->seats + (size_t)s;
        forward(t, game->in + i * (size_t)t->inputs, game->margin[i], &pass[s]);
        best = fmaxf(best, pass[s].logit);
    }
    for (int s = 0; s < t->seats; s++) sum += pass[s].win = expf(pass[s].logit - best);
    for (int s = 0; s < t->seats; s++) pass[s].win /= sum;
}

void trainer_test(const struct trainer *t, const struct train_game *game, struct train_error *e) {
    struct pass pass[CASATA_MAX_SEATS];
    for (int at = 0; at < game->n; at++) {
        judge(t, game, at, pass);
        for (int s = 0; s < t->seats; s++) {
            e->positions++;
            e->win -= game->won[s] * log(fmax(1e-6, pass[s].win));
            e->margin += fabs((double)pass[s].margin - game->result[s]) / 100;
            e->hand += fabs((double)game->margin[at * t->seats + s] - game->result[s]) / 100;
        }
    }
}

/* One seat: to_win and to_margin are the derivatives of the error by its logit and by its margin in 1/100 points. */
static void backward(struct trainer *t, const struct pass *p, float to_win, float to_margin) {
    struct view v = view_of(t, t->weight), g = view_of(t, t->gradient);
    float by[NET_OUTPUTS];
    *g.gain += to_win * p->margin / 100.0f;
    by[0] = to_win;
    by[1] = NET_MARGIN * (to_margin + to_win * *v.gain / 100.0f);
    for (int k = 0; k < NET_OUTPUTS; k++) {
        g.out_bias[k] += by[k];
        for (int j = 0; j < t->hidden; j++) g.out[k * t->hidden + j] += by[k] * p->h[j];
        for (int i = 0; i < t->inputs; i++) g.direct[k * t->inputs + i] += by[k] * p->x[i];
    }
    for (int j = 0; j < t->hidden; j++) {
        if (p->h[j] <= 0 || p->h[j] >= NET_TOP) continue;
        float d = by[0] * v.out[j] + by[1] * v.out[t->hidden + j];
        float *w = g.hidden + (size_t)j * (size_t)t->inputs;
        g.bias[j] += d;
        for (int i = 0; i < t->inputs; i++) w[i] += d * p->x[i];
    }
}

void trainer_learn(struct trainer *t, const struct train_game *game, int *n) {
    struct pass pass[CASATA_MAX_SEATS];
    float won[CASATA_MAX_SEATS], margin[CASATA_MAX_SEATS]; /* the target value of the position */
    memcpy(won, game->won, sizeof won);
    memcpy(margin, game->result, sizeof margin);
    for (int at = game->n - 1; at >= 0; at--) {
        judge(t, game, at, pass);
        for (int s = 0; s < t->seats; s++) {
            float off = (pass[s].margin - margin[s]) / t->spread;
            float to_margin = margin_weight * (off > 1 ? 1 : off < -1 ? -1 : off) / t->spread;
            backward(t, &pass[s], pass[s].win - won[s], to_margin);
            won[s] = t->lambda * won[s] + (1 - t->lambda) * pass[s].win;
            margin[s] = t->lambda * margin[s] + (1 - t->lambda) * pass[s].margin;
        }
    }
    *n += game->n * t->seats;
}

void trainer_step(struct trainer *t, int positions) {
    t->steps++;
    float c1 = 1 - powf(beta1, (float)t->steps), c2 = 1 - powf(beta2, (float)t->steps);
    for (int i = 0; i < t->n_weights; i++) {
        float g = t->gradient[i] / (float)positions;
        t->first[i] = beta1 * t->first[i] + (1 - beta1) * g;
        t->second[i] = beta2 * t->second[i] + (1 - beta2) * g * g;
        t->weight[i] -= t->rate * (t->first[i] / c1) / (sqrtf(t->second[i] / c2) + 1e-8f);
        t->weight[i] = fmaxf(-NET_WEIGHT_CLIP, fminf(NET_WEIGHT_CLIP, t->weight[i]));
        t->gradient[i] = 0;
    }
    float *gain = view_of(t, t->weight).gain;
    *gain = fmaxf(0, *gain);
}

/* --- whole numbers ----------------------------------------------------------------------------------------------- */
static int16_t weight_of(float w) { return (int16_t)lrintf(w * NET_WEIGHT); }
static int32_t bias_of(float w) { return (int32_t)lrintf(w * NET_WEIGHT * NET_ONE); }

void *trainer_net(const struct trainer *t, size_t *size) {
    int padded = (t->inputs + 15) / 16 * 16;
    *size = net_bytes(padded, t->hidden);
    unsigned char *bytes = calloc(1, *size);
    if (!bytes) return NULL;
    struct net_head *h = (struct net_head *)(void *)bytes;
    struct view v = view_of(t, t->weight);
    *h = (struct net_head){"CASNET",
                           "",
                           NET_VERSION,
                           (uint16_t)t->seats,
                           t->game.rules->rules_version,
                           t->game.rules->bots->n_features,
                           t->game.rules->bots->terms->n,
                           (uint16_t)t->inputs,
                           (uint16_t)t->hidden,
                           (uint16_t)padded,
                           (int32_t)lrintf(*v.gain * 65536),
                           t->games,
                           t->seed,
                           0};
    snprintf(h->game, sizeof h->game, "%s", t->game.rules->id);
    struct net_parts p = net_parts_of(h); /* our own memory: writable */
    int32_t *mean = (int32_t *)p.mean, *scale = (int32_t *)p.scale, *bias = (int32_t *)p.bias,
            *out_bias = (int32_t *)p.out_bias;
    int16_t *hidden = (int16_t *)p.hidden, *out = (int16_t *)p.out, *direct = (int16_t *)p.direct;
    for (int i = 0; i < t->inputs; i++) {
        mean[i] = (int32_t)t->mean[i];
        if (t->deviation[i] > 0)
            scale[i] = (int32_t)lrintf(NET_ONE * (float)(1 << NET_SCALE_BITS) / t->deviation[i]);
        for (int j = 0; j < t->hidden; j++)
            hidden[(size_t)j * (size_t)padded + (size_t)i] =
                weight_of(v.hidden[(size_t)j * (size_t)t->inputs + (size_t)i]);
        for (int k = 0; k < NET_OUTPUTS; k++) direct[k * padded + i] = weight_of(v.direct[k * t->inputs + i]);
    }
    for (int j = 0; j < t->hidden; j++) {
        bias[j] = bias_of(v.bias[j]);
        for (int k = 0; k < NET_OUTPUTS; k++) out[k * t->hidden + j] = weight_of(v.out[k * t->hidden + j]);
    }
    for (int k = 0; k < NET_OUTPUTS; k++) out_bias[k] = bias_of(v.out_bias[k]);
    h->check = casata_hash_bytes(h + 1, *size - sizeof *h, 0);
    return bytes;
}

/* The inverse. A net does not store the deviation of results: its gain began as the inverse (trainer_scale). */
void trainer_from(struct trainer *t, const struct casata_net *net) {
    const struct net_head *h = &net->head;
    struct net_parts p = net_parts_of(h);
    struct view v = view_of(t, t->weight);
    for (int i = 0; i < t->inputs; i++) {
        t->mean[i] = (float)p.mean[i];
        t->deviation[i] = p.scale[i] > 0 ? NET_ONE * (float)(1 << NET_SCALE_BITS) / (float)p.scale[i] : 0;
        for (int j = 0; j < t->hidden; j++)
            v.hidden[(size_t)j * (size_t)t->inputs + (size_t)i] =
                (float)p.hidden[(size_t)j * h->padded + (size_t)i] / NET_WEIGHT;
        for (int k = 0; k < NET_OUTPUTS; k++)
            v.direct[k * t->inputs + i] = (float)p.direct[k * h->padded + i] / NET_WEIGHT;
    }
    for (int j = 0; j < t->hidden; j++) v.bias[j] = (float)p.bias[j] / (NET_WEIGHT * NET_ONE);
    for (int j = 0; j < NET_OUTPUTS * t->hidden; j++) v.out[j] = (float)p.out[j] / NET_WEIGHT;
    for (int k = 0; k < NET_OUTPUTS; k++) v.out_bias[k] = (float)p.out_bias[k] / (NET_WEIGHT * NET_ONE);
    *v.gain = (float)h->gain / 65536;
    t->spread = fmaxf(100, 100 / fmaxf(*v.gain, 1e-3f));
    t->scaled = true;
}

/* --- to resume later ----------------------------------------------------------------------------------------------- */
struct saved {
    uint32_t magic, seats, inputs, hidden, games, steps, scaled;
    float spread;
    uint64_t seed;
    char game[16];
};

bool trainer_save(const struct trainer *t, FILE *out) {
    struct saved s = {SAVE_MAGIC,
                      (uint32_t)t->seats,
                      (uint32_t)t->inputs,
                      (uint32_t)t->hidden,
                      t->games,
                      t->steps,
                      t->scaled,
                      t->spread,
                      t->seed,
                      ""};
    size_t n = (size_t)t->inputs, w = (size_t)t->n_weights;
    snprintf(s.game, sizeof s.game, "%s", t->game.rules->id);
    return fwrite(&s, sizeof s, 1, out) == 1 && fwrite(t->mean, sizeof(float), n, out) == n &&
           fwrite(t->deviation, sizeof(float), n, out) == n &&
           fwrite(t->weight, sizeof(float), w, out) == w && fwrite(t->first, sizeof(float), w, out) == w &&
           fwrite(t->second, sizeof(float), w, out) == w;
}

static bool all_finite(const float *list, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(list[i])) return false;
    return true;
}

const char *trainer_load(struct trainer *t, FILE *in) {
    struct saved s;
    size_t n = (size_t)t->inputs, w = (size_t)t->n_weights;
    if (fread(&s, sizeof s, 1, in) != 1 || s.magic != SAVE_MAGIC) return "this is not a training file";
    if (strncmp(s.game, t->game.rules->id, sizeof s.game) != 0 || (int)s.seats != t->seats)
        return "it is of another game or number of seats";
    if ((int)s.inputs != t->inputs || (int)s.hidden != t->hidden)
        return "it is of another size or of other features";
    if (fread(t->mean, sizeof(float), n, in) != n || fread(t->deviation, sizeof(float), n, in) != n ||
        fread(t->weight, sizeof(float), w, in) != w || fread(t->first, sizeof(float), w, in) != w ||
        fread(t->second, sizeof(float), w, in) != w || getc(in) != EOF)
        return "it is incomplete";
    if (!all_finite(t->mean, n) || !all_finite(t->deviation, n) || !all_finite(t->weight, w) ||
        !all_finite(t->first, w) || !all_finite(t->second, w) || !isfinite(s.spread) || s.spread < 1)
        return "it is damaged";
    t->games = s.games;
    t->steps = s.steps;
    t->scaled = s.scaled;
    t->spread = s.spread;
    t->seed = s.seed;
    return NULL;
}
