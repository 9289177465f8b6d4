/*
 * pns_cycles.c - proof-number search where positions come again: small random graphs under several
 * rules of repetition, each proof against every line of play.
 *
 * A counter goes from place to place; a seat owns each place and chooses where it goes next. Some
 * places are ends. A place that comes for the second or third time ends the game too, by the rule.
 */
#include "ai/proof/dfpn.h"
#include "src/core/past.h"
#include "tests/unit/plain_parts.h"
#include "tests/unit/play_text.h"

#define PLACES	7
#define WAYS	3
#define HISTORY 64

enum rule {
	DRAWN,	/* the game is drawn */
	CLOSER, /* whoever brought the place there has lost */
	CHECKS, /* who has done nothing but check since it was there first has lost */
	LEADER, /* the place says who has won */
};

/* The graph of this trial. */
static struct {
	enum rule rule;
	int times;  /* that a place was there before when the rule ends the game */
	bool keyed; /* the rule is about game_turns.key; else the state counts by itself */
	int places;
	int owner[PLACES], ways[PLACES], way[PLACES][WAYS];
	bool check[PLACES][WAYS];
	int worth
		[PLACES]; /* to seat 0: 0 lost, 1 drawn, 2 won; of an end, or for LEADER */
} graph;

struct walk {
	uint8_t count, over, worth;
	uint8_t place[HISTORY]; /* count of them, the last is where the counter is */
	uint8_t check[HISTORY]; /* made by the move to it */
};

static struct walk *
walk_of(const struct state *s)
{
	return (struct walk *)(void *)(uintptr_t)s->bytes;
}

static int
at(const struct state *s)
{
	return walk_of(s)->place[walk_of(s)->count - 1];
}

/* How often the place was there before. */
static int
times_before(const struct walk *w)
{
	int times = 0;
	for (int i = 0; i < w->count - 1; i++)
		times += w->place[i] == w->place[w->count - 1];
	return times;
}

/* To seat 0. */
static uint8_t
verdict(const struct walk *w)
{
	const int here = w->place[w->count - 1];
	bool only[2] = { true, true };
	int first = 0;
	switch (graph.rule) {
	case DRAWN: return 1;
	case CLOSER: return graph.owner[w->place[w->count - 2]] == 0 ? 0 : 2;
	case LEADER: return (uint8_t)graph.worth[here];
	case CHECKS: break;
	}
	bool moved[2] = { false, false };
	while (w->place[first] != here)
		first++;
	for (int i = first + 1; i < w->count; i++) {
		const int seat = graph.owner[w->place[i - 1]];
		moved[seat] = true;
		only[seat] = only[seat] && w->check[i];
	}
	const bool a = moved[0] && only[0], b = moved[1] && only[1];
	return a == b ? 1 : a ? 0 : 2;
}

static void
start(const struct game *g, struct state *s)
{
	memset(s->bytes, 0, sizeof(struct walk));
	walk_of(s)->count = 1;
}

static seat_set
acting(const struct game *g, const struct state *s)
{
	return walk_of(s)->over ? 0 : 1u << graph.owner[at(s)];
}

static int
moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)seat;
	for (int i = 0; i < graph.ways[at(s)]; i++)
		out[i] = (move)i;
	return graph.ways[at(s)];
}

static void
play(const struct game *g, const struct state *from, int seat, move m, struct state *to)
{
	(void)g, (void)seat;
	const int here = at(from);
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct walk));
	struct walk *w = walk_of(to);
	assert_true(w->count < HISTORY);
	w->check[w->count] = graph.check[here][m];
	w->place[w->count++] = (uint8_t)graph.way[here][m];
	if (graph.ways[at(to)] == 0) {
		w->over = 1;
		w->worth = (uint8_t)graph.worth[at(to)];
	} else if (times_before(w) >= graph.times) {
		w->over = 2;
		w->worth = verdict(w);
	}
}

static bool
settled(const struct game *g, const struct state *s)
{
	return walk_of(s)->over != 0;
}

static uint64_t
place_key(const struct game *g, const struct state *s)
{
	return rng_mix((uint64_t)at(s) + 1);
}

/* With a key it tells how often; without, an end by repetition is another position, which at the
 * second time could not be told from any other end. */
static uint64_t
hash(const struct game *g, const struct state *s)
{
	const struct walk *w = walk_of(s);
	const uint64_t times = graph.keyed ? (uint64_t)times_before(w) : w->over == 2;
	return rng_mix(place_key(g, s) + times);
}

static void
evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	value[0] = walk_of(s)->over ? walk_of(s)->worth : 1;
	value[1] = 2 - value[0];
}

static void
bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = (struct bounds){ .high = { 2, 2 }, .maxsum = 2 };
}

static const struct game_rules rules = {
	.start = start,
	.acting = acting,
	.moves = moves,
	.play = play,
	.settled = settled,
	.hash = hash,
};
#define GRAPH_OPS \
	.key = "graph", .title = "graph", .unit = 1, .point_name = "points", \
	.state_size = sizeof(struct walk), .rules = &rules, .text = PLAIN_TEXT, \
	.view = PLAIN_VIEW, .knowledge = &(const struct game_knowledge) \
	{ \
		.evaluate = evaluate, .bounds = bounds \
	}
static const struct game_ops unkeyed_game = { GRAPH_OPS };
static const struct game_ops keyed_game = {
	GRAPH_OPS,
	.turns = &(const struct game_turns){ .key = place_key },
};

/* Where checks count the seats take turns, as they do in the games that have such a rule: with a
 * seat that goes round alone it is another matter who has done nothing but check. */
static void
random_graph(struct rng *r)
{
	const bool turns = graph.rule == CHECKS;
	graph.places = 3 + (int)rng_below(r, PLACES - 2);
	graph.times = graph.keyed ? 1 + (int)rng_below(r, 2) : 2;
	const uint32_t n = (uint32_t)graph.places;
	for (int i = 0; i < graph.places; i++) {
		graph.owner[i] = turns ? i % 2 : (int)rng_below(r, 2);
		graph.worth[i] = (int)rng_below(r, 3);
		graph.ways[i] =
			i > 0 && rng_below(r, 4) == 0 ? 0 : 1 + (int)rng_below(r, WAYS);
		for (int k = 0; k < graph.ways[i]; k++) {
			do
				graph.way[i][k] = (int)rng_below(r, n);
			while (turns && (graph.way[i][k] - i) % 2 == 0);
			graph.check[i][k] = rng_below(r, 3) > 0;
		}
	}
}

/* The outcome to seat 0, by every line; -1: too many. */
static int
brute(const struct game *g, const struct state *s, int *budget)
{
	if (walk_of(s)->over)
		return walk_of(s)->worth;
	const int seat = graph.owner[at(s)], n = graph.ways[at(s)];
	int best = seat == 0 ? 0 : 2;
	for (int i = 0; i < n && best != (seat == 0 ? 2 : 0); i++) {
		struct state child;
		if (--*budget < 0)
			return -1;
		play(g, s, seat, (move)i, &child);
		const int v = brute(g, &child, budget);
		if (v < 0)
			return -1;
		best = seat == 0 ? (v > best ? v : best) : (v < best ? v : best);
	}
	return best;
}

/* A start, or a position that some moves have led to. */
static void
wander(const struct game *g, struct rng *r, int plies, struct state *s, struct past *past)
{
	memset(past, 0, sizeof *past);
	start_game(g, s);
	for (int k = 0; k < plies; k++) {
		past->key[k] = place_key(g, s);
		struct state next = *s;
		play(g, s, 0, rng_below(r, (uint32_t)graph.ways[at(s)]), &next);
		if (!walk_of(&next)->over)
			*s = next;
	}
}

struct tally {
	int tried, solved, rounds, tied;
};

/* One graph, one method; what is proven is what every line says. */
static void
confirm(struct rng *r, const char *method, int plies, struct tally *t)
{
	static struct search search;
	static struct player player;
	static struct past past;
	struct state root;
	char options[80];
	int budget = 200000;
	random_graph(r);
	struct game g = { .seats = 2, .traits = TRAIT_DRAWS | TRAIT_ZERO_SUM };
	game_bind(&g, graph.keyed ? &keyed_game : &unkeyed_game);
	wander(&g, r, plies, &root, &past);
	const int worth = brute(&g, &root, &budget);
	if (worth < 0)
		return;
	const int prover = graph.owner[at(&root)];
	const int truth = prover == 0 ? worth : 2 - worth;
	snprintf(options, sizeof options, "pns:method=%s,memory=2,nodes=2M", method);
	open_player(&search, &player,
		    (struct search_job){ .game = &g,
					 .root = &root,
					 .viewer = SEAT_ALL,
					 .seed = 1,
					 .past = &past },
		    options);
	search_run(&search);
	const struct pns *p = search.self;
	if (truth < (int)p->low || truth > (int)p->high)
		fail_msg("rule %d, %s, keyed %d, %d plies: %d is not %d..%d", graph.rule,
			 method, graph.keyed, plies, truth, p->low, p->high);
	t->tried++;
	t->solved += search.live.stop == STOP_SOLVED;
	t->rounds += p->dfpn != NULL && p->dfpn->rounds > 0;
	t->tied += p->dfpn != NULL && p->dfpn->tied > 0;
	search_close(&search);
}

static struct tally
try_rule(enum rule rule, bool keyed, const char *method, int plies, int graphs)
{
	struct tally t = { 0 };
	struct rng r;
	rng_seed(&r, (uint64_t)rule * 10 + keyed);
	graph.rule = rule;
	graph.keyed = keyed;
	for (int k = 0; k < graphs; k++)
		confirm(&r, method, plies, &t);
	return t;
}

static const char *const methods[] = { "pns", "pn2", "dfpn" };

/* From a start, nothing having been there before. */
static void
proofs_hold_where_positions_come_again(void **state)
{
	static const struct {
		enum rule rule;
		bool keyed;
	} cases[] = {
		{ DRAWN, true },  { DRAWN, false },  { CLOSER, true },	{ CLOSER, false },
		{ CHECKS, true }, { CHECKS, false }, { LEADER, false },
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
		for (int m = 0; m < 3; m++) {
			const struct tally t = try_rule(cases[k].rule, cases[k].keyed,
							methods[m], 0, 2000);
			assert_true(t.tried > 1200);
			assert_true(t.solved > t.tried * 98 / 100);
			assert_true(m < 2 || (t.rounds > 200 && t.tied > 100));
		}
}

/* In the middle of a game, where places may be at their second or third time. */
static void
proofs_hold_with_a_past(void **state)
{
	for (int rule = DRAWN; rule <= CHECKS; rule++)
		for (int m = 0; m < 3; m++) {
			const struct tally t =
				try_rule((enum rule)rule, true, methods[m], 5, 2000);
			assert_true(t.tried > 1200);
			assert_true(t.solved > t.tried * 98 / 100);
		}
}

int
main(void)
{
	const struct CMUnitTest list[] = {
		cmocka_unit_test(proofs_hold_where_positions_come_again),
		cmocka_unit_test(proofs_hold_with_a_past),
	};
	return cmocka_run_group_tests(list, NULL, NULL);
}
