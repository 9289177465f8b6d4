/*
 * abstract.c - hands in buckets from the command line: a file that train learns with and blueprint
 * plays, work that is killed, and what is refused.
 */
#include "tests/cli/scratch.h"

#include <signal.h>
#include <time.h>

#define BUCKETS "abstract holdem -o flops=1 --buckets 169/14/12/10 --sample 4000"

/* A command in which @ stands for the folder of the test; what it says. */
static struct ran
say(const char *command, int status)
{
	struct text line = { 0 };
	for (const char *p = command; *p; p++)
		text_add(&line, *p == '@' ? "%s" : "%.1s", *p == '@' ? directory : p);
	struct ran r = run(line.s);
	expect_status(&r, status, line.s);
	text_free(&line);
	return r;
}

static void
expect_same(const char *a, const char *b)
{
	struct text x = { 0 }, y = { 0 };
	char name[300];
	snprintf(name, sizeof name, "%s", path(a));
	assert_true(text_read_file(&x, name, 64 << 20));
	snprintf(name, sizeof name, "%s", path(b));
	assert_true(text_read_file(&y, name, 64 << 20));
	assert_int_equal(x.length, y.length);
	assert_memory_equal(x.s, y.s, x.length);
	text_free(&x);
	text_free(&y);
}

static void
quietly(const char *command, int status)
{
	struct ran r = say(command, status);
	ran_free(&r);
}

static void
any_number_of_jobs_writes_the_same_file(void **state)
{
	(void)state;
	quietly(BUCKETS " --jobs 1 --out @/one", 0);
	quietly(BUCKETS " --jobs 2 --out @/two", 0);
	quietly(BUCKETS " --jobs 3 --out @/three", 0);
	expect_same("one", "two");
	expect_same("one", "three");
	/* where all is done the report is printed again */
	struct ran first = say(BUCKETS " --out @/one --json", 0),
		   again = say("abstract holdem --saved @/one --json", 0);
	json_t *a = json_loads(first.out.s, 0, NULL),
	       *b = json_loads(again.out.s, 0, NULL);
	assert_non_null(a);
	json_object_del(a, "seconds");
	assert_true(json_equal(a, b));
	assert_int_equal(json_array_size(json_object_get(a, "rounds")), 3);
	json_decref(a);
	json_decref(b);
	ran_free(&first);
	ran_free(&again);
}

/* Killed once it has worked for a while, wherever that was; begun again it ends with the same. */
static void
work_that_is_killed_goes_on(void **state)
{
#define LARGER \
	"abstract holdem -o flops=3 --buckets 169/60/60/60 --sample 60000 --seed 9 " \
	"--jobs 1"
	const char *program = getenv("PLYSCOPE");
	(void)state;
	quietly(LARGER " --out @/whole", 0);
	for (int i = 0; i < 3; i++) {
		char line[600];
		const struct timespec moment = { 0, 200000000L };
		snprintf(line, sizeof line, "exec %s " LARGER " --out %s >%s.said 2>&1",
			 program ? program : "build/plyscope", path("killed"),
			 path("killed"));
		const pid_t child = fork();
		assert_true(child >= 0);
		if (child == 0) {
			execl("/bin/sh", "sh", "-c", line, (char *)NULL);
			_exit(127);
		}
		nanosleep(&moment, NULL);
		kill(child, i == 0 ? SIGINT : SIGKILL);
		waitpid(child, NULL, 0);
	}
	quietly(LARGER " --out @/killed", 0);
	expect_same("whole", "killed");
}

static void
a_strategy_is_trained_and_played_with_it(void **state)
{
#define TRAIN "train holdem -o flops=1 -a mccfr:buckets=@/one,batch=500 "
	(void)state;
	quietly(TRAIN "--sims 6000 --jobs 1 --out @/s1", 0);
	quietly(TRAIN "--sims 6000 --jobs 3 --out @/s3", 0);
	expect_same("s1", "s3");
	quietly(TRAIN "--sims 2500 --jobs 1 --out @/s2", 0);
	quietly(TRAIN "--sims 6000 --jobs 1 --out @/s2 --resume", 0);
	expect_same("s1", "s2");
	quietly("train holdem -o flops=1 -a mccfr:buckets=169/14/12/10,batch=500 "
		"--sims 6000 --out @/percentiles",
		0);
	struct ran r =
		say("match holdem -o flops=1,hands=1 -a blueprint:values=0,file=@/s1 "
		    "-a blueprint:values=0,file=@/percentiles --games 20 --json",
		    0);
	assert_non_null(strstr(r.out.s, "\"games\": 20"));
	ran_free(&r);
	r = say("search holdem -o flops=1 -a blueprint:values=0,file=@/s1 --seed 3 "
		"--json",
		0);
	assert_non_null(strstr(r.out.s, "\"moves\""));
	ran_free(&r);
}

static void
copy_part(const char *from, const char *to, size_t bytes)
{
	struct text t = { 0 };
	char name[300];
	snprintf(name, sizeof name, "%s", path(from));
	assert_true(text_read_file(&t, name, 64 << 20));
	write_bytes(to, t.s, bytes < t.length ? bytes : t.length);
	text_free(&t);
}

static void
what_cannot_be_is_refused_in_one_line(void **state)
{
	static const struct {
		const char *command, *words;
		int status;
	} refused[] = {
		{ "abstract holdem --saved @/short", "short: truncated", 2 },
		{ "abstract holdem --saved @/none", "none: No such file", 2 },
		{ "abstract holdem --saved README.md", "not a file of plyscope abstract",
		  2 },
		{ "abstract holdem --saved @/one --seed 3", "--json with it", 2 },
		{ BUCKETS " --out @/short", "short: truncated", 2 },
		{ BUCKETS " --out @/s1", "s1: not a file of plyscope abstract", 2 },
		{ BUCKETS " --seed 2 --out @/one", "--seed 1, expected --buckets", 2 },
		{ "abstract holdem --out @/one",
		  "made for 'holdem flops=1', expected 'holdem flops=0'", 2 },
		{ "abstract holdem --buckets 169/x --out @/x", "buckets: '169/x'", 2 },
		{ "abstract holdem --buckets 100 --out @/x", "169 classes", 2 },
		{ "abstract holdem -o rounds=2 --out @/x", "rounds=4", 2 },
		{ "abstract leduc --out @/x", "expected the game holdem", 2 },
		{ "abstract holdem --memory 200 --out @/x", "MiB, --memory is 200", 2 },
		{ BUCKETS " --out @/no/folder", "no/folder", 1 },
		{ "train holdem -o flops=1 -a mccfr:buckets=@/short --out @/x",
		  "short: truncated", 2 },
		{ "train holdem -a mccfr:buckets=@/one --out @/x",
		  "made for 'holdem flops=1'", 2 },
		{ "train holdem -o flops=1 -a mccfr:buckets=@/none --out @/x",
		  "none: No such file", 2 },
		{ "train holdem -o flops=1 -a mccfr:buckets=169/14/12/10,batch=500 "
		  "--sims 9000 --out @/s1 --resume",
		  "s1: trained by 'mccfr:", 2 },
	};
	(void)state;
	copy_part("one", "short", 2500);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct ran r = say(refused[i].command, refused[i].status);
		char *last = strrchr(r.err.s, '\n');
		if (strstr(r.err.s, refused[i].words) == NULL)
			print_message("# %s: %s\n", refused[i].command, r.err.s);
		assert_non_null(strstr(r.err.s, refused[i].words));
		assert_non_null(last);
		/* what is written nowhere has said before what it needs */
		if (strstr(refused[i].command, "no/folder") == NULL)
			assert_ptr_equal(strchr(r.err.s, '\n'), last);
		ran_free(&r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_jobs_writes_the_same_file),
		cmocka_unit_test(work_that_is_killed_goes_on),
		cmocka_unit_test(a_strategy_is_trained_and_played_with_it),
		cmocka_unit_test(what_cannot_be_is_refused_in_one_line),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
