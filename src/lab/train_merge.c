/* train_merge.c - see train_merge.h. */
#include "src/lab/train_merge.h"

#include "src/base/file.h"
#include "src/base/text.h"
#include "src/core/search.h"
#include "src/core/setup.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEDS_MOST 32
#define MEMORY	   "65536" /* MiB: pages that are not used cost nothing */

/* ---- seeds --------------------------------------------------------------------------------- */

/* How a file was trained, "mccfr:batch=93,seed=1+2": its seeds, and the text around them. */
struct seeds {
	uint64_t seed[SEEDS_MOST]; /* growing */
	int count;
	char before[TRAINER_BY], behind[TRAINER_BY];
};

static bool
add_seed(struct seeds *s, uint64_t seed)
{
	int k = s->count;
	if (k == SEEDS_MOST)
		return false;
	for (; k > 0 && s->seed[k - 1] >= seed; k--) {
		if (s->seed[k - 1] == seed)
			return false;
		s->seed[k] = s->seed[k - 1];
	}
	s->seed[k] = seed;
	s->count++;
	return true;
}

/* False: it names no seeds. */
static bool
read_seeds(const char *by, struct seeds *s)
{
	static const char mark[] = ",seed=";
	const char *at = strstr(by, mark);
	*s = (struct seeds){ 0 };
	if (at == NULL)
		return false;
	at += sizeof mark - 1;
	snprintf(s->before, sizeof s->before, "%.*s", (int)(at - by), by);
	while (isdigit((unsigned char)*at)) {
		char *end = NULL;
		if (!add_seed(s, strtoull(at, &end, 10)))
			return false;
		at = *end == '+' ? end + 1 : end;
	}
	snprintf(s->behind, sizeof s->behind, "%s", at);
	return s->count > 0;
}

/* False: they do not fit. */
static bool
write_seeds(const struct seeds *s, char by[TRAINER_BY])
{
	struct text t = { 0 };
	text_add(&t, "%s", s->before);
	for (int k = 0; k < s->count; k++)
		text_add(&t, "%s%llu", k > 0 ? "+" : "", (unsigned long long)s->seed[k]);
	text_add(&t, "%s", s->behind);
	const bool fits = t.length < TRAINER_BY;
	snprintf(by, TRAINER_BY, "%s", t.s);
	text_free(&t);
	return fits;
}

/* ---- files --------------------------------------------------------------------------------- */

/* What a file tells of itself, and the trainer of its kind. NULL: it is of none. */
static const struct trainer_ops *
train_merge_look_at(const struct train_merging *m, const char *path,
		    struct trainer_about *about, struct status *st)
{
	for (int i = 0; m->trainers[i] != NULL; i++) {
		const struct trainer_ops *ops = m->trainers[i];
		struct status why = { 0 };
		const size_t n = strlen(ops->key);
		if (ops->about != NULL && ops->about(path, about, &why) &&
		    strncmp(about->by, ops->key, n) == 0 && about->by[n] == ':')
			return ops;
	}
	status_fail(
		st,
		file_missing(path)
			? "%s: there is no such file"
			: "%s: not a strategy that `plyscope train` wrote, or damaged",
		path);
	return NULL;
}

static bool
has_seed(const struct seeds *s, uint64_t seed)
{
	for (int k = 0; k < s->count; k++)
		if (s->seed[k] == seed)
			return true;
	return false;
}

/* A file beside the first: its seeds are added to those of all. */
static bool
train_merge_take_file(const struct train_merging *m, int k,
		      const struct trainer_about *first, struct seeds *all,
		      struct status *st)
{
	struct trainer_about about;
	struct seeds own;
	const char *path = m->path[k];
	if (train_merge_look_at(m, path, &about, st) == NULL)
		return false;
	if (strcmp(about.rules, first->rules) != 0)
		return status_fail(st, "%s: trained for '%.100s', %s for '%.100s'", path,
				   about.rules, m->path[0], first->rules);
	if (!read_seeds(about.by, &own) || strcmp(own.before, all->before) != 0 ||
	    strcmp(own.behind, all->behind) != 0)
		return status_fail(st, "%s: trained by '%.100s', %s by '%.100s'", path,
				   about.by, m->path[0], first->by);
	for (int i = 0; i < own.count; i++) {
		if (has_seed(all, own.seed[i]))
			return status_fail(st,
					   "%s: what seed %llu learned is in another of "
					   "the files, too",
					   path, (unsigned long long)own.seed[i]);
		if (!add_seed(all, own.seed[i]))
			return status_fail(st, "more than %d seeds", SEEDS_MOST);
	}
	return true;
}

/* The game of a file's rules: its key, then KEY=VALUE with blanks or commas between; how poker is
 * bet stands there without its key. */
static bool
open_game(const struct train_merging *m, const struct trainer_about *about,
	  struct setup *setup, struct status *st)
{
	char word[TRAINER_RULES], list[2 * TRAINER_RULES] = "";
	char text[TRAINER_RULES];
	size_t n = 0;
	snprintf(text, sizeof text, "%s", about->rules);
	char *tree = strstr(text, ", tree ");
	if (tree != NULL)
		*tree = '\0';
	for (char *c = text; *c != '\0'; c++)
		*c = *c == ' ' ? ',' : *c;
	const char *at = text;
	if (text_next(&at, ',', word, sizeof word) < 0 ||
	    !setup_named(setup, m->catalog, word, st))
		return false;
	while (text_next(&at, ',', word, sizeof word) >= 0 && n < sizeof list)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%s%s",
				      n > 0 ? "," : "",
				      strchr(word, '=') == NULL ? "betting=" : "", word);
	return n == 0 || setup_variants(setup, m->catalog, list, st);
}

/* ---- joining ------------------------------------------------------------------------------- */

static bool
check_files(const struct train_merging *m, const struct trainer_ops *ops,
	    struct train_merged *r, struct status *st)
{
	struct seeds all;
	const struct trainer_about first = r->about;
	if (ops->merge == NULL || !read_seeds(first.by, &all))
		return status_fail(
			st,
			"%s: strategies of %s cannot be merged: each of its %s "
			"builds on all before; those of mccfr can",
			m->path[0], ops->key, ops->counted);
	for (int k = 1; k < m->count; k++)
		if (!train_merge_take_file(m, k, &first, &all, st))
			return false;
	return write_seeds(&all, r->about.by) ||
	       status_fail(st, "%d seeds are more than a file can name", all.count);
}

bool
train_merge(const struct train_merging *m, struct train_merged *r, struct status *st)
{
	static struct setup setup;
	struct options options;
	*r = (struct train_merged){ 0 };
	if (!file_missing(m->out))
		return status_fail(st,
				   "%s: exists already: expected the name of a new file",
				   m->out);
	const struct trainer_ops *ops = train_merge_look_at(m, m->path[0], &r->about, st);
	if (ops == NULL || !check_files(m, ops, r, st) ||
	    !open_game(m, &r->about, &setup, st))
		return false;
	options_init(&options, catalog_search(m->catalog, ops->key)->options);
	if (!options_set(&options, "memory", MEMORY, st))
		return false;
	const struct trainer_files files = { .game = &setup.game,
					     .options = &options,
					     .path = m->path,
					     .count = m->count,
					     .by = r->about.by };
	r->counted = ops->counted;
	return ops->merge(&files, m->out, &r->steps, st);
}
