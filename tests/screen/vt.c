/*
 * vt.c - the terminal of the screen tests. See vt.h.
 *
 * As under a shell the program is not the leader of its session: when a leader ends, the
 * system hangs the terminal up and may throw away what nobody has read yet. A keeper leads
 * instead. It starts the program in the foreground, tells its number and how it ended through
 * a pipe, wakes it when it is stopped, and stays until the test is done with the terminal.
 */
#include "tests/screen/vt.h"

#include "src/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <vterm.h>

#define ROWS_MAX  120
#define ROW_TEXT  2048
#define CLEAR	  "\033[H\033[J" /* with a 2 before the J in most terminals */
#define CLEAR_2	  5
#define SETTLE_US 2000000
#define AGAIN_US  1000000

struct vt {
	struct vt *older; /* one that is open, too */
	VTerm *term;
	VTermScreen *screen;
	int h, w, fd;
	pid_t pid, keeper;
	int news, gate; /* pipes: what the keeper tells, and until when it stays */
	bool ended;
	int status;
	int64_t bytes;
	int64_t pictures; /* begun by clearing the screen */
	int clearing;	  /* bytes of CLEAR that have come */
	bool alternate, hidden;
	int mouse;
	char row[ROWS_MAX][ROW_TEXT];
};

static struct vt *newest; /* of those that are open */

/* A test that fails leaves its terminals open: they and their programs go at the end. */
static void
close_all(void)
{
	while (newest)
		vt_close(newest);
}

static void
set_environment(const char *const *env)
{
	setenv("TERM", "xterm-256color", 1);
	setenv("LANG", "C.UTF-8", 1);
	unsetenv("LC_ALL");
	unsetenv("NO_COLOR");
	unsetenv("COLORTERM");
	unsetenv("LINES");
	unsetenv("COLUMNS");
	for (; env && *env; env++) {
		if (strchr(*env, '='))
			putenv(strdup(*env));
		else
			unsetenv(*env);
	}
}

static int
on_property(VTermProp property, VTermValue *value, void *user)
{
	struct vt *v = user;
	if (property == VTERM_PROP_ALTSCREEN)
		v->alternate = value->boolean;
	else if (property == VTERM_PROP_CURSORVISIBLE)
		v->hidden = !value->boolean;
	else if (property == VTERM_PROP_MOUSE)
		v->mouse = value->number;
	return 1;
}

static const VTermScreenCallbacks screen_callbacks = { .settermprop = on_property };

static void
keep(const char *const *argv, const char *const *env, int news, int gate)
{
	static const int ignored[] = {
		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTOU
	};
	const size_t n = sizeof ignored / sizeof *ignored;
	int status = 0;
	char byte;
	struct termios line;
	for (size_t i = 0; i < n; i++)
		signal(ignored[i], SIG_IGN);
	if (tcgetattr(STDIN_FILENO, &line) == 0) {
		line.c_lflag |= NOFLSH; /* a ^C typed late throws no output away */
		tcsetattr(STDIN_FILENO, TCSANOW, &line);
	}
	const pid_t pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		tcsetpgrp(STDIN_FILENO, getpid());
		for (size_t i = 0; i < n; i++)
			signal(ignored[i], SIG_DFL);
		set_environment(env);
		execv(argv[0], (char *const *)(uintptr_t)argv);
		perror(argv[0]);
		_exit(127);
	}
	if (pid < 0 || write(news, &pid, sizeof pid) < 0)
		_exit(1);
	while (waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status))
		kill(-pid, SIGCONT);
	if (write(news, &status, sizeof status) < 0 || read(gate, &byte, 1) < 0)
		_exit(1);
	_exit(0);
}

struct vt *
vt_start(const char *const *argv, const char *const *env, int h, int w)
{
	struct vt *v = calloc(1, sizeof *v);
	if (!v)
		abort();
	struct winsize size = { .ws_row = (unsigned short)h,
				.ws_col = (unsigned short)w };
	v->h = h;
	v->w = w;
	v->term = vterm_new(h, w);
	vterm_set_utf8(v->term, 1);
	v->screen = vterm_obtain_screen(v->term);
	vterm_screen_enable_altscreen(v->screen, 1);
	vterm_screen_set_callbacks(v->screen, &screen_callbacks, v);
	vterm_screen_reset(v->screen, 1);
	int news[2], gate[2];
	if (pipe2(news, O_CLOEXEC) != 0 || pipe2(gate, O_CLOEXEC) != 0)
		abort();
	v->keeper = forkpty(&v->fd, NULL, NULL, &size);
	if (v->keeper < 0)
		abort();
	if (v->keeper == 0) {
		close(gate[1]);
		for (const struct vt *o = newest; o; o = o->older) {
			close(o->gate); /* its keeper waits for the end of it */
			close(o->fd);
		}
		keep(argv, env, news[1], gate[0]);
	}
	close(news[1]);
	close(gate[0]);
	v->news = news[0];
	v->gate = gate[1];
	static bool asked;
	if (!asked)
		atexit(close_all);
	asked = true;
	v->older = newest;
	newest = v;
	if (read(v->news, &v->pid, sizeof v->pid) != sizeof v->pid)
		abort();
	return v;
}

/* Notes that the program has ended; waits for it when `wait` is set. */
static void
reap(struct vt *v, bool wait)
{
	int status;
	struct pollfd p = { .fd = v->news, .events = POLLIN };
	if (v->ended || (!wait && poll(&p, 1, 0) <= 0) ||
	    read(v->news, &status, sizeof status) != sizeof status)
		return;
	v->ended = true;
	v->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void
vt_close(struct vt *v)
{
	if (!v)
		return;
	struct vt **at = &newest;
	while (*at != v)
		at = &(*at)->older;
	*at = v->older;
	reap(v, false);
	if (!v->ended) {
		kill(v->pid, SIGKILL);
		reap(v, true);
	}
	close(v->gate); /* the keeper may go */
	waitpid(v->keeper, NULL, 0);
	close(v->news);
	if (v->fd >= 0)
		close(v->fd);
	vterm_free(v->term);
	free(v);
}

/* Answers of the terminal (cursor reports and the like) go back to the program. */
static void
send_answers(struct vt *v)
{
	char answer[256];
	size_t n = vterm_output_read(v->term, answer, sizeof answer);
	if (n > 0 && write(v->fd, answer, n) < 0) {
		/* The program has gone; the reader will notice. */
	}
}

static void
count_pictures(struct vt *v, const char *bytes, ssize_t n)
{
	for (ssize_t i = 0; i < n; i++) {
		if (v->clearing == CLEAR_2 && bytes[i] == '2')
			continue;
		v->clearing = bytes[i] == CLEAR[v->clearing] ? v->clearing + 1
							     : bytes[i] == CLEAR[0];
		if (CLEAR[v->clearing] == '\0') {
			v->clearing = 0;
			v->pictures++;
		}
	}
}

bool
vt_pump(struct vt *v, int ms)
{
	struct pollfd p = { .fd = v->fd, .events = POLLIN };
	char buffer[8192];
	if (poll(&p, 1, ms) <= 0)
		return false;
	ssize_t n = read(v->fd, buffer, sizeof buffer);
	if (n <= 0) {
		reap(v, false);
		if (!v->ended)
			poll(NULL, 0, 5); /* EIO comes a moment before the exit status */
		return false;
	}
	v->bytes += n;
	count_pictures(v, buffer, n);
	vterm_input_write(v->term, buffer, (size_t)n);
	vterm_screen_flush_damage(v->screen);
	send_answers(v);
	return true;
}

void
vt_keys(struct vt *v, const char *bytes)
{
	size_t left = strlen(bytes);
	while (left > 0) {
		ssize_t n = write(v->fd, bytes, left);
		if (n <= 0 && errno != EINTR && errno != EAGAIN)
			return;
		if (n > 0) {
			bytes += n;
			left -= (size_t)n;
		}
	}
}

void
vt_click(struct vt *v, int y, int x)
{
	char text[64];
	snprintf(text, sizeof text, "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, y + 1, x + 1,
		 y + 1);
	vt_keys(v, text);
}

void
vt_click_as_asked(struct vt *v, int y, int x)
{
	vterm_mouse_move(v->term, y, x, VTERM_MOD_NONE);
	vterm_mouse_button(v->term, 1, true, VTERM_MOD_NONE);
	vterm_mouse_button(v->term, 1, false, VTERM_MOD_NONE);
	send_answers(v);
}

void
vt_pretend_size(struct vt *v, int h, int w)
{
	struct winsize size = { .ws_row = (unsigned short)h,
				.ws_col = (unsigned short)w };
	ioctl(v->fd, TIOCSWINSZ, &size); /* the kernel sends SIGWINCH */
}

void
vt_resize(struct vt *v, int h, int w)
{
	struct winsize size = { .ws_row = (unsigned short)h,
				.ws_col = (unsigned short)w };
	v->h = h;
	v->w = w;
	vterm_set_size(v->term, h, w);
	ioctl(v->fd, TIOCSWINSZ, &size); /* the kernel sends SIGWINCH */
}

void
vt_signal(struct vt *v, int signal_number)
{
	kill(v->pid, signal_number);
}

int
vt_wait_any(struct vt *v, const char *const *texts)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	for (;;) {
		for (int i = 0; texts[i]; i++)
			if (vt_find(v, texts[i], NULL, NULL))
				return i;
		if (clock_now_us() > until || v->ended)
			return -1;
		vt_pump(v, 50);
	}
}

bool
vt_wait(struct vt *v, const char *text)
{
	return vt_wait_any(v, (const char *const[]){ text, NULL }) == 0;
}

bool
vt_wait_gone(struct vt *v, const char *text)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (vt_find(v, text, NULL, NULL)) {
		if (clock_now_us() > until)
			return false;
		vt_pump(v, 50);
	}
	return true;
}

bool
vt_catch_up(struct vt *v)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (vt_pump(v, 0) && clock_now_us() < until) {
	}
	/* again each second: the thread sanitizer keeps back a signal that comes just before a
	 * program begins to wait, until the wait ends */
	const int64_t before = v->pictures;
	for (int64_t next = 0; v->pictures == before && vt_alive(v);) {
		const int64_t now = clock_now_us();
		if (now > until)
			return false;
		if (now >= next) {
			vt_signal(v, SIGWINCH);
			next = now + AGAIN_US;
		}
		vt_pump(v, 10);
	}
	return vt_alive(v);
}

bool
vt_settle(struct vt *v, int quiet_ms)
{
	if (!vt_catch_up(v))
		return false;
	const int64_t until = clock_now_us() + SETTLE_US;
	while (vt_pump(v, quiet_ms) && clock_now_us() < until) {
	}
	return true;
}

int
vt_exit(struct vt *v)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (!v->ended && clock_now_us() < until) {
		vt_pump(v, 20);
		reap(v, false);
	}
	while (v->ended && vt_pump(v, 0))
		;
	return v->ended ? v->status : -1;
}

/* A cell's characters as UTF-8 at out; returns the bytes. */
static int
put_cell(const VTermScreenCell *cell, char *out)
{
	int n = 0;
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++) {
		uint32_t c = cell->chars[i];
		if (c == (uint32_t)-1) /* the right half of a wide character */
			break;
		if (n > 10)
			break;
		if (c < 0x80) {
			out[n++] = (char)c;
		} else if (c < 0x800) {
			out[n++] = (char)(0xc0 | c >> 6);
			out[n++] = (char)(0x80 | (c & 63));
		} else if (c < 0x10000) {
			out[n++] = (char)(0xe0 | c >> 12);
			out[n++] = (char)(0x80 | (c >> 6 & 63));
			out[n++] = (char)(0x80 | (c & 63));
		} else {
			out[n++] = (char)(0xf0 | c >> 18);
			out[n++] = (char)(0x80 | (c >> 12 & 63));
			out[n++] = (char)(0x80 | (c >> 6 & 63));
			out[n++] = (char)(0x80 | (c & 63));
		}
	}
	if (n == 0)
		out[n++] = ' ';
	return n;
}

const char *
vt_row(struct vt *v, int y)
{
	char *out = v->row[y < ROWS_MAX ? y : ROWS_MAX - 1];
	int n = 0;
	for (int x = 0; x < v->w && n < ROW_TEXT - 16; x++) {
		VTermScreenCell cell;
		vterm_screen_get_cell(v->screen, (VTermPos){ .row = y, .col = x }, &cell);
		n += put_cell(&cell, out + n);
	}
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
	return out;
}

char *
vt_text(struct vt *v)
{
	size_t room = (size_t)v->h * ROW_TEXT + 1, n = 0;
	char *out = malloc(room);
	if (!out)
		abort();
	for (int y = 0; y < v->h; y++)
		n += (size_t)snprintf(out + n, room - n, "%s\n", vt_row(v, y));
	return out;
}

/* Columns before byte `at` of a row. */
static int
columns(const char *row, size_t at)
{
	int n = 0;
	for (size_t i = 0; i < at; i++)
		n += ((unsigned char)row[i] & 0xc0) != 0x80;
	return n;
}

bool
vt_find(struct vt *v, const char *text, int *y, int *x)
{
	for (int i = 0; i < v->h; i++) {
		const char *row = vt_row(v, i), *at = strstr(row, text);
		if (!at)
			continue;
		if (y)
			*y = i;
		if (x)
			*x = columns(row, (size_t)(at - row));
		return true;
	}
	return false;
}

static int
colour(const VTermColor *c)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c))
		return -1;
	return VTERM_COLOR_IS_INDEXED(c)
		       ? c->indexed.idx
		       : VT_EXACT | c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue;
}

struct vt_cell
vt_cell(struct vt *v, int y, int x)
{
	VTermScreenCell cell;
	vterm_screen_get_cell(v->screen, (VTermPos){ .row = y, .col = x }, &cell);
	struct vt_cell out = { .bold = cell.attrs.bold,
			       .reverse = cell.attrs.reverse,
			       .underline = cell.attrs.underline != 0,
			       .fg = colour(&cell.fg),
			       .bg = colour(&cell.bg) };
	out.text[put_cell(&cell, out.text)] = '\0';
	return out;
}

void
vt_cursor(struct vt *v, int *y, int *x)
{
	VTermPos at;
	vterm_state_get_cursorpos(vterm_obtain_state(v->term), &at);
	*y = at.row;
	*x = at.col;
}

void
vt_size(const struct vt *v, int *h, int *w)
{
	*h = v->h;
	*w = v->w;
}

pid_t
vt_pid(const struct vt *v)
{
	return v->pid;
}

void
vt_print(struct vt *v)
{
	printf("# the screen, %d by %d%s:\n", v->h, v->w, v->ended ? " (ended)" : "");
	for (int y = 0; y < v->h; y++)
		printf("# |%s\n", vt_row(v, y));
	fflush(stdout);
}

int64_t
vt_bytes(const struct vt *v)
{
	return v->bytes;
}

bool
vt_alive(struct vt *v)
{
	reap(v, false);
	return !v->ended;
}

const char *
vt_left_behind(struct vt *v)
{
	struct termios now;
	while (vt_pump(v, 0)) {
	}
	if (tcgetattr(v->fd, &now) != 0)
		return "no terminal";
	const tcflag_t editing = ICANON | ECHO | ISIG; /* as forkpty() gave it */
	return (now.c_lflag & editing) != editing ? "no line editing"
	       : v->alternate			  ? "the other screen"
	       : v->hidden			  ? "a hidden cursor"
	       : v->mouse != 0			  ? "the mouse"
						  : NULL;
}

void
vt_hang_up(struct vt *v)
{
	close(v->fd);
	v->fd = -1;
}
