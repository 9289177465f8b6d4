/*
 * rules.h - shared by the files of MiniShogi alone.
 *
 *   rules.c    variants, the start, play, the end, the tables of functions
 *   board.c    the tables of the board: steps, lines, keys
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   text.c     moves (USI) and positions (SFEN)
 *   view.c     names, scoreboard, events, the scene
 */
#ifndef PLYSCOPE_GAMES_MINISHOGI_RULES_H
#define PLYSCOPE_GAMES_MINISHOGI_RULES_H

#include "games/minishogi/minishogi.h"

/* ---- the board of MiniShogi: tables, pieces, and the cells that they reach ---- */

#define SIDE	  MINISHOGI_SIDE
#define CELLS	  MINISHOGI_CELLS
#define ALL	  ((UINT32_C(1) << CELLS) - 1)
#define BIT(cell) (UINT32_C(1) << (cell))
#define COLUMN	  UINT32_C(0x108421) /* the leftmost one */
#define ROW	  UINT32_C(31)	     /* the topmost one */
#define REPEATED  3		     /* times before, and the position ends the game */

struct minishogi_tables {
	/* Where a piece of a seat on a cell may step: pawn, silver, gold; [KING]: all
	 * around; [BISHOP], [ROOK]: a king's diagonal and straight steps, which a promoted
	 * rook and a promoted bishop have besides their own. */
	uint32_t step[MINISHOGI_KINDS][2][CELLS];
	/* Cells reached along a row, column or diagonal through a cell, by the pieces on that line:
	 * see rook_from(). */
	uint32_t along_row[SIDE][32], along_column[SIDE][32];
	uint32_t along_diagonal[2][CELLS][32];
	uint32_t diagonal[2][CELLS]; /* without the cell itself */
	uint32_t straight[CELLS],
		slant[CELLS];		/* all that a rook, a bishop could reach */
	uint32_t between[CELLS][CELLS]; /* two cells of one line, else none */
	uint32_t line[CELLS][CELLS];	/* the whole line through both, else none */
	uint64_t key[2][16][CELLS];	/* of a kind, promoted or not */
	uint64_t hand_key[2][MINISHOGI_HELD][MINISHOGI_EACH + 1];
	uint64_t mover_key; /* Gote moves */
};
/* The same for every game, filled by the first minishogi_build(). */
extern struct minishogi_tables minishogi_tables;

enum repetition_choice { SECOND_WINS, DRAWN, NOT_COUNTED };

/* g->parsed */
struct minishogi_variant {
	uint16_t max_plies;
	uint8_t repetition;
};

static inline const struct minishogi_variant *
minishogi_variant(const struct game *g)
{
	return (const struct minishogi_variant *)g->parsed;
}

static inline struct minishogi *
board_of(struct state *s)
{
	return (struct minishogi *)s->bytes;
}

static inline int
kind_of(int piece)
{
	return piece & 7;
}

static inline int
seat_of(int piece)
{
	return piece >> 4 & 1;
}

/* The kind whose moves a piece has, see minishogi.walks. */
static inline int
walk_of(int piece)
{
	static const uint8_t walks[16] = { PAWN, SILVER, GOLD, BISHOP, ROOK,   KING, 0,
					   0,	 GOLD,	 GOLD, 0,      BISHOP, ROOK };
	return walks[piece & 15];
}

static inline uint32_t
zone_of(int seat)
{
	return seat ? ROW << 20 : ROW;
}

/* ---- where pieces reach --------------------------------------------------------------- */

/*
 * A line through a cell is gathered into five adjacent bits, which look up how far the piece
 * comes. A row is there already. The bits of a column are 5 apart: times 2^20 + 2^16 + .. +
 * 2^4, bit 5i comes to 20 + i by one of the five terms, no other term brings it between 20
 * and 24, and no two of the 25 products are equal, so nothing is carried. A diagonal has one
 * bit in a column: times 2^20 + 2^15 + .. + 1, column c comes to 20 + c.
 */
static inline uint32_t
rook_from(int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const int row = cell / SIDE, column = cell - SIDE * row;
	const uint32_t in_row = taken >> (SIDE * row) & ROW;
	const uint32_t in_column =
		(uint32_t)((uint64_t)(taken >> column & COLUMN) * 0x111110 >> 20 & 31);
	return t->along_row[column][in_row] << (SIDE * row) |
	       t->along_column[row][in_column] << column;
}

static inline uint32_t
bishop_from(int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint64_t a = (uint64_t)(taken & t->diagonal[0][cell]) * COLUMN,
		       b = (uint64_t)(taken & t->diagonal[1][cell]) * COLUMN;
	return t->along_diagonal[0][cell][a >> 20 & 31] |
	       t->along_diagonal[1][cell][b >> 20 & 31];
}

static inline uint32_t
left_of(uint32_t x)
{
	return (x & ~COLUMN) >> 1;
}

static inline uint32_t
right_of(uint32_t x)
{
	return (x & ~(COLUMN << 4)) << 1;
}

/* A step ahead for a seat, and one back. */
static inline uint32_t
ahead(int seat, uint32_t x)
{
	return seat ? x << SIDE & ALL : x >> SIDE;
}

/* All that a seat's pieces attack, own pieces they protect included. */
static inline uint32_t
attacks_of(const struct minishogi *s, int seat, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint32_t own = s->of[seat];
	const uint32_t silvers = own & s->walks[SILVER], golds = own & s->walks[GOLD];
	const uint32_t both = silvers | golds;
	const uint32_t slants = ahead(seat, both) | ahead(!seat, silvers);
	uint32_t reach = t->step[KING][0][s->king[seat]] |
			 ahead(seat, both | (own & s->walks[PAWN])) |
			 left_of(slants | golds) | right_of(slants | golds) |
			 ahead(!seat, golds);
	for (uint32_t w = own & s->walks[BISHOP]; w; w &= w - 1) {
		const int cell = __builtin_ctz(w);
		reach |= bishop_from(cell, taken);
		reach |= s->promoted >> cell & 1 ? t->step[ROOK][0][cell] : 0;
	}
	for (uint32_t w = own & s->walks[ROOK]; w; w &= w - 1) {
		const int cell = __builtin_ctz(w);
		reach |= rook_from(cell, taken);
		reach |= s->promoted >> cell & 1 ? t->step[BISHOP][0][cell] : 0;
	}
	return reach;
}

/* The pieces of a seat, without its king, that attack a cell. */
static inline uint32_t
attackers(const struct minishogi *s, int seat, int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint32_t bishops = s->walks[BISHOP], rooks = s->walks[ROOK];
	uint32_t from = (t->step[PAWN][!seat][cell] & s->walks[PAWN]) |
			(t->step[SILVER][!seat][cell] & s->walks[SILVER]) |
			(t->step[GOLD][!seat][cell] & s->walks[GOLD]) |
			(t->step[ROOK][0][cell] & bishops & s->promoted) |
			(t->step[BISHOP][0][cell] & rooks & s->promoted);
	if (t->slant[cell] & bishops & s->of[seat])
		from |= bishop_from(cell, taken) & bishops;
	if (t->straight[cell] & rooks & s->of[seat])
		from |= rook_from(cell, taken) & rooks;
	return from & s->of[seat];
}

/*
 * Finding and making moves of MiniShogi, compiled into play and into playouts.
 */

/* ---- finding moves -------------------------------------------------------------------- */

/* Moves of one piece: FROM << 5, with PROMOTE or without, and where it may go. */
struct minishogi_group {
	uint32_t to;
	uint32_t code;
};
#define GROUPS 32 /* of 11 pieces two each, and five drops */

struct minishogi_groups {
	int count;
	uint32_t danger; /* cells the other seat attacks, seen through the king */
	struct minishogi_group group[GROUPS];
};

static inline void
add_group(struct minishogi_groups *out, uint32_t to, uint32_t code)
{
	out->group[out->count] = (struct minishogi_group){ to, code };
	out->count += to != 0;
}

/* The own pieces that must stay on their line with the king. */
static inline uint32_t
pinned_pieces(const struct minishogi *s, int seat, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const int king = s->king[seat];
	uint32_t pinned = 0;
	for (uint32_t w = s->of[!seat] & ((s->walks[BISHOP] & t->slant[king]) |
					  (s->walks[ROOK] & t->straight[king]));
	     w; w &= w - 1) {
		const uint32_t stop = t->between[king][__builtin_ctz(w)] & taken;
		pinned |= (stop & (stop - 1)) == 0 ? stop & s->of[seat] : 0;
	}
	return pinned;
}

/* Moves of a piece that may promote, or must. */
static inline void
add_promoting(struct minishogi_groups *out, int seat, int cell, uint32_t to, bool must)
{
	const uint32_t zone = zone_of(seat), code = (uint32_t)cell << 5;
	const uint32_t promoting = zone >> cell & 1 ? to : to & zone;
	add_group(out, must ? to & ~promoting : to, code);
	add_group(out, promoting, code | MINISHOGI_PROMOTE);
}

/* Moves of pieces on the board; `drops` becomes the cells where a drop is of any use. */
static inline void
find_on_board(const struct minishogi *s, int seat, struct minishogi_groups *out,
	      uint32_t *drops)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint32_t own = s->of[seat], taken = own | s->of[!seat];
	const int king = s->king[seat];
	uint32_t targets = ~own & ALL;
	out->count = 0;
	out->danger = attacks_of(s, !seat, taken & ~BIT(king));
	*drops = ALL & ~taken;
	add_group(out, t->step[KING][0][king] & targets & ~out->danger,
		  (uint32_t)king << 5);
	if (s->checkers) {
		const uint32_t gap = t->between[king][__builtin_ctz(s->checkers)];
		if (s->checkers & (s->checkers - 1)) {
			*drops = 0;
			return; /* two at once: only the king helps */
		}
		targets = gap | s->checkers;
		*drops = gap;
	}
	const uint32_t pinned = pinned_pieces(s, seat, taken);
	for (int walk = PAWN; walk <= GOLD; walk++)
		for (uint32_t w = own & s->walks[walk]; w; w &= w - 1) {
			const int cell = __builtin_ctz(w);
			uint32_t to = t->step[walk][seat][cell] & targets;
			if (pinned >> cell & 1)
				to &= t->line[king][cell];
			if (walk == GOLD)
				add_group(out, to, (uint32_t)cell << 5);
			else
				add_promoting(out, seat, cell, to, walk == PAWN);
		}
	for (uint32_t w = own & (s->walks[BISHOP] | s->walks[ROOK]); w; w &= w - 1) {
		const int cell = __builtin_ctz(w);
		const bool slant = s->walks[BISHOP] >> cell & 1,
			   promoted = s->promoted >> cell & 1;
		uint32_t to = slant ? bishop_from(cell, taken) : rook_from(cell, taken);
		if (promoted)
			to |= t->step[slant ? ROOK : BISHOP][0][cell];
		to &= targets;
		if (pinned >> cell & 1)
			to &= t->line[king][cell];
		if (promoted)
			add_group(out, to, (uint32_t)cell << 5);
		else
			add_promoting(out, seat, cell, to, false);
	}
}

/* The cells where a seat may not drop a pawn: the last row, files with one, and the cell
 * before the king where it would be mate. */
uint32_t minishogi_no_pawns(const struct minishogi *s, int seat, uint32_t drops);

/* All legal moves of the seat to move. */
static inline void
find_moves(const struct minishogi *s, int seat, struct minishogi_groups *out)
{
	uint32_t drops;
	find_on_board(s, seat, out, &drops);
	if (!drops)
		return;
	for (int kind = SILVER; kind <= ROOK; kind++)
		add_group(out, s->hand[seat][kind] ? drops : 0,
			  (uint32_t)(CELLS + kind) << 5);
	if (s->hand[seat][PAWN])
		add_group(out, drops & ~minishogi_no_pawns(s, seat, drops),
			  (uint32_t)(CELLS + PAWN) << 5);
}

/* ---- making a move -------------------------------------------------------------------- */

static inline void
take_up(struct minishogi *s, int seat, int cell, int piece)
{
	s->of[seat] ^= BIT(cell);
	s->walks[walk_of(piece)] ^= BIT(cell);
	s->promoted &= ~BIT(cell);
	s->key ^= minishogi_tables.key[seat][piece & 15][cell];
}

static inline void
put_down(struct minishogi *s, int seat, int cell, int kind)
{
	const int walk = walk_of(kind);
	s->of[seat] ^= BIT(cell);
	s->walks[walk] ^= BIT(cell);
	if (kind & PROMOTED && walk != GOLD)
		s->promoted |= BIT(cell);
	s->key ^= minishogi_tables.key[seat][kind][cell];
	s->board[cell] = (uint8_t)(kind | seat << 4);
	if (kind == KING)
		s->king[seat] = (uint8_t)cell;
}

static inline void
change_hand(struct minishogi *s, int seat, int kind, int by)
{
	const uint64_t *key = minishogi_tables.hand_key[seat][kind];
	const int n = s->hand[seat][kind];
	s->key ^= key[n] ^ key[n + by];
	s->hand[seat][kind] = (uint8_t)(n + by);
}

/* Makes a legal move in place, except for its effect on the end of the game. */
static inline void
apply(struct minishogi *s, int seat, move m)
{
	const int from = minishogi_from(m), to = minishogi_to(m), other = !seat;
	int kind = from - CELLS;
	if (from >= CELLS) {
		change_hand(s, seat, kind, -1);
	} else {
		const int taken = s->board[to];
		kind = s->board[from] & 15;
		take_up(s, seat, from, kind);
		s->board[from] = MINISHOGI_EMPTY;
		kind |= m & MINISHOGI_PROMOTE ? PROMOTED : 0;
		if (taken != MINISHOGI_EMPTY) {
			take_up(s, other, to, taken);
			change_hand(s, seat, kind_of(taken), 1);
		}
	}
	put_down(s, seat, to, kind);
	s->key ^= minishogi_tables.mover_key;
	s->mover = (uint8_t)other;
	s->checkers = attackers(s, seat, s->king[other], s->of[0] | s->of[1]);
	s->checks[seat] = (uint16_t)(s->checkers ? s->checks[seat] + 1 : 0);
	s->ply++;
	s->at++;
	s->from = (uint8_t)from;
	s->to = (uint8_t)to;
}

/* After apply(): whether the position was there before, and so often that the game ends.
 * `before` is the key of the position that was left. */
void minishogi_note(const struct game *g, struct minishogi *s, uint64_t before);

static inline void
end_game(struct minishogi *s, enum minishogi_end end, int winner)
{
	s->end = (uint8_t)end;
	s->winner = (int8_t)winner;
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
/* Whether the other seat, its king included, attacks a seat's king, whoever is to move. */
bool minishogi_in_check(const struct minishogi *s, int seat);
/* After reading a position: checkers, key, whether it is mate or too long. */
void minishogi_settle(const struct game *g, struct minishogi *s);

/* board.c */
void minishogi_build(void);

/* eval.c */
extern const struct game_knowledge minishogi_knowledge;
extern const struct game_fast minishogi_fast;

/* text.c */
extern const struct game_text minishogi_text;

/* view.c */
extern const struct game_view minishogi_view;
extern const char minishogi_letters[];	    /* of kinds, as in SFEN */
extern const char *const minishogi_names[]; /* of kinds, promoted or not */
const char *minishogi_seat_name(const struct game *g, int seat);
char minishogi_seat_letter(const struct game *g, int seat);

#endif
