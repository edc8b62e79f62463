/* noise.h: how busy a machine is with other work, to judge timings taken on it. */
#ifndef CASATA_LOAD_NOISE_H
#define CASATA_LOAD_NOISE_H

/* The unavoidable part of every acknowledged move, without any server: another process is woken, writes a page to a
 * file in `folder`, waits for the disk and wakes us. 1: as fast as on a quiet machine; 3: three times slower.
 * Takes one to two seconds. */
double noise_of_machine(const char *folder);

#endif
