/*
 * study.c - compare, explain and beliefs as text.
 *
 * They look at a decision of the session, as the screens do.
 */
#include "ui/line/private.h"

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/study/beliefs.h"
#include "src/study/compare.h"
#include "src/study/likely.h"
#include "ui/boards/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POLL_US 5000

static void
line_study_print_text(struct text *t)
{
	fputs(t->s != NULL ? t->s : "", stdout);
	text_free(t);
}

/* The decision at `ply`, or the last one before it. */
static bool
open_subject(struct session *s, int ply, struct decision *out)
{
	struct status st = { 0 };
	ply = decision_at(&s->match, ply);
	if (ply < 0)
		printf("No move has been made yet.\n");
	else if (!session_decision(s, ply, out, &st))
		printf("%s.\n", st.text);
	else
		return true;
	return false;
}

/* ------------------------------------------------------------------ compare */

/* Every player on a line; false: one was refused, and the reason printed. */
static bool
line_study_add_players(struct compare *c, const char *players)
{
	char line[COMPARE_PLAYERS * PLAYER_TEXT], *rest = NULL;
	struct status st = { 0 };
	snprintf(line, sizeof line, "%s", players);
	for (char *word = strtok_r(line, " \t", &rest); word != NULL;
	     word = strtok_r(NULL, " \t", &rest)) {
		player_trust(word, c->catalog);
		if (!compare_add(c, word, &st)) {
			printf("%s.\n", st.text);
			return false;
		}
	}
	if (c->count == 0)
		compare_add_defaults(c);
	if (c->count > 1)
		return true;
	printf("Expected two to %d players.\n", COMPARE_PLAYERS);
	return false;
}

void
line_compare(struct session *s, const char *players, const volatile sig_atomic_t *stop)
{
	struct decision decision;
	struct state root;
	struct text t = { 0 };
	if (!open_subject(s, s->match.at, &decision))
		return;
	struct compare *c = session_memory(sizeof *c);
	compare_open(c, s->catalog, &decision.match.setup.game, -1);
	c->game_seed = decision.match.setup.seed;
	if (line_study_add_players(c, players)) {
		decision_view(&decision, &root);
		struct question q;
		decision_ask(&decision, &q);
		compare_ask(c, &q);
		while (compare_busy(c)) {
			if (*stop)
				compare_stop(c);
			if (!compare_tick(c))
				clock_sleep_us(POLL_US);
		}
		compare_report(c, NULL, &t);
		line_study_print_text(&t);
	}
	compare_close(c);
	free(c);
	decision_close(&decision);
}

/* ------------------------------------------------------------------ explain */

/* Searches the decision again; false: the reason has been printed. */
static bool
line_study_think(const struct session *s, const struct decision *decision,
		 const volatile sig_atomic_t *stop, struct snapshot *out)
{
	struct player p;
	struct question q;
	struct status st = { 0 };
	struct worker *w = NULL;
	decision_ask(decision, &q);
	struct search_job job = question_job(&q, &p, &s->calibration);
	job.bounded = true;
	if (decision_thinker_player(decision, s->catalog, &p, &st))
		w = worker_start(&job, NULL, -1, &st);
	question_close(&q);
	if (w == NULL) {
		printf("%s.\n", st.text);
		return false;
	}
	while (!worker_done(w)) {
		if (*stop)
			worker_stop(w);
		clock_sleep_us(POLL_US);
	}
	const bool known = worker_read(w, out);
	worker_free(w);
	return known;
}

void
line_explain(struct session *s, const volatile sig_atomic_t *stop)
{
	const struct session_search *hint = &s->hint;
	const bool hinted = hint->known && hint->ply == s->match.at;
	const int before = decision_at(&s->match, s->match.at - 1);
	struct decision decision;
	struct state root;
	struct text t = { 0 };
	if (!open_subject(s, hinted || before < 0 ? s->match.at : before, &decision))
		return;
	const struct game *g = &decision.match.setup.game;
	struct snapshot *snap = session_memory(sizeof *snap);
	decision_view(&decision, &root);
	if (hinted && hint->viewer == decision.viewer)
		snapshot_copy(snap, &hint->snap);
	else if (!line_study_think(s, &decision, stop, snap)) {
		snapshot_free(snap);
		free(snap);
		decision_close(&decision);
		return;
	}
	board_explain(g, &root, snap, decision_thinker(&decision),
		      snap->mover == decision.seat ? decision_played(&decision)
						   : MOVE_NONE,
		      &t);
	line_study_print_text(&t);
	snapshot_free(snap);
	free(snap);
	decision_close(&decision);
}

/* ------------------------------------------------------------------ beliefs */

/* In poker, the other's hands by play. */
static void
add_likely(const struct session *s, const struct decision *d, const struct question *q,
	   struct text *out)
{
	static struct likely l; /* large; one thread speaks */
	const char *player = likely_player(s->catalog, q->game, d->player);
	if (player != NULL && likely_search(&l, s->catalog, q, player, NULL))
		likely_report(&l, out);
}

void
line_beliefs(struct session *s)
{
	struct decision decision;
	struct question q;
	struct text t = { 0 };
	if (!open_subject(s, s->match.at, &decision))
		return;
	if (decision.viewer < 0)
		decision_set_viewer(&decision, decision.seat);
	decision_ask(&decision, &q);
	const char *why = beliefs_refusal(q.game, &q.root, q.viewer);
	if (why != NULL)
		printf("No beliefs: %s.\n", why);
	else {
		struct beliefs *b = session_memory(sizeof *b);
		beliefs_count(b, &q, NULL, BELIEFS_WORLDS);
		beliefs_report(b, &t);
		add_likely(s, &decision, &q, &t);
		line_study_print_text(&t);
		free(b);
	}
	question_close(&q);
	decision_close(&decision);
}
