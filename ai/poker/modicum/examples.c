/* examples.c - see examples.h. */
#include "ai/poker/modicum/examples.h"

#include "ai/poker/tree/train.h"

#include <string.h>

#define CARDS	 SUBGAME_CARDS
#define TURN	 2 /* the round */
#define SUITS	 4
#define HELD_OUT 16 /* one flop of so many */
#define PAIRS	 (NET_ROW / EXAMPLE_PLACES)
#define TRIES	 100

bool
example_drawer_open(struct example_drawer *d, const struct game *g,
		    const struct abstract_table *table, int boards, atomic_bool *stop,
		    struct arena *arena)
{
	memset(d, 0, sizeof *d);
	d->stop = stop;
	d->g = g;
	public_train_begin(g, &d->begin);
	if (!leaf_flop_open(&d->flop, arena, g, table, EXAMPLE_GROUPS, boards) ||
	    !input_flop_open(&d->told, &d->flop, arena))
		return false;
	struct leaf_values *v = &d->leaf;
	leaf_values_begin(v, &d->flop, NULL, ESTIMATE_WAYS, 0);
	const size_t bytes = ESTIMATE_WAYS * (size_t)d->flop.stride *
			     (size_t)d->flop.stride * sizeof(float);
	v->gain = arena_take(arena, bytes);
	v->loss = arena_take(arena, bytes);
	v->leaves = v->tables = 1;
	v->table = v->of = &d->number;
	v->stake = &d->stake;
	v->scale = &d->scale;
	v->all_in = &d->all_in;
	v->place = &d->place;
	v->most = (float)betting_largest_stake(&table->betting);
	d->scale = 1;
	return v->gain != NULL && v->loss != NULL;
}

/* ---- flops ------------------------------------------------------------------------------- */

/* Whether a flop is held out; the same for flops that differ in names of suits. */
static bool
is_held_out(uint64_t board)
{
	const int ranks = CARDS / SUITS;
	uint64_t sum = 0;
	for (int s = 0; s < SUITS; s++)
		sum += rng_mix(board >> s * ranks & ((UINT64_C(1) << ranks) - 1));
	return rng_mix(sum) % HELD_OUT == 0;
}

/* Draws until the flop is of the kind that is wanted; of a game with few flops any will do. */
static void
example_draw_flop(struct example_drawer *d, bool held_out, struct state *out)
{
	const struct game *g = d->g;
	for (int i = 0; i < TRIES; i++) {
		game_copy(g, &d->begin, out);
		leaf_flop_call(g, out);
		g->rules->play(g, out, SEAT_CHANCE, g->chance->sample(g, out, &d->rng),
			       out);
		if (is_held_out(g->ops->public->deck->cards(g, out)) == held_out)
			return;
	}
}

/* ---- leaves ------------------------------------------------------------------------------ */

/* The move of the tree at random that is no fold. */
static uint32_t
walk_on(const struct betting *b, uint32_t at, struct rng *rng)
{
	const struct betting_node *n = &b->node[at];
	uint32_t first = n->child;
	while (b->node[first].kind == BETTING_FOLD)
		first++;
	return first + rng_below(rng, n->child + n->moves - first);
}

static uint32_t
draw_place(const struct betting *b, struct rng *rng)
{
	uint32_t at = 0;
	while (b->node[at].round != TURN) {
		at = walk_on(b, at, rng);
		at = betting_decides(&b->node[at]) ? at : 0;
	}
	return at;
}

/* Two groups of which hands went with each other on a board. */
static void
example_draw_pair(struct example_drawer *d, int *chooser, int *other)
{
	const struct leaf_flop *f = &d->flop;
	for (int i = 0; i < TRIES; i++) {
		*chooser = (int)rng_below(&d->rng, (uint32_t)f->groups);
		*other = (int)rng_below(&d->rng, (uint32_t)f->groups);
		const int at = d->leaf.hook.chooser == 0 ? *chooser * f->stride + *other
							 : *other * f->stride + *chooser;
		if (f->count[at] > 0)
			return;
	}
}

/* A column of a row: all inputs of a pair and what is to be learned. */
static void
put_example(const struct example_drawer *d, const float *place, int chooser, int other,
	    struct example_row *row, int at)
{
	const struct leaf_flop *f = &d->flop;
	const struct leaf_values *v = &d->leaf;
	/* [other][chooser]: what the chooser wins */
	float *won = v->hook.chooser == 0 ? v->loss : v->gain;
	const int pair = other * f->stride + chooser;
	const int seat = v->hook.chooser;
	float *in = row->input + at;
	for (int k = 0; k < INPUT_HAND; k++) {
		in[(INPUT_CHOOSER + k) * NET_ROW] = d->hands.of[seat][chooser][k];
		in[(INPUT_OTHER + k) * NET_ROW] = d->hands.of[1 - seat][other][k];
	}
	in[INPUT_EQUITY * NET_ROW] = f->equity[pair];
	for (int i = INPUT_PLACE; i < INPUTS; i++)
		in[i * NET_ROW] = place[i - INPUT_PLACE];
	for (int k = 0; k < ESTIMATE_WAYS; k++)
		row->target[k * NET_ROW + at] =
			(leaf_table(v, won, 0, k)[pair] / d->stake - f->equity[pair]) / 2;
}

static bool
is_stopped(const struct example_drawer *d)
{
	return d->stop != NULL && atomic_load_explicit(d->stop, memory_order_relaxed);
}

static void
draw_leaf(struct example_drawer *d, uint64_t seed, struct example_row *row, int rows,
	  int from)
{
	const struct betting *b = &d->flop.table->betting;
	float place[INPUTS - INPUT_PLACE];
	d->place = draw_place(b, &d->rng);
	d->stake = (float)leaf_stake(b, d->place);
	d->leaf.hook.chooser = (int)rng_below(&d->rng, 2);
	for (int k = 0; k < leaf_pieces(&d->leaf) && !is_stopped(d); k++)
		leaf_play_out(&d->leaf, k, seed);
	inputs_hands(&d->told, d->place, &d->hands);
	inputs_place(b, d->place, d->leaf.hook.chooser, d->flop.board, place);
	for (int i = 0; i < rows; i++)
		for (int k = 0; k < PAIRS; k++) {
			int chooser, other;
			example_draw_pair(d, &chooser, &other);
			put_example(d, place, chooser, other, &row[i], from + k);
		}
}

bool
example_draw(struct example_drawer *d, uint64_t seed, bool held_out, int boards,
	     struct example_row *row, int rows)
{
	struct state at;
	memset(&at, 0, sizeof at);
	rng_seed(&d->rng, seed);
	example_draw_flop(d, held_out, &at);
	d->flop.board = d->told.board = 0; /* nothing is kept of the flop before */
	leaf_flop_find(&d->flop, &at);
	input_flop_find(&d->told, &at);
	leaf_flop_draw(&d->flop, &at, boards, seed);
	for (int i = 0; i < EXAMPLE_PLACES && !is_stopped(d); i++)
		draw_leaf(d, rng_fork(seed, (uint64_t)i), row, rows, i * PAIRS);
	return !is_stopped(d);
}
