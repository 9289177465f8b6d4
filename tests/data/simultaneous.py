#!/usr/bin/env python3
"""Values and move counts of Oshi-Zumo and Tron, by the plainest means: no code is shared with
plyscope. Positions are tuples, matrix games are solved in fractions by the simplex method with
Bland's rule, every position once. Writes oshi_zumo_values.json and tron_values.json beside
this file:  python3 tests/data/simultaneous.py"""
import json, os
from fractions import Fraction
from functools import lru_cache

HERE = os.path.dirname(os.path.abspath(__file__))


def matrix_value(a):
    """The value of a matrix game for the row player."""
    low = min(min(row) for row in a)
    if max(min(row) for row in a) == min(max(col) for col in zip(*a)):
        return max(min(row) for row in a)
    rows, cols = len(a), len(a[0])
    # maximise sum(y) with a' y <= 1, a' = a - low + 1 > 0
    t = [[Fraction(a[i][j] - low + 1) for j in range(cols)] +
         [Fraction(int(i == k)) for k in range(rows)] + [Fraction(1)] for i in range(rows)]
    z = [Fraction(-1)] * cols + [Fraction(0)] * (rows + 1)
    while True:
        enter = next((j for j in range(cols + rows) if z[j] < 0), None)
        if enter is None:
            return 1 / z[-1] + low - 1
        base = [next(j for j in range(cols + rows) if t[i][j] == 1 and z[j] == 0 and
                     all(t[k][j] == 0 for k in range(rows) if k != i)) for i in range(rows)]
        leave = min((t[i][-1] / t[i][enter], base[i], i)
                    for i in range(rows) if t[i][enter] > 0)[2]
        p = t[leave][enter]
        t[leave] = [v / p for v in t[leave]]
        for i in range(rows):
            if i != leave and t[i][enter] != 0:
                f = t[i][enter]
                t[i] = [v - f * w for v, w in zip(t[i], t[leave])]
        f = z[enter]
        z = [v - f * w for v, w in zip(z, t[leave])]


def sign(x):
    return (x > 0) - (x < 0)


class Oshi:
    def __init__(self, coins, size, minimum, alesia):
        self.coins, self.size, self.minimum, self.alesia = coins, size, minimum, alesia
        self.value = lru_cache(None)(self.value)

    def start(self):
        return (self.coins, self.coins, 0, False)

    def outcome(self, s):
        """None while the game goes on, else west's: 1, 0, -1."""
        a, b, at, stopped = s
        if abs(at) > self.size:
            return sign(at)
        if a + b == 0 or stopped:
            return 0 if self.alesia else sign(at)
        return None

    def choices(self, s, seat):
        purse = s[seat]
        return list(range(min(self.minimum, purse), purse + 1))

    def after(self, s, x, y):
        return (s[0] - x, s[1] - y, s[2] + sign(x - y), x + y == 0)

    def value(self, s):
        end = self.outcome(s)
        if end is not None:
            return Fraction(end)
        return matrix_value([[self.value(self.after(s, x, y)) for y in self.choices(s, 1)]
                             for x in self.choices(s, 0)])


class Tron:
    def __init__(self, width, height, walls):
        self.w, self.h, self.walls = width, height, frozenset(walls)
        self.value = lru_cache(None)(self.value)

    def start(self):
        a = (self.w // 6, self.h // 2)
        b = (self.w - 1 - a[0], self.h - 1 - a[1])
        return (self.walls | {a, b}, a, b, None)

    def outcome(self, s):
        return s[3]

    def free(self, s, c):
        around = [(c[0], c[1] - 1), (c[0] + 1, c[1]), (c[0], c[1] + 1), (c[0] - 1, c[1])]
        return [p for p in around
                if 0 <= p[0] < self.w and 0 <= p[1] < self.h and p not in s[0]]

    def choices(self, s, seat):
        return self.free(s, s[1 + seat]) or [None]

    def after(self, s, x, y):
        a, b = x is not None and x != y, y is not None and x != y
        if a and b:
            return (s[0] | {x, y}, x, y, None)
        return (s[0], s[1], s[2], int(a) - int(b))

    value = Oshi.value


def perft(game, s, depth):
    """Sequences of `depth` choices, first seat first; a finished game adds nothing."""
    if game.outcome(s) is not None:
        return int(depth == 0)
    if depth == 0:
        return 1
    rows, cols = game.choices(s, 0), game.choices(s, 1)
    if depth == 1:
        return len(rows)
    if depth == 2:
        return len(rows) * len(cols)
    return sum(perft(game, game.after(s, x, y), depth - 2) for x in rows for y in cols)


def write(name, definition, results):
    with open(os.path.join(HERE, name), "w") as f:
        f.write('{\n  "source": "tests/data/simultaneous.py, in fractions",\n')
        f.write('  "definition": %s,\n  "results": [\n' % json.dumps(definition))
        f.write(",\n".join("    " + json.dumps(r) for r in results))
        f.write("\n  ]\n}\n")


def oshi_rows():
    rows = []
    for coins, size, minimum, alesia in [(4, 1, 1, 0), (6, 1, 1, 0), (6, 1, 0, 0), (5, 2, 0, 0),
                                         (8, 2, 1, 0), (8, 3, 1, 1), (6, 2, 0, 1), (10, 3, 1, 0)]:
        g = Oshi(coins, size, minimum, alesia)
        values = []
        for a, b, at in [(coins, coins, 0), (coins, coins - 1, 0), (coins - 1, coins, 1),
                         (coins // 2, coins, size), (coins // 2, coins // 2 + 1, -size),
                         (1, 3, 1), (3, 0, -1), (2, 3, 0)]:
            v = g.value((a, b, at, False))
            values.append(["%d|%d|%d" % (a, b, at), str(v)])
        rows.append({"coins": coins, "size": size, "minimum": minimum,
                     "alesia": "on" if alesia else "off",
                     "perft": [perft(g, g.start(), d) for d in range(1, 6)],
                     "values": values})
    return rows


def cell(game, c):
    return "abcdefghijklmno"[c[0]] + str(game.h - c[1])


def tron_rows():
    """The start, and what comes of walks that step in turn with a fixed pattern."""
    rows = []
    walls = {"empty": [], "wall": [(2, 2)]}
    for w, h, name in [(4, 4, "empty"), (5, 4, "empty"), (4, 5, "empty"), (5, 5, "empty"),
                       (5, 5, "wall")]:
        g = Tron(w, h, walls[name])
        values = []
        for k in range(24):
            s, text = g.start(), ["", ""]
            for step in range(k % 5):
                x = g.choices(s, 0)[(k * 7 + step) % len(g.choices(s, 0))]
                y = g.choices(s, 1)[(k * 5 + step * 3) % len(g.choices(s, 1))]
                if x is None or y is None or x == y:
                    break
                for seat, c in enumerate((x, y)):
                    d = (c[0] - s[1 + seat][0], c[1] - s[1 + seat][1])
                    text[seat] += {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}[d]
                s = g.after(s, x, y)
            start = g.start()
            line = "%s:%s,%s:%s" % (cell(g, start[1]), text[0], cell(g, start[2]), text[1])
            if line not in [v[0] for v in values]:
                values.append([line, str(g.value(s))])
        rows.append({"width": w, "height": h, "map": name,
                     "perft": [perft(g, g.start(), d) for d in range(1, 11)],
                     "values": values})
    return rows


if __name__ == "__main__":
    write("oshi_zumo_values.json",
          "values are west's advantage, from -1 lost to 1 won; perft as plyscope counts it, "
          "a ply is one seat's choice", oshi_rows())
    write("tron_values.json",
          "values are the first head's advantage, from -1 lost to 1 won; perft as plyscope "
          "counts it, a ply is one seat's choice", tron_rows())
