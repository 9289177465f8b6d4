/*
 * greedy.c - one ply of search: the move with the best evaluation for its mover.
 *
 * The first of equal moves in the fixed order (order.h) wins, as in every search here.
 */
#include "src/core/search.h"

#include "ai/common/order.h"

static const struct option_spec greedy_options[] = { { .key = NULL } };

static bool
greedy_open(struct search *s, struct status *st)
{
	return true;
}

static void
greedy_run(struct search *s)
{
	const struct game *g = s->game;
	const int seat = s->mover;
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	struct ranked best[STATS_MOVES];
	int kept = 0;
	int n = g->rules->moves(g, &s->root, seat, m);
	order_sort(g, &s->root, seat, m, score, n);
	for (int i = 0; i < n && search_step(s); i++) {
		struct state child;
		struct ranked row = { .m = m[i], .status = MOVE_EXACT, .depth = 1 };
		g->rules->play(g, &s->root, seat, m[i], &child);
		g->knowledge->evaluate(g, &child, row.value);
		row.nodes = 1;
		s->live.leaves++;
		kept = ranked_insert(best, kept, STATS_MOVES, &row, seat);
	}
	s->live.depth = s->live.seldepth = 1;
	s->live.children = n;
	s->live.visits_of = "nodes";
	s->live.pv_count = kept > 0;
	s->live.pv[0] = kept > 0 ? best[0].m : MOVE_NONE;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_DEPTH;
	ranked_report(s, best, kept, n);
}

const struct search_ops greedy_search = {
	.key = "greedy",
	.title = "greedy",
	.summary = "looks one move ahead and takes the best evaluation",
	.source = "one ply of the game's evaluation",
	.flags = SEARCH_PERFECT | SEARCH_ANY_BYTES,
	.options = greedy_options,
	.open = greedy_open,
	.run = greedy_run,
};
