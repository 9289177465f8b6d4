/*
 * preflop.c - makes assets/strategies/holdem.preflop (ai/poker/modicum/modicum.h).
 *
 * usage: preflop FILE BATCHES BLOCKS
 *
 * First the hands of the table that ships are played out behind all betting before the flop. A batch
 * is BOARDS boards and takes 80 seconds; the file has the means over all of them. With BATCHES 0 the
 * file is there already, and goes on.
 *
 * Then the corrections: betting before the flop is solved with the file, and FLOPS flops of a block
 * are solved with the ranges that come there, for either seat, as modicum does it at the table. A
 * class gets what it won there beside the showdown, less what the table wins against the same ranges.
 * On 13 flops each rank comes three times, so that no pair meets more of its cards than another. A
 * block takes 20 minutes; the file has the means over all of them. Before the first one come 13
 * flops that only tell the ranges.
 */
#include "ai/poker/modicum/modicum.h"
#include "ai/poker/tree/train.h"
#include "games/poker/holdem/holdem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARDS 4000
#define STEPS  63  /* to the largest value */
#define SIMS   100 /* of a solution, as in the presets */
#define RANKS  13
#define FLOPS  39 /* of a block, three for each rank */

extern const struct search_ops modicum_search;

static struct game g;
static struct search search;
static struct leaf_flop all;
static struct preflop_file file;

/* All entries as leaves, each with tables of its own; `chooser`: the seat with several ways. */
static struct leaf_values
leaves_of(int chooser)
{
	static int number[PREFLOP_ENTRIES];
	static uint32_t place[PREFLOP_ENTRIES];
	static float stake[PREFLOP_ENTRIES], scale[PREFLOP_ENTRIES];
	static bool all_in[PREFLOP_ENTRIES];
	static float *gain, *loss;
	struct leaf_values v;
	leaf_values_begin(&v, &all, NULL, PREFLOP_WAYS, chooser);
	for (int i = 0; i < file.entries; i++) {
		number[i] = i;
		place[i] = file.entry[i].place;
		stake[i] = file.entry[i].stake;
		scale[i] = stake[i] / (float)leaf_stake(&all.table->betting, place[i]);
	}
	v.leaves = v.tables = file.entries;
	v.table = v.of = number;
	v.place = place;
	v.stake = stake;
	v.scale = scale;
	v.all_in = all_in;
	v.most = (float)betting_largest_stake(&all.table->betting);
	const size_t numbers =
		(size_t)leaf_pieces(&v) * (size_t)(all.stride * all.stride);
	if (gain == NULL) {
		gain = malloc(numbers * sizeof *gain);
		loss = malloc(numbers * sizeof *loss);
	}
	v.gain = gain;
	v.loss = loss;
	return v;
}

/* Adds what the betting is worth on the boards of a batch, in stakes. */
static void
add_batch(uint64_t seed, double *sum)
{
	struct state root;
	memset(&root, 0, sizeof root);
	public_train_begin(&g, &root);
	all.boards = 0;
	leaf_preflop_draw(&all, &root, BOARDS, seed);
	for (int k = 0; k < 2 * PREFLOP_WAYS; k++) {
		const int chooser = k / PREFLOP_WAYS, way = k % PREFLOP_WAYS;
		const int table = preflop_file_table(way, chooser);
		struct leaf_values v = leaves_of(chooser);
		for (int i = 0; i < file.entries && (k == 0 || table > 0); i++) {
			const float *gain = leaf_table(&v, v.gain, i, way);
			double *out = sum + (size_t)(i * PREFLOP_TABLES + table) *
						    PREFLOP_PAIRS;
			leaf_play_out(&v, i * PREFLOP_WAYS + way, seed);
			for (int a = 0; a < all.groups; a++)
				for (int b = 0; b < all.groups; b++)
					*out++ +=
						(double)(gain[a * all.stride + b] /
								 v.stake[i] -
							 all.equity[a * all.stride + b]);
		}
	}
}

static void
quantise(const double *sum, int batches, float *step, int8_t *out)
{
	double most = 0;
	for (size_t i = 0; i < PREFLOP_PAIRS; i++)
		most = fmax(most, fabs(sum[i]));
	*step = (float)(most / batches / STEPS);
	for (size_t i = 0; i < PREFLOP_PAIRS; i++)
		out[i] = (int8_t)lrint(most > 0 ? sum[i] / most * STEPS : 0);
}

/* ---- corrections ------------------------------------------------------------------------- */

/* What is known of the hands of a class, over the flops. */
struct class_sum {
	double beside, hands; /* what they win beside the showdown, in stakes; how many */
	double reach;
};

/* Whether corrections are worked out at an entry, or it has those of another: where every raise but
 * the first is of the pot. */
static bool
is_solved(const struct betting *b, const struct preflop_entry *e)
{
	bool first = false, whole = true;
	for (uint32_t at = e->place; at != 0; at = b->node[at].up)
		if (b->node[at].kind == BETTING_RAISE) {
			whole = whole && !first;
			first = b->node[at].part < 0.9;
		}
	return whole;
}

/* The seat that raised last; -1: none did. */
static int
last_raiser(const struct betting *b, uint32_t at)
{
	for (; at != 0; at = b->node[at].up)
		if (b->node[at].kind >= BETTING_RAISE)
			return b->node[b->node[at].up].seat;
	return -1;
}

/* The moves of an entry, its last raise such that its stake comes about. */
static void
play_entry(const struct betting *b, const struct preflop_entry *e, struct state *s)
{
	uint32_t path[BUCKET_LINE];
	int n = 0, last = 0;
	for (uint32_t at = e->place; at != 0; at = b->node[at].up)
		path[n++] = at;
	while (last < n && b->node[path[last]].kind != BETTING_RAISE)
		last++;
	memset(s, 0, sizeof *s);
	public_train_begin(&g, s);
	for (int i = n - 1; i >= 0; i--) {
		const struct betting_node *node = &b->node[path[i]];
		const int seat = game_mover(&g, s);
		struct state called = *s;
		g.rules->play(&g, &called, seat, HOLDEM_CALL, &called);
		const double stake = g.ops->public->stake(&g, &called),
			     part = i == last ? ((double)e->stake - stake) / (2 * stake)
					      : node->part;
		const move m = node->kind == BETTING_RAISE
				       ? g.ops->public->raise(&g, s, seat, part)
				       : HOLDEM_CALL;
		g.rules->play(&g, s, seat, m, s);
	}
}

static void
nothing(struct search *s, bool end)
{
	(void)s, (void)end;
}

/* Adds a flop of a solution: the values at its root are those of the whole hand. */
static void
add_flop(struct nested *n, double stake, int first,
	 struct class_sum sum[2][SUBGAME_CLASSES])
{
	static float value[SUBGAME_WIDE], equity[SUBGAME_WIDE];
	static double unblocked[SUBGAME_WIDE];
	struct subgame *s = &n->sub;
	for (int seat = 0; seat < 2; seat++) {
		const float *other = s->reach[1 - seat];
		subgame_values(s, subgame_root(), seat, false, other, value);
		subgame_equities(s, subgame_root(), seat, other, equity);
		subgame_unblocked_on(s, 0, seat, other, unblocked);
		for (int h = 0; h < s->hands[seat]; h++) {
			const int class =
				g.ops->public->classes->of(s->hand[seat][h].hand);
			struct class_sum *c = &sum[seat ^ first][class];
			if (!(unblocked[h] > 0))
				continue;
			c->beside += ((double)value[h] / stake - 2 * (double)equity[h]) /
				     unblocked[h];
			c->hands++;
			c->reach += (double)s->reach[seat][h];
		}
	}
}

/* What a class of a seat wins beside the showdown by the table, in stakes. */
static double
table_wins(int entry, int chooser, int way, int seat, int own, int other)
{
	const int table = preflop_file_table(way, chooser),
		  at = seat == 0 ? own * SUBGAME_CLASSES + other
				 : other * SUBGAME_CLASSES + own;
	const double won =
		file.won[(size_t)(entry * PREFLOP_TABLES + table) * PREFLOP_PAIRS +
			 (size_t)at];
	return (seat == 0 ? -1 : 1) * won * (double)file.step[entry][table];
}

/* What classes win so, when the chooser's hands choose. */
static void
by_file(int entry, int chooser, double weight[2][SUBGAME_CLASSES],
	double out[2][SUBGAME_CLASSES])
{
	const int us = 1 - chooser;
	for (int b = 0; b < all.groups; b++) {
		double sum[PREFLOP_WAYS] = { 0 }, pairs = 0;
		int best = 0;
		for (int way = 0; way < PREFLOP_WAYS; way++)
			for (int a = 0; a < all.groups; a++) {
				const double w =
					weight[us][a] *
					(double)all.unblocked[a * all.stride + b];
				pairs += way == 0 ? w : 0;
				sum[way] += w * table_wins(entry, chooser, way, chooser,
							   b, a);
			}
		for (int way = 1; way < PREFLOP_WAYS; way++)
			best = sum[way] > sum[best] ? way : best;
		out[chooser][b] = sum[best] / pairs;
		for (int a = 0; a < all.groups; a++)
			out[us][a] += weight[chooser][b] *
				      (double)all.unblocked[a * all.stride + b] *
				      table_wins(entry, chooser, best, us, a, b);
	}
	for (int a = 0; a < all.groups; a++) {
		double pairs = 0;
		for (int b = 0; b < all.groups; b++)
			pairs += weight[chooser][b] *
				 (double)all.unblocked[a * all.stride + b];
		out[us][a] /= pairs;
	}
}

/* The corrections of an entry from what was won on the flops. What both seats win together is
 * nothing: the mean over a range is shared. */
static void
correct(int entry, int chooser, struct class_sum sum[2][SUBGAME_CLASSES])
{
	double weight[2][SUBGAME_CLASSES], table[2][SUBGAME_CLASSES] = { { 0 } };
	for (int seat = 0; seat < 2; seat++)
		for (int c = 0; c < all.groups; c++)
			weight[seat][c] = sum[seat][c].reach / sum[seat][c].hands *
					  (all.begins[c + 1] - all.begins[c]);
	by_file(entry, chooser, weight, table);
	for (int seat = 0; seat < 2; seat++) {
		double more[SUBGAME_CLASSES], mean = 0, hands = 0;
		for (int c = 0; c < all.groups; c++) {
			more[c] =
				sum[seat][c].beside / sum[seat][c].hands - table[seat][c];
			mean += weight[seat][c] * more[c];
			hands += weight[seat][c];
		}
		for (int c = 0; c < all.groups; c++) {
			int8_t *all_so_far = &file.solved[entry][chooser][seat][c];
			const double x =
				(more[c] - mean / hands / 2) / (double)PREFLOP_UNIT;
			const double now = (*all_so_far * file.flops + x * FLOPS) /
					   (file.flops + FLOPS);
			*all_so_far = (int8_t)lrint(fmax(-127, fmin(127, now)));
		}
	}
}

/* Thirteen flops have three shuffled packs of ranks between them, and any suits. */
static uint64_t
flop_of(int i)
{
	uint64_t set = 0;
	struct rng suits;
	rng_seed(&suits, rng_fork(NESTED_LEAF_SEED, (uint64_t)i));
	for (int k = 0; k < 3; k++) {
		int rank[RANKS];
		struct rng rng;
		uint64_t card;
		rng_seed(&rng, rng_fork((uint64_t)(i / RANKS), (uint64_t)k));
		for (int r = 0; r < RANKS; r++) {
			const int at = (int)rng_below(&rng, (uint32_t)r + 1);
			rank[r] = rank[at];
			rank[at] = r;
		}
		do
			card = UINT64_C(1)
			       << ((int)rng_below(&suits, 4) * RANKS + rank[i % RANKS]);
		while ((set & card) != 0);
		set |= card;
	}
	return set;
}

/* Solves one entry on all flops for a seat of the tree, in front of which the other chooses. */
static void
solve_entry(struct nested *n, struct abstract_play *play, int entry, int chooser,
	    int from, int flops)
{
	static struct class_sum sum[2][SUBGAME_CLASSES];
	const struct betting *b = &all.table->betting;
	struct state before;
	memset(sum, 0, sizeof sum);
	play_entry(b, &file.entry[entry], &before);
	for (int i = from; i < from + flops; i++) {
		struct state s = before;
		const move flop = g.ops->public->deck->deal_set(&g, flop_of(i));
		uint32_t place;
		int first = 0;
		g.rules->play(&g, &s, SEAT_CHANCE, flop, &s);
		const double stake = g.ops->public->stake(&g, &s);
		if (!abstract_play_find(play, &g, &s, &place, &first))
			BUG("a line of the table's tree is not found in it");
		if ((game_mover(&g, &s) ^ first) == chooser)
			g.rules->play(&g, &s, game_mover(&g, &s), HOLDEM_CALL, &s);
		if (!nested_find(n, &s))
			BUG("not solved");
		add_flop(n, stake, first, sum);
	}
	correct(entry, chooser, sum);
}

/* Those of the entry that was solved with the same raiser and the nearest stake. */
static void
share_corrections(const struct betting *b)
{
	for (int i = 0; i < file.entries; i++) {
		int best = -1;
		double least = HUGE_VAL;
		if (is_solved(b, &file.entry[i]))
			continue;
		for (int k = 0; k < file.entries; k++) {
			const double far = fabs(
				log((double)(file.entry[k].stake / file.entry[i].stake)));
			if (!is_solved(b, &file.entry[k]) || !(far < least) ||
			    last_raiser(b, file.entry[k].place) !=
				    last_raiser(b, file.entry[i].place))
				continue;
			best = k;
			least = far;
		}
		memcpy(file.solved[i], file.solved[best], sizeof file.solved[i]);
	}
}

static void
solve_flops(struct abstract_play *play, int from, int flops)
{
	static struct nested n;
	struct arena *arena = &search.arena;
	const struct betting *b = &all.table->betting;
	const size_t mark = arena->used;
	n = (struct nested){ .s = &search,
			     .table = play,
			     .effort = *modicum_effort(true),
			     .report = nothing,
			     .quiet = true,
			     .preflop = all,
			     .kept = &file };
	n.effort.continuations = PREFLOP_WAYS;
	n.effort.from = MODICUM_PREFLOP;
	if (!leaf_flop_open(&n.flop, arena, &g, all.table, n.effort.groups,
			    n.effort.rollouts))
		BUG("no memory");
	n.mark = arena->used;
	for (int i = 0; i < file.entries; i++) {
		for (int k = 0; k < 2 && is_solved(b, &file.entry[i]); k++)
			solve_entry(&n, play, i, k, from, flops);
		fprintf(stderr, "%d of %d entries\n", i + 1, file.entries);
	}
	share_corrections(b);
	arena_back(arena, mark);
}

/* ------------------------------------------------------------------------------------------ */

static void
play_out(const struct abstract_table *table, int batches)
{
	preflop_file_list(&file, table);
	file.boards = batches * BOARDS;
	const size_t tables = (size_t)file.entries * PREFLOP_TABLES;
	double *sum = calloc(tables * PREFLOP_PAIRS, sizeof *sum);
	file.won = malloc(tables * PREFLOP_PAIRS);
	for (int i = 0; i < batches; i++) {
		add_batch((uint64_t)i + 1, sum);
		fprintf(stderr, "%d of %d batches\n", i + 1, batches);
	}
	for (size_t i = 0; i < tables; i++)
		quantise(sum + i * PREFLOP_PAIRS, batches,
			 &file.step[i / PREFLOP_TABLES][i % PREFLOP_TABLES],
			 file.won + i * PREFLOP_PAIRS);
	free(sum);
}

int
main(int argc, char **argv)
{
	struct abstract_play *play;
	struct status st = { 0 };
	struct options rules;
	if (argc != 4 || !arena_open(&search.arena, (size_t)1 << 30))
		return EXIT_FAILURE;
	const char *path = argv[1];
	const int batches = atoi(argv[2]), blocks = atoi(argv[3]);
	options_init(&rules, holdem_game.options);
	if (!game_init(&g, &holdem_game, 2, &rules, &st))
		BUG("%s", st.text);
	search.game = &g;
	search.ops = &modicum_search;
	search.limits.sims = SIMS;
	options_init(&search.options, modicum_search.options);
	if (!abstract_play_open(&play, &search, NULL, TRANSLATE_RPAT, &st))
		BUG("%s", st.text);
	const struct abstract_table *table = abstract_play_table(play);
	if (!leaf_preflop_open(&all, &search.arena, &g, table, BOARDS))
		BUG("no memory");
	if (batches > 0)
		play_out(table, batches);
	else if (!preflop_file_read(&file, &g, table, path, &search.arena, &st))
		BUG("%s", st.text);
	for (int i = 0; i < blocks; i++) {
		if (file.flops == 0)
			solve_flops(play, 0, RANKS);
		solve_flops(play, file.flops, FLOPS);
		file.flops += FLOPS;
	}
	if (!preflop_file_write(&file, &g, table, path, &st))
		BUG("%s", st.text);
	return EXIT_SUCCESS;
}
