/* net_limit.c: limits on the number and duration of connections, and which gives way to a newcomer (net_int.h). */
#include "server/clock.h"
#include "server/net_int.h"

#include <limits.h>

enum {
    PLAYERS_APART = 16, /* a player's connection gives way only if its address has more than this */
    EVICT_AT_ONCE = 16, /* when the system is out of descriptors */
    YOUNG_MS = 1000,    /* a request younger than this may still be arriving */
    ARRIVAL_BURST = 8, /* times what an address may have in all; that much may arrive at once, 1/8 a second */
};

/* --- counting ------------------------------------------------------------------------------------------------- */

void net_count_in(struct net_conn *c, struct address *a, enum address_kind kind) {
    net_count_out(c);
    c->address = a;
    c->kind = kind;
    c->counted = true;
    address_count(a, kind, 1);
    c->net->count[kind]++;
}

void net_count_out(struct net_conn *c) {
    if (!c->counted) return;
    c->counted = false;
    address_count(c->address, c->kind, -1);
    c->address->seen = clock_now();
    c->net->count[c->kind]--;
}

/* --- giving way ----------------------------------------------------------------------------------------------- */

struct search { /* for the least needed connection */
    struct net *net;
    enum address_kind kind;
    const struct address *within; /* only of this address or group; NULL: of all */
    int newcomer;                 /* weight of the newcomer's address */
    struct net_conn *found;
    int rank, weight;
};

/* Of an HTTP connection. A browser notices when an idle one is closed, and opens another; a request lost on its way
 * is an error for the person waiting for it. */
static int http_rank(const struct net_conn *c) {
    bool young = c->phase == NET_HEAD && clock_now() - c->since < YOUNG_MS;
    return young ? NET_KEPT * 2 + 1 : c->phase * 2;
}

/* Lower gives way sooner; INT_MAX: never. Nobody gives way to an address that has more. */
static int rank_of(const struct search *s, struct net_conn *c, int weight) {
    if (s->kind == ADDRESS_HTTP) {
        if (s->within) return c->phase == NET_ANSWER ? INT_MAX : http_rank(c);
        return weight >= s->newcomer + (c->phase == NET_ANSWER) ? http_rank(c) : INT_MAX;
    }
    if (weight < s->newcomer + 1) return INT_MAX;
    enum net_use use = s->net->hooks.use(s->net->arg, c);
    return use == NET_USE_PLAYS && weight <= PLAYERS_APART ? INT_MAX : (int)use;
}

static void consider(struct search *s, struct net_conn *c) {
    if (!c->counted || c->dropped || c->kind != s->kind) return;
    if (s->within && c->address != s->within && c->address->group != s->within) return;
    int weight = address_weight(c->address), rank = rank_of(s, c, weight);
    if (rank > s->rank || rank == INT_MAX) return;
    bool better = rank < s->rank || weight > s->weight ||
                  (weight == s->weight && s->found && c->since < s->found->since);
    if (!better) return;
    s->found = c;
    s->rank = rank;
    s->weight = weight;
}

static void give_way(struct net_conn *c) {
    net_count_out(c);
    if (c->phase == NET_WEBSOCKET)
        net_close(c, NET_TRY_LATER, "the server is full");
    else
        net_drop(c);
}

static bool find_and_evict(struct search *s) {
    s->rank = INT_MAX;
    for (struct net_conn *c = s->net->conns; c; c = c->next) consider(s, c);
    /* An evicted WebSocket keeps its descriptor until it is closed: not too many at a time. */
    if (!s->found || (s->kind == ADDRESS_WEBSOCKET &&
                      !bucket_take(&s->net->evictions, clock_now(), NET_EVICTIONS * 3600, NET_EVICTIONS)))
        return false;
    give_way(s->found);
    return true;
}

void net_evict_idle(struct net *n) {
    for (int i = 0; i < EVICT_AT_ONCE; i++)
        if (!find_and_evict(&(struct search){.net = n, .kind = ADDRESS_HTTP})) break;
}

/* --- admission ------------------------------------------------------------------------------------------------ */

bool net_admit(struct net *n, struct address *a) {
    const struct net_config *config = &n->config;
    int all = config->address_sockets + NET_HTTP_ADDRESS, most = NET_HTTP_ADDRESS;
    if (config->behind_proxy) {
        most = NET_HTTP_SOCKETS;
    } else if (!address_take(a, ADDRESS_ARRIVALS, clock_now(), (int64_t)all * 3600,
                             (int64_t)all * ARRIVAL_BURST)) {
        return false;
    }
    if (!address_has_room(a, ADDRESS_HTTP, most)) {
        const struct address *full = a->count[ADDRESS_HTTP] >= most ? a : a->group;
        if (!find_and_evict(&(struct search){.net = n, .kind = ADDRESS_HTTP, .within = full})) return false;
    }
    if (n->count[ADDRESS_HTTP] < NET_HTTP_SOCKETS) return true;
    return find_and_evict(
        &(struct search){.net = n, .kind = ADDRESS_HTTP, .newcomer = address_weight(a) + 1});
}

int net_admit_websocket(struct net *n, struct address *a) {
    if (n->refusing) return 503;
    if (!address_has_room(a, ADDRESS_WEBSOCKET, n->config.address_sockets)) return 429;
    if (n->count[ADDRESS_WEBSOCKET] < n->config.sockets) return 0;
    struct search s = {.net = n, .kind = ADDRESS_WEBSOCKET, .newcomer = address_weight(a) + 1};
    return find_and_evict(&s) ? 0 : 503;
}

/* --- memory ----------------------------------------------------------------------------------------------------- */

static struct net_conn *slowest(struct net *n) {
    struct net_conn *worst = NULL;
    double most = 0;
    int64_t now = clock_now();
    for (struct net_conn *c = n->conns; c; c = c->next) {
        double much = (double)(c->queued + c->n_partial) * (double)(now - c->waiting + 1000);
        if (c->dropped || much <= most) continue;
        most = much;
        worst = c;
    }
    return worst;
}

void net_hold(struct net *n, size_t bytes) {
    n->held += bytes;
    for (struct net_conn *c; n->held > NET_QUEUES_MAX && (c = slowest(n));) net_drop(c);
}

/* --- time ------------------------------------------------------------------------------------------------------- */

static void check_websocket(struct net_conn *c, int64_t now) {
    if (c->first ? now - c->progress > NET_STALL_MS : c->close_code && now - c->progress > NET_LINGER_MS)
        net_drop(c);
    else if (now - c->since > NET_SILENT_MS)
        net_drop(c);
    else if (now - c->since > NET_PING_MS && !c->pinged && !c->close_code)
        net_ws_ping(c);
}

static void check_conn(struct net_conn *c, int64_t now) {
    int64_t passed = now - c->since;
    switch (c->phase) {
    case NET_HEAD:
        if (passed > NET_HEAD_MS) net_drop(c);
        break;
    case NET_LINGER:
        if (passed > NET_LINGER_MS) net_drop(c);
        break;
    case NET_KEPT:
        if (passed > NET_KEEP_MS) net_drop(c);
        break;
    case NET_ANSWER:
        if (c->paused)
            net_http_resume(c);
        else if (now - c->progress > NET_STALL_MS)
            net_drop(c);
        break;
    case NET_WEBSOCKET: check_websocket(c, now); break;
    }
}

void net_check_times(struct net *n) {
    int64_t now = clock_now();
    for (struct net_conn *c = n->conns; c; c = c->next)
        if (!c->dropped) check_conn(c, now);
}
