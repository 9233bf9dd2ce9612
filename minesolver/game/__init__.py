"""The truth and the rules: one game with every switch of the source documents, and episodes of it.

>>> game = Game(2, 2, 1, Rules(first_click="zero", win="explore"), layout=[(0, 1)])
>>> sorted(game.open((1, 0)).items())
[((1, 0), 1)]
>>> print(game.text())
UM
1U
"""

from .episode import Episode, Played, play_episode
from .game import Game
from .layout import agent_seed
from .rules import DECISION, FLAGGING, INFERENCE, SEARCH, Rules

__all__ = [
    "DECISION",
    "FLAGGING",
    "INFERENCE",
    "SEARCH",
    "Episode",
    "Game",
    "Played",
    "Rules",
    "agent_seed",
    "play_episode",
]
