/*
 * trick.h - what games of tricks share: the table as seen from outside any one game, full
 * deals that fit what was seen, texts of cards and positions, pieces of a scene.
 *
 * Each game keeps its own state, laid out for its own hot path; the slow paths here read it
 * through a struct trick_view, which a game fills in one place. Seats sit clockwise and play
 * goes to the left: seat + 1 is the left neighbour.
 */
#ifndef PLYSCOPE_GAMES_COMMON_TRICK_H
#define PLYSCOPE_GAMES_COMMON_TRICK_H

#include "games/common/cards.h"
#include "src/core/game.h"
#include "src/core/scene.h"

#include <stddef.h>

#define TRICK_SEATS 5

/* A state as all games of tricks have it; points into it, and is as short-lived. */
struct trick_view {
	int seats, cards; /* cards each at the deal */
	uint64_t deck;
	const uint64_t *hand;	/* what is known to be there */
	const uint64_t *cannot; /* cards the seat has shown not to hold */
	uint64_t played;	/* in this hand, the current trick too */
	const uint8_t *trick, *last;
	int trick_count, last_count, leader, last_leader;
	bool dealt; /* there are hands: neither before the deal nor after the hand */
};

/* Cards in a hand by the course of play, known or not. */
int trick_cards(const struct trick_view *v, int seat);
/* A hand that is not all known: what it may hold. */
uint64_t trick_possible(const struct trick_view *v, int seat);
/* Deals seats * cards of the deck by a number: the pack in ascending order, shuffled by a
 * generator seeded with it; the first cards are seat 0's, the next seat 1's, and so on. */
void trick_deal(uint64_t deck, int seats, int cards, uint32_t number, uint64_t *hand);

/* Adds the hidden cards to hand[], drawn evenly from all deals that fit. */
void trick_fill(const struct trick_view *v, uint64_t *hand, struct rng *rng);
/* True when the hidden cards can be dealt out in some way. */
bool trick_can_fill(const struct trick_view *v);

/* Letters and names of the seats, by number of seats: S W N E, S W E, S W L R E. */
extern const char trick_letters[TRICK_SEATS + 1][TRICK_SEATS + 1];
char trick_seat_letter(const struct game *g, int seat);
const char *trick_seat_name(const struct game *g, int seat);

/* A line that grows in a fixed buffer and is cut off at its end. */
struct line {
	char *at;
	size_t left; /* bytes, with the NUL */
};
struct line line_start(char *out, int size);
void line_add(struct line *l, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* "QS AS KH", lowest card first. */
void line_cards(struct line *l, uint64_t set, const char *between);
/* " key=AQ3.K..T92", " key=W:QC,KC" (nothing when count is 0), " key=1,2,3". */
void line_set(struct line *l, const char *key, uint64_t set, uint64_t deck);
void line_trick(struct line *l, int seats, const char *key, int leader,
		const uint8_t *card, int count);
void line_numbers(struct line *l, const char *key, const int *n, int count);

/* Behind blanks and what people write between cards. */
const char *trick_skip(const char *t);
/* Cards with anything between them; false at the first word that is none. */
bool trick_parse_cards(const char *text, uint64_t *set, int *count);
/* "deal 12345" or "12345". */
bool trick_parse_deal(const char *text, move *out, struct status *st);

/* Reading a position: tokens `key=value`, each key once, through a table of keys. */
struct trick_reading {
	int seats;
	uint64_t deck;
	struct status *st;
};
struct trick_key {
	const char *key;
	bool per_seat; /* a seat letter follows */
	bool (*read)(void *reading, int seat, const char *text);
};
/* reading points to a struct that begins with a struct trick_reading; keys ends with a NULL
 * key; `expected` lists the keys for the message. At most 40 keys, seats counted. */
bool trick_read_tokens(void *reading, const struct trick_key *keys, const char *expected,
		       const char *text);
int trick_seat_of(const struct trick_reading *p, char letter);
bool trick_read_number(const char *text, long min, long max, long *out, const char **end);
bool trick_read_list(struct trick_reading *p, const char *key, const char *text, long min,
		     long max, long *out);
bool trick_read_seat(struct trick_reading *p, const char *key, const char *text,
		     int *seat);
bool trick_read_set(struct trick_reading *p, const char *what, const char *text,
		    uint64_t *set);
/* "W:QC,KC". */
bool trick_read_table(struct trick_reading *p, const char *key, const char *text,
		      int most, int *leader, uint8_t *card, uint8_t *count);
/* "impossible deal: QS is in two hands". */
bool trick_impossible(struct trick_reading *p, const char *why, int card);
/* No card in two places, as many cards as the course of play leaves, all hidden cards fit. */
bool trick_check_places(struct trick_reading *p, const struct trick_view *v);
bool trick_check_counts(struct trick_reading *p, const struct trick_view *v);

/* Pieces of a generic scene of 48 by 17, with the viewer at the bottom. */
#define TRICK_SCENE_WIDTH  48
#define TRICK_SCENE_HEIGHT 17
struct trick_place {
	int8_t x, y;	       /* of the seat's lines */
	int8_t card_x, card_y; /* of its card on the table */
};
/* k: how far to the left of the viewer. */
const struct trick_place *trick_place(int seats, int k);
enum role trick_card_role(int card);
struct scene_item *trick_put_text(struct scene *out, int x, int y, enum role role,
				  int seat, const char *text);
struct scene_item *trick_put_card(struct scene *out, int x, int y, enum role role,
				  int seat, int card, const char *before,
				  const char *behind);
/* A hand that is not the viewer's: what is known of it, a suit each, then the backs. */
void trick_put_hand(const struct trick_view *v, int seat, int x, int y,
		    struct scene *out);
/* The viewer's own: `legal` cards are choosable and carry their move; `acts` dims others. */
void trick_put_own(const struct trick_view *v, int seat, int y, bool acts, uint64_t legal,
		   struct scene *out);
/* The trick on the table and the one before. */
void trick_put_table(const struct trick_view *v, int bottom, int best, struct scene *out);

#endif
