/*
 * openspiel.c - see openspiel.h.
 *
 * All of it goes by the texts of moves and positions, so that no game needs to know of it. Where
 * one of our moves is several actions there (a pass of cards, a chain of hops) they follow each
 * other.
 *
 * Boards: rows and columns from 0 at the lower left, where the first player begins.
 */
#include "src/wire/openspiel/private.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED	  1 /* of the deal that fits */
#define SEATS	  4 /* of Hearts and Spades */
#define GAME_TEXT 160

static int64_t
rule(const struct game *g, const char *key)
{
	return options_int(&g->variant, key);
}

/* Whether a rule is the word of a choice. */
static bool
rule_is(const struct game *g, const char *key, const char *word)
{
	char text[OPTION_TEXT + 2];
	options_format(&g->variant, options_find(&g->variant, key), text, sizeof text);
	return strcmp(text, word) == 0;
}

static const char *
bool_word(bool on)
{
	return on ? "true" : "false";
}

static bool
name_breakthrough(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "breakthrough(rows=%d,columns=%d)", (int)rule(g, "rows"),
		 (int)rule(g, "columns"));
	return rule(g, "rows") >= 6; /* with fewer each side has one row of men there */
}

static bool
name_lines(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "lines_of_action");
	return rule(g, "size") == 8;
}

static bool
name_star(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "chinese_checkers(players=%d)", g->seats);
	return rule(g, "size") == 4 && rule_is(g, "pegs", "standard");
}

static bool
name_goofspiel(const struct game *g, char *out, size_t size)
{
	char order[OPTION_TEXT + 2];
	options_format(&g->variant, options_find(&g->variant, "order"), order,
		       sizeof order);
	snprintf(out, size,
		 "goofspiel(players=%d,num_cards=%d,points_order=%s,returns_type=%s)",
		 g->seats, (int)rule(g, "cards"), order,
		 rule_is(g, "payoff", "difference") ? "point_difference" : "win_loss");
	return rule_is(g, "ties", "discard");
}

static bool
name_zumo(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "oshi_zumo(coins=%d,size=%d,min_bid=%d,alesia=%s)",
		 (int)rule(g, "coins"), (int)rule(g, "size"), (int)rule(g, "minimum"),
		 bool_word(rule_is(g, "alesia", "on")));
	return true;
}

static bool
name_kuhn(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "kuhn_poker");
	return rule(g, "ranks") == 3 && rule(g, "hands") == 1;
}

static bool
name_leduc(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "leduc_poker");
	return rule(g, "ranks") == 3 && rule(g, "suits") == 2 && rule(g, "hands") == 1 &&
	       rule(g, "raises") == 2 && rule(g, "ante") == 1 &&
	       rule_is(g, "betting", "limit");
}

static bool
name_hearts(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "hearts(pass_cards=%s,jd_bonus=%s,qs_breaks_hearts=%s)",
		 bool_word(!rule_is(g, "passing", "off")),
		 bool_word(rule_is(g, "jack", "on")),
		 bool_word(rule_is(g, "queen_breaks", "on")));
	return g->seats == SEATS && rule_is(g, "moon", "others");
}

static bool
name_spades(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "spades");
	return g->seats == SEATS && rule_is(g, "partners", "on") &&
	       rule_is(g, "bidding", "on") && rule_is(g, "blind", "off");
}

/* "a1-b2", "a1xb2": columns and rows from 0, and whether it takes. */
static void
read_squares(const char *text, int at[static 4], bool *takes)
{
	char *end;
	at[0] = text[0] - 'a';
	at[1] = (int)strtol(text + 1, &end, 10) - 1;
	*takes = *end == 'x';
	at[2] = end[1] - 'a';
	at[3] = (int)strtol(end + 2, NULL, 10) - 1;
}

static int
act_breakthrough(const struct game *g, const struct state *s, int seat, const char *text,
		 int *out)
{
	int at[4];
	bool takes;
	(void)s;
	read_squares(text, at, &takes);
	const int direction = (seat == 0 ? 1 : 4) + at[2] - at[0];
	const int square = at[1] * (int)rule(g, "columns") + at[0];
	out[0] = (square * 6 + direction) * 2 + takes;
	return 1;
}

static int
act_lines(const struct game *g, const struct state *s, int seat, const char *text,
	  int *out)
{
	int at[4];
	bool takes;
	(void)g, (void)s, (void)seat;
	if (strchr(text, '-') == NULL && strchr(text, 'x') == NULL)
		return 0; /* a pass, which is not there */
	read_squares(text, at, &takes);
	out[0] = (((at[1] * 8 + at[0]) * 8 + at[3]) * 8 + at[2]) * 2 + takes;
	return 1;
}

static int
act_number(const struct game *g, const struct state *s, int seat, const char *text,
	   int *out)
{
	(void)s, (void)seat;
	out[0] = atoi(text) - (strcmp(g->ops->key, "goofspiel") == 0);
	return 1;
}

static const struct openspiel_game {
	const char *key;
	/* Their string into out; false: these rules are not there. */
	bool (*name)(const struct game *g, char *out, size_t size);
	openspiel_act *act;
	openspiel_write *write;	   /* NULL: move by move from the start */
	openspiel_begin *begin;	   /* NULL: at the start */
	openspiel_read_move *read; /* NULL: the legal move whose actions come next */
	bool position; /* written from the position, without the moves since the start */
} games[] = {
	{ "breakthrough", name_breakthrough, act_breakthrough, NULL, NULL, NULL, false },
	{ "lines-of-action", name_lines, act_lines, NULL, NULL, NULL, false },
	{ "chinese-checkers", name_star, openspiel_act_star, NULL, NULL,
	  openspiel_read_star, false },
	{ "goofspiel", name_goofspiel, act_number, NULL, NULL, NULL, false },
	{ "oshi-zumo", name_zumo, act_number, NULL, NULL, NULL, false },
	{ "kuhn", name_kuhn, openspiel_act_kuhn, openspiel_write_poker,
	  openspiel_begin_poker, NULL, true },
	{ "leduc", name_leduc, openspiel_act_leduc, openspiel_write_poker,
	  openspiel_begin_poker, NULL, true },
	{ "hearts", name_hearts, openspiel_act_cards, openspiel_write_hearts,
	  openspiel_begin_hearts, NULL, false },
	{ "spades", name_spades, openspiel_act_spades, openspiel_write_spades,
	  openspiel_begin_spades, NULL, false },
};

/* Their string into name; NULL: st. */
static const struct openspiel_game *
openspiel_find(const struct game *g, char name[static GAME_TEXT], struct status *st)
{
	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		if (strcmp(games[i].key, g->ops->key) == 0) {
			if (games[i].name(g, name, GAME_TEXT))
				return &games[i];
			status_fail(st, "OpenSpiel has no %s by these rules",
				    g->ops->title);
			return NULL;
		}
	status_fail(st, "%s cannot be written as a history of OpenSpiel", g->ops->title);
	return NULL;
}

int
openspiel_actions(const struct game *g, const struct state *s, int seat, move m, int *out)
{
	char name[GAME_TEXT], text[MOVE_TEXT];
	const struct openspiel_game *o = openspiel_find(g, name, NULL);
	g->text->format_move(g, s, seat, m, text, sizeof text);
	return o != NULL ? o->act(g, s, seat, text, out) : 0;
}

void
openspiel_add(struct telling *t, int action)
{
	json_array_append_new(t->history, json_integer(action));
}

/* Of a game where nothing is hidden but choices of the moment: move by move from the start. */
static bool
write_moves(struct telling *t, openspiel_act *act)
{
	struct game plain = *t->g;
	struct state at = { 0 };
	assert(t->made != NULL || t->count == 0);
	plain.past = NULL;
	plain.rules->start(&plain, &at);
	for (int i = 0; i < t->count; i++) {
		const struct played_move *made = &t->made[i];
		char text[MOVE_TEXT];
		int actions[OPENSPIEL_MOST];
		const seat_set acting = plain.rules->acting(&plain, &at);
		const bool chance = made->seat == SEAT_CHANCE;
		if (chance != (acting == ACTING_CHANCE) ||
		    (!chance && (acting >> made->seat & 1) == 0))
			return false;
		plain.text->format_move(&plain, &at, made->seat, made->m, text,
					sizeof text);
		const int n = act(&plain, &at, made->seat, text, actions);
		for (int k = 0; k < n; k++)
			openspiel_add(t, actions[k]);
		if (n == 0)
			return false;
		plain.rules->play(&plain, &at, made->seat, made->m, &at);
	}
	return true;
}

json_t *
openspiel_state(const struct game *g, const struct state *s, int viewer,
		const struct played_move *made, int count, struct status *st)
{
	char name[GAME_TEXT], text[POSITION_TEXT];
	const struct openspiel_game *o = openspiel_find(g, name, st);
	struct state whole = *s;
	struct rng rng;
	if (o == NULL)
		return NULL;
	if (made == NULL && !o->position) {
		status_fail(st, "the moves since the start are not known");
		return NULL;
	}
	const int mover = game_mover(g, s);
	if (mover < 0) {
		status_fail(st, "there is nothing to decide");
		return NULL;
	}
	rng_seed(&rng, SEED);
	if (game_hidden(g) && viewer >= 0)
		g->hidden->determinize(g, &whole, viewer, &rng);
	g->text->format_position(g, &whole, text, sizeof text);
	struct telling t = { .g = g,
			     .s = s,
			     .mover = mover,
			     .text = text,
			     .made = made,
			     .count = count,
			     .history = json_array() };
	if (o->write != NULL ? o->write(&t) : write_moves(&t, o->act))
		return json_pack("{s:s, s:i, s:o}", "game", name, "player",
				 (mover - t.first + g->seats) % g->seats, "history",
				 t.history);
	json_decref(t.history);
	status_fail(st, "OpenSpiel has no such history");
	return NULL;
}

/* ---- reading ------------------------------------------------------------------------------ */

int
openspiel_next(struct reading *r, int most)
{
	if (r->at == r->count || r->action[r->at] < 0 || r->action[r->at] >= most)
		return -1;
	return r->action[r->at++];
}

/* Whether these actions come next; several are cards, which are passed in any order. */
static bool
comes_next(const struct reading *r, const int *actions, int count)
{
	uint64_t want = 0, have = 0;
	if (count == 0 || r->at + count > r->count)
		return false;
	if (count == 1)
		return r->action[r->at] == actions[0];
	for (int i = 0; i < count; i++) {
		const int action = r->action[r->at + i];
		if (action < 0 || action >= CARDS)
			return false;
		want |= UINT64_C(1) << actions[i];
		have |= UINT64_C(1) << action;
	}
	return want == have;
}

/* The legal move whose actions come next. */
static bool
read_one(const struct openspiel_game *o, struct reading *r, const struct state *s,
	 int seat, move *out)
{
	char text[MOVE_TEXT];
	struct status ignored = { 0 };
	move moves[MOVES_MAX];
	if (o->read != NULL)
		return o->read(r, s, text) &&
		       game_parse_move(r->g, s, seat, text, out, &ignored) &&
		       game_legal(r->g, s, seat, *out);
	const int n = r->g->rules->moves(r->g, s, seat, moves);
	for (int i = 0; i < n; i++) {
		int actions[OPENSPIEL_MOST];
		r->g->text->format_move(r->g, s, seat, moves[i], text, sizeof text);
		const int k = o->act(r->g, s, seat, text, actions);
		if (!comes_next(r, actions, k))
			continue;
		r->at += k;
		*out = moves[i];
		return true;
	}
	return false;
}

/* Plays the rest of the history on; a prize that is turned up is a number, too. */
static bool
read_moves(const struct openspiel_game *o, struct reading *r, struct state *s,
	   struct status *st)
{
	while (r->at < r->count) {
		const int number = r->at + 1, action = r->action[r->at];
		const seat_set acting = r->g->rules->acting(r->g, s);
		const bool chance = acting == ACTING_CHANCE;
		const int seat = chance ? SEAT_CHANCE : game_mover(r->g, s);
		char text[24];
		struct status ignored = { 0 };
		move m = MOVE_NONE;
		snprintf(text, sizeof text, "%d", action + 1);
		if (acting == 0 ||
		    (chance ? !game_parse_move(r->g, s, SEAT_CHANCE, text, &m, &ignored)
			    : !read_one(o, r, s, seat, &m)))
			return status_fail(st,
					   "history: action %d, number %d: no move here",
					   action, number);
		r->at += chance;
		r->g->rules->play(r->g, s, seat, m, s);
	}
	return true;
}

bool
openspiel_read(const struct game *g, const char *text, struct state *s, struct status *st)
{
	char name[GAME_TEXT];
	const struct openspiel_game *o = openspiel_find(g, name, st);
	json_t *object = o != NULL ? json_loads(text, 0, NULL) : NULL;
	const char *game = json_string_value(json_object_get(object, "game"));
	const json_t *history = json_object_get(object, "history");
	bool ok = o != NULL;
	if (ok && (game == NULL || !json_is_array(history)))
		ok = status_fail(st, "expected {\"game\":\"%s\",\"history\":[...]}",
				 name);
	else if (ok && strcmp(game, name) != 0)
		ok = status_fail(st, "game: expected %s for these rules, not %.60s", name,
				 game);
	const size_t n = ok ? json_array_size(history) : 0;
	int *action = malloc((n + 1) * sizeof *action);
	if (action == NULL)
		ok = status_fail(st, "out of memory");
	for (size_t i = 0; ok && i < n; i++) {
		const json_t *one = json_array_get(history, i);
		const json_int_t value =
			json_is_integer(one) ? json_integer_value(one) : -1;
		action[i] = value >= 0 && value < INT_MAX ? (int)value : -1;
	}
	struct reading r = { g, action, (int)n, 0 };
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	if (ok && o->begin != NULL)
		ok = o->begin(&r, s, st);
	ok = ok && read_moves(o, &r, s, st);
	free(action);
	json_decref(object);
	return ok;
}
