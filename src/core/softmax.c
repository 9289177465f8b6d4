/*
 * softmax.c - reading the weights of learned policies, and the chances of moves by them. See
 * softmax.h.
 *
 * A section has a line for each group of features, NAME = WEIGHTS, and lines that tell what it was
 * made of. Weights of a group of another size were fitted to other features: the file is refused.
 */
#include "src/core/softmax.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/base/text.h"
#include "src/core/calibration.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTION_TEXT (INIFILE_NAME + 1)

int
softmax_features(const struct softmax_ops *ops)
{
	int count = SOFTMAX_NONE + 1, groups = 0;
	for (; ops->groups[groups].name != NULL; groups++)
		count += ops->groups[groups].size;
	assert(count <= SOFTMAX_FEATURES && groups <= SOFTMAX_GROUPS_MAX);
	return count;
}

/* Whole numbers alone: the same table on every machine. */
void
softmax_open(struct softmax *x)
{
	const uint64_t factor = UINT64_C(4162825044); /* 2^32 exp(-1/32) */
	uint64_t power = UINT64_C(1) << 32;	      /* 2^32 times the exponential */
	for (int i = 0; i < SOFTMAX_STEPS; i++) {
		x->power[i] = (uint32_t)((power + (1 << 11)) >> 12);
		power = power * factor >> 32;
	}
	x->weight[SOFTMAX_NONE] = 0;
}

/* ---- files ---- */

struct softmax_reading {
	const struct softmax_ops *ops;
	const char *section;
	struct softmax *x;
	bool found;
	uint64_t groups; /* that were there, a bit each */
};

static bool
read_weights(const char *name, const char *value, int size, int16_t *out,
	     struct status *st)
{
	int n = 0;
	for (char *end; *(value += strspn(value, " \t")) != '\0'; value = end, n++) {
		const long x = strtol(value, &end, 10);
		if (end == value || strchr(" \t", *end) == NULL || x < -SOFTMAX_LIMIT ||
		    x > SOFTMAX_LIMIT)
			return status_fail(st,
					   "%s: expected whole numbers from -%d to %d, "
					   "not \"%.20s\"",
					   name, SOFTMAX_LIMIT, SOFTMAX_LIMIT, value);
		if (n < size)
			out[n] = (int16_t)x;
	}
	return n == size ||
	       status_fail(st, "%s: expected %d weights, not %d", name, size, n);
}

static bool
softmax_read_entry(void *user, const char *section, const char *key, const char *value,
		   int line, struct status *st)
{
	struct softmax_reading *r = user;
	int at = SOFTMAX_NONE + 1;
	(void)line;
	if (strcmp(section, r->section) != 0)
		return true;
	r->found = true;
	for (int i = 0; r->ops->groups[i].name != NULL; at += r->ops->groups[i++].size) {
		if (strcmp(key, r->ops->groups[i].name) != 0)
			continue;
		r->groups |= UINT64_C(1) << i;
		return read_weights(key, value, r->ops->groups[i].size, r->x->weight + at,
				    st);
	}
	return true; /* whatever else the fit noted down */
}

/* One section of a text. */
static bool
parse_section(struct softmax *x, const struct softmax_ops *ops, const char *section,
	      const char *text, const char *where, bool *found, struct status *st)
{
	struct softmax_reading r = { .ops = ops, .section = section, .x = x };
	*found = false;
	if (!inifile_parse(text, where, softmax_read_entry, &r, st))
		return false;
	for (int i = 0; r.found && ops->groups[i].name != NULL; i++)
		if ((r.groups >> i & 1) == 0)
			return status_fail(st, "%s: [%s] lacks the weights of \"%s\"",
					   where, section, ops->groups[i].name);
	*found = r.found;
	return true;
}

/* The section of this very variant, else the plain one of its number of seats. */
bool
softmax_parse(struct softmax *x, const struct game *g, const char *text,
	      const char *where, bool *found, struct status *st)
{
	char exact[SECTION_TEXT], plain[SECTION_TEXT];
	calibration_section(g, exact, sizeof exact);
	snprintf(plain, sizeof plain, "seats=%d", g->seats);
	memset(x, 0, sizeof *x);
	softmax_open(x);
	if (!parse_section(x, g->trick->softmax, exact, text, where, found, st))
		return false;
	return *found ||
	       parse_section(x, g->trick->softmax, plain, text, where, found, st);
}

static bool
softmax_load_file(struct softmax *x, const struct game *g, const char *path, bool *found,
		  struct status *st)
{
	struct text file = { 0 };
	*found = false;
	bool ok = text_read_file(&file, path, INIFILE_BYTES);
	if (!ok)
		status_fail(st, "%s: cannot be read: %s", path, file_reason());
	else if (file.s != NULL)
		ok = softmax_parse(x, g, file.s, path, found, st);
	text_free(&file);
	return ok;
}

static bool
softmax_load(struct softmax *x, const struct game *g, struct status *st)
{
	char name[64], path[4096];
	bool found = false;
	snprintf(name, sizeof name, "policy/%s.ini", g->ops->key);
	if (user_find(USER_DATA, name, path, sizeof path) && !file_missing(path) &&
	    !softmax_load_file(x, g, path, &found, st))
		return false;
	if (!found && asset_find(name, path, sizeof path) &&
	    !softmax_load_file(x, g, path, &found, st))
		return false;
	return found || status_fail(st,
				    "no policy was learned for this variant; see "
				    "plyscope calibrate %s --policy",
				    g->ops->key);
}

/* Those that were asked for, never freed: searches of all threads share them. */
static struct kept_policy {
	const struct game_ops *ops;
	char section[SECTION_TEXT];
	struct softmax x;
	struct kept_policy *next;
} * kept;
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

static const struct softmax *
find_or_load(const struct game *g, const char *section, struct status *st)
{
	for (struct kept_policy *k = kept; k != NULL; k = k->next)
		if (k->ops == g->ops && strcmp(k->section, section) == 0)
			return &k->x;
	struct kept_policy *fresh = malloc(sizeof *fresh);
	if (fresh == NULL) {
		status_fail(st, "not enough memory for a learned policy");
		return NULL;
	}
	if (!softmax_load(&fresh->x, g, st)) {
		free(fresh);
		return NULL;
	}
	fresh->ops = g->ops;
	snprintf(fresh->section, sizeof fresh->section, "%s", section);
	fresh->next = kept;
	kept = fresh;
	return &fresh->x;
}

const struct softmax *
softmax_find(const struct game *g, struct status *st)
{
	char section[SECTION_TEXT];
	if (g->trick->softmax == NULL) {
		status_fail(st, "no policy can be learned of %s", g->ops->title);
		return NULL;
	}
	calibration_section(g, section, sizeof section);
	pthread_mutex_lock(&keeping);
	const struct softmax *x = find_or_load(g, section, st);
	pthread_mutex_unlock(&keeping);
	return x;
}

/* ---- chances ---- */

/* The scores of n moves. */
static void
score_moves(const struct softmax *x, const struct game *g, const struct state *s,
	    int seat, const move *m, int n, int32_t *score)
{
	uint16_t feature[MOVES_MAX][SOFTMAX_ACTIVE];
	const int count = g->trick->softmax->features(g, s, seat, m, n, feature);
	for (int i = 0; i < n; i++)
		score[i] = softmax_score(x, feature[i], count);
}

void
softmax_likeness(const struct softmax *x, const struct game *g, const struct state *s,
		 int seat, const move *m, int n, double *likeness)
{
	int32_t score[MOVES_MAX], top = INT32_MIN;
	score_moves(x, g, s, seat, m, n, score);
	for (int i = 0; i < n; i++)
		top = score[i] > top ? score[i] : top;
	for (int i = 0; i < n; i++)
		likeness[i] = (double)softmax_power(x, top, score[i]) / x->power[0];
}
