/*
 * analyze.c - judging moves: losses against known answers, labels, accuracy, what a seat knew,
 * comments that stay loadable, and that threads and stops change nothing.
 */
#include "src/study/analyze.h"

#include "src/app/catalog.h"
#include "src/core/record.h"
#include "src/core/search.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/signals.h"

/* A game between searches, from text: "hearts" with options, all seats by one player. */
static void
play_game(struct match *m, const char *game, const char *const *variant,
	  const char *player, uint64_t seed, int plies)
{
	static struct setup s;
	struct status st = { 0 };
	assert_true(setup_init(&s, &app_catalog, catalog_game(&app_catalog, game), false,
			       &st));
	for (int i = 0; variant != NULL && variant[i] != NULL; i += 2)
		assert_true(
			setup_variant(&s, &app_catalog, variant[i], variant[i + 1], &st));
	s.seed = seed;
	match_open(m, &s);
	struct player p;
	assert_true(player_parse(&p, player, &app_catalog, &s.game, &st));
	for (int k = 0; k < plies && !match_over(m); k++) {
		const int seat = __builtin_ctz(match_acting(m));
		struct state view;
		struct search search;
		match_view(m, seat, &view);
		const struct search_job job = { .game = &m->setup.game,
						.root = &view,
						.viewer = seat,
						.player = &p,
						.seed = seed + (uint64_t)k };
		assert_true(search_open(&search, &job, &st));
		search_run(&search);
		const move mv = search_choice(&search);
		search_close(&search);
		assert_true(match_play(m, seat, mv, "depth=1", &st));
	}
}

static const char *const one_hand[] = { "hands", "1", NULL };
static const char *const open_hand[] = { "hands", "1", "open", "on", NULL };
static const char *const small_star[] = { "size", "2", "seats", "2", NULL };

static struct analysis *
open_analysis(const struct match *m, const char *player, int64_t nodes,
	      struct analyze_options o)
{
	static struct player p;
	static struct calibration calibration;
	struct status st = { 0 };
	if (!analyze_player(&p, player, nodes, o.open, &app_catalog, &m->setup.game, &st))
		fail_msg("%s", st.text);
	calibration_load(&calibration, &m->setup.game, &st);
	o.match = m;
	o.player = &p;
	o.calibration = &calibration;
	o.seed = 1;
	if (o.thresholds.lost[LABEL_BLUNDER] <= 0)
		o.thresholds = analyze_thresholds_default;
	struct analysis *a = analysis_open(&o, &st);
	if (a == NULL)
		fail_msg("%s", st.text);
	return a;
}

#define EVERYTHING \
	(struct analyze_options) \
	{ \
		.person = SEAT_ALL \
	}

/* With the whole game searched the value before a move is the value of its best reply, and a
 * perfect player loses nothing. */
static void
a_perfect_player_loses_nothing_and_a_random_one_does(void **state)
{
	static const char *const players[] = { "maxn:prune=none", "random" };
	double loss[2] = { 0 };
	for (int k = 0; k < 2; k++) {
		struct match m;
		play_game(&m, "hearts", open_hand, "random", 11, 4 + 36);
		const int from = m.at;
		struct match rest;
		match_copy(&rest, &m);
		/* the last tricks: small enough to be searched to the end */
		struct player p;
		struct status st = { 0 };
		assert_true(
			player_parse(&p, players[k], &app_catalog, &m.setup.game, &st));
		while (!match_over(&rest)) {
			const int seat = __builtin_ctz(match_acting(&rest));
			struct state view;
			struct search s;
			match_view(&rest, SEAT_ALL, &view);
			const struct search_job job = { .game = &rest.setup.game,
							.root = &view,
							.viewer = seat,
							.player = &p,
							.seed = 1 };
			assert_true(search_open(&s, &job, &st));
			search_run(&s);
			assert_true(match_play(&rest, seat, search_choice(&s), "", &st));
			search_close(&s);
		}
		struct analysis *a =
			open_analysis(&rest, "maxn:prune=none,depth=60", 0,
				      (struct analyze_options){ .person = SEAT_ALL,
								.from = from });
		assert_true(analysis_run(a, 2, NULL));
		for (int i = 0; i < a->count; i++) {
			const struct analyze_move *d = analysis_move(a, i);
			assert_non_null(d);
			assert_true(d->ply >= from);
			if (d->choices < 2)
				continue;
			assert_true(d->loss >= 0);
			loss[k] += d->loss;
			const double gap = d->value_before - d->value_after;
			assert_true(fabs(d->loss - (gap > 0 ? gap : 0)) < 1e-9);
		}
		analysis_close(a);
		match_close(&rest);
		match_close(&m);
	}
	assert_true(loss[0] < 1e-9);
	assert_true(loss[1] > 0.5);
}

static bool
same_move(const struct analyze_move *x, const struct analyze_move *y)
{
	return x->ply == y->ply && x->best == y->best && x->nodes == y->nodes &&
	       x->label == y->label &&
	       (x->loss == y->loss || (isnan(x->loss) && isnan(y->loss)));
}

static void
threads_and_stops_change_nothing(void **state)
{
	struct match m;
	play_game(&m, "hearts", one_hand, "random", 5, 20);
	struct analysis *one = open_analysis(&m, NULL, 3000, EVERYTHING);
	struct analysis *three = open_analysis(&m, NULL, 3000, EVERYTHING);
	assert_true(analysis_run(one, 1, NULL));
	struct status st = { 0 };
	assert_true(analysis_start(three, 3, -1, &st));
	signals_wait_for_this_thread();
	analysis_stop(three); /* at once, then on to the end */
	while (analysis_running(three))
		continue;
	assert_true(analysis_start(three, 3, -1, &st));
	while (analysis_running(three))
		continue;
	assert_int_equal(one->count, 20);
	for (int i = 0; i < one->count; i++) {
		assert_non_null(analysis_move(three, i));
		assert_true(same_move(&one->move[i], &three->move[i]));
	}
	analysis_close(one);
	analysis_close(three);
	match_close(&m);
}

/* A hand that differs only in what the seat cannot see gets the same verdict on that seat's
 * first card: other seats' cards are dealt anew. */
static void
only_what_the_seat_knew_counts(void **state)
{
	struct match m;
	play_game(&m, "hearts", one_hand, "random", 7, 12);
	struct analysis *a = open_analysis(&m, NULL, 3000, EVERYTHING);
	struct analysis *b = open_analysis(&m, NULL, 3000, EVERYTHING);
	int last = a->count - 1;
	while (a->move[last].choices < 3)
		last--;
	const int ply = a->move[last].ply, seat = a->move[last].seat;
	/* the same view, another deal behind it */
	const struct game *g = &m.setup.game;
	struct rng r;
	rng_seed(&r, 99);
	struct state other;
	match_view_at(&b->match, ply, seat, &other);
	g->hidden->determinize(g, &other, seat, &r);
	assert_true(memcmp(&other, &b->match.states[ply], sizeof other) != 0);
	b->match.states[ply] = other;
	analysis_run(a, 1, NULL);
	analysis_run(b, 1, NULL);
	const struct analyze_move *x = analysis_move(a, analysis_find(a, ply)),
				  *y = analysis_move(b, analysis_find(b, ply));
	assert_non_null(x);
	assert_non_null(y);
	assert_true(same_move(x, y));
	analysis_close(a);
	analysis_close(b);
	match_close(&m);
}

/* Of a hand that is on, others' decisions are not judged at all. */
static void
a_closed_hand_tells_only_the_persons_decisions(void **state)
{
	struct match m;
	play_game(&m, "hearts", one_hand, "random", 8, 16);
	struct analysis *a =
		open_analysis(&m, NULL, 2000,
			      (struct analyze_options){ .person = 2, .closed = 6 });
	int others = 0;
	for (int i = 0; i < a->count; i++) {
		const int ply = a->move[i].ply;
		others += a->move[i].seat != 2;
		assert_true(ply < 6 || a->move[i].seat == 2);
	}
	assert_true(others > 0);
	analysis_close(a);
	match_close(&m);
}

static void
a_wide_pass_is_valued_whatever_it_is(void **state)
{
	struct match m;
	play_game(&m, "hearts", one_hand, "random", 21, 4);
	struct analysis *a = open_analysis(&m, NULL, 20000, EVERYTHING);
	assert_true(analysis_run(a, 2, NULL));
	for (int i = 0; i < a->count; i++) {
		assert_true(a->move[i].choices > 64);
		assert_true(a->move[i].loss >= 0);
	}
	analysis_close(a);
	match_close(&m);
}

/* What a mixed strategy draws is not what it thinks best. */
static void
the_best_of_a_mix_is_its_likeliest(void **state)
{
	static const char player[] = "smmcts:policy=rm+,sims=2000";
	static const char *const cards[] = { "cards", "8", NULL };
	struct match m;
	int drawn = 0;
	play_game(&m, "goofspiel", cards, "random", 4, 14);
	struct analysis *a = open_analysis(&m, player, 0, EVERYTHING);
	assert_true(analysis_run(a, 1, NULL));
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *d = analysis_move(a, i);
		struct search s;
		struct state view;
		struct status st = { 0 };
		if (d->choices < 2)
			continue;
		const uint64_t own = rng_fork(1, (uint64_t)d->seat + 1);
		uint64_t before = 0;
		for (int k = 0; k < d->ply; k++)
			before += m.plies[k].seat == d->seat;
		match_view_at(&m, d->ply, d->seat, &view);
		const struct search_job job = { .game = &m.setup.game,
						.root = &view,
						.viewer = d->seat,
						.player = &a->player,
						.seed = rng_fork(own, before) };
		assert_true(search_open(&s, &job, &st));
		search_run(&s);
		if (d->nodes > s.live.nodes) { /* its loss was doubtful */
			search_close(&s);
			continue;
		}
		int best = 0;
		for (int k = 1; k < s.live.move_count; k++)
			if (s.live.moves[k].prob > s.live.moves[best].prob)
				best = k;
		const struct stats_move *row = &s.live.moves[best];
		assert_int_equal(d->best, row->m);
		assert_true(fabs(d->value_before - row->value[d->seat]) < 1e-12);
		drawn += best > 0;
		search_close(&s);
	}
	assert_true(drawn > 0); /* another was, now and then */
	analysis_close(a);
	match_close(&m);
}

/* A decision of hold'em, told by a search: a row for each move. */
static struct analyze_move
judge_told(const struct match *m, int ply, move played, const struct stats_move *row,
	   int rows, bool mixed)
{
	static struct snapshot s;
	struct analyze_move d;
	snapshot_init(&s, 2, m->plies[ply].seat, m->plies[ply].seat);
	s.move_count = rows;
	s.mixed = mixed;
	memcpy(s.moves, row, (size_t)rows * sizeof *row);
	analyze_begin(&d, &m->setup.game, &m->states[ply], ply, m->plies[ply].seat,
		      played);
	assert_true(analyze_by_search(&d, &m->setup.game, &m->states[ply], &s,
				      &analyze_thresholds_default));
	return d;
}

/* In hold'em a loss is weighed against the pot after a call, told in big blinds, and what the
 * mix has costs nothing. The button has raised to 300, the pot would be 600; it is the big
 * blind's turn. */
static void
a_loss_in_hold_em_is_weighed_against_the_pot(void **state)
{
	static const double at[] = { 29, 30, 60, 90, 700 };
	static const enum analyze_label given[] = { LABEL_NONE, LABEL_INACCURACY,
						    LABEL_MISTAKE, LABEL_BLUNDER,
						    LABEL_BLUNDER };
	struct match m;
	struct status st = { 0 };
	move raise, call;
	play_game(&m, "holdem", NULL, "random", 3, 0);
	const struct game *g = &m.setup.game;
	const int button = __builtin_ctz(match_acting(&m));
	assert_true(game_parse_move(g, &m.states[m.at], button, "r300", &raise, &st));
	assert_true(match_play(&m, button, raise, "", &st));
	const int blind = __builtin_ctz(match_acting(&m)), ply = m.at;
	assert_true(game_parse_move(g, &m.states[ply], blind, "c", &call, &st));
	assert_true(match_play(&m, blind, call, "", &st));
	struct stats_move row[2];
	stats_move_blank(&row[0], 0); /* a fold */
	stats_move_blank(&row[1], call);
	row[0].status = row[1].status = MOVE_OPEN;
	row[0].value[blind] = -100;
	row[0].win[blind] = 0;
	row[1].win[blind] = 1; /* it says nothing */
	for (int k = 0; k < 5; k++) {
		row[1].value[blind] = -100 - at[k];
		const struct analyze_move d = judge_told(&m, ply, call, row, 2, false);
		char loss[16], wanted[16];
		assert_true(d.pot == 600 && d.unit == 100 && isnan(d.win_loss));
		assert_true(fabs(d.lost - fmin(at[k] / 600, 1)) < 1e-12);
		assert_int_equal(d.label, given[k]);
		analyze_format_loss(g, &d, loss, sizeof loss);
		snprintf(wanted, sizeof wanted, "+%.2f", at[k] / 100);
		assert_string_equal(loss, wanted);
	}
	assert_string_equal(analyze_unit(g), "big blinds");
	for (int k = 0; k < 2; k++) { /* one time in twenty, and less often */
		row[1].prob = k == 0 ? 0.05 : 0.049;
		row[0].prob = 1 - row[1].prob;
		const struct analyze_move d = judge_told(&m, ply, call, row, 2, true);
		assert_int_equal(d.mixed, k == 0);
		assert_true(k == 0 ? d.loss == 0 && d.lost == 0 && d.label == LABEL_NONE
				   : d.loss == 700 && d.label == LABEL_BLUNDER);
		assert_true(d.best == 0 && d.value_before == -100 &&
			    d.value_after == -800);
	}
	row[1].value[blind] = (double)NAN; /* not looked at: no loss of 100 % */
	const struct analyze_move d = judge_told(&m, ply, call, row, 2, false);
	assert_true(isnan(d.loss) && isnan(d.lost) && d.label == LABEL_NONE);
	match_close(&m);
}

/* A move of the mix loses no win probability, where there is one. */
static void
a_mix_without_win_probabilities_has_none(void **state)
{
	struct match m;
	struct stats_move row[2];
	move moves[MOVES_MAX];
	play_game(&m, "leduc", NULL, "random", 3, 0);
	const struct game *g = &m.setup.game;
	const int ply = m.at, seat = __builtin_ctz(match_acting(&m));
	g->rules->moves(g, &m.states[ply], seat, moves);
	assert_true(match_play(&m, seat, moves[1], "", NULL));
	for (int k = 0; k < 2; k++) {
		stats_move_blank(&row[k], moves[k]);
		row[k].status = MOVE_OPEN;
		row[k].prob = 0.5;
		row[k].value[seat] = -k;
	}
	struct analyze_move d = judge_told(&m, ply, moves[1], row, 2, true);
	assert_true(d.loss == 0 && isnan(d.win_loss) && isnan(d.lost));
	row[0].win[seat] = 0.75;
	row[1].win[seat] = 0.25;
	d = judge_told(&m, ply, moves[1], row, 2, true);
	assert_true(d.win_loss == 0 && d.lost == 0);
	d = judge_told(&m, ply, moves[1], row, 2, false);
	assert_true(d.win_loss == 0.5 && d.loss == 1);
	match_close(&m);
}

static void
labels_and_accuracy_follow_their_definition(void **state)
{
	struct match m;
	play_game(&m, "hearts", one_hand, "random", 31, 56);
	struct analysis *a =
		open_analysis(&m, NULL, 20000,
			      (struct analyze_options){
				      .person = SEAT_ALL,
				      .thresholds = { { 0, 0.02, 0.04, 0.08 },
						      { 0, 0.05, 0.1, 0.2 } } });
	assert_true(analysis_run(a, 2, NULL));
	double offered[SEATS_MAX] = { 0 }, kept[SEATS_MAX] = { 0 };
	int labels[LABELS] = { 0 };
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *d = analysis_move(a, i);
		enum analyze_label expected = LABEL_NONE;
		if (d->choices < 2)
			continue;
		if (!isnan(d->win_loss)) {
			offered[d->seat] += d->win_before[d->seat];
			kept[d->seat] += d->win_before[d->seat] - d->win_loss;
		}
		if (!analyze_uncertain(d))
			expected = d->loss >= 5.2   ? LABEL_BLUNDER /* of 26 points */
				   : d->loss >= 2.6 ? LABEL_MISTAKE
				   : d->loss >= 1.3 ? LABEL_INACCURACY
						    : LABEL_NONE;
		assert_int_equal(d->label, expected);
		assert_false(d->played == d->best && d->loss > 0);
		labels[expected]++;
	}
	assert_true(labels[LABEL_INACCURACY] + labels[LABEL_MISTAKE] > 0);
	for (int i = 0; i < 4; i++) {
		struct analyze_seat s;
		analysis_seat(a, i, &s);
		assert_true(fabs(s.accuracy - kept[i] / offered[i]) < 1e-9);
		assert_true(s.accuracy > 0.3 && s.accuracy <= 1);
	}
	int costly = 0;
	for (int i = analysis_costly(a, -1, 1); i >= 0; i = analysis_costly(a, i, 1))
		costly++;
	assert_int_equal(costly, labels[LABEL_INACCURACY] + labels[LABEL_MISTAKE] +
					 labels[LABEL_BLUNDER]);
	analysis_close(a);
	match_close(&m);
}

static void
comments_replace_an_earlier_analysis_and_load_again(void **state)
{
	struct match m, again;
	struct text first = { 0 }, second = { 0 };
	struct status st = { 0 };
	play_game(&m, "chinese-checkers", small_star, "random", 3, 12);
	struct analysis *a = open_analysis(&m, "uct", 500, EVERYTHING);
	assert_true(analysis_run(a, 1, NULL));
	analysis_comment(a, &m);
	record_write(&m, &first);
	analysis_comment(a, &m);
	record_write(&m, &second);
	assert_string_equal(first.s, second.s);
	assert_non_null(strstr(first.s, "{depth=1 judged loss="));
	assert_true(record_read(&again, first.s, "text", &app_catalog, &st));
	assert_int_equal(again.at, m.at);
	match_close(&again);
	text_free(&first);
	text_free(&second);
	analysis_close(a);
	match_close(&m);
}

static void
a_search_that_needs_open_hands_says_so(void **state)
{
	struct match m;
	struct player p;
	struct status st = { 0 };
	play_game(&m, "hearts", one_hand, "random", 3, 6);
	assert_true(analyze_player(&p, "maxn:depth=2", 0, true, &app_catalog,
				   &m.setup.game, &st));
	struct analyze_options o = { .match = &m, .player = &p, .person = SEAT_ALL };
	assert_null(analysis_open(&o, &st));
	assert_non_null(strstr(st.text, "perfect information"));
	o.open = true;
	st = (struct status){ 0 };
	struct analysis *a = analysis_open(&o, &st);
	assert_non_null(a);
	analysis_close(a);
	match_close(&m);
}

/*
 * losses_by_seat.json, each seat taking its second move. By max^n the third seat is left with 9
 * of (3, 2, 9), so the second with 6 of (4, 6, 2), so the first with 10 of (10, 1, 5). They lose
 * 10 - 4, 6 - 2 and 9 - 4. Win probabilities by the calibration: exp(value / 10) over the sum.
 */
static const double before_of[3][3] = { { 10, 1, 5 }, { 4, 6, 2 }, { 3, 2, 9 } };
static const double after_of[3][3] = { { 4, 6, 2 }, { 3, 2, 9 }, { 1, 8, 4 } };
static const struct calibration by_tenths = { .stages = 1, .beta = { 0.1 } };

static double
chance_of(const double *value, int seat)
{
	const double sum = exp(value[0] / 10) + exp(value[1] / 10) + exp(value[2] / 10);
	return exp(value[seat] / 10) / sum;
}

static void
play_second_moves(struct match *m)
{
	static const char *const tree[] = { "file", "tests/data/losses_by_seat.json",
					    NULL };
	struct status st = { 0 };
	play_game(m, "tree", tree, "random", 1, 0);
	for (int seat = 0; seat < 3; seat++)
		assert_true(match_play(m, seat, 1, "", &st));
}

static struct analysis *
judge_second_moves(const struct match *m, const char *player,
		   const struct analyze_thresholds *thresholds)
{
	struct player p;
	struct status st = { 0 };
	assert_true(
		analyze_player(&p, player, 0, false, &app_catalog, &m->setup.game, &st));
	const struct analyze_options o = { .match = m,
					   .player = &p,
					   .person = SEAT_ALL,
					   .calibration = &by_tenths,
					   .thresholds = *thresholds };
	struct analysis *a = analysis_open(&o, &st);
	if (a == NULL)
		fail_msg("%s", st.text);
	assert_true(analysis_run(a, 1, NULL));
	assert_int_equal(a->count, 3);
	return a;
}

/* By a search to the end, and by one whose figures make it look again after the moves. */
static void
each_seat_is_charged_with_its_own_loss(void **state)
{
	static const char *const players[] = { "maxn:prune=none,depth=9",
					       "uct:sims=20k" };
	for (int k = 0; k < 2; k++) {
		struct match m;
		play_second_moves(&m);
		struct analysis *a =
			judge_second_moves(&m, players[k], &analyze_thresholds_default);
		for (int i = 0; i < 3; i++) {
			const struct analyze_move *d = analysis_move(a, i);
			const double before = chance_of(before_of[i], i);
			const double after = chance_of(after_of[i], i);
			struct analyze_seat seat;
			assert_int_equal(d->seat, i);
			assert_int_equal(d->best, 0);
			assert_true(fabs(d->value_before - before_of[i][i]) < 1e-9);
			assert_true(fabs(d->value_after - after_of[i][i]) < 1e-9);
			assert_true(fabs(d->loss - (before_of[i][i] - after_of[i][i])) <
				    1e-9);
			for (int j = 0; j < 3; j++) {
				assert_true(fabs(d->win_before[j] -
						 chance_of(before_of[i], j)) < 1e-9);
				assert_true(fabs(d->win_after[j] -
						 chance_of(after_of[i], j)) < 1e-9);
			}
			assert_true(fabs(d->win_loss - (before - after)) < 1e-9);
			analysis_seat(a, i, &seat);
			assert_int_equal(seat.decisions, 1);
			assert_int_equal(seat.count[d->label], 1);
			assert_true(fabs(seat.loss - d->loss) < 1e-9);
			assert_true(fabs(seat.lost - (before - after)) < 1e-9);
			assert_true(fabs(seat.accuracy - after / before) < 1e-9);
		}
		analysis_close(a);
		match_close(&m);
	}
}

/* A label is given from its threshold on: the first seat's loss meets one exactly, then it just
 * misses it. */
static void
a_threshold_that_is_met_gives_its_label(void **state)
{
	struct match m;
	play_second_moves(&m);
	struct analysis *a = judge_second_moves(&m, "maxn:prune=none,depth=9",
						&analyze_thresholds_default);
	const double lost = analysis_move(a, 0)->win_loss;
	assert_int_equal(analysis_find(a, 2), 2);
	assert_int_equal(analysis_find(a, -1), -1);
	assert_int_equal(analysis_find(a, 3), -1); /* nobody has moved there yet */
	a->at_ply[3] = 9;			   /* nor is it looked up */
	assert_int_equal(analysis_find(a, 3), -1);
	analysis_close(a);
	for (int label = LABEL_INACCURACY; label < LABELS; label++) {
		for (int met = 0; met < 2; met++) {
			struct analyze_thresholds t = { .lost = { 0, 2, 2, 2 } };
			for (int i = LABEL_INACCURACY; i < label; i++)
				t.lost[i] = lost / 2;
			t.lost[label] = met ? lost : nextafter(lost, 1);
			a = judge_second_moves(&m, "maxn:prune=none,depth=9", &t);
			assert_int_equal(analysis_move(a, 0)->label,
					 met ? label : label - 1);
			analysis_close(a);
		}
	}
	assert_true(analyze_thresholds_default.lost[LABEL_INACCURACY] == 0.05);
	assert_true(analyze_thresholds_default.lost[LABEL_MISTAKE] == 0.10);
	assert_true(analyze_thresholds_default.lost[LABEL_BLUNDER] == 0.15);
	match_close(&m);
}

/* A decision in a hand of Hearts whose move played costs so many points, with this standard error,
 * and next to nothing of the match. */
static enum analyze_label
label_of_points(double loss, double se, bool *doubtful)
{
	static struct setup setup;
	static struct match m;
	static struct snapshot s;
	struct analyze_move d;
	move moves[MOVES_MAX];
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       false, NULL));
	setup.seed = 4;
	match_open(&m, &setup);
	const int seat = game_mover(&setup.game, &m.states[m.at]);
	assert_true(match_moves(&m, seat, moves) > 1);
	analyze_begin(&d, &setup.game, &m.states[m.at], m.at, seat, moves[1]);
	snapshot_init(&s, 4, seat, seat);
	s.move_count = 2;
	for (int i = 0; i < 2; i++) {
		stats_move_blank(&s.moves[i], moves[i]);
		s.moves[i].value[seat] = 20 - i * loss;
		s.moves[i].win[seat] = 0.25 - i * 0.001;
		s.moves[i].cost_se = i * se;
	}
	assert_true(analyze_by_search(&d, &setup.game, &m.states[m.at], &s,
				      &analyze_thresholds_default));
	*doubtful = analyze_doubtful(&d, &analyze_thresholds_default);
	snapshot_free(&s);
	match_close(&m);
	return d.label;
}

static void
points_have_a_label_at_any_score(void **state)
{
	bool doubtful;
	assert_int_equal(label_of_points(10, 1, &doubtful), LABEL_BLUNDER);
	assert_false(doubtful);
	assert_int_equal(label_of_points(5, 1, &doubtful), LABEL_MISTAKE);
	assert_int_equal(label_of_points(2, 0.5, &doubtful), LABEL_INACCURACY);
	assert_int_equal(label_of_points(1, 0.1, &doubtful), LABEL_NONE);
	assert_int_equal(label_of_points(10, 6, &doubtful), LABEL_NONE);
	assert_true(doubtful); /* it may be chance, and is looked at again */
	assert_int_equal(label_of_points(1, 6, &doubtful), LABEL_NONE);
	assert_false(doubtful); /* whatever it is, it is little */
}

/* What is doubtful in few worlds is told from chance in more. */
static void
a_doubtful_loss_is_searched_again(void **state)
{
	struct match m;
	int again = 0;
	play_game(&m, "hearts", NULL, "random", 4, 20);
	struct analysis *a =
		open_analysis(&m, "pimc:worlds=10,sims=200,inner=(uct),threads=1", 0,
			      EVERYTHING);
	assert_true(analysis_run(a, 1, NULL));
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *d = analysis_move(a, i);
		const bool more = d->nodes > 200 * 60;
		again += more;
		if (!more)
			assert_false(analyze_doubtful(d, &analyze_thresholds_default));
	}
	assert_in_range(again, 1, a->count - 1);
	analysis_close(a);
	match_close(&m);
}

/* A move without a value is not marked as a mistake is; two that cost the same are as good as each
 * other only where their values are. */
static void
words_are_those_of_the_figures(void **state)
{
	static const struct {
		double after, loss;
		bool mixed;
		const char *mark, *said;
	} moves[] = {
		{ (double)NAN, (double)NAN, false, "-", "the cost is unknown" },
		{ 12, 0, false, "=", "as good as " },
		{ 19, 0, false, "=", "the search preferred " },
		{ 5, 0, true, "=", "the search mixes it with " },
		{ 5, 7, false, "+7.0", "it costs 7.0 penalty points" },
	};
	struct match m;
	play_game(&m, "hearts", NULL, "random", 5, 12);
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		struct analyze_move d;
		struct text t = { 0 };
		char mark[16];
		analyze_begin(&d, &m.setup.game, &m.states[9], 9, m.plies[9].seat,
			      m.plies[9].m);
		d.best = d.played + 1;
		d.choices = 2;
		d.status = MOVE_OPEN;
		d.value_before = 12;
		d.value_after = moves[i].after;
		d.loss = moves[i].loss;
		d.mixed = moves[i].mixed;
		analyze_format_loss(&m.setup.game, &d, mark, sizeof mark);
		assert_string_equal(mark, moves[i].mark);
		analyze_say(&m, &d, &t);
		if (strstr(t.s, moves[i].said) == NULL)
			fail_msg("%s: not \"%s\"", t.s, moves[i].said);
		text_free(&t);
	}
	match_close(&m);
}

#define FIRST_CARD 5  /* the ply: after a deal and four passes or bids */
#define QUEEN	   36 /* of spades; suits of 13 cards: clubs, diamonds, spades, hearts */

/* Cards of a suit are equal when all between them were in earlier tricks or are in the same hand; not
 * the queen of spades in Hearts, which has points of its own. They are not when another hand has one
 * between them: -1. 0: neither. */
static int
same_run(const struct match *m, int ply, move a, move b)
{
	const struct game *g = &m->setup.game;
	const struct state *s = &m->states[ply];
	uint64_t near = g->hidden->held(g, s, m->plies[ply].seat), far = 0;
	const uint64_t run = (UINT64_C(2) << b) - (UINT64_C(1) << a);
	for (int k = FIRST_CARD; k < FIRST_CARD + (ply - FIRST_CARD) / 4 * 4; k++)
		near |= UINT64_C(1) << (int)m->plies[k].m;
	for (int seat = 0; seat < g->seats; seat++)
		far |= seat == m->plies[ply].seat ? 0 : g->hidden->held(g, s, seat);
	if ((run & far) != 0)
		return -1;
	return a / 13 == b / 13 && (run & ~near) == 0 &&
	       ((run >> QUEEN & 1) == 0 || strcmp(g->ops->key, "spades") == 0);
}

/* The judgement of a card in place of the one that was played. */
static struct analyze_move
judge_card(const struct match *m, int ply, move card)
{
	struct match tried;
	struct analyze_options o = EVERYTHING;
	match_copy(&tried, m);
	tried.at = ply;
	match_push(&tried, m->plies[ply].seat, card, NULL);
	o.from = ply;
	struct analysis *a = open_analysis(&tried, "pimc:worlds=4,inner=(net)", 0, o);
	assert_true(analysis_run(a, 1, NULL));
	const struct analyze_move d = *analysis_move(a, 0);
	analysis_close(a);
	match_close(&tried);
	return d;
}

/* The network lists one card of a run; each of the others is judged as that one. */
static void
equal_cards_are_judged_alike(void **state)
{
	static const char *const games[] = { "hearts", "spades" };
	static move moves[MOVES_MAX];
	for (int i = 0; i < 2; i++) {
		struct match m;
		int alike = 0, apart = 0;
		play_game(&m, games[i], NULL, "random", 5, 50);
		const struct game *g = &m.setup.game;
		for (int ply = FIRST_CARD + 4; ply < 36; ply++) {
			const int seat = m.plies[ply].seat;
			const int n = g->rules->moves(g, &m.states[ply], seat, moves);
			for (int k = 1; k < n; k++) {
				const move a = moves[k - 1], b = moves[k];
				const int same = same_run(&m, ply, a, b);
				if (same != 0)
					assert_int_equal(game_equal(g, &m.states[ply],
								    seat, a, b),
							 same > 0);
				apart += same < 0;
				if (same <= 0 || alike++ % 4 > 0 || i > 0)
					continue;
				const struct analyze_move x = judge_card(&m, ply, a),
							  y = judge_card(&m, ply, b);
				assert_true(!isnan(x.loss));
				assert_true(x.loss == y.loss);
				assert_true(x.label == y.label);
				assert_true(x.value_after == y.value_after);
			}
		}
		assert_true(alike > 10 && apart > 10);
		match_close(&m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_have_a_label_at_any_score),
		cmocka_unit_test(a_doubtful_loss_is_searched_again),
		cmocka_unit_test(a_perfect_player_loses_nothing_and_a_random_one_does),
		cmocka_unit_test(threads_and_stops_change_nothing),
		cmocka_unit_test(only_what_the_seat_knew_counts),
		cmocka_unit_test(a_closed_hand_tells_only_the_persons_decisions),
		cmocka_unit_test(a_wide_pass_is_valued_whatever_it_is),
		cmocka_unit_test(the_best_of_a_mix_is_its_likeliest),
		cmocka_unit_test(equal_cards_are_judged_alike),
		cmocka_unit_test(words_are_those_of_the_figures),
		cmocka_unit_test(a_loss_in_hold_em_is_weighed_against_the_pot),
		cmocka_unit_test(a_mix_without_win_probabilities_has_none),
		cmocka_unit_test(each_seat_is_charged_with_its_own_loss),
		cmocka_unit_test(a_threshold_that_is_met_gives_its_label),
		cmocka_unit_test(labels_and_accuracy_follow_their_definition),
		cmocka_unit_test(comments_replace_an_earlier_analysis_and_load_again),
		cmocka_unit_test(a_search_that_needs_open_hands_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
