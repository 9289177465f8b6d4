/* question.c - see question.h. */
#include "src/core/question.h"

#include "src/core/calibration.h"

#include <stdlib.h>
#include <string.h>

uint64_t
question_fork(uint64_t seed, int viewer, int moved)
{
	return rng_fork(rng_fork(seed, (uint64_t)viewer + 1), (uint64_t)moved);
}

uint64_t
question_seed(const struct match *m, uint64_t seed, int ply, int viewer)
{
	int moved = 0;
	if (viewer < 0)
		viewer = game_mover(&m->setup.game, &m->states[ply]);
	for (int i = 0; i < ply; i++)
		moved += m->plies[i].seat == viewer;
	return question_fork(seed, viewer, moved);
}

void
question_ask(struct question *q, const struct match *m, int ply, int viewer)
{
	q->game = &m->setup.game;
	q->viewer = viewer;
	q->seed = question_seed(m, m->setup.seed, ply, viewer);
	match_view_at(m, ply, viewer, &q->root);
	q->made = match_made(m, ply, viewer, &q->made_count);
	if (q->game->turns->key != NULL)
		match_past(m, ply, &q->past);
}

void
question_of_state(struct question *q, const struct game *g, const struct state *s,
		  int viewer, uint64_t seed)
{
	*q = (struct question){ .game = g, .viewer = viewer, .seed = seed };
	game_view(g, s, viewer, &q->root);
}

void
question_after(const struct question *q, int seat, move mv, struct question *next)
{
	struct game g = *q->game;
	*next = *q;
	next->made = q->made == NULL
			     ? NULL
			     : malloc(((size_t)q->made_count + 1) * sizeof *next->made);
	if (next->made != NULL) {
		memcpy(next->made, q->made, (size_t)q->made_count * sizeof *next->made);
		next->made[next->made_count++] = (struct played_move){ seat, mv };
	}
	next->viewer = SEAT_ALL;
	g.past = g.turns->key != NULL ? &next->past : NULL;
	g.rules->play(&g, &q->root, seat, mv, &next->root);
}

void
question_close(struct question *q)
{
	free(q->made);
	q->made = NULL;
}

struct search_job
question_job(const struct question *q, const struct player *p,
	     const struct calibration *c)
{
	return (struct search_job){ .game = q->game,
				    .root = &q->root,
				    .viewer = q->viewer,
				    .player = p,
				    .seed = q->seed,
				    .made = q->made,
				    .made_count = q->made_count,
				    .past = &q->past,
				    .calibration =
					    c != NULL && c->stages > 0 ? c : NULL };
}
