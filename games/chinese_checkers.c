/* chinese_checkers.c - the star of 121 cells for two to six seats. */
#include "games/chinese_checkers.h"

const struct game_ops chinese_checkers_game = {
	.key = "chinese-checkers",
	.title = "Chinese Checkers",
	.summary = "Race your pegs across the star by steps and chains of hops",
	.seats_min = 2,
	.seats_max = 6,
	.seats_default = 3,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6,
};
