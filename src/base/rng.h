/*
 * rng.h - one seeded generator, handed down.
 *
 * xoshiro256** by Blackman and Vigna (2018), seeded through splitmix64. The same seed
 * gives the same numbers on every machine. rng_fork() derives an independent stream from
 * a seed and an index, so that world 7 or job 3 is the same however many threads run.
 */
#ifndef PLYSCOPE_BASE_RNG_H
#define PLYSCOPE_BASE_RNG_H

#include <stdint.h>

struct rng {
	uint64_t s[4];
};

static inline uint64_t
rng_mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static inline void
rng_seed(struct rng *r, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		r->s[i] = rng_mix(seed + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15));
}

/* The seed of stream `index` below `seed`. */
static inline uint64_t
rng_fork(uint64_t seed, uint64_t index)
{
	return rng_mix(seed ^ rng_mix(index + 1));
}

static inline uint64_t
rng_next(struct rng *r)
{
	uint64_t x = r->s[1] * 5, out = ((x << 7) | (x >> 57)) * 9, t = r->s[1] << 17;
	r->s[2] ^= r->s[0];
	r->s[3] ^= r->s[1];
	r->s[1] ^= r->s[2];
	r->s[0] ^= r->s[3];
	r->s[2] ^= t;
	r->s[3] = (r->s[3] << 45) | (r->s[3] >> 19);
	return out;
}

/* 0 .. n-1, n in 1 .. 2^32. Lemire's multiplication without the rejection step: the bias
 * is below n / 2^32, far under anything measured here. */
static inline uint32_t
rng_below(struct rng *r, uint32_t n)
{
	return (uint32_t)(((rng_next(r) >> 32) * n) >> 32);
}

/* 0 <= x < 1, 53 bits. */
static inline double
rng_unit(struct rng *r)
{
	return (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* The index at point `at`, from 0, of n weights laid end to end; those not above 0 are passed
 * over. Past the end, by rounding, it is the last weight above 0; without any it is 0. */
static inline int
rng_index_at(const double *weight, int n, double at)
{
	int last = 0;
	for (int i = 0; i < n; i++) {
		if (!(weight[i] > 0))
			continue;
		last = i;
		at -= weight[i];
		if (at < 0)
			break;
	}
	return last;
}

/* Such an index, each as likely as its part of `all`, which is the sum of the weights. */
static inline int
rng_draw(struct rng *r, const double *weight, int n, double all)
{
	return rng_index_at(weight, n, rng_unit(r) * all);
}

#endif
