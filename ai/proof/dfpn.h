/*
 * dfpn.h - frames of depth-first proof-number search: what dfpn.c and look.c know. See dfpn.c.
 */
#ifndef PLYSCOPE_AI_PROOF_DFPN_H
#define PLYSCOPE_AI_PROOF_DFPN_H

#include "ai/proof/pns.h"

#define ON_PATH	    4096 /* a power of two */
#define REF_NOTHING INT32_MAX

struct dfpn_node;

struct dfpn_child {
	uint64_t key;
	int64_t nodes; /* made below it since its frame was entered */
	move m;
	uint32_t pn, dn;
	int32_t ref;	/* solved: the ply of the path that it rests on, REF_NOTHING */
	uint16_t plies; /* solved: see struct pns_numbers */
	bool fixed;	/* settled, drawn by going round, or too deep: never searched */
	bool known;	/* from the table */
	bool foreseen;	/* solved by the game's foresee() */
	bool bound;	/* results below it serve this path alone */
};

struct dfpn_frame {
	uint32_t th_pn, th_dn;
	uint32_t first, count; /* children: child[first] .. */
	uint32_t chosen;       /* the one of the path */
	bool proves;	       /* the prover moves here */
	bool bound;
	uint64_t cycle; /* tells positions that come again */
	uint64_t path;	/* of all moves from the root */
	int64_t nodes;	/* before it was entered */
};

struct dfpn {
	struct ttable table;
	uint32_t epsilon; /* percent */
	bool images;	  /* of a position are one in the table */
	bool fresh;	  /* positions have keys, and none was there before the root */
	struct dfpn_frame *frame;
	struct dfpn_child *child;
	uint32_t room;
	int ply; /* of the path's end */
	bool before
		[ON_PATH]; /* what was there before the root, by its key; more may be */
	int64_t tied;	   /* results that were kept for one path */
	int64_t rounds;	   /* children that were on the path before */
	int64_t most;	   /* nodes when a proof is sought again, 0: any */
	struct dfpn_node *node; /* what the inspector has opened; 0 is the root */
	int nodes, node_room;
	uint16_t on_path[ON_PATH]; /* frames by their cycle key */
};

static inline struct dfpn *
dfpn_of(const struct search *s)
{
	return ((const struct pns *)s->self)->dfpn;
}

/* repeats.c */
/* Notes the positions before the root. */
void dfpn_note_past(const struct search *s, struct dfpn *d);
/* The key that tells positions apart where one may repeat. */
uint64_t dfpn_cycle_key(const struct game *g, const struct state *st, uint64_t hash);
/* The ply of the path where this position stands; -1: nowhere. */
int dfpn_find_on_path(const struct dfpn *d, uint64_t cycle);
/* A child that is the position of path[ref] again: drawn, or to be searched on. */
void dfpn_judge_round(struct search *s, int ref, const struct state *st,
		      struct dfpn_child *c);
/* The basis of a game's end at a child of a frame: its position may have occurred too often. */
int32_t dfpn_end_rests_on(const struct search *s, const struct dfpn_frame *f,
			  const struct state *st, uint64_t cycle, int ref);

/* dfpn.c */
/* Opens the frame at the end of a line of moves, its children with what the table knows of them:
 * frame[ply]. False: the line is not one of the search. */
bool dfpn_show(struct search *s, const move *m, int count);
/* The numbers of its node. */
struct pns_numbers dfpn_end(const struct dfpn *d);
/* The one of these children that the line goes on with. */
uint32_t dfpn_line_child(const struct dfpn *d);

#endif
