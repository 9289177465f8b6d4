/*
 * rescue.c - see rescue.h. The signal of a crash comes to the thread that crashed: its handler
 * jumps back to where that thread's run was called. It has a stack of its own, in the caller's
 * frame, since the usual one may be what is used up.
 */
#include "src/base/rescue.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

#define STACK_BYTES 65536

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
#define CRASHES (sizeof crashes / sizeof *crashes)

static struct sigaction before[CRASHES];
static _Thread_local sigjmp_buf *way_out; /* NULL: nothing to come back to */

/* What an instruction has caused comes again when it is run again. */
void
rescue_pass_on(int signal_number, const siginfo_t *info, const struct sigaction *to)
{
	sigaction(signal_number, to, NULL);
	if (info->si_code <= 0 || signal_number == SIGQUIT) /* somebody has sent it */
		raise(signal_number);
}

static void
come_back(int signal_number, siginfo_t *info, void *context)
{
	(void)context;
	if (way_out != NULL)
		siglongjmp(*way_out, 1);
	for (size_t i = 0; i < CRASHES; i++)
		if (crashes[i] == signal_number)
			rescue_pass_on(signal_number, info, &before[i]);
}

void
rescue_begin(void)
{
	struct sigaction action = { .sa_sigaction = come_back,
				    .sa_flags = SA_ONSTACK | SA_SIGINFO };
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &action, &before[i]);
}

void
rescue_end(void)
{
	for (size_t i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &before[i], NULL);
}

/* A blocked signal of a crash would end the program. */
static void
unblock(sigset_t *usual)
{
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < CRASHES; i++)
		sigaddset(&set, crashes[i]);
	pthread_sigmask(SIG_UNBLOCK, &set, usual);
}

bool
rescue_run(void (*run)(void *self), void *self)
{
	unsigned char stack[STACK_BYTES];
	const stack_t mine = { .ss_sp = stack, .ss_size = sizeof stack };
	stack_t usual_stack;
	sigset_t usual;
	sigjmp_buf back, *const outer = way_out;
	sigaltstack(&mine, &usual_stack);
	unblock(&usual);
	const bool crashed = sigsetjmp(back, 1) != 0;
	if (!crashed) {
		way_out = &back;
		run(self);
	}
	way_out = outer;
	pthread_sigmask(SIG_SETMASK, &usual, NULL);
	sigaltstack(&usual_stack, NULL);
	return !crashed;
}

bool
rescue_inside(void)
{
	return way_out != NULL;
}

void
rescue_crash(void)
{
	if (way_out != NULL)
		siglongjmp(*way_out, 1);
	abort();
}
