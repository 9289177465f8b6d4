/*
 * think.c - the panel of a search: words first, then candidates and win bars; and, when asked for,
 * the numbers: effort, cuts, line, best value.
 *
 * Every part has a fixed place for a given size and fixed widths; a figure not known yet is blank
 * in its place. The candidates get the rows that the other parts leave.
 */
#include "ui/panes/think/private.h"

#include "src/base/text.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-suspicious-missing-comma): some go on in the next line */
const char *const pane_definitions[] = {
	("after ply 12\ttwelve moves have been made; a ply is one move of one seat, and "
	 "the next is ply 13"),
	"It has looked at 160 deals\tpossible deals of the cards that the seat "
	"cannot see; its moves are tried in each",
	"It would play A\u2663 now (62 of 100 deals)\tits best move so far, the deals in "
	"which that is best, and the cost of the second best",
	"From your cards, hard would expect\tin FAIR: the player of the hints searches "
	"with "
	"what your seat knows, not with what the opponent knows",
	"bar\thow good a move is, from the worst to the best one shown; an end alone, "
	"\u25c2 or \u25b8, is a bound: the value is on that side",
	"\u2502 deals, tries, mix\tthe thin mark on a bar: the share of the deals in "
	"which the "
	"move is best, of the simulations, or of the mixed strategy",
	"{elapsed}",
	"done\tthe search has reached its player's limits; the time it took",
	"{depth}",
	"{nodes}",
	"{leaves}",
	"{simulations}",
	"{worlds_done}",
	"{cut}",
	"skipped\tthe same, by the rule that skipped them",
	"{table_hit}",
	"{researches}",
	"{tree_nodes}",
	"win\tprobability of the best result, calibrated on self-play; in poker the "
	"chance to win the pot, unknown to pimc and ismcts",
	"win, depth 5, 640k nodes\twith the numbers (n): depth and nodes of the one "
	"search behind win and the graph, for all seats; it goes on at your turn",
	"win, from your seat\tthe same in FAIR, by what your seat knows; with the "
	"numbers (n) its depth, worlds, nodes and cuts",
	"match win\tof the match, from the totals, this hand and those to come",
	"hand win\tof this hand alone; W chooses between match and hand for all figures",
	"points\tthat the seat is expected to make, or in Hearts to take",
	"wins of 100, wins %\tin games that are only won or lost: the chance to win; no "
	"more, or more: only a bound is known",
	"d4\tinstead of nodes: the value is from an earlier iteration, 4 plies deep",
	"~ >= <=\ttoo few samples; at least; at most; blank: not searched",
	"line\tthe moves that the search expects (principal variation)",
	"best\tvalue of the best move since the search began",
	"gap\texploitability of a search for an equilibrium, since it began, on a "
	"logarithmic scale",
	"hands\tcfr, mccfr, dls, blueprint and modicum (R): the strategy for all hands "
	"of the seat; letters of moves, as many as their shares; 1, 2, 3 are bets by "
	"size; . not in the range; blank: excluded by the board",
	"range, rng\tshare of a hand's card combinations that come here by the strategy",
	"equity, eq\tshare of the pot, with no more betting, against the opponent's "
	"range",
	"worth, bb\texpected gain from here to the end of the hand, as both play on",
	"matrix\tpoints of the row's seat, or simulations, for each pair of moves",
	"mx, %\tthe mix: how likely the seat would play each move now",
	"nw\tthe strategy of the last simulation; the mix is the mean of all",
	"rg, +0.12\tregret: points per simulation, for not having played that move",
	"from equilibrium\tgain of the best reply against the mix",
	"+4 steps, 1.3 turns\tin Chinese Checkers: the lead over the second, in steps, "
	"and in turns at the second's pace so far",
	NULL,
};
/* NOLINTEND(bugprone-suspicious-missing-comma) */

/* ------------------------------------------------------------------ numbers */

void
win_percents(const double *win, int n, int *out)
{
	double rest[SEATS_MAX] = { 0 };
	int sum = 0;
	for (int i = 0; i < n; i++) {
		const double x = isnan(win[i]) ? 0 : win[i] * 100;
		out[i] = (int)floor(x);
		rest[i] = x - out[i];
		sum += out[i];
	}
	for (int left = 100 - sum; left > 0 && left <= n; left--) {
		int best = 0;
		for (int i = 1; i < n; i++)
			if (rest[i] > rest[best])
				best = i;
		out[best]++;
		rest[best] = -1;
	}
}

void
value_text(const struct game *g, double value, char *out, int size)
{
	if (isnan(value))
		snprintf(out, (size_t)size, "%s", "");
	else if (fabs(value) >= 999.5)
		text_format_count(out, size, value);
	else if (fabs(value) >= 99.95)
		snprintf(out, (size_t)size, "%.0f", value);
	else
		snprintf(out, (size_t)size, "%.*f", game_decimals(g),
			 text_shown(value, game_decimals(g)));
}

void
pane_heading(struct canvas *c, int y, int x, int w, const char *text, bool focus)
{
	canvas_hline(c, y, x, w, focus ? ROLE_FRAME_FOCUS : ROLE_FRAME);
	if (*text == '\0')
		return;
	canvas_putf(c, y, x + 1, focus ? ROLE_FRAME_FOCUS : ROLE_DIM, " %s ", text);
	if (focus)
		canvas_flags(c, y, x + 1, canvas_width(text) + 2, CELL_REVERSE);
}

/* ------------------------------------------------------------------ win bars */

static int
bars_rows(const struct think_view *v, struct rect r)
{
	const int n = v->game->seats;
	return r.w >= THINK_WIDE && r.h >= THINK_TALL ? n : (n + 1) / 2;
}

/* A row for the other win probability, the one not in the bars. */
static bool
plays_match(const struct think_view *v)
{
	struct state start = { 0 };
	struct sheet sheet;
	if (v->game->trick->sheet == NULL)
		return false;
	v->game->rules->start(v->game, &start);
	return v->game->trick->sheet(v->game, &start, &sheet);
}

/* The values of the bars, or (other) of the line below them; false: they are unknown. */
static bool
think_win_of(const struct think_view *v, bool other, double *win)
{
	const bool hand = v->by_hand != other;
	for (int i = 0; i < v->game->seats && v->judged != NULL; i++)
		win[i] = (double)v->judged[hand][i];
	if (v->judged != NULL)
		return !other || plays_match(v);
	if (v->search == NULL)
		return false;
	const bool match = v->search->of_match != other;
	memcpy(win,
	       !other  ? v->search->win
	       : match ? v->search->match_win
		       : v->search->hand_win,
	       sizeof v->search->win);
	return !isnan(win[0]);
}

static void
bars_draw(struct canvas *c, struct rect r, const struct think_view *v, int rows)
{
	double win[SEATS_MAX];
	const int n = v->game->seats;
	const bool known = think_win_of(v, false, win);
	const int columns = rows >= n ? 1 : 2, width = (r.w - (columns - 1)) / columns;
	int percent[SEATS_MAX] = { 0 };
	if (!known && v->unknown != NULL) {
		canvas_put_words(c, (struct rect){ r.y, r.x, rows, r.w }, ROLE_DIM,
				 v->unknown);
		return;
	}
	if (known)
		win_percents(win, n, percent);
	for (int i = 0; i < n; i++) {
		const int y = r.y + (columns == 1 ? i : i / 2);
		const int x = r.x + (columns == 1 ? 0 : i % 2 * (width + 1));
		const enum role role = (enum role)(ROLE_SEAT_0 + i);
		canvas_putf(c, y, x, role, "%c", game_seat_letter(v->game, i));
		if (!known)
			continue;
		canvas_bar(c, y, x + 2, width - 8, role, win[i]);
		canvas_putf(c, y, x + width - 5, ROLE_TEXT, "%3d%%", percent[i]);
	}
}

/* "match win, from your seat": the heading of the bars. */
static void
bars_heading(const struct think_view *v, int width, char *out, int size)
{
	double win[SEATS_MAX];
	const bool hand = v->judged != NULL ? v->by_hand
					    : v->search == NULL || !v->search->of_match;
	const int n = snprintf(out, (size_t)size, "%s%s",
			       !think_win_of(v, true, win) ? ""
			       : hand			   ? "hand "
							   : "match ",
			       v->source);
	if (v->judged == NULL || v->judge == NULL || v->fair || n >= size || !v->numbers)
		return; /* in FAIR they have rows of their own */
	char nodes[12];
	text_format_count(nodes, sizeof nodes, (double)v->judge->nodes);
	snprintf(out + n, (size_t)(size - n),
		 width < THINK_WIDE ? ", depth %d" : ", depth %d, %s nodes",
		 v->judge->depth, nodes);
}

/* The line of the other win probability: "hand S 25% W 28% N 22% E 25%". */
static void
other_draw(struct canvas *c, int y, int x, int w, const struct think_view *v)
{
	int percent[SEATS_MAX] = { 0 };
	double win[SEATS_MAX];
	const int end = x + w;
	if (!think_win_of(v, true, win))
		return;
	const bool hand = v->judged != NULL ? !v->by_hand : v->search->of_match;
	win_percents(win, v->game->seats, percent);
	x = canvas_put(c, y, x, ROLE_DIM, hand ? "hand " : "match");
	const bool wide = x + 6 * v->game->seats <= end;
	for (int i = 0; i < v->game->seats; i++) {
		x = canvas_putf(c, y, x + 1, (enum role)(ROLE_SEAT_0 + i), "%c",
				game_seat_letter(v->game, i));
		x = canvas_putf(c, y, x, ROLE_TEXT, wide ? "%3d%%" : "%3d", percent[i]);
	}
}

/* ------------------------------------------------------------------ the whole */

struct think_rows { /* first rows, and how many */
	int effort, bars, judge, candidates, line, curve;
	int words_rows, effort_rows, bars_rows, judge_rows, candidate_rows, line_rows;
};

static struct think_rows
think_plan_rows(struct rect r, const struct think_view *v)
{
	struct think_rows p = { .words_rows = think_words_rows(v, r),
				.effort_rows = think_effort_rows(v, r),
				.bars_rows = bars_rows(v, r) };
	const int bars = 1 + p.bars_rows + (v->numbers && plays_match(v));
	p.effort = p.words_rows;
	p.curve = r.h - 1;
	if (!v->numbers) {
		p.candidates = p.effort + p.effort_rows;
		p.bars = r.h - bars;
		p.candidate_rows = p.bars - p.candidates;
		return p;
	}
	p.judge_rows = think_judge_rows(v, r);
	p.bars = p.effort + p.effort_rows;
	p.judge = p.bars + bars;
	p.candidates = p.judge + p.judge_rows;
	p.line_rows = r.h >= THINK_TALL ? 2 : 1;
	p.line = p.curve - p.line_rows;
	p.candidate_rows = p.line - p.candidates;
	return p;
}

/* With the numbers, though they may be hidden: n leaves the panes where they are. */
int
think_height(const struct think_view *v)
{
	return 4 + THINK_EFFORT_PARTS + 1 + v->game->seats + plays_match(v) + HEAD_ROWS +
	       v->rows + 3;
}

int
think_row_at(struct rect r, const struct think_view *v, int y)
{
	const struct think_rows p = think_plan_rows(r, v);
	const int rank = y - r.y - p.candidates - HEAD_ROWS;
	if (!v->candidates || v->search == NULL || rank < 0 || rank >= v->rows ||
	    rank >= p.candidate_rows - HEAD_ROWS || rank >= v->search->move_count)
		return -1;
	return rank;
}

static void
line_draw(struct canvas *c, struct rect r, const struct think_view *v,
	  const struct think_rows *p)
{
	canvas_put(c, r.y + p->line, r.x, ROLE_DIM, "line");
	const bool gap = v->gap && v->effort != NULL && gap_height(v->effort) > 0;
	if (!v->fair) /* when it grows depends on the clock, so on the load of the others */
		canvas_put(c, r.y + p->curve, r.x, ROLE_DIM, gap ? "gap" : "best");
	if (!v->candidates || v->search == NULL)
		return;
	char pv[400] = "";
	snapshot_format_pv(v->search, v->game, v->root, STATS_PV, pv, sizeof pv);
	if (v->suits && !c->ascii)
		board_suits(v->game, pv, sizeof pv);
	canvas_put_words(c,
			 (struct rect){ r.y + p->line, r.x + 5, p->line_rows, r.w - 5 },
			 ROLE_TEXT, pv);
	if (!v->fair && gap)
		gap_draw(c, (struct rect){ r.y + p->curve, r.x + 5, 1, r.w - 6 },
			 v->effort);
	else if (!v->fair)
		canvas_spark(c, r.y + p->curve, r.x + 5, r.w - 6, ROLE_BAR,
			     v->search->history, v->search->history_count);
}

void
think_draw(struct canvas *c, struct rect r, const struct think_view *v)
{
	const struct rect old = canvas_clip(c, r);
	const struct think_rows p = think_plan_rows(r, v);
	think_draw_words(c, (struct rect){ r.y, r.x, p.words_rows, r.w }, v);
	if (p.effort_rows > 0)
		think_draw_effort(c,
				  (struct rect){ r.y + p.effort, r.x, p.effort_rows,
						 r.w },
				  v, p.effort_rows);
	char heading[60];
	bars_heading(v, r.w, heading, sizeof heading);
	pane_heading(c, r.y + p.bars, r.x, r.w, heading, false);
	bars_draw(c, (struct rect){ r.y + p.bars + 1, r.x, p.bars_rows, r.w }, v,
		  p.bars_rows);
	if (v->numbers) {
		other_draw(c, r.y + p.bars + 1 + p.bars_rows, r.x, r.w, v);
		think_draw_judge(c,
				 (struct rect){ r.y + p.judge, r.x, p.judge_rows, r.w },
				 v);
	}
	if (p.candidate_rows > 0) {
		think_draw_candidates(c,
				      (struct rect){ r.y + p.candidates, r.x,
						     p.candidate_rows, r.w },
				      v);
		if (v->numbers)
			line_draw(c, r, v, &p);
	}
	canvas_clip(c, old);
}
