/*
 * solve.c - the iterations of a subgame, and what its average strategies are worth. See subgame.h.
 *
 * A walk carries for one seat p the reach of both down and the counterfactual values of p's hands
 * up:
 *   at p's decisions v[h] = sum over moves a of now[a][h] v_a[h], regret[a][h] += v_a[h] - v[h];
 *   at the other's its reach is multiplied;
 *   where a card comes hands with that card have no reach, and what comes of a card that stands for
 *   others is added for each of them, hands with their suits swapped.
 * Every card is as likely for all pairs of hands: one of those that neither hand nor board have.
 *
 * Settled, a hand meets the weight of those that share no card with it: the sum of all less those
 * with either of its cards, and once more the same hand. Shown, hands are swept from the weakest up
 * and from the strongest down, with a sum of those passed by and one for each card.
 */
#include "ai/subgame/private.h"

#include <math.h>
#include <string.h>

/* ---- settled ----------------------------------------------------------------------------- */

static void
clear(float *row, int stride)
{
	memset(row, 0, (size_t)stride * sizeof *row);
}

static void
add(float *sum, const float *row, int stride)
{
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(sum)[i] += subgame_row_const(row)[i];
}

void
subgame_met(const struct subgame *s, int seat, const float *other, double *met)
{
	double all = 0, with[SUBGAME_CARDS] = { 0 };
	const struct subgame_hand *theirs = s->hand[1 - seat], *own = s->hand[seat];
	for (int i = 0; i < s->hands[1 - seat]; i++) {
		const double w = (double)other[i];
		all += w;
		with[theirs[i].card[0]] += w;
		with[theirs[i].card[1]] += w;
	}
	for (int i = 0; i < s->hands[seat]; i++) {
		const int same = own[i].same;
		met[i] = all - with[own[i].card[0]] - with[own[i].card[1]] +
			 (same >= 0 ? (double)other[same] : 0);
	}
}

/* Before a whole board: a class of hands meets each other by the boards beside both. */
static void
met_before(const struct subgame *s, int seat, const float *other, double *met)
{
	double mean[SUBGAME_CLASSES] = { 0 }, sum[SUBGAME_CLASSES] = { 0 };
	for (int i = 0; i < s->hands[1 - seat]; i++)
		mean[s->class[1 - seat][i]] += (double)other[i];
	for (int c = 0; c < s->classes; c++)
		if (mean[c] > 0)
			mean[c] /= s->class_size[1 - seat][c];
	for (int c = 0; c < s->classes; c++)
		for (int o = 0; o < s->classes; o++)
			sum[o] += s->beside[c * s->classes + o] * mean[c];
	for (int i = 0; i < s->hands[seat]; i++)
		met[i] = sum[s->class[seat][i]];
}

void
subgame_met_on(const struct subgame *s, uint32_t board, int seat, const float *other,
	       double *met)
{
	(s->whole && board == 0 ? met_before : subgame_met)(s, seat, other, met);
}

static void
settle_fold(const struct subgame *s, const struct subgame_board *board, int seat,
	    float stake, const float *other, float *value)
{
	double met[PUBLIC_HANDS];
	subgame_met_on(s, (uint32_t)(board - s->board), seat, other, met);
	clear(value, s->stride[seat]);
	for (int i = 0; i < s->hands[seat]; i++)
		value[i] = (float)(met[i] * (double)stake);
}

/* The sums of a sweep. */
struct passed {
	double all, with[SUBGAME_CARDS];
};

/* A hand of the other with its weight. */
struct met_hand {
	double reach;
	uint16_t strength;
	uint8_t card[2];
};

static inline void
pass(struct passed *p, const struct met_hand *h)
{
	p->all += h->reach;
	p->with[h->card[0]] += h->reach;
	p->with[h->card[1]] += h->reach;
}

static inline double
beside(const struct passed *p, const struct subgame_shown *h)
{
	return p->all - p->with[h->card[0]] - p->with[h->card[1]];
}

/* The other's hands that have any weight, in their order; returns how many. */
static int
list_met(const struct subgame_board *board, int seat, const float *other,
	 struct met_hand *out)
{
	const struct subgame_shown *theirs = board->shown[1 - seat];
	int n = 0;
	for (int k = 0; k < board->count[1 - seat]; k++) {
		const float reach = other[theirs[k].at];
		out[n] = (struct met_hand){ (double)reach,
					    theirs[k].strength,
					    { theirs[k].card[0], theirs[k].card[1] } };
		n += reach > 0;
	}
	return n;
}

static void
settle_shown(const struct subgame *s, const struct subgame_board *board, int seat,
	     double stake, const float *other, float *value)
{
	const struct subgame_shown *own = board->shown[seat];
	struct met_hand theirs[PUBLIC_HANDS];
	const int n = board->count[seat], m = list_met(board, seat, other, theirs);
	struct passed weaker = { .all = 0 }, stronger = { .all = 0 };
	clear(value, s->stride[seat]);
	if (m == 0)
		return;
	for (int i = 0, k = 0; i < n; i++) {
		for (; k < m && theirs[k].strength < own[i].strength; k++)
			pass(&weaker, &theirs[k]);
		value[own[i].at] = (float)(stake * beside(&weaker, &own[i]));
	}
	for (int i = n - 1, k = m - 1; i >= 0; i--) {
		for (; k >= 0 && theirs[k].strength > own[i].strength; k--)
			pass(&stronger, &theirs[k]);
		value[own[i].at] -= (float)(stake * beside(&stronger, &own[i]));
	}
}

/* Before all cards are out: on the boards that were drawn. */
static void
settle_runs(const struct subgame *s, int seat, double stake, const float *other,
	    float *value)
{
	float on_board[SUBGAME_WIDE];
	clear(value, s->stride[seat]);
	for (int i = 0; i < s->runs; i++) {
		settle_shown(s, &s->run[i], seat, stake * s->run_part, other, on_board);
		add(value, on_board, s->stride[seat]);
	}
}

/* Whether no hand has any weight. */
static bool
is_empty(const float *reach, int stride)
{
	subgame_lanes all = { 0 };
	float sum = 0;
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		all += subgame_row_const(reach)[i];
	for (int i = 0; i < SUBGAME_LANES; i++)
		sum += all[i];
	return !(sum > 0);
}

static void
settle(const struct subgame *s, const struct subgame_node *n,
       const struct subgame_board *board, int seat, const float *other, float *value)
{
	if (is_empty(other, s->stride[1 - seat]))
		clear(value, s->stride[seat]);
	else if (n->runs && n->folded < 0)
		settle_runs(s, seat, (double)n->stake, other, value);
	else if (n->folded >= 0)
		settle_fold(s, board, seat, n->folded == seat ? -n->stake : n->stake,
			    other, value);
	else
		settle_shown(s, board, seat, (double)n->stake, other, value);
}

/* Half of the weight that each hand meets on a board, added to the half of what it wins more
 * than it loses: what it wins, half of what it ties. */
static void
add_met(const struct subgame *s, const struct subgame_board *board, int seat, double part,
	const float *other, float *value)
{
	float shown[SUBGAME_WIDE] = { 0 };
	double met[PUBLIC_HANDS];
	for (int k = 0; k < board->count[1 - seat]; k++) {
		const int at = board->shown[1 - seat][k].at;
		shown[at] = other[at];
	}
	subgame_met(s, seat, shown, met);
	for (int k = 0; k < board->count[seat]; k++) {
		const int at = board->shown[seat][k].at;
		value[at] += (float)(part / 2 * met[at]);
	}
}

static void
settle_wins(const struct subgame *s, const struct subgame_node *n,
	    const struct subgame_board *board, int seat, const float *other, float *value)
{
	if (n->folded >= 0) {
		settle_fold(s, board, seat, n->folded == seat ? 0 : 1, other, value);
	} else if (n->runs) {
		settle_runs(s, seat, 0.5, other, value);
		for (int i = 0; i < s->runs; i++)
			add_met(s, &s->run[i], seat, s->run_part, other, value);
	} else {
		settle_shown(s, board, seat, 0.5, other, value);
		add_met(s, board, seat, 1, other, value);
	}
}

/* ---- strategies -------------------------------------------------------------------------- */

/* In proportion to what is above 0 in a table's rows, uniform without. */
static void
match(const float *table, int moves, int stride, float *to)
{
	const int n = stride / SUBGAME_LANES;
	const subgame_lanes *in = subgame_row_const(table);
	subgame_lanes *out = subgame_row(to);
	const subgame_lanes none = { 0 }, even = none + 1 / (float)moves;
	for (int i = 0; i < n; i++) {
		subgame_lanes all = none;
		for (int a = 0; a < moves; a++)
			all += subgame_where(in[a * n + i] > none, in[a * n + i]);
		const subgame_mask some = all > none;
		const subgame_lanes scale = subgame_where(some, 1 / all),
				    rest = subgame_where(~some, even);
		for (int a = 0; a < moves; a++) {
			const subgame_lanes x = in[a * n + i];
			out[a * n + i] = subgame_where(x > none, x) * scale + rest;
		}
	}
}

/* What is played at a decision by a table of regrets, or of sums. */
static void
mix(const struct subgame *s, const struct subgame_node *n, const float *table,
    size_t block, float *out)
{
	const int stride = s->stride[n->seat];
	if (n->fixed == 0) {
		match(table + block + n->table, n->moves, stride, out);
		return;
	}
	const float *share = s->fixed + n->fixed - 1;
	for (int a = 0; a < n->moves; a++)
		for (int h = 0; h < stride; h++)
			out[a * stride + h] = share[a];
}

void
subgame_average(const struct subgame *s, const struct subgame_node *n, size_t block,
		float *out)
{
	mix(s, n, s->sum, block, out);
}

/* ---- walks ------------------------------------------------------------------------------- */

enum walk_kind { WALK_LEARN, WALK_PLAY, WALK_BEST, WALK_WIN };

struct subgame_walk {
	struct subgame *s;
	int seat;
	enum walk_kind kind;
	const float *table; /* what strategies are taken from */
	float weight, gains, losses;
	bool ready;    /* the table has shares of moves */
	float nudge;   /* added to the other's reach where a card comes */
	float *record; /* a table: 1 for the best moves; NULL: not written down */
};

/* The shares of moves at a decision; `room`: rows for them. */
static const float *
shares_at(const struct subgame_walk *w, const struct subgame_node *n, size_t block,
	  float *room)
{
	if (w->ready)
		return w->table + block + n->table;
	mix(w->s, n, w->table, block, room);
	return room;
}

/* The first of the best moves of each hand. */
static void
record_best(const struct subgame_walk *w, const struct subgame_node *n, size_t block,
	    const float *values, const float *value)
{
	const int stride = w->s->stride[w->seat];
	float *out = w->record + block + n->table;
	for (int h = 0; h < stride; h++) {
		bool found = false;
		for (int a = 0; a < n->moves; a++) {
			const bool best = !found && values[a * stride + h] >= value[h];
			out[a * stride + h] = best;
			found = found || best;
		}
	}
}

static void walk(const struct subgame_walk *w, struct subgame_at at, const float *own,
		 const float *other, float *value);

/* Regrets and sums take what a decision adds. */
static void
learn(const struct subgame_walk *w, const struct subgame_node *n, size_t block,
      const float *own, const float *now, const float *values, const float *value)
{
	const int lanes = w->s->stride[w->seat] / SUBGAME_LANES;
	const subgame_lanes none = { 0 }, gains = none + w->gains,
			    losses = none + w->losses;
	const subgame_lanes *reach = subgame_row_const(own), *x = subgame_row_const(now),
			    *v = subgame_row_const(values),
			    *mean = subgame_row_const(value);
	subgame_lanes *regret = subgame_row(w->s->regret + block + n->table),
		      *sum = subgame_row(w->s->sum + block + n->table);
	for (int a = 0; a < n->moves; a++)
		for (int i = 0; i < lanes; i++, regret++, sum++, x++, v++) {
			const subgame_lanes r = *regret + (*v - mean[i]);
			*regret = r * (subgame_where(r > none, gains) +
				       subgame_where(r <= none, losses));
			*sum += w->weight * reach[i] * *x;
		}
}

static void
add_product(float *sum, const float *one, const float *other, int stride)
{
	const subgame_lanes *a = subgame_row_const(one), *b = subgame_row_const(other);
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(sum)[i] += a[i] * b[i];
}

static void
multiply(float *out, const float *one, const float *other, int stride)
{
	const subgame_lanes *a = subgame_row_const(one), *b = subgame_row_const(other);
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(out)[i] = a[i] * b[i];
}

static void
take_larger(float *best, const float *v, int stride)
{
	for (int h = 0; h < stride; h++)
		best[h] = best[h] > v[h] ? best[h] : v[h];
}

/* Behind a move. */
static struct subgame_at
behind(struct subgame_at at, const struct subgame_node *n, int a)
{
	return (struct subgame_at){ n->child + (uint32_t)a, at.board, at.block };
}

static void
walk_own(const struct subgame_walk *w, struct subgame_at at, const float *own,
	 const float *other, float *value)
{
	struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	const int stride = s->stride[w->seat], moves = n->moves;
	float *room = subgame_take(s, 2 * moves + 1, stride);
	float *values = room + moves * stride, *reach = values + moves * stride;
	const bool best = w->kind == WALK_BEST && n->fixed == 0;
	const float *now = shares_at(w, n, at.block, room);
	clear(value, stride);
	for (int a = 0; a < moves; a++) {
		float *v = values + a * stride;
		if (w->kind == WALK_LEARN)
			multiply(reach, own, now + a * stride, stride);
		walk(w, behind(at, n, a), reach, other, v);
		if (!best)
			add_product(value, now + a * stride, v, stride);
		else if (a == 0)
			memcpy(value, v, (size_t)stride * sizeof *v);
		else
			take_larger(value, v, stride);
	}
	if (w->kind == WALK_LEARN && n->fixed == 0)
		learn(w, n, at.block, own, now, values, value);
	if (w->record != NULL)
		record_best(w, n, at.block, values, value);
	s->work = room;
}

static void
walk_other(const struct subgame_walk *w, struct subgame_at at, const float *own,
	   const float *other, float *value)
{
	struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	const int stride = s->stride[w->seat], theirs = s->stride[1 - w->seat];
	float *const work = s->work;
	float *room = subgame_take(s, n->moves + 1, theirs),
	      *reach = room + n->moves * theirs;
	float *v = subgame_take(s, 1, stride);
	const float *now = shares_at(w, n, at.block, room);
	for (int a = 0; a < n->moves; a++) {
		multiply(reach, other, now + a * theirs, theirs);
		walk(w, behind(at, n, a), own, reach, a == 0 ? value : v);
		if (a > 0)
			add(value, v, stride);
	}
	s->work = work;
}

static void
block_hands(const struct subgame *s, int seat, int card, float *row)
{
	for (const uint16_t *k = s->blocked[seat][card]; *k != UINT16_MAX; k++)
		row[*k] = 0;
}

/* Hands that a deal excludes. */
static void
block_deal(const struct subgame *s, int seat, const struct subgame_deal *d, float *row)
{
	if (!s->whole)
		block_hands(s, seat, d->card, row);
	for (uint64_t set = s->whole ? d->set : 0; set != 0; set &= set - 1)
		block_hands(s, seat, __builtin_ctzll(set), row);
}

/* What comes of a board, for all names of suits. */
static void
add_whole(const struct subgame *s, int seat, const float *v, float *value)
{
	double mean[SUBGAME_CLASSES] = { 0 };
	for (int h = 0; h < s->hands[seat]; h++)
		mean[s->class[seat][h]] += (double)v[h];
	for (int c = 0; c < s->classes; c++)
		if (s->class_size[seat][c] > 0)
			mean[c] /= s->class_size[seat][c];
	for (int h = 0; h < s->hands[seat]; h++)
		value[h] += (float)mean[s->class[seat][h]];
}

/* What comes of a card, for those that it stands for. */
static void
add_deal(const struct subgame *s, const struct subgame_deal *d, int seat, const float *v,
	 float *value)
{
	if (s->whole) {
		add_whole(s, seat, v, value);
		return;
	}
	add(value, v, s->stride[seat]);
	for (int k = 0; k < d->swaps; k++) {
		const uint16_t *perm = s->perm[seat][d->swap[k]];
		for (int h = 0; h < s->hands[seat]; h++)
			value[h] += v[perm[h]];
	}
}

struct subgame_at
subgame_behind_card(const struct subgame *s, struct subgame_at at,
		    const struct subgame_deal *d)
{
	const struct subgame_node *n = &s->node[at.node];
	return (struct subgame_at){ n->child, d->board,
				    n->base + n->size * s->board[d->board].number };
}

/* What a deal counts for pairs of hands that it does not exclude: its probability, but for whole
 * boards, which are drawn first. */
static float
part_of(const struct subgame *s, const struct subgame_board *board,
	const struct subgame_deal *d)
{
	return s->whole ? (float)d->part
			: 1 / (float)(SUBGAME_CARDS - 4 -
				      __builtin_popcountll(board->set));
}

static void
walk_chance(const struct subgame_walk *w, struct subgame_at at, const float *own,
	    const float *other, float *value)
{
	struct subgame *s = w->s;
	const struct subgame_board *board = &s->board[at.board];
	const int stride = s->stride[w->seat], theirs = s->stride[1 - w->seat];
	const uint32_t parts = w->kind == WALK_LEARN ? (uint32_t)s->parts : 1;
	float *const work = s->work;
	float *mine = subgame_take(s, 2, stride), *v = mine + stride;
	float *reach = subgame_take(s, 1, theirs);
	clear(value, stride);
	for (uint32_t k = (uint32_t)s->iterations % parts; k < board->deals; k += parts) {
		const struct subgame_deal *d = &s->deal[board->deal + k];
		const float part = (float)parts * part_of(s, board, d);
		memcpy(mine, own, (size_t)stride * sizeof *mine);
		for (int h = 0; h < theirs; h++)
			reach[h] = (other[h] + w->nudge) * part;
		block_deal(s, w->seat, d, mine);
		block_deal(s, 1 - w->seat, d, reach);
		walk(w, subgame_behind_card(s, at, d), mine, reach, v);
		block_deal(s, w->seat, d, v);
		add_deal(s, d, w->seat, v, value);
	}
	s->work = work;
}

/* The counterfactual values of the seat's hands. */
static void
walk(const struct subgame_walk *w, struct subgame_at at, const float *own,
     const float *other, float *value)
{
	struct subgame *s = w->s;
	const struct subgame_node *n = &s->node[at.node];
	s->visited++;
	if (n->seat == SEAT_NONE && w->kind == WALK_WIN)
		settle_wins(s, n, &s->board[at.board], w->seat, other, value);
	else if (n->seat == SEAT_NONE)
		settle(s, n, &s->board[at.board], w->seat, other, value);
	else if (n->seat == SEAT_CHANCE)
		walk_chance(w, at, own, other, value);
	else if (n->seat == w->seat)
		walk_own(w, at, own, other, value);
	else
		walk_other(w, at, own, other, value);
}

/* ---- what is asked for ------------------------------------------------------------------- */

static struct subgame_walk
plan(struct subgame *s, int seat)
{
	const double t = (double)(s->iterations + 1), power = t * sqrt(t);
	struct subgame_walk w = {
		s, seat, WALK_LEARN, s->regret, 1, 1, 1, false, 0, NULL
	};
	switch (s->variant) {
	case SUBGAME_CFR_PLUS:
		w.weight = (float)t;
		w.losses = 0;
		break;
	case SUBGAME_LINEAR:
		w.weight = (float)t;
		w.gains = w.losses = (float)(t / (t + 1));
		break;
	case SUBGAME_DISCOUNTED:
		w.weight = (float)(t * t);
		w.gains = (float)(power / (power + 1));
		w.losses = 0.5F;
		break;
	case SUBGAME_CFR: break;
	}
	return w;
}

void
subgame_iterate(struct subgame *s)
{
	for (int seat = 0; seat < 2; seat++) {
		const struct subgame_walk w = plan(s, seat);
		float *const work = s->work;
		walk(&w, subgame_root(), s->reach[seat], s->reach[1 - seat],
		     subgame_take(s, 1, s->stride[seat]));
		s->work = work;
	}
	s->iterations++;
}

void
subgame_learn(struct subgame *s, struct subgame_at at, int seat, const float *own,
	      const float *other, float *value)
{
	const struct subgame_walk w = plan(s, seat);
	walk(&w, at, own, other, value);
}

void
subgame_values_of(struct subgame *s, const float *shares, struct subgame_at at, int seat,
		  const float *other, float *value)
{
	const struct subgame_walk w = {
		.s = s, .seat = seat, .kind = WALK_PLAY, .table = shares, .ready = true
	};
	walk(&w, at, other, other, value);
}

void
subgame_reply_to(struct subgame *s, const float *shares, int seat, float nudge,
		 float *record)
{
	const struct subgame_walk w = { .s = s,
					.seat = seat,
					.kind = WALK_BEST,
					.table = shares,
					.ready = true,
					.nudge = nudge,
					.record = record };
	float *const work = s->work;
	walk(&w, subgame_root(), s->reach[1 - seat], s->reach[1 - seat],
	     subgame_take(s, 1, s->stride[seat]));
	s->work = work;
}

uint32_t
subgame_card_before(const struct subgame *s, uint32_t at)
{
	while (at != 0 && s->node[s->node[at].up].seat != SEAT_CHANCE)
		at = s->node[at].up;
	return at == 0 ? 0 : s->node[at].up;
}

void
subgame_shares(const struct subgame *s, float *shares)
{
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		if (n->seat < 0)
			continue;
		const struct subgame_node *card = &s->node[subgame_card_before(s, i)];
		const uint32_t boards = n->level > 0 ? s->level_boards[n->level] : 1;
		for (uint32_t b = 0; b < boards; b++) {
			const size_t block =
				n->level > 0 ? card->base + b * card->size : 0;
			mix(s, n, s->sum, block, shares + block + n->table);
		}
	}
}

void
subgame_values(struct subgame *s, struct subgame_at at, int seat, bool best,
	       const float *other, float *value)
{
	const struct subgame_walk w = { .s = s,
					.seat = seat,
					.kind = best ? WALK_BEST : WALK_PLAY,
					.table = s->sum };
	const int64_t visited = s->visited;
	walk(&w, at, other, other, value); /* its own reach is not looked at */
	s->visited = visited;
}

void
subgame_wins(struct subgame *s, struct subgame_at at, int seat, const float *other,
	     float *value)
{
	const struct subgame_walk w = {
		.s = s, .seat = seat, .kind = WALK_WIN, .table = s->sum
	};
	const int64_t visited = s->visited;
	walk(&w, at, other, other, value);
	s->visited = visited;
}

/* Showdowns on all boards below one, for half the pot. */
static void
check_down(struct subgame *s, uint32_t at, int seat, const float *other, float *value)
{
	const struct subgame_board *board = &s->board[at];
	const int stride = s->stride[seat], theirs = s->stride[1 - seat];
	if (s->runs > 0) {
		settle_runs(s, seat, 0.5, other, value);
		return;
	}
	if (board->deals == 0) {
		settle_shown(s, board, seat, 0.5, other, value);
		return;
	}
	float *const work = s->work;
	float *reach = subgame_take(s, 1, theirs), *v = subgame_take(s, 1, stride);
	clear(value, stride);
	for (uint32_t k = 0; k < board->deals; k++) {
		const struct subgame_deal *d = &s->deal[board->deal + k];
		const float part = part_of(s, board, d);
		for (int h = 0; h < theirs; h++)
			reach[h] = other[h] * part;
		block_deal(s, 1 - seat, d, reach);
		check_down(s, d->board, seat, reach, v);
		block_deal(s, seat, d, v);
		add_deal(s, d, seat, v, value);
	}
	s->work = work;
}

void
subgame_equities(struct subgame *s, struct subgame_at at, int seat, const float *other,
		 float *value)
{
	check_down(s, at.board, seat, other, value);
}

double
subgame_mean(const struct subgame *s, int seat, const float *value)
{
	double sum = 0;
	for (int i = 0; i < s->hands[seat]; i++)
		sum += (double)s->reach[seat][i] * (double)value[i];
	return sum / s->pairs;
}

double
subgame_reply(struct subgame *s, int seat)
{
	float *const work = s->work;
	float *value = subgame_take(s, 1, s->stride[seat]);
	subgame_values(s, subgame_root(), seat, true, s->reach[1 - seat], value);
	s->work = work;
	return subgame_mean(s, seat, value);
}

double
subgame_exploitability(struct subgame *s)
{
	return (subgame_reply(s, 0) + subgame_reply(s, 1)) / 2;
}
