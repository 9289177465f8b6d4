/*
 * session.c - a table without a screen: whole games, take-backs, changes of seats, and that
 * the FAIR screen depends on nothing the person's seat may not know.
 */
#include "src/app/catalog.h"
#include "src/base/clock.h"
#include "src/core/record.h"
#include "ui/boards/boards.h"
#include "ui/coach.h"
#include "ui/screens.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <unistd.h>

#define PATIENCE 60000 /* ticks of a millisecond: only a broken search takes so long */
#define SCREEN_W 120   /* the largest that is drawn */
#define SCREEN_H 40

static void
make_setup(struct setup *s, const char *game, const char *player, int humans)
{
	struct status st = { 0 };
	assert_true(setup_init(s, &app_catalog, catalog_game(&app_catalog, game), false,
			       &st));
	for (int i = 0; i < s->game.seats; i++)
		assert_true(setup_player(s, &app_catalog, i,
					 i < humans ? "human" : player, &st));
	s->seed = 11;
	s->view = VIEW_FAIR;
}

static void
set_variant(struct setup *s, const char *key, const char *value)
{
	struct status st = { 0 };
	assert_true(setup_variant(s, &app_catalog, key, value, &st));
}

static struct session *
open_session(const struct setup *setup)
{
	struct session *s = session_memory(sizeof *s);
	session_open(s, &app_catalog, NULL, setup, -1);
	s->speed_ms = 0;
	s->advise = false;
	return s;
}

static void
close_session(struct session *s)
{
	session_close(s);
	free(s);
}

/* Ticks until a person is to choose or the game is over. */
static void
run(struct session *s)
{
	for (int k = 0; k < PATIENCE; k++) {
		session_tick(s, clock_now_us());
		if (s->hand_over)
			session_continue(s);
		if (!session_waiting(s))
			return;
		clock_sleep_us(1000);
	}
	fail_msg("the searches never finished");
}

static uint64_t
hash_now(const struct session *s)
{
	return game_state_hash(&s->match.setup.game, &s->match.states[s->match.at]);
}

static void
play_first(struct session *s)
{
	static move moves[MOVES_MAX];
	struct status st = { 0 };
	const int seat = session_chooser(s);
	assert_true(seat != SEAT_NONE);
	assert_true(match_moves(&s->match, seat, moves) > 0);
	assert_true(session_play(s, seat, moves[0], &st));
}

static void
searches_play_whole_games_by_themselves(void **state)
{
	static const struct {
		const char *game, *key, *value;
	} games[] = { { "hearts", "hands", "2" }, { "chinese-checkers", "size", "2" } };
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		static struct setup setup;
		make_setup(&setup, games[i].game, "random", 0);
		set_variant(&setup, games[i].key, games[i].value);
		struct session *s = open_session(&setup);
		run(s);
		assert_true(match_over(&s->match));
		assert_int_equal(session_viewer(s), SEAT_ALL);
		close_session(s);
	}
}

static void
a_person_plays_a_whole_hand_and_every_ply_is_kept(void **state)
{
	static struct setup setup;
	make_setup(&setup, "hearts", "random", 1);
	set_variant(&setup, "hands", "1");
	struct session *s = open_session(&setup);
	for (run(s); !match_over(&s->match); run(s)) {
		assert_int_equal(session_viewer(s), 0);
		play_first(s);
	}
	int persons = 0;
	for (int k = 0; k < s->match.at; k++)
		persons += s->match.plies[k].human;
	assert_int_equal(persons, 14); /* the pass and thirteen cards */
	assert_int_equal(session_viewer(s), SEAT_ALL);
	close_session(s);
}

/* A search that has just begun has nothing to show yet: the panel keeps the one before. */
static void
a_pause_between_two_searches_shows_the_last(void **state)
{
	static struct setup setup;
	make_setup(&setup, "chinese-checkers", "maxn:depth=2", 0);
	struct session *s = open_session(&setup);
	for (int k = 0; s->match.at < 3 || s->search.known || s->search.worker == NULL;
	     k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(100);
		assert_true(k < 10 * PATIENCE);
	}
	session_pause(s, true);
	const struct session_search *last = session_thinker(s);
	assert_true(last->known);
	assert_int_equal(last->ply, s->match.at - 1);
	assert_int_equal(last->seat, s->match.plies[s->match.at - 1].seat);
	assert_int_equal(last->snap.moves[0].m, s->match.plies[s->match.at - 1].m);
	assert_ptr_equal(session_shown(s, s->match.at - 1), last);
	session_undo(s, true);
	assert_false(session_thinker(s)->known);
	close_session(s);
}

/* Nor has one that stands still before its first world is searched. */
static void
a_pause_before_the_first_world_shows_the_last(void **state)
{
	static struct setup setup;
	make_setup(&setup, "hearts", "pimc:worlds=2,nodes=20k,inner=(maxn)", 0);
	set_variant(&setup, "passing", "off");
	struct session *s = open_session(&setup);
	for (int k = 0; s->match.at < 6 || s->search.known || s->search.worker == NULL;
	     k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(100);
		assert_true(k < 10 * PATIENCE);
	}
	session_pause(s, true);
	for (int k = 0; !s->search.known && k < PATIENCE; k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	}
	assert_true(s->search.known); /* it says what it has done before it waits */
	const struct session_search *shown = session_thinker(s);
	assert_true(shown->snap.move_count > 0);
	assert_true(s->search.snap.move_count > 0 || shown->ply == s->match.at - 1);
	session_pause(s, false);
	assert_ptr_equal(session_thinker(s), &s->search);
	close_session(s);
}

static void
undo_goes_to_the_last_decision_and_redo_back(void **state)
{
	static struct setup setup;
	make_setup(&setup, "chinese-checkers", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	play_first(s);
	run(s);
	const uint64_t first = hash_now(s);
	const int at = s->match.at;
	play_first(s);
	run(s);
	const uint64_t second = hash_now(s);
	assert_false(s->match.assisted);
	assert_true(session_undo(s, false));
	assert_int_equal(s->match.at, at);
	assert_true(hash_now(s) == first);
	assert_true(s->match.assisted);
	assert_true(session_redo(s));
	assert_true(hash_now(s) == second);
	assert_true(session_undo(s, true));
	assert_int_equal(s->match.at, 2 * at - 1);
	assert_true(s->paused); /* or the search would play it again at once */
	close_session(s);
}

static void
nothing_is_played_while_paused_and_a_step_is_one_move(void **state)
{
	static struct setup setup;
	make_setup(&setup, "chinese-checkers", "random", 0);
	struct session *s = open_session(&setup);
	session_pause(s, true);
	for (int k = 0; k < 20; k++)
		session_tick(s, clock_now_us());
	assert_int_equal(s->match.at, 0);
	session_step(s);
	run(s);
	assert_int_equal(s->match.at, 1);
	assert_true(s->paused);
	close_session(s);
}

static void
a_seat_changes_hands_in_the_middle(void **state)
{
	static struct setup setup;
	struct status st = { 0 };
	make_setup(&setup, "chinese-checkers", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	assert_int_equal(session_chooser(s), 0);
	assert_true(session_seat(s, 0, "random", &st));
	assert_true(session_seat(s, 1, "human", &st));
	run(s);
	assert_int_equal(session_chooser(s), 1);
	assert_false(session_seat(s, 1, "nobody", &st));
	assert_int_equal(session_chooser(s), 1);
	close_session(s);
}

static void
games_limited_by_nodes_are_the_same_again(void **state)
{
	static struct setup setup;
	uint64_t hash[2];
	make_setup(&setup, "hearts", "pimc:worlds=3,nodes=3k,inner=(maxn)", 0);
	set_variant(&setup, "hands", "1");
	for (int k = 0; k < 2; k++) {
		struct session *s = open_session(&setup);
		run(s);
		hash[k] = hash_now(s);
		close_session(s);
	}
	assert_true(hash[0] == hash[1]);
}

/* Passes are made at once, the person's last: each is looked at as its own seat's. */
static void
a_decision_is_of_the_seat_that_made_it(void **state)
{
	static struct setup setup;
	struct decision d;
	struct status st = { 0 };
	make_setup(&setup, "hearts", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	play_first(s);
	assert_int_equal(s->match.plies[4].seat, 0);
	for (int ply = 1; ply <= 4; ply++) {
		assert_true(decision_open(&d, &s->match, ply, SEAT_ALL, "easy", &st));
		assert_int_equal(d.seat, s->match.plies[ply].seat);
		assert_int_equal(d.viewer, d.seat);
		assert_true(decision_played(&d) == s->match.plies[ply].m);
		decision_close(&d);
	}
	close_session(s);
}

/* The last card of a hand is followed by the next deal. Nobody chose these moves, in the record too. */
static void
moves_played_out_are_nobodys(void **state)
{
	static struct setup setup;
	static struct match again;
	struct text t = { 0 };
	struct status st = { 0 };
	int out = 0;
	make_setup(&setup, "hearts", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	play_first(s);
	const int from = s->match.at;
	assert_true(session_finish(s, true) > 100);
	record_write(&s->match, &t);
	assert_true(record_read(&again, t.s, "again", &app_catalog, &st));
	for (int k = 0; k < s->match.at; k++) {
		const bool own = k < from && s->match.plies[k].seat == 0;
		assert_int_equal(match_by_person(&s->match.plies[k]), own);
		assert_int_equal(match_by_person(&again.plies[k]), own);
		out += k > from && s->match.plies[k - 1].seat == 0 &&
		       s->match.plies[k].seat == SEAT_CHANCE;
	}
	assert_true(out > 0);
	text_free(&t);
	match_close(&again);
	close_session(s);
}

static void
a_hint_marks_the_game_as_assisted(void **state)
{
	static struct setup setup;
	struct status st = { 0 };
	make_setup(&setup, "chinese-checkers", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	s->hint_nodes = 5000;
	assert_true(session_hint(s, &st));
	for (int k = 0; k < PATIENCE && s->hint.worker != NULL; k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	}
	assert_true(s->hint.known);
	assert_true(s->hint.snap.move_count > 0);
	assert_true(s->match.assisted);
	close_session(s);
}

static void
wait_for_hint(struct session *s)
{
	struct status st = { 0 };
	assert_true(session_hint(s, &st));
	for (int k = 0; k < PATIENCE && s->hint.worker != NULL; k++) {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	}
	assert_true(s->hint.done && s->hint.snap.move_count > 0);
}

/* Those written with the player, else those of the settings; a preset's are for play. */
static void
a_hint_keeps_to_the_limits_of_its_player(void **state)
{
	static struct setup setup;
	make_setup(&setup, "chinese-checkers", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	s->hint_nodes = 5000;
	snprintf(s->hint_player, sizeof s->hint_player, "maxn:depth=2");
	wait_for_hint(s);
	assert_int_equal(s->hint.snap.stop, STOP_DEPTH);
	assert_int_equal(s->hint.snap.depth, 2);
	session_hint_clear(s);
	snprintf(s->hint_player, sizeof s->hint_player, "maxn");
	wait_for_hint(s);
	assert_int_equal(s->hint.snap.stop, STOP_NODES);
	assert_true(s->hint.snap.nodes == 5000);
	close_session(s);
}

/* The worlds that a screen deals for the position on the table, and for whom. */
static uint64_t
dealt_now(struct session *s, struct decision *out)
{
	struct status st = { 0 };
	assert_true(session_decision(s, s->match.at, out, &st));
	const uint64_t seed =
		question_seed(&out->match, out->match.setup.seed, out->ply, out->viewer);
	decision_close(out);
	return seed;
}

/* Before any search has said a word, with the advisor's figures, and (own turn) a hint's. */
static void
expect_same_worlds(struct session *s)
{
	struct status st = { 0 };
	struct decision first, then;
	const uint64_t seed = dealt_now(s, &first);
	assert_int_equal(first.viewer, 0);
	s->advise = true;
	do {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	} while (s->advisor.worker != NULL);
	s->advise = false;
	assert_true(s->advisor.known && s->advisor.ply == s->match.at);
	assert_int_equal(s->advisor.viewer, 0);
	assert_true(dealt_now(s, &then) == seed && then.viewer == 0);
	if (session_chooser(s) != 0)
		return;
	s->hint_nodes = 500;
	assert_true(session_hint(s, &st));
	assert_int_equal(s->hint.viewer, 0);
}

static void
a_screen_deals_the_same_worlds_whenever_it_is_opened(void **state)
{
	static struct setup setup;
	make_setup(&setup, "hearts", "random", 1);
	struct session *s = open_session(&setup);
	for (int decision = 0; decision < 3; decision++) {
		run(s);
		expect_same_worlds(s);
		play_first(s);
		s->speed_ms = 3600 * 1000; /* what the next seat plays is held */
		expect_same_worlds(s);
		s->speed_ms = 0;
	}
	close_session(s);
}

/* A search of the turn has the lowest card of a run: of the next one nothing is asked. */
static void
the_coach_knows_cards_that_are_equal(void **state)
{
	static struct setup setup;
	static move moves[MOVES_MAX];
	static struct coach c;
	char text[200] = "";
	make_setup(&setup, "hearts", "random", 1);
	set_variant(&setup, "passing", "off");
	setup.seed = 4;
	struct session *s = open_session(&setup);
	run(s);
	const struct game *g = &setup.game;
	assert_int_equal(match_moves(&s->match, 0, moves), 3); /* 6C QC KC */
	coach_init(&c);
	assert_true(coach_parse(&c, "1", NULL));
	c.ply = s->match.at;
	c.seat = 0;
	c.known = true;
	match_view(&s->match, 0, &c.root);
	snapshot_init(&c.snap, g->seats, 0, 0);
	c.snap.move_count = 2;
	for (int i = 0; i < 2; i++) {
		c.snap.moves[i] =
			(struct stats_move){ .m = moves[1 - i], .status = MOVE_OPEN };
		c.snap.moves[i].value[0] = 20 - 2 * i;
		c.snap.moves[i].win[0] = 0.25;
	}
	assert_int_equal(coach_ask(&c, s, 0, moves[2], text, sizeof text), COACH_PLAY);
	assert_int_equal(coach_ask(&c, s, 0, moves[0], text, sizeof text), COACH_WARN);
	coach_close(&c);
	close_session(s);
}

/* ------------------------------------------------------------------ time */

#define SPEED_MS 1000
#define PAUSE_US INT64_C(20000000)

/* Ticks with a clock that stands until the search that is asked is done. */
static void
think_at(struct session *s, int64_t now_us)
{
	for (int k = 0; k < PATIENCE; k++) {
		session_tick(s, now_us);
		if (s->search.worker != NULL && s->search.done)
			return;
		clock_sleep_us(1000);
	}
	fail_msg("the search never finished");
}

/* Hidden cards, a person at seat 0 or nobody, and the lead of the lowest club: a seat that has
 * just been asked after a pause, the clock at *now, and has but one card to play. */
static struct session *
ask_forced_lead(const char *player, int humans, int64_t *now)
{
	static struct setup setup;
	move moves[MOVES_MAX];
	struct session *s;
	*now = 1000000;
	for (uint64_t seed = 1;; seed++) { /* until another seat than 0 leads */
		make_setup(&setup, "hearts", player, humans);
		set_variant(&setup, "passing", "off");
		setup.seed = seed;
		s = open_session(&setup);
		if (session_turn(s) != 0)
			break;
		close_session(s);
	}
	assert_int_equal(match_moves(&s->match, session_turn(s), moves), 1);
	s->speed_ms = SPEED_MS;
	session_pause(s, true);
	session_tick(s, *now);
	*now += PAUSE_US;
	session_pause(s, false);
	think_at(s, *now);
	return s;
}

/* When the move appears, in milliseconds after the seat was asked, to the next `step`. */
static int
shown_after(struct session *s, int64_t now, int step)
{
	for (int ms = 0; ms < 100 * SPEED_MS; ms += step) {
		session_tick(s, now + ms * INT64_C(1000));
		if (s->match.at > 1) /* more than the deal */
			return ms;
	}
	fail_msg("the move never appeared");
	return 0;
}

/* A tick at that time, once the searches at work have come as far as they do. */
static void
tick_at_rest(struct session *s, int64_t now_us)
{
	session_tick(s, now_us);
	for (int k = 0; k < PATIENCE; k++) {
		const struct session_search *const all[] = { &s->search, &s->advisor };
		bool works = false;
		for (int i = 0; i < 2; i++)
			works |= all[i]->worker != NULL && !all[i]->done &&
				 !worker_done(all[i]->worker);
		if (!works)
			break;
		clock_sleep_us(500);
	}
	session_tick(s, now_us);
	for (int k = 0; k < PATIENCE && s->judge.worker != NULL; k++) {
		clock_sleep_us(500);
		session_tick(s, now_us); /* one decision after the other */
	}
}

/* The first plies of a game of mediums at a table that gives each move a second; *steps: different
 * figures that were shown of each search, at least. */
static uint64_t
play_at_a_table(const char *game, bool animate, int plies, int *steps)
{
	static struct setup setup;
	int64_t now = 1000000, nodes = 0;
	int last = 1, shown = 0;
	make_setup(&setup, game, "medium", 0);
	struct session *s = open_session(&setup);
	s->speed_ms = SPEED_MS;
	s->animate = animate;
	*steps = 1000;
	while (s->match.at < plies) {
		tick_at_rest(s, now += 20000);
		if (s->match.at != last) {
			*steps = last > 1 && shown < *steps ? shown : *steps;
			last = s->match.at;
			shown = 0;
			nodes = 0;
		}
		shown += s->search.known && s->search.snap.nodes != nodes;
		nodes = s->search.snap.nodes;
		assert_true(now < INT64_C(1000000) * (plies + 2));
	}
	const uint64_t hash = hash_now(s);
	close_session(s);
	return hash;
}

static void
a_search_is_shown_in_steps_and_plays_the_same(void **state)
{
	static const char *const games[] = { "hearts", "chinese-checkers" };
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		int with, without;
		const uint64_t hash = play_at_a_table(games[i], true, 9, &with);
		assert_true(play_at_a_table(games[i], false, 9, &without) == hash);
		assert_in_range(with, 12, 64);
		assert_in_range(without, 0, 2);
	}
}

/* Space stops a show; . and , go through its figures, and it goes on from there. */
static void
a_show_can_be_stopped_and_stepped_both_ways(void **state)
{
	static struct setup setup;
	int64_t now = 1000000, seen[3];
	int frame, count, from;
	make_setup(&setup, "chinese-checkers", "medium", 0);
	struct session *s = open_session(&setup);
	s->speed_ms = SPEED_MS;
	s->animate = true;
	for (int k = 0; k < 20; k++)
		tick_at_rest(s, now += 20000);
	assert_true(s->search.known && !s->search.done);
	assert_false(session_show_step(s, 1)); /* not while it goes on */
	session_pause(s, true);
	for (int k = 0; k < 100; k++)
		tick_at_rest(s, now += 20000);
	assert_int_equal(s->match.at, 0);
	assert_true(session_show_place(s, &from, &count));
	seen[0] = s->search.snap.nodes;
	for (int k = 1; k < 3; k++) {
		assert_true(session_show_step(s, 1));
		seen[k] = s->search.snap.nodes;
		assert_true(seen[k] > seen[k - 1]);
	}
	for (int k = 1; k >= 0; k--) {
		assert_true(session_show_step(s, -1));
		assert_int_equal(s->search.snap.nodes, seen[k]);
	}
	while (session_show_step(s, -1))
		continue;
	assert_true(session_show_place(s, &frame, &count));
	assert_int_equal(frame, 1);
	session_pause(s, false);
	const int64_t on = now;
	tick_at_rest(s, now += 20000);
	assert_in_range(s->search.frame, 0, 3);
	while (s->match.at == 0)
		tick_at_rest(s, now += 20000);
	assert_in_range(now - on, 800000, 1100000);
	close_session(s);
}

/* At once it would say that the hand leaves no choice. */
static void
an_opponents_card_is_not_shown_the_moment_it_is_asked_for(void **state)
{
	int64_t now;
	struct session *s = ask_forced_lead("random", 1, &now);
	assert_int_equal(shown_after(s, now, 1), SPEED_MS);
	close_session(s);
	s = ask_forced_lead("random", 0, &now); /* nobody is there to be told */
	assert_int_equal(shown_after(s, now, 1), 0);
	close_session(s);
}

/* With time= alone a choice takes all of it. */
static void
a_forced_card_takes_as_long_as_a_choice(void **state)
{
	int64_t now;
	struct session *s =
		ask_forced_lead("pimc:time=30s,worlds=2,inner=(uct)", 1, &now);
	assert_int_equal(s->search.snap.stop, STOP_ONLY_MOVE);
	assert_int_equal(shown_after(s, now, 100), 30000);
	close_session(s);
}

/* What ends a search early is in its cards: in FAIR its answer comes when its time is up. */
static void
an_answer_comes_when_its_time_is_up(void **state)
{
	static struct setup setup;
	static const char *const players[] = {
		"pimc:time=20s,sims=4,worlds=2,inner=(uct)",
		"pimc:time=20s,sims=900,worlds=3,inner=(uct)"
	};
	for (int k = 0; k < 2; k++) {
		make_setup(&setup, "hearts", players[k], 1);
		set_variant(&setup, "passing", "auto");
		struct session *s = open_session(&setup);
		const int64_t now = 1000000;
		think_at(s, now); /* a pass: a choice of many */
		assert_int_equal(s->search.snap.stop, STOP_SIMS);
		assert_int_equal(shown_after(s, now, 100), 20000);
		close_session(s);
		setup.view = VIEW_STUDY;
		s = open_session(&setup);
		for (int i = 0; i < PATIENCE && s->match.at < 2; i++) {
			session_tick(s, now); /* the clock stands */
			clock_sleep_us(1000);
		}
		assert_true(s->match.at >= 2);
		close_session(s);
	}
}

/* ------------------------------------------------------------------ the coach */

/* What the coach says to a move that wins `other` of what the best one wins, both exact. */
static enum coach_answer
ask_coach(struct session *s, double best, double other, const char *limit)
{
	static struct coach c;
	static move moves[MOVES_MAX];
	char text[200] = "";
	const int seat = session_chooser(s);
	assert_true(match_moves(&s->match, seat, moves) > 1);
	coach_init(&c);
	assert_true(coach_parse(&c, limit, NULL));
	c.ply = s->match.at;
	c.seat = seat;
	c.known = true;
	match_view(&s->match, seat, &c.root);
	snapshot_init(&c.snap, s->match.setup.game.seats, seat, seat);
	c.snap.move_count = 2;
	for (int i = 0; i < 2; i++) {
		struct stats_move *row = &c.snap.moves[i];
		*row = (struct stats_move){ .m = moves[i], .status = MOVE_EXACT };
		row->value[seat] = 1 - i;
		row->win[seat] = i == 0 ? best : other;
	}
	assert_int_equal(coach_ask(&c, s, seat, moves[0], text, sizeof text), COACH_PLAY);
	const enum coach_answer answer =
		coach_ask(&c, s, seat, moves[1], text, sizeof text);
	if (answer == COACH_WARN) /* once */
		assert_int_equal(coach_ask(&c, s, seat, moves[1], text, sizeof text),
				 COACH_PLAY);
	coach_close(&c);
	return answer;
}

static void
the_coach_warns_from_its_limit_on(void **state)
{
	static struct setup setup;
	make_setup(&setup, "chinese-checkers", "random", 1);
	struct session *s = open_session(&setup);
	run(s);
	assert_int_equal(ask_coach(s, 0.5, 0.25, "25%"), COACH_WARN);
	assert_int_equal(ask_coach(s, 0.5, 0.25, "26%"), COACH_PLAY);
	assert_int_equal(ask_coach(s, 0.5, 0.25, "13%"), COACH_WARN);
	assert_int_equal(ask_coach(s, 0.5, 0.4375, "6%"), COACH_WARN);
	assert_int_equal(ask_coach(s, 0.5, 0.4375, "7%"), COACH_PLAY);
	assert_int_equal(ask_coach(s, 0.5, 0.25, "off"), COACH_PLAY);
	/* In points: the move of these is one point worse. */
	assert_int_equal(ask_coach(s, 0.5, 0.5, "1"), COACH_WARN);
	assert_int_equal(ask_coach(s, 0.5, 0.25, "1.1"), COACH_PLAY);
	close_session(s);
}

/* ------------------------------------------------------------------ FAIR */

/* A match with a person at seat 0, `plies` moves old, whose hidden cards are dealt anew by
 * `dice` (0: as they are) in agreement with all that seat 0 knows. */
static void
make_match(struct match *m, const struct setup *setup, int plies, uint64_t dice)
{
	struct status st = { 0 };
	const struct game *g = &setup->game;
	struct rng r;
	match_open(m, setup);
	rng_seed(&r, 5);
	for (int k = 0; k < plies; k++) {
		const int seat = game_mover(g, &m->states[m->at]);
		assert_true(
			match_play(m, seat,
				   g->knowledge->policy(g, &m->states[m->at], seat, &r),
				   "", &st));
	}
	if (dice == 0)
		return;
	struct state other;
	match_view(m, 0, &other);
	rng_seed(&r, dice);
	g->hidden->determinize(g, &other, 0, &r);
	m->states[m->at] = other;
}

/* A screen as lines. */
static void
draw_screen(struct ui *ui, struct screen *screen, char *out)
{
	static struct cell cells[SCREEN_W * SCREEN_H];
	struct canvas c = { .h = ui->h,
			    .w = ui->w,
			    .ascii = true,
			    .clip = { 0, 0, ui->h, ui->w },
			    .cells = cells };
	canvas_clear(&c);
	ui->top = screen;
	screen->ops->draw(ui, screen, &c);
	for (int y = 0; y < ui->h; y++) {
		for (int x = 0; x < ui->w; x++)
			*out++ = (char)cells[y * ui->w + x].ch;
		*out++ = '\n';
	}
	*out = '\0';
	ui->top = NULL;
}

/* The screen of a table when all searches have come to rest. */
static void
rest_and_draw(struct ui *ui, struct match *m, char *out)
{
	struct screen *screen = table_screen_resume(ui, m);
	struct session *s = table_session(screen);
	ui->message[0] = '\0';
	for (int k = 0; k < PATIENCE; k++) {
		screen->ops->tick(ui, screen); /* the clock stands: moves are held */
		if (s->advisor.done && (!session_waiting(s) || s->search.done) &&
		    s->judge.worker == NULL)
			break;
		clock_sleep_us(1000);
	}
	screen->ops->tick(ui, screen);
	assert_true(s->advisor.done);
	draw_screen(ui, screen, out);
	screen->ops->close(screen);
	free(screen);
}

static void
the_fair_screen_shows_only_what_the_person_may_know(void **state)
{
	static struct setup setup;
	static char screens[4][(SCREEN_W + 1) * SCREEN_H + 1];
	make_setup(&setup, "hearts", "pimc:worlds=3,nodes=2k,inner=(maxn)", 1);
	set_variant(&setup, "passing", "off");
	for (int plies = 5; plies <= 25; plies += 5) {
		const bool large = plies % 2 == 0;
		for (int k = 0; k < 4; k++) {
			static struct match m;
			struct ui ui = { .catalog = &app_catalog,
					 .h = large ? SCREEN_H : 24,
					 .w = large ? SCREEN_W : 80,
					 .wake_read = -1,
					 .wake_write = -1,
					 .now_us = 1 };
			ui.settings.speed_ms = 5000;
			make_match(&m, &setup, plies, (uint64_t)k);
			rest_and_draw(&ui, &m, screens[k]);
			if (strcmp(screens[k], screens[0]) != 0)
				fail_msg("after %d plies, deal %d:\n%s\n%s", plies, k,
					 screens[0], screens[k]);
		}
	}
}

#define SHOW_SCREENS 5
#define SHOW_STEP_US 350000

/* The screens along the show of a search, in the order of time. */
static void
show_and_draw(struct ui *ui, struct match *m, char *out)
{
	struct screen *screen = table_screen_resume(ui, m);
	struct session *s = table_session(screen);
	for (int k = 0; k < SHOW_SCREENS; k++) {
		ui->now_us = 1 + k * (int64_t)SHOW_STEP_US;
		screen->ops->tick(ui, screen);
		tick_at_rest(s, ui->now_us);
		screen->ops->tick(ui, screen);
		draw_screen(ui, screen, out);
		out += strlen(out);
	}
	screen->ops->close(screen);
	free(screen);
}

/* While an opponent's search is shown in FAIR, in words and with the numbers: two deals that agree in
 * all that the seat may know have the same screens at the same times, and they do change. */
static void
the_fair_screens_of_a_show_tell_nothing(void **state)
{
	static struct setup setup;
	static char screens[3][SHOW_SCREENS * ((SCREEN_W + 1) * SCREEN_H + 1)];
	make_setup(&setup, "hearts", "pimc:worlds=3,sims=60,inner=(uct)", 1);
	set_variant(&setup, "passing", "off");
	for (int plies = 5; plies <= 8; plies++) {
		for (int k = 0; k < 3; k++) {
			static struct match m;
			struct ui ui = { .catalog = &app_catalog,
					 .h = plies % 2 ? SCREEN_H : 24,
					 .w = plies % 2 ? SCREEN_W : 80,
					 .wake_read = -1,
					 .wake_write = -1,
					 .now_us = 1 };
			ui.settings.speed_ms = 1500;
			ui.settings.animation = true;
			ui.settings.numbers = plies > 6;
			make_match(&m, &setup, plies, (uint64_t)k);
			const bool opponent = match_acting(&m) != 1;
			show_and_draw(&ui, &m, screens[k]);
			if (strcmp(screens[k], screens[0]) != 0)
				fail_msg("after %d plies, deal %d:\n%s\n%s", plies, k,
					 screens[0], screens[k]);
			const size_t one = (size_t)(ui.w + 1) * (size_t)ui.h;
			if (opponent)
				assert_int_not_equal(strncmp(screens[k] + one,
							     screens[k] + 3 * one, one),
						     0);
		}
	}
}

/* Stepping through a record of a FAIR game that is not over, from the deal on. */
static void
the_replay_of_a_fair_game_keeps_its_hands(void **state)
{
	static struct setup setup;
	static char screens[2][(SCREEN_W + 1) * SCREEN_H + 1];
	make_setup(&setup, "hearts", "random", 1);
	set_variant(&setup, "passing", "off");
	for (int view = VIEW_FAIR; view <= VIEW_OPEN; view += VIEW_OPEN - VIEW_FAIR) {
		setup.view = (enum view)view;
		for (int k = 0; k < 2; k++) {
			static struct match m;
			struct ui ui = { .catalog = &app_catalog,
					 .h = SCREEN_H,
					 .w = SCREEN_W,
					 .wake_read = -1,
					 .wake_write = -1,
					 .now_us = 1 };
			make_match(&m, &setup, 6, (uint64_t)k);
			const int at = m.at;
			struct screen *screen = replay_screen(&ui, &m);
			char last[12];
			snprintf(last, sizeof last, "%d", at);
			screen->ops->command(&ui, screen, last, NULL);
			draw_screen(&ui, screen, screens[k]);
			screen->ops->close(screen);
			free(screen);
		}
		assert_int_equal(strcmp(screens[0], screens[1]) == 0, view == VIEW_FAIR);
	}
}

static void
the_open_screen_does_show_the_hands(void **state)
{
	static struct setup setup;
	static char screens[2][(SCREEN_W + 1) * SCREEN_H + 1];
	make_setup(&setup, "hearts", "random", 1);
	set_variant(&setup, "passing", "off");
	setup.view = VIEW_OPEN;
	for (int k = 0; k < 2; k++) {
		static struct match m;
		static struct board b;
		make_match(&m, &setup, 9, (uint64_t)k);
		board_init(&b, &m.setup.game);
		b.bottom = 0;
		match_view(&m, SEAT_ALL, &b.state);
		static struct cell cells[48 * 21];
		struct canvas c = { .h = 21,
				    .w = 48,
				    .ascii = true,
				    .clip = { 0, 0, 21, 48 },
				    .cells = cells };
		canvas_clear(&c);
		b.ops->draw(&b, &c, c.clip);
		for (int i = 0; i < 48 * 21; i++)
			screens[k][i] = (char)cells[i].ch;
		match_close(&m);
	}
	assert_true(memcmp(screens[0], screens[1], 48 * 21) != 0);
}

/* South passed three clubs to West, and North must lead the two: a card is only said to be given
 * by whoever gave it. */
static void
what_was_given_and_what_is_deduced_are_told_apart(void **state)
{
	static struct setup setup;
	static struct board b;
	static struct cell cells[80 * 24];
	struct status st = { 0 };
	char text[80 * 24 + 1];
	make_setup(&setup, "hearts", "random", 1);
	board_init(&b, &setup.game);
	b.bottom = b.viewer = 0;
	assert_true(setup.game.text->parse_position(
		&setup.game,
		"phase=play hand=1 total=0,0,0,0 points=0,0,0,0 turn=N "
		"S=Q.QT87654.T843.J "
		"W=...T96 N=...2 E=- played=- passS=...T96 passE=.QT8..",
		&b.state, &st));
	struct canvas c = {
		.h = 24, .w = 80, .ascii = true, .clip = { 0, 0, 24, 80 }, .cells = cells
	};
	canvas_clear(&c);
	b.ops->draw(&b, &c, c.clip);
	for (int i = 0; i < 80 * 24; i++)
		text[i] = (char)cells[i].ch;
	text[80 * 24] = '\0';
	const char *given = strstr(text, "you passed West");
	assert_non_null(given);
	assert_null(strstr(given + 14, "you passed"));
	assert_non_null(strstr(text, "North has 2c"));
}

/* ---- the judge ---- */

/* Ticks until every decision has been judged. */
static void
wait_for_judge(struct session *s)
{
	const struct game *g = &s->match.setup.game;
	s->advise = true;
	for (int k = 0; k < PATIENCE; k++) {
		session_tick(s, clock_now_us());
		int missing = 0;
		for (int ply = 0; ply <= s->match.at; ply++)
			missing += game_mover(g, &s->match.states[ply]) >= 0 &&
				   (ply >= s->point_room || !s->points[ply].known);
		if (missing == 0 && s->judge.worker == NULL)
			return;
		clock_sleep_us(500);
	}
	fail_msg("the judge never came to an end");
}

/* A match of two hands that was watched: whoever played it, the same graph, also when the game
 * comes from a record; and it ends with the winner. */
static void
one_judge_draws_the_graph_whoever_plays(void **state)
{
	static struct setup setup;
	static const char *const players[] = { "random", "pimc:worlds=2,inner=(greedy)" };
	struct text record = { 0 };
	make_setup(&setup, "hearts", players[0], 0);
	set_variant(&setup, "hands", "2");
	struct session *s = open_session(&setup);
	while (!match_over(&s->match)) {
		session_tick(s, clock_now_us());
		session_continue(s);
		clock_sleep_us(200);
	}
	wait_for_judge(s);
	record_write(&s->match, &record);
	const int end = s->match.at;
	const seat_set winners = match_winners(&s->match);
	for (int i = 0; i < 4; i++)
		assert_true(s->points[end].win[0][i] *
				    (float)__builtin_popcount(winners) ==
			    (float)(winners >> i & 1));
	struct match m;
	struct status st = { 0 };
	assert_true(record_read(&m, record.s, "the record", &app_catalog, &st));
	for (int i = 0; i < 4; i++)
		assert_true(setup_player(&m.setup, &app_catalog, i, players[1], &st));
	struct session *again = session_memory(sizeof *again);
	session_take(again, &app_catalog, NULL, &m, -1);
	wait_for_judge(again);
	for (int ply = 0; ply <= end; ply++)
		assert_memory_equal(again->points[ply].win, s->points[ply].win,
				    sizeof s->points[ply].win);
	text_free(&record);
	close_session(again);
	close_session(s);
}

#define SHOW_TICKS 50
#define SHOW_US	   50000

/* What the bars of FAIR are of, tick by tick, and the tick at which the opponent has moved. */
static int
watch_show(struct session *s, int64_t *nodes, double *win)
{
	const int from = s->match.at;
	for (int k = 0; k < SHOW_TICKS; k++) {
		tick_at_rest(s, 1000000 + k * (int64_t)SHOW_US);
		if (s->match.at != from)
			return k;
		nodes[k] = s->advisor.snap.nodes;
		win[k] = s->advisor.snap.win[0];
	}
	return SHOW_TICKS;
}

/* While an opponent thinks in FAIR, what is shown, when, and when its move is made, are the same for
 * two deals that the person cannot tell apart. */
static void
the_show_of_a_fair_game_tells_nothing(void **state)
{
	static struct setup setup;
	static int64_t nodes[3][SHOW_TICKS];
	static double win[3][SHOW_TICKS];
	int moved[3];
	make_setup(&setup, "hearts", "pimc:worlds=3,sims=60,inner=(uct)", 1);
	set_variant(&setup, "passing", "off");
	for (int k = 0; k < 3; k++) {
		static struct match m;
		int plies = 8;
		do { /* until an opponent is to choose */
			make_match(&m, &setup, plies++, (uint64_t)k);
			if (match_acting(&m) != 1)
				break;
			match_close(&m);
		} while (plies < 20);
		struct session *s = session_memory(sizeof *s);
		session_take(s, &app_catalog, NULL, &m, -1);
		s->animate = true;
		s->speed_ms = SPEED_MS;
		moved[k] = watch_show(s, nodes[k], win[k]);
		assert_int_equal(moved[k], SPEED_MS * 1000 / SHOW_US);
		close_session(s);
	}
	for (int k = 1; k < 3; k++) {
		assert_memory_equal(nodes[0], nodes[k], sizeof nodes[0]);
		assert_memory_equal(win[0], win[k], sizeof win[0]);
	}
	int steps = 0;
	for (int k = 1; k < moved[0]; k++)
		steps += nodes[0][k] > nodes[0][k - 1];
	assert_in_range(steps, 8, SHOW_TICKS);
}

/* In hold'em, which has no calibration, the search knows the chance to win the pot; and whether a
 * person waits for it or calls at once, the graph is the same. */
static void
the_graph_is_the_same_however_fast_a_person_plays(void **state)
{
	static struct setup setup;
	static float win[2][16][4];
	int plies = 0;
	make_setup(&setup, "holdem", "equity:sims=10", 1);
	for (int k = 0; k < 2; k++) {
		struct status st = { 0 };
		struct session *s = open_session(&setup);
		for (int calls = 0; calls < 2; calls++) {
			run(s);
			if (k == 0)
				wait_for_judge(s);
			assert_true(session_play(s, 0, 1, &st));
		}
		run(s);
		wait_for_judge(s);
		plies = s->match.at < 16 ? s->match.at : 15;
		for (int ply = 1; ply <= plies; ply++)
			memcpy(win[k][ply], s->points[ply].win[0], sizeof win[k][ply]);
		close_session(s);
	}
	assert_true(plies >= 4);
	assert_memory_equal(win[0], win[1], sizeof win[0]);
}

/* In FAIR it knows what the person's seat does: the same for two deals that it cannot tell apart,
 * for all decisions of the game so far. */
static void
the_judge_of_a_fair_game_peeks_at_nothing(void **state)
{
	static struct setup setup;
	float win[2][4];
	make_setup(&setup, "hearts", "random", 1);
	set_variant(&setup, "passing", "off");
	for (int k = 0; k < 2; k++) {
		static struct match m;
		int plies = 8;
		do { /* until the person is to choose */
			make_match(&m, &setup, plies++, (uint64_t)k);
			if (match_acting(&m) == 1)
				break;
			match_close(&m);
		} while (plies < 20);
		struct session *s = session_memory(sizeof *s);
		session_take(s, &app_catalog, NULL, &m, -1);
		s->hint_nodes = 500;
		wait_for_judge(s);
		memcpy(win[k], s->points[s->match.at].win[0], sizeof win[k]);
		close_session(s);
	}
	assert_memory_equal(win[0], win[1], sizeof win[0]);
}

/* Two persons share a screen: the judge knows what both may, so that the figure is the same for
 * two deals that an onlooker cannot tell apart, whoever holds what; and every decision has one. */
static void
the_judge_of_several_persons_knows_nobodys_hand(void **state)
{
	static const char *const games[] = { "hearts", "spades" };
	static struct setup setup;
	static float win[4][24][4];
	for (int k = 0; k < 4; k++) {
		static struct match m;
		struct state other;
		struct rng r;
		make_setup(&setup, games[k / 2], "random", 2);
		if (k < 2)
			set_variant(&setup, "passing", "off");
		const struct game *g = &setup.game;
		int plies = 10;
		do { /* until a person is to choose */
			make_match(&m, &setup, plies++, 0);
			if (match_acting(&m) <= 2)
				break;
			match_close(&m);
		} while (plies < 20);
		for (int ply = 1; k % 2 == 1 && ply <= m.at; ply++) {
			game_view(g, &m.states[ply], SEAT_NONE, &other);
			rng_seed(&r, 77 + (uint64_t)ply);
			g->hidden->determinize(g, &other, SEAT_NONE, &r);
			assert_memory_not_equal(&m.states[ply], &other, sizeof other);
			m.states[ply] = other;
		}
		struct session *s = session_memory(sizeof *s);
		session_take(s, &app_catalog, NULL, &m, -1);
		wait_for_judge(s);
		for (int ply = 1; ply <= s->match.at; ply++)
			memcpy(win[k][ply], s->points[ply].win[0], sizeof win[k][ply]);
		close_session(s);
	}
	assert_memory_equal(win[0], win[1], sizeof win[0]);
	assert_memory_equal(win[2], win[3], sizeof win[2]);
}

/* ---- saving ---- */

static char store_path[80];

static struct store *
open_store(void)
{
	static char folder[] = "/tmp/plyscope-session-XXXXXX";
	struct status st = { 0 };
	if (store_path[0] == '\0') {
		assert_non_null(mkdtemp(folder));
		snprintf(store_path, sizeof store_path, "%s/games.db", folder);
	}
	struct store *db = store_open(store_path, &st);
	if (db == NULL)
		fail_msg("%s", st.text);
	return db;
}

static void
remove_store(void)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-held" };
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		char name[100];
		snprintf(name, sizeof name, "%s%s", store_path, ends[i]);
		unlink(name);
	}
	*strrchr(store_path, '/') = '\0';
	rmdir(store_path);
}

/* Behind the program's back: from here on nothing can be saved, or again. */
static void
run_sql(const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(store_path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

static int
saved_plies(struct store *db, int64_t id)
{
	struct match m;
	struct status st = { 0 };
	if (!store_load(db, id, &app_catalog, &m, &st))
		fail_msg("%s", st.text);
	const int plies = m.count;
	match_close(&m);
	return plies;
}

static struct session *
open_saved_session(struct store *db)
{
	static struct setup setup;
	make_setup(&setup, "abalone", "random", 2);
	struct session *s = session_memory(sizeof *s);
	session_open(s, &app_catalog, db, &setup, -1);
	s->speed_ms = 0;
	s->advise = false;
	return s;
}

/* What the coach finds is kept by kind of decision, and summed by hand. */
static void
what_moves_cost_is_kept_by_kind(void **state)
{
	static const struct {
		int ply, hand;
		const char *kind;
		double points;
	} costs[] = { { 5, 1, "leads", 9 },
		      { 9, 1, "the queen", 10 },
		      { 60, 2, "leads", 1 },
		      { 5, 1, "leads", 3 }, /* once more */
		      { 61, 2, "discards", 0 } };
	struct store_profile row[9];
	struct store *db = open_store();
	assert_int_equal(store_profiles(db, row, 9, NULL), 0);
	struct session *s = open_saved_session(db);
	play_first(s);
	assert_true(s->match.id > 0);
	for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
		assert_true(store_add_cost(db, s->match.id, costs[i].ply, costs[i].hand,
					   costs[i].kind, costs[i].points, NULL));
	assert_int_equal(store_profiles(db, row, 9, NULL), 3);
	assert_string_equal(row[0].kind, "the queen");
	assert_string_equal(row[1].kind, "leads");
	assert_string_equal(row[1].game, "abalone");
	assert_int_equal(row[1].hands, 2);
	assert_int_equal(row[1].decisions, 2);
	assert_true(fabs(row[0].points - 5) < 1e-9 && fabs(row[1].points - 2) < 1e-9);
	close_session(s);
	store_close(db);
	remove_store();
}

#define STOP \
	"CREATE TRIGGER stop BEFORE INSERT ON games" \
	" BEGIN SELECT raise(FAIL, 'no room'); END"

static void
a_save_that_failed_is_tried_again_after_every_move(void **state)
{
	struct store *db = open_store();
	struct session *s = open_saved_session(db);
	play_first(s);
	const int64_t id = s->match.id;
	assert_int_equal(saved_plies(db, id), 1);
	assert_string_equal(s->note, "");
	run_sql(STOP);
	play_first(s);
	assert_non_null(strstr(s->note, "not saved, to be tried again: "));
	assert_non_null(strstr(s->note, "no room"));
	*s->note = '\0';
	play_first(s);
	assert_string_equal(s->note, ""); /* once is enough */
	assert_int_equal(saved_plies(db, id), 1);
	run_sql("DROP TRIGGER stop");
	play_first(s);
	assert_string_equal(s->note, "saved again, with all moves");
	assert_int_equal(saved_plies(db, id), 4);
	*s->note = '\0';
	run_sql(STOP);
	play_first(s);
	assert_int_equal(saved_plies(db, id), 4);
	run_sql("DROP TRIGGER stop");
	close_session(s); /* and on leaving */
	assert_int_equal(saved_plies(db, id), 5);
	store_close(db);
}

/* Two programs, one game: the second one goes on with a copy, and only when it plays. */
static void
a_game_that_is_held_goes_on_as_a_copy(void **state)
{
	struct store *here = open_store(), *there = open_store();
	struct session *first = open_saved_session(here);
	struct status st = { 0 };
	play_first(first);
	play_first(first);
	const int64_t id = first->match.id;
	for (int turn = 0; turn < 2; turn++) {
		struct match m;
		struct session *second = session_memory(sizeof *second);
		assert_true(store_load(there, id, &app_catalog, &m, &st));
		session_take(second, &app_catalog, there, &m, -1);
		assert_non_null(strstr(second->note, "being played in another plyscope: "
						     "what you play here becomes a game "
						     "of its own"));
		session_save(second);
		assert_int_equal(second->match.id, 0); /* looking makes no copy */
		if (turn == 1) {
			play_first(second);
			assert_true(second->match.id > id);
			assert_int_equal(saved_plies(here, second->match.id), 4);
		}
		close_session(second);
		play_first(first);
		assert_string_equal(first->note, "");
		assert_int_equal(saved_plies(there, id), 3 + turn);
	}
	close_session(first); /* now it is free */
	struct match m;
	struct session *third = session_memory(sizeof *third);
	assert_true(store_load(there, id, &app_catalog, &m, &st));
	session_take(third, &app_catalog, there, &m, -1);
	assert_int_equal(third->match.id, id);
	assert_false(store_hold(here, id, NULL));
	close_session(third);
	assert_true(store_hold(here, id, NULL));
	store_close(here);
	store_close(there);
}

/* A new game is held from its first save on. */
static void
a_new_game_is_held_too(void **state)
{
	struct store *here = open_store(), *there = open_store();
	struct session *s = open_saved_session(here);
	play_first(s);
	assert_true(s->match.id > 0);
	assert_false(store_hold(there, s->match.id, NULL));
	close_session(s);
	store_close(here);
	store_close(there);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(searches_play_whole_games_by_themselves),
		cmocka_unit_test(a_person_plays_a_whole_hand_and_every_ply_is_kept),
		cmocka_unit_test(a_pause_between_two_searches_shows_the_last),
		cmocka_unit_test(a_pause_before_the_first_world_shows_the_last),
		cmocka_unit_test(undo_goes_to_the_last_decision_and_redo_back),
		cmocka_unit_test(nothing_is_played_while_paused_and_a_step_is_one_move),
		cmocka_unit_test(a_seat_changes_hands_in_the_middle),
		cmocka_unit_test(games_limited_by_nodes_are_the_same_again),
		cmocka_unit_test(moves_played_out_are_nobodys),
		cmocka_unit_test(a_decision_is_of_the_seat_that_made_it),
		cmocka_unit_test(a_hint_marks_the_game_as_assisted),
		cmocka_unit_test(a_hint_keeps_to_the_limits_of_its_player),
		cmocka_unit_test(a_screen_deals_the_same_worlds_whenever_it_is_opened),
		cmocka_unit_test(
			an_opponents_card_is_not_shown_the_moment_it_is_asked_for),
		cmocka_unit_test(a_search_is_shown_in_steps_and_plays_the_same),
		cmocka_unit_test(a_show_can_be_stopped_and_stepped_both_ways),
		cmocka_unit_test(what_moves_cost_is_kept_by_kind),
		cmocka_unit_test(the_fair_screens_of_a_show_tell_nothing),
		cmocka_unit_test(a_forced_card_takes_as_long_as_a_choice),
		cmocka_unit_test(an_answer_comes_when_its_time_is_up),
		cmocka_unit_test(the_coach_warns_from_its_limit_on),
		cmocka_unit_test(the_coach_knows_cards_that_are_equal),
		cmocka_unit_test(the_replay_of_a_fair_game_keeps_its_hands),
		cmocka_unit_test(the_fair_screen_shows_only_what_the_person_may_know),
		cmocka_unit_test(the_open_screen_does_show_the_hands),
		cmocka_unit_test(what_was_given_and_what_is_deduced_are_told_apart),
		cmocka_unit_test(one_judge_draws_the_graph_whoever_plays),
		cmocka_unit_test(the_show_of_a_fair_game_tells_nothing),
		cmocka_unit_test(the_judge_of_a_fair_game_peeks_at_nothing),
		cmocka_unit_test(the_graph_is_the_same_however_fast_a_person_plays),
		cmocka_unit_test(the_judge_of_several_persons_knows_nobodys_hand),
		cmocka_unit_test(a_save_that_failed_is_tried_again_after_every_move),
		cmocka_unit_test(a_game_that_is_held_goes_on_as_a_copy),
		cmocka_unit_test(a_new_game_is_held_too),
	};
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove_store();
	return failed;
}
