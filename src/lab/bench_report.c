/* bench_report.c - the figures of bench.h as JSON and as tables. */
#include "src/lab/bench.h"

#include <math.h>

/* Per deal: nodes, milliseconds, and whether it was played out. */
static json_t *
bench_report_solve_to_json(const struct bench_solve *b)
{
	json_t *row = json_object(), *nodes = json_array(), *ms = json_array();
	json_t *solved = json_array();
	for (int k = 0; k < BENCH_DEALS; k++) {
		json_array_append_new(nodes, json_integer(b->nodes[k]));
		json_array_append_new(ms, json_real((double)b->elapsed_us[k] / 1000));
		json_array_append_new(solved, json_boolean(b->solved[k]));
	}
	json_object_set_new(row, "game", json_string(b->game));
	json_object_set_new(row, "player", json_string(b->player));
	json_object_set_new(row, "nodes", nodes);
	json_object_set_new(row, "elapsed_ms", ms);
	json_object_set_new(row, "solved", solved);
	return row;
}

static double
pair_speedup(const struct bench_pair *b)
{
	return (double)b->one_us / (double)b->two_us;
}

static json_t *
pair_to_json(const struct bench_pair *b)
{
	json_t *row = json_object();
	json_object_set_new(row, "game", json_string(b->game));
	json_object_set_new(row, "one", json_string(b->one));
	json_object_set_new(row, "two", json_string(b->two));
	json_object_set_new(row, "one_ms", json_real((double)b->one_us / 1000));
	json_object_set_new(row, "two_ms", json_real((double)b->two_us / 1000));
	json_object_set_new(row, "times", json_real(pair_speedup(b)));
	json_object_set_new(row, "goal", json_real(BENCH_TWICE));
	return row;
}

json_t *
bench_to_json(const struct bench_result *r)
{
	char signature[20];
	snprintf(signature, sizeof signature, "%016llx",
		 (unsigned long long)r->signature);
	json_t *j = json_object(), *games = json_object(), *players = json_object();
	json_object_set_new(j, "signature", json_string(signature));
	for (int i = 0; i < r->games; i++) {
		const struct bench_game *b = &r->game[i];
		json_t *row = json_object();
		json_object_set_new(row, "playouts_per_s",
				    json_real_or_null(b->playouts_per_s));
		json_object_set_new(row, "moves_per_s",
				    json_real_or_null(b->moves_per_s));
		json_object_set_new(row, "mean_plies", json_real_or_null(b->mean_plies));
		json_object_set_new(row, "perft_nodes_per_s",
				    json_real_or_null(b->perft_nodes_per_s));
		json_object_set_new(games, b->name, row);
	}
	for (int i = 0; i < r->players; i++) {
		const struct bench_player *b = &r->player[i];
		json_t *row = json_object();
		json_object_set_new(row, "game", json_string(b->game));
		json_object_set_new(row, "player", json_string(b->player));
		json_object_set_new(row, "nodes", json_integer(b->nodes));
		json_object_set_new(row, "nodes_per_s",
				    json_real_or_null(b->nodes_per_s));
		json_object_set_new(row, "simulations_per_s",
				    json_real_or_null(b->simulations_per_s));
		json_object_set_new(players, b->name, row);
	}
	json_t *reached = json_object(), *solves = json_object();
	for (int i = 0; i < r->goals; i++) {
		const struct bench_goal *b = &r->goal[i];
		json_t *row = json_object();
		json_object_set_new(row, "unit", json_string(b->unit));
		json_object_set_new(row, "goal", json_real_or_null(b->goal));
		json_object_set_new(row, "measured", json_real_or_null(b->measured));
		json_object_set_new(row, "at_most", json_boolean(b->at_most));
		char key[2 * BENCH_NAME];
		snprintf(key, sizeof key, "%s: %s", b->name, b->unit);
		json_object_set_new(reached, key, row);
	}
	for (int i = 0; i < r->solves; i++)
		json_object_set_new(solves, r->solve[i].name,
				    bench_report_solve_to_json(&r->solve[i]));
	json_t *pairs = json_object();
	for (int i = 0; i < r->pairs; i++)
		json_object_set_new(pairs, r->pair[i].name, pair_to_json(&r->pair[i]));
	json_object_set_new(j, "two_threads", pairs);
	json_object_set_new(j, "solves", solves);
	json_object_set_new(j, "goals", reached);
	json_object_set_new(j, "games", games);
	json_object_set_new(j, "players", players);
	json_object_set_new(j, "watching_cost", json_real_or_null(r->watching_cost));
	return j;
}

static void
print_solve(const struct bench_solve *b, FILE *out)
{
	fprintf(out, "%-42s", b->name);
	for (int k = 0; k < BENCH_DEALS; k++)
		fprintf(out, " %10lld %s%7.0f", (long long)b->nodes[k],
			b->solved[k] ? " " : ">", (double)b->elapsed_us[k] / 1000);
	fputc('\n', out);
}

/* How far a goal is reached: 1 and more, whichever way it is counted. */
static void
print_goal(const struct bench_goal *b, FILE *out)
{
	const int digits = b->goal < 100 ? 2 : 0;
	const double reached = b->at_most ? b->goal / b->measured : b->measured / b->goal;
	fprintf(out, "%-42s %s %13.*f %14.*f %5.2fx %s\n", b->name,
		b->at_most ? "<=" : ">=", digits, b->goal, digits, b->measured, reached,
		b->unit);
}

void
bench_print(const struct bench_result *r, FILE *out)
{
	fprintf(out, "%-34s %12s %12s %8s %14s\n", "game, random play", "playouts/s",
		"moves/s", "plies", "perft nodes/s");
	for (int i = 0; i < r->games; i++)
		fprintf(out, "%-34s %12.0f %12.0f %8.1f %14.0f\n", r->game[i].name,
			r->game[i].playouts_per_s, r->game[i].moves_per_s,
			r->game[i].mean_plies, r->game[i].perft_nodes_per_s);
	if (r->players > 0)
		fprintf(out, "\n%-42s %14s %14s\n", "search, one thread", "nodes/s",
			"simulations/s");
	for (int i = 0; i < r->players; i++)
		fprintf(out, "%-42s %14.0f %14.0f\n", r->player[i].name,
			r->player[i].nodes_per_s, r->player[i].simulations_per_s);
	if (r->solves > 0)
		fprintf(out, "\n%-42s %20s %20s %20s\n", "the last seven tricks",
			"deal 1  nodes     ms", "deal 2  nodes     ms",
			"deal 3  nodes     ms");
	for (int i = 0; i < r->solves; i++)
		print_solve(&r->solve[i], out);
	if (r->goals > 0)
		fprintf(out, "\n%-42s %16s %14s\n", "goal, one thread", "set",
			"measured");
	for (int i = 0; i < r->goals; i++)
		print_goal(&r->goal[i], out);
	if (r->pairs > 0)
		fprintf(out, "\n%-42s %13s %14s %s\n", "two threads against one",
			"one  ms", "two  ms", "times as fast");
	for (int i = 0; i < r->pairs; i++)
		fprintf(out, "%-42s %13.0f %14.0f %5.2f, goal %.2f\n", r->pair[i].name,
			(double)r->pair[i].one_us / 1000,
			(double)r->pair[i].two_us / 1000, pair_speedup(&r->pair[i]),
			BENCH_TWICE);
	if (!isnan(r->watching_cost))
		fprintf(out, "\nwatching a search costs %.1f %% of the nodes/s\n",
			100 * r->watching_cost);
	fprintf(out, "signature %016llx\n", (unsigned long long)r->signature);
}
