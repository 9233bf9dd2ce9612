"""The truth and the rules: one game with every switch of the source documents, and episodes of it.

>>> game = Game(2, 2, rules=Rules(after_mine="continue"), layout=[(0, 1)])
>>> game.open((1, 0)), game.open((0, 1))
({(1, 0): 1}, {(0, 1): 10})
>>> print(game)
2x2x1
#*
1#
"""

from .episode import Episode, PlayedMove, play_episode
from .game import Game, GameMove
from .game_rules import RULE_SETS, Rules, rules_of
from .seeding import agent_seed

__all__ = [
    "RULE_SETS", "Episode", "Game", "GameMove", "PlayedMove", "Rules", "agent_seed", "play_episode",
    "rules_of",
]  # fmt: skip
