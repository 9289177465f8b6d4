/*
 * flop_continuations.c - the continuations behind the leaves of flop hold'em, and the trunk of the hand
 * solved with them. See flop.c.
 */
#include "ai/poker/depth_limit/flop.h"

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
		const int stride = b->stride[seat];
		for (uint32_t k = 0; k < b->level_boards[1]; k++) {
			float *rows = shares + subgame_block(b, i, k) + n->table;
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
flop_fill_continuation(struct search *s, struct flop *f, uint32_t node, int continuation,
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
	return dls_spend(&f->dls, b->visited - before);
}

/* Says what the continuations so far and one more need at least, and what needs less. */
static void
refuse_continuation(struct search *s, const struct flop *f)
{
	const size_t bytes = s->arena.used + f->blue.numbers * sizeof(float);
	search_fail(s,
		    "dls: a table for each of %d value%s needs at least %zu MiB, memory= "
		    "is %zu; fewer values, raises or flops need less",
		    f->continuations + 1, f->continuations == 0 ? "" : "s",
		    (bytes >> 20) + 1, s->arena.size >> 20);
}

bool
flop_add_continuation(struct search *s, struct flop *f)
{
	const struct subgame *b = &f->blue;
	float *continuation = arena_take(&s->arena, b->numbers * sizeof *continuation);
	if (continuation == NULL) {
		refuse_continuation(s, f);
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
flop_fill_reach(const struct flop *f, uint32_t at, int seat, double *reach)
{
	const struct subgame *t = f->t;
	for (int c = 0; c < FLOP_ROW; c++)
		reach[c] = 1;
	for (; at != 0; at = t->node[at].up) {
		const struct subgame_node *n = &t->node[t->node[at].up];
		float rows[STRATEGY_MOVES * SUBGAME_WIDE];
		double share[FLOP_ROW];
		if (n->seat != seat || f->dls.off[at])
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
	k->side.choosing.continuations = f->continuations;
	for (uint32_t i = 0; i < f->blue.nodes; i++)
		for (int continuation = f->valued;
		     continuation < f->continuations && k->leaf[i] != 0; continuation++)
			if (!flop_fill_continuation(s, f, i, continuation,
						    flop_trunk_gain(k, k->leaf[i] - 1,
								    continuation)))
				return false;
	f->valued = f->continuations;
	return true;
}

/* ---- trunks ------------------------------------------------------------------------------ */

static void
write_seat(const struct flop_trunk *k, int seat, float *table)
{
	const struct public_tree *t = &k->side.cfr.mix.tree;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		const struct subgame_node *to = &k->t->node[k->place[i]];
		double now[STRATEGY_MOVES * FLOP_ROW];
		if (n->seat != seat || n->children > STRATEGY_MOVES)
			continue;
		regret_match(public_tree_row(t, k->side.cfr.mix.sum, n, 0), to->moves,
			     FLOP_ROW, now);
		for (int a = 0; a < to->moves; a++)
			flop_to_hands(k->t, seat, now + a * FLOP_ROW,
				      table + to->table + a * k->t->stride[seat]);
	}
}

void
flop_write_trunk(const struct flop_trunk *k, float *table)
{
	const struct dls_side *s = &k->side;
	write_seat(k, s->us, table);
	if (s->d->resolve == DLS_UNSAFE)
		write_seat(k, 1 - s->us, table);
}

/* One continuation more of the other. */
static bool
make_continuation(struct search *s, struct flop *f, int continuation)
{
	if (!flop_add_continuation(s, f))
		return false;
	if (f->dls.kind != DLS_REPLIES) {
		flop_bias_rows(&f->blue, f->continuation[continuation], 1 - f->us,
			       (enum continuation_kind)(continuation - 1));
		return true;
	}
	const int64_t before = f->blue.visited;
	subgame_reply_to(&f->blue, f->play, 1 - f->us, NUDGE,
			 f->continuation[continuation]);
	return dls_spend(&f->dls, f->blue.visited - before);
}

bool
flop_solve_continuations(struct search *s, struct flop *f)
{
	struct flop_trunk *k = &f->trunk;
	const bool replies = f->dls.kind == DLS_REPLIES;
	const int values = f->dls.values,
		  room = replies ? DLS_VALUES : CONTINUATION_KINDS + 1,
		  most = values < room ? values : room;
	if (!flop_trunk_open(k, &f->dls, &f->blue, 0, f->us, most, &s->arena)) {
		flop_refuse_room(s);
		return false;
	}
	f->valued = 0;
	for (int continuation = 0; continuation < most; continuation++) {
		if (continuation > 0 && !make_continuation(s, f, continuation))
			return false;
		if (!replies && continuation + 1 < most)
			continue;
		if (!fill_gains(s, f) || !dls_solve(&k->side, NULL))
			return false;
		flop_write_trunk(k, f->play);
	}
	return true;
}
