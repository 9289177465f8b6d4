/*
 * rules.c - Breakthrough: men step one row on, straight to an empty square or diagonally, and
 * take diagonally only. All else is a race (games/common/race.h).
 *
 * Source: Troyka 2000; sizes other than 8x8 as solved by Saffidine, Jouandeau and Cazenave 2011.
 */
#include "games/common/race.h"

enum option_at { OPT_ROWS, OPT_COLUMNS };

static const struct option_spec variant_options[] = {
	[OPT_ROWS] = { "rows", OPTION_INT, "8", 4, SQUARES_SIDE, NULL, "rows",
		       "rows of the board, two of them full on each side" },
	[OPT_COLUMNS] = { "columns", OPTION_INT, "8", 2, SQUARES_SIDE, NULL, "columns",
			  "columns of the board" },
	{ .key = NULL },
};

static bool
breakthrough_setup(struct game *g, struct status *st)
{
	const struct option_value *v = g->variant.v;
	race_setup(g, RACE_STEPS, (int)v[OPT_ROWS].i, (int)v[OPT_COLUMNS].i, 0);
	return true;
}

static const struct game_rules rules = {
	.setup = breakthrough_setup,
	.start = race_start,
	.acting = squares_acting,
	.moves = race_moves,
	.play = race_play,
	.settled = squares_settled,
	.points = squares_points,
	.hash = race_hash,
};

const struct game_ops breakthrough_game = {
	.key = "breakthrough",
	.title = "Breakthrough",
	.summary = "bring one man to the other side of the board",
	.source = "Troyka 2000; small boards: Saffidine, Jouandeau and Cazenave 2011",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = 2 * RACE_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "rows|columns",
	.state_size = sizeof(struct squares_game),
	.rules = &rules,
	.knowledge = &race_knowledge,
	.text = &race_text,
	.view = &race_view,
	.fast = &race_fast,
	.race = &race_ops,
};
