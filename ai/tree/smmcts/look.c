/*
 * look.c - the tree of smmcts and its matrices for the inspector. See smmcts.h.
 *
 * The children of a choice of both seats are its joint moves, row by row; those of a
 * choice of one seat its moves; those of chance its outcomes. A cell has one simulation
 * more than the node below it: the first one ended there. Regrets are means over the
 * simulations of the node.
 */
#include "ai/tree/smmcts/smmcts.h"

#include "ai/common/playout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ figures of a choice */

double
smm_points(const struct smm *x, double unit, int seat, double u)
{
	const double value = x->low + u * x->range;
	return (seat == 0 ? value : x->sum - value) / unit;
}

bool
smm_mixes(const struct smm *x, smm_ref at, double mix[2][MOVES_MAX],
	  double now[2][MOVES_MAX])
{
	const struct smm_node *node = smm_node(x, at);
	struct smm_matrix m;
	const bool filled = smm_matrix(x, at, &m);
	for (int seat = 0; seat < 2; seat++) {
		const int n = seat == 0 ? node->rows : node->columns;
		if (filled) {
			x->policy->average(x, &m, seat, mix[seat]);
			x->policy->current(x, &m, seat, now[seat]);
			continue;
		}
		for (int i = 0; i < n; i++)
			mix[seat][i] = now[seat][i] = 1.0 / n;
	}
	return filled;
}

/* The regret of move k in points per simulation; NAN: the policy has no regrets. */
static double
regret_of(const struct smm *x, smm_ref at, double unit, int seat, int k)
{
	struct smm_matrix m;
	if (!x->policy->regrets || !smm_matrix(x, at, &m))
		return (double)NAN;
	return m.field[seat][0][k] / (double)*m.visits * x->range / unit;
}

/* ------------------------------------------------------------------ the matrix */

/* The STATS_JOINT most likely moves, in the order of moves. Returns how many. */
static int
pick_shown(const double *mix, int n, int *out)
{
	int count = 0;
	for (int i = 0; i < n; i++) {
		int before = 0; /* moves likelier than this one */
		for (int k = 0; k < n && n > STATS_JOINT; k++)
			before += mix[k] > mix[i] || (k < i && mix[k] >= mix[i]);
		if (before < STATS_JOINT)
			out[count++] = i;
	}
	return count;
}

static bool
both_choose(const struct smm_node *n)
{
	return n->rows > 0 && smm_moves(n)[0] != MOVE_NONE &&
	       smm_moves(n)[n->rows] != MOVE_NONE;
}

void
smm_fill_joint(const struct smm *x, smm_ref at, double unit, struct stats_joint *j)
{
	const struct smm_node *n = smm_node(x, at);
	double mix[2][MOVES_MAX], now[2][MOVES_MAX];
	int shown[2][STATS_JOINT];
	if (!both_choose(n))
		return;
	smm_mixes(x, at, mix, now);
	j->rows = pick_shown(mix[0], n->rows, shown[0]);
	j->columns = pick_shown(mix[1], n->columns, shown[1]);
	j->rows_total = n->rows;
	j->columns_total = n->columns;
	j->seat[0] = 0;
	j->seat[1] = 1;
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < (side == 0 ? j->rows : j->columns); i++) {
			const int k = shown[side][i];
			j->choice[side][i] = smm_moves(n)[side == 0 ? k : n->rows + k];
			j->average[side][i] = (float)mix[side][k];
			j->current[side][i] = (float)now[side][k];
			j->regret[side][i] = (float)regret_of(x, at, unit, side, k);
		}
	for (int i = 0; i < j->rows; i++)
		for (int k = 0; k < j->columns; k++) {
			double mean;
			j->visits[i][k] =
				smm_cell(x, at, shown[0][i], shown[1][k], &mean);
			j->value[i][k] = j->visits[i][k] > 0
						 ? (float)smm_points(x, unit, 0, mean)
						 : NAN;
		}
}

/* ------------------------------------------------------------------ children */

static void
blank(struct look_node *l, smm_ref below, int seat, move m)
{
	look_blank(l, below, seat, m);
	l->inner = below > SMM_END;
}

static void
smmcts_set_value(const struct search *s, struct look_node *l, uint32_t visits,
		 double mean)
{
	l->visits = visits;
	if (visits == 0)
		return;
	l->status = playouts_status(visits);
	for (int seat = 0; seat < 2; seat++)
		l->value[seat] =
			smm_points(smmcts_tree(s), game_unit(s->game), seat, mean);
	search_fill_win(s, l->status, l->value, l->win);
}

/* The figures common to all moves of a choice. */
struct smm_choice {
	smm_ref at;
	bool filled;
	int likeliest[2];
	double mix[2][MOVES_MAX], now[2][MOVES_MAX];
	int64_t visits[2][MOVES_MAX];
};

static void
read_choice(const struct smm *x, smm_ref at, struct smm_choice *c)
{
	const struct smm_node *n = smm_node(x, at);
	c->at = at;
	c->filled = smm_mixes(x, at, c->mix, c->now);
	for (int seat = 0; seat < 2; seat++) {
		const int count = seat == 0 ? n->rows : n->columns;
		c->likeliest[seat] = 0;
		memset(c->visits[seat], 0, (size_t)count * sizeof *c->visits[seat]);
		for (int k = 1; k < count; k++)
			if (c->mix[seat][k] > c->mix[seat][c->likeliest[seat]])
				c->likeliest[seat] = k;
	}
	for (int row = 0; row < n->rows; row++)
		for (int column = 0; column < n->columns; column++) {
			double mean;
			const uint32_t v = smm_cell(x, at, row, column, &mean);
			c->visits[0][row] += v;
			c->visits[1][column] += v;
		}
}

enum { MIX = 0, NOW = 2, REGRET = 4, VISITS = 6 }; /* places in extra[], of two sides */

const struct column smmcts_node_columns[] = {
	{ .key = "mix",
	  .head = "mix",
	  .help = "probability of the move in the average strategy, which is played",
	  .kind = COLUMN_PERCENT,
	  .owner = COLUMN_OF_SIDES,
	  .at = MIX,
	  .decimals = 1 },
	{ .key = "now",
	  .head = "now",
	  .help = "its probability in the current strategy, without exploration",
	  .kind = COLUMN_PERCENT,
	  .owner = COLUMN_OF_SIDES,
	  .at = NOW,
	  .decimals = 1 },
	{ .key = "regret",
	  .head = "regret",
	  .help = "points per simulation lost by not playing the move",
	  .kind = COLUMN_SIGNED,
	  .owner = COLUMN_OF_SIDES,
	  .at = REGRET,
	  .decimals = 2 },
	{ .key = "visits",
	  .head = "visits",
	  .help = "simulations with this move, with any reply",
	  .kind = COLUMN_COUNT,
	  .owner = COLUMN_OF_SIDES,
	  .at = VISITS },
	{ .key = NULL },
};

/* The strategy of a seat's move k, which is on that side of the node. */
static void
set_mix(const struct smm *x, const struct smm_choice *c, double unit, int seat, int k,
	int side, double *extra)
{
	extra[MIX + side] = c->mix[seat][k];
	extra[NOW + side] = c->now[seat][k];
	extra[REGRET + side] = regret_of(x, c->at, unit, seat, k);
	extra[VISITS + side] = (double)c->visits[seat][k];
}

static void
smmcts_fill_cell(const struct search *s, const struct smm_choice *c, int row, int column,
		 struct look_node *l)
{
	const struct smm *x = smmcts_tree(s);
	const struct smm_node *n = smm_node(x, c->at);
	const double unit = game_unit(s->game);
	const move m[2] = { smm_moves(n)[row], smm_moves(n)[n->rows + column] };
	const int place[2] = { row, column }, first = m[0] == MOVE_NONE;
	double mean;
	blank(l, smm_child(x, c->at, row, column), first, m[first]);
	const uint32_t visits = smm_cell(x, c->at, row, column, &mean);
	smmcts_set_value(s, l, visits, mean);
	if (c->filled)
		set_mix(x, c, unit, first, place[first], 0, l->extra);
	l->best = c->filled && row == c->likeliest[0] && column == c->likeliest[1];
	if (!both_choose(n))
		return;
	l->kind = LOOK_JOINT;
	l->other = 1;
	l->other_m = m[1];
	if (c->filled)
		set_mix(x, c, unit, 1, column, 1, l->extra);
}

static int
smmcts_choice_children(const struct search *s, smm_ref at, struct look_node *out, int max)
{
	const struct smm *x = smmcts_tree(s);
	const struct smm_node *n = smm_node(x, at);
	struct smm_choice c;
	int count = 0;
	read_choice(x, at, &c);
	for (int row = 0; row < n->rows; row++)
		for (int column = 0; column < n->columns && count < max; column++)
			smmcts_fill_cell(s, &c, row, column, &out[count++]);
	return count;
}

/* The sum of the payoffs of all simulations through a node. */
static double
sum_below(const struct smm *x, smm_ref at)
{
	const struct smm_node *n = smm_node(x, at);
	double sum = 0;
	struct smm_outcomes o = { 0 };
	if (n->rows == 0)
		smm_outcomes(x, at, &o);
	for (int i = 0; i < o.count; i++)
		sum += o.child[i] > SMM_END ? sum_below(x, o.child[i]) : 0;
	for (int row = 0; row < n->rows; row++)
		for (int column = 0; column < n->columns; column++) {
			double mean;
			const uint32_t v = smm_cell(x, at, row, column, &mean);
			sum += v > 0 ? v * mean : 0;
		}
	return sum;
}

/* Outcomes have the figures of the node below; outcomes that end the game have no node. */
static void
fill_outcome(const struct search *s, const struct smm_outcomes *o, int i,
	     struct look_node *l)
{
	const struct smm *x = smmcts_tree(s);
	const smm_ref below = o->child[i];
	if (below > SMM_END) {
		const uint32_t visits = smm_node(x, below)->visits;
		smmcts_set_value(s, l, visits,
				 visits > 0 ? sum_below(x, below) / visits : 0);
	} else if (below == SMM_END) {
		snprintf(l->proof, sizeof l->proof,
			 "the game is settled here; its visits are not counted");
	}
}

static int
smmcts_chance_children(const struct search *s, smm_ref at, struct look_node *out, int max)
{
	struct smm_outcomes o;
	smm_outcomes(smmcts_tree(s), at, &o);
	for (int i = 0; i < o.count && i < max; i++) {
		blank(&out[i], o.child[i], SEAT_CHANCE, o.m[i]);
		fill_outcome(s, &o, i, &out[i]);
	}
	return o.count < max ? o.count : max;
}

static smm_ref
ref_at(const struct search *s, look_ref ref)
{
	return ref == LOOK_ROOT ? smmcts_tree(s)->root : (smm_ref)ref;
}

static int
smmcts_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const smm_ref at = ref_at(s, ref);
	if (at <= SMM_END)
		return 0;
	return smm_node(smmcts_tree(s), at)->rows > 0
		       ? smmcts_choice_children(s, at, out, max)
		       : smmcts_chance_children(s, at, out, max);
}

static bool
smmcts_joint(struct search *s, look_ref ref, struct stats_joint *out)
{
	const smm_ref at = ref_at(s, ref);
	*out = (struct stats_joint){ 0 };
	if (at > SMM_END)
		smm_fill_joint(smmcts_tree(s), at, game_unit(s->game), out);
	return out->rows > 0;
}

const struct look_ops smmcts_look = {
	.children = smmcts_children,
	.joint = smmcts_joint,
};
