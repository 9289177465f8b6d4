"""A stand-in for OpenSpiel's module, with the rules and the numbers of actions of three of its games:
what openspiel.py needs of it. An action that is not legal by these rules ends the program."""
import random


class Game:
    def __init__(self, name, state):
        self.name, self.state = name, state

    def num_players(self):
        return 2

    def new_initial_state(self):
        return self.state()


class State:
    def is_simultaneous_node(self):
        return False

    def is_terminal(self):
        return False


class Breakthrough(State):
    STEPS = [(1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1)]

    def __init__(self):
        self.men = {(r, c): r > 1 for r in (0, 1, 6, 7) for c in range(8)}
        self.player = 0

    def legal_actions(self, player=None):
        out = []
        for (r, c), whose in self.men.items():
            for d in range(3) if whose == self.player else ():
                way = self.player * 3 + d
                to = (r + self.STEPS[way][0], c + self.STEPS[way][1])
                if not (0 <= to[0] < 8 and 0 <= to[1] < 8):
                    continue
                if to not in self.men:
                    out.append(((r * 8 + c) * 6 + way) * 2)
                elif d != 1 and self.men[to] != self.player:
                    out.append(((r * 8 + c) * 6 + way) * 2 + 1)
        return sorted(out)

    def apply_action(self, action):
        assert action in self.legal_actions(), action
        square, way = divmod(action // 2, 6)
        r, c = divmod(square, 8)
        del self.men[(r, c)]
        self.men[(r + self.STEPS[way][0], c + self.STEPS[way][1])] = bool(self.player)
        self.player = 1 - self.player


class Kuhn(State):
    def __init__(self):
        self.history = []

    def legal_actions(self, player=None):
        if len(self.history) < 2:
            return [card for card in range(3) if card not in self.history]
        return [0, 1]

    def apply_action(self, action):
        assert action in self.legal_actions(), action
        self.history.append(action)


class OshiZumo(State):
    def __init__(self, coins):
        self.coins = [coins, coins]

    def is_simultaneous_node(self):
        return True

    def legal_actions(self, player):
        return list(range(min(1, self.coins[player]), self.coins[player] + 1))

    def apply_actions(self, bids):
        for player in range(2):
            assert bids[player] in self.legal_actions(player), bids
            self.coins[player] -= bids[player]


def load_game(text):
    games = {
        "breakthrough(rows=8,columns=8)": Breakthrough,
        "kuhn_poker": Kuhn,
        "oshi_zumo(coins=12,size=3,min_bid=1,alesia=false)": lambda: OshiZumo(12),
    }
    return Game(text, games[text])


class RandomBot:
    def __init__(self, player):
        self.player, self.draw = player, random.Random(1)

    def step(self, state):
        return self.draw.choice(state.legal_actions(self.player))


def make_uniform_random_bot(player, seed):
    return RandomBot(player)
