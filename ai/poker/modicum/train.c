/*
 * train.c - modicum as a trainer (src/core/trainer.h): the network for the values at its leaves.
 *
 * A step is a flop. FLOPS of them are drawn side by side and learned from at once: UPDATES steps of
 * Adam, each by the same number of pairs of all their leaves. Examples are used once. Gradients are
 * made flop by flop and added up in order, so that any number of threads writes the same bytes; the
 * rate falls with the steps made, whatever the target. The loss is measured on flops that are held
 * out, played out on more boards.
 */
#include "ai/poker/tree/train.h"
#include "ai/poker/modicum/examples.h"
#include "ai/trainers.h"
#include "src/base/pool.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FLOPS	  8 /* learned from at once */
#define UPDATES	  96
#define HELD_OUT  16 /* flops */
#define MORE	  4  /* times the boards for those */
#define BOARDS	  64
#define RATE	  2e-3F
#define RATE_HALF 60 /* batches after which it is half as large */

struct values_trainer {
	struct abstract_table table;
	struct estimate_file file;
	int boards;
	struct example_drawer *drawer; /* of each thread */
	struct net_pass *pass;	       /* likewise */
	struct example_row *row;       /* [flop][update] */
	struct example_row *held_out;  /* [flop] */
	bool known;		       /* they are drawn */
	float *gradient[FLOPS];
	int update, flops; /* under way */
	double loss, error, showdown;
};

/* ---- threads ----------------------------------------------------------------------------- */

/* False: it was stopped. */
static bool
side_by_side(struct trainer *t, int pieces,
	     bool (*run)(void *self, int64_t piece, int thread))
{
	const struct pool pool = { .count = pieces,
				   .threads = t->threads,
				   .run = run,
				   .self = t,
				   .crew = &t->crew,
				   .alone = true };
	return pool_run(&pool) == pieces && (t->stop == NULL || !atomic_load(t->stop));
}

static bool
net_trainer_draw_flop(void *self, int64_t piece, int thread)
{
	struct trainer *t = self;
	struct values_trainer *v = t->self;
	return example_draw(&v->drawer[thread],
			    rng_fork(t->seed, (uint64_t)(t->steps + piece)), false,
			    v->boards, v->row + piece * UPDATES, UPDATES);
}

static bool
draw_held_out(void *self, int64_t piece, int thread)
{
	struct trainer *t = self;
	struct values_trainer *v = t->self;
	return example_draw(&v->drawer[thread], rng_fork(~t->seed, (uint64_t)piece), true,
			    MORE * v->boards, v->held_out + piece, 1);
}

/* The values of a row of examples. */
static const struct net_pass *
pass_through(struct values_trainer *v, int thread, const struct example_row *row)
{
	const struct net_pass *p = &v->pass[thread];
	memcpy(p->value[0], row->input, sizeof row->input);
	net_forward(&v->file.net, p, 0, NET_ROW);
	return p;
}

static bool
find_gradient(void *self, int64_t piece, int thread)
{
	struct trainer *t = self;
	struct values_trainer *v = t->self;
	const struct net *net = &v->file.net;
	const struct example_row *row = v->row + piece * UPDATES + v->update;
	const float scale = 1.0F / (float)(v->flops * NET_ROW * ESTIMATE_WAYS);
	const struct net_pass *p = pass_through(v, thread, row);
	memset(v->gradient[piece], 0, net_weights(&net->shape) * sizeof(float));
	net_loss(net, p, row->target, NET_ROW, scale);
	net_backward(net, p, NET_ROW, v->gradient[piece]);
	return true;
}

/* ---- steps ------------------------------------------------------------------------------- */

static void
net_trainer_learn(struct trainer *t)
{
	struct values_trainer *v = t->self;
	const size_t all = net_weights(&v->file.net.shape);
	const int64_t batches = t->steps / FLOPS;
	for (v->update = 0; v->update < UPDATES; v->update++) {
		side_by_side(t, v->flops, find_gradient);
		for (int i = 1; i < v->flops; i++)
			for (size_t k = 0; k < all; k++)
				v->gradient[0][k] += v->gradient[i][k];
		net_learn(&v->file.net, &v->file.adam, v->gradient[0],
			  RATE * RATE_HALF / (float)(RATE_HALF + batches));
	}
}

static void
net_trainer_step(struct trainer *t, int64_t steps)
{
	struct values_trainer *v = t->self;
	while (steps > 0) {
		v->flops = steps < FLOPS ? (int)steps : FLOPS;
		t->ended = !side_by_side(t, v->flops, net_trainer_draw_flop);
		if (t->ended)
			return;
		net_trainer_learn(t);
		t->steps += v->flops;
		steps -= v->flops;
	}
}

/* ---- the loss ---------------------------------------------------------------------------- */

static double
mean_size(const float *x, const float *y)
{
	double sum = 0;
	for (int i = 0; i < ESTIMATE_WAYS * NET_ROW; i++)
		sum += fabs((double)(x[i] - y[i]));
	return sum / (ESTIMATE_WAYS * NET_ROW);
}

static void
measure_loss(struct trainer *t)
{
	static const float nothing[ESTIMATE_WAYS * NET_ROW];
	struct values_trainer *v = t->self;
	v->loss = v->error = v->showdown = (double)NAN;
	if (!v->known)
		v->known = side_by_side(t, HELD_OUT, draw_held_out);
	if (!v->known)
		return;
	v->loss = v->error = v->showdown = 0;
	for (int i = 0; i < HELD_OUT; i++) {
		const struct example_row *row = &v->held_out[i];
		const struct net_pass *p = pass_through(v, 0, row);
		const float *said = p->value[v->file.net.shape.layers];
		v->loss += net_loss(&v->file.net, p, row->target, NET_ROW, 1) /
			   (HELD_OUT * NET_ROW);
		v->error += mean_size(said, row->target) / HELD_OUT;
		v->showdown += mean_size(nothing, row->target) / HELD_OUT;
	}
}

static double
net_trainer_loss(struct trainer *t)
{
	measure_loss(t);
	return ((struct values_trainer *)t->self)->loss;
}

static int
net_trainer_figures(struct trainer *t, struct trainer_figure *out)
{
	const struct values_trainer *v = t->self;
	measure_loss(t);
	if (!v->known)
		return 0;
	out[0] = (struct trainer_figure){ "held_out_loss", "loss on flops held out", "",
					  v->loss };
	out[1] = (struct trainer_figure){ "held_out_error", "mean error there", "pots",
					  v->error };
	out[2] = (struct trainer_figure){ "showdown_error", "of the showdown alone",
					  "pots", v->showdown };
	return 3;
}

/* ---- memory ------------------------------------------------------------------------------ */

static bool
take_threads(struct trainer *t, struct values_trainer *v)
{
	const size_t threads = (size_t)t->threads;
	v->drawer = arena_take(&t->arena, threads * sizeof *v->drawer);
	v->pass = arena_take(&t->arena, threads * sizeof *v->pass);
	bool ok = v->drawer != NULL && v->pass != NULL;
	for (int i = 0; ok && i < t->threads; i++)
		ok = example_drawer_open(&v->drawer[i], t->game, &v->table,
					 MORE * v->boards, t->stop, &t->arena) &&
		     net_pass_open(&v->pass[i], &estimate_shape, true, &t->arena);
	return ok;
}

static bool
net_trainer_take_memory(struct trainer *t, struct values_trainer *v)
{
	const size_t bytes = net_weights(&estimate_shape) * sizeof(float);
	bool ok = net_open(&v->file.net, &estimate_shape, &t->arena) &&
		  net_adam_open(&v->file.adam, &estimate_shape, &t->arena) &&
		  take_threads(t, v);
	v->row = arena_take(&t->arena, FLOPS * UPDATES * sizeof *v->row);
	v->held_out = arena_take(&t->arena, HELD_OUT * sizeof *v->held_out);
	for (int i = 0; i < FLOPS; i++) {
		v->gradient[i] = arena_take(&t->arena, bytes);
		ok = ok && v->gradient[i] != NULL;
	}
	return ok && v->row != NULL && v->held_out != NULL;
}

static bool
open_all(struct trainer *t, struct values_trainer *v, struct status *st)
{
	char path[4096];
	struct estimate_file *f = &v->file;
	const int64_t boards = options_int(t->options, "rollouts");
	v->boards = boards > 0 ? (int)boards : BOARDS;
	if (MORE * v->boards > LEAF_BOARDS)
		return status_fail(st, "modicum: trains with rollouts=%d at most",
				   LEAF_BOARDS / MORE);
	if (!abstract_play_path(t->game, "modicum", options_name(t->options, "file"),
				path, sizeof path, st) ||
	    !abstract_table_read(&v->table, t->game, path, &t->arena, st))
		return false;
	if (!net_trainer_take_memory(t, v))
		return status_fail(st, "modicum: memory=%lld is too small to train in",
				   (long long)options_int(t->options, "memory"));
	f->g = t->game;
	estimate_table(&v->table, f->table);
	snprintf(f->by, sizeof f->by, "modicum:rollouts=%d,seed=%llu", v->boards,
		 (unsigned long long)t->seed);
	net_begin(&f->net, &f->adam, t->seed);
	return true;
}

static bool
net_trainer_open_trainer(struct trainer *t, struct status *st)
{
	if (!train_open_memory(&t->arena, t->options, "modicum", st))
		return false;
	struct values_trainer *v = arena_take(&t->arena, sizeof *v);
	t->self = v;
	t->pace = FLOPS;
	if (v != NULL) {
		memset(v, 0, sizeof *v);
		if (open_all(t, v, st))
			return true;
	}
	arena_close(&t->arena);
	return v != NULL ? false : status_fail(st, "modicum: memory= is too small");
}

static bool
net_trainer_save(struct trainer *t, const char *path, struct status *st)
{
	struct values_trainer *v = t->self;
	v->file.steps = t->steps;
	return estimate_write(&v->file, path, st);
}

static bool
net_trainer_load(struct trainer *t, const char *path, struct status *st)
{
	struct values_trainer *v = t->self;
	if (!estimate_read(&v->file, path, st))
		return false;
	t->steps = v->file.steps;
	return true;
}

const struct trainer_ops modicum_trainer = {
	.key = "modicum",
	.counted = "flops",
	.ending = "leaves",
	.open = net_trainer_open_trainer,
	.step = net_trainer_step,
	.loss = net_trainer_loss,
	.figures = net_trainer_figures,
	.save = net_trainer_save,
	.load = net_trainer_load,
	.close = public_train_close,
};
