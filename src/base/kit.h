/*
 * kit.h - memory and threads that searches use one after the other.
 *
 * Mapping pages and starting threads takes longer than a small search: code that runs many of them
 * lends each the same kit. A kit serves one search at a time, from its opening to its closing, and
 * keeps the memory of the last one, and that below it, until it is closed.
 */
#ifndef PLYSCOPE_BASE_KIT_H
#define PLYSCOPE_BASE_KIT_H

#include "src/base/arena.h"
#include "src/base/crew.h"

/* All zero: empty. */
struct kit {
	struct arena arena; /* of the search's own memory */
	struct crew *crew;  /* its threads */
	struct kit *below;  /* CREW_THREADS_MAX of them: of what each thread searches */
};

/* Its memory, of this size, empty but not zeroed when it was used before. False: the system gives
 * none. */
bool kit_arena(struct kit *k, size_t size);
/* Its threads; of no kit, or without memory for them, NULL. */
struct crew *kit_crew(struct kit *k);
/* The kits of its threads, CREW_THREADS_MAX of them; of no kit, or without memory for them,
 * NULL. */
struct kit *kit_below(struct kit *k);
void kit_close(struct kit *k);

#endif
