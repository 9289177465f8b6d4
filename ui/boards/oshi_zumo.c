/*
 * oshi_zumo.c - the ring of Oshi-Zumo: the wrestler between two halves, purses as rows of coins,
 * the last bids side by side, and a field of bids to choose from.
 *
 * West sits below and owns the left half. The coins the bid under the cursor would cost are hollow
 * in the purse, so that the rest can be seen. A committed bid lies face down beside the purse until
 * both have bid; the last round stands between the ring and the bids, both bids at once with a sign
 * between them (> < =). After a hint the bids that the mix plays carry their percent in a line
 * below.
 *
 * A place is as wide as there is room for, up to eight columns; the wrestler is three lines high
 * when a place has five columns and the area the rows, else one character.
 */
#include "games/oshi_zumo/oshi_zumo.h"

#include "ui/boards/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BID_COLUMNS 3
#define COIN_GROUP  5

struct oshi_layout {
	struct rect r;
	int pitch, x; /* columns of a place, and the left edge of the first */
	bool tall;    /* the wrestler has three lines */
	bool small;   /* no room for the purses as coins */
	int in_row;   /* bids, and coins, in a row */
};

static enum role
oshi_zumo_board_seat_role(int seat)
{
	return (enum role)(ROLE_SEAT_0 + seat);
}

static bool
may_bid(const struct board *b, int bid)
{
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] == (move)bid)
			return true;
	return false;
}

static bool
oshi_zumo_board_chooses(const struct board *b)
{
	return b->chooser != SEAT_NONE && !b->reviewing;
}

static int
oshi_zumo_board_rows_of(int count, int in_row)
{
	return (count + in_row - 1) / in_row;
}

static struct oshi_layout
oshi_zumo_board_make_plan(const struct board *b, struct rect r)
{
	const struct oshi_variant *rules = oshi_variant(b->game);
	const int places = 2 * rules->size + 1;
	struct oshi_layout p = { .r = r };
	p.pitch = (r.w - 6) / places;
	p.pitch = p.pitch > 8 ? 8 : p.pitch < 2 ? 2 : p.pitch;
	p.x = r.x + (r.w - p.pitch * places) / 2;
	p.in_row = (r.w - 4) / BID_COLUMNS;
	p.in_row = p.in_row > 17 ? 17 : p.in_row < 5 ? 5 : p.in_row;
	const int purse = 2 * oshi_zumo_board_rows_of(rules->coins, 5 * COIN_GROUP);
	const int needed =
		10 + purse + oshi_zumo_board_rows_of(rules->coins + 1, p.in_row);
	p.tall = p.pitch >= 5 && r.h >= needed;
	p.small = r.h < needed - 3;
	return p;
}

/* ------------------------------------------------------------------ purses */

/* "▶ West  50 coins  you  chooses a bid" */
static void
oshi_zumo_board_label(const struct board *b, struct canvas *c,
		      const struct oshi_layout *p, int y, int seat)
{
	const struct oshi *s = oshi_of(&b->state);
	const bool acts = b->game->rules->acting(b->game, &b->state) >> seat & 1;
	const bool bid = commit_has(&s->bids, seat);
	const int x0 = p->r.x + 1;
	int x = canvas_put(c, y, x0, oshi_zumo_board_seat_role(seat),
			   acts ? canvas_glyph(c, "▶ ", "> ") : "  ");
	x = canvas_put(c, y, x, oshi_zumo_board_seat_role(seat),
		       b->game->text->seat_name(b->game, seat));
	x = canvas_putf(c, y, x, ROLE_STRONG, "  %d coin%s", s->coins[seat],
			s->coins[seat] == 1 ? "" : "s");
	x = canvas_putf(c, y, x, ROLE_DIM, "  %s",
			b->names[seat] != NULL ? b->names[seat] : "");
	if (bid && s->bids.of[seat] != COMMIT_HIDDEN)
		canvas_putf(c, y, x, ROLE_SELECTED, "  bids %d, covered",
			    s->bids.of[seat]);
	else if (bid)
		canvas_put(c, y, x, ROLE_TEXT, "  has bid, covered");
	else if (acts)
		canvas_put(c, y, x, ROLE_DIM, "  chooses a bid");
}

/* The coins in groups of five; those that a bid would cost are hollow. Returns the rows. */
static int
purse(const struct board *b, struct canvas *c, const struct oshi_layout *p, int y,
      int seat)
{
	const struct oshi *s = oshi_of(&b->state);
	int cost = s->bids.of[seat] == COMMIT_HIDDEN ? 0 : s->bids.of[seat];
	if (seat == b->chooser && oshi_zumo_board_chooses(b) && may_bid(b, b->cursor))
		cost = b->cursor;
	const int in_row = 5 * COIN_GROUP;
	for (int i = 0; i < s->coins[seat]; i++) {
		const bool spent = i >= s->coins[seat] - cost;
		const int at = i % in_row;
		canvas_put(c, y + i / in_row, p->r.x + 3 + at + at / COIN_GROUP,
			   spent ? ROLE_SELECTED : oshi_zumo_board_seat_role(seat),
			   spent ? canvas_glyph(c, "○", ".") : canvas_glyph(c, "●", "o"));
	}
	return oshi_zumo_board_rows_of(oshi_variant(b->game)->coins, in_row);
}

/* ------------------------------------------------------------------ the ring */

static int
place_x(const struct board *b, const struct oshi_layout *p, int place)
{
	return p->x + (place + oshi_variant(b->game)->size) * p->pitch + p->pitch / 2;
}

static void
wrestler(const struct board *b, struct canvas *c, const struct oshi_layout *p, int y)
{
	static const char *const lines[] = { "\\o/", "(#)", "/ \\" };
	const struct oshi *s = oshi_of(&b->state);
	const int x = place_x(b, p, s->place);
	if (!p->tall) {
		canvas_put(c, y, x, ROLE_STRONG, canvas_glyph(c, "☻", "@"));
		canvas_flags(c, y, x, 1, CELL_BOLD);
		return;
	}
	for (int k = 0; k < 3; k++) {
		canvas_put(c, y + k, x - 1, ROLE_STRONG, lines[k]);
		canvas_flags(c, y + k, x - 1, 3, CELL_BOLD);
	}
}

/* The floor in two halves, its edges, and the number of each place from the middle. */
static void
ring(const struct board *b, struct canvas *c, const struct oshi_layout *p, int y)
{
	const struct oshi *s = oshi_of(&b->state);
	const int size = oshi_variant(b->game)->size;
	for (int place = -size; place <= size; place++) {
		const int x = place_x(b, p, place) - p->pitch / 2;
		const enum role role =
			place == 0 ? ROLE_DIM : oshi_zumo_board_seat_role(place > 0);
		const char *floor = place == 0	? canvas_glyph(c, "━", "=")
				    : place < 0 ? canvas_glyph(c, "▀", "#")
						: canvas_glyph(c, "▒", "%");
		for (int k = 0; k < p->pitch; k++)
			canvas_put(c, y, x + k, role, floor);
		const bool here = place == s->place;
		canvas_putf(c, y + 1, place_x(b, p, place),
			    here ? ROLE_LAST_MOVE : ROLE_DIM, "%d", abs(place));
	}
	const int left = place_x(b, p, -size) - p->pitch / 2 - 1;
	const int right = left + (2 * size + 1) * p->pitch + 1;
	canvas_put(c, y, left, ROLE_FRAME, canvas_glyph(c, "▐", "|"));
	canvas_put(c, y, right, ROLE_FRAME, canvas_glyph(c, "▌", "|"));
}

/* "West pushes ▸        ◂ East pushes" */
static void
directions(const struct board *b, struct canvas *c, const struct oshi_layout *p, int y)
{
	const int w = p->pitch * (2 * oshi_variant(b->game)->size + 1);
	char text[24];
	snprintf(text, sizeof text, "%s %s", b->game->text->seat_name(b->game, 0),
		 canvas_glyph(c, "▸▸", ">>"));
	canvas_put(c, y, p->x, oshi_zumo_board_seat_role(0), text);
	snprintf(text, sizeof text, "%s %s", canvas_glyph(c, "◂◂", "<<"),
		 b->game->text->seat_name(b->game, 1));
	canvas_put(c, y, p->x + w - canvas_width(text), oshi_zumo_board_seat_role(1),
		   text);
}

/* A finished round: "West 12 > 9 East". Returns the column after it. */
static int
round_put(const struct board *b, struct canvas *c, int y, int x, int round,
	  enum role strong)
{
	const struct oshi *s = oshi_of(&b->state);
	const uint8_t *bid = s->past_bid[round % OSHI_PAST];
	const char sign = bid[0] > bid[1] ? '>' : bid[0] < bid[1] ? '<' : '=';
	x = canvas_putf(c, y, x, oshi_zumo_board_seat_role(0), "W ");
	x = canvas_putf(c, y, x, bid[0] > bid[1] ? strong : ROLE_DIM, "%d", bid[0]);
	x = canvas_putf(c, y, x, ROLE_TEXT, " %c ", sign);
	x = canvas_putf(c, y, x, bid[1] > bid[0] ? strong : ROLE_DIM, "%d", bid[1]);
	return canvas_put(c, y, x, oshi_zumo_board_seat_role(1), " E");
}

/* The newest round first, as many as the line takes. */
static void
rounds(const struct board *b, struct canvas *c, const struct oshi_layout *p, int y)
{
	const struct oshi *s = oshi_of(&b->state);
	int x = p->r.x + 3;
	if (s->rounds == 0) {
		canvas_put(c, y, x, ROLE_DIM, "no bids yet");
		return;
	}
	x = canvas_put(c, y, x, ROLE_DIM, "bids ");
	for (int k = 1; k <= s->rounds && k <= OSHI_PAST; k++) {
		if (x + 13 > p->r.x + p->r.w)
			break;
		x = round_put(b, c, y, x, s->rounds - k,
			      k == 1 ? ROLE_LAST_MOVE : ROLE_TEXT);
		x = canvas_put(c, y, x, ROLE_DIM, canvas_glyph(c, "  ", "  "));
	}
}

/* ------------------------------------------------------------------ bids */

/* Where the cursor begins: the purse divided by the pushes it takes to win. */
static int
oshi_zumo_board_first_bid(const struct board *b, int purse)
{
	const int share = purse / (2 * oshi_variant(b->game)->size + 2);
	return purse == 0 ? 0 : share > 1 ? share : 1;
}

/* One bid, when its row is in the window. */
static void
bid_draw(struct board *b, struct canvas *c, int y, int x, int bid)
{
	const int rank = board_mark_rank(b, (move)bid);
	canvas_putf(c, y, x,
		    rank == 0 ? ROLE_HINT : oshi_zumo_board_seat_role(b->chooser), "%3d",
		    bid);
	if (rank == 0)
		canvas_flags(c, y, x + (bid < 10 ? 2 : 1), bid < 10 ? 1 : 2,
			     CELL_UNDERLINE);
	if (b->cursor == bid && oshi_zumo_board_chooses(b)) {
		canvas_flags(c, y, x, BID_COLUMNS, CELL_REVERSE);
		c->cursor_y = y;
		c->cursor_x = x + 2;
	}
}

/* Every bid that the person may make, and where the hint's best stands, in at most so many
 * rows: a window around the cursor. Returns the rows. */
static int
bids(struct board *b, struct canvas *c, const struct oshi_layout *p, int y, int room)
{
	if (b->chooser == SEAT_NONE)
		return 0;
	const int purse = oshi_of(&b->state)->coins[b->chooser];
	if (!may_bid(b, b->cursor))
		b->cursor = oshi_zumo_board_first_bid(b, purse);
	const int all = oshi_zumo_board_rows_of(purse + 1, p->in_row);
	const int rows = all < room ? all : room < 1 ? 1 : room;
	int first = b->cursor / p->in_row - rows / 2;
	first = first > all - rows ? all - rows : first < 0 ? 0 : first;
	for (int bid = 0; bid <= purse; bid++) {
		const int x = p->r.x + 2 + BID_COLUMNS * (bid % p->in_row);
		const int row = bid / p->in_row - first;
		const bool here = row >= 0 && row < rows;
		if (!may_bid(b, bid))
			continue;
		/* The cursor reaches the others too; a click does not. */
		board_spot(b, (struct rect){ y + row, x, here, BID_COLUMNS }, bid, true);
		if (here)
			bid_draw(b, c, y + row, x, bid);
	}
	return rows;
}

/* With few rows: the ring and the bids. */
static void
oshi_zumo_board_small_draw(struct board *b, struct canvas *c, const struct oshi_layout *p)
{
	const int end = p->r.y + p->r.h;
	int y = p->r.y;
	oshi_zumo_board_label(b, c, p, y++, 1 - b->bottom);
	wrestler(b, c, p, y++);
	ring(b, c, p, y);
	y += 2;
	y += bids(b, c, p, y, end - y);
	if (y < end)
		rounds(b, c, p, y++);
	if (y < end)
		oshi_zumo_board_label(b, c, p, y, b->bottom);
}

static void
oshi_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct oshi_layout p = oshi_zumo_board_make_plan(b, r);
	const int other = 1 - b->bottom;
	const bool roomy = r.h >= 22;
	b->spot_count = 0;
	if (p.small) {
		oshi_zumo_board_small_draw(b, c, &p);
		return;
	}
	int y = r.y;
	canvas_ground(c, r, ROLE_FELT);
	oshi_zumo_board_label(b, c, &p, y, other);
	y += 1 + purse(b, c, &p, y + 1, other) + roomy;
	directions(b, c, &p, y);
	wrestler(b, c, &p, p.tall ? y : y + 1);
	y += p.tall ? 3 : 2;
	ring(b, c, &p, y);
	y += 2 + roomy;
	rounds(b, c, &p, y);
	y += 1 + roomy;
	if (b->chooser != SEAT_NONE) {
		y += bids(b, c, &p, y, r.y + r.h - y);
		y += board_mix(b, c, y, r.x + 3, r.w - 4);
		y += roomy;
	}
	oshi_zumo_board_label(b, c, &p, y, b->bottom);
	purse(b, c, &p, y + 1, b->bottom);
}

/* ------------------------------------------------------------------ choosing */

static enum board_answer
oshi_choose(struct board *b, bool take, move *out, char *text, int size)
{
	if (b->cursor >= 0 && may_bid(b, b->cursor)) {
		*out = (move)b->cursor;
		return BOARD_MOVE;
	}
	snprintf(text, (size_t)size, "choose a bid with the arrows, or type : and coins");
	return BOARD_NOTHING;
}

static void
oshi_show(struct board *b, move m)
{
	b->cursor = (int)m;
}

/* ------------------------------------------------------------------ in words */

/* The last bid of a round is not secret: it reveals both. */
static bool
oshi_secret(const struct game *g, const struct state *before, int seat, move m)
{
	(void)g, (void)m;
	return (oshi_of(before)->bids.seats | 1u << seat) != 3;
}

static void
oshi_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	 char *out, int size)
{
	const char *name = g->text->seat_name(g, seat);
	if (known)
		snprintf(out, (size_t)size, "%s bids %u", name, m);
	else
		snprintf(out, (size_t)size, "%s has bid", name);
}

static const char *
oshi_seat_word(const struct game *g, int seat)
{
	return g->text->seat_name(g, seat);
}

static void
oshi_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	const struct oshi *t = oshi_of(s);
	const int into = seat == 0 ? t->place : -t->place;
	snprintf(out, (size_t)size, "%d coins; the wrestler is %s%d place%s%s",
		 t->coins[seat], into == 0 ? "in the middle, " : "", abs(into),
		 abs(into) == 1 ? "" : "s",
		 into > 0   ? " into the other half"
		 : into < 0 ? " into the own half"
			    : " from it");
}

const struct board_ops oshi_zumo_board = {
	.game = "oshi-zumo",
	.draw = oshi_draw,
	.choose = oshi_choose,
	.show = oshi_show,
	.secret = oshi_secret,
	.say = oshi_say,
	.seat_word = oshi_seat_word,
	.holding = oshi_holding,
};
