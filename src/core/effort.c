/* effort.c - see effort.h. */
#include "src/core/effort.h"

#include "src/base/status.h"
#include "src/base/text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct stop_words stop_words[STOP_REASONS] = {
	[STOP_RUNNING] = { "running", "runs", "it is still running" },
	[STOP_DEPTH] = { "depth", "full depth", "it has looked as far ahead as it may" },
	[STOP_NODES] = { "nodes", "nodes", "it used up its nodes" },
	[STOP_TIME] = { "time", "time", "its time was up" },
	[STOP_SIMS] = { "sims", "sims", "it used up its simulations" },
	[STOP_SOLVED] = { "solved", "solved", "nothing was left to search" },
	[STOP_MEMORY] = { "memory", "memory full", "its memory was full" },
	[STOP_INTERRUPTED] = { "interrupted", "stopped", "it was stopped" },
	[STOP_ONLY_MOVE] = { "only-move", "one move", "there is only one move" },
	[STOP_FAILED] = { "failed", "failed", "it failed" },
};

enum kind { COUNT, COUNT_32, MICROSECONDS, SECONDS, MILLISECONDS, RATE, CUT, HIT, STOP };

/* clang-format off */
static const struct figure_of {
	const char *key;
	enum kind kind;
	size_t at; /* in a snapshot, of what is counted there */
	const char *help; /* "figure\tmeaning"; NULL: another says it */
} figures[] = {
#define AT(member) offsetof(struct snapshot, member)
	{ "depth", COUNT_32, AT(depth),
	  "depth\tplies the last finished iteration looked ahead / the longest line" },
	{ "seldepth", COUNT_32, AT(seldepth), NULL },
	{ "nodes", COUNT, AT(nodes), "nodes\tpositions visited, and positions a second" },
	{ "nodes_per_s", RATE, 0, NULL },
	{ "leaves", COUNT, AT(leaves),
	  "leaves\tnodes that were valued and not searched further" },
	{ "simulations", COUNT, AT(simulations),
	  "sims\tsimulations: games played on from the root to a value" },
	{ "worlds_done", COUNT_32, AT(worlds_done),
	  "worlds\tdeals of the hidden cards that fit all the seat has seen: searched / planned" },
	{ "worlds_total", COUNT_32, AT(worlds_total), NULL },
	{ "cut", CUT, 0, "cut\tshare of the children of visited nodes that were never searched" },
	{ "table_hit", HIT, 0,
	  "table hit\tshare of look-ups that found the position in the table" },
	{ "table_probes", COUNT, AT(tt_probes), NULL },
	{ "table_hits", COUNT, AT(tt_hits), NULL },
	{ "researches", COUNT, AT(researches),
	  "re-searched\tsubtrees searched again after a speculative cut failed" },
	{ "tree_nodes", COUNT, AT(tree_nodes),
	  "tree\tnodes kept in memory, and the memory they take" },
	{ "tree_bytes", COUNT, AT(tree_bytes), NULL },
	{ "memory_bytes", COUNT, AT(memory_bytes), NULL },
	{ "elapsed", MICROSECONDS, AT(elapsed_us),
	  "time\tsince the search began, and its limit; in FAIR the time at the table, which "
	  "does not depend on the cards" },
	{ "limit", MICROSECONDS, AT(limit_us), NULL },
	{ "elapsed_ms", MILLISECONDS, AT(elapsed_us), NULL },
	{ "seconds", SECONDS, AT(elapsed_us), NULL },
	{ "stop", STOP, 0, NULL },
#undef AT
};
/* clang-format on */

static const struct figure_of *
figure_of(const char *key, size_t length)
{
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (strncmp(figures[i].key, key, length) == 0 &&
		    figures[i].key[length] == '\0')
			return &figures[i];
	BUG("a search has no figure %.*s", (int)length, key);
}

static double
share_of(double part, int64_t all)
{
	return all > 0 ? part / (double)all : (double)NAN;
}

static double
value_of(const struct snapshot *s, const struct figure_of *f)
{
	const char *at = (const char *)s + f->at;
	int64_t count, skipped = 0;
	int32_t few;
	memcpy(&count, at, sizeof count);
	memcpy(&few, at, sizeof few);
	for (int i = 0; i < STATS_RULES; i++)
		skipped += s->skipped[i];
	switch (f->kind) {
	case COUNT:
	case MICROSECONDS: return (double)count;
	case COUNT_32: return few;
	case SECONDS: return (double)count / 1e6;
	case MILLISECONDS: return (double)count / 1e3;
	case RATE: return share_of((double)s->nodes * 1e6, s->elapsed_us);
	case CUT: return share_of((double)skipped, s->children);
	case HIT: return share_of((double)s->tt_hits, s->tt_probes);
	case STOP: return s->stop;
	}
	return (double)NAN;
}

double
effort_value(const struct snapshot *s, const char *key)
{
	return value_of(s, figure_of(key, strlen(key)));
}

json_t *
effort_json(const struct snapshot *s, const char *key)
{
	const struct figure_of *f = figure_of(key, strlen(key));
	const double x = value_of(s, f);
	return f->kind == STOP || isnan(x) ? json_null()
	       : f->kind == MILLISECONDS   ? json_real(x)
					   : json_integer((json_int_t)x);
}

const char *
effort_definition(const char *key)
{
	return figure_of(key, strlen(key))->help;
}

static void
figure_text(const struct snapshot *s, const struct figure_of *f, bool whole, char *out,
	    int size)
{
	const double x = value_of(s, f);
	switch (f->kind) {
	case COUNT:
	case COUNT_32:
	case RATE:
		if (whole)
			snprintf(out, (size_t)size, "%lld", isnan(x) ? 0 : (long long)x);
		else
			text_format_count(out, size, isnan(x) ? 0 : x);
		return;
	case MICROSECONDS: text_format_duration(out, size, (int64_t)x / 1000); return;
	case MILLISECONDS: snprintf(out, (size_t)size, "%lld", (long long)x); return;
	case SECONDS: snprintf(out, (size_t)size, "%.2f", x); return;
	case CUT:
	case HIT:
		if (isnan(x))
			snprintf(out, (size_t)size, "-");
		else
			snprintf(out, (size_t)size, "%.*f%%", whole, x * 100);
		return;
	case STOP: snprintf(out, (size_t)size, "%s", stop_words[s->stop].key); return;
	}
}

void
effort_format(const struct snapshot *s, const char *format, char *out, int size)
{
	int n = 0;
	out[0] = '\0';
	while (*format != '\0' && n + 1 < size) {
		if (*format != '{') {
			out[n++] = *format++;
			out[n] = '\0';
			continue;
		}
		const size_t key = strcspn(++format, "=:}");
		const char *rest = format + key;
		char text[24], *end = NULL;
		const bool whole = *rest == '=';
		rest += whole;
		const int width = *rest == ':' ? (int)strtol(rest + 1, &end, 10) : 0;
		figure_text(s, figure_of(format, key), whole, text, sizeof text);
		n += snprintf(out + n, (size_t)(size - n), "%*s", width, text);
		format = (end != NULL ? end : rest) + 1;
	}
}
