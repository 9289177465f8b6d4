/* perft.c - counts move sequences by walking all of them. The last ply is counted by the
 * number of moves, not by making them. */
#include "src/lab/perft.h"

#include "src/base/clock.h"

#define WATCHED 3 /* nodes this deep look whether to stop: thousands a second */

/* A count that was stopped is not printed. */
static int64_t
perft_count(const struct perft_options *o, const struct state *s, int depth)
{
	const struct game *g = o->game;
	if (depth == 0)
		return 1;
	const int seat = game_mover(g, s);
	if (seat < 0 || g->rules->settled(g, s))
		return 0;
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m);
	if (depth == 1)
		return n;
	if (depth >= WATCHED && progress_stopped(&o->progress))
		return 0;
	int64_t sum = 0;
	struct state child;
	for (int i = 0; i < n; i++) {
		g->rules->play(g, s, seat, m[i], &child);
		sum += perft_count(o, &child, depth - 1);
	}
	return sum;
}

bool
perft_run(const struct perft_options *o, struct perft_result *r)
{
	const struct game *g = o->game;
	const int64_t began = clock_now_us();
	r->depth = o->depth;
	r->nodes = o->depth == 0;
	r->count = 0;
	r->elapsed_us = 0;
	const int seat = game_mover(g, o->root);
	if (o->depth == 0 || seat < 0 || g->rules->settled(g, o->root))
		return true;
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, o->root, seat, m);
	bool whole = true;
	for (int i = 0; i < n && whole; i++) {
		struct state child;
		g->rules->play(g, o->root, seat, m[i], &child);
		const int64_t below = perft_count(o, &child, o->depth - 1);
		if (progress_stopped(&o->progress) && o->depth > WATCHED) {
			whole = false;
			break;
		}
		r->line[r->count++] = (struct perft_line){ m[i], below };
		r->nodes += below;
		whole = progress_report(&o->progress, i + 1, n, "root moves") ||
			i + 1 == n;
	}
	r->elapsed_us = clock_now_us() - began;
	return whole;
}

static void
perft_format_line(const struct perft_options *o, const struct perft_line *line, char *out)
{
	const struct game *g = o->game;
	g->text->format_move(g, o->root, game_mover(g, o->root), line->m, out, MOVE_TEXT);
}

json_t *
perft_to_json(const struct perft_options *o, const struct perft_result *r, bool divide)
{
	json_t *j = json_object();
	json_object_set_new(j, "game", json_string(o->game->ops->key));
	json_object_set_new(j, "depth", json_integer(r->depth));
	json_object_set_new(j, "nodes", json_integer(r->nodes));
	json_object_set_new(j, "elapsed_ms",
			    json_real_or_null((double)r->elapsed_us / 1000));
	if (!divide)
		return j;
	json_t *lines = json_object();
	for (int i = 0; i < r->count; i++) {
		char text[MOVE_TEXT];
		perft_format_line(o, &r->line[i], text);
		json_object_set_new(lines, text, json_integer(r->line[i].nodes));
	}
	json_object_set_new(j, "divide", lines);
	return j;
}

void
perft_print(const struct perft_options *o, const struct perft_result *r, bool divide,
	    FILE *out)
{
	for (int i = 0; divide && i < r->count; i++) {
		char text[MOVE_TEXT];
		perft_format_line(o, &r->line[i], text);
		fprintf(out, "%-16s %14lld\n", text, (long long)r->line[i].nodes);
	}
	const double s = (double)r->elapsed_us / 1e6;
	fprintf(out, "depth %d  nodes %lld  time %.3f s", r->depth, (long long)r->nodes,
		s);
	if (s > 0)
		fprintf(out, "  %.1f M nodes/s", (double)r->nodes / s / 1e6);
	fprintf(out, "\n");
}
