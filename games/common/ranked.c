/* ranked.c - see ranked.h. */
#include "games/common/ranked.h"

#include "games/common/words.h"
#include "src/core/scene.h"

#include <ctype.h>
#include <stdio.h>

void
ranked_points(const int32_t *rank, int n, int32_t *points)
{
	for (int i = 0; i < n; i++) {
		points[i] = 0;
		for (int j = 0; j < n; j++)
			if (j != i)
				points[i] += rank[i] > rank[j] ? 2 : rank[i] == rank[j];
	}
}

void
ranked_bounds(int n, int32_t half, struct bounds *b)
{
	for (int i = 0; i < n; i++) {
		b->low[i] = 0;
		b->high[i] = 2 * half * (n - 1);
	}
	b->maxsum = half * n * (n - 1);
}

void
ranked_headline(const struct game *g, int ply, enum ranked_end end, int seat, char *out,
		int size)
{
	static const char *const says[] = {
		[RANKED_RUNNING] = "to move",
		[RANKED_WON] = "has won",
		[RANKED_LENGTH] = "over: turn limit",
		[RANKED_REPETITION] = "over: third repetition",
		[RANKED_LEVEL] = "over: a draw",
	};
	const bool named = end == RANKED_RUNNING || end == RANKED_WON;
	char after[24];
	snprintf(out, (size_t)size, "%s  %s%s%s", words_after_ply(ply, after),
		 named ? g->text->seat_name(g, seat) : "", named ? " " : "", says[end]);
}

void
ranked_leaders(const struct game *g, const int32_t *rank, char *out, size_t size)
{
	struct words w = { out, size };
	int32_t best = rank[0];
	out[0] = '\0';
	for (int i = 1; i < g->seats; i++)
		best = rank[i] > best ? rank[i] : best;
	for (int i = 0; i < g->seats; i++)
		if (rank[i] == best)
			words_add(&w, "%s%s", w.at > out ? " and " : "",
				  g->text->seat_name(g, i));
}

int
ranked_seat(const struct game *g, char letter)
{
	for (int seat = 0; seat < g->seats; seat++)
		if (game_seat_letter(g, seat) == toupper((unsigned char)letter))
			return seat;
	return SEAT_NONE;
}

bool
ranked_read_mover(const struct game *g, const char **text, uint8_t *mover,
		  struct status *st)
{
	const char *at = words_skip(*text);
	const int seat = ranked_seat(g, *at);
	if (seat == SEAT_NONE || (at[1] != '\0' && at[1] != ' '))
		return status_fail(st,
				   "position: expected the letter of the seat to move "
				   "after the rows");
	*mover = (uint8_t)seat;
	*text = words_skip(at + 1);
	return true;
}

void
ranked_scene_pass(struct scene *sc, int right, int seat, move pass)
{
	struct scene_item *it = scene_add_cell(sc, right - 4, 0, "pass");
	scene_put(it, seat, "pass", "pass");
	it->seat = SEAT_NONE; /* no piece of anybody */
	it->role = ROLE_STRONG;
	it->flags = SCENE_CHOOSABLE;
	it->m = pass;
}
