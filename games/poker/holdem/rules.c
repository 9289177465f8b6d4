/* rules.c - hold'em for two: a hand, its betting, the variants. See holdem.h.
 *
 * Source: the rules of the Annual Computer Poker Competition's dealer, which are those of the paper
 * (Brown, Sandholm and Amos 2018) and of cardrooms.
 */
#include "games/poker/holdem/rules.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(struct holdem) <= STATE_BYTES, "state fits");
static_assert(sizeof(struct holdem_variant) <= VARIANT_BYTES, "rules fit");
static_assert(2 * HOLDEM_STACK + HOLDEM_RAISE <= UINT16_MAX, "a move fits");
static_assert(HOLDEM_BLINDS + 2 * HOLDEM_ROUNDS <= HOLDEM_LINE, "a hand fits");

#define LIMIT_BETS 4 /* in a round */

/* ---- cards ----------------------------------------------------------------------------- */

int
holdem_board_count(const struct holdem *h)
{
	int n = 0;
	while (n < POKER_BOARD && h->board[n] != HOLDEM_NONE)
		n++;
	return n;
}

uint64_t
holdem_board_set(const struct holdem *h)
{
	uint64_t set = 0;
	for (int i = 0; i < POKER_BOARD && h->board[i] != HOLDEM_NONE; i++)
		set |= CARD_BIT(h->board[i]);
	return set;
}

int
holdem_due(const struct holdem *h)
{
	return h->phase == HOLDEM_DEAL ? HOLDEM_SEATS * HOLDEM_CARDS
				       : holdem_board_of_round(h->round + 1) -
						 holdem_board_of_round(h->round);
}

move
holdem_cards_move(const uint8_t *card, int count)
{
	move m = 0;
	for (int i = 0; i < count; i++)
		m |= (move)card[i] << 6 * i;
	return m;
}

/* ---- betting --------------------------------------------------------------------------- */

int
holdem_big_blind(const struct holdem_variant *r, int hand)
{
	int64_t big = r->big;
	for (int k = r->rise; !r->reset && k < hand && big < 2 * r->stack; k += r->rise)
		big *= 2;
	return (int)(big < 2 * r->stack ? big : 2 * r->stack);
}

int
holdem_small_blind(const struct holdem_variant *r, int hand)
{
	return (int)((int64_t)holdem_big_blind(r, hand) * r->small / r->big);
}

int
holdem_to_call(const struct holdem *h, int seat)
{
	const int other =
		h->in[1 - seat] < h->stack[seat] ? h->in[1 - seat] : h->stack[seat];
	return other > h->in[seat] ? other - h->in[seat] : 0;
}

static int
at_most(int x, int most)
{
	return x < most ? x : most;
}

bool
holdem_raise_range(const struct holdem_variant *r, const struct holdem *h, int seat,
		   int *least, int *most)
{
	const int other = h->in[1 - seat], stack = h->stack[seat];
	if (holdem_all_in(h, 1 - seat) || stack <= other)
		return false;
	if (r->no_limit) {
		*least = at_most(other + h->raised, stack);
		*most = stack;
		return true;
	}
	const int bet = holdem_big_blind(r, h->hand) * (h->round >= 2 ? 2 : 1);
	*least = *most = at_most(other + bet, stack);
	return h->raises < LIMIT_BETS;
}

int
holdem_raise_of(const struct holdem_variant *r, const struct holdem *h, int seat,
		int thousandths)
{
	int least = 0, most = 0;
	if (!holdem_raise_range(r, h, seat, &least, &most))
		return 0;
	const int other = h->in[1 - seat];
	const int useful =
		at_most(most, h->stack[1 - seat]); /* the chips that can be called */
	const int64_t to =
		thousandths == 0
			? useful
			: other + ((int64_t)2 * other * thousandths + 500) / 1000;
	return (int)(to < least ? least : to > most ? most : to);
}

/* The raise that as many of the same part of the pot each, all called, follow until all is in: the
 * pot grows by 1 + 2 part with each. */
static int
equal_raise(const struct holdem_variant *r, const struct holdem *h, int seat, int count)
{
	const int other = h->in[1 - seat], all = holdem_raise_of(r, h, seat, 0),
		  bets = count > 0 ? count : r->rounds - h->round;
	const double grows = pow((double)all / other, 1.0 / bets);
	return (int)lround(other * grows);
}

/* Amounts growing and different; returns how many. */
static int
add_amount(int *to, int n, int amount)
{
	int at = n;
	while (at > 0 && to[at - 1] >= amount)
		at--;
	if (at < n && to[at] == amount)
		return n;
	memmove(to + at + 1, to + at, (size_t)(n - at) * sizeof *to);
	to[at] = amount;
	return n + 1;
}

/* The sizes that moves() lists; what is not below all becomes all. */
static int
holdem_rules_list_raises(const struct holdem_variant *r, const struct holdem *h, int seat,
			 int to[HOLDEM_SIZES])
{
	int least, most, n = 0;
	if (!holdem_raise_range(r, h, seat, &least, &most))
		return 0;
	const int all = holdem_raise_of(r, h, seat, 0);
	for (int i = 0; i < r->sizes; i++) {
		const int size = r->size[i];
		int x = size < HOLDEM_EQUAL
				? holdem_raise_of(r, h, seat, size)
				: equal_raise(r, h, seat, size - HOLDEM_EQUAL);
		x = x > least ? x : least;
		n = add_amount(to, n, x < all ? x : all);
	}
	return n;
}

int
holdem_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct holdem *h = holdem_of(s);
	int to[HOLDEM_SIZES], n = 0;
	if (holdem_to_call(h, seat) > 0)
		out[n++] = HOLDEM_FOLD;
	out[n++] = HOLDEM_CALL;
	const int raises = holdem_rules_list_raises(holdem_variant(g), h, seat, to);
	for (int i = 0; i < raises; i++)
		out[n++] = HOLDEM_RAISE + (move)to[i];
	return n;
}

bool
holdem_legal(const struct game *g, const struct state *s, int seat, move m)
{
	const struct holdem *h = holdem_of(s);
	int least, most;
	if (m < HOLDEM_RAISE)
		return m == HOLDEM_CALL || holdem_to_call(h, seat) > 0;
	return holdem_raise_range(holdem_variant(g), h, seat, &least, &most) &&
	       m - HOLDEM_RAISE >= (move)least && m - HOLDEM_RAISE <= (move)most;
}

/* ---- a hand ---------------------------------------------------------------------------- */

/* The winnings of seat 0 once the betting is over. Unknown cards win nothing and lose nothing:
 * there is then no single hand to compare. */
static int
holdem_rules_outcome(const struct holdem *h)
{
	const int pot = holdem_matched(h);
	if (h->folded)
		return h->folded == 1 ? -pot : pot;
	if (!holdem_knows(h, 0) || !holdem_knows(h, 1))
		return 0;
	const uint64_t board = holdem_board_set(h);
	const int by = poker_strength(poker_set(board | holdem_hand_set(h, 0))) -
		       poker_strength(poker_set(board | holdem_hand_set(h, 1)));
	return by > 0 ? pot : by < 0 ? -pot : 0;
}

static void
holdem_rules_end_hand(const struct holdem_variant *r, struct holdem *h)
{
	h->last = holdem_rules_outcome(h);
	h->won += h->last;
	const bool broke =
		!r->reset && (h->stack[0] + h->last == 0 || h->stack[1] - h->last == 0);
	h->phase = h->hand < r->hands && !broke ? HOLDEM_DEAL : HOLDEM_OVER;
}

static void
holdem_rules_end_round(const struct holdem_variant *r, struct holdem *h)
{
	if (h->round + 1 == r->rounds)
		holdem_rules_end_hand(r, h);
	else
		h->phase = HOLDEM_BOARD;
}

static void
holdem_rules_begin_round(const struct holdem_variant *r, struct holdem *h)
{
	const int button = holdem_button(h);
	h->phase = HOLDEM_BET;
	h->mover = (uint8_t)(h->round == 0 ? button : 1 - button);
	h->acts = 0;
	h->raises = h->round == 0;
	h->raised = (uint16_t)holdem_big_blind(r, h->hand);
	h->base = h->round == 0 ? 0 : h->in[0];
	h->before[h->round] = h->moves;
}

static void
post_blinds(const struct holdem_variant *r, struct holdem *h)
{
	const int button = holdem_button(h);
	const int small = holdem_small_blind(r, h->hand),
		  big = holdem_big_blind(r, h->hand);
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const int stack =
			r->reset ? r->stack : r->stack + (i == 0 ? h->won : -h->won);
		h->stack[i] = (uint16_t)stack;
		h->in[i] = (uint16_t)at_most(i == button ? small : big, stack);
	}
	holdem_rules_begin_round(r, h);
	/* A blind that took all leaves no decision, unless the button has more to call. */
	if (holdem_to_call(h, button) == 0 &&
	    (holdem_all_in(h, 0) || holdem_all_in(h, 1)))
		holdem_rules_end_round(r, h);
}

/* Two hands, the big blind's first, as they are written in texts. */
static void
holdem_rules_deal_hands(const struct holdem_variant *r, struct holdem *h, move cards)
{
	h->hand++;
	h->round = h->folded = h->moves = 0;
	h->last = 0;
	memset(h->before, 0, sizeof h->before);
	memset(h->line, 0, sizeof h->line);
	memset(h->board, HOLDEM_NONE, sizeof h->board);
	const int button = holdem_button(h);
	for (int i = 0; i < HOLDEM_SEATS * HOLDEM_CARDS; i++)
		h->card[i < HOLDEM_CARDS ? 1 - button : button][i % HOLDEM_CARDS] =
			(uint8_t)(cards >> 6 * i & 63);
	post_blinds(r, h);
}

static void
deal_board(const struct holdem_variant *r, struct holdem *h, move cards)
{
	const int have = holdem_board_count(h), due = holdem_due(h);
	for (int i = 0; i < due; i++)
		h->board[have + i] = (uint8_t)(cards >> 6 * i & 63);
	h->round++;
	holdem_rules_begin_round(r, h);
	if (holdem_all_in(h, 0) || holdem_all_in(h, 1))
		holdem_rules_end_round(r, h);
}

static void
holdem_rules_act(const struct holdem_variant *r, struct holdem *h, int seat, move m)
{
	const bool answered = h->acts > 0;
	h->line[h->moves++] = (uint16_t)m;
	h->acts++;
	h->mover = (uint8_t)(1 - seat);
	if (m == HOLDEM_FOLD) {
		h->folded = (uint8_t)(seat + 1);
		holdem_rules_end_hand(r, h);
	} else if (m == HOLDEM_CALL) {
		h->in[seat] = (uint16_t)(h->in[seat] + holdem_to_call(h, seat));
		if (answered || holdem_all_in(h, 0) || holdem_all_in(h, 1))
			holdem_rules_end_round(r, h);
	} else {
		const int to = (int)(m - HOLDEM_RAISE), by = to - h->in[1 - seat];
		h->raised = by > h->raised ? (uint16_t)by : h->raised;
		h->in[seat] = (uint16_t)to;
		h->raises++;
	}
}

void
holdem_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	struct holdem *h = holdem_in(to);
	if (from != to)
		*h = *holdem_of(from);
	if (seat != SEAT_CHANCE)
		holdem_rules_act(holdem_variant(g), h, seat, m);
	else if (h->phase == HOLDEM_DEAL)
		holdem_rules_deal_hands(holdem_variant(g), h, m);
	else
		deal_board(holdem_variant(g), h, m);
}

void
holdem_start(const struct game *g, struct state *s)
{
	struct holdem *h = holdem_in(s);
	memset(h, 0, sizeof *h);
	memset(h->card, HOLDEM_NONE, sizeof h->card);
	memset(h->board, HOLDEM_NONE, sizeof h->board);
	h->stack[0] = h->stack[1] = holdem_variant(g)->stack;
}

seat_set
holdem_acting(const struct game *g, const struct state *s)
{
	const struct holdem *h = holdem_of(s);
	if (h->phase == HOLDEM_OVER)
		return 0;
	return h->phase == HOLDEM_BET ? (seat_set)1 << h->mover : ACTING_CHANCE;
}

static bool
holdem_rules_settled(const struct game *g, const struct state *s)
{
	return holdem_hand_over(holdem_of(s));
}

static void
holdem_rules_points(const struct game *g, const struct state *s, int32_t *out)
{
	out[0] = holdem_of(s)->won;
	out[1] = -out[0];
}

static uint64_t
holdem_rules_hash(const struct game *g, const struct state *s)
{
	const struct holdem *h = holdem_of(s);
	uint64_t key = rng_mix((uint64_t)h->phase | (uint64_t)h->round << 8 |
			       (uint64_t)h->moves << 16 | (uint64_t)h->hand << 32);
	uint64_t cards = 0;
	for (int i = 0; i < HOLDEM_SEATS * HOLDEM_CARDS; i++)
		cards = cards << 8 | h->card[i / 2][i % 2];
	key = rng_mix(key ^ cards);
	for (int i = 0; i < POKER_BOARD; i++)
		key ^= rng_mix((uint64_t)h->board[i] << 8 | (uint64_t)i);
	key = rng_mix(key ^ (uint64_t)(uint32_t)h->won);
	for (int i = 0; i < h->moves; i++)
		key = rng_mix(key ^ (uint64_t)(h->line[i] + 1));
	return key;
}

/* ---- the variants ---------------------------------------------------------------------- */

enum option_at {
	OPT_ROUNDS,
	OPT_BETTING,
	OPT_STACK,
	OPT_BLINDS,
	OPT_SIZES,
	OPT_HANDS,
	OPT_RESET,
	OPT_RISE,
	OPT_FLOPS,
	OPT_MUCK
};

static const struct option_spec variant_options[] = {
	[OPT_ROUNDS] = { "rounds", OPTION_CHOICE, "4", 0, 0, "4|2", "",
			 "rounds of betting: to the river, or flop hold'em, with the "
			 "showdown after the flop's betting" },
	[OPT_BETTING] = { "betting", OPTION_CHOICE, "no-limit", 0, 0, "no-limit|limit",
			  "", "any amount up to the stack, or fixed bets, four a round" },
	[OPT_STACK] = { "stack", OPTION_INT, "20000", 1, HOLDEM_STACK, NULL, "chips",
			"chips of a seat" },
	[OPT_BLINDS] = { "blinds", OPTION_NAME, "50/100", 0, 0, "50/100|100/200", "chips",
			 "small and big blind" },
	[OPT_SIZES] = { "sizes", OPTION_NAME, "0.5/1/a", 0, 0, "0.5/1/a|1/a", "",
			"listed raises, as parts of the pot after the call; a is all-in, "
			"e goes all-in by a bet in every round; any other amount can be "
			"typed" },
	[OPT_HANDS] = { "hands", OPTION_INT, "20", 1, 10000, NULL, "hands",
			"hands in a game, at most" },
	[OPT_RESET] = { "reset", OPTION_SWITCH, "on", 0, 0, NULL, "",
			"stacks are refilled before every hand; off: play until one seat "
			"is broke" },
	[OPT_RISE] = { "rise", OPTION_INT, "10", 1, 10000, NULL, "hands",
		       "the blinds double after this many hands; with reset=off" },
	[OPT_FLOPS] = { "flops", OPTION_INT, "0", 0, HOLDEM_FLOPS, NULL, "flops",
			"deal only this many of the 1,755 flops, a smaller game; 0: "
			"all" },
	[OPT_MUCK] = { "muck", OPTION_CHOICE, "folded", 0, 0, "folded|lost|none", "",
		       "hands that stay unseen until the game is over: those that "
		       "folded, those that lost a showdown too, or none" },
	{ .key = NULL },
};

static bool
parse_blinds(const char *text, struct holdem_variant *r, struct status *st)
{
	int small, big, end = 0;
	if (sscanf(text, "%d/%d%n", &small, &big, &end) != 2 || text[end] != '\0' ||
	    small < 1 || big < small || big > HOLDEM_STACK)
		return status_fail(st,
				   "blinds: '%.40s': expected two whole numbers, the "
				   "small one first, as in 50/100",
				   text);
	r->small = (uint16_t)small;
	r->big = (uint16_t)big;
	return true;
}

/* One size of "0.5/1/e/2e/a"; the place behind it, NULL: it is none. */
static const char *
holdem_rules_read_size(const char *at, uint16_t *size)
{
	char *end = (char *)(uintptr_t)at;
	if (*at == 'a' || *at == 'e') {
		*size = *at == 'a' ? 0 : HOLDEM_EQUAL;
		return at + 1;
	}
	const double part = strtod(at, &end);
	if (*end == 'e' && end == at + 1 && part >= 1 && part <= HOLDEM_EQUAL_MOST) {
		*size = (uint16_t)(HOLDEM_EQUAL + (int)part);
		return end + 1;
	}
	*size = (uint16_t)lround(1000 * (part >= 0.001 && part <= 60 ? part : 0));
	return end != at && *size > 0 ? end : NULL;
}

static bool
parse_sizes(const char *text, struct holdem_variant *r, struct status *st)
{
	for (const char *at = text;; at++) {
		uint16_t size = 0;
		at = holdem_rules_read_size(at, &size);
		if (at == NULL || r->sizes == HOLDEM_SIZES || (*at != '/' && *at != '\0'))
			return status_fail(
				st,
				"sizes: '%.40s': expected one to %d parts of the pot "
				"from 0.001 to 60, e, 1e to %de or a, as in 0.5/1/a",
				text, HOLDEM_SIZES, HOLDEM_EQUAL_MOST);
		r->size[r->sizes++] = size;
		if (*at == '\0')
			return true;
	}
}

static bool
holdem_rules_setup(struct game *g, struct status *st)
{
	const struct option_value *v = g->variant.v;
	struct holdem_variant r = {
		.rounds = v[OPT_ROUNDS].i == 0 ? 4 : 2,
		.no_limit = v[OPT_BETTING].i == 0,
		.reset = v[OPT_RESET].i != 0,
		.stack = (uint16_t)v[OPT_STACK].i,
		.hands = (uint16_t)v[OPT_HANDS].i,
		.rise = (uint16_t)v[OPT_RISE].i,
		.flops = (uint16_t)v[OPT_FLOPS].i,
		.muck = (uint8_t)v[OPT_MUCK].i,
	};
	if (!parse_blinds(v[OPT_BLINDS].text, &r, st) ||
	    !parse_sizes(v[OPT_SIZES].text, &r, st))
		return false;
	if (r.stack < r.big)
		return status_fail(st, "stack=%d is below the big blind of %d", r.stack,
				   r.big);
	if (r.no_limit && r.stack > HOLDEM_BLINDS * r.big)
		return status_fail(st,
				   "stack=%d is more than %d big blinds of %d: longer "
				   "hands than fit",
				   r.stack, HOLDEM_BLINDS, r.big);
	poker_init();
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_HIDDEN | TRAIT_CHANCE | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM |
		    TRAIT_DRAWS | TRAIT_MUCKS;
	return true;
}

/* ---- tables ---------------------------------------------------------------------------- */

static const struct game_rules holdem_rules = {
	.setup = holdem_rules_setup,
	.start = holdem_start,
	.acting = holdem_acting,
	.moves = holdem_moves,
	.play = holdem_play,
	.settled = holdem_rules_settled,
	.points = holdem_rules_points,
	.hash = holdem_rules_hash,
};

static const struct game_turns holdem_turns = {
	.legal = holdem_legal,
};

const struct game_ops holdem_game = {
	.key = "holdem",
	.title = "Texas Hold'em",
	.summary = "two seats, any amount: poker as it is played",
	.source = "ACPC dealer; Brown, Sandholm and Amos 2018",
	.seats_default = HOLDEM_SEATS,
	.seats_allowed = 1 << HOLDEM_SEATS,
	.unit = HOLDEM_UNIT,
	.point_name = "chips",
	.options = variant_options,
	.valued_options = "rounds|betting|stack|blinds|reset",
	.state_size = sizeof(struct holdem),
	.rules = &holdem_rules,
	.chance = &holdem_chance,
	.turns = &holdem_turns,
	.knowledge = &holdem_knowledge,
	.hidden = &holdem_hidden,
	.text = &holdem_text,
	.view = &holdem_view,
	.results = &holdem_results,
	.public = &holdem_public,
};
