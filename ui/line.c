/*
 * line.c - the game by typed lines: see line.h.
 *
 * Everything is said in sentences, one event a line, so that a screen reader, a pipe and a
 * test can all follow. A line is a command of the table below or a move in the game's
 * notation. Searches play before the next line is read; ^C meanwhile stops the search and
 * takes its best move, a second one ends the program, saved.
 */
#include "ui/line.h"

#include "src/base/asset.h"
#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/core/record.h"
#include "ui/boards/boards.h"
#include "ui/line_minds.h"
#include "ui/panes/panes.h"
#include "ui/session.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_HISTORY 500
#define BOARD_W	     78
#define BOARD_H	     21
#define POLL_MS	     50
#define COVER_LINES  40
#define MANY_MOVES   100
#define LISTED_MOVES 13 /* more are listed only on request */

struct line_mode {
	struct session session;
	const struct line_options *options;
	int wake[2];
	int told;  /* plies that have been said */
	int asked; /* match.at when the turn was announced, -1 */
	int passed_to;
	bool over_told, quit, tty;
	EditLine *edit;
	History *history;
	char history_path[512];
	char *read_line; /* getline's buffer */
	size_t read_room;
};

static volatile sig_atomic_t interrupted;

static void
on_interrupt(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

static void
catch_interrupt(bool on)
{
	struct sigaction a = { .sa_handler = on ? on_interrupt : SIG_DFL };
	sigemptyset(&a.sa_mask);
	sigaction(SIGINT, &a, NULL);
}

static const struct game *
game_of(const struct line_mode *l)
{
	return &l->session.match.setup.game;
}

/* ------------------------------------------------------------------ saying */

static void
say_figures(const struct game *g, const struct state *s)
{
	struct figure f[FIGURES_MAX];
	const int rows = g->ops->figures(g, s, f);
	for (int k = 0; k < rows; k++) {
		printf("%s:", f[k].name);
		for (int i = 0; i < g->seats; i++)
			printf("%s %s %d", i > 0 ? "," : "", board_seat_word(g, i),
			       f[k].per_seat[i]);
		printf(".\n");
	}
}

/* Chance that all can see: what it brought. */
static void
say_chance(const struct line_mode *l, int ply)
{
	const struct match *m = &l->session.match;
	const struct match_ply *p = &m->plies[ply];
	char text[200];
	const struct game *g = game_of(l);
	if (g->ops->event == NULL)
		return;
	g->ops->event(g, &m->states[ply], SEAT_CHANCE, p->m, &m->states[ply + 1], text,
		      sizeof text);
	if (text[0] != '\0')
		printf("%c%s.\n", toupper((unsigned char)text[0]), text + 1);
}

static void
say_ply(const struct line_mode *l, int ply)
{
	const struct session *s = &l->session;
	const struct game *g = game_of(l);
	const struct match_ply *p = &s->match.plies[ply];
	if (p->seat < 0) {
		if (g->traits & TRAIT_OPEN_CARDS)
			say_chance(l, ply);
		else if (game_hidden(g))
			printf("Cards are dealt.\n");
		return;
	}
	const int viewer = session_viewer_at(s, ply);
	struct state before, after;
	match_view_at(&s->match, ply, viewer, &before);
	match_view_at(&s->match, ply + 1, viewer, &after);
	const bool known = viewer == SEAT_ALL || viewer == p->seat ||
			   !board_secret(g, &before, p->seat, p->m);
	char said[200], event[160] = "";
	board_say(g, &before, p->seat, p->m, known, said, sizeof said);
	if (known && g->ops->event != NULL)
		g->ops->event(g, &before, p->seat, p->m, &after, event, sizeof event);
	if (*event >= 'a' && *event <= 'z')
		*event = (char)(*event - 'a' + 'A');
	printf("%s.%s%s%s\n", said, *event != '\0' ? " " : "", event,
	       *event != '\0' ? "." : "");
	if (*p->comment != '\0' && !session_fair(s) && s->match.setup.view != VIEW_FAIR)
		printf("  %s\n", p->comment);
}

static void
say_hand_over(const struct line_mode *l)
{
	struct state s;
	match_view_at(&l->session.match, l->session.hand_ply, SEAT_ALL, &s);
	printf("The hand is over.\n");
	say_figures(game_of(l), &s);
}

static void
say_over(struct line_mode *l)
{
	const struct match *m = &l->session.match;
	const struct game *g = game_of(l);
	struct state s;
	if (l->over_told || !match_over(m))
		return;
	l->over_told = true;
	match_view_at(m, m->at, SEAT_ALL, &s);
	printf("The game is over.\n");
	say_figures(g, &s);
	const seat_set winners = match_winners(m);
	const char *join = "";
	for (int i = 0; i < g->seats; i++)
		if (winners >> i & 1) {
			printf("%s%s", join, board_seat_word(g, i));
			join = " and ";
		}
	printf(winners & (winners - 1) ? " share the best result.\n" : " wins.\n");
}

static void
say_news(struct line_mode *l)
{
	struct session *s = &l->session;
	if (l->told > s->match.at)
		l->told = s->match.at;
	for (; l->told < s->match.at; l->told++) {
		if (s->hand_over && l->told == s->hand_ply)
			say_hand_over(l);
		say_ply(l, l->told);
	}
	if (*s->note != '\0') {
		printf("%s.\n", s->note);
		*s->note = '\0';
	}
	if (s->hand_over)
		session_continue(s);
	say_over(l);
	fflush(stdout);
}

static void
list_moves(const struct line_mode *l, int most)
{
	const struct game *g = game_of(l);
	const int seat = session_chooser(&l->session);
	static move moves[MOVES_MAX];
	struct state view;
	if (seat == SEAT_NONE) {
		printf("Nobody is to choose now.\n");
		return;
	}
	const int n = match_moves(&l->session.match, seat, moves);
	match_view(&l->session.match, seat, &view);
	if (n > MANY_MOVES && most < n)
		most = 3; /* a taste of the notation */
	printf("%d move%s:", n, n == 1 ? "" : "s");
	for (int i = 0; i < n && i < most; i++) {
		char text[MOVE_TEXT];
		g->ops->format_move(g, &view, seat, moves[i], text, sizeof text);
		printf(" %s", text);
	}
	printf(n > most ? " ... (moves lists all)\n" : "\n");
}

static void
say_holding(const struct line_mode *l, int seat)
{
	const struct game *g = game_of(l);
	const struct board_ops *ops = board_ops_for(g);
	char text[300] = "";
	struct state view;
	match_view(&l->session.match, seat, &view);
	if (ops->holding == NULL)
		return;
	ops->holding(g, &view, seat, text, sizeof text);
	printf("%s: %s.\n", board_seat_word(g, seat), text);
}

/* Whose turn it is, once. */
static void
say_turn(struct line_mode *l)
{
	const struct session *s = &l->session;
	const int seat = session_chooser(s);
	if (seat == SEAT_NONE || l->asked == s->match.at)
		return;
	l->asked = s->match.at;
	if (game_hidden(game_of(l)) && setup_humans(&s->match.setup) > 1 && l->tty &&
	    seat != l->passed_to && s->match.setup.view != VIEW_OPEN) {
		for (int i = 0; i < COVER_LINES; i++)
			putchar('\n');
		printf("Pass the terminal to %s, who types hand to see the cards.\n",
		       board_seat_word(game_of(l), seat));
		l->passed_to = seat;
	}
	printf("%s to choose. ", board_seat_word(game_of(l), seat));
	list_moves(l, LISTED_MOVES);
	fflush(stdout);
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
	interrupted = 0;
	if (l->options->watch || !session_move_now(&l->session))
		l->quit = true;
}

/* Lets the searches play until a person is to choose or the game is over. */
static void
wait_for_searches(struct line_mode *l)
{
	struct session *s = &l->session;
	catch_interrupt(true);
	while (!l->quit) {
		session_tick(s, clock_now_us());
		say_news(l);
		if (!session_waiting(s))
			break;
		drain(l);
		if (interrupted)
			on_break(l);
	}
	catch_interrupt(false);
}

static void
wait_for_hint(struct line_mode *l)
{
	struct session *s = &l->session;
	catch_interrupt(true);
	while (s->hint.worker != NULL && !l->quit) {
		session_tick(s, clock_now_us());
		if (s->hint.worker == NULL)
			break;
		drain(l);
		if (interrupted)
			on_break(l);
	}
	catch_interrupt(false);
}

/* ------------------------------------------------------------------ commands */

struct command {
	const char *name, *argument, *help;
	void (*run)(struct line_mode *l, const char *argument);
};
static const struct command commands[];

static void
do_help(struct line_mode *l, const char *argument)
{
	(void)l;
	(void)argument;
	printf("Type a move, or one of these:\n");
	for (const struct command *c = commands; c->name != NULL; c++)
		printf("  %-8s %-12s %s\n", c->name, c->argument, c->help);
}

static void
do_board(struct line_mode *l, const char *argument)
{
	static struct cell cells[BOARD_W * BOARD_H];
	static struct board b;
	const struct session *s = &l->session;
	struct canvas c = { .h = BOARD_H,
			    .w = BOARD_W,
			    .ascii = l->options->ascii,
			    .clip = { 0, 0, BOARD_H, BOARD_W },
			    .cells = cells };
	(void)argument;
	canvas_clear(&c);
	board_init(&b, game_of(l));
	b.viewer = session_viewer(s);
	b.bottom = session_person(s) != SEAT_NONE ? session_person(s) : 0;
	b.chooser = session_chooser(s);
	b.turn = session_turn(s);
	match_view(&s->match, b.viewer, &b.state);
	static move moves[MOVES_MAX];
	board_set_moves(&b, moves,
			b.chooser == SEAT_NONE
				? 0
				: match_moves(&s->match, b.chooser, moves));
	for (int i = 0; i < game_of(l)->seats; i++)
		b.names[i] = s->match.setup.seat[i].text;
	b.ops->draw(&b, &c, c.clip);
	for (int y = 0; y < BOARD_H; y++) {
		struct text row = { 0 };
		int last = BOARD_W - 1;
		while (last >= 0 && cells[y * BOARD_W + last].ch == ' ')
			last--;
		for (int x = 0; x <= last; x++) {
			const uint32_t ch = cells[y * BOARD_W + x].ch;
			char bytes[4];
			size_t n = 1;
			bytes[0] = (char)ch;
			if (ch >= 0x800) {
				bytes[0] = (char)(0xe0 | ch >> 12);
				bytes[1] = (char)(0x80 | (ch >> 6 & 63));
				bytes[2] = (char)(0x80 | (ch & 63));
				n = 3;
			} else if (ch >= 0x80) {
				bytes[0] = (char)(0xc0 | ch >> 6);
				bytes[1] = (char)(0x80 | (ch & 63));
				n = 2;
			}
			text_add_bytes(&row, bytes, n);
		}
		puts(row.s != NULL ? row.s : "");
		text_free(&row);
	}
}

static void
do_hand(struct line_mode *l, const char *argument)
{
	const struct session *s = &l->session;
	(void)argument;
	for (int i = 0; i < game_of(l)->seats; i++)
		if (i == session_person(s) || session_viewer(s) == SEAT_ALL)
			say_holding(l, i);
}

static void
do_moves(struct line_mode *l, const char *argument)
{
	(void)argument;
	list_moves(l, MOVES_MAX);
}

static void
do_scores(struct line_mode *l, const char *argument)
{
	struct state view;
	(void)argument;
	match_view(&l->session.match, session_viewer(&l->session), &view);
	say_figures(game_of(l), &view);
}

static void
do_log(struct line_mode *l, const char *argument)
{
	(void)argument;
	for (int k = 0; k < l->session.match.at; k++) {
		char line[200];
		log_line(&l->session, k, line, sizeof line);
		puts(line);
	}
}

/* One candidate of a hint in words. */
static void
say_candidate(const struct line_mode *l, const struct snapshot *s, int rank)
{
	const struct game *g = game_of(l);
	const struct board_ops *ops = board_ops_for(g);
	const struct stats_move *m = &s->moves[rank];
	char text[MOVE_TEXT], value[16];
	if (m->status == MOVE_UNSEARCHED)
		return;
	g->ops->format_move(g, &l->session.hint.root, s->mover, m->m, text, sizeof text);
	const double points = m->value[s->mover];
	value_text(value, sizeof value,
		   ops->value_name != NULL ? ops->value_top - points : points);
	printf("%d. %s, %s %s", rank + 1, text,
	       ops->value_name != NULL ? ops->value_name : "value", value);
	if (!isnan(m->win[s->mover]))
		printf(", wins %.0f%%", m->win[s->mover] * 100);
	printf(m->status == MOVE_FEW ? " (few samples).\n" : ".\n");
}

static void
do_hint(struct line_mode *l, const char *argument)
{
	struct session *s = &l->session;
	struct status st = { 0 };
	if (*argument != '\0') {
		struct player p;
		if (!player_parse(&p, argument, s->catalog, game_of(l), &st)) {
			printf("%s.\n", st.text);
			return;
		}
		snprintf(s->hint_player, sizeof s->hint_player, "%s", argument);
		session_hint_clear(s);
	}
	if (!session_hint(s, &st)) {
		printf("%s.\n", st.text);
		return;
	}
	wait_for_hint(l);
	if (!s->hint.known || s->hint.snap.move_count == 0) {
		printf("The search found nothing to say.\n");
		return;
	}
	printf("Hint of %s:\n", s->hint.name);
	for (int k = 0; k < s->hint.snap.move_count && k < 3; k++)
		say_candidate(l, &s->hint.snap, k);
	char pv[300] = "";
	snapshot_format_pv(&s->hint.snap, game_of(l), &s->hint.root, STATS_PV, pv,
			   sizeof pv);
	if (*pv != '\0')
		printf("Line: %s.\n", pv);
}

static void
do_effort(struct line_mode *l, const char *argument)
{
	const struct session_mind *mind = &l->session.mind;
	char nodes[12], spent[12];
	(void)argument;
	if (!mind->known) {
		printf("No search has run yet.\n");
		return;
	}
	text_format_count(nodes, sizeof nodes, (double)mind->snap.nodes);
	text_format_duration(spent, sizeof spent, mind->snap.elapsed_us / 1000);
	printf("%s, %s: %s, %s nodes, depth %d to %d, stopped by %s.\n",
	       board_seat_word(game_of(l), mind->seat), mind->name, spent, nodes,
	       mind->snap.depth, mind->snap.seldepth, stop_reason_names[mind->snap.stop]);
	if (session_fair(&l->session))
		return;
	char comment[MATCH_COMMENT] = "";
	match_comment(&mind->snap, game_of(l), comment, sizeof comment);
	printf("%s\n", comment);
}

static void
do_compare(struct line_mode *l, const char *argument)
{
	catch_interrupt(true);
	line_compare(&l->session, argument, &interrupted);
	catch_interrupt(false);
	interrupted = 0;
}

static void
do_explain(struct line_mode *l, const char *argument)
{
	(void)argument;
	catch_interrupt(true);
	line_explain(&l->session, &interrupted);
	catch_interrupt(false);
	interrupted = 0;
}

static void
do_beliefs(struct line_mode *l, const char *argument)
{
	(void)argument;
	line_beliefs(&l->session);
}

static void
after_jump(struct line_mode *l, bool done)
{
	l->told = l->session.match.at;
	l->asked = -1;
	l->over_told = false;
	if (!done)
		printf("There is no such move.\n");
	else
		printf("Now after move %d.%s\n", l->session.match.at,
		       l->session.paused ? " Paused: resume goes on." : "");
}

static void
do_undo(struct line_mode *l, const char *argument)
{
	after_jump(l, session_undo(&l->session, strcmp(argument, "one") == 0));
}

static void
do_redo(struct line_mode *l, const char *argument)
{
	(void)argument;
	after_jump(l, session_redo(&l->session));
}

static void
do_seats(struct line_mode *l, const char *argument)
{
	const struct game *g = game_of(l);
	(void)argument;
	for (int i = 0; i < g->seats; i++) {
		char text[PLAYER_TEXT];
		player_format(&l->session.match.setup.seat[i], text, sizeof text);
		printf("%c, %s: %s.\n", g->ops->seat_letter(g, i), board_seat_word(g, i),
		       text);
	}
}

static void
do_seat(struct line_mode *l, const char *argument)
{
	struct status st = { 0 };
	char name[24];
	int seat;
	const char *player = argument + strcspn(argument, " ");
	snprintf(name, sizeof name, "%.*s", (int)(player - argument), argument);
	player += strspn(player, " ");
	if (*player == '\0')
		printf("Expected a seat and a player, such as: seat W hard.\n");
	else if (!setup_find_seat(&l->session.match.setup, name, &seat, &st) ||
		 !session_seat(&l->session, seat, player, &st))
		printf("%s.\n", st.text);
	else {
		l->asked = -1;
		printf("%s is now %s.\n", board_seat_word(game_of(l), seat), player);
	}
}

static void
do_save(struct line_mode *l, const char *argument)
{
	struct status st = { 0 };
	if (*argument == '\0')
		printf("Expected a file name after save.\n");
	else if (record_save(&l->session.match, argument, &st))
		printf("Saved to %s.\n", argument);
	else
		printf("%s.\n", st.text);
}

static void
do_view(struct line_mode *l, const char *argument)
{
	struct status st = { 0 };
	enum view v = l->session.match.setup.view;
	if (*argument != '\0' && !view_parse(argument, &v, &st)) {
		printf("%s.\n", st.text);
		return;
	}
	if (*argument != '\0')
		session_set_view(&l->session, v);
	printf("The view is %s%s.\n", view_names[l->session.match.setup.view],
	       l->session.match.assisted ? "; the game counts as assisted" : "");
}

static void
do_pause(struct line_mode *l, const char *argument)
{
	(void)argument;
	session_pause(&l->session, true);
	printf("Paused: resume goes on, step makes one move.\n");
}

static void
do_resume(struct line_mode *l, const char *argument)
{
	(void)argument;
	session_pause(&l->session, false);
}

static void
do_step(struct line_mode *l, const char *argument)
{
	(void)argument;
	session_step(&l->session);
}

static void
do_speed(struct line_mode *l, const char *argument)
{
	int64_t ms = l->session.speed_ms;
	if (*argument != '\0' &&
	    (!text_parse_duration(argument, &ms) || ms < 0 || ms > 60000)) {
		printf("speed %s: expected 0ms to 60s.\n", argument);
		return;
	}
	l->session.speed_ms = (int)ms;
	printf("A move stays the last line for %d ms.\n", l->session.speed_ms);
}

static void
do_position(struct line_mode *l, const char *argument)
{
	char text[POSITION_TEXT];
	struct state view;
	(void)argument;
	match_view(&l->session.match, session_viewer(&l->session), &view);
	game_of(l)->ops->format_position(game_of(l), &view, text, sizeof text);
	puts(text);
}

static void
do_quit(struct line_mode *l, const char *argument)
{
	(void)argument;
	l->quit = true;
}

static const struct command commands[] = {
	{ "help", "", "this list", do_help },
	{ "hint", "[PLAYER]", "what a search would play and why it would", do_hint },
	{ "explain", "", "why that move, in sentences", do_explain },
	{ "compare", "[PLAYER...]", "what other players would choose here", do_compare },
	{ "beliefs", "", "what you can know of hidden cards", do_beliefs },
	{ "board", "", "the table as a picture in characters", do_board },
	{ "hand", "", "your cards or pegs in words", do_hand },
	{ "moves", "", "all legal moves", do_moves },
	{ "scores", "", "the scoreboard", do_scores },
	{ "log", "", "all moves so far", do_log },
	{ "effort", "", "how hard the last search worked", do_effort },
	{ "undo", "[one]", "back to your last decision, or one single move", do_undo },
	{ "redo", "", "play again what was taken back", do_redo },
	{ "seats", "", "who plays where", do_seats },
	{ "seat", "SEAT PLAYER", "give a seat to a person or a search", do_seat },
	{ "save", "FILE", "write the record", do_save },
	{ "view", "[VIEW]", "fair, study or open", do_view },
	{ "pause", "", "searches wait", do_pause },
	{ "resume", "", "searches go on", do_resume },
	{ "step", "", "one move of a search", do_step },
	{ "speed", "[TIME]", "how long a move stays the last line", do_speed },
	{ "position", "", "the position as text", do_position },
	{ "quit", "", "leave; the game resumes", do_quit },
	{ 0 },
};

static bool
run_command(struct line_mode *l, const char *line)
{
	const size_t n = strcspn(line, " ");
	for (const struct command *c = commands; c->name != NULL; c++) {
		if (strlen(c->name) != n || strncasecmp(c->name, line, n) != 0)
			continue;
		c->run(l, line + n + strspn(line + n, " "));
		return true;
	}
	return false;
}

static void
play_line(struct line_mode *l, const char *line)
{
	const struct game *g = game_of(l);
	const int seat = session_chooser(&l->session);
	struct status st = { 0 };
	struct state view;
	move m;
	if (seat == SEAT_NONE) {
		printf("\"%s\" is no command, and nobody is to choose a move: help lists "
		       "the commands.\n",
		       line);
		return;
	}
	match_view(&l->session.match, seat, &view);
	if (!g->ops->parse_move(g, &view, seat, line, &m, &st) ||
	    !session_play(&l->session, seat, m, &st))
		printf("%s.\n", st.text);
}

/* ------------------------------------------------------------------ reading */

static char *
edit_prompt(EditLine *edit)
{
	static char prompt[] = "> ";
	(void)edit;
	return prompt;
}

/* What the word before the cursor may become: commands and legal moves. */
static int
completions(const struct line_mode *l, const char *word, char (*out)[64], int max)
{
	const struct game *g = game_of(l);
	const int seat = session_chooser(&l->session);
	static move moves[MOVES_MAX];
	int n = 0;
	for (const struct command *c = commands; c->name != NULL && n < max; c++)
		if (strncasecmp(c->name, word, strlen(word)) == 0)
			snprintf(out[n++], 64, "%s", c->name);
	if (seat == SEAT_NONE)
		return n;
	struct state view;
	match_view(&l->session.match, seat, &view);
	const int count = match_moves(&l->session.match, seat, moves);
	for (int i = 0; i < count && n < max; i++) {
		char text[MOVE_TEXT];
		g->ops->format_move(g, &view, seat, moves[i], text, sizeof text);
		if (strncasecmp(text, word, strlen(word)) == 0)
			snprintf(out[n++], 64, "%s", text);
	}
	return n;
}

static unsigned char
complete(EditLine *edit, int ch)
{
	static char found[64][64];
	struct line_mode *l;
	char word[64];
	(void)ch;
	el_get(edit, EL_CLIENTDATA, &l);
	const LineInfo *li = el_line(edit);
	const int length = (int)(li->cursor - li->buffer);
	if (length >= (int)sizeof word)
		return CC_ERROR;
	memcpy(word, li->buffer, (size_t)length);
	word[length] = '\0';
	const int n = completions(l, word, found, 64);
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
	l->edit = el_init("plyscope", stdin, stdout, stderr);
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
	el_set(l->edit, EL_ADDFN, "ply-complete", "complete a command or a move",
	       complete);
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
next_line(struct line_mode *l)
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
welcome(const struct line_mode *l)
{
	const struct game *g = game_of(l);
	const struct session *s = &l->session;
	char headline[160] = "";
	struct state view;
	match_view(&s->match, session_viewer(s), &view);
	g->ops->headline(g, &view, session_viewer(s), headline, sizeof headline);
	printf("%s, seed %llu. %s.\n", g->ops->title,
	       (unsigned long long)s->match.setup.seed, headline);
	for (int i = 0; i < g->seats; i++)
		printf("%s%s: %s", i > 0 ? ", " : "", board_seat_word(g, i),
		       s->match.setup.seat[i].text);
	printf(".\n");
	if (!l->options->watch)
		printf("Type a move, or help.\n");
}

static void
read_lines(struct line_mode *l)
{
	while (!l->quit) {
		wait_for_searches(l);
		if (l->quit || l->options->watch)
			return;
		say_turn(l);
		char *line = next_line(l);
		if (line == NULL)
			return;
		if (*line == '\0' || *line == '#')
			continue;
		if (!run_command(l, line))
			play_line(l, line);
		fflush(stdout);
	}
}

int
line_run(const struct catalog *catalog, struct store *store, struct match *m,
	 const struct line_options *options)
{
	struct line_mode *l = session_memory(sizeof *l);
	if (pipe2(l->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		BUG("no pipe for the line mode: %s", strerror(errno));
	l->options = options;
	l->asked = -1;
	l->passed_to = SEAT_NONE;
	session_take(&l->session, catalog, store, m, l->wake[1]);
	l->session.advise = false;
	l->session.speed_ms = options->speed_ms;
	l->session.now_us = clock_now_us();
	l->told = l->session.match.at;
	l->tty = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	if (l->tty && !options->watch)
		open_editor(l);
	welcome(l);
	interrupted = 0;
	read_lines(l);
	const bool over = match_over(&l->session.match);
	const int status = over || !options->watch ? 0 : l->quit ? 130 : 1;
	if (store != NULL && !over && !l->session.store_failed)
		printf("Saved: the game can be resumed.\n");
	close_editor(l);
	session_close(&l->session);
	close(l->wake[0]);
	close(l->wake[1]);
	free(l->read_line);
	free(l);
	return status;
}
