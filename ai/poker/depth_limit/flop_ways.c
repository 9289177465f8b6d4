/*
 * flop_ways.c - the continuations behind the leaves of flop hold'em, and the trunk of the hand
 * solved with them. See flop.c.
 */
#include "ai/poker/depth_limit/private.h"

#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame_threads.h"

#include <string.h>

#define NUDGE 1e-3F /* of reach, so that replies are defined where we never get to */

static bool
flop_is_kind(const struct subgame *b, const struct subgame_node *n, int a,
	     enum continuation_kind kind)
{
	const struct subgame_node *child = &b->node[n->child + (uint32_t)a];
	const bool folds = child->seat == SEAT_NONE && child->folded == n->seat,
		   calls = b->g->ops->public->calls(child->m);
	return (folds	? CONTINUATION_FOLD
		: calls ? CONTINUATION_CALL
			: CONTINUATION_RAISE) == kind;
}

/* Multiplies a seat's shares of a kind of move, everywhere behind the flop. */
static void
flop_bias_rows(struct subgame *b, float *shares, int seat, enum continuation_kind kind)
{
	for (uint32_t i = 0; i < b->nodes; i++) {
		const struct subgame_node *n = &b->node[i];
		if (n->seat != seat || n->level == 0)
			continue;
		float by[MOVES_MAX + 1];
		for (int a = 0; a < n->moves; a++)
			by[a] = flop_is_kind(b, n, a, kind) ? DLS_FACTOR : 1;
		const uint32_t card = subgame_card_before(b, i);
		const int stride = b->stride[seat];
		for (uint32_t k = 0; k < b->level_boards[1]; k++) {
			float *rows = shares + b->node[card].base +
				      k * b->node[card].size + n->table;
			for (int h = 0; h < stride; h++) {
				float all = 0;
				for (int a = 0; a < n->moves; a++) {
					rows[a * stride + h] *= by[a];
					all += rows[a * stride + h];
				}
				for (int a = 0; a < n->moves; a++)
					rows[a * stride + h] /= all;
			}
		}
	}
}

/* The pair sums at a leaf, as in struct flop_trunk, by a continuation of the other. */
static bool
flop_fill_way(struct search *s, struct flop *f, uint32_t node, int continuation,
	      float *gain)
{
	struct subgame *b = &f->blue;
	const int64_t before = b->visited;
	const float *const shares[2] = { f->continuation[f->us == 0 ? 0 : continuation],
					 f->continuation[f->us == 0 ? continuation : 0] };
	if (!flop_fill_gain(b, shares, node, f->us, &s->arena, gain)) {
		flop_refuse_room(s);
		return false;
	}
	return flop_spend(s, f, b->visited - before);
}

/* Says what the continuations so far and one more need at least, and what needs less. */
static void
refuse_way(struct search *s, const struct flop *f)
{
	const size_t bytes = s->arena.used + f->blue.numbers * sizeof(float);
	search_fail(s,
		    "dls: a table for each of %d value%s needs at least %zu MiB, memory= "
		    "is %zu; fewer values, raises or flops need less",
		    f->continuations + 1, f->continuations == 0 ? "" : "s",
		    (bytes >> 20) + 1, s->arena.size >> 20);
}

bool
flop_add_way(struct search *s, struct flop *f)
{
	const struct subgame *b = &f->blue;
	float *continuation = arena_take(&s->arena, b->numbers * sizeof *continuation);
	if (continuation == NULL) {
		refuse_way(s, f);
		return false;
	}
	f->continuation[f->continuations++] = continuation;
	if (f->continuations == 1) {
		subgame_shares(b, continuation);
		memcpy(f->play, continuation, b->numbers * sizeof *continuation);
	} else {
		memcpy(continuation, f->continuation[0],
		       b->numbers * sizeof *continuation);
	}
	return true;
}

void
flop_fill_reach(struct subgame *t, const bool *off, uint32_t at, int seat, double *reach)
{
	for (int c = 0; c < FLOP_ROW; c++)
		reach[c] = 1;
	for (; at != 0; at = t->node[at].up) {
		const struct subgame_node *n = &t->node[t->node[at].up];
		float rows[STRATEGY_MOVES * SUBGAME_WIDE];
		double share[FLOP_ROW];
		if (n->seat != seat || (off != NULL && off[at]))
			continue;
		subgame_average(t, n, 0, rows);
		flop_to_classes(t, seat,
				rows + (at - n->child) * (uint32_t)t->stride[seat],
				share);
		for (int c = 0; c < FLOP_ROW; c++)
			reach[c] *= share[c];
	}
}

/* The pair sums at all leaves by the continuations so far. */
static bool
fill_gains(struct search *s, struct flop *f)
{
	struct flop_trunk *k = &f->trunk;
	k->choosing.continuations = f->continuations;
	for (uint32_t i = 0; i < f->blue.nodes; i++)
		for (int continuation = f->valued;
		     continuation < f->continuations && k->leaf[i] != 0; continuation++)
			if (!flop_fill_way(s, f, i, continuation,
					   flop_trunk_gain(k, (int)k->leaf[i] - 1,
							   continuation)))
				return false;
	f->valued = f->continuations;
	return true;
}

/* ---- trunks ------------------------------------------------------------------------------ */

bool
flop_solve_trunk(struct search *s, struct flop *f, struct flop_trunk *k)
{
	flop_trunk_reset(k);
	for (int64_t i = 0; i < f->sims; i++) {
		const int64_t before = k->visited;
		flop_trunk_iterate(k);
		if (!flop_spend(s, f, k->visited - before))
			return false;
	}
	return true;
}

/* Writes a seat's averages in a trunk into a table of the tree's size. */
static void
write_seat(const struct flop_trunk *k, int seat, float *table)
{
	for (uint32_t i = 0; i < k->t->nodes; i++) {
		const struct subgame_node *n = &k->t->node[i];
		double now[STRATEGY_MOVES * FLOP_ROW];
		bool below = n->seat == seat && n->level == 0;
		for (uint32_t at = i; below && at != k->root; at = k->t->node[at].up)
			below = at != 0;
		if (!below || n->moves > STRATEGY_MOVES)
			continue;
		flop_trunk_average(k, i, now);
		for (int a = 0; a < n->moves; a++)
			flop_to_hands(k->t, seat, now + a * FLOP_ROW,
				      table + n->table + a * k->t->stride[seat]);
	}
}

void
flop_write_trunk(struct search *s, const struct flop_trunk *k, float *table)
{
	write_seat(k, k->us, table);
	if (flop_option(s, "resolve") == DLS_UNSAFE)
		write_seat(k, 1 - k->us, table);
}

/* One continuation more of the other. */
static bool
make_way(struct search *s, struct flop *f, int continuation)
{
	if (!flop_add_way(s, f))
		return false;
	if (flop_option(s, "leaves") != DLS_REPLIES) {
		flop_bias_rows(&f->blue, f->continuation[continuation], 1 - f->us,
			       (enum continuation_kind)(continuation - 1));
		return true;
	}
	const int64_t before = f->blue.visited;
	subgame_reply_to(&f->blue, f->play, 1 - f->us, NUDGE,
			 f->continuation[continuation]);
	return flop_spend(s, f, f->blue.visited - before);
}

bool
flop_solve_ways(struct search *s, struct flop *f)
{
	struct flop_trunk *k = &f->trunk;
	const bool replies = flop_option(s, "leaves") == DLS_REPLIES;
	const int values = (int)flop_option(s, "values"),
		  room = replies ? DLS_VALUES : CONTINUATION_KINDS + 1,
		  most = values < room ? values : room;
	if (!flop_trunk_open(k, &f->blue, 0, f->us, most, &s->arena)) {
		flop_refuse_room(s);
		return false;
	}
	f->valued = 0;
	for (int c = 0; c < FLOP_ROW; c++)
		k->reach[0][c] = k->reach[1][c] = 1;
	for (int continuation = 0; continuation < most; continuation++) {
		if (continuation > 0 && !make_way(s, f, continuation))
			return false;
		if (!replies && continuation + 1 < most)
			continue;
		if (!fill_gains(s, f) || !flop_solve_trunk(s, f, k))
			return false;
		flop_write_trunk(s, k, f->play);
	}
	return true;
}
