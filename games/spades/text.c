/*
 * text.c - moves and positions as text.
 *
 * The position text is described in spades.h. Reading one checks everything that the rest of
 * the game relies on: the pack, the number of cards in each hand, the tricks among the cards
 * played, the order of the bids, and that the hidden cards can be dealt out at all.
 */
#include "games/common/trick_text.h"
#include "games/spades/rules.h"

#include <stdio.h>
#include <strings.h>

#define BEFORE "bid" /* the phase before play */

/* --- moves --- */

void
spades_bid_text(int bid, char out[static 8])
{
	if (bid == BID_NONE)
		memcpy(out, "-", 2);
	else if (bid == BID_NIL)
		memcpy(out, "nil", 4);
	else if (bid == BID_BLIND)
		memcpy(out, "blind", 6);
	else
		snprintf(out, 8, "%d", bid % 100);
}

void
spades_format_move(const struct game *g, const struct state *s, int seat, move m,
		   char *out, int size)
{
	(void)g, (void)s;
	if (seat == SEAT_CHANCE || m < SPADES_BID || m > SPADES_BLIND) {
		trick_format_move(seat, m, out, size);
		return;
	}
	struct words w = words_start(out, size);
	char bid[8];
	spades_bid_text((int)(m - SPADES_BID), bid);
	words_add(&w, "%s",
		  m == SPADES_BLIND  ? "blind-nil"
		  : m == SPADES_LOOK ? "look"
				     : bid);
}

/* The bid in a word, MOVE_NONE when it is none. */
static move
read_bid(const char *text)
{
	static const struct {
		const char *word;
		move bid;
	} words[] = {
		{ "nil", SPADES_BID },	       { "blind-nil", SPADES_BLIND },
		{ "blind nil", SPADES_BLIND }, { "blind", SPADES_BLIND },
		{ "look", SPADES_LOOK },
	};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcasecmp(text, words[i].word) == 0)
			return words[i].bid;
	long n;
	const char *end;
	if (!trick_read_number(text, 0, 17, &n, &end) || *end != '\0')
		return MOVE_NONE;
	return SPADES_BID + (move)n;
}

static bool
parse_bid(const struct game *g, const struct state *s, int seat, const char *text,
	  move *out, struct status *st)
{
	const struct spades_variant *r = spades_variant(g);
	char word[MOVE_TEXT];
	snprintf(word, sizeof word, "%s", text);
	for (size_t n = strlen(word);
	     n > 0 && (word[n - 1] == ' ' || word[n - 1] == '\t');)
		word[--n] = '\0';
	move m[MOVES_MAX], bid = read_bid(word);
	int n = spades_moves(g, s, seat, m);
	for (int i = 0; i < n; i++)
		if (m[i] == bid) {
			*out = bid;
			return true;
		}
	if (n == 2)
		return status_fail(st, "'%.40s': expected look or blind-nil", word);
	return status_fail(st, "'%.40s': expected a bid, %s1 to %d", word,
			   r->nil > 0 ? "nil or " : "", r->cards);
}

static bool
spades_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		  move *out, struct status *st)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	text = trick_skip_verb(text, "bid ");
	if (h->phase == SPADES_DEAL)
		return trick_parse_deal(text, out, st);
	if (seat < 0 || seat >= r->seats || h->phase == SPADES_OVER)
		return status_fail(st, "'%.40s': no seat is to move", text);
	if (h->phase == SPADES_BIDDING)
		return parse_bid(g, s, seat, text, out, st);
	move m[MOVES_MAX];
	return trick_parse_card(text, m, spades_moves(g, s, seat, m), out, st);
}

/* --- positions --- */

static void
add_bids(struct words *w, const struct spades_variant *r, const struct spades_state *h)
{
	words_add(w, " bids=");
	for (int i = 0; i < r->seats; i++) {
		char bid[8];
		spades_bid_text(h->bid[i], bid);
		words_add(w, "%s%s", i == 0 ? "" : ",", bid);
	}
}

static void
spades_add_play(struct words *w, const struct trick_view *v, const struct spades_state *h)
{
	const char *letter = trick_letters[v->seats];
	if (h->phase == SPADES_PLAYING)
		words_add(w, " turn=%c", letter[h->turn]);
	if (h->blind != 0)
		words_add(w, " blind=");
	for (int i = 0; i < v->seats; i++)
		if ((h->blind >> i & 1) != 0)
			words_add(w, "%c", letter[i]);
	trick_add_hands(w, v);
	trick_add_cannot(w, v);
}

static void
spades_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	const struct trick_view v = spades_trick_view(g, s);
	struct words w = words_start(out, size);
	int bags[SPADES_SEATS], taken[SPADES_SEATS], points[SPADES_SEATS];
	for (int i = 0; i < r->seats; i++) {
		bags[i] = h->bags[i];
		taken[i] = h->taken[i];
		points[i] = h->points[i];
	}
	trick_add_course(&w, &v, BEFORE, h->total);
	if (r->bidding) {
		trick_add_numbers(&w, "bags", bags, r->seats);
		add_bids(&w, r, h);
	}
	trick_add_numbers(&w, "taken", taken, r->seats);
	if (is_scored(h))
		trick_add_numbers(&w, "points", points, r->seats);
	if (v.dealt)
		spades_add_play(&w, &v, h);
	trick_add_last(&w, &v);
}

/* The values of Spades' own keys. */
struct spades_reading {
	struct spades_state h;
	bool bids_given;
};

static bool
spades_read_points(struct trick_reading *t, const char *text)
{
	struct spades_reading *p = t->own;
	long n[SPADES_SEATS] = { 0 };
	if (!trick_read_list(t, "points", text, -2000, 2000, n))
		return false;
	for (int i = 0; i < t->seats; i++)
		p->h.points[i] = (int16_t)n[i];
	return true;
}

static bool
read_small(struct trick_reading *t, const char *key, const char *text, int most,
	   uint8_t *out)
{
	long n[SPADES_SEATS] = { 0 };
	if (!trick_read_list(t, key, text, 0, most, n))
		return false;
	for (int i = 0; i < t->seats; i++)
		out[i] = (uint8_t)n[i];
	return true;
}

static bool
read_bags(struct trick_reading *t, const char *text)
{
	struct spades_reading *p = t->own;
	return read_small(t, "bags", text, 9, p->h.bags);
}

static bool
read_taken(struct trick_reading *t, const char *text)
{
	struct spades_reading *p = t->own;
	return read_small(t, "taken", text, t->cards, p->h.taken);
}

static bool
read_bids(struct trick_reading *t, const char *text)
{
	struct spades_reading *p = t->own;
	p->bids_given = true;
	for (int i = 0; i < t->seats; i++) {
		char word[MOVE_TEXT];
		size_t n = strcspn(text, ",");
		snprintf(word, sizeof word, "%.*s", n < 20 ? (int)n : 20, text);
		move bid = read_bid(word);
		bool none = strcmp(word, "-") == 0;
		bool fits = none ||
			    (bid != MOVE_NONE && bid != SPADES_LOOK &&
			     (bid == SPADES_BLIND || bid <= SPADES_BID + (move)t->cards));
		if (!fits || text[n] != (i == t->seats - 1 ? '\0' : ','))
			return status_fail(t->st,
					   "bids: expected %d with commas, each -, nil, "
					   "blind or 1 to %d",
					   t->seats, t->cards);
		p->h.bid[i] = none ? BID_NONE : (int8_t)(bid - SPADES_BID);
		text += n + 1;
	}
	return true;
}

static bool
read_blind(struct trick_reading *t, const char *text)
{
	struct spades_reading *p = t->own;
	for (; *text != '\0'; text++) {
		int who = trick_seat_of(t, *text);
		if (who == SEAT_NONE)
			return status_fail(t->st, "blind: expected seats, as in %s",
					   trick_letters[t->seats]);
		p->h.blind |= (uint8_t)(1 << who);
	}
	return true;
}

static const struct trick_key position_keys[] = {
	{ "points", false, spades_read_points },
	{ "bags", false, read_bags },
	{ "bids", false, read_bids },
	{ "taken", false, read_taken },
	{ "blind", false, read_blind },
	{ NULL, false, NULL },
};

/* The bids made, in order from the seat that bids first; returns how many, -1: out of order. */
static int
bids_in_order(const struct spades_variant *r, const struct spades_state *h)
{
	int made = 0, seat = first_seat(r, h);
	for (int k = 0; k < r->seats; k++, seat = trick_left(r->seats, seat, 1)) {
		if (h->bid[seat] == BID_NONE)
			continue;
		if (made != k)
			return -1;
		made++;
	}
	return made;
}

static bool
check_bids(struct trick_reading *t, const struct spades_variant *r,
	   struct spades_reading *p)
{
	struct spades_state *h = &p->h;
	struct status *st = t->st;
	bool all = h->phase != SPADES_BIDDING;
	if (!r->bidding) {
		if (p->bids_given || h->phase == SPADES_BIDDING)
			return status_fail(st, "bids: expected none with bidding=off");
		return true;
	}
	for (int i = 0; i < r->seats && all && !p->bids_given; i++)
		h->bid[i] = (int8_t)(h->taken[i] > 0 ? h->taken[i] : 1);
	int made = bids_in_order(r, h);
	if (made < 0 || (made < r->seats) != (h->phase == SPADES_BIDDING))
		return status_fail(st, "bids: expected %s, from %c on",
				   all ? "all" : "some left to be made",
				   trick_letters[r->seats][first_seat(r, h)]);
	if (r->nil == 0)
		for (int i = 0; i < r->seats; i++)
			if (is_nil(h->bid[i]))
				return status_fail(st, "bids: no nil with nil=0");
	if (h->phase != SPADES_BIDDING)
		return h->blind == 0 || status_fail(st, "blind: expected phase=bid");
	for (int i = 0; i < r->seats; i++)
		if ((h->blind >> i & 1) != 0 && (!r->blind || h->bid[i] != BID_NONE))
			return status_fail(st, "blind: %c cannot bid blind",
					   trick_letters[r->seats][i]);
	int turn = (first_seat(r, h) + made) % r->seats;
	if (h->played != 0 || h->trick_count != 0 || h->last_count != 0 ||
	    (t->turn_given && turn != h->turn))
		return status_fail(st, "phase=bid: expected no cards played, and turn=%c",
				   trick_letters[r->seats][turn]);
	h->turn = (uint8_t)turn;
	h->leader = (uint8_t)first_seat(r, h);
	return true;
}

/* Partners have one score. */
static bool
check_sides(struct trick_reading *t, const struct spades_variant *r,
	    const struct spades_state *h)
{
	for (int i = 0; i < 2 && r->partners; i++)
		if (h->total[i] != h->total[i + 2] || h->bags[i] != h->bags[i + 2] ||
		    h->points[i] != h->points[i + 2])
			return status_fail(t->st,
					   "total, bags and points: expected the same "
					   "for partners");
	return true;
}

/* The fields that follow from the cards. */
static bool
spades_derive_play(struct trick_reading *t, const struct spades_variant *r,
		   struct spades_state *h)
{
	h->broken = (h->played & SPADE_CARDS) != 0;
	for (int i = 0; i < h->trick_count; i++)
		if (i == 0 || card_beats(h->trick[i], h->best)) {
			h->best = h->trick[i];
			h->best_seat = (uint8_t)((h->leader + i) % r->seats);
		}
	int past = (cards_count(h->played) - h->trick_count) / r->seats;
	if (tricks_left(r, h) != r->cards - past)
		return status_fail(t->st, "taken: expected %d tricks in all", past);
	if (past == r->cards)
		return status_fail(t->st,
				   "all cards are played: expected phase=deal or over");
	return true;
}

static bool
check_between_hands(struct trick_reading *t, const struct spades_variant *r,
		    struct spades_reading *p)
{
	struct spades_state *h = &p->h;
	if (!trick_check_between(t, h->blind == 0))
		return false;
	int left = tricks_left(r, h);
	if (left != r->cards && (left != 0 || h->hand_number == 0))
		return status_fail(t->st, "taken: expected %d tricks in all",
				   h->hand_number == 0 ? 0 : r->cards);
	if (h->hand_number == 0 && p->bids_given)
		for (int i = 0; i < r->seats; i++)
			if (h->bid[i] != BID_NONE)
				return status_fail(t->st, "bids: nobody has bid yet");
	return h->hand_number == 0 || check_bids(t, r, p);
}

static bool
spades_check_position(struct trick_reading *t, const struct spades_variant *r,
		      struct spades_reading *p)
{
	struct spades_state *h = &p->h;
	if (!check_sides(t, r, h))
		return false;
	if (h->phase == SPADES_DEAL || h->phase == SPADES_OVER)
		return check_between_hands(t, r, p);
	if (!trick_check_hand(t) || !check_bids(t, r, p))
		return false;
	memset(h->points, 0, sizeof h->points);
	if (h->phase == SPADES_BIDDING && tricks_left(r, h) != r->cards)
		return status_fail(t->st, "phase=bid: expected no tricks taken");
	struct trick_view v = TRICK_VIEW(r, h);
	if (!trick_check_places(t, &v))
		return false;
	if (h->phase == SPADES_PLAYING &&
	    (!trick_find_turn(t, first_seat(r, h)) || !spades_derive_play(t, r, h)))
		return false;
	v = TRICK_VIEW(r, h);
	return trick_check_counts(t, &v);
}

static bool
spades_parse_position(const struct game *g, const char *text, struct state *s,
		      struct status *st)
{
	const struct spades_variant *r = spades_variant(g);
	struct spades_reading p = { .h = { .phase = SPADES_PLAYING, .hand_number = 1 } };
	struct trick_reading t = TRICK_READING(r, &p.h, BEFORE, st);
	t.own = &p;
	memset(p.h.bid, BID_NONE, sizeof p.h.bid);
	if (!trick_read_tokens(&t, position_keys,
			       "phase, hand, total, points, bags, bids, taken, blind, "
			       "turn, played, trick, last, notX or a seat",
			       text) ||
	    !spades_check_position(&t, r, &p))
		return false;
	memset(s, 0, sizeof *s);
	*spades_in(s) = p.h;
	return true;
}

const struct game_text spades_text = {
	.format_move = spades_format_move,
	.parse_move = spades_parse_move,
	.format_position = spades_format_position,
	.parse_position = spades_parse_position,
	.seat_name = trick_seat_name,
	.seat_letter = trick_seat_letter,
	.seat_word = trick_seat_word,
};
