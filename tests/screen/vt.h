/*
 * vt.h - a program on a terminal of our own: a pty read by libvterm.
 *
 * Nothing here sleeps for a fixed time: waits end when the awaited text is on the screen, or
 * when the program has drawn what was typed, or at a bound (then they return false).
 */
#ifndef PLYSCOPE_TESTS_SCREEN_VT_H
#define PLYSCOPE_TESTS_SCREEN_VT_H

#include "tests/scale.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The bound of every wait, a minute, five under the sanitizers: machines are loaded. Only a
 * failing test waits so long. */
#define VT_WAIT_US (scale_rounds(60, 300) * INT64_C(1000000))

struct vt;

#define VT_EXACT (1 << 24)

struct vt_cell {
	char text[16]; /* UTF-8; " " for an empty cell */
	bool bold, reverse, underline;
	int fg, bg; /* palette index, -1: default, or VT_EXACT and 0xrrggbb */
};

/* Starts argv on an h by w terminal; env is "NAME=VALUE" additions, "NAME" removals, ended by
 * NULL; TERM is xterm-256color and LANG C.UTF-8 unless env says otherwise. */
struct vt *vt_start(const char *const *argv, const char *const *env, int h, int w);
/* Kills what still runs and frees. */
void vt_close(struct vt *v);

/* Reads what has come, within at most ms; true when something came. */
bool vt_pump(struct vt *v, int ms);
void vt_keys(struct vt *v, const char *bytes);
void vt_click(struct vt *v, int y, int x); /* left button, SGR mouse protocol */
/* The same by the protocol that the program has asked for. */
void vt_click_as_asked(struct vt *v, int y, int x);
void vt_resize(struct vt *v, int h, int w);
/* Tells the program of a size that the emulator does not take: the picture is then of no
 * use, but libvterm is spared terminals of one cell. */
void vt_pretend_size(struct vt *v, int h, int w);
void vt_signal(struct vt *v, int signal_number);

/* Until the text is somewhere on the screen, or (vt_wait_gone) nowhere. */
bool vt_wait(struct vt *v, const char *text);
bool vt_wait_gone(struct vt *v, const char *text);
/* Until one of NULL-terminated texts is there; its index, -1 when none came. */
int vt_wait_any(struct vt *v, const char *const *texts);
/* Until the program has taken what was typed and begun a whole picture after it: a signal of
 * a new size makes it draw everything, and is heard after the keys before it. False when it
 * has ended or draws nothing. */
bool vt_catch_up(struct vt *v);
/* The same, and then until nothing has come for quiet_ms, or, where a search draws on and on,
 * for two seconds. */
bool vt_settle(struct vt *v, int quiet_ms);
/* Until the program ends; its exit status, 128 + signal, or -1 when it does not end. */
int vt_exit(struct vt *v);

/* The row without trailing blanks; valid until the next call for that row. */
const char *vt_row(struct vt *v, int y);
/* The whole screen, rows ended by newlines; the caller frees. */
char *vt_text(struct vt *v);
/* First place of text, row by row; columns count cells. */
bool vt_find(struct vt *v, const char *text, int *y, int *x);
struct vt_cell vt_cell(struct vt *v, int y, int x);
void vt_cursor(struct vt *v, int *y, int *x);
void vt_size(const struct vt *v, int *h, int *w);
pid_t vt_pid(const struct vt *v);
/* Prints the screen as TAP comments, for a failing test. */
void vt_print(struct vt *v);
/* The program has not ended. */
bool vt_alive(struct vt *v);
/* What the program has left behind on the terminal: line editing switched off, the other
 * screen, a hidden cursor, the mouse. NULL: it is as it was. */
const char *vt_left_behind(struct vt *v);
/* The other end goes away, as when a terminal window is closed. */
void vt_hang_up(struct vt *v);
int64_t vt_bytes(const struct vt *v); /* received so far */

#endif
