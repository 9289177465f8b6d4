/*
 * prompt.h - one line edited inside the screen, by libedit.
 *
 * The caller feeds keys and draws; nothing blocks, so the screen goes on while a line is
 * being typed. Only this file and the line mode include histedit.
 */
#ifndef PLYSCOPE_UI_PROMPT_H
#define PLYSCOPE_UI_PROMPT_H

#include "src/base/status.h"
#include "ui/canvas.h"

struct prompt;

enum prompt_state { PROMPT_EDITING, PROMPT_DONE, PROMPT_ABORTED };

/* Completions of the last word of line; returns the count. */
typedef int (*prompt_complete)(void *context, const char *line, char (*out)[64], int max);

/* NULL: libedit cannot start, st says why. */
struct prompt *prompt_open(prompt_complete complete, void *context, struct status *st);
void prompt_close(struct prompt *p); /* NULL is allowed */
/* Starts a line after a label, with text already in it. Only lines that are commands go
 * into the history. The text of any other is a suggested answer: typing replaces it, any
 * key that edits (an arrow, Backspace, Tab) goes on with it. */
void prompt_start(struct prompt *p, const char *label, const char *initial, bool history);
/* Takes a key of screen.h. */
enum prompt_state prompt_key(struct prompt *p, int key);
/* The line in UTF-8, valid until the next call. */
const char *prompt_line(struct prompt *p);
/* Draws label and line at row y over the whole width, cursor included, and the completions
 * that were found in the row above it. */
void prompt_draw(struct prompt *p, struct canvas *c, int y);

#endif
