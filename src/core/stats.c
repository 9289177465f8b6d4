/* stats.c - snapshots: memory, filling, sorting, printing. See stats.h. */
#include "src/core/stats.h"

#include "src/base/json.h"
#include "src/base/text.h"
#include "src/core/effort.h"
#include "src/core/public.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIX_LEAST 0.05 /* of a mix, for a move to be part of it */

const char *const move_status_names[] = {
	[MOVE_OPEN] = "open",
	[MOVE_EXACT] = "exact",
	[MOVE_AT_MOST] = "at-most",
	[MOVE_AT_LEAST] = "at-least",
	[MOVE_FEW] = "few",
	[MOVE_PROVEN] = "proven",
	[MOVE_UNSEARCHED] = "unsearched",
};

static const char *const move_status_signs[] = {
	[MOVE_OPEN] = "",	[MOVE_EXACT] = "=", [MOVE_AT_MOST] = "<=",
	[MOVE_AT_LEAST] = ">=", [MOVE_FEW] = "~",   [MOVE_PROVEN] = "==",
	[MOVE_UNSEARCHED] = "",
};

const char *
stats_told_sign(const struct game *g, int status)
{
	const bool turned = g->ops->penalties > 0;
	return move_status_signs[!turned		   ? status
				 : status == MOVE_AT_MOST  ? MOVE_AT_LEAST
				 : status == MOVE_AT_LEAST ? MOVE_AT_MOST
							   : status];
}

int
stats_columns(const struct column *c)
{
	int n = 0;
	while (c != NULL && c[n].key != NULL)
		n++;
	return n;
}

int
stats_rules(const struct cut_rule *r)
{
	int n = 0;
	while (r != NULL && r[n].key != NULL)
		n++;
	return n;
}

int
stats_place(const struct column *c, int seat)
{
	return c->at + (c->owner == COLUMN_OF_ALL ? 0 : seat);
}

void
stats_format_column(const struct column *c, double x, char *out, int size)
{
	const char *unit = c->unit != NULL ? c->unit : "";
	const size_t room = (size_t)size;
	const int n = c->decimals;
	out[0] = '\0';
	if (isnan(x))
		return;
	switch (c->kind) {
	case COLUMN_NUMBER:
		snprintf(out, room, "%.*f%s", n, text_shown(x, n), unit);
		break;
	case COLUMN_SIGNED: snprintf(out, room, "%+.*g%s", n, x, unit); break;
	case COLUMN_POINTS: snprintf(out, room, "%.4g%s", x, unit); break;
	case COLUMN_PERCENT: snprintf(out, room, "%.*f%%%s", n, x * 100, unit); break;
	case COLUMN_COUNT: snprintf(out, room, "%.0f%s", x, unit); break;
	}
}

json_t *
stats_column_to_json(const struct column *c, double x)
{
	return c->kind == COLUMN_COUNT && isfinite(x) ? json_integer((json_int_t)x)
						      : json_real_or_null(x);
}

static json_t *
stats_seats_to_json(const struct column *c, const double *extra, int seats)
{
	json_t *array = json_array();
	for (int i = 0; i < seats; i++)
		json_array_append_new(array,
				      stats_column_to_json(c, extra[stats_place(c, i)]));
	return array;
}

void
stats_columns_to_json(const struct column *c, const double *extra, int seats,
		      json_t *object)
{
	for (int i = stats_columns(c); i > 0; i--, c++)
		if (c->owner == COLUMN_OF_SEATS)
			json_object_set_new(object, c->key,
					    stats_seats_to_json(c, extra, seats));
		else if (c->owner == COLUMN_OF_ALL)
			json_object_set_new(object, c->key,
					    stats_column_to_json(c, extra[c->at]));
}

void
stats_move_blank(struct stats_move *row, move m)
{
	*row = (struct stats_move){ .m = m, .status = MOVE_OPEN, .prob = NAN };
	for (int i = 0; i < SEATS_MAX; i++)
		row->value[i] = row->win[i] = NAN;
	for (int i = 0; i < STATS_EXTRA; i++)
		row->extra[i] = NAN;
}

/* ---- memory ---- */

static const size_t attachment_bytes[ATTACHMENTS] = {
	[ATTACHED_PLIES] = sizeof(struct stats_plies),
	[ATTACHED_JOINT] = sizeof(struct stats_joint),
	[ATTACHED_HANDS] = sizeof(struct stats_hands),
	[ATTACHED_ANSWERS] = sizeof(struct stats_answers),
	[ATTACHED_WAYS] = sizeof(struct stats_ways),
	[ATTACHED_WORDS] = sizeof(struct stats_words),
	[ATTACHED_REASONS] = sizeof(struct stats_reasons),
};

/* Makes room for rows; what they hold is lost. */
static bool
snapshot_room(struct snapshot *s, int rows)
{
	if (s->rows >= rows)
		return true;
	free(s->moves);
	s->moves = malloc((size_t)rows * sizeof *s->moves);
	s->rows = s->moves != NULL ? rows : 0;
	return s->moves != NULL;
}

/* Takes over all of `from` but its memory. */
static void
snapshot_assign(struct snapshot *to, const struct snapshot *from)
{
	const struct snapshot own = *to;
	*to = *from;
	to->moves = own.moves;
	to->rows = own.rows;
	for (int k = 0; k < ATTACHMENTS; k++) {
		to->attached[k].room = own.attached[k].room;
		to->attached[k].filled = false;
	}
}

bool
snapshot_init(struct snapshot *s, int seats, int mover, int viewer)
{
	struct snapshot blank = {
		.seats = seats, .mover = mover, .viewer = viewer, .visits_of = ""
	};
	for (int i = 0; i < SEATS_MAX; i++)
		blank.value[i] = blank.win[i] = blank.match_win[i] = blank.hand_win[i] =
			NAN;
	snapshot_assign(s, &blank);
	return snapshot_room(s, STATS_MOVES);
}

void *
snapshot_attach(struct snapshot *s, enum attachment kind)
{
	void **room = &s->attached[kind].room;
	if (*room == NULL)
		*room = calloc(1, attachment_bytes[kind]);
	else if (!s->attached[kind].filled)
		memset(*room, 0, attachment_bytes[kind]);
	s->attached[kind].filled = *room != NULL;
	return *room;
}

void
snapshot_copy(struct snapshot *to, const struct snapshot *from)
{
	snapshot_assign(to, from);
	if (!snapshot_room(to, from->move_count))
		to->move_count = 0;
	else if (from->move_count > 0)
		memcpy(to->moves, from->moves,
		       (size_t)from->move_count * sizeof *from->moves);
	for (int k = 0; k < ATTACHMENTS; k++)
		if (from->attached[k].filled &&
		    snapshot_attach(to, (enum attachment)k) != NULL)
			memcpy(to->attached[k].room, from->attached[k].room,
			       attachment_bytes[k]);
}

void
snapshot_free(struct snapshot *s)
{
	free(s->moves);
	for (int k = 0; k < ATTACHMENTS; k++)
		free(s->attached[k].room);
	memset(s->attached, 0, sizeof s->attached);
	s->moves = NULL;
	s->rows = s->move_count = 0;
}

static const void *
attached(const struct snapshot *s, enum attachment kind)
{
	return s->attached[kind].filled ? s->attached[kind].room : NULL;
}

const struct stats_plies *
snapshot_plies(const struct snapshot *s)
{
	return attached(s, ATTACHED_PLIES);
}

const struct stats_joint *
snapshot_joint(const struct snapshot *s)
{
	const struct stats_joint *j = attached(s, ATTACHED_JOINT);
	return j != NULL && j->rows > 0 ? j : NULL;
}

const struct stats_hands *
snapshot_hands(const struct snapshot *s)
{
	const struct stats_hands *h = attached(s, ATTACHED_HANDS);
	return h != NULL && h->classes > 0 ? h : NULL;
}

const struct stats_answers *
snapshot_answers(const struct snapshot *s)
{
	const struct stats_answers *a = attached(s, ATTACHED_ANSWERS);
	return a != NULL && a->known ? a : NULL;
}

const struct stats_ways *
snapshot_ways(const struct snapshot *s)
{
	const struct stats_ways *w = attached(s, ATTACHED_WAYS);
	return w != NULL && w->count > 0 ? w : NULL;
}

const struct stats_reasons *
snapshot_reasons(const struct snapshot *s)
{
	const struct stats_reasons *r = attached(s, ATTACHED_REASONS);
	return r != NULL && r->deals > 0 ? r : NULL;
}

const struct stats_words *
snapshot_words(const struct snapshot *s)
{
	return attached(s, ATTACHED_WORDS);
}

void
snapshot_add_fault(const struct snapshot *s, bool one, struct text *out)
{
	const struct stats_words *words = snapshot_words(s);
	text_add(out, "%s", s->note);
	for (int k = one ? 0 : STATS_ERRORS - 1; words != NULL && k >= 0; k--)
		if (words->error[k][0] != '\0')
			text_add(out, one ? "; it wrote: %s" : "\n  %s", words->error[k]);
}

bool
snapshot_failed(const struct snapshot *s, struct status *st)
{
	struct text why = { 0 };
	if (s->stop != STOP_FAILED)
		return false;
	snapshot_add_fault(s, true, &why);
	status_fail(st, "%s", why.s);
	text_free(&why);
	return true;
}

/* ---- filling ---- */

/* Adds cuts by ply, where there is memory for them. */
static void
add_plies(struct snapshot *to, const struct snapshot *from, int down)
{
	const struct stats_plies *added = snapshot_plies(from);
	struct stats_plies *plies =
		added != NULL ? snapshot_attach(to, ATTACHED_PLIES) : NULL;
	for (int k = 0; plies != NULL && k < STATS_RULES; k++)
		for (int i = 0; from->cuts[k] > 0 && i < STATS_PLIES; i++) {
			const int at = i + down;
			plies->cuts[k][at < STATS_PLIES ? at : STATS_PLIES - 1] +=
				added->cuts[k][i];
		}
}

static void
add_cuts(struct snapshot *to, const struct snapshot *from, int down)
{
	for (int k = 0; k < STATS_RULES; k++) {
		to->cuts[k] += from->cuts[k];
		to->skipped[k] += from->skipped[k];
	}
	add_plies(to, from, down);
}

void
snapshot_add_effort(struct snapshot *to, const struct snapshot *from, int down)
{
	const int depth = from->depth + down, seldepth = from->seldepth + down;
	to->nodes += from->nodes;
	to->leaves += from->leaves;
	to->simulations += from->simulations;
	add_cuts(to, from, down);
	to->children += from->children;
	to->researches += from->researches;
	to->tt_probes += from->tt_probes;
	to->tt_hits += from->tt_hits;
	to->tree_nodes += from->tree_nodes;
	to->tree_bytes += from->tree_bytes;
	to->depth = depth > to->depth ? depth : to->depth;
	to->seldepth = seldepth > to->seldepth ? seldepth : to->seldepth;
}

/* The greater, the further up in the table. */
struct move_rank {
	bool searched;
	int depth; /* a deeper iteration's value counts more, not in visits */
	double key;
	bool reached; /* not merely an upper bound: wins a tie */
};

static struct move_rank
stats_rank_of(const struct snapshot *s, const struct stats_move *m, bool by_visits)
{
	const double value = snapshot_rank(s, m, s->mover);
	struct move_rank r = {
		.searched = m->status != MOVE_UNSEARCHED,
		.depth = by_visits ? 0 : m->depth,
		.key = by_visits      ? (double)m->visits
		       : isnan(value) ? (double)-INFINITY
				      : value,
		.reached = m->status != MOVE_AT_MOST,
	};
	return r;
}

static bool
rank_above(struct move_rank a, struct move_rank b)
{
	if (a.searched != b.searched)
		return a.searched;
	if (a.depth != b.depth)
		return a.depth > b.depth;
	if (a.key > b.key || a.key < b.key)
		return a.key > b.key;
	return a.reached && !b.reached;
}

/* Insertion: stable, and the table is nearly sorted most of the time. */
void
snapshot_sort(struct snapshot *s, bool by_visits)
{
	for (int i = 1; i < s->move_count && !s->sorted; i++) {
		struct move_rank r = stats_rank_of(s, &s->moves[i], by_visits);
		int j = i;
		while (j > 0 &&
		       rank_above(r, stats_rank_of(s, &s->moves[j - 1], by_visits)))
			j--;
		if (j == i)
			continue;
		struct stats_move up = s->moves[i];
		memmove(&s->moves[j + 1], &s->moves[j], (size_t)(i - j) * sizeof up);
		s->moves[j] = up;
	}
}

const struct stats_move *
snapshot_best(const struct snapshot *s)
{
	const struct stats_move *best = &s->moves[0];
	for (int i = 1; i < s->move_count && s->mixed; i++)
		if (s->moves[i].prob > best->prob &&
		    s->moves[i].status != MOVE_UNSEARCHED)
			best = &s->moves[i];
	return best;
}

bool
snapshot_mixes(const struct snapshot *s, const struct stats_move *row)
{
	return s->mixed && row->prob >= MIX_LEAST;
}

bool
stats_uncertain(uint8_t status, double cost, double cost_se)
{
	return status == MOVE_FEW || (cost_se > 0 && cost < 1.959964 * cost_se);
}

void
snapshot_note_best(struct snapshot *s, move m, double value)
{
	if (s->history_count == STATS_HISTORY) {
		for (int i = 0; i < STATS_HISTORY / 2; i++) {
			s->history[i] = s->history[2 * i + 1];
			s->history_move[i] = s->history_move[2 * i + 1];
		}
		s->history_count = STATS_HISTORY / 2;
	}
	s->history[s->history_count] = (float)value;
	s->history_move[s->history_count++] = m;
}

void
snapshot_note_gap(struct snapshot *s, int64_t sims, double gap)
{
	if (s->gap_count > 0 && s->gap_sims[s->gap_count - 1] == sims)
		s->gap_count--;
	if (s->gap_count == STATS_HISTORY) {
		for (int i = 0; i < STATS_HISTORY / 2; i++) {
			s->gap[i] = s->gap[2 * i + 1];
			s->gap_sims[i] = s->gap_sims[2 * i + 1];
		}
		s->gap_count = STATS_HISTORY / 2;
	}
	s->gap[s->gap_count] = (float)gap;
	s->gap_sims[s->gap_count++] = sims;
}

const struct stats_move *
snapshot_find(const struct snapshot *s, move m)
{
	for (int i = 0; i < s->move_count; i++)
		if (s->moves[i].m == m && s->moves[i].status != MOVE_UNSEARCHED)
			return &s->moves[i];
	return NULL;
}

const struct stats_move *
snapshot_find_equal(const struct snapshot *s, const struct game *g,
		    const struct state *root, move m)
{
	const struct stats_move *row = snapshot_find(s, m);
	for (int i = 0; i < s->move_count && row == NULL; i++)
		if (s->moves[i].status != MOVE_UNSEARCHED &&
		    game_equal(g, root, s->mover, m, s->moves[i].m))
			row = &s->moves[i];
	return row;
}

bool
snapshot_is_older(const struct snapshot *s, const struct stats_move *m)
{
	int deepest = 0;
	for (int i = 0; i < s->move_count; i++)
		if (s->moves[i].status != MOVE_UNSEARCHED && s->moves[i].depth > deepest)
			deepest = s->moves[i].depth;
	return m->status != MOVE_UNSEARCHED && m->depth > 0 && m->depth < deepest;
}

void
snapshot_note(struct snapshot *s, const char *text)
{
	if (s->note[0] == '\0')
		snprintf(s->note, sizeof s->note, "%s", text);
}

void
snapshot_gauge(struct snapshot *s, const char *name, double value, const char *unit,
	       const char *help)
{
	int at = 0;
	while (at < s->gauge_count && strcmp(s->gauges[at].name, name) != 0)
		at++;
	if (at == STATS_GAUGES)
		return;
	s->gauges[at] = (struct stats_gauge){ name, unit, help, value };
	if (at == s->gauge_count)
		s->gauge_count++;
}

/* A walk along the principal variation, one call per move written. */
struct pv_walk {
	const struct snapshot *s;
	const struct game *g;
	struct state at;
	int next;    /* index into pv */
	bool played; /* the state follows the moves; not in redacted states */
};

static void
line_start(struct pv_walk *l, const struct snapshot *s, const struct game *g,
	   const struct state *root)
{
	*l = (struct pv_walk){ .s = s, .g = g, .at = *root };
	l->played = !game_hidden(g) || s->viewer == SEAT_ALL;
}

/* Writes the next move that is no chance move; false at the end of the line. */
static bool
line_next(struct pv_walk *l, char *out, int size)
{
	while (l->next < l->s->pv_count) {
		move m = l->s->pv[l->next];
		int seat = l->next == 0 || !l->played ? l->s->mover
						      : game_mover(l->g, &l->at);
		if (seat == SEAT_NONE)
			return false;
		if (seat != SEAT_CHANCE)
			l->g->text->format_move(l->g, &l->at, seat, m, out, size);
		if (l->played)
			l->g->rules->play(l->g, &l->at, seat, m, &l->at);
		l->next++;
		if (seat != SEAT_CHANCE)
			return true;
	}
	return false;
}

void
snapshot_format_pv(const struct snapshot *s, const struct game *g,
		   const struct state *root, int plies, char *out, int size)
{
	struct pv_walk l;
	char text[MOVE_TEXT];
	int length = 0;
	out[0] = '\0';
	line_start(&l, s, g, root);
	for (int i = 0; i < plies && length < size && line_next(&l, text, sizeof text);
	     i++)
		length += snprintf(out + length, (size_t)(size - length), "%s%s",
				   length ? " " : "", text);
}

static json_t *
pv_to_json(const struct snapshot *s, const struct game *g, const struct state *root)
{
	struct pv_walk l;
	char text[MOVE_TEXT];
	json_t *array = json_array();
	line_start(&l, s, g, root);
	while (line_next(&l, text, sizeof text))
		json_array_append_new(array, json_text(text));
	return array;
}

static json_t *
counts_to_json(const struct cut_rule *rules, const int64_t *count)
{
	json_t *object = json_object();
	for (int i = 0; i < stats_rules(rules); i++)
		json_object_set_new(object, rules[i].key, json_integer(count[i]));
	return object;
}

/* Per rule its cuts at each ply, up to the last ply that has any; rules without are left
 * out. */
static json_t *
plies_to_json(const struct cut_rule *rules, const struct stats_plies *all)
{
	json_t *object = json_object();
	for (int i = 0; all != NULL && i < stats_rules(rules); i++) {
		const int64_t *count = all->cuts[i];
		int plies = STATS_PLIES;
		while (plies > 0 && count[plies - 1] == 0)
			plies--;
		json_t *row = json_array();
		for (int k = 0; k < plies; k++)
			json_array_append_new(row, json_integer(count[k]));
		if (plies > 0)
			json_object_set_new(object, rules[i].key, row);
		else
			json_decref(row);
	}
	return object;
}

static json_t *
stats_move_to_json(const struct snapshot *s, const struct stats_move *m, const char *text)
{
	json_t *object = json_object();
	json_object_set_new(object, "move", json_text(text));
	json_object_set_new(object, "visits", json_integer(m->visits));
	json_object_set_new(object, "depth", json_integer(m->depth));
	json_object_set_new(object, "value", json_reals(m->value, s->seats));
	json_object_set_new(object, "win", json_reals(m->win, s->seats));
	stats_columns_to_json(s->columns, m->extra, s->seats, object);
	json_object_set_new(object, "prob", json_real_or_null(m->prob));
	json_object_set_new(object, "cost_se",
			    json_real_or_null(m->cost_se > 0 ? m->cost_se : (double)NAN));
	json_object_set_new(object, "status", json_string(move_status_names[m->status]));
	return object;
}

static json_t *
moves_to_json(const struct snapshot *s, const struct game *g, const struct state *root)
{
	json_t *array = json_array();
	for (int i = 0; i < s->move_count; i++) {
		char text[MOVE_TEXT];
		g->text->format_move(g, root, s->mover, s->moves[i].m, text, sizeof text);
		json_array_append_new(array, stats_move_to_json(s, &s->moves[i], text));
	}
	return array;
}

static json_t *
gauges_to_json(const struct snapshot *s)
{
	json_t *object = json_object();
	for (int i = 0; i < s->gauge_count; i++)
		json_object_set_new(object, s->gauges[i].name,
				    json_real_or_null(s->gauges[i].value));
	return object;
}

static json_t *
numbers_to_json(const float *x, int n)
{
	json_t *array = json_array();
	for (int i = 0; i < n; i++)
		json_array_append_new(array, json_real_or_null((double)x[i]));
	return array;
}

static json_t *
choices_to_json(const struct stats_joint *j, const struct game *g,
		const struct state *root, int side)
{
	const int n = side == 0 ? j->rows : j->columns;
	json_t *array = json_array();
	for (int i = 0; i < n; i++) {
		char text[MOVE_TEXT];
		g->text->format_move(g, root, j->seat[side], j->choice[side][i], text,
				     sizeof text);
		json_array_append_new(array, json_text(text));
	}
	return array;
}

/* The two lists of a figure that each side has for its own moves. */
static json_t *
sides_to_json(const struct stats_joint *j, const float figure[2][STATS_JOINT])
{
	json_t *array = json_array();
	json_array_append_new(array, numbers_to_json(figure[0], j->rows));
	json_array_append_new(array, numbers_to_json(figure[1], j->columns));
	return array;
}

static json_t *
joint_to_json(const struct stats_joint *j, const struct game *g, const struct state *root)
{
	if (j == NULL)
		return json_null();
	json_t *value = json_array(), *visits = json_array();
	for (int i = 0; i < j->rows; i++) {
		json_t *row = json_array();
		for (int k = 0; k < j->columns; k++)
			json_array_append_new(row, json_integer(j->visits[i][k]));
		json_array_append_new(visits, row);
		json_array_append_new(value, numbers_to_json(j->value[i], j->columns));
	}
	return json_pack("{s:[i,i], s:[i,i], s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "seats", j->seat[0] + 1, j->seat[1] + 1, "total", j->rows_total,
			 j->columns_total, "exact", j->exact, "rows",
			 choices_to_json(j, g, root, 0), "columns",
			 choices_to_json(j, g, root, 1), "value", value, "visits", visits,
			 "current", sides_to_json(j, j->current), "average",
			 sides_to_json(j, j->average), "regret",
			 sides_to_json(j, j->regret));
}

/* The classes of hands that are possible here, in the order of their rows. */
static json_t *
classes_to_json(const struct stats_hands *h, const struct game *g)
{
	json_t *array = json_array();
	for (int i = 0; i < h->classes; i++) {
		char text[MOVE_TEXT];
		if (isnan(h->weight[i]))
			continue;
		public_format_class(g, i, text, sizeof text);
		json_array_append_new(
			array, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "hand",
					 json_text(text), "weight",
					 json_real_or_null((double)h->weight[i]), "other",
					 json_real_or_null((double)h->other[i]), "equity",
					 json_real_or_null((double)h->equity[i]), "value",
					 json_real_or_null((double)h->value[i]), "mix",
					 numbers_to_json(h->mix[i], h->actions)));
	}
	return array;
}

static json_t *
hands_to_json(const struct stats_hands *h, const struct game *g, const struct state *root)
{
	json_t *moves = json_array();
	for (int a = 0; a < h->actions; a++) {
		char text[MOVE_TEXT];
		g->text->format_move(g, root, h->seat, h->action[a], text, sizeof text);
		json_array_append_new(moves, json_text(text));
	}
	return json_pack("{s:i, s:o, s:o, s:o}", "seat", h->seat + 1, "moves", moves,
			 "all", numbers_to_json(h->all, h->actions), "hands",
			 classes_to_json(h, g));
}

json_t *
stats_ways_to_json(const struct stats_ways *w)
{
	json_t *ways = json_array();
	for (int k = 0; k < w->count; k++)
		json_array_append_new(ways,
				      json_pack("{s:o, s:o, s:o}", "way",
						json_text(w->way[k].name), "share",
						json_real_or_null(w->way[k].often),
						"value",
						json_real_or_null(w->way[k].value)));
	return json_pack("{s:i, s:o}", "seat", w->seat + 1, "ways", ways);
}

static json_t *
reasons_side_to_json(const struct stats_reasons *r, int side, const struct game *g,
		     const struct state *root, int mover)
{
	char text[MOVE_TEXT];
	json_t *takes = json_array(), *moon = json_array();
	g->text->format_move(g, root, mover, r->m[side], text, sizeof text);
	for (int i = 0; i < g->seats; i++) {
		json_array_append_new(takes, json_integer(r->takes[side][i]));
		json_array_append_new(moon, json_real_or_null((double)r->sweep[side][i]));
	}
	return json_pack("{s:o, s:o, s:o}", "move", json_text(text), "takes", takes,
			 "moon", moon);
}

static json_t *
reasons_to_json(const struct stats_reasons *r, const struct game *g,
		const struct state *root, int mover)
{
	json_t *card = json_null();
	if (r->card[0] != '\0')
		card = json_pack("{s:o, s:i, s:i, s:o, s:o}", "card", json_text(r->card),
				 "seat", r->holder + 1, "deals", r->held, "better_there",
				 json_real_or_null(r->there), "better_elsewhere",
				 json_real_or_null(r->elsewhere));
	return json_pack("{s:i, s:o, s:o, s:o}", "deals", r->deals, "choice",
			 reasons_side_to_json(r, 0, g, root, mover), "runner_up",
			 reasons_side_to_json(r, 1, g, root, mover), "card", card);
}

const char *
snapshot_win_unknown(const struct snapshot *s, const struct game *g)
{
	if (!game_has_pot(g) || s->move_count == 0 || !isnan(s->win[s->mover]))
		return NULL;
	return s->own_win ? "this search has not measured it here"
			  : "unknown to this search";
}

static void
stats_result_to_json(const struct snapshot *s, const struct game *g,
		     const struct state *root, json_t *object)
{
	json_t *best = json_null();
	if (s->move_count > 0) {
		char text[MOVE_TEXT];
		g->text->format_move(g, root, s->mover, s->moves[0].m, text, sizeof text);
		best = json_text(text);
	}
	json_object_set_new(object, "move", best);
	json_object_set_new(object, "pv", pv_to_json(s, g, root));
	json_object_set_new(object, "value", json_reals(s->value, s->seats));
	char scale[80];
	game_scale(g, scale, sizeof scale);
	json_object_set_new(object, "value_scale", json_text(scale));
	json_object_set_new(object, "win", json_reals(s->win, s->seats));
	const char *unknown = snapshot_win_unknown(s, g);
	if (unknown != NULL)
		json_object_set_new(object, "win_unknown", json_string(unknown));
	json_object_set_new(object, "win_of",
			    json_string(s->of_match ? "match" : "hand"));
	if (!isnan(s->match_win[0])) {
		json_object_set_new(object, "win_match",
				    json_reals(s->match_win, s->seats));
		json_object_set_new(object, "win_hand",
				    json_reals(s->hand_win, s->seats));
	}
}

static void
effort_to_json(const struct snapshot *s, json_t *object)
{
	static const char *const keys[] = { "depth",	  "seldepth",	 "nodes",
					    "leaves",	  "simulations", "elapsed_ms",
					    "nodes_per_s" };
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set_new(object, keys[i], effort_json(s, keys[i]));
	json_object_set_new(object, "stop", json_string(stop_words[s->stop].key));
	if (s->note[0] != '\0')
		json_object_set_new(object, "note", json_text(s->note));
}

void
snapshot_to_json(const struct snapshot *s, const struct game *g, const struct state *root,
		 json_t *object)
{
	stats_result_to_json(s, g, root, object);
	effort_to_json(s, object);
	json_object_set_new(object, "cuts", counts_to_json(s->rules, s->cuts));
	json_object_set_new(object, "cuts_by_ply",
			    plies_to_json(s->rules, snapshot_plies(s)));
	json_object_set_new(object, "skipped", counts_to_json(s->rules, s->skipped));
	json_object_set_new(object, "children", json_integer(s->children));
	json_object_set_new(object, "researches", json_integer(s->researches));
	json_object_set_new(object, "tt",
			    json_pack("{s:I, s:I}", "probes", (json_int_t)s->tt_probes,
				      "hits", (json_int_t)s->tt_hits));
	json_object_set_new(object, "tree",
			    json_pack("{s:I, s:I}", "nodes", (json_int_t)s->tree_nodes,
				      "bytes", (json_int_t)s->tree_bytes));
	json_object_set_new(object, "worlds",
			    json_pack("{s:i, s:i}", "done", s->worlds_done, "total",
				      s->worlds_total));
	json_object_set_new(object, "moves", moves_to_json(s, g, root));
	json_object_set_new(object, "joint", joint_to_json(snapshot_joint(s), g, root));
	const struct stats_hands *hands = snapshot_hands(s);
	if (hands != NULL)
		json_object_set_new(object, "hands", hands_to_json(hands, g, root));
	const struct stats_ways *ways = snapshot_ways(s);
	if (ways != NULL)
		json_object_set_new(object, "depth_limit", stats_ways_to_json(ways));
	const struct stats_reasons *reasons = snapshot_reasons(s);
	if (reasons != NULL)
		json_object_set_new(object, "reasons",
				    reasons_to_json(reasons, g, root, s->mover));
	json_object_set_new(object, "gauges", gauges_to_json(s));
	const struct stats_words *words = snapshot_words(s);
	if (words != NULL)
		json_object_set_new(object, "own_words",
				    json_pack("{s:o, s:o}", "name", json_text(words->by),
					      "thought", json_text(words->thought)));
}
