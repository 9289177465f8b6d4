/*
 * signals.h - a thread that works leaves signals to the thread of the screen.
 */
#ifndef PLYSCOPE_TESTS_SIGNALS_H
#define PLYSCOPE_TESTS_SIGNALS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

static volatile sig_atomic_t signals_taken;

static inline void
signals_take(int sig)
{
	signals_taken++;
}

/* Called while a thread that this one started is running: this one still takes signals, and while it
 * blocks one no other takes it. */
static inline void
signals_wait_for_this_thread(void)
{
	sigset_t mask, usr1, pending;
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	for (int i = 1; i < 32; i++)
		assert_int_equal(sigismember(&mask, i), 0);
	signals_taken = 0;
	signal(SIGUSR1, signals_take);
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &usr1, NULL);
	kill(getpid(), SIGUSR1);
	usleep(20000);
	sigpending(&pending);
	assert_int_equal(sigismember(&pending, SIGUSR1), 1);
	assert_int_equal(signals_taken, 0);
	pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
	assert_int_equal(signals_taken, 1);
	signal(SIGUSR1, SIG_DFL);
}

#endif
