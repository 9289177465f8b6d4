/* train.c - the hand that trainers of flop hold'em learn. See subgame.h. */
#include "ai/common/public_train.h"
#include "ai/subgame/subgame.h"

struct subgame_setup
subgame_first_hand(const struct game *g, int raises, struct state *begin)
{
	static _Thread_local float all[PUBLIC_HANDS];
	for (int h = 0; h < PUBLIC_HANDS; h++)
		all[h] = 1;
	public_train_begin(g, begin);
	return (struct subgame_setup){
		.g = g, .root = begin, .range = { all, all }, .raises = raises
	};
}
