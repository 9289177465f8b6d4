/*
 * spades.c - the card table (cards.h) with the parts of Spades: bids beside the names, a row of
 * bids to choose from, broken spades.
 *
 * A bid is a spot of its own, its cell BID_CELL and its place among the moves. While bids are
 * made no card can be chosen. A seat that has not looked at its cards has none on the screen.
 */
#include "games/spades/spades.h"

#include "ui/boards/cards.h"

#include <stdio.h>
#include <string.h>

#define BID_CELL 64

static void
note_of(const struct board *b, int seat, char *out, int size)
{
	const struct spades_state *s = spades_of(&b->state);
	char bid[8];
	spades_bid_text(s->bid[seat], bid);
	if (s->phase == SPADES_DEAL && s->hand_number == 0)
		snprintf(out, (size_t)size, "%s", "");
	else if (!spades_variant(b->game)->bidding)
		snprintf(out, (size_t)size, "took %d", s->taken[seat]);
	else if (s->bid[seat] == BID_NONE)
		snprintf(out, (size_t)size, "no bid");
	else if (s->bid[seat] != BID_NIL && s->bid[seat] != BID_BLIND)
		snprintf(out, (size_t)size, "took %d/%s", s->taken[seat], bid);
	else
		snprintf(out, (size_t)size, "%s got %d", bid, s->taken[seat]);
}

static struct card_table
spades_board_table_of(const struct board *b)
{
	const struct spades_state *s = spades_of(&b->state);
	struct card_table t = {
		.v = spades_trick_view(b->game, &b->state),
		.trumps = SPADES,
		.all_known = true,
		.own_note = true,
	};
	t.happened[0] = s->broken;
	if (s->phase == SPADES_PLAYING)
		snprintf(t.news[0], sizeof t.news[0], "spades %sbroken",
			 s->broken ? "" : "not ");
	for (int i = 0; i < b->game->seats; i++)
		note_of(b, i, t.note[i], sizeof t.note[i]);
	if (s->phase == SPADES_BIDDING && b->chooser == b->bottom)
		snprintf(t.heading, sizeof t.heading, "%s",
			 (s->blind >> b->bottom & 1) != 0
				 ? "bid nil blind, or look at your cards"
				 : "your turn: bid");
	return t;
}

static bool
is_bidding(const struct board *b)
{
	return spades_of(&b->state)->phase == SPADES_BIDDING && b->chooser != SEAT_NONE &&
	       b->chooser == b->bottom && !b->reviewing;
}

/* Where the cursor starts: looking at the cards, else a seat's share of the tricks. It says
 * nothing about the hand, which would be a hint. */
static int
spades_board_first_bid(const struct board *b)
{
	const move share = SPADES_BID + (move)(13 / b->game->seats);
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] == SPADES_LOOK || b->moves[i] == share)
			return BID_CELL + i;
	return BID_CELL;
}

/* The row of bids from `y` on, wrapped at the right edge. */
static void
bids_draw(struct board *b, struct canvas *c, struct rect r, int y)
{
	int x = r.x + 1;
	for (int i = 0; i < b->move_count; i++) {
		char text[MOVE_TEXT], label[MOVE_TEXT + 4];
		b->game->text->format_move(b->game, &b->state, b->bottom, b->moves[i],
					   text, sizeof text);
		const int rank = board_mark_rank(b, b->moves[i]);
		const int w = snprintf(label, sizeof label, " %s%s ", text,
				       rank == 0 ? "=" : "");
		if (x + w > r.x + r.w) {
			x = r.x + 1;
			y++;
		}
		canvas_put(c, y, x, rank == 0 ? ROLE_HINT : ROLE_STRONG, label);
		board_spot(b, (struct rect){ y, x, 1, w }, BID_CELL + i, true);
		if (b->cursor == BID_CELL + i) {
			canvas_flags(c, y, x, w, CELL_REVERSE);
			c->cursor_y = y;
			c->cursor_x = x + 1;
		}
		x += w;
	}
}

static void
spades_draw(struct board *b, struct canvas *c, struct rect r)
{
	struct card_table t = spades_board_table_of(b);
	const int rows = (b->move_count * 5 + r.w - 1) / (r.w > 5 ? r.w : 5);
	t.info_rows = is_bidding(b) ? rows : 0;
	const struct card_plan p = cards_draw(b, c, r, &t);
	if (!is_bidding(b))
		return;
	if (b->cursor < BID_CELL || b->cursor >= BID_CELL + b->move_count)
		b->cursor = spades_board_first_bid(b);
	const int last = p.small ? r.y + r.h : p.hand;
	const int y = !p.small && p.info + rows <= last ? p.info : last - rows;
	bids_draw(b, c, r, y > r.y ? y : r.y);
}

static void
spades_board_why_not(const struct board *b, const struct card_table *t, int card,
		     char *text, int size)
{
	const struct spades_state *s = spades_of(&b->state);
	char name[CARD_TEXT];
	card_format(card, name);
	if (s->phase == SPADES_BIDDING)
		snprintf(text, (size_t)size, "choose a bid with the arrows, or type it");
	else if (cards_why_not(b, t, card, text, size))
		return;
	else if (s->trick_count == 0 && card_suit(card) == SPADES && !s->broken)
		snprintf(text, (size_t)size, "spades are not broken: lead another suit");
	else
		snprintf(text, (size_t)size, "%s may not be played now", name);
}

static enum board_answer
spades_choose(struct board *b, bool take, move *out, char *text, int size)
{
	const struct card_table t = spades_board_table_of(b);
	if (is_bidding(b) && b->cursor >= BID_CELL &&
	    b->cursor < BID_CELL + b->move_count) {
		*out = b->moves[b->cursor - BID_CELL];
		return BOARD_MOVE;
	}
	if (!cards_on_hand(b, &t)) {
		snprintf(text, (size_t)size, "choose a %s with the arrows",
			 is_bidding(b) ? "bid" : "card");
		return BOARD_NOTHING;
	}
	if (!cards_legal(b, &t, b->cursor)) {
		spades_board_why_not(b, &t, b->cursor, text, size);
		return BOARD_NOTHING;
	}
	*out = (move)b->cursor;
	return BOARD_MOVE;
}

static void
spades_show(struct board *b, move m)
{
	b->cursor = (int)m;
	for (int i = 0; i < b->move_count && m >= SPADES_BID; i++)
		if (b->moves[i] == m)
			b->cursor = BID_CELL + i;
}

static void
spades_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	   char *out, int size)
{
	(void)before, (void)known;
	const char *who = game_seat_word(g, seat);
	char card[40];
	if (m == SPADES_LOOK)
		snprintf(out, (size_t)size, "%s looks at the cards", who);
	else if (m == SPADES_BLIND)
		snprintf(out, (size_t)size, "%s bids nil without looking", who);
	else if (m == SPADES_BID)
		snprintf(out, (size_t)size, "%s bids nil", who);
	else if (m > SPADES_BID)
		snprintf(out, (size_t)size, "%s bids %u", who, m - SPADES_BID);
	else {
		cards_holding(CARD_BIT(m), card, sizeof card);
		snprintf(out, (size_t)size, "%s plays %s", who, card);
	}
}

static void
spades_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	cards_holding(spades_of(s)->hand[seat], out, size);
}

static bool
spades_figure_word(const struct game *g, const struct state *s, const char *name,
		   int seat, char out[static BOARD_FIGURE])
{
	if (strcmp(name, "bid") != 0)
		return false;
	spades_bid_text(spades_of(s)->bid[seat], out);
	return true;
}

static bool
spades_rests(const struct game *g, const struct state *before, const struct state *after)
{
	const struct trick_view a = spades_trick_view(g, before),
				b = spades_trick_view(g, after);
	return cards_rest(&a, &b);
}

static bool
spades_claims(const struct game *g, const struct state *s, int seat)
{
	const struct trick_view v = spades_trick_view(g, s);
	return trick_claims(&v, seat, SPADES);
}

const struct board_ops spades_board = {
	.game = "spades",
	.draw = spades_draw,
	.rests = spades_rests,
	.claims = spades_claims,
	.choose = spades_choose,
	.show = spades_show,
	.say = spades_say,
	.seat_word = game_seat_word,
	.holding = spades_holding,
	.figure_word = spades_figure_word,
};
