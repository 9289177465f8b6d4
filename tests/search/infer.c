/*
 * infer.c - worlds weighted by the choices of others: the weights are those worked out by hand,
 * they come from nothing that a seat has not seen, no deal dies, and a search draws by them, the
 * same for any number of threads.
 */
#include "src/core/infer.h"
#include "src/core/cardnet.h"
#include "src/core/match.h"
#include "tests/laws/swap.h"
#include "tests/search/coin.h"
#include "tests/unit/play_text.h"

/*
 * The telling game: at stage 0 seat 1, which sees the coin, says 1, 2 or 3; at stage 1 seat 0
 * guesses its side. Seat 1 likes 1 best and 3 least with heads, and the other way round with tails.
 */
static seat_set
tell_acting(const struct game *g, const struct state *s)
{
	static const seat_set who[] = { 2, 1, 0 };
	return who[coin_of(s)->stage];
}

static int
tell_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)seat;
	const int n = coin_of(s)->stage == 0 ? 3 : 2;
	for (int i = 0; i < n; i++)
		out[i] = (move)i + 1;
	return n;
}

static void
tell_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	(void)g, (void)seat;
	*to = *from;
	struct coin *t = coin_of(to);
	if (t->stage == 1)
		t->got = (int32_t)m == t->side ? 100 : 0;
	t->stage++;
}

static void
tell_order(const struct game *g, const struct state *s, int seat, const move *m, int n,
	   int32_t *score)
{
	(void)g, (void)seat;
	for (int i = 0; i < n; i++)
		score[i] = coin_of(s)->side == HEADS ? -(int32_t)m[i] : (int32_t)m[i];
}

static void
tell_redact(const struct game *g, struct state *s, int viewer)
{
	if (viewer == 0)
		coin_of(s)->side = 0;
}

static void
tell_determinize(const struct game *g, struct state *s, int viewer, struct rng *r)
{
	if (viewer == 0)
		coin_of(s)->side = 1 + (int32_t)rng_below(r, 2);
}

static bool
tell_rewind(const struct game *g, const struct state *s, const struct played_move *made,
	    int count, struct state *begin, int *from)
{
	(void)g, (void)made;
	*begin = *s;
	coin_of(begin)->stage = 0;
	*from = 0;
	return count == coin_of(s)->stage;
}

static const struct game_ops tell_game = {
	.key = "tell",
	.title = "Tell",
	COIN_GAME,
	.rules =
		&(const struct game_rules){
			COIN_RULES,
			.acting = tell_acting,
			.moves = tell_moves,
			.play = tell_play,
		},
	.knowledge =
		&(const struct game_knowledge){
			COIN_KNOWLEDGE,
			.order = tell_order,
		},
	.hidden =
		&(const struct game_hidden){
			.redact = tell_redact,
			.determinize = tell_determinize,
		},
	.trick = &(const struct trick_ops){ .rewind = tell_rewind },
};

/* Seat 0's view after seat 1 has said a number. */
static void
hear(struct game *g, move said, struct state *view, struct played_move *made)
{
	struct state s;
	open_game(g, &tell_game, 2, "");
	start_game(g, &s);
	g->rules->play(g, &s, 1, said, &s);
	game_view(g, &s, 0, view);
	*made = (struct played_move){ .seat = 1, .m = said };
}

static struct evidence
seen_by_0(const struct game *g, const struct state *view, const struct played_move *made)
{
	return (struct evidence){
		.game = g, .root = view, .seed = 5, .made = made, .made_count = 1
	};
}

static bool
is_heads(const struct evidence *s, uint64_t w)
{
	struct state world;
	search_world(s->game, s->root, s->viewer, s->mover, s->seed, w, &world);
	return coin_of(&world)->side == HEADS;
}

/*
 * By hand: of the three moves the best liked is chosen with 1 / (1 + 0.5 + 0.25) = 0.571429, the
 * next with 0.285714, the last with 0.142857; with a fifth of the choices being any move 0.523810,
 * 0.295238 and 0.180952. A 1 is said with heads 2.894737 times as often as with tails, which to the
 * power of 0.6 is 1.892193; a 2 as often.
 */
#define ODDS 1.892193

static void
weights_are_those_worked_out_by_hand(void **state)
{
	struct game g;
	struct state view;
	struct played_move made;
	for (move said = 1; said <= 3; said++) {
		hear(&g, said, &view, &made);
		const struct evidence s = seen_by_0(&g, &view, &made);
		const double odds = said == 1 ? ODDS : said == 2 ? 1 : 1 / ODDS;
		double log_of[3] = { 0 }; /* by coin */
		assert_true(infer_tells(&s));
		for (uint64_t w = 0; w < 20; w++)
			log_of[is_heads(&s, w) ? HEADS : TAILS] = infer_log(&s, w);
		assert_true(log_of[HEADS] < 0 && log_of[TAILS] < 0);
		assert_true(fabs(exp(log_of[HEADS] - log_of[TAILS]) - odds) < 1e-5);
	}
}

/* 6 of 10 worlds three times as likely as the others: 18 / 22 and 4 / 22 of what is not the
 * floor. */
static void
shares_sum_up_and_no_world_dies(void **state)
{
	double w[10], sum = 0;
	for (int i = 0; i < 10; i++)
		w[i] = -700 + (i < 6 ? log(3) : 0);
	const double effective = infer_shares(w, 10);
	for (int i = 0; i < 10; i++) {
		const double share = i < 6 ? 18.0 / 22 / 6 : 4.0 / 22 / 4;
		assert_true(fabs(w[i] - (0.95 * share + 0.005)) < 1e-12);
		sum += w[i];
	}
	assert_true(fabs(sum - 1) < 1e-12);
	/* 6 * 0.134545^2 + 4 * 0.048182^2 = 0.117901 */
	assert_true(fabs(effective - 8.481688) < 1e-4);

	double dead[4] = { 0, -1e9, -INFINITY, -5000 };
	assert_true(fabs(infer_shares(dead, 4) - 1.075) < 0.01);
	for (int i = 0; i < 4; i++)
		assert_true(dead[i] >= INFER_FLOOR / 4 - 1e-12);
}

/* As many times as its share says, but for less than one. */
static void
picks_follow_the_shares(void **state)
{
	double share[50];
	uint32_t pick[50];
	int times[50] = { 0 };
	for (int i = 0; i < 50; i++)
		share[i] = (i + 1) / 1275.0;
	infer_pick(share, 50, pick);
	for (int i = 0; i < 50; i++) {
		assert_true(pick[i] < 50 && (i == 0 || pick[i] >= pick[i - 1]));
		times[pick[i]]++;
	}
	for (int i = 0; i < 50; i++)
		assert_true(fabs(times[i] - 50 * share[i]) < 1);
}

static const struct stats_move *
guess_heads(struct search *s, struct player *p, const struct evidence *seen,
	    const char *player)
{
	open_player(s, p,
		    (struct search_job){ .game = seen->game,
					 .root = seen->root,
					 .viewer = 0,
					 .seed = seen->seed,
					 .made = seen->made,
					 .made_count = seen->made_count },
		    player);
	search_run(s);
	return snapshot_find(&s->live, HEADS);
}

/* The value of a guess is the share of its worlds. */
static void
searches_draw_by_the_weights(void **state)
{
	struct game g;
	struct state view;
	struct played_move made;
	struct search s;
	struct player p;
	hear(&g, 1, &view, &made);
	const struct evidence seen = seen_by_0(&g, &view, &made);
	int heads = 0;
	for (uint64_t w = 0; w < 500; w++)
		heads += is_heads(&seen, w);
	const double all = ODDS * heads + 500 - heads;
	const double drawn = 100 * (0.95 * ODDS * heads / all + 0.05 * heads / 500);
	assert_true(drawn > 60 && drawn < 70);

	const struct stats_move *row =
		guess_heads(&s, &p, &seen, "pimc:worlds=500,infer=500,inner=(maxn)");
	/* each world is drawn a whole number of times */
	assert_true(fabs(row->value[0] - drawn) < 2.5);
	assert_int_equal(search_choice(&s), HEADS);
	const double a = (0.95 * ODDS / all + 0.0001), b = (0.95 / all + 0.0001);
	assert_true(fabs(read_gauge(&s.live, "effective worlds") -
			 1 / (heads * a * a + (500 - heads) * b * b)) < 0.01);
	search_close(&s);

	/* fewer than were weighted: spread over all of them */
	row = guess_heads(&s, &p, &seen, "pimc:worlds=50,infer=500,inner=(maxn)");
	assert_true(fabs(row->value[0] - drawn) < 20);
	search_close(&s);

	row = guess_heads(&s, &p, &seen, "pimc:worlds=500,inner=(maxn)");
	assert_true(fabs(row->value[0] - heads / 5.0) < 1e-6);
	assert_true(isnan(read_gauge(&s.live, "effective worlds")));
	search_close(&s);
}

/* ---- hands of cards ---- */

static const struct table {
	const char *game;
	int seats;
	const char *variant;
} tables[] = {
	{ "hearts", 4, "" },	      { "hearts", 3, "jack=on,passing=off" },
	{ "hearts", 5, "moon=self" }, { "spades", 4, "partners=on" },
	{ "spades", 4, "blind=on" },  { "spades", 3, "bidding=off" },
};
#define PLIES  130
#define TABLES (int)(sizeof tables / sizeof tables[0])

static void
open_match(struct match *m, const struct table *t, uint64_t seed)
{
	struct setup setup;
	memset(&setup, 0, sizeof setup);
	setup.seed = seed;
	open_game(&setup.game, catalog_game(&app_catalog, t->game), t->seats, t->variant);
	match_open(m, &setup);
}

static void
play_quick(struct match *m, struct rng *r)
{
	const struct game *g = &m->setup.game;
	const int seat = __builtin_ctz(match_acting(m));
	const move mv = game_quick_move(g, &m->states[m->at], seat, r);
	assert_true(match_play(m, seat, mv, "", NULL));
}

/* The moves since the beginning that was found lead back to the position, and none of them was
 * hidden from the seat. */
static void
what_was_seen_leads_back(void **state)
{
	for (int i = 0; i < TABLES; i++) {
		struct match m;
		struct rng r;
		int found = 0;
		rng_seed(&r, 3);
		for (open_match(&m, &tables[i], 11); !match_over(&m) && m.at < PLIES;
		     play_quick(&m, &r)) {
			const struct game *g = &m.setup.game;
			const struct state *now = &m.states[m.at];
			struct state at;
			int count, from;
			struct played_move *made = match_made(&m, m.at, 0, &count);
			assert_non_null(made);
			assert_int_equal(count, m.at);
			if (g->trick->rewind(g, now, made, count, &at, &from)) {
				found++;
				assert_true(from < count);
				for (int k = from; k < count; k++) {
					assert_true(game_legal(g, &at, made[k].seat,
							       made[k].m));
					g->rules->play(g, &at, made[k].seat, made[k].m,
						       &at);
				}
				assert_true(g->rules->hash(g, &at) ==
					    g->rules->hash(g, now));
			}
			free(made);
		}
		match_close(&m);
		/* all but deals, passes and the position before the first card or bid */
		if (found < PLIES * 4 / 5)
			print_message("# %s %s: %d\n", tables[i].game, tables[i].variant,
				      found);
		assert_true(found >= PLIES * 4 / 5);
	}
}

/* A deal and what others passed are not in it, own passes are. */
static void
moves_that_were_not_seen_are_not_told(void **state)
{
	struct match m;
	struct rng r;
	int count, hidden = 0, own = 0;
	rng_seed(&r, 4);
	open_match(&m, &tables[0], 12);
	for (int k = 0; k < 30; k++)
		play_quick(&m, &r);
	for (int viewer = 0; viewer < 4; viewer++) {
		struct played_move *made = match_made(&m, m.at, viewer, &count);
		for (int k = 0; k < count; k++) {
			const struct match_ply *p = &m.plies[k];
			const bool secret =
				p->seat < 0 || (p->m >= 64 && p->seat != viewer);
			assert_true(made[k].m == (secret ? MOVE_NONE : p->m));
			hidden += secret;
			own += p->m >= 64 && p->seat == viewer;
		}
		free(made);
	}
	assert_int_equal(hidden, 4 * (1 + 3));
	assert_int_equal(own, 4);
	assert_null(match_made(&m, m.at, SEAT_ALL, &count));
	match_close(&m);
}

/* What a search of a seat says, its figures with the clock left out. */
static char *
said(const struct match *m, const struct state *full, int seat, const char *player)
{
	struct search s;
	struct player p;
	struct state view;
	int count;
	game_view(&m->setup.game, full, seat, &view);
	struct played_move *made = match_made(m, m->at, seat, &count);
	open_player(&s, &p,
		    (struct search_job){ .game = &m->setup.game,
					 .root = &view,
					 .viewer = seat,
					 .seed = 9,
					 .made = made,
					 .made_count = count },
		    player);
	search_run(&s);
	char *text = malloc(4000);
	int n = snprintf(text, 4000, "%.9g", read_gauge(&s.live, "effective worlds"));
	for (int i = 0; i < s.live.move_count; i++)
		n += snprintf(text + n, (size_t)(4000 - n), " %u %lld %.9g",
			      s.live.moves[i].m, (long long)s.live.moves[i].visits,
			      s.live.moves[i].value[seat]);
	search_close(&s);
	free(made);
	return text;
}

static const char *const searches[] = {
	"pimc:worlds=24,infer=100,threads=1,inner=(maxn:depth=3)",
	/* where a policy was learned */
	"pimc:worlds=24,infer=100,model=learned,threads=1,"
	"inner=(uct:sims=40)",
};
#define SEARCHES 2

/* Two deals that are the same in all that a seat has seen get the same weights. */
static void
no_weight_peeks(void **state)
{
	int swapped = 0, weighted = 0, learned = 0;
	for (int i = 0; i < TABLES; i++) {
		struct match m;
		struct rng r;
		rng_seed(&r, 6);
		open_match(&m, &tables[i], 13);
		for (int k = 0; k < 30; k++)
			play_quick(&m, &r);
		const struct state *now = &m.states[m.at];
		const int seat = game_mover(&m.setup.game, now);
		const bool policy = cardnet_find(&m.setup.game, NULL) != NULL;
		learned += policy;
		for (int k = 0; k < (policy ? SEARCHES : 1); k++) {
			struct state other = *now;
			char *a = said(&m, now, seat, searches[k]);
			weighted += strncmp(a, "nan", 3) != 0;
			if (swap_hidden(&m.setup.game, now, seat, &r, &other)) {
				char *b = said(&m, &other, seat, searches[k]);
				assert_string_equal(a, b);
				free(b);
				swapped++;
			}
			free(a);
		}
		match_close(&m);
	}
	assert_true(learned >= 1);
	assert_int_equal(weighted, TABLES + (SEARCHES - 1) * learned);
	assert_true(swapped > TABLES);
}

static void
threads_change_nothing_but_the_weights_do(void **state)
{
	static const char *const players[] = {
		"pimc:worlds=24,infer=100,threads=1,inner=(maxn:depth=3)",
		"pimc:worlds=24,infer=100,threads=3,inner=(maxn:depth=3)",
		"pimc:worlds=24,infer=101,threads=3,inner=(maxn:depth=3)",
	};
	struct match m;
	struct rng r;
	char *text[3];
	rng_seed(&r, 8);
	open_match(&m, &tables[0], 14);
	for (int k = 0; k < 34; k++)
		play_quick(&m, &r);
	const int seat = game_mover(&m.setup.game, &m.states[m.at]);
	for (int k = 0; k < 3; k++)
		text[k] = said(&m, &m.states[m.at], seat, players[k]);
	assert_string_equal(text[0], text[1]);
	assert_string_not_equal(text[1], text[2]);
	for (int k = 0; k < 3; k++)
		free(text[k]);
	match_close(&m);
}

/* Where nobody has chosen yet, or the moves are not known, all worlds are alike. */
static void
nothing_is_told_before_a_choice(void **state)
{
	struct match m;
	open_match(&m, &tables[0], 15);
	char *text = said(&m, &m.states[m.at], 0, searches[0]);
	assert_int_equal(strncmp(text, "nan", 3), 0);
	free(text);
	match_close(&m);

	struct game g;
	struct state view;
	struct played_move made;
	hear(&g, 1, &view, &made);
	struct evidence seen = seen_by_0(&g, &view, &made);
	seen.made = NULL;
	assert_false(infer_tells(&seen));
	seen.made = &made;
	seen.viewer = SEAT_ALL;
	assert_false(infer_tells(&seen));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weights_are_those_worked_out_by_hand),
		cmocka_unit_test(shares_sum_up_and_no_world_dies),
		cmocka_unit_test(picks_follow_the_shares),
		cmocka_unit_test(searches_draw_by_the_weights),
		cmocka_unit_test(what_was_seen_leads_back),
		cmocka_unit_test(moves_that_were_not_seen_are_not_told),
		cmocka_unit_test(no_weight_peeks),
		cmocka_unit_test(threads_change_nothing_but_the_weights_do),
		cmocka_unit_test(nothing_is_told_before_a_choice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
