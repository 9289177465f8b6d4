/*
 * rules.c - shogi on 5x5 with six pieces each: variants, the start, play, the end.
 *
 * Rules. Kusumoto's game as it is played in the UEC cups: promotion on the farthest row alone,
 * drops, one unpromoted pawn on a file, no mate by the drop of a pawn, and a seat without a
 * move has lost. The fourth time that a position comes (board, hands, mover) the game ends: a
 * seat that gave check with each of its moves since the first time loses; otherwise the second
 * player wins (as in Fairy-Stockfish), or it is a draw. When both gave check all the time it
 * is no perpetual check. A game that reaches max_turns is a draw.
 *
 * Moves are sets of cells, one for each piece and each kind in the hand, after pins and checks
 * are taken into account (rules.h): their members are legal, no move is made and taken back.
 *
 * Hash: board, hands, mover, how often the position was there before, and the ply where a
 * depth-first search could see max_turns.
 *
 * Memory: one state of 104 bytes; the tables of the board, built once.
 */
#include "games/minishogi/rules.h"

#include "games/common/ranked.h"
#include "src/core/past.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct minishogi_variant) <= VARIANT_BYTES, "rules fit");
static_assert(sizeof(struct minishogi) == 104, "as the head of this file says");

enum option_at { OPT_REPETITION, OPT_TURNS };

static const struct option_spec variant_options[] = {
	[OPT_REPETITION] = { "repetition", OPTION_CHOICE, "second", 0, 0,
			     "second|draw|none", "",
			     "the fourth occurrence of a position without perpetual "
			     "check: the second player (Gote) wins, a draw, or play goes "
			     "on" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "100", 10, 500, NULL, "turns",
			"turns of each seat before the game is a draw" },
	{ .key = NULL },
};

static bool
minishogi_setup(struct game *g, struct status *st)
{
	minishogi_build();
	const struct minishogi_variant r = {
		.max_plies = (uint16_t)(2 * g->variant.v[OPT_TURNS].i),
		.repetition = (uint8_t)g->variant.v[OPT_REPETITION].i,
	};
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

uint64_t
minishogi_key(const struct minishogi *s)
{
	const struct minishogi_tables *t = &minishogi_tables;
	uint64_t key = s->mover ? t->mover_key : 0;
	for (int cell = 0; cell < CELLS; cell++)
		if (s->board[cell] != MINISHOGI_EMPTY)
			key ^= t->key[seat_of(s->board[cell])][s->board[cell] & 15][cell];
	for (int seat = 0; seat < 2; seat++)
		for (int kind = PAWN; kind <= ROOK; kind++)
			key ^= t->hand_key[seat][kind][s->hand[seat][kind]];
	return key;
}

static void
minishogi_start(const struct game *g, struct state *state)
{
	static const uint8_t row[SIDE] = { KING, GOLD, SILVER, BISHOP, ROOK };
	struct minishogi *s = board_of(state);
	memset(s, 0, sizeof *s);
	memset(s->board, MINISHOGI_EMPTY, sizeof s->board);
	for (int k = 0; k < SIDE; k++) {
		put_down(s, 0, CELLS - SIDE + k, row[k]);
		put_down(s, 1, SIDE - 1 - k, row[k]);
	}
	put_down(s, 0, CELLS - 2 * SIDE, PAWN);
	put_down(s, 1, 2 * SIDE - 1, PAWN);
	minishogi_settle(g, s);
}

static seat_set
acting(const struct game *g, const struct state *state)
{
	const struct minishogi *s = minishogi_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

static bool
minishogi_settled(const struct game *g, const struct state *state)
{
	return minishogi_state(state)->end != MINISHOGI_RUNNING;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* Whether a pawn of a seat, dropped before the other's king, is mate: nothing can be put
 * between, so the king must flee or the pawn be taken. */
static bool
is_pawn_mate(const struct minishogi *s, int seat, int cell)
{
	struct minishogi after = *s;
	struct minishogi_groups out;
	uint32_t drops;
	put_down(&after, seat, cell, PAWN);
	after.checkers = BIT(cell);
	find_on_board(&after, !seat, &out, &drops);
	return out.count == 0;
}

uint32_t
minishogi_no_pawns(const struct minishogi *s, int seat, uint32_t drops)
{
	uint32_t no = zone_of(seat);
	for (uint32_t w = s->of[seat] & s->walks[PAWN]; w; w &= w - 1)
		no |= COLUMN << __builtin_ctz(w) % SIDE;
	const uint32_t checking = ahead(!seat, BIT(s->king[!seat])) & drops & ~no;
	if (checking && is_pawn_mate(s, seat, __builtin_ctz(checking)))
		no |= checking;
	return no;
}

static int
minishogi_list_moves(const struct game *g, const struct state *state, int seat,
		     move *list)
{
	struct minishogi_groups found;
	move *at = list;
	find_moves(minishogi_state(state), seat, &found);
	for (int i = 0; i < found.count; i++)
		for (uint32_t to = found.group[i].to; to; to &= to - 1)
			*at++ = found.group[i].code | (move)__builtin_ctz(to);
	return (int)(at - list);
}

/*
 * Whether the seat to move has a move. Without check a silver, gold, bishop or rook in the hand
 * can be dropped, and a silver or gold that is not pinned may step to any cell that is not its
 * own; the remaining cases are rare.
 */
static bool
can_move(const struct minishogi *s)
{
	const int seat = s->mover;
	const uint8_t *hand = s->hand[seat];
	struct minishogi_groups found;
	if (!s->checkers) {
		const uint32_t own = s->of[seat], taken = own | s->of[!seat];
		if ((hand[SILVER] | hand[GOLD] | hand[BISHOP] | hand[ROOK]) != 0)
			return true;
		const uint32_t free = (own & (s->walks[SILVER] | s->walks[GOLD])) &
				      ~pinned_pieces(s, seat, taken);
		if (ahead(seat, free) & ~own)
			return true;
	}
	find_moves(s, seat, &found);
	return found.count > 0;
}

/* ---- the end -------------------------------------------------------------------------- */

/* The first ply of the four at which the position was there. */
static uint32_t
first_time(const struct past *p, const struct minishogi *s)
{
	const uint32_t least = s->at > PAST_PLIES ? s->at - PAST_PLIES : 0;
	uint32_t first = s->at;
	for (uint32_t k = s->at, seen = 0; k > least && seen < REPEATED; k--)
		if (p->key[(k - 1) % PAST_PLIES] == s->key) {
			first = k - 1;
			seen++;
		}
	return first;
}

void
minishogi_note(const struct game *g, struct minishogi *s, uint64_t before)
{
	const int rule = minishogi_variant(g)->repetition;
	if (rule == NOT_COUNTED)
		return;
	const int times = past_note(g->past, s->at - 1, before, 0, s->key);
	s->times = (uint8_t)times;
	if (times < REPEATED)
		return;
	const uint32_t own =
		(s->at - first_time(g->past, s)) / 2; /* moves of each seat */
	const bool first = s->checks[0] >= own, second = s->checks[1] >= own;
	if (first != second)
		end_game(s, MINISHOGI_PERPETUAL, first ? 1 : 0);
	else
		end_game(s, MINISHOGI_REPETITION, rule == SECOND_WINS ? 1 : SEAT_NONE);
}

/* Whether the game is over with the position that has come: it is mate, or too long. */
static void
settle_position(const struct game *g, struct minishogi *s)
{
	if (!can_move(s))
		end_game(s, MINISHOGI_MATE, !s->mover);
	else if (s->ply >= minishogi_variant(g)->max_plies)
		end_game(s, MINISHOGI_LENGTH, SEAT_NONE);
}

bool
minishogi_in_check(const struct minishogi *s, int seat)
{
	const int king = s->king[seat];
	return attackers(s, !seat, king, s->of[0] | s->of[1]) != 0 ||
	       minishogi_tables.step[KING][0][king] >> s->king[!seat] & 1;
}

void
minishogi_settle(const struct game *g, struct minishogi *s)
{
	s->checkers = attackers(s, !s->mover, s->king[s->mover], s->of[0] | s->of[1]);
	s->key = minishogi_key(s);
	s->winner = SEAT_NONE;
	settle_position(g, s);
}

static void
minishogi_play(const struct game *g, const struct state *from, int seat, move m,
	       struct state *to)
{
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct minishogi));
	struct minishogi *s = board_of(to);
	const uint64_t before = s->key;
	apply(s, seat, m);
	minishogi_note(g, s, before);
	if (!s->end) /* a repeated position is not mate */
		settle_position(g, s);
}

static void
minishogi_points(const struct game *g, const struct state *state, int32_t *out)
{
	const int winner = minishogi_state(state)->winner;
	for (int seat = 0; seat < 2; seat++)
		out[seat] = winner == SEAT_NONE ? 1 : winner == seat ? 2 : 0;
}

static uint64_t
minishogi_hash(const struct game *g, const struct state *state)
{
	const struct minishogi *s = minishogi_state(state);
	const uint64_t more =
		(uint64_t)s->times << 8 | (uint64_t)(s->end == MINISHOGI_PERPETUAL) << 16;
	return ranked_hash(more ? rng_mix(s->key ^ more) : s->key, RANKED_RUNNING, s->ply,
			   minishogi_variant(g)->max_plies);
}

static uint64_t
minishogi_position_key(const struct game *g, const struct state *state)
{
	return minishogi_state(state)->key;
}

static const struct game_rules minishogi_rules = {
	.setup = minishogi_setup,
	.start = minishogi_start,
	.acting = acting,
	.moves = minishogi_list_moves,
	.play = minishogi_play,
	.settled = minishogi_settled,
	.points = minishogi_points,
	.hash = minishogi_hash,
};

static const struct game_turns minishogi_turns = {
	.key = minishogi_position_key,
};

const struct game_ops minishogi_game = {
	.key = "minishogi",
	.title = "MiniShogi",
	.summary = "shogi on 5x5: captured pieces change sides and come back as drops",
	.source = "Kusumoto 1970; repetition as in the UEC cups and Fairy-Stockfish",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = 2 * MINISHOGI_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.state_size = sizeof(struct minishogi),
	.rules = &minishogi_rules,
	.turns = &minishogi_turns,
	.knowledge = &minishogi_knowledge,
	.text = &minishogi_text,
	.view = &minishogi_view,
	.fast = &minishogi_fast,
};
