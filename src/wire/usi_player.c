/*
 * usi_player.c - engines of other people as players: `usi:command=...`.
 *
 * The engine is a process that lives as long as the search object, which lives through a game
 * (search_ops.advance). It is told the game from its start, where that is known, so that it
 * sees repetitions. Its limits are those of the player; its info lines are the snapshot. When
 * it is asked to stop it answers at once or is given up after `patience`.
 *
 * Values. A score in centipawns is a chance to win (usi_text.h), and a value in points so far
 * between the least and the most that the game gives. The number itself is the gauge "cp".
 *
 * Memory: what is needed for lines, in the arena; the engine's own is memory=, its hash table.
 */
#include "src/base/clock.h"
#include "src/core/search_ops.h"
#include "src/wire/guest.h"
#include "src/wire/usi_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYOYOMI	    "btime 0 wtime 0 byoyomi" /* "go" with a time for this move */
#define MODEST_MS   1000		      /* for a move without any limit */
#define WORD	    64
#define MOVE_ROOM   8	    /* bytes of a move and a blank, at most */
#define GAME_LINE   16384   /* bytes of a game as one command */
#define ROWS	    16	    /* of multipv */
#define PATIENCE_US 3000000 /* for the options of an engine */

struct outside {
	struct guest guest;
	double low, high;     /* points of the mover, at the root */
	const char *awaits;   /* the word that the greeting waits for */
	const char *answer;   /* its line "bestmove ..." */
	char line[GAME_LINE]; /* a position with its moves */
};

static struct outside *
outside_of(const struct search *s)
{
	return s->self;
}

static const char silence[] = "has said nothing for";

static const char *
option_text(const struct search *s, const char *key)
{
	return s->options.v[options_find(&s->options, key)].text;
}

/* ---- before the game ------------------------------------------------------------------ */

#define REFUSED (TRAIT_HIDDEN | TRAIT_CHANCE | TRAIT_SIMULTANEOUS | TRAIT_MULTIPLAYER)

static bool
usi_player_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (search_cannot("usi", g, REFUSED, out, size))
		return true;
	if (g->text->usi == NULL) {
		snprintf(out, (size_t)size, "usi cannot play %s: USI has no moves for it",
			 g->ops->title);
		return true;
	}
	return guest_misfit("usi", "fairy-stockfish", o, out, size);
}

static bool
open_usi_player(struct search *s, struct status *st)
{
	struct outside *x = guest_open(s, sizeof *x, st);
	if (x == NULL)
		return false;
	x->guest.talks = true;
	return guest_start(s, &x->guest, st);
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
outside_set_variant(struct outside *x, const char *variant, struct status *st)
{
	const char *name = engine_option(&x->guest.engine, "USI_Variant");
	if (name == NULL)
		name = engine_option(&x->guest.engine, "UCI_Variant");
	return name == NULL || outside_set_option(x, name, variant, st);
}

static bool
outside_greet(struct search *s, struct status *st)
{
	struct outside *x = outside_of(s);
	struct engine *e = &x->guest.engine;
	return engine_say(e, st, "usi") && await(s, "usiok", st) &&
	       outside_set_variant(x, s->game->text->usi, st) &&
	       set_ours(s, "memory", "USI_Hash", "Hash", st) &&
	       set_ours(s, "threads", "Threads", "USI_Threads", st) &&
	       set_ours(s, "multipv", "MultiPV", "USI_MultiPV", st) &&
	       set_wishes(x, option_text(s, "set"), st) && engine_say(e, st, "isready") &&
	       await(s, "readyok", st) && engine_say(e, st, "usinewgame");
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
	struct state at;
	size_t n = (size_t)snprintf(out, size, "position startpos moves");
	if (s->made == NULL)
		return false;
	memset(&at, 0, sizeof at);
	struct game plain = *g; /* its past is the search's */
	plain.past = NULL;
	plain.rules->start(&plain, &at);
	for (int i = 0; i < s->made_count; i++) {
		char text[MOVE_TEXT];
		if (game_mover(&plain, &at) != s->made[i].seat ||
		    !game_legal(&plain, &at, s->made[i].seat, s->made[i].m) ||
		    n + MOVE_ROOM >= size)
			return false;
		plain.text->format_move(&plain, &at, s->made[i].seat, s->made[i].m, text,
					sizeof text);
		n += (size_t)snprintf(out + n, size - n, " %s", text);
		plain.rules->play(&plain, &at, s->made[i].seat, s->made[i].m, &at);
	}
	if (s->made_count == 0)
		out[strlen("position startpos")] = '\0';
	char here[POSITION_TEXT], there[POSITION_TEXT];
	g->text->format_position(g, &s->root, here, sizeof here);
	g->text->format_position(g, &at, there, sizeof there);
	return strcmp(here, there) == 0;
}

static void
write_position(struct search *s, char *out, size_t size)
{
	if (write_game(s, out, size))
		return;
	char text[POSITION_TEXT];
	s->game->text->format_position(s->game, &s->root, text, sizeof text);
	snprintf(out, size, "position sfen %s", text);
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
		n += (size_t)snprintf(text + n, sizeof text - n, " " BYOYOMI " %lld",
				      (long long)l->time_ms);
	if (n == 0 && search_endless(s))
		snprintf(text, sizeof text, " infinite");
	else if (n == 0)
		snprintf(text, sizeof text, " " BYOYOMI " %d", MODEST_MS);
	return engine_say(&x->guest.engine, st, "go%s", text);
}

/* ---- what it thinks ------------------------------------------------------------------- */

/* The moves of a line, from the root, as far as they are legal. */
static int
read_line(const struct search *s, const char *text, move *out, int most)
{
	const struct game *g = s->game;
	struct state at = s->root;
	struct game plain = *g;
	char word[WORD];
	int n = 0;
	plain.past = NULL;
	while (n < most && engine_word(&text, word, sizeof word)) {
		const int seat = game_mover(&plain, &at);
		move m;
		if (seat < 0 || !game_parse_move(&plain, &at, seat, word, &m, NULL))
			break;
		out[n++] = m;
		plain.rules->play(&plain, &at, seat, m, &at);
	}
	return n;
}

static void
fill_values(const struct search *s, double win, struct stats_move *row)
{
	const struct outside *x = outside_of(s);
	const int other = !s->mover;
	row->win[s->mover] = win;
	row->win[other] = 1 - win;
	row->value[s->mover] = x->low + (x->high - x->low) * win;
	row->value[other] = x->low + (x->high - x->low) * (1 - win);
}

static double
win_of(const struct info *in)
{
	if (in->mate)
		return in->score > 0 ? 1 : 0;
	return info_win((double)in->score);
}

static const struct gauge gauge_mate = {
	"mate", "", "the engine sees a mate in so many moves; below 0 it is mated"
};
static const struct gauge gauge_cp = { "cp", "centipawns",
				       "the engine's own score, for the seat to move" };
static const struct gauge gauge_hashfull = { "hashfull", "permille",
					     "how full the engine's table is" };
static const struct gauge *const gauges[] = { &gauge_mate, &gauge_cp, &gauge_hashfull,
					      NULL };

static void
report_first(struct search *s, const struct info *in, const struct stats_move *row)
{
	struct snapshot *l = &s->live;
	memcpy(l->value, row->value, sizeof l->value);
	memcpy(l->win, row->win, sizeof l->win);
	snapshot_note_best(l, row->m, row->value[s->mover]);
	if (in->mate)
		search_gauge(s, &gauge_mate,
			     fabs((double)in->score) >= INFO_MATE ? 0
								  : (double)in->score);
	else
		search_gauge(s, &gauge_cp, (double)in->score);
}

static void
note_line(struct search *s, const struct info *in)
{
	struct snapshot *l = &s->live;
	move line[STATS_PV];
	const int n = read_line(s, in->pv, line, STATS_PV);
	const int64_t at = in->multipv > 0 ? in->multipv - 1 : 0;
	if (n == 0 || !in->scored || at >= ROWS)
		return;
	struct stats_move *row = guest_row(s, (int)at, line[0]);
	fill_values(s, win_of(in), row);
	row->depth = (int16_t)(in->depth > 0 ? in->depth : 0);
	row->visits = in->nodes > 0 ? in->nodes : l->nodes;
	row->status = in->mate	  ? MOVE_EXACT
		      : in->upper ? MOVE_AT_MOST
		      : in->lower ? MOVE_AT_LEAST
				  : MOVE_OPEN;
	if (row != l->moves)
		return;
	l->pv_count = n;
	memcpy(l->pv, line, (size_t)n * sizeof *line);
	report_first(s, in, row);
}

/* A line of the engine while it thinks: into s->live. */
static void
note_info(struct search *s, const char *text)
{
	struct snapshot *l = &s->live;
	struct info in;
	if (!info_read(text, &in))
		return;
	l->depth = in.depth > 0 ? (int32_t)in.depth : l->depth;
	l->seldepth = in.seldepth > 0 ? (int32_t)in.seldepth : l->seldepth;
	l->nodes = in.nodes > 0 ? in.nodes : l->nodes;
	if (in.hashfull >= 0)
		search_gauge(s, &gauge_hashfull, (double)in.hashfull);
	if (in.pv != NULL)
		note_line(s, &in);
}

/* ---- its answer ----------------------------------------------------------------------- */

/* It gives up. Where a game cannot end so, its best line, or any move, is played on. */
static void
choose_resigned(struct search *s)
{
	move list[MOVES_MAX];
	s->game->rules->moves(s->game, &s->root, s->mover, list);
	snapshot_note(&s->live, "the engine resigns");
	s->live.resigned = true;
	guest_choose(s, s->live.move_count > 0 ? s->live.moves[0].m : list[0]);
}

/* Its "bestmove ...": the search has ended, for this reason or because of the move. */
static void
take_answer(struct search *s, const char *line, enum stop_reason reason)
{
	struct outside *x = outside_of(s);
	char word[WORD] = "";
	line += strlen("bestmove");
	engine_word(&line, word, sizeof word);
	move m;
	if (game_parse_move(s->game, &s->root, s->mover, word, &m, NULL))
		guest_choose(s, m);
	else if (strcmp(word, "resign") == 0)
		choose_resigned(s);
	else {
		for (char *p = word; *p != '\0'; p++)
			*p = *p < ' ' || *p > '~' ? '?' : *p;
		struct status st = { 0 };
		status_fail(&st, "%s plays \"%s\", which is not a legal move",
			    x->guest.engine.program, word);
		guest_fail(s, &x->guest, &st);
		return;
	}
	s->live.stop = reason;
}

static enum guest_line
outside_take_line(struct search *s, char *line, struct status *st)
{
	if (strncmp(line, "bestmove", 8) != 0) {
		note_info(s, line);
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
			take_answer(s, x->answer, reason);
			return;
		}
	}
	guest_fail(s, &x->guest, &st);
}

/* ---- the options, for a form --------------------------------------------------------------- */

/* The engine is started, greeted, heard until it has told everything, and ended. See
 * src/core/search_ops.h. */
struct foreign {
	struct engine engine;
	int64_t since_us;
	struct option_lines told;
};

/* What plyscope sets for it, by options of its own. */
static const char *const ours[] = {
	"UCI_Variant", "USI_Variant", "Protocol", "Hash",	"USI_Hash",    "Threads",
	"USI_Threads", "MultiPV",     "Ponder",	  "USI_Ponder", "USI_MultiPV",
};

static bool
is_ours(const char *name)
{
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (strcmp(ours[i], name) == 0)
			return true;
	return false;
}

static struct foreign *
foreign_ask(const struct options *o, struct status *st)
{
	const char *command = o->v[options_find(o, "command")].text;
	if (strcmp(command, "none") == 0) {
		status_fail(st, "expected command= with the program to ask");
		return NULL;
	}
	struct foreign *f = calloc(1, sizeof *f);
	if (f == NULL) {
		status_fail(st, "no memory left");
		return NULL;
	}
	f->since_us = clock_now_us();
	if (engine_start(&f->engine, command, st)) {
		option_lines_init(&f->told, f->engine.program);
		if (engine_say(&f->engine, st, "usi"))
			return f;
		engine_end(&f->engine);
	}
	free(f);
	return NULL;
}

static bool
foreign_hear(struct foreign *f, const struct option_spec **specs, struct status *st)
{
	char *line, word[WORD];
	struct status why = { 0 };
	for (;;) {
		if (!engine_hear(&f->engine, 0, &line, &why)) {
			const char *said = engine_said(&f->engine, 0);
			status_fail(st, "%s%s%s", why.text, *said ? "; it wrote: " : "",
				    said);
			return true;
		}
		if (line == NULL)
			break;
		const char *at = line;
		if (engine_word(&at, word, sizeof word) && strcmp(word, "usiok") == 0) {
			engine_end(&f->engine);
			*specs = f->told.spec;
			return true;
		}
		if (option_lines_add(&f->told, line) &&
		    is_ours(f->told.spec[f->told.count - 1].key))
			f->told.spec[--f->told.count] = (struct option_spec){ 0 };
	}
	if (clock_now_us() - f->since_us <= PATIENCE_US)
		return false;
	status_fail(st, "%s has not said usiok within %d s", f->engine.program,
		    PATIENCE_US / 1000000);
	return true;
}

static void
close_foreign(struct foreign *f)
{
	if (f->engine.pid != 0)
		engine_end(&f->engine);
	free(f);
}

static const struct foreign_ops foreign = {
	.ask = foreign_ask,
	.hear = foreign_hear,
	.close = close_foreign,
};

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
	  .max = ROWS,
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
	.misfit = usi_player_misfit,
	.options = options,
	.open = open_usi_player,
	.run = outside_run,
	.advance = outside_advance,
	.close = close_outside,
	.gauges = gauges,
	.foreign = &foreign,
};
