/*
 * subgame_build.c - a subgame is opened: its hands, betting and boards, then its tables. See
 * subgame.h.
 */
#include "ai/poker/tree/subgame_build.h"

#include "src/base/rng.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------ */

/* Stretches that a walk is in at once, at most. */
static size_t
nested(const struct subgame_build *b)
{
	const struct subgame *s = b->s;
	size_t n = 1;
	for (int level = 1; level < SUBGAME_ROUNDS; level++)
		n += s->level_boards[level] > 0;
	return n;
}

/* Rows that a walk takes at most: of lines, of their ends, of cards that are dealt, of decisions on
 * the continuation, and of what is settled. */
static size_t
subgame_build_work_rows(const struct subgame_build *b)
{
	const struct stretch_rows *m = &b->most;
	const int stretch =
		subgame_larger(m->moves[0], m->moves[1]) + m->ends + 4 * m->chances + 8;
	const size_t continuation = (size_t)b->deepest + 1, wide = (size_t)b->widest + 4;
	return nested(b) * (size_t)stretch + continuation * wide * 2 +
	       SUBGAME_SETTLE_ROWS;
}

static size_t
work_lines(const struct subgame_build *b)
{
	const struct stretch_rows *m = &b->most;
	return nested(b) *
	       (size_t)(subgame_larger(m->moves[0], m->moves[1]) + 2 * m->chances + 4);
}

/* Rows of the caller's thread, which collect the values of several cards until they are
 * added. */
static size_t
wave_rows(const struct subgame_build *b)
{
	return b->s->threads > 1 ? (size_t)(b->most.chances + 1) * SUBGAME_WAVE : 0;
}

static bool
take_workers(struct subgame_build *b)
{
	struct subgame *s = b->s;
	const size_t wide = (size_t)subgame_larger(s->stride[0], s->stride[1]);
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
subgame_build_take_tables(struct subgame_build *b)
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
needed_bytes(const struct subgame_build *b)
{
	const struct subgame *s = b->s;
	return (int64_t)(b->arena->used + 2 * s->numbers * sizeof *s->regret +
			 subgame_build_work_rows(b) * SUBGAME_WIDE * sizeof(float) +
			 work_lines(b) * sizeof(struct subgame_line));
}

static bool
refuse_tables(const struct subgame_build *b, struct status *st)
{
	return status_fail(st, "needs %lld MiB, memory= is %lld",
			   (long long)(needed_bytes(b) >> 20) + 1,
			   (long long)(b->arena->size >> 20));
}

/* All but the tables. */
static bool
build_all(struct subgame_build *b, struct status *st)
{
	struct subgame *s = b->s;
	*s = (struct subgame){
		.g = b->setup->g,
		.ops = b->setup->g->ops->public->deck,
		.variant = b->setup->variant,
		.tremble = b->setup->tremble,
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
	if (!subgame_find_wholes(b, board, st))
		return false;
	const int due = s->ops->complete(s->g) - __builtin_popcountll(board),
		  levels = b->setup->boards > 0 || s->hook != NULL ? 0 : due;
	if (levels >= SUBGAME_ROUNDS && !s->whole)
		return status_fail(st, "expected a board of three cards or more");
	if (!subgame_take_hands(b, board, st))
		return false;
	subgame_take_perms(b, board);
	if (s->whole && subgame_build_betting(b))
		return subgame_build_wholes(b) || refuse_tables(b, st);
	if (s->whole || !subgame_build_betting(b) ||
	    !subgame_build_boards(b, board, levels) ||
	    (b->setup->boards > 0 && !subgame_draw_boards(b, board, due)))
		return status_fail(st, "memory= is too small");
	subgame_place_tables(b);
	return true;
}

int64_t
subgame_needs(struct arena *arena, const struct subgame_setup *setup)
{
	struct subgame s = { .numbers = 0 };
	struct subgame_build b = { .s = &s, .arena = arena, .setup = setup };
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
	struct subgame_build b = { .s = s, .arena = arena, .setup = setup };
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
