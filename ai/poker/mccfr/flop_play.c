/*
 * flop_play.c - mccfr as a player of flop hold'em: the whole hand, as in flop.h, at each decision.
 *
 * The report and the tree of the hand are those of cfr (ai/poker/cfr/remainder.h). A node is an
 * entry that a traversal writes down.
 */
#include "ai/poker/mccfr/flop.h"

#include "ai/common/playout.h"
#include "ai/poker/cfr/remainder.h"

#define REPORT_FIRST 2000000 /* nodes, then each time as many again as half of all */

bool
flop_search_open(struct search *s, struct status *st)
{
	struct flop_sampler *f = NULL;
	const int threads = (int)options_int(&s->options, "threads");
	struct status why = { 0 };
	int raises;
	if (!flop_raises(&s->options, &raises, st))
		return false;
	f = remainder_open_filled(s, sizeof *f, st);
	if (f == NULL)
		return false;
	return (remainder_build_whole(s, raises, &why) &&
		flop_sampler_open(f, remainder_subgame(s), &s->arena, threads, s->seed,
				  options_int(&s->options, "batch"), &why)) ||
	       status_fail(st, "mccfr: %s; fewer raises or flops need less", why.text);
}

/* The next iterations: a batch, or what is left of the limits; 0: none. */
static int64_t
mccfr_play_next_slice(struct search *s, const struct sample_tables *x)
{
	const int64_t most = playouts_limit(s);
	int64_t slice = x->batch;
	if (most > 0 && most - x->iterations < slice)
		slice = most - x->iterations;
	if (slice == 0)
		s->live.stop = STOP_SIMS;
	if (s->limits.nodes > 0) {
		const int64_t left =
			(s->limits.nodes - search_nodes(s)) / (int64_t)x->most;
		slice = left < slice ? left : slice;
		if (slice <= 0 && s->live.stop == STOP_RUNNING)
			s->live.stop = STOP_NODES;
	}
	return s->live.stop == STOP_RUNNING ? slice : 0;
}

static void
mccfr_play_tell(struct search *s, struct flop_sampler *f, bool end)
{
	flop_sampler_publish(f);
	remainder_tell(s, true, end);
	search_gauge(s, &mccfr_gauge_sets, (double)f->sets);
	search_gauge(s, &mccfr_gauge_batch, (double)f->to.batch);
}

void
flop_search_run(struct search *s)
{
	struct flop_sampler *f = remainder_filled(s);
	int64_t next = REPORT_FIRST;
	for (int64_t n; (n = mccfr_play_next_slice(s, &f->to)) > 0;) {
		const int64_t before = f->to.entries;
		sampling_iterate(&f->to, n);
		if (f->to.st.failed) {
			search_fail(s, "%s", f->to.st.text);
			return;
		}
		s->fuel -= f->to.entries - before;
		s->live.simulations = f->to.iterations;
		if (search_nodes(s) >= next) {
			mccfr_play_tell(s, f, false);
			next = search_nodes(s) + search_nodes(s) / 2;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	mccfr_play_tell(s, f, true);
}

void
flop_search_close(struct search *s)
{
	sampling_close(&((struct flop_sampler *)remainder_filled(s))->to);
}
