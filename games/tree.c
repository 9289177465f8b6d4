/*
 * tree.c - a game given as a tree in a file: the worked examples of papers, played, searched
 * and walked through like any other game.
 *
 * Rules: from the root, the seat named at a node chooses one of its children; chance draws
 * one by its probabilities; at a matrix two seats choose a row and a column, each hidden from
 * the others until both have; an end pays its values. See tree.h for the file.
 *
 * Values: as in the file, times the tree's unit. An interval counts as its middle. Bounds are
 * those of the whole file, not of the subtree: a search has to find out for itself.
 */
#include "games/tree.h"

#include "src/base/text.h"
#include "src/core/scene.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_SHOWN 17
#define COLUMN	   9 /* width of a seat's value */

static const struct option_spec variant_options[] = {
	{ .key = "file",
	  .kind = OPTION_NAME,
	  .deflt = "three-seats",
	  .choices = "three-seats|sum-of-bounds|last-branch|tie-order|dropped-child|"
		     "deep-fails|max-prob-1|max-prob-2|rock-paper-scissors|"
		     "matching-pennies|biased-rock-paper-scissors|hide-and-seek|"
		     "chance-and-choice",
	  .help = "a JSON file with a tree, or one of those that come with plyscope" },
	{ .key = NULL },
};

static struct tree_state *
state_of(struct state *s)
{
	return (struct tree_state *)(void *)s->bytes;
}
static_assert(sizeof(struct tree_state) <= STATE_BYTES, "a tree's state fits");
static_assert(sizeof(const struct tree_file *) <= GAME_RULES_BYTES, "rules fit");

static bool
tree_setup(struct game *g, struct status *st)
{
	const struct tree_file *t = tree_file_open(g->variant.v[0].text, st);
	if (t == NULL) {
		status_prefix(st, "file");
		return false;
	}
	g->seats = t->seats; /* the file says how many */
	g->unit = t->unit;
	g->traits = t->traits;
	memcpy(g->rules, &t, sizeof t); /* NOLINT(bugprone-sizeof-expression) */
	return true;
}

static void
tree_start(const struct game *g, struct state *s)
{
	(void)g;
	*state_of(s) = (struct tree_state){ .node = 0 };
}

static seat_set
tree_acting(const struct game *g, const struct state *s)
{
	const struct tree_node *n = tree_node_of(g, s);
	const struct tree_state *at = tree_state_of(s);
	switch (n->kind) {
	case TREE_LEAF: return 0;
	case TREE_CHANCE: return ACTING_CHANCE;
	case TREE_TURN: return (seat_set)1 << n->seat;
	case TREE_MATRIX:
		return (at->choice[0] ? 0u : (seat_set)1 << n->seat) |
		       (at->choice[1] ? 0u : (seat_set)1 << n->other);
	}
	return 0;
}

/* How many moves a seat has at a node. */
static int
move_count(const struct tree_node *n, int seat)
{
	if (n->kind != TREE_MATRIX)
		return n->count;
	return seat == n->seat ? n->rows : n->cols;
}

static int
tree_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	const int n = move_count(tree_node_of(g, s), seat);
	for (int i = 0; i < n; i++)
		out[i] = (move)i;
	return n;
}

/* The choice of a viewer who does not know the other one's counts as the first there. */
static int
chosen(uint16_t choice)
{
	return choice == TREE_HIDDEN ? 0 : choice - 1;
}

static void
tree_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	const struct tree_node *n = tree_node_of(g, from);
	struct tree_state at = *tree_state_of(from);
	if (n->kind != TREE_MATRIX) {
		at.node = n->first + (int)m;
	} else {
		at.choice[seat == n->seat ? 0 : 1] = (uint16_t)(m + 1);
		if (at.choice[0] && at.choice[1])
			at = (struct tree_state){ .node = n->first +
							  chosen(at.choice[0]) * n->cols +
							  chosen(at.choice[1]) };
	}
	*state_of(to) = at;
}

static move
tree_chance_sample(const struct game *g, const struct state *s, struct rng *r)
{
	const struct tree_node *n = tree_node_of(g, s);
	double x = rng_unit(r);
	int i = 0;
	while (i < n->count - 1 && x >= n->prob[i])
		x -= n->prob[i++];
	return (move)i;
}

static int
tree_chances(const struct game *g, const struct state *s, move *out, double *prob)
{
	const struct tree_node *n = tree_node_of(g, s);
	for (int i = 0; i < n->count; i++) {
		out[i] = (move)i;
		prob[i] = n->prob[i];
	}
	return n->count;
}

static void
tree_uncommit(const struct game *g, const struct state *from, struct state *to)
{
	(void)g;
	*state_of(to) = (struct tree_state){ .node = tree_state_of(from)->node };
}

static bool
tree_settled(const struct game *g, const struct state *s)
{
	return tree_node_of(g, s)->kind == TREE_LEAF;
}

static void
tree_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const struct tree_node *n = tree_node_of(g, s);
	memcpy(value, n->value, (size_t)g->seats * sizeof *value);
}

static void
tree_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)s;
	*b = tree_of(g)->bounds;
}

static void
tree_intervals(const struct game *g, const struct state *s, double *low, double *high)
{
	const struct tree_node *n = tree_node_of(g, s);
	for (int i = 0; i < g->seats; i++) {
		low[i] = n->low[i];
		high[i] = n->high[i];
	}
}

static uint64_t
tree_hash(const struct game *g, const struct state *s)
{
	const struct tree_state *at = tree_state_of(s);
	(void)g;
	return rng_mix((uint64_t)at->node << 32 | (uint64_t)at->choice[0] << 16 |
		       at->choice[1]);
}

static int
tree_progress(const struct game *g, const struct state *s)
{
	const struct tree_node *n = tree_node_of(g, s);
	return n->kind == TREE_LEAF ? 1000 : 1000 * n->depth / (n->depth + n->height);
}

static void
tree_redact(const struct game *g, struct state *s, int viewer)
{
	const struct tree_node *n = tree_node_of(g, s);
	struct tree_state *at = state_of(s);
	if (n->kind != TREE_MATRIX)
		return;
	if (at->choice[0] && viewer != n->seat)
		at->choice[0] = TREE_HIDDEN;
	if (at->choice[1] && viewer != n->other)
		at->choice[1] = TREE_HIDDEN;
}

static void
tree_determinize(const struct game *g, struct state *s, int viewer, struct rng *r)
{
	const struct tree_node *n = tree_node_of(g, s);
	struct tree_state *at = state_of(s);
	(void)viewer;
	for (int i = 0; i < 2; i++)
		if (at->choice[i] == TREE_HIDDEN)
			at->choice[i] =
				(uint16_t)(1 + rng_below(r, (uint32_t)(i ? n->cols
									 : n->rows)));
}

static move
tree_policy(const struct game *g, const struct state *s, int seat, struct rng *r)
{
	return rng_below(r, (uint32_t)move_count(tree_node_of(g, s), seat));
}

static int
tree_rollout(const struct game *g, struct state *s, struct rng *r, int max_plies,
	     int random)
{
	int plies = 0;
	(void)random;
	for (; plies < max_plies; plies++) {
		const int seat = game_mover(g, s);
		if (seat == SEAT_NONE)
			break;
		const move m = seat == SEAT_CHANCE ? tree_chance_sample(g, s, r)
						   : tree_policy(g, s, seat, r);
		tree_play(g, s, seat, m, s);
	}
	return plies;
}

/* ---- texts ---- */

static void
tree_format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
		 int size)
{
	const struct tree_node *n = tree_node_of(g, s);
	const bool columns = n->kind == TREE_MATRIX && seat == n->other;
	tree_format_label(n, columns, (int)m, out, size);
}

static bool
tree_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		move *out, struct status *st)
{
	const int n = move_count(tree_node_of(g, s), seat);
	char label[TREE_NAME];
	for (int i = 0; i < n; i++) {
		char number[16];
		snprintf(number, sizeof number, "%d", i + 1);
		tree_format_move(g, s, seat, (move)i, label, sizeof label);
		if (!text_equal_fold(label, text) && strcmp(number, text) != 0)
			continue;
		*out = (move)i;
		return true;
	}
	tree_format_move(g, s, seat, 0, label, sizeof label);
	return status_fail(st,
			   "expected a move from 1 to %d or its name (the first is "
			   "\"%s\"), not \"%.40s\"",
			   n, label, text);
}

static void
format_choice(uint16_t choice, char *out, int size)
{
	if (choice == 0 || choice == TREE_HIDDEN)
		snprintf(out, (size_t)size, "%s", choice ? "?" : "-");
	else
		snprintf(out, (size_t)size, "%d", choice);
}

/* "FILE", "FILE@1.2", at a matrix where one has chosen "FILE@1.2+2/-". */
static void
tree_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct tree_file *t = tree_of(g);
	const struct tree_state *at = tree_state_of(s);
	char path[TREE_PATH + 8], row[8], column[8];
	tree_format_path(t, at->node, path, sizeof path);
	int n = snprintf(out, (size_t)size, "%s@%s", t->name, path);
	if (n >= size || (at->choice[0] == 0 && at->choice[1] == 0))
		return;
	format_choice(at->choice[0], row, sizeof row);
	format_choice(at->choice[1], column, sizeof column);
	snprintf(out + n, (size_t)(size - n), "+%s/%s", row, column);
}

static bool
parse_choice(const char **p, int most, uint16_t *out)
{
	char *end;
	if (**p == '-' || **p == '?') {
		*out = **p == '-' ? 0 : TREE_HIDDEN;
		++*p;
		return true;
	}
	const long k = strtol(*p, &end, 10);
	if (end == *p || k < 1 || k > most)
		return false;
	*p = end;
	*out = (uint16_t)k;
	return true;
}

/* "root" or "1.2.1", and the choices of a matrix. */
static bool
parse_path(const struct tree_file *t, const char *p, struct tree_state *at)
{
	if (strncmp(p, "root", 4) == 0)
		p += 4;
	while (*p != '\0' && *p != '+') {
		const struct tree_node *n = &t->node[at->node];
		char *end;
		const long k = strtol(p, &end, 10);
		if (end == p || k < 1 || k > n->count)
			return false;
		at->node = n->first + (int)k - 1;
		p = *end == '.' ? end + 1 : end;
	}
	const struct tree_node *n = &t->node[at->node];
	if (*p == '\0')
		return true;
	p++;
	if (n->kind != TREE_MATRIX || !parse_choice(&p, n->rows, &at->choice[0]) ||
	    *p++ != '/' || !parse_choice(&p, n->cols, &at->choice[1]))
		return false;
	return *p == '\0' && !(at->choice[0] && at->choice[1]);
}

static bool
tree_parse_position(const struct game *g, const char *text, struct state *s,
		    struct status *st)
{
	const struct tree_file *t = tree_of(g);
	const char *at = strrchr(text, '@');
	const size_t length = at ? (size_t)(at - text) : strlen(text);
	struct tree_state parsed = { 0 };
	if (length > 0 &&
	    (length != strlen(t->name) || memcmp(text, t->name, length) != 0))
		return status_fail(st, "\"%.80s\" is not of the tree %.80s (-o file=...)",
				   text, t->name);
	if (at != NULL && !parse_path(t, at + 1, &parsed))
		return status_fail(st,
				   "\"%.80s\": expected FILE@PATH as in %.80s@1.2, a "
				   "number for each move from the root",
				   text, t->name);
	*state_of(s) = parsed;
	return true;
}

static const char *
tree_seat_name(const struct game *g, int seat)
{
	return tree_of(g)->seat_name[seat];
}

static char
tree_seat_letter(const struct game *g, int seat)
{
	(void)g;
	return (char)('1' + seat);
}

static void
tree_headline(const struct game *g, const struct state *s, int viewer, char *out,
	      int size)
{
	char path[64];
	(void)viewer;
	tree_format_path(tree_of(g), tree_state_of(s)->node, path, sizeof path);
	snprintf(out, (size_t)size, "%.60s  node %s", tree_of(g)->title, path);
}

static int
tree_figures(const struct game *g, const struct state *s, struct figure *out)
{
	static const struct {
		int32_t unit;
		const char *name;
	} names[] = { { 1, "value" },
		      { 10, "value x10" },
		      { 100, "value x100" },
		      { 1000, "value x1000" },
		      { 10000, "value x10^4" },
		      { 100000, "value x10^5" },
		      { 1000000, "value x10^6" } };
	out[0] = (struct figure){ .name = "value" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].unit == g->unit)
			out[0].name = names[i].name;
	if (tree_settled(g, s))
		tree_evaluate(g, s, out[0].per_seat);
	return 1;
}

/* ---- the picture ---- */

static void
format_value(const struct game *g, const struct tree_node *n, int seat, char *out,
	     size_t size)
{
	const double unit = g->unit;
	if (n->low[seat] == n->high[seat])
		snprintf(out, size, "%.6g", n->value[seat] / unit);
	else
		snprintf(out, size, "%.3g..%.3g", n->low[seat] / unit,
			 n->high[seat] / unit);
}

/* One column for each seat. */
static void
draw_values(const struct game *g, const struct tree_node *n, struct scene *sc, int x,
	    int y)
{
	for (int i = 0; i < g->seats; i++) {
		char text[SCENE_GLYPH];
		format_value(g, n, i, text, sizeof text);
		scene_add(sc, x + COLUMN * i, y, (enum role)(ROLE_SEAT_0 + i), text, NULL)
			->seat = (int8_t)i;
	}
}

/* What a node is, in a few words, or its values. */
static void
draw_node(const struct game *g, const struct tree_node *n, struct scene *sc, int x, int y)
{
	char text[SCENE_GLYPH];
	if (n->kind == TREE_LEAF) {
		draw_values(g, n, sc, x, y);
		return;
	}
	if (n->kind == TREE_TURN)
		snprintf(text, sizeof text, "%s chooses", tree_seat_name(g, n->seat));
	else if (n->kind == TREE_CHANCE)
		snprintf(text, sizeof text, "chance");
	else
		snprintf(text, sizeof text, "%s and %s", tree_seat_name(g, n->seat),
			 tree_seat_name(g, n->other));
	scene_add(sc, x, y, ROLE_DIM, text, NULL);
}

/* A branch "|- 2 name" at a row; the returned item is its label. */
static struct scene_item *
draw_branch(const struct game *g, const struct tree_node *n, int i, struct scene *sc,
	    int x, int y)
{
	const struct tree_node *c = &tree_of(g)->node[n->first + i];
	const bool last = i == n->count - 1;
	char label[TREE_NAME];
	scene_add(sc, x, y, ROLE_FRAME, last ? "└─" : "├─", last ? "`-" : "|-");
	tree_format_label(n, false, i, label, sizeof label);
	struct scene_item *item = scene_add(sc, x + 3, y, ROLE_STRONG, label, NULL);
	if (n->kind == TREE_CHANCE) {
		snprintf(label, sizeof label, "%.4g", n->prob[i]);
		scene_add(sc, x + 12, y, ROLE_DIM, label, NULL);
	}
	if (c->name[0])
		scene_add(sc, x + 18, y, ROLE_TEXT, c->name, NULL);
	draw_node(g, c, sc, x + 25, y);
	return item;
}

/* A node's children, and theirs where there is room. */
static void
draw_children(const struct game *g, const struct state *s, struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct tree_node *n = tree_node_of(g, s);
	int rows = n->count, y = 3;
	for (int i = 0; i < n->count; i++)
		if (t->node[n->first + i].kind != TREE_MATRIX)
			rows += t->node[n->first + i].count;
	const bool deep = rows <= ROWS_SHOWN;
	for (int i = 0; i < n->count && i < ROWS_SHOWN; i++) {
		const struct tree_node *c = &t->node[n->first + i];
		struct scene_item *item = draw_branch(g, n, i, sc, 1, y++);
		if (n->kind == TREE_TURN) {
			item->m = (move)i;
			item->flags = SCENE_CHOOSABLE;
			item->cell = (int16_t)i;
		}
		if (!deep || c->kind == TREE_MATRIX)
			continue;
		for (int k = 0; k < c->count; k++) {
			if (i < n->count - 1)
				scene_add(sc, 1, y, ROLE_FRAME, "│", "|");
			draw_branch(g, c, k, sc, 5, y++);
		}
	}
	if (n->count > ROWS_SHOWN) {
		char more[SCENE_GLYPH];
		snprintf(more, sizeof more, "and %d more", n->count - ROWS_SHOWN);
		scene_add(sc, 1, y, ROLE_DIM, more, NULL);
	}
}

static void
draw_choice(const struct game *g, const struct state *s, int viewer, struct scene *sc,
	    bool columns, int i, int x, int y)
{
	const struct tree_node *n = tree_node_of(g, s);
	const struct tree_state *at = tree_state_of(s);
	const int seat = columns ? n->other : n->seat;
	char label[TREE_NAME];
	tree_format_label(n, columns, i, label, sizeof label);
	struct scene_item *item =
		scene_add(sc, x, y, (enum role)(ROLE_SEAT_0 + seat), label, NULL);
	item->seat = (int8_t)seat;
	item->cell = (int16_t)(columns ? TREE_CHILDREN + i : i);
	if (at->choice[columns] == i + 1)
		item->role = ROLE_SELECTED;
	if (at->choice[columns] == 0 && viewer == seat) {
		item->m = (move)i;
		item->flags = SCENE_CHOOSABLE;
	}
}

/* Rows and columns with the payoffs of the two seats. */
static void
draw_matrix(const struct game *g, const struct state *s, int viewer, struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct tree_node *n = tree_node_of(g, s);
	const int rows = n->rows < 12 ? n->rows : 12, cols = n->cols < 8 ? n->cols : 8;
	const size_t wide = 14;
	for (int k = 0; k < cols; k++)
		draw_choice(g, s, viewer, sc, true, k, 12 + (int)wide * k, 3);
	for (int i = 0; i < rows; i++) {
		draw_choice(g, s, viewer, sc, false, i, 1, 5 + i);
		for (int k = 0; k < cols; k++) {
			const struct tree_node *c = &t->node[n->first + i * n->cols + k];
			char text[2 * SCENE_GLYPH], a[24], b[24];
			format_value(g, c, n->seat, a, sizeof a);
			format_value(g, c, n->other, b, sizeof b);
			snprintf(text, sizeof text, "%s %s", a, b);
			scene_add(sc, 12 + (int)wide * k, 5 + i, ROLE_TEXT,
				  c->kind != TREE_LEAF	? "goes on"
				  : strlen(text) < wide ? text
							: "...",
				  NULL);
		}
	}
}

static void
tree_scene(const struct game *g, const struct state *s, int viewer, struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct tree_node *n = tree_node_of(g, s);
	char path[TREE_PATH + 8], text[SCENE_GLYPH];
	tree_format_path(t, tree_state_of(s)->node, path, sizeof path);
	scene_add(sc, 1, 0, ROLE_DIM, "path", NULL);
	const size_t length = strlen(path), shown = 24;
	scene_add(sc, 6, 0, ROLE_STRONG, length > shown ? path + length - shown : path,
		  NULL);
	for (int i = 0; i < g->seats; i++) {
		snprintf(text, sizeof text, "%s", tree_seat_name(g, i));
		scene_add(sc, 26 + COLUMN * i, 1, (enum role)(ROLE_SEAT_0 + i), text,
			  NULL)
			->seat = (int8_t)i;
	}
	scene_add(sc, 1, 1, ROLE_STRONG, n->name[0] ? n->name : "here", NULL);
	draw_node(g, n, sc, n->kind == TREE_LEAF ? 26 : 9, n->kind == TREE_LEAF ? 2 : 1);
	if (n->kind == TREE_MATRIX)
		draw_matrix(g, s, viewer, sc);
	else
		draw_children(g, s, sc);
	for (int i = 0; i < sc->count; i++) {
		const int w = sc->item[i].x + SCENE_GLYPH, h = sc->item[i].y + 1;
		sc->width = w > sc->width ? w : sc->width;
		sc->height = h > sc->height ? h : sc->height;
	}
}

/* "Row rock, Column paper": both choices that led from a matrix to a node. Returns its length. */
static int
format_meeting(const struct game *g, const struct tree_node *matrix, int at, char *out,
	       int size)
{
	char row[TREE_NAME], column[TREE_NAME];
	tree_format_label(matrix, false, at / matrix->cols, row, sizeof row);
	tree_format_label(matrix, true, at % matrix->cols, column, sizeof column);
	return snprintf(out, (size_t)size, "%s %s, %s %s",
			tree_seat_name(g, matrix->seat), row,
			tree_seat_name(g, matrix->other), column);
}

static void
tree_event(const struct game *g, const struct state *from, int seat, move m,
	   const struct state *to, char *out, int size)
{
	const struct tree_node *a = tree_node_of(g, from), *n = tree_node_of(g, to);
	int length = 0;
	(void)seat, (void)m;
	out[0] = '\0';
	if (a->kind == TREE_MATRIX && n != a)
		length = format_meeting(g, a, tree_state_of(to)->node - a->first, out,
					size);
	if (n->kind != TREE_LEAF || length >= size)
		return;
	length += snprintf(out + length, (size_t)(size - length),
			   "%sthe end:", length > 0 ? "; " : "");
	for (int i = 0; i < g->seats && length < size; i++) {
		char text[SCENE_GLYPH];
		format_value(g, n, i, text, sizeof text);
		length += snprintf(out + length, (size_t)(size - length), "%s %s %s",
				   i ? "," : "", tree_seat_name(g, i), text);
	}
}

const struct game_ops tree_game = {
	.key = "tree",
	.title = "Game tree",
	.summary = "examples of papers, or a tree of your own in a JSON file",
	.source = "Each file names its own",
	.seats_min = 2,
	.seats_max = SEATS_MAX,
	.seats_default = 3,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6,
	.unit = 1,
	.point_name = "points",
	.options = variant_options,
	.position_option = "file",
	.state_size = sizeof(struct tree_state),
	.setup = tree_setup,
	.start = tree_start,
	.acting = tree_acting,
	.moves = tree_moves,
	.play = tree_play,
	.chance_sample = tree_chance_sample,
	.chances = tree_chances,
	.uncommit = tree_uncommit,
	.settled = tree_settled,
	.evaluate = tree_evaluate,
	.bounds = tree_bounds,
	.intervals = tree_intervals,
	.hash = tree_hash,
	.points = tree_evaluate,
	.progress = tree_progress,
	.redact = tree_redact,
	.determinize = tree_determinize,
	.policy = tree_policy,
	.rollout = tree_rollout,
	.format_move = tree_format_move,
	.parse_move = tree_parse_move,
	.format_position = tree_format_position,
	.parse_position = tree_parse_position,
	.seat_name = tree_seat_name,
	.seat_letter = tree_seat_letter,
	.headline = tree_headline,
	.figures = tree_figures,
	.event = tree_event,
	.scene = tree_scene,
};
