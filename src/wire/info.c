/* info.c - see info.h. */
#include "src/wire/info.h"

#include "src/wire/engine.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define WORD	 24
#define CP_MOST	 30000.0 /* no score is farther from even */
#define WIN_EDGE 1e-9
#define SCALE	 600.0 /* centipawns of the chance to win */

/* "cp 35", "mate -3", "mate +", and what bounds it. */
static void
read_score(const char **at, struct info *out)
{
	char kind[WORD], value[WORD], bound[WORD];
	if (!engine_word(at, kind, sizeof kind) || !engine_word(at, value, sizeof value))
		return;
	out->mate = strcmp(kind, "mate") == 0;
	if (!out->mate && strcmp(kind, "cp") != 0)
		return;
	char *end;
	out->score = strtol(value, &end, 10);
	if (out->mate && end == value)
		out->score = value[0] == '-' ? -INFO_MATE : INFO_MATE;
	else if (end == value)
		return;
	if (out->mate && out->score == 0) /* it is mated already */
		out->score = -INFO_MATE;
	out->scored = true;
	const char *next = *at;
	if (engine_word(&next, bound, sizeof bound)) {
		out->lower = strcmp(bound, "lowerbound") == 0;
		out->upper = strcmp(bound, "upperbound") == 0;
		*at = out->lower || out->upper ? next : *at;
	}
}

static bool
info_read_number(const char *key, const char **at, struct info *out)
{
	const struct {
		const char *key;
		int64_t *to;
	} numbers[] = {
		{ "depth", &out->depth },     { "seldepth", &out->seldepth },
		{ "nodes", &out->nodes },     { "hashfull", &out->hashfull },
		{ "multipv", &out->multipv },
	};
	char value[WORD];
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strcmp(key, numbers[i].key) == 0) {
			if (engine_word(at, value, sizeof value))
				*numbers[i].to = strtoll(value, NULL, 10);
			return true;
		}
	return false;
}

bool
info_read(const char *line, struct info *out)
{
	char key[WORD];
	bool any = false;
	*out = (struct info){
		.depth = -1, .seldepth = -1, .nodes = -1, .hashfull = -1, .multipv = -1
	};
	if (!engine_word(&line, key, sizeof key) || strcmp(key, "info") != 0)
		return false;
	while (engine_word(&line, key, sizeof key)) {
		if (strcmp(key, "string") == 0)
			break;
		if (strcmp(key, "pv") == 0) {
			out->pv = line;
			return true;
		}
		if (strcmp(key, "score") == 0) {
			read_score(&line, out);
			any = true;
		} else {
			any |= info_read_number(key, &line, out);
		}
	}
	return any;
}

double
info_win(double centipawns)
{
	return 1 / (1 + exp(-centipawns / SCALE));
}

double
info_centipawns(double win)
{
	const double p = win < WIN_EDGE	      ? WIN_EDGE
			 : win > 1 - WIN_EDGE ? 1 - WIN_EDGE
					      : win;
	const double cp = SCALE * log(p / (1 - p));
	return cp > CP_MOST ? CP_MOST : cp < -CP_MOST ? -CP_MOST : cp;
}
