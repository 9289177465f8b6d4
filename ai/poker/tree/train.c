/* train.c - see train.h. */
#include "ai/poker/tree/train.h"

#include <stdio.h>

bool
train_open_memory(struct arena *arena, const struct options *o, const char *name,
		  struct status *st)
{
	const int64_t mib = options_int(o, "memory");
	return arena_open(arena, (size_t)mib << 20) ||
	       status_fail(st, "%s: the system does not provide %lld MiB", name,
			   (long long)mib);
}

bool
train_refuse_merge(const struct arena *arena, size_t needed, const char *name,
		   struct status *st)
{
	return status_fail(st, "%s: merging needs %zu MiB, but there are only %zu", name,
			   (needed >> 20) + 1, arena->size >> 20);
}

bool
train_about(const struct pack_kind *kind, int layer, size_t bytes, const char *path,
	    struct trainer_about *out, struct status *st)
{
	struct pack p;
	*out = (struct trainer_about){ 0 };
	if (!pack_map(&p, kind, NULL, path, st))
		return false;
	const bool ok = pack_read(&p, path, layer, out->by, bytes, st);
	out->by[bytes - 1] = '\0';
	snprintf(out->rules, sizeof out->rules, "%s", p.rules);
	pack_unmap(&p);
	return ok;
}
