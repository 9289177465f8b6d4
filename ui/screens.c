/* screens.c - the list of all screens, by the names that keys.ini uses. */
#include "ui/screens.h"

#include <stddef.h>

const struct screen_ops *const ui_screens[] = {
	&global_keys_ops,
	&home_screen_ops,
	&setup_screen_ops,
	&player_screen_ops,
	&table_screen_ops,
	&replay_screen_ops,
	&game_over_screen_ops,
	&history_screen_ops,
	&options_screen_ops,
	&rules_screen_ops,
	&help_screen_ops,
	&inspect_screen_ops,
	&compare_screen_ops,
	&explain_screen_ops,
	&beliefs_screen_ops,
	&analysis_screen_ops,
	&learn_screen_ops,
	&lessons_screen_ops,
	&lesson_screen_ops,
	&trust_screen_ops,
	&lines_screen_ops,
	&drill_screen_ops,
	NULL,
};
