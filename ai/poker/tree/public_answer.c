/* public_answer.c - see public_answer.h. */
#include "ai/poker/tree/public_answer.h"

#include <string.h>

#define MOST	   0.75 /* of the hands that fold */
#define NEGLIGIBLE 0.005

bool
public_bets(const struct game *g, const struct state *s, const struct state *after,
	    int other, move *fold)
{
	const struct public_ops *p = g->ops->public;
	if (p->stake == NULL || !(p->stake(g, after) > p->stake(g, s)) ||
	    game_mover(g, after) != other)
		return false;
	*fold = public_fold(g, after, other);
	return *fold != MOVE_NONE;
}

/* The hands of a kind, and those that fold. */
struct kind {
	double all, folds;
	char name[STATS_KIND];
};

/* The least kind such that it and the worse ones are most of what folds; said where better hands
 * come here too. */
static void
tell_kind(const struct kind *kind, double folds, double all, struct stats_answer *out)
{
	double below = 0, gone = 0;
	int k = 0;
	for (; k < PUBLIC_KINDS; k++) {
		below += kind[k].all;
		gone += kind[k].folds;
		if (kind[k].folds > 0 && gone >= MOST * folds)
			break;
	}
	if (k == PUBLIC_KINDS || all - below < NEGLIGIBLE * all)
		return;
	out->low = (float)(gone / folds);
	memcpy(out->kind, kind[k].name, sizeof out->kind);
}

bool
public_answer(const struct public_bet *b, struct stats_answer *out)
{
	const struct public_ops *p = b->g->ops->public;
	struct kind kind[PUBLIC_KINDS] = { { 0 } };
	double all = 0, folds = 0;
	for (int h = 0; h < p->hands(b->g); h++) {
		char name[STATS_KIND];
		if (!(b->reach[h] > 0) || !p->possible(b->g, b->s, h) ||
		    p->excludes(b->g, b->held, h))
			continue;
		struct kind *k = &kind[p->kind(b->g, b->s, h, name, sizeof name)];
		memcpy(k->name, name, sizeof name);
		k->all += b->reach[h];
		k->folds += b->reach[h] * b->fold[h];
		all += b->reach[h];
		folds += b->reach[h] * b->fold[h];
	}
	out->folds = all > 0 ? (float)(folds / all) : 0;
	out->kind[0] = '\0';
	if (folds > NEGLIGIBLE * all)
		tell_kind(kind, folds, all, out);
	return all > 0;
}
