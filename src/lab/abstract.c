/* abstract.c - see abstract.h. */
#include "src/lab/abstract.h"

#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/text.h"

#include <stdlib.h>

#define SAVE_US 2000000 /* between two checkpoints */
#define SHOWN	5	/* buckets of a round with examples, in the text */

static const char *const rounds[BUCKET_ROUNDS] = { "before the flop", "flop", "turn",
						   "river" };

static const struct bucket_work_ops *
ops_of(const struct abstract_options *o)
{
	return o->work.game->ops->public->buckets->work;
}

/* ---- work -------------------------------------------------------------------------------- */

static bool
work(struct abstract_options *o, struct status *st)
{
	const struct bucket_work_ops *ops = ops_of(o);
	int64_t saved_us = clock_now_us();
	bool going = true;
	while (!abstract_done(o) && going) {
		going = ops->step(&o->work, &o->progress);
		if (going && !abstract_done(o) && clock_now_us() - saved_us < SAVE_US)
			continue;
		if (!ops->save(&o->work, o->path, st))
			return false;
		saved_us = clock_now_us();
	}
	return true;
}

bool
abstract_run(struct abstract_options *o, struct abstract_result *r, struct status *st)
{
	const struct bucket_work_ops *ops = ops_of(o);
	const int64_t began_us = clock_now_us();
	char line[80];
	*r = (struct abstract_result){ 0 };
	r->refused = !ops->open(&o->work, o->memory, st);
	if (r->refused)
		return false;
	r->refused = !file_missing(o->path) && !ops->load(&o->work, o->path, st);
	if (!abstract_done(o) && !r->refused) {
		snprintf(line, sizeof line, "needs %zu MiB of memory",
			 (o->work.bytes >> 20) + 1);
		progress_tell(&o->progress, line);
	}
	const bool ok = !r->refused && work(o, st);
	r->elapsed_us = clock_now_us() - began_us;
	if (!ok)
		ops->close(&o->work);
	return ok;
}

bool
abstract_look(struct abstract_options *o, struct status *st)
{
	return ops_of(o)->look(&o->work, o->path, st);
}

void
abstract_close(struct abstract_options *o)
{
	ops_of(o)->close(&o->work);
}

/* ---- the report -------------------------------------------------------------------------- */

struct round_summary {
	double least, median, most; /* shares of deals */
	/* Means over hands: to the centre, and within their bucket. */
	double distance, spread;
	int empty;
};

static int
compare_shares(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static struct round_summary
summarize(const struct bucket_row *row, int count)
{
	struct round_summary s = { 0 };
	double *share = malloc((size_t)count * sizeof *share);
	if (share == NULL)
		return s;
	for (int i = 0; i < count; i++) {
		share[i] = row[i].share;
		s.empty += !(row[i].share > 0);
		s.distance += row[i].share * row[i].distance;
		s.spread += row[i].share * row[i].spread;
	}
	qsort(share, (size_t)count, sizeof *share, compare_shares);
	s.least = share[0];
	s.median = (share[(count - 1) / 2] + share[count / 2]) / 2;
	s.most = share[count - 1];
	free(share);
	return s;
}

static void
print_summaries(const struct bucket_work *w, FILE *out)
{
	fprintf(out, "\n       buckets  least  median   most %%  distance  spread  "
		     "iterations       hands\n");
	for (int i = 1; i < w->round && i < BUCKET_ROUNDS; i++) {
		const struct round_summary s = summarize(w->row[i], w->count[i]);
		fprintf(out,
			"%-5s  %7d  %5.3f  %6.3f  %7.3f  %8.4f  %6.4f  %10d  %10lld\n",
			rounds[i], w->count[i], 100 * s.least, 100 * s.median,
			100 * s.most, s.distance, s.spread, w->iterations[i],
			(long long)w->points[i]);
	}
	fprintf(out, "least, median, most: the shares of deals that buckets hold; "
		     "distance: of a hand\nto its centre; spread: of the equity within a "
		     "bucket; hands: drawn ones that\ndiffer\n");
}

static void
print_examples(const struct bucket_work *w, int round, FILE *out)
{
	const int shown = w->count[round] < SHOWN ? w->count[round] : SHOWN;
	fprintf(out, "\n%-5s  bucket   deals %%  equity  spread  among its hands\n",
		rounds[round]);
	for (int i = 0; i < shown; i++) {
		const int at = shown > 1 ? i * (w->count[round] - 1) / (shown - 1) : 0;
		const struct bucket_row *r = &w->row[round][at];
		fprintf(out, "       %6d  %8.3f  %6.3f  %6.3f ", at, 100 * r->share,
			r->mean, r->spread);
		for (int k = 0; k < BUCKET_EXAMPLES && r->example[k][0]; k++)
			fprintf(out, "%s %s", k > 0 ? "," : "", r->example[k]);
		fputc('\n', out);
	}
}

void
abstract_print(const struct abstract_options *o, const struct abstract_result *r,
	       FILE *out)
{
	const struct bucket_work *w = &o->work;
	fprintf(out, "%s: buckets %d/%d/%d/%d, seed %llu, of %lld deals a round\n",
		w->rules, w->count[0], w->count[1], w->count[2], w->count[3],
		(unsigned long long)w->seed, (long long)w->sample);
	if (w->round > 1)
		print_summaries(w, out);
	for (int i = 1; i < w->round && i < BUCKET_ROUNDS; i++)
		print_examples(w, i, out);
	fputc('\n', out);
	if (!abstract_done(o))
		fprintf(out, "so far in %s%s\n", o->path,
			r != NULL ? " (run it again to go on)" : ": not finished");
	else if (r != NULL)
		fprintf(out, "written to %s; %.1f s\n", o->path,
			(double)r->elapsed_us / 1e6);
}

static json_t *
row_json(const struct bucket_row *r)
{
	json_t *examples = json_array();
	for (int k = 0; k < BUCKET_EXAMPLES && r->example[k][0]; k++)
		json_array_append_new(examples, json_string(r->example[k]));
	return json_pack("{s:f,s:f,s:f,s:f,s:o}", "share", r->share, "distance",
			 r->distance, "equity", r->mean, "spread", r->spread, "examples",
			 examples);
}

static json_t *
round_json(const struct bucket_work *w, int round)
{
	const struct round_summary s = summarize(w->row[round], w->count[round]);
	json_t *rows = json_array();
	for (int i = 0; i < w->count[round]; i++)
		json_array_append_new(rows, row_json(&w->row[round][i]));
	return json_pack("{s:s,s:i,s:i,s:I,s:f,s:f,s:f,s:f,s:f,s:i,s:o}", "round",
			 rounds[round], "buckets", w->count[round], "iterations",
			 w->iterations[round], "hands", (json_int_t)w->points[round],
			 "least", s.least, "median", s.median, "most", s.most, "distance",
			 s.distance, "spread", s.spread, "empty", s.empty, "rows", rows);
}

json_t *
abstract_json(const struct abstract_options *o, const struct abstract_result *r)
{
	const struct bucket_work *w = &o->work;
	json_t *all = json_array();
	for (int i = 1; i < w->round && i < BUCKET_ROUNDS; i++)
		json_array_append_new(all, round_json(w, i));
	json_t *j =
		json_pack("{s:s,s:o,s:I,s:I,s:b,s:o,s:o}", "rules", w->rules, "file",
			  json_text(o->path), "seed", (json_int_t)w->seed, "sample",
			  (json_int_t)w->sample, "finished", abstract_done(o), "buckets",
			  json_pack("[i,i,i,i]", w->count[0], w->count[1], w->count[2],
				    w->count[3]),
			  "rounds", all);
	if (r != NULL)
		json_object_set_new(j, "seconds",
				    json_real_or_null((double)r->elapsed_us / 1e6));
	return j;
}
