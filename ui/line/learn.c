/*
 * learn.c - the line mode: the costliest decisions of a finished game, asked again. See
 * src/study/learn.h.
 */
#include "ui/line/private.h"

#include "src/base/clock.h"
#include "src/core/worker.h"
#include "src/study/learn.h"
#include "ui/boards/boards.h"

#include <stdio.h>
#include <stdlib.h>

#define POLL_US 5000

static const char nothing[] =
	"You made no clear mistake: no decision cost more than chance explains.";

struct line_learn {
	struct analysis *a;
	int question[LEARN_QUESTIONS], count, at;
	struct state root;
};

void
line_learn_end(struct line_mode *l)
{
	if (l->learn == NULL)
		return;
	analysis_close(l->learn->a);
	free(l->learn);
	l->learn = NULL;
}

static const struct analyze_move *
line_learn_question(const struct line_learn *n)
{
	return &n->a->move[n->question[n->at]];
}

static void
line_learn_ask(struct line_mode *l)
{
	struct line_learn *n = l->learn;
	const struct game *g = line_game(l);
	char headline[160] = "";
	if (n->at == n->count) {
		printf("That was the last question.\n");
		line_learn_end(l);
		return;
	}
	const struct analyze_move *m = line_learn_question(n);
	match_view_at(&n->a->match, m->ply, m->seat, &n->root);
	g->view->headline(g, &n->root, m->seat, headline, sizeof headline);
	printf("Question %d of %d. You are %s: %s.\n", n->at + 1, n->count,
	       board_seat_word(g, m->seat), headline);
	line_say_held(l, &n->root, m->seat);
	if (n->at == 0)
		printf("The move here was one of the costliest of your game. ");
	printf("What would you do now?\n");
}

/* The person's decisions, judged as in an analysis; NULL: the reason has been printed. */
static struct analysis *
judged(struct line_mode *l)
{
	const struct session *s = &l->session;
	struct status st = { 0 };
	struct analysis *a = learn_open(&s->match, session_person(s), 0, s->catalog,
					&s->calibration, &st);
	if (a == NULL || !analysis_start(a, 0, -1, &st)) {
		printf("%s.\n", st.text);
		analysis_close(a);
		return NULL;
	}
	while (analysis_running(a)) {
		if (line_interrupted)
			analysis_stop(a);
		clock_sleep_us(POLL_US);
	}
	return a;
}

void
line_say_costliest(struct line_mode *l)
{
	int question[LEARN_QUESTIONS];
	struct text t = { 0 };
	struct analysis *a = judged(l);
	const int n = a != NULL ? learn_questions(a, question, LEARN_QUESTIONS) : 0;
	for (int i = 0; i < n; i++) {
		text_add(&t, "  ");
		learn_row(&a->match, &a->move[question[i]], false, &t);
		text_add(&t, "\n");
	}
	if (n > 0)
		printf("Your costliest decisions, in %s:\n%s", analyze_unit(line_game(l)),
		       t.s);
	else if (a != NULL)
		printf("%s\n", nothing);
	text_free(&t);
	analysis_close(a);
}

void
line_learn(struct line_mode *l)
{
	line_learn_end(l);
	if (!match_over(&l->session.match) ||
	    setup_humans(&l->session.match.setup) != 1) {
		printf("learn is for the end of a game that one person has played.\n");
		return;
	}
	struct analysis *a = judged(l);
	if (a == NULL)
		return;
	l->learn = session_memory(sizeof *l->learn);
	l->learn->a = a;
	l->learn->count = learn_questions(a, l->learn->question, LEARN_QUESTIONS);
	if (l->learn->count > 0) {
		line_learn_ask(l);
		return;
	}
	printf("%s\n", nothing);
	line_learn_end(l);
}

/* Searches the question for the values of all moves; false: there are none. */
static bool
line_learn_search(struct line_learn *n, struct snapshot *snap)
{
	struct question q;
	struct status st = { 0 };
	const struct search_job job = learn_job(n->a, n->question[n->at], &q);
	struct worker *w = worker_start(&job, NULL, -1, &st);
	question_close(&q);
	while (w != NULL && !worker_done(w))
		clock_sleep_us(POLL_US);
	const bool known = w != NULL && worker_read(w, snap);
	worker_free(w);
	return known;
}

bool
line_learn_answer(struct line_mode *l, const char *line)
{
	struct line_learn *n = l->learn;
	const struct game *g = line_game(l);
	struct status st = { 0 };
	struct text t = { 0 };
	move m;
	if (n == NULL)
		return false;
	const struct analyze_move *q = line_learn_question(n);
	if (!game_parse_move(g, &n->root, q->seat, line, &m, &st)) {
		printf("%s.\n", st.text);
		return true;
	}
	struct snapshot *snap = session_memory(sizeof *snap);
	const bool known = line_learn_search(n, snap);
	learn_answer(n->a, n->question[n->at], known ? snap : NULL, m, &t);
	if (known)
		board_explain(g, &n->root, snap, n->a->player.text, q->played, &t);
	fputs(t.s, stdout);
	text_free(&t);
	snapshot_free(snap);
	free(snap);
	n->at++;
	line_learn_ask(l);
	return true;
}
