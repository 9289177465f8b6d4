/*
 * text.c - moves and positions as text.
 *
 * The position text is described in hearts.h. Reading one checks everything that the rest of
 * the game relies on: the pack, the number of cards in each hand, the points among the cards
 * played, and that the hidden cards can be dealt out at all.
 */
#include "games/common/trick_text.h"
#include "games/hearts/rules.h"

#define BEFORE "pass" /* the phase before play */

/* --- moves --- */

static void
hearts_format_move(const struct game *g, const struct state *s, int seat, move m,
		   char *out, int size)
{
	(void)g, (void)s;
	if (seat == SEAT_CHANCE || (m & HEARTS_PASS) == 0) {
		trick_format_move(seat, m, out, size);
		return;
	}
	struct words w = words_start(out, size);
	trick_add_cards(&w, hearts_pass_set(m) & CARDS_ALL, "+");
}

static bool
parse_pass(const struct hearts_variant *r, const struct hearts_state *h, int seat,
	   const char *text, move *out, struct status *st)
{
	uint64_t set;
	int count;
	bool known = cards_count(h->hand[seat]) == r->cards;
	if (!trick_parse_cards(text, &set, &count) || count != r->pass_cards ||
	    cards_count(set) != count)
		return status_fail(st, "'%.40s': expected %d cards to pass, as in %s",
				   text, r->pass_cards,
				   r->pass_cards == 2 ? "QS+KH" : "QS+AS+KH");
	uint64_t missing = set & (known ? ~h->hand[seat] : ~r->deck);
	if (missing != 0) {
		char card[CARD_TEXT];
		card_format(cards_lowest(missing), card);
		return status_fail(st, "%s is not in the hand", card);
	}
	*out = hearts_pass_move(set);
	return true;
}

static bool
hearts_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		  move *out, struct status *st)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	text = trick_skip_verb(text, "pass ");
	if (h->phase == HEARTS_DEAL)
		return trick_parse_deal(text, out, st);
	if (seat < 0 || seat >= r->seats || h->phase == HEARTS_OVER)
		return status_fail(st, "'%.40s': no seat is to move", text);
	if (h->phase == HEARTS_PASSING)
		return parse_pass(r, h, seat, text, out, st);
	move m[MOVES_MAX];
	return trick_parse_card(text, m, hearts_moves(g, s, seat, m), out, st);
}

/* --- positions --- */

static void
hearts_add_play(struct words *w, const struct trick_view *v, const struct hearts_state *h)
{
	const char *letter = trick_letters[v->seats];
	if (h->phase == HEARTS_PLAYING)
		words_add(w, " turn=%c", letter[h->turn]);
	trick_add_hands(w, v);
	if (h->jack != 0)
		words_add(w, " jack=%c", letter[h->jack - 1]);
	trick_add_cannot(w, v);
	for (int i = 0; i < v->seats; i++) {
		char key[6] = { 'p', 'a', 's', 's', letter[i], '\0' };
		if (h->passed[i] != 0)
			trick_add_set(w, key, h->passed[i], v->deck);
		else if ((h->committed >> i & 1) != 0)
			words_add(w, " %s=?", key);
	}
}

static void
hearts_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct hearts_state *h = hearts_of(s);
	const struct trick_view v = hearts_trick_view(g, s);
	struct words w = words_start(out, size);
	int points[HEARTS_SEATS] = { 0 };
	for (int i = 0; i < v.seats; i++)
		points[i] = h->points[i];
	trick_add_course(&w, &v, BEFORE, h->total);
	trick_add_numbers(&w, "points", points, v.seats);
	if (v.dealt)
		hearts_add_play(&w, &v, h);
	trick_add_last(&w, &v);
}

static bool
hearts_read_points(struct trick_reading *t, const char *text)
{
	struct hearts_state *h = t->own;
	long n[HEARTS_SEATS] = { 0 };
	if (!trick_read_list(t, "points", text, -36, 26, n))
		return false;
	for (int i = 0; i < t->seats; i++)
		h->points[i] = (int8_t)n[i];
	return true;
}

static bool
read_jack(struct trick_reading *t, const char *text)
{
	struct hearts_state *h = t->own;
	int seat;
	if (!trick_read_seat(t, "jack", text, &seat))
		return false;
	h->jack = (uint8_t)(seat + 1);
	return true;
}

static bool
read_passed(struct trick_reading *t, const char *text)
{
	struct hearts_state *h = t->own;
	h->committed |= (uint8_t)(1 << t->seat);
	return strcmp(text, "?") == 0 ||
	       trick_read_set(t, "pass", text, &h->passed[t->seat]);
}

static const struct trick_key position_keys[] = {
	{ "points", false, hearts_read_points },
	{ "jack", false, read_jack },
	{ "pass", true, read_passed },
	{ NULL, false, NULL },
};

/* Who leads the first trick has the card that leads it, known or not. */
static bool
check_first_lead(struct trick_reading *t, const struct hearts_variant *r,
		 struct hearts_state *h)
{
	const struct trick_view v = TRICK_VIEW(r, h);
	const uint64_t first = CARD_BIT(r->first);
	if (h->played != 0 || (h->hand[h->turn] & first) != 0)
		return true;
	if ((trick_possible(&v, h->turn) & first) == 0 ||
	    cards_count(h->hand[h->turn]) >= trick_cards(&v, h->turn))
		return trick_impossible(t,
					"leads but is not in the hand whose turn it is",
					r->first);
	h->hand[h->turn] |= first;
	return true;
}

/* The fields that follow from the cards. */
static bool
hearts_derive_play(struct trick_reading *t, const struct hearts_variant *r,
		   struct hearts_state *h)
{
	uint64_t gone = h->played;
	for (int i = 0; i < h->trick_count; i++) {
		int card = h->trick[i];
		if (i == 0 || card_beats(card, h->best)) {
			h->best = (uint8_t)card;
			h->best_seat = (uint8_t)((h->leader + i) % r->seats);
		}
		h->trick_points = (uint8_t)(h->trick_points + points_of_card(card));
		gone &= ~CARD_BIT(card);
	}
	h->broken = (h->played & HEART_CARDS) != 0 ||
		    (r->queen_breaks && (h->played & QUEEN_BIT) != 0);
	int sum = 0;
	for (int i = 0; i < r->seats; i++) {
		sum += h->points[i];
		if (h->points[i] < 0)
			return status_fail(t->st,
					   "points: %d in a hand that is not scored",
					   h->points[i]);
	}
	if (sum != points_of_set(gone))
		return status_fail(t->st,
				   "points: %d in all, expected %d, the points among the "
				   "cards of past tricks",
				   sum, points_of_set(gone));
	bool jack_taken = r->jack && (gone & JACK_BIT) != 0;
	if (jack_taken != (h->jack != 0))
		return status_fail(t->st, jack_taken
						  ? "jack: expected the seat that took it"
						  : "jack: no seat has taken it");
	if (h->played == r->deck)
		return status_fail(t->st,
				   "all cards are played: expected phase=deal or over");
	return true;
}

static bool
check_passes(struct trick_reading *t, const struct hearts_variant *r,
	     struct hearts_state *h)
{
	const char *letter = trick_letters[r->seats];
	int by = pass_by(r, h);
	if (by == 0 && (h->phase == HEARTS_PASSING || h->committed != 0))
		return status_fail(t->st, "no cards are passed in hand %d",
				   h->hand_number);
	for (int i = 0; i < r->seats; i++) {
		uint64_t set = h->passed[i];
		int owner = h->phase == HEARTS_PASSING ? i : trick_left(r->seats, i, by);
		if (set != 0 && cards_count(set) != r->pass_cards)
			return status_fail(t->st, "pass%c: expected %d cards", letter[i],
					   r->pass_cards);
		if ((set & ~(h->hand[owner] | h->played)) != 0)
			return status_fail(t->st, "pass%c: expected cards of %c",
					   letter[i], letter[owner]);
	}
	if (h->phase == HEARTS_PLAYING)
		h->committed = 0;
	else if (h->committed == (1 << r->seats) - 1)
		return status_fail(t->st, "all have passed: expected phase=play");
	return true;
}

static bool
hearts_check_position(struct trick_reading *t, const struct hearts_variant *r,
		      struct hearts_state *h)
{
	if (h->phase == HEARTS_DEAL || h->phase == HEARTS_OVER)
		return trick_check_between(t, h->committed == 0 && h->jack == 0);
	if (!trick_check_hand(t))
		return false;
	struct trick_view v = TRICK_VIEW(r, h);
	if (!trick_check_places(t, &v))
		return false;
	if (h->phase == HEARTS_PASSING &&
	    (h->played != 0 || t->turn_given || h->last_count != 0))
		return status_fail(t->st, "phase=pass: expected no cards played");
	const int first = h->played == 0 ? hearts_holder(r, h, r->first) : 0;
	if (h->phase == HEARTS_PLAYING &&
	    (!trick_find_turn(t, first) || !check_first_lead(t, r, h)))
		return false;
	v = TRICK_VIEW(r, h);
	return trick_check_counts(t, &v) && hearts_derive_play(t, r, h) &&
	       check_passes(t, r, h);
}

static bool
hearts_parse_position(const struct game *g, const char *text, struct state *s,
		      struct status *st)
{
	const struct hearts_variant *r = hearts_variant(g);
	struct hearts_state h = { .phase = HEARTS_PLAYING, .hand_number = 1 };
	struct trick_reading t = TRICK_READING(r, &h, BEFORE, st);
	if (!trick_read_tokens(&t, position_keys,
			       "phase, hand, total, points, turn, jack, played, trick, "
			       "last, a seat, notX or passX",
			       text) ||
	    !hearts_check_position(&t, r, &h))
		return false;
	memset(s, 0, sizeof *s);
	*hearts_in(s) = h;
	return true;
}

const struct game_text hearts_text = {
	.format_move = hearts_format_move,
	.parse_move = hearts_parse_move,
	.format_position = hearts_format_position,
	.parse_position = hearts_parse_position,
	.seat_name = trick_seat_name,
	.seat_letter = trick_seat_letter,
	.seat_word = trick_seat_word,
};
