/*
 * bot_tell.c - what a bot is told: the game, and a question. See bot.h.
 *
 * The picture is the scene of the game for the seat that is asked, in ASCII, row by row.
 */
#include "src/wire/bot.h"

#include "src/core/scene.h"
#include "src/core/setup.h"

#include <stdlib.h>
#include <string.h>

#define PICTURE_ROWS 64
#define PICTURE_WIDE 160

static json_t *
bot_tell_move(const struct game *g, const struct state *s, int seat, move m)
{
	char text[MOVE_TEXT];
	if (m == MOVE_NONE)
		return json_null();
	g->text->format_move(g, s, seat, m, text, sizeof text);
	return json_text(text);
}

json_t *
bot_tell_game(const struct game *g, int seat)
{
	json_t *names = json_array();
	for (int i = 0; i < g->seats; i++)
		json_array_append_new(names, json_text(g->text->seat_name(g, i)));
	return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "say", "game", "game",
			 g->ops->key, "title", g->ops->title, "variant",
			 setup_variant_json(g), "seats", names, "seat",
			 seat >= 0 ? json_integer(seat + 1) : json_null());
}

/* ---- the moves so far --------------------------------------------------------------------- */

/* Plays a move of the list on; false: it does not fit. */
static bool
bot_tell_play(const struct game *g, struct state *at, const struct played_move *p)
{
	const seat_set acting = g->rules->acting(g, at);
	const bool chance = p->seat == SEAT_CHANCE;
	if (chance != (acting == ACTING_CHANCE) || p->m == MOVE_NONE ||
	    (!chance &&
	     ((acting >> p->seat & 1) == 0 || !game_legal(g, at, p->seat, p->m))))
		return false;
	g->rules->play(g, at, p->seat, p->m, at);
	return true;
}

/* [[seat, move], ...], seat 0 is chance, null is a move that the viewer did not see. Null: the
 * game did not begin at its start, or is not known from there. */
static json_t *
bot_tell_made(const struct bot_question *q)
{
	struct game g = *q->game;
	struct state at;
	json_t *list = json_array();
	const bool secret = game_hides_cards(&g);
	bool fits = q->made != NULL;
	g.past = NULL;
	memset(&at, 0, sizeof at);
	g.rules->start(&g, &at);
	for (int i = 0; i < q->made_count && fits; i++) {
		const struct played_move *p = &q->made[i];
		json_array_append_new(list,
				      json_pack("[i, o]",
						p->seat == SEAT_CHANCE ? 0 : p->seat + 1,
						bot_tell_move(&g, secret ? q->root : &at,
							      p->seat, p->m)));
		fits = secret || bot_tell_play(&g, &at, p);
	}
	if (fits)
		return list;
	json_decref(list);
	return json_null();
}

/* ---- the question ------------------------------------------------------------------------- */

static json_t *
bot_tell_scores(const struct game *g, const struct state *s)
{
	struct figure rows[FIGURES_MAX];
	const int n = game_figures(g, s, rows);
	json_t *object = json_object();
	for (int r = 0; r < n; r++) {
		json_t *list = json_array();
		for (int i = 0; i < g->seats; i++)
			json_array_append_new(list, json_integer(rows[r].per_seat[i]));
		json_object_set_new(object, rows[r].name, list);
	}
	return object;
}

static void
bot_draw(char picture[PICTURE_ROWS][PICTURE_WIDE + 1], int y, int x, const char *text)
{
	for (; *text != '\0' && y >= 0 && y < PICTURE_ROWS; text++, x++)
		if (x >= 0 && x < PICTURE_WIDE && (unsigned char)*text < 128)
			picture[y][x] = *text;
}

static json_t *
bot_tell_picture(const struct bot_question *q)
{
	struct scene *sc = malloc(sizeof *sc);
	char picture[PICTURE_ROWS][PICTURE_WIDE + 1];
	json_t *rows = json_array();
	if (sc == NULL)
		return rows;
	scene_clear(sc);
	q->game->view->scene(q->game, q->root, q->viewer, sc);
	memset(picture, ' ', sizeof picture);
	for (int i = 0; i < sc->count; i++)
		bot_draw(picture, sc->item[i].y, sc->item[i].x, sc->item[i].ascii);
	for (int y = 0; y < sc->height && y < PICTURE_ROWS; y++) {
		int n = PICTURE_WIDE;
		while (n > 0 && picture[y][n - 1] == ' ')
			n--;
		picture[y][n] = '\0';
		json_array_append_new(rows, json_text(picture[y]));
	}
	free(sc);
	return rows;
}

static json_t *
bot_tell_legal(const struct bot_question *q)
{
	move moves[MOVES_MAX];
	const int n = q->game->rules->moves(q->game, q->root, q->mover, moves);
	json_t *list = json_array();
	for (int i = 0; i < n; i++)
		json_array_append_new(list, bot_tell_move(q->game, q->root, q->mover,
							  moves[i]));
	return list;
}

static json_t *
bot_tell_limits(const struct limits *l)
{
	const struct {
		const char *key;
		int64_t n;
	} all[] = { { "time_ms", l->time_ms },
		    { "nodes", l->nodes },
		    { "depth", l->depth },
		    { "sims", l->sims } };
	json_t *object = json_object();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i].n > 0)
			json_object_set_new(object, all[i].key, json_integer(all[i].n));
	return object;
}

json_t *
bot_tell_question(const struct bot_question *q)
{
	const struct game *g = q->game;
	char position[POSITION_TEXT], headline[400];
	g->text->format_position(g, q->root, position, sizeof position);
	g->view->headline(g, q->root, q->viewer, headline, sizeof headline);
	return json_pack("{s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "say",
			 "decide", "id", q->id, "seat", q->mover + 1, "position",
			 json_text(position), "headline", json_text(headline), "scores",
			 bot_tell_scores(g, q->root), "picture", bot_tell_picture(q),
			 "played", bot_tell_made(q), "moves", bot_tell_legal(q), "limits",
			 bot_tell_limits(&q->limits));
}

json_t *
bot_tell_end(const struct game *g, const struct state *end, int viewer)
{
	char position[POSITION_TEXT];
	int32_t part[SEATS_MAX] = { 0 };
	double points[SEATS_MAX];
	g->rules->points(g, end, part);
	for (int i = 0; i < g->seats; i++)
		points[i] = (double)part[i] / game_parts(g);
	g->text->format_position(g, end, position, sizeof position);
	return json_pack("{s:s, s:o, s:o, s:o, s:o}", "say", "over", "seat",
			 viewer >= 0 ? json_integer(viewer + 1) : json_null(), "position",
			 json_text(position), "scores", bot_tell_scores(g, end), "points",
			 json_reals(points, g->seats));
}

char *
bot_line(json_t *message)
{
	char *line = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(15));
	if (line == NULL)
		BUG("not enough memory for a line of JSON");
	json_decref(message);
	return line;
}
