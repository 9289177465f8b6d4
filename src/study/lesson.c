/* lesson.c - reading lessons and playing them. See lesson.h. */
#include "src/study/lesson.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/core/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const lesson_levels[LESSON_LEVELS] = { "start", "easy", "medium", "hard" };

/* ---- reading ---- */

struct lesson_reading {
	struct lesson *l;
	const struct catalog *catalog;
	bool game; /* [lesson] game= was there */
	char *position, *seat;
	int position_line, moves_line, seat_line, player_line, line;
	char *player;
};

static char *
copy(const char *text)
{
	char *s = strdup(text);
	if (s == NULL)
		BUG("not enough memory for a lesson");
	return s;
}

static void
lesson_keep(char **at, const char *text)
{
	free(*at);
	*at = copy(text);
}

static bool
set_game(struct lesson_reading *r, const char *value, struct status *st)
{
	r->game = true;
	return setup_named(&r->l->setup, r->catalog, value, st);
}

static bool
lesson_set_option(struct lesson_reading *r, const char *value, struct status *st)
{
	if (setup_variants(&r->l->setup, r->catalog, value, st))
		return true;
	status_prefix(st, "option");
	return false;
}

static bool
set_order(int *order, const char *value, struct status *st)
{
	int64_t n;
	if (!text_parse_count(value, &n) || n < 1 || n >= LESSON_UNORDERED)
		return status_fail(st,
				   "order: expected a number from 1 to %d, not \"%.60s\"",
				   LESSON_UNORDERED - 1, value);
	*order = (int)n;
	return true;
}

static bool
set_seed(struct lesson_reading *r, const char *value, struct status *st)
{
	int64_t seed;
	if (!text_parse_count(value, &seed) || seed < 0)
		return status_fail(st, "seed: expected a whole number, not \"%.60s\"",
				   value);
	r->l->seed = r->l->setup.seed = (uint64_t)seed;
	return true;
}

static bool
set_step(struct lesson_reading *r, const char *value, struct status *st)
{
	for (int i = 0; i < STEP_UNITS; i++)
		if (strcmp(value, step_unit_names[i]) == 0) {
			r->l->unit = (enum step_unit)i;
			return true;
		}
	return status_fail(st,
			   "step: expected node, iteration, simulation or world, not "
			   "\"%.60s\"",
			   value);
}

static bool
set_level(struct lesson *l, const char *value, struct status *st)
{
	for (int i = 0; i < LESSON_LEVELS; i++)
		if (strcmp(value, lesson_levels[i]) == 0) {
			l->level = (enum lesson_level)i;
			return true;
		}
	return status_fail(st,
			   "level: expected start, easy, medium or hard, not \"%.60s\"",
			   value);
}

static bool
set_picture(struct lesson *l, const char *value, struct status *st)
{
	l->board = strcmp(value, "board") == 0;
	return l->board || strcmp(value, "tree") == 0 ||
	       status_fail(st, "picture: expected board or tree, not \"%.60s\"", value);
}

static bool
lesson_entry(struct lesson_reading *r, const char *key, const char *value, int line,
	     struct status *st)
{
	struct lesson *l = r->l;
	if (strcmp(key, "title") == 0)
		return lesson_keep(&l->title, value), true;
	if (strcmp(key, "about") == 0)
		return lesson_keep(&l->about, value), true;
	if (strcmp(key, "order") == 0)
		return set_order(&l->order, value, st);
	if (strcmp(key, "level") == 0)
		return set_level(l, value, st);
	if (strcmp(key, "picture") == 0)
		return set_picture(l, value, st);
	if (strcmp(key, "game") == 0)
		return set_game(r, value, st);
	if (!r->game)
		return status_fail(st, "%s before game: the game comes first", key);
	if (strcmp(key, "option") == 0)
		return lesson_set_option(r, value, st);
	if (strcmp(key, "seed") == 0)
		return set_seed(r, value, st);
	if (strcmp(key, "step") == 0)
		return set_step(r, value, st);
	if (strcmp(key, "position") == 0)
		return r->position_line = line, lesson_keep(&r->position, value), true;
	if (strcmp(key, "moves") == 0)
		return r->moves_line = line, lesson_keep(&l->moves, value), true;
	if (strcmp(key, "seat") == 0)
		return r->seat_line = line, lesson_keep(&r->seat, value), true;
	if (strcmp(key, "player") == 0)
		return r->player_line = line, lesson_keep(&r->player, value), true;
	return status_fail(st,
			   "unknown key \"%s\" in [lesson]; expected title, about, "
			   "order, level, picture, game, option, position, moves, seat, "
			   "player, seed or step",
			   key);
}

/* Every {figure} of a text must be one. */
static bool
check_figures(const char *text, const struct catalog *c, struct status *st)
{
	for (const char *open; (open = strchr(text, '{')) != NULL;) {
		const char *end = strchr(open, '}');
		if (end == NULL)
			return status_fail(st, "'{' without '}'");
		char figure[200];
		snprintf(figure, sizeof figure, "%.*s", (int)(end - open - 1), open + 1);
		if (!lesson_figure_known(figure, c))
			return status_fail(st,
					   "{%s} is not a figure; plyscope-formats(5) "
					   "lists them",
					   figure);
		text = end + 1;
	}
	return true;
}

static bool
add_stop(struct lesson *l, const char *value, int line, struct status *st)
{
	int64_t at = 0;
	if (strcmp(value, "end") != 0 && (!text_parse_count(value, &at) || at < 1))
		return status_fail(st,
				   "at: expected a step from 1, or end, not \"%.60s\"",
				   value);
	if (l->stops == LESSON_STOPS)
		return status_fail(st, "more than %d stops", LESSON_STOPS);
	struct lesson_stop *s = &l->stop[l->stops++];
	*s = (struct lesson_stop){ .line = line, .at = at };
	s->show = copy("");
	s->text = copy("");
	s->question = copy("");
	s->answer = copy("");
	s->check = copy("");
	return true;
}

static bool
stop_entry(struct lesson_reading *r, const char *key, const char *value, int line,
	   struct status *st)
{
	struct lesson *l = r->l;
	if (strcmp(key, "at") == 0)
		return add_stop(l, value, line, st);
	if (l->stops == 0)
		return status_fail(st, "%s before at: a stop begins with its step", key);
	struct lesson_stop *s = &l->stop[l->stops - 1];
	if (strcmp(key, "show") == 0)
		return lesson_keep(&s->show, value), true;
	if (strcmp(key, "expect") == 0) {
		if (s->expects == LESSON_EXPECT)
			return status_fail(st, "more than %d times expect",
					   LESSON_EXPECT);
		if (strstr(value, " = ") == NULL ||
		    !lesson_figure_known(value, r->catalog))
			return status_fail(
				st, "expect: expected FIGURE = TEXT, not \"%.60s\"",
				value);
		s->expect_line[s->expects] = line;
		s->expect[s->expects++] = copy(value);
		return true;
	}
	if (strcmp(key, "check") == 0) {
		s->check_line = line;
		return lesson_figure_known(value, r->catalog)
			       ? (lesson_keep(&s->check, value), true)
			       : status_fail(st,
					     "check: expected a figure, not \"%.60s\"",
					     value);
	}
	char **at = strcmp(key, "text") == 0	   ? &s->text
		    : strcmp(key, "question") == 0 ? &s->question
		    : strcmp(key, "answer") == 0   ? &s->answer
						   : NULL;
	if (at == NULL)
		return status_fail(
			st,
			"unknown key \"%s\" in [stop]; expected at, show, text, "
			"question, answer, check or expect",
			key);
	lesson_keep(at, value);
	return check_figures(value, r->catalog, st);
}

/* Moves and player are checked when the match is made. */
static bool
play_entry(struct lesson *l, const char *key, const char *value, int line,
	   struct status *st)
{
	struct lesson_play *p = &l->play;
	char **at = strcmp(key, "text") == 0	 ? &p->text
		    : strcmp(key, "moves") == 0	 ? &p->moves
		    : strcmp(key, "others") == 0 ? &p->others
		    : strcmp(key, "seat") == 0	 ? &p->seat
						 : NULL;
	int64_t seed;
	p->line = p->line > 0 ? p->line : line;
	if (at != NULL)
		return lesson_keep(at, value), true;
	if (strcmp(key, "seed") != 0)
		return status_fail(st,
				   "unknown key \"%s\" in [play]; expected text, seed, "
				   "moves, seat or others",
				   key);
	if (!text_parse_count(value, &seed) || seed < 0)
		return status_fail(st, "seed: expected a whole number, not \"%.60s\"",
				   value);
	p->seed = (uint64_t)seed;
	return true;
}

static bool
entry(void *user, const char *section, const char *key, const char *value, int line,
      struct status *st)
{
	struct lesson_reading *r = user;
	r->line = line;
	if (strcmp(section, "lesson") == 0)
		return lesson_entry(r, key, value, line, st);
	if (strcmp(section, "stop") == 0)
		return stop_entry(r, key, value, line, st);
	if (strcmp(section, "play") == 0)
		return play_entry(r->l, key, value, line, st);
	return status_fail(st,
			   "unknown section [%.40s]; expected [lesson], [stop] or [play]",
			   section);
}

/* Plays the words of a list as moves of the seat that is to move each time. */
static bool
lesson_play_moves(struct match *m, const char *moves, struct status *st)
{
	const struct game *g = &m->setup.game;
	char word[MOVE_TEXT];
	for (const char *p = moves + strspn(moves, " "); *p != '\0';
	     p += strspn(p, " ")) {
		const int n = (int)strcspn(p, " ");
		const int seat = game_mover(g, &m->states[m->at]);
		move mv;
		snprintf(word, sizeof word, "%.*s", n, p);
		p += n;
		if (seat < 0)
			return status_fail(st, "%s: the game is over before it", word);
		if (!g->text->parse_move(g, &m->states[m->at], seat, word, &mv, st) ||
		    !match_play(m, seat, mv, "", st))
			return false;
	}
	return true;
}

/* The whole position of the lesson, then what the seat may know of it. */
static bool
lesson_set_root(struct lesson_reading *r, struct status *st)
{
	struct lesson *l = r->l;
	const struct game *g = &l->setup.game;
	struct state root;
	struct match m = { 0 };
	match_open(&m, &l->setup);
	const bool ok = lesson_play_moves(&m, l->moves, st);
	match_view_at(&m, m.at, SEAT_ALL, &root);
	match_close(&m);
	if (!ok) {
		status_prefix(st, "%s:%d: moves", l->path, r->moves_line);
		return false;
	}
	if (r->position != NULL) {
		root = (struct state){ 0 };
		if (!g->text->parse_position(g, r->position, &root, st)) {
			status_prefix(st, "%s:%d: position", l->path, r->position_line);
			return false;
		}
	}
	l->viewer = game_mover(g, &root);
	if (r->seat != NULL && !setup_find_seat(&l->setup, r->seat, &l->viewer, st)) {
		status_prefix(st, "%s:%d: seat", l->path, r->seat_line);
		return false;
	}
	if (l->viewer < 0)
		return status_fail(st, "%s: no seat is to move in this position",
				   l->path);
	if (r->position != NULL && !game_knows_hand(g, &root, l->viewer, st)) {
		status_prefix(st, "%s:%d: position", l->path, r->position_line);
		return false;
	}
	game_view(g, &root, l->viewer, &l->root);
	return true;
}

static bool
lesson_finish(struct lesson_reading *r, struct status *st)
{
	struct lesson *l = r->l;
	if (!r->game)
		return status_fail(st, "%s: [lesson] has no game", l->path);
	if (l->title == NULL || r->player == NULL)
		return status_fail(st, "%s: [lesson] needs a title and a player",
				   l->path);
	if (l->stops == 0)
		return status_fail(st, "%s: no [stop]", l->path);
	if (!player_parse(&l->player, r->player, r->catalog, &l->setup.game, st)) {
		status_prefix(st, "%s:%d: player", l->path, r->player_line);
		return false;
	}
	if (l->about == NULL)
		l->about = copy("");
	if (l->play.seed == 0)
		l->play.seed = l->seed;
	return lesson_set_root(r, st);
}

bool
lesson_load(struct lesson *l, const char *name, const struct catalog *c,
	    struct status *st)
{
	struct lesson_reading r = { .l = l, .catalog = c };
	*l = (struct lesson){ .order = LESSON_UNORDERED,
			      .level = LESSON_HARD,
			      .seed = 1 };
	if (!asset_given("lessons", name, l->path, sizeof l->path))
		return !asset_find("lessons", l->path, sizeof l->path)
			       ? asset_missing("lessons", st)
			       : status_fail(st,
					     "no lesson \"%.60s\"; `plyscope lesson` "
					     "lists them",
					     name);
	l->moves = copy("");
	l->play = (struct lesson_play){ .text = copy(""),
					.moves = copy(""),
					.others = copy("hard"),
					.seat = copy("") };
	const bool ok = inifile_read(l->path, entry, &r, st) && lesson_finish(&r, st);
	free(r.position);
	free(r.seat);
	free(r.player);
	if (!ok)
		lesson_free(l);
	return ok;
}

void
lesson_free(struct lesson *l)
{
	for (int i = 0; i < l->stops; i++) {
		struct lesson_stop *s = &l->stop[i];
		free(s->show);
		free(s->text);
		free(s->question);
		free(s->answer);
		free(s->check);
		for (int k = 0; k < s->expects; k++)
			free(s->expect[k]);
	}
	free(l->title);
	free(l->about);
	free(l->moves);
	free(l->play.text);
	free(l->play.moves);
	free(l->play.others);
	free(l->play.seat);
	*l = (struct lesson){ 0 };
}

/* ---- the list ---- */

struct lesson_place {
	int order;
	char name[64];
};

static bool
order_entry(void *user, const char *section, const char *key, const char *value, int line,
	    struct status *st)
{
	return strcmp(section, "lesson") != 0 || strcmp(key, "order") != 0 ||
	       set_order(user, value, st);
}

static int
lesson_by_order(const void *a, const void *b)
{
	const struct lesson_place *p = a, *q = b;
	return p->order != q->order ? p->order - q->order : strcmp(p->name, q->name);
}

int
lesson_names(char (*out)[64], int max)
{
	char asset[80], path[512];
	struct lesson_place *place = calloc((size_t)max, sizeof *place);
	if (place == NULL)
		BUG("not enough memory for a list of lessons");
	const int n = asset_names("lessons", out, max);
	for (int i = 0; i < n; i++) {
		struct status unread = { 0 }; /* errors are reported when it is opened */
		place[i].order = LESSON_UNORDERED;
		snprintf(place[i].name, sizeof place[i].name, "%s", out[i]);
		snprintf(asset, sizeof asset, "lessons/%s.ini", out[i]);
		if (asset_find(asset, path, sizeof path))
			inifile_read(path, order_entry, &place[i].order, &unread);
	}
	qsort(place, (size_t)n, sizeof *place, lesson_by_order);
	for (int i = 0; i < n; i++)
		snprintf(out[i], sizeof out[i], "%s", place[i].name);
	free(place);
	return n;
}

/* ---- a position to play ---- */

bool
lesson_match(const struct lesson *l, const struct catalog *c, struct match *out,
	     struct status *st)
{
	struct setup setup = l->setup;
	const struct lesson_play *p = &l->play;
	int person = l->viewer;
	bool ok = p->seat[0] == '\0' || setup_find_seat(&setup, p->seat, &person, st);
	for (int i = 0; ok && i < setup.game.seats; i++)
		ok = setup_player(&setup, c, i, i == person ? "human" : p->others, st);
	if (ok) {
		setup.seed = p->seed;
		match_open(out, &setup);
		ok = lesson_play_moves(out, p->moves[0] != '\0' ? p->moves : l->moves,
				       st);
		if (!ok)
			match_close(out);
	}
	if (!ok)
		status_prefix(st, "%s:%d: [play]", l->path, p->line);
	return ok;
}

/* ---- playing ---- */

/* "value W 7d = 11": what the figure says must be the text. */
static bool
lesson_check(struct lesson_run *r, const struct lesson_stop *s, int k, struct status *st)
{
	char figure[200];
	const char *sign = strstr(s->expect[k], " = ");
	struct text shown = { 0 };
	snprintf(figure, sizeof figure, "%.*s", (int)(sign - s->expect[k]), s->expect[k]);
	bool ok = lesson_figure(r, figure, &shown, st);
	if (ok && strcmp(shown.s, sign + 3) != 0)
		ok = status_fail(st, "expected %s, the search shows %s", s->expect[k],
				 shown.s);
	text_free(&shown);
	if (!ok)
		status_prefix(st, "%s:%d", r->lesson->path, s->expect_line[k]);
	return ok;
}

/* Goes to a stop; checks what it expects. False: FILE:LINE, and what the search shows. */
static bool
lesson_go_to(struct lesson_run *r, int stop, struct status *st)
{
	const struct lesson_stop *s = &r->lesson->stop[stop];
	r->at = stop;
	r->answered = false;
	const int64_t at = s->at == 0 ? r->stepper.last : s->at;
	if (at > r->stepper.last)
		return status_fail(st, "%s:%d: at: the search has only %lld steps",
				   r->lesson->path, s->line, (long long)r->stepper.last);
	if (!stepper_go(&r->stepper, at, st))
		return false;
	r->node = inspect_at(&r->stepper.tree, s->show);
	if (r->node < 0)
		return status_fail(st, "%s:%d: show: the tree has no node \"%s\" here",
				   r->lesson->path, s->line, s->show);
	for (int k = 0; k < s->expects; k++)
		if (!lesson_check(r, s, k, st))
			return false;
	return true;
}

bool
lesson_start(struct lesson_run *r, const struct lesson *l, struct status *st)
{
	*r = (struct lesson_run){ .lesson = l };
	const struct question q = { .game = &l->setup.game,
				    .root = l->root,
				    .viewer = l->viewer,
				    .seed = l->seed };
	if (!stepper_open(&r->stepper, &q, &l->player, NULL, st))
		return false;
	if ((l->unit == r->stepper.unit || stepper_set_unit(&r->stepper, l->unit, st)) &&
	    lesson_go_to(r, 0, st))
		return true;
	lesson_end(r);
	return false;
}

void
lesson_end(struct lesson_run *r)
{
	stepper_close(&r->stepper);
}

bool
lesson_next(struct lesson_run *r, struct status *st)
{
	if (!r->answered && r->lesson->stop[r->at].answer[0] != '\0') {
		r->answered = true;
		return true;
	}
	return r->at + 1 < r->lesson->stops && lesson_go_to(r, r->at + 1, st);
}

/* Skips the sign of a bound. */
static const char *
behind_sign(const char *figure)
{
	return figure + strspn(figure, "<>=~ ");
}

/* As words, or as numbers to two decimals. */
static bool
says(const char *typed, const char *figure)
{
	char *typed_end, *figure_end;
	if (strcasecmp(typed, figure) == 0)
		return true;
	typed = behind_sign(typed);
	figure = behind_sign(figure);
	const double a = strtod(typed, &typed_end), b = strtod(figure, &figure_end);
	return typed_end != typed && figure_end != figure &&
	       strspn(typed_end, " .%") == strlen(typed_end) &&
	       (a == b || fabs(a - b) < 0.00501);
}

bool
lesson_try(struct lesson_run *r, const char *typed, bool *right, struct status *st)
{
	const struct lesson_stop *s = &r->lesson->stop[r->at];
	char line[100];
	struct text figure = { 0 };
	if (s->check[0] == '\0')
		return status_fail(st,
				   "this question has no answer to type: Space shows it");
	if (!lesson_figure(r, s->check, &figure, st)) {
		status_prefix(st, "%s:%d", r->lesson->path, s->check_line);
		text_free(&figure);
		return false;
	}
	snprintf(line, sizeof line, "%s", typed);
	line[strcspn(line, "\r\n")] = '\0';
	const char *last = strrchr(line, ' ');
	*right = says(line, figure.s) || (last != NULL && says(last + 1, figure.s));
	r->answered = r->answered || *right;
	text_free(&figure);
	return true;
}

bool
lesson_back(struct lesson_run *r, struct status *st)
{
	if (r->answered) {
		r->answered = false;
		return true;
	}
	return r->at > 0 && lesson_go_to(r, r->at - 1, st);
}
