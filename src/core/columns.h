/*
 * columns.h - the figures that an algorithm declares: columns of its moves or nodes, the rules by
 * which it cuts, and gauges of the search as a whole.
 *
 * Panels, help, JSON and lessons show what is declared and know none by name. The tables are static.
 */
#ifndef PLYSCOPE_CORE_COLUMNS_H
#define PLYSCOPE_CORE_COLUMNS_H

#include "src/base/json.h"
#include "src/core/game.h"

#define STATS_EXTRA (2 * SEATS_MAX) /* an algorithm's own numbers of a move or a node */
#define STATS_RULES 8		    /* cut rules of an algorithm, at most */

/*
 * A figure that an algorithm has besides those common to all: of its root moves, or of the
 * nodes of its tree (struct search_ops). A table of columns ends with a blank one; the values
 * are in extra[] of a move or a node, from `at` on, NAN not known.
 */
enum column_kind {
	COLUMN_NUMBER,	/* `decimals` after the point */
	COLUMN_SIGNED,	/* with its sign, `decimals` digits altogether */
	COLUMN_POINTS,	/* of the game: penalties are turned round where values are */
	COLUMN_PERCENT, /* 0..1 */
	COLUMN_COUNT,
};

enum column_owner {
	COLUMN_OF_ALL,	 /* one number */
	COLUMN_OF_SEATS, /* one for each seat */
	COLUMN_OF_SIDES, /* of a node: for its move, and the other's of two at once */
};

struct column {
	const char *key;   /* in JSON and lessons */
	const char *head;  /* on the screen */
	const char *brief; /* the same where there is less room; NULL: head */
	const char *unit;  /* behind the number; NULL: none */
	const char *help;
	enum column_kind kind;
	enum column_owner owner;
	uint8_t at, decimals;
	uint8_t width; /* columns on the screen, without a blank between */
	int8_t better; /* 1: more is better, -1: less is, 0: neither */
	bool range;    /* of moves: it and the next, which are shown as one, low..high */
	bool decides;  /* of moves: they are ordered by it and not by their values */
};

/*
 * Why children of a visited node were never searched, as an algorithm declares it: a static table
 * that ends with a blank rule, and by which the cuts of a snapshot are counted.
 */
struct cut_rule {
	const char *key;  /* in JSON, lessons and sentences: "last-branch" */
	const char *head; /* on the panel: "last" */
	const char *help;
};

/*
 * A figure of a search as a whole, as an algorithm declares it: a table ends with NULL and points
 * to gauges, for several algorithms may have the same one.
 */
struct gauge {
	const char *name;
	const char *unit; /* behind the number; "": none, NULL: the game's points */
	const char *help;
};

/* Columns or rules of a table, which may be NULL. */
int stats_columns(const struct column *c);
int stats_rules(const struct cut_rule *r);
/* The place in extra[] of a column's value for a seat (or side); not used by COLUMN_OF_ALL. */
int stats_place(const struct column *c, int seat);
/* "0.512", "+0.12", "31.0%", "600", with the unit; empty: not known. */
void stats_format_column(const struct column *c, double x, char *out, int size);
json_t *stats_column_to_json(const struct column *c, double x);
/* Adds the columns to a JSON object; those of sides, which are of two moves, are left out. */
void stats_columns_to_json(const struct column *c, const double *extra, int seats,
			   json_t *object);

#endif
