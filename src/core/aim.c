/* aim.c - see aim.h. */
#include "src/core/aim.h"

#include "src/base/rng.h"

#include <math.h>
#include <string.h>

#define POINT_BITS   10 /* of a seat's points in a question */
#define POINT_MAX    511
#define STAGES	     15 /* of a hand; this one: it is settled */
#define CHANCE_BITS  12 /* of a seat's chance; the last seat has the rest */
#define CHANCE_MASK  ((UINT64_C(1) << CHANCE_BITS) - 1)
#define CHANCES_SET  (UINT64_C(1) << 63)
#define SLOT_OF(key) (rng_mix(key) % AIM_SLOTS)

_Static_assert(SEATS_MAX *POINT_BITS + 4 <= 64 && STAGES < 16, "a question is a word");
_Static_assert((SEATS_MAX - 1) * CHANCE_BITS < 63 && AIM_WHOLE <= CHANCE_MASK,
	       "chances are a word");

/* Whole points of each seat, and the stage: what equity is asked for. */
static uint64_t
aim_question(const struct aim *a, const int32_t *value, int progress, double *points)
{
	const double unit = game_unit(a->plain);
	uint64_t key = (uint64_t)(progress * STAGES / 1000) << (64 - 4);
	for (int i = 0; i < a->plain->seats; i++) {
		points[i] = fmin(POINT_MAX, fmax(-POINT_MAX, rint(value[i] / unit)));
		key |= (uint64_t)((int)points[i] + POINT_MAX) << (i * POINT_BITS);
	}
	return key;
}

static uint64_t
work_out(const struct aim *a, uint64_t key, const double *points)
{
	const int stage = (int)(key >> (64 - 4));
	uint64_t chances = CHANCES_SET;
	double win[SEATS_MAX];
	equity_ask(&a->equity, a->paths, stage * 1000 / STAGES, points, win);
	for (int i = 0; i < a->plain->seats - 1; i++)
		chances |= (uint64_t)(int)(win[i] * AIM_WHOLE) << (i * CHANCE_BITS);
	return chances;
}

void
aim_chances(struct aim *a, const int32_t *value, int progress, int32_t *chance)
{
	const int last = a->plain->seats - 1;
	double points[SEATS_MAX];
	const uint64_t key = aim_question(a, value, progress, points);
	const uint64_t at = SLOT_OF(key);
	uint64_t chances =
		atomic_load_explicit(&a->slot[at].chances, memory_order_relaxed);
	const uint64_t check =
		atomic_load_explicit(&a->slot[at].check, memory_order_relaxed);
	if (chances == 0 || (check ^ chances) != key) {
		chances = work_out(a, key, points);
		atomic_store_explicit(&a->slot[at].chances, chances,
				      memory_order_relaxed);
		atomic_store_explicit(&a->slot[at].check, key ^ chances,
				      memory_order_relaxed);
	}
	chance[last] = AIM_WHOLE;
	for (int i = 0; i < last; i++) {
		chance[i] = (int32_t)(chances >> (i * CHANCE_BITS) & CHANCE_MASK);
		chance[last] -= chance[i];
	}
}

/* Cuts chances to the bounds; what is added to some is taken from the greatest, so that the sum
 * stays. */
static void
keep_bounds(const struct bounds *b, int seats, int32_t *chance)
{
	int32_t added = 0;
	int greatest = 0;
	for (int i = 0; i < seats; i++) {
		const int32_t was = chance[i];
		chance[i] = was < b->low[i]    ? b->low[i]
			    : was > b->high[i] ? b->high[i]
					       : was;
		added += chance[i] - was;
		if (chance[i] - b->low[i] > chance[greatest] - b->low[greatest])
			greatest = i;
	}
	if (added > 0)
		chance[greatest] -= added;
}

static void
aim_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	struct aim *a = g->aim;
	const struct game_knowledge *plain = a->plain->knowledge;
	int32_t hand[SEATS_MAX];
	plain->evaluate(a->plain, s, hand);
	aim_chances(a, hand, game_progress(a->plain, s), value);
	keep_bounds(&a->bounds, g->seats, value);
}

static void
aim_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	*b = g->aim->bounds;
}

/* The results still possible while the hand is not settled: all of them. */
static void
intervals(const struct game *g, const struct state *s, double *low, double *high)
{
	int32_t value[SEATS_MAX];
	const bool settled = g->rules->settled(g, s);
	aim_evaluate(g, s, value);
	for (int i = 0; i < g->seats; i++) {
		low[i] = settled ? value[i] : g->aim->bounds.low[i];
		high[i] = settled ? value[i] : g->aim->bounds.high[i];
	}
}

/* How many courses draw AIM_HANDS hands, by those of a hand like others. */
static void
choose_paths(struct aim *a)
{
	double value[SEATS_MAX], win[SEATS_MAX];
	for (int i = 0; i < a->plain->seats; i++)
		value[i] = a->equity.mean;
	const int drawn = equity_ask(&a->equity, AIM_PATHS, 1000, value, win);
	const int paths = drawn > 0 ? AIM_HANDS * AIM_PATHS / drawn : EQUITY_PATHS;
	a->paths = paths < AIM_PATHS	  ? AIM_PATHS
		   : paths > EQUITY_PATHS ? EQUITY_PATHS
					  : paths;
}

/* A seat's chance is least when it gets its least and the others their most, greatest the other
 * way round. */
static void
aim_find_bounds(struct aim *a, const struct state *root)
{
	const int seats = a->plain->seats;
	struct bounds hand;
	int32_t value[SEATS_MAX], chance[SEATS_MAX];
	a->plain->knowledge->bounds(a->plain, root, &hand);
	a->bounds.maxsum = AIM_WHOLE;
	for (int i = 0; i < seats; i++) {
		memcpy(value, hand.high, sizeof value);
		value[i] = hand.low[i];
		aim_chances(a, value, 1000, chance);
		a->bounds.low[i] = chance[i];
		memcpy(value, hand.low, sizeof value);
		value[i] = hand.high[i];
		aim_chances(a, value, 1000, chance);
		a->bounds.high[i] =
			chance[i] > a->bounds.low[i] ? chance[i] : a->bounds.low[i];
	}
}

void
aim_open(struct aim *a, const struct calibration *cal, const struct game *plain,
	 const struct sheet *sheet, const struct state *root)
{
	memset(a, 0, sizeof *a);
	a->plain = plain;
	equity_open(&a->equity, cal, sheet, plain->seats);
	choose_paths(a);
	a->game = *plain;
	a->game.aim = a;
	a->game.unit = AIM_UNIT;
	a->game.knowledge = &a->knowledge;
	a->game.fast = &a->fast;
	a->game.trick = &a->trick;
	/* The parts that stay as in the plain game: everything except its values. */
	a->knowledge = (struct game_knowledge){ .evaluate = aim_evaluate,
						.bounds = aim_bounds,
						.intervals = intervals,
						.progress = plain->knowledge->progress,
						.quiet = plain->knowledge->quiet,
						.order = plain->knowledge->order,
						.merge = plain->knowledge->merge,
						.policy = plain->knowledge->policy };
	a->fast = (struct game_fast){ .enter = plain->fast->enter,
				      .rollout = plain->fast->rollout };
	a->trick = (struct trick_ops){ .choices = plain->trick->choices,
				       .rewind = plain->trick->rewind,
				       .shoot = plain->trick->shoot,
				       .cardnet = plain->trick->cardnet };
	aim_find_bounds(a, root);
}
