/*
 * limits.c - how far searches overrun a limit of time: every search on every game it plays.
 *
 * Time is that of the search's own clock (search_now_us()), the processor time of its thread, so
 * that other work on the machine costs nothing. A search runs alone with time=100ms at a few
 * positions. "over" is what it took beyond the limit, the most of all positions; "open" what opening
 * and closing took, which no limit counts. Reported, not asserted; an over of more than 10 ms is
 * marked.
 *
 *   limits [GAME [SEARCH]]
 */
#include "src/app/catalog.h"
#include "src/base/clock.h"
#include "src/core/calibration.h"
#include "src/core/player.h"
#include "src/core/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT_MS  100
#define MARK_MS	  10.0
#define POSITIONS 3
#define PLIES_MAX 1000

static const int plies[POSITIONS] = { 0, 8, 20 };

/* Searches with other options than their own. */
static const char *const more[] = {
	"pimc:inner=(uct)",
	"pimc:inner=(paranoid)",
	"pimc:infer=1000",
	"maxn:prune=none",
	"maxn:memory=1024",
	"paranoid:memory=1024",
	"pns:method=dfpn,memory=1024",
	"uct:memory=1024",
	"uct:playout_plies=0,playout=random",
	"pns:method=dfpn",
	"pns:method=pn2",
	"cfr:memory=1024",
};

static struct state root, view;
static struct game game;
static struct calibration calibration;
static struct kit kit; /* memory that was used before, as in a game */

struct taken {
	double over_ms, open_ms;
	int searches;
};

/* The first choice after so many moves of the quick player; false: the game is over before. */
static bool
find_position(int after, struct rng *r)
{
	const struct game_rules *rules = game.rules;
	static move m[MOVES_MAX];
	memset(&root, 0, sizeof root);
	rules->start(&game, &root);
	for (int ply = 0; ply < PLIES_MAX && !rules->settled(&game, &root); ply++) {
		const int seat = game_mover(&game, &root);
		if (seat == SEAT_NONE)
			return false;
		if (seat >= 0 && ply >= after && rules->moves(&game, &root, seat, m) > 1)
			return true;
		const move one = seat == SEAT_CHANCE
					 ? game.chance->sample(&game, &root, r)
					 : game_quick_move(&game, &root, seat, r);
		rules->play(&game, &root, seat, one, &root);
	}
	return false;
}

static void
search_once(const struct player *p, struct taken *t)
{
	static struct search s;
	struct status st = { 0 };
	const int seat = game_mover(&game, &root);
	game_view(&game, &root, seat, &view);
	const struct search_job job = { .game = &game,
					.root = &view,
					.viewer = seat,
					.player = p,
					.seed = 1,
					.calibration = calibration.stages > 0
							       ? &calibration
							       : NULL,
					.bounded = true,
					.kit = &kit,
					.alone = true };
	const int64_t before = clock_thread_us();
	if (!search_open(&s, &job, &st)) /* some positions are not for it */
		return;
	const int64_t from = search_now_us(&s);
	search_run(&s);
	const int64_t ran = search_now_us(&s) - from;
	search_close(&s);
	const double over = (double)ran / 1000 - LIMIT_MS;
	const double rest = (double)(clock_thread_us() - before - ran) / 1000;
	t->over_ms = t->searches == 0 || over > t->over_ms ? over : t->over_ms;
	t->open_ms = rest > t->open_ms ? rest : t->open_ms;
	t->searches++;
}

static void
measure(const char *text)
{
	struct player p;
	struct status st = { 0 };
	struct taken t = { 0 };
	char why[STATUS_TEXT];
	if (!player_parse(&p, text, &app_catalog, &game, &st) ||
	    search_refusal(p.part[0].ops, &game, &p, 0, why, sizeof why) != NULL)
		return;
	player_single_thread(&p);
	for (int i = 0; i < p.count; i++)
		p.part[i].limits = (struct limits){ 0 };
	p.part[0].limits.time_ms = LIMIT_MS;
	struct rng r;
	rng_seed(&r, 5);
	for (int k = 0; k < POSITIONS; k++)
		if (find_position(plies[k], &r))
			search_once(&p, &t);
	if (t.searches > 0)
		printf("%-18s %-40s %8.1f %8.1f%s\n", game.ops->key, text, t.over_ms,
		       t.open_ms, t.over_ms > MARK_MS ? "  <" : "");
	fflush(stdout);
}

static bool
wanted(const char *key, const char *only)
{
	return only == NULL || strncmp(key, only, strlen(only)) == 0;
}

int
main(int argc, char **argv)
{
	const char *one_game = argc > 1 ? argv[1] : NULL;
	const char *one_search = argc > 2 ? argv[2] : NULL;
	printf("%-18s %-40s %8s %8s\n", "time=100ms", "ms of processor time:", "over",
	       "open");
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		const struct game_ops *ops = app_catalog.games[i];
		if (!wanted(ops->key, one_game))
			continue;
		if (!game_init(&game, ops, 0, NULL, NULL))
			continue;
		calibration_load(&calibration, &game, NULL);
		for (int k = 0; app_catalog.searches[k] != NULL; k++)
			if (wanted(app_catalog.searches[k]->key, one_search))
				measure(app_catalog.searches[k]->key);
		for (size_t k = 0; k < sizeof more / sizeof *more; k++)
			if (wanted(more[k], one_search))
				measure(more[k]);
	}
	kit_close(&kit);
	return 0;
}
