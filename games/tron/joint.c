/*
 * joint.c - the positions below a small Tron position of two heads, for backward induction.
 *
 * Only cells that a head can still reach matter. They are numbered, so that a position is one
 * word: the cells still open as bits, and the numbers of both heads. All positions that can
 * come about are listed, round by round, each round's words in ascending order; a slot is a
 * place in that list. Every round closes two cells, so the open cells tell the round.
 *
 * A layer is the number of rounds up to the last one in which both heads live; layer 0 is one
 * slot that nothing leads to. Values are +1, 0, -1 for the first head.
 *
 * Measured from the start: 674 positions on 4 x 4, 4,109 on 5 x 4, 37,316 on 5 x 5; one more
 * cell makes it 1.56 times as many.
 *
 * Memory: eight bytes for each position, one block.
 */
#include "games/tron/rules.h"

#include "src/core/joint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX     (2 * JOINT_LAYERS) /* more could last longer than there are layers */
#define WORDS_MAX     (INT64_C(1) << 23)
#define HEAD_BITS     6
#define WORDS_AT_ONCE 4096 /* between two questions whether to go on */

static_assert(CELLS_MAX + 2 <= 1 << HEAD_BITS, "a head's number fits");
static_assert(CELLS_MAX + 2 + 2 * HEAD_BITS <= 64, "a position fits a word");

#define HEADS_AT   (CELLS_MAX + 2)
#define OPEN(word) ((word) & ((UINT64_C(1) << HEADS_AT) - 1))

struct tron_index {
	int cells;				  /* that matter, both heads' too */
	uint8_t cell[CELLS_MAX + 2];		  /* their place on the grid */
	int8_t beside[CELLS_MAX + 2][TRON_STEPS]; /* -1 none */
	int root_open;				  /* open cells at the root */
	int rounds;				  /* of words: 0 is the root's */
	int64_t first[JOINT_LAYERS + 2];	  /* of each round, and the end */
	int64_t count, room;
	uint64_t word[];
};

/* --- numbering --- */

/* Adds every cell that can be reached from the cells already there. */
static bool
flood(struct tron_index *x, const struct tron *s)
{
	for (int k = 0; k < x->cells; k++)
		for (int step = 0; step < TRON_STEPS; step++) {
			const struct tron_variant all = { .width = TRON_SIDE,
							  .height = TRON_SIDE };
			int at_x, at_y, n = 0;
			if (!tron_target(&all, x->cell[k], step, &at_x, &at_y) ||
			    !tron_has(&s->open, at_x, at_y))
				continue;
			const int cell = tron_cell(at_x, at_y);
			while (n < x->cells && x->cell[n] != cell)
				n++;
			if (n < x->cells)
				continue;
			if (n == CELLS_MAX + 2)
				return false;
			x->cell[x->cells++] = (uint8_t)cell;
		}
	return true;
}

static int
tron_number_of(const struct tron_index *x, int cell)
{
	for (int k = 0; k < x->cells; k++)
		if (x->cell[k] == cell)
			return k;
	return -1;
}

static bool
tron_number_cells(struct tron_index *x, const struct tron *s)
{
	static const int by[TRON_STEPS] = { -16, 1, 16, -1 };
	x->cell[0] = s->head[0];
	x->cell[1] = s->head[1];
	x->cells = 2;
	if (!flood(x, s))
		return false;
	for (int k = 0; k < x->cells; k++)
		for (int step = 0; step < TRON_STEPS; step++)
			x->beside[k][step] =
				(int8_t)tron_number_of(x, x->cell[k] + by[step]);
	x->root_open = x->cells - 2;
	return true;
}

static inline uint64_t
pack(uint64_t open, int first, int second)
{
	return open | (uint64_t)first << HEADS_AT |
	       (uint64_t)second << (HEADS_AT + HEAD_BITS);
}

static inline int
head_of(uint64_t word, int seat)
{
	return (int)(word >> (HEADS_AT + seat * HEAD_BITS) & ((1 << HEAD_BITS) - 1));
}

/* The word of a state; false: it is not below the root. */
static bool
word_of(const struct tron_index *x, const struct tron *s, uint64_t *word)
{
	const int first = tron_number_of(x, s->head[0]),
		  second = tron_number_of(x, s->head[1]);
	uint64_t open = 0;
	if (s->alive != 3 || first < 0 || second < 0)
		return false;
	for (int k = 0; k < x->cells; k++)
		open |= (uint64_t)tron_has(&s->open, tron_x(x->cell[k]),
					   tron_y(x->cell[k]))
			<< k;
	*word = pack(open, first, second);
	return true;
}

/* --- listing --- */

/* The numbers of the cells that a head can enter, in the order of its steps. */
static inline int
ways_of(const struct tron_index *x, uint64_t word, int seat, int *to, move *step)
{
	const int8_t *beside = x->beside[head_of(word, seat)];
	int n = 0;
	for (int k = 0; k < TRON_STEPS; k++)
		if (beside[k] >= 0 && (word >> beside[k] & 1)) {
			step[n] = (move)k;
			to[n++] = beside[k];
		}
	return n;
}

static bool
tron_add_word(struct tron_index **x, uint64_t word)
{
	struct tron_index *p = *x;
	if (p->count == p->room) {
		if (p->room >= WORDS_MAX)
			return false;
		p = realloc(p, sizeof *p + (size_t)(2 * p->room) * sizeof *p->word);
		if (p == NULL)
			return false;
		p->room *= 2;
		*x = p;
	}
	p->word[p->count++] = word;
	return true;
}

static bool
add_after(struct tron_index **x, uint64_t word)
{
	int to[2][TRON_STEPS];
	move step[TRON_STEPS];
	const int n = ways_of(*x, word, 0, to[0], step);
	const int m = ways_of(*x, word, 1, to[1], step);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			const int a = to[0][i], b = to[1][j];
			const uint64_t open =
				OPEN(word) & ~(UINT64_C(1) << a | UINT64_C(1) << b);
			if (a != b && !tron_add_word(x, pack(open, a, b)))
				return false;
		}
	return true;
}

static int
compare_words(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Sorts the words from `first` on and drops those that are there twice. */
static void
tidy(struct tron_index *x, int64_t first)
{
	int64_t kept = first;
	qsort(x->word + first, (size_t)(x->count - first), sizeof *x->word,
	      compare_words);
	for (int64_t k = first; k < x->count; k++)
		if (k == first || x->word[k] != x->word[kept - 1])
			x->word[kept++] = x->word[k];
	x->count = kept;
}

/* Lists round after round until nobody lives on. */
static bool
list_words(struct tron_index **x, joint_go_on *go_on, void *self)
{
	for (int round = 0;; round++) {
		const int64_t from = (*x)->first[round], to = (*x)->count;
		(*x)->first[round + 1] = to;
		(*x)->rounds = round;
		if (from == to)
			return true;
		if (round == JOINT_LAYERS)
			return false;
		for (int64_t k = from; k < to; k++)
			if (!add_after(x, (*x)->word[k]) ||
			    (k % WORDS_AT_ONCE == 0 && go_on != NULL && !go_on(self)))
				return false;
		tidy(*x, to);
	}
}

static double
tron_joint_size(const struct game *g, const struct state *root)
{
	const struct tron *s = tron_of(root);
	struct tron_index x = { 0 };
	if (g->seats != 2 || s->alive != 3 || !tron_number_cells(&x, s))
		return JOINT_NEVER;
	double size = 1200;
	for (int k = 16; k < x.cells; k++)
		size *= 1.56;
	return size;
}

static bool
tron_joint_open(struct joint *t, const struct game *g, const struct state *root,
		joint_go_on *go_on, void *self)
{
	const struct tron *s = tron_of(root);
	const int64_t room = 1024;
	*t = (struct joint){ .game = g };
	struct tron_index *x = calloc(1, sizeof *x + (size_t)room * sizeof *x->word);
	if (x == NULL)
		return false;
	x->room = room;
	bool ok = g->seats == 2 && s->alive == 3 && tron_number_cells(x, s);
	if (ok && word_of(x, s, &x->word[0])) {
		x->count = 1;
		ok = list_words(&x, go_on, self);
	}
	t->index = x;
	t->index_bytes = sizeof *x + (size_t)x->room * sizeof *x->word;
	t->top = x->rounds;
	if (!ok)
		joint_close(t);
	return ok;
}

/* --- slots --- */

static int64_t
tron_joint_slots(const struct joint *t, int layer)
{
	const struct tron_index *x = t->index;
	if (layer == 0)
		return 1;
	const int round = t->top - layer;
	return x->first[round + 1] - x->first[round];
}

/* The place of a word in its round, -1 none. */
static int64_t
tron_slot_of(const struct tron_index *x, int round, uint64_t word)
{
	if (round < 0 || round >= x->rounds)
		return -1;
	const uint64_t *from = x->word + x->first[round];
	const uint64_t *at =
		bsearch(&word, from, (size_t)(x->first[round + 1] - x->first[round]),
			sizeof word, compare_words);
	return at != NULL ? at - from : -1;
}

static int
tron_round_of(const struct tron_index *x, uint64_t word)
{
	return (x->root_open - __builtin_popcountll(OPEN(word))) / 2;
}

static double
after_steps(const struct joint *t, uint64_t word, const int32_t *below, int a, int b)
{
	const struct tron_index *x = t->index;
	if (a == b)
		return 0;
	const uint64_t open = OPEN(word) & ~(UINT64_C(1) << a | UINT64_C(1) << b);
	const int64_t slot =
		tron_slot_of(x, tron_round_of(x, word) + 1, pack(open, a, b));
	assert(slot >= 0);
	return below[slot] * JOINT_STEP;
}

/* A head without a way crashes: one row or column. */
static void
tron_fill_matrix(const struct joint *t, uint64_t word, const int32_t *below,
		 struct joint_matrix *m, move *row, move *column)
{
	int to[2][TRON_STEPS];
	const int n = ways_of(t->index, word, 0, to[0], row);
	const int k = ways_of(t->index, word, 1, to[1], column);
	m->rows = n > 0 ? n : 1;
	m->columns = k > 0 ? k : 1;
	if (n == 0)
		row[0] = TRON_NORTH;
	if (k == 0)
		column[0] = TRON_NORTH;
	for (int i = 0; i < m->rows; i++)
		for (int j = 0; j < m->columns; j++)
			m->a[i * JOINT_STRIDE + j] =
				n == 0 || k == 0
					? (n > 0) - (k > 0)
					: after_steps(t, word, below, to[0][i], to[1][j]);
}

static double
tron_joint_induce(const struct joint *t, int layer, int64_t slot, const int32_t *below,
		  joint_solve *solve, void *self)
{
	const struct tron_index *x = t->index;
	struct joint_matrix m;
	move row[TRON_STEPS], column[TRON_STEPS];
	if (layer == 0)
		return 0;
	tron_fill_matrix(t, x->word[x->first[t->top - layer] + slot], below, &m, row,
			 column);
	return solve(self, &m);
}

static int
tron_joint_layer(const struct joint *t, const struct state *state)
{
	const struct tron_index *x = t->index;
	uint64_t word;
	if (!word_of(x, tron_of(state), &word))
		return -1;
	const int round = tron_round_of(x, word);
	return tron_slot_of(x, round, word) >= 0 ? t->top - round : -1;
}

static bool
tron_joint_matrix(const struct joint *t, const struct state *state, const int32_t *below,
		  struct joint_matrix *m, move *row, move *column)
{
	uint64_t word;
	if (tron_joint_layer(t, state) < 0 || !word_of(t->index, tron_of(state), &word))
		return false;
	tron_fill_matrix(t, word, below, m, row, column);
	return true;
}

const struct joint_ops tron_joint = {
	.size = tron_joint_size,
	.open = tron_joint_open,
	.slots = tron_joint_slots,
	.induce = tron_joint_induce,
	.matrix = tron_joint_matrix,
	.layer = tron_joint_layer,
	.points = commit_win_points,
};
