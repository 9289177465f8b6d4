/*
 * kuhn.c - Kuhn's poker: three cards, one bet. See games/common/duel.h.
 *
 * Source: Kuhn 1950, "A simplified two-person poker". Ante 1, a bet of 1, no raise; the game is
 * worth -1/18 to the seat that acts first.
 */
#include "games/kuhn/kuhn.h"

#include <string.h>

enum option_at { OPT_RANKS, OPT_HANDS };

static const struct option_spec variant_options[] = {
	[OPT_RANKS] = { "ranks", OPTION_INT, "3", 3, DUEL_RANKS, NULL, "cards",
			"cards in the deck, all of different rank" },
	[OPT_HANDS] = { "hands", OPTION_INT, "1", 1, 1000, NULL, "hands",
			"hands in a game; who acts first changes" },
	{ .key = NULL },
};

static bool
setup(struct game *g, struct status *st)
{
	(void)st;
	const struct duel_variant r = {
		.ranks = (uint8_t)g->variant.v[OPT_RANKS].i,
		.suits = 1,
		.rounds = 1,
		.raises = 1,
		.ante = 1,
		.bet = { 1 },
		.hands = (uint16_t)g->variant.v[OPT_HANDS].i,
	};
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_HIDDEN | TRAIT_CHANCE | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM |
		    TRAIT_DRAWS;
	return true;
}

static const struct game_rules kuhn_rules = {
	.setup = setup,
	.start = duel_start,
	.acting = duel_acting,
	.moves = duel_moves,
	.play = duel_play,
	.settled = duel_settled,
	.points = duel_points,
	.hash = duel_hash,
};

const struct game_ops kuhn_game = {
	.key = "kuhn",
	.title = "Kuhn Poker",
	.summary = "three cards, one bet: the smallest game with a bluff",
	.source = "Kuhn 1950",
	.seats_min = 2,
	.seats_max = 2,
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = DUEL_UNIT,
	.point_name = "chips",
	.options = variant_options,
	.valued_options = "ranks",
	.state_size = sizeof(struct duel),
	.rules = &kuhn_rules,
	.chance = &duel_chance,
	.turns = &duel_turns,
	.knowledge = &duel_knowledge,
	.hidden = &duel_hidden,
	.text = &duel_text,
	.view = &duel_view,
	.public = &duel_public,
};
