/* plain_parts.h - text and view for games of tests which care about neither: moves by number. */
#ifndef PLYSCOPE_TESTS_PLAIN_PARTS_H
#define PLYSCOPE_TESTS_PLAIN_PARTS_H

#include "src/base/status.h"
#include "src/core/scene.h"

#include <stdio.h>
#include <stdlib.h>

static inline void
plain_format_move(const struct game *g, const struct state *s, int seat, move m,
		  char *out, int size)
{
	(void)g, (void)s, (void)seat;
	snprintf(out, (size_t)size, "%u", m);
}

static inline bool
plain_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		 move *out, struct status *st)
{
	*out = (move)strtoul(text, NULL, 10);
	return game_legal(g, s, seat, *out) ||
	       status_fail(st, "a number of the list was expected, not \"%s\"", text);
}

static inline void
plain_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	int n = 0;
	out[0] = '\0';
	for (uint32_t i = 0; i < g->ops->state_size && n + 4 < size; i++)
		n += snprintf(out + n, (size_t)(size - n), "%02x", s->bytes[i]);
}

static inline bool
plain_parse_position(const struct game *g, const char *text, struct state *s,
		     struct status *st)
{
	(void)g, (void)text, (void)s;
	return status_fail(st, "positions of this game are not read");
}

static inline const char *
plain_seat_name(const struct game *g, int seat)
{
	static const char *const names[] = { "A", "B", "C", "D", "E", "F" };
	return names[seat];
}

static inline char
plain_seat_letter(const struct game *g, int seat)
{
	return plain_seat_name(g, seat)[0];
}

static inline void
plain_headline(const struct game *g, const struct state *s, int viewer, char *out,
	       int size)
{
	(void)g, (void)s, (void)viewer, (void)size;
	out[0] = '\0';
}

static inline int
plain_figures(const struct game *g, const struct state *s, struct figure *out)
{
	(void)g, (void)s, (void)out;
	return 0;
}

static inline void
plain_event(const struct game *g, const struct state *from, int seat, move m,
	    const struct state *to, char *out, int size)
{
	(void)g, (void)from, (void)seat, (void)m, (void)to, (void)size;
	out[0] = '\0';
}

static inline void
plain_scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	(void)g, (void)s, (void)viewer;
	out->width = out->height = 1;
	out->count = 0;
}

#define PLAIN_TEXT \
	&(const struct game_text) \
	{ \
		.format_move = plain_format_move, .parse_move = plain_parse_move, \
		.format_position = plain_format_position, \
		.parse_position = plain_parse_position, .seat_name = plain_seat_name, \
		.seat_letter = plain_seat_letter \
	}
#define PLAIN_VIEW \
	&(const struct game_view) \
	{ \
		.headline = plain_headline, .figures = plain_figures, \
		.event = plain_event, .scene = plain_scene \
	}

#endif
