/*
 * hearts.c - the card table (cards.h) with the parts of Hearts: passing, broken hearts.
 *
 * Other seats show the cards the viewer knows them to hold: all when all is open, else those
 * passed to them.
 */
#include "games/hearts/hearts.h"

#include "ui/boards/cards.h"

#include <stdio.h>
#include <string.h>

/* Who gets the cards that the seat at the bottom passes. */
static int
receiver(const struct board *b)
{
	return (b->bottom + hearts_pass_by(b->game, &b->state)) % b->game->seats;
}

/* The points of the last trick, as it is scored. */
static int
last_points(const struct board *b, const struct trick_view *v)
{
	int points = 0;
	for (int k = 0; k < v->last_count; k++)
		points +=
			v->last[k] == QUEEN_OF_SPADES	  ? 13
			: card_suit(v->last[k]) == HEARTS ? 1
			: v->last[k] == JACK_OF_DIAMONDS && hearts_variant(b->game)->jack
				? -10
				: 0;
	return points;
}

/* The seat that has taken the queen of spades: its points say it, but for 13 to one seat and 13
 * hearts to another; then, and before she is taken, SEAT_NONE. */
static int
queen_taker(const struct board *b)
{
	const struct hearts_state *s = hearts_of(&b->state);
	int taker = SEAT_NONE, many = 0;
	for (int i = 0; i < b->game->seats; i++)
		if (s->points[i] >= 13) {
			taker = i;
			many++;
		}
	return many == 1 ? taker : SEAT_NONE;
}

/* Whether hearts are broken, and where the queen is. */
static void
table_news(const struct board *b, struct card_table *t)
{
	const struct hearts_state *s = hearts_of(&b->state);
	bool lies = false;
	for (int k = 0; k < s->trick_count; k++)
		lies = lies || s->trick[k] == QUEEN_OF_SPADES;
	const bool taken = (s->played & CARD_BIT(QUEEN_OF_SPADES)) != 0 && !lies;
	const int taker = queen_taker(b);
	if (s->phase != HEARTS_PLAYING)
		return;
	t->happened[0] = s->broken;
	t->happened[1] = taken;
	snprintf(t->news[0], sizeof t->news[0], "hearts %sbroken",
		 s->broken ? "" : "not ");
	if (taken && taker != SEAT_NONE)
		snprintf(t->news[1], sizeof t->news[1], "%s took QS",
			 board_seat_word(b->game, taker));
	else
		snprintf(t->news[1], sizeof t->news[1],
			 taken	? "QS is taken"
			 : lies ? "QS is in this trick"
			 : (s->hand[b->bottom] & CARD_BIT(QUEEN_OF_SPADES)) != 0
				 ? "QS is in your hand"
				 : "QS not seen yet");
}

static struct card_table
hearts_board_table_of(const struct board *b)
{
	const struct hearts_state *s = hearts_of(&b->state);
	struct card_table t = {
		.v = hearts_trick_view(b->game, &b->state),
		.trumps = -1,
		.all_known = hearts_variant(b->game)->open,
		.given = s->phase == HEARTS_PLAYING ? s->passed[b->bottom] : 0,
		.choosing = s->phase == HEARTS_PASSING,
	};
	const int points = last_points(b, &t.v);
	if (points != 0)
		snprintf(t.won, sizeof t.won, "%d point%s", points,
			 points == 1 ? "" : "s");
	table_news(b, &t);
	for (int i = 0; i < b->game->seats && t.v.dealt; i++)
		snprintf(t.note[i], sizeof t.note[i], "%d card%s", trick_cards(&t.v, i),
			 trick_cards(&t.v, i) == 1 ? "" : "s");
	if (s->phase == HEARTS_PASSING && b->chooser == b->bottom)
		snprintf(t.heading, sizeof t.heading,
			 "pass %d cards to %s, %s: %d picked",
			 hearts_variant(b->game)->pass_cards,
			 board_seat_word(b->game, receiver(b)),
			 hearts_pass_name(b->game, &b->state), cards_count(b->picked));
	if (b->marks != NULL && b->marks->move_count > 0 &&
	    (b->marks->moves[0].m & HEARTS_PASS) != 0)
		t.hinted = hearts_pass_set(b->marks->moves[0].m);
	return t;
}

static void
hearts_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct card_table t = hearts_board_table_of(b);
	cards_draw(b, c, r, &t);
}

/* ------------------------------------------------------------------ choosing */

static void
hearts_board_why_not(const struct board *b, const struct card_table *t, int card,
		     char *text, int size)
{
	const struct hearts_state *s = hearts_of(&b->state);
	char name[CARD_TEXT];
	card_format(card, name);
	if (cards_why_not(b, t, card, text, size))
		return;
	if (s->trick_count == 0 && card_suit(card) == HEARTS && !s->broken)
		snprintf(text, (size_t)size, "hearts are not broken: lead another suit");
	else
		snprintf(text, (size_t)size, "%s may not be played now", name);
}

static enum board_answer
choose_pass(struct board *b, bool take, move *out, char *text, int size)
{
	const int need = hearts_variant(b->game)->pass_cards;
	const uint64_t bit = CARD_BIT(b->cursor);
	if (take && cards_count(b->picked) == need) {
		*out = hearts_pass_move(b->picked);
		return BOARD_MOVE;
	}
	if ((b->picked & bit) == 0 && cards_count(b->picked) == need) {
		snprintf(text, (size_t)size,
			 "%d are picked: Enter passes them, Space on one takes it back",
			 need);
		return BOARD_NOTHING;
	}
	b->picked ^= bit;
	const int left = need - cards_count(b->picked);
	if (left == 0)
		snprintf(text, (size_t)size, "%d picked: Enter passes them %s", need,
			 hearts_pass_name(b->game, &b->state));
	else
		snprintf(text, (size_t)size, "%d more to pick", left);
	return BOARD_MORE;
}

static enum board_answer
hearts_choose(struct board *b, bool take, move *out, char *text, int size)
{
	const struct card_table t = hearts_board_table_of(b);
	if (!cards_on_hand(b, &t)) {
		snprintf(text, (size_t)size, "choose a card with the arrows");
		return BOARD_NOTHING;
	}
	if (t.choosing)
		return choose_pass(b, take, out, text, size);
	if (!cards_legal(b, &t, b->cursor)) {
		hearts_board_why_not(b, &t, b->cursor, text, size);
		return BOARD_NOTHING;
	}
	*out = (move)b->cursor;
	return BOARD_MOVE;
}

static void
hearts_show(struct board *b, move m)
{
	if ((m & HEARTS_PASS) == 0) {
		b->cursor = (int)m;
		return;
	}
	b->picked = hearts_pass_set(m);
	b->cursor = cards_lowest(b->picked);
}

static bool
hearts_marking(const struct board *b)
{
	return b->chooser != SEAT_NONE && !b->reviewing &&
	       hearts_of(&b->state)->phase == HEARTS_PASSING;
}

static uint64_t
hearts_received(const struct game *g, const struct state *before,
		const struct state *after, int seat, int *from)
{
	const struct hearts_state *a = hearts_of(before), *b = hearts_of(after);
	if (a->phase != HEARTS_PASSING || b->phase != HEARTS_PLAYING)
		return 0;
	*from = (seat + g->seats - hearts_pass_by(g, before)) % g->seats;
	return b->hand[seat] & ~a->hand[seat];
}

/* ------------------------------------------------------------------ in words */

static bool
hearts_secret(const struct game *g, const struct state *before, int seat, move m)
{
	return game_hidden(g) && (m & HEARTS_PASS) != 0;
}

static void
hearts_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	   char *out, int size)
{
	const char *who = game_seat_word(g, seat);
	char card[40];
	if ((m & HEARTS_PASS) == 0) {
		cards_holding(CARD_BIT(m), card, sizeof card);
		snprintf(out, (size_t)size, "%s plays %s", who, card);
		return;
	}
	if (!known) {
		snprintf(out, (size_t)size, "%s has chosen the cards to pass", who);
		return;
	}
	cards_holding(hearts_pass_set(m), card, sizeof card);
	snprintf(out, (size_t)size, "%s passes %s: %s", who, hearts_pass_name(g, before),
		 card);
}

static void
hearts_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	cards_holding(hearts_of(s)->hand[seat], out, size);
}

static bool
hearts_rests(const struct game *g, const struct state *before, const struct state *after)
{
	const struct trick_view a = hearts_trick_view(g, before),
				b = hearts_trick_view(g, after);
	return cards_rest(&a, &b);
}

static bool
hearts_claims(const struct game *g, const struct state *s, int seat)
{
	const struct trick_view v = hearts_trick_view(g, s);
	return trick_claims(&v, seat, -1);
}

#define MOON_NEAR 13 /* points that one seat alone has: a moon may be under way */

/* One other seat, or this one, has all points so far, and many. */
static bool
moon_is_near(const struct game *g, const struct state *s)
{
	int with = 0, most = 0;
	for (int i = 0; i < g->seats; i++) {
		with += hearts_of(s)->points[i] > 0;
		most = hearts_of(s)->points[i] > most ? hearts_of(s)->points[i] : most;
	}
	return with == 1 && most >= MOON_NEAR;
}

static const struct board_kind *
hearts_kind(const struct game *g, const struct state *before, int seat, move played,
	    move best)
{
	enum { PASSING, THE_MOON, THE_QUEEN, LEADS, DUCKING, DISCARDS };
	static const struct board_kind kinds[] = {
		[PASSING] = { "passing",
			      "Before you pass, count the spades that protect you from "
			      "the queen, and see which short suit you can get rid of." },
		[THE_MOON] = { "the moon",
			       "When one seat has all points so far, keep a high "
			       "card that takes one heart from it." },
		[THE_QUEEN] = { "the queen",
				"Before you play a spade, ask who can still have the "
				"queen, "
				"and whether your king or ace would take her." },
		[LEADS] = { "leads", "Lead low cards of suits in which others must play "
				     "higher ones, and count what is left in the suit." },
		[DUCKING] = { "ducking",
			      "When you follow suit, play the highest card that does not "
			      "take the trick; last in a trick without points, take it "
			      "with your highest." },
		[DISCARDS] = { "discards", "When you cannot follow suit, get rid of the "
					   "queen first, then of high spades and hearts, "
					   "then of high cards alone in their suit." },
	};
	const struct trick_view v = hearts_trick_view(g, before);
	if (hearts_of(before)->phase == HEARTS_PASSING)
		return &kinds[PASSING];
	if (moon_is_near(g, before))
		return &kinds[THE_MOON];
	if (played == QUEEN_OF_SPADES || best == QUEEN_OF_SPADES)
		return &kinds[THE_QUEEN];
	if (v.trick_count == 0)
		return &kinds[LEADS];
	return &kinds[(v.hand[seat] & card_suit_mask(v.trick[0])) != 0 ? DUCKING
								       : DISCARDS];
}

const struct board_ops hearts_board = {
	.game = "hearts",
	.value_name = "points",
	.value_top = 26,
	.draw = hearts_draw,
	.rests = hearts_rests,
	.claims = hearts_claims,
	.kind = hearts_kind,
	.received = hearts_received,
	.choose = hearts_choose,
	.show = hearts_show,
	.marking = hearts_marking,
	.secret = hearts_secret,
	.say = hearts_say,
	.seat_word = game_seat_word,
	.holding = hearts_holding,
};
