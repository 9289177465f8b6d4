/* estimate.c - see estimate.h. */
#include "ai/poker/modicum/estimate.h"

#include "src/base/asset.h"
#include "src/base/pack.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const struct net_shape estimate_shape = { 4, { INPUTS, 128, 64, 64, ESTIMATE_WAYS } };

/* ---- files ------------------------------------------------------------------------------- */

enum {
	LAYER_BY,
	LAYER_TABLE,
	LAYER_HEAD,
	LAYER_WEIGHTS,
	LAYER_MEAN,
	LAYER_SQUARE,
	LAYERS
};

static const struct pack_kind kind = {
	.magic = "plyleaf1",
	.version = 1,
	.layers_most = LAYERS,
	.called = "a network for values at leaves",
	.done = "trained",
};

struct head {
	int64_t steps;
	double rest[2];
	struct net_shape shape;
	int32_t zero[2]; /* no byte is left undefined */
};

void
estimate_table(const struct abstract_table *t, char out[ESTIMATE_BY])
{
	memset(out, 0, ESTIMATE_BY);
	snprintf(out, ESTIMATE_BY, "%.*s, %lld iterations", ESTIMATE_BY - 40, t->by,
		 (long long)t->steps);
}

struct estimate_writing {
	const struct estimate_file *f;
	struct head head;
};

static const void *
estimate_layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct estimate_writing *w = self;
	const struct estimate_file *f = w->f;
	const void *const from[LAYERS] = { f->by,	  f->table,	&w->head,
					   f->net.weight, f->adam.mean, f->adam.square };
	const size_t small[LAYER_WEIGHTS] = { sizeof f->by, sizeof f->table,
					      sizeof w->head };
	*slots = k < LAYER_WEIGHTS ? 1 : net_weights(&f->net.shape);
	*bytes = k < LAYER_WEIGHTS ? small[k] : *slots * sizeof(float);
	return from[k];
}

bool
estimate_write(struct estimate_file *f, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	struct estimate_writing w = { .f = f };
	w.head = (struct head){ .steps = f->steps,
				.rest = { f->adam.rest[0], f->adam.rest[1] },
				.shape = f->net.shape };
	f->g->ops->public->buckets->rules(f->g, rules, PACK_RULES);
	const struct pack_source source = {
		.rules = rules, .layers = LAYERS, .layer = estimate_layer, .self = &w
	};
	return pack_write(&kind, &source, path, st);
}

static bool
fits_file(const struct estimate_file *f, const struct pack *p, const char *path,
	  struct head *head, struct status *st)
{
	char by[ESTIMATE_BY], table[ESTIMATE_BY];
	if (!pack_read(p, path, LAYER_BY, by, sizeof by, st) ||
	    !pack_read(p, path, LAYER_TABLE, table, sizeof table, st) ||
	    !pack_read(p, path, LAYER_HEAD, head, sizeof *head, st))
		return false;
	if (strncmp(table, f->table, sizeof table) != 0)
		return status_fail(st,
				   "%s: learned of the table '%.100s', expected '%.100s'",
				   path, table, f->table);
	if (f->by[0] != '\0' && strncmp(by, f->by, sizeof by) != 0)
		return status_fail(st, "%s: trained by '%.100s', expected '%.100s'", path,
				   by, f->by);
	return memcmp(&head->shape, &f->net.shape, sizeof head->shape) == 0 ||
	       status_fail(st, "%s: a network of other layers", path);
}

static bool
are_numbers(const float *x, size_t n, float least)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]) || x[i] < least)
			return false;
	return true;
}

/* What the program itself could have written. */
static bool
file_holds(const struct estimate_file *f, const struct head *head)
{
	const size_t all = net_weights(&f->net.shape);
	for (int i = 0; i < 2; i++)
		if (!(head->rest[i] >= 0 && head->rest[i] <= 1))
			return false;
	return head->steps >= 0 && are_numbers(f->net.weight, all, -FLT_MAX) &&
	       (f->adam.mean == NULL || (are_numbers(f->adam.mean, all, -FLT_MAX) &&
					 are_numbers(f->adam.square, all, 0)));
}

bool
estimate_read(struct estimate_file *f, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	struct pack p;
	struct head head;
	const size_t bytes = net_weights(&f->net.shape) * sizeof(float);
	f->g->ops->public->buckets->rules(f->g, rules, PACK_RULES);
	if (!pack_map(&p, &kind, rules, path, st))
		return false;
	bool ok = fits_file(f, &p, path, &head, st) &&
		  pack_read(&p, path, LAYER_WEIGHTS, f->net.weight, bytes, st);
	if (ok && f->adam.mean != NULL)
		ok = pack_read(&p, path, LAYER_MEAN, f->adam.mean, bytes, st) &&
		     pack_read(&p, path, LAYER_SQUARE, f->adam.square, bytes, st);
	pack_unmap(&p);
	if (!ok)
		return false;
	f->steps = head.steps;
	memcpy(f->adam.rest, head.rest, sizeof head.rest);
	return file_holds(f, &head) ||
	       status_fail(st, "%s: its numbers are damaged", path);
}

/* ---- in play ----------------------------------------------------------------------------- */

/* The file that was given, or the one that ships for the game. */
static bool
estimate_find_file(const struct game *g, const char *file, char *path, size_t size,
		   struct status *st)
{
	char name[64];
	if (file != NULL) {
		snprintf(path, size, "%s", file);
		return true;
	}
	snprintf(name, sizeof name, "strategies/%s.leaves", g->ops->key);
	return asset_find(name, path, size) ||
	       status_fail(st, "modicum: net= has to be given: no %s is among the assets",
			   name);
}

bool
estimate_open(struct estimate *e, const struct leaf_flop *flop, const char *file,
	      int threads, struct arena *arena, struct status *st)
{
	char path[4096];
	struct estimate_file f = { .g = flop->g };
	*e = (struct estimate){ 0 };
	if (!estimate_find_file(f.g, file, path, sizeof path, st))
		return false;
	e->pass = arena_take(arena, (size_t)threads * sizeof *e->pass);
	e->hands = arena_take(arena, (size_t)threads * sizeof *e->hands);
	bool fits = e->pass != NULL && e->hands != NULL &&
		    input_flop_open(&e->told, flop, arena) &&
		    net_open(&e->net, &estimate_shape, arena);
	for (int i = 0; fits && i < threads; i++)
		fits = net_pass_open(&e->pass[i], &estimate_shape, false, arena);
	if (!fits)
		return status_fail(st, "modicum: memory= is too small for the network");
	f.net = e->net;
	estimate_table(flop->table, f.table);
	return estimate_read(&f, path, st);
}

void
estimate_flop(struct estimate *e, const struct state *at)
{
	input_flop_find(&e->told, at);
}

bool
estimate_knows(const struct leaf_values *v)
{
	return v->hook.continuations <= ESTIMATE_WAYS;
}

static void
estimate_fill_row(float *row, float x)
{
	for (int i = 0; i < NET_ROW; i++)
		row[i] = x;
}

/* What is the same for all pairs of a leaf. */
static void
put_place(const struct leaf_values *v, int leaf, float *inputs)
{
	float place[INPUTS - INPUT_PLACE];
	inputs_place(&v->flop->table->betting, v->place[leaf], v->hook.chooser ^ v->first,
		     v->flop->board, place);
	for (int i = INPUT_PLACE; i < INPUTS; i++)
		estimate_fill_row(inputs + i * NET_ROW, place[i - INPUT_PLACE]);
}

/* The other's groups from one on, as many as a row has room for; returns how many, and those behind
 * them are blank. */
static int
put_others(const struct leaf_flop *f, float (*told)[INPUT_HAND], int from, float *inputs)
{
	const int left = f->groups - from, n = left < NET_ROW ? left : NET_ROW;
	for (int k = 0; k < INPUT_HAND; k++) {
		float *row = inputs + (INPUT_OTHER + k) * NET_ROW;
		estimate_fill_row(row, 0);
		for (int i = 0; i < n; i++)
			row[i] = told[from + i][k];
	}
	return n;
}

static void
put_chooser(const struct leaf_flop *f, const float *told, int group, int from, int count,
	    float *inputs)
{
	const float *equity = f->equity + group * f->stride + from;
	float *row = inputs + INPUT_EQUITY * NET_ROW;
	for (int k = 0; k < INPUT_HAND; k++)
		estimate_fill_row(inputs + (INPUT_CHOOSER + k) * NET_ROW, told[k]);
	estimate_fill_row(row, 0);
	for (int i = 0; i < count; i++)
		row[i] = -equity[i];
}

/* What one group of the chooser gets from others, by what the network says in pots. */
static void
estimate_put_values(const struct leaf_values *v, int number, int continuation, int group,
		    int from, int count, const float *said)
{
	const struct leaf_flop *f = v->flop;
	const float stake = v->stake[v->of[number]];
	float *gain = leaf_table(v, v->gain, number, continuation),
	      *loss = leaf_table(v, v->loss, number, continuation);
	float *own = v->hook.chooser == 0 ? gain : loss,
	      *theirs = v->hook.chooser == 0 ? loss : gain;
	for (int i = 0; i < count; i++) {
		const int at = group * f->stride + from + i;
		const float won = stake * (2 * said[i] - f->equity[at]),
			    capped = fminf(fmaxf(won, -v->most), v->most);
		own[at] = -capped;
		theirs[(from + i) * f->stride + group] = capped;
	}
}

void
estimate_leaf(const struct estimate *e, const struct leaf_values *v, int number,
	      int thread)
{
	const struct leaf_flop *f = v->flop;
	const struct net_pass *p = &e->pass[thread];
	const size_t bytes = (size_t)f->stride * (size_t)f->stride * sizeof(float);
	for (int k = 0; k < v->hook.continuations; k++) {
		memset(leaf_table(v, v->gain, number, k), 0, bytes);
		memset(leaf_table(v, v->loss, number, k), 0, bytes);
	}
	struct input_hands *hands = &e->hands[thread];
	const int chooser = v->hook.chooser ^ v->first;
	inputs_hands(&e->told, v->place[v->of[number]], hands);
	put_place(v, v->of[number], p->value[0]);
	for (int from = 0; from < f->groups; from += NET_ROW) {
		const int n = put_others(f, hands->of[1 - chooser], from, p->value[0]),
			  blocks = (n + NET_BLOCK - 1) / NET_BLOCK;
		for (int group = 0; group < f->groups; group++) {
			put_chooser(f, hands->of[chooser][group], group, from, n,
				    p->value[0]);
			net_forward(&e->net, p, 0, blocks * NET_BLOCK);
			for (int k = 0; k < v->hook.continuations; k++)
				estimate_put_values(v, number, k, group, from, n,
						    p->value[estimate_shape.layers] +
							    k * NET_ROW);
		}
	}
}
