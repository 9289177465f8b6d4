/*
 * solve.c - the iterations of a subgame, and what its average strategies are worth. See subgame.h.
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
 *
 * The cards that may come are dealt on several threads, and what comes of each is added in their
 * order: the results are the same for any number of threads.
 */
#include "ai/poker/tree/private.h"

#include "src/base/pool.h"

#include <math.h>
#include <string.h>

/* ---- rows -------------------------------------------------------------------------------- */

static void
subgame_solve_clear(float *row, int stride)
{
	memset(row, 0, (size_t)stride * sizeof *row);
}

static void
subgame_solve_add(float *sum, const float *row, int stride)
{
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(sum)[i] += subgame_row_const(row)[i];
}

static void
scale(float *out, const float *row, float by, int stride)
{
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(out)[i] = by * subgame_row_const(row)[i];
}

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

/* What is played at a decision by a table of regrets, or of sums. */
static void
subgame_solve_mix(const struct subgame *s, const struct subgame_node *n,
		  const float *table, size_t block, float *out)
{
	regret_match_floats(table + block + n->table, n->moves, s->stride[n->seat], out);
	if (n->lock != 0)
		keep_locks(s, n, out);
}

void
subgame_average(const struct subgame *s, const struct subgame_node *n, size_t block,
		float *out)
{
	subgame_solve_mix(s, n, s->sum, block, out);
}

/* ---- walks ------------------------------------------------------------------------------- */

/* The shares of moves at a decision; `room`: rows for them. */
static const float *
shares_at(const struct subgame_walk *w, const struct subgame_node *n, size_t block,
	  float *room)
{
	if (w->ready)
		return w->table + block + n->table;
	subgame_solve_mix(w->s, n, w->table, block, room);
	return room;
}

/* The first of the best moves of each hand. */
static void
subgame_solve_record_best(const struct subgame_walk *w, const struct subgame_node *n,
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
subgame_solve_add_line(const struct subgame_walk *w, const float *reach, bool empty)
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
subgame_solve_ask(const struct subgame_walk *w, struct subgame_line *line, uint32_t at)
{
	const struct subgame_node *n = &w->s->node[at];
	float **row = n->seat == SEAT_CHANCE ? &line->run
		      : n->folded >= 0	     ? &line->met
					     : &line->shown;
	if (runs_out(w->s, at) && !line->empty && *row == NULL)
		*row = subgame_take(w->worker, 1, w->s->stride[w->seat]);
}

static void
subgame_solve_spread(const struct subgame_walk *w, struct subgame_at at,
		     struct subgame_line *line)
{
	const struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	const int theirs = s->stride[1 - w->seat];
	if (n->seat < 0 || is_idle(w, line)) {
		subgame_solve_ask(w, line, at.node);
		return;
	}
	if (n->seat == w->seat) {
		for (int a = 0; a < n->moves; a++)
			subgame_solve_spread(w, behind(at, n, a), line);
		return;
	}
	float *rows = subgame_take(w->worker, n->moves, theirs);
	const float *now = line->empty ? rows : shares_at(w, n, at.block, rows);
	for (int a = 0; a < n->moves; a++) {
		float *reach = rows + a * theirs;
		if (!line->empty)
			multiply(reach, line->reach, now + a * theirs, theirs);
		subgame_solve_spread(w, behind(at, n, a),
				     subgame_solve_add_line(w,
							    line->empty ? line->reach
									: reach,
							    line->empty));
	}
}

/* ---- cards ------------------------------------------------------------------------------- */

static void
block_hands(const struct subgame *s, int seat, int card, float *row)
{
	for (const uint16_t *k = s->blocked[seat][card]; *k != UINT16_MAX; k++)
		row[*k] = 0;
}

/* Hands that a deal excludes. */
static void
block_deal(const struct subgame *s, int seat, const struct subgame_deal *d, float *row)
{
	if (!s->whole)
		block_hands(s, seat, d->card, row);
	for (uint64_t set = s->whole ? d->set : 0; set != 0; set &= set - 1)
		block_hands(s, seat, __builtin_ctzll(set), row);
}

/* What comes of a board, for all names of suits. */
static void
add_whole(const struct subgame *s, int seat, const float *v, float *value)
{
	double mean[SUBGAME_CLASSES] = { 0 };
	for (int h = 0; h < s->hands[seat]; h++)
		mean[s->class[seat][h]] += (double)v[h];
	for (int c = 0; c < s->classes; c++)
		if (s->class_size[seat][c] > 0)
			mean[c] /= s->class_size[seat][c];
	for (int h = 0; h < s->hands[seat]; h++)
		value[h] += (float)mean[s->class[seat][h]];
}

/* What comes of a card, for those that it stands for. */
static void
add_deal(const struct subgame *s, const struct subgame_deal *d, int seat, const float *v,
	 float *value)
{
	if (s->whole) {
		add_whole(s, seat, v, value);
		return;
	}
	subgame_solve_add(value, v, s->stride[seat]);
	for (int k = 0; k < d->swaps; k++) {
		const uint16_t *perm = s->perm[seat][d->swap[k]];
		for (int h = 0; h < s->hands[seat]; h++)
			value[h] += v[perm[h]];
	}
}

struct subgame_at
subgame_behind_card(const struct subgame *s, struct subgame_at at,
		    const struct subgame_deal *d)
{
	const struct subgame_node *n = &s->node[at.node];
	return (struct subgame_at){ n->child, d->board,
				    n->base + n->size * s->board[d->board].number };
}

/* What a deal counts for pairs of hands that it does not exclude: its probability, but for whole
 * boards, which are drawn first. */
static float
subgame_solve_part_of(const struct subgame *s, const struct subgame_board *board,
		      const struct subgame_deal *d)
{
	return s->whole ? (float)d->part
			: 1 / (float)(SUBGAME_CARDS - 4 -
				      __builtin_popcountll(board->set));
}

/* The cards that may come on a board, for lines that end there: hands are shown once all are out,
 * or play goes on behind a node of chance. */
struct dealing {
	const struct subgame_walk *w;
	struct subgame_at at; /* of chance, if play goes on */
	const float *own;     /* the seat's reach there; NULL: hands are shown */
	const struct subgame_board *board;
	const struct subgame_line *line;
	int lines;
	uint32_t first, step; /* of the cards */
	float *rows;	      /* what came of each card: a row for each line */
};

static void walk_from(const struct subgame_walk *w, struct subgame_at at,
		      const float *own, const float *other, float *value);
static void subgame_solve_run_out(const struct subgame_walk *w,
				  const struct subgame_board *board,
				  struct subgame_line *line, int lines);

/* What comes of one card, into a row for each line. */
static void
deal_one(const struct dealing *x, const struct subgame_walk *w,
	 const struct subgame_deal *d, float *rows)
{
	const struct subgame *s = w->s;
	const int stride = s->stride[w->seat], theirs = s->stride[1 - w->seat];
	const float part = (float)x->step * subgame_solve_part_of(s, x->board, d);
	const struct subgame_worker kept = *w->worker;
	float *reach = subgame_take(w->worker, x->lines, theirs);
	struct subgame_line *line = subgame_take_lines(w->worker, x->lines);
	for (int i = 0; i < x->lines; i++) {
		float *r = reach + i * theirs;
		for (int h = 0; h < theirs; h++)
			r[h] = (x->line[i].reach[h] + w->nudge) * part;
		block_deal(s, 1 - w->seat, d, r);
		line[i] = (struct subgame_line){ .reach = r, .shown = rows + i * stride };
	}
	if (x->own == NULL) {
		w->worker->visited += x->lines;
		subgame_solve_run_out(w, &s->board[d->board], line, x->lines);
	} else {
		float *mine = subgame_take(w->worker, 1, stride);
		memcpy(mine, x->own, (size_t)stride * sizeof *mine);
		block_deal(s, w->seat, d, mine);
		walk_from(w, subgame_behind_card(s, x->at, d), mine, reach, rows);
	}
	for (int i = 0; i < x->lines; i++)
		block_deal(s, w->seat, d, rows + i * stride);
	w->worker->work = kept.work;
	w->worker->line = kept.line;
}

static const struct subgame_deal *
deal_of(const struct dealing *x, uint32_t k)
{
	return &x->w->s->deal[x->board->deal + x->first + k * x->step];
}

static void
subgame_solve_add_rows(const struct dealing *x, uint32_t k, const float *rows)
{
	const struct subgame *s = x->w->s;
	for (int i = 0; i < x->lines; i++)
		add_deal(s, deal_of(x, k), x->w->seat, rows + i * s->stride[x->w->seat],
			 x->line[i].shown);
}

/* Some of the cards, on the threads. */
struct wave {
	const struct dealing *x;
	uint32_t from;
};

static inline float *
subgame_solve_rows_of(const struct dealing *x, int64_t piece)
{
	return x->rows + piece * x->lines * x->w->s->stride[x->w->seat];
}

static bool
deal_piece(void *self, int64_t piece, int thread)
{
	const struct wave *v = self;
	struct subgame_walk w = *v->x->w;
	w.worker = &w.s->worker[1 + thread];
	deal_one(v->x, &w, deal_of(v->x, v->from + (uint32_t)piece),
		 subgame_solve_rows_of(v->x, piece));
	return true;
}

static void
deal_wave(const struct dealing *x, uint32_t from, uint32_t count)
{
	struct wave v = { x, from };
	const struct pool pool = {
		.count = count,
		.threads = x->w->s->threads,
		.run = deal_piece,
		.self = &v,
		.crew = x->w->s->crew,
	};
	pool_run(&pool);
	for (uint32_t k = 0; k < count; k++)
		subgame_solve_add_rows(x, from + k, subgame_solve_rows_of(x, k));
}

/* All cards, into `shown` of each line. */
static void
deal_all(struct dealing *x)
{
	const struct subgame *s = x->w->s;
	const int stride = s->stride[x->w->seat];
	const uint32_t most = x->board->deals,
		       count = most > x->first ? (most - x->first - 1) / x->step + 1 : 0;
	const bool alone = s->threads < 2 || s->crew == NULL || x->w->worker != s->worker;
	float *const work = x->w->worker->work;
	x->rows =
		subgame_take(x->w->worker, (alone ? 1 : SUBGAME_WAVE) * x->lines, stride);
	for (int i = 0; i < x->lines; i++)
		subgame_solve_clear(x->line[i].shown, stride);
	for (uint32_t k = 0; alone && k < count; k++) {
		deal_one(x, x->w, deal_of(x, k), x->rows);
		subgame_solve_add_rows(x, k, x->rows);
	}
	for (uint32_t k = 0; !alone && k < count; k += SUBGAME_WAVE)
		deal_wave(x, k, count - k < SUBGAME_WAVE ? count - k : SUBGAME_WAVE);
	x->w->worker->work = work;
}

/* Which cards come: in an iteration a part of them, in turn. */
static struct dealing
subgame_solve_cards_of(const struct subgame_walk *w, const struct subgame_board *board,
		       const struct subgame_line *line, int lines)
{
	const uint32_t parts = w->kind == WALK_LEARN ? (uint32_t)w->s->parts : 1;
	return (struct dealing){
		.w = w,
		.board = board,
		.line = line,
		.lines = lines,
		.first = (uint32_t)w->s->iterations % parts,
		.step = parts,
	};
}

/* What hands get that are shown once all cards are out, into `shown` of each line. */
static void
subgame_solve_run_out(const struct subgame_walk *w, const struct subgame_board *board,
		      struct subgame_line *line, int lines)
{
	if (board->deals == 0 || w->s->runs > 0) {
		subgame_settle(w, board, line, lines);
		return;
	}
	struct dealing x = subgame_solve_cards_of(w, board, line, lines);
	deal_all(&x);
}

/* The same for lines that ask for it, into `run`. */
static void
run_out_lines(const struct subgame_walk *w, const struct subgame_board *board,
	      const struct subgame_line *line, int lines)
{
	struct subgame_line *const below = w->worker->line;
	for (int i = 0; i < lines; i++)
		if (line[i].run != NULL)
			*subgame_take_lines(w->worker, 1) =
				(struct subgame_line){ .reach = line[i].reach,
						       .shown = line[i].run };
	const int n = (int)(w->worker->line - below);
	if (n > 0)
		subgame_solve_run_out(w, board, below, n);
	w->worker->line = below;
}

/* ---- up a stretch ------------------------------------------------------------------------ */

/* The lines of a stretch, in the order in which a walk comes upon them. */
struct stretch {
	const struct subgame_line *line;
	int next;
};

static void subgame_solve_walk(const struct subgame_walk *w, struct stretch *x,
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
subgame_solve_walk_own(const struct subgame_walk *w, struct stretch *x,
		       struct subgame_at at, const float *own,
		       const struct subgame_line *line, float *value)
{
	struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	const int stride = s->stride[w->seat], moves = n->moves;
	float *room = subgame_take(w->worker, 2 * moves + 1, stride);
	float *values = room + moves * stride, *reach = values + moves * stride;
	const bool best = w->kind == WALK_BEST;
	const float *now = shares_at(w, n, at.block, room);
	subgame_solve_clear(value, stride);
	for (int a = 0; a < moves; a++) {
		float *v = values + a * stride;
		if (w->kind == WALK_LEARN)
			multiply(reach, own, now + a * stride, stride);
		subgame_solve_walk(w, x, behind(at, n, a), reach, line, v);
		if (!best)
			add_product(value, now + a * stride, v, stride);
		else if (a == 0)
			memcpy(value, v, (size_t)stride * sizeof *v);
		else
			take_larger(value, v, stride);
	}
	if (best && n->lock != 0)
		lock_values(s, n, values, value);
	if (w->kind == WALK_LEARN)
		regret_learn_floats(&w->weights, n->moves, stride, own, now, values,
				    value, s->regret + at.block + n->table,
				    s->sum + at.block + n->table);
	if (w->record != NULL)
		subgame_solve_record_best(w, n, at.block, values, value);
	w->worker->work = room;
}

static void
subgame_solve_walk_other(const struct subgame_walk *w, struct stretch *x,
			 struct subgame_at at, const float *own, float *value)
{
	const struct subgame_node *n = &w->s->node[at.node];
	const int stride = w->s->stride[w->seat];
	float *v = subgame_take(w->worker, 1, stride);
	for (int a = 0; a < n->moves; a++) {
		const struct subgame_line *line = &x->line[x->next++];
		subgame_solve_walk(w, x, behind(at, n, a), own, line, a == 0 ? value : v);
		if (a > 0)
			subgame_solve_add(value, v, stride);
	}
	w->worker->work = v;
}

static void
walk_settled(const struct subgame_walk *w, const struct subgame_node *n,
	     const struct subgame_line *line, float *value)
{
	const bool wins = w->kind == WALK_WIN;
	const float stake = wins ? 1 : n->stake, lost = wins ? 0 : -n->stake;
	const float *row = n->folded >= 0 ? line->met : line->shown;
	scale(value, row, n->folded == w->seat ? lost : stake, w->s->stride[w->seat]);
}

/* Behind a leaf the pot is won as if all were checked down. */
static void
subgame_solve_walk_leaf(const struct subgame_walk *w, const struct subgame_node *n,
			const float *other, float *value)
{
	const struct subgame_leaves *l = w->s->hook;
	double met[SUBGAME_WIDE];
	if (w->kind != WALK_WIN) {
		l->value(l->self, n->leaf - 1, n->way, w->seat, other, value);
		return;
	}
	l->shown(l->self, w->seat, other, value);
	subgame_met(w->s, w->seat, other, met);
	for (int h = 0; h < w->s->hands[w->seat]; h++)
		value[h] = (value[h] + (float)met[h]) / 2;
}

/* Behind a node of chance. */
static void
subgame_solve_walk_chance(const struct subgame_walk *w, struct subgame_at at,
			  const float *own, const struct subgame_line *line, float *value)
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
	struct dealing x = subgame_solve_cards_of(w, &s->board[at.board], &cards, 1);
	x.at = at;
	x.own = own;
	deal_all(&x);
}

/* The counterfactual values of the seat's hands. */
static void
subgame_solve_walk(const struct subgame_walk *w, struct stretch *x, struct subgame_at at,
		   const float *own, const struct subgame_line *line, float *value)
{
	const struct subgame_node *n = &w->s->node[at.node];
	w->worker->visited++;
	if (is_idle(w, line) || (line->empty && n->seat == SEAT_NONE))
		subgame_solve_clear(value, w->s->stride[w->seat]);
	else if (n->seat == SEAT_NONE && n->leaf != 0)
		subgame_solve_walk_leaf(w, n, line->reach, value);
	else if (n->seat == SEAT_NONE)
		walk_settled(w, n, line, value);
	else if (n->seat == SEAT_CHANCE)
		subgame_solve_walk_chance(w, at, own, line, value);
	else if (n->seat == w->seat)
		subgame_solve_walk_own(w, x, at, own, line, value);
	else
		subgame_solve_walk_other(w, x, at, own, value);
}

/* From a place to the end. */
static void
walk_from(const struct subgame_walk *w, struct subgame_at at, const float *own,
	  const float *other, float *value)
{
	const struct subgame_worker kept = *w->worker;
	const struct subgame_board *board = &w->s->board[at.board];
	struct subgame_line *const first = subgame_solve_add_line(w, other, false);
	subgame_solve_spread(w, at, first);
	const int lines = (int)(w->worker->line - first);
	subgame_settle(w, board, first, lines);
	run_out_lines(w, board, first, lines);
	struct stretch x = { first, 1 };
	subgame_solve_walk(w, &x, at, own, first, value);
	w->worker->work = kept.work;
	w->worker->line = kept.line;
}

/* Nodes that were visited since, by all threads. */
static int64_t
take_visits(struct subgame *s)
{
	int64_t visited = 0;
	for (int i = 0; i < s->workers; i++) {
		visited += s->worker[i].visited;
		s->worker[i].visited = 0;
	}
	return visited;
}

/* A whole walk; its nodes are counted. */
static void
walk_whole(const struct subgame_walk *w, struct subgame_at at, const float *own,
	   const float *other, float *value)
{
	walk_from(w, at, own, other, value);
	w->s->visited += take_visits(w->s);
}

/* Of a walk that only looks, nodes are not counted, and the seat's own reach does not matter. */
static void
subgame_solve_look(const struct subgame_walk *w, struct subgame_at at, const float *other,
		   float *value)
{
	walk_from(w, at, other, other, value);
	take_visits(w->s);
}

/* ---- what is asked for ------------------------------------------------------------------- */

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
		walk_whole(&w, subgame_root(), s->reach[seat], s->reach[1 - seat],
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
	walk_whole(&w, at, own, other, value);
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
	walk_whole(&w, subgame_root(), s->reach[1 - seat], s->reach[1 - seat],
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

void
subgame_shares(const struct subgame *s, float *shares)
{
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		if (n->seat < 0)
			continue;
		const struct subgame_node *card = &s->node[subgame_card_before(s, i)];
		const uint32_t boards = n->level > 0 ? s->level_boards[n->level] : 1;
		for (uint32_t b = 0; b < boards; b++) {
			const size_t block =
				n->level > 0 ? card->base + b * card->size : 0;
			subgame_solve_mix(s, n, s->sum, block, shares + block + n->table);
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
	subgame_solve_look(&w, at, other, value);
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
	subgame_solve_look(&w, at, other, value);
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
		subgame_solve_run_out(&w, &s->board[at.board], &line, 1);
	take_visits(s);
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
