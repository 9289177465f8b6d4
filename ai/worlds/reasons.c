/*
 * reasons.c - what separates the choice from the runner-up, where the network played in the worlds.
 *
 * Each world has a row of both moves: who takes the trick, the chances of a moon, the mover's points.
 * So nothing is searched again; the worlds are drawn from what the viewer knows, and what is said of
 * hidden cards is said of those.
 *
 * The card that matters: for each key thing of the game and each other seat the worlds are parted by
 * whether the seat has it. Told is the one whose parts differ most in the points between both moves, in
 * standard errors of that difference (Welch), and by REASONS_POINTS at least.
 */
#include "ai/worlds/net.h"
#include "ai/worlds/pimc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REASONS_DEALS  8 /* that are few */
#define REASONS_PART   4 /* deals of a part, at least */
#define REASONS_POINTS 1
#define REASONS_ERRORS 3 /* of the best of some ten cards and three seats */

/* The mover's gain by the choice in one part of the worlds. */
struct reasons_part {
	double n, sum, squares;
};

struct reasons_parts {
	struct things things;
	struct reasons_part of[THINGS_MAX][SEATS_MAX][2]; /* [1]: the seat has it */
};

static void
reasons_count_part(struct reasons_part *p, double gain)
{
	p->n++;
	p->sum += gain;
	p->squares += gain * gain;
}

/* Of a part's mean: the square of its standard error. */
static double
reasons_variance(const struct reasons_part *p)
{
	const double mean = p->sum / p->n;
	return (p->squares / p->n - mean * mean) / (p->n - 1);
}

/* Puts a world into the parts of its key things. */
static void
reasons_part_world(const struct world *w, int seats, double gain,
		   struct reasons_parts *parts)
{
	for (int seat = 0; seat < seats; seat++)
		for (uint64_t left = parts->things.key; left != 0; left &= left - 1) {
			const int thing = __builtin_ctzll(left);
			reasons_count_part(&parts->of[thing][seat]
						     [w->held[seat] >> thing & 1],
					   gain);
		}
}

static void
reasons_pick_card(const struct search *s, const struct reasons_parts *parts,
		  struct stats_reasons *r)
{
	double most = REASONS_ERRORS;
	for (int thing = 0; thing < parts->things.count; thing++)
		for (int seat = 0; seat < s->game->seats; seat++) {
			const struct reasons_part *no = &parts->of[thing][seat][0],
						  *has = &parts->of[thing][seat][1];
			if (no->n < REASONS_PART || has->n < REASONS_PART)
				continue;
			const double there = has->sum / has->n,
				     elsewhere = no->sum / no->n,
				     apart = fabs(there - elsewhere),
				     error = sqrt(reasons_variance(has) +
						  reasons_variance(no));
			if (apart < REASONS_POINTS || !(apart > most * error))
				continue;
			most = apart / error;
			memcpy(r->card, parts->things.name[thing], sizeof r->card);
			r->holder = seat;
			r->held = (int)has->n;
			r->there = there;
			r->elsewhere = elsewhere;
		}
}

/* One side in one world. */
static void
reasons_count_side(const struct search *s, const struct stats_move *row, int side,
		   struct stats_reasons *r)
{
	const double taker = row->extra[NET_TAKER];
	if (!isnan(taker))
		r->takes[side][(int)taker]++;
	for (int i = 0; i < s->game->seats; i++)
		r->sweep[side][i] += (float)row->extra[NET_SWEEP + i];
}

void
pimc_reasons(struct search *s)
{
	const struct pimc *p = s->self;
	const struct snapshot *live = &s->live;
	struct stats_reasons r = { 0 };
	struct reasons_parts parts = { 0 };
	if (p->net == NULL)
		return;
	struct stats_reasons *out = snapshot_attach(&s->live, ATTACHED_REASONS);
	if (out == NULL)
		return;
	*out = (struct stats_reasons){ 0 };
	if (!game_hidden(s->game) || s->mover != s->viewer || live->move_count < 2)
		return;
	s->game->hidden->things(s->game, &parts.things);
	for (int side = 0; side < 2; side++)
		r.m[side] = live->moves[side].m;
	for (int w = 0; w < p->worlds; w++) {
		const struct snapshot *world = &p->world[w].result;
		if (!world_done(&p->world[w]) || !p->world[w].valid)
			continue;
		const struct stats_move *a = snapshot_find(world, r.m[0]),
					*b = snapshot_find(world, r.m[1]);
		if (a == NULL || b == NULL)
			continue;
		r.deals++;
		reasons_count_side(s, a, 0, &r);
		reasons_count_side(s, b, 1, &r);
		reasons_part_world(&p->world[w], s->game->seats,
				   a->value[s->mover] - b->value[s->mover], &parts);
	}
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < s->game->seats && r.deals > 0; i++)
			r.sweep[side][i] =
				fminf(fmaxf(r.sweep[side][i] / (float)r.deals, 0), 1);
	reasons_pick_card(s, &parts, &r);
	if (r.deals >= REASONS_DEALS)
		*out = r;
}
