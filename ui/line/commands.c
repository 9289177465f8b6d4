/*
 * commands.c - the line mode: typed lines, commands of the table or moves.
 */
#include "src/base/text.h"
#include "src/core/effort.h"
#include "src/core/record.h"
#include "ui/boards/boards.h"
#include "ui/line/private.h"
#include "ui/panes/panes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOARD_W 78
#define BOARD_H 21
#define HINTED	3 /* candidates of a hint */

struct line_command {
	const char *name, *key, *argument, *help; /* key: in place of the name; "" */
	void (*run)(struct line_mode *l, const char *argument);
};
static const struct line_command commands[];

static void
do_help(struct line_mode *l, const char *argument)
{
	printf("Type a move, or one of these:\n");
	for (const struct line_command *c = commands; c->name != NULL; c++)
		printf("  %1s %-8s %-12s %s\n", c->key, c->name, c->argument, c->help);
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
	canvas_clear(&c);
	board_init(&b, line_game(l));
	b.viewer = session_viewer(s);
	b.bottom = session_person(s) != SEAT_NONE ? session_person(s) : 0;
	b.chooser = session_chooser(s);
	b.turn = session_turn(s);
	match_view(&s->match, b.viewer, &b.state);
	board_set_moves(&b, &s->match.states[s->match.at]);
	for (int i = 0; i < line_game(l)->seats; i++)
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
	for (int i = 0; i < line_game(l)->seats; i++)
		if (i == session_person(s) || session_viewer(s) == SEAT_ALL)
			line_say_holding(l, i);
}

static void
do_moves(struct line_mode *l, const char *argument)
{
	line_list_moves(l, MOVES_MAX);
}

static void
do_scores(struct line_mode *l, const char *argument)
{
	struct state view;
	match_view(&l->session.match, session_viewer(&l->session), &view);
	line_say_figures(line_game(l), &view);
}

static void
do_log(struct line_mode *l, const char *argument)
{
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
	const struct game *g = line_game(l);
	const struct stats_move *m = &s->moves[rank];
	char text[MOVE_TEXT], value[16];
	if (m->status == MOVE_UNSEARCHED)
		return;
	g->text->format_move(g, &l->session.hint.root, s->mover, m->m, text, sizeof text);
	const double points = m->value[s->mover], win = m->win[s->mover];
	const char sign = *stats_told_sign(g, m->status);
	value_text(g, game_told(g, points), value, sizeof value);
	printf("%d. %s:", rank + 1, text);
	if (!isnan(points) && (tells_points(g) || isnan(win)))
		printf(" %s%s %s%s",
		       sign == '<'   ? "at most "
		       : sign == '>' ? "at least "
				     : "",
		       value, g->ops->point_name, isnan(win) ? "" : ",");
	if (!isnan(win))
		printf(" wins %.0f of 100", win * 100);
	printf(m->status == MOVE_FEW ? ", not sure yet.\n" : ".\n");
}

static void
do_hint(struct line_mode *l, const char *argument)
{
	struct session *s = &l->session;
	struct status st = { 0 };
	if (*argument != '\0') {
		struct player p;
		player_trust(argument, s->catalog);
		if (!player_parse(&p, argument, s->catalog, line_game(l), &st)) {
			printf("%s.\n", st.text);
			return;
		}
		session_set_hint(s, argument);
		session_hint_clear(s);
	}
	if (!session_hint(s, &st)) {
		printf("%s.\n", st.text);
		return;
	}
	line_wait_for_hint(l);
	if (!s->hint.known || s->hint.snap.move_count == 0) {
		if (s->hint.known && snapshot_failed(&s->hint.snap, &st))
			printf("%s.\n", st.text);
		else
			printf("The search has nothing to report.\n");
		return;
	}
	printf("Hint of %s:\n", s->hint.name);
	for (int k = 0; k < s->hint.snap.move_count && k < HINTED; k++)
		say_candidate(l, &s->hint.snap, k);
	char pv[300] = "";
	snapshot_format_pv(&s->hint.snap, line_game(l), &s->hint.root, STATS_PV, pv,
			   sizeof pv);
	if (strchr(pv, ' ') != NULL)
		printf("It expects: %s.\n", pv);
}

static void
do_effort(struct line_mode *l, const char *argument)
{
	const struct session_search *search = &l->session.search;
	char effort[160], given[PLAYER_TEXT];
	if (!search->known) {
		printf("No search has been run yet.\n");
		return;
	}
	if (session_fair(&l->session) && search->seat != session_person(&l->session)) {
		player_format(&l->session.match.setup.seat[search->seat], given,
			      sizeof given);
		printf("%s: %s. Its search depends on its cards and stays hidden in "
		       "%s.\n",
		       board_seat_word(line_game(l), search->seat), given,
		       session_ranges(&l->session) ? "STUDY" : "FAIR");
		return;
	}
	effort_format(&search->snap,
		      "{nodes} nodes in {elapsed}, {depth=} moves ahead, on one line "
		      "{seldepth=}",
		      effort, sizeof effort);
	printf("%s, %s: %s; %s.\n", board_seat_word(line_game(l), search->seat),
	       search->name, effort, stop_words[search->snap.stop].says);
	if (session_fair(&l->session))
		return;
	char comment[MATCH_COMMENT] = "";
	match_comment(&search->snap, line_game(l), comment, sizeof comment);
	line_say_comment(line_game(l), comment);
}

static void
do_compare(struct line_mode *l, const char *argument)
{
	line_catch_interrupt(true);
	line_compare(&l->session, argument, &line_interrupted);
	line_catch_interrupt(false);
	line_interrupted = 0;
}

static void
do_explain(struct line_mode *l, const char *argument)
{
	line_catch_interrupt(true);
	line_explain(&l->session, &line_interrupted);
	line_catch_interrupt(false);
	line_interrupted = 0;
}

static void
do_beliefs(struct line_mode *l, const char *argument)
{
	line_beliefs(&l->session);
}

static void
line_commands_after_jump(struct line_mode *l, bool done)
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
	line_commands_after_jump(l,
				 session_undo(&l->session, strcmp(argument, "one") == 0));
}

static void
do_redo(struct line_mode *l, const char *argument)
{
	line_commands_after_jump(l, session_redo(&l->session));
}

static void
do_seats(struct line_mode *l, const char *argument)
{
	const struct game *g = line_game(l);
	for (int i = 0; i < g->seats; i++) {
		char text[PLAYER_TEXT];
		player_format(&l->session.match.setup.seat[i], text, sizeof text);
		printf("%c, %s: %s.\n", game_seat_letter(g, i), board_seat_word(g, i),
		       text);
	}
}

static void
do_seat(struct line_mode *l, const char *argument)
{
	struct status st = { 0 };
	char name[24];
	int seat;
	const char *player = argument + strcspn(argument, " =");
	snprintf(name, sizeof name, "%.*s", (int)(player - argument), argument);
	player += strspn(player, " =");
	player_trust(player, l->session.catalog);
	if (*player == '\0')
		printf("Expected a seat and a player, such as: seat W hard.\n");
	else if (!setup_find_seat(&l->session.match.setup, name, &seat, &st) ||
		 !session_seat(&l->session, seat, player, &st))
		printf("%s.\n", st.text);
	else {
		l->asked = -1;
		printf("%s is now %s.\n", board_seat_word(line_game(l), seat), player);
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
	session_pause(&l->session, true);
	printf("Paused: resume goes on, step makes one move.\n");
}

static void
do_resume(struct line_mode *l, const char *argument)
{
	session_pause(&l->session, false);
}

static void
do_step(struct line_mode *l, const char *argument)
{
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
	printf("Each move of a search is followed by a pause of %d ms.\n",
	       l->session.speed_ms);
}

static void
do_position(struct line_mode *l, const char *argument)
{
	char text[POSITION_TEXT];
	struct state view;
	match_view(&l->session.match, session_viewer(&l->session), &view);
	line_game(l)->text->format_position(line_game(l), &view, text, sizeof text);
	puts(text);
}

static void
do_costs(struct line_mode *l, const char *argument)
{
	const bool on = strcmp(argument, "on") == 0;
	if (*argument != '\0' && !on && strcmp(argument, "off") != 0) {
		printf("costs %s: expected on or off.\n", argument);
		return;
	}
	if (*argument != '\0')
		session_tell_costs(&l->session, on);
	printf("Costs of your moves are %s.\n",
	       l->session.tell_costs ? "shown; the game counts as assisted" : "hidden");
}

static void
do_learn(struct line_mode *l, const char *argument)
{
	line_catch_interrupt(true);
	line_learn(l);
	line_catch_interrupt(false);
	line_interrupted = 0;
}

static void
do_quit(struct line_mode *l, const char *argument)
{
	l->quit = true;
}

static const struct line_command commands[] = {
	{ "help", "?", "", "this list", do_help },
	{ "hint", "h", "[PLAYER]",
	  "a search's move and its reason; then 1 to 3 pick a move, Enter plays it",
	  do_hint },
	{ "explain", "", "", "explain that move in sentences", do_explain },
	{ "compare", "", "[PLAYER...]", "what other players would choose here",
	  do_compare },
	{ "costs", "", "[on|off]", "show the cost of each of your moves after it",
	  do_costs },
	{ "learn", "", "",
	  "after the game: your three costliest decisions again, as questions",
	  do_learn },
	{ "beliefs", "", "", "where the hidden cards may be, from what you have seen",
	  do_beliefs },
	{ "board", "", "", "draw the table", do_board },
	{ "hand", "", "", "your cards or pegs in words", do_hand },
	{ "moves", "", "", "all legal moves", do_moves },
	{ "scores", "", "", "the scoreboard", do_scores },
	{ "log", "", "", "all moves so far", do_log },
	{ "effort", "", "", "time, nodes and depth of the last search", do_effort },
	{ "undo", "", "[one]", "take back to your last decision, or a single move",
	  do_undo },
	{ "redo", "", "", "play the moves again that were taken back", do_redo },
	{ "seats", "", "", "who plays where", do_seats },
	{ "seat", "", "SEAT PLAYER", "seat a person or a search", do_seat },
	{ "save", "", "FILE", "write the record", do_save },
	{ "view", "", "[VIEW]", "fair, study or open", do_view },
	{ "pause", "", "", "pause the searches", do_pause },
	{ "resume", "", "", "let the searches go on", do_resume },
	{ "step", "", "", "one move of a search", do_step },
	{ "speed", "", "[TIME]", "pause after each move of a search", do_speed },
	{ "position", "", "", "the position as text", do_position },
	{ "quit", "q", "", "leave; the game resumes", do_quit },
	{ 0 },
};

bool
line_run_command(struct line_mode *l, const char *line)
{
	const size_t n = strcspn(line, " ");
	for (const struct line_command *c = commands; c->name != NULL; c++) {
		const bool named =
			strlen(c->name) == n && strncasecmp(c->name, line, n) == 0;
		if (!named && (*c->key == '\0' || strcmp(c->key, line) != 0))
			continue;
		c->run(l, line + n + strspn(line + n, " "));
		return true;
	}
	return false;
}

/* Candidate `line` of the hint for this turn; MOVE_NONE: it is none, or the digit is a move. */
static move
hinted_move(const struct line_mode *l, const char *line)
{
	const struct session_search *hint = &l->session.hint;
	const struct game *g = line_game(l);
	const int seat = session_chooser(&l->session), k = line[0] - '1';
	struct state view;
	move m;
	if (k < 0 || k >= HINTED || line[1] != '\0' || !hint->known ||
	    hint->ply != l->session.match.at || hint->seat != seat ||
	    k >= hint->snap.move_count)
		return MOVE_NONE;
	match_view(&l->session.match, seat, &view);
	return game_parse_move(g, &view, seat, line, &m, NULL) ? MOVE_NONE
							       : hint->snap.moves[k].m;
}

/* Plays a person's move, and prints its cost where costs are shown. */
static void
line_commands_made(struct line_mode *l, int seat, move m)
{
	const int ply = l->session.match.at;
	struct status st = { 0 };
	if (session_play(&l->session, seat, m, &st))
		line_say_cost(l, ply);
	else
		printf("%s.\n", st.text);
}

bool
line_pick(struct line_mode *l, const char *line)
{
	const move before = l->picked, m = hinted_move(l, line);
	const int seat = session_chooser(&l->session);
	const struct game *g = line_game(l);
	struct state view;
	char text[MOVE_TEXT];
	l->picked = m;
	if (m != MOVE_NONE) {
		match_view(&l->session.match, seat, &view);
		g->text->format_move(g, &view, seat, m, text, sizeof text);
		printf("%s: Enter plays it.\n", text);
		return true;
	}
	if (*line != '\0' || before == MOVE_NONE || seat == SEAT_NONE)
		return false;
	line_commands_made(l, seat, before);
	return true;
}

void
line_play(struct line_mode *l, const char *line)
{
	const struct game *g = line_game(l);
	const int seat = session_chooser(&l->session);
	struct status st = { 0 };
	struct state view;
	move m;
	if (seat == SEAT_NONE && line_learn_answer(l, line))
		return;
	if (seat == SEAT_NONE) {
		printf("\"%s\" is not a command, and no seat is to move: help lists the "
		       "commands.\n",
		       line);
		return;
	}
	match_view(&l->session.match, seat, &view);
	if (game_parse_move(g, &view, seat, line, &m, &st))
		line_commands_made(l, seat, m);
	else
		printf("%s.\n", st.text);
}

int
line_completions(const struct line_mode *l, const char *word, char (*out)[64], int max)
{
	const struct game *g = line_game(l);
	const int seat = session_chooser(&l->session);
	static move moves[MOVES_MAX];
	int n = 0;
	for (const struct line_command *c = commands; c->name != NULL && n < max; c++)
		if (strncasecmp(c->name, word, strlen(word)) == 0)
			snprintf(out[n++], 64, "%s", c->name);
	if (seat == SEAT_NONE)
		return n;
	struct state view;
	match_view(&l->session.match, seat, &view);
	const int count = match_moves(&l->session.match, seat, moves);
	for (int i = 0; i < count && n < max; i++) {
		char text[MOVE_TEXT];
		g->text->format_move(g, &view, seat, moves[i], text, sizeof text);
		if (strncasecmp(text, word, strlen(word)) == 0)
			snprintf(out[n++], 64, "%s", text);
	}
	return n;
}
