/*
 * outside.c - engines of other people as players: `usi:command=...` and `uci:command=...`.
 *
 * The engine is a process that lives as long as the search object, which lives through a game
 * (search_ops.advance). It is told the game from its start, where that is known, so that it
 * sees repetitions. Its limits are those of the player; its info lines are the snapshot. When
 * it is asked to stop it answers at once or is given up after `patience`.
 *
 * Values. A score in centipawns is a chance to win (info.h), and a value in points so far
 * between the least and the most that the game gives. The number itself is the gauge "cp".
 *
 * Memory: what is needed for lines, in the arena; the engine's own is memory=, its hash table.
 */
#include "src/wire/outside.h"

#include "src/wire/foreign.h"
#include "src/wire/info.h"

#include "src/base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAR_MS	  10
#define MODEST_MS 1000 /* for a move without any limit */
#define WORD	  64
#define MOVE_ROOM 8 /* bytes of a move and a blank, at most */
#define NOTHING	  "none"

const struct protocol outside_usi = {
	"usi",		"usiok", "usinewgame", "USI_Hash", "btime 0 wtime 0 byoyomi",
	INFO_SCALE_USI, false
};
const struct protocol outside_uci = { "uci",	  "uciok",	  "ucinewgame", "Hash",
				      "movetime", INFO_SCALE_UCI, true };

static const char *
option_text(const struct search *s, const char *key)
{
	return s->options.v[options_find(&s->options, key)].text;
}

/* ---- before the game ------------------------------------------------------------------ */

#define REFUSED (TRAIT_HIDDEN | TRAIT_CHANCE | TRAIT_SIMULTANEOUS | TRAIT_MULTIPLAYER)

static bool
outside_misfit(const struct protocol *p, const struct game *g, const struct options *o,
	       char *out, int size)
{
	char games[100];
	if (search_cannot(p->key, g, REFUSED, out, size))
		return true;
	if (dialect_find(p->key, g) == NULL) {
		dialect_list(p->key, games, sizeof games);
		snprintf(out, (size_t)size, "%s engines play %s here, not this %s",
			 p->key, games, g->ops->title);
		return true;
	}
	if (o == NULL || strcmp(o->v[options_find(o, "command")].text, NOTHING) != 0)
		return false;
	snprintf(out, (size_t)size,
		 "%s: command= says which program, as in %s:command=fairy-stockfish",
		 p->key, p->key);
	return true;
}

static bool
usi_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return outside_misfit(&outside_usi, g, o, out, size);
}

static bool
uci_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return outside_misfit(&outside_uci, g, o, out, size);
}

static bool
open_outside(struct search *s, const struct protocol *p, struct status *st)
{
	struct outside *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "memory= is too small for this search");
	memset(x, 0, sizeof *x);
	s->alone = false;
	s->self = x;
	x->protocol = p;
	x->dialect = dialect_find(p->key, s->game);
	x->patience_us = options_int(&s->options, "patience") * 1000;
	return engine_start(&x->engine, option_text(s, "command"), "", st);
}

static bool
outside_open_usi(struct search *s, struct status *st)
{
	return open_outside(s, &outside_usi, st);
}

static bool
open_uci(struct search *s, struct status *st)
{
	return open_outside(s, &outside_uci, st);
}

static void
close_outside(struct search *s)
{
	engine_end(&outside_of(s)->engine);
}

/* The moves are in s->made: outside_run() tells them to the engine. */
static bool
outside_advance(struct search *s, const struct played_move *made, int count)
{
	(void)made, (void)count;
	return outside_of(s)->engine.pid != 0;
}

/* ---- hearing -------------------------------------------------------------------------- */

/* search_poll(), which sleeps while there is a pause: the engine then stands still, too. */
static bool
poll_both(struct search *s)
{
	struct outside *x = outside_of(s);
	const bool paused =
		s->pause != NULL && atomic_load_explicit(s->pause, memory_order_relaxed);
	if (!paused)
		return search_poll(s);
	engine_freeze(&x->engine, true);
	const bool go_on = search_poll(s);
	engine_freeze(&x->engine, false);
	x->since_us = clock_now_us();
	return go_on;
}

/* The next line within a moment; NULL: none. False: the engine is given up. */
static bool
outside_hear(struct search *s, char **line, struct status *st)
{
	struct outside *x = outside_of(s);
	if (!engine_hear(&x->engine, HEAR_MS, line, st))
		return false;
	const int64_t now = clock_now_us();
	if (*line != NULL && !x->stopped)
		x->since_us = now;
	if (now - x->since_us <= x->patience_us)
		return true;
	engine_end(&x->engine);
	return status_fail(st,
			   x->stopped ? "%s does not stop within %lld ms (patience=)"
				      : "%s has said nothing for %lld ms (patience=)",
			   x->engine.program, (long long)(x->patience_us / 1000));
}

static bool
outside_is_stopped(const struct search *s)
{
	return s->stop != NULL && atomic_load_explicit(s->stop, memory_order_relaxed);
}

/* Until a line begins with this word; what comes before is noted. No clock runs, but a search
 * that is stopped waits no longer: false without a reason. */
static bool
await(struct search *s, const char *answer, struct status *st)
{
	struct outside *x = outside_of(s);
	char *line, word[WORD];
	x->since_us = clock_now_us();
	for (;;) {
		if (!outside_hear(s, &line, st))
			return false;
		if (outside_is_stopped(s))
			return false;
		if (line == NULL)
			continue;
		const char *at = line;
		if (engine_word(&at, word, sizeof word) && strcmp(word, answer) == 0)
			return true;
		engine_note(&x->engine, line);
	}
}

/* ---- the greeting --------------------------------------------------------------------- */

static bool
outside_set_option(struct outside *x, const char *name, const char *value,
		   struct status *st)
{
	return engine_say(&x->engine, st, "setoption name %s value %s", name, value);
}

/* One "Name=value" of set=, by the name that the engine has for it. */
static bool
set_wish(struct outside *x, const char *wish, int length, struct status *st)
{
	char name[OPTION_TEXT];
	snprintf(name, sizeof name, "%.*s", length, wish);
	char *equals = strchr(name, '=');
	if (equals == NULL)
		return status_fail(st,
				   "set: expected Name=value;Name=value, not \"%.40s\"",
				   name);
	*equals = '\0';
	const char *its = engine_option(&x->engine, name);
	return its != NULL ? outside_set_option(x, its, equals + 1, st)
			   : status_fail(st, "set: %s has no option \"%.40s\"",
					 x->engine.program, name);
}

static bool
set_wishes(struct outside *x, const char *wishes, struct status *st)
{
	while (strcmp(wishes, NOTHING) != 0 && *wishes != '\0') {
		const int n = (int)strcspn(wishes, ";");
		if (n > 0 && !set_wish(x, wishes, n, st))
			return false;
		wishes += n + (wishes[n] == ';');
	}
	return true;
}

/* The options of the player that the engine has, under one of two names. */
static bool
set_ours(struct search *s, const char *key, const char *name, const char *other,
	 struct status *st)
{
	struct outside *x = outside_of(s);
	char value[OPTION_TEXT + 2];
	const char *its = engine_option(&x->engine, name);
	if (its == NULL)
		its = engine_option(&x->engine, other);
	options_format(&s->options, options_find(&s->options, key), value, sizeof value);
	return its == NULL || outside_set_option(x, its, value, st);
}

static bool
outside_set_variant(struct outside *x, struct status *st)
{
	const char *name = engine_option(&x->engine, "USI_Variant");
	if (name == NULL)
		name = engine_option(&x->engine, "UCI_Variant");
	if (name != NULL)
		return outside_set_option(x, name, x->dialect->variant, st);
	return !x->protocol->variants ||
	       status_fail(st, "%s has no option UCI_Variant to choose %s",
			   x->engine.program, x->dialect->variant);
}

static bool
outside_greet(struct search *s, struct status *st)
{
	struct outside *x = outside_of(s);
	struct engine *e = &x->engine;
	return engine_say(e, st, "%s", x->protocol->key) &&
	       await(s, x->protocol->ready, st) && outside_set_variant(x, st) &&
	       set_ours(s, "memory", x->protocol->hash, "Hash", st) &&
	       set_ours(s, "threads", "Threads", "USI_Threads", st) &&
	       set_ours(s, "multipv", "MultiPV", "USI_MultiPV", st) &&
	       set_wishes(x, option_text(s, "set"), st) && engine_say(e, st, "isready") &&
	       await(s, "readyok", st) && engine_say(e, st, "%s", x->protocol->new_game);
}

/* Starts it again when it was given up, and greets it once; the clock begins after that. */
static bool
is_ready(struct search *s, struct status *st)
{
	struct outside *x = outside_of(s);
	const bool running = x->engine.pid != 0;
	if (running && x->engine.in.read > 0)
		return true;
	if (!running && !engine_start(&x->engine, option_text(s, "command"), "", st))
		return false;
	if (!outside_greet(s, st))
		return false;
	s->started_us = s->polled_us = clock_now_us();
	return true;
}

/* ---- the question --------------------------------------------------------------------- */

/* The game from its start, when that is where the moves begin; else the position alone. */
static bool
write_game(struct search *s, char *out, size_t size)
{
	const struct game *g = s->game;
	const struct outside *x = outside_of(s);
	struct state at;
	size_t n = (size_t)snprintf(out, size, "position startpos moves");
	if (s->made == NULL)
		return false;
	memset(&at, 0, sizeof at);
	struct game plain = *g; /* its past is the search's */
	plain.past = NULL;
	plain.rules->start(&plain, &at);
	for (int i = 0; i < s->made_count; i++) {
		char text[DIALECT_MOVE];
		if (game_mover(&plain, &at) != s->made[i].seat ||
		    !game_legal(&plain, &at, s->made[i].seat, s->made[i].m) ||
		    n + MOVE_ROOM >= size)
			return false;
		dialect_format_move(x->dialect, &plain, &at, s->made[i].seat,
				    s->made[i].m, text);
		n += (size_t)snprintf(out + n, size - n, " %s", text);
		plain.rules->play(&plain, &at, s->made[i].seat, s->made[i].m, &at);
	}
	if (s->made_count == 0)
		out[strlen("position startpos")] = '\0';
	char here[POSITION_TEXT], there[POSITION_TEXT];
	dialect_format_position(x->dialect, g, &s->root, here, sizeof here);
	dialect_format_position(x->dialect, g, &at, there, sizeof there);
	return strcmp(here, there) == 0;
}

static void
write_position(struct search *s, char *out, size_t size)
{
	if (write_game(s, out, size))
		return;
	char text[POSITION_TEXT];
	dialect_format_position(outside_of(s)->dialect, s->game, &s->root, text,
				sizeof text);
	snprintf(out, size, "position %s", text);
}

static bool
say_go(struct search *s, struct status *st)
{
	struct outside *x = outside_of(s);
	const struct limits *l = &s->limits;
	char text[200] = "";
	size_t n = 0;
	if (l->depth > 0)
		n += (size_t)snprintf(text + n, sizeof text - n, " depth %lld",
				      (long long)l->depth);
	if (l->nodes > 0)
		n += (size_t)snprintf(text + n, sizeof text - n, " nodes %lld",
				      (long long)l->nodes);
	if (l->time_ms > 0 && n == 0)
		n += (size_t)snprintf(text + n, sizeof text - n, " %s %lld",
				      x->protocol->time, (long long)l->time_ms);
	if (n == 0 && search_endless(s))
		snprintf(text, sizeof text, " infinite");
	else if (n == 0)
		snprintf(text, sizeof text, " %s %d", x->protocol->time, MODEST_MS);
	return engine_say(&x->engine, st, "go%s", text);
}

/* ---- the answer ------------------------------------------------------------------------ */

static enum stop_reason
own_reason(const struct search *s)
{
	const struct limits *l = &s->limits;
	return l->nodes > 0 ? STOP_NODES : l->depth > 0 ? STOP_DEPTH : STOP_TIME;
}

/* The line in which it says its move. False: there is none, st or the search says why. */
static bool
outside_think(struct search *s, char **line, enum stop_reason *reason, struct status *st)
{
	struct outside *x = outside_of(s);
	*reason = own_reason(s);
	x->stopped = false;
	x->since_us = clock_now_us();
	for (;;) {
		if (!outside_hear(s, line, st))
			return false;
		if (*line != NULL && strncmp(*line, "bestmove", 8) == 0)
			return true;
		if (*line != NULL)
			outside_note_info(s, *line);
		if (x->stopped || poll_both(s))
			continue;
		x->stopped = true;
		x->since_us = clock_now_us();
		*reason = s->live.stop;
		if (!engine_say(&x->engine, st, "stop"))
			return false;
	}
}

static void
outside_run(struct search *s)
{
	struct outside *x = outside_of(s);
	struct status st = { 0 };
	struct bounds b;
	char *line = NULL;
	enum stop_reason reason;
	s->game->knowledge->bounds(s->game, &s->root, &b);
	x->low = (double)b.low[s->mover] / game_unit(s->game);
	x->high = (double)b.high[s->mover] / game_unit(s->game);
	s->live.visits_of = "nodes";
	s->live.sorted = true;
	if (is_ready(s, &st)) {
		write_position(s, x->line, sizeof x->line);
		if (engine_say(&x->engine, &st, "%s", x->line) && say_go(s, &st) &&
		    outside_think(s, &line, &reason, &st)) {
			outside_take_answer(s, line, reason);
			return;
		}
	}
	if (st.failed)
		search_fail(s, "%s", st.text);
	else { /* stopped before the engine got a position */
		engine_end(&x->engine);
		s->live.stop = STOP_INTERRUPTED;
	}
}

/* ---- the tables ----------------------------------------------------------------------- */

static const struct option_spec options[] = {
	{ .key = "command",
	  .kind = OPTION_NAME,
	  .deflt = NOTHING,
	  .choices = "none|fairy-stockfish",
	  .help = "command line of the engine; required" },
	{ .key = "set",
	  .kind = OPTION_NAME,
	  .deflt = NOTHING,
	  .choices = "none|Skill Level=5",
	  .help = "options of the engine, as Name=value;Name=value" },
	{ .key = "multipv",
	  .kind = OPTION_INT,
	  .deflt = "1",
	  .min = 1,
	  .max = OUTSIDE_ROWS,
	  .unit = "moves",
	  .help = "candidates to ask for; more make it weaker" },
	{ .key = "patience",
	  .kind = OPTION_DURATION,
	  .deflt = "10s",
	  .min = 50,
	  .max = 600000,
	  .unit = "ms",
	  .help = "give the engine up when it is silent for this long, or does not "
		  "stop" },
	{ .key = "threads",
	  .kind = OPTION_INT,
	  .deflt = "1",
	  .min = 1,
	  .max = 512,
	  .unit = "threads",
	  .help = "threads of the engine" },
	{ .key = "memory",
	  .kind = OPTION_INT,
	  .deflt = "64",
	  .min = 1,
	  .max = 65536,
	  .unit = "MiB",
	  .help = "the engine's hash table" },
	{ .key = NULL },
};

const struct search_ops usi_search = {
	.key = "usi",
	.title = "USI engine",
	.summary = "another program that plays MiniShogi, by the USI protocol",
	.source = "Universal Shogi Interface, Tord Romstad and others 2007",
	.flags = SEARCH_OWN_WIN,
	.misfit = usi_misfit,
	.options = options,
	.open = outside_open_usi,
	.run = outside_run,
	.advance = outside_advance,
	.close = close_outside,
	.gauges = outside_gauges,
	.foreign = &foreign_usi,
};

const struct search_ops uci_search = {
	.key = "uci",
	.title = "UCI engine",
	.summary = "another program that plays, by the UCI protocol with UCI_Variant",
	.source = "Universal Chess Interface, Stefan Meyer-Kahlen 2000",
	.flags = SEARCH_OWN_WIN,
	.misfit = uci_misfit,
	.options = options,
	.open = open_uci,
	.run = outside_run,
	.advance = outside_advance,
	.close = close_outside,
	.gauges = outside_gauges,
	.foreign = &foreign_uci,
};
