/*
 * text.c - moves and positions of hold'em.
 *
 * Moves as in the protocol of the Annual Computer Poker Competition: `f` fold, `c` check or call,
 * `rN` bet or raise so that the seat has put N chips in during the whole hand; with betting=limit,
 * where a raise has one size, `r` alone. People type chips of the round instead: `300`, `bet 300`,
 * `raise to 300`, `3bb`, `75%`, `2.5x`, `half`, `pot`, `min`, `all`.
 *
 * A position is `HAND:BETTING:CARDS` as in that protocol: the number of the hand from 0, the moves
 * with a slash before each round but the first, and the cards, the big blind's first:
 * `0:cr300c/cr900:9s9c|/TsQh8c`. Cards that are not known are left out. Behind a blank may follow
 * `won=N`, what seat 0 has won in the hands before.
 */
#include "games/poker/holdem/rules.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HAND_TEXT 1400 /* of the betting of a hand */
#define WON_MAX	  1000000000

/* ---- moves ----------------------------------------------------------------------------- */

/* "8dJd|Td4d", "TsQh8c" */
static void
format_deal(const struct holdem *h, move m, char *out, int size)
{
	uint8_t card[POKER_BOARD];
	const int due = holdem_due(h), first = h->phase == HOLDEM_DEAL ? 2 : due;
	char text[2][2 * POKER_BOARD + 1];
	for (int i = 0; i < due; i++)
		card[i] = (uint8_t)((m >> 6 * i & 63) % CARDS);
	poker_cards_text(card, first, "", text[0], sizeof text[0]);
	poker_cards_text(card + first, due - first, "", text[1], sizeof text[1]);
	snprintf(out, (size_t)size, "%s%s%s", text[0], due > first ? "|" : "", text[1]);
}

static void
holdem_text_format_move(const struct game *g, const struct state *s, int seat, move m,
			char *out, int size)
{
	if (seat == SEAT_CHANCE)
		format_deal(holdem_of(s), m, out, size);
	else
		heads_up_format_move(m, !holdem_variant(g)->no_limit, out, size);
}

static void
holdem_text_say_move(const struct game *g, const struct state *s, int seat, move m,
		     char *out, int size)
{
	const struct holdem *h = holdem_of(s);
	if (seat < 0) {
		format_deal(h, m, out, size);
		return;
	}
	const struct heads_up_choice c = holdem_choice(h, seat);
	heads_up_say_move(&c, m, out, size);
}

static bool
parse_deal(const struct game *g, const struct state *s, const char *text, move *out,
	   struct status *st)
{
	const struct holdem *h = holdem_of(s);
	const bool hands = h->phase == HOLDEM_DEAL;
	const int due = holdem_due(h);
	const char *at = text;
	uint8_t card[POKER_BOARD];
	uint64_t gone = 0;
	bool good = poker_read_cards(&at, hands ? HOLDEM_CARDS : due, &gone, card);
	if (hands && good)
		good = *at++ == '|' &&
		       poker_read_cards(&at, HOLDEM_CARDS, &gone, card + HOLDEM_CARDS);
	*out = holdem_cards_move(card, good ? due : 0);
	if (good && *words_skip(at) == '\0' && holdem_chance.legal(g, s, *out))
		return true;
	return status_fail(st, "'%.40s': expected %s", text,
			   hands      ? "two hands of free cards, as in 8dJd|Td4d"
			   : due == 1 ? "a free card, as in Ts"
				      : "three free cards, as in TsQh8c");
}

/* Chips of the round by a word or a number with a unit; false: it is none of these. */
static bool
amount_in_hand(const struct holdem_variant *r, const struct holdem *h, int seat,
	       const char *text, int least, double *to)
{
	static const struct {
		const char *word;
		int thousandths;
	} parts[] = { { "half", 500 }, { "pot", 1000 }, { "all", 0 }, { "allin", 0 },
		      { "all-in", 0 }, { "all in", 0 }, { "a", 0 } };
	const int other = h->in[1 - seat];
	char *end;
	*to = least;
	if (strcasecmp(text, "min") == 0)
		return true;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strcasecmp(text, parts[i].word) == 0) {
			*to = parts[i].thousandths == 0
				      ? h->stack[seat]
				      : holdem_raise_of(r, h, seat, parts[i].thousandths);
			return true;
		}
	if (!isdigit((unsigned char)*text) && *text != '.')
		return false;
	const double number = strtod(text, &end);
	if (*end == '\0')
		*to = h->base + number;
	else if (strcasecmp(end, "bb") == 0)
		*to = h->base + number * holdem_big_blind(r, h->hand);
	else if (strcmp(end, "%") == 0)
		*to = other + number / 100 * 2 * other;
	else if (strcasecmp(end, "x") == 0 && other > h->base)
		*to = h->base + number * (other - h->base);
	else
		return false;
	return isfinite(number) && number < 1e6;
}

void
holdem_legal_words(const struct game *g, const struct state *s, int seat, char *out,
		   int size)
{
	const struct holdem *h = holdem_of(s);
	int least, most;
	struct words w = words_start(out, size);
	if (!holdem_raise_range(holdem_variant(g), h, seat, &least, &most)) {
		words_add(&w, "%s",
			  holdem_to_call(h, seat) > 0 ? "no raise here: fold or call"
						      : "no bet here: check");
		return;
	}
	words_add(&w, "%d", least - h->base);
	if (most > least)
		words_add(&w, " to %d", most - h->base);
}

bool
holdem_parse_amount(const struct game *g, const struct state *s, int seat,
		    const char *text, int *to, struct status *st)
{
	const struct holdem_variant *r = holdem_variant(g);
	const struct holdem *h = holdem_of(s);
	int least = 0, most = 0;
	double chips = 0;
	char legal[64], word[24];
	const char *at = text;
	holdem_legal_words(g, s, seat, legal, sizeof legal);
	words_next(&at, '\n', word, sizeof word);
	if (!holdem_raise_range(r, h, seat, &least, &most))
		return status_fail(st, "%s", legal);
	if (!amount_in_hand(r, h, seat, word, least, &chips))
		return status_fail(
			st, "'%.20s': expected %s chips, or 3bb 75%% %shalf pot min all",
			text, legal, h->in[1 - seat] > h->base ? "2.5x " : "");
	*to = (int)lround(chips);
	if (*to >= least && *to <= most)
		return true;
	return status_fail(st, "'%.20s' is %d chips: expected %s", text, *to - h->base,
			   legal);
}

/* "f, c or r400 to r20000" */
static void
holdem_text_expected_moves(const struct game *g, const struct state *s, int seat,
			   char *out, int size)
{
	const struct holdem *h = holdem_of(s);
	int least = 0, most = 0;
	if (!holdem_raise_range(holdem_variant(g), h, seat, &least, &most))
		most = 0;
	heads_up_expected(holdem_to_call(h, seat) > 0, least, most,
			  !holdem_variant(g)->no_limit, out, size);
}

/* Behind "bet", "raise", "raise to" and blanks. */
static const char *
skip_raise(const char *text)
{
	static const char *const word[] = { "bet", "raise", "to" };
	for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
		const size_t n = strlen(word[i]);
		text = words_skip(text);
		if (strncasecmp(text, word[i], n) == 0)
			text += n;
	}
	return words_skip(text);
}

/* A raise as a code or as people say it; with betting=limit it needs no amount. */
static bool
parse_raise(const struct game *g, const struct state *s, int seat, const char *text,
	    int *to, struct status *st)
{
	if (*text == 'r' && isdigit((unsigned char)text[1]) &&
	    words_number(text + 1, 1, UINT16_MAX, to))
		return true;
	const char *amount = skip_raise(text);
	const bool bare = !holdem_variant(g)->no_limit &&
			  (*amount == '\0' || words_alone(text, "r"));
	return holdem_parse_amount(g, s, seat, bare ? "min" : amount, to, st);
}

static bool
holdem_text_parse_move(const struct game *g, const struct state *s, int seat,
		       const char *text, move *out, struct status *st)
{
	char expected[64];
	int to;
	if (seat == SEAT_CHANCE)
		return parse_deal(g, s, text, out, st);
	if (seat < 0 || seat >= HOLDEM_SEATS || !(holdem_acting(g, s) >> seat & 1))
		return status_fail(st, "'%.40s': no seat is to move", text);
	*out = heads_up_spoken(text);
	if (*out == MOVE_NONE) {
		if (!parse_raise(g, s, seat, words_skip(text), &to, st))
			return false;
		*out = HOLDEM_RAISE + (move)to;
	}
	if (holdem_legal(g, s, seat, *out))
		return true;
	holdem_text_expected_moves(g, s, seat, expected, sizeof expected);
	return status_fail(st, "'%.40s': expected %s", text, expected);
}

/* ---- positions ------------------------------------------------------------------------- */

static void
add_cards(struct words *w, const struct holdem *h)
{
	const int big = 1 - holdem_button(h), board = holdem_board_count(h);
	char text[2 * POKER_BOARD + 1];
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const int seat = i == 0 ? big : 1 - big;
		poker_cards_text(h->card[seat], holdem_knows(h, seat) ? HOLDEM_CARDS : 0,
				 "", text, sizeof text);
		words_add(w, "%s%s", i > 0 ? "|" : "", text);
	}
	for (int round = 1; holdem_board_of_round(round) <= board; round++) {
		const int from = holdem_board_of_round(round - 1);
		poker_cards_text(h->board + from, holdem_board_of_round(round) - from, "",
				 text, sizeof text);
		words_add(w, "/%s", text);
	}
}

static void
holdem_text_format_position(const struct game *g, const struct state *s, char *out,
			    int size)
{
	const struct holdem *h = holdem_of(s);
	const struct heads_up_line line = { h->line, h->before, h->moves, h->round,
					    !holdem_variant(g)->no_limit };
	struct words w = words_start(out, size);
	words_add(&w, "%d:", h->hand > 0 ? h->hand - 1 : 0);
	if (h->hand > 0)
		heads_up_add_betting(&w, &line);
	words_add(&w, ":");
	if (h->hand > 0)
		add_cards(&w, h);
	const int won = h->won - (holdem_hand_over(h) ? h->last : 0);
	if (won != 0)
		words_add(&w, " won=%d", won);
}

/* The cards of a hand as its text has them. */
struct cards_read {
	uint8_t card[HOLDEM_SEATS][HOLDEM_CARDS]; /* big blind, button */
	uint8_t board[POKER_BOARD];
	int count; /* on the board */
};

static bool
holdem_text_parse_cards(const struct holdem_variant *r, const char *text,
			struct cards_read *out, struct status *st)
{
	uint64_t gone = 0;
	const char *at = text;
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		memset(out->card[i], HOLDEM_HIDDEN, HOLDEM_CARDS);
		const bool known = *at != '|' && *at != '/' && *at != '\0';
		if (known && !poker_read_cards(&at, HOLDEM_CARDS, &gone, out->card[i]))
			return status_fail(st,
					   "cards: '%.20s': expected two different cards "
					   "such as AhKd, none of them twice",
					   at);
		if (i == 0 && *at++ != '|')
			return status_fail(st,
					   "cards: '%.40s': expected two hands with | "
					   "between, as in 9s9c|8dJd",
					   text);
	}
	for (int round = 1; *at == '/' && round < r->rounds; round++) {
		const int from = out->count, to = holdem_board_of_round(round);
		at++;
		if (!poker_read_cards(&at, to - from, &gone, out->board + from))
			return status_fail(st,
					   "cards: '%.20s': expected %d card%s of the "
					   "board, none of them twice",
					   at, to - from, to - from > 1 ? "s" : "");
		out->count = to;
	}
	if (*at != '\0')
		return status_fail(st, "cards: '%.20s': expected nothing more", at);
	return true;
}

/* The move at the head of a betting, MOVE_NONE: none; *text moves behind it. */
static move
next_bet(const struct holdem_variant *r, const struct holdem *h, const char **text)
{
	const char letter = *(*text)++;
	int least, most;
	if (letter == 'f' || letter == 'c')
		return letter == 'f' ? HOLDEM_FOLD : HOLDEM_CALL;
	if (letter == 'r' && isdigit((unsigned char)**text)) {
		char *end = NULL;
		const unsigned long chips = strtoul(*text, &end, 10);
		*text = end;
		return chips <= UINT16_MAX ? HOLDEM_RAISE + (move)chips : MOVE_NONE;
	}
	if (letter == 'r' && !r->no_limit && h->phase == HOLDEM_BET &&
	    holdem_raise_range(r, h, h->mover, &least, &most))
		return HOLDEM_RAISE + (move)least;
	return MOVE_NONE;
}

/* One move of the betting; *text moves behind it. */
static bool
holdem_text_parse_bet(const struct game *g, struct state *s, const char **text,
		      struct status *st)
{
	char expected[64];
	const struct holdem *h = holdem_of(s);
	const char *from = *text;
	const move m = next_bet(holdem_variant(g), h, text);
	if (h->phase == HOLDEM_BET && m != MOVE_NONE && holdem_legal(g, s, h->mover, m)) {
		holdem_play(g, s, h->mover, m, s);
		return true;
	}
	if (h->phase != HOLDEM_BET)
		return status_fail(st, "betting: '%.12s': expected none here%s", from,
				   h->phase == HOLDEM_BOARD ? ", but / and the board"
							    : "");
	holdem_text_expected_moves(g, s, h->mover, expected, sizeof expected);
	return status_fail(st, "betting: '%.12s': expected %s", from, expected);
}

/* Plays the betting of a hand whose cards are known. */
static bool
holdem_text_replay(const struct game *g, const char *text, const struct cards_read *cards,
		   struct state *s, struct status *st)
{
	struct holdem *h = holdem_in(s);
	int dealt = 0;
	while (*text != '\0') {
		if (*text != '/') {
			if (!holdem_text_parse_bet(g, s, &text, st))
				return false;
			continue;
		}
		text++;
		if (h->phase != HOLDEM_BOARD)
			return status_fail(st, "betting: '/' before the round is over");
		const int due = holdem_due(h);
		if (dealt + due > cards->count)
			return status_fail(st, "cards: expected %d on the board",
					   dealt + due);
		holdem_play(g, s, SEAT_CHANCE,
			    holdem_cards_move(cards->board + dealt, due), s);
		dealt += due;
	}
	if (dealt < cards->count)
		return status_fail(st,
				   "cards: expected %d on the board, the betting has "
				   "no more rounds",
				   dealt);
	return true;
}

/* Hands that are not known count as dealt: outcome() needs none. */
static void
deal_known(const struct game *g, const struct cards_read *cards, struct state *s)
{
	struct holdem *h = holdem_in(s);
	holdem_play(g, s, SEAT_CHANCE, 0, s);
	for (int i = 0; i < HOLDEM_SEATS; i++)
		memcpy(h->card[i == 0 ? 1 - holdem_button(h) : holdem_button(h)],
		       cards->card[i], HOLDEM_CARDS);
}

static bool
parse_fields(const struct holdem_variant *r, const char *text, int *hand, int *won,
	     char *betting, char *cards, struct status *st)
{
	char number[16], last[80];
	const char *at = text;
	if (!words_next(&at, ':', number, sizeof number) ||
	    !words_next(&at, ':', betting, HAND_TEXT) ||
	    !words_next(&at, '\n', last, sizeof last))
		return status_fail(st, "expected hand:betting:cards, as in "
				       "0:cr300c/:9s9c|/TsQh8c");
	if (!words_number(number, 0, r->hands - 1, hand))
		return status_fail(st, "hand: '%.15s': expected 0 to %d", number,
				   r->hands - 1);
	at = last;
	words_next(&at, ' ', cards, 40);
	*won = 0;
	if (at != NULL && (strncmp(words_skip(at), "won=", 4) != 0 ||
			   !words_number(words_skip(at) + 4, -WON_MAX, WON_MAX, won)))
		return status_fail(st, "'%.30s': expected won= and chips", at);
	if (!r->reset && abs(*won) >= r->stack)
		return status_fail(st, "won: %d: expected less than the stack of %d",
				   *won, r->stack);
	return true;
}

static bool
holdem_text_parse_position(const struct game *g, const char *text, struct state *s,
			   struct status *st)
{
	const struct holdem_variant *r = holdem_variant(g);
	char betting[HAND_TEXT], cards_text[40];
	struct cards_read cards = { .count = 0 };
	struct state out;
	int hand, won;
	if (!parse_fields(r, text, &hand, &won, betting, cards_text, st))
		return false;
	memset(&out, 0, sizeof out);
	holdem_start(g, &out);
	holdem_in(&out)->hand = (uint16_t)hand;
	holdem_in(&out)->won = won;
	const bool begun = cards_text[0] != '\0';
	if (!begun && (betting[0] != '\0' || hand > 0))
		return status_fail(st, "cards: expected two hands before any betting");
	if (begun) {
		if (!holdem_text_parse_cards(r, cards_text, &cards, st))
			return false;
		deal_known(g, &cards, &out);
		if (!holdem_text_replay(g, betting, &cards, &out, st))
			return false;
	}
	memcpy(s->bytes, out.bytes, g->ops->state_size);
	return true;
}

const struct game_text holdem_text = {
	.format_move = holdem_text_format_move,
	.say_move = holdem_text_say_move,
	.parse_move = holdem_text_parse_move,
	.format_position = holdem_text_format_position,
	.parse_position = holdem_text_parse_position,
	.seat_name = heads_up_seat_name,
	.seat_letter = heads_up_seat_letter,
};
