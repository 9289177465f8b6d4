/* learn.h - opening the screen that asks the costliest decisions of a game again. */
#ifndef PLYSCOPE_UI_SCREENS_LEARN_H
#define PLYSCOPE_UI_SCREENS_LEARN_H

#include "src/study/analyze.h"
#include "ui/screen.h"

/* Takes over an analysis of one seat's decisions that has not been started. */
struct screen *learn_screen(struct ui *ui, struct analysis *a);

#endif
