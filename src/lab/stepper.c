/* stepper.c - see stepper.h. */
#include "src/lab/stepper.h"

#include <stdlib.h>
#include <string.h>

#define OPEN_NODES 400 /* a new tree is opened so far */

const char *const step_unit_names[STEP_UNITS] = { "node", "iteration", "simulation",
						  "world" };

/* Does it search worlds by an inner search? */
static bool
samples(const struct stepper *s)
{
	return s->player.part[0].inner >= 0;
}

/* So much of the search is done; an iteration is one of every world. */
static void
bound(const struct stepper *s, enum step_unit unit, int64_t at, struct search *out)
{
	struct limits *l = &out->limits;
	struct portion *upto = &out->upto;
	switch (unit) {
	case STEP_NODE: *(samples(s) ? &upto->nodes : &l->nodes) = at; break;
	case STEP_SIM: *(samples(s) ? &upto->sims : &l->sims) = at; break;
	case STEP_WORLD: upto->worlds = at; break;
	case STEP_ITERATION: l->depth = at; break;
	case STEP_UNITS: break;
	}
}

/* Runs the search with the limits of a step; 0: its own. False: it cannot be opened. */
static bool
run(const struct stepper *s, enum step_unit unit, int64_t at, struct search *out,
    struct status *st)
{
	const struct search_job job = { .game = &s->game,
					.root = &s->root,
					.viewer = s->viewer,
					.player = &s->player,
					.seed = s->seed,
					.calibration = s->calibration,
					.keep = true,
					.under_way = true };
	if (!search_open(out, &job, st))
		return false;
	struct limits *l = &out->limits;
	l->time_ms = 0;
	if (l->depth + l->nodes + l->sims == 0 || l->nodes > STEPPER_MOST ||
	    (l->nodes == 0 && (l->depth > 0 || l->sims > 0)))
		l->nodes = STEPPER_MOST;
	if (at > 0)
		bound(s, unit, at, out);
	search_run(out);
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

static struct search *
new_search(void)
{
	struct search *s = aligned_alloc(64, (sizeof *s + 63) & ~(size_t)63);
	if (s == NULL)
		BUG("no memory for another search");
	return s;
}

/* The parked search becomes the one looked at. */
static bool
show(struct stepper *s, struct search *search, struct status *st)
{
	struct inspect tree;
	if (!inspect_open(&tree, search, st)) {
		search_close(search);
		free(search);
		return false;
	}
	if (!samples(s) && (!s->open || s->tree.nodes < OPEN_NODES))
		inspect_expand_all(&tree, 250, OPEN_NODES);
	if (s->open) {
		inspect_compare(&tree, &s->tree);
		inspect_close(&s->tree);
		search_close(s->search);
		free(s->search);
	}
	s->tree = tree;
	s->search = search;
	s->open = true;
	return true;
}

bool
stepper_open(struct stepper *s, const struct game *g, const struct state *root,
	     int viewer, const struct player *p, uint64_t seed,
	     const struct calibration *cal, struct status *st)
{
	*s = (struct stepper){ .game = *g,
			       .root = *root,
			       .viewer = viewer,
			       .player = *p,
			       .seed = seed,
			       .calibration = cal };
	if (p->human || p->part[0].ops->look == NULL)
		return status_fail(st, "%s cannot be taken step by step",
				   p->human ? "a person" : p->part[0].ops->key);
	for (int i = 0; i < p->count; i++)
		s->player.part[i].limits.time_ms = 0; /* no clock is the same twice */
	struct search *search = new_search();
	if (!run(s, STEP_NODE, 0, search, st)) {
		free(search);
		return false;
	}
	s->units = units_of(s, &search->live);
	s->unit = samples(s)		      ? STEP_WORLD
		  : s->units & 1u << STEP_SIM ? STEP_SIM
					      : STEP_NODE;
	s->at = s->last = last_step(&search->live, s->unit);
	return show(s, search, st);
}

void
stepper_close(struct stepper *s)
{
	if (s->open) {
		inspect_close(&s->tree);
		search_close(s->search);
		free(s->search);
	}
	s->open = false;
}

bool
stepper_go(struct stepper *s, int64_t at, struct status *st)
{
	at = at < 1 ? 1 : at > s->last ? s->last : at;
	struct search *search = new_search();
	/* the last step is the search as it ends by itself */
	if (!run(s, s->unit, at == s->last ? 0 : at, search, st)) {
		free(search);
		return false;
	}
	s->at = at;
	return show(s, search, st);
}

bool
stepper_set_unit(struct stepper *s, enum step_unit unit, struct status *st)
{
	if (!(s->units >> unit & 1))
		return status_fail(st, "%s has no step of one %s", s->search->ops->key,
				   step_unit_names[unit]);
	struct search *whole = new_search();
	if (!run(s, unit, 0, whole, st)) {
		free(whole);
		return false;
	}
	s->unit = unit;
	s->last = last_step(&whole->live, unit);
	search_close(whole);
	free(whole);
	const int64_t now = steps_of(&s->search->live, unit);
	return stepper_go(s, now < 1 ? 1 : now, st);
}

bool
stepper_next_unit(struct stepper *s, struct status *st)
{
	for (int k = 1; k < STEP_UNITS; k++) {
		const int unit = ((int)s->unit + k) % STEP_UNITS;
		if (s->units >> unit & 1)
			return stepper_set_unit(s, (enum step_unit)unit, st);
	}
	return status_fail(st, "%s has no step but one %s", s->search->ops->key,
			   step_unit_names[s->unit]);
}
