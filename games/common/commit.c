/* commit.c - see commit.h. */
#include "games/common/commit.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static struct commits *
commits_of(struct state *s)
{
	return (struct commits *)(void *)s->bytes;
}

void
commit_redact(const struct game *g, struct state *s, int viewer)
{
	struct commits *c = commits_of(s);
	for (int i = 0; i < COMMIT_SEATS; i++)
		if (i != viewer && commit_has(c, i))
			c->of[i] = COMMIT_HIDDEN;
}

void
commit_uncommit(const struct game *g, const struct state *from, struct state *to)
{
	if (from != to)
		game_copy(g, from, to);
	commit_clear(commits_of(to));
}

uint64_t
commit_held(const struct game *g, const struct state *s, int seat)
{
	const struct commits *c = (const struct commits *)(const void *)s->bytes;
	if (!commit_has(c, seat) || c->of[seat] == COMMIT_HIDDEN)
		return 0;
	return UINT64_C(1) << c->of[seat];
}

void
commit_things(struct things *out, const char *called, int most)
{
	assert(most + 1 < THINGS_MAX);
	*out = (struct things){ .called = called, .count = most + 1 };
	out->key = (UINT64_C(1) << out->count) - 1;
	for (int i = 0; i <= most; i++)
		snprintf(out->name[i], THING_NAME, "%d", (uint8_t)i);
}

double
commit_win_points(const struct game *g, int seat, double advantage)
{
	return 0.5 + 0.5 * (seat == 0 ? advantage : -advantage);
}

void
commit_add(struct words *w, const char *called, const struct commits *c, int seats,
	   const char *letters)
{
	if (c->seats == 0)
		return;
	words_add(w, "|%s=", called);
	for (int i = 0; i < seats; i++) {
		words_add(w, "%s", i == 0 ? "" : ",");
		if (!commit_has(c, i))
			words_add(w, "-");
		else if (c->of[i] == COMMIT_HIDDEN)
			words_add(w, "?");
		else if (letters != NULL)
			words_add(w, "%c", letters[c->of[i]]);
		else
			words_add(w, "%d", c->of[i]);
	}
}

enum commit_word
commit_next(struct commits *c, int seat, const char **text, char *word, size_t size)
{
	if (!words_next(text, ',', word, size))
		return COMMIT_END;
	if (strcmp(word, "-") == 0)
		return COMMIT_NONE;
	commit_make(c, seat, COMMIT_HIDDEN);
	return strcmp(word, "?") == 0 ? COMMIT_NOT_KNOWN : COMMIT_CHOICE;
}
