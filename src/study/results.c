/* results.c - how a person has done in the games saved here. See results.h. */
#include "src/study/results.h"

#include "src/core/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RESULTS_GAMES 2000 /* the newest that are read */

bool
results_totals(const struct game *g, const struct state *s,
	       int32_t total[static SEATS_MAX], bool *low)
{
	struct figure f[FIGURES_MAX];
	const int rows = game_figures(g, s, f);
	for (int k = 0; k < rows; k++)
		if (strcmp(f[k].name, "total") == 0) {
			memcpy(total, f[k].per_seat, sizeof f[k].per_seat);
			if (low != NULL)
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

struct results {
	struct result *row;
	int count, room;
};

/* The row of a kind and name, a new one at the end; NULL: no memory. */
static struct result *
results_row(struct results *all, const char *game, enum result_kind kind,
	    const char *name)
{
	for (int i = 0; i < all->count; i++)
		if (all->row[i].kind == kind && strcmp(all->row[i].game, game) == 0 &&
		    strcmp(all->row[i].name, name) == 0)
			return &all->row[i];
	if (all->count == all->room) {
		const int room = 2 * all->room + 32;
		struct result *more = realloc(all->row, (size_t)room * sizeof *more);
		if (more == NULL)
			return NULL;
		all->row = more;
		all->room = room;
	}
	struct result *r = &all->row[all->count++];
	*r = (struct result){ .kind = kind };
	snprintf(r->game, sizeof r->game, "%s", game);
	snprintf(r->name, sizeof r->name, "%s", name);
	return r;
}

static void
add_result(struct result *to, const struct result *r, bool low)
{
	const bool first = to->hands == 0;
	if (r->hands > 0) {
		to->best = first || (low ? r->best < to->best : r->best > to->best)
				   ? r->best
				   : to->best;
		to->worst = first || (low ? r->worst > to->worst : r->worst < to->worst)
				    ? r->worst
				    : to->worst;
	}
	to->hands += r->hands;
	to->points += r->points;
	to->moons += r->moons;
	to->games += r->games;
	to->won += r->won;
	to->places += r->places;
}

/* One game's own sums, hand by hand. */
static struct result
result_of(const struct match *m, int seat, bool *low)
{
	const struct game *g = &m->setup.game;
	int32_t before[SEATS_MAX] = { 0 }, after[SEATS_MAX];
	struct result sum = { 0 };
	*low = false;
	if (results_totals(g, &m->states[0], before, low))
		for (int ply = results_hand_end(m, 1, m->at); ply >= 0;
		     ply = results_hand_end(m, ply + 1, m->at)) {
			results_totals(g, &m->states[ply], after, NULL);
			const int points = after[seat] - before[seat];
			add_result(&sum,
				   &(struct result){ .hands = 1,
						     .best = points,
						     .worst = points,
						     .points = points,
						     .moons = results_moon(g, before,
									   after, seat) },
				   *low);
			memcpy(before, after, sizeof before);
		}
	if (match_over(m)) {
		double points[SEATS_MAX];
		match_points(m, points);
		sum.games = 1;
		sum.places = 1;
		for (int i = 0; i < g->seats; i++)
			sum.places += points[i] > points[seat];
		sum.won = match_winners(m) >> seat & 1;
	}
	return sum;
}

/* "2026-11-23": the Monday of a date's week. */
static void
week_of(const char *date, char out[static 40])
{
	struct tm day = { 0 };
	*out = '\0';
	if (sscanf(date, "%d-%d-%d", &day.tm_year, &day.tm_mon, &day.tm_mday) != 3)
		return;
	day.tm_year -= 1900;
	day.tm_mon--;
	timegm(&day); /* tells the day of the week */
	day.tm_mday -= (day.tm_wday + 6) % 7;
	timegm(&day);
	strftime(out, 40, "%Y-%m-%d", &day);
}

/* False: no memory. */
static bool
add_game(struct results *all, const struct match *m)
{
	const struct setup *s = &m->setup;
	const char *game = s->game.ops->key;
	char week[40];
	int seat = 0;
	bool low;
	while (seat < s->game.seats && !s->seat[seat].human)
		seat++;
	if (seat == s->game.seats)
		return true;
	const struct result sum = result_of(m, seat, &low);
	if (sum.hands + sum.games == 0)
		return true;
	week_of(m->date, week);
	struct result *row = results_row(all, game, RESULT_ALL, "");
	if (row != NULL)
		add_result(row, &sum, low);
	for (int i = 0; row != NULL && i < s->game.seats; i++) {
		bool again = i == seat;
		for (int k = 0; k < i; k++)
			again = again ||
				strcmp(setup_seat_word(s, k), setup_seat_word(s, i)) == 0;
		if (!again && (row = results_row(all, game, RESULT_AGAINST,
						 setup_seat_word(s, i))) != NULL)
			add_result(row, &sum, low);
	}
	if (row != NULL && (row = results_row(all, game, RESULT_WEEK, week)) != NULL)
		add_result(row, &sum, low);
	return row != NULL;
}

/* By game, then by kind; else as they came. */
static int
compare_results(const void *a, const void *b)
{
	const struct result *x = a, *y = b;
	const int by_game = strcmp(x->game, y->game);
	return by_game != 0	    ? by_game
	       : x->kind != y->kind ? (int)x->kind - (int)y->kind
				    : -strcmp(x->name, y->name);
}

int
results_read(struct store *db, const struct catalog *c, const char *game,
	     struct result **out, struct status *st)
{
	static struct match m;
	struct store_row *list = calloc(RESULTS_GAMES, sizeof *list);
	struct results all = { 0 };
	const int n =
		list != NULL ? store_list(db, game, false, list, RESULTS_GAMES, st) : -1;
	bool room = list != NULL;
	for (int i = 0; i < n && room; i++) {
		if (list[i].persons != 1 || !store_load(db, list[i].id, c, &m, NULL))
			continue;
		room = add_game(&all, &m);
		match_close(&m);
	}
	free(list);
	*out = all.row;
	if (!room)
		status_fail(st, "not enough memory for the results");
	if (all.count > 0)
		qsort(all.row, (size_t)all.count, sizeof *all.row, compare_results);
	return n < 0 || !room ? -1 : all.count;
}

/* ------------------------------------------------------------------ telling */

void
results_head(char out[static RESULT_LINE])
{
	snprintf(out, RESULT_LINE, "%-20s %5s %6s %5s %5s %5s %6s %7s %6s", "", "hands",
		 "points", "best", "worst", "moons", "games", "you won", "place");
}

void
results_line(const struct result *r, char out[static RESULT_LINE])
{
	static const char *const heads[RESULT_KINDS] = { "", "  against ", "  week of " };
	char name[64], hands[48] = "", games[32] = "";
	snprintf(name, sizeof name, "%s%s", heads[r->kind],
		 r->kind == RESULT_ALL ? r->game : r->name);
	if (r->hands > 0)
		snprintf(hands, sizeof hands, "%5d %6.1f %5d %5d %5d", r->hands,
			 r->points / r->hands, r->best, r->worst, r->moons);
	if (r->games > 0)
		snprintf(games, sizeof games, "%6d %7d %6.1f", r->games, r->won,
			 r->places / r->games);
	snprintf(out, RESULT_LINE, "%-20.20s %-30s %s", name, hands, games);
}

json_t *
results_json(const struct result *r, int count)
{
	static const char *const kinds[RESULT_KINDS] = { "all", "against", "week" };
	json_t *array = json_array();
	for (int i = 0; i < count; i++, r++) {
		json_t *row =
			json_pack("{s:s,s:s,s:o,s:i,s:i,s:i}", "game", r->game, "of",
				  kinds[r->kind], "name", json_text(r->name), "hands",
				  r->hands, "games", r->games, "won", r->won);
		if (r->hands > 0)
			json_object_update_new(row,
					       json_pack("{s:f,s:i,s:i,s:i}", "points",
							 r->points / r->hands, "best",
							 r->best, "worst", r->worst,
							 "moons", r->moons));
		if (r->games > 0)
			json_object_set_new(row, "place",
					    json_real(r->places / r->games));
		json_array_append_new(array, row);
	}
	return array;
}
