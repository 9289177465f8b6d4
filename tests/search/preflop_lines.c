/*
 * preflop_lines.c - what modicum plays before the flop on lines of any amounts, however rare.
 *
 * A line is drawn: up to four calls and raises of random amounts, all-in among them. Hands may then
 * do several things only where these are worth the same: the loss of the mix of a class to the best
 * of its moves is below a twentieth of a big blind. Against an all-in a call is worth what the exact
 * equities say.
 *
 * Here a few lines, and a few classes on each; with PLYSCOPE_TEST_SCALE=full 500 lines and all 169
 * classes, in a quarter of an hour.
 */
#include "games/poker/holdem/holdem.h"
#include "src/app/catalog.h"
#include "src/core/search.h"
#include "src/core/strategy.h"
#include "tests/scale.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

#include <math.h>

#define LOSS	5 /* chips, of a blind of 100 */
#define PLAYER	"modicum:from=preflop,fast=on,sims=100"
#define ACTIONS 4

static struct game g;
static struct player player;
static struct rng rng;

/* ---- lines ------------------------------------------------------------------------------- */

static move
any_raise(const struct state *s, int seat)
{
	/* a tenth of the pot to 30 pots, small ones as likely as large ones; or all */
	const double part =
		rng_unit(&rng) < .25 ? 0 : exp(log(.1) + rng_unit(&rng) * log(300));
	return g.ops->public->raise(&g, s, seat, part);
}

/* Plays on at random; false: the betting is over. */
static bool
play_any(struct state *s)
{
	const int seat = game_mover(&g, s);
	const move raise = rng_unit(&rng) < .65 ? any_raise(s, seat) : MOVE_NONE;
	const move m = raise != MOVE_NONE ? raise : HOLDEM_CALL;
	g.rules->play(&g, s, seat, m, s);
	return !g.rules->settled(&g, s) && game_mover(&g, s) != SEAT_CHANCE;
}

static void
draw_line(struct state *s)
{
	bool on;
	do {
		read_position(&g, "0::|", s);
		on = true;
		for (int k = 1 + (int)rng_below(&rng, ACTIONS); k > 0 && on; k--)
			on = play_any(s);
	} while (!on);
}

/* ---- a hand of a class ------------------------------------------------------------------- */

static int
hand_of(int class)
{
	int h = 0;
	while (poker_class(h) != class)
		h++;
	return h;
}

/* What a call of all chips is worth: by the other's range, hand by hand, with exact equities. */
static double
worth_of_call(const struct stats_hands *all, int hand, double stake)
{
	static float won[POKER_CLASSES * POKER_CLASSES];
	double sum = 0, met = 0;
	assert_true(g.ops->public->deck->equities(&g, won));
	for (int o = 0; o < PUBLIC_HANDS; o++) {
		const double x = (double)all->other[poker_class(o)];
		if (g.ops->public->excludes(&g, o, hand))
			continue;
		met += x;
		sum += x *
		       (double)won[poker_class(hand) * POKER_CLASSES + poker_class(o)];
	}
	return stake * sum / met;
}

/* ---- one line ---------------------------------------------------------------------------- */

struct told {
	double loss; /* the largest */
	int class;
};

static void
same_in_all(const struct search *s, const struct strategy_mixes *x, int hand)
{
	for (int i = 0; i < s->live.move_count; i++)
		for (int k = 0; k < x->moves; k++)
			if (x->m[k] == s->live.moves[i].m)
				near(x->prob[k][hand], s->live.moves[i].prob, 1e-9);
}

static double
loss_of(const struct search *s, int seat)
{
	double best = -HUGE_VAL, mean = 0;
	for (int i = 0; i < s->live.move_count; i++) {
		const struct stats_move *m = &s->live.moves[i];
		best = fmax(best, m->value[seat]);
		mean += m->prob * m->value[seat];
	}
	return best - mean;
}

static void
tell_class(struct search *s, const struct state *at, int class, struct told *t)
{
	const int seat = game_mover(&g, at), hand = hand_of(class);
	struct state own = *at;
	struct status st = { 0 };
	g.ops->public->give(&g, &own, seat, hand);
	const struct search_job job = {
		.game = &g, .root = &own, .viewer = seat, .player = &player, .seed = 1
	};
	if (s->ops == NULL ? !search_open(s, &job, &st) : !search_advance(s, &job))
		fail_msg("%s", st.text);
	search_run(s);
	const double loss = loss_of(s, seat);
	if (loss > t->loss)
		*t = (struct told){ loss, class };
	const struct stats_hands *all = snapshot_hands(&s->live);
	if (all->actions == 2 && g.ops->public->deck->all_in(&g, at))
		for (int i = 0; i < 2; i++)
			if (s->live.moves[i].m == HOLDEM_CALL)
				near(s->live.moves[i].value[seat],
				     worth_of_call(all, hand,
						   g.ops->public->stake(&g, at)),
				     40);
}

static struct told
tell_line(const struct state *at, int classes)
{
	static struct search s;
	static struct strategy_mixes x;
	struct told t = { 0, 0 };
	memset(&s, 0, sizeof s);
	for (int i = 0; i < classes; i++)
		tell_class(&s, at,
			   classes == POKER_CLASSES ? i
						    : (int)rng_below(&rng, POKER_CLASSES),
			   &t);
	assert_true(s.ops->strategy->mixes(&s, at, &x));
	same_in_all(&s, &x, g.ops->public->hand(&g, &s.root, s.mover));
	search_close(&s);
	return t;
}

static void
no_hand_loses_by_its_mix(void **state)
{
	const bool full = scale_is("full");
	const int lines = full ? 500 : scale_rounds(16, 2);
	int worse = 0;
	rng_seed(&rng, 39);
	for (int i = 0; i < lines; i++) {
		struct state at;
		char text[POSITION_TEXT], name[4];
		draw_line(&at);
		const struct told t = tell_line(&at, full ? POKER_CLASSES : 6);
		worse += t.loss > LOSS;
		if (!full && t.loss <= LOSS)
			continue;
		g.ops->text->format_position(&g, &at, text, sizeof text);
		poker_class_text(t.class, name);
		print_message("%s: %s loses %.2f chips\n", text, name, t.loss);
	}
	assert_int_equal(worse, 0);
}

/* ---- hands a player knows ---------------------------------------------------------------- */

/* How often a hand makes a move. */
static double
share(const char *position, move m)
{
	static struct search s;
	struct state at;
	struct status st = { 0 };
	double sum = 0;
	read_position(&g, position, &at);
	const struct search_job job = { .game = &g,
					.root = &at,
					.viewer = game_mover(&g, &at),
					.player = &player,
					.seed = 1 };
	if (!search_open(&s, &job, &st))
		fail_msg("%s", st.text);
	search_run(&s);
	for (int i = 0; i < s.live.move_count; i++)
		sum += s.live.moves[i].m == m ? s.live.moves[i].prob : 0;
	search_close(&s);
	return sum;
}

/* Against all of 200 big blinds aces, kings and queens are called with, the small aces and kings
 * and the connected low cards are not. */
static void
an_all_in_is_called_with_what_beats_it(void **state)
{
	static const char *const calls[] = { "AcAd", "KcKh", "QsQd" };
	static const char *const folds[] = { "Ac5c", "Ks9s", "KdJh", "Ac3c",
					     "5d2d", "7s2h", "6c6d" };
	char text[40];
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		snprintf(text, sizeof text, "0:r20000:%s|", calls[i]);
		near(share(text, HOLDEM_CALL), 1, 1e-9);
	}
	for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
		snprintf(text, sizeof text, "0:r20000:%s|", folds[i]);
		near(share(text, HOLDEM_FOLD), 1, 1e-9);
	}
}

static int
begin(void **state)
{
	struct status st = { 0 };
	open_game(&g, &holdem_game, 2, "");
	return player_parse(&player, PLAYER, &app_catalog, &g, &st) ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_hand_loses_by_its_mix),
		cmocka_unit_test(an_all_in_is_called_with_what_beats_it),
	};
	return cmocka_run_group_tests(tests, begin, NULL);
}
