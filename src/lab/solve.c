/*
 * solve.c - runs a solver layer by layer. See solve.h.
 *
 * A layer is cut into pieces of PIECE slots, each a job. They fill one table, so that they run on
 * threads; which of them solves a piece changes nothing. On other ranks a piece is solved in the
 * rank's own table, and the results go to everybody's.
 */
#include "src/lab/solve.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/jobs.h"
#include "src/base/pool.h"
#include "src/base/text.h"
#include "src/core/setup.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PIECE	512
#define TICK_MS 200
#define SAVE_US 5000000

struct solve_work {
	const struct solve_options *o;
	struct solver *v;
	int64_t slots; /* of this layer */
	int64_t before, all;
	int64_t counted;
};

/* A job's result: how much it did. */
static bool
run_piece(void *self, int worker, const struct text *bytes, struct text *result,
	  struct status *st)
{
	struct solve_work *w = self;
	struct bytes b = bytes_of(bytes);
	const int64_t from = bytes_int(&b) * PIECE;
	const int64_t to = from + PIECE < w->slots ? from + PIECE : w->slots;
	(void)worker, (void)st;
	bytes_add_int(result, w->o->ops->run(w->v, from, to));
	if (jobs_have_ranks())
		w->o->ops->give(w->v, from, to, result);
	return true;
}

static bool
solve_came(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct solve_work *w = self;
	struct bytes b = bytes_of(result);
	const int64_t from = job * PIECE;
	const int64_t to = from + PIECE < w->slots ? from + PIECE : w->slots;
	w->counted += bytes_int(&b);
	return !jobs_have_ranks() || w->o->ops->take(w->v, from, to, &b) ||
	       status_fail(st, "a part of layer %d is damaged", w->v->done);
}

static bool
solve_tick(void *self, int64_t finished)
{
	const struct solve_work *w = self;
	char what[60];
	snprintf(what, sizeof what, "positions, layer %d of %d", w->v->done + 1,
		 w->v->layers);
	const int64_t here = finished * PIECE < w->slots ? finished * PIECE : w->slots;
	return progress_report(&w->o->progress, w->before + here, w->all, what);
}

/* Solves layer v->done; false: stopped, or st. */
static bool
solve_layer(struct solve_work *w, struct status *st)
{
	char about[40];
	snprintf(about, sizeof about, "layer %d", w->v->done);
	const int64_t pieces = (w->slots + PIECE - 1) / PIECE;
	const struct jobs jobs = { .about = about,
				   .count = pieces,
				   .workers = w->o->jobs,
				   .run = run_piece,
				   .came = solve_came,
				   .tick = solve_tick,
				   .tick_ms = TICK_MS,
				   .self = w };
	return jobs_run(&jobs, st) == pieces;
}

/* Continues from an existing file, or moves it out of the way when it is of no use. */
static bool
start_from_file(const struct solve_options *o, struct solver *v, struct solve_result *r,
		struct status *st)
{
	char kept[4096];
	if (file_missing(o->path) || o->ops->load(v, o->path, &r->note))
		return true;
	v->done = 0;
	if (!jobs_lead())
		return true;
	if (snprintf(kept, sizeof kept, "%s.damaged", o->path) >= (int)sizeof kept ||
	    rename(o->path, kept) != 0)
		return status_fail(st, "%s: cannot be moved aside: %s", o->path,
				   strerror(errno));
	return true;
}

static bool
solve_layers(const struct solve_options *o, struct solver *v, struct solve_result *r,
	     struct status *st)
{
	struct solve_work w = { .o = o, .v = v, .all = r->positions };
	int64_t saved_us = clock_now_us();
	bool written = v->done == v->layers;
	for (int k = 0; k < v->done; k++)
		w.before += o->ops->slots(v, k);
	const int64_t before = w.before;
	bool ok = true, stopped = false;
	while (ok && !stopped && v->done < v->layers) {
		w.slots = o->ops->slots(v, v->done);
		ok = o->ops->ready(v, st);
		if (!ok || !solve_layer(&w, st)) {
			ok = ok && (st == NULL || !st->failed);
			break;
		}
		if (o->ops->finish != NULL && !o->ops->finish(v, &o->progress, st)) {
			ok = st == NULL || !st->failed;
			break;
		}
		w.before += w.slots;
		v->done++;
		const bool last = v->done == v->layers;
		written = last || clock_now_us() - saved_us > SAVE_US;
		if (written && jobs_lead()) {
			ok = o->ops->save(v, o->path, st);
			saved_us = clock_now_us();
		}
		stopped = !last &&
			  !progress_report(&o->progress, w.before, w.all, "positions");
	}
	if (ok && !written && v->done > 0 && jobs_lead())
		ok = o->ops->save(v, o->path, st);
	r->solved = w.before - before;
	r->counted = w.counted;
	r->finished = v->done == v->layers;
	return ok;
}

bool
solve_run(const struct solve_options *o, struct solve_result *r, struct status *st)
{
	struct solver v;
	struct stat info;
	*r = (struct solve_result){ .threads = o->jobs > 0 ? o->jobs : pool_cores() };
	const int64_t start = clock_now_us();
	if (!o->ops->open(&v, o->game, o->most, st))
		return false;
	for (int k = 0; k < v.layers; k++)
		r->positions += o->ops->slots(&v, k);
	bool ok = start_from_file(o, &v, r, st) && solve_layers(o, &v, r, st);
	o->ops->close(&v);
	r->elapsed_us = clock_now_us() - start;
	if (ok && stat(o->path, &info) == 0)
		r->bytes = (int64_t)info.st_size;
	return ok;
}

json_t *
solve_to_json(const struct solve_options *o, const struct solve_result *r)
{
	const double s = (double)r->elapsed_us / 1e6;
	return json_pack("{s:s,s:o,s:I,s:I,s:s,s:I,s:o,s:i,s:I,s:b,s:o,s:I}", "game",
			 o->game->ops->key, "variant", setup_variant_json(o->game),
			 "positions", (json_int_t)r->positions, "solved",
			 (json_int_t)r->solved, "counted", o->ops->counted, "count",
			 (json_int_t)r->counted, "per_s",
			 json_real_or_null(s > 0 ? (double)r->counted / s : (double)NAN),
			 "threads", r->threads, "elapsed_ms",
			 (json_int_t)(r->elapsed_us / 1000), "complete", r->finished,
			 "kept", json_text(o->path), "bytes", (json_int_t)r->bytes);
}

void
solve_print(const struct solve_options *o, const struct solve_result *r, FILE *out)
{
	const double s = (double)r->elapsed_us / 1e6;
	char bytes[16];
	text_format_count(bytes, sizeof bytes, (double)r->bytes);
	fprintf(out, "positions     %lld different, %lld of them solved now\n",
		(long long)r->positions, (long long)r->solved);
	fprintf(out, "%-12s  %lld, %.0f/s on %d thread%s\n", o->ops->counted,
		(long long)r->counted, s > 0 ? (double)r->counted / s : 0.0, r->threads,
		r->threads == 1 ? "" : "s");
	fprintf(out, "elapsed       %.2f s\n", s);
	fprintf(out, "%s  %s%s, %s bytes\n",
		r->finished ? "written to  " : "so far in   ", o->path,
		r->finished ? "" : " (run it again to go on)", bytes);
}
