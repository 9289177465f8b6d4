/*
 * effort.c - how hard a search works: time, depth, nodes, cuts, table, tree, gauges, a line
 * each.
 */
#include "ui/panes/think/private.h"

#include "src/base/text.h"
#include "src/core/effort.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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
static_assert(EFFORT_PARTS == THINK_EFFORT_PARTS, "think_height() counts them");

/* "2000", "600k": whole as long as that is short. */
static void
whole_text(char *out, int size, int64_t n)
{
	if (n < 100000)
		snprintf(out, (size_t)size, "%lld", (long long)n);
	else
		text_format_count(out, size, (double)n);
}

/* "60 of 60 sims": the limit that ended the search and how much of it was used. False: no such limit
 * ended it. */
static bool
limit_text(const struct snapshot *s, const struct player *p, char *out, int size)
{
	const struct limits none = { 0 };
	const struct limits *l = p != NULL && !p->human ? &p->part[0].limits : &none;
	const struct {
		int64_t done, most;
		const char *what;
	} limit[STOP_REASONS] = {
		[STOP_SIMS] = { s->simulations, l->sims, "sims" },
		[STOP_NODES] = { s->nodes, l->nodes, "nodes" },
		[STOP_DEPTH] = { s->depth, l->depth, "plies" },
	};
	char done[24], most[24];
	*out = '\0';
	if (limit[s->stop].what == NULL)
		return false;
	const bool worlds = limit[s->stop].most == 0;
	whole_text(done, sizeof done, worlds ? s->worlds_done : limit[s->stop].done);
	whole_text(most, sizeof most, worlds ? s->worlds_total : limit[s->stop].most);
	if (!worlds || s->worlds_total > 0)
		snprintf(out, (size_t)size, "%s of %s %s", done, most,
			 worlds ? "worlds" : limit[s->stop].what);
	return true;
}

/* "done: 60 of 60 sims, 1ms": a search that ended before its time was up. */
static void
done_text(const struct snapshot *s, const struct player *p, int width, char *out,
	  int size)
{
	char spent[12], what[64];
	text_format_duration(spent, sizeof spent, s->elapsed_us / 1000);
	if (!limit_text(s, p, what, sizeof what))
		snprintf(what, sizeof what, "%s", stop_words[s->stop].brief);
	const int n = snprintf(out, (size_t)size, "done: %s%s%s", what,
			       *what != '\0' ? ", " : "", spent);
	if (n > width)
		snprintf(out, (size_t)size, "done: %s", *what != '\0' ? what : spent);
}

static void
depth_text(const struct snapshot *s, char *out, int size)
{
	const char *depth = s->depth > 0 || s->seldepth > 0
				    ? "depth {depth=:2}/{seldepth=:-2} "
				    : "depth   -   ",
		   *looked = s->worlds_total > 0
				     ? "worlds {worlds_done=:2}/{worlds_total=}"
			     : s->simulations > 0 ? "sims {simulations:5}"
						  : "";
	char line[80];
	snprintf(line, sizeof line, "%s%s", depth, looked);
	effort_format(s, line, out, size);
}

/* Without a cut there is no share. */
static const char *
cut_format(const struct snapshot *s)
{
	for (int k = 0; k < STATS_RULES; k++)
		if (s->cuts[k] > 0)
			return "cut {cut:4}";
	return "cut   - ";
}

/* "cut  61%  spec 48.2k shallow 9k": the rules that fired most, as many as fit. */
static void
cuts_text(const struct snapshot *s, int width, char *out, int size)
{
	effort_format(s, cut_format(s), out, size);
	int n = (int)strlen(out);
	const int rules = stats_rules(s->rules);
	bool said[STATS_RULES] = { false };
	for (int round = 0; round < rules; round++) {
		int best = -1;
		for (int k = 0; k < rules; k++)
			if (!said[k] && s->cuts[k] > 0 &&
			    (best < 0 || s->cuts[k] > s->cuts[best]))
				best = k;
		if (best < 0)
			return;
		said[best] = true;
		char count[12], item[32];
		text_format_count(count, sizeof count, (double)s->cuts[best]);
		const int length = snprintf(item, sizeof item, "  %s %s",
					    s->rules[best].head, count);
		if (n + length > width || n + length >= size)
			return;
		memcpy(out + n, item, (size_t)length + 1);
		n += length;
	}
}

/* Each rule's share of all skipped children. */
static void
think_effort_rules_text(const struct snapshot *s, char *out, int size)
{
	int64_t all = 0;
	for (int k = 0; k < STATS_RULES; k++)
		all += s->skipped[k];
	int n = snprintf(out, (size_t)size, "skipped");
	for (int k = 0; k < stats_rules(s->rules) && n < size; k++)
		if (s->skipped[k] > 0)
			n += snprintf(out + n, (size_t)(size - n), "  %s %.0f%%",
				      s->rules[k].head,
				      100.0 * (double)s->skipped[k] / (double)all);
}

/* Three digits: a count has no point, a share or a gap says more than 0.0. */
static void
gauge_text(double value, char *out, int size)
{
	if (isnan(value))
		out[0] = '\0';
	else if (fabs(value) >= 999.5)
		text_format_count(out, size, value);
	else if (value > 0 && value < 0.0005)
		snprintf(out, (size_t)size, "<.0005"); /* goes on to fall */
	else
		snprintf(out, (size_t)size, "%.3g", fabs(value) < 0.0005 ? 0.0 : value);
}

/* As many as fit whole. */
static void
gauges_text(const struct snapshot *s, int width, char *out, int size)
{
	int n = 0;
	out[0] = '\0';
	for (int k = 0; k < s->gauge_count; k++) {
		const struct stats_gauge *g = &s->gauges[k];
		char value[16], item[80];
		gauge_text(g->value, value, sizeof value);
		const int length =
			snprintf(item, sizeof item, "%s%s %s%s%s", n > 0 ? "  " : "",
				 g->name, value, *g->unit ? " " : "", g->unit);
		if (n + length > width || n + length >= size)
			return;
		memcpy(out + n, item, (size_t)length + 1);
		n += length;
	}
}

/* A search without a table and without searching again has a line to spare. */
static bool
has_gauges_alone(const struct snapshot *s)
{
	return s->gauge_count > 0 && s->tt_probes == 0 && s->researches == 0;
}

/* whole: every part has a line of its own. */
static void
effort_text(const struct snapshot *s, enum effort_part part, int width, bool whole,
	    char *out, int size)
{
	const char *format = "";
	switch (part) {
	case EFFORT_TIME:
		format = s->limit_us > 0 ? "time {elapsed:5}/{limit:-5}"
					 : "time {elapsed:5}";
		break;
	case EFFORT_DEPTH: depth_text(s, out, size); return;
	case EFFORT_NODES:
		format = width >= THINK_WIDE - 8
				 ? "nodes {nodes:5}  {nodes_per_s:5}/s  leaves {leaves:5}"
				 : "nodes {nodes:5}  {nodes_per_s:5}/s";
		break;
	case EFFORT_CUTS: cuts_text(s, width, out, size); return;
	case EFFORT_TABLE:
		format = "table hit {table_hit:4}  re-searched {researches}";
		if (!has_gauges_alone(s) || whole)
			break;
		gauges_text(s, width, out, size);
		return;
	case EFFORT_TREE:
		format = "tree {tree_nodes:5}  {tree_bytes}B of {memory_bytes}B";
		break;
	case EFFORT_RULES: think_effort_rules_text(s, out, size); return;
	case EFFORT_GAUGES: gauges_text(s, width, out, size); return;
	case EFFORT_PARTS: break;
	}
	effort_format(s, format, out, size);
}

/* Anything that depends on its cards stays out, including nodes, depth and worlds. */
static void
draw_taken(struct canvas *c, struct rect r, const struct think_view *v)
{
	char taken[12], limit[12];
	if (v->seat == SEAT_NONE || v->whole_us <= 0 || v->phase == THINK_DONE)
		return;
	text_format_duration(taken, sizeof taken, v->taken_us / 1000);
	text_format_duration(limit, sizeof limit, v->whole_us / 1000);
	canvas_putf(c, r.y, r.x, ROLE_TEXT, "time %5s/%-5s", taken, limit);
	if (r.w < 26)
		return;
	const double share = (double)v->taken_us / (double)v->whole_us;
	canvas_bar(c, r.y, r.x + 18, r.w - 19, ROLE_BAR, share > 1 ? 1 : share);
}

/* Depth and worlds, nodes and cuts: no rate, for that depends on the clock. */
static void
judge_text(const struct snapshot *s, int row, char *out, int size)
{
	char line[80];
	if (row == 0) {
		depth_text(s, out, size);
		return;
	}
	snprintf(line, sizeof line, "nodes {nodes:5}  %s", cut_format(s));
	effort_format(s, line, out, size);
}

int
think_judge_rows(const struct think_view *v, struct rect r)
{
	return v->fair && r.h >= 12 ? 3 : 0;
}

void
think_draw_judge(struct canvas *c, struct rect r, const struct think_view *v)
{
	char line[80];
	if (r.h > 0 && v->judge != NULL)
		pane_heading(c, r.y, r.x, r.w, "the search from your seat", false);
	for (int k = 1; k < r.h && v->judge != NULL; k++) {
		judge_text(v->judge, k - 1, line, sizeof line);
		canvas_put_w(c, r.y + k, r.x, r.w, ROLE_TEXT, line);
	}
}

int
think_effort_rows(const struct think_view *v, struct rect r)
{
	if (v->fair || !v->numbers)
		return v->fair;
	return r.h < 12		   ? 2
	       : r.h >= THINK_TALL ? EFFORT_PARTS
	       : r.h >= 17	   ? EFFORT_TABLE + 1
				   : EFFORT_CUTS + 1;
}

void
think_draw_effort(struct canvas *c, struct rect r, const struct think_view *v, int rows)
{
	if (v->fair) {
		draw_taken(c, r, v);
		return;
	}
	const bool ended = v->ended != NULL && v->ended->stop != STOP_TIME;
	for (int k = 0; k < rows; k++) {
		char line[160] = "";
		if (v->effort == NULL)
			continue;
		if (k == EFFORT_TIME && ended)
			done_text(v->ended, v->given, r.w, line, sizeof line);
		else
			effort_text(v->effort, (enum effort_part)k, r.w,
				    rows == EFFORT_PARTS, line, sizeof line);
		canvas_put_w(c, r.y + k, r.x, r.w, ROLE_TEXT, line);
	}
	if (v->effort == NULL || ended || v->effort->limit_us <= 0 || r.w < 26)
		return;
	const double share = (double)v->effort->elapsed_us / (double)v->effort->limit_us;
	canvas_bar(c, r.y, r.x + 18, r.w - 19, ROLE_BAR, share > 1 ? 1 : share);
}
