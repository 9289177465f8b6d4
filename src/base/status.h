/*
 * status.h - a failure as one sentence.
 *
 * A function that can fail for a user's or the system's sake takes a struct status and
 * returns false after status_fail(). The sentence says where, what is wrong, and what was
 * expected; the caller decides what happens. Bugs are not reported this way: see BUG().
 */
#ifndef PLYSCOPE_BASE_STATUS_H
#define PLYSCOPE_BASE_STATUS_H

#include <stdbool.h>

#define STATUS_TEXT 400

struct status {
	bool failed;
	char text[STATUS_TEXT]; /* one line, no newline, empty unless failed */
};

/* Writes the sentence and returns false, so that callers can `return status_fail(...)`.
 * The first failure stays: a later one on the same status is ignored. st may be NULL. */
bool status_fail(struct status *st, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ /* which does not see that it never returns true */
#define status_fail(...) ((void)(status_fail)(__VA_ARGS__), false)
#endif

/* Puts "WHERE: " before a sentence already there. */
void status_prefix(struct status *st, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A broken invariant of the program itself: runs the hook (which restores the terminal),
 * prints file, line and text to stderr, aborts. */
#define BUG(...) bug_report(__FILE__, __LINE__, __VA_ARGS__)
void bug_report(const char *file, int line, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
extern void (*bug_hook)(void);

#endif
