/* hearts.c - Hearts for 3, 4 and 5 seats. */
#include "games/hearts.h"

const struct game_ops hearts_game = {
	.key = "hearts",
	.title = "Hearts",
	.summary = "take no hearts and not the queen of spades, or take them all",
	.source = "pagat.com, Hearts",
	.seats_min = 3,
	.seats_max = 5,
	.seats_default = 4,
	.seats_allowed = 1 << 3 | 1 << 4 | 1 << 5,
	.unit = 100,
	.point_name = "points",
	.state_size = sizeof(struct hearts_state),
};
