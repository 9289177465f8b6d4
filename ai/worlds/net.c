/*
 * net.c - a player of card games by trained networks (src/core/cardnet.h).
 *
 * In a full deal, as pimc deals them, each move is made. The policy of the view network, in which
 * every seat sees its own cards alone, plays this trick and the next (TRICKS), and the deal network
 * says what each seat will get. So the values are of play by seats that do not see the deal, and not
 * of play by seats that see through all cards (strategy fusion; Frank & Basin 1998). Deals by the
 * hundred are pimc's business: pimc:inner=(net).
 *
 * With its own cards alone the player chooses by the view network at once. With noise= it plays like
 * a person who learns: small mistakes are frequent, and large ones rare.
 *
 * Moves are ordered by what they are worth against the other seats (cardnet_ops.worth); their
 * values are points as everywhere. visits = 1.
 */
#include "ai/worlds/net.h"
#include "ai/worlds/pimc.h"

#include "ai/common/mixed.h"
#include "ai/common/order.h"
#include "src/core/cardnet.h"
#include "src/core/look.h"
#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRICKS 2 /* played in a dealt world, with the one on the table */

static const struct option_spec net_options[] = {
	{ .key = "noise",
	  .kind = OPTION_REAL,
	  .deflt = "0",
	  .min = 0,
	  .max = 100,
	  .unit = "points",
	  .help = "draw the move by its worth: one that is worse by so much is drawn "
		  "about "
		  "a third as often; 0: play the best" },
	{ .key = NULL },
};

const struct column net_columns[] = {
	{ .key = "worth",
	  .head = "worth",
	  .help = "points better than the mean of the other seats, moons counted; moves "
		  "are ordered by it",
	  .kind = COLUMN_NUMBER,
	  .decimals = 2,
	  .at = NET_WORTH,
	  .width = 6,
	  .better = 1,
	  .decides = true },
	{ .key = "moon",
	  .head = "moon",
	  .help = "chance that a seat shoots the moon",
	  .kind = COLUMN_PERCENT,
	  .decimals = 1,
	  .at = NET_MOON,
	  .width = 5 },
	{ .key = NULL },
};

struct net_player {
	const struct cardnet *net;
	double noise; /* points of worth */
};

static bool
net_misfit(const struct game *g, const struct options *o, char *out, int size)
{
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
	p->noise = options_real(&s->options, "noise");
	s->self = p;
	return p->net != NULL;
}

/* What each seat gets after a move in a full deal, and who takes the trick; -1: it is a pass, or the
 * last one. *ended: the hand was played to its end, so that the network has said nothing. */
static int
net_value_move(struct search *s, const struct net_player *p, move m, float *share,
	       float *sweep, bool *ended)
{
	const struct game *g = s->game;
	const uint64_t cards = p->net->ops->from_move(g, &s->root, m);
	struct state now;
	int taker;
	g->rules->play(g, &s->root, s->mover, m, &now);
	const int plies = cardnet_play_on(p->net, g, &now, TRICKS, share, sweep, &taker);
	*ended = g->rules->settled(g, &now);
	if (!*ended)
		cardnet_cut(p->net, g, &now, share, sweep);
	for (int i = 0; i <= plies; i++)
		search_step(s);
	return (cards & (cards - 1)) != 0 ? -1 : taker;
}

/* A row of the mover's share, or of all seats'; NAN: not known. */
static void
net_fill_row(const struct search *s, const struct net_player *p, const float *share,
	     float sweep, struct stats_move *row)
{
	const struct cardnet_ops *ops = p->net->ops;
	for (int i = 0; i < s->game->seats; i++) {
		row->value[i] = (double)cardnet_points(p->net, share[i]);
		row->rank[i] = (double)ops->worth(s->game, share[i], sweep);
	}
	row->extra[NET_WORTH] = row->rank[s->mover];
	row->extra[NET_MOON] = (double)fminf(fmaxf(sweep, 0), 1);
	row->visits = 1;
	row->depth = 1;
}

/* Of too many moves the best by the view network; the move asked about (s->include), if it is not
 * among them, replaces the last. Returns their number. */
static int
net_choose_width(struct search *s, const struct net_player *p, move *m)
{
	struct cardnet_option o[CARDNET_OPTIONS];
	int steps = 0;
	bool asked = s->include != MOVE_NONE &&
		     game_legal(s->game, &s->root, s->mover, s->include);
	int n = cardnet_options(p->net, s->game, &s->root, s->mover, o, CARDNET_OPTIONS,
				&steps);
	while (steps-- > 0)
		search_step(s);
	n = n < PIMC_WIDTH ? n : PIMC_WIDTH;
	for (int i = 0; i < n; i++) {
		m[i] = o[i].m;
		asked = asked && m[i] != s->include;
	}
	if (asked)
		m[n - 1] = s->include;
	return n;
}

/* Rows of a full deal: each move with its value. */
static void
net_search_deal(struct search *s, const struct net_player *p)
{
	move m[MOVES_MAX];
	int n = order_choices(s->game, &s->root, s->mover, m);
	if (n > PIMC_WIDTH)
		n = net_choose_width(s, p, m);
	for (int i = 0; i < n && s->live.move_count < STATS_MOVES; i++) {
		float share[SEATS_MAX], sweep[SEATS_MAX], any = 0;
		struct stats_move *row = &s->live.moves[s->live.move_count++];
		stats_move_blank(row, m[i]);
		bool ended;
		const int taker = net_value_move(s, p, m[i], share, sweep, &ended);
		for (int k = 0; k < s->game->seats; k++)
			any += sweep[k];
		net_fill_row(s, p, share, any, row);
		row->status = ended ? MOVE_EXACT : MOVE_OPEN;
		for (int k = 0; k < s->game->seats; k++)
			row->extra[NET_SWEEP + k] = (double)sweep[k];
		row->extra[NET_TAKER] = taker >= 0 ? taker : (double)NAN;
	}
	s->live.leaves = s->live.move_count;
}

/* ---- by its own cards -------------------------------------------------------------------- */

/* The moves that the view network goes through. */
static void
net_search_view(struct search *s, const struct net_player *p, const struct state *seen)
{
	struct cardnet_option o[STATS_MOVES];
	int steps = 0;
	const int n =
		cardnet_options(p->net, s->game, seen, s->mover, o, STATS_MOVES, &steps);
	while (steps-- > 0)
		search_step(s);
	for (int i = 0; i < n; i++) {
		float share[SEATS_MAX];
		for (int k = 0; k < SEATS_MAX; k++)
			share[k] = k == s->mover ? o[i].share : NAN;
		struct stats_move *row = &s->live.moves[s->live.move_count++];
		stats_move_blank(row, o[i].m);
		net_fill_row(s, p, share, o[i].sweep, row);
	}
}

/* A move drawn with probability proportional to exp(rank / noise), which comes first. */
static void
net_draw(struct search *s, double noise)
{
	struct snapshot *live = &s->live;
	const double best = live->moves[0].rank[s->mover];
	double all = 0;
	for (int i = 0; i < live->move_count; i++) {
		struct stats_move *row = &live->moves[i];
		all += row->prob = exp((row->rank[s->mover] - best) / noise);
	}
	for (int i = 0; i < live->move_count; i++)
		live->moves[i].prob /= all;
	live->mixed = true;
	mixed_play(s, 0);
	memcpy(live->value, live->moves[0].value, sizeof live->value);
	memcpy(live->win, live->moves[0].win, sizeof live->win);
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
		net_search_view(s, p, &seen);
		for (int i = 0; i < s->live.move_count && s->viewer != s->mover; i++)
			s->live.moves[i].status = MOVE_FEW;
	}
	s->live.children = s->live.move_count;
	search_report(s, false);
	if (p->noise > 0 && s->live.move_count > 0)
		net_draw(s, p->noise);
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
			 "the policy plays %d tricks, then the network gives the value",
			 TRICKS);
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
