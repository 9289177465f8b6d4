/*
 * learn.c - statistics of moves from all simulations, wherever they are made. See uct.c.
 *
 * Sources: Gelly & Silver 2011 (RAVE); Finnsson & Bjornsson 2008 (MAST).
 * RAVE: beside its own mean a child has that of all simulations from its parent on in which its
 * move was made later by the same seat; their weight falls as beta = sqrt(k / (3 n + k)).
 * MAST: a table of moves for each seat with the mean reward of all simulations they were made in;
 * playouts take the best of it in a given share of their moves.
 * Differs: moves are looked up in tables of fixed size: one that finds its places taken is
 * forgotten (RAVE: counts as not made). Rewards, not values: 0 to 1.
 * Memory: two tables of SLOTS entries and the moves of one simulation, taken from the arena.
 */
#include "ai/uct/uct.h"

#include <string.h>

#define SLOTS	   8192 /* a power of two */
#define PROBES	   4
#define PLIES_MAX  4096 /* later moves of a simulation are not learned from */
#define MAST_OVER  1024 /* visits at which a mean starts to forget */
#define MAST_YOUNG 32	/* their weight in the next position */

struct mast_place {
	move m;
	uint32_t seat; /* and one more; 0: free */
	uint32_t visits;
	float mean;
};

struct seen {
	move m;
	uint32_t seat, when;
};

struct learned {
	float share;
	uint32_t now; /* the simulation, for `when` */
	int count;
	struct made played[PLIES_MAX];
	struct mast_place mast[SLOTS];
	struct seen seen[SLOTS];
};

bool
uct_learn_open(struct search *s, struct uct *u, float share)
{
	struct learned *l = arena_take(&s->arena, sizeof *l);
	if (l == NULL)
		return false;
	memset(l, 0, sizeof *l);
	l->share = share;
	u->learned = l;
	return true;
}

void
uct_learn_age(struct uct *u)
{
	struct learned *l = u->learned;
	for (int i = 0; l != NULL && i < SLOTS; i++)
		if (l->mast[i].visits > MAST_YOUNG)
			l->mast[i].visits = MAST_YOUNG;
}

static uint32_t
slot_of(int seat, move m)
{
	const uint32_t x = (m + (uint32_t)seat * 0x9e3779b9u) * 0x85ebca6bu;
	return (x ^ x >> 15) % SLOTS;
}

/* ---- MAST ---- */

/* The place of a move; with `make` a free one if it has none. NULL: there is none. */
static struct mast_place *
place_of(struct learned *l, int seat, move m, bool make)
{
	const uint32_t at = slot_of(seat, m), owner = (uint32_t)seat + 1;
	for (uint32_t i = 0; i < PROBES; i++) {
		struct mast_place *p = &l->mast[(at + i) % SLOTS];
		if (p->seat == owner && p->m == m)
			return p;
		if (p->seat == 0 && !make)
			return NULL;
		if (p->seat == 0) {
			*p = (struct mast_place){ .m = m, .seat = owner };
			return p;
		}
	}
	return NULL;
}

static void
mast_note(struct learned *l, int seat, move m, float reward)
{
	struct mast_place *p = place_of(l, seat, m, true);
	if (p == NULL)
		return;
	p->visits += p->visits < MAST_OVER;
	p->mean += (reward - p->mean) / (float)p->visits;
}

/* The move with the best mean, one never made before all others; ties by lot. */
static move
mast_choose(struct search *s, struct learned *l, const struct state *st, int seat)
{
	move m[MOVES_MAX];
	const uint32_t n = (uint32_t)s->game->rules->moves(s->game, st, seat, m);
	const uint32_t from = rng_below(&s->rng, n);
	float best = -1.0f;
	uint32_t pick = from;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t k = from + i < n ? from + i : from + i - n;
		const struct mast_place *p = place_of(l, seat, m[k], false);
		const float mean = p == NULL ? 1.0f : p->mean;
		if (mean > best) {
			best = mean;
			pick = k;
		}
	}
	return m[pick];
}

static move
choose(struct search *s, struct uct *u, const struct state *st, int seat)
{
	struct learned *l = u->learned;
	if (l->share > 0 && (float)rng_unit(&s->rng) < l->share)
		return mast_choose(s, l, st, seat);
	return game_rollout_move(s->game, st, seat, &s->rng, u->playout);
}

int
uct_learn_playout(struct search *s, struct uct *u, int max)
{
	const struct game *g = s->game;
	struct learned *l = u->learned;
	struct state *st = &u->scratch;
	int n = 0;
	l->count = 0;
	for (; n < max && !game_decided(g, st); n++) {
		const int seat = game_mover(g, st);
		if (seat < 0)
			break;
		const move m = choose(s, u, st, seat);
		if (l->count < PLIES_MAX)
			l->played[l->count++] = (struct made){ seat, m };
		g->rules->play(g, st, seat, m, st);
	}
	return n;
}

/* ---- RAVE ---- */

static void
mark(struct learned *l, int seat, move m)
{
	const uint32_t at = slot_of(seat, m);
	for (uint32_t i = 0; i < PROBES; i++) {
		struct seen *p = &l->seen[(at + i) % SLOTS];
		if (p->when != l->now || (p->m == m && p->seat == (uint32_t)seat)) {
			*p = (struct seen){ m, (uint32_t)seat, l->now };
			return;
		}
	}
}

static bool
is_marked(const struct learned *l, uint32_t seat, move m)
{
	const uint32_t at = slot_of((int)seat, m);
	for (uint32_t i = 0; i < PROBES; i++) {
		const struct seen *p = &l->seen[(at + i) % SLOTS];
		if (p->when != l->now)
			return false;
		if (p->m == m && p->seat == seat)
			return true;
	}
	return false;
}

/* The children of a node whose move was made from here on. */
static void
rave_note(struct uct *u, const struct tree_node *node)
{
	const uint32_t seat = node->seat;
	for (uint32_t i = 0; i < node->tried; i++) {
		const struct tree_node *c = tree_at(&u->tree, node->child + i);
		float *rave = uct_extra(u, c) + u->at_rave;
		if (!is_marked(u->learned, seat, c->m))
			continue;
		rave[1] += rave[1] < (float)TREE_MEAN_OVER;
		rave[0] += (u->value[seat] - rave[0]) / rave[1];
	}
}

void
uct_learn(const struct search *s, struct uct *u, int depth)
{
	struct learned *l = u->learned;
	float reward[SEATS_MAX];
	l->now++;
	for (int i = 0; i < s->game->seats; i++)
		reward[i] = u->value[i] * u->scale[i] + u->offset[i];
	for (int i = 0; i < l->count; i++) {
		const struct made *p = &l->played[i];
		mark(l, p->seat, p->m);
		mast_note(l, p->seat, p->m, reward[p->seat]);
	}
	for (int d = depth - 1; d >= 0; d--) {
		const struct tree_node *node = tree_at(&u->tree, u->path[d]);
		const move m = tree_at(&u->tree, u->path[d + 1])->m;
		mark(l, (int)node->seat, m);
		mast_note(l, (int)node->seat, m, reward[node->seat]);
		if (u->at_rave >= 0)
			rave_note(u, node);
	}
	l->count = 0;
}
