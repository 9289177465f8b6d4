/*
 * shards.c - a match played in parts by hand and joined: the same file as in one piece, but for
 * what a clock says; and what does not belong together is refused before anything is written.
 */
#include "tests/cli/scratch.h"
#include "tests/cli/tables.h"

#define MATCH \
	"match chinese-checkers -o size=2,seats=3 -a greedy -a random --games 30 " \
	"--seed 4 "

static void
run_quietly(const char *format, const char *a, const char *b)
{
	struct text command = { 0 };
	text_add(&command, "%s%s %s", format, a, b);
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	ran_free(&r);
	text_free(&command);
}

/* "A" at 1 of 3 into a1.db, and so on. */
static void
play_shards(const char *command, const char *name, int shards)
{
	for (int k = 1; k <= shards; k++) {
		char flags[200], file[40];
		snprintf(file, sizeof file, "%s%d.db", name, k);
		snprintf(flags, sizeof flags, " --shard %d/%d --db %s", k, shards,
			 path(file));
		run_quietly(command, flags, "");
	}
}

static char *
figures_of(const char *command, const char *db)
{
	struct text whole = { 0 };
	text_add(&whole, "%s --json --db %s --resume", command, path(db));
	json_t *j = run_json(whole.s);
	json_object_del(j, "resumed");
	drop_times(j);
	char *text = json_dumps(j, JSON_INDENT(1));
	json_decref(j);
	text_free(&whole);
	return text;
}

static void
expect_one_piece(const char *command, const char *one, const char *merged)
{
	struct text a = { 0 }, b = { 0 };
	dump_results(path(one), &a);
	dump_results(path(merged), &b);
	assert_true(a.length > 100);
	assert_string_equal(a.s, b.s);
	char *x = figures_of(command, one), *y = figures_of(command, merged);
	assert_string_equal(x, y);
	free(x);
	free(y);
	text_free(&a);
	text_free(&b);
}

/* Merged in any order. */
static void
merge_and_compare(const char *command, const char *name, int shards)
{
	struct text words = { 0 };
	char one[40], all[40];
	snprintf(one, sizeof one, "%s-one.db", name);
	snprintf(all, sizeof all, "%s-all.db", name);
	play_shards(command, name, shards);
	run_quietly(command, "--db ", path(one));
	for (int k = shards; k >= 1; k--)
		text_add(&words, " %s/%s%d.db", directory, name, k);
	text_add(&words, " -o %s", path(all));
	run_quietly("merge", words.s, "");
	expect_one_piece(command, one, all);
	text_free(&words);
}

static void
sets_are_shared_out(void **state)
{
	(void)state;
	merge_and_compare(MATCH, "m", 3);
}

/* One set of two games, and a shard that has none. */
static void
a_set_is_shared_out_where_there_are_few(void **state)
{
	(void)state;
	merge_and_compare("match chinese-checkers -o size=2 -a greedy -a random "
			  "--games 2 ",
			  "f", 3);
}

static void
every_part_of_an_experiment_is_shared_out(void **state)
{
	struct text command = { 0 };
	(void)state;
	write_file("e.ini", "[experiment]\nkind = tournament\ntitle = T\npaper = P\n"
			    "table = Q\ngame = chinese-checkers\ngames = 20\n"
			    "player A = greedy\nplayer B = random\n"
			    "[two]\nvariant = size=2,seats=2\n"
			    "[three]\nvariant = size=2,seats=3\n");
	text_add(&command, "experiment %s ", path("e.ini"));
	merge_and_compare(command.s, "e", 4);
	text_free(&command);
}

/* ---- what is refused ---- */

static void
expect_refused(const char *files, const char *words)
{
	struct text command = { 0 };
	text_add(&command, "merge");
	for (char name[20]; text_next(&files, ' ', name, sizeof name) >= 0;)
		text_add(&command, " %s", path(name));
	text_add(&command, " -o %s", path("never.db"));
	expect_failure(command.s, 2, words);
	assert_int_not_equal(access(path("never.db"), F_OK), 0);
	text_free(&command);
}

static void
copy_as(const char *from, const char *to, const char *sql)
{
	struct text bytes = { 0 };
	assert_true(text_read_file(&bytes, path(from), 1 << 20));
	write_bytes(to, bytes.s, bytes.length);
	text_free(&bytes);
	change_tables(path(to), sql);
}

static void
what_does_not_belong_together_is_refused(void **state)
{
	(void)state;
	play_shards(MATCH, "r", 3);
	run_quietly("match chinese-checkers -o size=2,seats=3 -a greedy -a random "
		    "--games 30 --seed 5 --shard 2/3 --db ",
		    path("seed.db"), "");
	run_quietly(MATCH, "--db ", path("r.db"));
	copy_as("r2.db", "version.db",
		"UPDATE runs SET about = replace(about, 'plyscope ', 'plyscope 9')");
	copy_as("r2.db", "signature.db", "UPDATE shards SET signature = '0123'");
	copy_as("r2.db", "lacks.db", "DELETE FROM results WHERE number = 9");
	copy_as("r2.db", "more.db", "INSERT INTO results VALUES (1, 0, '0 0')");
	copy_as("r2.db", "fewer.db", "UPDATE shards SET games = 24");
	write_file("text.db", "no database, but long enough to be looked at: twice\n");
	expect_refused("r1.db r3.db", "shard 2/3 is missing");
	expect_refused("r1.db r2.db r3.db r2.db", "r2.db: shard 2/3 is in");
	expect_refused("r1.db seed.db r3.db", "\"seed=5\", not \"seed=4\"");
	expect_refused("r1.db version.db r3.db", "\"91.0.0\", not \"1.0.0\"");
	expect_refused("r1.db signature.db r3.db", "build of signature 0123");
	expect_refused("r1.db lacks.db r3.db", "lacks.db: shard 2/3 lacks game 9");
	expect_refused("r1.db more.db r3.db", "game 0 is not one of shard 2/3");
	expect_refused("r1.db fewer.db r3.db", "is a shard of 3 of 24 games");
	expect_refused("r1.db r.db r3.db", "r.db: has a match that is not part of one");
	expect_refused("r1.db nowhere.db r3.db", "nowhere.db: there is no such file");
	expect_refused("r1.db text.db r3.db", "text.db: ");
}

static void
nothing_is_written_over(void **state)
{
	struct text command = { 0 };
	(void)state;
	write_file("mine.db", "mine");
	text_add(&command, "merge %s -o %s", path("r1.db"), path("mine.db"));
	expect_failure(command.s, 2, "mine.db: exists already");
	text_free(&command);
	expect_failure("merge", 2, "expected files of shards");
}

static void
a_place_that_cannot_be_written_is_no_wrong_usage(void **state)
{
	struct text command = { 0 };
	(void)state;
	text_add(&command, "merge %s", path("r1.db"));
	text_add(&command, " %s", path("r2.db"));
	text_add(&command, " %s -o %s", path("r3.db"), path("nowhere/all.db"));
	expect_failure(command.s, 1, "nowhere/all.db");
	text_free(&command);
}

static void
a_file_has_one_shard(void **state)
{
	struct text command = { 0 };
	(void)state;
	text_add(&command, MATCH "--resume --db %s", path("r1.db"));
	expect_failure(command.s, 1, "expected --shard 1/3");
	text_add(&command, " --shard 2/3");
	expect_failure(command.s, 1, "has shard 1/3 of this match, not 2/3");
	text_clear(&command);
	text_add(&command, MATCH "--resume --shard 2/3 --db %s", path("r.db"));
	expect_failure(command.s, 1, "has this match already");
	text_free(&command);
	expect_failure(MATCH "--shard 1/3", 2, "--shard: expected --db");
	expect_failure(MATCH "--db x --shard 0/3", 2, "--shard: expected K/N like 3/8");
	expect_failure(MATCH "--db x --shard 1/2 --sprt 0,9", 2, "--shard: --sprt");
	expect_failure("experiment card-scores --shard 1/2", 2, "--shard: expected --db");
}

/* ---- what a match costs ---- */

/* Cards are chosen in three rounds of four, the last is forced; every choice has a second. */
#define TIMED \
	"match goofspiel -o cards=4 -a smmcts:time=1000 -a smmcts:time=1000 --games "

static void
a_plan_counts_games_moves_and_hours(void **state)
{
	(void)state;
	json_t *j = run_json(TIMED "99 --plan --json");
	assert_int_equal(json_integer_value(json_object_get(j, "games")), 100);
	assert_int_equal(json_integer_value(json_object_get(j, "moves")), 600);
	const double hours = json_real_value(json_object_get(j, "core_hours"));
	assert_true(hours > 0.16666 && hours < 0.16667); /* 600 s */
	assert_true(json_is_true(json_object_get(j, "at_most")));
	assert_int_equal(json_integer_value(json_object_get(j, "sampled")), 2);
	assert_true(json_real_value(json_object_get(j, "memory_mb")) > 1);
	json_decref(j);
	expect_failure("experiment card-depth --plan", 2, "does not consist of matches");
	expect_failure(TIMED "2 --plan=pbs", 2, "--plan: expected nothing or slurm");
}

/* A second of time for 50 simulations that take a part of it is not what they cost. */
static void
a_plan_leaves_time_to_spare_out(void **state)
{
	(void)state;
	json_t *j = run_json("match goofspiel -o cards=4 -a smmcts:sims=50,time=1000 "
			     "-a smmcts:sims=50,time=1000 --games 99 --plan --json");
	assert_int_equal(json_integer_value(json_object_get(j, "moves")), 600);
	assert_true(json_real_value(json_object_get(j, "core_hours")) < 0.08);
	assert_true(json_is_false(json_object_get(j, "at_most")));
	json_decref(j);
}

/* 1667 hours in jobs of four: 417 ranks, and the one that hands out. */
static void
a_plan_for_slurm_is_a_batch_file(void **state)
{
	(void)state;
	struct text command = { 0 };
	struct ran r = run(TIMED "1000000 --plan slurm");
	expect_status(&r, 0, "--plan slurm");
	assert_int_equal(strncmp(r.out.s, "#!/bin/sh\n#SBATCH ", 18), 0);
	assert_non_null(strstr(r.out.s, "\n#SBATCH --ntasks=418\n"));
	assert_non_null(strstr(r.out.s, "\n#SBATCH --time=6:10:00\n"));
	assert_non_null(strstr(r.out.s, "smmcts:time=1000 --games 1000000 --db "
					"plyscope-match.db --resume\n"));
	write_file("job.sh", r.out.s);
	text_add(&command, "sh -n %s", path("job.sh"));
	assert_int_equal(system(command.s), 0);
	ran_free(&r);
	text_free(&command);
}

/* Slurm would take it, where there is one. */
static void
slurm_takes_the_batch_file(void **state)
{
	(void)state;
	struct text command = { 0 };
	if (system("scontrol ping >/dev/null 2>&1") != 0) {
		print_message("# no Slurm to ask\n");
		return;
	}
	struct ran r = run("match goofspiel -o cards=4 -a random -a random --games 10 "
			   "--plan slurm");
	expect_status(&r, 0, "--plan slurm");
	write_file("job.sh", r.out.s);
	text_add(&command, "sbatch --test-only %s 2>/dev/null", path("job.sh"));
	assert_int_equal(system(command.s), 0);
	ran_free(&r);
	text_free(&command);
}

/* Eight workers a rank: 53 ranks, and the one that hands out. The words of the line are kept. */
static void
a_batch_file_has_the_cores_of_jobs(void **state)
{
	(void)state;
	struct ran r = run(TIMED "1000000 --plan slurm --jobs 8 --records slurm");
	expect_status(&r, 0, "--plan slurm --jobs 8");
	assert_non_null(strstr(r.out.s, "\n#SBATCH --ntasks=54\n"));
	assert_non_null(strstr(r.out.s, "\n#SBATCH --cpus-per-task=8\n"));
	assert_non_null(strstr(r.out.s, "\n#SBATCH --time=6:04:00\n"));
	assert_non_null(
		strstr(r.out.s, "--games 1000000 --jobs 8 --records slurm --db "));
	ran_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_shared_out),
		cmocka_unit_test(a_set_is_shared_out_where_there_are_few),
		cmocka_unit_test(every_part_of_an_experiment_is_shared_out),
		cmocka_unit_test(what_does_not_belong_together_is_refused),
		cmocka_unit_test(nothing_is_written_over),
		cmocka_unit_test(a_place_that_cannot_be_written_is_no_wrong_usage),
		cmocka_unit_test(a_file_has_one_shard),
		cmocka_unit_test(a_plan_counts_games_moves_and_hours),
		cmocka_unit_test(a_plan_leaves_time_to_spare_out),
		cmocka_unit_test(a_plan_for_slurm_is_a_batch_file),
		cmocka_unit_test(slurm_takes_the_batch_file),
		cmocka_unit_test(a_batch_file_has_the_cores_of_jobs),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
