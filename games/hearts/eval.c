/*
 * eval.c - knowledge of good play in Hearts: evaluation, the order of moves, equal
 * moves, the quick player, playouts.
 *
 * Everything is measured against the cards the OTHERS still hold: a card's height is how
 * many of them lie below it in its suit. So neighbours with nothing of the others between
 * them have the same height, the same order and the same evaluation, which is what makes
 * merging them exact at every depth (Sturtevant's thesis describes the merging of such runs;
 * the queen of spades and the jack of diamonds stay by themselves).
 *
 * Evaluation: a seat's share of the hearts that are out grows with its danger, the sum over
 * its cards of (lower cards of the others / their cards in that suit) squared, in 1/256; the
 * queen's share grows with danger, with the ace and king above her and few spades below.
 * While one seat has all points so far, a moon is mixed in by the seat's share of danger.
 * The constants were fitted by coordinate descent on the squared error against the mean of
 * 8 playouts of the quick player (4000 positions each for 3, 4 and 5 seats), which they
 * lower by a tenth to a seventh against an even share.
 *
 * The quick player avoids points, with one exception: a seat that has all so far, at least
 * MOON_ALARM, and whose hand takes the rest but for one card goes for the moon. The others throw
 * such a seat no points and take a trick with points from it where they can. A seat that is told to
 * try (shoot() in values.c) goes for the moon until another has a point.
 */
#include "games/hearts/rules.h"

#include <assert.h>
#include <pthread.h>

/* 256 / n. */
static const uint16_t per_card[SUIT_CARDS + 1] = {
	0, 256, 128, 86, 64, 52, 43, 37, 32, 29, 26, 24, 22, 20,
};
#define DANGER_ALONE 98	  /* of a card in a suit that nobody else holds */
#define DANGER_BASE  40	  /* of any hand: leads and discards take tricks too */
#define QUEEN_BASE   125  /* everybody may be given the queen */
#define QUEEN_COVERS 506  /* an ace or king of spades, by 1 + spades below */
#define QUEEN_HELD   1170 /* who holds her, by 1 + spades below */

/* Of a hand's part of a suit. */
static uint16_t danger_of[CARDS_SUIT_PARTS];
static pthread_once_t built = PTHREAD_ONCE_INIT;

static void
hearts_build(void)
{
	for (uint32_t part = 1; part < CARDS_SUIT_PARTS; part++) {
		const int own = cards_part_own(part);
		const bool alone = own == cards_part_all(part);
		danger_of[part] = (uint16_t)(alone ? DANGER_ALONE * own
						   : (int)cards_part_height(part));
	}
}

void
hearts_build_eval(void)
{
	pthread_once(&built, hearts_build);
}

/* Danger of a hand among all cards that are out. */
static uint32_t
danger(uint64_t hand, uint64_t out)
{
	uint32_t sum = DANGER_BASE;
	for (int suit = 0; suit < SUITS; suit++)
		sum += danger_of[cards_suit_part(hand, out & SUIT_MASK(suit))];
	return sum;
}

/* Weight of a seat for taking the queen of spades. */
static uint32_t
queen_weight(uint64_t hand, uint32_t danger_of_hand)
{
	static const uint64_t above =
		CARD_BIT(CARD(ACE, SPADES)) | CARD_BIT(CARD(KING, SPADES));
	uint64_t below = SUIT_MASK(SPADES) & (QUEEN_BIT - 1);
	uint32_t guard = per_card[cards_count(hand & below) + 1];
	uint32_t weight = QUEEN_BASE + (danger_of_hand * 21 >> 4);
	weight += (uint32_t)cards_count(hand & above) * QUEEN_COVERS * guard >> 8;
	weight += ((hand & QUEEN_BIT) != 0 ? QUEEN_HELD : 0) * guard >> 8;
	return weight;
}

/* 2^20 * amount / sum: a weight times this, >> 20, is its share. */
static uint64_t
share_factor(int amount, uint32_t sum)
{
	assert(sum > 0);
	return ((uint32_t)amount << 20) / sum;
}

/* Rounded up: shares of all seats sum to the amount or a little more, none exceeds it. (The
 * factor is too small by less than 1, the sum of weights is far below 2^20, so the exact
 * shares sum to more than the amount less 1, and rounded up to at least the amount.) */
static int32_t
share_up(uint64_t factor, uint32_t weight)
{
	return (int32_t)((factor * weight + ((1 << 20) - 1)) >> 20);
}

/* Mixes the moon of `seat` in: likely by its share of danger, and by what it has taken. */
static void
mix_moon(const struct hearts_variant *r, const struct hearts_state *h, int seat,
	 uint32_t weight, uint32_t sum, int32_t *value)
{
	int32_t share = (int32_t)(weight * 256 / sum);
	int32_t even = 256 / r->seats;
	int32_t chance = share > even ? (share - even) * h->points[seat] / ALL_POINTS : 0;
	for (int i = 0; i < r->seats; i++) {
		int32_t own = r->moon_self ? 2 * ALL_POINTS : ALL_POINTS;
		int32_t other = r->moon_self ? ALL_POINTS : 0;
		int32_t moon = UNIT * (i == seat ? own : other);
		if (h->jack == i + 1)
			moon += UNIT * JACK_BONUS;
		value[i] += (moon - value[i]) * chance >> 8;
	}
}

void
hearts_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (hearts_decided_value(r, h, value))
		return;
	struct hearts_state after;
	if (__builtin_expect(h->phase == HEARTS_PASSING, 0)) {
		after = *h;
		hearts_exchange(r, &after);
		h = &after;
	}

	/* 1. The danger of each hand, and its weight for the queen. */
	uint64_t all = 0;
	for (int i = 0; i < r->seats; i++)
		all |= h->hand[i];
	bool queen_out = (h->played & QUEEN_BIT) == 0;
	uint32_t weight[HEARTS_SEATS], queen[HEARTS_SEATS], sum = 0, queen_sum = 0;
	for (int i = 0; i < r->seats; i++) {
		weight[i] = danger(h->hand[i], all);
		sum += weight[i];
		queen[i] = queen_out ? queen_weight(h->hand[i], weight[i]) : 1;
		queen_sum += queen[i];
	}

	/* 2. Points on the table go to the seat winning the trick so far, the rest by weight. */
	int hearts = points_out(h) - h->trick_points - (queen_out ? 13 : 0);
	uint64_t per_heart = share_factor(UNIT * hearts, sum);
	uint64_t per_queen = queen_out ? share_factor(UNIT * 13, queen_sum) : 0;
	uint64_t per_jack =
		share_factor(r->jack && h->jack == 0 ? UNIT * JACK_BONUS : 0, sum);
	for (int i = 0; i < r->seats; i++) {
		value[i] = UNIT * (ALL_POINTS - h->points[i]) -
			   share_up(per_heart, weight[i]) -
			   share_up(per_queen, queen[i]) +
			   (int32_t)(per_jack * weight[i] >> 20);
		if (h->jack == i + 1)
			value[i] += UNIT * JACK_BONUS;
	}
	value[h->best_seat] -= UNIT * h->trick_points;

	/* 3. A moon that is still possible. */
	int moon = hearts_moon_seat(r, h);
	if (moon >= 0)
		mix_moon(r, h, moon, weight[moon], sum, value);
}

/* How a card is liked by its height: the cards below it that others hold. */
struct hearts_scale {
	int32_t base, each;
};

/* The seat's view when it chooses a card. */
struct hearts_sight {
	uint64_t hand;
	uint64_t others; /* neither played nor in this hand */
	uint64_t led;	 /* the suit, 0 when leading */
	int best;	 /* the card that wins so far */
	bool queen_out;	 /* the queen of spades is in another hand */
	bool jack_lies;	 /* jack=on and the jack of diamonds is on the table */
	bool last;	 /* nobody plays after */
	bool shooting;	 /* who wins the trick so far has all of many points */
	struct hearts_scale lose, win; /* of cards that follow */
	bool queen_falls;	       /* on a higher spade that follows, perhaps */
};

/* Points from which all points in one hand are taken for an attempt to shoot the moon. */
#define MOON_ALARM 12

static inline bool
is_alarming(const struct hearts_state *h, int seat)
{
	const int took = h->points[seat];
	return took >= MOON_ALARM && took == ALL_POINTS - points_out(h);
}

static inline struct hearts_sight
hearts_look_around(const struct hearts_variant *r, const struct hearts_state *h, int seat)
{
	const uint64_t hand = h->hand[seat];
	struct hearts_sight v = {
		.hand = hand,
		.others = r->deck & ~h->played & ~hand,
	};
	v.queen_out = (v.others & QUEEN_BIT) != 0;
	if (h->trick_count == 0)
		return v;
	const int after = r->seats - 1 - h->trick_count;
	const bool first = cards_count(h->played) == h->trick_count;
	v.led = card_suit_mask(h->trick[0]);
	v.last = after == 0;
	v.best = h->best;
	v.shooting = is_alarming(h, h->best_seat);
	v.jack_lies = r->jack && h->jack == 0 && (h->played & JACK_BIT) != 0;
	v.lose = v.jack_lies ? (struct hearts_scale){ 0, 0 }
			     : (struct hearts_scale){ 1000, 8 };
	if (v.jack_lies)
		v.win = (struct hearts_scale){ 2000, 1 };
	else if (first || (h->trick_points > 0 ? v.shooting : after == 0))
		v.win = (struct hearts_scale){ 1500, 1 };
	else
		v.win = after == 0 ? (struct hearts_scale){ 500, 1 }
				   : (struct hearts_scale){ 800, -16 };
	v.queen_falls = v.queen_out && v.win.each < 0;
	return v;
}

/* How much a card is liked; the scales of leading, following and discarding are apart, since
 * a seat does only one of them at a time. */
static inline int32_t
hearts_like_lead(const struct hearts_sight *v, int card)
{
	int above = cards_count(v->others & card_above(card));
	int below = cards_count(v->others & card_below(card));
	int32_t like = 1000 + 24 * above - 60 * below;
	if (above + below == 0)
		return like - 400; /* nobody follows: it wins */
	if (below == 0)
		like += 100;
	if (card >= CARD(TWO, HEARTS))
		like -= 100;
	if (card_suit(card) != SPADES)
		return like;
	if (card == QUEEN_OF_SPADES)
		return below == 0 && above > 0 ? 3000 : like - 2000;
	if ((v->hand & QUEEN_BIT) != 0)
		return like - 200;
	if (v->queen_out)
		like += card < QUEEN_OF_SPADES ? 150 : -1500;
	return like;
}

static inline int32_t
hearts_like_follow(const struct hearts_sight *v, int card)
{
	const uint64_t lower = v->others & v->led & (CARD_BIT(card) - 1);
	const bool wins = card > v->best;
	const struct hearts_scale scale = wins ? v->win : v->lose;
	const int32_t like = scale.base + scale.each * cards_count(lower);
	if (v->led != SUIT_MASK(SPADES))
		return like;
	if (card == QUEEN_OF_SPADES)
		return wins ? -2000 : v->jack_lies ? 0 : like + 3000;
	return wins && v->queen_falls && card > QUEEN_OF_SPADES ? -1000 : like;
}

static inline int32_t
hearts_like_discard(const struct hearts_sight *v, int card)
{
	int32_t height = cards_count(v->others & card_below(card));
	int32_t points = points_of_card(card);
	if (v->shooting && points > 0)
		return -1000;
	if (points > 1)
		return 9000;
	if (points == 1)
		return 1500 + 40 * height;
	if (v->queen_out && card > QUEEN_OF_SPADES)
		return 4000 + height;
	return 1000 + 60 * height - 10 * cards_count(v->hand & card_suit_mask(card));
}

static inline int32_t
hearts_like(const struct hearts_sight *v, const struct hearts_variant *r, int card)
{
	if (v->led == 0)
		return hearts_like_lead(v, card);
	if ((v->led & CARD_BIT(card)) != 0)
		return hearts_like_follow(v, card);
	if (r->jack && card == JACK_OF_DIAMONDS)
		return -500;
	return hearts_like_discard(v, card);
}

/* How gladly a card is passed on. */
static int32_t
like_pass(uint64_t hand, int card)
{
	int rank = card_rank(card);
	int length = cards_count(hand & card_suit_mask(card));
	int low_spades = cards_count(hand & SUIT_MASK(SPADES) & (QUEEN_BIT - 1));
	if (card_suit(card) == SPADES && rank >= QUEEN)
		return low_spades >= 4 ? 0 : card == QUEEN_OF_SPADES ? 2000 : 1500;
	if (card_suit(card) == SPADES)
		return 10 * rank;
	return 60 * rank + (card_suit(card) == HEARTS ? 100 : 0) - 40 * length;
}

/* The same of a seat that goes for the moon: low hearts first, which it would have to win with,
 * then other low cards of short suits. */
static int32_t
like_pass_trying(uint64_t hand, int card)
{
	const int low = 12 - card_rank(card);
	const int length = cards_count(hand & card_suit_mask(card));
	return 60 * low - 30 * length + (card_suit(card) == HEARTS && low > 3 ? 400 : 0);
}

uint64_t
hearts_choose_pass(const struct hearts_variant *r, uint64_t hand, struct rng *rng)
{
	uint64_t chosen = 0;
	while (cards_count(chosen) < r->pass_cards && hand != chosen) {
		int32_t best = INT32_MIN;
		int card = 0;
		for (uint64_t left = hand & ~chosen; left != 0;) {
			int c = cards_pop(&left);
			int32_t score = like_pass(hand & ~chosen, c) +
					(int32_t)rng_below(rng, 64);
			if (score > best) {
				best = score;
				card = c;
			}
		}
		chosen |= CARD_BIT(card);
	}
	return chosen;
}

void
hearts_order(const struct game *g, const struct state *s, int seat, const move *m, int n,
	     int32_t *score)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (h->phase == HEARTS_PASSING) {
		int32_t (*const liked)(uint64_t, int) =
			r->shooter == seat + 1 ? like_pass_trying : like_pass;
		for (int i = 0; i < n; i++) {
			score[i] = 0;
			for (uint64_t set = hearts_pass_set(m[i]); set != 0;)
				score[i] += liked(h->hand[seat], cards_pop(&set));
		}
		return;
	}
	const struct hearts_sight v = hearts_look_around(r, h, seat);
	if (v.led == 0)
		for (int i = 0; i < n; i++)
			score[i] = hearts_like_lead(&v, (int)m[i]);
	else if ((v.led & CARD_BIT((int)m[0])) != 0)
		for (int i = 0; i < n; i++)
			score[i] = hearts_like_follow(&v, (int)m[i]);
	else
		for (int i = 0; i < n; i++)
			score[i] = hearts_like(&v, r, (int)m[i]);
}

/*
 * The first of each run of equal cards: same suit, and nothing of the others and not the card
 * that wins the trick so far between them. Two states that differ only in which card of a run
 * is gone are the same game with the cards renamed, and nothing here looks at names, so values
 * are equal, ties included. The queen of spades and, with jack=on, the jack of diamonds have
 * names. When nothing that counts is out any more, all moves are equal. `wall`: more cards that
 * stay by themselves.
 */
static inline uint64_t
hearts_different_cards(const struct hearts_variant *r, const struct hearts_state *h,
		       uint64_t legal, uint64_t wall)
{
	const uint64_t best = h->trick_count > 0 ? CARD_BIT(h->best) : 0;
	if ((legal & (legal - 1)) != 0)
		legal = join_runs(r, legal, h->played, best, wall);
	if (points_out(h) == 0 && (!r->jack || h->jack != 0))
		legal &= -legal;
	return legal;
}

/* Cards that are not known to be in the hand are not joined. */
int
hearts_merge(const struct game *g, const struct state *s, int seat, move *m, int n)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (h->phase != HEARTS_PLAYING)
		return n;
	return trick_keep(m, n,
			  hearts_different_cards(r, h, trick_set(m, n), ~h->hand[seat]));
}

int
hearts_choices(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	uint64_t legal = legal_cards(r, h, seat);
	if (h->phase != HEARTS_PLAYING || legal == 0)
		return hearts_merge(g, s, seat, out, hearts_moves(g, s, seat, out));
	return trick_list(hearts_different_cards(r, h, legal, 0), out);
}

/* Cards of a hand that may lose a trick when its highest are led first: in a suit of which the
 * others have no more cards than it has at the top, none. */
static int
count_losers(uint64_t hand, uint64_t others)
{
	int losers = 0;
	for (int suit = 0; suit < SUITS; suit++) {
		const uint64_t own = hand & SUIT_MASK(suit);
		const uint64_t out = others & SUIT_MASK(suit);
		const uint64_t top =
			out == 0 ? own : own & ~(CARD_BIT(cards_highest(out)) - 1);
		if (cards_count(out) > cards_count(top))
			losers += cards_count(own & ~top);
	}
	return losers;
}

/* Whether a seat has all points so far and a hand that takes the rest, all tricks but one at
 * least. */
static inline bool
is_shooting(const struct hearts_state *h, int seat, const struct hearts_sight *v)
{
	return is_alarming(h, seat) && count_losers(v->hand, v->others) <= 1;
}

/* How much a seat that shoots likes a card: to lead from the top, hearts first, which draws the
 * cards that could be kept against it, and to throw away cards that cannot win, but no points. */
static int32_t
like_shooting(const struct hearts_sight *v, int card)
{
	const int above = cards_count(v->others & card_above(card));
	const bool heart = card >= CARD(TWO, HEARTS);
	if (v->led == 0)
		return above > 0 ? 1000 - 60 * above : heart ? 3000 : 2000;
	if ((v->led & CARD_BIT(card)) == 0)
		return points_of_card(card) > 0 ? -1000 : 1000 + 60 * above;
	return (card > v->best ? 2000 : 0) - 60 * above;
}

/* The same of a seat that tries for the moon from wherever it stands (shoot()): it wins with its
 * highest card, from the last seat with its lowest that does, and keeps what may win later. */
static int32_t
like_trying(const struct hearts_sight *v, int card)
{
	const int above = cards_count(v->others & card_above(card));
	if ((v->led & CARD_BIT(card)) == 0)
		return like_shooting(v, card);
	if (card < v->best)
		return 60 * above;
	return 2000 + 60 * (v->last ? above : -above);
}

/* Whether a seat is to try for the moon and may still have it. */
static inline bool
is_trying(const struct hearts_variant *r, const struct hearts_state *h, int seat)
{
	if (__builtin_expect(r->shooter != seat + 1, 1))
		return false;
	const int moon = hearts_moon_seat(r, h);
	return moon == SEAT_ALL || moon == seat;
}

/* The quick player's card: the best liked, with a little noise so that playouts differ. */
static int
hearts_choose_card(const struct hearts_variant *r, const struct hearts_state *h, int seat,
		   struct rng *rng)
{
	uint64_t legal = legal_cards(r, h, seat);
	if ((legal & (legal - 1)) == 0)
		return cards_lowest(legal);
	struct hearts_sight v = hearts_look_around(r, h, seat);
	int32_t (*const special)(const struct hearts_sight *, int) =
		is_trying(r, h, seat)	   ? like_trying
		: is_shooting(h, seat, &v) ? like_shooting
					   : NULL;
	uint64_t noise = rng_next(rng);
	int32_t best = INT32_MIN;
	int card = 0;
	while (legal != 0) {
		int c = cards_pop(&legal);
		int32_t score =
			(special != NULL ? special(&v, c) : hearts_like(&v, r, c)) +
			(int32_t)(noise & 31);
		noise = noise >> 5 | noise << 59;
		if (score > best) {
			best = score;
			card = c;
		}
	}
	return card;
}

move
hearts_policy(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (h->phase == HEARTS_PASSING && cards_count(h->hand[seat]) == r->cards)
		return hearts_pass_move(hearts_choose_pass(r, h->hand[seat], rng));
	if (h->phase == HEARTS_PLAYING && legal_cards(r, h, seat) != 0)
		return (move)hearts_choose_card(r, h, seat, rng);
	move m[MOVES_MAX]; /* cards that are not known */
	int n = hearts_moves(g, s, seat, m);
	return m[rng_below(rng, (uint32_t)n)];
}

/* A pass drawn evenly: the first cards of a shuffle that stops early. */
static uint64_t
random_pass(const struct hearts_variant *r, uint64_t hand, struct rng *rng)
{
	uint64_t left = hand;
	for (int k = 0; k < r->pass_cards && left != 0; k++)
		left ^= CARD_BIT(
			cards_pick(left,
				   (int)rng_below(rng, (uint32_t)cards_count(left))));
	return hand & ~left;
}

/* Cards at random to the end of the hand, or until `left` is 0. Two draws from one number:
 * 32 bits each. */
static int
hearts_random_cards(const struct hearts_variant *r, struct hearts_state *h,
		    struct rng *rng, int left)
{
	uint64_t bits = 0;
	int plies = 0;
	for (; plies < left && h->phase == HEARTS_PLAYING; plies++) {
		bits = (plies & 1) == 0 ? rng_next(rng) : bits >> 32;
		int seat = h->turn;
		put_card(r, h, seat,
			 cards_random(legal_cards(r, h, seat), bits & UINT32_MAX));
	}
	return plies;
}

int
hearts_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
	       int kind)
{
	const struct hearts_variant *r = hearts_variant(g);
	struct hearts_state h = *hearts_of(s);
	const bool random = kind == ROLLOUT_RANDOM;
	int plies = 0;
	while (plies < max_plies && !is_scored(&h)) {
		if (h.phase == HEARTS_DEAL) {
			hearts_deal(r, &h, trick_chance_sample(g, s, rng));
			plies++;
		} else if (h.phase == HEARTS_PASSING) {
			int seat = __builtin_ctz(~(unsigned)h.committed);
			uint64_t hand = h.hand[seat];
			hearts_commit(r, &h, seat,
				      random ? random_pass(r, hand, rng)
					     : hearts_choose_pass(r, hand, rng));
			plies++;
		} else if (random) {
			plies += hearts_random_cards(r, &h, rng, max_plies - plies);
		} else {
			int seat = h.turn;
			put_card(r, &h, seat, hearts_choose_card(r, &h, seat, rng));
			plies++;
		}
	}
	*hearts_in(s) = h;
	return plies;
}
