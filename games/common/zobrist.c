/* zobrist.c - see zobrist.h. */
#include "games/common/zobrist.h"

#include "src/base/rng.h"

void
zobrist_fill(uint64_t *keys, int count, uint64_t seed)
{
	struct rng r;
	rng_seed(&r, seed);
	for (int i = 0; i < count; i++)
		keys[i] = rng_next(&r);
}
