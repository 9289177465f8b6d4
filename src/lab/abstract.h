/*
 * abstract.h - hands in buckets by clustering, worked out into a file, and the report of one.
 */
#ifndef PLYSCOPE_LAB_ABSTRACT_H
#define PLYSCOPE_LAB_ABSTRACT_H

#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/core/public.h"

#include <stdio.h>

struct abstract_options {
	struct bucket_work work; /* its fields that are given */
	const char *path;	 /* a file that is there is gone on with */
	size_t memory;		 /* bytes, at most */
	struct progress progress;
};

struct abstract_result {
	int64_t elapsed_us; /* of this run */
	bool refused; /* of a failure: the memory or the file that is there, before a step */
};

/* Works on; o->work is then what is reported, until abstract_close(). False: st, and there is
 * nothing to close. A stop is no failure: work.round says how far it came. */
bool abstract_run(struct abstract_options *o, struct abstract_result *r,
		  struct status *st);
/* Only looks at a file. */
bool abstract_look(struct abstract_options *o, struct status *st);
void abstract_close(struct abstract_options *o);

/* r: NULL where nothing was run. */
void abstract_print(const struct abstract_options *o, const struct abstract_result *r,
		    FILE *out);
json_t *abstract_json(const struct abstract_options *o, const struct abstract_result *r);

static inline bool
abstract_done(const struct abstract_options *o)
{
	return o->work.round == BUCKET_ROUNDS;
}

#endif
