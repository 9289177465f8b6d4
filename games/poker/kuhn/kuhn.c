/*
 * kuhn.c - Kuhn's poker: three cards, one bet. See games/poker/duel.h.
 *
 * Source: Kuhn 1950, "A simplified two-person poker". Ante 1, a bet of 1, no raise; the game is
 * worth -1/18 to the seat that acts first.
 */
#include "games/poker/duel.h"

#include <string.h>

enum option_at { OPT_RANKS, OPT_HANDS };

static const struct option_spec variant_options[] = {
	[OPT_RANKS] = { "ranks", OPTION_INT, "3", 3, DUEL_RANKS, NULL, "cards",
			"cards in the deck, all of different rank" },
	[OPT_HANDS] = { "hands", OPTION_INT, "1", 1, 1000, NULL, "hands",
			"hands in a game; the first seat to act alternates" },
	{ .key = NULL },
};

static bool
kuhn_setup(struct game *g, struct status *st)
{
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
	g->traits = DUEL_TRAITS;
	return true;
}

static const struct game_rules kuhn_rules = DUEL_RULES(kuhn_setup);

const struct game_ops kuhn_game = {
	.key = "kuhn",
	.title = "Kuhn Poker",
	.summary = "three cards, one bet: the smallest game with a bluff",
	.source = "Kuhn 1950",
	.options = variant_options,
	.valued_options = "ranks",
	.rules = &kuhn_rules,
	DUEL_PARTS,
};
