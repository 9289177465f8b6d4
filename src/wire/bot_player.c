/*
 * bot_player.c - anybody's program as a player of any game: `bot:command=...`. See bot.h.
 *
 * The program lives as long as the search object, which lives through a game (SEARCH_BY_STATE:
 * each question is whole, so that nothing is kept of the one before). The greeting takes no time
 * from a move. An answer is due when its time is over, or at once without one, and patience=
 * after that the program is given up: its reports do not put that off.
 *
 * Figures are those that the bot says of itself, and so are its words.
 */
#include "src/wire/bot.h"

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/core/search_ops.h"
#include "src/wire/guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUIT "{\"say\":\"quit\"}"
#define STOP "{\"say\":\"stop\"}"

struct bot {
	struct guest guest;
	char name[ENGINE_NAME]; /* as it says itself; empty: its program's */
	bool greeted;
	bool stops; /* it answers "stop" */
	int asked;
};

static struct bot *
bot_of(const struct search *s)
{
	return s->self;
}

static bool
bot_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return guest_misfit("bot", "./bot.py", o, out, size);
}

static bool
bot_start(struct search *s, struct status *st)
{
	struct bot *b = bot_of(s);
	b->greeted = false;
	if (!guest_start(s, &b->guest, st))
		return false;
	b->guest.engine.quit = QUIT;
	return true;
}

static bool
bot_open(struct search *s, struct status *st)
{
	return guest_open(s, sizeof(struct bot), st) != NULL && bot_start(s, st);
}

static void
bot_close(struct search *s)
{
	engine_end(&bot_of(s)->guest.engine);
}

static bool
bot_advance(struct search *s, const struct played_move *made, int count)
{
	(void)made, (void)count;
	return bot_of(s)->guest.engine.pid != 0;
}

static bool
bot_say(struct bot *b, json_t *message, struct status *st)
{
	char *line = bot_line(message);
	const bool ok = engine_say_line(&b->guest.engine, line, st);
	free(line);
	return ok;
}

/* A line as a message; NULL: st. */
static json_t *
bot_hear(const struct bot *b, const char *line, struct status *st)
{
	json_t *m = bot_read_line(line, st);
	if (m == NULL)
		status_prefix(st, "%s says", b->guest.engine.program);
	return m;
}

static void
bot_over(struct search *s, const struct state *end)
{
	struct bot *b = bot_of(s);
	struct status ignored = { 0 };
	if (b->guest.engine.pid != 0 && b->greeted)
		bot_say(b, bot_tell_end(s->game, end, s->viewer), &ignored);
}

/* ---- the greeting ------------------------------------------------------------------------- */

static bool
lists_text(const json_t *list, const char *text)
{
	size_t i;
	const json_t *x;
	json_array_foreach(list, i, x)
	{
		const char *one = json_string_value(x);
		if (one != NULL && strcmp(one, text) == 0)
			return true;
	}
	return false;
}

static bool
bot_read_ready(struct search *s, const json_t *m, struct status *st)
{
	struct bot *b = bot_of(s);
	const char *name = bot_text(m, "name");
	const json_t *games = json_object_get(m, "games");
	const json_int_t version = json_integer_value(json_object_get(m, "version"));
	if (version != BOT_VERSION)
		return status_fail(st,
				   "%s speaks version %lld of the bot protocol, not %d",
				   b->guest.engine.program, (long long)version,
				   BOT_VERSION);
	if (json_is_array(games) && !lists_text(games, s->game->ops->key))
		return status_fail(st, "%s does not play %s", b->guest.engine.program,
				   s->game->ops->title);
	snprintf(b->name, sizeof b->name, "%s",
		 name != NULL ? name : b->guest.engine.program);
	text_make_plain(b->name);
	b->stops = lists_text(json_object_get(m, "can"), "stop");
	return true;
}

static enum guest_line
bot_take_ready(struct search *s, char *line, struct status *st)
{
	json_t *m = bot_hear(bot_of(s), line, st);
	const bool ready = m != NULL && bot_says(m, "ready");
	const bool ok = m != NULL && (!ready || bot_read_ready(s, m, st));
	json_decref(m);
	return !ok ? GUEST_WRONG : ready ? GUEST_ENOUGH : GUEST_MORE;
}

/* Says hello, waits for "ready", and tells the game. */
static bool
bot_greet(struct search *s, struct status *st)
{
	struct bot *b = bot_of(s);
	guest_expect(s, &b->guest, "has not said it is ready for");
	if (!bot_say(b,
		     json_pack("{s:s, s:i, s:s}", "say", "hello", "version", BOT_VERSION,
			       "program", "plyscope " PLYSCOPE_VERSION),
		     st) ||
	    !guest_await(s, &b->guest, bot_take_ready, st))
		return false;
	b->greeted = true;
	return bot_say(b, bot_tell_game(s->game, s->viewer), st);
}

/* ---- a decision --------------------------------------------------------------------------- */

static bool
bot_ask(struct search *s, struct status *st)
{
	struct bot *b = bot_of(s);
	const struct bot_question q = { .game = s->game,
					.root = &s->root,
					.viewer = s->viewer,
					.mover = s->mover,
					.made = s->made,
					.made_count = s->made_count,
					.limits = s->limits,
					.id = ++b->asked };
	guest_expect(s, &b->guest, "does not answer within");
	if (s->limits.time_ms > 0)
		b->guest.since_us += s->limits.time_ms * 1000;
	return bot_say(b, bot_tell_question(&q), st);
}

/* Takes its answer. False: it is not a legal move. */
static bool
bot_take_answer(struct search *s, const json_t *m, struct status *st)
{
	const struct bot *b = bot_of(s);
	const char *text = bot_text(m, "move");
	char shown[MOVE_TEXT];
	bot_take_figures(s, m);
	const move chosen = bot_take_move(s->game, &s->root, s->mover, text);
	if (chosen != MOVE_NONE) {
		guest_choose(s, chosen);
		if (s->live.pv_count == 0 || s->live.pv[0] != chosen)
			s->live.pv_count = 1;
		s->live.pv[0] = chosen;
		return true;
	}
	snprintf(shown, sizeof shown, "%s", text != NULL ? text : "");
	text_make_plain(shown);
	return status_fail(st, "%s plays \"%s\", which is not a legal move",
			   b->guest.engine.program, shown);
}

/* Whether a message is about the last question: an answer that comes too late is passed over. */
static bool
bot_is_about(const struct bot *b, const json_t *m)
{
	const json_t *id = json_object_get(m, "id");
	return id == NULL || json_integer_value(id) == b->asked;
}

static enum guest_line
bot_take_thought(struct search *s, char *line, struct status *st)
{
	struct bot *b = bot_of(s);
	enum guest_line got = GUEST_MORE;
	json_t *m = bot_hear(b, line, st);
	if (m == NULL)
		return GUEST_WRONG;
	if (bot_is_about(b, m) && bot_says(m, "move"))
		got = bot_take_answer(s, m, st) ? GUEST_ENOUGH : GUEST_WRONG;
	else if (bot_is_about(b, m) && bot_says(m, "info"))
		bot_take_figures(s, m);
	json_decref(m);
	return got;
}

static bool
bot_answer(struct search *s, enum stop_reason *reason, struct status *st)
{
	struct bot *b = bot_of(s);
	if (b->guest.engine.pid == 0 && !bot_start(s, st))
		return false;
	if (!b->greeted && !bot_greet(s, st))
		return false;
	struct stats_words *words = snapshot_attach(&s->live, ATTACHED_WORDS);
	if (words != NULL)
		memcpy(words->by, b->name, sizeof words->by);
	s->started_us = s->polled_us = clock_now_us();
	return bot_ask(s, st) && guest_think(s, &b->guest, b->stops ? STOP : NULL,
					     bot_take_thought, reason, st);
}

static void
bot_run(struct search *s)
{
	struct status st = { 0 };
	enum stop_reason reason;
	s->live.visits_of = "visits";
	s->live.sorted = true;
	if (bot_answer(s, &reason, &st))
		s->live.stop = reason;
	else
		guest_fail(s, &bot_of(s)->guest, &st);
}

/* ---- the tables --------------------------------------------------------------------------- */

static const struct option_spec bot_options[] = {
	GUEST_COMMAND("./bot.py", "command line of the bot; required"),
	GUEST_PATIENCE("give the bot up when it has not answered so long after its time"),
	{ .key = NULL },
};

static const struct foreign_ops bot_foreign = { .ask = NULL };

const struct search_ops bot_search = {
	.key = "bot",
	.title = "Bot",
	.summary = "another program that plays, by plyscope's bot protocol",
	.source = "plyscope-formats(5)",
	.flags = SEARCH_HIDDEN_OK | SEARCH_OWN_WIN | SEARCH_BY_STATE,
	.misfit = bot_misfit,
	.options = bot_options,
	.open = bot_open,
	.run = bot_run,
	.advance = bot_advance,
	.over = bot_over,
	.close = bot_close,
	.foreign = &bot_foreign,
};
