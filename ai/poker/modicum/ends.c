/* ends.c - see ends.h. */
#include "ai/poker/modicum/ends.h"

#include <string.h>

#define ENDS  512
#define PLACE 16384 /* hands of seat 1, over all ends */
#define WORDS ((LEAF_ROW + 63) / 64)

struct board_end {
	float folded, stake;
	int from, to;	      /* hands of seat 1 */
	uint64_t with[WORDS]; /* a bit for each group of seat 0 */
};

struct board_ends {
	const struct leaf_flop *f;
	const struct leaf_hand *hand[2];
	float *gain;
	int count, used;
	struct board_end end[ENDS];
	uint16_t group[PLACE];
	/* Of the groups of seat 0: what tells its ends, 0 none. */
	uint64_t route[LEAF_ROW];
	/* Of those of seat 1, side by side. */
	int32_t card[2][LEAF_ROW], strength[LEAF_ROW];
};

/* Numbers of a row that are worked on at once. */
typedef float lanes __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));
typedef int32_t mask __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));

static inline bool
ends_has(const struct board_end *e, int group)
{
	return (e->with[group / 64] >> group % 64 & 1) != 0;
}

static void
ends_clear(struct board_ends *e)
{
	e->count = e->used = 0;
	memset(e->route, 0, (size_t)e->f->stride * sizeof *e->route);
}

struct board_ends *
ends_begin(const struct leaf_flop *f, const struct leaf_hand *const hand[2], float *gain)
{
	static _Thread_local struct board_ends e;
	e.f = f;
	e.hand[0] = hand[0];
	e.hand[1] = hand[1];
	e.gain = gain;
	for (int k = 0; k < f->groups; k++) {
		const struct leaf_hand *h = &hand[1][k];
		const bool there = h->cards != 0;
		e.card[0][k] = there ? __builtin_ctzll(h->cards) : 0;
		e.card[1][k] = there ? 63 - __builtin_clzll(h->cards) : 0;
		e.strength[k] = h->strength;
	}
	ends_clear(&e);
	return &e;
}

void
ends_add(struct board_ends *e, const uint16_t *const group[2], const int count[2],
	 float folded, float stake)
{
	if (e->count == ENDS || e->used + count[1] > PLACE)
		ends_pay(e);
	struct board_end *now = &e->end[e->count++];
	now->folded = folded;
	now->stake = stake;
	now->from = e->used;
	memcpy(e->group + e->used, group[1], (size_t)count[1] * sizeof *e->group);
	now->to = e->used += count[1];
	memset(now->with, 0, (size_t)(e->f->groups / 64 + 1) * sizeof *now->with);
	for (int i = 0; i < count[0]; i++) {
		const int k = group[0][i];
		now->with[k / 64] |= UINT64_C(1) << k % 64;
		e->route[k] = rng_mix(e->route[k] + (uint64_t)e->count);
	}
}

/* What the hands of seat 1 do against some of seat 0. */
struct replies {
	float folded[LEAF_ROW], stake[LEAF_ROW];
};

/* Against those that come to the ends that a group comes to. */
static void
find_replies(const struct board_ends *e, int group, struct replies *out)
{
	const size_t row = (size_t)e->f->stride * sizeof(float);
	memset(out->folded, 0, row);
	memset(out->stake, 0, row);
	for (const struct board_end *at = e->end; at < e->end + e->count; at++) {
		if (!ends_has(at, group))
			continue;
		for (int i = at->from; i < at->to; i++) {
			out->folded[e->group[i]] = at->folded;
			out->stake[e->group[i]] = at->stake;
		}
	}
}

/* Adds what a hand of seat 0 loses to each of seat 1, nothing to one that shares a card. */
static void
ends_add_row(const struct board_ends *e, int group, const struct replies *r)
{
	const struct leaf_hand *own = &e->hand[0][group];
	const int one = __builtin_ctzll(own->cards),
		  two = 63 - __builtin_clzll(own->cards), strength = own->strength;
	for (int k = 0; k < e->f->stride; k += SUBGAME_LANES) {
		const mask a = *(const mask *)(e->card[0] + k),
			   b = *(const mask *)(e->card[1] + k),
			   s = *(const mask *)(e->strength + k),
			   apart = (a != one) & (a != two) & (b != one) & (b != two);
		const lanes by = __builtin_convertvector((s < strength) - (s > strength),
							 lanes),
			    won = *(const lanes *)(r->folded + k) +
				  *(const lanes *)(r->stake + k) * by;
		lanes *row = (lanes *)(e->gain + group * e->f->stride + k);
		*row += (lanes)((mask)won & apart);
	}
}

void
ends_pay(struct board_ends *e)
{
	struct replies r;
	for (int k = 0; k < e->f->groups; k++) {
		const uint64_t route = e->route[k];
		if (route == 0)
			continue; /* paid, or it comes to no end */
		find_replies(e, k, &r);
		for (int same = k; same < e->f->groups; same++)
			if (e->route[same] == route) {
				ends_add_row(e, same, &r);
				e->route[same] = 0;
			}
	}
	ends_clear(e);
}
