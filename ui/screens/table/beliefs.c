/*
 * beliefs.c - what the person at the table can know of the others' cards, in words beside them. What is
 * only likely is a help, and comes with a hint, the coach or an open view.
 *
 * Counted by src/study/beliefs.h from the viewer's own position and the moves as it saw them, on
 * the deals that its search looks into, weighted by the game's network where it has one: in pieces,
 * from tick to tick, so that no key waits. Until a count ends the words of the one before stay.
 */
#include "ui/screens/table/private.h"

#include "src/base/clock.h"
#include "src/core/cardnet.h"
#include "ui/decision.h"

#include <stdlib.h>
#include <string.h>

#define PIECE	 2    /* worlds between two looks at the clock */
#define PIECE_US 2000 /* of a tick */

static void
drop_count(struct table_beliefs *k)
{
	beliefs_drop(&k->counts);
	free(k->made);
	k->made = NULL;
	k->busy = false;
}

/* Only in games of suits, and for somebody who does not see everything. */
static bool
wants_beliefs(const struct table *t, int ply, int viewer)
{
	const struct match *m = &t->session.match;
	const struct game *g = table_game(t);
	return t->beliefs.on && viewer >= 0 && g->trick->rewind != NULL &&
	       !table_covered(t) && decision_at(m, ply) == ply &&
	       beliefs_refusal(g, &m->states[ply], viewer) == NULL;
}

static void
begin_count(struct table *t, int ply, int viewer)
{
	struct table_beliefs *k = &t->beliefs;
	const struct match *m = &t->session.match;
	int known = 0;
	drop_count(k);
	k->ply = ply;
	k->viewer = viewer;
	match_view_at(m, ply, viewer, &k->root);
	k->made = match_made(m, ply, viewer, &known);
	const struct evidence seen = {
		.game = table_game(t),
		.root = &k->root,
		.viewer = viewer,
		.mover = beliefs_mover(table_game(t), &k->root, viewer),
		.seed = question_seed(m, m->setup.seed, ply, viewer),
		.made = k->made,
		.made_count = known,
		.model = cardnet_find(table_game(t), NULL)
	};
	beliefs_begin(&k->counts, &seen, BELIEFS_WORLDS);
	k->busy = true;
}

/* Each fact on a line of its own. */
static void
take_words(struct table_beliefs *k, int seat, bool likely)
{
	char *text = k->text[likely][seat];
	beliefs_words(&k->counts, seat, likely, text, TABLE_BELIEF);
	for (char *at = text; (at = strstr(at, "; ")) != NULL;) {
		*at = '\n';
		memmove(at + 1, at + 2, strlen(at + 2) + 1);
	}
}

bool
table_beliefs_tick(struct table *t)
{
	struct table_beliefs *k = &t->beliefs;
	const int ply = table_shown_ply(t), viewer = table_shown_viewer(t);
	const int64_t until = clock_now_us() + PIECE_US;
	if (!wants_beliefs(t, ply, viewer)) {
		const bool had = k->ply >= 0;
		drop_count(k);
		memset(k->text, 0, sizeof k->text);
		k->ply = -1;
		return had;
	}
	if (k->ply != ply || k->viewer != viewer)
		begin_count(t, ply, viewer);
	if (!k->busy)
		return false;
	while (!beliefs_step(&k->counts, PIECE))
		if (clock_now_us() >= until)
			return false;
	for (int i = 0; i < 2 * table_game(t)->seats; i++)
		take_words(k, i / 2, i % 2 != 0);
	drop_count(k);
	return true;
}

void
table_beliefs_close(struct table *t)
{
	drop_count(&t->beliefs);
}
