/*
 * cluster_file.c - clusters of hands in a file of src/base/pack.h: where the work stands, what play
 * needs, and the report.
 */
#include "games/holdem/buckets.h"

#include "src/base/pack.h"

#include <stdio.h>
#include <string.h>

enum { LAYER_STATE, LAYER_KEPT, LAYER_ROWS, LAYERS };

static const struct pack_kind kind = {
	.magic = "plybuck1",
	.version = 1,
	.layers_most = LAYERS,
	.called = "a file of plyscope abstract",
	.done = "made",
};

void
cluster_file_rules(const struct game *g, char out[BUCKET_RULES])
{
	snprintf(out, BUCKET_RULES, "holdem flops=%d", holdem_variant(g)->flops);
}

static size_t
rows_bytes(const int *count)
{
	return (size_t)(count[1] + count[2] + count[3]) * sizeof(struct bucket_row);
}

size_t
cluster_file_bytes(void)
{
	const int count[BUCKET_ROUNDS] = { POKER_CLASSES, BUCKETS_MOST, BUCKETS_MOST,
					   BUCKETS_MOST };
	return clusters_bytes(count) + rows_bytes(count) + ((size_t)1 << 20);
}

bool
cluster_file_take(struct cluster_file *f, struct arena *arena)
{
	const int *count = f->state.count;
	const size_t bytes = clusters_bytes(count), rows = rows_bytes(count);
	f->kept = arena_take(arena, bytes);
	f->row[1] = arena_take(arena, rows);
	if (f->kept == NULL || f->row[1] == NULL)
		return false;
	f->row[2] = f->row[1] + count[1];
	f->row[3] = f->row[2] + count[2];
	memset(f->kept, 0, bytes);
	memset(f->row[1], 0, rows);
	for (int i = 0; i < BUCKET_ROUNDS; i++)
		f->kept->count[i] = (uint16_t)count[i];
	return true;
}

void
cluster_file_copy(const struct cluster_file *from, struct cluster_file *to)
{
	to->state = from->state;
	memcpy(to->kept, from->kept, clusters_bytes(from->state.count));
	memcpy(to->row[1], from->row[1], rows_bytes(from->state.count));
}

static const void *
layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct cluster_file *f = self;
	const int *count = f->state.count;
	*slots = 1;
	switch (k) {
	case LAYER_STATE: *bytes = sizeof f->state; return &f->state;
	case LAYER_KEPT: *bytes = clusters_bytes(count); return f->kept;
	default: *bytes = rows_bytes(count); return f->row[1];
	}
}

bool
cluster_file_write(const struct cluster_file *f, const struct game *g, const char *path,
		   struct status *st)
{
	char rules[BUCKET_RULES];
	struct cluster_file copy = *f;
	cluster_file_rules(g, rules);
	const struct pack_source source = { .rules = rules,
					    .layers = LAYERS,
					    .layer = layer,
					    .self = &copy,
					    .level = 3 };
	return pack_write(&kind, &source, path, st);
}

/* A state as the program itself could have written it. */
static bool
state_holds(const struct cluster_state *s)
{
	if (s->round < 1 || s->round > BUCKET_ROUNDS || s->iteration < 0 ||
	    s->sample < 1 || s->count[0] != POKER_CLASSES)
		return false;
	for (int i = 1; i < BUCKET_ROUNDS; i++)
		if (s->count[i] < 1 || s->count[i] > BUCKETS_MOST)
			return false;
	return true;
}

/* Texts end, and numbers are numbers. */
static bool
rows_hold(const struct cluster_file *f)
{
	const int *count = f->state.count;
	for (int i = 0; i < count[1] + count[2] + count[3]; i++) {
		const struct bucket_row *r = &f->row[1][i];
		for (int k = 0; k < BUCKET_EXAMPLES; k++)
			if (memchr(r->example[k], '\0', sizeof r->example[k]) == NULL)
				return false;
		if (!(r->share >= 0 && r->share <= 1 && r->distance >= 0 &&
		      r->distance <= 1 && r->mean >= 0 && r->mean <= 1 &&
		      r->spread >= 0 && r->spread <= 1))
			return false;
	}
	return true;
}

static bool
kept_holds(const struct cluster_file *f)
{
	const int *count = f->state.count;
	return holdem_buckets.kept_holds(NULL, count, f->kept, clusters_bytes(count)) &&
	       rows_hold(f);
}

static bool
read_layers(struct cluster_file *f, const struct pack *p, const char *path,
	    struct arena *arena, struct status *st)
{
	if (!pack_read(p, path, LAYER_STATE, &f->state, sizeof f->state, st))
		return false;
	if (!state_holds(&f->state))
		return status_fail(st, "%s: damaged", path);
	if (!cluster_file_take(f, arena))
		return status_fail(st, "%s: memory is too small for its buckets", path);
	const int *count = f->state.count;
	if (!pack_read(p, path, LAYER_KEPT, f->kept, clusters_bytes(count), st) ||
	    !pack_read(p, path, LAYER_ROWS, f->row[1], rows_bytes(count), st))
		return false;
	return kept_holds(f) || status_fail(st, "%s: damaged", path);
}

bool
cluster_file_read(struct cluster_file *f, const struct game *g, const char *path,
		  char rules[BUCKET_RULES], struct arena *arena, struct status *st)
{
	struct pack p;
	*f = (struct cluster_file){ 0 };
	if (g != NULL)
		cluster_file_rules(g, rules);
	if (!pack_map(&p, &kind, g != NULL ? rules : NULL, path, st))
		return false;
	snprintf(rules, BUCKET_RULES, "%s", p.rules);
	const bool ok = read_layers(f, &p, path, arena, st);
	pack_unmap(&p);
	return ok;
}
