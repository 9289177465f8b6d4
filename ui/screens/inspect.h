/* inspect.h - the screens that show a search tree. */
#ifndef PLYSCOPE_UI_SCREENS_INSPECT_H
#define PLYSCOPE_UI_SCREENS_INSPECT_H

#include "ui/screen.h"
#include "ui/subject.h"

/* Takes the subject over. */
struct screen *inspect_screen(struct ui *ui, struct subject *s);

#endif
