/* mixed.c - see mixed.h. */
#include "ai/common/mixed.h"

#include <math.h>

void
mixed_sort(struct snapshot *live, move first)
{
	live->sorted = true;
	for (int i = 0; i < live->move_count; i++) {
		const struct stats_move row = live->moves[i];
		int j = i;
		for (; j > 0 && live->moves[j - 1].m != first &&
		       (row.m == first || row.prob > live->moves[j - 1].prob);
		     j--)
			live->moves[j] = live->moves[j - 1];
		live->moves[j] = row;
	}
}

static void
lead_with(struct search *s, move first)
{
	struct snapshot *live = &s->live;
	mixed_sort(live, first);
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
	snapshot_note_best(live, live->moves[0].m, live->value[s->mover]);
}

void
mixed_play(struct search *s, uint64_t index)
{
	const struct snapshot *live = &s->live;
	double play[STATS_MOVES];
	struct rng rng;
	for (int i = 0; i < live->move_count; i++)
		play[i] = isnan(live->moves[i].prob) ? 1 : live->moves[i].prob;
	rng_seed(&rng, rng_fork(s->seed, index));
	lead_with(s, live->moves[rng_draw(&rng, play, live->move_count, 1)].m);
}

void
mixed_order(struct search *s)
{
	lead_with(s, MOVE_NONE);
}
