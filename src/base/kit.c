/* kit.c - memory and threads that stay: see kit.h. */
#include "src/base/kit.h"

#include <stdlib.h>

bool
kit_arena(struct kit *k, size_t size)
{
	if (k->arena.base != NULL && k->arena.size == size) {
		arena_reset(&k->arena);
		return true;
	}
	arena_close(&k->arena);
	return arena_open(&k->arena, size);
}

struct crew *
kit_crew(struct kit *k)
{
	if (k != NULL && k->crew == NULL)
		k->crew = crew_open();
	return k != NULL ? k->crew : NULL;
}

struct kit *
kit_below(struct kit *k)
{
	if (k != NULL && k->below == NULL)
		k->below = calloc(CREW_THREADS_MAX, sizeof *k->below);
	return k != NULL ? k->below : NULL;
}

void
kit_close(struct kit *k)
{
	crew_close(k->crew);
	for (int i = 0; k->below != NULL && i < CREW_THREADS_MAX; i++)
		kit_close(&k->below[i]);
	free(k->below);
	arena_close(&k->arena);
	*k = (struct kit){ 0 };
}
