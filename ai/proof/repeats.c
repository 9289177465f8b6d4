/*
 * repeats.c - depth-first proof-number search with repeated positions: the basis of a proof.
 *
 * Source: Kishimoto & Mueller 2004, "A general solution to the graph history interaction problem",
 * for the problem; the rules are our own.
 *
 * Two paths may lead to positions of the same key, and the legal continuations can depend on the
 * path. So every proof records what it rests on:
 *   nothing      No position on the way to the leaves of the proof was repeated. The position is
 *		  solved, and the table keeps that under its key. Play by such proofs never repeats
 *		  a position, as each rests on older ones, so that no rule of repetition takes
 *		  effect.
 *   path[ref]    A child repeats the position of path[ref], and the game, asked for the result
 *		  of making the same moves over and over, calls it a draw by its rule about
 *		  positions (game_turns.key). The child is drawn: the winning side need not go
 *		  round. At path[ref] itself all of that lies below, and its proof rests on nothing.
 *   the path     Where going round may win, where the game counts repetitions inside its state, or
 *		  where the positions before the root count too, the child is searched like any
 *		  other. A proof that needs it rests on the whole path.
 * A result that rests on something is kept under a key made of the path, and serves that path
 * alone.
 */
#include "ai/proof/dfpn.h"

#include "src/core/past.h"

#define ROUND_PLIES 256 /* of the same moves, until the game has said something */

void
dfpn_note_past(const struct search *s, struct dfpn *d)
{
	const struct game_turns *turns = s->game->turns;
	const uint64_t root = turns->key != NULL ? turns->key(s->game, &s->root) : 0;
	d->fresh = turns->key != NULL;
	for (int k = 0; s->past != NULL && k < PAST_PLIES; k++) {
		if (s->past->key[k] == 0 || s->past->key[k] == root)
			continue;
		d->before[s->past->key[k] % ON_PATH] = true;
		d->fresh = false;
	}
}

uint64_t
dfpn_cycle_key(const struct game *g, const struct state *st, uint64_t hash)
{
	return g->turns->key != NULL ? g->turns->key(g, st) : hash;
}

int
dfpn_find_on_path(const struct dfpn *d, uint64_t cycle)
{
	if (d->on_path[cycle % ON_PATH] == 0)
		return -1;
	for (int k = d->ply; k >= 0; k--)
		if (d->frame[k].cycle == cycle)
			return k;
	return -1;
}

/* Makes the moves from path[ref] on over and over until the game is settled; false: it goes on.
 * `st` is the position of path[ref] again, after `last`. */
static bool
go_round(const struct search *s, int ref, move last, struct state *st)
{
	const struct game *g = s->game;
	const struct dfpn *d = dfpn_of(s);
	for (int n = 0, k = ref; n < ROUND_PLIES; n++, k = k < d->ply ? k + 1 : ref) {
		const struct dfpn_frame *f = &d->frame[k];
		const move m = k < d->ply ? d->child[f->first + f->chosen].m : last;
		const int seat = game_mover(g, st);
		if (seat < 0 || !game_legal(g, st, seat, m))
			return false;
		g->rules->play(g, st, seat, m, st);
		if (g->rules->settled(g, st))
			return true;
	}
	return false;
}

void
dfpn_judge_round(struct search *s, int ref, const struct state *st, struct dfpn_child *c)
{
	struct pns *p = s->self;
	struct state end;
	p->dfpn->rounds++;
	c->bound = true;
	if (!p->dfpn->fresh || p->dfpn->frame[p->dfpn->ply].bound)
		return;
	game_copy(s->game, st, &end);
	if (!go_round(s, ref, c->m, &end) ||
	    outcome_settled(s->game, &end, p->prover) != OUTCOME_DRAW)
		return;
	const struct pns_numbers x = pns_judge(s, &end);
	c->pn = x.pn;
	c->dn = x.dn;
	c->ref = ref;
	c->fixed = true;
	c->bound = false;
}

int32_t
dfpn_end_rests_on(const struct search *s, const struct dfpn_frame *f,
		  const struct state *st, uint64_t cycle, int ref)
{
	const struct pns *p = s->self;
	const struct dfpn *d = p->dfpn;
	if (ref >= 0 && d->fresh && !f->bound &&
	    outcome_settled(s->game, st, p->prover) == OUTCOME_DRAW)
		return ref;
	return f->bound || ref >= 0 || d->before[cycle % ON_PATH] ? 0 : REF_NOTHING;
}
