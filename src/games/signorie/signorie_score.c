/* signorie_score.c: the final scoring, parts of the score, ranks (R16). */
#include "games/signorie/signorie.h"

/* R16.1: half of the figure of the space, rounded down for each man. */
static unsigned trained_men(const struct signorie_data *d, const struct signorie_player *p) {
    unsigned sum = 0;
    for (int t = 0; t < SIG_CAREER_COUNT; t++)
        for (int x = 0; x < SIG_CAREER_SPACES; x++)
            sum += p->track[t][x] * (d->career_tracks[t * SIG_CAREER_SPACES + x].vp / 2u);
    return sum;
}

/* R11.7, R16.2: rows with three tiles or more count the visible points; a face-down tile shows 1 (R1.5). */
static unsigned row_points(const struct signorie_data *d, const struct signorie_player *p, unsigned row) {
    unsigned tiles = p->down[row], sum = p->down[row] * d->alliance_tiles[0].vp_back;
    for (unsigned i = sig_row_start[row]; i < sig_row_start[row + 1]; i++) {
        tiles += p->shield[i] != 0;
        sum += p->shield[i];
    }
    return tiles >= 3 ? sum : 0;
}

void sig_final_scoring(const struct signorie_data *d, struct signorie *s, struct casata_sink *sink) {
    for (int i = 0; i < s->head.seats; i++) { /* R16.3: nothing else counts */
        int seat = s->order[i];
        sig_gain_vp(s, seat, SIG_VP_TRAINED, trained_men(d, &s->p[seat]), sink);
        for (unsigned row = 0; row < SIG_ROW_COUNT; row++)
            sig_gain_vp(s, seat, SIG_VP_POLITICS + row, row_points(d, &s->p[seat], row), sink);
    }
}

void sig_parts_of(const void *data, const void *state, int seat, bool projected, int32_t *part) {
    const struct signorie *s = state;
    const struct signorie_player *p = &s->p[seat];
    for (int i = 0; i < SIG_PART_COUNT; i++) part[i] = p->vp[i];
    if (!projected || s->head.depth == 0) return;
    part[SIG_VP_TRAINED] = (int32_t)trained_men(data, p);
    for (unsigned row = 0; row < SIG_ROW_COUNT; row++)
        part[SIG_VP_POLITICS + row] = (int32_t)row_points(data, p, row);
}

/* R16.4, G33: ties go to the earlier player in the turn order. */
void sig_ranks(const void *data, const void *state, uint8_t *rank) {
    const struct signorie *s = state;
    int n = s->head.seats;
    int32_t key[SIG_MAX_SEATS], part[SIG_PART_COUNT];
    for (int i = 0; i < n; i++) {
        int seat = s->order[i];
        sig_parts_of(data, s, seat, true, part);
        key[seat] = n - i;
        for (int k = 0; k < SIG_PART_COUNT; k++) key[seat] += 8 * part[k];
    }
    for (int i = 0; i < n; i++) {
        rank[i] = 1;
        for (int j = 0; j < n; j++) rank[i] = (uint8_t)(rank[i] + (key[j] > key[i]));
    }
}
