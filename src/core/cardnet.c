/* cardnet.c - see cardnet.h. */
#include "src/core/cardnet.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/pack.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By the facts of a full state. */
static void
cardnet_ask_deal(const struct cardnet *n, const struct game *g, const struct state *s,
		 const uint16_t *fact, int facts, float *share, float *sweep)
{
	struct sparse_sums sums;
	struct sparse_units u;
	const int first = game_mover(g, s);
	sparse_sum(&n->deal, fact, facts, &sums);
	sparse_evaluate(&n->deal, &sums, NULL, 0, &u);
	for (int k = 0; k < g->seats; k++) {
		const int seat = (first + k) % g->seats;
		share[seat] = sparse_output(&n->deal, &u, k);
		sweep[seat] = sparse_output(&n->deal, &u, g->seats + k);
	}
}

bool
cardnet_value(const struct cardnet *n, const struct game *g, const struct state *s,
	      float *share, float *sweep)
{
	uint16_t fact[SPARSE_FACTS];
	const int facts = n->ops->deal(g, s, fact);
	if (facts > 0)
		cardnet_ask_deal(n, g, s, fact, facts, share, sweep);
	return facts > 0;
}

int
cardnet_choices(const struct cardnet *n, const struct game *g, const struct state *s,
		int seat, uint64_t chosen, uint64_t set, struct cardnet_choice *out)
{
	uint16_t fact[SPARSE_FACTS];
	struct sparse_sums sums;
	int count = 0;
	sparse_sum(&n->view, fact, n->ops->view(g, s, seat, chosen, fact), &sums);
	for (; set != 0; set &= set - 1) {
		struct cardnet_choice *c = &out[count++];
		struct sparse_units u;
		c->card = __builtin_ctzll(set);
		const int more = n->ops->choice(g, s, seat, c->card, fact);
		sparse_evaluate(&n->view, &sums, fact, more, &u);
		c->share = sparse_output(&n->view, &u, CARDNET_SHARE);
		c->sweep = sparse_output(&n->view, &u, CARDNET_SWEEP);
		c->worth = n->ops->worth(g, c->share, c->sweep);
	}
	return count;
}

/* What the rules allow from a state on. */
struct cardnet_room {
	float least[SEATS_MAX], most[SEATS_MAX]; /* a seat's share */
	seat_set sweepers;			 /* those who may still have a sweep */
};

static void
cardnet_look_ahead(const struct cardnet *n, const struct game *g, const struct state *s,
		   struct cardnet_room *out)
{
	const float all = n->ops->slope * (float)game_unit(g);
	struct bounds b;
	struct game trying;
	g->knowledge->bounds(g, s, &b);
	out->sweepers = 0;
	for (int i = 0; i < g->seats; i++) {
		const float low = (float)b.low[i] / all, high = (float)b.high[i] / all;
		out->least[i] = fminf(low, high) - n->ops->base / n->ops->slope;
		out->most[i] = fmaxf(low, high) - n->ops->base / n->ops->slope;
		if (g->trick->shoot == NULL || g->trick->shoot(g, s, i, &trying))
			out->sweepers |= (seat_set)1 << i;
	}
}

void
cardnet_cut(const struct cardnet *n, const struct game *g, const struct state *s,
	    float *share, float *sweep)
{
	struct cardnet_room room;
	cardnet_look_ahead(n, g, s, &room);
	for (int i = 0; i < g->seats; i++) {
		share[i] = fminf(fmaxf(share[i], room.least[i]), room.most[i]);
		sweep[i] = (room.sweepers >> i & 1) != 0 ? sweep[i] : 0;
	}
}

/* ---- moves of several cards -------------------------------------------------------------- */

/* The options found so far. */
struct cardnet_walk {
	const struct cardnet *net;
	const struct game *game;
	const struct state *seen;
	int seat, count, max, steps;
	struct cardnet_option *out;
	struct cardnet_room room;
};

/* The best choices first. */
static void
cardnet_sort_choices(struct cardnet_choice *c, int n)
{
	for (int i = 1; i < n; i++) {
		const struct cardnet_choice up = c[i];
		int j = i;
		for (; j > 0 && up.worth > c[j - 1].worth; j--)
			c[j] = c[j - 1];
		c[j] = up;
	}
}

static void
cardnet_add_option(struct cardnet_walk *w, uint64_t chosen,
		   const struct cardnet_choice *c)
{
	const move m = w->net->ops->to_move(w->game, w->seen, chosen);
	for (int i = 0; i < w->count; i++)
		if (w->out[i].m == m)
			return;
	if (w->count == w->max)
		return;
	int at = w->count++;
	for (; at > 0 && c->worth > w->out[at - 1].worth; at--)
		w->out[at] = w->out[at - 1];
	w->out[at] = (struct cardnet_option){ m, c->share, c->sweep, c->worth };
}

static void
cardnet_walk_on(struct cardnet_walk *w, uint64_t chosen)
{
	const struct cardnet_ops *ops = w->net->ops;
	struct cardnet_choice c[CARDNET_CARDS];
	const uint64_t set = ops->next(w->game, w->seen, w->seat, chosen);
	const int n = cardnet_choices(w->net, w->game, w->seen, w->seat, chosen, set, c);
	w->steps++;
	for (int i = 0; i < n; i++) {
		c[i].share = fminf(fmaxf(c[i].share, w->room.least[w->seat]),
				   w->room.most[w->seat]);
		c[i].sweep = w->room.sweepers != 0 ? c[i].sweep : 0;
		c[i].worth = ops->worth(w->game, c[i].share, c[i].sweep);
	}
	cardnet_sort_choices(c, n);
	for (int i = 0; i < n; i++) {
		const uint64_t with = chosen | UINT64_C(1) << c[i].card;
		if (ops->next(w->game, w->seen, w->seat, with) == 0)
			cardnet_add_option(w, with, &c[i]);
		else if (i < CARDNET_BEAM)
			cardnet_walk_on(w, with);
	}
}

int
cardnet_options(const struct cardnet *n, const struct game *g, const struct state *s,
		int seat, struct cardnet_option *out, int max, int *steps)
{
	struct cardnet_walk w = {
		.net = n, .game = g, .seen = s, .seat = seat, .max = max, .out = out
	};
	cardnet_look_ahead(n, g, s, &w.room);
	cardnet_walk_on(&w, 0);
	*steps += w.steps;
	return w.count;
}

/* ---- play -------------------------------------------------------------------------------- */

int
cardnet_play_on(const struct cardnet *n, const struct game *g, struct state *s,
		int tricks, float *share, float *sweep, int *taker)
{
	uint16_t fact[SPARSE_FACTS];
	int plies = 0, leads = -1;
	for (; !g->rules->settled(g, s); plies++) {
		const int seat = game_mover(g, s), facts = n->ops->deal(g, s, fact);
		if (facts > 0 && leads < 0)
			leads = seat;
		if (facts > 0 && --tricks == 0) {
			cardnet_ask_deal(n, g, s, fact, facts, share, sweep);
			break;
		}
		g->rules->play(g, s, seat, cardnet_move(n, g, s, seat, 0, NULL), s);
	}
	if (g->rules->settled(g, s))
		n->ops->outcome(g, s, share, sweep);
	if (taker != NULL)
		*taker = leads;
	return plies;
}

/* Gumbel's noise: the greatest of sums worth + noise is drawn as by exp(worth / size). */
static float
cardnet_noise(float size, struct rng *rng)
{
	if (size <= 0)
		return 0;
	assert(rng != NULL);
	return -size * logf(-logf((float)rng_unit(rng) * 0.999998F + 1e-6F));
}

move
cardnet_move(const struct cardnet *n, const struct game *g, const struct state *s,
	     int seat, float noise, struct rng *rng)
{
	uint64_t chosen = 0, set;
	while ((set = n->ops->next(g, s, seat, chosen)) != 0) {
		struct cardnet_choice c[CARDNET_CARDS];
		float best = -INFINITY;
		int card = __builtin_ctzll(set);
		const bool only = (set & (set - 1)) == 0;
		const int count =
			only ? 0 : cardnet_choices(n, g, s, seat, chosen, set, c);
		for (int i = 0; i < count; i++) {
			const float worth = c[i].worth + cardnet_noise(noise, rng);
			if (worth > best) {
				best = worth;
				card = c[i].card;
			}
		}
		chosen |= UINT64_C(1) << card;
	}
	return n->ops->to_move(g, s, chosen);
}

/* ---- files ------------------------------------------------------------------------------- */

enum { LAYER_BY, LAYER_VIEW, LAYER_DEAL, LAYERS };

static const struct pack_kind cardnet_kind = {
	.magic = "plycards",
	.version = 3,
	.layers_most = LAYERS,
	.called = "a network for cards",
	.done = "trained",
};

static struct sparse_shape
cardnet_view_shape(const struct cardnet_ops *ops)
{
	return (struct sparse_shape){ ops->view_facts, CARDNET_VIEW_OUTPUTS };
}

static struct sparse_shape
cardnet_deal_shape(const struct game *g)
{
	return (struct sparse_shape){ g->trick->cardnet->deal_facts, 2 * g->seats };
}

bool
cardnet_open(struct cardnet *n, const struct game *g, struct arena *arena)
{
	const struct cardnet_ops *ops = g->trick->cardnet;
	const struct sparse_shape view = cardnet_view_shape(ops),
				  deal = cardnet_deal_shape(g);
	void *a = arena_take(arena, sparse_bytes(&view));
	void *b = arena_take(arena, sparse_bytes(&deal));
	if (a == NULL || b == NULL)
		return false;
	n->ops = ops;
	sparse_lay_out(&n->view, &view, a);
	sparse_lay_out(&n->deal, &deal, b);
	return true;
}

/* What has to be the same: the weights' name and the facts they are for. */
static void
cardnet_rules(const struct game *g, char *out, int size)
{
	const struct cardnet_ops *ops = g->trick->cardnet;
	snprintf(out, (size_t)size, "%s view %d deal %d", ops->name(g), ops->view_facts,
		 ops->deal_facts);
}

struct cardnet_source {
	const struct cardnet *net;
	const char *by;
};

static const void *
cardnet_layer(void *self, int layer, uint64_t *slots, size_t *bytes)
{
	const struct cardnet_source *s = self;
	*slots = 1;
	*bytes = layer == LAYER_BY     ? CARDNET_BY
		 : layer == LAYER_VIEW ? sparse_bytes(&s->net->view.shape)
				       : sparse_bytes(&s->net->deal.shape);
	return layer == LAYER_BY     ? (const void *)s->by
	       : layer == LAYER_VIEW ? (const void *)s->net->view.first
				     : (const void *)s->net->deal.first;
}

bool
cardnet_write(const struct cardnet *n, const struct game *g, const char *path,
	      const char *by, struct status *st)
{
	char rules[PACK_RULES], text[CARDNET_BY] = { 0 };
	struct cardnet_source self = { n, text };
	const struct pack_source source = { .rules = rules,
					    .layers = LAYERS,
					    .layer = cardnet_layer,
					    .self = &self,
					    .level = 19 };
	snprintf(text, sizeof text, "%s", by);
	cardnet_rules(g, rules, sizeof rules);
	return pack_write(&cardnet_kind, &source, path, st);
}

bool
cardnet_read(struct cardnet *n, const struct game *g, const char *path,
	     struct arena *arena, char by[CARDNET_BY], struct status *st)
{
	char rules[PACK_RULES];
	struct pack p;
	if (!cardnet_open(n, g, arena))
		return status_fail(st, "%s: no memory for the network", path);
	cardnet_rules(g, rules, sizeof rules);
	if (!pack_map(&p, &cardnet_kind, rules, path, st))
		return false;
	const bool ok = pack_read(&p, path, LAYER_BY, by, CARDNET_BY, st) &&
			pack_read(&p, path, LAYER_VIEW, n->view.first,
				  sparse_bytes(&n->view.shape), st) &&
			pack_read(&p, path, LAYER_DEAL, n->deal.first,
				  sparse_bytes(&n->deal.shape), st);
	pack_unmap(&p);
	by[CARDNET_BY - 1] = '\0';
	if (ok && (!sparse_check(&n->view) || !sparse_check(&n->deal)))
		return status_fail(st, "%s: its weights are too large", path);
	return ok;
}

/* ---- found once -------------------------------------------------------------------------- */

#define CARDNET_KEPT  8
#define CARDNET_BYTES ((size_t)4 << 20)

struct cardnet_kept {
	char name[64];
	struct cardnet net;
	bool known;
	struct status st;
};

static struct cardnet_kept cardnet_shelf[CARDNET_KEPT];
static int cardnet_count;
static pthread_mutex_t cardnet_lock = PTHREAD_MUTEX_INITIALIZER;

static bool
cardnet_file(const char *name, char *path, size_t size)
{
	char file[96];
	snprintf(file, sizeof file, "nets/%s.net", name);
	return (user_find(USER_DATA, file, path, size) && !file_missing(path)) ||
	       asset_find(file, path, size);
}

bool
cardnet_exists(const struct game *g)
{
	char path[512];
	const char *name = g->trick->cardnet != NULL ? g->trick->cardnet->name(g) : NULL;
	return name != NULL && cardnet_file(name, path, sizeof path);
}

static void
cardnet_fetch(struct cardnet_kept *k, const struct game *g)
{
	char path[512], by[CARDNET_BY];
	struct arena arena;
	if (!cardnet_file(k->name, path, sizeof path))
		return;
	if (!arena_open(&arena, CARDNET_BYTES)) {
		status_fail(&k->st, "%s: no memory", path);
		return;
	}
	k->known = cardnet_read(&k->net, g, path, &arena, by, &k->st);
	if (!k->known)
		arena_close(&arena);
}

const struct cardnet *
cardnet_find(const struct game *g, struct status *st)
{
	const char *name = g->trick->cardnet != NULL ? g->trick->cardnet->name(g) : NULL;
	struct cardnet_kept *k = NULL;
	if (name == NULL)
		return NULL;
	pthread_mutex_lock(&cardnet_lock);
	for (int i = 0; i < cardnet_count && k == NULL; i++)
		if (strcmp(cardnet_shelf[i].name, name) == 0)
			k = &cardnet_shelf[i];
	if (k == NULL && cardnet_count < CARDNET_KEPT) {
		k = &cardnet_shelf[cardnet_count++];
		snprintf(k->name, sizeof k->name, "%s", name);
		cardnet_fetch(k, g);
	}
	pthread_mutex_unlock(&cardnet_lock);
	if (k != NULL && k->st.failed && st != NULL)
		*st = k->st;
	return k != NULL && k->known ? &k->net : NULL;
}
