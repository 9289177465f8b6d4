/* verb_drill.c - spots of hold'em to answer: on a screen, or as lines. */
#include "src/app/cli.h"

#include "src/core/store.h"
#include "src/core/worker.h"
#include "src/study/drill.h"
#include "ui/boards/boards.h"
#include "ui/screens/study.h"
#include "ui/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SPOTS	10 /* without --count */
#define POLL_US 5000

/* A run of questions as lines. */
struct drill_lines {
	struct drill *d;
	struct store *db;     /* NULL: nothing is kept */
	struct worker *judge; /* searches the spot while the person thinks */
	json_t *spots;	      /* with --json; NULL: words are printed */
};

static void
print_question(const struct drill_lines *l, int64_t count)
{
	const struct drill *d = l->d;
	const struct game *g = &d->setup.game;
	const struct board_ops *ops = board_ops_for(g);
	struct text t = { 0 };
	move m[MOVES_MAX];
	char text[160] = "";
	if (l->spots != NULL)
		return;
	ops->holding(g, &d->root, d->move.seat, text, sizeof text);
	printf("\nSpot %d of %lld: %s.\n", d->number, (long long)count,
	       drill_kind_words[d->kind]);
	printf("You are %s: %s.\n", board_seat_word(g, d->move.seat), text);
	board_say_moves(&d->match, d->move.ply, d->move.seat, &t);
	drill_say_price(d, &t);
	fputs(t.s, stdout);
	text_free(&t);
	printf("Moves:");
	const int n = g->rules->moves(g, &d->root, d->move.seat, m);
	for (int i = 0; i < n; i++) {
		g->text->format_move(g, &d->root, d->move.seat, m[i], text, sizeof text);
		printf(" %s", text);
	}
	puts(", or another amount; q ends.");
}

/* A legal move from a line; false: the end. */
static bool
drill_read_answer(const struct drill_lines *l, move *out)
{
	const struct drill *d = l->d;
	char line[200];
	for (;;) {
		struct status st = { 0 };
		if (isatty(STDIN_FILENO) && l->spots == NULL)
			fputs("Your move> ", stdout);
		fflush(stdout);
		if (atomic_load(&cli_interrupted) ||
		    fgets(line, sizeof line, stdin) == NULL)
			return false;
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0)
			return false;
		if (*line == '\0')
			continue;
		if (game_parse_move(&d->setup.game, &d->root, d->move.seat, line, out,
				    &st))
			return true;
		fprintf(l->spots == NULL ? stdout : stderr, "%s.\n", st.text);
	}
}

/* Waits for the search of the spot. False: ^C. */
static bool
wait_for_judge(struct drill_lines *l, struct snapshot *out)
{
	while (!worker_done(l->judge) && !atomic_load(&cli_interrupted))
		clock_sleep_us(POLL_US);
	return !atomic_load(&cli_interrupted) && worker_read(l->judge, out);
}

static void
print_answer(struct drill_lines *l, const struct snapshot *s, bool judged)
{
	struct text t = { 0 };
	if (l->spots != NULL) {
		json_array_append_new(l->spots, drill_answer_json(l->d, s, judged));
		return;
	}
	drill_say_answer(l->d, s, judged, &t);
	text_add(&t, "Score: ");
	drill_say_score(l->d, &t);
	printf("%s.\n", t.s);
	text_free(&t);
}

/* One spot. False: the end, or st. */
static bool
ask_spot(struct drill_lines *l, int64_t count, struct status *st)
{
	struct snapshot s = { 0 };
	struct question q;
	move answer = MOVE_NONE;
	if (!drill_next(l->d, st))
		return false;
	const struct search_job job = drill_job(l->d, &q);
	l->judge = worker_start(&job, NULL, -1, st);
	question_close(&q);
	if (l->judge == NULL)
		return false;
	print_question(l, count);
	const bool answered = drill_read_answer(l, &answer) && wait_for_judge(l, &s);
	worker_free(l->judge);
	if (answered) {
		const bool judged = drill_answer(l->d, &s, answer);
		print_answer(l, &s, judged);
		if (judged && l->db != NULL)
			drill_keep(l->d, l->db, st);
	}
	snapshot_free(&s);
	return answered && !st->failed;
}

static void
print_end(struct drill_lines *l, uint64_t seed, struct status *st)
{
	const struct drill *d = l->d;
	struct text t = { 0 };
	if (l->spots != NULL) {
		json_print(json_pack("{s:s,s:s,s:I,s:o,s:i,s:i,s:o}", "game",
				     d->setup.game.ops->key, "player", d->judge.text,
				     "seed", (json_int_t)seed, "spots", l->spots,
				     "answers", d->answers, "good", d->good, "cost",
				     json_real_or_null(d->cost)),
			   stdout);
		return;
	}
	drill_say_score(d, &t);
	printf("\n%s, seed %llu.\n", t.s, (unsigned long long)seed);
	text_free(&t);
	if (l->db != NULL && drill_say_kept(d, l->db, &t, st) && t.s != NULL)
		printf("\n%s", t.s);
	text_free(&t);
}

static int
drill_lines(struct cli *cli, struct drill *d)
{
	const struct args *a = &cli->args;
	struct status unsaved = { 0 };
	struct drill_lines l = { .d = d,
				 .db = store_open(NULL, &unsaved),
				 .spots = a->json ? json_array() : NULL };
	const int64_t count = a->runs > 0 ? a->runs : SPOTS;
	if (l.db == NULL)
		fprintf(stderr, "plyscope: nothing will be saved: %s\n", unsaved.text);
	cli_catch_interrupt();
	while (d->number < count && ask_spot(&l, count, &cli->st))
		continue;
	print_end(&l, d->seed, &cli->st);
	store_close(l.db);
	return atomic_load(&cli_interrupted) ? CLI_INTERRUPTED : CLI_DONE;
}

static struct screen *
open_drill(struct ui *ui, void *argument)
{
	return drill_screen(ui, argument);
}

int
verb_drill(struct cli *cli)
{
	const struct args *a = &cli->args;
	struct drill *d = session_memory(sizeof *d);
	struct ui_settings set;
	if (!drill_open(d, cli->catalog, a->count > 0 ? a->word[0] : NULL, a->kind,
			a->seed >= 0 ? (uint64_t)a->seed : setup_fresh_seed(),
			&cli->st)) {
		free(d);
		return CLI_USAGE;
	}
	cli_screen_settings(cli, &set);
	if (!a->json && !a->plain && cli_at_terminal() && !cli_dumb_terminal())
		return ui_run(cli->catalog, &set, open_drill, d);
	const int status = drill_lines(cli, d);
	drill_close(d);
	free(d);
	return cli->st.failed ? CLI_CANNOT : status;
}
