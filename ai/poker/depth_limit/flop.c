/*
 * flop.c - depth-limited solving as a player of flop hold'em. See flop.h.
 *
 * The blueprint is solved, or read from a file of `plyscope solve`. The first way to play on is the
 * blueprint; the others are biased blueprints, or best replies, each to the trunk's solution with
 * the ways before it. Behind a bet before the flop that is not listed a new trunk is solved, with
 * the mean of the values at the leaves behind the two sizes around it (section 6.1 of the paper);
 * the alternative of the other's hands is their best listed bet. Behind a leaf of a trunk that was
 * solved the rest is solved again over all flops; the alternative is the value of the leaf to the
 * other's hands in that solution.
 *
 * The strategy of the seat that does not move at the root is the blueprint carried over, with
 * resolve=unsafe the last solution of the betting before the flop.
 */
#include "ai/poker/depth_limit/flop.h"

#include "ai/poker/cfr/rest.h"
#include "ai/poker/depth_limit/dls.h"
#include "ai/poker/tree/subgame_threads.h"

#include <string.h>

#define NUDGE	   1e-3F /* of reach, so that replies are defined where we never get to */
#define TRUNK_SIMS 500	 /* without a limit */

struct flop {
	struct subgame blue;
	/* Of the arena: behind the blueprint, and behind the ways and the trunk of the hand. */
	size_t mark, ways_mark;
	bool begun;
	bool solved;		/* the ways and the trunk of the hand are there, */
	int for_us;		/* for this seat */
	float *way[DLS_VALUES]; /* tables with a way of the other; the first: blueprint */
	int ways, valued;	/* of these, the first ones, have their pair sums */
	float *play;		/* the blueprint, with the trunk that was solved */
	struct flop_trunk trunk;
	/* Of each node of the tree that is played on: */
	struct flop_image *image;
	bool *off;		 /* its move is not listed */
	double (*alt)[FLOP_ROW]; /* of a leaf: what the other's hands had there, */
	bool *known;		 /* whether that was solved, */
	bool *done;		 /* and the hand behind it again */
	int us, subgames;
	int64_t sims;
	bool after; /* the search is over: limits no longer count */
};

static int64_t
option(const struct search *s, const char *key)
{
	return options_int(&s->options, key);
}

/* Counts nodes that were visited; false: the limits end the search. */
static bool
spend(struct search *s, const struct flop *f, int64_t nodes)
{
	return f->after || dls_spend(s, nodes);
}

static void
refuse_room(struct search *s)
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
	struct made line[PUBLIC_LINE];
	memset(&begin, 0, sizeof begin);
	s->game->ops->public->deck->begin(s->game, &s->root, 0, &begin, line);
	if (options_name(&s->options, "file") != NULL) {
		if (!subgame_load(&f->blue, &s->arena, s->game,
				  options_name(&s->options, "file"), st))
			return false;
		return (f->blue.whole && rest_fit_hand(&f->blue, &begin)) ||
		       status_fail(st, "dls: file=%s does not have this hand",
				   options_name(&s->options, "file"));
	}
	struct subgame_setup setup =
		subgame_all_hands(s->game, &begin, (int)option(s, "raises"));
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
	       b->iterations < option(s, "blueprint")) {
		const int64_t before = b->visited;
		subgame_iterate(b);
		if (!spend(s, f, b->visited - before))
			return false;
	}
	return true;
}

bool
flop_open(struct search *s, struct status *st)
{
	if (option(s, "leaves") == DLS_ALL)
		return status_fail(st, "dls: in hold'em expected leaves=bias|replies: "
				       "leaves=all needs the hands behind the flop in "
				       "every iteration of the trunk");
	if (option(s, "depth") != 0 || option(s, "alternatives") != DLS_OF_LEAF ||
	    option(s, "choice") != DLS_INFOSET)
		return status_fail(st, "dls: in hold'em the trunk ends at the flop: "
				       "expected depth, alternatives and choice as they "
				       "are by default");
	if (!game_deals_board(s->game))
		return status_fail(
			st, "dls: of hold'em it plays flop hold'em alone (rounds=2)");
	struct flop *f = rest_open_filled(s, sizeof *f, st);
	if (f == NULL || !open_blueprint(s, f, st))
		return false;
	f->mark = s->arena.used;
	return true;
}

/* ---- ways to play on --------------------------------------------------------------------- */

static bool
flop_is_kind(const struct subgame *b, const struct subgame_node *n, int a,
	     enum way_kind kind)
{
	const struct subgame_node *child = &b->node[n->child + (uint32_t)a];
	const bool folds = child->seat == SEAT_NONE && child->folded == n->seat,
		   calls = b->g->ops->public->calls(child->m);
	return (folds ? WAY_FOLD : calls ? WAY_CALL : WAY_RAISE) == kind;
}

/* Multiplies a seat's shares of a kind of move, everywhere behind the flop. */
static void
flop_bias_rows(struct subgame *b, float *shares, int seat, enum way_kind kind)
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

/* The pair sums at a leaf, as in struct flop_trunk, by a way of the other. */
static bool
flop_fill_way(struct search *s, struct flop *f, uint32_t node, int way, float *gain)
{
	struct subgame *b = &f->blue;
	const int64_t before = b->visited;
	const float *const shares[2] = { f->way[f->us == 0 ? 0 : way],
					 f->way[f->us == 0 ? way : 0] };
	if (!flop_fill_gain(b, shares, node, f->us, &s->arena, gain)) {
		refuse_room(s);
		return false;
	}
	return spend(s, f, b->visited - before);
}

/* Says what the ways so far and one more need at least, and what needs less. */
static void
refuse_way(struct search *s, const struct flop *f)
{
	const size_t bytes = s->arena.used + f->blue.numbers * sizeof(float);
	search_fail(s,
		    "dls: a table for each of %d value%s needs at least %zu MiB, memory= "
		    "is %zu; fewer values, raises or flops need less",
		    f->ways + 1, f->ways == 0 ? "" : "s", (bytes >> 20) + 1,
		    s->arena.size >> 20);
}

/* A table for one way more, which is the blueprint. */
static bool
flop_add_way(struct search *s, struct flop *f)
{
	const struct subgame *b = &f->blue;
	float *way = arena_take(&s->arena, b->numbers * sizeof *way);
	if (way == NULL) {
		refuse_way(s, f);
		return false;
	}
	f->way[f->ways++] = way;
	if (f->ways == 1) {
		subgame_shares(b, way);
		memcpy(f->play, way, b->numbers * sizeof *way);
	} else {
		memcpy(way, f->way[0], b->numbers * sizeof *way);
	}
	return true;
}

/* The reach of a seat's classes at a node before the flop, by the averages of a tree; the moves
 * that are `off` (NULL: none) are not listed, and made by all hands alike. */
static void
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

/* The pair sums at all leaves by the ways so far. */
static bool
fill_gains(struct search *s, struct flop *f)
{
	struct flop_trunk *k = &f->trunk;
	k->choosing.ways = f->ways;
	for (uint32_t i = 0; i < f->blue.nodes; i++)
		for (int way = f->valued; way < f->ways && k->leaf[i] != 0; way++)
			if (!flop_fill_way(s, f, i, way,
					   flop_trunk_gain(k, (int)k->leaf[i] - 1, way)))
				return false;
	f->valued = f->ways;
	return true;
}

/* ---- trunks ------------------------------------------------------------------------------ */

static bool
flop_solve_trunk(struct search *s, struct flop *f, struct flop_trunk *k)
{
	flop_trunk_reset(k);
	for (int64_t i = 0; i < f->sims; i++) {
		const int64_t before = k->visited;
		flop_trunk_iterate(k);
		if (!spend(s, f, k->visited - before))
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

/* Ours; where nothing else holds the other, its range comes from there too. */
static void
write_trunk(struct search *s, const struct flop_trunk *k, float *table)
{
	write_seat(k, k->us, table);
	if (option(s, "resolve") == DLS_UNSAFE)
		write_seat(k, 1 - k->us, table);
}

/* One way more of the other. */
static bool
make_way(struct search *s, struct flop *f, int way)
{
	if (!flop_add_way(s, f))
		return false;
	if (option(s, "leaves") != DLS_REPLIES) {
		flop_bias_rows(&f->blue, f->way[way], 1 - f->us,
			       (enum way_kind)(way - 1));
		return true;
	}
	const int64_t before = f->blue.visited;
	subgame_reply_to(&f->blue, f->play, 1 - f->us, NUDGE, f->way[way]);
	return spend(s, f, f->blue.visited - before);
}

/* The ways, and the trunk of the whole hand with them. */
static bool
solve_ways(struct search *s, struct flop *f)
{
	struct flop_trunk *k = &f->trunk;
	const bool replies = option(s, "leaves") == DLS_REPLIES;
	const int values = (int)option(s, "values"),
		  room = replies ? DLS_VALUES : WAY_KINDS + 1,
		  most = values < room ? values : room;
	if (!flop_trunk_open(k, &f->blue, 0, f->us, most, &s->arena)) {
		refuse_room(s);
		return false;
	}
	f->valued = 0;
	for (int c = 0; c < FLOP_ROW; c++)
		k->reach[0][c] = k->reach[1][c] = 1;
	for (int way = 0; way < most; way++) {
		if (way > 0 && !make_way(s, f, way))
			return false;
		if (!replies && way + 1 < most)
			continue;
		if (!fill_gains(s, f) || !flop_solve_trunk(s, f, k))
			return false;
		write_trunk(s, k, f->play);
	}
	return true;
}

/* The values at a leaf of the tree that is played on: the mean of those of its images. */
static void
average_gain(const struct flop *f, uint32_t node, int way, float *gain)
{
	const struct flop_image *image = &f->image[node];
	memset(gain, 0, FLOP_SQUARE * sizeof *gain);
	for (int i = 0; i < image->count; i++) {
		const float *from =
			flop_trunk_gain(&f->trunk, (int)f->trunk.leaf[image->node[i]] - 1,
					way);
		for (int c = 0; c < FLOP_SQUARE; c++)
			gain[c] += from[c] / (float)image->count;
	}
}

static void
average_gains(const struct flop *f, struct flop_trunk *k)
{
	for (uint32_t i = 0; i < k->t->nodes; i++) {
		const int leaf = (int)k->leaf[i] - 1;
		for (int w = 0; w < k->choosing.ways && leaf >= 0; w++)
			average_gain(f, i, w, flop_trunk_gain(k, leaf, w));
	}
}

/* The value of each class by the best of its ways. */
static void
flop_best_of(const double *v, int ways, double *value)
{
	memcpy(value, v, FLOP_ROW * sizeof *value);
	for (int i = FLOP_ROW; i < ways * FLOP_ROW; i++)
		if (v[i] > value[i % FLOP_ROW])
			value[i % FLOP_ROW] = v[i];
}

/* Keeps the values of the other's hands at the leaves of a solution. */
static void
flop_keep_leaves(struct flop *f, const struct flop_trunk *k)
{
	for (uint32_t i = 0; i < k->t->nodes; i++) {
		double us[FLOP_ROW], v[DLS_VALUES * FLOP_ROW];
		if (k->leaf[i] == 0)
			continue;
		flop_fill_reach(k->t, f->off, i, f->us, us);
		flop_trunk_values(k, (int)k->leaf[i] - 1, us, v);
		flop_best_of(v, k->choosing.ways, f->alt[i]);
		f->known[i] = true;
	}
}

/* The same at one leaf, from the solution of the whole trunk: by the best way in the mean of the
 * leaves that it stands for. */
static void
keep_images(struct flop *f, struct subgame *t, uint32_t node)
{
	const struct flop_trunk *k = &f->trunk;
	const struct flop_image *image = &f->image[node];
	const int ways = k->choosing.ways;
	double us[FLOP_ROW], v[DLS_VALUES * FLOP_ROW],
		mean[DLS_VALUES * FLOP_ROW] = { 0 };
	flop_fill_reach(t, f->off, node, f->us, us);
	for (int i = 0; i < image->count; i++) {
		flop_trunk_values(k, (int)k->leaf[image->node[i]] - 1, us, v);
		for (int c = 0; c < ways * FLOP_ROW; c++)
			mean[c] += v[c] / image->count;
	}
	flop_best_of(mean, ways, f->alt[node]);
	f->known[node] = true;
}

/* The values of a seat's hands by their best play behind a node, against the reach of the other. */
static void
best_behind(struct subgame *t, uint32_t at, int seat, const double *us, double *value)
{
	float reach[SUBGAME_WIDE], row[SUBGAME_WIDE];
	flop_to_hands(t, 1 - seat, us, reach);
	subgame_values(t, (struct subgame_at){ at, 0, 0 }, seat, true, reach, row);
	flop_to_classes(t, seat, row, value);
}

/* The same by their best listed move, where one of theirs led to a node. */
static void
flop_best_listed(const struct flop *f, struct subgame *t, uint32_t at, const double *us,
		 double *value)
{
	const struct subgame_node *n = &t->node[t->node[at].up];
	bool any = false;
	for (uint32_t k = n->child; k < n->child + n->moves; k++) {
		double v[FLOP_ROW];
		if (f->off[k])
			continue;
		best_behind(t, k, n->seat, us, v);
		for (int c = 0; c < FLOP_ROW; c++)
			value[c] = !any || v[c] > value[c] ? v[c] : value[c];
		any = true;
	}
}

/* What the other's hands gave away on the way to a node, as far as our answers led here. */
static void
flop_add_gifts(const struct flop *f, struct subgame *t, uint32_t at, int other,
	       const struct dls_gadget *x)
{
	for (uint32_t to = at; to != 0; to = t->node[to].up) {
		const uint32_t up = t->node[to].up;
		double us[FLOP_ROW], before[FLOP_ROW], best[FLOP_ROW], taken[FLOP_ROW];
		if (t->node[up].seat != other || f->off[to])
			continue;
		flop_fill_reach(t, f->off, up, f->us, us);
		flop_met(t, us, before);
		flop_best_listed(f, t, to, us, best);
		best_behind(t, to, other, us, taken);
		for (int c = 0; c < t->classes; c++)
			if (before[c] > 0 && best[c] > taken[c])
				x->alt[c] +=
					(best[c] - taken[c]) * x->weight[c] / before[c];
	}
}

/* What holds the other's hands from a node on, where our reach is `us`; its memory is above the
 * arena's mark. False: no room. */
static bool
open_gadget(struct search *s, const struct flop *f, struct subgame *t, uint32_t at,
	    const double *us, struct dls_gadget *x)
{
	const int other = 1 - f->us;
	*x = (struct dls_gadget){ .kind = (enum dls_resolve)option(s, "resolve"),
				  .hands = t->classes,
				  .size = t->class_size[other] };
	if (!dls_gadget_take(x, FLOP_ROW, &s->arena)) {
		refuse_room(s);
		return false;
	}
	flop_met(t, us, x->weight);
	if (x->kind == DLS_UNSAFE) {
		double all = 0;
		flop_fill_reach(t, f->off, at, other, x->reach);
		for (int c = 0; c < t->classes; c++)
			all += x->reach[c];
		for (int c = 0; c < t->classes && !(all > 0); c++)
			x->reach[c] = 1;
		return true;
	}
	if (f->off[at])
		flop_best_listed(f, t, at, us, x->alt);
	else
		memcpy(x->alt, f->alt[at], sizeof f->alt[at]);
	if (x->kind == DLS_REACH)
		flop_add_gifts(f, t, at, other, x);
	for (int c = 0; c < FLOP_ROW; c++)
		x->reach[c] = 0.5;
	flop_reset_gadget(x);
	return true;
}

/* Behind a bet that is not listed. */
static bool
solve_off(struct search *s, struct flop *f, uint32_t at)
{
	struct subgame *t = rest_subgame(s);
	struct flop_trunk k;
	struct dls_gadget x;
	const size_t used = s->arena.used;
	if (!flop_trunk_open(&k, t, at, f->us, f->trunk.choosing.ways, &s->arena)) {
		refuse_room(s);
		return false;
	}
	average_gains(f, &k);
	flop_fill_reach(t, f->off, at, f->us, k.reach[f->us]);
	k.gadget = &x;
	const bool ok = open_gadget(s, f, t, at, k.reach[f->us], &x) &&
			flop_solve_trunk(s, f, &k);
	if (ok) {
		t->iterations = k.iterations;
		write_trunk(s, &k, t->sum);
		flop_keep_leaves(f, &k);
		f->subgames++;
	}
	arena_back(&s->arena, used);
	return ok;
}

/* ---- behind a leaf ----------------------------------------------------------------------- */

/* The other seat's rows below a leaf, as they were. */
static void
restore_rows(struct subgame *t, uint32_t leaf, int seat, const float *kept)
{
	const struct subgame_node *n = &t->node[leaf];
	for (uint32_t i = leaf + 1; i < t->nodes; i++) {
		const struct subgame_node *d = &t->node[i];
		if (d->seat != seat || d->level == 0 || subgame_card_before(t, i) != leaf)
			continue;
		for (uint32_t b = 0; b < t->level_boards[1]; b++) {
			const size_t at = b * n->size + d->table;
			memcpy(t->sum + n->base + at, kept + at,
			       d->moves * (size_t)t->stride[seat] * sizeof *kept);
		}
	}
}

/* Solves the hand behind a leaf again, for us, in the tables of the tree that is played on. */
static bool
solve_leaf(struct search *s, struct flop *f, uint32_t at)
{
	struct subgame *t = rest_subgame(s);
	const struct subgame_node *n = &t->node[at];
	const size_t numbers = n->size * t->level_boards[1];
	const int us = f->us, other = 1 - us;
	double reach[FLOP_ROW], mean[FLOP_ROW];
	float row[2][SUBGAME_WIDE], value[SUBGAME_WIDE];
	struct dls_gadget x;
	const size_t used = s->arena.used;
	float *kept = arena_take(&s->arena, numbers * sizeof *kept + 1);
	if (kept == NULL) {
		refuse_room(s);
		return false;
	}
	memcpy(kept, t->sum + n->base, numbers * sizeof *kept);
	flop_fill_reach(t, f->off, at, us, reach);
	flop_to_hands(t, us, reach, row[us]);
	if (!open_gadget(s, f, t, at, reach, &x)) {
		arena_back(&s->arena, used);
		return false;
	}
	flop_to_hands(t, other, x.reach, row[other]);
	memset(t->regret + n->base, 0, numbers * sizeof *t->regret);
	memset(t->sum + n->base, 0, numbers * sizeof *t->sum);
	t->iterations = 0;
	bool on = true;
	for (int64_t i = 0; on && i < f->sims; i++) {
		const int64_t before = t->visited;
		for (int seat = 0; seat < 2; seat++) {
			subgame_learn(t, (struct subgame_at){ at, 0, 0 }, seat, row[seat],
				      row[1 - seat], value);
			if (seat != other)
				continue;
			flop_to_classes(t, other, value, mean);
			dls_gadget_learn(&x, mean);
			flop_to_hands(t, other, x.reach, row[other]);
		}
		t->iterations++;
		on = spend(s, f, t->visited - before);
	}
	restore_rows(t, at, other, kept);
	arena_back(&s->arena, used);
	f->done[at] = true;
	f->subgames++;
	return on;
}

/* ---- the hand ---------------------------------------------------------------------------- */

/* The nodes on the way to the root, as far as the flop, and those of them whose move is not listed;
 * returns how many. */
static int
find_way(struct search *s, struct flop *f, uint32_t *path)
{
	struct subgame *t = rest_subgame(s);
	uint32_t back[SUBGAME_LINE];
	int n = 0;
	for (uint32_t at = t->here; at != 0 && n < SUBGAME_LINE; at = t->node[at].up)
		back[n++] = at;
	struct state state, next;
	game_copy(s->game, t->root, &state);
	memset(&next, 0, sizeof next);
	for (int i = 0; i < n; i++) {
		const uint32_t at = path[i] = back[n - 1 - i];
		const int seat = t->node[t->node[at].up].seat;
		if (seat == SEAT_CHANCE)
			return i; /* the hand behind the flop is solved with its leaf */
		f->off[at] = !game_lists(s->game, &state, seat, t->node[at].m);
		s->game->rules->play(s->game, &state, seat, t->node[at].m, &next);
		game_copy(s->game, &next, &state);
	}
	return n;
}

static bool
flop_take_tables(struct search *s, struct flop *f)
{
	const struct subgame *t = rest_subgame(s);
	f->image = arena_take(&s->arena, t->nodes * sizeof *f->image);
	f->off = arena_take(&s->arena, t->nodes);
	f->known = arena_take(&s->arena, t->nodes);
	f->done = arena_take(&s->arena, t->nodes);
	f->alt = arena_take(&s->arena, t->nodes * sizeof *f->alt);
	if (!f->image || !f->off || !f->known || !f->done || !f->alt) {
		refuse_room(s);
		return false;
	}
	memset(f->off, 0, t->nodes);
	memset(f->known, 0, t->nodes);
	memset(f->done, 0, t->nodes);
	return true;
}

/* Whether the other's move to a node is not listed. */
static bool
is_other_off(const struct flop *f, const struct subgame *t, uint32_t at)
{
	return f->off[at] && t->node[t->node[at].up].seat != f->us;
}

/* Whether the hand so far needs the ways: a trunk is played, or a bet of the other is answered that
 * is not listed. */
static bool
needs_ways(struct search *s, struct flop *f)
{
	const struct deck_ops *deck = s->game->ops->public->deck;
	struct made line[PUBLIC_LINE];
	struct state at, next;
	if (option(s, "first") == DLS_SOLVED)
		return true;
	if (option(s, "resolve") == DLS_OFF)
		return false;
	memset(&at, 0, sizeof at);
	memset(&next, 0, sizeof next);
	const int n = deck->begin(s->game, &s->root, 0, &at, line);
	for (int i = 0; i < n; i++) {
		if (line[i].seat != f->us &&
		    !game_lists(s->game, &at, line[i].seat, line[i].m))
			return true;
		s->game->rules->play(s->game, &at, line[i].seat, line[i].m, &next);
		game_copy(s->game, &next, &at);
	}
	return false;
}

/* The blueprint, and with it what is the same in every hand: kept from one decision to the next.
 * False: a limit or the memory ends it. */
static bool
prepare_hands(struct search *s, struct flop *f, bool ways)
{
	if (f->solved && f->for_us == f->us) {
		arena_back(&s->arena, f->ways_mark);
		return true;
	}
	arena_back(&s->arena, f->mark);
	f->ways = 0;
	f->solved = false;
	const bool on = solve_blueprint(s, f);
	f->play = arena_take(&s->arena, f->blue.numbers * sizeof *f->play);
	if (f->play == NULL) {
		refuse_room(s);
		return false;
	}
	if (!flop_add_way(s, f) || !on || !ways)
		return on;
	f->solved = solve_ways(s, f);
	f->for_us = f->us;
	f->ways_mark = s->arena.used;
	return f->solved;
}

/* All but the subgames behind leaves. Where a limit ends it before the trunk is solved, the
 * blueprint so far is played. */
static bool
flop_prepare(struct search *s, struct flop *f)
{
	uint32_t path[SUBGAME_LINE];
	struct status why = { 0 };
	f->subgames = 0;
	bool on = prepare_hands(s, f, needs_ways(s, f));
	if (s->live.stop == STOP_FAILED)
		return false;
	if (!rest_build_whole(s, (int)option(s, "raises"), &why)) {
		search_fail(s, "dls: %s", why.text);
		return false;
	}
	struct subgame *t = rest_subgame(s);
	t->iterations = f->solved ? f->trunk.iterations : 0;
	if (!flop_take_tables(s, f))
		return false;
	const int n = find_way(s, f, path);
	const bool first = option(s, "first") == DLS_SOLVED,
		   again = option(s, "resolve") != DLS_OFF;
	if (!flop_carry(&f->blue, first ? f->play : f->way[0], t, f->image, &s->arena)) {
		refuse_room(s);
		return false;
	}
	for (uint32_t i = 0; on && first && again && i < t->nodes; i++)
		if (f->image[i].count > 0)
			keep_images(f, t, i);
	for (int i = 0; on && again && i < n; i++)
		if (is_other_off(f, t, path[i]))
			on = solve_off(s, f, path[i]);
	return on;
}

/* Solves again behind the leaf above a node, if there is one. */
static bool
solve_passed(struct search *s, struct flop *f, uint32_t at)
{
	const struct subgame *t = rest_subgame(s);
	for (; at != 0; at = t->node[at].up)
		if (t->node[at].seat == SEAT_CHANCE && f->known[at] && !f->done[at])
			return solve_leaf(s, f, at);
	return true;
}

void
flop_run(struct search *s)
{
	struct flop *f = rest_filled(s);
	f->us = s->mover;
	f->sims = s->limits.sims > 0 ? s->limits.sims : TRUNK_SIMS;
	f->after = false;
	f->begun = flop_prepare(s, f) && solve_passed(s, f, rest_subgame(s)->here);
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_SIMS;
	if (s->live.stop == STOP_FAILED)
		return;
	const bool again = option(s, "resolve") != DLS_OFF;
	rest_tell(s, !again, true);
	dls_tell_ways(s);
	if (option(s, "first") == DLS_SOLVED)
		search_gauge(s, &dls_gauge_ways, f->ways);
	if (again)
		search_gauge(s, &dls_gauge_subgames, f->subgames);
}

bool
flop_advance(struct search *s)
{
	struct flop *f = rest_filled(s);
	struct state begin;
	struct made line[PUBLIC_LINE];
	const struct deck_ops *deck = s->game->ops->public->deck;
	const bool whole = options_name(&s->options, "file") != NULL ||
			   f->blue.iterations >= option(s, "blueprint");
	const int button = f->blue.node[0].seat;
	memset(&begin, 0, sizeof begin);
	if (!whole || deck->begin(s->game, &s->root, 0, &begin, line) < 0 ||
	    !rest_fit_hand(&f->blue, &begin))
		return false;
	/* the ways are those of a seat with or without the button */
	f->solved = f->solved && f->blue.node[0].seat == button;
	f->begun = false;
	rest_look_again(s);
	return true;
}

bool
flop_replies(struct search *s, double reply[2])
{
	struct flop *f = rest_filled(s);
	struct subgame *t = rest_subgame(s);
	if (!f->begun)
		return false;
	f->after = true;
	for (uint32_t at = 0; at < t->nodes; at++)
		if (f->known[at] && !f->done[at] && !solve_leaf(s, f, at))
			return false;
	for (int seat = 0; seat < 2; seat++)
		reply[seat] = subgame_reply(t, 1 - seat);
	return true;
}

bool
flop_mixes(struct search *s, const struct state *at, struct strategy_mixes *out)
{
	struct flop *f = rest_filled(s);
	uint32_t node;
	if (!f->begun || game_mover(s->game, at) != f->us || !rest_find(s, at, &node))
		return false;
	f->after = true;
	return solve_passed(s, f, node) && rest_mixes(s, at, out);
}

/* ---- what a leaf tells ------------------------------------------------------------------- */

/* The leaf of the trunk that a node stands for; -1: none. */
static int
leaf_of(const struct flop *f, const struct subgame *t, uint32_t node)
{
	if (!f->begun || !f->solved || f->image[node].count != 1)
		return -1;
	for (uint32_t at = node; at != 0; at = t->node[at].up)
		if (f->off[at])
			return -1;
	return (int)f->trunk.leaf[f->image[node].node[0]] - 1;
}

int
flop_ways(struct search *s)
{
	const struct flop *f = rest_filled(s);
	const bool solved = f->begun && f->solved && option(s, "first") == DLS_SOLVED;
	return solved ? f->trunk.choosing.ways : 0;
}

void
flop_add_ways(struct search *s, uint32_t node, struct look_ways *w)
{
	struct flop *f = rest_filled(s);
	struct subgame *t = rest_subgame(s);
	const struct flop_trunk *k = &f->trunk;
	const int leaf = t->nodes > node ? leaf_of(f, t, node) : -1;
	const double *size = t->class_size[1 - f->us];
	static _Thread_local double choice[DLS_VALUES * FLOP_ROW],
		values[DLS_VALUES * FLOP_ROW];
	double own[FLOP_ROW], other[FLOP_ROW];
	if (leaf < 0)
		return;
	flop_fill_reach(t, f->off, node, f->us, own);
	flop_fill_reach(t, f->off, node, 1 - f->us, other);
	flop_trunk_choice(k, leaf, choice);
	flop_trunk_values(k, leaf, own, values);
	for (int o = 0; o < k->classes; o++) {
		double pairs = 0;
		for (int c = 0; c < k->classes; c++)
			pairs += own[c] * other[o] * t->beside[o * k->classes + c] *
				 t->class_size[f->us][c];
		if (!(pairs > 0))
			continue;
		ways_weigh(w, o, pairs);
		for (int i = 0; i < k->choosing.ways; i++) {
			const int at = i * FLOP_ROW + o;
			ways_add(w, o, i, pairs, choice[at],
				 -values[at] * size[o] * other[o] / pairs);
		}
	}
}
