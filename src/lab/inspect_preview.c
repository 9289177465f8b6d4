/*
 * inspect_preview.c - the first level of a tree that is not there yet.
 *
 * A snapshot knows its root moves: a search that has nothing but them, and shows them as
 * its children, makes a tree of one level of it.
 */
#include "src/lab/inspect_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
children(struct search *s, look_ref node, struct look_node *out, int max)
{
	int n = 0;
	for (; node == LOOK_ROOT && n < s->live.move_count && n < max; n++) {
		const struct stats_move *m = &s->live.moves[n];
		struct look_node *l = &out[n];
		*l = (struct look_node){ .ref = (look_ref)(unsigned)n,
					 .m = m->m,
					 .seat = s->mover,
					 .visits = m->visits,
					 .status = m->status,
					 .rule = -1,
					 .best = n == 0 && m->status != MOVE_UNSEARCHED,
					 .exploit = (double)NAN,
					 .explore = (double)NAN };
		for (int i = 0; i < SEATS_MAX; i++) {
			const bool known = i < s->live.seats;
			l->value[i] = known ? m->value[i] : (double)NAN;
			l->win[i] = known ? m->win[i] : (double)NAN;
			l->low[i] = l->high[i] = (double)NAN;
		}
	}
	return n;
}

static const struct look_ops look = { .children = children };
static const struct search_ops preview = { .key = "preview", .look = &look };

void
inspect_open_preview(struct inspect *t, const struct game *g, const struct state *root,
		     int viewer, const struct snapshot *snap)
{
	struct search *s = aligned_alloc(64, (sizeof *s + 63) & ~(size_t)63);
	if (s == NULL)
		BUG("no memory for the first level of a tree");
	memset(s, 0, sizeof *s);
	s->ops = &preview;
	s->game = g;
	game_copy(g, root, &s->root);
	s->viewer = viewer;
	s->mover = snap->mover;
	s->live = *snap;
	if (inspect_open(t, s, NULL))
		t->source[0].owned = true;
}
