/*
 * subgame_file.c - a solved subgame in a file (src/base/pack.h). See subgame.h.
 *
 * Layers: the head (the variant of the game as KEY=VALUE,..., the position, raises, iterations,
 * exploitability, a sum of the tree and the number of all shares, the locks), the ranges (4 bytes a
 * hand), and the average strategies, two bytes a share, in the order of the tables. A file that can
 * be trained further also has its maker, as text, and both tables as they are.
 */
#include "ai/poker/tree/subgame_file.h"
#include "ai/poker/tree/private.h"

#include "src/base/bytes.h"
#include "src/base/pack.h"
#include "src/base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LAYER_HEAD,
	LAYER_RANGES,
	LAYER_SHARES,
	LAYERS,
	LAYER_BY = LAYERS,
	LAYER_REGRET,
	LAYER_SUM,
	LAYERS_TRAINED
};

#define WHOLE	  65535
#define HEAD_MOST (1 << 16)
#define LEVEL	  3 /* of zstd: saved in seconds */

static const struct pack_kind kind = {
	.magic = "plysubgm",
	.version = 3,
	.layers_most = LAYERS_TRAINED,
	.called = "a solved subgame",
	.done = "solved",
};

static void
subgame_file_format_rules(const struct game_ops *ops, char out[PACK_RULES])
{
	snprintf(out, PACK_RULES, "%s subgame", ops->key);
}

/* Of everything that decides what a number in the tables means. */
static uint64_t
subgame_file_sum_tree(const struct subgame *s)
{
	uint64_t sum = rng_mix(s->numbers);
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		uint32_t stake;
		memcpy(&stake, &n->stake, sizeof stake);
		sum = rng_mix(sum ^ n->m ^ (uint64_t)n->child << 32);
		sum = rng_mix(sum ^ (uint64_t)n->table << 8 ^ (uint8_t)n->seat);
		sum = rng_mix(sum ^ stake ^ (uint64_t)(uint8_t)n->folded << 32);
	}
	for (uint32_t i = 0; i < s->boards; i++)
		sum = rng_mix(sum ^ s->board[i].set);
	return sum;
}

/* ---- writing ----------------------------------------------------------------------------- */

struct saver {
	const struct subgame *s;
	const char *by;
	const float *regret, *sum; /* what training goes on from */
	struct text head;
	float range[2][PUBLIC_HANDS];
	uint16_t *share;
	float *rows; /* of a decision */
};

/* A decision of a stretch on a board. */
static void
save_decision(struct saver *v, const struct subgame_node *n, size_t block)
{
	const struct subgame *s = v->s;
	const int count = n->moves * s->stride[n->seat];
	const size_t at = block + n->table;
	subgame_average(s, n, block, v->rows);
	for (int k = 0; k < count; k++)
		v->share[at + (size_t)k] = (uint16_t)lroundf(v->rows[k] * WHOLE);
}

static void
save_shares(struct saver *v)
{
	const struct subgame *s = v->s;
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		for (uint32_t b = 0; n->seat >= 0 && b < s->level_boards[n->level]; b++)
			save_decision(v, n, subgame_block(s, i, b));
	}
}

/* "rounds=4,betting=no-limit,..." */
static void
format_variant(const struct options *o, struct text *out)
{
	for (int i = 0; i < o->count; i++) {
		char value[OPTION_TEXT];
		options_format(o, i, value, sizeof value);
		text_add(out, "%s%s=%s", i > 0 ? "," : "", o->specs[i].key, value);
	}
}

static void
add_locks(const struct subgame *s, struct text *head)
{
	for (int i = 0; i < s->locks; i++) {
		const struct subgame_lock *l = &s->lock[i];
		bytes_add_int(head, l->node);
		for (int a = 0; a < SUBGAME_SHARES; a++)
			bytes_add_real(head, (double)l->share[a]);
		for (int k = 0; k < SUBGAME_WORDS; k++)
			bytes_add_int(head, (int64_t)l->hands[k]);
	}
}

static void
add_head(struct saver *v, const struct subgame_saved *about)
{
	const struct subgame *s = v->s;
	struct text variant = { 0 };
	char position[POSITION_TEXT];
	format_variant(&s->g->variant, &variant);
	s->g->text->format_position(s->g, s->root, position, sizeof position);
	bytes_add_text(&v->head, variant.s, variant.length);
	bytes_add_text(&v->head, position, strlen(position));
	bytes_add_int(&v->head, about->raises);
	bytes_add_int(&v->head, s->iterations);
	bytes_add_real(&v->head, about->exploitability);
	bytes_add_int(&v->head, (int64_t)subgame_file_sum_tree(s));
	bytes_add_int(&v->head, (int64_t)s->numbers);
	add_locks(s, &v->head);
	text_free(&variant);
}

static const void *
subgame_file_layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct saver *v = self;
	*slots = v->s->numbers;
	*bytes = v->s->numbers * sizeof *v->s->sum;
	switch (k) {
	case LAYER_HEAD: *slots = *bytes = v->head.length; return v->head.s;
	case LAYER_RANGES:
		*slots = 2 * PUBLIC_HANDS;
		*bytes = sizeof v->range;
		return v->range;
	case LAYER_SHARES: *bytes = v->s->numbers * sizeof *v->share; return v->share;
	case LAYER_BY: *slots = *bytes = strlen(v->by); return v->by;
	case LAYER_REGRET: return v->regret;
	default: return v->sum;
	}
}

/* Numbers in the rows of the decision that has the most. */
static size_t
most_numbers(const struct subgame *s)
{
	size_t most = 1;
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		const size_t count =
			n->seat >= 0 ? (size_t)n->moves * (size_t)s->stride[n->seat] : 0;
		most = count > most ? count : most;
	}
	return most;
}

bool
subgame_save(const struct subgame *s, const struct subgame_saved *about, const char *path,
	     struct status *st)
{
	const float *learned = about->learned;
	struct saver v = { .s = s,
			   .by = about->by,
			   .regret = learned != NULL ? learned : s->regret,
			   .sum = learned != NULL ? learned + s->numbers : s->sum };
	char rules[PACK_RULES];
	v.share = calloc(s->numbers + 1, sizeof *v.share);
	v.rows = malloc(most_numbers(s) * sizeof *v.rows);
	if (v.share == NULL || v.rows == NULL) {
		free(v.share);
		free(v.rows);
		return status_fail(st, "%s: not enough memory to write it", path);
	}
	for (int seat = 0; seat < 2; seat++)
		for (int i = 0; i < s->hands[seat]; i++)
			v.range[seat][s->hand[seat][i].hand] = s->hand[seat][i].weight;
	save_shares(&v);
	add_head(&v, about);
	subgame_file_format_rules(s->g->ops, rules);
	const struct pack_source source = { .rules = rules,
					    .layers = v.by != NULL ? LAYERS_TRAINED
								   : LAYERS,
					    .layer = subgame_file_layer,
					    .self = &v,
					    .level = LEVEL };
	const bool ok = pack_write(&kind, &source, path, st);
	text_free(&v.head);
	free(v.share);
	free(v.rows);
	return ok;
}

/* ---- reading ----------------------------------------------------------------------------- */

static bool
damaged(const char *path, struct status *st)
{
	return status_fail(st, "%s: not a solved subgame of this version, or damaged",
			   path);
}

/* The head, which the caller frees. */
static bool
subgame_file_read_head(const struct pack *p, const char *path, struct text *head,
		       struct status *st)
{
	const uint64_t bytes = p->layers >= LAYERS ? p->slots[LAYER_HEAD] : 0;
	if (bytes == 0 || bytes > HEAD_MOST)
		return damaged(path, st);
	char *room = malloc(bytes);
	const bool ok = room != NULL && pack_read(p, path, LAYER_HEAD, room, bytes, st);
	if (ok)
		text_add_bytes(head, room, bytes);
	free(room);
	return ok || damaged(path, st);
}

static bool
take_text(struct bytes *b, char *out, size_t size)
{
	size_t n;
	const char *s = bytes_text(b, &n);
	if (b->bad || n >= size)
		return false;
	memcpy(out, s, n);
	out[n] = '\0';
	return true;
}

/* The part of the head that says which game it is and how it was solved. */
static bool
take_about(struct bytes *b, struct subgame_saved *about)
{
	if (!take_text(b, about->variant, sizeof about->variant) ||
	    !take_text(b, about->position, sizeof about->position))
		return false;
	const int64_t raises = bytes_int(b);
	about->iterations = bytes_int(b);
	about->exploitability = bytes_real(b);
	about->raises = raises >= 0 && raises <= 1000 ? (int)raises : 0;
	about->by = NULL;
	return !b->bad && about->iterations >= 0;
}

/* A file whose head is read so far. */
struct subgame_opened {
	struct pack p;
	struct text head;
	struct bytes rest; /* of the head */
	struct subgame_saved about;
};

static void
close_file(struct subgame_opened *f)
{
	pack_unmap(&f->p);
	text_free(&f->head);
}

/* ops NULL: of any game. */
static bool
open_file(struct subgame_opened *f, const struct game_ops *ops, const char *path,
	  struct status *st)
{
	char rules[PACK_RULES];
	*f = (struct subgame_opened){ .rest = { 0 } };
	if (ops != NULL)
		subgame_file_format_rules(ops, rules);
	if (!pack_map(&f->p, &kind, ops != NULL ? rules : NULL, path, st))
		return false;
	if (subgame_file_read_head(&f->p, path, &f->head, st)) {
		f->rest = bytes_of(&f->head);
		if (take_about(&f->rest, &f->about))
			return true;
		damaged(path, st);
	}
	close_file(f);
	return false;
}

bool
subgame_about(const struct game_ops *ops, const char *path, struct subgame_saved *about,
	      struct status *st)
{
	struct subgame_opened f;
	if (!open_file(&f, ops, path, st))
		return false;
	*about = f.about;
	close_file(&f);
	return true;
}

/* The rest of the head. */
struct tree_told {
	uint64_t sum;
	int64_t numbers;
	int locks;
	struct subgame_lock lock[SUBGAME_LOCKS];
	uint64_t label[PUBLIC_HANDS];
};

/* Not yet checked against a tree. */
static bool
take_tree(struct bytes *b, struct tree_told *out)
{
	*out = (struct tree_told){ .sum = (uint64_t)bytes_int(b) };
	out->numbers = bytes_int(b);
	while (!b->bad && bytes_left(b) > 0) {
		if (out->locks == SUBGAME_LOCKS)
			return false;
		struct subgame_lock *l = &out->lock[out->locks];
		const int64_t node = bytes_int(b);
		l->node = node >= 0 && node < UINT32_MAX ? (uint32_t)node : UINT32_MAX;
		for (int a = 0; a < SUBGAME_SHARES; a++)
			l->share[a] = (float)bytes_real(b);
		for (int k = 0; k < SUBGAME_WORDS; k++)
			l->hands[k] = (uint64_t)bytes_int(b);
		subgame_label(out->label, l, out->locks++);
	}
	return !b->bad;
}

static bool
add_all_locks(struct subgame *s, const struct tree_told *told)
{
	for (int i = 0; i < told->locks; i++) {
		const struct subgame_lock *l = &told->lock[i];
		if (l->node >= s->nodes || s->node[l->node].seat < 0 ||
		    !subgame_add_lock(s, l))
			return false;
	}
	return true;
}

static bool
take_shares(struct subgame *s, const struct pack *p, const char *path, struct status *st)
{
	const size_t bytes = s->numbers * sizeof(uint16_t);
	uint16_t *share = malloc(bytes + 1);
	if (share == NULL)
		return status_fail(st, "%s: not enough memory", path);
	const bool ok = pack_read(p, path, LAYER_SHARES, share, bytes, st);
	for (size_t i = 0; ok && i < s->numbers; i++)
		s->sum[i] = (float)share[i];
	free(share);
	return ok;
}

/* Whether "KEY=VALUE,..." of a file, where an option that is not named has its default, is the
 * game's. */
static bool
is_same_variant(const struct game *g, const char *saved)
{
	struct options o;
	struct status st = { 0 };
	struct text now = { 0 }, then = { 0 };
	char text[SUBGAME_VARIANT], *rest = NULL;
	options_init(&o, g->variant.specs);
	snprintf(text, sizeof text, "%s", saved);
	for (char *word = strtok_r(text, ",", &rest); word != NULL && !st.failed;
	     word = strtok_r(NULL, ",", &rest)) {
		char *value = strchr(word, '=');
		if (value != NULL)
			*value++ = '\0';
		options_set(&o, word, value != NULL ? value : "", &st);
	}
	format_variant(&g->variant, &now);
	format_variant(&o, &then);
	const bool same = !st.failed && now.s != NULL && then.s != NULL &&
			  strcmp(now.s, then.s) == 0;
	text_free(&now);
	text_free(&then);
	return same;
}

/* A file of another variant is another tree. */
static bool
check_variant(const struct game *g, const struct subgame_saved *about, const char *path,
	      struct status *st)
{
	return is_same_variant(g, about->variant) ||
	       status_fail(st, "%s: of other rules: %.300s", path, about->variant);
}

/* The tree of a file is that of `s`. */
static bool
is_same_tree(const struct subgame *s, const struct tree_told *told)
{
	return told->numbers == (int64_t)s->numbers &&
	       told->sum == subgame_file_sum_tree(s);
}

static bool
subgame_file_read_all(struct subgame *s, struct arena *arena, const struct game *g,
		      struct subgame_opened *f, const char *path, struct status *st)
{
	const struct pack *p = &f->p;
	float range[2][PUBLIC_HANDS];
	struct tree_told told;
	struct state root;
	memset(&root, 0, sizeof root);
	if (!take_tree(&f->rest, &told))
		return damaged(path, st);
	if (!check_variant(g, &f->about, path, st))
		return false;
	if (p->slots[LAYER_RANGES] != 2 * PUBLIC_HANDS ||
	    !pack_read(p, path, LAYER_RANGES, range, sizeof range, st) ||
	    !g->text->parse_position(g, f->about.position, &root, st))
		return damaged(path, st);
	const struct subgame_setup setup = { .g = g,
					     .root = &root,
					     .range = { range[0], range[1] },
					     .label = told.label,
					     .raises = f->about.raises };
	if (!subgame_open(s, arena, &setup, st)) {
		status_prefix(st, "%s", path);
		return false;
	}
	if (!is_same_tree(s, &told) || !add_all_locks(s, &told))
		return damaged(path, st);
	s->iterations = f->about.iterations;
	return take_shares(s, p, path, st);
}

bool
subgame_load(struct subgame *s, struct arena *arena, const struct game *g,
	     const char *path, struct status *st)
{
	struct subgame_opened f;
	if (!open_file(&f, g->ops, path, st))
		return false;
	const bool ok = subgame_file_read_all(s, arena, g, &f, path, st);
	close_file(&f);
	return ok;
}

/* ---- going on ---------------------------------------------------------------------------- */

static bool
read_by(const struct pack *p, const char *path, char out[SUBGAME_BY], struct status *st)
{
	const size_t bytes =
		p->layers == LAYERS_TRAINED ? p->slots[LAYER_BY] : SUBGAME_BY;
	if (bytes >= SUBGAME_BY)
		return status_fail(st, "%s: was not written by training", path);
	memset(out, 0, SUBGAME_BY);
	return pack_read(p, path, LAYER_BY, out, bytes, st);
}

static bool
check_by(const struct pack *p, const char *by, const char *path, struct status *st)
{
	char was[SUBGAME_BY];
	return read_by(p, path, was, st) &&
	       (strcmp(was, by) == 0 ||
		status_fail(st, "%s: trained by '%s', expected '%s'", path, was, by));
}

static bool
read_tables(struct subgame *s, const char *by, float *learned, struct subgame_opened *f,
	    const char *path, struct status *st)
{
	const size_t bytes = s->numbers * sizeof *s->sum;
	const struct pack *p = &f->p;
	struct tree_told told;
	if (!take_tree(&f->rest, &told))
		return damaged(path, st);
	if (!check_variant(s->g, &f->about, path, st) || !check_by(p, by, path, st))
		return false;
	if (!is_same_tree(s, &told))
		return damaged(path, st);
	s->iterations = f->about.iterations;
	float *const regret = learned != NULL ? learned : s->regret,
		     *const sum = learned != NULL ? learned + s->numbers : s->sum;
	return pack_read(p, path, LAYER_REGRET, regret, bytes, st) &&
	       pack_read(p, path, LAYER_SUM, sum, bytes, st);
}

bool
subgame_resume(struct subgame *s, const char *by, void *learned, const char *path,
	       struct status *st)
{
	struct subgame_opened f;
	if (!open_file(&f, s->g->ops, path, st))
		return false;
	const bool ok = read_tables(s, by, learned, &f, path, st);
	close_file(&f);
	return ok;
}
