/*
 * usi_go.c - see usi_go.h.
 *
 * A move gets its byoyomi, most of its increment and a part of the main time such that a game
 * of twice as many moves can be played; something is kept back for the way to the clock.
 */
#include "src/wire/usi_go.h"

#include "src/wire/engine.h"

#include <stdlib.h>
#include <string.h>

#define MOVES_LEFT 25
#define MARGIN_MS  40
#define LEAST_MS   5
#define MOST_MS	   INT64_C(31536000000) /* a year: no clock says more */

static bool
read_switch(struct usi_go *go, const char *word)
{
	bool *const to = strcmp(word, "infinite") == 0 ? &go->infinite
			 : strcmp(word, "ponder") == 0 ? &go->ponder
						       : NULL;
	if (to != NULL)
		*to = true;
	return to != NULL;
}

struct usi_go
usi_read_go(const char *rest)
{
	struct usi_go go = { 0 };
	const struct {
		const char *word;
		int64_t *to;
		bool clock;
	} numbers[] = {
		{ "btime", &go.left_ms[0], true },   { "wtime", &go.left_ms[1], true },
		{ "binc", &go.gain_ms[0], true },    { "winc", &go.gain_ms[1], true },
		{ "byoyomi", &go.byoyomi_ms, true }, { "movetime", &go.move_ms, true },
		{ "depth", &go.depth, false },	     { "nodes", &go.nodes, false },
	};
	char word[24];
	while (engine_word(&rest, word, sizeof word)) {
		if (strcmp(word, "mate") == 0)
			go.mate = true;
		if (read_switch(&go, word))
			continue;
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
			if (strcmp(word, numbers[i].word) == 0 &&
			    engine_word(&rest, word, sizeof word)) {
				const int64_t n = strtoll(word, NULL, 10);
				*numbers[i].to = n < 0 ? 0
						 : numbers[i].clock && n > MOST_MS
							 ? MOST_MS
							 : n;
				go.clock |= numbers[i].clock;
				break;
			}
	}
	return go;
}

int64_t
usi_budget(const struct usi_go *go, int seat)
{
	if (!go->clock)
		return 0;
	const int64_t left = go->left_ms[seat], most = left + go->byoyomi_ms - MARGIN_MS;
	int64_t budget = go->move_ms > 0 ? go->move_ms - MARGIN_MS
					 : left / MOVES_LEFT + go->gain_ms[seat] * 3 / 4 +
						   go->byoyomi_ms - MARGIN_MS;
	if (go->move_ms == 0 && budget > most)
		budget = most;
	return budget > LEAST_MS ? budget : LEAST_MS;
}
