/* subgame_view.c - see subgame_view.h. */
#include "ai/poker/tree/subgame_view.h"

#include "ai/common/mixed.h"
#include "ai/poker/tree/continuation.h"
#include "ai/poker/tree/public_answer.h"
#include "ai/poker/tree/public_search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what is played ---------------------------------------------------------------------- */

#define VIEW_MOVES 24 /* of a decision, at most */

/* Rows for the moves of a decision. */
struct view_rows {
	float share[VIEW_MOVES][SUBGAME_WIDE], value[VIEW_MOVES][SUBGAME_WIDE];
};

/* Leaves out the moves that lose too much; of what is left the best has all where the averages
 * have none. */
static void
drop_moves(int moves, double worst, int h, double unblocked, struct view_rows *r)
{
	float all = 0;
	int best = 0;
	for (int a = 1; a < moves; a++)
		best = r->value[a][h] > r->value[best][h] ? a : best;
	const double least = (double)r->value[best][h] - worst * unblocked;
	for (int a = 0; a < moves; a++) {
		if ((double)r->value[a][h] < least)
			r->share[a][h] = 0;
		all += r->share[a][h];
	}
	for (int a = 0; a < moves; a++)
		r->share[a][h] = all > 0 ? r->share[a][h] / all : (float)(a == best);
}

/* How often each hand makes each move at a decision, in the order of the tree; with `values` also
 * what it is worth against the other's reach there. */
static void
subgame_view_play(const struct subgame_view *w, const struct subgame_place *p,
		  bool values, struct view_rows *r)
{
	struct subgame *g = w->s;
	const struct subgame_node *n = &g->node[p->at.node];
	const int seat = n->seat, moves = n->moves < VIEW_MOVES ? n->moves : VIEW_MOVES;
	double unblocked[SUBGAME_WIDE];
	for (int a = 0; a < moves; a++) {
		struct subgame_at after = p->at;
		after.node = n->child + (uint32_t)a;
		subgame_share(g, p, g->node[after.node].m, r->share[a]);
		if (values || w->worst > 0)
			subgame_values(g, after, seat, false, p->reach[1 - seat],
				       r->value[a]);
	}
	if (!(w->worst > 0))
		return;
	subgame_unblocked_on(g, p->at.board, seat, p->reach[1 - seat], unblocked);
	for (int h = 0; h < g->hands[seat]; h++)
		drop_moves(moves, w->worst, h, unblocked[h], r);
}

/* ---- moves ------------------------------------------------------------------------------- */

/* Where the mover's hand is in the rows of a place; -1: it is not known, or not in the range. */
static int
place_held(const struct subgame_view *w, const struct subgame_place *p, int seat)
{
	for (int h = 0; h < w->s->hands[seat]; h++)
		if (w->s->hand[seat][h].hand == w->held)
			return p->map[seat][h];
	return -1;
}

/* One number for the hands of a seat: that of the hand held, or the mean by weight. */
static double
subgame_view_one_of(const struct subgame_view *w, int seat, const double *unblocked,
		    const float *row, bool by_unblocked)
{
	const int held = place_held(w, &w->here, seat);
	double sum = 0, all = 0;
	for (int h = 0; h < w->s->hands[seat]; h++) {
		if (held >= 0 && h != held)
			continue;
		const double reach = held >= 0 ? 1 : (double)w->here.reach[seat][h];
		sum += reach * (double)row[h] * (by_unblocked ? 1 : unblocked[h]);
		all += reach * unblocked[h];
	}
	return all > 0 ? sum / all : (double)NAN;
}

void
subgame_view_moves(struct search *s, struct subgame_view *w)
{
	struct subgame *g = w->s;
	struct snapshot *live = &s->live;
	const struct subgame_node *n = &g->node[w->here.at.node];
	const int seat = s->mover;
	const float *other = w->here.reach[1 - seat];
	static _Thread_local struct view_rows rows;
	double unblocked[SUBGAME_WIDE], value = 0, win = 0;
	subgame_view_play(w, &w->here, true, &rows);
	subgame_unblocked_on(g, w->here.at.board, seat, other, unblocked);
	live->move_count = 0;
	for (int a = 0; a < n->moves && a < VIEW_MOVES; a++) {
		struct stats_move *row = &live->moves[live->move_count++];
		const move m = g->node[n->child + (uint32_t)a].m;
		struct subgame_place after = w->here;
		float numbers[SUBGAME_WIDE];
		stats_move_blank(row, m);
		row->visits = g->iterations;
		row->depth = 1;
		row->prob = subgame_view_one_of(w, seat, unblocked, rows.share[a], false);
		subgame_move(g, &after, m);
		public_set_seats(row->value, seat,
				 subgame_view_one_of(w, seat, unblocked, rows.value[a],
						     true),
				 0);
		subgame_wins(g, after.at, seat, other, numbers);
		public_set_seats(row->win, seat,
				 subgame_view_one_of(w, seat, unblocked, numbers, true),
				 1);
		value += row->prob * row->value[seat];
		win += row->prob * row->win[seat];
	}
	live->moves_total = n->moves;
	public_set_seats(live->value, seat, value, 0);
	public_set_seats(live->win, seat, win, 1);
}

/* ---- all hands --------------------------------------------------------------------------- */

/* The numbers of a seat at a place. */
struct view_numbers {
	double unblocked[SUBGAME_WIDE];
	float value[SUBGAME_WIDE], equity[SUBGAME_WIDE];
	struct view_rows play;
};

static void
sum_classes(const struct subgame_view *w, const struct subgame_place *p, int seat,
	    int actions, const struct view_numbers *v, struct public_class_sum *sum)
{
	const struct subgame *g = w->s;
	for (int h = 0; h < g->hands[seat]; h++) {
		struct public_class_sum *c =
			&sum[public_class(g->g->ops->public, g->hand[seat][h].hand)];
		const int at = p->map[seat][h];
		const double own = (double)p->reach[seat][at],
			     unblocked = v->unblocked[at];
		if (!(unblocked > 0))
			continue;
		c->possible++;
		c->own += own;
		c->dealt += own * unblocked;
		c->value += own * (double)v->value[at];
		c->equity += own * ((double)v->equity[at] + unblocked / 2);
		for (int a = 0; a < actions; a++)
			c->mix[a] += own * (double)v->play.share[a][at];
	}
}

/* The other's hands that the board leaves, by their reach. */
static void
sum_others(const struct subgame *g, const struct subgame_place *p, int other,
	   struct public_class_sum *sum)
{
	const uint64_t board = g->board[p->at.board].set;
	for (int h = 0; h < g->hands[other]; h++) {
		struct public_class_sum *c =
			&sum[public_class(g->g->ops->public, g->hand[other][h].hand)];
		const int at = p->map[other][h];
		const uint8_t *card = g->hand[other][at].card;
		if ((board >> card[0] & 1) != 0 || (board >> card[1] & 1) != 0)
			continue;
		c->others++;
		c->other += (double)p->reach[other][at];
	}
}

static bool
subgame_view_tell_hands(struct subgame_view *w, const struct subgame_place *p,
			struct stats_hands *out)
{
	static _Thread_local struct view_numbers v;
	struct subgame *g = w->s;
	const struct public_ops *ops = g->g->ops->public;
	const struct subgame_node *n = &g->node[p->at.node];
	struct public_class_sum sum[STATS_CLASSES] = { { 0 } };
	const int seat = n->seat;
	out->classes = 0;
	if (seat < 0 || n->leaf != 0 || ops->classes == NULL ||
	    ops->classes->count > STATS_CLASSES)
		return false;
	const float *other = p->reach[1 - seat];
	subgame_unblocked_on(g, p->at.board, seat, other, v.unblocked);
	subgame_equities(g, p->at, seat, other, v.equity);
	out->classes = ops->classes->count;
	out->columns = ops->classes->columns;
	out->seat = seat;
	out->actions = n->moves < STATS_ACTIONS ? n->moves : STATS_ACTIONS;
	for (int a = 0; a < out->actions; a++)
		out->action[a] = g->node[n->child + (uint32_t)a].m;
	subgame_view_play(w, p, true, &v.play);
	memset(v.value, 0, sizeof v.value);
	for (int a = 0; a < out->actions; a++)
		for (int h = 0; h < g->hands[seat]; h++)
			v.value[h] += v.play.share[a][h] * v.play.value[a][h];
	sum_classes(w, p, seat, out->actions, &v, sum);
	sum_others(g, p, 1 - seat, sum);
	public_tell_classes(sum, out);
	return true;
}

/* ---- answers to bets ---------------------------------------------------------------------- */

/* The part of the pot that the hand held has at a place, against the other's reach. */
static float
subgame_view_equity_against(const struct subgame_view *w, const struct subgame_place *p,
			    int seat, const float *other)
{
	double unblocked[SUBGAME_WIDE];
	float equity[SUBGAME_WIDE];
	const int held = place_held(w, p, seat);
	subgame_unblocked_on(w->s, p->at.board, seat, other, unblocked);
	subgame_equities(w->s, p->at, seat, other, equity);
	return unblocked[held] > 0 ? (float)((double)equity[held] / unblocked[held] + 0.5)
				   : (float)NAN;
}

/* The answer to a move of the root. */
static bool
subgame_view_answer(const struct search *s, const struct subgame_view *w, move m,
		    struct stats_answer *out)
{
	struct subgame *g = w->s;
	const int seat = s->mover, other = 1 - seat;
	struct subgame_place p = w->here;
	struct state after = s->root;
	double reach[PUBLIC_HANDS] = { 0 }, folds[PUBLIC_HANDS] = { 0 };
	float row[SUBGAME_WIDE], stays[SUBGAME_WIDE] = { 0 };
	move fold;
	s->game->rules->play(s->game, &s->root, seat, m, &after);
	if (!public_bets(s->game, &s->root, &after, other, &fold) ||
	    !subgame_move(g, &p, m) || g->node[p.at.node].seat != other ||
	    g->node[p.at.node].leaf != 0 || !subgame_share(g, &p, fold, row))
		return false;
	for (int h = 0; h < g->hands[other]; h++) {
		const int hand = g->hand[other][h].hand, at = p.map[other][h];
		reach[hand] = (double)w->here.reach[other][at];
		folds[hand] = (double)row[at];
		stays[at] = w->here.reach[other][at] * (1 - row[at]);
	}
	const struct public_bet bet = { s->game, &after, w->held, reach, folds };
	out->m = m;
	out->equity = subgame_view_equity_against(w, &p, seat, stays);
	return public_answer(&bet, out);
}

void
subgame_view_answers(struct search *s, const struct subgame_view *w)
{
	struct stats_answers *out = snapshot_attach(&s->live, ATTACHED_ANSWERS);
	const struct subgame_node *n = &w->s->node[w->here.at.node];
	if (out == NULL)
		return;
	*out = (struct stats_answers){ .known = false };
	if (n->leaf != 0 || place_held(w, &w->here, s->mover) < 0)
		return;
	out->known = true;
	out->equity = subgame_view_equity_against(w, &w->here, s->mover,
						  w->here.reach[1 - s->mover]);
	for (int a = 0; a < n->moves && out->count < STATS_ACTIONS; a++)
		if (subgame_view_answer(s, w, w->s->node[n->child + (uint32_t)a].m,
					&out->answer[out->count]))
			out->count++;
}

double
subgame_view_range(const struct subgame_view *w, int seat)
{
	double most = 0, all = 0;
	for (int h = 0; h < w->s->hands[seat]; h++) {
		const double x = (double)w->here.reach[seat][h];
		most = x > most ? x : most;
		all += x;
	}
	return most > 0 ? all / most : 0;
}

/* ---- the tree ---------------------------------------------------------------------------- */

enum { MIX, RANGE }; /* places in extra[], those of public_node_columns */

/* A reference is a node and the board it is on. */
static look_ref
subgame_view_ref_of(uint32_t node, uint32_t board)
{
	return (look_ref)board << 32 | node;
}

/* The card that a card of the tree is called, where suits have other names. */
static int
card_name(const struct subgame_place *p, int card)
{
	int suit = 0;
	while (p->suit[suit] != card / 13)
		suit++;
	return suit * 13 + card % 13;
}

/* A node below the root: by the moves and cards from there. */
static bool
subgame_view_find_place(struct subgame_view *w, uint32_t node, uint32_t board,
			struct subgame_place *p)
{
	const struct subgame *g = w->s;
	if (node == w->here.at.node && board == w->here.at.board) {
		*p = w->here;
		return true;
	}
	if (node == 0)
		return false;
	const uint32_t up = g->node[node].up;
	if (g->node[up].seat != SEAT_CHANCE)
		return subgame_view_find_place(w, up, board, p) &&
		       subgame_move(w->s, p, g->node[node].m);
	if (g->whole)
		return board > 0 && subgame_view_find_place(w, up, 0, p) &&
		       subgame_whole_board(g, p, g->board[board].set);
	for (uint32_t k = 0; k < g->boards; k++) {
		const struct subgame_board *b = &g->board[k];
		if (board > b->deal && board <= b->deal + b->deals)
			return subgame_view_find_place(w, up, k, p) &&
			       subgame_card(g, p, card_name(p, g->deal[board - 1].card));
	}
	return false;
}

/* How often each move is made: by the hand held, and over all hands. */
static void
subgame_view_fill_mixes(const struct search *s, struct subgame_view *w,
			const struct subgame_place *p, struct look_node *out, int n)
{
	struct subgame *g = w->s;
	const int seat = g->node[p->at.node].seat;
	const int held = seat == s->mover ? place_held(w, p, seat) : -1;
	static _Thread_local struct view_rows rows;
	subgame_view_play(w, p, false, &rows);
	for (int a = 0; a < n; a++) {
		const float *row = rows.share[a];
		double all = 0, sum = 0;
		for (int h = 0; h < g->hands[seat]; h++) {
			all += (double)p->reach[seat][h];
			sum += (double)(p->reach[seat][h] * row[h]);
		}
		out[a].extra[RANGE] = all > 0 ? sum / all : (double)NAN;
		if (held >= 0)
			out[a].extra[MIX] = (double)row[held];
	}
	public_mark_best(s, p->at.node == w->here.at.node, out, n);
}

/* What the hand held is worth behind each move, against the other's hands that come there: where a
 * tree ends at leaves, which is soon walked through. */
static void
subgame_view_fill_values(const struct search *s, struct subgame_view *w,
			 const struct subgame_place *p, struct look_node *out, int n)
{
	struct subgame *g = w->s;
	const int seat = s->mover;
	float value[SUBGAME_WIDE], win[SUBGAME_WIDE];
	double unblocked[SUBGAME_WIDE];
	for (int a = 0; a < n && g->leaves > 0; a++) {
		struct subgame_place after = *p;
		if (!subgame_move(g, &after, out[a].m))
			continue;
		const float *other = after.reach[1 - seat];
		const int held = place_held(w, &after, seat);
		subgame_unblocked_on(g, after.at.board, seat, other, unblocked);
		if (held < 0 || !(unblocked[held] > 0))
			continue;
		subgame_values(g, after.at, seat, false, other, value);
		subgame_wins(g, after.at, seat, other, win);
		public_set_seats(out[a].value, seat,
				 (double)value[held] / unblocked[held], 0);
		public_set_seats(out[a].win, seat, (double)win[held] / unblocked[held],
				 1);
	}
}

static int
subgame_view_list_deals(const struct search *s, const struct subgame_view *w,
			const struct subgame_place *p, struct look_node *out, int max)
{
	const struct subgame *g = w->s;
	const struct subgame_board *b = &g->board[p->at.board];
	int count = 0, held[2] = { -1, -1 };
	double all = 0;
	if (w->held >= 0)
		g->ops->hand(s->game, w->held, held);
	for (uint32_t k = 0; k < b->deals && count < max; k++) {
		const struct subgame_deal *d = &g->deal[b->deal + k];
		const int card = g->whole ? -1 : card_name(p, d->card);
		if (card >= 0 && (card == held[0] || card == held[1]))
			continue;
		const uint32_t child = g->node[p->at.node].child;
		struct look_node *l = &out[count++];
		look_blank(l, subgame_view_ref_of(child, d->board), SEAT_CHANCE,
			   g->whole ? g->ops->deal_set(s->game, d->set)
				    : g->ops->deal(s->game, card));
		l->visits = g->iterations;
		l->status = MOVE_OPEN;
		l->inner = g->node[child].seat != SEAT_NONE;
		l->chance = g->whole ? d->part : 1 + d->swaps;
		all += l->chance;
	}
	for (int i = 0; i < count; i++)
		out[i].chance /= all;
	return count;
}

/* A continuation at a leaf: how often the chooser takes it with each hand, and what that is worth
 * to the other. */
static void
subgame_view_add_continuation(struct subgame *g, const struct subgame_place *p,
			      int continuation, const double *unblocked,
			      struct look_ways *out)
{
	const struct subgame_node *n = &g->node[p->at.node];
	const struct public_ops *ops = g->g->ops->public;
	const int seat = g->hook->chooser;
	const bool one = n->seat < 0;
	struct subgame_at end = p->at;
	float share[SUBGAME_WIDE], value[SUBGAME_WIDE];
	end.node = one ? end.node : n->child + (uint32_t)continuation;
	subgame_values(g, end, seat, false, p->reach[1 - seat], value);
	if (!one)
		subgame_share(g, p, (move)continuation, share);
	for (int h = 0; h < g->hands[seat]; h++) {
		const double x = (double)p->reach[seat][h] * unblocked[h];
		const int class =
			out->classes > 0 ? public_class(ops, g->hand[seat][h].hand) : -1;
		if (!(x > 0))
			continue;
		if (continuation == 0)
			continuations_weigh(out, class, x);
		continuations_add(out, class, continuation, x, one ? 1 : (double)share[h],
				  -(double)value[h] / unblocked[h]);
	}
}

/* At a leaf of a solution with them. */
static bool
subgame_view_tell_continuations(struct subgame *g, const struct subgame_place *p,
				struct look_ways *out)
{
	const struct subgame_node *n = &g->node[p->at.node];
	const struct subgame_leaves *l = g->hook;
	const struct hand_classes *classes = g->g->ops->public->classes;
	double unblocked[SUBGAME_WIDE];
	if (n->leaf == 0 || l->name(l->self, n->leaf - 1, 0) == NULL)
		return false;
	continuations_begin(out, l->chooser, n->seat < 0 ? 1 : n->moves,
			    classes != NULL && classes->count <= STATS_CLASSES
				    ? classes->count
				    : 0);
	subgame_unblocked(g, l->chooser, p->reach[1 - l->chooser], unblocked);
	for (int k = 0; k < out->all.count; k++) {
		snprintf(out->all.way[k].name, sizeof out->all.way[k].name, "%s",
			 l->name(l->self, n->leaf - 1, k));
		subgame_view_add_continuation(g, p, k, unblocked, out);
	}
	return continuations_divide(out);
}

static void
tell_leaf(struct subgame *g, const struct subgame_place *p, char out[static LOOK_PROOF])
{
	static _Thread_local struct look_ways w;
	if (subgame_view_tell_continuations(g, p, &w))
		continuations_write(g->g, g->root, &w.all, out);
}

bool
subgame_view_ways(struct subgame_view *w, look_ref node, struct look_ways *out)
{
	struct subgame_place p = w->here;
	return node != LOOK_ROOT && w->s->hook != NULL &&
	       subgame_view_find_place(w, (uint32_t)node, (uint32_t)(node >> 32), &p) &&
	       subgame_view_tell_continuations(w->s, &p, out);
}

/* How many hands do not choose at a decision. */
static void
tell_locks(const struct subgame *g, uint32_t node, char out[static LOOK_PROOF])
{
	const int seat = g->node[node].seat, all = g->hands[seat];
	int locked = 0;
	for (int h = 0; h < all && g->node[node].lock != 0; h++)
		locked += subgame_lock_of(g, node, g->hand[seat][h].hand) != NULL;
	if (locked > 0)
		snprintf(out, LOOK_PROOF,
			 "%d of %d hands are locked: they do not choose between this "
			 "and other moves",
			 locked, all);
}

int
subgame_view_children(struct search *s, struct subgame_view *w, look_ref node,
		      struct look_node *out, int max)
{
	struct subgame_place p = w->here;
	if (node != LOOK_ROOT &&
	    !subgame_view_find_place(w, (uint32_t)node, (uint32_t)(node >> 32), &p))
		return 0;
	const struct subgame_node *n = &w->s->node[p.at.node];
	if (n->seat == SEAT_CHANCE)
		return subgame_view_list_deals(s, w, &p, out, max);
	int count = 0;
	const bool decides = n->seat >= 0 && n->leaf == 0;
	for (uint32_t k = 0; decides && k < n->moves && count < max; k++) {
		struct look_node *l = &out[count++];
		const struct subgame_node *child = &w->s->node[n->child + k];
		look_blank(l, subgame_view_ref_of(n->child + k, p.at.board), n->seat,
			   child->m);
		l->visits = w->s->iterations;
		l->status = MOVE_OPEN;
		l->inner = child->seat != SEAT_NONE && child->leaf == 0;
		struct subgame_place after = p;
		tell_locks(w->s, p.at.node, l->proof);
		if (child->leaf != 0 && subgame_move(w->s, &after, child->m))
			tell_leaf(w->s, &after, l->proof);
	}
	if (count > 0) {
		subgame_view_fill_mixes(s, w, &p, out, count);
		subgame_view_fill_values(s, w, &p, out, count);
	}
	return count;
}

bool
subgame_view_hands(struct subgame_view *w, look_ref node, struct stats_hands *out)
{
	struct subgame_place p = w->here;
	out->classes = 0;
	return (node == LOOK_ROOT ||
		subgame_view_find_place(w, (uint32_t)node, (uint32_t)(node >> 32), &p)) &&
	       subgame_view_tell_hands(w, &p, out);
}

void
subgame_view_report_hands(struct search *s, struct subgame_view *w)
{
	struct stats_hands *hands = snapshot_attach(&s->live, ATTACHED_HANDS);
	if (hands != NULL)
		subgame_view_hands(w, LOOK_ROOT, hands);
}

void
subgame_view_mixes(struct subgame_view *w, struct strategy_mixes *out)
{
	static _Thread_local struct view_rows rows;
	const struct subgame *s = w->s;
	const struct subgame_place *p = &w->here;
	const struct subgame_node *n = &s->node[p->at.node];
	out->moves = n->moves < STRATEGY_MOVES ? n->moves : STRATEGY_MOVES;
	memset(out->known, 0, sizeof out->known);
	subgame_view_play(w, p, false, &rows);
	for (int a = 0; a < out->moves; a++) {
		out->m[a] = s->node[n->child + (uint32_t)a].m;
		memset(out->prob[a], 0, sizeof out->prob[a]);
		for (int h = 0; h < s->hands[n->seat]; h++) {
			const int hand = s->hand[n->seat][h].hand;
			out->prob[a][hand] = (double)rows.share[a][p->map[n->seat][h]];
			out->known[hand] = true;
		}
	}
}
