/* clock.c - time. See clock.h. */
#include "src/base/clock.h"

#include <time.h>

static int64_t
read_us(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t
clock_now_us(void)
{
	return read_us(CLOCK_MONOTONIC);
}

int64_t
clock_process_us(void)
{
	return read_us(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t
clock_thread_us(void)
{
	return read_us(CLOCK_THREAD_CPUTIME_ID);
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
