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

#define MODEST_MS 1000 /* for a move without any limit */
#define WORD	  64
#define MOVE_ROOM 8 /* bytes of a move and a blank, at most */

static const char silence[] = "has said nothing for";

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
	return guest_misfit(p->key, "fairy-stockfish", o, out, size);
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
	struct outside *x = guest_open(s, sizeof *x, st);
	if (x == NULL)
		return false;
	x->guest.talks = true;
	x->protocol = p;
	x->dialect = dialect_find(p->key, s->game);
	return guest_start(s, &x->guest, st);
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
	engine_end(&outside_of(s)->guest.engine);
}

/* The moves are in s->made: outside_run() tells them to the engine. */
static bool
outside_advance(struct search *s, const struct played_move *made, int count)
{
	(void)made, (void)count;
	return outside_of(s)->guest.engine.pid != 0;
}

/* ---- the greeting --------------------------------------------------------------------- */

static enum guest_line
outside_take_greeting(struct search *s, char *line, struct status *st)
{
	struct outside *x = outside_of(s);
	const char *at = line;
	char word[WORD];
	(void)st;
	if (engine_word(&at, word, sizeof word) && strcmp(word, x->awaits) == 0)
		return GUEST_ENOUGH;
	engine_note(&x->guest.engine, line);
	return GUEST_MORE;
}

/* Until a line begins with this word; what comes before is noted. */
static bool
await(struct search *s, const char *word, struct status *st)
{
	struct outside *x = outside_of(s);
	x->awaits = word;
	guest_expect(s, &x->guest, silence);
	return guest_await(s, &x->guest, outside_take_greeting, st);
}

static bool
outside_set_option(struct outside *x, const char *name, const char *value,
		   struct status *st)
{
	return engine_say(&x->guest.engine, st, "setoption name %s value %s", name,
			  value);
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
	const char *its = engine_option(&x->guest.engine, name);
	return its != NULL ? outside_set_option(x, its, equals + 1, st)
			   : status_fail(st, "set: %s has no option \"%.40s\"",
					 x->guest.engine.program, name);
}

static bool
set_wishes(struct outside *x, const char *wishes, struct status *st)
{
	while (strcmp(wishes, GUEST_NOTHING) != 0 && *wishes != '\0') {
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
	const char *its = engine_option(&x->guest.engine, name);
	if (its == NULL)
		its = engine_option(&x->guest.engine, other);
	options_format(&s->options, options_find(&s->options, key), value, sizeof value);
	return its == NULL || outside_set_option(x, its, value, st);
}

static bool
outside_set_variant(struct outside *x, struct status *st)
{
	const char *name = engine_option(&x->guest.engine, "USI_Variant");
	if (name == NULL)
		name = engine_option(&x->guest.engine, "UCI_Variant");
	if (name != NULL)
		return outside_set_option(x, name, x->dialect->variant, st);
	return !x->protocol->variants ||
	       status_fail(st, "%s has no option UCI_Variant to choose %s",
			   x->guest.engine.program, x->dialect->variant);
}

static bool
outside_greet(struct search *s, struct status *st)
{
	struct outside *x = outside_of(s);
	struct engine *e = &x->guest.engine;
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
	const bool running = x->guest.engine.pid != 0;
	if (running && x->guest.engine.in.read > 0)
		return true;
	if (!running && !guest_start(s, &x->guest, st))
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
	return engine_say(&x->guest.engine, st, "go%s", text);
}

/* ---- the answer ------------------------------------------------------------------------ */

static enum guest_line
outside_take_line(struct search *s, char *line, struct status *st)
{
	(void)st;
	if (strncmp(line, "bestmove", 8) != 0) {
		outside_note_info(s, line);
		return GUEST_MORE;
	}
	outside_of(s)->answer = line;
	return GUEST_ENOUGH;
}

static void
outside_run(struct search *s)
{
	struct outside *x = outside_of(s);
	struct status st = { 0 };
	struct bounds b;
	enum stop_reason reason;
	s->game->knowledge->bounds(s->game, &s->root, &b);
	x->low = (double)b.low[s->mover] / game_unit(s->game);
	x->high = (double)b.high[s->mover] / game_unit(s->game);
	s->live.visits_of = "nodes";
	s->live.sorted = true;
	if (is_ready(s, &st)) {
		write_position(s, x->line, sizeof x->line);
		guest_expect(s, &x->guest, silence);
		if (engine_say_line(&x->guest.engine, x->line, &st) && say_go(s, &st) &&
		    guest_think(s, &x->guest, "stop", outside_take_line, &reason, &st)) {
			outside_take_answer(s, x->answer, reason);
			return;
		}
	}
	guest_fail(s, &x->guest, &st);
}

/* ---- the tables ----------------------------------------------------------------------- */

static const struct option_spec options[] = {
	GUEST_COMMAND("fairy-stockfish", "command line of the engine; required"),
	{ .key = "set",
	  .kind = OPTION_NAME,
	  .deflt = GUEST_NOTHING,
	  .choices = "none|Skill Level=5",
	  .help = "options of the engine, as Name=value;Name=value" },
	{ .key = "multipv",
	  .kind = OPTION_INT,
	  .deflt = "1",
	  .min = 1,
	  .max = OUTSIDE_ROWS,
	  .unit = "moves",
	  .help = "candidates to ask for; more make it weaker" },
	GUEST_PATIENCE(
		"give the engine up when it is silent for this time, or does not stop"),
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
