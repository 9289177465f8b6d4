/*
 * beliefs.h - what a seat can know of the hidden cards: the holder of each, and how likely.
 *
 * Counted on worlds dealt by search_world() from the viewer's redacted state: world w of a seed is
 * the very deal that a search with that seed looks into, so this answers "is it cheating?" with
 * data. A probability is a share of the worlds counted. Where the moves since the deal are known
 * there is a second one, with the same worlds weighted by how likely the others' choices were in
 * each (src/core/infer.h), as a search with infer= draws them.
 */
#ifndef PLYSCOPE_STUDY_BELIEFS_H
#define PLYSCOPE_STUDY_BELIEFS_H

#include "src/base/json.h"
#include "src/base/text.h"
#include "src/core/infer.h"
#include "src/core/question.h"

#define BELIEFS_WORLDS 1000 /* an error of at most 1.6 percentage points (one sigma) */

struct beliefs {
	const struct game *game;
	int viewer; /* whose knowledge: a seat */
	int worlds; /* counted */
	struct things things;
	int32_t held[THINGS_MAX][SEATS_MAX];	/* worlds in which the seat has it */
	int32_t without[GROUPS_MAX][SEATS_MAX]; /* ... has none of the group */
	bool inferred;	  /* the worlds are weighted by the others' choices: */
	double effective; /* equal worlds that the weighted ones are worth */
	double held_weight[THINGS_MAX][SEATS_MAX]; /* shares by weight, as held[] */
	double without_weight[GROUPS_MAX][SEATS_MAX];
	/* Of key things: worlds in which the seat has nothing of the group that is lower. */
	int32_t none_below[THINGS_MAX][SEATS_MAX];
	double none_below_weight[THINGS_MAX][SEATS_MAX];
	uint64_t hidden;  /* things that are with some seat but not the viewer */
	seat_set holders; /* seats but the viewer that have anything */
	/* The work so far. */
	struct evidence seen;
	int dealt;
	double *share;		      /* of each world; NULL: they are alike */
	uint64_t (*cards)[SEATS_MAX]; /* what each seat has in each world */
};

/* NULL when something is hidden here to have beliefs about, else the reason why not: a sentence. */
const char *beliefs_refusal(const struct game *g, const struct state *root, int viewer);
/* Counts `worlds` worlds of the sample of a question; model: of the others' choices (struct
 * evidence). */
void beliefs_count(struct beliefs *b, const struct question *q,
		   const struct cardnet *model, int worlds);
/* The seat whose decision worlds are dealt for: the viewer when it acts. */
int beliefs_mover(const struct game *g, const struct state *root, int viewer);
/* The same in pieces, for a screen that must not wait: the arrays of `seen` outlive the work. Then
 * step() until it is true, with so many worlds each; or drop(). */
void beliefs_begin(struct beliefs *b, const struct evidence *seen, int worlds);
bool beliefs_step(struct beliefs *b, int worlds);
void beliefs_drop(struct beliefs *b);
double beliefs_held(const struct beliefs *b, int thing, int seat);
/* A row of the tables: for each seat the number of worlds, and their share by weight. */
struct belief {
	const char *name;
	const int32_t *count;
	const double *weight;
};
struct belief beliefs_thing(const struct beliefs *b, int thing);
struct belief beliefs_group(const struct beliefs *b, int group);
/* The order in which they are shown: key things, then the others; high before low. Returns
 * how many, *key of them key ones. */
int beliefs_order(const struct beliefs *b, int out[static THINGS_MAX], int *key);
/* What departs from chance about a seat, in words: "none of a suit; probably has QS". Certain things
 * first; "" when there is nothing to say. Likely ones are said where asked for and where the others'
 * choices moved their share by WORDS_MOVED at least. */
void beliefs_words(const struct beliefs *b, int seat, bool likely, char *out, int size);
#define WORDS_MOVED 0.15

/* As a table in text, and as JSON. */
void beliefs_report(const struct beliefs *b, struct text *out);
json_t *beliefs_json(const struct beliefs *b);

#endif
