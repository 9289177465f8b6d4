/* technique.c - reading positions with known right play, and playing them. See technique.h. */
#include "src/study/technique.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/core/game.h"
#include "src/core/search.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define PATTERN_TEXT 64

/* ---- reading ---- */

struct technique_reading {
	struct technique *t;
	const struct catalog *catalog;
	bool game;    /* [suite] game= was there */
	bool no_root; /* the position that was begun has none yet */
};

static void
technique_keep(char **at, const char *text)
{
	free(*at);
	*at = strdup(text);
	if (*at == NULL)
		BUG("not enough memory for positions");
}

/* ---- right and wrong ---- */

/* Whether a move's text fits one of the patterns of a list. */
static bool
fits_one(const char *list, const char *move_text)
{
	char pattern[PATTERN_TEXT];
	while (list != NULL && text_next(&list, ' ', pattern, sizeof pattern) >= 0)
		if (pattern[0] != '\0' && fnmatch(pattern, move_text, 0) == 0)
			return true;
	return false;
}

bool
technique_right(const struct technique *t, const struct technique_position *p, move m)
{
	const struct game *g = &t->setup.game;
	char text[MOVE_TEXT];
	g->text->format_move(g, &p->root, p->viewer, m, text, sizeof text);
	return (p->right == NULL || fits_one(p->right, text)) &&
	       !fits_one(p->wrong, text);
}

/* Every pattern names a legal move. */
static bool
check_patterns(const struct technique *t, const struct technique_position *p,
	       const char *key, const char *list, struct status *st)
{
	const struct game *g = &t->setup.game;
	char pattern[PATTERN_TEXT], text[MOVE_TEXT];
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, &p->root, p->viewer, m);
	while (list != NULL && text_next(&list, ' ', pattern, sizeof pattern) >= 0) {
		bool found = pattern[0] == '\0';
		for (int i = 0; i < n && !found; i++) {
			g->text->format_move(g, &p->root, p->viewer, m[i], text,
					     sizeof text);
			found = fnmatch(pattern, text, 0) == 0;
		}
		if (!found)
			return status_fail(st, "%s: no legal move is \"%.40s\"", key,
					   pattern);
	}
	return true;
}

static bool
finish_position(struct technique_reading *r, struct status *st)
{
	struct technique *t = r->t;
	if (t->positions == 0)
		return true;
	struct technique_position *p = &t->position[t->positions - 1];
	const struct game *g = &t->setup.game;
	move m[MOVES_MAX];
	if (r->no_root)
		return status_fail(st, "%s:%d: [position] %s has no position", t->path,
				   p->line, p->name);
	if (p->technique == NULL || p->reason == NULL)
		return status_fail(st,
				   "%s:%d: [position] %s needs a technique and a reason",
				   t->path, p->line, p->name);
	bool ok = check_patterns(t, p, "right", p->right, st) &&
		  check_patterns(t, p, "wrong", p->wrong, st);
	p->rights = 0;
	p->moves = g->rules->moves(g, &p->root, p->viewer, m);
	for (int i = 0; i < p->moves; i++)
		p->rights += technique_right(t, p, m[i]);
	if (ok && (p->rights == 0 || p->rights == p->moves))
		ok = status_fail(st,
				 "expected some moves to be right and others not, of %d "
				 "legal ones %d are right",
				 p->moves, p->rights);
	if (!ok)
		status_prefix(st, "%s:%d: [position] %s", t->path, p->line, p->name);
	return ok;
}

/* ---- the keys ---- */

static bool
suite_entry(struct technique_reading *r, const char *key, const char *value,
	    struct status *st)
{
	struct technique *t = r->t;
	if (strcmp(key, "title") == 0)
		return technique_keep(&t->title, value), true;
	if (strcmp(key, "about") == 0)
		return technique_keep(&t->about, value), true;
	if (strcmp(key, "game") == 0) {
		r->game = true;
		return setup_named(&t->setup, r->catalog, value, st);
	}
	if (strcmp(key, "option") != 0)
		return status_fail(st,
				   "unknown key \"%s\" in [suite]; expected title, "
				   "about, game or option",
				   key);
	if (!r->game)
		return status_fail(st, "option before game: which game comes first");
	if (setup_variants(&t->setup, r->catalog, value, st))
		return true;
	status_prefix(st, "option");
	return false;
}

static bool
begin_position(struct technique_reading *r, const char *name, int line, struct status *st)
{
	struct technique *t = r->t;
	if (!finish_position(r, st))
		return false;
	if (!r->game)
		return status_fail(st, "expected game = ... in [suite] before this");
	for (int i = 0; i < t->positions; i++)
		if (strcmp(t->position[i].name, name) == 0)
			return status_fail(st, "name: \"%.60s\" is that of line %d too",
					   name, t->position[i].line);
	if (t->positions == TECHNIQUE_POSITIONS)
		return status_fail(st, "more than %d positions", TECHNIQUE_POSITIONS);
	struct technique_position *p = &t->position[t->positions++];
	*p = (struct technique_position){ .line = line };
	technique_keep(&p->name, name);
	r->no_root = true;
	return true;
}

/* Who is to move knows what the seat may know. */
static bool
technique_set_root(struct technique_reading *r, struct technique_position *p,
		   const char *value, struct status *st)
{
	const struct game *g = &r->t->setup.game;
	struct state whole = { 0 };
	if (!g->text->parse_position(g, value, &whole, st)) {
		status_prefix(st, "position");
		return false;
	}
	p->viewer = game_mover(g, &whole);
	if (p->viewer < 0)
		return status_fail(st, "position: no seat is to move");
	if (!game_knows_hand(g, &whole, p->viewer, st)) {
		status_prefix(st, "position");
		return false;
	}
	game_view(g, &whole, p->viewer, &p->root);
	r->no_root = false;
	return true;
}

static bool
position_entry(struct technique_reading *r, const char *key, const char *value, int line,
	       struct status *st)
{
	struct technique *t = r->t;
	if (strcmp(key, "name") == 0)
		return begin_position(r, value, line, st);
	if (t->positions == 0)
		return status_fail(st, "%s before name: a position begins with its name",
				   key);
	struct technique_position *p = &t->position[t->positions - 1];
	char **at = strcmp(key, "technique") == 0 ? &p->technique
		    : strcmp(key, "reason") == 0  ? &p->reason
		    : strcmp(key, "right") == 0	  ? &p->right
		    : strcmp(key, "wrong") == 0	  ? &p->wrong
						  : NULL;
	if (at != NULL)
		return technique_keep(at, value), true;
	if (strcmp(key, "position") == 0)
		return technique_set_root(r, p, value, st);
	return status_fail(st,
			   "unknown key \"%s\" in [position]; expected name, technique, "
			   "position, right, wrong or reason",
			   key);
}

static bool
technique_entry(void *user, const char *section, const char *key, const char *value,
		int line, struct status *st)
{
	struct technique_reading *r = user;
	if (strcmp(section, "suite") == 0)
		return suite_entry(r, key, value, st);
	if (strcmp(section, "position") == 0)
		return position_entry(r, key, value, line, st);
	return status_fail(st, "unknown section [%.40s]; expected [suite] or [position]",
			   section);
}

static bool
technique_finish(struct technique_reading *r, struct status *st)
{
	struct technique *t = r->t;
	if (t->title == NULL)
		return status_fail(st, "%s: [suite] needs a title", t->path);
	if (t->positions == 0)
		return status_fail(st, "%s: no [position]", t->path);
	return finish_position(r, st);
}

bool
technique_load(struct technique *t, const char *name, const struct catalog *c,
	       struct status *st)
{
	struct technique_reading r = { .t = t, .catalog = c };
	memset(t, 0, sizeof *t);
	if (!asset_given("positions", name, t->path, sizeof t->path))
		return !asset_find("positions", t->path, sizeof t->path)
			       ? asset_missing("positions", st)
			       : status_fail(st,
					     "no positions \"%.60s\"; `plyscope "
					     "technique` lists "
					     "them",
					     name);
	if (inifile_read(t->path, technique_entry, &r, st) && technique_finish(&r, st))
		return true;
	technique_free(t);
	return false;
}

void
technique_free(struct technique *t)
{
	for (int i = 0; i < t->positions; i++) {
		struct technique_position *p = &t->position[i];
		char *const owned[] = { p->name, p->technique, p->reason, p->right,
					p->wrong };
		for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
			free(owned[k]);
	}
	free(t->title);
	free(t->about);
	memset(t, 0, sizeof *t);
}

int
technique_names(char (*out)[64], int max)
{
	return asset_names("positions", out, max);
}

/* ---- playing ---- */

static bool
technique_choose(const struct technique_options *o, const struct player *player,
		 const struct technique_position *p, int run, move *m, int64_t *nodes,
		 struct status *st)
{
	struct search s;
	const struct search_job job = { .game = &o->suite->setup.game,
					.root = &p->root,
					.viewer = p->viewer,
					.player = player,
					.seed = o->seed + (uint64_t)run,
					.stop = o->progress.stop,
					.bounded = true };
	if (!search_open(&s, &job, st))
		return false;
	search_run(&s);
	const bool failed = snapshot_failed(&s.live, st);
	*m = search_choice(&s);
	*nodes += s.live.nodes;
	search_close(&s);
	return !failed;
}

/* All runs of a player on a position. */
static bool
technique_play(const struct technique_options *o, int player, int position,
	       struct technique_choice *c, struct status *st)
{
	const struct technique_position *p = &o->suite->position[position];
	move *m = calloc((size_t)o->runs, sizeof *m);
	bool ok = m != NULL || status_fail(st, "not enough memory for so many runs");
	*c = (struct technique_choice){ .often = MOVE_NONE };
	for (int k = 0; ok && k < o->runs && !progress_stopped(&o->progress); k++) {
		ok = technique_choose(o, &o->player[player], p, k, &m[k], &c->nodes, st);
		c->right += ok && technique_right(o->suite, p, m[k]);
	}
	for (int k = 0; ok && k < o->runs; k++) {
		int times = 0;
		for (int i = 0; i < o->runs; i++)
			times += m[i] == m[k];
		if (times > c->chosen) {
			c->chosen = times;
			c->often = m[k];
		}
	}
	free(m);
	return ok;
}

bool
technique_run(const struct technique_options *o, struct technique_result *r,
	      struct status *st)
{
	const int64_t total = (int64_t)o->suite->positions * o->players;
	memset(r, 0, sizeof *r);
	for (int i = 0; i < o->suite->positions; i++) {
		for (int p = 0; p < o->players; p++) {
			const int64_t done = (int64_t)i * o->players + p;
			if (!progress_report(&o->progress, done, total, "positions"))
				return true;
			if (!technique_play(o, p, i, &r->choice[p][i], st))
				return false;
		}
		if (progress_stopped(&o->progress))
			return true;
		r->positions = i + 1;
	}
	return true;
}

int
technique_solved(const struct technique_options *o, const struct technique_result *r,
		 int player, double *mean)
{
	int solved = 0, right = 0;
	for (int i = 0; i < r->positions; i++) {
		const struct technique_choice *c = &r->choice[player][i];
		solved += 2 * c->right > o->runs;
		right += c->right;
	}
	*mean = (double)right / o->runs;
	return solved;
}
