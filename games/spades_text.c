/*
 * spades_text.c - moves and positions as text, names, the scoreboard, events, the scene.
 *
 * The position text is described in spades.h. Reading one checks everything that the rest of
 * the game relies on: the pack, the number of cards in each hand, the tricks among the cards
 * played, the order of the bids, and that the hidden cards can be dealt out at all.
 */
#include "games/spades_parts.h"

#include <stdio.h>
#include <strings.h>

static const char *const phase_names[] = { "deal", "bid", "play", "over" };

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
	struct line l = line_start(out, size);
	char bid[8];
	if (seat == SEAT_CHANCE) {
		line_add(&l, "deal %u", m);
	} else if (m == SPADES_BLIND) {
		line_add(&l, "blind-nil");
	} else if (m == SPADES_LOOK) {
		line_add(&l, "look");
	} else if (m >= SPADES_BID && m < SPADES_LOOK) {
		spades_bid_text((int)(m - SPADES_BID), bid);
		line_add(&l, "%s", bid);
	} else if (m < CARDS) {
		line_cards(&l, CARD_BIT(m), "");
	} else {
		line_add(&l, "?");
	}
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
	const struct spades_rules *r = spades_rules(g);
	move m[MOVES_MAX], bid = read_bid(text);
	int n = spades_moves(g, s, seat, m);
	for (int i = 0; i < n; i++)
		if (m[i] == bid) {
			*out = bid;
			return true;
		}
	if (n == 2)
		return status_fail(st, "'%.40s': expected look or blind-nil", text);
	return status_fail(st, "'%.40s': expected a bid, %s1 to %d", text,
			   r->nil > 0 ? "nil or " : "", r->cards);
}

bool
spades_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		  move *out, struct status *st)
{
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	text = trick_skip(text);
	if (strncmp(text, "bid ", 4) == 0 || strncmp(text, "play ", 5) == 0)
		text = trick_skip(strchr(text, ' '));
	if (h->phase == SPADES_DEAL)
		return trick_parse_deal(text, out, st);
	if (seat < 0 || seat >= r->seats || h->phase == SPADES_OVER)
		return status_fail(st, "'%.40s': nobody is to move", text);
	char word[MOVE_TEXT];
	snprintf(word, sizeof word, "%s", text);
	for (size_t n = strlen(word);
	     n > 0 && (word[n - 1] == ' ' || word[n - 1] == '\t');)
		word[--n] = '\0';
	if (h->phase == SPADES_BIDDING)
		return parse_bid(g, s, seat, word, out, st);
	uint64_t set, legal = 0;
	int count;
	move m[MOVES_MAX];
	for (int i = spades_moves(g, s, seat, m); i-- > 0;)
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

static void
add_bids(struct line *l, const struct spades_rules *r, const struct spades_state *h)
{
	line_add(l, " bids=");
	for (int i = 0; i < r->seats; i++) {
		char bid[8];
		spades_bid_text(h->bid[i], bid);
		line_add(l, "%s%s", i == 0 ? "" : ",", bid);
	}
}

static void
add_play(struct line *l, const struct game *g, const struct state *s)
{
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	const char *letter = trick_letters[r->seats];
	uint64_t seen = h->played;
	if (h->phase == SPADES_PLAYING)
		line_add(l, " turn=%c", letter[h->turn]);
	if (h->blind != 0)
		line_add(l, " blind=");
	for (int i = 0; i < r->seats; i++)
		if ((h->blind >> i & 1) != 0)
			line_add(l, "%c", letter[i]);
	for (int i = 0; i < r->seats; i++) {
		line_set(l, (char[2]){ letter[i], '\0' }, h->hand[i], r->deck);
		seen |= h->hand[i];
	}
	if (seen != r->deck)
		line_set(l, "played", h->played, r->deck);
	line_trick(l, r->seats, "trick", h->leader, h->trick, h->trick_count);
	for (int i = 0; i < r->seats; i++)
		if (h->cannot[i] != 0)
			line_set(l, (char[5]){ 'n', 'o', 't', letter[i], '\0' },
				 h->cannot[i], r->deck);
}

void
spades_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	struct line l = line_start(out, size);
	int total[SPADES_SEATS], bags[SPADES_SEATS], taken[SPADES_SEATS];
	int points[SPADES_SEATS];
	for (int i = 0; i < r->seats; i++) {
		total[i] = h->total[i];
		bags[i] = h->bags[i];
		taken[i] = h->taken[i];
		points[i] = h->points[i];
	}
	line_add(&l, "phase=%s hand=%d", phase_names[h->phase], h->hand_number);
	line_numbers(&l, "total", total, r->seats);
	if (r->bidding) {
		line_numbers(&l, "bags", bags, r->seats);
		add_bids(&l, r, h);
	}
	line_numbers(&l, "taken", taken, r->seats);
	if (is_scored(h))
		line_numbers(&l, "points", points, r->seats);
	if (h->phase == SPADES_BIDDING || h->phase == SPADES_PLAYING)
		add_play(&l, g, s);
	line_trick(&l, r->seats, "last", h->last_leader, h->last, h->last_count);
}

/* What a position text has said so far. */
struct reading {
	struct trick_reading t;
	const struct game *g;
	const struct spades_rules *r;
	struct state s;
	bool played_given, turn_given, bids_given;
	int trick_leader; /* SEAT_NONE: no trick */
};

static struct spades_state *
state_read(void *reading)
{
	return spades_in(&((struct reading *)reading)->s);
}

static bool
read_phase(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	for (uint8_t i = 0; i < 4; i++)
		if (strcmp(text, phase_names[i]) == 0) {
			state_read(p)->phase = i;
			return true;
		}
	return status_fail(p->t.st, "phase=%.40s: expected deal, bid, play or over",
			   text);
}

static bool
read_hand_number(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	long n;
	const char *end;
	if (!trick_read_number(text, 0, 60000, &n, &end) || *end != '\0')
		return status_fail(p->t.st,
				   "hand=%.40s: expected a number from 0 to 60000", text);
	state_read(p)->hand_number = (uint16_t)n;
	return true;
}

static bool
read_total(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	long n[SPADES_SEATS] = { 0 };
	if (!trick_read_list(&p->t, "total", text, -9999, 9999, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		state_read(p)->total[i] = (int16_t)n[i];
	return true;
}

static bool
read_points(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	long n[SPADES_SEATS] = { 0 };
	if (!trick_read_list(&p->t, "points", text, -2000, 2000, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		state_read(p)->points[i] = (int16_t)n[i];
	return true;
}

static bool
read_small(struct reading *p, const char *key, const char *text, int most, uint8_t *out)
{
	long n[SPADES_SEATS] = { 0 };
	if (!trick_read_list(&p->t, key, text, 0, most, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		out[i] = (uint8_t)n[i];
	return true;
}

static bool
read_bags(void *reading, int seat, const char *text)
{
	(void)seat;
	return read_small(reading, "bags", text, 9, state_read(reading)->bags);
}

static bool
read_taken(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	return read_small(p, "taken", text, p->r->cards, state_read(p)->taken);
}

static bool
read_bids(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	p->bids_given = true;
	for (int i = 0; i < p->r->seats; i++) {
		char word[MOVE_TEXT];
		size_t n = strcspn(text, ",");
		snprintf(word, sizeof word, "%.*s", n < 20 ? (int)n : 20, text);
		move bid = read_bid(word);
		bool none = strcmp(word, "-") == 0;
		bool fits =
			none ||
			(bid != MOVE_NONE && bid != SPADES_LOOK &&
			 (bid == SPADES_BLIND || bid <= SPADES_BID + (move)p->r->cards));
		if (!fits || text[n] != (i == p->r->seats - 1 ? '\0' : ','))
			return status_fail(p->t.st,
					   "bids: expected %d with commas, each -, nil, "
					   "blind or 1 to %d",
					   p->r->seats, p->r->cards);
		state_read(p)->bid[i] = none ? BID_NONE : (int8_t)(bid - SPADES_BID);
		text += n + 1;
	}
	return true;
}

static bool
read_blind(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	for (; *text != '\0'; text++) {
		int who = trick_seat_of(&p->t, *text);
		if (who == SEAT_NONE)
			return status_fail(p->t.st, "blind: expected seats, as in %s",
					   trick_letters[p->r->seats]);
		state_read(p)->blind |= (uint8_t)(1 << who);
	}
	return true;
}

static bool
read_turn(void *reading, int unused, const char *text)
{
	(void)unused;
	struct reading *p = reading;
	int seat;
	if (!trick_read_seat(&p->t, "turn", text, &seat))
		return false;
	state_read(p)->turn = (uint8_t)seat;
	p->turn_given = true;
	return true;
}

static bool
read_cards(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	return trick_read_set(&p->t, "hand", text, &state_read(p)->hand[seat]);
}

static bool
read_cannot(void *reading, int seat, const char *text)
{
	struct reading *p = reading;
	return trick_read_set(&p->t, "not", text, &state_read(p)->cannot[seat]);
}

static bool
read_played(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	p->played_given = true;
	return trick_read_set(&p->t, "played", text, &state_read(p)->played);
}

static bool
read_trick(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	return trick_read_table(&p->t, "trick", text, p->r->seats - 1, &p->trick_leader,
				state_read(p)->trick, &state_read(p)->trick_count);
}

static bool
read_last(void *reading, int seat, const char *text)
{
	(void)seat;
	struct reading *p = reading;
	struct spades_state *h = state_read(p);
	int leader;
	if (!trick_read_table(&p->t, "last", text, p->r->seats, &leader, h->last,
			      &h->last_count))
		return false;
	if (h->last_count != p->r->seats)
		return status_fail(p->t.st, "last: %d cards, expected %d", h->last_count,
				   p->r->seats);
	h->last_leader = (uint8_t)leader;
	return true;
}

static const struct trick_key position_keys[] = {
	{ "phase", false, read_phase }, { "hand", false, read_hand_number },
	{ "total", false, read_total }, { "points", false, read_points },
	{ "bags", false, read_bags },	{ "bids", false, read_bids },
	{ "taken", false, read_taken }, { "blind", false, read_blind },
	{ "turn", false, read_turn },	{ "played", false, read_played },
	{ "trick", false, read_trick }, { "last", false, read_last },
	{ "not", true, read_cannot },	{ "", true, read_cards },
	{ NULL, false, NULL },
};

/* The bids made, in order from the seat that bids first; returns how many, -1: out of order. */
static int
bids_in_order(const struct reading *p, const struct spades_state *h)
{
	int made = 0, seat = first_seat(p->r, h);
	for (int k = 0; k < p->r->seats; k++, seat = seat_after(p->r, seat)) {
		if (h->bid[seat] == BID_NONE)
			continue;
		if (made != k)
			return -1;
		made++;
	}
	return made;
}

static bool
check_bids(struct reading *p)
{
	struct spades_state *h = state_read(p);
	struct status *st = p->t.st;
	bool all = h->phase != SPADES_BIDDING;
	if (!p->r->bidding) {
		if (p->bids_given || h->phase == SPADES_BIDDING)
			return status_fail(st, "bids: expected none with bidding=off");
		return true;
	}
	for (int i = 0; i < p->r->seats && all && !p->bids_given; i++)
		h->bid[i] = (int8_t)(h->taken[i] > 0 ? h->taken[i] : 1);
	int made = bids_in_order(p, h);
	if (made < 0 || (made < p->r->seats) != (h->phase == SPADES_BIDDING))
		return status_fail(st, "bids: expected %s, from %c on",
				   all ? "all" : "some left to be made",
				   trick_letters[p->r->seats][first_seat(p->r, h)]);
	if (p->r->nil == 0)
		for (int i = 0; i < p->r->seats; i++)
			if (is_nil(h->bid[i]))
				return status_fail(st, "bids: no nil with nil=0");
	if (h->phase != SPADES_BIDDING)
		return h->blind == 0 || status_fail(st, "blind: expected phase=bid");
	for (int i = 0; i < p->r->seats; i++)
		if ((h->blind >> i & 1) != 0 && (!p->r->blind || h->bid[i] != BID_NONE))
			return status_fail(st, "blind: %c cannot bid blind",
					   trick_letters[p->r->seats][i]);
	int turn = (first_seat(p->r, h) + made) % p->r->seats;
	if (h->played != 0 || h->trick_count != 0 || h->last_count != 0 ||
	    (p->turn_given && turn != h->turn))
		return status_fail(st, "phase=bid: expected no cards played, and turn=%c",
				   trick_letters[p->r->seats][turn]);
	h->turn = (uint8_t)turn;
	h->leader = (uint8_t)first_seat(p->r, h);
	return true;
}

/* Partners have one score. */
static bool
check_sides(struct reading *p)
{
	const struct spades_state *h = state_read(p);
	for (int i = 0; i < 2 && p->r->partners; i++)
		if (h->total[i] != h->total[i + 2] || h->bags[i] != h->bags[i + 2] ||
		    h->points[i] != h->points[i + 2])
			return status_fail(p->t.st,
					   "total, bags and points: expected the same "
					   "for partners");
	return true;
}

/* Whose turn it is, and the fields that follow from the cards. */
static bool
derive_play(struct reading *p)
{
	struct spades_state *h = state_read(p);
	int turn = p->turn_given ? h->turn : first_seat(p->r, h);
	if (h->trick_count > 0)
		turn = (p->trick_leader + h->trick_count) % p->r->seats;
	if (p->turn_given && turn != h->turn)
		return status_fail(p->t.st, "turn=%c does not fit the trick, expected %c",
				   trick_letters[p->r->seats][h->turn],
				   trick_letters[p->r->seats][turn]);
	h->turn = (uint8_t)turn;
	h->leader = (uint8_t)(h->trick_count > 0 ? p->trick_leader : turn);
	h->broken = (h->played & SPADE_CARDS) != 0;
	for (int i = 0; i < h->trick_count; i++)
		if (i == 0 || card_beats(h->trick[i], h->best)) {
			h->best = h->trick[i];
			h->best_seat = (uint8_t)((h->leader + i) % p->r->seats);
		}
	int past = (cards_count(h->played) - h->trick_count) / p->r->seats;
	if (tricks_left(p->r, h) != p->r->cards - past)
		return status_fail(p->t.st, "taken: expected %d tricks in all", past);
	if (past == p->r->cards)
		return status_fail(p->t.st,
				   "all cards are played: expected phase=deal or over");
	return true;
}

static bool
check_between_hands(struct reading *p)
{
	struct spades_state *h = state_read(p);
	uint64_t held = h->played;
	for (int i = 0; i < p->r->seats; i++)
		held |= h->hand[i];
	if (held != 0 || h->trick_count != 0 || p->turn_given || h->blind != 0)
		return status_fail(p->t.st, "phase=%s: expected no cards",
				   phase_names[h->phase]);
	if (h->phase == SPADES_OVER && h->hand_number == 0)
		return status_fail(p->t.st, "phase=over: expected hand=1 or more");
	int left = tricks_left(p->r, h);
	if (left != p->r->cards && (left != 0 || h->hand_number == 0))
		return status_fail(p->t.st, "taken: expected %d tricks in all",
				   h->hand_number == 0 ? 0 : p->r->cards);
	if (h->hand_number == 0 && p->bids_given)
		for (int i = 0; i < p->r->seats; i++)
			if (h->bid[i] != BID_NONE)
				return status_fail(p->t.st, "bids: nobody has bid yet");
	memset(h->cannot, 0, sizeof h->cannot);
	return h->hand_number == 0 || check_bids(p);
}

static bool
check_position(struct reading *p)
{
	struct spades_state *h = state_read(p);
	if (!check_sides(p))
		return false;
	if (h->phase == SPADES_DEAL || h->phase == SPADES_OVER)
		return check_between_hands(p);
	if (h->hand_number == 0)
		return status_fail(p->t.st, "hand=0: expected 1 or more");
	uint64_t held = 0;
	for (int i = 0; i < p->r->seats; i++) {
		held |= h->hand[i];
		h->points[i] = 0;
	}
	if (!p->played_given && h->phase == SPADES_PLAYING)
		h->played = p->r->deck & ~held;
	if (!check_bids(p))
		return false;
	if (h->phase == SPADES_PLAYING) {
		struct trick_view table = spades_view(p->g, &p->s);
		if (!trick_check_places(&p->t, &table) || !derive_play(p))
			return false;
	} else if (tricks_left(p->r, h) != p->r->cards) {
		return status_fail(p->t.st, "phase=bid: expected no tricks taken");
	}
	struct trick_view v = spades_view(p->g, &p->s);
	return trick_check_places(&p->t, &v) && trick_check_counts(&p->t, &v);
}

bool
spades_parse_position(const struct game *g, const char *text, struct state *s,
		      struct status *st)
{
	const struct spades_rules *r = spades_rules(g);
	struct reading p = {
		.t = { .seats = r->seats, .deck = r->deck, .st = st },
		.g = g,
		.r = r,
		.trick_leader = SEAT_NONE,
	};
	struct spades_state *h = state_read(&p);
	h->phase = SPADES_PLAYING;
	h->hand_number = 1;
	memset(h->bid, BID_NONE, sizeof h->bid);
	if (!trick_read_tokens(&p, position_keys,
			       "phase, hand, total, points, bags, bids, taken, blind, "
			       "turn, played, trick, last, notX or a seat",
			       text) ||
	    !check_position(&p))
		return false;
	*s = p.s;
	return true;
}

/* --- what the screen says --- */

void
spades_headline(const struct game *g, const struct state *s, int viewer, char *out,
		int size)
{
	(void)viewer;
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	struct line l = line_start(out, size);
	if (h->hand_number == 0)
		line_add(&l, "before the deal");
	else
		line_add(&l, "hand %d", h->hand_number);
	if (h->phase == SPADES_BIDDING)
		line_add(&l, "  bidding");
	else if (h->phase == SPADES_PLAYING)
		line_add(&l, "  trick %d/%d%s", cards_count(h->played) / r->seats + 1,
			 r->cards, h->broken ? "  spades broken" : "");
	else if (h->hand_number > 0)
		line_add(&l, h->phase == SPADES_OVER ? "  over" : "  scored");
	if (r->to > 0)
		line_add(&l, "  to %d", r->to);
}

int
spades_figures(const struct game *g, const struct state *s, struct figure *out)
{
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	int n = 0;
	struct figure bid = { .name = "bid" }, taken = { .name = "taken" };
	struct figure bags = { .name = "bags", .lower_is_better = true };
	struct figure total = { .name = "total" };
	for (int i = 0; i < r->seats; i++) {
		bid.per_seat[i] = h->bid[i] < 0 || is_nil(h->bid[i]) ? 0 : h->bid[i];
		taken.per_seat[i] = h->taken[i];
		bags.per_seat[i] = h->bags[i];
		total.per_seat[i] = h->total[i];
	}
	if (r->bidding)
		out[n++] = bid;
	out[n++] = taken;
	if (r->bidding && r->bags)
		out[n++] = bags;
	out[n++] = total;
	return n;
}

static void
add_scores(struct line *l, const struct game *g, const struct spades_state *h)
{
	for (int i = 0; i < g->seats; i++)
		line_add(l, "%s %s %d", i == 0 ? ":" : ",", trick_seat_name(g, i),
			 h->points[i]);
}

void
spades_event(const struct game *g, const struct state *from, int seat, move m,
	     const struct state *to, char *out, int size)
{
	(void)seat;
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *a = spades_of(from), *b = spades_of(to);
	struct line l = line_start(out, size);
	if (a->phase == SPADES_DEAL) {
		line_add(&l, "hand %d is dealt: %s %s first", b->hand_number,
			 trick_seat_name(g, b->turn), r->bidding ? "bids" : "plays");
		return;
	}
	if (a->phase == SPADES_BIDDING && b->phase == SPADES_PLAYING) {
		int sum = 0;
		for (int i = 0; i < r->seats; i++)
			sum += is_nil(b->bid[i]) ? 0 : b->bid[i];
		line_add(&l, "%d of %d tricks are bid", sum, r->cards);
		return;
	}
	if (a->phase != SPADES_PLAYING)
		return;
	if (!a->broken && m < CARDS && (CARD_BIT(m) & SPADE_CARDS) != 0)
		line_add(&l, "spades are broken%s",
			 a->trick_count == r->seats - 1 ? "; " : "");
	if (a->trick_count != r->seats - 1)
		return;
	int best = card_beats((int)m, a->best) ? a->turn : a->best_seat;
	line_add(&l, "%s takes the trick", trick_seat_name(g, best));
	if (r->bidding && is_nil(a->bid[best]) && a->taken[best] == 0)
		line_add(&l, ": the nil fails");
	if (b->phase == SPADES_PLAYING)
		return;
	line_add(&l, "; hand %d", b->hand_number);
	add_scores(&l, g, b);
	for (int i = 0; i < r->seats && r->bags; i++)
		if (r->bidding && b->bags[i] < a->bags[i])
			line_add(&l, "; ten bags cost %s 100", trick_seat_name(g, i));
}

/* --- the generic scene --- */

static void
scene_seat(const struct game *g, const struct state *s, int seat,
	   const struct trick_place *at, struct scene *out)
{
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	bool acts = h->phase != SPADES_DEAL && (spades_acting(g, s) >> seat & 1) != 0;
	char text[SCENE_GLYPH], bid[8];
	spades_bid_text(h->bid[seat], bid);
	if (r->bidding)
		snprintf(text, sizeof text, "%s%s %d/%s%5d", acts ? ">" : " ",
			 trick_seat_name(g, seat), h->taken[seat], bid, h->total[seat]);
	else
		snprintf(text, sizeof text, "%s%s %d%5d", acts ? ">" : " ",
			 trick_seat_name(g, seat), h->taken[seat], h->total[seat]);
	trick_put_text(out, at->x, at->y, (enum role)(ROLE_SEAT_0 + seat), seat, text);
}

static void
scene_bids(const struct game *g, const struct state *s, int seat, struct scene *out)
{
	move m[MOVES_MAX];
	int n = spades_moves(g, s, seat, m), x = 0, y = 15;
	trick_put_text(out, 0, 14, ROLE_STRONG, seat, "your bid:");
	for (int i = 0; i < n; i++) {
		char text[SCENE_GLYPH];
		spades_format_move(g, s, seat, m[i], text, sizeof text);
		int width = (int)strlen(text);
		if (x + width > TRICK_SCENE_WIDTH) {
			x = 0;
			y++;
		}
		struct scene_item *item =
			trick_put_text(out, x, y, ROLE_STRONG, seat, text);
		item->flags = SCENE_CHOOSABLE;
		item->m = m[i];
		x += width + 1;
	}
}

/* The viewer (seat 0 for onlookers) sits at the bottom. */
void
spades_scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	const struct spades_rules *r = spades_rules(g);
	const struct spades_state *h = spades_of(s);
	struct trick_view v = spades_view(g, s);
	int bottom = viewer >= 0 ? viewer : 0;
	bool acts = (spades_acting(g, s) >> bottom & 1) != 0;
	memset(out, 0, sizeof *out);
	out->width = TRICK_SCENE_WIDTH;
	out->height = TRICK_SCENE_HEIGHT;
	for (int k = 0; k < r->seats; k++) {
		int seat = (bottom + k) % r->seats;
		const struct trick_place *at = trick_place(r->seats, k);
		scene_seat(g, s, seat, at, out);
		if (k > 0 && v.dealt)
			trick_put_hand(&v, seat, at->x, at->y + 1, out);
	}
	int y = trick_place(r->seats, 0)->y + 1;
	bool plays = acts && h->phase == SPADES_PLAYING;
	if (v.dealt && cards_count(h->hand[bottom]) == trick_cards(&v, bottom))
		trick_put_own(&v, bottom, y, plays, plays ? legal_cards(h, bottom) : 0,
			      out);
	else if (v.dealt)
		trick_put_hand(&v, bottom, 0, y, out);
	trick_put_table(&v, bottom, h->best, out);
	if (acts && h->phase == SPADES_BIDDING)
		scene_bids(g, s, bottom, out);
}
