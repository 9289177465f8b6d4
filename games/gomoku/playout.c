/*
 * playout.c - the quick player and playouts.
 *
 * The quick player makes five or prevents it, makes an open four or two threats at once,
 * answers those of the other colour, and else takes the best of a few cells near stones that it
 * draws by lot. The effect of a stone on every empty cell is kept up through a playout: a new
 * stone changes that on the four lines through it alone.
 *
 * A random playout knows nothing but five in a row: empty cells drawn from a list, four bits
 * set for each, four tables asked.
 */
#include "games/gomoku/rules.h"

/* ---- what stones would do ------------------------------------------------------------- */

struct field {
	uint8_t shape[2][GOMOKU_DIRS][GOMOKU_CELLS];
	uint16_t count[2][GOMOKU_CELLS]; /* threat_of() */
	uint16_t worth[2][GOMOKU_CELLS];
	uint8_t threat[2][GOMOKU_CELLS];
	uint16_t cells[2][THREATS]; /* with this threat */
};

static inline void
set_threat(struct field *f, int colour, int cell)
{
	const unsigned now = threat_of(f->count[colour][cell]),
		       was = f->threat[colour][cell];
	f->cells[colour][was]--;
	f->cells[colour][now]++;
	f->threat[colour][cell] = (uint8_t)now;
}

static inline void
set_shape(struct field *f, int colour, int d, int cell, unsigned now)
{
	const unsigned was = f->shape[colour][d][cell];
	if (was == now)
		return;
	f->shape[colour][d][cell] = (uint8_t)now;
	f->worth[colour][cell] =
		(uint16_t)(f->worth[colour][cell] + gomoku_shape_worth[now] -
			   gomoku_shape_worth[was]);
	const uint16_t change =
		(uint16_t)(gomoku_shape_count[now] - gomoku_shape_count[was]);
	if (change == 0)
		return;
	f->count[colour][cell] = (uint16_t)(f->count[colour][cell] + change);
	set_threat(f, colour, cell);
}

static inline void
gomoku_look_at(const struct gomoku_variant *r, const struct gomoku *s, struct field *f,
	       int d, int cell)
{
	const struct codes c = codes_at(r, s, d, cell, r->far);
	for (int colour = BLACK; colour <= WHITE; colour++)
		set_shape(f, colour, d, cell, r->shape[c.code[colour]]);
}

static void
field_fill(const struct gomoku_variant *r, const struct gomoku *s, struct field *f)
{
	memset(f, 0, sizeof *f);
	for (int cell = 0; cell < r->cells; cell++)
		if (is_empty(r, s, cell))
			for (int d = 0; d < GOMOKU_DIRS; d++)
				gomoku_look_at(r, s, f, d, cell);
}

/* After a stone was put on a cell. */
static void
field_change(const struct gomoku_variant *r, const struct gomoku *s, struct field *f,
	     int cell)
{
	for (int colour = BLACK; colour <= WHITE; colour++) {
		f->count[colour][cell] = f->worth[colour][cell] = 0;
		set_threat(f, colour, cell);
	}
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		const unsigned at = r->board->at[d][cell];
		const unsigned stones = bits_around(s->line[d][BLACK], at) |
					bits_around(s->line[d][WHITE], at);
		for (unsigned w = r->board->on[r->far][d][cell] & ~stones; w; w &= w - 1)
			gomoku_look_at(r, s, f, d,
				       cell + (__builtin_ctz(w) - REACH) *
						       r->board->step[d]);
	}
}

/* ---- the quick player ----------------------------------------------------------------- */

#define QUICK_DRAWS 4  /* cells looked at */
#define QUICK_NOISE 15 /* luck in a cell's worth */

/* The empty cells near stones, or all of an empty board. */
struct near_cells {
	uint32_t row[GOMOKU_SIDE_MAX];
	int count[GOMOKU_SIDE_MAX], total;
};

static void
find_lots(const struct gomoku_variant *r, const struct gomoku *s, struct near_cells *l)
{
	uint32_t taken[GOMOKU_SIDE_MAX];
	gomoku_near(r, s, l->row, taken);
	l->total = 0;
	for (int row = 0; row < r->side; row++) {
		l->row[row] &= ~taken[row];
		l->count[row] = __builtin_popcount(l->row[row]);
		l->total += l->count[row];
	}
}

static int
gomoku_draw_lot(const struct gomoku_variant *r, const struct near_cells *l, int k)
{
	int row = 0;
	for (; k >= l->count[row]; row++)
		k -= l->count[row];
	uint32_t w = l->row[row];
	for (; k > 0; k--)
		w &= w - 1;
	return row * r->side + __builtin_ctz(w);
}

/* The value of the cell to either colour, one's own threats counting twice. */
static int
quick_worth(const struct field *f, int own, int cell)
{
	return 2 * f->worth[own][cell] + f->worth[!own][cell];
}

/* The best cell with at least that threat, from a cell drawn by lot on. */
static int
find_threat(const struct gomoku_variant *r, const struct field *f, int whose,
	    enum threat least, int own, struct rng *rng)
{
	int best = -1, most = -1, cell = (int)rng_below(rng, r->cells);
	for (int k = 0; k < r->cells; k++) {
		if (f->threat[whose][cell] >= least) {
			const int worth = quick_worth(f, own, cell);
			if (worth > most) {
				most = worth;
				best = cell;
			}
		}
		cell = cell + 1 == r->cells ? 0 : cell + 1;
	}
	return best;
}

/* No empty cell is near a stone: the centre of an empty board, or any cell. */
static int
draw_far(const struct gomoku_variant *r, const struct gomoku *s, struct rng *rng)
{
	int cell = r->side / 2 * (r->side + 1);
	while (!is_empty(r, s, cell))
		cell = (int)rng_below(rng, r->cells);
	return cell;
}

static int
draw_cell(const struct gomoku_variant *r, const struct gomoku *s, const struct field *f,
	  struct rng *rng)
{
	struct near_cells l;
	find_lots(r, s, &l);
	if (l.total == 0)
		return draw_far(r, s, rng);
	uint64_t lot = rng_next(rng);
	int best = -1, most = -1;
	for (int k = 0; k < QUICK_DRAWS; k++, lot >>= 16) {
		const uint32_t x = (uint32_t)(lot >> 4 & 0xfff);
		const int cell =
			gomoku_draw_lot(r, &l, (int)(x * (uint32_t)l.total >> 12));
		const int worth =
			quick_worth(f, s->turn, cell) + (int)(lot & QUICK_NOISE);
		if (worth > most) {
			most = worth;
			best = cell;
		}
	}
	return best;
}

/* Whose threats, and how great ones, the quick player acts on, the most urgent first. */
static const struct {
	bool own;
	enum threat least;
} urgent[] = {
	{ true, THREAT_FIVE },	     { false, THREAT_FIVE },
	{ true, THREAT_FOUR_THREE }, { false, THREAT_OPEN_FOUR },
	{ true, THREAT_TWO_THREES }, { false, THREAT_TWO_THREES },
};

static int
quick_cell(const struct gomoku_variant *r, const struct gomoku *s, const struct field *f,
	   struct rng *rng)
{
	for (size_t i = 0; i < sizeof urgent / sizeof *urgent; i++) {
		const int whose = urgent[i].own ? s->turn : !s->turn;
		for (int t = THREAT_FIVE; t >= (int)urgent[i].least; t--)
			if (f->cells[whose][t] > 0)
				return find_threat(r, f, whose, (enum threat)t, s->turn,
						   rng);
	}
	return draw_cell(r, s, f, rng);
}

/* The opening of swap2, and moves that a rule of the opening restricts. */
static bool
is_special(const struct gomoku_variant *r, const struct gomoku *s)
{
	return s->stage != STAGE_PLAY || (r->apart > 0 && s->stones <= 2);
}

/* Stones of an opening go near the centre. */
static move
opening_stone(const struct gomoku_variant *r, const move *m, int n, struct rng *rng)
{
	const int centre = r->side / 2;
	move best = m[0];
	int least = INT32_MAX;
	for (int k = 0; k < QUICK_DRAWS; k++) {
		const move x = m[rng_below(rng, (uint32_t)n)];
		const int down = (int)x / r->side - centre,
			  right = (int)x % r->side - centre;
		if (down * down + right * right < least) {
			least = down * down + right * right;
			best = x;
		}
	}
	return best;
}

static move
special_move(const struct game *g, const struct state *state, struct rng *rng)
{
	move m[GOMOKU_CELLS];
	const int n = gomoku_list_moves(g, state, gomoku_state(state)->mover, m);
	if (m[0] >= GOMOKU_CELLS) {
		int32_t score[3];
		g->knowledge->order(g, state, 0, m, 2, score);
		return m[score[1] > score[0]];
	}
	return opening_stone(gomoku_variant(g), m, n, rng);
}

move
gomoku_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	const struct gomoku *s = gomoku_state(state);
	struct field f;
	if (is_special(r, s))
		return special_move(g, state, rng);
	field_fill(r, s, &f);
	return (move)quick_cell(r, s, &f, rng);
}

/* ---- playouts ------------------------------------------------------------------------- */

/* After a stone of STAGE_PLAY. */
static inline void
gomoku_pass_on(struct gomoku *s)
{
	give_move(s, !s->mover);
}

static int
quick_playout(const struct gomoku_variant *r, struct gomoku *s, struct rng *rng,
	      int max_plies)
{
	struct field f;
	int plies = 0;
	if (s->end || max_plies <= 0)
		return 0;
	field_fill(r, s, &f);
	for (; !s->end && plies < max_plies; plies++) {
		const int cell = quick_cell(r, s, &f, rng);
		put_stone(r, s, cell);
		gomoku_pass_on(s);
		field_change(r, s, &f, cell);
	}
	return plies;
}

static inline bool
makes_five(const struct gomoku_variant *r, const struct gomoku *s, int colour, int cell)
{
	unsigned five = 0;
	for (int d = 0; d < GOMOKU_DIRS; d++)
		five |= gomoku_tables.five[r->far][bits_around(s->line[d][colour],
							       r->board->at[d][cell]) &
						   r->board->on[r->far][d][cell]];
	return five;
}

/* Stones of both colours in turns on cells drawn by lot, at most max_plies, with nothing kept
 * up but lines and key; stops after a five. */
static int
scatter(const struct gomoku_variant *r, struct gomoku *s, uint16_t *empty, int n,
	struct rng *rng, int max_plies)
{
	int plies = 0;
	bool five = false;
	while (plies < max_plies && !five) {
		const uint32_t k = rng_below(rng, (uint32_t)(n - plies));
		const int cell = empty[k];
		const int colour = s->turn;
		plies++;
		/* NOLINTNEXTLINE(clang-analyzer-core.*): n of them were listed */
		empty[k] = empty[n - plies];
		five = makes_five(r, s, colour, cell);
		set_stone(r->board, s, colour, cell);
		s->last = (uint16_t)cell;
		s->turn = (uint8_t)!colour;
	}
	s->stones = (uint16_t)(s->stones + plies);
	if (plies & 1)
		gomoku_pass_on(s);
	if (five)
		finish(s, END_FIVE, seat_of(s, !s->turn));
	return plies;
}

/* The last stone is put by the rules: it leaves the state whole. */
static int
random_playout(const struct game *g, struct state *state, struct rng *rng, int max_plies)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	struct gomoku *s = board_of(state);
	uint16_t empty[GOMOKU_CELLS];
	move m[GOMOKU_CELLS];
	if (s->end || max_plies <= 0)
		return 0;
	const int n = gomoku_list_moves(g, state, s->mover, m);
	for (int i = 0; i < n; i++)
		empty[i] = (uint16_t)m[i];
	const int most = max_plies < n ? max_plies : n;
	const int plies = scatter(r, s, empty, n, rng, most - 1);
	if (s->end)
		return plies;
	gomoku_count_live(g, state, s->live);
	put_stone(r, s, empty[rng_below(rng, (uint32_t)(n - plies))]);
	gomoku_pass_on(s);
	return plies + 1;
}

static int
gomoku_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
	       int random)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	struct gomoku *s = board_of(state);
	int plies = 0;
	for (; is_special(r, s) && plies < max_plies; plies++) {
		move m[GOMOKU_CELLS];
		if (random) {
			const int n = gomoku_list_moves(g, state, s->mover, m);
			m[0] = m[rng_below(rng, (uint32_t)n)];
		} else {
			m[0] = special_move(g, state, rng);
		}
		gomoku_play(g, state, s->mover, m[0], state);
	}
	return plies + (random ? random_playout(g, state, rng, max_plies - plies)
			       : quick_playout(r, s, rng, max_plies - plies));
}

static unsigned
gomoku_enter(const struct game *g, const struct state *from, int seat, move m,
	     struct state *to)
{
	gomoku_play(g, from, seat, m, to);
	const struct gomoku *s = gomoku_state(to);
	if (s->end)
		return TURN_SETTLED;
	return s->mover | (s->four ? TURN_LOUD : 0);
}

const struct game_fast gomoku_fast = {
	.enter = gomoku_enter,
	.rollout = gomoku_rollout,
};
