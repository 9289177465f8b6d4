/* table.c - the table. */
#include "ui/screen.h"

struct screen *
table_screen(struct ui *ui, const struct setup *setup)
{
	(void)setup;
	return home_screen(ui);
}

struct screen *
table_screen_resume(struct ui *ui, struct match *m)
{
	(void)m;
	return home_screen(ui);
}
