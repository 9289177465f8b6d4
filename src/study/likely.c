/* likely.c - the other seat's hands, before and after its choices. See likely.h. */
#include "src/study/likely.h"

#include "src/core/public.h"
#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPORT_MOST 20 /* rows of a table in text */

/* ---- the player ---- */

static bool
likely_has_hands(const struct catalog *c, const struct game *g, const char *player)
{
	struct player p;
	return player_parse(&p, player, c, g, NULL) && !p.human &&
	       p.part[0].ops->look != NULL && p.part[0].ops->look->hands != NULL;
}

const char *
likely_player(const struct catalog *c, const struct game *g, const char *player)
{
	int n = 0;
	if (!game_has_pot(g))
		return NULL;
	if (player != NULL && likely_has_hands(c, g, player))
		return player;
	while (player_presets[n] != NULL)
		n++;
	while (--n >= 0)
		if (likely_has_hands(c, g, player_presets[n]))
			return player_presets[n];
	return NULL;
}

/* ---- the hands ---- */

/* How many hands of each class go with what the viewer sees. */
static void
likely_count_hands(const struct game *g, const struct state *root, int viewer,
		   int count[static STATS_CLASSES])
{
	const struct public_ops *p = g->ops->public;
	const int own = p->hand(g, root, viewer);
	memset(count, 0, STATS_CLASSES * sizeof *count);
	for (int h = 0; h < p->hands(g); h++)
		if (p->possible(g, root, h) && (own < 0 || !p->excludes(g, own, h)))
			count[public_class(p, h)]++;
}

static int
by_share(const void *a, const void *b)
{
	const struct likely_hand *x = a, *y = b;
	if (x->after != y->after)
		return x->after < y->after ? 1 : -1;
	if (x->before != y->before)
		return x->before < y->before ? 1 : -1;
	return x->class - y->class;
}

bool
likely_read(struct likely *out, const struct game *g, const struct state *root,
	    int viewer, const struct stats_hands *h, const char *player)
{
	int count[STATS_CLASSES];
	double before = 0, after = 0;
	*out = (struct likely){ .game = g, .seat = 1 - viewer };
	snprintf(out->player, sizeof out->player, "%s", player);
	if (h == NULL)
		return false;
	const float *played = h->seat == out->seat ? h->weight : h->other;
	likely_count_hands(g, root, viewer, count);
	for (int i = 0; i < h->classes; i++) {
		if (count[i] == 0 || isnan(played[i]))
			continue;
		const struct likely_hand hand = { i, count[i],
						  count[i] * (double)played[i] };
		before += hand.before;
		after += hand.after;
		out->hand[out->count++] = hand;
	}
	out->count = after > 0 ? out->count : 0;
	for (int i = 0; i < out->count; i++) {
		out->hand[i].before /= before;
		out->hand[i].after /= after;
	}
	qsort(out->hand, (size_t)out->count, sizeof *out->hand, by_share);
	return out->count > 0;
}

bool
likely_search(struct likely *out, const struct catalog *c, const struct question *q,
	      const char *player, struct status *st)
{
	struct player p;
	struct search s;
	*out = (struct likely){ .game = q->game };
	if (!player_parse(&p, player, c, q->game, st))
		return false;
	p.part[0].limits.time_ms = 0;
	struct search_job job = question_job(q, &p, NULL);
	job.bounded = true;
	if (!search_open(&s, &job, st))
		return false;
	search_run(&s);
	char full[PLAYER_TEXT * 2];
	player_format(&p, full, sizeof full);
	const bool known = likely_read(out, q->game, &q->root, q->viewer,
				       snapshot_hands(&s.live), full);
	search_close(&s);
	return known;
}

/* ---- reports ---- */

void
likely_report(const struct likely *l, struct text *out)
{
	const int rows = l->count < REPORT_MOST ? l->count : REPORT_MOST;
	text_add(out,
		 "\n"
		 "The hands of %s, in %%: all that fit; then weighted by its choices in "
		 "this\n"
		 "hand, as %s would have made them.\n",
		 l->game->text->seat_name(l->game, l->seat), l->player);
	for (int i = 0; i < rows; i++) {
		char name[MOVE_TEXT];
		public_format_class(l->game, l->hand[i].class, name, sizeof name);
		text_add(out, "%-14s%8.1f%8.1f\n", name, 100 * l->hand[i].before,
			 100 * l->hand[i].after);
	}
	if (l->count > rows)
		text_add(out, "and %d less likely ones\n", l->count - rows);
}

json_t *
likely_json(const struct likely *l)
{
	json_t *hands = json_array();
	for (int i = 0; i < l->count; i++) {
		char name[MOVE_TEXT];
		public_format_class(l->game, l->hand[i].class, name, sizeof name);
		json_array_append_new(hands,
				      json_pack("{s:o, s:o, s:o}", "hand",
						json_text(name), "before",
						json_real_or_null(l->hand[i].before),
						"after",
						json_real_or_null(l->hand[i].after)));
	}
	return json_pack("{s:i, s:o, s:o}", "seat", l->seat + 1, "player",
			 json_text(l->player), "hands", hands);
}
