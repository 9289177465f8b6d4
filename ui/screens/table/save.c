/*
 * save.c - the table into a file: the record, or what the screen shows.
 *
 * The ending of the name says what: .txt the picture as text, .json and .csv the figures of the
 * panel's search as far as they may be seen, anything else the record. Each begins with, or has in
 * it, the command that opens the same game.
 */
#include "src/base/file.h"
#include "src/base/json.h"
#include "src/core/record.h"
#include "ui/screens/table/private.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command for the same deal and rules; the moves are in the record. */
static void
command_text(const struct table *t, char *out, int size)
{
	const struct setup *s = &t->session.match.setup;
	char variant[300];
	int n = snprintf(out, (size_t)size, "plyscope play %s --seed %llu -o seats=%d",
			 s->game.ops->key, (unsigned long long)s->seed, s->game.seats);
	if (options_format_changed(&s->game.variant, variant, sizeof variant) > 0 &&
	    n < size)
		n += snprintf(out + n, (size_t)(size - n), " -o %s", variant);
	for (int i = 0; i < s->game.seats && n < size; i++)
		n += snprintf(out + n, (size_t)(size - n), " -s '%d=%s'", i + 1,
			      s->seat[i].text);
}

static void
put_character(FILE *f, uint32_t ch)
{
	if (ch == CANVAS_REST)
		return;
	if (ch < 0x80)
		fputc((int)ch, f);
	else if (ch < 0x800)
		fprintf(f, "%c%c", (int)(0xc0 | ch >> 6), (int)(0x80 | (ch & 63)));
	else
		fprintf(f, "%c%c%c", (int)(0xe0 | ch >> 12), (int)(0x80 | (ch >> 6 & 63)),
			(int)(0x80 | (ch & 63)));
}

static void
write_picture(struct ui *ui, struct table *t, FILE *f)
{
	struct canvas c = { .h = ui->h, .w = ui->w, .ascii = ui->settings.ascii };
	c.cells = calloc((size_t)c.h * (size_t)c.w, sizeof *c.cells);
	if (c.cells == NULL)
		return;
	canvas_clear(&c);
	table_draw(ui, &t->screen, &c);
	for (int y = 0; y < c.h - 2; y++) { /* without message and keys */
		int last = c.w;
		while (last > 0 && c.cells[y * c.w + last - 1].ch == ' ')
			last--;
		for (int x = 0; x < last; x++)
			put_character(f, c.cells[y * c.w + x].ch);
		fputc('\n', f);
	}
	free(c.cells);
}

static void
write_json(const struct table *t, const char *command, FILE *f)
{
	json_t *o = json_pack("{s:o, s:i}", "command", json_text(command), "ply",
			      table_shown_ply(t));
	snapshot_to_json(t->think.search, table_game(t), t->think.root, o);
	json_print(o, f);
}

static void
write_csv(const struct table *t, const char *command, FILE *f)
{
	const struct snapshot *s = t->think.search;
	const struct game *g = table_game(t);
	fprintf(f, "# %s\nmove,value,win,visits,depth\n", command);
	for (int i = 0; i < s->move_count; i++) {
		const struct stats_move *m = &s->moves[i];
		char name[MOVE_TEXT];
		g->text->format_move(g, t->think.root, s->mover, m->m, name, sizeof name);
		fprintf(f, "%s,", name);
		if (m->status != MOVE_UNSEARCHED)
			fprintf(f, "%.4f", text_shown(m->value[s->mover], 4));
		fputc(',', f);
		if (m->status != MOVE_UNSEARCHED && !isnan(m->win[s->mover]))
			fprintf(f, "%.4f", m->win[s->mover]);
		fprintf(f, ",%lld,%d\n", (long long)m->visits, (int)m->depth);
	}
}

bool
table_save(struct ui *ui, struct table *t, const char *name, struct status *st)
{
	const bool picture = text_ends_in(name, ".txt"),
		   json = text_ends_in(name, ".json");
	char command[900];
	if (!picture && !json && !text_ends_in(name, ".csv"))
		return record_save(&t->session.match, name, st);
	if (!picture && (t->think.search == NULL || !t->think.candidates))
		return status_fail(st, "there are no figures on the screen to be saved");
	struct file_draft draft;
	if (!file_begin(&draft, name, 0666))
		return status_fail(st, "%s: cannot be written: %s", name, file_reason());
	FILE *f = draft.f;
	command_text(t, command, sizeof command);
	if (picture) {
		fprintf(f, "# %s\n", command);
		write_picture(ui, t, f);
	} else if (json)
		write_json(t, command, f);
	else
		write_csv(t, command, f);
	return file_finish(&draft, name, !ferror(f)) ||
	       status_fail(st, "%s: cannot be written: %s", name, file_reason());
}
