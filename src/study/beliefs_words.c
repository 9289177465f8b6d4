/*
 * beliefs_words.c - what departs from chance about a seat's hidden cards, in words. See beliefs.h.
 *
 * Chance is the share of the deals that fit what was seen, all alike. A thing that holds in every
 * deal is certain. Others are said when the shares weighted by the others' choices differ from
 * chance by WORDS_MOVED and are likely enough to be of use.
 */
#include "src/study/beliefs.h"

#include <assert.h>
#include <stdio.h>

#define LIKELY	  0.6 /* a share from which "probably" is said */
#define UNLIKELY  0.1 /* and below which "probably not" is */
#define CARDS_MAX 4   /* certain cards that are named */

struct belief_text {
	char *out;
	int size, n;
};

static void
say_fact(struct belief_text *w, const char *first, const char *name, const char *last)
{
	if (w->n < w->size)
		w->n += snprintf(w->out + w->n, (size_t)(w->size - w->n), "%s%s%s%s",
				 w->n > 0 ? "; " : "", first, name, last);
}

/* True when the share is high, and higher than chance has it. */
static bool
stands_out(const struct beliefs *b, double weight, int32_t count)
{
	const double chance = (double)count / b->worlds;
	return b->inferred && weight >= LIKELY && weight - chance >= WORDS_MOVED;
}

/* Something of the group is hidden. */
static bool
is_open_group(const struct beliefs *b, int group)
{
	for (int i = 0; i < b->things.count; i++)
		if (b->things.group[i] == group && (b->hidden >> i & 1) != 0)
			return true;
	return false;
}

static bool
is_void(const struct beliefs *b, int group, int seat)
{
	return b->without[group][seat] == b->worlds;
}

static bool
may_be_void(const struct beliefs *b, int group, int seat)
{
	return is_void(b, group, seat) ||
	       stands_out(b, b->without_weight[group][seat], b->without[group][seat]);
}

static void
say_voids(const struct beliefs *b, int seat, bool certain, struct belief_text *w)
{
	for (int k = 0; k < b->things.groups; k++)
		if (is_open_group(b, k) && is_void(b, k, seat) == certain &&
		    may_be_void(b, k, seat))
			say_fact(w, certain ? "no " : "probably no ",
				 b->things.group_name[k], "");
}

/* Cards that it has in every deal, key ones first. */
static void
say_certain_cards(const struct beliefs *b, int seat, struct belief_text *w)
{
	int order[THINGS_MAX], key, said = 0;
	const int n = beliefs_order(b, order, &key);
	for (int i = 0; i < n && said < CARDS_MAX; i++)
		if (b->held[order[i]][seat] == b->worlds)
			say_fact(w, said++ == 0 ? "has " : "", b->things.name[order[i]],
				 "");
}

static void
say_likely_cards(const struct beliefs *b, int seat, struct belief_text *w)
{
	assert(b->things.count >= 0 && b->things.count <= THINGS_MAX);
	for (int i = b->things.count - 1; i >= 0; i--) {
		if (!(b->things.key & b->hidden & (uint64_t)1 << i) ||
		    is_void(b, b->things.group[i], seat))
			continue;
		const double chance = (double)b->held[i][seat] / b->worlds;
		const double weight = b->held_weight[i][seat];
		if (stands_out(b, weight, b->held[i][seat]))
			say_fact(w, "probably has ", b->things.name[i], "");
		else if (b->inferred && weight < UNLIKELY &&
			 chance - weight >= WORDS_MOVED)
			say_fact(w, "probably not ", b->things.name[i], "");
	}
}

/* "probably none of the suit below QS": the highest key thing of each group that it is true of. */
static void
say_gaps(const struct beliefs *b, int seat, struct belief_text *w)
{
	char last[THING_NAME + 8];
	unsigned said = 0;
	for (int i = b->things.count - 1; i >= 0; i--) {
		const int group = b->things.group[i];
		if (!(b->things.key >> i & 1) || (said >> group & 1) != 0 ||
		    b->things.groups == 0 || may_be_void(b, group, seat) ||
		    !stands_out(b, b->none_below_weight[i][seat], b->none_below[i][seat]))
			continue;
		said |= 1u << group;
		snprintf(last, sizeof last, " below %s", b->things.name[i]);
		say_fact(w, "probably no ", b->things.group_name[group], last);
	}
}

void
beliefs_words(const struct beliefs *b, int seat, bool likely, char *out, int size)
{
	struct belief_text w = { out, size, 0 };
	out[0] = '\0';
	if (seat == b->viewer || !(b->holders >> seat & 1))
		return;
	say_voids(b, seat, true, &w);
	say_certain_cards(b, seat, &w);
	if (!likely)
		return;
	say_voids(b, seat, false, &w);
	say_likely_cards(b, seat, &w);
	say_gaps(b, seat, &w);
}
