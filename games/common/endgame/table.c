/* table.c - tables of endgames and their files. See endgame.h. */
#include "games/common/endgame/private.h"

#include "src/base/asset.h"
#include "src/base/file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pack_kind kind = { "plyendgm", 1, PACK_LAYERS, NULL, NULL };

size_t
endgame_bytes(const struct endgame *t, int layer)
{
	return (size_t)t->slots[layer] * (endgame_apart(t) ? 4 : 2);
}

void
endgame_add_layer(struct endgame *t, const struct endgame_ops *ops, int layer)
{
	const int64_t n = t->slots[layer];
	const uint8_t *in = t->plane[layer] + n;
	int most = 0, below = 0;
	for (int half = 0; half < 1 + endgame_apart(t); half++, in += 2 * n)
		for (int64_t i = 0; i < n; i++)
			most = in[i] > most ? in[i] : most;
	for (int k = 0; k <= layer - ops->least; k++)
		below = t->plies[k] > below ? t->plies[k] : below;
	t->plies[layer] = most == ENDGAME_PLIES ? ENDGAME_NEVER : most + below;
	if (below >= ENDGAME_NEVER)
		t->plies[layer] = ENDGAME_NEVER;
	atomic_store_explicit(&t->layers, layer + 1, memory_order_release);
}

void
endgame_free(struct endgame *t)
{
	atomic_store(&t->layers, 0);
	for (int k = 0; k < PACK_LAYERS; k++) {
		free(t->plane[k]);
		t->plane[k] = NULL;
	}
}

void
endgame_name(const struct game *g, const struct endgame_ops *ops, char *out, int size)
{
	char rules[PACK_RULES];
	ops->rules(g, rules, sizeof rules);
	snprintf(out, (size_t)size, "endgame-%s.zst", rules);
}

/* ---- files ---------------------------------------------------------------------------- */

static const void *
layer_bytes(void *self, int layer, uint64_t *slots, size_t *bytes)
{
	const struct endgame *t = self;
	*slots = (uint64_t)t->slots[layer];
	*bytes = endgame_bytes(t, layer);
	return t->plane[layer];
}

bool
endgame_write(const struct endgame *t, const char *rules, const char *path,
	      struct status *st)
{
	const struct pack_source source = {
		.rules = rules,
		.layers = atomic_load(&t->layers),
		.layer = layer_bytes,
		.self = (void *)(uintptr_t)t,
	};
	return pack_write(&kind, &source, path, st);
}

static bool
endgame_read_layer(struct endgame *t, const struct endgame_ops *ops, const struct pack *p,
		   const char *path, int layer, struct status *st)
{
	if (p->slots[layer] != (uint64_t)t->slots[layer])
		return status_fail(st, "%s: layer %d has another size", path, layer);
	uint8_t *plane = malloc(endgame_bytes(t, layer));
	if (plane == NULL)
		return status_fail(st, "%s: not enough memory for layer %d", path, layer);
	if (!pack_read(p, path, layer, plane, endgame_bytes(t, layer), st)) {
		free(plane);
		return false;
	}
	t->plane[layer] = plane;
	endgame_add_layer(t, ops, layer);
	return true;
}

bool
endgame_read_file(struct endgame *t, const struct endgame_ops *ops, const char *rules,
		  int most, const char *path, struct status *st)
{
	struct pack p;
	if (!pack_map(&p, &kind, rules, path, st))
		return false;
	bool ok = true;
	for (int k = atomic_load(&t->layers); ok && k < p.layers && k < most; k++)
		ok = endgame_read_layer(t, ops, &p, path, k, st);
	pack_unmap(&p);
	return ok;
}

/* ---- tables of the user --------------------------------------------------------------- */

struct endgame_file {
	struct endgame table;
	const struct endgame_ops *ops;
	char rules[PACK_RULES], path[4096];
	struct endgame_file *next;
};

/* Tables stay until the process ends: a search never loses the table it reads. */
static struct endgame_file *files;
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;

static struct endgame_file *
new_file(const struct game *g, const struct endgame_ops *ops, const char *path)
{
	struct endgame_file *f = calloc(1, sizeof *f);
	if (f == NULL)
		return NULL;
	f->ops = ops;
	ops->rules(g, f->rules, sizeof f->rules);
	snprintf(f->path, sizeof f->path, "%s", path);
	f->table.cycle = ops->cycle(g);
	for (int k = 0; k <= ops->layers_most; k++)
		f->table.slots[k] = ops->slots(g, k);
	f->next = files;
	files = f;
	return f;
}

struct endgame_file *
endgame_find(const struct game *g, const struct endgame_ops *ops)
{
	char name[PACK_RULES + 16], path[4096];
	endgame_name(g, ops, name, sizeof name);
	if (!user_find(USER_DATA, name, path, sizeof path))
		return NULL;
	pthread_mutex_lock(&files_lock);
	struct endgame_file *f = files;
	while (f != NULL && strcmp(f->path, path) != 0)
		f = f->next;
	if (f == NULL)
		f = new_file(g, ops, path);
	pthread_mutex_unlock(&files_lock);
	return f;
}

int
endgame_load(struct endgame_file *f, struct status *st)
{
	pthread_mutex_lock(&files_lock);
	if (atomic_load(&f->table.layers) == 0 && !file_missing(f->path))
		endgame_read_file(&f->table, f->ops, f->rules, f->ops->layers_most + 1,
				  f->path, st);
	const int layers = atomic_load(&f->table.layers);
	pthread_mutex_unlock(&files_lock);
	return layers;
}

const struct endgame *
endgame_table(const struct endgame_file *f)
{
	return &f->table;
}
