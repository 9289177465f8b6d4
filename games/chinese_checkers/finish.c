/*
 * finish.c - the race alone: once no peg can meet one of another seat, the shortest way home.
 *
 * A seat runs alone when the cells on the ways of its pegs to its tip, with a detour of DETOUR steps
 * but never behind its last peg, share none with those of the others. Its way is looked for by a beam
 * search on effort: of all positions after so many moves the WIDTH with the least effort go on. Alone
 * from camp to camp the least is 27 moves (G. Bell, "The shortest game of Chinese Checkers", 2009);
 * such a search finds 27 with a width of 3000 and 32 with 100. Much less than a game is left when it is
 * asked; with three pegs it found the least wherever all ways were tried (tests/unit/chinese_checkers.c).
 */
#include "games/chinese_checkers/rules.h"

#include <stdlib.h>
#include <string.h>

#define DETOUR 2 /* steps that a peg may lose on its way */
#define WIDTH  200
#define WIDEST 8192 /* moves looked at in one turn, from all positions together */
#define SEEN   (1 << 14)

static_assert(SEEN >= 2 * WIDEST, "a free place is found soon");

struct home_move {
	int effort;
	uint16_t parent;
	move m;
	uint64_t key;
};

struct beam {
	const struct cc_variant *r;
	int seat, count, found;
	struct hexset ways;
	struct chinese_checkers at[2][WIDTH]; /* in turns: before and after a move */
	struct home_move next[WIDEST];
	uint64_t seen[SEEN]; /* keys; 0: free */
	uint16_t parent[RACE_MOVES][WIDTH];
	move made[RACE_MOVES][WIDTH];
};

static int
cells_apart(const struct hexgrid *h, int a, int b)
{
	const int rows = abs(h->row[a] - h->row[b]),
		  columns = abs(h->column[a] - h->column[b]);
	return rows > (rows + columns) / 2 ? rows : (rows + columns) / 2;
}

/* The cells on the ways of a seat's pegs to its tip. */
static struct hexset
find_ways(const struct cc_variant *r, const struct chinese_checkers *s, int seat)
{
	const struct footing *at = r->terrain->at[seat];
	struct hexset out = s->pegs[seat];
	for (int half = 0; half < 2; half++)
		for (uint64_t w = s->pegs[seat].w[half]; w; w &= w - 1) {
			const int peg = 64 * half + __builtin_ctzll(w);
			for (int c = 0; c < r->grid->cells; c++)
				if (at[c].steps <= s->rear[seat] &&
				    !hexset_has(&out, c) &&
				    at[c].steps + cells_apart(r->grid, peg, c) <=
					    at[peg].steps + DETOUR)
					hexset_flip(&out, c);
		}
	return out;
}

static bool
runs_alone(const struct cc_variant *r, const struct chinese_checkers *s, int seat,
	   const struct hexset *own)
{
	for (int other = 0; other < r->seats; other++) {
		const struct hexset cells = find_ways(r, s, other);
		if (other != seat && hexset_meet(own, &cells))
			return false;
	}
	return true;
}

/* True when the key was not there yet. */
static bool
note_key(struct beam *b, uint64_t key)
{
	uint32_t i = (uint32_t)(key >> 40) & (SEEN - 1);
	for (; b->seen[i] != 0; i = (i + 1) & (SEEN - 1))
		if (b->seen[i] == key)
			return false;
	b->seen[i] = key;
	return true;
}

static void
add_home_move(struct beam *b, const struct chinese_checkers *s, int parent, int from,
	      int to)
{
	const struct footing *at = b->r->terrain->at[b->seat], *a = &at[from],
			     *z = &at[to];
	const uint64_t key = s->key ^ a->key ^ z->key;
	int rear = s->rear[b->seat];
	if (!hexset_has(&b->ways, to) || b->found == WIDEST || !note_key(b, key))
		return;
	if (z->steps >= rear)
		rear = z->steps;
	else if (a->steps == rear) {
		struct hexset pegs = s->pegs[b->seat];
		hexset_flip(&pegs, from);
		hexset_flip(&pegs, to);
		rear = last_peg(b->r->terrain, &pegs, b->seat);
	}
	b->next[b->found++] = (struct home_move){
		.effort = s->effort[b->seat] + z->weight - a->weight +
			  LAST_WEIGHT * (rear - s->rear[b->seat]),
		.parent = (uint16_t)parent,
		.m = (move)from << 8 | (move)to,
		.key = key,
	};
}

static void
add_moves(struct beam *b, const struct chinese_checkers *s, int parent)
{
	const struct hexgrid *h = b->r->grid;
	struct cc_hops to;
	cc_find_hops(h, s, b->seat, &to);
	for (int i = 0; i < to.pegs; i++) {
		const int cell = to.cell[i];
		const struct hexset *near = &h->near[cell];
		for (int half = 0; half < 2; half++)
			for (uint64_t w = near->w[half] & ~s->all.w[half]; w; w &= w - 1)
				add_home_move(b, s, parent, cell,
					      64 * half + __builtin_ctzll(w));
		for (uint64_t w = to.fan.hops.of[i]; w; w &= w - 1)
			add_home_move(b, s, parent, cell,
				      h->cell_of[h->lattice[cell]][__builtin_ctzll(w)]);
	}
}

static int
compare_home_moves(const void *x, const void *y)
{
	const struct home_move *a = x, *b = y;
	if (a->effort != b->effort)
		return a->effort < b->effort ? -1 : 1;
	return a->key < b->key ? -1 : a->key > b->key;
}

/* One more move of every position. Returns the place of one that is home, -1: none. */
static int
widen(struct beam *b, int depth)
{
	const struct chinese_checkers *from = b->at[depth % 2];
	struct chinese_checkers *to = b->at[(depth + 1) % 2];
	memset(b->seen, 0, sizeof b->seen);
	b->found = 0;
	for (int i = 0; i < b->count; i++)
		add_moves(b, &from[i], i);
	qsort(b->next, (size_t)b->found, sizeof *b->next, compare_home_moves);
	b->count = b->found < WIDTH ? b->found : WIDTH;
	for (int i = 0; i < b->count; i++) {
		const struct home_move *c = &b->next[i];
		to[i] = from[c->parent];
		shift_peg(b->r, &to[i], b->seat, c->m);
		b->parent[depth][i] = c->parent;
		b->made[depth][i] = c->m;
		if (to[i].end)
			return i;
	}
	return -1;
}

static int
star_finish(const struct game *g, const struct state *state, int seat, move *line)
{
	const struct cc_variant *r = cc_variant(g);
	const struct chinese_checkers *s = chinese_checkers_state(state);
	const struct hexset ways = find_ways(r, s, seat);
	if (s->end || !runs_alone(r, s, seat, &ways))
		return 0;
	struct beam *b = malloc(sizeof *b);
	if (b == NULL)
		return 0;
	b->r = r;
	b->seat = seat;
	b->ways = ways;
	b->count = 1;
	b->at[0][0] = *s;
	int at = -1, depth = 0;
	for (; depth < RACE_MOVES && b->count > 0 && at < 0; depth++)
		at = widen(b, depth);
	const int moves = at < 0 ? 0 : depth;
	for (int d = moves - 1; d >= 0; d--) {
		line[d] = b->made[d][at];
		at = b->parent[d][at];
	}
	free(b);
	return moves;
}

const struct race_ops cc_race = {
	.finish = star_finish,
};
