/* learn.c - the costliest decisions of a game, as questions. See learn.h. */
#include "src/study/learn.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct game *
learn_game_of(const struct analysis *a)
{
	return &a->match.setup.game;
}

struct analysis *
learn_open(const struct match *m, int person, int from, const struct catalog *catalog,
	   const struct calibration *calibration, struct status *st)
{
	static struct player p; /* copied when it opens */
	if (!analyze_player(&p, NULL, 0, false, catalog, &m->setup.game, st))
		return NULL;
	return analysis_open(
		&(struct analyze_options){ .match = m,
					   .player = &p,
					   .calibration = calibration,
					   .person = person,
					   .from = from,
					   .seed = m->setup.seed,
					   .thresholds = analyze_thresholds_default },
		st);
}

static bool
is_question(const struct analysis *a, const struct analyze_move *m)
{
	if (m == NULL)
		return false;
	const bool own = match_by_person(&a->match.plies[m->ply]);
	const bool dear =
		m->loss >= analyze_nothing(learn_game_of(a), m) || m->label != LABEL_NONE;
	return own && m->choices > 1 && dear && m->best != MOVE_NONE &&
	       m->best != m->played &&
	       (!analyze_uncertain(m) || analyze_doubtful(m, &a->options.thresholds));
}

/* By points; in games that are won or lost, by win probability where it is known. */
static bool
is_dearer(const struct analyze_move *a, const struct analyze_move *b)
{
	if (isnan(a->span) && a->win_loss != b->win_loss && !isnan(a->win_loss) &&
	    !isnan(b->win_loss))
		return a->win_loss > b->win_loss;
	return a->loss / a->unit > b->loss / b->unit;
}

int
learn_questions(const struct analysis *a, int *out, int most)
{
	int n = 0;
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *m = analysis_move(a, i);
		int at = n;
		if (!is_question(a, m))
			continue;
		while (at > 0 && is_dearer(m, analysis_move(a, out[at - 1])))
			at--;
		if (at == most)
			continue;
		n += n < most;
		memmove(out + at + 1, out + at, (size_t)(n - at - 1) * sizeof *out);
		out[at] = i;
	}
	return n;
}

void
learn_row(const struct match *match, const struct analyze_move *m, bool brief,
	  struct text *out)
{
	const struct game *g = &match->setup.game;
	const struct state *s = &match->states[m->ply];
	const bool hands = match_hand(match, match->at) > 1;
	char played[MOVE_TEXT], best[MOVE_TEXT], loss[16];
	struct text weight = { 0 };
	game_say_move(g, s, m->seat, m->played, played, sizeof played);
	game_say_move(g, s, m->seat, m->best, best, sizeof best);
	analyze_format_loss(g, m, loss, sizeof loss);
	text_add(out, "%s %-2d %-6s %7s  best ", hands ? "hand" : "ply",
		 hands ? match_hand(match, m->ply) : m->ply + 1, played, loss);
	analyze_add_weight(g, m, &weight);
	if (brief || weight.s == NULL)
		text_add(out, "%s", best);
	else
		text_add(out, "%-6s  %s", best, weight.s + strlen(", "));
	text_free(&weight);
}

struct search_job
learn_job(const struct analysis *a, int i, struct question *q)
{
	const struct analyze_move *m = &a->move[i];
	analyze_question(a, m, q);
	struct search_job job = question_job(q, &a->player, &a->calibration);
	job.bounded = true;
	job.include = &m->played;
	return job;
}

/* ------------------------------------------------------------------ sentences */

/* A move that is neither the best nor what was played: from the search of the question. */
static void
learn_add_other(const struct analysis *a, const struct analyze_move *m,
		const struct snapshot *snap, const char *name, const char *best,
		move answer, struct text *out)
{
	const struct game *g = learn_game_of(a);
	const struct state *root = &a->match.states[m->ply];
	struct analyze_move other;
	char cost[16];
	analyze_begin(&other, g, root, m->ply, m->seat, answer);
	if (snap == NULL ||
	    !analyze_by_search(&other, g, root, snap, &a->options.thresholds) ||
	    isnan(other.loss)) {
		text_add(out, "%s: the search has no value for it; best is %s.\n", name,
			 best);
		return;
	}
	analyze_format_cost(g, &other, other.loss, cost, sizeof cost);
	/* The analysis may have searched on, and then prefer another move than this search does. */
	if (analyze_uncertain(&other) || other.best == answer) {
		text_add(out, "%s: too close to tell from %s, the best.\n", name, best);
	} else if (other.loss < analyze_nothing(g, &other)) {
		text_add(out, "%s: ", name);
		analyze_add_equal(g, &other, best, out);
		text_add(out, ".\n");
	} else {
		text_add(out, "%s: it costs %s%s %s; best is %s.\n", name,
			 other.status == MOVE_AT_MOST ? "at least " : "", cost,
			 analyze_unit(g), best);
	}
}

void
learn_answer(const struct analysis *a, int i, const struct snapshot *snap, move answer,
	     struct text *out)
{
	const struct game *g = learn_game_of(a);
	const struct analyze_move *m = &a->move[i];
	const struct state *s = &a->match.states[m->ply];
	char name[MOVE_TEXT], best[MOVE_TEXT], played[MOVE_TEXT];
	game_say_move(g, s, m->seat, answer, name, sizeof name);
	game_say_move(g, s, m->seat, m->best, best, sizeof best);
	game_say_move(g, s, m->seat, m->played, played, sizeof played);
	if (answer == m->best)
		text_add(out, "%s is the best.\n", best);
	else if (answer == m->played)
		text_add(out, "%s again; best is %s.\n", played, best);
	else
		learn_add_other(a, m, snap, name, best, answer, out);
	text_add(out, "In the game you played %s, which cost ", played);
	if (m->loss >= analyze_nothing(g, m))
		analyze_add_loss(g, m, out);
	else
		text_add(out, "almost no %s", analyze_unit(g));
	analyze_add_weight(g, m, out);
	text_add(out, ".\n");
}
