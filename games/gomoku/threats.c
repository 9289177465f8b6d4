/*
 * threats.c - stones that make five, and wins by fours alone.
 *
 * Windows of five cells with n stones of a colour and none of the other are found 56 at a time:
 * the stones of a line are added bit by bit, as in Allis, van den Herik and Huntjens (1993)
 * windows are the material of threats. A window with four is a place for five; one with three
 * are two ways to make a four, to which the other colour has one answer.
 *
 * A hunt is a search through such fours and answers, depth first: each move is a four, so the
 * tree is narrow. It ends when a four has two places for five, and gives up after HUNT_NODES
 * positions. An answer that is a four itself has to be met by the next four.
 *
 * Memory: a copy of the lines on the stack.
 */
#include "games/gomoku/rules.h"

#define HUNT_NODES  24
#define WINDOWS_MAX 24 /* looked at of a position */
#define CHUNK	    56 /* places that one word answers for */

/* ---- windows -------------------------------------------------------------------------- */

/* From which places five cells have exactly three (or four) own stones and no others. */
static inline uint64_t
windows_with(uint64_t own, uint64_t other, bool four)
{
	const uint64_t a = own, b = own >> 1, c = own >> 2, d = own >> 3, e = own >> 4;
	const uint64_t none =
		~(other | other >> 1 | other >> 2 | other >> 3 | other >> 4);
	const uint64_t s = a ^ b ^ c, t = (a & b) | (c & (a | b)); /* a + b + c */
	const uint64_t u = d ^ e, v = d & e;			   /* d + e */
	const uint64_t found =
		four ? (t & v & ~(s | u)) | (s & u & (t ^ v)) : (s ^ u) & (t ^ v);
	return found & none;
}

/* A window: its direction and the bit of its first cell. */
struct window {
	uint8_t d;
	uint16_t at;
};

static int
find_windows(const struct gomoku_rays *b, uint8_t line[][2][GOMOKU_BYTES], int colour,
	     bool four, struct window *out)
{
	int n = 0;
	for (int d = 0; d < GOMOKU_DIRS; d++)
		for (unsigned at = 0; at < GOMOKU_FIRST + GOMOKU_CELLS; at += CHUNK) {
			uint64_t own, other, from;
			memcpy(&own, line[d][colour] + at / 8, sizeof own);
			memcpy(&other, line[d][!colour] + at / 8, sizeof other);
			memcpy(&from, b->from[d] + at / 8, sizeof from);
			uint64_t w = windows_with(own, other, four) & from &
				     ((UINT64_C(1) << CHUNK) - 1);
			for (; w != 0 && n < WINDOWS_MAX; w &= w - 1)
				out[n++] = (struct window){
					(uint8_t)d,
					(uint16_t)(at + (unsigned)__builtin_ctzll(w))
				};
		}
	return n;
}

/* The empty cells of a window, as bits. */
static inline unsigned
gaps_of(uint8_t line[][2][GOMOKU_BYTES], const struct window *w, int colour)
{
	return ~(bits_around(line[w->d][colour], w->at + REACH) & 31u) & 31u;
}

static inline bool
is_five(const struct gomoku_variant *r, uint8_t line[][2][GOMOKU_BYTES], int d,
	int colour, int cell)
{
	return gomoku_tables
		.five[r->far][bits_around(line[d][colour], r->board->at[d][cell]) &
			      r->board->on[r->far][d][cell]];
}

/* Adds a cell unless it is there; returns how many there are. */
static inline int
add_cell(uint16_t *cells, int n, int cell)
{
	for (int i = 0; i < n; i++)
		if (cells[i] == cell)
			return n;
	cells[n] = (uint16_t)cell;
	return n + 1;
}

int
gomoku_list_fives(const struct gomoku_variant *r, const struct gomoku *s, int colour,
		  uint16_t cells[GOMOKU_FIVES])
{
	struct window w[WINDOWS_MAX];
	uint8_t(*line)[2][GOMOKU_BYTES] = (uint8_t(*)[2][GOMOKU_BYTES])(uintptr_t)s->line;
	int n = 0;
	if (s->live[colour][4] == 0)
		return 0;
	const int windows = find_windows(r->board, line, colour, true, w);
	for (int i = 0; i < windows; i++) {
		const unsigned gap =
			(unsigned)__builtin_ctz(gaps_of(line, &w[i], colour));
		const int cell = r->board->cell[w[i].d][w[i].at + gap];
		if (is_five(r, line, w[i].d, colour, cell))
			n = add_cell(cells, n, cell);
	}
	return n;
}

/* ---- hunting -------------------------------------------------------------------------- */

struct hunt {
	const struct gomoku_variant *r;
	uint8_t line[GOMOKU_DIRS][2][GOMOKU_BYTES];
	int left; /* positions that it may yet look at */
};

static inline void
gomoku_flip(struct hunt *h, int colour, int cell)
{
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		const unsigned at = h->r->board->at[d][cell];
		h->line[d][colour][at >> 3] ^= (uint8_t)(1u << (at & 7));
	}
}

/* The places for five on the lines through a stone, at most two of them. */
static int
fives_through(struct hunt *h, int colour, int cell, uint16_t fives[3])
{
	const struct gomoku_rays *b = h->r->board;
	int n = 0;
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		const unsigned at = b->at[d][cell], on = b->on[0][d][cell];
		const unsigned own = bits_around(h->line[d][colour], at) & on;
		const unsigned other = bits_around(h->line[d][!colour], at) & on;
		if (__builtin_popcount(own) < 3)
			continue;
		for (unsigned w = on & ~(own | other); w != 0 && n < 2; w &= w - 1) {
			const int next = cell + (__builtin_ctz(w) - REACH) * b->step[d];
			if (is_five(h->r, h->line, d, colour, next))
				n = add_cell(fives, n, next);
		}
	}
	return n;
}

/* A stone that makes a four, and the answer to it. */
struct four {
	uint16_t cell, answer;
};

/* Lists the fours that a colour can make, each cell once, on a cell (-1: anywhere). True: one of
 * them has two places for five. */
static bool
find_fours(struct hunt *h, int colour, int must, struct four *out, int *count)
{
	struct window w[WINDOWS_MAX];
	uint16_t cells[2 * WINDOWS_MAX], fives[3];
	const int windows = find_windows(h->r->board, h->line, colour, false, w);
	int n = 0, kept = 0;
	for (int i = 0; i < windows; i++)
		for (unsigned gaps = gaps_of(h->line, &w[i], colour); gaps != 0;
		     gaps &= gaps - 1) {
			const unsigned at = w[i].at + (unsigned)__builtin_ctz(gaps);
			const int cell = h->r->board->cell[w[i].d][at], before = n;
			n = add_cell(cells, n, cell);
			if (n == before || (must >= 0 && cell != must))
				continue;
			gomoku_flip(h, colour, cell);
			const int places = fives_through(h, colour, cell, fives);
			gomoku_flip(h, colour, cell);
			if (places > 1)
				return true;
			if (places == 1)
				out[kept++] = (struct four){ (uint16_t)cell, fives[0] };
		}
	*count = kept;
	return false;
}

/* Whether a colour wins by fours, the next of them on a cell (-1: anywhere). */
static bool
hunt(struct hunt *h, int colour, int must)
{
	struct four four[2 * WINDOWS_MAX];
	uint16_t back[3];
	int n = 0;
	if (h->left-- <= 0)
		return false;
	if (find_fours(h, colour, must, four, &n))
		return true;
	bool won = false;
	for (int i = 0; i < n && !won; i++) {
		gomoku_flip(h, colour, four[i].cell);
		gomoku_flip(h, !colour, four[i].answer);
		const int answers = fives_through(h, !colour, four[i].answer, back);
		if (answers < 2)
			won = hunt(h, colour, answers == 1 ? back[0] : -1);
		gomoku_flip(h, !colour, four[i].answer);
		gomoku_flip(h, colour, four[i].cell);
	}
	return won;
}

bool
gomoku_wins_by_fours(const struct gomoku_variant *r, const struct gomoku *s, int colour,
		     int must)
{
	struct hunt h = { .r = r, .left = HUNT_NODES };
	if (s->live[colour][3] == 0)
		return false;
	memcpy(h.line, s->line, sizeof h.line);
	return hunt(&h, colour, must);
}
