/*
 * oshi_zumo.h - Oshi-Zumo, the pushing wrestler: two seats bid coins, the higher bid pushes.
 *
 * A wrestler stands in the middle of 2 K + 1 places, -K .. K. West (seat 0) pushes him towards K,
 * East (seat 1) towards -K. In a round both commit a bid at the same time, the higher one pushes
 * by one place, equal bids leave him where he is, and both bids are spent. The seat that pushes
 * him off the board, beyond K or -K, wins. When both purses are empty, the seat on whose half he
 * stands loses; in the middle it is a draw. alesia=on: only pushing him off wins, every other end
 * is a draw.
 *
 * Moves. A bid is the number of its coins: minimum .. purse; a purse below the minimum, which
 * can only be an empty one, bids 0. With minimum=0 a round in which neither seat bids a coin ends
 * the game as two empty purses do: it could repeat for ever.
 *
 * Only the bid of a seat that waits for the other is hidden: redact() keeps the fact that it has
 * committed and forgets the coins (commit.h). The purse holds a committed bid until both are
 * revealed.
 *
 * Values. Unit OSHI_UNIT: a win 1, a draw 0.5 each, a loss 0; points of a match the same.
 *
 * Position text: `west|east|place`, the coins of both and where the wrestler stands, as in
 * `50|50|0` or `12|9|-2`. Further fields where they apply:
 *   bids=?,-    committed bids by seat: coins, ? unknown, - none
 *   end         neither seat bid a coin (minimum=0)
 */
#ifndef PLYSCOPE_GAMES_OSHI_ZUMO_H
#define PLYSCOPE_GAMES_OSHI_ZUMO_H

#include "games/common/commit.h"
#include "src/core/game.h"

#define OSHI_COINS 50
#define OSHI_SIZE  9
#define OSHI_UNIT  1200
#define OSHI_PAST  12 /* rounds remembered for a view */

/* g->parsed */
struct oshi_variant {
	int coins, size, minimum;
	bool alesia;
};

struct oshi {
	struct commits bids;
	int8_t place; /* -K - 1 .. K + 1 */
	uint8_t coins[2];
	bool ended; /* nobody bid a coin */
	/* The rounds played, for a view; none after a position was typed. Round k is at
	 * k % OSHI_PAST. */
	uint8_t rounds;
	uint8_t past_bid[OSHI_PAST][2];
};

static inline const struct oshi *
oshi_of(const struct state *s)
{
	return (const struct oshi *)(const void *)s->bytes;
}

static inline const struct oshi_variant *
oshi_variant(const struct game *g)
{
	return (const struct oshi_variant *)(const void *)g->parsed;
}

/* The least a purse may bid. */
static inline int
oshi_least(const struct oshi_variant *r, int purse)
{
	return purse < r->minimum ? purse : r->minimum;
}

extern const struct game_ops oshi_zumo_game;

#endif
