/* explain_pot.c - the sentences on pots. See explain.h. */
#include "src/study/explain.h"

#include "src/core/public.h"

#include <math.h>
#include <stdio.h>

#define NUMBER 24

/* ------------------------------------------------------------------ prices */

/* What a seat has put in: it loses so much by a fold; in front of no bet it is the stake. */
static double
explain_pot_put_in(const struct game *g, const struct state *s, int seat)
{
	const move fold = public_fold(g, s, seat);
	struct state after = *s;
	if (fold != MOVE_NONE)
		g->rules->play(g, s, seat, fold, &after);
	return g->ops->public->stake(g, &after);
}

static bool
has_pot(const struct game *g)
{
	return g->ops->public != NULL && g->ops->public->stake != NULL;
}

bool
explain_call(const struct game *g, const struct state *s, int seat, struct pot_price *out)
{
	if (!has_pot(g) || public_fold(g, s, seat) == MOVE_NONE)
		return false;
	const double stake = g->ops->public->stake(g, s),
		     in = explain_pot_put_in(g, s, seat);
	*out = (struct pot_price){ .pot = stake + in, .costs = stake - in };
	out->needs = out->costs / (2 * stake);
	return true;
}

/* When called, a bet brings its equity in the pot less its cost; when all fold,
 * the pot. */
bool
explain_bet(const struct game *g, const struct state *s, int seat, move m, double equity,
	    struct pot_price *out)
{
	struct state after = *s;
	if (!has_pot(g))
		return false;
	g->rules->play(g, s, seat, m, &after);
	const double stake = g->ops->public->stake(g, s),
		     in = explain_pot_put_in(g, s, seat);
	const double called = g->ops->public->stake(g, &after);
	*out = (struct pot_price){ .pot = stake + in, .costs = called - in };
	const double lost = out->costs - 2 * called * equity;
	out->needs = lost > 0 ? lost / (out->pot + lost) : lost <= 0 ? 0 : (double)NAN;
	return called > stake;
}

/* ------------------------------------------------------------------ sentences */

static const char *
explain_pot_seat_word(const struct explanation *e, int seat)
{
	return e->seat_word != NULL ? e->seat_word(e->game, seat)
				    : e->game->text->seat_name(e->game, seat);
}

/* "150", "0.5" */
static const char *
amount(double x, char out[static NUMBER])
{
	snprintf(out, NUMBER, "%.10g", text_shown(x, 2));
	return out;
}

static void
tell_price(const struct explanation *e, struct text *out)
{
	struct pot_price p;
	char costs[NUMBER], pot[NUMBER];
	if (!explain_call(e->game, e->root, e->snap->mover, &p))
		return;
	text_add(out,
		 "A call costs %s into a pot of %s: with no more betting it needs %.0f%% "
		 "equity to break even.\n",
		 amount(p.costs, costs), amount(p.pot, pot), 100 * p.needs);
}

static void
tell_equity(const struct explanation *e, struct text *out)
{
	const struct stats_answers *a = snapshot_answers(e->snap);
	const int seat = e->snap->mover;
	if (a != NULL && !isnan(a->equity))
		text_add(out,
			 "Against %s's range, by the search, %s's hand has %.0f%% "
			 "equity.\n",
			 explain_pot_seat_word(e, 1 - seat),
			 explain_pot_seat_word(e, seat), 100 * (double)a->equity);
}

static double
explain_pot_share_of(const struct explanation *e, move m)
{
	const struct stats_move *row = snapshot_find(e->snap, m);
	return row != NULL && row->prob > 0 ? row->prob : 0;
}

/* The choice where it is a bet, else the bet with the largest share. */
static const struct stats_answer *
bet_told(const struct explanation *e)
{
	const struct stats_answers *a = snapshot_answers(e->snap);
	const struct stats_answer *most = NULL;
	for (int i = 0; a != NULL && i < a->count; i++) {
		if (a->answer[i].m == e->snap->moves[0].m)
			return &a->answer[i];
		if (most == NULL || explain_pot_share_of(e, a->answer[i].m) >
					    explain_pot_share_of(e, most->m))
			most = &a->answer[i];
	}
	return most;
}

static void
tell_folds(const struct explanation *e, const struct stats_answer *a, struct text *out)
{
	char m[MOVE_TEXT];
	game_say_move(e->game, e->root, e->snap->mover, a->m, m, sizeof m);
	text_add(out, "After %s %s folds %.0f%% of the hands in that range", m,
		 explain_pot_seat_word(e, 1 - e->snap->mover), 100 * (double)a->folds);
	if (a->kind[0] != '\0' && a->low >= 0.995F)
		text_add(out, "; all that fold are %s or worse", a->kind);
	else if (a->kind[0] != '\0')
		text_add(out, "; of those that fold %.0f%% are %s or worse",
			 100 * (double)a->low, a->kind);
	text_add(out, ".\n");
}

/* Why a hand that is behind may bet: in words of what the folds bring. */
static void
tell_bluff(const struct explanation *e, const struct stats_answer *a, struct text *out)
{
	struct pot_price p;
	const char *const other = explain_pot_seat_word(e, 1 - e->snap->mover);
	char costs[NUMBER], pot[NUMBER];
	if (isnan(a->equity) || !(a->equity < 0.5F) ||
	    !explain_bet(e->game, e->root, e->snap->mover, a->m, (double)a->equity, &p))
		return;
	text_add(out, "When called it is behind with %.0f%% equity: ",
		 100 * (double)a->equity);
	if (p.needs > 0)
		text_add(out,
			 "it puts in %s for a pot of %s, so with no more betting %s "
			 "must fold %.0f%% for it to break even, and folds %.0f%%.\n",
			 amount(p.costs, costs), amount(p.pot, pot), other, 100 * p.needs,
			 100 * (double)a->folds);
	else
		text_add(out,
			 "but the pot of %s pays for the %s that it puts in even if %s "
			 "never folds, with no more betting.\n",
			 amount(p.pot, pot), amount(p.costs, costs), other);
}

void
explain_tell_pot(const struct explanation *e, struct text *out)
{
	tell_price(e, out);
	tell_equity(e, out);
	const struct stats_answer *const bet = bet_told(e);
	if (bet == NULL)
		return;
	tell_folds(e, bet, out);
	tell_bluff(e, bet, out);
}
