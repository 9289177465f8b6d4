/*
 * show.c - an experiment's table as text and as JSON. See experiment.h.
 */
#include "src/lab/experiment.h"

#include "src/base/json.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

#define LABEL 22
#define WIDE  72

/* ---- text ---- */

static void
format_real(double x, char *out, size_t size)
{
	const double a = fabs(x);
	const int decimals = a >= 1000 ? 0 : a >= 100 ? 1 : a >= 10 ? 2 : 3;
	snprintf(out, size, "%.*f", decimals, text_shown(x, decimals));
}

static void
format_mean(const struct experiment_mean *m, char ours[24], char ci[64])
{
	char low[24], high[24];
	snprintf(ours, 24, "-");
	ci[0] = '\0';
	if (isfinite(m->mean))
		format_real(m->mean, ours, 24);
	if (!isfinite(m->ci95[0]))
		return;
	format_real(m->ci95[0], low, sizeof low);
	format_real(m->ci95[1], high, sizeof high);
	snprintf(ci, 64, "[%s %s]", low, high);
}

static void
print_cell(const struct experiment_cell *c, FILE *out)
{
	char ours[24], ci[64];
	format_mean(&c->ours, ours, ci);
	fprintf(out, "  %-*s %8s %9s %-20s %s\n", LABEL, c->name,
		c->paper_text ? c->paper_text : "-", ours, c->exact ? "exact" : ci,
		experiment_verdict_names[c->verdict]);
}

static void
print_claim(const struct experiment_claim *c, FILE *out)
{
	char ours[24], ci[64];
	format_mean(&c->difference, ours, ci);
	fprintf(out, "  %s", c->text);
	if (isfinite(c->margin))
		fprintf(out, ", give or take %g", c->margin);
	fputc('\n', out);
	fprintf(out, "  %-*s %8s %9s %-20s %s\n", LABEL, "    difference", "", ours, ci,
		experiment_verdict_names[c->verdict]);
}

/* A paragraph, broken at blanks. */
static void
print_wrapped(const char *text, FILE *out)
{
	while (*text) {
		const int n = text_line(text, WIDE);
		fprintf(out, "  %.*s\n", n, text);
		text += n;
		text += strspn(text, " ");
	}
}

static int64_t
observations(const struct experiment_result *r, int part)
{
	int64_t n = 0;
	for (int i = 0; i < r->cells; i++)
		if (r->cell[i].part == part && r->cell[i].ours.n > n)
			n = r->cell[i].ours.n;
	return n;
}

/* The second of two players, whose figure the first one's tells: it lost what the other won. */
static bool
is_rest(const struct experiment_result *r, int i)
{
	const struct experiment_cell *c = &r->cell[i];
	const bool two = i > 0 && c[-1].part == c->part &&
			 (i < 2 || c[-2].part != c->part) &&
			 (i + 1 == r->cells || c[1].part != c->part);
	if (!two || c->paper_text != NULL)
		return false;
	const double sum = c[-1].ours.mean + c->ours.mean;
	return fabs(sum) < 1e-6 || fabs(sum - 100) < 1e-6;
}

static void
print_part(const struct experiment *e, const struct experiment_result *r, int part,
	   bool notes, FILE *out)
{
	const char *note = NULL;
	for (int i = 0; i < e->part[part].entries; i++)
		if (strcmp(e->part[part].entry[i].key, "note") == 0)
			note = e->part[part].entry[i].value;
	fprintf(out, "%s", e->part[part].name);
	if (observations(r, part) > 1)
		fprintf(out, "  (%lld observations)", (long long)observations(r, part));
	fputc('\n', out);
	if (note != NULL && notes)
		print_wrapped(note, out);
	for (int i = 0; i < r->cells; i++)
		if (r->cell[i].part == part && !is_rest(r, i))
			print_cell(&r->cell[i], out);
	for (int i = 0; i < r->claims; i++)
		if (r->claim[i].part == part)
			print_claim(&r->claim[i], out);
}

static const char *
head(const struct experiment *e, const char *key)
{
	const char *text = experiment_get(e, &e->part[0], key);
	return text ? text : "";
}

static void
print_table(const struct experiment *e, const struct experiment_result *r, bool notes,
	    FILE *out)
{
	bool lost = false;
	for (int i = 0; i < r->cells; i++)
		lost = lost || r->cell[i].lost;
	if (lost)
		fputs("  unknown: the copies of the paper that we have lack the "
		      "digits.\n",
		      out);
	fprintf(out, "  %-*s %8s %9s %-20s %s\n", LABEL, "", "paper", "ours",
		"95 % interval", "verdict");
	for (int i = 1; i < e->parts; i++)
		print_part(e, r, i, notes, out);
}

/* "reproduced 7, undecided 2.", in lines, and what chance does. */
static void
print_summary(const struct experiment_result *r, FILE *out)
{
	const struct experiment_summary s = experiment_sum_up(r);
	int column = 0;
	for (int v = VERDICT_REPRODUCED; v <= VERDICT_NOT; v++) {
		char item[60];
		if (s.verdict[v] == 0)
			continue;
		const int n = snprintf(item, sizeof item, "%s %d",
				       experiment_verdict_names[v], s.verdict[v]);
		if (column > 0)
			column += fprintf(out, ",");
		const bool broken = column + 2 + n > WIDE;
		fprintf(out, "%s%s", broken ? "\n" : column > 0 ? " " : "", item);
		column = broken ? n : column + 1 + n;
	}
	if (column > 0)
		fprintf(out, ".\n");
	if (s.intervals > 0)
		fprintf(out,
			"If all figures of the paper were right, chance alone would put "
			"about %.1f of %d\noutside their intervals.\n",
			s.intervals / 20.0, s.intervals);
}

void
experiment_print(const struct experiment *e, const struct experiment_result *r, FILE *out)
{
	fprintf(out, "%s: %s\n  %s\n  %s\n", e->name, head(e, "title"), head(e, "paper"),
		head(e, "table"));
	print_wrapped(head(e, "note"), out);
	fprintf(out, "  %s %g, seed %llu, %.0f s%s\n\n",
		r->full ? "full scale times" : "scale", r->scale,
		(unsigned long long)r->seed, (double)r->elapsed_us / 1e6,
		r->complete ? "" : ", INTERRUPTED: what was measured so far");
	print_table(e, r, true, out);
	print_summary(r, out);
}

/* ---- a page of the manual ---- */

void
experiment_print_mdoc(const struct experiment *e, const struct experiment_result *r,
		      FILE *out)
{
	fprintf(out, ".Bd -literal\n");
	print_table(e, r, false, out);
	fprintf(out, ".Ed\n.Pp\n");
	print_summary(r, out);
	fprintf(out, "Seed %llu, %s %g%s.\n", (unsigned long long)r->seed,
		r->full ? "full scale times" : "scale", r->scale,
		r->complete ? "" : ", interrupted");
}

/* ---- JSON ---- */

json_t *
experiment_about(const struct experiment *e)
{
	json_t *j = json_object();
	json_object_set_new(j, "experiment", json_text(e->name));
	json_object_set_new(j, "title", json_text(head(e, "title")));
	json_object_set_new(j, "paper", json_text(head(e, "paper")));
	json_object_set_new(j, "table", json_text(head(e, "table")));
	json_object_set_new(j, "kind", json_text(e->kind->key));
	return j;
}

static json_t *
verdict_json(enum experiment_verdict v)
{
	return v == VERDICT_NONE ? json_null() : json_string(experiment_verdict_names[v]);
}

static void
set_mean(json_t *j, const char *name, const struct experiment_mean *m)
{
	json_object_set_new(j, name, json_real_or_null(m->mean));
	json_object_set_new(j, "ci95",
			    isfinite(m->ci95[0]) ? json_reals(m->ci95, 2) : json_null());
	json_object_set_new(j, "observations", json_integer(m->n));
}

static json_t *
cell_json(const struct experiment *e, const struct experiment_cell *c)
{
	json_t *j = json_object();
	json_object_set_new(j, "part", json_text(e->part[c->part].name));
	json_object_set_new(j, "cell", json_text(c->name));
	if (isfinite(c->x))
		json_object_set_new(j, "x", json_real_or_null(c->x));
	json_object_set_new(j, "paper", json_real_or_null(c->paper));
	set_mean(j, "ours", &c->ours);
	json_object_set_new(j, "exact", json_boolean(c->exact));
	json_object_set_new(j, "level", json_real_or_null(c->level));
	json_object_set_new(j, "verdict", verdict_json(c->verdict));
	return j;
}

static json_t *
claim_json(const struct experiment *e, const struct experiment_claim *c)
{
	json_t *j = json_object();
	json_object_set_new(j, "part", json_text(e->part[c->part].name));
	json_object_set_new(j, "claim", json_text(c->text));
	json_object_set_new(j, "margin", json_real_or_null(c->margin));
	set_mean(j, "difference", &c->difference);
	json_object_set_new(j, "verdict", verdict_json(c->verdict));
	return j;
}

static json_t *
summary_json(const struct experiment_result *r)
{
	const struct experiment_summary s = experiment_sum_up(r);
	json_t *j = json_object();
	for (int v = VERDICT_REPRODUCED; v <= VERDICT_NOT; v++)
		json_object_set_new(j, experiment_verdict_names[v],
				    json_integer(s.verdict[v]));
	json_object_set_new(j, "intervals", json_integer(s.intervals));
	return j;
}

json_t *
experiment_to_json(const struct experiment *e, const struct experiment_result *r)
{
	json_t *j = experiment_about(e), *cells = json_array(), *claims = json_array();
	json_object_set_new(j, "scale", json_real_or_null(r->scale));
	json_object_set_new(j, "full", json_boolean(r->full));
	json_object_set_new(j, "seed", json_integer((json_int_t)r->seed));
	json_object_set_new(j, "complete", json_boolean(r->complete));
	for (int i = 0; i < r->cells; i++)
		json_array_append_new(cells, cell_json(e, &r->cell[i]));
	for (int i = 0; i < r->claims; i++)
		json_array_append_new(claims, claim_json(e, &r->claim[i]));
	json_object_set_new(j, "cells", cells);
	json_object_set_new(j, "claims", claims);
	json_object_set_new(j, "summary", summary_json(r));
	json_object_set_new(j, "elapsed_ms", json_integer(r->elapsed_us / 1000));
	return j;
}
