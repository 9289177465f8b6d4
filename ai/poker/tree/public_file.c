/* public_file.c - see public_file.h. */
#include "ai/poker/tree/public_file.h"

#include "src/base/pack.h"

#include <stdio.h>
#include <string.h>

enum { LAYER_BY, LAYER_STEPS, LAYER_SUM, LAYER_NOW, LAYER_OWN };

static const struct pack_kind kind = {
	.magic = "plystrat",
	.version = 1,
	.layers_most = LAYER_OWN + PUBLIC_FILE_OWN,
	.called = "a trained strategy",
	.done = "trained",
};

static size_t
public_file_table_bytes(const struct public_tree *t)
{
	return (size_t)t->rows * (size_t)t->stride * sizeof(double);
}

/* A sum of everything that decides what a number in a table means. */
static uint64_t
public_file_sum_tree(const struct public_tree *t)
{
	uint64_t sum = rng_mix((uint64_t)t->hands << 32 | t->nodes);
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		uint64_t chance;
		memcpy(&chance, &n->chance, sizeof chance);
		sum = rng_mix(sum ^ ((uint64_t)n->m << 32 | n->children));
		sum = rng_mix(sum ^ ((uint64_t)n->table << 8 | (uint8_t)n->seat));
		sum = rng_mix(sum ^ chance);
		if (n->seat != SEAT_NONE)
			continue;
		double one[PUBLIC_HANDS], value[PUBLIC_HANDS] = { 0 };
		for (int h = 0; h < t->hands; h++)
			one[h] = h + 1;
		t->ops->settle(t->g, public_tree_state(t, i), 0, PAY_POINTS, one, value);
		for (int h = 0; h < t->hands; h++) {
			memcpy(&chance, &value[h], sizeof chance);
			sum = rng_mix(sum ^ chance);
		}
	}
	return sum;
}

static void
public_file_format_rules(const struct public_tree *t, char *out, size_t size)
{
	char variant[100] = "";
	if (t->g->ops->options != NULL)
		options_format_changed(&t->g->variant, variant, sizeof variant);
	snprintf(out, size, "%s%s%s, tree %016llx", t->g->ops->key, variant[0] ? " " : "",
		 variant, (unsigned long long)public_file_sum_tree(t));
}

static const void *
public_file_layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct public_file *f = self;
	const struct public_tree *t = &f->mix->tree;
	*slots = t->rows;
	*bytes = public_file_table_bytes(t);
	switch (k) {
	case LAYER_BY: *bytes = sizeof f->by; return f->by;
	case LAYER_STEPS: *bytes = sizeof f->mix->iterations; return &f->mix->iterations;
	case LAYER_SUM: return f->mix->sum;
	case LAYER_NOW: return f->mix->now;
	default: break;
	}
	*bytes = f->own[k - LAYER_OWN].bytes;
	return f->own[k - LAYER_OWN].at;
}

bool
public_file_write(const struct public_file *f, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	struct public_file copy = *f;
	public_file_format_rules(&f->mix->tree, rules, sizeof rules);
	const struct pack_source source = { .rules = rules,
					    .layers = LAYER_OWN + f->owns,
					    .layer = public_file_layer,
					    .self = &copy };
	return pack_write(&kind, &source, path, st);
}

static bool
read_layers(const struct pack *p, struct public_file *f, const char *path,
	    struct status *st)
{
	const size_t bytes = public_file_table_bytes(&f->mix->tree);
	if (!pack_read(p, path, LAYER_BY, f->by, sizeof f->by, st) ||
	    !pack_read_count(p, path, LAYER_STEPS, &f->mix->iterations, st) ||
	    !pack_read(p, path, LAYER_SUM, f->mix->sum, bytes, st) ||
	    !pack_read(p, path, LAYER_NOW, f->mix->now, bytes, st))
		return false;
	f->by[sizeof f->by - 1] = '\0';
	return true;
}

static bool
map(struct pack *p, const struct public_file *f, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	public_file_format_rules(&f->mix->tree, rules, sizeof rules);
	return pack_map(p, &kind, rules, path, st);
}

bool
public_file_read_mix(struct public_file *f, const char *path, struct status *st)
{
	struct pack p;
	if (!map(&p, f, path, st))
		return false;
	const bool ok = read_layers(&p, f, path, st);
	pack_unmap(&p);
	return ok;
}

bool
public_file_read(struct public_file *f, const char *path, struct status *st)
{
	struct pack p;
	char by[PUBLIC_FILE_BY];
	snprintf(by, sizeof by, "%s", f->by);
	if (!map(&p, f, path, st))
		return false;
	bool ok = read_layers(&p, f, path, st);
	if (ok && by[0] != '\0' && strcmp(by, f->by) != 0)
		ok = status_fail(st, "%s: trained by '%s', expected '%s'", path, f->by,
				 by);
	for (int k = 0; ok && k < f->owns; k++)
		ok = pack_read(&p, path, LAYER_OWN + k, f->own[k].at, f->own[k].bytes,
			       st);
	pack_unmap(&p);
	return ok;
}
