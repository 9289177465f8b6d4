/* imitate_file.c - a learned policy as a report and in its file. See imitate.h. */
#include "src/lab/imitate.h"

#include "src/base/inifile.h"
#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/lab/section_file.h"

#define IN_LINE 24 /* weights in a line of the file */

static void
imitate_file_add_scores(const struct imitate_result *r, const char *before,
			struct text *out)
{
	text_add(out,
		 "%skind         choices   log loss: learned  order  random   likeliest: "
		 "learned  order  random\n",
		 before);
	for (const struct imitate_score *s = r->score; s->kind[0] != '\0'; s++) {
		const double n = s->count > 0 ? (double)s->count : 1;
		text_add(out,
			 "%s%-8s %11lld %19.3f %6.3f %7.3f %19.1f%% %5.1f%% %6.1f%%\n",
			 before, s->kind, (long long)s->count, s->learned / n,
			 s->order / n, s->uniform / n, 100 * s->learned_hits / n,
			 100 * s->order_hits / n, 100 * s->uniform_hits / n);
	}
}

void
imitate_print(const struct game *g, const struct imitate_result *r, FILE *out)
{
	char section[256];
	struct text t = { 0 };
	calibration_section(g, section, sizeof section);
	fprintf(out, "%s [%s]  player %s\n", g->ops->key, section, r->player);
	fprintf(out, "deals %lld  choices fitted %lld  %.1f s; on held-out games:\n",
		(long long)r->deals, (long long)r->fitted, (double)r->elapsed_us / 1e6);
	imitate_file_add_scores(r, "", &t);
	fputs(t.s, out);
	text_free(&t);
}

static void
add_weights(const struct game *g, const struct softmax *x, struct text *out)
{
	const struct softmax_group *group = g->trick->softmax->groups;
	const int16_t *weight = x->weight + SOFTMAX_NONE + 1;
	for (; group->name != NULL; weight += group->size, group++) {
		text_add(out, "%s =", group->name);
		for (int i = 0; i < group->size; i++)
			text_add(out, "%s%d", i % IN_LINE == 0 ? "\n\t" : " ", weight[i]);
		text_add(out, "\n");
	}
}

bool
imitate_write(const struct game *g, const struct imitate_result *r, char *path, int size,
	      struct status *st)
{
	char section[256], head[400], variant[200];
	struct text body = { 0 };
	calibration_section(g, section, sizeof section);
	options_format_changed(&g->variant, variant, sizeof variant);
	snprintf(head, sizeof head,
		 "; The learned policy of %s: weights of features, in 1/%d nats, fitted "
		 "to\n"
		 "; the choices of a player by plyscope calibrate %s --policy\n",
		 g->ops->title, SOFTMAX_UNIT, g->ops->key);
	text_add(&body,
		 "[%s]\n; plyscope calibrate %s -o seats=%d%s%s --policy -a '%s' --games "
		 "%lld --seed %llu\n; %lld choices; on those of held-out games, in nats "
		 "and percent:\n",
		 section, g->ops->key, g->seats, variant[0] != '\0' ? "," : "", variant,
		 r->player, (long long)r->deals, (unsigned long long)r->seed,
		 (long long)r->fitted);
	imitate_file_add_scores(r, "; ", &body);
	add_weights(g, &r->policy, &body);
	const bool ok = section_write("policy", g->ops->key, section, head, &body, path,
				      size, st);
	text_free(&body);
	return ok;
}
