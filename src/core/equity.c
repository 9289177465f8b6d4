/* equity.c - see equity.h. Totals are in 1/PARTS of a point, all seats in one vector. */
#include "src/core/equity.h"

#include "src/base/rng.h"

#include <math.h>
#include <string.h>

#define PARTS	  16
#define HANDS_MAX 40 /* a match not over by then is taken as over */
#define SHARES	  60 /* a win, which 2 to 6 seats may share */
#define FAR	  INT16_MAX

bool
equity_sheet(const struct calibration *cal, const struct game *g, const struct state *s,
	     struct sheet *out)
{
	return cal != NULL && cal->hands.count > 0 && g->trick->sheet != NULL &&
	       g->trick->sheet(g, s, out);
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

/* The results of self-play, as the sheet counts them. */
static void
fill_hands(struct equity *e)
{
	const struct calibration_hands *h = e->calibrated;
	const int sign = e->sheet.low_wins ? -1 : 1;
	for (int k = 0; k < h->count * e->seats; k++) {
		const int16_t *value = h->value[k % h->count];
		e->hand[k] = (seats_vector){ 0 };
		for (int i = 0; i < e->seats; i++) {
			const int16_t v = value[(i + k / h->count) % e->seats];
			e->hand[k][i] = (int16_t)((e->sheet.base + sign * v) * PARTS);
		}
	}
}

void
equity_open(struct equity *e, const struct calibration *cal, const struct sheet *sheet,
	    int seats)
{
	e->calibrated = &cal->hands;
	e->sheet = *sheet;
	e->seats = seats;
	e->hands = cal->hands.count;
	e->mean = mean_of(&cal->hands, seats);
	e->left = sheet->hands_left < 0 || sheet->hands_left > HANDS_MAX
			  ? HANDS_MAX
			  : sheet->hands_left;
	for (int i = 0; i < 8; i++) {
		e->to[i] = i < seats ? (int16_t)in_parts(sheet->to) : FAR;
		e->down_to[i] = i < seats ? (int16_t)in_parts(sheet->down_to) : -FAR;
	}
	fill_hands(e);
}

/* How far hand k, turned as in fill_hands(), is from the mean of all, by a factor. */
static seats_vector
error_of(const struct equity *e, int k, double spread)
{
	const struct calibration_hands *h = e->calibrated;
	const int16_t *value = h->value[k % h->count];
	const int sign = e->sheet.low_wins ? -1 : 1;
	seats_vector error = { 0 };
	for (int i = 0; i < e->seats; i++) {
		const int16_t v = value[(i + k / h->count) % e->seats];
		error[i] = (int16_t)in_parts(sign * spread * (v - e->mean));
	}
	return error;
}

static inline bool
equity_is_over(const struct equity *e, seats_vector total)
{
	union {
		seats_vector lanes;
		uint64_t half[2];
	} ends;
	ends.lanes = (total >= e->to) | (total <= e->down_to);
	return (ends.half[0] | ends.half[1]) != 0;
}

static void
equity_share_win(const struct equity *e, seats_vector total, uint32_t *won)
{
	int best, count = 0;
	if (e->sheet.low_wins)
		total = -total;
	best = total[0];
	for (int i = 1; i < e->seats; i++)
		best = total[i] > best ? total[i] : best;
	for (int i = 0; i < e->seats; i++)
		count += total[i] == best;
	for (int i = 0; i < e->seats; i++)
		won[i] += total[i] == best ? SHARES / (uint32_t)count : 0;
}

/* A hand, turned round the table by so many seats more, from 16 bits. */
static inline int
equity_draw(const struct equity *e, int turned, uint64_t bits)
{
	const int drawn = (int)((bits & 0xffff) * (uint64_t)(e->hands * e->seats) >> 16);
	const int turn = drawn + turned * e->hands;
	return turn < e->hands * e->seats ? turn : turn - e->hands * e->seats;
}

/* Plays the match on from totals after this hand; `random` is the path's own. Returns the hands it
 * took. */
static int
equity_play_on(const struct equity *e, int turned, uint64_t random, seats_vector *total)
{
	uint64_t bits = 0;
	int k = 0;
	for (; k < e->left && !equity_is_over(e, *total); k++) {
		if (k % 4 == 0)
			bits = random = rng_mix(random);
		*total += e->hand[equity_draw(e, turned, bits)];
		bits >>= 16;
	}
	return k;
}

/* The totals when this hand ends as expected. */
static seats_vector
after_hand(const struct equity *e, int progress, const double *value)
{
	const struct calibration_hands *h = e->calibrated;
	const double slope = at_progress(h->slope, h->stages, progress, 1);
	seats_vector total = { 0 };
	for (int i = 0; i < e->seats; i++) {
		const double from = e->sheet.scored  ? 0 /* there may be no values */
				    : e->sheet.ahead ? value[i] / 2
						     : value[i] - e->mean;
		const double v = e->sheet.scored ? 0 : e->mean + slope * from;
		const double hand = e->sheet.scored	? 0
				    : e->sheet.low_wins ? e->sheet.base - v
							: e->sheet.base + v;
		total[i] = (int16_t)in_parts(e->sheet.total[i] + hand);
	}
	return total;
}

int
equity_ask(const struct equity *e, int paths, int progress, const double *value,
	   double *win)
{
	const struct calibration_hands *h = e->calibrated;
	const double spread =
		e->sheet.scored ? 0 : at_progress(h->spread, h->stages, progress, 0);
	const int each = paths / e->seats;
	uint32_t won[SEATS_MAX] = { 0 };
	int drawn = 0;
	bool known = true;
	for (int i = 0; i < e->seats; i++) {
		known = known && (e->sheet.scored || isfinite(value[i]));
		win[i] = (double)NAN;
	}
	if (!known)
		return 0;
	const seats_vector total = after_hand(e, progress, value);
	for (int k = 0; k < each * e->seats; k++) {
		const uint64_t random = rng_mix((uint64_t)(k / e->seats) + 1);
		const int turned = k % e->seats;
		seats_vector at = total;
		if (spread > 0)
			at += error_of(e, equity_draw(e, turned, random >> 48), spread);
		drawn += equity_play_on(e, turned, random, &at);
		equity_share_win(e, at, won);
	}
	for (int i = 0; i < e->seats; i++)
		win[i] = won[i] / (double)(SHARES * each * e->seats);
	return drawn;
}

void
equity_win(const struct calibration *cal, const struct sheet *sheet, int seats,
	   int progress, const double *value, double *win)
{
	struct equity e;
	equity_open(&e, cal, sheet, seats);
	equity_ask(&e, EQUITY_PATHS, progress, value, win);
}
