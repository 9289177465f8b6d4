/* train.c - strategies in files: the same bytes however they were trained, and what is refused. */
#include "src/base/pack.h"
#include "tests/cli/run.h"

#include <math.h>
#include <sys/stat.h>

static char folder[] = "/tmp/plyscope-train-XXXXXX";

/* A command in which @ stands for the folder of the test. */
static void
fill(const char *command, char *out, size_t size)
{
	struct text t = { 0 };
	for (const char *p = command; *p; p++)
		text_add(&t, *p == '@' ? "%s" : "%.1s", *p == '@' ? folder : p);
	snprintf(out, size, "%s", t.s);
	text_free(&t);
}

/* Runs a command; "" or what it said on stderr. */
static char *
say(const char *command, int status)
{
	static char said[600];
	char line[600];
	fill(command, line, sizeof line);
	struct ran r = run(line);
	if (r.status != status)
		print_message("# %s: %d, %s\n", line, r.status, r.err.s);
	assert_int_equal(r.status, status);
	snprintf(said, sizeof said, "%s", r.err.s);
	ran_free(&r);
	return said;
}

static void
expect_same(const char *a, const char *b)
{
	char command[300];
	snprintf(command, sizeof command, "cmp -s %s/%s %s/%s", folder, a, folder, b);
	assert_int_equal(system(command), 0);
}

static void
train_into(const char *name, const char *train, int sims, const char *flags)
{
	char command[300];
	snprintf(command, sizeof command, "%s --sims %d %s --out @/%s", train, sims,
		 flags, name);
	say(command, 0);
}

/* Trains into a file, which is the same for any number of jobs and after a stop. */
static void
train_alike(const char *name, const char *train, int sims, int stop)
{
	train_into(name, train, sims, "--jobs 1");
	train_into("two", train, sims, "--jobs 2");
	expect_same(name, "two");
	train_into("three", train, sims, "--jobs 3");
	expect_same(name, "three");
	train_into("stopped", train, stop, "--jobs 3");
	train_into("stopped", train, sims, "--jobs 2 --resume");
	expect_same(name, "stopped");
}

/* The size of a file of the test. */
static long
size_of(const char *name)
{
	char path[200];
	struct stat info;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_int_equal(stat(path, &info), 0);
	return (long)info.st_size;
}

static void
stops_and_threads_leave_the_same_bytes(void **state)
{
	train_alike("a", "train leduc -a cfr", 200, 70);
	train_alike("c", "train leduc -a mccfr", 3000, 999);
	say("train leduc -a mccfr --sims 3000 --out @/f --seed 2", 0);
	char command[300];
	snprintf(command, sizeof command, "cmp -s %s/c %s/f", folder, folder);
	assert_int_not_equal(system(command), 0);
}

/* Iterations trained, as a training says. */
static int
steps_of(const char *command, double *never_met)
{
	char line[300];
	fill(command, line, sizeof line);
	json_t *j = run_json(line);
	const json_int_t steps = json_integer_value(json_object_get(j, "steps"));
	*never_met = json_number_value(json_object_get(j, "never_met"));
	json_decref(j);
	return (int)steps;
}

#define HOLDEM	"train holdem -o flops=1 -a mccfr:buckets=169/20,batch=500"
#define ENDLESS " --sims 1000000000"

/* Hold'em in an abstraction: by threads, by stops, by a kill at any moment. */
static void
an_abstraction_is_trained_to_the_same_bytes(void **state)
{
	train_alike("h", HOLDEM, 20000, 6500);
}

/* Fewer iterations than a batch has, and a number that is not whole batches. */
static void
the_last_batch_is_cut_short(void **state)
{
	double never_met;
	assert_int_equal(
		steps_of("train leduc -a mccfr --sims 50 --jobs 1 --out @/x --json",
			 &never_met),
		50);
	say("train leduc -a mccfr --sims 50 --jobs 3 --out @/x3", 0);
	expect_same("x", "x3");
	assert_int_equal(steps_of(HOLDEM " --sims 30 --jobs 1 --out @/y --json",
				  &never_met),
			 30);
	assert_true(never_met < 100);
	assert_int_equal(steps_of(HOLDEM " --sims 1210 --jobs 1 --out @/y --json",
				  &never_met),
			 1210);
	say(HOLDEM " --sims 1210 --jobs 3 --out @/y3", 0);
	expect_same("y", "y3");
}

static double
measure(const char *command)
{
	char line[300];
	fill(command, line, sizeof line);
	json_t *j = run_json(line), *points = json_object_get(j, "points");
	const double mean =
		json_number_value(json_object_get(json_array_get(points, 0), "mean"));
	json_decref(j);
	return mean;
}

#define FLOP_SPOT \
	"solve holdem --board Td9d6h --pot 200 --stack 900 --range random --range " \
	"random --jobs 1"
#define FLOP "train holdem -o rounds=2,flops=2,stack=600 -a cfr:raises=1"

/* Flop hold'em, whole: the file goes on from where it was, and is one that `solve` writes. */
static void
flop_holdem_is_trained_whole_to_the_same_bytes(void **state)
{
	train_alike("w", FLOP, 60, 23);
	const double file = measure("exploit holdem -o rounds=2,flops=2,stack=600 -a "
				    "cfr:file=@/w --json"),
		     searched = measure("exploit holdem -o rounds=2,flops=2,stack=600 "
					"-a cfr:raises=1,sims=60 --json");
	assert_true(file > 0 && fabs(file - searched) < 0.01 * searched);
	char line[300];
	fill("solve holdem --saved @/w", line, sizeof line);
	expect_run(line, "iterations      60,");
	say("solve holdem -o rounds=2,flops=2,stack=600 --raises 1 --sims 60 --out @/v "
	    ">/dev/null",
	    0);
	assert_true(size_of("w") > size_of("v"));
}

#define DRAWN "train holdem -o rounds=2,flops=2,stack=600 -a mccfr:raises=1,batch=1000"

/* The same of sampled iterations: what goes on is whole numbers, what is played their averages. */
static void
flop_holdem_is_drawn_to_the_same_bytes(void **state)
{
	train_alike("d1", DRAWN, 20000, 7000);
	const double searched =
		measure("exploit holdem -o rounds=2,flops=2,stack=600 -a "
			"mccfr:raises=1,batch=1000,sims=20k --seed 1 --json");
	for (int i = 0; i < 2; i++) {
		char command[200];
		snprintf(command, sizeof command,
			 "exploit holdem -o rounds=2,flops=2,stack=600 -a %s:file=@/d1 "
			 "--json",
			 i == 0 ? "cfr" : "blueprint");
		const double file = measure(command);
		/* its deals are those of seed 1; a search has a seed of its own */
		assert_true(file > 0 && fabs(file - searched) < 0.2 * searched);
	}
}

/* Runs the program under timeout(1), which ends it with a signal; what it says on stdout is in
 * the file `said`. */
static void
cut_short(const char *signal, int seconds, const char *command)
{
	char line[500], filled[400];
	const char *program = getenv("PLYSCOPE");
	fill(command, filled, sizeof filled);
	snprintf(line, sizeof line, "timeout -s %s %d '%s' %s >%s/said 2>/dev/null; true",
		 signal, seconds, program ? program : "build/plyscope", filled, folder);
	assert_int_equal(system(line), 0);
}

/* The iterations of an endless training that ^C has ended; 0: it came before the first. */
static int
train_until_interrupted(int seconds)
{
	char path[200];
	json_error_t error;
	cut_short("INT", seconds, HOLDEM ENDLESS " --out @/k --json");
	snprintf(path, sizeof path, "%s/said", folder);
	json_t *said = json_load_file(path, 0, &error);
	const json_int_t steps = json_integer_value(json_object_get(said, "steps"));
	json_decref(said);
	return (int)steps;
}

/* ^C leaves a whole checkpoint; kill -9 at any moment what was there before. What is cut short has
 * no end in sight, so that both come in the middle of it on any machine. */
static void
a_kill_changes_no_byte(void **state)
{
	char command[300];
	int steps = 0;
	for (int seconds = 1; steps == 0 && seconds <= 64; seconds *= 2)
		steps = train_until_interrupted(seconds);
	assert_true(steps > 0);
	snprintf(command, sizeof command, "cp %s/k %s/k2", folder, folder);
	assert_int_equal(system(command), 0);
	cut_short("KILL", 1, HOLDEM ENDLESS " --out @/k --resume");
	expect_same("k", "k2");
	snprintf(command, sizeof command, HOLDEM " --sims %d --out @/k --resume --jobs 2",
		 steps + 20000);
	say(command, 0);
	snprintf(command, sizeof command, HOLDEM " --sims %d --out @/whole",
		 steps + 20000);
	say(command, 0);
	expect_same("k", "whole");
}

/* What only --resume needs may be left out; what is played is the same. */
static void
a_file_for_play_is_smaller_and_plays_the_same(void **state)
{
	static const char *const search = "search holdem -o flops=1 -a "
					  "blueprint:file=@/%s --sims 5 --seed 3 --json";
	say("train holdem -o flops=1 -a mccfr:buckets=169/20,batch=500,keep=off --sims "
	    "20000 "
	    "--out @/small",
	    0);
	assert_true(size_of("small") < size_of("h") * 3 / 4);
	json_t *share[2];
	for (int i = 0; i < 2; i++) {
		char command[200], line[300];
		snprintf(command, sizeof command, search, i == 0 ? "h" : "small");
		fill(command, line, sizeof line);
		json_t *j = run_json(line);
		share[i] = json_incref(json_object_get(j, "moves"));
		assert_true(json_array_size(share[i]) >= 3);
		json_decref(j);
	}
	assert_true(json_equal(share[0], share[1]));
	json_decref(share[0]);
	json_decref(share[1]);
}

/* Its figures in JSON: how much was never met falls as training goes on. */
static void
training_tells_what_it_never_met(void **state)
{
	double never[2];
	for (int i = 0; i < 2; i++) {
		char line[300];
		fill(i == 0 ? HOLDEM " --sims 500 --out @/t --json"
			    : HOLDEM " --sims 20000 --out @/t --json",
		     line, sizeof line);
		json_t *j = run_json(line);
		never[i] = json_number_value(json_object_get(j, "never_met"));
		assert_true(json_number_value(json_object_get(j, "information_sets")) ==
			    14 * 169 + (82 + 310 + 858) * 20);
		json_decref(j);
	}
	assert_true(never[0] > never[1] && never[1] > 0 && never[0] < 100);
}

/* What is in the file is what the search holds after as many iterations. */
static void
a_blueprint_plays_the_file(void **state)
{
	const double file = measure("exploit leduc -a blueprint:file=@/a --json");
	const double searched = measure("exploit leduc -a cfr:sims=200 --json");
	assert_true(file > 0 && file - searched < 1e-12 && searched - file < 1e-12);
}

/* Of hold'em: options that the table does not know of leave it in place. Flop hold'em is solved. */
static void
the_highest_level_has_the_table_where_its_rules_hold(void **state)
{
	static const char *const levels[][2] = {
		{ "hands=50", "player    modicum" },
		{ "sizes=1/a", "player    modicum" },
		{ "stack=5000", "player    equity" },
		{ "blinds=100/200", "player    equity" },
		{ "betting=limit", "player    equity" },
		{ "rounds=2", "player    cfr" },
		{ "reset=off", "player    equity" },
		{ "flops=5", "player    equity" },
	};
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
		char command[100];
		snprintf(command, sizeof command,
			 "search holdem -o %s -a max --seed 1 --sims 5", levels[i][0]);
		expect_run(command, levels[i][1]);
	}
}

/* Leaves copies of a file of the test: NAMEshort ends after so many bytes, NAMEbad has a few others
 * in one place. */
static void
damage(const char *name, long length, long at)
{
	char command[500];
	snprintf(command, sizeof command,
		 "cd %s && head -c %ld %s >%sshort && cp %s %sbad && "
		 "printf xxxx | dd of=%sbad bs=1 seek=%ld conv=notrunc 2>/dev/null",
		 folder, length, name, name, name, name, name, at);
	assert_int_equal(system(command), 0);
}

/* The layers of a file, one of which is replaced. */
struct crafted {
	struct pack p;
	const char *path;
	int at;
	int64_t count;
	void *room;
};

static const void *
crafted_layer(void *self, int layer, uint64_t *slots, size_t *bytes)
{
	struct crafted *c = self;
	free(c->room);
	*slots = c->p.slots[layer];
	*bytes = pack_layer_bytes(&c->p, layer);
	c->room = malloc(*bytes);
	assert_true(pack_read(&c->p, c->path, layer, c->room, *bytes, NULL));
	if (layer == c->at)
		memcpy(c->room, &c->count, sizeof c->count);
	return c->room;
}

/* Leaves NAMEneg: the file of the test with a count of -5, whole and with right checksums. */
static void
craft(const char *name, const char *magic, uint32_t version, int layers, int at)
{
	const struct pack_kind kind = { .magic = magic,
					.version = version,
					.layers_most = layers };
	char from[300], to[300];
	struct crafted c = { .path = from, .at = at, .count = -5 };
	struct status st = { 0 };
	snprintf(from, sizeof from, "%s/%s", folder, name);
	snprintf(to, sizeof to, "%s/%sneg", folder, name);
	if (!pack_map(&c.p, &kind, NULL, from, &st))
		fail_msg("%s", st.text);
	const struct pack_source source = { .rules = c.p.rules,
					    .layers = c.p.layers,
					    .layer = crafted_layer,
					    .self = &c };
	assert_true(pack_write(&kind, &source, to, &st));
	pack_unmap(&c.p);
	free(c.room);
}

static const struct {
	const char *command, *words;
	int status;
} refused[] = {
	{ "train leduc -a cfr --sims 300 --out @/aneg --resume",
	  "aneg: layer 1 is damaged: a count of -5", 2 },
	{ "search leduc -a blueprint:file=@/aneg", "damaged: a count of -5", 2 },
	{ HOLDEM " --sims 20000 --out @/hneg --resume", "damaged: a count of -5", 2 },
	{ "search holdem -o flops=1 -a blueprint:file=@/hneg", "damaged: a count of -5",
	  2 },
	{ "search leduc -a blueprint:file=@/ashort", "ashort: truncated", 2 },
	{ "search leduc -a blueprint:file=@/abad", "damaged", 2 },
	{ "search kuhn -a blueprint:file=@/a", "trained for 'leduc, tree", 2 },
	{ "search leduc -o ranks=4 -a blueprint:file=@/a", "expected 'leduc ranks", 2 },
	{ "search leduc -a blueprint:file=README.md", "not a trained strategy", 2 },
	{ "search leduc -a blueprint", "file= has to be given", 2 },
	{ "train leduc -a cfr:variant=cfr --sims 9 --out @/a --resume",
	  "trained by 'cfr:variant=dcfr', expected", 2 },
	{ "train leduc -a cfr --sims 300 --out @/ashort --resume", "truncated", 2 },
	{ "train leduc -o ranks=6,betting=no-limit -a cfr:memory=1 --out @/big",
	  "needs at least 4 MiB, memory= is 1", 2 },
	{ "search holdem -a blueprint:file=@/h",
	  "trained for 'holdem no-limit stack=20000 blinds=50/100 flops=1', "
	  "expected 'holdem no-limit stack=20000 blinds=50/100 flops=0'",
	  2 },
	{ "search holdem -o flops=1,stack=10000 -a blueprint:file=@/h",
	  "expected 'holdem no-limit stack=10000", 2 },
	{ "search holdem -o flops=1,blinds=100/200 -a blueprint:file=@/h",
	  "blinds=100/200", 2 },
	{ "search holdem -o flops=1 -a blueprint:file=@/hshort", "hshort: truncated", 2 },
	{ "search holdem -o flops=1 -a blueprint:file=@/hbad", "is damaged", 2 },
	{ "search holdem -o flops=1 -a blueprint:file=@/a",
	  "a: not a trained strategy of an abstraction", 2 },
	{ HOLDEM ",raises=2 --sims 20000 --out @/h --resume",
	  "trained by 'mccfr:3.1/a:169+3.1/a:20", 2 },
	{ "train holdem -o flops=1 -a "
	  "mccfr:buckets=169/20,batch=500,keep=off --out @/small --resume",
	  "small: was written with keep=off", 2 },
	{ "train holdem -a mccfr:memory=300 --out @/x", "memory=300 is too small: ", 2 },
	{ "train holdem -a mccfr:sizes=0.5/x --out @/x",
	  "sizes: '0.5/x': expected parts of the pot", 2 },
	{ "train holdem -a mccfr:raises=3/2/x --out @/x", "raises: '3/2/x': ", 2 },
	{ "train holdem -a mccfr:buckets=100 --out @/x",
	  "before the flop there are the 169", 2 },
	{ "train holdem -o reset=off --out @/x", "reset=on", 2 },
	{ "train holdem -a cfr --out @/x", "has too many boards to train a whole hand",
	  2 },
	{ FLOP ",variant=cfr+ --out @/w --resume",
	  "w: trained by 'cfr:variant=dcfr,raises=1', expected "
	  "'cfr:variant=cfr+,raises=1'",
	  2 },
	{ "train holdem -o rounds=2,flops=3,stack=600 -a cfr:raises=1 --out @/w "
	  "--resume",
	  "w: of other rules: rounds=2,", 2 },
	{ FLOP " --out @/v --resume", "v: was not written by training", 2 },
	{ FLOP " --out @/wshort --resume", "wshort: truncated", 2 },
	{ FLOP " --out @/wbad --resume", "is damaged", 2 },
	{ "train holdem -o rounds=2,flops=2 -a cfr:memory=15 --out @/x",
	  "MiB, memory= is 15; raises=1 needs ", 2 },
	{ "train holdem -o rounds=2 -a mccfr:raises=2,memory=100 --out @/x",
	  "MiB, memory= is 100; fewer raises or flops need less", 2 },
	{ DRAWN ",sampling=outcome --out @/x", "sampling=external is what hold'em", 2 },
	{ "train holdem -o rounds=2,flops=2 -a mccfr:raises=3/2 --out @/x",
	  "raises: '3/2': expected one number", 2 },
	{ DRAWN ",raises=2 --out @/d1 --resume", "d1: trained by 'mccfr:raises=1", 2 },
	{ FLOP " --out @/d1 --resume", "d1: trained by 'mccfr:raises=1", 2 },
	{ "search holdem -o rounds=2 -a blueprint:file=@/h", "h: not a solved subgame",
	  2 },
	{ "search holdem -o rounds=2,flops=2,stack=600 -a blueprint",
	  "blueprint: file= has to be given", 2 },
	{ "search holdem -o rounds=2,flops=2,stack=500 -a blueprint:file=@/d1",
	  "d1: of other rules", 2 },
	{ "search holdem -o rounds=2,flops=2,stack=600 -a blueprint:file=@/d1 --position "
	  "'0:r317:9s9c|'",
	  "d1 does not have this position", 2 },
	{ "train leduc -a dls --out @/x", "expected cfr, mccfr, modicum or net, not dls",
	  2 },
	{ "train spades --out @/x", "cfr", 2 },
};

static void
bad_files_are_refused_in_one_line(void **state)
{
	damage("a", 3000, 900);
	damage("h", 60000, 2000);
	damage("w", 50000, size_of("w") * 2 / 3);
	craft("a", "plystrat", 1, 6, 1);
	craft("h", "plyblue1", 2, 9, 1);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		const char *said = say(refused[i].command, refused[i].status);
		if (strstr(said, refused[i].words) == NULL)
			print_message("# %s: %s\n", refused[i].command, said);
		assert_non_null(strstr(said, refused[i].words));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
	}
}

/* Regret, count and byte of 131402433 moves are 1128 MiB, and 22 those of the buckets, however
 * much is there of it; and the buckets that are proposed do fit, also where the moves before the
 * flop, which stay, are a good part of all. */
static void
memory_that_is_missing_is_told(void **state)
{
	static const struct {
		const char *options, *memory, *words;
	} cases[] = {
		{ "sizes=0.5/1/a,raises=2", "100", "1150 MiB for 131402433 moves" },
		{ "sizes=0.5/1/a/2/3,raises=5/0", "30", "MiB for 7817763 moves" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char command[300], would[64];
		snprintf(command, sizeof command,
			 "train holdem -o flops=1 -a "
			 "mccfr:memory=%s,buckets=169/1980,%s --out @/x",
			 cases[i].memory, cases[i].options);
		const char *said = say(command, 2), *fit = strstr(said, "; buckets=");
		assert_non_null(strstr(said, cases[i].words));
		assert_non_null(fit);
		snprintf(would, sizeof would, "%s", fit + 2);
		assert_non_null(strstr(would, " would fit"));
		*strchr(would, ' ') = '\0';
		snprintf(command, sizeof command,
			 "train holdem -o flops=1 -a mccfr:memory=%s,%s,%s --sims 1 "
			 "--out @/x",
			 cases[i].memory, would, cases[i].options);
		say(command, 0);
	}
}

/* Leduc says how much it needs; with that it is trained, with less it is not. A flop says it too
 * where not even its boards fit. */
static void
what_is_needed_is_enough(void **state)
{
	char command[200];
	const char *said =
		say("train leduc -o ranks=13,suits=4 -a cfr:memory=1 --out @/x", 2);
	const char *needs = strstr(said, "needs at least ");
	assert_non_null(needs);
	const int mib = atoi(needs + strlen("needs at least "));
	assert_true(mib > 2);
	for (int more = 0; more < 2; more++) {
		snprintf(
			command, sizeof command,
			"train leduc -o ranks=13,suits=4 -a cfr:memory=%d --sims 1 --out "
			"@/x",
			mib - 1 + more);
		say(command, more ? 0 : 2);
	}
	said = say(FLOP_SPOT " --memory 100", 2);
	assert_non_null(strstr(said, "needs 11034 MiB, memory= is 100"));
}

/* A player without a table is asked at every information set, by itself: uniform play loses what it
 * does in other programs. */
static void
a_player_without_a_table_is_asked_everywhere(void **state)
{
	assert_true(fabs(measure("exploit leduc -a random --json") -
			 (2.0875 + 2.659722) / 2) < 1e-5);
	assert_non_null(strstr(say("exploit goofspiel -a random", 2), "--anew"));
}

/* 100 chips are a big blind of hold'em; Leduc has antes alone. */
static void
an_exact_loss_is_told_in_big_blinds_too(void **state)
{
	json_t *j = run_json("exploit holdem -o rounds=2,flops=1,stack=600 -a "
			     "cfr:raises=1,sims=20 --json"),
	       *point = json_array_get(json_object_get(j, "points"), 0),
	       *mbb = json_object_get(json_object_get(point, "mbb_g"), "mean");
	const double mean = json_number_value(json_object_get(point, "mean"));
	assert_true(mean > 0 && fabs(json_number_value(mbb) - 10 * mean) < 1e-4);
	json_decref(j);
	j = run_json("exploit leduc -a random --json");
	point = json_array_get(json_object_get(j, "points"), 0);
	assert_non_null(point);
	assert_null(json_object_get(point, "mbb_g"));
	json_decref(j);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stops_and_threads_leave_the_same_bytes),
		cmocka_unit_test(a_blueprint_plays_the_file),
		cmocka_unit_test(an_abstraction_is_trained_to_the_same_bytes),
		cmocka_unit_test(the_last_batch_is_cut_short),
		cmocka_unit_test(flop_holdem_is_trained_whole_to_the_same_bytes),
		cmocka_unit_test(flop_holdem_is_drawn_to_the_same_bytes),
		cmocka_unit_test(a_kill_changes_no_byte),
		cmocka_unit_test(a_file_for_play_is_smaller_and_plays_the_same),
		cmocka_unit_test(training_tells_what_it_never_met),
		cmocka_unit_test(memory_that_is_missing_is_told),
		cmocka_unit_test(what_is_needed_is_enough),
		cmocka_unit_test(a_player_without_a_table_is_asked_everywhere),
		cmocka_unit_test(an_exact_loss_is_told_in_big_blinds_too),
		cmocka_unit_test(the_highest_level_has_the_table_where_its_rules_hold),
		cmocka_unit_test(bad_files_are_refused_in_one_line),
	};
	assert_non_null(mkdtemp(folder));
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	char command[100];
	snprintf(command, sizeof command, "rm -r %s", folder);
	return system(command) != 0 ? 1 : failed;
}
