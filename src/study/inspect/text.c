/* text.c - a tree in words: marks, values with their kind, text, dot, JSON, SVG. */
#include "src/study/inspect.h"

#include "src/base/file.h"
#include "src/base/json.h"
#include "src/base/text.h"
#include "src/base/tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char
inspect_mark(const struct inspect_node *n)
{
	const struct look_node *l = &n->look;
	return l->skipped		  ? 'x'
	       : n->pv && n->leads	  ? '}'
	       : n->leads		  ? ')'
	       : n->pv			  ? '>'
	       : l->last		  ? '*'
	       : l->rule != NULL	  ? 'c'
	       : l->again		  ? '~'
	       : l->table		  ? 't'
	       : l->status == MOVE_PROVEN ? '='
					  : ' ';
}

static const char *const kind_signs[] = {
	[MOVE_OPEN] = "",	[MOVE_EXACT] = "", [MOVE_AT_MOST] = "<=",
	[MOVE_AT_LEAST] = ">=", [MOVE_FEW] = "~",  [MOVE_PROVEN] = "",
	[MOVE_UNSEARCHED] = "",
};

void
inspect_value(const struct inspect *t, const struct inspect_node *n, int seat, char *out,
	      int size)
{
	const double v = n->look.value[seat];
	if (isnan(v)) {
		if (size > 0)
			out[0] = '\0';
		return;
	}
	const bool sampled = n->look.status == MOVE_OPEN || n->look.status == MOVE_FEW;
	const bool whole = fabs(v) >= 1000 || (!sampled && v == round(v));
	snprintf(out, (size_t)size, "%s%.*f", kind_signs[n->look.status], whole ? 0 : 2,
		 text_shown(v, whole ? 0 : 2));
}

void
inspect_kind(const struct inspect *t, int32_t node, char *out, int size)
{
	const struct inspect_node *n = &t->node[node];
	const struct look_node *l = &n->look;
	const int64_t whole = n->full.searched + n->full.counted;
	struct text s = { 0 };
	static const char *const words[] = {
		[MOVE_OPEN] = "an estimate",   [MOVE_EXACT] = "exact",
		[MOVE_AT_MOST] = "at most",    [MOVE_AT_LEAST] = "at least",
		[MOVE_FEW] = "few samples",    [MOVE_PROVEN] = "solved",
		[MOVE_UNSEARCHED] = "unknown",
	};
	text_add(&s, "%s",
		 l->skipped	  ? "never searched"
		 : l->partial	  ? "the search stopped inside"
		 : l->visits == 0 ? "not searched yet"
				  : words[l->status]);
	if (l->rule != NULL)
		text_add(&s, "; %s %s", l->skipped ? "skipped by" : "cut by",
			 l->rule->key);
	if (l->children_skipped > 0)
		text_add(&s, ": %d skipped", l->children_skipped);
	if (l->table)
		text_add(&s, "; from the table");
	if (l->again)
		text_add(&s, "; searched again");
	if (n->counted)
		text_add(&s, "; full width %s%lld: %lld searched, %lld saved",
			 n->full.whole ? "" : "over ", (long long)whole,
			 (long long)n->full.searched, (long long)n->full.counted);
	snprintf(out, (size_t)size, "%s", s.s);
	text_free(&s);
}

const char *
inspect_who(const struct inspect *t, const struct inspect_node *n)
{
	const struct game *g = inspect_game(t);
	return n->look.kind != LOOK_MOVE     ? ""
	       : n->look.seat == SEAT_CHANCE ? "chance"
					     : g->text->seat_name(g, n->look.seat);
}

bool
inspect_own_figures(const struct inspect_node *n, char *out, int size)
{
	const struct column *c = n->look.columns;
	struct text s = { 0 };
	for (int i = stats_columns(c); i > 0; i--, c++) {
		char value[32] = "";
		if (c->owner == COLUMN_OF_ALL)
			stats_format_column(c, n->look.extra[c->at], value, sizeof value);
		if (value[0] != '\0')
			text_add(&s, "%s%s %s", s.length > 0 ? " " : "", c->head, value);
	}
	snprintf(out, (size_t)size, "%s", s.length > 0 ? s.s : "");
	text_free(&s);
	return out[0] != '\0';
}

/* "31.0% mix, regret +0.2": the known figures of one side; zeros are left out. */
static void
add_side(struct text *s, const struct look_node *l, int side)
{
	const char *separator = " ";
	const struct column *c = l->columns;
	for (int i = stats_columns(c); i > 0; i--, c++) {
		const double x = l->extra[stats_place(c, side)];
		const bool none = isnan(x) || (c->kind == COLUMN_COUNT && x < 1);
		const bool before = c->kind == COLUMN_PERCENT || c->kind == COLUMN_COUNT;
		char value[32];
		if (c->owner != COLUMN_OF_SIDES || none)
			continue;
		stats_format_column(c, x, value, sizeof value);
		text_add(s, "%s%s %s", separator, before ? value : c->head,
			 before ? c->head : value);
		separator = ", ";
	}
}

bool
inspect_mixed(const struct inspect_node *n)
{
	const struct column *c = n->look.columns;
	for (int i = stats_columns(c); i > 0; i--, c++)
		if (c->owner == COLUMN_OF_SIDES && !isnan(n->look.extra[c->at]))
			return true;
	return false;
}

bool
inspect_mix(const struct inspect *t, const struct inspect_node *n, int side, char *out,
	    int size)
{
	const struct game *g = inspect_game(t);
	const struct look_node *l = &n->look;
	const bool chance = n->parent >= 0 && l->seat == SEAT_CHANCE;
	if (chance && side == 0 && !isnan(l->chance)) {
		snprintf(out, (size_t)size, "comes with probability %.4g%%",
			 l->chance * 100);
		return true;
	}
	if (!inspect_mixed(n) || side > (l->kind == LOOK_JOINT))
		return false;
	const char *comma = l->kind == LOOK_JOINT ? strchr(n->text, ',') : NULL;
	const char *second = comma != NULL ? comma + 1 : "";
	const int first = comma ? (int)(comma - n->text) : (int)strlen(n->text);
	struct text s = { 0 };
	text_add(&s, "%s %.*s:", g->text->seat_name(g, side == 0 ? l->seat : l->other),
		 side == 0 ? first : (int)strlen(second), side == 0 ? n->text : second);
	add_side(&s, l, side);
	snprintf(out, (size_t)size, "%s", s.s);
	text_free(&s);
	return true;
}

/* ---- text ---- */

/* Values of each seat and what was searched; n NULL: blank. */
static void
print_figures(const struct inspect *t, const struct inspect_node *n, FILE *out)
{
	const int seats = inspect_game(t)->seats;
	char value[24] = "";
	for (int i = 0; i < seats; i++) {
		if (n != NULL)
			inspect_value(t, n, i, value, sizeof value);
		if (n != NULL && value[0] == '\0' && !isnan(n->look.win[i]))
			snprintf(value, sizeof value, "%.1f%%", n->look.win[i] * 100);
		fprintf(out, " %9s", value);
	}
	if (n == NULL)
		fprintf(out, " %10s", "");
	else if (n->look.visits > 0)
		fprintf(out, " %10lld", (long long)n->look.visits);
	else
		fprintf(out, " %10s", "-");
}

static void
inspect_text_print_words(const struct inspect *t, const struct inspect_node *n, FILE *out)
{
	char text[200];
	if (n->look.proof[0] != '\0' && !n->look.skipped)
		fprintf(out, "  %s", n->look.proof);
	else if (n->look.skipped)
		fprintf(out, "  never searched");
	for (int side = 0; side < 2; side++)
		if (inspect_mix(t, n, side, text, sizeof text))
			fprintf(out, "  %s", text);
}

static void
inspect_text_print_row(const struct inspect *t, int32_t node, FILE *out)
{
	const struct inspect_node *n = &t->node[node], *twin = inspect_twin(t, n);
	char text[200];
	snprintf(text, sizeof text, "%*s%c %s %s", (n->ply - 1) * 2, "",
		 inspect_disagrees(t, n) ? '!' : inspect_mark(n), inspect_who(t, n),
		 n->text);
	fprintf(out, "%-32s", text);
	print_figures(t, n->absent ? NULL : n, out);
	if (t->other != NULL) {
		fprintf(out, "  |");
		print_figures(t->other, twin, out);
	}
	inspect_text_print_words(t, n, out);
	if (twin != NULL && (twin->look.proof[0] != '\0' || twin->look.skipped)) {
		fprintf(out, "  B:");
		inspect_text_print_words(t->other, twin, out);
	}
	fputc('\n', out);
}

static void
inspect_text_print_head(const struct inspect *t, FILE *out)
{
	const struct game *g = inspect_game(t);
	const char *visits = t->source[0].search->live.visits_of;
	for (int i = 0; i < g->seats; i++)
		fprintf(out, " %9s", g->text->seat_name(g, i));
	fprintf(out, " %10s", visits ? visits : "visits");
}

void
inspect_print(const struct inspect *t, FILE *out)
{
	if (t->other != NULL)
		fprintf(out, "A, on the left: %s\nB, on the right: %s\n",
			t->source[0].search->player->text,
			t->other->source[0].search->player->text);
	fprintf(out, "%-32s", "node");
	inspect_text_print_head(t, out);
	if (t->other != NULL) {
		fprintf(out, "  |");
		inspect_text_print_head(t->other, out);
	}
	fputc('\n', out);
	for (int32_t i = 0; i < t->rows; i++)
		inspect_text_print_row(t, t->row[i], out);
	fputs("> principal variation  ) most-proving line  } both  x cut or never "
	      "searched  ~ searched again  = "
	      "solved  "
	      "t from the table  * last simulation\n",
	      out);
	char scale[80];
	if (t->source[0].search->aim != NULL)
		snprintf(scale, sizeof scale, "chance to win the match");
	else
		game_scale(inspect_game(t), scale, sizeof scale);
	fprintf(out, "values: %s\n", scale);
	if (t->other != NULL)
		fputs("marks are of A; ! only one of the two chooses it here\n", out);
}

/* ---- dot ---- */

/* Inside quotes, where also a label's own escapes (\\N, \\G) stand for something. Graphviz takes
 * no controls. */
static void
print_quoted(const char *text, FILE *out)
{
	for (int length; *text != '\0'; text += length) {
		uint32_t ch;
		length = text_decode(text, SIZE_MAX, &ch);
		if (ch == '"' || ch == '\\')
			fputc('\\', out);
		if (text_is_command(ch))
			fputc('?', out);
		else
			fwrite(text, 1, (size_t)length, out);
	}
}

static void
inspect_text_print_effort(const struct inspect_node *n, FILE *out)
{
	if (n->look.visits > 0)
		fprintf(out, "\\n%lld", (long long)n->look.visits);
	if (n->look.rule != NULL)
		fprintf(out, "\\n%s", n->look.rule->key);
}

/* Its value to each seat, in a line that begins with `separator`. */
static void
inspect_text_print_values(const struct inspect *t, const struct inspect_node *n,
			  const char *separator, FILE *out)
{
	const struct game *g = inspect_game(t);
	char value[24];
	for (int i = 0; i < g->seats; i++) {
		inspect_value(t, n, i, value, sizeof value);
		if (value[0] == '\0')
			continue;
		fputs(separator, out);
		print_quoted(g->text->seat_name(g, i), out);
		fprintf(out, " %s", value);
		separator = "  ";
	}
}

static void
print_label(const struct inspect *t, int32_t node, FILE *out)
{
	const struct inspect_node *n = &t->node[node];
	if (node == 0)
		fputs("root", out);
	else if (n->look.kind == LOOK_MOVE) {
		print_quoted(inspect_who(t, n), out);
		fputc(' ', out);
	}
	print_quoted(n->text, out);
	inspect_text_print_values(t, n, "\\n", out);
	inspect_text_print_effort(n, out);
	const struct inspect_node *twin = inspect_twin(t, n);
	if (twin != NULL)
		inspect_text_print_values(t->other, twin, "\\nB: ", out);
	if (twin != NULL)
		inspect_text_print_effort(twin, out);
	for (int side = 0; side < 2; side++) {
		char text[120];
		if (!inspect_mix(t, n, side, text, sizeof text))
			continue;
		fputs("\\n", out);
		print_quoted(text, out);
	}
}

void
inspect_print_dot(const struct inspect *t, FILE *out)
{
	fputs("digraph search {\n\tnode [shape=box, fontname=\"sans-serif\", "
	      "fontsize=10];\n",
	      out);
	for (int32_t i = 0; i < t->nodes; i++) {
		const struct inspect_node *n = &t->node[i];
		fprintf(out, "\tn%d [label=\"", (int)i);
		print_label(t, i, out);
		fprintf(out, "\"%s%s",
			n->look.skipped	       ? ", style=dashed, fontcolor=gray40"
			: n->look.rule != NULL ? ", style=rounded"
					       : "",
			inspect_disagrees(t, n) ? ", penwidth=2, color=red"
			: n->pv			? ", penwidth=2"
						: "");
		if (n->look.proof[0] != '\0') {
			fputs(", tooltip=\"", out);
			print_quoted(n->look.proof, out);
			fputc('"', out);
		}
		fputs("];\n", out);
		if (i > 0)
			fprintf(out, "\tn%d -> n%d%s;\n", (int)n->parent, (int)i,
				n->look.skipped ? " [style=dashed]"
				: n->leads	? n->pv ? " [penwidth=2, color=blue]"
							: " [color=blue]"
				: n->pv		? " [penwidth=2]"
						: "");
	}
	fputs("}\n", out);
}

/* ---- JSON ---- */

/* The declared figures of one side. */
static void
add_mix(json_t *o, const struct look_node *l, int side)
{
	const struct column *c = l->columns;
	for (int i = stats_columns(c); i > 0; i--, c++)
		if (c->owner == COLUMN_OF_SIDES)
			json_object_set_new(
				o, c->key,
				stats_column_to_json(c, l->extra[stats_place(c, side)]));
}

/* The seat that moved; the figures of strategies, or of chance. */
static void
inspect_text_add_seats(json_t *o, const struct inspect_node *n)
{
	const struct look_node *l = &n->look;
	const int sides = l->kind == LOOK_JOINT ? 2 : 1;
	if (l->kind == LOOK_WORLD)
		return;
	if (l->seat == SEAT_CHANCE) {
		json_object_set_new(o, "chance", json_real_or_null(l->chance));
		return;
	}
	json_object_set_new(o, "seat", json_integer(l->seat + 1));
	if (l->kind == LOOK_JOINT)
		json_object_set_new(o, "other_seat", json_integer(l->other + 1));
	if (!inspect_mixed(n))
		return;
	json_t *mixes = json_array();
	for (int side = 0; side < sides; side++) {
		json_t *mix = json_object();
		json_object_set_new(mix, "seat",
				    json_integer((side == 0 ? l->seat : l->other) + 1));
		add_mix(mix, l, side);
		json_array_append_new(mixes, mix);
	}
	json_object_set_new(o, "mixes", mixes);
}

/* A search's figures of a node. */
static void
inspect_text_add_figures(json_t *o, const struct look_node *l, int seats)
{
	json_object_set_new(o, "visits", json_integer(l->visits));
	json_object_set_new(o, "value", json_reals(l->value, seats));
	json_object_set_new(o, "win", json_reals(l->win, seats));
	stats_columns_to_json(l->columns, l->extra, seats, o);
	json_object_set_new(o, "status", json_string(move_status_names[l->status]));
	json_object_set_new(o, "best", json_boolean(l->best));
	json_object_set_new(o, "skipped", json_boolean(l->skipped));
	if (l->rule != NULL)
		json_object_set_new(o, "rule", json_string(l->rule->key));
	if (l->proof[0] != '\0')
		json_object_set_new(o, "proof", json_text(l->proof));
	if (l->again)
		json_object_set_new(o, "again", json_true());
	if (l->table)
		json_object_set_new(o, "table", json_true());
	if (l->partial)
		json_object_set_new(o, "partial", json_true());
}

/* The other search's figures of a node, null when it has no such node. */
static void
inspect_text_add_other(json_t *o, const struct inspect *t, const struct inspect_node *n)
{
	const struct inspect_node *twin = inspect_twin(t, n);
	json_t *other = json_null();
	if (twin != NULL) {
		other = json_object();
		inspect_text_add_figures(other, &twin->look, inspect_game(t)->seats);
	}
	json_object_set_new(o, "absent", json_boolean(n->absent));
	json_object_set_new(o, "disagrees", json_boolean(inspect_disagrees(t, n)));
	json_object_set_new(o, "other", other);
}

/* One number for each way, of a class of hands. */
static json_t *
of_class(const float number[][STATS_CLASSES], int ways, int class)
{
	json_t *out = json_array();
	for (int k = 0; k < ways; k++)
		json_array_append_new(out, json_real_or_null((double)number[k][class]));
	return out;
}

/* The ways to play on at a depth limit, over all hands of the seat that chooses and by classes. */
static void
add_ways(json_t *o, const struct inspect *t, int32_t node)
{
	static _Thread_local struct look_ways w;
	if (!inspect_ways(t, node, &w))
		return;
	json_t *limit = stats_ways_to_json(&w.all), *hands = json_array();
	for (int c = 0; c < w.classes; c++) {
		char name[MOVE_TEXT];
		if (!(w.class_weight[c] > 0))
			continue;
		public_format_class(inspect_game(t), c, name, sizeof name);
		json_array_append_new(
			hands,
			json_pack("{s:o, s:o, s:o, s:o}", "hand", json_text(name),
				  "weight",
				  json_real_or_null((double)w.class_weight[c] / w.weight),
				  "shares", of_class(w.often, w.all.count, c), "values",
				  of_class(w.value, w.all.count, c)));
	}
	json_object_set_new(limit, "hands", hands);
	json_object_set_new(o, "depth_limit", limit);
}

static json_t *
node_json(const struct inspect *t, int32_t node)
{
	const struct inspect_node *n = &t->node[node];
	const struct look_node *l = &n->look;
	json_t *o = json_object();
	if (node > 0) {
		char code[2 * MOVE_TEXT];
		inspect_code(t, node, code, sizeof code);
		inspect_text_add_seats(o, n);
		json_object_set_new(o, l->kind == LOOK_WORLD ? "world" : "move",
				    json_text(code));
	}
	inspect_text_add_figures(o, l, inspect_game(t)->seats);
	add_ways(o, t, node);
	json_object_set_new(o, "pv", json_boolean(n->pv));
	if (n->leads && node > 0)
		json_object_set_new(o, "leads", json_true());
	if (t->other != NULL)
		inspect_text_add_other(o, t, n);
	if (n->count > 0 && n->open) {
		json_t *children = json_array();
		for (int32_t i = 0; i < n->count; i++)
			json_array_append_new(children, node_json(t, n->first + i));
		json_object_set_new(o, "children", children);
	} else if (l->inner) {
		json_object_set_new(o, "more", json_true());
	}
	return o;
}

json_t *
inspect_to_json(const struct inspect *t)
{
	return node_json(t, 0);
}

/* ---- files ---- */

static bool
has_graphviz(void)
{
	const char *const words[] = { "dot", "-V", NULL };
	struct tool dot;
	char said[TOOL_SAID];
	return tool_start(&dot, words, -1, -1) == 0 && tool_wait(&dot, said);
}

/* Lets Graphviz draw what is in one file into another. */
static bool
draw_svg(FILE *from, FILE *to, const char *path, struct status *st)
{
	const char *const words[] = { "dot", "-Tsvg", NULL };
	struct tool dot;
	char said[TOOL_SAID];
	const int error = tool_start(&dot, words, fileno(from), fileno(to));
	if (error != 0)
		return status_fail(st, "%s: Graphviz cannot be started: %s", path,
				   strerror(error));
	return tool_wait(&dot, said) ||
	       status_fail(st, "%s: Graphviz could not draw it%s%s", path,
			   said[0] != '\0' ? ": " : "", said);
}

static bool
save_svg(const struct inspect *t, FILE *out, const char *path, struct status *st)
{
	FILE *dot = tmpfile();
	if (dot == NULL)
		return status_fail(st, "%s: no temporary file: %s", path,
				   strerror(errno));
	inspect_print_dot(t, dot);
	const bool written = fflush(dot) == 0 && fseek(dot, 0, SEEK_SET) == 0;
	const bool ok = written ? draw_svg(dot, out, path, st)
				: status_fail(st, "%s: no room for a temporary file: %s",
					      path, strerror(errno));
	fclose(dot);
	return ok;
}

bool
inspect_can_save(const char *path, struct status *st)
{
	static const char *const endings[] = { ".dot", ".json", ".svg", ".txt" };
	bool known = strcmp(path, "-") == 0;
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
		known = known || text_ends_in(path, endings[i]);
	if (!known)
		return status_fail(
			st,
			"%s: a tree is written as FILE.dot, FILE.json, FILE.svg, "
			"FILE.txt or, with -, as lines",
			path);
	return !text_ends_in(path, ".svg") || has_graphviz() ||
	       status_fail(st,
			   "%s: drawing needs Graphviz (the program dot), which is "
			   "not installed; FILE.dot needs nothing",
			   path);
}

bool
inspect_save(const struct inspect *t, const char *path, struct status *st)
{
	if (!inspect_can_save(path, st))
		return false;
	if (strcmp(path, "-") == 0) {
		inspect_print(t, stdout);
		return true;
	}
	struct file_draft draft;
	if (!file_begin(&draft, path, 0666))
		return status_fail(st, "%s: cannot be written: %s", path, file_reason());
	FILE *f = draft.f;
	bool ok = true;
	if (text_ends_in(path, ".svg"))
		ok = save_svg(t, f, path, st);
	else if (text_ends_in(path, ".json"))
		json_print(inspect_to_json(t), f);
	else if (text_ends_in(path, ".txt"))
		inspect_print(t, f);
	else
		inspect_print_dot(t, f);
	return file_finish(&draft, path, ok && !ferror(f)) ||
	       (ok && status_fail(st, "%s: cannot be written: %s", path, file_reason()));
}
