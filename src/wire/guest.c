/* guest.c - see guest.h. */
#include "src/wire/guest.h"

#include "src/base/clock.h"

#include <stdio.h>
#include <string.h>

#define HEAR_MS 10

static const char *
guest_command(const struct options *o)
{
	return options_name(o, "command");
}

bool
guest_misfit(const char *key, const char *example, const struct options *o, char *out,
	     int size)
{
	if (o == NULL || guest_command(o) != NULL)
		return false;
	snprintf(out, (size_t)size,
		 "%s: expected command= with the program, as in %s:command=%s", key, key,
		 example);
	return true;
}

void *
guest_open(struct search *s, size_t size, struct status *st)
{
	void *self = arena_take(&s->arena, size);
	if (self == NULL) {
		status_fail(st, "memory= is too small for this search");
		return NULL;
	}
	memset(self, 0, size);
	s->alone = false;
	s->self = self;
	return self;
}

void
guest_expect(const struct search *s, struct guest *x, const char *owes)
{
	x->stopped = false;
	x->patience_us = options_int(&s->options, "patience") * 1000;
	x->since_us = clock_now_us();
	x->owes = owes;
}

bool
guest_start(const struct search *s, struct guest *x, struct status *st)
{
	return engine_start(&x->engine, guest_command(&s->options), st);
}

/* search_poll(), which sleeps while there is a pause: the program then stands still, too. */
static bool
guest_poll(struct search *s, struct guest *x)
{
	const bool paused =
		s->pause != NULL && atomic_load_explicit(s->pause, memory_order_relaxed);
	if (!paused)
		return search_poll(s);
	const int64_t before = clock_now_us();
	engine_freeze(&x->engine, true);
	const bool go_on = search_poll(s);
	engine_freeze(&x->engine, false);
	x->since_us += clock_now_us() - before;
	return go_on;
}

/* False: patience is over, the program is ended, and st says so. */
static bool
guest_has_patience(struct guest *x, struct status *st)
{
	if (clock_now_us() - x->since_us <= x->patience_us)
		return true;
	engine_end(&x->engine);
	return status_fail(st, "%s %s %lld ms (patience=)", x->engine.program, x->owes,
			   (long long)(x->patience_us / 1000));
}

/* The next line within a moment; NULL: none yet. False: the program is given up. */
static bool
guest_hear(struct guest *x, char **line, struct status *st)
{
	if (!engine_hear(&x->engine, HEAR_MS, line, st) || !guest_has_patience(x, st))
		return false;
	if (*line != NULL && x->talks && !x->stopped)
		x->since_us = clock_now_us();
	return true;
}

bool
guest_await(struct search *s, struct guest *x, guest_take *take, struct status *st)
{
	for (;;) {
		char *line;
		if (!guest_hear(x, &line, st) || search_stop_asked(s))
			return false;
		const enum guest_line got = line != NULL ? take(s, line, st) : GUEST_MORE;
		if (got != GUEST_MORE)
			return got == GUEST_ENOUGH;
	}
}

/* The time is over, or the search is stopped. False: nobody waits any longer. */
static bool
guest_stop(struct search *s, struct guest *x, const char *stop, struct status *st)
{
	if (stop != NULL)
		guest_expect(s, x, "does not stop within");
	x->stopped = true;
	return stop != NULL ? engine_say_line(&x->engine, stop, st)
			    : s->live.stop != STOP_INTERRUPTED;
}

bool
guest_think(struct search *s, struct guest *x, const char *stop, guest_take *take,
	    enum stop_reason *reason, struct status *st)
{
	const struct limits *l = &s->limits;
	*reason = l->nodes > 0 ? STOP_NODES : l->depth > 0 ? STOP_DEPTH : STOP_TIME;
	for (;;) {
		char *line;
		if (!guest_hear(x, &line, st))
			return false;
		const enum guest_line got = line != NULL ? take(s, line, st) : GUEST_MORE;
		if (got != GUEST_MORE)
			return got == GUEST_ENOUGH;
		if (x->stopped ? stop == NULL && search_stop_asked(s)
			       : !guest_poll(s, x) && !guest_stop(s, x, stop, st))
			return false;
		if (x->stopped)
			*reason = s->live.stop;
	}
}

void
guest_fail(struct search *s, struct guest *x, const struct status *st)
{
	engine_end(&x->engine);
	struct stats_words *words = snapshot_attach(&s->live, ATTACHED_WORDS);
	for (int k = STATS_ERRORS - 1; words != NULL && k >= 0; k--)
		snprintf(words->error[k], STATS_ERROR, "%s", engine_said(&x->engine, k));
	if (st->failed)
		search_fail(s, "%s", st->text);
	else
		s->live.stop = STOP_INTERRUPTED;
}

struct stats_move *
guest_row(struct search *s, int at, move m)
{
	struct snapshot *l = &s->live;
	int n = l->move_count;
	for (int i = 0; i < n; i++)
		if (l->moves[i].m == m && i != at) {
			memmove(&l->moves[i], &l->moves[i + 1],
				(size_t)(n - i - 1) * sizeof *l->moves);
			n--;
			at -= i < at;
			break;
		}
	at = at > n ? n : at;
	l->move_count = at == n ? n + 1 : n;
	stats_move_blank(&l->moves[at], m);
	return &l->moves[at];
}

void
guest_choose(struct search *s, move m)
{
	struct snapshot *l = &s->live;
	struct stats_move row;
	int at = 0;
	while (at < l->move_count && l->moves[at].m != m)
		at++;
	if (at == 0 && l->move_count > 0)
		return;
	stats_move_blank(&row, m);
	row.status = MOVE_UNSEARCHED;
	if (at < l->move_count)
		row = l->moves[at];
	else if (l->move_count < STATS_MOVES)
		l->move_count++;
	else
		at--;
	memmove(&l->moves[1], &l->moves[0], (size_t)at * sizeof row);
	l->moves[0] = row;
	l->pv_count = 1;
	l->pv[0] = m;
}
