/*
 * zobrist.h - random 64-bit keys for incremental hashes (Zobrist 1970).
 *
 * The keys come from a fixed seed, so hashes are the same in every run and on every machine.
 */
#ifndef PLYSCOPE_GAMES_ZOBRIST_H
#define PLYSCOPE_GAMES_ZOBRIST_H

#include <stdint.h>

/* Fills count keys. Different seeds give independent keys. */
void zobrist_fill(uint64_t *keys, int count, uint64_t seed);

#endif
