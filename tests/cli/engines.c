/*
 * engines.c - plyscope and other programs: plyscope as a USI engine, engines at its table, and
 * Fairy-Stockfish on the other side of both, where it is installed.
 */
#include "src/base/trust.h"
#include "src/core/past.h"
#include "src/wire/engine.h"
#include "tests/cli/run.h"
#include "tests/unit/minishogi_slow.h"
#include "tests/unit/play_text.h"

#include <limits.h>
#include <unistd.h>

#define ANSWER_MS 20000 /* until a test gives up; nothing depends on it */

static char program[PATH_MAX], wrong[PATH_MAX], fairy[100];

static int
find_programs(void **unused)
{
	static const char *const places[] = { "/usr/games/fairy-stockfish",
					      "/usr/local/bin/fairy-stockfish",
					      "/usr/bin/fairy-stockfish" };
	const char *given = getenv("PLYSCOPE");
	for (size_t i = 0; i < sizeof places / sizeof *places && !*fairy; i++)
		if (access(places[i], X_OK) == 0)
			snprintf(fairy, sizeof fairy, "%s", places[i]);
	return realpath(given ? given : "build/plyscope", program) &&
			       realpath("tests/data/engine.sh", wrong)
		       ? 0
		       : -1;
}

/* Where the package is not installed its tests only say so. */
static void
need_fairy(void)
{
	if (*fairy == '\0')
		skip();
}

/* ---- speaking to an engine ------------------------------------------------------------ */

static void
start_engine(struct engine *e, const char *command)
{
	struct status st = { 0 };
	if (!engine_start(e, command, &st))
		fail_msg("%s: %s", command, st.text);
}

static void
tell(struct engine *e, const char *line)
{
	struct status st = { 0 };
	if (!engine_say(e, &st, "%s", line))
		fail_msg("%s: %s", line, st.text);
}

/* The next line, or a failure. */
static const char *
hear(struct engine *e)
{
	struct status st = { 0 };
	char *line;
	if (!engine_hear(e, ANSWER_MS, &line, &st) || line == NULL)
		fail_msg("no line: %s", st.text);
	return line;
}

/* The next line that begins so. */
static const char *
expect_line(struct engine *e, const char *begin)
{
	for (;;) {
		const char *line = hear(e);
		if (strncmp(line, begin, strlen(begin)) == 0)
			return line;
	}
}

/* plyscope as an engine, greeted. */
static void
start_ours(struct engine *e, const char *flags)
{
	char command[PATH_MAX + 100];
	snprintf(command, sizeof command, "%s usi %s", program, flags);
	start_engine(e, command);
	tell(e, "usi");
	expect_line(e, "usiok");
	tell(e, "isready");
	expect_line(e, "readyok");
	tell(e, "usinewgame");
}

/* ---- plyscope is the engine ----------------------------------------------------------- */

static void
options_come_from_the_tables(void **unused)
{
	static const char *const expected[] = {
		"id name plyscope",
		"id author",
		"option name USI_Hash type spin default 64 min 16",
		"option name USI_Ponder type check",
		"option name MultiPV type spin default 1",
		"option name window type combo default full var full var zero",
		"option name table type check default true",
		"option name memory type spin default 64",
		"option name repetition type combo default second var second var draw",
		"option name max_turns type spin default 100 min 10 max 500",
		"usiok",
	};
	static struct engine e;
	char command[PATH_MAX + 100];
	snprintf(command, sizeof command, "%s usi -a paranoid", program);
	start_engine(&e, command);
	tell(&e, "usi");
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		expect_line(&e, expected[i]);
	engine_end(&e);
}

static void
a_position_is_thought_about(void **unused)
{
	static struct engine e;
	start_ours(&e, "-a paranoid --seed 1");
	tell(&e, "position sfen 3rk/3p1/4P/4R/K4 b - 1");
	tell(&e, "go depth 2");
	assert_non_null(strstr(expect_line(&e, "info depth"), " score mate 1 "));
	assert_string_equal(expect_line(&e, "bestmove"), "bestmove 1c1b");
	tell(&e, "position startpos moves 2e3d 5a5b");
	tell(&e, "go nodes 5000");
	assert_non_null(strstr(expect_line(&e, "info depth"), " score cp "));
	expect_line(&e, "bestmove ");
	tell(&e, "position sfen 3rk/3p1/4P/4R/K4 b - 1 moves 1c1b"); /* mate */
	tell(&e, "go byoyomi 100");
	assert_string_equal(expect_line(&e, "bestmove"), "bestmove resign");
	tell(&e, "quit");
	engine_end(&e);
}

/* What plyscope says as an engine is what it says as a search. */
static void
the_engine_is_the_search(void **unused)
{
	static struct engine e;
	char expected[40];
	json_t *j = run_json("search minishogi -a paranoid:nodes=3000 --seed 1 --json "
			     "--position 'rb1gk/3sp/5/P1S2/KG1BR b - 5'");
	snprintf(expected, sizeof expected, "bestmove %s ",
		 json_string_value(json_object_get(j, "move")));
	start_ours(&e, "-a paranoid --seed 1");
	tell(&e, "position sfen rb1gk/3sp/5/P1S2/KG1BR b - 5");
	tell(&e, "go nodes 3000");
	expect_line(&e, expected);
	json_decref(j);
	engine_end(&e);
}

static void
several_lines_are_told(void **unused)
{
	static struct engine e;
	start_ours(&e, "-a greedy --seed 1");
	tell(&e, "setoption name MultiPV value 3");
	tell(&e, "position startpos");
	tell(&e, "go depth 1");
	for (int k = 1; k <= 3; k++) {
		char row[32];
		snprintf(row, sizeof row, " multipv %d ", k);
		assert_non_null(strstr(expect_line(&e, "info depth"), row));
	}
	expect_line(&e, "bestmove ");
	engine_end(&e);
}

/* They are the best moves in their order, as a search without cuts has them. */
static void
several_lines_are_the_best_moves(void **unused)
{
	static struct engine e;
	json_t *j =
		run_json("search minishogi -a maxn:prune=none,depth=4 --seed 1 --json");
	start_ours(&e, "-a paranoid --seed 1");
	tell(&e, "setoption name MultiPV value 6");
	tell(&e, "position startpos");
	tell(&e, "go depth 4");
	int known = 0;
	for (const char *line = hear(&e); strncmp(line, "bestmove", 8) != 0;
	     line = hear(&e)) {
		int depth, number;
		char best[80];
		assert_null(strstr(line, "bound"));
		if (sscanf(line, "info depth %d seldepth %*d multipv %d ", &depth,
			   &number) != 2 ||
		    depth < 4)
			continue;
		json_t *row =
			json_array_get(json_object_get(j, "moves"), (size_t)number - 1);
		snprintf(best, sizeof best, " pv %s",
			 json_string_value(json_object_get(row, "move")));
		known = strstr(line, best) != NULL ? number : 0;
	}
	assert_int_equal(known, 6); /* the last line of the last report */
	json_decref(j);
	engine_end(&e);
}

/* The centipawns of "score cp 35", and a mate beyond all of them. */
static double
score_of(const char *line)
{
	double n;
	const char *at = strstr(line, " score ");
	assert_non_null(at);
	if (sscanf(at, " score cp %lf", &n) == 1)
		return n;
	return strstr(at, "mate -") != NULL ? -1e9 : 1e9;
}

/* Wherever it stops, all lines are of one iteration, the best first, and the move is the first. */
static void
several_lines_are_of_one_iteration(void **unused)
{
	static struct engine e;
	static const char *const players[] = { "paranoid", "maxn", "maxprob" };
	int stops = 0;
	for (int k = 0; k < 3; k++) {
		char flags[80], go[40];
		snprintf(flags, sizeof flags, "-a %s --seed 1", players[k]);
		start_ours(&e, flags);
		tell(&e, "setoption name MultiPV value 4");
		for (int nodes = 300; nodes < 60000; nodes = nodes * 7 / 5) {
			int last = 0, depth = 0, lines = 0;
			double best = 0;
			char first[8] = "";
			snprintf(go, sizeof go, "go nodes %d", nodes);
			tell(&e, "usinewgame");
			tell(&e, "position startpos moves 2e3d 4a3b");
			tell(&e, go);
			const char *line = hear(&e);
			for (; strncmp(line, "bestmove", 8) != 0; line = hear(&e)) {
				int at, number;
				if (sscanf(line, "info depth %d seldepth %*d multipv %d ",
					   &at, &number) != 2)
					continue;
				assert_true(number == 1 || number == last + 1);
				assert_true(number == 1 ||
					    (at == depth && score_of(line) <= best));
				last = number;
				depth = at;
				best = score_of(line);
				if (number == 1)
					sscanf(strstr(line, " pv "), " pv %7s", first);
				lines += number == 4;
			}
			assert_true(last == 4 && lines > 0);
			assert_memory_equal(line + strlen("bestmove "), first,
					    strlen(first));
			stops++;
		}
		tell(&e, "quit");
		engine_end(&e);
	}
	assert_true(stops > 40);
}

/* isready is answered while it thinks, and there is no answer before it is asked for. */
static void
it_thinks_until_it_is_told_to_stop(void **unused)
{
	static const char *const thinking[] = { "go infinite",
						"go ponder btime 100 wtime 100" };
	static const char *const ends[] = { "stop", "ponderhit" };
	static struct engine e;
	start_ours(&e, "--seed 1");
	for (int k = 0; k < 2; k++) {
		tell(&e, "position startpos");
		tell(&e, thinking[k]);
		expect_line(&e, "info depth ");
		tell(&e, "isready");
		for (const char *line = hear(&e); strcmp(line, "readyok") != 0;
		     line = hear(&e))
			assert_null(strstr(line, "bestmove"));
		tell(&e, ends[k]);
		expect_line(&e, "bestmove ");
	}
	tell(&e, "go mate infinite");
	assert_string_equal(expect_line(&e, "checkmate"), "checkmate notimplemented");
	tell(&e, "go infinite");
	tell(&e, "gameover win"); /* nothing is answered */
	tell(&e, "isready");
	assert_null(strstr(expect_line(&e, "readyok"), "bestmove"));
	engine_end(&e);
}

static void
wrong_commands_are_told_apart(void **unused)
{
	static const struct {
		const char *command, *answer;
	} wrong_ones[] = {
		{ "hello", "info string unknown command hello" },
		{ "position", "info string position: expected startpos or sfen" },
		{ "position here",
		  "info string position: expected startpos or sfen, not" },
		{ "position sfen 5/5/5/5/5 b - 1",
		  "info string position: position: Sente has no king" },
		{ "position startpos moves 1e1d 1e1d",
		  "info string position: move '1e1d'" },
		{ "position startpos moves xyz", "info string position: move 'xyz'" },
		{ "setoption", "info string setoption: expected name" },
		{ "setoption name memory value lots", "info string setoption: memory:" },
		{ "setoption name nothing value 1",
		  "info string setoption: unknown option" },
		{ "setoption name max_turns value 1",
		  "info string setoption: max_turns: expected" },
		{ "go nodes 10", "bestmove resign" }, /* there is no position */
	};
	static struct engine e;
	start_ours(&e, "-a paranoid");
	for (size_t k = 0; k < sizeof wrong_ones / sizeof *wrong_ones; k++) {
		tell(&e, wrong_ones[k].command);
		const char *line = hear(&e);
		if (strncmp(line, wrong_ones[k].answer, strlen(wrong_ones[k].answer)) !=
		    0)
			fail_msg("%s: %s", wrong_ones[k].command, line);
	}
	engine_end(&e);
}

/* The rules are options: the same moves end a game or do not. */
static void
the_variant_is_an_option(void **unused)
{
	static const char cycle[] =
		"position startpos moves 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b "
		"1d1e 5b5a 1e1d 5a5b 1d1e 5b5a";
	static struct engine e;
	start_ours(&e, "-a greedy");
	tell(&e, cycle);
	tell(&e, "go depth 1");
	expect_line(&e, "bestmove resign"); /* the fourth time: it is over */
	tell(&e, "setoption name repetition value none");
	tell(&e, cycle);
	tell(&e, "go depth 1");
	assert_null(strstr(expect_line(&e, "bestmove "), "resign"));
	engine_end(&e);
}

/* Whatever "go" said: here for ever, or longer than anybody waits for a test. */
static void
the_end_of_commands_ends_the_search(void **unused)
{
	static const char *const thinking[] = { "go infinite", "go ponder btime 100",
						"go depth 60", "go movetime 100000000" };
	for (int k = 0; k < 4; k++) {
		char commands[120];
		snprintf(commands, sizeof commands,
			 "printf 'position startpos\\n%s\\n' |", thinking[k]);
		struct ran r = run_with(commands, "usi -a paranoid", "");
		expect_status(&r, 0, "usi");
		assert_non_null(strstr(r.out.s, "bestmove "));
		ran_free(&r);
	}
	struct ran r = run("usi -a nobody");
	expect_status(&r, 2, "usi -a nobody");
	ran_free(&r);
}

/* ---- engines at the table ------------------------------------------------------------- */

static void
expect_search(const char *way, const char *limits, int status, const char *says)
{
	char command[PATH_MAX + 200];
	snprintf(command, sizeof command,
		 "search minishogi -a 'usi:command=%s %s,patience=700ms,%s'", wrong, way,
		 limits);
	struct ran r = run(command);
	expect_status(&r, status, command);
	if (!strstr(r.err.s, says) && !strstr(r.out.s, says))
		fail_msg("%s: no '%s' in: %s%s", way, says, r.out.s, r.err.s);
	ran_free(&r);
}

/* Other faults: tests/cli/guests.c. */
static void
an_engine_that_does_not_stop_is_given_up(void **unused)
{
	expect_search("silent", "time=1ms", 1, "does not stop within 700 ms");
}

static void
engines_that_are_only_odd_play_on(void **unused)
{
	expect_search("stops", "time=1ms", 0, "move      1e1d for Sente");
	expect_search("garbles", "nodes=5", 0, "move      1e1d for Sente");
	expect_search("resigns", "nodes=5", 0, "move      5d5c for Sente");
	expect_search("wild", "nodes=5", 0, "move      1e1d for Sente");
	expect_search("wild", "nodes=5,set=style=wild", 0, "move      1e1b for Sente");
	expect_search("wild", "nodes=5,set=mood=wild", 1, "has no option \"mood\"");
}

static void
engines_that_cannot_be_are_refused(void **unused)
{
	static const struct {
		int status;
		const char *command, *says;
	} refused[] = {
		{ 2, "search minishogi -a usi", "expected command= with the program" },
		{ 2, "search minishogi -a usi:command=no-such-engine",
		  "there is no program no-such-engine" },
		{ 2, "search abalone -a usi:command=sh",
		  "usi cannot play Abalone: USI has no moves for it" },
		{ 2, "search hearts -a usi:command=sh",
		  "cannot handle hidden information" },
		{ 2, "match minishogi -a usi:command=no-such-engine -a easy --games 2",
		  "there is no program no-such-engine" },
	};
	for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
		struct ran r = run(refused[k].command);
		expect_status(&r, refused[k].status, refused[k].command);
		if (!strstr(r.err.s, refused[k].says))
			fail_msg("%s: %s", refused[k].command, r.err.s);
		ran_free(&r);
	}
}

/* It loses its games without breaking a rule, and its points are those of a lost game. */
static void
an_engine_that_resigns_loses(void **unused)
{
	char command[2 * PATH_MAX];
	snprintf(command, sizeof command,
		 "match minishogi -a 'usi:command=%s resigns' -a random --games 2 --seed "
		 "1 "
		 "--json",
		 wrong);
	json_t *j = run_json(command), *players = json_object_get(j, "players");
	const json_t *resigns = json_array_get(players, 0),
		     *other = json_array_get(players, 1);
	assert_int_equal(json_integer_value(json_object_get(resigns, "losses")), 2);
	assert_int_equal(json_integer_value(json_object_get(resigns, "illegal")), 0);
	assert_int_equal(json_integer_value(json_object_get(resigns, "timeouts")), 0);
	assert_true(json_number_value(json_object_get(resigns, "points")) == 0);
	assert_true(json_number_value(json_object_get(other, "points")) == 1);
	json_decref(j);
}

static int64_t
sum_of(const json_t *players, const char *key)
{
	int64_t sum = 0;
	size_t i;
	json_t *p;
	json_array_foreach(players, i, p) sum +=
		json_integer_value(json_object_get(p, key));
	return sum;
}

/* A match in which nobody crashes, plays an illegal move or is too late. */
static void
expect_clean_match(const char *game, const char *player, const char *other, int games)
{
	char command[2 * PATH_MAX];
	snprintf(command, sizeof command,
		 "match %s -a '%s' -a '%s' --games %d --opening 2 --seed 3 --json", game,
		 player, other, games);
	json_t *j = run_json(command), *players = json_object_get(j, "players");
	assert_int_equal(json_integer_value(json_object_get(j, "games")), games);
	assert_int_equal(sum_of(players, "illegal"), 0);
	assert_int_equal(sum_of(players, "timeouts"), 0);
	assert_int_equal(sum_of(players, "wins") + sum_of(players, "losses") +
				 sum_of(players, "draws"),
			 2 * games);
	json_decref(j);
}

/* plyscope on both sides of the protocol. */
static void
whole_games_are_played_with_ourselves(void **unused)
{
	char player[PATH_MAX + 100];
	snprintf(player, sizeof player, "usi:command=%s usi -a paranoid,nodes=1k",
		 program);
	expect_clean_match("minishogi", player, "paranoid:nodes=1k", 4);
}

static void
whole_games_are_played_with_fairy_stockfish(void **unused)
{
	static const char *const limits[] = { "nodes=300", "depth=2", "time=5ms",
					      "nodes=500,set=Skill Level=3" };
	need_fairy();
	for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
		char player[200];
		snprintf(player, sizeof player, "usi:command=%s,%s", fairy, limits[k]);
		expect_clean_match("minishogi", player, "easy", 2);
	}
}

/* ---- Fairy-Stockfish and plyscope, with the rules between them ------------------------ */

/* Where two programs meet: who is asked hears the game so far. */
static void
ask(struct engine *e, const struct game *g, struct state *s, struct text *game,
    const char *go)
{
	const int seat = game_mover(g, s);
	char line[40];
	tell(e, game->s);
	tell(e, go);
	snprintf(line, sizeof line, "%s", expect_line(e, "bestmove ") + 9);
	line[strcspn(line, " ")] = '\0';
	move m;
	if (!game_parse_move(g, s, seat, line, &m, NULL))
		fail_msg("%s: %s is not a legal move", game->s, line);
	text_add(game, "%s %s", strstr(game->s, "moves") ? "" : " moves", line);
	g->rules->play(g, s, seat, m, s);
}

static void
fairy_stockfish_plays_against_our_engine(void **unused)
{
	static struct engine side[2];
	static struct past past;
	static const char *const go[] = { "go nodes 300", "go depth 3",
					  "go btime 500 wtime 500 byoyomi 20" };
	need_fairy();
	start_ours(&side[0], "-a paranoid --seed 1");
	start_engine(&side[1], fairy);
	tell(&side[1], "usi");
	expect_line(&side[1], "usiok");
	tell(&side[1], "setoption name UCI_Variant value minishogi");
	for (int k = 0; k < 6; k++) {
		struct text game = { 0 };
		struct state s;
		struct game g;
		open_game(&g, catalog_game(&app_catalog, "minishogi"), 2, "");
		memset(&past, 0, sizeof past);
		g.past = &past;
		tell(&side[0], "usinewgame");
		tell(&side[1], "usinewgame");
		start_game(&g, &s);
		text_add(&game, "position startpos");
		for (int ply = 0; g.rules->acting(&g, &s) && ply < 60; ply++)
			ask(&side[(ply + k) % 2], &g, &s, &game, go[k / 2]);
		text_free(&game);
	}
	engine_end(&side[0]);
	engine_end(&side[1]);
}

/* ---- move counts ---------------------------------------------------------------------- */

/* The pawn dropped before the other's king, as a text; false: there is none, or no room. */
static bool
drop_before_king(const char *text, char *after)
{
	struct slow b = slow_read(text);
	const char king = b.turn ? 'K' : 'k';
	if (b.hand[b.turn][4] == 0)
		return false;
	for (int cell = 0; cell < 25; cell++) {
		const int r = 1 + cell / 5, c = 1 + cell % 5, to = b.turn ? r - 1 : r + 1;
		if (b.piece[r][c] != king)
			continue;
		if (b.piece[to][c] != '.' || to == (b.turn ? 5 : 1) ||
		    slow_has_pawn(&b, c))
			return false;
		b.piece[to][c] = b.turn ? 'p' : 'P';
		b.hand[b.turn][4]--;
		b.turn = !b.turn;
		slow_write(&b, after);
		return true;
	}
	return false;
}

/* Fairy-Stockfish counts mate by the drop of a pawn as a move that leads nowhere: so many there
 * are in MiniShogi where the last move is to be made. Each is found as the mate it would be;
 * where the own king would be in check the position is refused, and the drop is no move at all. */
static int64_t
pawn_mates(const struct game *g, const struct state *s)
{
	char text[POSITION_TEXT], after[SLOW_TEXT];
	struct state mated;
	g->text->format_position(g, s, text, sizeof text);
	return drop_before_king(text, after) &&
	       g->text->parse_position(g, after, &mated, NULL) &&
	       g->rules->settled(g, &mated);
}

static int64_t
count_as_fairy(const struct game *g, const struct state *s, int depth)
{
	move list[MOVES_MAX];
	const int seat = game_mover(g, s);
	if (seat < 0)
		return 0;
	const int n = g->rules->moves(g, s, seat, list);
	if (depth == 1)
		return n + pawn_mates(g, s);
	int64_t sum = 0;
	for (int i = 0; i < n; i++) {
		struct state child;
		g->rules->play(g, s, seat, list[i], &child);
		sum += count_as_fairy(g, &child, depth - 1);
	}
	return sum;
}

/* So deep that a count has at most so many moves. */
#define COUNT_MOST 3e6
#define DEPTH_MOST 5

static int
depth_for(const struct game *g, const struct state *s)
{
	const double wide = sqrt((double)count_as_fairy(g, s, 2) + 1);
	int depth = 3;
	while (depth < DEPTH_MOST && pow(wide, depth + 1) < COUNT_MOST)
		depth++;
	return depth;
}

static void
compare_count(struct engine *e, const struct game *g, const struct state *s, int *deepest)
{
	char text[POSITION_TEXT], line[POSITION_TEXT + 20];
	const int depth = depth_for(g, s);
	*deepest = depth > *deepest ? depth : *deepest;
	g->text->format_position(g, s, text, sizeof text);
	snprintf(line, sizeof line, "position sfen %s", text);
	tell(e, line);
	snprintf(line, sizeof line, "go perft %d", depth);
	tell(e, line);
	const char *said = expect_line(e, "Nodes searched: ");
	const int64_t expected = atoll(said + strlen("Nodes searched: "));
	const int64_t counted = count_as_fairy(g, s, depth);
	if (counted != expected)
		fail_msg("%s, depth %d: %lld, Fairy-Stockfish %lld", text, depth,
			 (long long)counted, (long long)expected);
}

#define POSITIONS 16
#define PLIES	  48

/* Positions of random games, each after some plies more. Returns how deep one of them was counted. */
static int
compare_counts(void)
{
	static struct engine e;
	struct game g;
	int deepest = 0;
	open_game(&g, catalog_game(&app_catalog, "minishogi"), 2, "");
	start_engine(&e, fairy);
	tell(&e, "usi");
	expect_line(&e, "usiok");
	tell(&e, "setoption name UCI_Variant value minishogi");
	for (int k = 0; k < PLIES; k += PLIES / POSITIONS) {
		struct state s;
		struct rng r;
		rng_seed(&r, (uint64_t)k + 11);
		start_game(&g, &s);
		for (int ply = 0; ply < k && g.rules->acting(&g, &s); ply++)
			g.fast->rollout(&g, &s, &r, 1, rng_below(&r, 3) == 0);
		if (g.rules->acting(&g, &s))
			compare_count(&e, &g, &s, &deepest);
	}
	engine_end(&e);
	return deepest;
}

static void
move_counts_are_those_of_fairy_stockfish(void **unused)
{
	need_fairy();
	assert_int_equal(compare_counts(), DEPTH_MOST);
}

int
main(void)
{
	trust_everything();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_come_from_the_tables),
		cmocka_unit_test(a_position_is_thought_about),
		cmocka_unit_test(the_engine_is_the_search),
		cmocka_unit_test(several_lines_are_told),
		cmocka_unit_test(several_lines_are_the_best_moves),
		cmocka_unit_test(several_lines_are_of_one_iteration),
		cmocka_unit_test(it_thinks_until_it_is_told_to_stop),
		cmocka_unit_test(wrong_commands_are_told_apart),
		cmocka_unit_test(the_variant_is_an_option),
		cmocka_unit_test(the_end_of_commands_ends_the_search),
		cmocka_unit_test(an_engine_that_does_not_stop_is_given_up),
		cmocka_unit_test(engines_that_are_only_odd_play_on),
		cmocka_unit_test(an_engine_that_resigns_loses),
		cmocka_unit_test(engines_that_cannot_be_are_refused),
		cmocka_unit_test(whole_games_are_played_with_ourselves),
		cmocka_unit_test(whole_games_are_played_with_fairy_stockfish),
		cmocka_unit_test(fairy_stockfish_plays_against_our_engine),
		cmocka_unit_test(move_counts_are_those_of_fairy_stockfish),
	};
	return cmocka_run_group_tests(tests, find_programs, NULL);
}
