/* table.h - the table screen's session, for tests and for screens that read it. */
#ifndef PLYSCOPE_UI_SCREENS_TABLE_H
#define PLYSCOPE_UI_SCREENS_TABLE_H

#include "ui/screen.h"
#include "ui/session.h"

/* The session of a screen made by table_screen() or table_screen_resume(). */
struct session *table_session(struct screen *s);

#endif
