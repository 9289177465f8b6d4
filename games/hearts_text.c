/*
 * hearts_text.c - moves and positions as text.
 *
 * The position text is described in hearts.h. Reading one checks everything that the rest of
 * the game relies on: the pack, the number of cards in each hand, the points among the cards
 * played, and that the hidden cards can be dealt out at all.
 */
#include "games/hearts_parts.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const phase_names[] = { "deal", "pass", "play", "over" };

/* --- moves --- */

void
hearts_format_move(const struct game *g, const struct state *s, int seat, move m,
		   char *out, int size)
{
	(void)g, (void)s;
	struct line l = line_start(out, size);
	if (seat == SEAT_CHANCE)
		line_add(&l, "deal %u", m);
	else if ((m & HEARTS_PASS) != 0)
		line_cards(&l, hearts_pass_set(m) & CARDS_ALL, "+");
	else if (m < CARDS)
		line_cards(&l, CARD_BIT(m), "");
	else
		line_add(&l, "?");
}

static bool
parse_pass(const struct hearts_rules *r, const struct hearts_state *h, int seat,
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

bool
hearts_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		  move *out, struct status *st)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	text = trick_skip(text);
	if (strncmp(text, "pass ", 5) == 0 || strncmp(text, "play ", 5) == 0)
		text = trick_skip(text + 5);
	if (h->phase == HEARTS_DEAL)
		return trick_parse_deal(text, out, st);
	if (seat < 0 || seat >= r->seats || h->phase == HEARTS_OVER)
		return status_fail(st, "'%.40s': nobody is to move", text);
	if (h->phase == HEARTS_PASSING)
		return parse_pass(r, h, seat, text, out, st);
	uint64_t set, legal = 0;
	int count;
	move m[MOVES_MAX];
	for (int i = hearts_moves(g, s, seat, m); i-- > 0;)
		legal |= CARD_BIT(m[i]);
	if (!trick_parse_cards(text, &set, &count) || count != 1 || (set & legal) == 0) {
		char list[CARDS * 3 + 1];
		struct line l = line_start(list, sizeof list);
		line_cards(&l, legal, " ");
		return status_fail(st, "'%.40s': expected one of %s", text, list);
	}
	*out = (move)cards_lowest(set);
	return true;
}

/* --- positions --- */

static uint64_t
cards_held(const struct hearts_rules *r, const struct hearts_state *h)
{
	uint64_t held = 0;
	for (int i = 0; i < r->seats; i++)
		held |= h->hand[i];
	return held;
}

static void
add_play(struct line *l, const struct game *g, const struct hearts_state *h)
{
	const struct hearts_rules *r = hearts_rules(g);
	const char *letter = trick_letters[r->seats];
	if (h->phase == HEARTS_PLAYING)
		line_add(l, " turn=%c", letter[h->turn]);
	for (int i = 0; i < r->seats; i++)
		line_set(l, (char[2]){ letter[i], '\0' }, h->hand[i], r->deck);
	if ((cards_held(r, h) | h->played) != r->deck)
		line_set(l, "played", h->played, r->deck);
	line_trick(l, r->seats, "trick", h->leader, h->trick, h->trick_count);
	if (h->jack != 0)
		line_add(l, " jack=%c", letter[h->jack - 1]);
	for (int i = 0; i < r->seats; i++)
		if (h->cannot[i] != 0)
			line_set(l, (char[5]){ 'n', 'o', 't', letter[i], '\0' },
				 h->cannot[i], r->deck);
	for (int i = 0; i < r->seats; i++) {
		char key[6] = { 'p', 'a', 's', 's', letter[i], '\0' };
		if (h->passed[i] != 0)
			line_set(l, key, h->passed[i], r->deck);
		else if ((h->committed >> i & 1) != 0)
			line_add(l, " %s=?", key);
	}
}

void
hearts_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct line l = line_start(out, size);
	line_add(&l, "phase=%s hand=%d total=", phase_names[h->phase], h->hand_number);
	for (int i = 0; i < r->seats; i++)
		line_add(&l, "%s%d", i == 0 ? "" : ",", h->total[i]);
	line_add(&l, " points=");
	for (int i = 0; i < r->seats; i++)
		line_add(&l, "%s%d", i == 0 ? "" : ",", h->points[i]);
	if (h->phase == HEARTS_PASSING || h->phase == HEARTS_PLAYING)
		add_play(&l, g, h);
	line_trick(&l, r->seats, "last", h->last_leader, h->last, h->last_count);
}

/* What a position text has said so far. */
struct reading {
	struct trick_reading t;
	const struct game *g;
	const struct hearts_rules *r;
	struct hearts_state h;
	bool played_given, turn_given;
	int trick_leader; /* SEAT_NONE: no trick */
};

static bool
read_hand(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	long n;
	const char *end;
	if (!trick_read_number(text, 0, 60000, &n, &end) || *end != '\0')
		return status_fail(p->t.st,
				   "hand=%.40s: expected a number from 0 to 60000", text);
	p->h.hand_number = (uint16_t)n;
	return true;
}

static bool
read_total(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	long n[HEARTS_SEATS] = { 0 };
	if (!trick_read_list(&p->t, "total", text, -9999, 9999, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		p->h.total[i] = (int16_t)n[i];
	return true;
}

static bool
read_points(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	long n[HEARTS_SEATS] = { 0 };
	if (!trick_read_list(&p->t, "points", text, -36, 26, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		p->h.points[i] = (int8_t)n[i];
	return true;
}

static bool
read_phase(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	for (uint8_t i = 0; i < 4; i++)
		if (strcmp(text, phase_names[i]) == 0) {
			p->h.phase = i;
			return true;
		}
	return status_fail(p->t.st, "phase=%.40s: expected deal, pass, play or over",
			   text);
}

static bool
read_turn(void *reading, int unused, const char *text)
{
	struct reading *p = reading;
	(void)unused;
	int seat;
	if (!trick_read_seat(&p->t, "turn", text, &seat))
		return false;
	p->h.turn = (uint8_t)seat;
	p->turn_given = true;
	return true;
}

static bool
read_jack(void *reading, int unused, const char *text)
{
	struct reading *p = reading;
	(void)unused;
	int seat;
	if (!trick_read_seat(&p->t, "jack", text, &seat))
		return false;
	p->h.jack = (uint8_t)(seat + 1);
	return true;
}

static bool
read_cards(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	return trick_read_set(&p->t, "hand", text, &p->h.hand[seat]);
}

static bool
read_cannot(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	return trick_read_set(&p->t, "not", text, &p->h.cannot[seat]);
}

static bool
read_passed(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	p->h.committed |= (uint8_t)(1 << seat);
	return strcmp(text, "?") == 0 ||
	       trick_read_set(&p->t, "pass", text, &p->h.passed[seat]);
}

static bool
read_played(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	p->played_given = true;
	return trick_read_set(&p->t, "played", text, &p->h.played);
}

static bool
read_trick(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	return trick_read_table(&p->t, "trick", text, p->r->seats - 1, &p->trick_leader,
				p->h.trick, &p->h.trick_count);
}

static bool
read_last(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	(void)seat;
	int leader;
	if (!trick_read_table(&p->t, "last", text, p->r->seats, &leader, p->h.last,
			      &p->h.last_count))
		return false;
	if (p->h.last_count != p->r->seats)
		return status_fail(p->t.st, "last: %d cards, expected %d",
				   p->h.last_count, p->r->seats);
	p->h.last_leader = (uint8_t)leader;
	return true;
}

static const struct trick_key position_keys[] = {
	{ "phase", false, read_phase },
	{ "hand", false, read_hand },
	{ "total", false, read_total },
	{ "points", false, read_points },
	{ "turn", false, read_turn },
	{ "jack", false, read_jack },
	{ "played", false, read_played },
	{ "trick", false, read_trick },
	{ "last", false, read_last },
	{ "not", true, read_cannot },
	{ "pass", true, read_passed },
	{ "", true, read_cards },
	{ NULL, false, NULL },
};

/* Whose turn it is, from the trick, the token, or the card that leads. */
static bool
find_turn(struct reading *p)
{
	struct hearts_state *h = &p->h;
	int turn = h->turn;
	if (h->trick_count > 0)
		turn = (p->trick_leader + h->trick_count) % p->r->seats;
	else if (h->played == 0 && !p->turn_given)
		turn = hearts_holder(p->r, h, p->r->first);
	if (p->turn_given && turn != h->turn)
		return status_fail(p->t.st, "turn=%c does not fit the trick, expected %c",
				   trick_letters[p->r->seats][h->turn],
				   trick_letters[p->r->seats][turn]);
	h->turn = (uint8_t)turn;
	h->leader = (uint8_t)(h->trick_count > 0 ? p->trick_leader : turn);
	if (h->played != 0)
		return true;
	uint64_t first = CARD_BIT(p->r->first);
	if ((h->hand[turn] & first) != 0)
		return true;
	if ((cards_held(p->r, h) & first) != 0 || (h->cannot[turn] & first) != 0 ||
	    cards_count(h->hand[turn]) >= cards_in_hand(p->r, h, turn))
		return trick_impossible(&p->t,
					"leads but is not in the hand whose turn it is",
					p->r->first);
	h->hand[turn] |= first;
	return true;
}

/* The fields that follow from the cards. */
static bool
derive_play(struct reading *p)
{
	struct hearts_state *h = &p->h;
	uint64_t gone = h->played;
	for (int i = 0; i < h->trick_count; i++) {
		int card = h->trick[i];
		bool follows = card_suit(card) == card_suit(h->trick[0]);
		if (i == 0 || (follows && card > h->best)) {
			h->best = (uint8_t)card;
			h->best_seat = (uint8_t)((h->leader + i) % p->r->seats);
		}
		h->trick_points = (uint8_t)(h->trick_points + points_of_card(card));
		gone &= ~CARD_BIT(card);
	}
	h->broken = (h->played & HEART_CARDS) != 0 ||
		    (p->r->queen_breaks && (h->played & QUEEN_BIT) != 0);
	int sum = 0;
	for (int i = 0; i < p->r->seats; i++) {
		sum += h->points[i];
		if (h->points[i] < 0)
			return status_fail(p->t.st,
					   "points: %d in a hand that is not scored",
					   h->points[i]);
	}
	if (sum != points_of_set(gone))
		return status_fail(p->t.st,
				   "points: %d in all, expected %d, the points among the "
				   "cards of past tricks",
				   sum, points_of_set(gone));
	bool jack_taken = p->r->jack && (gone & JACK_BIT) != 0;
	if (jack_taken != (h->jack != 0))
		return status_fail(p->t.st, jack_taken ? "jack: expected who took it"
						       : "jack: nobody has taken it");
	if (h->played == p->r->deck)
		return status_fail(p->t.st,
				   "all cards are played: expected phase=deal or over");
	return true;
}

static bool
check_passes(struct reading *p)
{
	struct hearts_state *h = &p->h;
	const char *letter = trick_letters[p->r->seats];
	int by = pass_by(p->r, h);
	if (by == 0 && (h->phase == HEARTS_PASSING || h->committed != 0))
		return status_fail(p->t.st, "no cards are passed in hand %d",
				   h->hand_number);
	for (int i = 0; i < p->r->seats; i++) {
		uint64_t set = h->passed[i];
		int owner = h->phase == HEARTS_PASSING ? i : seat_plus(p->r, i, by);
		if (set != 0 && cards_count(set) != p->r->pass_cards)
			return status_fail(p->t.st, "pass%c: expected %d cards",
					   letter[i], p->r->pass_cards);
		if ((set & ~(h->hand[owner] | h->played)) != 0)
			return status_fail(p->t.st, "pass%c: expected cards of %c",
					   letter[i], letter[owner]);
	}
	if (h->phase == HEARTS_PLAYING)
		h->committed = 0;
	else if (h->committed == (1 << p->r->seats) - 1)
		return status_fail(p->t.st, "all have passed: expected phase=play");
	return true;
}

static bool
check_between_hands(struct reading *p)
{
	struct hearts_state *h = &p->h;
	if ((cards_held(p->r, h) | h->played) != 0 || h->trick_count != 0 ||
	    h->committed != 0 || p->turn_given || h->jack != 0)
		return status_fail(p->t.st, "phase=%s: expected no cards",
				   phase_names[h->phase]);
	if (h->phase == HEARTS_OVER && h->hand_number == 0)
		return status_fail(p->t.st, "phase=over: expected hand=1 or more");
	memset(h->cannot, 0, sizeof h->cannot);
	return true;
}

static bool
check_position(struct reading *p)
{
	struct hearts_state *h = &p->h;
	if (h->phase == HEARTS_DEAL || h->phase == HEARTS_OVER)
		return check_between_hands(p);
	if (h->hand_number == 0)
		return status_fail(p->t.st, "hand=0: expected 1 or more");
	if (!p->played_given && h->phase == HEARTS_PLAYING)
		h->played = p->r->deck & ~cards_held(p->r, h);
	struct trick_view v = view_of(p->r, h);
	if (!trick_check_places(&p->t, &v))
		return false;
	if (h->phase == HEARTS_PASSING &&
	    (h->played != 0 || p->turn_given || h->last_count != 0))
		return status_fail(p->t.st, "phase=pass: expected no cards played");
	if (h->phase == HEARTS_PLAYING && !find_turn(p))
		return false;
	v = view_of(p->r, h);
	return trick_check_counts(&p->t, &v) && derive_play(p) && check_passes(p);
}

bool
hearts_parse_position(const struct game *g, const char *text, struct state *s,
		      struct status *st)
{
	struct reading p = {
		.t = { g->seats, hearts_rules(g)->deck, st },
		.g = g,
		.r = hearts_rules(g),
		.h = { .phase = HEARTS_PLAYING, .hand_number = 1 },
		.trick_leader = SEAT_NONE,
	};
	if (!trick_read_tokens(&p, position_keys,
			       "phase, hand, total, points, turn, jack, played, trick, "
			       "last, a seat, notX or passX",
			       text))
		return false;
	if (!check_position(&p))
		return false;
	memset(s, 0, sizeof *s);
	*hearts_in(s) = p.h;
	return true;
}
