/* train_share.h: a folder in which workers leave games and one learner takes them. Knows no game by name.
 *
 *   DIR/new/NAME.json      a game that a worker has finished
 *   DIR/games/N.json       game N of the training, N from 0
 *   DIR/damaged/NAME.json  a file that is not a game of this training
 *   DIR/net, net.train, net.csv   the newest net, the state of the training, its curve
 *   DIR/finished           the training is over: workers stop
 */
#ifndef CASATA_LAB_TRAIN_SHARE_H
#define CASATA_LAB_TRAIN_SHARE_H

#include "casata/match.h"
#include "lab/train.h"

enum { SHARE_PATH = 1024, SHARE_AHEAD = 256 /* games that may be queued for the learner */ };

struct share {
    const char *dir;
    int lock; /* of the learner */
};

/* Creates missing files of the folder; NULL, or the error. */
const char *share_open(struct share *s, const char *dir);
/* Locks out other learners until exit; NULL, or the error. */
const char *share_lock(struct share *s);
void share_path(const struct share *s, const char *name, char path[SHARE_PATH]);

/* --- workers */
bool share_finished(const struct share *s);
int share_waiting(const struct share *s); /* games not yet taken by the learner */
/* Submits game number i of a worker: NULL, or the error. */
const char *share_leave(const struct share *s, uint64_t worker, uint64_t i, const struct casata_match *m);

/* --- the learner */
enum share_took { SHARE_NONE, SHARE_GAME, SHARE_FAILED };
/* Takes game n, either taken before an interruption or new. Files that are not games of this training are set
 * aside with a message. SHARE_NONE: none yet; SHARE_FAILED: *wrong says why. */
enum share_took share_take(const struct share *s, const struct trainer *t, uint32_t n, struct casata_match *m,
                           const char **wrong);
/* Rereads game n, taken earlier; false: missing or damaged. */
bool share_again(const struct share *s, const struct trainer *t, uint32_t n, struct casata_match *m);
const char *share_finish(const struct share *s, bool finished); /* writes or removes that file */

#endif
