/* train.c - see train.h. */
#include "src/lab/train.h"

#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/jobs.h"
#include "src/base/json.h"

#include <math.h>
#include <sys/stat.h>

#define LOOK_US 100000 /* between two looks at the stop flag, about */

/* Steps until the next look, from how long the last ones took: the result does not depend on it. */
static int64_t
next_steps(const struct trainer *t, int64_t steps, int64_t took_us)
{
	if (took_us < LOOK_US / 2)
		steps *= 2;
	else if (took_us > 2 * LOOK_US)
		steps /= 2;
	steps = (steps + t->pace - 1) / t->pace * t->pace;
	return steps < t->pace ? t->pace : steps;
}

struct training {
	const struct train_options *o;
	struct trainer t;
	struct train_result *r;
	struct status *st;
};

static bool
train_run_go_on(const struct training *w)
{
	return !w->st->failed && !progress_stopped(&w->o->progress) &&
	       progress_report(&w->o->progress, w->t.steps, w->t.target,
			       w->o->ops->counted);
}

/* Of several ranks one owns the file. */
static bool
train_run_save(struct training *w)
{
	return !jobs_lead() || w->o->ops->save(&w->t, w->o->path, w->st);
}

/* Where the loss is measured next; a step never passes by it. */
static int64_t
next_point(const struct training *w)
{
	int64_t next = w->t.pace;
	if (w->o->ops->loss == NULL)
		return w->t.target;
	while (next <= w->t.steps)
		next *= 2;
	return next < w->t.target ? next : w->t.target;
}

static void
note_loss(struct training *w)
{
	struct train_result *r = w->r;
	const struct trainer_ops *ops = w->o->ops;
	char line[100];
	if (ops->loss == NULL || r->points == TRAIN_POINTS)
		return;
	const double loss = ops->loss(&w->t);
	r->point_steps[r->points] = w->t.steps;
	r->loss[r->points++] = loss;
	snprintf(line, sizeof line, "%lld %s: loss %.6f on those held out",
		 (long long)w->t.steps, ops->counted, loss);
	progress_tell(&w->o->progress, line);
}

/* Steps to the target, with checkpoints. Over ranks the clock and the file of rank 0 may end the
 * training only from within a step, where all ranks learn of it. */
static bool
train(struct training *w)
{
	struct trainer *t = &w->t;
	int64_t saved_us = clock_now_us(), steps = t->pace;
	while (t->steps < t->target && (jobs_have_ranks() || train_run_go_on(w))) {
		const int64_t began_us = clock_now_us(), point = next_point(w),
			      left = point - t->steps;
		steps = steps < left ? steps : left;
		w->o->ops->step(t, steps);
		if (t->ended)
			break;
		if (t->steps == point)
			note_loss(w);
		const int64_t now_us = clock_now_us();
		if (!jobs_have_ranks())
			steps = next_steps(t, steps, now_us - began_us);
		if (now_us - saved_us < 1000 * (int64_t)w->o->checkpoint_ms)
			continue;
		if (!train_run_save(w) && !jobs_have_ranks())
			return false;
		saved_us = now_us;
	}
	return !w->st->failed && train_run_save(w);
}

static bool
train_run_begin(const struct train_options *o, struct trainer *t, struct train_result *r,
		struct status *st)
{
	if (!o->resume || file_missing(o->path))
		return true;
	if (!o->ops->load(t, o->path, st))
		return false;
	r->before = t->steps;
	return true;
}

bool
train_run(const struct train_options *o, struct train_result *r, struct status *st)
{
	struct training w = { .o = o, .t = o->trainer, .r = r, .st = st };
	struct trainer *t = &w.t;
	struct stat info;
	*r = (struct train_result){ 0 };
	if (jobs_have_ranks())
		t->progress = &o->progress;
	else
		t->stop = o->progress.stop;
	r->refused = !o->ops->open(t, st);
	if (r->refused)
		return false;
	const int64_t began_us = clock_now_us();
	r->refused = !train_run_begin(o, t, r, st);
	const bool ok = !r->refused && train(&w);
	r->elapsed_us = clock_now_us() - began_us;
	r->steps = t->steps;
	r->finished = t->steps >= t->target;
	r->gap = ok && o->ops->measure ? o->ops->measure(t) : (double)NAN;
	if (ok && o->ops->figures)
		r->figures = o->ops->figures(t, r->figure);
	if (stat(o->path, &info) == 0)
		r->bytes = info.st_size;
	o->ops->close(t);
	return ok;
}

static double
per_second(const struct train_result *r)
{
	const double seconds = (double)r->elapsed_us / 1e6;
	return (double)(r->steps - r->before) / (seconds > 0 ? seconds : 1);
}

void
train_print(const struct train_options *o, const struct train_result *r, FILE *out)
{
	fprintf(out, "%s: %lld %s", o->ops->key, (long long)r->steps, o->ops->counted);
	if (r->before > 0)
		fprintf(out, ", %lld of them before", (long long)r->before);
	fputc('\n', out);
	if (!isnan(r->gap))
		fprintf(out,
			"a best reply gains %.6g %s in a hand, the mean of both seats\n",
			r->gap, o->trainer.game->ops->point_name);
	for (int i = 0; i < r->figures; i++)
		fprintf(out, "%s %.6g%s%s%s", r->figure[i].called, r->figure[i].value,
			r->figure[i].unit[0] ? " " : "", r->figure[i].unit,
			i + 1 < r->figures ? ", " : "\n");
	fprintf(out, "%.1f s, %.0f a second; %lld bytes in %s\n",
		(double)r->elapsed_us / 1e6, per_second(r), (long long)r->bytes, o->path);
}

/* [[steps, loss], ...] */
static json_t *
train_run_losses_json(const struct train_result *r)
{
	json_t *list = json_array();
	for (int i = 0; i < r->points; i++)
		json_array_append_new(list,
				      json_pack("[I,o]", (json_int_t)r->point_steps[i],
						json_real_or_null(r->loss[i])));
	return list;
}

json_t *
train_json(const struct train_options *o, const struct train_result *r)
{
	json_t *j = json_pack("{s:s,s:s,s:I,s:I,s:b,s:o,s:o,s:s,s:I}", "algorithm",
			      o->ops->key, "counted", o->ops->counted, "steps",
			      (json_int_t)r->steps, "before", (json_int_t)r->before,
			      "finished", r->finished, "seconds",
			      json_real_or_null((double)r->elapsed_us / 1e6),
			      "per_second", json_real_or_null(per_second(r)), "file",
			      o->path, "bytes", (json_int_t)r->bytes);
	if (o->ops->measure != NULL)
		json_object_set_new(j, "best_reply_gains", json_real_or_null(r->gap));
	if (r->points > 0)
		json_object_set_new(j, "losses", train_run_losses_json(r));
	for (int i = 0; i < r->figures; i++)
		json_object_set_new(j, r->figure[i].key,
				    json_real_or_null(r->figure[i].value));
	return j;
}
