/*
 * joint.c - the positions below an Oshi-Zumo position, for backward induction.
 *
 * A layer is a bound on the rounds to come. With minimum=1 every purse that is not empty
 * shrinks in every round, so the larger purse is one; with minimum=0 a round that does not end
 * the game costs at least one coin of all, so their sum is. A layer holds every position whose
 * bound is at most its own: a round may cost many coins at once and its successor must still
 * lie in the next layer.
 *
 * A slot is (coins of West, coins of East, place) with both purses up to the layer and the
 * root's. Values are +1, 0, -1 for West. Source: Buro 2003, section 3, in layers of rounds.
 *
 * The contract takes JOINT_SIDE bids and JOINT_LAYERS layers: with minimum=1 up to 13 coins,
 * with minimum=0 up to 8 in each purse (16 together).
 */
#include "games/oshi_zumo/rules.h"

#include "src/core/joint.h"

#include <stdlib.h>

struct oshi_index {
	struct oshi_variant rules;
	int purse[2]; /* the root's */
	int places;   /* on the board */
};

/* A position where both seats choose. */
struct oshi_place {
	int coins[2], at;
};

static int
oshi_zumo_bound_of(const struct oshi_variant *r, int west, int east)
{
	if (r->minimum == 0)
		return west + east;
	return west > east ? west : east;
}

static int
bids_of(const struct oshi_variant *r, int purse)
{
	return purse - oshi_least(r, purse) + 1;
}

/* How many amounts a purse can have in a layer. */
static inline int
amounts(const struct oshi_index *x, int layer, int seat)
{
	return (layer < x->purse[seat] ? layer : x->purse[seat]) + 1;
}

static double
oshi_zumo_joint_size(const struct game *g, const struct state *root)
{
	const struct oshi_variant *r = oshi_variant(g);
	const struct oshi *s = oshi_of(root);
	const int top = oshi_zumo_bound_of(r, s->coins[0], s->coins[1]);
	if (top > JOINT_LAYERS || bids_of(r, s->coins[0]) > JOINT_SIDE ||
	    bids_of(r, s->coins[1]) > JOINT_SIDE)
		return JOINT_NEVER;
	const double each = (s->coins[0] + 1.0) * (s->coins[1] + 1.0);
	return each * (2 * r->size + 1) * top;
}

static bool
oshi_zumo_joint_open(struct joint *t, const struct game *g, const struct state *root,
		     joint_go_on *go_on, void *self)
{
	const struct oshi *s = oshi_of(root);
	(void)go_on, (void)self; /* it takes no time */
	*t = (struct joint){ .game = g };
	if (oshi_zumo_joint_size(g, root) >= JOINT_NEVER)
		return false;
	struct oshi_index *x = malloc(sizeof *x);
	if (x == NULL)
		return false;
	*x = (struct oshi_index){ .rules = *oshi_variant(g),
				  .purse = { s->coins[0], s->coins[1] },
				  .places = 2 * oshi_variant(g)->size + 1 };
	t->index = x;
	t->index_bytes = sizeof *x;
	t->top = oshi_zumo_bound_of(&x->rules, s->coins[0], s->coins[1]);
	return true;
}

static int64_t
oshi_zumo_joint_slots(const struct joint *t, int layer)
{
	const struct oshi_index *x = t->index;
	return (int64_t)amounts(x, layer, 0) * amounts(x, layer, 1) * x->places;
}

/* The value of a pair of bids, from the values of the layer below `layer`. */
static double
after_bids(const struct oshi_index *x, int layer, const int32_t *below,
	   const struct oshi_place *p, int west, int east)
{
	const struct oshi_variant *r = &x->rules;
	const int a = p->coins[0] - west, b = p->coins[1] - east;
	const int at = p->at + (west > east) - (west < east);
	if (west + east == 0 || oshi_is_over(r, a, b, at))
		return oshi_outcome(r, at);
	const int64_t purses = (int64_t)a * amounts(x, layer - 1, 1) + b;
	return below[purses * x->places + at + r->size] * JOINT_STEP;
}

static void
oshi_zumo_fill_matrix(const struct oshi_index *x, int layer, const int32_t *below,
		      const struct oshi_place *p, struct joint_matrix *m)
{
	const int west = oshi_least(&x->rules, p->coins[0]);
	const int east = oshi_least(&x->rules, p->coins[1]);
	m->rows = p->coins[0] - west + 1;
	m->columns = p->coins[1] - east + 1;
	for (int i = 0; i < m->rows; i++)
		for (int j = 0; j < m->columns; j++)
			m->a[i * JOINT_STRIDE + j] =
				after_bids(x, layer, below, p, west + i, east + j);
}

static double
oshi_zumo_joint_induce(const struct joint *t, int layer, int64_t slot,
		       const int32_t *below, joint_solve *solve, void *self)
{
	const struct oshi_index *x = t->index;
	const int64_t purses = slot / x->places, east = amounts(x, layer, 1);
	const struct oshi_place p = { .coins = { (int)(purses / east),
						 (int)(purses % east) },
				      .at = (int)(slot % x->places) - x->rules.size };
	if (p.coins[0] + p.coins[1] == 0)
		return oshi_outcome(&x->rules, p.at);
	if (oshi_zumo_bound_of(&x->rules, p.coins[0], p.coins[1]) > layer)
		return 0; /* no way leads there */
	struct joint_matrix m;
	oshi_zumo_fill_matrix(x, layer, below, &p, &m);
	return solve(self, &m);
}

static int
oshi_zumo_joint_layer(const struct joint *t, const struct state *state)
{
	const struct oshi_index *x = t->index;
	const struct oshi *s = oshi_of(state);
	if (s->ended || s->coins[0] > x->purse[0] || s->coins[1] > x->purse[1] ||
	    oshi_is_over(&x->rules, s->coins[0], s->coins[1], s->place))
		return -1;
	return oshi_zumo_bound_of(&x->rules, s->coins[0], s->coins[1]);
}

static bool
oshi_zumo_joint_matrix(const struct joint *t, const struct state *state,
		       const int32_t *below, struct joint_matrix *m, move *row,
		       move *column)
{
	const struct oshi_index *x = t->index;
	const struct oshi *s = oshi_of(state);
	const int layer = oshi_zumo_joint_layer(t, state);
	if (layer < 0)
		return false;
	const struct oshi_place p = { .coins = { s->coins[0], s->coins[1] },
				      .at = s->place };
	oshi_zumo_fill_matrix(x, layer, below, &p, m);
	for (int i = 0; i < m->rows; i++)
		row[i] = (move)(oshi_least(&x->rules, p.coins[0]) + i);
	for (int j = 0; j < m->columns; j++)
		column[j] = (move)(oshi_least(&x->rules, p.coins[1]) + j);
	return true;
}

const struct joint_ops oshi_joint = {
	.size = oshi_zumo_joint_size,
	.open = oshi_zumo_joint_open,
	.slots = oshi_zumo_joint_slots,
	.induce = oshi_zumo_joint_induce,
	.matrix = oshi_zumo_joint_matrix,
	.layer = oshi_zumo_joint_layer,
	.points = commit_win_points,
};
