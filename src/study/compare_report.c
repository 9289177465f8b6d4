/*
 * compare_report.c - a comparison as a text table, as CSV and as JSON. See compare.h.
 *
 * Values are points of the mover, higher is better, and carry their kind as everywhere:
 * `=` exact, `==` to the end of the game, `<=` `>=` a bound, `~` few samples.
 */
#include "src/study/compare.h"

#include "src/base/json.h"
#include "src/core/effort.h"
#include "src/core/setup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TABLE_MOVES 20
#define COLUMN	    9

static void
compare_report_move_text(const struct compare *c, move m, char *out, int size)
{
	snprintf(out, (size_t)size, "-");
	if (m != MOVE_NONE)
		c->game.text->format_move(&c->game, &c->q.root, c->mover, m, out, size);
}

/* "A, C" of a set of players. */
static int
letters(unsigned players, const char *between, char *out, int size)
{
	int n = 0;
	out[0] = '\0';
	for (int i = 0; i < COMPARE_PLAYERS && n < size; i++)
		if (players >> i & 1)
			n += snprintf(out + n, (size_t)(size - n), "%s%c",
				      n > 0 ? between : "", compare_letter(i));
	return n;
}

void
compare_verdict(const struct compare *c, char *out, int size)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	const int n = compare_choices(c, choice);
	char text[MOVE_TEXT], who[40];
	int at = 0;
	out[0] = '\0';
	if (n == 1 && __builtin_popcount(choice[0].players) > 1) {
		compare_report_move_text(c, choice[0].m, text, sizeof text);
		const bool all = __builtin_popcount(choice[0].players) == c->count;
		snprintf(out, (size_t)size, "%s choose %s", all ? "all" : "so far all",
			 text);
		return;
	}
	for (int i = 0; i < n && at < size; i++) {
		const bool one = __builtin_popcount(choice[i].players) == 1;
		letters(choice[i].players, ", ", who, sizeof who);
		compare_report_move_text(c, choice[i].m, text, sizeof text);
		at += snprintf(out + at, (size_t)(size - at), "%s%s %s %s",
			       i > 0 ? "; " : "", who, one ? "chooses" : "choose", text);
	}
}

void
compare_sharing(const struct compare *c, char *out, int size)
{
	char budget[24];
	if (c->share == COMPARE_NODES)
		text_format_count(budget, sizeof budget, (double)c->nodes);
	else
		text_format_duration_exact(budget, sizeof budget, c->time_ms);
	static const char *const around[][2] = {
		[COMPARE_OWN] = { "each as long as in a game, or ", "" },
		[COMPARE_TURNS] = { "the same time for each in turn, ", "" },
		[COMPARE_NODES] = { "the same nodes for each, ", "" },
		[COMPARE_PARALLEL] = { "all at the same time, ", "" },
	};
	snprintf(out, (size_t)size, "%s%s%s", around[c->share][0], budget,
		 around[c->share][1]);
}

/* A player's limit that may end a search so, as a figure; false: it has none. */
static bool
limit_figure(enum stop_reason stop, const struct limits *l, char *out, int size)
{
	switch (stop) {
	case STOP_SIMS: text_format_count(out, size, (double)l->sims); return l->sims > 0;
	case STOP_NODES:
		text_format_count(out, size, (double)l->nodes);
		return l->nodes > 0;
	case STOP_TIME:
		text_format_duration_exact(out, size, l->time_ms);
		return l->time_ms > 0;
	case STOP_DEPTH:
		snprintf(out, (size_t)size, "depth %lld", (long long)l->depth);
		return l->depth > 0;
	default: return false;
	}
}

void
compare_ended(const struct compare *c, int player, bool brief, char *out, int size)
{
	const struct compare_player *p = &c->player[player];
	const enum stop_reason stop = p->snap.stop;
	const char *unit = stop == STOP_NODES  ? " nodes"
			   : stop != STOP_SIMS ? ""
			   : brief	       ? " sims"
					       : " simulations";
	const bool own = c->share == COMPARE_OWN;
	char figure[32];
	if (!limit_figure(stop, &p->limits, figure, sizeof figure))
		snprintf(out, (size_t)size, "%s",
			 brief ? stop_words[stop].brief : stop_words[stop].says);
	else if (brief && own)
		snprintf(out, (size_t)size, "limit %s%s", figure, unit);
	else if (brief)
		snprintf(out, (size_t)size, "share used up");
	else
		snprintf(out, (size_t)size, "%s of %s%s",
			 own ? "its own limit" : "its share", figure, unit);
}

/* ------------------------------------------------------------------ text */

static void
percent_text(char *out, int size, double share)
{
	if (isnan(share))
		snprintf(out, (size_t)size, "-");
	else
		snprintf(out, (size_t)size, "%.1f%%", share * 100);
}

static void
points_text(char *out, int size, double value)
{
	if (isnan(value))
		snprintf(out, (size_t)size, "-");
	else
		snprintf(out, (size_t)size, "%.2f", text_shown(value, 2));
}

static void
report_player(const struct compare *c, int i, struct text *out)
{
	const struct compare_player *p = &c->player[i];
	const struct snapshot *s = &p->snap;
	char best[MOVE_TEXT], value[24], win[24];
	char line[300];
	text_add(out, "\n%c  %s\n", compare_letter(i), p->text);
	if (compare_wrapped(c, i, line, sizeof line))
		text_add(out, "   %s\n", line);
	if (p->refused[0] != '\0' || !p->known) {
		text_add(out, "   %s\n",
			 p->refused[0] != '\0' ? p->refused : "has not begun");
		return;
	}
	compare_report_move_text(c, compare_move(c, i), best, sizeof best);
	points_text(value, sizeof value, game_told(&c->game, s->value[c->mover]));
	percent_text(win, sizeof win, s->win[c->mover]);
	text_add(out, "   move %s  value %s  win %s\n", best, value, win);
	effort_format(
		s,
		"effort depth {depth=}/{seldepth=}  nodes {nodes}  {nodes_per_s}/s  "
		"skipped {cut=}  {seconds} s",
		line, sizeof line);
	text_add(out, "   %s  ended: ", line);
	compare_ended(c, i, false, line, sizeof line);
	text_add(out, "%s\n", line);
	snapshot_format_pv(s, &c->game, &c->q.root, STATS_PV, line, sizeof line);
	text_add(out, "   line %s\n", line);
	const struct stats_words *words = snapshot_words(s);
	if (words != NULL && words->thought[0] != '\0')
		text_add(out, "   %s says: \"%s\"\n", words->by, words->thought);
}

static void
compare_report_report_moves(const struct compare *c, struct text *out)
{
	move m[STATS_MOVES * COMPARE_PLAYERS];
	const int n = compare_moves(c, m, STATS_MOVES * COMPARE_PLAYERS);
	char text[MOVE_TEXT], cell[40], who[24], value[24];
	text_add(out, "\n%-14s", "move");
	for (int i = 0; i < c->count; i++)
		text_add(out, "%*c ", COLUMN - 1, compare_letter(i));
	text_add(out, "  chosen by\n");
	for (int k = 0; k < n && k < TABLE_MOVES; k++) {
		unsigned players = 0;
		compare_report_move_text(c, m[k], text, sizeof text);
		text_add(out, "%-14s", text);
		for (int i = 0; i < c->count; i++) {
			const struct stats_move *row = compare_row(c, i, m[k]);
			const bool chosen = compare_move(c, i) == m[k];
			players |= (unsigned)chosen << i;
			cell[0] = '\0';
			if (row != NULL && isnan(row->value[c->mover])) {
				percent_text(cell, sizeof cell, row->win[c->mover]);
			} else if (row != NULL && row->status != MOVE_UNSEARCHED) {
				points_text(value, sizeof value,
					    game_told(&c->game, row->value[c->mover]));
				snprintf(cell, sizeof cell, "%s%s",
					 stats_told_sign(&c->game, row->status), value);
			}
			const bool older =
				row != NULL && snapshot_is_older(&c->player[i].snap, row);
			text_add(out, "%*s%s", COLUMN - 1, cell,
				 chosen	 ? "*"
				 : older ? "'"
					 : " ");
		}
		letters(players, " ", who, sizeof who);
		text_add(out, "  %s\n", who);
	}
	if (n > TABLE_MOVES)
		text_add(out, "and %d more\n", n - TABLE_MOVES);
}

void
compare_report(const struct compare *c, const char *again, struct text *out)
{
	const struct game *g = &c->game;
	char line[300];
	g->view->headline(g, &c->q.root, c->q.viewer, line, sizeof line);
	text_add(out, "%s  %s", g->ops->title, line);
	if (strstr(line, " to move") == NULL)
		text_add(out, "  %s to move",
			 c->mover >= 0 ? g->text->seat_name(g, c->mover) : "nobody");
	if (c->q.viewer >= 0 && c->q.viewer != c->mover)
		text_add(out, ", as %s may know", g->text->seat_name(g, c->q.viewer));
	compare_sharing(c, line, sizeof line);
	text_add(out, "\n%s, seed %llu\n", line, (unsigned long long)c->game_seed);
	for (int i = 0; i < c->count; i++)
		report_player(c, i, out);
	compare_report_report_moves(c, out);
	compare_verdict(c, line, sizeof line);
	text_add(out, "\n%s\n", line[0] != '\0' ? line : "no player has chosen");
	text_add(out,
		 "\nvalue: %s of the mover, %s is better;  * chosen  = exact in this "
		 "search  == to the end  <= >= a bound  ~ few samples  ' from an earlier "
		 "iteration\n",
		 game_told_name(g), g->ops->penalties > 0 ? "lower" : "higher");
	if (again == NULL)
		return;
	text_add(out, "\nagain: %s", again);
	for (int i = 0; i < c->count; i++)
		text_add(out, " -a '%s'", c->player[i].text);
	text_add(out, " --share %s", compare_share_names[c->share]);
	if (c->share == COMPARE_NODES)
		text_add(out, " --nodes %lld\n", (long long)c->nodes);
	else
		text_add(out, " --time %lldms\n", (long long)c->time_ms);
}

/* ------------------------------------------------------------------ CSV */

/* In quotes when it has to be, those inside doubled. */
static void
csv_text(struct text *out, const char *text)
{
	const bool quoted = strpbrk(text, ",\"\n") != NULL;
	text_add(out, "%s", quoted ? "\"" : "");
	for (; *text != '\0'; text++)
		text_add(out, *text == '"' ? "\"\"" : "%c", *text);
	text_add(out, "%s,", quoted ? "\"" : "");
}

static void
csv_number(struct text *out, double x)
{
	if (isnan(x))
		text_add(out, ",");
	else
		text_add(out, "%.6g,", x);
}

void
compare_csv(const struct compare *c, struct text *out)
{
	text_add(out, "letter,player,rank,move,chosen,status,value,win,visits,prob,"
		      "depth,seldepth,nodes,skipped_share,nodes_per_s,elapsed_ms,stop\n");
	for (int i = 0; i < c->count; i++) {
		const struct compare_player *p = &c->player[i];
		const struct snapshot *s = &p->snap;
		for (int k = 0; p->known && k < s->move_count; k++) {
			const struct stats_move *m = &s->moves[k];
			char text[MOVE_TEXT];
			compare_report_move_text(c, m->m, text, sizeof text);
			text_add(out, "%c,", compare_letter(i));
			csv_text(out, p->text);
			text_add(out, "%d,", k + 1);
			csv_text(out, text);
			text_add(out, "%d,%s,", k == 0, move_status_names[m->status]);
			csv_number(out, m->value[c->mover]);
			csv_number(out, m->win[c->mover]);
			text_add(out, "%lld,", (long long)m->visits);
			csv_number(out, m->prob);
			effort_format(s, "{depth=},{seldepth=},{nodes=},", text,
				      sizeof text);
			text_add(out, "%s", text);
			csv_number(out, effort_value(s, "cut"));
			csv_number(out, round(effort_value(s, "nodes_per_s")));
			csv_number(out, effort_value(s, "elapsed_ms"));
			text_add(out, "%s\n", stop_words[s->stop].key);
		}
	}
}

/* ------------------------------------------------------------------ JSON */

static json_t *
letters_json(unsigned players)
{
	json_t *array = json_array();
	for (int i = 0; i < COMPARE_PLAYERS; i++)
		if (players >> i & 1) {
			const char text[2] = { compare_letter(i), '\0' };
			json_array_append_new(array, json_text(text));
		}
	return array;
}

static json_t *
choices_json(const struct compare *c)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	const int n = compare_choices(c, choice);
	json_t *array = json_array();
	for (int i = 0; i < n; i++) {
		char text[MOVE_TEXT];
		json_t *object = json_object();
		compare_report_move_text(c, choice[i].m, text, sizeof text);
		json_object_set_new(object, "move", json_text(text));
		json_object_set_new(object, "players", letters_json(choice[i].players));
		json_array_append_new(array, object);
	}
	return array;
}

/* A player as it really ran: presets expanded. */
static void
full_text(const struct compare *c, const char *typed, char *out, int size)
{
	struct player p;
	if (player_parse(&p, typed, c->catalog, &c->game, NULL))
		player_format(&p, out, size);
	else
		snprintf(out, (size_t)size, "%s", typed);
}

static json_t *
player_json(const struct compare *c, int i)
{
	const struct compare_player *p = &c->player[i];
	const char letter[2] = { compare_letter(i), '\0' };
	char full[PLAYER_TEXT * 2];
	json_t *object = json_object();
	full_text(c, p->text, full, sizeof full);
	json_object_set_new(object, "letter", json_text(letter));
	json_object_set_new(object, "typed",
			    json_text(p->given[0] != '\0' ? p->given : p->text));
	json_object_set_new(object, "player", json_text(full));
	if (p->known)
		snapshot_to_json(&p->snap, &c->game, &c->q.root, object);
	else
		json_object_set_new(object, "refused", json_text(p->refused));
	return object;
}

json_t *
compare_json(const struct compare *c)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	const int choices = compare_choices(c, choice);
	const bool all =
		choices == 1 && __builtin_popcount(choice[0].players) == c->count;
	json_t *object = json_object(), *players = json_array();
	json_object_set_new(object, "game", json_string(c->game.ops->key));
	json_object_set_new(object, "variant", setup_variant_json(&c->game));
	json_object_set_new(object, "seat",
			    c->q.viewer >= 0 ? json_integer(c->q.viewer + 1)
					     : json_null());
	json_object_set_new(object, "mover", json_integer(c->mover + 1));
	json_object_set_new(object, "seed", json_integer((json_int_t)c->game_seed));
	json_object_set_new(object, "share", json_string(compare_share_names[c->share]));
	if (c->share == COMPARE_NODES)
		json_object_set_new(object, "nodes", json_integer(c->nodes));
	else
		json_object_set_new(object, "time_ms", json_integer(c->time_ms));
	json_object_set_new(object, "agree", json_boolean(all));
	json_object_set_new(object, "choices", choices_json(c));
	for (int i = 0; i < c->count; i++)
		json_array_append_new(players, player_json(c, i));
	json_object_set_new(object, "players", players);
	return object;
}
