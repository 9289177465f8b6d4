/*
 * offtree.c - the loss of an answer to a bet that is not listed.
 *
 * A part begins at `position`, after such a bet. Each player is opened there, and the best reply to
 * the strategy of the answering seat is computed in the game with that bet (exploit.h). The loss is
 * its gain beyond the value of that game, which comes from the player `reference`: it solves the
 * game with the bet. Cells of a part, exact, in points:
 *   LABEL      the loss of each player
 *   reference  the largest error of the value: half the gap of the reference
 */
#include "src/lab/experiment/kinds.h"

#include "src/core/setup.h"
#include "src/lab/exploit.h"

#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* A part's settings, read. */
struct offtree_plan {
	struct setup setup;
	struct state at;
	struct player player[EXPERIMENT_PLAYERS], reference;
	const char *label[EXPERIMENT_PLAYERS];
	int players, seat; /* that answers */
};

/* A setting that has to be there. */
static const char *
need(const struct experiment_run *run, const struct experiment_part *p, const char *key,
     struct status *st)
{
	const char *text = experiment_get(run->e, p, key);
	if (text == NULL)
		status_fail(st, "%s: part \"%s\" has no %s", run->e->path, p->name, key);
	return text;
}

static bool
read_plan(const struct experiment_run *run, const struct experiment_part *p,
	  struct offtree_plan *plan, struct status *st)
{
	const char *position, *reference;
	if (!experiment_setup(run, p, &plan->setup, st) ||
	    (position = need(run, p, "position", st)) == NULL ||
	    (reference = need(run, p, "reference", st)) == NULL)
		return false;
	const struct game *g = &plan->setup.game;
	if (!g->text->parse_position(g, position, &plan->at, st)) {
		experiment_blame(run->e, p, "position", st);
		return false;
	}
	if (!player_parse(&plan->reference, reference, run->o->catalog, g, st)) {
		experiment_blame(run->e, p, "reference", st);
		return false;
	}
	plan->seat = game_mover(g, &plan->at);
	if (plan->seat < 0 || plan->seat > 1) {
		status_fail(st, "no seat is to move there");
		experiment_blame(run->e, p, "position", st);
		return false;
	}
	plan->players = experiment_players(run, p, g, 1, plan->player, plan->label, st);
	return plan->players > 0;
}

/* What best replies get against both seats. False: st, or it was stopped. */
static bool
measure(const struct experiment_run *run, const struct offtree_plan *plan,
	const struct player *player, double reply[2], struct status *st)
{
	const double weight = 1;
	const struct exploit_options o = { .game = &plan->setup.game,
					   .root = &plan->at,
					   .weight = &weight,
					   .roots = 1,
					   .player = player,
					   .seed = run->seed,
					   .runs = 1,
					   .jobs = 1,
					   .way = run->o->way,
					   .progress = {
						   .stop = run->o->progress.stop } };
	struct exploit_result r;
	if (!exploit_run(&o, &r, st))
		return false;
	const bool whole = r.complete;
	if (whole)
		memcpy(reply, r.run[0].reply, sizeof r.run[0].reply);
	exploit_free(&r);
	return whole;
}

static bool
measure_all(struct experiment_run *run, const struct offtree_plan *plan,
	    struct status *st)
{
	double reply[2];
	if (!experiment_progress(run, 0, plan->players + 1, "reference") ||
	    !measure(run, plan, &plan->reference, reply, st))
		return !st->failed;
	/* For the seat that answers, the value lies between what it is sure of and what
	 * its best reply leaves it: the other's loss is its gain. */
	const int seat = plan->seat;
	const double value = (reply[seat] - reply[1 - seat]) / 2;
	experiment_add_exact(run, "reference", (double)NAN, (double)NAN,
			     (reply[0] + reply[1]) / 2);
	for (int i = 0; i < plan->players; i++) {
		if (!experiment_progress(run, i + 1, plan->players + 1, plan->label[i]) ||
		    !measure(run, plan, &plan->player[i], reply, st))
			return !st->failed;
		experiment_add_exact(run, plan->label[i], (double)NAN, (double)NAN,
				     reply[seat] - value);
	}
	return true;
}

static bool
offtree_part(struct experiment_run *run, const struct experiment_part *p,
	     struct status *st)
{
	struct offtree_plan *plan =
		aligned_alloc(alignof(struct offtree_plan),
			      (sizeof *plan + alignof(struct offtree_plan) - 1) /
				      alignof(struct offtree_plan) *
				      alignof(struct offtree_plan));
	if (plan == NULL)
		return status_fail(st, "not enough memory for an experiment");
	memset(plan, 0, sizeof *plan);
	const bool ok = read_plan(run, p, plan, st) && measure_all(run, plan, st);
	free(plan);
	return ok;
}

const struct experiment_kind experiment_offtree = {
	.key = "off-tree",
	.summary = "what answers to a bet of a size that is not listed lose",
	.settings = "game|variant|position|reference",
	.cell = "reference",
	.run = offtree_part,
};
