/* meter.c - see meter.h. The rate is that of the running work and begins again when the count
 * falls. */
#include "src/app/meter.h"

#include "src/app/cluster.h"
#include "src/base/clock.h"
#include "src/base/text.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BAR	20
#define TELL_US 10000000

static void
meter_draw(const struct meter *m, int64_t now, int64_t done, int64_t total,
	   const char *what)
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

/* Of several ranks: where the work stands. */
static void
meter_tell(const struct meter *m, int64_t now, int64_t done, int64_t total)
{
	const double s = (double)(now - m->began_us) / 1e6;
	const double rate = s > 0 ? (double)(done - m->began_at) / s : 0;
	const int64_t left_ms =
		rate > 0 ? (int64_t)((double)(total - done) / rate * 1e3) : -1;
	int rank = -1;
	double per_s = 0;
	const bool known = jobs_slowest_rank(&rank, &per_s);
	const struct store_machine *machine;
	cluster_machines(&machine);
	const char *host = known ? machine[rank].host : "";
	char left[16] = "?";
	if (left_ms >= 0)
		text_format_duration(left, sizeof left, left_ms);
	if (!cluster_json()) {
		fprintf(stderr, "%lld/%lld  %.1f/s  %s left", (long long)done,
			(long long)total, rate, left);
		if (known)
			fprintf(stderr, "  slowest: rank %d on %s, %.1f/s", rank, host,
				per_s);
		fputc('\n', stderr);
		return;
	}
	json_t *j = json_pack("{s:I,s:I,s:f,s:I}", "done", (json_int_t)done, "total",
			      (json_int_t)total, "per_s", rate, "left_ms",
			      (json_int_t)left_ms);
	if (known)
		json_object_set_new(j, "slowest",
				    json_pack("{s:i,s:o,s:f}", "rank", rank, "host",
					      json_text(host), "per_s", per_s));
	char *line = json_dumps(j, JSON_COMPACT | JSON_REAL_PRECISION(6));
	fprintf(stderr, "%s\n", line);
	free(line);
	json_decref(j);
}

static bool
meter_report(void *self, int64_t done, int64_t total, const char *what)
{
	struct meter *m = self;
	const int64_t now = clock_now_us();
	if (!m->started || done < m->last_at)
		*m = (struct meter){ .began_us = now, .began_at = done, .started = true };
	m->last_at = done;
	const bool due = now - m->told_us >= TELL_US || done == total;
	if (jobs_have_ranks() && !isatty(STDERR_FILENO)) {
		if (due && jobs_lead() && (m->told_us > 0 || done > m->began_at)) {
			meter_tell(m, now, done, total);
			m->told_us = now;
		}
	} else if (isatty(STDERR_FILENO))
		meter_draw(m, now, done, total, what);
	return !atomic_load(&cli_interrupted);
}

struct progress
meter_progress(struct meter *m)
{
	*m = (struct meter){ 0 };
	struct progress p = cli_progress();
	p.report = meter_report;
	p.self = m;
	return p;
}
