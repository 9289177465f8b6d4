/* nested.c - one solution after the other along a hand. See modicum.h. */
#include "ai/poker/modicum/modicum.h"

#include "ai/poker/tree/public_translate.h"
#include "ai/poker/tree/subgame_threads.h"

#include <string.h>

#define REPORT_FIRST 100000
#define REPORT_NODES 2000000
#define LEAF_MS	     20 /* of the limit, for a board */

/* Before the flop a tree has a raise to the pot and all that the other has: ranges then hold all
 * hands that raise, of whatever amount. Its iterations are short. */
#define PREFLOP_SMALLEST 0.9
#define PREFLOP_LARGEST	 3
#define PREFLOP_TREMBLE	 0.005F
#define PREFLOP_TIMES	 5

/* ---- the hand ---------------------------------------------------------------------------- */

/* A hand as it was played: the public state in which it began and its moves. */
struct nested_hand {
	const struct game *g;
	struct state begin;
	struct played_move line[BUCKET_LINE];
	int count;
};

/* The public state behind the first `moves` of a hand. */
static void
state_at(const struct nested_hand *h, int moves, struct state *out)
{
	memset(out, 0, sizeof *out);
	game_copy(h->g, &h->begin, out);
	for (int i = 0; i < moves; i++)
		h->g->rules->play(h->g, out, h->line[i].seat, h->line[i].m, out);
}

/* The moves before the betting of a round. */
static int
moves_before(const struct nested_hand *h, int round)
{
	const struct deck_ops *deck = h->g->ops->public->deck;
	struct state s;
	int i = 0;
	state_at(h, 0, &s);
	while (i < h->count &&
	       (game_mover(h->g, &s) == SEAT_CHANCE || deck->round(h->g, &s) < round)) {
		h->g->rules->play(h->g, &s, h->line[i].seat, h->line[i].m, &s);
		i++;
	}
	return i;
}

/* Whether a tree that begins behind the first `moves` of a hand lacks the next one. */
static bool
lacks_next(const struct subgame *s, const struct nested_hand *h, int moves)
{
	return moves < h->count && h->line[moves].seat != SEAT_CHANCE &&
	       subgame_child(s, 0, h->line[moves].m) == 0;
}

static bool
same_line(const struct played_move *a, const struct played_move *b, int count)
{
	for (int i = 0; i < count; i++)
		if (a[i].seat != b[i].seat || a[i].m != b[i].m)
			return false;
	return true;
}

/* Whether the solution belongs to this hand, before or at its last move, and has no bet in its tree
 * that this hand does not make. */
static bool
leads_on(const struct nested *n, const struct nested_hand *h, int us)
{
	const int least = n->count + n->off;
	return n->built && n->whole && n->us == us && least <= h->count &&
	       n->begin == game_state_hash(h->g, &h->begin) &&
	       same_line(n->line, h->line, least) &&
	       (n->round == MODICUM_PREFLOP || !lacks_next(&n->sub, h, n->count));
}

/* ---- ranges ------------------------------------------------------------------------------ */

/* A range of the hands that the board allows, from MODICUM_LEAST to 1. */
static void
nested_tidy(const struct nested *n, const struct state *at, float *range)
{
	const struct game *g = n->s->game;
	float most = 0;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		range[h] = g->ops->public->possible(g, at, h) ? range[h] : 0;
		most = range[h] > most ? range[h] : most;
	}
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		range[h] = most > 0 ? range[h] / most : 1;
		range[h] = range[h] > MODICUM_LEAST ? range[h] : MODICUM_LEAST;
	}
}

/* Those of both seats at a place of the solution; no card has come since its root. */
static void
take_ranges(struct nested *n, const struct subgame_place *p)
{
	memset(n->range, 0, sizeof n->range);
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < n->sub.hands[seat]; h++)
			n->range[seat][n->sub.hand[seat][h].hand] = p->reach[seat][h];
}

/* The moves of the tree at a place. */
static struct translate_list
moves_at(const struct nested *n, const struct subgame_place *p, const struct state *at)
{
	const struct subgame_node *node = &n->sub.node[p->at.node];
	struct translate_list l = { .count = node->moves };
	for (int a = 0; a < l.count; a++)
		l.bet[a] = translate_bet_of(n->s->game, at, node->seat,
					    n->sub.node[node->child + (uint32_t)a].m);
	return l;
}

/* The ranges behind a bet that the tree lacks: its hands are those of the two bets around it, and
 * where there is none all that get there. */
static void
take_ranges_of_bet(struct nested *n, const struct subgame_place *p,
		   const struct state *at, move m)
{
	const struct subgame_node *node = &n->sub.node[p->at.node];
	const int seat = node->seat;
	const struct translate_list l = moves_at(n, p, at);
	const struct translate_bet x = translate_bet_of(n->s->game, at, seat, m);
	struct translate_around r;
	float smaller[SUBGAME_WIDE] = { 0 }, larger[SUBGAME_WIDE] = { 0 };
	take_ranges(n, p);
	translate_look_around(&l, &x, &r);
	if (r.smaller < 0 && r.larger < 0)
		return;
	const float share = (float)translate_share_of(TRANSLATE_RPAT, x.part, &r);
	if (r.smaller >= 0)
		subgame_share(&n->sub, p, l.bet[r.smaller].m, smaller);
	if (r.larger >= 0)
		subgame_share(&n->sub, p, l.bet[r.larger].m, larger);
	for (int h = 0; h < n->sub.hands[seat]; h++)
		n->range[seat][n->sub.hand[seat][h].hand] *=
			share * smaller[h] + (1 - share) * larger[h];
}

/* ---- solving ----------------------------------------------------------------------------- */

/* Whether the network says what the leaves are worth. */
static bool
is_estimated(const struct nested *n, int round)
{
	return n->net != NULL && round == MODICUM_FLOP;
}

/* Whether they are known. */
static bool
is_kept(const struct nested *n, int round)
{
	return n->kept != NULL && round == MODICUM_PREFLOP;
}

/* With a limit of time there are as many boards as it allows beside the iterations. */
static int
boards_of(const struct nested *n, int round)
{
	if (is_kept(n, round))
		return n->kept->boards;
	const int most = round == MODICUM_PREFLOP ? n->effort.boards : n->effort.rollouts;
	const int64_t ms = n->s->limits.time_ms, fit = ms / LEAF_MS + 1;
	if (is_estimated(n, round))
		return 0;
	return n->quiet || ms <= 0 || fit > most ? most : (int)fit;
}

/* What the leaves of a round are worked out from. */
static struct leaf_flop *
nested_leaves(struct nested *n, int round)
{
	return round == MODICUM_PREFLOP ? &n->preflop : &n->flop;
}

/* Between two pieces or boards. */
static bool
may_play_out(void *self, int64_t finished)
{
	const struct nested *n = self;
	struct search *s = n->s;
	return n->quiet || (s->live.stop == STOP_RUNNING && search_poll(s));
}

static bool
may_draw(void *asker)
{
	return may_play_out(asker, 0);
}

/* Groups of the flop and its boards, or the network's inputs; before the flop, boards. False: the
 * limits do not allow it. */
static bool
nested_draw_boards(struct nested *n, const struct state *root, int round, int boards)
{
	const struct game *g = n->s->game;
	struct state begin;
	struct played_move line[PUBLIC_LINE];
	memset(&begin, 0, sizeof begin);
	g->ops->public->deck->begin(g, root, round, &begin, line);
	struct leaf_flop *f = nested_leaves(n, round);
	f->more = may_draw;
	f->asker = n;
	bool all = true;
	if (round == MODICUM_PREFLOP)
		all = leaf_preflop_draw(f, &begin, boards, NESTED_LEAF_SEED);
	else if (!leaf_flop_find(f, root))
		all = false;
	else if (n->net == NULL)
		all = leaf_flop_draw(f, &begin, boards, NESTED_LEAF_SEED);
	else
		estimate_flop(n->net, &begin);
	f->more = NULL;
	return all;
}

/* The tree, with fewer raises where it does not fit. */
static bool
nested_build(struct nested *n, const struct state *root, const struct played_move *off)
{
	struct search *s = n->s;
	const struct deck_ops *deck = s->game->ops->public->deck;
	const struct nested_effort *e = &n->effort;
	const int round = deck->round(s->game, root),
		  before = deck->raises(s->game, root);
	const bool leaves = round < MODICUM_TURN;
	leaf_values_begin(&n->leaves, nested_leaves(n, round), &n->sub, e->continuations,
			  1 - n->us);
	for (int raises = e->raises[round]; raises >= 0; raises--) {
		struct status st = { 0 };
		struct subgame_setup setup = {
			.g = s->game,
			.root = root,
			.range = { n->range[0], n->range[1] },
			.raises = before + raises,
			.fewer = before + e->fewer[round],
			.largest = { e->largest, e->largest },
			.parts = e->parts,
			.variant = REGRET_DISCOUNTED,
			.line = off,
			.moves = off != NULL,
			.leaves = leaves ? &n->leaves.hook : NULL,
		};
		if (round == MODICUM_PREFLOP) {
			setup.smallest = PREFLOP_SMALLEST;
			setup.largest[n->us] = PREFLOP_LARGEST;
			setup.largest[1 - n->us] = 0;
			setup.tremble = PREFLOP_TREMBLE;
		}
		arena_back(&s->arena, n->mark);
		if (subgame_open_for(s, &n->sub, &setup, &st) &&
		    (!leaves || leaf_values_open(&n->leaves, n->table, &s->arena)))
			return true;
	}
	return false;
}

/* The part of a limit that may be spent by the end of this solution: each but the last takes
 * half of the rest. */
static int64_t
share_of_limit(const struct nested *n, int64_t limit, bool last)
{
	return last ? limit : limit - (limit >> n->solutions);
}

static bool
nested_may_iterate(const struct nested *n, int64_t most, bool last)
{
	const struct search *s = n->s;
	const struct limits *l = &s->limits;
	const int64_t ahead = 4 * (int64_t)n->sub.nodes;
	if (n->sub.iterations >= most)
		return false;
	if (n->quiet)
		return true;
	return s->live.stop == STOP_RUNNING &&
	       (l->nodes <= 0 ||
		search_nodes(s) + ahead <= share_of_limit(n, l->nodes, last)) &&
	       (l->time_ms <= 0 || search_now_us(s) - s->started_us <
					   share_of_limit(n, l->time_ms * 1000, last));
}

static void
burn(struct nested *n, int64_t nodes)
{
	if (n->quiet)
		return;
	n->s->fuel -= nodes;
	if (n->s->fuel <= 0)
		search_poll(n->s);
}

static bool
play_out_piece(void *self, int64_t piece, int thread)
{
	const struct nested *n = self;
	leaf_play_out(&n->leaves, (int)piece, NESTED_LEAF_SEED);
	return true;
}

static bool
estimate_piece(void *self, int64_t piece, int thread)
{
	const struct nested *n = self;
	estimate_leaf(n->net, &n->leaves, (int)piece, thread);
	return true;
}

/* Each board of a table and continuation counts as one; likewise what the network says of it. */
static int64_t
nodes_of_leaves(const struct nested *n, int round)
{
	if (is_kept(n, round))
		return 0;
	return (int64_t)leaf_pieces(&n->leaves) * (n->boards > 0 ? n->boards : 1);
}

/* The values at the leaves, by the network or played out. False: the limits do not allow it. */
static bool
play_out_leaves(struct nested *n, const struct state *root, int round)
{
	const struct search *s = n->s;
	const bool net = is_estimated(n, round);
	const int pieces = net ? n->leaves.tables : leaf_pieces(&n->leaves);
	const int64_t nodes = nodes_of_leaves(n, round);
	const struct pool pool = {
		.count = pieces,
		.threads = (int)options_int(&s->options, "threads"),
		.run = net ? estimate_piece : play_out_piece,
		.tick = may_play_out,
		.tick_ms = 50,
		.self = n,
		.crew = search_crew(n->s),
		.alone = true,
	};
	if (is_kept(n, round)) {
		preflop_file_fill(n->kept, &n->leaves);
		return true;
	}
	if (!n->quiet && s->limits.nodes > 0 &&
	    search_nodes(s) + nodes > share_of_limit(n, s->limits.nodes, false))
		return false;
	if (!nested_draw_boards(n, root, round, n->boards))
		return false;
	const bool all = pool_run(&pool) == pieces;
	n->nodes += nodes;
	burn(n, nodes);
	return all;
}

/* Whether a solution begins with each decision of ours, so that it is about the ranges there: what
 * is seldom reached is else hardly learned. */
static bool
begins_anew(const struct nested *n, int moves, int seat)
{
	return n->round == MODICUM_PREFLOP && moves > n->count && seat == n->us;
}

/* Along a hand from the root of the solution, as far as its tree goes in this round, or to our next
 * decision where a solution begins anew; returns the moves from the beginning of the hand. */
static int
walk_along(struct nested *n, const struct nested_hand *h, struct subgame_place *p)
{
	int i = n->count;
	subgame_begin(&n->sub, p);
	while (i < h->count && h->line[i].seat != SEAT_CHANCE &&
	       !begins_anew(n, i, h->line[i].seat) &&
	       subgame_move(&n->sub, p, h->line[i].m))
		i++;
	return i;
}

/* Whether the solution answers the end of the hand, to which it goes. */
static bool
answers(const struct nested *n, const struct nested_hand *h, int moves)
{
	return moves == h->count && !begins_anew(n, moves, n->us);
}

static void
nested_iterate(struct nested *n, const struct nested_hand *h, int64_t most)
{
	struct search *s = n->s;
	int64_t next = search_nodes(s) + REPORT_FIRST;
	const bool last = answers(n, h, walk_along(n, h, &n->here));
	while (nested_may_iterate(n, most, last)) {
		const int64_t before = n->sub.visited;
		subgame_iterate(&n->sub);
		n->nodes += n->sub.visited - before;
		burn(n, n->sub.visited - before);
		if (!last || n->quiet || search_nodes(s) < next)
			continue;
		walk_along(n, h, &n->here);
		n->report(s, false);
		next = search_nodes(s) + REPORT_NODES;
	}
	/* under a limit of nodes the share depends on where the hand stands */
	n->whole = n->sub.iterations >= most && (s->limits.nodes <= 0 || n->quiet);
}

static int64_t
iterations_of(const struct nested *n, int round)
{
	const int64_t sims = n->s->limits.sims,
		      most = sims > 0 ? sims : n->effort.iterations[round];
	return round == MODICUM_PREFLOP ? most * PREFLOP_TIMES : most;
}

/* Solves from behind the first `moves` of the hand; off: the next one is put in the tree, as it is
 * where the tree lacks it. */
static bool
nested_solve_from(struct nested *n, const struct nested_hand *h, int moves, bool off)
{
	struct search *s = n->s;
	struct state root;
	state_at(h, moves, &root);
	for (int seat = 0; seat < 2; seat++)
		nested_tidy(n, &root, n->range[seat]);
	const int round = s->game->ops->public->deck->round(s->game, &root);
	n->whole = false;
	n->round = round;
	n->built = nested_build(n, &root, off ? &h->line[moves] : NULL);
	if (n->built && round > MODICUM_PREFLOP && lacks_next(&n->sub, h, moves)) {
		off = true;
		n->built = nested_build(n, &root, &h->line[moves]);
	}
	if (!n->built)
		return false;
	n->begin = game_state_hash(s->game, &h->begin);
	memcpy(n->line, h->line, sizeof n->line);
	n->count = moves;
	n->off = off;
	n->solutions++;
	const int64_t most = iterations_of(n, round);
	n->boards = boards_of(n, round);
	if (round < MODICUM_TURN && !play_out_leaves(n, &root, round))
		return false;
	nested_iterate(n, h, most);
	return true;
}

static bool
solve_first(struct nested *n, const struct nested_hand *h)
{
	const int moves = moves_before(h, n->effort.from);
	struct state root;
	state_at(h, moves, &root);
	n->solutions = 0;
	n->nodes = 0;
	/* outside the table's tree nothing is known of either hand */
	abstract_play_ranges(n->table, h->g, &root, n->range);
	return nested_solve_from(n, h, moves, false);
}

/* The solution behind the moves up to which the one before it goes: a card, a bet that it lacks, or
 * our next decision. */
static bool
solve_on(struct nested *n, const struct nested_hand *h, const struct subgame_place *p,
	 int moves)
{
	const bool end = moves == h->count,
		   card = !end && h->line[moves].seat == SEAT_CHANCE;
	if (n->round > MODICUM_PREFLOP || card || end ||
	    begins_anew(n, moves, h->line[moves].seat)) {
		take_ranges(n, p);
		return nested_solve_from(n, h, moves + card,
					 n->round > MODICUM_PREFLOP && !card);
	}
	struct state at;
	state_at(h, moves, &at);
	take_ranges_of_bet(n, p, &at, h->line[moves].m);
	return nested_solve_from(n, h, moves + 1, false);
}

bool
nested_find(struct nested *n, const struct state *at)
{
	struct nested_hand h = { .g = n->s->game };
	h.count = h.g->ops->public->buckets->begin(h.g, at, &h.begin, h.line);
	const int us = game_mover(h.g, at);
	if (leads_on(n, &h, us)) {
		burn(n, n->nodes);
	} else {
		n->us = us;
		if (!solve_first(n, &h))
			return false;
	}
	for (;;) {
		const int moves = walk_along(n, &h, &n->here);
		if (answers(n, &h, moves))
			return n->sub.iterations > 0;
		if (!solve_on(n, &h, &n->here, moves))
			return false;
	}
}
