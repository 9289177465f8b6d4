/* rest.c - see rest.h. */
#include "ai/cfr/rest.h"

#include "ai/common/mixed.h"
#include "ai/common/playout.h"
#include "ai/common/public_mix.h"
#include "ai/subgame/subgame.h"

#include <math.h>
#include <string.h>

#define ENDED_ROUND  2	  /* from this one on a hand is solved to its end: the turn */
#define BOARDS	     16	  /* that are drawn before */
#define PAST	     24	  /* iterations for a round before */
#define NEGLIGIBLE   0.01 /* of the greatest weight: a hand is left out below it */
#define REPORT_FIRST 20000
#define REPORT_NODES 2000000

struct rest {
	struct subgame s;
	float range[2][PUBLIC_HANDS];
	struct made line[PUBLIC_LINE];
	int moves; /* in the round */
	struct subgame_place here;
	bool built, filed; /* from a file */
	bool whole;	   /* the hand from its first bet, not the round */
	int held;	   /* the mover's hand; -1: not known */
};

bool
rest_plays(const struct game *g)
{
	const struct public_ops *p = g->ops->public;
	return p != NULL && p->deals == NULL && p->deck != NULL && g->seats == 2;
}

/* ---- solving ----------------------------------------------------------------------------- */

/* The tree of a round from where its betting began, with fewer raises where it does not fit; whole: to
 * the end of the hand. */
static bool
build_round(struct search *s, int round, bool whole, struct subgame *out,
	    struct status *st)
{
	struct rest *r = s->self;
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
			.variant =
				(enum subgame_variant)options_int(&s->options, "variant"),
			.line = r->line,
			.moves = r->moves,
			.boards = whole ? 0 : BOARDS,
			.seed = rng_fork(s->seed, (uint64_t)round),
		};
		if (subgame_open(out, &s->arena, &setup, &why))
			return true;
		arena_back(&s->arena, used);
		if (raises == 0)
			status_fail(st, "cfr: %s", why.text);
	}
	return false;
}

/* The whole hand where one deal brings the whole board, if it fits. */
static bool
build_whole(struct search *s)
{
	struct rest *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	static _Thread_local uint64_t set[DECK_BOARDS];
	static _Thread_local double chance[DECK_BOARDS];
	struct state begin, later;
	struct status why = { 0 };
	const size_t used = s->arena.used;
	if (deck->boards == NULL || deck->boards(s->game, set, chance) == 0)
		return false;
	memset(&begin, 0, sizeof begin);
	memset(&later, 0, sizeof later);
	int moves = deck->begin(s->game, &s->root, 0, &begin, r->line);
	for (int round = 1; moves >= 0 && round <= deck->round(s->game, &s->root);
	     round++) {
		struct made line[PUBLIC_LINE];
		const int n = deck->begin(s->game, &s->root, round, &later, line);
		if (n < 0 || moves + n > PUBLIC_LINE)
			return false;
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
		.raises = (int)options_int(&s->options, "raises"),
		.variant = (enum subgame_variant)options_int(&s->options, "variant"),
		.line = r->line,
		.moves = moves,
	};
	r->whole = moves >= 0 && subgame_open(&r->s, &s->arena, &setup, &why);
	if (!r->whole)
		arena_back(&s->arena, used);
	return r->whole;
}

static bool
may_iterate(const struct search *s, const struct subgame *g, int64_t most)
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
narrow(struct rest *r, struct subgame *g)
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

/* Weights so that the greatest is 1; hands of the seat that waits are left out where they have hardly
 * any. */
static void
tidy(float *range, bool mover)
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
	struct rest *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			r->range[seat][h] = 1;
	for (int round = 0; round < deck->round(s->game, &s->root); round++) {
		const size_t used = s->arena.used;
		struct subgame g;
		if (!build_round(s, round, false, &g, st))
			return false;
		while (may_iterate(s, &g, PAST))
			iterate_once(s, &g);
		narrow(r, &g);
		arena_back(&s->arena, used);
		for (int seat = 0; seat < 2; seat++) {
			block(s, r->range[seat]);
			tidy(r->range[seat], seat == s->mover);
		}
	}
	return true;
}

/* ---- a solved file ----------------------------------------------------------------------- */

static const char *
file_of(const struct search *s)
{
	const char *file = s->options.v[options_find(&s->options, "file")].text;
	return strcmp(file, "none") != 0 ? file : NULL;
}

/* Behind the cards that are on one board and not yet on the other. */
static bool
deal_between(struct rest *r, const struct game *g, const struct state *before,
	     const struct state *after)
{
	const struct deck_ops *deck = g->ops->public->deck;
	const uint64_t set = deck->cards(g, after) ^ deck->cards(g, before);
	return r->s.whole ? subgame_whole_board(&r->s, &r->here, set)
			  : subgame_card(&r->s, &r->here, __builtin_ctzll(set));
}

/* The place of the root in a subgame that begins with an earlier round of its hand. */
static bool
find_here(struct search *s, struct rest *r)
{
	const struct deck_ops *deck = s->game->ops->public->deck;
	const struct game *g = s->game;
	const int from = deck->round(g, r->s.root), to = deck->round(g, &s->root);
	struct state begin, before;
	memset(&begin, 0, sizeof begin);
	memset(&before, 0, sizeof before);
	subgame_begin(&r->s, &r->here);
	for (int round = from; round <= to; round++) {
		const int n = deck->begin(g, &s->root, round, &begin, r->line);
		if (round == from &&
		    (game_state_hash(g, &begin) != game_state_hash(g, r->s.root)))
			return false;
		if (round > from && !deal_between(r, g, &before, &begin))
			return false;
		for (int i = 0; i < n; i++)
			if (!subgame_move(&r->s, &r->here, r->line[i].m))
				return false;
		game_copy(g, &begin, &before);
	}
	return from <= to && r->s.node[r->here.at.node].seat == s->mover;
}

static bool
open_file(struct search *s, struct rest *r, struct status *st)
{
	if (!subgame_load(&r->s, &s->arena, s->game, file_of(s), st))
		return false;
	r->built = r->filed = true;
	return find_here(s, r) ||
	       status_fail(st, "cfr: file=%s does not have this position", file_of(s));
}

static void
go_here(struct search *s)
{
	struct rest *r = s->self;
	if (r->whole) {
		find_here(s, r);
		return;
	}
	subgame_begin(&r->s, &r->here);
	for (int i = 0; i < r->moves; i++)
		subgame_move(&r->s, &r->here, r->line[i].m);
}

/* The root's round, and the place of the root in it. */
static bool
build_here(struct search *s, struct status *st)
{
	struct rest *r = s->self;
	const struct deck_ops *deck = s->game->ops->public->deck;
	const int round = deck->round(s->game, &s->root);
	if (!build_round(s, round, round >= ENDED_ROUND, &r->s, st))
		return false;
	go_here(s);
	r->built = true;
	return true;
}

/* ---- the report -------------------------------------------------------------------------- */

const struct gauge rest_gauge_range = {
	"range", "hands", "hands that the other may have, each by its weight"
};

/* Where the mover's hand is in the rows of a place; -1: it is not known, or not in the range. */
static int
place_held(const struct rest *r, const struct subgame_place *p, int seat)
{
	for (int h = 0; h < r->s.hands[seat]; h++)
		if (r->s.hand[seat][h].hand == r->held)
			return p->map[seat][h];
	return -1;
}

/* One number for the hands of a seat: that of the hand held, or the mean by weight. */
static double
one_of(const struct rest *r, int seat, const double *met, const float *row, bool by_met)
{
	const int held = place_held(r, &r->here, seat);
	double sum = 0, all = 0;
	for (int h = 0; h < r->s.hands[seat]; h++) {
		if (held >= 0 && h != held)
			continue;
		const double reach = held >= 0 ? 1 : (double)r->here.reach[seat][h];
		sum += reach * (double)row[h] * (by_met ? 1 : met[h]);
		all += reach * met[h];
	}
	return all > 0 ? sum / all : (double)NAN;
}

static void
set_seats(double *out, int seat, double x, double sum)
{
	out[seat] = x;
	out[1 - seat] = sum - x;
}

static void
fill_moves(struct search *s, struct rest *r)
{
	struct subgame *g = &r->s;
	struct snapshot *live = &s->live;
	const struct subgame_node *n = &g->node[r->here.at.node];
	const int seat = s->mover;
	const float *other = r->here.reach[1 - seat];
	double met[SUBGAME_WIDE], value = 0, win = 0;
	subgame_met_on(g, r->here.at.board, seat, other, met);
	live->move_count = 0;
	for (int a = 0; a < n->moves && a < STATS_MOVES; a++) {
		struct stats_move *row = &live->moves[live->move_count++];
		const move m = g->node[n->child + (uint32_t)a].m;
		struct subgame_place after = r->here;
		float numbers[SUBGAME_WIDE];
		stats_move_blank(row, m);
		row->visits = g->iterations;
		row->depth = 1;
		subgame_share(g, &r->here, m, numbers);
		row->prob = one_of(r, seat, met, numbers, false);
		subgame_move(g, &after, m);
		subgame_values(g, after.at, seat, false, other, numbers);
		set_seats(row->value, seat, one_of(r, seat, met, numbers, true), 0);
		subgame_wins(g, after.at, seat, other, numbers);
		set_seats(row->win, seat, one_of(r, seat, met, numbers, true), 1);
		value += row->prob * row->value[seat];
		win += row->prob * row->win[seat];
	}
	live->moves_total = n->moves;
	set_seats(live->value, seat, value, 0);
	set_seats(live->win, seat, win, 1);
}

/* Draws the move that is made, and sorts them all. */
static void
sort_moves(struct search *s, const struct rest *r, bool end)
{
	struct snapshot *live = &s->live;
	double play[STATS_MOVES];
	move drawn = MOVE_NONE;
	for (int i = 0; i < live->move_count; i++)
		play[i] = isnan(live->moves[i].prob) ? 1 : live->moves[i].prob;
	if (end) {
		struct rng rng;
		rng_seed(&rng, rng_fork(s->seed, (uint64_t)r->s.iterations));
		drawn = live->moves[mixed_draw(play, live->move_count, &rng)].m;
	}
	mixed_sort(live, drawn);
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
	snapshot_note_best(live, live->moves[0].m, live->value[s->mover]);
}

/* ---- all hands --------------------------------------------------------------------------- */

/* The numbers of a seat at a place. */
struct rest_numbers {
	double met[SUBGAME_WIDE];
	float value[SUBGAME_WIDE], equity[SUBGAME_WIDE], row[STATS_ACTIONS][SUBGAME_WIDE];
};

static void
sum_classes(const struct rest *r, const struct subgame_place *p, int seat, int actions,
	    const struct rest_numbers *v, struct public_class_sum *sum)
{
	const struct subgame *g = &r->s;
	for (int h = 0; h < g->hands[seat]; h++) {
		struct public_class_sum *c =
			&sum[public_class(g->g->ops->public, g->hand[seat][h].hand)];
		const int at = p->map[seat][h];
		const double own = (double)p->reach[seat][at], met = v->met[at];
		if (!(met > 0))
			continue;
		c->possible++;
		c->own += own;
		c->dealt += own * met;
		c->value += own * (double)v->value[at];
		c->equity += own * ((double)v->equity[at] + met / 2);
		for (int a = 0; a < actions; a++)
			c->mix[a] += own * (double)v->row[a][at];
	}
}

static bool
tell_hands(struct rest *r, const struct subgame_place *p, struct stats_hands *out)
{
	static _Thread_local struct rest_numbers v;
	struct subgame *g = &r->s;
	const struct public_ops *ops = g->g->ops->public;
	const struct subgame_node *n = &g->node[p->at.node];
	struct public_class_sum sum[STATS_CLASSES] = { { 0 } };
	const int seat = n->seat;
	out->classes = 0;
	if (seat < 0 || ops->classes == NULL || ops->classes->count > STATS_CLASSES)
		return false;
	const float *other = p->reach[1 - seat];
	subgame_met_on(g, p->at.board, seat, other, v.met);
	subgame_values(g, p->at, seat, false, other, v.value);
	subgame_equities(g, p->at, seat, other, v.equity);
	out->classes = ops->classes->count;
	out->columns = ops->classes->columns;
	out->seat = seat;
	out->actions = n->moves < STATS_ACTIONS ? n->moves : STATS_ACTIONS;
	for (int a = 0; a < out->actions; a++) {
		out->action[a] = g->node[n->child + (uint32_t)a].m;
		subgame_share(g, p, out->action[a], v.row[a]);
	}
	sum_classes(r, p, seat, out->actions, &v, sum);
	public_tell_classes(sum, out);
	return true;
}

static double
weight_of(const struct rest *r, int seat)
{
	double most = 0, all = 0;
	for (int h = 0; h < r->s.hands[seat]; h++) {
		const double w = (double)r->here.reach[seat][h];
		most = w > most ? w : most;
		all += w;
	}
	return most > 0 ? all / most : 0;
}

static void
report(struct search *s, bool end)
{
	struct rest *r = s->self;
	struct snapshot *live = &s->live;
	if (!r->filed)
		go_here(s); /* by the averages of now */
	live->simulations = r->s.iterations;
	live->visits_of = "sims";
	live->depth = 1;
	live->tree_nodes = r->s.nodes;
	live->tree_bytes = (int64_t)s->arena.used;
	live->mixed = true;
	fill_moves(s, r);
	tell_hands(r, &r->here, &live->hands);
	live->gauge_count = 0;
	search_gauge(s, &public_gauge_exploitability, subgame_exploitability(&r->s));
	search_gauge(s, &cfr_gauge_nodes, r->s.decisions);
	search_gauge(s, &rest_gauge_range, weight_of(r, 1 - s->mover));
	sort_moves(s, r, end);
	search_report(s, false);
}

/* ---- the search -------------------------------------------------------------------------- */

bool
rest_open(struct search *s, struct status *st)
{
	struct rest *r = arena_take(&s->arena, sizeof *r);
	if (r == NULL)
		return status_fail(st, "cfr: memory= is too small");
	memset(r, 0, sizeof *r);
	r->held = s->game->ops->public->hand(s->game, &s->root, s->mover);
	s->self = r;
	return file_of(s) == NULL || open_file(s, r, st);
}

void
rest_run(struct search *s)
{
	struct rest *r = s->self;
	struct status st = { 0 };
	const int64_t most = playouts_limit(s);
	r->built = r->built || build_whole(s);
	if (!r->built && (!solve_past(s, &st) || !build_here(s, &st))) {
		search_fail(s, "%s", st.text);
		return;
	}
	int64_t next = search_nodes(s) + REPORT_FIRST;
	while (!r->filed && may_iterate(s, &r->s, most)) {
		iterate_once(s, &r->s);
		if (search_nodes(s) < next)
			continue;
		report(s, false);
		next = search_nodes(s) + REPORT_NODES;
	}
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = r->filed || (most > 0 && r->s.iterations >= most)
				       ? STOP_SIMS
				       : STOP_NODES;
	report(s, true);
}

/* ---- the tree ---------------------------------------------------------------------------- */

enum { MIX, RANGE }; /* places in extra[], those of public_node_columns */

/* A reference is a node and the board it is on. */
static look_ref
ref_of(uint32_t node, uint32_t board)
{
	return (look_ref)board << 32 | node;
}

/* The card that a card of the tree is called, where suits have other names. */
static int
card_name(const struct subgame_place *p, int card)
{
	int suit = 0;
	while (p->suit[suit] != card / 13)
		suit++;
	return suit * 13 + card % 13;
}

/* A node below the root: by the moves and cards from there. */
static bool
find_place(struct rest *r, uint32_t node, uint32_t board, struct subgame_place *p)
{
	const struct subgame *g = &r->s;
	if (node == r->here.at.node && board == r->here.at.board) {
		*p = r->here;
		return true;
	}
	if (node == 0)
		return false;
	const uint32_t up = g->node[node].up;
	if (g->node[up].seat != SEAT_CHANCE)
		return find_place(r, up, board, p) &&
		       subgame_move(&r->s, p, g->node[node].m);
	if (g->whole)
		return board > 0 && find_place(r, up, 0, p) &&
		       subgame_whole_board(g, p, g->board[board].set);
	for (uint32_t k = 0; k < g->boards; k++) {
		const struct subgame_board *b = &g->board[k];
		if (board > b->deal && board <= b->deal + b->deals)
			return find_place(r, up, k, p) &&
			       subgame_card(g, p, card_name(p, g->deal[board - 1].card));
	}
	return false;
}

/* How often each move is made: by the hand held, and over all hands. */
static void
fill_mixes(struct search *s, const struct subgame_place *p, struct look_node *out, int n)
{
	struct rest *r = s->self;
	struct subgame *g = &r->s;
	const int seat = g->node[p->at.node].seat;
	const int held = seat == s->mover ? place_held(r, p, seat) : -1;
	int best = 0;
	for (int a = 0; a < n; a++) {
		float row[SUBGAME_WIDE];
		double all = 0, sum = 0;
		subgame_share(g, p, out[a].m, row);
		for (int h = 0; h < g->hands[seat]; h++) {
			all += (double)p->reach[seat][h];
			sum += (double)(p->reach[seat][h] * row[h]);
		}
		out[a].extra[RANGE] = all > 0 ? sum / all : (double)NAN;
		if (held >= 0)
			out[a].extra[MIX] = (double)row[held];
		best = out[a].extra[RANGE] > out[best].extra[RANGE] ? a : best;
	}
	out[best].best = true;
}

static int
list_deals(struct search *s, const struct subgame_place *p, struct look_node *out,
	   int max)
{
	const struct rest *r = s->self;
	const struct subgame *g = &r->s;
	const struct subgame_board *b = &g->board[p->at.board];
	int count = 0, held[2] = { -1, -1 };
	double all = 0;
	if (r->held >= 0)
		g->ops->hand(s->game, r->held, held);
	for (uint32_t k = 0; k < b->deals && count < max; k++) {
		const struct subgame_deal *d = &g->deal[b->deal + k];
		const int card = g->whole ? -1 : card_name(p, d->card);
		if (card >= 0 && (card == held[0] || card == held[1]))
			continue;
		const uint32_t child = g->node[p->at.node].child;
		struct look_node *l = &out[count++];
		look_blank(l, ref_of(child, d->board), SEAT_CHANCE,
			   g->whole ? g->ops->deal_set(s->game, d->set)
				    : g->ops->deal(s->game, card));
		l->visits = g->iterations;
		l->status = MOVE_OPEN;
		l->inner = g->node[child].seat != SEAT_NONE;
		l->chance = g->whole ? d->part : 1 + d->swaps;
		all += l->chance;
	}
	for (int i = 0; i < count; i++)
		out[i].chance /= all;
	return count;
}

int
rest_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	struct rest *r = s->self;
	struct subgame_place p = r->here;
	if (!r->built || (node != LOOK_ROOT &&
			  !find_place(r, (uint32_t)node, (uint32_t)(node >> 32), &p)))
		return 0;
	const struct subgame_node *n = &r->s.node[p.at.node];
	if (n->seat == SEAT_CHANCE)
		return list_deals(s, &p, out, max);
	int count = 0;
	for (uint32_t k = 0; n->seat >= 0 && k < n->moves && count < max; k++) {
		struct look_node *l = &out[count++];
		const struct subgame_node *child = &r->s.node[n->child + k];
		look_blank(l, ref_of(n->child + k, p.at.board), n->seat, child->m);
		l->visits = r->s.iterations;
		l->status = MOVE_OPEN;
		l->inner = child->seat != SEAT_NONE;
	}
	if (count > 0)
		fill_mixes(s, &p, out, count);
	return count;
}

bool
rest_hands(struct search *s, look_ref node, struct stats_hands *out)
{
	struct rest *r = s->self;
	struct subgame_place p = r->here;
	out->classes = 0;
	return r->built &&
	       (node == LOOK_ROOT ||
		find_place(r, (uint32_t)node, (uint32_t)(node >> 32), &p)) &&
	       tell_hands(r, &p, out);
}

bool
rest_replies(struct search *s, double reply[2])
{
	struct rest *r = s->self;
	if (!rest_plays(s->game) || !r->built ||
	    s->game->ops->public->deck->round(s->game, r->s.root) > 0 || r->s.runs > 0)
		return false;
	for (int seat = 0; seat < 2; seat++)
		reply[seat] = subgame_reply(&r->s, 1 - seat);
	return true;
}
