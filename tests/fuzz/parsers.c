/*
 * parsers.c - every parser that reads what people hand in, under one fuzz entry point.
 *
 * The first byte picks the parser, the second the game by the first letter of its key (a capital:
 * the second game with that letter), the rest is the text: the corpus stays what it is when a game
 * or a parser comes along. A parser may refuse with a sentence; it may not crash, and what it
 * accepts must be written and read back.
 */
#include "ai/exact/solved.h"
#include "ai/poker/modicum/estimate.h"
#include "ai/poker/table/table.h"
#include "ai/poker/tree/subgame_file.h"
#include "games/poker/holdem/boards.h"
#include "games/poker/holdem/history.h"
#include "games/poker/range.h"
#include "games/tree/tree.h"
#include "src/app/catalog.h"

#include "src/base/bytes.h"
#include "src/base/inifile.h"
#include "src/base/json.h"
#include "src/base/pack.h"
#include "src/base/plot.h"
#include "src/core/cardnet.h"
#include "src/core/record.h"
#include "src/core/search.h"
#include "src/study/lesson.h"
#include "src/wire/bot.h"
#include "ui/canvas.h"
#include "ui/keys.h"
#include "ui/screens.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEADER_SUMMED 560 /* bytes of a solved file before the checksum of its header */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct game
pick_game(unsigned letter)
{
	int games = 0, at = -1, skip = isupper((int)letter) != 0;
	for (; app_catalog.games[games]; games++)
		if (app_catalog.games[games]->key[0] == tolower((int)letter) && at < 0 &&
		    skip-- == 0)
			at = games;
	const struct game_ops *ops =
		app_catalog.games[at >= 0 ? at : (int)letter % games];
	struct game g;
	struct status st = { 0 };
	if (!game_init(&g, ops, 0, NULL, &st))
		abort();
	return g;
}

static void
check_said(bool ok, const struct status *st)
{
	assert(ok != st->failed);
	assert(ok || st->text[0]);
	assert(!strchr(st->text, '\n'));
}

static void
fuzz_record(unsigned k, const char *text)
{
	static struct match m;
	struct status st = { 0 };
	bool ok = record_read(&m, text, "fuzz", &app_catalog, &st);
	check_said(ok, &st);
	if (!ok)
		return;
	struct text out = { 0 };
	record_write(&m, &out);
	match_close(&m);
	ok = record_read(&m, out.s, "again", &app_catalog, &st);
	assert(ok);
	match_close(&m);
	text_free(&out);
}

static void
fuzz_position(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	struct state s = { 0 }, again = { 0 };
	struct status st = { 0 };
	bool ok = g.text->parse_position(&g, text, &s, &st);
	check_said(ok, &st);
	if (!ok)
		return;
	char line[POSITION_TEXT];
	g.text->format_position(&g, &s, line, sizeof line);
	ok = g.text->parse_position(&g, line, &again, &st);
	assert(ok);
	assert(game_state_hash(&g, &s) == game_state_hash(&g, &again));
	seat_set acting = g.rules->acting(&g, &s);
	for (int seat = 0; seat < g.seats; seat++) {
		static move moves[MOVES_MAX];
		if (acting != ACTING_CHANCE && acting & (seat_set)1 << seat)
			assert(g.rules->moves(&g, &s, seat, moves) >= 1);
	}
}

static void
fuzz_player(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	static struct player p, again;
	struct status st = { 0 };
	bool ok = player_parse(&p, text, &app_catalog, &g, &st);
	check_said(ok, &st);
	if (!ok || p.human)
		return;
	char full[PLAYER_TEXT * 2], second[PLAYER_TEXT * 2];
	player_format(&p, full, sizeof full);
	if (strlen(full) >= PLAYER_TEXT)
		return;
	ok = player_parse(&again, full, &app_catalog, &g, &st);
	assert(ok);
	player_format(&again, second, sizeof second);
	assert(strcmp(full, second) == 0);
}

/* "key=value" lines into a variant. */
static void
fuzz_option(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	char key[64], value[OPTION_TEXT + 2];
	const char *equals = strchr(text, '=');
	if (!equals)
		return;
	snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
	struct status st = { 0 };
	struct options o = g.variant;
	bool ok = options_set(&o, key, equals + 1, &st);
	check_said(ok, &st);
	if (!ok)
		return;
	int at = options_find(&o, key);
	options_format(&o, at, value, sizeof value);
	struct options second = o;
	ok = options_set(&second, key, value, &st);
	assert(ok);
	assert(o.v[at].i == second.v[at].i);
}

static void
fuzz_move(unsigned k, const char *text)
{
	struct game g = pick_game(k);
	struct state s = { 0 };
	struct rng r;
	rng_seed(&r, 1);
	g.rules->start(&g, &s);
	while (g.rules->acting(&g, &s) == ACTING_CHANCE)
		g.rules->play(&g, &s, SEAT_CHANCE, g.chance->sample(&g, &s, &r), &s);
	struct status st = { 0 };
	move m;
	check_said(game_parse_move(&g, &s, game_mover(&g, &s), text, &m, &st), &st);
}

/* ---- Names: what the ways out make of any text ---- */

/* No byte of it is a control but line ends, and it is UTF-8. */
static void
assert_plain(const char *text, bool line_ends)
{
	json_t *whole = json_string(text);
	assert(whole != NULL);
	json_decref(whole);
	for (; *text != '\0'; text++)
		assert((unsigned char)*text >= ' ' ? *text != 0x7f
						   : line_ends && *text == '\n');
}

static void
fuzz_name(unsigned k, const char *text)
{
	char *written = NULL, *plain = strdup(text);
	size_t size;
	text_make_plain(plain);
	assert_plain(plain, false);
	assert(strlen(plain) <= strlen(text));
	FILE *f = open_memstream(&written, &size);
	json_t *o = json_pack("{s:o}", "name", json_text(text)),
	       *copy = json_deep_copy(o);
	json_print(o, f);
	fclose(f);
	assert_plain(written, true);
	json_t *again = json_loads(written, 0, NULL);
	assert(again != NULL && json_equal(again, copy));
	json_decref(again);
	json_decref(copy);
	free(written);
	f = open_memstream(&written, &size);
	plot_quote(f, text);
	fclose(f);
	assert_plain(written, false);
	int quotes = 0; /* each inside is there twice */
	for (const char *p = written; *p != '\0'; p++)
		quotes += *p == '\'';
	assert(quotes % 2 == 0 && written[0] == '\'' && written[size - 1] == '\'');
	assert(canvas_width(text) <= (int)strlen(text));
	free(written);
	free(plain);
}

/* ---- Files ---- */

static bool
take_any(void *user, const char *section, const char *key, const char *value, int line,
	 struct status *st)
{
	(void)user, (void)line, (void)st;
	assert(strlen(section) <= INIFILE_NAME && strlen(key) <= INIFILE_NAME && value);
	return true;
}

static void
fuzz_ini(unsigned k, const char *text)
{
	struct status st = { 0 };
	check_said(inifile_parse(text, "fuzz", take_any, NULL, &st), &st);
}

/* Hands that follow each other are a record, which is read again. */
static void
check_hands_as_record(const struct history *h)
{
	static struct match m;
	struct text out = { 0 };
	struct status st = { 0 };
	const bool ok = history_write_record(h, &out, &st);
	check_said(ok, &st);
	if (ok) {
		if (!record_read(&m, out.s, "again", &app_catalog, &st))
			abort();
		match_close(&m);
	}
	text_free(&out);
}

/* Hands that are read are written in every format, and the lines of one are read again. */
static void
fuzz_history(unsigned k, const char *text)
{
	struct history h, again;
	struct text out[HISTORY_FORMATS] = { 0 };
	struct status st = { 0 };
	const bool ok = history_read(&h, text, "fuzz", &st);
	check_said(ok, &st);
	for (int i = 0; i < HISTORY_FORMATS && ok; i++)
		history_write(&h, (enum history_format)i, &out[i]);
	if (ok) {
		if (!history_read(&again, out[HISTORY_PHH].s, "fuzz", &st))
			abort();
		history_free(&again);
		check_hands_as_record(&h);
	}
	for (int i = 0; i < HISTORY_FORMATS; i++)
		text_free(&out[i]);
	history_free(&h);
}

/* A bot's message is read, and leaves figures that can be printed. */
static void
fuzz_bot(unsigned k, const char *text)
{
	static struct search search;
	static struct player p;
	const struct game g = pick_game(k);
	struct state s = { 0 };
	struct rng r;
	struct status st = { 0 };
	json_t *message = bot_read_line(text, &st);
	check_said(message != NULL, &st);
	rng_seed(&r, 1);
	g.rules->start(&g, &s);
	while (game_mover(&g, &s) == SEAT_CHANCE)
		g.rules->play(&g, &s, SEAT_CHANCE, g.chance->sample(&g, &s, &r), &s);
	const struct search_job job = {
		.game = &g, .root = &s, .viewer = SEAT_ALL, .player = &p
	};
	if (message == NULL || !player_parse(&p, "random", &app_catalog, &g, NULL) ||
	    !search_open(&search, &job, NULL)) {
		json_decref(message);
		return;
	}
	bot_take_figures(&search, message);
	for (int i = 0; i < search.live.move_count; i++)
		if (!game_legal(&g, &s, search.mover, search.live.moves[i].m))
			abort();
	json_t *out = json_object();
	snapshot_to_json(&search.live, &g, &s, out);
	json_decref(out);
	search_close(&search);
	json_decref(message);
}

static void
fuzz_range(unsigned k, const char *text)
{
	struct poker_range r;
	struct status st = { 0 };
	check_said(range_parse(text, &r, &st), &st);
}

static void
fuzz_settings(unsigned k, const char *text)
{
	struct ui_settings set = { 0 }, again = { 0 };
	struct status st = { 0 };
	struct text out = { 0 };
	settings_defaults(&set);
	check_said(settings_read(&set, text, "fuzz", &st), &st);
	settings_print(&set, &out);
	settings_defaults(&again);
	struct status none = { 0 };
	const bool ok = settings_read(&again, out.s, "again", &none);
	assert(ok);
	text_free(&out);
}

static void
fuzz_theme(unsigned k, const char *text)
{
	static struct theme t;
	struct status st = { 0 };
	check_said(theme_read(&t, text, "fuzz", &st), &st);
}

static void
fuzz_keys(unsigned k, const char *text)
{
	struct status st = { 0 };
	struct keymap *keys = keymap_read(text, "fuzz", ui_screens, &st);
	assert(keys != NULL);
	for (int i = 0; ui_screens[i] != NULL; i++)
		keymap_apply(keys, ui_screens[i]->name, ui_screens[i]->bindings);
	keymap_free(keys);
}

/* A file in memory with this in it; its name lasts until the next. */
static int
file_of(const void *bytes, size_t size, const char **name)
{
	static char path[40];
	const int fd = memfd_create("fuzz", 0);
	assert(fd >= 0);
	const ssize_t written = write(fd, bytes, size);
	assert(written == (ssize_t)size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	*name = path;
	return fd;
}

/* A tree that could be read stays open by its name, up to 256 of them: each gets another name. */
static void
fuzz_tree(unsigned k, const char *text)
{
	static int opened;
	char slashes[260] = "", path[320];
	const char *name;
	struct status st = { 0 };
	const int fd = file_of(text, strlen(text), &name);
	memset(slashes, '/', (size_t)opened + 1);
	snprintf(path, sizeof path, "/proc/self/fd%s%d", slashes, fd);
	const bool ok = tree_file_open(path, &st) != NULL;
	check_said(ok, &st);
	opened += ok;
	close(fd);
}

static void
fuzz_lesson(unsigned k, const char *text)
{
	static struct lesson l;
	const char *name;
	struct status st = { 0 };
	const int fd = file_of(text, strlen(text), &name);
	const bool ok = lesson_load(&l, name, &app_catalog, &st);
	check_said(ok, &st);
	if (ok)
		lesson_free(&l);
	close(fd);
}

/* A saved solution of four cards; the checksum of its header is made right, or nothing behind
 * it would ever be looked at. */
static void
fuzz_solved(const uint8_t *bytes, size_t size)
{
	static uint8_t file[1 << 14];
	struct game g;
	struct options variant;
	struct status st = { 0 };
	struct pack f;
	const char *name;
	const struct game_ops *ops = catalog_game(&app_catalog, "goofspiel");
	options_init(&variant, ops->options);
	options_set(&variant, "cards", "4", &st);
	if (size > sizeof file || !game_init(&g, ops, 2, &variant, &st))
		return;
	memcpy(file, bytes, size);
	uint64_t sum = 0;
	for (size_t i = 0; i < HEADER_SUMMED && i < size; i++)
		sum = rng_mix(sum ^ file[i]);
	if (size >= HEADER_SUMMED + 8)
		memcpy(file + HEADER_SUMMED, &sum, 8);
	const int fd = file_of(file, size, &name);
	const bool mapped = solved_map(&f, &g, name, &st);
	check_said(mapped, &st);
	for (int k = 0; mapped && k < f.layers; k++) {
		int32_t *out = f.slots[k] < 1 << 16 ? malloc(4 * f.slots[k] + 1) : NULL;
		if (out != NULL)
			solved_read(&f, name, k, out, &st);
		free(out);
	}
	if (mapped)
		pack_unmap(&f);
	close(fd);
}

/* A file of layers, of which the first few are made from the input: what is packed has a
 * checksum, or nothing behind it would ever be looked at. */
struct packed {
	struct {
		const void *bytes;
		size_t size;
		uint64_t slots;
	} layer[PACK_LAYERS];
};

static const void *
packed_layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct packed *p = self;
	*slots = p->layer[k].slots;
	*bytes = p->layer[k].size;
	return p->layer[k].bytes;
}

/* A new file of its own, empty. */
static const char *
write_nothing(char path[40])
{
	snprintf(path, 40, "/tmp/plyscope-fuzz-XXXXXX");
	const int fd = mkstemp(path);
	assert(fd >= 0);
	close(fd);
	return path;
}

/* Into a file of its own, whose name this is. */
static void
write_packed(const struct pack_kind *kind, const char *rules, int layers,
	     struct packed *p, char path[40])
{
	struct status st = { 0 };
	const struct pack_source source = { .rules = rules,
					    .layers = layers,
					    .layer = packed_layer,
					    .self = p,
					    .level = 1 };
	if (!pack_write(kind, &source, write_nothing(path), &st))
		abort();
}

/* "rounds=4,stack=900", as a file says it. */
static bool
setup_of(const char *variant, const struct game_ops *ops, struct setup *out)
{
	return setup_init(out, &app_catalog, ops, false, NULL) &&
	       (*variant == '\0' || setup_variants(out, &app_catalog, variant, NULL));
}

/* A solved subgame: the input is its head, which says how many shares there are. */
static void
fuzz_subgame(const uint8_t *input, size_t size)
{
	static const struct pack_kind kind = { "plysubgm", 3, 6, NULL, NULL };
	static const uint16_t share[1 << 17];
	static float range[2 * PUBLIC_HANDS];
	const struct game_ops *ops = catalog_game(&app_catalog, "holdem");
	struct bytes b = { .at = (const char *)input, .end = (const char *)input + size };
	struct status st = { 0 };
	struct subgame_saved about;
	struct setup setup;
	size_t length;
	char path[40];
	bytes_text(&b, &length);
	bytes_text(&b, &length);
	for (int i = 0; i < 4; i++)
		bytes_int(&b);
	const int64_t numbers = bytes_int(&b);
	if (size == 0 || numbers < 0 || numbers > (int64_t)(sizeof share / sizeof *share))
		return;
	for (int i = 0; i < 2 * PUBLIC_HANDS; i++)
		range[i] = 1;
	struct packed p = { { { input, size, size },
			      { range, sizeof range, 2 * PUBLIC_HANDS },
			      { share, (size_t)numbers * 2, (uint64_t)numbers } } };
	write_packed(&kind, "holdem subgame", 3, &p, path);
	const bool told = subgame_about(ops, path, &about, &st);
	check_said(told, &st);
	if (told && setup_of(about.variant, ops, &setup)) {
		struct arena arena;
		struct subgame s;
		assert(arena_open(&arena, 1 << 22));
		check_said(subgame_load(&s, &arena, &setup.game, path, &st), &st);
		arena_close(&arena);
	}
	unlink(path);
}

/* A trained strategy: the input is the plan of its betting. */
static void
fuzz_strategy(const uint8_t *input, size_t size)
{
	static const struct pack_kind kind = { "plyblue1", 2, 9, NULL, NULL };
	static char by[TABLE_BY];
	static const uint8_t nothing[5000000];
	static struct bucket_lookup kept;
	/* of the plan in the corpus */
	static const size_t table[BUCKET_ROUNDS] = { 21801, 161200, 687800, 1712600 };
	struct betting_plan plan = { 0 };
	struct abstract_table t;
	struct status st = { 0 };
	struct arena arena;
	struct game g;
	const int64_t steps = 1;
	char path[40], rules[PACK_RULES];
	memcpy(&plan, input, size < sizeof plan ? size : sizeof plan);
	if (!game_init(&g, catalog_game(&app_catalog, "holdem"), 0, NULL, &st))
		abort();
	const struct bucket_ops *ops = g.ops->public->buckets;
	for (int i = 0; i < BUCKET_ROUNDS; i++)
		kept.count[i] = (uint16_t)plan.buckets[i];
	for (int i = 0; i < 2; i++) {
		kept.cuts[i].means = kept.count[i + 1];
		kept.cuts[i].spreads = 1;
	}
	ops->rules(&g, rules, sizeof rules);
	struct packed p = { { { by, sizeof by, 1 },
			      { &steps, sizeof steps, 1 },
			      { &plan, sizeof plan, 1 },
			      { &kept, sizeof kept, 1 } } };
	for (int i = 0; i < BUCKET_ROUNDS; i++) {
		p.layer[4 + i].bytes = nothing;
		p.layer[4 + i].slots = p.layer[4 + i].size = table[i];
	}
	write_packed(&kind, rules, 8, &p, path);
	assert(arena_open(&arena, 1 << 24));
	const bool read = abstract_table_read(&t, &g, path, &arena, &st);
	check_said(read, &st);
	for (uint32_t i = 0; read && i < t.betting.nodes; i++) {
		double prob[BETTING_MOVES];
		if (betting_decides(&t.betting.node[i]))
			assert(!abstract_table_mix(&t, i, 0, prob));
	}
	arena_close(&arena);
	unlink(path);
}

/* A network for leaves: the input is its head, then the first of its weights and of what training
 * remembers of them, then the table whose play was learned. */
static void
fuzz_leaves(const uint8_t *input, size_t size)
{
	static const struct pack_kind kind = { "plyleaf1", 1, 6, NULL, NULL };
	struct {
		uint8_t head[64];
		float first[3][4];
		char table[ESTIMATE_BY];
	} in = { 0 };
	static char by[ESTIMATE_BY];
	static float numbers[3][20000];
	struct estimate_file f = { .table = "mccfr, 1 iterations" };
	struct status st = { 0 };
	struct arena arena;
	struct game g;
	char path[40], rules[PACK_RULES];
	const size_t all = net_weights(&estimate_shape), bytes = all * sizeof(float);
	memcpy(&in, input, size < sizeof in ? size : sizeof in);
	assert(bytes <= sizeof numbers[0]);
	for (int i = 0; i < 3; i++)
		memcpy(numbers[i], in.first[i], sizeof in.first[i]);
	if (!game_init(&g, catalog_game(&app_catalog, "holdem"), 0, NULL, &st))
		abort();
	g.ops->public->buckets->rules(&g, rules, sizeof rules);
	struct packed p = { { { by, sizeof by, 1 },
			      { in.table, sizeof in.table, 1 },
			      { in.head, sizeof in.head, 1 },
			      { numbers[0], bytes, all },
			      { numbers[1], bytes, all },
			      { numbers[2], bytes, all } } };
	write_packed(&kind, rules, 6, &p, path);
	f.g = &g;
	if (!arena_open(&arena, 1 << 20) || !net_open(&f.net, &estimate_shape, &arena) ||
	    !net_adam_open(&f.adam, &estimate_shape, &arena))
		abort();
	const bool read = estimate_read(&f, path, &st);
	check_said(read, &st);
	if (read) { /* and what is learned from there are numbers */
		net_learn(&f.net, &f.adam, numbers[0], 0);
		assert(f.steps >= 0);
	}
	for (int i = 0; read && i < 4; i++)
		assert(!isnan(f.net.weight[i]));
	arena_close(&arena);
	unlink(path);
}

/* The networks of a card game: the input is the command that made them, and some weights of the deal
 * network, which is refused where a sum could overflow. */
static void
fuzz_cards(const uint8_t *input, size_t size)
{
	static const struct pack_kind kind = { "plycards", 3, 3, NULL, NULL };
	static unsigned char view[1 << 21], deal[1 << 20];
	char by[CARDNET_BY] = { 0 }, again[CARDNET_BY], path[40], rules[PACK_RULES];
	struct cardnet n;
	struct arena arena;
	struct status st = { 0 };
	struct game g;
	if (!game_init(&g, catalog_game(&app_catalog, "hearts"), 0, NULL, &st) ||
	    !arena_open(&arena, (size_t)4 << 20) || !cardnet_open(&n, &g, &arena))
		abort();
	const size_t bytes[] = { sparse_bytes(&n.view.shape),
				 sparse_bytes(&n.deal.shape) };
	const size_t second = (size_t)(n.deal.shape.facts + 1) * SPARSE_HIDDEN * 2;
	assert(bytes[0] <= sizeof view && bytes[1] <= sizeof deal);
	memset(view, 0, sizeof view);
	memset(deal, 0, sizeof deal);
	memcpy(by, input, size < sizeof by - 1 ? size : sizeof by - 1);
	for (size_t i = 0; i < SPARSE_SECOND * SPARSE_HIDDEN * 2 && size > 0; i++)
		deal[second + i] = input[i % size];
	snprintf(rules, sizeof rules, "hearts-4 view %d deal %d", n.view.shape.facts,
		 n.deal.shape.facts);
	struct packed p = {
		{ { by, sizeof by, 1 }, { view, bytes[0], 1 }, { deal, bytes[1], 1 } }
	};
	write_packed(&kind, rules, 3, &p, path);
	arena_close(&arena);
	if (!arena_open(&arena, (size_t)4 << 20))
		abort();
	const bool read = cardnet_read(&n, &g, path, &arena, again, &st);
	check_said(read, &st);
	assert(!read || strcmp(by, again) == 0);
	arena_close(&arena);
	unlink(path);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct {
		char letter;
		void (*run)(unsigned, const char *);
		void (*bytes)(const uint8_t *, size_t); /* instead of a text */
	} fuzz[] = {
		{ '2', fuzz_record, NULL },   { '3', fuzz_position, NULL },
		{ '4', fuzz_player, NULL },   { '0', fuzz_option, NULL },
		{ '1', fuzz_move, NULL },     { 'n', fuzz_name, NULL },
		{ 'i', fuzz_ini, NULL },      { 'c', fuzz_settings, NULL },
		{ 't', fuzz_theme, NULL },    { 'k', fuzz_keys, NULL },
		{ 'j', fuzz_tree, NULL },     { 'l', fuzz_lesson, NULL },
		{ 'h', fuzz_history, NULL },  { 'r', fuzz_range, NULL },
		{ 's', NULL, fuzz_solved },   { 'p', NULL, fuzz_subgame },
		{ 'b', NULL, fuzz_strategy }, { 'w', NULL, fuzz_cards },
		{ 'v', NULL, fuzz_leaves },   { 'm', fuzz_bot, NULL },
	};
	const size_t count = sizeof fuzz / sizeof *fuzz;
	if (size < 2)
		return 0;
	size_t at = 0;
	while (at < count && fuzz[at].letter != (char)data[0])
		at++;
	at = at < count ? at : data[0] % count;
	if (fuzz[at].run == NULL) {
		fuzz[at].bytes(data + 2, size - 2);
		return 0;
	}
	char *text = malloc(size - 1);
	assert(text);
	memcpy(text, data + 2, size - 2);
	text[size - 2] = '\0';
	fuzz[at].run(data[1], text);
	free(text);
	return 0;
}
