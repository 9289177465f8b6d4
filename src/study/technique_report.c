/* technique_report.c - the choices of players on positions, as a table and as JSON. */
#include "src/study/technique.h"

#include "src/base/json.h"
#include "src/core/game.h"

#include <string.h>

#define LABEL 26 /* columns of a position's name */
#define CELL  12 /* of a player's choice */

static void
format_often(const struct technique_options *o, const struct technique_position *p,
	     const struct technique_choice *c, char *out, int size)
{
	const struct game *g = &o->suite->setup.game;
	if (c->often == MOVE_NONE)
		snprintf(out, (size_t)size, "-");
	else
		g->text->format_move(g, &p->root, p->viewer, c->often, out, size);
}

static void
print_position(const struct technique_options *o, const struct technique_result *r, int i,
	       FILE *out)
{
	const struct technique_position *p = &o->suite->position[i];
	fprintf(out, "%-*s", LABEL, p->name);
	for (int k = 0; k < o->players; k++) {
		const struct technique_choice *c = &r->choice[k][i];
		char text[MOVE_TEXT], cell[MOVE_TEXT + 24];
		format_often(o, p, c, text, sizeof text);
		snprintf(cell, sizeof cell, "%s %d/%d", text, c->right, o->runs);
		fprintf(out, " %-*s", CELL, cell);
	}
	fputc('\n', out);
}

/* The positions of a technique, from the first that has it, and what was right there. */
static void
print_technique(const struct technique_options *o, const struct technique_result *r,
		const char *technique, FILE *out)
{
	int n = 0;
	double right[TECHNIQUE_PLAYERS] = { 0 };
	for (int i = 0; i < r->positions; i++) {
		if (strcmp(o->suite->position[i].technique, technique) != 0)
			continue;
		n++;
		for (int k = 0; k < o->players; k++)
			right[k] += (double)r->choice[k][i].right / o->runs;
	}
	char label[40];
	snprintf(label, sizeof label, "%.20s (%d)", technique, n);
	fprintf(out, "%-*s", LABEL, label);
	for (int k = 0; k < o->players; k++)
		fprintf(out, " %-*.1f", CELL, right[k]);
	fputc('\n', out);
}

static bool
is_first(const struct technique *t, int i)
{
	for (int k = 0; k < i; k++)
		if (strcmp(t->position[k].technique, t->position[i].technique) == 0)
			return false;
	return true;
}

static void
technique_report_print_head(const struct technique_options *o, const char *first,
			    FILE *out)
{
	fprintf(out, "%-*s", LABEL, first);
	for (int k = 0; k < o->players; k++)
		fprintf(out, " %-*.*s", CELL, CELL, o->player[k].text);
	fputc('\n', out);
}

void
technique_print(const struct technique_options *o, const struct technique_result *r,
		FILE *out)
{
	double mean;
	fprintf(out, "%s\n\n", o->suite->title);
	technique_report_print_head(o, "position", out);
	for (int i = 0; i < r->positions; i++)
		print_position(o, r, i, out);
	fputc('\n', out);
	technique_report_print_head(o, "technique (positions)", out);
	for (int i = 0; i < r->positions; i++)
		if (is_first(o->suite, i))
			print_technique(o, r, o->suite->position[i].technique, out);
	char label[40];
	snprintf(label, sizeof label, "right of %d, each run", r->positions);
	fprintf(out, "%-*s", LABEL, label);
	for (int k = 0; k < o->players; k++) {
		technique_solved(o, r, k, &mean);
		fprintf(out, " %-*.1f", CELL, mean);
	}
	fprintf(out, "\n%-*s", LABEL, "solved");
	for (int k = 0; k < o->players; k++)
		fprintf(out, " %-*d", CELL, technique_solved(o, r, k, &mean));
	fputc('\n', out);
}

static json_t *
position_to_json(const struct technique_options *o, const struct technique_result *r,
		 int i)
{
	const struct technique_position *p = &o->suite->position[i];
	json_t *j = json_object(), *choices = json_array();
	json_object_set_new(j, "name", json_text(p->name));
	json_object_set_new(j, "technique", json_text(p->technique));
	json_object_set_new(j, "right", p->right ? json_text(p->right) : json_null());
	json_object_set_new(j, "wrong", p->wrong ? json_text(p->wrong) : json_null());
	json_object_set_new(j, "reason", json_text(p->reason));
	for (int k = 0; k < o->players; k++) {
		const struct technique_choice *c = &r->choice[k][i];
		char text[MOVE_TEXT];
		format_often(o, p, c, text, sizeof text);
		json_array_append_new(choices,
				      json_pack("{s:o,s:i,s:i}", "move", json_text(text),
						"chosen", c->chosen, "right", c->right));
	}
	json_object_set_new(j, "choices", choices);
	return j;
}

json_t *
technique_to_json(const struct technique_options *o, const struct technique_result *r)
{
	json_t *j = json_object(), *players = json_array(), *positions = json_array();
	json_object_set_new(j, "suite", json_text(o->suite->title));
	json_object_set_new(j, "game", json_string(o->suite->setup.game.ops->key));
	json_object_set_new(j, "seed", json_integer((json_int_t)o->seed));
	json_object_set_new(j, "runs", json_integer(o->runs));
	for (int k = 0; k < o->players; k++) {
		double mean;
		char full[PLAYER_TEXT * 2];
		const int solved = technique_solved(o, r, k, &mean);
		player_format(&o->player[k], full, sizeof full);
		json_array_append_new(players,
				      json_pack("{s:o,s:o,s:i,s:f}", "name",
						json_text(o->player[k].text), "player",
						json_text(full), "solved", solved,
						"right", mean));
	}
	json_object_set_new(j, "players", players);
	for (int i = 0; i < r->positions; i++)
		json_array_append_new(positions, position_to_json(o, r, i));
	json_object_set_new(j, "positions", positions);
	return j;
}
