/*
 * pns.h - what the files of proof-number search share. See pns.c.
 *
 * The prover is the seat that moves at the root. The goal of a run is an outcome: that the prover
 * gets at least that. Proof and disproof numbers are of that goal, whoever moves.
 */
#ifndef PLYSCOPE_AI_PROOF_PNS_H
#define PLYSCOPE_AI_PROOF_PNS_H

#include "ai/common/outcome.h"
#include "ai/common/proof_number.h"
#include "ai/common/ttable.h"
#include "src/core/search.h"

#include <assert.h>

#define PNS_PATH 512 /* plies below the root, at most */

enum pns_method { PNS_PLAIN, PNS_PN2, PNS_DFPN };
enum pns_goal { PNS_GOAL_OUTCOME, PNS_GOAL_WIN, PNS_GOAL_DRAW };

/* The known facts of a node for the goal of the run. */
struct pns_numbers {
	uint32_t pn, dn;
	uint16_t plies; /* solved: the proof ends after at most so many */
};

/* The values of the settled states of one outcome that were come across. */
struct pns_seen {
	bool any;
	int32_t low[2], high[2]; /* by seat */
};

/* A root move over both runs; `at`: its place in the run's tree or frame. */
struct pns_root_move {
	move m;
	uint8_t low, high; /* enum outcome of the prover: at least, at most */
	uint16_t plies;	   /* of the proof that made them equal */
	uint32_t pn, dn;   /* of the run under way */
	int64_t nodes;	   /* made below it in the run under way */
};

struct pns {
	enum pns_method method;
	enum pns_goal goal;
	enum outcome want;	/* of the run under way */
	enum outcome low, high; /* the root's, as far as proven */
	int runs;		/* begun */
	int prover;
	bool by_moves, weighed; /* the numbers of open leaves */
	int depth;		/* limit in plies; nothing deeper is looked at */
	int deepest;		/* ply that was reached */
	int64_t expanded, next_report;
	int64_t draws; /* seen in the run under way, rounds that end in one too */
	struct pns_seen seen[3];    /* by outcome of the prover */
	struct pns_root_move *root; /* in the fixed order of moves */
	int roots;
	struct state *state;   /* of the path: state[ply] */
	struct pns_tree *tree; /* NULL: method=dfpn */
	struct dfpn *dfpn;     /* NULL: another method */
};

static inline bool
pns_solved(uint32_t pn, uint32_t dn)
{
	return pn == 0 || dn == 0;
}

/* Whether a line ends at a foreseen position. It goes on where every game is won or lost; else its
 * proof of the run's goal may be made of draws where the game foresees a loss. */
static inline bool
pns_line_ends(const struct search *s, bool foreseen)
{
	return foreseen && (s->game->traits & TRAIT_DRAWS);
}

/* pns.c */
/* The numbers of a settled state; its values are noted. */
struct pns_numbers pns_judge(const struct search *s, const struct state *st);
/* The numbers of a leaf where `seat` moves; solved ones where the game foresees its end. */
struct pns_numbers pns_open_numbers(const struct search *s, const struct state *st,
				    int seat);
/* The moves of an inner node in the order in which they are tried: the root has all. */
int pns_moves(const struct search *s, const struct state *st, int seat, bool root,
	      move *out);
/* Refreshes the snapshot from p->root when it is time. */
void pns_report_now_and_then(struct search *s);
/* The best outcome that a disproof of the run's goal leaves. */
enum outcome pns_disproven(const struct pns *p);
/* Fills the columns of a move or a node. */
void pns_fill_columns(const struct pns *p, uint32_t pn, uint32_t dn, double plies,
		      double *extra);
/* The report of a node with these numbers: MOVE_OPEN, or a proof and its values. */
uint8_t pns_fill_value(const struct search *s, enum outcome low, enum outcome high,
		       double *value);

/* tree.c: PNS and PN2 */
bool pns_tree_open(struct search *s);
/* Runs until the root is solved; false: stopped, s->live.stop says why. */
bool pns_tree_run(struct search *s);
/* The numbers of the root and of its moves into p->root. */
struct pns_numbers pns_tree_root(struct search *s);
/* The line from the root: of a solved one to its end, else to the most-proving node. */
int pns_tree_line(struct search *s, move *out, int max);
void pns_tree_figures(struct search *s);
extern const struct gauge pns_gauge_collections, pns_gauge_second_level;

/* dfpn.c */
bool dfpn_open(struct search *s, int64_t epsilon_percent);
bool dfpn_run(struct search *s);
struct pns_numbers dfpn_root(struct search *s);
int dfpn_line(struct search *s, move *out, int max);
void dfpn_figures(struct search *s);
extern const struct gauge dfpn_gauge_repetitions, dfpn_gauge_tied;
void dfpn_close(struct search *s);
/* look.c */
extern const struct look_ops pns_look;

/* ---- the tree of proof-number search, as tree.c and look.c know it ----
 *
 * Children are one run of nodes behind their parent, made all at once. States are not kept but
 * for those of the path. Memory: 28 bytes a node.
 */

struct pns_node {
	uint32_t pn, dn;
	move m;
	uint32_t parent;
	uint32_t child; /* the first */
	uint32_t made;	/* nodes that were made below, those of a second level too */
	uint16_t plies; /* solved: see struct pns_numbers */
	uint16_t children : 12; /* 0: not expanded, or not kept */
	uint16_t proves : 1;	/* the prover moves here */
	uint16_t settled : 1;
	uint16_t foreseen : 1; /* solved by the game's foresee() */
	uint16_t kept : 1;     /* scratch of collect() */
};
static_assert(sizeof(struct pns_node) <= 48, "a node is small");
static_assert(MOVES_MAX < 1 << 12, "a count of children fits its bits");

struct pns_tree {
	struct pns_node *node; /* 0 is the root */
	uint32_t count, room;
	int ply; /* of the path's end */
	uint32_t path[PNS_PATH + 1];
	uint32_t pending[PNS_PATH + 1]; /* made below path[ply], not yet in .made */
	uint32_t last; /* the newest node that was expanded; 0: the root, or none */
	int64_t collections, seconds;
};

/* The child that is looked at next: of least proof number where the prover moves, else of least
 * disproof number, the first of equals. A solved node: the one that solves it, else the one that
 * lasts longest. 0: no children. */
uint32_t pns_tree_best(const struct pns_tree *t, uint32_t at);

/* The numbers of a node by those of its children. */
struct pns_numbers pns_tree_sum(const struct pns_tree *t, uint32_t at);

#endif
