/*
 * line.c - the game by typed lines: see line.h.
 *
 * Everything is said in sentences, one event a line, so that a screen reader, a pipe and a
 * test can all follow. A line is a command of commands.c or a move in the game's
 * notation. Searches play before the next line is read; ^C meanwhile stops the search and
 * takes its best move, a second one ends the program, saved.
 */
#include "ui/line/private.h"

#include "src/base/asset.h"
#include "src/base/clock.h"
#include "src/base/harmless.h"
#include "ui/boards/boards.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#define LINE_HISTORY 500
#define POLL_MS	     50

volatile sig_atomic_t line_interrupted;

static void
line_on_interrupt(int signal_number)
{
	line_interrupted = 1;
}

void
line_catch_interrupt(bool on)
{
	struct sigaction a = { .sa_handler = on ? line_on_interrupt : SIG_DFL };
	sigemptyset(&a.sa_mask);
	sigaction(SIGINT, &a, NULL);
}

/* ------------------------------------------------------------------ waiting */

static void
drain(const struct line_mode *l)
{
	char bytes[64];
	struct pollfd fd = { .fd = l->wake[0], .events = POLLIN };
	if (poll(&fd, 1, POLL_MS) > 0)
		while (read(l->wake[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes)
			continue;
}

static void
on_break(struct line_mode *l)
{
	line_interrupted = 0;
	if (l->options->watch || !session_move_now(&l->session))
		l->quit = true;
}

/* Lets the searches play until a person is to choose or the game is over. */
static void
wait_for_searches(struct line_mode *l)
{
	struct session *s = &l->session;
	line_catch_interrupt(true);
	while (!l->quit) {
		session_tick(s, clock_now_us());
		line_say_news(l);
		if (!session_waiting(s))
			break;
		drain(l);
		if (line_interrupted)
			on_break(l);
	}
	line_catch_interrupt(false);
}

void
line_wait_for_hint(struct line_mode *l)
{
	struct session *s = &l->session;
	line_catch_interrupt(true);
	while (s->hint.worker != NULL && !l->quit) {
		session_tick(s, clock_now_us());
		if (s->hint.worker == NULL)
			break;
		drain(l);
		if (line_interrupted)
			on_break(l);
	}
	line_catch_interrupt(false);
}

/* ------------------------------------------------------------------ reading */

static char *
edit_prompt(EditLine *edit)
{
	static char prompt[] = "> ";
	return prompt;
}

static unsigned char
line_complete(EditLine *edit, wint_t ch)
{
	static char found[64][64];
	struct line_mode *l;
	char word[64];
	el_get(edit, EL_CLIENTDATA, &l);
	const LineInfo *li = el_line(edit);
	const int length = (int)(li->cursor - li->buffer);
	if (length >= (int)sizeof word)
		return CC_ERROR;
	memcpy(word, li->buffer, (size_t)length);
	word[length] = '\0';
	const int n = line_completions(l, word, found, 64);
	if (n == 0)
		return CC_ERROR;
	size_t common = strlen(found[0]);
	for (int i = 1; i < n; i++) {
		size_t k = 0;
		while (k < common && found[i][k] == found[0][k])
			k++;
		common = k;
	}
	if (common > (size_t)length) {
		el_deletestr(edit, length);
		found[0][common] = '\0';
		if (n == 1 && common + 1 < sizeof found[0])
			memcpy(found[0] + common, " ", 2);
		el_insertstr(edit, found[0]);
		return CC_REFRESH;
	}
	if (n == 1)
		return CC_REFRESH;
	putchar('\n');
	for (int i = 0; i < n; i++)
		printf("%s%s", found[i], i + 1 < n ? " " : "\n");
	fflush(stdout);
	return CC_REDISPLAY;
}

static void
open_editor(struct line_mode *l)
{
	HistEvent event;
	l->edit =
		el_init("plyscope", stdin, harmless_raw_stdout(), harmless_raw_stderr());
	if (l->edit == NULL)
		return;
	l->history = history_init();
	history(l->history, &event, H_SETSIZE, LINE_HISTORY);
	if (user_path(USER_STATE, "line-history", l->history_path, sizeof l->history_path,
		      NULL))
		history(l->history, &event, H_LOAD, l->history_path);
	el_set(l->edit, EL_CLIENTDATA, l);
	el_set(l->edit, EL_PROMPT, edit_prompt);
	el_set(l->edit, EL_EDITOR, "emacs");
	el_set(l->edit, EL_SIGNAL, 1);
	el_set(l->edit, EL_HIST, history, l->history);
	/* Wide characters: libedit keeps them as they are, and would keep copies of narrow
	 * strings. */
	el_wset(l->edit, EL_ADDFN, L"ply-complete", L"complete a command or a move",
		line_complete);
	el_set(l->edit, EL_BIND, "^I", "ply-complete", NULL);
	el_source(l->edit, NULL);
}

static void
close_editor(struct line_mode *l)
{
	HistEvent event;
	if (l->edit == NULL)
		return;
	if (*l->history_path != '\0')
		history(l->history, &event, H_SAVE, l->history_path);
	history_end(l->history);
	el_end(l->edit);
}

/* The next line without its end; NULL at the end of the input. */
static char *
line_next_line(struct line_mode *l)
{
	if (l->edit != NULL) {
		int count = 0;
		const char *typed = el_gets(l->edit, &count);
		if (typed == NULL || count <= 0)
			return NULL;
		free(l->read_line);
		l->read_line = strdup(typed);
		HistEvent event;
		if (count > 1)
			history(l->history, &event, H_ENTER, typed);
	} else if (getline(&l->read_line, &l->read_room, stdin) < 0)
		return NULL;
	char *line = l->read_line;
	if (line == NULL)
		return NULL;
	line += strspn(line, " \t:");
	size_t n = strlen(line);
	while (n > 0 && strchr(" \t\r\n", line[n - 1]) != NULL)
		line[--n] = '\0';
	return line;
}

static void
line_welcome(const struct line_mode *l)
{
	const struct game *g = line_game(l);
	const struct session *s = &l->session;
	char headline[160] = "";
	struct state view;
	match_view(&s->match, session_viewer(s), &view);
	g->view->headline(g, &view, session_viewer(s), headline, sizeof headline);
	printf("%s, seed %llu. %s.\n", g->ops->title,
	       (unsigned long long)s->match.setup.seed, headline);
	for (int i = 0; i < g->seats; i++)
		printf("%s%s: %s", i > 0 ? ", " : "", board_seat_word(g, i),
		       s->match.setup.seat[i].text);
	printf(".\n");
	if (!l->options->watch)
		printf("Type a move; ? is help, h a hint, q leaves and saves.\n");
}

/* Lines end where the terminal does, but between words. */
static void
take_width(const struct line_mode *l)
{
	struct winsize size;
	if (l->on_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		harmless_wrap(size.ws_col);
}

static void
read_lines(struct line_mode *l)
{
	while (!l->quit) {
		take_width(l);
		wait_for_searches(l);
		if (l->quit || l->options->watch)
			return;
		line_say_turn(l);
		char *line = line_next_line(l);
		if (line == NULL)
			return;
		if (*line == '#')
			continue;
		if (!line_pick(l, line) && *line != '\0' && !line_run_command(l, line))
			line_play(l, line);
		fflush(stdout);
	}
}

int
line_run(const struct catalog *catalog, struct store *store, struct match *m,
	 const struct line_options *options, struct status *st)
{
	struct line_mode *l = session_memory(sizeof *l);
	if (pipe2(l->wake, O_CLOEXEC | O_NONBLOCK) != 0) {
		status_fail(st, "cannot make a pipe for the searches: %s",
			    strerror(errno));
		match_close(m);
		free(l);
		return 1;
	}
	l->options = options;
	l->asked = -1;
	l->passed_to = SEAT_NONE;
	session_take(&l->session, catalog, store, m, l->wake[1]);
	l->session.advise = false;
	l->session.bounded = true;
	l->session.speed_ms = options->speed_ms;
	l->session.hint_ms = options->hint_ms;
	session_set_hint(&l->session, options->hint);
	l->session.now_us = clock_now_us();
	l->told = l->session.match.at;
	l->on_terminal = isatty(STDOUT_FILENO);
	l->tty = isatty(STDIN_FILENO) && l->on_terminal;
	l->picked = MOVE_NONE;
	take_width(l);
	if (l->tty && !options->watch)
		open_editor(l);
	line_welcome(l);
	line_interrupted = 0;
	read_lines(l);
	const bool over = match_over(&l->session.match);
	const int status = over || !options->watch ? 0 : l->quit ? 130 : 1;
	session_save(&l->session);
	if (l->session.unsaved[0] != '\0')
		printf("The last moves are not saved: %s.\n", l->session.unsaved);
	else if (store == NULL && !over)
		printf("Not saved: the file of saved games cannot be written.\n");
	else if (l->session.match.id != 0 && !over)
		printf("Saved: the game can be resumed.\n");
	close_editor(l);
	line_learn_end(l);
	session_close(&l->session);
	close(l->wake[0]);
	close(l->wake[1]);
	free(l->read_line);
	free(l);
	return status;
}
