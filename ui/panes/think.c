/*
 * think.c - the panel of a search: effort, cuts, win bars, candidates, line, best value.
 *
 * Every part has a fixed place for a given size and fixed widths; what is not known yet is
 * blank in its place. The parts share the height in this order: the title, the effort, the
 * win bars, the line and the curve of the best value; the candidates get the rest.
 */
#include "ui/panes/panes.h"

#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDE	  52	       /* columns from which the panel has room for more */
#define TALL	  26	       /* rows likewise */
#define RENEW_US  (500 * 1000) /* two re-sorts a second */
#define HEAD_ROWS 2	       /* heading and column titles of the candidates */

static const char *const cut_short[CUT_RULES] = { "shallow", "spec", "a-b",   "bound",
						  "table",   "last", "a-b-b", "step" };

const char *const pane_definitions[] = {
	"time\tsince the search began, and its limit",
	"depth\tplies the last finished iteration looked ahead / the longest line",
	"nodes\tpositions visited; behind it nodes in a second",
	"leaves\tnodes that were valued and not searched further",
	"sims\tsimulations: games played on from the root to a value",
	"worlds\tdeals that fit all the seat knows: searched / planned",
	"cut\tshare of the children of visited nodes that were never searched",
	"skipped\tthe same, by the rule that skipped them",
	"shallow\tcuts where two seats' bounds reach the sum (Korf 1991)",
	"spec\tcuts by bounds along the whole path (Sturtevant 2003)",
	"a-b\tcuts of one seat against all others (alpha-beta, paranoid)",
	"bound\tcuts because the game's own bounds settle the value",
	"table hit\tshare of look-ups that found the position in the table",
	"re-searched\tsubtrees searched again after a speculative cut failed",
	"tree\tnodes kept in memory, and the memory they take",
	"win\tprobability of the best result, calibrated on self-play",
	"value\texpected value for the seat named beside it; higher is better",
	"pts\tpoints that seat is expected to take; lower is better",
	"~ >= <=\ttoo few samples; at least; at most; blank: not searched",
	"line\tthe moves that the search expects (principal variation)",
	"best\tvalue of the best move since the search began",
	"matrix\tpoints of the row's seat, or simulations, for each pair of moves",
	"mx, %\tthe mix: how likely the seat would play each move now",
	"nw\tthe strategy of this moment; the mix is the mean of all so far",
	"rg, +0.12\tregret: points a simulation, for not having played that move",
	"from equilibrium\twhat the best reply would gain against the mix",
	"effort\thow hard an opponent works: all that FAIR shows of its search",
	NULL,
};

/* ------------------------------------------------------------------ numbers */

/* The win probabilities in whole percents that add up to 100 (largest remainders). */
static void
percents(const double *win, int n, int *out)
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
value_text(char *out, int size, double value)
{
	if (isnan(value))
		snprintf(out, (size_t)size, "%s", "");
	else if (fabs(value) >= 999.5)
		text_format_count(out, size, value);
	else if (fabs(value) >= 99.95)
		snprintf(out, (size_t)size, "%.0f", value);
	else
		snprintf(out, (size_t)size, "%.1f", fabs(value) < 0.05 ? 0.0 : value);
}

static void
share_text(char *out, int size, double share)
{
	if (isnan(share))
		snprintf(out, (size_t)size, "  - ");
	else
		snprintf(out, (size_t)size, "%3.0f%%", share * 100);
}

/* ------------------------------------------------------------------ the effort */

enum effort_part {
	EFFORT_TIME,
	EFFORT_DEPTH,
	EFFORT_NODES,
	EFFORT_CUTS,
	EFFORT_TABLE,
	EFFORT_TREE,
	EFFORT_RULES,
	EFFORT_GAUGES,
	EFFORT_PARTS
};

static void
time_text(const struct snapshot *s, char *out, int size)
{
	char spent[12], limit[12];
	text_format_duration(spent, sizeof spent, s->elapsed_us / 1000);
	if (s->limit_us <= 0) {
		snprintf(out, (size_t)size, "time %5s", spent);
		return;
	}
	text_format_duration(limit, sizeof limit, s->limit_us / 1000);
	snprintf(out, (size_t)size, "time %5s/%-5s", spent, limit);
}

static void
depth_text(const struct snapshot *s, char *out, int size)
{
	char depth[16] = "  - ", sims[12] = "", worlds[24] = "";
	if (s->depth > 0 || s->seldepth > 0)
		snprintf(depth, sizeof depth, "%2d/%-2d", s->depth, s->seldepth);
	if (s->worlds_total > 0)
		snprintf(worlds, sizeof worlds, "worlds %2d/%-2d", s->worlds_done,
			 s->worlds_total);
	else if (s->simulations > 0) {
		text_format_count(sims, sizeof sims, (double)s->simulations);
		snprintf(worlds, sizeof worlds, "sims %5s", sims);
	}
	snprintf(out, (size_t)size, "depth %-5s %s", depth, worlds);
}

static void
nodes_text(const struct snapshot *s, bool wide, char *out, int size)
{
	char nodes[12], rate[12], leaves[12];
	text_format_count(nodes, sizeof nodes, (double)s->nodes);
	const double per_s = snapshot_nodes_per_s(s);
	text_format_count(rate, sizeof rate, isnan(per_s) ? 0 : per_s);
	text_format_count(leaves, sizeof leaves, (double)s->leaves);
	if (wide)
		snprintf(out, (size_t)size, "nodes %5s  %5s/s  leaves %5s", nodes, rate,
			 leaves);
	else
		snprintf(out, (size_t)size, "nodes %5s  %5s/s", nodes, rate);
}

static int64_t
cuts_total(const struct snapshot *s)
{
	int64_t sum = 0;
	for (int k = 0; k < CUT_RULES; k++)
		sum += s->cuts[k];
	return sum;
}

/* "cut  61%  spec 48.2k shallow 9k": the rules that fired most, as many as fit. */
static void
cuts_text(const struct snapshot *s, int width, char *out, int size)
{
	char share[12];
	share_text(share, sizeof share,
		   cuts_total(s) > 0 ? snapshot_skipped_share(s) : (double)NAN);
	int n = snprintf(out, (size_t)size, "cut %s", share);
	bool said[CUT_RULES] = { false };
	for (int round = 0; round < CUT_RULES; round++) {
		int best = -1;
		for (int k = 0; k < CUT_RULES; k++)
			if (!said[k] && s->cuts[k] > 0 &&
			    (best < 0 || s->cuts[k] > s->cuts[best]))
				best = k;
		if (best < 0)
			return;
		said[best] = true;
		char count[12], item[32];
		text_format_count(count, sizeof count, (double)s->cuts[best]);
		const int length =
			snprintf(item, sizeof item, "  %s %s", cut_short[best], count);
		if (n + length > width || n + length >= size)
			return;
		memcpy(out + n, item, (size_t)length + 1);
		n += length;
	}
}

static void
table_text(const struct snapshot *s, char *out, int size)
{
	char hit[12], again[12];
	share_text(hit, sizeof hit,
		   s->tt_probes > 0 ? (double)s->tt_hits / (double)s->tt_probes
				    : (double)NAN);
	text_format_count(again, sizeof again, (double)s->researches);
	snprintf(out, (size_t)size, "table hit %s  re-searched %s", hit, again);
}

static void
tree_text(const struct snapshot *s, char *out, int size)
{
	char nodes[12], bytes[12], room[12];
	text_format_count(nodes, sizeof nodes, (double)s->tree_nodes);
	text_format_count(bytes, sizeof bytes, (double)s->tree_bytes);
	text_format_count(room, sizeof room, (double)s->memory_bytes);
	snprintf(out, (size_t)size, "tree %5s  %sB of %sB", nodes, bytes, room);
}

/* Share of all skipped children that each rule accounts for. */
static void
rules_text(const struct snapshot *s, char *out, int size)
{
	int64_t all = 0;
	for (int k = 0; k < CUT_RULES; k++)
		all += s->skipped[k];
	int n = snprintf(out, (size_t)size, "skipped");
	for (int k = 0; k < CUT_RULES && n < size; k++)
		if (s->skipped[k] > 0)
			n += snprintf(out + n, (size_t)(size - n), "  %s %.0f%%",
				      cut_short[k],
				      100.0 * (double)s->skipped[k] / (double)all);
}

static void
gauges_text(const struct snapshot *s, char *out, int size)
{
	int n = 0;
	out[0] = '\0';
	for (int k = 0; k < s->gauge_count && n < size; k++) {
		char value[16];
		value_text(value, sizeof value, s->gauges[k].value);
		n += snprintf(out + n, (size_t)(size - n), "%s%s %s%s%s",
			      n > 0 ? "  " : "", s->gauges[k].name, value,
			      *s->gauges[k].unit ? " " : "", s->gauges[k].unit);
	}
}

static void
effort_text(const struct snapshot *s, enum effort_part part, int width, char *out,
	    int size)
{
	switch (part) {
	case EFFORT_TIME: time_text(s, out, size); return;
	case EFFORT_DEPTH: depth_text(s, out, size); return;
	case EFFORT_NODES: nodes_text(s, width >= WIDE - 8, out, size); return;
	case EFFORT_CUTS: cuts_text(s, width, out, size); return;
	case EFFORT_TABLE: table_text(s, out, size); return;
	case EFFORT_TREE: tree_text(s, out, size); return;
	case EFFORT_RULES: rules_text(s, out, size); return;
	case EFFORT_GAUGES: gauges_text(s, out, size); return;
	case EFFORT_PARTS: break;
	}
	out[0] = '\0';
}

/* Lines of effort for a panel; FAIR leaves out what a search made of its cards: gauges. */
static int
effort_rows(const struct think_view *v, struct rect r)
{
	if (r.h < 12)
		return 2;
	if (v->fair)
		return r.h >= TALL ? EFFORT_TREE + 1 : EFFORT_CUTS + 1;
	return r.h >= TALL ? EFFORT_PARTS
	       : r.h >= 17 ? EFFORT_TABLE + 1
			   : EFFORT_CUTS + 1;
}

static void
effort_draw(struct canvas *c, struct rect r, const struct think_view *v, int rows)
{
	const int x = r.x + (v->fair ? 7 : 0), w = r.w - (v->fair ? 7 : 0);
	for (int k = 0; k < rows; k++) {
		char line[160] = "";
		if (v->fair)
			canvas_put(c, r.y + k, r.x, ROLE_DIM, "effort");
		if (v->effort == NULL)
			continue;
		effort_text(v->effort, (enum effort_part)k, w, line, sizeof line);
		canvas_put_w(c, r.y + k, x, w, ROLE_TEXT, line);
	}
	if (v->effort == NULL || v->effort->limit_us <= 0 || w < 26)
		return;
	const double share = (double)v->effort->elapsed_us / (double)v->effort->limit_us;
	canvas_bar(c, r.y, x + 18, w - 19, ROLE_BAR, share > 1 ? 1 : share);
}

/* ------------------------------------------------------------------ win bars */

static int
bars_rows(const struct think_view *v, struct rect r)
{
	const int n = v->game->seats;
	return r.w >= WIDE && r.h >= TALL ? n : (n + 1) / 2;
}

static void
bars_draw(struct canvas *c, struct rect r, const struct think_view *v, int rows)
{
	const int n = v->game->seats;
	const bool known = v->mind != NULL && !isnan(v->mind->win[0]);
	const int columns = rows >= n ? 1 : 2, width = (r.w - (columns - 1)) / columns;
	int percent[SEATS_MAX] = { 0 };
	if (known)
		percents(v->mind->win, n, percent);
	for (int i = 0; i < n; i++) {
		const int y = r.y + (columns == 1 ? i : i / 2);
		const int x = r.x + (columns == 1 ? 0 : i % 2 * (width + 1));
		const enum role role = (enum role)(ROLE_SEAT_0 + i);
		canvas_putf(c, y, x, role, "%c", v->game->ops->seat_letter(v->game, i));
		if (!known)
			continue;
		canvas_bar(c, y, x + 2, width - 8, role, v->mind->win[i]);
		canvas_putf(c, y, x + width - 5, ROLE_TEXT, "%3d%%", percent[i]);
	}
}

/* ------------------------------------------------------------------ candidates */

void
think_order_renew(struct think_order *o, const struct snapshot *s, int64_t now_us)
{
	bool same = o->count == s->move_count;
	for (int i = 0; same && i < o->count; i++) {
		bool found = false;
		for (int k = 0; k < s->move_count && !found; k++)
			found = s->moves[k].m == o->m[i];
		same = found;
	}
	if (same && s->stop == STOP_RUNNING && now_us - o->renewed_us < RENEW_US)
		return;
	o->renewed_us = now_us;
	o->count = s->move_count;
	for (int i = 0; i < s->move_count; i++)
		o->m[i] = s->moves[i].m;
}

static const struct stats_move *
ranked(const struct think_view *v, int rank)
{
	const struct snapshot *s = v->mind;
	if (v->order == NULL || rank >= v->order->count)
		return rank < s->move_count ? &s->moves[rank] : NULL;
	for (int k = 0; k < s->move_count; k++)
		if (s->moves[k].m == v->order->m[rank])
			return &s->moves[k];
	return NULL;
}

static const char *
status_mark(uint8_t status, bool down)
{
	switch (status) {
	case MOVE_AT_MOST: return down ? ">=" : "<=";
	case MOVE_AT_LEAST: return down ? "<=" : ">=";
	case MOVE_FEW: return "~";
	case MOVE_PROVEN: return "=";
	default: return "";
	}
}

/* Columns for visits or depth, at most seven: what is left beside the others. */
static int
count_width(int w, int name_w)
{
	const int left = w - 15 - name_w;
	return left > 7 ? 7 : left > 0 ? left : 0;
}

static void
candidate_draw(struct canvas *c, int y, int x, int w, const struct think_view *v,
	       int rank)
{
	const struct stats_move *m = ranked(v, rank);
	if (m == NULL)
		return;
	const struct snapshot *s = v->mind;
	const bool blank = m->status == MOVE_UNSEARCHED;
	char name[MOVE_TEXT], number[16], value[24] = "", win[12] = "", count[12] = "";
	v->game->ops->format_move(v->game, v->root, s->mover, m->m, name, sizeof name);
	const bool down = v->value_name != NULL;
	const double points = m->value[v->point_of_view];
	value_text(number, sizeof number, down ? v->value_top - points : points);
	if (!blank)
		snprintf(value, sizeof value, "%s%s", status_mark(m->status, down),
			 number);
	if (!blank && !isnan(m->win[v->point_of_view]))
		snprintf(win, sizeof win, "%.0f%%", m->win[v->point_of_view] * 100);
	if (m->visits > 0)
		text_format_count(count, sizeof count, (double)m->visits);
	else if (m->depth > 0)
		snprintf(count, sizeof count, "d%d", m->depth);
	const bool chosen = rank == v->picked;
	const enum role role = rank == 0 ? ROLE_STRONG : ROLE_TEXT;
	canvas_putf(c, y, x, chosen ? ROLE_SELECTED : ROLE_DIM, "%c%d",
		    chosen ? '>' : ' ', rank + 1);
	const int name_w = w >= WIDE ? 14 : 8;
	canvas_put_w(c, y, x + 3, name_w, role, name);
	canvas_put_w(c, y, x + 3 + name_w, -7, role, value);
	canvas_put_w(c, y, x + 10 + name_w, -5, role, win);
	canvas_put_w(c, y, x + 15 + name_w, -count_width(w, name_w), role, count);
	if (w < WIDE || m->visits <= 0)
		return;
	int64_t most = 1;
	for (int k = 0; k < s->move_count; k++)
		if (s->moves[k].visits > most)
			most = s->moves[k].visits;
	const int bar = x + 24 + name_w;
	canvas_bar(c, y, bar, w - (bar - x) - 1, ROLE_BAR,
		   (double)m->visits / (double)most);
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

static void
candidates_draw(struct canvas *c, struct rect r, const struct think_view *v)
{
	const bool shown = v->candidates && v->mind != NULL;
	const char letter = v->game->ops->seat_letter(v->game, v->point_of_view);
	const int name_w = r.w >= WIDE ? 14 : 8;
	char value[16];
	snprintf(value, sizeof value, "%.5s %c", v->value_name != NULL ? "pts" : "value",
		 letter);
	pane_heading(c, r.y, r.x, r.w, "candidates", v->focus);
	if (r.h < 2)
		return;
	canvas_put(c, r.y + 1, r.x + 3, ROLE_DIM, "move");
	canvas_put_w(c, r.y + 1, r.x + 3 + name_w, -7, ROLE_DIM, value);
	canvas_put_w(c, r.y + 1, r.x + 10 + name_w, -5, ROLE_DIM, "win");
	canvas_put_w(c, r.y + 1, r.x + 15 + name_w, -count_width(r.w, name_w), ROLE_DIM,
		     shown && v->mind->visits_of != NULL ? v->mind->visits_of : "");
	if (!shown) {
		if (v->blank != NULL && r.h > HEAD_ROWS)
			canvas_put_w(c, r.y + HEAD_ROWS, r.x + 1, r.w - 1, ROLE_DIM,
				     v->blank);
		return;
	}
	const int rows = r.h - HEAD_ROWS < v->rows ? r.h - HEAD_ROWS : v->rows;
	for (int k = 0; k < rows; k++)
		candidate_draw(c, r.y + HEAD_ROWS + k, r.x, r.w, v, k);
}

/* ------------------------------------------------------------------ the whole */

struct plan {
	int effort, bars, candidates, line, curve; /* first rows */
	int effort_rows, bars_rows, candidate_rows, line_rows;
};

static struct plan
plan_rows(struct rect r, const struct think_view *v)
{
	struct plan p = { .effort = 1 };
	p.effort_rows = effort_rows(v, r);
	p.bars = p.effort + p.effort_rows;
	p.bars_rows = bars_rows(v, r);
	p.candidates = p.bars + 1 + p.bars_rows;
	p.line_rows = r.h >= TALL ? 2 : 1;
	p.curve = r.h - 1;
	p.line = p.curve - p.line_rows;
	p.candidate_rows = p.line - p.candidates;
	return p;
}

int
think_height(const struct think_view *v)
{
	return 1 + EFFORT_PARTS + 1 + v->game->seats + HEAD_ROWS + v->rows + 3;
}

int
think_row_at(struct rect r, const struct think_view *v, int y)
{
	const struct plan p = plan_rows(r, v);
	const int rank = y - r.y - p.candidates - HEAD_ROWS;
	if (!v->candidates || v->mind == NULL || rank < 0 || rank >= v->rows ||
	    rank >= p.candidate_rows - HEAD_ROWS || rank >= v->mind->move_count)
		return -1;
	return rank;
}

static void
title_draw(struct canvas *c, struct rect r, const struct think_view *v)
{
	static const char *const phases[] = { "", "thinks", "paused", "played" };
	if (v->seat == SEAT_NONE) {
		canvas_put(c, r.y, r.x, ROLE_DIM, "no search has begun");
		return;
	}
	int x = canvas_putf(c, r.y, r.x, (enum role)(ROLE_SEAT_0 + v->seat), "%s",
			    v->game->ops->seat_name(v->game, v->seat));
	if (v->phase != THINK_WAITING)
		x = canvas_putf(c, r.y, x + 1, ROLE_STRONG, "%-6s", phases[v->phase]);
	canvas_put_w(c, r.y, x + 1, r.x + r.w - x - 1, ROLE_DIM, v->player);
}

/* Text over several rows, broken at blanks. */
static void
wrapped(struct canvas *c, int y, int x, int w, int rows, const char *text)
{
	for (int k = 0; k < rows && *text != '\0'; k++) {
		int n = (int)strlen(text);
		if (n > w && k + 1 < rows) {
			n = w;
			while (n > 0 && text[n] != ' ')
				n--;
			if (n == 0)
				n = w;
		}
		char line[200];
		snprintf(line, sizeof line, "%.*s", n, text);
		canvas_put_w(c, y + k, x, w, ROLE_TEXT, line);
		text += n;
		while (*text == ' ')
			text++;
	}
}

static void
line_draw(struct canvas *c, struct rect r, const struct think_view *v,
	  const struct plan *p)
{
	canvas_put(c, r.y + p->line, r.x, ROLE_DIM, "line");
	if (!v->fair) /* when it grows depends on the clock, so on the load of the others */
		canvas_put(c, r.y + p->curve, r.x, ROLE_DIM, "best");
	if (!v->candidates || v->mind == NULL)
		return;
	char pv[400] = "";
	snapshot_format_pv(v->mind, v->game, v->root, STATS_PV, pv, sizeof pv);
	wrapped(c, r.y + p->line, r.x + 5, r.w - 5, p->line_rows, pv);
	if (!v->fair)
		canvas_spark(c, r.y + p->curve, r.x + 5, r.w - 6, ROLE_BAR,
			     v->mind->history, v->mind->history_count);
}

void
think_draw(struct canvas *c, struct rect r, const struct think_view *v)
{
	const struct rect old = canvas_clip(c, r);
	const struct plan p = plan_rows(r, v);
	title_draw(c, r, v);
	effort_draw(c, (struct rect){ r.y + p.effort, r.x, p.effort_rows, r.w }, v,
		    p.effort_rows);
	pane_heading(c, r.y + p.bars, r.x, r.w, v->source, false);
	bars_draw(c, (struct rect){ r.y + p.bars + 1, r.x, p.bars_rows, r.w }, v,
		  p.bars_rows);
	if (p.candidate_rows > 0) {
		candidates_draw(c,
				(struct rect){ r.y + p.candidates, r.x, p.candidate_rows,
					       r.w },
				v);
		line_draw(c, r, v, &p);
	}
	canvas_clip(c, old);
}
