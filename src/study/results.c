/* results.c - how a person has done in the games saved here. See results.h. */
#include "src/study/results.h"

#include "src/core/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMES 2000 /* the newest that are read */

bool
results_totals(const struct game *g, const struct state *s,
	       int32_t total[static SEATS_MAX], bool *low)
{
	struct figure f[FIGURES_MAX];
	const int rows = game_figures(g, s, f);
	for (int k = 0; k < rows; k++)
		if (strcmp(f[k].name, "total") == 0) {
			memcpy(total, f[k].per_seat, sizeof f[k].per_seat);
			*low = f[k].lower_is_better;
			return true;
		}
	return false;
}

int
results_hand_end(const struct match *m, int ply, int at)
{
	const struct game *g = &m->setup.game;
	for (; ply <= at; ply++)
		if (ply > 0 && g->rules->settled(g, &m->states[ply]))
			return ply;
	return -1;
}

bool
results_moon(const struct game *g, const int32_t *before, const int32_t *after, int seat)
{
	const int32_t all = (int32_t)g->ops->penalties;
	const int32_t own = after[seat] - before[seat];
	bool shot = all > 0 && (own == 0 || own == -all);
	for (int i = 0; i < g->seats && shot; i++)
		shot = i == seat || after[i] - before[i] == own + all;
	return shot;
}

/* ------------------------------------------------------------------ reading */

/* The row of a kind and name, a new one at the end; once there is no room, one that nobody reads. */
static struct result *
row_of(struct result *row, int *count, const char *game, enum result_kind kind,
       const char *name)
{
	static struct result left_out;
	int i = 0;
	while (i < *count && (row[i].kind != kind || strcmp(row[i].game, game) != 0 ||
			      strcmp(row[i].name, name) != 0))
		i++;
	if (i == RESULTS)
		return &left_out;
	if (i == *count) {
		row[i] = (struct result){ .kind = kind };
		snprintf(row[i].game, sizeof row[i].game, "%s", game);
		snprintf(row[i].name, sizeof row[i].name, "%s", name);
		++*count;
	}
	return &row[i];
}

/* "2026-11-23": the Monday of a date's week. */
static void
week_of(const char *date, char out[static 40])
{
	struct tm day = { .tm_mday = 1 };
	sscanf(date, "%d-%d-%d", &day.tm_year, &day.tm_mon, &day.tm_mday);
	day.tm_year -= 1900;
	day.tm_mon--;
	timegm(&day); /* tells the day of the week */
	day.tm_mday -= (day.tm_wday + 6) % 7;
	timegm(&day);
	strftime(out, 40, "%Y-%m-%d", &day);
}

static void
add_hand(struct result *r, int points, bool moon, bool low)
{
	r->low = low;
	r->least = r->hands == 0 || points < r->least ? points : r->least;
	r->most = r->hands == 0 || points > r->most ? points : r->most;
	r->points += points;
	r->moons += moon;
	r->hands++;
}

/* Adds a game, hand by hand, to all its rows. */
static void
add_game(struct result *row, int *count, const struct match *m)
{
	const struct setup *s = &m->setup;
	const struct game *g = &s->game;
	struct result *to[SEATS_MAX + 2];
	int32_t before[SEATS_MAX] = { 0 }, after[SEATS_MAX];
	double points[SEATS_MAX];
	char week[40];
	int seat = 0, n = 0, place = 1;
	bool low = false;
	if (!match_over(m) && results_hand_end(m, 1, m->at) < 0)
		return;
	while (seat + 1 < g->seats && !s->seat[seat].human)
		seat++;
	to[n++] = row_of(row, count, g->ops->key, RESULT_ALL, "");
	for (int i = 0; i < g->seats; i++) {
		int same = 0; /* once for each kind of opponent */
		while (same < i && (same == seat || strcmp(setup_seat_word(s, same),
							   setup_seat_word(s, i)) != 0))
			same++;
		if (i != seat && same == i)
			to[n++] = row_of(row, count, g->ops->key, RESULT_AGAINST,
					 setup_seat_word(s, i));
	}
	week_of(m->date, week);
	to[n++] = row_of(row, count, g->ops->key, RESULT_WEEK, week);
	int ply = results_totals(g, &m->states[0], before, &low) ? 0 : m->at;
	while ((ply = results_hand_end(m, ply + 1, m->at)) >= 0 &&
	       results_totals(g, &m->states[ply], after, &low)) {
		const bool moon = results_moon(g, before, after, seat);
		for (int k = 0; k < n; k++)
			add_hand(to[k], after[seat] - before[seat], moon, low);
		memcpy(before, after, sizeof before);
	}
	if (!match_over(m))
		return;
	match_points(m, points);
	for (int i = 0; i < g->seats; i++)
		place += points[i] > points[seat];
	for (int k = 0; k < n; k++) {
		to[k]->games++;
		to[k]->places += place;
		to[k]->won += (int)(match_winners(m) >> seat & 1);
	}
}

/* By game, then by kind; the newest week first. */
static int
compare(const void *a, const void *b)
{
	const struct result *x = a, *y = b;
	const int by_game = strcmp(x->game, y->game);
	const int by_kind = (int)x->kind - (int)y->kind;
	return by_game != 0   ? by_game
	       : by_kind != 0 ? by_kind
			      : -strcmp(x->name, y->name);
}

int
results_read(struct store *db, const struct catalog *c, const char *game,
	     struct result out[static RESULTS], struct status *st)
{
	static struct store_row list[GAMES]; /* large; one thread asks */
	struct match m;
	int count = 0;
	const int n = store_list(db, game, false, list, GAMES, st);
	for (int i = 0; i < n; i++)
		if (list[i].persons == 1 && store_load(db, list[i].id, c, &m, NULL)) {
			add_game(out, &count, &m);
			match_close(&m);
		}
	qsort(out, (size_t)count, sizeof *out, compare);
	return n < 0 ? -1 : count;
}

/* ------------------------------------------------------------------ telling */

void
results_line(const struct result *r, char out[static RESULT_LINE])
{
	static const char *const heads[] = { "", "  against ", "  week of " };
	char name[64], hands[48] = "", games[32] = "";
	if (r == NULL) {
		snprintf(out, RESULT_LINE, "%-20s %s  %s", "",
			 "hands points  best worst moons", "games you won  place");
		return;
	}
	snprintf(name, sizeof name, "%s%s", heads[r->kind],
		 r->kind == RESULT_ALL ? r->game : r->name);
	if (r->hands > 0)
		snprintf(hands, sizeof hands, "%5d %6.1f %5d %5d %5d", r->hands,
			 (double)r->points / r->hands, r->low ? r->least : r->most,
			 r->low ? r->most : r->least, r->moons);
	if (r->games > 0)
		snprintf(games, sizeof games, "%6d %7d %6.1f", r->games, r->won,
			 (double)r->places / r->games);
	snprintf(out, RESULT_LINE, "%-20.20s %-30s %s", name, hands, games);
}

json_t *
results_json(const struct result *r, int count)
{
	static const char *const kinds[] = { "all", "against", "week" };
	json_t *array = json_array();
	for (int i = 0; i < count; i++, r++)
		json_array_append_new(
			array,
			json_pack("{s:s,s:s,s:o,s:i,s:f,s:i,s:i,s:i,s:i,s:i,s:f}", "game",
				  r->game, "of", kinds[r->kind], "name",
				  json_text(r->name), "hands", r->hands, "points",
				  r->hands > 0 ? (double)r->points / r->hands : 0.0,
				  "best", r->low ? r->least : r->most, "worst",
				  r->low ? r->most : r->least, "moons", r->moons, "games",
				  r->games, "won", r->won, "place",
				  r->games > 0 ? (double)r->places / r->games : 0.0));
	return array;
}
