/*
 * prompt.c - libedit inside a curses screen. See prompt.h.
 *
 * libedit wants a terminal of its own: with none behind its output descriptor it drops
 * editing. It gets the slave of a pseudo-terminal that nobody reads, FILE*s on /dev/null for
 * its drawing, and its keys one at a time from a queue through EL_GETCFN, unbuffered, so
 * that el_wgets() returns after each. What it holds is drawn from el_wline(): by the counts,
 * since the buffer need not end in NUL. An empty line returns NULL with count -1, which is
 * not the end of the file. Arrow keys are translated to control keys, so libedit never has
 * to tell an escape sequence from the Escape key.
 */
#include "ui/prompt.h"

#include "src/base/asset.h"
#include "ui/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define LINE_BYTES	1024
#define LABEL_BYTES	96
#define TYPED_LEAST	12 /* columns that a label leaves for what is typed */
#define LINE_CHARACTERS (LINE_BYTES / 4 - 1) /* enough for them in UTF-8 */
#define CANDIDATES	64
#define HISTORY_LINES	500

struct prompt {
	EditLine *editor;
	HistoryW *history;
	FILE *null_in, *null_out;
	int master, slave;
	prompt_complete complete;
	void *context;
	wchar_t queued;
	bool have_queued;
	bool keep;	  /* the line goes into the history */
	bool suggested;	  /* the text is an answer that the first typed key replaces */
	bool vi, escaped; /* the user's editrc says vi; the last key was Escape */
	char label[LABEL_BYTES], line[LINE_BYTES], candidates[240];
	char history_path[512];
};

/* ---- What libedit calls ---- */

static int
next_key(EditLine *editor, wchar_t *out)
{
	struct prompt *p;
	el_wget(editor, EL_CLIENTDATA, &p);
	if (!p->have_queued)
		return 0;
	p->have_queued = false;
	*out = p->queued;
	return 1;
}

static wchar_t *
no_prompt(EditLine *editor)
{
	static wchar_t empty[1] = { 0 };
	return empty;
}

/* The text up to the cursor in UTF-8. */
static void
before_cursor(const LineInfoW *li, char *out, size_t size)
{
	size_t n = 0;
	for (const wchar_t *w = li->buffer; w < li->cursor; w++) {
		char bytes[MB_LEN_MAX];
		int k = wctomb(bytes, *w);
		if (k <= 0)
			bytes[0] = '?', k = 1;
		if (n + (size_t)k >= size)
			break;
		memcpy(out + n, bytes, (size_t)k);
		n += (size_t)k;
	}
	out[n] = '\0';
}

static size_t
common_prefix(char (*word)[64], int n)
{
	size_t length = strlen(word[0]);
	for (int i = 1; i < n; i++) {
		size_t k = 0;
		while (k < length && word[i][k] == word[0][k])
			k++;
		length = k;
	}
	return length;
}

static unsigned char
complete_word(EditLine *editor, wint_t ch)
{
	struct prompt *p;
	static char word[CANDIDATES][64];
	char before[LINE_BYTES], add[64];
	wchar_t wide[64];
	el_wget(editor, EL_CLIENTDATA, &p);
	before_cursor(el_wline(editor), before, sizeof before);
	const char *blank = strrchr(before, ' '), *last = blank ? blank + 1 : before;
	int n = p->complete ? p->complete(p->context, before, word, CANDIDATES) : 0;
	p->candidates[0] = '\0';
	if (n <= 0)
		return CC_ERROR;
	size_t have = strlen(last), common = common_prefix(word, n);
	for (int i = 0; n > 1 && i < n; i++) {
		size_t at = strlen(p->candidates);
		snprintf(p->candidates + at, sizeof p->candidates - at, "%s ", word[i]);
	}
	if (common < have)
		return CC_REFRESH;
	/* A word that goes on (an option's value, a directory) gets no blank. */
	const bool whole =
		n == 1 && !strchr("=:(/,", word[0][common > 0 ? common - 1 : 0]);
	snprintf(add, sizeof add, "%.*s%s", (int)(common - have), word[0] + have,
		 whole ? " " : "");
	if (mbstowcs(wide, add, sizeof wide / sizeof *wide) != (size_t)-1)
		el_winsertstr(editor, wide);
	return CC_REFRESH;
}

/* ---- Opening ---- */

static bool
open_pseudo_terminal(struct prompt *p)
{
	p->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (p->master < 0 || grantpt(p->master) != 0 || unlockpt(p->master) != 0)
		return false;
	char name[128];
	if (ptsname_r(p->master, name, sizeof name) != 0)
		return false;
	p->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	return p->slave >= 0;
}

static void
open_history(struct prompt *p)
{
	HistEventW event;
	p->history = history_winit();
	if (!p->history)
		return;
	history_w(p->history, &event, H_SETSIZE, HISTORY_LINES);
	history_w(p->history, &event, H_SETUNIQUE, 1);
	if (user_path(USER_STATE, "history", p->history_path, sizeof p->history_path,
		      NULL))
		history_w(p->history, &event, H_LOAD, p->history_path);
	el_wset(p->editor, EL_HIST, history_w, p->history);
}

/* The keys that translate() makes of arrows, for people who edit as in vi. */
static void
bind_arrows(struct prompt *p)
{
	static const wchar_t *const keys[][2] = {
		{ L"^B", L"ed-prev-char" },	   { L"^F", L"ed-next-char" },
		{ L"^P", L"ed-prev-history" },	   { L"^N", L"ed-next-history" },
		{ L"^A", L"ed-move-to-beg" },	   { L"^E", L"ed-move-to-end" },
		{ L"^D", L"ed-delete-next-char" },
	};
	const wchar_t *editor = NULL;
	p->vi = el_wget(p->editor, EL_EDITOR, &editor) == 0 && editor != NULL &&
		wcscmp(editor, L"vi") == 0;
	for (size_t i = 0; p->vi && i < sizeof keys / sizeof *keys; i++) {
		el_wset(p->editor, EL_BIND, keys[i][0], keys[i][1], NULL);
		el_wset(p->editor, EL_BIND, L"-a", keys[i][0], keys[i][1], NULL);
	}
}

struct prompt *
prompt_open(prompt_complete complete, void *context, struct status *st)
{
	struct prompt *p = calloc(1, sizeof *p);
	if (!p) {
		status_fail(st, "not enough memory for the command line");
		return NULL;
	}
	p->master = p->slave = -1;
	p->complete = complete;
	p->context = context;
	p->null_in = fopen("/dev/null", "re");
	p->null_out = fopen("/dev/null", "we");
	if (p->null_in && p->null_out && open_pseudo_terminal(p))
		p->editor = el_init_fd("plyscope", p->null_in, p->null_out, p->null_out,
				       p->slave, p->slave, p->slave);
	if (!p->editor) {
		status_fail(st, "no command line: libedit cannot start (%s)",
			    strerror(errno));
		prompt_close(p);
		return NULL;
	}
	el_wset(p->editor, EL_CLIENTDATA, p);
	el_wset(p->editor, EL_SIGNAL, 0);
	el_wset(p->editor, EL_PROMPT, no_prompt);
	el_wset(p->editor, EL_EDITOR, L"emacs");
	el_source(p->editor, NULL);
	el_wset(p->editor, EL_ADDFN, L"plyscope-complete", L"complete the word",
		complete_word);
	el_wset(p->editor, EL_BIND, L"^I", L"plyscope-complete", NULL);
	bind_arrows(p);
	el_wset(p->editor, EL_GETCFN, next_key);
	el_wset(p->editor, EL_UNBUFFERED, 1);
	open_history(p);
	return p;
}

void
prompt_close(struct prompt *p)
{
	if (!p)
		return;
	if (p->editor)
		el_end(p->editor);
	if (p->history)
		history_wend(p->history);
	if (p->null_in)
		fclose(p->null_in);
	if (p->null_out)
		fclose(p->null_out);
	if (p->slave >= 0)
		close(p->slave);
	if (p->master >= 0)
		close(p->master);
	free(p);
}

/* ---- One line ---- */

/* Unbuffered mode keeps the old line until it is left and entered again. */
static void
fresh_line(struct prompt *p)
{
	el_wset(p->editor, EL_UNBUFFERED, 0);
	el_wset(p->editor, EL_UNBUFFERED, 1);
	p->have_queued = false;
	int n;
	el_wgets(p->editor, &n); /* no key is queued: this only prepares */
}

void
prompt_start(struct prompt *p, const char *label, const char *initial, bool history)
{
	wchar_t wide[LINE_BYTES];
	p->keep = history;
	p->escaped = false;
	p->suggested = !history && *initial != '\0';
	p->candidates[0] = '\0';
	snprintf(p->label, sizeof p->label, "%s", label);
	fresh_line(p);
	if (*initial && mbstowcs(wide, initial, LINE_BYTES) < LINE_BYTES)
		el_winsertstr(p->editor, wide);
}

static void
finish_line(struct prompt *p)
{
	prompt_line(p);
	const LineInfoW *li = el_wline(p->editor);
	size_t n = (size_t)(li->lastchar - li->buffer);
	wchar_t line[LINE_BYTES];
	if (n >= LINE_BYTES)
		n = LINE_BYTES - 1;
	wmemcpy(line, li->buffer, n);
	line[n] = 0;
	while (n > 0 &&
	       (line[n - 1] == L'\n' || line[n - 1] == L'\r' || line[n - 1] == L' '))
		line[--n] = 0;
	HistEventW event;
	if (!p->keep || !p->history || n == 0)
		return;
	history_w(p->history, &event, H_ENTER, line);
	if (p->history_path[0])
		history_w(p->history, &event, H_SAVE, p->history_path);
}

static wchar_t
translate(int key)
{
	static const struct {
		int key;
		wchar_t control;
	} map[] = {
		{ K_LEFT, K_CTRL('b') },   { K_RIGHT, K_CTRL('f') },
		{ K_UP, K_CTRL('p') },	   { K_DOWN, K_CTRL('n') },
		{ K_HOME, K_CTRL('a') },   { K_END, K_CTRL('e') },
		{ K_DELETE, K_CTRL('d') },
	};
	for (size_t i = 0; i < sizeof map / sizeof *map; i++)
		if (map[i].key == key)
			return map[i].control;
	return key > 0 && key < KEYS_SPECIAL ? (wchar_t)key : 0;
}

enum prompt_state
prompt_key(struct prompt *p, int key)
{
	const LineInfoW *li = el_wline(p->editor);
	bool empty = li->lastchar == li->buffer;
	const bool twice = p->escaped;
	p->escaped = key == K_ESCAPE;
	/* In vi the first Escape is for commands, a second one leaves. */
	if ((key == K_ESCAPE && (!p->vi || twice || empty)) || key == K_CTRL('c') ||
	    key == K_CTRL('g') || (empty && (key == K_BACKSPACE || key == K_CTRL('d'))))
		return PROMPT_ABORTED;
	if (key == K_ENTER) {
		finish_line(p);
		return PROMPT_DONE;
	}
	/* ^D at the end of a line would be the end of the file. */
	if (key == K_DELETE && li->cursor == li->lastchar)
		return PROMPT_EDITING;
	const bool printable = key >= ' ' && key < KEYS_SPECIAL && key != K_BACKSPACE;
	if (p->suggested && printable)
		fresh_line(p);
	p->suggested = false;
	li = el_wline(p->editor);
	if (printable && li->lastchar - li->buffer >= LINE_CHARACTERS)
		return PROMPT_EDITING;
	p->candidates[0] = '\0';
	p->queued = translate(key);
	p->have_queued = p->queued != 0;
	int n;
	if (p->have_queued)
		el_wgets(p->editor, &n);
	return PROMPT_EDITING;
}

const char *
prompt_line(struct prompt *p)
{
	const LineInfoW *li = el_wline(p->editor);
	LineInfoW whole = { li->buffer, li->lastchar, li->lastchar };
	before_cursor(&whole, p->line, sizeof p->line);
	p->line[strcspn(p->line, "\r\n")] = '\0';
	return p->line;
}

void
prompt_draw(struct prompt *p, struct canvas *c, int y)
{
	char before[LINE_BYTES];
	before_cursor(el_wline(p->editor), before, sizeof before);
	const int at = canvas_width(before), most = c->w - TYPED_LEAST;
	int label = canvas_width(p->label);
	const bool cut = label > most && most > 1;
	label = cut ? most : label;
	/* A line longer than the screen slides under the label. */
	int shift = label + at + 1 > c->w ? label + at + 1 - c->w : 0;
	canvas_fill(c, (struct rect){ y, 0, 1, c->w }, ROLE_TEXT, " ");
	const int end = canvas_put(c, y, label - shift, ROLE_TEXT, prompt_line(p));
	if (p->suggested)
		canvas_flags(c, y, label, end - label, CELL_REVERSE);
	canvas_fill(c, (struct rect){ y, 0, 1, label }, ROLE_TEXT, " ");
	canvas_put_w(c, y, 0, cut ? label - 1 : label, ROLE_KEY, p->label);
	if (p->candidates[0] && y > 0)
		canvas_put_w(c, y - 1, 1, c->w - 2, ROLE_DIM, p->candidates);
	c->cursor_y = y;
	c->cursor_x = label + at - shift;
}
