/*
 * ways.h - what a leaf at the depth limit tells: how the other seat may play on behind it.
 */
#ifndef PLYSCOPE_AI_COMMON_WAYS_H
#define PLYSCOPE_AI_COMMON_WAYS_H

#include "src/core/look.h"

struct way_told {
	char name[40]; /* "folding more" */
	double often;  /* it is chosen, over the seat's hands, 0..1 */
	double value;  /* to us, in points */
};

/* One sentence, with as many of the ways as it has room for. */
void ways_write(const struct game *g, int us, const struct way_told *way, int ways,
		int decimals, char out[static LOOK_PROOF]);

#endif
