/* flop.c - the hands of a flop in groups, their equities, and boards that are drawn. See leaf.h. */
#include "ai/poker/modicum/leaf.h"

#include "src/base/radix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CARDS	SUBGAME_CARDS
#define SPREADS 4 /* parts by spread that a part by equity has */
#define PARTS	(LEAF_STANDING - 2)

/* Bounds of the groups by strength: strong hands have finer groups. */
static const double part_ends[PARTS - 1] = { .25, .5, .7, .85, .95 };

static inline uint64_t
leaf_flop_bit(int card)
{
	return UINT64_C(1) << card;
}

static int
leaf_flop_stride_of(int groups)
{
	return (groups + SUBGAME_LANES - 1) / SUBGAME_LANES * SUBGAME_LANES;
}

size_t
leaf_flop_bytes(int groups, int boards)
{
	const size_t stride = (size_t)leaf_flop_stride_of(groups);
	return 3 * stride * stride * sizeof(float) +
	       (size_t)boards * 2 * stride * sizeof(struct leaf_hand);
}

bool
leaf_flop_take(struct leaf_flop *f, struct arena *arena)
{
	f->stride = leaf_flop_stride_of(f->groups);
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		int card[2];
		f->g->ops->public->deck->hand(f->g, h, card);
		f->cards[h] = leaf_flop_bit(card[0]) | leaf_flop_bit(card[1]);
	}
	const size_t square = (size_t)f->stride * (size_t)f->stride * sizeof(float);
	f->equity = arena_take(arena, square);
	f->shown = arena_take(arena, square);
	f->count = arena_take(arena, square);
	f->hand = arena_take(arena,
			     (size_t)f->room * 2 * (size_t)f->stride * sizeof *f->hand);
	return f->equity != NULL && f->shown != NULL && f->count != NULL &&
	       f->hand != NULL;
}

bool
leaf_flop_open(struct leaf_flop *f, struct arena *arena, const struct game *g,
	       const struct abstract_table *table, int groups, int boards)
{
	*f = (struct leaf_flop){ .g = g,
				 .table = table,
				 .round = 1,
				 .groups = groups,
				 .room = boards,
				 .exact = true };
	return leaf_flop_take(f, arena);
}

/* ---- hands on a board -------------------------------------------------------------------- */

/* Hands in the order of strength. */
struct board_order {
	int count;
	struct board_hand {
		uint16_t hand, strength;
		uint8_t card[2];
	} hand[PUBLIC_HANDS], dealt[PUBLIC_HANDS]; /* dealt: as numbered */
};

static void
rank_hands(const struct leaf_flop *f, uint64_t board, struct board_order *out)
{
	const struct deck_ops *deck = f->g->ops->public->deck;
	uint16_t strength[PUBLIC_HANDS], order[PUBLIC_HANDS];
	int n = 0;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		const uint64_t cards = f->cards[h];
		if ((cards & board) != 0)
			continue;
		strength[n] = (uint16_t)deck->strength(f->g, board, h);
		out->dealt[n] = (struct board_hand){
			(uint16_t)h,
			strength[n],
			{ (uint8_t)__builtin_ctzll(cards),
			  (uint8_t)(63 - __builtin_clzll(cards)) },
		};
		n++;
	}
	out->count = n;
	radix_order(strength, n, order);
	for (int i = 0; i < n; i++)
		out->hand[i] = out->dealt[order[i]];
}

/* The end of the hands that are as strong as the one at `from`. */
static int
end_of_ties(const struct board_order *r, int from)
{
	int to = from;
	while (to < r->count && r->hand[to].strength == r->hand[from].strength)
		to++;
	return to;
}

/* All pairs of cards that may still come. False: more() said so. */
static bool
over_boards(struct leaf_flop *f, struct board_order *r, void *self,
	    void (*visit)(struct leaf_flop *f, const struct board_order *r, void *self))
{
	for (int one = 0; one < CARDS; one++)
		for (int other = one + 1; other < CARDS; other++) {
			const uint64_t next = leaf_flop_bit(one) | leaf_flop_bit(other);
			if ((next & f->board) != 0)
				continue;
			if (!leaf_flop_may_go_on(f))
				return false;
			rank_hands(f, f->board | next, r);
			visit(f, r, self);
		}
	return true;
}

/* ---- groups ------------------------------------------------------------------------------ */

struct flop_standing {
	double mean, square, boards, key;
	int hand, in[PARTS];
};

static int
leaf_flop_part_of(double standing)
{
	int part = 0;
	while (part < PARTS - 1 && standing > part_ends[part])
		part++;
	return part;
}

static void
leaf_flop_add_standing(struct leaf_flop *f, const struct board_order *r, void *self)
{
	struct flop_standing *x = self;
	for (int from = 0, to; from < r->count; from = to) {
		to = end_of_ties(r, from);
		const double standing = (from + to) / 2.0 / r->count;
		const int part = leaf_flop_part_of(standing);
		for (int i = from; i < to; i++) {
			struct flop_standing *h = &x[r->hand[i].hand];
			h->mean += standing;
			h->square += standing * standing;
			h->boards++;
			h->in[part]++;
		}
	}
}

static int
by_key(const void *a, const void *b)
{
	const struct flop_standing *x = a, *y = b;
	if (x->key < y->key || x->key > y->key)
		return x->key < y->key ? -1 : 1;
	return x->hand - y->hand;
}

/* Cuts hands in order into groups: parts by equity, each cut again by spread. */
static void
leaf_flop_cut(struct leaf_flop *f, struct flop_standing *x, int n)
{
	const int groups = f->groups < n ? f->groups : n,
		  spreads = groups < n ? SPREADS : 1, means = groups / spreads;
	qsort(x, (size_t)n, sizeof *x, by_key);
	f->groups = means * spreads;
	int at = 0;
	for (int part = 0; part < means; part++) {
		const int from = n * part / means, to = n * (part + 1) / means;
		for (int i = from; i < to; i++)
			x[i].key = x[i].square - x[i].mean * x[i].mean;
		qsort(x + from, (size_t)(to - from), sizeof *x, by_key);
		for (int k = 0; k < spreads; k++, at++) {
			const int begin = from + (to - from) * k / spreads;
			f->begins[at] = (uint16_t)begin;
		}
	}
	f->begins[at] = (uint16_t)n;
	for (int group = 0; group < f->groups; group++)
		for (int i = f->begins[group]; i < f->begins[group + 1]; i++) {
			f->member[i] = (uint16_t)x[i].hand;
			f->group[x[i].hand] = (uint16_t)group;
		}
}

/* Means over the hands of each group, which stand together. */
static void
leaf_flop_tell_standing(struct leaf_flop *f, const struct flop_standing *x)
{
	for (int group = 0; group < f->groups; group++) {
		double sum[LEAF_STANDING] = { 0 };
		const int from = f->begins[group], to = f->begins[group + 1];
		for (int i = from; i < to; i++) {
			const double spread = x[i].square - x[i].mean * x[i].mean;
			sum[0] += x[i].mean;
			sum[1] += sqrt(spread > 0 ? spread : 0);
			for (int k = 0; k < PARTS; k++)
				sum[2 + k] += x[i].in[k] / x[i].boards;
		}
		for (int k = 0; k < LEAF_STANDING; k++)
			f->standing[group][k] = (float)(sum[k] / (to - from));
	}
}

static bool
find_groups(struct leaf_flop *f, struct board_order *r)
{
	static _Thread_local struct flop_standing x[PUBLIC_HANDS];
	int n = 0;
	memset(x, 0, sizeof x);
	if (!over_boards(f, r, x, leaf_flop_add_standing))
		return false;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		f->group[h] = 0;
		if (!(x[h].boards > 0))
			continue;
		const double boards = x[h].boards;
		x[n] = x[h];
		x[n].mean /= boards;
		x[n].square /= boards;
		x[n].key = x[n].mean;
		x[n++].hand = h;
	}
	leaf_flop_cut(f, x, n);
	leaf_flop_tell_standing(f, x);
	return true;
}

/* ---- equities ---------------------------------------------------------------------------- */

/* Of the hands passed by, how many are in each group; likewise of those with each card: rows of
 * the flop's stride. */
struct beaten {
	float all[LEAF_ROW], with[CARDS * LEAF_ROW];
};

static void
add_wins(struct leaf_flop *f, const struct board_order *r, void *self)
{
	struct beaten *p = self;
	const int stride = f->stride;
	memset(p->all, 0, (size_t)stride * sizeof *p->all);
	memset(p->with, 0, (size_t)(CARDS * stride) * sizeof *p->with);
	for (int from = 0, to; from < r->count; from = to) {
		to = end_of_ties(r, from);
		for (int i = from; i < to; i++) {
			const struct board_hand *h = &r->hand[i];
			float *row = f->equity + f->group[h->hand] * stride;
			const float *one = p->with + h->card[0] * stride,
				    *other = p->with + h->card[1] * stride;
			for (int k = 0; k < stride; k++)
				row[k] += p->all[k] - one[k] - other[k];
		}
		for (int i = from; i < to; i++) {
			const struct board_hand *h = &r->hand[i];
			const int group = f->group[h->hand];
			p->all[group]++;
			p->with[h->card[0] * stride + group]++;
			p->with[h->card[1] * stride + group]++;
		}
	}
}

/* The pairs of a hand of either group that go together. */
static int
pairs_of(const struct leaf_flop *f, int a, int b)
{
	int n = 0;
	for (int i = f->begins[a]; i < f->begins[a + 1]; i++)
		for (int k = f->begins[b]; k < f->begins[b + 1]; k++)
			n += (f->cards[f->member[i]] & f->cards[f->member[k]]) == 0;
	return n;
}

/* From wins of the first over the second to what the second wins of the first. */
static void
balance(struct leaf_flop *f)
{
	const int boards = (CARDS - 7) * (CARDS - 8) / 2;
	for (int a = 0; a < f->groups; a++)
		for (int b = 0; b <= a; b++) {
			float *one = &f->equity[a * f->stride + b],
			      *other = &f->equity[b * f->stride + a];
			const float pairs = (float)(pairs_of(f, a, b) * boards),
				    by = pairs > 0 ? (*other - *one) / pairs : 0;
			*one = by;
			*other = -by;
		}
}

bool
leaf_flop_find(struct leaf_flop *f, const struct state *at)
{
	static _Thread_local struct board_order r;
	static _Thread_local struct beaten p;
	const uint64_t board = f->g->ops->public->deck->cards(f->g, at);
	if (board == f->board)
		return true;
	f->board = board;
	f->boards = 0;
	memset(f->equity, 0, (size_t)f->stride * (size_t)f->stride * sizeof *f->equity);
	if (!find_groups(f, &r) || !over_boards(f, &r, &p, add_wins)) {
		f->board = 0;
		return false;
	}
	balance(f);
	return true;
}

/* ---- boards that are drawn --------------------------------------------------------------- */

/* Cards that are not out, in an order of their own. */
static int
leaf_flop_shuffle(uint64_t out, uint64_t seed, uint8_t *card)
{
	struct rng r;
	int n = 0;
	rng_seed(&r, seed);
	for (int c = 0; c < CARDS; c++)
		if ((out & leaf_flop_bit(c)) == 0)
			card[n++] = (uint8_t)c;
	for (int i = n - 1; i > 0; i--) {
		const int k = (int)rng_below(&r, (uint32_t)i + 1);
		const uint8_t kept = card[i];
		card[i] = card[k];
		card[k] = kept;
	}
	return n;
}

void
leaf_flop_call(const struct game *g, struct state *s)
{
	const struct public_ops *ops = g->ops->public;
	while (!g->rules->settled(g, s) && game_mover(g, s) != SEAT_CHANCE) {
		move m[MOVES_MAX];
		const int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, m);
		int call = 0;
		while (call < n - 1 && !ops->calls(m[call]))
			call++;
		g->rules->play(g, s, seat, m[call], s);
	}
}

/* The next card, after calls alone. */
static void
leaf_flop_deal_card(const struct game *g, struct state *s, int card)
{
	leaf_flop_call(g, s);
	g->rules->play(g, s, SEAT_CHANCE, g->ops->public->deck->deal(g, card), s);
}

/* A hand of each group that goes with the board, for both seats. */
static void
leaf_flop_draw_hands(struct leaf_flop *f, int at, uint64_t board,
		     uint16_t bucket[LEAF_ROUNDS][PUBLIC_HANDS], struct rng *rng)
{
	const struct deck_ops *deck = f->g->ops->public->deck;
	struct leaf_hand *out = f->hand + (size_t)at * 2 * (size_t)f->stride;
	for (int seat = 0; seat < 2; seat++, out += f->stride)
		for (int group = 0; group < f->groups; group++) {
			const int begin = f->begins[group],
				  size = f->begins[group + 1] - begin,
				  from = (int)rng_below(rng, (uint32_t)size);
			out[group] = (struct leaf_hand){ .cards = 0 };
			for (int i = 0; i < size && out[group].cards == 0; i++) {
				const int h = f->member[begin + (from + i) % size];
				const uint64_t cards = f->cards[h];
				if ((cards & board) == 0)
					out[group] = (struct leaf_hand){
						cards,
						{ bucket[0][h], bucket[1][h],
						  bucket[2][h] },
						(uint16_t)deck->strength(f->g, board, h),
					};
			}
		}
}

/* What the hands of a board show. */
static void
add_shown(struct leaf_flop *f, int at)
{
	const struct leaf_hand *one = f->hand + (size_t)at * 2 * (size_t)f->stride,
			       *other = one + f->stride;
	for (int a = 0; a < f->groups; a++)
		for (int b = 0; b < f->groups; b++) {
			if (one[a].cards == 0 || other[b].cards == 0 ||
			    (one[a].cards & other[b].cards) != 0)
				continue;
			const int x = one[a].strength, y = other[b].strength;
			f->shown[a * f->stride + b] += (float)((y > x) - (y < x));
			f->count[a * f->stride + b]++;
		}
}

void
leaf_flop_put(struct leaf_flop *f, int at, uint64_t board,
	      uint16_t bucket[LEAF_ROUNDS][PUBLIC_HANDS], struct rng *rng)
{
	leaf_flop_draw_hands(f, at, board, bucket, rng);
	add_shown(f, at);
}

bool
leaf_flop_draw(struct leaf_flop *f, const struct state *at, int boards, uint64_t seed)
{
	const struct bucket_ops *ops = f->g->ops->public->buckets;
	const size_t square = (size_t)f->stride * (size_t)f->stride * sizeof(float);
	uint16_t bucket[LEAF_ROUNDS][PUBLIC_HANDS] = { { 0 } };
	uint8_t first[CARDS], second[CARDS];
	boards = boards < f->room ? boards : f->room;
	if (f->boards == boards)
		return true;
	f->boards = boards;
	memset(f->shown, 0, square);
	memset(f->count, 0, square);
	seed = rng_fork(seed, f->board);
	const int turns = leaf_flop_shuffle(f->board, seed, first);
	for (int i = 0; i < turns; i++) {
		struct state s = *at;
		leaf_flop_deal_card(f->g, &s, first[i]);
		const uint64_t board = f->board | leaf_flop_bit(first[i]);
		const int rivers =
			leaf_flop_shuffle(board, rng_fork(seed, (uint64_t)i), second);
		for (int k = 0; k < rivers && k * turns + i < f->boards; k++) {
			const int number = k * turns + i;
			struct state end = s;
			struct rng rng;
			if (!leaf_flop_may_go_on(f)) {
				f->boards = 0;
				return false;
			}
			if (k == 0)
				ops->of(f->g, f->table->lookup, &s, bucket[1]);
			leaf_flop_deal_card(f->g, &end, second[k]);
			ops->of(f->g, f->table->lookup, &end, bucket[2]);
			rng_seed(&rng, rng_fork(seed, (uint64_t)(CARDS + number)));
			leaf_flop_put(f, number, board | leaf_flop_bit(second[k]), bucket,
				      &rng);
		}
	}
	return true;
}
