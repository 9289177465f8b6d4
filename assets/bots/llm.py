#!/usr/bin/env python3
"""A language model at the table, or anything that reads a prompt and writes an answer:

    llm.py PROGRAM [WORD]...

    plyscope play hearts -s 2='bot:patience=120s,command=python3 llm.py my-model --fast'

The program is started for each decision, gets the prompt on its standard input, and answers on its
standard output. The last line in which a legal move stands decides; the line before the end is shown
as its thought. Without one it is asked once more, and then the first move is played.
"""
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # no files beside the bots

import plyscope_bot

PROMPT = """You play {title} as {seat}. {headline}

The position as you know it:
{picture}

In plyscope's notation: {position}
The last moves: {played}
{limit}
Your legal moves: {moves}

Think briefly. End with a line that has nothing but MOVE: and one of these moves.
"""
AGAIN = "\nThat was none of the legal moves. Answer with one line: MOVE: and one of them.\n"
SHOWN_MOVES = 400


def prompt_for(game, question):
    names = ["chance"] + game["seats"]
    played = [names[seat] + " " + (move or "(hidden)") for seat, move in question["played"] or []]
    time_ms = question["limits"].get("time_ms")
    return PROMPT.format(
        title=game["title"],
        seat=names[question["seat"]],
        headline=question["headline"],
        picture="\n".join(question["picture"]),
        position=question["position"],
        played=", ".join(played[-30:]) or "none",
        limit="" if time_ms is None else "You have %.1f seconds." % (time_ms / 1000),
        moves=" ".join(question["moves"][:SHOWN_MOVES]),
    )


def ask(prompt):
    done = subprocess.run(sys.argv[1:], input=prompt, capture_output=True, text=True, errors="replace")
    return done.stdout


def find_move(answer, moves):
    """The move of the last line that has one, and a line of what was thought before it."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    for i in range(len(lines) - 1, -1, -1):
        for word in reversed(re.findall(r"[^\s`*\"',:]+", lines[i])):
            for move in (word, word.rstrip(".")):
                if move in moves:
                    return move, lines[i - 1] if i > 0 else ""
    return None, lines[-1] if lines else ""


def decide(game, question):
    prompt = prompt_for(game, question)
    for text in (prompt, prompt + AGAIN):
        move, thought = find_move(ask(text), question["moves"])
        if move is not None:
            return {"move": move, "thought": thought[:200]}
    return {"move": question["moves"][0], "thought": "No legal move came; this is the first one."}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("llm.py: expected a program")
    plyscope_bot.play("Prompt: " + sys.argv[1], decide)
