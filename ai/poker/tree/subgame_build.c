/*
 * build.c - the tree, the boards and the tables of a subgame. See subgame.h.
 *
 * The betting is played by the rules of the game, with any card where one comes: what may be done
 * does not depend on it. Suits are alike when swapping them changes neither the board nor a range
 * nor which hands are locked; of cards that are alike in that way the one of the lowest suit is
 * dealt, and stands for the others.
 */
#include "ai/poker/tree/private.h"

#include "src/base/rng.h"

#include <stdlib.h>
#include <string.h>

#define NODES_MOST 4000000
#define SUITS	   4
#define SUIT_CARDS 13

/* Rows that a walk takes in the betting between two cards: moves of each seat, where it ends, and
 * of these where a card comes. */
struct stretch_rows {
	int moves[2], ends, chances;
};

struct build {
	struct subgame *s;
	struct arena *arena;
	const struct subgame_setup *setup;
	uint32_t room; /* nodes */
	int deepest;   /* plies */
	int widest;    /* moves of a decision */
	bool full;
	int made;	/* moves of the line that are passed */
	size_t stretch; /* numbers in the one that is built, */
	struct stretch_rows rows,
		most; /* and what a walk takes for it; for any of them */
	/* of whole boards */
	uint64_t *set;
	double *chance;
	int sets;
};

static inline uint64_t
subgame_build_bit(int card)
{
	return UINT64_C(1) << card;
}

/* ---- hands ------------------------------------------------------------------------------- */

/* Hands of a range that the board allows, in the order of their numbers. */
static bool
subgame_build_list_hands(struct build *b, int seat, uint64_t board)
{
	struct subgame *s = b->s;
	const int all = s->g->ops->public->hands(s->g);
	s->hand[seat] = arena_take(b->arena, (size_t)all * sizeof *s->hand[seat]);
	if (s->hand[seat] == NULL)
		return false;
	int n = 0;
	for (int h = 0; h < all; h++) {
		int card[2];
		const float weight = b->setup->range[seat][h];
		s->ops->hand(s->g, h, card);
		if (!(weight > 0) ||
		    ((subgame_build_bit(card[0]) | subgame_build_bit(card[1])) & board) !=
			    0)
			continue;
		s->hand[seat][n++] = (struct subgame_hand){
			.hand = (uint16_t)h,
			.card = { (uint8_t)card[0], (uint8_t)card[1] },
			.same = -1,
			.weight = weight,
		};
	}
	s->hands[seat] = n;
	s->stride[seat] = (n + SUBGAME_LANES - 1) / SUBGAME_LANES * SUBGAME_LANES;
	return true;
}

/* The place of a hand in a list; -1: it is not there. */
static int
find_hand(const struct subgame *s, int seat, int hand)
{
	int low = 0, high = s->hands[seat];
	while (low < high) {
		const int middle = (low + high) / 2;
		if (s->hand[seat][middle].hand < hand)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->hands[seat] && s->hand[seat][low].hand == hand ? low : -1;
}

static bool
list_all(struct build *b, int seat)
{
	struct subgame *s = b->s;
	struct subgame_shown *out =
		arena_take(b->arena, (size_t)s->stride[seat] * sizeof *out);
	for (int i = 0; out != NULL && i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		out[i] = (struct subgame_shown){ .at = (uint16_t)i,
						 .card = { h->card[0], h->card[1] } };
	}
	s->all[seat] = out;
	return out != NULL;
}

static bool
list_blocked(struct build *b, int seat)
{
	struct subgame *s = b->s;
	for (int card = 0; card < SUBGAME_CARDS; card++) {
		uint16_t *list = arena_take(b->arena, SUBGAME_CARDS * sizeof *list);
		int n = 0;
		if (list == NULL)
			return false;
		for (int i = 0; i < s->hands[seat]; i++)
			if (s->hand[seat][i].card[0] == card ||
			    s->hand[seat][i].card[1] == card)
				list[n++] = (uint16_t)i;
		list[n] = UINT16_MAX;
		s->blocked[seat][card] = list;
	}
	return true;
}

/* ---- before a whole board ---------------------------------------------------------------- */

/* What a board counts for a pair of hands that it leaves alone, when the hands are all alike:
 * how much rarer such pairs are among the cards beside a board of so many than in the deck. */
static double
part_of_board(int cards)
{
	const double pairs = SUBGAME_CARDS * (SUBGAME_CARDS - 1) / 2.0,
		     others = (SUBGAME_CARDS - 2) * (SUBGAME_CARDS - 3) / 2.0;
	const int left = SUBGAME_CARDS - cards;
	return pairs / (left * (left - 1) / 2.0) * others /
	       ((left - 2) * (left - 3) / 2.0);
}

/* The hands of the deck that a board leaves alone, by the cards and the class of each. */
struct class_hand {
	uint64_t set;
	uint8_t class;
};

static int
list_class_hands(const struct subgame *s, struct class_hand *out)
{
	const int all = s->g->ops->public->hands(s->g);
	for (int h = 0; h < all; h++) {
		int card[2];
		s->ops->hand(s->g, h, card);
		out[h].set = subgame_build_bit(card[0]) | subgame_build_bit(card[1]);
		out[h].class = (uint8_t)s->g->ops->public->classes->of(h);
	}
	return all;
}

static int
leave_out(const struct class_hand *all, int count, uint64_t board, struct class_hand *out)
{
	int n = 0;
	for (int h = 0; h < count; h++)
		if ((all[h].set & board) == 0)
			out[n++] = all[h];
	return n;
}

/* How many pairs of hands of two classes share no card: all of them without those that share one,
 * found by their cards; a hand shares two with itself. */
static void
subgame_build_count_pairs(const struct class_hand *hand, int n,
			  int32_t pairs[SUBGAME_CLASSES][SUBGAME_CLASSES])
{
	uint16_t with[SUBGAME_CARDS][SUBGAME_CARDS];
	int withs[SUBGAME_CARDS] = { 0 }, size[SUBGAME_CLASSES] = { 0 };
	for (int k = 0; k < n; k++) {
		size[hand[k].class]++;
		for (uint64_t left = hand[k].set; left != 0; left &= left - 1) {
			const int card = __builtin_ctzll(left);
			with[card][withs[card]++] = (uint16_t)k;
		}
	}
	for (int a = 0; a < SUBGAME_CLASSES; a++)
		for (int b = 0; b < SUBGAME_CLASSES; b++)
			pairs[a][b] = size[a] * size[b];
	for (int k = 0; k < n; k++) {
		int32_t *row = pairs[hand[k].class];
		row[hand[k].class]++;
		for (uint64_t left = hand[k].set; left != 0; left &= left - 1) {
			const int card = __builtin_ctzll(left);
			for (int i = 0; i < withs[card]; i++)
				row[hand[with[card][i]].class]--;
		}
	}
}

/* Pairs of hands that go together beside each board, by their classes, times what it counts, for
 * each hand of the second class. */
static void
sum_beside(struct build *b)
{
	static _Thread_local int32_t pairs[SUBGAME_CLASSES][SUBGAME_CLASSES];
	struct subgame *s = b->s;
	struct class_hand all[PUBLIC_HANDS], hand[PUBLIC_HANDS];
	double size[SUBGAME_CLASSES] = { 0 };
	const int count = list_class_hands(s, all);
	for (int i = 0; i < b->sets; i++) {
		const double part =
			b->chance[i] * part_of_board(__builtin_popcountll(b->set[i]));
		subgame_build_count_pairs(hand, leave_out(all, count, b->set[i], hand),
					  pairs);
		for (int a = 0; a < s->classes; a++)
			for (int o = 0; o < s->classes; o++)
				s->beside[a * s->classes + o] += part * pairs[a][o];
	}
	for (int k = 0; k < count; k++)
		size[all[k].class]++;
	for (int c = 0; c < s->classes * s->classes; c++)
		s->beside[c] /= size[c % s->classes];
}

static uint64_t
label_of(const struct build *b, int hand)
{
	return b->setup->label != NULL ? b->setup->label[hand] : 0;
}

/* Whether the hands of each class are locked alike. */
static bool
locks_classes(const struct build *b)
{
	const struct public_ops *ops = b->s->g->ops->public;
	uint64_t label[SUBGAME_CLASSES];
	bool met[SUBGAME_CLASSES] = { false };
	const int all = ops->hands(b->s->g);
	for (int h = 0; h < all; h++) {
		const int class = ops->classes->of(h);
		if (met[class] && label[class] != label_of(b, h))
			return false;
		met[class] = true;
		label[class] = label_of(b, h);
	}
	return true;
}

/* The class of each hand; false: hands of a class do not weigh alike, or are not all there. */
static bool
classify(struct subgame *s, int seat)
{
	float weight[SUBGAME_CLASSES];
	struct class_hand hand[PUBLIC_HANDS];
	double size[SUBGAME_CLASSES] = { 0 };
	const int all = list_class_hands(s, hand);
	for (int i = 0; i < all; i++)
		size[hand[i].class]++;
	for (int i = 0; i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		const int class = s->g->ops->public->classes->of(h->hand);
		double *count = &s->class_size[seat][class];
		s->class[seat][i] = (uint8_t) class;
		weight[class] = *count > 0 ? weight[class] : h->weight;
		if (weight[class] < h->weight || weight[class] > h->weight)
			return false;
		++*count;
	}
	for (int c = 0; c < s->classes; c++)
		if (s->class_size[seat][c] > 0 && s->class_size[seat][c] < size[c])
			return false;
	return true;
}

static bool
take_classes(struct build *b, struct status *st)
{
	struct subgame *s = b->s;
	s->classes = s->g->ops->public->classes->count;
	const size_t square = (size_t)s->classes * (size_t)s->classes;
	s->beside = arena_take(b->arena, square * sizeof *s->beside);
	for (int seat = 0; seat < 2; seat++) {
		s->class[seat] = arena_take(b->arena, (size_t)s->stride[seat]);
		if (s->beside == NULL || s->class[seat] == NULL)
			return status_fail(st, "memory= is too small");
		if (!classify(s, seat))
			return status_fail(
				st,
				"range of seat %d: before the flop hands that differ in "
				"names of suits alone have to weigh alike",
				seat + 1);
	}
	if (!locks_classes(b))
		return status_fail(st,
				   "locks: before the flop hands that differ in names "
				   "of suits alone have to be locked alike");
	memset(s->beside, 0, square * sizeof *s->beside);
	sum_beside(b);
	return true;
}

/* Whether the first deal brings the whole board; if so, which ones. */
static bool
find_wholes(struct build *b, uint64_t board, struct status *st)
{
	struct subgame *s = b->s;
	b->sets = 0;
	if (board != 0 || s->ops->boards == NULL || b->setup->boards > 0 ||
	    s->hook != NULL)
		return true;
	b->set = arena_take(b->arena, DECK_BOARDS * sizeof *b->set);
	b->chance = arena_take(b->arena, DECK_BOARDS * sizeof *b->chance);
	if (b->set == NULL || b->chance == NULL)
		return status_fail(st, "memory= is too small");
	b->sets = s->ops->boards(s->g, b->set, b->chance);
	s->whole = b->sets > 0;
	return true;
}

/* The hands and what goes with them: rows of the ranges, the other's places, the weight of
 * pairs. */
static bool
subgame_build_take_hands(struct build *b, uint64_t board, struct status *st)
{
	struct subgame *s = b->s;
	for (int seat = 0; seat < 2; seat++) {
		if (!subgame_build_list_hands(b, seat, board) || !list_all(b, seat) ||
		    !list_blocked(b, seat))
			return status_fail(st, "memory= is too small");
		if (s->hands[seat] == 0)
			return status_fail(
				st, "range of seat %d: no hand goes with the board",
				seat + 1);
		s->reach[seat] =
			arena_take(b->arena, (size_t)s->stride[seat] * sizeof(float));
		if (s->reach[seat] == NULL)
			return status_fail(st, "memory= is too small");
		memset(s->reach[seat], 0, (size_t)s->stride[seat] * sizeof(float));
		for (int i = 0; i < s->hands[seat]; i++)
			s->reach[seat][i] = s->hand[seat][i].weight;
	}
	for (int seat = 0; seat < 2; seat++)
		for (int i = 0; i < s->hands[seat]; i++)
			s->hand[seat][i].same =
				(int16_t)find_hand(s, 1 - seat, s->hand[seat][i].hand);
	double *met = arena_take(b->arena, (size_t)s->stride[0] * sizeof *met);
	if (met == NULL)
		return status_fail(st, "memory= is too small");
	if (s->whole && !take_classes(b, st))
		return false;
	subgame_met_on(s, 0, 0, s->reach[1], met);
	for (int i = 0; i < s->hands[0]; i++)
		s->pairs += met[i] * (double)s->reach[0][i];
	return s->pairs > 0 ||
	       status_fail(st, "ranges: every hand of one excludes those of the other");
}

/* ---- betting ----------------------------------------------------------------------------- */

static uint32_t
subgame_build_take_node(struct build *b, uint32_t up, move m, int level)
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

static void subgame_build_grow(struct build *b, uint32_t at, const struct state *state,
			       int depth);

static inline int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* A stretch is whole. */
static void
note_rows(struct build *b)
{
	for (int seat = 0; seat < 2; seat++)
		b->most.moves[seat] = larger(b->most.moves[seat], b->rows.moves[seat]);
	b->most.ends = larger(b->most.ends, b->rows.ends);
	b->most.chances = larger(b->most.chances, b->rows.chances);
}

/* Settled, or (runs) by the boards that are drawn. */
static void
grow_settled(struct build *b, uint32_t at, const struct state *state, bool runs)
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
open_decision(struct build *b, uint32_t at, int seat, int count)
{
	struct subgame *s = b->s;
	s->node[at].seat = (int8_t)seat;
	s->node[at].moves = (uint8_t)count;
	s->node[at].child = s->nodes;
	s->node[at].table = b->stretch;
	b->stretch += (size_t)count * (size_t)s->stride[seat];
	b->rows.moves[seat] += count;
	b->widest = larger(b->widest, count);
}

static void
end_at_leaf(struct build *b, uint32_t at, int way)
{
	b->s->node[at].leaf = (uint16_t)b->s->leaves;
	b->s->node[at].way = (uint8_t)way;
	b->rows.ends++;
}

/* Play is not followed further: the ways to go on take the place of moves. */
static void
grow_leaf(struct build *b, uint32_t at, const struct state *state)
{
	struct subgame *s = b->s;
	const int ways = s->ops->all_in(s->g, state) ? 1 : s->hook->ways;
	s->leaves++;
	if (ways == 1) {
		end_at_leaf(b, at, 0);
		return;
	}
	open_decision(b, at, s->hook->chooser, ways);
	s->node[at].leaf = (uint16_t)s->leaves;
	for (int way = 0; way < ways; way++)
		end_at_leaf(b,
			    subgame_build_take_node(b, at, (move)way, s->node[at].level),
			    way);
}

/* A deal of cards that are not on the board: any will do. */
static move
some_deal(const struct build *b, const struct state *state)
{
	const struct subgame *s = b->s;
	return s->whole
		       ? s->ops->deal_set(s->g, b->set[0])
		       : s->ops->deal(s->g, __builtin_ctzll(~s->ops->cards(s->g, state)));
}

static void
grow_chance(struct build *b, uint32_t at, const struct state *state, int depth)
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

/* Whether a listed raise is left out: one too many, or more than is asked for. */
static bool
leaves_out(const struct build *b, int level, const struct state *before, move m,
	   const struct state *after)
{
	const struct subgame *s = b->s;
	const struct public_ops *ops = s->g->ops->public;
	const int raised = s->ops->raises(s->g, after),
		  most = b->setup->raises - level * b->setup->fewer;
	double part = 0;
	if (raised <= s->ops->raises(s->g, before))
		return false;
	if (b->setup->largest > 0 && ops->amount != NULL &&
	    ops->amount(s->g, before, game_mover(s->g, before), m, &part) !=
		    AMOUNT_NONE &&
	    part > b->setup->largest)
		return true;
	return raised > most && !s->ops->all_in(s->g, after);
}

static void
grow_decision(struct build *b, uint32_t at, const struct state *state, int depth)
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
subgame_build_grow(struct build *b, uint32_t at, const struct state *state, int depth)
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
set_threads(struct build *b)
{
	struct subgame *s = b->s;
	const bool many = b->setup->threads > 1 && b->most.chances > 0;
	s->threads = many ? b->setup->threads : 1;
	s->workers = many ? 1 + s->threads : 1;
}

static bool
build_tree(struct build *b)
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

/* ---- boards ------------------------------------------------------------------------------ */

static int
swap_suits(int card, int one, int other)
{
	const int suit = card / SUIT_CARDS, rank = card % SUIT_CARDS;
	return (suit == one ? other : suit == other ? one : suit) * SUIT_CARDS + rank;
}

/* The pairs of suits are numbered by one * SUITS + other, one < other. */
static void
fill_perm(struct subgame *s, int seat, int one, int other, uint16_t *perm)
{
	for (int i = 0; i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		int at = -1;
		/* numbers of hands are the game's: the one with both cards is looked for */
		const int a = swap_suits(h->card[0], one, other),
			  c = swap_suits(h->card[1], one, other);
		for (const uint16_t *k = s->blocked[seat][a]; *k != UINT16_MAX; k++)
			if (s->hand[seat][*k].card[0] == c ||
			    s->hand[seat][*k].card[1] == c)
				at = *k;
		perm[i] = at < 0 ? UINT16_MAX : (uint16_t)at;
	}
}

/* Whether a hand is just like another one of its list. */
static bool
is_like(const struct build *b, const struct subgame_hand *one,
	const struct subgame_hand *other)
{
	return !(one->weight < other->weight || one->weight > other->weight) &&
	       label_of(b, one->hand) == label_of(b, other->hand);
}

/* Whether both ranges are the same with two suits swapped; then their places are there. */
static bool
take_perm(struct build *b, int one, int other)
{
	struct subgame *s = b->s;
	uint16_t *perm[2];
	for (int seat = 0; seat < 2; seat++) {
		perm[seat] =
			arena_take(b->arena, (size_t)s->stride[seat] * sizeof **perm);
		if (perm[seat] == NULL)
			return false;
		fill_perm(s, seat, one, other, perm[seat]);
		for (int i = 0; i < s->hands[seat]; i++)
			if (perm[seat][i] == UINT16_MAX ||
			    !is_like(b, &s->hand[seat][i], &s->hand[seat][perm[seat][i]]))
				return false;
	}
	for (int seat = 0; seat < 2; seat++)
		s->perm[seat][one * SUITS + other] = perm[seat];
	return true;
}

static uint64_t
suit_of(uint64_t board, int suit)
{
	return board >> suit * SUIT_CARDS & 0x1fff;
}

/* The lowest suit that is alike on a board, by what the ranges allow. */
static int
leading_suit(const struct subgame *s, uint64_t board, int suit)
{
	for (int one = 0; one < suit; one++)
		if (s->perm[0][one * SUITS + suit] != NULL &&
		    suit_of(board, one) == suit_of(board, suit))
			return one;
	return suit;
}

static int
subgame_build_by_strength(const void *a, const void *b)
{
	const struct subgame_shown *x = a, *y = b;
	if (x->strength != y->strength)
		return x->strength < y->strength ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static bool
sort_hands(struct build *b, struct subgame_board *board)
{
	struct subgame *s = b->s;
	for (int seat = 0; seat < 2; seat++) {
		struct subgame_shown *out =
			arena_take(b->arena, (size_t)s->hands[seat] * sizeof *out);
		int n = 0;
		if (out == NULL)
			return false;
		for (int i = 0; i < s->hands[seat]; i++) {
			const struct subgame_hand *h = &s->hand[seat][i];
			if (((subgame_build_bit(h->card[0]) |
			      subgame_build_bit(h->card[1])) &
			     board->set) != 0)
				continue;
			out[n++] = (struct subgame_shown){
				.at = (uint16_t)i,
				.strength = (uint16_t)s->ops->strength(s->g, board->set,
								       h->hand),
				.card = { h->card[0], h->card[1] },
			};
		}
		qsort(out, (size_t)n, sizeof *out, subgame_build_by_strength);
		board->shown[seat] = out;
		board->count[seat] = (uint16_t)n;
	}
	return true;
}

/* A suit that is like a leading one: its card is that one's. */
static void
add_twin(struct subgame_deal *d, int lead, int suit, int rank)
{
	d->swap[d->swaps] = (uint8_t)(lead * SUITS + suit);
	d->twin[d->swaps++] = (uint8_t)(suit * SUIT_CARDS + rank);
}

/* The cards that may come on a board; the boards behind them get their numbers later. */
static void
subgame_build_list_deals(struct subgame *s, struct subgame_board *board,
			 struct subgame_deal *out)
{
	uint32_t n = 0;
	for (int rank = 0; rank < SUIT_CARDS; rank++)
		for (int suit = 0; suit < SUITS; suit++) {
			const int card = suit * SUIT_CARDS + rank;
			if ((board->set & subgame_build_bit(card)) != 0 ||
			    leading_suit(s, board->set, suit) != suit)
				continue;
			struct subgame_deal *d = &out[n++];
			*d = (struct subgame_deal){ .card = (uint8_t)card };
			for (int other = suit + 1; other < SUITS; other++)
				if (leading_suit(s, board->set, other) == suit)
					add_twin(d, suit, other, rank);
		}
	board->deals = n;
}

/* Boards level by level, each with its deals; those without cards to come are sorted. */
static bool
build_boards(struct build *b, uint64_t set, int levels)
{
	struct subgame *s = b->s;
	size_t most = 1, all = 1;
	for (int i = 0; i < levels; i++) {
		most *= SUBGAME_CARDS;
		all += most;
	}
	const size_t used = b->arena->used;
	s->board = arena_take(b->arena, all * sizeof *s->board);
	if (s->board == NULL)
		return false;
	s->board[0] = (struct subgame_board){ .set = set };
	s->boards = 1;
	s->level_boards[0] = 1;
	arena_back(b->arena, used);
	/* first without deals: how many boards there are */
	struct subgame_deal deals[SUBGAME_CARDS];
	uint32_t from = 0, to = 1;
	for (int level = 0; level < levels; level++) {
		for (uint32_t i = from; i < to; i++) {
			struct subgame_board *board = &s->board[i];
			subgame_build_list_deals(s, board, deals);
			board->deal =
				s->boards - 1; /* each board but the first has one */
			for (uint32_t k = 0; k < board->deals; k++)
				s->board[s->boards + k] = (struct subgame_board){
					.set = board->set |
					       subgame_build_bit(deals[k].card),
					.number = s->boards + k - to,
				};
			s->boards += board->deals;
		}
		s->level_boards[level + 1] = s->boards - to;
		from = to;
		to = s->boards;
	}
	s->board = arena_take(b->arena, s->boards * sizeof *s->board);
	s->deals = s->boards - 1;
	s->deal = arena_take(b->arena, (s->deals + 1) * sizeof *s->deal);
	if (s->board == NULL || s->deal == NULL)
		return false;
	for (uint32_t i = 0; i < s->boards; i++) {
		struct subgame_board *board = &s->board[i];
		if (i >= from) {
			board->deals = 0;
			if (b->setup->boards == 0 && s->hook == NULL &&
			    !sort_hands(b, board))
				return false;
			continue;
		}
		subgame_build_list_deals(s, board, s->deal + board->deal);
		for (uint32_t k = 0; k < board->deals; k++)
			s->deal[board->deal + k].board = board->deal + k + 1;
	}
	return true;
}

/* Where the tables of each stretch begin. */
static void
place_tables(struct build *b)
{
	struct subgame *s = b->s;
	s->numbers = b->stretch;
	for (uint32_t i = 0; i < s->nodes; i++) {
		struct subgame_node *n = &s->node[i];
		if (n->seat != SEAT_CHANCE)
			continue;
		n->base = s->numbers;
		s->numbers += n->size * s->level_boards[n->level + 1];
	}
}

/* The one without cards, and the whole boards. */
static bool
build_wholes(struct build *b)
{
	struct subgame *s = b->s;
	const size_t sets = (size_t)b->sets;
	s->level_boards[0] = 1;
	s->level_boards[1] = (uint32_t)sets;
	place_tables(b);
	if (s->numbers * 2 * sizeof *s->sum > arena_left(b->arena))
		return false; /* sooner than by sorting all hands of all boards */
	s->board = arena_take(b->arena, (sets + 1) * sizeof *s->board);
	s->deal = arena_take(b->arena, sets * sizeof *s->deal);
	if (s->board == NULL || s->deal == NULL)
		return false;
	s->board[0] = (struct subgame_board){ .deals = (uint32_t)sets };
	s->boards = (uint32_t)sets + 1;
	s->deals = (uint32_t)sets;
	for (uint32_t i = 0; i < sets; i++) {
		s->deal[i] = (struct subgame_deal){
			.board = i + 1,
			.set = b->set[i],
			.part = b->chance[i] *
				part_of_board(__builtin_popcountll(b->set[i])),
		};
		s->board[i + 1] = (struct subgame_board){ .set = b->set[i], .number = i };
		if (!sort_hands(b, &s->board[i + 1]))
			return false;
	}
	return true;
}

/* Ways to draw some of so many cards. */
static double
subgame_build_ways(int cards, int drawn)
{
	double n = 1;
	for (int i = 0; i < drawn; i++)
		n *= (double)(cards - i) / (i + 1);
	return n;
}

/* Boards drawn from all that may come. A pair of hands goes with a part of them: those it goes with
 * count for all. */
static bool
subgame_build_draw_boards(struct build *b, uint64_t set, int due)
{
	struct subgame *s = b->s;
	const int left = SUBGAME_CARDS - __builtin_popcountll(set);
	struct rng rng;
	rng_seed(&rng, b->setup->seed);
	s->runs = due > 0 ? b->setup->boards : 1;
	s->run = arena_take(b->arena, (size_t)s->runs * sizeof *s->run);
	if (s->run == NULL)
		return false;
	s->run_part = subgame_build_ways(left, due) / subgame_build_ways(left - 4, due) /
		      s->runs;
	for (int i = 0; i < s->runs; i++) {
		uint64_t drawn = set;
		while (__builtin_popcountll(drawn) < __builtin_popcountll(set) + due)
			drawn |= subgame_build_bit((int)rng_below(&rng, SUBGAME_CARDS));
		s->run[i] = (struct subgame_board){ .set = drawn };
		if (!sort_hands(b, &s->run[i]))
			return false;
	}
	return true;
}

static void
take_perms(struct build *b, uint64_t board)
{
	for (int one = 0; one < SUITS; one++)
		for (int other = one + 1; other < SUITS; other++)
			if (suit_of(board, one) == suit_of(board, other))
				take_perm(b, one, other);
}

/* ---- tables ------------------------------------------------------------------------------ */

/* Stretches that a walk is in at once, at most. */
static size_t
nested(const struct build *b)
{
	const struct subgame *s = b->s;
	size_t n = 1;
	for (int level = 1; level < SUBGAME_ROUNDS; level++)
		n += s->level_boards[level] > 0;
	return n;
}

/* Rows that a walk takes at most: of lines, of their ends, of cards that are dealt, of decisions on
 * the way, and of what is settled. */
static size_t
subgame_build_work_rows(const struct build *b)
{
	const struct stretch_rows *m = &b->most;
	const int stretch =
		larger(m->moves[0], m->moves[1]) + m->ends + 4 * m->chances + 8;
	const size_t way = (size_t)b->deepest + 1, wide = (size_t)b->widest + 4;
	return nested(b) * (size_t)stretch + way * wide * 2 + SUBGAME_SETTLE_ROWS;
}

static size_t
work_lines(const struct build *b)
{
	const struct stretch_rows *m = &b->most;
	return nested(b) *
	       (size_t)(larger(m->moves[0], m->moves[1]) + 2 * m->chances + 4);
}

/* Rows of the caller's thread, where what comes of several cards waits to be added. */
static size_t
wave_rows(const struct build *b)
{
	return b->s->threads > 1 ? (size_t)(b->most.chances + 1) * SUBGAME_WAVE : 0;
}

static bool
take_workers(struct build *b)
{
	struct subgame *s = b->s;
	const size_t wide = (size_t)larger(s->stride[0], s->stride[1]);
	s->worker = arena_take(b->arena, (size_t)s->workers * sizeof *s->worker);
	if (s->worker == NULL)
		return false;
	for (int i = 0; i < s->workers; i++) {
		const size_t rows =
			subgame_build_work_rows(b) + (i == 0 ? wave_rows(b) : 0);
		struct subgame_worker *k = &s->worker[i];
		k->work = arena_take(b->arena, rows * wide * sizeof *k->work);
		k->line = arena_take(b->arena, work_lines(b) * sizeof *k->line);
		k->visited = 0;
		if (k->work == NULL || k->line == NULL)
			return false;
		k->work_end = k->work + rows * wide;
		k->line_end = k->line + work_lines(b);
	}
	return true;
}

static bool
subgame_build_take_tables(struct build *b)
{
	struct subgame *s = b->s;
	if (!take_workers(b))
		return false;
	s->regret = arena_take(b->arena, s->numbers * sizeof *s->regret);
	s->sum = arena_take(b->arena, s->numbers * sizeof *s->sum);
	if (s->regret == NULL || s->sum == NULL)
		return false;
	memset(s->regret, 0, s->numbers * sizeof *s->regret);
	memset(s->sum, 0, s->numbers * sizeof *s->sum);
	return true;
}

/* With the caller's thread alone. */
static int64_t
needed_bytes(const struct build *b)
{
	const struct subgame *s = b->s;
	return (int64_t)(b->arena->used + 2 * s->numbers * sizeof *s->regret +
			 subgame_build_work_rows(b) * SUBGAME_WIDE * sizeof(float) +
			 work_lines(b) * sizeof(struct subgame_line));
}

static bool
refuse_tables(const struct build *b, struct status *st)
{
	return status_fail(st, "needs %lld MiB, memory= is %lld",
			   (long long)(needed_bytes(b) >> 20) + 1,
			   (long long)(b->arena->size >> 20));
}

/* All but the tables. */
static bool
build_all(struct build *b, struct status *st)
{
	struct subgame *s = b->s;
	*s = (struct subgame){
		.g = b->setup->g,
		.ops = b->setup->g->ops->public->deck,
		.variant = b->setup->variant,
		.parts = b->setup->parts > 0 ? b->setup->parts : 1,
		.hook = b->setup->leaves,
		.root = arena_take(b->arena, sizeof *s->root),
	};
	if (s->root == NULL)
		return status_fail(st, "memory= is too small");
	memset(s->root, 0, sizeof *s->root);
	game_copy(s->g, b->setup->root, s->root);
	for (int seat = 0; seat < 2; seat++)
		s->g->ops->public->give(s->g, s->root, seat, -1);
	const uint64_t board = s->ops->cards(s->g, s->root);
	if (!find_wholes(b, board, st))
		return false;
	const int due = s->ops->complete(s->g) - __builtin_popcountll(board),
		  levels = b->setup->boards > 0 || s->hook != NULL ? 0 : due;
	if (levels >= SUBGAME_ROUNDS && !s->whole)
		return status_fail(st, "expected a board of three cards or more");
	if (!subgame_build_take_hands(b, board, st))
		return false;
	take_perms(b, board);
	if (s->whole && build_tree(b))
		return build_wholes(b) || refuse_tables(b, st);
	if (s->whole || !build_tree(b) || !build_boards(b, board, levels) ||
	    (b->setup->boards > 0 && !subgame_build_draw_boards(b, board, due)))
		return status_fail(st, "memory= is too small");
	place_tables(b);
	return true;
}

int64_t
subgame_needs(struct arena *arena, const struct subgame_setup *setup)
{
	struct subgame s = { .numbers = 0 };
	struct build b = { .s = &s, .arena = arena, .setup = setup };
	struct status st = { 0 };
	const size_t used = arena->used;
	const bool ok = build_all(&b, &st) || s.numbers > 0;
	const int64_t bytes = needed_bytes(&b);
	arena_back(arena, used);
	return ok ? (bytes >> 20) + 1 : 0;
}

int
subgame_fewer_raises(struct arena *arena, const struct subgame_setup *setup, int64_t most,
		     int64_t *mib)
{
	struct subgame_setup fewer = *setup;
	while (fewer.raises-- > 0) {
		*mib = subgame_needs(arena, &fewer);
		if (*mib > 0 && *mib <= most)
			break;
	}
	return fewer.raises;
}

bool
subgame_open(struct subgame *s, struct arena *arena, const struct subgame_setup *setup,
	     struct status *st)
{
	struct build b = { .s = s, .arena = arena, .setup = setup };
	if (!build_all(&b, st))
		return false;
	const size_t used = arena->used;
	if (subgame_build_take_tables(&b))
		return true;
	arena_back(arena, used);
	s->threads = s->workers = 1;
	if (subgame_build_take_tables(&b))
		return true;
	arena_back(arena, used);
	return refuse_tables(&b, st);
}

bool
subgame_add_lock(struct subgame *s, const struct subgame_lock *l)
{
	uint32_t *last = &s->node[l->node].lock;
	if (s->locks == SUBGAME_LOCKS || s->node[l->node].moves > SUBGAME_SHARES)
		return false;
	while (*last != 0)
		last = &s->lock[*last - 1].next;
	s->lock[s->locks] = *l;
	s->lock[s->locks++].next = 0;
	*last = (uint32_t)s->locks;
	return true;
}

void
subgame_label(uint64_t label[PUBLIC_HANDS], const struct subgame_lock *l, int k)
{
	for (int h = 0; h < PUBLIC_HANDS; h++)
		if (subgame_locks(l, h))
			label[h] = rng_mix(label[h] ^ (uint64_t)(k + 1));
}

const struct subgame_lock *
subgame_lock_of(const struct subgame *s, uint32_t node, int hand)
{
	const struct subgame_lock *found = NULL;
	for (uint32_t k = s->node[node].lock; k != 0; k = s->lock[k - 1].next)
		found = subgame_locks(&s->lock[k - 1], hand) ? &s->lock[k - 1] : found;
	return found;
}

#define EXCHANGE(a, b) \
	do { \
		const __typeof__(a) kept_ = (a); \
		(a) = (b); \
		(b) = kept_; \
	} while (0)

void
subgame_turn(struct subgame *s, const struct state *root)
{
	game_copy(s->g, root, s->root);
	for (int seat = 0; seat < 2; seat++)
		s->g->ops->public->give(s->g, s->root, seat, -1);
	EXCHANGE(s->hand[0], s->hand[1]);
	EXCHANGE(s->hands[0], s->hands[1]);
	EXCHANGE(s->all[0], s->all[1]);
	EXCHANGE(s->stride[0], s->stride[1]);
	EXCHANGE(s->reach[0], s->reach[1]);
	EXCHANGE(s->class[0], s -> class[1]);
	for (int card = 0; card < SUBGAME_CARDS; card++) {
		EXCHANGE(s->blocked[0][card], s->blocked[1][card]);
		EXCHANGE(s->perm[0][card], s->perm[1][card]);
	}
	for (int c = 0; c < s->classes; c++)
		EXCHANGE(s->class_size[0][c], s->class_size[1][c]);
	for (uint32_t i = 0; i < s->nodes; i++) {
		struct subgame_node *n = &s->node[i];
		n->seat = n->seat >= 0 ? (int8_t)(1 - n->seat) : n->seat;
		n->folded = n->folded >= 0 ? (int8_t)(1 - n->folded) : n->folded;
	}
	for (uint32_t i = 0; i < s->boards; i++) {
		EXCHANGE(s->board[i].shown[0], s->board[i].shown[1]);
		EXCHANGE(s->board[i].count[0], s->board[i].count[1]);
	}
}
