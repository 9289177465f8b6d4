/* history_write.c - hands of hold'em as PHH and PokerStars text. See history.h. */
#include "games/poker/holdem/history.h"

#include "games/poker/holdem/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const history_names[HISTORY_FORMATS + 1] = { "phh", "pokerstars", NULL };

/* The seat that is written first: the big blind. */
static int
big_of(const struct history_hand *hand)
{
	return 1 - holdem_button(holdem_of(&hand->end));
}

static int
won_by(const struct history_hand *hand, int seat)
{
	const struct holdem *h = holdem_of(&hand->end);
	return seat == 0 ? h->last : -h->last;
}

/* ---- going through a hand ------------------------------------------------------------------ */

/* The hand from its deal on, move by move. */
struct history_walk {
	const struct history_hand *hand;
	const struct game *g;
	struct state s;
	int moves; /* of the betting so far */
};

static void
replay_begin(struct history_walk *r, const struct history_hand *hand)
{
	const struct holdem *end = holdem_of(&hand->end);
	*r = (struct history_walk){ .hand = hand, .g = &hand->game };
	holdem_game.rules->start(r->g, &r->s);
	struct holdem *h = holdem_in(&r->s);
	h->hand = (uint16_t)(end->hand - 1);
	h->won = end->won - (holdem_hand_over(end) ? end->last : 0);
	holdem_game.rules->play(r->g, &r->s, SEAT_CHANCE, 0, &r->s);
	memcpy(h->card, end->card, sizeof h->card);
}

/* The next thing that happened: a seat's move, or the cards of a round (SEAT_CHANCE), still to be
 * played. False: that was all. */
static bool
replay_next(const struct history_walk *r, int *seat, move *m)
{
	const struct holdem *h = holdem_of(&r->s), *end = holdem_of(&r->hand->end);
	*seat = game_mover(r->g, &r->s);
	if (holdem_hand_over(h) || *seat == SEAT_NONE)
		return false;
	if (*seat == SEAT_CHANCE) {
		const int have = holdem_board_count(h);
		const int due = holdem_due(h);
		if (holdem_board_count(end) < have + due)
			return false;
		*m = holdem_cards_move(end->board + have, due);
		return true;
	}
	if (r->moves == end->moves)
		return false;
	*m = end->line[r->moves];
	return true;
}

static void
replay_play(struct history_walk *r, int seat, move m)
{
	r->moves += seat >= 0;
	holdem_game.rules->play(r->g, &r->s, seat, m, &r->s);
}

/* ---- PHH ------------------------------------------------------------------------------- */

/* A name as a TOML string. */
static void
add_string(struct text *out, const char *text)
{
	text_add(out, "\"");
	for (; *text != '\0'; text++)
		text_add(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
	text_add(out, "\"");
}

static void history_add_action(struct text *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void
history_add_action(struct text *out, const char *format, ...)
{
	char text[80];
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	text_add(out, "  \"%s\",\n", text);
}

static void
history_cards_of(const uint8_t *card, int count, const char *between, char *out, int size)
{
	poker_cards_text(card, card[0] < CARDS ? count : 0, between, out, size);
}

static void
write_actions(const struct history_hand *hand, struct text *out)
{
	struct history_walk r;
	const int big = big_of(hand);
	char cards[24];
	int seat;
	move m;
	replay_begin(&r, hand);
	text_add(out, "actions = [\n");
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		history_cards_of(holdem_of(&hand->end)->card[i == 0 ? big : 1 - big],
				 HOLDEM_CARDS, "", cards, sizeof cards);
		history_add_action(out, "d dh p%d %s", i + 1, *cards ? cards : "????");
	}
	for (; replay_next(&r, &seat, &m); replay_play(&r, seat, m)) {
		const int player = seat == big ? 1 : 2;
		if (seat == SEAT_CHANCE) {
			r.g->text->format_move(r.g, &r.s, seat, m, cards, sizeof cards);
			history_add_action(out, "d db %s", cards);
		} else if (m < HOLDEM_RAISE) {
			history_add_action(out, "p%d %s", player,
					   m == HOLDEM_FOLD ? "f" : "cc");
		} else {
			history_add_action(out, "p%d cbr %d", player,
					   (int)(m - HOLDEM_RAISE) -
						   holdem_of(&r.s)->base);
		}
	}
	for (int i = 0; i < HOLDEM_SEATS && holdem_shown(holdem_of(&hand->end)); i++) {
		history_cards_of(holdem_of(&hand->end)->card[i == 0 ? big : 1 - big],
				 HOLDEM_CARDS, "", cards, sizeof cards);
		if (*cards)
			history_add_action(out, "p%d sm %s", i + 1, cards);
	}
	text_add(out, "]\n");
}

/* "2026/11/22 8:00:00"; a date that is none of these is left out. */
static void
add_date(struct text *out, const char *date)
{
	int year, month, day, hour = 0, minute = 0, second = 0;
	const int read = sscanf(date, "%d/%d/%d %d:%d:%d", &year, &month, &day, &hour,
				&minute, &second);
	if (read < 3)
		return;
	text_add(out, "year = %d\nmonth = %d\nday = %d\n", year, month, day);
	if (read == 6)
		text_add(out, "time = %02d:%02d:%02d\n", hour, minute, second);
}

static void
write_phh(const struct history_hand *hand, int number, bool several, struct text *out)
{
	const struct holdem_variant *v = holdem_variant(&hand->game);
	const struct holdem *h = holdem_of(&hand->end);
	const int big = big_of(hand), bet = holdem_big_blind(v, h->hand);
	if (several)
		text_add(out, "%s[%d]\n", number > 1 ? "\n" : "", number);
	text_add(out, "variant = \"%s\"\nantes = [0, 0]\n", v->no_limit ? "NT" : "FT");
	text_add(out, "blinds_or_straddles = [%d, %d]\n", holdem_small_blind(v, h->hand),
		 bet);
	if (v->no_limit)
		text_add(out, "min_bet = %d\n", bet);
	else
		text_add(out, "small_bet = %d\nbig_bet = %d\n", bet, 2 * bet);
	text_add(out, "starting_stacks = [%d, %d]\n", h->stack[big], h->stack[1 - big]);
	write_actions(hand, out);
	if (holdem_hand_over(h))
		text_add(out, "finishing_stacks = [%d, %d]\n",
			 h->stack[big] + won_by(hand, big),
			 h->stack[1 - big] + won_by(hand, 1 - big));
	add_date(out, hand->date);
	text_add(out, "hand = %d\nplayers = [", h->hand - 1);
	add_string(out, hand->name[big]);
	text_add(out, ", ");
	add_string(out, hand->name[1 - big]);
	text_add(out, "]\n");
}

/* ---- PokerStars ------------------------------------------------------------------------ */

/* Two places at the table, by name: the first player of the file sits in place 1. Players of one
 * name keep their seats. */
static int
history_place_of(const struct history *all, const struct history_hand *hand, int seat)
{
	const struct history_hand *first = &all->hand[0];
	const bool changed = strcmp(hand->name[0], first->name[0]) != 0;
	return (changed ? 1 - seat : seat) == big_of(first) ? 1 : 2;
}

static int
seat_in(const struct history *all, const struct history_hand *hand, int place)
{
	return history_place_of(all, hand, 0) == place ? 0 : 1;
}

static void
stars_head(const struct history *all, const struct history_hand *hand, struct text *out)
{
	const struct holdem_variant *v = holdem_variant(&hand->game);
	const struct holdem *h = holdem_of(&hand->end);
	const int button = holdem_button(h);
	const int big = holdem_big_blind(v, h->hand);
	text_add(out, "PokerStars Hand #%d: Hold'em %s (%d/%d) - %s ET\n", h->hand - 1,
		 v->no_limit ? "No Limit" : "Limit",
		 v->no_limit ? holdem_small_blind(v, h->hand) : big,
		 v->no_limit ? big : 2 * big,
		 hand->date[0] != '\0' ? hand->date : "2000/01/01 0:00:00");
	text_add(out, "Table 'plyscope' 2-max Seat #%d is the button\n",
		 history_place_of(all, hand, button));
	for (int place = 1; place <= HOLDEM_SEATS; place++) {
		const int seat = seat_in(all, hand, place);
		text_add(out, "Seat %d: %s (%d in chips)\n", place, hand->name[seat],
			 h->stack[seat]);
	}
	const int small = holdem_small_blind(v, h->hand);
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const int seat = i == 0 ? button : 1 - button,
			  wanted = i == 0 ? small : big;
		const bool all_in = h->stack[seat] <= wanted;
		text_add(out, "%s: posts %s blind %d%s\n", hand->name[seat],
			 i == 0 ? "small" : "big", all_in ? h->stack[seat] : wanted,
			 all_in ? " and is all-in" : "");
	}
	text_add(out, "*** HOLE CARDS ***\n");
	const int hero = seat_in(all, hand, 1);
	char cards[16];
	history_cards_of(h->card[hero], HOLDEM_CARDS, " ", cards, sizeof cards);
	if (*cards)
		text_add(out, "Dealt to %s [%s]\n", hand->name[hero], cards);
}

static void
stars_move(const struct history_hand *hand, const struct holdem *h, int seat, move m,
	   struct text *out)
{
	const int other = h->in[1 - seat], to = (int)(m - HOLDEM_RAISE);
	char words[64];
	holdem_move_words(h, seat, m, words, sizeof words);
	if (m >= HOLDEM_RAISE && other > h->base)
		text_add(out, "%s: raises %d to %d%s\n", hand->name[seat], to - other,
			 to - h->base, to == h->stack[seat] ? " and is all-in" : "");
	else
		text_add(out, "%s: %s\n", hand->name[seat], words);
}

/* "*** TURN *** [Ts Qh 8c] [2d]" */
static void
stars_street(const struct holdem *before, const struct holdem *after, struct text *out)
{
	static const char *const name[HOLDEM_ROUNDS] = { "", "FLOP", "TURN", "RIVER" };
	const int had = holdem_board_count(before), have = holdem_board_count(after);
	char old[24], fresh[24];
	poker_cards_text(before->board, had, " ", old, sizeof old);
	poker_cards_text(after->board + had, have - had, " ", fresh, sizeof fresh);
	text_add(out, "*** %s *** ", name[after->round]);
	if (had > 0)
		text_add(out, "[%s] ", old);
	text_add(out, "[%s]\n", fresh);
}

static void
stars_showdown(const struct history_hand *hand, struct text *out)
{
	const struct holdem *h = holdem_of(&hand->end);
	char cards[16], words[POKER_WORDS];
	text_add(out, "*** SHOW DOWN ***\n");
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const int seat = i == 0 ? big_of(hand) : 1 - big_of(hand);
		history_cards_of(h->card[seat], HOLDEM_CARDS, " ", cards, sizeof cards);
		holdem_words(h, seat, words, sizeof words);
		if (*cards)
			text_add(out, "%s: shows [%s] (%s)\n", hand->name[seat], cards,
				 words);
	}
}

static void
stars_collect(const struct history_hand *hand, struct text *out)
{
	const struct holdem *h = holdem_of(&hand->end);
	const int matched = holdem_matched(h);
	for (int seat = 0; seat < HOLDEM_SEATS; seat++) {
		const int won = won_by(hand, seat);
		if (won >= 0)
			text_add(out, "%s collected %d from pot\n", hand->name[seat],
				 won > 0 ? 2 * matched : matched);
	}
}

/* "folded on the Flop", "collected (200)", "showed [9s 9c] and won (400) with a pair of nines" */
static void
stars_fate(const struct history_hand *hand, int seat, struct text *out)
{
	static const char *const street[HOLDEM_ROUNDS] = { "before Flop", "on the Flop",
							   "on the Turn",
							   "on the River" };
	const struct holdem *h = holdem_of(&hand->end);
	const int won = won_by(hand, seat), matched = holdem_matched(h);
	char cards[16], words[POKER_WORDS];
	if (h->folded == seat + 1) {
		text_add(out, " folded %s\n", street[h->round]);
		return;
	}
	history_cards_of(h->card[seat], HOLDEM_CARDS, " ", cards, sizeof cards);
	if (h->folded || *cards == '\0') {
		text_add(out, " collected (%d)\n", 2 * matched);
		return;
	}
	holdem_words(h, seat, words, sizeof words);
	text_add(out, " showed [%s] and ", cards);
	if (won < 0)
		text_add(out, "lost with %s\n", words);
	else
		text_add(out, "won (%d) with %s\n", won > 0 ? 2 * matched : matched,
			 words);
}

static void
stars_summary(const struct history *all, const struct history_hand *hand,
	      struct text *out)
{
	const struct holdem *h = holdem_of(&hand->end);
	char board[24];
	poker_cards_text(h->board, holdem_board_count(h), " ", board, sizeof board);
	text_add(out, "*** SUMMARY ***\nTotal pot %d | Rake 0\n", 2 * holdem_matched(h));
	if (*board)
		text_add(out, "Board [%s]\n", board);
	for (int place = 1; place <= HOLDEM_SEATS; place++) {
		const int seat = seat_in(all, hand, place);
		text_add(out, "Seat %d: %s%s", place, hand->name[seat],
			 holdem_button(h) == seat ? " (button) (small blind)"
						  : " (big blind)");
		stars_fate(hand, seat, out);
	}
}

static void
write_stars(const struct history *all, const struct history_hand *hand, struct text *out)
{
	const struct holdem *end = holdem_of(&hand->end);
	struct history_walk r;
	int seat;
	move m;
	stars_head(all, hand, out);
	replay_begin(&r, hand);
	while (replay_next(&r, &seat, &m)) {
		const struct holdem before = *holdem_of(&r.s);
		replay_play(&r, seat, m);
		if (seat == SEAT_CHANCE)
			stars_street(&before, holdem_of(&r.s), out);
		else
			stars_move(hand, &before, seat, m, out);
	}
	if (!holdem_hand_over(end)) {
		text_add(out, "\n");
		return;
	}
	const int back = end->in[0] - end->in[1];
	if (back != 0)
		text_add(out, "Uncalled bet (%d) returned to %s\n",
			 back > 0 ? back : -back, hand->name[back < 0]);
	if (!end->folded)
		stars_showdown(hand, out);
	stars_collect(hand, out);
	stars_summary(all, hand, out);
	text_add(out, "\n");
}

/* ---- a record -------------------------------------------------------------------------------- */

/* The seat of a record that a seat of its hand k has: seat 0 has the button in the first. */
static int
record_seat(const struct history_hand *hand, int k, int seat)
{
	const bool button = holdem_button(holdem_of(&hand->end)) == seat;
	return button ? k % HOLDEM_SEATS : 1 - k % HOLDEM_SEATS;
}

/* Whether hand k, by its number in the text, can be one of a record; else why not. */
static bool
fits_record(const struct history *all, int k, int number, struct status *st)
{
	const struct history_hand *hand = &all->hand[k], *first = &all->hand[0];
	const struct holdem *h = holdem_of(&hand->end), *h0 = holdem_of(&first->end);
	const struct holdem_variant *v = holdem_variant(&hand->game),
				    *v0 = holdem_variant(&first->game);
	if (h->stack[0] != h->stack[1] || h->stack[0] != h0->stack[0])
		return status_fail(
			st,
			"hand %d: stacks of %d and %d: expected %d of both, as "
			"in the first hand of a record",
			number, h->stack[0], h->stack[1], h0->stack[0]);
	if (v->no_limit != v0->no_limit ||
	    holdem_big_blind(v, h->hand) != holdem_big_blind(v0, h0->hand) ||
	    holdem_small_blind(v, h->hand) != holdem_small_blind(v0, h0->hand))
		return status_fail(st, "hand %d: expected the blinds of the first hand",
				   number);
	if (!holdem_knows(h, 0) || !holdem_knows(h, 1))
		return status_fail(st, "hand %d: expected known cards of both players",
				   number);
	if (!holdem_hand_over(h) && k + 1 < all->count)
		return status_fail(st, "hand %d: expected a hand to its end", number);
	for (int seat = 0; seat < HOLDEM_SEATS; seat++)
		for (int i = 0; i < HOLDEM_SEATS; i++)
			if (record_seat(hand, k, seat) == record_seat(first, 0, i) &&
			    strcmp(hand->name[seat], first->name[i]) != 0)
				return status_fail(st,
						   "hand %d: expected the button to "
						   "change from hand to hand",
						   number);
	return true;
}

void
history_drop_unfit(struct history *h)
{
	int kept = 0;
	for (int i = 0; i < h->count; i++) {
		const struct history some = { .hand = h->hand,
					      .count = kept + 1 + (i + 1 < h->count) };
		struct status why = { 0 };
		memmove(&h->hand[kept], &h->hand[i], sizeof *h->hand);
		if (fits_record(&some, kept, i + 1, &why))
			kept++;
		else
			text_add(&h->left_out, "%s" HISTORY_LEFT_OUT "\n", why.text);
	}
	h->count = kept;
}

/* A name in a comment, without what would end that. */
static void
add_name(struct text *out, const char *name)
{
	for (; *name != '\0'; name++)
		text_add(out, "%c", strchr("{}\"", *name) != NULL ? '\'' : *name);
}

static void
record_hand(const struct history_hand *hand, int k, int *ply, struct text *out)
{
	struct history_walk r;
	char text[32], button[16];
	int seat;
	move m;
	const struct holdem *end = holdem_of(&hand->end);
	const int big = big_of(hand);
	replay_begin(&r, hand);
	history_cards_of(end->card[big], HOLDEM_CARDS, "", text, sizeof text);
	history_cards_of(end->card[1 - big], HOLDEM_CARDS, "", button, sizeof button);
	text_add(out, "%d. * %s|%s", ++*ply, text, button);
	if (k == 0) {
		text_add(out, " {" HISTORY_BUTTON);
		add_name(out, hand->name[1 - big]);
		text_add(out, HISTORY_BIG);
		add_name(out, hand->name[big]);
		text_add(out, "}");
	}
	text_add(out, "\n");
	for (; replay_next(&r, &seat, &m); replay_play(&r, seat, m)) {
		r.g->text->format_move(r.g, &r.s, seat, m, text, sizeof text);
		const char letter =
			seat == SEAT_CHANCE
				? '*'
				: game_seat_letter(r.g, record_seat(hand, k, seat));
		text_add(out, "%d. %c %s\n", ++*ply, letter, text);
	}
}

bool
history_write_record(const struct history *h, struct text *out, struct status *st)
{
	const struct history_hand *first = &h->hand[0];
	const struct holdem *end = holdem_of(&first->end);
	const struct holdem_variant *v = holdem_variant(&first->game);
	int ply = 0;
	for (int k = 0; k < h->count; k++)
		if (!fits_record(h, k, k + 1, st))
			return false;
	text_add(out,
		 "[Game \"holdem\"]\n[Variant \"betting=%s,stack=%d,blinds=%d/%d,"
		 "hands=%d\"]\n",
		 v->no_limit ? "no-limit" : "limit", end->stack[0],
		 holdem_small_blind(v, end->hand), holdem_big_blind(v, end->hand),
		 h->count);
	text_add(out, "[Seat1 \"human\"]\n[Seat2 \"human\"]\n[Seed \"1\"]\n"
		      "[View \"open\"]\n\n");
	for (int k = 0; k < h->count; k++)
		record_hand(&h->hand[k], k, &ply, out);
	return true;
}

void
history_write(const struct history *h, enum history_format format, struct text *out)
{
	for (int i = 0; i < h->count; i++) {
		if (format == HISTORY_PHH)
			write_phh(&h->hand[i], i + 1, h->count > 1, out);
		else
			write_stars(h, &h->hand[i], out);
	}
}
