/* record.c - a game as text and back; whatever the text says, nothing breaks. */
#include "src/core/record.h"
#include "src/app/catalog.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <unistd.h>

/* A finished game of three seats. */
static void
play_game(struct match *m, const char *player)
{
	const struct setup s = toy_table(3, player, 11);
	match_open(m, &s);
	toy_play_on(m, 1000, 2);
}

static uint64_t
hash_at(const struct match *m, int ply)
{
	return game_state_hash(&m->setup.game, &m->states[ply]);
}

static void
assert_same_game(const struct match *a, const struct match *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->at, b->at);
	assert_int_equal(a->assisted, b->assisted);
	assert_string_equal(a->date, b->date);
	assert_true(a->setup.seed == b->setup.seed);
	for (int k = 0; k <= a->count; k++)
		assert_true(hash_at(a, k) == hash_at(b, k));
	for (int k = 0; k < a->count; k++)
		assert_string_equal(a->plies[k].comment, b->plies[k].comment);
	for (int i = 0; i < a->setup.game.seats; i++)
		assert_string_equal(a->setup.seat[i].text, b->setup.seat[i].text);
}

static void
reading_what_was_written_replays_the_same_game(void **state)
{
	struct match m, again;
	struct text t = { 0 }, twice = { 0 };
	struct status st = { 0 };
	play_game(&m, "wrap:inner=(count:nodes=20k)");
	snprintf(m.plies[2].comment, MATCH_COMMENT, "a } brace\nand a line");
	snprintf(m.date, sizeof m.date, "a \"quoted\" \\ date");
	match_undo(&m, 1);
	record_write(&m, &t);
	assert_true(record_read(&again, t.s, "game", &toy_catalog, &st));
	assert_string_equal(again.plies[2].comment, "a ) brace and a line");
	snprintf(m.plies[2].comment, MATCH_COMMENT, "a ) brace and a line");
	assert_same_game(&m, &again);
	record_write(&again, &twice);
	assert_string_equal(t.s, twice.s);
	match_close(&m);
	match_close(&again);
	text_free(&t);
	text_free(&twice);
}

/* Taken back and played otherwise: both courses are kept, with what was written about them, through
 * a file; either can be the game. */
static void
courses_and_notes_are_kept(void **state)
{
	struct match m, again;
	struct text t = { 0 };
	struct status st = { 0 };
	move moves[MOVES_MAX];
	int other = -1, at = 0;
	play_game(&m, "count");
	const int whole = m.count;
	const uint64_t end = hash_at(&m, whole);
	while (other < 0) { /* a ply with another move to choose */
		assert_true(match_undo(&m, SEAT_ALL));
		at = m.at;
		const int n = match_moves(&m, m.plies[at].seat, moves);
		for (int i = 0; i < n; i++)
			if (moves[i] != m.plies[at].m)
				other = i;
	}
	const struct match_ply old = m.plies[at];
	snprintf(m.plies[at].note, MATCH_NOTE, "too } early");
	assert_true(match_play(&m, old.seat, old.m, "", NULL)); /* the same again */
	assert_int_equal(m.count, whole);
	assert_int_equal(m.line_count, 0);
	assert_string_equal(m.plies[at].note, "too } early");
	m.at = at;
	assert_true(match_play(&m, old.seat, moves[other], "", NULL));
	assert_int_equal(m.line_count, 1);
	assert_int_equal(match_line_from(&m, 0), at);
	snprintf(m.plies[at].note, MATCH_NOTE, "better");
	record_write(&m, &t);
	assert_true(record_read(&again, t.s, "game", &toy_catalog, &st));
	assert_same_game(&m, &again);
	assert_string_equal(again.plies[at].note, "better");
	assert_int_equal(again.line_count, 1);
	match_take_line(&again, 0);
	assert_int_equal(again.count, whole);
	assert_true(hash_at(&again, whole) == end);
	assert_string_equal(again.plies[at].note, "too ) early");
	assert_int_equal(again.line_count, 1);
	match_take_line(&again, 0);
	assert_same_game(&m, &again);
	text_free(&t);
	match_close(&m);
	match_close(&again);
}

/* Moves are taken back, another one is tried, and the first ones are played after all: the course that
 * was kept is then the game itself. */
static void
a_course_that_is_played_again_is_the_game(void **state)
{
	struct match m, again;
	struct text t = { 0 };
	struct status st = { 0 };
	struct match_ply old[2];
	move moves[MOVES_MAX];
	play_game(&m, "count");
	assert_true(match_undo(&m, SEAT_ALL) && match_undo(&m, SEAT_ALL));
	const int at = m.at, whole = m.count;
	memcpy(old, &m.plies[at], sizeof old);
	assert_int_equal(whole, at + 2);
	const int n = match_moves(&m, old[0].seat, moves);
	assert_true(n > 1);
	assert_true(match_play(&m, old[0].seat, moves[moves[0] == old[0].m], "", NULL));
	assert_int_equal(m.line_count, 1);
	assert_true(match_undo(&m, SEAT_ALL));
	for (int k = 0; k < 2; k++)
		assert_true(match_play(&m, old[k].seat, old[k].m, "", NULL));
	assert_int_equal(m.count, whole);
	assert_int_equal(m.line_count, 1); /* what was tried */
	assert_int_equal(match_line_from(&m, 0), at);
	record_write(&m, &t);
	if (!record_read(&again, t.s, "game", &toy_catalog, &st))
		fail_msg("%s", st.text);
	assert_same_game(&m, &again);
	assert_int_equal(again.line_count, 1);
	text_free(&t);
	match_close(&m);
	match_close(&again);
}

static void
a_clock_and_what_was_used_of_it_are_kept(void **state)
{
	static const char *const bad[] = {
		"", "5", "x", "5m/hand", "0s", "-5s", "2000h"
	};
	struct match m, again;
	struct text t = { 0 };
	struct status st = { 0 };
	char text[40];
	struct setup s = toy_table(2, "count", 3);
	assert_true(game_clock_parse("5m/game", &s.clock, &st));
	game_clock_format(&s.clock, text, sizeof text);
	assert_string_equal(text, "5m/game");
	match_open(&m, &s);
	toy_play_on(&m, 6, 2);
	int64_t used[2] = { 0 };
	for (int k = 0; k < m.count; k++)
		if (m.plies[k].seat >= 0) {
			m.plies[k].used_ms = 1000 * k + 250;
			used[m.plies[k].seat] += 1000 * k + 250;
		}
	record_write(&m, &t);
	assert_true(record_read(&again, t.s, "game", &toy_catalog, &st));
	assert_int_equal(again.setup.clock.ms, 300000);
	assert_true(again.setup.clock.per_game);
	for (int i = 0; i < 2; i++)
		assert_int_equal(match_left_ms(&again, i), 300000 - used[i]);
	assert_true(game_clock_parse("90s", &again.setup.clock, &st));
	game_clock_format(&again.setup.clock, text, sizeof text);
	assert_string_equal(text, "90s/move");
	assert_int_equal(match_left_ms(&again, 0), 90000);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		st = (struct status){ 0 };
		assert_false(game_clock_parse(bad[i], &again.setup.clock, &st));
	}
	assert_int_equal(again.setup.clock.ms, 90000);
	text_free(&t);
	match_close(&m);
	match_close(&again);
}

static void
a_damaged_course_is_refused(void **state)
{
	static const char *const texts[][2] = {
		{ "{[%line]\n0. x\n}", "expected the number of a ply from 1" },
		{ "{[%line]\n900. x\n}", "expected the number of a ply from 1" },
		{ "{[%line]\n1. nobody 3\n}", ":" },
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct match m, again;
		struct text t = { 0 };
		struct status st = { 0 };
		play_game(&m, "count");
		record_write(&m, &t);
		text_add(&t, "%s\n", texts[i][0]);
		assert_false(record_read(&again, t.s, "game", &toy_catalog, &st));
		assert_non_null(strstr(st.text, texts[i][1]));
		text_free(&t);
		match_close(&m);
	}
}

static void
the_tags_hold_every_setting(void **state)
{
	static const char *const lines[] = {
		"[Game \"toy-game\"]\n",
		"[Variant \"seats=3,rounds=3,open=off,forced=off\"]\n",
		"[Seat1 \"count:nodes=20k\"]\n",
		"[Runs1 \"count:nodes=20000\"]\n",
		"[Seed \"11\"]\n",
		"[View \"fair\"]\n",
		"[Result \"",
		"\n1. * ",
		"\n2. A pick ",
		" {value=1.0}\n",
	};
	struct match m;
	struct text t = { 0 };
	play_game(&m, "count:nodes=20k");
	record_write(&m, &t);
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		assert_non_null(strstr(t.s, lines[i]));
	assert_null(strstr(t.s, "[At"));
	match_close(&m);
	text_free(&t);
}

static void
a_short_record_by_hand_is_enough(void **state)
{
	static const char text[] =
		"[Game \"Toy Game\"][Seed \"7\"]\n"
		"{ before } a pick 1 {one\ntwo}\nBob pick 2\n3... A pick 3\n";
	struct match m;
	struct status st = { 0 };
	assert_true(record_read(&m, text, "hand", &toy_catalog, &st));
	assert_int_equal(m.count, 5); /* two deals were drawn from the seed */
	assert_string_equal(m.plies[1].comment, "one two");
	assert_int_equal(m.plies[4].m, 3);
	assert_true(m.setup.seat[0].human);
	match_close(&m);
}

/* A comment needs no blank before it where the move has no brace. */
static void
a_comment_may_follow_a_move_at_once(void **state)
{
	static const char text[] = "[Game \"toy-game\"]\n* 5{a deal}\nA pick 1{one {x}\n"
				   "B pick 2\t{two}{three}\n";
	struct match m, again;
	struct text written = { 0 };
	struct status st = { 0 };
	if (!record_read(&m, text, "hand", &toy_catalog, &st))
		fail_msg("%s", st.text);
	assert_string_equal(m.plies[0].comment, "a deal");
	assert_string_equal(m.plies[1].comment, "one {x");
	assert_int_equal(m.plies[2].m, 2);
	assert_string_equal(m.plies[2].comment, "two three");
	record_write(&m, &written);
	assert_true(record_read(&again, written.s, "again", &toy_catalog, &st));
	assert_string_equal(again.plies[2].comment, "two three");
	text_free(&written);
	match_close(&again);
	match_close(&m);
}

/* The words of a person, too, and with the figures of a search or the clock between them. */
static void
neighbouring_comments_are_all_kept(void **state)
{
	static const char text[] =
		"[Game \"toy-game\"]\n* 5\nA pick 1 {[%note] mine}{one}"
		"{[%emt] 2.5}\n{two} {[%note] too} {}\n{three}\n"
		"B pick 2\n";
	struct match m;
	struct status st = { 0 };
	if (!record_read(&m, text, "hand", &toy_catalog, &st))
		fail_msg("%s", st.text);
	assert_string_equal(m.plies[1].comment, "one two three");
	assert_string_equal(m.plies[1].note, "mine too");
	assert_int_equal(m.plies[1].used_ms, 2500);
	match_close(&m);
}

static void
a_long_comment_is_kept_as_far_as_it_fits(void **state)
{
	struct match m;
	struct text t = { 0 };
	struct status st = { 0 };
	text_add(&t, "[Game \"toy-game\"]\nA pick 1 {%0500d}\nB pick 2 {b}\n", 7);
	assert_true(record_read(&m, t.s, "f", &toy_catalog, &st));
	assert_int_equal(strlen(m.plies[1].comment), MATCH_COMMENT - 1);
	assert_int_equal(m.plies[1].m, 1);
	assert_string_equal(m.plies[2].comment, "b");
	match_close(&m);
	text_free(&t);
}

/* A value has at most 1023 bytes. */
static void
the_longest_value_of_a_tag_is_read(void **state)
{
	for (int length = 1022; length <= 1024; length++) {
		struct text t = { 0 };
		struct match m;
		struct status st = { 0 };
		text_add(&t, "[Game \"toy-game\"]\n[Date \"%0*d\"]\n\n* 5\n", length, 1);
		const bool read = record_read(&m, t.s, "f", &toy_catalog, &st);
		assert_int_equal(read, length < 1024);
		if (read)
			match_close(&m);
		text_free(&t);
	}
}

static void
failures_name_file_line_and_what_was_expected(void **state)
{
	static const char *const cases[][2] = {
		{ "", "f:1: expected a tag [Game" },
		{ "[Game \"chess\"]",
		  "f:1: unknown game \"chess\": expected one of toy-game" },
		{ "[Game \"toy-game\"", "f:1: expected ] after the tag Game" },
		{ "[Game \"toy-game]\n", "f:1: expected \" after the tag" },
		{ "[Game toy-game]", "f:1: expected [Game \"value\"]" },
		{ "[]", "f:1: expected [Name \"value\"]" },
		{ "[Game \"toy-game\"]\n[Game \"toy-game\"]",
		  "f:2: the tag Game is already in line 1" },
		{ "[Game \"toy-game\"]\n[Variant \"seats=7\"]",
		  "f:2: Variant: expected seats" },
		{ "[Game \"toy-game\"]\n[Variant \"seats=5\"]",
		  "f:2: seats: Toy is for 2, 3 or 4 seats, not 5" },
		{ "[Game \"toy-game\"]\n[Variant \"round=1\"]",
		  "f:2: Variant: unknown option \"round\" (did you mean \"rounds\"?)" },
		{ "[Game \"toy-game\"]\n[Seat2 \"cuont\"]",
		  "f:2: Seat2: unknown player" },
		{ "[Game \"toy-game\"]\n[Seed \"-1\"]", "f:2: Seed: expected a number" },
		{ "[Game \"toy-game\"]\n[View \"x\"]", "f:2: view: expected fair" },
		{ "[Game \"toy-game\"]\n[At \"3\"]",
		  "f:2: At: expected a ply from 0 to 1" },
		{ "[Game \"toy-game\"]\n[Hash \"12\"]",
		  "f:2: the moves lead to another position" },
		{ "[Game \"toy-game\"]\nZ pick 1",
		  "f:2: unknown seat \"Z\": expected Ann, Bob" },
		{ "[Game \"toy-game\"]\nB pick 1",
		  "f:2: Bob is not to move: expected Ann" },
		{ "[Game \"toy-game\"]\n1. A pick 9",
		  "f:2: \"pick 9\" is not a legal move here" },
		{ "[Game \"toy-game\"]\n\nA put 9",
		  "f:3: expected \"pick N\", not \"put 9\"" },
		{ "[Game \"toy-game\"]\nA", "f:2: expected a move after \"A\"" },
		{ "[Game \"toy-game\"]\nA {x}", "f:2: expected a move after \"A\"" },
		{ "[Game \"toy-game\"]\n1. ", "f:2: expected a turn" },
		{ "[Game \"toy-game\"]\n* x", "f:2: expected * and a number below 2^32" },
		{ "[Game \"toy-game\"]\n* 1\n* 2", "f:3: no chance is due here" },
		{ "[Game \"toy-game\"]\n* 1 {note",
		  "f:2: expected } at the end of the comment" },
	};
	struct match m;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct status st = { 0 };
		assert_false(record_read(&m, cases[i][0], "f", &toy_catalog, &st));
		if (strncmp(st.text, cases[i][1], strlen(cases[i][1])) != 0)
			fail_msg("%s\n%s", cases[i][0], st.text);
	}
}

static void
a_move_after_the_end_is_refused(void **state)
{
	struct match m;
	struct text t = { 0 };
	struct status st = { 0 };
	play_game(&m, "count");
	record_write(&m, &t);
	text_add(&t, "A pick 1\n");
	match_close(&m);
	assert_false(record_read(&m, t.s, "f", &toy_catalog, &st));
	assert_non_null(strstr(st.text, "a move after the end of the game"));
	text_free(&t);
}

/* Without the tag Plyscope a person wrote the file, and an unknown player is a mistake in it. */
static void
a_player_of_another_version_keeps_its_name(void **state)
{
	static const char text[] = "[Game \"awari\"]\n[Seat1 \"maxn:pages=3\"]\n"
				   "[Runs1 \"maxn:pages=3,depth=2\"]\n"
				   "[Plyscope \"1.0.0\"]\n\n1. S A\n";
	struct match m;
	struct search s;
	struct text t = { 0 };
	struct status st = { 0 };
	if (!record_read(&m, text, "f", &app_catalog, &st))
		fail_msg("%s", st.text);
	assert_int_equal(m.count, 1);
	assert_true(m.setup.seat[0].unknown);
	assert_string_equal(setup_seat_word(&m.setup, 0), "maxn:pages=3");
	record_write(&m, &t);
	assert_non_null(strstr(t.s, "[Seat1 \"maxn:pages=3\"]\n[Seat2"));
	const struct search_job job = { .game = &m.setup.game,
					.root = &m.states[0],
					.player = &m.setup.seat[0] };
	assert_false(search_open(&s, &job, &st));
	assert_non_null(strstr(st.text, "\"maxn:pages=3\" is of another version"));
	text_free(&t);
	match_close(&m);
}

static void
a_preset_that_is_gone_plays_as_it_ran(void **state)
{
	static const char text[] = "[Game \"toy-game\"]\n[Seat1 \"grandmaster\"]\n"
				   "[Runs1 \"count:depth=3\"]\n";
	struct match m;
	struct status st = { 0 };
	assert_true(record_read(&m, text, "f", &toy_catalog, &st));
	assert_string_equal(m.setup.seat[0].text, "count:depth=3");
	match_close(&m);
}

/* Changes a good record at random places: read or refused, never broken. */
static void
damaged_records_are_read_or_refused(void **state)
{
	static const char letters[] = "[]\"{}*.\n 0123456789ABpick=,()\\";
	struct match m;
	struct text t = { 0 };
	struct rng r;
	play_game(&m, "wrap:inner=(count:nodes=20k)");
	record_write(&m, &t);
	match_close(&m);
	rng_seed(&r, 1);
	for (int i = 0; i < 3000; i++) {
		struct status st = { 0 };
		char *copy = strdup(t.s);
		for (uint32_t k = 1 + rng_below(&r, 6); k > 0; k--)
			copy[rng_below(&r, (uint32_t)t.length)] =
				letters[rng_below(&r, sizeof letters)];
		if (record_read(&m, copy, "f", &toy_catalog, &st))
			match_close(&m);
		else
			assert_true(st.text[0]);
		free(copy);
	}
	text_free(&t);
}

static void
a_file_opens_at_a_ply(void **state)
{
	struct match m, again;
	struct status st = { 0 };
	char path[128], spec[160];
	play_game(&m, "count");
	snprintf(path, sizeof path, "%s/game@home.rec", toy_directory());
	assert_true(record_save(&m, path, &st));
	assert_true(record_load(&again, path, &toy_catalog, &st));
	assert_same_game(&m, &again);
	match_close(&again);
	snprintf(spec, sizeof spec, "%s@4", path);
	assert_true(record_load(&again, spec, &toy_catalog, &st));
	assert_int_equal(again.at, 5); /* ply 5 is the next deal */
	assert_int_equal(again.count, m.count);
	assert_true(match_redo(&again));
	match_close(&again);
	snprintf(spec, sizeof spec, "%s@99", path);
	assert_false(record_load(&again, spec, &toy_catalog, &st));
	assert_non_null(strstr(st.text, "there is no ply 99, expected 0 to 12"));
	unlink(path);
	match_close(&m);
	st = (struct status){ 0 };
	assert_false(record_load(&again, path, &toy_catalog, &st));
	assert_non_null(strstr(st.text, "No such file"));
	st = (struct status){ 0 };
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(ftruncate(fileno(f), (16 << 20) + 1), 0);
	fclose(f);
	assert_false(record_load(&again, path, &toy_catalog, &st));
	assert_non_null(strstr(st.text, "longer than 16 MiB"));
	unlink(path);
	st = (struct status){ 0 };
	assert_false(record_load(&again, "/dev/zero", &toy_catalog, &st));
	assert_non_null(strstr(st.text, "not a regular file"));
}

static void
a_save_that_fails_leaves_nothing_behind(void **state)
{
	struct match m;
	struct status st = { 0 };
	play_game(&m, "count");
	assert_false(record_save(&m, "/nowhere/at/all", &st));
	assert_non_null(strstr(st.text, "/nowhere/at/all: cannot be written"));
	match_close(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reading_what_was_written_replays_the_same_game),
		cmocka_unit_test(courses_and_notes_are_kept),
		cmocka_unit_test(a_course_that_is_played_again_is_the_game),
		cmocka_unit_test(a_clock_and_what_was_used_of_it_are_kept),
		cmocka_unit_test(a_damaged_course_is_refused),
		cmocka_unit_test(the_tags_hold_every_setting),
		cmocka_unit_test(a_short_record_by_hand_is_enough),
		cmocka_unit_test(a_comment_may_follow_a_move_at_once),
		cmocka_unit_test(neighbouring_comments_are_all_kept),
		cmocka_unit_test(a_long_comment_is_kept_as_far_as_it_fits),
		cmocka_unit_test(failures_name_file_line_and_what_was_expected),
		cmocka_unit_test(the_longest_value_of_a_tag_is_read),
		cmocka_unit_test(a_move_after_the_end_is_refused),
		cmocka_unit_test(a_player_of_another_version_keeps_its_name),
		cmocka_unit_test(a_preset_that_is_gone_plays_as_it_ran),
		cmocka_unit_test(damaged_records_are_read_or_refused),
		cmocka_unit_test(a_file_opens_at_a_ply),
		cmocka_unit_test(a_save_that_fails_leaves_nothing_behind),
	};
	int failed = cmocka_run_group_tests_name("record", tests, NULL, NULL);
	rmdir(toy_directory());
	return failed;
}
