/*
 * rules.h - private to the files of Awari.
 *
 *   rules.c    variants, play, the end and the result, the tables of functions
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   known.c    the table of endgames
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * Sowing is inline, for play, playouts and the endgame table. It works on six bytes of a word at
 * once: no byte exceeds 48, so that sums never carry into the next.
 */
#ifndef PLYSCOPE_GAMES_AWARI_RULES_H
#define PLYSCOPE_GAMES_AWARI_RULES_H

#include "games/awari/awari.h"
#include "games/common/endgame.h"
#include "src/core/past.h"

/* ---- positions of Awari and what a sowing makes of them ---- */

enum awari_rules { RULES_AWARI, RULES_OWARE, RULES_PAPER };

/* g->parsed */
struct awari_variant {
	struct endgame_file *table; /* of the user, NULL: not to be used */
	uint16_t max_plies;
	uint8_t rules;	/* enum awari_rules */
	bool by_margin; /* points are the seeds that a seat is ahead */
};

static inline const struct awari_variant *
awari_variant(const struct game *g)
{
	return (const struct awari_variant *)g->parsed;
}

static inline struct awari *
awari_of(struct state *s)
{
	return (struct awari *)s->bytes;
}

#define AWARI_COUNTS \
	64 /* of seeds, and more, so that places in tables are found by shifts */

/* What n seeds from a house add to both rows, seen from the mover's side. */
struct awari_sowing {
	alignas(32) uint64_t own, other;
	uint64_t
		reach; /* the bytes of the other row up to the last seed; 0: it is not there */
};
/* The same for every game, filled by the first setup(). */
extern struct awari_sowing awari_sowings[AWARI_ROW][AWARI_COUNTS];

#define EACH(byte) (UINT64_C(0x010101010101) * (byte))
#define TOP_BITS   EACH(0x80)
/* Added to a row, sets the top bit of each house whose seeds reach the other side. */
#define REACHING UINT64_C(0x7f7e7d7c7b7a)

/* The houses that are not empty, by their top bits. */
static inline uint64_t
filled(uint64_t row)
{
	return (row + EACH(0x7f)) & TOP_BITS;
}

static inline bool
any_above(int n, uint64_t row)
{
	return ((row + EACH(0x7f) - EACH(1) * (uint64_t)n) & TOP_BITS) != 0;
}

/*
 * False: no move captures all of the other side. What is captured had two seeds at most; and a
 * sowing that does not go round has left one in each house up to its last, so that the houses
 * that are not empty are the first ones.
 */
static inline bool
may_capture_all(uint64_t own, uint64_t other)
{
	if (any_above(2, other))
		return false;
	const uint64_t set = (filled(other) >> 7) * 0xff;
	return (set & (set + 1)) == 0 || any_above(11, own);
}

/* Both rows after a move, seen from its mover. */
struct sown {
	uint64_t own, other;
	int taken;
};

/*
 * Sows house k of the mover. The last seed captures where it makes two or three on the other
 * side, and so on backwards: the bytes of `reach` above the highest that is neither.
 */
static inline struct sown
sow(enum awari_rules rules, uint64_t own, uint64_t other, int k)
{
	const struct awari_sowing *w = &awari_sowings[k][own >> 8 * k & 0xff];
	own = (own & ~(UINT64_C(0xff) << 8 * k)) + w->own;
	other += w->other;
	const uint64_t kept =
		(((other ^ EACH(2)) & EACH(0xfe)) + EACH(0x7f)) & TOP_BITS & w->reach;
	const int from = 63 - __builtin_clzll(kept << 1 | 1);
	uint64_t taken = other & w->reach & (~UINT64_C(0) << from);
	if (rules == RULES_OWARE && taken == other)
		taken = 0; /* a grand slam */
	return (struct sown){ own, other - taken, awari_row_seeds(taken) };
}

/* Of these moves those that leave the other seat a seed. */
static inline uint64_t
not_starving(enum awari_rules rules, uint64_t own, uint64_t other, uint64_t moves)
{
	uint64_t out = 0;
	for (uint64_t w = moves; w; w &= w - 1)
		if (sow(rules, own, other, __builtin_ctzll(w) / 8).other != 0)
			out |= w & -w;
	return out;
}

/*
 * The houses from which the mover may sow, by their top bits. A seat without seeds must be
 * given some. Awari and the paper forbid to capture all as well, Awari not when every move
 * does.
 */
static inline uint64_t
legal_moves(enum awari_rules rules, uint64_t own, uint64_t other)
{
	uint64_t moves = filled(own);
	if (other == 0)
		moves &= (own + REACHING) & TOP_BITS;
	if (rules == RULES_OWARE || !may_capture_all(own, other))
		return moves;
	const uint64_t safe = not_starving(rules, own, other, moves);
	return safe == 0 && rules == RULES_AWARI ? moves : safe;
}

/* A position as the seat to move sees it. */
struct turn {
	uint64_t own, other;
	int mine, theirs; /* seeds captured */
};

static inline struct turn
turn_of(const struct awari *s)
{
	const int me = s->mover;
	return (struct turn){ s->row[me], s->row[!me], s->store[me], s->store[!me] };
}

/* The mover sows house k, or passes (k < 0), and the other seat has the turn. */
static inline void
take_turn(enum awari_rules rules, struct awari *s, struct turn *t, int k)
{
	struct sown to = { t->own, t->other, 0 };
	s->last = -1;
	s->sown = 0;
	if (k >= 0) {
		s->last = (int8_t)(k + AWARI_ROW * s->mover);
		s->sown = (uint8_t)(t->own >> 8 * k);
		to = sow(rules, t->own, t->other, k);
	}
	s->ply++;
	s->taken = (uint8_t)to.taken;
	const int kept = (to.taken > 0) - 1; /* no branch: it could not be predicted */
	s->since = (uint16_t)((s->since & kept) | (s->ply & ~kept));
	s->again = (uint8_t)(s->again & kept);
	s->mover ^= 1;
	*t = (struct turn){ to.other, to.own, t->theirs, t->mine + to.taken };
}

static inline void
keep_turn(struct awari *s, const struct turn *t)
{
	const int me = s->mover;
	s->row[me] = t->own;
	s->row[!me] = t->other;
	s->store[me] = (uint8_t)t->mine;
	s->store[!me] = (uint8_t)t->theirs;
}

/* How things stand; `moves` are legal_moves(), `seen` is how often the position was there
 * before. */
static inline uint8_t
verdict(const struct awari_variant *r, enum awari_rules rules, const struct turn *t,
	uint64_t moves, int ply, int seen)
{
	if (rules == RULES_PAPER) {
		if (((t->own | t->other) & EACH(0xfe)) == 0)
			return AWARI_SINGLES;
		if (moves == 0 && legal_moves(rules, t->other, t->own) == 0)
			return AWARI_STUCK;
	} else {
		const int half = AWARI_SEEDS / 2;
		if ((t->mine > half || t->theirs > half) && !r->by_margin)
			return AWARI_MAJORITY;
		if (moves == 0)
			return AWARI_NO_MOVE;
		if (seen >= 2)
			return AWARI_REPETITION;
	}
	return ply >= r->max_plies ? AWARI_LENGTH : AWARI_RUNNING;
}

/* The houses and who is to move: what makes a position, since captures last count. */
static inline uint64_t
position_key(const struct turn *t, int mover)
{
	const uint64_t south = mover ? t->other : t->own,
		       north = mover ? t->own : t->other;
	return rng_mix(south * UINT64_C(0x9fb21c651e98df25) +
		       north * UINT64_C(0xd6e8feb86659fd93) + (uint64_t)mover);
}

/* What the paper's rules need not know. */
static inline struct past *
awari_past(const struct game *g)
{
	return awari_variant(g)->rules == RULES_PAPER ? NULL : g->past;
}

/*
 * Notes the position that was left, and how often the new one was there. A house that is played
 * leaves a seed in the next one, which is as it was only after it has been played too: between
 * two occurrences of a position all houses are played, and that takes twelve plies.
 */
static inline int
note_position(struct past *past, struct awari *s, uint64_t from, uint64_t key)
{
	const uint32_t at = s->ply - 1u;
	const uint32_t since = s->ply - s->since < AWARI_HOUSES ? at : s->since;
	const int seen = past_note(past, at, from, since, key);
	s->again |= seen > 0;
	return seen;
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
void awari_bounds(const struct game *g, const struct state *state, struct bounds *b);
int awari_progress(const struct game *g, const struct state *state);
int awari_list_moves(const struct game *g, const struct state *s, int seat, move *list);
/* Seeds that South is ahead when the game is over. */
int awari_margin(const struct game *g, const struct awari *s);
/* After reading a position: whether the game is over. */
void awari_settle(const struct game *g, struct awari *s);

/* eval.c */
void awari_build_lots(void);
extern const struct game_knowledge awari_knowledge;
extern const struct game_fast awari_fast;
extern const struct ending_ops awari_endings;

/* known.c */
void awari_build_slots(void);
/* Reads the table; the seeds up to which there is one, 0: none. What follows needs it
 * (g->knows). */
int awari_table(const struct game *g, struct status *st);
/* What the table says of the rest of a game; false: not in it. */
bool awari_look_up(const struct game *g, const struct turn *t, struct endgame_value *out);
/* Whether it settles the value, and by which margin of the seat to move: exact with
 * score=seeds, else on the right side of 0. */
bool awari_decided(const struct game *g, const struct awari *s, const struct turn *t,
		   int *margin);
bool awari_known(const struct game *g, const struct state *state);
extern const struct endgame_ops awari_endgame;
extern const struct solver_ops awari_solver;

/* text.c */
extern const struct game_text awari_text;

/* view.c */
extern const struct game_view awari_view;
const char *awari_seat_name(const struct game *g, int seat);
char awari_seat_letter(const struct game *g, int seat);

#endif
