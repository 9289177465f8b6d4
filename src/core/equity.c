/* equity.c - see equity.h. Totals are in 1/PARTS of a point, all seats in one vector. */
#include "src/core/equity.h"

#include "src/base/rng.h"

#include <math.h>
#include <string.h>

#define PARTS	  16
#define HANDS_MAX 40 /* a match that is not over then is taken to be */
#define SHARES	  60 /* a win, which 2 to 6 seats may share */
#define FAR	  INT16_MAX

typedef int16_t seats_vector __attribute__((vector_size(16)));

struct course {
	int seats, hands; /* hands: before they are turned round the table */
	int turned;	  /* by so many seats more, this time */
	bool low_wins;
	int left; /* hands that may follow */
	seats_vector to, down_to;
	seats_vector hand[CALIBRATION_HANDS * SEATS_MAX];
	seats_vector error[CALIBRATION_HANDS * SEATS_MAX];
};

bool
equity_sheet(const struct calibration *cal, const struct game *g, const struct state *s,
	     struct sheet *out)
{
	return cal != NULL && cal->hands.count > 0 && g->knowledge->sheet != NULL &&
	       g->knowledge->sheet(g, s, out);
}

static int
in_parts(double points)
{
	const double x = points * PARTS;
	return (int)lrint(x > FAR - 1 ? FAR - 1 : x < -FAR ? -FAR : x);
}

/* A figure of the stages at a progress, between the middles of two; `last` at the end. */
static double
at_progress(const double *stage, int stages, int progress, double last)
{
	const double x = progress * stages / 1000.0 - 0.5;
	const int k = (int)x;
	if (x <= 0)
		return stage[0];
	if (k >= stages - 1)
		return stage[stages - 1] +
		       (last - stage[stages - 1]) * fmin(1, 2 * (x - k));
	return stage[k] + (stage[k + 1] - stage[k]) * (x - k);
}

static double
mean_of(const struct calibration_hands *h, int seats)
{
	double sum = 0;
	for (int k = 0; k < h->count; k++)
		for (int i = 0; i < seats; i++)
			sum += h->value[k][i];
	return sum / (h->count * seats);
}

/* What self-play brought, as the sheet counts it, and how far from the mean of all that is. */
static void
fill_hands(struct course *c, const struct calibration_hands *h, const struct sheet *sheet,
	   double mean, double spread)
{
	const int sign = sheet->low_wins ? -1 : 1;
	c->hands = h->count;
	for (int k = 0; k < h->count * c->seats; k++) {
		const int16_t *value = h->value[k % h->count];
		c->hand[k] = c->error[k] = (seats_vector){ 0 };
		for (int i = 0; i < c->seats; i++) {
			const int16_t v = value[(i + k / h->count) % c->seats];
			c->hand[k][i] = (int16_t)((sheet->base + sign * v) * PARTS);
			c->error[k][i] = (int16_t)in_parts(sign * spread * (v - mean));
		}
	}
}

static void
fill_ends(struct course *c, const struct sheet *sheet)
{
	for (int i = 0; i < 8; i++) {
		c->to[i] = i < c->seats ? (int16_t)in_parts(sheet->to) : FAR;
		c->down_to[i] = i < c->seats ? (int16_t)in_parts(sheet->down_to) : -FAR;
	}
	c->low_wins = sheet->low_wins;
	c->left = sheet->hands_left < 0 || sheet->hands_left > HANDS_MAX
			  ? HANDS_MAX
			  : sheet->hands_left;
}

static inline bool
is_over(const struct course *c, seats_vector total)
{
	union {
		seats_vector lanes;
		uint64_t half[2];
	} ends;
	ends.lanes = (total >= c->to) | (total <= c->down_to);
	return (ends.half[0] | ends.half[1]) != 0;
}

static void
share_win(const struct course *c, seats_vector total, uint32_t *won)
{
	int best, count = 0;
	if (c->low_wins)
		total = -total;
	best = total[0];
	for (int i = 1; i < c->seats; i++)
		best = total[i] > best ? total[i] : best;
	for (int i = 0; i < c->seats; i++)
		count += total[i] == best;
	for (int i = 0; i < c->seats; i++)
		won[i] += total[i] == best ? SHARES / (uint32_t)count : 0;
}

/* A hand, turned round the table, from 16 bits. */
static inline int
draw(const struct course *c, uint64_t bits)
{
	const int drawn = (int)((bits & 0xffff) * (uint64_t)(c->hands * c->seats) >> 16);
	const int turn = drawn + c->turned * c->hands;
	return turn < c->hands * c->seats ? turn : turn - c->hands * c->seats;
}

/* Plays the match on from totals after this hand; `random` is the path's own. */
static seats_vector
play_on(const struct course *c, seats_vector total, uint64_t random)
{
	uint64_t bits = 0;
	for (int k = 0; k < c->left && !is_over(c, total); k++) {
		if (k % 4 == 0)
			bits = random = rng_mix(random);
		total += c->hand[draw(c, bits)];
		bits >>= 16;
	}
	return total;
}

void
equity_win(const struct calibration *cal, const struct sheet *sheet, int seats,
	   int progress, const double *value, double *win)
{
	const struct calibration_hands *h = &cal->hands;
	const double mean = mean_of(h, seats);
	const double slope = at_progress(h->slope, h->stages, progress, 1);
	struct course c = { .seats = seats };
	uint32_t won[SEATS_MAX] = { 0 };
	seats_vector total = { 0 };
	bool known = true;
	for (int i = 0; i < seats; i++) {
		known = known && (sheet->scored || isfinite(value[i]));
		win[i] = (double)NAN;
	}
	if (!known)
		return;
	for (int i = 0; i < seats; i++) {
		const double v = sheet->scored ? 0 : mean + slope * (value[i] - mean);
		const double hand = sheet->scored     ? 0
				    : sheet->low_wins ? sheet->base - v
						      : sheet->base + v;
		total[i] = (int16_t)in_parts(sheet->total[i] + hand);
	}
	fill_hands(&c, h, sheet, mean, at_progress(h->spread, h->stages, progress, 0));
	fill_ends(&c, sheet);
	const int paths = EQUITY_PATHS / seats;
	for (int k = 0; k < paths * seats; k++) {
		const uint64_t random = rng_mix((uint64_t)(k / seats) + 1);
		seats_vector at = total;
		c.turned = k % seats;
		if (!sheet->scored)
			at += c.error[draw(&c, random >> 48)];
		share_win(&c, play_on(&c, at, random), won);
	}
	for (int i = 0; i < seats; i++)
		win[i] = won[i] / (double)(SHARES * paths * seats);
}
