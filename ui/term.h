/*
 * term.h - the terminal: the only file behind this header that includes curses.
 *
 * There is one terminal per process, so its state is the module's own. All calls come from
 * one thread. Keys are those of screen.h.
 */
#ifndef PLYSCOPE_UI_TERM_H
#define PLYSCOPE_UI_TERM_H

#include "ui/screen.h"
#include "ui/theme.h"

/* Takes the terminal over. False (no terminal, TERM=dumb or unknown): st says what to do
 * instead, and nothing has changed. */
bool term_open(const struct ui_settings *settings, struct status *st);
/* Gives it back, and prints what was written to stderr meanwhile. */
void term_close(void);

void term_set_theme(const struct theme *t);
void term_set_mouse(bool on);
/* ASCII only; off: whatever the locale can show. */
void term_set_ascii(bool on);
/* The picture to draw on, of the terminal's size. */
struct canvas *term_canvas(void);
/* Sends the differences from the last flush and places the cursor. */
void term_flush(void);
/* Everything is sent again at the next flush. */
void term_redraw(void);
/* The next key, KEY_NOTHING when there is none; *m is filled for K_MOUSE. */
int term_key(struct mouse *m);
/* Sends text to the terminal's clipboard (OSC 52); most terminals obey, some refuse. */
void term_copy(const char *text);
/* ^Z: leaves the screen, stops the process group, comes back. */
void term_suspend(void);

enum term_event {
	TERM_READY = 1 << 0, /* keys may be waiting */
	TERM_WAKE = 1 << 1,  /* a byte came through wake_fd (they are read away) */
	TERM_SIZE = 1 << 2,  /* a new size, or back from a stop */
	TERM_STOP = 1 << 3,  /* SIGTSTP from outside: call term_suspend() */
	TERM_QUIT = 1 << 4,  /* SIGHUP, SIGTERM, SIGINT, or the terminal is gone */
};
/* Sleeps until something happens or timeout_ms (-1: no limit) have passed. */
unsigned term_wait(int wake_fd, int timeout_ms);

#endif
