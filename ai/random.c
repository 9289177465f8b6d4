/*
 * random.c - a uniformly random legal move: the weakest player, and a baseline.
 *
 * The draw uses the search's own generator: same seed, same move.
 */
#include "src/core/search.h"

#include "ai/common/order.h"

#include <math.h>

static const struct option_spec random_options[] = { { .key = NULL } };

static bool
random_open(struct search *s, struct status *st)
{
	return true;
}

static void
random_run(struct search *s)
{
	const struct game *g = s->game;
	move m[MOVES_MAX];
	int n = g->rules->moves(g, &s->root, s->mover, m);
	int chosen = (int)rng_below(&s->rng, (uint32_t)n);
	move first = m[chosen];
	m[chosen] = m[0];
	m[0] = first;
	s->live.moves_total = n;
	s->live.move_count = n < STATS_MOVES ? n : STATS_MOVES;
	for (int i = 0; i < s->live.move_count; i++) {
		struct stats_move *row = &s->live.moves[i];
		stats_move_blank(row, m[i]);
		row->prob = 1.0 / n;
		row->status = i == 0 ? MOVE_OPEN : MOVE_UNSEARCHED;
	}
	s->live.mixed = true;
	s->live.pv[0] = first;
	s->live.pv_count = 1;
	s->live.stop = STOP_DEPTH;
	search_report(s, false);
}

const struct search_ops random_search = {
	.key = "random",
	.title = "random",
	.summary = "plays a legal move at random",
	.source = "uniform over the legal moves",
	.flags = SEARCH_HIDDEN_OK,
	.options = random_options,
	.open = random_open,
	.run = random_run,
};
