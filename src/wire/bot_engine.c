/*
 * bot_engine.c - plyscope as a bot: any of its searches in somebody else's arena. See bot.h.
 *
 * The game and its rules are those that the message "game" says; a question is a position, and,
 * where nothing is hidden but choices of the moment, the moves that led there, so that repetitions
 * count and a search goes on with what it learned. Errors go to standard error, and end the bot.
 */
#include "src/wire/bot.h"
#include "src/wire/serve.h"

#include "src/base/clock.h"
#include "src/core/calibration.h"
#include "src/core/past.h"
#include "src/core/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLIES	2000
#define INFO_US 200000 /* between reports */

struct bot_engine {
	struct serve serve;
	const struct bot_setup *setup;
	struct game game;
	struct player player;
	struct calibration calibration;
	struct status st; /* failed: why it ends */
	bool seated;	  /* it knows the game */
	int seat;	  /* SEAT_ALL: it sees everything */
	/* The question. */
	json_int_t id;
	struct state root;
	struct past past;
	struct played_move made[PLIES];
	int count; /* -1: the moves so far are not known */
	int64_t told_us;
};

static void
bot_engine_say(json_t *message)
{
	char *line = bot_line(message);
	serve_say("%s", line);
	free(line);
}

/* ---- the game ----------------------------------------------------------------------------- */

static void
bot_take_hello(struct bot_engine *b, const json_t *m)
{
	char name[PLAYER_TEXT + 40];
	snprintf(name, sizeof name, "plyscope %s, %s", PLYSCOPE_VERSION,
		 b->setup->player);
	bot_engine_say(json_pack("{s:s, s:i, s:s, s:[s], s:[s]}", "say", "ready",
				 "version", BOT_VERSION, "name", name, "games",
				 b->setup->ops->key, "can", "stop"));
}

/* The rules of a "variant", as an object. */
static bool
bot_engine_read_variant(struct bot_engine *b, const json_t *variant)
{
	const struct game_ops *ops = b->setup->ops;
	struct options o;
	const char *key;
	json_t *value;
	int seats = 0;
	options_init(&o, ops->options);
	json_object_foreach((json_t *)variant, key, value)
	{
		char text[24];
		snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
		if (strcmp(key, "seats") == 0)
			seats = (int)json_integer_value(value);
		else if (!options_set(&o, key,
				      json_is_string(value) ? json_string_value(value)
							    : text,
				      &b->st))
			return false;
	}
	return game_init(&b->game, ops, seats, &o, &b->st);
}

static void
bot_take_game(struct bot_engine *b, const json_t *m)
{
	const char *key = bot_text(m, "game");
	const json_t *seat = json_object_get(m, "seat");
	serve_close_search(&b->serve);
	b->seated = false;
	if (key == NULL || strcmp(key, b->setup->ops->key) != 0) {
		status_fail(&b->st, "expected the game %s", b->setup->ops->key);
		return;
	}
	if (!bot_engine_read_variant(b, json_object_get(m, "variant")) ||
	    !player_parse(&b->player, b->setup->player, b->setup->catalog, &b->game,
			  &b->st))
		return;
	b->seat = json_is_integer(seat) ? (int)json_integer_value(seat) - 1 : SEAT_ALL;
	if (b->seat >= b->game.seats || (b->seat < 0 && b->seat != SEAT_ALL)) {
		status_fail(&b->st, "there is no seat %d", b->seat + 1);
		return;
	}
	calibration_load(&b->calibration, &b->game, NULL);
	b->seated = true;
}

/* ---- a question --------------------------------------------------------------------------- */

/* Plays [seat, move] on; its position is noted for repetitions. */
static bool
bot_engine_play(struct bot_engine *b, struct state *at, const json_t *one)
{
	struct game g = b->game;
	struct status ignored = { 0 };
	const char *text = json_string_value(json_array_get(one, 1));
	const int seat = (int)json_integer_value(json_array_get(one, 0)) - 1;
	const seat_set acting = g.rules->acting(&g, at);
	const bool chance = acting == ACTING_CHANCE;
	move m;
	g.past = &b->past;
	if (text == NULL || acting == 0 || b->count == PLIES || chance != (seat < 0) ||
	    (!chance && (seat >= g.seats || (acting >> seat & 1) == 0)) ||
	    !game_parse_move(&g, at, chance ? SEAT_CHANCE : seat, text, &m, &ignored) ||
	    (!chance && !game_legal(&g, at, seat, m)))
		return false;
	b->made[b->count++] = (struct played_move){ chance ? SEAT_CHANCE : seat, m };
	g.rules->play(&g, at, chance ? SEAT_CHANCE : seat, m, at);
	return true;
}

/* The moves since the start, where they lead to the position. */
static void
bot_engine_read_played(struct bot_engine *b, const json_t *list)
{
	struct state at = { 0 };
	size_t i;
	const json_t *one;
	bool fits = json_is_array(list) && !game_hides_cards(&b->game);
	b->count = 0;
	memset(&b->past, 0, sizeof b->past);
	b->game.rules->start(&b->game, &at);
	json_array_foreach(list, i, one) fits = fits && bot_engine_play(b, &at, one);
	if (!fits || b->game.rules->hash(&b->game, &at) !=
			     b->game.rules->hash(&b->game, &b->root)) {
		b->count = -1;
		memset(&b->past, 0, sizeof b->past);
	}
}

/* Of the question, or, where it has none of a kind, of the player. */
static struct limits
bot_engine_read_limits(const struct bot_engine *b, const json_t *m)
{
	struct player limited = b->player;
	const json_t *l = json_object_get(m, "limits");
	const struct limits given = {
		.depth = json_integer_value(json_object_get(l, "depth")),
		.nodes = json_integer_value(json_object_get(l, "nodes")),
		.time_ms = json_integer_value(json_object_get(l, "time_ms")),
		.sims = json_integer_value(json_object_get(l, "sims")),
	};
	player_limit(&limited, &given);
	return limited.part[0].limits;
}

static bool
bot_engine_begin(struct bot_engine *b, const json_t *m)
{
	struct serve *s = &b->serve;
	const json_int_t seat = json_integer_value(json_object_get(m, "seat"));
	const int mover = (int)seat - 1;
	const seat_set acting = b->game.rules->acting(&b->game, &b->root);
	if (acting == ACTING_CHANCE || seat < 1 || seat > b->game.seats ||
	    (acting >> mover & 1) == 0)
		return status_fail(&b->st, "seat %lld is not to move", (long long)seat);
	int moved = 0;
	for (int i = 0; i < b->count; i++)
		moved += b->made[i].seat == mover;
	const struct search_job job = {
		.game = &b->game,
		.root = &b->root,
		.viewer = b->seat == SEAT_ALL ? SEAT_ALL : mover,
		.player = &b->player,
		.seed = question_fork(b->setup->seed, mover, moved),
		.made = b->count >= 0 ? b->made : NULL,
		.made_count = b->count >= 0 ? b->count : 0,
		.past = &b->past,
		.calibration = b->calibration.stages ? &b->calibration : NULL,
		.bounded = true,
	};
	if (!serve_prepare(s, &job, &b->st))
		return false;
	s->search.limits = bot_engine_read_limits(b, m);
	return serve_start(s, &b->st);
}

static void
bot_take_question(struct bot_engine *b, const json_t *m)
{
	const char *position = bot_text(m, "position");
	serve_halt(&b->serve, false);
	b->id = json_integer_value(json_object_get(m, "id"));
	b->told_us = clock_now_us();
	memset(&b->root, 0, sizeof b->root);
	if (!b->seated || position == NULL)
		status_fail(&b->st,
			    "expected \"game\" before \"decide\", and a position");
	else if (b->game.text->parse_position(&b->game, position, &b->root, &b->st) &&
		 game_knows_hand(&b->game, &b->root, b->seat, &b->st)) {
		bot_engine_read_played(b, json_object_get(m, "played"));
		bot_engine_begin(b, m);
	}
}

/* ---- what it says ------------------------------------------------------------------------- */

/* The figures of the snapshot that the protocol has. */
static json_t *
bot_engine_figures(const struct bot_engine *b, const char *say)
{
	static const char *const keys[] = { "value", "win",   "depth", "seldepth",
					    "nodes", "moves", "pv" };
	json_t *all = json_object(),
	       *out = json_pack("{s:s, s:I}", "say", say, "id", b->id);
	snapshot_to_json(&b->serve.snap, &b->game, &b->root, all);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set(out, keys[i], json_object_get(all, keys[i]));
	json_decref(all);
	return out;
}

static void
bot_engine_tell(struct serve *s, bool last)
{
	struct bot_engine *b = (struct bot_engine *)s;
	const int64_t now = clock_now_us();
	if (last || s->snap.move_count == 0 || now - b->told_us < INFO_US)
		return;
	b->told_us = now;
	bot_engine_say(bot_engine_figures(b, "info"));
}

static void
bot_engine_answer(struct serve *s)
{
	struct bot_engine *b = (struct bot_engine *)s;
	const move m = search_choice(&s->search);
	char text[MOVE_TEXT];
	if (m == MOVE_NONE) {
		status_fail(&b->st, "%s", s->snap.note);
		s->leaving = true;
		return;
	}
	b->game.text->format_move(&b->game, &b->root, s->search.mover, m, text,
				  sizeof text);
	json_t *out = bot_engine_figures(b, "move");
	json_object_set_new(out, "move", json_text(text));
	bot_engine_say(out);
}

/* ---- messages ----------------------------------------------------------------------------- */

static void
bot_take_stop(struct bot_engine *b, const json_t *m)
{
	serve_halt(&b->serve, true);
}

static void
bot_take_quit(struct bot_engine *b, const json_t *m)
{
	serve_halt(&b->serve, false);
	b->serve.leaving = true;
}

static void
bot_engine_obey(struct serve *s, char *line)
{
	static const struct {
		const char *word;
		void (*take)(struct bot_engine *b, const json_t *m);
	} messages[] = {
		{ "hello", bot_take_hello },	 { "game", bot_take_game },
		{ "decide", bot_take_question }, { "stop", bot_take_stop },
		{ "quit", bot_take_quit },
	};
	struct bot_engine *b = (struct bot_engine *)s;
	json_t *m = bot_read_line(line, &b->st);
	for (size_t i = 0; m != NULL && i < sizeof messages / sizeof *messages; i++)
		if (bot_says(m, messages[i].word)) {
			messages[i].take(b, m);
			break;
		}
	json_decref(m);
	s->leaving |= b->st.failed;
}

static const struct serve_ops bot_serve = { bot_engine_obey, bot_engine_tell,
					    bot_engine_answer };

bool
bot_serve_run(const struct bot_setup *setup, struct status *st)
{
	struct bot_engine *b = aligned_alloc(64, (sizeof *b + 63) & ~(size_t)63);
	if (b == NULL)
		return status_fail(st, "not enough memory for a game");
	memset(b, 0, sizeof *b);
	b->setup = setup;
	b->serve.ops = &bot_serve;
	const bool ok = serve_run(&b->serve, st);
	if (b->st.failed)
		*st = b->st;
	free(b);
	return ok && !st->failed;
}
