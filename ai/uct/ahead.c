/*
 * ahead.c - several simulations of UCT under way at once, their playouts on threads. See uct.c.
 *
 * Sources: Chaslot, Winands & van den Herik 2008 (tree parallelisation, virtual loss); Liu et al.
 * 2020, "Watch the Unobserved" (simulations under way count as visits, and not in the means).
 * Differs: the tree belongs to one thread, and nothing in it is locked. That thread chooses
 * simulation n when those up to n - ahead have been backed up, in their order, and no other;
 * helpers do the playouts (src/base/relay.h), each with a generator of its number. So the tree is
 * the same for any number of threads, and the threads gain as long as choosing takes no more time
 * than playouts: two are twice as fast where it takes half of it.
 *
 * Choices know less: in Breakthrough ahead=32 scored 0.453 [0.398 0.510] of 300 games against one
 * after the other, both with 2,000 simulations a move.
 *
 * From when it is chosen a simulation counts in the visits of the nodes it goes through, which
 * makes them less tempting; its values are added to the means when it is backed up. A child whose
 * first simulation is under way has a mean of 0, the least there is. A settled position needs no
 * playout: it gets its values when it is first come to, so that everything marked as proven has
 * exact means. Memory: `ahead` slots of the arena, each a state, a path and the positions that must
 * not repeat.
 */
#include "ai/uct/uct.h"
#include "src/core/past.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* A simulation under way. */
struct simulation {
	alignas(64) struct state state; /* where the playout starts, then ends */
	uint64_t seed;
	float value[SEATS_MAX];
	int plies;   /* of the playout */
	bool played; /* there is one */
	bool known;  /* values are those of a proven node */
	int depth;
	uint32_t path[TREE_PLIES], instead[TREE_PLIES];
	struct past past; /* as it was where the playout starts */
};

struct ahead {
	struct relay *relay; /* while the search runs */
	uint32_t window;
	int threads;
	struct game
		game[POOL_THREADS_MAX]; /* of each thread: with the past of its slot */
	struct simulation slot[];
};

bool
uct_ahead_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	(void)g;
	if (o == NULL || options_int(o, "ahead") > 0 || options_int(o, "threads") < 2)
		return false;
	snprintf(out, (size_t)size, "threads=%d needs ahead=, 32 for example",
		 (int)options_int(o, "threads"));
	return true;
}

int
uct_ahead_open(struct search *s, struct uct *u, size_t extra)
{
	const int64_t window = options_int(&s->options, "ahead");
	const int64_t threads = options_int(&s->options, "threads");
	if (window == 0)
		return 0;
	struct ahead *a =
		arena_take(&s->arena, sizeof *a + (size_t)window * sizeof *a->slot);
	if (a == NULL)
		return -1;
	a->relay = NULL;
	a->window = (uint32_t)window;
	a->threads = threads > 0 ? (int)threads : pool_cores();
	for (int i = 0; i < a->threads; i++)
		a->game[i] = *s->game;
	u->ahead = a;
	u->at_pending = (int)(extra / sizeof(uint32_t));
	return (int)sizeof(uint32_t);
}

uint32_t
uct_under_way(const struct uct *u)
{
	return u->ahead != NULL ? relay_under_way(u->ahead->relay) : 0;
}

/* ---- on any thread ---- */

/* The playout in a slot, and its result. */
static void
play_slot(void *self, uint32_t slot, int thread)
{
	const struct uct *u = self;
	struct ahead *a = u->ahead;
	struct simulation *x = &a->slot[slot];
	struct game *g = &a->game[thread];
	const int max = u->playout_plies > 0 ? u->playout_plies : INT_MAX;
	struct rng rng;
	if (g->past != NULL)
		g->past = &x->past;
	x->plies = 0;
	if (x->played) {
		rng_seed(&rng, x->seed);
		x->plies =
			game_rollout(g, &x->state, &rng, max, u->playout, ROLLOUT_STOPS);
	}
	if (!x->known)
		uct_value_of(g, u, &x->state, x->value);
}

/* ---- choosing ---- */

static void
set_spread(struct tree_node *n)
{
	n->spread = n->visits > 0 ? sqrtf(1.0f / (float)n->visits) : FLT_MAX;
}

static void
begin_visit(const struct uct *u, struct tree_node *n)
{
	n->visits++;
	++*uct_pending(u, n);
	set_spread(n);
}

/* Goes down the tree and gives the playout away. */
static void
choose(struct search *s, struct uct *u)
{
	struct ahead *a = u->ahead;
	const uint64_t number = (uint64_t)u->simulations + uct_under_way(u);
	struct simulation *x = &a->slot[relay_next_slot(a->relay)];
	uct_descend(s, u, INT64_MAX, &x->depth);
	const size_t nodes = (size_t)x->depth + 1;
	memcpy(x->path, u->path, nodes * sizeof *x->path);
	memcpy(x->instead, u->instead, nodes * sizeof *x->instead);
	struct tree_node *end = tree_at(&u->tree, x->path[x->depth]);
	if (end->proven && uct_visits(u, end) == 0)
		uct_value_of(s->game, u, &u->scratch, end->mean);
	x->known = end->proven;
	x->played = !end->proven && !end->leaf;
	if (x->known)
		memcpy(x->value, end->mean, (size_t)s->game->seats * sizeof *x->value);
	for (int d = 0; d <= x->depth; d++)
		begin_visit(u, tree_at(&u->tree, x->path[d]));
	x->seed = rng_fork(s->seed, number);
	game_copy(s->game, &u->scratch, &x->state);
	if (s->game->past != NULL)
		x->past = *s->game->past;
	relay_give(a->relay);
}

void
uct_moved(struct uct *u, int depth, uint32_t old, uint32_t made, uint32_t now)
{
	struct ahead *a = u->ahead;
	if (u->instead[depth] >= old && u->instead[depth] < old + made)
		u->instead[depth] += now - old;
	for (uint32_t k = 0; a != NULL && k < a->window; k++) {
		struct simulation *x = &a->slot[k];
		if (x->depth <= depth || x->path[depth] != u->path[depth])
			continue;
		if (x->path[depth + 1] >= old && x->path[depth + 1] < old + made)
			x->path[depth + 1] += now - old;
		if (x->instead[depth] >= old && x->instead[depth] < old + made)
			x->instead[depth] += now - old;
	}
}

/* ---- backing up ---- */

static void
end_visit(const struct uct *u, struct tree_node *n, const float *value, int seats)
{
	--*uct_pending(u, n);
	const uint32_t visits = uct_visits(u, n);
	const float part =
		1.0f / (float)(visits < TREE_MEAN_OVER ? visits : TREE_MEAN_OVER);
	for (int i = 0; i < seats; i++)
		n->mean[i] += (value[i] - n->mean[i]) * part;
}

/* As back_up_proven(), except that nodes proven since it was chosen stay as they are. */
static void
back_up(struct uct *u, int depth, int seats)
{
	const size_t bytes = (size_t)seats * sizeof *u->value;
	u->instead[depth] = 0;
	for (int d = depth; d >= 0; d--) {
		struct tree_node *n = tree_at(&u->tree, u->path[d]);
		if (u->instead[d] != 0) {
			struct tree_node *proven = tree_at(&u->tree, u->instead[d]);
			proven->visits++;
			memcpy(u->value, proven->mean, bytes);
		}
		if (u->solver && n->proven)
			memcpy(u->value, n->mean, bytes);
		end_visit(u, n, u->value, seats);
	}
}

static void
drop(struct uct *u, const struct simulation *x)
{
	for (int d = 0; d <= x->depth; d++) {
		struct tree_node *n = tree_at(&u->tree, x->path[d]);
		n->visits--;
		--*uct_pending(u, n);
		set_spread(n);
	}
}

static struct simulation *
take(struct uct *u)
{
	return &u->ahead->slot[relay_take(u->ahead->relay)];
}

static void
drop_all(struct uct *u)
{
	while (uct_under_way(u) > 0)
		drop(u, take(u));
}

/* The oldest one under way; see uct_simulate_ahead(). */
static int64_t
finish_one(struct search *s, struct uct *u, int64_t budget)
{
	struct simulation *x = take(u);
	const int64_t nodes = x->depth + x->plies;
	if (nodes > budget) {
		drop(u, x);
		drop_all(u);
		return budget;
	}
	const size_t count = (size_t)x->depth + 1;
	const int seats = s->game->seats;
	memcpy(u->path, x->path, count * sizeof *x->path);
	memcpy(u->instead, x->instead, count * sizeof *x->instead);
	memcpy(u->value, x->value, (size_t)seats * sizeof *x->value);
	if (x->known)
		game_copy(s->game, &x->state, &u->scratch);
	back_up(u, x->depth, seats);
	uct_count(s, u, x->depth);
	return nodes;
}

int64_t
uct_simulate_ahead(struct search *s, struct uct *u, int64_t budget, int64_t most,
		   bool hold)
{
	while (!hold && uct_under_way(u) < u->ahead->window &&
	       (most == 0 || u->simulations + uct_under_way(u) < most))
		choose(s, u);
	return finish_one(s, u, budget);
}

/* ---- threads ---- */

bool
uct_ahead_start(struct search *s, struct uct *u)
{
	struct ahead *a = u->ahead;
	const struct relay_plan plan = { .threads = a->threads,
					 .window = a->window,
					 .work = play_slot,
					 .self = u,
					 .crew = kit_crew(s->kit) };
	for (uint32_t k = 0; k < a->window; k++)
		a->slot[k].depth = -1;
	a->relay = relay_open(&plan);
	if (a->relay == NULL)
		search_fail(s, "the system gives no memory for threads");
	return a->relay != NULL;
}

void
uct_ahead_end(struct search *s, struct uct *u)
{
	if (u->solved)
		drop_all(u);
	while (uct_under_way(u) > 0)
		s->fuel -= finish_one(s, u, search_nodes_left(s));
	relay_close(u->ahead->relay);
	u->ahead->relay = NULL;
}
