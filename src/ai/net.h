/* net.h: a learned evaluation: a small network of whole numbers over the features and the terms of a position, from the
 * view of one seat. It is made by `casata train` and read from bytes as they lie in its file. It knows no game: what
 * fits together is said by the head of the file.
 *
 *   inputs, made to about the same size           x[i] = (in[i] - mean[i]) * scale[i] / 2^SCALE_BITS, 1/64 units
 *   hidden  h[j] = what of (bias + weights * x) lies between 0 and 4
 *   outputs o[k] = bias + weights * h + weights * x, for k = chance to win, margin
 *   margin  m = margin of the evaluation + 10 points * o[1]
 *   chance  softmax over the seats of (gain * m + o[0])
 */
#ifndef CASATA_AI_NET_H
#define CASATA_AI_NET_H

#include "casata/rules.h"
#include "ai/ai_int.h"

enum {
    NET_VERSION = 1,
    NET_INPUTS = 640, /* most */
    NET_HIDDEN = 64,  /* most */
    NET_OUTPUTS = 2,
    NET_ONE = 64,     /* 1 of an input or of a hidden number */
    NET_CLIP = 8,     /* inputs lie within this many units around their mean */
    NET_TOP = 4,      /* hidden numbers end there */
    NET_WEIGHT = 512, /* 1 of a weight */
    NET_WEIGHT_CLIP = 8,
    NET_SCALE_BITS = 12,
    NET_MARGIN = 1000, /* 1/100 points for an output of 1 */
};
struct net_head {  /* little-endian, as everything in the file */
    char magic[8]; /* "CASNET" */
    char game[16];
    uint16_t version, seats, rules_version, features, terms, inputs, hidden,
        padded;     /* padded: inputs of a row, times 16 */
    int32_t gain;   /* of the margin in points, 1/65536 */
    uint32_t games; /* it learned from */
    uint64_t seed;
    uint64_t check; /* hash of all that follows */
};
struct casata_net {
    struct net_head head; /* the numbers follow */
};
/* Where they lie, in this order. */
struct net_parts {
    const int32_t *mean, *scale; /* [padded] */
    const int32_t *bias;         /* [hidden] */
    const int32_t *out_bias;     /* [NET_OUTPUTS] */
    const int16_t *hidden;       /* [hidden][padded] */
    const int16_t *out;          /* [NET_OUTPUTS][hidden] */
    const int16_t *direct;       /* [NET_OUTPUTS][padded] */
};
static inline struct net_parts net_parts_of(const struct net_head *h) {
    struct net_parts p;
    p.mean = (const int32_t *)(h + 1);
    p.scale = p.mean + h->padded;
    p.bias = p.scale + h->padded;
    p.out_bias = p.bias + h->hidden;
    p.hidden = (const int16_t *)(p.out_bias + NET_OUTPUTS);
    p.out = p.hidden + (size_t)h->hidden * h->padded;
    p.direct = p.out + NET_OUTPUTS * h->hidden;
    return p;
}

/* Nets that were built in, made by the build; ends with NULL. */
struct net_built_in {
    const char *game;
    int seats;
    const unsigned char *bytes;
    const size_t *size;
};
extern const struct net_built_in net_list[];

/* Number of inputs: features, own terms, mean terms of the others, own value, value of the best other. */
static inline int net_inputs(const struct casata_rules *rules) {
    return rules->bots->n_features + 2 * rules->bots->terms->n + 2;
}
size_t net_bytes(int padded, int hidden);
/* Inputs of every seat, rules->bots->n_features + ... each, and the margins of the evaluation in 1/100 points. */
void net_read(const struct casata_game *g, const void *state, int16_t in[][NET_INPUTS], int32_t *margin);
#endif
