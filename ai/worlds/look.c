/*
 * look.c - the moves and the worlds of pimc for the inspector. See pimc.c.
 *
 * The children of the root are the moves, with their means over the worlds, and then the
 * worlds. A world is the tree of its own search, which is run again when it is opened;
 * with a wide root the children of a world are its moves, each with a search of its own.
 */
#include "ai/worlds/pimc.h"

#include <stdio.h>
#include <string.h>

#define REF_WORLD (UINT64_C(1) << 32)
#define REF_PART  40 /* bit of a reference: the move of a wide root, from 1 */

/* The first choice of a world, in words. */
static void
write_choice(const struct search *s, const struct state *root, move m, char *out,
	     int size)
{
	char text[MOVE_TEXT];
	s->game->text->format_move(s->game, root, s->mover, m, text, sizeof text);
	snprintf(out, (size_t)size, "its own first choice is %s", text);
}

static void
fill_world(const struct search *s, int w, struct look_node *l)
{
	const struct pimc *p = s->self;
	const struct snapshot *r = &p->world[w].result;
	struct deal d;
	pimc_deal(s, w, &d);
	look_blank(l, REF_WORLD | (look_ref)w, s->mover,
		   r->move_count > 0 ? r->moves[0].m : MOVE_NONE);
	l->kind = LOOK_WORLD;
	l->world = w + 1;
	l->visits = r->nodes;
	l->inner = true;
	l->apart = !d.wide;
	for (int i = 0; i < d.parts; i++)
		l->partial = l->partial || p->world[w].part[i].cut;
	if (!p->world[w].valid)
		return;
	l->status = r->moves[0].status;
	memcpy(l->value, r->value, sizeof l->value);
	search_fill_win(s, l->status, l->value, l->win);
	write_choice(s, &d.root, r->moves[0].m, l->proof, sizeof l->proof);
}

/* The moves as they are reported, then the worlds, each with its own first choice. */
static int
worlds_root_children(const struct search *s, struct look_node *out, int max)
{
	const struct pimc *p = s->self;
	const struct snapshot *live = &s->live;
	int n = 0;
	for (; n < live->move_count && n < max; n++) {
		look_row(&out[n], (look_ref)n, s->mover, &live->moves[n]);
		out[n].best = n == 0;
	}
	for (int w = 0; w < p->worlds && n < max; w++)
		if (world_done(&p->world[w]) && (p->world[w].valid || s->under_way))
			fill_world(s, w, &out[n++]);
	return n;
}

/* The forced moves, which the tree below leaves out. */
static void
write_forced(const struct search *s, const struct deal *d, move m, char *out, int size)
{
	struct state child;
	struct snapshot forced;
	char line[160];
	pimc_enter(s, &d->root, m, &child, &forced);
	if (forced.pv_count == 0)
		return;
	s->game->rules->play(s->game, &d->root, s->mover, m, &child);
	snapshot_format_pv(&forced, s->game, &child, STATS_PV, line, sizeof line);
	snprintf(out, (size_t)size, "forced moves after it, not in the tree: %s", line);
}

/* The moves of a wide root in one world, best first. */
static int
world_children(const struct search *s, int w, struct look_node *out, int max)
{
	const struct pimc *p = s->self;
	const struct snapshot *r = &p->world[w].result;
	struct deal d;
	int n = 0;
	pimc_deal(s, w, &d);
	for (; d.wide && n < r->move_count && n < max; n++) {
		const struct stats_move *row = &r->moves[n];
		struct look_node *l = &out[n];
		int i = 0;
		while (i < d.parts - 1 && d.m[i] != row->m)
			i++;
		const struct part_run *run = &p->world[w].part[i];
		look_blank(l, REF_WORLD | (look_ref)w | (look_ref)(i + 1) << REF_PART,
			   s->mover, row->m);
		l->visits = run->nodes > 0 ? run->nodes : 1;
		l->status = row->status;
		l->best = n == 0;
		l->inner = l->apart = run->nodes > 0;
		l->partial = run->cut;
		memcpy(l->value, row->value, sizeof l->value);
		search_fill_win(s, l->status, l->value, l->win);
		write_forced(s, &d, row->m, l->proof, sizeof l->proof);
	}
	return n;
}

/* The world of a reference; -1: not a world that was searched. */
static int
world_of(const struct search *s, look_ref ref)
{
	const struct pimc *p = s->self;
	const int64_t w = (int64_t)(ref & (REF_WORLD - 1));
	return ref != LOOK_ROOT && (ref & REF_WORLD) && w < p->worlds &&
			       world_done(&p->world[w])
		       ? (int)w
		       : -1;
}

static int
pimc_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	if (ref == LOOK_ROOT)
		return worlds_root_children(s, out, max);
	const int w = world_of(s, ref);
	return w < 0 || ref >> REF_PART ? 0 : world_children(s, w, out, max);
}

/* Limits a part that runs again to where it ended: one that the clock or a step ended
 * gets the same nodes. */
static void
limit_again(const struct search *s, const struct part_run *run, struct limits *l)
{
	const bool stopped = run->stop == STOP_TIME || run->stop == STOP_INTERRUPTED;
	const bool timed = l->time_ms > 0;
	l->time_ms = 0;
	if (stopped || (run->cut && s->upto.nodes > 0))
		l->nodes = run->nodes > 0 ? run->nodes : 1;
	else if (timed && (l->nodes == 0 || l->nodes > run->nodes))
		l->nodes = run->nodes + 1;
	if (run->cut && s->upto.sims > 0)
		l->sims = run->sims;
}

static bool
pimc_world(struct search *s, look_ref ref, struct search *out, struct status *st)
{
	const struct pimc *p = s->self;
	const int w = world_of(s, ref);
	struct deal d;
	struct state child;
	struct snapshot forced;
	if (w < 0)
		return status_fail(st, "no world was searched here");
	pimc_deal(s, w, &d);
	const int i = ref >> REF_PART ? (int)(ref >> REF_PART) - 1 : 0;
	if (d.wide != (ref >> REF_PART > 0) || i >= d.parts)
		return status_fail(st, "this world has a tree for each of its moves");
	struct world_job e = pimc_errand(&d, i);
	e.us = s->limits.time_ms * 1000;
	if (d.wide) {
		pimc_enter(s, &d.root, d.m[i], &child, &forced);
		e.root = &child;
	}
	if (!pimc_open_inner(s, &e, true, out, st))
		return false;
	limit_again(s, &p->world[w].part[i], &out->limits);
	out->under_way = p->world[w].part[i].cut;
	return true;
}

static bool
pimc_position(struct search *s, look_ref ref, struct state *out)
{
	const int w = world_of(s, ref);
	struct deal d;
	if (w < 0)
		return false;
	pimc_deal(s, w, &d);
	game_copy(s->game, &d.root, out);
	return true;
}

const struct look_ops pimc_look = {
	.children = pimc_children,
	.world = pimc_world,
	.deal = pimc_position,
};
