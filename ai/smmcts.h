/*
 * smmcts.h - what the files of the search smmcts share: its tree, and the table of selection
 * policies. See smmcts.c.
 *
 * A node is a choice (rows of seat 0, columns of seat 1; a seat that does not choose has one
 * move, MOVE_NONE) or chance. Payoffs inside are seat 0's, 0 .. 1: (value - low) / (high - low)
 * by the bounds at the root; seat 1 has 1 less that.
 *
 * A choice begins as a list of first selections: the payoff of each cell selected so far, in
 * rows that are made when first used. When the last first selection is in, the node gets its
 * matrix: for each cell the sum and mean of payoffs, the visits and the child; for each move
 * two numbers that belong to the policy. So a node of few visits is a few hundred bytes.
 *
 * References count units of SMM_UNIT bytes from the start of the slab; 0 is none.
 */
#ifndef PLYSCOPE_AI_SMMCTS_H
#define PLYSCOPE_AI_SMMCTS_H

#include "src/core/search.h"

#define SMM_UNIT  16
#define SMM_PATH  512 /* nodes on the way of a simulation, at most */
#define SMM_END	  1u  /* a child that is settled; no node begins there */
#define SMM_FIRST 2u  /* the first node */

typedef uint32_t smm_ref;

struct smm_node {
	smm_ref matrix; /* 0: still filling, or chance */
	uint32_t left;	/* first selections still to make */
	uint32_t visits;
	uint16_t rows, columns; /* rows 0: chance, columns its outcomes */
};
/* Behind a choice's node: move[rows + columns], smm_ref row[rows], uint64_t unused[]: bits of
 * what has not been selected first, cells (fill=all) or rows and then columns (fill=cross). */

/* A chance node's outcomes, as pointers; the figures are there with chance=explicit and averaged
 * alone. */
struct smm_outcomes {
	int count;
	double *prob, *sum;
	uint32_t *visits;
	smm_ref *child;
	move *m;
};

/* A filled node's matrix, as pointers. Row i of a table of cells begins at i * stride. */
struct smm_matrix {
	int rows, columns, stride;
	int size[2];	     /* rows, columns: the moves of a seat */
	uint64_t *visits;    /* of the node */
	double *field[2][2]; /* the policy's two numbers for each move of a seat */
	double *sum;
	float *mean;
	uint32_t *count;
	smm_ref *child;
};

/* One node on the way of a simulation. */
struct smm_step {
	smm_ref at;
	bool first, chance; /* a first selection; a chance node */
	uint16_t choice[2]; /* row and column; the outcome of chance */
	/* The policy's. */
	bool explored[2];
	double prob[2];	 /* of the choice, as it was drawn */
	double total[2]; /* what the strategy was divided by, 0: it was uniform */
	double reach;	 /* OOS: the explorer's own probability of coming here */
};

enum smm_removal { SMM_REMOVE_SHARE, SMM_REMOVE_EXPLICIT, SMM_REMOVE_NONE };

struct smm_policy;

struct smm {
	const struct smm_policy *policy;
	double gamma, c; /* c: for payoffs 0 .. 1 */
	enum smm_removal removal;
	bool cross, explicit_chance, averaged, best, stop_full, random_playout;
	double base
		[2]; /* OOS: a seat's payoff is this plus, or less, the payoff inside */
	int32_t low, range; /* of seat 0's values at the root */
	int32_t sum;	    /* of both seats' values */

	unsigned char *slab;
	uint32_t used, room; /* units */
	bool full;
	smm_ref root;
	int64_t nodes, simulations, dropped, tree_plies, next_report;
	int seldepth;

	/* Of the simulation that runs. */
	struct state scratch;
	int explorer; /* OOS */
	double reach; /* OOS, on the way down */
	double tail;  /* OOS, on the way up */
	struct smm_step path[SMM_PATH];
	float score[MOVES_MAX];
	double work[3][MOVES_MAX]; /* strategies, for policies that need whole ones */
};

/*
 * A selection policy. Strategies are probabilities over a seat's moves.
 */
struct smm_policy {
	const char *key;
	double gamma[2],
		c[2];	/* the paper's: win-loss, difference; c: for payoffs 0 .. 1 */
	bool counts;	/* first selections count: field 0 payoffs, field 1 visits */
	bool estimates; /* field 0 holds payoffs over the probability of drawing */
	bool samples;	/* means handed upwards would break its update */
	bool regrets;	/* field 0 is a regret */
	/* Chooses for both seats: step->choice and what update() wants to find. */
	void (*select)(struct smm *x, struct rng *r, const struct smm_matrix *m,
		       struct smm_step *step);
	/* A simulation through this node brought u; cells know it already. */
	void (*update)(struct smm *x, const struct smm_matrix *m,
		       const struct smm_step *step, double u);
	/* What is drawn from now, without exploration. */
	void (*current)(const struct smm *x, const struct smm_matrix *m, int seat,
			double *out);
	/* What the seat would play after the search. */
	void (*average)(const struct smm *x, const struct smm_matrix *m, int seat,
			double *out);
};

/* In the order of the option policy=. */
extern const struct smm_policy *const smm_policies[];

/* smmcts_tree.c */
/* Takes what is left of the arena and makes the root. False: no room. */
bool smm_open(struct search *s, struct smm *x, const struct state *root);
/* One simulation of at most budget nodes; returns the nodes it made. When that is the whole
 * budget and the simulation was not over, nothing is kept of it. */
int64_t smm_simulate(struct search *s, struct smm *x, const struct state *root,
		     int64_t budget);
/* The matrix of a node; false: it is still filling, or chance. */
bool smm_matrix(const struct smm *x, smm_ref at, struct smm_matrix *out);
/* What a cell of a choice is known by; 0 visits: nothing. */
uint32_t smm_cell(const struct smm *x, smm_ref at, int row, int column, double *mean);
/* The child in a cell; 0 or SMM_END: none. */
smm_ref smm_child(const struct smm *x, smm_ref at, int row, int column);

static inline void *
smm_at(const struct smm *x, smm_ref at)
{
	return x->slab + (size_t)at * SMM_UNIT;
}

static inline size_t
smm_rounded(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

static inline struct smm_node *
smm_node(const struct smm *x, smm_ref at)
{
	return smm_at(x, at);
}

static inline const move *
smm_moves(const struct smm_node *n)
{
	return (const move *)(const void *)(n + 1);
}

/* smmcts_fill.c */
/* A choice's rows of first payoffs, 0: not used yet. */
smm_ref *smm_rows(const struct smm_node *n);
void smm_set_unused(const struct smm *x, struct smm_node *n);
/* A cell not selected before, and the row to keep its payoff. False: no room for the row. */
bool smm_select_first(struct smm *x, struct rng *r, struct smm_node *n,
		      struct smm_step *step);
/* What came of it. After the last one the node gets its matrix, when there is room. */
void smm_keep_first(struct smm *x, struct smm_node *n, const struct smm_step *step,
		    double u);
/* A payoff selected first; negative: not selected. */
double smm_first_payoff(const struct smm *x, const struct smm_node *n, int row,
			int column);
size_t smm_choice_bytes(const struct smm *x, int rows, int columns);

/* smmcts_tree.c */
/* Zeroed bytes; 0, and x->full is set: no room. */
smm_ref smm_take(struct smm *x, size_t bytes);
void smm_view_matrix(const struct smm *x, const struct smm_node *n, struct smm_matrix *m);
size_t smm_matrix_bytes(const struct smm_node *n);
void smm_outcomes(const struct smm *x, smm_ref at, struct smm_outcomes *out);

size_t smm_chance_bytes(const struct smm *x, int outcomes);

/* smmcts_keep.c */
/* Makes a node the root and forgets all that is not below it. False: no memory, the tree is
 * unchanged. */
bool smm_reroot(struct smm *x, smm_ref at);

/* smmcts.c */
const struct smm *smmcts_tree(const struct search *s);

/* smmcts_look.c */
extern const struct look_ops smmcts_look;
/* A payoff inside as points of a seat; unit: game_unit(). */
double smm_points(const struct smm *x, double unit, int seat, double u);
/* Average and current strategies of both seats at a choice. False: still filling, and even. */
bool smm_mixes(const struct smm *x, smm_ref at, double mix[2][MOVES_MAX],
	       double now[2][MOVES_MAX]);
/* The matrix of a choice of both seats, the likeliest moves when it is large; rows 0: one
 * seat moves alone. */
void smm_fill_joint(const struct smm *x, smm_ref at, double unit, struct stats_joint *j);

#endif
