/*
 * inputs.c - the inputs of a verb from the command line: a game, a setup, a match, a root.
 */
#include "src/app/cli.h"

#include "src/base/text.h"
#include "src/core/question.h"
#include "src/core/record.h"
#include "src/core/store.h"

#include <string.h>

/* The game that has an example of this name: `matching-pennies` stands for
 * `tree -o file=matching-pennies`. NULL: none. */
static const struct game_ops *
game_of_example(struct cli *cli, const char *name)
{
	for (int i = 0; cli->catalog->games[i] != NULL; i++) {
		const struct game_ops *ops = cli->catalog->games[i];
		const struct option_spec *o = ops->options;
		if (ops->file == NULL)
			continue;
		while (o->key != NULL && strcmp(o->key, ops->file->option) != 0)
			o++;
		char choice[OPTION_TEXT];
		for (int k = 0; o->key != NULL &&
				option_choice(o->choices, k, choice, sizeof choice);
		     k++)
			if (strcmp(choice, name) == 0) {
				cli->example = name;
				return ops;
			}
	}
	return NULL;
}

const struct game_ops *
cli_game(struct cli *cli, const char *key)
{
	if (!key) {
		char keys[CATALOG_KEYS];
		catalog_game_keys(cli->catalog, keys, sizeof keys);
		status_fail(&cli->st, "%s: expected a game, one of %s", cli->args.verb,
			    keys);
		return NULL;
	}
	const struct game_ops *ops = catalog_game(cli->catalog, key);
	if (!ops)
		ops = game_of_example(cli, key);
	if (ops)
		return ops;
	const char *names[64];
	int n = 0;
	for (; n < 63 && cli->catalog->games[n]; n++)
		names[n] = cli->catalog->games[n]->key;
	names[n] = NULL;
	const char *near = args_nearest(names, key);
	char keys[CATALOG_KEYS];
	catalog_game_keys(cli->catalog, keys, sizeof keys);
	if (near)
		status_fail(&cli->st, "unknown game \"%.60s\" (did you mean \"%s\"?)",
			    key, near);
	else
		status_fail(&cli->st, "unknown game \"%.60s\": expected one of %s", key,
			    keys);
	return NULL;
}

/* A position may name the variant it is of. */
static bool
set_position_variant(struct cli *cli, struct setup *s)
{
	const struct file_ops *file = s->game.ops->file;
	const char *text = cli->args.position;
	char name[OPTION_TEXT];
	if (file == NULL || text == NULL || text[0] == '@')
		return true;
	const char *at = strrchr(text, '@');
	const int length = at ? (int)(at - text) : (int)strlen(text);
	if (length >= OPTION_TEXT)
		return status_fail(&cli->st, "--position: \"%.40s...\" is too long",
				   text);
	snprintf(name, sizeof name, "%.*s", length, text);
	if (setup_variant(s, cli->catalog, file->option, name, &cli->st))
		return true;
	status_prefix(&cli->st, "--position");
	return false;
}

/* Every -o, as one list. */
static bool
set_variants(struct cli *cli, struct setup *s)
{
	const struct word_list *given = &cli->args.variants;
	struct text list = { 0 };
	for (int i = 0; i < given->count; i++)
		text_add(&list, "%s%s", i > 0 ? "," : "", given->word[i]);
	const bool ok =
		given->count == 0 || setup_variants(s, cli->catalog, list.s, &cli->st);
	if (!ok)
		status_prefix(&cli->st, "-o");
	text_free(&list);
	return ok;
}

static bool
apply_variants(struct cli *cli, struct setup *s)
{
	const struct file_ops *file = s->game.ops->file;
	if (cli->example != NULL && file != NULL &&
	    !setup_variant(s, cli->catalog, file->option, cli->example, &cli->st))
		return false;
	return set_variants(cli, s) && set_position_variant(cli, s);
}

/* Every -s SEAT=PLAYER; *named gets the seats. */
static bool
set_players(struct cli *cli, struct setup *s, seat_set *named)
{
	*named = 0;
	for (int i = 0; i < cli->args.seats.count; i++) {
		const char *word = cli->args.seats.word[i], *equals = strchr(word, '=');
		char name[40];
		int seat;
		if (!equals || equals == word || equals - word >= (int)sizeof name)
			return status_fail(&cli->st,
					   "-s: expected SEAT=PLAYER, not \"%.60s\"",
					   word);
		snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
		if (!setup_find_seat(s, name, &seat, &cli->st) ||
		    (*named & (seat_set)1 << seat &&
		     !status_fail(&cli->st, "seat %s is given twice", name)) ||
		    !setup_player(s, cli->catalog, seat, equals + 1, &cli->st)) {
			status_prefix(&cli->st, "-s");
			return false;
		}
		*named |= (seat_set)1 << seat;
	}
	return true;
}

/* The first seat nobody named is the person's, unless a person was named. */
static bool
seat_person(struct cli *cli, struct setup *s, seat_set named, bool person)
{
	bool has_person = !person;
	for (int i = 0; i < s->game.seats; i++)
		if (named & (seat_set)1 << i && s->seat[i].human)
			has_person = true;
	for (int i = 0; i < s->game.seats; i++) {
		if (named & (seat_set)1 << i)
			continue;
		if (!setup_player(s, cli->catalog, i, has_person ? "medium" : "human",
				  &cli->st))
			return false;
		has_person = true;
	}
	return true;
}

static bool
set_view(struct cli *cli, struct setup *s)
{
	s->view = setup_humans(s) > 0 ? VIEW_FAIR : VIEW_OPEN;
	if (!cli->args.view || view_parse(cli->args.view, &s->view, &cli->st))
		return true;
	status_prefix(&cli->st, "--view");
	return false;
}

bool
cli_setup(struct cli *cli, struct setup *s, bool person)
{
	const struct args *a = &cli->args;
	const struct game_ops *ops = cli_game(cli, a->count ? a->word[0] : NULL);
	seat_set named;
	if (!ops || !setup_init(s, cli->catalog, ops, person, &cli->st) ||
	    !apply_variants(cli, s) || !set_players(cli, s, &named) ||
	    !seat_person(cli, s, named, person) || !set_view(cli, s) ||
	    (a->clock && !game_clock_parse(a->clock, &s->clock, &cli->st)))
		return false;
	s->seed = a->seed >= 0 ? (uint64_t)a->seed : setup_fresh_seed();
	return true;
}

/* A record fixes rules and seed; only seats and view may be given beside it. */
static bool
refuse_beside_record(struct cli *cli, const char *flag)
{
	if (cli->args.variants.count)
		return status_fail(&cli->st, "-o: the rules come from %s", flag);
	return true;
}

static bool
inputs_resume(struct cli *cli, struct match *m)
{
	struct store *db = store_open_to_read(NULL, &cli->st);
	const bool open = !cli->st.failed;
	const bool ok =
		open && store_load(db, cli->args.resume, cli->catalog, m, &cli->st);
	cli->cannot = !ok && !(open && store_lacks(db, cli->args.resume));
	store_close(db);
	return ok;
}

/* The match of --load or --resume, of the game that was named when one was. */
static bool
recorded_match(struct cli *cli, struct match *m)
{
	const struct args *a = &cli->args;
	if (!refuse_beside_record(cli, a->load ? "--load" : "--resume"))
		return false;
	const struct game_ops *ops = a->count ? cli_game(cli, a->word[0]) : NULL;
	if (a->count && !ops)
		return false;
	if (!(a->load ? record_load(m, a->load, cli->catalog, &cli->st)
		      : inputs_resume(cli, m)))
		return false;
	if (!ops || ops == m->setup.game.ops)
		return true;
	status_fail(&cli->st, "%s: a record of %s, not of %s",
		    a->load ? a->load : "--resume", m->setup.game.ops->key, ops->key);
	match_close(m);
	return false;
}

bool
cli_search(struct cli *cli, const struct game *g, const char *text, struct player *p)
{
	if (!player_parse(p, text, cli->catalog, g, &cli->st)) {
		status_prefix(&cli->st, "-a");
		return false;
	}
	return !p->human || status_fail(&cli->st, "-a: expected a search, not a person");
}

bool
cli_one_search(struct cli *cli, const struct game *g, const char *usual, struct player *p)
{
	const struct word_list *given = &cli->args.players;
	if (given->count > 1)
		return status_fail(&cli->st, "%s: one -a, not %d", cli->args.verb,
				   given->count);
	return cli_search(cli, g, given->count > 0 ? given->word[0] : usual, p);
}

bool
cli_match(struct cli *cli, struct match *m, bool person)
{
	const struct args *a = &cli->args;
	if (!a->load && !a->resume) {
		struct setup s;
		if (!cli_setup(cli, &s, person))
			return false;
		match_open(m, &s);
		return true;
	}
	if (a->seed >= 0)
		return status_fail(&cli->st, "--seed: the seed comes from the record");
	if (!recorded_match(cli, m))
		return false;
	seat_set named;
	const bool watched = setup_humans(&m->setup) == 0;
	bool ok = set_players(cli, &m->setup, &named);
	for (int i = 0; ok && !person && i < m->setup.game.seats; i++)
		if (m->setup.seat[i].human)
			ok = setup_player(&m->setup, cli->catalog, i, "medium", &cli->st);
	/* a game among searches has an open view; a person who sits down now has seen nothing */
	if (ok && watched && setup_humans(&m->setup) > 0)
		m->setup.view = VIEW_FAIR;
	ok = ok && (!a->view || set_view(cli, &m->setup)) &&
	     (!a->clock || game_clock_parse(a->clock, &m->setup.clock, &cli->st));
	if (!ok)
		match_close(m);
	return ok;
}

/* Draws chance until a seat acts or the game is over. */
static void
draw_chance(const struct game *g, uint64_t seed, struct state *s)
{
	struct rng r;
	rng_seed(&r, seed);
	while (g->rules->acting(g, s) == ACTING_CHANCE)
		g->rules->play(g, s, SEAT_CHANCE, g->chance->sample(g, s, &r), s);
}

bool
cli_given(struct cli *cli, struct match *m)
{
	const struct args *a = &cli->args;
	struct setup s;
	if (a->load || a->resume) {
		if (!recorded_match(cli, m))
			return false;
		if (a->seed >= 0)
			m->setup.seed = (uint64_t)a->seed;
		return true;
	}
	struct state root = { 0 };
	if (!cli_setup(cli, &s, false))
		return false;
	if (!a->position) {
		match_open(m, &s);
		return true;
	}
	if (!s.game.text->parse_position(&s.game, a->position, &root, &cli->st)) {
		status_prefix(&cli->st, "--position");
		return false;
	}
	draw_chance(&s.game, s.seed, &root);
	match_begin(m, &s);
	m->states[0] = root;
	m->typed = true;
	return true;
}

bool
cli_check_hand(struct cli *cli, const struct match *m, int ply, int seat)
{
	if (cli->args.position == NULL ||
	    game_knows_hand(&m->setup.game, &m->states[ply], seat, &cli->st))
		return true;
	status_prefix(&cli->st, "--position");
	return false;
}
