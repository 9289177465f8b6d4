/*
 * board.c - the board of the compare screen: each player's letter, in its colour, stands where it
 * would move, and covers nothing worth reading.
 *
 * Only the board knows where a move is on it: the move is shown on a board drawn aside, and the
 * spots lit there are looked up in the picture.
 */
#include "ui/screens/compare/private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MARKS_MAX   64
#define MARK_PLACES 12 /* of a spot that are tried for a letter */

void
compare_set_board(struct compare_screen *s)
{
	const struct compare *c = &s->compare;
	board_look(&s->board, &c->q.root, s->decision.viewer, c->mover);
	for (int i = 0; i < c->game.seats; i++)
		s->board.names[i] = setup_seat_word(&s->decision.match.setup, i);
}

/* A spot of the picture that is lit when a move is shown, and who would play that move. */
struct lit {
	struct spot spot;
	unsigned players;
};

/* A letter on the board. */
struct mark {
	int y, x;
	char letter;
	enum role role;
};

struct compare_marks {
	int count;
	struct mark mark[MARKS_MAX];
};

static bool
compare_board_taken(const struct compare_marks *marks, int y, int x)
{
	for (int i = 0; i < marks->count; i++)
		if (marks->mark[i].y == y && marks->mark[i].x == x)
			return true;
	return false;
}

/* True when a mark would cover no letter, figure or suit. */
static bool
free_of_text(const struct canvas *c, int y, int x)
{
	const struct rect *r = &c->clip;
	if (y < r->y || y >= r->y + r->h || x < r->x || x >= r->x + r->w)
		return false;
	const uint32_t ch = c->cells[y * c->w + x].ch;
	const bool suit = ch >= 0x2660 && ch <= 0x2667;
	return !suit && (ch >= 128 || !isalnum((int)ch));
}

/* Place k of a spot: a cell's middle, right, left; along a large card's upper edge, then its
 * lower one; below a small card, then beside it; behind a line of text. False: no more. */
static bool
mark_place(const struct rect *at, int k, int *y, int *x)
{
	static const int cell[] = { 1, 2, 0 };
	static const int small[][2] = {
		{ 1, 0 }, { 1, 1 }, { 0, 2 }, { -1, 0 }, { -1, 1 }
	};
	*y = at->y;
	if (at->h >= 3) {
		const int row = at->w > 1 ? at->w - 1 : 1;
		*y = at->y + k / row * (at->h - 1);
		*x = at->x + 1 + k % row;
		return k < 2 * row;
	}
	if (at->w == 2) {
		*y = at->y + small[k % 3][0];
		*x = at->x + small[k % 3][1];
		return k < 3;
	}
	*x = at->w == 3 ? at->x + cell[k % 3] : at->x + at->w + 1 + k;
	return at->w != 3 || k < 3;
}

/* The next free place of a spot gets the player's letter. */
static void
mark_spot(struct compare_marks *marks, const struct canvas *c, const struct spot *spot,
	  int player)
{
	int y, x;
	for (int k = 0; k < MARK_PLACES && mark_place(&spot->at, k, &y, &x); k++) {
		if (marks->count == MARKS_MAX || compare_board_taken(marks, y, x) ||
		    !free_of_text(c, y, x))
			continue;
		marks->mark[marks->count++] = (struct mark){ y, x, compare_letter(player),
							     compare_role(player) };
		return;
	}
}

/* Collects the spots of the picture. */
struct spots {
	int count;
	struct spot spot[BOARD_SPOTS];
};

/* Where spot i of the board drawn aside is in the picture. A goal is a spot only while its peg
 * is taken up, and either drawing may be a window of a board that is too high. */
static struct spot
spot_in(const struct spots *picture, const struct board *aside, int i)
{
	struct spot out = aside->spots[i];
	for (int k = 0; k < picture->count; k++)
		if (picture->spot[k].cell == out.cell)
			return picture->spot[k];
	for (int k = 0; k < picture->count; k++) {
		const int same = board_find(aside, picture->spot[k].cell);
		if (same < 0)
			continue;
		out.at.y += picture->spot[k].at.y - aside->spots[same].at.y;
		break;
	}
	return out;
}

/* Shows a move on a board drawn aside, and notes which spots of the picture it lights. Returns
 * how many are noted by now. */
static int
light(struct compare_screen *s, const struct canvas *c, struct rect r,
      const struct compare_choice *choice, struct lit *out, int n)
{
	static struct spots picture;
	struct board *b = &s->board;
	struct canvas aside = *c;
	picture.count = b->spot_count;
	memcpy(picture.spot, b->spots, sizeof picture.spot);
	aside.cells = s->scratch;
	canvas_clear(&aside);
	aside.clip = r;
	board_show(b, choice->m);
	b->ops->draw(b, &aside, r);
	const uint64_t picked = b->origin < 0 ? b->picked : 0;
	for (int i = 0; i < b->spot_count && n < MARKS_MAX; i++) {
		const int cell = b->spots[i].cell;
		if (picked != 0 ? cell >= 0 && cell < 64 && (picked >> cell & 1) != 0
				: cell == b->cursor)
			out[n++] =
				(struct lit){ spot_in(&picture, b, i), choice->players };
	}
	b->cursor = b->origin = -1;
	b->picked = 0;
	memcpy(b->spots, picture.spot, sizeof picture.spot);
	b->spot_count = picture.count;
	return n;
}

/* All spots that a player's choice lights. */
static int
light_all(struct compare_screen *s, const struct canvas *c, struct rect r,
	  struct lit out[static MARKS_MAX])
{
	struct compare_choice choice[COMPARE_PLAYERS];
	const int choices = compare_choices(&s->compare, choice);
	int n = 0;
	for (int i = 0; i < choices && s->scratch != NULL && s->board.chooser >= 0; i++)
		n = light(s, c, r, &choice[i], out, n);
	return n;
}

static bool
compare_board_inside(const struct rect *r, const struct rect *at)
{
	return at->y >= r->y && at->y + at->h <= r->y + r->h;
}

/* Draws the board; when only a window of it fits and none of the choices is inside, the window
 * around the first of them. */
static int
draw_lit(struct compare_screen *s, struct canvas *c, struct rect r,
	 struct lit out[static MARKS_MAX])
{
	struct board *b = &s->board;
	b->ops->draw(b, c, r);
	const int n = light_all(s, c, r, out);
	for (int i = 0; i < n; i++)
		if (compare_board_inside(&r, &out[i].spot.at))
			return n;
	if (n == 0)
		return 0;
	b->cursor = out[0].spot.cell;
	canvas_fill(c, r, ROLE_TEXT, " ");
	b->ops->draw(b, c, r);
	b->cursor = -1;
	return light_all(s, c, r, out);
}

void
compare_draw_board(struct compare_screen *s, struct canvas *c, struct rect r)
{
	static struct compare_marks marks;
	struct lit lit[MARKS_MAX];
	const int cells = c->h * c->w;
	marks.count = 0;
	if (cells > s->scratch_cells) {
		free(s->scratch);
		s->scratch = calloc((size_t)cells, sizeof *s->scratch);
		s->scratch_cells = s->scratch != NULL ? cells : 0;
	}
	const struct rect old = canvas_clip(c, r);
	const int n = draw_lit(s, c, r, lit);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < s->compare.count; k++)
			if (lit[i].players >> k & 1)
				mark_spot(&marks, c, &lit[i].spot, k);
	for (int i = 0; i < marks.count; i++) {
		const struct mark *m = &marks.mark[i];
		canvas_putf(c, m->y, m->x, m->role, "%c", m->letter);
		canvas_flags(c, m->y, m->x, 1, CELL_REVERSE | CELL_BOLD);
	}
	canvas_clip(c, old);
}
