/*
 * moves.h - finding and making moves of MiniShogi, compiled into play and into playouts.
 */
#ifndef PLYSCOPE_GAMES_MINISHOGI_MOVES_H
#define PLYSCOPE_GAMES_MINISHOGI_MOVES_H

#include "games/minishogi/board.h"

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

#endif
