/*
 * explain.c - sentences on a choice: word for word on hand-made snapshots, and on real
 * searches every number in them is one of the snapshot's.
 */
#include "src/study/explain.h"

#include "src/app/catalog.h"
#include "src/core/calibration.h"
#include "src/core/effort.h"
#include "src/core/match.h"
#include "src/core/search.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct game hearts, as_values; /* the same without penalty points */
static struct game_ops plain_ops;
static struct state deal;

/* Hearts after the deal and a pass of every seat's own policy: a seat is to lead. */
static void
open_hearts(void)
{
	struct rng rng;
	rng_seed(&rng, 3);
	assert_true(
		game_init(&hearts, catalog_game(&app_catalog, "hearts"), 4, NULL, NULL));
	plain_ops = *hearts.ops;
	plain_ops.penalties = 0;
	as_values = hearts;
	as_values.ops = &plain_ops;
	memset(&deal, 0, sizeof deal);
	hearts.rules->start(&hearts, &deal);
	for (int i = 0; i < 7; i++) { /* the deal, four passes, two cards */
		const int seat = game_mover(&hearts, &deal);
		const move m =
			seat == SEAT_CHANCE
				? hearts.chance->sample(&hearts, &deal, &rng)
				: hearts.knowledge->policy(&hearts, &deal, seat, &rng);
		hearts.rules->play(&hearts, &deal, seat, m, &deal);
	}
}

static struct stats_move
row(int card, double value, double win, uint8_t status)
{
	struct stats_move m;
	stats_move_blank(&m, (move)card);
	m.status = status;
	for (int i = 0; i < SEATS_MAX; i++) {
		m.value[i] = value + i;
		m.win[i] = win;
	}
	return m;
}

/* Three cards for seat 0, valued 20, 18.5 and 12. */
static struct snapshot
three_cards(void)
{
	static struct snapshot s;
	snapshot_init(&s, 4, 0, 0);
	s.move_count = 3;
	s.moves_total = 5;
	s.moves[0] = row(5, 20, 0.4, MOVE_OPEN);
	s.moves[1] = row(30, 18.5, 0.33, MOVE_OPEN);
	s.moves[2] = row(50, 12, 0.1, MOVE_OPEN);
	s.nodes = 12345;
	s.depth = 4;
	s.seldepth = 9;
	s.elapsed_us = 1500000;
	s.stop = STOP_NODES;
	return s;
}

/* value_name NULL: as values; "": as the game counts. */
static char *
told(const struct snapshot *s, move played, const char *value_name)
{
	static struct text t;
	const bool own = value_name != NULL && *value_name == '\0';
	const struct explanation e = { .game = value_name == NULL ? &as_values : &hearts,
				       .root = &deal,
				       .snap = s,
				       .player = "hard",
				       .played = played,
				       .value_name = own ? NULL : value_name,
				       .value_top = 26 };
	text_clear(&t);
	explain_write(&e, &t);
	return t.s;
}

static void
expect_line(const char *text, const char *line)
{
	if (strstr(text, line) == NULL)
		print_message("# no \"%s\" in\n%s\n", line, text);
	assert_non_null(strstr(text, line));
}

static void
a_choice_is_told_with_its_margin(void **state)
{
	struct snapshot s = three_cards();
	const char *text = told(&s, MOVE_NONE, NULL);
	expect_line(text, "hard chooses 7C for S.\n");
	expect_line(text,
		    "It expects 20 points for S; the others: W 21, N 22, E 23. Such "
		    "values win 40% of the games.\n");
	expect_line(text, "The runner-up is 6S with 18.5 points, 1.5 worse; it wins 33% "
			  "of the games.\n");
	expect_line(text, "It valued 3 of the 5 legal moves; the worst, KH, is 8 points "
			  "worse.\n");
	expect_line(text, "Effort: 12.3k nodes, 4 moves ahead, on one line 9; it used "
			  "up its nodes.\n");
}

/* Shares of visits are no strategy that is drawn from. */
static void
a_mix_is_told_where_there_is_one(void **state)
{
	struct snapshot s = three_cards();
	s.moves[0].prob = 0.7;
	s.moves[1].prob = 0.3;
	s.mixed = true;
	expect_line(told(&s, MOVE_NONE, NULL),
		    "Its strategy is mixed: 7C 70%, 6S 30%.\n");
	s.mixed = false;
	assert_null(strstr(told(&s, MOVE_NONE, NULL), "mixed"));
}

/* Worlds that are solved are not what is dealt. */
static void
only_what_is_known_is_certain(void **state)
{
	struct snapshot s = three_cards();
	s.stop = STOP_SOLVED;
	expect_line(told(&s, MOVE_NONE, NULL), "The choice is certain: the search");
	s.worlds_total = s.worlds_done = 30;
	expect_line(told(&s, MOVE_NONE, NULL),
		    "Each of these deals was searched to the end.\n");
	assert_null(strstr(told(&s, MOVE_NONE, NULL), "certain"));
}

static void
a_drawn_move_with_less_value_was_drawn(void **state)
{
	struct snapshot s = three_cards();
	s.mixed = true;
	const int mover = s.mover;
	s.moves[1].value[mover] = s.moves[0].value[mover] + 1;
	expect_line(told(&s, MOVE_NONE, NULL),
		    "would be 1 better, with 21, but a draw from its mixed strategy "
		    "decides");
	s.moves[1].value[mover] = s.moves[0].value[mover];
	expect_line(told(&s, MOVE_NONE, NULL),
		    "a draw from its mixed strategy decides.\n");
}

/* Of two moves in 40 deals: the trick, a card that matters, a moon. */
static void
reasons_tell_two_moves_apart(void **state)
{
	struct snapshot s = three_cards();
	s.worlds_done = s.worlds_total = 40;
	s.moves[1].value[2] = s.moves[0].value[2] + 0.75;
	s.moves[1].value[3] = s.moves[0].value[3] - 0.1;
	s.moves[1].value[1] = s.moves[0].value[1] - 1.5;
	struct stats_reasons *r = snapshot_attach(&s, ATTACHED_REASONS);
	assert_non_null(r);
	*r = (struct stats_reasons){ .deals = 40,
				     .m = { 5, 30 },
				     .takes = { { 4, 30, 6, 0 }, { 31, 2, 7, 0 } },
				     .sweep = { { 0.01F }, { 0.01F, 0.07F } },
				     .card = "QS",
				     .holder = 1,
				     .held = 16,
				     .there = 4.25,
				     .elsewhere = -0.5 };
	const char *text = told(&s, MOVE_NONE, "");
	expect_line(text,
		    "Compared with 6S, W gets 1.5 fewer penalty points, N 0.75 more.\n");
	expect_line(text,
		    "After 7C S takes this trick in 4 of 40 deals, after 6S in 31.\n");
	expect_line(text,
		    "With QS at W (16 of 40 deals) 7C is 4.25 better, otherwise 0.5 "
		    "worse.\n");
	expect_line(text,
		    "W shoots the moon with a chance of 0% after 7C, 7% after 6S.\n");
	/* What does not tell them apart is not said. */
	*r = (struct stats_reasons){ .deals = 40,
				     .m = { 5, 30 },
				     .takes = { { 4, 30, 6, 0 }, { 5, 29, 6, 0 } } };
	memcpy(s.moves[1].value, s.moves[0].value, sizeof s.moves[1].value);
	text = told(&s, MOVE_NONE, "");
	assert_null(strstr(text, "Compared"));
	assert_null(strstr(text, "takes this trick"));
	assert_null(strstr(text, "moon"));
	assert_null(strstr(text, " at "));
	/* Nor is what is of other moves. */
	r->takes[0][1] = 0;
	expect_line(told(&s, MOVE_NONE, ""), "takes this trick in 0 of 40 deals");
	r->m[1] = 50;
	assert_null(strstr(told(&s, MOVE_NONE, ""), "takes this trick"));
	free(r); /* the rows are those of three_cards() */
}

static void
penalty_points_are_told_as_people_count_them(void **state)
{
	struct snapshot s = three_cards();
	const char *text = told(&s, 50, "points");
	expect_line(text, "It expects 6 points for S; the others: W 5, N 4, E 3.");
	expect_line(text, "The runner-up is 6S with 7.5 points, 1.5 worse;");
	expect_line(text, "In the game KH was played: number 3 here, 8 worse.\n");
	text = told(&s, 50, "");
	expect_line(text,
		    "It expects 6 penalty points for S; the others: W 5, N 4, E 3.");
	expect_line(text, "The runner-up is 6S with 7.5 penalty points, 1.5 worse;");
	s.moves[1].status = MOVE_AT_MOST; /* at most 18.5 of 26: at least 7.5 taken */
	text = told(&s, 5, "points");
	expect_line(text, "The next, 6S, is worth at least 7.5 points, which was enough "
			  "to rule it out.");
	expect_line(text, "The game went on with this move.\n");
}

static void
worlds_vote(void **state)
{
	struct snapshot s = three_cards();
	s.worlds_done = 28;
	s.worlds_total = 40;
	s.moves[0].prob = 0.25;
	s.moves[1].prob = 0.75;
	snapshot_gauge(&s, "disagree", 0.5, "", "");
	expect_line(
		told(&s, MOVE_NONE, NULL),
		"It searched 28 of 40 deals that fit what S has seen. If the deal were "
		"known, other moves would often be better: 6S in 75% of them; 7C in "
		"25%. As it is unknown, the average over all deals counts, and there 7C "
		"is best.\n");
	s.moves[0].prob = s.moves[1].prob = 0.5;
	expect_line(told(&s, MOVE_NONE, NULL),
		    "The best move is 7C in 50%, 6S in 50% of the deals.\n");
	s.moves[0].prob = 0.8;
	s.moves[1].prob = 0.2;
	s.moves[0].value[0] = 18;
	expect_line(told(&s, MOVE_NONE, NULL),
		    "The best move is 7C in 80%, 6S in 20% of the deals.\n");
	expect_line(told(&s, MOVE_NONE, NULL),
		    "By points alone 6S would be 0.5 better, with 18.5, but the vote of "
		    "the deals decides; it wins 33% of the games.\n");
}

/* Whichever place it has in the table, and however many have cut. */
static void
the_rule_that_cut_most_is_told(void **state)
{
	static const struct cut_rule three[] = { { "first", "1", "" },
						 { "second", "2", "" },
						 { "third", "3", "" },
						 { NULL, NULL, NULL } };
	char line[120];
	for (int most = 0; most < 3; most++) {
		struct snapshot s = three_cards();
		s.rules = three;
		s.children = 100;
		s.skipped[0] = 25;
		for (int i = 0; i < 3; i++)
			s.cuts[i] = i == most ? 9 : 3 + i;
		snprintf(line, sizeof line,
			 "It never searched 25%% of the children it generated; the rule "
			 "that cut most is %s, 9 times.\n",
			 three[most].key);
		expect_line(told(&s, MOVE_NONE, NULL), line);
	}
}

static void
what_is_not_known_is_not_told(void **state)
{
	struct snapshot s = three_cards();
	s.move_count = 1;
	s.moves[0] = row(5, (double)NAN, (double)NAN, MOVE_UNSEARCHED);
	s.moves_total = 1;
	s.stop = STOP_ONLY_MOVE;
	assert_string_equal(
		told(&s, MOVE_NONE, NULL),
		"hard chooses 7C for S: it is the only legal move, so nothing "
		"was searched.\n");
	s.move_count = 0;
	assert_string_equal(told(&s, MOVE_NONE, NULL),
			    "The search has not reported anything yet.\n");
	s = three_cards();
	s.moves[0].status = s.moves[1].status = MOVE_PROVEN;
	s.moves[1].value[0] = 20;
	const char *text = told(&s, MOVE_NONE, NULL);
	expect_line(text, "6S is worth the same, 20; of equal moves the first one"
			  " found is chosen.\n");
	expect_line(text, "The choice is certain: the search went to the end.\n");
	expect_line(text, "Such values win 40% of the games.\n"); /* a mean */
	for (int i = 0; i < 3; i++) {
		static const char *const said[] = { "loses", "draws", "wins" };
		char line[40];
		for (int k = 1; k < 4; k++)
			s.moves[0].value[k] = k == 3 ? 21 - i : 0;
		s.moves[0].win[0] = i / 2.0;
		snprintf(line, sizeof line, " This is proven: it %s.\n", said[i]);
		expect_line(told(&s, MOVE_NONE, NULL), line);
	}
}

/* ------------------------------------------------------------------ real searches */

struct figures {
	int count;
	double x[4000];
};

static void
add(struct figures *f, double x)
{
	assert_true(f->count < 4000);
	f->x[f->count++] = fabs(x);
}

static int
larger_first(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x < y) - (x > y);
}

/* In percent, the shares that three moves leave, from row `from` on. */
static double
remainder_of(const struct snapshot *s, int from)
{
	double prob[STATS_MOVES], rest = 0;
	int n = 0;
	for (int i = from; i < s->move_count; i++)
		if (s->moves[i].prob > 0)
			prob[n++] = s->moves[i].prob;
	qsort(prob, (size_t)n, sizeof *prob, larger_first);
	for (int i = 3; i < n; i++)
		rest += prob[i] * 100;
	return rest;
}

/* All that a sentence may say: figures, shares in percent, differences to the first. */
static void
collect(struct figures *f, const struct snapshot *s, double top)
{
	f->count = 0;
	int values = 0;
	for (int i = 0; i < s->move_count; i++) {
		const struct stats_move *m = &s->moves[i];
		for (int seat = 0; seat < s->seats; seat++) {
			add(f, top - m->value[seat]);
			add(f, m->win[seat] * 100);
		}
		add(f, s->moves[0].value[s->mover] - m->value[s->mover]);
		add(f, m->prob * 100);
		add(f, (double)m->visits);
		add(f, i + 1);
		values += m->status != MOVE_UNSEARCHED && m->status != MOVE_AT_MOST &&
			  m->status != MOVE_AT_LEAST;
	}
	for (int i = 0; i < s->gauge_count; i++) {
		add(f, s->gauges[i].value);
		add(f, s->gauges[i].value * 100);
	}
	for (int i = 0; i < STATS_RULES; i++)
		add(f, (double)s->cuts[i]);
	add(f, remainder_of(s, 0));
	add(f, remainder_of(s, 1));
	add(f, values);
	add(f, s->moves_total);
	add(f, (double)s->nodes);
	add(f, (double)s->simulations);
	add(f, s->depth);
	add(f, s->seldepth);
	add(f, s->worlds_done);
	add(f, s->worlds_total);
	add(f, effort_value(s, "cut") * 100);
}

/* A word as a number with the error of its rounding; false: it is none (a card, a time). */
static bool
read_number(const char *word, double *x, double *error)
{
	char *end;
	if (strchr("-0123456789", word[0]) == NULL || word[0] == '\0')
		return false;
	*x = strtod(word, &end);
	const char *dot = strchr(word, '.');
	*error = dot != NULL && dot < end ? 0.0051 : 0.0001;
	if (*end == 'k' || *end == 'M') {
		*x *= *end == 'k' ? 1e3 : 1e6;
		*error = *x * 0.006;
		end++;
	} else if (*end == '%') {
		*error = 0.501;
		end++;
	}
	return strspn(end, ".,;:%") == strlen(end) && end != word;
}

static int
check_numbers(char *text, const struct figures *f)
{
	int checked = 0;
	for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n")) {
		double x, error;
		bool found = false;
		if (!read_number(word, &x, &error))
			continue;
		for (int i = 0; i < f->count && !found; i++)
			found = fabs(fabs(x) - f->x[i]) <= error;
		if (!found)
			print_message("# \"%s\" is no figure of the snapshot\n", word);
		assert_true(found);
		checked++;
	}
	return checked;
}

static void
every_number_of_real_searches_is_a_figure(void **state)
{
	static const struct {
		const char *game, *player;
		double top;
	} cases[] = {
		{ "hearts", "pimc:worlds=12,nodes=6k,inner=(maxn)", 26 },
		{ "hearts", "pimc:worlds=9,sims=900,inner=(uct)", 26 },
		{ "spades", "pimc:worlds=12,nodes=6k,inner=(paranoid)", 0 },
		{ "abalone", "paranoid:nodes=4k", 0 },
		{ "chinese-checkers", "uct:sims=400", 0 },
		{ "chinese-checkers", "maxn:nodes=4k", 0 },
		{ "goofspiel", "pimc:worlds=12,sims=300,inner=(uct)", 0 },
	};
	static struct figures f;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct setup setup;
		struct match m;
		struct player p;
		struct search s;
		struct status st = { 0 };
		struct state root;
		struct text t = { 0 };
		struct calibration cal = { 0 };
		const struct game_ops *ops = catalog_game(&app_catalog, cases[i].game);
		assert_true(setup_init(&setup, &app_catalog, ops, false, &st));
		setup.seed = 5 + i;
		match_open(&m, &setup);
		g = setup.game;
		const int seat = game_mover(&g, &m.states[m.at]);
		match_view(&m, seat, &root);
		calibration_load(&cal, &g, NULL);
		assert_true(player_parse(&p, cases[i].player, &app_catalog, &g, &st));
		const struct search_job job = { .game = &g,
						.root = &root,
						.viewer = seat,
						.player = &p,
						.seed = 9,
						.calibration = cal.stages ? &cal : NULL };
		assert_true(search_open(&s, &job, &st));
		search_run(&s);
		const struct explanation e = {
			.game = &g,
			.root = &root,
			.snap = &s.live,
			.player = "it",
			.played = s.live.moves[s.live.move_count - 1].m,
			.value_name = cases[i].top > 0 ? "points" : NULL,
			.value_top = cases[i].top
		};
		explain_write(&e, &t);
		collect(&f, &s.live, cases[i].top);
		char *line = strstr(t.s, "It expects this line:"); /* bids are numbers */
		if (line != NULL)
			memset(line, ' ', strcspn(line, "\n"));
		for (int k = 0; strcmp(cases[i].game, "goofspiel") == 0 && k <= 13; k++)
			add(&f, k);
		assert_true(check_numbers(t.s, &f) >= 8);
		text_free(&t);
		search_close(&s);
		match_close(&m);
	}
}

int
main(void)
{
	open_hearts();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_choice_is_told_with_its_margin),
		cmocka_unit_test(a_mix_is_told_where_there_is_one),
		cmocka_unit_test(only_what_is_known_is_certain),
		cmocka_unit_test(a_drawn_move_with_less_value_was_drawn),
		cmocka_unit_test(penalty_points_are_told_as_people_count_them),
		cmocka_unit_test(reasons_tell_two_moves_apart),
		cmocka_unit_test(worlds_vote),
		cmocka_unit_test(the_rule_that_cut_most_is_told),
		cmocka_unit_test(what_is_not_known_is_not_told),
		cmocka_unit_test(every_number_of_real_searches_is_a_figure),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
