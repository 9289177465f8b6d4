/* hands.c - all hands of the seat that chooses at the node under the cursor. See private.h. */
#include "src/core/public.h"
#include "ui/panes/panes.h"
#include "ui/screen.h"
#include "ui/screens/tree_view/private.h"

/* The hands at the node, with the picture of them. */
struct shown_hands {
	struct stats_hands hands;
	struct state state;
	struct grid_view view;
};

static bool
tree_view_hands_fill(const struct tree_view *v, struct shown_hands *out)
{
	const struct game *g = inspect_game(v->tree);
	if (v->hands == 0 || !inspect_hands(v->tree, v->node, &out->hands))
		return false;
	inspect_state(v->tree, v->node, &out->state);
	out->view = (struct grid_view){
		.game = g,
		.root = &out->state,
		.hands = &out->hands,
		.show = (enum grid_show)(v->hands - 1),
		.picked = v->hand_class,
		.held = public_class(g->ops->public,
				     g->ops->public->hand(g, &out->state,
							  out->hands.seat)),
	};
	return true;
}

bool
tree_view_draw_hands(struct tree_view *v, struct canvas *c, struct rect a)
{
	static struct shown_hands shown; /* large; one thread draws */
	if (!tree_view_hands_fill(v, &shown))
		return false;
	canvas_fill(c, a, ROLE_TEXT, " ");
	grid_draw(c, a, &shown.view);
	v->hands_rect = a;
	return true;
}

bool
tree_view_click_hands(struct tree_view *v, const struct mouse *m)
{
	static struct shown_hands shown; /* large; one thread asks */
	if (v->hands_rect.h == 0 || !tree_view_hands_fill(v, &shown))
		return false;
	const int class = grid_at(v->hands_rect, &shown.view, m->y, m->x);
	if (class >= 0)
		v->hand_class = class;
	return class >= 0;
}

bool
tree_view_has_hands(struct screen *screen)
{
	const struct tree_view *v = screen->tree;
	return v->tree != NULL && game_has_pot(inspect_game(v->tree));
}

bool
tree_view_shows_hands(struct screen *screen)
{
	const struct tree_view *v = screen->tree;
	return v->tree != NULL && v->hands > 0;
}

void
tree_view_hands(struct ui *ui, struct screen *screen, int arg)
{
	static struct shown_hands shown; /* large; one thread asks */
	struct tree_view *v = screen->tree;
	const char *words;
	v->hands = grid_next(inspect_game(v->tree), v->hands, &words);
	if (v->hands > 0 && !tree_view_hands_fill(v, &shown))
		words = "no strategy for all hands at this node";
	ui_message(ui, "%s", words != NULL ? words : "back to the position");
}

void
tree_view_hand(struct ui *ui, struct screen *screen, int arg)
{
	static struct shown_hands shown; /* large; one thread asks */
	struct tree_view *v = screen->tree;
	if (tree_view_hands_fill(v, &shown))
		v->hand_class = grid_step(&shown.view, arg);
}
