/*
 * parsers.c - every parser that reads what people hand in, under one fuzz entry point.
 *
 * The first byte picks the parser, the second the game by the first letter of its key, the
 * rest is the text: the corpus stays what it is when a game comes into the catalog. A parser
 * may refuse with a sentence; it may not crash, and what it accepts must be written and read
 * back.
 */
#include "src/app/catalog.h"
#include "src/core/record.h"
#include "src/core/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct game
pick_game(unsigned letter)
{
	int games = 0, at = -1;
	for (; app_catalog.games[games]; games++)
		if ((unsigned char)app_catalog.games[games]->key[0] == letter && at < 0)
			at = games;
	const struct game_ops *ops =
		app_catalog.games[at >= 0 ? at : (int)letter % games];
	struct game g;
	struct status st = { 0 };
	if (!game_init(&g, ops, 0, NULL, &st))
		abort();
	return g;
}

static void
check_said(bool ok, const struct status *st)
{
	assert(ok != st->failed);
	assert(ok || st->text[0]);
	assert(!strchr(st->text, '\n'));
}

static void
fuzz_record(unsigned k, const char *text)
{
	(void)k;
	static struct match m;
	struct status st = { 0 };
	bool ok = record_read(&m, text, "fuzz", &app_catalog, &st);
	check_said(ok, &st);
	if (!ok)
		return;
	struct text out = { 0 };
	record_write(&m, &out);
	match_close(&m);
	ok = record_read(&m, out.s, "again", &app_catalog, &st);
	assert(ok);
	match_close(&m);
	text_free(&out);
}

static void
fuzz_position(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	struct state s = { 0 }, again = { 0 };
	struct status st = { 0 };
	bool ok = g.text->parse_position(&g, text, &s, &st);
	check_said(ok, &st);
	if (!ok)
		return;
	char line[POSITION_TEXT];
	g.text->format_position(&g, &s, line, sizeof line);
	ok = g.text->parse_position(&g, line, &again, &st);
	assert(ok);
	assert(game_state_hash(&g, &s) == game_state_hash(&g, &again));
	seat_set acting = g.rules->acting(&g, &s);
	for (int seat = 0; seat < g.seats; seat++) {
		static move moves[MOVES_MAX];
		if (acting != ACTING_CHANCE && acting & (seat_set)1 << seat)
			assert(g.rules->moves(&g, &s, seat, moves) >= 1);
	}
}

static void
fuzz_player(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	static struct player p, again;
	struct status st = { 0 };
	bool ok = player_parse(&p, text, &app_catalog, &g, &st);
	check_said(ok, &st);
	if (!ok || p.human)
		return;
	char full[PLAYER_TEXT * 2], second[PLAYER_TEXT * 2];
	player_format(&p, full, sizeof full);
	if (strlen(full) >= PLAYER_TEXT)
		return;
	ok = player_parse(&again, full, &app_catalog, &g, &st);
	assert(ok);
	player_format(&again, second, sizeof second);
	assert(strcmp(full, second) == 0);
}

/* "key=value" lines into a variant. */
static void
fuzz_option(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	char key[64], value[OPTION_TEXT + 2];
	const char *equals = strchr(text, '=');
	if (!equals)
		return;
	snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
	struct status st = { 0 };
	struct options o = g.variant;
	bool ok = options_set(&o, key, equals + 1, &st);
	check_said(ok, &st);
	if (!ok)
		return;
	int at = options_find(&o, key);
	options_format(&o, at, value, sizeof value);
	struct options second = o;
	ok = options_set(&second, key, value, &st);
	assert(ok);
	assert(o.v[at].i == second.v[at].i);
}

static void
fuzz_move(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	struct state s = { 0 };
	struct rng r;
	rng_seed(&r, 1);
	g.rules->start(&g, &s);
	while (g.rules->acting(&g, &s) == ACTING_CHANCE)
		g.rules->play(&g, &s, SEAT_CHANCE, g.chance->sample(&g, &s, &r), &s);
	struct status st = { 0 };
	move m;
	check_said(g.text->parse_move(&g, &s, game_mover(&g, &s), text, &m, &st), &st);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const fuzz[])(unsigned, const char *) = {
		fuzz_record, fuzz_position, fuzz_player, fuzz_option, fuzz_move,
	};
	if (size < 2)
		return 0;
	char *text = malloc(size - 1);
	assert(text);
	memcpy(text, data + 2, size - 2);
	text[size - 2] = '\0';
	fuzz[data[0] % 5](data[1], text);
	free(text);
	return 0;
}
