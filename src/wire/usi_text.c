/* usi_text.c - see usi_text.h. */
#include "src/wire/usi_text.h"

#include "src/base/text.h"
#include "src/wire/engine.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
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

/* A move gets its byoyomi, most of its increment and a part of the main time such that a game of
 * twice as many moves can be played; something is kept back for the way to the clock. */
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

#define NAME_MOST 48

void
option_lines_init(struct option_lines *l, const char *program)
{
	memset(l, 0, sizeof *l);
	snprintf(l->help, sizeof l->help, "an option of %.60s", program);
}

/* Copies n bytes of text; NULL: no room. */
static const char *
option_line_keep(struct option_lines *l, const char *from, size_t n)
{
	char *at = l->text + l->used;
	if (n >= sizeof l->text - l->used)
		return NULL;
	memcpy(at, from, n);
	at[n] = '\0';
	l->used += n + 1;
	return at;
}

/* What stands between a word and the next one of these, or the end; NULL: the word is not there. */
static const char *
after(const char *line, const char *word, const char *until, size_t *length)
{
	const char *at = strstr(line, word);
	if (at == NULL)
		return NULL;
	at += strlen(word);
	const char *end = until != NULL ? strstr(at, until) : NULL;
	*length = end != NULL ? (size_t)(end - at) : strlen(at);
	return at;
}

/* Whether a text can stand in "Name=value;Name=value", within a list of options. */
static bool
is_plain(const char *text, const char *none_of)
{
	for (const char *p = text; *p != '\0'; p++)
		if (*p < ' ' || *p > '~' || strchr(none_of, *p) != NULL)
			return false;
	return true;
}

static bool
option_line_read_number(const char *line, const char *word, double *out)
{
	size_t n;
	const char *at = after(line, word, NULL, &n);
	char *end;
	if (at == NULL)
		return false;
	*out = (double)strtoll(at, &end, 10);
	return end != at;
}

static bool
read_spin(struct option_lines *l, const char *rest, struct option_spec *s)
{
	double deflt;
	char text[24];
	if (!option_line_read_number(rest, " default ", &deflt) ||
	    !option_line_read_number(rest, " min ", &s->min) ||
	    !option_line_read_number(rest, " max ", &s->max) || s->min > s->max)
		return false;
	deflt = deflt < s->min ? s->min : deflt > s->max ? s->max : deflt;
	s->kind = OPTION_INT;
	s->unit = "";
	s->deflt = option_line_keep(l, text,
				    (size_t)snprintf(text, sizeof text, "%.0f", deflt));
	return s->deflt != NULL;
}

static bool
read_check(struct option_lines *l, const char *rest, struct option_spec *s)
{
	s->kind = OPTION_SWITCH;
	s->deflt = strstr(rest, " default true") != NULL ? "on" : "off";
	return true;
}

/* "calm|wild", the default first where it is none of them. */
static bool
read_combo(struct option_lines *l, const char *rest, struct option_spec *s)
{
	size_t n;
	const char *at = after(rest, " default ", " var ", &n);
	if (at == NULL || n == 0)
		return false;
	s->kind = OPTION_CHOICE;
	s->deflt = option_line_keep(l, at, n);
	char *to = l->text + l->used;
	bool listed = false;
	size_t used = 0;
	const size_t room = sizeof l->text - l->used;
	for (at += n; s->deflt != NULL && (at = after(at, " var ", " var ", &n)) != NULL;
	     at += n) {
		if (n == 0 || n >= OPTION_TEXT || memchr(at, '|', n) != NULL ||
		    used + n + 2 >= room)
			continue;
		used += (size_t)snprintf(to + used, room - used, "%s%.*s",
					 used > 0 ? "|" : "", (int)n, at);
		listed = listed ||
			 (strlen(s->deflt) == n && strncmp(s->deflt, at, n) == 0);
	}
	s->choices = to;
	l->used += used + 1;
	return listed && is_plain(to, ",()\";=");
}

static bool
read_string(struct option_lines *l, const char *rest, struct option_spec *s)
{
	size_t n = 0;
	const char *at = after(rest, " default ", NULL, &n);
	s->kind = OPTION_NAME;
	s->deflt = at != NULL && n > 0 ? option_line_keep(l, at, n) : "<empty>";
	s->choices = s->deflt;
	return s->deflt != NULL && strlen(s->deflt) < OPTION_TEXT &&
	       is_plain(s->deflt, ",()\";=");
}

static const struct {
	const char *type;
	bool (*read)(struct option_lines *l, const char *rest, struct option_spec *s);
} types[] = {
	{ "spin", read_spin },	   { "check", read_check },	{ "combo", read_combo },
	{ "string", read_string }, { "filename", read_string },
};

bool
option_lines_add(struct option_lines *l, const char *line)
{
	struct option_spec s = { .help = l->help };
	size_t name, type;
	const char *at = after(line, "option name ", " type ", &name);
	const char *kind = after(line, " type ", " ", &type);
	const size_t used = l->used;
	if (at == NULL || kind == NULL || strncmp(line, "option name ", 12) != 0 ||
	    name == 0 || name >= NAME_MOST || l->count == OPTIONS_MAX)
		return false;
	s.key = option_line_keep(l, at, name);
	for (size_t i = 0; i < sizeof types / sizeof *types && s.key != NULL; i++)
		if (strlen(types[i].type) == type &&
		    strncmp(types[i].type, kind, type) == 0 &&
		    is_plain(s.key, ",()\";=") && types[i].read(l, kind + type, &s)) {
			l->spec[l->count++] = s;
			return true;
		}
	l->used = used;
	return false;
}

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
