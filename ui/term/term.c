/*
 * term.c - the terminal through ncursesw: its screen, its signals, waiting. See term.h;
 * keys are in input.c. No other files include curses.
 *
 * The screen: a canvas of our own and a copy of what was sent last; term_flush() hands only
 * the cells that differ to curses, which in turn sends only what the terminal does not show.
 * Curses writes in many small pieces, and at each of them a machine that is busy searching
 * may take the processor away; so they are gathered and written at once.
 * Colours: a terminal that says in COLORTERM that it knows all 24 bits is driven by curses as one of
 * 256 colours. Each exact colour of the theme takes the nearest number that the theme does not use,
 * and on its way out the sequence that sets this number is written as the one that sets the colour.
 * Signals write one byte each into a pipe that term_wait() polls; nothing else happens in a
 * handler. Crashes and SIGQUIT are the exception: they restore the saved termios, write one
 * prepared string and pass the signal on; endwin() is not safe there.
 */
#include "ui/term.h"

#include "src/base/file.h"
#include "src/base/harmless.h"
#include "ui/stderr_log.h"
#include "ui/term/private.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define RESTORE_BYTES 256
#define PASTE_ON      "\033[?2004h"
#define PASTE_OFF     "\033[?2004l"

static struct {
	bool open, lost, mouse;
	SCREEN *screen;
	struct termios saved;
	bool have_saved;
	char restore[RESTORE_BYTES];
	size_t restore_length;
	struct canvas canvas;
	struct cell *sent;
	enum theme_level level;
	struct theme theme;
	attr_t attributes[ROLES];
	short pair[2][ROLES]
		  [ROLES]; /* of CELL_PAPER or not, a role, a ground; -1: not yet */
	int pairs;
	bool taken[256];	/* numbers that the theme uses */
	int32_t exact[256];	/* what is shown in place of a number, 0: itself */
	int picture_fd, tty_fd; /* a file in memory, and the terminal; -1: no such file */
	int pipe[2];
} term = { .picture_fd = -1, .tty_fd = -1, .pipe = { -1, -1 } };

/* ---- Signals ---- */

static void
on_signal(int number)
{
	int saved_errno = errno;
	char byte = (char)number;
	if (term.pipe[1] >= 0 && write(term.pipe[1], &byte, 1) < 0) {
		/* A full pipe already holds news enough. */
	}
	errno = saved_errno;
}

/* Gives the terminal back with two system calls; safe in a handler. */
static void
restore_now(void)
{
	if (!term.open || !term.have_saved)
		return;
	const int tty = term.tty_fd >= 0 ? term.tty_fd : STDOUT_FILENO;
	if (write(tty, term.restore, term.restore_length) < 0) {
		/* There is nothing more to do. */
	}
	tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
	stderr_restore();
	term.open = false;
}

static const int pipe_signals[] = { SIGWINCH, SIGCONT, SIGTSTP, SIGHUP, SIGTERM, SIGINT };
static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT };
#define CRASH_SIGNALS (sizeof crash_signals / sizeof *crash_signals)
static struct sigaction crash_before[CRASH_SIGNALS];

/* On to the handler that was there before: the end of the program, or a sanitizer's report. A fault
 * caused by an instruction comes again when the instruction is run again. */
static void
term_pass_on(int number, const siginfo_t *info, const struct sigaction *to)
{
	sigaction(number, to, NULL);
	if (info->si_code <= 0 || number == SIGQUIT) /* it was sent */
		raise(number);
}

static void
on_crash(int number, siginfo_t *info, void *context)
{
	restore_now();
	for (size_t i = 0; i < CRASH_SIGNALS; i++)
		if (crash_signals[i] == number)
			term_pass_on(number, info, &crash_before[i]);
}

static void
catch_signals(void)
{
	static char stack[64 << 10]; /* a crash may be a full stack */
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
	sigaltstack(&alternate, NULL);
	struct sigaction catch = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	for (size_t i = 0; i < sizeof pipe_signals / sizeof *pipe_signals; i++)
		sigaction(pipe_signals[i], &catch, NULL);
	struct sigaction crash = { .sa_sigaction = on_crash,
				   .sa_flags = SA_ONSTACK | SA_SIGINFO };
	for (size_t i = 0; i < CRASH_SIGNALS; i++)
		sigaction(crash_signals[i], &crash, &crash_before[i]);
	signal(SIGPIPE, SIG_IGN);
}

static void
release_signals(void)
{
	for (size_t i = 0; i < sizeof pipe_signals / sizeof *pipe_signals; i++)
		signal(pipe_signals[i], SIG_DFL);
	for (size_t i = 0; i < CRASH_SIGNALS; i++)
		sigaction(crash_signals[i], &crash_before[i], NULL);
}

/* The terminal's sequence for a capability; NULL: it has none. */
static const char *
capability(const char *name)
{
	const char *s = tigetstr((char *)(uintptr_t)name);
	return s == (const char *)-1 ? NULL : s;
}

/* Appends a terminal capability without its padding marks "$<5>". */
static void
add_capability(const char *name)
{
	for (const char *s = capability(name);
	     s && *s && term.restore_length < RESTORE_BYTES; s++) {
		if (s[0] == '$' && s[1] == '<') {
			s = strchr(s, '>');
			if (!s)
				return;
			continue;
		}
		term.restore[term.restore_length++] = *s;
	}
}

static void
prepare_restore(void)
{
	static const char off[] =
		PASTE_OFF "\033[?1000l\033[?1002l\033[?1003l\033[?1006l";
	const size_t n = term.mouse ? sizeof off - 1 : sizeof PASTE_OFF - 1;
	memcpy(term.restore, off, n);
	term.restore_length = n;
	static const char *const names[] = { "sgr0", "op", "cnorm", "rmkx", "rmcup" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_capability(names[i]);
}

/* ---- Colours ---- */

static enum theme_level
colour_level(void)
{
	const char *no_color = getenv("NO_COLOR");
	if ((no_color && *no_color) || !has_colors())
		return LEVEL_MONO;
	const char *depth = getenv("COLORTERM");
	const bool says =
		depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0);
	if (COLORS > 256 || (COLORS == 256 && says && term.picture_fd >= 0))
		return LEVEL_TRUE;
	if (COLORS == 256)
		return LEVEL_256;
	return COLORS >= 16 ? LEVEL_16 : LEVEL_8;
}

static attr_t
attributes_of(uint8_t bits)
{
	return (bits & STYLE_BOLD ? A_BOLD : 0) | (bits & STYLE_DIM ? A_DIM : 0) |
	       (bits & STYLE_REVERSE ? A_REVERSE : 0) |
	       (bits & STYLE_UNDERLINE ? A_UNDERLINE : 0);
}

/* What a number of the 256 looks like on most terminals. */
static int32_t
number_looks(int n)
{
	static const int level[6] = { 0, 95, 135, 175, 215, 255 };
	const int cube = n - 16;
	if (n < 16) /* up to the user; about this */
		return (n & 1 ? 0xcd0000 : 0) | (n & 2 ? 0xcd00 : 0) | (n & 4 ? 0xcd : 0);
	if (n >= 232)
		return (8 + 10 * (n - 232)) * 0x10101;
	return level[cube / 36] << 16 | level[cube / 6 % 6] << 8 | level[cube % 6];
}

static int
colour_distance(int32_t a, int32_t b)
{
	int sum = 0;
	for (int shift = 0; shift < 24; shift += 8) {
		const int by = (a >> shift & 255) - (b >> shift & 255);
		sum += by * by;
	}
	return sum;
}

/* The number that stands for an exact colour. */
static int
number_of(int32_t exact)
{
	int best = 16, least = INT_MAX;
	for (int n = 16; n < 256; n++) {
		if (term.exact[n] == exact)
			return n;
		const int d = colour_distance(exact, number_looks(n));
		if (!term.taken[n] && d < least) {
			least = d;
			best = n;
		}
	}
	term.taken[best] = true;
	term.exact[best] = exact;
	return best;
}

/* A colour of the theme as curses counts them. */
static int
colour_number(int32_t colour)
{
	if (COLORS > 256 && colour >= 8)
		return colour >= STYLE_EXACT ? colour & 0xffffff : number_looks(colour);
	return colour >= STYLE_EXACT ? number_of(colour) : colour;
}

static void
take_number(int32_t colour)
{
	if (colour >= 0 && colour < 256)
		term.taken[colour] = true;
}

/* The colours of a role on a ground, ROLE_TEXT: on none. */
static struct style
style_on(int role, int ground, bool paper)
{
	const struct style *on = &term.theme.style[term.level][ground];
	struct style s = term.theme.style[term.level][role];
	const bool plain = role == ROLE_TEXT || role == ROLE_DIM || role == ROLE_FRAME;
	if (paper) {
		s.fg = s.bg;
		s.bg = -1;
	}
	if (ground == ROLE_TEXT)
		return s;
	if (plain && !paper && on->bg >= 0)
		s.fg = on->fg;
	if (s.bg < 0)
		s.bg = on->bg >= 0 ? on->bg : on->fg;
	return s;
}

static short
pair_of(int role, int ground, bool paper)
{
	short *pair = &term.pair[paper][role][ground];
	if (*pair >= 0)
		return *pair;
	const struct style s = style_on(role, ground, paper);
	*pair = 0;
	if (term.level == LEVEL_MONO || (s.fg < 0 && s.bg < 0) ||
	    term.pairs + 1 >= COLOR_PAIRS)
		return 0;
	*pair = (short)++term.pairs;
	init_extended_pair(*pair, colour_number(s.fg), colour_number(s.bg));
	return *pair;
}

static void
set_filled(void)
{
	term.canvas.filled = !term.canvas.ascii && term.level >= LEVEL_256 &&
			     term.theme.style[term.level][ROLE_CARD].bg >= 0;
}

void
term_set_theme(const struct theme *t)
{
	term.theme = *t;
	term.pairs = 0;
	memset(term.pair, -1, sizeof term.pair);
	memset(term.taken, 0, sizeof term.taken);
	memset(term.exact, 0, sizeof term.exact);
	for (int role = 0; role < ROLES; role++) {
		const struct style *s = &t->style[term.level][role];
		term.attributes[role] = attributes_of(s->attributes);
		take_number(s->fg);
		take_number(s->bg);
	}
	set_filled();
	term_redraw();
}

/* Asks the terminal for reports, or for none: SGR reports, which know every column, where it has
 * them. input.c reads them; curses does not. */
static void
ask_mouse(bool on)
{
	fputs(on ? "\033[?1000h\033[?1006h" : "\033[?1000l\033[?1006l",
	      harmless_raw_stdout());
	fflush(harmless_raw_stdout());
}

void
term_set_mouse(bool on)
{
	term.mouse = on;
	ask_mouse(on);
	prepare_restore();
}

/* The terminal puts marks around what is pasted; those that do not know it ignore this. */
static void
set_paste(bool on)
{
	fflush(stdout);
	if (write(STDOUT_FILENO, on ? PASTE_ON : PASTE_OFF, sizeof PASTE_ON - 1) < 0) {
		/* The terminal is gone: term_wait() will see it. */
	}
}

void
term_set_ascii(bool on)
{
	const bool was = term.canvas.ascii;
	term.canvas.ascii = on || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	set_filled();
	if (was != term.canvas.ascii)
		term_redraw();
}

/* ---- Opening and closing ---- */

static void
open_picture(void)
{
#ifdef __linux__
	term.tty_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (term.tty_fd >= 0)
		term.picture_fd = memfd_create("picture", MFD_CLOEXEC);
#endif
}

static void
close_picture(void)
{
	if (term.picture_fd >= 0)
		close(term.picture_fd);
	if (term.tty_fd >= 0)
		close(term.tty_fd);
	term.picture_fd = term.tty_fd = -1;
}

static bool
term_fit(void)
{
	struct winsize size = { 0 };
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
	    size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	int h = LINES, w = COLS;
	if (term.canvas.cells && h == term.canvas.h && w == term.canvas.w)
		return true;
	size_t n = (size_t)h * (size_t)w;
	struct cell *cells = calloc(n, sizeof *cells), *sent = calloc(n, sizeof *sent);
	if (!cells || !sent) {
		free(cells);
		free(sent);
		return false;
	}
	free(term.canvas.cells);
	free(term.sent);
	term.canvas.h = h;
	term.canvas.w = w;
	term.canvas.cells = cells;
	term.sent = sent;
	canvas_clear(&term.canvas);
	return true;
}

static bool
usable(struct status *st)
{
	const char *name = getenv("TERM");
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return status_fail(
			st, "there is no terminal here; `plyscope play GAME --plain` "
			    "plays by lines, `plyscope search` needs none");
	if (!name || !*name || strcmp(name, "dumb") == 0)
		return status_fail(st,
				   "TERM is %s: this terminal cannot place a cursor; "
				   "`plyscope play GAME --plain` plays by lines",
				   name && *name ? name : "not set");
	return true;
}

bool
term_open(const struct ui_settings *settings, struct status *st)
{
	if (!usable(st))
		return false;
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C"); /* numbers are written with a point everywhere */
	if (pipe2(term.pipe, O_CLOEXEC | O_NONBLOCK) != 0)
		return status_fail(st, "no pipe for signals: %s", strerror(errno));
	term.have_saved = tcgetattr(STDIN_FILENO, &term.saved) == 0;
	term.screen = newterm(NULL, harmless_raw_stdout(), stdin);
	if (!term.screen) {
		term_close();
		return status_fail(st,
				   "TERM is \"%s\": no such terminal is described here; "
				   "TERM=xterm may do, or `plyscope play GAME --plain`, "
				   "which plays by lines",
				   getenv("TERM"));
	}
	term.open = true;
	term.lost = false;
	raw();
	noecho();
	nonl();
	set_escdelay(25);
	keypad(stdscr, TRUE);
	term_define_keys();
	nodelay(stdscr, TRUE);
	typeahead(-1); /* a picture is sent whole, whatever is typed in the meantime */
	if (has_colors()) {
		start_color();
		use_default_colors();
	}
	open_picture();
	term.level = colour_level();
	term_set_ascii(settings->ascii);
	if (!term_fit()) {
		term_close();
		return status_fail(st, "not enough memory for a screen of %d by %d",
				   LINES, COLS);
	}
	term_set_mouse(settings->mouse);
	set_paste(true);
	catch_signals();
	bug_hook = restore_now;
	file_regular_only(true);
	stderr_divert();
	term_redraw();
	return true;
}

static int
put_raw(int byte)
{
	return putc(byte, harmless_raw_stdout());
}

/* Where there is no other screen the picture stays: the shell gets an empty last line. */
static void
leave_screen(void)
{
	endwin();
	if (capability("rmcup") || !capability("el"))
		return;
	tputs(capability("el"), 1, put_raw);
	fflush(harmless_raw_stdout());
}

void
term_close(void)
{
	if (term.open) {
		bug_hook = NULL;
		file_regular_only(false);
		if (!term.lost) {
			ask_mouse(false);
			set_paste(false);
			leave_screen();
			tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
		} else
			restore_now(); /* it may be there after all */
		term.open = false;
		release_signals();
		stderr_return(!term.lost);
	}
	if (term.screen)
		delscreen(term.screen);
	term.screen = NULL;
	close_picture();
	free(term.canvas.cells);
	free(term.sent);
	term.canvas = (struct canvas){ 0 };
	term.sent = NULL;
	for (int i = 0; i < 2; i++) {
		if (term.pipe[i] >= 0)
			close(term.pipe[i]);
		term.pipe[i] = -1;
	}
}

/* ---- Drawing ---- */

struct canvas *
term_canvas(void)
{
	return &term.canvas;
}

void
term_redraw(void)
{
	size_t n = (size_t)term.canvas.h * (size_t)term.canvas.w;
	if (term.sent)
		memset(term.sent, 0, n * sizeof *term.sent);
	clearok(curscr, TRUE);
}

static void
send_cell(int y, int x, const struct cell *cell)
{
	int role = cell->role < ROLES ? cell->role : ROLE_TEXT;
	attr_t a = term.attributes[role];
	if (cell->flags & CELL_REVERSE)
		a ^= A_REVERSE;
	a |= (cell->flags & CELL_BOLD ? A_BOLD : 0) |
	     (cell->flags & CELL_UNDERLINE ? A_UNDERLINE : 0);
	wchar_t text[2] = { (wchar_t)cell->ch, 0 };
	cchar_t out;
	const int ground = term.canvas.filled ? cell->ground : ROLE_TEXT;
	const bool paper = term.canvas.filled && (cell->flags & CELL_PAPER) != 0;
	setcchar(&out, text, a, pair_of(role, ground, paper), NULL);
	mvadd_wch(y, x, &out);
}

static void
term_write_all(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		const ssize_t sent = write(fd, bytes, n);
		if (sent < 0 && errno != EINTR && errno != EAGAIN)
			return; /* the terminal is gone: term_wait() will see it */
		if (sent > 0) {
			bytes += sent;
			n -= (size_t)sent;
		}
	}
}

/* Reads "\033[38;5;N" or "\033[48;5;N" and its "m"; its length, 0: it is something else. */
static size_t
colour_sequence(const char *at, size_t left, int *number)
{
	size_t n = 7;
	*number = 0;
	if (left < 9 ||
	    (memcmp(at, "\033[38;5;", n) != 0 && memcmp(at, "\033[48;5;", n) != 0))
		return 0;
	for (; n < left && at[n] >= '0' && at[n] <= '9' && *number < 256; n++)
		*number = 10 * *number + at[n] - '0';
	return n < left && at[n] == 'm' && *number < 256 ? n + 1 : 0;
}

/* Writes what curses has drawn, with exact colours for the numbers that stand for some. */
static void
write_picture(const char *bytes, size_t n)
{
	static char out[32 << 10];
	size_t filled = 0;
	for (size_t i = 0; i < n;) {
		int number;
		const size_t length = colour_sequence(bytes + i, n - i, &number);
		const int32_t exact = length > 0 ? term.exact[number] : 0;
		if (sizeof out - filled < 32) {
			term_write_all(STDOUT_FILENO, out, filled);
			filled = 0;
		}
		if (exact == 0)
			out[filled++] = bytes[i++];
		else {
			filled +=
				(size_t)snprintf(out + filled, 32, "\033[%c8;2;%d;%d;%dm",
						 bytes[i + 2], exact >> 16 & 255,
						 exact >> 8 & 255, exact & 255);
			i += length;
		}
	}
	term_write_all(STDOUT_FILENO, out, filled);
}

/* refresh() with standard output turned into a file in memory meanwhile. */
static void
refresh_at_once(void)
{
	if (term.picture_fd < 0 || lseek(term.picture_fd, 0, SEEK_SET) != 0 ||
	    dup2(term.picture_fd, STDOUT_FILENO) < 0) {
		refresh();
		return;
	}
	refresh();
	dup2(term.tty_fd, STDOUT_FILENO);
	const off_t size = lseek(term.picture_fd, 0, SEEK_CUR);
	if (size <= 0)
		return;
	char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, term.picture_fd, 0);
	if (bytes == MAP_FAILED) {
		term_redraw();
		return;
	}
	write_picture(bytes, (size_t)size);
	munmap(bytes, (size_t)size);
}

void
term_flush(void)
{
	const struct canvas *c = &term.canvas;
	if (term.lost)
		return;
	for (int i = 0; i < c->h * c->w; i++) {
		if (memcmp(&c->cells[i], &term.sent[i], sizeof *c->cells) == 0)
			continue;
		if (c->cells[i].ch != CANVAS_REST)
			send_cell(i / c->w, i % c->w, &c->cells[i]);
		term.sent[i] = c->cells[i];
	}
	bool place = c->cursor_y >= 0 && c->cursor_y < c->h && c->cursor_x >= 0 &&
		     c->cursor_x < c->w;
	wmove(stdscr, place ? c->cursor_y : c->h - 1, place ? c->cursor_x : c->w - 1);
	refresh_at_once();
}

void
term_copy(const char *text)
{
	static const char digit[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *u = (const unsigned char *)text;
	size_t n = strlen(text);
	fflush(stdout);
	dprintf(STDOUT_FILENO, "\033]52;c;");
	for (size_t i = 0; i < n; i += 3) {
		size_t left = n - i;
		uint32_t bits = (uint32_t)u[i] << 16 |
				(left > 1 ? (uint32_t)u[i + 1] << 8 : 0) |
				(left > 2 ? u[i + 2] : 0u);
		char out[4] = { digit[bits >> 18], digit[bits >> 12 & 63],
				left > 1 ? digit[bits >> 6 & 63] : '=',
				left > 2 ? digit[bits & 63] : '=' };
		dprintf(STDOUT_FILENO, "%.4s", out);
	}
	dprintf(STDOUT_FILENO, "\a");
}

void
term_suspend(void)
{
	def_prog_mode();
	ask_mouse(false);
	set_paste(false);
	leave_screen();
	int log = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	stderr_restore();
	signal(SIGTSTP, SIG_DFL);
	kill(0, SIGTSTP); /* the whole job, as the terminal driver would */

	struct sigaction catch = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	sigaction(SIGTSTP, &catch, NULL);
	if (log >= 0) {
		dup2(log, STDERR_FILENO);
		close(log);
	}
	reset_prog_mode();
	term_set_mouse(term.mouse);
	set_paste(true);
	term_fit();
	term_redraw();
}

/* ---- Waiting ---- */

static unsigned
read_signals(void)
{
	unsigned events = 0;
	char bytes[64];
	ssize_t n = read(term.pipe[0], bytes, sizeof bytes);
	for (ssize_t i = 0; i < n; i++) {
		if (bytes[i] == SIGWINCH || bytes[i] == SIGCONT)
			events |= TERM_SIZE;
		else if (bytes[i] == SIGTSTP)
			events |= TERM_STOP;
		else
			events |= TERM_QUIT;
	}
	if (events & TERM_SIZE) {
		term_fit();
		term_redraw();
	}
	return events;
}

/* Readable without a byte to read, again and again: the other end has gone. Once it may be
 * so after a stop, when the terminal has just left its line mode. */
static bool
at_end(void)
{
	int waiting = 0;
	for (int i = 0; i < 5; i++) {
		if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0)
			return true;
		if (waiting > 0)
			return false;
		poll(NULL, 0, 2);
	}
	return true;
}

unsigned
term_wait(int wake_fd, int timeout_ms)
{
	struct pollfd fd[] = {
		{ .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = term.pipe[0], .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN },
	};
	unsigned events = 0;
	if (poll(fd, 3, timeout_ms) <= 0)
		return 0;
	if (fd[0].revents & POLLIN)
		events |= at_end() ? TERM_QUIT : TERM_READY;
	else if (fd[0].revents)
		events |= TERM_QUIT;
	if (events & TERM_QUIT)
		term.lost = true;
	if (fd[1].revents)
		events |= read_signals();
	if (fd[2].revents) {
		char bytes[256];
		ssize_t n;
		do
			n = read(wake_fd, bytes, sizeof bytes);
		while (n == (ssize_t)sizeof bytes);
		events |= TERM_WAKE;
	}
	return events;
}
