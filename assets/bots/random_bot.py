#!/usr/bin/env python3
"""Any legal move of any game, the same in the same position: random_bot.py [SEED]

    plyscope play hearts -s 2='bot:command=python3 random_bot.py'
"""
import random
import sys

sys.dont_write_bytecode = True  # no files beside the bots

import plyscope_bot

SEED = sys.argv[1] if len(sys.argv) > 1 else "1"


def decide(game, question):
    draw = random.Random(SEED + question["position"])
    return draw.choice(question["moves"])


plyscope_bot.play("Random", decide)
