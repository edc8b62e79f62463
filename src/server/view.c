/* view.c: positions and log entries as a viewer may know them (view.h). Knows no socket and no game. */
#include "casata/rules.h"
#include "server/view.h"

#include <sodium.h>
#include <string.h>

static void write_result(struct casata_writer *w, const struct casata_game *g, const void *view,
                         const int *resigned) {
    const struct casata_head *h = view;
    uint8_t rank[CASATA_MAX_SEATS] = {0};
    casata_w_key(w, "scores");
    casata_w_open(w, '[');
    for (int i = 0; i < h->seats; i++) casata_w_int(w, casata_score(g, view, i, false));
    casata_w_close(w, ']');
    casata_ranks(g, view, resigned, rank);
    casata_w_key(w, "ranks");
    casata_w_open(w, '[');
    for (int i = 0; i < h->seats; i++) casata_w_int(w, rank[i]);
    casata_w_close(w, ']');
    casata_w_key(w, "out");
    casata_w_open(w, '[');
    for (int i = 0; i < h->seats; i++) casata_w_bool(w, casata_out(g, view, i, false));
    casata_w_close(w, ']');
}

static void write_snapshot(struct casata_writer *w, const struct casata_game *g, const void *view) {
    enum { BYTES = CASATA_SNAPSHOT_HEADER + CASATA_MAX_STATE };
    uint8_t bytes[BYTES];
    char text[sodium_base64_ENCODED_LEN(BYTES, sodium_base64_VARIANT_ORIGINAL)];
    size_t n = casata_snapshot_write(g, view, bytes);
    sodium_bin2base64(text, sizeof text, bytes, n, sodium_base64_VARIANT_ORIGINAL);
    casata_w_key_str(w, "snapshot", text);
}

void view_position(struct casata_writer *w, const struct casata_game *g, const void *truth,
                   const int *resigned, int viewer) {
    CASATA_STATE_BUFFER(view);
    casata_view(g, truth, viewer, view);
    const struct casata_head *h = truth;
    unsigned to_act = casata_given_up(resigned, h->seats) ? 0 : casata_to_act(g, view);
    casata_w_key(w, "to_act");
    casata_w_open(w, '[');
    for (int seat = 0; seat < CASATA_MAX_SEATS; seat++)
        if (to_act >> seat & 1) casata_w_int(w, seat);
    casata_w_close(w, ']');
    write_snapshot(w, g, view);
    casata_w_key_hex64(w, "hash", casata_hash(g, view));
    casata_w_key_bool(w, "over", to_act == 0);
    if (to_act == 0) write_result(w, g, view, resigned);
}

/* --- the log ---------------------------------------------------------------------------------------------- */

struct teller {
    struct casata_sink sink;
    struct casata_writer *w;
    int viewer;
};

static void tell(struct casata_sink *sink, const struct casata_msg *event) {
    struct teller *t = (struct teller *)sink;
    if (event->seen >> t->viewer & 1) casata_msg_json(event, t->w);
}

void view_entry(struct casata_writer *w, const struct casata_game *g, void *before,
                const struct casata_entry *entry, int ply, int64_t time, int viewer) {
    struct teller teller = {{.emit = tell}, w, viewer};
    casata_w_open(w, '{');
    casata_w_key_int(w, "ply", ply);
    casata_w_key(w, "seat");
    casata_decider_json(entry->seat, w);
    casata_w_key_int(w, "turn", ((const struct casata_head *)before)->turn);
    casata_w_key(w, "events");
    casata_w_open(w, '[');
    casata_apply(g, before, entry->seat, entry->action, &teller.sink);
    casata_w_close(w, ']');
    casata_w_key_int(w, "time", time);
    casata_w_close(w, '}');
}
