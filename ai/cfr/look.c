/* look.c - the public tree of cfr for the inspector, and its strategy for who measures it. */
#include "ai/cfr/cfr.h"

#include <string.h>

enum { MIX, RANGE }; /* places in extra[] */

const struct column cfr_node_columns[] = {
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

static const struct cfr *
tree_of(const struct search *s)
{
	return s->self;
}

/* The moves from the root of the tree to a node; returns how many. */
static int
line_to(const struct cfr *c, uint32_t at, struct made *line)
{
	int n = 0;
	while (at != 0) {
		/* Parents stand before their children. */
		uint32_t up = at - 1;
		while (c->node[up].children == 0 || at < c->node[up].child ||
		       at >= c->node[up].child + c->node[up].children)
			up--;
		line[n++] = (struct made){ c->node[up].seat, c->node[at].m };
		at = up;
	}
	for (int i = 0; i < n / 2; i++) {
		const struct made m = line[i];
		line[i] = line[n - 1 - i];
		line[n - 1 - i] = m;
	}
	return n;
}

/* How often each move is chosen at a node, over the mover's hands. */
static void
fill_mixes(struct search *s, uint32_t at, struct look_node *out, int n)
{
	struct cfr *c = s->self;
	const struct cfr_node *node = &c->node[at];
	struct made line[PUBLIC_LINE];
	double *const work = c->work, *reach = work, *rows = work + c->stride;
	const int moves = line_to(c, at, line);
	const int hand = c->ops->hand(c->g, &s->root, node->seat);
	c->work = rows + (size_t)node->children * (size_t)c->stride;
	cfr_reach(c, line, moves, node->seat, reach);
	cfr_average(c, node, rows);
	int best = 0;
	for (int a = 0; a < n; a++) {
		const double *row = rows + a * c->stride;
		double all = 0, sum = 0;
		for (int h = 0; h < c->hands; h++) {
			all += reach[h];
			sum += reach[h] * row[h];
		}
		out[a].extra[RANGE] = all > 0 ? sum / all : (double)NAN;
		if (hand >= 0 && c->ops->possible(c->g, cfr_state(c, at), hand))
			out[a].extra[MIX] = row[hand];
		best = out[a].extra[RANGE] > out[best].extra[RANGE] ? a : best;
	}
	out[best].best = true;
	c->work = work;
}

/* Whether the hands that are known here go with the public cards of a node. */
static bool
is_possible(const struct search *s, uint32_t at)
{
	const struct cfr *c = tree_of(s);
	bool possible = true;
	for (int seat = 0; seat < 2; seat++) {
		const int hand = c->ops->hand(c->g, &s->root, seat);
		possible = possible &&
			   (hand < 0 || c->ops->possible(c->g, cfr_state(c, at), hand));
	}
	return possible;
}

/* Deals are equally likely, but for those that a known hand excludes. */
static void
fill_chances(const struct search *s, struct look_node *out, int n)
{
	int possible = 0;
	for (int i = 0; i < n; i++)
		possible += is_possible(s, (uint32_t)out[i].ref);
	for (int i = 0; i < n; i++)
		out[i].chance = is_possible(s, (uint32_t)out[i].ref) ? 1.0 / possible : 0;
}

static int
children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct cfr *c = tree_of(s);
	const uint32_t at = ref == LOOK_ROOT ? c->here : (uint32_t)ref;
	const struct cfr_node *n = &c->node[at];
	int count = 0;
	for (uint32_t k = n->child; k < n->child + n->children && count < max; k++) {
		struct look_node *l = &out[count++];
		look_blank(l, k, n->seat, c->node[k].m);
		l->visits = c->iterations;
		l->status = MOVE_OPEN;
		l->inner = c->node[k].children > 0;
	}
	if (n->seat == SEAT_CHANCE)
		fill_chances(s, out, count);
	else if (count > 0)
		fill_mixes(s, at, out, count);
	return count;
}

const struct look_ops cfr_look = { .children = children };

/* ---- the strategy ---------------------------------------------------------------------- */

static look_ref
below(struct search *s, look_ref node, const struct made *step, int steps,
      const struct state *at)
{
	const struct cfr *c = tree_of(s);
	int k = node == LOOK_ROOT ? 0 : (int)node;
	(void)at;
	for (int i = 0; i < steps && k >= 0; i++)
		k = cfr_child(c, (uint32_t)k, step[i].m);
	return k >= 0 ? (look_ref)k : STRATEGY_NONE;
}

/* Of the hand that the seat has in `at`. */
static bool
mix(struct search *s, look_ref node, const struct state *at, int seat, double *prob)
{
	struct cfr *c = s->self;
	const struct cfr_node *n = &c->node[node == LOOK_ROOT ? 0 : node];
	const int hand = c->ops->hand(c->g, at, seat);
	if (hand < 0 || n->seat != seat)
		return false;
	cfr_average(c, n, c->work);
	for (uint32_t a = 0; a < n->children; a++)
		prob[a] = c->work[a * (uint32_t)c->stride + (uint32_t)hand];
	return true;
}

const struct strategy_ops cfr_strategy = {
	.below = below,
	.mix = mix,
};
