/*
 * ranks.c - ranks by MPI. See ranks.h.
 *
 * Only the thread that started MPI calls it. Nothing here waits by spinning, which most MPIs do in
 * their own waits: a message is looked for, and whoever looks sleeps in between; so does the
 * broadcast. Messages that are on their way are kept until MPI has sent them.
 */
#include "src/wire/ranks.h"

#include "src/base/bytes.h"
#include "src/base/pool.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

/* What starts ranks, and what it tells them by. */
static const struct {
	const char *size, *rank;
} starters[] = {
	{ "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" }, /* Open MPI */
	{ "PMI_SIZE", "PMI_RANK" },			    /* MPICH, Intel MPI */
	{ "SLURM_STEP_NUM_TASKS", "SLURM_PROCID" },	    /* srun */
};

int
ranks_started(int *number)
{
	*number = 0;
	for (size_t i = 0; i < sizeof starters / sizeof *starters; i++) {
		const char *size = getenv(starters[i].size);
		const char *rank = getenv(starters[i].rank);
		if (size == NULL || rank == NULL)
			continue;
		*number = atoi(rank);
		return atoi(size) > 1 ? atoi(size) : 1;
	}
	return 1;
}

/* Cores that this process may use. */
static int
own_cores(void)
{
#ifdef __linux__
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
		return CPU_COUNT(&set);
#endif
	return pool_cores();
}

static void
read_processor(char *out, size_t size)
{
	char line[300];
	FILE *f = fopen("/proc/cpuinfo", "r");
	snprintf(out, size, "unknown processor");
	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		const char *colon = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || colon == NULL)
			continue;
		snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
		break;
	}
	if (f != NULL)
		fclose(f);
}

#ifdef PLYSCOPE_MPI

/* The compiler attributes warnings by the path of the header. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wundef"
#include <mpi.h>
#pragma GCC diagnostic pop

#define TAG	  1
#define ONCE	  (64 << 20) /* bytes of a broadcast */
#define DESCRIBED 400	     /* bytes of a machine as text */

/* A message on its way. */
struct sending {
	MPI_Request request;
	char *bytes;
	struct sending *next;
};

static struct jobs_wire wire;

bool
ranks_built(void)
{
	return true;
}

static struct sending *away;

static void
drop_sent(void)
{
	for (struct sending **at = &away; *at != NULL;) {
		struct sending *s = *at;
		int sent = 0;
		MPI_Test(&s->request, &sent, MPI_STATUS_IGNORE);
		if (!sent) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		free(s->bytes);
		free(s);
	}
}

static void
send_to(int to, const struct text *message)
{
	struct sending *s = malloc(sizeof *s);
	char *bytes = malloc(message->length + 1);
	if (message->length > INT_MAX)
		BUG("a message of %zu bytes, more than MPI counts", message->length);
	if (s == NULL || bytes == NULL)
		BUG("not enough memory for a message");
	memcpy(bytes, message->s, message->length);
	*s = (struct sending){ .bytes = bytes, .next = away };
	MPI_Isend(bytes, (int)message->length, MPI_BYTE, to, TAG, MPI_COMM_WORLD,
		  &s->request);
	away = s;
	drop_sent();
}

static bool
ranks_receive(int *from, struct text *message)
{
	MPI_Status status;
	int there = 0, length = 0;
	MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
	if (!there) {
		drop_sent();
		return false;
	}
	MPI_Get_count(&status, MPI_BYTE, &length);
	char *bytes = malloc((size_t)length + 1);
	if (bytes == NULL)
		BUG("not enough memory for a message");
	*from = status.MPI_SOURCE;
	MPI_Recv(bytes, length, MPI_BYTE, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	text_clear(message);
	text_add_bytes(message, bytes, (size_t)length);
	free(bytes);
	return true;
}

static void
wait_for(MPI_Request *request)
{
	for (int done = 0; !done;) {
		MPI_Test(request, &done, MPI_STATUS_IGNORE);
		if (!done)
			usleep(200);
	}
}

static void
broadcast(void *bytes, int64_t length)
{
	for (int64_t at = 0; at < length; at += ONCE) {
		MPI_Request request;
		const int n = length - at < ONCE ? (int)(length - at) : ONCE;
		MPI_Ibcast((char *)bytes + at, n, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
		wait_for(&request);
	}
}

static void
ranks_spread(struct text *bytes)
{
	int64_t length = (int64_t)bytes->length;
	broadcast(&length, sizeof length);
	char *all = wire.number == 0 ? bytes->s : malloc((size_t)length + 1);
	if (all == NULL)
		BUG("not enough memory for the results of all ranks");
	broadcast(all, length);
	if (wire.number == 0)
		return;
	text_clear(bytes);
	text_add_bytes(bytes, all, (size_t)length);
	free(all);
}

static void
ranks_leave(void)
{
	ranks_end();
	_exit(0);
}

bool
ranks_begin(int *argc, char ***argv, struct status *st)
{
	int level, number;
	const int started = ranks_started(&number);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* with mpirun, or what it has started here */
#endif
	MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
	wire = (struct jobs_wire){ .send = send_to,
				   .receive = ranks_receive,
				   .spread = ranks_spread,
				   .leave = ranks_leave };
	MPI_Comm_rank(MPI_COMM_WORLD, &wire.number);
	MPI_Comm_size(MPI_COMM_WORLD, &wire.count);
	return wire.count == started ||
	       status_fail(st,
			   "%d processes were started, and MPI sees %d: expected the "
			   "mpirun of the MPI that it was built with",
			   started, wire.count);
}

/* Of `mine` all, or its part of the machine's where ranks that compute share them. Rank 0 computes
 * nothing. */
static int
share_of_cores(int mine)
{
	MPI_Comm here;
	const bool computing = wire.number > 0;
	int count = computing, sum = computing ? mine : 0;
	if (wire.count < 2) /* MPI has not begun */
		return mine;
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, wire.number,
			    MPI_INFO_NULL, &here);
	MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_SUM, here);
	MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, here);
	MPI_Comm_free(&here);
	const int cores = pool_cores() < sum ? pool_cores() / count : mine;
	return cores > mine ? mine : cores > 1 ? cores : 1;
}

/* As text, so that another version can report the difference. */
static void
ranks_parse(const char *text, int rank, struct ranks_machine *m)
{
	*m = (struct ranks_machine){ .machine.rank = rank };
	sscanf(text, "%23[^\n]\n%19[^\n]\n%19[^\n]\n%63[^\n]\n%63[^\n]\n%d\n%lf",
	       m->version, m->signature, m->words, m->machine.host, m->machine.processor,
	       &m->machine.cores, &m->machine.nodes_per_s);
}

void
ranks_introduce(const struct ranks_machine *own, struct ranks_machine *machines)
{
	char text[DESCRIBED] = "";
	char *all = calloc((size_t)wire.count, DESCRIBED);
	if (all == NULL)
		BUG("not enough memory for %d ranks", wire.count);
	snprintf(text, sizeof text, "%s\n%s\n%s\n%s\n%s\n%d\n%.0f", own->version,
		 own->signature, own->words, own->machine.host, own->machine.processor,
		 own->machine.cores, own->machine.nodes_per_s);
	MPI_Allgather(text, DESCRIBED, MPI_CHAR, all, DESCRIBED, MPI_CHAR,
		      MPI_COMM_WORLD);
	for (int i = 0; i < wire.count; i++)
		ranks_parse(all + (size_t)i * DESCRIBED, i, &machines[i]);
	free(all);
}

const struct jobs_wire *
ranks_wire(void)
{
	return &wire;
}

void
ranks_end(void)
{
	int begun = 0;
	MPI_Initialized(&begun);
	if (!begun)
		return;
	for (; away != NULL; usleep(200))
		drop_sent();
	MPI_Finalize();
}

#else

static const struct jobs_wire wire = { .count = 1 };

bool
ranks_built(void)
{
	return false;
}

bool
ranks_begin(int *argc, char ***argv, struct status *st)
{
	int number;
	(void)argc, (void)argv;
	return status_fail(
		st,
		"%d processes were started, and plyscope was built without MPI: "
		"`make mpi` builds build/mpi/plyscope",
		ranks_started(&number));
}

static int
share_of_cores(int mine)
{
	return mine;
}

void
ranks_introduce(const struct ranks_machine *own, struct ranks_machine *machines)
{
	machines[0] = *own;
}

const struct jobs_wire *
ranks_wire(void)
{
	return &wire;
}

void
ranks_end(void)
{
}

#endif

void
ranks_describe(struct ranks_machine *own)
{
	gethostname(own->machine.host, sizeof own->machine.host - 1);
	read_processor(own->machine.processor, sizeof own->machine.processor);
	own->machine.cores = share_of_cores(own_cores());
}
