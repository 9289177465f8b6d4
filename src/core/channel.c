/*
 * channel.c - a triple buffer. See channel.h.
 *
 * Writer and reader each own one slot; the third changes hands by one atomic exchange, so neither
 * side ever waits or sees half a snapshot.
 */
#include "src/core/channel.h"

#define CHANNEL_NEW   4u
#define CHANNEL_INDEX 3u

void
channel_init(struct channel *c)
{
	c->writing = 0;
	c->reading = 1;
	atomic_init(&c->shared, 2);
}

void
channel_publish(struct channel *c, const struct snapshot *s)
{
	snapshot_copy(&c->slot[c->writing], s);
	unsigned old = atomic_exchange_explicit(&c->shared, c->writing | CHANNEL_NEW,
						memory_order_acq_rel);
	c->writing = old & CHANNEL_INDEX;
}

bool
channel_read(struct channel *c, struct snapshot *out)
{
	if (!(atomic_load_explicit(&c->shared, memory_order_relaxed) & CHANNEL_NEW))
		return false;
	unsigned old =
		atomic_exchange_explicit(&c->shared, c->reading, memory_order_acq_rel);
	c->reading = old & CHANNEL_INDEX;
	snapshot_copy(out, &c->slot[c->reading]);
	return true;
}

void
channel_free(struct channel *c)
{
	for (int i = 0; i < 3; i++)
		snapshot_free(&c->slot[i]);
}
