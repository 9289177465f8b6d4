/* train.c - see train.h. */
#include "ai/poker/tree/train.h"

#include <stdio.h>
#include <string.h>

bool
train_open_memory(struct arena *arena, const struct options *o, const char *name,
		  struct status *st)
{
	const int64_t mib = options_int(o, "memory");
	return arena_open(arena, (size_t)mib << 20) ||
	       status_fail(st, "%s: the system does not provide %lld MiB", name,
			   (long long)mib);
}

/* ---- on the public tree ------------------------------------------------------------------ */

void
public_train_begin(const struct game *g, struct state *out)
{
	struct state s;
	struct played_move line[PUBLIC_LINE];
	struct rng rng;
	memset(&s, 0, sizeof s);
	memset(out, 0, sizeof *out);
	g->rules->start(g, &s);
	rng_seed(&rng, 1); /* any deal: the public state is the same */
	while (g->rules->acting(g, &s) == ACTING_CHANCE)
		g->rules->play(g, &s, SEAT_CHANCE, g->chance->sample(g, &s, &rng), &s);
	if (g->ops->public->begin != NULL)
		g->ops->public->begin(g, &s, out, line);
	else
		g->ops->public->deck->begin(g, &s, 0, out, line);
}

static bool
public_train_build(struct trainer *t, size_t bytes, const char *name, struct status *st)
{
	struct public_mix *m = arena_take(&t->arena, bytes);
	struct state begin;
	if (m == NULL)
		return status_fail(st, "%s: memory= is too small", name);
	memset(m, 0, bytes);
	t->self = m;
	t->pace = 1;
	public_train_begin(t->game, &begin);
	return public_tree_build(&m->tree, &t->arena, t->game, &begin, NULL, 0, name, st);
}

void *
public_train_open(struct trainer *t, size_t bytes, const char *name, struct status *st)
{
	if (!train_open_memory(&t->arena, t->options, name, st))
		return NULL;
	if (public_train_build(t, bytes, name, st))
		return t->self;
	public_train_close(t);
	return NULL;
}

bool
public_train_refuse(struct trainer *t, const char *name, struct status *st)
{
	const struct public_mix *m = t->self;
	public_tree_refuse(&m->tree, &t->arena, name, st);
	public_train_close(t);
	return false;
}

bool
public_train_load(struct trainer *t, struct public_file *f, const char *path,
		  struct status *st)
{
	if (!public_file_read(f, path, st))
		return false;
	t->steps = f->mix->iterations;
	return true;
}

void
public_train_close(struct trainer *t)
{
	crew_close(t->crew);
	arena_close(&t->arena);
}
