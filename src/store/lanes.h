/* lanes.h: the threads of the store: one that writes, and with some databases another that reads. */
#ifndef CASATA_STORE_LANES_H
#define CASATA_STORE_LANES_H

#include "store/backend.h"

struct lanes;
struct lanes_config {
    const struct store_backend *backend;
    const char *where;
    int wait_ms; /* how long a job waits for a database that is away */
    struct store_feed feed;
    void (*wake)(void *arg); /* there are jobs to take */
    void *arg;
};
/* NULL after a message in err. */
struct lanes *lanes_open(const struct lanes_config *config, char err[STORE_ERROR]);
void lanes_close(struct lanes *l);
void lanes_ask(struct lanes *l, struct store_job *j);
/* A list of decided jobs; the caller frees them. */
struct store_job *lanes_take(struct lanes *l);
void lanes_free_job(struct store_job *j);
void lanes_hurry(struct lanes *l, int ms);
const char *lanes_trouble(const struct lanes *l);
void lanes_stats(struct lanes *l, struct store_stats *out); /* adds the batch figures */
void *lanes_db(const struct lanes *l);                      /* of the backend */

#endif
