/*
 * rules.h - shared by the files of Lines of Action alone.
 *
 *   rules.c    variants, moves, play, the result, the tables of functions
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the scene
 *
 * Moving one man and making a move is here, to be compiled into play and into playouts.
 */
#ifndef PLYSCOPE_GAMES_LINES_OF_ACTION_RULES_H
#define PLYSCOPE_GAMES_LINES_OF_ACTION_RULES_H

#include "games/lines_of_action/lines_of_action.h"

#include "src/core/past.h"

#include <assert.h>

#define LOA_AXES 4
#define LOA_DIRS 8 /* d and d + LOA_AXES are opposite */
#define LOA_MEN	 12

/* The squares ahead of each, of 8x8; the same for every game, filled once. */
struct loa_tables {
	uint64_t ray[SQUARES_COUNT][LOA_DIRS];
	uint64_t disc[SQUARES_COUNT][SQUARES_SIDE]; /* so many steps from it or fewer */
};
extern struct loa_tables loa_tables;

extern const struct ranked_style loa_styles[2];

/* g->parsed */
struct loa_variant {
	struct squares_variant base;
	uint64_t edge;
	uint8_t excess;	  /* loa_excess() at the start */
	bool both_draw;	  /* when both connect at once, else the mover wins */
	bool stuck_loses; /* who has no move, else passes */
};
static_assert(sizeof(struct loa_variant) <= VARIANT_BYTES, "variant fits");

static inline const struct loa_variant *
loa_variant(const struct game *g)
{
	return (const struct loa_variant *)g->parsed;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* Right, up right, up, up left, and back. */
static const int8_t loa_step[LOA_DIRS] = { 1, 9, 8, 7, -1, -9, -8, -7 };

/* One seat's view of the board. */
struct loa_sides {
	uint64_t own, others, free; /* free: on the board and not one's own */
};

static inline struct loa_sides
loa_sides(const struct loa_variant *v, const struct squares_game *s, int seat)
{
	const uint64_t own = s->men[seat];
	return (struct loa_sides){ own, s->men[!seat], v->base.board & ~own };
}

/* The men on a line through a square with a man of its own. */
static inline int
loa_count(const struct loa_sides *p, int square, int axis)
{
	const uint64_t *ray = loa_tables.ray[square];
	const uint64_t line = ray[axis] | ray[axis + LOA_AXES];
	return 1 + __builtin_popcountll((p->own | p->others) & line);
}

/* Where a man comes to that goes n squares in a direction, or 0: it must stay on the board, may
 * not land on a man of its own nor jump over one of the others. */
static inline uint64_t
loa_goal(const struct loa_sides *p, int square, int d, int n)
{
	const uint64_t ahead = loa_tables.ray[square][d];
	const int to = (square + n * loa_step[d]) & 63;
	const uint64_t goal = SQUARES_BIT(to) & ahead & p->free;
	const uint64_t between = ahead & ~loa_tables.ray[to][d] & ~goal;
	return goal != 0 && (p->others & between) == 0 ? goal : 0;
}

/* Whether a seat has any move. */
bool loa_can_move(const struct loa_variant *v, const struct squares_game *s, int seat);

/* ---- connection ----------------------------------------------------------------------- */

/* A set and all squares next to it, of 8x8; beyond the upper and the lower edge nothing is. */
static inline uint64_t
loa_grow(uint64_t x)
{
	x |= squares_shift(x, 1, 0) | squares_shift(x, -1, 0);
	return x | x << 8 | x >> 8;
}

/* The group of men that a man of theirs is in. */
static inline uint64_t
loa_group(uint64_t man, uint64_t men)
{
	for (uint64_t next;; man = next) {
		next = loa_grow(man) & men;
		if (next == man)
			return man;
	}
}

/* Men with no other man next to them. */
static inline uint64_t
loa_alone(uint64_t men)
{
	const uint64_t beside = squares_shift(men, 1, 0) | squares_shift(men, -1, 0);
	const uint64_t row = men | beside;
	return men & ~(beside | row << 8 | row >> 8);
}

/* Most men that do not hang together have one that stands alone: that is seen first. */
static inline bool
loa_connected(uint64_t men)
{
	const uint64_t alone = loa_alone(men);
	if (alone != 0)
		return alone == men && (men & (men - 1)) == 0;
	return loa_group(men & -men, men) == men;
}

/* ---- making a move -------------------------------------------------------------------- */

/* The seats connected after a move of `seat`: both may be, the other one only when a man of its was
 * taken. */
static inline void
loa_judge(const struct loa_variant *v, struct squares_game *s, int seat, bool taken)
{
	const bool mine = loa_connected(s->men[seat]);
	const bool theirs = taken && loa_connected(s->men[!seat]);
	if (mine && theirs && v->both_draw) {
		s->end = RANKED_LEVEL;
	} else if (mine || theirs) {
		s->end = RANKED_WON;
		s->winner = (int8_t)(mine ? seat : !seat);
	}
}

/* The status after a move of `seat`, where connection has not decided: no move, then
 * repetition, then length. */
static inline void
loa_close(const struct loa_variant *v, struct squares_game *s, int seat)
{
	if (s->end != RANKED_RUNNING)
		return;
	if (v->stuck_loses && !loa_can_move(v, s, !seat)) {
		s->end = RANKED_WON;
		s->winner = (int8_t)seat;
	} else if (v->base.repeats > 0 && s->times >= v->base.repeats) {
		s->end = RANKED_REPETITION;
	} else if (s->ply >= v->base.max_plies) {
		s->end = RANKED_LENGTH;
	}
}

/* Makes a legal move in place. */
static inline void
loa_apply(const struct game *g, const struct loa_variant *v, struct squares_game *s,
	  int seat, move m)
{
	const bool noted = v->base.repeats > 0 && g->past != NULL;
	const uint64_t before = noted ? squares_key(s->men, s->mover) : 0;
	s->ply++;
	s->mover = (uint8_t)!seat;
	s->times = 0;
	s->from = s->to = SQUARES_NONE;
	if (m != SQUARES_PASS) {
		const uint64_t goal = SQUARES_BIT(squares_to(m));
		const bool taken = (s->men[!seat] & goal) != 0;
		s->men[seat] ^= SQUARES_BIT(squares_from(m)) | goal;
		s->men[!seat] &= ~goal;
		s->from = (int8_t)squares_from(m);
		s->to = (int8_t)squares_to(m);
		loa_judge(v, s, seat, taken);
		if (taken)
			s->since = s->ply;
	}
	if (noted)
		s->times = (uint8_t)past_note(g->past, (uint32_t)s->ply - 1, before,
					      s->since, squares_key(s->men, s->mover));
	loa_close(v, s, seat);
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
int loa_list_moves(const struct game *g, const struct state *state, int seat, move *out);
/* After reading a position: whether it is over. */
void loa_settle(const struct game *g, struct squares_game *s);
/* The groups of a seat's men. */
int loa_groups(uint64_t men);

/* eval.c */
/* Steps that men are farther from their middle than as many need to be. */
int loa_excess(uint64_t men);
extern const struct game_knowledge loa_knowledge;
extern const struct game_fast loa_fast;
unsigned loa_enter(const struct game *g, const struct state *from, int seat, move m,
		   struct state *to);

/* text.c */
extern const struct game_text loa_text;

/* view.c */
extern const struct game_view loa_view;

#endif
