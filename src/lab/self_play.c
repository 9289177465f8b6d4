/* self_play.c - see self_play.h. */
#include "src/lab/self_play.h"

#include "src/base/bytes.h"
#include "src/core/question.h"

#define DEALS_DEFAULT 400
#define STRAY_ONE_IN  8

bool
self_play_player(const struct self_play *o, const char *deflt, const char *purpose,
		 struct player *p, struct status *st)
{
	const char *text = o->player != NULL ? o->player : deflt;
	if (!player_parse(p, text, o->catalog, o->game, st))
		return false;
	if (p->human)
		return status_fail(st, "expected a search to %s, not a person", purpose);
	player_single_thread(p);
	return true;
}

int64_t
self_play_deals(const struct self_play *o)
{
	return o->deals > 0 ? o->deals : DEALS_DEFAULT;
}

int64_t
self_play_games(const struct self_play *o)
{
	const int each = o->game->traits & TRAIT_CHANCE ? SELF_PLAY_DEALS : 1;
	return (self_play_deals(o) + each - 1) / each;
}

bool
self_play_unasked(const struct self_play *o, const struct state *s, int seat, bool stray,
		  struct rng *rng, move *m)
{
	const struct game *g = o->game;
	move all[MOVES_MAX];
	if (seat == SEAT_CHANCE)
		*m = g->chance->sample(g, s, rng);
	else if (g->rules->moves(g, s, seat, all) == 1)
		*m = all[0];
	else if (stray && rng_below(rng, STRAY_ONE_IN) == 0)
		*m = game_quick_move(g, s, seat, rng);
	else
		return false;
	return true;
}

bool
self_play_search(const struct self_play *o, const struct player *p, struct kit *kit,
		 const struct state *s, const struct past *past, int seat, uint64_t seed,
		 struct search *search, struct status *st)
{
	struct question q;
	question_of_state(&q, o->game, s, seat, seed);
	struct search_job job = question_job(&q, p, NULL);
	job.past = past;
	job.stop = o->progress.stop;
	job.bounded = true;
	job.kit = kit;
	if (!search_open(search, &job, st))
		return false;
	search_run(search);
	if (!snapshot_failed(&search->live, st))
		return true;
	search_close(search);
	return false;
}

/* ---- the jobs ---- */

struct playing {
	const struct self_play *o;
	const struct self_play_work *work;
	int64_t games;
};

static bool
self_play_run_game(void *self, int worker, const struct text *bytes, struct text *result,
		   struct status *st)
{
	const struct playing *p = self;
	struct bytes b = bytes_of(bytes);
	(void)worker;
	return p->work->run(p->work->self, bytes_int(&b), result, st);
}

static void
merge_game(void *self, int64_t job, const struct text *result)
{
	const struct playing *p = self;
	p->work->merge(p->work->self, job, result);
}

static bool
self_play_tick(void *self, int64_t ended)
{
	const struct playing *p = self;
	return progress_report(&p->o->progress, ended, p->games, "games");
}

bool
self_play_run(const struct self_play *o, int64_t games, const struct self_play_work *work,
	      struct status *st)
{
	struct playing p = { .o = o, .work = work, .games = games };
	const struct jobs jobs = { .count = games,
				   .workers = o->jobs,
				   .run = self_play_run_game,
				   .merge = merge_game,
				   .tick = self_play_tick,
				   .tick_ms = 200,
				   .self = &p };
	struct status failed = { 0 };
	jobs_run(&jobs, &failed);
	return !failed.failed || status_fail(st, "%s", failed.text);
}
