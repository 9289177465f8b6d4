/* lab.c - headless work: intervals, seatings, fits, counts. */
#include "games/chinese_checkers/chinese_checkers.h"
#include "games/goofspiel/goofspiel.h"
#include "games/hearts/hearts.h"
#include "src/base/pool.h"
#include "src/lab/bench.h"
#include "src/lab/calibrate.h"
#include "src/lab/mean.h"
#include "src/lab/perft.h"
#include "src/lab/tournament/private.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Newcombe 1998, table I: 81 of 263: 0.2553 to 0.3662; 15 of 148: 0.0624 to 0.1605; 0 of 20:
 * 0 to 0.1611. Of one game the equation is 1 / (1 + z^2) at the lower end. */
static void
share_of(double wins, double draws, double losses, double ci[2])
{
	struct mean m = { 0 };
	for (int k = 0; k < wins + draws + losses; k++)
		mean_add(&m, k < wins ? 1 : k < wins + draws ? 0.5 : 0);
	mean_share_interval(&m, ci);
}

static void
wilson_intervals_are_those_of_the_literature(void **state)
{
	static const double rows[][4] = { { 81, 263, 0.2553, 0.3662 },
					  { 15, 148, 0.0624, 0.1605 },
					  { 0, 20, 0.0000, 0.1611 },
					  { 29, 29, 0.8830, 1.0000 },
					  { 1, 1, 0.2065, 1.0000 } };
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		double ci[2];
		share_of(rows[i][0], 0, rows[i][1] - rows[i][0], ci);
		assert_true(fabs(ci[0] - rows[i][2]) < 1e-4);
		assert_true(fabs(ci[1] - rows[i][3]) < 1e-4);
	}
	for (int n = 1; n < 200; n++) {
		double none[2], all[2];
		share_of(0, 0, n, none);
		share_of(n, 0, 0, all);
		assert_true(none[0] == 0 && all[1] == 1);
	}
}

/* 20 of 40 won with no draw: 0.5 -+ z / (2 sqrt(40 + z^2)). 40 drawn: as of 40 * 41 games. */
static void
intervals_of_shares_stay_between_0_and_1(void **state)
{
	struct rng r;
	double ci[2];
	share_of(20, 0, 20, ci);
	assert_true(fabs(ci[0] - (0.5 - 1.959964 / (2 * sqrt(43.841459)))) < 1e-6);
	share_of(0, 40, 0, ci);
	assert_true(fabs(ci[0] - (0.5 - 1.959964 / (2 * sqrt(1643.841459)))) < 1e-6);
	assert_true(fabs(ci[0] + ci[1] - 1) < 1e-9);
	rng_seed(&r, 9);
	for (int i = 0; i < 3000; i++) {
		const int n = 1 + (int)rng_below(&r, 60);
		struct mean m = { 0 };
		for (int k = 0; k < n; k++)
			mean_add(&m,
				 rng_below(&r, 5) == 0 ? rng_below(&r, 5) / 4.0 : i % 2);
		mean_share_interval(&m, ci);
		assert_true(ci[0] >= 0 && ci[1] <= 1 && ci[0] < ci[1]);
		assert_true(ci[0] <= m.mean && m.mean <= ci[1]);
	}
	share_of(0, 0, 0, ci);
	assert_true(ci[0] == 0 && ci[1] == 1);
}

static void
seatings_come_in_complementary_pairs(void **state)
{
	static const int count[] = { 0, 0, 2, 6, 6, 20, 20 };
	for (int seats = 2; seats <= 6; seats++) {
		unsigned seen[64] = { 0 };
		assert_int_equal(tournament_seatings(seats), count[seats]);
		for (int k = 0; k < count[seats]; k++) {
			const unsigned a = tournament_seating(seats, k);
			const unsigned b = tournament_seating(seats, k ^ 1);
			assert_int_equal(a ^ b, (1u << seats) - 1);
			assert_int_equal(seen[a]++, 0);
		}
	}
}

static void
play(const struct game *g, int jobs, const char *a, const char *b,
     struct tournament_result *r)
{
	struct player p[2];
	struct status st = { 0 };
	assert_true(player_parse(&p[0], a, &app_catalog, g, &st));
	assert_true(player_parse(&p[1], b, &app_catalog, g, &st));
	const struct tournament_options o = {
		.game = g, .player = p, .players = 2, .games = 24, .seed = 3, .jobs = jobs
	};
	if (!tournament_run(&o, r, &st))
		fail_msg("%s", st.text);
}

static void
a_tournament_ranks_greedy_above_random_for_any_number_of_threads(void **state)
{
	struct game g;
	static struct tournament_result one, three;
	open_game(&g, &hearts_game, 4, "hands=1");
	play(&g, 1, "pimc:worlds=3,inner=(greedy)", "random", &one);
	play(&g, 3, "pimc:worlds=3,inner=(greedy)", "random", &three);
	assert_int_equal(one.games, 24);
	assert_true(one.row[0].score > 0.5);
	assert_true(one.row[0].margin > 0);
	assert_int_equal(one.row[0].wins, three.row[0].wins);
	assert_int_equal(one.row[0].nodes, three.row[0].nodes);
	assert_true(fabs(one.row[0].points - three.row[0].points) < 1e-12);
	assert_int_equal(one.row[0].wins, one.row[1].losses);
	assert_true(fabs(one.row[0].margin + one.row[1].margin) < 1e-12);
	assert_true(fabs(one.row[0].score + one.row[1].score - 1) < 1e-12);
}

static void
a_player_against_itself_scores_one_half_with_fixed_seats(void **state)
{
	struct game g;
	static struct tournament_result r;
	open_game(&g, &chinese_checkers_game, 3, "size=2");
	play(&g, 2, "greedy", "greedy", &r);
	assert_true(fabs(r.row[0].score - 0.5) < 1e-12);
	assert_true(fabs(r.row[0].margin) < 1e-12);
}

/* A set of two games that is won (2), drawn (1) or lost by the first player. */
static void
fill_set(struct tournament_table *table, int result)
{
	for (int k = 0; k < 2; k++) {
		const int first = k; /* its seat */
		const bool wins = result == 2 || (result == 1 && k == 0);
		table[k] = (struct tournament_table){ .done = true, .loser = -1 };
		table[k].points[wins ? first : 1 - first] = 1;
	}
}

/* Four sets of five drawn, the first player's Elo 0 or 50: the test between these two is wrong
 * in few of many runs. */
static void
sprt_is_seldom_wrong_where_most_sets_are_drawn(void **state)
{
	enum { SETS = 1000, RUNS = 400 };
	static struct tournament_table table[2 * SETS];
	struct seating seating[2] = { { { 0, 1 } }, { { 1, 0 } } };
	struct game g = { .seats = 2 };
	struct tournament_options o = { .game = &g,
					.players = 2,
					.sprt = { .on = true, .elo0 = 0, .elo1 = 50 } };
	struct tournament t = { .o = &o,
				.seating = seating,
				.seatings = 2,
				.count = 2 * SETS,
				.table = table };
	struct rng r;
	rng_seed(&r, 1);
	for (int better = 0; better < 2; better++) {
		const double won = better ? 0.1715 : 0.1; /* 1 / (1 + 10^-1/8) - 0.4 */
		int wrong = 0;
		for (int run = 0; run < RUNS; run++) {
			double llr;
			enum sprt_answer answer;
			for (int k = 0; k < SETS; k++) {
				const double u = rng_unit(&r);
				fill_set(table + 2 * k, u < won ? 2 : u < won + 0.8);
			}
			tournament_sprt_sets(&t, &llr, &answer);
			wrong += answer != (better ? SPRT_ELO1 : SPRT_ELO0);
		}
		assert_true(wrong < RUNS / 8);
	}
}

static bool
cheat_open(struct search *s, struct status *st)
{
	return true;
}

static void
cheat_run(struct search *s)
{
	s->live.moves[0].m = MOVE_NONE - 1;
	s->live.move_count = 1;
	s->live.stop = STOP_DEPTH;
}

static const struct option_spec cheat_options[] = { { .key = NULL } };

/* A player that breaks the rules at its first move. */
static const struct search_ops cheat = { .key = "cheat",
					 .title = "cheat",
					 .options = cheat_options,
					 .open = cheat_open,
					 .run = cheat_run };

/* Greedy wins all games against a player that loses each by the rules. */
static void
expect_losses(const struct search_ops *loser, int games, int jobs,
	      struct tournament_result *r)
{
	struct game g;
	struct player p[2];
	struct status st = { 0 };
	open_game(&g, &chinese_checkers_game, 2, "size=2");
	assert_true(player_parse(&p[0], "greedy", &app_catalog, &g, &st));
	p[1] = p[0];
	p[1].part[0].ops = loser;
	const struct tournament_options o = { .game = &g,
					      .player = p,
					      .players = 2,
					      .games = games,
					      .seed = 1,
					      .jobs = jobs };
	assert_true(tournament_run(&o, r, &st));
	assert_int_equal(r->row[0].wins, games);
	assert_int_equal(r->row[1].illegal, games);
}

static void
an_illegal_move_loses_and_is_counted(void **state)
{
	static struct tournament_result r;
	expect_losses(&cheat, 4, 1, &r);
	assert_true(isnan(r.row[0].points)); /* no game was played to its end */
	assert_true(isnan(r.row[0].points_bootstrap95[0]));
}

/* Outcomes drawn from the model itself. */
static void
the_fit_finds_the_beta_that_made_the_data(void **state)
{
	enum { SAMPLES = 60000 };
	struct calibrate_sample *sample = calloc(SAMPLES, sizeof *sample);
	static struct calibrate_result r;
	struct rng rng;
	rng_seed(&rng, 4);
	for (int k = 0; k < SAMPLES; k++) {
		struct calibrate_sample *s = &sample[k];
		s->stage = (uint8_t)(k % CALIBRATION_STAGES);
		s->held_out = k % 7 == 0;
		double e[3], sum = 0, u = rng_unit(&rng);
		const double beta = 0.1 + 0.05 * s->stage;
		for (int i = 0; i < 3; i++) {
			s->value[i] = (float)(rng_unit(&rng) * 20);
			e[i] = exp(beta * (double)s->value[i]);
			sum += e[i];
		}
		int winner = 0;
		while (winner < 2 && (u -= e[winner] / sum) > 0)
			winner++;
		s->share[winner] = 1;
	}
	calibrate_fit(sample, SAMPLES, 3, &r);
	for (int k = 0; k < CALIBRATION_STAGES; k++)
		assert_true(fabs(r.cal.beta[k] - (0.1 + 0.05 * k)) < 0.03);
	assert_true(r.brier < r.brier_uniform - 0.1);
	int64_t count = 0;
	for (int i = 0; i < RELIABILITY_BINS; i++) {
		assert_true(r.bin[i].count < 300 ||
			    fabs(r.bin[i].predicted - r.bin[i].observed) < 0.05);
		count += r.bin[i].count;
	}
	assert_int_equal(count, 3 * r.held_out);
	free(sample);
}

static void
a_fit_without_any_signal_gives_equal_chances(void **state)
{
	struct calibrate_sample sample[100] = { 0 };
	static struct calibrate_result r;
	for (int k = 0; k < 100; k++) {
		sample[k].value[k % 2] = 5;
		sample[k].share[k / 2 % 2] = 1;
	}
	calibrate_fit(sample, 100, 2, &r);
	assert_true(r.cal.beta[0] < 1e-6);
}

static void
calibration_is_the_same_for_any_number_of_threads(void **state)
{
	struct game g;
	static struct calibrate_result r[2];
	open_game(&g, &hearts_game, 3, "");
	for (int i = 0; i < 2; i++) {
		struct status st = { 0 };
		const struct calibrate_options o = {
			.catalog = &app_catalog,
			.game = &g,
			.deals = 24,
			.seed = 2,
			.jobs = 1 + 2 * i,
			.player = "pimc:worlds=2,inner=(greedy)",
		};
		if (!calibrate_run(&o, &r[i], &st))
			fail_msg("%s", st.text);
	}
	assert_true(r[0].deals >= 24);
	assert_int_equal(r[0].cal.positions, r[1].cal.positions);
	/* one game of four is held out */
	assert_true(r[0].held_out > 0 && r[0].held_out < r[0].cal.positions);
	assert_int_equal(r[0].held_out, r[1].held_out);
	assert_memory_equal(r[0].cal.beta, r[1].cal.beta, sizeof r[0].cal.beta);
}

static void
a_search_that_cannot_play_says_why_it_gives_no_values(void **state)
{
	struct game g;
	struct status st = { 0 };
	static struct calibrate_result r;
	open_game(&g, &goofspiel_game, 0, "");
	const struct calibrate_options o = { .catalog = &app_catalog,
					     .game = &g,
					     .deals = 4,
					     .seed = 2,
					     .jobs = 1,
					     .player = "exact:memory=16" };
	assert_false(calibrate_run(&o, &r, &st));
	assert_non_null(strstr(st.text, "needs about"));
}

/* The root's counts add up, and depth d is the sum of depth d - 1 below each move. */
/* What tournament_print() says of the one player; the caller frees it. */
static char *
print_tournament(const struct tournament_result *r)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	tournament_print(r, out);
	fclose(out);
	return text;
}

static void
an_impossible_tournament_says_why(void **state)
{
	static struct player players[3];
	struct game g = { .seats = 3 };
	const struct {
		struct tournament_options o;
		const char *why; /* NULL: possible */
	} rows[] = {
		{ { .players = 1, .games = 1 }, "needs 2 to" },
		{ { .players = 2, .games = 0 }, "games: expected at least 1" },
		{ { .players = 2, .games = 1 }, NULL },
		{ { .players = 2, .games = 1, .sprt = { .on = true } }, NULL },
		{ { .players = 3, .games = 1, .sprt = { .on = true } },
		  "sprt: a test between two players, not 3" },
		{ { .players = 2, .games = 1, .seats = TOURNAMENT_ALL }, "seating all" },
		{ { .players = 3, .games = 1, .seats = TOURNAMENT_ALL }, NULL },
		{ { .players = 2, .games = 1, .resume = true }, "--resume" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tournament_options o = rows[i].o;
		struct status st = { 0 };
		o.game = &g;
		o.player = players;
		assert_int_equal(tournament_possible(&o, &st), rows[i].why == NULL);
		if (rows[i].why != NULL)
			assert_non_null(strstr(st.text, rows[i].why));
	}
}

/* Differences have a sign, shares and points have none; what is not known is a dash. */
static void
a_table_of_players_shows_signs_where_they_tell(void **state)
{
	static struct tournament_result r;
	r = (struct tournament_result){
		.games = 10,
		.players = 1,
		.name = { "greedy" },
		.row = { { .games = 10,
			   .wins = 6,
			   .draws = 1,
			   .losses = 3,
			   .score = 0.65,
			   .ci95 = { 0.343, 0.868 },
			   .bootstrap95 = { 0.4, 0.9 },
			   .points = 3.25,
			   .points_bootstrap95 = { 2.5, 4 },
			   .margin = 1.5,
			   .margin_ci95 = { -0.25, 3.25 },
			   .elo = 107.4,
			   .elo_ci95 = { -112.6, (double)NAN },
			   .moves = 4,
			   .think_us = 10000,
			   .longest_us = 5000 } },
		.sprt = true,
		.llr = 0.5,
	};
	assert_true(
		game_init(&r.game, catalog_game(&app_catalog, "tron"), 3, NULL, NULL));
	char *text = print_tournament(&r);
	const char *const lines[] = {
		" 10     6     1     3  0.650 [0.343 0.868]  [0.400 0.900]",
		" +107 [-113 -] ",
		" 3.25 [2.50 4.00]\n",
		" margin +1.50 [-0.25 +3.25]  2.5 ms a move, longest 5 ms\n",
		"SPRT: LLR +0.50 of -2.94 .. +2.94: open\n",
	};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (strstr(text, lines[i]) == NULL)
			fail_msg("expected \"%s\" in:\n%s", lines[i], text);
	assert_null(strstr(text, "illegal"));
	free(text);
	r.row[0].timeouts = 2;
	r.row[0].elo = (double)NAN;
	text = print_tournament(&r);
	assert_non_null(strstr(text, "by illegal moves or crashes 0, by time 2\n"));
	assert_non_null(strstr(text, "      - [-113 -] "));
	free(text);
}

static void
perft_divides_into_what_it_counts(void **state)
{
	struct game g;
	struct state root = { 0 };
	static struct perft_result r, below;
	open_game(&g, &chinese_checkers_game, 2, "size=2");
	g.rules->start(&g, &root);
	const struct perft_options o = { .game = &g, .root = &root, .depth = 3 };
	assert_true(perft_run(&o, &r));
	int64_t sum = 0;
	for (int i = 0; i < r.count; i++) {
		struct state child;
		g.rules->play(&g, &root, game_mover(&g, &root), r.line[i].m, &child);
		const struct perft_options under = { .game = &g,
						     .root = &child,
						     .depth = 2 };
		assert_true(perft_run(&under, &below));
		assert_int_equal(below.nodes, r.line[i].nodes);
		sum += r.line[i].nodes;
	}
	assert_int_equal(sum, r.nodes);
	assert_true(r.nodes > 100);
	char *text = NULL, line[MOVE_TEXT];
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	assert_non_null(f);
	perft_print(&o, &r, true, f);
	fclose(f);
	int lines = 0;
	for (const char *c = text; *c != '\0'; c++)
		lines += *c == '\n';
	assert_int_equal(lines, r.count + 1);
	g.text->format_move(&g, &root, 0, r.line[0].m, line, sizeof line);
	assert_int_equal(strncmp(text, line, strlen(line)), 0);
	free(text);
}

/* The first line of the file that is no comment. */
static uint64_t
read_signature(void)
{
	char line[200] = "";
	FILE *f = fopen("tests/data/signature", "r");
	assert_non_null(f);
	do
		assert_non_null(fgets(line, sizeof line, f));
	while (line[0] == '#');
	fclose(f);
	return strtoull(line, NULL, 16);
}

/* Twice, and as it was written down: who changes what a search does says so in that file. */
static void
the_signature_is_the_one_that_is_written_down(void **state)
{
	uint64_t a, b;
	struct status st = { 0 };
	if (!bench_signature(&app_catalog, &a, &st))
		fail_msg("%s", st.text);
	assert_true(bench_signature(&app_catalog, &b, &st));
	assert_true(a == b);
	if (a != read_signature())
		fail_msg("the signature is %016llx: a change of what a search does is "
			 "written down in tests/data/signature, with its reason",
			 (unsigned long long)a);
}

static bool
measure_nothing(const struct catalog *c, int sample_ms, double *figure, struct status *st)
{
	figure[0] = sample_ms;
	figure[1] = 2;
	return true;
}

/* At the full time of a measurement, a search on one thread and on two, and works that are no
 * searches. */
static void
two_threads_are_compared_with_one(void **state)
{
	static struct bench_result r;
	static const struct bench_work works[] = {
		{ "waiting",
		  "goofspiel",
		  { { "ms", 800, false }, { "MB", 1, true } },
		  measure_nothing },
		{ "of another game", "hearts", { { "ms", 1, false } }, measure_nothing },
		{ .name = NULL },
	};
	const struct bench_options o = { .catalog = &app_catalog,
					 .game = "goofspiel",
					 .works = works };
	struct status st = { 0 };
	char *text;
	size_t size;
	if (!bench_run(&o, &r, &st))
		fail_msg("%s", st.text);
	assert_int_equal(r.pairs, 0); /* the pairs are of Hearts */
	r.pairs = 1;
	r.pair[0] = (struct bench_pair){ .name = "a pair",
					 .one_us = 340000,
					 .two_us = 170000 };
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	bench_print(&r, out);
	fclose(out);
	assert_non_null(strstr(text, "340            170  2.00, goal 1.70"));
	assert_non_null(strstr(text, ">=           800            400  0.50x ms"));
	assert_non_null(strstr(text, "<=          1.00           2.00  0.50x MB"));
	assert_null(strstr(text, "of another game"));
	free(text);
	json_t *j = bench_to_json(&r);
	const json_t *row =
		json_object_get(json_object_get(j, "two_threads"), r.pair[0].name);
	assert_true(json_number_value(json_object_get(row, "times")) == 2);
	assert_true(json_number_value(json_object_get(row, "two_ms")) == 170);
	row = json_object_get(json_object_get(j, "goals"), "waiting: MB");
	assert_true(json_number_value(json_object_get(row, "measured")) == 2);
	json_decref(j);
}

static void
parse_every_preset(const struct game *g)
{
	for (int k = 0; player_presets[k] != NULL; k++) {
		struct status st = { 0 };
		struct player p;
		const bool offered = player_offered(player_presets[k], g);
		const bool parsed =
			player_parse(&p, player_presets[k], &app_catalog, g, &st);
		assert_true(parsed || k == 0);	 /* the weakest is in some games only */
		assert_true(parsed || !offered); /* the strongest may be another one */
		if (offered && st.failed)
			fail_msg("%s", st.text);
		assert_true(!offered || p.count > 0);
	}
}

/* Hidden or open. */
static void
every_preset_is_a_player_for_every_number_of_seats(void **state)
{
	setenv("PLYSCOPE_ASSETS", "assets", 1);
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		const struct game_ops *ops = app_catalog.games[i];
		for (int seats = game_seats_min(ops); seats <= game_seats_max(ops);
		     seats++) {
			struct game g;
			struct options open;
			if (!(ops->seats_allowed >> seats & 1))
				continue;
			assert_true(game_init(&g, ops, seats, NULL, NULL));
			parse_every_preset(&g);
			options_init(&open, ops->options);
			if (options_find(&open, "open") < 0)
				continue;
			assert_true(options_set(&open, "open", "on", NULL));
			assert_true(game_init(&g, ops, seats, &open, NULL));
			parse_every_preset(&g);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wilson_intervals_are_those_of_the_literature),
		cmocka_unit_test(intervals_of_shares_stay_between_0_and_1),
		cmocka_unit_test(seatings_come_in_complementary_pairs),
		cmocka_unit_test(
			a_tournament_ranks_greedy_above_random_for_any_number_of_threads),
		cmocka_unit_test(
			a_player_against_itself_scores_one_half_with_fixed_seats),
		cmocka_unit_test(sprt_is_seldom_wrong_where_most_sets_are_drawn),
		cmocka_unit_test(an_illegal_move_loses_and_is_counted),
		cmocka_unit_test(the_fit_finds_the_beta_that_made_the_data),
		cmocka_unit_test(a_fit_without_any_signal_gives_equal_chances),
		cmocka_unit_test(calibration_is_the_same_for_any_number_of_threads),
		cmocka_unit_test(a_search_that_cannot_play_says_why_it_gives_no_values),
		cmocka_unit_test(an_impossible_tournament_says_why),
		cmocka_unit_test(a_table_of_players_shows_signs_where_they_tell),
		cmocka_unit_test(perft_divides_into_what_it_counts),
		cmocka_unit_test(every_preset_is_a_player_for_every_number_of_seats),
		cmocka_unit_test(the_signature_is_the_one_that_is_written_down),
		cmocka_unit_test(two_threads_are_compared_with_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
