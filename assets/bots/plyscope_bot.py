"""What every bot of plyscope needs: lines of JSON in and out. plyscope-formats(5) has the protocol.

A bot is a function that is asked for a move:

    import plyscope_bot

    def decide(game, question):
        return question["moves"][0]

    plyscope_bot.play("First", decide)

`game` is the message "game" (its key "game" is the game's name), `question` the message "decide".
The answer is the text of a move, or a dictionary with "move" and figures: "moves", "thought" and
so on. info() tells figures while the bot still thinks.
"""
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


def info(question, **figures):
    say(dict(figures, say="info", id=question["id"]))


def play(name, decide, games=None, over=None):
    """Answers until there is nothing more to answer. games: the keys of those it plays; None: all.
    over: is told the message "over" when a game has ended."""
    game = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["say"]
        if kind == "hello":
            ready = {"say": "ready", "version": 1, "name": name}
            if games is not None:
                ready["games"] = games
            say(ready)
        elif kind == "game":
            game = message
        elif kind == "decide":
            answer = decide(game, message)
            if isinstance(answer, str):
                answer = {"move": answer}
            say(dict(answer, say="move", id=message["id"]))
        elif kind == "over" and over is not None:
            over(game, message)
        elif kind == "quit":
            break
