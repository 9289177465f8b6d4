/*
 * leduc.c - Leduc Hold'em: six cards, two rounds, one card on the board. See games/poker/duel.h.
 *
 * Source: Southey et al. 2005, "Bayes' Bluff". Ante 1, bets of 2 and then 4, a bet and a raise in
 * each round; the game is worth -0.0856 to the seat that acts first. betting=no-limit is the game
 * of Brown, Sandholm and Amos 2018, section 6.1, in small.
 */
#include "games/poker/duel.h"

#include <string.h>

enum option_at {
	OPT_RANKS,
	OPT_SUITS,
	OPT_BETTING,
	OPT_STACK,
	OPT_RAISES,
	OPT_HANDS,
	OPT_ANTE
};

static const struct option_spec variant_options[] = {
	[OPT_RANKS] = { "ranks", OPTION_INT, "3", 2, DUEL_RANKS, NULL, "ranks",
			"ranks of the deck" },
	[OPT_SUITS] = { "suits", OPTION_INT, "2", 2, DUEL_SUITS, NULL, "suits",
			"suits of the deck" },
	[OPT_BETTING] = { "betting", OPTION_CHOICE, "limit", 0, 0, "limit|no-limit", "",
			  "bets of 2 and then 4 chips, or any amount up to the stack" },
	[OPT_STACK] = { "stack", OPTION_INT, "50", 2, DUEL_STACK, NULL, "chips",
			"chips of a seat, refilled each hand; with no-limit betting" },
	[OPT_RAISES] = { "raises", OPTION_INT, "2", 1, DUEL_RAISES, NULL, "raises",
			 "most bets and raises in a round" },
	[OPT_HANDS] = { "hands", OPTION_INT, "1", 1, 1000, NULL, "hands",
			"hands in a game; the first seat to act alternates" },
	[OPT_ANTE] = { "ante", OPTION_INT, "1", 1, 100, NULL, "chips",
		       "chips each seat puts in before the cards" },
	{ .key = NULL },
};

static bool
leduc_setup(struct game *g, struct status *st)
{
	const struct option_value *v = g->variant.v;
	const struct duel_variant r = {
		.ranks = (uint8_t)v[OPT_RANKS].i,
		.suits = (uint8_t)v[OPT_SUITS].i,
		.rounds = 2,
		.raises = (uint8_t)v[OPT_RAISES].i,
		.no_limit = v[OPT_BETTING].i != 0,
		.ante = (uint16_t)v[OPT_ANTE].i,
		.bet = { 2, 4 },
		.stack = (uint16_t)v[OPT_STACK].i,
		.hands = (uint16_t)v[OPT_HANDS].i,
	};
	if (r.no_limit && r.stack <= r.ante)
		return status_fail(st, "leduc: stack=%d is no more than ante=%d", r.stack,
				   r.ante);
	memcpy(g->parsed, &r, sizeof r);
	g->traits = DUEL_TRAITS;
	return true;
}

static const struct game_rules leduc_rules = DUEL_RULES(leduc_setup);

const struct game_ops leduc_game = {
	.key = "leduc",
	.title = "Leduc Hold'em",
	.summary = "six cards, two rounds of betting, a card on the board",
	.source = "Southey et al. 2005",
	.options = variant_options,
	.valued_options = "ranks|suits|betting|stack|raises|ante",
	.rules = &leduc_rules,
	DUEL_PARTS,
};
