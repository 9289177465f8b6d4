/* duel_text.c - moves, positions, sentences and the picture of poker for two. See duel.h. */
#include "games/common/words.h"
#include "games/poker/duel.h"

#include "src/core/scene.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 6
#define WON_MAX	   1000000000

/* ---- cards ----------------------------------------------------------------------------- */

/* The names of a variant's ranks, the lowest first. */
static const char *
rank_names(const struct duel_variant *r)
{
	static const char all[] = "23456789TJQKA";
	return r->ranks == DUEL_RANKS ? all : all + DUEL_RANKS - 1 - r->ranks;
}

void
duel_card_name(const struct duel_variant *r, int card, char out[DUEL_CARD_NAME])
{
	const bool known = card < duel_cards(r);
	assert(r->suits > 0);
	out[0] = card == DUEL_NONE ? '-' : known ? rank_names(r)[card / r->suits] : '?';
	out[1] = known && r->suits > 1 ? "shdc"[card % r->suits] : '\0';
	out[2] = '\0';
}

/* A card's name, ? or -; false: none of them. */
static bool
read_card(const struct duel_variant *r, const char *text, uint8_t *card)
{
	char name[DUEL_CARD_NAME];
	if (strcmp(text, "-") == 0 || strcmp(text, "?") == 0) {
		*card = text[0] == '-' ? DUEL_NONE : DUEL_HIDDEN;
		return true;
	}
	for (int i = 0; i < duel_cards(r); i++) {
		duel_card_name(r, i, name);
		*card = (uint8_t)i;
		if (strcasecmp(text, name) == 0)
			return true;
	}
	return false;
}

/* ---- moves ----------------------------------------------------------------------------- */

static void
duel_format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
		 int size)
{
	char card[DUEL_CARD_NAME];
	if (seat == SEAT_CHANCE) {
		duel_card_name(duel_variant(g), (int)m, card);
		snprintf(out, (size_t)size, "%s", card);
	} else {
		heads_up_format_move(m, false, out, size);
	}
}

static struct heads_up_choice
duel_choice(const struct game *g, const struct duel *d, int seat)
{
	return (struct heads_up_choice){ .viewer = seat,
					 .call = d->in[1 - seat] - d->in[seat],
					 .base = d->raises ? 0 : d->in[seat],
					 .all = duel_variant(g)->no_limit
							? duel_variant(g)->stack
							: 0,
					 .facing = d->raises > 0 };
}

static void
duel_say_move(const struct game *g, const struct state *s, int seat, move m, char *out,
	      int size)
{
	if (seat < 0) {
		duel_format_move(g, s, seat, m, out, size);
		return;
	}
	const struct heads_up_choice c = duel_choice(g, duel_of(s), seat);
	heads_up_say_move(&c, m, out, size);
}

/* "c, f or r3 to r13" */
static void
duel_expected_moves(const struct game *g, const struct state *s, int seat, char *out,
		    size_t size)
{
	const struct duel *d = duel_of(s);
	int least = 0, most = 0;
	if (!duel_raise_range(duel_variant(g), d, seat, &least, &most))
		most = 0;
	heads_up_expected(d->in[1 - seat] > d->in[seat], least, most, false, out,
			  (int)size);
}

static bool
duel_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		move *out, struct status *st)
{
	char expected[64];
	int chips;
	if (seat < 0 || seat >= DUEL_SEATS || !(duel_acting(g, s) >> seat & 1))
		return status_fail(st, "'%.40s': no seat is to move", text);
	*out = heads_up_spoken(text);
	const char *number = words_skip(text);
	number += strncmp(number, "raise to", 8) == 0 ? 8
		  : strncmp(number, "raise", 5) == 0  ? 5
		  : strncmp(number, "bet", 3) == 0    ? 3
						      : *number == 'r' || *number == 'b';
	if (words_alone(text, "all in"))
		*out = DUEL_RAISE + duel_variant(g)->stack;
	if (*out == MOVE_NONE && words_number(number, 1, DUEL_STACK, &chips))
		*out = DUEL_RAISE + (move)chips +
		       (strncmp(words_skip(text), "bet", 3) == 0 ? duel_of(s)->in[seat]
								 : 0);
	if (*out != MOVE_NONE && duel_turns.legal(g, s, seat, *out))
		return true;
	duel_expected_moves(g, s, seat, expected, sizeof expected);
	return status_fail(st, "'%.40s': expected %s", text, expected);
}

/* ---- positions ------------------------------------------------------------------------- */

static void
duel_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	struct words w = words_start(out, size);
	char card[3][DUEL_CARD_NAME];
	duel_card_name(r, d->card[0], card[0]);
	duel_card_name(r, d->card[1], card[1]);
	duel_card_name(r, d->board, card[2]);
	words_add(&w, "%s|%s|%s|", card[0], card[1], card[2]);
	heads_up_add_betting(&w, &(struct heads_up_line){ d->line, d->before, d->moves,
							  d->round, false });
	if (d->hand > 1)
		words_add(&w, "|hand=%d", d->hand);
	const int32_t won[2] = { d->won[0] - d->last[0], d->won[1] - d->last[1] };
	if (won[0] != 0)
		words_add(&w, "|won=%d,%d", (int)won[0], (int)won[1]);
}

static bool
duel_parse_cards(const struct duel_variant *r, char (*field)[40], struct duel *d,
		 struct status *st)
{
	uint8_t *const card[3] = { &d->card[0], &d->card[1], &d->board };
	for (int i = 0; i < 3; i++) {
		if (!read_card(r, field[i], card[i]))
			return status_fail(st,
					   "'%s': expected a card such as %c%s, ? or -",
					   field[i], rank_names(r)[r->ranks - 1],
					   r->suits > 1 ? "s" : "");
		for (int k = 0; k < i; k++)
			if (*card[k] == *card[i] && *card[i] < DUEL_HIDDEN)
				return status_fail(st, "'%s': the card appears twice",
						   field[i]);
	}
	if (d->board == DUEL_HIDDEN)
		return status_fail(st, "the board: expected a card or -");
	if (d->card[0] == DUEL_NONE && d->card[1] != DUEL_NONE)
		return status_fail(st,
				   "the first card: expected one, the second is dealt");
	return true;
}

/* One move of the betting; *text moves behind it. */
static bool
duel_parse_bet(const struct game *g, struct state *s, const char **text,
	       struct status *st)
{
	char *end = NULL;
	char expected[64];
	struct duel *d = duel_in(s);
	const char *from = *text;
	move m = **text == 'f' ? DUEL_FOLD : **text == 'c' ? DUEL_CALL : MOVE_NONE;
	++*text;
	if (*from == 'r' && isdigit((unsigned char)**text)) {
		const unsigned long chips = strtoul(*text, &end, 10);
		m = chips <= DUEL_STACK ? DUEL_RAISE + (move)chips : MOVE_NONE;
		*text = end;
	}
	if (d->phase == DUEL_BET && m != MOVE_NONE &&
	    duel_turns.legal(g, s, d->mover, m)) {
		duel_play(g, s, d->mover, m, s);
		return true;
	}
	if (d->phase != DUEL_BET)
		return status_fail(st, "betting: '%.12s': no seat can bet any more",
				   from);
	duel_expected_moves(g, s, d->mover, expected, sizeof expected);
	return status_fail(st, "betting: '%.12s': expected %s", from, expected);
}

/* Plays the betting of a hand whose cards are known. */
static bool
duel_replay(const struct game *g, const char *text, int board, struct state *s,
	    struct status *st)
{
	struct duel *d = duel_in(s);
	while (*text != '\0') {
		if (*text != '/') {
			if (!duel_parse_bet(g, s, &text, st))
				return false;
			continue;
		}
		text++;
		if (d->phase != DUEL_BOARD)
			return status_fail(st, "betting: '/' before the round is over");
		if (board == DUEL_NONE)
			return status_fail(st, "the board: expected a card for round 2");
		duel_play(g, s, SEAT_CHANCE, (move)board, s);
		board = DUEL_NONE;
	}
	if (board != DUEL_NONE)
		return status_fail(st, "the board: expected -, round 2 has not begun");
	return true;
}

static bool
duel_parse_extra(const struct duel_variant *r, const char *text, int *hand, int *won,
		 struct status *st)
{
	char first[16];
	int other;
	if (strncmp(text, "hand=", 5) == 0) {
		if (words_number(text + 5, 1, r->hands, hand))
			return true;
		return status_fail(st, "hand: '%.20s': expected 1 to %d", text + 5,
				   r->hands);
	}
	if (strncmp(text, "won=", 4) == 0) {
		text += 4;
		if (words_next(&text, ',', first, sizeof first) && text != NULL &&
		    words_number(first, -WON_MAX, WON_MAX, won) &&
		    words_number(text, -WON_MAX, WON_MAX, &other) && *won == -other)
			return true;
		return status_fail(st,
				   "won: expected chips that one has won and the other "
				   "lost, as in won=4,-4");
	}
	return status_fail(st, "'%.30s': expected hand= or won=", text);
}

/* The cards of a hand as they were dealt, then its betting. */
static bool
duel_build(const struct game *g, const struct duel *cards, const char *betting, int hand,
	   struct state *s, struct status *st)
{
	struct duel *d = duel_in(s);
	d->hand = (uint16_t)(hand - 1);
	for (int i = 0; i < DUEL_SEATS && cards->card[i] != DUEL_NONE; i++)
		duel_play(g, s, SEAT_CHANCE, cards->card[i], s);
	if (d->phase == DUEL_BET)
		return duel_replay(g, betting, cards->board, s, st);
	d->hand = (uint16_t)(cards->card[0] == DUEL_NONE ? 0 : hand);
	if (betting[0] != '\0' || cards->board != DUEL_NONE)
		return status_fail(st,
				   "betting: expected none before both cards are dealt");
	if (cards->card[0] == DUEL_NONE && hand > 1)
		return status_fail(st, "hand: expected 1 before the first card");
	return true;
}

static bool
duel_parse_position(const struct game *g, const char *text, struct state *s,
		    struct status *st)
{
	const struct duel_variant *r = duel_variant(g);
	char field[FIELDS_MAX][40];
	struct duel cards = { 0 };
	struct state out;
	int n = 0, hand = 1, won = 0;
	while (n < FIELDS_MAX && words_next(&text, '|', field[n], sizeof field[n]))
		n++;
	if (n < 4 || text != NULL)
		return status_fail(st, "expected card|card|board|betting, as in %s",
				   r->suits > 1 ? "Ks|?|-|r3" : "K|?|-|r2");
	if (!duel_parse_cards(r, field, &cards, st))
		return false;
	for (int i = 4; i < n; i++)
		if (!duel_parse_extra(r, field[i], &hand, &won, st))
			return false;
	memset(&out, 0, sizeof out);
	duel_start(g, &out);
	duel_in(&out)->won[0] = won;
	duel_in(&out)->won[1] = -won;
	if (!duel_build(g, &cards, field[3], hand, &out, st))
		return false;
	memcpy(s->bytes, out.bytes, g->ops->state_size);
	return true;
}

/* ---- sentences ------------------------------------------------------------------------- */

static void
duel_headline(const struct game *g, const struct state *s, int viewer, char *out,
	      int size)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	struct words w = words_start(out, size);
	if (r->hands > 1)
		words_add(&w, "hand %d of %d  ", d->hand, r->hands);
	if (r->rounds > 1)
		words_add(&w, "round %d  ", d->round + 1);
	words_add(&w, "pot %d", d->in[0] + d->in[1]);
}

static int
duel_figures(const struct game *g, const struct state *s, struct figure *out)
{
	const struct duel *d = duel_of(s);
	out[0] = (struct figure){ .name = "in the pot",
				  .per_seat = { d->in[0], d->in[1] } };
	out[1] = (struct figure){ .name = "won", .per_seat = { d->won[0], d->won[1] } };
	return 2;
}

static void
duel_say_end(struct words *w, const struct duel_variant *r, const struct duel *d)
{
	char name[DUEL_CARD_NAME];
	const int winner = d->last[0] < 0;
	if (!d->folded)
		for (int i = 0; i < DUEL_SEATS; i++) {
			duel_card_name(r, d->card[i], name);
			words_add(w, "%s%s shows %s", i == 0 ? "" : ", ",
				  heads_up_seat_name(NULL, i), name);
		}
	words_add(w, "%s", d->folded ? "" : "; ");
	if (d->last[0] == 0)
		words_add(w, "the pot is shared");
	else
		words_add(w, "%s wins %d", heads_up_seat_name(NULL, winner),
			  (int)d->last[winner]);
}

static void
duel_event(const struct game *g, const struct state *from, int seat, move m,
	   const struct state *to, char *out, int size)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *a = duel_of(from), *b = duel_of(to);
	struct words w = words_start(out, size);
	char name[DUEL_CARD_NAME];
	if (seat == SEAT_CHANCE && a->phase == DUEL_BOARD) {
		duel_card_name(r, (int)m, name);
		words_add(&w, "the board is %s", name);
	}
	if (duel_hand_over(b) && !duel_hand_over(a))
		duel_say_end(&w, r, b);
}

/* ---- the picture ----------------------------------------------------------------------- */

static void
duel_scene_seat(const struct game *g, const struct duel *d, int seat, int y,
		struct scene *out)
{
	char name[DUEL_CARD_NAME], text[SCENE_GLYPH];
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	duel_card_name(duel_variant(g), d->card[seat], name);
	snprintf(text, sizeof text, "%-6s", heads_up_seat_name(NULL, seat));
	heads_up_put(out, 0, y, role, seat, text);
	snprintf(text, sizeof text, "[%s]", name);
	heads_up_put(out, 8, y,
		     d->card[seat] < DUEL_HIDDEN ? ROLE_STRONG : ROLE_CARD_BACK, seat,
		     text);
	snprintf(text, sizeof text, "%d in the pot%s", d->in[seat],
		 d->folded == seat + 1 ? ", folded" : "");
	heads_up_put(out, 14, y, ROLE_TEXT, seat, text);
}

/* The moves of the viewer, in words. */
static void
duel_scene_moves(const struct game *g, const struct state *s, int viewer,
		 struct scene *out)
{
	const struct duel *d = duel_of(s);
	move m[8];
	if (viewer < 0 || !(duel_acting(g, s) >> viewer & 1))
		return;
	struct heads_up_choice c = duel_choice(g, d, viewer);
	c.m = m;
	c.count = duel_moves(g, s, viewer, m);
	heads_up_scene_moves(out, 8, 3, &c);
}

static void
duel_scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	const struct duel *d = duel_of(s);
	char name[DUEL_CARD_NAME], text[SCENE_GLYPH];
	scene_clear(out);
	out->width = 46;
	out->height = 10;
	out->surface = (struct surface){ SURFACE_FELT, ROLE_FELT, ROLE_FELT };
	duel_scene_seat(g, d, 1, 0, out);
	duel_card_name(duel_variant(g), d->board, name);
	if (duel_variant(g)->rounds > 1) {
		snprintf(text, sizeof text, "[%s]", name);
		heads_up_put(out, 0, 3, ROLE_TEXT, SEAT_NONE, "board");
		heads_up_put(out, 8, 3, ROLE_TEXT, SEAT_NONE, text);
	}
	snprintf(text, sizeof text, "pot %d", d->in[0] + d->in[1]);
	heads_up_put(out, 14, 3, ROLE_STRONG, SEAT_NONE, text);
	duel_scene_seat(g, d, 0, 6, out);
	duel_scene_moves(g, s, viewer, out);
}

const struct game_text duel_text = {
	.format_move = duel_format_move,
	.say_move = duel_say_move,
	.parse_move = duel_parse_move,
	.format_position = duel_format_position,
	.parse_position = duel_parse_position,
	.seat_name = heads_up_seat_name,
	.seat_letter = heads_up_seat_letter,
};

const struct game_view duel_view = {
	.headline = duel_headline,
	.figures = duel_figures,
	.event = duel_event,
	.scene = duel_scene,
};
