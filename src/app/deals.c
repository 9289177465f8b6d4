/*
 * deals.c - see deals.h.
 *
 * Only hands that are over are written, for then all their cards have been seen. Everything is
 * read from the texts of moves and positions, which the games of tricks share.
 */
#include "src/app/deals.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The text of a ply's move; false: it is a deal. */
static bool
ply_text(const struct match *m, int ply, char out[static MOVE_TEXT])
{
	const struct game *g = &m->setup.game;
	const struct match_ply *p = &m->plies[ply];
	if (p->seat < 0)
		return false;
	g->text->format_move(g, &m->states[ply], p->seat, p->m, out, MOVE_TEXT);
	return true;
}

static bool
is_card(const char *text)
{
	return strlen(text) == 2 && strchr("CDHS", text[1]) != NULL;
}

/* [Deal "S:AQ3.K..T92 ..."]: the hands of a position, spades first. */
static void
write_deal(const struct game *g, const struct state *s, struct text *out)
{
	char text[POSITION_TEXT];
	g->text->format_position(g, s, text, sizeof text);
	text_add(out, "[Deal \"%c:", game_seat_letter(g, 0));
	for (int i = 0; i < g->seats; i++) {
		const char key[] = { ' ', game_seat_letter(g, i), '=', '\0' };
		const char *hand = strstr(text, key);
		const int n = hand != NULL ? (int)strcspn(hand + 3, " ") : 0;
		text_add(out, "%s%.*s", i > 0 ? " " : "", n,
			 hand != NULL ? hand + 3 : "");
	}
	text_add(out, "\"]\n");
}

/* What each seat said before the play: [Pass "S:QS+KS+AH ..."] or [Bids "S:3 ..."]. */
static void
write_before(const struct match *m, int from, int to, struct text *out)
{
	char text[MOVE_TEXT];
	bool open = false;
	for (int k = from; k < to; k++) {
		if (!ply_text(m, k, text) || is_card(text))
			continue;
		if (!open)
			text_add(out, "[%s \"",
				 strchr(text, '+') != NULL ? "Pass" : "Bids");
		text_add(out, "%s%c:%s", open ? " " : "",
			 game_seat_letter(&m->setup.game, m->plies[k].seat), text);
		open = true;
	}
	if (open)
		text_add(out, "\"]\n");
}

/* A trick a line: who leads, and the cards in order. */
static void
write_tricks(const struct match *m, int from, int to, struct text *out)
{
	const struct game *g = &m->setup.game;
	char text[MOVE_TEXT];
	int cards = 0;
	for (int k = from; k < to; k++) {
		if (!ply_text(m, k, text) || !is_card(text))
			continue;
		if (cards == 0)
			text_add(out, "[Play \"%c\"]\n",
				 game_seat_letter(g, m->plies[k].seat));
		if (cards % g->seats == 0)
			text_add(out, "%c ", game_seat_letter(g, m->plies[k].seat));
		text_add(out, " %s%s", text, ++cards % g->seats == 0 ? "\n" : "");
	}
}

/* The scoreboard: [Hand "S:5 W:13 N:8 E:0"]. */
static void
write_scores(const struct game *g, const struct state *s, struct text *out)
{
	struct figure rows[FIGURES_MAX];
	const int n = game_figures(g, s, rows);
	for (int r = 0; r < n; r++) {
		if (strcmp(rows[r].name, "cards") == 0)
			continue;
		text_add(out, "[%c%s \"", toupper((unsigned char)rows[r].name[0]),
			 rows[r].name + 1);
		for (int i = 0; i < g->seats; i++)
			text_add(out, "%s%c:%d", i > 0 ? " " : "", game_seat_letter(g, i),
				 (int)rows[r].per_seat[i]);
		text_add(out, "\"]\n");
	}
}

static void
write_hand(const struct match *m, int number, int from, int to, struct text *out)
{
	const struct game *g = &m->setup.game;
	text_add(out, "%s[Event \"plyscope\"]\n[Game \"%s\"]\n[Date \"%.10s\"]\n",
		 number > 1 ? "\n" : "", g->ops->title, m->date);
	text_add(out, "[Board \"%d\"]\n", number);
	for (int i = 0; i < g->seats; i++)
		text_add(out, "[%s \"%s\"]\n", game_seat_word(g, i),
			 m->setup.seat[i].text);
	write_deal(g, &m->states[from], out);
	write_before(m, from, to, out);
	write_tricks(m, from, to, out);
	write_scores(g, &m->states[to], out);
}

bool
deals_write(const struct match *m, struct text *out, struct status *st)
{
	const struct game *g = &m->setup.game;
	int number = 0, from = 0;
	if (g->ops->trick == NULL)
		return status_fail(st,
				   "convert: expected a record of Hearts or Spades, "
				   "not of %s",
				   g->ops->title);
	for (int k = 1; k <= m->at; k++) {
		if (m->plies[k - 1].seat == SEAT_CHANCE)
			from = k;
		if (g->rules->settled(g, &m->states[k]) &&
		    !g->rules->settled(g, &m->states[k - 1]))
			write_hand(m, ++number, from, k, out);
	}
	return number > 0 || status_fail(st, "convert: no hand of the record is over");
}
