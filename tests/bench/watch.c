/*
 * watch.c - what watching costs: a picture of 200x60 with every pane open, while searches
 * think on every core.
 *
 * Measured from outside on the pty of tests/screen. The thread of the screen does nothing but
 * screens, so its processor time by the number of pictures is what one costs, drawing,
 * comparing and writing together, and its share of all processor time is what the searches
 * lose. Bytes are those that the terminal gets. The times are those of /proc (Linux), which
 * counts in hundredths of a second. Reported, not asserted.
 */
#include "src/base/clock.h"
#include "tests/screen/vt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 8
#define WORDS	16
#define PER_S	20 /* pictures at most */

struct situation {
	const char *name;
	const char *words[WORDS];
};

#define LONG "time=600s"

static const struct situation situations[] = {
	{ "hearts, pimc(uct) thinks",
	  { "watch", "hearts", "--seed", "1", "-s",
	    "1=pimc:worlds=1000," LONG ",inner=(uct)", "-s",
	    "2=pimc:worlds=1000," LONG ",inner=(uct)", "-s",
	    "3=pimc:worlds=1000," LONG ",inner=(uct)", "-s",
	    "4=pimc:worlds=1000," LONG ",inner=(uct)" } },
	{ "chinese checkers, uct thinks",
	  { "watch", "chinese-checkers", "--seed", "1", "-s", "1=uct:" LONG } },
	{ "abalone, paranoid thinks",
	  { "watch", "abalone", "--seed", "1", "-s", "1=paranoid:" LONG } },
	{ "hearts, moves as fast as they come",
	  { "watch", "hearts", "--seed", "1", "-s", "1=easy", "-s", "2=easy", "-s",
	    "3=easy", "-s", "4=easy", "--delay", "1" } },
};

/* Seconds of processor time from a stat file of /proc; negative when there is none. */
static double
cpu_of(const char *path)
{
	char line[1000];
	unsigned long user = 0, kernel = 0;
	FILE *f = fopen(path, "r");
	if (!f)
		return -1;
	const char *got = fgets(line, sizeof line, f);
	const char *after = got ? strrchr(line, ')') : NULL;
	fclose(f);
	if (!after ||
	    sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
		   &user, &kernel) != 2)
		return -1;
	return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

struct reading {
	double screen_s, all_s;
	int64_t bytes, at_us;
};

static struct reading
read_now(struct vt *v)
{
	char path[80];
	struct reading r = { .bytes = vt_bytes(v), .at_us = clock_now_us() };
	snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)vt_pid(v),
		 (int)vt_pid(v));
	r.screen_s = cpu_of(path);
	snprintf(path, sizeof path, "/proc/%d/stat", (int)vt_pid(v));
	r.all_s = cpu_of(path);
	return r;
}

static void
let_pass(struct vt *v, int ms)
{
	const int64_t until = clock_now_us() + ms * INT64_C(1000);
	for (int64_t left; (left = until - clock_now_us()) > 0;)
		vt_pump(v, (int)(left / 1000) + 1);
}

static void
measure(const struct situation *s)
{
	static const char *const env[] = { "XDG_DATA_HOME=/tmp/plyscope-bench",
					   "XDG_STATE_HOME=/tmp/plyscope-bench", NULL };
	const char *argv[WORDS + 2] = { getenv("PLYSCOPE") };
	if (!argv[0])
		argv[0] = "build/plyscope";
	for (int i = 0; i < WORDS && s->words[i]; i++)
		argv[i + 1] = s->words[i];
	struct vt *v = vt_start(argv, env, 60, 200);
	if (!vt_wait(v, "nodes")) {
		printf("%s: the program did not start\n", s->name);
		vt_close(v);
		return;
	}
	let_pass(v, 1500);
	const struct reading a = read_now(v);
	let_pass(v, SECONDS * 1000);
	const struct reading b = read_now(v);
	const double seconds = (double)(b.at_us - a.at_us) / 1e6;
	const double screen = b.screen_s - a.screen_s, all = b.all_s - a.all_s;
	printf("%-40s %6.2f ms a picture   %5.1f kB/s   %5.2f %% of the processors\n",
	       s->name, 1e3 * screen / (seconds * PER_S),
	       (double)(b.bytes - a.bytes) / seconds / 1e3,
	       all > 0 ? 100 * screen / all : 0.0);
	fflush(stdout);
	vt_keys(v, "Q");
	vt_exit(v);
	vt_close(v);
}

int
main(void)
{
	printf("\nwatching at 200x60, %d pictures a second at most, %d s each\n", PER_S,
	       SECONDS);
	for (size_t i = 0; i < sizeof situations / sizeof *situations; i++)
		measure(&situations[i]);
	return 0;
}
