/* remainder.c - see remainder.h. */
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame_file.h"

#include "ai/common/playout.h"
#include "ai/poker/tree/public_search.h"
#include "ai/poker/tree/subgame_threads.h"
#include "ai/poker/tree/subgame_view.h"

#include <math.h>
#include <string.h>

#define ENDED_ROUND  2	  /* from this one on a hand is solved to its end: the turn */
#define BOARDS	     16	  /* that are drawn before */
#define PAST	     24	  /* iterations for a round before */
#define NEGLIGIBLE   0.01 /* of the greatest weight: a hand is left out below it */
#define REPORT_FIRST 20000
#define REPORT_NODES 2000000

struct remainder {
	struct subgame s;
	struct subgame_view view;
	float range[2][PUBLIC_HANDS];
	struct played_move line[PUBLIC_LINE];
	int moves;	   /* in the round */
	bool built, filed; /* from a file */
	bool whole;	   /* the hand from its first bet, not the round */
	int raises;	   /* of that, in a round */
	void *filled;	   /* of a search that fills the strategies itself */
};

bool
remainder_plays(const struct game *g)
{
	const struct public_ops *p = g->ops->public;
	return p != NULL && p->deals == NULL && p->deck != NULL && g->seats == 2;
}

bool
remainder_plays_whole(const struct game *g)
{
	return remainder_plays(g) && game_deals_board(g);
}

/* ---- solving ----------------------------------------------------------------------------- */

/* Of a search without the option: discounted. */
static enum regret_variant
variant_of(const struct search *s)
{
	return options_find(&s->options, "variant") < 0
		       ? REGRET_DISCOUNTED
		       : (enum regret_variant)options_int(&s->options, "variant");
}

/* The tree of a round from where its betting began, with fewer raises where it does not fit;
 * whole: to the end of the hand. */
static bool
build_round(struct search *s, int round, bool whole, struct subgame *out,
	    struct status *st)
{
	struct remainder *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	struct state begin;
	const size_t used = s->arena.used;
	memset(&begin, 0, sizeof begin);
	r->moves = deck->begin(s->game, &s->root, round, &begin, r->line);
	if (r->moves < 0)
		return status_fail(st, "cfr: more moves in a round than it can follow");
	for (int raises = (int)options_int(&s->options, "raises"); raises >= 0;
	     raises--) {
		struct status why = { 0 };
		const struct subgame_setup setup = {
			.g = s->game,
			.root = &begin,
			.range = { r->range[0], r->range[1] },
			.raises = raises,
			.variant = variant_of(s),
			.line = r->line,
			.moves = r->moves,
			.boards = whole ? 0 : BOARDS,
			.seed = rng_fork(s->seed, (uint64_t)round),
		};
		if (subgame_open_for(s, out, &setup, &why))
			return true;
		arena_back(&s->arena, used);
		if (raises == 0)
			status_fail(st, "cfr: %s", why.text);
	}
	return false;
}

/* The whole hand where one deal brings the whole board, if it fits. */
bool
remainder_build_whole(struct search *s, int raises, struct status *st)
{
	struct remainder *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	struct state begin, later;
	int moves = 0;
	const size_t used = s->arena.used;
	if (!game_deals_board(s->game))
		return status_fail(st, "the board does not come at once");
	memset(&begin, 0, sizeof begin);
	memset(&later, 0, sizeof later);
	for (int round = 0; round <= deck->round(s->game, &s->root); round++) {
		struct played_move line[PUBLIC_LINE];
		const int n = deck->begin(s->game, &s->root, round,
					  round == 0 ? &begin : &later, line);
		if (n < 0 || moves + n > PUBLIC_LINE)
			return status_fail(st,
					   "more moves in the hand than it can follow");
		memcpy(r->line + moves, line, (size_t)n * sizeof *line);
		moves += n;
	}
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			r->range[seat][h] = 1;
	const struct subgame_setup setup = {
		.g = s->game,
		.root = &begin,
		.range = { r->range[0], r->range[1] },
		.raises = raises,
		.variant = variant_of(s),
		.line = r->line,
		.moves = moves,
	};
	r->moves = moves;
	r->raises = raises;
	r->whole = subgame_open_for(s, &r->s, &setup, st);
	if (!r->whole)
		arena_back(&s->arena, used);
	return r->whole;
}

static bool
remainder_may_iterate(const struct search *s, const struct subgame *g, int64_t most)
{
	const int64_t ahead = 4 * (int64_t)g->nodes;
	return s->live.stop == STOP_RUNNING && (most <= 0 || g->iterations < most) &&
	       (s->limits.nodes <= 0 || search_nodes(s) + ahead <= s->limits.nodes);
}

static void
iterate_once(struct search *s, struct subgame *g)
{
	const int64_t before = g->visited;
	subgame_iterate(g);
	s->fuel -= g->visited - before;
	if (s->fuel <= 0)
		search_poll(s);
}

/* The ranges after the moves of a round that is solved. */
static void
narrow(struct remainder *r, struct subgame *g)
{
	static const float least = 0.02F;
	struct subgame_place p;
	float row[SUBGAME_WIDE];
	subgame_begin(g, &p);
	for (int i = 0; i < r->moves; i++) {
		const int seat = g->node[p.at.node].seat;
		subgame_share(g, &p, r->line[i].m, row);
		for (int h = 0; h < g->hands[seat]; h++)
			r->range[seat][g->hand[seat][h].hand] *=
				row[h] > least ? row[h] : least;
		subgame_move(g, &p, r->line[i].m);
	}
}

/* Weights so that the greatest is 1; hands of the seat that waits are left out where they have
 * hardly any. */
static void
remainder_tidy(float *range, bool mover)
{
	float most = 0;
	for (int h = 0; h < PUBLIC_HANDS; h++)
		most = range[h] > most ? range[h] : most;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		range[h] /= most;
		if (range[h] < (float)NEGLIGIBLE && !mover)
			range[h] = 0;
	}
}

/* Hands that the board of the root excludes have no weight: they would stand for the greatest. */
static void
block(struct search *s, float *range)
{
	const struct public_ops *ops = s->game->ops->public;
	for (int h = 0; h < ops->hands(s->game); h++)
		if (!ops->possible(s->game, &s->root, h))
			range[h] = 0;
}

static bool
solve_past(struct search *s, struct status *st)
{
	struct remainder *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			r->range[seat][h] = 1;
	for (int round = 0; round < deck->round(s->game, &s->root); round++) {
		const size_t used = s->arena.used;
		struct subgame g;
		if (!build_round(s, round, false, &g, st))
			return false;
		while (remainder_may_iterate(s, &g, PAST))
			iterate_once(s, &g);
		narrow(r, &g);
		arena_back(&s->arena, used);
		for (int seat = 0; seat < 2; seat++) {
			block(s, r->range[seat]);
			remainder_tidy(r->range[seat], seat == s->mover);
		}
	}
	return true;
}

/* ---- a solved file ----------------------------------------------------------------------- */

/* The place after the cards that one board has and the other does not have yet. */
static bool
deal_between(struct remainder *r, const struct game *g, const struct state *before,
	     const struct state *after)
{
	const struct deck_ops *deck = g->ops->public->deck;
	const uint64_t set = deck->cards(g, after) ^ deck->cards(g, before);
	return r->s.whole ? subgame_whole_board(&r->s, &r->view.here, set)
			  : subgame_card(&r->s, &r->view.here, __builtin_ctzll(set));
}

/* Whether two hands are played for the same chips; the button may differ. */
static bool
same_chips(const struct game *g, const struct state *a, const struct state *b)
{
	const struct public_ops *ops = g->ops->public;
	const int one = game_mover(g, a), other = game_mover(g, b);
	move m[2][MOVES_MAX];
	const int n = g->rules->moves(g, a, one, m[0]);
	return n == g->rules->moves(g, b, other, m[1]) &&
	       memcmp(m[0], m[1], (size_t)n * sizeof m[0][0]) == 0 &&
	       ops->raise(g, a, one, 0) == ops->raise(g, b, other, 0) &&
	       !(ops->blind(g, a) < ops->blind(g, b)) &&
	       !(ops->blind(g, a) > ops->blind(g, b));
}

bool
remainder_fit_hand(struct subgame *s, const struct state *begin)
{
	const struct game *g = s->g;
	if (game_state_hash(g, begin) == game_state_hash(g, s->root))
		return true;
	if (!s->whole || g->ops->public->buckets == NULL ||
	    !same_chips(g, begin, s->root))
		return false;
	if (game_mover(g, begin) != s->node[0].seat)
		subgame_turn(s, begin);
	else
		game_copy(g, begin, s->root);
	return true;
}

/* The place after a move that was made. A move that no hand makes counts as made by all
 * hands equally. */
static bool
pass_move(struct remainder *r, move m)
{
	const int seat = r->s.node[r->view.here.at.node].seat;
	float before[SUBGAME_WIDE], all = 0;
	if (seat < 0)
		return false;
	memcpy(before, r->view.here.reach[seat], sizeof before);
	if (!subgame_move(&r->s, &r->view.here, m))
		return false;
	for (int h = 0; h < r->s.hands[seat]; h++)
		all += r->view.here.reach[seat][h];
	if (!(all > 0))
		memcpy(r->view.here.reach[seat], before, sizeof before);
	return true;
}

/* The place of a state in a subgame that begins with an earlier round of its hand. */
static bool
remainder_find_place(struct search *s, struct remainder *r, const struct state *at)
{
	const struct deck_ops *deck = s->game->ops->public->deck;
	const struct game *g = s->game;
	const int from = deck->round(g, r->s.root), to = deck->round(g, at);
	struct state begin, before;
	memset(&begin, 0, sizeof begin);
	memset(&before, 0, sizeof before);
	subgame_begin(&r->s, &r->view.here);
	for (int round = from; round <= to; round++) {
		const int n = deck->begin(g, at, round, &begin, r->line);
		if (round == from && !remainder_fit_hand(&r->s, &begin))
			return false;
		if (round > from && !deal_between(r, g, &before, &begin))
			return false;
		for (int i = 0; i < n; i++)
			if (!pass_move(r, r->line[i].m))
				return false;
		game_copy(g, &begin, &before);
	}
	return from <= to && r->s.node[r->view.here.at.node].seat == game_mover(g, at);
}

static bool
find_here(struct search *s, struct remainder *r)
{
	return remainder_find_place(s, r, &s->root);
}

static bool
remainder_open_file(struct search *s, struct remainder *r, struct status *st)
{
	if (!subgame_load(&r->s, &s->arena, s->game, options_name(&s->options, "file"),
			  st))
		return false;
	r->built = r->filed = true;
	return find_here(s, r) ||
	       status_fail(st, "%s: file=%s does not have this position", s->ops->key,
			   options_name(&s->options, "file"));
}

static void
go_here(struct search *s)
{
	struct remainder *r = s->self;
	if (r->whole) {
		find_here(s, r);
		return;
	}
	subgame_begin(&r->s, &r->view.here);
	for (int i = 0; i < r->moves; i++)
		subgame_move(&r->s, &r->view.here, r->line[i].m);
}

/* The root's round, and the place of the root in it. */
static bool
build_here(struct search *s, struct status *st)
{
	struct remainder *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	const int round = deck->round(s->game, &s->root);
	if (!build_round(s, round, round >= ENDED_ROUND, &r->s, st))
		return false;
	go_here(s);
	r->built = true;
	return true;
}

/* ---- the report -------------------------------------------------------------------------- */

const struct gauge remainder_gauge_range = {
	"range", "hands", "hands that the other may have, each by its weight"
};

static void
fill_report(struct search *s, bool known, bool end)
{
	struct remainder *r = s->self;
	struct snapshot *live = &s->live;
	if (!r->filed)
		go_here(s); /* by the averages of now */
	live->simulations = r->s.iterations;
	live->visits_of = "sims";
	live->depth = 1;
	live->tree_nodes = r->s.nodes;
	live->tree_bytes = subgame_bytes(r->view.s);
	live->mixed = true;
	subgame_view_moves(s, &r->view);
	subgame_view_report_hands(s, &r->view);
	subgame_view_answers(s, &r->view);
	live->gauge_count = 0;
	if (known)
		public_tell_exploitability(s, subgame_exploitability(&r->s));
	search_gauge(s, &cfr_gauge_nodes, r->s.decisions);
	search_gauge(s, &remainder_gauge_range,
		     subgame_view_range(&r->view, 1 - s->mover));
	public_sort_moves(s, r->s.iterations, end);
	search_report(s, false);
}

static void
remainder_report(struct search *s, bool end)
{
	fill_report(s, true, end);
}

/* ---- the search -------------------------------------------------------------------------- */

static struct remainder *
take_rest(struct search *s, struct status *st)
{
	struct remainder *r = arena_take(&s->arena, sizeof *r);
	if (r == NULL) {
		status_fail(st, "%s: memory= is too small", s->ops->key);
		return NULL;
	}
	memset(r, 0, sizeof *r);
	r->view.s = &r->s;
	r->view.held = s->game->ops->public->hand(s->game, &s->root, s->mover);
	s->self = r;
	return r;
}

bool
remainder_open(struct search *s, struct status *st)
{
	struct remainder *r = take_rest(s, st);
	return r != NULL && (options_name(&s->options, "file") == NULL ||
			     remainder_open_file(s, r, st));
}

void *
remainder_open_filled(struct search *s, size_t bytes, struct status *st)
{
	struct remainder *r = take_rest(s, st);
	if (r == NULL)
		return NULL;
	r->filled = arena_take(&s->arena, bytes);
	if (r->filled == NULL)
		status_fail(st, "%s: memory= is too small", s->ops->key);
	else
		memset(r->filled, 0, bytes);
	return r->filled;
}

void *
remainder_filled(const struct search *s)
{
	return ((const struct remainder *)s->self)->filled;
}

struct subgame *
remainder_subgame(const struct search *s)
{
	return &((struct remainder *)s->self)->s;
}

void
remainder_look_again(struct search *s)
{
	struct remainder *r = s->self;
	r->built = r->whole = false;
	r->view.held = s->game->ops->public->hand(s->game, &s->root, s->mover);
}

void
remainder_tell(struct search *s, bool known, bool end)
{
	struct remainder *r = s->self;
	r->built = true;
	fill_report(s, known, end);
}

void
remainder_run(struct search *s)
{
	struct remainder *r = s->self;
	struct status st = { 0 }, why = { 0 };
	const int64_t most = playouts_limit(s);
	r->built =
		r->built ||
		remainder_build_whole(s, (int)options_int(&s->options, "raises"), &why);
	if (!r->built && (!solve_past(s, &st) || !build_here(s, &st))) {
		search_fail(s, "%s", st.text);
		return;
	}
	int64_t next = search_nodes(s) + REPORT_FIRST;
	while (!r->filed && remainder_may_iterate(s, &r->s, most)) {
		iterate_once(s, &r->s);
		if (search_nodes(s) < next)
			continue;
		remainder_report(s, false);
		next = search_nodes(s) + REPORT_NODES;
	}
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = r->filed || (most > 0 && r->s.iterations >= most)
				       ? STOP_SIMS
				       : STOP_NODES;
	remainder_report(s, true);
}

/* ---- the tree ---------------------------------------------------------------------------- */

int
remainder_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	struct remainder *r = s->self;
	return r->built ? subgame_view_children(s, &r->view, node, out, max) : 0;
}

bool
remainder_hands(struct search *s, look_ref node, struct stats_hands *out)
{
	struct remainder *r = s->self;
	out->classes = 0;
	return r->built && subgame_view_hands(&r->view, node, out);
}

bool
remainder_replies(struct search *s, double reply[2])
{
	struct remainder *r = s->self;
	if (!remainder_plays(s->game) || !r->built ||
	    s->game->ops->public->deck->round(s->game, r->s.root) > 0 || r->s.runs > 0)
		return false;
	for (int seat = 0; seat < 2; seat++)
		reply[seat] = subgame_reply(&r->s, 1 - seat);
	return true;
}

bool
remainder_save(struct search *s, const char *path, struct status *st)
{
	struct remainder *r = s->self;
	if (!remainder_plays(s->game) || !r->whole)
		return status_fail(st, "%s: no whole hand was solved", path);
	const struct subgame_saved about = {
		.raises = r->raises,
		.exploitability = subgame_exploitability(&r->s),
	};
	return subgame_save(&r->s, &about, path, st);
}

/* The place of a state in the tree of the whole hand; the root stays in view. */
static bool
find_elsewhere(struct search *s, const struct state *at, struct subgame_place *out)
{
	struct remainder *r = s->self;
	const struct subgame_place root = r->view.here;
	const bool found =
		r->built && (r->whole || r->filed) && remainder_find_place(s, r, at);
	*out = r->view.here;
	r->view.here = root;
	return found;
}

bool
remainder_find(struct search *s, const struct state *at, uint32_t *node)
{
	struct subgame_place p;
	const bool found = find_elsewhere(s, at, &p);
	*node = p.at.node;
	return found;
}

bool
remainder_mixes(struct search *s, const struct state *at, struct strategy_mixes *out)
{
	struct subgame_view there = { .s = remainder_subgame(s), .held = -1 };
	if (!remainder_plays(s->game) || !find_elsewhere(s, at, &there.here))
		return false;
	subgame_view_mixes(&there, out);
	return true;
}
