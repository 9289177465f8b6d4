/* Unit tests of ui/loop/loop.c without a terminal: the stack, actions, commands, the frame. */
#include "ui/screens.h"
#include "src/app/catalog.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define H 24
#define W 80

struct fake {
	struct screen screen;
	int ran, shown;
	bool may;
	char typed[80];
};

static int closed;

static bool
may(struct screen *s)
{
	return ((struct fake *)s)->may;
}

static void
run(struct ui *ui, struct screen *s, int arg)
{
	((struct fake *)s)->ran += arg;
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "play", "play it", "plays", NULL, run, 1 },
	{ 'h', 0, "hint", "hint", "hints", may, run, 10 },
	{ 'x', 0, "secret", "", "not in the bar", NULL, run, 100 },
	{ 0 },
};

static void
draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	ui_chrome(ui, s, c, "fake", "right");
}

static bool
command(struct ui *ui, struct screen *s, const char *line, struct status *st)
{
	struct fake *f = (struct fake *)s;
	if (line[0] != '7')
		return status_fail(st, "%s is no card", line);
	strncpy(f->typed, line, sizeof f->typed - 1);
	return true;
}

static void
shown(struct ui *ui, struct screen *s)
{
	((struct fake *)s)->shown++;
}

static void
close_fake(struct screen *s)
{
	closed++;
}

static const struct screen_ops ops = { .name = "fake",
				       .title = "Fake",
				       .bindings = bindings,
				       .draw = draw,
				       .command = command,
				       .shown = shown,
				       .close = close_fake };

static struct ui ui;

static struct fake *
push(void)
{
	struct fake *f = calloc(1, sizeof *f);
	f->screen.ops = &ops;
	ui_push(&ui, &f->screen);
	return f;
}

static int
fresh(void **state)
{
	ui = (struct ui){ .catalog = &app_catalog, .settings = { .theme = "dark" } };
	closed = 0;
	return 0;
}

static int
done(void **state)
{
	while (ui.top)
		ui_pop(&ui);
	return 0;
}

static void
screens_are_a_stack_and_the_last_to_leave_ends_the_program(void **state)
{
	struct fake *below = push();
	push();
	assert_int_equal(below->shown, 1);
	ui_pop(&ui);
	assert_int_equal(closed, 1);
	assert_ptr_equal(ui.top, &below->screen);
	assert_int_equal(below->shown, 2);
	assert_false(ui.quit);
	ui_pop(&ui);
	assert_true(ui.quit);
	assert_int_equal(closed, 2);
}

static void
replacing_keeps_what_is_below(void **state)
{
	struct fake *below = push();
	push();
	struct fake *next = calloc(1, sizeof *next);
	next->screen.ops = &ops;
	ui_replace(&ui, &next->screen);
	assert_ptr_equal(ui.top, &next->screen);
	assert_ptr_equal(ui.top->below, &below->screen);
	assert_false(ui.quit);
}

static void
going_home_opens_home_when_it_is_not_below(void **state)
{
	push();
	push();
	ui_home(&ui);
	assert_string_equal(ui.top->ops->name, "home");
	assert_null(ui.top->below);
	assert_int_equal(closed, 2);
	push();
	ui_home(&ui);
	assert_string_equal(ui.top->ops->name, "home");
	assert_null(ui.top->below);
}

static void
actions_run_by_name_when_they_apply(void **state)
{
	struct fake *f = push();
	assert_true(ui_action(&ui, "play"));
	assert_int_equal(f->ran, 1);
	assert_false(ui_action(&ui, "hint"));
	f->may = true;
	assert_true(ui_action(&ui, "hint"));
	assert_int_equal(f->ran, 11);
	assert_false(ui_action(&ui, "no-such-action"));
	assert_true(ui_action(&ui, "quit"));
	assert_true(ui.quit);
}

static void
a_command_line_is_an_action_a_move_or_a_common_command(void **state)
{
	struct fake *f = push();
	ui_command(&ui, " :secret ");
	assert_int_equal(f->ran, 100);
	ui_command(&ui, "7d");
	assert_string_equal(f->typed, "7d");
	ui_command(&ui, "zz");
	assert_string_equal(ui.message, "zz is no card");
	ui_command(&ui, "theme nope");
	assert_non_null(strstr(ui.message, "there is no theme \"nope\""));
	ui_command(&ui, "speed");
	assert_non_null(strstr(ui.message, "needs a word"));
	ui_command(&ui, "speed 250ms");
	assert_int_equal(ui.settings.speed_ms, 250);
	ui_command(&ui, "speed 3h");
	assert_non_null(strstr(ui.message, "expected 0ms to 60s"));
	ui_command(&ui, "rules chinese-checkers");
	assert_string_equal(ui.top->ops->name, "rules");
	ui_command(&ui, "play nim");
	assert_non_null(strstr(ui.message, "expected one of hearts, "));
}

static struct cell cells[H * W];

static const char *
row(const struct canvas *c, int y)
{
	static char out[W + 1];
	for (int x = 0; x < c->w; x++)
		out[x] = (char)c->cells[y * c->w + x].ch;
	out[c->w] = '\0';
	return out;
}

static void
the_frame_says_what_above_and_how_below(void **state)
{
	struct fake *f = push();
	struct canvas c = { .h = H, .w = W, .ascii = true, .cells = cells };
	canvas_clear(&c);
	ui_message(&ui, "W takes the trick: %d", 14);
	struct rect r = ui_chrome(&ui, &f->screen, &c, "hearts", "you: S");
	assert_int_equal(r.y, 1);
	assert_int_equal(r.h, H - 3);
	assert_int_equal(r.w, W);
	assert_memory_equal(row(&c, 0), " hearts ", 8);
	assert_non_null(strstr(row(&c, 0), "you: S"));
	assert_memory_equal(row(&c, H - 2), " W takes the trick: 14 ", 23);
	assert_memory_equal(row(&c, H - 1), " ? help  Enter play it   ", 25);
	assert_null(strstr(row(&c, H - 1), "hint"));
	assert_non_null(strstr(row(&c, H - 1), "q back"));
	f->may = true;
	canvas_clear(&c);
	ui_chrome(&ui, &f->screen, &c, "hearts", "you: S");
	assert_non_null(strstr(row(&c, H - 1), "h hint"));
}

static void
a_narrow_bar_keeps_help_and_the_way_out(void **state)
{
	struct fake *f = push();
	struct canvas c = { .h = 12, .w = 16, .ascii = true, .cells = cells };
	canvas_clear(&c);
	ui_chrome(&ui, &f->screen, &c, "a title that is too long", "right");
	assert_string_equal(row(&c, 11), " ? help  q back ");
	assert_string_equal(row(&c, 0), " a title that ~ ");
}

/* Every screen draws at every size without leaving the canvas (checked by the sanitizers) or
 * needing a store or a terminal. */
static void
every_screen_draws_at_every_size(void **state)
{
	static struct cell big[70 * 220];
	const struct game_ops *game = app_catalog.games[0];
	struct screen *screens[] = {
		home_screen(&ui),
		setup_screen(&ui, game),
		setup_watch_screen(&ui, game),
		rules_screen(&ui, game),
		history_screen(&ui),
		options_screen(&ui),
	};
	for (size_t i = 0; i < sizeof screens / sizeof *screens; i++)
		ui_push(&ui, screens[i]);
	ui_push(&ui, help_screen(&ui, ui.top));
	for (struct screen *s = ui.top; s; s = s->below)
		for (int size = 0; size < 12; size++) {
			static const int h[] = { 12, 24, 40, 70 }, w[] = { 40, 80, 220 };
			struct canvas c = { .h = h[size / 3],
					    .w = w[size % 3],
					    .cells = big };
			canvas_clear(&c);
			s->ops->draw(&ui, s, &c);
			assert_in_range(c.cursor_y, 0, c.h - 1);
			assert_in_range(c.cursor_x, 0, c.w - 1);
		}
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh, done)
	const struct CMUnitTest tests[] = {
		TEST(screens_are_a_stack_and_the_last_to_leave_ends_the_program),
		TEST(replacing_keeps_what_is_below),
		TEST(going_home_opens_home_when_it_is_not_below),
		TEST(actions_run_by_name_when_they_apply),
		TEST(a_command_line_is_an_action_a_move_or_a_common_command),
		TEST(the_frame_says_what_above_and_how_below),
		TEST(a_narrow_bar_keeps_help_and_the_way_out),
		TEST(every_screen_draws_at_every_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
