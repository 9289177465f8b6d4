/* coach.c - warns before a costly move. See coach.h. */
#include "ui/coach.h"

#include <math.h>
#include <stdio.h>

#define NODES 400000

static const struct game *
coach_game_of(const struct session *s)
{
	return &s->match.setup.game;
}

static void
coach_forget(struct coach *c)
{
	worker_free(c->worker);
	c->worker = NULL;
	analysis_close(c->analysis);
	c->analysis = NULL;
	c->known = c->failed = false;
	c->ply = -1;
	c->judged = c->warned = c->waiting = MOVE_NONE;
}

void
coach_init(struct coach *c)
{
	c->worker = NULL;
	c->analysis = NULL;
	c->snap = (struct snapshot){ 0 };
	coach_forget(c);
}

void
coach_close(struct coach *c)
{
	coach_forget(c);
	snapshot_free(&c->snap);
}

void
coach_hold(struct coach *c, bool on)
{
	if (c->worker != NULL)
		worker_pause(c->worker, on);
	if (c->analysis != NULL)
		analysis_pause(c->analysis, on);
}

/* The search of the hints, limited by nodes. */
static bool
coach_read_player(const struct session *s, struct player *p)
{
	if (!player_parse(p, s->hint_player, s->catalog, coach_game_of(s), NULL) ||
	    p->human)
		return false;
	p->part[0].limits = (struct limits){ .nodes = NODES };
	return true;
}

static bool
coach_start(struct coach *c, struct session *s)
{
	static struct player p; /* copied by the worker */
	const struct game *g = coach_game_of(s);
	struct status st = { 0 };
	move moves[MOVES_MAX];
	if (match_moves(&s->match, c->seat, moves) < 2 || !coach_read_player(s, &p))
		return false;
	int count;
	struct played_move *made = match_made(&s->match, s->match.at, c->seat, &count);
	const struct search_job job = { .game = g,
					.root = &c->root,
					.viewer = c->seat,
					.player = &p,
					.seed = rng_fork(s->match.setup.seed,
							 (uint64_t)c->ply),
					.calibration = &s->calibration,
					.made = made,
					.made_count = count };
	c->worker = worker_start(&job, NULL, s->wake_fd, &st);
	free(made);
	return c->worker != NULL;
}

static bool
begin_turn(struct coach *c, struct session *s, int seat)
{
	coach_forget(c);
	c->ply = s->match.at;
	c->seat = seat;
	struct analyze_move m;
	match_view(&s->match, seat, &c->root);
	analyze_begin(&m, coach_game_of(s), &c->root, c->ply, seat, MOVE_NONE);
	c->failed = (s->calibration.stages == 0 && isnan(m.pot)) || !coach_start(c, s);
	if (!c->failed)
		session_assisted(s);
	return true;
}

static bool
read_search(struct coach *c)
{
	if (c->worker == NULL || !worker_done(c->worker))
		return false;
	c->known = worker_read(c->worker, &c->snap);
	worker_free(c->worker);
	c->worker = NULL;
	return true;
}

static bool
read_analysis(struct coach *c)
{
	if (c->analysis == NULL || analysis_running(c->analysis))
		return false;
	const struct analyze_move *m = analysis_move(c->analysis, 0);
	c->judged = c->analysis->match.plies[c->ply].m;
	c->lost = m == NULL || isnan(m->lost) || analyze_uncertain(m) ? 0 : m->lost;
	analysis_close(c->analysis);
	c->analysis = NULL;
	return true;
}

bool
coach_tick(struct coach *c, struct session *s, int percent)
{
	const int seat = s->hand_over ? SEAT_NONE : session_chooser(s);
	if (percent == 0 || seat == SEAT_NONE) {
		const bool had = c->ply >= 0;
		coach_forget(c);
		return had;
	}
	if (c->ply != s->match.at || c->seat != seat)
		return begin_turn(c, s, seat);
	return read_analysis(c) || read_search(c);
}

/* What a move loses beyond chance, 0..1: of the win probability, or of the pot; and the best
 * one. */
static double
share_lost(const struct coach *c, const struct game *g, move m, move *best)
{
	struct analyze_move judged;
	*best = c->snap.moves[0].m;
	if (c->judged == m)
		return c->lost;
	analyze_begin(&judged, g, &c->root, c->ply, c->seat, m);
	if (!c->known ||
	    !analyze_by_search(&judged, &c->snap, &analyze_thresholds_default) ||
	    isnan(judged.lost) || analyze_uncertain(&judged))
		return 0;
	*best = judged.best;
	return judged.lost;
}

/* True when the turn's search does not know enough about a move. */
static bool
needs_analysis(const struct coach *c, const struct game *g, move m)
{
	const struct stats_move *row = snapshot_find(&c->snap, m);
	if (!c->known || c->judged == m || c->snap.moves[0].m == m)
		return false;
	return row == NULL || (!game_hidden(g) && row->status != MOVE_OPEN &&
			       row->status != MOVE_EXACT && row->status != MOVE_PROVEN);
}

/* Judges one move as the analysis does. */
static bool
coach_start_analysis(struct coach *c, const struct session *s, move m)
{
	static struct player p; /* copied when it opens */
	struct match tried;
	if (!coach_read_player(s, &p))
		return false;
	player_single_thread(&p);
	match_copy(&tried, &s->match);
	match_push(&tried, c->seat, m, NULL);
	c->analysis = analysis_open(
		&(struct analyze_options){ .match = &tried,
					   .player = &p,
					   .calibration = &s->calibration,
					   .person = SEAT_ALL,
					   .from = c->ply,
					   .seed = s->match.setup.seed,
					   .thresholds = analyze_thresholds_default },
		NULL);
	match_close(&tried);
	if (c->analysis != NULL && analysis_start(c->analysis, 1, s->wake_fd, NULL))
		return true;
	analysis_close(c->analysis);
	c->analysis = NULL;
	return false;
}

enum coach_answer
coach_ask(struct coach *c, struct session *s, int percent, int seat, move m, char *text,
	  int size)
{
	char text_of_best[MOVE_TEXT];
	move best;
	const struct game *g = coach_game_of(s);
	if (percent > 0 && (c->ply != s->match.at || c->seat != seat))
		begin_turn(c, s, seat);
	if (percent == 0 || c->failed || c->warned == m)
		return COACH_PLAY;
	if (c->analysis != NULL && c->waiting != m) { /* another move now */
		analysis_close(c->analysis);
		c->analysis = NULL;
	}
	c->waiting = m;
	if (c->worker != NULL || c->analysis != NULL ||
	    (needs_analysis(c, g, m) && coach_start_analysis(c, s, m)))
		return COACH_WAIT;
	c->waiting = MOVE_NONE;
	const double lost = share_lost(c, g, m, &best);
	if (lost * 100 < percent)
		return COACH_PLAY;
	c->warned = m;
	g->text->format_move(g, &c->root, seat, best, text_of_best, sizeof text_of_best);
	snprintf(text, (size_t)size,
		 "coach: it loses %.0f %% %s; %s is better. Again plays it all the same",
		 lost * 100, analyze_measure(g)->part, text_of_best);
	return COACH_WARN;
}
