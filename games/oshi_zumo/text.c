/*
 * text.c - moves, positions, sentences and the generic picture of Oshi-Zumo.
 *
 * The position text is described in oshi_zumo.h.
 */
#include "games/oshi_zumo/rules.h"

#include "src/core/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 5

/* --- moves --- */

static void
oshi_zumo_format_move(const struct game *g, const struct state *s, int seat, move m,
		      char *out, int size)
{
	(void)g, (void)s, (void)seat;
	if (m > OSHI_COINS)
		snprintf(out, (size_t)size, "?");
	else
		snprintf(out, (size_t)size, "%u", m);
}

static bool
oshi_zumo_parse_move(const struct game *g, const struct state *state, int seat,
		     const char *text, move *out, struct status *st)
{
	if (oshi_acting(g, state) == 0 || seat < 0 || seat > 1)
		return status_fail(st, "'%.40s': no seat is to move", text);
	const int purse = oshi_of(state)->coins[seat];
	const int least = oshi_least(oshi_variant(g), purse);
	int bid;
	if (words_number(text, least, purse, &bid)) {
		*out = (move)bid;
		return true;
	}
	if (least == purse)
		return status_fail(st, "'%.40s': expected %d coins", text, purse);
	return status_fail(st, "'%.40s': expected %d to %d coins", text, least, purse);
}

/* --- positions --- */

static void
oshi_zumo_format_position(const struct game *g, const struct state *state, char *out,
			  int size)
{
	const struct oshi *s = oshi_of(state);
	struct words w = { out, (size_t)size };
	words_add(&w, "%d|%d|%d", s->coins[0], s->coins[1], s->place);
	if (s->ended)
		words_add(&w, "|end");
	commit_add(&w, "bids", &s->bids, 2, NULL);
}

static bool
oshi_zumo_parse_bids(const struct oshi_variant *r, const char *text, struct oshi *s,
		     struct status *st)
{
	char word[24];
	int n = 0, bid;
	enum commit_word is;
	for (; n < 2; n++) {
		const int purse = s->coins[n], least = oshi_least(r, purse);
		is = commit_next(&s->bids, n, &text, word, sizeof word);
		if (is == COMMIT_END)
			break;
		if (is != COMMIT_CHOICE)
			continue;
		if (!words_number(word, least, purse, &bid))
			return status_fail(st, "bids: '%s': %s has %d to %d coins to bid",
					   word, n == 0 ? "West" : "East", least, purse);
		commit_make(&s->bids, n, bid);
	}
	if (n != 2 || text != NULL || s->bids.seats == 3)
		return status_fail(st, "bids: expected coins, ? or - for each of 2 "
				       "seats, at least one of them -");
	return true;
}

static bool
oshi_zumo_parse_extra(const struct oshi_variant *r, const char *text, struct oshi *s,
		      struct status *st)
{
	const bool over = s->ended || oshi_is_over(r, s->coins[0], s->coins[1], s->place);
	if (strncmp(text, "bids=", 5) == 0)
		return over ? status_fail(st, "bids: the game is over")
			    : oshi_zumo_parse_bids(r, text + 5, s, st);
	if (strcmp(text, "end") != 0)
		return status_fail(st, "'%.30s': expected bids= or end", text);
	if (r->minimum != 0 || over || s->bids.seats != 0)
		return status_fail(st, "end: only with minimum=0, coins left, the "
				       "wrestler on the board and no bids");
	s->ended = true;
	return true;
}

static bool
oshi_zumo_parse_position(const struct game *g, const char *text, struct state *state,
			 struct status *st)
{
	const struct oshi_variant *r = oshi_variant(g);
	struct oshi s = { 0 };
	char field[FIELDS_MAX][40];
	int n = 0, value;
	while (n < FIELDS_MAX && words_next(&text, '|', field[n], sizeof field[n]))
		n++;
	if (n < 3 || text != NULL)
		return status_fail(st, "expected west|east|place, as in %d|%d|0",
				   r->coins, r->coins);
	for (int i = 0; i < 2; i++) {
		if (!words_number(field[i], 0, r->coins, &value))
			return status_fail(st, "%s: '%s': expected 0 to %d coins",
					   i == 0 ? "west" : "east", field[i], r->coins);
		s.coins[i] = (uint8_t)value;
	}
	if (!words_number(field[2], -r->size - 1, r->size + 1, &value))
		return status_fail(st, "place: '%s': expected %d to %d, 0 in the middle",
				   field[2], -r->size - 1, r->size + 1);
	s.place = (int8_t)value;
	for (int i = 3; i < n; i++)
		if (!oshi_zumo_parse_extra(r, field[i], &s, st))
			return false;
	memset(state->bytes, 0, g->ops->state_size);
	memcpy(state->bytes, &s, sizeof s);
	return true;
}

/* --- sentences --- */

/* "in the middle", "2 into East's half", "off East's side". */
static void
add_place(struct words *w, const struct game *g, int place)
{
	const char *whose = oshi_seat_name(g, place > 0);
	if (place == 0)
		words_add(w, "in the middle");
	else if (abs(place) > oshi_variant(g)->size)
		words_add(w, "off %s's side", whose);
	else
		words_add(w, "%d into %s's half", abs(place), whose);
}

static void
oshi_zumo_headline(const struct game *g, const struct state *state, int viewer, char *out,
		   int size)
{
	const struct oshi *s = oshi_of(state);
	struct words w = { out, (size_t)size };
	words_add(&w, "coins %d:%d  wrestler ", s->coins[0], s->coins[1]);
	add_place(&w, g, s->place);
}

static void
oshi_zumo_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size)
{
	const struct oshi *a = oshi_of(from), *b = oshi_of(to);
	struct words w = { out, (size_t)size };
	(void)seat, (void)m;
	out[0] = '\0';
	if (b->rounds == a->rounds)
		return;
	const uint8_t *bid = b->past_bid[a->rounds % OSHI_PAST];
	words_add(&w, "bids W %d, E %d: ", bid[0], bid[1]);
	if (bid[0] == bid[1]) {
		words_add(&w, "he stays ");
	} else {
		words_add(&w, "%s pushes, he is ", oshi_seat_name(g, bid[1] > bid[0]));
	}
	add_place(&w, g, b->place);
	if (b->ended)
		words_add(&w, "; nobody bids any more");
}

/* --- the generic scene --- */

static void
oshi_zumo_put(struct scene *out, int x, int y, enum role role, int seat,
	      const char *glyph, const char *ascii)
{
	struct scene_item *item = scene_add(out, x, y, role, glyph, ascii);
	item->seat = (int8_t)seat;
	item->cell = -1;
	item->m = MOVE_NONE;
}

static void
oshi_zumo_scene_seat(const struct game *g, const struct state *state, int seat, int y,
		     struct scene *out)
{
	const struct oshi *s = oshi_of(state);
	char text[SCENE_GLYPH];
	const char *doing = commit_has(&s->bids, seat)		? "has bid"
			    : oshi_acting(g, state) >> seat & 1 ? "bids"
								: "";
	snprintf(text, sizeof text, "%-5s%3d coins  %s", oshi_seat_name(g, seat),
		 s->coins[seat], doing);
	oshi_zumo_put(out, 0, y, (enum role)(ROLE_SEAT_0 + seat), seat, text, NULL);
}

/* The bids of the viewer, each an item that can be chosen. */
static void
oshi_zumo_scene_bids(const struct game *g, const struct state *state, int viewer,
		     struct scene *out)
{
	if (viewer < 0 || !(oshi_acting(g, state) >> viewer & 1))
		return;
	const int purse = oshi_of(state)->coins[viewer];
	for (int bid = oshi_least(oshi_variant(g), purse); bid <= purse; bid++) {
		char text[12];
		snprintf(text, sizeof text, "%2d", bid);
		struct scene_item *item = scene_add(out, 3 * (bid % 17), 6 + bid / 17,
						    ROLE_TEXT, text, NULL);
		item->seat = (int8_t)viewer;
		item->cell = (int16_t)bid;
		item->m = (move)bid;
		item->flags = SCENE_CHOOSABLE;
	}
}

static void
oshi_scene(const struct game *g, const struct state *state, int viewer, struct scene *out)
{
	const struct oshi_variant *r = oshi_variant(g);
	const struct oshi *s = oshi_of(state);
	memset(out, 0, sizeof *out);
	out->width = 52;
	out->height = 10;
	oshi_zumo_scene_seat(g, state, 1, 0, out);
	for (int at = -r->size - 1; at <= r->size + 1; at++) {
		const int x = 2 * (at + r->size + 1);
		if (s->place == at)
			oshi_zumo_put(out, x, 2, ROLE_STRONG, SEAT_NONE, "☻", "@");
		else if (abs(at) > r->size)
			oshi_zumo_put(out, x, 2, ROLE_DIM, SEAT_NONE, "|", NULL);
		else
			oshi_zumo_put(out, x, 2, ROLE_DIM, SEAT_NONE, at == 0 ? "+" : "·",
				      at == 0 ? "+" : ".");
	}
	oshi_zumo_scene_seat(g, state, 0, 4, out);
	oshi_zumo_scene_bids(g, state, viewer, out);
}

const struct game_text oshi_text = {
	.format_move = oshi_zumo_format_move,
	.parse_move = oshi_zumo_parse_move,
	.format_position = oshi_zumo_format_position,
	.parse_position = oshi_zumo_parse_position,
	.seat_name = oshi_seat_name,
	.seat_letter = oshi_seat_letter,
};

const struct game_view oshi_view = {
	.headline = oshi_zumo_headline,
	.figures = oshi_figures,
	.event = oshi_zumo_event,
	.scene = oshi_scene,
};
