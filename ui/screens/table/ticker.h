/* ticker.h - interesting events of a game that is watched, in words. */
#ifndef PLYSCOPE_UI_SCREENS_TABLE_TICKER_H
#define PLYSCOPE_UI_SCREENS_TABLE_TICKER_H

#include "src/core/game.h"
#include "ui/canvas.h"

struct ui;
struct table;

#define TICKER_EVENTS 64
struct ticker_event {
	int ply;
	char text[80];
};
struct ticker {
	int count; /* told so far; the last TICKER_EVENTS are kept, a ring */
	struct ticker_event event[TICKER_EVENTS];
	int ply;      /* decisions before this one have been looked at */
	int searched; /* and their searches */
	bool by_hand; /* whether chances are of the hand or the match */
	bool led, proved[SEATS_MAX];
	int leader;
	int points;			   /* judged so far */
	float round[SEATS_MAX][SEATS_MAX]; /* the last, the newest first */
	float high[SEATS_MAX];		   /* held for a round */
};

/* Looks at a search that has just finished; true when there is news. */
bool table_ticker_tick(struct ui *ui, struct table *t);
void table_ticker_draw(const struct table *t, struct canvas *c, struct rect r, int at);

#endif
