/* continuation.c - see continuation.h. */
#include "ai/poker/tree/continuation.h"

#include "src/base/text.h"
#include "src/core/public.h"

#include <stdio.h>
#include <string.h>

#define ROOM 60 /* bytes for the end of the sentence */

const char *
continuation_kind_name(enum continuation_kind kind)
{
	static const char *const names[CONTINUATION_KINDS] = {
		[CONTINUATION_FOLD] = "folding",
		[CONTINUATION_CALL] = "calling",
		[CONTINUATION_RAISE] = "raising",
	};
	return names[kind];
}

void
continuations_begin(struct look_ways *w, int seat, int continuations, int classes)
{
	memset(w, 0, sizeof *w);
	w->all.seat = seat;
	w->all.count = continuations;
	w->classes = classes;
}

void
continuations_weigh(struct look_ways *w, int class, double weight)
{
	w->weight += weight;
	if (class >= 0)
		w->class_weight[class] += (float)weight;
}

void
continuations_add(struct look_ways *w, int class, int continuation, double weight,
		  double often, double value)
{
	w->all.way[continuation].often += weight * often;
	w->all.way[continuation].value += weight * value;
	if (class < 0)
		return;
	w->often[continuation][class] += (float)(weight * often);
	w->value[continuation][class] += (float)(weight * value);
}

bool
continuations_divide(struct look_ways *w)
{
	for (int k = 0; k < w->all.count && w->weight > 0; k++) {
		w->all.way[k].often /= w->weight;
		w->all.way[k].value /= w->weight;
		for (int c = 0; c < w->classes; c++) {
			w->often[k][c] /= w->class_weight[c];
			w->value[k][c] /= w->class_weight[c]; /* NaN: it never comes */
		}
	}
	return w->weight > 0;
}

void
continuations_write(const struct game *g, const struct state *s,
		    const struct stats_ways *w, char out[static LOOK_PROOF])
{
	const struct public_ops *p = g->ops->public;
	const bool blinds = p != NULL && p->blind != NULL;
	const double unit = blinds ? p->blind(g, s) : 1;
	int n = snprintf(out, LOOK_PROOF, "Depth limit: %s plays on",
			 g->text->seat_name(g, w->seat));
	for (int k = 0; k < w->count && n < LOOK_PROOF - ROOM; k++)
		n += snprintf(out + n, (size_t)(LOOK_PROOF - n), "%s %s %.0f %% (%+.2f)",
			      k > 0 ? "," : "", w->way[k].name, 100 * w->way[k].often,
			      text_shown(w->way[k].value / unit, 2));
	if (n < LOOK_PROOF)
		snprintf(out + n, (size_t)(LOOK_PROOF - n), "; in brackets %s for %s.",
			 blinds ? "big blinds" : g->ops->point_name,
			 g->text->seat_name(g, 1 - w->seat));
}
