/*
 * ties.c - see ties.h. The copy of the game points to its own table of knowledge, whose
 * order() is order_by_lot(); the table is the first member of struct ties_game, so
 * order() finds the rest.
 *
 * A move's score, from the highest bits: one of the width= best of the game or not, its
 * rank by the evaluation (at the root with ties=value), its lot.
 */
#include "ai/depth_first/ties.h"

#include "ai/depth_first/dfs.h"

#include <assert.h>
#include <string.h>

#define LOT_BITS   16
#define RANK_BITS  11
#define SCORE_KEPT (1 << (LOT_BITS + RANK_BITS))

static_assert(MOVES_MAX <= 1 << RANK_BITS, "a rank fits");

struct ties_game {
	struct game_knowledge knowledge; /* first: game.knowledge points to it */
	struct game game;
	const struct game *real;
	bool by_value;
	int width, mover;
	uint64_t seed, root;
};

/* The key of a position in the table of a search: with the same key, the same lots. */
static uint64_t
name_of(const struct ties_game *t, const struct game *g, const struct state *st)
{
	int32_t had[DFS_VALUES];
	return g->trick->future != NULL && t->width == 0 ? g->trick->future(g, st, had)
							 : g->rules->hash(g, st);
}

/* Adds SCORE_KEPT to the first `width` moves of the game's order. */
static void
keep_best(const struct ties_game *t, const struct game *g, const struct state *st,
	  int seat, const move *m, int n, int32_t *score)
{
	int32_t by_game[MOVES_MAX] = { 0 };
	if (t->real->knowledge->order != NULL)
		t->real->knowledge->order(g, st, seat, m, n, by_game);
	for (int i = 0; i < n; i++) {
		int before = 0;
		for (int j = 0; j < n && before < t->width; j++)
			before += by_game[j] > by_game[i] ||
				  (j < i && by_game[j] == by_game[i]);
		if (before < t->width)
			score[i] += SCORE_KEPT;
	}
}

/* Adds to each move the number of moves with a lower evaluation right after them. */
static void
rank_by_value(const struct ties_game *t, const struct game *g, const struct state *st,
	      int seat, const move *m, int n, int32_t *score)
{
	int32_t after[MOVES_MAX];
	for (int i = 0; i < n; i++) {
		int32_t value[DFS_VALUES] = { 0 };
		struct state to = { 0 };
		g->rules->play(g, st, seat, m[i], &to);
		g->knowledge->evaluate(g, &to, value);
		after[i] = value[t->mover];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			score[i] += (after[j] < after[i]) << LOT_BITS;
}

static void
order_by_lot(const struct game *g, const struct state *st, int seat, const move *m, int n,
	     int32_t *score)
{
	const struct ties_game *t = (const struct ties_game *)(const void *)g->knowledge;
	const uint64_t name = name_of(t, g, st);
	for (int i = 0; i < n; i++)
		score[i] = (int32_t)(rng_fork(t->seed ^ name, (uint64_t)i) >>
				     (64 - LOT_BITS));
	if (t->by_value && name == t->root)
		rank_by_value(t, g, st, seat, m, n, score);
	if (t->width > 0 && n > t->width)
		keep_best(t, g, st, seat, m, n, score);
}

bool
ties_wanted(const struct search *s)
{
	return dfs_option(s, "ties", TIES_ORDER) != TIES_ORDER;
}

bool
ties_open(struct search *s, struct status *st)
{
	if (!ties_wanted(s) || s->game->knowledge->order == order_by_lot)
		return true;
	struct ties_game *t = arena_take(&s->arena, sizeof *t);
	if (t == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	memset(t, 0, sizeof *t);
	t->knowledge = *s->game->knowledge;
	t->game = *s->game;
	t->real = s->game;
	t->by_value = options_int(&s->options, "ties") == TIES_VALUE;
	t->width = (int)options_int(&s->options, "width");
	t->mover = s->mover;
	t->seed = s->seed;
	t->root = name_of(t, s->game, &s->root);
	t->knowledge.order = order_by_lot;
	t->game.knowledge = &t->knowledge;
	s->game = &t->game;
	return true;
}
