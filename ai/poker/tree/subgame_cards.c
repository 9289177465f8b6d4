/*
 * subgame_cards.c - cards come in a walk of a subgame. See subgame.h.
 *
 * They are dealt on several threads, and the values behind each are added in the order of the
 * cards: the results are the same for any number of threads.
 */
#include "ai/poker/tree/subgame_walk.h"

#include "src/base/pool.h"

#include <math.h>
#include <string.h>

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

/* The values of a board, for all names of suits. */
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

/* The values of a card, for the cards that it stands for. */
static void
add_deal(const struct subgame *s, const struct subgame_deal *d, int seat, const float *v,
	 float *value)
{
	if (s->whole) {
		add_whole(s, seat, v, value);
		return;
	}
	subgame_add_row(value, v, s->stride[seat]);
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
subgame_part_of(const struct subgame *s, const struct subgame_board *board,
		const struct subgame_deal *d)
{
	return s->whole ? (float)d->part
			: 1 / (float)(SUBGAME_CARDS - 4 -
				      __builtin_popcountll(board->set));
}

/* The values of one card, in a row for each line. */
static void
deal_one(const struct subgame_dealing *x, const struct subgame_walk *w,
	 const struct subgame_deal *d, float *rows)
{
	const struct subgame *s = w->s;
	const int stride = s->stride[w->seat], theirs = s->stride[1 - w->seat];
	const float part = (float)x->step * subgame_part_of(s, x->board, d);
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
		subgame_run_out(w, &s->board[d->board], line, x->lines);
	} else {
		float *mine = subgame_take(w->worker, 1, stride);
		memcpy(mine, x->own, (size_t)stride * sizeof *mine);
		block_deal(s, w->seat, d, mine);
		subgame_walk_from(w, subgame_behind_card(s, x->at, d), mine, reach, rows);
	}
	for (int i = 0; i < x->lines; i++)
		block_deal(s, w->seat, d, rows + i * stride);
	w->worker->work = kept.work;
	w->worker->line = kept.line;
}

static const struct subgame_deal *
deal_of(const struct subgame_dealing *x, uint32_t k)
{
	return &x->w->s->deal[x->board->deal + x->first + k * x->step];
}

static void
subgame_add_rows(const struct subgame_dealing *x, uint32_t k, const float *rows)
{
	const struct subgame *s = x->w->s;
	for (int i = 0; i < x->lines; i++)
		add_deal(s, deal_of(x, k), x->w->seat, rows + i * s->stride[x->w->seat],
			 x->line[i].shown);
}

/* Some of the cards, on the threads. */
struct wave {
	const struct subgame_dealing *x;
	uint32_t from;
};

static inline float *
subgame_rows_of(const struct subgame_dealing *x, int64_t piece)
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
		 subgame_rows_of(v->x, piece));
	return true;
}

static void
deal_wave(const struct subgame_dealing *x, uint32_t from, uint32_t count)
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
		subgame_add_rows(x, from + k, subgame_rows_of(x, k));
}

void
subgame_deal_all(struct subgame_dealing *x)
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
		subgame_clear_row(x->line[i].shown, stride);
	for (uint32_t k = 0; alone && k < count; k++) {
		deal_one(x, x->w, deal_of(x, k), x->rows);
		subgame_add_rows(x, k, x->rows);
	}
	for (uint32_t k = 0; !alone && k < count; k += SUBGAME_WAVE)
		deal_wave(x, k, count - k < SUBGAME_WAVE ? count - k : SUBGAME_WAVE);
	x->w->worker->work = work;
}

struct subgame_dealing
subgame_cards_of(const struct subgame_walk *w, const struct subgame_board *board,
		 const struct subgame_line *line, int lines)
{
	const uint32_t parts = w->kind == WALK_LEARN ? (uint32_t)w->s->parts : 1;
	return (struct subgame_dealing){
		.w = w,
		.board = board,
		.line = line,
		.lines = lines,
		.first = (uint32_t)w->s->iterations % parts,
		.step = parts,
	};
}

void
subgame_run_out(const struct subgame_walk *w, const struct subgame_board *board,
		struct subgame_line *line, int lines)
{
	if (board->deals == 0 || w->s->runs > 0) {
		subgame_settle(w, board, line, lines);
		return;
	}
	struct subgame_dealing x = subgame_cards_of(w, board, line, lines);
	subgame_deal_all(&x);
}

void
subgame_run_out_lines(const struct subgame_walk *w, const struct subgame_board *board,
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
		subgame_run_out(w, board, below, n);
	w->worker->line = below;
}
