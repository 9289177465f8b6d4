/* clock.c - monotonic time. See clock.h. */
#include "src/base/clock.h"

#include <time.h>

int64_t
clock_now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void
clock_sleep_us(int64_t us)
{
	struct timespec t = { .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 };
	nanosleep(&t, NULL);
}

void
clock_date(char out[static 20])
{
	time_t now = time(NULL);
	struct tm tm;
	localtime_r(&now, &tm);
	strftime(out, 20, "%Y-%m-%d %H:%M:%S", &tm);
}
