#!/usr/bin/env python3
"""A bot of OpenSpiel at plyscope's table: openspiel.py [random | mcts | FILE.py]

    plyscope play breakthrough -s 2='bot:command=python3 openspiel.py mcts'

FILE.py has a function make_bot(game, player) that returns an object with step(state), as pyspiel's
own bots are. Needs the package open_spiel (pip install open_spiel), which has the module pyspiel.

Games: Hearts, Spades of partners without blind nil, Chinese Checkers, Lines of Action, Breakthrough,
Goofspiel, Oshi-Zumo, Kuhn and Leduc poker. plyscope says each question in the words of OpenSpiel, too:
the string of the game, the history of actions, and the actions of each legal move; plyscope-formats(5)
has the mapping. Where cards are hidden the history has a deal that fits what this seat knows, so the
bot knows no more. Where a game is over there by other rules, or a bot leaves the moves that there are,
any move of those that fit is played.
"""
import importlib.util
import os
import random
import sys

sys.dont_write_bytecode = True  # no files beside the bots

import plyscope_bot

KIND = sys.argv[1] if len(sys.argv) > 1 else "mcts"
SIMULATIONS = 200


def make_bot(pyspiel, game, player):
    if KIND == "random":
        return pyspiel.make_uniform_random_bot(player, 1)
    if KIND == "mcts":
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        return pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 100, True, 1, False)
    spec = importlib.util.spec_from_file_location("bot", KIND)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.make_bot(game, player)


def play_history(game, history):
    """The state after it; who chooses at the same time has one action each."""
    state = game.new_initial_state()
    rest = list(history)
    while rest and not state.is_terminal():
        if state.is_simultaneous_node():
            if len(rest) < game.num_players():
                break
            state.apply_actions([rest.pop(0) for _ in range(game.num_players())])
        else:
            state.apply_action(rest.pop(0))
    return state


def choose(bot, state, player, ways):
    """The number of the way (a list of actions) that the bot takes, action by action."""
    fit = list(range(len(ways)))
    at = 0
    while len(fit) > 1 and not state.is_terminal():
        action = bot.step(state)
        going = [i for i in fit if len(ways[i]) > at and ways[i][at] == action]
        if not going:
            break
        fit, at = going, at + 1
        if len(fit) == 1 or state.is_simultaneous_node():
            break
        state.apply_action(action)
    return random.choice(fit)


def decide_with(pyspiel):
    bots = {}

    def decide(game, question):
        spiel = question.get("openspiel")
        if spiel is None:
            return {"move": random.choice(question["moves"]),
                    "thought": "OpenSpiel does not have this game by these rules."}
        loaded = pyspiel.load_game(spiel["game"])
        player = spiel["player"]
        if player not in bots:
            bots[player] = make_bot(pyspiel, loaded, player)
        state = play_history(loaded, spiel["history"])
        return question["moves"][choose(bots[player], state, player, spiel["actions"])]

    return decide


if __name__ == "__main__":
    import pyspiel

    plyscope_bot.play("OpenSpiel " + os.path.basename(KIND), decide_with(pyspiel), can=["openspiel"])
