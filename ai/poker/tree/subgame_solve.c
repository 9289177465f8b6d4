/* subgame_solve.c - the iterations of a subgame, and the values of its average strategies. See
 * subgame.h. */
#include "ai/poker/tree/subgame_walk.h"

#include "src/base/pool.h"

#include <math.h>
#include <string.h>

static struct subgame_walk
plan(struct subgame *s, int seat)
{
	return (struct subgame_walk){
		.s = s,
		.seat = seat,
		.kind = WALK_LEARN,
		.table = s->regret,
		.weights = regret_weigh_small(s->variant, s->iterations + 1),
		.worker = s->worker,
	};
}

void
subgame_iterate(struct subgame *s)
{
	/* a whole hand is the same whoever has the button: it learns first */
	const int first = s->whole ? s->node[0].seat : 0;
	for (int i = 0; i < 2; i++) {
		const int seat = i == 0 ? first : 1 - first;
		const struct subgame_walk w = plan(s, seat);
		float *const work = s->worker->work;
		subgame_walk_whole(&w, subgame_root(), s->reach[seat], s->reach[1 - seat],
				   subgame_take(s->worker, 1, s->stride[seat]));
		s->worker->work = work;
	}
	s->iterations++;
}

void
subgame_learn(struct subgame *s, struct subgame_at at, int seat, const float *own,
	      const float *other, float *value)
{
	const struct subgame_walk w = plan(s, seat);
	subgame_walk_whole(&w, at, own, other, value);
}

void
subgame_reply_to(struct subgame *s, const float *shares, int seat, float nudge,
		 float *record)
{
	const struct subgame_walk w = { .s = s,
					.worker = s->worker,
					.seat = seat,
					.kind = WALK_BEST,
					.table = shares,
					.ready = true,
					.nudge = nudge,
					.record = record };
	float *const work = s->worker->work;
	subgame_walk_whole(&w, subgame_root(), s->reach[1 - seat], s->reach[1 - seat],
			   subgame_take(s->worker, 1, s->stride[seat]));
	s->worker->work = work;
}

uint32_t
subgame_card_before(const struct subgame *s, uint32_t at)
{
	while (at != 0 && s->node[s->node[at].up].seat != SEAT_CHANCE)
		at = s->node[at].up;
	return at == 0 ? 0 : s->node[at].up;
}

size_t
subgame_block(const struct subgame *s, uint32_t at, uint32_t board)
{
	const struct subgame_node *card = &s->node[subgame_card_before(s, at)];
	return s->node[at].level > 0 ? card->base + board * card->size : 0;
}

void
subgame_shares(const struct subgame *s, float *shares)
{
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		for (uint32_t b = 0; n->seat >= 0 && b < s->level_boards[n->level]; b++) {
			const size_t block = subgame_block(s, i, b);
			subgame_mix(s, n, s->sum, block, shares + block + n->table);
		}
	}
}

void
subgame_values(struct subgame *s, struct subgame_at at, int seat, bool best,
	       const float *other, float *value)
{
	const struct subgame_walk w = { .s = s,
					.worker = s->worker,
					.seat = seat,
					.kind = best ? WALK_BEST : WALK_PLAY,
					.table = s->sum };
	subgame_walk_quietly(&w, at, other, value);
}

void
subgame_wins(struct subgame *s, struct subgame_at at, int seat, const float *other,
	     float *value)
{
	const struct subgame_walk w = { .s = s,
					.worker = s->worker,
					.seat = seat,
					.kind = WALK_WIN,
					.table = s->sum };
	subgame_walk_quietly(&w, at, other, value);
}

void
subgame_equities(struct subgame *s, struct subgame_at at, int seat, const float *other,
		 float *value)
{
	const struct subgame_walk w = {
		.s = s, .worker = s->worker, .seat = seat, .kind = WALK_PLAY
	};
	struct subgame_line line = { .reach = other, .shown = value };
	if (s->hook != NULL)
		s->hook->shown(s->hook->self, seat, other, value);
	else
		subgame_run_out(&w, &s->board[at.board], &line, 1);
	subgame_take_visits(s);
	scale(value, value, 0.5F, s->stride[seat]);
}

double
subgame_mean(const struct subgame *s, int seat, const float *value)
{
	double sum = 0;
	for (int i = 0; i < s->hands[seat]; i++)
		sum += (double)s->reach[seat][i] * (double)value[i];
	return sum / s->pairs;
}

double
subgame_reply(struct subgame *s, int seat)
{
	float *const work = s->worker->work;
	float *value = subgame_take(s->worker, 1, s->stride[seat]);
	subgame_values(s, subgame_root(), seat, true, s->reach[1 - seat], value);
	s->worker->work = work;
	return subgame_mean(s, seat, value);
}

double
subgame_exploitability(struct subgame *s)
{
	return (subgame_reply(s, 0) + subgame_reply(s, 1)) / 2;
}
