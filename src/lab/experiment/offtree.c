/*
 * offtree.c - the loss of an answer to a bet that is not listed.
 *
 * A part begins at `position`, after such a bet. Each player is opened there, and the best reply to
 * the strategy of the answering seat is computed in the game with that bet (exploit.h). The loss is
 * its gain beyond the value of that game, which comes from the player `reference`: it solves the
 * game with the bet. With `blueprint` a player solves the hand once, without the bet, and players
 * with file=blueprint read that. Cells of a part, exact, in points:
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
#include <unistd.h>

/* A part's settings, read. */
struct offtree_plan {
	struct setup setup;
	struct state at;
	struct player player[EXPERIMENT_PLAYERS], reference;
	const char *label[EXPERIMENT_PLAYERS];
	int players, seat; /* that answers */
	char file[64];	   /* of the blueprint; "": none */
};

#define DRAFT "/tmp/plyscope-blueprint-XXXXXX"

/* ---- the blueprint ----------------------------------------------------------------------- */

/* Solves a hand from its first bet into the file. */
static bool
solve_into(const struct experiment_run *run, const struct game *g,
	   const struct player *player, const char *path, struct status *st)
{
	struct exploit_roots roots;
	struct search s;
	exploit_roots(g, NULL, &roots);
	const struct search_job job = { .game = g,
					.root = &roots.state[0],
					.viewer = 0,
					.player = player,
					.seed = run->seed,
					.stop = run->o->progress.stop,
					.bounded = true };
	bool ok = search_open(&s, &job, st);
	if (ok) {
		const struct strategy_ops *ops = s.ops->strategy;
		search_run(&s);
		ok = s.live.stop != STOP_INTERRUPTED &&
		     (ops != NULL && ops->save != NULL
			      ? ops->save(&s, path, st)
			      : status_fail(st, "%s writes no file", s.ops->title));
		search_close(&s);
	}
	exploit_roots_free(&roots);
	return ok;
}

/* Players with file=blueprint read the file. */
static bool
offtree_hand_out(struct offtree_plan *plan, struct status *st)
{
	for (int i = 0; i < plan->players; i++) {
		struct options *o = &plan->player[i].part[0].options;
		const int k = options_find(o, "file");
		if (k >= 0 && strcmp(o->v[k].text, "blueprint") == 0 &&
		    !options_set(o, "file", plan->file, st))
			return false;
	}
	return true;
}

/* The player under a key. */
static bool
offtree_read_player(const struct experiment_run *run, const struct experiment_part *p,
		    const char *key, const struct game *g, struct player *out,
		    struct status *st)
{
	if (player_parse(out, experiment_get(run->e, p, key), run->o->catalog, g, st))
		return true;
	experiment_blame(run->e, p, key, st);
	return false;
}

static bool
make_blueprint(const struct experiment_run *run, const struct experiment_part *p,
	       struct offtree_plan *plan, struct status *st)
{
	struct player player;
	char full[EXPERIMENT_TEXT];
	const char *key = experiment_key(run, p, "blueprint", full);
	if (experiment_get(run->e, p, key) == NULL)
		return true;
	if (!offtree_read_player(run, p, key, &plan->setup.game, &player, st))
		return false;
	snprintf(plan->file, sizeof plan->file, "%s", DRAFT);
	const int fd = mkstemp(plan->file);
	if (fd < 0)
		return status_fail(st, "%s: no file for the blueprint", DRAFT);
	close(fd);
	return solve_into(run, &plan->setup.game, &player, plan->file, st) &&
	       offtree_hand_out(plan, st);
}

/* ---- the plan ---------------------------------------------------------------------------- */

/* A setting that has to be there. */
static const char *
offtree_need(const struct experiment_run *run, const struct experiment_part *p,
	     const char *key, struct status *st)
{
	const char *text = experiment_get(run->e, p, key);
	if (text == NULL)
		status_fail(st, "%s: part \"%s\" has no %s", run->e->path, p->name, key);
	return text;
}

static bool
offtree_read_plan(const struct experiment_run *run, const struct experiment_part *p,
		  struct offtree_plan *plan, struct status *st)
{
	char full[EXPERIMENT_TEXT];
	const char *position, *reference = experiment_key(run, p, "reference", full);
	if (!experiment_setup(run, p, &plan->setup, st) ||
	    (position = offtree_need(run, p, "position", st)) == NULL ||
	    offtree_need(run, p, reference, st) == NULL)
		return false;
	const struct game *g = &plan->setup.game;
	if (!g->text->parse_position(g, position, &plan->at, st)) {
		experiment_blame(run->e, p, "position", st);
		return false;
	}
	if (!offtree_read_player(run, p, reference, g, &plan->reference, st))
		return false;
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
offtree_measure(const struct experiment_run *run, const struct offtree_plan *plan,
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
	    !offtree_measure(run, plan, &plan->reference, reply, st))
		return !st->failed;
	/* For the seat that answers, the value lies between what it is sure of and what
	 * its best reply leaves it: the other's loss is its gain. */
	const int seat = plan->seat;
	const double value = (reply[seat] - reply[1 - seat]) / 2;
	experiment_add_exact(run, "reference", (double)NAN, (double)NAN,
			     (reply[0] + reply[1]) / 2);
	for (int i = 0; i < plan->players; i++) {
		if (!experiment_progress(run, i + 1, plan->players + 1, plan->label[i]) ||
		    !offtree_measure(run, plan, &plan->player[i], reply, st))
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
	bool ok = offtree_read_plan(run, p, plan, st);
	if (ok && make_blueprint(run, p, plan, st))
		ok = measure_all(run, plan, st);
	else if (ok) /* an interrupted part is no failure */
		ok = !st->failed && !experiment_progress(run, 0, 1, "blueprint");
	if (plan->file[0] != '\0')
		unlink(plan->file);
	free(plan);
	return ok;
}

const struct experiment_kind experiment_offtree = {
	.key = "off-tree",
	.summary = "losses of answers to a bet whose size is not listed",
	.settings = "game|variant|full variant|position|reference|full reference|"
		    "blueprint|full blueprint",
	.cell = "reference",
	.run = offtree_part,
};
