/*
 * match_lines.c - other courses of the same game, kept when a move is taken back and another one is
 * played. See match.h.
 *
 * A line has all its plies from the start of the game, so that it stays whole whatever happens to the
 * game or to other lines; together they are a tree, whose branches begin where plies differ. Memory:
 * the plies of MATCH_LINES games at most, no states.
 */
#include "src/core/match.h"

#include <stdlib.h>
#include <string.h>

static bool
same_ply(const struct match_ply *a, const struct match_ply *b)
{
	return a->seat == b->seat && a->m == b->m;
}

/* Plies that two courses have in common from the start. */
static int
common_plies(const struct match_ply *a, int n, const struct match_ply *b, int count)
{
	int k = 0;
	while (k < n && k < count && same_ply(&a[k], &b[k]))
		k++;
	return k;
}

/* Takes a line from the list; the caller frees its plies. */
static struct match_line
take_out_line(struct match *m, int k)
{
	const struct match_line l = m->lines[k];
	m->line_count--;
	memmove(&m->lines[k], &m->lines[k + 1],
		(size_t)(m->line_count - k) * sizeof *m->lines);
	return l;
}

static void
remove_line(struct match *m, int k)
{
	free(take_out_line(m, k).plies);
}

void
match_add_line(struct match *m, const struct match_ply *plies, int count)
{
	for (int k = m->line_count - 1; k >= 0; k--) {
		const struct match_line *l = &m->lines[k];
		const int common = common_plies(l->plies, l->count, plies, count);
		if (common == count)
			return; /* it is part of that line */
		if (common == l->count)
			remove_line(m, k); /* which is part of this one */
	}
	if (m->line_count == MATCH_LINES)
		remove_line(m, 0);
	struct match_line *lines =
		realloc(m->lines, (size_t)(m->line_count + 1) * sizeof *lines);
	struct match_ply *copy = malloc((size_t)count * sizeof *copy);
	if (lines == NULL || copy == NULL)
		BUG("out of memory for a line of %d plies", count);
	memcpy(copy, plies, (size_t)count * sizeof *copy);
	m->lines = lines;
	m->lines[m->line_count++] = (struct match_line){ copy, count };
}

void
match_drop_lines(struct match *m)
{
	for (int k = m->line_count - 1; k >= 0; k--)
		if (match_line_from(m, k) == m->lines[k].count)
			remove_line(m, k);
}

void
match_copy_lines(struct match *out, const struct match *m)
{
	out->lines = NULL;
	out->line_count = 0;
	for (int k = 0; k < m->line_count; k++)
		match_add_line(out, m->lines[k].plies, m->lines[k].count);
}

void
match_close_lines(struct match *m)
{
	while (m->line_count > 0)
		remove_line(m, m->line_count - 1);
	free(m->lines);
	m->lines = NULL;
}

int
match_line_from(const struct match *m, int line)
{
	const struct match_line *l = &m->lines[line];
	return common_plies(m->plies, m->count, l->plies, l->count);
}

void
match_take_line(struct match *m, int line)
{
	const int from = match_line_from(m, line);
	const struct match_line l = take_out_line(m, line);
	match_add_line(m, m->plies, m->count);
	m->at = m->count = from;
	for (int k = from; k < l.count; k++) {
		match_push(m, l.plies[k].seat, l.plies[k].m, l.plies[k].comment);
		m->plies[k] = l.plies[k];
	}
	m->assisted = true;
	free(l.plies);
}
