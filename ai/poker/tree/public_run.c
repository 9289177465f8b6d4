/* public_run.c - the tree and the run of a search that solves in iterations. See public_search.h.
 * */
#include "ai/common/playout.h"
#include "ai/poker/tree/public_search.h"

#include <string.h>

void *
public_open(struct search *s, size_t bytes, struct status *st)
{
	const char *name = s->ops->key;
	struct public_mix *m = arena_take(&s->arena, bytes);
	struct played_move line[PUBLIC_LINE];
	struct state begin;
	if (m == NULL) {
		status_fail(st, "%s: memory= is too small", name);
		return NULL;
	}
	memset(m, 0, bytes);
	memset(&begin, 0, sizeof begin);
	s->self = m;
	const int moves = game_public(s->game)->begin(s->game, &s->root, &begin, line);
	const bool ok = public_tree_build(&m->tree, &s->arena, s->game, &begin, line,
					  moves, name, st);
	return ok ? m : NULL;
}

/* The next iterations, within the limits; 0: none. */
static int64_t
public_run_next_slice(struct search *s, const struct public_loop *l)
{
	const int64_t most = playouts_limit(s);
	const int64_t done = ((const struct public_mix *)s->self)->iterations;
	const int64_t left = most > 0 ? most - done : l->slice;
	if (left <= 0)
		s->live.stop = STOP_SIMS;
	else if (s->limits.nodes > 0 && search_nodes(s) + l->ahead > s->limits.nodes)
		s->live.stop = STOP_NODES;
	return s->live.stop != STOP_RUNNING ? 0 : left < l->slice ? left : l->slice;
}

void
public_run(struct search *s, const struct public_loop *l)
{
	const struct public_mix *m = s->self;
	int64_t next_report = search_nodes(s) + l->first;
	for (int64_t n; (n = public_run_next_slice(s, l)) > 0;) {
		s->fuel -= l->iterate(s->self, n);
		s->live.simulations = m->iterations;
		if (search_nodes(s) >= next_report) {
			l->report(s, false);
			next_report = search_nodes(s) + l->between;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	l->report(s, true);
}
