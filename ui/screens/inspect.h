/* inspect.h - the screens that show a search tree. */
#ifndef PLYSCOPE_UI_SCREENS_INSPECT_H
#define PLYSCOPE_UI_SCREENS_INSPECT_H

#include "ui/decision.h"
#include "ui/screen.h"

/* Takes the decision over. shown: the finished figures the screen below has of this decision; they
 * are the first level until the tree is there. NULL: none. */
struct screen *inspect_screen(struct ui *ui, struct decision *s,
			      const struct snapshot *shown);

#endif
