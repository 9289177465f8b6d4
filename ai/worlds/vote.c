/*
 * vote.c - the common table of the worlds of pimc: candidates, votes, means. See
 * pimc.c.
 */
#include "ai/common/order.h"
#include "ai/worlds/net.h"
#include "ai/worlds/pimc.h"
#include "src/core/cardnet.h"

#include <string.h>

#define FEW_WORLDS 8

/* The network's value of a move by the seat's cards alone; NULL: it was not asked. */
static const struct cardnet_option *
own_option(const struct pimc *p, move m)
{
	for (int i = 0; i < p->owns; i++)
		if (p->own[i].m == m)
			return &p->own[i];
	return NULL;
}

/* The mean of the worlds' figures and of that value, which counts as prior= worlds; NAN: there is
 * none. */
static double
mean_with(const struct pimc *p, double sum, int worlds, double own)
{
	return isnan(own) ? sum / worlds : (sum + p->prior * own) / (worlds + p->prior);
}

static struct candidate *
find_candidate(struct pimc *p, move m)
{
	for (int i = 0; i < p->candidates; i++)
		if (p->candidate[i].m == m)
			return &p->candidate[i];
	if (p->candidates == MOVES_MAX)
		return NULL;
	struct candidate *c = &p->candidate[p->candidates++];
	*c = (struct candidate){ .m = m, .exact = true, .own = own_option(p, m) };
	return c;
}

static bool
worlds_is_exact(const struct stats_move *row)
{
	return row->status == MOVE_EXACT || row->status == MOVE_PROVEN;
}

/* Adds a world's table to the candidates and splits its vote among its best. */
static void
worlds_count_world(struct pimc *p, const struct search *s, const struct snapshot *r)
{
	int best = 1; /* moves that share the vote */
	while (best < r->move_count && worlds_is_exact(&r->moves[0]) &&
	       worlds_is_exact(&r->moves[best]) &&
	       !(snapshot_rank(r, &r->moves[best], s->mover) <
		 snapshot_rank(r, &r->moves[0], s->mover)))
		best++;
	for (int i = 0; i < r->move_count; i++) {
		const struct stats_move *row = &r->moves[i];
		struct candidate *c = NULL;
		if (row->status != MOVE_UNSEARCHED)
			c = find_candidate(p, row->m);
		if (c == NULL)
			continue;
		c->worlds++;
		c->exact &= worlds_is_exact(row);
		if (worlds_is_exact(
			    row)) /* played to the end: nothing is left to guess */
			c->own = NULL;
		c->votes += i < best ? 1.0 / best : 0;
		for (int j = 0; j < s->game->seats; j++) {
			if (isnan(row->value[j]))
				continue;
			c->sum[j] += row->value[j];
			c->known[j]++;
			if (j != s->mover)
				continue;
			c->rank += snapshot_rank(r, row, j);
			c->moon += p->net != NULL ? row->extra[NET_MOON] : 0;
		}
	}
}

static double
mean(const struct search *s, const struct candidate *c, int seat)
{
	const struct pimc *p = s->self;
	if (c->known[seat] == 0)
		return (double)NAN;
	const double own = c->own != NULL && seat == s->mover
				   ? (double)cardnet_points(p->net, c->own->share)
				   : (double)NAN;
	return mean_with(p, c->sum[seat], c->known[seat], own);
}

/* What a move is ordered by: its mean rank, which without ranks is the mean value. */
static double
mean_rank(const struct search *s, const struct candidate *c)
{
	if (c->known[s->mover] == 0)
		return (double)NAN;
	return mean_with(s->self, c->rank, c->known[s->mover],
			 c->own != NULL ? (double)c->own->worth : (double)NAN);
}

/* The figures of the network, of a move that it has valued in some world. */
static void
fill_network(const struct search *s, const struct candidate *c, struct stats_move *row)
{
	const double own = c->own != NULL ? (double)c->own->sweep : (double)NAN;
	row->rank[s->mover] = row->extra[NET_WORTH] = mean_rank(s, c);
	row->extra[NET_MOON] =
		fmin(fmax(mean_with(s->self, c->moon, c->known[s->mover], own), 0), 1);
}

/* True when a is the better choice. For another seat than the viewer votes decide, as its
 * moves are legal in some of the worlds only. */
static bool
better(const struct search *s, const struct candidate *a, const struct candidate *b)
{
	const double ma = mean_rank(s, a), mb = mean_rank(s, b);
	if (s->mover != s->viewer && a->votes != b->votes)
		return a->votes > b->votes;
	if (isnan(ma) || isnan(mb) || ma == mb)
		return a->votes > b->votes;
	return ma > mb;
}

static void
sort_candidates(struct pimc *p, const struct search *s)
{
	for (int i = 1; i < p->candidates; i++) {
		const struct candidate c = p->candidate[i];
		int j = i;
		for (; j > 0 && better(s, &c, &p->candidate[j - 1]); j--)
			p->candidate[j] = p->candidate[j - 1];
		p->candidate[j] = c;
	}
}

/* The mover's value of a move in one world; NAN: the world has none. */
static double
value_in(const struct snapshot *r, move m)
{
	const struct stats_move *row = snapshot_find(r, m);
	return row != NULL ? row->value[r->mover] : (double)NAN;
}

/* The standard error of a move's cost against the best move. From the differences in the
 * worlds that valued both, so that the luck of the deal cancels (Welford 1962); prior= adds
 * no error. */
static double
cost_error(const struct pimc *p, move best, const struct candidate *c)
{
	double n = 0, mean = 0, m2 = 0;
	for (int w = 0; w < p->worlds; w++) {
		const struct world *world = &p->world[w];
		if (!world_done(world) || !world->valid)
			continue;
		const double x =
			value_in(&world->result, best) - value_in(&world->result, c->m);
		if (isnan(x))
			continue;
		n++;
		const double d = x - mean;
		mean += d / n;
		m2 += d * (x - mean);
	}
	return n > 1 ? sqrt(m2 / (n - 1) * n) / (n + (c->own != NULL ? p->prior : 0)) : 0;
}

/* What the position is worth. The moves of a seat that is watched are legal in some worlds only, in
 * which it holds those cards: there each world counts with its own best move. */
static void
worlds_fill_value(struct search *s, const struct pimc *p)
{
	struct snapshot *live = &s->live;
	memcpy(live->value, live->moves[0].value, sizeof live->value);
	memcpy(live->win, live->moves[0].win, sizeof live->win);
	if (s->mover == s->viewer || s->viewer == SEAT_ALL)
		return;
	for (int j = 0; j < s->game->seats; j++) {
		double sum = 0;
		int known = 0;
		for (int w = 0; w < p->worlds; w++) {
			const struct world *world = &p->world[w];
			if (!world_done(world) || !world->valid ||
			    isnan(world->result.value[j]))
				continue;
			sum += world->result.value[j];
			known++;
		}
		live->value[j] = known > 0 ? sum / known : (double)NAN;
	}
	search_note_win(s, MOVE_OPEN, live->value, live->win);
}

static void
worlds_fill_moves(struct search *s, const struct pimc *p, int worlds)
{
	struct snapshot *live = &s->live;
	live->move_count = p->candidates < STATS_MOVES ? p->candidates : STATS_MOVES;
	live->ranked = p->net != NULL && s->mover == s->viewer;
	for (int i = 0; i < live->move_count; i++) {
		const struct candidate *c = &p->candidate[i];
		struct stats_move *row = &live->moves[i];
		stats_move_blank(row, c->m);
		row->visits = c->worlds;
		row->prob = c->votes / worlds;
		row->depth = (int16_t)live->depth;
		row->status = c->worlds < FEW_WORLDS && game_hidden(s->game) ? MOVE_FEW
			      : c->exact && p->worlds == 1		     ? MOVE_EXACT
									     : MOVE_OPEN;
		for (int j = 0; j < s->game->seats; j++)
			row->value[j] = mean(s, c, j);
		if (p->net != NULL && c->known[s->mover] > 0)
			fill_network(s, c, row);
		row->cost_se = i > 0 ? cost_error(p, p->candidate[0].m, c) : 0;
		search_note_win(s, row->status, row->value, row->win);
	}
	worlds_fill_value(s, p);
}

/* The line of the first world that chose the best move. */
static void
worlds_fill_pv(struct search *s, const struct pimc *p, int upto)
{
	struct snapshot *live = &s->live;
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
	for (int w = 0; w < upto; w++) {
		const struct snapshot *r = &p->world[w].result;
		if (!world_done(&p->world[w]) || !p->world[w].valid || r->pv_count == 0 ||
		    r->pv[0] != live->pv[0])
			continue;
		live->pv_count = r->pv_count;
		memcpy(live->pv, r->pv, (size_t)r->pv_count * sizeof r->pv[0]);
		return;
	}
}

/* Adds up the effort of the first `upto` worlds, those done and those that run. */
static void
fill_effort(struct search *s, struct pimc *p, int upto, bool running)
{
	struct snapshot sum = { .seats = s->game->seats }; /* effort alone */
	struct snapshot *live = &s->live;
	live->worlds_done = 0;
	for (int w = 0; w < upto; w++) {
		if (!world_done(&p->world[w]))
			continue;
		live->worlds_done += p->world[w].valid;
		snapshot_add_effort(&sum, &p->world[w].result, 0);
	}
	for (int i = 0; running && s->channel != NULL && i < p->threads; i++) {
		channel_read(&p->channel[i], &p->running[i]);
		snapshot_add_effort(&sum, &p->running[i], 0);
	}
	if (running && sum.nodes < p->most_nodes) {
		snapshot_free(&sum);
		return;
	}
	p->most_nodes = sum.nodes;
	live->nodes = live->leaves = live->simulations = 0;
	live->children = live->researches = live->tt_probes = live->tt_hits = 0;
	live->tree_nodes = live->tree_bytes = 0;
	live->depth = live->seldepth = 0;
	memset(live->cuts, 0, sizeof live->cuts);
	memset(live->skipped, 0, sizeof live->skipped);
	struct stats_plies *plies = snapshot_attach(live, ATTACHED_PLIES);
	if (plies != NULL)
		*plies = (struct stats_plies){ 0 };
	snapshot_add_effort(live, &sum, 0);
	snapshot_free(&sum);
}

/* The votes of the first `upto` worlds, sorted; returns how many of them count. */
static int
count_worlds(struct search *s, struct pimc *p, int upto)
{
	int worlds = 0;
	p->candidates = 0;
	for (int w = 0; w < upto; w++) {
		if (!world_done(&p->world[w]) || !p->world[w].valid)
			continue;
		worlds_count_world(p, s, &p->world[w].result);
		worlds++;
	}
	if (p->candidates > 0)
		sort_candidates(p, s);
	return worlds;
}

/* While it runs the best move is noted when the clock asks. In the end that becomes the best of
 * 1, 2, 4, 8 ... worlds in their order: the same whenever the worlds are. */
static void
note_in_order(struct search *s, struct pimc *p)
{
	s->live.history_count = 0;
	for (int upto = 1; upto < p->worlds; upto *= 2) {
		if (count_worlds(s, p, upto) == 0)
			continue;
		const struct candidate *best = &p->candidate[0];
		snapshot_note_best(&s->live, best->m, mean(s, best, s->mover));
	}
}

static const struct gauge gauge_disagree = {
	"disagree", "", "share of worlds in which another move is best"
};
const struct gauge *const pimc_gauges[] = { &gauge_disagree, NULL };

/* The table of the first `upto` worlds. */
static void
report_worlds(struct search *s, struct pimc *p, int upto)
{
	int other = 0;
	const int worlds = count_worlds(s, p, upto);
	if (p->candidates == 0)
		return;
	worlds_fill_moves(s, p, worlds);
	worlds_fill_pv(s, p, upto);
	for (int w = 0; w < upto; w++)
		if (world_done(&p->world[w]) && p->world[w].valid &&
		    p->world[w].result.moves[0].m != s->live.moves[0].m)
			other++;
	search_gauge(s, &gauge_disagree, (double)other / worlds);
	snapshot_note_best(&s->live, s->live.moves[0].m, s->live.value[s->mover]);
}

void
pimc_report(struct search *s, bool running)
{
	struct pimc *p = s->self;
	const int before = s->live.worlds_done;
	fill_effort(s, p, p->worlds, running);
	if (running && s->live.worlds_done == before)
		return;
	if (!running)
		note_in_order(s, p);
	report_worlds(s, p, p->worlds);
}

/* The figures after `done` worlds and as much of the next as `part` has; NULL: nothing of it. */
static void
develop_frame(struct search *s, struct pimc *p, int done, const struct snapshot *part,
	      struct film *film)
{
	struct world *w = part != NULL ? &p->world[done] : NULL;
	struct snapshot whole = { 0 };
	const bool valid = w != NULL && w->valid;
	if (w != NULL) {
		whole = w->result;
		w->result = *part; /* a view */
		w->valid =
			part->move_count > 0 && part->moves[0].status != MOVE_UNSEARCHED;
	}
	fill_effort(s, p, done + (w != NULL), false);
	report_worlds(s, p, done + (w != NULL));
	if (w != NULL) {
		s->live.worlds_done = done; /* it has not ended yet */
		w->result = whole;
		w->valid = valid;
	}
	if (p->candidates > 0)
		search_film(s, film);
}

void
pimc_develop(struct search *s, struct film *film)
{
	struct pimc *p = s->self;
	int upto = 0;
	s->live.history_count = 0;
	while (upto < p->worlds && world_done(&p->world[upto]))
		upto++;
	s->live.elapsed_us = search_now_us(s) - s->started_us; /* of them all */
	for (int w = 0; w < upto; w += 1 + upto / FILM_FRAMES) {
		const struct film *of = &p->world[w].film;
		for (int i = 0; i + 1 < of->count; i++)
			develop_frame(s, p, w, &of->frame[i], film);
		develop_frame(s, p, w + 1, NULL, film);
	}
}
