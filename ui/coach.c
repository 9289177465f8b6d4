/* coach.c - what a move cost, said after it or before. See coach.h. */
#include "ui/coach.h"

#include "src/base/text.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	c->judged.played = c->warned = c->waiting = MOVE_NONE;
}

void
coach_init(struct coach *c)
{
	c->worker = NULL;
	c->analysis = NULL;
	c->points = c->share = 0;
	c->held = c->hand = 0;
	c->snap = (struct snapshot){ 0 };
	coach_forget(c);
}

bool
coach_parse(struct coach *c, const char *text, struct status *st)
{
	char *end = NULL;
	const bool off = strcmp(text, "off") == 0;
	const double x = off ? 0 : strtod(text, &end);
	const bool percent = !off && strcmp(end, "%") == 0;
	if (!off && (end == text || (*end != '\0' && !percent) || !(x > 0) || x > 1000))
		return status_fail(st,
				   "coach %s: expected points, such as 2 or 0.5, a "
				   "percentage, such as 10%%, or off",
				   text);
	c->points = percent ? 0 : x;
	c->share = percent ? x / 100 : 0;
	return true;
}

bool
coach_teaches(const struct coach *c)
{
	return c->points > 0 || c->share > 0;
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
	struct status st = { 0 };
	move moves[MOVES_MAX];
	if (match_moves(&s->match, c->seat, moves) < 2 || !coach_read_player(s, &p))
		return false;
	struct question q;
	question_ask(&q, &s->match, c->ply, c->seat);
	const struct search_job job = question_job(&q, &p, &s->calibration);
	c->worker = worker_start(&job, NULL, s->wake_fd, &st);
	question_close(&q);
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
	if (m != NULL)
		c->judged = *m;
	else
		analyze_begin(&c->judged, &c->analysis->match.setup.game, &c->root,
			      c->ply, c->seat, c->analysis->match.plies[c->ply].m);
	analysis_close(c->analysis);
	c->analysis = NULL;
	return true;
}

bool
coach_tick(struct coach *c, struct session *s)
{
	const int seat = s->hand_over ? SEAT_NONE : session_chooser(s);
	if (!coach_teaches(c) || seat == SEAT_NONE) {
		const bool had = c->ply >= 0;
		coach_forget(c);
		return had;
	}
	if (c->ply != s->match.at || c->seat != seat)
		return begin_turn(c, s, seat);
	return read_analysis(c) || read_search(c);
}

/* What is known of a move; false: not enough to speak against it. */
static bool
coach_judge(const struct coach *c, const struct game *g, move m, struct analyze_move *out)
{
	if (c->judged.played == m) {
		*out = c->judged;
	} else {
		analyze_begin(out, g, &c->root, c->ply, c->seat, m);
		if (!c->known || !analyze_by_search(out, g, &c->root, &c->snap,
						    &analyze_thresholds_default))
			return false;
	}
	return !isnan(out->loss) && !analyze_uncertain(out);
}

static bool
is_too_dear(const struct coach *c, const struct analyze_move *m)
{
	return (c->points > 0 && m->loss / m->unit >= c->points) ||
	       (c->share > 0 && m->lost >= c->share);
}

/* True when the turn's search does not know enough about a move. */
static bool
needs_analysis(const struct coach *c, const struct game *g, move m)
{
	const struct stats_move *row = snapshot_find_equal(&c->snap, g, &c->root, m);
	if (!c->known || c->snap.move_count == 0 || c->judged.played == m ||
	    c->snap.moves[0].m == m)
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

/* "about 10 points", "0.4 points", "12 % of the win"; "": next to nothing. Where games are won, not
 * counted, and the chance is known it is that. */
static void
coach_cost(const struct game *g, const struct analyze_move *m, char *out, int size)
{
	const double points = m->loss / m->unit;
	const bool of_points = analyze_counts_points(g) || isnan(m->lost);
	*out = '\0';
	if (of_points && m->loss >= analyze_nothing(g, m))
		snprintf(out, (size_t)size, points >= 3 ? "about %.0f %s" : "%.1f %s",
			 points, g->ops->penalties > 0 ? "points" : analyze_unit(g));
	else if (m->lost >= 0.01)
		snprintf(out, (size_t)size, "%.0f %% %s", m->lost * 100,
			 analyze_measure(g)->part);
}

/* Another hand has begun: it may hold moves back again. */
static bool
may_hold(struct coach *c, const struct session *s)
{
	const int hand = match_hand(&s->match, s->match.at);
	if (hand != c->hand) {
		c->hand = hand;
		c->held = 0;
	}
	return c->held < COACH_HOLDS;
}

enum coach_answer
coach_ask(struct coach *c, struct session *s, int seat, move m, char *text, int size)
{
	struct analyze_move judged;
	char best[MOVE_TEXT], cost[40];
	const struct game *g = coach_game_of(s);
	if (coach_teaches(c) && (c->ply != s->match.at || c->seat != seat))
		begin_turn(c, s, seat);
	if (!coach_teaches(c) || c->failed || c->warned == m || !may_hold(c, s))
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
	if (!coach_judge(c, g, m, &judged) || !is_too_dear(c, &judged))
		return COACH_PLAY;
	c->warned = m;
	c->held++;
	game_say_move(g, &c->root, seat, judged.best, best, sizeof best);
	coach_cost(g, &judged, cost, sizeof cost);
	snprintf(text, (size_t)size,
		 "taken back: it costs %s; %s is better. The same move again is played",
		 cost, best);
	return COACH_WARN;
}

void
coach_say(const struct match *match, const struct analyze_move *m, bool suits, char *out,
	  int size)
{
	const struct game *g = &match->setup.game;
	const struct state *s = &match->states[m->ply];
	char played[MOVE_TEXT], best[MOVE_TEXT] = "", cost[40];
	struct text equal = { 0 };
	game_say_move(g, s, m->seat, m->played, played, sizeof played);
	if (m->best != MOVE_NONE)
		game_say_move(g, s, m->seat, m->best, best, sizeof best);
	if (suits) {
		board_suits(g, played, sizeof played);
		board_suits(g, best, sizeof best);
	}
	coach_cost(g, m, cost, sizeof cost);
	if (m->best == MOVE_NONE || isnan(m->loss))
		snprintf(out, (size_t)size, "%s: its cost is unknown", played);
	else if (m->best == m->played)
		snprintf(out, (size_t)size, "%s: the best move", played);
	else if (analyze_uncertain(m))
		snprintf(out, (size_t)size, "%s: too close to tell from %s", played,
			 best);
	else if (*cost == '\0') {
		analyze_add_equal(g, m, best, &equal);
		snprintf(out, (size_t)size, "%s: %s", played, equal.s);
		text_free(&equal);
	} else
		snprintf(out, (size_t)size, "%s cost %s; %s was better", played, cost,
			 best);
}
