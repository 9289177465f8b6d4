/*
 * input.c - keys, mouse reports and escape sequences, through curses. See term.h.
 *
 * Curses knows the sequences that the terminal's description has; added to these are others that
 * terminals send, and the marks around pasted text. Anything else that begins with an escape is
 * read to its end and is not a key.
 *
 * Mouse reports are read here and not by curses, whose reader waits for the rest of a report that
 * breaks off. No read waits: a report that has arrived in part is gone on with when the rest comes.
 */
#include "ui/term/private.h"

#include "ui/term.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define PASTE_BEGINS "\033[200~"
#define PASTE_ENDS   "\033[201~"
#define PASTE_KEY    01100 /* above every key of curses */
#define SEQUENCE_MAX 4096  /* keys of an unknown sequence, at most */

/* An SGR report that has begun: ESC [ < button ; column ; row, then M, or m for a release. */
static struct {
	bool begun;
	int number[3], at;
} report;

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
	define_key(NULL, KEY_MOUSE);
	report.begun = false;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (key_defined(keys[i].sequence) == 0)
			define_key(keys[i].sequence, keys[i].key);
}

static bool
next_byte(wint_t *ch)
{
	return wget_wch(stdscr, ch) == OK;
}

static int
translate_function_key(wint_t ch)
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
	for (size_t i = 0; i < sizeof map / sizeof *map; i++)
		if (ch == (wint_t)map[i].curses)
			return map[i].ours;
	return K_UNKNOWN;
}

/* A button of a report, with its modifiers, at a place counted from 1. */
static int
translate_button(int button, bool pressed, int x, int y, struct mouse *m)
{
	enum { MODIFIERS = 4 | 8 | 16, WHEEL_UP = 64, WHEEL_DOWN = 65 };
	button &= ~MODIFIERS;
	*m = (struct mouse){ .y = y - 1,
			     .x = x - 1,
			     .click = button == 0 && pressed,
			     .release = button == 0 && !pressed,
			     .second = button == 2 && pressed,
			     .wheel_up = button == WHEEL_UP && pressed,
			     .wheel_down = button == WHEEL_DOWN && pressed };
	return m->click || m->release || m->second || m->wheel_up || m->wheel_down
		       ? K_MOUSE
		       : K_UNKNOWN;
}

/* ESC [ M of the old protocol, for terminals that know no other: button, column, row, a byte each
 * from 32 on. Columns from 96 on are no characters: two bytes may have been taken for one, and one
 * that is none is lost, but used up. */
static int
read_old_mouse(struct mouse *m)
{
	int number[3] = { 0 };
	bool known = true;
	for (int i = 0; i < 3; i++) {
		wint_t ch = 0;
		if (!next_byte(&ch) || ch < 32 || ch >= 128) {
			known = false;
			i += ch >= 128;
		} else
			number[i] = (int)ch - 32;
	}
	if (!known)
		return K_UNKNOWN;
	const bool released = (number[0] & 3) == 3 && number[0] < 64; /* of any button */
	return translate_button(released ? 0 : number[0], !released, number[1], number[2],
				m);
}

/* Goes on with an SGR report as far as it has arrived. A key that curses knows ends it. */
static int
read_sgr_mouse(struct mouse *m)
{
	enum { MOTION = 32 };
	wint_t ch = 0;
	int kind;
	while ((kind = wget_wch(stdscr, &ch)) == OK) {
		if (ch >= '0' && ch <= '9' && report.at < 3) {
			int *number = &report.number[report.at];
			*number = *number < 10000 ? 10 * *number + (int)(ch - '0')
						  : *number;
			continue;
		}
		if (ch == ';' && report.at < 3) {
			report.at++;
			continue;
		}
		report.begun = false;
		if (ch != 'M' && ch != 'm') {
			unget_wch((wchar_t)ch);
			return K_UNKNOWN;
		}
		if (report.at != 2 || report.number[0] & MOTION)
			return K_UNKNOWN;
		return translate_button(report.number[0], ch == 'M', report.number[1],
					report.number[2], m);
	}
	if (kind == ERR)
		return KEY_NOTHING;
	report.begun = ch == KEY_RESIZE;
	return translate_function_key(ch);
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
	if (ch == '<') {
		memset(&report, 0, sizeof report);
		report.begun = true;
		return read_sgr_mouse(m);
	}
	unget_wch((wchar_t)ch);
	while (n < SEQUENCE_MAX && next_byte(&ch) && (ch < '@' || ch > '~'))
		n++;
	return ch == 'M' && n == 0 ? read_old_mouse(m) : K_UNKNOWN;
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

int
term_key(struct mouse *m)
{
	wint_t ch = 0;
	if (report.begun)
		return read_sgr_mouse(m);
	const int kind = wget_wch(stdscr, &ch);
	if (kind == ERR)
		return KEY_NOTHING;
	if (kind == KEY_CODE_YES)
		return translate_function_key(ch);
	if (ch == K_ESCAPE)
		return after_escape(m);
	if (ch == 8) /* ^H is what some terminals send for backspace */
		return K_BACKSPACE;
	return ch == 10 ? K_ENTER : (int)ch;
}
