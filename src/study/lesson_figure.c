/* lesson_figure.c - the figures that a lesson's text may name, from one table. */
#include "src/study/lesson.h"

#include "src/core/catalog.h"
#include "src/core/effort.h"

#include <math.h>
#include <string.h>

/* The words of a figure. */
struct asked {
	struct lesson_run *run;
	const struct snapshot *live;
	struct inspect *tree;
	int seat;	  /* SEAT_NONE: none was named */
	int32_t node;	  /* 0: the root */
	const char *word; /* a rule, or a column */
};

static const struct inspect_node *
node_of(const struct asked *a)
{
	return &a->tree->node[a->node];
}

static bool
put_real(struct text *out, double x, int decimals)
{
	if (isnan(x))
		return false;
	text_add(out, "%.*f", decimals, text_shown(x, decimals));
	return true;
}

static bool
lesson_figure_put_points(struct text *out, double x)
{
	if (isnan(x))
		return false;
	text_add(out, "%.7g", round(x * 100) / 100 + 0.0);
	return true;
}

static bool
put_count(struct text *out, int64_t n)
{
	text_add(out, "%lld", (long long)n);
	return true;
}

static bool
of_step(const struct asked *a, struct text *out)
{
	return put_count(out, a->run->stepper.at);
}

/* What every search counts, under the names that lessons have for it. */
static bool
of_effort(const struct asked *a, struct text *out)
{
	const char *key = strcmp(a->word, "sims") == 0	  ? "simulations"
			  : strcmp(a->word, "again") == 0 ? "researches"
							  : a->word;
	return put_count(out, (int64_t)effort_value(a->live, key));
}

static int
rule_named(const struct snapshot *live, const char *word)
{
	for (int i = 0; i < stats_rules(live->rules); i++)
		if (strcmp(live->rules[i].key, word) == 0)
			return i;
	return -1;
}

static bool
of_cuts(const struct asked *a, struct text *out)
{
	const int rule = rule_named(a->live, a->word);
	return rule >= 0 && put_count(out, a->live->cuts[rule]);
}

static bool
of_skipped(const struct asked *a, struct text *out)
{
	const int rule = rule_named(a->live, a->word);
	return rule >= 0 && put_count(out, a->live->skipped[rule]);
}

static bool
of_best(const struct asked *a, struct text *out)
{
	const struct inspect_node *n = node_of(a);
	for (int32_t i = 0; i < n->count; i++)
		if (a->tree->node[n->first + i].look.best)
			text_add(out, "%s", a->tree->node[n->first + i].text);
	return out->length > 0;
}

static bool
of_line(const struct asked *a, struct text *out)
{
	char line[200];
	const struct search *s = a->run->stepper.search;
	snapshot_format_pv(a->live, s->game, &s->root, STATS_PV, line, sizeof line);
	text_add(out, "%s", line);
	return line[0] != '\0';
}

static bool
of_value(const struct asked *a, struct text *out)
{
	char value[24];
	if (a->seat < 0)
		return false;
	inspect_value(a->tree, node_of(a), a->seat, value, sizeof value);
	text_add(out, "%s", value);
	return value[0] != '\0';
}

/* As people count in the game: penalty points, say. */
static bool
of_points(const struct asked *a, struct text *out)
{
	return a->seat >= 0 &&
	       put_real(out,
			game_told(inspect_game(a->tree), node_of(a)->look.value[a->seat]),
			1);
}

static bool
of_win(const struct asked *a, struct text *out)
{
	return a->seat >= 0 && put_real(out, node_of(a)->look.win[a->seat], 4);
}

static bool
of_visits(const struct asked *a, struct text *out)
{
	return put_count(out, node_of(a)->look.visits);
}

static bool
of_kind(const struct asked *a, struct text *out)
{
	char kind[200];
	inspect_kind(a->tree, a->node, kind, sizeof kind);
	text_add(out, "%s", kind);
	return true;
}

static bool
of_proof(const struct asked *a, struct text *out)
{
	text_add(out, "%s", node_of(a)->look.proof);
	return node_of(a)->look.proof[0] != '\0';
}

static bool
of_rule(const struct asked *a, struct text *out)
{
	const struct cut_rule *rule = node_of(a)->look.rule;
	text_add(out, "%s", rule != NULL ? rule->key : "");
	return rule != NULL;
}

/* The node's column of that name; NULL: its search has none such. */
static const struct column *
column_of(const struct look_node *l, const char *name)
{
	const struct column *c = l->columns;
	for (int i = stats_columns(c); i > 0; i--, c++)
		if (strcmp(c->key, name) == 0)
			return c;
	return NULL;
}

/* A figure that the algorithm declares. */
static bool
of_column(const struct asked *a, struct text *out)
{
	const struct look_node *l = &node_of(a)->look;
	const struct column *c = column_of(l, a->word);
	char value[32];
	if (c == NULL || (c->owner == COLUMN_OF_SEATS) != (a->seat >= 0))
		return false;
	const double x = l->extra[stats_place(c, a->seat)];
	if (c->kind == COLUMN_POINTS)
		return lesson_figure_put_points(out, x);
	stats_format_column(c, x, value, sizeof value);
	text_add(out, "%s", value);
	return value[0] != '\0';
}

/* How good a child is for the search that goes there: its first column with a better side. */
static double
preference(const struct look_node *l)
{
	const struct column *c = l->columns;
	for (int i = stats_columns(c); i > 0; i--, c++)
		if (c->better != 0 && c->owner == COLUMN_OF_ALL)
			return c->better * l->extra[c->at];
	return (double)NAN;
}

/* The child that is selected next: the first untried one, else the best by its column. */
static bool
of_next(const struct asked *a, struct text *out)
{
	const struct inspect_node *n = node_of(a), *best = NULL;
	for (int32_t i = 0; i < n->count; i++) {
		const struct inspect_node *c = &a->tree->node[n->first + i];
		if (c->look.visits == 0) {
			best = c;
			break;
		}
		if (best == NULL || preference(&c->look) > preference(&best->look))
			best = c;
	}
	if (best == NULL)
		return false;
	text_add(out, "%s", best->text);
	return true;
}

/* The moves of the newest simulation inside the tree. */
static bool
of_path(const struct asked *a, struct text *out)
{
	int32_t at = 0, next = 0;
	while (next >= 0) {
		const struct inspect_node *n = &a->tree->node[at];
		next = -1;
		for (int32_t i = 0; i < n->count; i++)
			if (a->tree->node[n->first + i].look.last)
				next = n->first + i;
		if (next >= 0)
			text_add(out, "%s%s", out->length ? " " : "",
				 a->tree->node[next].text);
		if (next >= 0)
			inspect_expand(a->tree, next, NULL);
		at = next;
	}
	return out->length > 0;
}

static bool
of_move(const struct asked *a, struct text *out)
{
	text_add(out, "%s", node_of(a)->text);
	return a->node > 0;
}

static bool
of_mover(const struct asked *a, struct text *out)
{
	const int seat = inspect_mover(a->tree, a->node);
	const struct game *g = inspect_game(a->tree);
	if (seat < 0)
		return false;
	text_add(out, "%s", g->text->seat_name(g, seat));
	return true;
}

static bool
lesson_figure_count(const struct asked *a)
{
	return inspect_count(a->tree, a->node, INSPECT_COUNT_MOST, NULL) &&
	       node_of(a)->full.whole;
}

static bool
of_full(const struct asked *a, struct text *out)
{
	return lesson_figure_count(a) &&
	       put_count(out, node_of(a)->full.searched + node_of(a)->full.counted);
}

static bool
of_searched(const struct asked *a, struct text *out)
{
	return lesson_figure_count(a) && put_count(out, node_of(a)->full.searched);
}

static bool
of_saved(const struct asked *a, struct text *out)
{
	return lesson_figure_count(a) && put_count(out, node_of(a)->full.counted);
}

enum words { NO_WORDS = 0, SEAT_WORD = 1, PATH_WORD = 2, RULE_WORD = 4 };

struct lesson_figure {
	const char *name;
	unsigned words;
	bool (*put)(const struct asked *a, struct text *out);
};

/* Those of every search; the columns that an algorithm declares are figures too. */
static const struct lesson_figure figures[] = {
	{ "step", NO_WORDS, of_step },
	{ "nodes", NO_WORDS, of_effort },
	{ "leaves", NO_WORDS, of_effort },
	{ "sims", NO_WORDS, of_effort },
	{ "depth", NO_WORDS, of_effort },
	{ "again", NO_WORDS, of_effort },
	{ "line", NO_WORDS, of_line },
	{ "path", NO_WORDS, of_path },
	{ "cuts", RULE_WORD, of_cuts },
	{ "skipped", RULE_WORD, of_skipped },
	{ "value", SEAT_WORD | PATH_WORD, of_value },
	{ "points", SEAT_WORD | PATH_WORD, of_points },
	{ "win", SEAT_WORD | PATH_WORD, of_win },
	{ "best", PATH_WORD, of_best },
	{ "visits", PATH_WORD, of_visits },
	{ "kind", PATH_WORD, of_kind },
	{ "proof", PATH_WORD, of_proof },
	{ "rule", PATH_WORD, of_rule },
	{ "next", PATH_WORD, of_next },
	{ "move", PATH_WORD, of_move },
	{ "mover", PATH_WORD, of_mover },
	{ "full", PATH_WORD, of_full },
	{ "searched", PATH_WORD, of_searched },
	{ "saved", PATH_WORD, of_saved },
};
#define FIGURES (int)(sizeof figures / sizeof figures[0])

static bool
begins_with(const char *figure, const char *name)
{
	const size_t n = strcspn(figure, " ");
	return strlen(name) == n && strncmp(name, figure, n) == 0;
}

/* A column of a search's nodes; false: it has none of that name. */
static bool
find_column(const struct search_ops *ops, const char *figure, struct lesson_figure *out)
{
	const struct column *c = ops->node_columns;
	for (int i = stats_columns(c); i > 0; i--, c++) {
		if (c->owner == COLUMN_OF_SIDES || !begins_with(figure, c->key))
			continue;
		*out = (struct lesson_figure){ c->key, PATH_WORD, of_column };
		if (c->owner == COLUMN_OF_SEATS)
			out->words |= SEAT_WORD;
		return true;
	}
	return false;
}

static bool
lesson_figure_find_figure(const char *figure, struct lesson_figure *out)
{
	for (int i = 0; i < FIGURES; i++) {
		*out = figures[i];
		if (begins_with(figure, out->name))
			return true;
	}
	return false;
}

bool
lesson_figure_known(const char *figure, const struct catalog *c)
{
	struct lesson_figure f;
	bool known = lesson_figure_find_figure(figure, &f);
	for (int i = 0; !known && c->searches[i] != NULL; i++)
		known = find_column(c->searches[i], figure, &f);
	return known;
}

/* Cuts the next word off; NULL: none is left. */
static char *
next_word(char **rest)
{
	char *word;
	do
		word = strsep(rest, " ");
	while (word != NULL && *word == '\0');
	return word;
}

bool
lesson_figure(struct lesson_run *r, const char *figure, struct text *out,
	      struct status *st)
{
	char words[200];
	const struct player *p = &r->lesson->player;
	struct lesson_figure f;
	bool found = lesson_figure_find_figure(figure, &f);
	struct asked a = { .run = r,
			   .live = &r->stepper.search->live,
			   .tree = &r->stepper.tree,
			   .seat = SEAT_NONE };
	for (int i = 0; !found && i < p->count; i++)
		found = find_column(p->part[i].ops, figure, &f);
	if (!found)
		return status_fail(st, "{%s} is not a figure", figure);
	snprintf(words, sizeof words, "%s", figure);
	char *rest = words;
	next_word(&rest);
	a.word = f.name;
	if (f.words & RULE_WORD) {
		const char *word = next_word(&rest);
		a.word = word != NULL ? word : "";
	}
	if (f.words & SEAT_WORD) {
		const char *word = next_word(&rest);
		if (word == NULL ||
		    !setup_find_seat(&r->lesson->setup, word, &a.seat, st))
			return status_fail(st, "{%s} does not name a seat", figure);
	}
	if (f.words & PATH_WORD) {
		const char *word = next_word(&rest);
		a.node = inspect_at(a.tree, word != NULL ? word : "");
		if (a.node < 0)
			return status_fail(st, "{%s}: the tree has no such node here",
					   figure);
		inspect_expand(a.tree, a.node, NULL);
	}
	if (next_word(&rest) != NULL)
		return status_fail(st, "{%s} has one word too many", figure);
	struct text t = { 0 };
	const bool ok = f.put(&a, &t);
	if (ok)
		text_add(out, "%s", t.s);
	text_free(&t);
	return ok || status_fail(st, "{%s}: the search does not show it here", figure);
}

bool
lesson_fill(struct lesson_run *r, const char *text, struct text *out, struct status *st)
{
	text_add(out, "%s", "");
	for (const char *open; (open = strchr(text, '{')) != NULL;) {
		const char *end = strchr(open, '}');
		char figure[200];
		if (end == NULL)
			return status_fail(st, "'{' without '}'");
		text_add_bytes(out, text, (size_t)(open - text));
		snprintf(figure, sizeof figure, "%.*s", (int)(end - open - 1), open + 1);
		if (!lesson_figure(r, figure, out, st))
			return false;
		text = end + 1;
	}
	text_add(out, "%s", text);
	return true;
}
