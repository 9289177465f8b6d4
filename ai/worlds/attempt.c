/*
 * attempt.c - all or nothing: the moon of Hearts as a plan of the seat to move. See pimc.c.
 *
 * By ordinary playouts nobody begins a moon. Here the root's moves are played out in the same
 * worlds by a seat that goes for it until it is gone (trick_ops.shoot), and the move with
 * which most playouts have it is chosen, whatever that is worth: a player to test the others with.
 * The plan is the same in all worlds, as in parallel rollout (Chang, Givan & Chong 2004).
 *
 * Sequential halving (Karnin, Koren & Somekh 2013): each round doubles the worlds and keeps the
 * better half of the moves. When no playout of the first round has made it, no more are tried,
 * and the search is an ordinary one.
 */
#include "ai/common/order.h"
#include "ai/worlds/pimc.h"

#include <limits.h>
#include <string.h>

#define ROUND_FIRST 16 /* worlds */
#define MOVES_KEPT  2

static int
worlds_list_moves(const struct search *s, const struct game *g, struct pimc *p)
{
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	int n = g->rules->moves(g, &s->root, s->mover, m);
	if (n > p->width) {
		order_best(g, &s->root, s->mover, m, score, n, p->width);
		n = p->width;
	}
	for (int i = 0; i < n; i++)
		p->attempt[i] = (struct attempt){ .m = m[i] };
	return n;
}

static void
try_move(const struct search *s, const struct game *g, const struct state *world,
	 struct attempt *a, struct rng *rng)
{
	struct pimc *p = s->self;
	struct state st;
	int32_t value[SEATS_MAX];
	g->rules->play(g, world, s->mover, a->m, &st);
	const int plies =
		game_rollout(g, &st, rng, INT_MAX, ROLLOUT_POLICY, ROLLOUT_DRAWS);
	g->knowledge->evaluate(g, &st, value);
	a->tried++;
	a->made += g->trick->shot(g, &st, s->mover);
	for (int i = 0; i < g->seats; i++)
		a->sum[i] += (double)value[i] / game_unit(g);
	p->attempts_effort.nodes += 1 + plies;
	p->attempts_effort.leaves++;
	p->attempts_effort.simulations++;
}

static bool
worlds_is_better(const struct attempt *a, const struct attempt *b, int seat)
{
	if (a->made != b->made)
		return a->made > b->made;
	return a->sum[seat] > b->sum[seat];
}

static void
sort(struct pimc *p, int n, int seat)
{
	for (int i = 1; i < n; i++) {
		const struct attempt a = p->attempt[i];
		int j = i;
		for (; j > 0 && worlds_is_better(&a, &p->attempt[j - 1], seat); j--)
			p->attempt[j] = p->attempt[j - 1];
		p->attempt[j] = a;
	}
}

void
pimc_attempt(struct search *s)
{
	struct pimc *p = s->self;
	struct game g;
	p->attempts = 0;
	snapshot_init(&p->attempts_effort, s->game->seats, s->mover, s->viewer);
	if (p->shoot == SHOOT_OFF || s->viewer != s->mover ||
	    s->game->trick->shoot == NULL ||
	    !s->game->trick->shoot(s->game, &s->root, s->mover, &g))
		return;
	int n = worlds_list_moves(s, &g, p);
	struct rng rng;
	rng_seed(&rng, rng_fork(s->seed, UINT64_MAX));
	for (int from = 0, upto = ROUND_FIRST; from < p->worlds; from = upto, upto *= 2) {
		for (int w = from; w < upto && w < p->worlds; w++) {
			struct state world;
			search_deal(s, (uint64_t)w, &world);
			for (int i = 0; i < n; i++)
				try_move(s, &g, &world, &p->attempt[i], &rng);
		}
		sort(p, n, s->mover);
		if (p->attempt[0].made == 0)
			return;
		p->attempts = n;
		n = n / 2 > MOVES_KEPT ? n / 2 : n < MOVES_KEPT ? n : MOVES_KEPT;
	}
}
