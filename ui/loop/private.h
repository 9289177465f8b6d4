/*
 * private.h - what the files of the running interface share; nobody else includes it.
 *
 * loop.c has the stack of screens, keys, ticks and drawing; global_keys.c the keys of every
 * screen; chrome.c the top line, the message line and the key bar; commands.c what is typed
 * after ':'.
 */
#ifndef PLYSCOPE_UI_LOOP_PRIVATE_H
#define PLYSCOPE_UI_LOOP_PRIVATE_H

#include "ui/keys.h"
#include "ui/prompt.h"
#include "ui/screen.h"
#include "ui/theme.h"

#define ZONES_MAX  40
#define MESSAGES   32
#define SMALLEST_H 12 /* the smallest window in which screens are shown */
#define SMALLEST_W 40

/* A word of the key bar that can be clicked. */
struct zone {
	int x, w;
	const struct binding *binding;
};

struct loop {
	struct ui ui;
	struct theme theme;
	struct prompt *prompt;
	bool prompting;
	void (*asked)(struct ui *ui, struct screen *s, const char *line); /* NULL: `:` */
	struct screen
		*asker; /* the screen whose asked() gets the line, while it is open */
	struct screen *closed; /* left during this dispatch */
	struct keymap *keys;   /* the user's own, NULL none */
	int64_t ticked_us, drawn_us, interrupted_us;
	bool urgent; /* a key or a new size: the next picture does not wait */
	/* The screen of the last picture: clicks are about its zones and places. NULL: none,
	 * or it has been left. */
	const struct screen *pictured;
	struct zone zones[ZONES_MAX];
	int zone_count;
	struct cell unseen[SMALLEST_H *
			   SMALLEST_W]; /* its picture when the window is smaller */
	int bar_page;	     /* of the key bar, when it has more words than room */
	int messages_before; /* message_count when the key or tick in hand came */
	char messages[MESSAGES][240]; /* the last ones, a ring */
	int message_count, message_back;
	char farewell[120]; /* to the shell; "" none */
	bool complaining;   /* the message stays until a key comes */
	bool pasting;	    /* between the marks of a paste */
	int pasted;	    /* characters of it */
	int64_t pasted_us;  /* when the last one came */
};

/* ---- loop.c ---- */

const struct binding *binding_of_action(const struct binding *table, struct screen *s,
					const char *action);

/* Brings the subjects of keys and answers up to date, if anything has happened since the last
 * picture. */
void loop_renew(struct loop *l);

/* ---- global_keys.c ---- */

/* Stops the program, searches off the clock, until it goes on. */
void loop_suspend(struct ui *ui);

/* ---- chrome.c ---- */

void chrome_draw_too_small(struct canvas *c, int h, int w);
/* After a screen has drawn itself: a message that does not fit into its row. */
void chrome_draw_long_message(const struct ui *ui, struct canvas *c);

/* ---- commands.c ---- */

/* A key for the open prompt. */
void commands_take_key(struct loop *l, int key);

#endif
