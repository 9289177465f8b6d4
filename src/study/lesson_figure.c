/* lesson_figure.c - the figures that a lesson's text may name, from one table. */
#include "src/study/lesson.h"

#include <math.h>
#include <string.h>

/* What a figure is asked of: its words. */
struct asked {
	struct lesson_run *run;
	const struct snapshot *live;
	struct inspect *tree;
	int seat;	  /* SEAT_NONE: none was named */
	int32_t node;	  /* 0: the root */
	const char *word; /* a rule */
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
put_points(struct text *out, double x)
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

static bool
of_nodes(const struct asked *a, struct text *out)
{
	return put_count(out, a->live->nodes);
}

static bool
of_leaves(const struct asked *a, struct text *out)
{
	return put_count(out, a->live->leaves);
}

static bool
of_sims(const struct asked *a, struct text *out)
{
	return put_count(out, a->live->simulations);
}

static bool
of_depth(const struct asked *a, struct text *out)
{
	return put_count(out, a->live->depth);
}

static int
rule_named(const char *word)
{
	for (int i = 0; i < CUT_RULES; i++)
		if (strcmp(cut_rule_names[i], word) == 0)
			return i;
	return -1;
}

static bool
of_cuts(const struct asked *a, struct text *out)
{
	const int rule = rule_named(a->word);
	return rule >= 0 && put_count(out, a->live->cuts[rule]);
}

static bool
of_skipped(const struct asked *a, struct text *out)
{
	const int rule = rule_named(a->word);
	return rule >= 0 && put_count(out, a->live->skipped[rule]);
}

static bool
of_again(const struct asked *a, struct text *out)
{
	return put_count(out, a->live->researches);
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

static bool
of_win(const struct asked *a, struct text *out)
{
	return a->seat >= 0 && put_real(out, node_of(a)->look.win[a->seat], 4);
}

static bool
of_low(const struct asked *a, struct text *out)
{
	return a->seat >= 0 && put_points(out, node_of(a)->look.low[a->seat]);
}

static bool
of_high(const struct asked *a, struct text *out)
{
	return a->seat >= 0 && put_points(out, node_of(a)->look.high[a->seat]);
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
	const int rule = node_of(a)->look.rule;
	if (rule < 0)
		return false;
	text_add(out, "%s", cut_rule_names[rule]);
	return true;
}

static bool
of_exploit(const struct asked *a, struct text *out)
{
	return put_real(out, node_of(a)->look.exploit, 3);
}

static bool
of_explore(const struct asked *a, struct text *out)
{
	return put_real(out, node_of(a)->look.explore, 3);
}

static bool
of_score(const struct asked *a, struct text *out)
{
	return put_real(out, node_of(a)->look.exploit + node_of(a)->look.explore, 3);
}

/* The child that UCB1 selects next: the first untried one, else the highest sum. */
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
		if (best == NULL || c->look.exploit + c->look.explore >
					    best->look.exploit + best->look.explore)
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
count(const struct asked *a)
{
	return inspect_count(a->tree, a->node, INSPECT_COUNT_MOST, NULL) &&
	       node_of(a)->full.whole;
}

static bool
of_full(const struct asked *a, struct text *out)
{
	return count(a) &&
	       put_count(out, node_of(a)->full.searched + node_of(a)->full.counted);
}

static bool
of_searched(const struct asked *a, struct text *out)
{
	return count(a) && put_count(out, node_of(a)->full.searched);
}

static bool
of_saved(const struct asked *a, struct text *out)
{
	return count(a) && put_count(out, node_of(a)->full.counted);
}

enum words { NO_WORDS = 0, SEAT_WORD = 1, PATH_WORD = 2, RULE_WORD = 4 };

static const struct {
	const char *name;
	unsigned words;
	bool (*put)(const struct asked *a, struct text *out);
} figures[] = {
	{ "step", NO_WORDS, of_step },
	{ "nodes", NO_WORDS, of_nodes },
	{ "leaves", NO_WORDS, of_leaves },
	{ "sims", NO_WORDS, of_sims },
	{ "depth", NO_WORDS, of_depth },
	{ "again", NO_WORDS, of_again },
	{ "line", NO_WORDS, of_line },
	{ "path", NO_WORDS, of_path },
	{ "cuts", RULE_WORD, of_cuts },
	{ "skipped", RULE_WORD, of_skipped },
	{ "value", SEAT_WORD | PATH_WORD, of_value },
	{ "win", SEAT_WORD | PATH_WORD, of_win },
	{ "low", SEAT_WORD | PATH_WORD, of_low },
	{ "high", SEAT_WORD | PATH_WORD, of_high },
	{ "best", PATH_WORD, of_best },
	{ "visits", PATH_WORD, of_visits },
	{ "kind", PATH_WORD, of_kind },
	{ "proof", PATH_WORD, of_proof },
	{ "rule", PATH_WORD, of_rule },
	{ "exploit", PATH_WORD, of_exploit },
	{ "explore", PATH_WORD, of_explore },
	{ "score", PATH_WORD, of_score },
	{ "next", PATH_WORD, of_next },
	{ "move", PATH_WORD, of_move },
	{ "mover", PATH_WORD, of_mover },
	{ "full", PATH_WORD, of_full },
	{ "searched", PATH_WORD, of_searched },
	{ "saved", PATH_WORD, of_saved },
};
#define FIGURES (int)(sizeof figures / sizeof figures[0])

static int
find_figure(const char *figure)
{
	const size_t n = strcspn(figure, " ");
	for (int i = 0; i < FIGURES; i++)
		if (strlen(figures[i].name) == n &&
		    strncmp(figures[i].name, figure, n) == 0)
			return i;
	return -1;
}

bool
lesson_figure_known(const char *figure)
{
	return find_figure(figure) >= 0;
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
	const int at = find_figure(figure);
	struct asked a = { .run = r,
			   .live = &r->stepper.search->live,
			   .tree = &r->stepper.tree,
			   .seat = SEAT_NONE,
			   .word = "" };
	if (at < 0)
		return status_fail(st, "{%s} is no figure", figure);
	snprintf(words, sizeof words, "%s", figure);
	char *rest = words;
	next_word(&rest);
	if (figures[at].words & RULE_WORD) {
		const char *word = next_word(&rest);
		a.word = word != NULL ? word : "";
	}
	if (figures[at].words & SEAT_WORD) {
		const char *word = next_word(&rest);
		if (word == NULL ||
		    !setup_find_seat(&r->lesson->setup, word, &a.seat, st))
			return status_fail(st, "{%s} names no seat", figure);
	}
	if (figures[at].words & PATH_WORD) {
		const char *word = next_word(&rest);
		a.node = inspect_at(a.tree, word != NULL ? word : "");
		if (a.node < 0)
			return status_fail(st, "{%s}: the tree has no such node here",
					   figure);
		inspect_expand(a.tree, a.node, NULL);
	}
	if (next_word(&rest) != NULL)
		return status_fail(st, "{%s} has a word too many", figure);
	struct text t = { 0 };
	const bool ok = figures[at].put(&a, &t);
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
