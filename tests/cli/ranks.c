/*
 * ranks.c - the program on several ranks, by mpirun: the same bytes for any number of ranks and
 * workers and without MPI, what kill -9 leaves, and which ranks do not work together.
 *
 * $PLYSCOPE_MPI, or build/mpi/plyscope, is the build with MPI; without it or mpirun the tests are skipped.
 */
#include "tests/cli/procs.h"
#include "tests/cli/scratch.h"
#include "tests/cli/tables.h"

#include "src/base/clock.h"

#include <fcntl.h>
#include <signal.h>
#include <time.h>

#define MPIRUN "mpirun --oversubscribe -n "
#define MATCH \
	"match hearts -o hands=1 -a 'pimc:worlds=3,inner=(uct:sims=40)' -a random " \
	"--games 28 --seed 5"
#define LONG_MATCH \
	"match hearts -o hands=1 -a 'pimc:worlds=3,inner=(uct:sims=150)' -a random " \
	"--games 28 --seed 5"
#define WAIT_US INT64_C(60000000)

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true /* and the build with MPI is not */
#else
#define SANITIZED false
#endif

static const char *
mpi_program(void)
{
	const char *given = getenv("PLYSCOPE_MPI");
	return given ? given : "build/mpi/plyscope";
}

static void
need_mpi(void)
{
	if (access(mpi_program(), X_OK) != 0 ||
	    system("command -v mpirun >/dev/null 2>&1") != 0)
		skip();
}

/* `mpirun -n RANKS plyscope COMMAND`; NULL: plyscope alone, built without MPI; "": alone, with
 * it. */
static struct ran
run_ranks(const char *ranks, const char *command)
{
	const char *plain = getenv("PLYSCOPE");
	char *before = NULL, *kept = strdup(plain ? plain : "build/plyscope");
	struct text start = { 0 };
	if (ranks != NULL) {
		text_add(&start, *ranks ? MPIRUN "%s" : "", ranks);
		setenv("PLYSCOPE", mpi_program(), 1);
	}
	before = start.s;
	struct ran r = run_with(before ? before : "", command, "</dev/null");
	setenv("PLYSCOPE", kept, 1);
	free(kept);
	text_free(&start);
	return r;
}

static char *
json_of(const char *ranks, const char *command)
{
	struct ran r = run_ranks(ranks, command);
	expect_status(&r, 0, command);
	json_t *j = json_loads(r.out.s, 0, NULL);
	if (j == NULL)
		fail_msg("%s on %s: no JSON: %s", command, ranks ? ranks : "none",
			 r.out.s);
	json_object_del(j, "resumed");
	drop_times(j);
	char *text = json_dumps(j, JSON_INDENT(1));
	json_decref(j);
	ran_free(&r);
	return text;
}

/* ---- the same bytes ---- */

static const struct {
	const char *ranks, *jobs;
} ways[] = { { NULL, "2" }, { "3", "2" }, { "2", "1" } };
#define WAYS	 (sizeof ways / sizeof *ways)
#define TWO_WAYS 2 /* of those */

static void
expect_same_json(const char *command)
{
	char *first = NULL;
	for (size_t i = 0; i < TWO_WAYS; i++) {
		struct text line = { 0 };
		text_add(&line, "%s --json --jobs %s", command, ways[i].jobs);
		char *now = json_of(ways[i].ranks, line.s);
		text_free(&line);
		if (first == NULL) {
			first = now;
			continue;
		}
		assert_string_equal(now, first);
		free(now);
	}
	free(first);
}

static void
a_match_is_the_same_on_any_number_of_ranks(void **state)
{
	struct text rows[WAYS] = { 0 };
	char *figures[WAYS];
	need_mpi();
	for (size_t i = 0; i < WAYS; i++) {
		char file[20];
		struct text line = { 0 };
		snprintf(file, sizeof file, "same%zu.db", i);
		text_add(&line, MATCH " --json --jobs %s --db %s", ways[i].jobs,
			 path(file));
		figures[i] = json_of(ways[i].ranks, line.s);
		dump_results(path(file), &rows[i]);
		text_free(&line);
	}
	assert_true(rows[0].length > 1000);
	for (size_t i = 1; i < WAYS; i++) {
		assert_string_equal(rows[i].s, rows[0].s);
		assert_string_equal(figures[i], figures[0]);
	}
	for (size_t i = 0; i < WAYS; i++) {
		free(figures[i]);
		text_free(&rows[i]);
	}
}

static void
an_experiment_of_several_parts_is_the_same(void **state)
{
	struct text command = { 0 };
	need_mpi();
	write_file("e.ini", "[experiment]\nkind = tournament\ntitle = T\npaper = P\n"
			    "table = Q\ngame = chinese-checkers\ngames = 12\n"
			    "player A = greedy\nplayer B = random\n"
			    "[two]\nvariant = size=2,seats=2\n"
			    "[three]\nvariant = size=2,seats=3\n");
	text_add(&command, "experiment %s", path("e.ini"));
	expect_same_json(command.s);
	text_free(&command);
}

static void
exploitability_is_the_same(void **state)
{
	need_mpi();
	expect_same_json("exploit goofspiel -o cards=4 -a smmcts:sims=300 --runs 5 "
			 "--seed 3");
}

static void
an_analysis_is_the_same(void **state)
{
	struct text command = { 0 };
	need_mpi();
	text_add(&command,
		 "match goofspiel -o cards=6 -a random -a random --games 2 --records %s",
		 path("games"));
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	ran_free(&r);
	text_clear(&command);
	text_add(&command, "analyze %s/goofspiel-000000.ply -a smmcts --nodes 2k",
		 path("games"));
	expect_same_json(command.s);
	text_free(&command);
}

static void
expect_same_file(const char *command, const char *flag)
{
	struct text first = { 0 };
	for (size_t i = 0; i < TWO_WAYS; i++) {
		struct text line = { 0 }, bytes = { 0 };
		char file[20];
		snprintf(file, sizeof file, "file%zu", i);
		unlink(path(file));
		text_add(&line, "%s --jobs %s %s %s", command, ways[i].jobs, flag,
			 path(file));
		struct ran r = run_ranks(ways[i].ranks, line.s);
		expect_status(&r, 0, line.s);
		assert_true(text_read_file(i ? &bytes : &first, path(file), 1 << 24));
		if (i > 0) {
			assert_int_equal(bytes.length, first.length);
			assert_memory_equal(bytes.s, first.s, first.length);
		}
		ran_free(&r);
		text_free(&line);
		text_free(&bytes);
	}
	assert_true(first.length > 100);
	text_free(&first);
}

/* Layer upon layer: what one rank finds, all need. */
static void
solved_games_are_the_same(void **state)
{
	need_mpi();
	expect_same_file("solve goofspiel 5", "--out");
	expect_same_file("solve awari --stones 5", "--out");
}

#define TRAIN \
	"train holdem -o flops=1 --seed 3 -a " \
	"mccfr:sizes=1/a,raises=2/1,buckets=169/20,batch=4000 "

static void
a_training_is_the_same(void **state)
{
	need_mpi();
	expect_same_file("train holdem -o rounds=2,flops=1,stack=600 --seed 3 -a "
			 "mccfr:raises=1,batch=2000 --sims 7000",
			 "--out");
}

/* It is written where the asset is: here, in the folder of the test. */
static void
a_calibration_is_the_same(void **state)
{
	struct text first = { 0 };
	need_mpi();
	for (size_t i = 0; i < TWO_WAYS; i++) {
		char command[200];
		struct text now = { 0 };
		unlink(path("fit.ini"));
		snprintf(command, sizeof command,
			 "calibrate chinese-checkers -o size=2 -a greedy --games 24 "
			 "--jobs %s --out %s",
			 ways[i].jobs, path("fit.ini"));
		struct ran r = run_ranks(ways[i].ranks, command);
		expect_status(&r, 0, command);
		ran_free(&r);
		assert_true(text_read_file(i ? &now : &first, path("fit.ini"), 1 << 20));
		assert_true(first.length > 50);
		if (i > 0)
			assert_string_equal(now.s, first.s);
		text_free(&now);
	}
	text_free(&first);
}

/* ---- what is said of the ranks ---- */

static void
expect_said(const char *ranks, const char *command, const char *words)
{
	struct ran r = run_ranks(ranks, command);
	const char *at = strstr(r.err.s, "plyscope: ");
	if (at == NULL || strstr(at, words) == NULL)
		print_message("# %s: no \"%s\" in\n%s\n", command, words, r.err.s);
	assert_int_equal(r.status, 2);
	assert_non_null(at);
	assert_non_null(strstr(at, words));
	assert_null(strstr(at + 1, "plyscope: ")); /* one says it */
	assert_string_equal(r.out.s, "");
	ran_free(&r);
}

static int
count_machine(void *count, int columns, char **value, char **name)
{
	int *n = count;
	(void)columns, (void)name;
	assert_int_equal(atoi(value[0]), *n);
	assert_true(value[1][0] != '\0' && value[2][0] != '\0');
	assert_true(atoi(value[3]) >= 1 && atof(value[4]) > 1000);
	++*n;
	return 0;
}

static void
machines_are_in_the_file_and_clocks_are_said(void **state)
{
	struct text command = { 0 };
	sqlite3 *db;
	int n = 0;
	need_mpi();
	text_add(&command,
		 "match chinese-checkers -o size=2 -a uct:time=1 -a random --games 6 "
		 "--json --db %s",
		 path("machines.db"));
	struct ran r = run_ranks("3", command.s);
	expect_status(&r, 0, command.s);
	assert_non_null(strstr(r.err.s, "clock of each rank: 2 ranks of "));
	const char *last = strstr(r.err.s, "{\"done\":6,");
	assert_non_null(last);
	json_t *j = json_loads(last, JSON_DISABLE_EOF_CHECK, NULL);
	const json_t *slowest = json_object_get(j, "slowest");
	const json_int_t rank = json_integer_value(json_object_get(slowest, "rank"));
	assert_int_equal(json_integer_value(json_object_get(j, "total")), 6);
	assert_true(json_real_value(json_object_get(j, "per_s")) > 0);
	assert_true(rank == 1 || rank == 2);
	json_decref(j);
	ran_free(&r);
	assert_int_equal(sqlite3_open(path("machines.db"), &db), SQLITE_OK);
	sqlite3_exec(db,
		     "SELECT rank, host, processor, cores, nodes_per_s FROM machines"
		     " ORDER BY rank",
		     count_machine, &n, NULL);
	sqlite3_close(db);
	assert_int_equal(n, 3);
	text_free(&command);
	expect_said("2", "match abalone -a random -a random --plan",
		    "start it without mpirun");
}

/* ---- kill -9 ---- */

static int64_t
count_rows(const char *file)
{
	sqlite3 *db;
	sqlite3_stmt *q = NULL;
	int64_t n = 0;
	if (access(path(file), F_OK) != 0)
		return 0;
	if (sqlite3_open_v2(path(file), &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, "SELECT count(*) FROM results", -1, &q, NULL) ==
		    SQLITE_OK &&
	    sqlite3_step(q) == SQLITE_ROW)
		n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

/* A rank's process among the children of mpirun; 0: there is none. */
static pid_t
find_rank(const struct proc *child, int count, const char *number)
{
	for (int i = 0; i < count; i++) {
		char name[40];
		struct text all = { 0 };
		bool found = false;
		snprintf(name, sizeof name, "/proc/%d/environ", (int)child[i].id);
		if (!text_read_file(&all, name, 1 << 20))
			continue;
		for (size_t k = 0; k < all.length; k += strlen(all.s + k) + 1)
			found = found ||
				(strncmp(all.s + k, "OMPI_COMM_WORLD_RANK=", 21) == 0 &&
				 strcmp(all.s + k + 21, number) == 0);
		text_free(&all);
		if (found)
			return child[i].id;
	}
	return 0;
}

static pid_t
start(const char *ranks, const char *command)
{
	struct text line = { 0 };
	text_add(&line, "exec " MPIRUN "%s '%s' %s >/dev/null 2>%s", ranks, mpi_program(),
		 command, path("killed.err"));
	fflush(NULL);
	const pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		execl("/bin/sh", "sh", "-c", line.s, (char *)NULL);
		_exit(127);
	}
	text_free(&line);
	return child;
}

static void
nap(void)
{
	const struct timespec t = { 0, 2000000L };
	nanosleep(&t, NULL);
}

/* Every process of these is gone soon. */
static void
expect_gone(const struct proc *p, int count)
{
	const int64_t until = clock_now_us() + WAIT_US;
	struct proc now;
	for (int i = 0; i < count; i++) {
		while (proc_read(p[i].id, &now) && clock_now_us() < until)
			nap();
		assert_false(proc_read(p[i].id, &now));
	}
}

/* Of what `starter` has started `victim` (a rank, or "mpirun") dies, and all with it. */
static void
kill_one(pid_t starter, const char *victim)
{
	struct proc all[64];
	int count = 0, status;
	const int ranks = proc_children(starter, all, 64);
	count = ranks;
	for (int i = 0; i < ranks; i++)
		count += proc_children(all[i].id, all + count, 64 - count);
	const bool whole = strcmp(victim, "mpirun") == 0;
	const pid_t dies = whole ? starter : find_rank(all, ranks, victim);
	assert_true(dies > 0);
	kill(dies, SIGKILL);
	assert_int_equal(waitpid(starter, &status, 0), starter);
	assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	expect_gone(all, count);
}

/* Waits while a run has come less far than so many games. */
static void
wait_for_games(pid_t starter, const char *file, int64_t games)
{
	const int64_t until = clock_now_us() + WAIT_US;
	int status;
	while (count_rows(file) < games) {
		assert_int_equal(waitpid(starter, &status, WNOHANG), 0);
		assert_true(clock_now_us() < until);
		nap();
	}
}

/* Kills `victim` as soon as so many games are in the file. */
static void
play_and_kill(const char *file, const char *victim, int64_t games)
{
	struct text line = { 0 };
	text_add(&line, LONG_MATCH " --jobs 1 --db %s --resume", path(file));
	const pid_t starter = start("3", line.s);
	wait_for_games(starter, file, games);
	kill_one(starter, victim);
	text_free(&line);
}

static void
what_was_killed_goes_on_to_the_same_table(void **state)
{
	static const char *const victims[] = { "0", "mpirun" };
	static const char *const then[] = { "3", NULL };
	struct text whole = { 0 };
	need_mpi();
	if (access("/proc/self/stat", R_OK) != 0)
		skip();
	struct text line = { 0 };
	text_add(&line, LONG_MATCH " --db %s", path("unkilled.db"));
	struct ran r = run_ranks(NULL, line.s);
	expect_status(&r, 0, line.s);
	ran_free(&r);
	dump_results(path("unkilled.db"), &whole);
	for (int i = 0; i < 2; i++) {
		char file[32];
		struct text rows = { 0 };
		snprintf(file, sizeof file, "killed%d.db", i);
		play_and_kill(file, victims[i], 3);
		const int64_t there = count_rows(file);
		assert_true(there >= 3 && there < 30);
		text_clear(&line);
		text_add(&line, LONG_MATCH " --jobs 1 --json --resume --db %s",
			 path(file));
		r = run_ranks(then[i], line.s);
		expect_status(&r, 0, line.s);
		json_t *j = json_loads(r.out.s, 0, NULL);
		assert_int_equal(json_integer_value(json_object_get(j, "resumed")),
				 there);
		json_decref(j);
		ran_free(&r);
		dump_results(path(file), &rows);
		assert_string_equal(rows.s, whole.s);
		text_free(&rows);
	}
	text_free(&line);
	text_free(&whole);
}

/* Waits until a rank has used so much of the processor that it is in the midst of its work. */
static void
wait_for_work(pid_t starter, const char *rank)
{
	const int64_t until = clock_now_us() + WAIT_US;
	struct proc all[64], p = { 0 };
	while (p.ticks < 20) {
		assert_true(clock_now_us() < until);
		nap();
		const pid_t id = find_rank(all, proc_children(starter, all, 64), rank);
		if (id == 0 || !proc_read(id, &p))
			p.ticks = 0;
	}
}

static int64_t
train_on(const char *ranks, const char *file, int64_t sims)
{
	struct text line = { 0 };
	text_add(&line, TRAIN "--json --resume --sims %lld --out %s", (long long)sims,
		 path(file));
	struct ran r = run_ranks(ranks, line.s);
	expect_status(&r, 0, line.s);
	json_t *j = json_loads(r.out.s, 0, NULL);
	const int64_t steps = json_integer_value(json_object_get(j, "steps"));
	json_decref(j);
	ran_free(&r);
	text_free(&line);
	return steps;
}

/* The checkpoint of a training whose rank dies, trained further on more ranks: as if nothing had
 * happened. */
static void
a_training_goes_on_from_its_checkpoint(void **state)
{
	struct text line = { 0 };
	need_mpi();
	if (access("/proc/self/stat", R_OK) != 0)
		skip();
	assert_int_equal(train_on(NULL, "trained", 8000), 8000);
	text_add(&line, TRAIN "--jobs 1 --resume --sims 1G --out %s", path("trained"));
	const pid_t starter = start("2", line.s);
	wait_for_work(starter, "1");
	kill_one(starter, "1");
	const int64_t steps = train_on(NULL, "trained", 1);
	assert_true(steps >= 4000 && steps % 4000 == 0);
	assert_int_equal(train_on("3", "trained", steps + 8000), steps + 8000);
	assert_int_equal(train_on(NULL, "undisturbed", steps + 8000), steps + 8000);
	text_clear(&line);
	text_add(&line, "cmp '%s'", path("trained"));
	text_add(&line, " '%s'", path("undisturbed"));
	assert_int_equal(system(line.s), 0);
	text_free(&line);
}

/* ---- who does not work together ---- */

static void
ranks_of_different_builds_are_refused(void **state)
{
	struct text command = { 0 };
	char other[400];
	need_mpi();
	const char *slash = strrchr(mpi_program(), '/');
	snprintf(other, sizeof other, "%.*s/other", (int)(slash - mpi_program()),
		 mpi_program());
	if (access(other, X_OK) != 0)
		skip();
	text_add(&command,
		 "match abalone -a random -a random --db %s : -n 1 %s match "
		 "abalone -a random -a random --db %s",
		 path("builds.db"), other, path("builds.db"));
	expect_said("2", command.s, "another build: version 0.0.0, signature ");
	assert_int_not_equal(access(path("builds.db"), F_OK), 0);
	text_clear(&command);
	text_add(&command,
		 "match abalone -a random -a random : -n 1 %s match abalone "
		 "-a random -a greedy",
		 mpi_program());
	expect_said("1", command.s, "rank 1 on ");
	text_free(&command);
}

static void
one_rank_says_what_is_wrong(void **state)
{
	need_mpi();
	expect_said("3", "match hearts -a nobody -a easy", "unknown player \"nobody\"");
	expect_said("2", "play hearts", "play does not run on several ranks");
	expect_said("2", "solve breakthrough", "one position is proved by one program");
}

static void
a_build_without_mpi_says_so(void **state)
{
	struct ran r = run_with("OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_RANK=0",
				"match abalone -a random -a random", "");
	assert_int_equal(r.status, 2);
	assert_string_equal(r.err.s,
			    "plyscope: 8 processes were started, and plyscope was built "
			    "without MPI: `make mpi` builds build/mpi/plyscope\n");
	ran_free(&r);
}

static int
prepare(void **state)
{
	setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
	setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
	return make_directory(state);
}

int
main(void)
{
	const struct CMUnitTest without[] = {
		cmocka_unit_test(a_build_without_mpi_says_so),
	};
	const struct CMUnitTest with[] = {
		cmocka_unit_test(a_match_is_the_same_on_any_number_of_ranks),
		cmocka_unit_test(an_experiment_of_several_parts_is_the_same),
		cmocka_unit_test(exploitability_is_the_same),
		cmocka_unit_test(an_analysis_is_the_same),
		cmocka_unit_test(solved_games_are_the_same),
		cmocka_unit_test(a_training_is_the_same),
		cmocka_unit_test(a_calibration_is_the_same),
		cmocka_unit_test(machines_are_in_the_file_and_clocks_are_said),
		cmocka_unit_test(what_was_killed_goes_on_to_the_same_table),
		cmocka_unit_test(a_training_goes_on_from_its_checkpoint),
		cmocka_unit_test(ranks_of_different_builds_are_refused),
		cmocka_unit_test(one_rank_says_what_is_wrong),
	};
	int failed = cmocka_run_group_tests(without, NULL, NULL);
	if (!SANITIZED)
		failed += cmocka_run_group_tests(with, prepare, remove_directory);
	return failed;
}
