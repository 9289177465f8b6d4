/*
 * rules.c - five stones in a row on a square board: variants, moves, play, the result.
 *
 * The defaults are those of tournaments (15 x 15, exactly five win) but for their opening,
 * which is swap2. The lines through a stone are looked up, not searched: see rules.h.
 *
 * The end. Five in a row win; a full board is a draw. Every move fills a cell, so there is no
 * other end, and no position comes again.
 *
 * Hash: stones, seat to move, who has which colour, stage of the opening.
 *
 * Memory: one state of 464 bytes; the tables of shapes.c.
 */
#include "games/gomoku/rules.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct gomoku_variant) <= VARIANT_BYTES, "rules fit");
static_assert(sizeof(struct gomoku) <= STATE_BYTES, "state fits");
/* bits_around() reads four bytes. */
static_assert((GOMOKU_FIRST + GOMOKU_CELLS - 1 - REACH) / 8 + 4 <= GOMOKU_BYTES,
	      "lines fit");
static_assert(GOMOKU_PUT_TWO < MOVES_MAX, "moves fit");

enum option_at { OPT_SIZE, OPT_EXACT, OPT_OPENING };
enum opening { OPENING_FREE, OPENING_PRO, OPENING_LONG_PRO, OPENING_SWAP2 };

static const struct option_spec variant_options[] = {
	[OPT_SIZE] = { "size", OPTION_INT, "15", GOMOKU_SIDE_MIN, GOMOKU_SIDE_MAX, NULL,
		       "cells", "rows and columns of the board" },
	[OPT_EXACT] = { "exact", OPTION_SWITCH, "on", 0, 0, NULL, "",
			"only exactly five in a row wins; off: six or more wins too" },
	[OPT_OPENING] = { "opening", OPTION_CHOICE, "free", 0, 0,
			  "free|pro|long-pro|swap2", "",
			  "free; pro: the first stone in the centre, the third at least "
			  "3 cells off; long-pro: 4; swap2: the seats place the first "
			  "stones and choose colours" },
	{ .key = NULL },
};

static bool
gomoku_setup(struct game *g, struct status *st)
{
	const int side = (int)g->variant.v[OPT_SIZE].i;
	const bool exact = g->variant.v[OPT_EXACT].i != 0;
	const int64_t opening = g->variant.v[OPT_OPENING].i;
	struct gomoku_variant r = {
		.board = gomoku_board(side),
		.shape = exact ? gomoku_tables.exact : gomoku_tables.free,
		.cells = (uint16_t)(side * side),
		.side = (uint8_t)side,
		.far = exact,
		.apart = opening == OPENING_PRO	       ? 3
			 : opening == OPENING_LONG_PRO ? 4
						       : 0,
		.swap2 = opening == OPENING_SWAP2,
	};
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_DRAWS | TRAIT_CONSTANT_SUM | TRAIT_ZERO_SUM;
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

static void
gomoku_start(const struct game *g, struct state *state)
{
	memset(state->bytes, 0, sizeof(struct gomoku));
	struct gomoku *s = board_of(state);
	s->last = GOMOKU_NONE;
	s->winner = SEAT_NONE;
	s->stage = gomoku_variant(g)->swap2 ? STAGE_PUT : STAGE_PLAY;
	s->key = gomoku_key(g, state);
	gomoku_count_live(g, state, s->live);
}

int
gomoku_side(const struct game *g)
{
	return gomoku_variant(g)->side;
}

int
gomoku_at(const struct game *g, const struct state *state, int cell)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	for (int colour = BLACK; colour <= WHITE; colour++)
		if (has_stone(r, gomoku_state(state), colour, cell))
			return colour;
	return SEAT_NONE;
}

uint64_t
gomoku_key(const struct game *g, const struct state *state)
{
	const struct gomoku *s = gomoku_state(state);
	uint64_t key = gomoku_tables.mover_key[s->mover] ^
		       gomoku_tables.stage_key[s->stage] ^
		       (s->black ? gomoku_tables.black_key : 0);
	for (int cell = 0; cell < gomoku_variant(g)->cells; cell++) {
		const int colour = gomoku_at(g, state, cell);
		if (colour != SEAT_NONE)
			key ^= gomoku_tables.stone_key[colour][cell];
	}
	return key;
}

/* Each window by its middle cell: that both ends of it are on the board. */
void
gomoku_count_live(const struct game *g, const struct state *state, uint16_t live[2][6])
{
	const struct gomoku_variant *r = gomoku_variant(g);
	const struct gomoku *s = gomoku_state(state);
	const unsigned window = 31u << (REACH - 2), rest = window & ~(1u << REACH);
	memset(live, 0, 2 * sizeof live[0]);
	for (int d = 0; d < GOMOKU_DIRS; d++)
		for (int cell = 0; cell < r->cells; cell++) {
			const unsigned at = r->board->at[d][cell];
			if ((r->board->on[0][d][cell] & rest) != rest)
				continue;
			unsigned n[2];
			for (int c = BLACK; c <= WHITE; c++)
				n[c] = (unsigned)__builtin_popcount(
					bits_around(s->line[d][c], at) & window);
			for (int c = BLACK; c <= WHITE; c++)
				live[c][n[c]] = (uint16_t)(live[c][n[c]] + (n[!c] == 0));
		}
}

int
gomoku_find_five(const struct gomoku_variant *r, const struct gomoku *s)
{
	int found = SEAT_NONE;
	for (int cell = 0; cell < r->cells; cell++)
		for (int c = BLACK; c <= WHITE; c++)
			for (int d = 0; d < GOMOKU_DIRS && has_stone(r, s, c, cell); d++)
				if (shape_at(r, s, d, cell, c) == SHAPE_FIVE)
					found = found == SEAT_NONE || found == c ? c : 2;
	return found;
}

void
gomoku_settle(const struct game *g, struct state *state)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	struct gomoku *s = board_of(state);
	const int five = gomoku_find_five(r, s);
	uint16_t fives[GOMOKU_FIVES];
	s->key = gomoku_key(g, state);
	gomoku_count_live(g, state, s->live);
	if (five != SEAT_NONE)
		finish(s, END_FIVE, seat_of(s, five));
	else if (s->stones == r->cells)
		finish(s, END_FULL, SEAT_NONE);
	else
		s->four = gomoku_list_fives(r, s, !s->turn, fives) > 0;
}

static seat_set
gomoku_acting(const struct game *g, const struct state *state)
{
	const struct gomoku *s = gomoku_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

static bool
gomoku_settled(const struct game *g, const struct state *state)
{
	return gomoku_state(state)->end != END_NONE;
}

static uint64_t
gomoku_hash(const struct game *g, const struct state *state)
{
	return gomoku_state(state)->key;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* Whether pro and long-pro allow the next stone there. */
static bool
is_open_to(const struct gomoku_variant *r, const struct gomoku *s, int cell)
{
	const int centre = r->side / 2;
	const int down = cell / r->side - centre, right = cell % r->side - centre;
	const int off_down = down < 0 ? -down : down,
		  off_right = right < 0 ? -right : right;
	const int off = off_down > off_right ? off_down : off_right;
	return s->stones == 0 ? off == 0 : s->stones != 2 || off >= r->apart;
}

static int
list_colours(const struct gomoku *s, move *list)
{
	list[0] = GOMOKU_TAKE_BLACK;
	list[1] = GOMOKU_TAKE_WHITE;
	list[2] = GOMOKU_PUT_TWO;
	return s->stage == STAGE_CHOOSE ? 3 : 2;
}

int
gomoku_list_moves(const struct game *g, const struct state *state, int seat, move *list)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	const struct gomoku *s = gomoku_state(state);
	const uint32_t all = (UINT32_C(1) << r->side) - 1;
	int n = 0;
	if (s->stage == STAGE_CHOOSE || s->stage == STAGE_PICK)
		return list_colours(s, list);
	for (int row = 0; row < r->side; row++) {
		const int first = row * r->side, at = GOMOKU_FIRST + first;
		uint32_t black, white;
		memcpy(&black, s->line[0][BLACK] + at / 8, sizeof black);
		memcpy(&white, s->line[0][WHITE] + at / 8, sizeof white);
		for (uint32_t w = ~((black | white) >> at % 8) & all; w; w &= w - 1)
			list[n++] = (move)(first + __builtin_ctz(w));
	}
	if (r->apart == 0 || s->stones > 2)
		return n;
	int kept = 0;
	for (int i = 0; i < n; i++)
		if (is_open_to(r, s, (int)list[i]))
			list[kept++] = list[i];
	return kept;
}

/* ---- play ----------------------------------------------------------------------------- */

static void
enter_stage(struct gomoku *s, enum gomoku_stage stage, int seat)
{
	s->key ^= gomoku_tables.stage_key[s->stage] ^ gomoku_tables.stage_key[stage];
	s->stage = (uint8_t)stage;
	give_move(s, seat);
}

/* The mover has chosen; the next stone is white. */
static void
take_colour(struct gomoku *s, int colour)
{
	const int black = colour == BLACK ? s->mover : !s->mover;
	if (black != s->black)
		s->key ^= gomoku_tables.black_key;
	s->black = (uint8_t)black;
	enter_stage(s, STAGE_PLAY, seat_of(s, s->turn));
}

static void
gomoku_apply(const struct gomoku_variant *r, struct gomoku *s, move m)
{
	if (m >= GOMOKU_CELLS) {
		if (m == GOMOKU_PUT_TWO)
			enter_stage(s, STAGE_MORE, s->mover);
		else
			take_colour(s, m == GOMOKU_TAKE_BLACK ? BLACK : WHITE);
		return;
	}
	put_stone(r, s, (int)m);
	if (s->stage == STAGE_PLAY)
		give_move(s, !s->mover);
	else if (s->stage == STAGE_PUT && s->stones == 3)
		enter_stage(s, STAGE_CHOOSE, 1);
	else if (s->stage == STAGE_MORE && s->stones == 5)
		enter_stage(s, STAGE_PICK, 0);
}

void
gomoku_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct gomoku));
	gomoku_apply(gomoku_variant(g), board_of(to), m);
}

/* ---- the result ----------------------------------------------------------------------- */

static void
gomoku_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct gomoku *s = gomoku_state(state);
	for (int seat = 0; seat < 2; seat++)
		points[seat] = s->end != END_FIVE ? 1 : 2 * (seat == s->winner);
}

static const struct game_rules gomoku_rules = {
	.setup = gomoku_setup,
	.start = gomoku_start,
	.acting = gomoku_acting,
	.moves = gomoku_list_moves,
	.play = gomoku_play,
	.settled = gomoku_settled,
	.hash = gomoku_hash,
	.points = gomoku_points,
};

const struct game_ops gomoku_game = {
	.key = "gomoku",
	.title = "Gomoku",
	.summary = "five stones in a row, across, down or diagonally",
	.source = "tournament rules of the Renju International Federation for Gomoku",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = 2 * GOMOKU_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "opening",
	.state_size = sizeof(struct gomoku),
	.rules = &gomoku_rules,
	.knowledge = &gomoku_knowledge,
	.text = &gomoku_text,
	.view = &gomoku_view,
	.fast = &gomoku_fast,
};
