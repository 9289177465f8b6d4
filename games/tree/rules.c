/*
 * rules.c - a game given as a tree in a file: the worked examples of papers, played, searched
 * and walked through like any other game.
 *
 * Rules: from the root, the seat named at a node chooses one of its children; chance draws
 * one by its probabilities; at a matrix two seats choose a row and a column, each hidden from
 * the others until both have; an end pays its values. See tree.h for the file.
 *
 * Values: as in the file, times the tree's unit. An interval counts as its middle. Bounds are
 * those of the whole file, not of the subtree: a search has to find out for itself.
 */
#include "games/tree/rules.h"

#include "games/common/words.h"
#include "src/base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct option_spec variant_options[] = {
	{ .key = "file",
	  .kind = OPTION_NAME,
	  .deflt = "three-seats",
	  .choices = "three-seats|sum-of-bounds|last-branch|middle-and-last|tie-order|"
		     "dropped-child|deep-fails|max-prob-1|max-prob-2|rock-paper-scissors|"
		     "matching-pennies|biased-rock-paper-scissors|hide-and-seek|"
		     "chance-and-choice|proof-numbers|narrow-win|rps-plus|"
		     "kuhn-by-hand|cup-and-coin",
	  .help = "a JSON file with a tree, or one of those that come with plyscope" },
	{ .key = NULL },
};

static struct tree_state *
tree_rules_state_of(struct state *s)
{
	return (struct tree_state *)(void *)s->bytes;
}
static_assert(sizeof(struct tree_state) <= STATE_BYTES, "a tree's state fits");
static_assert(sizeof(const struct tree_file *) <= VARIANT_BYTES, "rules fit");

static bool
tree_setup(struct game *g, struct status *st)
{
	const struct tree_file *t = tree_file_open(g->variant.v[0].text, st);
	if (t == NULL) {
		status_prefix(st, "file");
		return false;
	}
	g->seats = t->seats; /* the file says how many */
	g->unit = g->parts = t->unit;
	g->traits = t->traits;
	memcpy(g->parsed, &t, sizeof t); /* NOLINT(bugprone-sizeof-expression) */
	return true;
}

static const char *
tree_carried(const struct game *g)
{
	return tree_of(g)->source;
}

static bool
tree_adopt(const struct options *variant, const char *source, struct status *st)
{
	return tree_file_adopt(variant->v[0].text, source, st);
}

static void
tree_start(const struct game *g, struct state *s)
{
	*tree_rules_state_of(s) = (struct tree_state){ .node = 0 };
}

static seat_set
tree_acting(const struct game *g, const struct state *s)
{
	const struct file_node *n = tree_node_of(g, s);
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
move_count(const struct file_node *n, int seat)
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
	const struct file_node *n = tree_node_of(g, from);
	struct tree_state at = *tree_state_of(from);
	if (n->kind != TREE_MATRIX) {
		at = (struct tree_state){ .node = n->first + (int)m };
	} else {
		at.choice[seat == n->seat ? 0 : 1] = (uint16_t)(m + 1);
		if (at.choice[0] && at.choice[1])
			at = (struct tree_state){ .node = n->first +
							  chosen(at.choice[0]) * n->cols +
							  chosen(at.choice[1]) };
	}
	*tree_rules_state_of(to) = at;
}

static move
tree_chance_sample(const struct game *g, const struct state *s, struct rng *r)
{
	const struct file_node *n = tree_node_of(g, s);
	return (move)rng_draw(r, n->prob, n->count, 1);
}

static int
tree_chances(const struct game *g, const struct state *s, move *out, double *prob)
{
	const struct file_node *n = tree_node_of(g, s);
	for (int i = 0; i < n->count; i++) {
		out[i] = (move)i;
		prob[i] = n->prob[i];
	}
	return n->count;
}

static void
tree_uncommit(const struct game *g, const struct state *from, struct state *to)
{
	*tree_rules_state_of(to) =
		(struct tree_state){ .node = tree_state_of(from)->node };
}

static bool
tree_settled(const struct game *g, const struct state *s)
{
	return tree_node_of(g, s)->kind == TREE_LEAF;
}

static void
tree_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const struct file_node *n = tree_node_of(g, s);
	memcpy(value, n->value, (size_t)g->seats * sizeof *value);
}

static void
tree_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	*b = tree_of(g)->bounds;
}

static void
tree_intervals(const struct game *g, const struct state *s, double *low, double *high)
{
	const struct file_node *n = tree_node_of(g, s);
	for (int i = 0; i < g->seats; i++) {
		low[i] = n->low[i];
		high[i] = n->high[i];
	}
}

static uint64_t
tree_hash(const struct game *g, const struct state *s)
{
	const struct tree_state *at = tree_state_of(s);
	return rng_mix(((uint64_t)at->node << 32 | (uint64_t)at->choice[0] << 16 |
			at->choice[1]) ^
		       (uint64_t)at->eyes << 56);
}

static int
tree_progress(const struct game *g, const struct state *s)
{
	const struct file_node *n = tree_node_of(g, s);
	return n->kind == TREE_LEAF ? 1000 : 1000 * n->depth / (n->depth + n->height);
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
	for (; plies < max_plies; plies++) {
		const struct file_node *n = tree_node_of(g, s);
		if (n->kind == TREE_LEAF)
			break;
		if (n->kind == TREE_MATRIX) {
			const int seat = game_mover(g, s);
			tree_play(g, s, seat, tree_policy(g, s, seat, r), s);
			continue;
		}
		const uint32_t child = n->kind == TREE_CHANCE
					       ? tree_chance_sample(g, s, r)
					       : rng_below(r, (uint32_t)n->count);
		*tree_rules_state_of(s) =
			(struct tree_state){ .node = n->first + (int)child };
	}
	return plies;
}

/* ---- texts ---- */

static void
tree_format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
		 int size)
{
	const struct file_node *n = tree_node_of(g, s);
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
add_choice(struct words *w, const char *before, uint16_t choice)
{
	if (choice == 0 || choice == TREE_HIDDEN)
		words_add(w, "%s%s", before, choice ? "?" : "-");
	else
		words_add(w, "%s%d", before, choice);
}

/* "FILE", "FILE@1.2", at a matrix where one has chosen "FILE@1.2+2/-"; "FILE@1.2?1": the knowledge
 * of seat 1 (from 1; 0: an onlooker) at 1.2. */
static void
tree_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct tree_file *t = tree_of(g);
	const struct tree_state *at = tree_state_of(s);
	struct words w = { out, (size_t)size };
	char path[TREE_PATH + 8];
	tree_format_path(t, at->node, path, sizeof path);
	words_add(&w, "%s@%s", t->name, path);
	if (at->eyes != 0)
		words_add(&w, "?%d", at->eyes % (SEATS_MAX + 1));
	if (at->choice[0] == 0 && at->choice[1] == 0)
		return;
	add_choice(&w, "+", at->choice[0]);
	add_choice(&w, "/", at->choice[1]);
}

static bool
tree_parse_choice(const char *word, int most, uint16_t *out)
{
	int k = 0;
	if (strcmp(word, "?") == 0)
		k = TREE_HIDDEN;
	else if (strcmp(word, "-") != 0 && !words_number(word, 1, most, &k))
		return false;
	*out = (uint16_t)k;
	return true;
}

/* Takes "?1" off a path: the viewer is seat 1. */
static bool
parse_eyes(const struct tree_file *t, char *path, int *viewer)
{
	char *mark = strchr(path, '?');
	int seat;
	*viewer = SEAT_ALL;
	if (mark == NULL)
		return true;
	*mark = '\0';
	if (!t->sets || !words_number(mark + 1, 0, t->seats, &seat))
		return false;
	*viewer = seat - 1;
	return true;
}

/* "root" or "1.2.1", and the choices of a matrix. */
static bool
parse_path(const struct tree_file *t, const char *text, struct tree_state *at,
	   int *viewer)
{
	char path[TREE_PATH + 8], row[8], column[8], word[8];
	const char *rest = path;
	words_next(&text, '+', path, sizeof path);
	if (!parse_eyes(t, path, viewer))
		return false;
	if (strcmp(path, "root") == 0 || path[0] == '\0')
		rest = NULL;
	while (words_next(&rest, '.', word, sizeof word)) {
		const struct file_node *n = &t->node[at->node];
		int k;
		if (!words_number(word, 1, n->count, &k))
			return false;
		at->node = n->first + k - 1;
	}
	if (text == NULL)
		return true;
	const struct file_node *n = &t->node[at->node];
	return n->kind == TREE_MATRIX && words_next(&text, '/', row, sizeof row) &&
	       words_next(&text, '/', column, sizeof column) && text == NULL &&
	       tree_parse_choice(row, n->rows, &at->choice[0]) &&
	       tree_parse_choice(column, n->cols, &at->choice[1]) &&
	       !(at->choice[0] && at->choice[1]);
}

static bool
tree_parse_position(const struct game *g, const char *text, struct state *s,
		    struct status *st)
{
	const struct tree_file *t = tree_of(g);
	const char *at = strrchr(text, '@');
	const size_t length = at ? (size_t)(at - text) : strlen(text);
	struct tree_state parsed = { 0 };
	int viewer = SEAT_ALL;
	if (length > 0 &&
	    (length != strlen(t->name) || memcmp(text, t->name, length) != 0))
		return status_fail(st, "\"%.80s\" is not of the tree %.80s (-o file=...)",
				   text, t->name);
	if (at != NULL && !parse_path(t, at + 1, &parsed, &viewer))
		return status_fail(st,
				   "\"%.80s\": expected FILE@PATH as in %.80s@1.2, a "
				   "number for each move from the root",
				   text, t->name);
	*tree_rules_state_of(s) = parsed;
	if (viewer != SEAT_ALL)
		tree_hidden.redact(g, s, viewer);
	return true;
}

static const struct game_rules tree_rules = {
	.setup = tree_setup,
	.start = tree_start,
	.acting = tree_acting,
	.moves = tree_moves,
	.play = tree_play,
	.settled = tree_settled,
	.hash = tree_hash,
	.points = tree_evaluate,
};

static const struct game_chance tree_chance = {
	.sample = tree_chance_sample,
	.list = tree_chances,
};

static const struct game_turns tree_turns = {
	.uncommit = tree_uncommit,
};

static const struct game_knowledge tree_knowledge = {
	.evaluate = tree_evaluate,
	.bounds = tree_bounds,
	.intervals = tree_intervals,
	.progress = tree_progress,
	.policy = tree_policy,
};

static const struct game_text tree_text = {
	.format_move = tree_format_move,
	.parse_move = tree_parse_move,
	.format_position = tree_format_position,
	.parse_position = tree_parse_position,
	.seat_name = tree_seat_name,
	.seat_letter = tree_seat_letter,
};

static const struct game_fast tree_fast = {
	.rollout = tree_rollout,
};

static const struct file_ops tree_file_ops = {
	.option = "file",
	.carried = tree_carried,
	.adopt = tree_adopt,
};

const struct game_ops tree_game = {
	.key = "tree",
	.title = "Game tree",
	.summary = "examples of papers, or a tree of your own in a JSON file",
	.source = "Each file names its own",
	.seats_default = 3,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6,
	.unit = 1,
	.point_name = "points",
	.options = variant_options,
	.state_size = sizeof(struct tree_state),
	.file = &tree_file_ops,
	.rules = &tree_rules,
	.chance = &tree_chance,
	.turns = &tree_turns,
	.knowledge = &tree_knowledge,
	.hidden = &tree_hidden,
	.text = &tree_text,
	.view = &tree_view,
	.fast = &tree_fast,
	.joint = &tree_joint,
	.public = &tree_public,
};
