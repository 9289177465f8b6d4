/*
 * save.c - a comparison as text, CSV or JSON, with the command that makes it again.
 */
#include "ui/screens/compare/private.h"

#include "src/base/file.h"
#include "src/base/text.h"

#include <stdio.h>
#include <string.h>

#define SAVE_NAME "compare.txt"

static bool
compare_save_ends_in(const char *name, const char *end)
{
	const size_t n = strlen(name), m = strlen(end);
	return n > m && strcmp(name + n - m, end) == 0;
}

/* The command that makes the comparison again, up to the players. */
static void
again_text(const struct compare_screen *s, char *out, int size)
{
	const struct game *g = compare_game(s);
	char position[POSITION_TEXT], variant[300] = "";
	options_format_changed(&g->variant, variant, sizeof variant);
	if (game_hidden(g)) { /* a position would lay the hands open */
		snprintf(out, (size_t)size,
			 "plyscope compare %s --load RECORD@%d --seat %c", g->ops->key,
			 s->decision.ply, game_seat_letter(g, s->compare.mover));
		return;
	}
	g->text->format_position(g, &s->compare.q.root, position, sizeof position);
	snprintf(out, (size_t)size,
		 "plyscope compare %s -o seats=%d%s%s --seed %llu --position '%s'",
		 g->ops->key, g->seats, variant[0] != '\0' ? "," : "", variant,
		 (unsigned long long)s->compare.game_seed, position);
}

static void
compare_save_save_done(struct ui *ui, struct screen *screen, const char *line)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	if (*line == '\0')
		return;
	struct file_draft draft;
	if (!file_begin(&draft, line, 0666)) {
		ui_message(ui, "%.120s: cannot be written: %s", line, file_reason());
		return;
	}
	if (compare_save_ends_in(line, ".json"))
		json_print(compare_json(&s->compare), draft.f);
	else {
		struct text t = { 0 };
		char again[POSITION_TEXT + 400];
		again_text(s, again, sizeof again);
		if (compare_save_ends_in(line, ".csv"))
			compare_csv(&s->compare, &t);
		else
			compare_report(&s->compare, again, &t);
		fputs(t.s, draft.f);
		text_free(&t);
	}
	if (file_finish(&draft, line, !ferror(draft.f)))
		ui_message(ui, "saved to %.120s", line);
	else
		ui_message(ui, "%.120s: cannot be written: %s", line, file_reason());
}

void
compare_run_save(struct ui *ui, struct screen *screen, int arg)
{
	(void)screen;
	(void)arg;
	ui_ask(ui, "save as (.txt, .csv or .json): ", SAVE_NAME, compare_save_save_done);
}

void
compare_run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	struct text t = { 0 };
	(void)arg;
	compare_report(&s->compare, NULL, &t);
	ui_copy(ui, t.s);
	text_free(&t);
}
