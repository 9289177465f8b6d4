/* setup.c - everything that is decided before a game starts. See setup.h. */
#include "src/core/setup.h"

#include "src/core/search.h"

#include "src/base/json.h"
#include "src/base/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define CLOCK_MIN_MS 100
#define CLOCK_MAX_MS (24 * 3600 * 1000)

const char *const view_names[] = {
	[VIEW_FAIR] = "fair", [VIEW_STUDY] = "study", [VIEW_OPEN] = "open"
};

bool
view_parse(const char *text, enum view *out, struct status *st)
{
	for (int i = VIEW_FAIR; i <= VIEW_OPEN; i++) {
		if (text_equal_fold(text, view_names[i])) {
			*out = (enum view)i;
			return true;
		}
	}
	return status_fail(st, "view: expected fair, study or open, not \"%.40s\"", text);
}

bool
game_clock_parse(const char *text, struct game_clock *out, struct status *st)
{
	char time[32];
	const char *slash = strchr(text, '/');
	const int n = slash != NULL ? (int)(slash - text) : (int)strlen(text);
	struct game_clock c = { .per_game =
					slash != NULL && strcmp(slash, "/game") == 0 };
	snprintf(time, sizeof time, "%.*s", n, text);
	const bool each = slash == NULL || c.per_game || strcmp(slash, "/move") == 0;
	if (text_equal_fold(text, "off")) {
		*out = (struct game_clock){ 0 };
		return true;
	}
	if (!each || n >= (int)sizeof time || !text_parse_duration(time, &c.ms) ||
	    c.ms < CLOCK_MIN_MS || c.ms > CLOCK_MAX_MS)
		return status_fail(st,
				   "clock: expected off, a time such as 30s/move or "
				   "5m/game, not \"%.40s\"",
				   text);
	*out = c;
	return true;
}

void
game_clock_format(const struct game_clock *c, char *out, int size)
{
	char time[24];
	const bool minutes = c->ms % 60000 == 0;
	if (minutes)
		snprintf(time, sizeof time, "%dm", (int)(c->ms / 60000));
	else
		text_format_duration_exact(time, sizeof time, c->ms);
	snprintf(out, (size_t)size,
		 c->ms == 0    ? "off"
		 : c->per_game ? "%s/game"
			       : "%s/move",
		 time);
}

/* Reads every seat's player again for the game as it is now; a player that no longer fits becomes
 * the default. */
static bool
fit_players(struct setup *s, const struct catalog *c, struct status *st)
{
	for (int i = 0; i < s->game.seats; i++) {
		char text[PLAYER_TEXT];
		snprintf(text, sizeof text, "%s", s->seat[i].text);
		if (text[0] && player_read(&s->seat[i], text, c, &s->game, NULL))
			continue;
		if (!player_parse(&s->seat[i], PLAYER_DEFAULT, c, &s->game, st))
			return false;
	}
	return true;
}

bool
setup_init(struct setup *s, const struct catalog *c, const struct game_ops *ops,
	   bool person, struct status *st)
{
	memset(s, 0, sizeof *s);
	s->seed = setup_fresh_seed();
	s->view = VIEW_FAIR;
	if (!game_init(&s->game, ops, 0, NULL, st))
		return false;
	if (person && !player_parse(&s->seat[0], "human", c, &s->game, st))
		return false;
	return fit_players(s, c, st);
}

bool
setup_named(struct setup *s, const struct catalog *c, const char *key, struct status *st)
{
	char keys[CATALOG_KEYS];
	const struct game_ops *ops = catalog_game(c, key);
	if (ops != NULL)
		return setup_init(s, c, ops, false, st);
	catalog_game_keys(c, keys, sizeof keys);
	return status_fail(st, "game: expected one of %s, not \"%.40s\"", keys, key);
}

/* One option of a variant, or the seat count; not yet checked against the others. */
static bool
setup_set_option(const struct game_ops *ops, const char *key, const char *value,
		 struct options *variant, int64_t *seats, struct status *st)
{
	if (strcmp(key, "seats") != 0)
		return options_set(variant, key, value, st);
	if (text_parse_count(value, seats) && *seats >= 1 && *seats <= SEATS_MAX)
		return true;
	return status_fail(st, "seats: expected a number from %d to %d, not \"%.40s\"",
			   game_seats_min(ops), game_seats_max(ops), value);
}

static bool
change_game(struct setup *s, const struct catalog *c, const struct options *variant,
	    int64_t seats, struct status *st)
{
	struct setup changed = *s;
	if (!game_init(&changed.game, s->game.ops, (int)seats, variant, st) ||
	    !fit_players(&changed, c, st))
		return false;
	*s = changed;
	return true;
}

bool
setup_variant(struct setup *s, const struct catalog *c, const char *key,
	      const char *value, struct status *st)
{
	struct options variant = s->game.variant;
	int64_t seats = s->game.seats;
	return setup_set_option(s->game.ops, key, value, &variant, &seats, st) &&
	       change_game(s, c, &variant, seats, st);
}

/* A key given twice is ambiguous. */
static bool
keys_differ(const char *list, struct status *st)
{
	char pair[OPTION_TEXT + 40], later[OPTION_TEXT + 40];
	while (text_next(&list, ',', pair, sizeof pair) >= 0) {
		const size_t key = strcspn(pair, "=");
		for (const char *rest = list;
		     text_next(&rest, ',', later, sizeof later) >= 0;)
			if (strcspn(later, "=") == key && memcmp(pair, later, key) == 0)
				return status_fail(st, "%.*s is given twice", (int)key,
						   pair);
	}
	return true;
}

bool
setup_variants(struct setup *s, const struct catalog *c, const char *list,
	       struct status *st)
{
	char pair[OPTION_TEXT + 40];
	struct options variant = s->game.variant;
	int64_t seats = s->game.seats;
	if (!keys_differ(list, st))
		return false;
	for (int length; (length = text_next(&list, ',', pair, sizeof pair)) >= 0;) {
		char *equals = strchr(pair, '=');
		if (length >= (int)sizeof pair)
			return status_fail(st, "\"%.40s...\" is too long", pair);
		if (equals == NULL || equals == pair)
			return status_fail(st, "expected KEY=VALUE, not \"%s\"", pair);
		*equals = '\0';
		if (!setup_set_option(s->game.ops, pair, equals + 1, &variant, &seats,
				      st))
			return false;
	}
	return change_game(s, c, &variant, seats, st);
}

/* "N, E, S, W" */
static void
setup_format_seats(const struct game *g, char *out, size_t size)
{
	size_t length = 0;
	out[0] = '\0';
	for (int i = 0; i < g->seats && length < size; i++)
		length += (size_t)snprintf(out + length, size - length, "%s%s",
					   i ? ", " : "", g->text->seat_name(g, i));
}

bool
setup_find_seat(const struct setup *s, const char *text, int *seat, struct status *st)
{
	const struct game *g = &s->game;
	int64_t number;
	if (text_parse_count(text, &number) && number >= 1 && number <= g->seats) {
		*seat = (int)number - 1;
		return true;
	}
	for (int i = 0; i < g->seats; i++) {
		char letter[2] = { game_seat_letter(g, i), '\0' };
		if (text_equal_fold(text, letter) ||
		    text_equal_fold(text, g->text->seat_name(g, i)) ||
		    text_equal_fold(text, game_seat_word(g, i))) {
			*seat = i;
			return true;
		}
	}
	char names[96];
	setup_format_seats(g, names, sizeof names);
	return status_fail(
		st, "unknown seat \"%.40s\": expected %s, or a number from 1 to %d", text,
		names, g->seats);
}

bool
setup_player(struct setup *s, const struct catalog *c, int seat, const char *text,
	     struct status *st)
{
	if (player_parse(&s->seat[seat], text, c, &s->game, st))
		return true;
	status_prefix(st, "seat %s", s->game.text->seat_name(&s->game, seat));
	return false;
}

bool
setup_trusted(const struct setup *s, struct status *st)
{
	for (int i = 0; i < s->game.seats; i++) {
		if (player_trusted(&s->seat[i], st))
			continue;
		status_prefix(st, "%s", game_seat_word(&s->game, i));
		return false;
	}
	return true;
}

int
setup_humans(const struct setup *s)
{
	int humans = 0;
	for (int i = 0; i < s->game.seats; i++)
		humans += s->seat[i].human;
	return humans;
}

const char *
setup_seat_word(const struct setup *s, int seat)
{
	const struct player *p = &s->seat[seat];
	if (p->human)
		return setup_humans(s) == 1 ? "you" : p->text;
	return strchr(p->text, ':') != NULL && !p->unknown ? p->part[0].ops->key
							   : p->text;
}

static struct rng shared;
static bool is_shared;

void
setup_share_seed(uint64_t seed)
{
	rng_seed(&shared, seed);
	is_shared = true;
}

uint64_t
setup_fresh_seed(void)
{
	uint32_t seed;
	if (is_shared)
		return rng_next(&shared) >> 32;
	if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
		seed = (uint32_t)rng_mix((uint64_t)time(NULL));
	return seed;
}

void
setup_variant_text(const struct game *g, struct text *out)
{
	char value[OPTION_TEXT + 2];
	text_add(out, "seats=%d", g->seats);
	for (int i = 0; i < g->variant.count; i++) {
		options_format(&g->variant, i, value, sizeof value);
		text_add(out, ",%s=%s", g->variant.specs[i].key, value);
	}
}

json_t *
setup_variant_json(const struct game *g)
{
	json_t *object = json_object();
	json_object_set_new(object, "seats", json_integer(g->seats));
	for (int i = 0; i < g->variant.count; i++) {
		const struct option_spec *spec = &g->variant.specs[i];
		char text[OPTION_TEXT + 2];
		options_format(&g->variant, i, text, sizeof text);
		json_t *value = spec->kind == OPTION_INT ? json_integer(g->variant.v[i].i)
							 : json_text(text);
		json_object_set_new(object, spec->key, value);
	}
	return object;
}
