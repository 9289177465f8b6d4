/*
 * tournament_game.c - one table: its opening, its game, its result as a line of text.
 *
 * A player's own seed comes from the game and the ply, so that the same table is the same game
 * on any thread.
 */
#include "src/lab/tournament_parts.h"

#include "src/base/rescue.h"
#include "src/core/search.h"

#include <stdio.h>
#include <stdlib.h>

#define PLIES_MAX 100000
#define LATE_US	  1000000 /* a move over its time by more than this loses the game */
#define OPENING	  UINT64_C(0x6f70656e) /* the stream of the opening */

/* A search at work: what is left of it when it crashes is its memory. */
struct thought {
	struct search_job job;
	struct search search;
	bool opened;
	move choice;
};

static void
think(void *self)
{
	struct thought *h = self;
	h->opened = search_open(&h->search, &h->job, NULL);
	if (!h->opened)
		return;
	search_run(&h->search);
	h->choice = search_choice(&h->search);
}

/* One decision. MOVE_NONE when the player has none, or crashes; *late when it took too long. */
static move
decide(struct tournament *t, const struct match *m, int seat, uint64_t seed,
       struct effort *e, bool *late)
{
	const struct player *p = &m->setup.seat[seat];
	move only[MOVES_MAX];
	if (match_moves(m, seat, only) == 1)
		return only[0];
	struct state view;
	match_view(m, seat, &view);
	struct thought h; /* its snapshot is large, and filled by search_open() */
	h.job = (struct search_job){ .game = &m->setup.game,
				     .root = &view,
				     .viewer = seat,
				     .player = p,
				     .seed = seed,
				     .calibration = &t->calibration,
				     .stop = &t->stop,
				     .bounded = true };
	h.search.arena = (struct arena){ 0 };
	h.choice = MOVE_NONE;
	if (!rescue_run(think, &h)) {
		arena_close(&h.search.arena);
		return MOVE_NONE;
	}
	if (!h.opened)
		return MOVE_NONE;
	const int64_t us = h.search.live.elapsed_us,
		      limit = p->part[0].limits.time_ms * 1000;
	e->nodes += h.search.live.nodes;
	e->moves++;
	e->us += us;
	e->longest_us = us > e->longest_us ? us : e->longest_us;
	*late = limit > 0 && us > limit + LATE_US;
	search_close(&h.search);
	return h.choice;
}

void
tournament_open_table(struct match *m, int plies, uint64_t deal)
{
	struct rng rng;
	move moves[MOVES_MAX];
	rng_seed(&rng, rng_fork(deal, OPENING));
	for (int i = 0; i < plies && !match_over(m); i++) {
		const int seat = __builtin_ctz(match_acting(m));
		const int n = match_moves(m, seat, moves);
		match_play(m, seat, moves[rng_below(&rng, (uint32_t)n)], NULL, NULL);
		if (match_over(m)) {
			match_undo(m, seat);
			return;
		}
	}
}

bool
tournament_play_table(struct tournament *t, struct match *m, struct table *table,
		      uint64_t seed)
{
	for (uint64_t ply = 0; ply < PLIES_MAX && !match_over(m); ply++) {
		const int seat = __builtin_ctz(match_acting(m));
		const move mv = decide(t, m, seat, rng_fork(seed, ply),
				       &table->effort[seat], &table->late);
		if (atomic_load_explicit(&t->stop, memory_order_relaxed))
			return false;
		if (table->late || !match_play(m, seat, mv, NULL, NULL)) {
			table->loser = seat;
			return true;
		}
	}
	if (match_over(m))
		match_points(m, table->points);
	return true;
}

/* ---- as a line ---- */

void
tournament_format_table(const struct table *t, int seats, char *out, size_t size)
{
	int n = snprintf(out, size, "%d %d", t->loser, t->late);
	for (int i = 0; i < seats; i++) {
		const struct effort *e = &t->effort[i];
		n += snprintf(out + n, size - (size_t)n, " %d %lld %lld %lld %lld",
			      t->points[i], (long long)e->nodes, (long long)e->moves,
			      (long long)e->us, (long long)e->longest_us);
	}
}

bool
tournament_parse_table(struct table *t, int seats, const char *p)
{
	long long x[2 + 5 * SEATS_MAX] = { 0 };
	for (int i = 0; i < 2 + 5 * seats; i++) {
		char *end;
		x[i] = strtoll(p, &end, 10);
		if (end == p)
			return false;
		p = end;
	}
	*t = (struct table){ .done = true, .loser = (int)x[0], .late = x[1] != 0 };
	for (int i = 0; i < seats; i++) {
		const long long *y = x + 2 + 5 * i;
		t->points[i] = (int32_t)y[0];
		t->effort[i] = (struct effort){ y[1], y[2], y[3], y[4] };
	}
	return *p == '\0' && t->loser >= -1 && t->loser < seats;
}
