/*
 * net.c - a player of card games by trained networks (src/core/cardnet.h).
 *
 * In a full deal, as pimc deals them, each move is made, this trick and the next are played by the
 * policy of the view network, in which every seat sees its own cards alone, and the deal network says
 * what each seat will get. So the values are of play by seats that do not see the deal, and not of
 * play by seats that see through all cards (strategy fusion; Frank & Basin 1998). Deals by the
 * hundred are pimc's business: pimc:inner=(net).
 *
 * With its own cards alone the player chooses by the view network at once.
 *
 * Moves are ordered by what they are worth against the other seats (cardnet_ops.worth); their
 * values are points as everywhere. visits = 1.
 */
#include "ai/common/order.h"
#include "src/core/cardnet.h"
#include "src/core/look.h"
#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct option_spec net_options[] = { { .key = NULL } };

enum { COLUMN_WORTH, COLUMN_SWEEP };

static const struct column net_columns[] = {
	{ .key = "worth",
	  .head = "worth",
	  .help = "points above the mean of the other seats; moves are ordered by it",
	  .kind = COLUMN_SIGNED,
	  .decimals = 3,
	  .at = COLUMN_WORTH,
	  .width = 6,
	  .better = 1 },
	{ .key = "moon",
	  .head = "moon",
	  .help = "chance that a seat shoots the moon",
	  .kind = COLUMN_PERCENT,
	  .decimals = 1,
	  .at = COLUMN_SWEEP,
	  .width = 5 },
	{ .key = NULL },
};

struct net_player {
	const struct cardnet *net;
};

static bool
net_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	(void)o;
	if (g->trick->cardnet == NULL)
		snprintf(out, (size_t)size, "net plays by a network, and %s has none",
			 g->ops->title);
	else if (g->trick->cardnet->name(g) == NULL)
		snprintf(out, (size_t)size, "net has no network for this variant of %s",
			 g->ops->title);
	else
		return false;
	return true;
}

static bool
net_player_open(struct search *s, struct status *st)
{
	struct net_player *p = arena_take(&s->arena, sizeof *p);
	if (p == NULL)
		return status_fail(st, "memory= is too small for net");
	p->net = cardnet_find(s->game, st);
	if (p->net == NULL && !st->failed)
		status_fail(st, "net: there is no file nets/%s.net",
			    s->game->trick->cardnet->name(s->game));
	s->self = p;
	return p->net != NULL;
}

/* What each seat gets after a move in a full deal. */
static void
net_value_move(struct search *s, const struct net_player *p, move m, float *share,
	       float *sweep)
{
	const struct game *g = s->game;
	struct state now;
	g->rules->play(g, &s->root, s->mover, m, &now);
	const int plies = cardnet_play_on(p->net, g, &now, share, sweep);
	for (int i = 0; i <= plies; i++)
		search_step(s);
}

/* A row of the mover's share, or of all seats'; NAN: not known. */
static void
net_fill_row(const struct search *s, const struct net_player *p, const float *share,
	     float sweep, struct stats_move *row)
{
	const struct cardnet_ops *ops = p->net->ops;
	for (int i = 0; i < s->game->seats; i++) {
		row->value[i] = (double)(ops->base + ops->slope * share[i]);
		row->rank[i] = (double)ops->worth(s->game, share[i], sweep);
	}
	row->extra[COLUMN_WORTH] = row->rank[s->mover];
	row->extra[COLUMN_SWEEP] = (double)fminf(fmaxf(sweep, 0), 1);
	row->visits = 1;
	row->depth = 1;
}

/* Rows of a full deal: each move with its value. */
static void
net_search_deal(struct search *s, const struct net_player *p)
{
	move m[MOVES_MAX];
	const int n = order_choices(s->game, &s->root, s->mover, m);
	for (int i = 0; i < n && s->live.move_count < STATS_MOVES; i++) {
		float share[SEATS_MAX], sweep[SEATS_MAX], any = 0;
		struct stats_move *row = &s->live.moves[s->live.move_count++];
		stats_move_blank(row, m[i]);
		net_value_move(s, p, m[i], share, sweep);
		for (int k = 0; k < s->game->seats; k++)
			any += sweep[k];
		net_fill_row(s, p, share, any, row);
	}
	s->live.leaves = s->live.move_count;
}

/* ---- by its own cards -------------------------------------------------------------------- */

#define NET_WIDTH 4 /* cards of a pass that are gone into at each step */

static void
net_add_choice(struct search *s, const struct net_player *p, uint64_t chosen,
	       const struct cardnet_choice *c)
{
	const move m = p->net->ops->to_move(s->game, &s->root, chosen);
	float share[SEATS_MAX];
	for (int i = 0; i < s->live.move_count; i++)
		if (s->live.moves[i].m == m)
			return;
	if (s->live.move_count == STATS_MOVES)
		return;
	for (int i = 0; i < s->game->seats; i++)
		share[i] = i == s->mover ? c->share : NAN;
	struct stats_move *row = &s->live.moves[s->live.move_count++];
	stats_move_blank(row, m);
	net_fill_row(s, p, share, c->sweep, row);
}

/* The best choices first. */
static void
net_sort_choices(struct cardnet_choice *c, int n)
{
	for (int i = 1; i < n; i++) {
		const struct cardnet_choice up = c[i];
		int j = i;
		for (; j > 0 && up.worth > c[j - 1].worth; j--)
			c[j] = c[j - 1];
		c[j] = up;
	}
}

/* Goes through choices card by card, of a pass through the best few at each step. */
static void
net_search_view(struct search *s, const struct net_player *p, const struct state *seen,
		uint64_t chosen)
{
	const struct cardnet_ops *ops = p->net->ops;
	struct cardnet_choice c[CARDNET_CARDS];
	const uint64_t set = ops->next(s->game, seen, s->mover, chosen);
	const int n = cardnet_choices(p->net, s->game, seen, s->mover, chosen, set, c);
	search_step(s);
	net_sort_choices(c, n);
	for (int i = 0; i < n; i++) {
		const uint64_t with = chosen | UINT64_C(1) << c[i].card;
		if (ops->next(s->game, seen, s->mover, with) == 0)
			net_add_choice(s, p, with, &c[i]);
		else if (i < NET_WIDTH)
			net_search_view(s, p, seen, with);
	}
}

static void
net_player_run(struct search *s)
{
	const struct net_player *p = s->self;
	s->live.move_count = 0;
	s->live.ranked = true;
	s->live.columns = net_columns;
	s->live.visits_of = "worlds";
	s->live.depth = s->live.seldepth = 1;
	if (s->viewer == SEAT_ALL || !game_hidden(s->game)) {
		net_search_deal(s, p);
	} else {
		struct state seen = s->root;
		if (s->viewer != s->mover) /* another's cards: one guess at them */
			search_deal(s, 0, &seen);
		net_search_view(s, p, &seen, 0);
		for (int i = 0; i < s->live.move_count && s->viewer != s->mover; i++)
			s->live.moves[i].status = MOVE_FEW;
	}
	s->live.children = s->live.move_count;
	search_report(s, false);
	s->live.pv_count = s->live.move_count > 0;
	s->live.pv[0] = s->live.pv_count > 0 ? s->live.moves[0].m : MOVE_NONE;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_DEPTH;
}

/* The root's moves with their values: there is no more of a tree. */
static int
net_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	int n = 0;
	for (; node == LOOK_ROOT && n < s->live.move_count && n < max; n++) {
		look_row(&out[n], (look_ref)n, s->mover, &s->live.moves[n]);
		out[n].best = n == 0;
		snprintf(out[n].proof, sizeof out[n].proof,
			 "the policy plays two tricks, then the network gives the value");
	}
	return n;
}

static const struct look_ops net_look = { .children = net_children };

const struct search_ops net_search = {
	.key = "net",
	.title = "network",
	.summary = "plays cards by a network trained on its own games",
	.source = "Frank and Basin 1998 on strategy fusion; TD(lambda), Sutton 1988",
	.flags = SEARCH_HIDDEN_OK | SEARCH_ANY_BYTES,
	.misfit = net_misfit,
	.columns = net_columns,
	.options = net_options,
	.open = net_player_open,
	.run = net_player_run,
	.look = &net_look,
};
