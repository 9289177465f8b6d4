/* heads_up.c - texts and pictures of poker for two. See heads_up.h. */
#include "games/poker/heads_up.h"

#include <stdio.h>
#include <string.h>

static const char *const seat_words[] = { "South", "North" };

const char *
heads_up_seat_name(const struct game *g, int seat)
{
	return seat_words[seat];
}

char
heads_up_seat_letter(const struct game *g, int seat)
{
	return *seat_words[seat];
}

void
heads_up_format_move(move m, bool fixed, char *out, int size)
{
	if (m < HEADS_UP_RAISE || fixed)
		snprintf(out, (size_t)size, "%s",
			 m == HEADS_UP_FOLD   ? "f"
			 : m == HEADS_UP_CALL ? "c"
					      : "r");
	else
		snprintf(out, (size_t)size, "r%u", m - HEADS_UP_RAISE);
}

/* The words people type besides the short forms. */
static const struct {
	const char *word;
	move m;
} spoken[] = {
	{ "f", HEADS_UP_FOLD }, { "fold", HEADS_UP_FOLD }, { "c", HEADS_UP_CALL },
	{ "k", HEADS_UP_CALL }, { "call", HEADS_UP_CALL }, { "check", HEADS_UP_CALL },
};

move
heads_up_spoken(const char *text)
{
	for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
		if (words_alone(text, spoken[i].word))
			return spoken[i].m;
	return MOVE_NONE;
}

void
heads_up_expected(bool fold, int least, int most, bool fixed, char *out, int size)
{
	struct words w = words_start(out, size);
	if (fold)
		words_add(&w, "f%s", most > 0 ? ", " : " or ");
	words_add(&w, "c");
	if (most > 0 && fixed)
		words_add(&w, " or r");
	else if (most > 0)
		words_add(&w, " or r%d", least);
	if (most > least)
		words_add(&w, " to r%d", most);
}

void
heads_up_add_betting(struct words *w, const struct heads_up_line *l)
{
	char text[MOVE_TEXT];
	for (int round = 0, i = 0; round <= l->round; round++) {
		const int end = round < l->round ? l->before[round + 1] : l->moves;
		words_add(w, "%s", round > 0 ? "/" : "");
		for (; i < end; i++) {
			heads_up_format_move(l->line[i], l->fixed, text, sizeof text);
			words_add(w, "%s", text);
		}
	}
}

void
heads_up_put(struct scene *out, int x, int y, enum role role, int seat, const char *text)
{
	struct scene_item *item = scene_add(out, x, y, role, text, NULL);
	item->seat = (int8_t)seat;
}

void
heads_up_say_move(const struct heads_up_choice *c, move m, char *out, int size)
{
	if (m >= HEADS_UP_RAISE && (int)(m - HEADS_UP_RAISE) == c->all)
		snprintf(out, (size_t)size, "all in");
	else if (m >= HEADS_UP_RAISE)
		snprintf(out, (size_t)size, "%s %d", c->facing ? "raise to" : "bet",
			 (int)(m - HEADS_UP_RAISE) - c->base);
	else
		snprintf(out, (size_t)size, "%s",
			 m == HEADS_UP_FOLD ? "fold"
			 : c->call > 0	    ? "call"
					    : "check");
}

void
heads_up_scene_moves(struct scene *out, int y, int gap, const struct heads_up_choice *c)
{
	for (int i = 0, x = 0; i < c->count; i++) {
		char text[SCENE_GLYPH], word[MOVE_TEXT];
		heads_up_say_move(c, c->m[i], word, sizeof word);
		if (c->m[i] == HEADS_UP_CALL && c->call > 0)
			snprintf(text, sizeof text, "call %d", c->call);
		else
			snprintf(text, sizeof text, "%.20s", word);
		struct scene_item *item = scene_add(out, x, y, ROLE_TEXT, text, NULL);
		item->seat = (int8_t)c->viewer;
		item->cell = (int16_t)i;
		item->m = c->m[i];
		item->flags = SCENE_CHOOSABLE;
		x += (int)strlen(text) + gap;
	}
}
