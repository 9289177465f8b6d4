/* meter.c - see meter.h. The rate is that of the running work: a count that falls begins anew.
 */
#include "src/app/meter.h"

#include "src/app/cli.h"
#include "src/base/clock.h"
#include "src/base/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#define BAR 20

static void
draw(const struct meter *m, int64_t now, int64_t done, int64_t total, const char *what)
{
	const double s = (double)(now - m->began_us) / 1e6;
	const double rate = s > 0 ? (double)(done - m->began_at) / s : 0;
	const int full = total > 0 ? (int)(BAR * done / total) : 0;
	char left[16] = "?", bar[BAR + 1];
	if (rate > 0)
		text_format_duration(left, sizeof left,
				     (int64_t)((double)(total - done) / rate * 1e3));
	for (int i = 0; i < BAR; i++)
		bar[i] = i < full ? '#' : '.';
	bar[BAR] = '\0';
	char line[300];
	struct winsize size = { .ws_col = 80 };
	ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
	const int room = size.ws_col > 1 ? size.ws_col - 1 : 79; /* a longer line wraps */
	snprintf(line, sizeof line, "[%s] %lld/%lld  %.1f/s  %s left  %s", bar,
		 (long long)done, (long long)total, rate, left, what ? what : "");
	line[room < (int)sizeof line ? room : (int)sizeof line - 1] = '\0';
	cli_progress_line(line);
}

static bool
report(void *self, int64_t done, int64_t total, const char *what)
{
	struct meter *m = self;
	const int64_t now = clock_now_us();
	if (!m->started || done < m->last_at)
		*m = (struct meter){ .began_us = now, .began_at = done, .started = true };
	m->last_at = done;
	if (isatty(STDERR_FILENO))
		draw(m, now, done, total, what);
	return !atomic_load(&cli_interrupted);
}

struct progress
meter_progress(struct meter *m)
{
	*m = (struct meter){ 0 };
	struct progress p = cli_progress();
	p.report = report;
	p.self = m;
	return p;
}
