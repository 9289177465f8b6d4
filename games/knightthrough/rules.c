/*
 * rules.c - Knightthrough: men leap like the knight of chess, forward only or all eight ways,
 * and take where they land. All else is a race (games/common/race.h).
 *
 * Source: Ludii and Kowalski et al. (forward leaps); the General Game Playing competitions
 * (Knightthrough by analogy with Breakthrough).
 */
#include "games/common/race.h"

enum option_at { OPT_ROWS, OPT_COLUMNS, OPT_MOVES, OPT_TURNS };
enum moves_choice { FORWARD, ALL };

static const struct option_spec variant_options[] = {
	[OPT_ROWS] = { "rows", OPTION_INT, "8", 4, SQUARES_SIDE, NULL, "rows",
		       "rows of the board, two of them full on each side" },
	[OPT_COLUMNS] = { "columns", OPTION_INT, "8", 3, SQUARES_SIDE, NULL, "columns",
			  "columns of the board" },
	[OPT_MOVES] = { "moves", OPTION_CHOICE, "forward", 0, 0, "forward|all", "",
			"leaps towards the other side only, or all eight of a knight" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "200", 10, 1000, NULL, "turns",
			"turns of each seat before the game is drawn; with moves=all" },
	{ .key = NULL },
};

static bool
kt_setup(struct game *g, struct status *st)
{
	const struct option_value *v = g->variant.v;
	race_setup(g, v[OPT_MOVES].i == ALL ? RACE_KNIGHTS : RACE_LEAPS,
		   (int)v[OPT_ROWS].i, (int)v[OPT_COLUMNS].i, (int)v[OPT_TURNS].i);
	return true;
}

static const struct game_rules rules = {
	.setup = kt_setup,
	.start = race_start,
	.acting = squares_acting,
	.moves = race_moves,
	.play = race_play,
	.settled = squares_settled,
	.points = squares_points,
	.hash = race_hash,
};

static const struct game_turns turns = {
	.key = squares_state_key,
};

const struct game_ops knightthrough_game = {
	.key = "knightthrough",
	.title = "Knightthrough",
	.summary = "bring one knight to the other side of the board",
	.source = "Ludii; Kowalski and others 2022",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = 2 * RACE_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "rows|columns|moves",
	.state_size = sizeof(struct squares_game),
	.rules = &rules,
	.turns = &turns,
	.knowledge = &race_knowledge,
	.text = &race_text,
	.view = &race_view,
	.fast = &race_fast,
	.race = &race_ops,
};
