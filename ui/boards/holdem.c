/*
 * holdem.c - the table of Texas hold'em: cards, bets, the pot, the price of a call, and buttons for
 * the legal actions.
 *
 * The viewer sits below. A seat's line has its name, the button and its stack; beside its cards are
 * its hand in words and its bet of this round. Between the seats are the board and the pot, with
 * the price of a call in percent of the pot after it. Once an all-in is called both hands lie open
 * with their shares of the pot, exact over all boards to come.
 *
 * Below are buttons: fold, check or call, bet or raise with an amount, and presets that set it. Up
 * and down step the amount by a big blind. Amounts are chips of this round, or big blinds.
 */
#include "games/poker/holdem/holdem.h"

#include "src/core/public.h"

#include "ui/boards/boards.h"
#include "ui/boards/faces.h"
#include "ui/screen.h"

#include <stdio.h>
#include <string.h>

#define CHIPS	   24 /* bytes of an amount as text */
#define ROWS_SMALL 9
#define NARROW	   46 /* columns below which buttons are short */
#define PRESETS	   4
#define ROOM_LEAST 4
#define HALF	   500

/* What can be chosen: the cells of the spots. */
enum { CELL_FOLD, CELL_CALL, CELL_RAISE, CELL_LESS, CELL_MORE, CELL_PRESET };

static const char *const presets[PRESETS] = { "min", "half", "pot", "all" };

/* ---- amounts --------------------------------------------------------------------------- */

static int
big_blind(const struct board *b)
{
	const struct holdem *h = holdem_of(&b->state);
	return holdem_big_blind(holdem_variant(b->game), h->hand > 0 ? h->hand : 1);
}

/* "19,400" or "194 bb" */
static const char *
chips(const struct board *b, int n, char out[static CHIPS])
{
	if (b->in_blinds)
		snprintf(out, CHIPS, "%.4g bb", (double)n / big_blind(b));
	else if (n >= 1000 || n <= -1000)
		snprintf(out, CHIPS, "%d,%03d", n / 1000, (n < 0 ? -n : n) % 1000);
	else
		snprintf(out, CHIPS, "%d", n);
	return out;
}

static bool
raise_range(const struct board *b, int *least, int *most)
{
	const struct holdem *h = holdem_of(&b->state);
	return b->chooser != SEAT_NONE && !b->reviewing && h->phase == HOLDEM_BET &&
	       holdem_raise_range(holdem_variant(b->game), h, b->chooser, least, most);
}

/* The raise shown on its button, in chips of the whole hand; a new decision begins with half the
 * pot. */
static int
raise_to(const struct board *b)
{
	const struct holdem *h = holdem_of(&b->state);
	int least = 0, most = 0, to = b->amount;
	raise_range(b, &least, &most);
	if (b->amount_at != h->hand * 256 + h->moves + 1)
		to = holdem_raise_of(holdem_variant(b->game), h, b->chooser, HALF);
	return to < least ? least : to > most ? most : to;
}

static void
set_raise(struct board *b, int to)
{
	const struct holdem *h = holdem_of(&b->state);
	b->amount_at = h->hand * 256 + h->moves + 1;
	b->amount = to;
	b->amount = raise_to(b);
	b->cursor = CELL_RAISE;
}

/* ---- cards ----------------------------------------------------------------------------- */

static enum role
holdem_board_card_role(int card)
{
	const int suit = card_suit(card);
	return suit == DIAMONDS || suit == HEARTS ? ROLE_SUIT_RED : ROLE_SUIT_BLACK;
}

/* Columns from a card of so many rows to the next. */
static int
holdem_board_card_w(int rows)
{
	return rows >= 7 ? 10 : rows >= 5 ? 8 : 5;
}

/* "Ts" with the suit as a symbol where there are such. */
static void
holdem_board_card_text(const struct board *b, const struct canvas *c, int card,
		       char out[static 8])
{
	if (b->symbols && !c->ascii)
		card_format_symbol(card, out);
	else
		poker_card_text(card, out);
}

/* A card, its back, or a place for one: a face of so many rows, or in brackets. */
static void
holdem_board_draw_card(const struct board *b, struct canvas *c, int y, int x, int card,
		       int rows)
{
	const struct rect at = { y, x, rows, holdem_board_card_w(rows) - 1 };
	char text[8] = "  ";
	if (card < CARDS)
		holdem_board_card_text(b, c, card, text);
	else if (card == HOLDEM_HIDDEN)
		snprintf(text, sizeof text, "??");
	const enum role role = card < CARDS	       ? holdem_board_card_role(card)
			       : card == HOLDEM_HIDDEN ? ROLE_CARD_BACK
						       : ROLE_DIM;
	if (rows == 1) {
		canvas_put(c, y, x, ROLE_FRAME, "[");
		canvas_put(c, y, x + 1, role, text);
		canvas_put(c, y, x + 3, ROLE_FRAME, "]");
	} else if (card < CARDS)
		face_draw(c, at,
			  &(struct face){
				  .card = card, .text = text, .frame = ROLE_FRAME });
	else
		face_back(c, at, card == HOLDEM_HIDDEN, text);
}

/* ---- equities of a run-out ----------------------------------------------------------------- */

/* The share of a seat when both hands are known and cards are still to come; else -1. The last one
 * is kept: before the flop it takes some ten milliseconds. */
static double
holdem_board_share_of(const struct board *b, int seat)
{
	static uint64_t kept[3];
	static double share; /* of seat 0; one thread draws */
	const struct holdem *h = holdem_of(&b->state);
	const uint64_t now[3] = { holdem_hand_set(h, 0), holdem_hand_set(h, 1),
				  holdem_board_set(h) };
	const int board = holdem_board_cards(holdem_variant(b->game));
	if (now[0] == 0 || now[1] == 0 || h->folded || cards_count(now[2]) >= board)
		return -1;
	if (memcmp(kept, now, sizeof now) != 0) {
		const struct public_ops *p = b->game->ops->public;
		share = p->odds->share(b->game, &b->state, p->hand(b->game, &b->state, 0),
				       p->hand(b->game, &b->state, 1));
		memcpy(kept, now, sizeof now);
	}
	return seat == 0 ? share : 1 - share;
}

/* ---- seats ----------------------------------------------------------------------------- */

struct seat_plan {
	struct rect r;
	bool small;
	int card_rows; /* 1: in brackets */
};

static struct seat_plan
holdem_board_make_plan(struct rect r)
{
	/* Three rows of cards and twelve of words; below them the figures of the other panes. */
	static const struct {
		int rows, least_h, least_w;
	} sizes[] = { { 7, 33, 60 }, { 5, 27, 50 }, { 3, 18, 0 }, { 1, 0, 0 } };
	struct seat_plan p = { .r = r, .small = r.h < ROWS_SMALL };
	int i = 0;
	while (r.h < sizes[i].least_h || r.w < sizes[i].least_w)
		i++;
	p.card_rows = sizes[i].rows;
	return p;
}

/* "▶ North  search  19,400 left  button" */
static void
draw_name(const struct board *b, struct canvas *c, const struct seat_plan *p, int y,
	  int seat)
{
	const struct holdem *h = holdem_of(&b->state);
	const bool acts = h->phase == HOLDEM_BET && h->mover == seat;
	char left[CHIPS];
	int x = p->r.x + 1;
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	x = canvas_put(c, y, x, role, acts ? canvas_glyph(c, "▶ ", "> ") : "  ");
	x = canvas_put(c, y, x, role, b->game->text->seat_name(b->game, seat));
	x = canvas_putf(c, y, x, ROLE_STRONG, "  %s",
			chips(b, h->stack[seat] - h->in[seat], left));
	if (h->hand > 0 && holdem_button(h) == seat)
		x = canvas_put(c, y, x + 2, ROLE_HINT, "button");
	if (h->hand > 0 && holdem_all_in(h, seat))
		x = canvas_put(c, y, x + 2, ROLE_WARN, "all-in");
	if (h->folded == seat + 1)
		x = canvas_put(c, y, x, ROLE_DIM, "  folded");
	if (p->card_rows == 1 && h->phase == HOLDEM_BET && h->in[seat] > h->base)
		x = canvas_putf(c, y, x, ROLE_STRONG, "  bet %s",
				chips(b, h->in[seat] - h->base, left));
	if (b->names[seat] != NULL)
		canvas_put_w(c, y, x + 2, p->r.x + p->r.w - x - 3, ROLE_DIM,
			     b->names[seat]);
}

/* The cards, what they are in words, the bet of this round. */
static void
draw_hand(const struct board *b, struct canvas *c, const struct seat_plan *p, int y,
	  int seat)
{
	const struct holdem *h = holdem_of(&b->state);
	char words[POKER_WORDS], bet[CHIPS];
	const int x = p->r.x + 3, beside = x + 2 * holdem_board_card_w(p->card_rows) + 1;
	for (int i = 0; i < HOLDEM_CARDS; i++)
		holdem_board_draw_card(b, c, y, x + i * holdem_board_card_w(p->card_rows),
				       h->card[seat][i], p->card_rows);
	holdem_words(h, seat, words, sizeof words);
	const double share = holdem_board_share_of(b, seat);
	int at = beside;
	if (share >= 0) /* before or below the words, which may be too long for both */
		at = canvas_putf(c, y + (p->card_rows > 1 ? 2 : 0), at, ROLE_STRONG,
				 "%.1f %%  ", 100 * share);
	canvas_put(c, y, p->card_rows > 1 ? beside : at, ROLE_TEXT, words);
	if (p->card_rows > 1 && h->phase == HOLDEM_BET && h->in[seat] > h->base)
		canvas_putf(c, y + 1, beside, ROLE_STRONG, "bet %s",
			    chips(b, h->in[seat] - h->base, bet));
}

/* ---- the middle ------------------------------------------------------------------------ */

static void
holdem_board_draw_board(const struct board *b, struct canvas *c,
			const struct seat_plan *p, int y)
{
	const struct holdem *h = holdem_of(&b->state);
	const int cards = holdem_board_cards(holdem_variant(b->game));
	for (int i = 0; i < cards; i++)
		holdem_board_draw_card(b, c, y,
				       p->r.x + 3 +
					       i * holdem_board_card_w(p->card_rows) +
					       (i >= 3) + (i >= 4),
				       h->board[i], p->card_rows);
}

/* "pot 900   to call 300: 25 % of the pot after it" */
static void
draw_pot(const struct board *b, struct canvas *c, const struct seat_plan *p, int y)
{
	const struct holdem *h = holdem_of(&b->state);
	char text[CHIPS];
	const int pot = holdem_hand_over(h) ? 2 * holdem_matched(h) : h->in[0] + h->in[1];
	int x = canvas_putf(c, y, p->r.x + 3, ROLE_STRONG, "pot %s", chips(b, pot, text));
	if (h->phase != HOLDEM_BET)
		return;
	const int call = holdem_to_call(h, h->mover);
	if (call > 0)
		canvas_putf(c, y, x, ROLE_TEXT, "   to call %s, odds %.0f %%",
			    chips(b, call, text), 100.0 * call / (pot + call));
}

/* Who wins what; the column behind it. */
static int
holdem_board_draw_result(const struct board *b, struct canvas *c,
			 const struct seat_plan *p, int y)
{
	const struct holdem *h = holdem_of(&b->state);
	char won[CHIPS];
	const int winner = h->last < 0;
	if (h->last == 0)
		return canvas_put(c, y, p->r.x + 3, ROLE_STRONG, "the pot is shared");
	return canvas_putf(c, y, p->r.x + 3, ROLE_STRONG, "%s wins %s",
			   b->game->text->seat_name(b->game, winner),
			   chips(b, h->last < 0 ? -h->last : h->last, won));
}

/* How the hand ended, and what has been won so far. */
static void
draw_last(const struct board *b, struct canvas *c, const struct seat_plan *p, int y)
{
	const struct holdem *h = holdem_of(&b->state);
	char text[CHIPS];
	int x = p->r.x + 3;
	if (holdem_hand_over(h))
		x = holdem_board_draw_result(b, c, p, y) + 3;
	const int won = b->bottom == 1 ? -h->won : h->won;
	if (h->won != 0)
		canvas_putf(c, y, x, won < 0 ? ROLE_BAD : ROLE_GOOD, "%s %s%s so far",
			    b->game->text->seat_name(b->game, b->bottom == 1),
			    won < 0 ? "" : "+", chips(b, won, text));
}

/* ---- buttons --------------------------------------------------------------------------- */

static int
button(struct board *b, struct canvas *c, int y, int x, int cell, bool live,
       const char *text)
{
	const int w = canvas_width(text);
	canvas_put(c, y, x, live ? ROLE_KEY : ROLE_DIM, text);
	board_spot(b, (struct rect){ y, x, 1, w }, cell, live);
	if (live && b->cursor == cell) {
		canvas_flags(c, y, x, w, CELL_REVERSE);
		c->cursor_y = y;
		c->cursor_x = x;
	}
	return x + w + 2;
}

/* "[f] fold  [k] call 300  [r] raise to 900  - +" */
static void
draw_buttons(struct board *b, struct canvas *c, const struct seat_plan *p, int y)
{
	const struct holdem *h = holdem_of(&b->state);
	const int call = holdem_to_call(h, b->chooser);
	const bool facing = h->in[1 - b->chooser] > h->base;
	char text[48], amount[CHIPS];
	int least, most, x = p->r.x + 1;
	const bool narrow = p->r.w < NARROW;
	x = button(b, c, y, x, CELL_FOLD, call > 0, narrow ? "f fold" : "[f] fold");
	snprintf(text, sizeof text, "%s %s%s", narrow ? "k" : "[k]",
		 call > 0 ? "call " : "check", call > 0 ? chips(b, call, amount) : "");
	x = button(b, c, y, x, CELL_CALL, true, text);
	if (!raise_range(b, &least, &most))
		return;
	chips(b, raise_to(b) - h->base, amount);
	snprintf(text, sizeof text, "%s %s %s", narrow ? "r" : "[r]",
		 facing ? (narrow ? "to" : "raise to") : "bet", amount);
	x = button(b, c, y, x, CELL_RAISE, true, text);
	x = button(b, c, y, x, CELL_LESS, true, "-") - 1;
	button(b, c, y, x, CELL_MORE, true, "+");
}

/* "min  half  pot  all  600 to 19,700" */
static void
draw_presets(struct board *b, struct canvas *c, const struct seat_plan *p, int y)
{
	const struct holdem *h = holdem_of(&b->state);
	char range[2 * CHIPS + 4], low[CHIPS], high[CHIPS];
	int least, most, x = p->r.x + 1;
	if (!raise_range(b, &least, &most))
		return;
	for (int i = 0; i < PRESETS; i++)
		x = button(b, c, y, x, CELL_PRESET + i, true, presets[i]);
	const bool one = least == most;
	snprintf(range, sizeof range, "%s%s%s", chips(b, least - h->base, low),
		 one ? "" : " to ", one ? "" : chips(b, most - h->base, high));
	/* A number cut off would be a different number. */
	if (x + canvas_width(range) <= p->r.x + p->r.w)
		canvas_put(c, y, x, ROLE_DIM, range);
}

static bool
holdem_board_chooses(const struct board *b)
{
	return b->chooser != SEAT_NONE && !b->reviewing &&
	       holdem_of(&b->state)->phase == HOLDEM_BET;
}

/* ---- the picture ------------------------------------------------------------------------- */

/* Few rows: a line for each seat, one for board and pot, the buttons. */
static void
holdem_board_draw_small(struct board *b, struct canvas *c, const struct seat_plan *p)
{
	const struct holdem *h = holdem_of(&b->state);
	const int below = b->bottom == 1, above = 1 - below;
	int y = p->r.y;
	for (int i = 0; i < HOLDEM_CARDS; i++) {
		holdem_board_draw_card(b, c, y, p->r.x + 22 + i * 4, h->card[above][i],
				       1);
		holdem_board_draw_card(b, c, y + 2, p->r.x + 22 + i * 4,
				       h->card[below][i], 1);
	}
	char text[CHIPS];
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const int seat = i == 0 ? above : below;
		canvas_putf(c, y + 2 * i, p->r.x, (enum role)(ROLE_SEAT_0 + seat),
			    "%-6s %s%s", b->game->text->seat_name(b->game, seat),
			    chips(b, h->stack[seat] - h->in[seat], text),
			    h->hand > 0 && holdem_button(h) == seat ? " D" : "");
	}
	for (int i = 0; i < holdem_board_count(h); i++)
		holdem_board_draw_card(b, c, y + 1, p->r.x + 18 + i * 4, h->board[i], 1);
	canvas_putf(c, y + 1, p->r.x, ROLE_STRONG, "pot %s",
		    chips(b, h->in[0] + h->in[1], text));
	if (holdem_board_chooses(b) && p->r.h > 3)
		draw_buttons(b, c, p, y + 3);
	if (holdem_board_chooses(b) && p->r.h > 4)
		draw_presets(b, c, p, y + 4);
	else if (holdem_hand_over(h) && p->r.h > 3)
		draw_last(b, c, p, y + 3);
}

static void
holdem_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct seat_plan p = holdem_board_make_plan(r);
	const int below = b->bottom == 1, above = 1 - below, cards = p.card_rows;
	b->spot_count = 0;
	b->room = (struct rect){ 0 };
	if (p.small) {
		holdem_board_draw_small(b, c, &p);
		return;
	}
	int y = r.y;
	canvas_ground(c, r, ROLE_FELT);
	draw_name(b, c, &p, y++, above);
	draw_hand(b, c, &p, y, above);
	y += cards + (r.h >= 12);
	holdem_board_draw_board(b, c, &p, y);
	y += cards;
	draw_pot(b, c, &p, y++);
	y += r.h >= 13;
	draw_hand(b, c, &p, y, below);
	y += cards;
	draw_name(b, c, &p, y++, below);
	draw_last(b, c, &p, y++);
	if (holdem_board_chooses(b)) {
		draw_buttons(b, c, &p, y);
		draw_presets(b, c, &p, y + 1);
	}
	y += 2;
	board_mix(b, c, y, r.x + 1, r.w - 2);
	y += b->marks != NULL;
	if (r.y + r.h - y >= ROOM_LEAST)
		b->room = (struct rect){ y + 1, r.x + 1, r.y + r.h - y - 1, r.w - 2 };
}

/* ---- choosing ---------------------------------------------------------------------------- */

static void
say_raise(const struct board *b, char *text, int size)
{
	const struct holdem *h = holdem_of(&b->state);
	char amount[CHIPS];
	snprintf(text, (size_t)size, "%s %s: Enter",
		 h->in[1 - b->chooser] > h->base ? "raise to" : "bet",
		 chips(b, raise_to(b) - h->base, amount));
}

/* A preset, or a step of the amount; the cursor is then on the raise. */
static void
take_amount(struct board *b, int cell)
{
	int to = raise_to(b);
	if (cell >= CELL_PRESET)
		holdem_parse_amount(b->game, &b->state, b->chooser,
				    presets[cell - CELL_PRESET], &to, NULL);
	else
		to += cell == CELL_MORE ? big_blind(b) : -big_blind(b);
	set_raise(b, to);
}

static enum board_answer
holdem_choose(struct board *b, bool take, move *out, char *text, int size)
{
	int least, most;
	if (b->cursor == CELL_FOLD || b->cursor == CELL_CALL) {
		*out = b->cursor == CELL_FOLD ? HOLDEM_FOLD : HOLDEM_CALL;
		return BOARD_MOVE;
	}
	if (b->cursor < 0 || !raise_range(b, &least, &most)) {
		snprintf(text, (size_t)size, "f folds, k checks or calls, r raises");
		return BOARD_NOTHING;
	}
	if (b->cursor == CELL_RAISE) {
		*out = HOLDEM_RAISE + (move)raise_to(b);
		return BOARD_MOVE;
	}
	take_amount(b, b->cursor);
	say_raise(b, text, size);
	return BOARD_MORE;
}

static void
holdem_show(struct board *b, move m)
{
	if (m >= HOLDEM_RAISE)
		set_raise(b, (int)(m - HOLDEM_RAISE));
	else
		b->cursor = m == HOLDEM_FOLD ? CELL_FOLD : CELL_CALL;
}

/* Up and down change the amount. */
static bool
holdem_walk(struct board *b, int key)
{
	int least, most;
	if ((key != K_UP && key != K_DOWN) || !raise_range(b, &least, &most))
		return false;
	take_amount(b, key == K_UP ? CELL_MORE : CELL_LESS);
	return true;
}

static bool
holdem_bet(const struct board *b, enum board_bet bet, char *text, int size)
{
	const struct holdem *h = holdem_of(&b->state);
	int least, most;
	char legal[64];
	if (!holdem_board_chooses(b))
		return false;
	if (bet == BET_FOLD && holdem_to_call(h, b->chooser) == 0)
		snprintf(text, (size_t)size, "there is nothing to call: k checks");
	else if (bet == BET_FOLD)
		snprintf(text, (size_t)size, "f");
	else if (bet == BET_CALL)
		snprintf(text, (size_t)size, "c");
	else if (raise_range(b, &least, &most))
		snprintf(text, (size_t)size, "%d", raise_to(b) - h->base);
	else {
		holdem_legal_words(b->game, &b->state, b->chooser, legal, sizeof legal);
		snprintf(text, (size_t)size, "%s", legal);
	}
	return bet == BET_FOLD	  ? holdem_to_call(h, b->chooser) > 0
	       : bet == BET_RAISE ? raise_range(b, &least, &most)
				  : true;
}

/* ---- in words ---------------------------------------------------------------------------- */

static void
holdem_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	   char *out, int size)
{
	char text[64];
	holdem_move_words(holdem_of(before), seat, m, text, sizeof text);
	snprintf(out, (size_t)size, "%s %s", g->text->seat_name(g, seat), text);
}

static void
holdem_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	const struct holdem *h = holdem_of(s);
	char cards[16], words[POKER_WORDS];
	if (!holdem_knows(h, seat)) {
		snprintf(out, (size_t)size, "unknown cards");
		return;
	}
	poker_cards_text(h->card[seat], HOLDEM_CARDS, " ", cards, sizeof cards);
	holdem_words(h, seat, words, sizeof words);
	snprintf(out, (size_t)size, "%s, %s", cards, words);
}

const struct board_ops holdem_board = {
	.game = "holdem",
	.draw = holdem_draw,
	.choose = holdem_choose,
	.show = holdem_show,
	.walk = holdem_walk,
	.bet = holdem_bet,
	.say = holdem_say,
	.holding = holdem_holding,
};
