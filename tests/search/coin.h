/*
 * coin.h - the common part of games about a coin, for tests: two seats divide 100 points, most of
 * them by a guess of the side that lies up.
 */
#ifndef PLYSCOPE_TESTS_COIN_H
#define PLYSCOPE_TESTS_COIN_H

#include "tests/unit/plain_parts.h"

#define COIN_OVER 2

struct coin {
	int32_t side;  /* 0 not seen, HEADS or TAILS */
	int32_t stage; /* 0, 1, COIN_OVER */
	int32_t got;   /* by seat 0 */
};

enum { HEADS = 1, TAILS = 2 };

static inline struct coin *
coin_of(const struct state *s)
{
	return (struct coin *)(void *)(uintptr_t)s->bytes;
}

static inline bool
coin_setup(struct game *g, struct status *st)
{
	g->traits = TRAIT_HIDDEN | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM;
	return true;
}

static inline void
coin_start(const struct game *g, struct state *s)
{
	*coin_of(s) = (struct coin){ .side = HEADS };
}

static inline bool
coin_settled(const struct game *g, const struct state *s)
{
	return coin_of(s)->stage == COIN_OVER;
}

static inline void
coin_points(const struct game *g, const struct state *s, int32_t *points)
{
	points[0] = coin_of(s)->got;
	points[1] = 100 - points[0];
}

static inline uint64_t
coin_hash(const struct game *g, const struct state *s)
{
	return game_state_hash(g, s);
}

static inline int
coin_progress(const struct game *g, const struct state *s)
{
	return coin_of(s)->stage * 500;
}

static inline void
coin_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = (struct bounds){ .high = { 100, 100 }, .maxsum = 100 };
}

static const struct option_spec coin_options[] = { { .key = NULL } };

/* Of a struct game_ops: all but its names, rules, knowledge and hidden. */
#define COIN_GAME \
	.summary = "a game for tests", .seats_default = 2, .seats_allowed = 1 << 2, \
	.unit = 1, .point_name = "points", .options = coin_options, \
	.state_size = sizeof(struct coin), .text = PLAIN_TEXT, .view = PLAIN_VIEW

/* Of a struct game_rules and of a struct game_knowledge. */
#define COIN_RULES \
	.setup = coin_setup, .start = coin_start, .settled = coin_settled, \
	.points = coin_points, .hash = coin_hash
#define COIN_KNOWLEDGE \
	.evaluate = coin_points, .bounds = coin_bounds, .progress = coin_progress

#endif
