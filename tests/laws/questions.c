/*
 * questions.c - the same player gives the same answer about a decision of a game, from wherever it is
 * asked: table, hint, coach, analysis, compare, stepper, inspector, and the verbs search and compare.
 *
 * On every game of the catalog. The answer that all have to give is that of a search whose job is
 * filled here, from the match alone.
 */
#include "src/app/catalog.h"
#include "src/base/clock.h"
#include "src/core/past.h"
#include "src/core/public.h"
#include "src/core/record.h"
#include "src/study/analyze.h"
#include "src/study/compare.h"
#include "tests/cli/run.h"
#include "ui/coach.h"
#include "ui/screens/inspect/private.h"

#include <math.h>

#define SEED	    11
#define PATIENCE    60000 /* ticks of a millisecond: only a broken search takes so long */
#define NEVER_MS    100000 /* a table so slow that it does not play the move */
#define COACH_NODES 400000 /* the coach has a limit of its own */

struct answer {
	move m;
	double value;
	int64_t nodes;
};

/* A decision of a game, and whom it is put to. */
struct asked {
	struct match match;
	int seat;
	char player[PLAYER_TEXT];
	struct answer wanted;
	move best; /* of a mix the likeliest move, else the chosen one */
	double best_value;
};

static struct asked asked;
static struct calibration calibration;

/* ---- the answer ---- */

static struct answer
answer_of(const struct snapshot *s)
{
	assert_true(s->move_count > 0);
	return (struct answer){ s->moves[0].m, s->moves[0].value[s->mover], s->nodes };
}

static bool
same_value(double a, double b)
{
	return fabs(a - b) < 1e-6 || (isnan(a) && isnan(b)); /* JSON has so many digits */
}

static void
expect(const char *way, struct answer is, struct answer wanted)
{
	if (is.m == wanted.m && is.nodes == wanted.nodes &&
	    same_value(is.value, wanted.value))
		return;
	fail_msg("%s ply %d, %s, %s: move %u value %g nodes %lld, not %u, %g, %lld",
		 asked.match.setup.game.ops->key, asked.match.at, asked.player, way, is.m,
		 is.value, (long long)is.nodes, wanted.m, wanted.value,
		 (long long)wanted.nodes);
}

static void
answer_here(const struct player *p, struct snapshot *out)
{
	static struct search search;
	static struct past past;
	const struct match *m = &asked.match;
	const struct game *g = &m->setup.game;
	struct state root;
	struct status st = { 0 };
	uint64_t before = 0;
	int count;
	for (int i = 0; i < m->at; i++)
		before += m->plies[i].seat == asked.seat;
	struct played_move *made = match_made(m, m->at, asked.seat, &count);
	match_view(m, asked.seat, &root);
	for (int k = 0; g->turns->key != NULL && k <= m->at; k++)
		past.key[k % PAST_PLIES] = g->turns->key(g, &m->states[k]);
	const struct search_job job = {
		.game = g,
		.root = &root,
		.viewer = asked.seat,
		.player = p,
		.seed = rng_fork(rng_fork(SEED, (uint64_t)asked.seat + 1), before),
		.made = made,
		.made_count = count,
		.past = &past,
		.calibration = calibration.stages > 0 ? &calibration : NULL,
		.bounded = true
	};
	if (!search_open(&search, &job, &st))
		fail_msg("%s: %s", asked.player, st.text);
	search_run(&search);
	snapshot_copy(out, &search.live);
	search_close(&search);
	free(made);
}

/* ---- the ways ---- */

static void
wait_for(const struct session_search *search, struct session *s)
{
	for (int k = 0; k < PATIENCE && !(search->known && search->done); k++) {
		session_tick(s, 1); /* its clock stands: no move is shown */
		clock_sleep_us(200);
	}
	assert_true(search->known && search->done);
}

/* A table with the game up to here; the seat is a person's, or every seat a search's. */
static struct session *
open_table(bool person)
{
	struct session *s = session_memory(sizeof *s);
	static struct match m;
	struct status st = { 0 };
	match_copy(&m, &asked.match);
	for (int i = 0; i < m.setup.game.seats; i++)
		if (!setup_player(&m.setup, &app_catalog, i,
				  person && i == asked.seat ? "human" : asked.player,
				  &st))
			fail_msg("%s", st.text);
	m.setup.view = VIEW_FAIR;
	session_take(s, &app_catalog, NULL, &m, -1);
	session_set_hint(s, asked.player);
	s->speed_ms = NEVER_MS;
	s->advise = false;
	return s;
}

static void
close_table(struct session *s)
{
	session_close(s);
	free(s);
}

static void
ask_table(void)
{
	struct session *s = open_table(false);
	wait_for(&s->search, s);
	expect("table", answer_of(&s->search.snap), asked.wanted);
	close_table(s);
}

static void
ask_hint(void)
{
	struct session *s = open_table(true);
	struct status st = { 0 };
	if (!session_hint(s, &st))
		fail_msg("%s", st.text);
	wait_for(&s->hint, s);
	expect("hint", answer_of(&s->hint.snap), asked.wanted);
	close_table(s);
}

static void
ask_coach(void)
{
	struct session *s = open_table(true);
	struct snapshot snap = { 0 };
	struct player p;
	struct coach c;
	coach_init(&c);
	c.points = 1;
	for (int k = 0; k < PATIENCE && !c.known && !c.failed; k++) {
		coach_tick(&c, s);
		clock_sleep_us(200);
	}
	if (!c.failed) { /* no calibration: it does not judge this game */
		assert_true(player_parse(&p, asked.player, &app_catalog,
					 &asked.match.setup.game, NULL));
		p.part[0].limits = (struct limits){ .nodes = COACH_NODES };
		answer_here(&p, &snap);
		expect("coach", answer_of(&c.snap), answer_of(&snap));
		snapshot_free(&snap);
	}
	coach_close(&c);
	close_table(s);
}

/* The move played is the search's own, so that one search judges the decision. */
static void
ask_analysis(void)
{
	struct match m;
	struct player p;
	struct status st = { 0 };
	match_copy(&m, &asked.match);
	match_push(&m, asked.seat, asked.best, NULL);
	assert_true(analyze_player(&p, asked.player, 0, false, &app_catalog,
				   &m.setup.game, &st));
	struct analysis *a = analysis_open(
		&(struct analyze_options){ .match = &m,
					   .player = &p,
					   .calibration = &calibration,
					   .person = SEAT_ALL,
					   .from = asked.match.at,
					   .seed = SEED,
					   .thresholds = analyze_thresholds_default },
		&st);
	if (a == NULL)
		fail_msg("%s: %s", asked.player, st.text);
	assert_true(analysis_run(a, 1, NULL));
	const struct analyze_move *judged = analysis_move(a, 0);
	expect("analysis",
	       (struct answer){ judged->best, judged->value_before, judged->nodes },
	       (struct answer){ asked.best, asked.best_value, asked.wanted.nodes });
	analysis_close(a);
	match_close(&m);
}

static void
ask_compare(void)
{
	static struct compare c;
	struct decision d;
	struct question q;
	assert_true(decision_open(&d, &asked.match, asked.match.at, SEAT_ALL, "", NULL));
	decision_ask(&d, &q);
	compare_open(&c, &app_catalog, &asked.match.setup.game, -1);
	assert_true(compare_add(&c, asked.player, NULL));
	compare_ask(&c, &q);
	while (compare_busy(&c))
		if (!compare_tick(&c))
			clock_sleep_us(200);
	expect("compare", answer_of(&c.player[0].snap), asked.wanted);
	compare_close(&c);
	decision_close(&d);
}

static void
ask_stepper(const struct player *p)
{
	static struct stepper s;
	struct decision d;
	struct question q;
	struct status st = { 0 };
	assert_true(decision_open(&d, &asked.match, asked.match.at, SEAT_ALL, "", NULL));
	decision_ask(&d, &q);
	if (stepper_open(&s, &q, p, calibration.stages > 0 ? &calibration : NULL, &st))
		expect("stepper", answer_of(&s.search->live), asked.wanted);
	else
		fail_msg("%s: %s", asked.player, st.text);
	stepper_close(&s);
	decision_close(&d);
}

static void
ask_inspector(void)
{
	static struct ui ui;
	struct decision d;
	ui = (struct ui){ .catalog = &app_catalog, .wake_write = -1 };
	assert_true(decision_open(&d, &asked.match, asked.match.at, SEAT_ALL,
				  asked.player, NULL));
	struct screen *screen = inspect_screen(&ui, &d, NULL);
	struct inspect_run *r = &((struct inspector *)screen)->run[0];
	for (int k = 0; k < PATIENCE && !r->done; k++) {
		inspector_tick(&ui, (struct inspector *)screen);
		clock_sleep_us(200);
	}
	expect("inspector", answer_of(&r->snap), asked.wanted);
	screen->ops->close(screen);
	free(screen);
}

/* The object of a verb that has the answer. */
static void
ask_verb(const char *way, const char *command, const char *more, const char *part)
{
	struct text line = { 0 };
	const struct game *g = &asked.match.setup.game;
	char name[MOVE_TEXT];
	text_add(&line, "%s --json -a '%s' %s", command, asked.player, more);
	json_t *j = run_json(line.s);
	const json_t *said =
		part == NULL ? j : json_array_get(json_object_get(j, part), 0);
	g->text->format_move(g, &asked.match.states[asked.match.at], asked.seat,
			     asked.wanted.m, name, sizeof name);
	const json_t *value =
		json_array_get(json_object_get(said, "value"), (size_t)asked.seat);
	const char *m = json_string_value(json_object_get(said, "move"));
	const struct answer is = {
		m != NULL && strcmp(m, name) == 0 ? asked.wanted.m : MOVE_NONE,
		json_is_number(value) ? json_number_value(value) : (double)NAN,
		json_integer_value(json_object_get(said, "nodes"))
	};
	expect(way, is, asked.wanted);
	json_decref(j);
	text_free(&line);
}

static void
ask_verbs(void)
{
	char path[] = "/tmp/plyscope-question-XXXXXX", command[80];
	struct status st = { 0 };
	close(mkstemp(path));
	if (!record_save(&asked.match, path, &st))
		fail_msg("%s", st.text);
	snprintf(command, sizeof command, "search --load %s", path);
	ask_verb("search", command, "", NULL);
	snprintf(command, sizeof command, "compare --load %s", path);
	ask_verb("the verb compare", command, "-a random", "players");
	unlink(path);
}

/* ---- the decisions ---- */

/* Plays on to the first decision with a choice at or after a ply. */
static void
play_to(struct setup *setup, int ply)
{
	static move moves[MOVES_MAX];
	struct rng r;
	rng_seed(&r, (uint64_t)ply);
	setup->seed = SEED;
	for (int i = 0; i < setup->game.seats; i++)
		assert_true(setup_player(setup, &app_catalog, i, "random", NULL));
	match_open(&asked.match, setup);
	struct match *m = &asked.match;
	while (!match_over(m)) {
		asked.seat = game_mover(&setup->game, &m->states[m->at]);
		if (m->at >= ply && match_moves(m, asked.seat, moves) > 1 &&
		    !setup->game.rules->settled(&setup->game, &m->states[m->at]))
			return;
		assert_true(match_play(m, asked.seat,
				       game_quick_move(&setup->game, &m->states[m->at],
						       asked.seat, &r),
				       NULL, NULL));
	}
}

/* Puts the decision to a player by all ways; false: it does not play this game. */
static bool
ask_all(const char *player, bool slowly)
{
	static struct player p;
	const struct game *g = &asked.match.setup.game;
	struct snapshot s = { 0 };
	if (match_over(&asked.match) || !player_parse(&p, player, &app_catalog, g, NULL))
		return false;
	snprintf(asked.player, sizeof asked.player, "%s", player);
	for (int i = 0; i < g->seats; i++)
		assert_true(
			setup_player(&asked.match.setup, &app_catalog, i, player, NULL));
	answer_here(&p, &s);
	const struct stats_move *best = &s.moves[0];
	for (int i = 1; i < s.move_count && s.mixed; i++)
		if (s.moves[i].prob > best->prob && s.moves[i].status != MOVE_UNSEARCHED)
			best = &s.moves[i];
	asked.wanted = answer_of(&s);
	asked.best = best->m;
	asked.best_value = best->value[s.mover];
	snapshot_free(&s);
	ask_table();
	ask_hint();
	ask_analysis();
	ask_compare();
	if (p.part[0].ops->look != NULL) {
		ask_stepper(&p);
		ask_inspector();
	}
	if (slowly) {
		ask_coach();
		ask_verbs();
	}
	return true;
}

static const char *const players[] = {
	"maxn:nodes=1500",     "pimc:worlds=4,inner=(maxn),nodes=1200",
	"uct:nodes=1500",      "ismcts:nodes=1500",
	"paranoid:nodes=1500", "cfr:sims=100",
	"mccfr:sims=200",      "equity:nodes=2000",
};

static void
every_way_gives_the_same_answer(void **state)
{
	for (int i = 0; app_catalog.games[i]; i++) {
		static struct setup setup;
		struct status st = { 0 };
		int ways = 0;
		if (!setup_init(&setup, &app_catalog, app_catalog.games[i], false, &st))
			fail_msg("%s", st.text);
		if (!calibration_load(&calibration, &setup.game, &st))
			calibration.stages = 0;
		/* hold'em is too large for these */
		const struct public_ops *cards = setup.game.ops->public;
		const bool large = cards != NULL && cards->buckets != NULL;
		for (int ply = 7; play_to(&setup, ply), match_over(&asked.match); ply--)
			match_close(&asked.match); /* a shorter game */
		for (size_t k = 0; k < sizeof players / sizeof *players; k++)
			if (!large || strstr(players[k], "cfr") == NULL)
				ways += ask_all(players[k], ways == 0);
		if (ways == 0)
			print_message("# %s: nobody was asked\n", setup.game.ops->key);
		assert_true(ways > 0);
		match_close(&asked.match);
	}
}

/* The first decision of a game with a seed, and the position where it stands alone: no record is needed. */
static void
a_new_game_and_a_position_are_asked_alike(void **state)
{
	static const struct {
		const char *game, *player;
	} asks[] = { { "hearts", "pimc:worlds=4,inner=(uct),nodes=1200" },
		     { "spades", "ismcts:nodes=1500" },
		     { "chinese-checkers", "uct:nodes=1500" } };
	for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
		static struct setup setup;
		static struct player p;
		struct snapshot s = { 0 };
		struct text at = { 0 };
		char position[POSITION_TEXT];
		struct status st = { 0 };
		assert_true(setup_init(&setup, &app_catalog,
				       catalog_game(&app_catalog, asks[i].game), false,
				       &st));
		assert_true(calibration_load(&calibration, &setup.game, &st));
		play_to(&setup, 0);
		snprintf(asked.player, sizeof asked.player, "%s", asks[i].player);
		assert_true(
			player_parse(&p, asked.player, &app_catalog, &setup.game, &st));
		answer_here(&p, &s);
		asked.wanted = answer_of(&s);
		snapshot_free(&s);
		setup.game.text->format_position(&setup.game,
						 &asked.match.states[asked.match.at],
						 position, sizeof position);
		text_add(&at, "search %s --seed %d", asks[i].game, SEED);
		ask_verb("search of a new game", at.s, "", NULL);
		at.length = 0;
		text_add(&at, "compare %s --seed %d", asks[i].game, SEED);
		ask_verb("compare of a new game", at.s, "-a random", "players");
		at.length = 0;
		text_add(&at, "search %s --seed %d --position '%s'", asks[i].game, SEED,
			 position);
		ask_verb("search of a position", at.s, "", NULL);
		at.length = 0;
		text_add(&at, "compare %s --seed %d --position '%s'", asks[i].game, SEED,
			 position);
		ask_verb("compare of a position", at.s, "-a random", "players");
		text_free(&at);
		match_close(&asked.match);
	}
}

/* Sente moves out and back three times; the fourth time that the position stands Gote wins. */
static void
a_repetition_that_wins_is_seen_by_every_way(void **state)
{
	static const char *const moves[] = { "4e4d", "2a2b", "4d4e", "2b2a" };
	static struct setup setup;
	struct status st = { 0 };
	assert_true(setup_init(&setup, &app_catalog,
			       catalog_game(&app_catalog, "minishogi"), false, &st));
	assert_true(setup_variant(&setup, &app_catalog, "repetition", "second", &st));
	assert_true(calibration_load(&calibration, &setup.game, &st));
	play_to(&setup, 0);
	struct match *m = &asked.match;
	for (int k = 0; k < 11; k++) {
		move mv;
		assert_true(game_parse_move(&setup.game, &m->states[m->at], k % 2,
					    moves[k % 4], &mv, &st));
		assert_true(match_play(m, k % 2, mv, NULL, &st));
	}
	asked.seat = 1;
	for (size_t k = 0; k < sizeof players / sizeof *players; k++)
		if (ask_all(players[k], k == 0) && k == 0)
			assert_true(asked.wanted.value == 1);
	match_close(m);
}

/* A hint limited by time that comes to its end before: the inspector builds the same tree. */
static void
the_inspector_has_the_tree_of_the_hint(void **state)
{
	static const struct {
		const char *game, *file, *player;
		int ply;
	} hints[] = { { "tree", "last-branch", "hard", 0 },
		      { "hearts", NULL, "hard", 0 },
		      { "hearts", NULL, "pimc:worlds=8,inner=(maxn)", 42 } };
	for (int i = 0; i < 3; i++) {
		static struct setup setup;
		static struct ui ui;
		struct status st = { 0 };
		struct decision d;
		assert_true(setup_init(&setup, &app_catalog,
				       catalog_game(&app_catalog, hints[i].game), false,
				       &st));
		if (hints[i].file != NULL)
			assert_true(setup_variant(&setup, &app_catalog, "file",
						  hints[i].file, &st));
		play_to(&setup, hints[i].ply);
		snprintf(asked.player, sizeof asked.player, "%s", hints[i].player);
		struct session *s = open_table(true);
		s->hint_ms = 100000;
		assert_true(session_hint(s, &st));
		wait_for(&s->hint, s);
		assert_true(s->hint.snap.stop != STOP_TIME);
		asked.wanted = answer_of(&s->hint.snap);
		assert_true(session_decision(s, s->match.at, &d, &st));
		ui = (struct ui){ .catalog = &app_catalog, .wake_write = -1 };
		struct screen *screen = inspect_screen(&ui, &d, &s->hint.snap);
		struct inspect_run *r = &((struct inspector *)screen)->run[0];
		for (int k = 0; k < PATIENCE && !r->done; k++) {
			inspector_tick(&ui, (struct inspector *)screen);
			clock_sleep_us(200);
		}
		expect("inspector", answer_of(&r->snap), asked.wanted);
		assert_int_equal(r->snap.depth, s->hint.snap.depth);
		screen->ops->close(screen);
		free(screen);
		close_table(s);
		match_close(&asked.match);
	}
}

int
main(void)
{
	const struct CMUnitTest list[] = {
		cmocka_unit_test(every_way_gives_the_same_answer),
		cmocka_unit_test(a_new_game_and_a_position_are_asked_alike),
		cmocka_unit_test(the_inspector_has_the_tree_of_the_hint),
		cmocka_unit_test(a_repetition_that_wins_is_seen_by_every_way),
	};
	return cmocka_run_group_tests(list, NULL, NULL);
}
