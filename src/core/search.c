/*
 * search.c - the frame of every algorithm: opening, limits, clock, publishing,
 * refusals. See search.h.
 *
 * Fuel: search_poll() hands out at most SEARCH_FUEL nodes, and never more than the node
 * limit leaves, so that limit is exact. Where nodes are slow (a playout each) it hands
 * out fewer, so that stop and pause are seen within a few milliseconds; the result does
 * not depend on it.
 */
#include "src/core/search.h"

#include "src/base/clock.h"
#include "src/core/aim.h"
#include "src/core/cardnet.h"
#include "src/core/infer.h"
#include "src/core/past.h"
#include "src/core/public.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PUBLISH_US	   50000
#define PAUSE_SLICE_US	   5000
#define MEMORY_MIB_DEFAULT 64
#define FUEL_FIRST	   32 /* until the speed is known */
#define CHUNK_SLOW_US	   2000
#define MATCH_ROWS	   16 /* of a running search: they take time */
#define CHUNK_FAST_US	   500

static const struct {
	unsigned trait;
	const char *words;
} trait_words[] = {
	{ TRAIT_HIDDEN, "hidden information" },
	{ TRAIT_CHANCE, "chance moves" },
	{ TRAIT_SIMULTANEOUS, "simultaneous moves" },
	{ TRAIT_TEAMS, "teams" },
	{ TRAIT_ZERO_SUM, "zero-sum games" },
	{ TRAIT_CONSTANT_SUM, "constant-sum games" },
	{ TRAIT_DRAWS, "draws" },
	{ TRAIT_MULTIPLAYER, "more than two seats" },
};

/* ---- what a search needs of a game ------------------------------------------------------- */

bool
search_cannot(const char *key, const struct game *g, unsigned traits, char *out, int size)
{
	for (size_t i = 0; i < sizeof trait_words / sizeof trait_words[0]; i++) {
		if (!(g->traits & traits & trait_words[i].trait))
			continue;
		snprintf(out, (size_t)size, "%s cannot handle %s", key,
			 trait_words[i].words);
		return true;
	}
	return false;
}

/* Whether its nested player gets whole states of a game that hides something. */
static bool
gives_worlds(const struct search_ops *ops)
{
	return (ops->flags & SEARCH_HIDDEN_OK) != 0;
}

/* Whether its option model= says "learned". */
static bool
asks_learned(const struct options *o)
{
	const int at = options_find(o, "model");
	char text[OPTION_TEXT];
	if (at < 0)
		return false;
	options_format(o, at, text, sizeof text);
	return strcmp(text, "learned") == 0;
}

/* perfect: the search sees whole states, whatever the game hides. */
static const char *
refusal(const struct search_ops *ops, const struct game *g, const struct player *p,
	int part, bool perfect, char *out, int size)
{
	struct game seen = *g;
	if (perfect)
		seen.traits &= ~(unsigned)TRAIT_HIDDEN;
	if ((ops->flags & SEARCH_PERFECT) && game_hidden(&seen)) {
		snprintf(out, (size_t)size, "%s needs perfect information", ops->key);
		return out;
	}
	const bool chosen = p != NULL && !p->human;
	if (ops->misfit != NULL &&
	    ops->misfit(&seen, chosen ? &p->part[part].options : NULL, out, size))
		return out;
	if (chosen && (g->trick->cardnet == NULL || g->trick->cardnet->name(g) == NULL) &&
	    asks_learned(&p->part[part].options)) {
		snprintf(out, (size_t)size,
			 "%s: model=learned: there is no network for this %s", ops->key,
			 g->ops->title);
		return out;
	}
	if (!chosen || !(ops->flags & SEARCH_INNER))
		return NULL;
	int inner = p->part[part].inner;
	if (inner < 0 || inner >= p->count) {
		snprintf(out, (size_t)size, "%s needs an inner player", ops->key);
		return out;
	}
	const struct search_ops *nested = p->part[inner].ops;
	if (gives_worlds(ops) && (nested->flags & SEARCH_INNER) &&
	    (nested->flags & SEARCH_HIDDEN_OK)) {
		snprintf(out, (size_t)size,
			 "%s inside %s: a dealt world hides nothing, so there is nothing "
			 "left to deal",
			 nested->key, ops->key);
		return out;
	}
	return refusal(nested, g, p, inner, perfect || gives_worlds(ops), out, size);
}

/* True when some part around `part` gives it whole worlds. */
static bool
inside_worlds(const struct player *p, int part)
{
	for (int i = 0; i < part; i++)
		if (gives_worlds(p->part[i].ops) && p->part[i].inner >= 0)
			return true;
	return false;
}

const char *
search_refusal(const struct search_ops *ops, const struct game *g, const struct player *p,
	       int part, char *out, int size)
{
	bool perfect = p && !p->human && part > 0 && inside_worlds(p, part);
	return refusal(ops, g, p, part, perfect, out, size);
}

/* What a seat chooses that acts at the same time as the mover: by the network of model=, else by the
 * game's policy. */
static move
search_other_move(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	struct state seen;
	if (g->net == NULL)
		return game_quick_move(g, s, seat, rng);
	game_view(g, s, seat, &seen);
	return cardnet_move(g->net, g, &seen, seat, 0, NULL);
}

void
search_world(const struct game *g, const struct state *root, int viewer, int mover,
	     uint64_t seed, uint64_t w, struct state *out)
{
	struct rng rng;
	rng_seed(&rng, rng_fork(seed, w));
	game_copy(g, root, out);
	if (game_hidden(g) && viewer != SEAT_ALL)
		g->hidden->determinize(g, out, viewer, &rng);
	if (g->net != NULL && viewer != SEAT_ALL)
		g->net->ops->reopen(g, out, mover);
	for (;;) {
		const seat_set others =
			g->rules->acting(g, out) & ~((seat_set)1 << mover);
		if (others == 0 || others == ACTING_CHANCE)
			break;
		const int seat = __builtin_ctz(others);
		g->rules->play(g, out, seat, search_other_move(g, out, seat, &rng), out);
	}
}

static size_t
memory_bytes(const struct options *o)
{
	int64_t mib = options_find(o, "memory") >= 0 ? options_int(o, "memory")
						     : MEMORY_MIB_DEFAULT;
	return (size_t)mib << 20;
}

/* The viewer when it acts, else the lowest acting seat; false when nobody decides. */
static bool
find_mover(struct search *s, struct status *st)
{
	seat_set acting = s->game->rules->acting(s->game, &s->root);
	if (acting == 0 || acting == ACTING_CHANCE)
		return status_fail(st, "no seat is to move");
	bool viewer_acts = s->viewer >= 0 && (acting >> s->viewer & 1);
	s->mover = viewer_acts ? s->viewer : __builtin_ctz(acting);
	return true;
}

static int
search_count_moves(const struct search *s, move *first)
{
	move moves[MOVES_MAX];
	int n = s->game->rules->moves(s->game, &s->root, s->mover, moves);
	*first = moves[0];
	return n;
}

/* The search's memory: the lent one where it will do, else fresh. */
static bool
search_take_memory(struct search *s, size_t size)
{
	if (s->kit == NULL || !(s->ops->flags & SEARCH_ANY_BYTES))
		return arena_open(&s->arena, size);
	if (!kit_arena(s->kit, size))
		return false;
	s->arena = s->kit->arena;
	s->lent = true;
	return true;
}

static bool
take_past(struct search *s, const struct past *before)
{
	s->past = arena_take(&s->arena, sizeof *s->past);
	if (s->past != NULL && before != NULL)
		*s->past = *before;
	else if (s->past != NULL)
		memset(s->past, 0, sizeof *s->past);
	return s->past != NULL;
}

/* Where positions must not come again, or a table of endgames is there, the search plays a game of
 * its own, which knows of them. */
static bool
search_take_game(struct search *s, const struct past *before)
{
	const bool repeats = s->game->turns->key != NULL;
	if (!repeats && s->table == 0)
		return true;
	struct game *own = arena_take(&s->arena, sizeof *own);
	if (own == NULL || (repeats && !take_past(s, before)))
		return false;
	*own = *s->game;
	own->past = s->past;
	own->knows = s->table > 0;
	s->game = own;
	return true;
}

/* With an option that says so: from here on s->game has the learned policy. */
static bool
take_learned(struct search *s, struct status *st)
{
	if (!asks_learned(&s->options))
		return true;
	const struct cardnet *learned = cardnet_find(s->game, st);
	if (learned == NULL)
		return status_fail(st, "model=learned: there is no network for this %s",
				   s->game->ops->title);
	struct game *own = arena_take(&s->arena, sizeof *own);
	if (own == NULL)
		return status_fail(st, "memory= is too small for a learned policy");
	*own = *s->game;
	own->net = learned;
	s->game = own;
	return true;
}

/* True when this search or one inside it has aim=match: what is inside plays the same game. */
static bool
aims_at_match(const struct search *s)
{
	for (int i = s->part; i >= 0; i = s->player->part[i].inner) {
		const struct player_part *p = &s->player->part[i];
		if ((p->ops->flags & SEARCH_AIMS) && options_int(&p->options, "aim") != 0)
			return true;
	}
	return false;
}

/* With aim=match, where the hand is one of a match: from here on s->game is that of the match. */
static bool
take_aim(struct search *s, struct status *st)
{
	const struct trick_ops *k = s->game->trick;
	struct sheet sheet;
	if (!aims_at_match(s) || k->sheet == NULL || !k->sheet(s->game, &s->root, &sheet))
		return true;
	if (!equity_sheet(s->calibration, s->game, &s->root, &sheet))
		return status_fail(st, "aim=match: the points of hands are not "
				       "calibrated for this variant");
	struct aim *aim = arena_take(&s->arena, sizeof *aim);
	if (aim == NULL)
		return status_fail(st, "memory= is too small for aim=match");
	aim_open(aim, s->calibration, s->game, &sheet, &s->root);
	s->aim = aim;
	s->game = &aim->game;
	s->sheet_known = false;
	s->live.of_match = true;
	return true;
}

/* Reads the user's table of endgames, if there is one for these rules. */
static void
find_table(struct search *s, struct status *st)
{
	const struct ending_ops *e = s->game->endings;
	s->table = e->read != NULL ? e->read(s->game, st) : 0;
}

static void
give_memory_back(struct search *s)
{
	crew_close(s->crew);
	arena_close(&s->kept);
	if (!s->lent)
		arena_close(&s->arena);
}

static const struct gauge endgames_known = {
	"endgames known", "",
	"positions with up to so many stones or pieces have exact values from a table of "
	"plyscope solve, and are not searched"
};
const struct gauge *const search_gauges[] = { &endgames_known, &infer_effective, NULL };

static bool
search_has_gauge(const struct gauge *const *gauges, const struct gauge *g)
{
	while (gauges != NULL && *gauges != NULL && *gauges != g)
		gauges++;
	return gauges != NULL && *gauges != NULL;
}

void
search_gauge(struct search *s, const struct gauge *g, double value)
{
	assert(search_has_gauge(s->ops->gauges, g) || search_has_gauge(search_gauges, g));
	snapshot_gauge(&s->live, g->name, value,
		       g->unit != NULL ? g->unit : s->game->ops->point_name, g->help);
}

/* False: there is no memory for the figures. */
static bool
blank_live(struct search *s)
{
	const bool rows = snapshot_init(&s->live, s->game->seats, s->mover, s->viewer);
	s->live.own_win = (s->ops->flags & SEARCH_OWN_WIN) != 0;
	s->sheet_known = !s->live.own_win &&
			 equity_sheet(s->calibration, s->game, &s->root, &s->sheet);
	s->live.of_match = s->aim != NULL || (s->sheet_known && !s->calibration->by_hand);
	s->live.columns = s->ops->columns;
	s->live.rules = s->ops->rules;
	if (s->table > 0)
		search_gauge(s, &endgames_known, s->table);
	return rows && (s->ops->rules == NULL ||
			snapshot_attach(&s->live, ATTACHED_PLIES) != NULL);
}

bool
search_open(struct search *s, const struct search_job *job, struct status *st)
{
	memset(s, 0, sizeof *s);
	if (job->player->human || job->part >= job->player->count)
		return status_fail(st, "%s is not a search", job->player->text);
	if (job->player->unknown)
		return status_fail(
			st,
			"\"%s\" is of another version of plyscope: name another player",
			job->player->text);
	if (!player_trusted(job->player, st))
		return false;
	const struct player_part *part = &job->player->part[job->part];
	char why[STATUS_TEXT];
	s->ops = part->ops;
	s->game = job->game;
	s->player = job->player;
	s->part = job->part;
	s->options = part->options;
	s->limits = part->limits;
	s->root = *job->root;
	s->made = job->made;
	s->made_count = job->made_count;
	s->viewer = job->viewer;
	s->seed = job->seed;
	s->calibration = job->calibration;
	s->stop = job->stop;
	s->bounded = job->bounded;
	s->thorough = job->thorough;
	s->alone = job->alone;
	s->pause = job->pause;
	s->channel = job->channel;
	s->film = job->film;
	s->include = job->include != NULL ? *job->include : MOVE_NONE;
	s->lines = job->lines < SEARCH_LINES ? job->lines : SEARCH_LINES;
	s->keep = job->keep;
	s->under_way = job->under_way;
	s->kit = job->kit;
	if (refusal(s->ops, s->game, s->player, s->part, s->viewer == SEAT_ALL, why,
		    sizeof why))
		return status_fail(st, "%s", why);
	if (!find_mover(s, st))
		return false;
	rng_seed(&s->rng, s->seed);
	struct status table = { 0 };
	find_table(s, &table);
	s->starved = !blank_live(s);
	if (table.failed)
		snapshot_note(&s->live, table.text);
	move first;
	s->live.moves_total = search_count_moves(s, &first);
	const int64_t memory = (int64_t)memory_bytes(&s->options);
	s->live.memory_bytes = memory;
	s->live.limit_us = s->limits.time_ms * 1000;
	s->starved = s->starved || !search_take_memory(s, (size_t)s->live.memory_bytes);
	if (s->starved) {
		snapshot_free(&s->live);
		return status_fail(st, "memory: the system does not provide %lld MiB",
				   (long long)(memory >> 20));
	}
	if (!take_learned(s, st) || !take_aim(s, st)) {
		give_memory_back(s);
		snapshot_free(&s->live);
		return false;
	}
	if (!infer_open(s))
		status_fail(st, "memory= is too small for infer=");
	else if (!search_take_game(s, job->past))
		status_fail(st, "memory= is too small for the earlier positions");
	else if (s->ops->open(s, st))
		return true;
	give_memory_back(s);
	snapshot_free(&s->live);
	return false;
}

/* The state that a search plays from: before anybody has committed. */
static void
uncommitted(const struct game *g, const struct state *s, struct state *out)
{
	*out = *s;
	if (g->turns->uncommit != NULL)
		g->turns->uncommit(g, s, out);
}

/* True when the moves lead from the search's root to the job's. */
static bool
leads_to(const struct search *s, const struct search_job *job,
	 const struct played_move *made, int n)
{
	const struct game *g = s->game;
	struct state from, to;
	uncommitted(g, &s->root, &from);
	uncommitted(g, job->root, &to);
	for (int i = 0; i < n; i++) {
		const seat_set acting = g->rules->acting(g, &from);
		const bool chance = made[i].seat == SEAT_CHANCE;
		if (chance ? acting != ACTING_CHANCE
			   : acting == ACTING_CHANCE || !(acting >> made[i].seat & 1))
			return false;
		if (!chance && !game_legal(g, &from, made[i].seat, made[i].m))
			return false;
		g->rules->play(g, &from, made[i].seat, made[i].m, &from);
	}
	return g->rules->hash(g, &from) == g->rules->hash(g, &to);
}

static bool
same_rules(const struct game *a, const struct game *b)
{
	return a->ops == b->ops && a->seats == b->seats &&
	       memcmp(a->parsed, b->parsed, sizeof a->parsed) == 0;
}

/* True when the job tells the moves from the search's root to its own, and nothing of them is
 * hidden. */
static bool
follows(const struct search *s, const struct search_job *job)
{
	const int n = job->made_count - s->made_count;
	return !game_hides_cards(s->game) && s->made != NULL && job->made != NULL &&
	       n > 0 && leads_to(s, job, job->made + s->made_count, n);
}

/* With aim=match: true while the score sheet stays. */
static bool
same_hand(const struct search *s, const struct state *root)
{
	struct sheet sheet;
	return s->aim == NULL ||
	       (equity_sheet(s->calibration, s->aim->plain, root, &sheet) &&
		memcmp(sheet.total, s->aim->equity.sheet.total, sizeof sheet.total) ==
			0 &&
		sheet.hands_left == s->aim->equity.sheet.hands_left);
}

bool
search_advance(struct search *s, const struct search_job *job)
{
	const bool by_state = (s->ops->flags & SEARCH_BY_STATE) != 0;
	if (s->ops->advance == NULL || s->keep || s->viewer != job->viewer ||
	    !(by_state ? same_rules(s->game, job->game) : follows(s, job)) ||
	    !same_hand(s, job->root))
		return false;
	const int n = by_state ? 0 : job->made_count - s->made_count;
	const struct played_move *made = n > 0 ? job->made + s->made_count : NULL;
	if (s->past != NULL) {
		if (job->past == NULL)
			return false;
		*s->past = *job->past;
	}
	struct status st = { 0 };
	const int64_t memory = s->live.memory_bytes;
	move first;
	s->root = *job->root;
	s->made = job->made;
	s->made_count = job->made_count;
	s->seed = job->seed;
	if (!find_mover(s, &st))
		return false;
	rng_seed(&s->rng, s->seed);
	if (!blank_live(s))
		return false;
	s->live.moves_total = search_count_moves(s, &first);
	s->live.memory_bytes = memory;
	s->live.limit_us = s->limits.time_ms * 1000;
	return s->ops->advance(s, made, n);
}

void
search_fail(struct search *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->live.note, sizeof s->live.note, format, args);
	va_end(args);
	s->live.stop = STOP_FAILED;
}

void
search_close(struct search *s)
{
	if (s->ops && s->ops->close)
		s->ops->close(s);
	give_memory_back(s);
	snapshot_free(&s->live);
	s->ops = NULL;
}

struct crew **
search_crew(struct search *s)
{
	return s->kit != NULL ? &s->kit->crew : &s->crew;
}

move
search_choice(const struct search *s)
{
	return s->live.move_count > 0 ? s->live.moves[0].m : MOVE_NONE;
}

/* Adds the burnt fuel to live.nodes. */
static void
burn_fuel(struct search *s)
{
	if (s->fuel_given > 0)
		s->live.nodes += s->fuel_given - s->fuel;
	s->fuel = s->fuel_given = 0;
}

static void
give_fuel(struct search *s)
{
	int64_t fuel = s->chunk;
	if (s->limits.nodes && s->limits.nodes - s->live.nodes < fuel)
		fuel = s->limits.nodes - s->live.nodes;
	s->fuel = s->fuel_given = fuel;
}

/* Whether a value is the proven end of a game that is won or lost; it is a mean where choices are
 * mixed. */
static bool
says_who_wins(const struct search *s, int status, const double *value)
{
	bool known = status == MOVE_PROVEN && !(s->ops->flags & SEARCH_MEANS) &&
		     game_is_won(s->game) &&
		     (s->game->seats == 2 || !(s->ops->flags & SEARCH_ASSUMES));
	for (int i = 0; i < s->game->seats; i++)
		known = known && isfinite(value[i]);
	return known;
}

/* The chance to win the hand, or a game that is no match. */
static void
fill_hand(const struct search *s, int status, const double *value, double *win)
{
	if (says_who_wins(s, status, value)) {
		game_share_win(value, s->game->seats, win);
		return;
	}
	const int progress = s->calibration ? game_progress(s->game, &s->root) : 0;
	calibration_win(s->calibration, progress, value, s->game->seats, win);
}

/* The status of live.value: that of the chosen move, where it is its value. */
static int
root_status(const struct snapshot *live)
{
	const struct stats_move *best = &live->moves[0];
	if (live->move_count == 0)
		return MOVE_OPEN;
	/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): a copy, NAN and all */
	const bool its = memcmp(best->value, live->value, sizeof best->value) == 0;
	return its ? best->status : MOVE_OPEN;
}

/* The win probabilities of a match, of the first moves while it runs. Each takes up to two
 * milliseconds, so that a frame has that of the position alone, and none where time is limited. */
static void
fill_match(struct search *s, bool frame)
{
	struct snapshot *live = &s->live;
	const int rows = frame ? 0
			 : live->stop == STOP_RUNNING && live->move_count > MATCH_ROWS
				 ? MATCH_ROWS
				 : live->move_count;
	if (frame && s->limits.time_ms > 0)
		return;
	const int progress = game_progress(s->game, &s->root);
	for (int i = 0; i < rows && live->of_match; i++)
		if (live->moves[i].status != MOVE_UNSEARCHED)
			search_fill_win(s, live->moves[i].status, live->moves[i].value,
					live->moves[i].win);
	equity_win(s->calibration, &s->sheet, s->game->seats, progress, live->value,
		   live->match_win);
	fill_hand(s, root_status(live), live->value, live->hand_win);
	memcpy(live->win, live->of_match ? live->match_win : live->hand_win,
	       sizeof live->win);
}

/* Values in percent of the match, as win probabilities. */
static void
tell_chances(const struct game *g, double *value, double *win)
{
	for (int i = 0; i < g->seats; i++) {
		win[i] = value[i] / 100;
		value[i] = (double)NAN;
	}
}

/* The snapshot of a search with aim=match as its readers get it: it has no points. */
static void
tell_match(const struct search *s, struct snapshot *live)
{
	for (int i = 0; i < live->move_count; i++) {
		tell_chances(s->game, live->moves[i].value, live->moves[i].win);
		live->moves[i].cost_se = 0;
	}
	tell_chances(s->game, live->value, live->win);
	memcpy(live->match_win, live->win, sizeof live->win);
	live->sorted = true;
}

void
search_tell_look(const struct search *s, struct look_node *nodes, int count)
{
	for (int i = 0; i < count && s->game->aim != NULL; i++)
		tell_chances(s->game, nodes[i].value, nodes[i].win);
}

/* Gives readers the snapshot; NULL: there is no such reader. */
static void
hand_out(const struct search *s, struct channel *channel, struct film *film)
{
	struct snapshot aimed = { 0 };
	const struct snapshot *told = &s->live;
	if (s->aim != NULL) {
		snapshot_copy(&aimed, &s->live);
		tell_match(s, &aimed);
		told = &aimed;
	}
	if (channel != NULL)
		channel_publish(channel, told);
	if (film != NULL)
		film_take(film, told);
	snapshot_free(&aimed);
}

void
search_film(struct search *s, struct film *film)
{
	if (film == NULL || !film_due(film))
		return;
	if (s->sheet_known)
		fill_match(s, true);
	hand_out(s, NULL, film);
}

static void
publish(struct search *s, int64_t now)
{
	if (s->sheet_known)
		fill_match(s, false);
	s->published_us = now;
	s->live.elapsed_us = now - s->started_us;
	s->live.sequence++;
	if (s->channel != NULL)
		hand_out(s, s->channel, NULL);
}

static bool
pause_asked(const struct search *s)
{
	return s->pause && atomic_load_explicit(s->pause, memory_order_relaxed);
}

/* Sleeps while paused; the time is taken off the clock. Returns the time after it. */
static int64_t
sleep_paused(struct search *s, int64_t now)
{
	if (!pause_asked(s) || search_stop_asked(s))
		return now;
	publish(s, now);
	while (pause_asked(s) && !search_stop_asked(s))
		clock_sleep_us(PAUSE_SLICE_US);
	int64_t after = search_now_us(s);
	s->started_us += after - now;
	s->until_us += s->until_us > 0 ? after - now : 0;
	return after;
}

/* Chunks last about a millisecond: long enough to cost nothing, short enough to obey. Of a search
 * that is filmed they are a small part of its nodes, so that a short one has frames too. */
static void
adapt_chunk(struct search *s, int64_t took_us)
{
	const int64_t part = s->live.nodes / FILM_FRAMES;
	if (s->film != NULL && s->chunk > FUEL_FIRST && s->chunk > part) {
		s->chunk = part > FUEL_FIRST ? part : FUEL_FIRST;
		return;
	}
	if (took_us > CHUNK_SLOW_US && s->chunk > 1)
		s->chunk /= 2;
	else if (took_us < CHUNK_FAST_US && s->chunk < SEARCH_FUEL)
		s->chunk *= 2;
}

static enum stop_reason
reason_to_stop(const struct search *s, int64_t now)
{
	if (s->live.stop != STOP_RUNNING)
		return s->live.stop;
	if (search_stop_asked(s))
		return STOP_INTERRUPTED;
	if (s->limits.nodes && s->live.nodes >= s->limits.nodes)
		return STOP_NODES;
	if (s->limits.sims && s->live.simulations >= s->limits.sims)
		return STOP_SIMS;
	if (s->limits.time_ms && now - s->started_us >= s->limits.time_ms * 1000)
		return STOP_TIME;
	if (s->until_us > 0 && now >= s->until_us)
		return STOP_TIME;
	return STOP_RUNNING;
}

bool
search_has_us(const struct search *s, int64_t us)
{
	if (s->limits.time_ms == 0 && s->until_us == 0)
		return true;
	const int64_t now = search_now_us(s);
	return (s->limits.time_ms == 0 ||
		s->started_us + s->limits.time_ms * 1000 - now >= us) &&
	       (s->until_us == 0 || s->until_us - now >= us);
}

bool
search_poll(struct search *s)
{
	if (s->live.stop != STOP_RUNNING) { /* unwinding: counts no more */
		s->fuel = s->fuel_given = 0;
		return false;
	}
	burn_fuel(s);
	int64_t now = search_now_us(s);
	adapt_chunk(s, now - s->polled_us);
	now = sleep_paused(s, now);
	s->polled_us = now;
	s->live.stop = reason_to_stop(s, now);
	if (s->live.stop != STOP_RUNNING)
		return false;
	if (now - s->published_us >= PUBLISH_US)
		publish(s, now);
	s->live.elapsed_us = now - s->started_us;
	search_film(s, s->film);
	give_fuel(s);
	return true;
}

void
search_poll_soon(struct search *s)
{
	if (s->live.stop != STOP_RUNNING)
		return;
	burn_fuel(s);
	s->chunk = 1;
	give_fuel(s);
}

void
search_fill_win(const struct search *s, int status, const double *value, double *win)
{
	const struct game *g = s->game;
	if (g->aim != NULL) {
		for (int i = 0; i < g->seats; i++)
			win[i] = value[i] / 100;
	} else if (s->live.of_match) {
		equity_win(s->calibration, &s->sheet, g->seats,
			   game_progress(g, &s->root), value, win);
	} else {
		fill_hand(s, status, value, win);
	}
}

void
search_report(struct search *s, bool by_visits)
{
	struct snapshot *l = &s->live;
	if (l->move_count == 0)
		return;
	for (int i = 0; i < l->move_count; i++)
		search_note_win(s, l->moves[i].status, l->moves[i].value,
				l->moves[i].win);
	snapshot_sort(l, by_visits);
	memcpy(l->value, l->moves[0].value, sizeof l->value);
	memcpy(l->win, l->moves[0].win, sizeof l->win);
	snapshot_note_best(l, l->moves[0].m, l->moves[0].value[l->mover]);
}

/* The report of a move about which nothing is known. */
static void
answer_unsearched(struct search *s, move only)
{
	struct stats_move *m = &s->live.moves[0];
	stats_move_blank(m, only);
	m->status = MOVE_UNSEARCHED;
	s->live.move_count = 1;
	s->live.pv_count = 1;
	s->live.pv[0] = only;
}

static void
answer_first_move(struct search *s)
{
	move first;
	search_count_moves(s, &first);
	answer_unsearched(s, first);
}

/* Answers the only legal move without a search. */
static bool
answer_only_move(struct search *s)
{
	move only;
	if (s->thorough || s->limits.nodes || s->limits.depth || s->limits.sims)
		return false;
	if (s->live.moves_total != 1 || search_count_moves(s, &only) != 1)
		return false;
	answer_unsearched(s, only);
	s->live.stop = STOP_ONLY_MOVE;
	return true;
}

/* ---- the move asked about (search_job.include) ------------------------------------------- */

/* Another row at the end of the table, in place of the last where it is full; never the first. */
static void
add_asked(struct search *s, const struct stats_move *row)
{
	struct snapshot *live = &s->live;
	int at = 0;
	while (at < live->move_count && live->moves[at].m != row->m)
		at++;
	at = at < STATS_MOVES ? at : STATS_MOVES - 1;
	if (at == 0)
		return;
	live->moves[at] = *row;
	live->move_count = live->move_count > at ? live->move_count : at + 1;
	search_note_win(s, row->status, row->value, live->moves[at].win);
}

/* The position after it, where everything is known: its exact value, or that of a search of the same
 * kind and effort. False: neither. */
static bool
value_after(struct search *s, struct stats_move *row)
{
	const struct game *g = s->game;
	struct state child = s->root;
	struct search below;
	g->rules->play(g, &s->root, s->mover, row->m, &child);
	if (game_decided(g, &child)) {
		int32_t value[SEATS_MAX];
		g->knowledge->evaluate(g, &child, value);
		for (int i = 0; i < g->seats; i++)
			row->value[i] = (double)value[i] / game_unit(g);
		row->status = MOVE_PROVEN;
		return true;
	}
	const struct search_job job = { .game = g,
					.root = &child,
					.viewer = SEAT_ALL,
					.player = s->player,
					.part = s->part,
					.seed = s->seed,
					.past = s->past,
					.stop = s->stop,
					.bounded = true,
					.thorough = true,
					.alone = s->alone };
	if (game_mover(g, &child) < 0 || s->ops->foreign != NULL || g->aim != NULL ||
	    !search_open(&below, &job, NULL))
		return false;
	below.limits = s->limits;
	below.until_us = s->until_us;
	search_run(&below);
	memcpy(row->value, below.live.value, sizeof row->value);
	row->depth = (int16_t)(below.live.depth + 1);
	s->live.nodes += below.live.nodes;
	search_close(&below);
	return !isnan(row->value[s->mover]);
}

/* A bet between two that have values: theirs, in the shares by which a strategy takes it for one of
 * them; one below all has the value of the smallest. False: all with values are smaller. */
static bool
value_between(const struct search *s, struct stats_move *row)
{
	const struct game *g = s->game;
	const struct public_ops *ops = g->ops->public;
	const struct stats_move *low = NULL, *high = NULL;
	double part, x, below = 0, above = 0;
	if (ops == NULL || ops->amount == NULL ||
	    ops->amount(g, &s->root, s->mover, row->m, &x) == AMOUNT_NONE)
		return false;
	for (int i = 0; i < s->live.move_count; i++) {
		const struct stats_move *r = &s->live.moves[i];
		if (isnan(r->value[s->mover]) ||
		    ops->amount(g, &s->root, s->mover, r->m, &part) == AMOUNT_NONE)
			continue;
		if (part <= x && (low == NULL || part > below)) {
			low = r;
			below = part;
		}
		if (part >= x && (high == NULL || part < above)) {
			high = r;
			above = part;
		}
	}
	if (high == NULL)
		return false;
	low = low != NULL ? low : high;
	const double share = public_share_of_smaller(x, below, above);
	for (int i = 0; i < g->seats; i++) {
		row->value[i] = share * low->value[i] + (1 - share) * high->value[i];
		row->win[i] = share * low->win[i] + (1 - share) * high->win[i];
	}
	row->depth = low->depth;
	return true;
}

/* Values the move asked about where the search has not. */
static void
value_asked(struct search *s)
{
	struct stats_move row;
	if (s->include == MOVE_NONE || s->live.move_count == 0 ||
	    s->live.stop == STOP_FAILED || isnan(s->live.moves[0].value[s->mover]) ||
	    !game_legal(s->game, &s->root, s->mover, s->include))
		return;
	const struct stats_move *found =
		snapshot_find_equal(&s->live, s->game, &s->root, s->include);
	if (found != NULL && !isnan(found->value[s->mover]))
		return;
	stats_move_blank(&row, s->include);
	row.prob = s->live.mixed ? 0 : (double)NAN;
	if ((!game_hidden(s->game) || s->viewer == SEAT_ALL) ? value_after(s, &row)
							     : value_between(s, &row))
		add_asked(s, &row);
}

void
search_run(struct search *s)
{
	s->live.stop = STOP_RUNNING;
	s->started_us = s->published_us = s->polled_us = search_now_us(s);
	if (!answer_only_move(s)) {
		s->chunk = FUEL_FIRST;
		if (s->inferred != NULL)
			infer_run(s);
		give_fuel(s);
		s->ops->run(s);
		burn_fuel(s);
		if (s->live.stop == STOP_RUNNING)
			BUG("%s ended without a reason", s->ops->key);
		/* stopped at once: any move is better than no move */
		if (s->live.move_count == 0 && s->live.stop != STOP_FAILED)
			answer_first_move(s);
		search_note_win(s, root_status(&s->live), s->live.value, s->live.win);
		value_asked(s);
	}
	publish(s, search_now_us(s));
	if (s->film != NULL)
		hand_out(s, NULL, s->film);
	if (s->aim != NULL)
		tell_match(s, &s->live);
}
