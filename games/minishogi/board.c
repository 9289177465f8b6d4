/*
 * board.c - the 25 cells: where pieces step, how far those that run come, lines, hash keys.
 *
 * Memory: one table of 21 KB, filled once.
 */
#include "games/minishogi/rules.h"

#include "games/common/zobrist.h"

#include <pthread.h>

struct minishogi_tables minishogi_tables;

void
minishogi_name(int cell, char out[MINISHOGI_NAME])
{
	out[0] = (char)('5' - cell % SIDE);
	out[1] = (char)('a' + cell / SIDE);
	out[2] = '\0';
}

static int
minishogi_cell_at(int row, int column)
{
	return row >= 0 && row < SIDE && column >= 0 && column < SIDE
		       ? SIDE * row + column
		       : -1;
}

/* The cell so many rows down and columns to the right, as a set; none off the board. */
static uint32_t
minishogi_step_to(int cell, int down, int right)
{
	const int to = minishogi_cell_at(cell / SIDE + down, cell % SIDE + right);
	return to < 0 ? 0 : BIT(to);
}

static void
build_steps(int seat, int cell)
{
	struct minishogi_tables *t = &minishogi_tables;
	const int up = seat ? 1 : -1;
	const uint32_t front = minishogi_step_to(cell, up, 0),
		       back = minishogi_step_to(cell, -up, 0);
	const uint32_t sides =
		minishogi_step_to(cell, 0, -1) | minishogi_step_to(cell, 0, 1);
	const uint32_t front_slants =
		minishogi_step_to(cell, up, -1) | minishogi_step_to(cell, up, 1);
	const uint32_t back_slants =
		minishogi_step_to(cell, -up, -1) | minishogi_step_to(cell, -up, 1);
	t->step[PAWN][seat][cell] = front;
	t->step[SILVER][seat][cell] = front | front_slants | back_slants;
	t->step[GOLD][seat][cell] = front | front_slants | sides | back;
	t->step[BISHOP][seat][cell] = front_slants | back_slants;
	t->step[ROOK][seat][cell] = front | back | sides;
	t->step[KING][seat][cell] =
		t->step[BISHOP][seat][cell] | t->step[ROOK][seat][cell];
}

/* The cells that a piece reaches along a line of five from one of them, both ways, up to
 * the next piece. */
static uint32_t
reach_in_five(int from, uint32_t taken)
{
	uint32_t reach = 0;
	for (int way = -1; way <= 1; way += 2)
		for (int k = from + way; k >= 0 && k < SIDE; k += way) {
			reach |= BIT(k);
			if (taken >> k & 1)
				break;
		}
	return reach;
}

static void
build_lines(void)
{
	struct minishogi_tables *t = &minishogi_tables;
	for (int from = 0; from < SIDE; from++)
		for (uint32_t taken = 0; taken < 32; taken++) {
			const uint32_t reach = reach_in_five(from, taken);
			uint32_t column = 0;
			for (int k = 0; k < SIDE; k++)
				column |= (reach >> k & 1) << (SIDE * k);
			t->along_row[from][taken] = reach;
			t->along_column[from][taken] = column;
		}
}

/* Way 0 falls to the right, way 1 to the left; a diagonal is known by its columns. */
static void
build_diagonal(int way, int cell)
{
	struct minishogi_tables *t = &minishogi_tables;
	const int row = cell / SIDE, column = cell % SIDE, down = way ? -1 : 1;
	uint32_t columns = 0;
	for (int k = 0; k < SIDE; k++)
		columns |=
			minishogi_cell_at(row + down * (k - column), k) >= 0 ? BIT(k) : 0;
	for (uint32_t taken = 0; taken < 32; taken++) {
		const uint32_t reach = reach_in_five(column, taken) & columns;
		uint32_t cells = 0;
		for (int k = 0; k < SIDE; k++)
			if (reach >> k & 1)
				cells |= BIT(
					minishogi_cell_at(row + down * (k - column), k));
		t->along_diagonal[way][cell][taken] = cells;
	}
	t->diagonal[way][cell] = t->along_diagonal[way][cell][0];
}

/* A line from one cell to all others it can reach in a direction. */
static void
build_between(int cell, int down, int right)
{
	struct minishogi_tables *t = &minishogi_tables;
	uint32_t passed = 0, whole = BIT(cell);
	for (int sign = -1; sign <= 1; sign += 2)
		for (int k = 1; k < SIDE; k++)
			whole |= minishogi_step_to(cell, sign * k * down,
						   sign * k * right);
	for (int k = 1; k < SIDE; k++) {
		const uint32_t next = minishogi_step_to(cell, k * down, k * right);
		if (!next)
			return;
		const int to = __builtin_ctz(next);
		t->between[cell][to] = passed;
		t->line[cell][to] = whole;
		passed |= next;
	}
}

static void
minishogi_board_build(void)
{
	struct minishogi_tables *t = &minishogi_tables;
	build_lines();
	for (int cell = 0; cell < CELLS; cell++) {
		build_steps(0, cell);
		build_steps(1, cell);
		build_diagonal(0, cell);
		build_diagonal(1, cell);
		for (int way = 0; way < 9; way++)
			if (way != 4)
				build_between(cell, way / 3 - 1, way % 3 - 1);
		t->straight[cell] = rook_from(cell, 0);
		t->slant[cell] = bishop_from(cell, 0);
	}
	zobrist_fill(t->key[0][0], 2 * 16 * CELLS, 0x6d696e69);
	zobrist_fill(t->hand_key[0][0], 2 * MINISHOGI_HELD * (MINISHOGI_EACH + 1),
		     0x68616e64);
	zobrist_fill(&t->mover_key, 1, 0x676f7465);
}

static pthread_once_t built = PTHREAD_ONCE_INIT;

void
minishogi_build(void)
{
	pthread_once(&built, minishogi_board_build);
}
