/*
 * trick_text.h - moves and positions of games of tricks as text: cards, tokens `key=value`, and
 * their checks.
 */
#ifndef PLYSCOPE_GAMES_COMMON_TRICK_TEXT_H
#define PLYSCOPE_GAMES_COMMON_TRICK_TEXT_H

#include "games/common/trick.h"
#include "games/common/words.h"

/* --- moves --- */

/* "deal 12345", "QS"; "?" for anything else. */
void trick_format_move(int seat, move m, char *out, int size);
/* Behind "play " or the game's other verb, where there is one. */
const char *trick_skip_verb(const char *text, const char *verb);
/* Cards with anything between them; false at the first word that is none. */
bool trick_parse_cards(const char *text, uint64_t *set, int *count);
/* One of n moves that are cards. */
bool trick_parse_card(const char *text, const move *m, int n, move *out,
		      struct status *st);
/* "deal 12345" or "12345". */
bool trick_parse_deal(const char *text, move *out, struct status *st);

/* --- writing a position --- */

/* "QS AS KH", lowest card first. */
void trick_add_cards(struct words *w, uint64_t set, const char *between);
/* " key=AQ3.K..T92", " key=1,2,3". */
void trick_add_set(struct words *w, const char *key, uint64_t set, uint64_t deck);
void trick_add_numbers(struct words *w, const char *key, const int *n, int count);
/* "phase=play hand=1 total=..": `before` is the name of the phase before play. */
void trick_add_course(struct words *w, const struct trick_view *v, const char *before,
		      const int16_t *total);
/* The hands, the cards played where they do not follow, the trick on the table. */
void trick_add_hands(struct words *w, const struct trick_view *v);
/* " notW=.." of all seats that have shown not to hold something. */
void trick_add_cannot(struct words *w, const struct trick_view *v);
/* The trick before, where there is one. */
void trick_add_last(struct words *w, const struct trick_view *v);

/* --- reading a position --- */

/* The values common to all these games go straight to their places in the game's state. */
struct trick_reading {
	struct status *st;
	void *own; /* for the keys of the game itself: its state */
	int seats, cards;
	uint64_t deck;
	const char *before; /* the name of the phase before play */
	uint8_t *phase, *turn, *leader, *trick, *last;
	uint8_t *trick_count, *last_count, *last_leader;
	uint16_t *hand_number;
	int16_t *total;
	uint64_t *hand, *cannot, *played;
	bool played_given, turn_given;
	int seat; /* of the key that is read */
};

/* In all games these fields have the same names. */
#define TRICK_READING(rules, state, name_before, status) \
	{ \
		.st = (status), .own = (state), .seats = (rules)->seats, \
		.cards = (rules)->cards, .deck = (rules)->deck, .before = (name_before), \
		.phase = &(state)->phase, .turn = &(state)->turn, \
		.leader = &(state)->leader, .trick = (state)->trick, \
		.last = (state)->last, .trick_count = &(state)->trick_count, \
		.last_count = &(state)->last_count, \
		.last_leader = &(state)->last_leader, \
		.hand_number = &(state)->hand_number, .total = (state)->total, \
		.hand = (state)->hand, .cannot = (state)->cannot, \
		.played = &(state)->played, \
	}

struct trick_key {
	const char *key;
	bool per_seat; /* a seat letter follows: p->seat */
	bool (*read)(struct trick_reading *p, const char *text);
};
/* Tokens `key=value`, each key once: a game's own keys, up to a NULL key, and those of all:
 * phase, hand, total, turn, played, trick, last, notX, X. `expected` lists them for the message.
 * At most 64 keys, seats counted. */
bool trick_read_tokens(struct trick_reading *p, const struct trick_key *keys,
		       const char *expected, const char *text);
int trick_seat_of(const struct trick_reading *p, char letter);
bool trick_read_number(const char *text, long min, long max, long *out, const char **end);
bool trick_read_list(struct trick_reading *p, const char *key, const char *text, long min,
		     long max, long *out);
bool trick_read_seat(struct trick_reading *p, const char *key, const char *text,
		     int *seat);
bool trick_read_set(struct trick_reading *p, const char *what, const char *text,
		    uint64_t *set);

/* "impossible deal: QS is in two hands". */
bool trick_impossible(struct trick_reading *p, const char *why, int card);
/* Between hands: no cards; `empty`, nothing that goes with them. */
bool trick_check_between(struct trick_reading *p, bool empty);
/* In a hand: its number, and the cards that were played when the text leaves them out. */
bool trick_check_hand(struct trick_reading *p);
/* Whose turn it is by the trick, the token, or who plays first, in this order. */
bool trick_find_turn(struct trick_reading *p, int first);
/* No card in two places, as many cards as the course of play leaves, all hidden cards fit. */
bool trick_check_places(struct trick_reading *p, const struct trick_view *v);
bool trick_check_counts(struct trick_reading *p, const struct trick_view *v);

#endif
