#!/usr/bin/env python3
"""Hearts by rules of thumb: duck under the trick, get rid of the queen of spades.

    plyscope play hearts -s 2='bot:command=python3 hearts_rules.py'

It looks one card ahead and remembers nothing but the queen: a place to begin, not a strong player.
"""
import sys

sys.dont_write_bytecode = True  # no files beside the bots

import plyscope_bot

RANKS = "23456789TJQKA"


def rank(card):
    return RANKS.index(card[0])


def suit(card):
    return card[1]


def cards_of(text):
    """"AQ3.K..T92" as cards: spades, hearts, diamonds, clubs."""
    return [r + s for part, s in zip(text.split("."), "SHDC") for r in part]


def read(game, question):
    """The position as a dictionary, with the own hand and the trick on the table."""
    words = dict(word.split("=", 1) for word in question["position"].split())
    me = game["seats"][question["seat"] - 1]
    hand = cards_of(words.get(me, ""))
    trick = [card for card in words.get("trick", ":").split(":")[1].split(",") if card]
    return words, hand, trick


def queen_is_out(question, hand):
    """Whether somebody else still holds the queen of spades, as far as this seat has seen."""
    seen = set(hand)
    for seat, move in question["played"] or []:
        if seat == 0:
            seen = set(hand)  # a deal
        elif move:
            seen.add(move)
    return "QS" not in seen


def danger(card, hand, queen_out):
    """How gladly a card is given away: the more, the sooner."""
    if card == "QS":
        return 100
    if card in ("KS", "AS") and (queen_out or "QS" in hand):
        return 80 + rank(card)
    length = sum(suit(other) == suit(card) for other in hand)
    return rank(card) * (2 if suit(card) == "H" else 1) + (6 if length <= 2 else 0)


def choose_pass(question, hand):
    small_spades = sum(suit(card) == "S" and rank(card) < rank("QS") for card in hand)

    def worth(move):
        total = 0
        for card in move.split("+"):
            guarded = suit(card) == "S" and small_spades >= 4
            total += 0 if guarded else danger(card, hand, True)
        return total

    best = sorted(question["moves"], key=worth, reverse=True)
    return best, "I pass what may take points."


def choose_lead(moves, hand, queen_out):
    def risk(card):
        if suit(card) == "S" and queen_out:
            return -20 + rank(card) if rank(card) < rank("QS") else 100
        return 100 if card == "QS" else rank(card)

    return sorted(moves, key=risk), "I lead low."


def choose_follow(moves, trick, last, hand, queen_out):
    led = suit(trick[0])
    highest = max(rank(card) for card in trick if suit(card) == led)
    points = any(suit(card) == "H" or card == "QS" for card in trick)
    under = [card for card in moves if rank(card) < highest]
    over = [card for card in moves if rank(card) > highest]
    under.sort(key=lambda card: (card == "QS", rank(card)), reverse=True)
    over.sort(key=lambda card: (card == "QS", rank(card)))
    if last and not points and over and over[0] != "QS" and led != "S":
        high = [card for card in over if card != "QS"]
        return high[::-1] + under + ["QS"] * ("QS" in over), "Nothing is in it: I get rid of a high card."
    if under:
        return under + over, "I duck."
    if last:
        return over[::-1] if over[-1] != "QS" else over[-2::-1] + over[-1:], "I have to take it."
    return over, "I hope that somebody goes higher."


def decide(game, question):
    words, hand, trick = read(game, question)
    moves = question["moves"]
    queen_out = queen_is_out(question, hand)
    if "+" in moves[0]:
        order, thought = choose_pass(question, hand)
    elif not trick:
        order, thought = choose_lead(moves, hand, queen_out)
    elif suit(moves[0]) == suit(trick[0]):
        last = len(trick) == len(game["seats"]) - 1
        order, thought = choose_follow(moves, trick, last, hand, queen_out)
    else:
        order = sorted(moves, key=lambda card: danger(card, hand, queen_out), reverse=True)
        thought = "I give away what I fear most."
    return {"move": order[0], "moves": [{"move": move} for move in order[:10]], "thought": thought}


plyscope_bot.play("Hearts by rules", decide, games=["hearts"])
