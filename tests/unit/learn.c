/*
 * learn.c - learning from mistakes: which decisions are asked again, what an answer is told, the
 * costs that a session tells and to whom, and the dots of the graph.
 */
#include "src/study/learn.h"

#include "src/app/catalog.h"
#include "src/base/clock.h"
#include "src/core/search.h"
#include "ui/panes/panes.h"
#include "ui/session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PATIENCE 60000 /* waits of a millisecond */

static void
make_setup(struct setup *s, const char *game, int humans)
{
	struct status st = { 0 };
	assert_true(setup_init(s, &app_catalog, catalog_game(&app_catalog, game), false,
			       &st));
	for (int i = 0; i < s->game.seats; i++)
		assert_true(setup_player(s, &app_catalog, i,
					 i < humans ? "human" : "random", &st));
	s->seed = 7;
	s->view = VIEW_FAIR;
}

static void
play_some(struct match *m, int plies)
{
	static move moves[MOVES_MAX];
	for (int k = 0; k < plies; k++) {
		const int seat = __builtin_ctz(match_acting(m));
		const int n = match_moves(m, seat, moves);
		assert_true(n > 0);
		assert_true(match_play(m, seat, moves[n / 2], "", NULL));
	}
}

/* An analysis of the first seat's moves that has ended with nothing found. */
static struct analysis *
open_analysis_of(const char *game, int plies)
{
	static struct setup setup;
	static struct player p;
	static struct match m;
	static const struct calibration none;
	struct status st = { 0 };
	make_setup(&setup, game, 1);
	match_open(&m, &setup);
	play_some(&m, plies);
	assert_true(player_parse(&p, game_hidden(&setup.game) ? "easy" : "maxn:depth=1",
				 &app_catalog, &setup.game, &st));
	struct analysis *a = analysis_open(
		&(struct analyze_options){ .match = &m,
					   .player = &p,
					   .calibration = &none,
					   .person = 0,
					   .thresholds = analyze_thresholds_default },
		&st);
	assert_non_null(a);
	for (int i = 0; i < a->count; i++) {
		a->move[i].done = true;
		a->move[i].loss = 0;
		a->move[i].best = a->move[i].played;
		a->move[i].status = MOVE_EXACT;
	}
	match_close(&m);
	return a;
}

static struct analysis *
open_analysis(int plies)
{
	return open_analysis_of("breakthrough", plies);
}

static void
set_cost(struct analysis *a, int i, double loss, double win)
{
	a->move[i].loss = loss;
	a->move[i].win_loss = a->move[i].lost = win;
	a->move[i].best = a->move[i].played + 1;
}

static void
the_dearest_decisions_are_asked_the_dearest_first(void **state)
{
	int q[LEARN_QUESTIONS];
	struct analysis *a = open_analysis(20);
	assert_int_equal(a->count, 10);
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 0);
	set_cost(a, 1, 0.5, 0.10);
	set_cost(a, 2, 0.9, 0.02);
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 2);
	assert_int_equal(q[0], 1); /* by win probability */
	assert_int_equal(q[1], 2);
	set_cost(a, 4, 3.0, (double)NAN);
	set_cost(a, 5, 0.2, 0.30);
	set_cost(a, 6, 0.1, 0.01);
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 3);
	a->move[4].status = MOVE_FEW; /* chance */
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 3);
	assert_int_equal(q[0], 5);
	assert_int_equal(q[1], 1);
	assert_int_equal(q[2], 2);
	analysis_close(a);
}

/* In Hearts by the points that are shown, whatever they weigh in the match; labels as well. */
static void
points_that_cost_more_come_first_with_the_graver_label(void **state)
{
	static const struct {
		double loss, win;
		enum analyze_label label;
	} told[] = { { 5.7, 0.16, LABEL_MISTAKE },
		     { 7.9, 0.11, LABEL_BLUNDER },
		     { 2.0, 0.30, LABEL_INACCURACY },
		     { 1.5, 0.20, LABEL_NONE } };
	static struct snapshot s;
	int q[LEARN_QUESTIONS];
	int at[4], found = 0;
	struct analysis *a = open_analysis_of("hearts", 40);
	for (int i = 0; i < a->count && found < 4; i++) {
		struct analyze_move *m = &a->move[i];
		const int seat = m->seat;
		const struct game *g = &a->match.setup.game;
		const struct state *root = &a->match.states[m->ply];
		if (m->choices < 2 || m->ply < 5) /* it passes */
			continue;
		snapshot_init(&s, g->seats, seat, seat);
		s.move_count = 2;
		for (int k = 0; k < 2; k++) {
			stats_move_blank(&s.moves[k], k > 0 ? m->played : MOVE_NONE - 1);
			s.moves[k].value[seat] = 20 - k * told[found].loss;
			s.moves[k].win[seat] = 0.5 - k * told[found].win;
		}
		assert_true(
			analyze_by_search(m, g, root, &s, &analyze_thresholds_default));
		assert_int_equal(m->label, told[found].label);
		at[found++] = i;
		snapshot_free(&s);
	}
	assert_int_equal(found, 4);
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 3);
	assert_int_equal(q[0], at[1]);
	assert_int_equal(q[1], at[0]);
	assert_int_equal(q[2], at[2]);
	analysis_close(a);
}

/* What shows as nothing, is the best, or was not the person's own is not asked. */
static void
only_own_moves_that_cost_something_are_asked(void **state)
{
	int q[LEARN_QUESTIONS];
	struct analysis *a = open_analysis(20);
	set_cost(a, 0, 0.004, 0.0);
	set_cost(a, 1, 2.0, 0.20);
	a->move[1].best = a->move[1].played;
	set_cost(a, 2, 2.0, 0.20);
	snprintf(a->match.plies[a->move[2].ply].comment, MATCH_COMMENT, "%s",
		 MATCH_PLAYED_OUT);
	set_cost(a, 3, 2.0, 0.20);
	a->match.plies[a->move[3].ply].human = false;
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 0);
	a->match.plies[a->move[3].ply].human = true;
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 1);
	assert_int_equal(q[0], 3);
	struct text said = { 0 };
	set_cost(a, 0, 0.004, 0.30); /* no points, but the chance to win */
	a->move[0].label = LABEL_BLUNDER;
	assert_int_equal(learn_questions(a, q, LEARN_QUESTIONS), 2);
	assert_int_equal(q[0], 0);
	learn_answer(a, 0, NULL, a->move[0].best, &said);
	assert_non_null(strstr(said.s, "which cost almost no "));
	assert_non_null(strstr(said.s, ", 30.0 % of wins"));
	text_free(&said);
	analysis_close(a);
}

static void
an_answer_is_told_against_the_best_and_the_game(void **state)
{
	static struct snapshot s;
	static move moves[MOVES_MAX];
	char name[3][MOVE_TEXT];
	struct analysis *a = open_analysis(4);
	const struct game *g = &a->match.setup.game;
	struct analyze_move *m = &a->move[1];
	const struct state *at = &a->match.states[m->ply];
	const int n = g->rules->moves(g, at, 0, moves);
	assert_true(n >= 4);
	m->played = moves[0];
	m->best = moves[1];
	m->loss = 1.5;
	m->win_loss = m->lost = 0.12;
	m->label = LABEL_MISTAKE;
	snapshot_init(&s, 2, 0, 0);
	for (int i = 0; i < 3; i++) {
		g->text->format_move(g, at, 0, moves[i], name[i], MOVE_TEXT);
		stats_move_blank(&s.moves[i], moves[i]);
		s.moves[i].status = MOVE_EXACT;
		s.moves[i].value[0] = 2.0 - (i == 0 ? 1.5 : i == 1 ? 0 : 0.7);
	}
	s.move_count = 3;
	snapshot_sort(&s, false);
	const struct {
		move answer;
		const char *said, *about;
	} answers[] = {
		{ moves[1], "is the best.", name[1] },
		{ moves[0], "again; best is", name[0] },
		{ moves[2], "it costs 0.7", name[2] },
		{ moves[3], "has no value for it", NULL },
	};
	for (int i = 0; i < 4; i++) {
		struct text t = { 0 };
		learn_answer(a, 1, &s, answers[i].answer, &t);
		assert_non_null(strstr(t.s, answers[i].said));
		if (answers[i].about != NULL)
			assert_ptr_equal(strstr(t.s, answers[i].about), t.s);
		assert_non_null(strstr(t.s, "which cost 1.5"));
		assert_non_null(strstr(t.s, "12.0 % of wins: a mistake."));
		text_free(&t);
	}
	/* the analysis, which searched on, found another best move than this search */
	struct text t = { 0 };
	m->best = moves[2];
	learn_answer(a, 1, &s, moves[1], &t);
	assert_non_null(strstr(t.s, ": too close to tell from "));
	text_free(&t);
	analysis_close(a);
}

/* ---- a session ---- */

/* South's first choice of so many cards or more at Hearts, and one of them played; deal 1 is one
 * that South cannot tell from deal 0. */
static struct session *
play_cards_of(int least, int deal, int humans, bool tell)
{
	static struct setup setup;
	static move moves[MOVES_MAX];
	static struct match m;
	struct state other;
	struct rng r;
	make_setup(&setup, "hearts", humans);
	assert_true(setup_variant(&setup, &app_catalog, "passing", "off", NULL));
	const struct game *g = &setup.game;
	match_open(&m, &setup);
	while (match_acting(&m) != 1 || match_moves(&m, 0, moves) < least)
		play_some(&m, 1);
	if (deal == 1) {
		match_view(&m, 0, &other);
		rng_seed(&r, 99);
		g->hidden->determinize(g, &other, 0, &r);
		m.states[m.at] = other;
	}
	const int n = match_moves(&m, 0, moves);
	struct session *s = session_memory(sizeof *s);
	session_take(s, &app_catalog, NULL, &m, -1);
	s->speed_ms = 3600 * 1000;
	s->advise = false;
	session_tell_costs(s, tell);
	assert_true(session_play(s, 0, moves[n - 1], NULL));
	return s;
}

static struct session *
play_cards(int deal, int humans, bool tell)
{
	return play_cards_of(3, deal, humans, tell);
}

static const struct analyze_move *
wait_cost(struct session *s, int ply)
{
	for (int k = 0; k < PATIENCE; k++) {
		session_tick(s, clock_now_us());
		if (session_cost(s, ply) != NULL)
			return session_cost(s, ply);
		clock_sleep_us(1000);
	}
	fail_msg("no cost");
	return NULL;
}

static void
close_session(struct session *s)
{
	session_close(s);
	free(s);
}

/* Points that show as nothing beside a win probability that is lost. */
static void
a_move_that_loses_win_is_not_as_good(void **state)
{
	struct text said = { 0 };
	struct analysis *a = open_analysis(4);
	set_cost(a, 0, 0.004, 0.025);
	analyze_say(&a->match, &a->move[0], &said);
	assert_null(strstr(said.s, "as good as"));
	assert_non_null(strstr(said.s, "best was "));
	assert_non_null(strstr(said.s, ", 2.5 % of wins"));
	text_free(&said);
	set_cost(a, 0, 0.004, 0);
	analyze_say(&a->match, &a->move[0], &said);
	assert_non_null(strstr(said.s, "as good as"));
	text_free(&said);
	analysis_close(a);
}

static void
a_cost_is_worked_out_of_what_the_seat_knew(void **state)
{
	struct analyze_move found[2];
	char line[200], cost[60];
	for (int deal = 0; deal < 2; deal++) {
		struct session *s = play_cards(deal, 1, true);
		int ply = s->match.at - 1;
		while (!s->match.plies[ply].human)
			ply--;
		found[deal] = *wait_cost(s, ply);
		session_cost_text(s, ply, cost, sizeof cost);
		log_line(s, ply, line, sizeof line);
		assert_true(*cost != '\0');
		assert_non_null(strstr(line, cost));
		assert_true(s->match.assisted);
		assert_true(session_undo(s, false));
		const move m = s->match.plies[ply].m;
		session_tell_costs(s, false);
		assert_null(session_cost(s, ply));
		session_tell_costs(s, true);
		assert_non_null(session_cost(s, ply)); /* it can be played again */
		static move moves[MOVES_MAX];
		assert_true(match_moves(&s->match, 0, moves) > 1);
		assert_true(
			session_play(s, 0, moves[0] == m ? moves[1] : moves[0], NULL));
		assert_null(session_cost(s, ply)); /* that was another move's */
		close_session(s);
	}
	assert_int_equal(found[0].best, found[1].best);
	assert_true(found[0].loss == found[1].loss);
	assert_true(found[0].win_loss == found[1].win_loss);
}

/* The move that the hint named best cost nothing, and another costs what the hint said. */
static void
a_hint_is_the_judge_of_its_decision(void **state)
{
	for (int second = 0; second < 2; second++) {
		static struct snapshot hint;
		struct status st = { 0 };
		struct session *s = play_cards_of(6, 0, 1, true);
		assert_true(session_undo(s, false));
		const int ply = s->match.at;
		s->hint_nodes = 40000;
		assert_true(session_hint(s, &st));
		for (int k = 0; k < PATIENCE && !s->hint.done; k++) {
			session_tick(s, clock_now_us());
			clock_sleep_us(1000);
		}
		assert_true(s->hint.done);
		hint = s->hint.snap;
		assert_true(hint.move_count > 1);
		assert_true(session_play(s, 0, hint.moves[second].m, NULL));
		const struct analyze_move *m = session_cost(s, ply);
		assert_non_null(m); /* at once */
		assert_int_equal(m->best, hint.moves[0].m);
		assert_int_equal(m->nodes, hint.nodes);
		/* a network orders by points against the others, so that the second may have more */
		assert_true(m->loss == fmax(0, hint.moves[0].value[0] -
						       hint.moves[second].value[0]));
		close_session(s);
	}
}

static void
nothing_is_told_unasked_or_to_others(void **state)
{
	struct session *s = play_cards(0, 1, false);
	for (int k = 0; k < 50; k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	}
	assert_null(s->costing);
	assert_false(s->match.assisted);
	close_session(s);
	s = play_cards(0, 4, true);
	const int ply = s->match.at - 1;
	assert_int_equal(s->match.plies[ply].seat, 0);
	for (int k = 0; k < PATIENCE && (s->cost_room <= ply || !s->costs[ply].known);
	     k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	}
	assert_true(s->costs[ply].known);
	assert_int_not_equal(session_viewer(s), 0); /* the next person looks on */
	assert_null(session_cost(s, ply));
	close_session(s);
}

/* ---- the graph ---- */

static bool
half(const void *self, int ply, float *win)
{
	(void)self, (void)ply;
	win[0] = win[1] = 0.5F;
	return true;
}

static bool
third_is_costly(const void *self, int ply, int *seat, enum role *role)
{
	*seat = 1;
	*role = ROLE_BAD;
	return ply == 2;
}

static int
count_dots(bool costly)
{
	static struct cell cells[20 * 60];
	static struct setup setup;
	struct canvas c = {
		.h = 20, .w = 60, .clip = { 0, 0, 20, 60 }, .ascii = true, .cells = cells
	};
	make_setup(&setup, "breakthrough", 1);
	canvas_clear(&c);
	const struct win_graph w = { .game = &setup.game,
				     .plies = 10,
				     .mark = -1,
				     .at = half,
				     .costly = costly ? third_is_costly : NULL };
	win_graph_draw(&c, (struct rect){ 0, 0, 20, 60 }, &w);
	int dots = 0;
	for (int i = 0; i < 20 * 60; i++)
		dots += cells[i].ch == 'o' && cells[i].role == ROLE_BAD;
	return dots;
}

static void
a_costly_move_is_a_dot_on_the_graph(void **state)
{
	assert_int_equal(count_dots(true), 1);
	assert_int_equal(count_dots(false), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_dearest_decisions_are_asked_the_dearest_first),
		cmocka_unit_test(points_that_cost_more_come_first_with_the_graver_label),
		cmocka_unit_test(only_own_moves_that_cost_something_are_asked),
		cmocka_unit_test(an_answer_is_told_against_the_best_and_the_game),
		cmocka_unit_test(a_move_that_loses_win_is_not_as_good),
		cmocka_unit_test(a_cost_is_worked_out_of_what_the_seat_knew),
		cmocka_unit_test(a_hint_is_the_judge_of_its_decision),
		cmocka_unit_test(nothing_is_told_unasked_or_to_others),
		cmocka_unit_test(a_costly_move_is_a_dot_on_the_graph),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
