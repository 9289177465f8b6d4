/* softmax_fit.c - see softmax_fit.h. */
#include "src/lab/softmax_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STILL 1e-8 /* a step that lowers the loss by a smaller part is the last */

/* Makes room for `more` items of a size beyond `used`. */
static bool
softmax_fit_grow(void **items, int64_t *room, int64_t used, int64_t more, size_t size)
{
	if (used + more <= *room)
		return true;
	const int64_t want = 2 * (used + more);
	void *bigger = realloc(*items, (size_t)want * size);
	if (bigger == NULL)
		return false;
	*items = bigger;
	*room = want;
	return true;
}

uint16_t *
examples_add(struct examples *c, int moves, int width, int made, bool held_out)
{
	const int64_t rows = (int64_t)moves * width;
	void *choice = c->choice, *feature = c->feature;
	const bool ok =
		softmax_fit_grow(&choice, &c->room, c->count, 1, sizeof *c->choice) &
		softmax_fit_grow(&feature, &c->feature_room, c->used, rows,
				 sizeof *c->feature);
	c->choice = choice;
	c->feature = feature;
	if (!ok)
		return NULL;
	c->choice[c->count++] = (struct example){ .at = c->used,
						  .moves = moves,
						  .width = width,
						  .made = made,
						  .held_out = held_out };
	c->used += rows;
	return c->feature + c->used - rows;
}

void
examples_free(struct examples *c)
{
	free(c->choice);
	free(c->feature);
	*c = (struct examples){ 0 };
}

void
softmax_fitted(const struct examples *c, const struct example *one, const double *weight,
	       double *chance)
{
	const uint16_t *row = c->feature + one->at;
	double top = -(double)INFINITY, sum = 0;
	for (int i = 0; i < one->moves; i++, row += one->width) {
		chance[i] = 0;
		for (int k = 0; k < one->width; k++)
			chance[i] += weight[row[k]];
		top = fmax(top, chance[i]);
	}
	for (int i = 0; i < one->moves; i++)
		sum += chance[i] = exp(chance[i] - top);
	for (int i = 0; i < one->moves; i++)
		chance[i] /= sum;
}

/* Adds x to the slope of each feature of a move. */
static void
softmax_fit_add_row(const struct examples *c, const struct example *one, int k, double x,
		    double *slope)
{
	const uint16_t *row = c->feature + one->at + (int64_t)k * one->width;
	for (int l = 0; l < one->width; l++)
		slope[row[l]] += x;
}

double
softmax_slope(const struct examples *c, double ridge, const double *weight, double *slope)
{
	double loss = 0, chance[MOVES_MAX];
	for (int j = 0; j < c->features; j++) {
		slope[j] = ridge * weight[j];
		loss += ridge / 2 * weight[j] * weight[j];
	}
	for (int64_t i = 0; i < c->count; i++) {
		const struct example *one = &c->choice[i];
		if (one->held_out)
			continue;
		softmax_fitted(c, one, weight, chance);
		loss -= log(fmax(chance[one->made], 1e-300));
		for (int k = 0; k < one->moves; k++)
			softmax_fit_add_row(c, one, k, chance[k], slope);
		softmax_fit_add_row(c, one, one->made, -1, slope);
	}
	slope[SOFTMAX_NONE] = 0;
	return loss;
}

/* How often a move of the choice has each feature, at most: into most[], which is 0 before. */
static void
count_most(const struct examples *c, const struct example *one, double *most)
{
	const uint16_t *row = c->feature + one->at;
	for (int i = 0; i < one->moves; i++, row += one->width)
		for (int k = 0; k < one->width; k++) {
			double times = 0;
			for (int l = 0; l < one->width; l++)
				times += row[l] == row[k];
			most[row[k]] = fmax(most[row[k]], times);
		}
}

/* curve[j]: no second derivative is above these as a diagonal. */
static void
bound_curve(const struct examples *c, double ridge, double *most, double *curve)
{
	memset(most, 0, (size_t)c->features * sizeof *most);
	for (int j = 0; j < c->features; j++)
		curve[j] = ridge;
	for (int64_t i = 0; i < c->count; i++) {
		const struct example *one = &c->choice[i];
		const uint16_t *row = c->feature + one->at;
		if (one->held_out)
			continue;
		count_most(c, one, most);
		for (int64_t k = 0; k < (int64_t)one->moves * one->width; k++) {
			curve[row[k]] += one->width * most[row[k]];
			most[row[k]] = 0;
		}
	}
}

struct fitting {
	double *weight, *ahead, *slope, *curve, *before;
};

/* From `ahead` down, and with momentum on. Returns what is lowered, at `ahead`. */
static double
take_step(const struct examples *c, double ridge, double momentum, struct fitting *f,
	  double *uphill)
{
	const double loss = softmax_slope(c, ridge, f->ahead, f->slope);
	*uphill = 0;
	for (int j = 0; j < c->features; j++) {
		f->before[j] = f->weight[j];
		f->weight[j] = f->ahead[j] - f->slope[j] / f->curve[j];
		*uphill += f->slope[j] * (f->weight[j] - f->before[j]);
		f->ahead[j] = f->weight[j] + momentum * (f->weight[j] - f->before[j]);
	}
	return loss;
}

static bool
softmax_fit_descend(const struct examples *c, double ridge, int steps,
		    const struct progress *progress, struct fitting *f)
{
	double last = (double)INFINITY, pace = 1, uphill;
	for (int i = 0; i < steps; i++) {
		if (!progress_report(progress, i, steps, "steps") ||
		    progress_stopped(progress))
			return false;
		const double next = (1 + sqrt(1 + 4 * pace * pace)) / 2;
		const double loss = take_step(c, ridge, (pace - 1) / next, f, &uphill);
		pace = uphill > 0 ? 1 : next;
		if (i > 20 && uphill <= 0 && last - loss < STILL * loss && last >= loss)
			break;
		last = loss;
	}
	return true;
}

bool
softmax_fit(const struct examples *c, double ridge, int steps,
	    const struct progress *progress, double *weight)
{
	const size_t n = (size_t)c->features;
	double *room = calloc(4 * n, sizeof *room);
	if (room == NULL)
		return false;
	memset(weight, 0, n * sizeof *weight);
	struct fitting f = { .weight = weight,
			     .ahead = room,
			     .slope = room + n,
			     .curve = room + 2 * n,
			     .before = room + 3 * n };
	bound_curve(c, ridge, f.before, f.curve);
	const bool ok = softmax_fit_descend(c, ridge, steps, progress, &f);
	free(room);
	return ok;
}
