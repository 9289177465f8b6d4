/*
 * match.c - one game being played. See match.h.
 *
 * Chance at ply k is drawn from a generator made from (seed, k), so that undoing and
 * playing the same moves again brings the same deals, and so does a resumed game.
 */
#include "src/core/match.h"

#include "src/base/clock.h"
#include "src/core/past.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 64

static const struct game *
match_game_of(const struct match *m)
{
	return &m->setup.game;
}

static const struct state *
now(const struct match *m)
{
	return &m->states[m->at];
}

/* Room for one more ply and the state after it. */
static void
make_room(struct match *m)
{
	if (m->at < m->room)
		return;
	int room = m->room ? 2 * m->room : ROOM_FIRST;
	struct state *states =
		aligned_alloc(alignof(struct state), (size_t)(room + 1) * sizeof *states);
	struct match_ply *plies = realloc(m->plies, (size_t)room * sizeof *plies);
	if (!states || !plies)
		BUG("out of memory for %d plies", room);
	if (m->states)
		memcpy(states, m->states, (size_t)(m->count + 1) * sizeof *states);
	free(m->states);
	m->states = states;
	m->plies = plies;
	m->room = room;
}

/* Makes the state after the last one. Where positions must not come again, the rules see those
 * that were. */
static void
play(struct match *m, int seat, move mv)
{
	struct game g = *match_game_of(m);
	struct past past;
	if (g.turns->key != NULL) {
		g.past = &past;
		match_past(m, m->at, &past);
	}
	g.rules->play(&g, now(m), seat, mv, &m->states[m->at + 1]);
}

void
match_past(const struct match *m, int ply, struct past *out)
{
	past_fill(out, match_game_of(m), m->states, ply + 1);
}

/* True when a seat has chosen and waits for the others. */
static bool
is_committed(const struct game *g, const struct state *s)
{
	struct state open = *s;
	g->turns->uncommit(g, s, &open);
	return g->rules->hash(g, &open) != g->rules->hash(g, s);
}

bool
match_by_person(const struct match_ply *ply)
{
	return ply->human && ply->seat >= 0 &&
	       strncmp(ply->comment, MATCH_PLAYED_OUT, strlen(MATCH_PLAYED_OUT)) != 0;
}

/* Choices made at once follow each other in the record, and each leaves one seat less to choose. */
bool
match_at_once(const struct match *m, int ply)
{
	const struct game *g = match_game_of(m);
	seat_set now = g->rules->acting(g, &m->states[ply]);
	for (; ply > 0 && m->plies[ply - 1].seat >= 0; ply--) {
		const seat_set before = g->rules->acting(g, &m->states[ply - 1]);
		if (now != (before & ~((seat_set)1 << m->plies[ply - 1].seat)))
			break;
		now = before;
	}
	return (now & (now - 1)) != 0;
}

/* Whether a viewer saw the move of a ply as it was made, in a game of hidden cards. */
static bool
was_seen(const struct match *m, int ply, int viewer)
{
	const int seat = m->plies[ply].seat;
	return seat == viewer || (seat != SEAT_CHANCE && !match_at_once(m, ply));
}

struct played_move *
match_made(const struct match *m, int ply, int viewer, int *count)
{
	const struct game *g = match_game_of(m);
	const bool secret = game_hides_cards(g);
	*count = 0;
	if (m->typed || (secret && (viewer < 0 || g->trick->rewind == NULL)))
		return NULL;
	struct played_move *made = malloc(((size_t)ply + 1) * sizeof *made);
	if (made == NULL)
		return NULL;
	for (int k = 0; k < ply; k++)
		made[k] = (struct played_move){ .seat = m->plies[k].seat,
						.m = !secret || was_seen(m, k, viewer)
							     ? m->plies[k].m
							     : MOVE_NONE };
	*count = ply;
	if (secret || g->turns->uncommit == NULL)
		return made;
	/* choices of the turn under way are not known yet */
	while (*count > 0 && is_committed(g, &m->states[*count]))
		--*count;
	return made;
}

void
match_push(struct match *m, int seat, move mv, const char *comment)
{
	make_room(m);
	struct match_ply *ply = &m->plies[m->at];
	const bool again = m->at < m->count && ply->seat == seat && ply->m == mv;
	if (m->at < m->count && !again)
		match_add_line(m, m->plies, m->count);
	const int count = m->count;
	const struct match_ply old = *ply;
	*ply = (struct match_ply){ .seat = seat, .m = mv };
	ply->human = seat >= 0 && m->setup.seat[seat].human;
	snprintf(ply->comment, sizeof ply->comment, "%s", comment ? comment : "");
	if (again)
		memcpy(ply->note, old.note, sizeof ply->note);
	memset(&m->states[m->at + 1], 0, sizeof *m->states);
	play(m, seat, mv);
	m->at++;
	m->count = again ? count : m->at;
	match_drop_lines(m);
}

bool
match_play_chance(struct match *m)
{
	const struct game *g = match_game_of(m);
	bool any = false;
	while (match_acting(m) == ACTING_CHANCE) {
		rng_seed(&m->chance, rng_fork(m->setup.seed, (uint64_t)m->at));
		match_push(m, SEAT_CHANCE, g->chance->sample(g, now(m), &m->chance),
			   NULL);
		any = true;
	}
	return any;
}

void
match_begin(struct match *m, const struct setup *setup)
{
	memset(m, 0, sizeof *m);
	m->setup = *setup;
	clock_date(m->date);
	make_room(m);
	memset(&m->states[0], 0, sizeof *m->states);
	match_game_of(m)->rules->start(match_game_of(m), &m->states[0]);
}

void
match_open(struct match *m, const struct setup *setup)
{
	match_begin(m, setup);
	match_play_chance(m);
}

void
match_close(struct match *m)
{
	free(m->states);
	free(m->plies);
	match_close_lines(m);
	m->states = NULL;
	m->plies = NULL;
	m->count = m->at = m->room = 0;
}

seat_set
match_acting(const struct match *m)
{
	return match_game_of(m)->rules->acting(match_game_of(m), now(m));
}

void
match_copy(struct match *out, const struct match *m)
{
	*out = *m;
	out->states = aligned_alloc(alignof(struct state),
				    (size_t)(m->room + 1) * sizeof *out->states);
	out->plies = malloc((size_t)m->room * sizeof *out->plies);
	if (!out->states || !out->plies)
		BUG("out of memory for %d plies", m->room);
	memcpy(out->states, m->states, (size_t)(m->count + 1) * sizeof *out->states);
	memcpy(out->plies, m->plies, (size_t)m->count * sizeof *out->plies);
	match_copy_lines(out, m);
}

bool
match_over(const struct match *m)
{
	return match_acting(m) == 0;
}

int
match_hand(const struct match *m, int ply)
{
	const struct game *g = match_game_of(m);
	int hand = 1;
	for (int k = 1; k <= ply; k++)
		hand += g->rules->settled(g, &m->states[k]);
	return hand;
}

void
match_view(const struct match *m, int viewer, struct state *out)
{
	game_view(match_game_of(m), now(m), viewer, out);
}

void
match_view_at(const struct match *m, int ply, int viewer, struct state *out)
{
	if (ply < 0 || ply > m->count)
		BUG("ply %d of %d", ply, m->count);
	game_view(match_game_of(m), &m->states[ply], viewer, out);
}

static bool
seat_acts(const struct match *m, int seat)
{
	seat_set acting = match_acting(m);
	return seat >= 0 && seat < match_game_of(m)->seats && acting != ACTING_CHANCE &&
	       (acting >> seat & 1);
}

int
match_moves(const struct match *m, int seat, move *out)
{
	return seat_acts(m, seat) ? match_game_of(m)->rules->moves(match_game_of(m),
								   now(m), seat, out)
				  : 0;
}

bool
match_play(struct match *m, int seat, move mv, const char *comment, struct status *st)
{
	if (match_over(m))
		return status_fail(st, "the game is over");
	if (!seat_acts(m, seat))
		return status_fail(st, "it is not this seat's turn");
	if (!game_legal(match_game_of(m), now(m), seat, mv))
		return status_fail(st, "not a legal move");
	match_push(m, seat, mv, comment);
	match_play_chance(m);
	return true;
}

int64_t
match_left_ms(const struct match *m, int seat)
{
	int64_t left = m->setup.clock.ms;
	for (int k = 0; m->setup.clock.per_game && k < m->at; k++)
		if (m->plies[k].seat == seat)
			left -= m->plies[k].used_ms;
	return left;
}

bool
match_undo(struct match *m, int seat)
{
	for (int k = m->at - 1; k >= 0; k--) {
		int who = m->plies[k].seat;
		if (seat == SEAT_ALL ? who == SEAT_CHANCE : who != seat)
			continue;
		m->at = k;
		m->assisted = true;
		return true;
	}
	return false;
}

bool
match_redo(struct match *m)
{
	if (m->at == m->count)
		return false;
	m->at++;
	while (m->at < m->count && m->plies[m->at].seat == SEAT_CHANCE)
		m->at++;
	return true;
}

void
match_points(const struct match *m, double *points)
{
	const struct game *g = match_game_of(m);
	int32_t part[SEATS_MAX] = { 0 };
	if (!match_over(m))
		BUG("points of a game that is not over");
	g->rules->points(g, now(m), part);
	for (int i = 0; i < g->seats; i++)
		points[i] = (double)part[i] / game_parts(g);
}

void
match_format_points(double points, int decimals, char *out, size_t size)
{
	const int n = snprintf(out, size, "%.*f", decimals, text_shown(points, decimals));
	int end = n < (int)size ? n : (int)size - 1;
	if (memchr(out, '.', (size_t)end) == NULL)
		return;
	while (out[end - 1] == '0')
		end--;
	out[out[end - 1] == '.' ? end - 1 : end] = '\0';
}

seat_set
match_winners(const struct match *m)
{
	double points[SEATS_MAX] = { 0 };
	match_points(m, points);
	double best = points[0];
	seat_set winners = 0;
	for (int i = 1; i < match_game_of(m)->seats; i++)
		best = points[i] > best ? points[i] : best;
	for (int i = 0; i < match_game_of(m)->seats; i++)
		winners |= (seat_set)(points[i] == best) << i;
	return winners;
}

/* True when people read the points with the sign changed: some row of the scoreboard that
 * is better when lower is exactly minus the points. */
static bool
penalties(const struct match *m, const double *points)
{
	struct figure rows[FIGURES_MAX];
	int n = game_figures(match_game_of(m), now(m), rows);
	for (int r = 0; r < n; r++) {
		bool same = rows[r].lower_is_better;
		for (int i = 0; i < match_game_of(m)->seats; i++)
			same = same && rows[r].per_seat[i] == -points[i];
		if (same)
			return true;
	}
	return false;
}

void
match_result(const struct match *m, char *out, int size)
{
	const struct game *g = match_game_of(m);
	double points[SEATS_MAX] = { 0 };
	char shown[40];
	struct text t = { 0 };
	out[0] = '\0';
	if (!match_over(m))
		return;
	match_points(m, points);
	seat_set winners = match_winners(m);
	int sign = penalties(m, points) ? -1 : 1, named = 0;
	for (int i = 0; i < g->seats; i++)
		if (winners >> i & 1)
			text_add(&t, "%s%s", named++ ? ", " : "",
				 g->text->seat_name(g, i));
	text_add(&t, named == 1 ? " wins:" : " share it:");
	for (int i = 0; i < g->seats; i++) {
		match_format_points(sign * points[i], 2, shown, sizeof shown);
		text_add(&t, "%s %s %s", i ? "," : "", g->text->seat_name(g, i), shown);
	}
	snprintf(out, (size_t)size, "%s", t.s);
	text_free(&t);
}

/* " key=a,b,c" with the given decimals, when the first is known. */
static void
add_numbers(struct text *t, const char *key, const double *x, int n, int decimals)
{
	if (!isfinite(x[0]))
		return;
	text_add(t, "%s%s=", t->length ? " " : "", key);
	for (int i = 0; i < n; i++)
		text_add(t, "%s%.*f", i ? "," : "", decimals, text_shown(x[i], decimals));
}

static void
add_count(struct text *t, const char *key, int64_t n)
{
	if (n)
		text_add(t, "%s%s=%lld", t->length ? " " : "", key, (long long)n);
}

void
match_comment(const struct snapshot *s, const struct game *g, char *out, int size)
{
	struct text t = { 0 };
	text_add(&t, "%s", "");
	add_numbers(&t, "value", s->value, g->seats, game_decimals(g));
	add_numbers(&t, "win", s->win, g->seats, 3);
	/* win is one of the two; this is the other */
	add_numbers(&t, s->of_match ? "hand" : "match",
		    s->of_match ? s->hand_win : s->match_win, g->seats, 3);
	add_count(&t, "depth", s->depth);
	add_count(&t, "worlds", s->worlds_done);
	add_count(&t, "sims", s->simulations);
	add_count(&t, "nodes", s->nodes);
	add_count(&t, "ms", s->elapsed_us / 1000);
	snprintf(out, (size_t)size, "%s", t.s);
	text_free(&t);
}
