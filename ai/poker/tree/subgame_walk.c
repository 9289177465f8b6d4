/*
 * subgame_walk.c - walks of a subgame: for learning, values and best replies. See subgame.h.
 *
 * A walk carries for one seat p the reach of both down and the counterfactual values of p's hands
 * up:
 *   at p's decisions v[h] = sum over moves a of now[a][h] v_a[h], regret[a][h] += v_a[h] - v[h];
 *   at the other's its reach is multiplied;
 *   where a card comes hands with that card have no reach, and what comes of a card that stands for
 *   others is added for each of them, hands with their suits swapped.
 * Every card is as likely for all pairs of hands: one of those that neither hand nor board have.
 *
 * The betting between two cards is walked twice: down along the other's moves, so that all ends
 * that depend on one board are settled together (settle.c); then up with their values. What hands
 * get there for a stake of 1 depends on the other's moves alone, a line: many ends share it.
 */
#include "ai/poker/tree/subgame_walk.h"

#include "src/base/pool.h"

#include <math.h>
#include <string.h>

/* ---- strategies -------------------------------------------------------------------------- */

/* Locked hands play by their shares. */
static void
keep_locks(const struct subgame *s, const struct subgame_node *n, float *out)
{
	const int stride = s->stride[n->seat];
	for (int h = 0; h < s->hands[n->seat]; h++) {
		const struct subgame_lock *l = subgame_lock_of(s, (uint32_t)(n - s->node),
							       s->hand[n->seat][h].hand);
		for (int a = 0; a < n->moves && l != NULL; a++)
			out[a * stride + h] = l->share[a];
	}
}

void
subgame_mix(const struct subgame *s, const struct subgame_node *n, const float *table,
	    size_t block, float *out)
{
	regret_match_floats(table + block + n->table, n->moves, s->stride[n->seat], out);
	if (n->lock != 0)
		keep_locks(s, n, out);
}

void
subgame_average(const struct subgame *s, const struct subgame_node *n, size_t block,
		float *out)
{
	subgame_mix(s, n, s->sum, block, out);
}

/* ---- walks ------------------------------------------------------------------------------- */

/* Whether every move of a decision has a least share in this walk. */
static bool
trembles(const struct subgame_walk *w, const struct subgame_node *n)
{
	return w->kind == WALK_LEARN && w->s->tremble > 0 && n->leaf == 0;
}

/* The shares of moves at a decision; `room`: rows for them. */
static const float *
shares_at(const struct subgame_walk *w, const struct subgame_node *n, size_t block,
	  float *room)
{
	if (w->ready)
		return w->table + block + n->table;
	subgame_mix(w->s, n, w->table, block, room);
	if (trembles(w, n)) {
		const float least = w->s->tremble, rest = 1 - least * n->moves;
		const int numbers = n->moves * w->s->stride[n->seat];
		for (int i = 0; i < numbers; i++)
			room[i] = least + rest * room[i];
	}
	return room;
}

/* The first of the best moves of each hand. */
static void
subgame_record_best(const struct subgame_walk *w, const struct subgame_node *n,
		    size_t block, const float *values, const float *value)
{
	const int stride = w->s->stride[w->seat];
	float *out = w->record + block + n->table;
	for (int h = 0; h < stride; h++) {
		bool found = false;
		for (int a = 0; a < n->moves; a++) {
			const bool best = !found && values[a * stride + h] >= value[h];
			out[a * stride + h] = best;
			found = found || best;
		}
	}
}

static void
add_product(float *sum, const float *one, const float *other, int stride)
{
	const subgame_lanes *a = subgame_row_const(one), *b = subgame_row_const(other);
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(sum)[i] += a[i] * b[i];
}

static void
multiply(float *out, const float *one, const float *other, int stride)
{
	const subgame_lanes *a = subgame_row_const(one), *b = subgame_row_const(other);
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(out)[i] = a[i] * b[i];
}

static void
take_larger(float *best, const float *v, int stride)
{
	for (int h = 0; h < stride; h++)
		best[h] = best[h] > v[h] ? best[h] : v[h];
}

/* The value of a strategy without the least shares of its moves, from that with them: regrets are
 * of the part that chooses. */
static void
value_without_tremble(const struct subgame *s, const struct subgame_node *n,
		      const float *values, const float *value, float *out)
{
	const int stride = s->stride[n->seat];
	const float least = s->tremble, rest = 1 - least * n->moves;
	subgame_clear_row(out, stride);
	for (int a = 0; a < n->moves; a++)
		subgame_add_row(out, values + a * stride, stride);
	for (int h = 0; h < stride; h++)
		out[h] = (value[h] - least * out[h]) / rest;
}

/* Behind a move. */
static struct subgame_at
behind(struct subgame_at at, const struct subgame_node *n, int a)
{
	return (struct subgame_at){ n->child + (uint32_t)a, at.board, at.block };
}

/* ---- down a stretch ---------------------------------------------------------------------- */

/* Whether all cards come without a decision behind a node of chance. */
static bool
runs_out(const struct subgame *s, uint32_t at)
{
	while (s->node[at].seat == SEAT_CHANCE)
		at = s->node[at].child;
	return s->node[at].seat == SEAT_NONE && s->node[at].leaf == 0;
}

/* Whether what is below a line changes nothing. */
static bool
is_idle(const struct subgame_walk *w, const struct subgame_line *line)
{
	return line->empty && w->kind != WALK_LEARN && w->record == NULL;
}

static struct subgame_line *
subgame_add_line(const struct subgame_walk *w, const float *reach, bool empty)
{
	struct subgame_line *line = subgame_take_lines(w->worker, 1);
	*line = (struct subgame_line){
		.reach = reach,
		.empty = empty || subgame_is_empty(reach, w->s->stride[1 - w->seat]),
	};
	return line;
}

/* Where a line ends. */
static void
subgame_ask(const struct subgame_walk *w, struct subgame_line *line, uint32_t at)
{
	const struct subgame_node *n = &w->s->node[at];
	float **row = n->seat == SEAT_CHANCE ? &line->run
		      : n->folded >= 0	     ? &line->unblocked
					     : &line->shown;
	if (runs_out(w->s, at) && !line->empty && *row == NULL)
		*row = subgame_take(w->worker, 1, w->s->stride[w->seat]);
}

static void
subgame_spread(const struct subgame_walk *w, struct subgame_at at,
	       struct subgame_line *line)
{
	const struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	const int theirs = s->stride[1 - w->seat];
	if (n->seat < 0 || is_idle(w, line)) {
		subgame_ask(w, line, at.node);
		return;
	}
	if (n->seat == w->seat) {
		for (int a = 0; a < n->moves; a++)
			subgame_spread(w, behind(at, n, a), line);
		return;
	}
	float *rows = subgame_take(w->worker, n->moves, theirs);
	const float *now = line->empty ? rows : shares_at(w, n, at.block, rows);
	for (int a = 0; a < n->moves; a++) {
		float *reach = rows + a * theirs;
		if (!line->empty)
			multiply(reach, line->reach, now + a * theirs, theirs);
		subgame_spread(w, behind(at, n, a),
			       subgame_add_line(w, line->empty ? line->reach : reach,
						line->empty));
	}
}

/* ---- up a stretch ------------------------------------------------------------------------ */

/* The lines of a stretch, in the order in which a walk comes upon them. */
struct stretch {
	const struct subgame_line *line;
	int next;
};

static void subgame_walk(const struct subgame_walk *w, struct stretch *x,
			 struct subgame_at at, const float *own,
			 const struct subgame_line *line, float *value);

/* The values of locked hands, which do not choose. */
static void
lock_values(const struct subgame *s, const struct subgame_node *n, const float *values,
	    float *value)
{
	const int stride = s->stride[n->seat];
	for (int h = 0; h < s->hands[n->seat]; h++) {
		const struct subgame_lock *l = subgame_lock_of(s, (uint32_t)(n - s->node),
							       s->hand[n->seat][h].hand);
		if (l == NULL)
			continue;
		value[h] = 0;
		for (int a = 0; a < n->moves; a++)
			value[h] += l->share[a] * values[a * stride + h];
	}
}

static void
subgame_walk_own(const struct subgame_walk *w, struct stretch *x, struct subgame_at at,
		 const float *own, const struct subgame_line *line, float *value)
{
	struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	const int stride = s->stride[w->seat], moves = n->moves;
	float *room = subgame_take(w->worker, 2 * moves + 1, stride);
	float *values = room + moves * stride, *reach = values + moves * stride;
	const float *chosen = value;
	const bool best = w->kind == WALK_BEST;
	const float *now = shares_at(w, n, at.block, room);
	subgame_clear_row(value, stride);
	for (int a = 0; a < moves; a++) {
		float *v = values + a * stride;
		if (w->kind == WALK_LEARN)
			multiply(reach, own, now + a * stride, stride);
		subgame_walk(w, x, behind(at, n, a), reach, line, v);
		if (!best)
			add_product(value, now + a * stride, v, stride);
		else if (a == 0)
			memcpy(value, v, (size_t)stride * sizeof *v);
		else
			take_larger(value, v, stride);
	}
	if (best && n->lock != 0)
		lock_values(s, n, values, value);
	if (trembles(w, n)) { /* the row of the reach is free again */
		value_without_tremble(s, n, values, value, reach);
		chosen = reach;
	}
	if (w->kind == WALK_LEARN)
		regret_learn_floats(&w->weights, n->moves, stride, own, now, values,
				    chosen, s->regret + at.block + n->table,
				    s->sum + at.block + n->table);
	if (w->record != NULL)
		subgame_record_best(w, n, at.block, values, value);
	w->worker->work = room;
}

static void
subgame_walk_other(const struct subgame_walk *w, struct stretch *x, struct subgame_at at,
		   const float *own, float *value)
{
	const struct subgame_node *n = &w->s->node[at.node];
	const int stride = w->s->stride[w->seat];
	float *v = subgame_take(w->worker, 1, stride);
	for (int a = 0; a < n->moves; a++) {
		const struct subgame_line *line = &x->line[x->next++];
		subgame_walk(w, x, behind(at, n, a), own, line, a == 0 ? value : v);
		if (a > 0)
			subgame_add_row(value, v, stride);
	}
	w->worker->work = v;
}

static void
walk_settled(const struct subgame_walk *w, const struct subgame_node *n,
	     const struct subgame_line *line, float *value)
{
	const bool wins = w->kind == WALK_WIN;
	const float stake = wins ? 1 : n->stake, lost = wins ? 0 : -n->stake;
	const float *row = n->folded >= 0 ? line->unblocked : line->shown;
	scale(value, row, n->folded == w->seat ? lost : stake, w->s->stride[w->seat]);
}

/* Behind a leaf the pot is won as if all were checked down. */
static void
subgame_walk_leaf(const struct subgame_walk *w, const struct subgame_node *n,
		  const float *other, float *value)
{
	const struct subgame_leaves *l = w->s->hook;
	double unblocked[SUBGAME_WIDE];
	if (w->kind != WALK_WIN) {
		l->value(l->self, n->leaf - 1, n->continuation, w->seat, other, value);
		return;
	}
	l->shown(l->self, w->seat, other, value);
	subgame_unblocked(w->s, w->seat, other, unblocked);
	for (int h = 0; h < w->s->hands[w->seat]; h++)
		value[h] = (value[h] + (float)unblocked[h]) / 2;
}

/* Behind a node of chance. */
static void
subgame_walk_chance(const struct subgame_walk *w, struct subgame_at at, const float *own,
		    const struct subgame_line *line, float *value)
{
	const struct subgame *s = w->s;
	uint32_t last = at.node;
	if (line->run != NULL) {
		while (s->node[last].seat == SEAT_CHANCE)
			last = s->node[last].child;
		scale(value, line->run, w->kind == WALK_WIN ? 1 : s->node[last].stake,
		      s->stride[w->seat]);
		return;
	}
	const struct subgame_line cards = { .reach = line->reach, .shown = value };
	struct subgame_dealing x = subgame_cards_of(w, &s->board[at.board], &cards, 1);
	x.at = at;
	x.own = own;
	subgame_deal_all(&x);
}

/* The counterfactual values of the seat's hands. */
static void
subgame_walk(const struct subgame_walk *w, struct stretch *x, struct subgame_at at,
	     const float *own, const struct subgame_line *line, float *value)
{
	const struct subgame_node *n = &w->s->node[at.node];
	w->worker->visited++;
	if (is_idle(w, line) || (line->empty && n->seat == SEAT_NONE))
		subgame_clear_row(value, w->s->stride[w->seat]);
	else if (n->seat == SEAT_NONE && n->leaf != 0)
		subgame_walk_leaf(w, n, line->reach, value);
	else if (n->seat == SEAT_NONE)
		walk_settled(w, n, line, value);
	else if (n->seat == SEAT_CHANCE)
		subgame_walk_chance(w, at, own, line, value);
	else if (n->seat == w->seat)
		subgame_walk_own(w, x, at, own, line, value);
	else
		subgame_walk_other(w, x, at, own, value);
}

void
subgame_walk_from(const struct subgame_walk *w, struct subgame_at at, const float *own,
		  const float *other, float *value)
{
	const struct subgame_worker kept = *w->worker;
	const struct subgame_board *board = &w->s->board[at.board];
	struct subgame_line *const first = subgame_add_line(w, other, false);
	subgame_spread(w, at, first);
	const int lines = (int)(w->worker->line - first);
	subgame_settle(w, board, first, lines);
	subgame_run_out_lines(w, board, first, lines);
	struct stretch x = { first, 1 };
	subgame_walk(w, &x, at, own, first, value);
	w->worker->work = kept.work;
	w->worker->line = kept.line;
}

int64_t
subgame_take_visits(struct subgame *s)
{
	int64_t visited = 0;
	for (int i = 0; i < s->workers; i++) {
		visited += s->worker[i].visited;
		s->worker[i].visited = 0;
	}
	return visited;
}

void
subgame_walk_whole(const struct subgame_walk *w, struct subgame_at at, const float *own,
		   const float *other, float *value)
{
	subgame_walk_from(w, at, own, other, value);
	w->s->visited += subgame_take_visits(w->s);
}

void
subgame_walk_quietly(const struct subgame_walk *w, struct subgame_at at,
		     const float *other, float *value)
{
	subgame_walk_from(w, at, other, other, value);
	subgame_take_visits(w->s);
}
