/* stepper.c - see stepper.h. */
#include "src/study/stepper.h"

#include <stdlib.h>
#include <string.h>

#define OPEN_NODES 400 /* a new tree is opened so far */

const char *const step_unit_names[STEP_UNITS] = { "node", "iteration", "simulation",
						  "world" };

/* Whether it takes worlds one after another. */
static bool
samples(const struct stepper *s)
{
	const struct look_ops *look = s->player.part[0].ops->look;
	return look != NULL && look->world != NULL;
}

/* So much of the search is done; an iteration is one of every world. */
static void
stepper_bound(const struct stepper *s, enum step_unit unit, int64_t at,
	      struct search *out)
{
	struct limits *l = &out->limits;
	struct portion upto = { 0 };
	switch (unit) {
	case STEP_NODE: *(samples(s) ? &upto.nodes : &l->nodes) = at; break;
	case STEP_SIM: *(samples(s) ? &upto.sims : &l->sims) = at; break;
	case STEP_WORLD: upto.worlds = at; break;
	case STEP_ITERATION: l->depth = at; break;
	case STEP_UNITS: break;
	}
	out->upto = upto;
}

static struct search *
stepper_new_search(void)
{
	struct search *s = aligned_alloc(64, (sizeof *s + 63) & ~(size_t)63);
	if (s == NULL)
		BUG("not enough memory for another search");
	return s;
}

static void
stepper_close_search(struct search *s)
{
	search_close(s);
	free(s);
}

/* The search with the limits of a step is the next to run; at 0: its own limits, which tells how
 * many steps there are. False: it cannot be opened. */
static bool
begin(struct stepper *s, enum step_unit unit, int64_t at, struct status *st)
{
	struct search_job job = question_job(&s->q, &s->player, s->calibration);
	job.keep = job.under_way = true;
	struct search *next = stepper_new_search();
	stepper_drop(s);
	if (!search_open(next, &job, st)) {
		free(next);
		return false;
	}
	struct limits *l = &next->limits;
	l->time_ms = 0;
	if (l->depth + l->nodes + l->sims == 0 || l->nodes > STEPPER_MOST ||
	    (l->nodes == 0 && (l->depth > 0 || l->sims > 0)))
		l->nodes = STEPPER_MOST;
	if (at > 0)
		stepper_bound(s, unit, at, next);
	s->next = next;
	s->next_unit = unit;
	return true;
}

/* Runs what is under way here and now. */
static bool
stepper_finish(struct stepper *s, struct status *st)
{
	while (s->next != NULL) {
		search_run(s->next);
		if (!stepper_take(s, st))
			return false;
	}
	return true;
}

static int64_t
steps_of(const struct snapshot *live, enum step_unit unit)
{
	const int64_t steps[STEP_UNITS] = { [STEP_NODE] = live->nodes,
					    [STEP_ITERATION] = live->depth,
					    [STEP_SIM] = live->simulations,
					    [STEP_WORLD] = live->worlds_done };
	return steps[unit];
}

/* The steps that a search has which came to these figures. */
static unsigned
units_of(const struct stepper *s, const struct snapshot *live)
{
	const bool sims = live->simulations > 0;
	return (unsigned)!sims << STEP_NODE |
	       (unsigned)(!sims && live->depth > 0) << STEP_ITERATION |
	       (unsigned)sims << STEP_SIM | (unsigned)samples(s) << STEP_WORLD;
}

/* The last step: worlds are taken one by one though nothing may come of one. */
static int64_t
last_step(const struct snapshot *live, enum step_unit unit)
{
	return unit == STEP_WORLD ? live->worlds_total : steps_of(live, unit);
}

/* The parked search becomes the one looked at. */
static bool
stepper_show(struct stepper *s, struct search *search, struct status *st)
{
	struct inspect tree;
	if (!inspect_open(&tree, search, st)) {
		stepper_close_search(search);
		return false;
	}
	tree.at_once = s->at_once;
	if (!samples(s) && (!s->open || s->tree.nodes < OPEN_NODES))
		inspect_expand_all(&tree, 250, OPEN_NODES);
	if (s->open) {
		inspect_compare(&tree, &s->tree);
		inspect_close(&s->tree);
		stepper_close_search(s->search);
	}
	s->tree = tree;
	s->search = search;
	s->open = true;
	return true;
}

bool
stepper_begin(struct stepper *s, const struct question *q, const struct player *p,
	      const struct calibration *cal, struct status *st)
{
	*s = (struct stepper){
		.game = *q->game, .q = *q, .player = *p, .calibration = cal
	};
	s->q.game = &s->game;
	if (p->human || (!p->unknown && p->part[0].ops->look == NULL))
		return status_fail(st, "%s cannot be stepped through",
				   p->human ? "a person" : p->part[0].ops->key);
	for (int i = 0; i < p->count; i++)
		s->player.part[i].limits.time_ms = 0; /* no clock is the same twice */
	return begin(s, STEP_NODE, 0, st);
}

bool
stepper_begin_step(struct stepper *s, int64_t at, struct status *st)
{
	at = at < 1 ? 1 : at > s->last ? s->last : at;
	/* the last step is the search as it ends by itself */
	if (!begin(s, s->unit, at == s->last ? 0 : at, st))
		return false;
	s->next_at = at;
	return true;
}

bool
stepper_begin_unit(struct stepper *s, enum step_unit unit, struct status *st)
{
	if (!(s->units >> unit & 1))
		return status_fail(st, "%s has no step of one %s", s->search->ops->key,
				   step_unit_names[unit]);
	s->next_at = 0;
	return begin(s, unit, 0, st);
}

/* The first search: the steps that it has, and it is the last of them. */
static bool
take_first(struct stepper *s, struct search *search, struct status *st)
{
	s->units = units_of(s, &search->live);
	s->unit = samples(s)		      ? STEP_WORLD
		  : s->units & 1u << STEP_SIM ? STEP_SIM
					      : STEP_NODE;
	s->at = s->last = last_step(&search->live, s->unit);
	return stepper_show(s, search, st);
}

/* The whole search in another unit; the place in it is searched next. */
static bool
take_unit(struct stepper *s, struct search *whole, struct status *st)
{
	s->unit = s->next_unit;
	s->last = last_step(&whole->live, s->unit);
	stepper_close_search(whole);
	return stepper_begin_step(s, steps_of(&s->search->live, s->unit), st);
}

bool
stepper_take(struct stepper *s, struct status *st)
{
	struct search *search = s->next;
	s->next = NULL;
	if (!s->open)
		return take_first(s, search, st);
	if (s->next_at == 0)
		return take_unit(s, search, st);
	s->at = s->next_at;
	return stepper_show(s, search, st);
}

void
stepper_drop(struct stepper *s)
{
	if (s->next != NULL)
		stepper_close_search(s->next);
	s->next = NULL;
}

bool
stepper_open(struct stepper *s, const struct question *q, const struct player *p,
	     const struct calibration *cal, struct status *st)
{
	return stepper_begin(s, q, p, cal, st) && stepper_finish(s, st);
}

void
stepper_close(struct stepper *s)
{
	stepper_drop(s);
	question_close(&s->q);
	if (s->open) {
		inspect_close(&s->tree);
		stepper_close_search(s->search);
	}
	s->open = false;
}

bool
stepper_go(struct stepper *s, int64_t at, struct status *st)
{
	return stepper_begin_step(s, at, st) && stepper_finish(s, st);
}

bool
stepper_set_unit(struct stepper *s, enum step_unit unit, struct status *st)
{
	return stepper_begin_unit(s, unit, st) && stepper_finish(s, st);
}

bool
stepper_begin_next_unit(struct stepper *s, struct status *st)
{
	for (int k = 1; k < STEP_UNITS; k++) {
		const int unit = ((int)s->unit + k) % STEP_UNITS;
		if (s->units >> unit & 1)
			return stepper_begin_unit(s, (enum step_unit)unit, st);
	}
	return status_fail(st, "%s has no other step than one %s", s->search->ops->key,
			   step_unit_names[s->unit]);
}
