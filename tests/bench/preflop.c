/*
 * preflop.c - makes assets/strategies/holdem.preflop: the hands of the table that ships are played
 * out behind all betting before the flop, on boards that are drawn (ai/poker/modicum/preflop_file.h).
 *
 * usage: preflop FILE BATCHES
 *
 * A batch is BOARDS boards and takes 80 seconds; the file has the means over all of them.
 */
#include "ai/poker/modicum/preflop_file.h"
#include "ai/poker/tree/train.h"
#include "games/poker/holdem/holdem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARDS 4000
#define STEPS  63 /* to the largest value */

extern const struct search_ops mccfr_search;

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

int
main(int argc, char **argv)
{
	struct abstract_play *play;
	struct status st = { 0 };
	struct options rules;
	const int batches = argc > 2 ? atoi(argv[2]) : 0;
	if (batches < 1 || !arena_open(&search.arena, (size_t)1 << 30))
		return EXIT_FAILURE;
	options_init(&rules, holdem_game.options);
	if (!game_init(&g, &holdem_game, 2, &rules, &st))
		BUG("%s", st.text);
	search.game = &g;
	search.ops = &mccfr_search;
	if (!abstract_play_open(&play, &search, NULL, TRANSLATE_RPAT, &st))
		BUG("%s", st.text);
	const struct abstract_table *table = abstract_play_table(play);
	if (!leaf_preflop_open(&all, &search.arena, &g, table, BOARDS))
		BUG("no memory");
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
	if (!preflop_file_write(&file, &g, table, argv[1], &st))
		BUG("%s", st.text);
	return EXIT_SUCCESS;
}
