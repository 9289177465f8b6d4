/*
 * walk.h - every game of the catalog in every variant, walked by random moves.
 *
 * A variant is: each number of seats, and for each option each of its other values (the two
 * ends of a range) with everything else at its default. Combinations that the game refuses
 * are left out. A failure prints game, variant and seed: `plyscope play` takes all three.
 */
#ifndef PLYSCOPE_TESTS_LAWS_WALK_H
#define PLYSCOPE_TESTS_LAWS_WALK_H

#include "src/app/catalog.h"
#include "src/core/game.h"
#include "tests/scale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WALK_VARIANTS 160

/* One step of a walk: the state, and how it came about. */
struct step {
	const struct game *g;
	const struct state *from; /* NULL at the start */
	int seat;		  /* who moved */
	move m;
	const struct state *s;
	struct rng *r;
	uint64_t seed;
};

typedef void law(const struct step *w);

static inline int
walk_variants(const struct game_ops *ops, struct game *out)
{
	int n = 0;
	for (int seats = game_seats_min(ops); seats <= game_seats_max(ops); seats++) {
		if (!(ops->seats_allowed >> seats & 1))
			continue;
		if (game_init(&out[n], ops, seats, NULL, NULL))
			n++;
		for (const struct option_spec *o = ops->options; o && o->key; o++) {
			for (int k = 0; k < 12 && n < WALK_VARIANTS; k++) {
				char value[64];
				struct options v;
				if (o->kind == OPTION_CHOICE || o->kind == OPTION_NAME) {
					if (!option_choice(o->choices, k, value,
							   sizeof value))
						break;
				} else if (o->kind == OPTION_SWITCH) {
					if (k > 1)
						break;
					snprintf(value, sizeof value, "%s",
						 k ? "on" : "off");
				} else {
					if (k > 1)
						break;
					snprintf(value, sizeof value, "%.0f",
						 k ? o->max : o->min);
				}
				options_init(&v, ops->options);
				if (!options_set(&v, o->key, value, NULL) ||
				    options_is_default(&v, options_find(&v, o->key)))
					continue;
				if (game_init(&out[n], ops, seats, &v, NULL))
					n++;
			}
		}
	}
	return n;
}

/* What a failing test prints first. */
static inline void
walk_name(const struct game *g, uint64_t seed)
{
	char changed[200];
	options_format_changed(&g->variant, changed, sizeof changed);
	print_message("# %s -o seats=%d%s%s --seed %llu\n", g->ops->key, g->seats,
		      changed[0] ? "," : "", changed, (unsigned long long)seed);
}

/* Plays until the game is over or max_plies, calling the law at about `checks` states spread
 * over the walk. Every fourth move is uniform, the rest the game's own policy when it has
 * one; uniform > 0: all are uniform. Returns the plies played. */
static inline int
walk(const struct game *g, uint64_t seed, int max_plies, int every, bool uniform,
     law *check)
{
	static struct state a, b;
	static move moves[MOVES_MAX];
	struct rng r;
	rng_seed(&r, seed);
	memset(&a, 0, sizeof a);
	g->rules->start(g, &a);
	struct step w = { .g = g, .s = &a, .seat = SEAT_NONE, .r = &r, .seed = seed };
	check(&w);
	int ply = 0;
	for (; ply < max_plies; ply++) {
		seat_set acting = g->rules->acting(g, &a);
		if (acting == 0)
			break;
		int seat = SEAT_CHANCE;
		move m;
		if (acting == ACTING_CHANCE) {
			m = g->chance->sample(g, &a, &r);
		} else {
			do
				seat = (int)rng_below(&r, (uint32_t)g->seats);
			while (!(acting >> seat & 1));
			int n = g->rules->moves(g, &a, seat, moves);
			assert_in_range(n, 1, MOVES_MAX);
			if (uniform || !g->knowledge->policy || rng_below(&r, 4) == 0)
				m = moves[rng_below(&r, (uint32_t)n)];
			else
				m = g->knowledge->policy(g, &a, seat, &r);
			/* One that is not listed, where there are such: an amount near it. */
			const move near = m + rng_below(&r, 7) - 3;
			if (g->turns->legal != NULL && g->turns->legal(g, &a, seat, near))
				m = near;
		}
		memset(&b, 0, sizeof b);
		g->rules->play(g, &a, seat, m, &b);
		struct step now = { .g = g,
				    .from = &a,
				    .seat = seat,
				    .m = m,
				    .s = &b,
				    .r = &r,
				    .seed = seed };
		if (every <= 1 || rng_below(&r, (uint32_t)every) == 0 ||
		    seat == SEAT_CHANCE || g->rules->settled(g, &b))
			check(&now);
		a = b;
	}
	return ply;
}

#endif
