/* betting.c - see betting.h. */
#include "ai/poker/table/betting.h"

#include "ai/poker/tree/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- plans ------------------------------------------------------------------------------- */

static int
by_size(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;
	return (x == BETTING_ALL ? INT32_MAX : x) < (y == BETTING_ALL ? INT32_MAX : y)
		       ? -1
		       : x != y;
}

/* "0.5/1/a", up to the first character behind it; NULL: no such list. */
static const char *
betting_read_list(const char *at, struct betting_sizes *out)
{
	for (out->count = 0;; at++) {
		char *end = (char *)(uintptr_t)(at + 1);
		const double part = *at == 'a' ? 0 : strtod(at, &end);
		if (end == at || out->count == BETTING_SIZES ||
		    (*at != 'a' && !(part >= 0.05 && part <= 50)))
			return NULL;
		out->size[out->count++] =
			*at == 'a' ? BETTING_ALL : (int)lround(1000 * part);
		at = end;
		if (*at != '/')
			break;
	}
	qsort(out->size, (size_t)out->count, sizeof *out->size, by_size);
	return at;
}

/* "0.5/1/a:1/a", up to a plus or the end; NULL: no such lists. */
static const char *
betting_read_round(const char *at, struct betting_sizes *out, int *turns)
{
	for (*turns = 0; *turns < BETTING_TURNS; at++) {
		at = betting_read_list(at, &out[(*turns)++]);
		if (at == NULL || *at != ':')
			break;
	}
	return at != NULL && (*at == '+' || *at == '\0') ? at : NULL;
}

static bool
read_sizes(struct betting_plan *p, const char *text, struct status *st)
{
	const char *at = text;
	for (int round = 0; round < BUCKET_ROUNDS; round++) {
		const char *end =
			betting_read_round(at, p->sizes[round], &p->turns[round]);
		if (end == NULL || (*end == '+' && round == BUCKET_ROUNDS - 1))
			return status_fail(st,
					   "sizes: '%.60s': expected parts of the pot "
					   "from 0.05 to 50 or a for each round, as in "
					   "0.5/1/a+1/a, or for the first raises of one, "
					   "as in 0.5/1/a:1/a",
					   text);
		at = *end == '+' ? end + 1 : at;
	}
	return true;
}

/* "4/3/2/2", the last for the rounds that follow. */
static bool
read_counts(int *count, const char *text, const char *option, int least, int most,
	    struct status *st)
{
	const char *at = text;
	for (int round = 0; round < BUCKET_ROUNDS; round++) {
		char *end;
		const long n = strtol(at, &end, 10);
		if (end == at || n < least || n > most || (*end != '/' && *end != '\0') ||
		    (*end == '/' && round == BUCKET_ROUNDS - 1))
			return status_fail(st,
					   "%s: '%.60s': expected a number from %d to %d "
					   "for each round, as in %s",
					   option, text, least, most,
					   most < 100 ? "3/2" : "169/200");
		count[round] = (int)n;
		at = *end == '/' ? end + 1 : at;
	}
	return true;
}

bool
betting_read(struct betting_plan *p, const char *sizes, const char *raises,
	     const char *buckets, struct status *st)
{
	memset(p, 0, sizeof *p);
	return read_sizes(p, sizes, st) &&
	       read_counts(p->raises, raises, "raises", 0, 9, st) &&
	       read_counts(p->buckets, buckets, "buckets", 1, 10000, st);
}

static void
write_list(const struct betting_sizes *l, struct text *out)
{
	for (int i = 0; i < l->count; i++) {
		text_add(out, "%s", i ? "/" : "");
		if (l->size[i] == BETTING_ALL)
			text_add(out, "a");
		else
			text_add(out, "%g", l->size[i] / 1000.0);
	}
}

void
betting_write(const struct betting_plan *p, struct text *out)
{
	for (int round = 0; round < BUCKET_ROUNDS; round++) {
		text_add(out, "%s%d.", round ? "+" : "", p->raises[round]);
		for (int k = 0; k < p->turns[round]; k++) {
			text_add(out, "%s", k ? "," : "");
			write_list(&p->sizes[round][k], out);
		}
		text_add(out, ":%d", p->buckets[round]);
	}
}

enum betting_kind
betting_kind_of(const struct game *g, const struct state *s, move m, double *part)
{
	const int seat = game_mover(g, s);
	move listed[MOVES_MAX];
	double other;
	*part = 0;
	switch (g->ops->public->amount(g, s, seat, m, part)) {
	case AMOUNT_ALL: return BETTING_ALL_IN;
	case AMOUNT_PART: return BETTING_RAISE;
	case AMOUNT_NONE: break;
	}
	/* a fold comes before the call, where it is listed */
	const int n = g->rules->moves(g, s, seat, listed);
	return n > 1 && m == listed[0] &&
			       g->ops->public->amount(g, s, seat, listed[1], &other) ==
				       AMOUNT_NONE
		       ? BETTING_FOLD
		       : BETTING_CALL;
}

/* ---- the tree ---------------------------------------------------------------------------- */

/* The moves of a decision in a state, at most BETTING_MOVES. */
static int
betting_moves(const struct betting_plan *p, const struct game *g, const struct state *s,
	      int raises, move *out)
{
	const struct public_ops *ops = g->ops->public;
	const int seat = game_mover(g, s), round = ops->deck->round(g, s);
	move listed[MOVES_MAX];
	const int all = g->rules->moves(g, s, seat, listed);
	int n = 0;
	/* what is no raise comes first */
	for (int i = 0; i < all && i < 2; i++) {
		double part;
		if (listed[i] != MOVE_NONE &&
		    g->ops->public->amount(g, s, seat, listed[i], &part) == AMOUNT_NONE)
			out[n++] = listed[i];
	}
	const int passive = n;
	const move most =
		raises < p->raises[round] ? ops->raise(g, s, seat, 0) : MOVE_NONE;
	const int turn = raises < p->turns[round] ? raises : p->turns[round] - 1;
	const struct betting_sizes *sizes = &p->sizes[round][turn];
	for (int i = 0; i < sizes->count && most != MOVE_NONE; i++) {
		move m = ops->raise(g, s, seat, sizes->size[i] / 1000.0);
		m = m < most ? m : most; /* the first that is not below all is all */
		if (n == passive || m > out[n - 1])
			out[n++] = m;
	}
	return n;
}

struct builder {
	struct betting *b;
	const struct game *g;
	uint32_t most;	/* nodes there is room for */
	int32_t points; /* of seat 0 before the hand */
	bool full;
};

/* Children of a node, side by side; returns the first. */
static uint32_t
take_nodes(struct builder *w, int n)
{
	const uint32_t at = w->b->nodes;
	if (w->most - at < (uint32_t)n) {
		w->full = true;
		return 0;
	}
	w->b->nodes += (uint32_t)n;
	return at;
}

static void
end_node(struct builder *w, struct betting_node *n, const struct state *s)
{
	int32_t points[SEATS_MAX];
	w->g->rules->points(w->g, s, points);
	const int32_t won = points[0] - w->points;
	/* without cards a showdown moves nothing */
	n->end = won != 0 ? BETTING_FOLDED : BETTING_SHOWN;
	n->stake = won != 0 ? won : (int32_t)w->g->ops->public->stake(w->g, s);
}

static void
betting_fill_node(struct builder *w, uint32_t at, const struct state *from, int round,
		  int raises)
{
	const struct game *g = w->g;
	struct state s = *from;
	struct rng rng;
	move m[BETTING_MOVES];
	rng_seed(&rng, 1); /* any cards: the betting does not depend on them */
	while (!g->rules->settled(g, &s) && g->rules->acting(g, &s) == ACTING_CHANCE)
		g->rules->play(g, &s, SEAT_CHANCE, g->chance->sample(g, &s, &rng), &s);
	struct betting_node *n = &w->b->node[at];
	if (g->rules->settled(g, &s)) {
		end_node(w, n, &s);
		return;
	}
	const int now = g->ops->public->deck->round(g, &s),
		  moves = betting_moves(&w->b->plan, g, &s, now == round ? raises : 0, m);
	raises = now == round ? raises : 0;
	n->end = BETTING_GOES_ON;
	n->seat = (int8_t)game_mover(g, &s);
	n->round = (uint8_t)now;
	n->moves = (uint8_t)moves;
	n->table = w->b->begins[now + 1];
	n->child = take_nodes(w, moves);
	w->b->begins[now + 1] += (uint64_t)moves * (uint64_t)w->b->plan.buckets[now];
	w->b->sets += (uint64_t)w->b->plan.buckets[now];
	w->b->decisions[now]++;
	for (int i = 0; i < moves && !w->full; i++) {
		const uint32_t child = w->b->node[at].child + (uint32_t)i;
		struct betting_node *x = &w->b->node[child];
		struct state next;
		*x = (struct betting_node){ .up = at };
		x->kind = (uint8_t)betting_kind_of(g, &s, m[i], &x->part);
		g->rules->play(g, &s, game_mover(g, &s), m[i], &next);
		betting_fill_node(w, child, &next, now,
				  raises + (x->kind >= BETTING_RAISE));
	}
}

bool
betting_build(struct betting *b, const struct game *g, const struct betting_plan *plan,
	      struct arena *arena)
{
	struct state begin;
	int32_t points[SEATS_MAX];
	*b = (struct betting){ .plan = *plan, .nodes = 1 };
	const size_t before = arena->used;
	const size_t most = arena_left(arena) / sizeof *b->node;
	b->node = arena_take(arena, (most > 1 ? most - 8 : 0) * sizeof *b->node);
	if (most < 16 || b->node == NULL)
		return false;
	public_train_begin(g, &begin);
	g->rules->points(g, &begin, points);
	struct builder w = { .b = b,
			     .g = g,
			     .most = most - 8 < UINT32_MAX ? (uint32_t)(most - 8)
							   : UINT32_MAX,
			     .points = points[0] };
	memset(b->node, 0, sizeof *b->node);
	betting_fill_node(&w, 0, &begin, 0, 0);
	for (int i = 0; i < BUCKET_ROUNDS; i++)
		b->begins[i + 1] += b->begins[i];
	for (uint32_t i = 0; i < b->nodes; i++)
		if (betting_decides(&b->node[i]))
			b->node[i].table += b->begins[b->node[i].round];
	b->numbers = b->begins[BUCKET_ROUNDS];
	arena_back(arena, before);
	b->node = arena_take(arena, (size_t)b->nodes * sizeof *b->node);
	return !w.full;
}

int32_t
betting_largest_stake(const struct betting *b)
{
	int32_t most = 0;
	for (uint32_t i = 0; i < b->nodes; i++)
		if (!betting_decides(&b->node[i]) && b->node[i].stake > most)
			most = b->node[i].stake;
	return most;
}
