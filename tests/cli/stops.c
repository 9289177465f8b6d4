/*
 * stops.c - every verb that works for long ends soon after ^C or SIGTERM, also inside one
 * search that would go on for hours, with status 130 and what was whole by then.
 *
 * The signal comes when the program catches it and has used some time of the processor, which
 * /proc tells; without /proc there is nothing to test with.
 */
#include "tests/cli/procs.h"
#include "tests/cli/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>

#define WORDS	    24
#define BUSY_TICKS  15	  /* of the processor, a hundredth of a second each */
#define PATIENCE_MS 60000 /* a bound, for a machine that is slow or checks memory */

/* Starts the program with the words of a line; its output goes to files. */
static pid_t
start(const char *line)
{
	static char copy[600];
	const char *program = getenv("PLYSCOPE");
	char *argv[WORDS] = { (char *)(uintptr_t)(program ? program : "build/plyscope") };
	int n = 1;
	snprintf(copy, sizeof copy, "%s", line);
	for (char *rest = NULL, *word = strtok_r(copy, " ", &rest); word && n < WORDS - 1;
	     word = strtok_r(NULL, " ", &rest))
		argv[n++] = word;
	const pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(open(path("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
		dup2(open(path("err"), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
		setenv("XDG_DATA_HOME", directory, 1);
		execv(argv[0], argv);
		_exit(127);
	}
	return child;
}

/* The text behind `key` in /proc/PID/FILE. */
static bool
read_proc(pid_t child, const char *file, char *out, size_t size)
{
	char name[64];
	snprintf(name, sizeof name, "/proc/%d/%s", (int)child, file);
	FILE *f = fopen(name, "r");
	if (f == NULL)
		return false;
	const size_t n = fread(out, 1, size - 1, f);
	out[n] = '\0';
	fclose(f);
	return n > 0;
}

static bool
catches(pid_t child, int signal_number)
{
	char text[4000];
	if (!read_proc(child, "status", text, sizeof text))
		return false;
	const char *at = strstr(text, "SigCgt:");
	return at != NULL && (strtoull(at + 7, NULL, 16) >> (signal_number - 1) & 1) != 0;
}

/* Ticks of the processor that it has used, or one of its children. */
static long
ticks(pid_t program)
{
	struct proc self = { 0 }, child[16];
	const int n = proc_children(program, child, 16);
	proc_read(program, &self);
	for (int i = 0; i < n; i++)
		if (child[i].ticks > self.ticks)
			self.ticks = child[i].ticks;
	return self.ticks;
}

static void
wait_a_moment(void)
{
	const struct timespec moment = { 0, 5000000L };
	nanosleep(&moment, NULL);
}

/* Signals it in the midst of its work; expects it to end by itself with 130. */
static void
stop(const char *line, int signal_number, const char *out_words, const char *err_words)
{
	const pid_t child = start(line);
	int status = 0, left = PATIENCE_MS / 5;
	while (left-- > 0 &&
	       !(catches(child, signal_number) && ticks(child) >= BUSY_TICKS)) {
		if (waitpid(child, &status, WNOHANG) != 0)
			fail_msg("plyscope %s ended before it was stopped", line);
		wait_a_moment();
	}
	kill(child, signal_number);
	left = PATIENCE_MS / 5;
	while (left-- > 0 && waitpid(child, &status, WNOHANG) == 0)
		wait_a_moment();
	if (left <= 0) {
		kill(child, SIGKILL);
		waitpid(child, &status, 0);
		fail_msg("plyscope %s went on", line);
	}
	struct text out = { 0 }, err = { 0 };
	text_read_file(&out, path("out"), 1 << 20);
	text_read_file(&err, path("err"), 1 << 20);
	text_add(&out, "%s", "");
	text_add(&err, "%s", "");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 130 ||
	    strstr(out.s, out_words) == NULL || strstr(err.s, err_words) == NULL)
		fail_msg("plyscope %s: status %d\n# out: %.400s\n# err: %.300s", line,
			 status, out.s, err.s);
	text_free(&out);
	text_free(&err);
}

/* Nothing in the folder was on the way to a file of this name. */
static bool
nothing_beside(const char *name)
{
	bool nothing = true;
	DIR *d = opendir(path("."));
	for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
		if (strncmp(e->d_name, name, strlen(name)) == 0 &&
		    strstr(e->d_name, "draft") != NULL)
			nothing = false;
	if (d != NULL)
		closedir(d);
	return nothing;
}

static void
expect_precious(const char *file)
{
	struct text t = { 0 };
	assert_true(text_read_file(&t, file, 100));
	assert_string_equal(t.s, "precious");
	text_free(&t);
}

/* What a stop leaves is what a training of as many iterations ends with. No link is followed that
 * waits beside the file. */
static void
a_signal_leaves_a_whole_checkpoint(void **state)
{
	char line[400];
	struct text said = { 0 }, stopped = { 0 }, whole = { 0 };
	long long done = 0;
	snprintf(line, sizeof line, "train leduc -a mccfr --sims 900M --out %s",
		 path("stopped"));
	write_file("victim", "precious");
	assert_int_equal(symlink(path("victim"), path("stopped.part")), 0);
	stop(line, SIGINT, "a best reply gains", "");
	text_read_file(&said, path("out"), 1 << 20);
	assert_int_equal(sscanf(said.s, "mccfr: %lld iterations", &done), 1);
	assert_true(done > 0 && done < 900000000);
	snprintf(line, sizeof line, "train leduc -a mccfr --sims %lld --out %s", done,
		 path("whole"));
	expect_run(line, "a best reply gains");
	text_read_file(&stopped, path("stopped"), 1 << 20);
	text_read_file(&whole, path("whole"), 1 << 20);
	assert_true(stopped.length > 0 && stopped.length == whole.length);
	assert_memory_equal(stopped.s, whole.s, whole.length);
	assert_true(nothing_beside("stopped"));
	expect_precious(path("victim"));
	text_free(&said);
	text_free(&stopped);
	text_free(&whole);
}

/* A record to work on. */
static const char *
record(void)
{
	static char line[200];
	char command[300];
	snprintf(command, sizeof command,
		 "match hearts -o hands=1 -a random -a random --games 1 --jobs 1 "
		 "--records %s",
		 path("records"));
	struct ran r = run(command);
	expect_status(&r, 0, command);
	ran_free(&r);
	snprintf(line, sizeof line, "%s", path("records/hearts-000000.ply"));
	return line;
}

static const char endless[] =
	"[experiment]\nkind = expansions\ntitle = T\npaper = P\ntable = Q\n"
	"[a]\ngame = abalone\ngames = 2\nplayer deep = maxn:prune=none,depth=30\n";

static void
a_signal_ends_it_within_a_search(void **state)
{
	static const struct {
		int signal;
		const char *line, *out, *err;
	} cases[] = {
		{ SIGINT, "search abalone -a maxn:depth=40 --json", "\"interrupted\"",
		  "" },
		{ SIGTERM, "perft abalone 9 --json", "\"nodes\"", "interrupted" },
		{ SIGINT,
		  "compare abalone -a maxn:depth=40 -a paranoid:depth=40 --time 900s "
		  "--json",
		  "\"interrupted\"", "" },
		{ SIGTERM, "match abalone -a maxn:depth=40 -a paranoid:depth=40 --json",
		  "\"games\": 0", "" },
		{ SIGINT, "match hearts -a pimc:time=900s -a pimc:time=900s --json",
		  "\"interrupted\": true,\n  \"games\": 0", "" },
		{ SIGINT, "exploit goofspiel -o cards=4 -a smmcts --curve 1k,900M",
		  "interrupted", "" },
		{ SIGTERM, "exploit goofspiel -o cards=6 -a smmcts:sims=1k --anew --json",
		  "\"complete\": false", "" },
		{ SIGINT, "exploit goofspiel -o cards=10 -a smmcts:sims=1k --depth 2",
		  "interrupted", "" },
		{ SIGTERM, "solve goofspiel 12", "run it again to go on", "" },
		{ SIGINT, "solve breakthrough", "stopped by interrupted", "" },
		{ SIGINT, "calibrate chinese-checkers -a maxn:depth=30", "",
		  "interrupted, nothing was written" },
		{ SIGTERM, "bench", "", "stopped" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		stop(cases[i].line, cases[i].signal, cases[i].out, cases[i].err);
}

static void
a_signal_ends_it_on_a_file(void **state)
{
	char line[400];
	const char *ply = record();
	snprintf(line, sizeof line, "analyze %s -a pimc:time=900s --json", ply);
	stop(line, SIGTERM, "\"finished\": false", "");
	snprintf(line, sizeof line, "duplicate %s --seat 1 -a pimc:time=900s --json",
		 ply);
	stop(line, SIGINT, "\"games\": 0", "");
	FILE *f = fopen(path("endless.ini"), "w");
	assert_non_null(f);
	fputs(endless, f);
	fclose(f);
	snprintf(line, sizeof line, "experiment %s --json", path("endless.ini"));
	stop(line, SIGINT, "\"complete\": false", "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signal_ends_it_within_a_search),
		cmocka_unit_test(a_signal_ends_it_on_a_file),
		cmocka_unit_test(a_signal_leaves_a_whole_checkpoint),
	};
	if (access("/proc/self/stat", R_OK) != 0) {
		print_message("# no /proc here: not tested\n");
		return 0;
	}
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
