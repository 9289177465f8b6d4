/*
 * usi.h - plyscope as an engine: a game played through standard input and output in USI, as
 * shogi programs speak it.
 */
#ifndef PLYSCOPE_WIRE_USI_H
#define PLYSCOPE_WIRE_USI_H

#include "src/core/game.h"
#include "src/core/player.h"

struct usi_setup {
	struct game game;     /* its texts are those of USI */
	struct player player; /* its limits hold where "go" gives none */
	uint64_t seed;
};

/* Reads commands until "quit", or their end; answers on stdout. False: st. */
bool usi_run(const struct usi_setup *setup, struct status *st);

#endif
