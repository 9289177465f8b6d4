/*
 * continuation.c - headless work comes out the same for 1, 2 and 5 workers, on threads:
 * as JSON, as a table, as rows of a file.
 */
#include "src/core/store.h"
#include "src/lab/calibrate.h"
#include "src/lab/duplicate.h"
#include "src/lab/experiment.h"
#include "src/lab/exploit.h"
#include "src/lab/tournament.h"
#include "src/study/analyze.h"
#include "tests/unit/play_text.h"

#include <stdlib.h>
#include <unistd.h>

/* How the work is done. */
struct plan {
	int workers;
};

/* Does the work and writes what came of it. */
typedef void work_fn(const struct plan *plan, struct text *out);

static void
expect_the_same(work_fn *work)
{
	static const int workers[] = { 1, 2, 5 };
	struct text first = { 0 };
	for (int i = 0; i < 3; i++) {
		const struct plan plan = { workers[i] };
		struct text out = { 0 };
		work(&plan, i == 0 ? &first : &out);
		if (i > 0)
			assert_string_equal(out.s, first.s);
		text_free(&out);
	}
	assert_true(first.length > 100);
	text_free(&first);
}

/* Without what a clock says. */
static void
drop_times(json_t *j)
{
	static const char *const times[] = { "elapsed_ms", "nodes_per_s", "sims_per_s",
					     "think_ms", "longest_ms" };
	const char *key;
	json_t *value;
	size_t i;
	for (i = 0; i < sizeof times / sizeof *times && json_is_object(j); i++)
		json_object_del(j, times[i]);
	json_object_foreach(j, key, value) drop_times(value);
	json_array_foreach(j, i, value) drop_times(value);
}

static void
write_json(json_t *j, struct text *out)
{
	drop_times(j);
	char *text = json_dumps(j, JSON_INDENT(1));
	text_add(out, "%s\n", text);
	free(text);
	json_decref(j);
}

static void
write_table(const struct experiment *e, const struct experiment_result *r,
	    struct text *out)
{
	char *text = NULL;
	size_t length = 0;
	FILE *f = open_memstream(&text, &length);
	experiment_print(e, r, f);
	fclose(f);
	text_add_bytes(out, text, length);
	free(text);
}

/* ---- match ---- */

/* Points and nodes of each seat; the two figures after them are times. */
static void
write_row(void *self, int64_t number, const char *line)
{
	char *end;
	text_add(self, "%d:", (int)number);
	for (int i = 0; *line; i++, line = end) {
		const long long x = strtoll(line, &end, 10);
		if (i < 2 || (i - 2) % 5 < 3)
			text_add(self, " %lld", x);
	}
	text_add(self, "\n");
}

static void
write_rows(const char *path, struct text *out)
{
	struct status st = { 0 };
	struct store *db = store_open(path, &st);
	assert_non_null(db);
	assert_int_equal(store_results(db, 1, write_row, out, &st), 12);
	store_close(db);
}

static void
play_match(const struct plan *plan, struct text *out)
{
	static struct tournament_result r;
	static struct player p[2];
	struct game g;
	struct status st = { 0 };
	char path[] = "/tmp/plyscope-ways-XXXXXX";
	close(mkstemp(path));
	open_game(&g, catalog_game(&app_catalog, "hearts"), 4, "hands=1");
	assert_true(player_parse(&p[0], "pimc:worlds=2,inner=(greedy)", &app_catalog, &g,
				 &st));
	assert_true(player_parse(&p[1], "random", &app_catalog, &g, &st));
	const struct tournament_options o = { .game = &g,
					      .player = p,
					      .players = 2,
					      .games = 12,
					      .seed = 7,
					      .jobs = plan->workers,
					      .db = path };
	if (!tournament_run(&o, &r, &st))
		fail_msg("%s", st.text);
	write_json(tournament_to_json(&r), out);
	write_rows(path, out);
	unlink(path);
}

static void
a_match_is_the_same_either_way(void **state)
{
	expect_the_same(play_match);
}

/* ---- experiments ---- */

static void
run_experiment(const char *text, const struct plan *plan, struct text *out)
{
	static struct experiment e;
	static struct experiment_result r;
	struct status st = { 0 };
	const struct experiment_options o = {
		.catalog = &app_catalog, .scale = 1, .seed = 3, .jobs = plan->workers
	};
	if (!experiment_parse(&e, text, "f", &st) || !experiment_run(&e, &o, &r, &st))
		fail_msg("%s", st.text);
	assert_true(r.complete);
	assert_true(r.cells > 0);
	write_json(experiment_to_json(&e, &r), out);
	r.elapsed_us = 0;
	write_table(&e, &r, out);
	experiment_result_free(&r);
	experiment_free(&e);
}

#define HEAD(kind) \
	"[experiment]\nkind = " kind "\ntitle = T\npaper = P\ntable = Q\n[one]\n"

static void
measure_expansions(const struct plan *plan, struct text *out)
{
	run_experiment(HEAD("expansions") "game = hearts\nvariant = hands=1,open=on\n"
					  "games = 4\nevery = 4\n"
					  "player a = maxn:depth=2\n"
					  "player b = maxn:depth=2,prune=none\n",
		       plan, out);
}

static void
measure_depth(const struct plan *plan, struct text *out)
{
	run_experiment(HEAD("depth") "game = hearts\nvariant = hands=1,open=on\n"
				     "games = 3\n"
				     "player a = maxn:nodes=500\n"
				     "player b = paranoid:nodes=500\n",
		       plan, out);
}

static void
measure_tournament(const struct plan *plan, struct text *out)
{
	run_experiment(HEAD("tournament") "game = chinese-checkers\n"
					  "variant = size=2,seats=2\ngames = 6\n"
					  "opening = 2\n"
					  "player a = greedy\nplayer b = random\n",
		       plan, out);
}

static void
experiments_are_the_same_either_way(void **state)
{
	expect_the_same(measure_expansions);
	expect_the_same(measure_depth);
	expect_the_same(measure_tournament);
}

/* ---- exploitability ---- */

static struct exploit_measure first_run[2]; /* of the three, when it was measured alone */

static void
measure_runs(const struct plan *plan, int runs, struct text *out)
{
	static struct player p, exact;
	struct game g;
	struct exploit_roots roots;
	struct exploit_result r;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "goofspiel"), 2, "cards=4");
	exploit_roots(&g, NULL, &roots);
	assert_true(player_parse(&p, "smmcts", &app_catalog, &g, &st));
	assert_true(player_parse(&exact, "exact", &app_catalog, &g, &st));
	const struct exploit_options o = { .game = &g,
					   .root = roots.state,
					   .weight = roots.weight,
					   .roots = roots.count,
					   .shared = true,
					   .player = &p,
					   .exact = &exact,
					   .seed = 5,
					   .runs = runs,
					   .jobs = plan->workers,
					   .points = 2,
					   .sims = { 100, 400 } };
	if (!exploit_run(&o, &r, &st))
		fail_msg("%s", st.text);
	assert_true(r.complete);
	assert_int_equal(r.runs, runs);
	if (runs == 1)
		memcpy(first_run, r.run, sizeof first_run);
	for (int k = 0; k < 2; k++) {
		assert_true(r.run[k].mean == first_run[k].mean);
		assert_int_equal(r.run[k].nodes, first_run[k].nodes);
	}
	write_json(exploit_to_json(&o, &r), out);
	for (int i = 0; i < 2 * runs; i++)
		text_add(out, "%a %a %lld\n", r.run[i].ex[0], r.run[i].ex[1],
			 (long long)r.run[i].nodes);
	exploit_free(&r);
	exploit_roots_free(&roots);
}

static void
measure_exploit(const struct plan *plan, struct text *out)
{
	measure_runs(plan, 1, out);
	measure_runs(plan, 3, out);
}

static void
exploitability_is_the_same_either_way(void **state)
{
	expect_the_same(measure_exploit);
}

/* ---- calibration ---- */

static void
fit(const struct plan *plan, struct text *out)
{
	static struct calibrate_result r;
	struct game g;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "hearts"), 3, "");
	const struct calibrate_options o = {
		.catalog = &app_catalog,
		.game = &g,
		.deals = 16,
		.seed = 2,
		.jobs = plan->workers,
		.player = "pimc:worlds=2,inner=(greedy)",
	};
	if (!calibrate_run(&o, &r, &st))
		fail_msg("%s", st.text);
	text_add(out, "%d %d %a\n", (int)r.deals, (int)r.cal.positions, r.brier);
	for (int i = 0; i < CALIBRATION_STAGES; i++)
		text_add(out, "%a\n", r.cal.beta[i]);
}

static void
calibrations_are_the_same_either_way(void **state)
{
	expect_the_same(fit);
}

/* ---- a game that was played ---- */

static void
play_through(struct match *m)
{
	struct setup setup = { .seed = 5, .view = VIEW_OPEN };
	open_game(&setup.game, catalog_game(&app_catalog, "hearts"), 4, "hands=1");
	setup.seat[0].human = true;
	for (int i = 1; i < 4; i++)
		assert_true(player_parse(&setup.seat[i], "random", &app_catalog,
					 &setup.game, NULL));
	match_open(m, &setup);
	while (!match_over(m)) {
		move moves[MOVES_MAX];
		const int seat = __builtin_ctz(match_acting(m));
		match_moves(m, seat, moves);
		assert_true(match_play(m, seat, moves[0], "", NULL));
	}
}

static void
play_again(const struct plan *plan, struct text *out)
{
	static struct player p;
	struct match m = { 0 };
	struct duplicate_result r;
	struct status st = { 0 };
	play_through(&m);
	assert_true(player_parse(&p, "random", &app_catalog, &m.setup.game, &st));
	const struct duplicate_options o = { .match = &m,
					     .player = &p,
					     .seat = 0,
					     .games = 12,
					     .seed = 3,
					     .jobs = plan->workers };
	if (!duplicate_run(&o, &r, &st))
		fail_msg("%s", st.text);
	assert_int_equal(r.games, 12);
	write_json(duplicate_to_json(&o, &r), out);
	duplicate_free(&r);
	match_close(&m);
}

static void
duplicates_are_the_same_either_way(void **state)
{
	expect_the_same(play_again);
}

/* It shares no memory with a child, and so is done on threads alone. */
static void
judge(const struct plan *plan, struct text *out)
{
	static struct player p;
	struct match m = { 0 };
	struct status st = { 0 };
	play_through(&m);
	assert_true(player_parse(&p, "pimc:worlds=4,inner=(greedy),nodes=300",
				 &app_catalog, &m.setup.game, &st));
	const struct analyze_options o = { .match = &m,
					   .player = &p,
					   .person = SEAT_ALL,
					   .seed = 4,
					   .thresholds = analyze_thresholds_default };
	struct analysis *a = analysis_open(&o, &st);
	assert_non_null(a);
	assert_true(analysis_run(a, plan->workers, NULL));
	write_json(analysis_to_json(a), out);
	analysis_close(a);
	match_close(&m);
}

static void
an_analysis_is_the_same_for_any_threads(void **state)
{
	expect_the_same(judge);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_match_is_the_same_either_way),
		cmocka_unit_test(experiments_are_the_same_either_way),
		cmocka_unit_test(exploitability_is_the_same_either_way),
		cmocka_unit_test(calibrations_are_the_same_either_way),
		cmocka_unit_test(duplicates_are_the_same_either_way),
		cmocka_unit_test(an_analysis_is_the_same_for_any_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
