/*
 * session.c - the results of a session of hold'em: chips, millibigblinds a hand, the same without
 * the luck of all-ins, by position and by the round of the last move, showdowns, and how often a
 * seat came in and raised.
 *
 * Millibigblinds (mbb/g): thousandths of the big blind of each hand, the mean over hands. All-ins
 * evened out: where the betting ended with a call and cards to come, the hand counts its share of
 * the pot over all boards instead of what the cards brought. VPIP: hands in which the seat put
 * chips in before the flop of its own will, a big blind that checks not counted; PFR: those in
 * which it raised there.
 */
#include "games/common/words.h"
#include "games/poker/holdem/rules.h"

#include <stdlib.h>
#include <string.h>

#define RUNOUTS_MOST 100 /* from before the flop: some 30 ms each */

struct session_tally {
	int hands, shown, won, folded, came_in, raised, all_ins, runouts;
	double chips, mbb, even_chips, even_mbb;
	int on_button;			  /* hands */
	double button, by[HOLDEM_ROUNDS]; /* chips, on the button and by the last round */
};

/* The round in which the last move of a hand was made. */
static int
last_round(const struct holdem *h)
{
	int round = h->round;
	while (round > 0 && h->before[round] == h->moves)
		round--;
	return round;
}

/* When a call ended the betting before the last card: seat 0's expectation; else its winnings. */
static double
evened_out(const struct holdem_variant *r, const struct holdem *h,
	   struct session_tally *s)
{
	const int cards = holdem_board_cards(r),
		  seen = holdem_board_of_round(last_round(h));
	uint64_t board = 0;
	if (h->folded || seen == cards || !(holdem_all_in(h, 0) || holdem_all_in(h, 1)) ||
	    !holdem_knows(h, 0) || !holdem_knows(h, 1))
		return h->last;
	s->all_ins++;
	s->runouts += seen == 0;
	if (s->runouts > RUNOUTS_MOST)
		return h->last;
	for (int i = 0; i < seen; i++)
		board |= CARD_BIT(h->board[i]);
	const double share =
		holdem_share(r, holdem_hand_set(h, 0), holdem_hand_set(h, 1), board);
	return holdem_matched(h) * (2 * share - 1);
}

/* A seat's moves before the flop; the button moves first, and with equal blinds may check. */
static void
note_entry(const struct holdem_variant *r, const struct holdem *h, int seat,
	   struct session_tally *s)
{
	const int end = h->round > 0 ? h->before[1] : h->moves;
	const bool equal = holdem_small_blind(r, h->hand) == holdem_big_blind(r, h->hand);
	bool in = false, raised = false;
	for (int i = seat == holdem_button(h) ? 0 : 1; i < end; i += 2) {
		const bool raise = h->line[i] >= HOLDEM_RAISE;
		const bool check = i > 0 ? h->line[i - 1] == HOLDEM_CALL : equal;
		raised |= raise;
		in |= raise || (h->line[i] == HOLDEM_CALL && !check);
	}
	s->came_in += in;
	s->raised += raised;
}

static void
holdem_session_note_hand(const struct holdem_variant *r, const struct holdem *h, int seat,
			 struct session_tally *s)
{
	const double sign = seat == 0 ? 1 : -1, big = holdem_big_blind(r, h->hand);
	const double even = sign * evened_out(r, h, s);
	s->hands++;
	s->chips += sign * h->last;
	s->on_button += seat == holdem_button(h);
	s->button += seat == holdem_button(h) ? sign * h->last : 0;
	s->by[last_round(h)] += sign * h->last;
	s->mbb += sign * h->last * 1000 / big;
	s->even_chips += even;
	s->even_mbb += even * 1000 / big;
	s->folded += h->folded == seat + 1;
	s->shown += !h->folded;
	s->won += !h->folded && sign * h->last > 0;
	note_entry(r, h, seat, s);
}

static void
write_rounds(const struct holdem_variant *r, const struct session_tally *s,
	     char line[SESSION_LINE])
{
	struct words w = words_start(line, SESSION_LINE);
	for (int i = 0; i < r->rounds; i++)
		words_add(&w, "%s%s %+.0f",
			  i == 0   ? "ended "
			  : i == 1 ? ", on the "
				   : ", ",
			  holdem_round_name(i), s->by[i]);
}

static int
holdem_session_write_lines(const struct holdem_variant *r, const struct session_tally *s,
			   char line[][SESSION_LINE])
{
	const double n = s->hands;
	struct words w = words_start(line[0], SESSION_LINE);
	words_add(&w, "%d hand%s: %+.0f chips, %+.0f mbb/g", s->hands,
		  s->hands == 1 ? "" : "s", s->chips, s->mbb / n);
	if (s->runouts > RUNOUTS_MOST)
		words_add(&w, "; more all-ins than are evened out");
	else if (s->all_ins > 0)
		words_add(&w, "; with %d all-in%s evened out %+.0f, %+.0f", s->all_ins,
			  s->all_ins == 1 ? "" : "s", s->even_chips, s->even_mbb / n);
	w = words_start(line[1], SESSION_LINE);
	words_add(&w, "on the button %+.0f (%d), in the big blind %+.0f (%d)", s->button,
		  s->on_button, s->chips - s->button, s->hands - s->on_button);
	write_rounds(r, s, line[2]);
	w = words_start(line[3], SESSION_LINE);
	words_add(&w,
		  "showdowns %d, won %d; folded %d; came in %.0f %% (VPIP), raised %.0f "
		  "%% (PFR)",
		  s->shown, s->won, s->folded, 100 * s->came_in / n, 100 * s->raised / n);
	return 4;
}

int
holdem_session(const struct game *g, const struct state *states, int count, int seat,
	       char line[][SESSION_LINE])
{
	struct session_tally s = { 0 };
	for (int k = 1; k < count; k++)
		if (holdem_hand_over(holdem_of(&states[k])) &&
		    !holdem_hand_over(holdem_of(&states[k - 1])))
			holdem_session_note_hand(holdem_variant(g), holdem_of(&states[k]),
						 seat, &s);
	return s.hands > 0 ? holdem_session_write_lines(holdem_variant(g), &s, line) : 0;
}

/* Hands are as many in each game where nobody goes broke. */
double
holdem_rate(const struct game *g, const char **unit)
{
	const struct holdem_variant *r = holdem_variant(g);
	*unit = "mbb/g";
	return r->reset ? 1000.0 / r->big / r->hands : 0;
}
