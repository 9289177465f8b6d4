/*
 * experiment.c - files of experiments, means and verdicts, and the kinds on small work.
 */
#include "src/lab/experiment.h"
#include "src/lab/tournament.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdint.h>

static struct experiment e;

static bool
near(double a, double b, double slack)
{
	return fabs(a - b) <= slack;
}

/* ---- verdicts ---- */

/* Five observations: t(4) = 2.776, s = 1.5811, half = 1.9629. */
static void
an_interval_is_students(void **state)
{
	const double x[] = { 1, 2, (double)NAN, 3, 4, 5 };
	const struct experiment_mean m = experiment_mean(x, 6);
	assert_int_equal(m.n, 5);
	assert_true(near(m.mean, 3, 1e-12));
	assert_true(near(m.ci95[0], 3 - 1.9629, 1e-3));
	assert_true(near(m.ci95[1], 3 + 1.9629, 1e-3));
	const struct experiment_mean one = experiment_mean(x, 1);
	assert_int_equal(one.n, 1);
	assert_true(isnan(one.ci95[0]));
	assert_true(isnan(experiment_mean(x, 0).mean));
}

/* t(60) is 2.000 in every table. */
static void
many_degrees_of_freedom_near_the_normal(void **state)
{
	double x[61];
	for (int i = 0; i < 61; i++)
		x[i] = i % 2 ? 1 : -1;
	const struct experiment_mean m = experiment_mean(x, 61);
	const double s = sqrt((61 - 1.0 / 61) / 60), half = 2.0003 * s / sqrt(61);
	assert_true(near(m.ci95[1] - m.mean, half, 1e-4));
}

static enum experiment_verdict
verdict(double paper, double level, double mean, double low, double high)
{
	struct experiment_cell c = { .paper = paper, .rounding = 0.5, .level = level };
	c.ours = (struct experiment_mean){ mean, { low, high }, 10 };
	return experiment_judge(&c);
}

static void
verdicts_follow_the_interval_then_the_side(void **state)
{
	assert_int_equal(verdict(52, 25, 50, 45, 55), VERDICT_REPRODUCED);
	assert_int_equal(verdict(52, 25, 50, 49, 51.4), VERDICT_DIRECTION);
	assert_int_equal(verdict(52, 25, 50, 49, 51.6),
			 VERDICT_REPRODUCED); /* rounding */
	assert_int_equal(verdict(52, 25, 40, 38, 42), VERDICT_DIRECTION);
	assert_int_equal(verdict(52, 25, 38, 36, 39), VERDICT_WEAKER); /* 13 of 27 */
	assert_int_equal(verdict(52, 25, 78, 76, 79), VERDICT_DIRECTION);
	assert_int_equal(verdict(52, 25, 80, 78, 82), VERDICT_STRONGER); /* 55 of 27 */
	assert_int_equal(verdict(5, 25, 16, 14, 17), VERDICT_WEAKER);	 /* below */
	assert_int_equal(verdict(52, 25, 20, 18, 22), VERDICT_NOT);
	assert_int_equal(verdict(52, (double)NAN, 30, 28, 32), VERDICT_NOT);
	assert_int_equal(verdict(52, 25, 40, 20, 60), VERDICT_UNDECIDED);
	assert_int_equal(verdict(4, (double)NAN, 5, 3.1, 6.9), VERDICT_REPRODUCED);
	assert_int_equal(verdict(4, (double)NAN, 5, 2.5, 7.5), VERDICT_UNDECIDED);
	struct experiment_cell lost = { .lost = true, .paper = (double)NAN };
	assert_int_equal(experiment_judge(&lost), VERDICT_NONE);
	struct experiment_cell exact = { .exact = true,
					 .paper = 5.42,
					 .rounding = 0.005 };
	exact.ours = (struct experiment_mean){ 5.4, { (double)NAN, (double)NAN }, 1 };
	assert_int_equal(experiment_judge(&exact), VERDICT_REPRODUCED);
	exact.ours.mean = 5.3;
	exact.level = (double)NAN;
	assert_int_equal(experiment_judge(&exact), VERDICT_NOT);
}

static void
a_claim_needs_its_difference_on_one_side_of_nothing(void **state)
{
	const struct experiment_mean above = { 1, { 0.5, 1.5 }, 9 };
	const struct experiment_mean about = { 1, { -0.5, 2.5 }, 9 };
	assert_int_equal(experiment_judge_claim('>', &above, (double)NAN),
			 VERDICT_REPRODUCED);
	assert_int_equal(experiment_judge_claim('<', &above, (double)NAN), VERDICT_NOT);
	assert_int_equal(experiment_judge_claim('=', &above, (double)NAN), VERDICT_NOT);
	assert_int_equal(experiment_judge_claim('>', &about, (double)NAN),
			 VERDICT_UNDECIDED);
	const struct experiment_mean below = { -1, { -2.5, 0.5 }, 9 };
	const struct experiment_mean level = { 0, { 0, 0 }, 9 };
	assert_int_equal(experiment_judge_claim('>', &below, (double)NAN),
			 VERDICT_UNDECIDED);
	assert_int_equal(experiment_judge_claim('<', &below, (double)NAN),
			 VERDICT_UNDECIDED);
	assert_int_equal(experiment_judge_claim('>', &level, (double)NAN), VERDICT_NOT);
}

static void
the_same_is_within_a_margin(void **state)
{
	static const struct {
		double low, high, margin;
		enum experiment_verdict verdict;
	} cases[] = {
		{ -0.5, 0.8, 1, VERDICT_REPRODUCED },
		{ 0.1, 0.9, 1, VERDICT_REPRODUCED },
		{ -0.5, 1.1, 1, VERDICT_UNDECIDED },
		{ -1.1, 0.5, 1, VERDICT_UNDECIDED },
		{ 0.5, 1.5, 1, VERDICT_UNDECIDED },
		{ -9, 9, 1, VERDICT_UNDECIDED },
		{ 1.1, 1.5, 1, VERDICT_NOT },
		{ -3, -1.1, 1, VERDICT_NOT },
		{ -0.1, 0.1, NAN, VERDICT_UNDECIDED },
		{ 0, 0, NAN, VERDICT_REPRODUCED },
		{ 0.1, 0.2, NAN, VERDICT_NOT },
		{ -0.2, -0.1, NAN, VERDICT_NOT },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct experiment_mean d = { (cases[i].low + cases[i].high) / 2,
						   { cases[i].low, cases[i].high },
						   9 };
		const enum experiment_verdict v =
			experiment_judge_claim('=', &d, cases[i].margin);
		if (v != cases[i].verdict)
			fail_msg("case %zu: %s", i, experiment_verdict_names[v]);
	}
	const struct experiment_mean one = { 0, { NAN, NAN }, 1 };
	assert_int_equal(experiment_judge_claim('=', &one, 1), VERDICT_NONE);
}

static void
figures_know_their_last_digit(void **state)
{
	static const struct {
		const char *text;
		double x, rounding;
	} good[] = { { "52", 52, 0.5 },	     { "45.7083", 45.7083, 0.00005 },
		     { "1.2M", 1.2e6, 5e4 }, { "100k", 1e5, 500 },
		     { "-3.5", -3.5, 0.05 }, { "1..3", 2, 1 } };
	static const char *const bad[] = {
		"", "x", "5x", "1e5", "nan", "1..", "3..1", "k"
	};
	double x, rounding;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		assert_true(experiment_read_figure(good[i].text, &x, &rounding));
		assert_true(near(x, good[i].x, 1e-9 * fabs(x)));
		assert_true(near(rounding, good[i].rounding, 1e-9 * rounding));
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (experiment_read_figure(bad[i], &x, &rounding))
			fail_msg("\"%s\" is no figure", bad[i]);
}

/* ---- files ---- */

#define HEAD \
	"[experiment]\nkind = tournament\ntitle = T\npaper = P\ntable = Q\nfigure = " \
	"score\n"

static void
a_bad_file_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text, *words;
	} bad[] = {
		{ "[part]\na = b\n", "f:2: expected section [experiment] first" },
		{ "[experiment]\ntitle = T\n", "f:2: expected kind = ... before title" },
		{ "[experiment]\nkind = guess\n",
		  "f:2: kind: expected one of branching" },
		{ "[experiment]\nkind = depth\n", "expected title = ..." },
		{ HEAD, "expected a section below" },
		{ HEAD "[a]\ngame = hearts\nfoo = 1\n", "f:9: unknown key \"foo\"" },
		{ HEAD "[a]\npaper x = many\n", "f:8: paper x: expected a number" },
		{ HEAD "[a]\nclaim x = a or b\n",
		  "f:8: claim x: expected \"CELL > CELL\"" },
		{ HEAD "[a]\ngame = hearts\ngame = spades\n", "f:9: game: set twice" },
		{ HEAD "[a]\nmargin x = 1\n", "f:8: expected claim x = A = B in [a]" },
		{ HEAD "[a]\nclaim x = a > b\nmargin x = 1\n",
		  "f:9: expected claim x = A = B in [a]" },
		{ HEAD "[a]\nclaim x = a = b\nmargin x = 0\n",
		  "f:9: margin x: expected a number above 0" },
		{ HEAD "[a]\nfull player x = greedy\nplayer y = greedy\n",
		  "f:8: expected player x = ... in [a]" },
		{ HEAD "[a]\nplayer x = greedy\nplayer y = random\nclaim c = x > z\n",
		  "f:10: claim c: no cell is \"z\": expected one that begins with the "
		  "LABEL of a player" },
		{ HEAD "claim c = x > yes\n[a]\nplayer x = greedy\nplayer y = random\n",
		  "f:7: claim c: no cell is \"yes\"" },
		{ HEAD
		  "[a]\nplayer x = greedy\n[b]\nplayer y = greedy\nclaim c = y = x\n",
		  "f:11: claim c: no cell is \"x\"" },
		{ "rubbish\n", "f:1: expected [section] or key = value" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct status st = { 0 };
		if (experiment_parse(&e, bad[i].text, "f", &st))
			fail_msg("case %zu was taken", i);
		if (strstr(st.text, bad[i].words) == NULL)
			fail_msg("case %zu: expected \"%s\", not \"%s\"", i, bad[i].words,
				 st.text);
	}
}

static void
load_one(void *self, const char *name)
{
	struct status st = { 0 };
	++*(int *)self;
	if (!experiment_load(&e, name, &st))
		fail_msg("%s: %s", name, st.text);
	experiment_free(&e);
}

static void
every_experiment_that_ships_can_be_read(void **state)
{
	int count = 0;
	assert_true(experiment_list(load_one, &count, NULL));
	assert_true(count >= 7);
}

static void
an_unknown_name_is_refused_with_the_nearest_there_is(void **state)
{
	struct status st = { 0 };
	assert_false(experiment_load(&e, "no-such-table", &st));
	assert_non_null(
		strstr(st.text, "no experiment \"no-such-table\": expected FILE"));
	st = (struct status){ 0 };
	assert_false(experiment_load(&e, "card-dept", &st));
	assert_non_null(strstr(st.text, "(did you mean \"card-depth\"?)"));
}

/* The paper's equation: x^n = sum of (b-1)^k x^(n-1-k). */
static void
the_figures_of_the_branching_factor_are_roots(void **state)
{
	assert_true(experiment_load(&e, "speculative-branching", NULL));
	for (int i = 1; i < e.parts; i++) {
		int64_t n;
		assert_true(experiment_count(&e, &e.part[i], "seats", 2, 6, 0, &n, NULL));
		for (int b = 2; b <= 10; b++) {
			char key[40];
			double x, rounding, sum = 0;
			snprintf(key, sizeof key, "paper b %d", b);
			assert_true(experiment_read_figure(experiment_get(&e, &e.part[i],
									  key),
							   &x, &rounding));
			for (int k = 0; k < n; k++)
				sum += pow(b - 1, k) * pow(x, (double)n - 1 - k);
			assert_true(near(pow(sum, 1.0 / (double)n), x, 0.002));
		}
	}
	experiment_free(&e);
}

/* ---- kinds ---- */

static struct experiment_result result;

static void
run_scaled(const char *text, bool full, double scale)
{
	struct status st = { 0 };
	const struct experiment_options o = { .catalog = &app_catalog,
					      .scale = scale,
					      .full = full,
					      .seed = -1,
					      .jobs = 2 };
	if (!experiment_parse(&e, text, "f", &st) ||
	    !experiment_run(&e, &o, &result, &st))
		fail_msg("%s", st.text);
	assert_true(result.complete);
}

static void
run_text(const char *text, bool full)
{
	run_scaled(text, full, 1);
}

static void
done(void)
{
	experiment_result_free(&result);
	experiment_free(&e);
}

static const struct experiment_cell *
cell(const char *name)
{
	for (int i = 0; i < result.cells; i++)
		if (strcmp(result.cell[i].name, name) == 0)
			return &result.cell[i];
	fail_msg("no cell %s", name);
	return NULL;
}

/* Nothing stands where there is no interval, whatever the line above has. */
static void
a_cell_without_an_interval_prints_none(void **state)
{
	struct status st = { 0 };
	static struct experiment_cell cells[2] = {
		{ .part = 1, .name = "with", .ours = { .mean = 7, .ci95 = { 6, 8 } } },
		{ .part = 1, .name = "without", .ours = { .mean = 5 } },
	};
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	assert_non_null(f);
	cells[1].ours.ci95[0] = cells[1].ours.ci95[1] = (double)NAN;
	if (!experiment_parse(
		    &e,
		    "[experiment]\nkind = branching\ntitle = t\npaper = p\ntable = 1\n"
		    "seats = 3\nfrom = 2\nto = 3\nsearch = maxn\n[part]\n"
		    "paper b 2 = 1\n",
		    "f", &st))
		fail_msg("%s", st.text);
	const struct experiment_result r = { .cell = cells,
					     .cells = 2,
					     .complete = true };
	experiment_print(&e, &r, f);
	fclose(f);
	const char *with = strstr(text, "with "), *without = strstr(text, "without ");
	assert_non_null(strstr(with, "[6.000 8.000]"));
	assert_null(strchr(without, '['));
	free(text);
	experiment_free(&e);
}

static void
ordered_trees_grow_as_the_equation_says(void **state)
{
	run_text("[experiment]\nkind = branching\ntitle = T\npaper = P\ntable = Q\n"
		 "[3]\nseats = 3\nto = 4\npaper b 4 = 3.000\n"
		 "claim 1 = b 2 < b 3\nclaim 2 = b 2 = b 2\nclaim 3 = b 2 > b 3\n"
		 "[4]\nseats = 4\nfrom = 5\nto = 5\n"
		 "[plain]\nseats = 3\nfrom = 3\nto = 3\n"
		 "search = maxn:prune=none,table=off\n",
		 false);
	assert_int_equal(result.cells, 5);
	assert_true(near(cell("b 2")->ours.mean, 1.8393, 1e-4));
	assert_true(near(cell("b 4")->ours.mean, 3, 1e-9));
	assert_int_equal(cell("b 4")->verdict, VERDICT_REPRODUCED);
	assert_int_equal(result.claim[0].verdict, VERDICT_REPRODUCED);
	assert_int_equal(result.claim[1].verdict, VERDICT_REPRODUCED);
	assert_int_equal(result.claim[2].verdict, VERDICT_NOT);
	assert_true(near(cell("b 5")->ours.mean, 4, 1e-9));
	assert_false(near(result.cell[4].ours.mean, 2.4675, 1e-3)); /* without pruning */
	done();
}

static void
speculative_pruning_expands_less_in_the_same_games(void **state)
{
	run_text("[experiment]\nkind = expansions\ntitle = T\npaper = P\ntable = Q\n"
		 "[small]\ngame = chinese-checkers\nvariant = seats=3,size=2\ngames = 3\n"
		 "opening = 4\nevery = 2\nclaim less = a < b\n"
		 "player a = maxn:depth=3,table=off\n"
		 "player b = maxn:depth=3,table=off,prune=none\n",
		 false);
	assert_int_equal(cell("a")->ours.n, 3);
	assert_true(cell("a")->ours.mean < cell("b")->ours.mean);
	assert_true(near(cell("a")->level, cell("b")->ours.mean, 1e-9));
	assert_int_equal(result.claim[0].verdict, VERDICT_REPRODUCED);
	done();
}

static void
paranoid_sees_deeper_within_its_nodes(void **state)
{
	run_text("[experiment]\nkind = depth\ntitle = T\npaper = P\ntable = Q\n"
		 "[h]\ngame = hearts\nvariant = seats=3,open=on,hands=1\ngames = 4\n"
		 "player m = maxn:nodes=2000,table=off,prune=none\n"
		 "player p = paranoid:nodes=2000,table=off\n"
		 "paper p depth = unknown\nclaim deeper = p depth > m depth\n",
		 false);
	assert_int_equal(cell("p depth")->ours.n, 4);
	assert_int_equal(cell("p depth")->verdict, VERDICT_NONE);
	assert_int_equal(result.claim[0].verdict, VERDICT_REPRODUCED);
	assert_true(
		near(cell("p gain")->ours.mean, result.claim[0].difference.mean, 1e-9));
	assert_true(cell("p cards")->ours.mean > cell("m cards")->ours.mean);
	assert_true(cell("p cards")->ours.mean <= 17);
	done();
}

#define WINS \
	HEAD "seating = all\n[c]\ngame = chinese-checkers\nvariant = seats=3,size=2\n" \
	     "games = 12\nfull games = 3\nopening = 3\n" \
	     "player a = greedy\nplayer b = random\nplayer c = random\npaper a = 95\n" \
	     "full player a = random\nfull player c = greedy\n"

static void
the_better_player_has_the_greater_share_and_full_is_another_setting(void **state)
{
	run_text(WINS, false);
	assert_true(cell("a")->ours.mean > 60);
	assert_int_equal(cell("a")->ours.n, 4); /* of three seatings: b and c are alike */
	assert_true(near(cell("a")->level, 100.0 / 3, 1e-9));
	assert_true(
		near(cell("a")->ours.mean + cell("b")->ours.mean + cell("c")->ours.mean,
		     100, 1e-9));
	done();
	run_text(WINS, true);
	assert_true(cell("c")->ours.mean > 60);
	assert_int_equal(cell("c")->ours.n, 3); /* one set only: its games */
	done();
	run_scaled(WINS, true, 4);
	assert_int_equal(cell("c")->ours.n, 4); /* of three seatings: a and b are alike */
	done();
}

#define OFFTREE \
	"[experiment]\nkind = off-tree\ntitle = T\npaper = P\ntable = Q\n" \
	"game = leduc\nposition = ?|?|-|r5\nreference = cfr:sims=40\n" \
	"full reference = cfr:sims=50\nplayer a = cfr:sims=40\n" \
	"[o]\nvariant = betting=no-limit,ante=2,stack=20,raises=1\n"

/* With --full the game, and who gives its value, are others. */
static void
full_is_another_game_and_another_reference(void **state)
{
	double error[3];
	run_text(OFFTREE, false);
	error[0] = cell("reference")->ours.mean;
	assert_true(near(cell("a")->ours.mean, error[0], 1e-9)); /* the same search */
	done();
	run_text(OFFTREE, true);
	error[1] = cell("reference")->ours.mean;
	assert_true(error[1] < error[0]);
	done();
	run_text(OFFTREE "full variant = betting=no-limit,ante=2,stack=30,raises=1\n",
		 true);
	error[2] = cell("reference")->ours.mean;
	assert_false(near(error[2], error[1], 1e-9));
	done();
}

#define MIXES \
	"[experiment]\nkind = mixes\ntitle = T\npaper = P\ntable = Q\n" \
	"game = holdem\ndeals = 3\nbefore = blueprint:values=0\n" \
	"reference = cfr:sims=6\nplayer same = cfr:sims=6\nplayer other = cfr:sims=1\n" \
	"[river]\nround = 3\n"

/* Hands do otherwise than those of the reference only with another search. */
static void
a_search_is_not_far_from_itself(void **state)
{
	run_text(MIXES, false);
	assert_int_equal(cell("same")->ours.n, 3);
	assert_true(near(cell("same")->ours.mean, 0, 1e-9));
	assert_true(near(cell("same worth")->ours.mean, 0, 1e-9));
	assert_true(cell("other")->ours.mean > 1);
	assert_true(cell("other")->ours.mean < 100);
	assert_true(cell("other worth")->ours.mean > 0);
	assert_true(cell("reference s")->ours.mean > 0);
	done();
}

/* ---- seconds, and simulations that stand for them ---- */

#define SECONDS \
	HEAD "[s]\ngame = breakthrough\nvariant = rows=5,columns=4\ngames = 12\n" \
	     "player a = uct\nplayer b = uct:c=0\n"

static void
assert_same_sample(const double *sample, int64_t n, const char *name)
{
	const struct experiment_cell *c = cell(name);
	assert_int_equal(c->n, n);
	assert_memory_equal(c->sample, sample, (size_t)n * sizeof *sample);
}

/* Sixty simulations for a second: half of one is thirty, two are a hundred and twenty. */
static void
simulations_stand_for_seconds(void **state)
{
	double half[6], two[6];
	run_text(SECONDS "sims = 60\nseconds = 0.5,2\n", false);
	assert_int_equal(result.cells, 4);
	assert_true(near(cell("a 0.5")->x, 0.5, 1e-12));
	assert_true(near(cell("a 2")->x, 2, 1e-12));
	assert_int_equal(cell("a 0.5")->n, 6);
	assert_int_equal(cell("a 2")->n, 6);
	memcpy(half, cell("a 0.5")->sample, sizeof half);
	memcpy(two, cell("a 2")->sample, sizeof two);
	assert_memory_not_equal(half, two, sizeof half);
	done();
	run_text(SECONDS "sims = 30\n", false);
	assert_true(isnan(cell("a")->x));
	assert_same_sample(half, 6, "a");
	done();
	run_text(SECONDS "sims = 120\nseconds = 1\n", false);
	assert_same_sample(two, 6, "a");
	done();
}

/* The fixed player has its 30 simulations at every point, so the curve is that of the other. */
static void
a_fixed_player_keeps_its_own_limits(void **state)
{
	double even[6];
	run_text(SECONDS "sims = 30\n", false);
	memcpy(even, cell("a")->sample, sizeof even);
	done();
	run_text(HEAD "[s]\ngame = breakthrough\nvariant = rows=5,columns=4\n"
		      "games = 12\nplayer a = uct\nplayer b = uct:c=0,sims=30\n"
		      "sims = 30\nseconds = 1,8\nfixed = b\n",
		 false);
	assert_same_sample(even, 6, "a 1");
	assert_memory_not_equal(cell("a 8")->sample, even, sizeof even);
	assert_true(cell("a 8")->ours.mean > cell("a 1")->ours.mean);
	done();
}

/* With --full, or without sims=, a move takes its time. */
static void
full_scale_takes_the_seconds_themselves(void **state)
{
	run_text(SECONDS "sims = 1000M\nseconds = 1,2\nfull seconds = 0.001,0.002\n"
			 "full games = 2\n",
		 true);
	assert_int_equal(cell("a 0.001")->n, 2);
	assert_int_equal(cell("b 0.002")->n, 2);
	done();
}

/* Wilson's interval of n wins in n trials begins at n / (n + 1.96^2). */
static void
who_wins_every_game_has_an_interval(void **state)
{
	run_text(HEAD "[w]\ngame = breakthrough\ngames = 20\nopening = 2\n"
		      "player a = paranoid:depth=2\nplayer b = random\n",
		 false);
	assert_true(near(cell("a")->ours.mean, 100, 1e-9));
	assert_int_equal(cell("a")->n, 10);
	assert_true(near(cell("a")->ours.ci95[0], 1000 / (10 + 3.8415), 0.01));
	assert_true(near(cell("a")->ours.ci95[1], 100, 1e-6));
	assert_true(near(cell("b")->ours.ci95[1], 100 - 1000 / (10 + 3.8415), 0.01));
	done();
}

/* One or two of 14 games are lost: Student's interval would end above 100. */
static void
a_share_stays_between_0_and_100(void **state)
{
	run_text(HEAD "[w]\ngame = breakthrough\ngames = 14\nopening = 8\n"
		      "player a = greedy\nplayer b = uct:sims=60\n",
		 false);
	const struct experiment_mean *a = &cell("a")->ours, *b = &cell("b")->ours;
	const struct experiment_mean student =
		experiment_mean(cell("a")->sample, cell("a")->n);
	assert_true(a->mean > 75 && a->mean < 100 && student.ci95[1] > 100);
	assert_true(a->ci95[0] < a->mean && a->ci95[1] > a->mean && a->ci95[1] < 100);
	assert_true(b->ci95[0] < b->mean && b->ci95[1] > b->mean && b->ci95[0] > 0);
	done();
}

/* A playout to the end takes some twenty times as many moves as one that is cut off at once. */
static void
speed_is_compared_in_the_same_games(void **state)
{
	run_text("[experiment]\nkind = speed\ntitle = T\npaper = P\ntable = Q\n"
		 "[s]\ngame = lines-of-action\nvariant = size=6\ngames = 4\n"
		 "paper slow ratio = 0.1\n"
		 "player quick = uct:sims=60,playout=random,playout_plies=1,reuse=off\n"
		 "player slow = uct:sims=60,playout=random,playout_plies=0,reuse=off\n",
		 false);
	assert_int_equal(result.cells, 3);
	const struct experiment_cell *quick = cell("quick sims/s"),
				     *slow = cell("slow sims/s"),
				     *ratio = cell("slow ratio");
	assert_int_equal(ratio->n, 4);
	for (int i = 0; i < 4; i++) {
		assert_true(quick->sample[i] > 3 * slow->sample[i]);
		assert_true(slow->sample[i] > 60);
		assert_true(near(ratio->sample[i], slow->sample[i] / quick->sample[i],
				 1e-12));
	}
	assert_true(near(ratio->level, 1, 1e-12));
	assert_true(isnan(quick->level));
	done();
}

/* Every part's game and players, with and without --full. */
static void
read_players(const char *name, struct experiment_options *o)
{
	static struct player player[EXPERIMENT_PLAYERS];
	const char *label[EXPERIMENT_PLAYERS];
	const struct experiment_run run = { .e = &e, .o = o };
	for (int i = 1; i < e.parts; i++)
		for (int full = 0; full < 2; full++) {
			struct setup setup;
			struct status st = { 0 };
			o->full = full;
			if (experiment_get(&e, &e.part[i], "game") != NULL &&
			    (!experiment_setup(&run, &e.part[i], &setup, &st) ||
			     experiment_players(&run, &e.part[i], &setup.game, 1, player,
						label, &st) == 0))
				fail_msg("%s: %s", name, st.text);
		}
	o->full = false;
}

/* A limit of a player's own: "sims=2k" becomes "sims=4". */
static void
limit_player(char *player)
{
	char *limit = strstr(player, "sims=");
	if (limit == NULL)
		return;
	limit += strlen("sims=");
	const char *rest = limit + strcspn(limit, ",)");
	memmove(limit + 1, rest, strlen(rest) + 1);
	*limit = '4';
}

/* Few games and nearly no simulations, where a match says how many stand for a second; false: it
 * does not. */
static bool
make_little(struct experiment_part *p)
{
	bool little = false;
	for (int k = 0; k < p->entries; k++) {
		if (strcmp(p->entry[k].key, "games") == 0)
			strcpy(p->entry[k].value, "21");
		if (strcmp(p->entry[k].key, "sims") == 0)
			strcpy(p->entry[k].value, "4");
		if (strncmp(p->entry[k].key, "player ", strlen("player ")) == 0)
			limit_player(p->entry[k].value);
		little = little || strcmp(p->entry[k].key, "sims") == 0;
	}
	return little;
}

/* The last part that can be made little. */
static void
play_hardly(void *self, const char *name)
{
	struct status st = { 0 };
	struct experiment_options o = {
		.catalog = &app_catalog, .scale = 1, .seed = -1, .jobs = 2
	};
	if (!experiment_load(&e, name, &st))
		fail_msg("%s: %s", name, st.text);
	read_players(name, &o);
	const int parts = e.parts;
	const bool common = make_little(&e.part[0]);
	while (e.parts > 1 && !make_little(&e.part[e.parts - 1]) && !common)
		e.parts--;
	if (e.parts > 1 && strcmp(e.kind->key, "tournament") == 0) {
		const struct experiment_part first = e.part[1];
		e.part[1] = e.part[e.parts - 1];
		e.part[e.parts - 1] = first;
		e.parts = 2;
		++*(int *)self;
		if (!experiment_run(&e, &o, &result, &st))
			fail_msg("%s: %s", name, st.text);
		assert_true(result.complete);
		for (int i = 0; i < result.claims; i++)
			if (result.claim[i].difference.n == 0)
				fail_msg("%s: %s", name, result.claim[i].text);
		experiment_result_free(&result);
	}
	e.parts = parts;
	experiment_free(&e);
}

static void
every_experiment_that_ships_can_be_played(void **state)
{
	int simulated = 0;
	assert_true(experiment_list(play_hardly, &simulated, NULL));
	assert_true(simulated >= 5);
}

static bool
stop_at_once(void *self, int64_t done_so_far, int64_t total, const char *what)
{
	(void)self, (void)done_so_far, (void)total, (void)what;
	return false;
}

static void
an_interrupted_run_says_so_and_keeps_what_it_has(void **state)
{
	struct status st = { 0 };
	const struct experiment_options o = { .catalog = &app_catalog,
					      .scale = 1,
					      .seed = -1,
					      .jobs = 1,
					      .progress = { .report = stop_at_once } };
	assert_true(experiment_parse(&e, WINS, "f", &st));
	assert_true(experiment_run(&e, &o, &result, &st));
	assert_false(result.complete);
	assert_int_equal(cell("a")->ours.n >= 0, 1);
	json_t *j = experiment_to_json(&e, &result);
	assert_true(json_is_false(json_object_get(j, "complete")));
	json_decref(j);
	done();
}

static void
a_part_that_cannot_run_names_its_line(void **state)
{
	static const struct {
		const char *text, *words;
	} bad[] = {
		{ HEAD "[a]\ngames = 2\n", "[a]: game: expected one of" },
		{ HEAD "[a]\ngame = hearts\nvariant = moo=1\n", "f:9: " },
		{ HEAD "[a]\ngame = hearts\ngames = 1\nplayer x = random\n",
		  "expected at least 2 players" },
		{ HEAD "[a]\ngame = hearts\nplayer x = random\nplayer y = nobody\n",
		  "f:10: " },
		{ HEAD "[a]\ngame = hearts\ngames = none\nplayer x = random\n"
		       "player y = random\n",
		  "f:9: games: expected a whole number" },
		{ HEAD "[a]\ngame = hearts\ngames = 1\nseating = round\n"
		       "player x = random\nplayer y = random\n",
		  "f:10: seating: expected one of pairs" },
		{ "[experiment]\nkind = depth\ntitle = T\npaper = P\ntable = Q\n[a]\n"
		  "game = hearts\ngames = 1\nplayer x = random\n",
		  "player x: expected depth=, nodes= or sims=" },
		{ SECONDS "seconds = 2,1\n", "f:13: seconds: expected up to 12" },
		{ SECONDS "seconds = soon\n", "f:13: seconds: expected up to 12" },
		{ SECONDS "seconds = 0,1\n", "f:13: seconds: expected up to 12" },
		{ SECONDS "sims = 9\nfixed = c\n",
		  "f:14: fixed: expected the label of a player" },
		{ SECONDS "sims = 0\n", "f:13: sims: expected a whole number" },
		{ SECONDS "seating = all\nplayer c = random\nplayer d = random\n"
			  "player e = random\nplayer f = random\nplayer g = random\n"
			  "player h = random\nplayer i = random\n",
		  "seating all: expected at most 8 players, not 9" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct status st = { 0 };
		const struct experiment_options o = {
			.catalog = &app_catalog, .scale = 1, .seed = -1, .jobs = 1
		};
		assert_true(experiment_parse(&e, bad[i].text, "f", &st));
		if (experiment_run(&e, &o, &result, &st))
			fail_msg("case %zu ran", i);
		if (strstr(st.text, bad[i].words) == NULL)
			fail_msg("case %zu: expected \"%s\", not \"%s\"", i, bad[i].words,
				 st.text);
		done();
	}
}

/* ---- openings ---- */

struct outcomes {
	int games;
	int32_t points[64][SEATS_MAX];
};

static void
take_outcome(void *self, const struct tournament_game *game)
{
	struct outcomes *o = self;
	assert_int_equal(o->games / 6, game->set);
	memcpy(o->points[o->games++], game->points, 3 * sizeof game->points[0]);
}

static void
play_greedy(int opening, struct outcomes *out)
{
	static struct tournament_result r;
	struct game g;
	struct player p[2];
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "chinese-checkers"), 3, "size=2");
	for (int i = 0; i < 2; i++)
		assert_true(player_parse(&p[i], "greedy", &app_catalog, &g, &st));
	const struct tournament_options o = { .game = &g,
					      .player = p,
					      .players = 2,
					      .games = 60,
					      .seed = 5,
					      .jobs = 2,
					      .opening = opening,
					      .take = take_outcome,
					      .self = out };
	*out = (struct outcomes){ 0 };
	assert_true(tournament_run(&o, &r, &st));
	assert_int_equal(out->games, 60);
}

static bool
same_points(const struct outcomes *o, int a, int b)
{
	return memcmp(o->points[a], o->points[b], 3 * sizeof o->points[a][0]) == 0;
}

/* Equal players: the seats' points depend on the opening alone. */
static void
an_opening_is_the_same_for_a_set_and_another_for_the_next(void **state)
{
	static struct outcomes out;
	bool differs = false;
	play_greedy(0, &out);
	for (int i = 1; i < out.games; i++)
		assert_true(same_points(&out, 0, i));
	play_greedy(7, &out);
	for (int i = 0; i < out.games; i++) {
		assert_true(same_points(&out, i, i / 6 * 6));
		differs = differs || !same_points(&out, 0, i);
	}
	assert_true(differs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interval_is_students),
		cmocka_unit_test(many_degrees_of_freedom_near_the_normal),
		cmocka_unit_test(verdicts_follow_the_interval_then_the_side),
		cmocka_unit_test(a_claim_needs_its_difference_on_one_side_of_nothing),
		cmocka_unit_test(the_same_is_within_a_margin),
		cmocka_unit_test(figures_know_their_last_digit),
		cmocka_unit_test(a_bad_file_is_refused_with_its_line),
		cmocka_unit_test(every_experiment_that_ships_can_be_read),
		cmocka_unit_test(an_unknown_name_is_refused_with_the_nearest_there_is),
		cmocka_unit_test(the_figures_of_the_branching_factor_are_roots),
		cmocka_unit_test(ordered_trees_grow_as_the_equation_says),
		cmocka_unit_test(a_cell_without_an_interval_prints_none),
		cmocka_unit_test(speculative_pruning_expands_less_in_the_same_games),
		cmocka_unit_test(paranoid_sees_deeper_within_its_nodes),
		cmocka_unit_test(
			the_better_player_has_the_greater_share_and_full_is_another_setting),
		cmocka_unit_test(full_is_another_game_and_another_reference),
		cmocka_unit_test(a_search_is_not_far_from_itself),
		cmocka_unit_test(simulations_stand_for_seconds),
		cmocka_unit_test(a_fixed_player_keeps_its_own_limits),
		cmocka_unit_test(full_scale_takes_the_seconds_themselves),
		cmocka_unit_test(who_wins_every_game_has_an_interval),
		cmocka_unit_test(a_share_stays_between_0_and_100),
		cmocka_unit_test(speed_is_compared_in_the_same_games),
		cmocka_unit_test(every_experiment_that_ships_can_be_played),
		cmocka_unit_test(an_interrupted_run_says_so_and_keeps_what_it_has),
		cmocka_unit_test(a_part_that_cannot_run_names_its_line),
		cmocka_unit_test(
			an_opening_is_the_same_for_a_set_and_another_for_the_next),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
