/* hands.c - all hands of the seat that the panel is about, in place of its search (R). */
#include "src/core/public.h"
#include "src/study/likely.h"
#include "ui/screens/table/private.h"

#include <string.h>

bool
table_has_hands(struct screen *screen)
{
	return game_has_pot(table_game(table_of(screen)));
}

bool
table_shows_hands(struct screen *screen)
{
	return table_of(screen)->hands > 0;
}

static bool
is_own(const struct table *t, const struct stats_hands *h)
{
	return h->seat == session_person(&t->session);
}

static bool
table_hands_has_hands(const struct table *t, const char *player)
{
	return likely_player(t->session.catalog, table_game(t), player) == player;
}

const char *
table_hands_player(const struct table *t)
{
	const char *hint = t->session.hint_player;
	const char *by = likely_player(t->session.catalog, table_game(t), hint);
	return t->hands > 0 && by != NULL ? by : hint;
}

void
table_hands_view(const struct table *t, struct grid_view *out)
{
	const struct think_view *v = &t->think;
	const struct public_ops *p = v->game->ops->public;
	const bool fair = session_fair(&t->session) && t->board.viewer != SEAT_ALL;
	*out = (struct grid_view){
		.game = v->game,
		.root = v->root,
		.show = (enum grid_show)(t->hands - 1),
		.picked = t->hand_class,
		.held = -1,
		.blank = v->blank != NULL && !v->candidates ? v->blank
			 : v->search == NULL
				 ? "no search yet"
				 : "this search has no strategy for all hands; a hint "
				   "(h) by cfr, mccfr, dls, blueprint or modicum has one",
	};
	if (v->search == NULL || !v->candidates || snapshot_hands(v->search) == NULL)
		return;
	out->hands = snapshot_hands(v->search);
	if (fair && !session_ranges(&t->session) && !is_own(t, out->hands)) {
		out->hands = NULL;
		out->blank = "in FAIR only your own hands are shown: h at your turn";
		return;
	}
	out->ways = snapshot_ways(v->search);
	out->held = public_class(p, p->hand(v->game, &t->board.state, out->hands->seat));
}

void
table_run_hands(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const char *words;
	const struct session_search *hint = table_hint_now(t);
	t->hands = grid_next(table_game(t), t->hands, &words);
	if (t->hands > 0 && hint != NULL && hint->done &&
	    snapshot_hands(&hint->snap) == NULL &&
	    !table_hands_has_hands(t, hint->name)) {
		session_hint_clear(&t->session); /* h asks one that has them */
		t->hints = 0;
	}
	ui_message(ui, "%s", words != NULL ? words : "back to the search");
}

void
table_run_hand(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct grid_view v;
	table_hands_view(t, &v);
	t->hand_class = grid_step(&v, arg);
}

bool
table_click_hands(struct table *t, const struct mouse *m)
{
	struct grid_view v;
	if (t->hands_rect.h == 0)
		return false;
	table_hands_view(t, &v);
	const int class = grid_at(t->hands_rect, &v, m->y, m->x);
	if (class >= 0)
		t->hand_class = class;
	return class >= 0;
}
