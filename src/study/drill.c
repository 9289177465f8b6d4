/* drill.c - spots of play, and the answers to them. See drill.h. */
#include "src/study/drill.h"

#include "src/core/public.h"
#include "src/core/store.h"
#include "src/study/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HANDS_MOST 5000 /* that are dealt for one spot: the rarest kind needs about 20 */
#define KEPT_ROWS  12
#define PLAYER	   "blueprint:values=0"
#define JUDGE	   "max"

static const char *const drill_kinds[DRILL_KINDS] = { "open", "raise", "three-bet",
						      "flop", "turn",  "river" };
const char *const drill_kind_words[DRILL_KINDS] = {
	"nobody has raised yet", "a raise before the flop", "a three-bet",
	"a bet on the flop",	 "a bet on the turn",	    "a bet on the river",
};

/* ---- drawing spots ------------------------------------------------------------------------ */

static const struct game *
drill_game(const struct drill *d)
{
	return &d->setup.game;
}

static const struct game_ops *
find_game(const struct catalog *c, const char *key, struct status *st)
{
	const struct game_ops *const *ops = c->games;
	while (*ops != NULL && ((*ops)->public == NULL || (*ops)->public->deck == NULL))
		ops++;
	if (*ops == NULL) {
		status_fail(st, "drill: no game here has such spots");
		return NULL;
	}
	if (key == NULL || strcmp((*ops)->key, key) == 0)
		return *ops;
	status_fail(st, "drill: expected %s, not \"%.40s\"", (*ops)->key, key);
	return NULL;
}

static bool
find_kind(const char *name, int *out, struct status *st)
{
	*out = -1;
	for (int k = 0; name != NULL && k < DRILL_KINDS; k++)
		if (strcmp(drill_kinds[k], name) == 0)
			*out = k;
	return name == NULL || *out >= 0 ||
	       status_fail(st,
			   "--kind: expected open, raise, three-bet, flop, turn or "
			   "river, not \"%.40s\"",
			   name);
}

bool
drill_open(struct drill *d, const struct catalog *c, const char *game, const char *kind,
	   uint64_t seed, struct status *st)
{
	*d = (struct drill){ .seed = seed };
	const struct game_ops *ops = find_game(c, game, st);
	return ops != NULL && find_kind(kind, &d->only, st) &&
	       setup_init(&d->setup, c, ops, false, st) &&
	       setup_variants(&d->setup, c, "hands=1", st) &&
	       player_parse(&d->table, PLAYER, c, drill_game(d), st) &&
	       player_parse(&d->judge, JUDGE, c, drill_game(d), st);
}

static void
drop_spot(struct drill *d)
{
	if (d->dealt)
		match_close(&d->match);
	d->dealt = false;
}

void
drill_close(struct drill *d)
{
	drop_spot(d);
	kit_close(&d->kit);
}

/* The kind of a decision; -1: none. */
static int
kind_of(const struct game *g, const struct state *s, int seat)
{
	const struct deck_ops *deck = g->ops->public->deck;
	const int round = deck->round(g, s), raises = deck->raises(g, s);
	if (public_fold(g, s, seat) == MOVE_NONE)
		return -1;
	if (round == 0)
		return raises <= 2 ? DRILL_OPEN + raises : -1;
	return raises == 1 ? DRILL_FLOP + round - 1 : -1;
}

/* Before the flop the judge has raises by the pot: all others become one, so that its ranges are those
 * of the hands that came here. */
static move
pot_raise(const struct game *g, const struct state *s, int seat, move m)
{
	const struct public_ops *p = g->ops->public;
	double part = 0;
	return p->deck->round(g, s) == 0 && p->amount(g, s, seat, m, &part) == AMOUNT_PART
		       ? p->raise(g, s, seat, 1)
		       : m;
}

/* A move of the table. */
static bool
play_on(struct drill *d, int seat, uint64_t seed, struct status *st)
{
	struct search s;
	struct question q;
	question_ask(&q, &d->match, d->match.at, seat);
	q.seed = seed;
	struct search_job job = question_job(&q, &d->table, NULL);
	job.kit = &d->kit;
	const bool opened = search_open(&s, &job, st);
	move m = MOVE_NONE;
	if (opened) {
		search_run(&s);
		m = pot_raise(q.game, &q.root, seat, search_choice(&s));
		search_close(&s);
	}
	question_close(&q);
	return opened && match_play(&d->match, seat, m, "", st);
}

/* Plays a hand up to the first decision of a kind. False: it has none, or st. */
static bool
play_hand(struct drill *d, int kind, uint64_t seed, struct status *st)
{
	const struct game *g = drill_game(d);
	drop_spot(d);
	d->setup.seed = seed & UINT32_MAX;
	match_open(&d->match, &d->setup);
	d->dealt = true;
	while (!match_over(&d->match)) {
		const struct match *m = &d->match;
		const int seat = game_mover(g, &m->states[m->at]);
		match_view(m, seat, &d->root);
		if (kind_of(g, &d->root, seat) == kind) {
			analyze_begin(&d->move, g, &d->root, m->at, seat, MOVE_NONE);
			return true;
		}
		if (!play_on(d, seat, rng_fork(seed, (uint64_t)m->at), st))
			return false;
	}
	return false;
}

bool
drill_next(struct drill *d, struct status *st)
{
	const uint64_t seed = rng_fork(d->seed, (uint64_t)++d->number);
	struct rng rng;
	rng_seed(&rng, seed);
	d->kind = (enum drill_kind)(d->only >= 0 ? d->only
						 : (int)rng_below(&rng, DRILL_KINDS));
	for (uint64_t k = 0; k < HANDS_MOST; k++) {
		if (play_hand(d, (int)d->kind, rng_fork(seed, k), st))
			return true;
		if (st->failed)
			break;
	}
	drop_spot(d);
	return !st->failed && status_fail(st, "drill: no such spot in %d hands: %s",
					  HANDS_MOST, drill_kind_words[d->kind]);
}

/* ---- answers ------------------------------------------------------------------------------ */

struct search_job
drill_job(const struct drill *d, struct question *q)
{
	question_ask(q, &d->match, d->move.ply, d->move.seat);
	struct search_job job = question_job(q, &d->judge, NULL);
	job.bounded = true;
	return job;
}

/* The raise of the search that is nearest to one by its ratio to the pot; MOVE_NONE: it has none,
 * or the move is no raise. */
static move
nearest_raise(const struct drill *d, const struct snapshot *s, move m)
{
	const struct game *g = drill_game(d);
	const struct public_ops *p = g->ops->public;
	const int seat = d->move.seat;
	double wanted = 0, part = 0, least = INFINITY;
	move best = MOVE_NONE;
	if (p->amount(g, &d->root, seat, m, &wanted) == AMOUNT_NONE)
		return MOVE_NONE;
	for (int i = 0; i < s->move_count; i++) {
		if (p->amount(g, &d->root, seat, s->moves[i].m, &part) == AMOUNT_NONE)
			continue;
		const double far = fabs(log(part / wanted));
		if (far < least) {
			least = far;
			best = s->moves[i].m;
		}
	}
	return best;
}

bool
drill_answer(struct drill *d, const struct snapshot *s, move answer)
{
	d->typed = d->move.played = answer;
	if (snapshot_find(s, answer) == NULL)
		d->move.played = nearest_raise(d, s, answer);
	if (d->move.played == MOVE_NONE ||
	    !analyze_by_search(&d->move, drill_game(d), &d->root, s,
			       &analyze_thresholds_default) ||
	    isnan(d->move.loss))
		return false;
	d->answers++;
	d->good += drill_is_good(d);
	d->cost += d->move.loss / d->move.unit;
	return true;
}

bool
drill_is_good(const struct drill *d)
{
	return d->move.loss < analyze_nothing(drill_game(d), &d->move);
}

/* ---- words -------------------------------------------------------------------------------- */

static void
drill_move_text(const struct drill *d, move m, char out[MOVE_TEXT])
{
	const struct game *g = drill_game(d);
	g->text->format_move(g, &d->root, d->move.seat, m, out, MOVE_TEXT);
}

void
drill_say_price(const struct drill *d, struct text *out)
{
	struct pot_price price;
	if (explain_call(drill_game(d), &d->root, d->move.seat, &price))
		text_add(out, "A call costs %.10g into a pot of %.10g.\n", price.costs,
			 price.pot);
}

void
drill_say_answer(const struct drill *d, const struct snapshot *s, bool judged,
		 struct text *out)
{
	char text[MOVE_TEXT], as[MOVE_TEXT];
	text_add(out, "%-7s %5s  %s\n", "move", "share", "big blinds");
	for (int i = 0; i < s->move_count; i++) {
		const struct stats_move *row = &s->moves[i];
		drill_move_text(d, row->m, text);
		text_add(out, "%-7s %4.0f%%  %+.2f\n", text,
			 100 * (row->prob > 0 ? row->prob : 0),
			 text_shown(row->value[d->move.seat] / d->move.unit, 2));
	}
	drill_move_text(d, d->typed, text);
	if (!judged) {
		text_add(out, "%s: the solver has no value for it; it does not count.\n",
			 text);
		return;
	}
	if (d->typed != d->move.played) {
		drill_move_text(d, d->move.played, as);
		text_add(out, "%s counts as %s, the nearest amount that was solved.\n",
			 text, as);
	}
	analyze_say(&d->match, &d->move, out);
	text_add(out, ".\n");
}

void
drill_say_score(const struct drill *d, struct text *out)
{
	text_add(out, "%d of %d good, %.2f big blinds lost", d->good, d->answers,
		 d->cost);
}

json_t *
drill_answer_json(const struct drill *d, const struct snapshot *s, bool judged)
{
	const struct game *g = drill_game(d);
	const struct analyze_move *m = &d->move;
	char text[POSITION_TEXT];
	json_t *o = json_object(), *moves = json_array();
	json_object_set_new(o, "kind", json_string(drill_kinds[d->kind]));
	g->text->format_position(g, &d->root, text, sizeof text);
	json_object_set_new(o, "position", json_text(text));
	json_object_set_new(o, "seat", json_integer(m->seat + 1));
	for (int i = 0; i < s->move_count; i++) {
		const struct stats_move *row = &s->moves[i];
		drill_move_text(d, row->m, text);
		json_array_append_new(moves,
				      json_pack("{s:s,s:o,s:o}", "move", text, "prob",
						json_real_or_null(row->prob), "value",
						json_real_or_null(row->value[m->seat] /
								  m->unit)));
	}
	json_object_set_new(o, "moves", moves);
	drill_move_text(d, d->typed, text);
	json_object_set_new(o, "answer", json_text(text));
	if (judged) {
		drill_move_text(d, m->played, text);
		json_object_set_new(o, "counts_as", json_text(text));
		drill_move_text(d, m->best, text);
		json_object_set_new(o, "best", json_text(text));
	}
	json_object_set_new(o, "cost",
			    json_real_or_null(judged ? m->loss / m->unit : (double)NAN));
	return o;
}

/* ---- answers over time --------------------------------------------------------------------- */

bool
drill_keep(const struct drill *d, struct store *db, struct status *st)
{
	return store_add_drill(db, drill_game(d)->ops->key, drill_kinds[d->kind],
			       d->move.loss / d->move.unit, drill_is_good(d), st);
}

bool
drill_say_kept(const struct drill *d, struct store *db, struct text *out,
	       struct status *st)
{
	struct store_drill row[KEPT_ROWS];
	const int n = store_drills(db, drill_game(d)->ops->key, row, KEPT_ROWS, st);
	if (n > 0)
		text_add(out, "%-8s %-10s %7s %5s  %s\n", "month", "spot", "answers",
			 "good", "big blinds lost in each");
	for (int i = 0; i < n; i++)
		text_add(out, "%-8s %-10s %7d %4.0f%%  %.2f\n", row[i].month, row[i].kind,
			 row[i].answers, 100.0 * row[i].good / row[i].answers,
			 row[i].cost);
	return n >= 0;
}
