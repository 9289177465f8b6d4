/*
 * subgame_betting.c - the betting of a subgame: a stretch between two cards is kept once, whatever
 * card comes. See subgame.h.
 *
 * It is played by the rules of the game, with any card where one comes: what may be done does not
 * depend on it.
 */
#include "ai/poker/tree/subgame_build.h"

#include "src/base/rng.h"

#include <stdlib.h>
#include <string.h>

#define NODES_MOST 4000000

static uint32_t
subgame_build_take_node(struct subgame_build *b, uint32_t up, move m, int level)
{
	struct subgame *s = b->s;
	if (s->nodes == b->room) {
		b->full = true;
		return 0;
	}
	s->node[s->nodes] = (struct subgame_node){
		.up = up, .m = m, .level = (uint8_t)level, .seat = SEAT_NONE, .folded = -1
	};
	return s->nodes++;
}

static void subgame_build_grow(struct subgame_build *b, uint32_t at,
			       const struct state *state, int depth);

/* A stretch is whole. */
static void
note_rows(struct subgame_build *b)
{
	for (int seat = 0; seat < 2; seat++)
		b->most.moves[seat] =
			subgame_larger(b->most.moves[seat], b->rows.moves[seat]);
	b->most.ends = subgame_larger(b->most.ends, b->rows.ends);
	b->most.chances = subgame_larger(b->most.chances, b->rows.chances);
}

/* Settled, or (runs) by the boards that are drawn. */
static void
grow_settled(struct subgame_build *b, uint32_t at, const struct state *state, bool runs)
{
	struct subgame *s = b->s;
	struct subgame_node *n = &s->node[at];
	const double stake = s->g->ops->public->stake(s->g, state);
	n->folded = (int8_t)s->ops->folded(s->g, state);
	n->stake = (float)stake;
	n->runs = runs;
	b->rows.ends++;
}

/* Rows of a decision's moves, in the tables and in a walk. */
static void
open_decision(struct subgame_build *b, uint32_t at, int seat, int count)
{
	struct subgame *s = b->s;
	s->node[at].seat = (int8_t)seat;
	s->node[at].moves = (uint8_t)count;
	s->node[at].child = s->nodes;
	s->node[at].table = b->stretch;
	b->stretch += (size_t)count * (size_t)s->stride[seat];
	b->rows.moves[seat] += count;
	b->widest = subgame_larger(b->widest, count);
}

static void
end_at_leaf(struct subgame_build *b, uint32_t at, int continuation)
{
	b->s->node[at].leaf = (uint16_t)b->s->leaves;
	b->s->node[at].continuation = (uint8_t)continuation;
	b->rows.ends++;
}

/* Play is not followed further: the continuations to go on take the place of moves. */
static void
grow_leaf(struct subgame_build *b, uint32_t at, const struct state *state)
{
	struct subgame *s = b->s;
	const int continuations =
		s->ops->all_in(s->g, state) ? 1 : s->hook->continuations;
	s->leaves++;
	if (continuations == 1) {
		end_at_leaf(b, at, 0);
		return;
	}
	open_decision(b, at, s->hook->chooser, continuations);
	s->node[at].leaf = (uint16_t)s->leaves;
	for (int continuation = 0; continuation < continuations; continuation++)
		end_at_leaf(b,
			    subgame_build_take_node(b, at, (move)continuation,
						    s->node[at].level),
			    continuation);
}

/* A deal of cards that are not on the board: any will do. */
static move
some_deal(const struct subgame_build *b, const struct state *state)
{
	const struct subgame *s = b->s;
	return s->whole
		       ? s->ops->deal_set(s->g, b->set[0])
		       : s->ops->deal(s->g, __builtin_ctzll(~s->ops->cards(s->g, state)));
}

static void
grow_chance(struct subgame_build *b, uint32_t at, const struct state *state, int depth)
{
	struct subgame *s = b->s;
	struct state next;
	const size_t before = b->stretch;
	b->rows.ends++;
	b->rows.chances++;
	const struct stretch_rows rows = b->rows;
	memset(&next, 0, sizeof next);
	s->g->rules->play(s->g, state, SEAT_CHANCE, some_deal(b, state), &next);
	s->node[at].seat = SEAT_CHANCE;
	const uint32_t child =
		subgame_build_take_node(b, at, MOVE_NONE, s->node[at].level + 1);
	if (at == s->here && b->made < b->setup->moves)
		s->here = child;
	s->node[at].child = child;
	b->stretch = 0;
	b->rows = (struct stretch_rows){ .ends = 0 };
	if (!b->full)
		subgame_build_grow(b, child, &next, depth + 1);
	note_rows(b);
	s->node[at].size = b->stretch;
	b->stretch = before;
	b->rows = rows;
}

/* Whether the setup asks for amounts of another size. */
static bool
is_of_other_size(const struct subgame_build *b, const struct state *before, move m)
{
	const struct game *g = b->s->g;
	const int seat = game_mover(g, before);
	const double largest = b->setup->largest[seat];
	double part = 0;
	if (g->ops->public->amount == NULL)
		return false;
	const enum public_amount kind = g->ops->public->amount(g, before, seat, m, &part);
	return (kind != AMOUNT_NONE && largest > 0 && part > largest) ||
	       (kind == AMOUNT_PART && part < b->setup->smallest);
}

/* Whether a listed raise is left out: one too many, or of another size. */
static bool
leaves_out(const struct subgame_build *b, int level, const struct state *before, move m,
	   const struct state *after)
{
	const struct subgame *s = b->s;
	const int raised = s->ops->raises(s->g, after),
		  most = b->setup->raises - level * b->setup->fewer;
	if (raised <= s->ops->raises(s->g, before))
		return false;
	return is_of_other_size(b, before, m) ||
	       (raised > most && !s->ops->all_in(s->g, after));
}

static void
grow_decision(struct subgame_build *b, uint32_t at, const struct state *state, int depth)
{
	struct subgame *s = b->s;
	move m[MOVES_MAX + 1];
	struct state next;
	const int seat = game_mover(s->g, state);
	const int legal = s->g->rules->moves(s->g, state, seat, m);
	const bool on_line = at == s->here && b->made < b->setup->moves;
	const move made = on_line ? b->setup->line[b->made++].m : MOVE_NONE;
	int count = 0;
	bool listed = !on_line;
	memset(&next, 0, sizeof next);
	for (int i = 0; i < legal; i++) {
		s->g->rules->play(s->g, state, seat, m[i], &next);
		listed = listed || m[i] == made;
		if (m[i] == made || !leaves_out(b, s->node[at].level, state, m[i], &next))
			m[count++] = m[i];
	}
	if (!listed)
		m[count++] = made;
	s->decisions++;
	open_decision(b, at, seat, count);
	for (int i = 0; i < count; i++) {
		const uint32_t child =
			subgame_build_take_node(b, at, m[i], s->node[at].level);
		if (on_line && m[i] == made)
			s->here = child;
	}
	for (int i = 0; i < count && !b->full; i++) {
		s->g->rules->play(s->g, state, seat, m[i], &next);
		subgame_build_grow(b, s->node[at].child + (uint32_t)i, &next, depth + 1);
	}
}

static void
subgame_build_grow(struct subgame_build *b, uint32_t at, const struct state *state,
		   int depth)
{
	struct subgame *s = b->s;
	b->deepest = depth > b->deepest ? depth : b->deepest;
	if (s->g->rules->settled(s->g, state))
		grow_settled(b, at, state, false);
	else if (game_mover(s->g, state) == SEAT_CHANCE && b->setup->boards > 0)
		grow_settled(b, at, state, true);
	else if (game_mover(s->g, state) == SEAT_CHANCE && s->hook != NULL)
		grow_leaf(b, at, state);
	else if (game_mover(s->g, state) == SEAT_CHANCE)
		grow_chance(b, at, state, depth);
	else
		grow_decision(b, at, state, depth);
}

/* Threads have work where cards come. */
static void
set_threads(struct subgame_build *b)
{
	struct subgame *s = b->s;
	const bool many = b->setup->threads > 1 && b->most.chances > 0;
	s->threads = many ? b->setup->threads : 1;
	s->workers = many ? 1 + s->threads : 1;
}

bool
subgame_build_betting(struct subgame_build *b)
{
	struct subgame *s = b->s;
	const size_t used = b->arena->used;
	const size_t fit = arena_left(b->arena) / 2 / sizeof *s->node;
	b->room = fit < NODES_MOST ? (uint32_t)fit : NODES_MOST;
	s->node = arena_take(b->arena, b->room * sizeof *s->node);
	if (b->room == 0 || s->node == NULL)
		return false;
	subgame_build_take_node(b, 0, MOVE_NONE, 0);
	subgame_build_grow(b, 0, s->root, 1);
	note_rows(b);
	set_threads(b);
	arena_back(b->arena, used);
	s->node = arena_take(b->arena, s->nodes * sizeof *s->node);
	return !b->full;
}
