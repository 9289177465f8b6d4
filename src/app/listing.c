/* listing.c - a game for its reader. See listing.h. */
#include "src/app/listing.h"

#include "src/app/cli.h"
#include "src/base/text.h"
#include "src/core/record.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
listing_is_over(const struct match *m)
{
	return m->setup.game.rules->acting(&m->setup.game, &m->states[m->count]) == 0;
}

/* The hand of a ply is still being played, in a game that hides cards from its persons. */
static bool
is_kept(const struct match *m, int ply)
{
	const struct game *g = &m->setup.game;
	if (!game_hidden(g) || setup_humans(&m->setup) == 0 ||
	    m->setup.view != VIEW_FAIR || listing_is_over(m))
		return false;
	for (int k = ply + 1; k <= m->count; k++)
		if (g->rules->settled(g, &m->states[k]))
			return false;
	return true;
}

int
listing_viewer(const struct match *m, int ply)
{
	if (!is_kept(m, ply))
		return SEAT_ALL;
	if (setup_humans(&m->setup) > 1)
		return SEAT_NONE;
	int seat = 0;
	while (!m->setup.seat[seat].human)
		seat++;
	return seat;
}

void
listing_view(const struct match *m, int ply, int viewer, struct state *out)
{
	const struct game *g = &m->setup.game;
	if (viewer != SEAT_NONE) {
		game_view(g, &m->states[ply], viewer, out);
		return;
	}
	game_copy(g, &m->states[ply], out);
	for (int i = 0; i < g->seats; i++) /* what all of them know */
		game_view(g, out, i, out);
}

/* Whether a ply's move and its search's comment are hidden from the reader. */
static bool
hides_move(const struct match *m, int ply)
{
	const struct match_ply *p = &m->plies[ply];
	const int viewer = listing_viewer(m, ply);
	return viewer != SEAT_ALL && viewer != p->seat &&
	       board_secret(&m->setup.game, &m->states[ply], p->seat, p->m);
}

static bool
hides_figures(const struct match *m, int ply)
{
	return m->plies[ply].seat >= 0 && listing_viewer(m, ply) != SEAT_ALL &&
	       !m->plies[ply].human;
}

/* ---- words ---- */

static void
print_ply(const struct match *m, int k)
{
	const struct game *g = &m->setup.game;
	const struct match_ply *ply = &m->plies[k];
	char text[MOVE_TEXT] = "...", event[200] = "";
	if (ply->seat == SEAT_CHANCE) {
		printf("%5d     deal\n", k + 1);
		return;
	}
	if (!hides_move(m, k)) {
		struct state from, to;
		listing_view(m, k, listing_viewer(m, k), &from);
		listing_view(m, k + 1, listing_viewer(m, k + 1), &to);
		g->text->format_move(g, &m->states[k], ply->seat, ply->m, text,
				     sizeof text);
		game_event(g, &from, ply->seat, ply->m, &to, event, sizeof event);
	}
	const bool says = ply->comment[0] && !hides_figures(m, k);
	printf("%5d  %c  %s%s%s%s%s%s\n", k + 1, game_seat_letter(g, ply->seat), text,
	       event[0] ? "  - " : "", event, says ? "  {" : "", says ? ply->comment : "",
	       says ? "}" : "");
}

void
listing_print(const struct match *m)
{
	const struct game *g = &m->setup.game;
	char result[200];
	printf("%s, seed %llu\n", g->ops->title, (unsigned long long)m->setup.seed);
	for (int i = 0; i < g->seats; i++)
		printf("  %s: %s\n", g->text->seat_name(g, i), m->setup.seat[i].text);
	for (int k = 0; k < m->count; k++)
		print_ply(m, k);
	match_result(m, result, sizeof result);
	if (m->at == m->count && result[0] != '\0')
		printf("  %s\n", result);
}

void
listing_write_record(const struct match *m, struct text *out)
{
	struct match shown;
	match_copy(&shown, m);
	match_close_lines(&shown);
	for (int k = 0; k < m->count; k++) {
		shown.plies[k].hidden = hides_move(m, k);
		if (hides_figures(m, k))
			shown.plies[k].comment[0] = '\0';
	}
	record_write(&shown, out);
	match_close(&shown);
}

/* ---- JSON ---- */

/* "value=1.0,2.0 depth=8": numbers and lists of them; other words are left out. */
static void
listing_add_figures(json_t *object, const char *comment)
{
	char pair[MATCH_COMMENT];
	for (const char *rest = comment; text_next(&rest, ' ', pair, sizeof pair) >= 0;) {
		char *value = strchr(pair, '='), *end;
		if (value == NULL)
			continue;
		*value++ = '\0';
		json_t *list = json_array();
		for (const char *at = value;; at = end + 1) {
			json_array_append_new(list, json_real(strtod(at, &end)));
			if (end == at || *end != ',')
				break;
		}
		const bool one = json_array_size(list) == 1;
		if (*end == '\0' && end != value)
			json_object_set(object, pair,
					one ? json_array_get(list, 0) : list);
		json_decref(list);
	}
}

static json_t *
ply_to_json(const struct match *m, int k)
{
	const struct game *g = &m->setup.game;
	const struct match_ply *p = &m->plies[k];
	char text[MOVE_TEXT];
	json_t *o = json_object();
	json_object_set_new(o, "ply", json_integer(k + 1));
	if (p->seat < 0) {
		json_object_set_new(o, "chance", json_true());
		return o;
	}
	g->text->format_move(g, &m->states[k], p->seat, p->m, text, sizeof text);
	json_object_set_new(o, "seat", json_integer(p->seat + 1));
	json_object_set_new(o, "move", hides_move(m, k) ? json_null() : json_text(text));
	json_object_set_new(o, "human", json_boolean(p->human));
	if (!hides_figures(m, k) && p->comment[0] != '\0')
		listing_add_figures(o, p->comment);
	json_object_set_new(o, "after",
			    listing_position_to_json(m, k + 1, listing_viewer(m, k + 1)));
	return o;
}

static json_t *
listing_seats_to_json(const struct game *g, seat_set seats)
{
	json_t *list = json_array();
	for (int i = 0; i < g->seats; i++)
		if (seats >> i & 1)
			json_array_append_new(list, json_integer(i + 1));
	return list;
}

json_t *
listing_position_to_json(const struct match *m, int ply, int viewer)
{
	const struct game *g = &m->setup.game;
	const seat_set acting = g->rules->acting(g, &m->states[ply]);
	char text[POSITION_TEXT];
	struct state view;
	listing_view(m, ply, viewer, &view);
	g->text->format_position(g, &view, text, sizeof text);
	json_t *o = json_object();
	json_object_set_new(o, "ply", json_integer(ply));
	json_object_set_new(o, "position", json_text(text));
	json_object_set_new(o, "to_move",
			    listing_seats_to_json(g,
						  acting == ACTING_CHANCE ? 0 : acting));
	return o;
}

/* The scoreboard has points as people count; these are on the scale of match_points(). */
static json_t *
listing_result_to_json(const struct match *m)
{
	const struct game *g = &m->setup.game;
	double points[SEATS_MAX] = { 0 };
	char words[200];
	if (!match_over(m))
		return json_null();
	json_t *o = json_object(), *list = json_array();
	match_points(m, points);
	for (int i = 0; i < g->seats; i++)
		json_array_append_new(list, points[i] == rint(points[i])
						    ? json_integer((json_int_t)points[i])
						    : json_real(points[i]));
	json_object_set_new(o, "points", list);
	json_object_set_new(o, "winners", listing_seats_to_json(g, match_winners(m)));
	match_result(m, words, sizeof words);
	json_object_set_new(o, "words", json_text(words));
	return o;
}

json_t *
listing_to_json(const struct match *m)
{
	const struct game *g = &m->setup.game;
	json_t *o = json_object(), *players = json_array(), *plies = json_array();
	for (int i = 0; i < g->seats; i++)
		json_array_append_new(players, json_text(m->setup.seat[i].text));
	for (int k = 0; k < m->count; k++)
		json_array_append_new(plies, ply_to_json(m, k));
	json_object_set_new(o, "game", json_text(g->ops->key));
	json_object_set_new(o, "variant", setup_variant_json(g));
	json_object_set_new(o, "players", players);
	json_object_set_new(o, "seed", json_integer((json_int_t)m->setup.seed));
	json_object_set_new(o, "date", json_text(m->date));
	json_object_set_new(o, "view", json_text(view_names[m->setup.view]));
	json_object_set_new(o, "assisted", json_boolean(m->assisted));
	json_object_set_new(o, "at", json_integer(m->at));
	json_object_set_new(o, "start",
			    listing_position_to_json(m, 0, listing_viewer(m, 0)));
	json_object_set_new(o, "plies", plies);
	json_object_set_new(o, "result", listing_result_to_json(m));
	return o;
}
