/*
 * run.c - runs the parts of an experiment, collects cells, and compares them with
 * the paper. See experiment.h.
 *
 * Memory: cells, claims and observations belong to the result.
 */
#include "src/lab/experiment.h"

#include "src/base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_SEED 1

/* ---- cells ---- */

static struct experiment_cell *
new_cell(struct experiment_run *run, int part, const char *name)
{
	struct experiment_result *r = run->result;
	if (r->cells == r->cell_room) {
		const int room = r->cell_room ? 2 * r->cell_room : 32;
		struct experiment_cell *more =
			realloc(r->cell, (size_t)room * sizeof *more);
		if (more == NULL) {
			status_fail(&run->st, "not enough memory for the table");
			return NULL;
		}
		r->cell = more;
		r->cell_room = room;
	}
	struct experiment_cell *c = &r->cell[r->cells++];
	*c = (struct experiment_cell){ .part = part,
				       .x = (double)NAN,
				       .level = (double)NAN,
				       .paper = (double)NAN,
				       .ours = experiment_mean(NULL, 0) };
	snprintf(c->name, sizeof c->name, "%s", name);
	return c;
}

void
experiment_add(struct experiment_run *run, const char *name, double x, double level,
	       const double *sample, int64_t n)
{
	struct experiment_cell *c = new_cell(run, run->part, name);
	if (c == NULL)
		return;
	c->x = x;
	c->level = level;
	c->sample = malloc((size_t)(n + 1) * sizeof *sample);
	if (c->sample == NULL) {
		status_fail(&run->st, "not enough memory for the table");
		return;
	}
	memcpy(c->sample, sample, (size_t)n * sizeof *sample);
	c->n = n;
	c->ours = experiment_mean(sample, n);
}

void
experiment_add_mean(struct experiment_run *run, const char *name, double x, double level,
		    const struct experiment_mean *m, bool exact)
{
	struct experiment_cell *c = new_cell(run, run->part, name);
	if (c == NULL)
		return;
	c->x = x;
	c->level = level;
	c->exact = exact;
	c->ours = *m;
}

void
experiment_add_exact(struct experiment_run *run, const char *name, double x, double level,
		     double value)
{
	experiment_add(run, name, x, level, &value, 1);
	if (run->result->cells > 0)
		run->result->cell[run->result->cells - 1].exact = true;
}

static struct experiment_cell *
find_cell(const struct experiment_result *r, int part, const char *name, size_t length)
{
	for (int i = 0; i < r->cells; i++)
		if (r->cell[i].part == part && strlen(r->cell[i].name) == length &&
		    strncmp(r->cell[i].name, name, length) == 0)
			return &r->cell[i];
	return NULL;
}

/* ---- the paper ---- */

/* A cell for each figure the paper has and we do not. */
static void
take_figure(struct experiment_run *run, int part, const char *name, const char *value)
{
	struct experiment_cell *c = find_cell(run->result, part, name, strlen(name));
	if (c == NULL)
		c = new_cell(run, part, name);
	if (c == NULL)
		return;
	c->paper_text = value;
	c->lost = strcmp(value, "unknown") == 0;
	if (!experiment_read_figure(value, &c->paper, &c->rounding))
		c->paper = (double)NAN;
}

/* The difference of two cells: of paired observations where there are as many; of exact ones
 * nothing but itself. */
static struct experiment_mean
exp_run_difference(const struct experiment_cell *a, const struct experiment_cell *b)
{
	struct experiment_mean none = experiment_mean(NULL, 0);
	if (a == NULL || b == NULL || a->n == 0 || a->n != b->n)
		return none;
	double *d = malloc((size_t)a->n * sizeof *d);
	if (d == NULL)
		return none;
	for (int64_t i = 0; i < a->n; i++)
		d[i] = a->sample[i] - b->sample[i];
	struct experiment_mean m = experiment_mean(d, a->n);
	free(d);
	if (a->exact && b->exact)
		m.ci95[0] = m.ci95[1] = m.mean;
	return m;
}

static void
take_claim(struct experiment_run *run, int part, const char *text, double margin)
{
	struct experiment_result *r = run->result;
	if (r->claims == r->claim_room) {
		const int room = r->claim_room ? 2 * r->claim_room : 16;
		struct experiment_claim *more =
			realloc(r->claim, (size_t)room * sizeof *more);
		if (more == NULL) {
			status_fail(&run->st, "not enough memory for the table");
			return;
		}
		r->claim = more;
		r->claim_room = room;
	}
	struct experiment_claim *c = &r->claim[r->claims++];
	*c = (struct experiment_claim){ .part = part, .margin = margin };
	snprintf(c->text, sizeof c->text, "%s", text);
	const char *at = experiment_claim_sign(text), *b = at + 2;
	c->difference =
		exp_run_difference(find_cell(r, part, text, (size_t)(at - 1 - text)),
				   find_cell(r, part, b, strlen(b)));
	c->verdict = experiment_judge_claim(*at, &c->difference, margin);
}

/* By how much the two sides of a claim may differ; NAN: nothing is said. */
static double
margin_of(const struct experiment_part *p, const char *name)
{
	double margin, rounding;
	for (int i = 0; i < p->entries; i++)
		if (strncmp(p->entry[i].key, "margin ", 7) == 0 &&
		    strcmp(p->entry[i].key + 7, name) == 0 &&
		    experiment_read_figure(p->entry[i].value, &margin, &rounding))
			return margin;
	return NAN;
}

/* Claims of one section about the cells of a part. */
static void
take_claims(struct experiment_run *run, const struct experiment_part *from, int part)
{
	for (int k = 0; k < from->entries; k++)
		if (strncmp(from->entry[k].key, "claim ", 6) == 0)
			take_claim(run, part, from->entry[k].value,
				   margin_of(from, from->entry[k].key + 6));
}

bool
experiment_put_claim(struct experiment_run *run, const char *text,
		     const struct experiment_mean *difference)
{
	struct experiment_result *r = run->result;
	for (int i = 0; i < r->claims; i++) {
		struct experiment_claim *c = &r->claim[i];
		if (c->part != run->part || strcmp(c->text, text) != 0)
			continue;
		c->difference = *difference;
		c->verdict = experiment_judge_claim(*experiment_claim_sign(text),
						    difference, c->margin);
		return true;
	}
	return false;
}

void
experiment_compare(struct experiment_run *run)
{
	const struct experiment *e = run->e;
	for (int i = 1; i < e->parts; i++) {
		const struct experiment_part *p = &e->part[i];
		for (int k = 0; k < p->entries; k++)
			if (strncmp(p->entry[k].key, "paper ", 6) == 0)
				take_figure(run, i, p->entry[k].key + 6,
					    p->entry[k].value);
		take_claims(run, &e->part[0], i);
		take_claims(run, p, i);
	}
	for (int i = 0; i < run->result->cells; i++)
		run->result->cell[i].verdict = experiment_judge(&run->result->cell[i]);
}

/* ---- running ---- */

bool
experiment_progress(const struct experiment_run *run, int64_t done, int64_t total,
		    const char *what)
{
	char text[160];
	snprintf(text, sizeof text, "%s (%d of %d)%s%.80s", run->e->part[run->part].name,
		 run->part, run->e->parts - 1, what && *what ? ": " : "",
		 what ? what : "");
	const bool on = progress_report(&run->o->progress, done, total, text);
	if (!on)
		run->result->complete = false;
	return on;
}

void
experiment_tell(void *self, const char *line)
{
	const struct experiment_run *run = self;
	progress_tell(&run->o->progress, line);
}

bool
experiment_run(const struct experiment *e, const struct experiment_options *o,
	       struct experiment_result *r, struct status *st)
{
	struct experiment_run run = { .e = e, .o = o, .result = r };
	const int64_t began = clock_now_us();
	int64_t seed;
	*r = (struct experiment_result){
		.complete = true, .refused = true, .scale = o->scale, .full = o->full
	};
	if (!experiment_count(e, &e->part[0], "seed", 0, UINT32_MAX, DEFAULT_SEED, &seed,
			      st))
		return false;
	if (o->db && !e->kind->keeps)
		return status_fail(st,
				   "--db: %s does not consist of matches, and only "
				   "matches are saved",
				   e->name);
	if (o->plan && !e->kind->keeps)
		return status_fail(st,
				   "--plan: %s does not consist of matches, and the cost "
				   "is known only for matches",
				   e->name);
	if (o->resume && !o->db)
		return status_fail(st,
				   "--resume: expected --db with the file to go on with");
	r->refused = false;
	r->seed = run.seed = (uint64_t)(o->seed >= 0 ? o->seed : seed);
	bool ok = true;
	for (run.part = 1; run.part < e->parts && ok && r->complete; run.part++) {
		ok = e->kind->run(&run, &e->part[run.part], st);
		if (ok && run.st.failed)
			ok = status_fail(st, "%s", run.st.text);
	}
	experiment_compare(&run);
	r->elapsed_us = clock_now_us() - began;
	return ok;
}

void
experiment_result_free(struct experiment_result *r)
{
	for (int i = 0; i < r->cells; i++)
		free(r->cell[i].sample);
	free(r->cell);
	free(r->claim);
	*r = (struct experiment_result){ 0 };
}
