/*
 * words.c - the first lines of the panel: who thinks, how far, and what it leans to, in words for
 * people who play cards and know no search.
 */
#include "ui/panes/think/private.h"

#include "src/base/text.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AS_GOOD 0.05 /* points that nobody calls a difference */

void
think_name_move(const struct think_view *v, const struct canvas *c, move m, char *out,
		int size)
{
	game_say_move(v->game, v->root, v->search->mover, m, out, size);
	if (v->suits && !c->ascii)
		board_suits(v->game, out, size);
}

/* "looked at 160 deals of the hidden cards": the measure that says most; false: nothing yet. */
static bool
done_words(const struct think_view *v, bool wide, char *out, int size)
{
	const struct snapshot *s = v->effort;
	const char *of = wide && game_hides_cards(v->game) ? " of the hidden cards" : "";
	if (s == NULL)
		return false;
	if (s->worlds_total > 1)
		snprintf(out, (size_t)size, "looked at %d deal%s%s", s->worlds_done,
			 s->worlds_done == 1 ? "" : "s", of);
	else if (s->simulations >= 100000) {
		char count[12];
		text_format_count(count, sizeof count, (double)s->simulations);
		snprintf(out, (size_t)size, "tried %s continuations", count);
	} else if (s->simulations > 0)
		snprintf(out, (size_t)size, "tried %lld continuations",
			 (long long)s->simulations);
	else if (s->depth > 0)
		snprintf(out, (size_t)size, "looked %d move%s ahead", s->depth,
			 s->depth == 1 ? "" : "s");
	else
		return false;
	return true;
}

/* "East is thinking. It has looked at 160 deals of the hidden cards." In FAIR nothing is said of its
 * search, which depends on its cards. In one row the first sentence stands alone. */
static void
who_words(const struct think_view *v, struct rect r, char *out, int size)
{
	static const struct {
		const char *does, *then;
	} forms[] = {
		[THINK_WAITING] = { "", " It" },
		[THINK_RUNNING] = { " is thinking.", " It has" },
		[THINK_PAUSED] = { " is stopped.", " It has" },
		[THINK_DONE] = { " has played.", " It had" },
	};
	char done[80] = "";
	const bool any = !v->fair && r.h > 1 &&
			 done_words(v, r.w >= THINK_WIDE, done, sizeof done);
	if (v->helper != NULL)
		snprintf(out, (size_t)size, "This is the %s.%s%s%s", v->helper,
			 any ? " It has " : "", done, any ? "." : "");
	else
		snprintf(out, (size_t)size, "%s%s%s%s%s%s",
			 board_seat_word(v->game, v->seat), forms[v->phase].does,
			 any ? forms[v->phase].then : "", any ? " " : "", done,
			 any		      ? "."
			 : v->fair && r.h > 1 ? " You cannot see its thoughts."
					      : "");
}

/* "; T♣ costs half a point more", "; T♣ is as good", "; r3 is 1.5 chips worse", "; b3 wins 4 of 100 fewer". */
static void
other_words(const struct think_view *v, const struct stats_move *best,
	    const struct stats_move *other, const char *name, char *out, int size)
{
	const int seat = v->search->mover;
	const double cost = best->value[seat] - other->value[seat];
	const double win = best->win[seat] - other->win[seat];
	const bool points = tells_points(v->game), down = v->value_name != NULL;
	char told[16];
	*out = '\0';
	if (other->status == MOVE_UNSEARCHED || isnan(cost))
		return;
	value_text(v->game, fabs(cost), told, sizeof told);
	if (other->status == MOVE_AT_MOST)
		snprintf(out, (size_t)size, "; %s is %s", name,
			 cost >= game_nothing(v->game) ? "worse" : "no better");
	else if (!points && fabs(win) >= 0.01)
		snprintf(out, (size_t)size, "; %s wins %.0f of 100 %s", name,
			 fabs(win) * 100, win > 0 ? "fewer" : "more");
	else if (fabs(cost) < (points ? AS_GOOD : game_nothing(v->game)) &&
		 (points || !isnan(win)))
		snprintf(out, (size_t)size, "; %s is as good", name);
	else if (points && stats_uncertain(other->status, cost, other->cost_se))
		snprintf(out, (size_t)size, "; %s may be as good", name);
	else if (!points)
		snprintf(out, (size_t)size, "; second best is %s", name);
	else if (down && cost >= 0.4 && cost < 0.6)
		snprintf(out, (size_t)size, "; %s costs half a point more", name);
	else if (down)
		snprintf(out, (size_t)size, "; %s costs %s points %s", name, told,
			 cost > 0 ? "more" : "less");
	else
		snprintf(out, (size_t)size, "; %s is %s %s %s", name, told,
			 v->game->ops->point_name, cost > 0 ? "worse" : "better");
}

/* Each simulation is of one move; else every move has had all of them. */
static bool
tries_are_shared(const struct snapshot *s)
{
	int64_t sum = 0;
	for (int i = 0; i < s->move_count; i++)
		sum += s->moves[i].visits;
	return s->simulations > 0 && sum <= s->simulations;
}

/* 'Hearts by rules says: "I duck."', as a bot says it of itself. */
static void
own_words(const struct snapshot *s, char *out, int size)
{
	const struct stats_words *words = snapshot_words(s);
	*out = '\0';
	if (words != NULL && words->thought[0] != '\0')
		snprintf(out, (size_t)size, "%s says: \"%s\"", words->by, words->thought);
}

/* "It would play A♣ now (best in 62 of 100 deals); T♣ costs half a point more." Without room for both
 * the thin mark of its bar alone has the share. */
static void
lean_words(const struct think_view *v, const struct canvas *c, struct rect r, char *out,
	   int size)
{
	const struct snapshot *s = v->search;
	char best[MOVE_TEXT], other[MOVE_TEXT], choice[120], share[64] = "",
							     rest[96] = "";
	char words[STATS_NAME + STATS_THOUGHT + 16];
	*out = '\0';
	if (s == NULL || !v->candidates)
		return;
	own_words(s, words, sizeof words);
	if (s->move_count == 0 || s->moves[0].status == MOVE_UNSEARCHED) {
		snprintf(out, (size_t)size, "%s", words);
		return;
	}
	const struct stats_move *m = &s->moves[0];
	const char *best_in = r.w >= THINK_WIDE ? "best in " : "";
	think_name_move(v, c, m->m, best, sizeof best);
	if (s->moves_total == 1)
		snprintf(share, sizeof share, ", its only move");
	else if (s->worlds_done > 1 && !isnan(m->prob))
		snprintf(share, sizeof share, " (%s%.0f of %d deals)", best_in,
			 m->prob * s->worlds_done, s->worlds_done);
	else if (s->mixed && !isnan(m->prob) && m->prob < 0.995)
		snprintf(share, sizeof share, " (%.0f%% of the time)", m->prob * 100);
	else if (s->worlds_total <= 1 && tries_are_shared(s) && m->visits > 0)
		snprintf(share, sizeof share, " (%lld of %lld tries)",
			 (long long)m->visits, (long long)s->simulations);
	if (s->move_count > 1 && !v->fair) {
		think_name_move(v, c, s->moves[1].m, other, sizeof other);
		other_words(v, m, &s->moves[1], other, rest, sizeof rest);
	}
	snprintf(choice, sizeof choice,
		 v->fair		  ? "From %s, %.24s would expect %s"
		 : v->phase == THINK_DONE ? "It chose %s"
		 : v->helper != NULL	  ? "Best is %s"
					  : "It would play %s now",
		 v->fair ? game_hides_cards(v->game) ? "your cards" : "what you know"
			 : best,
		 v->by, best);
	const int w = canvas_width(choice) + canvas_width(share) + canvas_width(rest);
	if (*rest != '\0' && w > r.h * (r.w - 4))
		*share = '\0';
	snprintf(out, (size_t)size, "%s%s%s.%s%s", choice, share, rest,
		 words[0] != '\0' ? " " : "", words);
}

int
think_words_rows(const struct think_view *v, struct rect r)
{
	return v->numbers && r.h < THINK_TALL ? 1 : r.h < 12 ? 2 : 4;
}

void
think_draw_words(struct canvas *c, struct rect r, const struct think_view *v)
{
	char who[200], lean[600];
	const int half = (r.h + 1) / 2;
	if (v->seat == SEAT_NONE) {
		canvas_put(c, r.y, r.x, ROLE_DIM, "no search has run yet");
		return;
	}
	who_words(v, (struct rect){ .h = half, .w = r.w }, who, sizeof who);
	const int x = canvas_put(c, r.y, r.x, ROLE_WARN, v->back ? "now: " : "");
	canvas_put_words(c, (struct rect){ r.y, x, half, r.x + r.w - x },
			 (enum role)(ROLE_SEAT_0 + v->seat), who);
	const struct rect below = { r.y + half, r.x, r.h - half, r.w };
	lean_words(v, c, below, lean, sizeof lean);
	canvas_put_words(c, below, ROLE_TEXT, lean);
}
