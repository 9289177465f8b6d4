/* public_translate.c - see public_translate.h. */
#include "ai/poker/tree/public_translate.h"

#include <string.h>

#define BRANCHES 8 /* of a place in the other tree; more are left out */

double
translate_share_of(enum translation how, double x, const struct translate_around *r)
{
	if (r->smaller < 0 || r->larger < 0)
		return r->smaller >= 0;
	if (how == TRANSLATE_RPAT)
		return public_share_of_smaller(x, r->below, r->above);
	return how == TRANSLATE_SMALLER;
}

/* ---- moves of one tree in another ------------------------------------------------------ */

struct translate_bet
translate_bet_of(const struct game *g, const struct state *s, int seat, move m)
{
	struct translate_bet x = { m, AMOUNT_NONE, 0 };
	x.kind = g->ops->public->amount(g, s, seat, m, &x.part);
	return x;
}

void
translate_look_around(const struct translate_list *l, const struct translate_bet *x,
		      struct translate_around *r)
{
	*r = (struct translate_around){ -1, -1, -1, 0, 0 };
	for (int a = 0; a < l->count; a++) {
		const struct translate_bet *y = &l->bet[a];
		if (y->kind == AMOUNT_NONE)
			continue;
		if (y->part <= x->part && (r->smaller < 0 || y->part > r->below)) {
			r->smaller = a;
			r->below = y->part;
		}
		if (y->part >= x->part && (r->larger < 0 || y->part < r->above)) {
			r->larger = a;
			r->above = y->part;
		}
		if (y->kind == AMOUNT_ALL && x->kind == AMOUNT_ALL)
			r->equal = a;
	}
	if (r->smaller >= 0 && r->smaller == r->larger)
		r->equal = r->equal >= 0 ? r->equal : r->smaller;
}

int
translate_nearest(const struct translate_list *l, const struct translate_bet *x)
{
	struct translate_around r;
	int same = -1;
	for (int a = 0; a < l->count && x->kind == AMOUNT_NONE; a++)
		same = l->bet[a].m == x->m ? a : same;
	if (x->kind == AMOUNT_NONE)
		return same;
	translate_look_around(l, x, &r);
	if (r.equal >= 0)
		return r.equal;
	if (r.smaller < 0 || r.larger < 0 || x->kind == AMOUNT_ALL)
		return r.larger >= 0 ? r.larger : r.smaller;
	return x->part - r.below <= r.above - x->part ? r.smaller : r.larger;
}

static struct translate_bet
public_translate_bet_of(const struct public_tree *t, uint32_t at, int a)
{
	const struct public_node *n = &t->node[at];
	return translate_bet_of(t->g, public_tree_state(t, at), n->seat,
				t->node[n->child + (uint32_t)a].m);
}

static void
public_translate_list(const struct public_tree *t, uint32_t at, struct translate_list *l)
{
	l->count = (int)t->node[at].children;
	for (int a = 0; a < l->count; a++)
		l->bet[a] = public_translate_bet_of(t, at, a);
}

/* The move of the tree `to` that a move of `from` becomes, by place; -1: none. */
static int
public_translate_nearest(const struct public_tree *from, uint32_t at, int a,
			 const struct public_tree *to, uint32_t there)
{
	const struct translate_bet x = public_translate_bet_of(from, at, a);
	struct translate_list l;
	public_translate_list(to, there, &l);
	return translate_nearest(&l, &x);
}

/* ---- branches -------------------------------------------------------------------------- */

/* A node of the strategy's tree that stands for one of the other. */
struct branch {
	uint32_t at;
	double prior;	  /* probability by the translated bets */
	double *reach[2]; /* probability by the moves of either seat's hands */
};

struct carry {
	const struct public_mix *mix;
	const struct public_tree *from, *to;
	enum translation how;
	double *table;
	double *work; /* used like a stack */
};

static double *
public_translate_take(struct carry *w, int rows)
{
	double *at = w->work;
	w->work += (size_t)rows * (size_t)w->to->stride;
	return at;
}

/* The branches where the same seat moves. */
static int
keep_movers(const struct carry *w, uint32_t at, const struct branch *b, int n,
	    struct branch *out)
{
	int kept = 0;
	for (int i = 0; i < n; i++)
		if (w->from->node[b[i].at].seat == w->to->node[at].seat)
			out[kept++] = b[i];
	return kept;
}

/* Adds what a branch plays, times the weight of its hands, to rows and to their sum. */
static void
public_translate_add_branch(const struct carry *w, uint32_t at, const struct branch *b,
			    bool reached, const double *mix, double *rows, double *all)
{
	const struct public_tree *t = w->to;
	const struct public_node *n = &w->from->node[b->at];
	const double *reach = b->reach[n->seat];
	for (int a = 0; a < (int)n->children; a++) {
		const int k = public_translate_nearest(w->from, b->at, a, t, at);
		for (int h = 0; h < t->stride && k >= 0; h++) {
			const double x = (reached ? reach[h] : 1) * b->prior *
					 mix[a * t->stride + h];
			rows[k * t->stride + h] += x;
			all[h] += x;
		}
	}
}

/* The row of a check or a call. */
static int
passive(const struct public_tree *t, uint32_t at)
{
	const struct public_node *n = &t->node[at];
	int k = 0;
	for (int a = 0; a < (int)n->children; a++)
		if (public_translate_bet_of(t, at, a).kind == AMOUNT_NONE)
			k = a;
	return k;
}

/* Writes the rows of a node: of the branches by the weight of each hand in them, where it has none
 * by that of the bets alone; a check or a call where there is no branch. */
static void
write_rows(struct carry *w, uint32_t at, const struct branch *b, int n,
	   double *const mix[])
{
	const struct public_tree *t = w->to;
	const int moves = (int)t->node[at].children, stride = t->stride;
	double *rows = public_tree_row(t, w->table, &t->node[at], 0);
	double *all = public_translate_take(w, 2 + moves), *spare = all + stride,
	       *spare_all = spare + moves * stride;
	memset(all, 0, (size_t)(2 + moves) * (size_t)stride * sizeof *all);
	memset(rows, 0, (size_t)moves * (size_t)stride * sizeof *rows);
	for (int i = 0; i < n; i++) {
		public_translate_add_branch(w, at, &b[i], true, mix[i], rows, all);
		public_translate_add_branch(w, at, &b[i], false, mix[i], spare,
					    spare_all);
	}
	const int call = passive(t, at);
	for (int h = 0; h < stride; h++)
		for (int a = 0; a < moves; a++) {
			double *x = &rows[a * stride + h];
			if (n == 1 && spare_all[h] > 0)
				*x = spare[a * stride + h]; /* as it is, not divided */
			else if (all[h] > 0)
				*x /= all[h];
			else if (spare_all[h] > 0)
				*x = spare[a * stride + h] / spare_all[h];
			else
				*x = a == call;
		}
	w->work = all;
}

/* A branch by its move `a`; `mix` NULL: a bet that was taken for it with this share. */
static void
add_next(struct carry *w, const struct branch *b, int a, double share, const double *mix,
	 struct branch *next, int *count)
{
	const struct public_tree *t = w->to;
	const struct public_node *n = &w->from->node[b->at];
	if (*count == BRANCHES || !(share > 0))
		return;
	struct branch *x = &next[(*count)++];
	x->at = n->child + (uint32_t)a;
	x->prior = b->prior * share;
	for (int seat = 0; seat < 2; seat++) {
		x->reach[seat] = public_translate_take(w, 1);
		for (int h = 0; h < t->stride; h++)
			x->reach[seat][h] =
				b->reach[seat][h] *
				(mix && seat == n->seat ? mix[a * t->stride + h] : 1);
	}
}

/* A bet that no move of the branch becomes. */
static void
translate_bet(struct carry *w, uint32_t at, int k, const struct branch *b,
	      struct branch *next, int *count)
{
	const struct translate_bet x = public_translate_bet_of(w->to, at, k);
	struct translate_list l;
	struct translate_around r;
	if (x.kind == AMOUNT_NONE)
		return;
	public_translate_list(w->from, b->at, &l);
	translate_look_around(&l, &x, &r);
	const double share = translate_share_of(w->how, x.part, &r);
	if (r.smaller >= 0)
		add_next(w, b, r.smaller, share, NULL, next, count);
	if (r.larger >= 0)
		add_next(w, b, r.larger, 1 - share, NULL, next, count);
}

static void public_translate_carry(struct carry *w, uint32_t at, const struct branch *b,
				   int n);

static void
carry_move(struct carry *w, uint32_t at, int k, const struct branch *b, int n,
	   double *const mix[])
{
	double *const work = w->work;
	struct branch next[BRANCHES] = { 0 };
	int count = 0;
	for (int i = 0; i < n; i++) {
		const int before = count;
		for (int a = 0; a < (int)w->from->node[b[i].at].children; a++)
			if (public_translate_nearest(w->from, b[i].at, a, w->to, at) == k)
				add_next(w, &b[i], a, 1, mix[i], next, &count);
		if (count == before)
			translate_bet(w, at, k, &b[i], next, &count);
	}
	public_translate_carry(w, w->to->node[at].child + (uint32_t)k, next, count);
	w->work = work;
}

static void
carry_deal(struct carry *w, uint32_t child, const struct branch *b, int n)
{
	struct branch next[BRANCHES] = { 0 };
	int count = 0;
	for (int i = 0; i < n; i++) {
		const int k = public_tree_child(w->from, b[i].at, w->to->node[child].m);
		next[count] = b[i];
		next[count].at = (uint32_t)k;
		count += k >= 0;
	}
	public_translate_carry(w, child, next, count);
}

static void
public_translate_carry(struct carry *w, uint32_t at, const struct branch *given, int n)
{
	const struct public_node *node = &w->to->node[at];
	double *const work = w->work, *mix[BRANCHES];
	struct branch b[BRANCHES];
	n = keep_movers(w, at, given, n, b);
	if (n == 1)
		b[0].prior = 1; /* weights are relative: nothing is divided */
	if (node->seat == SEAT_CHANCE)
		for (uint32_t k = 0; k < node->children; k++)
			carry_deal(w, node->child + k, b, n);
	if (node->seat < 0)
		return;
	for (int i = 0; i < n; i++) {
		const struct public_node *other = &w->from->node[b[i].at];
		mix[i] = public_translate_take(w, (int)other->children);
		public_mix_average(w->mix, other, mix[i]);
	}
	write_rows(w, at, b, n, mix);
	for (int k = 0; k < (int)node->children; k++)
		carry_move(w, at, k, b, n, mix);
	w->work = work;
}

/* ---- single nodes ---------------------------------------------------------------------- */

static int
add_image(const struct public_tree *t, uint32_t at, int a, uint32_t *image, int n)
{
	if (a >= 0 && n < PUBLIC_IMAGES)
		image[n++] = t->node[at].child + (uint32_t)a;
	return n;
}

/* Those of a child, from one of its parent's. */
static int
step_image(const struct public_tree *from, const struct public_tree *to, uint32_t at,
	   uint32_t child, bool off, uint32_t image, uint32_t *next, int n)
{
	const int k = (int)(child - to->node[at].child);
	struct translate_list l;
	struct translate_around r;
	if (from->node[image].seat != to->node[at].seat)
		return n;
	if (to->node[at].seat == SEAT_CHANCE) {
		const int same = public_tree_child(from, image, to->node[child].m);
		return same < 0 ? n
				: add_image(from, image,
					    same - (int)from->node[image].child, next, n);
	}
	if (!off)
		return add_image(from, image,
				 public_translate_nearest(to, at, k, from, image), next,
				 n);
	const struct translate_bet x = public_translate_bet_of(to, at, k);
	public_translate_list(from, image, &l);
	translate_look_around(&l, &x, &r);
	n = add_image(from, image, r.smaller, next, n);
	return r.larger != r.smaller ? add_image(from, image, r.larger, next, n) : n;
}

int
public_images(const struct public_tree *from, const struct public_tree *to, uint32_t at,
	      const bool *off, uint32_t *image)
{
	uint32_t path[PUBLIC_LINE + 1], next[PUBLIC_IMAGES];
	int plies = 0, n = 1;
	for (; at != 0; at = to->node[at].up)
		path[plies++] = at;
	image[0] = 0;
	while (plies-- > 0) {
		const uint32_t child = path[plies], up = to->node[child].up;
		int count = 0;
		for (int i = 0; i < n; i++)
			count = step_image(from, to, up, child, off[child], image[i],
					   next, count);
		n = count;
		memcpy(image, next, (size_t)n * sizeof *image);
	}
	return n;
}

/* ---- whole trees ----------------------------------------------------------------------- */

static size_t
most_moves(const struct public_tree *t)
{
	size_t most = 1;
	for (uint32_t i = 0; i < t->nodes; i++)
		if (t->node[i].seat >= 0 && t->node[i].children > most)
			most = t->node[i].children;
	return most;
}

void
public_tree_copy(const struct public_tree *a, uint32_t at, const double *from,
		 const struct public_tree *b, uint32_t to, double *table)
{
	const struct public_node *n = &a->node[at], *other = &b->node[to];
	const size_t bytes = (size_t)a->stride * sizeof *from;
	for (uint32_t k = 0; k < n->children; k++) {
		const int child = public_tree_child(b, to, a->node[n->child + k].m);
		if (child < 0)
			continue;
		const uint32_t row = other->table + (uint32_t)child - other->child;
		if (n->seat >= 0)
			memcpy(table + (size_t)row * (size_t)b->stride,
			       from + (size_t)(n->table + k) * (size_t)a->stride, bytes);
		public_tree_copy(a, n->child + k, from, b, (uint32_t)child, table);
	}
}

/* The averages of a tree with nothing to translate. */
static void
copy_averages(const struct public_mix *m, double *table)
{
	for (uint32_t i = 0; i < m->tree.nodes; i++)
		if (m->tree.node[i].first)
			public_mix_average(m, &m->tree.node[i],
					   public_tree_row(&m->tree, table,
							   &m->tree.node[i], 0));
}

bool
public_translate(const struct public_mix *from, const struct public_tree *to,
		 enum translation how, struct arena *arena, double *table)
{
	struct carry w = {
		.mix = from, .from = &from->tree, .to = to, .how = how, .table = table
	};
	if (to->ops->amount == NULL) {
		copy_averages(from, table);
		return true;
	}
	const size_t moves = most_moves(to) + most_moves(w.from),
		     rows = (PUBLIC_LINE + 2) *
			    ((BRANCHES + 1) * moves + 2 * BRANCHES + 2);
	w.work = arena_take(arena, rows * (size_t)to->stride * sizeof *w.work);
	if (w.work == NULL)
		return false;
	struct branch root = { .at = 0, .prior = 1 };
	for (int seat = 0; seat < 2; seat++) {
		root.reach[seat] = public_translate_take(&w, 1);
		for (int h = 0; h < to->stride; h++)
			root.reach[seat][h] = 1;
	}
	memset(table, 0, (size_t)to->rows * (size_t)to->stride * sizeof *table);
	public_translate_carry(&w, 0, &root, 1);
	return true;
}
