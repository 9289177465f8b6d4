/*
 * say.c - the line mode: the game in sentences, an event a line.
 */
#include "src/base/text.h"
#include "src/lab/aivat.h"
#include "ui/boards/boards.h"
#include "ui/boards/cards.h"
#include "ui/line/private.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COVER_LINES  40
#define MANY_MOVES   100
#define LISTED_MOVES 13 /* more are listed only on request */

void
line_say_figures(const struct game *g, const struct state *s)
{
	struct figure f[FIGURES_MAX];
	const int rows = game_figures(g, s, f);
	for (int k = 0; k < rows; k++) {
		printf("%s:", f[k].name);
		for (int i = 0; i < g->seats; i++) {
			char value[BOARD_FIGURE];
			board_figure(g, s, &f[k], i, value);
			printf("%s %s %s", i > 0 ? "," : "", board_seat_word(g, i),
			       strcmp(value, "-") == 0 ? "none" : value);
		}
		printf(".\n");
	}
}

/* Chance: its outcome when everybody may see it, else only that something was dealt. */
static void
say_chance(const struct line_mode *l, int ply)
{
	const struct match *m = &l->session.match;
	const struct game *g = line_game(l);
	const int viewer = session_viewer_at(&l->session, ply);
	char text[200] = "";
	struct state before, after;
	match_view_at(m, ply, viewer, &before);
	match_view_at(m, ply + 1, viewer, &after);
	game_event(g, &before, SEAT_CHANCE, m->plies[ply].m, &after, text, sizeof text);
	if (text[0] != '\0')
		printf("%c%s.\n", toupper((unsigned char)text[0]), text + 1);
	else if (game_hidden(g) && (g->traits & TRAIT_OPEN_CARDS) == 0)
		printf("Cards are dealt.\n");
}

/* The cards that a move brought to the person. */
static void
say_received(const struct line_mode *l, int ply)
{
	const struct session *s = &l->session;
	const struct board_ops *ops = board_ops_for(line_game(l));
	const int person = session_person(s);
	struct state before, after;
	char cards[HOLDING_TEXT];
	int from = SEAT_NONE;
	if (person == SEAT_NONE || ops->received == NULL ||
	    setup_humans(&s->match.setup) > 1)
		return;
	match_view_at(&s->match, ply, person, &before);
	match_view_at(&s->match, ply + 1, person, &after);
	const uint64_t set = ops->received(line_game(l), &before, &after, person, &from);
	if (set == 0)
		return;
	cards_holding(set, cards, sizeof cards);
	printf("From %s: %s.\n", board_seat_word(line_game(l), from), cards);
}

void
line_say_comment(const struct game *g, const char *comment)
{
	static const char values[] = "value=";
	const size_t n = strlen(values);
	printf("  ");
	if (g->ops->penalties > 0 && strncmp(comment, values, n) == 0) {
		printf("points");
		comment += n - 1; /* at "=", later at a comma */
		do {
			char *end;
			const double x = game_told(g, strtod(comment + 1, &end));
			printf("%c%.*f", *comment, game_decimals(g),
			       text_shown(x, game_decimals(g)));
			comment = end;
		} while (*comment == ',');
	}
	printf("%s\n", comment);
}

static void
say_ply(const struct line_mode *l, int ply)
{
	const struct session *s = &l->session;
	const struct game *g = line_game(l);
	const struct match_ply *p = &s->match.plies[ply];
	if (p->seat < 0) {
		say_chance(l, ply);
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
	if (known)
		game_event(g, &before, p->seat, p->m, &after, event, sizeof event);
	if (*event >= 'a' && *event <= 'z')
		*event = (char)(*event - 'a' + 'A');
	printf("%s.%s%s%s\n", said, *event != '\0' ? " " : "", event,
	       *event != '\0' ? "." : "");
	say_received(l, ply);
	if (*p->comment != '\0' && !session_fair(s) && s->match.setup.view != VIEW_FAIR)
		line_say_comment(g, p->comment);
}

static void
say_hand_over(const struct line_mode *l)
{
	struct state s;
	match_view_at(&l->session.match, l->session.hand_ply, SEAT_ALL, &s);
	printf("The hand is over.\n");
	line_say_figures(line_game(l), &s);
}

/* The outcome for each seat, where a game has such figures. */
static void
say_session(const struct match *m)
{
	const struct game *g = &m->setup.game;
	char line[SESSION_LINES][SESSION_LINE], luck[SESSION_LINE];
	for (int seat = 0; seat < g->seats && g->results->session != NULL; seat++) {
		const int n = g->results->session(g, m->states, m->at + 1, seat, line);
		for (int i = 0; i < n; i++)
			printf("%s%s%s\n", i == 0 ? board_seat_word(g, seat) : "",
			       i == 0 ? ": " : "  ", line[i]);
		aivat_tell(m, seat, luck, sizeof luck);
		if (*luck != '\0')
			printf("  %s\n", luck);
	}
}

static void
say_over(struct line_mode *l)
{
	const struct match *m = &l->session.match;
	const struct game *g = line_game(l);
	struct state s;
	if (l->over_told || !match_over(m))
		return;
	l->over_told = true;
	match_view_at(m, m->at, SEAT_ALL, &s);
	printf("The game is over.\n");
	line_say_figures(g, &s);
	const seat_set winners = match_winners(m);
	const char *join = "";
	for (int i = 0; i < g->seats; i++)
		if (winners >> i & 1) {
			printf("%s%s", join, board_seat_word(g, i));
			join = " and ";
		}
	printf(winners & (winners - 1) ? " share the best result.\n" : " wins.\n");
	say_session(m);
	if (g->results->session != NULL && setup_humans(&m->setup) == 1)
		line_say_costliest(l);
}

void
line_say_news(struct line_mode *l)
{
	struct session *s = &l->session;
	if (l->told > s->match.at)
		l->told = s->match.at;
	for (; l->told < s->match.at; l->told++) {
		if (s->hand_over && l->told == s->hand_ply) {
			say_hand_over(l);
			memset(l->held, 0, sizeof l->held); /* the next may be alike */
		}
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

void
line_list_moves(const struct line_mode *l, int most)
{
	const struct game *g = line_game(l);
	const int seat = session_chooser(&l->session);
	static move moves[MOVES_MAX];
	struct state view;
	if (seat == SEAT_NONE) {
		printf("No seat has to choose now.\n");
		return;
	}
	const int n = match_moves(&l->session.match, seat, moves);
	match_view(&l->session.match, seat, &view);
	if (n > MANY_MOVES && most < n) {
		char text[MOVE_TEXT];
		int cards = 1;
		g->text->format_move(g, &view, seat, moves[0], text, sizeof text);
		for (const char *at = text; (at = strchr(at, '+')) != NULL; at++)
			cards++;
		if (cards > 1)
			printf("%d passes: type %d cards, such as %s; moves lists all.\n",
			       n, cards, text);
		else
			printf("%d moves: type one, such as %s; moves lists all.\n", n,
			       text);
		return;
	}
	printf("%d move%s:", n, n == 1 ? "" : "s");
	for (int i = 0; i < n && i < most; i++) {
		char text[MOVE_TEXT];
		g->text->format_move(g, &view, seat, moves[i], text, sizeof text);
		printf(" %s", text);
	}
	printf(n > most ? " ... (moves lists all)\n" : "\n");
}

/* The names of the hidden things that are with a seat. */
static void
held_things(const struct game *g, const struct state *view, int seat,
	    char out[static HOLDING_TEXT])
{
	static struct things things; /* large; one thread speaks */
	int n = 0;
	g->hidden->things(g, &things);
	const uint64_t held = g->hidden->held(g, view, seat);
	for (int i = 0; i < things.count && n < HOLDING_TEXT; i++)
		if (held >> i & 1)
			n += snprintf(out + n, (size_t)(HOLDING_TEXT - n), "%s%s",
				      n > 0 ? " " : "", things.name[i]);
}

/* What a seat holds, in words; false: its game has none. */
static bool
holding_in(const struct game *g, const struct state *view, int seat,
	   char out[static HOLDING_TEXT])
{
	const struct board_ops *ops = board_ops_for(g);
	*out = '\0';
	if (ops->holding != NULL)
		ops->holding(g, view, seat, out, HOLDING_TEXT);
	else if (game_hidden(g) && g->hidden->held != NULL)
		held_things(g, view, seat, out);
	return *out != '\0';
}

static bool
holding(const struct line_mode *l, int seat, char out[static HOLDING_TEXT])
{
	struct state view;
	match_view(&l->session.match, seat, &view);
	return holding_in(line_game(l), &view, seat, out);
}

void
line_say_held(const struct line_mode *l, const struct state *view, int seat)
{
	char text[HOLDING_TEXT];
	if (holding_in(line_game(l), view, seat, text))
		printf("%s: %s.\n", board_seat_word(line_game(l), seat), text);
}

void
line_say_cost(struct line_mode *l, int ply)
{
	struct text said = { 0 };
	const struct analyze_move *m;
	if (!l->session.tell_costs)
		return;
	line_say_news(l); /* the move itself comes first */
	m = session_wait_cost(&l->session, ply);
	if (m == NULL || m->choices < 2)
		return;
	analyze_say(&l->session.match, m, &said);
	printf("%s.\n", said.s);
	text_free(&said);
}

void
line_say_holding(const struct line_mode *l, int seat)
{
	char text[HOLDING_TEXT];
	if (holding(l, seat, text))
		printf("%s: %s.\n", board_seat_word(line_game(l), seat), text);
}

/* All words of `now` stand in `before`, in this order: things have gone, none has come. */
static bool
only_fewer(const char *now, const char *before)
{
	static const char blanks[] = " ;";
	for (now += strspn(now, blanks); *now != '\0'; now += strspn(now, blanks)) {
		const size_t n = strcspn(now, blanks);
		bool same = false;
		for (; !same && *before != '\0'; before += strspn(before, blanks)) {
			const size_t k = strcspn(before, blanks);
			same = k == n && strncmp(now, before, n) == 0;
			before += k;
		}
		if (!same)
			return false;
		now += n;
	}
	return true;
}

/* The hand, unasked, when it has new cards: after a deal, after a pass, when a choice is taken
 * back. Nothing is said that others at the terminal may not see. */
static void
say_new_hand(struct line_mode *l, int seat)
{
	const struct game *g = line_game(l);
	const struct setup *setup = &l->session.match.setup;
	char text[HOLDING_TEXT];
	if ((g->traits & TRAIT_CHANCE) == 0 || (g->traits & TRAIT_OPEN_CARDS) != 0 ||
	    (game_hidden(g) && setup_humans(setup) > 1 && setup->view != VIEW_OPEN) ||
	    !holding(l, seat, text))
		return;
	if (!only_fewer(text, l->held[seat]))
		line_say_holding(l, seat);
	snprintf(l->held[seat], sizeof l->held[seat], "%s", text);
}

void
line_say_turn(struct line_mode *l)
{
	const struct session *s = &l->session;
	const int seat = session_chooser(s);
	if (seat == SEAT_NONE || l->asked == s->match.at)
		return;
	l->asked = s->match.at;
	if (game_hidden(line_game(l)) && setup_humans(&s->match.setup) > 1 && l->tty &&
	    seat != l->passed_to && s->match.setup.view != VIEW_OPEN) {
		for (int i = 0; i < COVER_LINES; i++)
			putchar('\n');
		printf("Pass the terminal to %s, who types hand to see the cards.\n",
		       board_seat_word(line_game(l), seat));
		l->passed_to = seat;
	}
	say_new_hand(l, seat);
	printf("%s to choose. ", board_seat_word(line_game(l), seat));
	line_list_moves(l, LISTED_MOVES);
	fflush(stdout);
}
