/*
 * trust.c - a question before a game in which a file names a program for a seat: may it be started?
 *
 * One program at a time, its command line in full. The answer no gives its seats to `medium`. Then
 * the table opens; leaving the question opens nothing.
 */
#include "src/core/match.h"
#include "ui/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INSTEAD "medium"

struct trust_question {
	struct screen screen;
	struct setup setup; /* of a new game */
	struct match m;	    /* of one that goes on */
	bool goes_on;
};

static struct setup *
setup_of(struct trust_question *q)
{
	return q->goes_on ? &q->m.setup : &q->setup;
}

/* The program that is asked about; NULL: none is left. */
static const char *
trust_command_of(struct trust_question *q)
{
	const struct setup *s = setup_of(q);
	const char *command = NULL;
	for (int i = 0; i < s->game.seats && command == NULL; i++)
		command = player_stranger(&s->seat[i]);
	return command;
}

static bool
names(const struct setup *s, int seat, const char *command)
{
	const char *own = player_stranger(&s->seat[seat]);
	return own != NULL && strcmp(own, command) == 0;
}

static void
trust_open_table(struct ui *ui, struct trust_question *q)
{
	static struct match m; /* the table takes it over; q goes before it */
	struct screen *table;
	if (q->goes_on) {
		m = q->m;
		q->goes_on = false;
		table = table_screen_resume(ui, &m);
	} else
		table = table_screen(ui, &q->setup);
	ui_replace(ui, table);
}

/* The seats of this program go to another player. */
static void
give_away(struct ui *ui, struct trust_question *q, const char *command)
{
	struct setup *s = setup_of(q);
	char refused[PLAYER_TEXT];
	snprintf(refused, sizeof refused, "%s", command);
	for (int i = 0; i < s->game.seats; i++) {
		struct status st = { 0 };
		if (names(s, i, refused) &&
		    !setup_player(s, ui->catalog, i, INSTEAD, &st))
			setup_player(s, ui->catalog, i, "human", &st);
	}
}

/* The players that were shown: those with this program. */
static void
allow(const struct setup *s, const char *command)
{
	bool shown[SEATS_MAX];
	for (int i = 0; i < s->game.seats; i++)
		shown[i] = names(s, i, command);
	for (int i = 0; i < s->game.seats; i++)
		if (shown[i])
			player_allow(&s->seat[i]);
}

static void
trust_run_answer(struct ui *ui, struct screen *s, int yes)
{
	struct trust_question *q = (struct trust_question *)s;
	const char *command = trust_command_of(q);
	if (command != NULL && yes)
		allow(setup_of(q), command);
	else if (command != NULL)
		give_away(ui, q, command);
	if (trust_command_of(q) == NULL)
		trust_open_table(ui, q);
	ui->dirty = true;
}

static const struct binding bindings[] = {
	{ 'y', 0, "start-program", "yes, start it", "let the program be started", NULL,
	  trust_run_answer, 1 },
	{ 'n', 0, "no-program", "no, medium plays",
	  "do not start the program: medium plays its seats", NULL, trust_run_answer, 0 },
	{ 0 },
};

/* A text in rows of `width` columns, cut wherever a row is full; returns the rows. */
static int
put_whole(struct canvas *c, struct rect r, const char *text)
{
	char row[PLAYER_TEXT];
	int rows = 0;
	for (int n = 0, length; *text != '\0'; text += n, rows++) {
		uint32_t ch;
		for (n = 0; text[n] != '\0'; n += length) {
			length = text_decode(text + n, SIZE_MAX, &ch);
			snprintf(row, sizeof row, "%.*s", n + length, text);
			if (n > 0 && canvas_width(row) > r.w)
				break;
		}
		snprintf(row, sizeof row, "%.*s", n, text);
		canvas_put(c, r.y + rows, r.x, ROLE_STRONG, row);
	}
	return rows;
}

/* The rest of r below its first n rows. */
static struct rect
trust_below(struct rect r, int n)
{
	return (struct rect){ r.y + n, r.x, r.h - n, r.w };
}

static void
trust_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct trust_question *q = (struct trust_question *)s;
	const struct setup *setup = setup_of(q);
	const char *command = trust_command_of(q);
	char player[PLAYER_TEXT], text[200];
	struct rect r = ui_chrome(ui, s, c, "a file names a program", "");
	if (command == NULL)
		return;
	if (c->w > CANVAS_NARROW)
		r = (struct rect){ r.y + 1, r.x + 2, r.h - 1, r.w - 4 };
	for (int i = 0; i < setup->game.seats; i++) {
		if (!names(setup, i, command))
			continue;
		player_format(&setup->seat[i], player, sizeof player);
		snprintf(text, sizeof text,
			 "%s of this game is a program. A file names it:",
			 game_seat_word(&setup->game, i));
		r = trust_below(r, canvas_put_words(c, r, ROLE_TEXT, text));
		r = trust_below(r, put_whole(c, r, player));
	}
	r = trust_below(r, 1);
	canvas_put_words(c, r, ROLE_TEXT,
			 "It can do whatever you can do on this computer. y starts it; n "
			 "lets " INSTEAD " play instead.");
}

static void
close_question(struct screen *s)
{
	struct trust_question *q = (struct trust_question *)s;
	if (q->goes_on)
		match_close(&q->m);
}

const struct screen_ops trust_screen_ops = {
	.name = "trust",
	.title = "A file names a program",
	.bindings = bindings,
	.draw = trust_draw,
	.close = close_question,
};

struct screen *
trust_screen(struct ui *ui, const struct setup *setup, struct match *m)
{
	struct trust_question *q = calloc(1, sizeof *q);
	if (q == NULL)
		return NULL;
	q->screen.ops = &trust_screen_ops;
	q->setup = *setup;
	q->goes_on = m != NULL;
	if (m != NULL)
		q->m = *m;
	return &q->screen;
}
