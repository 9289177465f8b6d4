/*
 * explain.c - plain sentences on the reasons for a search's choice. See explain.h.
 *
 * Each tell_ function writes one line or none; the table at the end is their order.
 * "Worse" and "better" are always for the seat that moves, whatever way its points count.
 */
#include "src/study/explain.h"
#include "src/core/effort.h"
#include "src/core/infer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NUMBER	     24
#define SHARES_TOLD  3
#define CHANGES_WORD 1

/* "4.13", "-0.5", "12": at most two decimals. */
static const char *
explain_number(double x, char out[static NUMBER])
{
	snprintf(out, NUMBER, "%.2f", text_shown(x, 2));
	size_t n = strlen(out);
	while (out[n - 1] == '0')
		out[--n] = '\0';
	if (out[n - 1] == '.')
		out[--n] = '\0';
	return out;
}

static const char *
explain_count(int64_t n, char out[static NUMBER])
{
	text_format_count(out, NUMBER, (double)n);
	return out;
}

static const char *
name(const struct explanation *e, move m, char out[static MOVE_TEXT])
{
	game_say_move(e->game, e->root, e->snap->mover, m, out, MOVE_TEXT);
	return out;
}

static const char *
explain_seat_word(const struct explanation *e, int seat)
{
	return e->seat_word != NULL ? e->seat_word(e->game, seat)
				    : e->game->text->seat_name(e->game, seat);
}

static const char *
unit_word(const struct explanation *e)
{
	return e->value_name != NULL ? e->value_name : game_told_name(e->game);
}

/* A value as text. */
static double
told(const struct explanation *e, double value)
{
	return e->value_name != NULL ? e->value_top - value : game_told(e->game, value);
}

static double
mine(const struct explanation *e, const struct stats_move *m)
{
	return m->value[e->snap->mover];
}

static bool
searched(const struct stats_move *m)
{
	return m->status != MOVE_UNSEARCHED;
}

static bool
explain_bound(const struct stats_move *m)
{
	return m->status == MOVE_AT_MOST || m->status == MOVE_AT_LEAST;
}

/* A value that may be compared with others. */
static bool
valued(const struct explanation *e, const struct stats_move *m)
{
	return searched(m) && !explain_bound(m) && !isnan(mine(e, m));
}

/* The search expects the choice of a seat whose cards it does not see. */
static bool
guesses(const struct explanation *e)
{
	return e->snap->viewer >= 0 && e->snap->viewer != e->snap->mover;
}

static const struct stats_move *
best(const struct explanation *e)
{
	return &e->snap->moves[0];
}

/* ------------------------------------------------------------------ the choice */

static void
tell_choice(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	char m[MOVE_TEXT];
	name(e, best(e)->m, m);
	if (guesses(e))
		text_add(out, "From what %s knows, %s would expect %s from %s",
			 explain_seat_word(e, s->viewer), e->player, m,
			 explain_seat_word(e, s->mover));
	else
		text_add(out, "%s chooses %s for %s", e->player, m,
			 explain_seat_word(e, s->mover));
	if (s->stop == STOP_ONLY_MOVE)
		text_add(out, ": it is the only legal move, so nothing was searched");
	else if (!searched(best(e)))
		text_add(out, ": it was stopped before any move had a value");
	text_add(out, ".\n");
}

static void
tell_expectation(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	const struct stats_move *b = best(e);
	char x[NUMBER];
	if (!searched(b) || isnan(mine(e, b)))
		return;
	text_add(out, "It expects %s%s %s for %s", b->status == MOVE_FEW ? "about " : "",
		 explain_number(told(e, mine(e, b)), x), unit_word(e),
		 explain_seat_word(e, s->mover));
	const char *between = "; the others: ";
	for (int i = 0; i < s->seats; i++) {
		if (i == s->mover || isnan(b->value[i]))
			continue;
		text_add(out, "%s%s %s", between, explain_seat_word(e, i),
			 explain_number(told(e, b->value[i]), x));
		between = ", ";
	}
	text_add(out, ".");
	const double win = b->win[s->mover];
	double end[SEATS_MAX];
	game_share_win(b->value, s->seats, end);
	if (b->status == MOVE_PROVEN && !s->mixed && !s->of_match && end[s->mover] == win)
		text_add(out, " This is proven: it %s.",
			 win >= 1  ? "wins"
			 : win > 0 ? "draws"
				   : "loses");
	else if (!isnan(win))
		text_add(out, " Such values win %.0f%% of the %s.", win * 100,
			 s->of_match ? "matches" : "games");
	text_add(out, "\n");
}

static void
tell_line(const struct explanation *e, struct text *out)
{
	char line[300];
	if (e->snap->pv_count < 2)
		return;
	snapshot_format_pv(e->snap, e->game, e->root, STATS_PV, line, sizeof line);
	text_add(out, "It expects this line: %s.\n", line);
}

/* ------------------------------------------------------------------ the others */

static const struct stats_move *
runner_up(const struct explanation *e)
{
	const struct snapshot *s = e->snap;
	for (int i = 1; i < s->move_count; i++)
		if (searched(&s->moves[i]))
			return &s->moves[i];
	return NULL;
}

/* Points the runner-up is behind; NAN when that is not known. */
static double
margin(const struct explanation *e)
{
	const struct stats_move *second = runner_up(e);
	if (second == NULL || !valued(e, best(e)) || !valued(e, second))
		return (double)NAN;
	return mine(e, best(e)) - mine(e, second);
}

/* The column that moves are ordered by; NULL: their values, or something without a column. */
static const struct column *
deciding_column(const struct snapshot *s)
{
	const struct column *c = s->columns;
	for (int i = stats_columns(c); i > 0 && s->ranked; i--, c++)
		if (c->decides)
			return c;
	return NULL;
}

/* What has put the choice before a move with the better value. */
static void
tell_order(const struct snapshot *s, const struct stats_move *second, struct text *out)
{
	const struct stats_move *first = &s->moves[0];
	const struct column *c = deciding_column(s);
	char x[NUMBER], y[NUMBER];
	if (s->mixed)
		text_add(out, "a draw from its mixed strategy decides");
	else if (s->way_home)
		text_add(out, "the shortest way home decides");
	else if (c != NULL)
		text_add(out, "%s decides, %s against %s", c->key,
			 explain_number(first->extra[c->at], x),
			 explain_number(second->extra[c->at], y));
	else if (s->worlds_total > 0)
		text_add(out, "the vote of the deals decides");
	else if (s->visits_of != NULL && strcmp(s->visits_of, "sims") == 0)
		text_add(out, "how often it was tried decides");
	else if (second->depth < first->depth)
		text_add(out, "it was not searched so deep");
	else if (first->win[s->mover] > second->win[s->mover])
		text_add(out, "the chance to win decides");
	else
		text_add(out, "what the other seats get counts too");
}

static void
tell_runner_up(const struct explanation *e, struct text *out)
{
	const struct stats_move *second = runner_up(e);
	const int mover = e->snap->mover;
	const double behind = margin(e);
	char m[MOVE_TEXT], x[NUMBER], y[NUMBER], z[NUMBER];
	if (guesses(e)) /* its values are of different deals; the shares of the deals follow */
		return;
	if (second == NULL) {
		if (searched(best(e)) && e->snap->moves_total > 1)
			text_add(out, "No other move was searched.\n");
		return;
	}
	name(e, second->m, m);
	if (explain_bound(second) && !isnan(mine(e, second))) {
		const bool most =
			(second->status == MOVE_AT_MOST) == (told(e, 1) > told(e, 0));
		text_add(out,
			 "The next, %s, is worth %s %s %s, which was enough to rule it "
			 "out.\n",
			 m, most ? "at most" : "at least",
			 explain_number(told(e, mine(e, second)), x), unit_word(e));
		return;
	}
	if (isnan(behind))
		return;
	const struct column *c = e->snap->mixed ? NULL : deciding_column(e->snap);
	if (behind == 0 && c != NULL && second->extra[c->at] < best(e)->extra[c->at])
		text_add(out,
			 "%s has the same value, %s, but %s decides, %s against %s.\n", m,
			 explain_number(told(e, mine(e, second)), x), c->key,
			 explain_number(best(e)->extra[c->at], y),
			 explain_number(second->extra[c->at], z));
	else if (behind == 0)
		text_add(out, "%s is worth the same, %s; %s.\n", m,
			 explain_number(told(e, mine(e, second)), x),
			 e->snap->mixed ? "a draw from its mixed strategy decides"
					: "of equal moves the first one found is chosen");
	else if (behind > 0)
		text_add(out, "The runner-up is %s with %s %s, %s worse", m,
			 explain_number(told(e, mine(e, second)), x), unit_word(e),
			 explain_number(behind, y));
	else {
		text_add(out, "By points alone %s would be %s better, with %s, but ", m,
			 explain_number(-behind, y),
			 explain_number(told(e, mine(e, second)), x));
		tell_order(e->snap, second, out);
	}
	if (behind == 0)
		return;
	if (!isnan(second->win[mover]))
		text_add(out, "; it wins %.0f%% of the %s", second->win[mover] * 100,
			 e->snap->of_match ? "matches" : "games");
	text_add(out, ".\n");
}

static void
tell_field(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	const struct stats_move *worst = NULL;
	int values = 0;
	char m[MOVE_TEXT], x[NUMBER];
	for (int i = 0; i < s->move_count; i++) {
		if (!valued(e, &s->moves[i]))
			continue;
		values++;
		if (worst == NULL || mine(e, &s->moves[i]) < mine(e, worst))
			worst = &s->moves[i];
	}
	if (values < 3 || guesses(e) || !valued(e, best(e)) ||
	    mine(e, worst) >= mine(e, best(e)))
		return;
	text_add(out,
		 values < s->moves_total ? "It valued %d of the %d" : "It valued all %d",
		 values, s->moves_total);
	text_add(out, " legal moves; the worst, %s, is %s %s worse.\n",
		 name(e, worst->m, m),
		 explain_number(mine(e, best(e)) - mine(e, worst), x), unit_word(e));
}

static void
tell_played(const struct explanation *e, struct text *out)
{
	char m[MOVE_TEXT], x[NUMBER];
	if (e->played == MOVE_NONE)
		return;
	const struct stats_move *row =
		snapshot_find_equal(e->snap, e->game, e->root, e->played);
	name(e, e->played, m);
	if (guesses(e)) {
		text_add(out, "In the game %s was played", m);
		if (row != NULL && row->prob >= 0 && e->snap->worlds_done > 0)
			text_add(out, ", the best move in %.0f of these %d deals",
				 row->prob * e->snap->worlds_done, e->snap->worlds_done);
		text_add(out, ".\n");
		return;
	}
	if (e->played == best(e)->m) {
		text_add(out, "The game went on with this move.\n");
		return;
	}
	text_add(out, "In the game %s was played", m);
	if (row == best(e)) {
		text_add(out, ", which is equal");
	} else if (row != NULL && valued(e, row) && valued(e, best(e))) {
		const double less = mine(e, best(e)) - mine(e, row);
		text_add(out, ": number %d here, %s %s", (int)(row - best(e)) + 1,
			 explain_number(fabs(less), x),
			 less < 0 ? "better by points alone" : "worse");
	}
	text_add(out, ".\n");
}

/* ------------------------------------------------------------------ how sure it is */

/* The moves with the largest shares: first choices of deals, or the mixed strategy. `word`
 * stands before each share, which the first row may be left out of. */
static void
tell_shares(const struct explanation *e, const char *word, bool without_best,
	    struct text *out)
{
	const struct snapshot *s = e->snap;
	bool said[STATS_MOVES] = { [0] = without_best };
	for (int k = 0; k < SHARES_TOLD; k++) {
		int most = -1;
		char m[MOVE_TEXT];
		for (int i = 0; i < s->move_count; i++)
			if (!said[i] && s->moves[i].prob > 0 &&
			    (most < 0 || s->moves[i].prob > s->moves[most].prob))
				most = i;
		if (most < 0)
			break;
		said[most] = true;
		text_add(out, "%s%s %s%.0f%%", k == 0 ? "" : ", ",
			 name(e, s->moves[most].m, m), word, s->moves[most].prob * 100);
	}
	double rest = 0;
	for (int i = 0; i < s->move_count; i++)
		rest += !said[i] && s->moves[i].prob > 0 ? s->moves[i].prob : 0;
	if (rest >= 0.005)
		text_add(out, ", others %s%.0f%%", word, rest * 100);
}

static bool
has_shares(const struct snapshot *s)
{
	for (int i = 0; i < s->move_count; i++)
		if (s->moves[i].prob > 0)
			return true;
	return false;
}

/* The choice has the largest share. */
static bool
best_leads(const struct snapshot *s)
{
	for (int i = 1; i < s->move_count; i++)
		if (s->moves[i].prob > s->moves[0].prob)
			return false;
	return s->moves[0].prob > 0;
}

/* No move has a better value than the choice. */
static bool
best_is_highest(const struct explanation *e)
{
	for (int i = 1; i < e->snap->move_count; i++)
		if (valued(e, &e->snap->moves[i]) &&
		    mine(e, &e->snap->moves[i]) > mine(e, best(e)))
			return false;
	return valued(e, best(e));
}

static void
tell_worlds(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	char m[MOVE_TEXT];
	if (s->worlds_total <= 0)
		return;
	text_add(out, "It searched %d of %d deals that fit what %s has seen.",
		 s->worlds_done, s->worlds_total,
		 explain_seat_word(e, s->viewer >= 0 ? s->viewer : s->mover));
	if (has_shares(s) && (best_leads(s) || !best_is_highest(e))) {
		text_add(out, " The best move is ");
		tell_shares(e, "in ", false, out);
		text_add(out, " of the deals.");
	} else if (has_shares(s)) {
		name(e, best(e)->m, m);
		text_add(out, " If the deal were known, other moves would often be "
			      "better: ");
		tell_shares(e, "in ", true, out);
		text_add(out,
			 " of them; %s in %.0f%%. As it is unknown, the average over all "
			 "deals counts, and there %s is best.",
			 m, s->moves[0].prob > 0 ? s->moves[0].prob * 100 : 0.0, m);
	}
	text_add(out, "\n");
}

/* ------------------------------------------------------------------ two moves in the deals */

#define SEAT_POINTS 0.2	 /* points of another seat that are worth a word */
#define SEAT_TRICKS 0.15 /* of the deals */
#define SEAT_MOON   0.02

/* What the other seats get by the choice and not by the runner-up. */
static void
tell_other_seats(const struct explanation *e, const char *second_name,
		 const struct stats_move *second, struct text *out)
{
	char x[NUMBER];
	int said = 0;
	for (int i = 0; i < e->snap->seats; i++) {
		const double more =
			told(e, best(e)->value[i]) - told(e, second->value[i]);
		if (i == e->snap->mover || isnan(more) || fabs(more) < SEAT_POINTS)
			continue;
		const char *word = more < 0 ? "fewer" : "more";
		explain_number(fabs(more), x);
		if (said++ == 0)
			text_add(out, "Compared with %s, %s gets %s %s %s", second_name,
				 explain_seat_word(e, i), x, word, unit_word(e));
		else
			text_add(out, ", %s %s %s", explain_seat_word(e, i), x, word);
	}
	if (said > 0)
		text_add(out, ".\n");
}

/* The seat with the greatest difference between both sides, at least `least`; -1: none. The mover comes
 * first. */
static int
explain_apart(const struct explanation *e, const double side[2][SEATS_MAX], double least)
{
	const int mover = e->snap->mover;
	int at = -1;
	if (fabs(side[0][mover] - side[1][mover]) >= least)
		return mover;
	for (int i = 0; i < e->snap->seats; i++) {
		const double apart = fabs(side[0][i] - side[1][i]);
		if (apart >= least && (at < 0 || apart > fabs(side[0][at] - side[1][at])))
			at = i;
	}
	return at;
}

static void
tell_reasons(const struct explanation *e, struct text *out)
{
	const struct stats_reasons *r = snapshot_reasons(e->snap);
	const struct stats_move *second = runner_up(e);
	char a[MOVE_TEXT], b[MOVE_TEXT], x[NUMBER], y[NUMBER];
	double takes[2][SEATS_MAX] = { 0 }, moon[2][SEATS_MAX] = { 0 };
	if (r == NULL || second == NULL || r->m[0] != best(e)->m || r->m[1] != second->m)
		return;
	name(e, r->m[0], a);
	name(e, r->m[1], b);
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < e->snap->seats; i++) {
			takes[k][i] = (double)r->takes[k][i] / r->deals;
			moon[k][i] = (double)r->sweep[k][i];
		}
	tell_other_seats(e, b, second, out);
	int seat = explain_apart(e, takes, SEAT_TRICKS);
	if (seat >= 0)
		text_add(out,
			 "After %s %s takes this trick in %d of %d deals, after %s in "
			 "%d.\n",
			 a, explain_seat_word(e, seat), r->takes[0][seat], r->deals, b,
			 r->takes[1][seat]);
	if (r->card[0] != '\0')
		text_add(out,
			 "With %s at %s (%d of %d deals) %s is %s %s, otherwise %s %s.\n",
			 r->card, explain_seat_word(e, r->holder), r->held, r->deals, a,
			 explain_number(fabs(r->there), x),
			 r->there < 0 ? "worse" : "better",
			 explain_number(fabs(r->elsewhere), y),
			 r->elsewhere < 0 ? "worse" : "better");
	seat = explain_apart(e, moon, SEAT_MOON);
	if (seat >= 0)
		text_add(out,
			 "%s shoots the moon with a chance of %.0f%% after %s, "
			 "%.0f%% after %s.\n",
			 explain_seat_word(e, seat), moon[0][seat] * 100, a,
			 moon[1][seat] * 100, b);
}

static void
tell_tries(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	char a[NUMBER], b[NUMBER], m[MOVE_TEXT];
	if (s->worlds_total > 0)
		return;
	if (s->simulations > 0 && s->visits_of != NULL &&
	    strcmp(s->visits_of, "sims") == 0) {
		text_add(out, "It tried %s in %s of %s simulations",
			 name(e, best(e)->m, m), explain_count(best(e)->visits, a),
			 explain_count(s->simulations, b));
		const struct stats_move *second = runner_up(e);
		if (second != NULL)
			text_add(out, ", %s in %s", name(e, second->m, m),
				 explain_count(second->visits, a));
		text_add(out, ".\n");
	}
	if (s->mixed && has_shares(s)) {
		text_add(out, "Its strategy is mixed: ");
		tell_shares(e, "", false, out);
		text_add(out, ".\n");
	}
}

static void
tell_doubt(const struct explanation *e, struct text *out)
{
	const struct stats_move *b = best(e);
	if (e->snap->stop == STOP_SOLVED && e->snap->worlds_total > 1)
		text_add(out, "Each of these deals was searched to the end.\n");
	else if (b->status == MOVE_PROVEN || e->snap->stop == STOP_SOLVED)
		text_add(out, "The choice is certain: the search went to the end.\n");
	else if (b->status == MOVE_FEW)
		text_add(out, "The samples are few: more of them may well change the "
			      "choice.\n");
}

/* ------------------------------------------------------------------ what it left out */

static void
tell_cuts(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	const double share = effort_value(s, "cut");
	int rule = -1;
	char x[NUMBER];
	for (int i = 0; i < stats_rules(s->rules); i++)
		if (s->cuts[i] > 0 && (rule < 0 || s->cuts[i] > s->cuts[rule]))
			rule = i;
	if (rule < 0 || isnan(share))
		return;
	text_add(out,
		 "It never searched %.0f%% of the children it generated; the rule that "
		 "cut most is %s, %s times.\n",
		 share * 100, s->rules[rule].key, explain_count(s->cuts[rule], x));
}

static void
tell_gauges(const struct explanation *e, struct text *out)
{
	char x[NUMBER];
	for (int i = 0; i < e->snap->gauge_count; i++) {
		const struct stats_gauge *g = &e->snap->gauges[i];
		if (strcmp(g->name, "disagree") == 0 || isnan(g->value))
			continue; /* the shares of the deals tell it */
		if (strcmp(g->name, infer_effective.name) == 0) {
			text_add(out,
				 "It weighted the deals by what the others have played; "
				 "they "
				 "tell as much as %.0f deals that are all as likely.\n",
				 g->value);
			continue;
		}
		text_add(out, "%s %s%s%s: %s.\n", g->name, explain_number(g->value, x),
			 *g->unit != '\0' ? " " : "", g->unit, g->help);
	}
}

/* Changes of the best move in the reports of the search, which come by nodes or worlds. */
static void
tell_changes(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	int changes = 0, last = 0;
	char m[MOVE_TEXT];
	for (int i = 1; i < s->history_count; i++)
		if (s->history_move[i] != s->history_move[i - 1]) {
			changes++;
			last = i;
		}
	if (s->history_count < 2)
		return;
	if (changes == 0)
		text_add(out, " It preferred this move from the start.");
	else
		text_add(out, " It changed its choice %s; before that it preferred %s.",
			 changes == CHANGES_WORD ? "once" : "more than once",
			 name(e, s->history_move[last - 1], m));
}

static void
tell_effort(const struct explanation *e, struct text *out)
{
	const struct snapshot *s = e->snap;
	char nodes[NUMBER];
	if (s->stop == STOP_ONLY_MOVE)
		return;
	text_add(out, "Effort: %s nodes", explain_count(s->nodes, nodes));
	if (s->depth > 0)
		text_add(out, ", %d move%s ahead", s->depth, s->depth == 1 ? "" : "s");
	if (s->seldepth > s->depth)
		text_add(out, ", on one line %d", s->seldepth);
	text_add(out, "; %s.", stop_words[s->stop].says);
	tell_changes(e, out);
	text_add(out, "\n");
}

void
explain_write(const struct explanation *e, struct text *out)
{
	static void (*const tell[])(const struct explanation *e, struct text *out) = {
		tell_choice, tell_expectation, tell_runner_up, tell_reasons, tell_worlds,
		tell_tries,  explain_tell_pot, tell_doubt,     tell_line,    tell_field,
		tell_played, tell_cuts,	       tell_gauges,    tell_effort,
	};
	if (e->snap->move_count == 0) {
		text_add(out, "The search has not reported anything yet.\n");
		return;
	}
	for (size_t i = 0; i < sizeof tell / sizeof *tell; i++)
		tell[i](e, out);
	if (e->snap->note[0] != '\0')
		text_add(out, "%s.\n", e->snap->note);
}
