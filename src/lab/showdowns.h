/*
 * showdowns.h - what every hand wins of every other if all is checked down, in a game that deals
 * its whole board at once (deck_ops.boards), before the board comes.
 *
 * Memory: 8 bytes for each pair of hands, 14 MB; as much again while it is worked out.
 */
#ifndef PLYSCOPE_LAB_SHOWDOWNS_H
#define PLYSCOPE_LAB_SHOWDOWNS_H

#include "src/core/public.h"

struct showdowns {
	int hands;
	/* [hand of the other][hand], of hands that do not exclude each other: what the hand wins of
	 * a stake of 1, the mean over the boards that leave both alone; and how likely these are. */
	float *won, *beside;
};

/* False: no memory. */
bool showdowns_open(struct showdowns *x, const struct game *g);
void showdowns_close(struct showdowns *x);

#endif
