/*
 * postpone.c - pimc whose deals become known later: extended PIMC.
 *
 * Source: Arjonilla, Saffidine & Cazenave 2024, "Perfect Information Monte Carlo with Postponing
 * Reasoning". In pimc each deal is known as soon as the move is made. Here the move and the next
 * postpone= choices are made in one game of imperfect information, whose deals are the worlds; only
 * then is each deal searched as if all lay open. A seat chooses alike in all deals that it cannot
 * tell apart (game_infoset()), so a plan that needs knowledge of the deal gains nothing by it.
 * 0 is pimc.
 *
 * The game of the worlds is solved by counterfactual regret minimisation, as a sequence of
 * simultaneous updates with regrets cut at 0 and averages weighted by their iteration (CFR+,
 * Tammelin 2014). With more than two seats that has no guarantee, but regrets go down all the same.
 * A move of the root is worth what the average strategies make of it, so the root tries all of its
 * moves (ROOT_TRIES): else the replies to some would never be learned.
 *
 * Forced moves and chance, of which each world draws its own, count as no choice. A world's tree
 * has room for a part of memory=; where its children do not fit a node is a leaf. Nodes and
 * simulations are shared out evenly among leaves; leaves that get none are evaluated.
 */
#include "ai/common/order.h"
#include "ai/pimc/pimc.h"

#include <stdlib.h>
#include <string.h>

#define FORKS_LEAST    1024
#define FORKS_MOST     ((1 << 24) - 1) /* a reference of look.c has 24 bits for one */
#define FORKS_PART     4	       /* of the memory, for the trees */
#define FORCED_MOST    64	       /* plies of a tree */
#define VISITS	       (1 << 20)       /* of nodes by the solver, about */
#define ITERATIONS_MIN 64
#define ITERATIONS_MAX 1024
#define ROOT_TRIES     0.2f

/* ---- the tree of a world ---- */

/* The moves of a node, as searches choose from them; those of the root are given. */
static int
list_moves(const struct search *s, const struct deal *d, const struct state *st, int seat,
	   bool root, move *m)
{
	const struct pimc *p = s->self;
	const struct game *g = s->game;
	int32_t score[MOVES_MAX];
	if (root) {
		memcpy(m, d->m, (size_t)d->parts * sizeof *m);
		return d->parts;
	}
	const int n = order_choices(g, st, seat, m);
	if (n > p->width)
		order_best(g, st, seat, m, score, n, p->width);
	return n < p->width ? n : p->width;
}

/* A place: what the seat knows, and the moves that it chooses from. */
static uint64_t
place_key(const struct game *g, const struct state *st, int seat, const move *m, int n)
{
	uint64_t key = rng_fork(game_infoset(g, st, seat), (uint64_t)seat);
	for (int i = 0; i < n; i++)
		key = rng_fork(key, m[i]);
	return key;
}

/* Gives a node its children. False: it is a leaf, for want of room or of moves. */
static bool
branch(const struct search *s, const struct deal *d, struct grown *t, int at,
       const struct state *st, int left, struct rng *chance)
{
	const struct game *g = s->game;
	move m[MOVES_MAX];
	const int seat = game_mover(g, st);
	int n = 1;
	if (game_decided(g, st) || seat == SEAT_NONE)
		return false;
	if (seat == SEAT_CHANCE)
		m[0] = g->chance->sample(g, st, chance);
	else
		n = list_moves(s, d, st, seat, at == 0, m);
	if ((n > 1 && left < 0) || t->count + n > t->room)
		return false;
	struct fork *f = &t->node[at];
	f->seat = (int8_t)seat;
	f->children = n;
	f->child = t->count;
	f->set = n > 1 ? 0 : -1;
	f->key = n > 1 ? place_key(g, st, seat, m, n) : 0;
	for (int i = 0; i < n; i++)
		t->node[t->count++] =
			(struct fork){ .m = m[i], .seat = SEAT_NONE, .up = at };
	return true;
}

/* Grows the tree below a node, `left` choices deep besides the one here; negative: none. */
static void
grow(const struct search *s, const struct deal *d, struct grown *t, int at, int ply,
     const struct state *st, int left, struct rng *chance)
{
	if (ply == FORCED_MOST || !branch(s, d, t, at, st, left, chance)) {
		t->node[at].child = t->leaves++;
		return;
	}
	const int first = t->node[at].child, n = t->node[at].children;
	for (int i = 0; i < n; i++) {
		struct state child;
		s->game->rules->play(s->game, st, t->node[at].seat, t->node[first + i].m,
				     &child);
		grow(s, d, t, first + i, ply + 1, &child, left - (n > 1), chance);
	}
}

/* Room for the tree of a world, whose nodes count for its limit. False: the system gives none. */
static bool
open_tree(const struct search *s, const struct deal *d, struct grown *t)
{
	const struct pimc *p = s->self;
	const size_t bytes =
		(size_t)s->live.memory_bytes / FORKS_PART / (size_t)p->worlds_asked;
	const size_t room = bytes / sizeof *t->node;
	t->room = room < FORKS_LEAST  ? FORKS_LEAST
		  : room > FORKS_MOST ? FORKS_MOST
				      : (int)room;
	if (t->node == NULL)
		t->node = malloc((size_t)t->room * sizeof *t->node);
	if (d->limits.nodes > 0 && d->limits.nodes < t->room)
		t->room = (int)d->limits.nodes;
	return t->node != NULL;
}

bool
postpone_grow(const struct search *s, int w, const struct deal *d)
{
	const struct pimc *p = s->self;
	struct grown *t = &p->grown[w];
	struct rng chance;
	if (!open_tree(s, d, t))
		return false;
	rng_seed(&chance, d->seed);
	t->node[0] = (struct fork){ .m = MOVE_NONE, .seat = SEAT_NONE, .up = -1 };
	t->count = 1;
	t->leaves = 0;
	grow(s, d, t, 0, 0, &d->root, p->postpone, &chance);
	return true;
}

void
postpone_close(struct pimc *p)
{
	for (int w = 0; p->grown != NULL && w < p->worlds_asked; w++)
		free(p->grown[w].node);
}

/* ---- its leaves ---- */

/* Searches the leaves of a world that is being run. */
struct leaves {
	const struct search *s;
	struct world *world;
	struct grown *tree;
	const struct deal *deal;
	const struct world_job *of; /* of the world: channel, kit */
	int64_t until_us;
};

/* Leaves that are searched; the others are evaluated. */
static int
leaves_within(const struct grown *t, struct limits *l)
{
	if (l->nodes > 0 && l->nodes < t->count)
		return 0;
	l->nodes -= l->nodes > 0 ? t->count - 1 : 0;
	return pimc_parts(l, t->leaves);
}

struct world_job
postpone_errand(const struct grown *t, const struct deal *d, int leaf)
{
	struct deal rest = *d;
	rest.parts = leaves_within(t, &rest.limits);
	struct world_job e = pimc_errand(&rest, leaf);
	e.root = &d->root;
	return e;
}

static bool
search_leaf(struct leaves *l, struct fork *f, int ply, const struct state *st)
{
	const struct search *s = l->s;
	const struct game *g = s->game;
	const bool over = game_decided(g, st) || game_mover(g, st) < 0;
	struct snapshot below;
	double value[SEATS_MAX];
	snapshot_init(&below, g->seats, s->mover, SEAT_ALL);
	struct limits limits = l->deal->limits;
	const int parts = leaves_within(l->tree, &limits);
	if (!over && f->child < parts) {
		struct world_job e = postpone_errand(l->tree, l->deal, f->child);
		e.root = st;
		e.channel = l->of->channel;
		e.kit = l->of->kit;
		e.us = pimc_share_us(s, l->until_us, parts - f->child);
		if (!pimc_search_part(s, &e, &f->run, &below))
			return false;
	}
	memcpy(value, below.value, sizeof value);
	if (isnan(value[s->mover]))
		pimc_value_of_line(s, st, &below, value);
	for (int i = 0; i < g->seats; i++)
		f->value[i] = (float)value[i];
	if (l->world->result.stop < below.stop)
		l->world->result.stop = below.stop;
	snapshot_add_effort(&l->world->result, &below, ply);
	return true;
}

/* The child that is best for the seat to move; of chance and forced moves the only one. */
static int
best_child(const struct fork *node, const struct fork *f)
{
	int best = f->child;
	for (int i = 1; i < f->children; i++)
		if (node[f->child + i].value[f->seat] > node[best].value[f->seat])
			best = f->child + i;
	return best;
}

/* Searches all leaves below a node, and values it as if every seat saw the deal. */
static bool
search_below(struct leaves *l, int at, int ply, const struct state *st)
{
	struct fork *node = l->tree->node, *f = &node[at];
	if (f->children == 0)
		return search_leaf(l, f, ply, st);
	f->run = (struct part_run){ 0 };
	for (int i = 0; i < f->children; i++) {
		struct state child;
		if (pimc_interrupted(l->s))
			return false;
		l->s->game->rules->play(l->s->game, st, f->seat, node[f->child + i].m,
					&child);
		if (!search_below(l, f->child + i, ply + 1, &child))
			return false;
		f->run.nodes += node[f->child + i].run.nodes;
	}
	memcpy(f->value, node[best_child(node, f)].value, sizeof f->value);
	return true;
}

/* The world's rows, line and value by those of its tree. */
static void
fill_world(const struct search *s, struct world *w, const struct grown *t)
{
	struct snapshot *r = &w->result;
	r->move_count = t->node[0].children;
	for (int i = 0; i < r->move_count; i++) {
		const struct fork *c = &t->node[t->node[0].child + i];
		struct stats_move *row = &r->moves[i];
		stats_move_blank(row, c->m);
		row->depth = (int16_t)r->depth;
		for (int k = 0; k < s->game->seats; k++)
			row->value[k] = (double)c->value[k];
	}
	snapshot_sort(r, false);
	memcpy(r->value, r->moves[0].value, sizeof r->value);
	r->pv[0] = r->moves[0].m;
	r->pv_count = 1;
}

bool
postpone_search(const struct search *s, const struct deal *d, const struct world_job *e,
		struct world *w)
{
	struct pimc *p = s->self;
	const int number = (int)(w - p->world);
	struct leaves l = {
		.s = s,
		.world = w,
		.tree = &p->grown[number],
		.deal = d,
		.of = e,
		.until_us = e->us > 0 ? search_now_us(s) + e->us : 0,
	};
	if (!postpone_grow(s, number, d))
		return false;
	w->result.nodes = l.tree->count - 1;
	if (l.tree->node[0].children == 0 || !search_below(&l, 0, 0, &d->root))
		return false;
	fill_world(s, w, l.tree);
	if (w->result.stop == STOP_RUNNING)
		w->result.stop = STOP_DEPTH;
	return true;
}

/* ---- the game of all worlds ---- */

/* A place: the regrets and mixes of its moves are tables[first..first + moves). */
struct choosing {
	int first, moves;
	int alike; /* nodes */
	int seat;
};

struct solution {
	int seats, places, root;
	int64_t forks;
	struct choosing *place;
	float *regret, *change, *mix, *sum; /* by move of a place */
	float weight;
};

struct keyed {
	uint64_t key;
	struct fork *fork;
};

static int
compare_keys(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	return x->key < y->key ? -1 : x->key > y->key;
}

static bool
takes_part(const struct pimc *p, int w)
{
	return world_done(&p->world[w]) && p->world[w].valid;
}

/* Lists the nodes with a choice, of all worlds, by place. Returns how many. */
static int
list_places(const struct pimc *p, struct keyed *out)
{
	int n = 0;
	for (int w = 0; w < p->worlds; w++) {
		struct grown *t = &p->grown[w];
		for (int i = 0; takes_part(p, w) && i < t->count; i++)
			if (t->node[i].children > 1)
				out[n++] = (struct keyed){ t->node[i].key, &t->node[i] };
	}
	qsort(out, (size_t)n, sizeof *out, compare_keys);
	return n;
}

/* Numbers the places. Returns the moves of all together. */
static int
number_places(struct solution *z, const struct keyed *list, int n)
{
	int moves = 0;
	for (int i = 0; i < n; i++) {
		struct fork *f = list[i].fork;
		if (i == 0 || list[i].key != list[i - 1].key) {
			z->place[z->places++] = (struct choosing){ .first = moves,
								   .moves = f->children,
								   .seat = f->seat };
			moves += f->children;
		}
		f->set = z->places - 1;
		z->place[f->set].alike++;
		if (f->up < 0)
			z->root = f->set;
	}
	return moves;
}

static float
reach_of_others(const struct solution *z, const float *reach, int seat)
{
	float product = 1;
	for (int i = 0; i < z->seats; i++)
		product *= i == seat ? 1 : reach[i];
	return product;
}

/* Values of a node under the current mixes; adds to the regrets and the averages below it. */
static void
update(struct solution *z, const struct fork *node, int at, const float *reach,
       float *value)
{
	const struct fork *f = &node[at];
	if (f->children < 2) {
		if (f->children == 1)
			update(z, node, f->child, reach, value);
		else
			memcpy(value, f->value, sizeof f->value);
		return;
	}
	const struct choosing *p = &z->place[f->set];
	const int seat = p->seat, moves = p->moves;
	float own[STATS_MOVES], below[SEATS_MAX], with[SEATS_MAX];
	memset(value, 0, SEATS_MAX * sizeof *value);
	for (int i = 0; i < moves; i++) {
		const float mix = z->mix[p->first + i];
		memcpy(with, reach, sizeof with);
		with[seat] *= mix;
		update(z, node, f->child + i, with, below);
		own[i] = below[seat];
		for (int k = 0; k < z->seats; k++)
			value[k] += mix * below[k];
	}
	const float others = reach_of_others(z, reach, seat);
	for (int i = 0; i < moves; i++) {
		z->change[p->first + i] += others * (own[i] - value[seat]);
		z->sum[p->first + i] += z->weight * reach[seat] * z->mix[p->first + i];
	}
}

/* A distribution in proportion to weight[n]; even where all are 0. */
static void
share_out(const float *weight, int n, float *out)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += weight[i];
	for (int i = 0; i < n; i++)
		out[i] = sum > 0 ? weight[i] / sum : 1.0f / (float)n;
}

static void
match_regrets(struct solution *z)
{
	for (int k = 0; k < z->places; k++) {
		const struct choosing *p = &z->place[k];
		float *regret = &z->regret[p->first], *mix = &z->mix[p->first];
		for (int i = 0; i < p->moves; i++) {
			regret[i] += z->change[p->first + i];
			regret[i] = regret[i] > 0 ? regret[i] : 0;
			z->change[p->first + i] = 0;
		}
		share_out(regret, p->moves, mix);
		for (int i = 0; k == z->root && i < p->moves; i++)
			mix[i] = (1 - ROOT_TRIES) * mix[i] + ROOT_TRIES / (float)p->moves;
	}
}

static void
iterate(struct solution *z, const struct pimc *p)
{
	const float all[SEATS_MAX] = { 1, 1, 1, 1, 1, 1 };
	const int64_t wanted = VISITS / (z->forks > 0 ? z->forks : 1);
	const int64_t rounds = wanted < ITERATIONS_MIN	 ? ITERATIONS_MIN
			       : wanted > ITERATIONS_MAX ? ITERATIONS_MAX
							 : wanted;
	float value[SEATS_MAX];
	for (int t = 1; t <= rounds; t++) {
		match_regrets(z);
		z->weight = (float)t;
		for (int w = 0; w < p->worlds; w++)
			if (takes_part(p, w))
				update(z, p->grown[w].node, 0, all, value);
	}
}

/* Values of the nodes by the average strategies, and how often each move is played. */
static void
value_nodes(struct solution *z, struct fork *node, int at)
{
	struct fork *f = &node[at];
	float mix[STATS_MOVES] = { 1 };
	if (f->children == 0)
		return;
	if (f->children > 1)
		share_out(&z->sum[z->place[f->set].first], f->children, mix);
	memset(f->value, 0, sizeof f->value);
	for (int i = 0; i < f->children; i++) {
		struct fork *c = &node[f->child + i];
		value_nodes(z, node, f->child + i);
		c->played = mix[i];
		c->alike = f->children > 1 ? z->place[f->set].alike : 0;
		for (int k = 0; k < z->seats; k++)
			f->value[k] += mix[i] * c->value[k];
	}
}

static void
solve(struct search *s, struct solution *z, const struct keyed *list, int n)
{
	struct pimc *p = s->self;
	const size_t moves = (size_t)number_places(z, list, n);
	float *table = calloc(4 * moves + 1, sizeof *table);
	if (table == NULL) {
		search_fail(s, "postpone=: the system does not provide the memory");
		return;
	}
	z->regret = table;
	z->change = table + moves;
	z->mix = table + 2 * moves;
	z->sum = table + 3 * moves;
	iterate(z, p);
	for (int w = 0; w < p->worlds; w++) {
		if (!takes_part(p, w))
			continue;
		value_nodes(z, p->grown[w].node, 0);
		fill_world(s, &p->world[w], &p->grown[w]);
	}
	free(table);
}

void
postpone_settle(struct search *s)
{
	struct pimc *p = s->self;
	struct solution z = { .seats = s->game->seats, .root = -1 };
	for (int w = 0; w < p->worlds; w++)
		z.forks += takes_part(p, w) ? p->grown[w].count : 0;
	struct keyed *list = malloc((size_t)(z.forks + 1) * sizeof *list);
	const int n = list != NULL ? list_places(p, list) : 0;
	z.place = calloc((size_t)n + 1, sizeof *z.place);
	if (list == NULL || z.place == NULL)
		search_fail(s, "postpone=: the system does not provide the memory");
	else if (n > 0)
		solve(s, &z, list, n);
	p->places = z.places;
	free(z.place);
	free(list);
}
