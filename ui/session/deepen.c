/*
 * deepen.c - searches that go on while the table waits, for watching alone.
 *
 * A preset may use up its limits in a millisecond, long before its move may be seen (speed=). Until
 * then the same player with larger limits searches the same position from the same knowledge, and
 * the panel shows how it gets on; the move played is that of the player's own limits, whatever the
 * outcome. In FAIR, and at a person's turn, it is the judge whose search goes on, and its win
 * probabilities.
 *
 * Where nothing is hidden this is one search without a limit, seen as it goes. With hidden cards a
 * search shares its limits out among worlds, so that it is searched in rounds, each of twice the
 * effort. A round is shown at its time in this position, not when it is ready: in FAIR what is
 * seen, and when, may not depend on how busy an opponent keeps the machine.
 */
#include "ui/session/private.h"

#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS	    6	   /* the last has 2^6 times the first limits */
#define MOVER_BEAT  120000 /* microseconds from one round of a seat's search to the next */
#define JUDGE_BEAT  150000 /* of the judge's first round, doubled with each */
#define JUDGE_MS    10000  /* of the judge where nothing is hidden */
#define LONG_MS	    600000 /* the mover's: its move is seen before */
#define WORLDS_TEXT 24
#define JUDGE_LEAST \
	20000 /* nodes from which its figures are better than the present ones */

static bool
session_deepen_is_running(const struct session_search *search)
{
	return search->worker != NULL && !search->done;
}

static bool
in_rounds(const struct session *s)
{
	return game_hidden(session_game(s));
}

/* ------------------------------------------------------------------ what may go on */

/* A limit other than time, or a number of worlds. */
static bool
is_capped(const struct player *p)
{
	if (p->human || p->part[0].ops->look == NULL)
		return false;
	for (int i = 0; i < p->count; i++) {
		const struct limits *l = &p->part[i].limits;
		if (l->depth + l->nodes + l->sims > 0 ||
		    options_find(&p->part[i].options, "worlds") >= 0)
			return true;
	}
	return false;
}

/* The seat's search has used its limits, and its move waits. */
static bool
mover_waits(const struct session *s)
{
	static const bool by_limit[STOP_REASONS] = {
		[STOP_SIMS] = true, [STOP_NODES] = true, [STOP_DEPTH] = true
	};
	return s->search.worker != NULL && s->search.done && s->search.known &&
	       s->search.ply == s->match.at && by_limit[s->search.snap.stop] &&
	       is_capped(&s->match.setup.seat[s->search.seat]);
}

/* The judge of the bars has given its first answer about the position on the table. */
static bool
judge_waits(const struct session *s)
{
	if (!s->advise)
		return false;
	if (!session_fair(s))
		return (s->calibration.stages > 0 || s->judge.known) &&
		       session_all_judged(s);
	return s->advisor.ply == s->match.at && s->advisor.known && s->advisor.done;
}

static enum session_deepens
session_deepen_wanted(const struct session *s)
{
	const bool asked = session_deepen_is_running(&s->hint) || s->analysing;
	if (!s->deepen || s->bounded || s->speed_ms < AT_ONCE_MS || s->paused ||
	    s->hand_over || asked || match_over(&s->match))
		return DEEPENS_NOTHING;
	if (!session_fair(s) && mover_waits(s))
		return DEEPENS_MOVER;
	if (!session_fair(s) && session_chooser(s) == SEAT_NONE)
		return DEEPENS_NOTHING;
	return judge_waits(s) ? DEEPENS_JUDGE : DEEPENS_NOTHING;
}

/* ------------------------------------------------------------------ starting */

static int64_t
doubled(int64_t limit, int times)
{
	return limit << times;
}

/* More worlds: by the square root of the effort where there is another limit. */
static void
more_worlds(struct player_part *part, int times)
{
	const int index = options_find(&part->options, "worlds");
	char text[WORLDS_TEXT];
	if (index < 0)
		return;
	const int64_t most = (int64_t)part->options.specs[index].max;
	const int64_t worlds = doubled(options_int(&part->options, "worlds"), times);
	snprintf(text, sizeof text, "%lld", (long long)(worlds < most ? worlds : most));
	options_set(&part->options, "worlds", text, NULL);
}

/* The seat's player with 2^times of its limits. */
static void
larger_player(struct player *p, int times)
{
	bool limited = false;
	for (int i = 0; i < p->count; i++) {
		struct limits *l = &p->part[i].limits;
		limited |= l->depth + l->nodes + l->sims > 0;
		*l = (struct limits){ .depth = l->depth > 0 ? l->depth + times : 0,
				      .nodes = doubled(l->nodes, times),
				      .sims = doubled(l->sims, times) };
	}
	for (int i = 0; i < p->count; i++)
		more_worlds(&p->part[i], limited ? (times + 1) / 2 : times);
}

static bool
start_mover(struct session *s, struct status *st)
{
	const struct session_search *own = &s->search;
	struct player p = s->match.setup.seat[own->seat];
	if (in_rounds(s))
		larger_player(&p, s->rounds + 1);
	else
		p.part[0].limits = (struct limits){ .time_ms = LONG_MS };
	player_single_thread(&p);
	return session_search_start(s, &s->deeper, own->viewer, own->seat, &p, st);
}

static bool
start_deeper_judge(struct session *s, struct status *st)
{
	const int64_t nodes =
		doubled(session_fair(s) ? ADVISOR_NODES : JUDGE_LEAST, s->rounds + 1);
	const struct limits limits = { .nodes = in_rounds(s) ? nodes : 0,
				       .time_ms = in_rounds(s) ? 0 : JUDGE_MS };
	struct player p;
	if (!session_fair(s))
		return session_start_judge(s, &s->deeper, s->match.at, &limits, st);
	if (!session_advisor_player(s, nodes, &p, st))
		return false;
	player_single_thread(&p);
	return session_search_start(s, &s->deeper, s->advisor.viewer, s->advisor.seat, &p,
				    st);
}

static void
start_round(struct session *s)
{
	const bool known = s->deeper.known; /* the last one's findings stay */
	struct status st = { 0 };
	const bool begun = s->deepens == DEEPENS_MOVER ? start_mover(s, &st)
						       : start_deeper_judge(s, &st);
	s->rounds_over = !begun;
	s->deeper.known = known;
}

/* ------------------------------------------------------------------ reading */

/* The bars and the graph show the judge's findings so far. */
static void
take(struct session *s)
{
	struct session_search *judge = session_fair(s) ? &s->advisor : &s->judge;
	const struct snapshot *snap = &s->deeper.snap;
	if (s->deepens != DEEPENS_JUDGE || snap->nodes < JUDGE_LEAST ||
	    isnan(snap->win[0]))
		return;
	if (judge == &s->judge) {
		session_search_copy(judge, &s->deeper);
	} else {
		snapshot_copy(&judge->snap, snap);
	}
	judge->known = judge->done = true;
	if (judge == &s->advisor)
		session_note_advised(s);
	else if (session_chooser(s) != SEAT_NONE)
		session_note_judged(s, judge);
}

static int64_t
due_us(const struct session *s)
{
	const int64_t after = s->deepens == DEEPENS_MOVER
				      ? (int64_t)(s->rounds + 1) * MOVER_BEAT
				      : (int64_t)JUDGE_BEAT << s->rounds;
	return (session_fair(s) ? s->advised_us : s->played_us) + after;
}

/* Reads a finished round; true when it may be shown. */
static bool
read_round(struct session *s)
{
	struct session_search *deeper = &s->deeper;
	if (deeper->worker != NULL && worker_done(deeper->worker)) {
		s->round_ready =
			worker_read(deeper->worker, &s->round) && s->round.move_count > 0;
		s->rounds_over = !s->round_ready;
		session_search_drop(deeper);
	}
	if (!s->round_ready || s->now_us < due_us(s))
		return false;
	const bool more = s->round.nodes > deeper->snap.nodes || !deeper->known;
	snapshot_copy(&deeper->snap, &s->round);
	deeper->known = deeper->done = true;
	s->round_ready = false;
	s->rounds_over = ++s->rounds == ROUNDS || !more;
	take(s);
	return true;
}

static bool
read_whole(struct session *s)
{
	const bool fresh = session_search_read(&s->deeper);
	if (fresh && s->deeper.snap.move_count > 0)
		take(s);
	s->rounds_over |= s->deeper.done;
	return fresh;
}

void
session_forget_deeper(struct session *s)
{
	session_search_forget(&s->deeper);
	s->deepens = DEEPENS_NOTHING;
	s->rounds = 0;
	s->round_ready = s->rounds_over = false;
}

bool
session_give_deeper(struct session *s)
{
	const enum session_deepens what = session_deepen_wanted(s);
	const bool another = s->deeper.ply >= 0 && s->deeper.ply != s->match.at;
	if (what != s->deepens || another)
		session_forget_deeper(s);
	if (what == DEEPENS_NOTHING)
		return false;
	s->deepens = what;
	const bool changed = in_rounds(s) ? read_round(s) : read_whole(s);
	if (s->deeper.worker == NULL && !s->round_ready && !s->rounds_over)
		start_round(s);
	return changed;
}

bool
session_deeper_wanted(const struct session *s)
{
	return session_deepen_wanted(s) != s->deepens ||
	       (s->deepens != DEEPENS_NOTHING && !s->rounds_over);
}

/* ------------------------------------------------------------------ asking */

const struct session_search *
session_thinks_on(const struct session *s)
{
	const bool on = s->deepens == DEEPENS_MOVER && s->deeper.known &&
			s->deeper.snap.nodes > s->search.snap.nodes;
	return on && session_thinker(s) == &s->search ? &s->deeper : NULL;
}

const struct session_search *
session_judging(const struct session *s)
{
	const struct session_search *judge = session_fair(s) ? &s->advisor : &s->judge;
	return judge->known ? judge : NULL;
}
