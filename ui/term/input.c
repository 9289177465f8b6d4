/*
 * input.c - keys, mouse reports and escape sequences, through curses. See term.h.
 *
 * Curses knows the sequences that the terminal's description has; added to these are others that
 * terminals send, and the marks around pasted text. Anything else that begins with an escape is
 * read to its end and is not a key.
 *
 * Curses itself reads a mouse report to its end, and waits for one that breaks off. An alarm wakes
 * it; what comes of the report later is passed over.
 */
#include "ui/term/private.h"

#include "src/base/clock.h"
#include "ui/term.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <wchar.h>

#define PASTE_BEGINS "\033[200~"
#define PASTE_ENDS   "\033[201~"
#define PASTE_KEY    01100 /* above every key of curses */
#define SEQUENCE_MAX 4096  /* keys of an unknown sequence, at most */
/* A mouse report has arrived by then, or has broken off: a lost packet is sent again after a second
 * (RFC 6298). An Escape that waited as long could be no key; ESCDELAY is for that. */
#define REPORT_US 1500000

static bool broken_report; /* its rest may still come */

/* Terminals differ in which of two sequences they send for a key, whatever they were told:
 * both are taken. */
void
term_define_keys(void)
{
	static const struct {
		const char *sequence;
		int key;
	} keys[] = {
		{ "\033[A", KEY_UP },	     { "\033[B", KEY_DOWN },
		{ "\033[C", KEY_RIGHT },     { "\033[D", KEY_LEFT },
		{ "\033OA", KEY_UP },	     { "\033OB", KEY_DOWN },
		{ "\033OC", KEY_RIGHT },     { "\033OD", KEY_LEFT },
		{ "\033[H", KEY_HOME },	     { "\033[F", KEY_END },
		{ "\033OH", KEY_HOME },	     { "\033OF", KEY_END },
		{ "\033[1~", KEY_HOME },     { "\033[4~", KEY_END },
		{ "\033[Z", KEY_BTAB },	     { "\033OP", KEY_F(1) },
		{ "\033[11~", KEY_F(1) },    { "\033[3~", KEY_DC },
		{ "\033[5~", KEY_PPAGE },    { "\033[6~", KEY_NPAGE },
		{ PASTE_BEGINS, PASTE_KEY }, { PASTE_ENDS, PASTE_KEY + 1 },
	};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (key_defined(keys[i].sequence) == 0)
			define_key(keys[i].sequence, keys[i].key);
}

static bool
next_byte(wint_t *ch)
{
	return wget_wch(stdscr, ch) == OK;
}

/* A report of the old mouse protocol: button, column, row, a byte each. Two bytes may have
 * been taken for one character, and one that is no character is lost, but used up. */
static void
skip_old_mouse(void)
{
	for (int bytes = 0; bytes < 3;) {
		wint_t ch = 0;
		bytes += next_byte(&ch) && ch >= 0x80 ? 2 : 1;
	}
}

static int
translate_mouse(struct mouse *m)
{
	MEVENT event;
	*m = (struct mouse){ 0 };
	if (getmouse(&event) != OK) {
		skip_old_mouse();
		return K_UNKNOWN;
	}
	m->y = event.y;
	m->x = event.x;
	/* A press and release at one place come as one event. */
	m->click = (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0;
	m->release = (event.bstate & BUTTON1_RELEASED) != 0;
	m->second = (event.bstate & BUTTON3_PRESSED) != 0;
	m->wheel_up = (event.bstate & BUTTON4_PRESSED) != 0;
	m->wheel_down = (event.bstate & BUTTON5_PRESSED) != 0;
	return m->click || m->release || m->second || m->wheel_up || m->wheel_down
		       ? K_MOUSE
		       : K_UNKNOWN;
}

static int
translate_function_key(wint_t ch, struct mouse *m)
{
	static const struct {
		int curses, ours;
	} map[] = {
		{ KEY_UP, K_UP },
		{ KEY_DOWN, K_DOWN },
		{ KEY_LEFT, K_LEFT },
		{ KEY_RIGHT, K_RIGHT },
		{ KEY_PPAGE, K_PAGE_UP },
		{ KEY_NPAGE, K_PAGE_DOWN },
		{ KEY_HOME, K_HOME },
		{ KEY_END, K_END },
		{ KEY_FIND, K_HOME },
		{ KEY_SELECT, K_END },
		{ KEY_BTAB, K_BACKTAB },
		{ KEY_DC, K_DELETE },
		{ KEY_F(1), K_F1 },
		{ KEY_ENTER, K_ENTER },
		{ KEY_BACKSPACE, K_BACKSPACE },
		{ KEY_RESIZE, K_RESIZE },
		{ PASTE_KEY, K_PASTE_BEGIN },
		{ PASTE_KEY + 1, K_PASTE_END },
	};
	if (ch == KEY_MOUSE)
		return translate_mouse(m);
	for (size_t i = 0; i < sizeof map / sizeof *map; i++)
		if (ch == (wint_t)map[i].curses)
			return map[i].ours;
	return K_UNKNOWN;
}

/* An SGR report behind ESC [ <, which curses reads only where the terminal's description has it:
 * button; column; row, then M, or m for a release. */
static int
read_sgr_mouse(struct mouse *m)
{
	enum { MODIFIERS = 4 | 8 | 16, MOTION = 32, WHEEL_UP = 64, WHEEL_DOWN = 65 };
	int number[3] = { 0 }, at = 0;
	wint_t ch = 0;
	bool more;
	while ((more = next_byte(&ch)) && (ch == ';' || (ch >= '0' && ch <= '9')) &&
	       at < 3)
		if (ch == ';')
			at++;
		else if (number[at] < 10000)
			number[at] = 10 * number[at] + (int)(ch - '0');
	*m = (struct mouse){ .y = number[2] - 1, .x = number[1] - 1 };
	broken_report = !more;
	if (!more || at != 2 || (ch != 'M' && ch != 'm') || number[0] & MOTION)
		return K_UNKNOWN;
	const int button = number[0] & ~MODIFIERS;
	m->click = button == 0 && ch == 'M';
	m->release = button == 0 && ch == 'm';
	m->second = button == 2 && ch == 'M';
	m->wheel_up = button == WHEEL_UP;
	m->wheel_down = button == WHEEL_DOWN;
	return m->click || m->release || m->second || m->wheel_up || m->wheel_down
		       ? K_MOUSE
		       : K_UNKNOWN;
}

/* ESC [ and what belongs to it: parameters, then one byte from '@' to '~'. The old mouse
 * protocol (ESC [ M) has three bytes more. */
static int
control_sequence(struct mouse *m)
{
	wint_t ch = 0;
	int n = 0;
	if (!next_byte(&ch))
		return K_UNKNOWN;
	if (ch == '<')
		return read_sgr_mouse(m);
	unget_wch((wchar_t)ch);
	while (n < SEQUENCE_MAX && next_byte(&ch) && (ch < '@' || ch > '~'))
		n++;
	if (ch == 'M' && n == 0)
		skip_old_mouse();
	return K_UNKNOWN;
}

/* ESC ] and the like: until BEL or ESC \\. */
static void
skip_string(void)
{
	wint_t ch = 0;
	for (int n = 0; n < SEQUENCE_MAX && next_byte(&ch) && ch != 7; n++)
		if (ch == K_ESCAPE) {
			next_byte(&ch);
			return;
		}
}

/* Escape alone, or the beginning of a sequence unknown to curses. The bytes of a sequence arrive
 * together with it; those of a person's next key do not. */
static int
after_escape(struct mouse *m)
{
	wint_t ch;
	const int kind = wget_wch(stdscr, &ch);
	if (kind == ERR)
		return K_ESCAPE;
	if (kind == KEY_CODE_YES ||
	    (ch != '[' && ch != 'O' && !wcschr(L"]P^_X", (wchar_t)ch))) {
		if (kind == KEY_CODE_YES)
			ungetch((int)ch);
		else
			unget_wch((wchar_t)ch);
		return K_ESCAPE;
	}
	if (ch == '[')
		return control_sequence(m);
	if (ch == 'O')
		next_byte(&ch);
	else
		skip_string();
	return K_UNKNOWN;
}

/* ---- Reports that break off ---- */

static void
on_alarm(int signal_number)
{
	(void)signal_number; /* that it came ends the read() of curses */
}

void
term_catch_alarm(void)
{
	const struct sigaction wake = { .sa_handler = on_alarm }; /* no SA_RESTART */
	sigaction(SIGALRM, &wake, NULL);
	broken_report = false;
}

/* Once more every so often: one that comes just before the read() is lost. */
static void
set_alarm(long us)
{
	const struct timeval every = { .tv_sec = us / 1000000, .tv_usec = us % 1000000 };
	const struct itimerval timer = { every, every };
	setitimer(ITIMER_REAL, &timer, NULL);
}

/* A key from curses; ERR, and broken_report, when a report it began to read breaks off. */
static int
term_input_read_key(wint_t *ch)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	if (poll(&in, 1, 0) <= 0)
		return wget_wch(stdscr, ch);
	const int64_t from = clock_now_us();
	set_alarm(REPORT_US);
	const int kind = wget_wch(stdscr, ch);
	set_alarm(0);
	const bool report = kind == ERR || (kind == KEY_CODE_YES && *ch == KEY_MOUSE);
	if (!report || clock_now_us() - from < REPORT_US)
		return kind;
	broken_report = true;
	return ERR;
}

/* The rest of a report: figures and semicolons up to a letter. */
static bool
is_rest(int kind, wint_t ch)
{
	if (!broken_report || kind == ERR)
		return false;
	const bool inside = kind == OK && ch < 128 && strchr("0123456789;", (int)ch);
	broken_report = inside;
	return inside || (kind == OK && (ch == 'M' || ch == 'm'));
}

int
term_key(struct mouse *m)
{
	wint_t ch = 0;
	const int kind = term_input_read_key(&ch);
	if (is_rest(kind, ch))
		return K_UNKNOWN;
	if (kind == ERR)
		return KEY_NOTHING;
	if (kind == KEY_CODE_YES)
		return translate_function_key(ch, m);
	if (ch == K_ESCAPE)
		return after_escape(m);
	if (ch == 8) /* ^H is what some terminals send for backspace */
		return K_BACKSPACE;
	return ch == 10 ? K_ENTER : (int)ch;
}
