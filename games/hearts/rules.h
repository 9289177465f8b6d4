/*
 * rules.h - shared by the files of Hearts alone.
 *
 *   rules.c    variants, the course of a hand, values, the tables of functions
 *   eval.c     evaluation, move ordering, merging, the quick player and playouts
 *   last.c     the last card of a trick, for alpha-beta
 *   hidden.c   the knowledge of a seat, and full deals that fit it
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * The two functions that every node of every search runs are here, to be compiled into
 * their callers: the legal cards, and putting one on the table.
 */
#ifndef PLYSCOPE_GAMES_HEARTS_RULES_H
#define PLYSCOPE_GAMES_HEARTS_RULES_H

#include "games/common/bytes.h"
#include "games/hearts/hearts.h"

/* ---- a hand of Hearts: points, legal cards, and a card put on the table ---- */

#define UNIT	   100
#define ALL_POINTS 26
#define JACK_BONUS 10

#define HEART_CARDS (SUIT_MASK(HEARTS))
#define QUEEN_BIT   (CARD_BIT(QUEEN_OF_SPADES))
#define JACK_BIT    (CARD_BIT(JACK_OF_DIAMONDS))
#define POINT_CARDS (HEART_CARDS | QUEEN_BIT)

static inline struct hearts_state *
hearts_in(struct state *s)
{
	return (struct hearts_state *)(void *)s->bytes;
}

static inline int
points_of_card(int card)
{
	return (card >= CARD(TWO, HEARTS)) + 13 * (card == QUEEN_OF_SPADES);
}

static inline int
points_of_set(uint64_t set)
{
	return cards_count(set & HEART_CARDS) + ((set & QUEEN_BIT) != 0 ? 13 : 0);
}

/* Seats to the left that the cards go in the current hand; 0: none are passed. */
static inline int
pass_by(const struct hearts_variant *r, const struct hearts_state *h)
{
	if (!r->passing || h->hand_number == 0)
		return 0;
	return r->pass_by[(h->hand_number - 1) % r->cycle];
}

static inline bool
is_scored(const struct hearts_state *h)
{
	return h->phase == HEARTS_OVER || (h->phase == HEARTS_DEAL && h->hand_number > 0);
}

/* Points that no seat has taken yet, while the hand is played: those taken are then small and
 * not negative. */
static inline int
points_out(const struct hearts_state *h)
{
	return ALL_POINTS - bytes8_sum(bytes8(h->points));
}

/* An even share of the points that are out, rounded up, so that values never sum too high. */
static inline int32_t
share_out(const struct hearts_variant *r, int out)
{
	return (int32_t)(((uint32_t)out * r->share + 65535) >> 16);
}

/* taken() of each seat from the points taken, a byte each; room for 8. */
static inline void
value_points(const struct hearts_variant *r, uint64_t points, int32_t *value)
{
	const int out = ALL_POINTS - bytes8_sum(points);
	const int32_t most = UNIT * ALL_POINTS - share_out(r, out);
	for (int i = 0; i < 8; i++)
		value[i] = i < r->seats ? most - UNIT * bytes8_at(i, points) : 0;
}

/* The first of each run of equal cards, `best` winning the trick so far (0: none): see
 * different_cards(). `wall`: more cards that stay by themselves. */
static inline uint64_t
join_runs(const struct hearts_variant *r, uint64_t legal, uint64_t played, uint64_t best,
	  uint64_t wall)
{
	return cards_distinct(legal, (played | ~r->deck) & ~best,
			      wall | QUEEN_BIT | (r->jack ? JACK_BIT : 0));
}

static inline uint64_t
legal_cards(const struct hearts_variant *r, const struct hearts_state *h, int seat)
{
	uint64_t hand = h->hand[seat];
	if (h->trick_count == 0) {
		if (h->played == 0)
			return hand & CARD_BIT(r->first);
		uint64_t plain = hand & ~HEART_CARDS;
		return h->broken || plain == 0 ? hand : plain;
	}
	uint64_t follow = hand & card_suit_mask(h->trick[0]);
	if (follow != 0)
		return follow;
	if (cards_count(h->played) == h->trick_count) { /* the first trick */
		uint64_t safe = hand & ~POINT_CARDS;
		return safe != 0 ? safe : hand;
	}
	return hand;
}

void hearts_apply_moon(const struct hearts_variant *r, int8_t *points);
void hearts_score_hand(const struct hearts_variant *r, struct hearts_state *h);

/* The trick as a word: read back from its bytes it would have to wait for them. */
static inline void
finish_trick(const struct hearts_variant *r, struct hearts_state *h, uint64_t trick)
{
	const uint64_t points =
		bytes8(h->points) + bytes8_place(h->best_seat, h->trick_points);
	memcpy(h->points, &points, sizeof points);
	if (r->jack && h->jack == 0 && (h->played & JACK_BIT) != 0)
		h->jack = (uint8_t)(h->best_seat + 1);
	memcpy(h->last, &trick, sizeof trick);
	memset(h->trick, 0, sizeof h->trick);
	h->last_count = h->trick_count;
	h->last_leader = h->leader;
	h->turn = h->leader = h->best_seat;
	h->trick_count = h->trick_points = h->best = h->best_seat = 0;
	if (h->played == r->deck)
		hearts_score_hand(r, h);
}

/* True when a card beats the best so far. */
static inline bool
card_beats(int card, int best)
{
	return card > best && (card_suit_mask(best) >> card & 1) != 0;
}

/* The seat whose turn it is puts a legal card on the table. */
static inline void
put_card(const struct hearts_variant *r, struct hearts_state *h, int seat, int card)
{
	uint64_t bit = CARD_BIT(card);
	if (h->trick_count == 0) {
		if ((bit & HEART_CARDS) != 0 && !h->broken)
			h->cannot[seat] |= r->deck & ~HEART_CARDS;
		h->best = (uint8_t)card;
		h->best_seat = (uint8_t)seat;
	} else {
		uint64_t led = card_suit_mask(h->trick[0]);
		if ((bit & led) == 0) {
			h->cannot[seat] |= r->deck & led;
			if ((bit & POINT_CARDS) != 0 &&
			    cards_count(h->played) == h->trick_count)
				h->cannot[seat] |= r->deck & ~POINT_CARDS;
		} else if (card > h->best) {
			h->best = (uint8_t)card;
			h->best_seat = (uint8_t)seat;
		}
	}
	h->hand[seat] &= ~bit;
	h->played |= bit;
	const uint64_t trick = bytes8(h->trick) | bytes8_place(h->trick_count, card);
	memcpy(h->trick, &trick, sizeof trick);
	h->trick_count++;
	h->trick_points = (uint8_t)(h->trick_points + points_of_card(card));
	h->broken |= (bit & HEART_CARDS) != 0 || (r->queen_breaks && bit == QUEEN_BIT);
	h->turn = (uint8_t)trick_left(r->seats, seat, 1);
	if (h->trick_count == r->seats)
		finish_trick(r, h, trick);
}

/* The value when nothing that counts is out any more (it may be that cards are): true, and
 * value[] filled. */
static inline bool
hearts_decided_value(const struct hearts_variant *r, const struct hearts_state *h,
		     int32_t *value)
{
	bool scored = is_scored(h);
	if (!scored && (points_out(h) != 0 || (r->jack && h->jack == 0)))
		return false;
	int8_t points[HEARTS_SEATS];
	memcpy(points, h->points, sizeof points);
	if (!scored)
		hearts_apply_moon(r, points);
	for (int i = 0; i < r->seats; i++)
		value[i] = UNIT * (ALL_POINTS - points[i]);
	if (!scored && h->jack != 0)
		value[h->jack - 1] += UNIT * JACK_BONUS;
	return true;
}

/* rules.c */
void hearts_deal(const struct hearts_variant *r, struct hearts_state *h, uint32_t number);
void hearts_commit(const struct hearts_variant *r, struct hearts_state *h, int seat,
		   uint64_t set);
void hearts_exchange(const struct hearts_variant *r, struct hearts_state *h);
int hearts_holder(const struct hearts_variant *r, const struct hearts_state *h, int card);
seat_set hearts_acting(const struct game *g, const struct state *s);
int hearts_moves(const struct game *g, const struct state *s, int seat, move *out);

/* values.c */
extern const struct game_knowledge hearts_knowledge;
extern const struct trick_ops hearts_trick;
int hearts_moon_seat(const struct hearts_variant *r, const struct hearts_state *h);
/* trick_ops.future. */
uint64_t hearts_future(const struct game *g, const struct state *s, int32_t *had);

/* eval.c */
void hearts_build_eval(void); /* its tables, once for all games */
void hearts_evaluate(const struct game *g, const struct state *s, int32_t *value);
void hearts_order(const struct game *g, const struct state *s, int seat, const move *m,
		  int n, int32_t *score);
int hearts_merge(const struct game *g, const struct state *s, int seat, move *m, int n);
int hearts_choices(const struct game *g, const struct state *s, int seat, move *out);
move hearts_policy(const struct game *g, const struct state *s, int seat,
		   struct rng *rng);
int hearts_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
		   int kind);
uint64_t hearts_choose_pass(const struct hearts_variant *r, uint64_t hand,
			    struct rng *rng);

/* net.c */
extern const struct cardnet_ops hearts_cardnet;

/* last.c */
bool hearts_last_ply(const struct game *g, const struct state *s, int seat, move m,
		     struct last_ply *p);
void hearts_taken_after_reply(const struct game *g, const struct state *s, int seat,
			      move m, move reply, int32_t *value);

/* hidden.c */
/* trick_ops.rewind. */
bool hearts_rewind(const struct game *g, const struct state *s,
		   const struct played_move *made, int count, struct state *begin,
		   int *from);
extern const struct game_hidden hearts_hidden;

/* text.c */
extern const struct game_text hearts_text;

/* view.c */
extern const struct game_view hearts_view;
extern const struct result_ops hearts_results;

#endif
