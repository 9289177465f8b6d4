/*
 * merge.c - joins the shards of a match. See merge.h.
 *
 * First every file is looked through; only if all is well is a file written, under another name
 * until it is whole.
 */
#include "src/lab/merge.h"

#include "src/base/file.h"
#include "src/base/text.h"
#include "src/core/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNS_MAX 64

/* A match in a file. */
struct merged_run {
	int64_t id;
	char *about;
	struct store_shard shard;
};

struct merged_file {
	const char *path;
	struct store *db;
	int runs;
	struct merged_run run[RUNS_MAX];
};

struct merging {
	struct merged_file *file;
	int files;
	struct status *st;
};

/* ---- reading ---- */

static void
merge_take_run(void *self, int64_t id, const char *about, const struct store_shard *s)
{
	struct merged_file *f = self;
	if (f->runs < RUNS_MAX)
		f->run[f->runs] = (struct merged_run){ id, strdup(about), *s };
	f->runs++;
}

static bool
merge_read_file(struct merged_file *f, struct status *st)
{
	if (file_missing(f->path))
		return status_fail(st, "%s: there is no such file", f->path);
	f->db = store_open_to_read(f->path, st);
	if (f->db == NULL) /* st may say why already */
		return status_fail(st, "%s: contains no part of a match", f->path);
	if (store_runs(f->db, merge_take_run, f, st) < 0)
		return false;
	if (f->runs > RUNS_MAX) {
		status_fail(st, "%s: has %d matches, more than %d", f->path, f->runs,
			    RUNS_MAX);
		f->runs = RUNS_MAX;
		return false;
	}
	for (int i = 0; i < f->runs; i++)
		if (f->run[i].about == NULL)
			return status_fail(st, "not enough memory for %s", f->path);
	for (int i = 0; i < f->runs; i++)
		if (f->run[i].shard.shards == 0)
			return status_fail(st,
					   "%s: has a match that is not part of one: "
					   "expected a file that --shard K/N has written",
					   f->path);
	return f->runs > 0 || status_fail(st, "%s: contains no part of a match", f->path);
}

/* ---- comparing ---- */

/* The first word in which two texts differ; "nothing" behind the end of one. */
static void
find_difference(const char *a, const char *b, char *in_a, char *in_b, size_t size)
{
	int left;
	do {
		left = 0;
		if (text_next(&a, ' ', in_a, size) < 0)
			left--, snprintf(in_a, size, "nothing");
		if (text_next(&b, ' ', in_b, size) < 0)
			left--, snprintf(in_b, size, "nothing");
	} while (left > -2 && strcmp(in_a, in_b) == 0);
}

static bool
same_match(const struct merged_file *a, const struct merged_file *b, struct status *st)
{
	char in_a[200], in_b[200];
	if (a->runs != b->runs)
		return status_fail(st, "%s: has %d matches, %s has %d", b->path, b->runs,
				   a->path, a->runs);
	for (int i = 0; i < a->runs; i++) {
		if (strcmp(a->run[i].about, b->run[i].about) == 0)
			continue;
		find_difference(a->run[i].about, b->run[i].about, in_a, in_b,
				sizeof in_a);
		return status_fail(st,
				   "%s: is of another match than %s: \"%.60s\", not "
				   "\"%.60s\"",
				   b->path, a->path, in_b, in_a);
	}
	return true;
}

static bool
same_division(const struct merged_file *a, const struct merged_file *b, struct status *st)
{
	for (int i = 0; i < a->runs; i++) {
		const struct store_shard *x = &a->run[i].shard, *y = &b->run[i].shard;
		if (strcmp(x->signature, y->signature) != 0)
			return status_fail(st,
					   "%s: was played by a build of signature %s, "
					   "%s by one of %s",
					   b->path, y->signature, a->path, x->signature);
		if (x->shards != y->shards || x->games != y->games || x->unit != y->unit)
			return status_fail(st,
					   "%s: is a shard of %d of %lld games, %s one "
					   "of %d of %lld",
					   b->path, y->shards, (long long)y->games,
					   a->path, x->shards, (long long)x->games);
		if (y->shard != b->run[0].shard.shard)
			return status_fail(st, "%s: has different shards of its matches",
					   b->path);
	}
	return true;
}

/* Each shard is in one file. */
static bool
check_shards(const struct merging *m)
{
	const struct store_shard *s = &m->file[0].run[0].shard;
	for (int k = 1; k <= s->shards; k++) {
		const struct merged_file *has = NULL;
		for (int i = 0; i < m->files; i++) {
			const struct merged_file *f = &m->file[i];
			if (f->run[0].shard.shard != k)
				continue;
			if (has != NULL)
				return status_fail(m->st, "%s: shard %d/%d is in %s too",
						   f->path, k, s->shards, has->path);
			has = f;
		}
		if (has == NULL)
			return status_fail(m->st, "shard %d/%d is missing", k, s->shards);
	}
	return true;
}

/* The games of a run in one file. */
struct counting {
	const struct merged_file *file;
	const struct store_shard *shard;
	int64_t next; /* that is to come */
	struct status *st;
};

/* The first game of the shard from `at` on. */
static int64_t
next_own(const struct store_shard *s, int64_t at)
{
	while (at < s->games && store_shard_of(s, at) != s->shard)
		at++;
	return at;
}

static void
take_number(void *self, int64_t number, const char *line)
{
	struct counting *c = self;
	(void)line;
	if (c->st->failed)
		return;
	if (number < 0 || number >= c->shard->games ||
	    store_shard_of(c->shard, number) != c->shard->shard)
		status_fail(c->st, "%s: game %lld is not one of shard %d/%d",
			    c->file->path, (long long)number, c->shard->shard,
			    c->shard->shards);
	else if (number == c->next)
		c->next = next_own(c->shard, number + 1);
}

static bool
check_games(const struct merged_file *f, struct status *st)
{
	for (int i = 0; i < f->runs; i++) {
		struct counting c = { f, &f->run[i].shard, 0, st };
		c.next = next_own(c.shard, 0);
		if (store_results(f->db, f->run[i].id, take_number, &c, st) < 0 ||
		    st->failed)
			return false;
		if (c.next < c.shard->games)
			return status_fail(st,
					   "%s: shard %d/%d lacks game %lld: go on with "
					   "it by --resume",
					   f->path, c.shard->shard, c.shard->shards,
					   (long long)c.next);
	}
	return true;
}

/* One file after the other: there may be more than a program can keep open. */
static bool
check_file(const struct merging *m, struct merged_file *f)
{
	const bool ok = merge_read_file(f, m->st) && same_match(&m->file[0], f, m->st) &&
			same_division(&m->file[0], f, m->st) && check_games(f, m->st);
	store_close(f->db);
	f->db = NULL;
	return ok;
}

static bool
merge_check(const struct merging *m)
{
	for (int i = 0; i < m->files; i++)
		if (!check_file(m, &m->file[i]))
			return false;
	return check_shards(m);
}

/* ---- writing ---- */

struct copying {
	struct store *to;
	int64_t run, games;
	struct status *st;
};

static void
copy_result(void *self, int64_t number, const char *line)
{
	struct copying *c = self;
	if (!c->st->failed && store_add_result(c->to, c->run, number, line, c->st))
		c->games++;
}

static void
copy_machine(void *self, const struct store_machine *m)
{
	struct copying *c = self;
	if (!c->st->failed)
		store_add_machine(c->to, c->run, m, c->st);
}

static bool
copy_file(struct merged_file *f, struct copying *c, const int64_t *run)
{
	f->db = store_open_to_read(f->path, c->st);
	bool ok = f->db != NULL;
	for (int k = 0; k < f->runs && ok; k++) {
		c->run = run[k]; /* NOLINT(clang-analyzer-core.*): one of each was made */
		ok = store_results(f->db, f->run[k].id, copy_result, c, c->st) >= 0 &&
		     store_machines(f->db, f->run[k].id, copy_machine, c, c->st) >= 0 &&
		     !c->st->failed;
	}
	store_close(f->db);
	f->db = NULL;
	return ok;
}

static bool
copy_all(const struct merging *m, struct store *to, struct merge_result *r)
{
	const struct merged_file *first = &m->file[0];
	struct copying c = { .to = to, .st = m->st };
	int64_t run[RUNS_MAX];
	for (int k = 0; k < first->runs; k++)
		if ((run[k] = store_run(to, first->run[k].about, m->st)) == 0)
			return false;
	for (int i = 0; i < m->files; i++)
		if (!copy_file(&m->file[i], &c, run))
			return false;
	*r = (struct merge_result){ .runs = first->runs,
				    .shards = first->run[0].shard.shards,
				    .games = c.games };
	return true;
}

/* Under a name of its own until it is whole. */
static bool
write_merged(const struct merging *m, const char *out, struct merge_result *r)
{
	char path[4096];
	if (snprintf(path, sizeof path, "%s.%ld", out, (long)getpid()) >=
	    (int)sizeof path)
		return status_fail(m->st, "%.60s...: the name is too long", out);
	struct store *to = store_open(path, m->st);
	bool ok = to != NULL && store_begin(to, m->st);
	r->unwritten = !ok;
	if (ok) {
		const bool copied = copy_all(m, to, r);
		ok = store_end(to, copied, copied ? m->st : NULL) && copied;
		r->unwritten = copied && !ok;
	}
	store_close(to);
	if (ok && rename(path, out) != 0) {
		r->unwritten = true;
		ok = status_fail(m->st, "%s: cannot be written: %s", out,
				 strerror(errno));
	}
	if (!ok && to != NULL)
		unlink(path);
	return ok;
}

bool
merge_files(const char *const *files, int count, const char *out, struct merge_result *r,
	    struct status *st)
{
	*r = (struct merge_result){ 0 };
	if (!file_missing(out))
		return status_fail(st,
				   "%s: exists already: expected the name of a new file",
				   out);
	struct merging m = { calloc((size_t)count, sizeof *m.file), count, st };
	if (m.file == NULL)
		return status_fail(st, "not enough memory for %d files", count);
	for (int i = 0; i < count; i++)
		m.file[i].path = files[i];
	const bool ok = merge_check(&m) && write_merged(&m, out, r);
	for (int i = 0; i < count; i++)
		for (int k = 0; k < m.file[i].runs && k < RUNS_MAX; k++)
			free(m.file[i].run[k].about);
	free(m.file);
	return ok;
}
