/* subgame_train.c - a hand as strategies for all of flop hold'em begin with it. See subgame.h. */
#include "ai/poker/tree/subgame.h"
#include "ai/poker/tree/train.h"

struct subgame_setup
subgame_all_hands(const struct game *g, const struct state *root, int raises)
{
	static _Thread_local float all[PUBLIC_HANDS];
	for (int h = 0; h < PUBLIC_HANDS; h++)
		all[h] = 1;
	return (struct subgame_setup){
		.g = g, .root = root, .range = { all, all }, .raises = raises
	};
}

struct subgame_setup
subgame_first_hand(const struct game *g, int raises, struct state *begin)
{
	public_train_begin(g, begin);
	return subgame_all_hands(g, begin, raises);
}
