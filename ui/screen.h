/*
 * screen.h - what a screen is, and the stack of them.
 *
 * A screen draws itself from its own state and answers keys and clicks. The key table is the
 * one source for dispatch, the key bar, the help page and the manual. Nothing here blocks:
 * the loop sleeps in poll() on the terminal and the wake pipe.
 */
#ifndef PLYSCOPE_UI_SCREEN_H
#define PLYSCOPE_UI_SCREEN_H

#include "src/core/catalog.h"
#include "src/core/store.h"
#include "ui/canvas.h"

/* Keys: Unicode code points; control keys as 1..26; and these. */
enum key {
	KEY_NOTHING = -1,
	KEYS_SPECIAL = 0x110000,
	K_UP,
	K_DOWN,
	K_LEFT,
	K_RIGHT,
	K_PAGE_UP,
	K_PAGE_DOWN,
	K_HOME,
	K_END,
	K_BACKTAB,
	K_DELETE,
	K_F1,
	K_RESIZE,
	K_MOUSE,
	K_PASTE_BEGIN, /* bracketed paste: everything until K_PASTE_END was pasted */
	K_PASTE_END,
	K_UNKNOWN, /* an escape sequence with no meaning here */
	K_ENTER = 13,
	K_ESCAPE = 27,
	K_TAB = 9,
	K_BACKSPACE = 127,
	K_SPACE = ' ',
};
#define K_CTRL(c) ((c)&31)

struct mouse {
	int y, x;
	bool click, second, wheel_up, wheel_down; /* second: right button */
	bool release;				  /* of the left button */
};

struct ui;
struct screen;
struct tree_view;
struct list;
struct worker;

/* A row of a screen's key table. The action is a word too: `:undo` does what `u` does. */
struct binding {
	int key, key2;	    /* key2: 0 none */
	const char *action; /* "undo"; config file and `:` use this name */
	const char *label;  /* in the key bar: "undo"; "" leaves it out of the bar */
	const char *help;   /* one line for the help page */
	/* NULL when it always applies; else whether it does something now. */
	bool (*applies)(struct screen *s);
	void (*run)(struct ui *ui, struct screen *s, int arg);
	int arg;
};

/* The kinds of words a typed command takes, for completion and the help. */
enum command_words {
	WORDS_NONE,
	WORDS_GAME,	/* a game, then key=value and SEAT=PLAYER */
	WORDS_ONE_GAME, /* a game */
	WORDS_THEME,
	WORDS_SETTING, /* a setting, then its value */
	WORDS_FILE,
	WORDS_LESSON,
	WORDS_PLAYER,
	WORDS_SEAT, /* a seat of the screen's game, then a player */
	WORDS_OWN,  /* the screen's complete() knows */
};

/* A command typed after ':'; the table serves dispatch, completion and the help page. */
struct command {
	const char *name;
	const char *usage; /* "GAME [KEY=VALUE]..."; "" stands alone, "[...]" may */
	const char *help;  /* one line */
	enum command_words words;
	bool (*run)(struct ui *ui, struct screen *s, const char *rest, struct status *st);
};

/* Figures that algorithms declare for themselves. */
enum declared {
	DECLARED_MOVES = 1 << 0, /* columns of root moves */
	DECLARED_NODES = 1 << 1, /* columns of nodes */
	DECLARED_RULES = 1 << 2, /* cut rules by the heads of the panel */
	DECLARED_GAUGES = 1 << 3,
};

struct screen_ops {
	const char *name;		/* "table" */
	const char *title;		/* of the help page */
	const struct binding *bindings; /* ended by action NULL */
	/* Help: "Play\t play go-on ... ", the parts that actions are listed in, NULL-terminated. Actions
	 * in none of them, and all without parts, are in the first. */
	const char *const *parts;
	const char *const *
		definitions; /* help: "figure\tmeaning" or "{key}" of effort.h, NULL-terminated */
	unsigned declared; /* help: enum declared, which figures of algorithms it shows */
	void (*draw)(struct ui *ui, struct screen *s, struct canvas *c);
	/* A line for the shell when the program ends at this screen or with it below; false: no
	 * line. NULL: never. */
	bool (*farewell)(struct screen *s, char *out, int size);
	/* Keys the table does not bind (typing into a field), before the list gets them. True:
	 * handled. */
	bool (*key)(struct ui *ui, struct screen *s, int key);
	void (*mouse)(struct ui *ui, struct screen *s, const struct mouse *m);
	/* A line typed after ':' that is not an action. False: not understood (st says why). */
	bool (*command)(struct ui *ui, struct screen *s, const char *line,
			struct status *st);
	/* What the last word of a ':' line may become (after the last blank; the whole line
	 * when it has none); returns the count. NULL: none. */
	int (*complete)(struct ui *ui, struct screen *s, const char *line,
			char (*out)[64], int max);
	/* Called at most 20 times a second and when the wake pipe has something. Returns true
	 * when the picture has changed. */
	bool (*tick)(struct ui *ui, struct screen *s);
	/* Whether tick is wanted now (a search or an animation runs); between ticks the loop
	 * sleeps. NULL: while the screen has a worker. A byte in the wake pipe always ticks. */
	bool (*busy)(struct screen *s);
	/* ^C. Returns false when there was nothing to stop (the loop then quits, saved). NULL: it
	 * stops the worker. */
	bool (*interrupt)(struct ui *ui, struct screen *s);
	void (*shown)(struct ui *ui, struct screen *s); /* on top again; NULL: nothing */
	/* The program is about to stop (^Z), or continues: other searches than the worker are off
	 * the clock in between. NULL: there are none. */
	void (*hold)(struct screen *s, bool on);
	void (*close)(
		struct screen *s); /* before s is freed, and its worker; NULL: nothing */
	/* Commands of this screen, ended by name NULL; NULL: none. */
	const struct command *commands;
	/* Commands of every screen that lead to this one, likewise. */
	const struct command *opens;
};

struct screen {
	const struct screen_ops *ops;
	struct screen *below;
	struct list *list; /* the arrows and the wheel move in it; NULL: none */
	struct worker
		*worker; /* a search that ^C stops, freed with it; NULL: none runs */
	struct tree_view *tree;	 /* for the actions of tree_view.h; NULL: none */
	const struct game *game; /* for completion of seats and players; NULL: none */
};

/* The panes of the table as the user has made them: rows (the board: percent of the width),
 * 0 as the size of the terminal suggests. Indexed by enum pane of ui/screens/table/private.h. */
#define UI_PANES 6
struct ui_panes {
	uint8_t size[UI_PANES];
	bool hidden[UI_PANES];
};

struct ui_settings {
	char theme[24];
	bool ascii, mouse, animation, plain;
	bool kanji;	   /* of shogi pieces, not letters */
	int speed_ms;	   /* an AI's move stays visible this long */
	int watch_ms;	   /* the same where nobody plays */
	bool forced;	   /* a person's only move is played by itself */
	int trick_ms;	   /* a complete trick stays on the table this long */
	char hint[64];	   /* the player behind hints */
	bool hint_stored;  /* it comes from the store: nobody typed it */
	int hint_ms;	   /* and its time */
	int hint_after_ms; /* a hint comes by itself after so long; 0: never */
	bool coach;	   /* the cost of the person's moves is told */
	bool hand_win;	   /* win probabilities are of the hand, not of the match */
	bool numbers;	   /* depth, nodes, cuts of the search on the table */
	bool beliefs;	   /* beside each opponent what can be known of its cards */
	struct ui_panes panes;
};

/* One running user interface. */
struct ui {
	const struct catalog *catalog;
	struct store *store; /* NULL: nothing is saved, the screen says so */
	struct ui_settings settings;
	struct screen *top;
	int wake_read, wake_write; /* pipe: workers write a byte */
	bool quit, dirty;
	char message[240]; /* one line in words above the key bar */
	int64_t now_us;
	int h, w;	   /* of the terminal */
	struct loop *loop; /* the running loop's own; NULL in tests that only draw */
};

void ui_push(struct ui *ui, struct screen *s); /* the ui owns it now */
void ui_pop(struct ui *ui);
void ui_replace(struct ui *ui, struct screen *s);
void ui_message(struct ui *ui, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same, which stays until a key comes. */
void ui_warning(struct ui *ui, const char *text);
/* Copies text to the terminal's clipboard (OSC 52) and says so. */
void ui_copy(struct ui *ui, const char *text);
/* Runs a bound action by name; false when the screen has none. */
bool ui_action(struct ui *ui, const char *action);
/* Top line, message line and key bar of a screen: returns the area between, to which drawing is
 * clipped from now on. */
struct rect ui_chrome(struct ui *ui, struct screen *s, struct canvas *c,
		      const char *title, const char *right);
/* Opens the `:` line (libedit) with text already in it. */
void ui_prompt(struct ui *ui, const char *initial);
/* Asks for one line (a file name, a search text) after a label; done gets it on Enter. Typing
 * replaces the suggested answer. */
void ui_ask(struct ui *ui, const char *label, const char *initial,
	    void (*done)(struct ui *ui, struct screen *s, const char *line));
/* Types a key into the line that is asked for. */
void ui_type(struct ui *ui, int key);
/* Runs a `:` line: an action of the screen, a common one, or the screen's own command. */
void ui_command(struct ui *ui, const char *line);
/* Leaves screens until this one is on top; opens it when it is not among them. */
void ui_back_to(struct ui *ui, const struct screen_ops *ops,
		struct screen *(*open)(struct ui *ui));
void ui_home(struct ui *ui); /* of the first screen */
/* The bindings that work on every screen, and those of one screen, with the user's own keys
 * in them; ended by action NULL. */
const struct binding *ui_common_bindings(struct ui *ui);
const struct binding *ui_bindings(struct ui *ui, const struct screen *s);
/* Whether a binding does something now. */
bool binding_applies(const struct binding *b, struct screen *s);
/* What a key does now; NULL: nothing. */
const struct binding *binding_of_key(const struct binding *table, struct screen *s,
				     int key);

/* For commands. The first word of a line; returns the rest. */
#define COMMAND_BYTES 512 /* of a line */
const char *command_word(const char *line, char *word, size_t size);
/* The game with this key; NULL: st. */
const struct game_ops *command_game(struct ui *ui, const char *key, struct status *st);
/* The record in a file, "~/" being the home. */
bool command_record(struct ui *ui, const char *file, struct match *m, struct status *st);

/* "^C", "Enter", "PgUp": the name of a key for bars and help; out has room for 12 bytes. */
void ui_key_name(int key, char out[static 12]);
/* Switches the theme; false: no such theme. */
bool ui_set_theme(struct ui *ui, const char *name, struct status *st);
/* Saves ui->settings in the store and applies them (mouse, theme). */
void ui_settings_changed(struct ui *ui);

/* Runs until the user leaves; returns the exit status. Needs a terminal. */
int ui_run(const struct catalog *catalog, const struct ui_settings *settings,
	   struct screen *(*first)(struct ui *ui, void *argument), void *argument);

#endif
