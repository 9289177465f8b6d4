/*
 * ismcts.c - Monte Carlo tree search over information sets, with one tree.
 *
 * Source: Cowling, Powley, Whitehouse 2012, "Information Set Monte Carlo Tree Search" (SO-ISMCTS).
 * Every simulation deals the unseen anew, as search_world() draws it, and goes down the one tree
 * by moves that its deal allows. So a choice is valued over all deals that a seat may be in, which
 * cures the strategy fusion of pimc at the searcher's own choices; the other seats choose by what
 * the searcher has seen, not by their own hands, of which the tree knows nothing.
 * With moves that everybody sees, as cards played are, a tree for each seat (MO-ISMCTS) would be
 * the same tree. Where seats choose at once the tree ends and the playout begins; games made of
 * such choices alone are for smmcts.
 * Differs: a leaf gets children at its expand-th visit; untried moves come by the game's order,
 * and playouts are the game's own quick player's.
 *
 * Selection at a node of seat i: mean_i + c * sqrt(ln(available) / visits), where a move counts as
 * available in the visits whose deal allows it, from its first try on. Rewards and nodes as in
 * uct.c. Equal moves are merged but at the root. When memory is full, the tree no longer grows.
 */
#include "ai/tree/ismcts/ismcts.h"

#include "ai/common/order.h"
#include "ai/common/playout.h"

#include <stdio.h>
#include <string.h>

#define WIDTH	     24	   /* moves of the root, at most */
#define REPORT_FIRST 2048  /* nodes before the first table of root moves */
#define EARLY_SIMS   64	   /* between two looks at whether it is decided */
#define REPORT_NODES 65536 /* between two of them */

/* Whether no move can reach the visits of the first in the simulations left, so that the choice is
 * made (early termination of Baudis & Gailly 2012, Pachi). */
static bool
is_decided(const struct ismcts *x, int64_t left)
{
	int64_t first = 0, second = 0;
	for (uint32_t i = ismcts_at(x, ISMCTS_ROOT)->child; i != 0;
	     i = ismcts_at(x, i)->next) {
		const int64_t visits = ismcts_at(x, i)->visits;
		second = visits > first ? first : visits > second ? visits : second;
		first = visits > first ? visits : first;
	}
	return first > second + left;
}

static void
ismcts_run(struct search *s)
{
	struct ismcts *x = s->self;
	const int64_t most = playouts_limit(s);
	while (s->live.stop == STOP_RUNNING) {
		const int64_t left = search_nodes_left(s);
		if (most > 0 && (x->simulations >= most ||
				 (x->early && x->simulations % EARLY_SIMS == 0 &&
				  is_decided(x, most - x->simulations)))) {
			s->live.stop = STOP_SIMS;
			break;
		}
		if (left <= 0) {
			s->live.stop = STOP_NODES;
			break;
		}
		s->fuel -= ismcts_simulate(s, x, left);
		s->live.simulations = x->simulations;
		if (search_nodes(s) >= x->next_report || search_films(s)) {
			ismcts_report(s, x);
			x->next_report = search_nodes(s) + REPORT_NODES;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	ismcts_report(s, x);
}

/* The root's moves, the best of them in order where there are more than `width`. */
static void
list_roots(const struct search *s, struct ismcts *x, int width)
{
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	const int n = s->game->rules->moves(s->game, &s->root, s->mover, m);
	x->legal = n;
	x->roots = n < width ? n : width;
	order_best(s->game, &s->root, s->mover, m, score, n, x->roots);
	memcpy(x->root, m, (size_t)x->roots * sizeof *m);
	for (int i = 0; i < x->roots && s->include != MOVE_NONE; i++)
		if (m[i] == s->include)
			return;
	if (s->include != MOVE_NONE &&
	    game_legal(s->game, &s->root, s->mover, s->include))
		x->root[x->roots - 1] = s->include;
}

static bool
ismcts_open_tree(struct search *s, struct ismcts *x)
{
	x->stride = (uint32_t)(sizeof(struct ismcts_node) +
			       (size_t)s->game->seats * sizeof(float));
	const size_t left = arena_left(&s->arena) > 256 ? arena_left(&s->arena) - 256 : 0;
	const size_t room = left / x->stride;
	x->room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
	x->node = x->room > 0 ? arena_take(&s->arena, (size_t)x->room * x->stride) : NULL;
	if (x->node == NULL)
		return false;
	memset(x->node, 0, x->stride);
	ismcts_at(x, ISMCTS_ROOT)->m = MOVE_NONE;
	x->count = 1;
	return true;
}

static void
ismcts_scale_rewards(const struct search *s, struct ismcts *x)
{
	struct bounds b;
	s->game->knowledge->bounds(s->game, &s->root, &b);
	for (int i = 0; i < s->game->seats; i++) {
		const int32_t span = b.high[i] - b.low[i];
		x->origin[i] = b.low[i];
		x->scale[i] = span > 0 ? 1.0f / (float)span : 1.0f;
	}
}

static bool
ismcts_open(struct search *s, struct status *st)
{
	const struct options *o = &s->options;
	const double c = options_real(o, "c");
	struct ismcts *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "ismcts: memory= is too small");
	*x = (struct ismcts){
		.next_report = REPORT_FIRST,
		.c2ln2 = (float)(c * c * 0.69314718055994531),
		.expand = (uint32_t)options_int(o, "expand"),
		.early = options_int(o, "early") != 0,
	};
	x->dealt = s->viewer != s->mover && s->viewer != SEAT_ALL;
	list_roots(s, x, x->dealt ? STATS_MOVES : WIDTH);
	ismcts_scale_rewards(s, x);
	s->self = x;
	return ismcts_open_tree(s, x) || status_fail(st, "ismcts: memory= is too small");
}

static const struct option_spec ismcts_options[] = {
	PLAYOUT_OPTION_C,
	PLAYOUT_OPTION_EXPAND("10"),
	{ .key = "early",
	  .kind = OPTION_SWITCH,
	  .deflt = "off",
	  .max = 1,
	  .help = "with sims=: end as soon as no move can catch up with the first in the "
		  "simulations left" },
	PLAYOUT_OPTION_MEMORY,
	{ .key = NULL },
};

/* Its tree would end at the root. */
static bool
ismcts_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (!(g->traits & TRAIT_OPEN_CARDS))
		return false;
	snprintf(out, (size_t)size,
		 "ismcts cannot play %s: only choices made at once are hidden; take "
		 "smmcts",
		 g->ops->title);
	return true;
}

const struct search_ops ismcts_search = {
	.key = "ismcts",
	.title = "ISMCTS",
	.summary = "one Monte Carlo tree over all deals: moves are chosen without "
		   "knowing the deal",
	.source = "Cowling, Powley & Whitehouse 2012",
	.flags = SEARCH_HIDDEN_OK | SEARCH_ANY_BYTES,
	.misfit = ismcts_misfit,
	.options = ismcts_options,
	.open = ismcts_open,
	.run = ismcts_run,
	.look = &ismcts_look,
	.node_columns = ismcts_columns,
	.gauges = ismcts_gauges,
};
