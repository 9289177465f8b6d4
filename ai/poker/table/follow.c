/* follow.c - see play.h. */
#include "ai/poker/table/play.h"

#include <math.h>
#include <string.h>

#define SAME 1e-6 /* of two amounts, in parts of the pot */

static const struct betting_node *
follow_node_of(const struct follow *f, uint32_t at)
{
	return &f->table->betting.node[at];
}

/* The seat of the tree that a seat of the game is. */
static int
tree_seat(const struct follow *f, int seat)
{
	return seat ^ f->first;
}

/* ---- branches ---------------------------------------------------------------------------- */

/* Multiplies a seat's reach by how often its hands make a move at a node. A hand that
 * training never visited there makes every move equally often. */
static void
weigh_hands(const struct follow *f, uint32_t at, int a, double *reach)
{
	const struct betting_node *n = follow_node_of(f, at);
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		double prob[BETTING_MOVES];
		if (f->bucket[h] == BUCKET_NONE)
			reach[h] = 0;
		else if (abstract_table_mix(f->table, at, f->bucket[h], prob))
			reach[h] *= prob[a];
		else
			reach[h] /= n->moves;
	}
}

/* Room for a branch: where there is none the lightest is dropped. NULL: it is the lightest
 * itself. */
static struct follow_branch *
take_branch(struct follow *f, double prior, int *count)
{
	if (*count < FOLLOW_BRANCHES)
		return &f->next[(*count)++];
	int least = 0;
	for (int i = 1; i < *count; i++)
		least = f->next[i].prior < f->next[least].prior ? i : least;
	return f->next[least].prior < prior ? &f->next[least] : NULL;
}

static void
follow_go_on(struct follow *f, const struct follow_branch *b, int a, double share,
	     int *count)
{
	const struct betting_node *n = follow_node_of(f, b->at);
	if (!(b->prior * share > 0))
		return;
	struct follow_branch *x = take_branch(f, b->prior * share, count);
	if (x == NULL)
		return;
	x->at = n->child + (uint32_t)a;
	x->prior = b->prior * share;
	memcpy(x->reach, b->reach, sizeof x->reach);
	weigh_hands(f, b->at, a, x->reach[n->seat]);
}

/* The moves of a node around a raise. */
static struct translate_around
follow_look_around(const struct follow *f, uint32_t at, enum betting_kind kind,
		   double part)
{
	const struct betting_node *n = follow_node_of(f, at);
	struct translate_around r = { -1, -1, -1, 0, 0 };
	for (int a = 0; a < n->moves; a++) {
		const struct betting_node *x = follow_node_of(f, n->child + (uint32_t)a);
		if (x->kind < BETTING_RAISE) {
			r.equal = x->kind == kind ? a : r.equal;
			continue;
		}
		const bool all = kind == BETTING_ALL_IN && x->kind == BETTING_ALL_IN;
		if (all || (kind >= BETTING_RAISE && fabs(x->part - part) < SAME))
			r.equal = a;
		if (x->part <= part) {
			r.smaller = a;
			r.below = x->part;
		} else if (r.larger < 0) {
			r.larger = a;
			r.above = x->part;
		}
	}
	return r;
}

/* The branches by a move of the game; a fold that the tree does not have ends one. */
static void
follow_branch(struct follow *f, const struct follow_branch *b, enum betting_kind kind,
	      double part, int *count)
{
	const struct translate_around r = follow_look_around(f, b->at, kind, part);
	const double share = translate_share_of(f->how, part, &r);
	if (r.equal >= 0)
		follow_go_on(f, b, r.equal, 1, count);
	if (r.equal >= 0 || kind < BETTING_RAISE)
		return;
	if (r.smaller >= 0)
		follow_go_on(f, b, r.smaller, share, count);
	if (r.larger >= 0)
		follow_go_on(f, b, r.larger, 1 - share, count);
}

/* Branches where the seat to move is another, or the round, have lost the hand. */
static void
drop_strays(struct follow *f)
{
	const int seat = tree_seat(f, game_mover(f->g, &f->state));
	const int round = f->g->ops->public->deck->round(f->g, &f->state);
	int kept = 0;
	for (int i = 0; i < f->count; i++) {
		const struct betting_node *n = follow_node_of(f, f->branch[i].at);
		if (!betting_decides(n) || n->seat != seat || n->round != round)
			continue;
		if (kept != i)
			f->branch[kept] = f->branch[i];
		kept++;
	}
	f->count = kept;
}

static void
follow_move(struct follow *f, const struct played_move *made)
{
	double part;
	const enum betting_kind kind = betting_kind_of(f->g, &f->state, made->m, &part);
	int count = 0;
	drop_strays(f);
	for (int i = 0; i < f->count; i++)
		follow_branch(f, &f->branch[i], kind, part, &count);
	memcpy(f->branch, f->next, (size_t)count * sizeof *f->branch);
	f->count = count;
}

static void
find_buckets(struct follow *f)
{
	f->table->ops->of(f->g, f->table->lookup, &f->state, f->bucket);
}

void
follow_hand(struct follow *f, const struct abstract_table *t, const struct game *g,
	    enum translation how, const struct state *s)
{
	struct played_move line[BUCKET_LINE];
	f->table = t;
	f->g = g;
	f->how = how;
	memset(&f->state, 0, sizeof f->state);
	const int n = t->ops->begin(g, s, &f->state, line);
	f->first = game_mover(g, &f->state) ^ t->betting.node[0].seat;
	f->count = 1;
	f->branch[0].at = 0;
	f->branch[0].prior = 1;
	for (int h = 0; h < PUBLIC_HANDS; h++)
		f->branch[0].reach[0][h] = f->branch[0].reach[1][h] = 1;
	find_buckets(f);
	for (int i = 0; i < n; i++) {
		if (line[i].seat != SEAT_CHANCE)
			follow_move(f, &line[i]);
		g->rules->play(g, &f->state, line[i].seat, line[i].m, &f->state);
		/* boards that are dealt while nobody acts have no buckets of their own */
		if (line[i].seat == SEAT_CHANCE &&
		    g->rules->acting(g, &f->state) != ACTING_CHANCE)
			find_buckets(f);
	}
	drop_strays(f);
}

/* ---- mixes ------------------------------------------------------------------------------- */

static move
passive_move(const struct game *g, const struct state *s, enum betting_kind kind)
{
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, game_mover(g, s), m);
	double part;
	for (int i = 0; i < n; i++)
		if (betting_kind_of(g, s, m[i], &part) == kind)
			return m[i];
	return m[0]; /* no fold is legal: a check */
}

move
follow_move_of(const struct follow *f, uint32_t child)
{
	const struct betting_node *x = follow_node_of(f, child);
	const int seat = game_mover(f->g, &f->state);
	if (x->kind >= BETTING_RAISE) {
		const move m =
			f->g->ops->public->raise(f->g, &f->state, seat,
						 x->kind == BETTING_ALL_IN ? 0 : x->part);
		if (m != MOVE_NONE)
			return m;
	}
	return passive_move(f->g, &f->state,
			    x->kind == BETTING_FOLD ? BETTING_FOLD : BETTING_CALL);
}

/* Adds a branch to the mixes of the hands that have weight in it, or of all. */
static void
follow_add_branch(const struct follow *f, const struct follow_branch *b, const bool *lost,
		  struct strategy_mixes *out)
{
	const struct betting_node *n = follow_node_of(f, b->at);
	int place[BETTING_MOVES];
	for (int a = 0; a < n->moves; a++)
		place[a] = strategy_mixes_row(out,
					      follow_move_of(f, n->child + (uint32_t)a));
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		double prob[BETTING_MOVES];
		const double weight = b->prior * (lost[h] ? 1 : b->reach[n->seat][h]);
		if (f->bucket[h] == BUCKET_NONE || !(weight > 0) ||
		    !abstract_table_mix(f->table, b->at, f->bucket[h], prob))
			continue;
		out->known[h] = true;
		for (int a = 0; a < n->moves; a++)
			out->prob[place[a]][h] += weight * prob[a];
	}
}

void
follow_mix(const struct follow *f, struct strategy_mixes *out)
{
	/* A hand that by the strategy never gets here plays what it would on any branch. */
	bool lost[PUBLIC_HANDS];
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		double weight = 0;
		for (int i = 0; i < f->count; i++)
			weight += f->branch[i].prior *
				  f->branch[i].reach[follow_node_of(f, f->branch[i].at)
							     ->seat][h];
		lost[h] = !(weight > 0);
	}
	out->moves = 0;
	memset(out->known, 0, sizeof out->known);
	for (int i = 0; i < f->count; i++)
		follow_add_branch(f, &f->branch[i], lost, out);
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		double all = 0;
		for (int k = 0; k < out->moves; k++)
			all += out->prob[k][h];
		for (int k = 0; k < out->moves && all > 0; k++)
			out->prob[k][h] /= all;
	}
}
