/*
 * smmcts.h - the tree of smmcts and the table of its selection policies, shared by its
 * files. See smmcts.c.
 *
 * A node is a choice (rows of seat 0, columns of seat 1; a seat that does not choose has
 * one move, MOVE_NONE) or chance. Payoffs inside are seat 0's, 0 .. 1: (value - low) /
 * (high - low) by the bounds at the root; seat 1 has 1 less that.
 *
 * A choice begins with its first selections: the payoff of each cell selected so far, in
 * rows allocated at first use. After the last first selection the node gets its matrix:
 * for each cell the sum and mean of payoffs, the visits and the child; for each move two
 * numbers of the policy. So a node of few visits is a few hundred bytes.
 *
 * References count units of SMM_UNIT bytes from the start of the slab; 0 is none.
 */
#ifndef PLYSCOPE_AI_TREE_SMMCTS_SMMCTS_H
#define PLYSCOPE_AI_TREE_SMMCTS_SMMCTS_H

#include "src/core/search.h"

#define SMM_UNIT  16
#define SMM_PATH  512 /* nodes on the path of a simulation, at most */
#define SMM_END	  1u  /* a settled child; no node begins there */
#define SMM_FIRST 2u  /* the first node */

typedef uint32_t smm_ref;

struct smm_node {
	smm_ref matrix; /* 0: still filling, or chance */
	uint32_t left;	/* first selections still to make */
	uint32_t visits;
	uint16_t rows, columns; /* rows 0: chance, columns its outcomes */
};
/* Behind a choice's node: move[rows + columns], smm_ref row[rows], uint64_t unused[]: a
 * bit for each cell not selected yet. */

/* The outcomes of a chance node, as pointers. */
struct smm_outcomes {
	int count;
	smm_ref *child;
	move *m;
};

/* The matrix of a filled node, as pointers. Row i of the cells begins at i * stride. */
struct smm_matrix {
	int rows, columns, stride;
	int size[2];	     /* rows, columns: the moves of a seat */
	uint64_t *visits;    /* of the node */
	double *field[2][2]; /* two numbers of the policy for each move of a seat */
	double *sum;
	float *mean;
	uint32_t *count;
	smm_ref *child;
};

/* One node on the path of a simulation. */
struct smm_step {
	smm_ref at;
	bool first, chance; /* a first selection; a chance node */
	uint16_t choice[2]; /* row and column; the outcome of chance */
	/* For the policy. */
	double prob[2];	 /* of the choice, when it was drawn */
	double total[2]; /* divisor of the strategy, 0: it was uniform */
	double reach;	 /* OOS: the explorer's own probability of reaching the node */
};

struct smm_policy;

struct smm {
	const struct smm_policy *policy;
	double gamma, c; /* c: for payoffs 0 .. 1 */
	enum rollout_kind playout;
	double base[2];	    /* OOS: seat 0 gets base[0] + u, seat 1 base[1] - u */
	int32_t low, range; /* of seat 0's values at the root */
	int32_t sum;	    /* of both seats' values */

	unsigned char *slab;
	uint32_t used, room; /* units */
	bool full;
	smm_ref root;
	int64_t nodes, simulations, tree_plies, next_report;
	int seldepth;

	/* Of the running simulation. */
	struct state scratch;
	int explorer; /* OOS */
	double reach; /* OOS, going down */
	double tail;  /* OOS, going up */
	struct smm_step path[SMM_PATH];
	float score[MOVES_MAX];
	double work[3][MOVES_MAX]; /* whole strategies, for the policies that need them */
};

/*
 * A selection policy. Strategies are probabilities over a seat's moves.
 */
struct smm_policy {
	const char *key;
	double gamma[2]; /* of the paper, for win-loss and difference */
	double c[2];	 /* the same, for payoffs 0 .. 1 */
	bool counts;	 /* first selections count: field 0 payoffs, field 1 visits */
	bool estimates;	 /* field 0 holds payoffs divided by the probability of drawing */
	bool regrets;	 /* field 0 is a regret */
	/* Chooses for both seats: fills step->choice and the members for update(). */
	void (*select)(struct smm *x, struct rng *r, const struct smm_matrix *m,
		       struct smm_step *step);
	/* Adds the payoff u of a simulation, which the cells have already. */
	void (*update)(struct smm *x, const struct smm_matrix *m,
		       const struct smm_step *step, double u);
	/* The current strategy, without exploration. */
	void (*current)(const struct smm *x, const struct smm_matrix *m, int seat,
			double *out);
	/* The average strategy, which the seat plays after the search. */
	void (*average)(const struct smm *x, const struct smm_matrix *m, int seat,
			double *out);
};

/* In the order of the option policy=. */
extern const struct smm_policy *const smm_policies[];

/* tree.c */
/* Takes the rest of the arena and makes the root. False: no room. */
bool smm_open(struct search *s, struct smm *x, const struct state *root);
/* One simulation of at most budget nodes; returns the nodes it made. A simulation that
 * the budget ends is dropped. */
int64_t smm_simulate(struct search *s, struct smm *x, const struct state *root,
		     int64_t budget);
/* The matrix of a node; false: it is still filling, or chance. */
bool smm_matrix(const struct smm *x, smm_ref at, struct smm_matrix *out);
/* The visits and the mean payoff of a cell of a choice. */
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

/* fill.c */
/* A choice's rows of first payoffs, 0: not used yet. */
smm_ref *smm_rows(const struct smm_node *n);
void smm_set_unused(struct smm_node *n);
/* Selects a new cell and allocates the row for its payoff. False: no room for the row. */
bool smm_select_first(struct smm *x, struct rng *r, struct smm_node *n,
		      struct smm_step *step);
/* Stores its payoff. After the last one the node gets its matrix, if there is room. */
void smm_keep_first(struct smm *x, struct smm_node *n, const struct smm_step *step,
		    double u);
/* The payoff of a first selection; negative: not selected yet. */
double smm_first_payoff(const struct smm *x, const struct smm_node *n, int row,
			int column);
size_t smm_choice_bytes(int rows, int columns);

/* tree.c */
/* Zeroed bytes; 0, and x->full is set: no room. */
smm_ref smm_take(struct smm *x, size_t bytes);
void smm_view_matrix(const struct smm *x, const struct smm_node *n, struct smm_matrix *m);
size_t smm_matrix_bytes(const struct smm_node *n);
void smm_outcomes(const struct smm *x, smm_ref at, struct smm_outcomes *out);

size_t smm_chance_bytes(int outcomes);

/* keep.c */
/* Makes a node the root and forgets everything not below it. False: no memory, the tree is
 * unchanged. */
bool smm_reroot(struct smm *x, smm_ref at);

/* smmcts.c */
const struct smm *smmcts_tree(const struct search *s);

/* look.c */
extern const struct look_ops smmcts_look;
extern const struct column smmcts_node_columns[];
/* A payoff inside in points of a seat; unit: game_unit(). */
double smm_points(const struct smm *x, double unit, int seat, double u);
/* The average and current strategies of both seats at a choice. False: still filling,
 * both uniform. */
bool smm_mixes(const struct smm *x, smm_ref at, double mix[2][MOVES_MAX],
	       double now[2][MOVES_MAX]);
/* The matrix of a choice of both seats, cut to the likeliest moves; rows 0: one seat
 * moves alone. */
void smm_fill_joint(const struct smm *x, smm_ref at, double unit, struct stats_joint *j);

#endif
