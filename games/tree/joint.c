/*
 * joint.c - a tree of matrices as positions for backward induction (src/core/joint.h).
 *
 * A layer is a number of plies: it holds every node whose ends are at most so many plies below. A
 * slot is a node. Only trees where the two seats always choose at once, with or without chance
 * between, and share a constant sum.
 *
 * Values are points above an even share of the sum, within JOINT_STEP.
 */
#include "games/tree/rules.h"

#include <math.h>
#include <stdlib.h>

#define VALUE_MOST 127.0 /* points, see JOINT_STEP */

/* Seat 0's points above its share at an end. */
static double
advantage(const struct tree_file *t, const struct file_node *n)
{
	return (n->value[0] - t->bounds.maxsum / 2.0) / t->unit;
}

static bool
is_fit(const struct tree_file *t, int at)
{
	const struct file_node *n = &t->node[at];
	if (n->kind == TREE_LEAF)
		return fabs(advantage(t, n)) <= VALUE_MOST;
	if (n->kind == TREE_TURN || n->rows > JOINT_SIDE || n->cols > JOINT_SIDE)
		return false;
	for (int k = 0; k < n->count; k++)
		if (!is_fit(t, n->first + k))
			return false;
	return true;
}

static double
tree_joint_size(const struct game *g, const struct state *root)
{
	const struct tree_file *t = tree_of(g);
	const struct file_node *n = tree_node_of(g, root);
	if (!(g->traits & TRAIT_ZERO_SUM) || n->kind != TREE_MATRIX ||
	    n->height > JOINT_LAYERS || !is_fit(t, tree_state_of(root)->node))
		return JOINT_NEVER;
	return (double)t->count * n->height;
}

static bool
tree_joint_open(struct joint *j, const struct game *g, const struct state *root,
		joint_go_on *go_on, void *self)
{
	(void)go_on, (void)self; /* the file is the index */
	*j = (struct joint){ .game = g };
	if (tree_joint_size(g, root) >= JOINT_NEVER)
		return false;
	j->top = tree_node_of(g, root)->height;
	return true;
}

static int64_t
tree_joint_slots(const struct joint *j, int layer)
{
	return tree_of(j->game)->count;
}

/* The matrix of a node; seat 0 may be the one that chooses its columns. */
static void
tree_fill_matrix(const struct file_node *n, const int32_t *below, struct joint_matrix *m)
{
	const bool across = n->seat == 0;
	m->rows = across ? n->rows : n->cols;
	m->columns = across ? n->cols : n->rows;
	for (int i = 0; i < m->rows; i++)
		for (int k = 0; k < m->columns; k++) {
			const int cell = across ? i * n->cols + k : k * n->cols + i;
			m->a[i * JOINT_STRIDE + k] = below[n->first + cell] * JOINT_STEP;
		}
}

static double
tree_joint_induce(const struct joint *j, int layer, int64_t slot, const int32_t *below,
		  joint_solve *solve, void *self)
{
	const struct tree_file *t = tree_of(j->game);
	const struct file_node *n = &t->node[slot];
	struct joint_matrix m;
	double sum = 0;
	if (n->kind == TREE_LEAF)
		return fabs(advantage(t, n)) <= VALUE_MOST ? advantage(t, n) : 0;
	if (n->height > layer || n->kind == TREE_TURN || n->rows > JOINT_SIDE ||
	    n->cols > JOINT_SIDE)
		return 0; /* no way of the root leads there */
	if (n->height < layer)
		return below[slot] * JOINT_STEP;
	for (int k = 0; n->kind == TREE_CHANCE && k < n->count; k++)
		sum += n->prob[k] * below[n->first + k] * JOINT_STEP;
	if (n->kind == TREE_CHANCE)
		return sum;
	tree_fill_matrix(n, below, &m);
	return solve(self, &m);
}

static int
tree_joint_layer(const struct joint *j, const struct state *s)
{
	const struct file_node *n = tree_node_of(j->game, s);
	return n->kind == TREE_MATRIX && n->height <= j->top ? n->height : -1;
}

static bool
tree_joint_matrix(const struct joint *j, const struct state *s, const int32_t *below,
		  struct joint_matrix *m, move *row, move *column)
{
	if (tree_joint_layer(j, s) < 0)
		return false;
	tree_fill_matrix(tree_node_of(j->game, s), below, m);
	for (int i = 0; i < m->rows; i++)
		row[i] = (move)i;
	for (int k = 0; k < m->columns; k++)
		column[k] = (move)k;
	return true;
}

static double
tree_joint_points(const struct game *g, int seat, double ahead)
{
	const struct tree_file *t = tree_of(g);
	const double share = t->bounds.maxsum / 2.0 / t->unit;
	return seat == 0 ? share + ahead : share - ahead;
}

const struct joint_ops tree_joint = {
	.size = tree_joint_size,
	.open = tree_joint_open,
	.slots = tree_joint_slots,
	.induce = tree_joint_induce,
	.matrix = tree_joint_matrix,
	.layer = tree_joint_layer,
	.points = tree_joint_points,
};
