/*
 * verb_search.c - one search of one position; counting move sequences.
 *
 * The root is complete only here: before a search sees it, it is redacted for the seat whose
 * knowledge the search has.
 */
#include "src/app/cli.h"

#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/core/effort.h"
#include "src/core/search.h"
#include "src/lab/perft.h"
#include "src/study/explain.h"
#include "src/study/inspect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_TIME_MS 1000
#define SHOWN_MOVES	20
#define SEAT_WIDTH	11 /* of a value: those of a tree may have ten digits */
#define TREE_DEPTH	4
#define TREE_NODES	500

static bool
has_limits(const struct limits *l)
{
	return l->depth || l->nodes || l->time_ms || l->sims;
}

/* The player of the k-th -a with the limits of the command line; one second when nothing
 * limits it. */
static bool
verb_search_read_player(struct cli *cli, const struct game *g, int k, struct player *p)
{
	const struct word_list *given = &cli->args.players;
	const int most = cli->args.tree != NULL ? 2 : 1;
	if (given->count > most)
		return status_fail(&cli->st,
				   most == 2 ? "search: one -a or two, not %d"
					     : "search: one -a, not %d (two with --tree: "
					       "their difference)",
				   given->count);
	const char *text = given->count ? given->word[k] : "medium";
	if (!cli_search(cli, g, text, p))
		return false;
	player_limit(p, &cli->args.limits);
	bool limited = false;
	for (int i = 0; i < p->count; i++)
		limited = limited || has_limits(&p->part[i].limits);
	if (!limited)
		player_limit(p, &(struct limits){ .time_ms = DEFAULT_TIME_MS });
	return true;
}

static json_t *
search_json(const struct search *s, const struct match *m, const struct player *p)
{
	char full[PLAYER_TEXT * 2];
	json_t *object = json_object();
	player_format(p, full, sizeof full);
	json_object_set_new(object, "game", json_string(m->setup.game.ops->key));
	json_object_set_new(object, "variant", setup_variant_json(&m->setup.game));
	json_object_set_new(object, "player", json_text(full));
	json_object_set_new(object, "seat", json_integer(s->viewer + 1));
	json_object_set_new(object, "mover", json_integer(s->mover + 1));
	json_object_set_new(object, "seed", json_integer((json_int_t)m->setup.seed));
	snapshot_to_json(&s->live, &m->setup.game, &s->root, object);
	return object;
}

static void
print_number(double x, int width, int decimals)
{
	if (isnan(x))
		printf("%*s", width, "");
	else
		printf(" %*.*f", width - 1, decimals, text_shown(x, decimals));
}

/* A row of one figure per seat: values, or win probabilities in percent. */
static void
verb_search_print_seats(const char *name, const double *x, int seats, double scale,
			int decimals)
{
	bool known = false;
	for (int i = 0; i < seats; i++)
		known = known || !isnan(x[i]);
	if (!known)
		return;
	printf("%-10s", name);
	for (int i = 0; i < seats; i++)
		print_number(x[i] * scale, SEAT_WIDTH, decimals);
	putchar('\n');
}

/* As people count: "penalties" in Hearts. */
static void
verb_search_print_values(const struct game *g, const struct snapshot *s)
{
	double told[SEATS_MAX];
	for (int i = 0; i < s->seats; i++)
		told[i] = game_told(g, s->value[i]);
	verb_search_print_seats(g->ops->penalties > 0 ? "penalties" : game_told_name(g),
				told, s->seats, 1, 2);
}

static void
print_cuts(const struct snapshot *s)
{
	const char *separator = "cuts      ";
	for (int i = 0; i < stats_rules(s->rules); i++) {
		if (!s->cuts[i])
			continue;
		printf("%s%s %lld", separator, s->rules[i].key, (long long)s->cuts[i]);
		separator = ", ";
	}
	const double share = effort_value(s, "cut");
	if (separator[0] == ',' && !isnan(share))
		printf(", %.1f %% of the children never searched", share * 100);
	if (separator[0] == ',')
		putchar('\n');
}

static void
verb_search_print_effort(const struct snapshot *s)
{
	static const struct {
		const char *of, *line; /* is left out where `of` is 0 */
	} told[] = {
		{ NULL, "effort    depth {depth=}, selective {seldepth=}, {nodes} nodes, "
			"{nodes_per_s}/s, {seconds} s, stopped by {stop}" },
		{ "simulations", "simulations {simulations}" },
		{ "worlds_total", "worlds    {worlds_done=} of {worlds_total=}" },
		{ "table_probes",
		  "table     {table_hits=} hits of {table_probes=} probes" },
		{ "tree_nodes", "tree      {tree_nodes} nodes, {tree_bytes} bytes" },
		{ "researches", "searched again {researches=}" },
	};
	char line[160];
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		if (told[i].of != NULL && effort_value(s, told[i].of) == 0)
			continue;
		effort_format(s, told[i].line, line, sizeof line);
		puts(line);
	}
	print_cuts(s);
	cli_print_gauges(s);
	const struct stats_words *words = snapshot_words(s);
	if (words != NULL && words->thought[0] != '\0')
		printf("%s says: \"%s\"\n", words->by, words->thought);
}

/* The columns that the algorithm declares of its moves; ends with a blank one. */
static const struct column *
verb_search_columns_of(const struct search *s)
{
	static const struct column none = { .key = NULL };
	return s->live.columns != NULL ? s->live.columns : &none;
}

/* The room of a declared column, or of the two that are one range. */
static int
column_width(const struct column *c)
{
	const int head = (int)strlen(c->head);
	const int width = c->range ? c->width + 2 + c[1].width : c->width;
	return 2 + (head > width ? head : width);
}

static const struct column *
column_after(const struct column *c)
{
	return c + 1 + c->range;
}

/* The figures an algorithm declares for each move besides the common ones; of those per seat, the
 * mover's. */
static void
print_columns(const struct search *s, const struct stats_move *m)
{
	for (const struct column *c = verb_search_columns_of(s); c->key != NULL;
	     c = column_after(c)) {
		char text[40], high[40], both[84];
		stats_format_column(c, m->extra[stats_place(c, s->mover)], text,
				    sizeof text);
		snprintf(both, sizeof both, "%s", text);
		if (c->range) {
			stats_format_column(c + 1, m->extra[stats_place(c + 1, s->mover)],
					    high, sizeof high);
			snprintf(both, sizeof both, "%s..%s", text, high);
		}
		printf("%*s", column_width(c), both);
	}
}

static void
print_moves(const struct search *s)
{
	const struct snapshot *live = &s->live;
	const struct game *g = s->game;
	int shown = live->move_count < SHOWN_MOVES ? live->move_count : SHOWN_MOVES;
	const char *visits = live->visits_of ? live->visits_of : "visits";
	printf("\n%-12s %2s%*s%8s%12s%7s%8s", "move", "", SEAT_WIDTH, "value", "win %",
	       visits, "depth", "share %");
	for (const struct column *c = verb_search_columns_of(s); c->key != NULL;
	     c = column_after(c))
		printf("%*s", column_width(c), c->head);
	putchar('\n');
	for (int i = 0; i < shown; i++) {
		const struct stats_move *m = &live->moves[i];
		char text[MOVE_TEXT];
		g->text->format_move(g, &s->root, s->mover, m->m, text, sizeof text);
		printf("%-12s ", text);
		if (m->status == MOVE_UNSEARCHED) {
			printf("  never searched\n");
			continue;
		}
		printf("%2s", stats_told_sign(g, m->status));
		print_number(game_told(g, m->value[s->mover]), SEAT_WIDTH, 2);
		print_number(m->win[s->mover] * 100, 8, 1);
		printf("%12lld%7d", (long long)m->visits, m->depth);
		print_number(m->prob * 100, 8, 1);
		print_columns(s, m);
		putchar('\n');
	}
	if (live->moves_total > shown)
		printf("and %d more\n", live->moves_total - shown);
}

/* In a game with a pot, and the searches that know more of it. */
static void
print_win_unknown(const struct catalog *catalog, const struct snapshot *live,
		  const struct game *g)
{
	char why[STATUS_TEXT];
	int n = 0;
	printf("win: %s", snapshot_win_unknown(live, g));
	for (int i = 0; catalog->searches[i] != NULL && !live->own_win; i++) {
		const struct search_ops *ops = catalog->searches[i];
		if ((ops->flags & SEARCH_OWN_WIN) && ops->foreign == NULL &&
		    search_refusal(ops, g, NULL, 0, why, sizeof why) == NULL)
			printf("%s%s",
			       n++ == 0 ? "; the chance to win the pot is known to "
					: ", ",
			       ops->key);
	}
	putchar('\n');
}

static void
verb_search_print_search(const struct catalog *catalog, const struct search *s,
			 const struct match *m, const struct player *p)
{
	const struct game *g = &m->setup.game;
	const struct snapshot *live = &s->live;
	char full[PLAYER_TEXT * 2], line[400], best[MOVE_TEXT] = "none";
	player_format(p, full, sizeof full);
	g->view->headline(g, &s->root, s->viewer, line, sizeof line);
	const move choice = search_choice(s);
	if (choice != MOVE_NONE)
		g->text->format_move(g, &s->root, s->mover, choice, best, sizeof best);
	printf("%s  %s  seed %llu\n", g->ops->title, line,
	       (unsigned long long)m->setup.seed);
	printf("player    %s\n", full);
	printf("move      %s for %s", best, g->text->seat_name(g, s->mover));
	if (s->viewer != s->mover && s->viewer >= 0)
		printf(", as %s may know", g->text->seat_name(g, s->viewer));
	snapshot_format_pv(live, g, &s->root, STATS_PV, line, sizeof line);
	printf("\nline      %s\n%-10s", line, "");
	for (int i = 0; i < live->seats; i++)
		printf("%*s", SEAT_WIDTH, g->text->seat_name(g, i));
	putchar('\n');
	verb_search_print_values(g, live);
	if (isnan(live->match_win[0]))
		verb_search_print_seats("win %", live->win, live->seats, 100, 1);
	verb_search_print_seats("match %", live->match_win, live->seats, 100, 1);
	verb_search_print_seats("hand %", live->hand_win, live->seats, 100, 1);
	verb_search_print_effort(live);
	print_moves(s);
	printf("\nvalue: %s of the mover, %s is better;  = exact in this search  "
	       "== to the end  <= >= a bound  ~ few samples\n",
	       game_told_name(g), g->ops->penalties > 0 ? "lower" : "higher");
	if (snapshot_win_unknown(live, g) != NULL)
		print_win_unknown(catalog, live, g);
	bool shares = false;
	for (int i = 0; i < live->move_count; i++)
		shares = shares || !isnan(live->moves[i].prob);
	if (shares)
		printf("share: of the %s\n",
		       live->worlds_total ? "worlds in which it is the best move"
		       : live->mixed	  ? "mixed strategy of the mover"
					  : "simulations");
	for (const struct column *c = verb_search_columns_of(s); c->key != NULL;
	     c = column_after(c))
		printf("%s: %s\n", c->head, c->help);
}

/* The seat of --seat, else the mover. */
static bool
verb_search_read_seat(struct cli *cli, const struct match *m, int *seat)
{
	*seat = game_mover(&m->setup.game, &m->states[m->at]);
	if (*seat < 0)
		return status_fail(&cli->st, "search: the game is over, there is no move "
					     "to search");
	if (!cli->args.seat || setup_find_seat(&m->setup, cli->args.seat, seat, &cli->st))
		return true;
	status_prefix(&cli->st, "--seat");
	return false;
}

/* The other search of a difference, with its tree. */
struct second {
	struct player player;
	struct search search;
	struct inspect tree; /* open when there is a second search */
};

/* Runs it on the position of a job. False: cli->st says why there is no tree. */
static bool
open_second(struct cli *cli, const struct search_job *job, struct second *o)
{
	struct search_job other = *job;
	other.player = &o->player;
	if (!search_open(&o->search, &other, &cli->st))
		return false;
	search_run(&o->search);
	if (inspect_open(&o->tree, &o->search, &cli->st))
		return true;
	search_close(&o->search);
	return false;
}

static void
close_second(struct second *o)
{
	if (o->tree.nodes == 0)
		return;
	inspect_close(&o->tree);
	search_close(&o->search);
}

/* Opens the tree of --tree, as far as the flags want, beside that of a second search. */
static bool
verb_search_open_tree(struct cli *cli, struct search *s, struct second *o,
		      struct inspect *t)
{
	const struct args *a = &cli->args;
	if (!inspect_open_beside(t, s, o->tree.nodes > 0 ? &o->tree : NULL, &cli->st))
		return false;
	inspect_expand_all(t, a->tree_depth ? (int)a->tree_depth : TREE_DEPTH,
			   a->tree_nodes ? (int32_t)a->tree_nodes : TREE_NODES);
	return true;
}

static void
explain(const struct search *s, const struct player *p, struct text *out)
{
	const struct explanation e = { .game = s->game,
				       .root = &s->root,
				       .snap = &s->live,
				       .player = p->text,
				       .played = MOVE_NONE };
	explain_write(&e, out);
}

/* The sentences as an array. */
static json_t *
explain_json(const struct search *s, const struct player *p)
{
	struct text t = { 0 };
	char *rest = NULL;
	json_t *array = json_array();
	explain(s, p, &t);
	for (char *line = strtok_r(t.s, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		json_array_append_new(array, json_text(line));
	text_free(&t);
	return array;
}

static void
print_explained(const struct search *s, const struct player *p)
{
	struct text t = { 0 };
	explain(s, p, &t);
	printf("\n%s", t.s);
	text_free(&t);
}

bool
cli_check_tree(struct cli *cli)
{
	const struct args *a = &cli->args;
	if (a->tree == NULL && (a->tree_depth > 0 || a->tree_nodes > 0))
		return status_fail(&cli->st, "%s: expected --tree with it",
				   a->tree_depth > 0 ? "--tree-depth" : "--tree-nodes");
	if (a->tree == NULL || inspect_can_save(a->tree, &cli->st))
		return true;
	status_prefix(&cli->st, "--tree");
	return false;
}

bool
cli_print_tree(struct cli *cli, struct inspect *t, json_t *object)
{
	const char *file = cli->args.tree;
	const bool below = file != NULL && strcmp(file, "-") == 0,
		   inside = below && object != NULL;
	if (inside)
		json_object_set_new(object, "search_tree", inspect_to_json(t));
	if (object != NULL)
		json_print(object, stdout);
	if (below && !inside)
		putchar('\n');
	const bool ok = file == NULL || inside || inspect_save(t, file, &cli->st);
	inspect_close(t);
	return ok;
}

/* The result, and the tree in its file, below the table, or in the JSON object. */
static bool
verb_search_print_all(struct cli *cli, struct search *s, const struct match *m,
		      const struct player *p, struct second *o)
{
	struct inspect t = { 0 };
	if (cli->args.tree != NULL && !verb_search_open_tree(cli, s, o, &t))
		return false;
	if (!cli->args.json) {
		verb_search_print_search(cli->catalog, s, m, p);
		if (cli->args.explain)
			print_explained(s, p);
		return cli_print_tree(cli, &t, NULL);
	}
	json_t *object = search_json(s, m, p);
	if (o->tree.nodes > 0)
		json_object_set_new(object, "other_player", json_text(o->player.text));
	if (cli->args.explain)
		json_object_set_new(object, "explain", explain_json(s, p));
	return cli_print_tree(cli, &t, object);
}

/* False: a player has no tree that --tree could write. */
static bool
has_tree(struct cli *cli, const struct player *p)
{
	return cli->args.tree == NULL || p->part[0].ops->look != NULL ||
	       status_fail(&cli->st, "--tree: %s does not build a tree to look at",
			   p->part[0].ops->key);
}

/* Runs the search of a job and prints it; beside it that of a second -a. */
static int
verb_search_run_search(struct cli *cli, const struct match *m,
		       const struct search_job *job, struct second *o)
{
	static struct search s;
	const bool two = cli->args.players.count == 2;
	if (!has_tree(cli, job->player) || (two && !has_tree(cli, &o->player)))
		return CLI_USAGE;
	if (!search_open(&s, job, &cli->st))
		return CLI_USAGE;
	search_run(&s);
	struct text fault = { 0 };
	snapshot_add_fault(&s.live, false, &fault);
	if (fault.length > 0)
		fprintf(stderr, "plyscope: %s\n", fault.s);
	text_free(&fault);
	const bool ok = s.live.stop != STOP_FAILED &&
			(!two || open_second(cli, job, o)) &&
			verb_search_print_all(cli, &s, m, job->player, o);
	close_second(o);
	search_close(&s);
	if (!ok)
		return CLI_CANNOT;
	return atomic_load(&cli_interrupted) ? CLI_INTERRUPTED : CLI_DONE;
}

int
verb_search(struct cli *cli)
{
	static struct match m; /* for as long as the program runs */
	static struct player player;
	static struct second second;
	static struct channel channel;
	struct calibration calibration = { 0 };
	struct question q;
	int seat;
	cli_catch_interrupt();
	if (!cli_check_tree(cli) || !cli_given(cli, &m))
		return CLI_USAGE;
	if (!verb_search_read_seat(cli, &m, &seat))
		return game_mover(&m.setup.game, &m.states[m.at]) < 0 ? CLI_CANNOT
								      : CLI_USAGE;
	if (!cli_check_hand(cli, &m, m.at, seat) ||
	    !verb_search_read_player(cli, &m.setup.game, 0, &player) ||
	    (cli->args.players.count == 2 &&
	     !verb_search_read_player(cli, &m.setup.game, 1, &second.player)))
		return CLI_USAGE;
	if (!calibration_load(&calibration, &m.setup.game, &cli->st))
		calibration.stages = 0;
	calibration.by_hand = cli->args.hand_win;
	if (cli->st.failed)
		return CLI_CANNOT;
	channel_init(&channel);
	question_ask(&q, &m, m.at, seat);
	struct search_job job = question_job(&q, &player, &calibration);
	job.stop = &cli_interrupted;
	job.bounded = job.thorough = true;
	job.channel = &channel;
	job.keep = cli->args.tree != NULL;
	const int status = verb_search_run_search(cli, &m, &job, &second);
	question_close(&q);
	return status;
}

int
verb_perft(struct cli *cli)
{
	static struct match m; /* for as long as the program runs */
	static struct perft_result result;
	const struct args *a = &cli->args;
	int64_t depth = -1;
	const bool given = a->count == 2 && text_parse_count(a->word[1], &depth);
	if ((a->count > 0 || a->load) && (!given || depth < 0 || depth > 100)) {
		status_fail(&cli->st,
			    "perft: expected GAME DEPTH with a depth from 0 to 100");
		return CLI_USAGE;
	}
	if (!cli_given(cli, &m))
		return CLI_USAGE;
	struct perft_options options = { .game = &m.setup.game,
					 .root = &m.states[m.at],
					 .depth = (int)depth,
					 .progress = cli_progress() };
	cli_catch_interrupt();
	bool finished = perft_run(&options, &result);
	cli_progress_end();
	if (a->json) {
		json_print(perft_to_json(&options, &result, a->divide), stdout);
	} else {
		perft_print(&options, &result, a->divide, stdout);
	}
	if (finished)
		return CLI_DONE;
	status_fail(&cli->st,
		    "perft: interrupted, the count covers only part of the moves");
	return CLI_INTERRUPTED;
}
