/*
 * game.c - one table: its opening, its game, its result as a line of text.
 *
 * A player's own seed comes from the game and the ply, so that the same table is the same game
 * on any worker.
 */
#include "src/lab/tournament/private.h"

#include "src/core/question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PLIES_MAX 100000
#define LATE_US	  1000000 /* a move over its time by more than this loses the game */
#define OPENING	  UINT64_C(0x6f70656e) /* the stream of the opening */

/* A seat's search, kept from move to move where it goes on with what it learned. */
struct thinker {
	struct search_job job;
	struct search search;
	struct kit kit;		   /* its memory and threads, from search to search */
	struct question question;  /* of the job */
	struct aivat_notes *notes; /* of the table; NULL: not taken */
	bool opened;
	bool resigned; /* the choice is no move but this */
	bool starved;  /* the system gave no memory */
	move choice;
};

static void
game_forget(struct thinker *h)
{
	if (h->opened)
		search_close(&h->search);
	h->opened = false;
	question_close(&h->question);
}

static void
game_think(struct thinker *h)
{
	if (h->opened && !search_advance(&h->search, &h->job)) {
		search_close(&h->search);
		h->opened = false;
	}
	if (!h->opened)
		h->opened = search_open(&h->search, &h->job, NULL);
	h->starved = !h->opened && h->search.starved;
	if (!h->opened)
		return;
	search_run(&h->search);
	h->resigned = h->search.live.resigned;
	h->choice = search_choice(&h->search);
}

static void
set_job(struct tournament *t, const struct match *m, int seat, uint64_t seed,
	struct thinker *h)
{
	question_ask(&h->question, m, m->at, seat);
	h->question.seed = seed;
	h->job = question_job(&h->question, &m->setup.seat[seat], &t->calibration);
	h->job.stop = &t->stop;
	h->job.bounded = h->job.alone = true;
	h->job.kit = &h->kit;
}

static void
game_add_effort(struct effort *e, int64_t nodes, int64_t us)
{
	e->nodes += nodes;
	e->moves++;
	e->us += us;
	e->longest_us = us > e->longest_us ? us : e->longest_us;
}

/* The seats whose strategies are known. */
static unsigned
known_seats(const struct match *m)
{
	unsigned known = 0;
	for (int i = 0; i < m->setup.game.seats; i++)
		known |= (unsigned)aivat_knows(&m->setup.game, &m->setup.seat[i]) << i;
	return known;
}

/* One decision. MOVE_NONE when the player has none; *late when it took too long. */
static move
game_decide(struct tournament *t, const struct match *m, int seat, uint64_t seed,
	    struct thinker *h, struct effort *e, bool *late)
{
	const struct player *p = &m->setup.seat[seat];
	move only[MOVES_MAX];
	if (match_moves(m, seat, only) == 1)
		return only[0];
	struct question before = h->question; /* of a search that may go on */
	set_job(t, m, seat, seed, h);
	h->choice = MOVE_NONE;
	const int64_t limit_ms = p->part[0].limits.time_ms;
	game_think(h);
	question_close(&before);
	if (!h->opened)
		return MOVE_NONE;
	if (h->notes != NULL && aivat_knows(&m->setup.game, p))
		aivat_add_note(h->notes, &h->search, m, seat);
	const int64_t us = h->search.live.elapsed_us, nodes = h->search.live.nodes;
	if (h->search.ops->advance == NULL)
		game_forget(h);
	game_add_effort(e, nodes, us);
	*late = limit_ms > 0 && us > limit_ms * 1000 + LATE_US;
	return h->choice;
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

/* Searches that still run a program hear how it ended. */
static void
game_tell_end(const struct match *m, struct thinker *thinker)
{
	for (int i = 0; i < m->setup.game.seats; i++) {
		struct search *s = &thinker[i].search;
		struct state end;
		if (!thinker[i].opened || s->ops->over == NULL)
			continue;
		match_view(m, i, &end);
		s->ops->over(s, &end);
	}
}

bool
tournament_play_table(struct tournament *t, struct match *m,
		      struct tournament_table *table, uint64_t seed, struct text *fault,
		      struct status *st)
{
	struct thinker *thinker = calloc((size_t)m->setup.game.seats, sizeof *thinker);
	struct aivat_notes notes = { 0 };
	const bool aivat = t->aivat.g != NULL;
	bool stopped = false;
	if (thinker == NULL)
		return status_fail(st, "not enough memory for a game");
	for (int i = 0; i < m->setup.game.seats; i++)
		thinker[i].notes = aivat ? &notes : NULL;
	for (uint64_t ply = 0; ply < PLIES_MAX && !stopped && !match_over(m); ply++) {
		const int seat = __builtin_ctz(match_acting(m));
		const move mv =
			game_decide(t, m, seat, rng_fork(seed, ply), &thinker[seat],
				    &table->effort[seat], &table->late);
		stopped = atomic_load_explicit(&t->stop, memory_order_relaxed);
		if (thinker[seat].starved)
			stopped = !status_fail(st, "%s: not enough memory for its search",
					       m->setup.seat[seat].text);
		table->resigned = !table->late && thinker[seat].resigned;
		if (!stopped && (table->late || table->resigned ||
				 !match_play(m, seat, mv, NULL, NULL))) {
			table->loser = seat;
			if (thinker[seat].opened &&
			    thinker[seat].search.live.stop == STOP_FAILED)
				snapshot_add_fault(&thinker[seat].search.live, false,
						   fault);
			break;
		}
	}
	/* Only games of two seats have engines that resign. */
	if (table->resigned && game_is_won(&m->setup.game))
		table->points[!table->loser] = 1;
	if (match_over(m)) {
		match_points(m, table->points);
		game_tell_end(m, thinker);
	}
	if (match_over(m) && aivat)
		table->without = aivat_match(&t->aivat, m, &notes, known_seats(m));
	aivat_free_notes(&notes);
	for (int i = 0; i < m->setup.game.seats; i++) {
		game_forget(&thinker[i]);
		kit_close(&thinker[i].kit);
	}
	free(thinker);
	return !stopped;
}

void
tournament_count_feats(const struct match *m, struct tournament_table *table)
{
	const struct game *g = &m->setup.game;
	for (int k = 0; tournament_feats(g) > 0 && k < m->at; k++) {
		const struct match_ply *p = &m->plies[k];
		int whose = SEAT_NONE;
		const int feat = p->seat >= 0 ? g->results->feat(g, &m->states[k],
								 p->seat, p->m, &whose)
					      : -1;
		if (feat >= 0)
			table->feats[whose][feat]++;
		table->hands += g->rules->settled(g, &m->states[k + 1]) &&
				!g->rules->settled(g, &m->states[k]);
	}
}

/* ---- as a line ---- */

/*
 * The seat that lost by the rules; 1 if it was by the clock, 2 if it resigned; then of each seat its points and its
 * effort; in a game with feats the hands, and those of each seat; seat 0's points without luck.
 */
void
tournament_format_table(const struct tournament_table *t, const struct game *g,
			bool aivat, char *out, size_t size)
{
	const int feats = tournament_feats(g);
	const int parts = game_parts(g);
	int n = snprintf(out, size, "%d %d", t->loser, t->resigned ? 2 : t->late);
	for (int i = 0; i < g->seats; i++) {
		const struct effort *e = &t->effort[i];
		n += snprintf(out + n, size - (size_t)n, " %ld %lld %lld %lld %lld",
			      lrint(t->points[i] * parts), (long long)e->nodes,
			      (long long)e->moves, (long long)e->us,
			      (long long)e->longest_us);
	}
	if (feats > 0)
		n += snprintf(out + n, size - (size_t)n, " %lld", (long long)t->hands);
	for (int i = 0; i < g->seats; i++)
		for (int k = 0; k < feats; k++)
			n += snprintf(out + n, size - (size_t)n, " %lld",
				      (long long)t->feats[i][k]);
	if (aivat)
		n += snprintf(out + n, size - (size_t)n, " %.10g", t->without);
	if (parts > 1)
		snprintf(out + n, size - (size_t)n, " /%d", parts);
}

/* Reads the next number of a line. False: there is none. */
static bool
next_number(const char **p, int64_t *out)
{
	char *end;
	*out = strtoll(*p, &end, 10);
	const bool found = end != *p;
	*p = end;
	return found;
}

static bool
next_real(const char **p, double *out)
{
	char *end;
	*out = strtod(*p, &end);
	const bool found = end != *p && isfinite(*out);
	*p = end;
	return found;
}

static bool
parse_feats(struct tournament_table *t, const struct game *g, const char **p)
{
	const int feats = tournament_feats(g);
	bool ok = feats == 0 || next_number(p, &t->hands);
	for (int i = 0; i < g->seats; i++)
		for (int k = 0; ok && k < feats; k++)
			ok = next_number(p, &t->feats[i][k]);
	return ok;
}

bool
tournament_parse_table(struct tournament_table *t, const struct game *g, bool aivat,
		       const char *p)
{
	const int parts = game_parts(g);
	char scale[16] = "";
	int64_t x[5];
	*t = (struct tournament_table){ .done = true };
	if (!next_number(&p, &x[0]) || !next_number(&p, &x[1]))
		return false;
	t->loser = (int)x[0];
	t->late = x[1] == 1;
	t->resigned = x[1] == 2;
	for (int i = 0; i < g->seats; i++) {
		for (int k = 0; k < 5; k++)
			if (!next_number(&p, &x[k]))
				return false;
		t->points[i] = (double)x[0] / parts;
		t->effort[i] = (struct effort){ x[1], x[2], x[3], x[4] };
	}
	if (parts > 1)
		snprintf(scale, sizeof scale, " /%d", parts);
	return parse_feats(t, g, &p) && (!aivat || next_real(&p, &t->without)) &&
	       strcmp(p, scale) == 0 && t->loser >= -1 && t->loser < g->seats;
}
