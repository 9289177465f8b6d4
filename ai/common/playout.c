/* playout.c - see playout.h. */
#include "ai/common/playout.h"

static move
choose(struct search *s, const struct state *st, int seat, bool random)
{
	const struct game *g = s->game;
	move m[MOVES_MAX];
	if (seat == SEAT_CHANCE)
		return g->chance->sample(g, st, &s->rng);
	if (!random && g->knowledge->policy != NULL)
		return g->knowledge->policy(g, st, seat, &s->rng);
	const int n = g->rules->moves(g, st, seat, m);
	return m[rng_below(&s->rng, (uint32_t)n)];
}

int
playout_run(struct search *s, struct state *st, int max, bool random,
	    enum playout_chance chance)
{
	const struct game *g = s->game;
	int n = 0;
	if (g->fast->rollout != NULL)
		return g->fast->rollout(g, st, &s->rng, max, random);
	for (; n < max && !g->rules->settled(g, st); n++) {
		const int seat = game_mover(g, st);
		if (seat == SEAT_NONE || (seat == SEAT_CHANCE && chance == PLAYOUT_STOPS))
			break;
		g->rules->play(g, st, seat, choose(s, st, seat, random), st);
	}
	return n;
}
