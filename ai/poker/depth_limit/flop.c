/*
 * flop.c - depth-limited solving as a player of flop hold'em. See flop.h.
 *
 * The blueprint is solved, or read from a file of `plyscope solve`. The first continuation is the
 * blueprint; the others are biased blueprints, or best replies, each to the trunk's solution with
 * the continuations before it. Behind a bet before the flop that is not listed a new trunk is
 * solved, with the mean of the values at the leaves behind the two sizes around it (section 6.1 of
 * the paper); the alternative of the other's hands is their best listed bet. Behind a leaf of a
 * trunk that was solved the rest is solved again over all flops; the alternative is the value of
 * the leaf to the other's hands in that solution.
 *
 * The strategy of the seat that does not move at the root is the blueprint carried over, with
 * resolve=unsafe the last solution of the betting before the flop.
 */
#include "ai/poker/depth_limit/flop.h"
#include "ai/poker/tree/subgame_file.h"

#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame_place.h"
#include "ai/poker/tree/subgame_threads.h"

#include <string.h>

#define TRUNK_SIMS 500 /* without a limit */

static int64_t
flop_option(const struct search *s, const char *key)
{
	return options_int(&s->options, key);
}

void
flop_refuse_room(struct search *s)
{
	search_fail(
		s,
		"dls: memory=%zu is too small: fewer values, raises or flops need less",
		s->arena.size >> 20);
}

/* ---- the blueprint ----------------------------------------------------------------------- */

static bool
open_blueprint(struct search *s, struct flop *f, struct status *st)
{
	struct state begin;
	struct played_move line[PUBLIC_LINE];
	memset(&begin, 0, sizeof begin);
	s->game->ops->public->deck->begin(s->game, &s->root, 0, &begin, line);
	if (options_name(&s->options, "file") != NULL) {
		if (!subgame_load(&f->blue, &s->arena, s->game,
				  options_name(&s->options, "file"), st))
			return false;
		return (f->blue.whole && remainder_fit_hand(&f->blue, &begin)) ||
		       status_fail(st, "dls: file=%s does not have this hand",
				   options_name(&s->options, "file"));
	}
	struct subgame_setup setup =
		subgame_all_hands(s->game, &begin, (int)flop_option(s, "raises"));
	setup.variant = REGRET_DISCOUNTED;
	struct status why = { 0 };
	return subgame_open_for(s, &f->blue, &setup, &why) ||
	       status_fail(st, "dls: %s; fewer raises or flops need less", why.text);
}

static bool
solve_blueprint(struct search *s, struct flop *f)
{
	struct subgame *b = &f->blue;
	while (options_name(&s->options, "file") == NULL &&
	       b->iterations < flop_option(s, "blueprint")) {
		const int64_t before = b->visited;
		subgame_iterate(b);
		if (!dls_spend(&f->dls, b->visited - before))
			return false;
	}
	return true;
}

bool
flop_open(struct search *s, struct status *st)
{
	if (flop_option(s, "leaves") == DLS_ALL)
		return status_fail(st, "dls: in hold'em expected leaves=bias|replies: "
				       "leaves=all needs the hands behind the flop in "
				       "every iteration of the trunk");
	if (flop_option(s, "depth") != 0 ||
	    flop_option(s, "alternatives") != DLS_OF_LEAF ||
	    flop_option(s, "choice") != DLS_INFOSET)
		return status_fail(st, "dls: in hold'em the trunk ends at the flop: "
				       "expected depth, alternatives and choice as they "
				       "are by default");
	if (!game_deals_board(s->game))
		return status_fail(
			st, "dls: of hold'em it plays flop hold'em alone (rounds=2)");
	struct flop *f = remainder_open_filled(s, sizeof *f, st);
	if (f == NULL || !open_blueprint(s, f, st))
		return false;
	f->t = remainder_subgame(s);
	f->dls.arena = &s->arena;
	f->dls.played = &flop_played;
	f->dls.stride = FLOP_ROW;
	dls_read_options(&f->dls, &s->options);
	f->mark = s->arena.used;
	return true;
}

/* ---- the hand ---------------------------------------------------------------------------- */

/* The moves of the hand before the flop, and which of them are not listed. */
struct flop_line {
	struct played_move made[PUBLIC_LINE];
	bool off[PUBLIC_LINE];
	int moves;
};

static void
read_line(struct search *s, struct flop_line *l)
{
	struct state at;
	memset(&at, 0, sizeof at);
	l->moves = s->game->ops->public->deck->begin(s->game, &s->root, 0, &at, l->made);
	for (int i = 0; i < l->moves; i++) {
		const struct played_move *m = &l->made[i];
		l->off[i] = !game_lists(s->game, &at, m->seat, m->m);
		s->game->rules->play(s->game, &at, m->seat, m->m, &at);
	}
}

/* The node behind the first moves of the line; they are in the tree. */
static uint32_t
behind_line(const struct flop *f, const struct flop_line *l, int moves)
{
	uint32_t at = 0;
	for (int i = 0; i < moves; i++)
		at = subgame_child(f->t, at, l->made[i].m);
	return at;
}

static bool
flop_take_tables(struct search *s, struct flop *f)
{
	const size_t nodes = f->t->nodes;
	struct dls *d = &f->dls;
	d->full.leaves = 0;
	f->image = arena_take(&s->arena, nodes * sizeof *f->image);
	d->full.leaf = arena_take(&s->arena, nodes * sizeof *d->full.leaf);
	d->off = arena_take(&s->arena, nodes);
	d->done[f->us] = arena_take(&s->arena, nodes);
	for (uint32_t i = 0; i < nodes && d->full.leaf != NULL; i++)
		d->full.leaf[i] = f->t->node[i].seat == SEAT_CHANCE
					  ? (uint32_t)++d->full.leaves
					  : 0;
	const size_t leaves = (size_t)d->full.leaves;
	d->known[f->us] = arena_take(&s->arena, leaves + 1);
	d->alt[f->us] = arena_take(&s->arena, leaves * FLOP_ROW * sizeof(double) + 1);
	if (!f->image || !d->full.leaf || !d->off || !d->done[f->us] ||
	    !d->known[f->us] || !d->alt[f->us]) {
		flop_refuse_room(s);
		return false;
	}
	memset(d->off, 0, nodes);
	memset(d->done[f->us], 0, nodes);
	memset(d->known[f->us], 0, leaves);
	return true;
}

/* Whether the hand behind a leaf is to be solved again. */
static bool
awaits_solution(const struct flop *f, uint32_t at)
{
	const uint32_t leaf = f->dls.full.leaf[at];
	return leaf != 0 && f->dls.known[f->us][leaf - 1] && !f->dls.done[f->us][at];
}

/* Whether the hand so far needs the continuations: a trunk is played, or a bet of the other is
 * answered that is not listed. */
static bool
needs_continuations(const struct flop *f, const struct flop_line *l)
{
	bool off = false;
	for (int i = 0; i < l->moves; i++)
		off = off || (l->made[i].seat != f->us && l->off[i]);
	return f->dls.first == DLS_SOLVED || (f->dls.resolve != DLS_OFF && off);
}

/* The blueprint, and with it what is the same in every hand: kept from one decision to the next.
 * False: a limit or the memory ends it. */
static bool
prepare_hands(struct search *s, struct flop *f, bool continuations)
{
	if (f->solved && f->for_us == f->us) {
		arena_back(&s->arena, f->continuations_mark);
		return true;
	}
	arena_back(&s->arena, f->mark);
	f->continuations = 0;
	f->solved = false;
	const bool on = solve_blueprint(s, f);
	f->play = arena_take(&s->arena, f->blue.numbers * sizeof *f->play);
	if (f->play == NULL) {
		flop_refuse_room(s);
		return false;
	}
	if (!flop_add_continuation(s, f) || !on || !continuations)
		return on;
	f->solved = flop_solve_continuations(s, f);
	f->for_us = f->us;
	f->continuations_mark = s->arena.used;
	return f->solved;
}

/* All but the subgames behind leaves. Where a limit ends it before the trunk is solved, the
 * blueprint so far is played. */
static bool
flop_prepare(struct search *s, struct flop *f)
{
	struct flop_line line;
	struct status why = { 0 };
	f->dls.subgames = 0;
	read_line(s, &line);
	bool on = prepare_hands(s, f, needs_continuations(f, &line));
	if (s->live.stop == STOP_FAILED)
		return false;
	if (!remainder_build_whole(s, (int)flop_option(s, "raises"), &why)) {
		search_fail(s, "dls: %s", why.text);
		return false;
	}
	struct subgame *t = f->t;
	t->iterations = f->solved ? f->trunk.side.cfr.mix.iterations : 0;
	if (!flop_take_tables(s, f))
		return false;
	for (int i = 0; i < line.moves; i++)
		f->dls.off[behind_line(f, &line, i + 1)] = line.off[i];
	const bool first = f->dls.first == DLS_SOLVED, again = f->dls.resolve != DLS_OFF;
	if (!flop_carry(&f->blue, first ? f->play : f->continuation[0], t, f->image,
			&s->arena)) {
		flop_refuse_room(s);
		return false;
	}
	for (uint32_t i = 0; on && first && again && i < t->nodes; i++)
		if (f->image[i].count > 0)
			flop_keep_images(f, i);
	for (int i = 0; on && again && i < line.moves; i++)
		if (line.off[i] && line.made[i].seat != f->us)
			on = flop_solve_off(s, f, behind_line(f, &line, i + 1));
	return on;
}

/* Solves again behind the leaf above a node, if there is one. */
static bool
solve_passed(struct search *s, struct flop *f, uint32_t at)
{
	for (; at != 0; at = f->t->node[at].up)
		if (awaits_solution(f, at))
			return flop_solve_leaf(s, f, at);
	return true;
}

void
flop_run(struct search *s)
{
	struct flop *f = remainder_filled(s);
	f->us = s->mover;
	f->dls.sims = s->limits.sims > 0 ? s->limits.sims : TRUNK_SIMS;
	f->dls.running = s;
	f->begun = flop_prepare(s, f) && solve_passed(s, f, f->t->here);
	f->dls.running = NULL;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_SIMS;
	if (s->live.stop == STOP_FAILED)
		return;
	const bool again = f->dls.resolve != DLS_OFF;
	remainder_tell(s, !again, true);
	dls_tell_continuations(s);
	if (f->dls.first == DLS_SOLVED)
		search_gauge(s, &dls_gauge_continuations, f->continuations);
	if (again)
		search_gauge(s, &dls_gauge_subgames, f->dls.subgames);
}

bool
flop_advance(struct search *s)
{
	struct flop *f = remainder_filled(s);
	struct state begin;
	struct played_move line[PUBLIC_LINE];
	const struct deck_ops *deck = s->game->ops->public->deck;
	const bool whole = options_name(&s->options, "file") != NULL ||
			   f->blue.iterations >= flop_option(s, "blueprint");
	const int button = f->blue.node[0].seat;
	memset(&begin, 0, sizeof begin);
	if (!whole || deck->begin(s->game, &s->root, 0, &begin, line) < 0 ||
	    !remainder_fit_hand(&f->blue, &begin))
		return false;
	/* the continuations are those of a seat with or without the button */
	f->solved = f->solved && f->blue.node[0].seat == button;
	f->begun = false;
	remainder_look_again(s);
	return true;
}

bool
flop_replies(struct search *s, double reply[2])
{
	if (!remainder_plays(s->game))
		return false;
	struct flop *f = remainder_filled(s);
	if (!f->begun)
		return false;
	for (uint32_t at = 0; at < f->t->nodes; at++)
		if (awaits_solution(f, at) && !flop_solve_leaf(s, f, at))
			return false;
	for (int seat = 0; seat < 2; seat++)
		reply[seat] = subgame_reply(f->t, 1 - seat);
	return true;
}

bool
flop_mixes(struct search *s, const struct state *at, struct strategy_mixes *out)
{
	uint32_t node;
	if (!remainder_plays(s->game))
		return false;
	struct flop *f = remainder_filled(s);
	if (!f->begun || game_mover(s->game, at) != f->us ||
	    !remainder_find(s, at, &node))
		return false;
	return solve_passed(s, f, node) && remainder_mixes(s, at, out);
}

/* ---- what a leaf tells ------------------------------------------------------------------- */

/* The leaf of the trunk that a node stands for; -1: none. */
static int
leaf_of(const struct flop *f, uint32_t node)
{
	if (!f->begun || !f->solved || f->image[node].count != 1)
		return -1;
	for (uint32_t at = node; at != 0; at = f->t->node[at].up)
		if (f->dls.off[at])
			return -1;
	return (int)f->trunk.leaf[f->image[node].node[0]] - 1;
}

const struct dls_side *
flop_side(struct search *s)
{
	const struct flop *f = remainder_filled(s);
	const bool solved = f->begun && f->solved && f->dls.first == DLS_SOLVED;
	return solved ? &f->trunk.side : NULL;
}

void
flop_add_leaf(struct search *s, uint32_t node, struct look_ways *w)
{
	struct flop *f = remainder_filled(s);
	const struct subgame *t = f->t;
	const struct dls_side *side = &f->trunk.side;
	const int leaf = t->nodes > node ? leaf_of(f, node) : -1;
	const double *size = t->class_size[1 - f->us];
	static _Thread_local double values[DLS_VALUES * FLOP_ROW];
	double own[FLOP_ROW], other[FLOP_ROW];
	if (leaf < 0)
		return;
	flop_fill_reach(f, node, f->us, own);
	flop_fill_reach(f, node, 1 - f->us, other);
	side->worth->other(side, (uint32_t)leaf, own, values);
	for (int o = 0; o < t->classes; o++) {
		double pairs = 0;
		for (int c = 0; c < t->classes; c++)
			pairs += own[c] * other[o] * t->unblocked[o * t->classes + c] *
				 t->class_size[f->us][c];
		if (!(pairs > 0))
			continue;
		continuations_weigh(w, o, pairs);
		for (int i = 0; i < side->choosing.continuations; i++)
			continuations_add(w, o, i, pairs, dls_choice(side, leaf, i, o),
					  -values[i * FLOP_ROW + o] * size[o] * other[o] /
						  pairs);
	}
}
