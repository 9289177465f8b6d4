/*
 * file.c - reading a game tree from a JSON file. See tree.h.
 *
 * Nodes are numbered breadth first, so that the children of a node lie side by side and after
 * it; so that facts about a node from those below take one pass from the last to the first.
 * A message names the file and the node by its path: "FILE: node 1.2: ...".
 *
 * Memory: about 250 bytes a node; up to FILES trees, kept until the program ends.
 */
#include "games/tree/rules.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/json.h"
#include "src/base/text.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FILES	  256
#define UNIT_MOST 1000000
#define ROUNDING  1e-9 /* of probabilities that should sum to 1 */

/* A file being read. */
struct tree_reading {
	struct tree_file *t;
	json_t **json; /* of each node */
	int room;
	int32_t unit; /* that the values need */
	double most;  /* sum over seats of the greatest values, without their sign */
	json_t *sets; /* the first node of each information set, by name */
	struct status *st;
};

static bool
fail_node(const struct tree_reading *r, int node, const char *what)
{
	char path[TREE_PATH + 8];
	tree_format_path(r->t, node, path, sizeof path);
	return status_fail(r->st, "%.*s: node %.80s: %s", 120, r->t->name, path, what);
}

/* ---- nodes ---- */

static bool
add_node(struct tree_reading *r, int parent, json_t *json)
{
	struct tree_file *t = r->t;
	if (t->count == r->room) {
		const int room = r->room ? 2 * r->room : 256;
		struct file_node *node = realloc(t->node, (size_t)room * sizeof *node);
		if (node)
			t->node = node;
		json_t **list = /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
			realloc(r->json, (size_t)room * sizeof *list);
		if (list)
			r->json = list;
		if (!node || !list)
			return status_fail(r->st, "%s: not enough memory for the tree",
					   t->name);
		r->room = room;
	}
	assert(r->json != NULL && t->count < r->room);
	t->node[t->count] = (struct file_node){ .parent = parent };
	if (parent >= 0)
		t->node[t->count].depth = t->node[parent].depth + 1;
	r->json[t->count++] = json;
	return true;
}

static bool
is_name(const char *text)
{
	if (text == NULL || text[0] == '\0' || strlen(text) >= TREE_NAME)
		return false;
	for (const char *p = text; *p; p++)
		if ((unsigned char)*p <= ' ' || *p == 127)
			return false;
	return true;
}

/* The names of a node's moves from a list under `key`, when there is one. */
static bool
read_labels(struct tree_reading *r, int at, const char *key, int from, int count, int all)
{
	struct file_node *n = &r->t->node[at];
	json_t *list = json_object_get(r->json[at], key);
	if (list == NULL)
		return true;
	if ((int)json_array_size(list) != count)
		return fail_node(r, at, "expected a name for each move");
	if (n->label == NULL)
		n->label = calloc((size_t)all, sizeof *n->label);
	if (n->label == NULL)
		return status_fail(r->st, "%s: not enough memory for the tree",
				   r->t->name);
	for (int i = 0; i < count; i++) {
		const char *text = json_string_value(json_array_get(list, (size_t)i));
		if (!is_name(text) || (text[0] >= '0' && text[0] <= '9'))
			return fail_node(r, at,
					 "a move's name is a word of at most 27 bytes "
					 "that begins with no digit");
		for (int k = 0; k < i; k++)
			if (text_equal_fold(n->label[from + k], text))
				return fail_node(r, at, "two moves have the same name");
		snprintf(n->label[from + i], TREE_NAME, "%s", text);
	}
	return true;
}

static bool
tree_read_seat(struct tree_reading *r, int at, const char *key, int *seat)
{
	json_t *j = json_object_get(r->json[at], key);
	const json_int_t n = json_integer_value(j);
	*seat = (int)n;
	if (json_is_integer(j) && n >= 0 && n < r->t->seats)
		return true;
	char what[80];
	snprintf(what, sizeof what, "\"%s\": expected a seat from 0 to %d", key,
		 r->t->seats - 1);
	return fail_node(r, at, what);
}

static bool
add_children(struct tree_reading *r, int at, json_t *list)
{
	const size_t n = json_array_size(list);
	if (n < 1 || n > TREE_CHILDREN)
		return fail_node(r, at, "\"c\": expected a list of 1 to 999 nodes");
	if (r->t->node[at].depth >= TREE_DEPTH)
		return fail_node(r, at, "the tree is deeper than 200 moves");
	r->t->node[at].first = r->t->count;
	r->t->node[at].count = (int)n;
	for (size_t i = 0; i < n; i++)
		if (!add_node(r, at, json_array_get(list, i)))
			return false;
	return true;
}

/* The first node of the set that this one is of. */
static bool
read_set(struct tree_reading *r, int at)
{
	json_t *name = json_object_get(r->json[at], "infoset");
	json_t *number = json_integer(at), *first;
	bool ok = number != NULL;
	r->t->node[at].set = at;
	if (ok && name != NULL && !is_name(json_string_value(name)))
		ok = fail_node(r, at, "\"infoset\": expected a short word");
	if (ok && name != NULL) {
		const char *text = json_string_value(name);
		r->t->sets = true;
		first = json_object_get(r->sets, text);
		if (first != NULL)
			r->t->node[at].set = (int)json_integer_value(first);
		else
			json_object_set(r->sets, text, number);
	}
	json_decref(number);
	return ok;
}

static bool
tree_read_turn(struct tree_reading *r, int at)
{
	struct file_node *n = &r->t->node[at];
	json_t *c = json_object_get(r->json[at], "c");
	const int count = (int)json_array_size(c);
	n->kind = TREE_TURN;
	return tree_read_seat(r, at, "p", &n->seat) && read_set(r, at) &&
	       read_labels(r, at, "moves", 0, count, count) && add_children(r, at, c);
}

static bool
tree_read_chance(struct tree_reading *r, int at)
{
	struct file_node *n = &r->t->node[at];
	json_t *p = json_object_get(r->json[at], "chance");
	json_t *c = json_object_get(r->json[at], "c");
	const size_t count = json_array_size(c);
	double sum = 0;
	n->kind = TREE_CHANCE;
	if (count == 0 || json_array_size(p) != count)
		return fail_node(r, at,
				 "\"chance\": expected a probability for each node "
				 "of \"c\"");
	n->prob = calloc(count, sizeof *n->prob);
	if (n->prob == NULL)
		return status_fail(r->st, "%s: not enough memory for the tree",
				   r->t->name);
	for (size_t i = 0; i < count; i++) {
		json_t *x = json_array_get(p, i);
		n->prob[i] = json_number_value(x);
		sum += n->prob[i];
		if (!json_is_number(x) || !(n->prob[i] > 0 && n->prob[i] <= 1))
			return fail_node(r, at, "a probability is above 0 and at most 1");
	}
	if (fabs(sum - 1) > ROUNDING) {
		char what[80];
		snprintf(what, sizeof what, "the probabilities sum to %.9g, not to 1",
			 sum);
		return fail_node(r, at, what);
	}
	r->t->traits |= TRAIT_CHANCE;
	return read_labels(r, at, "moves", 0, (int)count, (int)count) &&
	       add_children(r, at, c);
}

static bool
read_matrix(struct tree_reading *r, int at)
{
	json_t *m = json_object_get(r->json[at], "m"), *all = json_array();
	struct file_node *n = &r->t->node[at];
	const int rows = (int)json_array_size(m);
	const int cols = (int)json_array_size(json_array_get(m, 0));
	n->kind = TREE_MATRIX;
	n->rows = rows;
	n->cols = cols;
	bool ok = tree_read_seat(r, at, "rows", &n->seat) &&
		  tree_read_seat(r, at, "cols", &n->other);
	if (ok && n->seat == n->other)
		ok = fail_node(r, at, "rows and columns need two seats");
	for (int i = 0; ok && i < rows; i++) {
		json_t *row = json_array_get(m, (size_t)i);
		if (cols < 1 || (int)json_array_size(row) != cols)
			ok = fail_node(r, at, "\"m\": expected rows of equal length");
		else
			json_array_extend(all, row);
	}
	ok = ok && read_labels(r, at, "row_moves", 0, rows, rows + cols) &&
	     read_labels(r, at, "col_moves", rows, cols, rows + cols) &&
	     add_children(r, at, all);
	json_decref(all); /* m keeps its items */
	r->t->traits |= TRAIT_SIMULTANEOUS | TRAIT_HIDDEN | TRAIT_OPEN_CARDS;
	return ok;
}

/* ---- ends ---- */

/* The least power of ten that makes x whole; 0: it has more than six decimals. */
static int32_t
unit_for(double x)
{
	for (int32_t unit = 1; unit <= UNIT_MOST; unit *= 10) {
		const double y = x * unit;
		if (fabs(y - round(y)) <= 1e-10 * fmax(1, fabs(y)))
			return unit;
	}
	return 0;
}

/* One value for each seat; into the node's low or high as they are, to be scaled later. */
static bool
read_values(struct tree_reading *r, int at, const json_t *list, double *out)
{
	char what[80];
	if (!json_is_array(list))
		return fail_node(r, at, "expected a list with a value for each seat");
	if ((int)json_array_size(list) != r->t->seats) {
		snprintf(what, sizeof what, "%d values for %d seats",
			 (int)json_array_size(list), r->t->seats);
		return fail_node(r, at, what);
	}
	for (int i = 0; i < r->t->seats; i++) {
		json_t *x = json_array_get(list, (size_t)i);
		if (!json_is_number(x))
			return fail_node(r, at, "a value is missing: expected a number");
		out[i] = json_number_value(x);
		const int32_t unit = unit_for(out[i]);
		if (unit == 0) {
			snprintf(what, sizeof what,
				 "%.12g has more than 6 decimals: round it", out[i]);
			return fail_node(r, at, what);
		}
		r->unit = unit > r->unit ? unit : r->unit;
	}
	return true;
}

/* An end's intervals, not yet in units. */
static bool
tree_read_end(struct tree_reading *r, int at, double *low, double *high)
{
	assert(r->json != NULL && at < r->t->count);
	json_t *j = r->json[at]; /* NOLINT(*.uninitialized.Assign) */
	if (json_is_array(j))	 /* a cell of a matrix */
		return read_values(r, at, j, low) && read_values(r, at, j, high);
	json_t *v = json_object_get(j, "v");
	if (v != NULL)
		return read_values(r, at, v, low) && read_values(r, at, v, high);
	if (!read_values(r, at, json_object_get(j, "lo"), low) ||
	    !read_values(r, at, json_object_get(j, "hi"), high))
		return false;
	for (int i = 0; i < r->t->seats; i++) {
		if (low[i] > high[i])
			return fail_node(r, at,
					 "an interval's \"lo\" is above its "
					 "\"hi\"");
		const int32_t unit = unit_for((low[i] + high[i]) / 2);
		r->unit = unit > r->unit ? unit : r->unit;
	}
	return true;
}

static bool
tree_check_keys(struct tree_reading *r, int at)
{
	static const char *const known[] = { "v",	  "lo",	    "hi",    "p",
					     "c",	  "chance", "rows",  "cols",
					     "m",	  "name",   "moves", "row_moves",
					     "col_moves", "infoset" };
	const char *key;
	json_t *value;
	char what[120];
	json_object_foreach(r->json[at], key, value)
	{
		bool found = false;
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			found = found || strcmp(key, known[i]) == 0;
		if (found)
			continue;
		if (strstr(key, "ref") || strcmp(key, "id") == 0)
			snprintf(what, sizeof what,
				 "\"%.20s\": a tree has no shared nodes and no cycles, "
				 "write the node out",
				 key);
		else
			snprintf(what, sizeof what, "unknown key \"%.20s\"", key);
		return fail_node(r, at, what);
	}
	return true;
}

static bool
read_node(struct tree_reading *r, int at)
{
	assert(r->json != NULL && at < r->t->count);
	json_t *j = r->json[at]; /* NOLINT(*.uninitialized.Assign) */
	const char *what =
		"expected an end (\"v\", or \"lo\" and \"hi\"), a turn (\"p\" and "
		"\"c\"), \"chance\" or a matrix (\"m\")";
	if (json_is_array(j))
		return at > 0 || fail_node(r, at, what);
	if (!json_is_object(j))
		return fail_node(r, at, what);
	if (!tree_check_keys(r, at))
		return false;
	const char *name = json_string_value(json_object_get(j, "name"));
	if (json_object_get(j, "name") != NULL && !is_name(name))
		return fail_node(r, at, "\"name\": expected a short word");
	snprintf(r->t->node[at].name, TREE_NAME, "%s", name ? name : "");
	const bool end = json_object_get(j, "v") || json_object_get(j, "lo");
	const bool matrix = json_object_get(j, "m") != NULL;
	const bool chance = json_object_get(j, "chance") != NULL;
	const bool turn = !chance && json_object_get(j, "c") != NULL;
	if (end + matrix + chance + turn != 1)
		return fail_node(r, at, what);
	if (json_object_get(j, "v") && json_object_get(j, "lo"))
		return fail_node(r, at, "either \"v\" or \"lo\" and \"hi\"");
	return end || (matrix	? read_matrix(r, at)
		       : chance ? tree_read_chance(r, at)
				: tree_read_turn(r, at));
}

/* ---- the file ---- */

/* The unit, or false when the values do not fit 32 bits. */
static bool
choose_unit(struct tree_reading *r)
{
	const double room = (double)INT32_MAX / 2 / fmax(r->most, 1);
	if (r->unit > room)
		return status_fail(r->st,
				   "%s: values up to %g with %d decimals do not fit: "
				   "scale or round them",
				   r->t->name, r->most, (int)lround(log10(r->unit)));
	while (r->t->traits & TRAIT_CHANCE && r->unit < UNIT_MOST &&
	       r->unit * 10.0 <= room)
		r->unit *= 10;
	r->t->unit = r->unit;
	return true;
}

/* Ends are read twice: first for the unit they need, then into it. */
static bool
tree_read_ends(struct tree_reading *r, bool store)
{
	struct tree_file *t = r->t;
	double low[SEATS_MAX] = { 0 }, high[SEATS_MAX] = { 0 };
	for (int at = 0; at < t->count; at++) {
		struct file_node *n = &t->node[at];
		double most = 0;
		if (n->kind != TREE_LEAF)
			continue;
		if (!tree_read_end(r, at, low, high))
			return false;
		for (int i = 0; i < t->seats; i++) {
			most += fmax(fabs(low[i]), fabs(high[i]));
			if (!store)
				continue;
			n->low[i] = (int32_t)lround(low[i] * t->unit);
			n->high[i] = (int32_t)lround(high[i] * t->unit);
			n->value[i] =
				(int32_t)floor((low[i] + high[i]) / 2 * t->unit + 1e-7);
		}
		r->most = fmax(most, r->most);
	}
	return true;
}

/* Bounds of the whole file, and the traits that follow from the sums. */
static bool
tree_sum_up(struct tree_reading *r, const json_t *top)
{
	struct tree_file *t = r->t;
	int32_t most = INT32_MIN, least = INT32_MAX;
	bool exact = true;
	memcpy(t->bounds.low, t->node[0].low, sizeof t->bounds.low);
	memcpy(t->bounds.high, t->node[0].high, sizeof t->bounds.high);
	for (int at = 0; at < t->count; at++) {
		const struct file_node *n = &t->node[at];
		int32_t sum = 0;
		for (int i = 0; i < t->seats; i++) {
			sum += n->value[i];
			exact = exact &&
				(n->kind != TREE_LEAF || n->low[i] == n->high[i]);
		}
		if (n->kind != TREE_LEAF)
			continue;
		most = sum > most ? sum : most;
		least = sum < least ? sum : least;
	}
	t->bounds.maxsum = most;
	const json_t *given = json_object_get(top, "maxsum");
	if (given != NULL) {
		const double sum = json_number_value(given) * t->unit;
		if (!json_is_number(given) || sum < most || sum > INT32_MAX)
			return status_fail(r->st,
					   "%s: \"maxsum\": expected at least %.9g, the "
					   "greatest sum of an end",
					   t->name, (double)most / t->unit);
		t->bounds.maxsum = (int32_t)floor(sum);
	}
	if (exact && least == t->bounds.maxsum)
		t->traits |= TRAIT_CONSTANT_SUM | (t->seats == 2 ? TRAIT_ZERO_SUM : 0);
	t->traits |= t->seats > 2 ? TRAIT_MULTIPLAYER : 0;
	return true;
}

/* Information sets, where a file has some. */
static bool
read_sets(struct tree_reading *r)
{
	struct tree_file *t = r->t;
	char what[240];
	int at;
	if (!t->sets)
		return true;
	for (at = 0; at < t->count; at++)
		if (t->node[at].kind == TREE_MATRIX)
			return fail_node(r, at,
					 "a tree with information sets has no matrices: "
					 "one seat moves after the other, and cannot see "
					 "it");
	t->traits |= TRAIT_HIDDEN;
	if (tree_fill_sets(t, &at, what, sizeof what))
		return true;
	return at < 0 ? status_fail(r->st, "%s: not enough memory for the tree", t->name)
		      : fail_node(r, at, what);
}

static bool
read_head(struct tree_reading *r, const json_t *top)
{
	struct tree_file *t = r->t;
	const json_t *players = json_object_get(top, "players");
	const json_int_t n = json_integer_value(players);
	if (!json_is_integer(players) || n < 2 || n > SEATS_MAX)
		return status_fail(r->st,
				   "%s: \"players\": expected a number from 2 to %d",
				   t->name, SEATS_MAX);
	t->seats = (int)n;
	t->forgetful = json_is_true(json_object_get(top, "imperfect_recall"));
	const char *title = json_string_value(json_object_get(top, "title"));
	snprintf(t->title, sizeof t->title, "%.95s", title ? title : t->name);
	text_make_plain(t->title); /* one line */
	const json_t *names = json_object_get(top, "seats");
	for (int i = 0; i < t->seats; i++) {
		const char *name = json_string_value(json_array_get(names, (size_t)i));
		t->seat_name[i][0] = 'P';
		t->seat_name[i][1] = (char)('1' + i);
		if (names == NULL)
			continue;
		if (!is_name(name) || strlen(name) >= sizeof t->seat_name[i])
			return status_fail(r->st,
					   "%s: \"seats\": expected %d names of at most "
					   "6 characters",
					   t->name, t->seats);
		snprintf(t->seat_name[i], sizeof t->seat_name[i], "%s", name);
	}
	return json_object_get(top, "tree") != NULL ||
	       status_fail(r->st, "%s: expected a node under \"tree\"", t->name);
}

static bool
read_tree(struct tree_reading *r, const json_t *top)
{
	if (!read_head(r, top) || !add_node(r, -1, json_object_get(top, "tree")))
		return false;
	for (int at = 0; at < r->t->count; at++)
		if (!read_node(r, at))
			return false;
	r->unit = 1;
	if (!tree_read_ends(r, false) || !choose_unit(r) || !tree_read_ends(r, true))
		return false;
	return (tree_fold(r->t) ||
		status_fail(r->st, "%s: not enough memory for the tree", r->t->name)) &&
	       tree_sum_up(r, top) && read_sets(r);
}

static void
tree_free(struct tree_file *t)
{
	for (int i = 0; i < t->count; i++) {
		free(t->node[i].label);
		free(t->node[i].prob);
	}
	free(t->node);
	free(t->source);
	free(t);
}

static json_t *
parse_json(const struct text *text, const char *name, struct status *st)
{
	json_error_t error;
	json_t *top = json_loadb(text->s ? text->s : "", text->length,
				 JSON_REJECT_DUPLICATES, &error);
	if (top == NULL)
		status_fail(st, "%s:%d: not JSON: %.100s", name, error.line, error.text);
	return top;
}

/* The whole JSON of a file. */
static json_t *
load_json(const char *path, const char *name, struct status *st)
{
	struct text text = { 0 };
	json_t *top = NULL;
	if (text_read_file(&text, path, TREE_BYTES))
		top = parse_json(&text, name, st);
	else
		status_fail(st, "%s: %s", name,
			    errno == EFBIG ? "over 8 MiB: too large for a tree"
					   : file_reason());
	text_free(&text);
	return top;
}

/* A file as it was named (*own), or one of the shipped ones. */
static bool
tree_find_file(const char *name, char *path, size_t size, bool *own)
{
	char asset[OPTION_TEXT + 16];
	snprintf(path, size, "%s", name);
	*own = !file_missing(path) && (strchr(name, '/') || strchr(name, '.'));
	if (*own || name[0] == '\0')
		return *own;
	snprintf(asset, sizeof asset, "trees/%s", name);
	if (strstr(name, "..") == NULL && asset_find(asset, path, size) &&
	    strstr(name, ".json"))
		return true;
	snprintf(asset, sizeof asset, "trees/%s.json", name);
	return strstr(name, "..") == NULL && asset_find(asset, path, size);
}

/* A tree of this name from its JSON; name without "#2" is its file's. */
static struct tree_file *
make(const char *name, const json_t *json, struct status *st)
{
	struct tree_reading r = { .t = calloc(1, sizeof *r.t), .unit = 1, .st = st };
	bool ok = r.t != NULL ||
		  status_fail(st, "%s: not enough memory for the tree", name);
	if (ok)
		snprintf(r.t->name, sizeof r.t->name, "%s", name);
	r.sets = json_object();
	ok = ok && read_tree(&r, json);
	json_decref(r.sets);
	free(r.json);
	if (!ok && r.t != NULL)
		tree_free(r.t);
	return ok ? r.t : NULL;
}

/* One of the "trees" of a file, or the file's only one; it belongs to top. */
static const json_t *
choose_tree(const json_t *top, const char *file, int64_t number, struct status *st)
{
	const json_t *trees = json_object_get(top, "trees");
	const json_t *one = number < 0 ? NULL : json_array_get(trees, (size_t)number);
	const int count = (int)json_array_size(trees);
	if (trees == NULL && number < 0)
		return top;
	if (trees == NULL)
		status_fail(st, "%s: has one tree, without a number", file);
	else if (!json_is_object(one))
		status_fail(st, "%s: has %d trees: choose one as %s#0 to %s#%d", file,
			    count, file, file, count - 1);
	return json_is_object(one) ? one : NULL;
}

/* The tree itself when it is short, else where it is. */
static char *
describe_source(const json_t *one, const char *path)
{
	char *text = json_dumps(one, JSON_COMPACT);
	if (text != NULL && strlen(text) <= TREE_CARRIED)
		return text;
	free(text);
	return realpath(path, NULL);
}

/* "FILE#2" into FILE and 2; -1: no number. */
static int64_t
split_number(const char *name, char *file, size_t size)
{
	int64_t number = -1;
	snprintf(file, size, "%s", name);
	char *hash = strrchr(file, '#');
	if (hash != NULL && text_parse_count(hash + 1, &number))
		*hash = '\0';
	return number;
}

/* A tree of this name from a file. `own`: it is one of the user's. */
static struct tree_file *
tree_load(const char *name, const char *path, bool own, struct status *st)
{
	char file[OPTION_TEXT];
	const int64_t number = split_number(name, file, sizeof file);
	json_t *top = load_json(path, file, st);
	if (top == NULL)
		return NULL;
	const json_t *one = choose_tree(top, file, number, st);
	struct tree_file *t = one != NULL ? make(name, one, st) : NULL;
	if (t != NULL && own)
		t->source = describe_source(one, path);
	json_decref(top);
	return t;
}

static struct tree_file *
load_named(const char *name, struct status *st)
{
	char path[4096], file[OPTION_TEXT];
	bool own;
	split_number(name, file, sizeof file);
	if (tree_find_file(file, path, sizeof path, &own))
		return tree_load(name, path, own, st);
	if (asset_find("trees", path, sizeof path))
		status_fail(st, "%s: no such file, and none of the trees of plyscope",
			    file);
	else
		asset_missing("trees", st);
	return NULL;
}

/* From the text in a record. */
static struct tree_file *
load_source(const char *name, const char *source, struct status *st)
{
	struct text text = { .s = (char *)(uintptr_t)source, .length = strlen(source) };
	if (source[0] == '/')
		return tree_load(name, source, true, st);
	json_t *one = parse_json(&text, name, st);
	struct tree_file *t = one != NULL ? make(name, one, st) : NULL;
	if (t != NULL)
		t->source = json_dumps(one, JSON_COMPACT);
	json_decref(one);
	return t;
}

/* ---- the trees that are open ---- */

static struct {
	pthread_mutex_t lock;
	const struct tree_file *file[FILES]; /* read only once they are in it */
	int count;
} trees = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The tree of a name: the newest of that name, or (source) the one with the same text. */
static int
find_open(const char *name, const char *source)
{
	for (int i = trees.count - 1; i >= 0; i--) {
		const struct tree_file *t = trees.file[i];
		if (strcmp(t->name, name) == 0 &&
		    (source == NULL || (t->source && strcmp(t->source, source) == 0)))
			return i;
	}
	return -1;
}

static bool
keep_open(struct tree_file *t, struct status *st)
{
	if (t == NULL)
		return false;
	if (trees.count < FILES) {
		trees.file[trees.count++] = t;
		return true;
	}
	status_fail(st, "%s: %d trees are open already", t->name, FILES);
	tree_free(t);
	return false;
}

const struct tree_file *
tree_file_open(const char *name, struct status *st)
{
	pthread_mutex_lock(&trees.lock);
	int at = find_open(name, NULL);
	if (at < 0 && keep_open(load_named(name, st), st))
		at = trees.count - 1;
	const struct tree_file *t = at < 0 ? NULL : trees.file[at];
	pthread_mutex_unlock(&trees.lock);
	return t;
}

/* The tree of this number becomes the newest of its name. */
static void
make_newest(int at)
{
	const struct tree_file *t = trees.file[at];
	const size_t after = (size_t)(trees.count - at - 1);
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what it holds */
	memmove(&trees.file[at], &trees.file[at + 1], after * sizeof *trees.file);
	trees.file[trees.count - 1] = t;
}

/* Also one that is open already, in other words. */
static bool
adopt_new(struct tree_file *t, struct status *st)
{
	const int at = t != NULL && t->source ? find_open(t->name, t->source) : -1;
	if (at < 0)
		return keep_open(t, st);
	tree_free(t);
	make_newest(at);
	return true;
}

bool
tree_file_adopt(const char *name, const char *source, struct status *st)
{
	if (!strpbrk(name, "/."))
		return status_fail(st, "%s comes with plyscope and has no file", name);
	pthread_mutex_lock(&trees.lock);
	const int at = find_open(name, source);
	bool ok = true;
	if (at >= 0)
		make_newest(at);
	else
		ok = adopt_new(load_source(name, source, st), st);
	pthread_mutex_unlock(&trees.lock);
	return ok;
}

void
tree_format_path(const struct tree_file *t, int node, char *out, int size)
{
	int line[TREE_DEPTH + 1], n = 0;
	snprintf(out, (size_t)size, "root");
	for (; t->node[node].parent >= 0; node = t->node[node].parent)
		line[n++] = node - t->node[t->node[node].parent].first + 1;
	for (int length = 0; n > 0 && length < size; n--)
		length += snprintf(out + length, (size_t)(size - length), "%s%d",
				   length ? "." : "", line[n - 1]);
}

void
tree_format_label(const struct file_node *n, bool columns, int m, char *out, int size)
{
	const char *label = n->label ? n->label[m + (columns ? n->rows : 0)] : "";
	if (label[0])
		snprintf(out, (size_t)size, "%s", label);
	else
		snprintf(out, (size_t)size, "%d", m + 1);
}
