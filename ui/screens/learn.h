/* learn.h - opening the screen that asks questions: the costliest decisions of a game again, or
 * spots of a drill. */
#ifndef PLYSCOPE_UI_SCREENS_LEARN_H
#define PLYSCOPE_UI_SCREENS_LEARN_H

#include "src/study/analyze.h"
#include "ui/screen.h"

/* Takes over an analysis of one seat's decisions that has not been started. */
struct screen *learn_screen(struct ui *ui, struct analysis *a);
/* Takes over a drill, opened and from the heap, and asks its spots until the screen is left. */
struct drill;
struct screen *drill_screen(struct ui *ui, struct drill *d);

#endif
