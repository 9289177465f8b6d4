/*
 * sum.c - shares of games, the test that may stop a tournament, the final figures.
 *
 * A set is one observation wherever an interval is asked for, since its games share their
 * luck. Figures are added up in job order.
 *
 * Sources: mean.h (intervals); B. Efron 1979 (bootstrap, percentiles); A. Wald 1945 and, for the likelihood of a mean of scores by its normal approximation,
 * the generalised SPRT that chess engine testing uses.
 */
#include "src/lab/tournament/private.h"

#include "src/lab/mean.h"

#include <math.h>
#include <stdlib.h>

#define SPRT_BOUND 2.944439 /* log(0.95 / 0.05) */
#define SPRT_SETS  10	    /* fewer tell nothing about their variance */

/* ---- shares ---- */

unsigned
tournament_shares(const struct tournament_table *t, const struct seating *s, int seats,
		  double *share)
{
	unsigned at = 0;
	int best = 0;
	for (int p = 0; p < TOURNAMENT_PLAYERS; p++)
		share[p] = 0;
	for (int i = 0; i < seats; i++) {
		at |= 1u << s->who[i];
		best = t->points[i] > t->points[best] ? i : best;
	}
	if (t->loser >= 0) {
		const unsigned others = at & ~(1u << s->who[t->loser]);
		for (int p = 0; p < TOURNAMENT_PLAYERS; p++)
			if (others >> p & 1)
				share[p] = 1.0 / __builtin_popcount(others);
		return at;
	}
	int winners = 0;
	for (int i = 0; i < seats; i++)
		winners += t->points[i] >= t->points[best];
	for (int i = 0; i < seats; i++)
		if (t->points[i] >= t->points[best])
			share[s->who[i]] += 1.0 / winners;
	return at;
}

/* ---- the test that may stop it ---- */

static double
elo_of(double share, int players)
{
	const double even = 1.0 / players;
	return share <= 0 || share >= 1
		       ? (double)NAN
		       : 400 * (log10(share / (1 - share)) - log10(even / (1 - even)));
}

static double
sum_share_of(double elo, int players)
{
	const double even = 1.0 / players;
	return 1 / (1 + pow(10, -(elo / 400 + log10(even / (1 - even)))));
}

/* Players at a table. */
static int
table_players(const struct tournament *t)
{
	return t->o->seats == TOURNAMENT_ALL ? t->o->game->seats : 2;
}

/* True when a set is complete; *mean gets the first player's mean share in it. */
static bool
set_share(const struct tournament *t, int64_t set, int player, double *mean)
{
	double sum = 0;
	int n = 0;
	for (int k = 0; k < t->seatings; k++) {
		double share[TOURNAMENT_PLAYERS];
		const struct tournament_table *table = &t->table[set * t->seatings + k];
		if (!table->done)
			return false;
		const unsigned at = tournament_shares(table, &t->seating[k],
						      t->o->game->seats, share);
		sum += share[player];
		n += (int)(at >> player & 1);
	}
	*mean = n > 0 ? sum / n : (double)NAN;
	return true;
}

/* Of a set, what the test is about: the first player's mean share, or points. */
static bool
sum_set_value(const struct tournament *t, int64_t set, double *mean)
{
	double sum = 0;
	int n = 0;
	if (!t->o->sprt.rate)
		return set_share(t, set, 0, mean);
	for (int k = 0; k < t->seatings; k++) {
		const struct tournament_table *table = &t->table[set * t->seatings + k];
		const int8_t *who = t->seating[k].who;
		if (!table->done)
			return false;
		for (int i = 0; i < t->o->game->seats && table->loser < 0; i++)
			if (who[i] == 0) {
				const double luckless =
					i == 0 ? table->without : -table->without;
				sum += t->o->aivat ? luckless : table->points[i];
				n++;
			}
	}
	*mean = n > 0 ? sum / n : 0;
	return true;
}

/* The means of sum_set_value() that the test is between. */
static void
find_hypotheses(const struct tournament *t, double *low, double *high)
{
	const struct tournament_sprt *test = &t->o->sprt;
	const int n = table_players(t);
	const char *unit;
	if (test->rate) {
		const double factor = t->o->game->results->rate(t->o->game, &unit);
		*low = test->elo0 / factor;
		*high = test->elo1 / factor;
		return;
	}
	*low = sum_share_of(test->elo0, n);
	*high = sum_share_of(test->elo1, n);
}

int64_t
tournament_sprt_sets(const struct tournament *t, double *llr, enum sprt_answer *answer)
{
	const bool rate = t->o->sprt.rate;
	double s0, s1;
	find_hypotheses(t, &s0, &s1);
	const int64_t sets = t->count / t->seatings;
	double sum = 0, squares = 0, x;
	int64_t k = 0;
	*llr = (double)NAN;
	*answer = SPRT_OPEN;
	while (k < sets && sum_set_value(t, k, &x)) {
		k++;
		sum += x;
		squares += x * x;
		if (k < SPRT_SETS)
			continue;
		const double mean = sum / (double)k;
		/* As if one more set had been won and one lost: most sets of equal players
		 * are drawn, and a few of these have no variance at all. */
		const double spread = squares - (double)k * mean * mean;
		const double variance = rate ? fmax(spread, 1e-9) / ((double)k - 1)
					     : (spread + 0.5) / ((double)k + 2);
		*llr = (double)k * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
		if (fabs(*llr) < SPRT_BOUND)
			continue;
		*answer = *llr > 0 ? SPRT_ELO1 : SPRT_ELO0;
		break;
	}
	return k;
}

/* ---- adding up ---- */

/* Of one player over all sets. */
struct player_sums {
	double won;
	struct mean share;	    /* of games */
	struct mean points, margin; /* of sets of seatings on one seed */
	struct mean set_share, set_points, set_margin, set_without;
	struct mean plain, without;	/* of games; of sets */
	double *set_scores, *set_means; /* of each set, for the bootstrap */
	int64_t scores, means;		/* a game lost by the rules has no points */
};

static void
sum_add_effort(struct tournament_row *row, const struct effort *e)
{
	row->nodes += e->nodes;
	row->moves += e->moves;
	row->think_us += e->us;
	row->longest_us =
		e->longest_us > row->longest_us ? e->longest_us : row->longest_us;
}

/* Adds a table to the figures of player p, who sits there. */
static void
add_table(const struct tournament_table *t, const struct seating *s, int seats, int p,
	  double share, struct tournament_row *row, struct player_sums *tally)
{
	double mine = 0, others = 0;
	int n = 0;
	row->games++;
	row->wins += share >= 1 - 1e-9;
	row->losses += share <= 0;
	row->draws += share > 0 && share < 1 - 1e-9;
	tally->won += share;
	mean_add(&tally->share, share);
	mean_add(&tally->set_share, share);
	for (int i = 0; i < seats; i++) {
		if (s->who[i] != p) {
			others += t->points[i];
			continue;
		}
		n++;
		mine += t->points[i];
		sum_add_effort(row, &t->effort[i]);
		row->hands += t->hands;
		for (int k = 0; k < GAME_FEATS; k++)
			row->feats[k] += t->feats[i][k];
	}
	if (t->loser >= 0 && !t->resigned) {
		row->timeouts += s->who[t->loser] == p && t->late;
		row->illegal += s->who[t->loser] == p && !t->late;
		return;
	}
	mean_add(&tally->set_points, mine / n);
	mean_add(&tally->plain, mine / n);
	if (seats == 2 && n == 1)
		mean_add(&tally->set_without, s->who[0] == p ? t->without : -t->without);
	mean_add(&tally->set_margin, mine / n - others / (seats - n));
}

/* Seatings on one seed share its luck: only their mean is one observation. */
static void
close_set(struct player_sums *tally)
{
	if (tally->set_points.n > 0) {
		mean_add(&tally->points, tally->set_points.mean);
		mean_add(&tally->margin, tally->set_margin.mean);
		tally->set_means[tally->means++] = tally->set_points.mean;
	}
	if (tally->set_without.n > 0)
		mean_add(&tally->without, tally->set_without.mean);
	if (tally->set_share.n > 0)
		tally->set_scores[tally->scores++] = tally->set_share.mean;
	tally->set_share = tally->set_points = tally->set_margin = tally->set_without =
		(struct mean){ 0 };
}

static void
finish_row(struct tournament_row *row, const struct player_sums *tally, int players)
{
	row->score = row->games > 0 ? tally->won / (double)row->games : (double)NAN;
	mean_share_interval(&tally->share, row->ci95);
	mean_bootstrap(tally->set_scores, tally->scores, row->bootstrap95);
	mean_bootstrap(tally->set_means, tally->means, row->points_bootstrap95);
	mean_interval(&tally->points, &row->points, row->points_ci95);
	mean_interval(&tally->plain, &row->plain, row->plain95);
	mean_interval(&tally->without, &row->without, row->without95);
	mean_interval(&tally->margin, &row->margin, row->margin_ci95);
	row->elo = elo_of(row->score, players);
	for (int i = 0; i < 2; i++)
		row->elo_ci95[i] = elo_of(row->ci95[i], players);
	row->nodes_per_s = row->think_us > 0
				   ? (double)row->nodes * 1e6 / (double)row->think_us
				   : (double)NAN;
}

static bool
sum_add_up(const struct tournament *t, int64_t count, struct tournament_result *r)
{
	struct player_sums tally[TOURNAMENT_PLAYERS] = { 0 };
	const int seats = t->o->game->seats;
	const int64_t sets = t->count / t->seatings;
	double *room = calloc((size_t)(sets * 2 * r->players), sizeof *room);
	if (room == NULL)
		return false;
	for (int p = 0; p < r->players; p++) {
		tally[p].set_scores = room + sets * 2 * p;
		tally[p].set_means = tally[p].set_scores + sets;
	}
	for (int64_t i = 0; i < count; i++) {
		const struct tournament_table *table = &t->table[i];
		const struct seating *s = &t->seating[i % t->seatings];
		double share[TOURNAMENT_PLAYERS];
		const unsigned at =
			table->done ? tournament_shares(table, s, seats, share) : 0;
		r->games += table->done;
		r->resumed += table->resumed;
		if (table->done && t->o->take)
			t->o->take(t->o->self,
				   &(struct tournament_game){ .set = i / t->seatings,
							      .seats = seats,
							      .who = s->who,
							      .points = table->points,
							      .share = share,
							      .players = at,
							      .loser = table->loser });
		for (int p = 0; p < r->players; p++)
			if (at >> p & 1)
				add_table(table, s, seats, p, share[p], &r->row[p],
					  &tally[p]);
		for (int p = 0; p < r->players && (i + 1) % t->seatings == 0; p++)
			close_set(&tally[p]);
	}
	for (int p = 0; p < r->players; p++)
		finish_row(&r->row[p], &tally[p], table_players(t));
	free(room);
	return true;
}

bool
tournament_conclude(const struct tournament *t, struct tournament_result *r,
		    struct status *st)
{
	int64_t count = t->count;
	r->game = *t->o->game;
	r->seed = t->o->seed;
	r->seats = t->o->seats;
	r->opening = t->o->opening;
	r->sprt = t->o->sprt.on;
	r->aivat = t->o->aivat;
	r->width = t->o->width;
	if (t->o->sprt.on) {
		const int64_t sets = tournament_sprt_sets(t, &r->llr, &r->answer);
		if (r->answer != SPRT_OPEN)
			count = sets * t->seatings;
	}
	if (!sum_add_up(t, count, r))
		return status_fail(st, "not enough memory for so many games");
	r->interrupted = r->games < count;
	return true;
}
