/*
 * ranks.c - how far the handing-out of jobs goes: rank 0 is the real one (src/base/jobs_ranks.c),
 * with its real processor time; the other ranks, their jobs and the messages are simulated, and
 * so is the clock. So 4,096 ranks fit into one.
 *
 * The clock goes on by the time that rank 0 computes between two calls of its wire, by the time it
 * sleeps, and by what a message costs it. A rank looks for messages every millisecond, as the real
 * one does, has a worker on each core and sends a result at once. Times of jobs are those of
 * tests/data/job-times, measured, scaled to the mean that is asked for.
 *
 * usage: ranks [RANKS CORES JOBS MEAN_MS]    one run, instead of the table
 */
#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Of a message, in us: what rank 0 computes to send and to receive one (measured with Open MPI on
 * one machine: 1.8 and 0.4), and how long it is on its way, as by Ethernet. */
#define SEND	2.0
#define RECEIVE 1.0
#define AWAY	50.0
#define LOOK	1000.0 /* a rank looks for messages so often */
#define RESULT	200    /* bytes of one */
#define KEEP	16.0   /* to put a result into the file (--db; measured) */

enum kind { COMES_TO_RANK, ENDS, COMES_TO_0 };

struct event {
	double at;
	enum kind kind;
	int rank;
	int64_t job;
	double us; /* of the job */
};

struct sim_rank {
	int64_t *queue; /* jobs that wait, a ring */
	int first, waiting, room, idle;
};

static struct {
	double now;	/* us */
	double left_at; /* rank 0's processor time when it left the wire */
	struct event *heap;
	int events, room;
	struct sim_rank *rank;
	int ranks, cores;
	double *job_us;
	double worked;	 /* us of jobs that ended */
	double computed; /* us of rank 0 */
	struct rng rng;
} sim;

/* ---- the clock ---- */

static double
processor_us(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Rank 0 has come to the simulation, and leaves it: what it computed between is time. */
static void
enter(double cost)
{
	const double us = processor_us() - sim.left_at;
	sim.now += us + cost;
	sim.computed += us + cost;
}

static void
go_on(void)
{
	sim.left_at = processor_us();
}

/* In place of the library's: what rank 0 sees of time. */
int
clock_gettime(clockid_t clock, struct timespec *t)
{
	t->tv_sec = (time_t)(sim.now / 1e6);
	t->tv_nsec = (long)((sim.now - (double)t->tv_sec * 1e6) * 1e3);
	return 0;
}

int
nanosleep(const struct timespec *want, struct timespec *left)
{
	enter(0);
	sim.now += (double)want->tv_sec * 1e6 + (double)want->tv_nsec / 1e3;
	go_on();
	return 0;
}

/* ---- events, the earliest on top of a heap ---- */

static void
add_event(struct event e)
{
	if (sim.events == sim.room) {
		sim.room = sim.room ? sim.room * 2 : 1024;
		sim.heap = realloc(sim.heap, (size_t)sim.room * sizeof *sim.heap);
		if (sim.heap == NULL)
			abort();
	}
	int i = sim.events++;
	for (int up; i > 0 && sim.heap[up = (i - 1) / 2].at > e.at; i = up)
		sim.heap[i] = sim.heap[up];
	sim.heap[i] = e;
}

static struct event
take_event(void)
{
	const struct event top = sim.heap[0], last = sim.heap[--sim.events];
	int i = 0;
	for (int next; (next = 2 * i + 1) < sim.events; i = next) {
		next += next + 1 < sim.events &&
			sim.heap[next + 1].at < sim.heap[next].at;
		if (sim.heap[next].at >= last.at)
			break;
		sim.heap[i] = sim.heap[next];
	}
	sim.heap[i] = last;
	return top;
}

/* ---- the others ---- */

static void
begin_jobs(int rank, double at)
{
	struct sim_rank *r = &sim.rank[rank];
	for (; r->idle > 0 && r->waiting > 0; r->idle--, r->waiting--) {
		const int64_t job = r->queue[r->first];
		r->first = (r->first + 1) % r->room;
		add_event((struct event){ at + sim.job_us[job], ENDS, rank, job,
					  sim.job_us[job] });
	}
}

static void
queue_job(struct sim_rank *r, int64_t job)
{
	if (r->waiting == r->room) {
		int64_t *queue = calloc((size_t)r->room * 2 + 1, sizeof *queue);
		for (int i = 0; i < r->waiting; i++)
			queue[i] = r->queue[(r->first + i) % r->room];
		free(r->queue);
		r->queue = queue;
		r->room = r->room * 2 + 1;
		r->first = 0;
	}
	r->queue[(r->first + r->waiting++) % r->room] = job;
}

/* What happens outside rank 0 until now; true when a message has come to it: then *e. */
static bool
run_until_now(struct event *e)
{
	while (sim.events > 0 && sim.heap[0].at <= sim.now) {
		*e = take_event();
		if (e->kind == COMES_TO_0)
			return true;
		if (e->kind == COMES_TO_RANK) {
			queue_job(&sim.rank[e->rank], e->job);
		} else {
			sim.rank[e->rank].idle++;
			sim.worked += e->us;
			add_event((struct event){ e->at + AWAY, COMES_TO_0, e->rank,
						  e->job, e->us });
		}
		begin_jobs(e->rank, e->at);
	}
	return false;
}

/* ---- the wire; the kinds of messages are those of jobs_ranks.c ---- */

enum message { READY, WORK, DONE, OVER };
#define ABOUT_NONE ((int64_t)BYTES_HASH)

static void
send_to(int to, const struct text *message)
{
	enter(SEND);
	struct bytes b = bytes_of(message);
	const double seen = AWAY + LOOK * rng_unit(&sim.rng);
	const bool work = bytes_int(&b) == WORK;
	bytes_int(&b);
	while (work && bytes_left(&b) > 0) {
		size_t length;
		const int64_t job = bytes_int(&b);
		bytes_text(&b, &length);
		add_event((struct event){ sim.now + seen, COMES_TO_RANK, to, job, 0 });
	}
	go_on();
}

static bool
receive(int *from, struct text *message)
{
	static const char result[RESULT];
	struct event e;
	enter(0);
	const bool came = run_until_now(&e);
	if (came) {
		text_clear(message);
		bytes_add_int(message, e.job < 0 ? READY : DONE);
		bytes_add_int(message, 1);
		if (e.job < 0) {
			bytes_add_int(message, -e.job);
			bytes_add_int(message, ABOUT_NONE);
			bytes_add_int(message, sim.cores);
		} else {
			bytes_add_int(message, e.job);
			bytes_add_int(message, 0);
			bytes_add_int(message, (int64_t)e.us);
			bytes_add_text(message, result, sizeof result);
		}
		*from = e.rank;
		sim.now += RECEIVE;
		sim.computed += RECEIVE;
	}
	go_on();
	return came;
}

static void
spread(struct text *bytes)
{
}

static void
leave(void)
{
}

/* Into the file. */
static bool
came(void *self, int64_t job, const struct text *result, struct status *st)
{
	(void)job, (void)result, (void)st;
	sim.now += *(const double *)self;
	sim.computed += *(const double *)self;
	return true;
}

static bool
run_nothing(void *self, int w, const struct text *bytes, struct text *result,
	    struct status *st)
{
	(void)self, (void)w, (void)bytes, (void)result, (void)st;
	return true;
}

/* ---- a run ---- */

static double measured[1000];
static int measures;

static bool
read_times(void)
{
	char line[200];
	FILE *f = fopen("tests/data/job-times", "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (line[0] != '#' && measures < 1000)
			measured[measures++] = atof(line);
	if (f != NULL)
		fclose(f);
	return measures > 0;
}

struct outcome {
	double efficiency; /* time of jobs of the time of all cores */
	double seconds;
	double busy; /* share of rank 0's time */
};

static struct outcome
simulate(int ranks, int cores, int64_t jobs, double mean_ms, double keep)
{
	double sum = 0, mean = 0;
	for (int i = 0; i < measures; i++)
		mean += measured[i] / measures;
	sim.now = sim.worked = sim.computed = 0;
	sim.events = 0;
	sim.ranks = ranks;
	sim.cores = cores;
	rng_seed(&sim.rng, 7);
	sim.job_us = calloc((size_t)jobs, sizeof *sim.job_us);
	for (int64_t i = 0; i < jobs; i++)
		sum += sim.job_us[i] = measured[rng_below(&sim.rng, (uint32_t)measures)] /
				       mean * mean_ms * 1000;
	sim.rank = calloc((size_t)ranks, sizeof *sim.rank);
	for (int i = 1; i < ranks; i++) {
		sim.rank[i].idle = cores;
		add_event((struct event){ AWAY, COMES_TO_0, i, -jobs, 0 });
	}
	const struct jobs_wire wire = { 0, ranks, send_to, receive, spread, leave };
	const struct jobs j = {
		.count = jobs, .self = &keep, .run = run_nothing, .came = came
	};
	struct status st = { 0 };
	jobs_join(&wire, 1);
	go_on();
	if (jobs_run(&j, &st) != jobs)
		printf("not all came: %s\n", st.text);
	enter(0);
	const struct outcome o = { sum / (sim.now * (ranks - 1) * cores), sim.now / 1e6,
				   sim.computed / sim.now };
	go_on();
	jobs_part(&st);
	for (int i = 0; i < ranks; i++)
		free(sim.rank[i].queue);
	free(sim.rank);
	free(sim.job_us);
	return o;
}

/* Every core has so many jobs. */
#define JOBS_EACH 50

static void
print_table(int cores, double keep)
{
	static const double mean_ms[] = { 10, 100, 1000, 10000 };
	printf("%d core%s a rank, %s; %d jobs a core\nranks", cores,
	       cores == 1 ? "" : "s", keep > 0 ? "results kept" : "no file", JOBS_EACH);
	for (int k = 0; k < 4; k++)
		printf("%9g ms", mean_ms[k]);
	printf("\n");
	for (int ranks = 2; ranks <= 4096; ranks *= ranks < 256 ? 8 : 2) {
		printf("%5d", ranks);
		for (int k = 0; k < 4; k++) {
			const struct outcome o =
				simulate(ranks, cores,
					 (int64_t)(ranks - 1) * cores * JOBS_EACH,
					 mean_ms[k], keep);
			printf("%10.1f %%", 100 * o.efficiency);
			fflush(stdout);
		}
		printf("\n");
	}
}

int
main(int argc, char **argv)
{
	if (!read_times()) {
		printf("tests/data/job-times: expected here\n");
		return 2;
	}
	if (argc == 5) {
		const struct outcome o = simulate(atoi(argv[1]), atoi(argv[2]),
						  atoll(argv[3]), atof(argv[4]), 0);
		printf("%.1f %% in %.1f s; rank 0 %.1f %% busy\n", 100 * o.efficiency,
		       o.seconds, 100 * o.busy);
		return 0;
	}
	print_table(1, 0);
	print_table(1, KEEP);
	print_table(16, KEEP);
	return 0;
}
