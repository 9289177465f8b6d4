/*
 * rules.h - private to the files of Chinese Checkers.
 *
 *   rules.c    variants, moves, play, the result, the tables of functions
 *   terrain.c  tables of the variant: camps, weights of cells, keys
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   finish.c   the shortest way home once a seat races alone
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, ways of moves, the generic scene
 *
 * Making a move is inline, for play and for playouts. Names shared by the files begin with cc_.
 */
#ifndef PLYSCOPE_GAMES_CHINESE_CHECKERS_RULES_H
#define PLYSCOPE_GAMES_CHINESE_CHECKERS_RULES_H

#include "games/chinese_checkers/chinese_checkers.h"
#include "games/common/ranked.h"

#include <assert.h>

/* What play() asks about a peg of a seat on a cell, side by side: one cache line a cell. */
struct footing {
	uint64_t key;
	int16_t weight;
	int16_t owner; /* whose target the cell belongs to, SEAT_NONE */
	uint8_t steps; /* to the tip of the target */
	uint8_t lattice, bit;
};

#define STRIDE	    128
#define LAST_WEIGHT 12	 /* of each step of the last peg, terrain.c */
#define SPREAD	    4096 /* above any difference of efforts */

/* Everything that depends only on the size, the number of seats and of pegs. */
struct terrain {
	int seats, pegs;
	struct hexset home[SEATS_MAX], target[SEATS_MAX];
	int16_t steps_home, weight_home; /* of a full camp */
	int16_t steps_start;		 /* remaining distance at the start */
	uint64_t mover_key[SEATS_MAX];
	const int16_t *spread; /* of a lead in effort, from -SPREAD to SPREAD */
	struct footing at[SEATS_MAX][STRIDE];
};

/* g->parsed */
struct cc_variant {
	const struct hexgrid *grid;
	const struct terrain *terrain;
	uint16_t max_plies;
	uint8_t seats, blocking;
	bool by_steps; /* points are steps gone */
};

extern const struct ranked_style cc_styles[SEATS_MAX];

static inline const struct cc_variant *
cc_variant(const struct game *g)
{
	return (const struct cc_variant *)g->parsed;
}

static inline struct chinese_checkers *
board_of(struct state *s)
{
	return (struct chinese_checkers *)s->bytes;
}

/* ---- making a move -------------------------------------------------------------------- */

/* Steps to the tip of a seat's last peg. */
static inline int
last_peg(const struct terrain *c, const struct hexset *pegs, int seat)
{
	int rear = 0;
	for (int half = 0; half < 2; half++)
		for (uint64_t w = pegs->w[half]; w; w &= w - 1) {
			int d = c->at[seat][64 * half + __builtin_ctzll(w)].steps;
			rear = d > rear ? d : rear;
		}
	return rear;
}

static inline bool
camp_filled(const struct cc_variant *r, const struct chinese_checkers *s, int seat)
{
	const struct hexset *target = &r->terrain->target[seat];
	if (r->blocking)
		return hexset_within(target, &s->all) &&
		       hexset_meet(target, &s->pegs[seat]);
	return hexset_within(target, &s->pegs[seat]);
}

static inline void
shift_peg(const struct cc_variant *r, struct chinese_checkers *s, int seat, move m)
{
	const struct terrain *c = r->terrain;
	int from = chinese_checkers_from(m), to = chinese_checkers_to(m);
	const struct footing *a = &c->at[seat][from], *b = &c->at[seat][to];
	hexset_flip(&s->pegs[seat], from);
	hexset_flip(&s->pegs[seat], to);
	hexset_flip(&s->all, from);
	hexset_flip(&s->all, to);
	s->lattice[a->lattice] ^= UINT64_C(1) << a->bit;
	s->lattice[b->lattice] ^= UINT64_C(1) << b->bit;
	s->key ^= a->key ^ b->key;
	int rear = s->rear[seat];
	if (b->steps >= rear)
		rear = b->steps;
	else if (a->steps == rear)
		rear = last_peg(c, &s->pegs[seat], seat);
	s->steps[seat] = (int16_t)(s->steps[seat] + b->steps - a->steps);
	s->effort[seat] = (int16_t)(s->effort[seat] + b->weight - a->weight +
				    LAST_WEIGHT * (rear - s->rear[seat]));
	s->rear[seat] = (uint8_t)rear;
	s->last_seat = (int8_t)seat;
	s->last_from = (uint8_t)from;
	s->last_to = (uint8_t)to;
	if (b->owner != SEAT_NONE && camp_filled(r, s, b->owner)) {
		s->end = RANKED_WON;
		s->winner = (int8_t)b->owner;
	}
}

/* Makes a legal move in place. */
static inline void
apply(const struct cc_variant *r, struct chinese_checkers *s, int seat, move m)
{
	if (m != CC_PASS)
		shift_peg(r, s, seat, m);
	else
		s->last_seat = SEAT_NONE;
	int next = seat + 1 == r->seats ? 0 : seat + 1;
	s->key ^= r->terrain->mover_key[seat] ^ r->terrain->mover_key[next];
	s->mover = (uint8_t)next;
	s->ply++;
	int seen = ranked_note(s->recent, s->ply, s->key);
	s->end = ranked_verdict(s->end, s->ply, r->max_plies, seen);
}

/* ---- where pegs go -------------------------------------------------------------------- */

static_assert(CC_PEGS_MAX <= HEX_FAN, "all pegs of a seat at once");

/* The pegs of a seat by cell, and the ends of the chains of hops of each, in its lattice. */
struct cc_hops {
	int pegs;
	uint8_t cell[CC_PEGS_MAX];
	struct hexfan fan;
};

static inline void
cc_find_hops(const struct hexgrid *h, const struct chinese_checkers *s, int seat,
	     struct cc_hops *to)
{
	struct hexlinks links[HEX_LATTICES];
	int n = 0;
	for (int l = 0; l < HEX_LATTICES; l++)
		links[l] = hexgrid_links(h, s->lattice, l);
	for (int half = 0; half < 2; half++)
		for (uint64_t w = s->pegs[seat].w[half]; w; w &= w - 1, n++) {
			const int cell = 64 * half + __builtin_ctzll(w);
			const int l = h->lattice[cell];
			to->cell[n] = (uint8_t)cell;
			hexgrid_set_lane(&to->fan, n, &links[l], s->lattice[l],
					 UINT64_C(1) << h->bit[cell]);
		}
	to->pegs = n;
	for (; n < HEX_FAN; n++)
		hexgrid_set_lane(&to->fan, n, &links[0], 0, 0);
	hexgrid_fan_out(&to->fan);
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
void cc_bounds(const struct game *g, const struct state *state, struct bounds *b);
int32_t cc_value_step(const struct game *g, bool taken);
int cc_progress(const struct game *g, const struct state *state);
int cc_moves(const struct game *g, const struct state *s, int seat, move *out);
void cc_points(const struct game *g, const struct state *s, int32_t *points);
/* What ranks a seat when the game is over: higher is better. */
void cc_ranks(const struct game *g, const struct chinese_checkers *s, int32_t *rank);
/* After reading pegs, mover and plies: what play() keeps, and whether the game is over. */
void cc_settle(const struct game *g, struct state *s);

/* terrain.c: seats is 2, 3, 4 or 6; fifteen only with 2 and size 4. */
const struct terrain *cc_terrain(int size, bool fifteen, int seats);

/* eval.c */
extern const struct game_knowledge cc_knowledge;
extern const struct game_fast cc_fast;

/* finish.c */
extern const struct race_ops cc_race;

/* text.c */
extern const struct game_text cc_text;

/* view.c */
extern const struct game_view cc_view;
const char *cc_seat_name(const struct game *g, int seat);
char cc_seat_letter(const struct game *g, int seat);

#endif
