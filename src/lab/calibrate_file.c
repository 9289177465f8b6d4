/* calibrate_file.c - the results of a calibration, as a report and in its file. See
 * calibrate.h. */
#include "src/lab/calibrate.h"

#include "src/base/file.h"
#include "src/base/text.h"

#include <errno.h>
#include <string.h>

static void
print_matches(const struct game *g, const struct calibrate_result *r, FILE *out)
{
	static const char *const parts[] = { "first third", "second third", "last third",
					     "all" };
	fprintf(out, "%s, %d seats: %lld matches of %s, %lld decisions, %.0f s\n",
		g->ops->title, g->seats, (long long)r->deals, r->player,
		(long long)r->held_out, (double)r->elapsed_us / 1e6);
	fprintf(out, "Brier score %.4f (the same chance for all: %.4f)\n", r->brier,
		r->brier_uniform);
	for (int k = 0; k <= MATCH_PARTS; k++) {
		fprintf(out, "%s: expected calibration error %.4f\n", parts[k],
			calibrate_error(r->part[k]));
		for (int i = 0; i < RELIABILITY_BINS; i++)
			if (r->part[k][i].count > 0)
				fprintf(out, "  %3d-%3d%%     %6.3f    %6.3f  %8lld\n",
					i * 10, i * 10 + 10, r->part[k][i].predicted,
					r->part[k][i].observed,
					(long long)r->part[k][i].count);
	}
}

static void
print_hands(const struct game *g, const struct calibrate_result *r, FILE *out)
{
	const struct calibration_hands *h = &r->cal.hands;
	char section[256];
	calibration_hands_section(g, section, sizeof section);
	fprintf(out, "%s [%s]  player %s\n", g->ops->key, section, r->player);
	fprintf(out, "deals %lld  positions %lld  hands kept %d  %.1f s\n",
		(long long)r->deals, (long long)r->positions, h->count,
		(double)r->elapsed_us / 1e6);
	fputs("slope of a hand's final points on a search's values, and the spread "
	      "around "
	      "it, as\na share of the spread of hands, by stage:\n",
	      out);
	for (int i = 0; i < h->stages; i++)
		fprintf(out, "  %d: %.3f  %.3f\n", i, text_shown(h->slope[i], 3),
			text_shown(h->spread[i], 3));
}

void
calibrate_print(const struct game *g, const struct calibrate_result *r, FILE *out)
{
	char section[256];
	if (r->matches || r->hands) {
		(r->matches ? print_matches : print_hands)(g, r, out);
		return;
	}
	calibration_section(g, section, sizeof section);
	fprintf(out, "%s [%s]  player %s\n", g->ops->key, section, r->player);
	fprintf(out, "deals %lld  positions fitted %lld  held out %lld  %.1f s\n",
		(long long)r->deals, (long long)r->cal.positions, (long long)r->held_out,
		(double)r->elapsed_us / 1e6);
	fprintf(out, "beta by stage:");
	for (int i = 0; i < r->cal.stages; i++)
		fprintf(out, " %.4f", r->cal.beta[i]);
	fprintf(out,
		"\nBrier score on held-out games %.4f (the same chance for all: %.4f)\n",
		r->brier, r->brier_uniform);
	fprintf(out, "  decile    predicted  observed     count\n");
	for (int i = 0; i < RELIABILITY_BINS; i++) {
		const struct reliability *b = &r->bin[i];
		if (b->count > 0)
			fprintf(out, "  %3d-%3d%%     %6.3f    %6.3f  %8lld\n", i * 10,
				i * 10 + 10, b->predicted, b->observed,
				(long long)b->count);
	}
}

static void
add_section(const struct game *g, const struct calibrate_result *r, struct text *out)
{
	char section[256];
	calibration_section(g, section, sizeof section);
	text_add(out,
		 "[%s]\n; %s, %lld deals, held out %lld, brier of equal chances %.4f\n",
		 section, r->player, (long long)r->deals, (long long)r->held_out,
		 r->brier_uniform);
	text_add(out, "; reliability on held-out games: predicted observed (count)\n");
	for (int i = 0; i < RELIABILITY_BINS; i++)
		if (r->bin[i].count > 0)
			text_add(out, ";   %.3f %.3f (%lld)\n", r->bin[i].predicted,
				 r->bin[i].observed, (long long)r->bin[i].count);
	text_add(out, "unit = %d\nstages = %d\nbeta =", game_unit(g), r->cal.stages);
	for (int i = 0; i < r->cal.stages; i++)
		text_add(out, " %.5f", r->cal.beta[i]);
	text_add(out, "\npositions = %lld\nbrier = %.5f\n", (long long)r->cal.positions,
		 r->cal.brier);
}

/* What hands bring: a few numbers a line, as a file's lines are short. */
static void
add_hands(const struct game *g, const struct calibrate_result *r, struct text *out)
{
	const struct calibration_hands *h = &r->cal.hands;
	char section[256];
	calibration_hands_section(g, section, sizeof section);
	text_add(out,
		 "[%s]\n; %s, %lld deals, %lld positions; values of %d hands\nslope =",
		 section, r->player, (long long)r->deals, (long long)r->positions,
		 h->count);
	for (int i = 0; i < h->stages; i++)
		text_add(out, " %.4f", h->slope[i]);
	text_add(out, "\nspread =");
	for (int i = 0; i < h->stages; i++)
		text_add(out, " %.4f", h->spread[i]);
	text_add(out, "\nhands =");
	for (int k = 0; k < h->count; k++) {
		text_add(out, k % 8 == 0 && k > 0 ? "\n\t" : " ");
		for (int i = 0; i < g->seats; i++)
			text_add(out, "%s%d",
				 i > 0	      ? " "
				 : k % 8 == 0 ? ""
					      : " ",
				 h->value[k][i]);
	}
	text_add(out, "\n");
}

#define SECTIONS_MAX (1 << 20) /* bytes of a file */

/* Where the section of this name begins in an old file, and where it ends: at the next one; both
 * are the end of the file when there is none. */
static void
find_section(const char *old, const char *section, size_t *from, size_t *to)
{
	const size_t name = strlen(section);
	size_t at = 0;
	*from = *to = strlen(old);
	for (bool found = false; old[at] != '\0'; at += old[at] == '\n') {
		const size_t n = strcspn(old + at, "\n");
		if (old[at] == '[' && found) {
			*to = at;
			return;
		}
		if (old[at] == '[' && n >= name + 2 && old[at + name + 1] == ']' &&
		    strncmp(old + at + 1, section, name) == 0) {
			*from = at;
			found = true;
		}
		at += n;
	}
}

/* A blank line, and only one, before what follows. */
static void
end_paragraph(struct text *out)
{
	while (out->length > 0 && out->s[out->length - 1] == '\n')
		out->s[--out->length] = '\0';
	text_add(out, "\n\n");
}

/* Writes the whole file beside the old one, then takes its place. */
static bool
replace_file(const char *path, const struct text *body, struct status *st)
{
	struct file_draft draft;
	if (file_begin(&draft, path, 0666) &&
	    file_finish(&draft, path,
			fwrite(body->s, 1, body->length, draft.f) == body->length))
		return true;
	return status_fail(st, "%s: %s", path, strerror(errno));
}

/* Puts `body`, "[section]" and what follows, into a file of sections. `head` begins a new file. */
static bool
write_section(const char *path, const char *section, const char *head,
	      const struct text *body, struct status *st)
{
	struct text old = { 0 }, all = { 0 };
	size_t from = 0, to = 0;
	if (text_read_file(&old, path, SECTIONS_MAX) && old.s != NULL) {
		find_section(old.s, section, &from, &to);
		text_add_bytes(&all, old.s, from);
	} else {
		text_add(&all, "%s", head);
	}
	end_paragraph(&all);
	text_add_bytes(&all, body->s, body->length);
	if (old.s != NULL && old.s[to] != '\0') {
		end_paragraph(&all);
		text_add(&all, "%s", old.s + to);
	}
	const bool ok = replace_file(path, &all, st);
	text_free(&old);
	text_free(&all);
	return ok;
}

bool
calibrate_write(const struct game *g, const struct calibrate_result *r, const char *path,
		struct status *st)
{
	char section[256], head[256];
	struct text body = { 0 };
	snprintf(head, sizeof head,
		 "; Win probabilities of %s, fitted on self-play by\n"
		 ";   plyscope calibrate %s\n",
		 g->ops->title, g->ops->key);
	if (r->hands) {
		calibration_hands_section(g, section, sizeof section);
		add_hands(g, r, &body);
	} else {
		calibration_section(g, section, sizeof section);
		add_section(g, r, &body);
	}
	const bool ok = write_section(path, section, head, &body, st);
	text_free(&body);
	return ok;
}
