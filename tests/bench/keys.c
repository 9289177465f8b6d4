/*
 * keys.c - how fast the program is at hand: the first screen, and a key while searches think.
 *
 * Measured on the pty of tests/screen: from starting the program to the first picture, and
 * from writing a key to the first byte that answers it. Reported, not asserted.
 */
#include "src/base/clock.h"
#include "tests/screen/vt.h"

#include <stdio.h>
#include <stdlib.h>

#define STARTS 20
#define KEYS   300

static int
compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void
print(const char *what, double *ms, int n)
{
	qsort(ms, (size_t)n, sizeof *ms, compare);
	printf("%-44s median %6.1f ms   99 %% %6.1f ms   worst %6.1f ms\n", what,
	       ms[n / 2], ms[n * 99 / 100], ms[n - 1]);
}

static struct vt *
start(const char *const *words)
{
	const char *argv[20] = { getenv("PLYSCOPE") };
	static const char *const env[] = { "XDG_DATA_HOME=/tmp/plyscope-bench", NULL };
	if (!argv[0])
		argv[0] = "build/plyscope";
	for (int i = 0; words[i] && i < 18; i++)
		argv[i + 1] = words[i];
	return vt_start(argv, env, 24, 80);
}

static void
measure_start(void)
{
	double ms[STARTS];
	for (int i = 0; i < STARTS; i++) {
		int64_t from = clock_now_us();
		struct vt *v = start((const char *const[]){ NULL });
		while (!vt_find(v, "? help", NULL, NULL))
			vt_pump(v, 1000);
		ms[i] = (double)(clock_now_us() - from) / 1e3;
		vt_keys(v, "Q");
		vt_exit(v);
		vt_close(v);
	}
	print("start to first screen", ms, STARTS);
}

/* j moves the cursor of the help over a table whose search uses every core. */
static void
measure_keys(void)
{
	double ms[KEYS];
	struct vt *v = start((const char *const[]){
		"watch", "hearts", "--seed", "1", "-s", "1=pimc:worlds=1000,time=600s",
		"-s", "2=pimc:worlds=1000,time=600s", "-s",
		"3=pimc:worlds=1000,time=600s", "-s", "4=pimc:worlds=1000,time=600s",
		NULL });
	vt_wait(v, "nodes");
	vt_keys(v, "?");
	vt_wait(v, "help");
	for (int i = 0; i < KEYS; i++) {
		vt_settle(v, 10);
		int64_t before = vt_bytes(v), from = clock_now_us();
		vt_keys(v, i % 2 ? "k" : "j");
		while (vt_bytes(v) == before && clock_now_us() - from < 1000000)
			vt_pump(v, 100);
		ms[i] = (double)(clock_now_us() - from) / 1e3;
	}
	print("key to its effect, every core searching", ms, KEYS);
	vt_keys(v, "Q");
	vt_exit(v);
	vt_close(v);
}

int
main(void)
{
	measure_start();
	measure_keys();
	return 0;
}
