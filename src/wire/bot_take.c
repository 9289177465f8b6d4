/*
 * bot_take.c - what a bot says: lines of JSON from somebody else's program. See bot.h.
 *
 * Nothing of it is believed: a move is looked for among the legal ones, a number outside its range
 * is unknown, and text that a terminal would obey comes out as "?".
 */
#include "src/wire/bot.h"

#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUE_MOST 1e9	/* points */
#define COUNT_MOST 1e15 /* nodes, visits */
#define DEPTH_MOST 9999
#define QUOTED	   60 /* bytes of a wrong line in a sentence */

json_t *
bot_read_line(const char *line, struct status *st)
{
	char shown[QUOTED + 1];
	json_t *message = json_loads(line, 0, NULL);
	if (message != NULL && bot_text(message, "say") != NULL)
		return message;
	json_decref(message);
	snprintf(shown, sizeof shown, "%s", line);
	text_make_plain(shown);
	status_fail(st, "\"%s\": expected a line of JSON such as {\"say\":\"move\"}",
		    shown);
	return NULL;
}

const char *
bot_text(const json_t *message, const char *key)
{
	return json_string_value(json_object_get(message, key));
}

bool
bot_says(const json_t *message, const char *word)
{
	return strcmp(bot_text(message, "say"), word) == 0;
}

move
bot_take_move(const struct game *g, const struct state *s, int seat, const char *text)
{
	struct status ignored = { 0 };
	move m;
	if (text == NULL || strlen(text) >= MOVE_TEXT ||
	    !game_parse_move(g, s, seat, text, &m, &ignored))
		return MOVE_NONE;
	return game_legal(g, s, seat, m) ? m : MOVE_NONE;
}

static double
real_in(const json_t *x, double low, double high)
{
	const double value = json_number_value(x);
	return json_is_number(x) && value >= low && value <= high ? value : (double)NAN;
}

static int64_t
count_in(const json_t *x, double most, int64_t otherwise)
{
	const double n = real_in(x, 0, most);
	return isnan(n) ? otherwise : (int64_t)n;
}

/* A list with a number for each seat, or the mover's number alone. */
static void
take_seats(const struct search *s, const json_t *x, double low, double high, double *out)
{
	for (int i = 0; i < s->game->seats; i++)
		out[i] = real_in(json_is_array(x) ? json_array_get(x, (size_t)i)
				 : i == s->mover  ? x
						  : NULL,
				 low, high);
}

/* Of two seats who win or lose one chance is that of both. */
static void
take_wins(const struct search *s, const json_t *x, double *out)
{
	take_seats(s, x, 0, 1, out);
	if (s->game->seats == 2 && !json_is_array(x))
		out[!s->mover] = 1 - out[s->mover];
}

static enum move_status
status_named(const char *name)
{
	for (int i = 0; name != NULL && i <= MOVE_UNSEARCHED; i++)
		if (strcmp(move_status_names[i], name) == 0)
			return (enum move_status)i;
	return MOVE_OPEN;
}

static void
bot_take_row(struct search *s, const json_t *x, int at)
{
	const move m = bot_take_move(s->game, &s->root, s->mover, bot_text(x, "move"));
	for (int i = 0; i < at; i++)
		if (s->live.moves[i].m == m)
			return;
	if (m == MOVE_NONE)
		return;
	struct stats_move *row = &s->live.moves[s->live.move_count++];
	stats_move_blank(row, m);
	take_seats(s, json_object_get(x, "value"), -VALUE_MOST, VALUE_MOST, row->value);
	take_wins(s, json_object_get(x, "win"), row->win);
	row->visits = count_in(json_object_get(x, "visits"), COUNT_MOST, 0);
	row->depth = (int16_t)count_in(json_object_get(x, "depth"), DEPTH_MOST, 0);
	row->prob = real_in(json_object_get(x, "prob"), 0, 1);
	row->status = status_named(bot_text(x, "status"));
}

/* The candidates, best first, in place of those before. */
static void
bot_take_rows(struct search *s, const json_t *list)
{
	size_t i;
	const json_t *x;
	if (!json_is_array(list))
		return;
	s->live.move_count = 0;
	json_array_foreach(list, i, x) if (s->live.move_count < STATS_MOVES)
		bot_take_row(s, x, s->live.move_count);
}

/* The moves of a line as far as they are legal; of hidden cards only the first can be told. */
static void
take_line(struct search *s, const json_t *list)
{
	struct game plain = *s->game;
	struct state at = s->root;
	size_t i;
	const json_t *x;
	int n = 0;
	const bool known = !game_hidden(&plain) || s->viewer == SEAT_ALL;
	plain.past = NULL;
	json_array_foreach(list, i, x)
	{
		const int seat = n == 0 ? s->mover : game_mover(&plain, &at);
		const move m =
			seat < 0 || n == STATS_PV || (n > 0 && !known)
				? MOVE_NONE
				: bot_take_move(&plain, &at, seat, json_string_value(x));
		if (m == MOVE_NONE)
			break;
		s->live.pv[n++] = m;
		if (known)
			plain.rules->play(&plain, &at, seat, m, &at);
	}
	s->live.pv_count = n > 0 ? n : s->live.pv_count;
}

static void
take_thought(struct search *s, const char *text)
{
	struct stats_words *words =
		text != NULL ? snapshot_attach(&s->live, ATTACHED_WORDS) : NULL;
	if (words == NULL)
		return;
	snprintf(words->thought, sizeof words->thought, "%s", text);
	text_make_plain(words->thought);
}

void
bot_take_figures(struct search *s, const json_t *message)
{
	struct snapshot *l = &s->live;
	l->depth = (int32_t)count_in(json_object_get(message, "depth"), DEPTH_MOST,
				     l->depth);
	l->seldepth = (int32_t)count_in(json_object_get(message, "seldepth"), DEPTH_MOST,
					l->seldepth);
	l->nodes = count_in(json_object_get(message, "nodes"), COUNT_MOST, l->nodes);
	bot_take_rows(s, json_object_get(message, "moves"));
	take_line(s, json_object_get(message, "pv"));
	take_thought(s, bot_text(message, "thought"));
	const struct stats_move *best = l->move_count > 0 ? l->moves : NULL;
	const bool known = best != NULL && best->status != MOVE_UNSEARCHED;
	if (known) {
		memcpy(l->value, best->value, sizeof l->value);
		memcpy(l->win, best->win, sizeof l->win);
	}
	if (known && !isnan(best->value[s->mover]))
		snapshot_note_best(l, best->m, best->value[s->mover]);
	if (json_object_get(message, "value") != NULL)
		take_seats(s, json_object_get(message, "value"), -VALUE_MOST, VALUE_MOST,
			   l->value);
	if (json_object_get(message, "win") != NULL)
		take_wins(s, json_object_get(message, "win"), l->win);
}
