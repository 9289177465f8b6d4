/*
 * belief_score.c - the log loss of beliefs on fresh games. See belief_score.h.
 */
#include "src/lab/belief_score.h"

#include "src/core/question.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -ln of the share of the true holder. */
static double
loss(const struct beliefs *b, double share)
{
	const double floor = 0.5 * __builtin_popcount(b->holders);
	return -log((share * b->worlds + 0.5) / (b->worlds + floor));
}

static void
belief_score_add_loss(struct belief_loss *l, double alike, double weighted)
{
	l->count++;
	l->alike += alike;
	l->weighted += weighted;
}

static void
add_beliefs(struct belief_scores *s, const struct beliefs *b, const struct state *full)
{
	const struct game *g = &s->game;
	const int held = __builtin_popcountll(g->hidden->held(g, full, b->viewer));
	assert(held < BELIEF_HELD);
	for (int seat = 0; seat < g->seats; seat++) {
		if (seat == b->viewer)
			continue;
		uint64_t set = g->hidden->held(g, full, seat) & b->hidden;
		for (; set != 0; set &= set - 1) {
			const int thing = __builtin_ctzll(set);
			if (b->held[thing][seat] == b->worlds)
				continue;
			const double alike = loss(b, beliefs_held(b, thing, seat));
			const double weighted = loss(b, b->held_weight[thing][seat]);
			belief_score_add_loss(&s->all[held], alike, weighted);
			if (b->things.key >> thing & 1)
				belief_score_add_loss(&s->key[thing][held], alike,
						      weighted);
		}
	}
}

/* One decision: the beliefs before it, and what is played. */
static move
belief_score_decide(struct belief_scores *s, const struct match *m, atomic_bool *stop,
		    struct status *st)
{
	static struct beliefs b;
	const int seat = game_mover(&s->game, &m->states[m->at]);
	struct search search;
	struct question q;
	question_ask(&q, m, m->at, seat);
	q.seed = rng_fork(m->setup.seed, (uint64_t)m->at);
	struct search_job job = question_job(&q, &m->setup.seat[seat], NULL);
	job.stop = stop;
	job.bounded = true;
	move mv = MOVE_NONE;
	beliefs_count(&b, &q, s->model, s->worlds);
	if (b.inferred)
		add_beliefs(s, &b, &m->states[m->at]);
	if (search_open(&search, &job, st)) {
		search_run(&search);
		mv = search_choice(&search);
		search_close(&search);
	}
	question_close(&q);
	return mv;
}

static bool
belief_score_play_game(struct belief_scores *s, const struct setup *setup, int game,
		       atomic_bool *stop, struct status *st)
{
	struct match m;
	struct setup one = *setup;
	bool ok = true;
	one.seed = rng_fork(setup->seed, (uint64_t)game);
	for (match_open(&m, &one); ok && !match_over(&m);) {
		const int seat = game_mover(&s->game, &m.states[m.at]);
		const move mv = belief_score_decide(s, &m, stop, st);
		ok = mv != MOVE_NONE && !atomic_load(stop) &&
		     match_play(&m, seat, mv, "", st);
	}
	match_close(&m);
	return ok;
}

bool
belief_scores_play(struct belief_scores *s, const struct setup *setup, int games,
		   int worlds, const struct cardnet *model, atomic_bool *stop,
		   struct status *st)
{
	const struct game *g = &setup->game;
	memset(s, 0, sizeof *s);
	s->game = *g;
	s->model = model;
	s->worlds = worlds;
	if (!game_hidden(g) || g->hidden->held == NULL || g->trick->rewind == NULL)
		return status_fail(st,
				   "the choices of others say nothing about cards in %s",
				   g->ops->title);
	g->hidden->things(g, &s->things);
	while (s->games < games && belief_score_play_game(s, setup, s->games, stop, st))
		s->games++;
	return s->games == games || (st->failed ? false : status_fail(st, "interrupted"));
}

/* ------------------------------------------------------------------ reports */

static struct belief_loss
sum(const struct belief_loss *l)
{
	struct belief_loss all = { 0 };
	for (int i = 0; i < BELIEF_HELD; i++) {
		all.count += l[i].count;
		all.alike += l[i].alike;
		all.weighted += l[i].weighted;
	}
	return all;
}

static void
report_loss(struct belief_loss l, struct text *out)
{
	if (l.count == 0)
		text_add(out, "%6s%6s", "-", "-");
	else
		text_add(out, "%6.3f%6.3f", l.alike / (double)l.count,
			 l.weighted / (double)l.count);
}

/* With `held` cards in the hand; 0: with any number. */
static struct belief_loss
loss_with(const struct belief_loss *l, int held)
{
	return held > 0 ? l[held] : sum(l);
}

/* A row by the cards in the hand; held 0: all of them. */
static void
belief_score_report_row(const struct belief_scores *s, int held, struct text *out)
{
	if (held > 0)
		text_add(out, "%-5d", held);
	else
		text_add(out, "%-5s", "all");
	for (int i = s->things.count - 1; i >= 0; i--)
		if (s->things.key >> i & 1)
			report_loss(loss_with(s->key[i], held), out);
	report_loss(loss_with(s->all, held), out);
	text_add(out, "\n");
}

void
belief_scores_report(const struct belief_scores *s, struct text *out)
{
	text_add(out,
		 "Log loss of the shares given to the holders of cards, %d games, %d "
		 "deals a decision: deals equally likely, and weighted by the choices of "
		 "others. Lower is better.\n\nheld ",
		 s->games, s->worlds);
	for (int i = s->things.count - 1; i >= 0; i--)
		if (s->things.key >> i & 1)
			text_add(out, "%12s", s->things.name[i]);
	text_add(out, "%12s\n", "every one");
	for (int held = BELIEF_HELD - 1; held > 0; held--)
		if (s->all[held].count > 0)
			belief_score_report_row(s, held, out);
	belief_score_report_row(s, 0, out);
}

static json_t *
loss_json(struct belief_loss l)
{
	json_t *object = json_object();
	const double n = l.count > 0 ? (double)l.count : (double)NAN;
	json_object_set_new(object, "count", json_integer(l.count));
	json_object_set_new(object, "alike", json_real_or_null(l.alike / n));
	json_object_set_new(object, "weighted", json_real_or_null(l.weighted / n));
	return object;
}

/* By the cards in the hand, and all of them. */
static json_t *
losses_json(const struct belief_loss *l)
{
	json_t *object = json_object();
	char held[12];
	for (int i = BELIEF_HELD - 1; i > 0; i--) {
		if (l[i].count == 0)
			continue;
		snprintf(held, sizeof held, "%d", i);
		json_object_set_new(object, held, loss_json(l[i]));
	}
	json_object_set_new(object, "all", loss_json(sum(l)));
	return object;
}

json_t *
belief_scores_json(const struct belief_scores *s)
{
	json_t *object = json_object(), *key = json_object();
	for (int i = s->things.count - 1; i >= 0; i--)
		if (s->things.key >> i & 1)
			json_object_set_new(key, s->things.name[i],
					    losses_json(s->key[i]));
	json_object_set_new(object, "games", json_integer(s->games));
	json_object_set_new(object, "worlds", json_integer(s->worlds));
	json_object_set_new(object, s->things.called, key);
	json_object_set_new(object, "every", losses_json(s->all));
	return object;
}
