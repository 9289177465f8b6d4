/*
 * goofspiel.c - the table of Goofspiel: hands as rows of cards, the prizes between them.
 *
 * Every card has one place, by its number, in each row: a played card leaves a gap, so that the eye
 * sees which cards are left without reading. The row of prizes shows the whole game: won ones carry
 * the letter of who has them, lost ones a cross, the one turned up is framed, the others are still
 * to come. A bid lies face down until all have bid. After a hint, the row below the hand says how
 * often each card should be bid (a mix), in percent, or what it costs.
 *
 * Two seats get boxes for cards where there is room; more seats, or a small area, one line each.
 */
#include "games/goofspiel/goofspiel.h"

#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BOX_ROWS 3
#define BIG_ROWS 5 /* of a box twice as large */
#define HISTORY	 4 /* rows of rounds played that large cards leave */

struct goofspiel_layout {
	struct rect r;
	int x;	   /* column of the first card's left edge */
	int pitch; /* columns from card to card */
	int rows;  /* of a box */
};

/* Rows that two hands, the prizes and their labels take. */
static int
full_rows(int box)
{
	return 3 * box + 8;
}

static unsigned
cards_of(const struct board *b)
{
	return (1u << (goofspiel_variant(b->game)->cards + 1)) - 2;
}

static enum role
goofspiel_board_seat_role(int seat)
{
	return (enum role)(ROLE_SEAT_0 + seat);
}

static bool
may_choose(const struct board *b, int card)
{
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] == (move)card)
			return true;
	return false;
}

/* ------------------------------------------------------------------ rows of cards */

/* A text between the edges of a card: at the right, in a large one in the middle. */
static void
goofspiel_board_card_text(struct canvas *c, const struct goofspiel_layout *p, int y,
			  int card, enum role role, const char *text)
{
	const int inside = p->pitch - 1, x = p->x + (card - 1) * p->pitch + 1;
	const int w = p->rows > BOX_ROWS ? inside / 2 + 1 : inside;
	canvas_put_w(c, y, x, -w, role, text);
}

/* The frame of one card, and its number inside. */
static void
card_box(struct canvas *c, const struct goofspiel_layout *p, int y, int card,
	 enum role frame, enum role role, const char *text)
{
	const int x = p->x + (card - 1) * p->pitch, right = x + p->pitch;
	const int bottom = y + p->rows - 1;
	if (c->filled) {
		canvas_ground(c, (struct rect){ y, x + 1, p->rows, p->pitch - 1 },
			      frame == ROLE_FRAME	? ROLE_CARD
			      : frame == ROLE_LAST_MOVE ? ROLE_CARD_LIT
							: frame);
		goofspiel_board_card_text(c, p, y + p->rows / 2, card,
					  frame == ROLE_SELECTED ? role : ROLE_CARD_BLACK,
					  text);
		return;
	}
	for (int i = x + 1; i < right; i++) {
		canvas_put(c, y, i, frame, canvas_glyph(c, "─", "-"));
		canvas_put(c, bottom, i, frame, canvas_glyph(c, "─", "-"));
	}
	for (int k = y + 1; k < bottom; k++) {
		canvas_put(c, k, x, frame, canvas_glyph(c, "│", "|"));
		canvas_put(c, k, right, frame, canvas_glyph(c, "│", "|"));
	}
	canvas_put(c, y, x, frame, canvas_glyph(c, "╭", "+"));
	canvas_put(c, bottom, x, frame, canvas_glyph(c, "╰", "+"));
	canvas_put(c, y, right, frame, canvas_glyph(c, "╮", "+"));
	canvas_put(c, bottom, right, frame, canvas_glyph(c, "╯", "+"));
	goofspiel_board_card_text(c, p, y + p->rows / 2, card, role, text);
}

/* "42" percent of a mix, "=" for the best, or what it costs; empty without a hint. */
static enum role
hint_text(const struct board *b, int card, char out[static 8])
{
	*out = '\0';
	const int rank = board_mark_rank(b, (move)card);
	if (rank < 0)
		return ROLE_DIM;
	const struct stats_move *m = &b->marks->moves[rank];
	if (!isnan(m->prob))
		snprintf(out, 8, "%.0f", m->prob * 100);
	else
		board_cost_text(b, m, 2, out);
	return rank == 0 ? ROLE_HINT : ROLE_DIM;
}

static void
mark_cursor(const struct board *b, struct canvas *c, int y, int x, int w, int card)
{
	if (b->cursor != card || b->chooser == SEAT_NONE || b->reviewing)
		return;
	canvas_flags(c, y, x, w, CELL_REVERSE);
	c->cursor_y = y;
	c->cursor_x = x;
}

/* One hand in boxes; the seat's own bid, as far as it is known, stands out. */
static void
hand_boxes(struct board *b, struct canvas *c, const struct goofspiel_layout *p, int y,
	   int seat)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	for (unsigned left = s->hand[seat]; left != 0; left &= left - 1) {
		const int card = __builtin_ctz(left);
		const bool bid = s->bids.of[seat] == card;
		const bool mine = seat == b->chooser && may_choose(b, card);
		char text[8];
		snprintf(text, sizeof text, "%d", card);
		card_box(c, p, y, card, bid ? ROLE_SELECTED : ROLE_FRAME,
			 bid ? ROLE_SELECTED : goofspiel_board_seat_role(seat), text);
		if (seat != b->bottom)
			continue;
		const int x = p->x + (card - 1) * p->pitch;
		board_spot(b, (struct rect){ y, x, p->rows, p->pitch + 1 }, card, mine);
		if (mine)
			mark_cursor(b, c, y + p->rows / 2, x + 1, p->pitch - 1, card);
		const enum role role = hint_text(b, card, text);
		canvas_put_w(c, y + p->rows, x, -p->pitch, role, text);
	}
}

/* The owner of a prize: a letter, a cross when nobody won it, blank while it is still to come. */
static const char *
prize_fate(const struct board *b, const struct canvas *c, int card, enum role *role,
	   char letter[static 2])
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	*role = ROLE_DIM;
	if ((s->rest >> card & 1) || s->up == card)
		return "";
	for (int i = 0; i < b->game->seats; i++)
		if (s->won[i] >> card & 1) {
			*role = goofspiel_board_seat_role(i);
			letter[0] = game_seat_letter(b->game, i);
			letter[1] = '\0';
			return letter;
		}
	for (int k = 0; k < s->rounds; k++)
		if (s->past_up[k] == card)
			return canvas_glyph(c, "×", "x");
	return "";
}

static void
prize_row(const struct board *b, struct canvas *c, const struct goofspiel_layout *p,
	  int y)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	const int middle = y + p->rows / 2;
	for (unsigned left = cards_of(b); left != 0; left &= left - 1) {
		const int card = __builtin_ctz(left);
		const int x = p->x + (card - 1) * p->pitch;
		char text[8], letter[2];
		enum role role;
		snprintf(text, sizeof text, "%d", card);
		const char *fate = prize_fate(b, c, card, &role, letter);
		if (s->up == card) {
			card_box(c, p, y, card, ROLE_LAST_MOVE, ROLE_STRONG, text);
			canvas_flags(c, middle, x + 1, p->pitch - 1, CELL_BOLD);
			continue;
		}
		const bool to_come = (s->rest >> card & 1) != 0;
		goofspiel_board_card_text(c, p, middle, card,
					  to_come ? ROLE_TEXT : ROLE_DIM, text);
		goofspiel_board_card_text(c, p, middle + 1, card, role, fate);
	}
}

/* ------------------------------------------------------------------ labels */

static const char *
goofspiel_board_doing(const struct board *b, int seat)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	if (commit_has(&s->bids, seat))
		return "has bid, face down";
	return s->up != 0 ? "chooses a bid" : "";
}

/* "▶ North  12 points  uct ...  chooses a bid" */
static void
goofspiel_board_label(const struct board *b, struct canvas *c, const struct rect *r,
		      int y, int seat)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	const bool acts = s->up != 0 && !commit_has(&s->bids, seat);
	char text[160];
	int x = canvas_put(c, y, r->x + 1, goofspiel_board_seat_role(seat),
			   acts ? canvas_glyph(c, "▶ ", "> ") : "  ");
	x = canvas_put(c, y, x, goofspiel_board_seat_role(seat),
		       b->game->text->seat_name(b->game, seat));
	snprintf(text, sizeof text, "  %d point%s", s->points[seat],
		 s->points[seat] == 1 ? "" : "s");
	x = canvas_put(c, y, x, ROLE_STRONG, text);
	snprintf(text, sizeof text, "  %s  %s",
		 b->names[seat] != NULL ? b->names[seat] : "",
		 goofspiel_board_doing(b, seat));
	if (r->x + r->w > x)
		canvas_put_w(c, y, x, r->x + r->w - x, ROLE_DIM, text);
}

static void
prize_label(const struct board *b, struct canvas *c, int y, int x)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	const int to_come = __builtin_popcount(s->rest);
	x = canvas_put(c, y, x, ROLE_DIM, "prize ");
	if (s->up != 0)
		x = canvas_putf(c, y, x, ROLE_STRONG, "%d", s->up);
	if (s->pot != 0)
		x = canvas_putf(c, y, x, ROLE_WARN, " and %d from ties", s->pot);
	canvas_putf(c, y, x, ROLE_DIM, "  %d to come", to_come);
}

/* The rounds played, the newest first, as many as fit. */
static void
history(const struct board *b, struct canvas *c, const struct rect *r, int y)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	const struct game *g = b->game;
	for (int k = s->rounds - 1; k >= 0 && y < r->y + r->h; k--, y++) {
		int x = canvas_putf(c, y, r->x + 1, ROLE_DIM, "round %2d  prize %2d ",
				    k + 1, s->past_worth[k]);
		for (int i = 0; i < g->seats; i++)
			x = canvas_putf(c, y, x + 1, goofspiel_board_seat_role(i),
					"%c %2d", game_seat_letter(g, i),
					s->past_bid[k][i]);
		if (s->past_winner[k] >= 0)
			canvas_putf(c, y, x + 2, ROLE_TEXT, "to %s",
				    g->text->seat_name(g, s->past_winner[k]));
		else
			canvas_put(c, y, x + 2, ROLE_DIM, "tie");
	}
}

/* ------------------------------------------------------------------ two sizes */

static void
full_draw(struct board *b, struct canvas *c, const struct goofspiel_layout *p)
{
	const int other = 1 - b->bottom, box = p->rows;
	const int spare = p->r.h - full_rows(box) - HISTORY;
	int y = p->r.y + (spare > 0 ? spare / 2 : 0);
	goofspiel_board_label(b, c, &p->r, y, other);
	hand_boxes(b, c, p, y + 1, other);
	prize_label(b, c, y + box + 2, p->r.x + 3);
	prize_row(b, c, p, y + box + 3);
	hand_boxes(b, c, p, y + 2 * box + 4, b->bottom);
	goofspiel_board_label(b, c, &p->r, y + 3 * box + 5, b->bottom);
	history(b, c, &p->r, y + 3 * box + 7);
}

/* A hand as one line of numbers, wrapped. */
static int
hand_line(struct board *b, struct canvas *c, const struct rect *r, int y, int seat)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	int x = r->x + 3;
	for (unsigned left = s->hand[seat]; left != 0; left &= left - 1) {
		const int card = __builtin_ctz(left);
		const bool bid = s->bids.of[seat] == card;
		const bool mine = seat == b->chooser && may_choose(b, card);
		if (x + 3 > r->x + r->w) {
			x = r->x + 3;
			y++;
		}
		const int end =
			canvas_putf(c, y, x,
				    bid ? ROLE_SELECTED : goofspiel_board_seat_role(seat),
				    "%2d", card);
		if (board_mark_rank(b, (move)card) == 0)
			canvas_flags(c, y, x, end - x, CELL_UNDERLINE);
		if (seat == b->bottom)
			board_spot(b, (struct rect){ y, x, 1, 2 }, card, mine);
		if (mine)
			mark_cursor(b, c, y, x, 2, card);
		x = end + 1;
	}
	return y + 1;
}

static void
goofspiel_board_small_draw(struct board *b, struct canvas *c, const struct rect *r)
{
	const struct goofspiel *s = goofspiel_of(&b->state);
	const int n = b->game->seats;
	/* With few rows the others' hands are dropped before the person's choices. */
	const bool others = r->h >= 4 + 2 * n;
	int y = r->y;
	for (int k = n - 1; k > 0; k--) {
		const int seat = (b->bottom + k) % n;
		goofspiel_board_label(b, c, r, y++, seat);
		if (others)
			y = hand_line(b, c, r, y, seat);
	}
	prize_label(b, c, y, r->x + 1);
	int x = r->x + 3;
	for (unsigned left = s->rest; left != 0; left &= left - 1)
		x = canvas_putf(c, y + 1, x, ROLE_DIM, "%2d ", __builtin_ctz(left));
	y += 2;
	goofspiel_board_label(b, c, r, y++, b->bottom);
	y = hand_line(b, c, r, y, b->bottom);
	history(b, c, r, y + 1);
}

static void
goofspiel_draw(struct board *b, struct canvas *c, struct rect r)
{
	const int cards = goofspiel_variant(b->game)->cards;
	struct goofspiel_layout p = { .r = r };
	b->spot_count = 0;
	canvas_ground(c, r, ROLE_FELT);
	p.pitch = (r.w - 2) / cards;
	const bool room = p.pitch >= 5 && r.h >= full_rows(BIG_ROWS) + HISTORY;
	p.rows = room ? BIG_ROWS : BOX_ROWS;
	const int most = p.rows == BIG_ROWS ? 10 : 5;
	p.pitch = p.pitch > most ? most : p.pitch;
	p.x = r.x + (r.w - p.pitch * cards - 1) / 2;
	if (b->game->seats == 2 && p.pitch >= 3 && r.h >= full_rows(BOX_ROWS) - 2)
		full_draw(b, c, &p);
	else
		goofspiel_board_small_draw(b, c, &r);
}

/* ------------------------------------------------------------------ choosing */

static enum board_answer
goofspiel_choose(struct board *b, bool take, move *out, char *text, int size)
{
	if (b->cursor >= 1 && may_choose(b, b->cursor)) {
		*out = (move)b->cursor;
		return BOARD_MOVE;
	}
	if (b->cursor >= 1 && b->cursor <= goofspiel_variant(b->game)->cards)
		snprintf(text, (size_t)size, "the %d has already been played", b->cursor);
	else
		snprintf(text, (size_t)size, "choose a card with the arrows");
	return BOARD_NOTHING;
}

static void
goofspiel_show(struct board *b, move m)
{
	b->cursor = (int)m;
}

/* ------------------------------------------------------------------ in words */

/* The last bid of a round is not secret: it reveals them all. */
static bool
goofspiel_secret(const struct game *g, const struct state *before, int seat, move m)
{
	const unsigned committed = goofspiel_of(before)->bids.seats | 1u << seat;
	return committed != (1u << g->seats) - 1;
}

static void
goofspiel_say(const struct game *g, const struct state *before, int seat, move m,
	      bool known, char *out, int size)
{
	if (seat < 0)
		snprintf(out, (size_t)size, "the prize is %u", m);
	else if (known)
		snprintf(out, (size_t)size, "%s bids %u", g->text->seat_name(g, seat), m);
	else
		snprintf(out, (size_t)size, "%s has bid", g->text->seat_name(g, seat));
}

static void
goofspiel_holding(const struct game *g, const struct state *s, int seat, char *out,
		  int size)
{
	const struct goofspiel *t = goofspiel_of(s);
	int n = snprintf(out, (size_t)size, "%d points; cards", t->points[seat]);
	for (unsigned left = t->hand[seat]; left != 0 && n < size; left &= left - 1)
		n += snprintf(out + n, (size_t)(size - n), " %d", __builtin_ctz(left));
}

const struct board_ops goofspiel_board = {
	.game = "goofspiel",
	.draw = goofspiel_draw,
	.choose = goofspiel_choose,
	.show = goofspiel_show,
	.secret = goofspiel_secret,
	.say = goofspiel_say,
	.seat_word = game_seat_word,
	.holding = goofspiel_holding,
};
