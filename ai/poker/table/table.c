/* table.c - see table.h. */
#include "ai/poker/table/table.h"

#include "src/base/pack.h"

#include <string.h>

enum {
	LAYER_BY,
	LAYER_STEPS,
	LAYER_PLAN,
	LAYER_LOOKUP,
	LAYER_PLAY, /* one of each round */
	LAYER_TRAIN = LAYER_PLAY + BUCKET_ROUNDS,
	LAYERS
};

static const struct pack_kind kind = {
	.magic = "plyblue1",
	.version = 2,
	.layers_most = LAYERS,
	.called = "a trained strategy of an abstraction",
	.done = "trained",
};

static void
table_format_rules(const struct game *g, char *out)
{
	g->ops->public->buckets->rules(g, out, PACK_RULES);
}

/* ---- writing ----------------------------------------------------------------------------- */

static const void *
table_layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct abstract_file *f = self;
	const struct betting *b = f->betting;
	*slots = 1;
	switch (k) {
	case LAYER_BY: *bytes = sizeof f->by; return f->by;
	case LAYER_STEPS: *bytes = sizeof *f->steps; return f->steps;
	case LAYER_PLAN: *bytes = sizeof b->plan; return &b->plan;
	case LAYER_LOOKUP:
		*bytes = f->g->ops->public->buckets->lookup_bytes(f->g);
		return f->lookup;
	case LAYER_TRAIN:
		*slots = 2 * b->numbers;
		*bytes = *slots * sizeof *f->numbers;
		return f->numbers;
	default: break;
	}
	const int round = k - LAYER_PLAY;
	*slots = *bytes = b->begins[round + 1] - b->begins[round];
	f->quantise(f, round, f->byte);
	return f->byte;
}

bool
abstract_file_write(const struct abstract_file *f, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	struct abstract_file copy = *f;
	table_format_rules(f->g, rules);
	const struct pack_source source = {
		.rules = rules,
		.layers = f->keep ? LAYERS : LAYER_TRAIN,
		.layer = table_layer,
		.self = &copy,
		.level = 3,
	};
	return pack_write(&kind, &source, path, st);
}

/* ---- reading ----------------------------------------------------------------------------- */

bool
abstract_file_read(const struct abstract_file *f, const char *path, struct status *st)
{
	char rules[PACK_RULES], by[TABLE_BY];
	struct betting_plan plan;
	struct pack p;
	table_format_rules(f->g, rules);
	if (!pack_map(&p, &kind, rules, path, st))
		return false;
	bool ok = pack_read(&p, path, LAYER_BY, by, sizeof by, st) &&
		  pack_read(&p, path, LAYER_PLAN, &plan, sizeof plan, st);
	if (ok && (strncmp(by, f->by, sizeof by) != 0 ||
		   memcmp(&plan, &f->betting->plan, sizeof plan) != 0))
		ok = status_fail(st, "%s: trained by '%.100s', expected '%.100s'", path,
				 by, f->by);
	if (ok && p.layers <= LAYER_TRAIN)
		ok = status_fail(st,
				 "%s: was written with keep=off and cannot be trained "
				 "further",
				 path);
	ok = ok &&
	     pack_read(&p, path, LAYER_TRAIN, f->numbers,
		       2 * f->betting->numbers * sizeof *f->numbers, st) &&
	     pack_read_count(&p, path, LAYER_STEPS, f->steps, st);
	pack_unmap(&p);
	return ok;
}

/* A plan as the program itself could have made it. */
static bool
plan_holds(const struct betting_plan *p)
{
	for (int i = 0; i < BUCKET_ROUNDS; i++) {
		if (p->turns[i] < 1 || p->turns[i] > BETTING_TURNS || p->raises[i] < 0 ||
		    p->raises[i] > 9 || p->buckets[i] < 1 || p->buckets[i] > 10000)
			return false;
		for (int k = 0; k < p->turns[i]; k++)
			if (p->sizes[i][k].count < 1 ||
			    p->sizes[i][k].count > BETTING_SIZES)
				return false;
	}
	return true;
}

static bool
table_map(struct pack *p, const struct game *g, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	table_format_rules(g, rules);
	return pack_map(p, &kind, rules, path, st);
}

static bool
table_read_plan(const struct pack *p, const char *path, struct betting_plan *plan,
		struct status *st)
{
	return pack_read(p, path, LAYER_PLAN, plan, sizeof *plan, st) &&
	       (plan_holds(plan) ||
		status_fail(st, "%s: the plan of its betting is damaged", path));
}

/* Says that so many bytes more than have been taken do not fit. */
static bool
table_refuse(const char *path, const struct arena *arena, size_t more, struct status *st)
{
	return status_fail(st, "%s: needs at least %zu MiB, memory= is %zu", path,
			   ((arena->used + more) >> 20) + 1, arena->size >> 20);
}

static const void *
read_lookup(const struct game *g, const struct pack *p, const char *path,
	    const struct betting_plan *plan, struct arena *arena, struct status *st)
{
	const size_t bytes = pack_layer_bytes(p, LAYER_LOOKUP);
	void *lookup = arena_take(arena, bytes);
	if (lookup == NULL) {
		table_refuse(path, arena, bytes, st);
		return NULL;
	}
	if (!pack_read(p, path, LAYER_LOOKUP, lookup, bytes, st))
		return NULL;
	if (g->ops->public->buckets->lookup_holds(g, plan->buckets, lookup, bytes))
		return lookup;
	status_fail(st, "%s: its buckets are damaged", path);
	return NULL;
}

static bool
read_rounds(struct abstract_table *t, const struct pack *p, const char *path,
	    struct arena *arena, struct status *st)
{
	for (int i = 0; i < BUCKET_ROUNDS; i++) {
		const size_t bytes = t->betting.begins[i + 1] - t->betting.begins[i];
		t->byte[i] = arena_take(arena, bytes);
		if (t->byte[i] == NULL)
			return table_refuse(path, arena,
					    t->betting.begins[BUCKET_ROUNDS] -
						    t->betting.begins[i],
					    st);
		if (!pack_read(p, path, LAYER_PLAY + i, t->byte[i], bytes, st))
			return false;
	}
	return true;
}

static bool
table_read_table(struct abstract_table *t, const struct game *g, const struct pack *p,
		 const char *path, struct arena *arena, struct status *st)
{
	struct betting_plan plan;
	if (!pack_read(p, path, LAYER_BY, t->by, sizeof t->by, st) ||
	    !pack_read_count(p, path, LAYER_STEPS, &t->steps, st) ||
	    !table_read_plan(p, path, &plan, st))
		return false;
	t->by[sizeof t->by - 1] = '\0';
	t->lookup = read_lookup(g, p, path, &plan, arena, st);
	if (t->lookup == NULL)
		return false;
	if (!betting_build(&t->betting, g, &plan, arena))
		return table_refuse(path, arena, 0, st);
	return read_rounds(t, p, path, arena, st);
}

bool
abstract_table_read(struct abstract_table *t, const struct game *g, const char *path,
		    struct arena *arena, struct status *st)
{
	struct pack p;
	*t = (struct abstract_table){ .ops = g->ops->public->buckets };
	if (!table_map(&p, g, path, st))
		return false;
	const bool ok = table_read_table(t, g, &p, path, arena, st);
	pack_unmap(&p);
	return ok;
}

bool
abstract_table_mix(const struct abstract_table *t, uint32_t at, int bucket, double *prob)
{
	const struct betting_node *n = &t->betting.node[at];
	const uint8_t *byte = abstract_table_bytes(t, n, bucket);
	int sum = 0;
	for (int a = 0; a < n->moves; a++)
		sum += byte[a];
	for (int a = 0; a < n->moves; a++)
		prob[a] = sum > 0 ? (double)byte[a] / sum : 0;
	return sum > 0;
}
