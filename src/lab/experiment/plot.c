/*
 * plot.c - an experiment's table as a picture: curves with error bars where one goes from an x to
 * another, else bars; the paper's figures are crosses. See plot.h.
 */
#include "src/lab/experiment.h"

#include "src/base/plot.h"

#include <math.h>
#include <string.h>

#define WIDTH	 900
#define HEIGHT	 600
#define BARS	 18 /* more need a wider picture, and names that stand upright */
#define BAR	 22 /* pixels of each of those */
#define LETTER	 7  /* pixels of one of its name */
#define LABEL	 60 /* letters that the side of a picture has room for */
#define LOG_FROM 50 /* an x so many times the least */

/* Cells of one curve: of a part, and alike but for the last word. */
static bool
same_curve(const struct experiment_cell *a, const struct experiment_cell *b)
{
	const char *ends[] = { strrchr(a->name, ' '), strrchr(b->name, ' ') };
	if (!isfinite(a->x) || !isfinite(b->x) || a->part != b->part ||
	    !ends[0] != !ends[1])
		return false;
	return !ends[0] || (ends[0] - a->name == ends[1] - b->name &&
			    strncmp(a->name, b->name, (size_t)(ends[0] - a->name)) == 0);
}

/* x, ours, low, high, paper; gnuplot leaves out what is not a number. `unknown` stands for an
 * interval that is not known: a line goes on through its mean, a bar gets none. */
static void
put_point(FILE *out, double x, const struct experiment_cell *c, double unknown)
{
	const struct experiment_mean *m = &c->ours;
	const bool known = isfinite(m->ci95[0]);
	fprintf(out, "%.9g %.9g %.9g %.9g %.9g\n", x, m->mean,
		known ? m->ci95[0] : unknown, known ? m->ci95[1] : unknown, c->paper);
}

static bool
has_paper(const struct experiment_result *r)
{
	bool has = false;
	for (int i = 0; i < r->cells; i++)
		has = has || isfinite(r->cell[i].paper);
	return has;
}

static bool
begins_curve(const struct experiment_result *r, int i)
{
	for (int k = 0; k < i; k++)
		if (same_curve(&r->cell[k], &r->cell[i]))
			return false;
	return isfinite(r->cell[i].x);
}

/* Whether any curve has two points: points at one x are no curves, but a column of figures. */
static bool
has_curves(const struct experiment_result *r)
{
	for (int i = 0; i < r->cells; i++)
		for (int k = 0; k < i; k++)
			if (same_curve(&r->cell[k], &r->cell[i]) &&
			    r->cell[k].x != r->cell[i].x)
				return true;
	return false;
}

static void
put_curves(FILE *out, const struct experiment *e, const struct experiment_result *r)
{
	int curves = 0;
	for (int i = 0; i < r->cells; i++) {
		if (!begins_curve(r, i))
			continue;
		fprintf(out, "$c%d << EOD\n", ++curves);
		for (int k = i; k < r->cells; k++)
			if (same_curve(&r->cell[i], &r->cell[k]))
				put_point(out, r->cell[k].x, &r->cell[k],
					  r->cell[k].ours.mean);
		fputs("EOD\n", out);
	}
	curves = 0;
	int part = 0, line = 0; /* parts have the same colours, and dashes of their own */
	for (int i = 0; i < r->cells; i++) {
		const struct experiment_cell *c = &r->cell[i];
		char name[2 * EXPERIMENT_TEXT + 2];
		const char *end = strrchr(c->name, ' ');
		if (!begins_curve(r, i))
			continue;
		snprintf(name, sizeof name, "%s %.*s", e->part[c->part].name,
			 end ? (int)(end - c->name) : 0, c->name);
		line = c->part == part ? line + 1 : 0;
		part = c->part;
		const char *colour = plot_colour(line);
		curves++;
		fprintf(out,
			"%s $c%d using 1:2:3:4 with yerrorlines dt %d lc rgb '%s' title ",
			curves > 1 ? "," : "plot", curves, c->part, colour);
		plot_quote(out, name);
		fprintf(out, ", $c%d using 1:5 with points pt 2 lc rgb '%s' notitle",
			curves, colour);
	}
}

static void
put_bars(FILE *out, const struct experiment *e, const struct experiment_result *r)
{
	int at = 0;
	fputs("$c << EOD\n", out);
	for (int k = 1; k < e->parts; k++, at++)
		for (int i = 0; i < r->cells; i++)
			if (r->cell[i].part == k)
				put_point(out, ++at, &r->cell[i], (double)NAN);
	fprintf(out, "EOD\nset xrange [0:%d]\nset xtics rotate by %d right noenhanced (",
		at, at > BARS ? 90 : 45);
	at = 0;
	for (int k = 1; k < e->parts; k++, at++)
		for (int i = 0; i < r->cells; i++) {
			char name[2 * EXPERIMENT_TEXT + 2];
			if (r->cell[i].part != k)
				continue;
			snprintf(name, sizeof name, "%s: %s", e->part[k].name,
				 r->cell[i].name);
			fputs(at ? ", " : "", out);
			plot_quote(out, name);
			fprintf(out, " %d", ++at);
		}
	fputs(")\nset boxwidth 0.6\nset style fill solid 0.4\n"
	      "set yrange [*<0:0<*]\n"
	      "plot $c using 1:2 with boxes lc rgb '#56b4e9' title 'ours', $c using "
	      "1:3:(0):($4-$3) with vectors heads size screen 0.004,90 lc rgb 'black' "
	      "title '95 % interval'",
	      out);
	if (has_paper(r))
		fputs(", $c using 1:5 with points pt 2 lc rgb '#d55e00' title 'paper'",
		      out);
}

static void
put_label(FILE *out, const char *command, const struct experiment *e, const char *key)
{
	const char *text = experiment_get(e, &e->part[0], key);
	fprintf(out, "set %s ", command);
	plot_quote(out, text ? text : "");
	fprintf(out, " noenhanced%s\n",
		text != NULL && strlen(text) > LABEL ? " font ',9'" : "");
}

/* Curves at 10, 100 and 1000 would lie on the axis. */
static void
put_scale(FILE *out, const struct experiment_result *r)
{
	double least = INFINITY, most = 0;
	for (int i = 0; i < r->cells; i++) {
		if (!isfinite(r->cell[i].x))
			continue;
		least = fmin(least, r->cell[i].x);
		most = fmax(most, r->cell[i].x);
	}
	if (least > 0 && most >= LOG_FROM * least)
		fprintf(out, "set logscale x\nset xrange [%.9g:%.9g]\n", least, most);
}

/* Of bars, with room for their names. */
static void
size_of_bars(const struct experiment *e, const struct experiment_result *r, int *width,
	     int *height)
{
	size_t longest = 0;
	const int bars = r->cells + e->parts;
	for (int i = 0; i < r->cells; i++) {
		const size_t n = strlen(e->part[r->cell[i].part].name) + 2 +
				 strlen(r->cell[i].name);
		longest = n > longest ? n : longest;
	}
	*width = bars > BARS ? WIDTH + BAR * (bars - BARS) : WIDTH;
	*height = HEIGHT + (bars > BARS ? LETTER * (int)longest / 2 : 0);
}

bool
experiment_plot(const struct experiment *e, const struct experiment_result *r,
		const char *path, struct status *st)
{
	struct plot p;
	const bool curves = has_curves(r);
	int width = WIDTH, height = HEIGHT;
	if (!curves)
		size_of_bars(e, r, &width, &height);
	if (!plot_open(&p, path, width, height, st))
		return false;
	put_label(p.out, "title", e, "title");
	put_label(p.out, "ylabel", e, "measure");
	if (curves) {
		put_label(p.out, "xlabel", e, "axis");
		put_scale(p.out, r);
	}
	fputs("set key outside below\nset grid ytics\n", p.out);
	if (curves)
		put_curves(p.out, e, r);
	else
		put_bars(p.out, e, r);
	return plot_close(&p, st);
}
