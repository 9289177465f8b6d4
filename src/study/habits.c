/* habits.c - the tendencies of a seat's bids. See habits.h. */
#include "src/study/habits.h"

#include "src/core/question.h"
#include "src/study/analyze.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static enum habit_rank
habits_rank_of(int k, int n)
{
	if (n < 2)
		return HABIT_BETWEEN;
	return k == 0 ? HABIT_LOWEST : k == n - 1 ? HABIT_HIGHEST : HABIT_BETWEEN;
}

static int
habits_place_of(const move *m, int n, move wanted)
{
	int k = 0;
	while (k < n - 1 && m[k] != wanted)
		k++;
	return k;
}

/* The rank of the chance move that came just before a ply; false: none did. */
static bool
prize_rank(const struct match *m, int ply, enum habit_rank *out)
{
	const struct game *g = &m->setup.game;
	move all[MOVES_MAX];
	double prob[MOVES_MAX];
	int k = ply - 1;
	while (k >= 0 && m->plies[k].seat != SEAT_CHANCE && k > ply - SEATS_MAX)
		k--;
	if (k < 0 || m->plies[k].seat != SEAT_CHANCE || g->chance->list == NULL)
		return false;
	const int n = g->chance->list(g, &m->states[k], all, prob);
	*out = habits_rank_of(habits_place_of(all, n, m->plies[k].m), n);
	return n > 1;
}

/* The loss of a choice against perfect play; NAN: unknown. */
static double
cost_of(const struct match *m, int ply, const struct player *exact)
{
	const struct match_ply *p = &m->plies[ply];
	struct question q;
	struct search s;
	struct status st = { 0 };
	struct analyze_move judged;
	double cost = (double)NAN;
	question_ask(&q, m, ply, p->seat);
	const struct search_job job = question_job(&q, exact, NULL);
	if (!search_open(&s, &job, &st)) {
		question_close(&q);
		return NAN;
	}
	search_run(&s);
	analyze_begin(&judged, q.game, &q.root, ply, p->seat, p->m);
	if (s.live.stop == STOP_SOLVED &&
	    analyze_by_search(&judged, q.game, &q.root, &s.live,
			      &analyze_thresholds_default))
		cost = judged.loss;
	search_close(&s);
	question_close(&q);
	return cost;
}

bool
habits_of(const struct match *m, int seat, const struct player *exact, struct habits *out)
{
	const struct game *g = &m->setup.game;
	*out = (struct habits){ .seat = seat };
	if ((g->traits & TRAIT_BIDS) == 0)
		return false;
	for (int ply = 0; ply < m->at; ply++) {
		move legal[MOVES_MAX];
		enum habit_rank prize = HABIT_LOWEST;
		if (m->plies[ply].seat != seat)
			continue;
		const int n = g->rules->moves(g, &m->states[ply], seat, legal);
		if (n < 2)
			continue;
		const int k = habits_place_of(legal, n, m->plies[ply].m);
		const bool ranked = prize_rank(m, ply, &prize);
		out->prizes |= ranked;
		out->count[ranked ? prize : HABIT_BETWEEN][habits_rank_of(k, n)]++;
		out->choices++;
		const double cost = exact != NULL ? cost_of(m, ply, exact) : (double)NAN;
		if (!isnan(cost)) {
			out->solved++;
			out->cost += cost;
		}
	}
	return out->choices > 0;
}

/* "your highest bid on the highest prize 7 times of 9" */
static void
write_row(const struct habits *h, enum habit_rank prize, char *out, size_t size)
{
	static const char *const names[] = { "lowest", "middle", "highest" };
	const int *n = h->count[prize];
	const int all = n[0] + n[1] + n[2];
	int most = 0;
	for (int k = 1; k < HABIT_RANKS; k++)
		most = n[k] >= n[most] ? k : most;
	if (h->prizes)
		snprintf(out, size, "On the %s prize you bid your %s %d of %d times%s",
			 prize == HABIT_BETWEEN ? "other" : names[prize],
			 most == HABIT_BETWEEN ? "middle amounts" : names[most], n[most],
			 all,
			 n[most] == all && all > 2 ? ": opponents can notice that" : "");
	else
		snprintf(out, size, "You bid your lowest %d, your highest %d of %d times",
			 n[HABIT_LOWEST], n[HABIT_HIGHEST], all);
}

int
habits_write(const struct habits *h, const struct game *g,
	     char out[HABITS_LINES][HABITS_LINE])
{
	static const enum habit_rank order[] = { HABIT_HIGHEST, HABIT_BETWEEN,
						 HABIT_LOWEST };
	int lines = 0;
	for (int i = 0; i < HABIT_RANKS; i++) {
		const int *n = h->count[order[i]];
		if (n[0] + n[1] + n[2] > 0)
			write_row(h, order[i], out[lines++], HABITS_LINE);
	}
	if (h->solved > 0)
		snprintf(out[lines++], HABITS_LINE,
			 "Against perfect play your bids cost %.2f %s, %d of %d known",
			 h->cost, g->ops->point_name, h->solved, h->choices);
	return lines;
}
