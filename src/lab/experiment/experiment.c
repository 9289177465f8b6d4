/*
 * experiment.c - the files of experiments, and the keys required by each kind. See experiment.h.
 */
#include "src/lab/experiment/kinds.h"

#include "src/base/asset.h"
#include "src/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX  100
#define LABEL_KEPT 30 /* bytes of a label that every kind keeps in its cells */
#define NEAR	   4  /* edits, and a name is another one */
#define AMOUNT_MAX INT64_C(1000000000)

static const char common_keys[] = "kind|title|paper|table|note|seed|measure|axis";

static const struct experiment_kind *const experiment_kinds[] = {
	&experiment_branching,	&experiment_expansions,	    &experiment_depth,
	&experiment_tournament, &experiment_exploitability, &experiment_offtree,
	&experiment_speed,	&experiment_mixes,	    NULL,
};

static const struct experiment_entry *
own_entry(const struct experiment_part *p, const char *key)
{
	for (int i = 0; i < p->entries; i++)
		if (strcmp(p->entry[i].key, key) == 0)
			return &p->entry[i];
	return NULL;
}

/* ---- reading ---- */

/* "player LABEL": the label; NULL when key does not begin with the word. */
static const char *
after_word(const char *key, const char *word)
{
	const size_t n = strlen(word);
	return strncmp(key, word, n) == 0 && key[n] == ' ' && key[n + 1] ? key + n + 1
									 : NULL;
}

static struct experiment_part *
find_part(struct experiment *e, const char *name, struct status *st)
{
	for (int i = 0; i < e->parts; i++)
		if (strcmp(e->part[i].name, name) == 0)
			return &e->part[i];
	if (e->parts == 0 && strcmp(name, "experiment") != 0) {
		status_fail(st, "expected section [experiment] first, not [%s]", name);
		return NULL;
	}
	if (e->parts == EXPERIMENT_PARTS) {
		status_fail(st, "more than %d sections", EXPERIMENT_PARTS);
		return NULL;
	}
	struct experiment_part *p = &e->part[e->parts++];
	*p = (struct experiment_part){ 0 };
	snprintf(p->name, sizeof p->name, "%s", name);
	return p;
}

static bool
choose_kind(struct experiment *e, const char *value, struct status *st)
{
	struct text all = { 0 };
	for (int i = 0; experiment_kinds[i]; i++) {
		if (strcmp(experiment_kinds[i]->key, value) == 0)
			e->kind = experiment_kinds[i];
		text_add(&all, "%s%s", i ? ", " : "", experiment_kinds[i]->key);
	}
	if (e->kind == NULL)
		status_fail(st, "kind: expected one of %s, not \"%.40s\"",
			    all.s ? all.s : "none", value);
	text_free(&all);
	return e->kind != NULL;
}

/* "52", "1.2M", "45.7083". */
static bool
exp_read_number(const char *text, double *out, double *rounding)
{
	char *end;
	const double x = strtod(text, &end);
	const double scale = *end == 'k' ? 1e3 : *end == 'M' ? 1e6 : 1;
	const char *point = strchr(text, '.');
	if (end == text || !isfinite(x) || end[scale > 1] != '\0' ||
	    strspn(text, "+-.0123456789") != (size_t)(end - text))
		return false;
	*out = x * scale;
	*rounding = scale * 0.5 * pow(10, point ? -(double)(end - point - 1) : 0);
	return true;
}

bool
experiment_read_figure(const char *text, double *out, double *rounding)
{
	const char *dots = strstr(text, "..");
	char low[40];
	double from, to;
	if (dots == NULL)
		return exp_read_number(text, out, rounding);
	snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
	if (!exp_read_number(low, &from, rounding) ||
	    !exp_read_number(dots + 2, &to, rounding) || from > to)
		return false;
	*out = (from + to) / 2;
	*rounding = (to - from) / 2;
	return true;
}

const char *
experiment_claim_sign(const char *text)
{
	const char *sign = NULL;
	if (*text == '\0')
		return NULL;
	for (const char *p = text + 1; *p; p++)
		if (p[-1] == ' ' && strchr("<>=", *p) && p[1] == ' ' && p[2]) {
			if (sign)
				return NULL;
			sign = p;
		}
	return sign;
}

static bool
check_entry(const struct experiment *e, const struct experiment_part *p, const char *key,
	    const char *value, struct status *st)
{
	double x, rounding;
	const bool common = p == &e->part[0];
	if (e->kind == NULL)
		return status_fail(st, "expected kind = ... before %s", key);
	if (after_word(key, "player") || after_word(key, "full player") ||
	    (common && option_choice_find(common_keys, key) >= 0) ||
	    strcmp(key, "note") == 0 || option_choice_find(e->kind->settings, key) >= 0)
		return true;
	if (after_word(key, "claim"))
		return experiment_claim_sign(value) ||
		       status_fail(st,
				   "%s: expected \"CELL > CELL\" "
				   "(or <, =), not \"%.60s\"",
				   key, value);
	if (after_word(key, "margin"))
		return (experiment_read_figure(value, &x, &rounding) && x > 0) ||
		       status_fail(st, "%s: expected a number above 0, not \"%.40s\"",
				   key, value);
	if (!common && after_word(key, "paper"))
		return strcmp(value, "unknown") == 0 ||
		       experiment_read_figure(value, &x, &rounding) ||
		       status_fail(st, "%s: expected a number or unknown, not \"%.40s\"",
				   key, value);
	return status_fail(st,
			   "unknown key \"%.48s\": expected %s%s%s, player LABEL%s, "
			   "claim NAME or margin NAME",
			   key, common ? common_keys : "", common ? "|" : "",
			   e->kind->settings, common ? "" : ", paper CELL");
}

static bool
exp_take_entry(void *user, const char *section, const char *key, const char *value,
	       int line, struct status *st)
{
	struct experiment *e = user;
	struct experiment_part *p = find_part(e, section, st);
	if (p == NULL)
		return false;
	if (p == &e->part[0] && strcmp(key, "kind") == 0 && !choose_kind(e, value, st))
		return false;
	if (!check_entry(e, p, key, value, st))
		return false;
	for (int i = 0; i < p->entries; i++)
		if (strcmp(p->entry[i].key, key) == 0)
			return status_fail(st, "%s: set twice, first in line %d", key,
					   p->entry[i].line);
	if (p->entries == EXPERIMENT_ENTRIES)
		return status_fail(st, "more than %d keys in [%s]", EXPERIMENT_ENTRIES,
				   section);
	if (strlen(value) >= EXPERIMENT_VALUE)
		return status_fail(st, "%s: longer than %d bytes", key,
				   EXPERIMENT_VALUE - 1);
	struct experiment_entry *entry = &p->entry[p->entries];
	snprintf(entry->key, sizeof entry->key, "%s", key);
	entry->line = line;
	entry->value = strdup(value);
	if (entry->value == NULL)
		return status_fail(st, "not enough memory for the file");
	p->entries++;
	return true;
}

void
experiment_free(struct experiment *e)
{
	for (int i = 0; i < e->parts; i++)
		for (int k = 0; k < e->part[i].entries; k++)
			free(e->part[i].entry[k].value);
	e->parts = 0;
}

static bool
is_equality(const struct experiment_part *p, const char *name)
{
	char key[EXPERIMENT_TEXT + 8];
	snprintf(key, sizeof key, "claim %s", name);
	const struct experiment_entry *claim = own_entry(p, key);
	return claim != NULL && *experiment_claim_sign(claim->value) == '=';
}

/* "LABEL" or "LABEL 10k"; of a long label a cell has the beginning. */
static bool
is_of_player(const char *cell, size_t length, const char *label)
{
	const size_t n = strlen(label) < LABEL_KEPT ? strlen(label) : LABEL_KEPT;
	return length >= n && strncmp(cell, label, n) == 0 &&
	       (length == n || n == LABEL_KEPT || cell[n] == ' ');
}

/* A cell of the kind itself, or of a player of the section or of [experiment]; of claims in
 * [experiment] of a player anywhere. */
static bool
is_cell(const struct experiment *e, const struct experiment_part *p, const char *cell,
	size_t length)
{
	if (e->kind->cell != NULL && is_of_player(cell, length, e->kind->cell))
		return true;
	for (int i = 0; i < e->parts; i++) {
		const struct experiment_part *from = &e->part[i];
		const bool seen = i == 0 || from == p || p == &e->part[0];
		for (int k = 0; k < from->entries && seen; k++) {
			const char *label = after_word(from->entry[k].key, "player");
			if (label != NULL && is_of_player(cell, length, label))
				return true;
		}
	}
	return false;
}

/* Both sides of a claim are possible cells. */
static bool
check_claim(const struct experiment *e, const struct experiment_part *p,
	    const struct experiment_entry *claim, struct status *st)
{
	const char *sign = experiment_claim_sign(claim->value);
	const struct {
		const char *name;
		size_t length;
	} side[] = { { claim->value, (size_t)(sign - 1 - claim->value) },
		     { sign + 2, strlen(sign + 2) } };
	for (int i = 0; i < 2; i++)
		if (!is_cell(e, p, side[i].name, side[i].length))
			return status_fail(st,
					   "%s:%d: %s: no cell is \"%.*s\": expected one "
					   "that begins with the LABEL of a player%s%s",
					   e->path, claim->line, claim->key,
					   (int)side[i].length, side[i].name,
					   e->kind->cell != NULL ? " or " : "",
					   e->kind->cell != NULL ? e->kind->cell : "");
	return true;
}

static bool
check_claims(const struct experiment *e, const struct experiment_part *p,
	     struct status *st)
{
	for (int i = 0; i < p->entries; i++)
		if (after_word(p->entry[i].key, "claim") != NULL &&
		    !check_claim(e, p, &p->entry[i], st))
			return false;
	return true;
}

/* "full player LABEL" changes a player that there is, "margin NAME" a claim "A = B". */
static bool
check_pairs(const struct experiment *e, const struct experiment_part *p,
	    struct status *st)
{
	for (int i = 0; i < p->entries; i++) {
		const char *label = after_word(p->entry[i].key, "full player");
		if (label != NULL && own_entry(p, p->entry[i].key + 5) == NULL)
			return status_fail(st, "%s:%d: expected player %s = ... in [%s]",
					   e->path, p->entry[i].line, label, p->name);
		const char *name = after_word(p->entry[i].key, "margin");
		if (name != NULL && !is_equality(p, name))
			return status_fail(st, "%s:%d: expected claim %s = A = B in [%s]",
					   e->path, p->entry[i].line, name, p->name);
	}
	return true;
}

/* The keys every file must have. */
static bool
check_whole(const struct experiment *e, struct status *st)
{
	static const char *const needed[] = { "kind", "title", "paper", "table" };
	for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
		if (e->parts == 0 || !experiment_get(e, &e->part[0], needed[i]))
			return status_fail(st, "%s: expected %s = ... in [experiment]",
					   e->path, needed[i]);
	for (int i = 0; i < e->parts; i++)
		if (!check_pairs(e, &e->part[i], st) || !check_claims(e, &e->part[i], st))
			return false;
	return e->parts > 1 ||
	       status_fail(st, "%s: expected a section below [experiment]", e->path);
}

static bool
keep_or_free(struct experiment *e, bool ok)
{
	if (!ok)
		experiment_free(e);
	return ok;
}

bool
experiment_parse(struct experiment *e, const char *text, const char *where,
		 struct status *st)
{
	e->parts = 0;
	e->kind = NULL;
	snprintf(e->path, sizeof e->path, "%s", where);
	return keep_or_free(e, inifile_parse(text, where, exp_take_entry, e, st) &&
				       check_whole(e, st));
}

/* ---- names ---- */

/* Their count; 0: none, said in st. */
static int
find_names(char (*names)[64], struct status *st)
{
	const int n = asset_names("experiments", names, NAMES_MAX);
	if (n == 0)
		asset_missing("experiments", st);
	return n;
}

bool
experiment_list(void (*take)(void *self, const char *name), void *self, struct status *st)
{
	static char names[NAMES_MAX][64];
	const int n = find_names(names, st);
	for (int i = 0; i < n; i++)
		take(self, names[i]);
	return n > 0;
}

/* For a mistyped name the nearest one is suggested; all of them would be too long a line. */
static bool
exp_fail_name(const char *name, struct status *st)
{
	static char names[NAMES_MAX][64];
	const char *near = NULL;
	const int n = find_names(names, st);
	int least = NEAR;
	for (int i = 0; i < n; i++) {
		const int distance = text_distance(names[i], name);
		near = distance < least ? names[i] : near;
		least = distance < least ? distance : least;
	}
	if (near != NULL)
		return status_fail(st, "no experiment \"%.60s\" (did you mean \"%s\"?)",
				   name, near);
	return status_fail(st,
			   "no experiment \"%.60s\": expected FILE.ini or one that "
			   "`plyscope experiment` lists",
			   name);
}

bool
experiment_load(struct experiment *e, const char *name, struct status *st)
{
	char asset[EXPERIMENT_TEXT + 20], path[4096];
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name;
	const size_t length = strlen(base);
	const bool file = length > 4 && strcmp(base + length - 4, ".ini") == 0;
	memset(e, 0, sizeof *e);
	snprintf(asset, sizeof asset, "experiments/%.48s.ini", name);
	if (!file && (slash || !asset_find(asset, path, sizeof path)))
		return exp_fail_name(name, st);
	if (file)
		snprintf(path, sizeof path, "%s", name);
	snprintf(e->name, sizeof e->name, "%.*s",
		 (int)(file	     ? length - 4
		       : length < 48 ? length
				     : 48),
		 base);
	snprintf(e->path, sizeof e->path, "%s", path);
	return keep_or_free(e, inifile_read(path, exp_take_entry, e, st) &&
				       check_whole(e, st));
}

/* ---- settings ---- */

static const struct experiment_entry *
find_entry(const struct experiment *e, const struct experiment_part *p, const char *key)
{
	const struct experiment_entry *own = own_entry(p, key);
	return own ? own : own_entry(&e->part[0], key);
}

const char *
experiment_get(const struct experiment *e, const struct experiment_part *p,
	       const char *key)
{
	const struct experiment_entry *entry = find_entry(e, p, key);
	return entry ? entry->value : NULL;
}

void
experiment_blame(const struct experiment *e, const struct experiment_part *p,
		 const char *key, struct status *st)
{
	const struct experiment_entry *entry = find_entry(e, p, key);
	if (entry)
		status_prefix(st, "%s:%d", e->path, entry->line);
	else
		status_prefix(st, "%s: [%s]", e->path, p->name);
}

bool
experiment_count(const struct experiment *e, const struct experiment_part *p,
		 const char *key, int64_t least, int64_t most, int64_t deflt,
		 int64_t *out, struct status *st)
{
	const char *value = experiment_get(e, p, key);
	*out = deflt;
	if (value == NULL ||
	    (text_parse_count(value, out) && *out >= least && *out <= most))
		return true;
	status_fail(st, "%s: expected a whole number from %lld to %lld, not \"%.40s\"",
		    key, (long long)least, (long long)most, value);
	experiment_blame(e, p, key, st);
	return false;
}

const char *
experiment_key(const struct experiment_run *run, const struct experiment_part *p,
	       const char *key, char full[static EXPERIMENT_TEXT])
{
	snprintf(full, EXPERIMENT_TEXT, "full %s", key);
	return run->o->full && find_entry(run->e, p, full) != NULL ? full : key;
}

int64_t
experiment_amount(const struct experiment_run *run, const struct experiment_part *p,
		  const char *key, struct status *st)
{
	char full[EXPERIMENT_TEXT];
	int64_t n;
	if (!experiment_count(run->e, p, experiment_key(run, p, key, full), 1, AMOUNT_MAX,
			      0, &n, st))
		return 0;
	if (n == 0) {
		status_fail(st, "expected %s = ...", key);
		experiment_blame(run->e, p, key, st);
		return 0;
	}
	const double scaled = (double)n * run->o->scale;
	return scaled < 1		     ? 1
	       : scaled > (double)AMOUNT_MAX ? AMOUNT_MAX
					     : (int64_t)(scaled + 0.5);
}

/* Whether what stops a run is the fault of its file. A run without a result only reads. */
static void
note_refused(const struct experiment_run *run, bool refused)
{
	if (run->result != NULL)
		run->result->refused = refused;
}

bool
experiment_setup(const struct experiment_run *run, const struct experiment_part *p,
		 struct setup *out, struct status *st)
{
	const char *key = experiment_get(run->e, p, "game");
	char full[EXPERIMENT_TEXT];
	const char *varies = experiment_key(run, p, "variant", full);
	const char *variant = experiment_get(run->e, p, varies);
	const struct catalog *c = run->o->catalog;
	note_refused(run, true);
	if (!setup_named(out, c, key != NULL ? key : "", st)) {
		experiment_blame(run->e, p, "game", st);
		return false;
	}
	if (variant == NULL || setup_variants(out, c, variant, st)) {
		note_refused(run, false);
		return true;
	}
	status_prefix(st, "%s", varies);
	experiment_blame(run->e, p, varies, st);
	return false;
}

/* The line that says who LABEL is: with --full that of "full player LABEL", if there is. */
static const struct experiment_entry *
entry_of_player(const struct experiment_run *run, const struct experiment_part *p,
		const struct experiment_entry *plain)
{
	char full[EXPERIMENT_TEXT + 8];
	snprintf(full, sizeof full, "full %s", plain->key);
	const struct experiment_entry *entry = run->o->full ? own_entry(p, full) : NULL;
	return entry != NULL ? entry : plain;
}

/* Reads the players of one section. */
static int
exp_add_players(const struct experiment_run *run, const struct experiment_part *p,
		const struct game *g, struct player *out, const char **label,
		struct status *st)
{
	int n = 0;
	for (int i = 0; i < p->entries; i++) {
		const char *name = after_word(p->entry[i].key, "player");
		if (name == NULL)
			continue;
		const struct experiment_entry *entry =
			entry_of_player(run, p, &p->entry[i]);
		bool ok = n < EXPERIMENT_PLAYERS ||
			  status_fail(st, "more than %d players", EXPERIMENT_PLAYERS);
		ok = ok && player_parse(&out[n], entry->value, run->o->catalog, g, st);
		ok = ok && (!out[n].human || status_fail(st, "expected a search"));
		if (!ok) {
			status_prefix(st, "%s:%d", run->e->path, entry->line);
			return -1;
		}
		label[n++] = name;
	}
	return n;
}

int
experiment_players(const struct experiment_run *run, const struct experiment_part *p,
		   const struct game *g, int least, struct player *out,
		   const char **label, struct status *st)
{
	int n = exp_add_players(run, p, g, out, label, st);
	if (n == 0)
		n = exp_add_players(run, &run->e->part[0], g, out, label, st);
	if (n >= least)
		return n;
	if (n >= 0) {
		status_fail(st, "expected at least %d players, as player LABEL = PLAYER",
			    least);
		experiment_blame(run->e, p, "player", st);
	}
	note_refused(run, true);
	return 0;
}
