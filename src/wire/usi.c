/*
 * usi.c - plyscope as a USI engine.
 *
 * Options: those of the player's algorithm and of the game's variant, under their own names, and
 * USI_Hash (the player's memory), MultiPV and USI_Ponder.
 *
 * Scores: centipawns of the chance to win by the game's calibration (usi_text.h), without one of
 * where the value lies between the least and the most; a win that is proven is "mate" with the
 * plies of the line, or "mate +".
 */

#include "src/wire/engine.h"
#include "src/wire/serve.h"
#include "src/wire/usi_text.h"

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/core/effort.h"
#include "src/core/past.h"
#include "src/core/question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLIES	2000
#define WORD	64
#define INFO_US 200000 /* between lines of one depth */

struct usi {
	struct serve serve;
	const struct usi_setup *setup;
	struct game game;
	struct player player;
	struct calibration calibration;
	/* The position. */
	struct state root;
	struct past past;
	struct played_move made[PLIES];
	int count;
	/* The search. */
	int multipv;
	int64_t budget_ms; /* from "ponderhit" on, 0: none */
	int64_t told_us, told_nodes;
	int32_t told_depth;
	bool placed; /* there is a position */
};

/* ---- options -------------------------------------------------------------------------- */

static void
say_option(const struct options *o, int at)
{
	const struct option_spec *s = &o->specs[at];
	char value[OPTION_TEXT + 2], word[OPTION_TEXT];
	struct text line = { 0 };
	options_format(o, at, value, sizeof value);
	text_add(&line, "option name %s type ", s->key);
	if (s->kind == OPTION_INT || s->kind == OPTION_DURATION) {
		text_add(&line, "spin default %lld min %.0f max %.0f",
			 (long long)o->v[at].i, s->min, s->max);
	} else if (s->kind == OPTION_SWITCH) {
		text_add(&line, "check default %s", o->v[at].i ? "true" : "false");
	} else if (s->kind == OPTION_CHOICE) {
		text_add(&line, "combo default %s", value);
		for (int k = 0; option_choice(s->choices, k, word, sizeof word); k++)
			text_add(&line, " var %s", word);
	} else {
		text_add(&line, "string default %s", value);
	}
	serve_say("%s", line.s);
	text_free(&line);
}

static struct options *
player_options(struct usi *u)
{
	return &u->player.part[0].options;
}

static void
usi_greet(struct usi *u, const char *rest)
{
	const struct options *o = player_options(u);
	const int memory = options_find(o, "memory");
	serve_say("id name plyscope %s", PLYSCOPE_VERSION);
	serve_say("id author the authors of plyscope");
	if (memory >= 0)
		serve_say("option name USI_Hash type spin default %lld min %.0f max %.0f",
			  (long long)o->v[memory].i, o->specs[memory].min,
			  o->specs[memory].max);
	serve_say("option name USI_Ponder type check default false");
	serve_say("option name MultiPV type spin default 1 min 1 max %d", SEARCH_LINES);
	for (int i = 0; i < o->count; i++)
		say_option(o, i);
	for (int i = 0; i < u->game.variant.count; i++)
		say_option(&u->game.variant, i);
	serve_say("usiok");
}

/* Another variant: positions are to be set again. */
static bool
usi_set_variant(struct usi *u, const char *name, const char *value, struct status *st)
{
	struct options variant = u->game.variant;
	struct game g;
	if (!options_set(&variant, name, value, st) ||
	    !game_init(&g, u->game.ops, u->game.seats, &variant, st))
		return false;
	u->game = g;
	u->placed = false;
	calibration_load(&u->calibration, &u->game, NULL);
	return true;
}

static bool
set_multipv(struct usi *u, const char *value, struct status *st)
{
	const long n = strtol(value, NULL, 10);
	if (n < 1 || n > SEARCH_LINES)
		return status_fail(st, "MultiPV: expected 1 to %d, not \"%.40s\"",
				   SEARCH_LINES, value);
	u->multipv = (int)n;
	return true;
}

static bool
usi_set_option(struct usi *u, const char *name, const char *value, struct status *st)
{
	/* A check is true or false, a switch on or off. */
	value = strcmp(value, "true") == 0    ? "on"
		: strcmp(value, "false") == 0 ? "off"
					      : value;
	if (strcmp(name, "USI_Ponder") == 0)
		return true;
	if (strcmp(name, "MultiPV") == 0)
		return set_multipv(u, value, st);
	if (strcmp(name, "USI_Hash") == 0)
		name = "memory";
	if (options_find(player_options(u), name) < 0 &&
	    options_find(&u->game.variant, name) >= 0)
		return usi_set_variant(u, name, value, st);
	return options_set(player_options(u), name, value, st);
}

/* "name NAME value VALUE" */
static void
take_option(struct usi *u, const char *rest)
{
	struct status st = { 0 };
	char word[WORD], name[WORD];
	const bool named =
		engine_word(&rest, word, sizeof word) && strcmp(word, "name") == 0 &&
		engine_word(&rest, name, sizeof name) &&
		engine_word(&rest, word, sizeof word) && strcmp(word, "value") == 0;
	serve_close_search(&u->serve);
	if (!named)
		serve_say("info string setoption: expected name NAME value VALUE");
	else if (!usi_set_option(u, name, rest + strspn(rest, " \t"), &st))
		serve_say("info string setoption: %s", st.text);
}

/* ---- the position --------------------------------------------------------------------- */

/* A move of a game that goes on; its position is noted for repetitions. */
static bool
make_move(struct usi *u, const char *word, struct status *st)
{
	struct game g = u->game;
	const int seat = game_mover(&g, &u->root);
	g.past = &u->past;
	if (seat < 0 || u->count == PLIES)
		return status_fail(st, "the game is over before %.20s", word);
	move m;
	if (!game_parse_move(&g, &u->root, seat, word, &m, st))
		return false;
	u->made[u->count++] = (struct played_move){ seat, m };
	g.rules->play(&g, &u->root, seat, m, &u->root);
	return true;
}

static bool
read_position(struct usi *u, const char *rest, struct status *st)
{
	char word[WORD], sfen[POSITION_TEXT];
	memset(&u->root, 0, sizeof u->root);
	memset(&u->past, 0, sizeof u->past);
	u->count = 0;
	if (!engine_word(&rest, word, sizeof word))
		return status_fail(st, "expected startpos or sfen");
	const char *moves = strstr(rest, " moves");
	if (strcmp(word, "startpos") == 0) {
		u->game.rules->start(&u->game, &u->root);
	} else if (strcmp(word, "sfen") == 0) {
		snprintf(sfen, sizeof sfen, "%.*s",
			 moves != NULL ? (int)(moves - rest) : (int)sizeof sfen - 1,
			 rest);
		if (!u->game.text->parse_position(&u->game, sfen, &u->root, st))
			return false;
	} else {
		return status_fail(st, "expected startpos or sfen, not \"%.20s\"", word);
	}
	if (moves == NULL)
		return true;
	moves += strlen(" moves");
	while (engine_word(&moves, word, sizeof word))
		if (!make_move(u, word, st))
			return false;
	return true;
}

static void
take_position(struct usi *u, const char *rest)
{
	struct status st = { 0 };
	u->placed = read_position(u, rest, &st);
	if (!u->placed)
		serve_say("info string position: %s", st.text);
}

/* ---- answers -------------------------------------------------------------------------- */

/* "cp 35" or "mate 5" of a value of the mover. */
static void
format_score(const struct usi *u, const double *value, const double *win, int plies,
	     char *out, size_t size)
{
	const int mover = u->serve.snap.mover;
	struct bounds b;
	u->game.knowledge->bounds(&u->game, &u->root, &b);
	const double unit = game_unit(&u->game);
	const double low = b.low[mover] / unit, high = b.high[mover] / unit;
	const double x = value[mover];
	const bool won = x >= high, lost = x <= low;
	if ((won || lost) && plies > 0)
		snprintf(out, size, "mate %s%d", lost ? "-" : "", plies);
	else if (won || lost)
		snprintf(out, size, "mate %s", lost ? "-" : "+");
	else
		snprintf(out, size, "cp %.0f",
			 info_centipawns(isnan(win[mover]) ? (x - low) / (high - low)
							   : win[mover]));
}

/* The line as far as it is legal; *mates: its last move ends the game. */
static void
format_line(const struct usi *u, const move *line, int n, struct text *out, bool *mates)
{
	struct game g = u->game;
	struct state at = u->root;
	*mates = false;
	for (int i = 0; i < n; i++) {
		char text[MOVE_TEXT];
		const int seat = game_mover(&g, &at);
		if (seat < 0 || !game_legal(&g, &at, seat, line[i]))
			return;
		g.text->format_move(&g, &at, seat, line[i], text, sizeof text);
		text_add(out, " %s", text);
		g.rules->play(&g, &at, seat, line[i], &at);
	}
	*mates = n > 0 && game_mover(&g, &at) < 0;
}

/* "info ..." of a root move of the snapshot, as line `number`. */
static void
tell_row(const struct usi *u, int row, int number)
{
	const struct snapshot *s = &u->serve.snap;
	const struct stats_move *m = &s->moves[row];
	const bool first = row == 0;
	struct text line = { 0 };
	char score[40], effort[80];
	bool mates;
	format_line(u, first && s->pv_count > 0 ? s->pv : &m->m,
		    first && s->pv_count > 0 ? s->pv_count : 1, &line, &mates);
	format_score(u, m->value, m->win, mates ? first ? s->pv_count : 1 : 0, score,
		     sizeof score);
	const bool own = !first && m->status == MOVE_EXACT && m->depth > 0;
	const int depth = own ? m->depth : s->depth;
	effort_format(s, "nodes {nodes=} nps {nodes_per_s=} time {elapsed_ms}", effort,
		      sizeof effort);
	serve_say("info depth %d seldepth %d multipv %d score %s%s %s pv%s", depth,
		  s->seldepth > depth ? s->seldepth : depth, number, score,
		  m->status == MOVE_AT_MOST    ? " upperbound"
		  : m->status == MOVE_AT_LEAST ? " lowerbound"
					       : "",
		  effort, line.s != NULL ? line.s : "");
	text_free(&line);
}

/* "bestmove ...", with the reply that is expected. */
static void
tell_best(const struct usi *u, move m)
{
	const struct snapshot *s = &u->serve.snap;
	char best[MOVE_TEXT], next[MOVE_TEXT];
	struct state after;
	struct game g = u->game;
	const int seat = game_mover(&g, &u->root);
	g.text->format_move(&g, &u->root, seat, m, best, sizeof best);
	g.rules->play(&g, &u->root, seat, m, &after);
	const int other = game_mover(&g, &after);
	if (s->pv_count < 2 || s->pv[0] != m || other < 0 ||
	    !game_legal(&g, &after, other, s->pv[1])) {
		serve_say("bestmove %s", best);
		return;
	}
	g.text->format_move(&g, &after, other, s->pv[1], next, sizeof next);
	serve_say("bestmove %s ponder %s", best, next);
}

/* Whether a line can be compared with the others: a bound may look better than the best. */
static bool
has_score(const struct stats_move *m)
{
	return m->status != MOVE_UNSEARCHED && m->status != MOVE_AT_MOST &&
	       m->status != MOVE_AT_LEAST;
}

/* Reports what is new since the last report. */
static void
usi_tell(struct serve *serve, bool last)
{
	struct usi *u = (struct usi *)serve;
	const struct snapshot *s = &serve->snap;
	const int64_t now = clock_now_us();
	if (s->move_count == 0 || s->moves[0].status == MOVE_UNSEARCHED ||
	    (s->depth == u->told_depth && s->nodes == u->told_nodes) ||
	    (!last && s->depth == u->told_depth && now - u->told_us < INFO_US))
		return;
	u->told_depth = s->depth;
	u->told_us = now;
	u->told_nodes = s->nodes;
	int line = 0;
	for (int i = 0; i < s->move_count && line < u->multipv; i++)
		if (i == 0 || has_score(&s->moves[i]))
			tell_row(u, i, ++line);
}

/* ---- the search ----------------------------------------------------------------------- */

static bool
usi_prepare(struct usi *u, struct status *st)
{
	const int mover = game_mover(&u->game, &u->root);
	int moved = 0;
	for (int i = 0; i < u->count; i++)
		moved += u->made[i].seat == mover;
	struct search_job job = { .game = &u->game,
				  .root = &u->root,
				  .viewer = mover,
				  .player = &u->player,
				  .seed = question_fork(u->setup->seed, mover, moved),
				  .made = u->made,
				  .made_count = u->count,
				  .past = &u->past,
				  .lines = u->multipv,
				  .calibration = u->calibration.stages ? &u->calibration
								       : NULL };
	return serve_prepare(&u->serve, &job, st);
}

static void
start_search(struct usi *u, const struct usi_go *go)
{
	struct status st = { 0 };
	const int64_t budget = usi_budget(go, game_mover(&u->game, &u->root));
	const bool free = go->infinite || go->ponder;
	if (!usi_prepare(u, &st)) {
		serve_say("info string %s", st.text);
		serve_say("bestmove resign");
		return;
	}
	u->serve.search.limits = (struct limits){ .depth = go->depth,
						  .nodes = go->nodes,
						  .time_ms = free ? 0 : budget };
	if (!free && !go->depth && !go->nodes && !budget)
		u->serve.search.limits = u->player.part[0].limits;
	u->serve.holding = free;
	u->budget_ms = go->ponder ? budget : 0;
	u->told_depth = -1;
	u->told_us = 0;
	if (!serve_start(&u->serve, &st)) {
		serve_say("info string %s", st.text);
		serve_say("bestmove resign");
	}
}

static void
usi_answer(struct serve *serve)
{
	struct usi *u = (struct usi *)serve;
	const move m = search_choice(&serve->search);
	if (serve->snap.note[0] != '\0')
		serve_say("info string %s", serve->snap.note);
	if (m == MOVE_NONE)
		serve_say("bestmove resign");
	else
		tell_best(u, m);
}

static void
take_go(struct usi *u, const char *rest)
{
	const struct usi_go go = usi_read_go(rest);
	serve_halt(&u->serve, true);
	if (go.mate)
		serve_say("checkmate notimplemented");
	else if (!u->placed || game_mover(&u->game, &u->root) < 0)
		serve_say("bestmove resign");
	else
		start_search(u, &go);
}

static void
take_stop(struct usi *u, const char *rest)
{
	serve_halt(&u->serve, true);
}

/* The pondered move was played: the clock runs from now on. */
static void
take_ponderhit(struct usi *u, const char *rest)
{
	if (u->serve.worker == NULL || !u->serve.holding)
		return;
	u->serve.holding = false;
	if (u->budget_ms > 0)
		u->serve.deadline_us = clock_now_us() + u->budget_ms * 1000;
	else
		worker_stop(u->serve.worker);
}

/* ---- commands ------------------------------------------------------------------------- */

static void
usi_take_ready(struct usi *u, const char *rest)
{
	(void)u, (void)rest;
	serve_say("readyok");
}

/* A new game, or the end of one: what was learned is no longer useful. */
static void
take_new_game(struct usi *u, const char *rest)
{
	serve_halt(&u->serve, false);
	serve_close_search(&u->serve);
}

static void
take_quit(struct usi *u, const char *rest)
{
	u->serve.leaving = true;
}

static const struct usi_command {
	const char *word;
	void (*take)(struct usi *u, const char *rest);
	bool quiet; /* what runs is halted first, and its answer said */
} commands[] = {
	{ "usi", usi_greet, false },	      { "setoption", take_option, true },
	{ "isready", usi_take_ready, false }, { "usinewgame", take_new_game, false },
	{ "position", take_position, true },  { "go", take_go, false },
	{ "stop", take_stop, false },	      { "ponderhit", take_ponderhit, false },
	{ "gameover", take_new_game, false }, { "quit", take_quit, false },
};

static void
usi_obey(struct serve *serve, char *text)
{
	struct usi *u = (struct usi *)serve;
	const char *line = text;
	char word[WORD];
	if (!engine_word(&line, word, sizeof word))
		return;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(commands[i].word, word) != 0)
			continue;
		if (commands[i].quiet)
			serve_halt(&u->serve, true);
		commands[i].take(u, line);
		return;
	}
	serve_say("info string unknown command %.40s", word);
}

static const struct serve_ops usi_serve = { usi_obey, usi_tell, usi_answer };

bool
usi_run(const struct usi_setup *setup, struct status *st)
{
	struct usi *u = aligned_alloc(64, (sizeof *u + 63) & ~(size_t)63);
	if (u == NULL)
		return status_fail(st, "not enough memory for a game");
	memset(u, 0, sizeof *u);
	u->setup = setup;
	u->game = setup->game;
	u->player = setup->player;
	u->multipv = 1;
	u->serve.ops = &usi_serve;
	calibration_load(&u->calibration, &u->game, NULL);
	const bool ok = serve_run(&u->serve, st);
	free(u);
	return ok;
}
