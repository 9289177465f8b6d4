/*
 * choose.c - choosing a move by cells, one after the other, as the game's path() lists them.
 *
 * What has been chosen is the beginning of a path. The moves with such a path are still
 * possible, and the next cells of their paths are what can be chosen now. Where all cells of
 * several moves are chosen (a piece is promoted or not), a question asks which of them.
 * Choosing another piece takes that one up instead; choosing a cell once more puts it back,
 * with what was chosen after it.
 */
#include "ui/boards/cells.h"

#include <stdio.h>
#include <string.h>

static int
choose_board_held(const struct board *b)
{
	return b->origin < 0 ? 0 : b->held;
}

static void
choose_board_hold(struct board *b, int count)
{
	b->held = count;
	b->origin = count > 0 ? b->path[0] : -1;
}

static void
add_way(const struct board *b, struct cell_choice *k, move m, const int16_t *cell, int n)
{
	const int t = choose_board_held(b);
	k->use[cell[0]] |= CHOICE_START;
	if (n < t || memcmp(cell, b->path, (size_t)t * sizeof *cell) != 0)
		return;
	if (n > t) {
		uint8_t *use = &k->use[cell[t]];
		k->reach += (*use & (CHOICE_NEXT | CHOICE_GOAL)) == 0;
		*use |= n == t + 1 ? CHOICE_GOAL : CHOICE_NEXT;
	} else if (k->answers < CHOICE_ANSWERS) {
		k->answer[k->answers++] = m;
	}
}

void
choice_find(const struct board *b, struct cell_choice *k)
{
	int16_t cell[PATH_CELLS];
	memset(k, 0, sizeof *k);
	k->held = choose_board_held(b);
	for (int i = 0; i < k->held; i++)
		k->use[b->path[i]] |= CHOICE_HELD;
	for (int i = 0; i < b->move_count; i++)
		for (int way = 0;; way++) {
			const int n = b->game->view->path(b->game, &b->state, b->chooser,
							  b->moves[i], way, cell);
			if (n == 0)
				break;
			add_way(b, k, b->moves[i], cell, n);
		}
}

/* A click on something that cannot be chosen leaves the cursor where it was. */
static enum board_answer
choose_board_refuse(struct board *b, const char *name, char *text, int size)
{
	snprintf(text, (size_t)size,
		 choose_board_held(b) > 0 ? "%s is out of reach"
					  : "no move of yours starts at %s",
		 name);
	b->cursor = b->before;
	return BOARD_NOTHING;
}

static void
say_reach(const struct board *b, const struct cell_choice *k, const char *name,
	  char *text, int size)
{
	if (b->ops->reach != NULL)
		b->ops->reach(b, k, text, size);
	else
		snprintf(text, (size_t)size,
			 "%s can reach %d cell%s: choose one, Esc puts it back", name,
			 k->reach, k->reach == 1 ? "" : "s");
}

/* The cell under the cursor is put back. */
static enum board_answer
choose_board_put_back(struct board *b, struct cell_choice *k, const char *name,
		      char *text, int size)
{
	char last[SCENE_NAME];
	int at = 0;
	while (b->path[at] != b->cursor)
		at++;
	choose_board_hold(b, at);
	choice_find(b, k);
	if (at > 0) {
		cells_name(b, b->path[at - 1], last);
		say_reach(b, k, last, text, size);
	} else
		snprintf(text, (size_t)size, "%s is put back", name);
	return BOARD_MORE;
}

/* The cell under the cursor is one more of a path: a move, a question or a step. */
static enum board_answer
choose_board_take_up(struct board *b, struct cell_choice *k, move *out, char *text,
		     int size)
{
	char name[SCENE_NAME];
	cells_name(b, b->cursor, name);
	b->path[choose_board_held(b)] = (int16_t)b->cursor;
	choose_board_hold(b, choose_board_held(b) + 1);
	choice_find(b, k);
	if (k->answers == 0) {
		say_reach(b, k, name, text, size);
		return BOARD_MORE;
	}
	for (int i = 0; i < k->answers; i++)
		if (k->answers == 1 || k->answer[i] == b->shown) {
			*out = k->answer[i];
			choose_board_hold(b,
					  k->held - 1); /* it turns out to be illegal */
			return BOARD_MOVE;
		}
	b->cursor = CHOICE_CURSOR;
	snprintf(text, (size_t)size,
		 "%d moves end at %s: choose one, Esc puts them all back", k->answers,
		 name);
	return BOARD_MORE;
}

enum board_answer
choice_choose(struct board *b, move *out, char *text, int size)
{
	static struct cell_choice k; /* one thread draws and chooses */
	char name[SCENE_NAME];
	choice_find(b, &k);
	if (k.answers > 0 && b->cursor >= CHOICE_CURSOR &&
	    b->cursor < CHOICE_CURSOR + k.answers) {
		*out = k.answer[b->cursor - CHOICE_CURSOR];
		return BOARD_MOVE;
	}
	if (b->cursor < 0 || b->cursor >= SCENE_CELLS) {
		snprintf(text, (size_t)size, "choose a cell with the arrows");
		return BOARD_NOTHING;
	}
	const int use = k.use[b->cursor];
	cells_name(b, b->cursor, name);
	if (use & (CHOICE_NEXT | CHOICE_GOAL))
		return choose_board_take_up(b, &k, out, text, size);
	if (use & CHOICE_HELD)
		return choose_board_put_back(b, &k, name, text, size);
	if ((use & CHOICE_START) == 0)
		return choose_board_refuse(b, name, text, size);
	choose_board_hold(b, 0);
	return choose_board_take_up(b, &k, out, text, size);
}

/* The longest path shows everything that moves. */
void
choice_show(struct board *b, move m)
{
	int16_t cell[PATH_CELLS];
	int longest = 0;
	for (int way = 0;; way++) {
		const int n =
			b->game->view->path(b->game, &b->state, b->chooser, m, way, cell);
		if (n == 0)
			break;
		if (n <= longest)
			continue;
		longest = n;
		memcpy(b->path, cell, (size_t)n * sizeof *cell);
	}
	if (longest == 0)
		return;
	choose_board_hold(b, longest - 1);
	b->cursor = b->path[longest - 1];
	b->shown = m;
}

bool
board_answer(struct board *b, int k)
{
	if (k < 0 || board_find(b, CHOICE_CURSOR + k) < 0)
		return false;
	b->cursor = CHOICE_CURSOR + k;
	return true;
}

bool
board_takes_number(const struct board *b)
{
	for (int i = 0; i < b->move_count; i++) {
		char text[MOVE_TEXT];
		b->game->text->format_move(b->game, &b->state, b->chooser, b->moves[i],
					   text, sizeof text);
		const char *number = text + (*text == 'r');
		if (*number != '\0' && number[strspn(number, "0123456789")] == '\0')
			return true;
	}
	return false;
}
