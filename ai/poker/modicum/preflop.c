/*
 * preflop.c - the classes of hands before the flop, their equities, and boards that are drawn. See
 * leaf.h.
 *
 * All hands of a class weigh alike before the flop, so that a pair of classes counts by the part of
 * its pairs of hands that go together; which suits two hands share is lost. Equities over all
 * boards are the game's; a variant that does not know them has those of the boards that are drawn.
 */
#include "ai/poker/modicum/leaf.h"

#include <string.h>

size_t
leaf_preflop_bytes(const struct game *g, int boards)
{
	const int groups = g->ops->public->classes->count;
	return leaf_flop_bytes(groups, boards) + leaf_flop_bytes(groups, 0) / 3;
}

/* ---- classes ----------------------------------------------------------------------------- */

static void
preflop_list_classes(struct leaf_flop *f)
{
	const struct public_ops *ops = f->g->ops->public;
	int n = 0;
	for (int c = 0; c < f->groups; c++) {
		f->begins[c] = (uint16_t)n;
		for (int h = 0; h < PUBLIC_HANDS; h++)
			if (ops->classes->of(h) == c) {
				f->member[n++] = (uint16_t)h;
				f->group[h] = (uint16_t)c;
			}
	}
	f->begins[f->groups] = (uint16_t)n;
}

static int
size_of(const struct leaf_flop *f, int class)
{
	return f->begins[class + 1] - f->begins[class];
}

static void
preflop_count_pairs(struct leaf_flop *f)
{
	for (int a = 0; a < PUBLIC_HANDS; a++)
		for (int b = 0; b < PUBLIC_HANDS; b++)
			f->unblocked[f->group[a] * f->stride + f->group[b]] +=
				(f->cards[a] & f->cards[b]) == 0;
	for (int a = 0; a < f->groups; a++)
		for (int b = 0; b < f->groups; b++)
			f->unblocked[a * f->stride + b] /=
				(float)(size_of(f, a) * size_of(f, b));
}

static void
fill_equities(struct leaf_flop *f)
{
	const struct deck_ops *deck = f->g->ops->public->deck;
	float won[SUBGAME_CLASSES * SUBGAME_CLASSES];
	f->exact = deck->equities != NULL && deck->equities(f->g, won);
	for (int a = 0; a < f->groups && f->exact; a++)
		for (int b = 0; b < f->groups; b++)
			f->equity[a * f->stride + b] = -won[a * f->groups + b];
}

bool
leaf_preflop_open(struct leaf_flop *f, struct arena *arena, const struct game *g,
		  const struct abstract_table *table, int boards)
{
	*f = (struct leaf_flop){ .g = g,
				 .table = table,
				 .groups = g->ops->public->classes->count,
				 .room = boards };
	if (!leaf_flop_take(f, arena))
		return false;
	const size_t square = (size_t)f->stride * (size_t)f->stride * sizeof(float);
	f->unblocked = arena_take(arena, square);
	if (f->unblocked == NULL)
		return false;
	memset(f->equity, 0, square);
	memset(f->unblocked, 0, square);
	preflop_list_classes(f);
	preflop_count_pairs(f);
	fill_equities(f);
	return true;
}

/* ---- boards that are drawn --------------------------------------------------------------- */

/* The next cards, which are drawn, after calls alone. */
static void
deal_next(const struct game *g, struct state *s, struct rng *rng)
{
	leaf_flop_call(g, s);
	g->rules->play(g, s, SEAT_CHANCE, g->chance->sample(g, s, rng), s);
}

/* What classes show on the boards, where it is not known of all. */
static void
take_shown(struct leaf_flop *f)
{
	for (int a = 0; a < f->groups; a++)
		for (int b = 0; b <= a; b++) {
			const int one = a * f->stride + b, other = b * f->stride + a;
			const float n = f->count[one] + f->count[other];
			f->equity[one] =
				n > 0 ? (f->shown[one] - f->shown[other]) / n : 0;
			f->equity[other] = -f->equity[one];
		}
}

bool
leaf_preflop_draw(struct leaf_flop *f, const struct state *at, int boards, uint64_t seed)
{
	static _Thread_local uint16_t bucket[LEAF_ROUNDS][PUBLIC_HANDS];
	const struct bucket_ops *ops = f->g->ops->public->buckets;
	const size_t square = (size_t)f->stride * (size_t)f->stride * sizeof(float);
	boards = boards < f->room ? boards : f->room;
	if (f->boards == boards)
		return true;
	f->boards = boards;
	memset(f->shown, 0, square);
	memset(f->count, 0, square);
	for (int i = 0; i < boards; i++) {
		struct state s = *at;
		struct rng rng;
		if (!leaf_flop_may_go_on(f)) {
			f->boards = 0;
			return false;
		}
		rng_seed(&rng, rng_fork(seed, (uint64_t)i));
		for (int k = 0; k < LEAF_ROUNDS; k++) {
			deal_next(f->g, &s, &rng);
			ops->of(f->g, f->table->lookup, &s, bucket[k]);
		}
		leaf_flop_put(f, i, f->g->ops->public->deck->cards(f->g, &s), bucket,
			      &rng);
	}
	if (!f->exact)
		take_shown(f);
	return true;
}
