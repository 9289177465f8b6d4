/* screens.h - which screens there are. */
#ifndef PLYSCOPE_UI_SCREENS_H
#define PLYSCOPE_UI_SCREENS_H

#include "ui/screen.h"

struct game;
struct lesson;
struct match;
struct setup;

/* Each returns a new screen for ui_push(). */
struct screen *home_screen(struct ui *ui);
struct screen *setup_screen(struct ui *ui, const struct game_ops *game);
struct screen *setup_watch_screen(struct ui *ui, const struct game_ops *game);
struct screen *history_screen(struct ui *ui); /* finished games */
struct screen *options_screen(struct ui *ui); /* theme, speed, mouse, animation */
/* A new game, or one that goes on, of which m is taken over. Where a file names a program for a
 * seat, the screen that asks about it, which opens the table. */
struct screen *table_screen(struct ui *ui, const struct setup *setup);
struct screen *table_screen_resume(struct ui *ui, struct match *m);
struct screen *trust_screen(struct ui *ui, const struct setup *setup, struct match *m);
struct screen *replay_screen(struct ui *ui, struct match *m); /* takes m over */
struct screen *help_screen(struct ui *ui, const struct screen *of);
struct screen *lesson_screen(struct ui *ui,
			     const struct lesson *l); /* which outlives it */
/* By name or file; NULL: st says what is wrong with it. */
struct screen *lesson_screen_named(struct ui *ui, const char *name, struct status *st);
struct screen *lessons_screen(struct ui *ui); /* which there are */
struct screen *rules_screen(struct ui *ui, const struct game_ops *game);
struct screen *game_over_screen(struct ui *ui,
				const struct match *m); /* copies what it needs */

/* The form of one player: algorithm, limits, options, nested algorithms. Edits the player `text` for
 * `seat` of a game; done gets the new text and the screen below. Copies the game. NULL when there
 * is no memory. */
struct screen *player_screen(struct ui *ui, const struct game *game, int seat,
			     const char *text,
			     void (*done)(struct ui *ui, struct screen *below, int seat,
					  const char *text));
/* The session of a screen made by table_screen() or table_screen_resume(). */
struct session *table_session(struct screen *s);

extern const struct screen_ops home_screen_ops, setup_screen_ops, player_screen_ops,
	table_screen_ops, replay_screen_ops, game_over_screen_ops, history_screen_ops,
	options_screen_ops, rules_screen_ops, help_screen_ops, inspect_screen_ops,
	compare_screen_ops, explain_screen_ops, beliefs_screen_ops, analysis_screen_ops,
	lessons_screen_ops, lesson_screen_ops, learn_screen_ops, trust_screen_ops,
	lines_screen_ops, drill_screen_ops;
/* The keys that work on every screen, as if they were a screen. */
extern const struct screen_ops global_keys_ops;
/* All of these, for messages that name screens; ended by NULL. */
extern const struct screen_ops *const ui_screens[];

#endif
