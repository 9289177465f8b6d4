/*
 * compare.c - several players search the same position. See compare.h.
 *
 * One worker runs at a time, with share=parallel all do. A player that is
 * added or changed runs alone, the others keep their results. Memory: one worker a running player,
 * one snapshot each.
 */
#include "src/study/compare.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_TIME_MS	 1000
#define DEFAULT_NODES	 50000
#define DEFAULT_PLAYERS	 4
#define DEFAULT_STRENGTH "hard"

const char *const compare_share_names[] = { "own", "turns", "nodes", "parallel", NULL };

bool
compare_share_parse(const char *text, enum compare_share *out, struct status *st)
{
	for (int i = 0; i < COMPARE_SHARES; i++)
		if (strcmp(text, compare_share_names[i]) == 0) {
			*out = (enum compare_share)i;
			return true;
		}
	return status_fail(st, "expected own, turns, nodes or parallel, not \"%.40s\"",
			   text);
}

void
compare_open(struct compare *c, const struct catalog *catalog, const struct game *game,
	     int wake_fd)
{
	memset(c, 0, sizeof *c);
	c->catalog = catalog;
	c->game = *game;
	c->mover = SEAT_NONE;
	c->wake_fd = wake_fd;
	c->time_ms = DEFAULT_TIME_MS;
	c->nodes = DEFAULT_NODES;
	calibration_load(&c->calibration, &c->game, NULL); /* without: no win figures */
}

static void
compare_forget(struct compare_player *p)
{
	worker_free(p->worker);
	p->worker = NULL;
	snapshot_free(&p->snap);
	p->done = p->known = false;
	p->refused[0] = '\0';
}

void
compare_close(struct compare *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->player[i].worker != NULL)
			worker_stop(c->player[i].worker);
	for (int i = 0; i < c->count; i++)
		compare_forget(&c->player[i]);
	question_close(&c->q);
	c->count = 0;
}

char
compare_letter(int player)
{
	return (char)('A' + player);
}

/* ------------------------------------------------------------------ the players */

void
compare_label(const char *text, char *out, int size)
{
	static const char inner[] = "inner=(";
	const char *at = strstr(text, inner), *end = strrchr(text, ')');
	if (at == NULL || end == NULL || end < at) {
		snprintf(out, (size_t)size, "%s", text);
		return;
	}
	const char *in = at + strlen(inner);
	const char *rest = end[1] == ',' ? end + 2 : end + 1;
	while (at > text && (at[-1] == ',' || at[-1] == ':') && *rest == '\0')
		at--;
	snprintf(out, (size_t)size, "%.*s on deals of %.*s%s", (int)(end - in), in,
		 (int)(at - text), text, rest);
}

/* The text of a player with pimc around it, for one that would have to see what is hidden. */
static bool
wrap(const struct compare *c, const char *text, char *out, int size)
{
	char key[32];
	snprintf(key, sizeof key, "%.*s", (int)strcspn(text, ":"), text);
	const struct search_ops *ops = catalog_search(c->catalog, key);
	return game_hidden(&c->game) && ops != NULL &&
	       (ops->flags & SEARCH_PERFECT) != 0 &&
	       snprintf(out, (size_t)size, "pimc:inner=(%s)", text) < size;
}

/* Reads a player that was wrapped. Errors refer to the text typed: the pimc around it and its
 * inner= are not the user's. */
static bool
parse_wrapped(const struct compare *c, const char *wrapped, struct player *p,
	      struct status *st)
{
	static const char inner[] = "inner: ";
	struct status why = { 0 };
	if (player_parse(p, wrapped, c->catalog, &c->game, &why))
		return true;
	const bool nested = strncmp(why.text, inner, strlen(inner)) == 0;
	return status_fail(st, "%s", why.text + (nested ? strlen(inner) : 0));
}

bool
compare_set(struct compare *c, int player, const char *text, struct status *st)
{
	struct player p;
	char wrapped[PLAYER_TEXT];
	const bool is_wrapped = wrap(c, text, wrapped, sizeof wrapped);
	if (is_wrapped ? !parse_wrapped(c, wrapped, &p, st)
		       : !player_parse(&p, text, c->catalog, &c->game, st))
		return false;
	if (p.human)
		return status_fail(st, "expected a search, not a person");
	struct compare_player *at = &c->player[player];
	compare_forget(at);
	snprintf(at->text, sizeof at->text, "%s", is_wrapped ? wrapped : text);
	snprintf(at->given, sizeof at->given, "%s", is_wrapped ? text : "");
	return true;
}

bool
compare_wrapped(const struct compare *c, int player, char *out, int size)
{
	const char *given = c->player[player].given;
	if (given[0] == '\0')
		return false;
	snprintf(out, (size_t)size,
		 "%s needs perfect information, so pimc deals the hidden cards", given);
	return true;
}

bool
compare_add(struct compare *c, const char *text, struct status *st)
{
	if (c->count == COMPARE_PLAYERS)
		return status_fail(st, "at most %d players are compared",
				   COMPARE_PLAYERS);
	if (!compare_set(c, c->count, text, st))
		return false;
	c->count++;
	return true;
}

void
compare_remove(struct compare *c, int player)
{
	compare_forget(&c->player[player]);
	c->count--;
	for (int i = player; i < c->count; i++)
		c->player[i] = c->player[i + 1];
	memset(&c->player[c->count], 0, sizeof c->player[0]);
}

/* Whether a search plays the game without options. */
static bool
plays(const struct compare *c, const struct search_ops *ops)
{
	struct player p;
	char why[STATUS_TEXT];
	return player_parse(&p, ops->key, c->catalog, &c->game, NULL) &&
	       search_refusal(ops, &c->game, &p, 0, why, sizeof why) == NULL;
}

void
compare_add_defaults(struct compare *c)
{
	/* The ones people ask about first; the rest in the catalog's order. */
	static const char *const boards[] = { "maxn", "paranoid", "uct", "exact", NULL };
	static const char *const poker[] = { "modicum", "blueprint", "cfr",
					     "dls",	"mccfr",     NULL };
	const bool bets = game_has_pot(&c->game);
	const char *const *first = bets ? poker : boards;
	compare_add(c, DEFAULT_STRENGTH, NULL);
	for (int i = 0; first[i] != NULL && c->count < DEFAULT_PLAYERS; i++) {
		const struct search_ops *ops = catalog_search(c->catalog, first[i]);
		if (ops != NULL && (!bets || plays(c, ops)))
			compare_add(c, ops->key, NULL);
	}
	for (int i = 0; c->catalog->searches[i] != NULL && c->count < 2; i++)
		compare_add(c, c->catalog->searches[i]->key, NULL);
}

/* ------------------------------------------------------------------ running */

void
compare_restart(struct compare *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->player[i].worker != NULL)
			worker_stop(c->player[i].worker);
	for (int i = 0; i < c->count; i++)
		compare_forget(&c->player[i]);
}

void
compare_ask(struct compare *c, const struct question *q)
{
	const seat_set acting = c->game.rules->acting(&c->game, &q->root);
	compare_restart(c);
	question_close(&c->q);
	c->q = *q;
	c->q.game = &c->game;
	c->mover = q->viewer >= 0 && (acting >> q->viewer & 1) != 0
			   ? q->viewer
			   : game_mover(&c->game, &q->root);
}

/* The player's own limits, or the equal share in place of them. */
static void
apply_budget(const struct compare *c, struct player *p)
{
	struct limits *l = &p->part[0].limits;
	if (c->share == COMPARE_OWN && player_limited(p))
		return;
	if (c->share == COMPARE_NODES)
		*l = (struct limits){ .nodes = c->nodes };
	else
		*l = (struct limits){ .time_ms = c->time_ms };
}

static void
compare_start(struct compare *c, struct compare_player *at)
{
	struct player p;
	struct status st = { 0 };
	if (player_parse(&p, at->text, c->catalog, &c->game, &st)) {
		apply_budget(c, &p);
		const struct search_job job = question_job(&c->q, &p, &c->calibration);
		at->limits = p.part[0].limits;
		at->worker = worker_start(&job, NULL, c->wake_fd, &st);
	}
	if (at->worker != NULL)
		return;
	snprintf(at->refused, sizeof at->refused, "%s", st.text);
	at->done = true;
}

/* Starts the players that are due; true when there were any. */
static bool
start_due(struct compare *c)
{
	bool started = false;
	if (c->paused || c->mover < 0)
		return false;
	for (int i = 0; i < c->count; i++) {
		struct compare_player *p = &c->player[i];
		if (!p->done && p->worker == NULL) {
			compare_start(c, p);
			started = true;
		}
		if (c->share != COMPARE_PARALLEL && p->worker != NULL)
			return started;
	}
	return started;
}

bool
compare_tick(struct compare *c)
{
	bool changed = false;
	for (int i = 0; i < c->count; i++) {
		struct compare_player *p = &c->player[i];
		if (p->worker == NULL)
			continue;
		const bool done = worker_done(p->worker);
		if (worker_read(p->worker, &p->snap))
			changed = p->known = true;
		if (!done)
			continue;
		worker_free(p->worker);
		p->worker = NULL;
		p->done = changed = true;
		if (!p->known || p->snap.stop != STOP_FAILED)
			continue;
		struct text why = { 0 };
		snapshot_add_fault(&p->snap, true, &why);
		snprintf(p->refused, sizeof p->refused, "%s", why.s);
		text_free(&why);
	}
	return start_due(c) || changed;
}

bool
compare_busy(const struct compare *c)
{
	for (int i = 0; i < c->count && c->mover >= 0; i++)
		if (!c->player[i].done)
			return true;
	return false;
}

void
compare_pause(struct compare *c, bool on)
{
	c->paused = on;
	for (int i = 0; i < c->count; i++)
		if (c->player[i].worker != NULL)
			worker_pause(c->player[i].worker, on);
}

void
compare_stop(struct compare *c)
{
	c->paused = false;
	for (int i = 0; i < c->count; i++) {
		struct compare_player *p = &c->player[i];
		if (p->worker != NULL)
			worker_stop(p->worker);
		else if (!p->done) {
			p->done = true;
			snprintf(p->refused, sizeof p->refused,
				 "stopped before its turn");
		}
	}
}

/* ------------------------------------------------------------------ what they chose */

move
compare_move(const struct compare *c, int player)
{
	const struct compare_player *p = &c->player[player];
	return p->known && p->snap.move_count > 0 ? p->snap.moves[0].m : MOVE_NONE;
}

const struct stats_move *
compare_row(const struct compare *c, int player, move m)
{
	const struct compare_player *p = &c->player[player];
	for (int i = 0; p->known && i < p->snap.move_count; i++)
		if (p->snap.moves[i].m == m)
			return &p->snap.moves[i];
	return p->known ? snapshot_find_equal(&p->snap, &c->game, &c->q.root, m) : NULL;
}

int
compare_choices(const struct compare *c, struct compare_choice *out)
{
	int n = 0;
	for (int i = 0; i < c->count; i++) {
		const move m = compare_move(c, i);
		int k = 0;
		if (m == MOVE_NONE)
			continue;
		while (k < n && out[k].m != m)
			k++;
		if (k == n)
			out[n++] = (struct compare_choice){ .m = m };
		out[k].players |= 1u << i;
	}
	for (int i = 1; i < n; i++) {
		const struct compare_choice x = out[i];
		int k = i;
		for (; k > 0 && __builtin_popcount(x.players) >
					__builtin_popcount(out[k - 1].players);
		     k--)
			out[k] = out[k - 1];
		out[k] = x;
	}
	return n;
}

static int
add_move(move *out, int n, int max, move m)
{
	for (int i = 0; i < n; i++)
		if (out[i] == m)
			return n;
	if (n < max)
		out[n++] = m;
	return n;
}

int
compare_moves(const struct compare *c, move *out, int max)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	const int choices = compare_choices(c, choice);
	int n = 0;
	for (int i = 0; i < choices; i++)
		n = add_move(out, n, max, choice[i].m);
	for (int rank = 1; rank < STATS_MOVES; rank++)
		for (int i = 0; i < c->count; i++) {
			const struct compare_player *p = &c->player[i];
			if (p->known && rank < p->snap.move_count)
				n = add_move(out, n, max, p->snap.moves[rank].m);
		}
	return n;
}
