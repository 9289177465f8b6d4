/* leaf.c - the values at leaves, played out, and as a subgame asks for them. See leaf.h. */
#include "ai/poker/modicum/leaf.h"

#include <math.h>
#include <string.h>

#define CARDS SUBGAME_CARDS

/* ---- where the hands of a board get to when they are played out, and what that pays ----
 *
 * Each pair of hands gets to one end. Ends are collected first, then paid for row by row: hands of
 * seat 0 that come to the same ends have the same row of what the hands of seat 1 do against them,
 * and differ only in who wins when they are shown.
 *
 * Memory: some 600 kB, of each thread.
 */

#define ENDS  512
#define PLACE 16384 /* hands of seat 1, over all ends */
#define WORDS ((LEAF_ROW + 63) / 64)

struct board_end {
	float folded, stake;
	int from, to;	      /* hands of seat 1 */
	uint64_t with[WORDS]; /* a bit for each group of seat 0 */
};

struct board_ends {
	const struct leaf_flop *f;
	const struct leaf_hand *hand[2];
	float *gain;
	int count, used;
	struct board_end end[ENDS];
	uint16_t group[PLACE];
	/* Of the groups of seat 0: what tells its ends, 0 none. */
	uint64_t route[LEAF_ROW];
	/* Of those of seat 1, side by side. */
	int32_t card[2][LEAF_ROW], strength[LEAF_ROW];
};

/* Numbers of a row that are worked on at once. */
typedef float lanes __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));
typedef int32_t mask __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));

static inline bool
ends_has(const struct board_end *e, int group)
{
	return (e->with[group / 64] >> group % 64 & 1) != 0;
}

static void
ends_clear(struct board_ends *e)
{
	e->count = e->used = 0;
	memset(e->route, 0, (size_t)e->f->stride * sizeof *e->route);
}

/* The ends of this thread, none yet: hands of seats 0 and 1 by group, and the table [group of seat
 * 0][of seat 1] to which what seat 1 wins is added. */
static struct board_ends *
ends_begin(const struct leaf_flop *f, const struct leaf_hand *const hand[2], float *gain)
{
	static _Thread_local struct board_ends e;
	e.f = f;
	e.hand[0] = hand[0];
	e.hand[1] = hand[1];
	e.gain = gain;
	for (int k = 0; k < f->groups; k++) {
		const struct leaf_hand *h = &hand[1][k];
		const bool there = h->cards != 0;
		e.card[0][k] = there ? __builtin_ctzll(h->cards) : 0;
		e.card[1][k] = there ? 63 - __builtin_clzll(h->cards) : 0;
		e.strength[k] = h->strength;
	}
	ends_clear(&e);
	return &e;
}

/* What the hands of seat 1 do against some of seat 0. */
struct replies {
	float folded[LEAF_ROW], stake[LEAF_ROW];
};

/* Against those that come to the ends that a group comes to. */
static void
find_replies(const struct board_ends *e, int group, struct replies *out)
{
	const size_t row = (size_t)e->f->stride * sizeof(float);
	memset(out->folded, 0, row);
	memset(out->stake, 0, row);
	for (const struct board_end *at = e->end; at < e->end + e->count; at++) {
		if (!ends_has(at, group))
			continue;
		for (int i = at->from; i < at->to; i++) {
			out->folded[e->group[i]] = at->folded;
			out->stake[e->group[i]] = at->stake;
		}
	}
}

/* Adds what a hand of seat 0 loses to each of seat 1, nothing to one that shares a card. */
static void
ends_add_row(const struct board_ends *e, int group, const struct replies *r)
{
	const struct leaf_hand *own = &e->hand[0][group];
	const int one = __builtin_ctzll(own->cards),
		  two = 63 - __builtin_clzll(own->cards), strength = own->strength;
	for (int k = 0; k < e->f->stride; k += SUBGAME_LANES) {
		const mask a = *(const mask *)(e->card[0] + k),
			   b = *(const mask *)(e->card[1] + k),
			   s = *(const mask *)(e->strength + k),
			   apart = (a != one) & (a != two) & (b != one) & (b != two);
		const lanes by = __builtin_convertvector((s < strength) - (s > strength),
							 lanes),
			    won = *(const lanes *)(r->folded + k) +
				  *(const lanes *)(r->stake + k) * by;
		lanes *row = (lanes *)(e->gain + group * e->f->stride + k);
		*row += (lanes)((mask)won & apart);
	}
}

/* Pays for all that were added. */
static void
ends_pay(struct board_ends *e)
{
	struct replies r;
	for (int k = 0; k < e->f->groups; k++) {
		const uint64_t route = e->route[k];
		if (route == 0)
			continue; /* paid, or it comes to no end */
		find_replies(e, k, &r);
		for (int same = k; same < e->f->groups; same++)
			if (e->route[same] == route) {
				ends_add_row(e, same, &r);
				e->route[same] = 0;
			}
	}
	ends_clear(e);
}

/* These groups of either seat get to an end: a fold pays seat 1 `folded`, or hands are shown for a
 * stake. */
static void
ends_add(struct board_ends *e, const uint16_t *const group[2], const int count[2],
	 float folded, float stake)
{
	if (e->count == ENDS || e->used + count[1] > PLACE)
		ends_pay(e);
	struct board_end *now = &e->end[e->count++];
	now->folded = folded;
	now->stake = stake;
	now->from = e->used;
	memcpy(e->group + e->used, group[1], (size_t)count[1] * sizeof *e->group);
	now->to = e->used += count[1];
	memset(now->with, 0, (size_t)(e->f->groups / 64 + 1) * sizeof *now->with);
	for (int i = 0; i < count[0]; i++) {
		const int k = group[0][i];
		now->with[k / 64] |= UINT64_C(1) << k % 64;
		e->route[k] = rng_mix(e->route[k] + (uint64_t)e->count);
	}
}

/* Factors on the moves of the table, by kind: fold, call, raise. The factor 10 is the paper's. */
static const struct continuation {
	const char *name;
	int by[3];
} continuations[LEAF_WAYS] = {
	{ "by the table", { 1, 1, 1 } },
	{ "folding more", { 10, 1, 1 } },
	{ "calling more", { 1, 10, 1 } },
	{ "raising more", { 1, 1, 10 } },
	{ "folding a little more", { 3, 1, 1 } },
	{ "calling a little more", { 1, 3, 1 } },
	{ "raising a little more", { 1, 1, 3 } },
	{ "calling less", { 10, 1, 10 } },
};

/* ---- what a subgame asks for ------------------------------------------------------------- */

/* Values of a seat's hands by a table [group of the other][its group]; of pairs that share a card
 * nothing is counted. */
static void
apply_hands(const struct leaf_values *v, const float *table, int seat, const float *other,
	    float *value)
{
	static _Thread_local float with[CARDS][LEAF_ROW], all[LEAF_ROW];
	const struct subgame *s = v->s;
	const struct leaf_flop *f = v->flop;
	const int stride = f->stride;
	const struct subgame_hand *theirs = s->hand[1 - seat], *own = s->hand[seat];
	for (int c = 0; c < CARDS; c++)
		memset(with[c], 0, (size_t)stride * sizeof(float));
	memset(all, 0, sizeof all);
	for (int i = 0; i < s->hands[1 - seat]; i++) {
		const float *row = table + f->group[theirs[i].hand] * stride,
			    x = other[i];
		float *one = with[theirs[i].card[0]], *two = with[theirs[i].card[1]];
		for (int g = 0; x > 0 && g < stride; g++) {
			one[g] += x * row[g];
			two[g] += x * row[g];
		}
	}
	for (int c = 0; c < CARDS; c++)
		for (int g = 0; g < stride; g++)
			all[g] += with[c][g] / 2;
	memset(value, 0, (size_t)s->stride[seat] * sizeof *value);
	for (int h = 0; h < s->hands[seat]; h++) {
		const int g = f->group[own[h].hand], same = own[h].same;
		value[h] = all[g] - with[own[h].card[0]][g] - with[own[h].card[1]][g] +
			   (same >= 0 ? other[same] * table[g * stride + g] : 0);
	}
}

#define AT_ONCE 4 /* vectors of sums that are kept in registers */

typedef float groups_lanes __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));

/* sum[g] = over o: weight[o] * unblocked[o][g] * table[o][g], for AT_ONCE vectors from `from` on;
 * those behind the stride are of no use, and no memory is read for them. */
static inline void
add_columns(const struct leaf_flop *f, const float *table, const float *weight, int from,
	    int vectors, float *sum)
{
	groups_lanes all[AT_ONCE] = { { 0 } };
	for (int o = 0; o < f->groups; o++) {
		const int at = o * f->stride + from;
		const groups_lanes *row = (const void *)(table + at),
				   *part = (const void *)(f->unblocked + at);
		for (int i = 0; i < vectors; i++)
			all[i] += weight[o] * part[i] * row[i];
	}
	for (int i = 0; i < vectors; i++)
		*(groups_lanes *)(void *)(sum + from + i * SUBGAME_LANES) = all[i];
}

/* The same where all hands of a group weigh alike. */
static void
apply_groups(const struct leaf_values *v, const float *table, int seat,
	     const float *other, float *value)
{
	const struct subgame *s = v->s;
	const struct leaf_flop *f = v->flop;
	const uint16_t *group = v->group[seat], *one = v->one[1 - seat];
	float weight[LEAF_ROW], sum[LEAF_ROW];
	int from = 0;
	for (int o = 0; o < f->groups; o++)
		weight[o] = other[one[o]] * (float)(f->begins[o + 1] - f->begins[o]);
	for (; from + AT_ONCE * SUBGAME_LANES <= f->stride;
	     from += AT_ONCE * SUBGAME_LANES)
		add_columns(f, table, weight, from, AT_ONCE, sum);
	for (; from < f->stride; from += SUBGAME_LANES)
		add_columns(f, table, weight, from, 1, sum);
	memset(value, 0, (size_t)s->stride[seat] * sizeof *value);
	for (int h = 0; h < s->hands[seat]; h++)
		value[h] = sum[group[h]];
}

static void
leaf_apply(const struct leaf_values *v, const float *table, int seat, const float *other,
	   float *value)
{
	(v->flop->unblocked != NULL ? apply_groups : apply_hands)(v, table, seat, other,
								  value);
}

static void
leaf_shown(const void *self, int seat, const float *other, float *value)
{
	const struct leaf_values *v = self;
	leaf_apply(v, v->flop->equity, seat, other, value);
}

static void
leaf_value_at(const void *self, int leaf, int continuation, int seat, const float *other,
	      float *value)
{
	const struct leaf_values *v = self;
	if (!v->all_in[leaf]) {
		float *tables = seat == 0 ? v->loss : v->gain;
		leaf_apply(v, leaf_table(v, tables, v->table[leaf], continuation), seat,
			   other, value);
		return;
	}
	leaf_apply(v, v->flop->equity, seat, other, value);
	for (int h = 0; h < v->s->hands[seat]; h++)
		value[h] *= v->stake[leaf];
}

static const char *
leaf_name_of(const void *self, int leaf, int continuation)
{
	const struct leaf_values *v = self;
	return v->all_in[leaf] ? NULL : continuations[continuation].name;
}

void
leaf_values_begin(struct leaf_values *v, const struct leaf_flop *flop,
		  const struct subgame *s, int count, int chooser)
{
	*v = (struct leaf_values){ .flop = flop, .s = s };
	v->hook = (struct subgame_leaves){ count,	  chooser,    v,
					   leaf_value_at, leaf_shown, leaf_name_of };
}

/* ---- places in the table ----------------------------------------------------------------- */

int32_t
leaf_stake(const struct betting *b, uint32_t at)
{
	while (betting_decides(&b->node[at])) {
		const struct betting_node *n = &b->node[at];
		uint32_t call = n->child;
		while (b->node[call].kind != BETTING_CALL)
			call++;
		at = call;
	}
	return b->node[at].stake;
}

/* Where the betting of a round begins with the nearest pot. */
static uint32_t
nearest_place(const struct betting *b, int round, double stake)
{
	uint32_t best = 0;
	double least = HUGE_VAL;
	for (uint32_t i = 1; i < b->nodes; i++) {
		const struct betting_node *n = &b->node[i];
		if (!betting_decides(n) || n->round != round ||
		    b->node[n->up].round == round)
			continue;
		const double far = fabs(log(stake / leaf_stake(b, i)));
		best = far < least ? i : best;
		least = far < least ? far : least;
	}
	return best;
}

/* The public state of a node. */
static void
leaf_state_of(const struct subgame *s, uint32_t at, struct state *out)
{
	if (at == 0) {
		game_copy(s->g, s->root, out);
		return;
	}
	const uint32_t up = s->node[at].up;
	leaf_state_of(s, up, out);
	s->g->rules->play(s->g, out, s->node[up].seat, s->node[at].m, out);
}

/* The state behind a leaf once any cards are dealt. */
static void
leaf_deal_any(const struct game *g, struct state *s)
{
	struct rng r;
	rng_seed(&r, 1);
	g->rules->play(g, s, SEAT_CHANCE, g->chance->sample(g, s, &r), s);
}

static void
leaf_find_place(struct leaf_values *v, struct abstract_play *play, int leaf,
		const struct state *at)
{
	const struct game *g = v->s->g;
	const struct betting *b = &v->flop->table->betting;
	struct state s = *at;
	const double stake = g->ops->public->stake(g, at);
	v->stake[leaf] = (float)stake;
	v->place[leaf] = 0;
	v->scale[leaf] = 0;
	v->all_in[leaf] = g->ops->public->deck->all_in(g, at);
	if (v->all_in[leaf])
		return;
	leaf_deal_any(g, &s);
	if (!abstract_play_find(play, g, &s, &v->place[leaf], &v->first))
		v->place[leaf] = nearest_place(b, v->flop->round + 1, stake);
	v->scale[leaf] = (float)(stake / leaf_stake(b, v->place[leaf]));
}

/* Leaves with the same place and stake share tables; where all are in there is none. */
static void
share_tables(struct leaf_values *v)
{
	for (int leaf = 0; leaf < v->leaves; leaf++) {
		int k = 0;
		while (k < v->tables && (v->place[v->of[k]] != v->place[leaf] ||
					 v->stake[v->of[k]] < v->stake[leaf] ||
					 v->stake[v->of[k]] > v->stake[leaf]))
			k++;
		v->table[leaf] = k;
		if (k == v->tables && !v->all_in[leaf])
			v->of[v->tables++] = leaf;
	}
}

static void
find_places(struct leaf_values *v, struct abstract_play *play)
{
	const struct subgame *s = v->s;
	for (uint32_t i = 0; i < s->nodes; i++) {
		struct state at;
		if (s->node[i].leaf == 0 || (i > 0 && s->node[s->node[i].up].leaf != 0))
			continue;
		memset(&at, 0, sizeof at);
		leaf_state_of(s, i, &at);
		leaf_find_place(v, play, s->node[i].leaf - 1, &at);
	}
}

/* Groups by the lists of the subgame. */
static void
list_of_groups(struct leaf_values *v)
{
	const struct subgame *s = v->s;
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < s->hands[seat]; h++) {
			const int group = v->flop->group[s->hand[seat][h].hand];
			v->group[seat][h] = (uint16_t)group;
			v->one[seat][group] = (uint16_t)h;
		}
}

bool
leaf_values_open(struct leaf_values *v, struct abstract_play *play, struct arena *arena)
{
	const size_t leaves = (size_t)v->s->leaves,
		     square = (size_t)v->flop->stride * (size_t)v->flop->stride;
	v->leaves = v->s->leaves;
	v->stake = arena_take(arena, (leaves + 1) * sizeof *v->stake);
	v->all_in = arena_take(arena, (leaves + 1) * sizeof *v->all_in);
	v->place = arena_take(arena, (leaves + 1) * sizeof *v->place);
	v->scale = arena_take(arena, (leaves + 1) * sizeof *v->scale);
	v->table = arena_take(arena, (leaves + 1) * sizeof *v->table);
	v->of = arena_take(arena, (leaves + 1) * sizeof *v->of);
	if (v->stake == NULL || v->all_in == NULL || v->place == NULL ||
	    v->scale == NULL || v->table == NULL || v->of == NULL)
		return false;
	v->most = (float)betting_largest_stake(&v->flop->table->betting);
	list_of_groups(v);
	find_places(v, play);
	share_tables(v);
	const size_t numbers = (size_t)(v->tables * v->hook.continuations) * square + 1;
	v->gain = arena_take(arena, numbers * sizeof *v->gain);
	v->loss = arena_take(arena, numbers * sizeof *v->loss);
	return v->gain != NULL && v->loss != NULL;
}

/* ---- playing out ------------------------------------------------------------------------- */

/* All hands of a board at once, from a place of the tree on. */
struct play_out {
	const struct leaf_values *v;
	const struct abstract_table *table;
	const struct leaf_hand *hand[2]; /* of each seat, by group */
	const int *by[2];		 /* their factors */
	float scale, most; /* chips a chip there, and all that can be lost */
	uint64_t seed;	   /* of the board */
	struct board_ends *ends;
};

/* A decision for all hands of a seat: the same number, 0 to 1, draws for all. */
struct table_choice {
	const struct betting_node *n;
	int by[BETTING_MOVES]; /* factors on the moves of the table */
	int call;	       /* where training never came */
	float draw;
};

static struct table_choice
leaf_choice_at(const struct play_out *p, uint32_t at, int seat)
{
	const struct betting_node *n = &p->table->betting.node[at];
	const struct betting_node *child = &p->table->betting.node[n->child];
	struct table_choice c = {
		.n = n, .draw = (float)(rng_fork(p->seed, at) >> 40) * 0x1p-24F
	};
	for (int a = 0; a < n->moves; a++) {
		const int kind =
			child[a].kind < BETTING_RAISE ? child[a].kind : BETTING_RAISE;
		c.by[a] = p->by[seat][kind];
		c.call = kind == BETTING_CALL ? a : c.call;
	}
	return c;
}

/* The move of a hand: the first at which the sum of the weights passes the number drawn. */
static int
pick(const struct abstract_table *t, const struct table_choice *c,
     const struct leaf_hand *h)
{
	const int moves = c->n->moves;
	const uint8_t *byte = abstract_table_bytes(t, c->n, h->bucket[c->n->round - 1]);
	int weight[BETTING_MOVES], all = 0, sum = 0, k = 0;
	for (int a = 0; a < moves; a++)
		all += weight[a] = byte[a] * c->by[a];
	const float drawn = c->draw * (float)all;
	for (int a = 0; a < moves; a++) {
		sum += weight[a];
		k += drawn >= (float)sum;
	}
	if (k < moves)
		return k;
	while (k > 0 && all > 0 && weight[--k] == 0) /* by rounding */
		continue;
	return all > 0 ? k : c->call;
}

/* Groups whose hands go on with the same move stand together. */
struct players {
	uint16_t group[LEAF_ROW];
	int begins[BETTING_MOVES + 1];
};

static void
leaf_part(const struct play_out *p, uint32_t at, int seat, const uint16_t *group,
	  int count, struct players *out)
{
	const struct table_choice c = leaf_choice_at(p, at, seat);
	uint8_t move_of[LEAF_ROW];
	int next[BETTING_MOVES + 1] = { 0 };
	for (int i = 0; i < count; i++) {
		const int a = pick(p->table, &c, &p->hand[seat][group[i]]);
		move_of[i] = (uint8_t)a;
		next[a + 1]++;
	}
	for (int a = 0; a < c.n->moves; a++)
		next[a + 1] += next[a];
	memcpy(out->begins, next, sizeof next);
	for (int i = 0; i < count; i++)
		out->group[next[move_of[i]]++] = group[i];
}

static void
leaf_pay(const struct play_out *p, const struct betting_node *n,
	 const uint16_t *const group[2], const int count[2])
{
	const float stake = fminf(fabsf((float)n->stake) * p->scale, p->most);
	const bool folds = n->end == BETTING_FOLDED;
	/* of a fold the stake is what seat 0 of the tree wins */
	const bool ours = (n->stake > 0) == (p->v->first == 1);
	ends_add(p->ends, group, count,
		 !folds ? 0
		 : ours ? stake
			: -stake,
		 folds ? 0 : stake);
}

static void
leaf_play_on(const struct play_out *p, uint32_t at, const uint16_t *const group[2],
	     const int count[2])
{
	const struct betting_node *n = &p->table->betting.node[at];
	struct players now;
	if (count[0] == 0 || count[1] == 0)
		return;
	if (!betting_decides(n)) {
		leaf_pay(p, n, group, count);
		return;
	}
	const int seat = n->seat ^ p->v->first;
	leaf_part(p, at, seat, group[seat], count[seat], &now);
	for (int a = 0; a < n->moves; a++) {
		const uint16_t *next[2] = { group[0], group[1] };
		int left[2] = { count[0], count[1] };
		next[seat] = now.group + now.begins[a];
		left[seat] = now.begins[a + 1] - now.begins[a];
		leaf_play_on(p, n->child + (uint32_t)a, next, left);
	}
}

/* The groups that a board has a hand of. */
static int
list_groups(const struct leaf_flop *f, const struct leaf_hand *hand, uint16_t *out)
{
	int n = 0;
	for (int g = 0; g < f->groups; g++)
		if (hand[g].cards != 0)
			out[n++] = (uint16_t)g;
	return n;
}

/* From sums over the boards to values, for either seat. */
static void
leaf_finish(const struct leaf_values *v, int leaf, float *gain, float *loss)
{
	const struct leaf_flop *f = v->flop;
	const float stake = v->stake[leaf];
	for (int a = 0; a < f->groups; a++)
		for (int b = 0; b < f->groups; b++) {
			const int at = a * f->stride + b;
			const float n = f->count[at];
			if (n > 0)
				gain[at] = (gain[at] - stake * f->shown[at]) / n;
			gain[at] += stake * f->equity[at];
			loss[b * f->stride + a] = -gain[at];
		}
}

int
leaf_pieces(const struct leaf_values *v)
{
	return v->tables * v->hook.continuations;
}

void
leaf_play_out(const struct leaf_values *v, int piece, uint64_t seed)
{
	const struct leaf_flop *f = v->flop;
	const int number = piece / v->hook.continuations,
		  continuation = piece % v->hook.continuations, leaf = v->of[number];
	const size_t square = (size_t)f->stride * (size_t)f->stride;
	float *gain = leaf_table(v, v->gain, number, continuation),
	      *loss = leaf_table(v, v->loss, number, continuation);
	uint16_t group[2][LEAF_ROW];
	memset(gain, 0, square * sizeof *gain);
	memset(loss, 0, square * sizeof *loss);
	struct play_out p = {
		.v = v,
		.table = f->table,
		.scale = v->scale[leaf],
		.most = v->most,
	};
	p.by[v->hook.chooser] = continuations[continuation].by;
	p.by[1 - v->hook.chooser] = continuations[0].by; /* the table */
	for (int i = 0; i < f->boards; i++) {
		const uint16_t *const list[2] = { group[0], group[1] };
		p.hand[0] = f->hand + (size_t)i * 2 * (size_t)f->stride;
		p.hand[1] = p.hand[0] + f->stride;
		p.seed = rng_fork(seed, (uint64_t)i);
		const int count[2] = { list_groups(f, p.hand[0], group[0]),
				       list_groups(f, p.hand[1], group[1]) };
		p.ends = ends_begin(f, p.hand, gain);
		leaf_play_on(&p, v->place[leaf], list, count);
		ends_pay(p.ends);
	}
	leaf_finish(v, leaf, gain, loss);
}
