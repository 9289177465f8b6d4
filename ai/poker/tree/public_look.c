/* public_look.c - the public tree for the inspector, and its strategies for those who measure them.
 * See public_search.h. */
#include "ai/poker/tree/public_search.h"

#include <math.h>
#include <string.h>

enum { MIX, RANGE }; /* places in extra[] */

const struct column public_node_columns[] = {
	{ .key = "mix",
	  .head = "mix",
	  .help = "probability of the move in the average strategy, for the hand that "
		  "the "
		  "mover holds; blank where it is not known",
	  .kind = COLUMN_PERCENT,
	  .at = MIX,
	  .decimals = 1,
	  .width = 6 },
	{ .key = "all_hands",
	  .head = "all",
	  .help = "the same over all hands, as likely as the strategy brings them here",
	  .kind = COLUMN_PERCENT,
	  .at = RANGE,
	  .decimals = 1,
	  .width = 6 },
	{ .key = NULL },
};

static const struct public_tree *
tree_public_look_tree_of(const struct search *s)
{
	return &((const struct public_mix *)s->self)->tree;
}

void
public_mark_best(const struct search *s, bool root, struct look_node *out, int n)
{
	const struct snapshot *live = &s->live;
	int best = 0;
	for (int a = 1; a < n; a++) {
		const int by = isnan(out[a].extra[MIX]) ? RANGE : MIX;
		best = out[a].extra[by] > out[best].extra[by] ? a : best;
	}
	for (int a = 0; root && live->move_count > 0 && a < n; a++)
		best = out[a].m == live->moves[0].m ? a : best;
	out[best].best = true;
}

/* How often each move is chosen at a node, over the mover's hands. */
static void
public_look_fill_mixes(struct search *s, uint32_t at, struct look_node *out, int n)
{
	struct public_mix *m = s->self;
	struct public_tree *t = &m->tree;
	const struct public_node *node = &t->node[at];
	const int hand = t->ops->hand(t->g, &s->root, node->seat);
	double *reach = public_tree_take(t, 1 + (int)node->children),
	       *rows = reach + t->stride;
	public_mix_reach(m, at, node->seat, NULL, reach);
	public_mix_average(m, node, rows);
	for (int a = 0; a < n; a++) {
		const double *row = rows + a * t->stride;
		double all = 0, sum = 0;
		for (int h = 0; h < t->hands; h++) {
			all += reach[h];
			sum += reach[h] * row[h];
		}
		out[a].extra[RANGE] = all > 0 ? sum / all : (double)NAN;
		if (hand >= 0 && t->ops->possible(t->g, public_tree_state(t, at), hand))
			out[a].extra[MIX] = row[hand];
	}
	public_mark_best(s, at == t->here, out, n);
	t->work = reach;
}

/* Whether the hands that are known here go with the public cards of a node. */
static bool
is_possible(const struct search *s, uint32_t at)
{
	const struct public_tree *t = tree_public_look_tree_of(s);
	bool possible = true;
	for (int seat = 0; seat < 2; seat++) {
		const int hand = t->ops->hand(t->g, &s->root, seat);
		possible = possible &&
			   (hand < 0 ||
			    t->ops->possible(t->g, public_tree_state(t, at), hand));
	}
	return possible;
}

/* Deals are left out that a known hand excludes. */
static void
fill_chances(const struct search *s, struct look_node *out, int n)
{
	const struct public_tree *t = tree_public_look_tree_of(s);
	double all = 0;
	for (int i = 0; i < n; i++)
		if (is_possible(s, (uint32_t)out[i].ref))
			all += t->node[out[i].ref].chance;
	for (int i = 0; i < n; i++)
		out[i].chance = is_possible(s, (uint32_t)out[i].ref)
					? t->node[out[i].ref].chance / all
					: 0;
}

int
public_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct public_tree *t = tree_public_look_tree_of(s);
	const uint32_t at = ref == LOOK_ROOT ? t->here : (uint32_t)ref;
	const struct public_node *n = &t->node[at];
	int count = 0;
	for (uint32_t k = n->child; k < n->child + n->children && count < max; k++) {
		struct look_node *l = &out[count++];
		look_blank(l, k, n->seat, t->node[k].m);
		l->visits = ((const struct public_mix *)s->self)->iterations;
		l->status = MOVE_OPEN;
		l->inner = t->node[k].children > 0;
	}
	if (n->seat == SEAT_CHANCE)
		fill_chances(s, out, count);
	else if (count > 0)
		public_look_fill_mixes(s, at, out, count);
	return count;
}

/* ---- the strategy ---------------------------------------------------------------------- */

look_ref
public_below(struct search *s, look_ref node, const struct played_move *step, int steps,
	     const struct state *at)
{
	if (game_public(s->game) == NULL)
		return STRATEGY_NONE;
	const uint32_t from = node == LOOK_ROOT ? 0 : (uint32_t)node;
	const int k = public_tree_follow(tree_public_look_tree_of(s), from, step, steps);
	return k >= 0 ? (look_ref)k : STRATEGY_NONE;
}

bool
public_mix_at(struct search *s, look_ref node, const struct state *at, int seat,
	      double *prob)
{
	if (game_public(s->game) == NULL)
		return false;
	const struct public_mix *m = s->self;
	const struct public_tree *t = &m->tree;
	const struct public_node *n = &t->node[node == LOOK_ROOT ? 0 : node];
	const int hand = t->ops->hand(t->g, at, seat);
	if (hand < 0 || n->seat != seat)
		return false;
	public_mix_of_hand(m, n, hand, prob);
	return true;
}
