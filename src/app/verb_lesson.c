/* verb_lesson.c - a search explained stop by stop: on a screen, or as lines. */
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/study/lesson.h"
#include "ui/screens.h"

#include <string.h>
#include <unistd.h>

#define NAMES_MAX 64

static int
list_lessons(struct cli *cli)
{
	static char names[NAMES_MAX][64];
	static struct lesson l;
	const int n = lesson_names(names, NAMES_MAX);
	for (int i = 0; i < n; i++) {
		if (!lesson_load(&l, names[i], cli->catalog, &cli->st))
			return CLI_USAGE;
		printf("%-16s  %-6s  %s\n", names[i], lesson_levels[l.level], l.title);
		lesson_free(&l);
	}
	return n > 0 || asset_missing("lessons", &cli->st) ? CLI_DONE : CLI_USAGE;
}

static bool
print_filled(struct lesson_run *r, const char *label, const char *text, struct status *st)
{
	struct text filled = { 0 };
	const bool ok = lesson_fill(r, text, &filled, st);
	if (ok && filled.length > 0)
		printf("%s%s\n\n", label, filled.s);
	text_free(&filled);
	return ok;
}

static bool
print_stop(struct lesson_run *r, struct status *st)
{
	const struct lesson_stop *s = &r->lesson->stop[r->at];
	if (r->answered)
		return print_filled(r, "Answer: ", s->answer, st);
	printf("-- stop %d of %d: %s %lld of %lld --\n\n", r->at + 1, r->lesson->stops,
	       step_unit_names[r->stepper.unit], (long long)r->stepper.at,
	       (long long)r->stepper.last);
	if (r->lesson->board) {
		const struct game *g = &r->lesson->setup.game;
		char position[POSITION_TEXT];
		g->text->format_position(g, &r->lesson->root, position, sizeof position);
		printf("%s\n\n", position);
	} else {
		inspect_print(&r->stepper.tree, stdout);
		putchar('\n');
	}
	return print_filled(r, "", s->text, st) &&
	       print_filled(r, "Question: ", s->question, st);
}

/* A typed answer; a right one is followed by the lesson's own. */
static void
try_answer(struct lesson_run *r, const char *line)
{
	bool right = false;
	struct status why = { 0 };
	if (!lesson_try(r, line, &right, &why))
		printf("%s.\n", why.text);
	else
		puts(right ? "Right." : "Not right. Try again; Enter shows the answer.");
}

static bool
is_word(const char *line, const char *word)
{
	const size_t n = strcspn(line, "\n");
	return n > 0 && n <= strlen(word) && strncmp(line, word, n) == 0;
}

/* One step for a typed line, and what it shows. False: the lesson is over, or st says what is
 * wrong. */
static bool
verb_lesson_obey(struct lesson_run *r, const char *line, struct status *st)
{
	const int at = r->at;
	const bool answered = r->answered;
	if (is_word(line, "quit"))
		return false;
	if (is_word(line, "back")) {
		if (!lesson_back(r, st) && !st->failed)
			puts("This is the first stop.");
		return !st->failed && print_stop(r, st);
	}
	if (line[strspn(line, " \n")] == '\0' || answered)
		return lesson_next(r, st) && print_stop(r, st);
	try_answer(r, line);
	return (r->at == at && r->answered == answered) || print_stop(r, st);
}

/* Lines: Enter goes on, b back, q ends, another is an answer; without more input the rest is
 * printed. */
static int
play_lines(struct cli *cli, const struct lesson *l)
{
	static struct lesson_run r;
	char line[200] = "";
	if (!lesson_start(&r, l, &cli->st))
		return CLI_USAGE;
	printf("%s\n\n", l->title);
	if (l->about[0] != '\0')
		printf("%s\n\n", l->about);
	bool ok = print_stop(&r, &cli->st);
	while (ok) {
		if (isatty(STDIN_FILENO))
			fputs("Enter: on, b: back, q: end, or your answer> ", stdout);
		fflush(stdout);
		if (fgets(line, sizeof line, stdin) == NULL)
			line[0] = '\0';
		ok = verb_lesson_obey(&r, line, &cli->st);
	}
	lesson_end(&r);
	return cli->st.failed ? CLI_USAGE : CLI_DONE;
}

static struct screen *
open_lesson(struct ui *ui, void *argument)
{
	return lesson_screen(ui, argument);
}

int
verb_lesson(struct cli *cli)
{
	static struct lesson l;
	struct ui_settings set;
	if (cli->args.count == 0)
		return list_lessons(cli);
	if (!lesson_load(&l, cli->args.word[0], cli->catalog, &cli->st))
		return CLI_USAGE;
	cli_screen_settings(cli, &set);
	const bool lines = cli->args.plain || !cli_at_terminal() || cli_dumb_terminal();
	const int status =
		lines ? play_lines(cli, &l) : ui_run(cli->catalog, &set, open_lesson, &l);
	lesson_free(&l);
	return status;
}
