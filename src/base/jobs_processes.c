/*
 * jobs_processes.c - jobs in child processes.
 *
 * A child and its parent have a pair of sockets between them; each message is a header and bytes.
 * The child reads a job, does it, writes its result, until its socket closes. The parent never
 * waits for one child alone: its ends do not block, and what a full socket does not take stays in
 * `out`. While jobs are quick a child is sent a few ahead, so that it need not wait for its parent;
 * it does them in order, so that a child that died was working on its first unanswered job, if it
 * had begun one. The others go to another worker.
 *
 * Notes and signs of life go through memory that both share: they cost no system call.
 */
#include "src/base/jobs_list.h"

#include "src/base/clock.h"
#include "src/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define AHEAD	  16   /* jobs that a child has at most */
#define QUICK_US  3000 /* a longer job is sent alone */
#define READ_ONCE 65536
#define PATIENCE  10 /* limits that a child may be quiet for while it waits to run */

struct header {
	int64_t number, end, us; /* us: what the job took */
	uint64_t length;
};

struct child {
	pid_t pid; /* 0: none */
	int fd;
	int number;
	struct jobs_board *board;
	struct text in, out;
	size_t sent;			/* of out */
	struct jobs_entry *away[AHEAD]; /* in the order they were sent */
	int count;			/* of away */
	bool quick;			/* its last job was */
	long long signs;		/* that were seen */
	int64_t quiet_ms;		/* since the last one */
	int64_t used_ms;		/* of the processor, at the last one */
	bool killed;			/* killed for being quiet */
};

struct nursery {
	struct jobs_list *list;
	struct child child[JOBS_WORKERS_MAX];
	int room;
	bool over_limit; /* a child has used all the time of the processor that it may */
	int64_t looked_us;
};

static const struct {
	int number;
	const char *name;
} crashes[] = {
	{ SIGSEGV, "SIGSEGV" }, { SIGBUS, "SIGBUS" },	{ SIGFPE, "SIGFPE" },
	{ SIGILL, "SIGILL" },	{ SIGABRT, "SIGABRT" }, { SIGSYS, "SIGSYS" },
	{ SIGTRAP, "SIGTRAP" }, { SIGKILL, "SIGKILL" }, { SIGTERM, "SIGTERM" },
};
#define CRASHES (int)(sizeof crashes / sizeof *crashes)

/* ------------------------------------------------------------------ the child */

/* False: the socket is closed. */
static bool
read_all(int fd, void *to, size_t size)
{
	for (char *at = to; size > 0;) {
		const ssize_t n = read(fd, at, size);
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		at += n > 0 ? n : 0;
		size -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

static bool
jobs_processes_receive(int fd, struct jobs_entry *e)
{
	char bytes[4096];
	struct header h;
	if (!read_all(fd, &h, sizeof h))
		return false;
	e->number = h.number;
	text_clear(&e->bytes);
	text_clear(&e->result);
	for (size_t n; h.length > 0; h.length -= n) {
		n = h.length < sizeof bytes ? h.length : sizeof bytes;
		if (!read_all(fd, bytes, n))
			return false;
		text_add_bytes(&e->bytes, bytes, n);
	}
	return true;
}

static bool
jobs_processes_answer(int fd, const struct jobs_entry *e)
{
	char small[sizeof(struct header) + 1000];
	const struct header h = { e->number, e->end, e->us, e->result.length };
	if (h.length > sizeof small - sizeof h)
		return file_write(fd, &h, sizeof h) &&
		       file_write(fd, e->result.s, e->result.length);
	memcpy(small, &h, sizeof h); /* one system call instead of two */
	if (h.length > 0)
		memcpy(small + sizeof h, e->result.s, h.length);
	return file_write(fd, small, sizeof h + h.length);
}

/* Of the parent's files the child keeps only the standard ones. */
static void
close_others(int keep)
{
	DIR *d = opendir("/dev/fd");
	if (d == NULL)
		return;
	for (const struct dirent *e; (e = readdir(d)) != NULL;) {
		const int fd = atoi(e->d_name);
		if (fd > STDERR_FILENO && fd != keep && fd != dirfd(d))
			close(fd);
	}
	closedir(d);
}

/* A crash ends the child, without a core file; only its parent ends the whole work. */
static void
settle_signals(pid_t parent)
{
	const struct rlimit none = { 0, 0 };
	sigset_t empty;
	for (int i = 0; i < CRASHES; i++)
		signal(crashes[i].number, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN); /* timeout(1) sends it to the whole group */
	signal(SIGHUP, SIG_DFL);
	sigemptyset(&empty);
	sigprocmask(SIG_SETMASK, &empty, NULL);
	setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(0);
}

_Noreturn static void
live(const struct jobs *j, int fd, struct jobs_worker *w)
{
	struct jobs_entry e = { 0 };
	close_others(fd);
	while (jobs_processes_receive(fd, &e)) {
		atomic_store(&w->board->length, 0);
		atomic_store(&w->board->begun, e.number);
		jobs_note(w, "", 0, 0);
		jobs_do(j, w, &e);
		if (!jobs_processes_answer(fd, &e))
			break;
	}
	_exit(0);
}

/* ------------------------------------------------------------------ its parent */

/* The memory that it shares with its children, one after the other. False: there is none. */
static bool
share_board(struct child *c)
{
	if (c->board == NULL) {
		void *shared = mmap(NULL, sizeof *c->board, PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (shared == MAP_FAILED)
			return false;
		c->board = shared;
	}
	atomic_store(&c->board->length, 0);
	atomic_store(&c->board->within_ms, 0);
	atomic_store(&c->board->begun, -1);
	return true;
}

/* False: the system gives no child. */
static bool
start_child(struct nursery *n, struct child *c)
{
	int pair[2];
	sigset_t all, before;
	const pid_t parent = getpid();
	if (!share_board(c) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		return false;
	fcntl(pair[0], F_SETFL, O_NONBLOCK);
	fcntl(pair[0], F_SETFD, FD_CLOEXEC);
	fflush(NULL); /* each message is written once */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	c->pid = fork();
	if (c->pid == 0) {
		struct jobs_worker w = { c->number, c->board };
		settle_signals(parent);
		live(n->list->j, pair[1], &w);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(pair[1]);
	c->fd = pair[0];
	if (c->pid > 0)
		return true;
	close(c->fd);
	c->pid = 0;
	return false;
}

static int
end_child(struct child *c)
{
	int status = 0;
	kill(c->pid, SIGKILL); /* has no effect where it is dead already */
	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	close(c->fd);
	text_clear(&c->in);
	text_clear(&c->out);
	c->sent = 0;
	c->pid = 0;
	c->quick = c->killed = false;
	return status;
}

/* Signals that no job sends itself: a person's, or those of a system without memory. */
static bool
by_others(int number)
{
	return number == SIGKILL || number == SIGTERM;
}

static void
describe_end(const struct child *c, int status, char *out, size_t size)
{
	const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	if (c->killed) {
		snprintf(out, size, "killed after %lld s without a sign of life",
			 (long long)(c->quiet_ms / 1000));
		return;
	}
	if (number == 0 && WEXITSTATUS(status) == JOBS_STARVED) {
		snprintf(out, size, "had not enough memory");
		return;
	}
	const char *what = by_others(number) ? "killed" : "crashed";
	snprintf(out, size, number ? "%s (signal %d)" : "%s (status %d)",
		 number ? what : "ended early", number ? number : WEXITSTATUS(status));
	for (int i = 0; i < CRASHES; i++)
		if (number != 0 && crashes[i].number == number)
			snprintf(out, size, "%s (%s)", what, crashes[i].name);
}

/* The child is dead: its first job is run again or lost, the others were not begun. Neither was the
 * first when the child died between two; a child that never began any lost it on the way there. */
static void
bury(struct nursery *n, struct child *c)
{
	char how[80];
	struct text notes = { 0 };
	const size_t length = atomic_load(&c->board->length);
	struct jobs_loss loss = { .how = how, .silent = c->killed, .notes = &notes };
	const struct child dead = *c;
	const long long begun = atomic_load(&c->board->begun);
	const int status = end_child(c);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		n->over_limit = n->list->halt = true;
	describe_end(&dead, status, how, sizeof how);
	c->count = 0;
	if (dead.count == 0)
		return;
	const bool lost = !n->over_limit && (begun < 0 || begun == dead.away[0]->number);
	for (int i = lost; i < dead.count; i++)
		jobs_back(n->list, dead.away[i]);
	if (!lost)
		return;
	loss.outside = !dead.killed &&
		       (WIFSIGNALED(status) ? by_others(WTERMSIG(status))
					    : WEXITSTATUS(status) == JOBS_STARVED);
	if (jobs_again(n->list, dead.away[0], &loss))
		return;
	if (length <= sizeof c->board->notes)
		text_add_bytes(&notes, c->board->notes, length);
	jobs_lose(n->list, dead.away[0], &loss);
	text_free(&notes);
}

static void
send_out(struct child *c)
{
	while (c->sent < c->out.length) {
		const ssize_t n =
			write(c->fd, c->out.s + c->sent, c->out.length - c->sent);
		if (n < 0) /* full, or dead, which reading says */
			return;
		c->sent += (size_t)n;
	}
	text_clear(&c->out);
	c->sent = 0;
}

/* How many jobs a child is to have: near the end each is to have an equal share. */
static int
jobs_processes_wanted(const struct nursery *n, const struct child *c)
{
	const struct jobs_list *l = n->list;
	const int64_t share = (l->j->count - l->next) / (2 * n->room);
	return !c->quick || share < 1 ? 1 : share < AHEAD ? (int)share : AHEAD;
}

static void
jobs_processes_hand_out(struct nursery *n, struct child *c)
{
	const int want = jobs_processes_wanted(n, c);
	struct jobs_entry *e;
	while (c->count < want && (e = jobs_take(n->list)) != NULL) {
		const struct header h = { .number = e->number,
					  .length = e->bytes.length };
		text_add_bytes(&c->out, (const char *)&h, sizeof h);
		text_add_bytes(&c->out, e->bytes.s, e->bytes.length);
		c->away[c->count++] = e;
	}
	send_out(c);
}

/* Every living child has work, and there are as many as work asks for. */
static void
jobs_processes_hand_out_all(struct nursery *n)
{
	for (int i = 0; i < n->room; i++) {
		struct child *c = &n->child[i];
		struct jobs_entry *e = NULL;
		if (c->pid == 0 && (e = jobs_take(n->list)) != NULL) {
			jobs_back(n->list, e);
			if (!start_child(n, c))
				continue;
		}
		if (c->pid != 0)
			jobs_processes_hand_out(n, c);
	}
}

/* Results that are whole end their jobs. */
static void
read_results(struct nursery *n, struct child *c)
{
	struct header h;
	size_t at = 0;
	while (c->count > 0 && c->in.length - at >= sizeof h) {
		memcpy(&h, c->in.s + at, sizeof h);
		if (c->in.length - at - sizeof h < h.length)
			break;
		struct jobs_entry *e = c->away[0];
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what it holds */
		memmove(c->away, c->away + 1, (size_t)--c->count * sizeof e);
		e->end = (enum jobs_end)h.end;
		e->us = h.us;
		text_add_bytes(&e->result, c->in.s + at + sizeof h, h.length);
		at += sizeof h + h.length;
		c->quick = h.us < QUICK_US;
		jobs_end(n->list, e);
	}
	if (at == 0)
		return;
	memmove(c->in.s, c->in.s + at, c->in.length - at);
	c->in.length -= at;
}

static void
read_from(struct nursery *n, struct child *c)
{
	static char bytes[READ_ONCE]; /* the parent has no threads */
	const ssize_t got = read(c->fd, bytes, sizeof bytes);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		bury(n, c);
		return;
	}
	text_add_bytes(&c->in, bytes, (size_t)got);
	read_results(n, c);
}

/* The time of the processor that a child has used. */
static int64_t
used_ms(pid_t pid)
{
	clockid_t clock;
	struct timespec t;
	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Whether a child was quiet for too long by the processor's time, or for far too long by the clock,
 * on a machine that is busy with other things. */
static bool
is_silent(const struct child *c, int64_t used)
{
	const int64_t within = atomic_load(&c->board->within_ms);
	return c->count > 0 && within > 0 &&
	       (used - c->used_ms > within || c->quiet_ms > PATIENCE * within);
}

/* Kills what is silent. A time step longer than planned is not counted whole: the parent was
 * stopped too. */
static void
look_for_silence(struct nursery *n)
{
	const int64_t now = clock_now_us(), most = 1000;
	const int64_t step = (now - n->looked_us) / 1000;
	n->looked_us = now;
	for (int i = 0; i < n->room; i++) {
		struct child *c = &n->child[i];
		if (c->pid == 0)
			continue;
		const long long signs = atomic_load(&c->board->signs);
		const bool sign = signs != c->signs;
		const int64_t used = used_ms(c->pid);
		c->used_ms = sign ? used : c->used_ms;
		c->quiet_ms = sign ? 0 : c->quiet_ms + (step < most ? step : most);
		c->signs = signs;
		if (is_silent(c, used)) {
			c->killed = true;
			kill(c->pid, SIGKILL);
		}
	}
}

/* Waits for messages. */
static void
jobs_processes_look_after(struct nursery *n)
{
	struct pollfd fd[JOBS_WORKERS_MAX];
	const int wait = jobs_tick(n->list);
	for (int i = 0; i < n->room; i++) {
		const struct child *c = &n->child[i];
		fd[i] = (struct pollfd){ .fd = c->pid ? c->fd : -1, .events = POLLIN };
		if (c->sent < c->out.length)
			fd[i].events |= POLLOUT;
	}
	if (n->list->halt)
		return;
	const int ready = poll(fd, (nfds_t)n->room, wait);
	if (ready < 0)
		n->list->tick_us = 0; /* a signal: perhaps the user's */
	for (int i = 0; ready > 0 && i < n->room && !n->list->halt; i++) {
		if (fd[i].revents & POLLOUT)
			send_out(&n->child[i]);
		if (fd[i].revents & ~POLLOUT)
			read_from(n, &n->child[i]);
	}
	if (clock_now_us() - n->looked_us > 50000)
		look_for_silence(n);
}

static void
end_all(struct nursery *n)
{
	for (int i = 0; i < n->room; i++) {
		struct child *c = &n->child[i];
		if (c->pid != 0)
			end_child(c);
		for (int k = 0; k < c->count; k++)
			jobs_back(n->list, c->away[k]);
		if (c->board != NULL)
			munmap(c->board, sizeof *c->board);
		text_free(&c->in);
		text_free(&c->out);
	}
}

static bool
jobs_processes_at_work(const struct nursery *n)
{
	for (int i = 0; i < n->room; i++)
		if (n->child[i].count > 0)
			return true;
	return false;
}

void
jobs_on_processes(struct jobs_list *l)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction broken_pipe;
	struct nursery *n = calloc(1, sizeof *n);
	if (n == NULL)
		return;
	n->list = l;
	n->room = jobs_workers(l->j);
	n->looked_us = clock_now_us();
	for (int i = 0; i < n->room; i++)
		n->child[i].number = i;
	sigaction(SIGPIPE, &ignore, &broken_pipe);
	jobs_processes_hand_out_all(n);
	while (!l->halt && (jobs_processes_at_work(n) || jobs_more(l))) {
		jobs_processes_look_after(n);
		jobs_processes_hand_out_all(n);
	}
	end_all(n);
	sigaction(SIGPIPE, &broken_pipe, NULL);
	if (n->over_limit) /* the user's limit, and so one of the whole */
		raise(SIGXCPU);
	free(n);
}
