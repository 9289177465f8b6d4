/*
 * verb_bench.c - the speeds of src/lab/bench.h, and what poker rests on, measured: the evaluator of
 * hands, the tables of all hands on all boards and the training with them, and two solutions by
 * vectors of hands.
 *
 * The turn is the example of postflop-solver 0.1 with two raises a round; without a bound the tree
 * takes 21 MB. That program takes 12.7 ms an iteration and 12.1 MB, with raises of one size. Flop
 * hold'em with one bet of the pot a round is the game that slumbot2019 solves, in 0.65 s an
 * iteration. One thread, processor time.
 */
#include "src/app/cli.h"

#include "ai/poker/tree/subgame.h"
#include "ai/trainers.h"
#include "games/poker/holdem/holdem.h"
#include "games/poker/range.h"
#include "src/base/clock.h"
#include "src/core/setup.h"
#include "src/core/trainer.h"
#include "src/lab/bench.h"

#include <string.h>

/* A game by its rules. */
static bool
open_holdem(const struct catalog *c, const char *rules, struct game *g, struct status *st)
{
	static struct setup setup;
	if (!setup_init(&setup, c, &holdem_game, false, st) ||
	    !setup_variants(&setup, c, rules, st))
		return false;
	*g = setup.game;
	return true;
}

/* ---- the evaluator ----------------------------------------------------------------------- */

#define HANDS 65536
#define SEVEN 7

static void
bench_poker_deal(uint8_t hand[SEVEN], struct rng *r)
{
	uint8_t pack[CARDS];
	for (int i = 0; i < CARDS; i++)
		pack[i] = (uint8_t)i;
	cards_shuffle(pack, CARDS, r);
	memcpy(hand, pack, SEVEN);
}

static int64_t
sum_of_strengths(uint8_t hand[HANDS][SEVEN])
{
	int64_t sum = 0;
	for (int i = 0; i < HANDS; i++) {
		poker h = POKER_EMPTY;
		for (int k = 0; k < SEVEN; k++)
			h = poker_add(h, hand[i][k]);
		sum += poker_strength(h);
	}
	return sum;
}

/* Random hands from lists of cards. */
static bool
measure_evaluator(const struct catalog *c, int sample_ms, double *figure,
		  struct status *st)
{
	static uint8_t hand[HANDS][SEVEN];
	struct rng r;
	int64_t sum = 0, rounds = 0, us = 0;
	poker_init();
	rng_seed(&r, 5);
	for (int i = 0; i < HANDS; i++)
		bench_poker_deal(hand[i], &r);
	for (const int64_t from = clock_process_us(); us < 1000 * (int64_t)sample_ms;
	     us = clock_process_us() - from, rounds++)
		sum += sum_of_strengths(hand);
	figure[0] = HANDS * 1e6 * (double)rounds / (double)us;
	return sum > 0 || status_fail(st, "bench: no hand has a strength");
}

/* ---- vectors of hands -------------------------------------------------------------------- */

struct bench_spot {
	const char *rules, *position, *button, *first; /* ranges */
	int raises, memory_mib, iterations;
};

static bool
bench_poker_open_spot(const struct catalog *c, const struct bench_spot *o, struct game *g,
		      struct arena *arena, struct subgame *s, struct status *st)
{
	static struct poker_range range[2];
	struct state root;
	memset(&root, 0, sizeof root);
	if (!open_holdem(c, o->rules, g, st) ||
	    !g->text->parse_position(g, o->position, &root, st) ||
	    !range_parse(o->button, &range[0], st) ||
	    !range_parse(o->first, &range[1], st))
		return false;
	const struct subgame_setup setup = { .g = g,
					     .root = &root,
					     .range = { range[0].weight,
							range[1].weight },
					     .raises = o->raises,
					     .variant = REGRET_DISCOUNTED };
	return subgame_open(s, arena, &setup, st);
}

/* Seconds an iteration, and megabytes. */
static bool
measure_spot(const struct catalog *c, const struct bench_spot *o, double *seconds,
	     double *megabytes, struct status *st)
{
	static struct subgame s;
	struct arena arena;
	struct game g;
	if (!arena_open(&arena, (size_t)o->memory_mib << 20))
		return status_fail(st, "bench: the system does not provide %d MiB",
				   o->memory_mib);
	const bool ok = bench_poker_open_spot(c, o, &g, &arena, &s, st);
	const int64_t from = clock_process_us();
	for (int i = 0; ok && i < o->iterations; i++)
		subgame_iterate(&s);
	*seconds = (double)(clock_process_us() - from) / 1e6 / o->iterations;
	*megabytes = (double)arena.used / 1e6;
	arena_close(&arena);
	return ok;
}

static bool
measure_turn(const struct catalog *c, int sample_ms, double *figure, struct status *st)
{
	static const struct bench_spot turn = {
		.rules = "stack=1000,blinds=5/10,sizes=0.6/e/a",
		.position = "0:r100c/cc/:|/Td9d6h/Qc",
		.button =
			"QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,"
			"53s+",
		.first = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
		.raises = 2,
		.memory_mib = 64,
		.iterations = 100,
	};
	double seconds;
	const bool ok = measure_spot(c, &turn, &seconds, &figure[1], st);
	figure[0] = 1000 * seconds;
	return ok;
}

static bool
measure_flop(const struct catalog *c, int sample_ms, double *figure, struct status *st)
{
	static const struct bench_spot flop = {
		.rules = "rounds=2,stack=162,blinds=1/2,sizes=1",
		.position = "0::|",
		.button = "random",
		.first = "random",
		.raises = 1,
		.memory_mib = 1024,
		.iterations = 5,
	};
	double megabytes;
	return measure_spot(c, &flop, figure, &megabytes, st);
}

/* ---- an abstraction ---------------------------------------------------------------------- */

#define PLAYER	"mccfr:sizes=0.5/1/a+0.5/1/a+1/a,raises=4/3/2,buckets=169/1000,memory=1024"
#define BATCHES 8

/* Seconds until training can begin, almost all for the buckets of all hands on all boards; then
 * traversals a second, two an iteration. */
static bool
measure_training(const struct catalog *c, int sample_ms, double *figure,
		 struct status *st)
{
	static struct player p;
	struct game g;
	if (!open_holdem(c, "rounds=4", &g, st) || !player_parse(&p, PLAYER, c, NULL, st))
		return false;
	struct trainer t = {
		.game = &g, .options = &p.part[0].options, .seed = 1, .threads = 1
	};
	int64_t from = clock_process_us();
	if (!abstract_trainer.open(&t, st))
		return false;
	figure[0] = (double)(clock_process_us() - from) / 1e6;
	abstract_trainer.step(&t, BATCHES * t.pace);
	from = clock_process_us();
	abstract_trainer.step(&t, BATCHES * t.pace);
	figure[1] =
		2e6 * (double)(BATCHES * t.pace) / (double)(clock_process_us() - from);
	abstract_trainer.close(&t);
	return true;
}

static const struct bench_work bench_poker[] = {
	{ "hands of seven cards, from lists",
	  "holdem",
	  { { "hands/s", 250e6, false } },
	  measure_evaluator },
	{ "turn, 60 %, geometric, all-in",
	  "holdem",
	  { { "ms an iteration", 13, true }, { "MB", 16, true } },
	  measure_turn },
	{ "flop hold'em, one pot bet, 1,755 flops",
	  "holdem",
	  { { "s an iteration", 0.4, true } },
	  measure_flop },
	{ "hold'em, 45 million moves of buckets",
	  "holdem",
	  { { "s for the equities of all hands", 120, true },
	    { "traversals/s", 120e3, false } },
	  measure_training },
	{ .name = NULL },
};

int
verb_bench(struct cli *cli)
{
	static struct bench_result result;
	const struct game_ops *only = NULL;
	if (cli->args.game && !(only = cli_game(cli, cli->args.game)))
		return CLI_USAGE;
	struct bench_options options = {
		.catalog = cli->catalog,
		.works = bench_poker,
		.game = only ? only->key : NULL,
		.sample_ms = (int)cli->args.limits.time_ms,
		.progress = cli_progress(),
	};
	cli_catch_interrupt();
	bool ok = bench_run(&options, &result, &cli->st);
	cli_progress_end();
	if (atomic_load(&cli_interrupted))
		return CLI_INTERRUPTED;
	if (!ok)
		return CLI_CANNOT;
	if (cli->args.json)
		json_print(bench_to_json(&result), stdout);
	else
		bench_print(&result, stdout);
	return CLI_DONE;
}
