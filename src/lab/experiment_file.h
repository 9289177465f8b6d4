/*
 * experiment_file.h - an experiment as its file says it: parts with settings.
 */
#ifndef PLYSCOPE_LAB_EXPERIMENT_FILE_H
#define PLYSCOPE_LAB_EXPERIMENT_FILE_H

#include "src/base/inifile.h"
#include "src/base/status.h"

#define EXPERIMENT_TEXT	   (INIFILE_NAME + 1)
#define EXPERIMENT_VALUE   1200
#define EXPERIMENT_PARTS   24 /* in a file, the common one included */
#define EXPERIMENT_ENTRIES 48 /* in a part */
#define EXPERIMENT_PLAYERS 16

struct experiment_entry {
	char key[EXPERIMENT_TEXT], *value;
	int line;
};

struct experiment_part {
	char name[EXPERIMENT_TEXT];
	int entries;
	struct experiment_entry entry[EXPERIMENT_ENTRIES];
};

struct experiment {
	char name[EXPERIMENT_TEXT]; /* of the file, without .ini */
	char path[4096];
	const struct experiment_kind *kind;
	int parts;
	struct experiment_part part[EXPERIMENT_PARTS]; /* 0: [experiment] */
};

/* Names of the experiments there are, sorted; calls take for each. */
bool experiment_list(void (*take)(void *self, const char *name), void *self,
		     struct status *st);
/* Reads one by name; a failure says FILE:LINE, what is wrong and what was expected. */
bool experiment_load(struct experiment *e, const char *name, struct status *st);
bool experiment_parse(struct experiment *e, const char *text, const char *where,
		      struct status *st);
void experiment_free(struct experiment *e);

/* A setting of a part: its own, else the common one, else NULL. */
const char *experiment_get(const struct experiment *e, const struct experiment_part *p,
			   const char *key);
/* The same as a whole number least .. most; deflt when it is nowhere. */
bool experiment_count(const struct experiment *e, const struct experiment_part *p,
		      const char *key, int64_t least, int64_t most, int64_t deflt,
		      int64_t *out, struct status *st);
/* A failure of this part's setting: FILE:LINE before what st says. */
void experiment_blame(const struct experiment *e, const struct experiment_part *p,
		      const char *key, struct status *st);

#endif
