/* game.c - shared by all games. See game.h. */
#include "src/core/game.h"

#include "src/base/bytes.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* "3, 4 or 5" */
static void
game_format_seats(const struct game_ops *ops, char *out, size_t size)
{
	size_t length = 0;
	out[0] = '\0';
	for (int n = game_seats_min(ops); n <= game_seats_max(ops) && length < size;
	     n++) {
		if (!(ops->seats_allowed >> n & 1))
			continue;
		bool last = ops->seats_allowed >> (n + 1) == 0;
		const char *before = length == 0 ? "" : last ? " or " : ", ";
		length +=
			(size_t)snprintf(out + length, size - length, "%s%d", before, n);
	}
}

static const struct game_chance no_chance;
static const struct game_turns no_turns;
static const struct game_hidden no_hidden;
static const struct game_fast no_fast;
static const struct trick_ops no_trick;
static const struct race_ops no_race;
static const struct ending_ops no_endings;
static const struct result_ops no_results;

void
game_bind(struct game *g, const struct game_ops *ops)
{
	g->ops = ops;
	g->rules = ops->rules;
	g->chance = ops->chance != NULL ? ops->chance : &no_chance;
	g->turns = ops->turns != NULL ? ops->turns : &no_turns;
	g->knowledge = ops->knowledge;
	g->hidden = ops->hidden != NULL ? ops->hidden : &no_hidden;
	g->text = ops->text;
	g->view = ops->view;
	g->fast = ops->fast != NULL ? ops->fast : &no_fast;
	g->trick = ops->trick != NULL ? ops->trick : &no_trick;
	g->race = ops->race != NULL ? ops->race : &no_race;
	g->endings = ops->endings != NULL ? ops->endings : &no_endings;
	g->results = ops->results != NULL ? ops->results : &no_results;
}

/* The members that a part has whenever the game has the part. */
#define MUST(part, member) \
#part, #member, offsetof(struct game_ops, part), \
		offsetof(struct game_##part, member)
static const struct {
	const char *part, *member;
	size_t part_at, member_at;
} members[] = {
	{ MUST(rules, start) },		{ MUST(rules, acting) },
	{ MUST(rules, moves) },		{ MUST(rules, play) },
	{ MUST(rules, settled) },	{ MUST(rules, points) },
	{ MUST(rules, hash) },		{ MUST(chance, sample) },
	{ MUST(knowledge, evaluate) },	{ MUST(knowledge, bounds) },
	{ MUST(hidden, redact) },	{ MUST(hidden, determinize) },
	{ MUST(text, format_move) },	{ MUST(text, format_position) },
	{ MUST(text, parse_position) }, { MUST(text, seat_name) },
	{ MUST(view, headline) },	{ MUST(view, scene) },
};

static const void *
pointer_at(const void *base, size_t at)
{
	const void *p;
	memcpy(&p, (const char *)base + at, sizeof p);
	return p;
}

/* Names what the tables of a game lack. */
static bool
is_complete(const struct game_ops *ops, struct status *st)
{
	if (ops->rules == NULL || ops->knowledge == NULL || ops->text == NULL ||
	    ops->view == NULL)
		return status_fail(st, "%s: a game has rules, knowledge, text and a view",
				   ops->key);
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		const void *part = pointer_at(ops, members[i].part_at);
		if (part != NULL && pointer_at(part, members[i].member_at) == NULL)
			return status_fail(st, "%s: the game's %s table lacks %s()",
					   ops->key, members[i].part, members[i].member);
	}
	return true;
}

/* Names a part that the traits of a variant ask for. */
static bool
has_its_traits(const struct game *g, struct status *st)
{
	if (game_hidden(g) && g->hidden == &no_hidden)
		return status_fail(st, "%s: hidden information without a hidden table",
				   g->ops->key);
	if ((g->traits & TRAIT_CHANCE) && g->chance == &no_chance)
		return status_fail(st, "%s: chance without a chance table", g->ops->key);
	return true;
}

bool
game_init(struct game *g, const struct game_ops *ops, int seats,
	  const struct options *variant, struct status *st)
{
	memset(g, 0, sizeof *g);
	if (!is_complete(ops, st))
		return false;
	game_bind(g, ops);
	g->seats = seats ? seats : ops->seats_default;
	if (g->seats < 1 || g->seats > SEATS_MAX ||
	    !(ops->seats_allowed >> g->seats & 1)) {
		char allowed[64];
		game_format_seats(ops, allowed, sizeof allowed);
		return status_fail(st, "seats: %s is for %s seats, not %d", ops->title,
				   allowed, g->seats);
	}
	if (variant && variant->specs)
		g->variant = *variant;
	else
		options_init(&g->variant, ops->options);
	g->traits = ops->traits;
	return (ops->rules->setup == NULL || ops->rules->setup(g, st)) &&
	       has_its_traits(g, st);
}

unsigned
game_turn(const struct game *g, const struct state *s)
{
	if (game_decided(g, s))
		return TURN_SETTLED;
	const unsigned loud =
		g->knowledge->quiet && !g->knowledge->quiet(g, s) ? TURN_LOUD : 0;
	const int seat = game_mover(g, s);
	return loud | (seat >= 0 ? (unsigned)seat : TURN_CHANCE);
}

bool
game_is_won(const struct game *g)
{
	return g->ops->file == NULL;
}

void
game_share_win(const double *value, int seats, double *win)
{
	double best = value[0];
	int count = 0;
	for (int i = 1; i < seats; i++)
		best = value[i] > best ? value[i] : best;
	for (int i = 0; i < seats; i++)
		count += value[i] >= best;
	for (int i = 0; i < seats; i++)
		win[i] = value[i] >= best ? 1.0 / count : 0;
}

bool
game_legal(const struct game *g, const struct state *s, int seat, move m)
{
	return g->turns->legal != NULL ? g->turns->legal(g, s, seat, m)
				       : game_lists(g, s, seat, m);
}

bool
game_lists(const struct game *g, const struct state *s, int seat, move m)
{
	move list[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, list);
	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}

void
game_scale(const struct game *g, char *out, int size)
{
	if (g->ops->penalties > 0)
		snprintf(out, (size_t)size, "%d - penalty points, higher is better",
			 (int)g->ops->penalties);
	else
		snprintf(out, (size_t)size, "%s%s, higher is better", game_told_name(g),
			 (g->traits & TRAIT_TEAMS) != 0
				 ? ": a side's less the other side's"
				 : "");
}

const char *
game_seat_word(const struct game *g, int seat)
{
	return g->text->seat_word ? g->text->seat_word(g, seat)
				  : g->text->seat_name(g, seat);
}

void
game_view(const struct game *g, const struct state *s, int viewer, struct state *out)
{
	const uint32_t used = g->ops->state_size;
	if (out != s)
		game_copy(g, s, out);
	memset(out->bytes + used, 0, sizeof out->bytes - used);
	if (viewer != SEAT_ALL && game_hidden(g) && g->hidden->redact)
		g->hidden->redact(g, out, viewer);
}

bool
game_equal(const struct game *g, const struct state *s, int seat, move a, move b)
{
	move list[MOVES_MAX];
	int between = 0, found = 0;
	if (a == b || g->trick->choices == NULL)
		return a == b;
	const int n = g->rules->moves(g, s, seat, list);
	for (int i = 0; i < n; i++) {
		found += list[i] == a || list[i] == b;
		if (list[i] >= (a < b ? a : b) && list[i] <= (a < b ? b : a))
			list[between++] = list[i];
	}
	return found == 2 && g->knowledge->merge(g, s, seat, list, between) == 1;
}

move
game_quick_move(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	if (g->knowledge->policy != NULL)
		return g->knowledge->policy(g, s, seat, rng);
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m);
	return m[rng_below(rng, (uint32_t)n)];
}

/* One move of a playout, the plain way. The game has a policy. */
static move
game_rollout_move(const struct game *g, const struct state *s, int seat, struct rng *rng,
		  enum rollout_kind kind)
{
	move m[MOVES_MAX];
	if (kind == ROLLOUT_POLICY)
		return game_quick_move(g, s, seat, rng);
	const int n = g->rules->moves(g, s, seat, m);
	return m[rng_below(rng, (uint32_t)n)];
}

int
game_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
	     enum rollout_kind kind, enum rollout_chance chance)
{
	int plies = 0;
	if (g->fast->rollout != NULL)
		return g->fast->rollout(g, s, rng, max_plies, (int)kind);
	for (; plies < max_plies && !game_decided(g, s); plies++) {
		const int seat = game_mover(g, s);
		if (seat == SEAT_NONE || (seat == SEAT_CHANCE && chance == ROLLOUT_STOPS))
			break;
		const move m = seat == SEAT_CHANCE
				       ? g->chance->sample(g, s, rng)
				       : game_rollout_move(g, s, seat, rng, kind);
		g->rules->play(g, s, seat, m, s);
	}
	return plies;
}

uint64_t
game_state_hash(const struct game *g, const struct state *s)
{
	char text[POSITION_TEXT];
	g->text->format_position(g, s, text, sizeof text);
	return rng_mix(bytes_hash(BYTES_HASH, text, strlen(text)));
}

uint64_t
game_infoset(const struct game *g, const struct state *s, int seat)
{
	struct state view;
	game_view(g, s, seat, &view);
	return rng_mix(game_state_hash(g, &view) ^ (uint64_t)seat);
}

bool
game_knows_hand(const struct game *g, const struct state *s, int seat, struct status *st)
{
	struct things things = { 0 };
	struct state full;
	struct rng r;
	const seat_set acting = g->rules->acting(g, s);
	if (!game_hidden(g) || g->hidden->held == NULL || seat < 0 ||
	    acting == ACTING_CHANCE || !(acting >> seat & 1))
		return true;
	rng_seed(&r, 1);
	game_view(g, s, seat, &full);
	const int has = __builtin_popcountll(g->hidden->held(g, &full, seat));
	g->hidden->determinize(g, &full, seat, &r);
	game_view(g, &full, seat, &full); /* it may not have looked at its cards */
	const int expected = __builtin_popcountll(g->hidden->held(g, &full, seat));
	g->hidden->things(g, &things);
	return has >= expected ||
	       status_fail(st, "%s has %d %s%s, expected %d", g->text->seat_name(g, seat),
			   has, things.called, has == 1 ? "" : "s", expected);
}

void
game_say_move(const struct game *g, const struct state *s, int seat, move m, char *out,
	      int size)
{
	(g->text->say_move != NULL ? g->text->say_move
				   : g->text->format_move)(g, s, seat, m, out, size);
}

bool
game_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		move *out, struct status *st)
{
	move m[MOVES_MAX];
	char name[MOVE_TEXT];
	if (g->text->parse_move != NULL)
		return g->text->parse_move(g, s, seat, text, out, st);
	const bool acts = seat >= 0 && g->rules->acting(g, s) >> seat & 1;
	const int n = acts ? g->rules->moves(g, s, seat, m) : 0;
	for (int i = 0; i < n; i++) {
		g->text->format_move(g, s, seat, m[i], name, sizeof name);
		if (strcmp(name, text) != 0)
			continue;
		*out = m[i];
		return true;
	}
	return status_fail(st, "'%.20s': expected a legal move%s%s", text,
			   n > 0 ? " such as " : "", n > 0 ? name : "");
}

int
game_figures(const struct game *g, const struct state *s, struct figure *out)
{
	return g->view->figures != NULL ? g->view->figures(g, s, out) : 0;
}

void
game_event(const struct game *g, const struct state *from, int seat, move m,
	   const struct state *to, char *out, int size)
{
	out[0] = '\0';
	if (g->view->event != NULL)
		g->view->event(g, from, seat, m, to, out, size);
}

int
game_progress(const struct game *g, const struct state *s)
{
	if (g->knowledge->progress != NULL)
		return g->knowledge->progress(g, s);
	return g->rules->settled(g, s) ? 1000 : 0;
}

char
game_seat_letter(const struct game *g, int seat)
{
	return g->text->seat_letter != NULL ? g->text->seat_letter(g, seat)
					    : g->text->seat_name(g, seat)[0];
}
