/*
 * tournament.c - players against each other, over many seeds and all seats.
 *
 * Job order: seed first, then seating, so that an early stop leaves whole sets. A set is all
 * games of one seed; it is one observation wherever an interval is asked for, since its games
 * share their luck. Game k is dealt from its set's seed alone; a player's own seed comes from
 * the game and the ply. Figures are added up in job order.
 *
 * Results go to the file in the same step, under one lock, in which they begin to count: a
 * killed run has every game either there or not played.
 *
 * Sources: E. B. Wilson 1927 (interval of a share); B. Efron 1979 (bootstrap, percentiles);
 * A. Wald 1945 and, for the likelihood of a mean of scores by its normal approximation,
 * the generalised SPRT that chess engine testing uses.
 */
#include "src/lab/tournament.h"

#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/calibration.h"
#include "src/core/match.h"
#include "src/core/record.h"
#include "src/core/search.h"
#include "src/core/store.h"
#include "src/lab/moments.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PLIES_MAX  100000
#define LATE_US	   1000000 /* a move over its time by more than this loses the game */
#define Z95	   MOMENTS_Z95
#define SPRT_BOUND 2.944439		/* log(0.95 / 0.05) */
#define SPRT_SETS  10			/* fewer say nothing of their variance */
#define SEATINGS   20160		/* 8 players in 6 seats */
#define OPENING	   UINT64_C(0x6f70656e) /* the stream of the opening */
#define LINE	   600

/* What one seat of a table did. */
struct effort {
	int64_t nodes, moves, us, longest_us;
};

struct table {
	bool done;
	int loser; /* the seat that broke the rules, -1 nobody */
	bool late; /* it was by the clock */
	int32_t points[SEATS_MAX];
	struct effort effort[SEATS_MAX];
};

/* Who sits where. */
struct seating {
	int8_t who[SEATS_MAX];
};

struct tournament {
	const struct tournament_options *o;
	struct player player[TOURNAMENT_PLAYERS]; /* with one thread each */
	struct calibration calibration;		  /* for searches that reason with it */
	struct seating *seating;
	int seatings; /* in a set */
	int64_t count, resumed;
	struct table *table;
	struct store *db;
	int64_t run;
	atomic_bool stop;     /* the running games are abandoned */
	pthread_mutex_t lock; /* of table[].done, the file, and what follows */
	struct status st;
	double share[TOURNAMENT_PLAYERS]; /* so far, for the line of progress */
	int64_t seen[TOURNAMENT_PLAYERS];
};

/* ---- seats of a pair, and shares ---- */

/* Subsets with seat 0 whose size is half of the seats, rounded either way. */
static bool
is_even_split(int seats, unsigned a)
{
	const int n = __builtin_popcount(a);
	return (a & 1) && n >= seats / 2 && n <= (seats + 1) / 2;
}

int
tournament_seatings(int seats)
{
	int n = 0;
	for (unsigned a = 0; a < 1u << seats; a++)
		n += is_even_split(seats, a) ? 2 : 0;
	return n;
}

unsigned
tournament_seating(int seats, int k)
{
	int at = k / 2;
	unsigned a = 0;
	while (!is_even_split(seats, a) || at-- > 0)
		a++;
	return k & 1 ? ~a & ((1u << seats) - 1) : a;
}

void
tournament_wilson(double wins, double n, double ci95[2])
{
	ci95[0] = 0;
	ci95[1] = 1;
	if (n <= 0)
		return;
	const double p = wins / n, z2 = Z95 * Z95;
	const double mid = (p + z2 / (2 * n)) / (1 + z2 / n);
	const double half = Z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
	ci95[0] = mid - half < 0 ? 0 : mid - half;
	ci95[1] = mid + half > 1 ? 1 : mid + half;
}

/* ---- seatings ---- */

static void
add_pairs(struct tournament *t)
{
	const int seats = t->o->game->seats, players = t->o->players;
	const int last = t->o->seats == TOURNAMENT_GAUNTLET ? 1 : players;
	for (int a = 0; a < last; a++)
		for (int b = a + 1; b < players; b++)
			for (int k = 0; k < tournament_seatings(seats); k++) {
				const unsigned set = tournament_seating(seats, k);
				struct seating *s = &t->seating[t->seatings++];
				for (int i = 0; i < seats; i++)
					s->who[i] = (int8_t)(set >> i & 1 ? a : b);
			}
}

/* Every order of as many players as there are seats. */
static void
add_orders(struct tournament *t, struct seating *s, int seat, unsigned used)
{
	if (seat == t->o->game->seats) {
		t->seating[t->seatings++] = *s;
		return;
	}
	for (int p = 0; p < t->o->players; p++) {
		if (used >> p & 1)
			continue;
		s->who[seat] = (int8_t)p;
		add_orders(t, s, seat + 1, used | 1u << p);
	}
}

/* ---- one game ---- */

/* One decision. MOVE_NONE when the player has none; *late when it took too long. */
static move
decide(struct tournament *t, const struct match *m, int seat, uint64_t seed,
       struct effort *e, bool *late)
{
	const struct game *g = &m->setup.game;
	const struct player *p = &m->setup.seat[seat];
	move only[MOVES_MAX];
	if (match_moves(m, seat, only) == 1)
		return only[0];
	struct state view;
	match_view(m, seat, &view);
	const struct search_job job = {
		.game = g,
		.root = &view,
		.viewer = seat,
		.player = p,
		.seed = seed,
		.calibration = &t->calibration,
		.stop = &t->stop,
		.bounded = true,
	};
	struct search search;
	if (!search_open(&search, &job, NULL))
		return MOVE_NONE;
	search_run(&search);
	const move mv = search_choice(&search);
	const int64_t us = search.live.elapsed_us,
		      limit = p->part[0].limits.time_ms * 1000;
	e->nodes += search.live.nodes;
	e->moves++;
	e->us += us;
	e->longest_us = us > e->longest_us ? us : e->longest_us;
	*late = limit > 0 && us > limit + LATE_US;
	search_close(&search);
	return mv;
}

/* The random plies that all seatings of a set begin with; stops before the game is over. */
static void
play_opening(struct match *m, int plies, uint64_t deal)
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

/* Plays a table to its end; false: stopped on the way. */
static bool
play_table(struct tournament *t, struct match *m, struct table *table, uint64_t seed)
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

/* ---- results as lines ---- */

static void
format_table(const struct table *t, int seats, char *out, size_t size)
{
	int n = snprintf(out, size, "%d %d", t->loser, t->late);
	for (int i = 0; i < seats; i++) {
		const struct effort *e = &t->effort[i];
		n += snprintf(out + n, size - (size_t)n, " %d %lld %lld %lld %lld",
			      t->points[i], (long long)e->nodes, (long long)e->moves,
			      (long long)e->us, (long long)e->longest_us);
	}
}

/* False: not a line of format_table(). */
static bool
parse_table(struct table *t, int seats, const char *p)
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

/* ---- shares ---- */

/* Each player's share of a table: of the seats with the best points, or all alike but the
 * one that broke the rules. Returns the players at the table as a set. */
static unsigned
shares(const struct table *t, const struct seating *s, int seats, double *share)
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
		winners += t->points[i] == t->points[best];
	for (int i = 0; i < seats; i++)
		if (t->points[i] == t->points[best])
			share[s->who[i]] += 1.0 / winners;
	return at;
}

static void
count_progress(struct tournament *t, int64_t job)
{
	double share[TOURNAMENT_PLAYERS];
	const struct seating *s = &t->seating[job % t->seatings];
	const unsigned at = shares(&t->table[job], s, t->o->game->seats, share);
	for (int p = 0; p < t->o->players; p++) {
		t->seen[p] += at >> p & 1;
		t->share[p] += share[p];
	}
}

/* ---- jobs ---- */

static bool
save_record(const struct tournament *t, const struct match *m, int64_t job,
	    struct status *st)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s-%06lld.ply", t->o->records,
		 t->o->game->ops->key, (long long)job);
	return record_save(m, path, st);
}

/* The result counts from here on, and is in the file. */
static bool
finish_table(struct tournament *t, int64_t job, const struct table *table,
	     const struct match *m)
{
	char line[LINE];
	struct status st = { 0 };
	format_table(table, t->o->game->seats, line, sizeof line);
	bool ok = t->o->records == NULL || save_record(t, m, job, &st);
	pthread_mutex_lock(&t->lock);
	if (ok && t->db != NULL)
		ok = store_add_result(t->db, t->run, job, line, &st);
	if (ok) {
		t->table[job] = *table;
		t->table[job].done = true;
		count_progress(t, job);
	} else if (!t->st.failed) {
		status_fail(&t->st, "%s", st.text);
	}
	pthread_mutex_unlock(&t->lock);
	return ok;
}

static bool
run_table(void *self, int64_t job, int thread)
{
	struct tournament *t = self;
	(void)thread;
	if (t->table[job].done) /* resumed: nobody writes to it any more */
		return true;
	const int64_t set = job / t->seatings;
	const uint64_t deal = rng_fork(t->o->seed, (uint64_t)set);
	struct table table = { .loser = -1 };
	struct setup setup = { .game = *t->o->game,
			       .seed = deal & 0xffffffff, /* can be typed */
			       .view = VIEW_OPEN };
	for (int i = 0; i < setup.game.seats; i++)
		setup.seat[i] = t->player[t->seating[job % t->seatings].who[i]];
	struct match m = { 0 };
	match_open(&m, &setup);
	play_opening(&m, t->o->opening, deal);
	const bool ok = play_table(t, &m, &table, rng_fork(deal, (uint64_t)job)) &&
			finish_table(t, job, &table, &m);
	match_close(&m);
	return ok;
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
share_of(double elo, int players)
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
		const struct table *table = &t->table[set * t->seatings + k];
		if (!table->done)
			return false;
		const unsigned at =
			shares(table, &t->seating[k], t->o->game->seats, share);
		sum += share[player];
		n += (int)(at >> player & 1);
	}
	*mean = n > 0 ? sum / n : (double)NAN;
	return true;
}

/* The sets, from the first on, after which the test has its answer; all complete ones when it
 * has none. Looks at sets in order only, so that it is the same for any number of jobs. */
static int64_t
sprt_sets(const struct tournament *t, double *llr, enum sprt_answer *answer)
{
	const struct tournament_sprt *test = &t->o->sprt;
	const int n = table_players(t);
	const double s0 = share_of(test->elo0, n), s1 = share_of(test->elo1, n);
	const int64_t sets = t->count / t->seatings;
	double sum = 0, squares = 0, x;
	int64_t k = 0;
	*llr = 0;
	*answer = SPRT_OPEN;
	while (k < sets && set_share(t, k, 0, &x)) {
		k++;
		sum += x;
		squares += x * x;
		const double mean = sum / (double)k;
		const double variance = squares / (double)k - mean * mean + 1e-6;
		*llr = (double)k * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
		if (k < SPRT_SETS || fabs(*llr) < SPRT_BOUND)
			continue;
		*answer = *llr > 0 ? SPRT_ELO1 : SPRT_ELO0;
		break;
	}
	return k;
}

static bool
tick(void *self, int64_t finished)
{
	struct tournament *t = self;
	char what[400];
	int n = snprintf(what, sizeof what, "games");
	double llr = 0;
	enum sprt_answer answer = SPRT_OPEN;
	(void)finished;
	pthread_mutex_lock(&t->lock);
	int64_t done = 0;
	for (int p = 0; p < t->o->players && n < (int)sizeof what; p++)
		n += snprintf(what + n, sizeof what - (size_t)n, "  %.16s %.3f",
			      t->player[p].text,
			      t->seen[p] ? t->share[p] / (double)t->seen[p] : 0);
	for (int64_t i = 0; i < t->count; i++)
		done += t->table[i].done;
	if (t->o->sprt.on) {
		sprt_sets(t, &llr, &answer);
		if (n < (int)sizeof what)
			snprintf(what + n, sizeof what - (size_t)n, "  LLR %.2f", llr);
	}
	const bool failed = t->st.failed;
	pthread_mutex_unlock(&t->lock);
	const bool on = progress_report(&t->o->progress, done, t->count, what) &&
			!failed && answer == SPRT_OPEN;
	if (!on) /* what runs now would not count any more */
		atomic_store(&t->stop, true);
	return on;
}

/* ---- adding up ---- */

/* Of one player over all sets. */
struct tally {
	double share;
	struct moments points, margin; /* of sets of seatings on one seed */
	struct moments set_share, set_points, set_margin;
	double *set_scores, *set_means; /* of each set, for the bootstrap */
	int64_t sets;
};

static void
add_effort(struct tournament_row *row, const struct effort *e)
{
	row->nodes += e->nodes;
	row->moves += e->moves;
	row->think_us += e->us;
	row->longest_us =
		e->longest_us > row->longest_us ? e->longest_us : row->longest_us;
}

/* What a table means for player p, who sits there. */
static void
add_table(const struct table *t, const struct seating *s, int seats, int p, double share,
	  struct tournament_row *row, struct tally *tally)
{
	double mine = 0, others = 0;
	int n = 0;
	row->games++;
	row->wins += share >= 1 - 1e-9;
	row->losses += share <= 0;
	row->draws += share > 0 && share < 1 - 1e-9;
	tally->share += share;
	moments_add(&tally->set_share, share);
	for (int i = 0; i < seats; i++) {
		if (s->who[i] != p) {
			others += t->points[i];
			continue;
		}
		n++;
		mine += t->points[i];
		add_effort(row, &t->effort[i]);
	}
	if (t->loser >= 0) {
		row->timeouts += s->who[t->loser] == p && t->late;
		row->illegal += s->who[t->loser] == p && !t->late;
		return;
	}
	moments_add(&tally->set_points, mine / n);
	moments_add(&tally->set_margin, mine / n - others / (seats - n));
}

/* Seatings on one seed share its luck: only their mean is one observation. */
static void
close_set(struct tally *tally)
{
	if (tally->set_points.n > 0) {
		moments_add(&tally->points, tally->set_points.mean);
		moments_add(&tally->margin, tally->set_margin.mean);
	}
	if (tally->set_share.n > 0) {
		tally->set_scores[tally->sets] = tally->set_share.mean;
		tally->set_means[tally->sets++] = tally->set_points.mean;
	}
	tally->set_share = tally->set_points = tally->set_margin = (struct moments){ 0 };
}

static void
finish_row(struct tournament_row *row, const struct tally *tally, int players)
{
	const double n = (double)row->games;
	row->score = n > 0 ? tally->share / n : (double)NAN;
	tournament_wilson(tally->share, n, row->ci95);
	moments_bootstrap(tally->set_scores, tally->sets, row->bootstrap95);
	moments_bootstrap(tally->set_means, tally->sets, row->points_bootstrap95);
	moments_interval(&tally->points, &row->points, row->points_ci95);
	moments_interval(&tally->margin, &row->margin, row->margin_ci95);
	row->elo = elo_of(row->score, players);
	for (int i = 0; i < 2; i++)
		row->elo_ci95[i] = elo_of(row->ci95[i], players);
	row->nodes_per_s = row->think_us > 0
				   ? (double)row->nodes * 1e6 / (double)row->think_us
				   : (double)NAN;
}

static bool
add_up(const struct tournament *t, int64_t count, struct tournament_result *r)
{
	struct tally tally[TOURNAMENT_PLAYERS] = { 0 };
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
		const struct table *table = &t->table[i];
		const struct seating *s = &t->seating[i % t->seatings];
		double share[TOURNAMENT_PLAYERS];
		const unsigned at = table->done ? shares(table, s, seats, share) : 0;
		r->games += table->done;
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

static bool
check(const struct tournament_options *o, struct status *st)
{
	if (o->players < 2 || o->players > TOURNAMENT_PLAYERS)
		return status_fail(st, "a tournament needs 2 to %d players, not %d",
				   TOURNAMENT_PLAYERS, o->players);
	for (int i = 0; i < o->players; i++)
		if (o->player[i].human)
			return status_fail(st, "a human cannot play in a tournament");
	if (o->games < 1)
		return status_fail(st, "games: expected at least 1");
	if (o->seats == TOURNAMENT_ALL && o->players < o->game->seats)
		return status_fail(st,
				   "seating all: %d seats need as many players, not %d",
				   o->game->seats, o->players);
	if (o->resume && o->db == NULL)
		return status_fail(st,
				   "--resume: expected --db with the file to go on with");
	if (o->records && mkdir(o->records, 0777) != 0 && errno != EEXIST)
		return status_fail(st, "%s: cannot make the directory: %s", o->records,
				   strerror(errno));
	return true;
}

/* Everything that decides the games of a run, so that another run cannot go on with it. */
static void
describe(const struct tournament *t, struct text *out)
{
	static const char *const seats[] = { "pairs", "gauntlet", "all" };
	const struct game *g = t->o->game;
	char changed[1000];
	options_format_changed(&g->variant, changed, sizeof changed);
	text_add(out, "plyscope %s %s seats=%d %s seed=%llu seating=%s", PLYSCOPE_VERSION,
		 g->ops->key, g->seats, changed, (unsigned long long)t->o->seed,
		 seats[t->o->seats]);
	if (t->o->opening > 0)
		text_add(out, " opening=%d", t->o->opening);
	for (int i = 0; i < t->o->players; i++) {
		char full[PLAYER_TEXT * 2];
		player_format(&t->player[i], full, sizeof full);
		text_add(out, " -a %s", full);
	}
}

static void
take_result(void *self, int64_t number, const char *line)
{
	struct tournament *t = self;
	if (number < 0 || number >= t->count || line == NULL)
		return;
	if (!parse_table(&t->table[number], t->o->game->seats, line)) {
		t->table[number] = (struct table){ 0 }; /* damaged: played again */
		return;
	}
	t->resumed++;
	count_progress(t, number);
}

static bool
open_results(struct tournament *t, struct status *st)
{
	struct text about = { 0 };
	if (t->o->db == NULL)
		return true;
	t->db = store_open(t->o->db, st);
	if (t->db == NULL)
		return false;
	describe(t, &about);
	t->run = store_run(t->db, about.s, st);
	text_free(&about);
	if (t->run == 0 || store_results(t->db, t->run, take_result, t, st) < 0)
		return false;
	return t->o->resume || t->resumed == 0 ||
	       status_fail(st, "%s: has %lld games of this match: add --resume to go on",
			   t->o->db, (long long)t->resumed);
}

/* Opens every player once, on the first decision of a game: one that cannot play says why
 * before it loses by it. */
static bool
try_players(struct tournament *t, struct status *st)
{
	struct setup setup = { .game = *t->o->game, .seed = 1, .view = VIEW_OPEN };
	struct match m = { 0 };
	bool ok = true;
	for (int i = 0; i < setup.game.seats; i++)
		setup.seat[i] = t->player[0];
	match_open(&m, &setup);
	for (int i = 0; i < t->o->players && ok && !match_over(&m); i++) {
		struct search search;
		struct state view;
		const int seat = __builtin_ctz(match_acting(&m));
		match_view(&m, seat, &view);
		const struct search_job job = { .game = t->o->game,
						.root = &view,
						.viewer = seat,
						.player = &t->player[i],
						.calibration = &t->calibration };
		ok = search_open(&search, &job, st);
		if (ok)
			search_close(&search);
		else
			status_prefix(st, "%s", t->player[i].text);
	}
	match_close(&m);
	return ok;
}

static bool
prepare(struct tournament *t, struct tournament_result *r, struct status *st)
{
	const struct tournament_options *o = t->o;
	r->players = o->players;
	for (int i = 0; i < o->players; i++) {
		t->player[i] = o->player[i];
		player_single_thread(&t->player[i]);
		memcpy(r->name[i], o->player[i].text, PLAYER_TEXT);
	}
	calibration_load(&t->calibration, o->game, NULL);
	if (!try_players(t, st))
		return false;
	t->seating = calloc(SEATINGS, sizeof *t->seating);
	if (t->seating == NULL)
		return status_fail(st, "no memory for a tournament");
	if (o->seats == TOURNAMENT_ALL)
		add_orders(t, &(struct seating){ 0 }, 0, 0);
	else
		add_pairs(t);
	t->count = (o->games + t->seatings - 1) / t->seatings * t->seatings;
	t->table = calloc((size_t)t->count, sizeof *t->table);
	if (t->table == NULL)
		return status_fail(st, "no memory for so many games");
	return open_results(t, st);
}

/* The final figures, over the sets up to the test's answer or over all games. */
static bool
conclude(const struct tournament *t, struct tournament_result *r, struct status *st)
{
	int64_t count = t->count;
	r->resumed = t->resumed;
	r->sprt = t->o->sprt.on;
	if (t->o->sprt.on) {
		const int64_t sets = sprt_sets(t, &r->llr, &r->answer);
		if (r->answer != SPRT_OPEN)
			count = sets * t->seatings;
	}
	return add_up(t, count, r) || status_fail(st, "no memory for so many games");
}

bool
tournament_run(const struct tournament_options *o, struct tournament_result *r,
	       struct status *st)
{
	memset(r, 0, sizeof *r);
	if (!check(o, st))
		return false;
	const int64_t began = clock_now_us();
	struct tournament *t = calloc(1, sizeof *t);
	if (t == NULL)
		return status_fail(st, "no memory for a tournament");
	t->o = o;
	pthread_mutex_init(&t->lock, NULL);
	bool ok = prepare(t, r, st);
	if (ok) {
		const struct jobs jobs = { .count = t->count,
					   .threads = o->jobs,
					   .run = run_table,
					   .tick = tick,
					   .tick_ms = 200,
					   .self = t };
		jobs_run(&jobs);
		ok = conclude(t, r, st);
		if (t->st.failed)
			ok = status_fail(st, "%s", t->st.text);
	}
	r->elapsed_us = clock_now_us() - began;
	store_close(t->db);
	pthread_mutex_destroy(&t->lock);
	free(t->seating);
	free(t->table);
	free(t);
	return ok;
}
