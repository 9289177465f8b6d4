/*
 * fill.c - the first selections at a choice, before the policy selects.
 *
 * Source: Lanctot, Lisy and Winands 2013, algorithm 1, lines 10 to 14, and the end of
 * section 3 for fill=cross (rows and columns only). See smmcts.h for the layout.
 */
#include "ai/smmcts/smmcts.h"

#include <string.h>

smm_ref *
smm_rows(const struct smm_node *n)
{
	return (smm_ref *)(void *)((unsigned char *)(n + 1) +
				   sizeof(move) * ((size_t)n->rows + n->columns));
}

static inline uint64_t *
unused_of(const struct smm_node *n)
{
	const size_t at = sizeof *n + sizeof(move) * ((size_t)n->rows + n->columns) +
			  sizeof(smm_ref) * n->rows;
	return (uint64_t *)(void *)((unsigned char *)n +
				    smm_rounded(at, sizeof(uint64_t)));
}

static size_t
bits_of(const struct smm *x, int rows, int columns)
{
	return x->cross ? (size_t)rows + (size_t)columns : (size_t)rows * (size_t)columns;
}

size_t
smm_choice_bytes(const struct smm *x, int rows, int columns)
{
	return sizeof(struct smm_node) + sizeof(move) * (size_t)(rows + columns) +
	       sizeof(smm_ref) * (size_t)rows + sizeof(uint64_t) +
	       (bits_of(x, rows, columns) + 63) / 64 * sizeof(uint64_t);
}

void
smm_set_unused(const struct smm *x, struct smm_node *n)
{
	const size_t bits = bits_of(x, n->rows, n->columns);
	uint64_t *unused = unused_of(n);
	for (size_t i = 0; i < bits; i += 64)
		unused[i / 64] =
			bits - i >= 64 ? UINT64_MAX : (UINT64_C(1) << (bits - i)) - 1;
}

double
smm_first_payoff(const struct smm *x, const struct smm_node *n, int row, int column)
{
	const smm_ref ref = smm_rows(n)[row];
	return ref == 0 ? -1.0 : (double)((const float *)smm_at(x, ref))[column];
}

/* Word w of the bits from .. from + n - 1, all other bits cleared. */
static inline uint64_t
word_of(const uint64_t *bits, int w, int from, int n)
{
	uint64_t word = bits[w];
	if (w == from / 64)
		word &= UINT64_MAX << ((unsigned)from & 63);
	const int end = from + n - w * 64;
	if (end < 64)
		word &= (UINT64_C(1) << ((unsigned)end & 63)) - 1;
	return word;
}

static uint32_t
count_bits(const uint64_t *bits, int from, int n)
{
	int count = 0;
	for (int w = from / 64; w * 64 < from + n; w++)
		count += __builtin_popcountll(word_of(bits, w, from, n));
	return (uint32_t)count;
}

/* The index of a random one of the `count` > 0 set bits. */
static int
draw_bit(const uint64_t *bits, int from, int n, uint32_t count, struct rng *r)
{
	int k = (int)rng_below(r, count);
	for (int w = from / 64;; w++) {
		uint64_t word = word_of(bits, w, from, n);
		const int here = __builtin_popcountll(word);
		if (k >= here) {
			k -= here;
			continue;
		}
		for (; k > 0; k--)
			word &= word - 1;
		return w * 64 + __builtin_ctzll(word);
	}
}

/* A random row or column not yet selected, by the bits at `from`; any when all were. */
static int
draw_side(const uint64_t *bits, int from, int n, struct rng *r)
{
	const uint32_t count = count_bits(bits, from, n);
	if (count == 0)
		return (int)rng_below(r, (uint32_t)n);
	return draw_bit(bits, from, n, count, r) - from;
}

bool
smm_select_first(struct smm *x, struct rng *r, struct smm_node *n, struct smm_step *step)
{
	const uint64_t *unused = unused_of(n);
	int row, column;
	if (x->cross) {
		row = draw_side(unused, 0, n->rows, r);
		column = draw_side(unused, n->rows, n->columns, r);
	} else {
		const int cell = draw_bit(unused, 0, n->rows * n->columns, n->left, r);
		row = cell / n->columns;
		column = cell % n->columns;
	}
	step->choice[0] = (uint16_t)row;
	step->choice[1] = (uint16_t)column;
	smm_ref *ref = &smm_rows(n)[row];
	if (*ref != 0)
		return true;
	if (x->full)
		return false;
	*ref = smm_take(x, sizeof(float) * n->columns);
	if (*ref == 0)
		return false;
	float *payoff = smm_at(x, *ref);
	for (int i = 0; i < n->columns; i++)
		payoff[i] = -1; /* not selected */
	return true;
}

static void
clear_bit(uint64_t *bits, int i)
{
	bits[i / 64] &= ~(UINT64_C(1) << (i & 63));
}

/* Counts first selections; they were drawn uniformly, so they are exploration. */
static void
count_first(const struct smm *x, const struct smm_matrix *m, int row, int column,
	    double u)
{
	const int at[2] = { row, column };
	for (int seat = 0; seat < 2; seat++) {
		const double own = seat == 0 ? u : 1 - u;
		m->field[seat][0][at[seat]] +=
			x->policy->estimates ? own * m->size[seat] : own;
		if (!x->policy->estimates || x->removal != SMM_REMOVE_EXPLICIT)
			m->field[seat][1][at[seat]] += 1;
	}
}

/* Makes the matrix after the last first selection, if there is room. Cells not selected
 * (fill=cross) start with the mean of the others. */
static void
make_matrix(struct smm *x, struct smm_node *n)
{
	const smm_ref at = x->full ? 0 : smm_take(x, smm_matrix_bytes(n));
	if (at == 0)
		return;
	n->matrix = at;
	struct smm_matrix m;
	smm_view_matrix(x, n, &m);
	double sum = 0;
	for (int i = 0; i < m.rows; i++) {
		const float *payoff = smm_at(x, smm_rows(n)[i]);
		for (int j = 0; j < m.columns; j++) {
			if (payoff[j] < 0)
				continue;
			const int cell = i * m.stride + j;
			const double u = (double)payoff[j];
			m.sum[cell] = u;
			m.mean[cell] = payoff[j];
			m.count[cell] = 1;
			sum += u;
			*m.visits += 1;
			if (x->policy->counts)
				count_first(x, &m, i, j, u);
		}
	}
	const float mean = (float)(sum / (double)*m.visits);
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.columns; j++)
			if (m.count[i * m.stride + j] == 0)
				m.mean[i * m.stride + j] = mean;
}

void
smm_keep_first(struct smm *x, struct smm_node *n, const struct smm_step *step, double u)
{
	uint64_t *unused = unused_of(n);
	const int row = step->choice[0], column = step->choice[1];
	((float *)smm_at(x, smm_rows(n)[row]))[column] = (float)u;
	if (x->cross) {
		clear_bit(unused, row);
		clear_bit(unused, n->rows + column);
	} else {
		clear_bit(unused, row * n->columns + column);
	}
	if (--n->left == 0)
		make_matrix(x, n);
}
