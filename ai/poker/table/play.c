/*
 * play.c - see play.h.
 *
 * Values: the hand is played out in the tree so many times, by both seats' mixes, the other's hand
 * drawn by what it would have done so far, the board at random; each move is tried with the same
 * hands and boards. Points are those of the tree, which are not quite those of the game once a
 * bet was translated.
 */
#include "ai/poker/table/play.h"

#include "ai/common/mixed.h"
#include "ai/poker/tree/public_search.h"
#include "src/base/asset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct abstract_play {
	struct abstract_table table;
	enum translation how;
	struct follow *follow;
	struct strategy_mixes *mix;
	double *weight; /* of the hands of a seat */
};

const struct gauge abstract_gauge_known = { "known", "",
					    "1: the table has a mix for this hand; 0: "
					    "training never came here, and it checks, "
					    "or calls what its standing is worth" };
const struct gauge abstract_gauge_branches = {
	"branches", "",
	"places of the table that stand for this one, more than 1 after bets that it "
	"lacks"
};

bool
abstract_play_path(const struct game *g, const char *whose, const char *file, char *path,
		   size_t size, struct status *st)
{
	char name[64];
	if (file != NULL) {
		snprintf(path, size, "%s", file);
		return true;
	}
	snprintf(name, sizeof name, "strategies/%s.strategy", g->ops->key);
	return asset_find(name, path, size) ||
	       status_fail(st, "%s: file= has to be given: no %s is among the assets",
			   whose, name);
}

bool
abstract_play_fits(const struct game *g, struct status *why)
{
	const int counts[BUCKET_ROUNDS] = { 169, 1, 1, 1 };
	return g->ops->public->buckets->here(g, counts, why);
}

bool
abstract_play_open(struct abstract_play **out, struct search *s, const char *file,
		   enum translation how, struct status *st)
{
	char path[4096];
	struct abstract_play *l = arena_take(&s->arena, sizeof *l);
	if (l == NULL)
		return status_fail(st, "%s: memory= is too small", s->ops->key);
	*l = (struct abstract_play){ .how = how };
	l->follow = arena_take(&s->arena, sizeof *l->follow);
	l->mix = arena_take(&s->arena, sizeof *l->mix);
	l->weight = arena_take(&s->arena, PUBLIC_HANDS * sizeof *l->weight);
	if (l->follow == NULL || l->mix == NULL || l->weight == NULL)
		return status_fail(st, "%s: memory= is too small", s->ops->key);
	*out = l;
	return abstract_play_path(s->game, s->ops->key, file, path, sizeof path, st) &&
	       abstract_table_read(&l->table, s->game, path, &s->arena, st);
}

/* ---- playing out ------------------------------------------------------------------------- */

struct rollout {
	const struct game *g;
	const struct abstract_play *l;
	struct rng rng;
	int seat, hand[2];		   /* of the tree's seats */
	int round;			   /* at the root */
	uint16_t bucket[BUCKET_ROUNDS][2]; /* of both hands */
	double share;			   /* of the pot at a showdown, for the seat */
	/* Sums of the squared differences between two moves of the root. */
	double square[BETTING_MOVES][BETTING_MOVES];
};

/* The weights of a seat's hands beside one of the other's (-1: beside none): the branches together.
 * Where it never gets here, every hand alike. */
static void
table_play_fill_weights(struct abstract_play *l, int seat, int beside)
{
	const struct follow *f = l->follow;
	const struct public_ops *ops = f->g->ops->public;
	double all = 0;
	for (int pass = 0; pass < 2 && !(all > 0); pass++)
		for (int h = 0; h < PUBLIC_HANDS; h++) {
			double w = 0;
			for (int i = 0; i < f->count; i++)
				w += f->branch[i].prior *
				     (pass > 0 ? 1 : f->branch[i].reach[seat][h]);
			const bool can = f->bucket[h] != BUCKET_NONE &&
					 (beside < 0 || !ops->excludes(f->g, beside, h));
			l->weight[h] = can ? w : 0;
			all += l->weight[h];
		}
}

/* -1: none has weight. */
static int
table_play_draw_hand(const double *weight, struct rng *rng)
{
	double all = 0;
	for (int h = 0; h < PUBLIC_HANDS; h++)
		all += weight[h];
	return all > 0 ? rng_draw(rng, weight, PUBLIC_HANDS, all) : -1;
}

/* Both hands' buckets on a board that is drawn to its end round by round, and who wins. */
static void
table_play_draw_board(struct rollout *r)
{
	const struct game *g = r->g;
	const struct public_ops *ops = g->ops->public;
	const struct follow *f = r->l->follow;
	struct state s = f->state;
	uint16_t bucket[PUBLIC_HANDS];
	for (int i = 0; i < 2; i++) {
		ops->give(g, &s, i ^ f->first, r->hand[i]);
		r->bucket[r->round][i] = f->bucket[r->hand[i]];
	}
	for (int guard = 0; !g->rules->settled(g, &s) && guard < 64; guard++) {
		const int seat = game_mover(g, &s);
		if (seat == SEAT_CHANCE) {
			g->rules->play(g, &s, seat, g->chance->sample(g, &s, &r->rng),
				       &s);
			if (g->rules->settled(g, &s))
				break;
			const int round = g->ops->public->deck->round(g, &s);
			r->l->table.ops->of(g, r->l->table.lookup, &s, bucket);
			for (int i = 0; i < 2; i++)
				r->bucket[round][i] = bucket[r->hand[i]];
			continue;
		}
		double part;
		move m[MOVES_MAX];
		const int n = g->rules->moves(g, &s, seat, m);
		int call = 0;
		while (call < n - 1 &&
		       betting_kind_of(g, &s, m[call], &part) != BETTING_CALL)
			call++;
		g->rules->play(g, &s, seat, m[call], &s);
	}
	int32_t before[SEATS_MAX], points[SEATS_MAX];
	g->rules->points(g, &f->state, before);
	g->rules->points(g, &s, points);
	const int me = r->seat ^ f->first;
	const int32_t won = points[me] - before[me];
	r->share = won > 0 ? 1 : won < 0 ? 0 : 0.5;
}

/* From a node of the tree to an end: points of the seat, its share of the pot. */
static double
table_play_out(struct rollout *r, uint32_t at, double *share)
{
	const struct abstract_table *t = &r->l->table;
	const struct betting_node *n = &t->betting.node[at];
	while (betting_decides(n)) {
		double prob[BETTING_MOVES];
		const int bucket = r->bucket[n->round][n->seat];
		int a = 0;
		if (abstract_table_mix(t, at, bucket, prob))
			a = rng_draw(&r->rng, prob, n->moves, 1);
		else
			while (t->betting.node[n->child + (uint32_t)a].kind !=
			       BETTING_CALL)
				a++;
		at = n->child + (uint32_t)a;
		n = &t->betting.node[at];
	}
	const double sign = r->seat == 0 ? 1 : -1;
	if (n->end == BETTING_FOLDED) {
		*share = sign * n->stake > 0;
		return sign * n->stake;
	}
	*share = r->share;
	return n->stake * (2 * r->share - 1);
}

/* The row of the a-th move of a node; NULL: it has none. */
static struct stats_move *
table_play_row_of(struct search *s, const struct rollout *r, const struct betting_node *n,
		  int a)
{
	const struct abstract_play *l = r->l;
	const move m = follow_move_of(l->follow, n->child + (uint32_t)a);
	for (int k = 0; k < s->live.move_count; k++)
		if (s->live.moves[k].m == m)
			return &s->live.moves[k];
	return NULL;
}

/* All moves of the root with the same cards and draws. */
static void
add_rollout(struct search *s, struct rollout *r, const struct follow_branch *b)
{
	const struct betting_node *n = &r->l->table.betting.node[b->at];
	const struct rng now = r->rng;
	double value[BETTING_MOVES];
	for (int a = 0; a < n->moves; a++) {
		double share;
		r->rng = now;
		value[a] = table_play_out(r, n->child + (uint32_t)a, &share);
		struct stats_move *row = table_play_row_of(s, r, n, a);
		if (row != NULL) {
			row->visits++;
			row->value[s->mover] += value[a];
			row->win[s->mover] += share;
		}
		for (int k = 0; k < a; k++)
			r->square[a][k] += (value[a] - value[k]) * (value[a] - value[k]);
	}
}

/* The standard errors of what the moves cost against the likeliest. */
static void
fill_errors(struct search *s, const struct rollout *r, const struct follow_branch *b,
	    int count)
{
	const struct betting_node *n = &r->l->table.betting.node[b->at];
	int top = -1;
	for (int a = 0; a < n->moves; a++)
		if (table_play_row_of(s, r, n, a) != NULL &&
		    (top < 0 || table_play_row_of(s, r, n, a)->prob >
					table_play_row_of(s, r, n, top)->prob))
			top = a;
	for (int a = 0; a < n->moves && top >= 0 && count > 1; a++) {
		struct stats_move *row = table_play_row_of(s, r, n, a);
		if (row == NULL || a == top)
			continue;
		const double mean = (row->value[s->mover] -
				     table_play_row_of(s, r, n, top)->value[s->mover]) /
				    count;
		const double square =
			(a > top ? r->square[a][top] : r->square[top][a]) / count;
		row->cost_se = sqrt(fmax(square - mean * mean, 0) / (count - 1));
	}
}

static int
heaviest_branch(const struct follow *f)
{
	int best = 0;
	for (int i = 1; i < f->count; i++)
		best = f->branch[i].prior > f->branch[best].prior ? i : best;
	return best;
}

/* Values of the root's moves by hands that are played out. */
static int
roll_out(struct search *s, struct abstract_play *l, int own, int rollouts)
{
	const struct follow *f = l->follow;
	struct rollout r = { .g = s->game, .l = l, .seat = s->mover ^ f->first };
	int k = 0;
	if (f->count == 0)
		return 0;
	r.round = s->game->ops->public->deck->round(s->game, &f->state);
	const struct follow_branch *b = &f->branch[heaviest_branch(f)];
	table_play_fill_weights(l, 1 - r.seat, own);
	for (; k < rollouts && (k == 0 || search_step(s)); k++) {
		rng_seed(&r.rng, rng_fork(s->seed, (uint64_t)k));
		r.hand[1 - r.seat] = table_play_draw_hand(l->weight, &r.rng);
		if (r.hand[1 - r.seat] < 0)
			break;
		r.hand[r.seat] = own;
		table_play_draw_board(&r);
		add_rollout(s, &r, b);
	}
	fill_errors(s, &r, b, k);
	return k;
}

/* ---- the answer -------------------------------------------------------------------------- */

/* The mixes that are played at the place that was followed. */
static void
find_mixes(const struct abstract_play *l, struct strategy_mixes *out)
{
	follow_mix(l->follow, out);
}

/* Over all hands as they come here. */
static double
table_play_mean_of(const struct strategy_mixes *x, const double *weight,
		   const double *row)
{
	double sum = 0, all = 0;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		sum += x->known[h] ? weight[h] * row[h] : 0;
		all += x->known[h] ? weight[h] : 0;
	}
	return all > 0 ? sum / all : 0;
}

/* The row of a move, a new one where it has none; NULL: there are too many. */
static struct stats_move *
table_play_add_row(struct snapshot *live, move m)
{
	for (int i = 0; i < live->move_count; i++)
		if (live->moves[i].m == m)
			return &live->moves[i];
	if (live->move_count == STATS_MOVES)
		return NULL;
	struct stats_move *row = &live->moves[live->move_count++];
	stats_move_blank(row, m);
	row->prob = 0;
	return row;
}

/* Where the table has nothing for a hand: what the game's quick player does, which does not
 * raise. */
static bool
fill_unknown(struct search *s)
{
	const struct game *g = s->game;
	struct snapshot *live = &s->live;
	move m[MOVES_MAX];
	double part;
	struct rng rng;
	rng_seed(&rng, s->seed);
	const move quick = game_quick_move(g, &s->root, s->mover, &rng);
	const bool folds = betting_kind_of(g, &s->root, quick, &part) == BETTING_FOLD;
	const int n = g->rules->moves(g, &s->root, s->mover, m);
	for (int i = 0; i < n; i++) {
		struct stats_move *row = table_play_add_row(live, m[i]);
		const enum betting_kind kind = betting_kind_of(g, &s->root, m[i], &part);
		if (row != NULL)
			row->prob = kind == (folds ? BETTING_FOLD : BETTING_CALL);
	}
	live->moves_total = live->move_count;
	return false;
}

/* The root's moves, those that are listed and those of the table, with the mix of the hand held,
 * or of all hands. Returns whether there is one. */
static bool
table_play_fill_moves(struct search *s, struct abstract_play *l, int own)
{
	const struct strategy_mixes *x = l->mix;
	struct snapshot *live = &s->live;
	live->move_count = 0;
	if (l->follow->count == 0 || (own >= 0 && !x->known[own]))
		return fill_unknown(s);
	if (own < 0)
		table_play_fill_weights(l, s->mover ^ l->follow->first, -1);
	move listed[MOVES_MAX];
	const int n = s->game->rules->moves(s->game, &s->root, s->mover, listed);
	for (int i = 0; i < n; i++)
		table_play_add_row(live, listed[i]);
	for (int k = 0; k < x->moves; k++) {
		struct stats_move *row = table_play_add_row(live, x->m[k]);
		if (row == NULL)
			continue;
		row->depth = 1;
		row->prob = own >= 0 ? x->prob[k][own]
				     : table_play_mean_of(x, l->weight, x->prob[k]);
	}
	live->moves_total = live->move_count;
	return true;
}

static void
finish_values(struct search *s, bool valued)
{
	struct snapshot *live = &s->live;
	const int seat = s->mover, other = 1 - seat;
	double value = 0, win = 0;
	for (int k = 0; k < live->move_count; k++) {
		struct stats_move *row = &live->moves[k];
		const double n = valued ? (double)row->visits : 0;
		row->value[seat] = n > 0 ? row->value[seat] / n : (double)NAN;
		row->win[seat] = n > 0 ? row->win[seat] / n : (double)NAN;
		row->value[other] = -row->value[seat];
		row->win[other] = 1 - row->win[seat];
		value += row->prob > 0 ? row->prob * row->value[seat] : 0;
		win += row->prob > 0 ? row->prob * row->win[seat] : 0;
	}
	live->value[seat] = value;
	live->value[other] = -value;
	live->win[seat] = win;
	live->win[other] = 1 - win;
}

/* Of all hands of the mover: what the table says, and how many its moves bring here. Equities and
 * values are those of no table. */
static void
table_play_fill_hands(struct search *s, const struct abstract_play *l)
{
	const struct follow *f = l->follow;
	const struct public_ops *ops = f->g->ops->public;
	struct stats_hands *out = snapshot_attach(&s->live, ATTACHED_HANDS);
	struct public_class_sum sum[STATS_CLASSES] = { { 0 } };
	const int seat = s->mover ^ f->first;
	if (out == NULL)
		return;
	*out = (struct stats_hands){ .classes = ops->classes->count,
				     .columns = ops->classes->columns,
				     .seat = s->mover,
				     .actions = l->mix->moves < STATS_ACTIONS
							? l->mix->moves
							: STATS_ACTIONS };
	memcpy(out->action, l->mix->m, (size_t)out->actions * sizeof *out->action);
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		struct public_class_sum *c = &sum[public_class(ops, h)];
		if (f->bucket[h] == BUCKET_NONE)
			continue;
		c->possible++;
		for (int i = 0; i < f->count && l->mix->known[h]; i++) {
			const double w = f->branch[i].prior * f->branch[i].reach[seat][h];
			c->own += w;
			for (int a = 0; a < out->actions; a++)
				c->mix[a] += w * l->mix->prob[a][h];
		}
		c->others++;
		for (int i = 0; i < f->count; i++)
			c->other += f->branch[i].prior * f->branch[i].reach[1 - seat][h];
	}
	public_tell_classes(sum, out);
}

void
abstract_play_run(struct search *s, struct abstract_play *l, int rollouts)
{
	struct snapshot *live = &s->live;
	const int own = s->game->ops->public->hand(s->game, &s->root, s->mover);
	follow_hand(l->follow, &l->table, s->game, l->how, &s->root);
	find_mixes(l, l->mix);
	table_play_fill_hands(s, l);
	const bool known = table_play_fill_moves(s, l, own);
	for (int k = 0; k < live->move_count; k++)
		live->moves[k].value[s->mover] = live->moves[k].win[s->mover] = 0;
	const int done = known && own >= 0 ? roll_out(s, l, own, rollouts) : 0;
	finish_values(s, done > 0);
	live->simulations = done;
	live->visits_of = "played";
	live->depth = 1;
	live->mixed = true;
	live->tree_nodes = l->table.betting.nodes;
	live->tree_bytes = (int64_t)s->arena.used;
	live->gauge_count = 0;
	search_gauge(s, &abstract_gauge_known, known);
	search_gauge(s, &abstract_gauge_branches, l->follow->count);
	mixed_play(s, UINT64_MAX);
	if (live->stop == STOP_RUNNING)
		live->stop = rollouts > 0 ? STOP_SIMS : STOP_DEPTH;
}

bool
abstract_play_hands(struct search *s, look_ref node, struct stats_hands *out)
{
	const struct stats_hands *h = snapshot_hands(&s->live);
	if (node != LOOK_ROOT || h == NULL)
		return false;
	*out = *h;
	return true;
}

int64_t
abstract_play_steps(const struct abstract_play *l)
{
	return l->table.steps;
}

bool
abstract_play_mixes(struct abstract_play *l, const struct game *g, const struct state *at,
		    struct strategy_mixes *out)
{
	follow_hand(l->follow, &l->table, g, l->how, at);
	find_mixes(l, out);
	return l->follow->count > 0;
}

bool
abstract_play_ranges(struct abstract_play *l, const struct game *g,
		     const struct state *at, float range[2][PUBLIC_HANDS])
{
	const struct follow *f = l->follow;
	memset(range, 0, 2 * sizeof *range);
	follow_hand(l->follow, &l->table, g, l->how, at);
	for (int i = 0; i < f->count; i++)
		for (int seat = 0; seat < 2; seat++)
			for (int h = 0; h < PUBLIC_HANDS; h++)
				range[seat ^ f->first][h] +=
					(float)(f->branch[i].prior *
						f->branch[i].reach[seat][h]);
	return f->count > 0;
}

bool
abstract_play_find(struct abstract_play *l, const struct game *g, const struct state *at,
		   uint32_t *place, int *first)
{
	struct follow *f = l->follow;
	follow_hand(f, &l->table, g, l->how, at);
	const bool found = f->count > 0;
	*first = f->first;
	if (found)
		*place = f->branch[heaviest_branch(f)].at;
	return found;
}

const struct abstract_table *
abstract_play_table(const struct abstract_play *l)
{
	return &l->table;
}

int
abstract_play_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	const struct snapshot *live = &s->live;
	int n = 0;
	for (; node == LOOK_ROOT && n < live->move_count && n < max; n++) {
		look_row(&out[n], (look_ref)n, s->mover, &live->moves[n]);
		out[n].status = MOVE_OPEN;
		out[n].best = n == 0;
		out[n].extra[0] = live->moves[n].prob;
	}
	return n;
}
