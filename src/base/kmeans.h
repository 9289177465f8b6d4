/*
 * kmeans.h - points in clusters: k-means.
 *
 * A point is a row of whole numbers, 0 .. KMEANS_MOST each, with a weight. A distance is the sum of
 * the differences (KMEANS_L1; of rows that are cumulative histograms it is the earth mover's) or of
 * their squares (KMEANS_L2). Centres are means, rounded, and stand in the order of the sums of
 * their rows. All that is added is whole, so that the result is the same for any number of threads.
 *
 * The nearest centre is exact. Two rows differ by at least the difference of their sums, and the
 * square of that is at most the width times the sum of squares (Cauchy and Schwarz): so centres are
 * tried from the one with the nearest sum outwards, until no further one can be nearer.
 *
 * Source: Lloyd 1982; Arthur and Vassilvitskii 2007 (the first centres, k-means++).
 * Memory: 6 bytes a point beside its row and weight; 8 bytes for each number of the centres and
 * thread.
 */
#ifndef PLYSCOPE_BASE_KMEANS_H
#define PLYSCOPE_BASE_KMEANS_H

#include "src/base/arena.h"
#include "src/base/crew.h"

#include <stdint.h>

#define KMEANS_MOST  4680 /* seven differences fit 15 bits */
#define KMEANS_LANES 8	  /* widths are multiples of it */
#define KMEANS_WIDTH 56	  /* at most */

enum kmeans_norm { KMEANS_L1, KMEANS_L2 };

struct kmeans_centres {
	enum kmeans_norm norm;
	int width, count; /* at most 65,536 of them */
	int16_t *at;	  /* [count][width], aligned to 16 bytes */
	uint32_t *sum;	  /* of each row; growing */
};

/* The nearest centre, of equally near ones the first; *distance: to it. The point is aligned to 16
 * bytes. */
int kmeans_nearest(const struct kmeans_centres *c, const int16_t *point,
		   uint32_t *distance);
/* Sums the rows up, and puts them in order. */
void kmeans_sort(struct kmeans_centres *c);

struct kmeans {
	/* Given. */
	struct kmeans_centres to; /* with room for the centres */
	const int16_t *point;	  /* [points][width], aligned to 16 bytes */
	const uint32_t *weight;
	int64_t points;
	int threads;
	struct crew *crew; /* NULL: threads for each call */
	/* Now and then, with how much is done of what is under way; false: stop. */
	bool (*tick)(void *self, int64_t done, int64_t all);
	void *self;
	/* What kmeans_assign() finds. */
	uint16_t *nearest;  /* of each point */
	uint32_t *distance; /* to it */
	uint64_t cost;	    /* the sum of weights times distances */
	/* Its own. */
	uint64_t *sum; /* [threads][count][width + 1]: the weights last */
	double *piece;
};

size_t kmeans_bytes(int64_t points, int width, int count, int threads);
/* Takes its memory. False: the arena is full. */
bool kmeans_open(struct kmeans *k, struct arena *arena);
/* Draws the first centres: each of the points is one with a probability that grows with its weight
 * and the square of its distance to those before. Where fewer points differ, some are alike. False:
 * stopped, and all numbers are 0. */
bool kmeans_seed(struct kmeans *k, uint64_t seed);
/* Finds the nearest centre of each point. False: stopped. */
bool kmeans_assign(struct kmeans *k);
/* Each centre becomes the mean of its points, once; one that has none stays. */
void kmeans_move(struct kmeans *k);

#endif
