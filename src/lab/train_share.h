/* train_share.h: a folder in which workers leave games and one learner takes them. Knows no game by name.
 *
 *   DIR/new/NAME.json      a game that a worker has finished
 *   DIR/games/N.json       game N of the training, N from 0
 *   DIR/damaged/NAME.json  a file that is no game for this training
 *   DIR/net, net.train, net.csv   the newest net, the state of the training, its curve
 *   DIR/finished           the training is over: workers stop
 */
#ifndef CASATA_LAB_TRAIN_SHARE_H
#define CASATA_LAB_TRAIN_SHARE_H

#include "casata/match.h"
#include "lab/train.h"

enum { SHARE_PATH = 1024, SHARE_AHEAD = 256 /* games that may wait for the learner */ };

struct share {
    const char *dir;
    int lock; /* of the learner */
};

/* Creates the missing files of the folder; NULL, or the error. */
const char *share_open(struct share *s, const char *dir);
/* Only one at a time; NULL, or the error. Lasts until the program ends. */
const char *share_lock(struct share *s);
void share_path(const struct share *s, const char *name, char path[SHARE_PATH]);

/* --- workers */
bool share_finished(const struct share *s);
int share_waiting(const struct share *s); /* games that the learner has not taken */
/* Game number i of a worker: NULL, or what went wrong. */
const char *share_leave(const struct share *s, uint64_t worker, uint64_t i, const struct casata_match *m);

/* --- the learner */
enum share_took { SHARE_NONE, SHARE_GAME, SHARE_FAILED };
/* Takes game n, one that was taken before an interruption or else a new one. Files that are no games for this training are put
 * aside with a message. SHARE_NONE: there is none yet; SHARE_FAILED: *wrong says why. */
enum share_took share_take(const struct share *s, const struct trainer *t, uint32_t n, struct casata_match *m,
                           const char **wrong);
/* Game n again, which was taken earlier; false: it is not there or damaged. */
bool share_again(const struct share *s, const struct trainer *t, uint32_t n, struct casata_match *m);
const char *share_finish(const struct share *s, bool finished); /* writes or removes that file */

#endif
