/*
 * guess.h - a game for tests in which searches that know the deal are wrong: the smallest case of
 * strategy fusion (Frank & Basin 1998).
 */
#ifndef PLYSCOPE_TESTS_GUESS_H
#define PLYSCOPE_TESTS_GUESS_H

#include "tests/search/coin.h"

/*
 * The guessing game: neither seat sees the coin. At stage 0 seat 0 takes 70 of the 100 points, or
 * chooses to guess; at stage 1 it names a side, and gets 100 or nothing. To a search that knows the
 * coin of every deal guessing is worth 100; it is worth 50.
 */
enum { TAKE = 1, GUESS = 2 };

static inline seat_set
guess_acting(const struct game *g, const struct state *s)
{
	return coin_of(s)->stage < COIN_OVER ? 1 : 0;
}

static inline int
guess_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)s, (void)seat;
	out[0] = 1;
	out[1] = 2;
	return 2;
}

static inline void
guess_play(const struct game *g, const struct state *from, int seat, move m,
	   struct state *to)
{
	(void)g, (void)seat;
	*to = *from;
	struct coin *x = coin_of(to);
	if (x->stage == 1)
		x->got = (int32_t)m == x->side ? 100 : 0;
	else if (m == TAKE)
		x->got = 70;
	x->stage = x->stage == 1 || m == TAKE ? COIN_OVER : 1;
}

static inline void
guess_redact(const struct game *g, struct state *s, int viewer)
{
	if (viewer != SEAT_ALL)
		coin_of(s)->side = 0;
}

static inline void
guess_determinize(const struct game *g, struct state *s, int viewer, struct rng *r)
{
	(void)g, (void)viewer;
	coin_of(s)->side = 1 + (int32_t)rng_below(r, 2);
}

static const struct game_ops guess_game = {
	.key = "guess",
	.title = "Guess",
	COIN_GAME,
	.rules =
		&(const struct game_rules){
			COIN_RULES,
			.acting = guess_acting,
			.moves = guess_moves,
			.play = guess_play,
		},
	.knowledge = &(const struct game_knowledge){ COIN_KNOWLEDGE },
	.hidden =
		&(const struct game_hidden){
			.redact = guess_redact,
			.determinize = guess_determinize,
		},
};

#endif
