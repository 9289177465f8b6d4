/*
 * saved.c - an experiment's table from the JSON of a run. See experiment.h.
 *
 * Only measurements are taken from the file: means, intervals, counts, and the differences of
 * claims. The paper's figures come from the experiment, and verdicts are made anew, so that a
 * table is never judged by an old rule.
 */
#include "src/lab/experiment.h"

#include "src/base/file.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

#define SAVED_BYTES ((size_t)4 << 20)

/* A number, or NAN for null and for what is not there. */
static double
saved_real(const json_t *j, const char *key)
{
	const json_t *x = json_object_get(j, key);
	return json_is_number(x) ? json_number_value(x) : (double)NAN;
}

/* A mean under a key, with ci95 and observations beside it. */
static bool
saved_mean(const json_t *j, const char *key, struct experiment_mean *m)
{
	const json_t *ci = json_object_get(j, "ci95"),
		     *n = json_object_get(j, "observations");
	*m = experiment_mean(NULL, 0);
	m->mean = saved_real(j, key);
	if (!json_is_integer(n) || json_integer_value(n) < 0)
		return false;
	m->n = json_integer_value(n);
	if (ci == NULL || json_is_null(ci))
		return true;
	const json_t *low = json_array_get(ci, 0), *high = json_array_get(ci, 1);
	m->ci95[0] = json_is_number(low) ? json_number_value(low) : (double)NAN;
	m->ci95[1] = json_is_number(high) ? json_number_value(high) : (double)NAN;
	return m->ci95[0] <= m->ci95[1];
}

/* The part that a cell or claim names; 0: there is none. */
static int
saved_part(const struct experiment *e, const json_t *j)
{
	const char *name = json_string_value(json_object_get(j, "part"));
	for (int i = 1; i < e->parts && name != NULL; i++)
		if (strcmp(e->part[i].name, name) == 0)
			return i;
	return 0;
}

static bool
saved_cell(struct experiment_run *run, const json_t *j)
{
	const char *name = json_string_value(json_object_get(j, "cell"));
	struct experiment_mean m;
	run->part = saved_part(run->e, j);
	if (run->part == 0 || name == NULL || strlen(name) >= EXPERIMENT_TEXT ||
	    !saved_mean(j, "ours", &m))
		return false;
	if (m.n == 0) /* a figure of the paper that was not measured */
		return true;
	experiment_add_mean(run, name, saved_real(j, "x"), saved_real(j, "level"), &m,
			    json_is_true(json_object_get(j, "exact")));
	return true;
}

static bool
saved_claim(struct experiment_run *run, const json_t *j)
{
	const char *text = json_string_value(json_object_get(j, "claim"));
	struct experiment_mean m;
	run->part = saved_part(run->e, j);
	return run->part > 0 && text != NULL && saved_mean(j, "difference", &m) &&
	       experiment_put_claim(run, text, &m);
}

/* Every member of an array; returns the number of the first that is wrong, else -1. */
static int
saved_each(struct experiment_run *run, const json_t *all,
	   bool (*take)(struct experiment_run *run, const json_t *j))
{
	const int n = (int)json_array_size(all);
	for (int i = 0; i < n; i++)
		if (!take(run, json_array_get(all, (size_t)i)))
			return i;
	return -1;
}

static bool
saved_read(struct experiment_run *run, const char *path, const json_t *top,
	   struct status *st)
{
	const char *name = json_string_value(json_object_get(top, "experiment"));
	const json_t *cells = json_object_get(top, "cells"),
		     *claims = json_object_get(top, "claims");
	struct experiment_result *r = run->result;
	if (name == NULL || !json_is_array(cells) || !json_is_array(claims))
		return status_fail(st,
				   "%s: expected what `plyscope experiment %s --json` "
				   "prints",
				   path, run->e->name);
	if (strcmp(name, run->e->name) != 0)
		return status_fail(st, "%s: expected results of %s, these are of %.60s",
				   path, run->e->name, name);
	r->scale = saved_real(top, "scale");
	r->full = json_is_true(json_object_get(top, "full"));
	r->complete = json_is_true(json_object_get(top, "complete"));
	r->seed = (uint64_t)json_integer_value(json_object_get(top, "seed"));
	r->elapsed_us = 1000 * json_integer_value(json_object_get(top, "elapsed_ms"));
	const int cell = saved_each(run, cells, saved_cell);
	if (cell >= 0)
		return status_fail(st,
				   "%s: cell %d: expected a part and cell of %s, and a "
				   "mean with its interval",
				   path, cell + 1, run->e->name);
	experiment_compare(run);
	const int claim = saved_each(run, claims, saved_claim);
	if (claim >= 0)
		return status_fail(st, "%s: claim %d: expected a claim of %s", path,
				   claim + 1, run->e->name);
	return !run->st.failed || status_fail(st, "%s", run->st.text);
}

bool
experiment_read_saved(const struct experiment *e, const char *path,
		      struct experiment_result *r, struct status *st)
{
	struct experiment_run run = { .e = e, .result = r };
	struct text t = { 0 };
	json_error_t error;
	*r = (struct experiment_result){ .refused = true };
	if (!text_read_file(&t, path, SAVED_BYTES)) {
		status_fail(st, "%s: cannot be read: %s", path, file_reason());
		text_free(&t);
		return false;
	}
	json_t *top = json_loadb(t.s != NULL ? t.s : "", t.length, JSON_REJECT_DUPLICATES,
				 &error);
	text_free(&t);
	if (top == NULL)
		return status_fail(st, "%s:%d: %.120s", path, error.line, error.text);
	const bool ok = saved_read(&run, path, top, st);
	json_decref(top);
	return ok;
}
