/*
 * public.c - hold'em for all hands at once: equities against a range in time linear in the hands.
 *
 * Hands are those of poker.h. Against a weight on each hand of the other, a hand wins the weight of
 * weaker hands that share no card with it: hands are swept in the order of strength, with sums of
 * the weight so far, over all hands and over those with each card, of which a hand's own two are
 * taken out again. The hand itself is in both of these, so it is added once.
 *
 * The tree has too many boards to be listed: no deals().
 */
#include "games/poker/holdem/rules.h"

#include "src/base/asset.h"
#include "src/base/pack.h"
#include "src/base/radix.h"

#include <string.h>

static int
holdem_public_hands(const struct game *g)
{
	return POKER_HANDS;
}

static double
holdem_public_pairs(const struct game *g)
{
	return 1326.0 * 1225.0;
}

static bool
excludes(const struct game *g, int a, int b)
{
	return (poker_hand_set(a) & poker_hand_set(b)) != 0;
}

static int
hand_of(const struct game *g, const struct state *s, int seat)
{
	const struct holdem *h = holdem_of(s);
	return holdem_knows(h, seat)
		       ? poker_hand_number(h->card[seat][0], h->card[seat][1])
		       : -1;
}

static void
format_hand(const struct game *g, int hand, char *out, int size)
{
	char text[5];
	poker_hand_text(hand, text);
	if (size > 0) {
		out[0] = '\0';
		strncat(out, text, (size_t)size - 1);
	}
}

static void
holdem_public_give(const struct game *g, struct state *s, int seat, int hand)
{
	int card[HOLDEM_CARDS] = { HOLDEM_HIDDEN, HOLDEM_HIDDEN };
	if (hand >= 0)
		poker_hand_cards(hand, card);
	/* the higher rank first, as they are dealt */
	const bool turn = hand >= 0 && card_rank(card[0]) < card_rank(card[1]);
	holdem_in(s)->card[seat][turn] = (uint8_t)card[0];
	holdem_in(s)->card[seat][!turn] = (uint8_t)card[1];
}

static bool
possible(const struct game *g, const struct state *s, int hand)
{
	return (poker_hand_set(hand) & holdem_board_set(holdem_of(s))) == 0;
}

/* ---- the end of a hand ------------------------------------------------------------------- */

/* Weights of hands, together and by card. */
struct hand_weights {
	double all, with[CARDS];
};

struct swept {
	int hand, strength;
	uint8_t card[HOLDEM_CARDS];
};

static void
add_to(struct hand_weights *sums, const struct swept *h, double weight)
{
	sums->all += weight;
	for (int i = 0; i < HOLDEM_CARDS; i++)
		sums->with[h->card[i]] += weight;
}

/* The weight of the hands in the sums that go with a hand; own: its own that is in them. */
static double
weight_beside(const struct hand_weights *sums, const struct swept *h, double own)
{
	return sums->all - sums->with[h->card[0]] - sums->with[h->card[1]] + own;
}

/* The hands that go with the board, the weakest at a showdown first. */
static int
holdem_public_list_hands(const struct holdem *h, bool shown, struct swept *out)
{
	const uint64_t board = holdem_board_set(h);
	const poker common = poker_set(board);
	struct swept dealt[POKER_HANDS];
	uint16_t strength[POKER_HANDS], order[POKER_HANDS];
	int n = 0;
	for (int b = 1; b < CARDS; b++)
		for (int a = 0; a < b; a++) {
			if ((board & (CARD_BIT(a) | CARD_BIT(b))) != 0)
				continue;
			const poker seven =
				shown ? poker_add(poker_add(common, a), b) : common;
			strength[n] = shown ? (uint16_t)poker_strength(seven) : 0;
			dealt[n] = (struct swept){
				.hand = poker_hand_number(a, b),
				.strength = strength[n],
				.card = { (uint8_t)a, (uint8_t)b },
			};
			n++;
		}
	radix_order(strength, n, order);
	for (int i = 0; i < n; i++)
		out[i] = dealt[order[i]];
	return n;
}

/* The payments to a hand that beats, ties with, loses to the other. */
struct pays {
	double wins, ties, loses;
};

static void
holdem_public_settle_showdown(const struct swept *swept, int n, const struct pays *pays,
			      const double *reach, double *value)
{
	struct hand_weights all = { .all = 0 }, below = { .all = 0 };
	for (int i = 0; i < n; i++)
		add_to(&all, &swept[i], reach[swept[i].hand]);
	for (int from = 0, to; from < n; from = to) {
		struct hand_weights upto = below;
		for (to = from; to < n && swept[to].strength == swept[from].strength;
		     to++)
			add_to(&upto, &swept[to], reach[swept[to].hand]);
		for (int i = from; i < to; i++) {
			const double own = reach[swept[i].hand];
			const double weaker = weight_beside(&below, &swept[i], 0);
			const double equal =
				weight_beside(&upto, &swept[i], own) - weaker;
			const double rest = weight_beside(&all, &swept[i], own);
			value[swept[i].hand] += pays->wins * weaker + pays->ties * equal +
						pays->loses * (rest - weaker - equal);
		}
		below = upto;
	}
}

static void
holdem_public_settle(const struct game *g, const struct state *s, int seat,
		     enum public_pay pay, const double *reach, double *value)
{
	const struct holdem *h = holdem_of(s);
	const double chips = holdem_matched(h);
	struct pays pays = { chips, 0, -chips };
	struct swept swept[POKER_HANDS];
	if (pay == PAY_WINS)
		pays = (struct pays){ 1, 0.5, 0 };
	if (h->folded) /* whatever the hands are */
		pays.ties = h->folded == seat + 1 ? pays.loses : pays.wins;
	const int n = holdem_public_list_hands(h, !h->folded, swept);
	holdem_public_settle_showdown(swept, n, &pays, reach, value);
}

/* ---- odds -------------------------------------------------------------------------------- */

static void
holdem_public_run_out(const struct game *g, const struct state *from, struct rng *rng,
		      struct state *to)
{
	struct holdem *h = holdem_in(to);
	if (from != to)
		*h = *holdem_of(from);
	if (holdem_hand_over(h))
		return;
	for (int i = 0; i < HOLDEM_SEATS; i++)
		h->in[i] = (uint16_t)(h->in[i] + holdem_to_call(h, i));
	while (h->phase == HOLDEM_BET || h->phase == HOLDEM_BOARD) {
		if (h->phase == HOLDEM_BOARD) {
			holdem_play(g, to, SEAT_CHANCE, holdem_chance.sample(g, to, rng),
				    to);
			continue;
		}
		h->acts = 1; /* a check ends the round */
		holdem_play(g, to, h->mover, HOLDEM_CALL, to);
	}
}

/* The chips in, or in once it is called. */
static double
stake(const struct game *g, const struct state *s)
{
	const struct holdem *h = holdem_of(s);
	int least = INT32_MAX;
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const int in = h->in[i] + (h->folded ? 0 : holdem_to_call(h, i));
		least = in < least ? in : least;
	}
	return least;
}

static int
raises(const struct game *g, const struct state *s, int seat)
{
	const struct holdem *h = holdem_of(s);
	int n = 0;
	for (int round = 0, i = 0; round <= h->round; round++) {
		const int end = round < h->round ? h->before[round + 1] : h->moves;
		const int button = holdem_button(h),
			  first = round == 0 ? button : 1 - button;
		for (int k = 0; i < end; i++, k++)
			n += h->line[i] >= HOLDEM_RAISE && (first ^ (k & 1)) == seat;
	}
	return n;
}

static double
share(const struct game *g, const struct state *s, int hand0, int hand1)
{
	return holdem_share(holdem_variant(g), poker_hand_set(hand0),
			    poker_hand_set(hand1), holdem_board_set(holdem_of(s)));
}

static const struct odds_ops odds = {
	.run_out = holdem_public_run_out,
	.share = share,
	.raises = raises,
};

static int
kind(const struct game *g, const struct state *s, int hand, char *out, int size)
{
	const uint64_t board = holdem_board_set(holdem_of(s));
	return board == 0 ? poker_hand_sort(hand, out, size)
			  : poker_sort(poker_strength(
					       poker_set(board | poker_hand_set(hand))),
				       out, size);
}

static bool
calls(move m)
{
	return m == HOLDEM_CALL;
}

static double
blind(const struct game *g, const struct state *s)
{
	return holdem_big_blind(holdem_variant(g), holdem_of(s)->hand);
}

static void
format_class(int class, char *out, int size)
{
	char text[4];
	poker_class_text(class, text);
	if (size > 0) {
		out[0] = '\0';
		strncat(out, text, (size_t)size - 1);
	}
}

static const struct hand_classes classes = {
	.count = POKER_CLASSES,
	.columns = SUIT_CARDS,
	.of = poker_class,
	.format = format_class,
};

static enum public_amount
holdem_public_amount(const struct game *g, const struct state *s, int seat, move m,
		     double *part)
{
	const struct holdem *h = holdem_of(s);
	const int other = h->in[1 - seat], to = (int)(m - HOLDEM_RAISE);
	if (m < HOLDEM_RAISE)
		return AMOUNT_NONE;
	*part = (to - other) / (2.0 * other);
	return to < holdem_raise_of(holdem_variant(g), h, seat, 0) ? AMOUNT_PART
								   : AMOUNT_ALL;
}

static move
raise_by(const struct game *g, const struct state *s, int seat, double part)
{
	const int to = holdem_raise_of(holdem_variant(g), holdem_of(s), seat,
				       (int)(1000 * part + 0.5));
	return to > 0 ? HOLDEM_RAISE + (move)to : MOVE_NONE;
}

/* ---- the board -------------------------------------------------------------------------- */

static uint64_t
board_cards(const struct game *g, const struct state *s)
{
	return holdem_board_set(holdem_of(s));
}

static int
board_complete(const struct game *g)
{
	return holdem_board_cards(holdem_variant(g));
}

static move
board_deal(const struct game *g, int card)
{
	const uint8_t one = (uint8_t)card;
	return holdem_cards_move(&one, 1);
}

static int
board_boards(const struct game *g, uint64_t *set, double *chance)
{
	const struct holdem_variant *r = holdem_variant(g);
	return r->rounds == 2 ? holdem_list_flops(r, set, chance) : 0;
}

static move
board_deal_set(const struct game *g, uint64_t set)
{
	uint8_t card[POKER_BOARD];
	int n = 0;
	while (set != 0)
		card[n++] = (uint8_t)cards_pop(&set);
	return holdem_cards_move(card, n);
}

static void
board_hand(const struct game *g, int hand, int card[2])
{
	poker_hand_cards(hand, card);
}

static int
board_strength(const struct game *g, uint64_t board, int hand)
{
	return poker_strength(poker_set(board | poker_hand_set(hand)));
}

static int
board_folded(const struct game *g, const struct state *s)
{
	return holdem_of(s)->folded - 1;
}

static int
board_raises(const struct game *g, const struct state *s)
{
	return holdem_of(s)->raises - (holdem_of(s)->round == 0);
}

static bool
board_all_in(const struct game *g, const struct state *s)
{
	return holdem_all_in(holdem_of(s), 0) || holdem_all_in(holdem_of(s), 1);
}

static int
board_round(const struct game *g, const struct state *s)
{
	return holdem_of(s)->round;
}

/* The hand up to a round, played again without its cards. */
static void
replay_to(const struct game *g, const struct holdem *h, int round, struct state *out)
{
	memset(out->bytes, 0, g->ops->state_size);
	holdem_start(g, out);
	holdem_in(out)->hand = (uint16_t)(h->hand - 1);
	holdem_in(out)->won = h->won;
	holdem_play(g, out, SEAT_CHANCE, 0, out);
	for (int seat = 0; seat < HOLDEM_SEATS; seat++)
		holdem_public_give(g, out, seat, -1);
	for (int i = 0; holdem_of(out)->round < round;) {
		const struct holdem *o = holdem_of(out);
		if (o->phase == HOLDEM_BET)
			holdem_play(g, out, o->mover, h->line[i++], out);
		else
			holdem_play(g, out, SEAT_CHANCE,
				    holdem_cards_move(h->board + holdem_board_count(o),
						      holdem_due(o)),
				    out);
	}
}

static int
board_begin(const struct game *g, const struct state *s, int round, struct state *out,
	    struct played_move *line)
{
	const struct holdem copy = *holdem_of(s), *h = &copy;
	replay_to(g, h, round, out);
	const int from = h->before[round],
		  to = round < h->round ? h->before[round + 1] : h->moves;
	int seat = holdem_of(out)->mover;
	if (to - from > PUBLIC_LINE)
		return -1;
	for (int i = from; i < to; i++, seat = 1 - seat)
		line[i - from] =
			(struct played_move){ .seat = (int8_t)seat, .m = h->line[i] };
	return to - from;
}

/*
 * The equities of the 169 classes of hands before the flop, in a file that ships.
 *
 * Exact, over all boards of five cards: the winnings of the first class against the second for a
 * stake of 1, from -1 to 1, as the mean over all pairs of their hands that share no card. The file
 * is of src/base/pack.h: a layer of 4-byte numbers, the pairs (a, b) with b < a.
 */

#define EQUITIES "strategies/holdem.equities" /* the asset */
#define PAIRS	 (POKER_CLASSES * (POKER_CLASSES - 1) / 2)

static const struct pack_kind equities_kind = { "PLYEQUIT", 1, 1, "a table of equities",
						"counted" };

struct equities {
	float won[PAIRS];
};

static bool
read_pairs(struct equities *e)
{
	struct status st = { 0 };
	struct pack p;
	char path[4096];
	if (!asset_find(EQUITIES, path, sizeof path) ||
	    !pack_map(&p, &equities_kind, "holdem", path, &st))
		return false;
	const bool ok = p.layers == 1 && pack_read(&p, path, 0, e, sizeof *e, &st);
	pack_unmap(&p);
	return ok;
}

/* As deck_ops.equities() has it; false: a game of fewer flops, or there is no such file. */
static bool
equities_of(const struct game *g, float *won)
{
	struct equities e;
	int n = 0;
	if (holdem_variant(g)->flops != 0 || !read_pairs(&e))
		return false;
	for (int a = 0; a < POKER_CLASSES; a++) {
		won[a * POKER_CLASSES + a] = 0;
		for (int b = 0; b < a; b++, n++) {
			won[a * POKER_CLASSES + b] = e.won[n];
			won[b * POKER_CLASSES + a] = -e.won[n];
		}
	}
	return true;
}

static const struct deck_ops deck = {
	.cards = board_cards,
	.complete = board_complete,
	.deal = board_deal,
	.boards = board_boards,
	.deal_set = board_deal_set,
	.hand = board_hand,
	.strength = board_strength,
	.folded = board_folded,
	.round = board_round,
	.begin = board_begin,
	.raises = board_raises,
	.all_in = board_all_in,
	.equities = equities_of,
};

const struct public_ops holdem_public = {
	.hands = holdem_public_hands,
	.pairs = holdem_public_pairs,
	.excludes = excludes,
	.hand = hand_of,
	.format_hand = format_hand,
	.give = holdem_public_give,
	.possible = possible,
	.settle = holdem_public_settle,
	.calls = calls,
	.stake = stake,
	.kind = kind,
	.blind = blind,
	.classes = &classes,
	.amount = holdem_public_amount,
	.raise = raise_by,
	.odds = &odds,
	.buckets = &holdem_buckets,
	.deck = &deck,
};
