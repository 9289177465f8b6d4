/* bot_engine.h - plyscope as a bot: a search that answers over the bot protocol (bot.h). */
#ifndef PLYSCOPE_WIRE_BOT_ENGINE_H
#define PLYSCOPE_WIRE_BOT_ENGINE_H

#include "src/core/player.h"

struct bot_setup {
	const struct game_ops *ops;
	const struct catalog *catalog;
	const char *player; /* as typed; its limits hold where a question has none */
	uint64_t seed;	    /* of every decision */
};

/* Reads messages until "quit", or their end; answers on stdout. False: st. */
bool bot_serve_run(const struct bot_setup *setup, struct status *st);

#endif
