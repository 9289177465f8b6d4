/*
 * verb_compare.c - players on one position, as a screen or a table; and beliefs, what a seat can
 * know.
 *
 * The match is whole only here: players and beliefs get the view of the seat whose knowledge it is,
 * through a decision, as on the screen; so both make the same searches.
 */
#include "src/app/cli.h"

#include "src/base/clock.h"
#include "src/core/cardnet.h"
#include "src/lab/belief_score.h"
#include "src/study/compare.h"
#include "src/study/likely.h"
#include "ui/decision.h"
#include "ui/screens/study.h"

#include <stdlib.h>
#include <string.h>

#define POLL_US 2000

/* The decision that --load, --position or the start give, or the last one before it. */
static bool
given_decision(struct cli *cli, struct decision *s)
{
	struct match m;
	int seat;
	if (!cli_given(cli, &m))
		return false;
	const int ply = decision_at(&m, m.at);
	const bool ok =
		decision_open(s, &m, ply > 0 ? ply : 0, SEAT_ALL, "hard", &cli->st);
	match_close(&m);
	if (!ok)
		return false;
	if (cli->args.seat != NULL &&
	    !setup_find_seat(&s->match.setup, cli->args.seat, &seat, &cli->st))
		status_prefix(&cli->st, "--seat");
	else if ((cli->args.seat == NULL || decision_set_viewer(s, seat)) &&
		 cli_check_hand(cli, &s->match, s->ply, s->viewer))
		return true;
	decision_close(s);
	return false;
}

/* --share and its budget: --nodes alone means equal nodes, --time alone equal time. */
static bool
verb_compare_read_share(struct cli *cli, struct compare *c)
{
	const struct args *a = &cli->args;
	const struct limits *l = &a->limits;
	c->share = l->nodes > 0	    ? COMPARE_NODES
		   : l->time_ms > 0 ? COMPARE_TURNS
				    : COMPARE_OWN;
	if (a->share && !compare_share_parse(a->share, &c->share, &cli->st)) {
		status_prefix(&cli->st, "--share");
		return false;
	}
	if (c->share == COMPARE_NODES && l->time_ms > 0)
		return status_fail(&cli->st,
				   "--time: equal nodes have no clock; expected --nodes");
	if (c->share != COMPARE_NODES && l->nodes > 0)
		return status_fail(&cli->st, "--nodes: expected --share nodes with it");
	if (l->nodes > 0)
		c->nodes = l->nodes;
	if (l->time_ms > 0)
		c->time_ms = l->time_ms;
	return true;
}

static bool
verb_compare_read_players(struct cli *cli, struct compare *c)
{
	const struct word_list *given = &cli->args.players;
	for (int i = 0; i < given->count; i++)
		if (!compare_add(c, given->word[i], &cli->st)) {
			status_prefix(&cli->st, "-a");
			return false;
		}
	if (given->count == 1)
		return status_fail(&cli->st, "-a: two to %d players are compared, not 1",
				   COMPARE_PLAYERS);
	if (given->count == 0)
		compare_add_defaults(c);
	return true;
}

static void
run_players(struct compare *c)
{
	cli_catch_interrupt();
	while (compare_busy(c)) {
		if (atomic_load(&cli_interrupted))
			compare_stop(c);
		if (!compare_tick(c))
			clock_sleep_us(POLL_US);
	}
}

static int
print_compare(struct cli *cli, const struct decision *s, struct compare *c)
{
	struct question q;
	struct text t = { 0 };
	decision_ask(s, &q);
	compare_ask(c, &q);
	run_players(c);
	if (cli->args.json) {
		json_t *j = compare_json(c);
		json_object_set_new(j, "ply", json_integer(s->ply));
		json_print(j, stdout);
	} else {
		if (cli->args.csv)
			compare_csv(c, &t);
		else
			compare_report(c, NULL, &t);
		fputs(t.s, stdout);
		text_free(&t);
	}
	return atomic_load(&cli_interrupted) ? CLI_INTERRUPTED : CLI_DONE;
}

struct compared_position {
	struct decision *decision;
	struct compare *players; /* NULL: none were given */
};

static struct screen *
open_compare(struct ui *ui, void *argument)
{
	const struct compared_position *o = argument;
	return compare_screen(ui, o->decision, o->players);
}

int
verb_compare(struct cli *cli)
{
	static struct compare c;
	static struct decision s;
	struct ui_settings set;
	const struct args *a = &cli->args;
	if (!given_decision(cli, &s))
		return CLI_USAGE;
	compare_open(&c, cli->catalog, &s.match.setup.game, -1);
	c.calibration.by_hand = a->hand_win;
	c.game_seed = s.match.setup.seed;
	int status = CLI_USAGE;
	const bool screen = cli_at_terminal() && !cli_dumb_terminal() && !a->plain &&
			    !a->json && !a->csv;
	if (verb_compare_read_share(cli, &c) && verb_compare_read_players(cli, &c)) {
		struct compared_position o = { &s, &c };
		if (!screen)
			status = print_compare(cli, &s, &c);
		else {
			cli_screen_settings(cli, &set);
			status = ui_run(cli->catalog, &set, open_compare, &o);
		}
	}
	compare_close(&c);
	decision_close(&s);
	return status;
}

/* Of the others' choices, by --model. False: st. */
static bool
find_model(struct cli *cli, const struct game *g, const struct cardnet **out)
{
	const char *text = cli->args.model;
	*out = NULL;
	if (text == NULL || strcmp(text, "order") == 0)
		return true;
	if (strcmp(text, "learned") != 0)
		return status_fail(&cli->st,
				   "--model: expected order or learned, not \"%.40s\"",
				   text);
	*out = cardnet_find(g, &cli->st);
	return *out != NULL ||
	       status_fail(&cli->st, "--model: there is no network for this %s",
			   g->ops->title);
}

/* The log loss of the beliefs of a player in all seats, over games. */
static int
score_beliefs(struct cli *cli)
{
	static struct setup setup;
	static struct belief_scores b;
	const struct args *a = &cli->args;
	const struct cardnet *model;
	struct text t = { 0 };
	if (a->load || a->resume || a->position || a->seat) {
		status_fail(&cli->st, "--games: fresh games have no record, position or "
				      "seat to look at");
		return CLI_USAGE;
	}
	if (!cli_setup(cli, &setup, false) ||
	    !cli_one_search(cli, &setup.game, "hard", &setup.seat[0]) ||
	    !find_model(cli, &setup.game, &model))
		return CLI_USAGE;
	for (int i = 1; i < setup.game.seats; i++)
		setup.seat[i] = setup.seat[0];
	cli_catch_interrupt();
	if (!belief_scores_play(&b, &setup, (int)a->games,
				a->worlds > 0 ? (int)a->worlds : BELIEFS_WORLDS, model,
				&cli_interrupted, &cli->st))
		return atomic_load(&cli_interrupted) ? CLI_INTERRUPTED : CLI_CANNOT;
	if (a->json)
		json_print(belief_scores_json(&b), stdout);
	else {
		belief_scores_report(&b, &t);
		fputs(t.s, stdout);
		text_free(&t);
	}
	return CLI_DONE;
}

/* In poker: the other's hands by the search of -a, or by a preset that tells them. False: st. */
static bool
find_likely(struct cli *cli, const struct question *q, struct likely *out)
{
	const struct args *a = &cli->args;
	const struct game *g = q->game;
	const char *given = a->players.count > 0 ? a->players.word[0] : NULL;
	const char *player = likely_player(cli->catalog, g, given);
	out->count = 0;
	if (a->players.count > 1)
		return status_fail(&cli->st, "beliefs: one -a, not %d", a->players.count);
	if (given != NULL && player != given)
		return status_fail(
			&cli->st, "-a: without --games expected a search with a strategy "
				  "for all hands of poker: cfr, mccfr, dls, blueprint or "
				  "modicum");
	if (player != NULL)
		likely_search(out, cli->catalog, q, player,
			      given != NULL ? &cli->st : NULL);
	return !cli->st.failed;
}

int
verb_beliefs(struct cli *cli)
{
	if (cli->args.games > 0)
		return score_beliefs(cli);
	static struct decision s;
	static struct beliefs b;
	static struct likely l;
	struct question q;
	struct text t = { 0 };
	const struct cardnet *model;
	if (!given_decision(cli, &s))
		return CLI_USAGE;
	const struct game *g = &s.match.setup.game;
	if (!find_model(cli, g, &model)) {
		decision_close(&s);
		return CLI_USAGE;
	}
	decision_ask(&s, &q);
	const char *why = beliefs_refusal(g, &q.root, q.viewer);
	if (why != NULL) {
		question_close(&q);
		status_fail(&cli->st, "beliefs: %s", why);
		decision_close(&s);
		return CLI_CANNOT;
	}
	const int64_t worlds = cli->args.worlds > 0 ? cli->args.worlds : BELIEFS_WORLDS;
	beliefs_count(&b, &q, model, (int)worlds);
	const bool told = find_likely(cli, &q, &l);
	question_close(&q);
	if (!told) {
		decision_close(&s);
		return CLI_USAGE;
	}
	if (cli->args.json) {
		json_t *json = beliefs_json(&b);
		if (l.count > 0)
			json_object_set_new(json, "hands", likely_json(&l));
		json_print(json, stdout);
	} else {
		beliefs_report(&b, &t);
		if (l.count > 0)
			likely_report(&l, &t);
		fputs(t.s, stdout);
		text_free(&t);
	}
	decision_close(&s);
	return CLI_DONE;
}
