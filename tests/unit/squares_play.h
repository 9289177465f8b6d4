/*
 * squares_play.h - games on squares as a slow second set of rules sees them: an array of
 * characters, read from the text of a position.
 */
#ifndef PLYSCOPE_TESTS_SQUARES_PLAY_H
#define PLYSCOPE_TESTS_SQUARES_PLAY_H

#include "tests/unit/play_text.h"

struct slow {
	int rows, columns, mover;
	char at[8][8]; /* the letter of a seat, '.' */
};

/* `letters` are those of the seats, "WB". */
static inline void
slow_read(const struct game *g, const struct state *s, const char *letters,
	  struct slow *b)
{
	char text[POSITION_TEXT], mover;
	g->text->format_position(g, s, text, sizeof text);
	*b = (struct slow){ .rows = 1 };
	for (const char *c = text; *c != ' '; c++)
		b->rows += *c == '/';
	int row = b->rows - 1, column = 0;
	const char *c = text;
	for (; *c != ' '; c++) {
		if (*c == '/') {
			row--;
			column = 0;
		} else if (*c >= '1' && *c <= '9') {
			for (int k = *c - '0'; k > 0; k--)
				b->at[row][column++] = '.';
		} else {
			b->at[row][column++] = *c;
		}
		b->columns = column;
	}
	assert_int_equal(sscanf(c, " %c", &mover), 1);
	b->mover = mover == letters[1];
}

static inline void
visit_values(const struct game *g, const struct state *s, struct rng *r)
{
	const int32_t win = game_unit(g);
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, s, value);
	assert_int_equal(value[0] + value[1], win);
	if (!g->rules->settled(g, s))
		assert_in_range(value[0], 1, win - 1);
}

#endif
