/*
 * calibration.c - reading fitted calibrations and applying them. See calibration.h.
 *
 * The user's own fit ($XDG_DATA_HOME/plyscope/calibration/GAME.ini) takes precedence over the one
 * that ships, section by section: a section missing in one may be in the other. A variant with no
 * section of its own in either takes the plain one of its seat count.
 */
#include "src/core/calibration.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTION_TEXT (INIFILE_NAME + 1)

/* True for an option that calibrations tell apart. */
static bool
is_valued(const struct game *g, const char *key)
{
	const char *valued = g->ops->valued_options;
	return valued == NULL || option_choice_find(valued, key) >= 0;
}

/* FNV-1a: a short name for a long one, the same on every machine. */
static uint32_t
hash_text(const char *text)
{
	uint32_t h = 2166136261;
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619;
	return h;
}

void
calibration_section(const struct game *g, char *out, int size)
{
	const struct options *variant = &g->variant;
	char value[OPTION_TEXT];
	struct text full = { 0 };
	text_add(&full, "seats=%d", g->seats);
	for (int i = 0; i < variant->count; i++) {
		const char *key = variant->specs[i].key;
		if (options_is_default(variant, i) || !is_valued(g, key))
			continue;
		options_format(variant, i, value, sizeof value);
		text_add(&full, ",%s=%s", key, value);
	}
	if (full.length > INIFILE_NAME)
		snprintf(out, (size_t)size, "seats=%d,variant=%08x", g->seats,
			 (unsigned)hash_text(full.s));
	else
		snprintf(out, (size_t)size, "%s", full.s);
	text_free(&full);
}

void
calibration_hands_section(const struct game *g, char *out, int size)
{
	char section[256], whole[300];
	calibration_section(g, section, sizeof section);
	snprintf(whole, sizeof whole, "hands %s", section);
	if (strlen(whole) > INIFILE_NAME)
		snprintf(out, (size_t)size, "hands seats=%d,variant=%08x", g->seats,
			 (unsigned)hash_text(whole));
	else
		snprintf(out, (size_t)size, "%s", whole);
}

/* The contents of one section, while a file is read. */
struct fit {
	char section[SECTION_TEXT];
	struct calibration cal;
	int stages;   /* as announced, 0 not yet */
	int64_t unit; /* values in a point when it was fitted, 0: it does not say */
};

struct calibration_reading {
	struct fit exact, plain;
	int seats;
	char hands_exact[SECTION_TEXT], hands_plain[SECTION_TEXT];
	struct calibration_hands hands[2]; /* of those sections */
};

/* "0.1 0.2 0.35": 1 to CALIBRATION_STAGES numbers. */
static bool
calibration_read_numbers(const char *key, const char *value, double *out, int *count,
			 struct status *st)
{
	char word[32];
	int n = 0;
	*count = 0;
	for (const char *p = value; p += strspn(p, " \t"), *p; p += n) {
		n = (int)strcspn(p, " \t");
		snprintf(word, sizeof word, "%.*s", n, p);
		if (*count == CALIBRATION_STAGES)
			return status_fail(st, "%s: expected at most %d numbers", key,
					   CALIBRATION_STAGES);
		if (!text_parse_real(word, &out[*count]))
			return status_fail(st, "%s: expected numbers, not \"%.30s\"", key,
					   word);
		++*count;
	}
	return *count > 0 || status_fail(st, "%s: expected at least one number", key);
}

static bool
read_unit(const char *value, int64_t *out, struct status *st)
{
	return (text_parse_count(value, out) && *out > 0) ||
	       status_fail(st, "unit: expected a count, not \"%.30s\"", value);
}

/* Whole numbers, a seat after the other, hand after hand. */
static bool
calibration_read_hands(struct calibration_hands *h, int seats, const char *value,
		       struct status *st)
{
	int n = 0;
	for (char *end; *(value += strspn(value, " \t")) != '\0'; value = end, n++) {
		const long x = strtol(value, &end, 10);
		if (end == value || x < -2000 || x > 2000)
			return status_fail(st,
					   "hands: expected whole numbers, not \"%.20s\"",
					   value);
		if (n >= CALIBRATION_HANDS * seats)
			return status_fail(st, "hands: expected at most %d",
					   CALIBRATION_HANDS);
		h->value[n / seats][n % seats] = (int16_t)x;
	}
	h->count = n / seats;
	return n % seats == 0 ||
	       status_fail(st, "hands: expected %d numbers for each", seats);
}

/* A key of a "hands" section. */
static bool
read_hands_key(struct calibration_reading *r, struct calibration_hands *h,
	       const char *key, const char *value, struct status *st)
{
	if (strcmp(key, "hands") == 0)
		return calibration_read_hands(h, r->seats, value, st);
	if (strcmp(key, "spread") == 0)
		return calibration_read_numbers(key, value, h->spread, &h->stages, st);
	if (strcmp(key, "slope") == 0)
		return calibration_read_numbers(key, value, h->slope, &h->slopes, st);
	return true;
}

static bool
calibration_read_key(struct fit *f, const char *key, const char *value, struct status *st)
{
	int64_t n;
	if (strcmp(key, "beta") == 0)
		return calibration_read_numbers(key, value, f->cal.beta, &f->cal.stages,
						st);
	if (strcmp(key, "unit") == 0)
		return read_unit(value, &f->unit, st);
	if (strcmp(key, "stages") == 0) {
		if (!text_parse_count(value, &n) || n < 1 || n > CALIBRATION_STAGES)
			return status_fail(st, "stages: expected 1 to %d, not \"%.30s\"",
					   CALIBRATION_STAGES, value);
		f->stages = (int)n;
		return true;
	}
	if (strcmp(key, "positions") == 0)
		return text_parse_count(value, &f->cal.positions) ||
		       status_fail(st, "positions: expected a count, not \"%.30s\"",
				   value);
	if (strcmp(key, "brier") == 0)
		return text_parse_real(value, &f->cal.brier) ||
		       status_fail(st, "brier: expected a number, not \"%.30s\"", value);
	return true; /* whatever else the fit noted down */
}

static bool
calibration_read_entry(void *user, const char *section, const char *key,
		       const char *value, int line, struct status *st)
{
	struct calibration_reading *r = user;
	if (strcmp(section, r->exact.section) == 0 &&
	    !calibration_read_key(&r->exact, key, value, st))
		return false;
	if (strcmp(section, r->hands_exact) == 0 &&
	    !read_hands_key(r, &r->hands[0], key, value, st))
		return false;
	if (strcmp(section, r->hands_plain) == 0 &&
	    !read_hands_key(r, &r->hands[1], key, value, st))
		return false;
	return strcmp(section, r->plain.section) != 0 ||
	       calibration_read_key(&r->plain, key, value, st);
}

/* False: there is a fit, but it is not whole. */
static bool
check_fit(const struct fit *f, const char *path, struct status *st)
{
	return f->cal.stages == 0 || f->stages == 0 || f->stages == f->cal.stages ||
	       status_fail(st, "%s: [%s] says %d stages and has %d", path, f->section,
			   f->stages, f->cal.stages);
}

static bool
check_hands(const struct calibration_reading *r, const char *path, struct status *st)
{
	for (int k = 0; k < 2; k++) {
		const struct calibration_hands *h = &r->hands[k];
		if (h->stages != h->slopes || (h->count > 0) != (h->stages > 0))
			return status_fail(
				st, "%s: [%s] has %d slope, %d spread and %d hands", path,
				k == 0 ? r->hands_exact : r->hands_plain, h->slopes,
				h->stages, h->count);
	}
	return true;
}

/* Takes a fit if there is one. */
static bool
accept_fit(const struct fit *f, struct calibration *cal)
{
	if (f->cal.stages > 0)
		*cal = f->cal;
	return f->cal.stages > 0;
}

/* Points of the fit in a point of now. A section that does not say its unit is of before a win
 * was one point everywhere: where points come in halves, a draw was a whole one. */
static double
points_then(const struct game *g, int64_t unit)
{
	return unit > 0 ? game_unit(g) / (double)unit : game_parts(g) == 2 ? 2 : 1;
}

static void
rescale(const struct game *g, struct calibration_reading *r)
{
	struct fit *const fits[] = { &r->exact, &r->plain };
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < fits[k]->cal.stages; i++)
			fits[k]->cal.beta[i] *= points_then(g, fits[k]->unit);
}

/* A damaged file counts as no calibration. */
static void
calibration_load_file(const struct game *g, const char *path,
		      struct calibration_reading *r, struct status *st)
{
	*r = (struct calibration_reading){ 0 };
	calibration_section(g, r->exact.section, SECTION_TEXT);
	snprintf(r->plain.section, SECTION_TEXT, "seats=%d", g->seats);
	calibration_hands_section(g, r->hands_exact, SECTION_TEXT);
	snprintf(r->hands_plain, SECTION_TEXT, "hands seats=%d", g->seats);
	r->seats = g->seats;
	if (!inifile_read(path, calibration_read_entry, r, st) ||
	    !check_fit(&r->exact, path, st) || !check_fit(&r->plain, path, st) ||
	    !check_hands(r, path, st))
		*r = (struct calibration_reading){ 0 };
	rescale(g, r);
}

bool
calibration_load(struct calibration *cal, const struct game *g, struct status *st)
{
	enum { OWN, SHIPPED };
	struct calibration_reading r[2] = { 0 };
	char name[64], path[4096];
	*cal = (struct calibration){ 0 };
	snprintf(name, sizeof name, "calibration/%s.ini", g->ops->key);
	if (user_find(USER_DATA, name, path, sizeof path) && !file_missing(path))
		calibration_load_file(g, path, &r[OWN], st);
	if (asset_find(name, path, sizeof path))
		calibration_load_file(g, path, &r[SHIPPED], st);
	const bool fitted =
		accept_fit(&r[OWN].exact, cal) || accept_fit(&r[SHIPPED].exact, cal) ||
		accept_fit(&r[OWN].plain, cal) || accept_fit(&r[SHIPPED].plain, cal);
	for (int k = 3; k >= 0; k--) { /* the last one present is tried first */
		const struct calibration_hands *h = &r[k & 1].hands[k >> 1];
		if (h->count > 0)
			cal->hands = *h;
	}
	return fitted;
}

/* Softmax of beta * value; the greatest exponent is taken out first. */
void
calibration_win(const struct calibration *cal, int progress, const double *value,
		int seats, double *win)
{
	double greatest = -INFINITY, sum = 0;
	bool known = cal && cal->stages > 0;
	for (int i = 0; i < seats; i++) {
		known = known && isfinite(value[i]);
		greatest = fmax(greatest, value[i]);
	}
	for (int i = 0; i < seats; i++)
		win[i] = NAN;
	if (!known)
		return;
	int stage = progress * cal->stages / 1001;
	stage = stage < 0 ? 0 : stage >= cal->stages ? cal->stages - 1 : stage;
	for (int i = 0; i < seats; i++)
		sum += win[i] = exp(cal->beta[stage] * (value[i] - greatest));
	for (int i = 0; i < seats; i++)
		win[i] /= sum;
}
