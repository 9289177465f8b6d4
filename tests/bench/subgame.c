/*
 * subgame.c - how fast the rest of a hand of hold'em is solved (ai/subgame), on one processor: the
 * river and the turn of postflop-solver's example, and a turn for all hands of both.
 *
 * Reported, not asserted. Goals: an iteration of the example's turn in 13 ms and 16 MB, its river
 * within 0.5 % of the pot in 0.3 s, its turn in 2 s. (postflop-solver: 12.7 ms, 12.1 MB, on a tree
 * with fewer raises.)
 */
#include "ai/subgame/subgame.h"
#include "games/common/range.h"
#include "games/holdem/holdem.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define FIRST  "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
#define BUTTON "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
#define TURN   "0:r100c/cc/:|/Td9d6h/Qc"
#define RIVER  "0:r100c/cc/cc/:|/Td9d6h/Qc/2s"
#define ENOUGH 1.0 /* chips: 0.5 % of a pot of 200 */

static double
cpu_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool
open_spot(struct subgame *s, struct arena *arena, struct game *g, const char *position,
	  const char *sizes, const char *button, const char *first, struct status *st)
{
	static struct poker_range range[2];
	struct options v;
	struct state root;
	options_init(&v, holdem_game.options);
	memset(&root, 0, sizeof root);
	const bool ok = options_set(&v, "stack", "1000", st) &&
			options_set(&v, "blinds", "5/10", st) &&
			options_set(&v, "sizes", sizes, st) &&
			game_init(g, &holdem_game, 2, &v, st) &&
			g->text->parse_position(g, position, &root, st) &&
			range_parse(button, &range[0], st) &&
			range_parse(first, &range[1], st);
	const struct subgame_setup setup = { .g = g,
					     .root = &root,
					     .range = { range[0].weight,
							range[1].weight },
					     .raises = 2,
					     .variant = SUBGAME_DISCOUNTED };
	return ok && subgame_open(s, arena, &setup, st);
}

/* Iterations until it is good enough, looked at after each tenth. */
static void
report(const char *name, const char *position, const char *sizes, const char *button,
       const char *first, int most)
{
	struct subgame s;
	struct arena arena;
	struct game g;
	struct status st = { 0 };
	double spent = 0, gap = 1e9;
	if (!arena_open(&arena, (size_t)2 << 30) ||
	    !open_spot(&s, &arena, &g, position, sizes, button, first, &st)) {
		printf("%s: %s\n", name, st.text);
		return;
	}
	while (gap > ENOUGH && s.iterations < most) {
		const double from = cpu_now();
		for (int i = 0; i < 10; i++)
			subgame_iterate(&s);
		spent += cpu_now() - from;
		gap = subgame_exploitability(&s);
	}
	printf("%-22s %6.1f MB %8.2f ms an iteration, %.2f chips after %lld: %.2f s\n",
	       name, (double)arena.used / 1e6, 1000 * spent / (double)s.iterations, gap,
	       (long long)s.iterations, spent);
	arena_close(&arena);
}

int
main(void)
{
	report("river, 0.5 1 a", RIVER, "0.5/1/a", BUTTON, FIRST, 1000);
	report("turn, 0.6 1.08 a", TURN, "0.6/1.08/a", BUTTON, FIRST, 300);
	report("turn, all hands, 1 a", TURN, "1/a", "random", "random", 60);
	return 0;
}
