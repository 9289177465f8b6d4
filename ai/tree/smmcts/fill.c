/*
 * fill.c - the first selections at a choice, before the policy selects.
 *
 * Source: Lanctot, Lisy and Winands 2013, algorithm 1, lines 10 to 14. See smmcts.h for the layout.
 */
#include "ai/tree/smmcts/smmcts.h"

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

size_t
smm_choice_bytes(int rows, int columns)
{
	return sizeof(struct smm_node) + sizeof(move) * (size_t)(rows + columns) +
	       sizeof(smm_ref) * (size_t)rows + sizeof(uint64_t) +
	       ((size_t)rows * (size_t)columns + 63) / 64 * sizeof(uint64_t);
}

void
smm_set_unused(struct smm_node *n)
{
	const size_t bits = (size_t)n->rows * n->columns;
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

/* The index of a random one of the `count` > 0 set bits. */
static int
draw_bit(const uint64_t *bits, uint32_t count, struct rng *r)
{
	int k = (int)rng_below(r, count);
	for (int w = 0;; w++) {
		uint64_t word = bits[w];
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

bool
smm_select_first(struct smm *x, struct rng *r, struct smm_node *n, struct smm_step *step)
{
	const int cell = draw_bit(unused_of(n), n->left, r);
	const int row = cell / n->columns, column = cell % n->columns;
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
		m->field[seat][1][at[seat]] += 1;
	}
}

/* Makes the matrix after the last first selection, if there is room. */
static void
make_matrix(struct smm *x, struct smm_node *n)
{
	const smm_ref at = x->full ? 0 : smm_take(x, smm_matrix_bytes(n));
	if (at == 0)
		return;
	n->matrix = at;
	struct smm_matrix m;
	smm_view_matrix(x, n, &m);
	for (int i = 0; i < m.rows; i++) {
		const float *payoff = smm_at(x, smm_rows(n)[i]);
		for (int j = 0; j < m.columns; j++) {
			const int cell = i * m.stride + j;
			const double u = (double)payoff[j];
			m.sum[cell] = u;
			m.mean[cell] = payoff[j];
			m.count[cell] = 1;
			*m.visits += 1;
			if (x->policy->counts)
				count_first(x, &m, i, j, u);
		}
	}
}

void
smm_keep_first(struct smm *x, struct smm_node *n, const struct smm_step *step, double u)
{
	uint64_t *unused = unused_of(n);
	const int row = step->choice[0], column = step->choice[1];
	((float *)smm_at(x, smm_rows(n)[row]))[column] = (float)u;
	const int cell = row * n->columns + column;
	unused[cell / 64] &= ~(UINT64_C(1) << (cell & 63));
	if (--n->left == 0)
		make_matrix(x, n);
}
