/*
 * relay.h - numbered pieces of work, made by one thread, done by several, taken back in order.
 *
 * For work of about a microsecond: a tree that hands out playouts. The maker owns `window`
 * slots of its own; piece n lies in slot n % window. It fills a slot, gives it, and takes the
 * oldest one back when the window is full. What has been given and taken at any piece depends on
 * the maker alone and not on the number of threads, and so do the results, when work() uses
 * nothing but its slot and what does not change. While the oldest piece is not done the maker
 * does others itself; with one thread it does all of them.
 *
 * Helpers wait in a short loop, then sleep until something is given.
 */
#ifndef PLYSCOPE_BASE_RELAY_H
#define PLYSCOPE_BASE_RELAY_H

#include "src/base/pool.h"

#define RELAY_WINDOW_MAX 1024

struct relay;

struct relay_plan {
	int threads;	 /* with the maker's own; 0: one for each online core */
	uint32_t window; /* 1 .. RELAY_WINDOW_MAX */
	/* Does the piece in a slot; thread 0 is the maker's. */
	void (*work)(void *self, uint32_t slot, int thread);
	void *self;
	struct crew *crew; /* the helpers; NULL: threads for this relay alone */
};

/* Starts the helpers; fewer when the system gives no more. NULL: no memory. */
struct relay *relay_open(const struct relay_plan *plan);
/* The next slot is filled. At most `window` pieces are under way. */
void relay_give(struct relay *r);
/* Waits for the oldest piece under way and returns its slot, which is the maker's again. */
uint32_t relay_take(struct relay *r);
uint32_t relay_under_way(const struct relay *r); /* given and not taken */
uint32_t relay_next_slot(const struct relay *r); /* for the next piece to give */
/* Ends the helpers after their current pieces; pieces not taken are lost. */
void relay_close(struct relay *r);

#endif
