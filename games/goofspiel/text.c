/*
 * text.c - moves, positions, sentences and the generic picture of Goofspiel.
 *
 * The position text is described in goofspiel.h. Reading one checks what the rules rely on:
 * cards within 1 .. N and none twice, as many cards in each hand as prizes left, points that
 * can have been won.
 */
#include "games/goofspiel/rules.h"

#include "games/common/words.h"
#include "src/core/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX (GOOFSPIEL_SEATS + 5)

static void
add_set(struct words *w, unsigned set, const char *between)
{
	for (bool first = true; set != 0; first = false)
		words_add(w, "%s%d", first ? "" : between, set_pop(&set));
}

/* --- moves --- */

static void
goofspiel_format_move(const struct game *g, const struct state *s, int seat, move m,
		      char *out, int size)
{
	(void)g, (void)s, (void)seat;
	if (m == 0 || m > GOOFSPIEL_CARDS)
		snprintf(out, (size_t)size, "?");
	else
		snprintf(out, (size_t)size, "%u", m);
}

static bool
goofspiel_parse_move(const struct game *g, const struct state *state, int seat,
		     const char *text, move *out, struct status *st)
{
	const struct goofspiel *s = goofspiel_of(state);
	const seat_set acting = goofspiel_acting(g, state);
	const bool chance = acting == ACTING_CHANCE;
	int card;
	if (acting == 0 || (!chance && (seat < 0 || seat >= g->seats)))
		return status_fail(st, "'%.40s': no seat is to move", text);
	const unsigned may = chance ? s->rest : s->hand[seat];
	if (words_number(text, 1, GOOFSPIEL_CARDS, &card) && (may >> card & 1)) {
		*out = (move)card;
		return true;
	}
	char list[80];
	struct words w = { list, sizeof list };
	add_set(&w, may, " ");
	return status_fail(st, "'%.40s': expected one of %s", text, list);
}

/* --- positions --- */

static void
goofspiel_format_position(const struct game *g, const struct state *state, char *out,
			  int size)
{
	const struct goofspiel *s = goofspiel_of(state);
	struct words w = { out, (size_t)size };
	for (int i = 0; i < g->seats; i++) {
		add_set(&w, s->hand[i], ",");
		words_add(&w, "|");
	}
	if (s->up != 0)
		words_add(&w, "%d|", s->up);
	else
		words_add(&w, "-|");
	add_set(&w, s->rest, ",");
	if (g->seats == 2 && s->points[0] == s->points[1])
		words_add(&w, "|0");
	else if (g->seats == 2)
		words_add(&w, "|%+d", s->points[0] - s->points[1]);
	for (int i = 0; g->seats > 2 && i < g->seats; i++)
		words_add(&w, "%s%d", i == 0 ? "|" : ",", s->points[i]);
	if (s->pot != 0)
		words_add(&w, "|pot=%d", s->pot);
	commit_add(&w, "bids", &s->bids, g->seats, NULL);
}

static bool
parse_set(const struct goofspiel_variant *r, const char *what, const char *text,
	  uint16_t *set, struct status *st)
{
	char item[24];
	*set = 0;
	if (*text == '\0' || strcmp(text, "-") == 0)
		return true;
	while (words_next(&text, ',', item, sizeof item)) {
		int card;
		if (!words_number(item, 1, r->cards, &card))
			return status_fail(
				st, "%s: '%s': expected cards from 1 to %d, as in 1,2",
				what, item, r->cards);
		if (*set >> card & 1)
			return status_fail(st, "%s: card %d appears twice", what, card);
		*set |= CARD_SET(card);
	}
	return true;
}

static bool
parse_up(const struct goofspiel_variant *r, const char *text, struct goofspiel *s,
	 struct status *st)
{
	int card;
	if (*text == '\0' || strcmp(text, "-") == 0)
		return true;
	if (!words_number(text, 1, r->cards, &card))
		return status_fail(st,
				   "upcard: '%s': expected a prize from 1 to %d, or -",
				   text, r->cards);
	s->up = (uint8_t)card;
	return true;
}

/* Two seats: the lead of the first; more: each seat's points. */
static bool
parse_points(const struct goofspiel_variant *r, const char *text, struct goofspiel *s,
	     struct status *st)
{
	char item[24];
	int n = 0, value, sum = 0;
	if (r->seats == 2) {
		if (!words_number(text, -r->total, r->total, &value))
			return status_fail(st,
					   "diff: '%s': expected seat 1's lead, as in +1",
					   text);
		s->points[value < 0] = (int16_t)abs(value);
		return true;
	}
	while (n < r->seats && words_next(&text, ',', item, sizeof item)) {
		if (!words_number(item, 0, r->total, &value))
			break;
		s->points[n++] = (int16_t)value;
		sum += value;
	}
	if (n < r->seats || text != NULL || sum > r->total)
		return status_fail(st, "points: expected %d numbers, one for each seat",
				   r->seats);
	return true;
}

static bool
goofspiel_parse_bids(const struct goofspiel_variant *r, const char *text,
		     struct goofspiel *s, struct status *st)
{
	char word[24];
	int n = 0, card;
	enum commit_word is;
	for (; n < r->seats; n++) {
		is = commit_next(&s->bids, n, &text, word, sizeof word);
		if (is == COMMIT_END)
			break;
		if (is != COMMIT_CHOICE)
			continue;
		if (!words_number(word, 1, r->cards, &card) || !(s->hand[n] >> card & 1))
			return status_fail(st, "bids: '%s' is not in the hand of seat %d",
					   word, n + 1);
		commit_make(&s->bids, n, card);
	}
	if (n < r->seats || text != NULL || s->bids.seats == (1u << r->seats) - 1)
		return status_fail(st,
				   "bids: expected a card, ? or - for each of %d seats, "
				   "at least one of them -",
				   r->seats);
	return true;
}

/* Checks that everything fits together. */
static bool
goofspiel_check_position(const struct goofspiel_variant *r, const struct goofspiel *s,
			 struct status *st)
{
	if (s->up != 0 && (s->rest >> s->up & 1))
		return status_fail(st, "card %d is both turned up and still to come",
				   s->up);
	const int prizes = set_count(s->rest) + (s->up != 0);
	int points = 0;
	for (int i = 0; i < r->seats; i++) {
		const int cards = set_count(s->hand[i]);
		if (cards != prizes)
			return status_fail(st,
					   "hand %d has %d card%s, expected %d: as many "
					   "as prizes left",
					   i + 1, cards, cards == 1 ? "" : "s", prizes);
		points += s->points[i];
	}
	const int gone = r->total - goofspiel_sum(s->rest) - s->up;
	if (points + s->pot > gone)
		return status_fail(st,
				   "%d points cannot have been won: the prizes gone are "
				   "worth %d",
				   points + s->pot, gone);
	if (s->pot != 0 && !r->carry)
		return status_fail(st, "pot: only with ties=carry");
	if (s->bids.seats != 0 && s->up == 0)
		return status_fail(st, "bids: no prize is turned up");
	if (r->order == GOOFSPIEL_RANDOM || s->up == 0 || s->rest == 0)
		return true;
	const bool down = r->order == GOOFSPIEL_DESCENDING;
	if (down ? set_highest(s->rest) > s->up : set_lowest(s->rest) < s->up)
		return status_fail(st, "order=%s: a prize still to come is %s than %d",
				   down ? "descending" : "ascending",
				   down ? "higher" : "lower", s->up);
	return true;
}

static bool
goofspiel_parse_extra(const struct goofspiel_variant *r, const char *text,
		      struct goofspiel *s, struct status *st)
{
	int pot;
	if (strncmp(text, "bids=", 5) == 0)
		return goofspiel_parse_bids(r, text + 5, s, st);
	if (strncmp(text, "pot=", 4) != 0)
		return status_fail(st, "'%.30s': expected pot= or bids=", text);
	if (!words_number(text + 4, 0, r->total, &pot))
		return status_fail(st, "'%.30s': expected a number, as in pot=4", text);
	s->pot = (uint8_t)pot;
	return true;
}

static bool
goofspiel_parse_position(const struct game *g, const char *text, struct state *state,
			 struct status *st)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	struct goofspiel s = { 0 };
	char field[FIELDS_MAX][120];
	int n = 0;
	while (n < FIELDS_MAX && words_next(&text, '|', field[n], sizeof field[n]))
		n++;
	if (n < r->seats + 3 || text != NULL)
		return status_fail(st, "expected %s, as in %s",
				   r->seats == 2 ? "hand1|hand2|upcard|rest|diff"
						 : "a hand for each seat, upcard, rest, "
						   "points, with | between",
				   r->seats == 2   ? "1,2|2,3|3|2|+1"
				   : r->seats == 3 ? "1,2|2,3|1,3|3|2|1,0,0"
						   : "1,2|2,3|1,3|1,4|3|2|1,0,0,0");
	for (int i = 0; i < r->seats; i++) {
		char what[20];
		snprintf(what, sizeof what, "hand %d", i + 1);
		if (!parse_set(r, what, field[i], &s.hand[i], st))
			return false;
	}
	const int at = r->seats;
	if (!parse_up(r, field[at], &s, st) ||
	    !parse_set(r, "rest", field[at + 1], &s.rest, st) ||
	    !parse_points(r, field[at + 2], &s, st))
		return false;
	for (int i = at + 3; i < n; i++)
		if (!goofspiel_parse_extra(r, field[i], &s, st))
			return false;
	if (!goofspiel_check_position(r, &s, st))
		return false;
	goofspiel_turn_up(r, &s);
	memset(state->bytes, 0, g->ops->state_size);
	memcpy(state->bytes, &s, sizeof s);
	return true;
}

/* --- sentences --- */

static int
goofspiel_round_of(const struct goofspiel_variant *r, const struct goofspiel *s)
{
	return r->cards - set_count(s->rest) - (s->up != 0) +
	       (s->up != 0 || s->rest != 0);
}

static void
goofspiel_headline(const struct game *g, const struct state *state, int viewer, char *out,
		   int size)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	const struct goofspiel *s = goofspiel_of(state);
	struct words w = { out, (size_t)size };
	words_add(&w, "round %d/%d", goofspiel_round_of(r, s), r->cards);
	if (s->up != 0)
		words_add(&w, "  prize %d", s->up);
	if (s->pot != 0)
		words_add(&w, "+%d", s->pot);
}

static void
goofspiel_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size)
{
	const struct goofspiel *a = goofspiel_of(from), *b = goofspiel_of(to);
	struct words w = { out, (size_t)size };
	out[0] = '\0';
	if (seat == SEAT_CHANCE) {
		words_add(&w, "the prize is %u", m);
		return;
	}
	if (b->rounds == a->rounds)
		return;
	const int k = b->rounds - 1, winner = b->past_winner[k];
	words_add(&w, "bids");
	for (int i = 0; i < g->seats; i++)
		words_add(&w, "%s %c %d", i == 0 ? "" : ",", goofspiel_seat_letter(g, i),
			  b->past_bid[k][i]);
	if (winner >= 0)
		words_add(&w, ": %s takes %d", goofspiel_seat_name(g, winner),
			  b->past_worth[k]);
	else
		words_add(&w, ": a tie, %d %s", b->past_worth[k],
			  b->pot != 0 ? "waits for the next round" : "is gone");
}

/* --- the generic scene --- */

static struct scene_item *
goofspiel_put(struct scene *out, int x, int y, enum role role, int seat, const char *text)
{
	struct scene_item *item = scene_add(out, x, y, role, text, text);
	item->seat = (int8_t)seat;
	item->cell = -1;
	item->m = MOVE_NONE;
	return item;
}

static void
put_cards(struct scene *out, int x, int y, enum role role, int seat, unsigned set)
{
	while (set != 0) {
		char text[4];
		const int card = set_pop(&set);
		snprintf(text, sizeof text, "%d", card);
		goofspiel_put(out, x + 3 * (card - 1), y, role, seat, text)->cell =
			(int16_t)card;
	}
}

static void
goofspiel_scene_seat(const struct game *g, const struct state *state, int seat,
		     int viewer, int y, struct scene *out)
{
	const struct goofspiel *s = goofspiel_of(state);
	const seat_set acting = goofspiel_acting(g, state);
	const bool acts = acting != ACTING_CHANCE && (acting >> seat & 1);
	char text[SCENE_GLYPH];
	const char *doing = commit_has(&s->bids, seat) ? "has bid" : acts ? "bids" : "";
	snprintf(text, sizeof text, "%-5s %2d  %s", goofspiel_seat_name(g, seat),
		 s->points[seat], doing);
	goofspiel_put(out, 0, y, (enum role)(ROLE_SEAT_0 + seat), seat, text);
	for (unsigned left = s->hand[seat]; left != 0;) {
		const int card = set_pop(&left);
		const bool chosen = s->bids.of[seat] == card;
		snprintf(text, sizeof text, chosen ? "[%d]" : "%d", card);
		struct scene_item *item =
			goofspiel_put(out, 17 + 3 * (card - 1) - chosen, y,
				      chosen ? ROLE_SELECTED : ROLE_TEXT, seat, text);
		item->cell = (int16_t)card;
		if (acts && seat == viewer) {
			item->m = (move)card;
			item->flags = SCENE_CHOOSABLE;
		}
	}
}

static void
goofspiel_scene(const struct game *g, const struct state *state, int viewer,
		struct scene *out)
{
	const struct goofspiel *s = goofspiel_of(state);
	char text[SCENE_GLYPH];
	memset(out, 0, sizeof *out);
	out->width = 58;
	out->height = 5 + 2 * g->seats;
	int y = 0;
	for (int i = g->seats - 1; i > 0; i--, y += 2)
		goofspiel_scene_seat(g, state, i, viewer, y, out);
	if (s->up == 0)
		snprintf(text, sizeof text, "prize  -");
	else if (s->pot == 0)
		snprintf(text, sizeof text, "prize %2d", s->up);
	else
		snprintf(text, sizeof text, "prize %2d and %d", s->up, s->pot);
	goofspiel_put(out, 0, y + 1, ROLE_STRONG, SEAT_NONE, text);
	put_cards(out, 17, y + 1, ROLE_DIM, SEAT_NONE, s->rest);
	goofspiel_scene_seat(g, state, 0, viewer, y + 3, out);
}

const struct game_text goofspiel_text = {
	.format_move = goofspiel_format_move,
	.parse_move = goofspiel_parse_move,
	.format_position = goofspiel_format_position,
	.parse_position = goofspiel_parse_position,
	.seat_name = goofspiel_seat_name,
	.seat_letter = goofspiel_seat_letter,
};

const struct game_view goofspiel_view = {
	.headline = goofspiel_headline,
	.figures = goofspiel_figures,
	.event = goofspiel_event,
	.scene = goofspiel_scene,
};
