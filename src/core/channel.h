/*
 * channel.h - snapshots from a searching thread to one that reads.
 *
 * A wait-free triple buffer: one writer, one reader, neither ever waits. A publication allocates
 * only where its slot has no room yet: at most three times for each kind of attachment.
 */
#ifndef PLYSCOPE_CORE_CHANNEL_H
#define PLYSCOPE_CORE_CHANNEL_H

#include "src/core/stats.h"

#include <stdatomic.h>

/* Three slots and an index swapped atomically. */
struct channel {
	struct snapshot slot[3];
	atomic_uint shared; /* index of the exchanged slot, bit 2: it is new */
	unsigned writing, reading;
};

/* Empties a channel that is all zeros or was used before, while no thread uses it. */
void channel_init(struct channel *c);
void channel_publish(struct channel *c, const struct snapshot *s);
/* Copies the newest snapshot when it is newer than the last one read; else false, out
 * untouched. */
bool channel_read(struct channel *c, struct snapshot *out);
void channel_free(struct channel *c);

#endif
